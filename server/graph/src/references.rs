//! Who refers to a symbol, who calls it, what a change of it reaches.
//!
//! Files that mention the symbol's name, or a name it goes by elsewhere, are read; references that resolve to it are kept.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use foldhash::fast::FixedState;
use lockstep_facts::{
    Confidence, DefinitionFlags, Expression, Name, PackageFacts, Reference, ReferenceRole, ReferenceTarget,
    SymbolId, SymbolKind,
};

use crate::FileId;
use crate::apply::Graph;
use crate::file::FileNode;
use crate::members::Use;
use crate::resolver::{Env, Resolver};
use crate::rules::{SameNamed, rules};

/// One place that refers to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The file.
    pub file: FileId,
    /// Index into its items.
    pub item: u32,
    /// Index into the item's references.
    pub reference: u32,
    /// What it does with the symbol.
    pub role: ReferenceRole,
    /// How that is known.
    pub confidence: Confidence,
}

/// All places that refer to a symbol.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// In order of path and place.
    pub sites: Vec<Site>,
    /// Calls of a member of that name on a receiver that nothing is known of: they may be more, or none of its.
    pub unresolved_calls: usize,
    /// Every file that was looked into, by id.
    pub read: Vec<FileId>,
}

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallerId {
    /// A function, method or other definition.
    Symbol(SymbolId),
    /// The top level of a file.
    Module(FileId),
}

/// A caller and its calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Who.
    pub caller: CallerId,
    /// Where, in text order; never empty.
    pub sites: Vec<Site>,
    /// The best confidence among the sites.
    pub confidence: Confidence,
}

/// Everybody who calls.
#[derive(Clone, Debug, Default)]
pub struct Callers {
    /// In order of path and place.
    pub callers: Vec<Caller>,
    /// See [`References::unresolved_calls`].
    pub unresolved_calls: usize,
    /// Every file that was looked into, by id.
    pub read: Vec<FileId>,
}

/// Bounds of an impact question.
#[derive(Clone, Copy, Debug)]
pub struct AffectedOptions {
    /// Hops.
    pub depth: u32,
    /// Stop when this many are found.
    pub limit: usize,
}

/// What a change reaches.
#[derive(Clone, Debug, Default)]
pub struct Affected {
    /// (who, hops, known through certain edges only), nearest first, then by path and place.
    pub symbols: Vec<(CallerId, u32, bool)>,
    /// Whether the limit cut it.
    pub truncated: bool,
    /// Every file that was looked into, by id.
    pub read: Vec<FileId>,
}

/// What an impact question has found so far.
struct Reached {
    found: Affected,
    /// What it was asked about included.
    seen: HashSet<SymbolId, FixedState>,
    /// Whose references are still to be looked at, and their hops.
    queue: VecDeque<(SymbolId, u32)>,
    limit: usize,
}

impl Reached {
    fn add(&mut self, graph: &Graph, caller: CallerId, depth: u32, certain: bool) {
        let id = match caller {
            CallerId::Symbol(id) => Some(id),
            CallerId::Module(file) => graph.file(file).map(|node| node.file_symbol()),
        };
        let Some(id) = id.filter(|id| !self.seen.contains(id)) else { return };
        if self.found.symbols.len() >= self.limit {
            self.found.truncated = true;
            return;
        }
        self.seen.insert(id);
        self.found.symbols.push((caller, depth, certain));
        if matches!(caller, CallerId::Symbol(_)) {
            self.queue.push_back((id, depth));
        }
    }
}

impl Graph {
    /// Everything that refers to `symbol`, import lines included, in order of path and place.
    #[must_use]
    pub fn references(&self, symbol: SymbolId) -> References {
        self.references_among(symbol, None, None)
    }

    /// The same in one file alone, where `symbol` goes by `alias` as well: which file gave it that name is not looked for.
    #[must_use]
    pub fn references_in(&self, symbol: SymbolId, file: FileId, alias: Name) -> References {
        self.references_among(symbol, Some(file), Some(alias))
    }

