//! `textDocument/definition`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;

/// Where what the cursor is on is defined: all places, if it has several meanings, the likeliest first.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let asked = params.text_document_position_params;
    let locations = ask_at(attached, ticket, &asked, |cursor, reading| {
        let places = reading.take(cursor.snapshot.definition(cursor.at));
        cursor.view.listed(cursor.snapshot, places)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations)))
}
