//! One file in the graph: its facts, the indexes over them, and the memo cells of its items.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{
    DefinitionFlags, FileFacts, Import, Item, Name, ReferenceRole, ScopeId, SymbolId, SymbolKind,
};
use smallvec::SmallVec;

use crate::FileId;
use crate::key::Key;
use crate::memo::{Cell, ItemMemos};
use crate::rules::rules;

/// Hashes what is compared between versions of a file.
const SIGNATURES: foldhash::quality::FixedState = foldhash::quality::FixedState::with_seed(3);

pub(crate) type Map<K, V> = HashMap<K, V, FixedState>;
pub(crate) type Indexes = SmallVec<[u32; 2]>;

/// A file's facts with what the graph derives from them alone.
#[derive(Debug)]
pub struct FileNode {
    /// Its id.
    pub id: FileId,
    /// Its path.
    pub path: Name,
    /// Its facts.
    pub facts: Arc<FileFacts>,
    /// Whether its symbols are no answers (preludes, dependencies).
    pub external: bool,
    /// Parallel to the items.
    pub(crate) memos: Vec<Arc<ItemMemos>>,
    /// The files it includes; see [`crate::resolver::Resolver::included`].
    pub(crate) included: Arc<Cell<Box<[u32]>>>,
    /// Shared with the version before where no item came, went or changed its name.
    index: Arc<Index>,
    /// (hash of a name, item that mentions it), sorted.
    mentions: Arc<[(u64, u32)]>,
}

/// Where things are among a file's items.
#[derive(Debug, Default)]
struct Index {
    by_path: Map<Name, u32>,
    by_symbol: Map<SymbolId, u32>,
    by_name: Map<Name, Indexes>,
    /// (container path, name) to definitions.
    members: Map<(Name, Name), Indexes>,
    containers: Map<Name, Vec<u32>>,
    /// (module path, local name) to imports at module level.
    imports: Map<(Name, Name), SmallVec<[ImportPlace; 1]>>,
    /// (module path, exported name), likewise.
    exports: Map<(Name, Name), SmallVec<[ImportPlace; 1]>>,
    /// Module path to wildcard imports.
    wildcards: Map<Name, SmallVec<[ImportPlace; 1]>>,
    /// Imports of whole texts that stand in other items.
    included: Vec<ImportPlace>,
    /// Bare type name to `impl` heads.
    impls: Map<Name, Indexes>,
    /// Module paths whose definitions belong to a scope shared with other files, with that scope, in text order.
    shared: Vec<(Name, Name)>,
}

/// Import `import` of item `item`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImportPlace {
    pub(crate) item: u32,
    pub(crate) import: u32,
}

impl Index {
    fn new(path: Name, facts: &FileFacts) -> Index {
        let mut index = Index { shared: shared_scopes(path, facts), ..Index::default() };
        for (at, placed) in facts.items.iter().enumerate() {
            let (at, item) = (at as u32, &placed.item);
            index.by_path.entry(item.path).or_insert(at);
            if let Some(d) = &item.definition {
                index.by_symbol.entry(SymbolId::new(path, item.path)).or_insert(at);
                index.by_name.entry(d.name).or_default().push(at);
                let container = d.container.map_or(Name::empty(), |c| c.path);
                index.members.entry((container, d.name)).or_default().push(at);
                index.containers.entry(container).or_default().push(at);
            }
            if let Some(block) = &item.implementation {
                index.by_symbol.entry(SymbolId::new(path, item.path)).or_insert(at);
                index.impls.entry(block.type_name).or_default().push(at);
            }
            let Some(module) = module_path(item) else {
                let places = (0..).zip(&item.body.imports).filter(|(_, import)| is_text(import));
                index.included.extend(places.map(|(import, _)| ImportPlace { item: at, import }));
                continue;
            };
            for (import_at, import) in item.body.imports.iter().enumerate() {
                if import.scope != ScopeId(0) {
                    continue;
                }
                let place = ImportPlace { item: at, import: import_at as u32 };
                if import.wildcard {
                    index.wildcards.entry(module).or_default().push(place);
                }
                if let Some(local) = import.local {
                    index.imports.entry((module, local)).or_default().push(place);
                }
                if let Some(exported) = import.exported {
                    index.exports.entry((module, exported)).or_default().push(place);
                }
            }
        }
        index
    }

