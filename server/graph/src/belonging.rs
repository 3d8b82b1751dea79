//! What belongs to a type, wherever it stands: in its own text, outside of it (`impl` blocks, methods with receivers, bodies
//! outside of a class), in its other parts.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use lockstep_facts::SymbolId;

use crate::apply::Graph;
use crate::members::through_impl;
use crate::resolver::{Env, Resolver};

impl Graph {
    /// The members of a type and theirs, and what defines those that are only declared; the definitions of a file. Nothing
    /// belongs to what is neither.
    pub(crate) fn members_below(&self, symbol: SymbolId) -> Vec<SymbolId> {
        if let Some(node) = self.file_of(symbol).and_then(|file| self.file(file)) {
            let items = 0..node.facts.items.len() as u32;
            return items.filter_map(|item| node.symbol(item)).chain(self.declared_as(node)).collect();
        }
        let mut resolver = Resolver::new(self);
        if !resolver.definition_of(symbol).is_some_and(|d| d.kind.is_type()) {
            return Vec::new();
        }
        let mut seen: HashSet<SymbolId, FixedState> = std::iter::once(symbol).collect();
        let mut all = Vec::new();
        let mut work = vec![symbol];
        while let Some(of) = work.pop() {
            let whole = resolver.defined_whole(of);
            let mut found: Vec<SymbolId> = resolver.all_parts(whole).into_vec();
            found.push(whole);
            for part in found.clone() {
                found.extend(self.members_inside(part));
                found.extend(self.members_outside(&mut resolver, part));
            }
            for member in found.clone() {
                found.extend(resolver.definitions_of(member));
            }
            for member in found {
                if seen.insert(member) {
                    all.push(member);
                    work.push(member);
                }
            }
        }
        all
    }

    fn members_inside(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let Some((node, item)) = self.item_of(symbol) else { return Vec::new() };
        let Some(path) = node.item(item).map(|item| item.path) else { return Vec::new() };
        node.members(path).into_iter().filter_map(|member| node.symbol(member)).collect()
    }

    /// The members of a type that stand outside of its text, in order of path and place.
    pub(crate) fn members_outside<'g>(
        &'g self,
        resolver: &mut Resolver<'g>,
        class: SymbolId,
    ) -> Vec<SymbolId> {
        let Some(d) = resolver.definition_of(class).filter(|d| d.kind.is_type()) else { return Vec::new() };
        let mut found = Vec::new();
        for node in self.nodes_by_path(self.implementing.files(d.name)) {
            for item in 0..node.facts.items.len() as u32 {
                let Some(env) = Env::new(node, item).filter(|env| is_outside(*env)) else { continue };
                let container = env.item.definition.as_ref().and_then(|d| d.container);
                if container.is_some_and(|container| container.name == d.name)
                    && resolver.self_types(env).contains(&class)
                {
                    found.extend(node.symbol(item));
                }
            }
        }
        found
    }

    /// What a definition belongs to: the type, module or function around it, or the type that it says it is of.
    pub(crate) fn owner<'g>(&'g self, resolver: &mut Resolver<'g>, symbol: SymbolId) -> Option<SymbolId> {
        let (node, item) = self.item_of(symbol)?;
        let env = Env::new(node, item)?;
        if is_outside(env)
            && let Some(class) = resolver.self_types(env).first()
        {
            return Some(*class);
        }
        let container = env.item.definition.as_ref()?.container?;
        let around = node.symbol(node.item_at(container.path)?)?;
        Some(resolver.whole(around))
    }
}

/// Whether a definition stands outside of the type that it is a member of.
fn is_outside(env: Env<'_>) -> bool {
    env.item.definition.is_some() && (env.item.implementation.is_some() || through_impl(env.node, env.item))
}
