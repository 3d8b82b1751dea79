//! Types of expressions, in value context and in type context.

use std::sync::Arc;

use lockstep_facts::{Expression, ExpressionId, LiteralKind, Name, Parameter, SymbolId, SymbolKind};

use crate::definition_types::{class_of, instance_of};
use crate::lookup::{Found, Space};
use crate::members::Use;
use crate::resolver::{Env, MAX_EXPRESSION_DEPTH, Resolver, Spot};
use crate::types::{FunctionType, Type, TypeSet};

impl<'g> Resolver<'g> {
    /// The type of an expression in value context.
    pub(crate) fn type_of_value(&mut self, env: Env<'g>, spot: Spot, id: ExpressionId) -> TypeSet {
        if self.depth >= MAX_EXPRESSION_DEPTH {
            return TypeSet::unknown();
        }
        self.depth += 1;
        let result = self.nested(|r| r.value(env, spot, id));
        self.depth -= 1;
        result
    }

    /// The type that an expression in type context names.
    pub(crate) fn type_of_type(&mut self, env: Env<'g>, spot: Spot, id: ExpressionId) -> TypeSet {
        if self.depth >= MAX_EXPRESSION_DEPTH {
            return TypeSet::unknown();
        }
        self.depth += 1;
        let result = self.nested(|r| r.named_type(env, spot, id));
        self.depth -= 1;
        result
    }

