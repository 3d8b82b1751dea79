//! Languages whose types are not followed: names go by scopes and imports, what they do not settle has candidates.
//!
//! What a scope of the file itself says is certain. What is found in another file (through an import, or as the file is of the
//! same package) is inferred, and several meanings of one name are ambiguous. A member of a value is never certain.

mod traits;

use std::sync::Arc;

use lockstep_facts::{
    Confidence, Definition, DefinitionFlags, Expression, ExpressionId, FileFacts, ImportPath, LiteralKind,
    Name, PathRoot, Reference, ReferenceRole, SymbolId, SymbolKind, Visibility,
};
use smallvec::SmallVec;

use crate::apply::{MAX_BARE, MAX_BARE_FILES};
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space, enclosing_module};
use crate::resolve::Targets;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{Repeated, Rules, SameNamed, TypeScope, folder, normalize};
use crate::types::{Type, TypeSet};
use crate::{FileId, Target};

pub(crate) use traits::named;
use traits::{Scopes, Traits};

/// The rules of one such language.
pub(crate) struct Named(Traits);

/// How far `A.b.c` is followed from its end.
const MAX_PATH: u32 = 16;

impl Rules for Named {
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        _module: Name,
        path: &ImportPath,
    ) -> Found {
        let Some(first) = path.segments.first() else { return Found::Nothing };
        if path.segments.len() == 1 && (self.0.imports_files || first.as_str().contains(['/', '.'])) {
            return self.file(r, node, path.root, first.as_str());
        }
        if self.0.scopes == Scopes::Paths {
            let found = qualified(r, node, &path.segments, true);
            return if found.is_empty() { Found::External } else { Found::Symbols(found) };
        }
        // A package, and the types on the way below it: the longest package that is known.
        for count in (1..=path.segments.len()).rev() {
            let (package, types) = path.segments.split_at(count);
            let Some(file) = r.scope_file(Name::new(&joined(package))) else { continue };
            let mut found = Found::symbol(file.file_symbol());
            for name in types {
                let Found::Symbols(holders) = &found else { break };
                let holders = holders.clone();
                let inner = holders.iter().map(|holder| r.export(*holder, *name, Space::Type, false));
                found = inner.into_iter().find(|found| !found.is_nothing()).unwrap_or_default();
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
        // Its scope, what it offers and what it imports.
        r.record(Key::wildcard(node.path));
        if let Some(scope) = node.shared_scope(module) {
            return r.shared(scope, name, space);
        }
        if let Some(tables) = node.facts.offered.as_ref().filter(|_| module.is_empty()) {
            for table in tables {
                let found = members_at(r, node, *table, name);
                if !found.is_empty() {
                    return Found::Symbols(found);
                }
            }
        }
        r.record(Key::definition(node.path, module, name));
        let seen: Vec<u32> = node
            .members_named(module, name)
            .iter()
            .copied()
            .filter(|item| {
                let d = node.item(*item).and_then(|item| item.definition.as_ref());
                d.is_some_and(|d| d.visibility != Visibility::Private)
            })
            .collect();
        let own = r.selected(node, &seen, space);
        if !own.is_nothing() {
            return own;
        }
        for place in node.wildcards(module) {
            let Some(import) = node.import(*place) else { continue };
            if !self.0.passes_imports_on && !import.re_export {
                continue;
            }
            if let Found::Symbols(files) = self.module(r, node, module, &import.path) {
                for file in files {
                    let found = r.export(file, name, space, true);
                    if !found.is_nothing() {
                        return found;
                    }
                }
            }
        }
        Found::Nothing
    }

    fn shared_scope(&self, path: &str, facts: &FileFacts, module: &[Name]) -> Option<Name> {
        match self.0.scopes {
            Scopes::Packages if module.is_empty() && !facts.scope.is_empty() => Some(facts.scope),
            Scopes::Folders if module.is_empty() => Some(Name::new(&format!("{}/", folder(path)))),
            // A module is opened in any file.
            Scopes::Modules if !module.is_empty() => Some(Name::new(&format!("::{}", joined(module)))),
            _ => None,
        }
    }

    fn is_shared(&self, definition: &Definition) -> bool {
        definition.visibility != Visibility::Private
    }

    fn resolve<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        spot: Spot,
        id: ExpressionId,
        space: Space,
        reference: &'g Reference,
    ) -> Option<Targets> {
        let asked = Asked { env, spot, role: reference.role };
        Some(match env.expression(id) {
            Expression::Name(name) => self.by_name(r, asked, *name, space),
            Expression::Member { base, name } | Expression::Path { base, name } => {
                self.by_member(r, asked, *base, *name, MAX_PATH)
            }
            _ => Targets::new(),
        })
    }

    fn settle<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, mut targets: Targets) -> Targets {
        let found = targets.iter().filter(|target| target.confidence == Confidence::Extracted).count();
        if found == 0 {
            return targets;
        }
        let certain = match (found, self.parts_of_one(r, &targets)) {
            (1, _) | (_, Some(true)) => Confidence::Extracted,
            (_, Some(false)) => Confidence::Inferred,
            (_, None) => Confidence::Ambiguous,
        };
        for target in &mut targets {
            if target.confidence == Confidence::Extracted {
                let is_here = match r.graph.item_of(target.symbol) {
                    Some((node, _)) => node.id == env.node.id,
                    None => self.is_named_by(r, env, target.symbol),
                };
                target.confidence = if is_here { certain } else { certain.max(Confidence::Inferred) };
            }
        }
        targets
    }

    fn type_parameters_shadow(&self) -> bool {
        true
    }

    fn import_spaces(&self) -> &'static [Space] {
        &[Space::Any]
    }

    fn same_named(&self) -> SameNamed {
        SameNamed::All
    }

    fn type_scope(&self) -> TypeScope {
        if self.0.sees_members { TypeScope::Inherited } else { TypeScope::Hidden }
    }

    fn repeated(&self) -> Repeated {
        Repeated::Alternatives
    }

    fn literal_type(&self, _kind: LiteralKind) -> &'static str {
        ""
    }

    fn collection_type(&self, _kind: LiteralCollection) -> &'static str {
        ""
    }

    fn generator_type(&self) -> &'static str {
        ""
    }

    fn element<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, _value: &Type) -> TypeSet {
        TypeSet::unknown()
    }

    fn index<'g>(&self, _r: &mut Resolver<'g>, _env: Env<'g>, _value: &Type) -> TypeSet {
        TypeSet::unknown()
    }
}

