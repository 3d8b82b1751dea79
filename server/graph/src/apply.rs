//! The graph as a value, and the one way to change it.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{DefinitionFlags, FileFacts, Item, Name, SymbolId, SymbolKind};

use crate::file::{FileNode, Map, mentioned_names};
use crate::key::{Key, KeyKind, KeyMask};
use crate::memo::Apart;
use crate::rules::rules;
use crate::{FileId, Revision, Symbol};

/// Past this many keys the log is emptied and the floor raised: memos are then made anew instead of checked.
const MAX_LOG_KEYS: usize = 65_536;
/// An event with more files than this is a burst: its keys would all be in the log anyway.
const BURST_FILES: usize = 256;
/// How many candidates by bare name are told apart.
pub(crate) const MAX_BARE: usize = 5;
/// How many files may define a name before its candidates are not even counted.
pub(crate) const MAX_BARE_FILES: usize = MAX_BARE + 2;

/// Options of a graph, fixed for its life.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphOptions {
    /// See [`KeyMask`].
    pub mask: KeyMask,
}

/// A file's new facts.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// Which file.
    pub file: FileId,
    /// Its path from the tree's root, with `/`.
    pub path: Name,
    /// Its facts, held items included; none when it is gone.
    pub facts: Option<Arc<FileFacts>>,
    /// Whether its symbols are no answers (preludes, dependencies).
    pub external: bool,
}

pub(crate) type PersistentMap<K, V> =
    imbl::GenericHashMap<K, V, FixedState, imbl::shared_ptr::DefaultSharedPtr>;

/// A name (or a key) to the files it stands in, sorted by id.
#[derive(Clone, Debug)]
pub(crate) struct FileIndex<K>(PersistentMap<K, Arc<[u32]>>);

impl<K> Default for FileIndex<K> {
    fn default() -> FileIndex<K> {
        FileIndex(PersistentMap::default())
    }
}

/// A key to the files that have it, sorted by path: a namespace has as many as there are files with a part of it, and
/// whoever asks for the first must not look at them all.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathIndex(PersistentMap<Key, Arc<[u32]>>);

impl PathIndex {
    pub(crate) fn files(&self, key: Key) -> &[u32] {
        self.0.get(&key).map_or(&[], |list| list)
    }

    /// Adds (true) and removes (false) files; each key is rewritten once. `path_of` knows the files that are added and those
    /// that stay.
    fn change<'p>(&mut self, changes: Map<Key, Vec<(u32, bool)>>, path_of: impl Fn(u32) -> Option<&'p str>) {
        #[allow(clippy::iter_over_hash_type, reason = "each key is changed on its own")]
        for (key, list) in changes {
            let mut files: Vec<u32> = self.files(key).to_vec();
            let mut removed: Vec<u32> =
                list.iter().filter(|(_, added)| !*added).map(|(file, _)| *file).collect();
            removed.sort_unstable();
            files.retain(|file| removed.binary_search(file).is_err());
            for (file, _) in list.iter().filter(|(_, added)| *added) {
                let path = path_of(*file);
                let at = files.partition_point(|other| path_of(*other) < path);
                if files.get(at) != Some(file) {
                    files.insert(at, *file);
                }
            }
            if files.is_empty() {
                self.0.remove(&key);
            } else {
                self.0.insert(key, files.into());
            }
        }
    }
}

impl<K: Copy + Eq + Hash> FileIndex<K> {
    pub(crate) fn files(&self, key: K) -> &[u32] {
        self.0.get(&key).map_or(&[], |list| list)
    }

    /// Adds (true) and removes (false) files; each name is rewritten once.
    fn change(&mut self, changes: Map<K, Vec<(u32, bool)>>) {
        #[allow(clippy::iter_over_hash_type, reason = "each name is changed on its own")]
        for (name, list) in changes {
            let mut files: Vec<u32> = self.files(name).to_vec();
            for (file, added) in list {
                match files.binary_search(&file) {
                    Ok(at) if !added => {
                        files.remove(at);
                    }
                    Err(at) if added => files.insert(at, file),
                    _ => {}
                }
            }
            if files.is_empty() {
                self.0.remove(&name);
            } else {
                self.0.insert(name, files.into());
            }
        }
    }
}

