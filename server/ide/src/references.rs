//! Who refers to a symbol.

use lockstep_facts::{SymbolId, SymbolPath};
use lockstep_graph::Site;

use crate::{Answer, Place, ReferenceInfo, Snapshot};

/// Every reference to `symbol`, import lines included, in order of path and place.
pub(crate) fn references(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<ReferenceInfo>> {
    let found = snapshot.graph.references(symbol);
    let references: Vec<ReferenceInfo> =
        found.sites.iter().filter_map(|site| reference_info(snapshot, site)).collect();
    let sites = references.iter().map(|reference| reference.place.file);
    let read = found.read.into_iter().chain(sites).chain(snapshot.file_of(symbol)).collect();
    Answer::new(references, read, snapshot.name_of(symbol))
}

/// One place as answers show it.
pub(crate) fn reference_info(snapshot: &Snapshot, site: &Site) -> Option<ReferenceInfo> {
    let entry = snapshot.entry(site.file)?;
    let range = entry.item(site.item)?.reference_range(site.reference as usize);
    Some(ReferenceInfo {
        place: Place { file: site.file, range },
        line: entry.line(range.start),
        role: site.role,
        confidence: site.confidence,
        enclosing: enclosing(snapshot, site),
    })
}

fn enclosing(snapshot: &Snapshot, site: &Site) -> Option<SymbolPath> {
    let node = snapshot.graph.file(site.file)?;
    let placed = node.facts.items.get(node.enclosing_reference(site.item, site.reference)? as usize)?;
    Some(SymbolPath { file: node.path, local: placed.item.path })
}

impl Snapshot {
    /// The bare name of a symbol, as the names that a question asked for.
    pub(crate) fn name_of(&self, symbol: SymbolId) -> Vec<lockstep_facts::Name> {
        self.symbol(symbol).map(|symbol| symbol.name).into_iter().collect()
    }
}
