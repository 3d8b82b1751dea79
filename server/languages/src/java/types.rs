//! Types, type parameters and annotations.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, PathRoot, ReferenceRole, ReferenceTarget, TypeParameter,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// A type.
    pub(super) fn type_expression(&mut self, node: Node<'t>) -> ExpressionId {
        self.type_as(node, ReferenceRole::Type, None)
    }

    /// A type whose name plays `role`: a base, what is constructed.
    pub(super) fn type_as(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        match self.nested(None, |w| Some(w.type_of_kind(node, role, call))) {
            Some(id) => id,
            None => self.unknown(),
        }
    }

    fn type_of_kind(&mut self, node: Node<'t>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        match self.kind(node) {
            Kind::TypeIdentifier | Kind::Identifier => self.type_name(node, role, call),
            Kind::ScopedType | Kind::ScopedIdentifier => self.scoped_type(node, role, call),
            Kind::GenericType => {
                let mut base = None;
                let mut arguments = None;
                self.each_named(node, |w, child| match w.kind(child) {
                    Kind::TypeArguments => arguments = Some(w.type_arguments(child)),
                    _ if base.is_none() => base = Some(w.type_as(child, role, call.clone())),
                    _ => w.anything(child),
                });
                match (base, arguments) {
                    (Some(base), Some(arguments)) if !arguments.is_empty() => {
                        self.expression(Expression::Generic { base, arguments })
                    }
                    (Some(base), _) => base,
                    (None, _) => self.unknown(),
                }
            }
            Kind::ArrayType => {
                let element = match self.child(node, self.fields().element) {
                    Some(element) => self.type_as(element, role, call),
                    None => self.unknown(),
                };
                self.with_dimensions(node, element)
            }
            Kind::IntegralType | Kind::FloatingType | Kind::BooleanType => self.primitive(node),
            Kind::AnnotatedType => {
                let mut inner = None;
                self.each_named(node, |w, child| match w.kind(child) {
                    Kind::Annotation | Kind::MarkerAnnotation => {
                        w.annotation(child);
                    }
                    _ => inner = Some(w.type_as(child, role, call.clone())),
                });
                match inner {
                    Some(inner) => inner,
                    None => self.unknown(),
                }
            }
            Kind::CatchType => {
                let mut list = Vec::new();
                self.each_named(node, |w, child| list.push(w.type_expression(child)));
                match list.as_slice() {
                    [one] => *one,
                    _ => self.expression(Expression::Union(list.into())),
                }
            }
            Kind::Wildcard => self.wildcard(node),
            Kind::VoidType => self.unknown(),
            _ => {
                self.anything(node);
                self.unknown()
            }
        }
    }

    fn type_name(&mut self, node: Node<'t>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        let name = self.builder.name(node);
        let id = self.expression(Expression::Name(name));
        self.reference(node, role, ReferenceTarget::Type(id), call);
        id
    }

    fn primitive(&mut self, node: Node<'t>) -> ExpressionId {
        let text = self.builder.node_text(node);
        self.primitive_named(text)
    }

    /// The primitive type of this name.
    pub(super) fn primitive_named(&mut self, name: &str) -> ExpressionId {
        let base = self.expression(Expression::Root(PathRoot::Global));
        self.expression(Expression::Path { base, name: name.into() })
    }

    /// `Outer.Inner`, `a.b.C`: through types from the first that is one, which may be written with its package.
    fn scoped_type(&mut self, node: Node<'t>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        let mut segments = Vec::new();
        // Type arguments and annotations on the way say nothing about the members found.
        let mut at = Some(node);
        while let Some(current) = at.take() {
            match self.kind(current) {
                Kind::ScopedType | Kind::ScopedIdentifier => {
                    let mut parts = Vec::new();
                    self.each_named(current, |w, child| match w.kind(child) {
                        Kind::Annotation | Kind::MarkerAnnotation => {
                            w.annotation(child);
                        }
                        _ => parts.push(child),
                    });
                    segments.extend(parts.last().copied().filter(|_| parts.len() > 1));
                    at = parts.first().copied();
                }
                Kind::GenericType => {
                    let mut base = None;
                    self.each_named(current, |w, child| match w.kind(child) {
                        Kind::TypeArguments => {
                            w.type_arguments(child);
                        }
                        _ => base = base.or(Some(child)),
                    });
                    at = base;
                }
                _ => segments.push(current),
            }
        }
        segments.reverse();
        let count = segments.len();
        let packaged = self.packaged_prefix(&segments, 1).unwrap_or(0);
        let mut id = None;
        for (index, segment) in segments.iter().enumerate() {
            let last = index + 1 == count;
            let (role, call) = if last { (role, call.clone()) } else { (ReferenceRole::Type, None) };
            id = match id {
                None if index + 1 < packaged => None,
                None if packaged > 0 => Some(self.packaged(&segments[..packaged], role, true, call)),
                None => Some(self.type_name(*segment, role, call)),
                Some(base) => {
                    let name = self.builder.name(*segment);
                    let path = self.expression(Expression::Path { base, name });
                    self.reference(*segment, role, ReferenceTarget::Type(path), call);
                    Some(path)
                }
            };
        }
        match id {
            Some(id) => id,
            None => self.unknown(),
        }
    }

    fn wildcard(&mut self, node: Node<'t>) -> ExpressionId {
        let mut bound = None;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(child);
            }
            Kind::Super => {}
            _ => bound = Some(w.type_expression(child)),
        });
        match bound {
            Some(bound) => bound,
            None => self.unknown(),
        }
    }

    /// The types between angle brackets; none of a diamond.
    pub(super) fn type_arguments(&mut self, node: Node<'t>) -> Box<[ExpressionId]> {
        let mut list = Vec::new();
        self.each_named(node, |w, child| list.push(w.type_expression(child)));
        list.into()
    }

    /// `element` as often an array as `node` has dimensions in its field of that name.
    pub(super) fn with_dimensions(&mut self, node: Node<'t>, element: ExpressionId) -> ExpressionId {
        let Some(dimensions) = self.child(node, self.fields().dimensions) else { return element };
        let mut count = 0;
        self.each_child(dimensions, |w, child| match w.kind(child) {
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(child);
            }
            _ => count += usize::from(child.kind() == "["),
        });
        self.array_of(element, count)
    }

    /// `element` as often an array as `count` says.
    pub(super) fn array_of(&mut self, element: ExpressionId, count: usize) -> ExpressionId {
        let mut array = element;
        for _ in 0..count.min(8) {
            array = self.expression(Expression::List(Box::new([array])));
        }
        array
    }

    pub(super) fn type_parameters(&mut self, list: Node<'t>) -> Vec<TypeParameter> {
        let mut parameters = Vec::new();
        self.each_named(list, |w, child| {
            if w.kind(child) != Kind::TypeParameter {
                w.anything(child);
                return;
            }
            let mut name = None;
            let mut bounds = Vec::new();
            w.each_named(child, |w, part| match w.kind(part) {
                Kind::TypeIdentifier | Kind::Identifier => name = Some(w.builder.name(part)),
                Kind::TypeBound => w.each_named(part, |w, bound| bounds.push(w.type_expression(bound))),
                Kind::Annotation | Kind::MarkerAnnotation => {
                    w.annotation(part);
                }
                _ => w.anything(part),
            });
            let Some(name) = name else { return };
            parameters.push(TypeParameter { name, bounds: bounds.into(), default: None });
        });
        parameters
    }

    /// An annotation: what it names, and what is said in it.
    pub(super) fn annotation(&mut self, node: Node<'t>) -> ExpressionId {
        let id = match self.child(node, self.fields().name) {
            Some(name) => self.type_as(name, ReferenceRole::Decorate, None),
            None => self.unknown(),
        };
        if let Some(arguments) = self.child(node, self.fields().arguments) {
            self.each_named(arguments, |w, child| w.annotation_argument(child, id));
        }
        id
    }

    fn annotation_argument(&mut self, node: Node<'t>, annotation: ExpressionId) {
        if self.kind(node) != Kind::ElementPair {
            self.element_value(node);
            return;
        }
        if let Some(key) = self.child(node, self.fields().key) {
            let base = self.expression(Expression::Cast(annotation));
            let name = self.builder.name(key);
            let id = self.expression(Expression::Member { base, name });
            let shape = CallShape { arguments: 0, keywords: Box::default(), spread: false };
            self.reference(key, ReferenceRole::Read, ReferenceTarget::Value(id), Some(shape));
        }
        if let Some(value) = self.child(node, self.fields().value) {
            self.element_value(value);
        }
    }

    /// What an element of an annotation is set to, or defaults to.
    pub(super) fn element_value(&mut self, node: Node<'t>) {
        self.nested((), |w| match w.kind(node) {
            Kind::ElementArray => w.each_named(node, |w, child| w.element_value(child)),
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(node);
            }
            _ => {
                w.value(node, Expect::Nothing);
            }
        });
    }
}
