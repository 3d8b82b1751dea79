//! Statements with cases: switches over values and types, selection among communications.

use lockstep_facts::ScopeKind;
use tree_sitter::Node;

use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    pub(super) fn expression_switch(&mut self, node: Node<'n>) {
        self.state.builder.push_scope(ScopeKind::Block);
        for part in self.named(node) {
            match part.kind {
                Kind::ExpressionCase => {
                    self.state.builder.push_scope(ScopeKind::Block);
                    for inner in self.named(part.node) {
                        match inner.kind {
                            Kind::ExpressionList => {
                                for value in self.listed(Some(inner)) {
                                    self.expression(value);
                                }
                            }
                            _ => self.statement(inner),
                        }
                    }
                    self.state.builder.pop_scope();
                }
                Kind::DefaultCase => self.default_case(part),
                kind if kind.is_statement() || kind == Kind::Error => self.statement(part),
                _ => {
                    self.expression(part);
                }
            }
        }
        self.state.builder.pop_scope();
    }

    fn default_case(&mut self, case: Child<'n>) {
        self.state.builder.push_scope(ScopeKind::Block);
        for inner in self.named(case.node) {
            self.statement(inner);
        }
        self.state.builder.pop_scope();
    }

    /// `switch x := v.(type)`: in a case of one type `x` is of that type, else what `v` is.
    pub(super) fn type_switch(&mut self, node: Node<'n>) {
        let frame = self.children(node);
        let initializer = self.field(frame, FIELDS.initializer);
        let alias = self.field(frame, FIELDS.alias);
        let value = self.field(frame, FIELDS.value);
        self.leave(frame);
        self.state.builder.push_scope(ScopeKind::Block);
        if let Some(initializer) = initializer {
            self.statement(initializer);
        }
        let value = value.map(|value| self.expression(value));
        let name = self.listed(alias).first().copied().filter(|name| name.kind == Kind::Identifier);
        for case in self.named(node) {
            if !matches!(case.kind, Kind::TypeCase | Kind::DefaultCase | Kind::Error) {
                continue;
            }
            self.state.builder.push_scope(ScopeKind::Block);
            let frame = self.children(case.node);
            let types = self.fields(frame, FIELDS.type_node);
            self.leave(frame);
            let mut said = Vec::with_capacity(types.len());
            for type_node in &types {
                said.push(self.type_expression(*type_node));
            }
            if let Some(name) = name {
                let declared = match (&said[..], &types[..]) {
                    ([only], [node]) if self.text(*node) != "nil" => Some(*only),
                    _ => None,
                };
                self.bind(name.node, declared, if declared.is_none() { value } else { None });
            }
            for inner in self.named(case.node) {
                if !types.contains(&inner.node) {
                    self.statement(inner);
                }
            }
            self.state.builder.pop_scope();
        }
        self.state.builder.pop_scope();
    }

    pub(super) fn select(&mut self, node: Node<'n>) {
        for case in self.named(node) {
            self.state.builder.push_scope(ScopeKind::Block);
            for inner in self.named(case.node) {
                self.statement(inner);
            }
            self.state.builder.pop_scope();
        }
    }

    /// `v, ok := <-c` in a case.
    pub(super) fn receive(&mut self, node: Node<'n>) {
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
        if let (true, Some(right), Some(value)) = (defines, right, value) {
            self.bind_all(&names, &[right], &[value]);
        }
    }
}
