//! Patterns, in two passes: names they mention where they stand, and names they bind once the value is known.

use lockstep_facts::{Expression, ExpressionId, ReferenceRole, ScopeId};
use tree_sitter::Node;

use super::paths::{Mention, is_capitalised};
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    /// Adds a local name in `scope`, visible from now on (`hoisted`: everywhere in the scope).
    pub(super) fn bind(
        &mut self,
        node: Node<'n>,
        scope: ScopeId,
        hoisted: bool,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        if node.start_byte() == node.end_byte() {
            return;
        }
        let name = self.name(node);
        self.state.builder.binding(node, scope, hoisted, declared, value);
        if let Some(binding) = self.state.builder.item().body.bindings.last_mut() {
            binding.name = name;
        }
    }

    /// First pass: constants, variants, types and fields that the pattern mentions.
    pub(super) fn mention_pattern(&mut self, node: Node<'n>) {
        if !self.enter() {
            return;
        }
        match Kind::of(node) {
            // A capitalised name is a unit variant, a unit struct or a constant.
            Kind::Identifier if is_capitalised(self.text(node)) => {
                self.path(node, Mention::Value(ReferenceRole::Read));
            }
            Kind::ScopedIdentifier | Kind::GenericPattern => {
                self.path(node, Mention::Value(ReferenceRole::Read));
            }
            Kind::TupleStructPattern => {
                let mut frame = self.children(node);
                while let Some(child) = self.next(&mut frame) {
                    if child.field == FIELDS.type_node && child.field != 0 {
                        self.path(child.node, Mention::Value(ReferenceRole::Read));
                    } else if !child.kind.is_token() {
                        self.mention_pattern(child.node);
                    }
                }
            }
            Kind::StructPattern => self.mention_struct_pattern(node),
            Kind::CapturedPattern => {
                let mut frame = self.children(node);
                let mut first = true;
                while let Some(child) = self.next(&mut frame) {
                    if !child.kind.is_token() && !std::mem::take(&mut first) {
                        self.mention_pattern(child.node);
                    }
                }
            }
            Kind::RangePattern => {
                let mut frame = self.children(node);
                while let Some(child) = self.next(&mut frame) {
                    if matches!(child.kind, Kind::Identifier | Kind::ScopedIdentifier) {
                        self.path(child.node, Mention::Value(ReferenceRole::Read));
                    }
                }
            }
            Kind::TuplePattern
            | Kind::SlicePattern
            | Kind::RefPattern
            | Kind::ReferencePattern
            | Kind::MutPattern
            | Kind::OrPattern
            | Kind::Error => {
                let mut frame = self.children(node);
                while let Some(child) = self.next(&mut frame) {
                    if !child.kind.is_token() {
                        self.mention_pattern(child.node);
                    }
                }
            }
            Kind::MacroInvocation | Kind::ConstBlock | Kind::Closure => {
                self.expression(Child::of(node));
            }
            _ => {}
        }
        self.exit();
    }

    fn mention_struct_pattern(&mut self, node: Node<'n>) {
        let mut of_type = None;
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if child.field == FIELDS.type_node && child.field != 0 {
                let path = self.path(child.node, Mention::Type(ReferenceRole::Type));
                of_type = Some(self.add(Expression::Cast(path)));
            } else if child.kind == Kind::FieldPattern {
                let parts = self.children(child.node);
                let name_node = self.field(parts, FIELDS.name);
                let pattern = self.field(parts, FIELDS.pattern);
                self.leave(parts);
                if let (Some(name_node), Some(base)) = (name_node, of_type) {
                    let name = self.name(name_node.node);
                    let id = self.add(Expression::Member { base, name });
                    self.mention(name_node.node, id, name, Mention::Value(ReferenceRole::Read));
                }
                if let Some(pattern) = pattern {
                    self.mention_pattern(pattern.node);
                }
            }
        }
    }

    /// Second pass: binds the pattern's names in the current scope to parts of `value`; `declared` is the type written
    /// behind the pattern.
    pub(super) fn bind_pattern(
        &mut self,
        node: Node<'n>,
        value: Option<ExpressionId>,
        declared: Option<ExpressionId>,
    ) {
        let scope = self.state.builder.scope();
        self.bind_part(node, scope, false, value, declared);
    }

    /// The same for a parameter: its names are visible in the whole item.
    pub(super) fn bind_hoisted(&mut self, node: Node<'n>, declared: Option<ExpressionId>) {
        let scope = self.state.builder.scope();
        self.bind_part(node, scope, true, None, declared);
    }

    fn bind_part(
        &mut self,
        node: Node<'n>,
        scope: ScopeId,
        hoisted: bool,
        value: Option<ExpressionId>,
        declared: Option<ExpressionId>,
    ) {
        if !self.enter() {
            return;
        }
        let kind = Kind::of(node);
        match kind {
            Kind::Identifier if !is_capitalised(self.text(node)) => {
                self.bind(node, scope, hoisted, declared, value);
            }
            Kind::MutPattern
            | Kind::RefPattern
            | Kind::ReferencePattern
            | Kind::OrPattern
            | Kind::CapturedPattern => {
                let mut frame = self.children(node);
                while let Some(child) = self.next(&mut frame) {
                    if !child.kind.is_token() && child.kind != Kind::MutableSpecifier {
                        self.bind_part(child.node, scope, hoisted, value, declared);
                    }
                }
            }
            Kind::TuplePattern | Kind::SlicePattern | Kind::TupleStructPattern | Kind::StructPattern => {
                let value = match declared {
                    Some(declared) => Some(self.add(Expression::Cast(declared))),
                    None => value,
                };
                match kind {
                    Kind::TuplePattern => self.bind_tuple(node, scope, hoisted, value),
                    Kind::SlicePattern => self.bind_slice(node, scope, hoisted, value),
                    Kind::TupleStructPattern => self.bind_tuple_struct(node, scope, hoisted, value),
                    _ => self.bind_struct(node, scope, hoisted),
                }
            }
            Kind::Error => {
                let mut frame = self.children(node);
                while let Some(child) = self.next(&mut frame) {
                    if !child.kind.is_token() {
                        self.bind_part(child.node, scope, hoisted, None, None);
                    }
                }
            }
            _ => {}
        }
        self.exit();
    }

    fn bind_tuple(&mut self, node: Node<'n>, scope: ScopeId, hoisted: bool, value: Option<ExpressionId>) {
        // `_` is a token, so commas count the places. Behind `..` they are not known.
        let mut index = Some(0u32);
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comma => index = index.map(|index| index + 1),
                Kind::RemainingFieldPattern => index = None,
                kind if kind.is_token() => {}
                _ => {
                    let part = match (value, index) {
                        (Some(base), Some(index)) => Some(self.add(Expression::TupleField { base, index })),
                        _ => None,
                    };
                    self.bind_part(child.node, scope, hoisted, part, None);
                }
            }
        }
    }

    fn bind_slice(&mut self, node: Node<'n>, scope: ScopeId, hoisted: bool, value: Option<ExpressionId>) {
        let element = value.map(|value| self.add(Expression::Element(value)));
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if child.kind.is_token() {
                continue;
            }
            // `rest @ ..` is a slice of the same elements.
            let rest = child.kind == Kind::CapturedPattern
                && child
                    .node
                    .named_child(1)
                    .is_some_and(|node| Kind::of(node) == Kind::RemainingFieldPattern);
            self.bind_part(child.node, scope, hoisted, if rest { value } else { element }, None);
        }
    }

    fn bind_tuple_struct(
        &mut self,
        node: Node<'n>,
        scope: ScopeId,
        hoisted: bool,
        value: Option<ExpressionId>,
    ) {
        let mut variant = None;
        let mut index = Some(0u8);
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comma => index = index.and_then(|index| index.checked_add(1)),
                Kind::RemainingFieldPattern => index = None,
                kind if kind.is_token() => {}
                _ if child.field == FIELDS.type_node => variant = Some(child.node),
                _ => {
                    let part = match (variant, index) {
                        (Some(path), Some(index)) => {
                            let variant = self.path(path, Mention::Silent);
                            let value = match value {
                                Some(value) => value,
                                None => self.unknown(),
                            };
                            Some(self.add(Expression::VariantField { variant, value, index }))
                        }
                        _ => None,
                    };
                    self.bind_part(child.node, scope, hoisted, part, None);
                }
            }
        }
    }

    fn bind_struct(&mut self, node: Node<'n>, scope: ScopeId, hoisted: bool) {
        let mut of_type = None;
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if child.field == FIELDS.type_node && child.field != 0 {
                let path = self.path(child.node, Mention::Silent);
                of_type = Some(self.add(Expression::Cast(path)));
            } else if child.kind == Kind::FieldPattern {
                let parts = self.children(child.node);
                let name_node = self.field(parts, FIELDS.name);
                let pattern = self.field(parts, FIELDS.pattern);
                self.leave(parts);
                let Some(name_node) = name_node else { continue };
                let name = self.name(name_node.node);
                let part = of_type.map(|base| self.add(Expression::Member { base, name }));
                match pattern {
                    Some(pattern) => self.bind_part(pattern.node, scope, hoisted, part, None),
                    None => self.bind(name_node.node, scope, hoisted, None, part),
                }
            }
        }
    }
}
