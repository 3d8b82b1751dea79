//! C#: namespaces that files share, using directives, types with parts, overloads, extension methods.

mod namespaces;

use std::sync::Arc;

use lockstep_facts::{
    Definition, Expression, ExpressionId, FileFacts, ImportPath, LiteralKind, Name, PathRoot, SymbolKind,
    Visibility,
};
use smallvec::SmallVec;

use crate::file::FileNode;
use crate::fits::Fit;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::members::{Symbols, Use};
use crate::parts::{arity_of, bare_name};
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{Rules, SameNamed, TypeParts, TypeScope, first_argument, method_result};
use crate::types::{Type, TypeSet};
use namespaces::{
    inside, is_foreign_root, is_namespace, names_of_module, qualified, seen_namespaces, types_of,
};

pub(crate) struct CSharp;

impl Rules for CSharp {
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        path: &ImportPath,
    ) -> Found {
        if path.root == PathRoot::Global
            && let [name] = path.segments[..]
        {
            // What the language itself names: no file declares such a type in the global namespace.
            if let Some(found) = standard_type(r, node, name) {
                return found;
            }
            return self.scope_member(r, node, Name::empty(), name, Space::Any);
        }
        let segments: SmallVec<[Name; 6]> =
            path.segments.iter().copied().filter(|segment| !segment.is_empty()).collect();
        if segments.is_empty() {
            return Found::Scope(Name::empty());
        }
        qualified(r, node, module, &segments)
    }

    fn export<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
        _wildcard: bool,
    ) -> Found {
        match node.shared_scope(module) {
            Some(scope) => self.scope_member(r, node, scope, name, space),
            None => Found::Nothing,
        }
    }

    fn shared_scope(&self, path: &str, facts: &FileFacts, module: &[Name]) -> Option<Name> {
        if path.starts_with("<prelude>") {
            return None;
        }
        let mut scope = facts.scope.as_str().to_owned();
        for name in module {
            if !scope.is_empty() {
                scope.push('.');
            }
            scope.push_str(name.as_str());
        }
        Some(Name::new(&scope))
    }

    fn is_shared(&self, definition: &Definition) -> bool {
        definition.kind.is_type() && definition.visibility != Visibility::Private
    }

    fn scope_separator(&self) -> Option<&'static str> {
        Some(".")
    }

    fn imports_are_shared(&self) -> bool {
        true
    }

    fn module_names<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
    ) -> Option<Found> {
        Some(names_of_module(r, node, module, name, space))
    }

    fn scope_member<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        scope: Name,
        name: Name,
        _space: Space,
    ) -> Found {
        let mut spellings = self.spellings(name);
        if spellings.is_empty() {
            spellings.push(name);
        }
        for name in spellings {
            let types = types_of(r, node, scope, name);
            if !types.is_empty() {
                return Found::Symbols(types);
            }
            let inner = inside(scope, name);
            if is_namespace(r, inner) {
                return Found::Scope(inner);
            }
            if !scope.is_empty() && !is_namespace(r, scope) {
                return standard_type(r, node, name).unwrap_or(Found::Scope(inner));
            }
        }
        Found::Nothing
    }

    fn global<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, name: Name, space: Space) -> Found {
        if space == Space::Callable || space == Space::Macro {
            return Found::Nothing;
        }
        if let Some(found) = standard_type(r, env.node, name) {
            return found;
        }
        if is_foreign_root(r, env.node, name) {
            return Found::Scope(name);
        }
        // A type that no file declares; a value that is inherited from one, or a type in a place of a value.
        let is_outside = space == Space::Type || name.as_str().starts_with(char::is_uppercase);
        if is_outside { Found::External } else { Found::Nothing }
    }

    fn spellings(&self, name: Name) -> Vec<Name> {
        match name.as_str().strip_suffix('@') {
            Some(attribute) => vec![Name::new(&format!("{attribute}Attribute")), Name::new(attribute)],
            None => Vec::new(),
        }
    }

    fn other_spellings(&self, definition: &Definition) -> Vec<Name> {
        let short = definition.name.as_str().strip_suffix("Attribute").filter(|short| !short.is_empty());
        short.filter(|_| definition.kind == SymbolKind::Class).map(Name::new).into_iter().collect()
    }

    fn types_differ_by_arity(&self) -> bool {
        true
    }

    fn self_is_class(&self) -> bool {
        true
    }

    fn unknown_names_are_external(&self) -> bool {
        true
    }

    fn constructors_are_named_after_types(&self) -> bool {
        true
    }

    fn constructor_words(&self) -> &'static [&'static str] {
        &["this", "base"]
    }

    fn more_bases<'g>(&self, r: &mut Resolver<'g>, of: Env<'g>) -> Vec<Type> {
        let Some(d) = &of.item.definition else { return Vec::new() };
        let base = match d.kind {
            SymbolKind::Enum => "Enum",
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface if d.name != "Object" => "Object",
            _ => return Vec::new(),
        };
        r.prelude_instance(of, base, Vec::new()).iter().cloned().collect()
    }

    fn more_members<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        receiver: &Type,
        name: Name,
    ) -> Option<Symbols> {
        let seen = seen_namespaces(r, env);
        r.extension_methods(env, receiver, bare_name(name), &|scope| seen.contains(&scope))
    }

    fn missing_member<'g>(&self, r: &mut Resolver<'g>, receiver: &Type, name: Name) -> Option<TypeSet> {
        if name != "Value" {
            return None;
        }
        // `T?` is taken for `T`; that of a class has no such member.
        let can_be_nothing = match receiver {
            Type::Parameter(..) => true,
            Type::Instance(class, _) => {
                r.record(Key::type_of(class.0));
                let env = r.env(*class)?;
                let kind = env.item.definition.as_ref()?.kind;
                env.node.external || matches!(kind, SymbolKind::Struct | SymbolKind::Enum)
            }
            _ => false,
        };
        can_be_nothing.then(|| TypeSet::one(receiver.clone()))
    }

    fn part_of<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type, index: usize) -> Option<TypeSet> {
        if let Type::Object(fields) = value {
            return Some(fields.get(index).map(|(_, t)| t.clone()).unwrap_or_default());
        }
        let Type::Instance(class, _) = value else { return None };
        let class_env = r.env(*class)?;
        r.record(Key::type_of(class.0));
        // A record is taken apart into what its header names.
        if let Some(parameter) = class_env.item.definition.as_ref()?.parameters.get(index)
            && r.members_used(env, value, parameter.name, Use::Read).is_some()
        {
            return Some(r.type_of_member(env, value, parameter.name, Use::Read));
        }
        let methods = r.members_of_type(env, value, Name::new("Deconstruct"))?;
        let method = methods.iter().find_map(|method| {
            let method = r.env(*method)?;
            let declared = method.item.definition.as_ref()?.parameters.get(index)?.declared?;
            Some((method, declared))
        });
        let (method, declared) = method?;
        let raw = r.type_of_type(method, Spot::END, declared);
        let map = r.receiver_substitution(method.anchor(), value);
        Some(r.substituted(&raw, &map))
    }

    fn same_named(&self) -> SameNamed {
        SameNamed::Overloads
    }

    fn type_scope(&self) -> TypeScope {
        TypeScope::Inherited
    }

    fn type_parts(&self) -> TypeParts {
        TypeParts::InScope
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Bytes => "String",
            LiteralKind::Character => "Char",
            LiteralKind::Integer => "Int32",
            LiteralKind::Float => "Double",
            LiteralKind::Boolean => "Boolean",
            LiteralKind::Null => "Null",
            LiteralKind::Regex => "Regex",
        }
    }

    fn collection_type(&self, kind: LiteralCollection) -> &'static str {
        match kind {
            LiteralCollection::List => "Array`1",
            LiteralCollection::Set => "HashSet`1",
            LiteralCollection::Map => "Dictionary`2",
        }
    }

    fn generator_type(&self) -> &'static str {
        "IEnumerable`1"
    }

    fn binary<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        operator: &str,
        left: &TypeSet,
        right: &TypeSet,
    ) -> TypeSet {
        let is_text = |set: &TypeSet| set.iter().any(|t| standard_name(r, t) == Some("String"));
        if operator == "+" && (is_text(left) || is_text(right)) {
            return if is_text(left) { left.clone() } else { right.clone() };
        }
        let name = Name::new(&format!("operator {operator}"));
        for operand in left.iter().chain(right.iter()) {
            if standard_name(r, operand).is_some() {
                continue;
            }
            let Some(symbols) = r.members_of_type(env, operand, name) else { continue };
            let mut all = TypeSet::unknown();
            for symbol in symbols {
                let result = r.result_of_symbol(symbol);
                all.join(&result);
            }
            return all;
        }
        // The wider of two numbers.
        let rank = |set: &TypeSet| set.first().and_then(|t| number_rank(standard_name(r, t)?));
        match (rank(left), rank(right)) {
            (Some(a), Some(b)) if b > a => right.clone(),
            (None, Some(_)) if left.is_unknown() => right.clone(),
            _ => left.clone(),
        }
    }

    fn special_call<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        _arguments: &'g [ExpressionId],
    ) -> Option<TypeSet> {
        // `handler.Invoke(…)` calls the delegate.
        let Expression::Member { base, name } = env.expression(callee) else { return None };
        if *name != "Invoke" {
            return None;
        }
        let receivers = r.type_of_value(env, spot, *base);
        receivers.iter().find_map(|t| match t {
            Type::Function(f) => Some(f.result.clone()),
            _ => None,
        })
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        let iterator = method_result(r, env, value, "GetEnumerator").unwrap_or_default();
        iterator.flat_map(|t| match first_argument(t) {
            Some(element) => element,
            None => r.type_of_member(env, t, Name::new("Current"), Use::Read),
        })
    }

    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        r.type_of_member(env, value, Name::new("this[]"), Use::Read)
    }

    fn awaits_to_argument(&self, name: Option<&str>) -> bool {
        matches!(name, Some("Task" | "ValueTask"))
    }

    fn converts(&self, passed: &str, declared: &str) -> Option<Fit> {
        if passed == declared {
            return None;
        }
        let (from, to) = (number_rank(passed)?, number_rank(declared)?);
        Some(match (passed, declared) {
            (
                "Char",
                "UInt16" | "Int32" | "UInt32" | "Int64" | "UInt64" | "Single" | "Double" | "Decimal",
            ) => Fit::Wider,
            ("Single" | "Double", "Decimal") | ("Decimal", _) | (_, "Char") => Fit::No,
            // A constant may be small enough.
            ("Int32", "Byte" | "SByte" | "Int16" | "UInt16" | "UInt32" | "UInt64") => Fit::Converted,
            _ if from < to => Fit::Wider,
            _ => Fit::No,
        })
    }
}

