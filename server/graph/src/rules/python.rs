//! Python: packages are folders, every import is passed on, classes are values.

use std::sync::Arc;

use lockstep_facts::{
    Definition, Expression, ExpressionId, ImportPath, LiteralKind, Name, PackageFacts, PathRoot,
};

use crate::definition_types::class_of;
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{Repeated, Rules, TypeScope, first_argument, folder, join, method_result};
use crate::types::{Type, TypeSet};

pub(crate) struct Python;

impl Rules for Python {
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        _module: Name,
        path: &ImportPath,
    ) -> Found {
        let segments: Vec<&str> = path.segments.iter().map(|s| s.as_str()).collect();
        match path.root {
            PathRoot::Relative(level) => {
                let mut base = folder(node.path.as_str()).to_owned();
                for _ in 1..level.max(1) {
                    base = folder(&base).to_owned();
                }
                module_at(r, &base, &segments)
            }
            _ => {
                let Some(first) = segments.first() else { return Found::Nothing };
                for root in roots(r, node) {
                    let found = module_at(r, &root, &segments);
                    if !found.is_nothing() {
                        return found;
                    }
                    // The package is ours, the module in it is not there.
                    if segments.len() > 1 && !module_at(r, &root, &segments[..1]).is_nothing() {
                        return Found::Nothing;
                    }
                }
                // Standard modules stand in the prelude as containers of that name.
                let container = segments.join(".");
                match r.lookup_in_prelude(node, Name::empty(), Name::new(first), Space::Any) {
                    Found::Symbols(symbols) if segments.len() == 1 => Found::Symbols(symbols),
                    Found::Symbols(_) => {
                        let (outer, last) = container.rsplit_once('.').unwrap_or(("", &container));
                        match r.lookup_in_prelude(node, Name::new(outer), Name::new(last), Space::Any) {
                            Found::Nothing => Found::External,
                            found => found,
                        }
                    }
                    _ => Found::External,
                }
            }
        }
    }

    fn export<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
        wildcard: bool,
    ) -> Found {
        if wildcard {
            r.record(Key::wildcard(node.path));
            if let Some(offered) = &node.facts.offered {
                if !offered.contains(&name) {
                    return Found::Nothing;
                }
            } else if name.as_str().starts_with('_') {
                return Found::Nothing;
            }
        }
        let found = r.lookup_in_module(node, module, name, space);
        if !found.is_nothing() {
            return found;
        }
        let path = node.path.as_str();
        if path.ends_with("/__init__.py") || path == "__init__.py" || path.ends_with("/__init__.pyi") {
            let base = folder(path).to_owned();
            return module_at(r, &base, &[name.as_str()]);
        }
        Found::Nothing
    }

    fn hoists_locals(&self) -> bool {
        true
    }

    fn assignments_narrow(&self) -> bool {
        true
    }

    fn type_parameters_are_definitions(&self) -> bool {
        true
    }

    fn type_scope(&self) -> TypeScope {
        TypeScope::Direct
    }

    fn repeated(&self) -> Repeated {
        Repeated::LastStands
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Character | LiteralKind::Regex => "str",
            LiteralKind::Bytes => "bytes",
            LiteralKind::Integer => "int",
            LiteralKind::Float => "float",
            LiteralKind::Boolean => "bool",
            LiteralKind::Null => "NoneType",
        }
    }

    fn collection_type(&self, kind: LiteralCollection) -> &'static str {
        match kind {
            LiteralCollection::List => "list",
            LiteralCollection::Set => "set",
            LiteralCollection::Map => "dict",
        }
    }

    fn generator_type(&self) -> &'static str {
        "Generator"
    }

    fn call_method(&self) -> Option<&'static str> {
        Some("__call__")
    }

    fn constructor(&self) -> Option<&'static str> {
        Some("__init__")
    }

    fn binary<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        operator: &str,
        left: &TypeSet,
        right: &TypeSet,
    ) -> TypeSet {
        let method = match operator {
            "+" => "__add__",
            "-" => "__sub__",
            "*" => "__mul__",
            "/" => "__truediv__",
            "//" => "__floordiv__",
            "%" => "__mod__",
            "|" => "__or__",
            "&" => "__and__",
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "in" | "not in" | "is" | "is not" | "not" => {
                return r.prelude_instance(env, "bool", Vec::new());
            }
            _ => return left.clone(),
        };
        let result = left.flat_map(|t| method_result(r, env, t, method).unwrap_or_default());
        if result.is_unknown() {
            if left.is_unknown() { right.clone() } else { left.clone() }
        } else {
            result
        }
    }

    fn special_generic<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        _spot: Spot,
        base: ExpressionId,
        arguments: &Arc<[TypeSet]>,
    ) -> Option<TypeSet> {
        let name = last_name(env, base)?;
        match name.as_str() {
            "Optional" | "Annotated" | "Final" | "ClassVar" | "Required" | "NotRequired" | "ReadOnly"
            | "TypeGuard" => arguments.first().cloned(),
            "Union" => {
                let mut all = TypeSet::unknown();
                arguments.iter().for_each(|t| all.join(t));
                Some(all)
            }
            "Type" | "type" => arguments.first().map(|t| t.flat_map(class_of)),
            "Literal" => Some(r.prelude_instance(env, "str", Vec::new())),
            "Tuple" | "tuple" if arguments.len() > 1 && arguments.get(1).is_some_and(|t| !t.is_unknown()) => {
                Some(TypeSet::one(Type::Tuple(Arc::clone(arguments))))
            }
            "Callable" => {
                let result = arguments.last().cloned().unwrap_or_default();
                let parameters = match arguments.first().and_then(TypeSet::first) {
                    Some(Type::Tuple(list)) if arguments.len() > 1 => list.to_vec(),
                    _ => Vec::new(),
                };
                let function = crate::types::FunctionType { parameters: parameters.into(), result };
                Some(TypeSet::one(Type::Function(Arc::new(function))))
            }
            _ => None,
        }
    }

    fn special_call<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        arguments: &'g [ExpressionId],
    ) -> Option<TypeSet> {
        match env.expression(callee) {
            Expression::Name(name) => match (name.as_str(), arguments) {
                ("cast", [target, ..]) => Some(r.type_of_type(env, spot, *target)),
                ("type", [value]) => Some(r.type_of_value(env, spot, *value).flat_map(class_of)),
                ("super", _) => None,
                ("next", [value, ..]) => {
                    let t = r.type_of_value(env, spot, *value);
                    Some(t.flat_map(|t| r.type_of_element(env, t)))
                }
                ("getattr", [_, _, default]) => Some(r.type_of_value(env, spot, *default)),
                ("getattr", _) => Some(TypeSet::unknown()),
                _ => None,
            },
            Expression::Member { name, .. } if *name == "cast" && arguments.len() == 2 => {
                Some(r.type_of_type(env, spot, arguments[0]))
            }
            _ => None,
        }
    }

    fn wrap_result<'g>(&self, _r: &mut Resolver<'g>, env: Env<'g>, d: &Definition, raw: TypeSet) -> TypeSet {
        // `await` on what is no promise gives the thing itself, so a coroutine's result needs no wrapper.
        let manager = d.decorators.iter().any(|decorator| {
            last_name(env, *decorator).is_some_and(|n| n == "contextmanager" || n == "asynccontextmanager")
        });
        if manager {
            return raw.flat_map(|t| first_argument(t).unwrap_or_else(|| TypeSet::one(t.clone())));
        }
        raw
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        for iterate in ["__iter__", "__aiter__"] {
            if let Some(iterator) = method_result(r, env, value, iterate) {
                let element = iterator.flat_map(|t| first_argument(t).unwrap_or_default());
                if !element.is_unknown() {
                    return element;
                }
                let next = if iterate == "__iter__" { "__next__" } else { "__anext__" };
                let element = iterator.flat_map(|t| method_result(r, env, t, next).unwrap_or_default());
                if !element.is_unknown() {
                    return element;
                }
            }
        }
        method_result(r, env, value, "__getitem__").or_else(|| first_argument(value)).unwrap_or_default()
    }

    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        method_result(r, env, value, "__getitem__").unwrap_or_default()
    }

    fn awaits_to_argument(&self, name: Option<&str>) -> bool {
        matches!(name, Some("Awaitable" | "Coroutine" | "Future" | "Task"))
    }
}

