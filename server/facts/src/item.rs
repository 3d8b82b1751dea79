//! The item: the unit of facts, comparison and memos.

use serde::{Deserialize, Serialize};

use crate::{
    Expression, ExpressionId, ItemHashes, Name, Parameter, PathRoot, ReferenceRole, SymbolKind, Visibility,
};

/// Bytes from the start of the item (or of the file, where said so).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TextRange {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl TextRange {
    /// From `start` up to, not including, `end`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> TextRange {
        TextRange { start, end: end.max(start) }
    }

    /// The same range seen from `base` bytes earlier.
    #[must_use]
    pub fn offset(self, base: u32) -> TextRange {
        TextRange { start: self.start + base, end: self.end + base }
    }

    /// Whether `offset` lies in it, its end included (a cursor behind a word is on the word).
    #[must_use]
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// An index into [`Body::scopes`]. Scope 0 is the item's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ScopeId(pub u16);

/// What bounds a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The item's own, scope 0.
    Item,
    /// A block whose bindings end with it.
    Block,
    /// A closure or lambda.
    Closure,
    /// A comprehension or generator expression.
    Comprehension,
    /// Type parameters of a closure, a function type, a mapped or conditional type: bindings in it name types only, their
    /// bound as the declared type.
    Types,
}

/// A lexical scope inside an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// The scope around it; none for scope 0, whose outside is the item's lexical parent.
    pub parent: Option<ScopeId>,
    /// What bounds it.
    pub kind: ScopeKind,
}

/// A local name: a parameter, a variable, a pattern's part, a narrowed name. Never a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Binding {
    /// Its name.
    pub name: Name,
    /// Where it is visible.
    pub scope: ScopeId,
    /// How many of the item's references stand before it becomes visible; of several that are visible, the one with
    /// the highest number wins. 0 for what is hoisted.
    pub visible_from: u32,
    /// The index of the parameter in the definition, if it is one.
    pub parameter: Option<u16>,
    /// The declared type, type context.
    pub declared: Option<ExpressionId>,
    /// What it is bound to, value context.
    pub value: Option<ExpressionId>,
}

/// How a call is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallShape {
    /// Positional arguments.
    pub arguments: u8,
    /// Keyword arguments, in order.
    pub keywords: Box<[Name]>,
    /// Whether `*args`, `**kwargs`, `...rest` makes the counts a lower bound.
    pub spread: bool,
}

/// What a reference names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReferenceTarget {
    /// The last name of this expression (`Name`, `Member`, `Path`, `SelfType`), looked up as a value.
    Value(ExpressionId),
    /// The same, as a type.
    Type(ExpressionId),
    /// The same, as a macro.
    Macro(ExpressionId),
    /// The name that `body.imports[i]` takes from its module.
    Imported(u32),
    /// Segment `segment` of the path of `body.imports[import]`: a module.
    ImportSegment {
        /// Index into `body.imports`.
        import: u32,
        /// Index into its path's segments.
        segment: u16,
    },
    /// The module-level name that this file itself passes on (`export { a }`, `__all__`), by its local name.
    Exported(Name),
    /// Keyword `name` of a call of this callee (value context): a parameter, or a field of what it makes.
    Keyword {
        /// The callee, value context.
        callee: ExpressionId,
        /// The keyword.
        name: Name,
    },
}

/// A mention of a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reference {
    /// The last name mentioned, as written at the place.
    pub name: Name,
    /// What it does.
    pub role: ReferenceRole,
    /// What it names.
    pub target: ReferenceTarget,
    /// The scope it stands in.
    pub scope: ScopeId,
    /// How it is called, if it is.
    pub call: Option<Box<CallShape>>,
}

/// The path of an import.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ImportPath {
    /// Where it starts.
    pub root: PathRoot,
    /// The modules on the way, outermost first; a TypeScript specifier is one segment, as written (`./a/b`).
    pub segments: Box<[Name]>,
}

/// A name brought into a scope from another module, or passed on to others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Import {
    /// The scope it is visible in. In a run of top-level statements scope 0 is the module.
    pub scope: ScopeId,
    /// The module.
    pub path: ImportPath,
    /// The name taken from the module; none for the module itself. `default` for a default import.
    pub name: Option<Name>,
    /// The name it has here; none where it binds nothing (`export { a } from`, `import "./side-effect"`, wildcards).
    pub local: Option<Name>,
    /// The name it has for others, if it is passed on: Rust `pub use`, `export { a as b } from`, any Python import.
    pub exported: Option<Name>,
    /// `from m import *`, `use m::*`, `export * from "m"`: everything that `path` offers.
    pub wildcard: bool,
    /// A wildcard that is passed on (`export *`, `pub use m::*`, any Python one).
    pub re_export: bool,
    /// Whether `path` is this file's own module level (`export { a as b }`, `export default a`): `name` is the local name.
    pub own: bool,
}

