//! Which types derive from which, and which members implement which.

use std::collections::{BTreeSet, HashSet};

use foldhash::fast::FixedState;
use lockstep_facts::{
    Confidence, DefinitionFlags, Expression, ExpressionId, Item, Name, ReferenceRole, ReferenceTarget,
    SymbolId, SymbolKind,
};

use crate::FileId;
use crate::apply::Graph;
use crate::resolver::{Env, Resolver};
use crate::types::Type;

/// Types looked at below one type: past that, hierarchies are cut.
const MAX_TYPES: usize = 2000;

/// What says of a type that it derives from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtype {
    /// The file.
    pub file: FileId,
    /// The type's own item, or the head of an `impl` block.
    pub item: u32,
    /// The type; none where a block implements for what is no type of the workspace.
    pub symbol: Option<SymbolId>,
}

/// Types that derive from another.
#[derive(Clone, Debug, Default)]
pub struct Subtypes {
    /// In order of path and place.
    pub found: Vec<Subtype>,
    /// Whether the limit cut it.
    pub truncated: bool,
    /// Every file that was looked into, by id.
    pub read: Vec<FileId>,
}

/// What implements a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implementation {
    /// A definition.
    Symbol(SymbolId),
    /// The head of an `impl` block.
    Block {
        /// The file.
        file: FileId,
        /// Index into its items.
        item: u32,
    },
}

impl Graph {
    /// The types of the workspace that a type derives from directly, in the order they are written; then the interfaces that it
    /// satisfies without naming them.
    #[must_use]
    pub fn supertypes(&self, symbol: SymbolId) -> Vec<SymbolId> {
        if !self.item(symbol).and_then(|item| item.definition.as_ref()).is_some_and(|d| d.kind.is_type()) {
            return Vec::new();
        }
        let mut found: Vec<SymbolId> = Vec::new();
        let mut resolver = Resolver::new(self);
        for base in resolver.bases(symbol) {
            if let Type::Instance(base, _) | Type::Class(base, _) = base
                && self.is_ours(base)
                && !found.contains(&base)
            {
                found.push(base);
            }
        }
        if let Some(env) = resolver.env(symbol) {
            let satisfied = resolver.rules(env.node).implicit_supertypes(&mut resolver, env);
            found.extend(
                satisfied
                    .into_iter()
                    .filter(|one| *one != symbol && !found.contains(one))
                    .collect::<Vec<_>>(),
            );
        }
        found
    }

    /// The types that derive from a type directly, and the `impl` blocks that say so.
    #[must_use]
    pub fn subtypes(&self, symbol: SymbolId) -> Subtypes {
        let references = self.references(symbol);
        let mut resolver = Resolver::new(self);
        let mut found: Vec<Subtype> = Vec::new();
        for site in references.sites {
            let derives = matches!(site.role, ReferenceRole::Inherit | ReferenceRole::Implement);
            let env = self.file(site.file).and_then(|node| Env::new(node, site.item));
            let Some(env) = env.filter(|_| derives && site.confidence != Confidence::Ambiguous) else {
                continue;
            };
            let mut add = |symbol| {
                let subtype = Subtype { file: site.file, item: site.item, symbol };
                if !found.contains(&subtype) {
                    found.push(subtype);
                }
            };
            if env.item.implementation.is_some() {
                let types = resolver.self_types(env);
                let own: Vec<SymbolId> = types.into_iter().filter(|t| self.is_ours(*t)).collect();
                own.iter().for_each(|symbol| add(Some(*symbol)));
                if own.is_empty() {
                    add(None);
                }
            } else if env.item.definition.as_ref().is_some_and(|d| d.kind.is_type()) {
                add(env.node.symbol(site.item));
            }
        }
        let satisfying =
            resolver.env(symbol).map(|env| resolver.rules(env.node).implicit_subtypes(&mut resolver, env));
        for one in satisfying.into_iter().flatten() {
            let place = self.symbol(one).map(|one| (one.file, one.item));
            if let Some((file, item)) = place
                && found.iter().all(|subtype| subtype.symbol != Some(one))
            {
                found.push(Subtype { file, item, symbol: Some(one) });
            }
        }
        found.retain(|subtype| subtype.symbol != Some(symbol));
        Subtypes { found, truncated: false, read: references.read }
    }

    /// The types below a type, to any depth.
    fn all_subtypes(&self, symbol: SymbolId, through: impl Fn(&Subtype) -> bool) -> Subtypes {
        let mut all = Subtypes::default();
        let mut read: BTreeSet<FileId> = BTreeSet::new();
        let mut seen: HashSet<SymbolId, FixedState> = std::iter::once(symbol).collect();
        let mut work = vec![symbol];
        while let Some(current) = work.pop() {
            if all.found.len() >= MAX_TYPES {
                all.truncated = true;
                break;
            }
            let direct = self.subtypes(current);
            read.extend(direct.read);
            for subtype in direct.found {
                if let Some(symbol) = subtype.symbol
                    && through(&subtype)
                    && seen.insert(symbol)
                {
                    work.push(symbol);
                }
                if !all.found.contains(&subtype) {
                    all.found.push(subtype);
                }
            }
        }
        all.read = read.into_iter().collect();
        all
    }

