//! Query expressions: each clause sees what those before it bind.

use lockstep_facts::{Expression, ExpressionId, ScopeKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// `from x in xs where … select …`: a sequence of what the last clause gives.
    pub(super) fn query(&mut self, node: Node<'t>) -> ExpressionId {
        let before = self.builder.scope();
        let inside = self.builder.push_scope(ScopeKind::Comprehension);
        let id = self.query_inside(node);
        if inside != before {
            self.builder.pop_scope();
        }
        id
    }

    fn query_inside(&mut self, node: Node<'t>) -> ExpressionId {
        let mut result = self.unknown();
        self.each_part(node, |w, clause| match w.kind(clause) {
            Kind::FromClause => {
                let fields = &w.grammar.fields;
                let declared = w.child(clause, fields.ty).map(|ty| w.type_of(ty));
                let element = w.last_element(clause);
                if let Some(name) = w.child(clause, fields.name) {
                    w.bind(name, declared, Some(element));
                }
            }
            Kind::LetClause => {
                let parts = w.parts(clause);
                if let [name, .., value] = &parts[..] {
                    let value = w.value(*value, Expect::Nothing);
                    w.bind(*name, None, Some(value));
                }
            }
            Kind::JoinClause => w.join(clause),
            Kind::SelectClause => {
                if let Some(value) = w.last_part(clause) {
                    let value = w.value(value, Expect::Nothing);
                    let value = w.seen_inside(value);
                    result = w.expression(Expression::Generator(value));
                }
            }
            Kind::GroupClause => {
                let parts = w.parts(clause);
                let values: Vec<ExpressionId> =
                    parts.into_iter().map(|part| w.value(part, Expect::Nothing)).collect();
                if let [element, key] = &values[..] {
                    let base = w.standard("IGrouping`2");
                    let [key, element] =
                        [*key, *element].map(|value| w.expression(Expression::TypeOf(value)));
                    let group =
                        w.expression(Expression::Generic { base, arguments: Box::new([key, element]) });
                    let group = w.expression(Expression::Cast(group));
                    let group = w.seen_inside(group);
                    result = w.expression(Expression::Generator(group));
                }
            }
            // `into x`: goes on with what the clauses before give.
            Kind::Identifier => {
                let element = w.expression(Expression::Element(result));
                w.bind(clause, None, Some(element));
            }
            _ => w.each_part(clause, |w, inner| w.anything(inner)),
        });
        result
    }

    /// A value as it is inside the query, whose names nobody outside sees: what a function gives that is called at once.
    fn seen_inside(&mut self, value: ExpressionId) -> ExpressionId {
        let function =
            Expression::Function { parameters: Box::default(), result: Some(value), is_async: false };
        let callee = self.expression(function);
        self.expression(Expression::Call { callee, arguments: Box::default() })
    }

    /// The value that a clause goes through, as one element of it.
    fn last_element(&mut self, clause: Node<'t>) -> ExpressionId {
        let name = self.child(clause, self.grammar.fields.name);
        match self.last_part(clause).filter(|last| Some(*last) != name) {
            Some(source) => {
                let source = self.value(source, Expect::Nothing);
                self.expression(Expression::Element(source))
            }
            None => self.unknown(),
        }
    }

    /// `join y in ys on a equals b into zs`.
    fn join(&mut self, clause: Node<'t>) {
        let ty = self.child(clause, self.grammar.fields.ty);
        let declared = ty.map(|ty| self.type_of(ty));
        let mut name = None;
        let mut element = None;
        self.each_part(clause, |w, child| match w.kind(child) {
            _ if Some(child) == ty => {}
            Kind::Identifier if name.is_none() => name = Some(child),
            Kind::JoinIntoClause => {
                if let Some(group) = w.first_part(child) {
                    let value = match element {
                        Some(element) => w.expression(Expression::Generator(element)),
                        None => w.unknown(),
                    };
                    w.bind(group, None, Some(value));
                }
            }
            _ => {
                let value = w.value(child, Expect::Nothing);
                if element.is_none() {
                    let of = w.expression(Expression::Element(value));
                    element = Some(of);
                    if let Some(name) = name {
                        w.bind(name, declared, Some(of));
                    }
                }
            }
        });
    }
}
