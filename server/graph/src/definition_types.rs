//! Types of definitions: as a value, as a type, as what calling it gives.

use std::sync::Arc;

use lockstep_facts::{DefinitionFlags, Expression, SymbolId, SymbolKind};

use crate::key::Key;
use crate::lookup::Found;
use crate::resolver::{Env, Query, Resolver, Spot};
use crate::types::{Type, TypeSet};

impl<'g> Resolver<'g> {
    /// What a looked-up name is as a value.
    pub(crate) fn type_of_found(&mut self, env: Env<'g>, found: &Found) -> TypeSet {
        match found {
            Found::Nothing => TypeSet::unknown(),
            Found::External => TypeSet::one(Type::External),
            Found::Scope(scope) => TypeSet::one(Type::Scope(*scope)),
            Found::Parameter(owner, name) => TypeSet::one(Type::Parameter(owner.0, *name)),
            Found::Binding { item, binding } => match Env::new(env.node, *item) {
                Some(env) => self.type_of_binding(env, *binding),
                None => TypeSet::unknown(),
            },
            Found::Symbols(symbols) => {
                let mut all = TypeSet::unknown();
                for symbol in symbols.clone() {
                    let t = self.type_of_symbol(symbol);
                    all.join(&t);
                }
                all
            }
        }
    }

    /// What a looked-up name is as a type: an instance of it.
    pub(crate) fn instance_of_found(&mut self, env: Env<'g>, found: &Found) -> TypeSet {
        match found {
            Found::Symbols(symbols) => {
                let mut all = TypeSet::unknown();
                for symbol in symbols.clone() {
                    let t = self.instance_of_symbol(symbol);
                    all.join(&t);
                }
                all
            }
            Found::Binding { item, binding } => {
                let Some(at) = Env::new(env.node, *item) else { return TypeSet::unknown() };
                let value = self.type_of_binding(at, *binding);
                value.flat_map(instance_of)
            }
            other => self.type_of_found(env, other),
        }
    }

    /// An instance of `symbol`; of an alias, what it stands for.
    pub(crate) fn instance_of_symbol(&mut self, symbol: SymbolId) -> TypeSet {
        let Some(env) = self.env(symbol) else { return TypeSet::unknown() };
        let Some(d) = &env.item.definition else { return TypeSet::unknown() };
        match d.kind {
            SymbolKind::TypeAlias => {
                let Some(target) = d.declared.or(d.inferred.first().copied()) else {
                    return TypeSet::one(Type::Instance(symbol, None));
                };
                if matches!(env.expression(target), Expression::Object(_)) {
                    return TypeSet::one(Type::Instance(symbol, None));
                }
                let memos = Arc::clone(&env.node.memos[env.index as usize]);
                self.record(Key::type_of(symbol.0));
                self.query(Query::Value(symbol), &memos.value, |r| {
                    r.record_missing_parents(env);
                    r.type_of_type(env, Spot::END, target)
                })
            }
            kind if kind.is_type() => TypeSet::one(Type::Instance(self.defined_whole(symbol), None)),
            // A variant with fields of its own: they are looked up in it, all else in its enum.
            SymbolKind::EnumMember if self.has_members(env) => TypeSet::one(Type::Instance(symbol, None)),
            SymbolKind::EnumMember => self.enum_of(symbol),
            SymbolKind::Module => TypeSet::one(Type::Module(symbol)),
            _ => {
                let value = self.type_of_symbol(symbol);
                value.flat_map(instance_of)
            }
        }
    }

    /// What a definition is as a value.
    pub(crate) fn type_of_symbol(&mut self, symbol: SymbolId) -> TypeSet {
        if self.graph.file_of(symbol).is_some() {
            return TypeSet::one(Type::Module(symbol));
        }
        let Some(env) = self.env(symbol) else { return TypeSet::unknown() };
        let Some(d) = &env.item.definition else { return TypeSet::unknown() };
        match d.kind {
            SymbolKind::Module => TypeSet::one(Type::Module(symbol)),
            SymbolKind::TypeAlias => {
                let instance = self.instance_of_symbol(symbol);
                instance.flat_map(|t| {
                    TypeSet::one(match t {
                        Type::Instance(symbol, arguments) => Type::Class(*symbol, arguments.clone()),
                        other => other.clone(),
                    })
                })
            }
            kind if kind.is_type() => TypeSet::one(Type::Class(self.defined_whole(symbol), None)),
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Macro
                if !d.flags.has(DefinitionFlags::PROPERTY) =>
            {
                TypeSet::one(Type::Callable(symbol, None))
            }
            SymbolKind::EnumMember if !d.parameters.is_empty() => TypeSet::one(Type::Callable(symbol, None)),
            SymbolKind::EnumMember => self.enum_of(symbol),
            _ => {
                self.record(Key::type_of(symbol.0));
                let memos = Arc::clone(&env.node.memos[env.index as usize]);
                self.query(Query::Value(symbol), &memos.value, |r| r.compute_value(env, symbol))
            }
        }
    }

