//! Methods of one name that are told apart by what they take: which of them a call means.

use lockstep_facts::{
    CallShape, Confidence, Definition, DefinitionFlags, Expression, ExpressionId, Name, ParameterKind, SymbolId,
    SymbolKind, Visibility,
};
use smallvec::{SmallVec, smallvec};

use crate::apply::Graph;
use crate::bases::MAX_BASES;
use crate::call::positional;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::members::{Symbols, Use};
use crate::resolve::Targets;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Type, TypeSet};
use crate::Target;

/// How a value fits a parameter, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// It cannot be given.
    No,
    /// Nothing is known against it.
    Maybe,
    /// By making another value of it (boxing).
    Converted,
    /// As a value of a base, or a wider number.
    Wider,
    /// As it is.
    Exact,
}

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
        if !resolver.rules(env.node).constructors_are_named_after_types() {
            return true;
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
    /// Of definitions of one name those that a use can mean.
    pub(crate) fn meant_by(&self, own: Symbols, used: Use) -> Option<Symbols> {
        let kind = |symbol: &SymbolId| {
            let d = self.env(*symbol).and_then(|e| e.item.definition.as_ref());
            d.map(|d| (d.kind, d.flags.has(DefinitionFlags::PROPERTY)))
        };
        let only = |fits: &dyn Fn(SymbolKind, bool) -> bool| -> Symbols {
            own.iter().copied().filter(|s| kind(s).is_some_and(|(k, p)| fits(k, p))).collect()
        };
        let is_method = |kind| matches!(kind, SymbolKind::Method | SymbolKind::Function);
        let mut meant = match used {
            Use::Call => only(&|kind, _| is_method(kind)),
            Use::Type => only(&|kind, _| kind.is_type()),
            Use::Read => only(&|kind, _| !kind.is_callable() && !kind.is_type()),
            Use::Any => only(&|kind, _| kind != SymbolKind::Constructor),
        };
        if meant.is_empty() {
            meant = match used {
                // What is read through code can be called by its name.
                Use::Call => only(&|_, is_property| is_property),
                Use::Read => only(&|kind, _| kind.is_type()),
                Use::Type | Use::Any => Symbols::new(),
            };
        }
        (!meant.is_empty()).then_some(meant)
    }

    /// Whether members of a base are members of `class`: private ones are not, outside of the file's own types.
    pub(crate) fn is_inherited(&self, class: SymbolId, members: &[SymbolId]) -> bool {
        let Some(env) = self.env(class).filter(|e| self.rules(e.node).has_overloads()) else { return true };
        members.iter().all(|member| {
            self.env(*member).is_none_or(|member| {
                let is_private =
                    member.item.definition.as_ref().is_some_and(|d| d.visibility == Visibility::Private);
                !is_private || member.node.id == env.node.id
            })
        })
    }

    /// The methods named `name` along the hierarchy, without those that others of them override.
    pub(crate) fn overloads_of_class(&mut self, class: SymbolId, name: Name, bases_only: bool) -> Option<Symbols> {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut found = Symbols::new();
        let mut at = 0;
        while at < seen.len() && seen.len() < MAX_BASES {
            let current = seen[at];
            at += 1;
            if !(bases_only && at == 1)
                && let Some(own) = self.own_member_used(current, name, Use::Call)
            {
                for symbol in own {
                    let inherited = at == 1 || self.is_inherited(class, &[symbol]);
                    if inherited && !found.contains(&symbol) && !self.is_overridden(symbol, &found) {
                        found.push(symbol);
                    }
                }
            }
            for base in &self.bases(current) {
                if let Type::Instance(symbol, _) = base
                    && !seen.contains(symbol)
                {
                    seen.push(*symbol);
                }
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// Whether one of `others`, which come from types further down, takes the same.
    fn is_overridden(&mut self, symbol: SymbolId, others: &[SymbolId]) -> bool {
        let Some(count) = self.definition_of(symbol).map(|d| d.parameters.len()) else { return false };
        others.iter().any(|other| {
            let same_count = self.definition_of(*other).is_some_and(|d| d.parameters.len() == count);
            same_count && (0..count).all(|index| self.takes_the_same(symbol, *other, index))
        })
    }

    fn takes_the_same(&mut self, base: SymbolId, other: SymbolId, index: usize) -> bool {
        let (of_base, of_other) = (self.parameter_type(base, index), self.parameter_type(other, index));
        match (of_base.first(), of_other.first()) {
            (Some(Type::Parameter(..)), _) | (None, _) | (_, None) => true,
            (Some(Type::Instance(a, x)), Some(Type::Instance(b, y))) => {
                // Arrays are one class; what they are of tells them apart.
                let same_element = |x: &TypeSet, y: &TypeSet| match (x.first(), y.first()) {
                    (Some(Type::Instance(a, _)), Some(Type::Instance(b, _))) => a == b,
                    _ => true,
                };
                let arguments = match (x, y) {
                    (Some(x), Some(y)) if self.is_array(*a) => {
                        x.iter().zip(y.iter()).all(|(x, y)| same_element(x, y))
                    }
                    _ => true,
                };
                a == b && arguments
            }
            (a, b) => a == b,
        }
    }

    fn definition_of(&self, symbol: SymbolId) -> Option<&'g Definition> {
        self.env(symbol)?.item.definition.as_ref()
    }

    /// The declared type of parameter `index` as a call reaches it.
    fn parameter_type(&mut self, callable: SymbolId, index: usize) -> TypeSet {
        let Some(env) = self.env(callable) else { return TypeSet::unknown() };
        self.record(Key::type_of(callable.0));
        let declared = env.item.definition.as_ref().and_then(|d| positional(&d.parameters, index)?.declared);
        match declared {
            Some(declared) => self.type_of_type(env, Spot::END, declared),
            None => TypeSet::unknown(),
        }
    }

    /// The type that holds a member.
    fn container_of(&mut self, member: SymbolId) -> Option<SymbolId> {
        let env = self.env(member)?;
        let container = env.item.definition.as_ref()?.container?;
        self.record(Key::scope(env.node.path, container.path));
        env.node.symbol(env.node.item_at(container.path)?)
    }

    /// The constructors of a class.
    pub(crate) fn constructors_of(&mut self, class: SymbolId) -> Symbols {
        let Some(env) = self.env(class) else { return Symbols::new() };
        let Some(d) = &env.item.definition else { return Symbols::new() };
        self.record(Key::member(d.name, d.name));
        let named = env.node.members_named(env.item.path, d.name).iter();
        let symbols = named.filter_map(|item| env.node.symbol(*item));
        symbols.filter(|s| self.definition_of(*s).is_some_and(|d| d.kind == SymbolKind::Constructor)).collect()
    }

    /// The constructor that a construction with these arguments calls.
    pub(crate) fn chosen_constructor(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        class: SymbolId,
        arguments: &'g [ExpressionId],
    ) -> Option<Env<'g>> {
        let all = self.constructors_of(class);
        let receiver = Type::Instance(class, None);
        let chosen = self.choose_among(env, spot, all, Some(&receiver), Some(arguments), arguments.len());
        self.env(*chosen.symbols.first()?)
    }

    /// The type around whose members a bare name's meaning belongs to, seen from `env`, where type arguments matter.
    pub(crate) fn holder_of_found(&mut self, env: Env<'g>, found: &Found) -> Option<(SymbolId, Type)> {
        if !self.rules(env.node).types_see_members() {
            return None;
        }
        let Found::Symbols(symbols) = found else { return None };
        let symbol = *symbols.first()?;
        let d = self.definition_of(symbol)?;
        if d.flags.has(DefinitionFlags::STATIC) || d.kind.is_type() || d.kind == SymbolKind::EnumMember {
            return None;
        }
        let holder = self.holder(env, symbol)?;
        Some((symbol, holder))
    }

    /// The instance around `env` that has `member`.
    fn holder(&mut self, env: Env<'g>, member: SymbolId) -> Option<Type> {
        let container = self.container_of(member)?;
        let mut at = env;
        loop {
            if at.item.definition.as_ref().is_some_and(|d| d.kind.is_type()) {
                let class = at.anchor();
                if class == container || self.derives(class, container) {
                    return Some(Type::Receiver(class));
                }
            }
            self.record(Key::scope(at.node.path, at.item.path));
            at = at.parent()?.0;
        }
    }

    /// Whether `class` has `base` among its bases, near or far.
    pub(crate) fn derives(&mut self, class: SymbolId, base: SymbolId) -> bool {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len() && seen.len() < MAX_BASES {
            let current = seen[at];
            at += 1;
            for next in &self.bases(current) {
                if let Type::Instance(symbol, _) = next {
                    if *symbol == base {
                        return true;
                    }
                    if !seen.contains(symbol) {
                        seen.push(*symbol);
                    }
                }
            }
        }
        false
    }

    /// What the callee of a call names, before the arguments are looked at.
    fn called(&mut self, env: Env<'g>, spot: Spot, callee: ExpressionId) -> Called {
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
                    if let Some(symbols) = self.members_used(env, receiver, *name, Use::Call) {
                        called.push((Some(receiver.clone()), symbols));
                    }
                }
                called
            }
            _ => Called::new(),
        }
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
        for (receiver, symbols) in self.called(env, spot, callee) {
            let chosen = self.choose_among(env, spot, symbols, receiver.as_ref(), known, arguments.len());
            for symbol in chosen.symbols {
                let is_field = self.definition_of(symbol).is_some_and(|d| !d.kind.is_callable());
                let result = match &receiver {
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
        if called.is_empty() && !matches!(env.expression(callee), Expression::Name(_) | Expression::Member { .. }) {
            // A closure whose place says what it is expected to be.
            return self.type_of_value(env, spot, callee);
        }
        let mut all = TypeSet::unknown();
        for (receiver, symbols) in called {
            let chosen =
                self.choose_among(env, spot, symbols, receiver.as_ref(), Some(arguments), arguments.len());
            for symbol in chosen.symbols {
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
                    return Some(if closed { Targets::new() } else { self.by_bare_name(env, *name, Use::Call) });
                }
                called
            }
            _ => return None,
        };
        let mut all = Targets::new();
        for (receiver, symbols) in called {
            let chosen = self.choose(env, spot, id, symbols, receiver.as_ref(), shape);
            let confidence = if chosen.certain { Confidence::Extracted } else { Confidence::Ambiguous };
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
        // A call stands behind its callee in the arena, most often right behind it.
        let behind = env.item.expressions.get(callee.0 as usize..).unwrap_or_default();
        let arguments: Option<&'g [ExpressionId]> = behind.iter().find_map(|expression| {
            let (called, arguments) = match expression {
                Expression::Call { callee, arguments } => (callee, arguments),
                Expression::New { class, arguments } => (class, arguments),
                _ => return None,
            };
            let same = *called == callee
                || matches!(env.expression(*called), Expression::Generic { base, .. } if *base == callee);
            same.then_some(&arguments[..])
        });
        let known = if shape.spread { None } else { Some(arguments.unwrap_or_default()) };
        self.choose_among(env, spot, symbols, receiver, known, usize::from(shape.arguments))
    }

    /// The same by the arguments; none if it is not known how many there are.
    fn choose_among(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        symbols: Symbols,
        receiver: Option<&Type>,
        arguments: Option<&'g [ExpressionId]>,
        count: usize,
    ) -> Chosen {
        if symbols.len() < 2 {
            return Chosen { symbols, certain: true };
        }
        let Some(arguments) = arguments else { return Chosen { symbols, certain: false } };
        let by_count = |r: &Self, variadic: bool| -> Symbols {
            let fits = |symbol: &SymbolId| r.definition_of(*symbol).is_some_and(|d| accepts(d, count, variadic));
            symbols.iter().copied().filter(fits).collect()
        };
        let fixed = by_count(self, false);
        let passed: Vec<Passed> = match fixed.len() {
            0 | 1 if by_count(self, true).is_empty() => Vec::new(),
            _ => arguments.iter().map(|argument| self.passed(env, spot, *argument)).collect(),
        };
        match self.choose_by_types(&fixed, receiver, &passed) {
            Some(chosen) => return chosen,
            None if fixed.is_empty() => {}
            None => {}
        }
        let variadic = by_count(self, true);
        if let Some(chosen) = self.choose_by_types(&variadic, receiver, &passed) {
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

    /// Those of `symbols`, which take as many arguments, that take these; none if none does.
    fn choose_by_types(&mut self, symbols: &[SymbolId], receiver: Option<&Type>, passed: &[Passed]) -> Option<Chosen> {
        if symbols.len() < 2 && passed.is_empty() {
            return (!symbols.is_empty()).then(|| Chosen { symbols: symbols.into(), certain: true });
        }
        let mut fitting: Vec<(SymbolId, Fit)> = Vec::new();
        for symbol in symbols {
            let mut worst = Fit::Exact;
            for (index, passed) in passed.iter().enumerate() {
                worst = worst.min(self.fit(*symbol, receiver, index, passed));
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
        let sure = fitting.iter().any(|(_, fit)| *fit > Fit::Maybe);
        let mut left: Symbols = fitting.iter().map(|(symbol, _)| *symbol).collect();
        if left.len() < 2 {
            return (!left.is_empty()).then_some(Chosen { symbols: left, certain: true });
        }
        let unknown = fitting.iter().any(|(_, fit)| *fit == Fit::Maybe);
        let specific: Symbols =
            left.iter().copied().filter(|a| left.iter().all(|b| self.is_as_specific(*a, *b, passed))).collect();
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
    fn is_as_specific(&mut self, a: SymbolId, b: SymbolId, passed: &[Passed]) -> bool {
        a == b
            || passed.iter().enumerate().all(|(index, passed)| {
                let (of_a, of_b) = (self.parameter_type(a, index), self.parameter_type(b, index));
                // Of two interfaces that a closure can be neither is more specific.
                passed.closure.is_some() || self.type_fits(&of_b, &of_a) > Fit::Converted
            })
    }

    fn passed(&mut self, env: Env<'g>, spot: Spot, argument: ExpressionId) -> Passed {
        match env.expression(argument) {
            // What it gives may depend on which overload is meant.
            Expression::Function { parameters, result, .. } => {
                let is_reference = parameters.is_empty()
                    && result.is_some_and(|result| match env.expression(result) {
                        Expression::Call { callee, .. } => {
                            matches!(env.expression(*callee), Expression::Generic { arguments, .. } if arguments.is_empty())
                        }
                        Expression::New { .. } => true,
                        _ => false,
                    });
                Passed { types: TypeSet::unknown(), closure: Some((!is_reference).then_some(parameters.len())) }
            }
            _ => Passed { types: self.type_of_value(env, spot, argument), closure: None },
        }
    }

    fn fit(&mut self, symbol: SymbolId, receiver: Option<&Type>, index: usize, passed: &Passed) -> Fit {
        let raw = self.parameter_type(symbol, index);
        let declared = match receiver {
            Some(receiver) if raw.has_parameters() => {
                let map = self.receiver_substitution(symbol, receiver);
                self.substituted(&raw, &map)
            }
            _ => raw,
        };
        let Some(arity) = passed.closure else { return self.type_fits(&declared, &passed.types) };
        let mut best = if declared.is_unknown() { Fit::Maybe } else { Fit::No };
        for t in declared.iter() {
            let fit = match t {
                Type::Instance(..) | Type::Receiver(_) => match self.function_of(t) {
                    Some(f) if arity.is_none_or(|arity| f.parameters.len() == arity) => Fit::Wider,
                    _ => Fit::No,
                },
                Type::Parameter(..) | Type::External => Fit::Maybe,
                _ => Fit::No,
            };
            best = best.max(fit);
        }
        best
    }

    /// How a value of one of these types fits where one of those is declared.
    fn type_fits(&mut self, declared: &TypeSet, passed: &TypeSet) -> Fit {
        if declared.first().is_none() || passed.first().is_none() {
            return Fit::Maybe;
        }
        let mut best = Fit::No;
        for declared in declared.iter() {
            for passed in passed.iter() {
                best = best.max(self.nested(|r| Some(r.one_fits(declared, passed))).unwrap_or(Fit::Maybe));
            }
        }
        best
    }

    fn one_fits(&mut self, declared: &Type, passed: &Type) -> Fit {
        let (passed_class, passed_arguments) = match passed {
            Type::Instance(class, arguments) => (*class, arguments.clone()),
            Type::Receiver(class) | Type::Super(class) => (*class, None),
            Type::Parameter(owner, name) => {
                if declared == passed {
                    return Fit::Exact;
                }
                let bounds = self.bounds_of(*owner, *name);
                let mut best = if is_top(self, declared) { Fit::Wider } else { Fit::No };
                for bound in bounds {
                    best = best.max(self.nested(|r| Some(r.one_fits(declared, &bound))).unwrap_or(Fit::Maybe));
                }
                return if matches!(declared, Type::Parameter(..)) { best.max(Fit::Wider) } else { best.min(Fit::Wider) };
            }
            _ => return Fit::Maybe,
        };
        match declared {
            Type::Instance(class, arguments) => {
                let names = (self.standard_name(passed_class), self.standard_name(*class));
                if let (Some(passed_name), Some(declared_name)) = names
                    && let Some(env) = self.env(*class)
                    && let Some(fit) = self.rules(env.node).converts(passed_name, declared_name)
                {
                    return fit;
                }
                if names.0.is_some_and(|name| name.starts_with('$')) && !self.is_array(passed_class) {
                    // A primitive, and a type of the project.
                    return if names.0 == Some("$null") { Fit::Wider } else { Fit::No };
                }
                if *class == passed_class {
                    return match (arguments, passed_arguments) {
                        (Some(declared), Some(passed)) if self.is_array(*class) => {
                            self.array_fits(declared, &passed)
                        }
                        _ => Fit::Exact,
                    };
                }
                if is_top(self, declared) || self.derives(passed_class, *class) {
                    return Fit::Wider;
                }
                if self.has_known_bases(passed_class) { Fit::No } else { Fit::Maybe }
            }
            Type::Parameter(owner, name) => {
                let is_primitive = self
                    .standard_name(passed_class)
                    .is_some_and(|name| name.starts_with('$') && name != "$null" && name != "$Array");
                let most = if is_primitive { Fit::Converted } else { Fit::Wider };
                let bounds = self.bounds_of(*owner, *name);
                for bound in bounds {
                    let fit = self.nested(|r| Some(r.one_fits(&bound, passed))).unwrap_or(Fit::Maybe);
                    if fit == Fit::No {
                        return Fit::No;
                    }
                }
                most
            }
            Type::External if self.has_known_bases(passed_class) => Fit::No,
            _ => Fit::Maybe,
        }
    }

    fn array_fits(&mut self, declared: &[TypeSet], passed: &[TypeSet]) -> Fit {
        let (Some(declared), Some(passed)) = (declared.first(), passed.first()) else { return Fit::Maybe };
        let is_primitive = |r: &Self, set: &TypeSet| match set.first() {
            Some(Type::Instance(class, _)) => r
                .standard_name(*class)
                .is_some_and(|name| name.starts_with('$') && name != "$Array"),
            _ => false,
        };
        if is_primitive(self, declared) || is_primitive(self, passed) {
            return if declared == passed { Fit::Exact } else { Fit::No };
        }
        self.type_fits(declared, passed)
    }

    /// The name of a type of the prelude.
    fn standard_name(&self, class: SymbolId) -> Option<&'static str> {
        let env = self.env(class).filter(|env| env.node.external)?;
        env.item.definition.as_ref().map(|d| d.name.as_str())
    }

    fn is_array(&self, class: SymbolId) -> bool {
        self.standard_name(class) == Some("$Array")
    }
}

/// Whether every value of a class fits it.
fn is_top(r: &Resolver<'_>, declared: &Type) -> bool {
    matches!(declared, Type::Instance(class, _) if r.standard_name(*class) == Some("Object"))
}

/// What is passed for a parameter.
struct Passed {
    types: TypeSet,
    /// A closure, with the number of its parameters if that is known.
    closure: Option<Option<usize>>,
}

impl Passed {
    fn is_unknown(&self) -> bool {
        self.closure.is_none() && !self.types.iter().any(|t| !matches!(t, Type::External))
    }
}

/// Whether a callable takes that many arguments; by its variadic parameter, if `variadic` says so.
fn accepts(d: &Definition, count: usize, variadic: bool) -> bool {
    let is_variadic = d.parameters.last().is_some_and(|p| p.kind == ParameterKind::Variadic);
    let declared = d.parameters.len();
    if variadic { is_variadic && count + 1 >= declared } else { count == declared }
}
