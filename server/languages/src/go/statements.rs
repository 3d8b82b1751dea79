//! Statements and the scopes they open.

use lockstep_facts::{Expression, ExpressionId, ScopeKind};
use tree_sitter::Node;

use super::declarations::Preamble;
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    /// `{ … }` in a scope of its own.
    pub(super) fn block(&mut self, node: Node<'n>) {
        self.state.builder.push_scope(ScopeKind::Block);
        self.block_contents(node);
        self.state.builder.pop_scope();
    }

    /// The statements below `node` in the current scope.
    pub(super) fn block_contents(&mut self, node: Node<'n>) {
        if !self.enter() {
            return;
        }
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comment => preamble.comment(child.node, self.text(child.node)),
                Kind::StatementList => self.block_contents(child.node),
                kind if kind.is_declaration() => {
                    let before = preamble.take(child.node);
                    self.declaration(child, &before);
                }
                kind if kind.is_token() => {}
                _ => {
                    preamble.take(child.node);
                    self.statement(child);
                }
            }
        }
        self.exit();
    }

    pub(super) fn statement(&mut self, child: Child<'n>) {
        if !self.enter() {
            return;
        }
        self.statement_inner(child);
        self.exit();
    }

    fn statement_inner(&mut self, child: Child<'n>) {
        let node = child.node;
        match child.kind {
            Kind::Block => self.block(node),
            Kind::StatementList => self.block_contents(node),
            Kind::ShortVar => self.short_variables(node),
            Kind::Assignment => self.assignment(node),
            Kind::Inc | Kind::Dec => {
                for operand in self.named(node) {
                    self.assigned(operand);
                }
            }
            Kind::If => self.if_statement(node),
            Kind::For => self.for_statement(node),
            Kind::ExpressionSwitch => self.expression_switch(node),
            Kind::TypeSwitch => self.type_switch(node),
            Kind::Select => self.select(node),
            Kind::Receive => self.receive(node),
            Kind::Labeled => {
                for part in self.named(node) {
                    if part.kind != Kind::LabelName {
                        self.statement(part);
                    }
                }
            }
            Kind::Break | Kind::Continue | Kind::Goto | Kind::Fallthrough | Kind::EmptyStatement => {}
            Kind::ExpressionStatement | Kind::Send | Kind::Go | Kind::Defer => self.operands(node),
            Kind::Return => {
                for part in self.named(node) {
                    self.operands_of(part);
                }
            }
            // In a damaged part: it stands in the scope around it.
            Kind::Error => self.block_contents(node),
            kind if kind.is_declaration() => self.declaration(child, &Preamble::default()),
            kind if kind.is_statement() => {}
            _ => self.anything(child),
        }
    }

    fn operands(&mut self, node: Node<'n>) {
        for part in self.named(node) {
            self.operands_of(part);
        }
    }

    fn operands_of(&mut self, part: Child<'n>) {
        match part.kind {
            Kind::ExpressionList => self.operands(part.node),
            kind if kind.is_statement() || kind == Kind::Error => self.statement(part),
            _ => {
                self.expression(part);
            }
        }
    }

    /// The expressions of a list, or the one that stands alone.
    pub(super) fn listed(&mut self, child: Option<Child<'n>>) -> Vec<Child<'n>> {
        match child {
            Some(list) if list.kind == Kind::ExpressionList => self.named(list.node),
            Some(one) => vec![one],
            None => Vec::new(),
        }
    }

    /// `a, b := …`.
    fn short_variables(&mut self, node: Node<'n>) {
        let [left, right] = self.parts(node, [FIELDS.left, FIELDS.right]);
        let names = self.listed(left);
        let nodes = self.listed(right);
        let values: Vec<ExpressionId> = nodes.iter().map(|value| self.expression(*value)).collect();
        self.bind_all(&names, &nodes, &values);
    }

    /// Binds `names` to the values on the right, of which one may give several.
    pub(super) fn bind_all(&mut self, names: &[Child<'n>], nodes: &[Child<'n>], values: &[ExpressionId]) {
        for (index, name) in names.iter().enumerate() {
            if name.kind != Kind::Identifier {
                // Damaged, or an assignment being typed.
                self.assigned(*name);
                continue;
            }
            let value = match (values.get(index), values.first(), nodes.first()) {
                (Some(value), ..) if values.len() == names.len() => Some(*value),
                (_, Some(first), Some(node)) if values.len() == 1 => {
                    Some(self.result_of(*first, node.kind, index, names.len()))
                }
                (value, ..) => value.copied(),
            };
            self.bind(name.node, None, value);
        }
    }

    fn assignment(&mut self, node: Node<'n>) {
        let [left, right] = self.parts(node, [FIELDS.left, FIELDS.right]);
        for target in self.listed(left) {
            self.assigned(target);
        }
        for value in self.listed(right) {
            self.expression(value);
        }
    }

    fn optional_statement(&mut self, child: Option<Child<'n>>) {
        if let Some(child) = child {
            self.statement(child);
        }
    }

    fn if_statement(&mut self, node: Node<'n>) {
        let [initializer, condition, consequence, alternative] =
            self.parts(node, [FIELDS.initializer, FIELDS.condition, FIELDS.consequence, FIELDS.alternative]);
        // What the initialiser binds is seen in the other branches too.
        self.state.builder.push_scope(ScopeKind::Block);
        self.optional_statement(initializer);
        if let Some(condition) = condition {
            self.expression(condition);
        }
        self.optional_statement(consequence);
        self.optional_statement(alternative);
        self.damaged_parts(node);
        self.state.builder.pop_scope();
    }

    /// What the parser could not place among a statement's parts.
    fn damaged_parts(&mut self, node: Node<'n>) {
        if !node.has_error() {
            return;
        }
        for part in self.named(node) {
            if part.kind == Kind::Error {
                self.statement(part);
            }
        }
    }

    fn for_statement(&mut self, node: Node<'n>) {
        self.state.builder.push_scope(ScopeKind::Block);
        for part in self.named(node) {
            match part.kind {
                Kind::ForClause => {
                    let [initializer, condition, update] =
                        self.parts(part.node, [FIELDS.initializer, FIELDS.condition, FIELDS.update]);
                    self.optional_statement(initializer);
                    if let Some(condition) = condition {
                        self.expression(condition);
                    }
                    self.optional_statement(update);
                }
                Kind::RangeClause => self.range_clause(part.node),
                Kind::Block => self.block(part.node),
                Kind::Error => self.statement(part),
                _ => {
                    self.expression(part);
                }
            }
        }
        self.state.builder.pop_scope();
    }

    /// `for k, v := range x`: what `x` yields are tuples.
    fn range_clause(&mut self, node: Node<'n>) {
        let frame = self.children(node);
        let left = self.field(frame, FIELDS.left);
        let right = self.field(frame, FIELDS.right);
        let defines = self.frame(frame).iter().any(|child| child.kind == Kind::Define);
        self.leave(frame);
        let names = self.listed(left);
        if !defines {
            for name in &names {
                self.assigned(*name);
            }
        }
        let value = right.map(|right| self.expression(right));
        let (true, Some(value)) = (defines, value) else { return };
        let yielded = self.add(Expression::Element(value));
        for (index, name) in names.iter().enumerate() {
            let part = self.add(Expression::TupleField { base: yielded, index: index as u32 });
            self.bind(name.node, None, Some(part));
        }
    }
}
