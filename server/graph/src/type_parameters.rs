//! Type parameters: what they stand for in one use of a definition, and what bounds them.

use std::sync::Arc;

use lockstep_facts::{Name, SymbolId};
use smallvec::{SmallVec, smallvec};

use crate::bases::MAX_BASES;
use crate::key::Key;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::TypeScope;
use crate::types::{Arguments, Substitution, Type, TypeSet};

/// Bounds of a type parameter.
pub(crate) type Bounds = SmallVec<[Type; 4]>;

impl<'g> Resolver<'g> {
    /// What the type parameters around `member` stand for when it is taken from `receiver`.
    pub(crate) fn receiver_substitution(&mut self, member: SymbolId, receiver: &Type) -> Substitution {
        let mut map = match receiver {
            Type::Instance(class, arguments) | Type::Class(class, arguments) => {
                let mut map = self.class_substitution(*class, arguments);
                self.base_substitutions(*class, &mut map);
                map
            }
            // The type's own parameters stay what they are; those of its bases are known in its terms.
            Type::Receiver(class) | Type::Super(class) | Type::ReceiverClass(class)
                if self
                    .env(*class)
                    .is_some_and(|e| self.rules(e.node).type_scope() == TypeScope::Inherited) =>
            {
                let mut map = Substitution::default();
                self.base_substitutions(*class, &mut map);
                map
            }
            Type::Parameter(owner, name) => {
                let mut map = Substitution::default();
                for bound in self.bounds_of(*owner, *name) {
                    if let Type::Instance(class, arguments) = &bound {
                        let more = self.class_substitution(*class, arguments);
                        for ((owner, name), value) in &more.parameters {
                            map.bind(*owner, *name, value);
                        }
                    }
                }
                map
            }
            _ => Substitution::default(),
        };
        // An impl block has parameters of its own: match its self type with the receiver.
        if let Type::Instance(class, arguments) | Type::Class(class, arguments) = receiver
            && let Some(env) = self.env(member)
            && let Some((parent, _)) = env.parent()
            && let Some(block) = &parent.item.implementation
            && !block.type_parameters.is_empty()
            && (arguments.is_some() || self.rules(env.node).impls_take_bounds())
        {
            let pattern = self.type_of_type(parent, Spot::END, block.self_type);
            let actual = TypeSet::one(Type::Instance(*class, arguments.clone()));
            self.unify(parent, &pattern, &actual, &mut map, 0);
        }
        // `super().m()` and `self.m()` keep meaning the instance at hand.
        map.receiver = Some(match receiver {
            Type::Super(class) => Type::Receiver(*class),
            other => other.clone(),
        });
        map
    }

    /// A class's own parameters.
    pub(crate) fn class_substitution(&mut self, class: SymbolId, arguments: &Arguments) -> Substitution {
        let mut map = Substitution::default();
        let Some(env) = self.env(class) else { return map };
        let Some(d) = &env.item.definition else { return map };
        self.record(Key::type_of(class.0));
        for (index, parameter) in d.type_parameters.iter().enumerate() {
            let value = match arguments.as_ref().and_then(|a| a.get(index)) {
                Some(value) => value.clone(),
                None => match parameter.default {
                    Some(default) if arguments.is_some() => self.type_of_type(env, Spot::END, default),
                    _ => TypeSet::unknown(),
                },
            };
            if arguments.is_some() {
                map.bind(class.0, parameter.name, &value);
            }
        }
        map
    }

    /// The parameters of bases, as the bases' arguments say.
    fn base_substitutions(&mut self, class: SymbolId, map: &mut Substitution) {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len().min(MAX_BASES) {
            let current = seen[at];
            at += 1;
            for base in &self.bases(current) {
                let Type::Instance(symbol, arguments) = base else { continue };
                if seen.contains(symbol) {
                    continue;
                }
                seen.push(*symbol);
                if let Some(arguments) = arguments {
                    let actual: Arc<[TypeSet]> = arguments.iter().map(|a| self.substituted(a, map)).collect();
                    let more = self.class_substitution(*symbol, &Some(actual));
                    for ((owner, name), value) in &more.parameters {
                        map.bind(*owner, *name, value);
                    }
                }
            }
        }
    }

