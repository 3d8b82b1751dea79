//! Questions about what the cursor is on.

use lockstep_facts::SymbolId;
use lockstep_session::ide::{Answer, FilePosition, Revision, Snapshot};
use lsp_types::TextDocumentPositionParams;
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;
use crate::meant::known;
use crate::to_proto::View;

/// Where the cursor is, and what the question about it is answered from.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'s> {
    pub(crate) snapshot: &'s Snapshot,
    pub(crate) view: &'s View,
    pub(crate) at: FilePosition,
}

impl Cursor<'_> {
    /// The symbols that an editor is told about: what is only possible is not among them, where anything is certain.
    pub(crate) fn symbols(self, reading: &mut Reading) -> Vec<SymbolId> {
        known(&reading.take(self.snapshot.symbols_at(self.at)))
    }
}

/// Answers `question` about the place that `asked` names; with nothing where that is in no file of the tree, or the editor's
/// text of it is not the one that answers are made from.
///
/// # Errors
/// See [`ask`].
pub(crate) async fn ask_at<T: Default + Send + 'static>(
    attached: &Attached,
    ticket: Revision,
    asked: &TextDocumentPositionParams,
    question: impl Fn(Cursor<'_>, &mut Reading) -> T + Send + Sync + 'static,
) -> Result<T> {
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else {
        return Ok(T::default());
    };
    let position = from_proto::position(asked.position);
    let view = attached.view.clone();
    let stat = path.clone();
    ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let value = question(Cursor { snapshot, view: &view, at }, &mut reading);
        reading.answer(value)
    })
    .await
}
