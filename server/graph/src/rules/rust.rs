//! Rust: crates and their module trees, three namespaces, `impl` blocks, traits, smart pointers.

use std::sync::Arc;

use lockstep_facts::{
    CargoManifest, Definition, DefinitionFlags, Expression, ExpressionId, ImportPath, LiteralKind, Name,
    PackageFacts, PathRoot, SymbolId, SymbolKind,
};

use crate::FileId;
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space, enclosing_module};
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{MethodSpace, Repeated, Rules, SameNamed, folder, join, method_result, normalize};
use crate::types::{Type, TypeSet};

pub(crate) struct Rust;

impl Rules for Rust {
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        path: &ImportPath,
    ) -> Found {
        let mut segments = path.segments.iter().copied();
        let mut at = match path.root {
            PathRoot::Crate if node.external => Found::symbol(node.file_symbol()),
            PathRoot::Crate => match crate_root(r, node) {
                Some(file) => r.file_symbol(file),
                None => return Found::Nothing,
            },
            PathRoot::Relative(level) => {
                let mut here = (Arc::clone(node), module);
                for _ in 1..level.max(1) {
                    match parent_module(r, &here.0, here.1) {
                        Some(parent) => here = parent,
                        None => return Found::Nothing,
                    }
                }
                module_symbol(&here.0, here.1)
            }
            PathRoot::Global => {
                let Some(first) = segments.next() else { return Found::Nothing };
                external_crate(r, node, first)
            }
            PathRoot::Plain => {
                // `use a as b`: a name of the module itself, or a crate's.
                let Some(first) = segments.next() else { return module_symbol(node, module) };
                // A path in a `use` may begin with anything in scope, an enum or trait as well as a module.
                let local = r.lookup_in_module(node, module, first, Space::Type);
                match local {
                    Found::Symbols(symbols) => Found::Symbols(symbols),
                    _ => external_crate(r, node, first),
                }
            }
        };
        for segment in segments {
            let Found::Symbols(symbols) = at else { return at };
            let mut next = Found::Nothing;
            for symbol in symbols {
                next = joined(next, r.export(symbol, segment, Space::Type, false));
            }
            at = next;
        }
        at
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
        if name == "self" {
            return module_symbol(node, module);
        }
        let found = r.lookup_in_module(node, module, name, space);
        if found.is_nothing() && space == Space::Macro {
            return exported_macro(r, node, module, name);
        }
        if found.is_nothing() && !wildcard && matches!(name.as_str(), "std" | "core" | "alloc") {
            return external_crate(r, node, name);
        }
        found
    }

    fn global<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, name: Name, space: Space) -> Found {
        if space == Space::Macro {
            return exported_macro(r, env.node, enclosing_module(env), name);
        }
        if env.node.external {
            return Found::Nothing;
        }
        if space == Space::Type || space == Space::Any {
            return match external_crate(r, env.node, name) {
                // An unknown crate is known only by its manifest; any other name is simply unknown.
                Found::External if !is_dependency(r, env.node, name) => Found::Nothing,
                found => found,
            };
        }
        Found::Nothing
    }

    fn file_of_module<'g>(&self, r: &mut Resolver<'g>, module: Env<'g>) -> Option<FileId> {
        let d = module.item.definition.as_ref()?;
        if let Some(path) = module.item.body.invocations.iter().find(|i| i.name == "#[path]") {
            let mut base = match d.container {
                None => folder(module.node.path.as_str()).to_owned(),
                Some(_) => module_folder(r, module.node),
            };
            for segment in d.container.iter().flat_map(|c| c.path.as_str().split('.')) {
                base = join(&base, segment);
            }
            return r.file_at(&normalize(&base, &path.tokens)?);
        }
        let mut base = module_folder(r, module.node);
        // `mod a { mod b; }` looks in a folder named after the inline module.
        if let Some(container) = d.container {
            for segment in container.path.as_str().split('.') {
                base = join(&base, segment);
            }
        }
        let name = d.name.as_str().trim_start_matches("r#");
        r.first_file([join(&base, &format!("{name}.rs")), join(&join(&base, name), "mod.rs")])
    }

    fn modules_see_outside(&self) -> bool {
        false
    }

    fn has_impls(&self) -> bool {
        true
    }

    fn ranges_give_slices(&self) -> bool {
        true
    }

    fn more_bases<'g>(&self, r: &mut Resolver<'g>, of: Env<'g>) -> Vec<Type> {
        let Some(d) = &of.item.definition else { return Vec::new() };
        let mut bases = Vec::new();
        if d.kind == SymbolKind::EnumMember {
            bases.extend(r.enum_of(of.anchor()).iter().cloned());
        }
        for decorator in &d.decorators {
            let Expression::Call { callee, arguments } = of.expression(*decorator) else { continue };
            if !matches!(of.expression(*callee), Expression::Name(name) if *name == "derive") {
                continue;
            }
            // A derive macro is called like the trait it implements; of others we know nothing.
            for derived in arguments {
                let set = r.type_of_type(of, Spot::END, *derived);
                bases.extend(set.iter().filter(|t| matches!(t, Type::Instance(..))).cloned());
            }
        }
        bases
    }

    fn special_generic<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        spot: Spot,
        base: ExpressionId,
        arguments: &Arc<[TypeSet]>,
    ) -> Option<TypeSet> {
        // The error crates' `Result<T>` is the standard one with their error.
        let Expression::Path { name, .. } = env.expression(base) else { return None };
        if *name != "Result" || !matches!(r.resolve_path(env, spot, base, Space::Type).found, Found::External)
        {
            return None;
        }
        let success = arguments.first().cloned().unwrap_or_default();
        Some(r.prelude_instance(env, "result.Result", vec![success, TypeSet::unknown()]))
    }

    fn infers_from_uses(&self) -> bool {
        true
    }

    fn refine_result<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        callee: &Definition,
        receiver: Option<&Type>,
        result: TypeSet,
    ) -> TypeSet {
        match (callee.name.as_str(), receiver) {
            ("collect", Some(receiver)) => {
                let item = r.associated_type(env, receiver, Name::new("Item"));
                result.flat_map(|t| TypeSet::one(collected(t, &item)))
            }
            _ => result,
        }
    }

    fn import_spaces(&self) -> &'static [Space] {
        &[Space::Type, Space::Value, Space::Macro]
    }

    fn same_named(&self) -> SameNamed {
        SameNamed::ByTraitArgument
    }

    fn method_space(&self) -> MethodSpace {
        MethodSpace::ByUse
    }

    fn repeated(&self) -> Repeated {
        Repeated::Alternatives
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Regex => "primitive.str",
            LiteralKind::Bytes => "slice.Slice",
            LiteralKind::Character => "primitive.char",
            LiteralKind::Integer => "num.Integer",
            LiteralKind::Float => "num.Float",
            LiteralKind::Boolean => "primitive.bool",
            LiteralKind::Null => "unit",
        }
    }

    fn collection_type(&self, _kind: LiteralCollection) -> &'static str {
        "slice.Slice"
    }

    fn generator_type(&self) -> &'static str {
        "iter.Iterator"
    }

    fn binary<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        operator: &str,
        left: &TypeSet,
        _right: &TypeSet,
    ) -> TypeSet {
        match operator {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => {
                r.prelude_instance(env, "primitive.bool", Vec::new())
            }
            _ => left.clone(),
        }
    }

    fn through<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, receiver: &Type) -> TypeSet {
        let Type::Instance(class, _) = receiver else { return TypeSet::unknown() };
        if !has_base(r, *class, "Deref") {
            return TypeSet::unknown();
        }
        let target = r.associated_type(env, receiver, Name::new("Target"));
        target.flat_map(|t| match t {
            Type::Projection(..) => TypeSet::unknown(),
            t if t == receiver => TypeSet::unknown(),
            t => TypeSet::one(t.clone()),
        })
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        r.associated_type(env, value, Name::new("Item"))
    }

    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        if let Type::Instance(class, _) = value
            && r.prelude(env.node).is_none_or(|prelude| prelude.item_of(*class).is_none())
        {
            if let Some(result) = method_result(r, env, value, "index").filter(|t| !t.is_unknown()) {
                return result;
            }
            let through = self.through(r, env, value);
            return through.flat_map(|inner| r.type_of_index(env, inner));
        }
        match value {
            Type::Instance(_, Some(arguments)) => {
                let through = self.through(r, env, value);
                match through.first() {
                    Some(inner) => r.type_of_index(env, inner),
                    None => arguments.get(1).or(arguments.first()).cloned().unwrap_or_default(),
                }
            }
            _ => TypeSet::unknown(),
        }
    }

    fn awaits_to_argument(&self, name: Option<&str>) -> bool {
        matches!(name, Some("JoinHandle" | "Future"))
    }
}