    /// What implements a symbol, without order: of a type, the `impl` blocks for it, what derives from it and the blocks that
    /// implement it; of a member, the members that stand in for it; and a member that has a body itself. Where that is
    /// nothing, the definition itself, unless it is a mere declaration.
    #[must_use]
    pub fn implementations(&self, symbol: SymbolId) -> (Vec<Implementation>, Vec<FileId>) {
        let Some(item) = self.item(symbol) else { return (Vec::new(), Vec::new()) };
        let Some(d) = &item.definition else { return (Vec::new(), Vec::new()) };
        let (mut found, read) = if d.kind.is_type() {
            self.implementations_of_type(symbol, d.name)
        } else {
            self.implementations_of_member(symbol, d.name)
        };
        let is_declaration = d.flags.has(DefinitionFlags::DECLARATION)
            || matches!(d.kind, SymbolKind::Interface | SymbolKind::Trait)
            || self.is_declared_in_an_interface(symbol);
        let is_member = d.container.is_some() && d.kind.is_callable();
        if !is_declaration && (found.is_empty() || is_member) {
            found.insert(0, Implementation::Symbol(symbol));
        }
        (found, read)
    }

    fn implementations_of_type(&self, symbol: SymbolId, name: Name) -> (Vec<Implementation>, Vec<FileId>) {
        let mut found: Vec<Implementation> = Vec::new();
        let mut resolver = Resolver::new(self);
        let mut read: BTreeSet<FileId> = BTreeSet::new();
        for node in self.nodes_by_path(self.implementing.files(name)) {
            read.insert(node.id);
            for item in node.impls_of(name) {
                let is_of_it =
                    Env::new(node, *item).is_some_and(|e| resolver.self_types(e).contains(&symbol));
                if is_of_it {
                    found.push(Implementation::Block { file: node.id, item: *item });
                }
            }
        }
        let below = self.all_subtypes(symbol, |_| true);
        read.extend(below.read);
        for subtype in below.found {
            let is_block = self
                .file(subtype.file)
                .and_then(|node| node.item(subtype.item))
                .is_some_and(|item| item.implementation.is_some());
            let one = match subtype.symbol {
                Some(symbol) if !is_block => Implementation::Symbol(symbol),
                _ => Implementation::Block { file: subtype.file, item: subtype.item },
            };
            if !found.contains(&one) {
                found.push(one);
            }
        }
        (found, read.into_iter().collect())
    }

    fn implementations_of_member(&self, symbol: SymbolId, name: Name) -> (Vec<Implementation>, Vec<FileId>) {
        let Some(holder) = self.owner(&mut Resolver::new(self), symbol) else {
            return (Vec::new(), Vec::new());
        };
        // A block implements the members of its trait, not those of the traits above that.
        let by_blocks = self
            .item(holder)
            .and_then(|item| item.definition.as_ref())
            .is_some_and(|d| d.kind == SymbolKind::Trait);
        let below = self.all_subtypes(holder, |_| !by_blocks);
        let mut found: Vec<Implementation> = Vec::new();
        let mut resolver = Resolver::new(self);
        for subtype in &below.found {
            let Some(node) = self.file(subtype.file) else { continue };
            let Some(item) = node.item(subtype.item) else { continue };
            let is_block = item.implementation.is_some();
            if by_blocks && !is_block {
                continue;
            }
            let before = found.len();
            for member in node.definitions_named(name) {
                let is_of_it = node.item(*member).is_some_and(|member| {
                    let container = member.definition.as_ref().and_then(|d| d.container);
                    let around = member.lexical_parent.map(|(path, _)| path);
                    if is_block {
                        around == Some(item.path)
                    } else {
                        container.is_some_and(|c| c.path == item.path)
                    }
                });
                let Some(one) = node.symbol(*member).filter(|member| is_of_it && *member != symbol) else {
                    continue;
                };
                // What a class only declares is implemented where it is defined.
                for one in self.definitions_of(one).into_iter().map(Implementation::Symbol) {
                    if !found.contains(&one) {
                        found.push(one);
                    }
                }
            }
            // Members of a type that stand in other files.
            if !is_block
                && found.len() == before
                && let Some(class) = subtype.symbol
            {
                let members = resolver.own_member(class, name).unwrap_or_default().into_iter();
                let others = members.filter(|member| *member != symbol).map(Implementation::Symbol);
                let others: Vec<_> = others.filter(|one| !found.contains(one)).collect();
                found.extend(others);
            }
        }
        (found, below.read)
    }

    /// The reference by which the head of an `impl` block names its type; its trait's where the type is no name.
    #[must_use]
    pub fn head_of_block(&self, file: FileId, item: u32) -> Option<u32> {
        let item = self.file(file)?.item(item)?;
        let block = item.implementation.as_ref()?;
        let named = |id: ExpressionId| {
            let mut at = id;
            while let Expression::Generic { base, .. } = item.expression(at) {
                at = *base;
            }
            item.body.references.iter().position(|r| r.target == ReferenceTarget::Type(at))
        };
        let found = named(block.self_type).or_else(|| named(block.implemented?));
        found.map(|at| at as u32)
    }

    fn is_declared_in_an_interface(&self, member: SymbolId) -> bool {
        let holder = self.owner(&mut Resolver::new(self), member).and_then(|holder| self.item(holder));
        holder.and_then(|item| item.definition.as_ref()).is_some_and(|d| d.kind == SymbolKind::Interface)
    }

    fn item(&self, symbol: SymbolId) -> Option<&Item> {
        let (node, item) = self.item_of(symbol)?;
        node.item(item).map(|item| &**item)
    }
}
