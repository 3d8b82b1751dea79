//! The graph as a value, and the one way to change it.

use std::sync::Arc;
use lockstep_facts::{FileFacts, Name, SymbolId};
use crate::file::FileNode;
use crate::{Affected, AffectedOptions, Caller, FileId, KeyMask, References, Resolution, Revision, Symbol};

/// Options of a graph, fixed for its life.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphOptions {
    /// See [`KeyMask`].
    pub mask: KeyMask,
}

/// A file's new facts.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// Which file.
    pub file: FileId,
    /// Its path from the tree's root, with `/`.
    pub path: Name,
    /// Its facts, held items included; none when it is gone.
    pub facts: Option<Arc<FileFacts>>,
    /// Whether its symbols are no answers (preludes, dependencies).
    pub external: bool,
}

/// The graph of one tree at one revision.
#[derive(Clone, Debug)]
pub struct Graph { pub(crate) x: u32 }

impl Graph {
    /// A graph of nothing, at revision 0.
    #[must_use]
    pub fn new(_options: GraphOptions) -> Graph { Graph { x: 0 } }
    /// Applies `changes` as one event numbered `revision`. Cost follows the changed files' interfaces.
    pub fn apply(&mut self, _revision: Revision, _changes: Vec<FileChange>) {}
    /// The number of the last event.
    #[must_use]
    pub fn revision(&self) -> Revision { Revision(0) }
    /// A file's node.
    #[must_use]
    pub fn file(&self, _file: FileId) -> Option<&Arc<FileNode>> { None }
    /// The file at `path`.
    #[must_use]
    pub fn file_at(&self, _path: Name) -> Option<FileId> { None }
    /// All files, preludes and dependencies left out, by id.
    pub fn files(&self) -> impl Iterator<Item = &Arc<FileNode>> { std::iter::empty() }
    /// The symbol with this id.
    #[must_use]
    pub fn symbol(&self, _id: SymbolId) -> Option<Symbol> { None }
    /// Every definition with this bare name outside preludes and dependencies, in order of path and place.
    #[must_use]
    pub fn definitions_named(&self, _name: Name) -> Vec<Symbol> { Vec::new() }
    /// The files that mention `name`, by id.
    #[must_use]
    pub fn files_mentioning(&self, _name: Name) -> Vec<FileId> { Vec::new() }
    /// What a reference means.
    #[must_use]
    pub fn resolve(&self, _file: FileId, _item: u32, _reference: u32) -> Resolution { Resolution::Targets(Arc::new([])) }
    /// Everything that refers to `symbol`, import lines included, in order of path and place.
    #[must_use]
    pub fn references(&self, _symbol: SymbolId) -> References { References::default() }
    /// The enclosing definitions of the calls of `symbol` (a module-level call's caller is the file), in order of path and place.
    #[must_use]
    pub fn callers(&self, _symbol: SymbolId) -> (Vec<Caller>, Vec<FileId>) { (Vec::new(), Vec::new()) }
    /// What a change of `symbol` reaches.
    #[must_use]
    pub fn affected(&self, _symbol: SymbolId, _options: AffectedOptions) -> Affected { Affected::default() }
    /// Computes every missing or outdated memo of `file`; the idle pass calls it for each.
    pub fn fill(&self, _file: FileId) {}
}
