//! `callHierarchy/incomingCalls`.

use std::sync::Arc;

use lockstep_facts::Confidence;
use lockstep_session::ide::{CallerInfo, Revision, Snapshot};
use lsp_types::{CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::meant::of_item;
use crate::to_proto::{View, call_item};

/// Who calls the symbol: a definition with its calls, a file for calls at module level. Ambiguous calls are left out, as an
/// editor shows no shades.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let symbol = of_item(params.item.data.as_ref())?;
    let view = attached.view.clone();
    let calls = ask(attached, ticket, None, move |snapshot| {
        let mut reading = Reading::default();
        let callers = reading.take(snapshot.callers(symbol.id())).callers;
        let calls: Vec<_> = callers.iter().filter_map(|caller| call(&view, snapshot, caller)).collect();
        reading.answer(calls)
    })
    .await?;
    Ok(Some(calls))
}

fn call(view: &View, snapshot: &Snapshot, caller: &CallerInfo) -> Option<CallHierarchyIncomingCall> {
    let certain = caller.sites.iter().filter(|site| site.confidence != Confidence::Ambiguous);
    let from_ranges: Vec<_> =
        certain.map(|site| view.range(snapshot, site.place.file, site.place.range)).collect();
    if from_ranges.is_empty() {
        return None;
    }
    let from = call_item(view, snapshot, &snapshot.symbol(caller.path.id())?)?;
    Some(CallHierarchyIncomingCall { from, from_ranges })
}
