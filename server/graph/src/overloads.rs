//! Methods of one name that are told apart by what they take: which of them a call means.

use lockstep_facts::{
    CallShape, Confidence, Definition, DefinitionFlags, Expression, ExpressionId, ParameterKind, SymbolId,
};
use smallvec::{SmallVec, smallvec};

use crate::Target;
use crate::apply::Graph;
use crate::fits::{Fit, Passed};
use crate::lookup::{Found, Space};
use crate::members::{Symbols, Use};
use crate::resolve::Targets;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::MethodSpace;
use crate::types::{Type, TypeSet};

/// What a call names: each receiver with the members of the name.
type Called = SmallVec<[(Option<Type>, Symbols); 1]>;

/// Some of several overloads.
pub(crate) struct Chosen {
    pub(crate) symbols: Symbols,
    /// Whether the arguments say that it is these.
    certain: bool,
}

impl Graph {
    /// Whether the construction at a reference calls this constructor of the type it names.
    pub(crate) fn constructs(&self, env: Env<'_>, reference: u32, constructor: SymbolId) -> bool {
        let mut resolver = Resolver::new(self);
        let Some(reference_facts) = env.item.body.references.get(reference as usize) else { return false };
        let rules = resolver.rules(env.node);
        if !rules.constructors_are_named_after_types() {
            let call = reference_facts.call.as_deref().filter(|call| !call.spread);
            let definition = resolver.definition_of(constructor);
            return call.zip(definition).is_none_or(|(call, d)| rules.can_construct(d, call));
        }
        let (lockstep_facts::ReferenceTarget::Value(id) | lockstep_facts::ReferenceTarget::Type(id)) =
            reference_facts.target
        else {
            return false;
        };
        let Some(shape) = reference_facts.call.as_deref() else { return false };
        let spot = Spot { scope: Some(reference_facts.scope), position: reference };
        let Some(class) = resolver.container_of(constructor) else { return false };
        let all = resolver.constructors_of(class);
        let chosen = resolver.choose(env, spot, id, all, None, shape);
        chosen.symbols.contains(&constructor)
    }
}

impl<'g> Resolver<'g> {
    /// What the callee of a call names, before the arguments are looked at.
    pub(crate) fn called(&mut self, env: Env<'g>, spot: Spot, callee: ExpressionId) -> Called {
        match env.expression(callee) {
            Expression::Generic { base, .. } => self.called(env, spot, *base),
            Expression::Name(name) => match self.lookup(env, spot, *name, Space::Callable) {
                Found::Symbols(symbols) => {
                    let receiver = symbols.first().and_then(|first| self.holder(env, *first));
                    smallvec![(receiver, symbols)]
                }
                _ => Called::new(),
            },
            Expression::Member { base, name } => {
                let receivers = self.type_of_value(env, spot, *base);
                let mut called = Called::new();
                for receiver in receivers.iter() {
                    let symbols = self.members_used(env, receiver, *name, Use::Call);
                    let more = match &symbols {
                        Some(symbols) if self.may_take(symbols, env, callee) => None,
                        _ => self.rules(env.node).more_members(self, env, receiver, *name),
                    };
                    if let Some(symbols) = more.or(symbols) {
                        called.push((Some(receiver.clone()), symbols));
                    }
                }
                called
            }
            _ => Called::new(),
        }
    }

    /// Whether one of these is a callable that takes as many arguments as the call of `callee` passes.
    fn may_take(&self, symbols: &[SymbolId], env: Env<'g>, callee: ExpressionId) -> bool {
        let Some(count) = arguments_of(env, callee).map(<[ExpressionId]>::len) else { return true };
        let takes = |d: &Definition| [false, true].iter().any(|v| accepts(d, (count, 0), *v, false));
        symbols
            .iter()
            .any(|symbol| self.definition_of(*symbol).is_some_and(|d| d.kind.is_callable() && takes(d)))
    }

    /// What calling a value that is no method gives.
    fn result_of_value(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        value: &TypeSet,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        value.flat_map(|t| match t {
            Type::Function(f) => f.result.clone(),
            Type::External => TypeSet::one(Type::External),
            other => self.result_of_call(env, spot, other, arguments),
        })
    }

