//! Patterns: what they name, what they bind.

use lockstep_facts::{Expression, ExpressionId, ReferenceRole, ReferenceTarget, ScopeKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// A pattern that `value` is matched with.
    pub(super) fn pattern(&mut self, node: Node<'t>, value: ExpressionId) {
        self.nested((), |w| w.pattern_of_kind(node, value));
    }

    fn pattern_of_kind(&mut self, node: Node<'t>, value: ExpressionId) {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::DeclarationPattern => {
                let matched = self.matched(node, value);
                self.designation(node, matched);
            }
            Kind::VarPattern => self.designation(node, value),
            Kind::TypePattern => {
                if let Some(ty) = self.child(node, fields.ty) {
                    self.type_of(ty);
                }
            }
            Kind::RecursivePattern if self.is_nameof(node) => {
                if let Some(clause) = self.find_child(node, Kind::PositionalPatternClause) {
                    self.each_part(clause, |w, subpattern| {
                        if let Some(inner) = w.last_part(subpattern) {
                            let inner = w.first_part(inner).unwrap_or(inner);
                            w.value(inner, Expect::Nothing);
                        }
                    });
                }
            }
            Kind::RecursivePattern => {
                let matched = self.matched(node, value);
                self.each_part(node, |w, child| match w.kind(child) {
                    Kind::PropertyPatternClause => w.property_patterns(child, matched),
                    Kind::PositionalPatternClause => w.positional_patterns(child, matched),
                    kind if kind.is_pattern() && kind != Kind::Discard => w.pattern(child, matched),
                    _ => {}
                });
                self.designation(node, matched);
            }
            Kind::ListPattern => {
                let element = self.expression(Expression::Element(value));
                self.each_part(node, |w, child| {
                    if w.kind(child).is_pattern() {
                        w.pattern(child, element);
                    }
                });
                self.designation(node, value);
            }
            Kind::AndPattern | Kind::OrPattern | Kind::NegatedPattern | Kind::ParenthesizedPattern => {
                self.each_part(node, |w, child| {
                    if w.kind(child).is_pattern() {
                        w.pattern(child, value);
                    } else {
                        w.anything(child);
                    }
                });
            }
            Kind::ConstantPattern => {
                self.each_part(node, |w, child| {
                    // An enum's member is a value, a type's name a type: the value space holds both.
                    w.value(child, Expect::Value(value));
                });
            }
            _ => self.each_part(node, |w, child| w.anything(child)),
        }
        self.each_error(node);
    }

    /// `nameof(X)` among patterns is read as a type taken apart.
    fn is_nameof(&self, node: Node<'t>) -> bool {
        self.child(node, self.grammar.fields.ty).is_some_and(|ty| self.builder.node_text(ty) == "nameof")
    }

    /// What a value is once it is known to be of the pattern's type, if that has one.
    fn matched(&mut self, node: Node<'t>, value: ExpressionId) -> ExpressionId {
        match self.child(node, self.grammar.fields.ty) {
            Some(ty) if self.kind(ty) != Kind::ImplicitType => {
                let ty = self.type_of(ty);
                self.expression(Expression::Cast(ty))
            }
            _ => value,
        }
    }

    /// The name that a pattern binds, or the names.
    fn designation(&mut self, node: Node<'t>, value: ExpressionId) {
        let fields = &self.grammar.fields;
        if let Some(name) = self.child(node, fields.name) {
            self.bind(name, None, Some(value));
        } else if let Some(names) = self.find_child(node, Kind::ParenthesizedVariableDesignation) {
            self.designations(names, value);
        }
    }

    fn designations(&mut self, node: Node<'t>, value: ExpressionId) {
        self.nested((), |w| {
            let mut index = 0;
            w.each_part(node, |w, child| {
                let part = w.expression(Expression::TupleField { base: value, index });
                match w.kind(child) {
                    Kind::Identifier => w.bind(child, None, Some(part)),
                    Kind::ParenthesizedVariableDesignation => w.designations(child, part),
                    _ => {}
                }
                index += 1;
            });
        });
    }

    /// `{ A: p, B.C: q }`.
    fn property_patterns(&mut self, clause: Node<'t>, value: ExpressionId) {
        self.each_part(clause, |w, subpattern| {
            if w.kind(subpattern) != Kind::Subpattern {
                w.anything(subpattern);
                return;
            }
            let parts = w.parts(subpattern);
            let (member, inner) = match &parts[..] {
                [member, .., inner] => (w.member_path(*member, value), *inner),
                [inner] => (value, *inner),
                [] => return,
            };
            if w.kind(inner).is_pattern() {
                w.pattern(inner, member);
            } else {
                w.anything(inner);
            }
        });
    }

    /// `A.B` in a property pattern: members of the value matched.
    fn member_path(&mut self, node: Node<'t>, value: ExpressionId) -> ExpressionId {
        let fields = &self.grammar.fields;
        let (base, name) = match self.kind(node) {
            Kind::Identifier => (value, node),
            Kind::MemberAccessExpression => {
                let base = self.child(node, fields.expression);
                let base = base.map(|base| self.nested(value, |w| w.member_path(base, value)));
                let Some(name) = self.child(node, fields.name) else { return value };
                (base.unwrap_or(value), name)
            }
            _ => {
                self.anything(node);
                return value;
            }
        };
        let text = self.name(name);
        let id = self.expression(Expression::Member { base, name: text });
        self.reference(name, ReferenceRole::Read, ReferenceTarget::Value(id), None);
        id
    }

    /// `(p, q)`.
    fn positional_patterns(&mut self, clause: Node<'t>, value: ExpressionId) {
        let mut index = 0;
        self.each_part(clause, |w, subpattern| {
            let part = w.expression(Expression::TupleField { base: value, index });
            index += 1;
            match w.kind(subpattern) {
                Kind::Subpattern => {
                    if let Some(inner) = w.last_part(subpattern).filter(|inner| w.kind(*inner).is_pattern()) {
                        w.pattern(inner, part);
                    } else {
                        w.each_part(subpattern, |w, child| w.anything(child));
                    }
                }
                _ => w.anything(subpattern),
            }
        });
    }

    /// `value switch { pattern => result, … }`.
    pub(super) fn switch_expression(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let parts = self.parts(node);
        let mut value = None;
        let mut results = Vec::new();
        for part in parts {
            if self.kind(part) == Kind::SwitchExpressionArm {
                let matched = value.unwrap_or_else(|| self.unknown());
                self.scoped(ScopeKind::Block, |w| {
                    let arm = w.parts(part);
                    let last = arm.len().saturating_sub(1);
                    for (at, child) in arm.into_iter().enumerate() {
                        let kind = w.kind(child);
                        if at == last && at > 0 {
                            let result = w.value(child, expect);
                            results.push(result);
                        } else if kind.is_pattern() {
                            w.pattern(child, matched);
                        } else if kind == Kind::WhenClause {
                            w.each_part(child, |w, inner| w.anything(inner));
                        } else {
                            w.anything(child);
                        }
                    }
                });
            } else if value.is_none() {
                value = Some(self.value(part, Expect::Nothing));
            } else {
                self.anything(part);
            }
        }
        self.expression(Expression::Union(results.into()))
    }
}
