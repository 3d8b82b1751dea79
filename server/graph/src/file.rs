//! One file in the graph: its facts and the indexes over them.
use std::sync::Arc;
use lockstep_facts::{FileFacts, Name, SymbolId};
use crate::FileId;

/// A file's facts with what the graph derives from them alone.
#[derive(Debug)]
pub struct FileNode {
    /// Its id.
    pub id: FileId,
    /// Its path.
    pub path: Name,
    /// Its facts.
    pub facts: Arc<FileFacts>,
    /// Whether its symbols are no answers.
    pub external: bool,
}

impl FileNode {
    /// The id of item `item`, if it is a definition.
    #[must_use]
    pub fn symbol(&self, _item: u32) -> Option<SymbolId> { None }
    /// The item with this local path.
    #[must_use]
    pub fn item_at(&self, _local: Name) -> Option<u32> { None }
    /// The innermost item around item `item` that is a definition, itself included; none for module level.
    #[must_use]
    pub fn enclosing_definition(&self, _item: u32) -> Option<u32> { None }
    /// The items whose container is `container` (empty: module level), in text order.
    #[must_use]
    pub fn members(&self, _container: Name) -> Vec<u32> { Vec::new() }
}
