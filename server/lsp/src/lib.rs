//! The editor's door: LSP to and from `session`.
//!
//! Invariants:
//! * Document notifications are submitted in wire order, synchronously, before any handler runs; each request carries the
//!   ticket of its place on the wire. A handler never awaits before it has submitted, because none of them submits.
//! * No handler awaits the client: a request to the client leaves from a detached task alone, so a client that never
//!   answers blocks nothing.
//! * No analysis: a handler finds the file, asks one feature of the snapshot, and translates.
//! * The other door is never seen; nothing here knows an assistant.
//! * A connection's end, however it comes, ends its own session and nothing else.

mod ask;
mod backend;
mod connection;
mod counts;
mod cursor;
mod first_index;
mod from_proto;
mod gate;
mod handlers;
mod meant;
mod members;
mod navigation;
mod refresh;
mod strays;
mod surrogates;
mod to_proto;
mod watch;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lockstep_session::{Attach, Session};
use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::{LspService, Server};

use crate::backend::Backend;
use crate::gate::Gate;
use crate::watch::{Contained, Watch};

/// How many requests run at once. Far more than an editor has in flight, which may resolve the lenses of a whole file
/// together: when all are taken, messages wait behind requests that wait.
const CONCURRENCY: usize = 1024;

/// How long a request waits for what is not ready before it fails, upon which the editor asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// For the first index.
    pub index: Duration,
    /// For files that are still being parsed.
    pub pending: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits { index: Duration::from_secs(2), pending: Duration::from_secs(1) }
    }
}

/// What an LSP connection needs from whoever accepted it.
pub trait Opener: Send + Sync + 'static {
    /// The tree of the editor's folder; the error is shown to the user.
    ///
    /// # Errors
    /// What to tell the user, with what to do.
    fn open(&self, folder: &Path, attach: Attach) -> Result<Session, String>;

    /// How long requests wait.
    fn waits(&self) -> Waits {
        Waits::default()
    }

    /// The host's part of a printed revision, `<host>.<n>`; empty to print the number alone.
    fn host(&self) -> String {
        String::new()
    }
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// After `shutdown` and `exit`.
    Properly,
    /// `exit` without `shutdown`.
    WithoutShutdown,
    /// The client went away.
    Closed,
}

/// Serves one editor until it ends. What the client asked before it went away is still answered, within the grace that
/// [`Gate`] gives.
pub async fn serve<R, W>(opener: Arc<dyn Opener>, reader: R, writer: W) -> Ended
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let gate = Arc::new(Gate::default());
    let (service, socket) = LspService::build(|client| Backend::new(client, opener, gate.clone()))
        .custom_method("lockstep/revision", Backend::revision)
        .finish();
    let connection = service.inner().connection.clone();
    let watch = Watch::new(service, connection.clone(), gate.clone());
    let server = Server::new(gate.reader(surrogates::Whole::new(reader)), gate.writer(writer), socket);
    let serving = Contained::new(server.concurrency_level(CONCURRENCY).serve(watch));
    tokio::select! {
        served = serving => if let Err(panic) = served {
            tracing::error!("an editor's connection was ended by an internal error: {panic}");
        },
        () = gate.grace_over() => tracing::debug!("an editor's connection ended with answers unread"),
    }
    connection.end().await;
    gate.ended()
}
