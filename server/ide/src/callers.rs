//! Who calls a symbol.

use lockstep_facts::SymbolId;
use lockstep_graph::{Caller, CallerId};

use crate::references::reference_info;
use crate::symbol::file_info;
use crate::{Answer, CallerInfo, Place, Snapshot, SymbolInfo};

/// The enclosing definitions of the calls of `symbol`, in order of path and place; of a call at module level the file.
pub(crate) fn callers(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<CallerInfo>> {
    let (callers, read) = snapshot.graph.callers(symbol);
    let callers: Vec<CallerInfo> =
        callers.iter().filter_map(|caller| caller_info(snapshot, caller)).collect();
    let sites = callers.iter().flat_map(|caller| caller.sites.iter().map(|site| site.place.file));
    let read = read.into_iter().chain(sites).chain(snapshot.file_of(symbol)).collect();
    Answer::new(callers, read, snapshot.name_of(symbol))
}

fn caller_info(snapshot: &Snapshot, caller: &Caller) -> Option<CallerInfo> {
    let symbol = caller_symbol(snapshot, caller.caller)?;
    Some(CallerInfo {
        path: symbol.path,
        kind: symbol.kind,
        place: Place { file: symbol.file, range: symbol.name_range },
        line: symbol.line,
        signature: symbol.signature,
        sites: caller.sites.iter().filter_map(|site| reference_info(snapshot, site)).collect(),
        confidence: caller.confidence,
    })
}

/// A caller as a symbol: a definition, or a whole file.
pub(crate) fn caller_symbol(snapshot: &Snapshot, caller: CallerId) -> Option<SymbolInfo> {
    match caller {
        CallerId::Symbol(symbol) => snapshot.symbol(symbol),
        CallerId::Module(file) => Some(file_info(snapshot.entry(file)?)),
    }
}
