//! What one connection knows: its client, the trees of its folders once `initialize` opened them, and its detached tasks.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use lockstep_facts::PositionEncoding;
use lockstep_session::{Attach, Session, SessionKind};
use lsp_types::Url;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_lsp::Client;

use crate::gate::Gate;
use crate::members::{Members, Tickets};
use crate::navigation::Left;
use crate::to_proto::View;
use crate::{Opener, Waits, first_index, refresh};

/// See the module's documentation.
pub(crate) struct Connection {
    /// Speaks to the editor. Requests go out from detached tasks alone, and such a future is never dropped while the
    /// connection is open: tower-lsp panics over the answer to a request whose future is gone.
    pub(crate) client: Client,
    /// Opens trees.
    pub(crate) opener: Arc<dyn Opener>,
    /// How the connection stands.
    pub(crate) gate: Arc<Gate>,
    /// Which requests are left to the client's other servers.
    pub(crate) left: Left,
    /// The trees of its folders.
    pub(crate) members: Members,
    editor: Mutex<Option<Arc<Editor>>>,
    tasks: Mutex<Tasks>,
}

/// Who is connected, once `initialize` said so.
#[derive(Clone, Debug)]
pub(crate) struct Editor {
    /// Its name and version.
    pub(crate) label: String,
    /// Its process.
    pub(crate) pid: Option<u32>,
    /// How columns count.
    pub(crate) encoding: PositionEncoding,
    /// What it can do.
    pub(crate) support: ClientSupport,
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
    removed: watch::Sender<bool>,
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
    /// Being asked for its settings.
    pub(crate) configuration: bool,
}

#[derive(Default)]
struct Tasks {
    running: JoinSet<()>,
    /// Whether the client is ready for messages.
    started: bool,
}

impl Attached {
    /// An editor opened a document of the tree: answers spell its URI as it does from now on.
    pub(crate) fn open(&self, path: &Path, uri: Url, language_id: &str, version: i32, text: String) {
        if let Some(relative) = self.session.relative(path) {
            self.view.spell(relative, uri);
        }
        self.session.open_document(path, language_id, version, text);
    }

    /// The folder is the editor's no more: its detached tasks end.
    pub(crate) fn remove(&self) {
        self.removed.send_replace(true);
    }

    /// Returns when the folder is the editor's no more.
    pub(crate) async fn removed(&self) {
        // The sender lives as long as `self`.
        let _ = self.removed.subscribe().wait_for(|removed| *removed).await;
    }
}

impl Connection {
    pub(crate) fn new(client: Client, opener: Arc<dyn Opener>, gate: Arc<Gate>) -> Connection {
        Connection {
            client,
            opener,
            gate,
            left: Left::default(),
            members: Members::default(),
            editor: Mutex::default(),
            tasks: Mutex::default(),
        }
    }

    /// Who is connected.
    pub(crate) fn editor(&self) -> Option<Arc<Editor>> {
        self.editor.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes who is connected: whose `initialize` was refused may try again.
    pub(crate) fn introduce(&self, editor: Editor) {
        *self.editor.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(editor));
    }

    /// What the request being handled can be about.
    pub(crate) fn asked(&self) -> Tickets {
        crate::watch::tickets().unwrap_or_else(|| self.members.tickets())
    }

    /// Opens the tree of a folder.
    ///
    /// # Errors
    /// Why it cannot be served, for the user.
    pub(crate) fn open(&self, folder: PathBuf) -> Result<(), String> {
        let Some(editor) = self.editor().filter(|_| !self.members.has(&folder)) else { return Ok(()) };
        let attach = Attach {
            kind: SessionKind::Editor,
            label: editor.label.clone(),
            pid: editor.pid,
            folder: folder.clone(),
        };
        let session = self.opener.open(&folder, attach)?;
        let view = View::new(session.id(), editor.encoding, session.tree().root().to_path_buf());
        let attached = Arc::new(Attached {
            session,
            view,
            host: self.opener.host(),
            client: editor.support,
            waits: self.opener.waits(),
            lenses_given: AtomicBool::new(false),
            since: Instant::now(),
            removed: watch::Sender::new(false),
        });
        if self.members.add(Arc::clone(&attached), folder) {
            let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            if tasks.started {
                self.watch_over(&mut tasks.running, &attached);
            }
        }
        Ok(())
    }

    /// Starts what runs beside the handlers. They all wait for something that happens later, so the order of their
    /// messages after the answer to `initialize` is safe.
    pub(crate) fn start_tasks(&self) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut tasks.started, true) {
            return;
        }
        for attached in self.members.served() {
            self.watch_over(&mut tasks.running, &attached);
        }
    }

    fn watch_over(&self, running: &mut JoinSet<()>, attached: &Arc<Attached>) {
        running.spawn(first_index::announce(Arc::clone(attached), self.client.clone()));
        if attached.client.progress {
            running.spawn(first_index::show_progress(Arc::clone(attached), self.client.clone()));
        }
        if attached.client.lens_refresh {
            running.spawn(refresh::refresh_lenses(Arc::clone(attached), self.client.clone()));
        }
    }

    /// Runs `task` beside the handlers: what has to ask the client something.
    pub(crate) fn detach(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.running.spawn(task);
    }

    /// Ends the detached tasks, and with them the last uses of the sessions.
    pub(crate) async fn end(&self) {
        let mut tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.running.shutdown().await;
    }
}
