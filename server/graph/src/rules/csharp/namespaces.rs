//! Names as a place in a file sees them: namespaces from the inside outward, using directives, types by arity and project.

use std::sync::Arc;

use lockstep_facts::{DefinitionFlags, Name, PackageFacts, SymbolId, SymbolKind, Visibility};
use smallvec::SmallVec;

use super::{CSharp, standard_type};
use crate::file::{FileNode, ImportPlace};
use crate::key::Key;
use crate::lookup::{Found, Space, enclosing_module};
use crate::members::{Symbols, Use};
use crate::parts::{arity_of, bare_name};
use crate::resolver::{Env, Resolver};
use crate::rules::{Rules, folder};
use crate::types::Type;
use crate::visits::Visit;

/// `name` inside namespace `scope`.
pub(super) fn inside(scope: Name, name: Name) -> Name {
    if scope.is_empty() { bare_name(name) } else { Name::new(&format!("{scope}.{}", bare_name(name))) }
}

/// The namespace around `scope`; the global one is around all.
fn outside(scope: Name) -> Name {
    scope.as_str().rsplit_once('.').map_or(Name::empty(), |(outer, _)| Name::new(outer))
}

/// Whether any file has something in a namespace or in one inside it.
pub(super) fn is_namespace(r: &mut Resolver<'_>, scope: Name) -> bool {
    let key = Key::outer_scope(scope);
    r.record(key);
    !r.graph.sharing.files(key).is_empty()
}

/// Whether a name is that of a namespace outside of the workspace: one that the file imports from.
pub(super) fn is_foreign_root(r: &mut Resolver<'_>, node: &FileNode, name: Name) -> bool {
    if name == "System" || name == "Microsoft" {
        return true;
    }
    r.record(Key::wildcard(node.path));
    let mut places = node.wildcards(Name::empty()).iter();
    places.any(|place| node.import(*place).is_some_and(|import| import.path.segments.first() == Some(&name)))
}

/// The types of a namespace that `name`, with its arity, can mean: those of the asking file's project if it has any.
pub(super) fn types_of(r: &mut Resolver<'_>, node: &FileNode, scope: Name, name: Name) -> Symbols {
    let bare = bare_name(name);
    let key = Key::shared(scope, bare);
    r.record(key);
    let mut found: SmallVec<[(&str, Symbols); 2]> = SmallVec::new();
    for other in r.graph.nodes_by_path(r.graph.sharing.files(key)) {
        let mut items = other.shared_definitions(scope, bare);
        items.retain(|item| {
            let d = other.item(*item).and_then(|item| item.definition.as_ref());
            d.is_some_and(|d| {
                CSharp.is_shared(d) || (other.id == node.id && d.kind.is_type() && d.container.is_none())
            })
        });
        let symbols = r.of_arity(other, &items, name);
        if !symbols.is_empty() {
            found.push((other.path.as_str(), symbols));
        }
    }
    if found.len() > 1 {
        // A type of another arity is only meant where there is none of this one.
        let exact = |symbols: &Symbols| {
            symbols.iter().any(|symbol| {
                let d = r.env(*symbol).and_then(|env| env.item.definition.as_ref());
                d.is_some_and(|d| d.type_parameters.len() == arity_of(name))
            })
        };
        if found.iter().any(|(_, symbols)| exact(symbols)) {
            found.retain(|(_, symbols)| exact(symbols));
        }
    }
    if found.len() > 1 && !found.iter().all(|(_, symbols)| symbols.iter().all(|s| is_partial(r, *s))) {
        r.record(Key::package());
        let own = project_of(r, node.path.as_str());
        if found.iter().any(|(path, _)| project_of(r, path) == own) {
            found.retain(|(path, _)| project_of(r, path) == own);
        }
        // Of two that one build cannot hold the file means its own.
        if found.iter().any(|(path, _)| *path == node.path.as_str())
            && !found.iter().any(|(_, symbols)| symbols.iter().any(|s| is_partial(r, *s)))
        {
            found.retain(|(path, _)| *path == node.path.as_str());
        }
    }
    found.into_iter().flat_map(|(_, symbols)| symbols).collect()
}

fn is_partial(r: &Resolver<'_>, symbol: SymbolId) -> bool {
    let d = r.env(symbol).and_then(|env| env.item.definition.as_ref());
    d.is_some_and(|d| d.flags.has(DefinitionFlags::PARTIAL))
}

/// The folder of the project file nearest above `path`.
fn project_of<'p>(r: &Resolver<'_>, path: &'p str) -> Option<&'p str> {
    let mut at = folder(path);
    loop {
        let prefix = if at.is_empty() { String::new() } else { format!("{at}/") };
        let mut inside = r.graph.packages.range(&*prefix..).map(|(path, _)| *path);
        let has_project = inside
            .by_ref()
            .take_while(|other| other.starts_with(&*prefix))
            .any(|other| other.ends_with(".csproj") && folder(other) == at);
        if has_project {
            return Some(at);
        }
        if at.is_empty() {
            return None;
        }
        at = folder(at);
    }
}

