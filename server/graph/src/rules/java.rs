//! Java: packages that files share, members that are seen from inside, overloads, interfaces that closures stand for.

use std::sync::Arc;

use lockstep_facts::{Definition, FileFacts, ImportPath, LiteralKind, Name, PathRoot, SymbolId, SymbolKind};
use smallvec::SmallVec;

use crate::file::FileNode;
use crate::fits::Fit;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver};
use crate::rules::{MethodSpace, Rules, SameNamed, TypeParts, TypeScope, first_argument, folder};
use crate::types::{Type, TypeSet};

pub(crate) struct Java;

impl Rules for Java {
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        _module: Name,
        path: &ImportPath,
    ) -> Found {
        if path.root == PathRoot::Global {
            // A primitive type.
            let name = path.segments.first().map_or("", |name| name.as_str());
            return r.lookup_in_prelude(node, Name::empty(), Name::new(&format!("${name}")), Space::Type);
        }
        // A package, and the types on the way below it: the longest package that is known.
        for count in (1..=path.segments.len()).rev() {
            let (package, types) = path.segments.split_at(count);
            let package = joined(package);
            let start = if is_standard(&package) {
                r.prelude(node).map(FileNode::file_symbol)
            } else {
                r.scope_file(Name::new(&package)).map(|file| file.file_symbol())
            };
            let Some(start) = start else { continue };
            let mut found = Found::symbol(start);
            for name in types {
                let Found::Symbols(holders) = &found else { break };
                let holders = holders.clone();
                found = Found::Nothing;
                for holder in holders {
                    found = r.export(holder, *name, Space::Type, false);
                    if !found.is_nothing() {
                        break;
                    }
                }
            }
            if !found.is_nothing() {
                return found;
            }
        }
        Found::External
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
        if node.external {
            let found = r.lookup_in_prelude(node, Name::empty(), name, space);
            return if found.is_nothing() { Found::External } else { found };
        }
        r.record(Key::wildcard(node.path));
        match node.shared_scope(module) {
            Some(scope) => r.shared(scope, name, space),
            None => Found::Nothing,
        }
    }

    fn shared_scope(&self, path: &str, facts: &FileFacts, module: &[Name]) -> Option<Name> {
        if !module.is_empty() {
            return None;
        }
        // Files without a package share one with those beside them.
        Some(if facts.scope.is_empty() { Name::new(&format!("{}/", folder(path))) } else { facts.scope })
    }

    fn is_shared(&self, definition: &Definition) -> bool {
        definition.kind.is_type()
    }

    fn type_parameters_shadow(&self) -> bool {
        true
    }

    fn has_functional_interfaces(&self) -> bool {
        true
    }

    fn constructors_are_named_after_types(&self) -> bool {
        true
    }

    fn constructor_words(&self) -> &'static [&'static str] {
        &["this", "super"]
    }

    fn accessed_field(&self, method: &str) -> Option<(String, &'static [&'static str])> {
        // What Lombok generates.
        let (field, decorators): (&str, &'static [&'static str]) = match method.split_at_checked(3)? {
            ("get", field) => (field, &["Getter", "Data", "Value"]),
            ("set", field) => (field, &["Setter", "Data"]),
            _ => (method.strip_prefix("is")?, &["Getter", "Data", "Value"]),
        };
        let first = field.chars().next().filter(char::is_ascii_uppercase)?;
        Some((format!("{}{}", first.to_ascii_lowercase(), &field[1..]), decorators))
    }

    fn accessor_names(&self, field: &str) -> Vec<String> {
        match field.chars().next().filter(char::is_ascii_lowercase) {
            Some(first) => ["get", "set", "is"]
                .iter()
                .map(|word| format!("{word}{}{}", first.to_ascii_uppercase(), &field[1..]))
                .collect(),
            None => Vec::new(),
        }
    }

    fn converts(&self, passed: &str, declared: &str) -> Option<Fit> {
        converts(passed, declared)
    }

    fn more_bases<'g>(&self, r: &mut Resolver<'g>, of: Env<'g>) -> Vec<Type> {
        let Some(d) = &of.item.definition else { return Vec::new() };
        if of.node.external && (d.name == "Object" || d.name.as_str().starts_with('$') && d.name != "$Array")
        {
            return Vec::new();
        }
        let own = Type::Instance(of.anchor(), None);
        match d.kind {
            SymbolKind::Enum => {
                r.prelude_instance(of, "Enum", vec![TypeSet::one(own)]).iter().cloned().collect()
            }
            // The body of a constant is a class below its enum.
            SymbolKind::EnumMember => r.enum_of(of.anchor()).iter().cloned().collect(),
            _ if d.bases.iter().any(|base| !base.implements) => Vec::new(),
            _ => r.prelude_instance(of, "Object", Vec::new()).iter().cloned().collect(),
        }
    }

    fn import_spaces(&self) -> &'static [Space] {
        &[Space::Type, Space::Value, Space::Callable]
    }

    fn same_named(&self) -> SameNamed {
        SameNamed::Overloads
    }

    fn type_scope(&self) -> TypeScope {
        TypeScope::Inherited
    }

    fn type_parts(&self) -> TypeParts {
        TypeParts::One
    }

    fn method_space(&self) -> MethodSpace {
        MethodSpace::Apart
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Bytes | LiteralKind::Regex => "String",
            LiteralKind::Character => "$char",
            LiteralKind::Integer => "$int",
            LiteralKind::Float => "$double",
            LiteralKind::Boolean => "$boolean",
            LiteralKind::Null => "$null",
        }
    }

    fn collection_type(&self, kind: LiteralCollection) -> &'static str {
        match kind {
            LiteralCollection::List => "$Array",
            LiteralCollection::Set => "Set",
            LiteralCollection::Map => "Map",
        }
    }

    fn generator_type(&self) -> &'static str {
        "Iterator"
    }

    fn binary<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        operator: &str,
        left: &TypeSet,
        right: &TypeSet,
    ) -> TypeSet {
        let name = |set: &TypeSet| match set.first() {
            Some(Type::Instance(class, _)) => standard_name(r, *class),
            _ => None,
        };
        let (a, b) = (name(left), name(right));
        if operator == "+" && (a == Some("String") || b == Some("String")) {
            return r.prelude_instance(env, "String", Vec::new());
        }
        if operator.starts_with(['<', '>']) {
            return promoted(a)
                .map_or_else(|| left.clone(), |name| r.prelude_instance(env, name, Vec::new()));
        }
        match (promoted(a), promoted(b)) {
            (Some(a), Some(b)) => {
                let wider = if rank(a) >= rank(b) { a } else { b };
                r.prelude_instance(env, wider, Vec::new())
            }
            _ if operator == "+" => TypeSet::unknown(),
            _ => left.clone(),
        }
    }

    fn refine_result<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        callee: &Definition,
        receiver: Option<&Type>,
        result: TypeSet,
    ) -> TypeSet {
        // What is collected is what the stream is of, where the collector alone does not say.
        if callee.name != "collect" {
            return result;
        }
        let Some(element) = receiver.and_then(first_argument) else { return result };
        result.flat_map(|t| match t {
            Type::Instance(class, arguments)
                if matches!(standard_name(r, *class), Some("List" | "Set"))
                    && arguments.as_ref().is_none_or(|list| list.iter().all(TypeSet::is_unknown)) =>
            {
                let name = standard_name(r, *class).unwrap_or_default();
                r.prelude_instance(env, name, vec![element.clone()])
            }
            other => TypeSet::one(other.clone()),
        })
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        match value {
            Type::Instance(class, Some(arguments)) if standard_name(r, *class) == Some("$Array") => {
                arguments.first().cloned().unwrap_or_default()
            }
            Type::Parameter(owner, name) => {
                let bounds: SmallVec<[Type; 4]> = r.bounds_of(*owner, *name);
                let mut all = TypeSet::unknown();
                for bound in bounds.iter().filter(|bound| !matches!(bound, Type::Parameter(..))) {
                    all.join(&self.element(r, env, bound));
                }
                all
            }
            _ => {
                let iterable =
                    r.lookup_in_prelude(env.node, Name::empty(), Name::new("Iterable"), Space::Type);
                let Found::Symbols(symbols) = iterable else { return TypeSet::unknown() };
                let Some(iterable) = symbols.first() else { return TypeSet::unknown() };
                r.as_base(value, *iterable).and_then(|list| list.first().cloned()).unwrap_or_default()
            }
        }
    }

    fn index<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, value: &Type) -> TypeSet {
        first_argument(value).unwrap_or_default()
    }
}