/// A macro invocation as facts: what it defines is a rule in `graph`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Invocation {
    /// The macro.
    pub name: Name,
    /// Its tokens as written, cut at 4 KiB.
    pub tokens: Box<str>,
}

/// What an item refers to: the layer that can change without others noticing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// Scope 0 is the item's own and always there.
    pub scopes: Vec<Scope>,
    /// In text order.
    pub bindings: Vec<Binding>,
    /// In text order.
    pub references: Vec<Reference>,
    /// In text order.
    pub imports: Vec<Import>,
    /// In text order.
    pub invocations: Vec<Invocation>,
}

/// A type parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TypeParameter {
    /// Its name.
    pub name: Name,
    /// Its bounds, type context.
    pub bounds: Box<[ExpressionId]>,
    /// Its default, type context.
    pub default: Option<ExpressionId>,
}

/// A base, interface or trait of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Base {
    /// Type context.
    pub expression: ExpressionId,
    /// Whether it is an interface or trait, as far as the form shows.
    pub implements: bool,
}

/// What holds a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Container {
    /// Its local path: that of an item of this file, or the bare type name for an `impl` of a type that stands elsewhere.
    pub path: Name,
    /// Its bare name: what member keys are made of.
    pub name: Name,
}

/// A small set of yes/no facts about a definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DefinitionFlags(pub u32);

impl DefinitionFlags {
    /// Belongs to the type, not to an instance.
    pub const STATIC: DefinitionFlags = DefinitionFlags(1);
    /// Calling it gives a promise, coroutine or future.
    pub const ASYNC: DefinitionFlags = DefinitionFlags(1 << 1);
    /// Yields.
    pub const GENERATOR: DefinitionFlags = DefinitionFlags(1 << 2);
    /// A method read like a field.
    pub const PROPERTY: DefinitionFlags = DefinitionFlags(1 << 3);
    /// Takes the class as its first argument.
    pub const CLASS_METHOD: DefinitionFlags = DefinitionFlags(1 << 4);
    /// Named by other files (an export, `pub`).
    pub const EXPORTED: DefinitionFlags = DefinitionFlags(1 << 5);
    /// The file's default export.
    pub const DEFAULT_EXPORT: DefinitionFlags = DefinitionFlags(1 << 6);
    /// Has no body: a trait's required method, an interface's member, a declaration.
    pub const DECLARATION: DefinitionFlags = DefinitionFlags(1 << 7);
    /// Exists only in types (`interface`, `type`), where the language has two namespaces.
    pub const TYPE_ONLY: DefinitionFlags = DefinitionFlags(1 << 8);
    /// A test by its own form (`#[test]`).
    pub const TEST: DefinitionFlags = DefinitionFlags(1 << 9);
    /// A module whose contents are another file (`mod x;`).
    pub const FILE_MODULE: DefinitionFlags = DefinitionFlags(1 << 10);
    /// A macro visible everywhere in the crate and outside (`#[macro_export]`).
    pub const MACRO_EXPORT: DefinitionFlags = DefinitionFlags(1 << 11);
    /// Visible without import in every file (ambient declarations, built-ins).
    pub const GLOBAL: DefinitionFlags = DefinitionFlags(1 << 12);
    /// May be absent (`x?: T`).
    pub const OPTIONAL: DefinitionFlags = DefinitionFlags(1 << 13);
    /// Part of an implementation of an interface or trait.
    pub const TRAIT_IMPL: DefinitionFlags = DefinitionFlags(1 << 14);
    /// Made only on some ways through its module: under `if`, `try` and the like. Another of its name may stand instead.
    pub const CONDITIONAL: DefinitionFlags = DefinitionFlags(1 << 15);
    /// One of several parts of a type, which may stand in other files; a method whose other part has the body.
    pub const PARTIAL: DefinitionFlags = DefinitionFlags(1 << 20);
    /// A function found like a method of its first parameter.
    pub const EXTENSION: DefinitionFlags = DefinitionFlags(1 << 21);
    /// Made by a parameter in its type's header, unless a base has a member of that name.
    pub const FROM_HEADER: DefinitionFlags = DefinitionFlags(1 << 23);
    /// Says that it replaces a member of a base.
    pub const OVERRIDE: DefinitionFlags = DefinitionFlags(1 << 22);