/// Both meanings; symbols are more than nothing or something outside.
fn joined(a: Found, b: Found) -> Found {
    match (a, b) {
        (Found::Symbols(mut symbols), Found::Symbols(more)) => {
            symbols.extend(more);
            Found::Symbols(symbols)
        }
        (Found::Symbols(symbols), _) | (_, Found::Symbols(symbols)) => Found::Symbols(symbols),
        (Found::Nothing, b) => b,
        (a, _) => a,
    }
}

fn has_base(r: &mut Resolver<'_>, class: SymbolId, name: &str) -> bool {
    r.bases(class).iter().any(|base| match base {
        Type::Instance(symbol, _) => {
            r.env(*symbol).and_then(|e| e.item.definition.as_ref()).is_some_and(|d| d.name == *name)
        }
        _ => false,
    })
}

/// A collection whose elements were left to be inferred (`Vec<_>`), collected from an iterator of `item`.
fn collected(collection: &Type, item: &TypeSet) -> Type {
    let Type::Instance(class, Some(arguments)) = collection else { return collection.clone() };
    let open = |t: Option<&TypeSet>| t.is_some_and(TypeSet::is_unknown);
    let filled: Vec<TypeSet> = match (&arguments[..], item.first()) {
        ([only], _) if open(Some(only)) => vec![item.clone()],
        // `Result<Vec<_>, _>`: what the items hold is collected.
        ([inner, rest @ ..], Some(Type::Instance(other, Some(given)))) if other == class => {
            let inside = given.first().cloned().unwrap_or_default();
            let inner = match inner.first() {
                Some(_) => inner.flat_map(|t| TypeSet::one(collected(t, &inside))),
                None => inside,
            };
            let rest = rest
                .iter()
                .zip(given.iter().skip(1))
                .map(|(t, given)| if t.is_unknown() { given } else { t });
            std::iter::once(inner).chain(rest.cloned()).collect()
        }
        ([key, value, ..], Some(Type::Tuple(pair)))
            if pair.len() == 2 && (open(Some(key)) || open(Some(value))) =>
        {
            let fill = |t: &TypeSet, given: &TypeSet| if t.is_unknown() { given.clone() } else { t.clone() };
            vec![fill(key, &pair[0]), fill(value, &pair[1])]
        }
        _ => return collection.clone(),
    };
    Type::Instance(*class, Some(filled.into()))
}

