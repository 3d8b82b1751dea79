//! `textDocument/documentHighlight`.

use std::sync::Arc;

use lockstep_session::ide::{HighlightKind, Revision};
use lsp_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;

/// Where what the cursor is on stands in the same file, and what is done with it there.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let asked = params.text_document_position_params;
    let found = ask_at(attached, ticket, &asked, |cursor, reading| {
        let found = reading.take(cursor.snapshot.highlights(cursor.at));
        let found = found.into_iter().map(|highlight| DocumentHighlight {
            range: cursor.view.range(cursor.snapshot, cursor.at.file, highlight.range),
            kind: Some(match highlight.kind {
                HighlightKind::Text => DocumentHighlightKind::TEXT,
                HighlightKind::Read => DocumentHighlightKind::READ,
                HighlightKind::Write => DocumentHighlightKind::WRITE,
            }),
        });
        found.collect::<Vec<_>>()
    })
    .await?;
    Ok((!found.is_empty()).then_some(found))
}
