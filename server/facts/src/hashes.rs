//! The hashes of an item's layers: what a change of it changes.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::{DefinitionFlags, Expression, ExpressionId, Item, Parameter, TypeParameter};

/// One per layer, made when the item is built. Equal hashes are taken for equal layers (64 bits, well mixed).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemHashes {
    /// Path, definition, impl header, and the expressions they reach; not what a type is inferred from.
    pub interface: u64,
    /// What an undeclared type is inferred from: those expressions and the scope layer. Of a module whose contents are
    /// another file, what says which file.
    pub inference: u64,
    /// What items inside this one find when they look names up here: its bindings and its own imports.
    pub scope: u64,
    /// The body, every expression and which of them a type is inferred from; and the texts for people (signature,
    /// documentation), which nothing depends on.
    pub body: u64,
    /// The ranges.
    pub ranges: u64,
}

impl Item {
    /// Computes [`Item::hashes`]; called once, when the item is complete.
    pub fn seal(&mut self) {
        let mut interface = Layer::new();
        (self.path, self.lexical_parent).hash(&mut interface.hasher);
        if let Some(d) = &self.definition {
            (d.kind, d.name, d.container, d.visibility, d.flags).hash(&mut interface.hasher);
            interface.type_parameters(self, &d.type_parameters);
            interface.parameters(self, &d.parameters);
            interface.optional(self, d.declared);
            interface.list(self, &self.overloads);
            for base in &d.bases {
                base.implements.hash(&mut interface.hasher);
                interface.expression(self, base.expression);
            }
            for decorator in &d.decorators {
                interface.expression(self, *decorator);
            }
        }
        if let Some(block) = &self.implementation {
            block.type_name.hash(&mut interface.hasher);
            interface.expression(self, block.self_type);
            interface.optional(self, block.implemented);
            interface.type_parameters(self, &block.type_parameters);
        }
        let mut scope = Layer::new();
        for binding in &self.body.bindings {
            (binding.name, binding.scope, binding.parameter).hash(&mut scope.hasher);
            scope.optional(self, binding.declared);
            scope.optional(self, binding.value);
        }
        (&self.body.imports, &self.body.scopes).hash(&mut scope.hasher);
        let scope = scope.hasher.finish();
        let mut inference = Layer::new();
        if let Some(d) = self.definition.as_ref().filter(|d| d.declared.is_none() && !d.inferred.is_empty()) {
            scope.hash(&mut inference.hasher);
            for value in &d.inferred {
                inference.expression(self, *value);
            }
        }
        if self.definition.as_ref().is_some_and(|d| d.flags.has(DefinitionFlags::FILE_MODULE)) {
            self.body.invocations.hash(&mut inference.hasher);
        }
        let mut body = Layer::new();
        (&self.body, &self.expressions, self.lexical_parent).hash(&mut body.hasher);
        if let Some(d) = &self.definition {
            (&d.inferred, &d.signature, &d.documentation).hash(&mut body.hasher);
        }
        let mut ranges = Layer::new();
        self.ranges.hash(&mut ranges.hasher);
        self.hashes = ItemHashes {
            interface: interface.hasher.finish(),
            inference: inference.hasher.finish(),
            scope,
            body: body.hasher.finish(),
            ranges: ranges.hasher.finish(),
        };
    }
}

/// Hashes expression trees by structure, so that unrelated nodes of the arena do not matter.
struct Layer {
    hasher: foldhash::quality::FoldHasher<'static>,
    /// Left to visit, since subtrees can be shared. Once it is spent the whole arena counts, so that no change is missed.
    fuel: u32,
    /// Expressions being visited, each inside the one before.
    depth: u32,
    /// Calls being visited on behalf of what a closure in them is given.
    calls: Vec<ExpressionId>,
}

/// Expressions of one layer that are hashed by structure.
const LAYER_FUEL: u32 = 200_000;
/// Nesting that is followed, for the stack's sake: a chain of members nests as deep as it is long.
const LAYER_DEPTH: u32 = 1_000;

impl Layer {
    fn new() -> Layer {
        use std::hash::BuildHasher;
        Layer {
            hasher: foldhash::quality::FixedState::with_seed(0x010c_57e9).build_hasher(),
            fuel: LAYER_FUEL,
            depth: 0,
            calls: Vec::new(),
        }
    }

    fn optional(&mut self, item: &Item, id: Option<ExpressionId>) {
        id.is_some().hash(&mut self.hasher);
        if let Some(id) = id {
            self.expression(item, id);
        }
    }

    fn list(&mut self, item: &Item, ids: &[ExpressionId]) {
        ids.len().hash(&mut self.hasher);
        for id in ids {
            self.expression(item, *id);
        }
    }

    fn type_parameters(&mut self, item: &Item, parameters: &[TypeParameter]) {
        parameters.len().hash(&mut self.hasher);
        for p in parameters {
            p.name.hash(&mut self.hasher);
            self.list(item, &p.bounds);
            self.optional(item, p.default);
        }
    }

    fn parameters(&mut self, item: &Item, parameters: &[Parameter]) {
        parameters.len().hash(&mut self.hasher);
        for p in parameters {
            (p.name, p.kind, p.has_default).hash(&mut self.hasher);
            self.optional(item, p.declared);
        }
    }

