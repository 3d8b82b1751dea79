//! Keys: what resolution looks up, as 64-bit hashes.
//!
//! An edit is turned into the keys it touches by comparing facts; a memo records the keys it looked up, found or not.

use lockstep_facts::{Name, combine};

/// The kinds of keys. Each can be masked off, so that a test can show what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum KeyKind {
    /// (file, container path, name): a definition in a lexical scope or a module; whether a container has any at all.
    Definition,
    /// (type name, name): a member, wherever its type's members stand.
    Member,
    /// (file, name): a name imported at module level.
    Import,
    /// (file): its wildcard imports and re-exports, the names it offers.
    Wildcard,
    /// (type name): its bases, impls, merged declarations.
    Bases,
    /// (symbol): its declared type, or what its undeclared type is inferred from; the file of a module that is one.
    Type,
    /// (path): the birth, death or rename of a file that could answer a module path.
    Module,
    /// Package files.
    Package,
    /// (name): candidates by bare name.
    Bare,
}

impl KeyKind {
    /// All kinds.
    pub const ALL: [KeyKind; 9] = [
        KeyKind::Definition,
        KeyKind::Member,
        KeyKind::Import,
        KeyKind::Wildcard,
        KeyKind::Bases,
        KeyKind::Type,
        KeyKind::Module,
        KeyKind::Package,
        KeyKind::Bare,
    ];
}

/// Kinds of keys that [`crate::Graph::apply`] leaves out. For tests: with any kind masked, some script of edits must
/// give an answer that differs from a build from scratch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyMask(u16);

impl KeyMask {
    /// Masks one kind.
    #[must_use]
    pub fn only(kind: KeyKind) -> KeyMask {
        KeyMask(1 << kind as u8)
    }

    pub(crate) fn hides(self, kind: KeyKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(pub(crate) u64);

impl Key {
    fn new(kind: KeyKind, parts: [u64; 3]) -> Key {
        Key(parts.into_iter().fold(kind as u64 + 1, combine))
    }
    pub(crate) fn definition(file: Name, container: Name, name: Name) -> Key {
        Key::new(KeyKind::Definition, [file.hash64(), container.hash64(), name.hash64()])
    }
    /// The bindings and imports inside an item, as items nested in it see them.
    pub(crate) fn scope(file: Name, item: Name) -> Key {
        Key::new(KeyKind::Definition, [file.hash64(), item.hash64(), 1])
    }
    /// Whether anything is defined in an item.
    pub(crate) fn contents(file: Name, item: Name) -> Key {
        Key::new(KeyKind::Definition, [file.hash64(), item.hash64(), 3])
    }
    /// Definitions that every file sees by their bare name.
    pub(crate) fn global(name: Name) -> Key {
        Key::new(KeyKind::Definition, [name.hash64(), 0, 2])
    }
    /// Definitions in a scope that files share; the empty name: which files there are in it.
    pub(crate) fn shared(scope: Name, name: Name) -> Key {
        Key::new(KeyKind::Definition, [scope.hash64(), name.hash64(), 4])
    }
    /// Whether anything stands in a shared scope or in one inside it.
    pub(crate) fn outer_scope(scope: Name) -> Key {
        Key::new(KeyKind::Definition, [scope.hash64(), 0, 5])
    }
    /// The files whose imports all files see.
    pub(crate) fn shared_imports() -> Key {
        Key::new(KeyKind::Definition, [0, 0, 6])
    }
    pub(crate) fn member(type_name: Name, name: Name) -> Key {
        Key::new(KeyKind::Member, [type_name.hash64(), name.hash64(), 0])
    }
    pub(crate) fn import(file: Name, name: Name) -> Key {
        Key::new(KeyKind::Import, [file.hash64(), name.hash64(), 0])
    }
    pub(crate) fn wildcard(file: Name) -> Key {
        Key::new(KeyKind::Wildcard, [file.hash64(), 0, 0])
    }
    /// What any file of a language includes, and which files there are.
    pub(crate) fn includes(family: lockstep_facts::LanguageFamily) -> Key {
        Key::new(KeyKind::Wildcard, [family.prelude_path().hash64(), 0, 1])
    }
    pub(crate) fn bases(type_name: Name) -> Key {
        Key::new(KeyKind::Bases, [type_name.hash64(), 0, 0])
    }
    pub(crate) fn type_of(symbol: u64) -> Key {
        Key::new(KeyKind::Type, [symbol, 0, 0])
    }
    pub(crate) fn module(path: &str) -> Key {
        Key::new(KeyKind::Module, [lockstep_facts::hash_text(path), 0, 0])
    }
    /// The files of a name, whatever their folder.
    pub(crate) fn file_named(name: Name) -> Key {
        Key::new(KeyKind::Module, [name.hash64(), 1, 1])
    }
    pub(crate) fn package() -> Key {
        Key::new(KeyKind::Package, [0, 0, 0])
    }
    pub(crate) fn bare(name: Name) -> Key {
        Key::new(KeyKind::Bare, [name.hash64(), 0, 0])
    }
}