/// Where something is mentioned, and what for.
#[derive(Clone, Copy)]
struct Asked<'g> {
    env: Env<'g>,
    spot: Spot,
    role: ReferenceRole,
}

/// What stands in front of a member's name.
enum Holder {
    /// These definitions or files.
    Known(SmallVec<[SymbolId; 2]>),
    /// Nothing of the workspace.
    Outside,
    /// A value of which nothing is known.
    Value,
}

impl Named {
    /// Whether a file is the one in `env`, or stands just where an import in it says.
    fn is_named_by(&self, r: &Resolver<'_>, env: Env<'_>, file: SymbolId) -> bool {
        let Some(node) = r.graph.file_of(file).and_then(|file| r.graph.file(file)) else { return true };
        node.id == env.node.id
            || env.item.body.imports.iter().any(|import| {
                let [written] = &*import.path.segments else { return false };
                let beside = self.beside(env.node, import.path.root, written.as_str());
                beside.iter().any(|path| path == node.path.as_str())
            })
    }

    /// Where an import of `node` is looked for beside it, if it is.
    fn beside(&self, node: &FileNode, root: PathRoot, path: &str) -> Vec<String> {
        if root == PathRoot::Plain && self.0.has_load_path {
            return Vec::new();
        }
        let Some(beside) = normalize(folder(node.path.as_str()), path) else { return Vec::new() };
        self.endings().map(|ending| format!("{beside}{ending}")).collect()
    }

    /// What may stand behind an imported path; nothing first.
    fn endings(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once("").chain(self.0.endings.iter().copied())
    }

