//! Asking the session with the deadlines of an editor.

use lockstep_facts::Name;
use lockstep_session::ide::{Answer, FileId, Revision, Snapshot};
use lockstep_session::{AskError, IndexState};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use crate::connection::Attached;

/// `RequestFailed` of the protocol: the request was right, and could not be answered.
const REQUEST_FAILED: i64 = -32803;

/// Answers `question` from a snapshot that shows at least `ticket`, and the editor's own text where another editor has one that
/// counts for everybody else. `asked` is the file the request speaks of, if any: it is
/// compared with the disk first.
///
/// # Errors
/// ContentModified when the first index or a parse is not done in time: the editor asks again.
pub(crate) async fn ask<T: Send + 'static>(
    attached: &Attached,
    ticket: Revision,
    asked: Option<&str>,
    question: impl Fn(&Snapshot) -> Answer<T> + Send + Sync + 'static,
) -> Result<T> {
    if let IndexState::Building(_) = attached.session.index_state()
        && tokio::time::timeout(attached.waits.index, attached.session.ready()).await.is_err()
    {
        let done = match attached.session.index_state() {
            IndexState::Building(percent) => percent,
            IndexState::Ready => 100,
        };
        return Err(error_of(&AskError::Building(done)));
    }
    let stat = asked.map(str::to_owned).into_iter().collect();
    let view = attached.view.clone();
    let question = move |snapshot: &Snapshot| match view.own(snapshot) {
        Some(own) => question(&own),
        None => question(snapshot),
    };
    match attached.session.ask(ticket, attached.waits.pending, stat, question).await {
        Ok(asked) => Ok(asked.value),
        Err(error) => Err(error_of(&error)),
    }
}

fn error_of(error: &AskError) -> Error {
    let code = match error {
        AskError::Pending(_) | AskError::Building(_) => ErrorCode::ContentModified,
        AskError::Gone => ErrorCode::ServerError(REQUEST_FAILED),
        AskError::Panicked(_) => ErrorCode::InternalError,
    };
    Error { code, message: error.to_string().into(), data: None }
}

/// ContentModified with a reason: what was asked about is not there any more.
pub(crate) fn content_modified(reason: String) -> Error {
    Error { code: ErrorCode::ContentModified, message: reason.into(), data: None }
}

/// Collects what several features read into one answer.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    read: Vec<FileId>,
    names: Vec<Name>,
}

impl Reading {
    /// The value of `answer`, whose reading is noted.
    pub(crate) fn take<T>(&mut self, answer: Answer<T>) -> T {
        self.read.extend(answer.read);
        self.names.extend(answer.names);
        answer.value
    }

    /// `value` with all that was read for it.
    pub(crate) fn answer<T>(mut self, value: T) -> Answer<T> {
        self.read.sort_unstable();
        self.read.dedup();
        self.names.sort_unstable_by_key(|name| name.as_str());
        self.names.dedup();
        Answer { value, read: self.read, names: self.names }
    }
}
