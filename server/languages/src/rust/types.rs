//! Types and generics. References, pointers and lifetimes leave no trace; `dyn` and `impl` stand for their bounds.

use lockstep_facts::{
    Expression, ExpressionId, Name, Parameter, ParameterKind, ReferenceRole, TypeParameter,
};
use tree_sitter::Node;

use super::paths::Mention;
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    /// The expression of a type (type context); its names are mentioned as types.
    pub(super) fn type_expression(&mut self, node: Node<'n>) -> ExpressionId {
        self.type_with_role(node, ReferenceRole::Type)
    }

    /// The same, the last name of the head mentioned with `role`.
    pub(super) fn type_with_role(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let id = self.type_inner(node, role);
        self.exit();
        id
    }

    fn type_inner(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        match Kind::of(node) {
            Kind::ReferenceType | Kind::PointerType | Kind::HigherRanked => {
                match node.child_by_field_id(FIELDS.type_node) {
                    Some(inner) => self.type_with_role(inner, role),
                    None => self.unknown(),
                }
            }
            Kind::AbstractType | Kind::DynamicType => match node.child_by_field_id(FIELDS.trait_name) {
                Some(inner) => self.type_with_role(inner, role),
                None => self.unknown(),
            },
            Kind::ArrayType => self.array_type(node),
            Kind::TupleType => {
                let types = self.types_in(node);
                self.add(Expression::Tuple(types))
            }
            Kind::UnitType => self.unit_type(),
            Kind::FunctionType => self.function_type(node, role),
            Kind::BoundedType => {
                let mut types = Vec::new();
                self.bounded(node, role, &mut types);
                match *types {
                    [only] => only,
                    _ => self.add(Expression::Intersection(types.into())),
                }
            }
            Kind::RemovedTraitBound => {
                if let Some(inner) = self.first_named(node) {
                    self.type_expression(inner.node);
                }
                self.unknown()
            }
            Kind::MacroInvocation => self.macro_invocation(node),
            Kind::NeverType | Kind::Lifetime | Kind::Metavariable => self.unknown(),
            _ => self.path(node, Mention::Type(role)),
        }
    }

    /// `()` as a type.
    pub(super) fn unit_type(&mut self) -> ExpressionId {
        self.add(Expression::Tuple(Box::default()))
    }

    fn types_in(&mut self, node: Node<'n>) -> Box<[ExpressionId]> {
        let mut types = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if !child.kind.is_token() && child.kind != Kind::Lifetime {
                types.push(self.type_expression(child.node));
            }
        }
        types.into()
    }

    fn array_type(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let (element, length) = (self.field(frame, FIELDS.element), self.field(frame, FIELDS.length));
        self.leave(frame);
        let element = element.map(|child| self.type_expression(child.node));
        if let Some(length) = length {
            self.expression(length);
        }
        self.add(Expression::List(element.into_iter().collect()))
    }

    fn bounded(&mut self, node: Node<'n>, role: ReferenceRole, types: &mut Vec<ExpressionId>) {
        if !self.enter() {
            return;
        }
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::BoundedType => self.bounded(child.node, role, types),
                Kind::Lifetime | Kind::Other => {}
                Kind::RemovedTraitBound => {
                    self.type_expression(child.node);
                }
                kind if kind.is_token() => {}
                _ => types.push(self.type_with_role(child.node, role)),
            }
        }
        self.exit();
    }

    /// `fn(A) -> B`, `Fn(A) -> B`: the function type itself; the trait's name is mentioned.
    fn function_type(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        let frame = self.children(node);
        let trait_name = self.field(frame, FIELDS.trait_name);
        let parameters = self.field(frame, FIELDS.parameters);
        let return_type = self.field(frame, FIELDS.return_type);
        self.leave(frame);
        if let Some(trait_name) = trait_name {
            self.path(trait_name.node, Mention::Type(role));
        }
        let mut list = Vec::new();
        if let Some(parameters) = parameters {
            let mut frame = self.children(parameters.node);
            while let Some(child) = self.next(&mut frame) {
                let declared = match child.kind {
                    Kind::Parameter => child.node.child_by_field_id(FIELDS.type_node),
                    Kind::SelfParameter | Kind::VariadicParameter | Kind::AttributeItem => None,
                    kind if kind.is_token() => None,
                    _ => Some(child.node),
                };
                if let Some(declared) = declared {
                    let declared = Some(self.type_expression(declared));
                    let name = Name::empty();
                    list.push(Parameter {
                        name,
                        kind: ParameterKind::Positional,
                        declared,
                        has_default: false,
                    });
                }
            }
        }
        let result = match return_type {
            Some(child) => self.type_expression(child.node),
            None => self.unit_type(),
        };
        self.add(Expression::Function { parameters: list.into(), result: Some(result), is_async: false })
    }

    /// What stands between `<` and `>` behind `base`. A binding `Item = T` is an anonymous object type `{Item: T}`.
    pub(super) fn type_arguments(&mut self, node: Node<'n>, base: ExpressionId) -> Box<[ExpressionId]> {
        let mut list = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Lifetime => {}
                Kind::TypeBinding => list.push(self.type_binding(child.node, base)),
                Kind::TraitBounds => {
                    self.bounds(child.node, ReferenceRole::Type);
                }
                Kind::Block
                | Kind::Integer
                | Kind::Boolean
                | Kind::Char
                | Kind::String
                | Kind::NegativeLiteral => {
                    list.push(self.expression(child));
                }
                kind if kind.is_token() => {}
                _ => list.push(self.type_expression(child.node)),
            }
        }
        list.into()
    }

    fn type_binding(&mut self, node: Node<'n>, base: ExpressionId) -> ExpressionId {
        let frame = self.children(node);
        let name_node = self.field(frame, FIELDS.name);
        let arguments = self.field(frame, FIELDS.type_arguments);
        let type_node = self.field(frame, FIELDS.type_node);
        self.leave(frame);
        let name = name_node.map_or(Name::empty(), |child| self.name(child.node));
        if let Some(name_node) = name_node {
            let id = self.add(Expression::Path { base, name });
            self.mention(name_node.node, id, name, Mention::Type(ReferenceRole::Type));
        }
        if let Some(arguments) = arguments {
            self.type_arguments(arguments.node, base);
        }
        let value = match type_node {
            Some(child) => self.type_expression(child.node),
            None => self.unknown(),
        };
        self.add(Expression::Object(Box::from([(name, value)])))
    }

    /// The bounds behind a `:`, each mentioned with `role`; lifetimes and `?Sized` are none.
    pub(super) fn bounds(&mut self, node: Node<'n>, role: ReferenceRole) -> Vec<ExpressionId> {
        let mut list = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Lifetime => {}
                Kind::RemovedTraitBound => {
                    self.type_expression(child.node);
                }
                kind if kind.is_token() => {}
                _ => list.push(self.type_with_role(child.node, role)),
            }
        }
        list
    }

    /// The type parameters between `<` and `>`; constants are among them, and values too.
    pub(super) fn type_parameters(&mut self, node: Node<'n>) -> Vec<TypeParameter> {
        let mut list = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::TypeParameter => list.push(self.type_parameter(child.node)),
                Kind::ConstParameter => list.extend(self.const_parameter(child.node)),
                Kind::AttributeItem => self.attribute(child.node),
                _ => {}
            }
        }
        list
    }

    fn type_parameter(&mut self, node: Node<'n>) -> TypeParameter {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let bounds = self.field(frame, FIELDS.bounds);
        let default = self.field(frame, FIELDS.default_type);
        self.leave(frame);
        let bounds = bounds.map(|child| self.bounds(child.node, ReferenceRole::Type)).unwrap_or_default();
        let default = default.map(|child| self.type_expression(child.node));
        let name = name.map_or(Name::empty(), |child| self.name(child.node));
        TypeParameter { name, bounds: bounds.into(), default }
    }

    fn const_parameter(&mut self, node: Node<'n>) -> Option<TypeParameter> {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_node = self.field(frame, FIELDS.type_node);
        let value = self.field(frame, FIELDS.value);
        self.leave(frame);
        let declared = type_node.map(|child| self.type_expression(child.node));
        if let Some(value) = value {
            self.expression(value);
        }
        let name_node = name?.node;
        let scope = self.state.builder.scope();
        self.bind(name_node, scope, true, declared, None);
        Some(TypeParameter { name: self.name(name_node), bounds: Box::default(), default: None })
    }

    /// Adds the bounds of a where clause to `parameters`; a parameter of something further out gets an entry of its
    /// own. Returns the bounds of `Self`.
    pub(super) fn where_clause(
        &mut self,
        node: Node<'n>,
        parameters: &mut Vec<TypeParameter>,
    ) -> Vec<ExpressionId> {
        let mut of_self = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if child.kind != Kind::WherePredicate {
                continue;
            }
            let parts = self.children(child.node);
            let left = self.field(parts, FIELDS.left);
            let bounds = self.field(parts, FIELDS.bounds);
            self.leave(parts);
            if let Some(left) = left
                && left.kind != Kind::Lifetime
            {
                self.type_expression(left.node);
            }
            let bounds = bounds.map(|child| self.bounds(child.node, ReferenceRole::Type)).unwrap_or_default();
            let Some(left) = left.filter(|left| left.kind == Kind::TypeIdentifier) else { continue };
            let name = self.name(left.node);
            if name == "Self" {
                of_self.extend(bounds);
            } else if let Some(known) = parameters.iter_mut().find(|known| known.name == name) {
                known.bounds = known.bounds.iter().copied().chain(bounds).collect();
            } else if self.state.outer_parameters.contains(&name) {
                parameters.push(TypeParameter { name, bounds: bounds.into(), default: None });
            }
        }
        of_self
    }

    /// The bare name of a type's head, through references and generics: what members are filed under.
    pub(super) fn head_name(&self, node: Node<'n>) -> Option<Child<'n>> {
        let mut node = node;
        // Each step goes down one node of the type.
        for _ in 0..64 {
            let child = match Kind::of(node) {
                Kind::TypeIdentifier | Kind::Identifier | Kind::PrimitiveType | Kind::ArrayType => {
                    return Some(Child::of(node));
                }
                Kind::ScopedTypeIdentifier | Kind::ScopedIdentifier => node.child_by_field_id(FIELDS.name),
                Kind::GenericType | Kind::ReferenceType | Kind::PointerType | Kind::HigherRanked => {
                    node.child_by_field_id(FIELDS.type_node)
                }
                Kind::DynamicType | Kind::AbstractType => node.child_by_field_id(FIELDS.trait_name),
                Kind::BoundedType => node.named_child(0),
                _ => None,
            };
            node = child?;
        }
        None
    }
}