fn last_name(env: Env<'_>, id: ExpressionId) -> Option<Name> {
    match env.expression(id) {
        Expression::Name(name) | Expression::Member { name, .. } | Expression::Path { name, .. } => {
            Some(*name)
        }
        Expression::Call { callee, .. } => match env.expression(*callee) {
            Expression::Name(name) | Expression::Member { name, .. } => Some(*name),
            _ => None,
        },
        _ => None,
    }
}

/// The module `segments` below folder `base`.
fn module_at(r: &mut Resolver<'_>, base: &str, segments: &[&str]) -> Found {
    let path = segments.iter().fold(base.to_owned(), |path, segment| join(&path, segment));
    let file = r.first_file([
        join(&path, "__init__.py"),
        format!("{path}.py"),
        join(&path, "__init__.pyi"),
        format!("{path}.pyi"),
    ]);
    file.map_or(Found::Nothing, |file| r.file_symbol(file))
}

/// Folders in which a top-level module may be found, nearest first.
fn roots(r: &mut Resolver<'_>, node: &FileNode) -> Vec<String> {
    let mut roots = Vec::new();
    let mut is_package = |folder: &str| {
        r.file_at(&join(folder, "__init__.py")).is_some()
            || r.file_at(&join(folder, "__init__.pyi")).is_some()
    };
    // The folder above the outermost package around the file: for a script its own. What stands beside a module of a package
    // is no module of that name: `import typing` there is the library's.
    let mut package = folder(node.path.as_str()).to_owned();
    while !package.is_empty() && is_package(&package) {
        package = folder(&package).to_owned();
    }
    // The whole tree may be one package, whose name and folder are outside of it.
    let tree_is_package = is_package("");
    if !(package.is_empty() && tree_is_package) {
        roots.push(package);
    }
    r.record(Key::package());
    for (path, file) in r.graph.packages.iter() {
        let Some(facts) = r.graph.file(*file).and_then(|n| n.facts.package.as_deref()) else { continue };
        if let PackageFacts::Python(project) = facts {
            let base = folder(path);
            roots.extend(project.roots.iter().map(|root| join(base, root)));
            roots.push(join(base, "src"));
            roots.push(base.to_owned());
        }
    }
    if !tree_is_package {
        roots.push(String::new());
    }
    roots.push("src".to_owned());
    roots.push("lib".to_owned());
    let mut seen = Vec::new();
    roots.retain(|root| {
        let new = !seen.contains(root);
        seen.push(root.clone());
        new
    });
    roots
}
