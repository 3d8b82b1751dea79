//! Types, with a reference for each name in them.

use lockstep_facts::{Expression, ExpressionId, LiteralKind, Name, PathRoot, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::Walker;
use super::kinds::Kind;
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// A type, its last name mentioned as such.
    pub(super) fn type_of(&mut self, node: Node<'t>) -> ExpressionId {
        self.type_as(node, ReferenceRole::Type, None)
    }

    /// A type whose last name plays `role`.
    pub(super) fn type_as(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        if self.depth >= crate::MAX_DEPTH {
            self.nested((), |_| ());
            return self.unknown();
        }
        self.depth += 1;
        let id = self.type_of_kind(node, role, call);
        self.each_error(node);
        self.depth -= 1;
        id
    }

    fn type_of_kind(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::Identifier => {
                let name = self.name(node);
                if name.is_empty() {
                    return self.unknown();
                }
                let id = self.expression(Expression::Name(name));
                self.reference(node, role, ReferenceTarget::Type(id), call);
                id
            }
            Kind::GenericName => self.generic_type(node, None, role, call),
            Kind::QualifiedName => {
                let qualifier = self.child(node, fields.qualifier);
                let name = self.child(node, fields.name);
                let base = match qualifier {
                    Some(qualifier) => self.type_of(qualifier),
                    None => self.unknown(),
                };
                self.segment(base, name, role, call)
            }
            Kind::AliasQualifiedName => {
                let base = match self.child(node, fields.alias) {
                    Some(alias) if self.builder.node_text(alias) != "global" => self.type_of(alias),
                    _ => self.expression(Expression::Root(PathRoot::Global)),
                };
                let name = self.child(node, fields.name);
                self.segment(base, name, role, call)
            }
            Kind::MemberAccessExpression => {
                let base = match self.child(node, fields.expression) {
                    Some(base) => self.type_of(base),
                    None => self.unknown(),
                };
                let name = self.child(node, fields.name);
                self.segment(base, name, role, call)
            }
            Kind::PredefinedType => self.predefined(node),
            Kind::ArrayType => {
                let element = match self.child(node, fields.ty) {
                    Some(element) => self.type_of(element),
                    None => self.unknown(),
                };
                // `new T[n]`: the sizes are values.
                if let Some(rank) = node.child_by_field_name("rank") {
                    self.each_part(rank, |w, size| {
                        w.value(size, super::Expect::Nothing);
                    });
                }
                self.expression(Expression::List(Box::new([element])))
            }
            Kind::NullableType | Kind::PointerType | Kind::RefType | Kind::ScopedType => {
                match self.child(node, fields.ty) {
                    Some(inner) => self.type_as(inner, role, call),
                    None => self.unknown(),
                }
            }
            Kind::TupleType => {
                let mut elements = Vec::new();
                self.each_part(node, |w, element| {
                    if w.kind(element) != Kind::TupleElement {
                        return;
                    }
                    let name = match w.child(element, w.grammar.fields.name) {
                        Some(name) => w.name(name),
                        None => Name::new(&format!("Item{}", elements.len() + 1)),
                    };
                    let ty = match w.child(element, w.grammar.fields.ty) {
                        Some(ty) => w.type_of(ty),
                        None => w.unknown(),
                    };
                    elements.push((name, ty));
                });
                self.expression(Expression::Object(elements.into()))
            }
            Kind::ImplicitType => self.unknown(),
            _ => {
                self.each_part(node, |w, child| w.anything(child));
                self.unknown()
            }
        }
    }

    fn segment(
        &mut self,
        base: ExpressionId,
        name: Option<Node<'t>>,
        role: ReferenceRole,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let Some(node) = name else { return base };
        if self.kind(node) == Kind::GenericName {
            return self.generic_type(node, Some(base), role, call);
        }
        let name = self.name(node);
        let id = self.expression(Expression::Path { base, name });
        self.reference(node, role, ReferenceTarget::Type(id), call);
        id
    }

    /// `Name<A, B>`, perhaps behind a dot.
    fn generic_type(
        &mut self,
        node: Node<'t>,
        base: Option<ExpressionId>,
        role: ReferenceRole,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let Some(identifier) = self.find_child(node, Kind::Identifier) else { return self.unknown() };
        let list = self.find_child(node, Kind::TypeArgumentList);
        let name = self.name_with_arity(identifier, list);
        let id = match base {
            Some(base) => self.expression(Expression::Path { base, name }),
            None => self.expression(Expression::Name(name)),
        };
        self.reference(identifier, role, ReferenceTarget::Type(id), call);
        let Some(list) = list else { return id };
        let arguments = self.type_arguments(list);
        if arguments.is_empty() {
            return id;
        }
        self.expression(Expression::Generic { base: id, arguments })
    }

    /// The name of a generic type as expressions have it: with the number of its arguments.
    pub(super) fn name_with_arity(&mut self, identifier: Node<'t>, list: Option<Node<'t>>) -> Name {
        let mut commas = 0;
        if let Some(list) = list {
            self.each_child(list, |w, child| commas += usize::from(w.kind(child) == Kind::TokenComma));
        }
        Name::new(&format!("{}`{}", self.name(identifier), commas + 1))
    }

    /// The types between `<` and `>`.
    pub(super) fn type_arguments(&mut self, list: Node<'t>) -> Box<[ExpressionId]> {
        let mut arguments = Vec::new();
        self.each_part(list, |w, child| {
            if w.kind(child) == Kind::Error {
                w.anything(child);
            } else {
                let id = w.type_of(child);
                arguments.push(id);
            }
        });
        arguments.into()
    }

    /// `string`, `int` and so on, as a type.
    fn predefined(&mut self, node: Node<'t>) -> ExpressionId {
        let kind = match self.builder.node_text(node) {
            "string" => LiteralKind::String,
            "bool" => LiteralKind::Boolean,
            "char" => LiteralKind::Character,
            "int" => LiteralKind::Integer,
            "double" => LiteralKind::Float,
            "void" => return self.unknown(),
            other => {
                let name = standard_name(other);
                return self.standard(name);
            }
        };
        self.literal(kind)
    }

    /// The same as a value: the class.
    pub(super) fn predefined_class(&mut self, node: Node<'t>) -> ExpressionId {
        let name = standard_name(self.builder.node_text(node));
        self.standard(name)
    }
}

/// What the prelude calls a predefined type.
fn standard_name(keyword: &str) -> &'static str {
    match keyword {
        "string" => "String",
        "bool" => "Boolean",
        "char" => "Char",
        "int" => "Int32",
        "double" => "Double",
        "byte" => "Byte",
        "sbyte" => "SByte",
        "short" => "Int16",
        "ushort" => "UInt16",
        "uint" => "UInt32",
        "long" => "Int64",
        "ulong" => "UInt64",
        "nint" => "IntPtr",
        "nuint" => "UIntPtr",
        "float" => "Single",
        "decimal" => "Decimal",
        _ => "Object",
    }
}
