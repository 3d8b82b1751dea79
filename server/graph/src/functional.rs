//! Interfaces that closures stand for.

use std::sync::Arc;

use lockstep_facts::{DefinitionFlags, Name, SymbolId, SymbolKind};
use smallvec::{SmallVec, smallvec};

use crate::bases::MAX_BASES;
use crate::key::Key;
use crate::resolver::{Resolver, Spot};
use crate::type_parameters::forget;
use crate::types::{FunctionType, Type, TypeSet};

impl<'g> Resolver<'g> {
    /// The function type that an interface with one abstract method stands for.
    pub(crate) fn function_of(&mut self, interface: &Type) -> Option<Arc<FunctionType>> {
        let (Type::Instance(class, _) | Type::Receiver(class)) = interface else { return None };
        let env = self.env(*class)?;
        if !self.rules(env.node).has_functional_interfaces() {
            return None;
        }
        let method = self.abstract_method(*class)?;
        self.nested(|r| r.function_of_method(interface, method))
    }

    fn function_of_method(&mut self, interface: &Type, method: SymbolId) -> Option<Arc<FunctionType>> {
        let method_env = self.env(method)?;
        let d = method_env.item.definition.as_ref()?;
        self.record(Key::type_of(method.0));
        let map = self.receiver_substitution(method, interface);
        let open = self.open_parameters(method, interface);
        let mut parameters = Vec::with_capacity(d.parameters.len());
        for parameter in &d.parameters {
            let raw = match parameter.declared {
                Some(declared) => self.type_of_type(method_env, Spot::END, declared),
                None => TypeSet::unknown(),
            };
            let known = self.substituted(&raw, &map);
            parameters.push(forget(&known, &open));
        }
        let raw = self.result_of_symbol(method);
        let known = self.substituted(&raw, &map);
        let result = forget(&known, &open);
        Some(Arc::new(FunctionType { parameters: parameters.into(), result }))
    }

    /// The one abstract method of an interface, its own or the nearest base's.
    pub(crate) fn abstract_method(&mut self, interface: SymbolId) -> Option<SymbolId> {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![interface];
        let mut at = 0;
        while at < seen.len().min(MAX_BASES) {
            let current = seen[at];
            at += 1;
            let env = self.env(current)?;
            let d = env.item.definition.as_ref()?;
            if d.kind != SymbolKind::Interface {
                continue;
            }
            self.record(Key::contents(env.node.path, env.item.path));
            let mut found: Option<(Name, SymbolId)> = None;
            for index in env.node.members(env.item.path) {
                let Some(member) = env.node.item(index).and_then(|item| item.definition.as_ref()) else {
                    continue;
                };
                self.record(Key::member(d.name, member.name));
                let is_abstract = member.kind == SymbolKind::Method
                    && member.flags.has(DefinitionFlags::DECLARATION)
                    && !member.flags.has(DefinitionFlags::STATIC)
                    && !matches!(member.name.as_str(), "equals" | "hashCode" | "toString");
                if !is_abstract {
                    continue;
                }
                if found.is_some() {
                    return None;
                }
                found = env.node.symbol(index).map(|symbol| (member.name, symbol));
            }
            if let Some((_, symbol)) = found {
                return Some(symbol);
            }
            for base in &self.bases(current) {
                if let Type::Instance(symbol, _) = base
                    && !seen.contains(symbol)
                {
                    seen.push(*symbol);
                }
            }
        }
        None
    }
}
