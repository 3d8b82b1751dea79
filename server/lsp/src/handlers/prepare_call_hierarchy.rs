//! `textDocument/prepareCallHierarchy`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::{CallHierarchyItem, CallHierarchyPrepareParams};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::cursor::ask_at;
use crate::to_proto::call_item;

/// The symbols whose callers can be asked for at the cursor.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>> {
    let asked = params.text_document_position_params;
    let items = ask_at(attached, ticket, &asked, |cursor, reading| {
        let symbols = cursor.symbols(reading).into_iter();
        let symbols = symbols.filter_map(|symbol| cursor.snapshot.symbol(symbol));
        let items = symbols.filter_map(|symbol| call_item(cursor.view, cursor.snapshot, &symbol));
        items.collect::<Vec<_>>()
    })
    .await?;
    Ok((!items.is_empty()).then_some(items))
}
