//! Expressions as far as resolution needs them: small trees in an arena per item.

use serde::{Deserialize, Serialize};

use crate::Name;

/// An index into [`crate::Item::expressions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExpressionId(pub u32);

/// Where a path begins that does not begin with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PathRoot {
    /// The way names are looked up in this place (`a::b`, `import a.b`, `"react"`).
    Plain,
    /// Up from the current module: 1 is the module itself (`self::`, `.`), 2 its parent (`super::`, `..`).
    Relative(u8),
    /// The root of the crate (`crate::`, `$crate::`).
    Crate,
    /// The global namespace (`::a`).
    Global,
}

/// The kind of a literal: what its built-in type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LiteralKind {
    /// A text.
    String,
    /// Raw bytes.
    Bytes,
    /// A character.
    Character,
    /// A whole number.
    Integer,
    /// A number with a fraction.
    Float,
    /// True or false.
    Boolean,
    /// `None`, `null`, `undefined`, `()`.
    Null,
    /// A regular expression.
    Regex,
}

/// How arguments reach a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ParameterKind {
    /// `self`, `&self`, an explicit `this`: not counted among the arguments.
    Receiver,
    /// By position, by keyword where the language allows both.
    Positional,
    /// By keyword only.
    Keyword,
    /// Takes the remaining positional arguments (`*args`, `...rest`).
    Variadic,
    /// Takes the remaining keyword arguments (`**kwargs`).
    KeywordVariadic,
}

/// A parameter of a function, method, closure or function type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Parameter {
    /// Empty for a pattern or an unnamed parameter of a function type.
    pub name: Name,
    /// How arguments reach it.
    pub kind: ParameterKind,
    /// The declared type, a type expression.
    pub declared: Option<ExpressionId>,
    /// Whether the argument may be left out.
    pub has_default: bool,
}

/// One node. Nodes are evaluated in one of two contexts: as a *value* (`C` is the class itself) or as a *type*
/// (`C` is an instance of it); each place that holds an [`ExpressionId`] says which.
///
/// Borrowing, dereferencing, parentheses, non-null assertions and similar wrappers that do not change what members
/// are found are left out by the extractors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expression {
    /// Something whose type we do not follow.
    Unknown,
    /// A name looked up where it stands.
    Name(Name),
    /// `this`, `self`: the instance around (value context).
    SelfValue,
    /// `Self`, Python's `cls`, TypeScript's type `this`: the type around. Value context: the class; type context: an
    /// instance.
    SelfType,
    /// `super`, `super()`: an instance seen as its bases.
    Super,
    /// The beginning of a path that is no name.
    Root(PathRoot),
    /// `base.name`: a member of a value (base in value context), or of a module or class held in a value.
    Member {
        /// The receiver.
        base: ExpressionId,
        /// The member's name.
        name: Name,
    },
    /// `base::name`, or `a.b` in a type: an item of a module, an associated item of a type (base in *type* context where
    /// it is a type, a module otherwise).
    Path {
        /// What `name` is looked up in.
        base: ExpressionId,
        /// The last segment.
        name: Name,
    },
    /// A call. Calling a class makes an instance where the language says so.
    Call {
        /// Value context.
        callee: ExpressionId,
        /// Positional arguments in order, value context; keyword arguments are left out.
        arguments: Box<[ExpressionId]>,
    },
    /// `new C(..)`, `C { .. }`: an instance of `class`.
    New {
        /// Type context.
        class: ExpressionId,
        /// Value context.
        arguments: Box<[ExpressionId]>,
    },
    /// `base[index]`.
    Index {
        /// Value context.
        base: ExpressionId,
        /// Value context; a literal index is worth keeping for tuples.
        index: ExpressionId,
    },
    /// What iterating over it gives.
    Element(ExpressionId),
    /// `await e`, `e.await`.
    Await(ExpressionId),
    /// `e?` (Rust): the success value.
    Try(ExpressionId),
    /// What `with e as x` binds.
    Enter(ExpressionId),
    /// `base<arguments>`, `base[arguments]` in a type; a call with explicit type arguments holds it as callee.
    Generic {
        /// Same context as the whole.
        base: ExpressionId,
        /// Type context.
        arguments: Box<[ExpressionId]>,
    },
    /// One of them: `a or b`, `c ? a : b`, `A | B`, branches of a `match`. Same context as the whole.
    Union(Box<[ExpressionId]>),
    /// All of them: `A & B`, `A + B` bounds. Type context.
    Intersection(Box<[ExpressionId]>),
    /// A tuple. Same context as the whole.
    Tuple(Box<[ExpressionId]>),
    /// One position of a tuple or array taken apart by a pattern.
    TupleField {
        /// Value context.
        base: ExpressionId,
        /// Zero-based.
        index: u32,
    },
    /// A list, array or slice with elements of these values (or of this one type, in type context).
    List(Box<[ExpressionId]>),
    /// A set.
    Set(Box<[ExpressionId]>),
    /// A mapping: first key and first value are enough.
    Map(Box<[(ExpressionId, ExpressionId)]>),
    /// An object literal (value context) or an anonymous object type (type context).
    Object(Box<[(Name, ExpressionId)]>),
    /// A literal.
    Literal(LiteralKind),
    /// A closure or lambda (`result`: its value, value context) or a function type (`result` in type context).
    Function {
        /// Parameters in order.
        parameters: Box<[Parameter]>,
        /// What calling it gives.
        result: Option<ExpressionId>,
        /// Whether calling gives a promise, coroutine or future of it.
        is_async: bool,
    },
    /// Parameter `parameter` of the closure that is argument `argument` of `call`: its type comes from the callee.
    ClosureParameter {
        /// The `Call` or `New` node.
        call: ExpressionId,
        /// Zero-based among the positional arguments.
        argument: u8,
        /// Zero-based.
        parameter: u8,
    },
    /// What argument `argument` of `call` is expected to be: a value of the callee's parameter type. It types the keys of
    /// an object literal that is passed, and what stands inside it.
    Expected {
        /// The `Call` or `New` node.
        call: ExpressionId,
        /// Zero-based among the positional arguments.
        argument: u8,
    },
    /// A value of this type: `e as T`, an annotation met in a value (operand in type context).
    Cast(ExpressionId),
    /// The type of this value: `typeof e` (operand in value context).
    TypeOf(ExpressionId),
    /// A binary operation, by its operator as written (`+`, `/`).
    Binary {
        /// As written.
        operator: Name,
        /// Value context.
        left: ExpressionId,
        /// Value context.
        right: ExpressionId,
    },
    /// The value yields of a generator or an iterator of these values: `yield e`, a comprehension.
    Generator(ExpressionId),
    /// The value bound by this pattern-like member of a variant: `Some(x)` is variant `Some`, position 0; `V { f }` is a
    /// `Member` of a `Cast` instead.
    VariantField {
        /// The variant or tuple struct, a path in value context.
        variant: ExpressionId,
        /// The value matched, value context.
        value: ExpressionId,
        /// Zero-based.
        index: u8,
    },
}