    /// Whether all of `flags` are set.
    #[must_use]
    pub fn has(self, flags: DefinitionFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Sets `flags` if `on`.
    pub fn set(&mut self, flags: DefinitionFlags, on: bool) {
        if on {
            self.0 |= flags.0;
        }
    }
}

/// What others can see of an item: the layer whose change matters to other files.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Definition {
    /// What it is.
    pub kind: SymbolKind,
    /// Its bare name.
    pub name: Name,
    /// What holds it; none at module level.
    pub container: Option<Container>,
    /// Who may name it.
    pub visibility: Visibility,
    /// Yes/no facts.
    pub flags: DefinitionFlags,
    /// Type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Parameters; of a class, none (its constructor has them).
    pub parameters: Vec<Parameter>,
    /// The declared type of a value, the declared result of a function, the target of a type alias; type context.
    pub declared: Option<ExpressionId>,
    /// What an undeclared type is inferred from: initialisers and assignments, returned or yielded values; value context.
    pub inferred: Vec<ExpressionId>,
    /// Bases, interfaces, supertraits.
    pub bases: Vec<Base>,
    /// Decorators and attributes; value context.
    pub decorators: Vec<ExpressionId>,
    /// The signature on one line, for people; at most 300 bytes.
    pub signature: Box<str>,
    /// The first lines of its documentation, at most 600 bytes.
    pub documentation: Box<str>,
}

/// An `impl` block or an extension: adds members (and perhaps a trait) to a type that may stand elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Impl {
    /// The type, type context.
    pub self_type: ExpressionId,
    /// The bare name of the type: what member and base keys are made of. Empty for `impl<T> Trait for T`.
    pub type_name: Name,
    /// The trait, type context.
    pub implemented: Option<ExpressionId>,
    /// Type parameters of the block.
    pub type_parameters: Vec<TypeParameter>,
}

/// Where things are, relative to the item's start. Parallel to the body's lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ranges {
    /// The whole item, from its first decorator, attribute or doc comment. `start` is 0 by construction.
    pub full: TextRange,
    /// The name, if it has one.
    pub name: TextRange,
    /// The names of other declarations folded into this item: overload signatures, the setter of a getter.
    pub declarations: Vec<TextRange>,
    /// Parallel to [`Body::references`].
    pub references: Vec<TextRange>,
    /// Parallel to [`Body::bindings`].
    pub bindings: Vec<TextRange>,
}

/// A definition, a member, an `impl` block's head, or a run of top-level statements.
///
/// Nested items are items of their own: a class holds its bases and decorators, its methods stand beside it in
/// [`crate::FileFacts::items`], after it, in text order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// `Container.name`, `~2` appended for the second of equal ones; of an item that is no definition, a text that no
    /// definition can have (`<top>`, `<impl Trait for Type>`).
    pub path: Name,
    /// The item around it in the text, by path, and the scope of it in which this item stands: where names that are not
    /// found inside are looked up next. None at the file's top level.
    pub lexical_parent: Option<(Name, ScopeId)>,
    /// The interface layer; none for statement runs and `impl` heads.
    pub definition: Option<Definition>,
    /// The head of an `impl` block or extension. Members hold its path as `lexical_parent`.
    pub implementation: Option<Impl>,
    /// The definition's overload signatures in text order, function types (type context), where they fold into one
    /// definition. Part of the interface layer. They stand before parameters and declared result of the definition, which
    /// are the implementation's (of the first signature where there is none; it is then not listed here again).
    pub overloads: Vec<ExpressionId>,
    /// The arena that all layers point into.
    pub expressions: Vec<Expression>,
    /// The body layer.
    pub body: Body,
    /// The ranges layer.
    pub ranges: Ranges,
    /// See [`ItemHashes`].
    pub hashes: ItemHashes,
}

impl Item {
    /// Whether `other` is the same item, layer by layer.
    #[must_use]
    pub fn is_same(&self, other: &Item) -> bool {
        self.path == other.path && self.hashes == other.hashes
    }

    /// The expression at `id`.
    #[must_use]
    pub fn expression(&self, id: ExpressionId) -> &Expression {
        self.expressions.get(id.0 as usize).unwrap_or(&Expression::Unknown)
    }
}
