//! Calls: results, type parameters from arguments, the expected types of arguments.

use std::sync::Arc;

use lockstep_facts::{
    Definition, DefinitionFlags, Expression, ExpressionId, Name, Parameter, ParameterKind, SymbolId,
    SymbolKind,
};

use crate::definition_types::instance_of;
use smallvec::SmallVec;

use crate::key::Key;
use crate::members::Use;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{SameNamed, TypeScope};
use crate::type_parameters::forget;
use crate::types::{Substitution, Type, TypeSet};

/// How deep two types are matched.
const MAX_UNIFY_DEPTH: u32 = 6;

/// One signature of a callable: of a definition, an overload or a function type.
struct Signature<'g> {
    parameters: &'g [Parameter],
    /// None: the definition's own result.
    result: Option<ExpressionId>,
}

impl<'g> Resolver<'g> {
    pub(crate) fn type_of_call(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        if let Some(special) = self.rules(env.node).special_call(self, env, spot, callee, arguments) {
            return special;
        }
        let explicit: Vec<TypeSet> = match env.expression(callee) {
            Expression::Generic { arguments, .. } => {
                arguments.iter().map(|a| self.type_of_type(env, spot, *a)).collect()
            }
            Expression::Index { index, .. } if self.rules(env.node).brackets_are_either() => {
                vec![self.type_of_type(env, spot, *index)]
            }
            _ => Vec::new(),
        };
        if self.rules(env.node).same_named() == SameNamed::Overloads {
            return self.result_of_overloads(env, spot, callee, arguments, &explicit);
        }
        let callee = self.type_of_callee(env, spot, callee);
        callee.flat_map(|t| match t {
            Type::Callable(symbol, receiver) if !explicit.is_empty() => self.nested(|r| {
                r.result_of_callable(env, spot, *symbol, receiver.as_deref(), arguments, &explicit)
            }),
            t => self.result_of_call(env, spot, t, arguments),
        })
    }

    /// The type of what stands before a call's parentheses: a method where a field has the same name.
    fn type_of_callee(&mut self, env: Env<'g>, spot: Spot, callee: ExpressionId) -> TypeSet {
        match env.expression(callee) {
            Expression::Member { base, name } if self.rules(env.node).has_impls() => {
                let base = self.type_of_value(env, spot, *base);
                let called = base.flat_map(|receiver| self.type_of_member(env, receiver, *name, Use::Call));
                if called.is_unknown() {
                    base.flat_map(|receiver| self.type_of_member(env, receiver, *name, Use::Read))
                } else {
                    called
                }
            }
            Expression::Generic { base, .. }
                if matches!(env.expression(*base), Expression::Member { .. })
                    && !self.rules(env.node).brackets_are_either() =>
            {
                self.type_of_callee(env, spot, *base)
            }
            _ => self.type_of_value(env, spot, callee),
        }
    }

    pub(crate) fn type_of_new(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        class: ExpressionId,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        let class = self.type_of_type(env, spot, class);
        class.flat_map(|t| match t {
            // A variant with fields makes its enum.
            Type::Instance(symbol, None)
                if !self.enum_of(*symbol).is_unknown() && self.is_variant(*symbol) =>
            {
                self.enum_of(*symbol)
            }
            Type::Instance(symbol, None) => self.construct(env, spot, *symbol, arguments),
            other => TypeSet::one(other.clone()),
        })
    }

    /// What calling `callee` gives.
    pub(crate) fn result_of_call(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: &Type,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        self.nested(|r| r.call_result(env, spot, callee, arguments))
    }

