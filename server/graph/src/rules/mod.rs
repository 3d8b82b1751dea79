//! What differs from language to language: one file of rules each, on the shared resolver.

mod c;
mod csharp;
mod go;
mod java;
mod named;
mod python;
mod rust;
mod typescript;

use std::sync::Arc;

use lockstep_facts::{
    CallShape, Definition, ExpressionId, FileFacts, ImportPath, LanguageFamily, LiteralKind, Name, Reference,
    SymbolId,
};

use crate::FileId;
use crate::file::FileNode;
use crate::fits::Fit;
use crate::infer::LiteralCollection;
use crate::lookup::{Found, Space};
use crate::members::Symbols;
use crate::resolve::Targets;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Type, TypeSet};

/// The rules of `family`.
pub(crate) fn rules(family: LanguageFamily) -> &'static dyn Rules {
    match family {
        LanguageFamily::Python | LanguageFamily::Package => &python::Python,
        LanguageFamily::CSharp => &csharp::CSharp,
        LanguageFamily::Rust => &rust::Rust,
        LanguageFamily::Go => &go::Go,
        LanguageFamily::Java => &java::Java,
        LanguageFamily::C => &c::C,
        LanguageFamily::TypeScript => &typescript::TypeScript,
        _ => match named::named(family) {
            Some(named) => named,
            None => &python::Python,
        },
    }
}

/// Members of one name in one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SameNamed {
    /// The first counts.
    First,
    /// All count; [`Rules::choose`] chooses.
    All,
    /// All count, and the argument of the trait they implement tells them apart.
    ByTraitArgument,
    /// All count, and what they take tells them apart.
    Overloads,
}

/// What of a type is seen by bare names from inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeScope {
    /// Nothing.
    Hidden,
    /// What stands in its body, from what stands directly in it.
    Direct,
    /// Its members, also from what is defined outside of it as its own.
    OwnThenOutside,
    /// Its members, inherited ones too.
    Inherited,
}

/// How a type can have several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeParts {
    /// It has one.
    One,
    /// Declarations of one name in one place of a file.
    InFile,
    /// Declarations that say so, in any files of its scope.
    InScope,
}

/// Methods and fields of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodSpace {
    /// A type has one of both.
    Shared,
    /// Where a type has both, a call means the method and a reading the field.
    ByUse,
    /// A call means no field or local of the name, a mention no method.
    Apart,
}

/// Definitions and imports of one name in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// The first counts.
    First,
    /// They are alternatives, of which a build or a run has one.
    Alternatives,
    /// The last stands, unless it is a conditional one.
    LastStands,
}

