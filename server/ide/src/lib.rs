//! The pure core: documents, the engine that keeps the graph in step with them, and the questions asked of it.
//!
//! Invariants:
//! * No IO, no thread, no protocol type. It cannot fail: broken code is not an error. How long parses took decides where
//!   the next one runs, and nothing else.
//! * [`Engine`] is the only thing that changes; a [`Snapshot`] is a value and has no way back to it.
//! * Paths are relative to the tree's root and use `/`; absolute paths exist only beyond `session`.
//! * One feature, one file; each returns an [`Answer`]: the value and the files it was made from.
//! * Pending and held facts live here, never in a cache, and are marked in every answer they touch.

mod affected;
mod answer;
mod callees;
mod callers;
mod change;
mod counts;
mod declaration;
mod definition;
mod document;
mod edited;
mod enclosing;
mod engine;
mod entry;
mod figures;
mod file;
mod find;
mod folds;
mod highlights;
mod hold;
mod hover;
mod implementations;
mod lenses;
mod local_references;
mod lookup;
mod outline;
mod parse;
mod position;
mod prelude;
mod references;
mod search_symbols;
mod seen_by;
mod selection;
mod shift;
mod shortest_path;
mod snapshot;
mod symbol;
mod symbols_at;
mod test_code;
mod type_definition;
mod type_hierarchy;
mod whole;
mod words;

pub use answer::*;
pub use change::{Change, ContentChange, DiskContent, DiskFile, EngineOptions, SessionId, SkipReason};
pub use edited::Edited;
pub use engine::Engine;
pub use lockstep_facts::{
    Confidence, FileFacts, Language, LineIndex, LinePosition, Name, PositionEncoding, ReferenceRole,
    SymbolId, SymbolKind, SymbolPath, TextRange, Visibility,
};
pub use lockstep_graph::{CallerId, FileId, Hub, KeyKind, KeyMask, PathOptions, Revision, WholeGraph};
pub use lockstep_languages::FoldKind;
pub use parse::{ParseJob, ParseResult, facts_of_text};
pub use snapshot::{FileState, SearchOptions, Snapshot};
