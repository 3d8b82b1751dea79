//! What one connection knows: its client, its session once `initialize` opened it, and its detached tasks.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use lockstep_session::Session;
use lockstep_session::ide::Revision;
use tokio::task::JoinSet;
use tower_lsp::Client;

use crate::gate::Gate;
use crate::to_proto::View;
use crate::{Opener, Waits, first_index, refresh, watch};

/// See the module's documentation.
pub(crate) struct Connection {
    /// Speaks to the editor. Requests go out from detached tasks alone, and such a future is never dropped while the
    /// connection is open: tower-lsp panics over the answer to a request whose future is gone.
    pub(crate) client: Client,
    /// Opens trees.
    pub(crate) opener: Arc<dyn Opener>,
    /// How the connection stands.
    pub(crate) gate: Arc<Gate>,
    attached: OnceLock<Arc<Attached>>,
    tasks: Mutex<JoinSet<()>>,
}

/// An editor with a tree.
pub(crate) struct Attached {
    /// The editor's view of the tree.
    pub(crate) session: Session,
    /// How answers are spelled for it.
    pub(crate) view: View,
    /// The host's part of a printed revision.
    pub(crate) host: String,
    /// What the client can do.
    pub(crate) client: ClientSupport,
    /// How long its requests wait.
    pub(crate) waits: Waits,
    /// Whether lenses were given since the client was last told to ask again.
    pub(crate) lenses_given: AtomicBool,
    /// When it attached.
    pub(crate) since: Instant,
}

/// What the client can do, of what we make a difference for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClientSupport {
    /// Outlines as trees.
    pub(crate) hierarchical_symbols: bool,
    /// Markdown in hovers.
    pub(crate) markdown: bool,
    /// Being told that lenses are outdated.
    pub(crate) lens_refresh: bool,
    /// Progress begun by the server.
    pub(crate) progress: bool,
    /// How many folds of a file it takes.
    pub(crate) folding_limit: Option<u32>,
}

impl Connection {
    pub(crate) fn new(client: Client, opener: Arc<dyn Opener>, gate: Arc<Gate>) -> Connection {
        Connection { client, opener, gate, attached: OnceLock::new(), tasks: Mutex::default() }
    }

    /// The session, if `initialize` opened one.
    pub(crate) fn attached(&self) -> Option<&Arc<Attached>> {
        self.attached.get()
    }

    /// The session and the ticket of the request being handled.
    pub(crate) fn asked(&self) -> Option<(&Arc<Attached>, Revision)> {
        let attached = self.attached()?;
        Some((attached, watch::ticket().unwrap_or_else(|| attached.session.ticket())))
    }

    /// Keeps the session that `initialize` opened. A second one is dropped: tower-lsp lets `initialize` succeed once.
    pub(crate) fn attach(&self, attached: Attached) {
        if self.attached.set(Arc::new(attached)).is_err() {
            tracing::warn!("a second `initialize` was ignored");
        }
    }

    /// Starts what runs beside the handlers. They all wait for something that happens later, so the order of their
    /// messages after the answer to `initialize` is safe.
    pub(crate) fn start_tasks(&self) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(attached) = self.attached() else { return };
        if !tasks.is_empty() {
            return;
        }
        tasks.spawn(first_index::announce(attached.clone(), self.client.clone()));
        if attached.client.progress {
            tasks.spawn(first_index::show_progress(attached.clone(), self.client.clone()));
        }
        if attached.client.lens_refresh {
            tasks.spawn(refresh::refresh_lenses(attached.clone(), self.client.clone()));
        }
    }

    /// Ends the detached tasks, and with them the last uses of the session.
    pub(crate) async fn end(&self) {
        let mut tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.shutdown().await;
    }
}