    fn call_result(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: &Type,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        match callee {
            Type::Class(symbol, None) => self.construct(env, spot, *symbol, arguments),
            Type::Class(..) | Type::ReceiverClass(_) => instance_of(callee),
            Type::Function(f) => f.result.clone(),
            Type::External => TypeSet::one(Type::External),
            Type::Callable(symbol, receiver) => {
                self.result_of_callable(env, spot, *symbol, receiver.as_deref(), arguments, &[])
            }
            Type::Instance(symbol, _) if self.is_enum(*symbol) => {
                // A variant used as a constructor.
                TypeSet::one(callee.clone())
            }
            Type::Instance(..) | Type::Receiver(_) => {
                let made_of = self.rules(env.node).underlying(self, env, callee);
                if !made_of.is_unknown() {
                    return made_of.flat_map(|t| self.result_of_call(env, spot, t, arguments));
                }
                let Some(method) = self.rules(env.node).call_method() else { return TypeSet::unknown() };
                match self.members_of_type(env, callee, Name::new(method)) {
                    Some(symbols) => {
                        let mut all = TypeSet::unknown();
                        for symbol in symbols {
                            let t = self.result_of_callable(env, spot, symbol, Some(callee), arguments, &[]);
                            all.join(&t);
                        }
                        all
                    }
                    None => TypeSet::unknown(),
                }
            }
            Type::Parameter(owner, name) => match self.function_bound(*owner, *name) {
                Some(Type::Function(f)) => f.result.clone(),
                _ => TypeSet::unknown(),
            },
            _ => TypeSet::unknown(),
        }
    }

    fn is_variant(&self, symbol: SymbolId) -> bool {
        self.env(symbol)
            .and_then(|e| e.item.definition.as_ref())
            .is_some_and(|d| d.kind == SymbolKind::EnumMember)
    }

    fn is_enum(&self, symbol: SymbolId) -> bool {
        self.env(symbol).and_then(|e| e.item.definition.as_ref()).is_some_and(|d| d.kind == SymbolKind::Enum)
    }

    /// An instance of `class`, its arguments taken from the constructor's.
    fn construct(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        class: SymbolId,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        let plain = TypeSet::one(Type::Instance(class, None));
        let Some(class_env) = self.env(class) else { return plain };
        let Some(d) = &class_env.item.definition else { return plain };
        if d.kind == SymbolKind::Variable || d.kind == SymbolKind::Constant {
            return TypeSet::unknown();
        }
        if d.type_parameters.is_empty() || arguments.is_empty() {
            return plain;
        }
        if self.rules(env.node).has_impls() {
            // A tuple struct: its fields are what the arguments are matched with.
            let mut map = Substitution::default();
            for (index, argument) in arguments.iter().enumerate().take(12) {
                let Some(field) = self.tuple_field(class_env, index) else { break };
                let pattern = self.type_of_symbol(field);
                if pattern.has_parameters() {
                    let actual = self.type_of_value(env, spot, *argument);
                    self.unify(class_env, &pattern, &actual, &mut map, 0);
                }
            }
            return self.constructed(class, d, &map);
        }
        if self.rules(env.node).constructors_are_named_after_types() {
            let Some(chosen) = self.chosen_constructor(env, spot, class, arguments) else { return plain };
            let Some(definition) = &chosen.item.definition else { return plain };
            let mut map = Substitution::default();
            self.bind_arguments(env, spot, chosen, &definition.parameters, arguments, &mut map);
            return self.constructed(class, d, &map);
        }
        let Some(constructor) = self.rules(env.node).constructor() else { return plain };
        let Some(symbols) = self.members_of_type(env, &Type::Class(class, None), Name::new(constructor))
        else {
            return plain;
        };
        let Some(method) = symbols.first().and_then(|s| self.env(*s)) else { return plain };
        let Some(definition) = &method.item.definition else { return plain };
        let mut map = Substitution::default();
        self.bind_arguments(env, spot, method, &definition.parameters, arguments, &mut map);
        self.constructed(class, d, &map)
    }

    /// An instance of `class` with what `map` says of its type parameters.
    fn constructed(&self, class: SymbolId, d: &Definition, map: &Substitution) -> TypeSet {
        let values: Vec<TypeSet> =
            d.type_parameters.iter().map(|p| map.get(class.0, p.name).cloned().unwrap_or_default()).collect();
        if values.iter().all(TypeSet::is_unknown) {
            return TypeSet::one(Type::Instance(class, None));
        }
        TypeSet::one(Type::Instance(class, Some(values.into())))
    }

