//! Paths: `a::b::c` and dotted types, segment by segment through modules and types.

use lockstep_facts::{Expression, ExpressionId, PathRoot, SymbolId};
use smallvec::{SmallVec, smallvec};

use crate::definition_types::class_of;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, MAX_EXPRESSION_DEPTH, Resolver, Spot};
use crate::types::Type;

impl<'g> Resolver<'g> {
    /// A path `a::b::c` or a dotted type: what it means, and the type it was taken from if it is a member.
    pub(crate) fn resolve_path(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        id: ExpressionId,
        space: Space,
    ) -> PathMeaning {
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
                    let path =
                        lockstep_facts::ImportPath { root: PathRoot::Global, segments: Box::new([*name]) };
                    let module = crate::lookup::enclosing_module(env);
                    return PathMeaning::plain(self.rules(env.node).module(self, env.node, module, &path));
                }
                let mut meaning = PathMeaning::nothing();
                for holder in self.path_base(env, spot, *base) {
                    let next = match holder {
                        Holder::External => PathMeaning::plain(Found::External),
                        Holder::Module(symbol) => {
                            let found = self.export(symbol, *name, space, false);
                            PathMeaning::plain(self.rules(env.node).seen_from(self, env.node, found))
                        }
                        Holder::Type(Type::External) => PathMeaning::plain(Found::External),
                        Holder::Type(Type::Scope(scope)) => PathMeaning::plain(
                            self.rules(env.node).scope_member(self, env.node, scope, *name, space),
                        ),
                        Holder::Type(receiver) => {
                            let members = self.members_of_type(env, &receiver, *name);
                            let found = members.map_or(Found::Nothing, Found::Symbols);
                            PathMeaning { found, receiver: Some(receiver) }
                        }
                    };
                    meaning.join(next);
                }
                meaning
            }
            Expression::Generic { base, .. } => self.resolve_path(env, spot, *base, space),
            _ => PathMeaning::nothing(),
        }
    }

    /// What the left side of `::` is: modules, else types; several where a name is defined under several conditions.
    fn path_base(&mut self, env: Env<'g>, spot: Spot, base: ExpressionId) -> SmallVec<[Holder; 1]> {
        let meaning = match env.expression(base) {
            Expression::Name(name) => {
                let as_type = self.lookup(env, spot, *name, Space::Type);
                PathMeaning::plain(as_type)
            }
            Expression::Root(_) | Expression::Path { .. } | Expression::Member { .. } => {
                self.resolve_path(env, spot, base, Space::Type)
            }
            Expression::SelfType | Expression::SelfValue => {
                return self
                    .self_instance(env)
                    .flat_map(class_of)
                    .iter()
                    .cloned()
                    .map(Holder::Type)
                    .collect();
            }
            _ => {
                let set = self.type_of_type(env, spot, base);
                return set.iter().map(holder_of).collect();
            }
        };
        match meaning.found {
            Found::Nothing if meaning.receiver.is_some() => {
                let set = self.type_of_type(env, spot, base);
                set.iter().map(holder_of).collect()
            }
            Found::Nothing => SmallVec::new(),
            Found::External => smallvec![Holder::External],
            Found::Symbols(symbols) => {
                let mut holders = SmallVec::new();
                for symbol in symbols {
                    if self.module_place(symbol).is_some() {
                        holders.push(Holder::Module(symbol));
                        continue;
                    }
                    let instance = match meaning.receiver {
                        Some(_) if self.rules(env.node).has_impls() => self.type_of_type(env, spot, base),
                        _ => self.instance_of_symbol(symbol),
                    };
                    match instance.first() {
                        Some(t) => holders.push(holder_of(t)),
                        // A module that leads nowhere, a variant, an unknown alias.
                        None => holders.push(Holder::Type(Type::Class(symbol, None))),
                    }
                }
                holders
            }
            other => {
                let set = self.type_of_found(env, &other);
                set.iter()
                    .take(1)
                    .map(|t| match t {
                        Type::Module(symbol) => Holder::Module(*symbol),
                        other => Holder::Type(other.clone()),
                    })
                    .collect()
            }
        }
    }
}

/// What the left side of `::` is.
enum Holder {
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
    /// Adds another meaning: symbols join, and are more than nothing or something outside.
    fn join(&mut self, other: PathMeaning) {
        match (&mut self.found, other.found) {
            (Found::Symbols(symbols), Found::Symbols(more)) => {
                for symbol in more {
                    if !symbols.contains(&symbol) {
                        symbols.push(symbol);
                    }
                }
            }
            (Found::Symbols(_), _) => {}
            (_, Found::Nothing) => self.receiver = self.receiver.take().or(other.receiver),
            (mine, found) => {
                *mine = found;
                self.receiver = other.receiver;
            }
        }
    }
}

fn holder_of(instance: &Type) -> Holder {
    match instance {
        Type::Module(symbol) => Holder::Module(*symbol),
        Type::Instance(symbol, arguments) => Holder::Type(Type::Class(*symbol, arguments.clone())),
        other => Holder::Type(other.clone()),
    }
}