/// The graph of one tree at one revision. A value: see the crate's invariants.
#[derive(Clone, Debug)]
pub struct Graph {
    options: GraphOptions,
    pub(crate) revision: Revision,
    /// The last revision that changed a key.
    pub(crate) last_change: u64,
    /// Memos computed before it are void.
    pub(crate) floor: u64,
    /// What each event since the floor changed.
    pub(crate) log: imbl::Vector<(u64, Arc<[Key]>)>,
    log_keys: usize,
    files: imbl::Vector<Option<Arc<FileNode>>>,
    by_path: PersistentMap<Name, FileId>,
    symbols: PersistentMap<SymbolId, FileId>,
    /// Files that mention a name.
    pub(crate) mentioning: FileIndex<Name>,
    /// Files that define a name.
    pub(crate) defining: FileIndex<Name>,
    /// Files with an `impl` block for a type of this name.
    pub(crate) implementing: FileIndex<Name>,
    /// Files that define a name in a scope that files share.
    pub(crate) sharing: PathIndex,
    /// Files of a name, whatever their folder.
    pub(crate) named: FileIndex<Name>,
    /// Package files, by path.
    pub(crate) packages: Arc<BTreeMap<&'static str, FileId>>,
    /// Of a variant, what it does not share.
    pub(crate) apart: Option<Arc<Apart>>,
}

impl Graph {
    /// A graph of nothing, at revision 0.
    #[must_use]
    pub fn new(options: GraphOptions) -> Graph {
        Graph {
            options,
            revision: Revision(0),
            last_change: 0,
            floor: 0,
            log: imbl::Vector::new(),
            log_keys: 0,
            files: imbl::Vector::new(),
            by_path: PersistentMap::default(),
            symbols: PersistentMap::default(),
            mentioning: FileIndex::default(),
            defining: FileIndex::default(),
            implementing: FileIndex::default(),
            sharing: PathIndex::default(),
            named: FileIndex::default(),
            packages: Arc::default(),
            apart: None,
        }
    }

    /// The number of the last event.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// A file's node.
    #[must_use]
    pub fn file(&self, file: FileId) -> Option<&Arc<FileNode>> {
        self.files.get(file.0 as usize)?.as_ref()
    }

    /// The file at `path`.
    #[must_use]
    pub fn file_at(&self, path: Name) -> Option<FileId> {
        self.by_path.get(&path).copied()
    }

    /// All files, preludes and dependencies left out, by id.
    pub fn files(&self) -> impl Iterator<Item = &Arc<FileNode>> {
        self.files.iter().flatten().filter(|node| !node.external)
    }

    /// The symbol with this id. A file's own id has none: see [`Graph::file_of`].
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> Option<Symbol> {
        let file = *self.symbols.get(&id)?;
        let node = self.file(file)?;
        let item = node.item_of(id)?;
        node.symbol(item)?;
        Some(Symbol { id, file, item })
    }

    /// The file whose id as a whole this is.
    #[must_use]
    pub fn file_of(&self, id: SymbolId) -> Option<FileId> {
        let file = *self.symbols.get(&id)?;
        (self.file(file)?.file_symbol() == id).then_some(file)
    }

    /// A symbol's node and item.
    pub(crate) fn item_of(&self, id: SymbolId) -> Option<(&Arc<FileNode>, u32)> {
        let node = self.file(*self.symbols.get(&id)?)?;
        Some((node, node.item_of(id)?))
    }

    /// Every definition with this bare name outside preludes and dependencies, in order of path and place.
    #[must_use]
    pub fn definitions_named(&self, name: Name) -> Vec<Symbol> {
        let nodes = self.nodes_by_path(self.defining.files(name)).into_iter().filter(|node| !node.external);
        let symbols = nodes.flat_map(|node| {
            node.definitions_named(name)
                .iter()
                .filter_map(move |item| Some(Symbol { id: node.symbol(*item)?, file: node.id, item: *item }))
        });
        // What is only declared is found where it is defined.
        let mut symbols: Vec<Symbol> = symbols.collect();
        if symbols.len() > 1 {
            symbols.retain(|symbol| self.definitions_of(symbol.id).contains(&symbol.id));
        }
        symbols
    }

