//! Types as sets of candidates: unknown ‹ up to three ‹ many.

use std::sync::Arc;

use lockstep_facts::{Name, SymbolId};
use smallvec::SmallVec;

/// How many candidates are told apart before a set is *many*.
pub(crate) const MAX_CANDIDATES: usize = 3;
/// How deep type arguments nest in an answer before the inner ones are forgotten: keeps recursive types finite.
const ANSWER_NESTING: [u32; 5] = [6, 4, 3, 2, 1];
/// The same inside one item, where types come to an end by themselves but can double with every line.
const LOCAL_NESTING: [u32; 7] = [32, 12, 6, 4, 3, 2, 1];
/// How many types may nest in a set below its candidates' own arguments before less deep ones are tried.
const MAX_NESTED: u32 = 1000;

/// One candidate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    /// An instance of a class, struct, enum, interface or trait, with its type arguments.
    Instance(SymbolId, Arguments),
    /// The class itself.
    Class(SymbolId, Arguments),
    /// The instance whose method is being looked at; becomes the receiver's type when the method is called.
    Receiver(SymbolId),
    /// The class of that instance.
    ReceiverClass(SymbolId),
    /// The instance, seen as its bases.
    Super(SymbolId),
    /// A function or method as a value, and what it was taken from.
    Callable(SymbolId, Option<Box<Type>>),
    /// A module: a file or an inline one.
    Module(SymbolId),
    /// A scope that files share, as a whole: a namespace, which no one symbol stands for.
    Scope(Name),
    /// A type parameter of this definition or `impl` (by the hash of its place).
    Parameter(u64, Name),
    /// A closure or function type.
    Function(Arc<FunctionType>),
    /// A tuple.
    Tuple(Arc<[TypeSet]>),
    /// An object literal or anonymous object type.
    Object(Arc<[(Name, TypeSet)]>),
    /// An associated type (`T::Item`) of what is not known before a parameter or the receiver is.
    Projection(Box<Type>, Name),
    /// Known to come from outside the workspace, and no more.
    External,
}

/// A closure or function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FunctionType {
    pub(crate) parameters: Box<[TypeSet]>,
    pub(crate) result: TypeSet,
}

/// Type arguments; empty if none are known.
pub(crate) type Arguments = Option<Arc<[TypeSet]>>;

/// Bases with their arguments, in order.
pub(crate) type BaseList = Box<[Type]>;

/// A set of candidates. The least element is unknown, the greatest *many*.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct TypeSet {
    // Invariant: without doubles, at most MAX_CANDIDATES, empty if many. In order of discovery.
    types: SmallVec<[Type; 1]>,
    many: bool,
}

impl TypeSet {
    pub(crate) fn unknown() -> TypeSet {
        TypeSet::default()
    }

    pub(crate) fn one(candidate: Type) -> TypeSet {
        TypeSet { types: SmallVec::from_buf([candidate]), many: false }
    }

    pub(crate) fn many() -> TypeSet {
        TypeSet { types: SmallVec::new(), many: true }
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.types.is_empty() && !self.many
    }

