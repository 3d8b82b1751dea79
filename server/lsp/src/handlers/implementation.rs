//! `textDocument/implementation`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, Revision};
use lsp_types::request::{GotoImplementationParams, GotoImplementationResponse};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;
use crate::meant::known;

/// What implements what the cursor is on: in types below it, and in `impl` blocks.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: GotoImplementationParams,
) -> Result<Option<GotoImplementationResponse>> {
    let asked = params.text_document_position_params;
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else { return Ok(None) };
    let position = from_proto::position(asked.position);
    let view = attached.view.clone();
    let stat = path.clone();
    let locations = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let mut places = Vec::new();
        for symbol in known(&reading.take(snapshot.symbols_at(at))) {
            places.extend(reading.take(snapshot.implementations(symbol)));
        }
        let locations = view.locations(snapshot, places);
        reading.answer(locations)
    })
    .await?;
    Ok((!locations.is_empty()).then_some(GotoImplementationResponse::Array(locations)))
}
