//! `textDocument/prepareTypeHierarchy`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, Revision};
use lsp_types::{TypeHierarchyItem, TypeHierarchyPrepareParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;
use crate::meant::known;
use crate::to_proto::type_item;

/// The types at the cursor.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: TypeHierarchyPrepareParams,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let asked = params.text_document_position_params;
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else { return Ok(None) };
    let position = from_proto::position(asked.position);
    let view = attached.view.clone();
    let stat = path.clone();
    let items = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let meant = known(&reading.take(snapshot.symbols_at(at))).into_iter();
        let types = meant.filter_map(|symbol| snapshot.symbol(symbol)).filter(|symbol| symbol.kind.is_type());
        let items: Vec<_> = types.filter_map(|symbol| type_item(&view, snapshot, &symbol)).collect();
        reading.answer(items)
    })
    .await?;
    Ok((!items.is_empty()).then_some(items))
}
