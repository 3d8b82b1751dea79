//! The pure core: documents, the engine that keeps the graph in step with them, and the questions asked of it.
//!
//! Invariants:
//! * No IO, no clock, no thread, no protocol type. It cannot fail: broken code is not an error.
//! * [`Engine`] is the only thing that changes; a [`Snapshot`] is a value and has no way back to it.
//! * Paths are relative to the tree's root and use `/`; absolute paths exist only beyond `session`.
//! * One feature, one file; each returns an [`Answer`]: the value and the files it was made from.
//! * Pending and held facts live here, never in a cache, and are marked in every answer they touch.

mod answer;
mod engine;
mod snapshot;

pub use answer::*;
pub use engine::{
    Change, ContentChange, DiskContent, DiskFile, Engine, EngineOptions, ParseJob, ParseResult, SessionId, SkipReason, facts_of_text,
};
pub use lockstep_facts::{
    Confidence, FileFacts, Language, LineIndex, LinePosition, Name, PositionEncoding, ReferenceRole, SymbolId, SymbolKind,
    SymbolPath, TextRange, Visibility,
};
pub use lockstep_graph::{FileId, KeyKind, KeyMask, Revision};
pub use snapshot::{FileState, SearchOptions, Snapshot};