fn module_symbol(node: &FileNode, module: Name) -> Found {
    if module.is_empty() {
        return Found::symbol(node.file_symbol());
    }
    match node.item_at(module).and_then(|item| node.symbol(item)) {
        Some(symbol) => Found::symbol(symbol),
        None => Found::Nothing,
    }
}

/// Whether the file is where a crate begins, by its place alone.
fn is_usual_root(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let parent = folder(path).rsplit('/').next().unwrap_or("");
    match name {
        "lib.rs" | "main.rs" | "build.rs" => true,
        _ => matches!(parent, "bin" | "tests" | "examples" | "benches"),
    }
}

/// The folder in which the children of a file's module stand.
fn module_folder(r: &mut Resolver<'_>, node: &FileNode) -> String {
    let path = node.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == "mod.rs" || is_crate_root(r, node) {
        return folder(path).to_owned();
    }
    path.strip_suffix(".rs").unwrap_or(path).to_owned()
}

fn is_crate_root(r: &mut Resolver<'_>, node: &FileNode) -> bool {
    let path = node.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    if declared_root(r, path) {
        return true;
    }
    // A file beside `tests/all.rs` may be a module of it; `tests/common/mod.rs` is always one.
    is_usual_root(path) && name != "mod.rs" && (is_main(name) || declaring_module(r, node).is_none())
}

