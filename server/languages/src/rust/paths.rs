//! Paths: `a::b`, `Self::f`, `<T as Trait>::f`, `Vec::<T>::new`, in values, types, patterns, macros.

use lockstep_facts::{CallShape, Expression, ExpressionId, Name, PathRoot, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// What the last name of a path is looked up as.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mention {
    /// As a value, with this role.
    Value(ReferenceRole),
    /// As the function called with so many arguments.
    Call(u8),
    /// As a type, with this role.
    Type(ReferenceRole),
    /// As a macro, with this role.
    Macro(ReferenceRole),
    /// As the module or type that another name is looked up in.
    Qualifier,
    /// Not at all: the path was mentioned before, only its expression is wanted.
    Silent,
}

/// Whether a name is spelled like a type or a variant.
pub(super) fn is_capitalised(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// Whether a name is spelled like a constant: no lower case, and more than one letter.
pub(super) fn is_screaming(name: &str) -> bool {
    name.len() > 1 && is_capitalised(name) && !name.chars().any(char::is_lowercase)
}

impl<'n> Walker<'_, '_, 'n> {
    /// The expression of a path, whose names are mentioned on the way.
    pub(super) fn path(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let id = self.path_inner(node, mention);
        self.exit();
        id
    }

    fn path_inner(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        match Kind::of(node) {
            Kind::Identifier
            | Kind::TypeIdentifier
            | Kind::FieldIdentifier
            | Kind::ShorthandFieldIdentifier => self.single_name(node, mention),
            Kind::PrimitiveType => {
                let name = self.name(node);
                self.add(Expression::Name(name))
            }
            Kind::SelfKeyword => match mention {
                Mention::Qualifier => self.add(Expression::Root(PathRoot::Relative(1))),
                _ => self.self_value(),
            },
            Kind::Super => self.add(Expression::Root(PathRoot::Relative(2))),
            Kind::Crate => self.add(Expression::Root(PathRoot::Crate)),
            Kind::ScopedIdentifier | Kind::ScopedTypeIdentifier => self.scoped(node, mention),
            Kind::GenericType
            | Kind::GenericTypeWithTurbofish
            | Kind::GenericFunction
            | Kind::GenericPattern => self.generic(node, mention),
            Kind::BracketedType => self.bracketed(node, mention),
            Kind::Metavariable => self.metavariable(node),
            _ => match mention {
                Mention::Silent => self.unknown(),
                _ => self.anything(Child::of(node)),
            },
        }
    }

    fn metavariable(&mut self, node: Node<'n>) -> ExpressionId {
        if self.text(node) == "$crate" { self.add(Expression::Root(PathRoot::Crate)) } else { self.unknown() }
    }

    fn single_name(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let name = self.name(node);
        if name == "_" || name.is_empty() {
            return self.unknown();
        }
        let expression = if name == "Self" { Expression::SelfType } else { Expression::Name(name) };
        let id = self.add(expression);
        self.mention(node, id, name, mention);
        id
    }

    /// Records that `name` at `node` is mentioned as the last name of `id`.
    pub(super) fn mention(&mut self, node: Node<'n>, id: ExpressionId, name: Name, mention: Mention) {
        let (role, target, arguments) = match mention {
            Mention::Value(role) => (role, ReferenceTarget::Value(id), None),
            Mention::Call(arguments) => (ReferenceRole::Call, ReferenceTarget::Value(id), Some(arguments)),
            Mention::Type(role) => (role, ReferenceTarget::Type(id), None),
            Mention::Macro(role) => (role, ReferenceTarget::Macro(id), None),
            Mention::Qualifier => {
                let role =
                    if is_capitalised(name.as_str()) { ReferenceRole::Type } else { ReferenceRole::Read };
                (role, ReferenceTarget::Type(id), None)
            }
            Mention::Silent => return,
        };
        let call =
            arguments.map(|arguments| CallShape { arguments, keywords: Box::default(), spread: false });
        let at = self.range(node);
        if !at.is_empty() && !self.state.declared.contains(&at.start) {
            self.state.builder.reference_at(at, name, role, target, call);
        }
    }

    fn scoped(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let frame = self.children(node);
        let path = self.field(frame, FIELDS.path);
        let name = self.field(frame, FIELDS.name);
        self.leave(frame);
        let base = match path {
            Some(path) => {
                let silent = matches!(mention, Mention::Silent);
                self.path(path.node, if silent { Mention::Silent } else { Mention::Qualifier })
            }
            None => self.add(Expression::Root(PathRoot::Global)),
        };
        // A silent `self::x` has no qualifier to say that `self` is the module.
        let base = match (path.map(|p| p.kind), mention) {
            (Some(Kind::SelfKeyword), Mention::Silent) => self.add(Expression::Root(PathRoot::Relative(1))),
            _ => base,
        };
        let Some(name_node) = name.map(|child| child.node) else { return base };
        if Kind::of(name_node) == Kind::Super {
            let up = match self.state.builder.item().expression(base) {
                Expression::Root(PathRoot::Relative(up)) => up.saturating_add(1),
                _ => 2,
            };
            return self.add(Expression::Root(PathRoot::Relative(up)));
        }
        let name = self.name(name_node);
        let id = self.add(Expression::Path { base, name });
        self.mention(name_node, id, name, mention);
        id
    }

    fn generic(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let frame = self.children(node);
        let mut head = None;
        let mut arguments = None;
        for child in self.frame(frame) {
            match child.kind {
                Kind::TypeArguments => arguments = Some(child.node),
                kind if kind.is_token() => {}
                _ if head.is_none() => head = Some(*child),
                _ => {}
            }
        }
        self.leave(frame);
        let base = match head {
            Some(child) if child.kind == Kind::FieldExpression => self.member(child.node, mention),
            Some(child) => self.path(child.node, mention),
            None => self.unknown(),
        };
        let Some(arguments) = arguments else { return base };
        let arguments = if matches!(mention, Mention::Silent) {
            Box::default()
        } else {
            self.type_arguments(arguments, base)
        };
        self.add(Expression::Generic { base, arguments })
    }

    /// `<T>`, `<T as Trait>`: with a trait, both, so that members of either are found.
    fn bracketed(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        if matches!(mention, Mention::Silent) {
            return self.unknown();
        }
        let Some(inner) = self.first_named(node) else { return self.unknown() };
        if inner.kind != Kind::QualifiedType {
            return self.type_expression(inner.node);
        }
        let frame = self.children(inner.node);
        let (type_node, alias) = (self.field(frame, FIELDS.type_node), self.field(frame, FIELDS.alias));
        self.leave(frame);
        let mut parts = Vec::with_capacity(2);
        for part in [type_node, alias].into_iter().flatten() {
            parts.push(self.type_expression(part.node));
        }
        self.add(Expression::Intersection(parts.into()))
    }

    /// `::a::b::C`, for types that the language's own syntax stands for.
    pub(super) fn global_path(&mut self, segments: &[&str]) -> ExpressionId {
        let mut id = self.add(Expression::Root(PathRoot::Global));
        for segment in segments {
            id = self.add(Expression::Path { base: id, name: Name::new(segment) });
        }
        id
    }
}