    /// The call in which a closure stands. It holds the closure, so that it may be met again inside itself.
    fn call(&mut self, item: &Item, call: ExpressionId) {
        let open = self.calls.iter().rposition(|open| *open == call);
        open.hash(&mut self.hasher);
        if open.is_none() {
            self.calls.push(call);
            self.expression(item, call);
            self.calls.pop();
        }
    }

    fn expression(&mut self, item: &Item, id: ExpressionId) {
        if self.fuel == 0 {
            return;
        }
        self.fuel = if self.depth >= LAYER_DEPTH { 0 } else { self.fuel - 1 };
        if self.fuel == 0 {
            item.expressions.hash(&mut self.hasher);
            return;
        }
        self.depth += 1;
        self.structure(item, id);
        self.depth -= 1;
    }

    fn structure(&mut self, item: &Item, id: ExpressionId) {
        let expression = item.expression(id);
        std::mem::discriminant(expression).hash(&mut self.hasher);
        match expression {
            Expression::Unknown | Expression::SelfValue | Expression::SelfType | Expression::Super => {}
            Expression::Name(name) => name.hash(&mut self.hasher),
            Expression::Root(root) => root.hash(&mut self.hasher),
            Expression::Literal(kind) => kind.hash(&mut self.hasher),
            Expression::Member { base, name } | Expression::Path { base, name } => {
                name.hash(&mut self.hasher);
                self.expression(item, *base);
            }
            Expression::Call { callee: head, arguments }
            | Expression::New { class: head, arguments }
            | Expression::Generic { base: head, arguments } => {
                self.expression(item, *head);
                self.list(item, arguments);
            }
            Expression::Index { base, index } => self.list(item, &[*base, *index]),
            Expression::Element(e)
            | Expression::Await(e)
            | Expression::Try(e)
            | Expression::Enter(e)
            | Expression::Cast(e)
            | Expression::TypeOf(e)
            | Expression::Generator(e) => self.expression(item, *e),
            Expression::Union(list)
            | Expression::Intersection(list)
            | Expression::Tuple(list)
            | Expression::List(list)
            | Expression::Set(list) => self.list(item, list),
            Expression::Map(pairs) => {
                for (key, value) in pairs {
                    self.list(item, &[*key, *value]);
                }
            }
            Expression::Object(fields) => {
                for (name, value) in fields {
                    name.hash(&mut self.hasher);
                    self.expression(item, *value);
                }
            }
            Expression::TupleField { base, index } => {
                index.hash(&mut self.hasher);
                self.expression(item, *base);
            }
            Expression::Function { parameters, result, is_async } => {
                is_async.hash(&mut self.hasher);
                self.parameters(item, parameters);
                self.optional(item, *result);
            }
            Expression::ClosureParameter { call, argument, parameter } => {
                (argument, parameter).hash(&mut self.hasher);
                self.call(item, *call);
            }
            Expression::Expected { call, argument } => {
                argument.hash(&mut self.hasher);
                self.call(item, *call);
            }
            Expression::Binary { operator, left, right } => {
                operator.hash(&mut self.hasher);
                self.list(item, &[*left, *right]);
            }
            Expression::VariantField { variant, value, index } => {
                index.hash(&mut self.hasher);
                self.list(item, &[*variant, *value]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Binding, Body, Name, Ranges, ScopeId};

    /// A statement run with one binding whose value is a list of `count` names, all `x` but for the last.
    fn run(count: u32, last: &str) -> Item {
        let names = (1..count).map(|_| "x").chain([last]);
        let mut expressions: Vec<Expression> = names.map(|name| Expression::Name(Name::new(name))).collect();
        expressions.push(Expression::List((0..count).map(ExpressionId).collect()));
        let binding = Binding {
            name: Name::new("all"),
            scope: ScopeId(0),
            visible_from: 0,
            parameter: None,
            declared: None,
            value: Some(ExpressionId(count)),
        };
        let mut item = Item {
            path: Name::new("<top>"),
            lexical_parent: None,
            definition: None,
            implementation: None,
            overloads: Vec::new(),
            expressions,
            body: Body { bindings: vec![binding], ..Body::default() },
            ranges: Ranges::default(),
            hashes: ItemHashes::default(),
        };
        item.seal();
        item
    }

    #[test]
    fn a_change_behind_more_expressions_than_are_followed_shows() {
        let count = LAYER_FUEL + 10;
        assert_eq!(run(count, "x").hashes, run(count, "x").hashes);
        assert_ne!(run(count, "x").hashes.scope, run(count, "y").hashes.scope);
    }

    /// Neither a long chain nor a ring, which a cache could hold, may cost more stack than a thread has.
    #[test]
    fn long_chains_and_rings_are_hashed() {
        let chain = |last: &str| {
            let mut item = run(300_000, last);
            for at in 1..300_000 {
                if let Expression::Name(name) = item.expressions[at] {
                    item.expressions[at] = Expression::Member { base: ExpressionId(at as u32 - 1), name };
                }
            }
            item.body.bindings[0].value = Some(ExpressionId(299_999));
            item.seal();
            item.hashes.scope
        };
        assert_ne!(chain("last"), chain("other"));
        let mut ring = run(1, "last");
        ring.expressions[0] = Expression::Call { callee: ExpressionId(0), arguments: Box::default() };
        ring.body.bindings[0].value = Some(ExpressionId(0));
        ring.seal();
    }
}
