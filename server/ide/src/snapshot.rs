//! An immutable view of one tree at one revision, and the list of what can be asked of it.

use std::sync::{Arc, OnceLock};

use imbl::{OrdMap, Vector};
use lockstep_facts::{
    Confidence, FileFacts, Language, LinePosition, Name, PositionEncoding, SymbolId, TextRange,
};
use lockstep_graph::{FileId, Graph, PathOptions, Revision, WholeGraph};

use crate::answer::*;
use crate::edited::Edited;
use crate::entry::{FileEntry, Lines};
use crate::seen_by::seen_by;
use crate::{SessionId, SkipReason};

/// Where a file's facts come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// The disk.
    Disk,
    /// An editor's buffer; `dirty` if it differs from the disk.
    Open {
        /// Whether the text differs from the disk's.
        dirty: bool,
    },
    /// Listed, but left out.
    Skipped(SkipReason),
}

/// See the module's documentation. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) revision: Revision,
    pub(crate) graph: Graph,
    /// Made when it is first asked for, and shared by all snapshots of the same graph.
    pub(crate) whole: Arc<OnceLock<WholeGraph>>,
    /// By [`FileId`].
    pub(crate) entries: Vector<Arc<FileEntry>>,
    /// Files that are there, by path.
    pub(crate) listed: OrdMap<&'static str, FileId>,
    pub(crate) pending: OrdMap<&'static str, FileId>,
    pub(crate) unconfirmed: OrdMap<&'static str, FileId>,
    pub(crate) open: OrdMap<&'static str, FileId>,
    pub(crate) unsaved: OrdMap<&'static str, FileId>,
    /// Files of which some session has another text than the elected one.
    pub(crate) differing: OrdMap<&'static str, FileId>,
    pub(crate) edited: Vector<Edited>,
}

impl Snapshot {
    /// The last event it shows.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The file at `path`.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<FileId> {
        self.listed.get(path).copied()
    }

    /// A file's path.
    #[must_use]
    pub fn path(&self, file: FileId) -> Name {
        self.entry(file).map_or_else(Name::empty, |entry| entry.path)
    }

    /// All files of the tree, skipped ones included, by path.
    #[must_use]
    pub fn files(&self) -> Vec<FileId> {
        self.listed.values().copied().collect()
    }

    /// A file's language; none for a skipped or unknown file.
    #[must_use]
    pub fn language(&self, file: FileId) -> Option<Language> {
        self.entry(file)?.language
    }

    /// A file's facts, held items included.
    #[must_use]
    pub fn facts(&self, file: FileId) -> Option<&Arc<FileFacts>> {
        self.entry(file)?.facts.as_ref()
    }

    /// Where a file's facts come from.
    #[must_use]
    pub fn state(&self, file: FileId) -> FileState {
        self.entry(file).map_or(FileState::Disk, |entry| entry.state.clone())
    }

    /// The hash of the text that the facts are of (of a disk text: as given in [`crate::DiskFile`]).
    #[must_use]
    pub fn text_hash(&self, file: FileId) -> u64 {
        self.entry(file).map_or(0, |entry| entry.hash)
    }

    /// The text of an open file; none for a closed one (the disk has it).
    #[must_use]
    pub fn open_text(&self, file: FileId) -> Option<String> {
        match &self.entry(file)?.lines {
            Lines::Text(text) => Some(text.to_string()),
            Lines::Index(_) | Lines::Nothing => None,
        }
    }

    /// Whether `session` has a text of the file that differs from the elected one.
    #[must_use]
    pub fn differs_for(&self, session: SessionId, file: FileId) -> bool {
        self.entry(file).is_some_and(|entry| entry.differing.iter().any(|text| text.session == session))
    }

    /// The tree as `session` has it on its screen: of files of which it has another text than the elected one, its own. None
    /// where it has no such text. `before`: what this said last; of a text that is still the same the facts are taken over.
    #[must_use]
    pub fn seen_by(&self, session: SessionId, before: Option<&Snapshot>) -> Option<Snapshot> {
        seen_by(self, session, before)
    }

    /// Files whose text is newer than their facts, by path.
    #[must_use]
    pub fn pending(&self) -> Vec<FileId> {
        self.pending.values().copied().collect()
    }

    /// Whether [`Snapshot::unconfirmed`] names any file.
    #[must_use]
    pub fn is_unconfirmed(&self) -> bool {
        !self.unconfirmed.is_empty()
    }

    /// Open files whose text is damaged and was parsed with the help of an older tree, by path: what recovery makes of such
    /// a text can differ from what it makes of the text alone.
    #[must_use]
    pub fn unconfirmed(&self) -> Vec<FileId> {
        self.unconfirmed.values().copied().collect()
    }

    /// Whether a question that read these files and names must wait for a pending parse; which files, by path.
    #[must_use]
    pub fn waits_for(&self, read: &[FileId], names: &[Name]) -> Vec<FileId> {
        let waits = |file: &FileId| {
            let words = self.entry(*file).and_then(|entry| entry.pending.as_ref());
            read.contains(file) || words.is_some_and(|words| names.iter().any(|name| words.contains(*name)))
        };
        self.pending.values().copied().filter(waits).collect()
    }

    /// Files among `read` with held definitions.
    #[must_use]
    pub fn held(&self, read: &[FileId]) -> Vec<FileId> {
        read.iter().copied().filter(|file| self.entry(*file).is_some_and(|entry| entry.held)).collect()
    }

    /// Files open with unsaved edits, by path.
    #[must_use]
    pub fn unsaved(&self) -> Vec<FileId> {
        self.unsaved.values().copied().collect()
    }

    /// Files open in an editor, by path.
    #[must_use]
    pub fn open(&self) -> Vec<FileId> {
        self.open.values().copied().collect()
    }

    /// The definitions that were edited last in open files, newest last.
    #[must_use]
    pub fn edited(&self) -> &Vector<Edited> {
        &self.edited
    }

    /// Whether some that were edited before those may be forgotten.
    #[must_use]
    pub fn forgets_edited(&self) -> bool {
        crate::edited::forgets(&self.edited)
    }

    /// Byte offset to line and column; past the end is the end.
    #[must_use]
    pub fn position(&self, file: FileId, offset: u32, encoding: PositionEncoding) -> LinePosition {
        self.entry(file).map_or_else(LinePosition::default, |entry| entry.position(offset, encoding))
    }

    /// Line and column to byte offset, clamped.
    #[must_use]
    pub fn offset(&self, file: FileId, position: LinePosition, encoding: PositionEncoding) -> u32 {
        self.entry(file).map_or(0, |entry| entry.offset(position, encoding))
    }

    /// Computes outstanding memos of `file`, as long as `go_on` says so: the idle pass.
    pub fn fill(&self, file: FileId, go_on: &mut dyn FnMut() -> bool) {
        self.graph.fill(file, go_on);
    }

    /// The graph it shows: for questions over the whole of it.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(crate) fn entry(&self, file: FileId) -> Option<&Arc<FileEntry>> {
        self.entries.get(file.0 as usize)
    }

    /// The entries of the tree's files, by path.
    pub(crate) fn listed_entries(&self) -> impl Iterator<Item = &Arc<FileEntry>> {
        self.listed.values().filter_map(|file| self.entry(*file))
    }
}

