//! Rust: crates and their module trees, three namespaces, `impl` blocks, traits, smart pointers.

use std::sync::Arc;

use lockstep_facts::{Definition, DefinitionFlags, ImportPath, LiteralKind, Name, PackageFacts, PathRoot, SymbolId, SymbolKind};

use crate::FileId;
use crate::call::is_async;
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver};
use crate::rules::{Rules, first_argument, folder, join, method_result, normalize};
use crate::types::{Type, TypeSet};

pub(crate) struct Rust;

impl Rules for Rust {
    fn module<'g>(&self, r: &mut Resolver<'g>, node: &'g Arc<FileNode>, module: Name, path: &ImportPath) -> Found {
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
                let Some(first) = segments.next() else { return Found::Nothing };
                // A path in a `use` may begin with anything in scope, an enum or trait as well as a module.
                let local = r.lookup_in_module(node, module, first, Space::Type);
                match local {
                    Found::Symbols(symbols) => Found::Symbols(symbols),
                    _ => external_crate(r, node, first),
                }
            }
        };
        for segment in segments {
            let Found::Symbols(symbols) = &at else { return at };
            let Some(symbol) = symbols.first().copied() else { return Found::Nothing };
            at = r.export(symbol, segment, Space::Type, false);
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
        _wildcard: bool,
    ) -> Found {
        if name == "self" {
            return module_symbol(node, module);
        }
        let found = r.lookup_in_module(node, module, name, space);
        if found.is_nothing() && space == Space::Macro {
            return exported_macro(r, name);
        }
        found
    }

    fn global<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, name: Name, space: Space) -> Found {
        if space == Space::Macro {
            return exported_macro(r, name);
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

    fn import_spaces(&self) -> &'static [Space] {
        &[Space::Type, Space::Value, Space::Macro]
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Regex => "str",
            LiteralKind::Bytes => "Slice",
            LiteralKind::Character => "char",
            LiteralKind::Integer => "i32",
            LiteralKind::Float => "f64",
            LiteralKind::Boolean => "bool",
            LiteralKind::Null => "unit",
        }
    }

    fn collection_type(&self, _kind: LiteralCollection) -> &'static str {
        "Slice"
    }

    fn generator_type(&self) -> &'static str {
        "Iterator"
    }

    fn binary<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, operator: &str, left: &TypeSet, _right: &TypeSet) -> TypeSet {
        match operator {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => r.prelude_instance(env, "bool", Vec::new()),
            _ => left.clone(),
        }
    }

    fn wrap_result<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, d: &Definition, raw: TypeSet) -> TypeSet {
        // `.await` on what is no future gives the thing itself, so an async result needs no wrapper.
        let _ = is_async(d);
        raw
    }

    fn through<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, receiver: &Type) -> TypeSet {
        let Type::Instance(class, _) = receiver else { return TypeSet::unknown() };
        let name = r.env(*class).and_then(|e| e.item.definition.as_ref()).map(|d| d.name);
        match name.map(Name::as_str) {
            Some(
                "Box" | "Rc" | "Arc" | "Ref" | "RefMut" | "MutexGuard" | "RwLockReadGuard" | "RwLockWriteGuard" | "Cow"
                | "Pin" | "ManuallyDrop" | "LazyLock" | "LazyCell",
            ) => first_argument(receiver).unwrap_or_default(),
            Some("Vec") => {
                let element = first_argument(receiver).unwrap_or_default();
                r.prelude_instance(env, "Slice", vec![element])
            }
            Some("String") => r.prelude_instance(env, "str", Vec::new()),
            Some("PathBuf") => r.prelude_instance(env, "Path", Vec::new()),
            Some("OsString") => r.prelude_instance(env, "OsStr", Vec::new()),
            Some(_) => {
                // A `Deref` of ours says its target as an associated type.
                let Some(target) = r.members_of_type(env, receiver, Name::new("Target")) else {
                    return TypeSet::unknown();
                };
                let mut all = TypeSet::unknown();
                for symbol in target {
                    let t = r.instance_of_symbol(symbol);
                    let map = r.receiver_substitution(symbol, receiver);
                    all.join(&t.substitute(&map));
                }
                all.flat_map(|t| if t == receiver { TypeSet::unknown() } else { TypeSet::one(t.clone()) })
            }
            None => TypeSet::unknown(),
        }
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        if let Some(next) = method_result(r, env, value, "next") {
            let element = next.flat_map(|t| first_argument(t).unwrap_or_default());
            if !element.is_unknown() {
                return element;
            }
        }
        match method_result(r, env, value, "into_iter").or_else(|| method_result(r, env, value, "iter")) {
            Some(iterator) if !iterator.is_unknown() => iterator.flat_map(|t| {
                let next = if t == value { None } else { method_result(r, env, t, "next") };
                next.map_or_else(
                    || first_argument(t).unwrap_or_default(),
                    |next| next.flat_map(|t| first_argument(t).unwrap_or_default()),
                )
            }),
            _ => first_argument(value).unwrap_or_default(),
        }
    }

    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        if let Some(result) = method_result(r, env, value, "index").filter(|t| !t.is_unknown()) {
            return result;
        }
        match value {
            Type::Instance(_, Some(arguments)) => arguments.last().cloned().unwrap_or_default(),
            _ => TypeSet::unknown(),
        }
    }

    fn awaits_to_argument(&self, name: Option<&str>) -> bool {
        matches!(name, Some("JoinHandle" | "Future"))
    }
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
    if is_usual_root(path) {
        // `src/bin/tool/helper.rs` is no root, and neither is `tests/common/mod.rs`.
        return name != "mod.rs";
    }
    declared_root(r, path)
}