    pub(crate) fn result_of_callable(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        symbol: SymbolId,
        receiver: Option<&Type>,
        arguments: &'g [ExpressionId],
        explicit: &[TypeSet],
    ) -> TypeSet {
        let Some(callee) = self.env(symbol) else { return TypeSet::unknown() };
        let Some(d) = &callee.item.definition else { return TypeSet::unknown() };
        let mut map = match receiver {
            Some(receiver) => self.receiver_substitution(symbol, receiver),
            None => Substitution::default(),
        };
        self.record(Key::type_of(symbol.0));
        let signature = self.choose_signature(callee, arguments.len());
        let raw = match signature.result {
            Some(result) => self.type_of_type(callee, Spot::END, result),
            None => self.result_of_symbol(symbol),
        };
        // The parameters that this call alone says: its own, and those around it if the receiver does not.
        let mut open: SmallVec<[u64; 2]> = match receiver {
            Some(receiver) => self.open_parameters(symbol, receiver),
            None => SmallVec::new(),
        };
        open.push(callee.anchor().0);
        if d.kind == SymbolKind::EnumMember {
            let class = self.enum_of(symbol);
            open.extend(class.iter().filter_map(|t| match t {
                Type::Instance(class, _) => Some(class.0),
                _ => None,
            }));
        }
        for (parameter, value) in d.type_parameters.iter().zip(explicit) {
            if !value.is_unknown() {
                map.bind(callee.anchor().0, parameter.name, value);
            }
        }
        if raw.has_parameters()
            && (!d.type_parameters.is_empty() || !callee.item.overloads.is_empty() || open.len() > 1)
        {
            if let Some(receiver) = receiver.filter(|receiver| self.is_called_on(symbol, Some(receiver))) {
                self.bind_called_on(symbol, receiver, &mut map);
            }
            let mut rest = arguments;
            if self.is_passed_first(symbol, receiver)
                && let Some((first, others)) = arguments.split_first()
            {
                let value = self.type_of_value(env, spot, *first);
                for candidate in value.iter() {
                    self.bind_called_on(symbol, candidate, &mut map);
                }
                rest = others;
            }
            self.bind_arguments(env, spot, callee, signature.parameters, rest, &mut map);
        }
        let result = self.substituted(&raw, &map);
        let result = self.rules(env.node).refine_result(self, env, d, receiver, result);
        // What stays open was not said by the arguments: unknown, not a type of its own.
        forget(&result, &open)
    }