/// The questions. Each is a file of its own name.
impl Snapshot {
    /// Figures.
    #[must_use]
    pub fn figures(&self) -> Figures {
        crate::figures::figures(self)
    }

    /// The definitions that the word at `at` means; a local's binding as a plain place.
    #[must_use]
    pub fn definition(&self, at: FilePosition) -> Answer<Vec<Place>> {
        crate::definition::definition(self, at)
    }

    /// The import that the word at `at` came by, on an import line the one that its module passes it on by; else the
    /// definition.
    #[must_use]
    pub fn declaration(&self, at: FilePosition) -> Answer<Vec<Place>> {
        crate::declaration::declaration(self, at)
    }

    /// Where the types of the word at `at` are defined.
    #[must_use]
    pub fn type_definition(&self, at: FilePosition) -> Answer<Vec<Place>> {
        crate::type_definition::type_definition(self, at)
    }

    /// What implements `symbol`, in order of path and place.
    #[must_use]
    pub fn implementations(&self, symbol: SymbolId) -> Answer<Vec<Place>> {
        crate::implementations::implementations(self, symbol)
    }

    /// The types that `symbol` derives from directly, in the order they are written.
    #[must_use]
    pub fn supertypes(&self, symbol: SymbolId) -> Answer<Vec<SymbolInfo>> {
        crate::type_hierarchy::supertypes(self, symbol)
    }

    /// The types that derive from `symbol` directly, in order of path and place.
    #[must_use]
    pub fn subtypes(&self, symbol: SymbolId) -> Answer<Vec<SymbolInfo>> {
        crate::type_hierarchy::subtypes(self, symbol)
    }

    /// The places in its file of what the word at `at` means, in text order.
    #[must_use]
    pub fn highlights(&self, at: FilePosition) -> Answer<Vec<Highlight>> {
        crate::highlights::highlights(self, at)
    }

    /// What of a file can be folded, in text order.
    #[must_use]
    pub fn folds(&self, file: FileId) -> Answer<Vec<FoldInfo>> {
        crate::folds::folds(self, file)
    }

    /// The ranges around `at`, innermost first.
    #[must_use]
    pub fn selection(&self, at: FilePosition) -> Answer<Vec<TextRange>> {
        crate::selection::selection(self, at)
    }