/// What a dotted name leads to: from the global namespace, else from one around the file's own.
pub(super) fn qualified<'g>(
    r: &mut Resolver<'g>,
    node: &'g Arc<FileNode>,
    module: Name,
    segments: &[Name],
) -> Found {
    let mut start = Name::empty();
    // The namespace that the file says is part of this key.
    r.record(Key::wildcard(node.path));
    let mut next = node.shared_scope(module);
    loop {
        let found = from_scope(r, node, start, segments);
        if !found.is_nothing() {
            return found;
        }
        match next {
            Some(scope) if !scope.is_empty() => {
                start = scope;
                next = Some(outside(scope));
            }
            _ => break,
        }
    }
    // Nothing of it is ours.
    let joined: Vec<&str> = segments.iter().map(|segment| segment.as_str()).collect();
    if let Some((last, _)) = segments.split_last()
        && let Some(found) = standard_type(r, node, *last)
    {
        return found;
    }
    Found::Scope(Name::new(&joined.join(".")))
}

fn from_scope<'g>(r: &mut Resolver<'g>, node: &'g Arc<FileNode>, scope: Name, segments: &[Name]) -> Found {
    let mut found = Found::Scope(scope);
    for segment in segments {
        found = match found {
            Found::Scope(scope) => {
                let types = types_of(r, node, scope, *segment);
                let inner = inside(scope, *segment);
                if !types.is_empty() {
                    Found::Symbols(types)
                } else if is_namespace(r, inner) {
                    Found::Scope(inner)
                } else {
                    Found::Nothing
                }
            }
            Found::Symbols(types) => {
                let nested = types.first().and_then(|class| {
                    let class = r.whole(*class);
                    r.own_member_of_parts(class, *segment)
                });
                nested.map_or(Found::Nothing, Found::Symbols)
            }
            _ => Found::Nothing,
        };
        if found.is_nothing() {
            return found;
        }
    }
    found
}

/// `name` as it is seen from directly inside a namespace of a file: what the namespace and those around it hold, then what
/// the file imports there.
pub(super) fn names_of_module<'g>(
    r: &mut Resolver<'g>,
    node: &'g Arc<FileNode>,
    module: Name,
    name: Name,
    space: Space,
) -> Found {
    if node.external {
        return standard_type(r, node, name).unwrap_or(Found::Nothing);
    }
    let bare = bare_name(name);
    r.record(Key::definition(node.path, module, bare));
    // Local functions of top-level statements, aliases.
    for item in node.members_named(module, bare) {
        let Some(d) = node.item(*item).and_then(|item| item.definition.as_ref()) else { continue };
        let is_own = match d.kind {
            SymbolKind::Function => matches!(space, Space::Value | Space::Callable | Space::Any),
            SymbolKind::TypeAlias => d.visibility == Visibility::Private && space != Space::Callable,
            _ => false,
        };
        if is_own {
            return node.symbol(*item).map_or(Found::Nothing, Found::symbol);
        }
    }
    let uses = module_uses(r, node, module);
    if space == Space::Callable {
        return uses.statics(r, node, module, name, space);
    }
    let Some(own) = node.shared_scope(module) else { return Found::Nothing };
    let outer = match module.is_empty() {
        true => None,
        false => node.item_at(module).and_then(|item| {
            let d = node.item(item)?.definition.as_ref()?;
            node.shared_scope(d.container.map_or(Name::empty(), |c| c.path))
        }),
    };
    let mut scope = own;
    loop {
        let types = types_of(r, node, scope, name);
        if !types.is_empty() {
            return Found::Symbols(types);
        }
        let inner = inside(scope, name);
        if is_namespace(r, inner) {
            return Found::Scope(inner);
        }
        if scope.is_empty() {
            break;
        }
        scope = outside(scope);
        if Some(scope) == outer {
            break;
        }
    }
    let found = uses.aliases(r, node, module, bare, space);
    if !found.is_nothing() {
        return found;
    }
    for scope in &uses.namespaces {
        let types = types_of(r, node, *scope, name);
        if !types.is_empty() {
            return Found::Symbols(types);
        }
    }
    uses.statics(r, node, module, name, space)
}

/// What the using directives of one namespace of a file name; of its top level, those of all files too that are global.
struct Uses<'g> {
    namespaces: Vec<Name>,
    statics: Vec<(&'g Arc<FileNode>, ImportPlace)>,
    /// Files whose aliases are seen.
    global: Vec<&'g Arc<FileNode>>,
}