    fn references_among(&self, symbol: SymbolId, only: Option<FileId>, alias: Option<Name>) -> References {
        let Some(name) = self.name_of(symbol) else { return References::default() };
        // What is declared is what is defined.
        let mut meant_symbols = self.definitions_of(symbol);
        if !meant_symbols.contains(&symbol) {
            meant_symbols.push(symbol);
        }
        let is_macro = self.is_macro_name(symbol);
        let mut names = self.other_names(symbol);
        names.insert(0, name);
        names.extend(alias.filter(|alias| !names.contains(alias)));
        // Constructing a class calls its constructor.
        let class = self.constructed_class(symbol);
        let mut sites: BTreeMap<(&'static str, u32, u32), Site> = BTreeMap::new();
        let mut read: BTreeSet<u32> = BTreeSet::new();
        let is_member = self
            .item_of(symbol)
            .and_then(|(node, item)| node.item(item))
            .is_some_and(|item| item.definition.as_ref().is_some_and(|d| d.container.is_some()));
        // Nobody else can mean a definition; a file can be imported from elsewhere.
        let family = self.item_of(symbol).map(|(node, _)| node.facts.language.family());
        let mut unresolved_calls = 0;
        let mut at = 0;
        while at < names.len() {
            let current = names[at];
            at += 1;
            let mentioning = self.mentioning.files(current).iter().copied();
            let files: Vec<u32> = mentioning.filter(|file| only.is_none_or(|only| only.0 == *file)).collect();
            for file in files {
                let Some(node) = self.file(FileId(file)) else { continue };
                if family.is_some_and(|family| node.facts.language.family() != family) {
                    continue;
                }
                read.insert(file);
                if node.external {
                    continue;
                }
                for item in node.mentioning(current) {
                    let Some(env) = Env::new(node, item) else { continue };
                    let targets = self.targets(env);
                    for (index, reference) in env.item.body.references.iter().enumerate() {
                        if reference.name != current {
                            continue;
                        }
                        let meant = targets.value.of(index as u32).iter().find(|t| {
                            meant_symbols.contains(&t.symbol)
                                || (Some(t.symbol) == class
                                    && (reference.role == ReferenceRole::Call || reference.call.is_some())
                                    && self.constructs(env, index as u32, symbol))
                        });
                        let Some(target) = meant else {
                            unresolved_calls += usize::from(
                                is_member
                                    && reference.role == ReferenceRole::Call
                                    && current == name
                                    && targets.value.of(index as u32).is_empty()
                                    && is_member_call(env, reference),
                            );
                            continue;
                        };
                        let site = Site {
                            file: node.id,
                            item,
                            reference: index as u32,
                            // `#ifdef` asks about a macro and does not expand it.
                            role: if is_macro
                                && is_use(reference.role)
                                && !matches!(reference.target, ReferenceTarget::Macro(_))
                            {
                                ReferenceRole::Macro
                            } else {
                                reference.role
                            },
                            confidence: target.confidence,
                        };
                        sites.insert((node.path.as_str(), item, index as u32), site);
                        // An import may give it another name, which is then looked for as well.
                        let import = match reference.target {
                            ReferenceTarget::Imported(import) => env.item.body.imports.get(import as usize),
                            ReferenceTarget::ImportSegment { import, .. } => {
                                let import = env.item.body.imports.get(import as usize);
                                import.filter(|import| import.name.is_none())
                            }
                            _ => None,
                        };
                        if let Some(import) = import {
                            for other in [import.local, import.exported].into_iter().flatten() {
                                if !names.contains(&other) {
                                    names.push(other);
                                }
                            }
                        }
                    }
                }
            }
        }
        let sites = self.in_order(sites.into_values().collect());
        References { sites, unresolved_calls, read: read.into_iter().map(FileId).collect() }
    }

    /// `sites` in order of path and place, each place once: two items can record one (a decorator and what it decorates), and
    /// one place can refer to several things.
    fn in_order(&self, mut sites: Vec<Site>) -> Vec<Site> {
        let place = |site: &Site| {
            let node = self.file(site.file);
            let placed = node.and_then(|node| node.facts.items.get(site.item as usize));
            let start = placed.map_or(0, |placed| placed.reference_range(site.reference as usize).start);
            (node.map_or("", |node| node.path.as_str()), start)
        };
        sites.sort_by_key(place);
        sites.dedup_by_key(|site| place(site));
        sites
    }

    /// The enclosing definitions of the calls of `symbol`; a module-level call's caller is the file.
    #[must_use]
    pub fn callers(&self, symbol: SymbolId) -> Callers {
        self.callers_among(self.references(symbol))
    }

    /// The callers among those who refer to something.
    #[must_use]
    pub fn callers_among(&self, references: References) -> Callers {
        let mut callers: Vec<Caller> = Vec::new();
        let mut places: HashMap<CallerId, usize, FixedState> = HashMap::default();
        for site in references.sites {
            if !is_call(site.role) {
                continue;
            }
            let caller = self.enclosing(&site);
            let place = *places.entry(caller).or_insert(callers.len());
            match callers.get_mut(place) {
                Some(known) => {
                    known.confidence = known.confidence.min(site.confidence);
                    known.sites.push(site);
                }
                None => callers.push(Caller { caller, confidence: site.confidence, sites: vec![site] }),
            }
        }
        Callers { callers, unresolved_calls: references.unresolved_calls, read: references.read }
    }

    /// What a change of `symbol` reaches: whoever refers to it, and whoever refers to those, hop by hop. A file reaches whoever
    /// imports it as well.
    #[must_use]
    pub fn affected(&self, symbol: SymbolId, options: AffectedOptions) -> Affected {
        let file = self.file_of(symbol);
        let own: Vec<SymbolId> = std::iter::once(symbol).chain(self.members_below(symbol)).collect();
        let mut reached = Reached {
            found: Affected::default(),
            seen: own.iter().copied().collect(),
            queue: own.into_iter().map(|symbol| (symbol, 0)).collect(),
            limit: options.limit,
        };
        let mut read: BTreeSet<FileId> = BTreeSet::new();
        // What certain edges reach comes first, so that nothing counts as uncertain for being met by a guess before.
        let mut guessed: BTreeMap<u32, Vec<CallerId>> = BTreeMap::new();
        let mut by_guesses = false;
        loop {
            let Some((current, depth)) = reached.queue.pop_front() else {
                let Some((depth, callers)) = guessed.pop_first() else { break };
                by_guesses = true;
                callers.into_iter().for_each(|caller| reached.add(self, caller, depth, false));
                continue;
            };
            if depth == options.depth || reached.found.truncated {
                continue;
            }
            let references = self.references(current);
            read.extend(references.read);
            let imports = file.filter(|_| depth == 0);
            let counts = |site: &Site| {
                site.role != ReferenceRole::Import || imports.is_some_and(|file| site.file != file)
            };
            for site in references.sites.into_iter().filter(counts) {
                let caller = self.enclosing(&site);
                if by_guesses || site.confidence != Confidence::Extracted {
                    guessed.entry(depth + 1).or_default().push(caller);
                } else {
                    reached.add(self, caller, depth + 1, true);
                }
            }
        }
        let mut found = reached.found;
        found.symbols.sort_by_key(|(_, depth, _)| *depth);
        found.read = read.into_iter().collect();
        found
    }

    fn name_of(&self, symbol: SymbolId) -> Option<Name> {
        if let Some((node, item)) = self.item_of(symbol) {
            return node.item(item)?.definition.as_ref().map(|d| d.name);
        }
        // A file goes by its stem, a package by its folder or by what it says.
        let node = self.file(self.file_of(symbol)?)?;
        if let Some(name) = rules(node.facts.language.family()).package_name(&node.facts) {
            return Some(name);
        }
        let path = node.path.as_str();
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = Name::stem_of(name);
        let package =
            matches!(stem.as_str(), "__init__" | "mod" | "index" | "lib" | "main") && !folder.is_empty();
        let last = folder.rsplit('/').next().unwrap_or(folder);
        Some(if package { Name::new(last) } else { stem })
    }

    /// Names under which files mention a symbol without mentioning its own.
    fn other_names(&self, symbol: SymbolId) -> Vec<Name> {
        if let Some(node) = self.file_of(symbol).and_then(|file| self.file(file)) {
            return self.other_names_of_file(node);
        }
        let Some((node, item)) = self.item_of(symbol) else { return Vec::new() };
        let Some(d) = node.item(item).and_then(|i| i.definition.as_ref()) else { return Vec::new() };
        let mut names = Vec::new();
        let default = d.flags.has(DefinitionFlags::DEFAULT_EXPORT)
            || node.exports_named(Name::empty(), Name::new("default")).iter().any(|place| {
                node.import(*place).is_some_and(|import| import.own && import.name == Some(d.name))
            });
        if default {
            let default = Name::new("default");
            names.push(default);
            // Importers call it as they like: each local name of a default import that leads here.
            for file in self.mentioning.files(default) {
                let Some(node) = self.file(FileId(*file)).filter(|node| !node.external) else { continue };
                for env in node.mentioning(default).filter_map(|item| Env::new(node, item)) {
                    names.extend(self.default_imports(env, symbol));
                }
            }
        }
        if d.kind == SymbolKind::Constructor || d.name == "__init__" || d.name == "constructor" {
            names.extend(d.container.map(|c| c.name));
        }
        // Re-exported under another name by its own file.
        for placed in &node.facts.items {
            for import in placed.item.body.imports.iter().filter(|i| i.own && i.name == Some(d.name)) {
                names.extend(import.exported);
            }
        }
        names.extend(rules(node.facts.language.family()).other_spellings(d));
        if d.kind == SymbolKind::Constructor {
            let words = rules(node.facts.language.family()).constructor_words();
            names.extend(words.iter().map(|word| Name::new(word)));
        }
        if d.kind == SymbolKind::Field {
            let accessors = rules(node.facts.language.family()).accessor_names(d.name.as_str());
            names.extend(accessors.iter().map(|name| Name::new(name)));
        }
        names.sort_by_key(|name| name.as_str());
        names.dedup();
        names.retain(|name| *name != d.name);
        names
    }

    /// A file can be imported by its own stem, by its package's name, and as the folder that it stands for.
    fn other_names_of_file(&self, node: &FileNode) -> Vec<Name> {
        let path = node.path.as_str();
        let mut names = vec![Name::stem_of(path), Name::new("."), Name::new("..")];
        let mut folder = path;
        while let Some((outer, _)) = folder.rsplit_once('/') {
            folder = outer;
            names.extend(self.npm_name(&format!("{folder}/package.json")));
        }
        names.extend(self.npm_name("package.json"));
        names
    }

    /// What importers of the package with this manifest write, at its end.
    fn npm_name(&self, manifest: &str) -> Option<Name> {
        let node = self.file(*self.packages.get(manifest)?)?;
        match node.facts.package.as_deref()? {
            PackageFacts::PackageJson(package) => package.name.as_deref().map(Name::stem_of),
            _ => None,
        }
    }

    /// The names that default imports in `env` give to `symbol`.
    fn default_imports<'e>(&self, env: Env<'e>, symbol: SymbolId) -> impl Iterator<Item = Name> + use<'e> {
        let targets = self.targets(env);
        let body = &env.item.body;
        let leads_here = move |(at, reference): (usize, &'e Reference)| {
            let ReferenceTarget::Imported(import) = reference.target else { return None };
            let import =
                body.imports.get(import as usize).filter(|i| i.name.is_some_and(|n| n == "default"))?;
            targets.value.of(at as u32).iter().any(|t| t.symbol == symbol).then_some(import)
        };
        let imports = body.references.iter().enumerate().filter_map(leads_here);
        imports.flat_map(|import| [import.local, import.exported].into_iter().flatten())
    }

    /// Whether a symbol is a macro that is used like any other name.
    fn is_macro_name(&self, symbol: SymbolId) -> bool {
        self.item_of(symbol).is_some_and(|(node, item)| {
            let d = node.item(item).and_then(|item| item.definition.as_ref());
            d.is_some_and(|d| d.kind == SymbolKind::Macro)
                && rules(node.facts.language.family()).macros_are_names()
        })
    }

    /// The class that a constructor constructs.
    fn constructed_class(&self, symbol: SymbolId) -> Option<SymbolId> {
        let (node, item) = self.item_of(symbol)?;
        let d = node.item(item)?.definition.as_ref()?;
        if node.item(item)?.implementation.is_some() {
            return Resolver::new(self).class_of_constructor(symbol);
        }
        let constructor = d.kind == SymbolKind::Constructor || d.name == "__init__";
        constructor.then(|| node.item_at(d.container?.path).and_then(|c| node.symbol(c)))?
    }

    /// What of a file other files use: everything that refers to one of its module-level definitions, or to it as a module.
    #[must_use]
    pub fn references_to_file(&self, file: FileId) -> References {
        let Some(node) = self.file(file) else { return References::default() };
        let own = node.members(Name::empty()).into_iter().filter_map(|item| node.symbol(item));
        let mut sites: Vec<Site> = Vec::new();
        let mut read: BTreeSet<FileId> = BTreeSet::new();
        for symbol in std::iter::once(node.file_symbol()).chain(self.declared_as(node)).chain(own) {
            let found = self.references(symbol);
            read.extend(found.read);
            sites.extend(found.sites.into_iter().filter(|site| site.file != file));
        }
        let sites = self.in_order(sites);
        References { sites, read: read.into_iter().collect(), ..References::default() }
    }

    /// The definition by which other files call a file's module, where that is not the file itself (`mod x;`).
    pub(crate) fn declared_as(&self, node: &FileNode) -> Option<SymbolId> {
        let name = self.name_of(node.file_symbol())?;
        let mut resolver = Resolver::new(self);
        self.nodes_by_path(self.defining.files(name)).into_iter().find_map(|declaring| {
            let modules = declaring.definitions_named(name).iter().filter(|item| {
                let d = declaring.item(**item).and_then(|item| item.definition.as_ref());
                d.is_some_and(|d| d.flags.has(DefinitionFlags::FILE_MODULE))
            });
            let mut symbols = modules.filter_map(|item| declaring.symbol(*item));
            symbols.find(|symbol| resolver.module_place(*symbol).is_some_and(|(file, _)| file.id == node.id))
        })
    }

    /// Members of base types that a method or field stands in for: what is called on the base may be it.
    #[must_use]
    pub fn overridden(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let Some((node, item)) = self.item_of(symbol) else { return Vec::new() };
        let definition = node.item(item).and_then(|item| item.definition.as_ref());
        let Some((d, env)) = definition.zip(Env::new(node, item)) else { return Vec::new() };
        let mut resolver = Resolver::new(self);
        let class = self.owner(&mut resolver, symbol);
        let mut found = rules(node.facts.language.family()).satisfied(&mut resolver, env);
        let (Some(class), false) = (class, d.flags.has(DefinitionFlags::STATIC)) else { return found };
        for base in resolver.bases(class) {
            let mut members = match resolver.rules(node).same_named() == SameNamed::Overloads {
                true if d.kind != SymbolKind::Method => break,
                true => resolver.members_used(env, &base, d.name, Use::Call).unwrap_or_default(),
                false => resolver.members_of_type(env, &base, d.name).unwrap_or_default(),
            };
            if resolver.rules(node).same_named() == SameNamed::Overloads {
                members.retain(|member| resolver.overrides(symbol, *member));
            }
            let members = members.into_iter().flat_map(|member| self.definitions_of(member));
            found.extend(members.filter(|member| {
                *member != symbol && self.item_of(*member).is_some_and(|(node, _)| !node.external)
            }));
        }
        found.dedup();
        found
    }

    pub(crate) fn enclosing(&self, site: &Site) -> CallerId {
        match self.file(site.file) {
            Some(node) => self.enclosing_of(node, site.item, site.reference),
            None => CallerId::Module(site.file),
        }
    }

    /// The definition around reference `reference` of item `item` of a file, or the file.
    pub(crate) fn enclosing_of(&self, node: &FileNode, item: u32, reference: u32) -> CallerId {
        let symbol = node.enclosing_reference(item, reference).and_then(|item| node.symbol(item));
        symbol.map_or(CallerId::Module(node.id), CallerId::Symbol)
    }
}

/// Whether a reference of this role makes whoever it stands in a caller.
pub(crate) fn is_call(role: ReferenceRole) -> bool {
    matches!(role, ReferenceRole::Call | ReferenceRole::Macro | ReferenceRole::Decorate)
}

/// Whether a role says no more than that something is used: what it means decides.
fn is_use(role: ReferenceRole) -> bool {
    matches!(role, ReferenceRole::Call | ReferenceRole::Read | ReferenceRole::Write | ReferenceRole::Type)
}

/// Whether a call names a member of something.
fn is_member_call(env: Env<'_>, reference: &Reference) -> bool {
    match reference.target {
        ReferenceTarget::Value(id) => matches!(env.expression(id), Expression::Member { .. }),
        _ => false,
    }
}
