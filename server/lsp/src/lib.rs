//! The editor's door: LSP to and from `session`.

use std::sync::Arc;
use lockstep_session::{Session, SessionKind, Tree, Attach};

/// What an LSP connection needs from whoever accepted it.
pub trait Opener: Send + Sync + 'static {
    /// The tree of the editor's folder; the error is shown to the user.
    ///
    /// # Errors
    /// What to tell the user, with what to do.
    fn open(&self, folder: &std::path::Path, attach: Attach) -> Result<Session, String>;
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

/// Serves one editor until it ends.
pub async fn serve<R, W>(_opener: Arc<dyn Opener>, _reader: R, _writer: W) -> Ended
where R: tokio::io::AsyncRead + Unpin + Send + 'static, W: tokio::io::AsyncWrite + Unpin + Send + 'static {
    let _ = (SessionKind::Editor, std::any::type_name::<Tree>());
    Ended::Closed
}