fn module_uses<'g>(r: &mut Resolver<'g>, node: &'g Arc<FileNode>, module: Name) -> Uses<'g> {
    let mut uses = Uses { namespaces: Vec::new(), statics: Vec::new(), global: Vec::new() };
    uses.add(r, node, module, false);
    if module.is_empty() {
        r.record(Key::package());
        uses.add_project(r, node);
        let key = Key::shared_imports();
        r.record(key);
        let files: Vec<&'g Arc<FileNode>> = r.graph.nodes_by_path(r.graph.sharing.files(key));
        let family = node.facts.language.family();
        for other in files {
            if other.id == node.id || other.facts.language.family() != family {
                continue;
            }
            if project_of(r, other.path.as_str()) == project_of(r, node.path.as_str()) {
                uses.add(r, other, Name::empty(), true);
                uses.global.push(other);
            }
        }
    }
    uses
}

impl<'g> Uses<'g> {
    /// What the project file says that all its files import.
    fn add_project(&mut self, r: &Resolver<'g>, node: &FileNode) {
        let Some(project) = project_of(r, node.path.as_str()) else { return };
        let prefix = if project.is_empty() { String::new() } else { format!("{project}/") };
        let inside = r.graph.packages.range(&*prefix..).take_while(|(path, _)| path.starts_with(&*prefix));
        for (_, file) in inside.filter(|(path, _)| folder(path) == project) {
            let package = r.graph.file(*file).and_then(|node| node.facts.package.as_deref());
            if let Some(PackageFacts::CSharp(said)) = package {
                self.namespaces.extend(said.usings.iter().map(|name| Name::new(name)));
            }
        }
    }

    fn add(&mut self, r: &mut Resolver<'g>, node: &'g Arc<FileNode>, module: Name, only_global: bool) {
        r.record(Key::wildcard(node.path));
        for place in node.wildcards(module) {
            let Some(import) = node.import(*place).filter(|import| !only_global || import.re_export) else {
                continue;
            };
            if import.path.segments.last().is_some_and(|last| last.is_empty()) {
                self.statics.push((node, *place));
                continue;
            }
            let joined: Vec<&str> = import.path.segments.iter().map(|segment| segment.as_str()).collect();
            let absolute = Name::new(&joined.join("."));
            self.namespaces.push(absolute);
            // A namespace may be named from those around.
            let mut scope = node.shared_scope(module).unwrap_or_else(Name::empty);
            while !scope.is_empty() {
                let relative = inside(scope, absolute);
                if is_namespace(r, relative) {
                    self.namespaces.push(relative);
                }
                scope = outside(scope);
            }
        }
    }

    fn aliases(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
    ) -> Found {
        let own =
            std::iter::once((node, module)).chain(self.global.iter().map(|file| (*file, Name::empty())));
        for (file, module) in own {
            r.record(Key::import(file.path, name));
            for place in file.imports_named(module, name) {
                let is_seen = file.id == node.id || file.import(*place).is_some_and(|i| i.exported.is_some());
                if !is_seen {
                    continue;
                }
                return match r.import_target(file, module, *place, space) {
                    Found::Nothing => Found::External,
                    found => found,
                };
            }
        }
        Found::Nothing
    }

    fn statics(
        &self,
        r: &mut Resolver<'g>,
        _node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
    ) -> Found {
        for (file, place) in &self.statics {
            let Some(import) = file.import(*place) else { continue };
            let segments: SmallVec<[Name; 6]> =
                import.path.segments.iter().copied().filter(|segment| !segment.is_empty()).collect();
            let visit = Visit::Wildcard(file.id, *place);
            let class = r.visit(visit, |r| qualified(r, file, module, &segments));
            let Found::Symbols(types) = class else { continue };
            let Some(class) = types.first().map(|class| r.whole(*class)) else { continue };
            let Some(env) = r.env(class) else { continue };
            let members = r.members_used(env, &Type::Class(class, None), name, Use::of(space));
            if let Some(members) = members {
                return Found::Symbols(members);
            }
        }
        Found::Nothing
    }
}

/// The namespaces whose extension methods are seen from a place: those around it and those imported there.
pub(super) fn seen_namespaces(r: &mut Resolver<'_>, env: Env<'_>) -> Vec<Name> {
    let mut seen = vec![Name::empty()];
    let Some(node) = r.graph.file(env.node.id) else { return seen };
    let mut module = enclosing_module(env);
    loop {
        if let Some(mut scope) = node.shared_scope(module) {
            while !scope.is_empty() {
                seen.push(scope);
                scope = outside(scope);
            }
        }
        let uses = module_uses(r, node, module);
        seen.extend(&uses.namespaces);
        for (file, place) in &uses.statics {
            // The methods of a type that is imported are seen as well: its namespace is near enough.
            if let Some(import) = file.import(*place) {
                let segments: Vec<&str> = import.path.segments.iter().map(|s| s.as_str()).collect();
                let outer = segments.get(..segments.len().saturating_sub(2)).unwrap_or_default();
                seen.push(Name::new(&outer.join(".")));
            }
        }
        if module.is_empty() {
            return seen;
        }
        let around = node.item_at(module).and_then(|item| node.item(item)?.definition.as_ref()?.container);
        module = around.map_or(Name::empty(), |container| container.path);
    }
}