    /// The symbols that the word at `at` means (a definition's own name means itself).
    #[must_use]
    pub fn symbols_at(&self, at: FilePosition) -> Answer<Vec<(SymbolId, Confidence)>> {
        crate::symbols_at::symbols_at(self, at)
    }

    /// Every reference to `symbol`, import lines included, in order of path and place.
    #[must_use]
    pub fn references(&self, symbol: SymbolId) -> Answer<Vec<ReferenceInfo>> {
        crate::references::references(self, symbol)
    }

    /// The places of the local name at `at`, its bindings and its references, in text order; empty if it is no local.
    #[must_use]
    pub fn local_references(&self, at: FilePosition) -> Answer<Vec<Place>> {
        crate::local_references::local_references(self, at)
    }

    /// Who calls `symbol`, in order of path and place.
    #[must_use]
    pub fn callers(&self, symbol: SymbolId) -> Answer<CallersInfo> {
        crate::callers::callers(self, symbol)
    }

    /// What other files refer to of what `file` defines, import lines included, in order of path and place.
    #[must_use]
    pub fn references_to_file(&self, file: FileId) -> Answer<Vec<ReferenceInfo>> {
        crate::references::references_to_file(self, file)
    }

    /// What `symbol` calls in its own text, in the order of the first calls.
    #[must_use]
    pub fn callees(&self, symbol: SymbolId) -> Answer<CalleesInfo> {
        crate::callees::callees(self, symbol)
    }

    /// Who in other files calls what `file` defines, in order of path and place.
    #[must_use]
    pub fn callers_of_file(&self, file: FileId) -> Answer<CallersInfo> {
        crate::callers::callers_of_file(self, file)
    }

    /// The shortest way along uses from `from` to `to`.
    #[must_use]
    pub fn shortest_path(&self, from: SymbolId, to: SymbolId, options: PathOptions) -> Answer<PathInfo> {
        crate::shortest_path::shortest_path(self, from, to, options)
    }

    /// The definitions around `at`, innermost first; none at the top level of the file.
    #[must_use]
    pub fn enclosing(&self, at: FilePosition) -> Answer<Vec<SymbolInfo>> {
        crate::enclosing::enclosing(self, at)
    }

    /// How many other definitions have the bare name of `symbol`.
    #[must_use]
    pub fn namesakes(&self, symbol: SymbolId) -> usize {
        self.symbol(symbol).map_or(0, |own| self.graph.definitions_named(own.name).len().saturating_sub(1))
    }

    /// The members of base types that `symbol` stands in for: what is called on the base may be it.
    #[must_use]
    pub fn overridden(&self, symbol: SymbolId) -> Vec<SymbolInfo> {
        self.graph.overridden(symbol).into_iter().filter_map(|symbol| self.symbol(symbol)).collect()
    }

    /// What a change of `symbol` reaches, to `depth` hops, at most `limit`; a class folds its members in.
    #[must_use]
    pub fn affected(&self, symbol: SymbolId, depth: u32, limit: usize) -> Answer<AffectedInfo> {
        crate::affected::affected(self, symbol, depth, limit)
    }

    /// The counts that lens, hover and tools print.
    #[must_use]
    pub fn counts(&self, symbol: SymbolId) -> Answer<Counts> {
        crate::counts::counts(self, symbol)
    }

    /// What hovering at `at` shows.
    #[must_use]
    pub fn hover(&self, at: FilePosition) -> Answer<Option<HoverInfo>> {
        crate::hover::hover(self, at)
    }

    /// The outline of a file.
    #[must_use]
    pub fn outline(&self, file: FileId) -> Answer<Vec<OutlineNode>> {
        crate::outline::outline(self, file)
    }

    /// Definitions whose name matches `query` (case-insensitive, subsequence), best first; and how many match in all.
    #[must_use]
    pub fn search_symbols(&self, query: &str, options: SearchOptions) -> Answer<(Vec<SymbolInfo>, usize)> {
        crate::search_symbols::search_symbols(self, query, &options)
    }

    /// Where lenses stand in a file.
    #[must_use]
    pub fn lenses(&self, file: FileId) -> Answer<Vec<LensPlace>> {
        crate::lenses::lenses(self, file)
    }

    /// One definition; a whole file as a module.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> Option<SymbolInfo> {
        crate::symbol::symbol(self, id)
    }

    /// Understands a name: exact path (`file#Container.name`), then label (`Container.name`), bare name, file, unique
    /// substring; `name@file-part` pins one. Case-insensitive where exact fails. Never picks among several.
    #[must_use]
    pub fn find(&self, query: &str) -> Answer<SymbolQuery> {
        crate::find::find(self, query)
    }
}

/// Narrows a symbol search.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// Only these kinds; empty for all.
    pub kinds: Vec<lockstep_facts::SymbolKind>,
    /// Only files whose path contains this.
    pub path: Option<String>,
    /// At most this many.
    pub limit: usize,
    /// Leave out so many first.
    pub offset: usize,
}
