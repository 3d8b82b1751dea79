//! Calls and constructions, with what is passed and what is set behind them.

use lockstep_facts::{CallShape, Expression, ExpressionId, LiteralKind, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// How many arguments a call has.
    pub(super) fn call_shape(&mut self, list: Option<Node<'t>>) -> CallShape {
        let mut shape = CallShape { arguments: 0, keywords: Box::default(), spread: false };
        let Some(list) = list else { return shape };
        let mut keywords = Vec::new();
        self.each_part(list, |w, child| match w.kind(child) {
            Kind::Error => {}
            _ => match w.child(child, w.grammar.fields.name).filter(|_| w.kind(child) == Kind::Argument) {
                Some(name) => keywords.push(w.name(name)),
                None => shape.arguments = shape.arguments.saturating_add(1),
            },
        });
        shape.keywords = keywords.into();
        shape
    }

    /// The arguments of the call or construction `call`.
    pub(super) fn arguments(&mut self, list: Node<'t>, call: ExpressionId) -> Box<[ExpressionId]> {
        let mut arguments: Vec<ExpressionId> = Vec::new();
        self.each_part(list, |w, child| {
            if w.kind(child) == Kind::Error {
                w.anything(child);
                return;
            }
            let named = w.kind(child) == Kind::Argument && w.child(child, w.grammar.fields.name).is_some();
            let expect = match u8::try_from(arguments.len()) {
                Ok(argument) if !named => Expect::Argument { call, argument },
                _ => Expect::Nothing,
            };
            if let Some(name_node) = w.child(child, w.grammar.fields.name).filter(|_| named)
                && w.builder.node_text(name_node).starts_with(char::is_uppercase)
            {
                // The parameters of a record are its properties.
                let name = w.name(name_node);
                let target = ReferenceTarget::Keyword { callee: call, name };
                w.reference(name_node, ReferenceRole::Read, target, None);
            }
            let Some(value) = w.last_part(child) else { return };
            let is_out = w.has_token(child, "out");
            let id = match w.kind(value) {
                Kind::Identifier if is_out => w.target(value, ReferenceRole::Write, None),
                Kind::MemberAccessExpression if is_out => w.target(value, ReferenceRole::Write, None),
                _ => w.value(value, expect),
            };
            w.each_error(child);
            if !named {
                arguments.push(id);
            }
        });
        arguments.into()
    }

    pub(super) fn call(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let function = self.child(node, fields.function);
        let list = self.child(node, fields.arguments);
        if let (Some(function), Some(list)) = (function, list)
            && self.kind(function) == Kind::Identifier
            && self.builder.node_text(function) == "nameof"
        {
            self.each_part(list, |w, argument| {
                w.value(argument, Expect::Nothing);
            });
            return self.literal(LiteralKind::String);
        }
        let shape = self.call_shape(list);
        let callee = match function {
            Some(function) => self.target(function, ReferenceRole::Call, Some(shape)),
            None => self.unknown(),
        };
        let id = self.unknown();
        let arguments = list.map(|list| self.arguments(list, id)).unwrap_or_default();
        self.fill(id, Expression::Call { callee, arguments });
        id
    }

    /// `new C(…) { … }`.
    pub(super) fn construction(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let list = self.child(node, fields.arguments);
        let shape = self.call_shape(list);
        let class = match self.child(node, fields.ty) {
            Some(ty) => self.type_as(ty, ReferenceRole::Call, Some(shape)),
            None => self.unknown(),
        };
        let id = self.unknown();
        let arguments = list.map(|list| self.arguments(list, id)).unwrap_or_default();
        self.fill(id, Expression::New { class, arguments });
        if let Some(initializer) = self.child(node, fields.initializer) {
            self.initializer(initializer, id);
        }
        id
    }

    /// `new(…) { … }`: of the type that is expected.
    pub(super) fn implicit_construction(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let expected = self.expected(expect);
        let id = match expected {
            Some(id) => id,
            None => self.unknown(),
        };
        if let Some(list) = self.find_child(node, Kind::ArgumentList) {
            let call = self.unknown();
            let arguments = self.arguments(list, call);
            let class = self.expression(Expression::TypeOf(id));
            self.fill(call, Expression::New { class, arguments });
        }
        if let Some(initializer) = self.find_child(node, Kind::InitializerExpression) {
            self.initializer(initializer, id);
        }
        id
    }

    /// `{ A = x, [k] = y, z }` behind a construction: members of what is made, or its elements.
    fn initializer(&mut self, node: Node<'t>, made: ExpressionId) {
        self.nested((), |w| {
            w.each_part(node, |w, child| {
                let fields = &w.grammar.fields;
                let left =
                    w.child(child, fields.left).filter(|_| w.kind(child) == Kind::AssignmentExpression);
                let Some(left) = left else {
                    if w.kind(child) == Kind::InitializerExpression {
                        w.elements(child, Expect::Nothing);
                    } else {
                        let expect = w.expected_element(Expect::Value(made));
                        w.value(child, expect);
                    }
                    return;
                };
                let member = match w.kind(left) {
                    Kind::Identifier => {
                        let name = w.name(left);
                        let target = ReferenceTarget::Keyword { callee: made, name };
                        w.reference(left, ReferenceRole::Write, target, None);
                        w.expression(Expression::Member { base: made, name })
                    }
                    Kind::ElementBindingExpression => w.indexed(made, left),
                    _ => w.value(left, Expect::Nothing),
                };
                match w.child(child, fields.right) {
                    Some(right) if w.kind(right) == Kind::InitializerExpression => {
                        w.initializer(right, member)
                    }
                    Some(right) => {
                        w.value(right, Expect::Value(member));
                    }
                    None => {}
                }
                w.each_error(child);
            });
        });
    }

    /// `value with { A = x }`.
    pub(super) fn with(&mut self, node: Node<'t>) -> ExpressionId {
        let mut base = None;
        self.each_part(node, |w, child| {
            if w.kind(child) != Kind::WithInitializer {
                let id = w.value(child, Expect::Nothing);
                base.get_or_insert(id);
                return;
            }
            let made = base.unwrap_or_else(|| w.unknown());
            let parts = w.parts(child);
            if let Some(name_node) = parts.first() {
                let name = w.name(*name_node);
                let target = ReferenceTarget::Keyword { callee: made, name };
                w.reference(*name_node, ReferenceRole::Write, target, None);
                if let Some(value) = parts.get(1) {
                    let member = w.expression(Expression::Member { base: made, name });
                    w.value(*value, Expect::Value(member));
                }
            }
        });
        base.unwrap_or_else(|| self.unknown())
    }
}