    /// These files, in order of path: ids follow the order in which files came, which must not show.
    pub(crate) fn nodes_by_path(&self, files: &[u32]) -> Vec<&Arc<FileNode>> {
        let mut nodes: Vec<&Arc<FileNode>> =
            files.iter().filter_map(|file| self.file(FileId(*file))).collect();
        nodes.sort_unstable_by_key(|node| node.path.as_str());
        nodes
    }

    /// The files that mention `name`, by id.
    #[must_use]
    pub fn files_mentioning(&self, name: Name) -> Vec<FileId> {
        self.mentioning.files(name).iter().map(|file| FileId(*file)).collect()
    }

    /// The files that define `name`, by id.
    #[must_use]
    pub fn files_defining(&self, name: Name) -> Vec<FileId> {
        self.defining.files(name).iter().map(|file| FileId(*file)).collect()
    }

    /// Applies `changes` as one event numbered `revision`; each file stands at most once in it. Cost follows the changed
    /// files and their interfaces.
    pub fn apply(&mut self, revision: Revision, changes: Vec<FileChange>) {
        self.revision = revision;
        let burst = changes.len() > BURST_FILES;
        let keys = self.change(changes, burst);
        self.write_down(keys, burst);
    }

    /// A variant of the graph at the same revision, with `changes`. It uses what is remembered of this one as far as the
    /// changes leave it, and remembers for itself.
    #[must_use]
    pub fn variant(&self, changes: Vec<FileChange>) -> Graph {
        let mut variant = self.clone();
        let mut keys = variant.change(changes, false);
        keys.sort_unstable();
        keys.dedup();
        variant.apart = Some(Arc::new(Apart::new(keys)));
        variant
    }

    /// Puts `changes` in place; returns the keys they touch, none where they are too many to tell.
    fn change(&mut self, changes: Vec<FileChange>, burst: bool) -> Vec<Key> {
        // Names with more definers than this are *many* before and after the event: one more or less changes nothing.
        let few = MAX_BARE_FILES + changes.len();
        let mut keys: Vec<Key> = Vec::new();
        let [mut mentions, mut definitions, mut impls] =
            [(); 3].map(|()| Map::<Name, Vec<(u32, bool)>>::default());
        let mut sharing: Map<Key, Vec<(u32, bool)>> = Map::default();
        let mut named: Map<Name, Vec<(u32, bool)>> = Map::default();
        for change in changes {
            let at = change.file.0 as usize;
            while self.files.len() <= at {
                self.files.push_back(None);
            }
            let old = self.files.get(at).cloned().flatten();
            let new = change.facts.map(|facts| {
                Arc::new(FileNode::new(change.file, change.path, facts, change.external, old.as_deref()))
            });
            if !burst {
                self.changed_keys(old.as_deref(), new.as_deref(), few, &mut keys);
            }
            let sides = [(old.as_deref(), new.as_deref(), false), (new.as_deref(), old.as_deref(), true)];
            for (node, other, added) in sides {
                let Some(node) = node else { continue };
                let change = (node.id.0, added);
                if other.is_none_or(|other| other.path != node.path) {
                    named.entry(file_name(node.path)).or_default().push(change);
                }
                // Both sides of a file are external or neither is.
                if !node.external {
                    for name in node.items_not_in(other).flat_map(|item| mentioned_names(item)) {
                        if other.is_none_or(|other| other.mentioning(name).next().is_none()) {
                            mentions.entry(name).or_default().push(change);
                        }
                    }
                }
                if other.is_some_and(|other| node.has_places_of(other)) {
                    continue;
                }
                // Keys and headings are nobody's candidates.
                let names = (!node.facts.language.is_data()).then(|| node.defined_names());
                for name in names.into_iter().flatten() {
                    if other.is_none_or(|other| other.definitions_named(name).is_empty()) {
                        definitions.entry(name).or_default().push(change);
                    }
                }
                let theirs = other.map(FileNode::shared_keys).unwrap_or_default();
                for key in node.shared_keys() {
                    let stays = theirs.binary_search(&key).is_ok();
                    if !stays {
                        sharing.entry(key).or_default().push(change);
                    }
                    let moved = other.is_some_and(|other| {
                        other.path != node.path || other.facts.scope != node.facts.scope
                    });
                    if (!stays || moved) && !burst && !self.options.mask.hides(KeyKind::Definition) {
                        keys.push(key);
                    }
                }
                for name in node.implemented_names() {
                    if other.is_none_or(|other| other.impls_of(name).is_empty()) {
                        impls.entry(name).or_default().push(change);
                    }
                }
            }
            self.change_symbols(old.as_deref(), new.as_deref());
            self.files.set(at, new);
        }
        self.mentioning.change(mentions);
        self.defining.change(definitions);
        self.implementing.change(impls);
        let files = &self.files;
        let path_of = |file: u32| Some(files.get(file as usize)?.as_ref()?.path.as_str());
        self.sharing.change(sharing, path_of);
        self.named.change(named);
        keys
    }

