//! `textDocument/selectionRange`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, Revision};
use lsp_types::{Range, SelectionRange, SelectionRangeParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;

/// Positions answered in one request; the rest get an empty range each.
const MAX_POSITIONS: usize = 1000;

/// What a growing selection takes from each position, step by step.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>> {
    let Some(path) = from_proto::relative(attached, &params.text_document.uri) else { return Ok(None) };
    let view = attached.view.clone();
    let stat = path.clone();
    ask(attached, ticket, Some(&stat), move |snapshot| {
        if snapshot.file(&path).is_none() {
            return Answer::default();
        }
        let mut reading = Reading::default();
        let mut found = Vec::with_capacity(params.positions.len());
        for (number, position) in params.positions.iter().enumerate() {
            let mut ranges: Vec<Range> = Vec::new();
            if number < MAX_POSITIONS
                && let Some(at) = view.at(snapshot, &path, from_proto::position(*position))
            {
                let around = reading.take(snapshot.selection(at));
                ranges.extend(around.into_iter().map(|range| view.range(snapshot, at.file, range)));
            }
            // Each position has its answer, and each range holds its position.
            found.push(nested(ranges).unwrap_or(SelectionRange {
                range: Range { start: *position, end: *position },
                parent: None,
            }));
        }
        reading.answer(Some(found))
    })
    .await
}

/// `ranges`, innermost first, each inside of the next.
fn nested(ranges: Vec<Range>) -> Option<SelectionRange> {
    let outward = ranges.into_iter().rev();
    outward.fold(None, |parent, range| Some(SelectionRange { range, parent: parent.map(Box::new) }))
}
