//! One definition as answers show it.

use lockstep_facts::{Name, SymbolId, SymbolKind, SymbolPath, TextRange, Visibility};
use lockstep_graph::FileId;

use crate::entry::FileEntry;
use crate::{Answer, Snapshot, SymbolInfo};

/// The definition with this id; a whole file is a module.
pub(crate) fn symbol(snapshot: &Snapshot, id: SymbolId) -> Option<SymbolInfo> {
    if let Some(symbol) = snapshot.graph.symbol(id) {
        return info(snapshot.entry(symbol.file)?, symbol.item);
    }
    let entry = snapshot.entry(snapshot.graph.file_of(id)?)?;
    (!entry.external).then(|| file_info(entry))
}

/// Item `item` of a file, if it is a definition.
pub(crate) fn info(entry: &FileEntry, item: u32) -> Option<SymbolInfo> {
    let placed = entry.item(item)?;
    let definition = placed.item.definition.as_ref()?;
    let path = SymbolPath { file: entry.path, local: placed.item.path };
    let name_range = placed.name_range();
    Some(SymbolInfo {
        id: path.id(),
        path,
        name: definition.name,
        kind: definition.kind,
        container: definition.container.as_ref().map(|container| container.path),
        visibility: definition.visibility,
        name_range,
        full_range: placed.full_range(),
        file: entry.id,
        line: entry.line(name_range.start),
        signature: definition.signature.clone(),
        documentation: definition.documentation.clone(),
        held: placed.held,
    })
}

/// A whole file.
pub(crate) fn file_info(entry: &FileEntry) -> SymbolInfo {
    let path = SymbolPath { file: entry.path, local: Name::empty() };
    let name = entry.path.as_str().rsplit('/').next().unwrap_or_default();
    SymbolInfo {
        id: path.id(),
        path,
        name: Name::new(name.split_once('.').map_or(name, |(stem, _)| stem)),
        kind: SymbolKind::Module,
        container: None,
        visibility: Visibility::Public,
        name_range: TextRange::default(),
        full_range: TextRange::default(),
        file: entry.id,
        line: 0,
        signature: entry.path.as_str().into(),
        documentation: entry.facts.as_ref().map(|facts| facts.documentation.clone()).unwrap_or_default(),
        held: false,
    }
}

impl<T> Answer<T> {
    /// An answer made from `read` that asked for `names`; doubles are left out.
    pub(crate) fn new(value: T, mut read: Vec<FileId>, mut names: Vec<Name>) -> Answer<T> {
        read.sort_unstable();
        read.dedup();
        names.sort_unstable_by_key(|name| name.as_str());
        names.dedup();
        Answer { value, read, names }
    }
}
