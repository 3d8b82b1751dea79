//! `textDocument/typeDefinition`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;

/// Where the types of what the cursor is on are defined, the likeliest first.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoTypeDefinitionParams,
) -> Result<Option<GotoTypeDefinitionResponse>> {
    let asked = params.text_document_position_params;
    let locations = ask_at(attached, ticket, &asked, |cursor, reading| {
        let places = reading.take(cursor.snapshot.type_definition(cursor.at));
        cursor.view.listed(cursor.snapshot, places)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoTypeDefinitionResponse::Array(locations)))
}
