//! `textDocument/declaration`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::request::{GotoDeclarationParams, GotoDeclarationResponse};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;

/// The import that what the cursor is on came by; where there is none, its definition.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoDeclarationParams,
) -> Result<Option<GotoDeclarationResponse>> {
    let asked = params.text_document_position_params;
    let locations = ask_at(attached, ticket, &asked, |cursor, reading| {
        let places = reading.take(cursor.snapshot.declaration(cursor.at));
        cursor.view.listed(cursor.snapshot, places)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoDeclarationResponse::Array(locations)))
}
