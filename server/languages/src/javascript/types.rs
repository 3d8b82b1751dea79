//! Type expressions.

use lockstep_facts::{
    Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget, ScopeKind,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::members::TypeMembers;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// The type behind a colon, a predicate or an assertion.
    pub(super) fn type_annotation(&mut self, node: Node<'t>) -> ExpressionId {
        if !matches!(
            self.kind(node),
            Kind::TypeAnnotation | Kind::TypePredicateAnnotation | Kind::AssertsAnnotation | Kind::Other
        ) {
            return self.type_expression(node);
        }
        match self.first_named(node) {
            Some(inner) => self.type_expression(inner),
            None => self.unknown(),
        }
    }

    /// The types between angle brackets.
    pub(super) fn type_list(&mut self, node: Node<'t>) -> Box<[ExpressionId]> {
        let mut list = Vec::new();
        self.each_named(node, |w, child| list.push(w.type_expression(child)));
        list.into()
    }

    /// A type.
    pub(super) fn type_expression(&mut self, node: Node<'t>) -> ExpressionId {
        self.type_as(node, ReferenceRole::Type)
    }

    /// A type whose name plays `role`: a base, an interface.
    pub(super) fn type_as(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        match self.nested(None, |w| Some(w.type_of_kind(node, role))) {
            Some(id) => id,
            None => self.unknown(),
        }
    }

    fn type_of_kind(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        let fields = &self.grammar.fields;
        if self.matched.is_some() {
            return self.matched_type(node, role);
        }
        match self.kind(node) {
            Kind::TypeIdentifier | Kind::Identifier => self.type_name(node, role),
            Kind::NestedTypeIdentifier => {
                let base = match self.child(node, fields.module) {
                    Some(module) => self.namespace(module),
                    None => self.unknown(),
                };
                match self.child(node, fields.name) {
                    Some(name) => self.path_in(base, name, role),
                    None => self.unknown(),
                }
            }
            Kind::GenericType => {
                let base = match self.child(node, fields.name) {
                    Some(name) => self.type_as(name, role),
                    None => self.unknown(),
                };
                self.with_type_arguments(node, base)
            }
            Kind::PredefinedType => self.predefined(node),
            Kind::LiteralType | Kind::String | Kind::Number | Kind::True | Kind::False | Kind::Null => {
                self.literal_type(node)
            }
            Kind::Undefined => self.literal(LiteralKind::Null),
            Kind::TemplateLiteralType => {
                self.each_named(node, |w, child| {
                    if w.kind(child) == Kind::TemplateType {
                        w.each_named(child, |w, inner| {
                            w.type_expression(inner);
                        });
                    }
                });
                self.literal(LiteralKind::String)
            }
            Kind::ObjectType | Kind::InterfaceBody => self.object_type(node),
            Kind::ArrayType => {
                let element = self.inner_type(node);
                self.expression(Expression::List(Box::new([element])))
            }
            Kind::TupleType => self.tuple_type(node),
            Kind::UnionType => {
                let parts = self.type_chain(node, Kind::UnionType);
                self.expression(Expression::Union(parts))
            }
            Kind::IntersectionType => {
                let parts = self.type_chain(node, Kind::IntersectionType);
                self.expression(Expression::Intersection(parts))
            }
            Kind::FunctionType => self.function_type(node),
            Kind::ConstructorType => {
                let function = self.function_type(node);
                self.expression(Expression::Object(Box::new([("new".into(), function)])))
            }
            Kind::ReadonlyType | Kind::ParenthesizedType | Kind::OptionalType | Kind::RestType => {
                match self.first_named(node) {
                    Some(inner) => self.type_as(inner, role),
                    None => self.unknown(),
                }
            }
            Kind::TypeQuery => {
                let value = match self.first_named(node) {
                    Some(inner) => self.value(inner, Expect::Nothing),
                    None => self.unknown(),
                };
                self.expression(Expression::TypeOf(value))
            }
            Kind::IndexTypeQuery => {
                let inner = self.inner_type(node);
                self.expression(Expression::Binary { operator: "keyof".into(), left: inner, right: inner })
            }
            Kind::LookupType => self.lookup_type(node),
            Kind::ConditionalType => self.conditional_type(node),
            Kind::InferType => {
                let mut bound = None;
                let mut name = None;
                self.each_named(node, |w, child| {
                    if name.is_none() {
                        name = Some(child);
                    } else {
                        bound = Some(w.type_expression(child));
                    }
                });
                let Some(name) = name else { return self.unknown() };
                let scope = self.builder.scope();
                self.bind(name, scope, bound, None);
                let name = self.builder.name(name);
                self.expression(Expression::Name(name))
            }
            Kind::TypeArguments => match self.type_list(node).first() {
                Some(first) => *first,
                None => self.unknown(),
            },
            Kind::ThisType | Kind::This => self.expression(Expression::SelfType),
            Kind::TypePredicate => {
                self.predicate(node);
                self.literal(LiteralKind::Boolean)
            }
            Kind::Asserts => {
                self.each_named(node, |w, child| match w.kind(child) {
                    Kind::TypePredicate => w.predicate(child),
                    Kind::This => {}
                    _ => w.parameter_mention(child),
                });
                self.literal(LiteralKind::Null)
            }
            Kind::RequiredParameter | Kind::OptionalParameter => match self.child(node, fields.annotation) {
                Some(annotation) => self.type_annotation(annotation),
                None => self.unknown(),
            },
            Kind::CallExpression | Kind::MemberExpression => self.import_type(node, role),
            Kind::TypeAnnotation | Kind::TypePredicateAnnotation | Kind::AssertsAnnotation => {
                self.type_annotation(node)
            }
            Kind::Error => {
                self.anything(node);
                self.unknown()
            }
            _ => {
                self.each_named(node, |w, child| {
                    w.type_expression(child);
                });
                self.unknown()
            }
        }
    }

    fn inner_type(&mut self, node: Node<'t>) -> ExpressionId {
        match self.first_named(node) {
            Some(inner) => self.type_expression(inner),
            None => self.unknown(),
        }
    }

    fn type_name(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        let text = self.builder.node_text(node);
        match text {
            "bigint" => return self.literal(LiteralKind::Integer),
            "undefined" => return self.literal(LiteralKind::Null),
            // `as const` in older grammars, and an empty missing name.
            "const" | "" => return self.unknown(),
            _ => {}
        }
        let name = Name::new(text);
        let id = self.expression(Expression::Name(name));
        self.reference(node, role, ReferenceTarget::Type(id), None);
        id
    }

    /// `a.b` in front of a type's name: modules all the way.
    pub(super) fn namespace(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::NestedIdentifier | Kind::MemberExpression => {
                let base = match self.child(node, fields.object) {
                    Some(object) => self.nested(None, |w| Some(w.namespace(object))),
                    None => None,
                };
                let base = match base {
                    Some(base) => base,
                    None => self.unknown(),
                };
                match self.child(node, fields.property) {
                    Some(property) => {
                        let name = self.builder.name(property);
                        let id = self.expression(Expression::Path { base, name });
                        self.reference(property, ReferenceRole::Read, ReferenceTarget::Value(id), None);
                        id
                    }
                    None => base,
                }
            }
            _ => self.target(node, ReferenceRole::Read, None),
        }
    }

    fn path_in(&mut self, base: ExpressionId, name_node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        let name = self.builder.name(name_node);
        let id = self.expression(Expression::Path { base, name });
        self.reference(name_node, role, ReferenceTarget::Type(id), None);
        id
    }

    /// `import("x").y.Z`.
    fn import_type(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        let fields = &self.grammar.fields;
        if self.kind(node) == Kind::CallExpression {
            let arguments = self.child(node, fields.arguments);
            return match arguments {
                Some(arguments) => self.imported_module(node, arguments, "import"),
                None => self.unknown(),
            };
        }
        let base = match self.child(node, fields.object) {
            Some(object) => self.type_as(object, ReferenceRole::Read),
            None => self.unknown(),
        };
        match self.last_property(node) {
            Some(property) => self.path_in(base, property, role),
            None => base,
        }
    }

    fn predefined(&mut self, node: Node<'t>) -> ExpressionId {
        match self.builder.node_text(node) {
            "string" => self.literal(LiteralKind::String),
            "number" => self.literal(LiteralKind::Float),
            "boolean" => self.literal(LiteralKind::Boolean),
            "void" | "never" => self.literal(LiteralKind::Null),
            _ => self.unknown(),
        }
    }

    fn literal_type(&mut self, node: Node<'t>) -> ExpressionId {
        let inner = if self.kind(node) == Kind::LiteralType { self.first_named(node) } else { Some(node) };
        match inner.map(|inner| self.kind(inner)) {
            Some(Kind::String) => self.literal(LiteralKind::String),
            Some(Kind::Number | Kind::UnaryExpression) => self.literal(LiteralKind::Float),
            Some(Kind::True | Kind::False) => self.literal(LiteralKind::Boolean),
            Some(Kind::Null | Kind::Undefined) => self.literal(LiteralKind::Null),
            _ => self.unknown(),
        }
    }

    fn tuple_type(&mut self, node: Node<'t>) -> ExpressionId {
        let mut parts = Vec::new();
        let mut rest = None;
        self.each_named(node, |w, child| {
            let id = w.type_expression(child);
            let is_rest = w.kind(child) == Kind::RestType
                || w.child(child, w.grammar.fields.name)
                    .is_some_and(|name| w.kind(name) == Kind::RestPattern);
            if is_rest {
                rest = Some(id);
            } else {
                parts.push(id);
            }
        });
        match rest {
            // `[...T[]]` is a list; in front of a rest the elements lose their places.
            Some(rest) if parts.is_empty() => rest,
            Some(rest) => {
                let list = self.expression(Expression::List(parts.into()));
                self.expression(Expression::Union(Box::new([list, rest])))
            }
            None => self.expression(Expression::Tuple(parts.into())),
        }
    }

    /// `A | B | C` leans to the left and can have thousands of parts: walked as a list.
    fn type_chain(&mut self, node: Node<'t>, kind: Kind) -> Box<[ExpressionId]> {
        let mut rights = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.take() {
            let mut parts = Vec::with_capacity(2);
            self.each_named(node, |_, child| parts.push(child));
            if let Some(first) = parts.first().copied()
                && self.kind(first) == kind
            {
                parts.remove(0);
                next = Some(first);
            }
            rights.extend(parts.into_iter().rev());
        }
        let mut ids = Vec::with_capacity(rights.len().min(64));
        for part in rights.into_iter().rev() {
            // Literals beyond the first few say nothing new.
            if ids.len() >= 32 && self.kind(part) == Kind::LiteralType {
                continue;
            }
            ids.push(self.type_expression(part));
        }
        ids.into()
    }

    /// `T["member"]` is the type of that member of a `T`.
    fn lookup_type(&mut self, node: Node<'t>) -> ExpressionId {
        let mut parts = Vec::with_capacity(2);
        self.each_named(node, |_, child| parts.push(child));
        let [base, index, ..] = parts.as_slice() else { return self.inner_type(node) };
        let base = self.type_expression(*base);
        let literal = if self.kind(*index) == Kind::LiteralType { self.first_named(*index) } else { None };
        match literal {
            Some(string) if self.kind(string) == Kind::String => {
                let value = self.expression(Expression::Cast(base));
                let member = self.string_member(value, string, ReferenceRole::Read, None);
                self.expression(Expression::TypeOf(member))
            }
            _ => {
                let index = self.type_expression(*index);
                self.expression(Expression::Index { base, index })
            }
        }
    }

    fn conditional_type(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        self.builder.push_scope(ScopeKind::Types);
        let tested = match self.child(node, fields.left) {
            Some(left) => self.type_expression(left),
            None => self.unknown(),
        };
        if let Some(right) = self.child(node, fields.right) {
            if self.builder.node_text(right).contains("infer ") {
                let value = self.expression(Expression::Cast(tested));
                self.matching(value, |w| w.type_expression(right));
            } else {
                self.type_expression(right);
            }
        }
        let mut branches = Vec::with_capacity(2);
        for field in [fields.consequence, fields.alternative] {
            if let Some(part) = self.child(node, field) {
                branches.push(self.type_expression(part));
            }
        }
        self.builder.pop_scope();
        self.union(branches)
    }

    /// Walks a type that `value` is matched with.
    fn matching(
        &mut self,
        value: ExpressionId,
        walk: impl FnOnce(&mut Self) -> ExpressionId,
    ) -> ExpressionId {
        let before = self.matched.replace(value);
        let id = walk(self);
        self.matched = before;
        id
    }

    /// A type behind `extends` in a condition: what `infer` names in it is that part of the value matched.
    fn matched_type(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        let fields = &self.grammar.fields;
        let Some(value) = self.matched.take() else { return self.unknown() };
        match self.kind(node) {
            Kind::InferType => {
                let count = self.builder.item().body.bindings.len();
                let id = self.type_of_kind(node, role);
                if let Some(binding) = self.builder.item().body.bindings.get_mut(count) {
                    binding.value = Some(value);
                }
                id
            }
            Kind::ReadonlyType | Kind::ParenthesizedType | Kind::OptionalType => match self.first_named(node)
            {
                Some(inner) => self.matching(value, |w| w.type_as(inner, role)),
                None => self.unknown(),
            },
            Kind::RestType => self.each_part(node, value, |_, value, _| value),
            Kind::ArrayType => {
                self.each_part(node, value, |w, value, _| w.expression(Expression::Element(value)))
            }
            Kind::TupleType => self.each_part(node, value, |w, base, index| {
                w.expression(Expression::TupleField { base, index })
            }),
            Kind::UnionType | Kind::IntersectionType => self.each_part(node, value, |_, value, _| value),
            Kind::GenericType => {
                let name = self.child(node, fields.name);
                let text = name.map(|name| self.builder.node_text(name)).unwrap_or_default();
                let part = match text {
                    "Promise" | "PromiseLike" => Some(self.expression(Expression::Await(value))),
                    "Array" | "ReadonlyArray" | "Set" | "ReadonlySet" | "Iterable" | "Iterator" => {
                        Some(self.expression(Expression::Element(value)))
                    }
                    _ => None,
                };
                if let Some(name) = name {
                    self.type_as(name, role);
                }
                match (self.child(node, fields.type_arguments), part) {
                    (Some(list), Some(part)) => self.each_part(list, part, |_, part, _| part),
                    (Some(list), None) => {
                        self.type_list(list);
                        self.unknown()
                    }
                    (None, _) => self.unknown(),
                }
            }
            Kind::FunctionType | Kind::ConstructorType => self.matched_function(node, value),
            Kind::ObjectType => {
                let scope = self.type_members_matched(node, value);
                self.expression(Expression::Object(scope.into()))
            }
            _ => self.type_of_kind(node, role),
        }
    }

    /// Walks the types below `node`, each matched with a part of `value`.
    fn each_part(
        &mut self,
        node: Node<'t>,
        value: ExpressionId,
        part: impl Fn(&mut Self, ExpressionId, u32) -> ExpressionId,
    ) -> ExpressionId {
        let mut index = 0;
        self.each_named(node, |w, child| {
            let value = part(w, value, index);
            w.matching(value, |w| w.type_expression(child));
            index += 1;
        });
        self.unknown()
    }

    fn matched_function(&mut self, node: Node<'t>, value: ExpressionId) -> ExpressionId {
        let fields = &self.grammar.fields;
        let is_constructor = self.kind(node) == Kind::ConstructorType;
        let type_parameters = self.child(node, fields.type_parameters);
        if let Some(list) = type_parameters {
            // What is inferred must be seen behind the condition: the type parameters stay in its scope.
            self.type_parameter_bindings(list);
        }
        let call = if is_constructor {
            self.expression(Expression::New { class: value, arguments: Box::default() })
        } else {
            self.expression(Expression::Call { callee: value, arguments: Box::default() })
        };
        if let Some(list) = self.child(node, fields.parameters) {
            let mut argument = 0u8;
            self.each_named(list, |w, child| {
                if let Some(annotation) = w.child(child, w.grammar.fields.annotation) {
                    let value = w.expression(Expression::Expected { call, argument });
                    w.matching(value, |w| w.type_annotation(annotation));
                }
                argument = argument.saturating_add(1);
            });
        }
        if let Some(result) =
            self.child(node, fields.return_type).or_else(|| self.child(node, fields.annotation))
        {
            self.matching(call, |w| w.type_annotation(result));
        }
        self.unknown()
    }

    fn type_members_matched(&mut self, node: Node<'t>, value: ExpressionId) -> Vec<(Name, ExpressionId)> {
        let mut entries = Vec::new();
        self.each_named(node, |w, child| {
            let fields = &w.grammar.fields;
            if w.kind(child) != Kind::PropertySignature {
                w.type_member(child, false, &mut TypeMembers::default(), &mut Vec::new());
                return;
            }
            let (Some(name_node), Some(annotation)) =
                (w.child(child, fields.name), w.child(child, fields.annotation))
            else {
                return;
            };
            let name = w.property_name(name_node);
            w.computed_name(name_node);
            let member = w.expression(Expression::Member { base: value, name });
            let id = w.matching(member, |w| w.type_annotation(annotation));
            entries.push((name, id));
        });
        entries
    }

    /// `x is T`: mentions a parameter.
    fn predicate(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        if let Some(name) = self.child(node, fields.name)
            && self.kind(name) != Kind::This
        {
            self.parameter_mention(name);
        }
        if let Some(annotation) = self.child(node, fields.annotation) {
            self.type_expression(annotation);
        }
    }

    fn parameter_mention(&mut self, node: Node<'t>) {
        // Parameters of a function type are bound nowhere; those of a function are.
        let name = self.builder.name(node);
        let is_bound = self.builder.item().body.bindings.iter().rev().take(64).any(|b| b.name == name);
        if is_bound {
            self.target(node, ReferenceRole::Read, None);
        }
    }
}
