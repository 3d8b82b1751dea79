//! JSX: an element calls its component, an attribute names a property of it.

use lockstep_facts::{CallShape, Expression, ExpressionId, Name, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// An element with its children; its own type is not followed.
    pub(super) fn jsx(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::JsxElement => {
                self.each_named(node, |w, child| match w.kind(child) {
                    Kind::JsxOpeningElement => w.jsx_opening(child),
                    Kind::JsxClosingElement => {
                        if let Some(name) = w.child(child, fields.name)
                            && w.is_component(name)
                        {
                            w.target(name, ReferenceRole::Read, None);
                        }
                    }
                    _ => w.jsx_child(child),
                });
            }
            _ => self.jsx_opening(node),
        }
        self.unknown()
    }

    fn jsx_child(&mut self, node: Node<'t>) {
        match self.kind(node) {
            Kind::JsxElement | Kind::JsxSelfClosingElement => {
                self.value(node, Expect::Nothing);
            }
            Kind::JsxExpression => self.each_named(node, |w, child| {
                w.value(child, Expect::Nothing);
            }),
            Kind::Error => self.anything(node),
            _ => {}
        }
    }

    /// Intrinsic elements (`div`, `my-element`) are no components.
    fn is_component(&self, name: Node<'t>) -> bool {
        match self.kind(name) {
            Kind::Identifier => {
                let text = self.builder.node_text(name);
                !text.starts_with(|c: char| c.is_lowercase()) && !text.contains('-')
            }
            Kind::MemberExpression | Kind::NestedIdentifier => true,
            _ => false,
        }
    }

    fn jsx_opening(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let name = self.child(node, fields.name).filter(|name| self.is_component(*name));
        let callee = match name {
            Some(name) => {
                let shape = self.attribute_shape(node);
                let component = self.target(name, ReferenceRole::Call, Some(shape));
                Some(self.with_type_arguments(node, component))
            }
            None => None,
        };
        let mut properties = None;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::JsxAttribute => w.jsx_attribute(child, callee, &mut properties),
            Kind::JsxExpression => w.each_named(child, |w, inner| {
                w.value(inner, Expect::Nothing);
            }),
            Kind::Error => w.anything(child),
            _ => {}
        });
    }

    /// How a component is called: its attributes are keywords.
    fn attribute_shape(&mut self, node: Node<'t>) -> CallShape {
        let mut keywords: Vec<Name> = Vec::new();
        let mut spread = false;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::JsxAttribute => {
                if let Some(name) = w.first_named(child) {
                    keywords.push(w.builder.name(name));
                }
            }
            Kind::JsxExpression => spread = true,
            _ => {}
        });
        CallShape { arguments: 0, keywords: keywords.into(), spread }
    }

    fn jsx_attribute(
        &mut self,
        node: Node<'t>,
        callee: Option<ExpressionId>,
        properties: &mut Option<ExpressionId>,
    ) {
        let mut name = None;
        self.each_named(node, |w, child| {
            if name.is_none() && matches!(w.kind(child), Kind::PropertyIdentifier | Kind::JsxNamespaceName) {
                let text = w.builder.name(child);
                name = Some(text);
                if let Some(callee) = callee {
                    let target = ReferenceTarget::Keyword { callee, name: text };
                    w.builder.reference_at(range(child), text, ReferenceRole::Write, target, None);
                }
                return;
            }
            match w.kind(child) {
                Kind::JsxExpression => {
                    let expect = w.attribute_expectation(callee, name, properties);
                    w.each_named(child, |w, inner| {
                        w.value(inner, expect);
                    });
                }
                Kind::JsxElement | Kind::JsxSelfClosingElement => {
                    w.value(child, Expect::Nothing);
                }
                _ => {}
            }
        });
    }

    /// The attribute's type: that member of the component's first parameter.
    fn attribute_expectation(
        &mut self,
        callee: Option<ExpressionId>,
        name: Option<Name>,
        properties: &mut Option<ExpressionId>,
    ) -> Expect {
        let (Some(callee), Some(name)) = (callee, name) else { return Expect::Nothing };
        let base = match *properties {
            Some(base) => base,
            None => {
                let call = self.expression(Expression::Call { callee, arguments: Box::default() });
                let base = self.expression(Expression::Expected { call, argument: 0 });
                *properties = Some(base);
                base
            }
        };
        Expect::Value(self.expression(Expression::Member { base, name }))
    }
}