    /// What a call of this callee gives.
    pub(crate) fn result_of_overloads(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        arguments: &'g [ExpressionId],
        explicit: &[TypeSet],
    ) -> TypeSet {
        // Empty type arguments stand for a call of any arity.
        let known = match env.expression(callee) {
            Expression::Generic { arguments, .. } if arguments.is_empty() => None,
            _ => Some(arguments),
        };
        let mut all = TypeSet::unknown();
        let called = self.called(env, spot, callee);
        let values_are_called = self.rules(env.node).method_space() != MethodSpace::Apart;
        if called.is_empty() && values_are_called {
            let value = self.type_of_value(env, spot, callee);
            return self.result_of_value(env, spot, &value, arguments);
        }
        for (receiver, symbols) in called {
            let chosen = self.choose_among(env, spot, symbols, receiver.as_ref(), known, arguments.len());
            for symbol in chosen.symbols {
                let is_field = self.definition_of(symbol).is_some_and(|d| !d.kind.is_callable());
                let result = match &receiver {
                    Some(receiver) if is_field && values_are_called => {
                        let value = self.type_of_member_symbol(symbol, receiver);
                        self.result_of_value(env, spot, &value, arguments)
                    }
                    Some(receiver) if is_field => self.type_of_member_symbol(symbol, receiver),
                    receiver => self.nested(|r| {
                        r.result_of_callable(env, spot, symbol, receiver.as_ref(), arguments, explicit)
                    }),
                };
                all.join(&result);
            }
        }
        all
    }

    /// The callables that a call means, as values.
    pub(crate) fn callables_called(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        arguments: &'g [ExpressionId],
    ) -> TypeSet {
        let called = self.called(env, spot, callee);
        if called.is_empty()
            && !matches!(env.expression(callee), Expression::Name(_) | Expression::Member { .. })
        {
            // A closure whose place says what it is expected to be.
            return self.type_of_value(env, spot, callee);
        }
        let values_are_called = self.rules(env.node).method_space() != MethodSpace::Apart;
        if called.is_empty() && values_are_called {
            return self.type_of_value(env, spot, callee);
        }
        let mut all = TypeSet::unknown();
        for (receiver, symbols) in called {
            let chosen =
                self.choose_among(env, spot, symbols, receiver.as_ref(), Some(arguments), arguments.len());
            for symbol in chosen.symbols {
                if values_are_called && self.definition_of(symbol).is_some_and(|d| !d.kind.is_callable()) {
                    let value = match &receiver {
                        Some(receiver) => self.type_of_member_symbol(symbol, receiver),
                        None => self.type_of_symbol(symbol),
                    };
                    all.join(&value);
                    continue;
                }
                all.insert(Type::Callable(symbol, receiver.clone().map(Box::new)));
            }
        }
        all
    }

    /// What a reference that calls means; none where overloads have no part in it.
    pub(crate) fn resolve_overloaded(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        id: ExpressionId,
        space: Space,
        shape: &CallShape,
    ) -> Option<Targets> {
        if space != Space::Value {
            return None;
        }
        let called: Called = match env.expression(id) {
            // `this(…)`, `super(…)`.
            Expression::SelfValue => {
                let class = self.self_type(env)?;
                smallvec![(None, self.constructors_of(class))]
            }
            Expression::Super => {
                let class = self.self_type(env)?;
                let bases = self.bases(class);
                let base = bases.iter().find_map(|base| match base {
                    Type::Instance(symbol, _) => Some(*symbol),
                    _ => None,
                })?;
                smallvec![(None, self.constructors_of(base))]
            }
            Expression::Name(_) => self.called(env, spot, id),
            Expression::Member { base, name } => {
                let receivers = self.type_of_value(env, spot, *base);
                let called = self.called(env, spot, id);
                if called.is_empty() {
                    let mut closed = receivers.first().is_some();
                    for receiver in receivers.iter() {
                        closed &= self.is_closed(receiver);
                    }
                    return Some(if closed {
                        Targets::new()
                    } else {
                        self.by_bare_name(env, *name, Use::Call)
                    });
                }
                called
            }
            _ => return None,
        };
        let mut all = Targets::new();
        for (receiver, symbols) in called {
            let chosen = self.choose(env, spot, id, symbols, receiver.as_ref(), shape);
            let first = chosen.symbols.first().map(|first| self.all_parts(*first)).unwrap_or_default();
            let is_one = chosen.symbols.iter().all(|symbol| first.contains(symbol));
            let confidence =
                if chosen.certain || is_one { Confidence::Extracted } else { Confidence::Ambiguous };
            for target in self.extracted(&Found::Symbols(chosen.symbols)) {
                if !all.iter().any(|known| known.symbol == target.symbol) {
                    all.push(Target { confidence, ..target });
                }
            }
        }
        Some(all)
    }

    /// Which of `symbols` the call of `callee` means.
    fn choose(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        symbols: Symbols,
        receiver: Option<&Type>,
        shape: &CallShape,
    ) -> Chosen {
        if symbols.len() < 2 {
            return Chosen { symbols, certain: true };
        }
        if shape.spread
            && let Some(chosen) = self.choose_by_closure(env, spot, callee, &symbols, receiver)
        {
            return chosen;
        }
        let known = if shape.spread { None } else { Some(arguments_of(env, callee).unwrap_or_default()) };
        let counts = (usize::from(shape.arguments), shape.keywords.len());
        self.choose_by_counts(env, spot, symbols, receiver, known, counts)
    }

