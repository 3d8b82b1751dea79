//! `textDocument/documentHighlight`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, HighlightKind, Revision};
use lsp_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;

/// Where what the cursor is on stands in the same file, and what is done with it there.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let asked = params.text_document_position_params;
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else { return Ok(None) };
    let position = from_proto::position(asked.position);
    let view = attached.view.clone();
    let stat = path.clone();
    let found = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let found = reading.take(snapshot.highlights(at)).into_iter().map(|highlight| DocumentHighlight {
            range: view.range(snapshot, at.file, highlight.range),
            kind: Some(match highlight.kind {
                HighlightKind::Text => DocumentHighlightKind::TEXT,
                HighlightKind::Read => DocumentHighlightKind::READ,
                HighlightKind::Write => DocumentHighlightKind::WRITE,
            }),
        });
        let found: Vec<_> = found.collect();
        reading.answer(found)
    })
    .await?;
    Ok((!found.is_empty()).then_some(found))
}
