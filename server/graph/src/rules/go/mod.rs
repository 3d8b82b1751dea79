//! Go: packages of folders, modules by `go.mod`, promotion through embedding, types made of others, interfaces that are
//! satisfied without being named.

mod interfaces;

use std::sync::Arc;

use lockstep_facts::{
    Definition, FileFacts, GoModule, ImportPath, LiteralKind, Name, PackageFacts, SymbolId, SymbolKind,
};
use smallvec::SmallVec;

use crate::bases::MAX_BASES;
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{Repeated, Rules, SameNamed, TypeParts, folder, join, normalize};
use crate::types::{Type, TypeSet};

/// How many types made of others are looked through.
const MAX_LAYERS: usize = 8;

pub(crate) struct Go;

impl Rules for Go {
    /// Every name is declared somewhere: one that no scope knows is of a package outside, or has lost what declared it.
    fn global<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, name: Name, space: Space) -> Found {
        match r.lookup_in_prelude(env.node, Name::empty(), name, space) {
            Found::Nothing if space == Space::Value => Found::External,
            found => found,
        }
    }

    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        _module: Name,
        path: &ImportPath,
    ) -> Found {
        let Some(import) = path.segments.first().map(|segment| segment.as_str()) else {
            return Found::symbol(node.file_symbol());
        };
        if !node.external
            && let Some(package) = package(r, node, import)
        {
            return Found::symbol(package.file_symbol());
        }
        let name = Name::new(&import.replace('/', "_"));
        match r.lookup_in_prelude(node, Name::empty(), name, Space::Type) {
            Found::Symbols(symbols) if symbols.iter().all(|symbol| r.module_place(*symbol).is_some()) => {
                Found::Symbols(symbols)
            }
            _ => Found::External,
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
        if node.external {
            return match r.lookup_in_prelude(node, module, name, space) {
                // What we say of a library is not all there is.
                Found::Nothing if !wildcard => Found::External,
                found => found,
            };
        }
        if wildcard && !name.as_str().chars().next().is_some_and(char::is_uppercase) {
            return Found::Nothing;
        }
        match node.shared_scope(module) {
            Some(scope) => r.shared(scope, name, space),
            None => Found::Nothing,
        }
    }

    fn shared_scope(&self, path: &str, facts: &FileFacts, module: &[Name]) -> Option<Name> {
        if !module.is_empty() || path.starts_with("<prelude>") {
            return None;
        }
        // Whatever a package calls itself, its files are those of its folder: so a clause that is being typed takes nobody's
        // names away. Beside it a folder can hold tests from outside and programs of one file.
        let beside = match facts.scope.as_str() {
            "main" => ":main",
            scope if scope.ends_with("_test") && path.ends_with("_test.go") => ":test",
            _ => "",
        };
        Some(scope_of(folder(path), beside))
    }

    fn is_shared(&self, definition: &Definition) -> bool {
        definition.name != "init"
    }

    fn package_name(&self, facts: &FileFacts) -> Option<Name> {
        (!facts.scope.is_empty()).then_some(facts.scope)
    }

    fn has_impls(&self) -> bool {
        true
    }

    fn nearest_base_first(&self) -> bool {
        true
    }

    fn brackets_are_either(&self) -> bool {
        true
    }

    fn blocks_bound_definitions(&self) -> bool {
        true
    }

    fn same_named(&self) -> SameNamed {
        SameNamed::All
    }

    fn type_parts(&self) -> TypeParts {
        TypeParts::One
    }

    fn repeated(&self) -> Repeated {
        Repeated::Alternatives
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Bytes | LiteralKind::Regex => "string",
            LiteralKind::Character => "rune",
            LiteralKind::Integer => "int",
            LiteralKind::Float => "float64",
            LiteralKind::Boolean => "bool",
            LiteralKind::Null => "any",
        }
    }

    fn collection_type(&self, kind: LiteralCollection) -> &'static str {
        match kind {
            LiteralCollection::List => "slice·",
            LiteralCollection::Set => "chan·",
            LiteralCollection::Map => "map·",
        }
    }

    fn generator_type(&self) -> &'static str {
        "iter.Seq"
    }

    fn binary<'g>(
        &self,
        r: &mut Resolver<'g>,
        _env: Env<'g>,
        _operator: &str,
        left: &TypeSet,
        right: &TypeSet,
    ) -> TypeSet {
        // An untyped number takes the other side's type: `2 * time.Second`.
        let plain = |set: &TypeSet| {
            set.first()
                .and_then(|t| built_in(r, t))
                .is_some_and(|name| matches!(name.as_str(), "int" | "float64" | "rune" | "string"))
        };
        if right.first().is_some() && plain(left) { right.clone() } else { left.clone() }
    }

    fn through<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, receiver: &Type) -> TypeSet {
        let Type::Instance(class, _) = receiver else { return TypeSet::unknown() };
        // What we say of a library's type is not all there is: a member that neither a type nor what it embeds has is the
        // library's, if either is a library's.
        if has_foreign_part(r, *class) {
            return TypeSet::one(Type::External);
        }
        self.underlying(r, env, receiver)
    }

    fn impls_take_bounds(&self) -> bool {
        true
    }

    fn underlying<'g>(&self, r: &mut Resolver<'g>, _env: Env<'g>, named: &Type) -> TypeSet {
        let Type::Instance(symbol, arguments) = named else { return TypeSet::unknown() };
        let Some(of) = r.env(*symbol) else { return TypeSet::unknown() };
        let Some(d) = of.item.definition.as_ref().filter(|d| d.kind == SymbolKind::Class) else {
            return TypeSet::unknown();
        };
        r.record(Key::type_of(symbol.0));
        let Some(declared) = d.declared else { return TypeSet::unknown() };
        let made_of = r.type_of_type(of, Spot::END, declared);
        if made_of.iter().any(|t| matches!(t, Type::Instance(other, _) if other == symbol)) {
            return TypeSet::unknown();
        }
        if d.type_parameters.is_empty() {
            return made_of;
        }
        let map = r.class_substitution(*symbol, arguments);
        r.substituted(&made_of, &map)
    }

    fn keys_are_values<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, made: &Type) -> bool {
        let made = structure(r, env, made);
        built_in(r, &made).is_some_and(|name| matches!(name.as_str(), "slice·" | "map·"))
    }

    fn satisfied<'g>(&self, r: &mut Resolver<'g>, method: Env<'g>) -> Vec<SymbolId> {
        interfaces::satisfied(r, method)
    }

    fn implicit_subtypes<'g>(&self, r: &mut Resolver<'g>, interface: Env<'g>) -> Vec<SymbolId> {
        interfaces::implementers(r, interface)
    }

    fn implicit_supertypes<'g>(&self, r: &mut Resolver<'g>, class: Env<'g>) -> Vec<SymbolId> {
        interfaces::interfaces_of(r, class)
    }

    /// Tuples of what ranging over a value yields.
    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        let value = structure(r, env, value);
        let argument = |index: usize| match &value {
            Type::Instance(_, Some(arguments)) => arguments.get(index).cloned().unwrap_or_default(),
            _ => TypeSet::unknown(),
        };
        let yielded = match (&value, built_in(r, &value).as_ref().map(|name| name.as_str())) {
            (_, Some("slice·")) => {
                let index = r.prelude_instance(env, "int", Vec::new());
                vec![index, argument(0)]
            }
            (_, Some("map·")) => vec![argument(0), argument(1)],
            (_, Some("chan·")) => vec![argument(0)],
            (_, Some("string")) => {
                let index = r.prelude_instance(env, "int", Vec::new());
                vec![index, r.prelude_instance(env, "rune", Vec::new())]
            }
            (Type::Instance(..), Some(_)) => vec![TypeSet::one(value.clone())],
            // An iterator: what it hands to the loop's body.
            (Type::Function(iterator), _) => match iterator.parameters.first().and_then(TypeSet::first) {
                Some(Type::Function(body)) => body.parameters.to_vec(),
                _ => return TypeSet::unknown(),
            },
            _ => return TypeSet::unknown(),
        };
        TypeSet::one(Type::Tuple(yielded.into()))
    }

    /// An element of a list, a value of a map, what is received from a channel; of a function, itself with a type argument.
    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        let value = structure(r, env, value);
        let at = match built_in(r, &value).as_ref().map(|name| name.as_str()) {
            Some("slice·" | "chan·") => 0,
            Some("map·") => 1,
            Some("string") => return r.prelude_instance(env, "uint8", Vec::new()),
            _ => {
                return match value {
                    Type::Callable(..) => TypeSet::one(value),
                    _ => TypeSet::unknown(),
                };
            }
        };
        match &value {
            Type::Instance(_, Some(arguments)) => arguments.get(at).cloned().unwrap_or_default(),
            _ => TypeSet::unknown(),
        }
    }
}