    /// Which of `symbols` a method reference means, by what the closure that it makes is expected to take.
    fn choose_by_closure(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        symbols: &[SymbolId],
        receiver: Option<&Type>,
    ) -> Option<Chosen> {
        let expressions = &env.item.expressions;
        let id = |at: usize| ExpressionId(at as u32);
        let behind = |from: ExpressionId| expressions.iter().enumerate().skip(from.0 as usize);
        let (call, _) = behind(callee).find(|(_, expression)| match expression {
            Expression::Call { callee: called, .. } => {
                matches!(env.expression(*called), Expression::Generic { base, .. } if *base == callee)
            }
            _ => false,
        })?;
        let (closure, _) = behind(id(call)).find(
            |(_, expression)| matches!(expression, Expression::Function { result: Some(result), .. } if *result == id(call)),
        )?;
        let place =
            |arguments: &[ExpressionId]| arguments.iter().position(|argument| *argument == id(closure));
        let (outer, argument) =
            expressions.iter().enumerate().find_map(|(at, expression)| match expression {
                Expression::Call { arguments, .. } | Expression::New { arguments, .. } => {
                    Some((id(at), place(arguments)?))
                }
                _ => None,
            })?;
        let expected = self.expected_argument(env, spot, outer, argument);
        let function = expected.iter().find_map(|t| self.function_of(t))?;
        let all: Vec<Passed> = function.parameters.iter().map(|types| Passed::value(types.clone())).collect();
        let is_static = |r: &Self, symbol: &SymbolId| {
            r.definition_of(*symbol).is_some_and(|d| d.flags.has(DefinitionFlags::STATIC))
        };
        // `T::m`: a static method takes all, another is called on the first.
        let of_type = matches!(receiver, Some(Type::Class(..)));
        let taking = |r: &Self, count: usize, on_first: bool| -> Symbols {
            let fits = |symbol: &SymbolId| {
                r.definition_of(*symbol).is_some_and(|d| accepts(d, (count, 0), false, true))
                    && (!of_type || is_static(r, symbol) != on_first)
            };
            symbols.iter().copied().filter(fits).collect()
        };
        let own = taking(self, all.len(), false);
        if let Some(chosen) = self.choose_by_types(&own, receiver, &all, false) {
            return Some(chosen);
        }
        let on_first = taking(self, all.len().checked_sub(1)?, true);
        self.choose_by_types(&on_first, receiver, all.get(1..)?, false)
    }

    /// The same by the arguments; none if it is not known how many there are.
    pub(crate) fn choose_among(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        symbols: Symbols,
        receiver: Option<&Type>,
        arguments: Option<&'g [ExpressionId]>,
        count: usize,
    ) -> Chosen {
        self.choose_by_counts(env, spot, symbols, receiver, arguments, (count, 0))
    }

    /// The same, by the number of positional and of named arguments.
    fn choose_by_counts(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        symbols: Symbols,
        receiver: Option<&Type>,
        arguments: Option<&'g [ExpressionId]>,
        counts: (usize, usize),
    ) -> Chosen {
        if symbols.len() < 2 {
            return Chosen { symbols, certain: true };
        }
        let Some(arguments) = arguments else { return Chosen { symbols, certain: false } };
        let by_count = |r: &mut Self, variadic: bool| -> Symbols {
            let mut fitting = Symbols::new();
            for symbol in &symbols {
                let called_on = r.is_called_on(*symbol, receiver);
                if r.definition_of(*symbol).is_some_and(|d| accepts(d, counts, variadic, !called_on)) {
                    fitting.push(*symbol);
                }
            }
            fitting
        };
        let fixed = by_count(self, false);
        let passed: Vec<Passed> = match fixed.len() {
            0 | 1 if by_count(self, true).is_empty() => Vec::new(),
            _ => arguments.iter().map(|argument| self.passed(env, spot, *argument)).collect(),
        };
        if let Some(chosen) = self.choose_by_types(&fixed, receiver, &passed, false) {
            return chosen;
        }
        let variadic = by_count(self, true);
        if let Some(chosen) = self.choose_by_types(&variadic, receiver, &passed, true) {
            return chosen;
        }
        // Nothing fits: a call that is being written, or types that we misread.
        match (fixed.len(), variadic.len()) {
            (1, 0) => Chosen { symbols: fixed, certain: true },
            (0, 1) => Chosen { symbols: variadic, certain: true },
            (0, 0) => Chosen { symbols, certain: false },
            _ => Chosen { symbols: fixed.into_iter().chain(variadic).collect(), certain: false },
        }
    }