fn is_main(name: &str) -> bool {
    matches!(name, "lib.rs" | "main.rs" | "build.rs")
}

/// The file and module that says `mod x;` of this file, where its place does not tell: beside it.
fn declaring_module(r: &mut Resolver<'_>, node: &FileNode) -> Option<(Arc<FileNode>, Name)> {
    let path = node.path.as_str();
    let stem = Name::new(path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rs"));
    r.record(Key::global(stem));
    let beside = r.graph.nodes_by_path(r.graph.defining.files(stem)).into_iter().filter(|declaring| {
        !declaring.external && declaring.id != node.id && folder(declaring.path.as_str()) == folder(path)
    });
    beside.into_iter().find_map(|declaring| {
        declaring.definitions_named(stem).iter().find_map(|item| {
            let d = declaring.item(*item)?.definition.as_ref()?;
            (d.flags.has(DefinitionFlags::FILE_MODULE) && d.container.is_none())
                .then(|| (Arc::clone(declaring), Name::empty()))
        })
    })
}

/// Whether a manifest names the file as a target.
fn declared_root(r: &mut Resolver<'_>, path: &str) -> bool {
    r.record(Key::package());
    r.graph.packages.iter().any(|(manifest, file)| {
        let Some(PackageFacts::Cargo(cargo)) = r.graph.file(*file).and_then(|n| n.facts.package.as_deref())
        else {
            return false;
        };
        let base = folder(manifest);
        // Asked for every path that begins with `crate`: most packages are ruled out by their folder alone.
        let inside = base.is_empty() || path.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
        let mut targets = cargo.library.iter().chain(&cargo.targets);
        targets.any(|target| {
            (inside || target.path.contains(".."))
                && normalize(base, &target.path).is_some_and(|root| root == path)
        })
    })
}

/// The module around module `module` of `node`.
fn parent_module<'g>(
    r: &mut Resolver<'g>,
    node: &Arc<FileNode>,
    module: Name,
) -> Option<(Arc<FileNode>, Name)> {
    if !module.is_empty() {
        let outer = module.as_str().rsplit_once('.').map_or("", |(outer, _)| outer);
        return Some((Arc::clone(node), Name::new(outer)));
    }
    if is_crate_root(r, node) {
        return None;
    }
    let path = node.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    let base = folder(path);
    if name == "mod.rs" {
        // The parent of `a/mod.rs` is a file of the folder that holds `a`.
        return module_file(r, folder(base));
    }
    module_file(r, base).or_else(|| declaring_module(r, node))
}

/// The file whose module's children stand in `base`.
fn module_file(r: &mut Resolver<'_>, base: &str) -> Option<(Arc<FileNode>, Name)> {
    let mut candidates = vec![join(base, "mod.rs"), join(base, "lib.rs"), join(base, "main.rs")];
    if !base.is_empty() {
        candidates.insert(0, format!("{base}.rs"));
    }
    let file = r.first_file(candidates)?;
    r.graph.file(file).map(|node| (Arc::clone(node), Name::empty()))
}

/// The root file of the crate that `node` belongs to.
fn crate_root(r: &mut Resolver<'_>, node: &Arc<FileNode>) -> Option<FileId> {
    let mut at = Arc::clone(node);
    for _ in 0..64 {
        if is_crate_root(r, &at) {
            return Some(at.id);
        }
        at = parent_module(r, &at, Name::empty())?.0;
    }
    None
}