    /// Whether an item in the place of another leaves an index as it is, and says the same of imports.
    fn stays(old: &Item, new: &Item) -> bool {
        let named = |item: &Item| item.definition.as_ref().map(|d| (d.name, d.container));
        let extends = |item: &Item| item.implementation.as_ref().map(|block| block.type_name);
        let module = module_path(new);
        old.path == new.path
            && named(old) == named(new)
            && extends(old) == extends(new)
            && module_path(old) == module
            && (module.is_none() && !old.body.imports.iter().chain(&new.body.imports).any(is_text)
                || old.body.imports == new.body.imports)
    }
}

impl FileNode {
    /// Derives the indexes; those, and the memo cells of items whose interface and body did not change, are taken over from
    /// `old`.
    pub(crate) fn new(
        id: FileId,
        path: Name,
        facts: Arc<FileFacts>,
        external: bool,
        old: Option<&FileNode>,
    ) -> FileNode {
        let old = old.filter(|old| old.path == path);
        let items = &facts.items;
        let same_places = old.filter(|old| {
            old.facts.items.len() == items.len()
                && old.facts.scope == facts.scope
                && old.facts.items.iter().zip(items).all(|(before, now)| {
                    Arc::ptr_eq(&before.item, &now.item) || Index::stays(&before.item, &now.item)
                })
        });
        let index = match same_places {
            Some(old) => Arc::clone(&old.index),
            None => Arc::new(Index::new(path, &facts)),
        };
        let memos_of = |at: usize, item: &Item| {
            let old = old?;
            let place = if same_places.is_some() { at } else { old.item_at(item.path)? as usize };
            let (before, memos) = (&old.facts.items.get(place)?.item.hashes, old.memos.get(place)?);
            (before.interface == item.hashes.interface && before.body == item.hashes.body)
                .then(|| Arc::clone(memos))
        };
        let memos = items
            .iter()
            .enumerate()
            .map(|(at, placed)| memos_of(at, &placed.item).unwrap_or_default())
            .collect();
        let mentions = match same_places {
            Some(old) => mentions_after(old, &facts),
            None => {
                let all = items.iter().enumerate();
                sorted_mentions(all.map(|(at, placed)| (at as u32, &*placed.item))).into()
            }
        };
        let included = old.map(|old| Arc::clone(&old.included)).unwrap_or_default();
        FileNode { id, path, facts, external, memos, included, index, mentions }
    }

    /// Whether its items have the names and the places of those of `other`, and its module-level imports are the same.
    pub(crate) fn has_places_of(&self, other: &FileNode) -> bool {
        Arc::ptr_eq(&self.index, &other.index)
    }