    /// Those of `symbols`, which take as many arguments, that take these; none if none does. `spread`: one by one, where a
    /// parameter is variadic.
    fn choose_by_types(
        &mut self,
        symbols: &[SymbolId],
        receiver: Option<&Type>,
        passed: &[Passed],
        spread: bool,
    ) -> Option<Chosen> {
        if symbols.len() < 2 && passed.is_empty() {
            return (!symbols.is_empty()).then(|| Chosen { symbols: symbols.into(), certain: true });
        }
        let mut fitting: Vec<(SymbolId, Fit)> = Vec::new();
        for symbol in symbols {
            let mut worst = Fit::Exact;
            for (index, passed) in passed.iter().enumerate() {
                worst = worst.min(self.fit(*symbol, receiver, index, passed, spread));
                if worst == Fit::No {
                    break;
                }
            }
            if worst > Fit::No {
                fitting.push((*symbol, worst));
            }
        }
        // Without making another value of any argument before with it.
        if fitting.iter().any(|(_, fit)| *fit > Fit::Converted) {
            fitting.retain(|(_, fit)| *fit != Fit::Converted);
        }
        // What takes exactly this is what is meant, whatever else may take it.
        if fitting.iter().any(|(_, fit)| *fit == Fit::Exact) {
            fitting.retain(|(_, fit)| *fit == Fit::Exact);
        }
        let sure = fitting.iter().any(|(_, fit)| *fit > Fit::Maybe);
        let mut left: Symbols = fitting.iter().map(|(symbol, _)| *symbol).collect();
        if left.len() < 2 {
            return (!left.is_empty()).then_some(Chosen { symbols: left, certain: true });
        }
        let unknown = fitting.iter().any(|(_, fit)| *fit == Fit::Maybe);
        let specific: Symbols = left
            .iter()
            .copied()
            .filter(|a| left.iter().all(|b| self.is_as_specific(*a, *b, passed, spread)))
            .collect();
        if !specific.is_empty() && (!unknown || (sure && self.differ_only_where_known(&left, passed))) {
            left = specific;
        }
        let certain = left.len() == 1;
        Some(Chosen { symbols: left, certain })
    }

    /// Whether candidates take the same wherever nothing is known of what is passed.
    fn differ_only_where_known(&mut self, symbols: &[SymbolId], passed: &[Passed]) -> bool {
        passed.iter().enumerate().all(|(index, passed)| {
            !passed.is_unknown()
                || symbols.iter().all(|symbol| self.takes_the_same(*symbol, symbols[0], index))
        })
    }

    /// Whether what `a` takes can be given to `b`.
    fn is_as_specific(&mut self, a: SymbolId, b: SymbolId, passed: &[Passed], spread: bool) -> bool {
        a == b
            || passed.iter().enumerate().all(|(index, passed)| {
                let (of_a, of_b) =
                    (self.parameter_type(a, index, spread), self.parameter_type(b, index, spread));
                // Of two interfaces that a closure can be neither is more specific.
                passed.closure.is_some() || self.type_fits(&of_b, &of_a) > Fit::Converted
            })
    }
}

/// Whether a callable takes that many arguments, positional ones and named ones; by its variadic parameter, if `variadic`
/// says so. `receiver`: whether a receiver among its parameters is counted.
fn accepts(d: &Definition, (positional, named): (usize, usize), variadic: bool, receiver: bool) -> bool {
    let counted = d.parameters.iter().filter(|p| receiver || p.kind != ParameterKind::Receiver);
    let is_variadic = d.parameters.last().is_some_and(|p| p.kind == ParameterKind::Variadic);
    let declared = counted.clone().count();
    let required = counted.filter(|p| !p.has_default).count();
    let all = positional + named;
    if variadic { is_variadic && all + 1 >= required } else { required <= all && all <= declared }
}

/// The arguments of the call or construction of `callee`. It stands behind its callee in the arena, most often right behind,
/// or in front of it, where it is made before what it holds.
fn arguments_of(env: Env<'_>, callee: ExpressionId) -> Option<&[ExpressionId]> {
    let is_callee = |called: ExpressionId| {
        called == callee
            || matches!(env.expression(called), Expression::Generic { base, .. } if *base == callee)
    };
    let (before, behind) = env.item.expressions.split_at_checked(callee.0 as usize)?;
    behind.iter().chain(before).find_map(|expression| match expression {
        Expression::Call { callee, arguments } if is_callee(*callee) => Some(&arguments[..]),
        Expression::New { class, arguments } if is_callee(*class) => Some(&arguments[..]),
        _ => None,
    })
}
