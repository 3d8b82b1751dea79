//! The words every other crate of Lockstep shares: what one file says on its own.
//!
//! Invariants:
//! * This crate depends on no other crate of ours; `serde` is here for the cache alone.
//! * Facts are a pure function of (text, language as parsed, extractor version): no path, no clock, no other file.
//! * The three layers of an [`Item`] do not leak into each other: nothing in `definition` or `body` holds a
//!   position, so a comment line above an item changes no layer of it, and one inside it only its ranges.
//! * A name is a name until somebody asks: facts never say which symbol a reference means.

mod expression;
mod file;
mod hashes;
mod item;
mod kinds;
mod name;
mod package;
mod path;

pub use expression::{Expression, ExpressionId, LiteralKind, Parameter, ParameterKind, PathRoot};
pub use file::{FileFacts, LineIndex, LinePosition, PlacedItem, PositionEncoding, count_lines};
pub use hashes::ItemHashes;
pub use item::{
    Base, Binding, Body, CallShape, Container, Definition, DefinitionFlags, Impl, Import, ImportPath,
    Invocation, Item, Ranges, Reference, ReferenceTarget, Scope, ScopeId, ScopeKind, TextRange,
    TypeParameter,
};
pub use kinds::{Confidence, Language, LanguageFamily, ReferenceRole, Relation, SymbolKind, Visibility};
pub use name::{Name, numbering_names, with_numbered_names};
pub use package::{
    CSharpProject, CargoManifest, CargoTarget, CompileCommands, GoModule, PackageFacts, PackageJson,
    PythonProject, TsConfig,
};
pub use path::{SymbolId, SymbolPath, combine, hash_text};

/// Part of every cache key: raise it whenever an extractor's output changes for some text.
pub const EXTRACTOR_VERSION: u32 = 15;