    /// The owners of type parameters that nothing says when `member` is taken from `receiver`.
    pub(crate) fn open_parameters(&mut self, member: SymbolId, receiver: &Type) -> SmallVec<[u64; 2]> {
        let mut open = SmallVec::new();
        if let Type::Instance(class, None) | Type::Class(class, None) = receiver {
            open.push(class.0);
            let block = self.env(member).and_then(|env| env.parent());
            open.extend(block.filter(|(b, _)| b.item.implementation.is_some()).map(|(b, _)| b.anchor().0));
        }
        open
    }

    /// The bounds of a type parameter.
    pub(crate) fn bounds_of(&mut self, owner: u64, parameter: Name) -> Bounds {
        let Some(env) = self.env(SymbolId(owner)) else { return Bounds::new() };
        self.record(Key::type_of(owner));
        let mut all = Bounds::new();
        self.add_bounds(env, parameter, &mut all);
        if all.is_empty() && self.rules(env.node).impls_take_bounds() {
            self.add_bounds_of_self(env, parameter, &mut all);
        }
        all
    }

    /// The bounds that the type of an `impl` puts on its own parameter at the place of this one.
    fn add_bounds_of_self(&mut self, env: Env<'g>, parameter: Name, all: &mut Bounds) {
        let Some(block) = &env.item.implementation else { return };
        let Some(place) = block.type_parameters.iter().position(|p| p.name == parameter) else { return };
        for class in self.self_types(env) {
            let Some(of) = self.env(class) else { continue };
            self.record(Key::type_of(class.0));
            let own = of.item.definition.as_ref().and_then(|d| d.type_parameters.get(place));
            if let Some(own) = own {
                self.add_bounds(of, own.name, all);
            }
        }
    }

    /// The same as seen from `env`: what stands around it may put further bounds on a parameter of that name.
    pub(crate) fn bounds_in(&mut self, env: Env<'g>, owner: u64, parameter: Name) -> Bounds {
        let mut all = self.bounds_of(owner, parameter);
        let mut at = env;
        loop {
            self.record(Key::scope(at.node.path, at.item.path));
            if at.anchor().0 != owner {
                self.add_bounds(at, parameter, &mut all);
            }
            match self.parent(at) {
                Some((parent, _)) => at = parent,
                None => return all,
            }
        }
    }

    fn add_bounds(&mut self, env: Env<'g>, parameter: Name, all: &mut Bounds) {
        let definition = env.item.definition.as_ref().map(|d| &d.type_parameters);
        let parameters = definition.or(env.item.implementation.as_ref().map(|b| &b.type_parameters));
        for found in parameters.into_iter().flatten().filter(|p| p.name == parameter) {
            for bound in &found.bounds {
                let set = self.type_of_type(env, Spot::HEADER, *bound);
                all.extend(set.iter().filter(|t| !all.contains(t)).cloned().collect::<Bounds>());
            }
        }
    }

    /// The types among a type parameter's bounds that say more than their name: with associated types bound.
    pub(crate) fn binding_bounds(&mut self, owner: u64, parameter: Name) -> Bounds {
        let mut bounds = self.bounds_of(owner, parameter);
        bounds.retain(|t| matches!(t, Type::Instance(_, Some(_))));
        bounds
    }

    /// The function type among a type parameter's bounds (`F: Fn(A) -> B`).
    pub(crate) fn function_bound(&mut self, owner: u64, parameter: Name) -> Option<Type> {
        let bounds = self.bounds_of(owner, parameter);
        bounds.into_iter().find(|t| matches!(t, Type::Function(_)))
    }
}

/// Makes the type parameters of these owners unknown.
pub(crate) fn forget(set: &TypeSet, owners: &[u64]) -> TypeSet {
    if owners.is_empty() || !set.has_parameters() {
        return set.clone();
    }
    set.rewrite(&mut |t| match t {
        Type::Parameter(owner, _) if owners.contains(owner) => Some(TypeSet::unknown()),
        Type::Projection(base, _) => match &**base {
            Type::Parameter(owner, _) if owners.contains(owner) => Some(TypeSet::unknown()),
            _ => None,
        },
        _ => None,
    })
}
