//! Types of expressions, bindings and definitions.

use std::sync::Arc;

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, LiteralKind, Name, Parameter, PathRoot, SymbolId, SymbolKind,
};

use crate::key::Key;
use crate::lookup::{Found, Space};
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
            Expression::SelfValue => match self.self_type(env) {
                Some(class) => TypeSet::one(Type::Receiver(class)),
                None => TypeSet::unknown(),
            },
            Expression::SelfType => match self.self_type(env) {
                Some(class) => TypeSet::one(Type::ReceiverClass(class)),
                None => TypeSet::unknown(),
            },
            Expression::Super => match self.self_type(env) {
                Some(class) => TypeSet::one(Type::Super(class)),
                None => TypeSet::unknown(),
            },
            Expression::Member { base, name } => {
                let base = self.type_of_value(env, spot, *base);
                base.flat_map(|receiver| self.type_of_member(env, receiver, *name))
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
                base.flat_map(|t| self.type_of_index(env, t, literal))
            }
            Expression::Element(e) | Expression::Generator(e)
                if matches!(env.expression(id), Expression::Generator(_)) =>
            {
                let element = self.type_of_value(env, spot, *e);
                self.prelude_instance(env, self.rules(env.node).generator_type(), vec![element])
            }
            Expression::Element(e) | Expression::Generator(e) => {
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
                let fields = fields.iter().map(|(name, e)| (*name, self.type_of_value(env, spot, *e))).collect();
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
            Expression::SelfType | Expression::SelfValue => match self.self_type(env) {
                Some(class) => TypeSet::one(Type::Receiver(class)),
                None => TypeSet::unknown(),
            },
            Expression::Path { .. } | Expression::Member { .. } => {
                let found = self.resolve_path(env, spot, id, Space::Type);
                self.instance_of_found(env, &found.found)
            }
            Expression::Generic { base, arguments } => {
                let arguments: Arc<[TypeSet]> =
                    arguments.iter().map(|a| self.type_of_type(env, spot, *a)).collect();
                if let Some(special) = self.rules(env.node).special_generic(self, env, spot, *base, &arguments) {
                    return special;
                }
                let base = self.type_of_type(env, spot, *base);
                base.flat_map(|t| {
                    TypeSet::one(match t {
                        Type::Instance(symbol, None) => Type::Instance(*symbol, Some(Arc::clone(&arguments))),
                        other => other.clone(),
                    })
                })
            }
            Expression::Index { base, .. } => {
                let _ = base;
                TypeSet::unknown()
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
                let fields = fields.iter().map(|(name, e)| (*name, self.type_of_type(env, spot, *e))).collect();
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
            Expression::Literal(LiteralKind::Null) | Expression::Unknown | Expression::Root(_) => TypeSet::unknown(),
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
            if t.iter().all(|t| !matches!(t, Type::External)) {
                all.join(&t);
            }
        }
        all
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
    pub(crate) fn prelude_instance(&mut self, env: Env<'g>, name: &str, arguments: Vec<TypeSet>) -> TypeSet {
        let known = arguments.iter().any(|a| !a.is_unknown());
        match self.lookup_in_prelude(env.node, Name::new(""), Name::new(name), Space::Type) {
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
                self.query(Query::Value(symbol), &memos.value, |r| r.type_of_type(env, Spot::END, target))
            }
            kind if kind.is_type() => TypeSet::one(Type::Instance(symbol, None)),
            SymbolKind::EnumMember => self.type_of_symbol(symbol),
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
            SymbolKind::EnumMember => {
                let container = d.container.and_then(|c| env.node.item_at(c.path)).and_then(|i| env.node.symbol(i));
                match container {
                    Some(class) => TypeSet::one(Type::Instance(class, None)),
                    None => TypeSet::unknown(),
                }
            }
            _ => {
                self.record(Key::type_of(symbol.0));
                let memos = Arc::clone(&env.node.memos[env.index as usize]);
                self.query(Query::Value(symbol), &memos.value, |r| r.compute_value(env, symbol))
            }
        }
    }

    fn compute_value(&mut self, env: Env<'g>, symbol: SymbolId) -> TypeSet {
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
        if all.iter().any(|t| matches!(t, Type::Object(_))) && !env.node.members(env.item.path).is_empty() {
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
            let Some(d) = &env.item.definition else { return TypeSet::unknown() };
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

    /// The type of a local.
    pub(crate) fn type_of_binding(&mut self, env: Env<'g>, index: u32) -> TypeSet {
        let Some(binding) = env.item.body.bindings.get(index as usize) else { return TypeSet::unknown() };
        let key = (env.node.path, env.index, index);
        if let Some(known) = self.bindings.get(&key) {
            return known.clone();
        }
        if self.binding_stack.contains(&key) {
            return TypeSet::unknown();
        }
        let spot = Spot { scope: Some(binding.scope), position: binding.visible_from };
        self.binding_stack.push(key);
        let guarded = self.binding_stack.len() > 1;
        let result = if let Some(declared) = binding.declared {
            self.type_of_type(env, spot, declared)
        } else if let Some(value) = binding.value {
            // Its own name on the right means the binding before.
            self.type_of_value(env, Spot { position: spot.position.saturating_sub(u32::from(spot.position > 0)), ..spot }, value)
        } else {
            TypeSet::unknown()
        };
        self.binding_stack.pop();
        if !guarded && !self.depends_on_open() && !self.tainted && self.depth == 0 {
            self.bindings.insert(key, result.clone());
        }
        result
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
            let field = variant.node.members_named(variant.item.path, Name::new(&index.to_string())).first().copied();
            let raw = match field.and_then(|f| variant.node.symbol(f)) {
                Some(field) => self.type_of_symbol(field),
                None => {
                    let declared = variant.item.definition.as_ref().and_then(|d| d.parameters.get(index)?.declared);
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
                    raw.substitute(&map)
                }
                None => raw,
            });
        }
        all
    }

    /// A path `a::b::c` or a dotted type: what it means, and the type it was taken from if it is a member.
    pub(crate) fn resolve_path(&mut self, env: Env<'g>, spot: Spot, id: ExpressionId, space: Space) -> PathMeaning {
        if self.depth >= MAX_EXPRESSION_DEPTH {
            return PathMeaning::nothing();
        }
        self.depth += 1;
        let result = self.nested(|r| r.path(env, spot, id, space));
        self.depth -= 1;
        result
    }

    fn path(&mut self, env: Env<'g>, spot: Spot, id: ExpressionId, space: Space) -> PathMeaning {
        match env.expression(id) {
            Expression::Name(name) => PathMeaning::plain(self.lookup(env, spot, *name, space)),
            Expression::Root(root) => {
                let path = lockstep_facts::ImportPath { root: *root, segments: Box::default() };
                let module = crate::lookup::enclosing_module(env);
                let found = match root {
                    PathRoot::Plain => Found::Nothing,
                    _ => self.rules(env.node).module(self, env.node, module, &path),
                };
                PathMeaning::plain(found)
            }
            Expression::Path { base, name } | Expression::Member { base, name } => {
                if let Expression::Root(PathRoot::Global) = env.expression(*base) {
                    let path = lockstep_facts::ImportPath { root: PathRoot::Global, segments: Box::new([*name]) };
                    let module = crate::lookup::enclosing_module(env);
                    return PathMeaning::plain(self.rules(env.node).module(self, env.node, module, &path));
                }
                let holder = self.path_base(env, spot, *base);
                match holder {
                    Holder::Nothing => PathMeaning::nothing(),
                    Holder::External => PathMeaning::plain(Found::External),
                    Holder::Module(symbol) => PathMeaning::plain(self.export(symbol, *name, space, false)),
                    Holder::Type(receiver) => {
                        let found = self.members_of_type(env, &receiver, *name);
                        match found {
                            Some(symbols) => {
                                PathMeaning { found: Found::Symbols(symbols), receiver: Some(receiver) }
                            }
                            None => PathMeaning::plain(if matches!(receiver, Type::External) {
                                Found::External
                            } else {
                                Found::Nothing
                            }),
                        }
                    }
                }
            }
            Expression::Generic { base, .. } => self.resolve_path(env, spot, *base, space),
            _ => PathMeaning::nothing(),
        }
    }

    /// What the left side of `::` is: a module, else a type.
    fn path_base(&mut self, env: Env<'g>, spot: Spot, base: ExpressionId) -> Holder {
        let meaning = match env.expression(base) {
            Expression::Name(name) => {
                let as_type = self.lookup(env, spot, *name, Space::Type);
                PathMeaning::plain(as_type)
            }
            Expression::Root(_) | Expression::Path { .. } | Expression::Member { .. } => {
                self.resolve_path(env, spot, base, Space::Type)
            }
            Expression::SelfType | Expression::SelfValue => {
                return match self.self_type(env) {
                    Some(class) => Holder::Type(Type::ReceiverClass(class)),
                    None => Holder::Nothing,
                };
            }
            _ => {
                let set = self.type_of_type(env, spot, base);
                return match set.first() {
                    Some(Type::Module(symbol)) => Holder::Module(*symbol),
                    Some(Type::Instance(symbol, arguments)) => Holder::Type(Type::Class(*symbol, arguments.clone())),
                    Some(other) => Holder::Type(other.clone()),
                    None => Holder::Nothing,
                };
            }
        };
        match meaning.found {
            Found::Nothing => Holder::Nothing,
            Found::External => Holder::External,
            Found::Symbols(symbols) => {
                let Some(symbol) = symbols.first().copied() else { return Holder::Nothing };
                if self.module_place(symbol).is_some() {
                    return Holder::Module(symbol);
                }
                let instance = self.instance_of_symbol(symbol);
                match instance.first() {
                    Some(Type::Instance(symbol, arguments)) => Holder::Type(Type::Class(*symbol, arguments.clone())),
                    Some(other) => Holder::Type(other.clone()),
                    // A module that leads nowhere, a variant, an unknown alias.
                    None => Holder::Type(Type::Class(symbol, None)),
                }
            }
            other => {
                let set = self.type_of_found(env, &other);
                match set.first() {
                    Some(Type::Module(symbol)) => Holder::Module(*symbol),
                    Some(other) => Holder::Type(other.clone()),
                    None => Holder::Nothing,
                }
            }
        }
    }
}

enum Holder {
    Nothing,
    External,
    Module(SymbolId),
    Type(Type),
}

/// What a path means.
#[derive(Default)]
pub(crate) struct PathMeaning {
    pub(crate) found: Found,
    /// The type it is a member of, if it is one.
    pub(crate) receiver: Option<Type>,
}

impl PathMeaning {
    fn plain(found: Found) -> PathMeaning {
        PathMeaning { found, receiver: None }
    }
    fn nothing() -> PathMeaning {
        PathMeaning::plain(Found::Nothing)
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
