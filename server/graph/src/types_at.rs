//! The types that a place in the text has, as symbols.

use lockstep_facts::{Expression, ExpressionId, ReferenceRole, ReferenceTarget, SymbolId};

use crate::FileId;
use crate::apply::Graph;
use crate::lookup::Space;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Type, TypeSet};

/// How far into type arguments it is looked for a type of the workspace: `Option<Vec<T>>` is about `T`.
const MAX_NESTING: u32 = 4;

impl Graph {
    /// The types of what a reference names: of a call, of what it gives. Of a type from outside the workspace its arguments
    /// stand instead. In order of likelihood.
    #[must_use]
    pub fn types_of_reference(&self, file: FileId, item: u32, reference: u32) -> Vec<SymbolId> {
        let env = self.file(file).and_then(|node| Env::new(node, item));
        let found = env.and_then(|env| Some((env, env.item.body.references.get(reference as usize)?)));
        let Some((env, named)) = found else { return Vec::new() };
        let mut resolver = Resolver::new(self);
        let spot = Spot { scope: Some(named.scope), position: reference };
        let types = match named.target {
            ReferenceTarget::Type(id) => resolver.type_of_type(env, spot, id),
            ReferenceTarget::Value(id) if named.role == ReferenceRole::Call => match call_of(env, id) {
                Some(call) => resolver.type_of_value(env, spot, call),
                None => resolver.type_of_value(env, spot, id),
            },
            ReferenceTarget::Value(id) => resolver.type_of_value(env, spot, id),
            ReferenceTarget::Exported(name) => {
                let found = resolver.lookup(env, spot, name, Space::Value);
                resolver.type_of_found(env, &found)
            }
            ReferenceTarget::Macro(_)
            | ReferenceTarget::Imported(_)
            | ReferenceTarget::ImportSegment { .. }
            | ReferenceTarget::Keyword { .. } => {
                let targets = self.targets(env);
                let mut all = TypeSet::unknown();
                for target in targets.value.of(reference) {
                    all.join(&resolver.type_of_symbol(target.symbol));
                }
                all
            }
        };
        self.named_types(&mut resolver, env, &types)
    }

    /// The types of a local name.
    #[must_use]
    pub fn types_of_binding(&self, file: FileId, item: u32, binding: u32) -> Vec<SymbolId> {
        let Some(env) = self.file(file).and_then(|node| Env::new(node, item)) else { return Vec::new() };
        let mut resolver = Resolver::new(self);
        let types = resolver.type_of_binding(env, binding);
        self.named_types(&mut resolver, env, &types)
    }

    /// The types of a definition: of a function, of what it gives; of a type, itself.
    #[must_use]
    pub fn types_of_symbol(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut resolver = Resolver::new(self);
        let Some(env) = resolver.env(symbol) else { return Vec::new() };
        let types = resolver.type_of_symbol(symbol);
        self.named_types(&mut resolver, env, &types)
    }

    fn named_types<'g>(
        &'g self,
        resolver: &mut Resolver<'g>,
        env: Env<'g>,
        types: &TypeSet,
    ) -> Vec<SymbolId> {
        let mut found = Vec::new();
        self.add_named(resolver, env, types, 0, &mut found);
        found
    }

    fn add_named<'g>(
        &'g self,
        resolver: &mut Resolver<'g>,
        env: Env<'g>,
        types: &TypeSet,
        depth: u32,
        found: &mut Vec<SymbolId>,
    ) {
        if depth > MAX_NESTING {
            return;
        }
        for candidate in types.iter() {
            match candidate {
                Type::Instance(symbol, arguments) | Type::Class(symbol, arguments) => {
                    if self.is_ours(*symbol) {
                        add(found, *symbol);
                    } else {
                        for argument in arguments.iter().flat_map(|list| list.iter()) {
                            self.add_named(resolver, env, argument, depth + 1, found);
                        }
                    }
                }
                Type::Receiver(symbol) | Type::ReceiverClass(symbol) | Type::Super(symbol) => {
                    if self.is_ours(*symbol) {
                        add(found, *symbol);
                    }
                }
                Type::Module(symbol) => add(found, *symbol),
                Type::Scope(_) => {}
                Type::Callable(symbol, _) => {
                    let result = resolver.result_of_symbol(*symbol);
                    self.add_named(resolver, env, &result, depth + 1, found);
                }
                Type::Function(function) => {
                    self.add_named(resolver, env, &function.result, depth + 1, found);
                }
                Type::Tuple(elements) => {
                    for element in elements.iter() {
                        self.add_named(resolver, env, element, depth + 1, found);
                    }
                }
                Type::Parameter(owner, name) => {
                    let mut bounds = TypeSet::unknown();
                    for bound in resolver.bounds_in(env, *owner, *name) {
                        bounds.insert(bound);
                    }
                    self.add_named(resolver, env, &bounds, depth + 1, found);
                }
                Type::Projection(..) | Type::Object(_) | Type::External => {}
            }
        }
    }
}

fn add(found: &mut Vec<SymbolId>, symbol: SymbolId) {
    if !found.contains(&symbol) {
        found.push(symbol);
    }
}

/// The call whose callee is `callee`.
fn call_of(env: Env<'_>, callee: ExpressionId) -> Option<ExpressionId> {
    let calls = env.item.expressions.iter().position(|expression| {
        let called = match expression {
            Expression::Call { callee, .. } => *callee,
            Expression::New { class, .. } => *class,
            _ => return false,
        };
        called == callee
            || matches!(env.expression(called), Expression::Generic { base, .. } if *base == callee)
    });
    calls.map(|at| ExpressionId(at as u32))
}
