//! Types with parts: several declarations, in any files of a scope, that are one type. The first by path stands for it.

use lockstep_facts::{DefinitionFlags, Name, SymbolId, SymbolKind};
use smallvec::{SmallVec, smallvec};

use crate::file::FileNode;
use crate::key::Key;
use crate::members::{Symbols, Use};
use crate::resolver::{Env, Resolver};
use crate::rules::TypeParts;
use crate::types::{Type, TypeSet};

/// A name in an expression without the number of type arguments that it may carry.
pub(crate) fn bare_name(name: Name) -> Name {
    match name.as_str().split_once('`') {
        Some((bare, _)) => Name::new(bare),
        None => name,
    }
}

/// The number of type arguments that a name in an expression carries.
pub(crate) fn arity_of(name: Name) -> usize {
    name.as_str().split_once('`').and_then(|(_, count)| count.parse().ok()).unwrap_or(0)
}

impl<'g> Resolver<'g> {
    /// The parts of a type, in order of path and text.
    pub(crate) fn parts(&mut self, env: Env<'g>) -> SmallVec<[Env<'g>; 2]> {
        if self.is_part(env) {
            self.record_parts(env);
        }
        self.found_parts(env)
    }

    /// The symbol that stands for a type with parts; any other symbol for itself.
    pub(crate) fn whole(&mut self, symbol: SymbolId) -> SymbolId {
        match self.env(symbol) {
            Some(env) if self.is_part(env) => {
                let parts = self.parts(env);
                parts.first().map_or(symbol, |first| first.anchor())
            }
            _ => symbol,
        }
    }

    /// What stands for a type everywhere: its first part, its definition if it is a declaration.
    pub(crate) fn defined_whole(&mut self, symbol: SymbolId) -> SymbolId {
        let whole = self.whole(symbol);
        self.defined(whole)
    }

    /// All parts of a type; of anything else, itself. The keys were written down when it was found.
    pub(crate) fn all_parts(&self, symbol: SymbolId) -> Symbols {
        match self.env(symbol) {
            Some(env) if self.is_part(env) => {
                self.found_parts(env).iter().map(|part| part.anchor()).collect()
            }
            Some(env) if self.is_part_of_method(env) => self.method_parts(env),
            _ => smallvec![symbol],
        }
    }

    fn is_part(&self, env: Env<'g>) -> bool {
        let d = env.item.definition.as_ref();
        d.is_some_and(|d| d.kind.is_type() && d.flags.has(DefinitionFlags::PARTIAL))
            && self.rules(env.node).type_parts() == TypeParts::InScope
    }

    fn is_part_of_method(&self, env: Env<'g>) -> bool {
        let d = env.item.definition.as_ref();
        d.is_some_and(|d| d.kind == SymbolKind::Method && d.flags.has(DefinitionFlags::PARTIAL))
            && self.rules(env.node).type_parts() == TypeParts::InScope
    }

    /// The declaration of a method and the part of it that has the body.
    fn method_parts(&self, env: Env<'g>) -> Symbols {
        let mut parts = smallvec![env.anchor()];
        let Some(d) = &env.item.definition else { return parts };
        let container = d.container.and_then(|c| Env::new(env.node, env.node.item_at(c.path)?));
        for part in container.iter().flat_map(|container| self.found_parts(*container)) {
            for item in part.node.members_named(part.item.path, d.name) {
                let Some(other) = Env::new(part.node, *item) else { continue };
                let takes = other.item.definition.as_ref().map(|other| other.parameters.len());
                if self.is_part_of_method(other)
                    && takes == Some(d.parameters.len())
                    && !parts.contains(&other.anchor())
                {
                    parts.push(other.anchor());
                }
            }
        }
        parts
    }

    fn record_parts(&mut self, env: Env<'g>) {
        let Some(d) = &env.item.definition else { return };
        let container = d.container.map_or(Name::empty(), |c| c.path);
        if let Some(scope) = env.node.shared_scope(container) {
            self.record(Key::shared(scope, d.name));
            return;
        }
        let outer = env.node.item_at(container).and_then(|outer| Env::new(env.node, outer));
        if let Some(outer) = outer.filter(|outer| outer.index < env.index) {
            for part in self.parts(outer) {
                self.record(Key::definition(part.node.path, part.item.path, d.name));
            }
        }
    }