    /// The items that are not, as they are, in `other`.
    pub(crate) fn items_not_in<'n>(
        &'n self,
        other: Option<&'n FileNode>,
    ) -> impl Iterator<Item = &'n Arc<Item>> {
        let same_places = other.is_some_and(|other| self.has_places_of(other));
        self.facts.items.iter().enumerate().filter_map(move |(at, placed)| {
            let there = other.and_then(|other| {
                let place = if same_places { at as u32 } else { other.item_at(placed.item.path)? };
                other.item(place)
            });
            there.is_none_or(|there| !Arc::ptr_eq(there, &placed.item)).then_some(&placed.item)
        })
    }

    /// The id of item `item`, if it is a definition.
    #[must_use]
    pub fn symbol(&self, item: u32) -> Option<SymbolId> {
        let item = &self.facts.items.get(item as usize)?.item;
        item.definition.as_ref().map(|_| SymbolId::new(self.path, item.path))
    }

    /// The id by which item `item` owns type parameters: a definition's own, and one for an `impl` head.
    pub(crate) fn anchor(&self, item: u32) -> Option<SymbolId> {
        let item = &self.facts.items.get(item as usize)?.item;
        (item.definition.is_some() || item.implementation.is_some())
            .then(|| SymbolId::new(self.path, item.path))
    }

    /// The id of the file as a whole.
    #[must_use]
    pub fn file_symbol(&self) -> SymbolId {
        SymbolId::new(self.path, Name::empty())
    }

    /// The item with this local path.
    #[must_use]
    pub fn item_at(&self, local: Name) -> Option<u32> {
        self.index.by_path.get(&local).copied()
    }

    /// The item with this id.
    pub(crate) fn item_of(&self, symbol: SymbolId) -> Option<u32> {
        self.index.by_symbol.get(&symbol).copied()
    }

    /// Item `item`.
    pub(crate) fn item(&self, item: u32) -> Option<&Arc<Item>> {
        self.facts.items.get(item as usize).map(|placed| &placed.item)
    }

    /// The innermost item around item `item` that is a definition, itself included; none for module level.
    #[must_use]
    pub fn enclosing_definition(&self, item: u32) -> Option<u32> {
        let mut at = item;
        // Parents come before their members, so this ends.
        loop {
            let current = self.item(at)?;
            if current.definition.is_some() {
                return Some(at);
            }
            let parent = self.item_at(current.lexical_parent?.0)?;
            if parent >= at {
                return None;
            }
            at = parent;
        }
    }

    /// The definition around reference `reference` of item `item`. A decorator belongs to the definition around what it
    /// decorates; the rest of a header (defaults, annotations) to the definition itself.
    #[must_use]
    pub fn enclosing_reference(&self, item: u32, reference: u32) -> Option<u32> {
        let current = self.item(item)?;
        let in_header = current
            .body
            .references
            .get(reference as usize)
            .is_some_and(|r| r.role == ReferenceRole::Decorate && is_header(current, r.scope));
        if !in_header {
            return self.enclosing_definition(item);
        }
        let parent = self.item_at(current.lexical_parent?.0).filter(|parent| *parent < item)?;
        self.enclosing_definition(parent)
    }

    /// The items whose container is `container` (empty: module level), in text order.
    #[must_use]
    pub fn members(&self, container: Name) -> Vec<u32> {
        self.index.containers.get(&container).cloned().unwrap_or_default()
    }

    /// Whether any item's container is `container`.
    pub(crate) fn has_members(&self, container: Name) -> bool {
        self.index.containers.contains_key(&container)
    }

    /// Definitions named `name` in `container`.
    pub(crate) fn members_named(&self, container: Name, name: Name) -> &[u32] {
        self.index.members.get(&(container, name)).map_or(&[], |list| list)
    }

    /// Definitions with this bare name.
    pub(crate) fn definitions_named(&self, name: Name) -> &[u32] {
        self.index.by_name.get(&name).map_or(&[], |list| list)
    }

    /// The bare names it defines.
    pub(crate) fn defined_names(&self) -> impl Iterator<Item = Name> {
        self.index.by_name.keys().copied()
    }

    /// The bare type names it has `impl` blocks for.
    pub(crate) fn implemented_names(&self) -> impl Iterator<Item = Name> {
        self.index.impls.keys().copied()
    }

    pub(crate) fn impls_of(&self, type_name: Name) -> &[u32] {
        self.index.impls.get(&type_name).map_or(&[], |list| list)
    }

    pub(crate) fn imports_named(&self, module: Name, local: Name) -> &[ImportPlace] {
        self.index.imports.get(&(module, local)).map_or(&[], |list| list)
    }

    pub(crate) fn exports_named(&self, module: Name, exported: Name) -> &[ImportPlace] {
        self.index.exports.get(&(module, exported)).map_or(&[], |list| list)
    }

    pub(crate) fn wildcards(&self, module: Name) -> &[ImportPlace] {
        self.index.wildcards.get(&module).map_or(&[], |list| list)
    }

    /// The scope, shared with other files, that the definitions directly in module `module` belong to.
    pub(crate) fn shared_scope(&self, module: Name) -> Option<Name> {
        self.index.shared.iter().find(|(path, _)| *path == module).map(|(_, scope)| *scope)
    }

    /// Definitions of `name` that stand directly in a module of shared scope `scope`, in text order.
    pub(crate) fn shared_definitions(&self, scope: Name, name: Name) -> Indexes {
        let modules = self.index.shared.iter().filter(|(_, shared)| *shared == scope);
        modules.flat_map(|(module, _)| self.members_named(*module, name)).copied().collect()
    }

    /// The keys of what it adds to shared scopes, itself included; sorted.
    pub(crate) fn shared_keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        for (module, scope) in &self.index.shared {
            keys.push(Key::shared(*scope, Name::empty()));
            if let Some(separator) = rules(self.facts.language.family()).scope_separator() {
                let mut outer = scope.as_str();
                while !outer.is_empty() {
                    keys.push(Key::outer_scope(Name::new(outer)));
                    outer = outer.rsplit_once(separator).map_or("", |(outer, _)| outer);
                }
            }
            let items = self.index.containers.get(module).into_iter().flatten();
            let definitions = items.filter_map(|item| self.item(*item)?.definition.as_ref());
            keys.extend(definitions.map(|d| Key::shared(*scope, d.name)));
        }
        if self.shares_imports() {
            keys.push(Key::shared_imports());
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Whether other files see imports of its top level.
    fn shares_imports(&self) -> bool {
        if !rules(self.facts.language.family()).imports_are_shared() {
            return false;
        }
        let passes_on = |place: &ImportPlace| {
            self.import(*place).is_some_and(|import| import.re_export || import.exported.is_some())
        };
        let top = Name::empty();
        let named = self.facts.items.iter().any(|placed| {
            module_path(&placed.item).is_some_and(|module| module.is_empty())
                && placed.item.body.imports.iter().any(|import| import.exported.is_some())
        });
        named || self.wildcards(top).iter().any(passes_on)
    }

    /// Where it includes the text of others, wherever that stands.
    pub(crate) fn includes(&self) -> impl Iterator<Item = &Import> {
        let places = self.wildcards(Name::empty()).iter().chain(&self.index.included);
        places.filter_map(|place| self.import(*place)).filter(|import| is_text(import))
    }

    pub(crate) fn import(&self, place: ImportPlace) -> Option<&Import> {
        self.item(place.item)?.body.imports.get(place.import as usize)
    }

    /// Names and hashes of all module-level imports: what changes when one does.
    pub(crate) fn import_signatures(&self) -> Map<Name, u64> {
        let mut signatures: Map<Name, u64> = Map::default();
        #[allow(clippy::iter_over_hash_type, reason = "the hashes are added up, which commutes")]
        for list in self.index.imports.values().chain(self.index.exports.values()) {
            for import in list.iter().filter_map(|place| self.import(*place)) {
                let hash = SIGNATURES.hash_one(import);
                for name in [import.local, import.exported].into_iter().flatten() {
                    let entry = signatures.entry(name).or_insert(0);
                    *entry = entry.wrapping_add(hash);
                }
            }
        }
        signatures
    }

    /// A hash of its wildcards, of the names it offers to others' wildcards, of the scope it says it belongs to, and of whether it exports anything by itself.
    pub(crate) fn wildcard_signature(&self) -> u64 {
        let mut sum = 0u64;
        let places = self.index.wildcards.values().flatten().chain(&self.index.included);
        for import in places.filter_map(|place| self.import(*place)) {
            sum = sum.wrapping_add(SIGNATURES.hash_one(import));
        }
        let exports = self.facts.items.iter().any(|placed| {
            placed.item.definition.as_ref().is_some_and(|d| d.flags.has(DefinitionFlags::EXPORTED))
        });
        SIGNATURES.hash_one((sum, exports, &self.facts.offered, self.facts.scope))
    }

    /// Items that mention `name`, in text order.
    pub(crate) fn mentioning(&self, name: Name) -> impl Iterator<Item = u32> {
        let hash = name.hash64();
        let first = self.mentions.partition_point(|(h, _)| *h < hash);
        self.mentions[first..].iter().take_while(move |(h, _)| *h == hash).map(|(_, item)| *item)
    }
}