    /// The file at `path`, as an import of `node` writes it; of several with such an end the nearest.
    fn file<'g>(&self, r: &mut Resolver<'g>, node: &'g Arc<FileNode>, root: PathRoot, path: &str) -> Found {
        let here = folder(node.path.as_str());
        for beside in self.beside(node, root, path) {
            if let Some(file) = r.file_at(&beside).filter(|file| *file != node.id) {
                return r.file_symbol(file);
            }
        }
        if root != PathRoot::Plain {
            return Found::Nothing;
        }
        let plain = path.trim_start_matches("../").trim_start_matches("./");
        let mut best: Option<(usize, SmallVec<[SymbolId; 2]>)> = None;
        for ending in self.endings() {
            let path = format!("{plain}{ending}");
            let last = Name::new(path.rsplit('/').next().unwrap_or_default());
            r.record(Key::file_named(last));
            for found in r.graph.nodes_by_path(r.graph.named.files(last)) {
                let is_ours =
                    !found.external && found.facts.language.family() == node.facts.language.family();
                if !is_ours || found.id == node.id || !ends_with(found.path.as_str(), &path) {
                    continue;
                }
                let near = common(here, folder(found.path.as_str()));
                match &mut best {
                    Some((known, _)) if *known > near => {}
                    Some((known, files)) if *known == near => files.push(found.file_symbol()),
                    _ => best = Some((near, SmallVec::from_slice(&[found.file_symbol()]))),
                }
            }
        }
        match best {
            Some((_, files)) if files.len() <= MAX_BARE => Found::Symbols(files),
            _ => Found::External,
        }
    }

    fn by_name<'g>(&self, r: &mut Resolver<'g>, asked: Asked<'g>, name: Name, space: Space) -> Targets {
        let space = if space == Space::Type { Space::Type } else { Space::Any };
        match r.lookup(asked.env, asked.spot, name, space) {
            Found::Nothing => self.candidates(r, asked, name),
            found => r.extracted(&found),
        }
    }

    /// Definitions of that name that other files may mean by it alone.
    fn candidates<'g>(&self, r: &mut Resolver<'g>, asked: Asked<'g>, name: Name) -> Targets {
        if self.0.needs_imports || self.0.is_never_guessed(name) {
            return Targets::new();
        }
        // What a type inherits, or is given by others, is seen from inside.
        let seen_inside =
            self.0.sees_members && asked.role == ReferenceRole::Call && may_inherit(r, asked.env);
        let is_type_asked =
            matches!(asked.role, ReferenceRole::Type | ReferenceRole::Inherit | ReferenceRole::Implement);
        named_so(r, asked.env, name, |node, d| {
            let is_type = d.kind.is_type() || d.kind == SymbolKind::Module;
            let is_function = matches!(d.kind, SymbolKind::Method | SymbolKind::Function);
            let is_top = d.container.is_none() || seen_inside && is_function;
            let fits = match asked.role {
                _ if is_type_asked => is_type,
                ReferenceRole::Call => is_type || d.kind.is_callable() || d.kind == SymbolKind::Variable,
                _ => true,
            };
            // What is in a package is seen by those who import it.
            let is_global = self.0.scopes != Scopes::Packages || node.facts.scope.is_empty();
            is_top && fits && is_global
        })
    }

    /// `base.name`.
    fn by_member<'g>(
        &self,
        r: &mut Resolver<'g>,
        asked: Asked<'g>,
        base: ExpressionId,
        name: Name,
        depth: u32,
    ) -> Targets {
        let env = asked.env;
        match env.expression(base) {
            Expression::SelfValue | Expression::SelfType => {
                let Some(class) = r.self_type(env) else {
                    let found = r.lookup_in_module(env.node, enclosing_module(env), name, Space::Any);
                    return match found {
                        Found::Nothing => Targets::new(),
                        found => r.extracted(&found),
                    };
                };
                let own = self.member_of(r, env, class, name);
                if own.is_empty() && !is_marked(name) { self.members(r, asked, name) } else { own }
            }
            Expression::Super => {
                let Some(class) = r.self_type(env) else { return Targets::new() };
                match r.members_of_type(env, &Type::Super(class), name) {
                    Some(symbols) => r.extracted(&Found::Symbols(symbols)),
                    None => Targets::new(),
                }
            }
            Expression::Unknown if depth == 0 => Targets::new(),
            _ => match self.holder(r, asked, base, depth) {
                Holder::Known(holders) => {
                    let mut all = Targets::new();
                    for holder in &holders {
                        for target in self.member_of(r, env, *holder, name) {
                            if !all.contains(&target) {
                                all.push(target);
                            }
                        }
                    }
                    let is_value = holders.iter().all(|holder| self.is_value(r, *holder));
                    if all.is_empty() && is_value { self.members(r, asked, name) } else { all }
                }
                Holder::Outside => Targets::new(),
                Holder::Value => self.members(r, asked, name),
            },
        }
    }

    /// What an expression in front of a member's name is.
    fn holder<'g>(&self, r: &mut Resolver<'g>, asked: Asked<'g>, base: ExpressionId, depth: u32) -> Holder {
        let Asked { env, spot, .. } = asked;
        match env.expression(base) {
            Expression::Name(name) => match r.lookup(env, spot, *name, Space::Any) {
                Found::Binding { item, binding } => {
                    // The receiver of a function that is written as a table's.
                    let bound = Env::new(env.node, item);
                    let value =
                        bound.and_then(|at| Some((at, at.item.body.bindings.get(binding as usize)?.value?)));
                    match value {
                        Some((at, value)) if at.index == env.index && value != base && depth > 0 => {
                            self.holder(r, asked, value, depth - 1)
                        }
                        _ => Holder::Value,
                    }
                }
                Found::Symbols(symbols) => Holder::Known(symbols),
                Found::External => Holder::Outside,
                Found::Parameter(..) | Found::Scope(_) => Holder::Value,
                Found::Nothing => {
                    let targets = self.candidates(r, asked.reading(), *name);
                    self.known_or_library(targets, *name)
                }
            },
            Expression::Member { base: outer, name } | Expression::Path { base: outer, name } => {
                if depth == 0 {
                    return Holder::Value;
                }
                let is_path = path_of(env, base);
                let targets = match is_path {
                    true => self.by_member(r, asked.reading(), *outer, *name, depth - 1),
                    false => Targets::new(),
                };
                if !targets.is_empty() && targets.iter().all(|t| !self.is_value(r, t.symbol)) {
                    return Holder::Known(targets.iter().map(|target| target.symbol).collect());
                }
                match (is_path, names_of(env, base)) {
                    (true, Some(names)) => {
                        let found = qualified(r, env.node, &names, false);
                        if !found.is_empty() {
                            return Holder::Known(found);
                        }
                        self.known_or_library(Targets::new(), *name)
                    }
                    _ => Holder::Value,
                }
            }
            Expression::New { class, .. } if depth > 0 => match self.holder(r, asked, *class, depth - 1) {
                Holder::Known(symbols) => Holder::Known(symbols),
                _ => Holder::Value,
            },
            Expression::SelfValue | Expression::SelfType => match r.self_type(env) {
                Some(class) => Holder::Known(SmallVec::from_slice(&[class])),
                None => Holder::Value,
            },
            _ => Holder::Value,
        }
    }

    fn known_or_library(&self, targets: Targets, name: Name) -> Holder {
        if !targets.is_empty() {
            Holder::Known(targets.iter().map(|target| target.symbol).collect())
        } else if name.as_str().starts_with(char::is_uppercase) && self.0.types_are_capitalized {
            Holder::Outside
        } else {
            Holder::Value
        }
    }

    /// Whether a symbol is a value, whose members are not known.
    fn is_value(&self, r: &Resolver<'_>, symbol: SymbolId) -> bool {
        r.env(symbol)
            .and_then(|env| env.item.definition.as_ref())
            .is_some_and(|d| !d.kind.is_type() && d.kind != SymbolKind::Module)
    }

    /// Members called `name` of a file, a module, a type, or what stands for one.
    fn member_of<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, holder: SymbolId, name: Name) -> Targets {
        let found = if r.module_place(holder).is_some() {
            r.export(holder, name, Space::Any, false)
        } else if self.is_value(r, holder) {
            let Some(at) = r.env(holder) else { return Targets::new() };
            let found = members_at(r, at.node, at.item.path, name);
            if found.is_empty() { Found::Nothing } else { Found::Symbols(found) }
        } else {
            r.members_of_type(env, &Type::Class(holder, None), name).map_or(Found::Nothing, Found::Symbols)
        };
        if let Found::Symbols(_) = &found {
            let found = r.extracted(&found);
            return self.settle(r, env, found);
        }
        // What stands in another file, held by a type or module of that path.
        let Some(at) = r.env(holder) else { return Targets::new() };
        if is_marked(name) {
            return Targets::new();
        }
        let path = at.item.path;
        named_so(r, env, name, |_, d| d.container.is_some_and(|container| container.path == path))
    }

    /// Candidates for a member of a value of which nothing is known.
    fn members<'g>(&self, r: &mut Resolver<'g>, asked: Asked<'g>, name: Name) -> Targets {
        if self.0.has_no_members || is_marked(name) || self.0.is_common_member(name) {
            return Targets::new();
        }
        let called = asked.role == ReferenceRole::Call;
        named_so(r, asked.env, name, |_, d| {
            let is_member = d.container.is_some() || d.flags.has(DefinitionFlags::EXTENSION);
            let fits = match d.kind {
                SymbolKind::Method | SymbolKind::Function => true,
                SymbolKind::Property => true,
                SymbolKind::Field => !called || self.0.calls_read_fields,
                _ => false,
            };
            is_member && fits
        })
    }

    /// Whether several targets are parts of one thing: in one file, or as a module that several files open.
    fn parts_of_one(&self, r: &Resolver<'_>, targets: &Targets) -> Option<bool> {
        let mut places = targets.iter().map(|target| {
            let env = r.env(target.symbol)?;
            let d = env.item.definition.as_ref()?;
            let path = env.item.path.as_str().split('~').next().unwrap_or_default();
            Some((env.node.id, path, d.kind.is_type(), d.kind == SymbolKind::Module))
        });
        let (file, path, is_type, is_module) = places.next()??;
        let mut here = true;
        for place in places {
            let (other_file, other_path, other_type, other_module) = place?;
            here &= other_file == file;
            let same = other_path == path && other_type == is_type && other_module == is_module;
            if !same || !(is_module || is_type && other_file == file) {
                return None;
            }
        }
        Some(here)
    }
}