    /// Whether anything is defined in what `env` defines.
    fn has_members(&mut self, env: Env<'g>) -> bool {
        self.record(Key::contents(env.node.path, env.item.path));
        env.node.has_members(env.item.path)
    }

    /// The instance that a variant is.
    pub(crate) fn enum_of(&mut self, variant: SymbolId) -> TypeSet {
        let class = self.env(variant).and_then(|env| {
            let container = env.item.definition.as_ref()?.container?;
            self.record(Key::scope(env.node.path, container.path));
            env.node.symbol(env.node.item_at(container.path)?)
        });
        class.map_or_else(TypeSet::unknown, |class| TypeSet::one(Type::Instance(class, None)))
    }

    fn compute_value(&mut self, env: Env<'g>, symbol: SymbolId) -> TypeSet {
        self.record_missing_parents(env);
        let Some(d) = &env.item.definition else { return TypeSet::unknown() };
        if let Some(declared) = d.declared {
            return self.type_of_type(env, Spot::END, declared);
        }
        let mut all = TypeSet::unknown();
        for value in &d.inferred {
            let t = self.type_of_value(env, Spot::END, *value);
            all.join(&t);
        }
        // An object literal whose members are definitions: look them up by container, as in a class.
        if all.iter().any(|t| matches!(t, Type::Object(_))) && self.has_members(env) {
            return TypeSet::one(Type::Class(symbol, None));
        }
        all
    }

    /// What calling a definition gives, type parameters and receiver not yet replaced.
    pub(crate) fn result_of_symbol(&mut self, symbol: SymbolId) -> TypeSet {
        let Some(env) = self.env(symbol) else { return TypeSet::unknown() };
        self.record(Key::type_of(symbol.0));
        let memos = Arc::clone(&env.node.memos[env.index as usize]);
        self.query(Query::Result(symbol), &memos.result, |r| {
            r.record_missing_parents(env);
            let Some(d) = &env.item.definition else { return TypeSet::unknown() };
            if d.kind == SymbolKind::EnumMember {
                return r.enum_of(symbol).flat_map(|t| match t {
                    Type::Instance(class, None) => {
                        TypeSet::one(Type::Instance(*class, r.own_parameters(*class)))
                    }
                    other => TypeSet::one(other.clone()),
                });
            }
            let raw = if let Some(declared) = d.declared {
                r.type_of_type(env, Spot::END, declared)
            } else {
                let mut all = TypeSet::unknown();
                for value in &d.inferred {
                    let t = r.type_of_value(env, Spot::END, *value);
                    all.join(&t);
                }
                all
            };
            r.rules(env.node).wrap_result(r, env, d, raw)
        })
    }

    /// A generic type's own parameters as its arguments.
    pub(crate) fn own_parameters(&mut self, class: SymbolId) -> crate::types::Arguments {
        let d = self.env(class)?.item.definition.as_ref()?;
        self.record(Key::type_of(class.0));
        let list: Vec<TypeSet> =
            d.type_parameters.iter().map(|p| TypeSet::one(Type::Parameter(class.0, p.name))).collect();
        (!list.is_empty()).then(|| list.into())
    }

    /// The instance around: what `self` is.
    pub(crate) fn self_instance(&mut self, env: Env<'g>) -> TypeSet {
        if self.rules(env.node).has_impls() {
            // In an `impl` block it is what the block is for, type arguments included.
            let mut at = env;
            loop {
                self.record(Key::scope(at.node.path, at.item.path));
                if let Some(block) = &at.item.implementation {
                    return self.type_of_type(at, Spot::END, block.self_type);
                }
                if self.is_self_type(at) {
                    break;
                }
                match self.parent(at) {
                    Some((parent, _)) => at = parent,
                    None => break,
                }
            }
        }
        match self.self_type(env) {
            Some(class) if self.rules(env.node).self_is_class() => {
                TypeSet::one(Type::Instance(class, self.own_parameters(class)))
            }
            Some(class) => TypeSet::one(Type::Receiver(class)),
            None => TypeSet::unknown(),
        }
    }
}

/// An instance of a class held as a value.
pub(crate) fn instance_of(value: &Type) -> TypeSet {
    TypeSet::one(match value {
        Type::Class(symbol, arguments) => Type::Instance(*symbol, arguments.clone()),
        Type::ReceiverClass(symbol) => Type::Receiver(*symbol),
        other => other.clone(),
    })
}

/// The class of an instance.
pub(crate) fn class_of(instance: &Type) -> TypeSet {
    TypeSet::one(match instance {
        Type::Instance(symbol, arguments) => Type::Class(*symbol, arguments.clone()),
        Type::Receiver(symbol) => Type::ReceiverClass(*symbol),
        other => other.clone(),
    })
}
