//! TypeScript and JavaScript: modules are files found by specifier, two namespaces, structural types.

use std::sync::Arc;

use lockstep_facts::{
    Definition, DefinitionFlags, Expression, ExpressionId, ImportPath, LiteralKind, Name, PackageFacts,
    SymbolId,
};

use crate::FileId;
use crate::call::is_async;
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{Rules, first_argument, folder, join, method_result, normalize};
use crate::types::{Type, TypeSet};

pub(crate) struct TypeScript;

impl Rules for TypeScript {
    fn functions_are_classes(&self) -> bool {
        true
    }

    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        _module: Name,
        path: &ImportPath,
    ) -> Found {
        let Some(specifier) = path.segments.first() else { return Found::Nothing };
        match resolve_specifier(r, node, specifier.as_str()) {
            Some(file) => r.file_symbol(file),
            None if specifier.as_str().starts_with('.') => Found::Nothing,
            None => Found::External,
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
        let default = name == "default";
        if wildcard && default {
            return Found::Nothing;
        }
        r.record(Key::definition(node.path, module, name));
        let ambient = node.external || node.path.as_str().ends_with(".d.ts");
        let exported = |item: &u32, flag: DefinitionFlags| {
            node.item(*item)
                .and_then(|i| i.definition.as_ref())
                .is_some_and(|d| d.flags.has(flag) || (ambient && !default))
        };
        let named: Vec<u32> = node
            .members_named(module, name)
            .iter()
            .filter(|i| exported(i, DefinitionFlags::EXPORTED))
            .copied()
            .collect();
        if let Some(symbol) = crate::lookup::select(node, &named, space) {
            return Found::symbol(symbol);
        }
        r.record(Key::import(node.path, name));
        let mut external = false;
        for place in node.exports_named(module, name) {
            match r.import_target(node, module, *place, space) {
                Found::Nothing => {}
                Found::External => external = true,
                found => return found,
            }
        }
        if default {
            // Every definition of the file is looked at: any of them may become the default.
            r.record(Key::wildcard(node.path));
            let items: Vec<u32> = node
                .members(module)
                .into_iter()
                .filter(|i| exported(i, DefinitionFlags::DEFAULT_EXPORT))
                .collect();
            for item in &items {
                if let Some(d) = node.item(*item).and_then(|i| i.definition.as_ref()) {
                    r.record(Key::definition(node.path, module, d.name));
                }
            }
            if let Some(symbol) = crate::lookup::select(node, &items, space) {
                return Found::symbol(symbol);
            }
        }
        r.record(Key::wildcard(node.path));
        for place in node.wildcards(module) {
            let Some(import) = node.import(*place).filter(|i| i.re_export) else { continue };
            if let Found::Symbols(modules) = self.module(r, node, module, &import.path) {
                for target in modules {
                    let found = r.export(target, name, space, true);
                    if !found.is_nothing() {
                        return found;
                    }
                }
            }
        }
        if external {
            return Found::External;
        }
        if default {
            r.graph.file(node.id).map_or(Found::Nothing, |n| {
                if is_common_js(n) { Found::symbol(n.file_symbol()) } else { Found::Nothing }
            })
        } else {
            Found::Nothing
        }
    }

    fn global<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, name: Name, space: Space) -> Found {
        r.record(Key::global(name));
        let family = env.node.facts.language.family();
        // The first by path: ids follow the order in which files came.
        let mut first: Option<(&'static str, SymbolId)> = None;
        for file in r.graph.defining.files(name) {
            let Some(node) = r.graph.file(FileId(*file)) else { continue };
            if node.external || node.facts.language.family() != family {
                continue;
            }
            let is_global = |item: &u32| {
                let d = node.item(*item).and_then(|i| i.definition.as_ref());
                d.is_some_and(|d| d.flags.has(DefinitionFlags::GLOBAL))
            };
            let global: Vec<u32> = node.definitions_named(name).iter().copied().filter(is_global).collect();
            if let Some(symbol) = crate::lookup::select(node, &global, space) {
                let found = (node.path.as_str(), symbol);
                first = Some(first.map_or(found, |first| first.min(found)));
            }
        }
        first.map_or(Found::Nothing, |(_, symbol)| Found::symbol(symbol))
    }

    fn import_spaces(&self) -> &'static [Space] {
        &[Space::Value, Space::Type]
    }

    fn keywords_are_members(&self) -> bool {
        true
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Character | LiteralKind::Bytes => "String",
            LiteralKind::Integer | LiteralKind::Float => "Number",
            LiteralKind::Boolean => "Boolean",
            LiteralKind::Regex => "RegExp",
            LiteralKind::Null => "undefined",
        }
    }

    fn collection_type(&self, kind: LiteralCollection) -> &'static str {
        match kind {
            LiteralCollection::List => "Array",
            LiteralCollection::Set => "Set",
            LiteralCollection::Map => "Map",
        }
    }

    fn generator_type(&self) -> &'static str {
        "Generator"
    }

    fn constructor(&self) -> Option<&'static str> {
        Some("constructor")
    }

    fn binary<'g>(
        &self,
        _r: &mut Resolver<'g>,
        _env: Env<'g>,
        operator: &str,
        left: &TypeSet,
        right: &TypeSet,
    ) -> TypeSet {
        match operator {
            "||" | "??" => {
                let mut both = left.clone();
                both.join(right);
                both
            }
            "&&" | "," => right.clone(),
            _ => left.clone(),
        }
    }

    fn special_generic<'g>(
        &self,
        _r: &mut Resolver<'g>,
        env: Env<'g>,
        _spot: Spot,
        base: ExpressionId,
        arguments: &Arc<[TypeSet]>,
    ) -> Option<TypeSet> {
        let Expression::Name(name) = env.expression(base) else { return None };
        match name.as_str() {
            "Partial" | "Required" | "Readonly" | "NonNullable" | "Omit" | "Pick" | "Awaited" | "NoInfer"
            | "Extract" | "Exclude" => arguments.first().cloned(),
            "ReturnType" => Some(arguments.first()?.flat_map(|t| match t {
                Type::Function(f) => f.result.clone(),
                _ => TypeSet::unknown(),
            })),
            "InstanceType" => Some(arguments.first()?.flat_map(crate::definition_types::instance_of)),
            _ => None,
        }
    }

    fn wrap_result<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, d: &Definition, raw: TypeSet) -> TypeSet {
        if is_async(d) && d.declared.is_none() && !d.flags.has(DefinitionFlags::GENERATOR) {
            return r.prelude_instance(env, "Promise", vec![raw]);
        }
        raw
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        if let Some(element) = first_argument(value) {
            return element;
        }
        let iterator = method_result(r, env, value, "[Symbol.iterator]").unwrap_or_default();
        iterator.flat_map(|t| first_argument(t).unwrap_or_default())
    }

    fn index<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, value: &Type) -> TypeSet {
        match value {
            Type::Instance(_, Some(arguments)) => arguments.last().cloned().unwrap_or_default(),
            _ => TypeSet::unknown(),
        }
    }

    fn awaits_to_argument(&self, name: Option<&str>) -> bool {
        matches!(name, Some("Promise" | "PromiseLike"))
    }
}

