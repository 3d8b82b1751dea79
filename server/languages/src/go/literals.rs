//! Composite literals: what they make, and what their keys name.

use lockstep_facts::{Expression, ExpressionId, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};

impl<'n> Walker<'_, '_, 'n> {
    /// `T{…}`.
    pub(super) fn composite_literal(&mut self, node: Node<'n>) -> ExpressionId {
        let [type_node, body] = self.parts(node, [FIELDS.type_node, FIELDS.body]);
        let class = match type_node {
            Some(type_node) => self.type_expression(type_node.node),
            None => self.unknown(),
        };
        let made = self.add(Expression::New { class, arguments: Box::default() });
        // The keys of what is written as a list or a map are values.
        let keys_are_values = type_node.is_some_and(|child| {
            matches!(
                child.kind,
                Kind::MapType | Kind::SliceType | Kind::ArrayType | Kind::ImplicitLengthArrayType
            )
        });
        if let Some(body) = body {
            self.literal_value(body.node, made, keys_are_values);
        }
        made
    }

    /// What stands between the braces; `made` is what they make, value context.
    fn literal_value(&mut self, node: Node<'n>, made: ExpressionId, keys_are_values: bool) {
        if !self.enter() {
            return;
        }
        for child in self.named(node) {
            match child.kind {
                Kind::KeyedElement => {
                    let [key, value] = self.parts(child.node, [FIELDS.key, FIELDS.value]);
                    if let Some(key) = key {
                        self.key(key, made, keys_are_values);
                    }
                    if let Some(value) = value {
                        self.element(value, made);
                    }
                }
                _ => self.element(child, made),
            }
        }
        self.exit();
    }

    fn key(&mut self, key: Child<'n>, made: ExpressionId, keys_are_values: bool) {
        let inner = match key.kind {
            Kind::LiteralElement => self.named(key.node).first().copied(),
            _ => Some(key),
        };
        let Some(inner) = inner else { return };
        match inner.kind {
            Kind::LiteralValue => {
                // A map's key, its type left out.
                let pair = self.add(Expression::Element(made));
                let key = self.add(Expression::TupleField { base: pair, index: 0 });
                self.literal_value(inner.node, key, false);
            }
            Kind::Identifier | Kind::Iota if !keys_are_values => {
                let name = self.name(inner.node);
                let at = self.range(inner.node);
                if !self.state.silent && !at.is_empty() {
                    let target = ReferenceTarget::Keyword { callee: made, name };
                    self.state.builder.reference_at(at, name, ReferenceRole::Write, target, None);
                }
            }
            _ => {
                self.expression(inner);
            }
        }
    }

    fn element(&mut self, child: Child<'n>, made: ExpressionId) {
        let inner = match child.kind {
            Kind::LiteralElement => self.named(child.node).first().copied(),
            _ => Some(child),
        };
        match inner {
            Some(inner) if inner.kind == Kind::LiteralValue => {
                let index = self.unknown();
                let element = self.add(Expression::Index { base: made, index });
                self.literal_value(inner.node, element, false);
            }
            Some(inner) => {
                self.expression(inner);
            }
            None => {}
        }
    }
}
