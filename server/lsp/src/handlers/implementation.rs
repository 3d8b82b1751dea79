//! `textDocument/implementation`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::request::{GotoImplementationParams, GotoImplementationResponse};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;

/// What implements what the cursor is on: in types below it, and in `impl` blocks.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoImplementationParams,
) -> Result<Option<GotoImplementationResponse>> {
    let asked = params.text_document_position_params;
    let locations = ask_at(attached, ticket, &asked, |cursor, reading| {
        let mut places = Vec::new();
        for symbol in cursor.symbols(reading) {
            places.extend(reading.take(cursor.snapshot.implementations(symbol)));
        }
        cursor.view.locations(cursor.snapshot, places)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoImplementationResponse::Array(locations)))
}