/// The package's manifest nearest to `path`.
fn manifest<'g>(r: &mut Resolver<'g>, path: &str) -> Option<(&'static str, &'g CargoManifest)> {
    nearest_manifest(r, path, |cargo| cargo.name.is_some())
}

/// The workspace's manifest above (or at) the package manifest `path`.
fn workspace_manifest<'g>(r: &mut Resolver<'g>, path: &str) -> Option<(&'static str, &'g CargoManifest)> {
    nearest_manifest(r, path, |cargo| cargo.name.is_none() || !cargo.members.is_empty())
}

fn nearest_manifest<'g>(
    r: &mut Resolver<'g>,
    path: &str,
    wanted: impl Fn(&CargoManifest) -> bool,
) -> Option<(&'static str, &'g CargoManifest)> {
    r.record(Key::package());
    let mut at = folder(path);
    loop {
        if let Some((path, file)) = r.graph.packages.get_key_value(&*join(at, "Cargo.toml"))
            && let Some(PackageFacts::Cargo(cargo)) =
                r.graph.file(*file).and_then(|n| n.facts.package.as_deref())
            && wanted(cargo)
        {
            return Some((path, cargo));
        }
        if at.is_empty() {
            return None;
        }
        at = folder(at);
    }
}

/// The library of the package whose manifest is at `path`.
fn library(r: &mut Resolver<'_>, path: &str, cargo: &CargoManifest) -> Option<FileId> {
    let base = folder(path);
    match &cargo.library {
        Some(target) => {
            let path = normalize(base, &target.path)?;
            r.file_at(&path)
        }
        None => r.file_at(&join(base, "src/lib.rs")),
    }
}

fn library_name(cargo: &CargoManifest) -> Option<String> {
    match &cargo.library {
        Some(target) => Some(target.name.to_string()),
        None => cargo.name.as_ref().map(|n| n.replace('-', "_")),
    }
}

fn is_dependency(r: &mut Resolver<'_>, node: &FileNode, name: Name) -> bool {
    matches!(name.as_str(), "std" | "core" | "alloc" | "proc_macro" | "test")
        || manifest(r, node.path.as_str())
            .is_some_and(|(_, cargo)| cargo.dependencies.iter().any(|(used, ..)| **used == *name.as_str()))
}

/// The crate called `name` from `node`: the package's own library, a member of the workspace, the prelude's `std`.
fn external_crate<'g>(r: &mut Resolver<'g>, node: &'g Arc<FileNode>, name: Name) -> Found {
    if node.external {
        return r.lookup_in_prelude(node, Name::empty(), name, Space::Type);
    }
    if matches!(name.as_str(), "std" | "core" | "alloc") {
        return match r.lookup_in_prelude(node, Name::empty(), Name::new("std"), Space::Type) {
            Found::Nothing => Found::External,
            found => found,
        };
    }
    let Some((path, cargo)) = manifest(r, node.path.as_str()) else { return Found::External };
    if library_name(cargo).as_deref() == Some(name.as_str())
        && let Some(file) = library(r, path, cargo)
    {
        return r.file_symbol(file);
    }
    let Some((_, package, at)) = cargo.dependencies.iter().find(|(used, ..)| **used == *name.as_str()) else {
        return Found::External;
    };
    let mut package = package;
    let mut by_path =
        at.as_ref().and_then(|at| normalize(folder(path), at)).map(|base| join(&base, "Cargo.toml"));
    if by_path.is_none()
        && let Some((workspace, shared)) = workspace_manifest(r, path)
        && let Some((_, real, at)) = shared.dependencies.iter().find(|(used, ..)| **used == *name.as_str())
    {
        // What a member takes over from its workspace is said there.
        package = real;
        by_path =
            at.as_ref().and_then(|at| normalize(folder(workspace), at)).map(|base| join(&base, "Cargo.toml"));
    }
    let members: Vec<(&'static str, FileId)> = r.graph.packages.iter().map(|(p, f)| (*p, *f)).collect();
    for (manifest, file) in members {
        let Some(PackageFacts::Cargo(member)) = r.graph.file(file).and_then(|n| n.facts.package.as_deref())
        else {
            continue;
        };
        let meant = match &by_path {
            Some(path) => manifest == path,
            None => member.name.as_deref() == Some(package),
        };
        if meant && let Some(file) = library(r, manifest, member) {
            return r.file_symbol(file);
        }
    }
    Found::External
}

