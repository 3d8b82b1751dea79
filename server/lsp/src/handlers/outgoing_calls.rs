//! `callHierarchy/outgoingCalls`.

use std::sync::Arc;

use lockstep_facts::Confidence;
use lockstep_session::ide::{CalleeInfo, FileId, Revision, Snapshot};
use lsp_types::{CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::meant::of_item;
use crate::to_proto::{View, call_item};

/// What the symbol calls, in the order of its text; its places are in its own file. Ambiguous calls are left out, as an editor
/// shows no shades.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let symbol = of_item(params.item.data.as_ref())?;
    let view = attached.view.clone();
    let calls = ask(attached, ticket, None, move |snapshot| {
        let mut reading = Reading::default();
        let callees = reading.take(snapshot.callees(symbol.id())).callees;
        let file = snapshot.symbol(symbol.id()).map(|symbol| symbol.file);
        let calls = callees.iter().filter_map(|callee| call(&view, snapshot, file?, callee));
        let calls: Vec<_> = calls.collect();
        reading.answer(calls)
    })
    .await?;
    Ok(Some(calls))
}

fn call(
    view: &View,
    snapshot: &Snapshot,
    file: FileId,
    callee: &CalleeInfo,
) -> Option<CallHierarchyOutgoingCall> {
    let sites = callee.sites.iter().filter(|site| site.confidence != Confidence::Ambiguous);
    let here = sites.filter(|site| site.place.file == file);
    let from_ranges: Vec<_> = here.map(|site| view.range(snapshot, file, site.place.range)).collect();
    if from_ranges.is_empty() {
        return None;
    }
    Some(CallHierarchyOutgoingCall { to: call_item(view, snapshot, &callee.symbol)?, from_ranges })
}
