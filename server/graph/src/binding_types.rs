//! Types of locals: declared, assigned, refined by what is done with them.

use std::sync::Arc;

use lockstep_facts::Expression;

use crate::members::Use;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Substitution, Type, TypeSet};

impl<'g> Resolver<'g> {
    /// The type of a local.
    pub(crate) fn type_of_binding(&mut self, env: Env<'g>, index: u32) -> TypeSet {
        let key = (env.node.path, env.index, index);
        if let Some((known, keys)) = self.bindings.get(&key) {
            let (known, keys) = (known.clone(), Arc::clone(keys));
            self.record_all(&keys);
            return known;
        }
        if let Some(at) = self.binding_stack.iter().position(|open| *open == key) {
            self.binding_low = self.binding_low.min(at);
            return TypeSet::unknown();
        }
        let at = self.binding_stack.len();
        self.binding_stack.push(key);
        let outer_low = std::mem::replace(&mut self.binding_low, usize::MAX);
        // How deep the question stands in another expression must not show in the answer.
        let outer_depth = std::mem::take(&mut self.depth);
        let (result, mut keys) = self.recorded(|r| r.compute_binding(env, index).limited());
        self.depth = outer_depth;
        self.binding_stack.pop();
        let low = std::mem::replace(&mut self.binding_low, outer_low);
        self.record_all(&keys);
        if low < at {
            self.binding_low = self.binding_low.min(low);
        }
        // What was computed while it or one around it stood open may be less than there is: it is used, not kept.
        if low > at && !self.depends_on_open() && !self.tainted {
            keys.sort_unstable();
            keys.dedup();
            self.bindings.insert(key, (result.clone(), keys.into()));
        }
        result
    }

    fn compute_binding(&mut self, env: Env<'g>, index: u32) -> TypeSet {
        let Some(binding) = env.item.body.bindings.get(index as usize) else { return TypeSet::unknown() };
        let spot = Spot { scope: Some(binding.scope), position: binding.visible_from };
        // Its own name on the right means the binding before.
        let before = Spot { position: spot.position.saturating_sub(u32::from(spot.position > 0)), ..spot };
        let assigned = match binding.value {
            Some(value) if binding.declared.is_none() || self.rules(env.node).assignments_narrow() => {
                self.type_of_value(env, before, value)
            }
            _ => TypeSet::unknown(),
        };
        match binding.declared {
            Some(declared) if assigned.first().is_none_or(|t| matches!(t, Type::External)) => {
                self.type_of_type(env, spot, declared)
            }
            None if self.rules(env.node).infers_from_uses() => self.refined_by_uses(env, index, assigned),
            _ => assigned,
        }
    }

    /// A local's type with the type arguments that its value leaves open (`Vec::new()`) as later calls on it say.
    fn refined_by_uses(&mut self, env: Env<'g>, index: u32, known: TypeSet) -> TypeSet {
        let Some(Type::Instance(class, arguments)) = known.first().cloned() else { return known };
        let Some(d) = self.env(class).and_then(|e| e.item.definition.as_ref()) else { return known };
        let open = match &arguments {
            Some(list) => list.iter().any(TypeSet::is_unknown),
            None => !d.type_parameters.is_empty(),
        };
        let bindings = &env.item.body.bindings;
        let name = bindings[index as usize].name;
        // Which of several locals of one name a call means is not asked here.
        if known.iter().count() != 1 || !open || bindings.iter().filter(|b| b.name == name).count() != 1 {
            return known;
        }
        let Some(own) = self.own_parameters(class) else { return known };
        let receiver = Type::Instance(class, Some(own));
        let spot = Spot { scope: None, position: u32::MAX };
        let mut map = Substitution::default();
        for expression in &env.item.expressions {
            let Expression::Call { callee, arguments } = expression else { continue };
            let Expression::Member { base, name: method } = env.expression(*callee) else { continue };
            if !matches!(env.expression(*base), Expression::Name(other) if *other == name) {
                continue;
            }
            let Some(symbols) = self.members_used(env, &receiver, *method, Use::Call) else { continue };
            for symbol in symbols {
                self.bind_method_arguments(env, spot, symbol, &receiver, arguments, &mut map);
            }
        }
        let values = d.type_parameters.iter().enumerate().map(|(at, parameter)| {
            let said = arguments.as_ref().and_then(|list| list.get(at)).filter(|t| !t.is_unknown()).cloned();
            said.or_else(|| map.get(class.0, parameter.name).cloned()).unwrap_or_default()
        });
        TypeSet::one(Type::Instance(class, Some(values.collect())))
    }
}
