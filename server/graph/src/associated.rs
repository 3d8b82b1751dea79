//! Associated types: what `T::Item` stands for once `T` is known.

use lockstep_facts::{Name, SymbolId, SymbolKind};

use crate::resolver::{Env, Resolver};
use crate::type_parameters::forget;
use crate::types::{Arguments, Substitution, Type, TypeSet};

impl<'g> Resolver<'g> {
    /// `base::name` where `base` is a type: what an associated type stands for, as far as is known.
    pub(crate) fn associated_type(&mut self, env: Env<'g>, base: &Type, name: Name) -> TypeSet {
        self.nested(|r| r.project(env, base, name))
    }

    fn project(&mut self, env: Env<'g>, base: &Type, name: Name) -> TypeSet {
        let open = || TypeSet::one(Type::Projection(Box::new(base.clone()), name));
        match base {
            Type::External => return TypeSet::one(Type::External),
            Type::Function(f) if name == "Output" => return f.result.clone(),
            Type::Function(_) | Type::Tuple(_) | Type::Object(_) | Type::Module(_) | Type::Scope(_) => {
                return TypeSet::unknown();
            }
            Type::Instance(class, arguments) | Type::Class(class, arguments) => {
                if let Some(bound) = binding(arguments, name).or_else(|| self.bound_by_bases(*class, name)) {
                    return bound;
                }
            }
            Type::Receiver(class) => {
                if let Some(bound) = self.bound_by_bases(*class, name) {
                    return bound;
                }
            }
            Type::Parameter(owner, parameter) => {
                for bound in self.bounds_in(env, *owner, *parameter) {
                    match &bound {
                        Type::Instance(class, arguments) => {
                            let said = binding(arguments, name).or_else(|| self.bound_by_bases(*class, name));
                            if let Some(said) = said {
                                return said;
                            }
                        }
                        Type::Function(f) if name == "Output" => return f.result.clone(),
                        _ => {}
                    }
                }
                return open();
            }
            _ => {}
        }
        let Some(symbols) = self.members_of_type(env, base, name) else {
            let through = match base {
                Type::Instance(..) if name != "Target" => self.rules(env.node).through(self, env, base),
                _ => TypeSet::unknown(),
            };
            return through.flat_map(|inner| self.associated_type(env, inner, name));
        };
        let mut all = TypeSet::unknown();
        for symbol in symbols {
            let declared =
                self.env(symbol).and_then(|e| e.item.definition.as_ref()).map(|d| (d.kind, d.declared));
            match declared {
                Some((SymbolKind::TypeAlias, None)) => all.join(&open()),
                Some((SymbolKind::TypeAlias, Some(_))) => {
                    let raw = self.instance_of_symbol(symbol);
                    let map = self.receiver_substitution(symbol, base);
                    let known = self.substituted(&raw, &map);
                    all.join(&forget(&known, &self.open_parameters(symbol, base)));
                }
                _ => all.join(&self.instance_of_symbol(symbol)),
            }
        }
        all
    }

    /// An associated type that a base says: `trait Words: Iterator<Item = Word>`.
    fn bound_by_bases(&mut self, class: SymbolId, name: Name) -> Option<TypeSet> {
        let is_trait = self.env(class)?.item.definition.as_ref()?.kind == SymbolKind::Trait;
        if !is_trait {
            return None;
        }
        self.bases(class).iter().find_map(|base| match base {
            Type::Instance(_, arguments) => binding(arguments, name),
            _ => None,
        })
    }

    /// Replaces type parameters, the receiver, and associated types that are known by then.
    pub(crate) fn substituted(&mut self, raw: &TypeSet, map: &Substitution) -> TypeSet {
        let result = raw.substitute(map).limited();
        if result.has_projections() { self.nested(|r| r.normalized(&result)).limited() } else { result }
    }

    fn normalized(&mut self, set: &TypeSet) -> TypeSet {
        set.rewrite(&mut |t| match t {
            Type::Projection(base, name) => {
                let env = self.holder_env(base)?;
                Some(self.associated_type(env, base, *name))
            }
            _ => None,
        })
    }

    /// Where a type is declared.
    fn holder_env(&self, t: &Type) -> Option<Env<'g>> {
        match t {
            Type::Instance(class, _)
            | Type::Class(class, _)
            | Type::Receiver(class)
            | Type::ReceiverClass(class)
            | Type::Super(class)
            | Type::Callable(class, _) => self.env(*class),
            Type::Parameter(owner, _) => self.env(SymbolId(*owner)),
            Type::Projection(base, _) => self.holder_env(base),
            _ => None,
        }
    }
}

/// The associated type `name` as type arguments bind it: `Iterator<Item = T>`.
pub(crate) fn binding(arguments: &Arguments, name: Name) -> Option<TypeSet> {
    arguments.as_ref()?.iter().rev().find_map(|argument| match argument.first() {
        Some(Type::Object(fields)) => fields.iter().find(|(n, _)| *n == name).map(|(_, t)| t.clone()),
        _ => None,
    })
}
