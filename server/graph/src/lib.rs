//! Facts of all files to symbols, keys, resolution and relations.
//!
//! Invariants:
//! * No syntax tree, no IO, no text of a file: facts in, plain data out.
//! * [`Graph`] is a value: cloning it is cheap, and a clone never changes. Only [`Graph::apply`] takes `&mut`.
//! * [`Graph::apply`] resolves nothing and closes over nothing: it compares facts and writes down keys.
//! * An answer never depends on which question was asked before it.
//! * There is no stored reverse index: who refers to a symbol is found by name and resolved.

mod apply;
mod associated;
mod bases;
mod belonging;
mod binding_types;
mod call;
mod callees;
mod declarations;
mod definition_types;
mod extensions;
mod file;
mod fits;
mod functional;
mod hierarchy;
mod homonyms;
mod includes;
mod infer;
mod inherited;
mod key;
mod lookup;
mod members;
mod memo;
mod overloads;
mod parts;
mod paths;
mod protocols;
mod references;
mod resolve;
mod resolver;
mod rules;
mod shared;
mod type_parameters;
mod types;
mod types_at;
mod uses;
mod visits;
mod whole;

use std::sync::Arc;

use lockstep_facts::{Confidence, SymbolId};

pub use apply::{FileChange, Graph, GraphOptions};
pub use callees::{Callee, Callees};
pub use file::FileNode;
pub use hierarchy::{Implementation, Subtype, Subtypes};
pub use key::{KeyKind, KeyMask};
pub use references::{Affected, AffectedOptions, Caller, CallerId, Callers, References, Site};
pub use uses::{Path, PathOptions, Step};
pub use whole::{Hub, WholeGraph};

/// A file of one tree. Ids are given out by `ide` and never reused while the tree is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// The number of the last event a snapshot shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

/// Where a symbol stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// Its id.
    pub id: SymbolId,
    /// The file.
    pub file: FileId,
    /// Index into the file's items.
    pub item: u32,
}

/// One meaning of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// What it means: a symbol of the workspace, or a whole file (the id of its path with an empty local part).
    pub symbol: SymbolId,
    /// How that is known.
    pub confidence: Confidence,
}

/// What a reference means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A local name: binding `binding` of item `item` in the same file.
    Local {
        /// Index into the file's items.
        item: u32,
        /// Index into the item's bindings.
        binding: u32,
    },
    /// These symbols, best first; empty if nothing in the workspace is meant or known.
    Targets(Arc<[Target]>),
}