    fn change_symbols(&mut self, old: Option<&FileNode>, new: Option<&FileNode>) {
        if let (Some(old), Some(new)) = (old, new)
            && old.has_places_of(new)
            && old.facts.package.is_some() == new.facts.package.is_some()
        {
            return;
        }
        if let Some(old) = old {
            for item in 0..old.facts.items.len() as u32 {
                if let Some(symbol) = old.anchor(item)
                    && new.is_none_or(|new| new.item_of(symbol).is_none())
                {
                    self.symbols.remove(&symbol);
                }
            }
            if new.is_none_or(|new| new.path != old.path) {
                self.symbols.remove(&old.file_symbol());
                self.by_path.remove(&old.path);
            }
        }
        if let Some(new) = new {
            for item in 0..new.facts.items.len() as u32 {
                if let Some(symbol) = new.anchor(item)
                    && old.is_none_or(|old| old.path != new.path || old.item_of(symbol).is_none())
                {
                    self.symbols.insert(symbol, new.id);
                }
            }
            if old.is_none_or(|old| new.path != old.path) {
                self.symbols.insert(new.file_symbol(), new.id);
                self.by_path.insert(new.path, new.id);
            }
        }
        let [before, after] = [old, new].map(|node| node.filter(|node| node.facts.package.is_some()));
        if before.map(|n| n.path) != after.map(|n| n.path) {
            let packages = Arc::make_mut(&mut self.packages);
            if let Some(node) = before {
                packages.remove(node.path.as_str());
            }
            if let Some(node) = after {
                packages.insert(node.path.as_str(), node.id);
            }
        }
    }

    fn write_down(&mut self, mut keys: Vec<Key>, burst: bool) {
        keys.sort_unstable();
        keys.dedup();
        if burst || self.log_keys + keys.len() > MAX_LOG_KEYS {
            self.log.clear();
            self.log_keys = 0;
            self.floor = self.revision.0;
            self.last_change = self.revision.0;
        } else if !keys.is_empty() {
            self.log_keys += keys.len();
            self.log.push_back((self.revision.0, keys.into()));
            self.last_change = self.revision.0;
        }
    }

    /// D: compares facts, resolves nothing.
    fn changed_keys(&self, old: Option<&FileNode>, new: Option<&FileNode>, few: usize, keys: &mut Vec<Key>) {
        let mut push = |kind: KeyKind, key: Key| {
            if !self.options.mask.hides(kind) {
                keys.push(key);
            }
        };
        let moved = old.map(|n| n.path) != new.map(|n| n.path);
        let sides = [old, new];
        let same_places = matches!(sides, [Some(old), Some(new)] if old.has_places_of(new));
        let imports = match same_places {
            true => [Map::default(), Map::default()],
            false => sides.map(|node| node.map(FileNode::import_signatures).unwrap_or_default()),
        };
        let [before, after] = sides.map(|node| node.map(FileNode::wildcard_signature));
        for (mine, its) in [(0, 1), (1, 0)] {
            let (Some(node), other) = (sides[mine], sides[its]) else { continue };
            if moved {
                push(KeyKind::Module, Key::module(node.path.as_str()));
                push(KeyKind::Module, Key::file_named(file_name(node.path)));
                let mut folder = node.path.as_str();
                while let Some((parent, _)) = folder.rsplit_once('/') {
                    push(KeyKind::Module, Key::module(parent));
                    folder = parent;
                }
            }
            let other = other.filter(|_| !moved);
            for item in node.items_not_in(other) {
                let counterpart = other.and_then(|other| other.item(other.item_at(item.path)?));
                item_keys(node, item, counterpart, &mut push);
                let same = counterpart.is_some_and(|c| c.hashes.interface == item.hashes.interface);
                if let Some(d) = item.definition.as_ref().filter(|_| !same)
                    && self.defining.files(d.name).len() <= few
                {
                    push(KeyKind::Bare, Key::bare(d.name));
                }
            }
            #[allow(clippy::iter_over_hash_type, reason = "the keys are sorted afterwards")]
            for (name, signature) in &imports[mine] {
                if moved || imports[its].get(name) != Some(signature) {
                    push(KeyKind::Import, Key::import(node.path, *name));
                }
            }
            if moved || before != after {
                push(KeyKind::Wildcard, Key::wildcard(node.path));
                let family = node.facts.language.family();
                if rules(family).has_includes() {
                    push(KeyKind::Wildcard, Key::includes(family));
                }
            }
            if other.map(|other| &other.facts.package) != Some(&node.facts.package)
                && (node.facts.package.is_some() || other.is_some_and(|other| other.facts.package.is_some()))
            {
                push(KeyKind::Package, Key::package());
            }
        }
    }
}

