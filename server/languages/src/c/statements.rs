//! Statements: scopes, and whatever stands in them.

use lockstep_facts::{Expression, ScopeKind};
use tree_sitter::Node;

use super::items::Preamble;
use super::kinds::Kind;
use super::{Child, Place, Walker};

impl<'n> Walker<'_, '_, 'n> {
    /// The statements of a block in the current scope.
    pub(super) fn block_contents(&mut self, node: Node<'n>) {
        if !self.enter() {
            return;
        }
        for child in self.children(node) {
            self.statement(child);
        }
        self.exit();
    }

    fn scoped(&mut self, node: Node<'n>) {
        self.state.builder.push_scope(ScopeKind::Block);
        self.block_contents(node);
        self.state.builder.pop_scope();
    }

    /// The named children of `node`, as whatever they are.
    pub(super) fn statement_children(&mut self, node: Node<'n>) {
        self.block_contents(node);
    }

    /// One statement, or whatever stands where one may.
    pub(super) fn statement(&mut self, child: Child<'n>) {
        if !self.enter() {
            return;
        }
        let node = child.node;
        match child.kind {
            Kind::Token | Kind::Comment | Kind::StatementIdentifier => {}
            Kind::CompoundStatement
            | Kind::ForStatement
            | Kind::IfStatement
            | Kind::WhileStatement
            | Kind::SwitchStatement => self.scoped(node),
            Kind::ForRangeLoop => self.for_range(node),
            Kind::CatchClause => self.catch(node),
            Kind::ReturnStatement => {
                for part in self.children(node) {
                    let value = self.expression(part);
                    if let Some(returns) = &mut self.state.returns {
                        returns.push(value);
                    }
                }
            }
            Kind::Declaration if self.state.place == Place::Function => {
                self.declaration(child, &Preamble::default());
            }
            kind if kind.is_declaration() => self.item(child, &Preamble::default()),
            Kind::FieldInitializerList | Kind::FieldDeclarationList | Kind::EnumeratorList => {
                self.block_contents(node);
            }
            kind if is_expression(kind) => {
                self.expression(child);
            }
            kind if kind.is_type() => {
                self.type_expression(node, true);
            }
            Kind::PreprocElse | Kind::PreprocElif | Kind::PreprocElifdef => self.condition(child),
            _ => self.block_contents(node),
        }
        self.exit();
    }

    fn for_range(&mut self, node: Node<'n>) {
        let children = self.children(node);
        self.state.builder.push_scope(ScopeKind::Block);
        if let Some(initializer) = children.iter().find(|part| part.field == self.fields.initializer) {
            self.statement(*initializer);
        }
        let type_node = children.iter().find(|part| part.field == self.fields.type_node).copied();
        let automatic = type_node.is_some_and(|part| part.kind == Kind::Placeholder);
        let declared = type_node.map(|part| self.type_expression(part.node, true)).filter(|_| !automatic);
        let right = children.iter().find(|part| part.field == self.fields.right).copied();
        let value = right.map(|right| self.expression(right));
        let element = value.map(|value| self.add(Expression::Element(value)));
        if let Some(declarator) = children.iter().find(|part| part.field == self.fields.declarator) {
            let declarator = self.declarator(declarator.node);
            let scope = self.state.builder.scope();
            for (at, name) in declarator.bindings.iter().enumerate() {
                let field = element.map(|base| self.add(Expression::TupleField { base, index: at as u32 }));
                self.state.builder.binding(*name, scope, false, None, field);
            }
            if let Some(name) = declarator.name {
                self.state.builder.binding(name, scope, false, declared, element.filter(|_| automatic));
            }
        }
        if let Some(body) = children.iter().find(|part| part.field == self.fields.body).copied() {
            self.statement(body);
        }
        self.state.builder.pop_scope();
    }

    fn catch(&mut self, node: Node<'n>) {
        self.state.builder.push_scope(ScopeKind::Block);
        for part in self.children(node) {
            if part.kind != Kind::ParameterList {
                self.statement(part);
                continue;
            }
            for parameter in self.children(part.node) {
                let Some(typed) = self.field(parameter.node, self.fields.type_node) else { continue };
                let declared = self.type_expression(typed.node, true);
                let Some(declarator) = self.field(parameter.node, self.fields.declarator) else { continue };
                if let Some(name) = self.declarator(declarator.node).name {
                    let scope = self.state.builder.scope();
                    self.state.builder.binding(name, scope, false, Some(declared), None);
                }
            }
        }
        self.state.builder.pop_scope();
    }
}

/// Whether a node of this kind has a value.
pub(super) fn is_expression(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AlignofExpression
            | Kind::AssignmentExpression
            | Kind::BinaryExpression
            | Kind::CallExpression
            | Kind::CastExpression
            | Kind::CharLiteral
            | Kind::CommaExpression
            | Kind::CompoundLiteral
            | Kind::ConcatenatedString
            | Kind::ConditionalExpression
            | Kind::DeleteExpression
            | Kind::False
            | Kind::FieldExpression
            | Kind::FieldIdentifier
            | Kind::Identifier
            | Kind::InitializerList
            | Kind::LambdaExpression
            | Kind::NewExpression
            | Kind::Null
            | Kind::Number
            | Kind::OffsetofExpression
            | Kind::ParenthesizedExpression
            | Kind::PointerExpression
            | Kind::QualifiedIdentifier
            | Kind::RawString
            | Kind::SizeofExpression
            | Kind::String
            | Kind::SubscriptExpression
            | Kind::TemplateFunction
            | Kind::This
            | Kind::True
            | Kind::UnaryExpression
            | Kind::UpdateExpression
            | Kind::UserDefinedLiteral
    )
}
