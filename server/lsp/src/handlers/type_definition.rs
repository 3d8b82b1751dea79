//! `textDocument/typeDefinition`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, Revision};
use lsp_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;

/// Where the types of what the cursor is on are defined, the likeliest first.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoTypeDefinitionParams,
) -> Result<Option<GotoTypeDefinitionResponse>> {
    let asked = params.text_document_position_params;
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else { return Ok(None) };
    let position = from_proto::position(asked.position);
    let view = attached.view.clone();
    let stat = path.clone();
    let locations = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let places = reading.take(snapshot.type_definition(at));
        let locations: Vec<_> =
            places.into_iter().filter_map(|place| view.location(snapshot, place)).collect();
        reading.answer(locations)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoTypeDefinitionResponse::Array(locations)))
}
