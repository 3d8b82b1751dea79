//! An immutable view of one tree at one revision, and the list of what can be asked of it.

use std::sync::Arc;

use lockstep_facts::{FileFacts, Language, LinePosition, Name, PositionEncoding, SymbolId};
use lockstep_graph::{FileId, Revision};

use crate::answer::*;
use crate::SkipReason;

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

/// See the module's documentation.
#[derive(Debug)]
pub struct Snapshot {}

#[rustfmt::skip]
impl Snapshot {
    /// The last event it shows.
    #[must_use] pub fn revision(&self) -> Revision { Revision(0) }
    /// The file at `path`.
    #[must_use] pub fn file(&self, _path: &str) -> Option<FileId> { None }
    /// A file's path.
    #[must_use] pub fn path(&self, _file: FileId) -> Name { Name::new("") }
    /// All files of the tree, skipped ones included, by path.
    #[must_use] pub fn files(&self) -> Vec<FileId> { Vec::new() }
    /// A file's language; none for a skipped or unknown file.
    #[must_use] pub fn language(&self, _file: FileId) -> Option<Language> { None }
    /// A file's facts, held items included.
    #[must_use] pub fn facts(&self, _file: FileId) -> Option<&Arc<FileFacts>> { None }
    /// Where a file's facts come from.
    #[must_use] pub fn state(&self, _file: FileId) -> FileState { FileState::Disk }
    /// The hash of the text that the facts are of (of a disk text: as given in [`crate::DiskFile`]).
    #[must_use] pub fn text_hash(&self, _file: FileId) -> u64 { 0 }
    /// The text of an open file; none for a closed one (the disk has it).
    #[must_use] pub fn open_text(&self, _file: FileId) -> Option<String> { None }
    /// The text that `session` has of `path`, if it differs from the elected one (answers about it are left out).
    #[must_use] pub fn differs_for(&self, _session: crate::SessionId, _file: FileId) -> bool { false }
    /// Files whose text is newer than their facts, by path.
    #[must_use] pub fn pending(&self) -> Vec<FileId> { Vec::new() }
    /// Whether a question that read these files and names must wait for a pending parse; which files.
    #[must_use] pub fn waits_for(&self, _read: &[FileId], _names: &[Name]) -> Vec<FileId> { Vec::new() }
    /// Files among `read` with held definitions.
    #[must_use] pub fn held(&self, _read: &[FileId]) -> Vec<FileId> { Vec::new() }
    /// Files open with unsaved edits, by path.
    #[must_use] pub fn unsaved(&self) -> Vec<FileId> { Vec::new() }
    /// Byte offset to line and column.
    #[must_use] pub fn position(&self, _file: FileId, _offset: u32, _encoding: PositionEncoding) -> LinePosition { LinePosition::default() }
    /// Line and column to byte offset, clamped.
    #[must_use] pub fn offset(&self, _file: FileId, _position: LinePosition, _encoding: PositionEncoding) -> u32 { 0 }
    /// Figures.
    #[must_use] pub fn figures(&self) -> Figures { Figures::default() }
    /// Computes outstanding memos of `file`: the idle pass.
    pub fn fill(&self, _file: FileId) {}

    // Features; each lives in a file of its own name.

    /// The definitions that the word at `at` means; a local's binding as a plain place.
    #[must_use] pub fn definition(&self, _at: FilePosition) -> Answer<Vec<Place>> { Answer::default() }
    /// The symbols that the word at `at` means (a definition's own name means itself).
    #[must_use] pub fn symbols_at(&self, _at: FilePosition) -> Answer<Vec<(SymbolId, lockstep_facts::Confidence)>> { Answer::default() }
    /// Every reference to `symbol`, import lines included, certain first is NOT done: order of path and place.
    #[must_use] pub fn references(&self, _symbol: SymbolId) -> Answer<Vec<ReferenceInfo>> { Answer::default() }
    /// References of a local name at `at`, within its item; empty if it is no local.
    #[must_use] pub fn local_references(&self, _at: FilePosition) -> Answer<Vec<Place>> { Answer::default() }
    /// Who calls `symbol`.
    #[must_use] pub fn callers(&self, _symbol: SymbolId) -> Answer<Vec<CallerInfo>> { Answer::default() }
    /// What a change of `symbol` reaches, to `depth` hops, at most `limit`; a class folds its members in.
    #[must_use] pub fn affected(&self, _symbol: SymbolId, _depth: u32, _limit: usize) -> Answer<AffectedInfo> { Answer::default() }
    /// The counts that lens, hover and tools print.
    #[must_use] pub fn counts(&self, _symbol: SymbolId) -> Answer<Counts> { Answer::default() }
    /// What hovering at `at` shows.
    #[must_use] pub fn hover(&self, _at: FilePosition) -> Answer<Option<HoverInfo>> { Answer::default() }
    /// The outline of a file.
    #[must_use] pub fn outline(&self, _file: FileId) -> Answer<Vec<OutlineNode>> { Answer::default() }
    /// Definitions whose name matches `query` (case-insensitive, subsequence), best first; and how many match in all.
    #[must_use] pub fn search_symbols(&self, _query: &str, _options: SearchOptions) -> Answer<(Vec<SymbolInfo>, usize)> { Answer::default() }
    /// Where lenses stand in a file.
    #[must_use] pub fn lenses(&self, _file: FileId) -> Answer<Vec<LensPlace>> { Answer::default() }
    /// One definition.
    #[must_use] pub fn symbol(&self, _id: SymbolId) -> Option<SymbolInfo> { None }
    /// Understands a name: exact path (`file#Container.name`), then label (`Container.name`), bare name, file, unique substring;
    /// `name@file-part` pins one. Case-insensitive where exact fails. Never picks among several.
    #[must_use] pub fn find(&self, _query: &str) -> Answer<SymbolQuery> {
        Answer { value: SymbolQuery::Unknown(Vec::new()), read: Vec::new(), names: Vec::new() }
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
