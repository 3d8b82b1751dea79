//! `textDocument/foldingRange`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, FoldInfo, FoldKind, Revision};
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;

/// What of a file can be folded, in whole lines. A client that takes a few only is given the outermost.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>> {
    let Some(path) = from_proto::relative(attached, &params.text_document.uri) else { return Ok(None) };
    let limit = attached.client.folding_limit;
    let stat = path.clone();
    let folds = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(file) = snapshot.file(&path) else { return Answer::default() };
        let mut reading = Reading::default();
        let folds = outermost(reading.take(snapshot.folds(file)), limit);
        reading.answer(Some(folds.into_iter().map(range).collect()))
    })
    .await?;
    Ok(folds)
}

fn range(fold: FoldInfo) -> FoldingRange {
    FoldingRange {
        start_line: fold.first,
        end_line: fold.last,
        kind: match fold.kind {
            FoldKind::Code => None,
            FoldKind::Comment => Some(FoldingRangeKind::Comment),
            FoldKind::Imports => Some(FoldingRangeKind::Imports),
            FoldKind::Region => Some(FoldingRangeKind::Region),
        },
        ..FoldingRange::default()
    }
}

/// At most `limit` of `folds`, which are in order: those that the fewest others hold.
fn outermost(folds: Vec<FoldInfo>, limit: Option<u32>) -> Vec<FoldInfo> {
    let limit = limit.map_or(usize::MAX, |limit| limit as usize);
    if folds.len() <= limit {
        return folds;
    }
    let mut open: Vec<u32> = Vec::new();
    let mut depths: Vec<(usize, usize)> = Vec::with_capacity(folds.len());
    for (at, fold) in folds.iter().enumerate() {
        open.retain(|last| *last >= fold.last);
        depths.push((open.len(), at));
        open.push(fold.last);
    }
    depths.sort_unstable();
    depths.truncate(limit);
    depths.sort_unstable_by_key(|(_, at)| *at);
    depths.into_iter().filter_map(|(_, at)| folds.get(at).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::{FoldInfo, FoldKind, outermost};

    #[test]
    fn of_too_many_folds_the_outermost_are_kept() {
        let fold = |first, last| FoldInfo { first, last, kind: FoldKind::Code };
        let folds = vec![fold(0, 9), fold(1, 5), fold(2, 4), fold(6, 8), fold(10, 12)];
        assert_eq!(outermost(folds.clone(), None), folds);
        assert_eq!(outermost(folds.clone(), Some(2)), [fold(0, 9), fold(10, 12)]);
        assert_eq!(outermost(folds, Some(4)), [fold(0, 9), fold(1, 5), fold(6, 8), fold(10, 12)]);
    }
}