/// The last part of a path.
fn file_name(path: Name) -> Name {
    Name::new(path.as_str().rsplit('/').next().unwrap_or_default())
}

/// The keys of one item that differs from its counterpart (the item of that path in the other version, if any).
fn item_keys(
    node: &FileNode,
    item: &Item,
    counterpart: Option<&Arc<Item>>,
    push: &mut dyn FnMut(KeyKind, Key),
) {
    let same_interface = counterpart.is_some_and(|c| c.hashes.interface == item.hashes.interface);
    if !same_interface || counterpart.is_none_or(|c| c.hashes.scope != item.hashes.scope) {
        push(KeyKind::Definition, Key::scope(node.path, item.path));
    }
    if let Some(d) = &item.definition {
        if !same_interface || counterpart.is_none_or(|c| c.hashes.inference != item.hashes.inference) {
            push(KeyKind::Type, Key::type_of(SymbolId::new(node.path, item.path).0));
        }
        if same_interface {
            return;
        }
        let container = d.container.map_or(Name::empty(), |c| c.path);
        push(KeyKind::Definition, Key::definition(node.path, container, d.name));
        if let Some(scope) = node.shared_scope(container) {
            push(KeyKind::Definition, Key::shared(scope, d.name));
        }
        if d.flags.has(DefinitionFlags::DEFAULT_EXPORT) {
            push(KeyKind::Import, Key::import(node.path, Name::new("default")));
        }
        let everywhere =
            DefinitionFlags::GLOBAL.0 | DefinitionFlags::FILE_MODULE.0 | DefinitionFlags::EXTENSION.0;
        if d.flags.0 & everywhere != 0 || d.kind == SymbolKind::Macro {
            push(KeyKind::Definition, Key::global(d.name));
        }
        if let Some(container) = d.container {
            push(KeyKind::Member, Key::member(container.name, d.name));
            let stays =
                counterpart.and_then(|c| c.definition.as_ref()).is_some_and(|c| c.container == d.container);
            if !stays {
                push(KeyKind::Definition, Key::contents(node.path, container.path));
            }
        }
        let bases_differ = counterpart
            .and_then(|c| c.definition.as_ref())
            .is_none_or(|c| c.bases.len() != d.bases.len() || !d.bases.is_empty());
        if d.kind.is_type() && bases_differ {
            push(KeyKind::Bases, Key::bases(d.name));
        }
    }
    if let Some(block) = &item.implementation
        && !same_interface
    {
        push(KeyKind::Bases, Key::bases(block.type_name));
        if let Some(name) = trait_name(item, block.implemented) {
            push(KeyKind::Bases, Key::bases(name));
        }
    }
}

/// The bare name of the trait an `impl` names.
pub(crate) fn trait_name(item: &Item, implemented: Option<lockstep_facts::ExpressionId>) -> Option<Name> {
    use lockstep_facts::Expression;
    let mut at = implemented?;
    for _ in 0..8 {
        match item.expression(at) {
            Expression::Name(name) | Expression::Path { name, .. } | Expression::Member { name, .. } => {
                return Some(*name);
            }
            Expression::Generic { base, .. } => at = *base,
            _ => return None,
        }
    }
    None
}