/// A file without ES exports is a CommonJS module, whose default import is the module itself; so is a component.
fn is_common_js(node: &FileNode) -> bool {
    node.facts.language.is_embedded()
        || !node.facts.items.iter().any(|placed| {
            placed.item.definition.as_ref().is_some_and(|d| d.flags.has(DefinitionFlags::EXPORTED))
        })
}

const ENDINGS: [&str; 8] = [".ts", ".tsx", ".d.ts", ".mts", ".js", ".jsx", ".mjs", ".cjs"];

/// The file at `path` with the endings and index files that may be left out.
fn file_or_index(r: &mut Resolver<'_>, path: &str) -> Option<FileId> {
    if let Some(dot) = path.rfind('.')
        && dot > path.rfind('/').unwrap_or(0)
    {
        // `./a.js` names `a.ts` in TypeScript's own modules.
        let (stem, ending) = path.split_at(dot);
        let sources: &[&str] = match ending {
            ".js" => &[".ts", ".tsx", ".d.ts"],
            ".jsx" => &[".tsx"],
            ".mjs" => &[".mts", ".d.mts"],
            ".cjs" => &[".cts", ".d.cts"],
            _ => &[],
        };
        if let Some(file) = r.first_file(sources.iter().map(|e| format!("{stem}{e}"))) {
            return Some(file);
        }
        if matches!(
            ending,
            ".ts"
                | ".tsx"
                | ".js"
                | ".jsx"
                | ".mjs"
                | ".cjs"
                | ".mts"
                | ".cts"
                | ".json"
                | ".vue"
                | ".svelte"
        ) && let Some(file) = r.file_at(path)
        {
            return Some(file);
        }
    }
    if let Some(file) = r.first_file(ENDINGS.iter().map(|e| format!("{path}{e}"))) {
        return Some(file);
    }
    let index = join(path, "index");
    r.first_file(ENDINGS.iter().map(|e| format!("{index}{e}")))
}

