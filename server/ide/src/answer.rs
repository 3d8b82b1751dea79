//! Answers: plain data in product words.

use lockstep_facts::{
    Confidence, Name, ReferenceRole, SymbolId, SymbolKind, SymbolPath, TextRange, Visibility,
};
use lockstep_graph::FileId;

/// What a feature returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer<T> {
    /// The answer itself.
    pub value: T,
    /// The files it was made from, by id, without doubles: what the gate looks at, and what may be pending or held.
    pub read: Vec<FileId>,
    /// The names it asked for: a pending file whose edited lines hold one of them is waited for.
    pub names: Vec<Name>,
}

/// A place in a file, as a question names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// Which file.
    pub file: FileId,
    /// Byte offset.
    pub offset: u32,
}

/// A place in a file, as an answer names it. Lines and columns come from [`crate::Snapshot::position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which file.
    pub file: FileId,
    /// Bytes in it.
    pub range: TextRange,
}

/// A definition, as answers show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolInfo {
    /// Its id.
    pub id: SymbolId,
    /// Its path, printed `file#Container.name`.
    pub path: SymbolPath,
    /// Its bare name.
    pub name: Name,
    /// What it is.
    pub kind: SymbolKind,
    /// The local path of what holds it, if anything does.
    pub container: Option<Name>,
    /// Who may name it.
    pub visibility: Visibility,
    /// Its name.
    pub name_range: TextRange,
    /// All of it.
    pub full_range: TextRange,
    /// The file.
    pub file: FileId,
    /// Zero-based line of its name.
    pub line: u32,
    /// Its header on one line.
    pub signature: Box<str>,
    /// The first lines of its documentation.
    pub documentation: Box<str>,
    /// Kept from before the tree around it was damaged.
    pub held: bool,
}

/// One place that refers to a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceInfo {
    /// Where.
    pub place: Place,
    /// Zero-based line.
    pub line: u32,
    /// What it does with the symbol.
    pub role: ReferenceRole,
    /// How that is known.
    pub confidence: Confidence,
    /// The definition around it; none at module level.
    pub enclosing: Option<SymbolPath>,
}

/// Who calls a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerInfo {
    /// The caller: a definition, or a whole file for calls at module level.
    pub path: SymbolPath,
    /// What it is (module for a file).
    pub kind: SymbolKind,
    /// The caller's name, where it is a definition.
    pub place: Place,
    /// Zero-based line of the caller's name.
    pub line: u32,
    /// Its header on one line.
    pub signature: Box<str>,
    /// The calls, in text order.
    pub sites: Vec<ReferenceInfo>,
    /// The best confidence among the calls.
    pub confidence: Confidence,
}

/// Everybody who calls a symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallersInfo {
    /// In order of path and place.
    pub callers: Vec<CallerInfo>,
    /// Calls of a member of that name on receivers that nothing is known of: they may be more, or none of its.
    pub unresolved_calls: usize,
}

/// Something that a symbol calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalleeInfo {
    /// What is called.
    pub symbol: SymbolInfo,
    /// The calls, in text order.
    pub sites: Vec<ReferenceInfo>,
    /// The best confidence among the calls.
    pub confidence: Confidence,
}

/// What a symbol calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CalleesInfo {
    /// In the order of the first calls.
    pub callees: Vec<CalleeInfo>,
    /// Calls that lead out of the workspace, or nobody knows where.
    pub elsewhere: usize,
}

/// One step of the way from a symbol to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// What uses the next one.
    pub from: SymbolInfo,
    /// Where and how.
    pub site: ReferenceInfo,
    /// What is used.
    pub to: SymbolInfo,
}

/// The way from a symbol to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathInfo {
    /// In order; empty if there is no way.
    pub steps: Vec<PathStep>,
    /// Whether the search ended before everything that can be reached was looked at.
    pub given_up: bool,
    /// Whether one of the two holds the other. The way is then one between the inner and the rest of the outer.
    pub nested: bool,
}

/// What a change of a symbol reaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffectedInfo {
    /// Nearest first.
    pub symbols: Vec<AffectedSymbol>,
    /// Whether it was cut at the limit.
    pub truncated: bool,
}

/// One thing a change reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffectedSymbol {
    /// Who.
    pub path: SymbolPath,
    /// What it is (module for a file).
    pub kind: SymbolKind,
    /// Its file.
    pub file: FileId,
    /// Zero-based line of its name (0 for a file).
    pub line: u32,
    /// Hops from the symbol asked about.
    pub depth: u32,
    /// Whether some edge on every way to it is uncertain.
    pub uncertain: bool,
    /// Whether it is a test.
    pub test: bool,
}

/// The numbers that lens, hover and tools show, each by its one definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Callers known for certain.
    pub callers: usize,
    /// Callers by uncertain edges only.
    pub uncertain_callers: usize,
    /// Affected to depth 3, certain; 100 means 100 or more.
    pub affected: usize,
    /// Affected by uncertain edges only.
    pub uncertain_affected: usize,
    /// Tests among the affected, certain or not.
    pub tests: usize,
    /// References, import lines included, certain.
    pub references: usize,
    /// References by uncertain edges.
    pub uncertain_references: usize,
}

/// What hovering shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoverInfo {
    /// The word under the cursor.
    pub range: TextRange,
    /// What it means: one, or several if ambiguous.
    pub symbols: Vec<SymbolInfo>,
    /// Counts of the first.
    pub counts: Counts,
    /// How the meaning is known; `extracted` on a definition's own name.
    pub confidence: Confidence,
}

/// A node of a file's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineNode {
    /// The definition.
    pub symbol: SymbolInfo,
    /// Its members, in text order.
    pub children: Vec<OutlineNode>,
}

/// What is done with a name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// It is mentioned: an import, a type.
    Text,
    /// Its value is used.
    Read,
    /// It is given a value, or defined.
    Write,
}

/// A place in the file that was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Bytes in the file.
    pub range: TextRange,
    /// What is done there.
    pub kind: HighlightKind,
}

/// A stretch of lines that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldInfo {
    /// Zero-based line that stays.
    pub first: u32,
    /// Zero-based last line that goes.
    pub last: u32,
    /// What it is.
    pub kind: lockstep_languages::FoldKind,
}

/// A lens before it is resolved: ranges only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensPlace {
    /// The definition it stands above.
    pub symbol: SymbolPath,
    /// Its name.
    pub name_range: TextRange,
}

/// How a name given by a person or a model was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolQuery {
    /// Exactly one meaning.
    One(SymbolInfo),
    /// The name of a file.
    File(FileId),
    /// Several: candidates, best first, at most 20, and how many there are in all.
    Several(Vec<SymbolInfo>, usize),
    /// None: the nearest names, at most 5.
    Unknown(Vec<SymbolInfo>),
}

/// Figures of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Files with facts.
    pub files: usize,
    /// Definitions.
    pub symbols: usize,
    /// References.
    pub references: usize,
    /// Lines of those files.
    pub lines: u64,
    /// Files by language, in the language list's order.
    pub languages: Vec<(lockstep_facts::Language, usize)>,
    /// Files left out: path and why, by path.
    pub skipped: Vec<(Name, String)>,
    /// Files with syntax errors.
    pub damaged: usize,
}
