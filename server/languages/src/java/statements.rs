//! Statements: blocks, control flow, locals, patterns; and what stands where nothing of its kind is expected.

use lockstep_facts::{Expression, ExpressionId, ReferenceRole, ReferenceTarget, ScopeKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// The whole file.
    pub(super) fn program(&mut self, root: Node<'t>) {
        self.each_child(root, |w, child| {
            if !child.is_named() {
                return;
            }
            match w.kind(child) {
                Kind::LineComment => {}
                Kind::BlockComment => w.note_comment(child),
                _ => {
                    if w.builder.take_over(child, 0).is_none() {
                        w.top_level(child);
                        w.builder.walked(child, 0);
                    }
                    w.comment = None;
                }
            }
        });
    }

    fn top_level(&mut self, node: Node<'t>) {
        match self.kind(node) {
            Kind::Package => self.package(node),
            Kind::Import => self.import(node),
            Kind::ModuleDeclaration => {}
            kind if kind.is_type_declaration() => self.type_declaration(node, false),
            _ => self.anything(node),
        }
    }

    /// The statements that are children of `node`, in the current scope.
    pub(super) fn statements(&mut self, node: Node<'t>) {
        self.each_named(node, |w, child| w.statement(child));
    }

    /// One statement.
    pub(super) fn statement(&mut self, node: Node<'t>) {
        self.nested((), |w| w.statement_of_kind(node));
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        match self.kind(node) {
            Kind::Block | Kind::ConstructorBody | Kind::For => self.scoped(node),
            Kind::LocalVariable => self.local_variable(node),
            Kind::EnhancedFor => self.enhanced_for(node),
            Kind::TryResources => self.scoped(node),
            Kind::CatchClause => self.catch_clause(node),
            Kind::Resource => self.resource(node),
            Kind::ExplicitConstructor => self.explicit_constructor(node),
            Kind::Return => self.return_statement(node),
            Kind::Labeled => {
                // The first is the label.
                let mut is_label = true;
                self.each_named(node, |w, child| {
                    if !std::mem::take(&mut is_label) {
                        w.statement(child);
                    }
                });
            }
            Kind::BreakStatement | Kind::ContinueStatement => {}
            Kind::Switch => {
                self.switch(node, Expect::Nothing);
            }
            kind if kind.is_type_declaration() => self.type_declaration(node, true),
            _ => self.anything(node),
        }
    }

    fn scoped(&mut self, node: Node<'t>) {
        self.builder.push_scope(ScopeKind::Block);
        self.each_named(node, |w, child| w.statement(child));
        self.builder.pop_scope();
    }

    /// A node of any kind, in its place or not: damaged text puts everything everywhere.
    pub(super) fn anything(&mut self, node: Node<'t>) {
        self.nested((), |w| match w.kind(node) {
            Kind::FieldDeclaration
            | Kind::ConstantDeclaration
            | Kind::Method
            | Kind::Constructor
            | Kind::CompactConstructor
            | Kind::AnnotationElement
            | Kind::EnumConstant
            | Kind::StaticInitializer => w.member(node),
            Kind::Package => w.package(node),
            Kind::Import => w.import(node),
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(node);
            }
            Kind::Block
            | Kind::ConstructorBody
            | Kind::For
            | Kind::LocalVariable
            | Kind::EnhancedFor
            | Kind::TryResources
            | Kind::CatchClause
            | Kind::Resource
            | Kind::ExplicitConstructor
            | Kind::Return
            | Kind::Labeled
            | Kind::BreakStatement
            | Kind::ContinueStatement => w.statement_of_kind(node),
            Kind::FormalParameter | Kind::Spread | Kind::CatchParameter => w.loose_parameter(node),
            Kind::TypeParameters => {
                w.type_parameters(node);
            }
            kind if kind.is_type_declaration() => {
                let is_local = w.builder.container().is_some_and(|_| !w.stands_in_type());
                w.type_declaration(node, is_local);
            }
            kind if kind.is_type() => {
                w.type_expression(node);
            }
            kind if kind.is_expression() => {
                w.value(node, Expect::Nothing);
            }
            _ => w.each_child(node, |w, child| {
                if child.is_named() && !w.kind(child).is_comment() {
                    w.anything(child);
                }
            }),
        });
    }

    /// Whether the item being built is a type.
    fn stands_in_type(&mut self) -> bool {
        self.builder.definition().is_some_and(|d| d.kind.is_type())
    }

    /// A parameter that belongs to nothing any more: seen by what follows it.
    fn loose_parameter(&mut self, node: Node<'t>) {
        let parts = self.parameter_parts(node);
        let declared = match parts.annotation {
            Some(annotation) => Some(self.type_expression(annotation)),
            None => self.find_child(node, Kind::CatchType).map(|list| self.type_expression(list)),
        };
        if let Some(name) = parts.name {
            let scope = self.builder.scope();
            self.bind(name, scope, declared, None);
        }
    }

    fn local_variable(&mut self, node: Node<'t>) {
        self.parameter_annotations(node);
        let annotation = self.child(node, self.fields().type_);
        let annotation = annotation.filter(|annotation| !self.is_var(*annotation));
        let element = annotation.map(|annotation| self.type_expression(annotation));
        self.each_named(node, |w, declarator| {
            if w.kind(declarator) != Kind::VariableDeclarator {
                if declarator.is_error() {
                    w.anything(declarator);
                }
                return;
            }
            let declared = element.map(|element| w.with_dimensions(declarator, element));
            let mut value = None;
            if let Some(node) = w.child(declarator, w.fields().value) {
                let expect = w.expect_type(declared);
                value = Some(w.value(node, expect));
            }
            if let Some(name) = w.child(declarator, w.fields().name) {
                let scope = w.builder.scope();
                w.bind(name, scope, declared, value);
            }
            w.errors_of(declarator);
        });
    }

    fn enhanced_for(&mut self, node: Node<'t>) {
        let fields = self.fields();
        self.builder.push_scope(ScopeKind::Block);
        self.parameter_annotations(node);
        let annotation = self.child(node, fields.type_);
        let annotation = annotation.filter(|annotation| !self.is_var(*annotation));
        let declared = annotation.map(|annotation| {
            let element = self.type_expression(annotation);
            self.with_dimensions(node, element)
        });
        let value = self.child(node, fields.value).map(|value| {
            let all = self.value(value, Expect::Nothing);
            self.expression(Expression::Element(all))
        });
        if let Some(name) = self.child(node, fields.name) {
            let scope = self.builder.scope();
            self.bind(name, scope, declared, value);
        }
        if let Some(body) = self.child(node, fields.body) {
            self.statement(body);
        }
        self.errors_of(node);
        self.builder.pop_scope();
    }

    fn catch_clause(&mut self, node: Node<'t>) {
        self.builder.push_scope(ScopeKind::Block);
        self.each_named(node, |w, child| {
            if w.kind(child) == Kind::CatchParameter {
                w.parameter_annotations(child);
                w.loose_parameter(child);
            } else {
                w.statement(child);
            }
        });
        self.builder.pop_scope();
    }

    /// `T t = e` among the resources of a `try`, or a value.
    fn resource(&mut self, node: Node<'t>) {
        let fields = self.fields();
        let Some(name) = self.child(node, fields.name) else {
            self.each_named(node, |w, child| w.anything(child));
            return;
        };
        self.parameter_annotations(node);
        let annotation = self.child(node, fields.type_);
        let annotation = annotation.filter(|annotation| !self.is_var(*annotation));
        let declared = annotation.map(|annotation| self.type_expression(annotation));
        let mut value = None;
        if let Some(node) = self.child(node, fields.value) {
            let expect = self.expect_type(declared);
            value = Some(self.value(node, expect));
        }
        let scope = self.builder.scope();
        self.bind(name, scope, declared, value);
        self.errors_of(node);
    }

    /// `this(…)`, `super(…)`: a reference to a constructor.
    fn explicit_constructor(&mut self, node: Node<'t>) {
        let fields = self.fields();
        if let Some(object) = self.child(node, fields.object) {
            self.value(object, Expect::Nothing);
        }
        let arguments = self.child(node, fields.arguments);
        let shape = self.call_shape(arguments);
        let word = self.child(node, fields.constructor);
        let is_own = word.is_some_and(|word| self.kind(word) == Kind::This);
        let callee = self.expression(if is_own { Expression::SelfValue } else { Expression::Super });
        if let Some(word) = word {
            self.reference(word, ReferenceRole::Call, ReferenceTarget::Value(callee), Some(shape));
        }
        let call = self.unknown();
        let arguments = match arguments {
            Some(arguments) => self.arguments(arguments, call),
            None => Box::default(),
        };
        self.fill(call, Expression::Call { callee, arguments });
        self.errors_of(node);
    }

    fn return_statement(&mut self, node: Node<'t>) {
        let expect = self.expected_result;
        self.each_named(node, |w, child| {
            if child.is_error() {
                w.anything(child);
            } else {
                let value = w.value(child, expect);
                w.returns.push(value);
            }
        });
    }

    /// A `switch`, as a statement or a value.
    pub(super) fn switch(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = self.fields();
        let over = match self.child(node, fields.condition) {
            Some(condition) => self.value(condition, Expect::Nothing),
            None => self.unknown(),
        };
        let mut values = Vec::new();
        if let Some(body) = self.child(node, fields.body) {
            self.builder.push_scope(ScopeKind::Block);
            self.each_named(body, |w, part| match w.kind(part) {
                Kind::SwitchRule => {
                    w.builder.push_scope(ScopeKind::Block);
                    w.each_named(part, |w, child| match w.kind(child) {
                        Kind::SwitchLabel => w.switch_label(child, over),
                        Kind::ExpressionStatement => w.each_named(child, |w, inner| {
                            values.push(w.value(inner, expect));
                        }),
                        _ => w.statement(child),
                    });
                    w.builder.pop_scope();
                }
                Kind::SwitchGroup => w.each_named(part, |w, child| match w.kind(child) {
                    Kind::SwitchLabel => w.switch_label(child, over),
                    _ => w.statement(child),
                }),
                _ => w.anything(part),
            });
            self.builder.pop_scope();
        }
        values.truncate(8);
        self.union(values)
    }

    fn switch_label(&mut self, node: Node<'t>, over: ExpressionId) {
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Pattern | Kind::RecordPattern | Kind::TypePattern => w.pattern(child, over),
            Kind::Guard => w.each_named(child, |w, guard| {
                w.value(guard, Expect::Nothing);
            }),
            Kind::Identifier if child.start_byte() < child.end_byte() => {
                let name = w.builder.name(child);
                let member = w.expression(Expression::Member { base: over, name });
                let plain = w.expression(Expression::Name(name));
                let id = w.expression(Expression::Union(Box::new([member, plain])));
                w.reference(child, ReferenceRole::Read, ReferenceTarget::Value(id), None);
            }
            _ => {
                w.value(child, Expect::Nothing);
            }
        });
    }

    /// A pattern that `value` is matched with.
    pub(super) fn pattern(&mut self, node: Node<'t>, value: ExpressionId) {
        self.nested((), |w| match w.kind(node) {
            Kind::Pattern => w.each_named(node, |w, inner| w.pattern(inner, value)),
            Kind::TypePattern | Kind::RecordPatternComponent => w.type_pattern(node, value),
            Kind::RecordPattern => {
                let mut record = None;
                w.each_named(node, |w, child| match w.kind(child) {
                    Kind::RecordPatternBody => {
                        let mut index = 0u8;
                        w.each_named(child, |w, component| {
                            let inner = match record {
                                Some(variant) => {
                                    w.expression(Expression::VariantField { variant, value, index })
                                }
                                None => w.unknown(),
                            };
                            w.pattern(component, inner);
                            index = index.saturating_add(1);
                        });
                    }
                    _ => record = Some(w.type_expression(child)),
                });
            }
            Kind::Underscore => {}
            _ => w.anything(node),
        });
    }

    fn type_pattern(&mut self, node: Node<'t>, value: ExpressionId) {
        let mut declared = None;
        let mut is_var = false;
        let mut name = None;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Identifier => name = Some(child),
            kind if kind.is_type() => {
                is_var = w.is_var(child);
                if !is_var {
                    declared = Some(w.type_expression(child));
                }
            }
            _ => {}
        });
        if let Some(name) = name {
            let scope = self.builder.scope();
            self.bind(name, scope, declared, is_var.then_some(value));
        }
    }
}
