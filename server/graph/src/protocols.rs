//! What iterating over a value gives, indexing, awaiting and entering it.

use lockstep_facts::Name;

use crate::associated::binding;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Type, TypeSet};

impl<'g> Resolver<'g> {
    /// What iterating over a value gives.
    pub(crate) fn type_of_element(&mut self, env: Env<'g>, value: &Type) -> TypeSet {
        match value {
            Type::Tuple(fields) => {
                let mut all = TypeSet::unknown();
                fields.iter().for_each(|t| all.join(t));
                all
            }
            Type::External => TypeSet::one(Type::External),
            Type::Object(_) | Type::Module(_) | Type::Scope(_) | Type::Function(_) => TypeSet::unknown(),
            _ => self.rules(env.node).element(self, env, value),
        }
    }

    /// What indexing a value gives.
    pub(crate) fn type_of_index(&mut self, env: Env<'g>, value: &Type) -> TypeSet {
        match value {
            Type::Tuple(fields) => {
                let mut all = TypeSet::unknown();
                fields.iter().for_each(|t| all.join(t));
                all
            }
            // `list[int]` as a value is the class.
            Type::Class(..) | Type::External => TypeSet::one(value.clone()),
            _ => self.rules(env.node).index(self, env, value),
        }
    }

    /// What awaiting a value gives.
    pub(crate) fn type_of_awaited(&mut self, value: &Type) -> TypeSet {
        if let Type::Instance(class, arguments) = value
            && let Some(env) = self.env(*class)
            && self.rules(env.node).awaits_to_argument(env.item.definition.as_ref().map(|d| d.name.as_str()))
        {
            if let Some(output) = binding(arguments, Name::new("Output")) {
                return output;
            }
            return arguments.as_ref().and_then(|a| a.last().cloned()).unwrap_or_default();
        }
        TypeSet::one(value.clone())
    }

    /// What `with value as x` binds.
    pub(crate) fn type_of_entered(&mut self, env: Env<'g>, value: &Type) -> TypeSet {
        for method in ["__enter__", "__aenter__"] {
            if let Some(symbols) = self.members_of_type(env, value, Name::new(method))
                && let Some(symbol) = symbols.first()
            {
                let callable = Type::Callable(*symbol, Some(Box::new(value.clone())));
                let result = self.result_of_call(env, Spot::END, &callable, &[]);
                return result.flat_map(|t| self.type_of_awaited(t));
            }
        }
        TypeSet::one(value.clone())
    }
}