/// The modules of a file whose definitions belong to a scope shared with other files.
fn shared_scopes(path: Name, facts: &FileFacts) -> Vec<(Name, Name)> {
    let rules = rules(facts.language.family());
    let shared_scope = |chain: &[Name]| rules.shared_scope(path.as_str(), facts, chain);
    let mut shared: Vec<(Name, Name)> =
        shared_scope(&[]).map(|scope| (Name::empty(), scope)).into_iter().collect();
    let mut chains: Map<Name, SmallVec<[Name; 4]>> = Map::default();
    chains.insert(Name::empty(), SmallVec::new());
    for placed in &facts.items {
        let (Some(module), Some(d)) = (module_path(&placed.item), &placed.item.definition) else { continue };
        let around = d.container.map_or(Name::empty(), |c| c.path);
        // A module inside anything but a module is seen from there alone.
        let Some(mut chain) = chains.get(&around).cloned() else { continue };
        chain.push(d.name);
        shared.extend(shared_scope(&chain).map(|scope| (module, scope)));
        chains.insert(module, chain);
    }
    shared
}

/// Whether an import takes all of a text and passes it on.
fn is_text(import: &Import) -> bool {
    import.wildcard && import.re_export
}

/// Every name that an item mentions, doubles included.
pub(crate) fn mentioned_names(item: &Item) -> impl Iterator<Item = Name> {
    let body = &item.body;
    body.references.iter().map(|r| r.name).chain(body.imports.iter().filter_map(|i| i.name))
}

