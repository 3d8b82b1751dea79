//! `textDocument/declaration`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, Revision};
use lsp_types::request::{GotoDeclarationParams, GotoDeclarationResponse};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;

/// The import that what the cursor is on came by; where there is none, its definition.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoDeclarationParams,
) -> Result<Option<GotoDeclarationResponse>> {
    let asked = params.text_document_position_params;
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else { return Ok(None) };
    let position = from_proto::position(asked.position);
    let view = attached.view.clone();
    let stat = path.clone();
    let locations = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let places = reading.take(snapshot.declaration(at));
        let locations: Vec<_> =
            places.into_iter().filter_map(|place| view.location(snapshot, place)).collect();
        reading.answer(locations)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoDeclarationResponse::Array(locations)))
}
