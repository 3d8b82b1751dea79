//! `textDocument/prepareTypeHierarchy`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::{TypeHierarchyItem, TypeHierarchyPrepareParams};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;
use crate::to_proto::type_item;

/// The types at the cursor.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: TypeHierarchyPrepareParams,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let asked = params.text_document_position_params;
    let items = ask_at(attached, ticket, &asked, |cursor, reading| {
        let symbols = cursor.symbols(reading).into_iter();
        let types = symbols.filter_map(|symbol| cursor.snapshot.symbol(symbol)).filter(|s| s.kind.is_type());
        let items = types.filter_map(|symbol| type_item(cursor.view, cursor.snapshot, &symbol));
        items.collect::<Vec<_>>()
    })
    .await?;
    Ok((!items.is_empty()).then_some(items))
}