    /// The candidates; none for unknown and for many.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Type> {
        self.types.iter()
    }

    pub(crate) fn first(&self) -> Option<&Type> {
        self.types.first()
    }

    pub(crate) fn insert(&mut self, candidate: Type) {
        if self.many || self.types.contains(&candidate) {
            return;
        }
        // Arguments refine: `list` beside `list[int]` says nothing more.
        if let Type::Instance(symbol, arguments) = &candidate
            && let Some(same) =
                self.types.iter_mut().find(|t| matches!(t, Type::Instance(other, _) if other == symbol))
        {
            if let Type::Instance(_, known) = same {
                *known = join_arguments(known.take(), arguments.clone());
            }
            return;
        }
        if self.types.len() == MAX_CANDIDATES {
            *self = TypeSet::many();
        } else {
            self.types.push(candidate);
        }
    }

    pub(crate) fn join(&mut self, other: &TypeSet) {
        if other.many {
            *self = TypeSet::many();
        }
        for candidate in &other.types {
            self.insert(candidate.clone());
        }
    }

    /// The union over the candidates of what `f` gives; many stays many.
    pub(crate) fn flat_map(&self, mut f: impl FnMut(&Type) -> TypeSet) -> TypeSet {
        if self.many {
            return TypeSet::many();
        }
        let mut result = TypeSet::unknown();
        for candidate in &self.types {
            result.join(&f(candidate));
        }
        result
    }

    /// Forgets what nests too deep for an answer that others build on.
    pub(crate) fn bounded(self) -> TypeSet {
        self.cut_to_fit(&ANSWER_NESTING)
    }

    /// Forgets what nests so deep that the whole is too large to be looked through.
    pub(crate) fn limited(self) -> TypeSet {
        self.cut_to_fit(&LOCAL_NESTING)
    }

    fn cut_to_fit(self, depths: &[u32]) -> TypeSet {
        for depth in depths {
            let mut left = MAX_NESTED;
            match self.fit(0, *depth, &mut left) {
                Fit::Whole => return self,
                Fit::Deeper => return self.cut(*depth),
                Fit::Large => {}
            }
        }
        self.cut(1)
    }

    /// How the set fits into `depth` levels, of which it stands on number `level`, and into `left` types.
    fn fit(&self, level: u32, depth: u32, left: &mut u32) -> Fit {
        if level == depth {
            return if self.is_unknown() { Fit::Whole } else { Fit::Deeper };
        }
        if level > 1 {
            let Some(rest) = left.checked_sub(self.types.len().max(1) as u32) else { return Fit::Large };
            *left = rest;
        }
        let mut fit = Fit::Whole;
        for candidate in &self.types {
            fit = fit.max(candidate.fit(level + 1, depth, left));
            if fit == Fit::Large {
                break;
            }
        }
        fit
    }

    fn cut(mut self, depth: u32) -> TypeSet {
        if depth == 0 {
            return TypeSet::unknown();
        }
        for candidate in &mut self.types {
            let cut_all = |list: &Arc<[TypeSet]>| -> Arc<[TypeSet]> {
                list.iter().map(|t| t.clone().cut(depth - 1)).collect()
            };
            match candidate {
                Type::Instance(_, Some(list)) | Type::Class(_, Some(list)) | Type::Tuple(list) => {
                    *list = cut_all(list);
                }
                Type::Function(f) => {
                    *f = Arc::new(FunctionType {
                        parameters: f.parameters.iter().map(|t| t.clone().cut(depth - 1)).collect(),
                        result: f.result.clone().cut(depth - 1),
                    });
                }
                Type::Object(fields) => {
                    *fields = fields.iter().map(|(n, t)| (*n, t.clone().cut(depth - 1))).collect();
                }
                Type::Callable(_, Some(receiver)) | Type::Projection(receiver, _) => {
                    let cut = TypeSet::one((**receiver).clone()).cut(depth - 1);
                    if let Some(t) = cut.types.into_iter().next() {
                        **receiver = t;
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// Replaces type parameters and the receiver.
    pub(crate) fn substitute(&self, map: &Substitution) -> TypeSet {
        if map.is_empty() {
            return self.clone();
        }
        self.flat_map(|candidate| candidate.substitute(map))
    }

    /// Whether a type parameter or the receiver stands in it.
    pub(crate) fn has_parameters(&self) -> bool {
        self.types.iter().any(|t| match t {
            Type::Parameter(..) | Type::Receiver(_) | Type::ReceiverClass(_) | Type::Projection(..) => true,
            Type::Instance(_, Some(list)) | Type::Class(_, Some(list)) | Type::Tuple(list) => {
                list.iter().any(TypeSet::has_parameters)
            }
            Type::Function(f) => {
                f.result.has_parameters() || f.parameters.iter().any(TypeSet::has_parameters)
            }
            Type::Object(fields) => fields.iter().any(|(_, t)| t.has_parameters()),
            _ => false,
        })
    }

    /// Whether an associated type stands in it that may be known by now.
    pub(crate) fn has_projections(&self) -> bool {
        self.types.iter().any(|t| match t {
            Type::Projection(..) => true,
            Type::Instance(_, Some(list)) | Type::Class(_, Some(list)) | Type::Tuple(list) => {
                list.iter().any(TypeSet::has_projections)
            }
            Type::Function(f) => {
                f.result.has_projections() || f.parameters.iter().any(TypeSet::has_projections)
            }
            Type::Object(fields) => fields.iter().any(|(_, t)| t.has_projections()),
            _ => false,
        })
    }

    /// Replaces whole candidates from the outside in: where `f` gives nothing, what nests in the candidate is looked at.
    pub(crate) fn rewrite(&self, f: &mut dyn FnMut(&Type) -> Option<TypeSet>) -> TypeSet {
        self.flat_map(|candidate| {
            if let Some(other) = f(candidate) {
                return other;
            }
            let mut all =
                |list: &Arc<[TypeSet]>| -> Arc<[TypeSet]> { list.iter().map(|t| t.rewrite(f)).collect() };
            TypeSet::one(match candidate {
                Type::Instance(symbol, Some(list)) => Type::Instance(*symbol, Some(all(list))),
                Type::Class(symbol, Some(list)) => Type::Class(*symbol, Some(all(list))),
                Type::Tuple(list) => Type::Tuple(all(list)),
                Type::Function(function) => Type::Function(Arc::new(FunctionType {
                    parameters: function.parameters.iter().map(|t| t.rewrite(f)).collect(),
                    result: function.result.rewrite(f),
                })),
                Type::Object(fields) => {
                    Type::Object(fields.iter().map(|(name, t)| (*name, t.rewrite(f))).collect())
                }
                other => other.clone(),
            })
        })
    }
}

fn join_arguments(a: Arguments, b: Arguments) -> Arguments {
    match (a, b) {
        (Some(a), Some(b)) if a.len() == b.len() => Some(
            a.iter()
                .zip(b.iter())
                .map(|(a, b)| {
                    let mut both = a.clone();
                    both.join(b);
                    both
                })
                .collect(),
        ),
        (a, b) => a.or(b),
    }
}

/// What type parameters and the receiver stand for in one use of a definition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Substitution {
    pub(crate) parameters: SmallVec<[((u64, Name), TypeSet); 2]>,
    pub(crate) receiver: Option<Type>,
}

impl Substitution {
    pub(crate) fn is_empty(&self) -> bool {
        self.parameters.is_empty() && self.receiver.is_none()
    }

    pub(crate) fn get(&self, owner: u64, name: Name) -> Option<&TypeSet> {
        self.parameters.iter().find(|(key, _)| *key == (owner, name)).map(|(_, value)| value)
    }

    /// Binds a parameter; a second binding joins the first.
    pub(crate) fn bind(&mut self, owner: u64, name: Name, value: &TypeSet) {
        match self.parameters.iter_mut().find(|(key, _)| *key == (owner, name)) {
            Some((_, known)) => known.join(value),
            None => self.parameters.push(((owner, name), value.clone())),
        }
    }
}

/// How a type fits into a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    /// Some of it nests deeper.
    Deeper,
    /// It holds too many types.
    Large,
}

impl Type {
    /// See [`TypeSet::fit`]; what nests in it stands on `level`.
    fn fit(&self, level: u32, depth: u32, left: &mut u32) -> Fit {
        let mut worst = Fit::Whole;
        let mut all = |set: &TypeSet| {
            if worst < Fit::Large {
                worst = worst.max(set.fit(level, depth, left));
            }
        };
        match self {
            Type::Instance(_, Some(list)) | Type::Class(_, Some(list)) | Type::Tuple(list) => {
                list.iter().for_each(all);
            }
            Type::Function(f) => f.parameters.iter().chain([&f.result]).for_each(all),
            Type::Object(fields) => fields.iter().for_each(|(_, t)| all(t)),
            Type::Callable(_, Some(inner)) | Type::Projection(inner, _) => match level == depth {
                true => worst = Fit::Deeper,
                false => worst = inner.fit(level + 1, depth, left),
            },
            _ => {}
        }
        worst
    }

    fn substitute(&self, map: &Substitution) -> TypeSet {
        let all =
            |list: &Arc<[TypeSet]>| -> Arc<[TypeSet]> { list.iter().map(|t| t.substitute(map)).collect() };
        TypeSet::one(match self {
            Type::Parameter(owner, name) => {
                return match map.get(*owner, *name) {
                    Some(value) => value.clone(),
                    None => TypeSet::one(self.clone()),
                };
            }
            Type::Receiver(_) => match &map.receiver {
                Some(Type::Class(symbol, arguments)) => Type::Instance(*symbol, arguments.clone()),
                Some(Type::ReceiverClass(symbol)) => Type::Receiver(*symbol),
                Some(receiver) => receiver.clone(),
                None => self.clone(),
            },
            Type::ReceiverClass(_) => match &map.receiver {
                Some(Type::Instance(symbol, arguments)) => Type::Class(*symbol, arguments.clone()),
                Some(Type::Receiver(symbol)) => Type::ReceiverClass(*symbol),
                Some(receiver) => receiver.clone(),
                None => self.clone(),
            },
            Type::Projection(base, name) => {
                return base
                    .substitute(map)
                    .flat_map(|t| TypeSet::one(Type::Projection(Box::new(t.clone()), *name)));
            }
            Type::Instance(symbol, Some(list)) => Type::Instance(*symbol, Some(all(list))),
            Type::Class(symbol, Some(list)) => Type::Class(*symbol, Some(all(list))),
            Type::Tuple(list) => Type::Tuple(all(list)),
            Type::Function(f) => Type::Function(Arc::new(FunctionType {
                parameters: f.parameters.iter().map(|t| t.substitute(map)).collect(),
                result: f.result.substitute(map),
            })),
            Type::Object(fields) => {
                Type::Object(fields.iter().map(|(name, t)| (*name, t.substitute(map))).collect())
            }
            other => other.clone(),
        })
    }
}