/// A macro that is visible without a path: macros are textual. One that is exported is seen everywhere (and through
/// the crate's root), any other in the module it stands in and those inside, and further out through `#[macro_use]`.
fn exported_macro(r: &mut Resolver<'_>, node: &Arc<FileNode>, module: Name, name: Name) -> Found {
    r.record(Key::global(name));
    let files: Vec<u32> = r.graph.defining.files(name).to_vec();
    // In order of path and name: the order of text changes without any key changing.
    let mut found: Vec<(bool, &'static str, &'static str, SymbolId)> = Vec::new();
    let around = module_chain(r, node, module);
    for file in files {
        let Some(defining) = r.graph.file(FileId(file)).filter(|n| !n.external) else { continue };
        for item in defining.definitions_named(name) {
            let Some(env) = Env::new(defining, *item) else { continue };
            let Some(d) = env.item.definition.as_ref().filter(|d| d.kind == SymbolKind::Macro) else {
                continue;
            };
            let exported = d.flags.has(DefinitionFlags::MACRO_EXPORT);
            if !exported && !sees_macro(r, &around, env) {
                continue;
            }
            if let Some(symbol) = defining.symbol(*item) {
                found.push((exported, defining.path.as_str(), env.item.path.as_str(), symbol));
            }
        }
    }
    // What stands nearer by its text comes before what is exported.
    found.sort_unstable();
    let Some((exported, path, ..)) = found.first().copied() else { return Found::Nothing };
    let same = found.iter().filter(|(e, p, ..)| *e == exported && *p == path);
    Found::Symbols(same.map(|(.., symbol)| *symbol).collect())
}

/// A module and those around it, outward.
fn module_chain(r: &mut Resolver<'_>, node: &Arc<FileNode>, module: Name) -> Vec<(Name, Name)> {
    let mut chain = vec![(node.path, module)];
    let mut at = (Arc::clone(node), module);
    while chain.len() < 64
        && let Some(parent) = parent_module(r, &at.0, at.1)
    {
        chain.push((parent.0.path, parent.1));
        at = parent;
    }
    chain
}

/// Whether a macro is visible in a module (given with those around it) by its text alone.
fn sees_macro(r: &mut Resolver<'_>, around: &[(Name, Name)], defined: Env<'_>) -> bool {
    let mut at = (Arc::clone(defined.node), enclosing_module(defined));
    for _ in 0..64 {
        if around.contains(&(at.0.path, at.1)) {
            return true;
        }
        let parent = parent_module(r, &at.0, at.1);
        let Some(parent) = parent else { return false };
        // Further out only if the declaration of the module says so.
        let name = match at.1.is_empty() {
            false => at.1.as_str().rsplit('.').next().map(Name::new),
            true => module_name(at.0.path.as_str()),
        };
        let Some(name) = name else { return false };
        r.record(Key::definition(parent.0.path, parent.1, name));
        let passes =
            parent.0.members_named(parent.1, name).iter().filter_map(|i| parent.0.item(*i)).any(|item| {
                item.definition.as_ref().is_some_and(|d| {
                    d.kind == SymbolKind::Module
                        && d.decorators
                            .iter()
                            .any(|e| matches!(item.expression(*e), Expression::Name(n) if *n == "macro_use"))
                })
            });
        if !passes {
            return false;
        }
        at = parent;
    }
    false
}

/// The name under which a file is declared as a module.
fn module_name(path: &str) -> Option<Name> {
    let name = path.rsplit('/').next()?;
    let stem = if name == "mod.rs" { folder(path).rsplit('/').next()? } else { name.trim_end_matches(".rs") };
    Some(Name::new(stem))
}
