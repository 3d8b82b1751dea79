//! Types of expressions, bindings and definitions.

use std::sync::Arc;

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, LiteralKind, Name, Parameter, SymbolId, SymbolKind,
};

use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::members::Use;
use crate::resolver::{Env, MAX_EXPRESSION_DEPTH, Query, Resolver, Spot};
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
                self.type_of_found(env, &found)
            }
            Expression::SelfValue => self.self_instance(env),
            Expression::SelfType => self.self_instance(env).flat_map(class_of),
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
                let literal = match env.expression(*index) {
                    Expression::Literal(kind) => Some(*kind),
                    _ => None,
                };
                if literal.is_none() && self.rules(env.node).ranges_give_slices() {
                    let index = self.type_of_value(env, spot, *index);
                    if self.is_range(&index) {
                        return base;
                    }
                }
                base.flat_map(|t| self.type_of_index(env, t, literal))
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
                base.flat_map(|t| {
                    TypeSet::one(match t {
                        Type::Class(symbol, None) => Type::Class(*symbol, Some(Arc::clone(&arguments))),
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
                    other => self.type_of_element(env, other),
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
            Expression::List(list) | Expression::Set(list) => {
                let mut element = TypeSet::unknown();
                for e in list {
                    let t = self.type_of_type(env, spot, *e);
                    element.join(&t);
                }
                let name = self.rules(env.node).collection_type(LiteralCollection::List);
                self.prelude_instance(env, name, vec![element])
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
                match at.parent() {
                    Some((parent, _)) => at = parent,
                    None => break,
                }
            }
        }
        match self.self_type(env) {
            Some(class) => TypeSet::one(Type::Receiver(class)),
            None => TypeSet::unknown(),
        }
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

    /// What a looked-up name is as a value.
    pub(crate) fn type_of_found(&mut self, env: Env<'g>, found: &Found) -> TypeSet {
        match found {
            Found::Nothing => TypeSet::unknown(),
            Found::External => TypeSet::one(Type::External),
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
    fn instance_of_found(&mut self, env: Env<'g>, found: &Found) -> TypeSet {
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
            kind if kind.is_type() => TypeSet::one(Type::Instance(symbol, None)),
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
            kind if kind.is_type() => TypeSet::one(Type::Class(symbol, None)),
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
        let mut map = crate::types::Substitution::default();
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

/// Whether what stands before `::` is `<T as Trait>`.
fn is_qualified(env: Env<'_>, base: ExpressionId) -> bool {
    matches!(env.expression(base), Expression::Intersection(parts) if parts.len() == 2)
}