impl Asked<'_> {
    /// The same place, for what stands in front of a member.
    fn reading(self) -> Self {
        Asked { role: ReferenceRole::Read, ..self }
    }
}

/// Definitions called `name` in other files of the family, or members of this one, that `fits` takes: if they are few.
fn named_so<'g>(
    r: &mut Resolver<'g>,
    env: Env<'g>,
    name: Name,
    fits: impl Fn(&FileNode, &Definition) -> bool,
) -> Targets {
    r.record(Key::bare(name));
    let files = r.graph.defining.files(name);
    if files.len() > MAX_BARE_FILES {
        return Targets::new();
    }
    let family = env.node.facts.language.family();
    // In order of path and name: the order of text changes without any key changing.
    let mut candidates: Vec<(&'static str, &'static str, SymbolId)> = Vec::new();
    for file in files {
        let Some(node) = r.graph.file(FileId(*file)) else { continue };
        if node.external || node.facts.language.family() != family {
            continue;
        }
        for item in node.definitions_named(name) {
            let Some(candidate) = node.item(*item) else { continue };
            let Some(d) = &candidate.definition else { continue };
            let is_seen = match d.visibility {
                Visibility::Local => false,
                Visibility::Private => node.id == env.node.id,
                _ => true,
            };
            // In which package it stands decides who sees it.
            r.record(Key::wildcard(node.path));
            if is_seen && fits(node, d) {
                candidates
                    .extend(node.symbol(*item).map(|s| (node.path.as_str(), candidate.path.as_str(), s)));
            }
        }
    }
    if candidates.len() > MAX_BARE {
        return Targets::new();
    }
    candidates.sort_unstable();
    let confidence = if candidates.len() == 1 { Confidence::Inferred } else { Confidence::Ambiguous };
    candidates.into_iter().map(|(_, _, symbol)| Target { symbol, confidence }).collect()
}

