//! What a change of a symbol reaches.

use lockstep_facts::SymbolId;
use lockstep_graph::AffectedOptions;

use crate::callers::caller_symbol;
use crate::{AffectedInfo, AffectedSymbol, Answer, Snapshot};

/// What a change of `symbol` reaches, to `depth` hops, at most `limit`, nearest first. A class folds its members in: what
/// a change of any of them reaches, and they themselves are left out.
pub(crate) fn affected(
    snapshot: &Snapshot,
    symbol: SymbolId,
    depth: u32,
    limit: usize,
) -> Answer<AffectedInfo> {
    let found = snapshot.graph.affected(symbol, AffectedOptions { depth, limit });
    let mut names = snapshot.name_of(symbol);
    let mut read = found.read;
    read.extend(snapshot.file_of(symbol));
    let mut symbols = Vec::with_capacity(found.symbols.len());
    for (who, depth, certain) in found.symbols {
        let Some(reached) = caller_symbol(snapshot, who) else { continue };
        // Whoever mentions what is reached is reached as well: a pending file that does is to be waited for.
        names.push(reached.name);
        read.push(reached.file);
        symbols.push(AffectedSymbol {
            path: reached.path,
            kind: reached.kind,
            file: reached.file,
            line: reached.line,
            depth,
            uncertain: !certain,
        });
    }
    Answer::new(AffectedInfo { symbols, truncated: found.truncated }, read, names)
}
