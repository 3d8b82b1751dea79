//! Blocks and what has blocks: statements, conditions, matches, loops, closures, async blocks.

use lockstep_facts::{Expression, ExpressionId, Name, Parameter, ParameterKind, ReferenceRole, ScopeKind};
use tree_sitter::Node;

use super::attributes::Preamble;
use super::paths::Mention;
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    /// Expressions with blocks in them, and whatever else is left.
    pub(super) fn block_like(&mut self, kind: Kind, node: Node<'n>) -> ExpressionId {
        match kind {
            Kind::Block => self.block(node),
            Kind::If => self.if_expression(node),
            Kind::Match => self.match_expression(node),
            Kind::For => self.for_expression(node),
            Kind::While => self.while_expression(node),
            Kind::Loop => {
                if let Some(body) = node.child_by_field_id(FIELDS.body) {
                    self.block(body);
                }
                self.unknown()
            }
            Kind::Closure => self.closure(node, None),
            Kind::AsyncBlock => self.async_block(node),
            Kind::TypeIdentifier | Kind::ScopedTypeIdentifier | Kind::GenericType => {
                self.path(node, Mention::Type(ReferenceRole::Type))
            }
            _ => self.anything(Child { kind, field: 0, node }),
        }
    }

    /// `{ .. }` in a scope of its own; its value is that of its last expression.
    pub(super) fn block(&mut self, node: Node<'n>) -> ExpressionId {
        self.state.builder.push_scope(ScopeKind::Block);
        let value = self.block_contents(node);
        self.state.builder.pop_scope();
        value
    }

    /// The statements of a block in the current scope; the value of its last expression.
    pub(super) fn block_contents(&mut self, node: Node<'n>) -> ExpressionId {
        let mut frame = self.children_and_comments(node);
        let level = self.push_level_of_block(frame);
        let mut preamble = Preamble::default();
        let mut tail = None;
        while let Some(child) = self.next(&mut frame) {
            if self.gather(child, &mut preamble) {
                continue;
            }
            if child.kind.is_token() {
                continue;
            }
            tail = None;
            if child.kind.is_item() {
                let preamble = preamble.take();
                self.item(child, &preamble);
                continue;
            }
            for attribute in preamble.take().attributes {
                self.attribute(attribute);
            }
            match child.kind {
                Kind::Let => self.let_declaration(child.node),
                Kind::ExpressionStatement => tail = self.expression_statement(child.node),
                Kind::EmptyStatement | Kind::Label | Kind::InnerAttribute => {}
                Kind::Error => self.damaged_statements(child.node),
                _ => tail = Some(self.expression(child)),
            }
        }
        if level {
            self.state.levels.pop();
        }
        match tail {
            Some(tail) => tail,
            None => self.unknown(),
        }
    }

    /// Statements inside a damaged part stand in the scope around it.
    fn damaged_statements(&mut self, node: Node<'n>) {
        if !self.enter() {
            return;
        }
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if !child.kind.is_token() {
                self.anything(child);
            }
        }
        self.exit();
    }

    /// One statement outside of a list of them.
    pub(super) fn statement(&mut self, child: Child<'n>) {
        match child.kind {
            Kind::Let => self.let_declaration(child.node),
            kind if kind.is_item() => self.item(child, &Preamble::default()),
            _ => {
                self.expression(child);
            }
        }
    }

    /// The value if the statement ends without `;`, as a block's last expression may.
    fn expression_statement(&mut self, node: Node<'n>) -> Option<ExpressionId> {
        let frame = self.children(node);
        let closed = self.child_of_kind(frame, Kind::Semicolon).is_some();
        let inner = self.frame(frame).iter().find(|child| !child.kind.is_token()).copied();
        self.leave(frame);
        let value = self.expression(inner?);
        (!closed).then_some(value)
    }

    fn let_declaration(&mut self, node: Node<'n>) {
        let frame = self.children(node);
        let pattern = self.field(frame, FIELDS.pattern);
        let type_node = self.field(frame, FIELDS.type_node);
        let value = self.field(frame, FIELDS.value);
        let alternative = self.field(frame, FIELDS.alternative);
        self.leave(frame);
        if let Some(pattern) = pattern {
            self.mention_pattern(pattern.node);
        }
        let declared = type_node.map(|child| self.type_expression(child.node));
        let value = value.map(|child| self.expression(child));
        if let Some(alternative) = alternative {
            self.block(alternative.node);
        }
        if let Some(pattern) = pattern {
            self.bind_pattern(pattern.node, value, declared);
        }
    }

    /// The condition of an `if`, `while` or guard; what its `let`s bind is visible from there on in the current scope.
    pub(super) fn condition(&mut self, child: Child<'n>) {
        match child.kind {
            Kind::LetCondition => {
                let frame = self.children(child.node);
                let pattern = self.field(frame, FIELDS.pattern);
                let value = self.field(frame, FIELDS.value);
                self.leave(frame);
                if let Some(pattern) = pattern {
                    self.mention_pattern(pattern.node);
                }
                let value = value.map(|child| self.expression(child));
                if let Some(pattern) = pattern {
                    self.bind_pattern(pattern.node, value, None);
                }
            }
            Kind::LetChain => {
                if !self.enter() {
                    return;
                }
                let mut frame = self.children(child.node);
                while let Some(child) = self.next(&mut frame) {
                    if !child.kind.is_token() {
                        self.condition(child);
                    }
                }
                self.exit();
            }
            _ => {
                self.expression(child);
            }
        }
    }

    fn if_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let condition = self.field(frame, FIELDS.condition);
        let consequence = self.field(frame, FIELDS.consequence);
        let alternative = self.field(frame, FIELDS.alternative);
        self.leave(frame);
        self.state.builder.push_scope(ScopeKind::Block);
        if let Some(condition) = condition {
            self.condition(condition);
        }
        let then = consequence.map(|child| self.block_contents(child.node));
        self.state.builder.pop_scope();
        let otherwise = match alternative {
            Some(clause) => self.first_named(clause.node).map(|child| self.expression(child)),
            None => None,
        };
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => self.union(vec![then, otherwise]),
            _ => self.unknown(),
        }
    }

    /// One of `values`, those left out whose type is not followed.
    fn union(&mut self, mut values: Vec<ExpressionId>) -> ExpressionId {
        if let Some(unknown) = self.state.frame.unknown {
            values.retain(|value| *value != unknown);
        }
        match *values {
            [] => self.unknown(),
            [only] => only,
            _ => self.add(Expression::Union(values.into())),
        }
    }

    fn match_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let value = self.field(frame, FIELDS.value);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        let value = value.map(|child| self.expression(child));
        let mut arms = Vec::new();
        if let Some(body) = body {
            let mut frame = self.children(body.node);
            while let Some(child) = self.next(&mut frame) {
                match child.kind {
                    Kind::MatchArm => arms.push(self.match_arm(child.node, value)),
                    kind if kind.is_token() => {}
                    _ => {
                        self.anything(child);
                    }
                }
            }
        }
        self.union(arms)
    }

    /// One arm over `value`, in a scope of its own.
    pub(super) fn match_arm(&mut self, node: Node<'n>, value: Option<ExpressionId>) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        self.state.builder.push_scope(ScopeKind::Block);
        let mut result = None;
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::AttributeItem => self.attribute(child.node),
                Kind::MatchPattern => self.match_pattern(child.node, value),
                kind if kind.is_token() => {}
                _ => result = Some(self.expression(child)),
            }
        }
        self.state.builder.pop_scope();
        self.exit();
        match result {
            Some(result) => result,
            None => self.unknown(),
        }
    }

    fn match_pattern(&mut self, node: Node<'n>, value: Option<ExpressionId>) {
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if child.kind.is_token() {
                continue;
            }
            if child.field == FIELDS.condition {
                self.condition(child);
            } else {
                self.mention_pattern(child.node);
                self.bind_pattern(child.node, value, None);
            }
        }
    }

    fn for_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let pattern = self.field(frame, FIELDS.pattern);
        let value = self.field(frame, FIELDS.value);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        if let Some(pattern) = pattern {
            self.mention_pattern(pattern.node);
        }
        let value = value.map(|child| self.expression(child));
        let element = value.map(|value| self.add(Expression::Element(value)));
        self.state.builder.push_scope(ScopeKind::Block);
        if let Some(pattern) = pattern {
            self.bind_pattern(pattern.node, element, None);
        }
        if let Some(body) = body {
            self.block_contents(body.node);
        }
        self.state.builder.pop_scope();
        self.unknown()
    }

    fn while_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let condition = self.field(frame, FIELDS.condition);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        self.state.builder.push_scope(ScopeKind::Block);
        if let Some(condition) = condition {
            self.condition(condition);
        }
        if let Some(body) = body {
            self.block_contents(body.node);
        }
        self.state.builder.pop_scope();
        self.unknown()
    }

    /// A closure; `place` is the call and the index of the argument that it is.
    pub(super) fn closure(&mut self, node: Node<'n>, place: Option<(ExpressionId, u8)>) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let frame = self.children(node);
        let parameters = self.field(frame, FIELDS.parameters);
        let return_type = self.field(frame, FIELDS.return_type);
        let body = self.field(frame, FIELDS.body);
        let is_async = self.child_of_kind(frame, Kind::AsyncToken).is_some();
        self.leave(frame);
        self.state.builder.push_scope(ScopeKind::Closure);
        let outer_returns = self.state.frame.returns.replace(Vec::new());
        let parameters = match parameters {
            Some(parameters) => self.closure_parameters(parameters.node, place),
            None => Vec::new(),
        };
        let declared = return_type.map(|child| self.type_expression(child.node));
        let value = body.filter(|body| !body.kind.is_token()).map(|body| self.expression(body));
        let mut values = std::mem::replace(&mut self.state.frame.returns, outer_returns).unwrap_or_default();
        values.extend(value);
        let result = match declared {
            Some(declared) => self.add(Expression::Cast(declared)),
            None => self.union(values),
        };
        self.state.builder.pop_scope();
        self.exit();
        self.add(Expression::Function { parameters: parameters.into(), result: Some(result), is_async })
    }

    fn closure_parameters(&mut self, node: Node<'n>, place: Option<(ExpressionId, u8)>) -> Vec<Parameter> {
        let mut list: Vec<Parameter> = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            let (pattern, type_node) = match child.kind {
                Kind::Parameter => {
                    let parts = self.children(child.node);
                    let found = (self.field(parts, FIELDS.pattern), self.field(parts, FIELDS.type_node));
                    self.leave(parts);
                    found
                }
                // `_` is a token where a pattern stands.
                Kind::Token if self.text(child.node) == "_" => (None, None),
                kind if kind.is_token() => continue,
                _ => (Some(child), None),
            };
            if let Some(pattern) = pattern {
                self.mention_pattern(pattern.node);
            }
            let declared = type_node.map(|child| self.type_expression(child.node));
            let value = match (declared, place, u8::try_from(list.len())) {
                (None, Some((call, argument)), Ok(parameter)) => {
                    Some(self.add(Expression::ClosureParameter { call, argument, parameter }))
                }
                _ => None,
            };
            let name = pattern.map_or(Name::empty(), |pattern| self.parameter_name(pattern.node));
            if let Some(pattern) = pattern {
                self.bind_pattern(pattern.node, value, declared);
            }
            list.push(Parameter { name, kind: ParameterKind::Positional, declared, has_default: false });
        }
        list
    }

    /// The name of a parameter that is one name, perhaps behind `mut` or `ref`.
    pub(super) fn parameter_name(&self, pattern: Node<'n>) -> Name {
        match Kind::of(pattern) {
            Kind::Identifier => self.name(pattern),
            Kind::MutPattern | Kind::RefPattern => {
                let count = pattern.named_child_count();
                match pattern.named_child(count.saturating_sub(1) as u32) {
                    Some(inner) if Kind::of(inner) == Kind::Identifier => self.name(inner),
                    _ => Name::empty(),
                }
            }
            _ => Name::empty(),
        }
    }

    /// A future of the block's value: the call of an async function without parameters.
    fn async_block(&mut self, node: Node<'n>) -> ExpressionId {
        let Some(block) = self.children_kind(node, Kind::Block) else { return self.unknown() };
        let outer_returns = self.state.frame.returns.replace(Vec::new());
        let value = self.block(block.node);
        let mut values = std::mem::replace(&mut self.state.frame.returns, outer_returns).unwrap_or_default();
        values.push(value);
        let result = Some(self.union(values));
        let callee = self.add(Expression::Function { parameters: Box::default(), result, is_async: true });
        self.add(Expression::Call { callee, arguments: Box::default() })
    }

    fn children_kind(&mut self, node: Node<'n>, kind: Kind) -> Option<Child<'n>> {
        let frame = self.children(node);
        let child = self.child_of_kind(frame, kind);
        self.leave(frame);
        child
    }
}