/// The definitions whose path, with the package in front, is (or ends with) these names.
fn qualified<'g>(
    r: &mut Resolver<'g>,
    node: &'g Arc<FileNode>,
    names: &[Name],
    whole: bool,
) -> SmallVec<[SymbolId; 2]> {
    let Some(last) = names.last() else { return SmallVec::new() };
    let written = joined(names);
    r.record(Key::bare(*last));
    let files = r.graph.defining.files(*last);
    if files.len() > MAX_BARE_FILES {
        return SmallVec::new();
    }
    let mut found = SmallVec::new();
    for other in r.graph.nodes_by_path(files) {
        if other.external || other.facts.language.family() != node.facts.language.family() {
            continue;
        }
        r.record(Key::wildcard(other.path));
        for item in other.definitions_named(*last) {
            let Some(candidate) = other.item(*item) else { continue };
            let path = candidate.path.as_str().split('~').next().unwrap_or_default();
            let full = match other.facts.scope.as_str() {
                "" => path.to_owned(),
                scope => format!("{scope}.{path}"),
            };
            let ends = full.strip_suffix(&written).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
            if full == written || !whole && names.len() > 1 && ends {
                found.extend(other.symbol(*item));
            }
        }
    }
    if found.len() > MAX_BARE { SmallVec::new() } else { found }
}

