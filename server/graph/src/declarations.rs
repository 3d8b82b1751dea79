//! Declarations and definitions of one thing: prototypes and functions, `extern` and variables, forward declarations and
//! classes. What is declared is answered as what is defined.

use lockstep_facts::{Confidence, DefinitionFlags, SymbolId, SymbolKind};
use smallvec::{SmallVec, smallvec};

use crate::Target;
use crate::apply::Graph;
use crate::key::Key;
use crate::members::Symbols;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::Type;

impl<'g> Resolver<'g> {
    /// The definitions of what `symbol` only declares; none if it defines, or nothing defines it.
    pub(crate) fn definitions_of(&mut self, symbol: SymbolId) -> Symbols {
        let Some(env) = self.env(symbol) else { return Symbols::new() };
        let declares =
            env.item.definition.as_ref().is_some_and(|d| d.flags.has(DefinitionFlags::DECLARATION));
        let rules = self.rules(env.node);
        if !declares || !rules.has_declarations() {
            return Symbols::new();
        }
        let cell = &env.node.memos[env.index as usize].definitions;
        if let Some(memo) = cell.get(self.graph) {
            self.record_all(memo.keys());
            return memo.value.clone();
        }
        let ((found, keys), is_its_own) = self.apart(|r| r.recorded(|r| rules.definitions(r, env)));
        self.record_all(&keys);
        if is_its_own && !self.depends_on_open() {
            cell.put(self.graph, keys, found.clone());
        }
        found
    }

    /// The one definition of what a type's symbol declares, or itself.
    pub(crate) fn defined(&mut self, symbol: SymbolId) -> SymbolId {
        let definitions = self.definitions_of(symbol);
        definitions.first().copied().unwrap_or(symbol)
    }

    /// `symbols` with declarations replaced by what defines them, each once.
    pub(crate) fn all_defined(&mut self, symbols: &[SymbolId]) -> Symbols {
        let mut all = Symbols::new();
        for symbol in symbols {
            let mut definitions = self.definitions_of(*symbol);
            if definitions.is_empty() {
                definitions = smallvec![*symbol];
            }
            for definition in definitions {
                if !all.contains(&definition) {
                    all.push(definition);
                }
            }
        }
        all
    }

    /// Targets as what they define. Several that are left are candidates, unless they are alternatives in one file.
    pub(crate) fn settled(&mut self, env: Env<'g>, targets: SmallVec<[Target; 2]>) -> SmallVec<[Target; 2]> {
        if targets.is_empty() || !self.rules(env.node).has_declarations() {
            return targets;
        }
        let best = targets.iter().map(|target| target.confidence).min().unwrap_or(Confidence::Extracted);
        let mut symbols: Symbols = targets.iter().map(|target| target.symbol).collect();
        // The name of a constructor is that of its class, wherever it is mentioned.
        for symbol in &mut symbols {
            if let Some(class) = self.class_of_constructor(*symbol) {
                *symbol = class;
            }
        }
        let all = self.all_defined(&symbols);
        let places: SmallVec<[_; 2]> =
            all.iter().map(|symbol| self.env(*symbol).map(|e| e.node.id)).collect();
        // Its own file's, on one condition, and what it includes, on another.
        let conditional = |r: &Self, symbol: &SymbolId| {
            r.env(*symbol).is_some_and(|e| {
                let flags = e.item.definition.as_ref().map(|d| d.flags).unwrap_or_default();
                e.node.id == env.node.id && flags.has(DefinitionFlags::CONDITIONAL)
            })
        };
        let mut several = places.windows(2).any(|pair| pair[0] != pair[1])
            && !all.iter().any(|symbol| conditional(self, symbol));
        if several {
            // A text that is included stands in each of the files that include it.
            several = !all.iter().all(|symbol| {
                self.env(*symbol).is_some_and(|e| {
                    e.node.id == env.node.id
                        || self.included(e.node).value.binary_search(&env.node.id.0).is_ok()
                })
            });
        }
        let confidence = if several { Confidence::Ambiguous } else { best };
        all.into_iter().map(|symbol| Target { symbol, confidence }).collect()
    }
}

impl Resolver<'_> {
    /// The class that a constructor constructs.
    pub(crate) fn class_of_constructor(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        let env = self.env(symbol)?;
        let d = env.item.definition.as_ref().filter(|d| d.kind == SymbolKind::Constructor)?;
        if let Some(block) = &env.item.implementation {
            let owner = self.type_of_type(env, Spot::END, block.self_type);
            return owner.iter().find_map(|t| match t {
                Type::Instance(class, _) => Some(*class),
                _ => None,
            });
        }
        let container = d.container?;
        self.record(Key::scope(env.node.path, container.path));
        env.node.symbol(env.node.item_at(container.path)?)
    }
}

impl Graph {
    /// `symbol`, or the definitions of what it only declares.
    #[must_use]
    pub fn definitions_of(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let definitions = Resolver::new(self).definitions_of(symbol);
        if definitions.is_empty() { vec![symbol] } else { definitions.into_vec() }
    }
}