    fn value(&mut self, env: Env<'g>, spot: Spot, id: ExpressionId) -> TypeSet {
        match env.expression(id) {
            Expression::Unknown | Expression::Root(_) => TypeSet::unknown(),
            Expression::Name(name) => {
                let found = self.lookup(env, spot, *name, Space::Value);
                match self.holder_of_found(env, &found) {
                    Some((symbol, holder)) => self.type_of_member_symbol(symbol, &holder),
                    None => self.type_of_found(env, &found),
                }
            }
            Expression::SelfValue => self.self_instance(env),
            Expression::SelfType => self.self_instance(env).flat_map(class_of),
            Expression::Super if self.rules(env.node).self_is_class() => self.base_instance(env),
            Expression::Super => match self.self_type(env) {
                Some(class) => TypeSet::one(Type::Super(class)),
                None => TypeSet::unknown(),
            },
            Expression::Member { base, name } => {
                let base = self.type_of_value(env, spot, *base);
                base.flat_map(|receiver| self.type_of_member(env, receiver, *name, Use::Read))
            }
            Expression::Path { .. } => {
                let found = self.resolve_path(env, spot, id, Space::Value);
                match found.receiver {
                    Some(receiver) => {
                        let mut all = TypeSet::unknown();
                        if let Found::Symbols(symbols) = &found.found {
                            for symbol in symbols.clone() {
                                all.join(&self.type_of_member_symbol(symbol, &receiver));
                            }
                        }
                        all
                    }
                    None => self.type_of_found(env, &found.found),
                }
            }
            Expression::Call { callee, arguments } => self.type_of_call(env, spot, *callee, arguments),
            Expression::New { class, arguments } => self.type_of_new(env, spot, *class, arguments),
            Expression::Index { base, index } => {
                let base = self.type_of_value(env, spot, *base);
                let literal = matches!(env.expression(*index), Expression::Literal(_));
                if !literal && self.rules(env.node).ranges_give_slices() {
                    let index = self.type_of_value(env, spot, *index);
                    if self.is_range(&index) {
                        return base;
                    }
                }
                base.flat_map(|t| self.type_of_index(env, t))
            }
            Expression::Generator(e) => {
                let element = self.type_of_value(env, spot, *e);
                self.prelude_instance(env, self.rules(env.node).generator_type(), vec![element])
            }
            Expression::Element(e) => {
                let base = self.type_of_value(env, spot, *e);
                base.flat_map(|t| self.type_of_element(env, t))
            }
            Expression::Await(e) => {
                let base = self.type_of_value(env, spot, *e);
                base.flat_map(|t| self.type_of_awaited(t))
            }
            Expression::Try(e) => {
                let base = self.type_of_value(env, spot, *e);
                base.flat_map(|t| match t {
                    Type::Instance(_, Some(arguments)) => arguments.first().cloned().unwrap_or_default(),
                    _ => TypeSet::unknown(),
                })
            }
            Expression::Enter(e) => {
                let base = self.type_of_value(env, spot, *e);
                base.flat_map(|t| self.type_of_entered(env, t))
            }
            Expression::Generic { base, arguments } => {
                let arguments: Arc<[TypeSet]> =
                    arguments.iter().map(|a| self.type_of_type(env, spot, *a)).collect();
                let base = self.type_of_value(env, spot, *base);
                let either = self.rules(env.node).brackets_are_either();
                base.flat_map(|t| {
                    TypeSet::one(match t {
                        Type::Class(symbol, None) => Type::Class(*symbol, Some(Arc::clone(&arguments))),
                        Type::Instance(..) if either => return self.type_of_index(env, t),
                        other => other.clone(),
                    })
                })
            }
            Expression::Union(list) => {
                let mut all = TypeSet::unknown();
                for e in list {
                    let t = self.type_of_value(env, spot, *e);
                    all.join(&t);
                }
                all
            }
            Expression::Intersection(list) => self.first_known(env, spot, list, false),
            Expression::Tuple(list) => {
                let fields = list.iter().map(|e| self.type_of_value(env, spot, *e)).collect();
                TypeSet::one(Type::Tuple(fields))
            }
            Expression::TupleField { base, index } => {
                let base = self.type_of_value(env, spot, *base);
                base.flat_map(|t| match t {
                    Type::Tuple(fields) => fields.get(*index as usize).cloned().unwrap_or_default(),
                    other => match self.rules(env.node).part_of(self, env, other, *index as usize) {
                        Some(part) => part,
                        None => self.type_of_element(env, other),
                    },
                })
            }
            Expression::List(list) => self.collection(env, spot, LiteralCollection::List, list),
            Expression::Set(list) => self.collection(env, spot, LiteralCollection::Set, list),
            Expression::Map(pairs) => {
                let mut key = TypeSet::unknown();
                let mut value = TypeSet::unknown();
                for (k, v) in pairs {
                    let (k, v) = (self.type_of_value(env, spot, *k), self.type_of_value(env, spot, *v));
                    key.join(&k);
                    value.join(&v);
                }
                let name = self.rules(env.node).collection_type(LiteralCollection::Map);
                self.prelude_instance(env, name, vec![key, value])
            }
            Expression::Object(fields) => {
                let fields =
                    fields.iter().map(|(name, e)| (*name, self.type_of_value(env, spot, *e))).collect();
                TypeSet::one(Type::Object(fields))
            }
            Expression::Literal(kind) => {
                let name = self.rules(env.node).literal_type(*kind);
                self.prelude_instance(env, name, Vec::new())
            }
            Expression::Function { parameters, result, .. } => {
                let parameters = self.parameter_types(env, spot, parameters);
                let result = match result {
                    Some(e) => self.type_of_value(env, Spot { scope: None, ..spot }, *e),
                    None => TypeSet::unknown(),
                };
                TypeSet::one(Type::Function(Arc::new(FunctionType { parameters, result })))
            }
            Expression::ClosureParameter { call, argument, parameter } => {
                let expected = self.expected_argument(env, spot, *call, usize::from(*argument));
                expected.flat_map(|t| self.parameter_of(t, usize::from(*parameter)))
            }
            Expression::Expected { call, argument } => {
                self.expected_argument(env, spot, *call, usize::from(*argument))
            }
            Expression::Cast(e) => self.type_of_type(env, spot, *e),
            Expression::TypeOf(e) => self.type_of_value(env, spot, *e),
            Expression::Binary { operator, left, right } => {
                let left = self.type_of_value(env, spot, *left);
                let right = self.type_of_value(env, spot, *right);
                self.rules(env.node).binary(self, env, operator.as_str(), &left, &right)
            }
            Expression::VariantField { variant, value, index } => {
                self.type_of_variant_field(env, spot, *variant, *value, usize::from(*index))
            }
        }
    }