    fn found_parts(&self, env: Env<'g>) -> SmallVec<[Env<'g>; 2]> {
        let Some(d) = env.item.definition.as_ref().filter(|_| self.is_part(env)) else {
            return smallvec![env];
        };
        let is_other = |part: &Env<'g>| {
            part.item.definition.as_ref().is_some_and(|other| {
                other.kind.is_type()
                    && other.flags.has(DefinitionFlags::PARTIAL)
                    && other.type_parameters.len() == d.type_parameters.len()
            })
        };
        let container = d.container.map_or(Name::empty(), |c| c.path);
        let mut parts = SmallVec::new();
        if let Some(scope) = env.node.shared_scope(container) {
            for node in self.graph.nodes_by_path(self.graph.sharing.files(Key::shared(scope, d.name))) {
                let items = node.shared_definitions(scope, d.name);
                parts.extend(items.iter().filter_map(|item| Env::new(node, *item)).filter(&is_other));
            }
        } else if let Some(outer) = env.node.item_at(container).and_then(|outer| Env::new(env.node, outer))
            && outer.index < env.index
        {
            for part in self.found_parts(outer) {
                let items = part.node.members_named(part.item.path, d.name);
                parts.extend(items.iter().filter_map(|item| Env::new(part.node, *item)).filter(&is_other));
            }
        }
        if parts.is_empty() {
            parts.push(env);
        }
        parts
    }

    /// Members that the parts of a class define.
    pub(crate) fn own_member_of_parts(&mut self, class: SymbolId, name: Name) -> Option<Symbols> {
        let env = self.env(class)?;
        let d = env.item.definition.as_ref()?;
        let spellings = match self.rules(env.node).spellings(name) {
            list if list.is_empty() => vec![name],
            list => list,
        };
        let parts = self.parts(env);
        for name in spellings {
            let bare = bare_name(name);
            self.record(Key::member(d.name, bare));
            let mut own = Symbols::new();
            for part in &parts {
                own.extend(self.of_arity(part.node, part.node.members_named(part.item.path, bare), name));
            }
            own.dedup();
            // What implements an interface by its name is found through the interface.
            let inherent: Symbols = own.iter().copied().filter(|s| !self.is_trait_impl(*s)).collect();
            if !inherent.is_empty() {
                own = inherent;
            }
            // A record's header makes a property only where no base has it.
            let from_header = |symbol: &SymbolId| {
                self.definition_of(*symbol).is_some_and(|d| d.flags.has(DefinitionFlags::FROM_HEADER))
            };
            if own.len() == 1 && own.iter().all(from_header) {
                let bases = self.bases(class);
                let inherited = bases.iter().any(|base| {
                    let is_class = |d: &lockstep_facts::Definition| d.kind != SymbolKind::Interface;
                    matches!(base, Type::Instance(symbol, _)
                        if self.definition_of(*symbol).is_some_and(is_class)
                            && self.members_used(env, base, bare, Use::Any).is_some())
                });
                if inherited {
                    return None;
                }
            }
            if !own.is_empty() {
                return Some(own);
            }
        }
        None
    }

    /// Of definitions of one name those that `name`, with the number of type arguments it carries, can mean.
    pub(crate) fn of_arity(&self, node: &FileNode, items: &[u32], name: Name) -> Symbols {
        let arity = arity_of(name);
        let of = |item: &u32| {
            let d = node.item(*item).and_then(|item| item.definition.as_ref());
            d.filter(|d| d.kind.is_type()).map(|d| d.type_parameters.len())
        };
        let fits = |item: &&u32| of(item).is_none_or(|count| count == arity);
        let mut fitting: Symbols = items.iter().filter(fits).filter_map(|item| node.symbol(*item)).collect();
        if fitting.is_empty() && arity == 0 {
            // `typeof(X<>)`, a name in a text that is being written.
            fitting.extend(items.first().and_then(|item| node.symbol(*item)));
        }
        fitting
    }

    /// The instance around, seen as its base class.
    pub(crate) fn base_instance(&mut self, env: Env<'g>) -> TypeSet {
        let Some(class) = self.self_type(env) else { return TypeSet::unknown() };
        let base = self.bases(class).first().cloned();
        match base {
            Some(Type::Instance(symbol, arguments)) => {
                let is_class = self.env(symbol).and_then(|e| e.item.definition.as_ref());
                if is_class.is_some_and(|d| d.kind == SymbolKind::Interface) {
                    return TypeSet::one(Type::Super(class));
                }
                TypeSet::one(Type::Instance(symbol, arguments))
            }
            Some(other) => TypeSet::one(other),
            None => TypeSet::one(Type::Super(class)),
        }
    }
}
