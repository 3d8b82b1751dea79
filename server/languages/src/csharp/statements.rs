//! Statements: scopes, locals, what is returned.

use lockstep_facts::{Expression, ExpressionId, ScopeKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// The statements between braces, in the current scope.
    pub(super) fn statements(&mut self, node: Node<'t>) {
        self.nested((), |w| {
            w.each_part(node, |w, child| {
                w.comment = None;
                let kind = w.kind(child);
                if kind.is_statement() {
                    w.statement(child);
                } else if kind == Kind::Other || kind == Kind::Modifier {
                } else {
                    w.anything(child);
                }
            });
        });
    }

    /// One statement.
    pub(super) fn statement(&mut self, node: Node<'t>) {
        self.nested((), |w| w.statement_of_kind(node));
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::Block => self.scoped(ScopeKind::Block, |w| w.statements(node)),
            Kind::GlobalStatement | Kind::UnsafeStatement | Kind::CheckedStatement => self.statements(node),
            Kind::LocalDeclarationStatement => {
                self.each_part(node, |w, child| match w.kind(child) {
                    Kind::VariableDeclaration => w.locals(child),
                    Kind::Modifier => {}
                    _ => w.anything(child),
                });
            }
            Kind::LocalFunctionStatement => self.local_function(node),
            Kind::ReturnStatement => {
                let expect = self.context().expected;
                let value = self.first_part(node).map(|value| self.value(value, expect));
                self.context().returns.extend(value);
                self.each_error(node);
            }
            Kind::YieldStatement => {
                let expect = self.context().expected;
                let expect = self.expected_element(expect);
                let value = self.first_part(node).map(|value| self.value(value, expect));
                self.context().yields.extend(value);
            }
            Kind::ForeachStatement => self.foreach(node),
            Kind::ForStatement => self.scoped(ScopeKind::Block, |w| {
                let body = w.child(node, w.grammar.fields.body);
                w.each_part(node, |w, child| match w.kind(child) {
                    _ if Some(child) == body => w.embedded(child),
                    Kind::VariableDeclaration => w.locals(child),
                    _ => w.anything(child),
                });
            }),
            Kind::UsingStatement | Kind::FixedStatement => self.scoped(ScopeKind::Block, |w| {
                w.each_part(node, |w, child| match w.kind(child) {
                    Kind::VariableDeclaration => w.locals(child),
                    kind if kind.is_statement() => w.embedded(child),
                    _ => w.anything(child),
                });
            }),
            Kind::IfStatement | Kind::LockStatement => {
                self.each_part(node, |w, child| match w.kind(child) {
                    kind if kind.is_statement() => w.embedded(child),
                    _ => w.anything(child),
                });
            }
            Kind::WhileStatement | Kind::DoStatement => self.scoped(ScopeKind::Block, |w| {
                w.each_part(node, |w, child| match w.kind(child) {
                    kind if kind.is_statement() => w.embedded(child),
                    _ => w.anything(child),
                });
            }),
            Kind::SwitchStatement => {
                let value = match self.child(node, fields.value) {
                    Some(value) => self.value(value, Expect::Nothing),
                    None => self.unknown(),
                };
                if let Some(body) = self.child(node, fields.body) {
                    self.each_part(body, |w, section| match w.kind(section) {
                        Kind::SwitchSection => {
                            w.scoped(ScopeKind::Block, |w| w.switch_section(section, value));
                        }
                        _ => w.anything(section),
                    });
                }
                self.each_error(node);
            }
            Kind::TryStatement => self.each_part(node, |w, child| match w.kind(child) {
                Kind::CatchClause => w.scoped(ScopeKind::Block, |w| w.catch(child)),
                Kind::FinallyClause => w.statements(child),
                _ => w.anything(child),
            }),
            Kind::LabeledStatement => {
                let mut label = true;
                self.each_part(node, |w, child| {
                    if !std::mem::take(&mut label) {
                        w.anything(child);
                    }
                });
            }
            // What it names is a label, or a value after `case`.
            Kind::GotoStatement => {
                if self.has_token(node, "case") {
                    self.each_part(node, |w, child| w.anything(child));
                }
            }
            Kind::PreprocIf | Kind::PreprocElif | Kind::PreprocElse => self.arm(node),
            _ => self.each_part(node, |w, child| w.anything(child)),
        }
    }

    /// One arm of an `#if`: all but its condition.
    fn arm(&mut self, node: Node<'t>) {
        let condition = self.child(node, self.grammar.fields.condition);
        self.each_part(node, |w, child| match w.kind(child) {
            _ if Some(child) == condition => {}
            Kind::PreprocElif | Kind::PreprocElse => w.nested((), |w| w.arm(child)),
            _ => w.anything(child),
        });
    }

    /// A statement in a place where a block usually stands: what it declares ends with it.
    fn embedded(&mut self, node: Node<'t>) {
        if self.kind(node) == Kind::Block {
            self.statement(node);
        } else {
            self.scoped(ScopeKind::Block, |w| w.statement(node));
        }
    }

    /// `T a = x, b = y`.
    pub(super) fn locals(&mut self, declaration: Node<'t>) {
        let ty = self.child(declaration, self.grammar.fields.ty);
        let declared = match ty {
            Some(ty) if self.kind(ty) != Kind::ImplicitType => Some(self.type_of(ty)),
            _ => None,
        };
        self.each_part(declaration, |w, declarator| {
            if w.kind(declarator) != Kind::VariableDeclarator {
                if Some(declarator) != ty {
                    w.anything(declarator);
                }
                return;
            }
            let expect = match declared {
                Some(declared) => Expect::Value(w.expression(Expression::Cast(declared))),
                None => Expect::Nothing,
            };
            let value = w.initial_value(declarator).map(|value| w.value(value, expect));
            if let Some(name) = w.child(declarator, w.grammar.fields.name) {
                w.bind(name, declared, value);
                w.unverbatim_binding(name);
            } else if let Some(pattern) = w.find_child(declarator, Kind::TuplePattern) {
                let value = value.unwrap_or_else(|| w.unknown());
                w.deconstruct(pattern, value);
            }
            w.each_error(declarator);
        });
        self.each_error(declaration);
    }

    fn unverbatim_binding(&mut self, name: Node<'t>) {
        if self.builder.node_text(name) != "_" {
            self.unverbatim(name);
        }
    }

    /// `(a, (b, c))`: names bound to the parts of a value.
    pub(super) fn deconstruct(&mut self, pattern: Node<'t>, value: ExpressionId) {
        self.nested((), |w| {
            let mut index = 0;
            w.each_part(pattern, |w, child| {
                let part = w.expression(Expression::TupleField { base: value, index });
                match w.kind(child) {
                    Kind::Identifier => w.bind(child, None, Some(part)),
                    Kind::TuplePattern | Kind::ParenthesizedVariableDesignation => w.deconstruct(child, part),
                    _ => {}
                }
                index += 1;
            });
        });
    }

    fn foreach(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let ty = self.child(node, fields.ty);
        let left = self.child(node, fields.left);
        let right = self.child(node, fields.right);
        let body = self.child(node, fields.body);
        self.scoped(ScopeKind::Block, |w| {
            let declared = match ty {
                Some(ty) if w.kind(ty) != Kind::ImplicitType => Some(w.type_of(ty)),
                _ => None,
            };
            let element = match right {
                Some(right) => {
                    let right = w.value(right, Expect::Nothing);
                    w.expression(Expression::Element(right))
                }
                None => w.unknown(),
            };
            match left {
                Some(left) if w.kind(left) == Kind::TuplePattern => w.deconstruct(left, element),
                Some(left) if w.kind(left) == Kind::Identifier && ty.is_some() => {
                    w.bind(left, declared, Some(element));
                    w.unverbatim_binding(left);
                }
                Some(left) => w.assigned_parts(left, element),
                None => {}
            }
            if let Some(body) = body {
                w.embedded(body);
            }
            w.each_error(node);
        });
    }

    fn switch_section(&mut self, node: Node<'t>, value: ExpressionId) {
        self.each_part(node, |w, child| match w.kind(child) {
            kind if kind.is_statement() => w.statement(child),
            kind if kind.is_pattern() => w.pattern(child, value),
            Kind::WhenClause => w.each_part(child, |w, inner| w.anything(inner)),
            _ => w.anything(child),
        });
    }

    fn catch(&mut self, node: Node<'t>) {
        self.each_part(node, |w, child| match w.kind(child) {
            Kind::CatchDeclaration => {
                let fields = &w.grammar.fields;
                let declared = w.child(child, fields.ty).map(|ty| w.type_of(ty));
                if let Some(name) = w.child(child, fields.name) {
                    w.bind(name, declared, None);
                    w.unverbatim_binding(name);
                }
            }
            Kind::CatchFilterClause => w.each_part(child, |w, inner| w.anything(inner)),
            _ => w.anything(child),
        });
    }
}