/// Whether a manifest names the file as a target.
fn declared_root(r: &mut Resolver<'_>, path: &str) -> bool {
    r.record(Key::package());
    r.graph.packages.iter().any(|(manifest, file)| {
        let Some(PackageFacts::Cargo(cargo)) = r.graph.file(*file).and_then(|n| n.facts.package.as_deref()) else {
            return false;
        };
        let base = folder(manifest);
        cargo.library.iter().chain(&cargo.targets).any(|target| {
            normalize(base, &target.path).is_some_and(|root| root == path)
        })
    })
}

/// The module around module `module` of `node`.
fn parent_module<'g>(r: &mut Resolver<'g>, node: &Arc<FileNode>, module: Name) -> Option<(Arc<FileNode>, Name)> {
    if !module.is_empty() {
        let outer = module.as_str().rsplit_once('.').map_or("", |(outer, _)| outer);
        return Some((Arc::clone(node), Name::new(outer)));
    }
    if is_crate_root(r, node) {
        return None;
    }
    let path = node.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut base = folder(path).to_owned();
    if name == "mod.rs" {
        base = folder(&base).to_owned();
        // The parent of `a/mod.rs` is a file of the folder that holds `a`.
        return module_file(r, &base);
    }
    let _ = &mut base;
    module_file(r, &base)
}

/// The file whose module's children stand in `base`.
fn module_file(r: &mut Resolver<'_>, base: &str) -> Option<(Arc<FileNode>, Name)> {
    let mut candidates = vec![join(base, "mod.rs"), join(base, "lib.rs"), join(base, "main.rs")];
    if !base.is_empty() {
        candidates.insert(0, format!("{base}.rs"));
    }
    let file = r.first_file(candidates)?;
    r.graph.file(file).map(|node| (Arc::clone(node), Name::new("")))
}

/// The root file of the crate that `node` belongs to.
fn crate_root(r: &mut Resolver<'_>, node: &Arc<FileNode>) -> Option<FileId> {
    let mut at = Arc::clone(node);
    for _ in 0..64 {
        if is_crate_root(r, &at) {
            return Some(at.id);
        }
        at = parent_module(r, &at, Name::new(""))?.0;
    }
    None
}

/// The manifest nearest to `path`.
fn manifest<'g>(r: &mut Resolver<'g>, path: &str) -> Option<(&'static str, &'g lockstep_facts::CargoManifest)> {
    r.record(Key::package());
    let mut at = folder(path).to_owned();
    loop {
        let wanted = join(&at, "Cargo.toml");
        if let Some((path, file)) = r.graph.packages.get_key_value(&*wanted)
            && let Some(PackageFacts::Cargo(cargo)) = r.graph.file(*file).and_then(|n| n.facts.package.as_deref())
            && cargo.name.is_some()
        {
            return Some((path, cargo));
        }
        if at.is_empty() {
            return None;
        }
        at = folder(&at).to_owned();
    }
}

/// The library of the package whose manifest is at `path`.
fn library(r: &mut Resolver<'_>, path: &str, cargo: &lockstep_facts::CargoManifest) -> Option<FileId> {
    let base = folder(path);
    match &cargo.library {
        Some(target) => {
            let path = normalize(base, &target.path)?;
            r.file_at(&path)
        }
        None => r.file_at(&join(base, "src/lib.rs")),
    }
}

fn library_name(cargo: &lockstep_facts::CargoManifest) -> Option<String> {
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
        return r.lookup_in_prelude(node, Name::new(""), name, Space::Type);
    }
    if matches!(name.as_str(), "std" | "core" | "alloc") {
        return match r.lookup_in_prelude(node, Name::new(""), Name::new("std"), Space::Type) {
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
    let by_path = at.as_ref().and_then(|at| normalize(folder(path), at)).map(|base| join(&base, "Cargo.toml"));
    let members: Vec<(&'static str, FileId)> = r.graph.packages.iter().map(|(p, f)| (*p, *f)).collect();
    for (manifest, file) in members {
        let Some(PackageFacts::Cargo(member)) = r.graph.file(file).and_then(|n| n.facts.package.as_deref()) else {
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

/// A macro that `#[macro_use]` or `#[macro_export]` makes visible: macros are textual, so one name is taken for one macro.
fn exported_macro(r: &mut Resolver<'_>, name: Name) -> Found {
    r.record(Key::global(name));
    let files: Vec<u32> = r.graph.defining.files(name).to_vec();
    let mut found: Vec<(&'static str, SymbolId)> = Vec::new();
    for file in files {
        let Some(node) = r.graph.file(FileId(file)).filter(|n| !n.external) else { continue };
        for item in node.definitions_named(name) {
            if node.item(*item).and_then(|i| i.definition.as_ref()).is_some_and(|d| {
                d.kind == SymbolKind::Macro && (d.container.is_none() || d.flags.has(DefinitionFlags::MACRO_EXPORT))
            }) {
                found.extend(node.symbol(*item).map(|s| (node.path.as_str(), s)));
            }
        }
    }
    found.sort_unstable();
    found.first().map_or(Found::Nothing, |(_, symbol)| Found::symbol(*symbol))
}