fn scope_of(folder: &str, beside: &str) -> Name {
    Name::new(&format!("go {folder}{beside}"))
}

/// Whether a type, or one that it embeds, is a library's.
fn has_foreign_part(r: &mut Resolver<'_>, class: SymbolId) -> bool {
    let mut seen: SmallVec<[SymbolId; 8]> = SmallVec::from_slice(&[class]);
    let mut at = 0;
    while let Some(current) = seen.get(at).copied() {
        at += 1;
        if r.env(current).is_some_and(|env| env.node.external) {
            return true;
        }
        for base in &r.bases(current) {
            match base {
                Type::Instance(base, _) if seen.contains(base) || seen.len() >= MAX_BASES => {}
                Type::Instance(base, _) => seen.push(*base),
                _ => return true,
            }
        }
    }
    false
}

/// The name of a type of the prelude's own top level.
fn built_in(r: &Resolver<'_>, value: &Type) -> Option<Name> {
    let Type::Instance(symbol, _) = value else { return None };
    let env = r.env(*symbol).filter(|env| env.node.external)?;
    let d = env.item.definition.as_ref()?;
    d.container.is_none().then_some(d.name)
}

/// What a value is at the bottom: types made of others and type parameters looked through.
fn structure<'g>(r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> Type {
    let mut at = value.clone();
    for _ in 0..MAX_LAYERS {
        let next = match &at {
            Type::Parameter(owner, name) => r.bounds_in(env, *owner, *name).first().cloned(),
            _ => Go.underlying(r, env, &at).first().cloned(),
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// The first file of the package that `import` means in the files beside `node`; none outside the workspace.
fn package<'g>(r: &mut Resolver<'g>, node: &FileNode, import: &str) -> Option<&'g Arc<FileNode>> {
    let here = folder(node.path.as_str());
    if import.starts_with("./") || import.starts_with("../") {
        let at = normalize(here, import)?;
        return in_folder(r, &at);
    }
    r.record(Key::package());
    let modules = modules(r);
    let own =
        modules.iter().filter(|(root, _)| holds(root, here)).max_by_key(|(root, _)| root.len()).copied();
    // The module around comes first, then what it is told to take instead, then what it keeps copies of.
    if let Some((root, module)) = own {
        if let Some(rest) = below(module, import)
            && let Some(found) = in_folder(r, &joined(root, rest))
        {
            return Some(found);
        }
        let replaced =
            modules.iter().filter(|(other, of)| *other == root || (of.path.is_none() && holds(other, here)));
        for (at, of) in replaced {
            for (path, to) in &of.replaced {
                if let Some(rest) = rest_of(path, import)
                    && let Some(base) = normalize(at, to)
                    && let Some(found) = in_folder(r, &joined(&base, rest))
                {
                    return Some(found);
                }
            }
        }
        if let Some(found) = in_folder(r, &join(&join(root, "vendor"), import)) {
            return Some(found);
        }
    }
    let mut others: Vec<(&str, &str, &str)> = modules
        .iter()
        .filter_map(|(root, module)| Some((module.path.as_deref()?, *root, below(module, import)?)))
        .collect();
    others.sort_by_key(|(path, root, _)| (std::cmp::Reverse(path.len()), *root));
    for (_, root, rest) in others {
        if let Some(found) = in_folder(r, &joined(root, rest)) {
            return Some(found);
        }
    }
    // Without modules: a workspace of old, whose packages stand below `src`, and what a package keeps copies of.
    let mut at = here;
    loop {
        if own.is_none()
            && let Some(found) = in_folder(r, &join(&join(at, "vendor"), import))
        {
            return Some(found);
        }
        if at.rsplit('/').next() == Some("src")
            && let Some(found) = in_folder(r, &join(at, import))
        {
            return Some(found);
        }
        if at.is_empty() {
            return None;
        }
        at = folder(at);
    }
}