    /// The overload with the right number of parameters, else the definition itself.
    fn choose_signature(&mut self, callee: Env<'g>, arguments: usize) -> Signature<'g> {
        let own = callee.item.definition.as_ref().map_or(&[][..], |d| &d.parameters);
        for overload in &callee.item.overloads {
            let Expression::Function { parameters, result, .. } = callee.expression(*overload) else {
                continue;
            };
            if accepts(parameters, arguments) {
                return Signature { parameters, result: *result };
            }
        }
        Signature { parameters: own, result: None }
    }

    /// Binds what a method of `receiver` takes to what is passed, in terms of the receiver's own parameters.
    pub(crate) fn bind_method_arguments(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        method: SymbolId,
        receiver: &Type,
        arguments: &'g [ExpressionId],
        map: &mut Substitution,
    ) {
        let Some(callee) = self.env(method) else { return };
        let Some(d) = &callee.item.definition else { return };
        self.record(Key::type_of(method.0));
        let of_receiver = self.receiver_substitution(method, receiver);
        for (index, argument) in arguments.iter().enumerate().take(4) {
            let Some(declared) = positional(&d.parameters, index).and_then(|p| p.declared) else { continue };
            let raw = self.type_of_type(callee, Spot::END, declared);
            let pattern = self.substituted(&raw, &of_receiver);
            if pattern.has_parameters() && !matches!(env.expression(*argument), Expression::Function { .. }) {
                let actual = self.type_of_value(env, spot, *argument);
                self.unify(callee, &pattern, &actual, map, 0);
            }
        }
    }

    /// Binds type parameters to what the arguments are.
    fn bind_arguments(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: Env<'g>,
        parameters: &'g [Parameter],
        arguments: &'g [ExpressionId],
        map: &mut Substitution,
    ) {
        for (index, argument) in arguments.iter().enumerate().take(12) {
            let Some(parameter) = positional(parameters, index) else { continue };
            let Some(declared) = parameter.declared else { continue };
            let pattern = self.type_of_type(callee, Spot::END, declared);
            if !pattern.has_parameters() {
                continue;
            }
            let actual = self.type_of_value(env, spot, *argument);
            self.unify(callee, &pattern, &actual, map, 0);
        }
    }

    /// Matches a declared type with an actual one, binding type parameters.
    pub(crate) fn unify(
        &mut self,
        env: Env<'g>,
        pattern: &TypeSet,
        actual: &TypeSet,
        map: &mut Substitution,
        depth: u32,
    ) {
        if depth > MAX_UNIFY_DEPTH || actual.is_unknown() {
            return;
        }
        for pattern in pattern.iter() {
            match pattern {
                Type::Parameter(owner, name) => {
                    if let Some(Type::Function(bound)) = self.function_bound(*owner, *name) {
                        self.unify_function(env, &bound, actual, map, depth);
                    }
                    // Literal `T` stands for what is passed, not for itself.
                    let passed = actual.flat_map(|t| {
                        if t == pattern { TypeSet::unknown() } else { TypeSet::one(t.clone()) }
                    });
                    if !passed.is_unknown() {
                        map.bind(*owner, *name, &passed);
                    }
                    // `I: IntoIterator<Item = T>` says `T` by what is passed.
                    for bound in self.binding_bounds(*owner, *name) {
                        if let Type::Instance(_, Some(arguments)) = &bound {
                            self.unify_bindings(env, arguments, actual, map, depth);
                        }
                    }
                }
                Type::Instance(symbol, Some(expected)) => {
                    if actual.iter().any(|t| matches!(t, Type::Function(_) | Type::Callable(..)))
                        && let Some(function) = self.function_of(pattern)
                    {
                        self.unify_function(env, &function, actual, map, depth);
                        continue;
                    }
                    self.unify_bindings(env, expected, actual, map, depth);
                    for candidate in actual.clone().iter() {
                        let mut given = self.as_base(candidate, *symbol);
                        if given.is_none() {
                            let made_of = self.rules(env.node).underlying(self, env, candidate);
                            given = made_of.iter().find_map(|t| self.as_base(t, *symbol));
                        }
                        let Some(given) = given else { continue };
                        for (expected, given) in expected.iter().zip(given.iter()) {
                            self.unify(env, expected, given, map, depth + 1);
                        }
                    }
                }
                Type::Class(symbol, Some(expected)) => {
                    for candidate in actual.iter() {
                        if let Type::Class(other, Some(given)) = candidate
                            && other == symbol
                        {
                            for (expected, given) in expected.iter().zip(given.iter()) {
                                self.unify(env, expected, given, map, depth + 1);
                            }
                        }
                    }
                }
                Type::Tuple(expected) => {
                    for candidate in actual.iter() {
                        if let Type::Tuple(given) = candidate {
                            for (expected, given) in expected.iter().zip(given.iter()) {
                                self.unify(env, expected, given, map, depth + 1);
                            }
                        }
                    }
                }
                Type::Function(expected) => {
                    self.unify_function(env, &Arc::clone(expected), actual, map, depth)
                }
                _ => {}
            }
        }
    }

    /// Matches associated types that type arguments bind with those of what is passed.
    fn unify_bindings(
        &mut self,
        env: Env<'g>,
        expected: &[TypeSet],
        actual: &TypeSet,
        map: &mut Substitution,
        depth: u32,
    ) {
        for argument in expected {
            let Some(Type::Object(fields)) = argument.first() else { continue };
            for (name, pattern) in fields.iter().filter(|(_, pattern)| pattern.has_parameters()) {
                let given = actual.flat_map(|t| self.associated_type(env, t, *name));
                self.unify(env, pattern, &given, map, depth + 1);
            }
        }
    }

    fn unify_function(
        &mut self,
        env: Env<'g>,
        expected: &crate::types::FunctionType,
        actual: &TypeSet,
        map: &mut Substitution,
        depth: u32,
    ) {
        for candidate in actual.clone().iter() {
            match candidate {
                Type::Function(given) => {
                    self.unify(env, &expected.result, &given.result, map, depth + 1);
                    for (expected, given) in expected.parameters.iter().zip(given.parameters.iter()) {
                        self.unify(env, expected, given, map, depth + 1);
                    }
                }
                Type::Callable(symbol, receiver) => {
                    let result = match receiver {
                        Some(receiver) => {
                            let map = self.receiver_substitution(*symbol, receiver);
                            let result = self.result_of_symbol(*symbol);
                            let result = self.substituted(&result, &map);
                            let open = self.open_parameters(*symbol, receiver);
                            forget(&result, &open)
                        }
                        None => self.result_of_symbol(*symbol),
                    };
                    if !result.has_parameters() {
                        self.unify(env, &expected.result, &result, map, depth + 1);
                    }
                }
                // A class passed as a function makes instances.
                Type::Class(..) => self.unify(env, &expected.result, &instance_of(candidate), map, depth + 1),
                _ => {}
            }
        }
    }

    /// The type arguments of `candidate` seen as `base`.
    pub(crate) fn as_base(&mut self, candidate: &Type, base: SymbolId) -> Option<Arc<[TypeSet]>> {
        let own;
        let (symbol, arguments) = match candidate {
            Type::Instance(symbol, arguments) => (symbol, arguments),
            // In its own body a type's arguments are its parameters.
            Type::Receiver(symbol)
                if self
                    .env(*symbol)
                    .is_some_and(|e| self.rules(e.node).type_scope() == TypeScope::Inherited) =>
            {
                own = self.own_parameters(*symbol);
                (symbol, &own)
            }
            _ => return None,
        };
        if *symbol == base {
            return arguments.clone();
        }
        let map = self.class_substitution(*symbol, arguments);
        let mut work = vec![(*symbol, map)];
        let mut seen = vec![*symbol];
        while let Some((current, map)) = work.pop() {
            for next in &self.bases(current) {
                let Type::Instance(symbol, arguments) = next else { continue };
                let arguments: Option<Arc<[TypeSet]>> =
                    arguments.as_ref().map(|list| list.iter().map(|t| self.substituted(t, &map)).collect());
                if *symbol == base {
                    return arguments;
                }
                if !seen.contains(symbol) && seen.len() < 32 {
                    seen.push(*symbol);
                    let map = self.class_substitution(*symbol, &arguments);
                    work.push((*symbol, map));
                }
            }
        }
        None
    }

    /// What argument `index` of a call is expected to be.
    pub(crate) fn expected_argument(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        call: ExpressionId,
        index: usize,
    ) -> TypeSet {
        let (callees, arguments): (TypeSet, &'g [ExpressionId]) = match env.expression(call) {
            Expression::Call { callee, arguments }
                if self.rules(env.node).same_named() == SameNamed::Overloads =>
            {
                (self.callables_called(env, spot, *callee, arguments), arguments)
            }
            Expression::New { class, arguments }
                if self.rules(env.node).constructors_are_named_after_types() =>
            {
                let class = self.type_of_type(env, spot, *class);
                let constructors = class.flat_map(|t| {
                    let (Type::Instance(symbol, _) | Type::Receiver(symbol)) = t else {
                        return TypeSet::unknown();
                    };
                    let chosen = self.chosen_constructor(env, spot, *symbol, arguments);
                    chosen.map_or_else(TypeSet::unknown, |chosen| {
                        TypeSet::one(Type::Callable(chosen.anchor(), Some(Box::new(t.clone()))))
                    })
                });
                (constructors, arguments)
            }
            Expression::Call { callee, arguments } => (self.type_of_callee(env, spot, *callee), arguments),
            Expression::New { class, arguments } => {
                let class = self.type_of_type(env, spot, *class);
                let Some(constructor) = self.rules(env.node).constructor() else { return TypeSet::unknown() };
                let members = class.flat_map(|t| {
                    let Some(symbols) = self.members_of_type(env, t, Name::new(constructor)) else {
                        return TypeSet::unknown();
                    };
                    symbols.first().map_or_else(TypeSet::unknown, |symbol| {
                        TypeSet::one(Type::Callable(*symbol, Some(Box::new(t.clone()))))
                    })
                });
                (members, arguments)
            }
            _ => return TypeSet::unknown(),
        };
        callees.flat_map(|callee| self.expected_of(env, spot, callee, arguments, index))
    }

    fn expected_of(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: &Type,
        arguments: &'g [ExpressionId],
        index: usize,
    ) -> TypeSet {
        match callee {
            Type::Function(f) => f.parameters.get(index).cloned().unwrap_or_default(),
            Type::Class(symbol, _) => {
                let Some(constructor) = self.rules(env.node).constructor() else { return TypeSet::unknown() };
                let receiver = Type::Class(*symbol, None);
                let Some(symbols) = self.members_of_type(env, &receiver, Name::new(constructor)) else {
                    return TypeSet::unknown();
                };
                let Some(symbol) = symbols.first() else { return TypeSet::unknown() };
                self.expected_of(
                    env,
                    spot,
                    &Type::Callable(*symbol, Some(Box::new(receiver))),
                    arguments,
                    index,
                )
            }
            Type::Callable(symbol, receiver) => {
                let Some(callable) = self.env(*symbol) else { return TypeSet::unknown() };
                self.record(Key::type_of(symbol.0));
                let signature = self.choose_signature(callable, arguments.len());
                let Some(declared) = positional(signature.parameters, index).and_then(|p| p.declared) else {
                    return TypeSet::unknown();
                };
                let raw = self.type_of_type(callable, Spot::END, declared);
                let mut map = match receiver {
                    Some(receiver) => self.receiver_substitution(*symbol, receiver),
                    None => Substitution::default(),
                };
                if let Some(receiver) = receiver.as_deref().filter(|r| self.is_called_on(*symbol, Some(r))) {
                    self.bind_called_on(*symbol, receiver, &mut map);
                }
                // Earlier arguments say what the type parameters are.
                self.bind_arguments(
                    env,
                    spot,
                    callable,
                    signature.parameters,
                    &arguments[..index.min(arguments.len())],
                    &mut map,
                );
                let bounded = raw.flat_map(|t| match t {
                    Type::Parameter(owner, name) if map.get(*owner, *name).is_none() => self
                        .function_bound(*owner, *name)
                        .map_or_else(|| TypeSet::one(t.clone()), TypeSet::one),
                    other => TypeSet::one(other.clone()),
                });
                self.substituted(&bounded, &map)
            }
            Type::Parameter(owner, name) => match self.function_bound(*owner, *name) {
                Some(Type::Function(f)) => f.parameters.get(index).cloned().unwrap_or_default(),
                _ => TypeSet::unknown(),
            },
            other => self.parameter_of(other, index),
        }
    }

    /// Parameter `index` of what a closure is expected to be.
    pub(crate) fn parameter_of(&mut self, expected: &Type, index: usize) -> TypeSet {
        match expected {
            Type::Function(f) => f.parameters.get(index).cloned().unwrap_or_default(),
            Type::Parameter(owner, name) => match self.function_bound(*owner, *name) {
                Some(Type::Function(f)) => f.parameters.get(index).cloned().unwrap_or_default(),
                _ => TypeSet::unknown(),
            },
            // An interface with a call signature, an object of functions: not followed.
            other => match self.function_of(other) {
                Some(f) => f.parameters.get(index).cloned().unwrap_or_default(),
                None => TypeSet::unknown(),
            },
        }
    }
}

/// The parameter that positional argument `index` reaches; a receiver is not counted.
pub(crate) fn positional(parameters: &[Parameter], index: usize) -> Option<&Parameter> {
    let mut counted = 0;
    for parameter in parameters {
        match parameter.kind {
            ParameterKind::Receiver | ParameterKind::Keyword | ParameterKind::KeywordVariadic => {}
            ParameterKind::Variadic => return Some(parameter),
            ParameterKind::Positional => {
                if counted == index {
                    return Some(parameter);
                }
                counted += 1;
            }
        }
    }
    None
}

/// Whether a call with `arguments` positional arguments fits.
pub(crate) fn accepts(parameters: &[Parameter], arguments: usize) -> bool {
    let positional = parameters.iter().filter(|p| p.kind == ParameterKind::Positional);
    let required = positional.clone().filter(|p| !p.has_default).count();
    let variadic = parameters.iter().any(|p| p.kind == ParameterKind::Variadic);
    required <= arguments && (variadic || arguments <= positional.count())
}

/// Whether calling a definition gives a promise or coroutine that its declared result does not name.
pub(crate) fn is_async(definition: &Definition) -> bool {
    definition.flags.has(DefinitionFlags::ASYNC)
}