fn sorted_mentions<'i>(items: impl Iterator<Item = (u32, &'i Item)>) -> Vec<(u64, u32)> {
    let mut mentions: Vec<(u64, u32)> =
        items.flat_map(|(at, item)| mentioned_names(item).map(move |name| (name.hash64(), at))).collect();
    mentions.sort_unstable();
    mentions.dedup();
    mentions
}

/// The mentions in `facts`, whose items stand where those of `old` do: what changed is merged into what did not.
fn mentions_after(old: &FileNode, facts: &FileFacts) -> Arc<[(u64, u32)]> {
    let pairs = old.facts.items.iter().zip(&facts.items).enumerate();
    let changed: Vec<(u32, &Item)> = pairs
        .filter(|(_, (before, now))| !Arc::ptr_eq(&before.item, &now.item))
        .map(|(at, (_, now))| (at as u32, &*now.item))
        .collect();
    if changed.is_empty() {
        return Arc::clone(&old.mentions);
    }
    let is_kept = |item: u32| changed.binary_search_by_key(&item, |(at, _)| *at).is_err();
    let mut new = sorted_mentions(changed.iter().copied()).into_iter().peekable();
    let mut merged = Vec::with_capacity(old.mentions.len() + new.len());
    for mention in old.mentions.iter().filter(|(_, item)| is_kept(*item)) {
        while let Some(before) = new.next_if(|before| before < mention) {
            merged.push(before);
        }
        merged.push(*mention);
    }
    merged.extend(new);
    merged.into()
}

/// Whether a scope is a definition's header, which belongs to the scope around the definition: it has no parent and is
/// not the item's own.
pub(crate) fn is_header(item: &Item, scope: ScopeId) -> bool {
    let mut at = scope;
    loop {
        let Some(entry) = item.body.scopes.get(usize::from(at.0)) else { return false };
        match entry.parent {
            Some(parent) if parent < at => at = parent,
            _ => return at != ScopeId(0),
        }
    }
}

/// The module whose top level `item`'s own scope is: empty for the file's, the item's path for an inline module's.
pub(crate) fn module_path(item: &Item) -> Option<Name> {
    match &item.definition {
        None if item.implementation.is_none() && item.lexical_parent.is_none() => Some(Name::empty()),
        Some(d) if d.kind == SymbolKind::Module && !d.flags.has(DefinitionFlags::FILE_MODULE) => {
            Some(item.path)
        }
        _ => None,
    }
}
