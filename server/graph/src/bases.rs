//! Bases of types: declared, of `impl` blocks, derived.

use std::sync::Arc;

use lockstep_facts::{Name, SymbolId};
use smallvec::{SmallVec, smallvec};

use crate::file::FileNode;
use crate::key::Key;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::TypeParts;
use crate::types::{BaseList, Type};

/// Bases followed before a hierarchy counts as unknown.
pub(crate) const MAX_BASES: usize = 64;

impl<'g> Resolver<'g> {
    /// The bases of a type, with those that `impl` blocks add.
    pub(crate) fn bases(&mut self, class: SymbolId) -> BaseList {
        let Some(env) = self.env(class) else { return Box::default() };
        let memos = Arc::clone(&env.node.memos[env.index as usize]);
        if let Some(memo) = memos.bases.get(self.graph) {
            self.record_all(memo.keys());
            return memo.value.clone();
        }
        if self.basing.contains(&class) || self.basing.len() > MAX_BASES {
            self.tainted = true;
            self.base_cuts += 1;
            return Box::default();
        }
        self.basing.push(class);
        let (outer, cuts) = (std::mem::take(&mut self.tainted), self.base_cuts);
        let (bases, keys) = self.recorded(|r| r.compute_bases(env, class));
        let tainted = std::mem::replace(&mut self.tainted, outer);
        self.basing.pop();
        self.record_all(&keys);
        // Inside a cycle of types what was found may be less than there is: it is used, not kept. What met no type whose
        // bases are being looked up is what it would be by itself.
        let is_its_own = self.basing.is_empty() || self.base_cuts == cuts;
        if !tainted && !self.depends_on_open() && is_its_own {
            memos.bases.put(self.graph, keys, bases.clone());
        }
        bases
    }

    fn compute_bases(&mut self, env: Env<'g>, class: SymbolId) -> BaseList {
        let mut bases = Vec::new();
        let Some(d) = &env.item.definition else { return Box::default() };
        self.record(Key::bases(d.name));
        self.record(Key::type_of(class.0));
        let container = d.container.map_or(Name::empty(), |c| c.path);
        let rules = self.rules(env.node);
        let merged: &[u32] = match rules.type_parts() == TypeParts::InFile {
            true => env.node.members_named(container, d.name),
            false => &[],
        };
        let mut parts: SmallVec<[Env<'g>; 2]> =
            merged.iter().filter_map(|part| Env::new(env.node, *part)).collect();
        if parts.is_empty() {
            parts = self.parts(env);
        }
        for part in parts {
            let Some(d) = &part.item.definition else { continue };
            for base in &d.bases {
                let set = self.type_of_type(part, Spot::HEADER, base.expression);
                match set.first() {
                    Some(base) => bases.push(base.clone()),
                    None => bases.push(Type::External),
                }
            }
        }
        bases.extend(self.rules(env.node).more_bases(self, env));
        if self.rules(env.node).has_impls() {
            for node in self.graph.nodes_by_path(self.graph.implementing.files(d.name)) {
                for block_env in by_local_path(node, node.impls_of(d.name)) {
                    let Some(block) = &block_env.item.implementation else { continue };
                    let Some(implemented) = block.implemented else { continue };
                    if !self.self_types(block_env).contains(&class) {
                        continue;
                    }
                    let set = self.type_of_type(block_env, Spot::END, implemented);
                    bases.extend(set.first().cloned());
                }
            }
        }
        bases.retain(|base| !matches!(base, Type::Instance(symbol, _) if *symbol == class));
        bases.into()
    }

    pub(crate) fn has_known_bases(&mut self, class: SymbolId) -> bool {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len().min(MAX_BASES) {
            let current = seen[at];
            at += 1;
            let declared =
                self.env(current).and_then(|e| e.item.definition.as_ref()).map_or(0, |d| d.bases.len());
            let bases = self.bases(current);
            if bases.iter().any(|b| !matches!(b, Type::Instance(..))) || bases.len() < declared {
                return false;
            }
            for base in &bases {
                if let Type::Instance(symbol, _) = base
                    && !seen.contains(symbol)
                {
                    seen.push(*symbol);
                }
            }
        }
        at == seen.len()
    }
}

/// Items of one file in order of their paths: their order in the text can change without any key changing.
pub(crate) fn by_local_path<'g>(node: &'g Arc<FileNode>, items: &[u32]) -> SmallVec<[Env<'g>; 2]> {
    let mut envs: SmallVec<[Env<'g>; 2]> = items.iter().filter_map(|item| Env::new(node, *item)).collect();
    envs.sort_unstable_by_key(|env| env.item.path.as_str());
    envs
}