    fn named_type(&mut self, env: Env<'g>, spot: Spot, id: ExpressionId) -> TypeSet {
        match env.expression(id) {
            Expression::Name(name) => {
                let found = self.lookup(env, spot, *name, Space::Type);
                self.instance_of_found(env, &found)
            }
            Expression::SelfType | Expression::SelfValue => self.self_instance(env),
            // `<T as Trait>::Item`: that of `T`, whatever it turns out to be.
            Expression::Path { base, name }
                if self.rules(env.node).has_impls() && is_qualified(env, *base) =>
            {
                let Expression::Intersection(parts) = env.expression(*base) else {
                    return TypeSet::unknown();
                };
                let of = self.type_of_type(env, spot, parts[0]);
                of.flat_map(|t| self.associated_type(env, t, *name))
            }
            Expression::Path { name, .. } | Expression::Member { name, .. } => {
                let meaning = self.resolve_path(env, spot, id, Space::Type);
                match meaning.receiver {
                    Some(receiver) if self.rules(env.node).has_impls() => {
                        let mut all = TypeSet::unknown();
                        for t in instance_of(&receiver).iter() {
                            all.join(&self.associated_type(env, t, *name));
                        }
                        all
                    }
                    _ => self.instance_of_found(env, &meaning.found),
                }
            }
            Expression::Generic { base, arguments } => {
                let arguments: Arc<[TypeSet]> =
                    arguments.iter().map(|a| self.type_of_type(env, spot, *a)).collect();
                if let Some(special) =
                    self.rules(env.node).special_generic(self, env, spot, *base, &arguments)
                {
                    return special;
                }
                if let Some(alias) = self.generic_alias(env, spot, *base) {
                    return self.apply_alias(alias, &arguments);
                }
                let base = self.type_of_type(env, spot, *base);
                base.flat_map(|t| {
                    TypeSet::one(match t {
                        Type::Instance(symbol, None) => Type::Instance(*symbol, Some(Arc::clone(&arguments))),
                        other => other.clone(),
                    })
                })
            }
            Expression::Union(list) => {
                let mut all = TypeSet::unknown();
                for e in list {
                    let t = self.type_of_type(env, spot, *e);
                    all.join(&t);
                }
                all
            }
            Expression::Intersection(list) => self.first_known(env, spot, list, true),
            Expression::Tuple(list) => {
                let fields = list.iter().map(|e| self.type_of_type(env, spot, *e)).collect();
                TypeSet::one(Type::Tuple(fields))
            }
            expression @ (Expression::List(list) | Expression::Set(list)) => {
                let mut element = TypeSet::unknown();
                for e in list {
                    let t = self.type_of_type(env, spot, *e);
                    element.join(&t);
                }
                let kind = match expression {
                    Expression::Set(_) => LiteralCollection::Set,
                    _ => LiteralCollection::List,
                };
                let name = self.rules(env.node).collection_type(kind);
                self.prelude_instance(env, name, vec![element])
            }
            Expression::Map(pairs) => {
                let mut arguments = vec![TypeSet::unknown(), TypeSet::unknown()];
                for (k, v) in pairs {
                    arguments = vec![self.type_of_type(env, spot, *k), self.type_of_type(env, spot, *v)];
                }
                let name = self.rules(env.node).collection_type(LiteralCollection::Map);
                self.prelude_instance(env, name, arguments)
            }
            Expression::Object(fields) => {
                let fields =
                    fields.iter().map(|(name, e)| (*name, self.type_of_type(env, spot, *e))).collect();
                TypeSet::one(Type::Object(fields))
            }
            Expression::Function { parameters, result, .. } => {
                let parameters = self.parameter_types(env, spot, parameters);
                let result = match result {
                    Some(e) => self.type_of_type(env, spot, *e),
                    None => TypeSet::unknown(),
                };
                TypeSet::one(Type::Function(Arc::new(FunctionType { parameters, result })))
            }
            Expression::Literal(LiteralKind::Null) | Expression::Unknown | Expression::Root(_) => {
                TypeSet::unknown()
            }
            Expression::Literal(kind) => {
                let name = self.rules(env.node).literal_type(*kind);
                self.prelude_instance(env, name, Vec::new())
            }
            Expression::TypeOf(e) => self.type_of_value(env, spot, *e),
            Expression::Cast(e) | Expression::Await(e) => self.type_of_type(env, spot, *e),
            _ => TypeSet::unknown(),
        }
    }

    /// Of several types that all hold, the first we know: members are looked up in it.
    fn first_known(&mut self, env: Env<'g>, spot: Spot, list: &'g [ExpressionId], types: bool) -> TypeSet {
        let mut all = TypeSet::unknown();
        for e in list {
            let t = if types { self.type_of_type(env, spot, *e) } else { self.type_of_value(env, spot, *e) };
            let nothing_said = t.iter().all(|t| match t {
                Type::External => true,
                Type::Instance(symbol, None) if list.len() > 1 => self.is_marker(*symbol),
                _ => false,
            });
            if !nothing_said {
                all.join(&t);
            }
        }
        all
    }

    /// Whether a type of the prelude has no members at all: said together with others it says nothing.
    fn is_marker(&self, symbol: SymbolId) -> bool {
        self.env(symbol).is_some_and(|e| e.node.external && !e.node.has_members(e.item.path))
    }

    /// The alias with type parameters that a type expression names.
    fn generic_alias(&mut self, env: Env<'g>, spot: Spot, base: ExpressionId) -> Option<SymbolId> {
        let found = match env.expression(base) {
            Expression::Name(name) => self.lookup(env, spot, *name, Space::Type),
            Expression::Path { .. } | Expression::Member { .. } => {
                self.resolve_path(env, spot, base, Space::Type).found
            }
            _ => return None,
        };
        let Found::Symbols(symbols) = found else { return None };
        let symbol = *symbols.first()?;
        let d = self.env(symbol)?.item.definition.as_ref()?;
        (d.kind == SymbolKind::TypeAlias && !d.type_parameters.is_empty() && d.declared.is_some())
            .then_some(symbol)
    }