/// One language's rules. Defaults are what most languages do.
pub(crate) trait Rules: Sync {
    /// The module (or type) that an import path leads to, from module `module` of `node`. External if it leads outside.
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        path: &ImportPath,
    ) -> Found;

    /// `name` of a module as others see it. `wildcard`: through a wildcard import.
    fn export<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
        wildcard: bool,
    ) -> Found;

    /// `name` at the top level of module `module` of a file, seen from inside; none for the usual order.
    fn module_names<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _node: &'g Arc<FileNode>,
        _module: Name,
        _name: Name,
        _space: Space,
    ) -> Option<Found> {
        None
    }

    /// `name` in a shared scope that stands for itself (a namespace), as it is seen from a file.
    fn scope_member<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _node: &'g Arc<FileNode>,
        _scope: Name,
        _name: Name,
        _space: Space,
    ) -> Found {
        Found::Nothing
    }

    /// What stands between the parts of a shared scope's name, where scopes stand in each other.
    fn scope_separator(&self) -> Option<&'static str> {
        None
    }

    /// Whether a file can import names for all others.
    fn imports_are_shared(&self) -> bool {
        false
    }

    /// The names that one in an expression stands for, best first; none where it stands for itself.
    fn spellings(&self, _name: Name) -> Vec<Name> {
        Vec::new()
    }

    /// The names by which a definition is mentioned beside its own.
    fn other_spellings(&self, _definition: &Definition) -> Vec<Name> {
        Vec::new()
    }

    /// Whether types of one name are told apart by how many type parameters they have.
    fn types_differ_by_arity(&self) -> bool {
        false
    }

    /// Whether the instance that a method is looked at with is of the type around, type arguments included, and no more.
    fn self_is_class(&self) -> bool {
        false
    }

    /// Whether a type that no scope knows, and a base, are known to be outside of the workspace.
    fn unknown_names_are_external(&self) -> bool {
        false
    }

    /// Members of a value that are defined outside of its type and its bases.
    fn more_members<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _receiver: &Type,
        _name: Name,
    ) -> Option<Symbols> {
        None
    }

    /// The type of a member that no type has (of what may be absent).
    fn missing_member<'g>(&self, _r: &mut Resolver<'g>, _receiver: &Type, _name: Name) -> Option<TypeSet> {
        None
    }

    /// What a pattern that takes a value apart by position gives; none where it goes through its elements.
    fn part_of<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _value: &Type,
        _index: usize,
    ) -> Option<TypeSet> {
        None
    }

    /// What an expression means, where names are all that is known; none for the usual way.
    fn resolve<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _spot: Spot,
        _id: ExpressionId,
        _space: Space,
        _reference: &'g Reference,
    ) -> Option<Targets> {
        None
    }

    /// How certain the targets of a mention in `env` are, where a scope or an import does not prove them.
    fn settle<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, targets: Targets) -> Targets {
        targets
    }

    /// Names that no scope of the file knows, before the prelude.
    fn global<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, _name: Name, _space: Space) -> Found {
        Found::Nothing
    }

    /// The scope, shared with other files, that the definitions directly in a module of a file belong to: a package, a
    /// namespace. `module`: the names of the file's own modules from its top level inwards; empty for the top level itself.
    fn shared_scope(&self, _path: &str, _facts: &FileFacts, _module: &[Name]) -> Option<Name> {
        None
    }

    /// Whether a definition that stands in a shared scope is seen from its other files.
    fn is_shared(&self, _definition: &Definition) -> bool {
        true
    }

    /// What of `found`, which several files share, is meant in `node`.
    fn seen_from<'g>(&self, _r: &mut Resolver<'g>, _node: &'g Arc<FileNode>, found: Found) -> Found {
        found
    }

    /// Whether files include the text of others.
    fn has_includes(&self) -> bool {
        false
    }

    /// Whether what is only declared in one place can be defined in another.
    fn has_declarations(&self) -> bool {
        false
    }

    /// The definitions of what `declaration` declares.
    fn definitions<'g>(&self, _r: &mut Resolver<'g>, _declaration: Env<'g>) -> Symbols {
        Symbols::new()
    }

    /// Whether a namespace is meant by its first part, whatever else has its name: see [`Rules::seen_from`].
    fn first_part_stands(&self) -> bool {
        false
    }

    /// Whether a macro's name stands for it wherever a name can stand.
    fn macros_are_names(&self) -> bool {
        false
    }

    /// Of several targets of a call those that it can mean.
    fn choose<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _spot: Spot,
        _callee: ExpressionId,
        _call: &CallShape,
        targets: Targets,
    ) -> Targets {
        targets
    }

    /// What the members of one name in one type are to each other.
    fn same_named(&self) -> SameNamed {
        SameNamed::First
    }

    /// What of a type is seen by bare names from inside it.
    fn type_scope(&self) -> TypeScope {
        TypeScope::Hidden
    }

    /// How a type can have several parts.
    fn type_parts(&self) -> TypeParts {
        TypeParts::InFile
    }

    /// What methods and fields of one name are to each other.
    fn method_space(&self) -> MethodSpace {
        MethodSpace::Shared
    }

    /// What definitions and imports of one name in one place are to each other.
    fn repeated(&self) -> Repeated {
        Repeated::First
    }

    /// The file behind a module definition whose contents are another file.
    fn file_of_module<'g>(&self, _r: &mut Resolver<'g>, _module: Env<'g>) -> Option<FileId> {
        None
    }

    /// Whether a local is visible before its binding (and anything that binds a name in a function does so for all of it).
    fn hoists_locals(&self) -> bool {
        false
    }

    /// Whether a type parameter hides one of its name further out (where it does not add bounds to it).
    fn type_parameters_shadow(&self) -> bool {
        false
    }

    /// Whether a closure can stand for an interface with one abstract method.
    fn has_functional_interfaces(&self) -> bool {
        false
    }

    /// Whether a construction that passes this can be one by this constructor.
    fn can_construct(&self, _constructor: &Definition, _call: &CallShape) -> bool {
        true
    }

    /// Whether a constructor has the name of its type.
    fn constructors_are_named_after_types(&self) -> bool {
        false
    }

    /// The words by which a constructor calls another one.
    fn constructor_words(&self) -> &'static [&'static str] {
        &[]
    }

    /// The field that a method of this name would read or set, with the decorators (of the field or its type) by which it is
    /// generated.
    fn accessed_field(&self, _method: &str) -> Option<(String, &'static [&'static str])> {
        None
    }

    /// Names of methods that may be generated for a field.
    fn accessor_names(&self, _field: &str) -> Vec<String> {
        Vec::new()
    }

    /// How a value of a type that is no class (a primitive) can be given for a parameter, by their names in the prelude; none
    /// where both are ordinary types.
    fn converts(&self, _passed: &str, _declared: &str) -> Option<Fit> {
        None
    }

    /// Whether a type parameter is a module-level definition as well (`T = TypeVar("T")`).
    fn type_parameters_are_definitions(&self) -> bool {
        false
    }

    /// Whether an assigned value says more than the declared type of the variable.
    fn assignments_narrow(&self) -> bool {
        false
    }

    /// Whether an inline module sees the names of the module around it.
    fn modules_see_outside(&self) -> bool {
        true
    }

    /// Whether the type arguments of a local that its value leaves open are said by later calls on it.
    fn infers_from_uses(&self) -> bool {
        false
    }

    /// Whether `impl` blocks add members and bases.
    fn has_impls(&self) -> bool {
        false
    }

    /// Whether a member is looked for in all bases before it is looked for in theirs.
    fn nearest_base_first(&self) -> bool {
        false
    }

    /// What a named type is made of, where it is another's structure under a name of its own: it is called, indexed and
    /// iterated over as that is.
    fn underlying<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, _type: &Type) -> TypeSet {
        TypeSet::unknown()
    }

    /// Whether a word before a colon in what makes a value of `made` is a value (a map's key) and no field's name.
    fn keys_are_values<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, _made: &Type) -> bool {
        false
    }

    /// Whether what stands in brackets behind a function is a type argument, and behind any other value an index, whichever
    /// it reads like.
    fn brackets_are_either(&self) -> bool {
        false
    }

    /// Whether a type parameter of an `impl` has the bounds of the type's own at its place, and so of what the type is
    /// derived from.
    fn impls_take_bounds(&self) -> bool {
        false
    }

    /// Whether a definition in a block of a function is seen in that block alone.
    fn blocks_bound_definitions(&self) -> bool {
        false
    }

    /// Members of interfaces that a method stands in for although nothing says so.
    fn satisfied<'g>(&self, _r: &mut Resolver<'g>, _method: Env<'g>) -> Vec<SymbolId> {
        Vec::new()
    }

    /// Whether a function can be what its instances are of: what is assigned to its prototype are their members.
    fn functions_are_classes(&self) -> bool {
        false
    }

    /// Types that satisfy an interface although nothing says so.
    fn implicit_subtypes<'g>(&self, _r: &mut Resolver<'g>, _interface: Env<'g>) -> Vec<SymbolId> {
        Vec::new()
    }

    /// Interfaces that a type satisfies although nothing says so.
    fn implicit_supertypes<'g>(&self, _r: &mut Resolver<'g>, _class: Env<'g>) -> Vec<SymbolId> {
        Vec::new()
    }

    /// The name of a file as a package, where those who import it call it by what it says of itself.
    fn package_name(&self, _facts: &FileFacts) -> Option<Name> {
        None
    }

    /// Whether indexing with a range gives a part of the same type.
    fn ranges_give_slices(&self) -> bool {
        false
    }

    /// Bases that neither the declaration nor an `impl` names (derived ones).
    fn more_bases<'g>(&self, _r: &mut Resolver<'g>, _type: Env<'g>) -> Vec<Type> {
        Vec::new()
    }

    /// The result of a call whose signature leaves something open that the callee's name says (`collect`).
    fn refine_result<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _callee: &Definition,
        _receiver: Option<&Type>,
        result: TypeSet,
    ) -> TypeSet {
        result
    }

    /// The namespaces in which an import takes its name, in order.
    fn import_spaces(&self) -> &'static [Space] {
        &[Space::Any]
    }

    /// Whether a keyword of a call of a function names a member of its first parameter's type (JSX).
    fn keywords_are_members(&self) -> bool {
        false
    }

    /// The prelude's name for the type of a literal.
    fn literal_type(&self, kind: LiteralKind) -> &'static str;

    /// The prelude's name for the type of a collection literal.
    fn collection_type(&self, kind: LiteralCollection) -> &'static str;

    /// The prelude's name for what a generator or comprehension is.
    fn generator_type(&self) -> &'static str;

    /// The method that makes an instance callable.
    fn call_method(&self) -> Option<&'static str> {
        None
    }

    /// The method that takes the arguments of a construction.
    fn constructor(&self) -> Option<&'static str> {
        None
    }

    /// What a binary operation gives.
    fn binary<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _operator: &str,
        left: &TypeSet,
        _right: &TypeSet,
    ) -> TypeSet {
        left.clone()
    }

    /// Generic types that are more than a type with arguments (`Optional[T]`, `Partial<T>`); none for the usual ones.
    fn special_generic<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _spot: Spot,
        _base: ExpressionId,
        _arguments: &Arc<[TypeSet]>,
    ) -> Option<TypeSet> {
        None
    }

    /// Calls whose result no signature says (`cast`, `super`, `collect`); none for the usual ones.
    fn special_call<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _spot: Spot,
        _callee: ExpressionId,
        _arguments: &'g [ExpressionId],
    ) -> Option<TypeSet> {
        None
    }

    /// The result of a call, given the type its declaration or its returned values name (async, generators).
    fn wrap_result<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        _definition: &Definition,
        raw: TypeSet,
    ) -> TypeSet {
        raw
    }

    /// The types whose members are found through `receiver` although they are not its own (smart pointers).
    fn through<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, _receiver: &Type) -> TypeSet {
        TypeSet::unknown()
    }

    /// What iterating over a value gives.
    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet;

    /// What indexing a value gives.
    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet;

    /// Whether awaiting a type of this name gives its (last) type argument.
    fn awaits_to_argument(&self, _name: Option<&str>) -> bool {
        false
    }
}

/// The folder of a path, without the slash.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `folder/rest`, or `rest` at the root.
pub(crate) fn join(folder: &str, rest: &str) -> String {
    if folder.is_empty() { rest.to_owned() } else { format!("{folder}/{rest}") }
}

/// Joins and takes `.` and `..` away; none above the root.
pub(crate) fn normalize(folder: &str, rest: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// What calling method `name` of a value gives, if it has one.
pub(crate) fn method_result<'g>(
    r: &mut Resolver<'g>,
    env: Env<'g>,
    value: &Type,
    name: &str,
) -> Option<TypeSet> {
    let symbols = r.members_of_type(env, value, Name::new(name))?;
    let symbol = *symbols.first()?;
    let callable = Type::Callable(symbol, Some(Box::new(value.clone())));
    Some(r.result_of_call(env, Spot::END, &callable, &[]))
}

/// The first type argument of an instance.
pub(crate) fn first_argument(value: &Type) -> Option<TypeSet> {
    match value {
        Type::Instance(_, Some(arguments)) => arguments.first().cloned(),
        _ => None,
    }
}