/// Definitions called `name` whose container is `path` in `node`.
fn members_at<'g>(
    r: &mut Resolver<'g>,
    node: &'g Arc<FileNode>,
    path: Name,
    name: Name,
) -> SmallVec<[SymbolId; 2]> {
    r.record(Key::definition(node.path, path, name));
    node.members_named(path, name).iter().filter_map(|item| node.symbol(*item)).collect()
}

/// Whether what stands at `id` is names alone, whose first is no local: a path through modules and types.
fn path_of(env: Env<'_>, id: ExpressionId) -> bool {
    let mut at = id;
    for _ in 0..MAX_PATH {
        match env.expression(at) {
            Expression::Member { base, .. } | Expression::Path { base, .. } => at = *base,
            Expression::Name(_) => return true,
            _ => return false,
        }
    }
    false
}

/// The names of a path.
fn names_of(env: Env<'_>, id: ExpressionId) -> Option<Vec<Name>> {
    let mut names = Vec::new();
    let mut at = id;
    for _ in 0..MAX_PATH {
        match env.expression(at) {
            Expression::Member { base, name } | Expression::Path { base, name } => {
                names.push(*name);
                at = *base;
            }
            Expression::Name(name) => {
                names.push(*name);
                names.reverse();
                return Some(names);
            }
            _ => return None,
        }
    }
    None
}

/// Whether the type or module around may have members that its own text does not show.
fn may_inherit<'g>(r: &mut Resolver<'g>, env: Env<'g>) -> bool {
    let mut at = env;
    loop {
        if let Some(d) = &at.item.definition
            && (d.kind.is_type() || d.kind == SymbolKind::Module)
        {
            return d.kind == SymbolKind::Module || !d.bases.is_empty();
        }
        match r.parent(at) {
            Some((parent, _)) => at = parent,
            None => return false,
        }
    }
}

/// Whether a name has a mark that says whose it is: never a guess.
fn is_marked(name: Name) -> bool {
    name.as_str().starts_with(['@', '$'])
}

fn joined(names: &[Name]) -> String {
    let names: SmallVec<[&str; 8]> = names.iter().map(|name| name.as_str()).collect();
    names.join(".")
}

/// Whether the file at `candidate` is what an import writes as `path`: one of a single name is looked for where sources begin.
fn ends_with(candidate: &str, path: &str) -> bool {
    let Some(before) = candidate.strip_suffix(path) else { return false };
    let Some(before) = before.strip_suffix('/') else { return before.is_empty() };
    let last = before.rsplit('/').next().unwrap_or(before);
    path.contains('/') || matches!(last, "lib" | "src" | "include" | "app" | "scripts" | "proto" | "lua")
}

/// How many folders two paths have in common.
fn common(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}
