//! Whether a value can be given for a parameter, as far as the types show.

use lockstep_facts::{Expression, ExpressionId, Name, ParameterKind, SymbolId};

use crate::call::positional;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::members::Use;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Type, TypeSet};

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

/// What is passed for a parameter.
pub(crate) struct Passed {
    pub(crate) types: TypeSet,
    /// A closure, with the number of its parameters if that is known.
    pub(crate) closure: Option<Option<usize>>,
    /// The name of a type from outside, as it is written where the value comes from.
    pub(crate) spelled: Option<Name>,
}

impl Passed {
    pub(crate) fn value(types: TypeSet) -> Passed {
        Passed { types, closure: None, spelled: None }
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.closure.is_none()
            && self.spelled.is_none()
            && !self.types.iter().any(|t| !matches!(t, Type::External))
    }
}

impl<'g> Resolver<'g> {
    pub(crate) fn takes_the_same(&mut self, base: SymbolId, other: SymbolId, index: usize) -> bool {
        let (of_base, of_other) =
            (self.parameter_type(base, index, false), self.parameter_type(other, index, false));
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

    /// The type of parameter `index`; where `spread`, that of each argument that a variadic one takes.
    pub(crate) fn parameter_type(&mut self, callable: SymbolId, index: usize, spread: bool) -> TypeSet {
        let Some(env) = self.env(callable) else { return TypeSet::unknown() };
        self.record(Key::type_of(callable.0));
        let parameter = env.item.definition.as_ref().and_then(|d| positional(&d.parameters, index));
        let Some((parameter, declared)) = parameter.and_then(|p| Some((p, p.declared?))) else {
            return TypeSet::unknown();
        };
        let one = self.type_of_type(env, Spot::END, declared);
        if spread || parameter.kind != ParameterKind::Variadic {
            return one;
        }
        let array = self.rules(env.node).collection_type(LiteralCollection::List);
        self.prelude_instance(env, array, vec![one])
    }

    pub(crate) fn passed(&mut self, env: Env<'g>, spot: Spot, argument: ExpressionId) -> Passed {
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
                Passed {
                    types: TypeSet::unknown(),
                    closure: Some((!is_reference).then_some(parameters.len())),
                    spelled: None,
                }
            }
            _ if is_as_expected(env, argument, argument, 0) => Passed::value(TypeSet::unknown()),
            _ => {
                let types = self.type_of_value(env, spot, argument);
                let is_external = types.iter().all(|t| matches!(t, Type::External));
                let spelled = if is_external { self.spelled_type(env, spot, argument, 0) } else { None };
                Passed { spelled, ..Passed::value(types) }
            }
        }
    }

    pub(crate) fn fit(
        &mut self,
        symbol: SymbolId,
        receiver: Option<&Type>,
        index: usize,
        passed: &Passed,
        spread: bool,
    ) -> Fit {
        let raw = match self.is_passed_first(symbol, receiver) {
            true if index == 0 => self.extended_type(symbol),
            true => self.parameter_type(symbol, index - 1, spread),
            false => self.parameter_type(symbol, index, spread),
        };
        let declared = match receiver {
            Some(receiver) if raw.has_parameters() => {
                let map = self.receiver_substitution(symbol, receiver);
                self.substituted(&raw, &map)
            }
            _ => raw,
        };
        let Some(arity) = passed.closure else {
            let fit = self.type_fits(&declared, &passed.types);
            let same =
                fit == Fit::Maybe && passed.spelled.is_some_and(|name| self.is_spelled(symbol, index, name));
            return if same { Fit::Exact } else { fit };
        };
        let mut best = if declared.is_unknown() { Fit::Maybe } else { Fit::No };
        for t in declared.iter() {
            let fit = match t {
                Type::Instance(..) | Type::Receiver(_) => match self.function_of(t) {
                    Some(f) if arity.is_none_or(|arity| f.parameters.len() == arity) => Fit::Wider,
                    _ => Fit::No,
                },
                Type::Function(f) if arity.is_none_or(|arity| f.parameters.len() == arity) => Fit::Wider,
                Type::Parameter(..) | Type::External => Fit::Maybe,
                _ => Fit::No,
            };
            best = best.max(fit);
        }
        best
    }

    /// Whether parameter `index` is declared by that name.
    fn is_spelled(&self, callable: SymbolId, index: usize, name: Name) -> bool {
        let declared = self.env(callable).and_then(|env| {
            let declared = positional(&env.item.definition.as_ref()?.parameters, index)?.declared?;
            type_name(env, declared)
        });
        declared == Some(name)
    }

    /// The name of the type that a value is declared by, where it comes from.
    fn spelled_type(&mut self, env: Env<'g>, spot: Spot, value: ExpressionId, depth: u32) -> Option<Name> {
        let declared = |r: &mut Self, symbol: SymbolId| {
            r.record(Key::type_of(symbol.0));
            let env = r.env(symbol)?;
            type_name(env, env.item.definition.as_ref()?.declared?)
        };
        match env.expression(value) {
            Expression::Cast(named) => type_name(env, *named),
            Expression::New { class, .. } => type_name(env, *class),
            Expression::Name(name) => match self.lookup(env, spot, *name, Space::Value) {
                Found::Binding { item, binding } => {
                    let at = Env::new(env.node, item)?;
                    let binding = at.item.body.bindings.get(binding as usize)?;
                    match binding.declared {
                        Some(named) => type_name(at, named),
                        None if depth < 4 => self.spelled_type(at, Spot::END, binding.value?, depth + 1),
                        None => None,
                    }
                }
                Found::Symbols(symbols) => declared(self, *symbols.first()?),
                _ => None,
            },
            Expression::Member { base, name } => {
                let receivers = self.type_of_value(env, spot, *base);
                let symbols = self.members_used(env, receivers.first()?, *name, Use::Read)?;
                declared(self, *symbols.first()?)
            }
            Expression::Call { callee, .. } => {
                let called = self.called(env, spot, *callee);
                let (_, symbols) = called.first()?;
                declared(self, *symbols.first()?)
            }
            _ => None,
        }
    }

    /// How a value of one of these types fits where one of those is declared.
    pub(crate) fn type_fits(&mut self, declared: &TypeSet, passed: &TypeSet) -> Fit {
        if declared.first().is_none() || passed.first().is_none() {
            return Fit::Maybe;
        }
        // Each of what may be passed has to fit.
        let mut worst = Fit::Exact;
        for passed in passed.iter() {
            let mut best = Fit::No;
            for declared in declared.iter() {
                best = best.max(self.nested(|r| Some(r.one_fits(declared, passed))).unwrap_or(Fit::Maybe));
            }
            worst = worst.min(best);
        }
        worst
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
                    best =
                        best.max(self.nested(|r| Some(r.one_fits(declared, &bound))).unwrap_or(Fit::Maybe));
                }
                return if matches!(declared, Type::Parameter(..)) {
                    best.max(Fit::Wider)
                } else {
                    best.min(Fit::Wider)
                };
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
                if let Some(declared) = arguments
                    && self.env(*class).is_some_and(|e| self.rules(e.node).types_differ_by_arity())
                    && let Some(given) = self.as_base(passed, *class)
                {
                    for (declared, given) in declared.iter().zip(given.iter()) {
                        if self.type_fits(declared, given) == Fit::No {
                            return Fit::No;
                        }
                    }
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
            Type::Function(_) => Fit::No,
            _ => Fit::Maybe,
        }
    }

    fn array_fits(&mut self, declared: &[TypeSet], passed: &[TypeSet]) -> Fit {
        let (Some(declared), Some(passed)) = (declared.first(), passed.first()) else { return Fit::Maybe };
        let is_primitive = |r: &Self, set: &TypeSet| match set.first() {
            Some(Type::Instance(class, _)) => {
                r.standard_name(*class).is_some_and(|name| name.starts_with('$') && name != "$Array")
            }
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

/// Whether `part` of an argument is what the call expects there, so that it says nothing of which overload is meant.
fn is_as_expected(env: Env<'_>, argument: ExpressionId, part: ExpressionId, depth: u32) -> bool {
    let inside = |part: ExpressionId| depth < 8 && is_as_expected(env, argument, part, depth + 1);
    match env.expression(part) {
        Expression::Expected { call, .. } => match env.expression(*call) {
            Expression::Call { arguments, .. } | Expression::New { arguments, .. } => {
                arguments.contains(&argument)
            }
            _ => false,
        },
        Expression::New { class, .. } => inside(*class),
        Expression::Call { callee, .. } => inside(*callee),
        Expression::Cast(of) | Expression::TypeOf(of) | Expression::Element(of) => inside(*of),
        Expression::Member { base, .. } | Expression::Path { base, .. } => inside(*base),
        Expression::Union(parts) => parts.iter().any(|part| inside(*part)),
        _ => false,
    }
}

/// Whether every value of a class fits it.
fn is_top(r: &Resolver<'_>, declared: &Type) -> bool {
    matches!(declared, Type::Instance(class, _) if r.standard_name(*class) == Some("Object"))
}

/// The last name of a type as it is written.
pub(crate) fn type_name(env: Env<'_>, id: ExpressionId) -> Option<Name> {
    match env.expression(id) {
        Expression::Name(name) => {
            let text = name.as_str();
            Some(text.rsplit_once('.').map_or(*name, |(_, last)| Name::new(last)))
        }
        Expression::Path { name, .. } => Some(*name),
        Expression::Generic { base, .. } => type_name(env, *base),
        _ => None,
    }
}
