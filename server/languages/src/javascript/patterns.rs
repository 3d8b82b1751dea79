//! Destructuring: what each name of a pattern is bound to, and which members it reads.

use lockstep_facts::{Expression, ExpressionId, ReferenceRole, ReferenceTarget, ScopeId};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

/// What becomes of the names of a pattern.
#[derive(Clone, Copy)]
pub(super) enum Mode {
    /// They are bound in a scope.
    Bind { scope: ScopeId },
    /// They are assigned to.
    Assign,
    /// They are collected in [`Leaves`]: definitions of the module.
    Collect,
}

/// The names of a pattern and what each is bound to.
pub(super) type Leaves<'t> = Vec<(Node<'t>, ExpressionId)>;

impl<'t> Walker<'t> {
    /// A pattern whose names are bound or assigned. `declared` is the type of the whole.
    pub(super) fn pattern(
        &mut self,
        node: Node<'t>,
        base: ExpressionId,
        mode: Mode,
        declared: Option<ExpressionId>,
    ) {
        self.pattern_into(node, base, mode, declared, &mut Vec::new());
    }

    /// The same, with the names of [`Mode::Collect`] put into `leaves`.
    pub(super) fn pattern_into(
        &mut self,
        node: Node<'t>,
        base: ExpressionId,
        mode: Mode,
        declared: Option<ExpressionId>,
        leaves: &mut Leaves<'t>,
    ) {
        self.nested((), |w| w.pattern_of_kind(node, base, mode, declared, leaves));
    }

    fn pattern_of_kind(
        &mut self,
        node: Node<'t>,
        base: ExpressionId,
        mode: Mode,
        declared: Option<ExpressionId>,
        leaves: &mut Leaves<'t>,
    ) {
        let base = match declared {
            Some(declared) if self.kind(node) != Kind::Identifier => {
                self.expression(Expression::Cast(declared))
            }
            _ => base,
        };
        match self.kind(node) {
            Kind::Identifier | Kind::ShorthandPropertyIdentifierPattern | Kind::Undefined => match mode {
                Mode::Bind { scope } => self.bind(node, scope, declared, Some(base)),
                Mode::Assign => {
                    self.target(node, ReferenceRole::Write, None);
                }
                Mode::Collect => leaves.push((node, base)),
            },
            Kind::ObjectPattern | Kind::Object => {
                self.each_named(node, |w, child| w.object_pattern_part(child, base, mode, leaves));
            }
            Kind::ArrayPattern | Kind::Array => {
                let mut index = 0;
                self.each_child(node, |w, child| {
                    if w.kind(child) == Kind::TokenComma {
                        index += 1;
                    } else if child.is_named() && w.kind(child) != Kind::Comment {
                        let part = match w.kind(child) {
                            Kind::RestPattern | Kind::SpreadElement => base,
                            _ => w.expression(Expression::TupleField { base, index }),
                        };
                        w.pattern_into(child, part, mode, None, leaves);
                    }
                });
            }
            Kind::AssignmentPattern | Kind::ObjectAssignmentPattern | Kind::AssignmentExpression => {
                let fields = &self.grammar.fields;
                let value = match self.child(node, fields.right) {
                    Some(right) => {
                        let value = self.value(right, Expect::Value(base));
                        self.or_default(base, value)
                    }
                    None => base,
                };
                if let Some(left) = self.child(node, fields.left) {
                    self.pattern_into(left, value, mode, None, leaves);
                }
            }
            Kind::RestPattern
            | Kind::SpreadElement
            | Kind::ParenthesizedExpression
            | Kind::NonNullExpression => {
                if let Some(inner) = self.first_named(node) {
                    self.pattern_into(inner, base, mode, None, leaves);
                }
            }
            Kind::Error => self.anything(node),
            _ => {
                self.target(node, ReferenceRole::Write, None);
            }
        }
    }

    fn object_pattern_part(
        &mut self,
        node: Node<'t>,
        base: ExpressionId,
        mode: Mode,
        leaves: &mut Leaves<'t>,
    ) {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::PairPattern | Kind::Pair => {
                let member = match self.child(node, fields.key) {
                    Some(key) => self.pattern_key(key, base),
                    None => self.unknown(),
                };
                if let Some(value) = self.child(node, fields.value) {
                    self.pattern_into(value, member, mode, None, leaves);
                }
            }
            Kind::ShorthandPropertyIdentifierPattern | Kind::ShorthandPropertyIdentifier => {
                let member = self.pattern_key(node, base);
                self.pattern_into(node, member, mode, None, leaves);
            }
            Kind::ObjectAssignmentPattern => {
                let left = self.child(node, fields.left);
                let shorthand =
                    left.filter(|left| self.kind(*left) == Kind::ShorthandPropertyIdentifierPattern);
                let member = match shorthand {
                    Some(key) => self.pattern_key(key, base),
                    None => base,
                };
                self.pattern_into(node, member, mode, None, leaves);
            }
            _ => self.pattern_into(node, base, mode, None, leaves),
        }
    }

    /// A key of an object pattern reads that member.
    fn pattern_key(&mut self, key: Node<'t>, base: ExpressionId) -> ExpressionId {
        match self.kind(key) {
            Kind::ComputedPropertyName => {
                if let Some(inner) = self.first_named(key) {
                    self.value(inner, Expect::Nothing);
                }
                self.unknown()
            }
            Kind::Number => self.unknown(),
            Kind::String => {
                let (text, at) = self.string_content(key);
                let name = text.into();
                let member = self.expression(Expression::Member { base, name });
                self.builder.reference_at(
                    at,
                    name,
                    ReferenceRole::Read,
                    ReferenceTarget::Value(member),
                    None,
                );
                member
            }
            _ => {
                let name = self.builder.name(key);
                let member = self.expression(Expression::Member { base, name });
                self.reference(key, ReferenceRole::Read, ReferenceTarget::Value(member), None);
                member
            }
        }
    }

    /// What a name with a default value is bound to.
    pub(super) fn or_default(&mut self, base: ExpressionId, value: ExpressionId) -> ExpressionId {
        if self.is_unknown(base) {
            value
        } else {
            self.expression(Expression::Union(Box::new([base, value])))
        }
    }
}