/// The package of a folder. A program can be named by its own tests alone.
fn in_folder<'g>(r: &mut Resolver<'g>, folder: &str) -> Option<&'g Arc<FileNode>> {
    r.scope_file(scope_of(folder, "")).or_else(|| r.scope_file(scope_of(folder, ":main")))
}

/// What `go.mod` and `go.work` files say, with their folders, in order of path.
fn modules<'g>(r: &Resolver<'g>) -> SmallVec<[(&'static str, &'g GoModule); 2]> {
    let packages = r.graph.packages.iter();
    packages
        .filter_map(|(path, file)| match r.graph.file(*file)?.facts.package.as_deref()? {
            PackageFacts::Go(module) => Some((folder(path), module)),
            _ => None,
        })
        .collect()
}

/// Whether a folder is `root` or below it.
fn holds(root: &str, folder: &str) -> bool {
    rest_of(root, folder).is_some() || root.is_empty()
}

/// What of `path` stands below `base`: empty for `base` itself.
fn rest_of<'p>(base: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix(base)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

fn below<'p>(module: &GoModule, import: &'p str) -> Option<&'p str> {
    rest_of(module.path.as_deref()?, import)
}

fn joined(folder: &str, rest: &str) -> String {
    if rest.is_empty() { folder.to_owned() } else { join(folder, rest) }
}