/// Where a number type stands among those it can be given as.
fn number_rank(name: &str) -> Option<u8> {
    Some(match name {
        "SByte" | "Byte" => 1,
        "Char" => 2,
        "Int16" | "UInt16" => 3,
        "Int32" => 4,
        "UInt32" => 5,
        "Int64" => 6,
        "UInt64" => 7,
        "Single" => 8,
        "Double" => 9,
        "Decimal" => 10,
        _ => return None,
    })
}

/// The name of a type of the prelude.
fn standard_name(r: &Resolver<'_>, t: &Type) -> Option<&'static str> {
    let Type::Instance(class, _) = t else { return None };
    let env = r.env(*class).filter(|env| env.node.external)?;
    env.item.definition.as_ref().map(|d| d.name.as_str())
}

/// A type of the prelude, which knows no namespaces.
fn standard_type<'g>(r: &mut Resolver<'g>, node: &FileNode, name: Name) -> Option<Found> {
    let prelude = r.prelude(node)?;
    let bare = bare_name(name);
    let of_name = prelude.members_named(Name::empty(), bare);
    let has_arity = |item: &u32| {
        let d = prelude.item(*item).and_then(|item| item.definition.as_ref());
        d.is_some_and(|d| d.type_parameters.len() == arity_of(name))
    };
    let item = of_name.iter().find(|item| has_arity(item))?;
    prelude.symbol(*item).map(Found::symbol)
}