    /// What an alias stands for with these arguments.
    fn apply_alias(&mut self, alias: SymbolId, arguments: &Arc<[TypeSet]>) -> TypeSet {
        let raw = self.instance_of_symbol(alias);
        match raw.first() {
            // An object type keeps the alias as its name: its members are looked up there.
            Some(Type::Instance(symbol, None)) if *symbol == alias => {
                TypeSet::one(Type::Instance(alias, Some(Arc::clone(arguments))))
            }
            _ => {
                let map = self.class_substitution(alias, &Some(Arc::clone(arguments)));
                self.substituted(&raw, &map)
            }
        }
    }

    /// Whether indexing with a value of this type gives a part of the whole.
    fn is_range(&self, index: &TypeSet) -> bool {
        index.iter().any(|t| match t {
            Type::Instance(symbol, _) => self.env(*symbol).is_some_and(|e| {
                e.node.external
                    && e.item.definition.as_ref().is_some_and(|d| d.name.as_str().starts_with("Range"))
            }),
            _ => false,
        })
    }

    fn collection(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        kind: LiteralCollection,
        list: &'g [ExpressionId],
    ) -> TypeSet {
        let mut element = TypeSet::unknown();
        for e in list.iter().take(8) {
            let t = self.type_of_value(env, spot, *e);
            element.join(&t);
        }
        let name = self.rules(env.node).collection_type(kind);
        self.prelude_instance(env, name, vec![element])
    }

    fn parameter_types(&mut self, env: Env<'g>, spot: Spot, parameters: &'g [Parameter]) -> Box<[TypeSet]> {
        let types = parameters.iter().map(|p| match p.declared {
            Some(declared) => self.type_of_type(env, spot, declared),
            None => TypeSet::unknown(),
        });
        types.collect()
    }

    /// An instance of a type of the prelude.
    /// `name` may begin with the module it stands in (`num.Integer`).
    pub(crate) fn prelude_instance(&mut self, env: Env<'g>, name: &str, arguments: Vec<TypeSet>) -> TypeSet {
        let known = arguments.iter().any(|a| !a.is_unknown());
        let (module, name) = name.rsplit_once('.').unwrap_or(("", name));
        match self.lookup_in_prelude(env.node, Name::new(module), Name::new(name), Space::Type) {
            Found::Symbols(symbols) => match symbols.first() {
                Some(symbol) => TypeSet::one(Type::Instance(*symbol, known.then(|| arguments.into()))),
                None => TypeSet::one(Type::External),
            },
            _ => TypeSet::one(Type::External),
        }
    }

    fn type_of_variant_field(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        variant: ExpressionId,
        value: ExpressionId,
        index: usize,
    ) -> TypeSet {
        let resolved = match env.expression(variant) {
            Expression::Name(name) => self.lookup(env, spot, *name, Space::Value),
            _ => self.resolve_path(env, spot, variant, Space::Value).found,
        };
        let matched = self.type_of_value(env, spot, value);
        let Found::Symbols(symbols) = resolved else { return TypeSet::unknown() };
        let mut all = TypeSet::unknown();
        for symbol in symbols {
            let Some(variant) = self.env(symbol) else { continue };
            // A tuple field is a member named by its number, or a parameter of the variant.
            let raw = match self.tuple_field(variant, index) {
                Some(field) => self.type_of_symbol(field),
                None => {
                    let declared =
                        variant.item.definition.as_ref().and_then(|d| d.parameters.get(index)?.declared);
                    match declared {
                        Some(declared) => self.type_of_type(variant, Spot::END, declared),
                        None => TypeSet::unknown(),
                    }
                }
            };
            let arguments = matched.iter().find_map(|t| match t {
                Type::Instance(class, arguments) => Some((*class, arguments.clone())),
                _ => None,
            });
            all.join(&match arguments {
                Some((class, arguments)) => {
                    let map = self.class_substitution(class, &arguments);
                    self.substituted(&raw, &map)
                }
                None => raw,
            });
        }
        all
    }
}

/// Collections that have literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LiteralCollection {
    List,
    Set,
    Map,
}

/// Whether what stands before `::` is `<T as Trait>`.
fn is_qualified(env: Env<'_>, base: ExpressionId) -> bool {
    matches!(env.expression(base), Expression::Intersection(parts) if parts.len() == 2)
}