fn resolve_specifier(r: &mut Resolver<'_>, node: &FileNode, specifier: &str) -> Option<FileId> {
    let here = folder(node.path.as_str());
    if specifier.starts_with("./") || specifier.starts_with("../") || specifier == "." || specifier == ".." {
        let path = normalize(here, specifier)?;
        return file_or_index(r, &path);
    }
    r.record(Key::package());
    // tsconfig: nearest first.
    let mut at = here.to_owned();
    loop {
        for name in ["tsconfig.json", "jsconfig.json"] {
            if let Some(file) = r.graph.packages.get(&*join(&at, name)).copied()
                && let Some(found) = through_config(r, file, &at, specifier, 0)
            {
                return Some(found);
            }
        }
        if at.is_empty() {
            break;
        }
        at = folder(&at).to_owned();
    }
    // Packages of the workspace, by name.
    let packages: Vec<(&'static str, FileId)> = r.graph.packages.iter().map(|(p, f)| (*p, *f)).collect();
    for (path, file) in packages {
        let Some(facts) = r.graph.file(file).and_then(|n| n.facts.package.as_deref()) else { continue };
        let PackageFacts::PackageJson(package) = facts else { continue };
        let base = folder(path);
        if specifier.starts_with('#')
            && (base.is_empty() || here == base || here.starts_with(&format!("{base}/")))
        {
            if let Some(found) = through_map(r, base, &package.imports, specifier) {
                return Some(found);
            }
            continue;
        }
        let Some(name) = package.name.as_deref() else { continue };
        let rest = match specifier.strip_prefix(name) {
            Some("") => ".".to_owned(),
            Some(rest) if rest.starts_with('/') => format!(".{rest}"),
            _ => continue,
        };
        if let Some(found) = through_map(r, base, &package.exports, &rest) {
            return Some(found);
        }
        if rest == "." {
            for entry in &package.entries {
                if let Some(found) = source_of(r, base, entry) {
                    return Some(found);
                }
            }
            for usual in ["src/index", "index", "src/main", "lib/index"] {
                if let Some(found) = file_or_index(r, &join(base, usual)) {
                    return Some(found);
                }
            }
        } else if let Some(found) = source_of(r, base, &rest) {
            return Some(found);
        }
    }
    None
}

/// A file named by a package file; built files lead to the sources beside them.
fn source_of(r: &mut Resolver<'_>, base: &str, target: &str) -> Option<FileId> {
    let path = normalize(base, target)?;
    if let Some(file) = file_or_index(r, &path) {
        return Some(file);
    }
    let relative = path.strip_prefix(base).unwrap_or(&path).trim_start_matches('/').to_owned();
    for built in ["dist/", "lib/", "build/", "out/", "dist/esm/", "dist/cjs/", "dist/types/"] {
        if let Some(rest) = relative.strip_prefix(built) {
            let stem = rest.trim_end_matches(".d.ts").trim_end_matches(".js").trim_end_matches(".mjs");
            let found = file_or_index(r, &join(base, &format!("src/{stem}")));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn through_map(
    r: &mut Resolver<'_>,
    base: &str,
    map: &[(Box<str>, Vec<Box<str>>)],
    wanted: &str,
) -> Option<FileId> {
    for (pattern, targets) in map {
        let star = match pattern.split_once('*') {
            Some((before, after)) => {
                let Some(rest) = wanted.strip_prefix(before).and_then(|r| r.strip_suffix(after)) else {
                    continue;
                };
                rest
            }
            None if &**pattern == wanted => "",
            None => continue,
        };
        for target in targets {
            if let Some(found) = source_of(r, base, &target.replace('*', star)) {
                return Some(found);
            }
        }
    }
    None
}

fn through_config(
    r: &mut Resolver<'_>,
    file: FileId,
    base: &str,
    specifier: &str,
    depth: u32,
) -> Option<FileId> {
    let PackageFacts::TsConfig(config) = r.graph.file(file)?.facts.package.as_deref()? else { return None };
    let root = match &config.base_url {
        Some(url) => normalize(base, url)?,
        None => base.to_owned(),
    };
    let mut patterns: Vec<&(Box<str>, Vec<Box<str>>)> = config.paths.iter().collect();
    // The longest prefix wins.
    patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.find('*').unwrap_or(usize::MAX)));
    for (pattern, targets) in patterns {
        let star = match pattern.split_once('*') {
            Some((before, after)) => {
                let Some(rest) = specifier.strip_prefix(before).and_then(|r| r.strip_suffix(after)) else {
                    continue;
                };
                rest
            }
            None if &**pattern == specifier => "",
            None => continue,
        };
        for target in targets {
            if let Some(path) = normalize(&root, &target.replace('*', star))
                && let Some(found) = file_or_index(r, &path)
            {
                return Some(found);
            }
        }
    }
    if config.base_url.is_some()
        && let Some(found) = file_or_index(r, &join(&root, specifier))
    {
        return Some(found);
    }
    if depth < 8 {
        for extended in &config.extends {
            let mut path = normalize(base, extended)?;
            if !path.ends_with(".json") {
                path.push_str(".json");
            }
            let Some(file) = r.graph.packages.get(&*path).copied() else { continue };
            let folder = folder(&path).to_owned();
            if let Some(found) = through_config(r, file, &folder, specifier, depth + 1) {
                return Some(found);
            }
        }
    }
    None
}
