//! `typeHierarchy/supertypes`.

use std::sync::Arc;

use lockstep_session::ide::Revision;
use lsp_types::{TypeHierarchyItem, TypeHierarchySupertypesParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::meant::of_item;
use crate::to_proto::type_item;

/// The types of the workspace that a type derives from.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: TypeHierarchySupertypesParams,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let symbol = of_item(params.item.data.as_ref())?;
    let view = attached.view.clone();
    let items: Vec<_> = ask(attached, ticket, None, move |snapshot| {
        let mut reading = Reading::default();
        let types = reading.take(snapshot.supertypes(symbol.id()));
        let items = types.iter().filter_map(|one| type_item(&view, snapshot, one)).collect();
        reading.answer(items)
    })
    .await?;
    Ok(Some(items))
}