fn joined(segments: &[Name]) -> String {
    let segments: SmallVec<[&str; 8]> = segments.iter().map(|segment| segment.as_str()).collect();
    segments.join(".")
}

/// Packages whose commonest types the prelude declares.
fn is_standard(package: &str) -> bool {
    matches!(
        package,
        "java.lang"
            | "java.lang.annotation"
            | "java.lang.ref"
            | "java.lang.reflect"
            | "java.util"
            | "java.util.concurrent"
            | "java.util.concurrent.atomic"
            | "java.util.concurrent.locks"
            | "java.util.function"
            | "java.util.logging"
            | "java.util.regex"
            | "java.util.stream"
            | "java.util.zip"
            | "java.io"
            | "java.math"
            | "java.net"
            | "java.nio"
            | "java.nio.channels"
            | "java.nio.charset"
            | "java.nio.file"
            | "java.nio.file.attribute"
            | "java.security"
            | "java.text"
            | "java.time"
            | "java.time.chrono"
            | "java.time.format"
            | "java.time.temporal"
    )
}

/// The name of a type of the prelude.
fn standard_name(r: &Resolver<'_>, class: SymbolId) -> Option<&'static str> {
    let env = r.env(class).filter(|env| env.node.external)?;
    env.item.definition.as_ref().map(|d| d.name.as_str())
}

/// What a number becomes in an operation.
fn promoted(name: Option<&'static str>) -> Option<&'static str> {
    Some(match name? {
        "$int" | "$short" | "$byte" | "$char" | "Integer" | "Short" | "Byte" | "Character" => "$int",
        "$long" | "Long" => "$long",
        "$float" | "Float" => "$float",
        "$double" | "Double" => "$double",
        "$boolean" | "Boolean" => "$boolean",
        _ => return None,
    })
}

fn rank(primitive: &str) -> u32 {
    match primitive {
        "$boolean" => 0,
        "$byte" => 1,
        "$short" | "$char" => 2,
        "$int" => 3,
        "$long" => 4,
        "$float" => 5,
        _ => 6,
    }
}

/// The primitive type of a box.
fn unboxed(name: &str) -> Option<&'static str> {
    Some(match name {
        "Integer" => "$int",
        "Long" => "$long",
        "Short" => "$short",
        "Byte" => "$byte",
        "Character" => "$char",
        "Float" => "$float",
        "Double" => "$double",
        "Boolean" => "$boolean",
        _ => return None,
    })
}

fn is_primitive(name: &str) -> bool {
    name.starts_with('$') && !matches!(name, "$null" | "$Array")
}

/// How a value of the type named `passed` fits one named `declared`, where one of them is primitive.
fn converts(passed: &str, declared: &str) -> Option<Fit> {
    match (is_primitive(passed), is_primitive(declared)) {
        (true, true) if passed == declared => Some(Fit::Exact),
        (true, true) => {
            let numbers = passed != "$boolean" && declared != "$boolean";
            let wider = rank(passed) < rank(declared) && declared != "$char";
            Some(if numbers && wider { Fit::Wider } else { Fit::No })
        }
        (true, false) => {
            let boxes = unboxed(declared) == Some(passed);
            let above = matches!(declared, "Object" | "Serializable" | "Comparable")
                || (declared == "Number" && !matches!(passed, "$boolean" | "$char"));
            Some(if boxes || above { Fit::Converted } else { Fit::No })
        }
        (false, true) if passed == "$null" => Some(Fit::No),
        (false, true) => Some(match unboxed(passed) {
            Some(inner) if inner == declared => Fit::Converted,
            Some(inner) if converts(inner, declared) == Some(Fit::Wider) => Fit::Converted,
            _ => Fit::No,
        }),
        (false, false) if passed == "$null" => Some(Fit::Wider),
        (false, false) => None,
    }
}
