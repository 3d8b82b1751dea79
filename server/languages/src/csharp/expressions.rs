//! Expressions: the receiver trees, and a reference for each name in them.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, LiteralKind, Name, PathRoot, ReferenceRole, ReferenceTarget,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

/// Elements of a collection that become expression nodes; the rest is walked for its references alone.
const MAX_ELEMENTS: usize = 8;

impl<'t> Walker<'t> {
    /// A value that is read.
    pub(super) fn value(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        if self.depth >= crate::MAX_DEPTH {
            self.nested((), |_| ());
            return self.unknown();
        }
        self.depth += 1;
        self.builder.enter_expression();
        let id = self.value_of_kind(node, expect);
        self.each_error(node);
        self.builder.leave_expression();
        self.depth -= 1;
        id
    }

    fn value_of_kind(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::Identifier
            | Kind::GenericName
            | Kind::MemberAccessExpression
            | Kind::ConditionalAccessExpression
            | Kind::ElementAccessExpression
            | Kind::ElementBindingExpression
            | Kind::QualifiedName
            | Kind::AliasQualifiedName => self.target(node, ReferenceRole::Read, None),
            Kind::TokenThis => self.expression(Expression::SelfValue),
            Kind::TokenBase => self.expression(Expression::Super),
            Kind::PredefinedType => self.predefined_class(node),
            Kind::InvocationExpression => self.call(node),
            Kind::ObjectCreationExpression => self.construction(node),
            Kind::ImplicitObjectCreationExpression => self.implicit_construction(node, expect),
            Kind::ArrayCreationExpression | Kind::StackallocExpression => {
                let ty = self.child(node, fields.ty).map(|ty| self.type_of(ty));
                let id = match ty {
                    Some(ty) => self.expression(Expression::Cast(ty)),
                    None => self.unknown(),
                };
                if let Some(list) = self.find_child(node, Kind::InitializerExpression) {
                    let expect = self.expected_element(Expect::Value(id));
                    self.elements(list, expect);
                }
                id
            }
            Kind::ImplicitArrayCreationExpression | Kind::ImplicitStackallocExpression => {
                let expect = self.expected_element(expect);
                let elements = match self.find_child(node, Kind::InitializerExpression) {
                    Some(list) => self.elements(list, expect),
                    None => Box::default(),
                };
                self.expression(Expression::List(elements))
            }
            Kind::CollectionExpression => self.collection(node, expect),
            Kind::InitializerExpression => {
                let inner = self.expected_element(expect);
                let elements = self.elements(node, inner);
                match self.expected(expect) {
                    Some(expected) => expected,
                    None => self.expression(Expression::List(elements)),
                }
            }
            Kind::AnonymousObjectCreationExpression => self.anonymous_object(node),
            Kind::TupleExpression => self.tuple(node, expect),
            Kind::LambdaExpression | Kind::AnonymousMethodExpression => self.closure(node, expect),
            Kind::QueryExpression => self.query(node),
            Kind::SwitchExpression => self.switch_expression(node, expect),
            Kind::AssignmentExpression => self.assignment(node),
            Kind::BinaryExpression => self.binary(node, expect),
            Kind::AsExpression => {
                self.each_field(node, |w, child, field| {
                    if field == w.grammar.fields.left {
                        w.value(child, Expect::Nothing);
                    }
                });
                self.cast_to(node, fields.right)
            }
            Kind::IsExpression => {
                if let Some(left) = self.child(node, fields.left) {
                    self.value(left, Expect::Nothing);
                }
                if let Some(ty) = self.child(node, fields.right) {
                    self.type_of(ty);
                }
                self.literal(LiteralKind::Boolean)
            }
            Kind::IsPatternExpression => {
                let value = match self.child(node, fields.expression) {
                    Some(value) => self.value(value, Expect::Nothing),
                    None => self.unknown(),
                };
                if let Some(pattern) = self.child(node, fields.pattern) {
                    self.pattern(pattern, value);
                }
                self.literal(LiteralKind::Boolean)
            }
            Kind::CastExpression => {
                let ty = self.child(node, fields.ty).map(|ty| self.type_of(ty));
                let cast = match ty {
                    Some(ty) => self.expression(Expression::Cast(ty)),
                    None => self.unknown(),
                };
                if let Some(value) = self.child(node, fields.value) {
                    self.value(value, Expect::Value(cast));
                }
                cast
            }
            Kind::ConditionalExpression => {
                if let Some(condition) = self.child(node, fields.condition) {
                    self.value(condition, Expect::Nothing);
                }
                let arms = [fields.consequence, fields.alternative].map(|field| self.child(node, field));
                let arms = arms.into_iter().flatten().map(|arm| self.value(arm, expect)).collect();
                self.expression(Expression::Union(arms))
            }
            Kind::ParenthesizedExpression | Kind::CheckedExpression | Kind::RefExpression => {
                match self.first_part(node) {
                    Some(inner) => self.value(inner, expect),
                    None => self.unknown(),
                }
            }
            Kind::AwaitExpression => match self.first_part(node) {
                Some(inner) => {
                    let inner = self.value(inner, Expect::Nothing);
                    self.expression(Expression::Await(inner))
                }
                None => self.unknown(),
            },
            Kind::PrefixUnaryExpression | Kind::PostfixUnaryExpression => self.unary(node, expect),
            Kind::DefaultExpression => match self.child(node, fields.ty) {
                Some(ty) => {
                    let ty = self.type_of(ty);
                    self.expression(Expression::Cast(ty))
                }
                None => self.unknown(),
            },
            Kind::TypeofExpression => {
                if let Some(ty) = self.child(node, fields.ty) {
                    self.type_of(ty);
                }
                let class = self.standard("Type");
                self.expression(Expression::Cast(class))
            }
            Kind::SizeofExpression => {
                if let Some(ty) = self.child(node, fields.ty) {
                    self.type_of(ty);
                }
                self.literal(LiteralKind::Integer)
            }
            Kind::WithExpression => self.with(node),
            Kind::DeclarationExpression => self.declaration_expression(node, expect),
            Kind::InterpolatedStringExpression => {
                self.each_part(node, |w, child| {
                    if w.kind(child) == Kind::Interpolation {
                        w.each_part(child, |w, inner| {
                            if w.kind(inner) != Kind::Other {
                                w.anything(inner);
                            } else {
                                // An alignment is a value of its own.
                                w.each_part(inner, |w, value| w.anything(value));
                            }
                        });
                    }
                });
                self.literal(LiteralKind::String)
            }
            Kind::StringLiteral | Kind::VerbatimStringLiteral | Kind::RawStringLiteral => {
                self.literal(LiteralKind::String)
            }
            Kind::CharacterLiteral => self.literal(LiteralKind::Character),
            Kind::BooleanLiteral => self.literal(LiteralKind::Boolean),
            Kind::IntegerLiteral => self.integer(node),
            Kind::RealLiteral => self.real(node),
            Kind::Argument | Kind::ExpressionElement => match self.last_part(node) {
                Some(inner) => self.value(inner, expect),
                None => self.unknown(),
            },
            Kind::PreprocIf => {
                let condition = self.child(node, fields.condition);
                self.each_part(node, |w, child| {
                    if Some(child) != condition {
                        w.anything(child);
                    }
                });
                self.unknown()
            }
            kind if kind.is_statement() || kind.is_declaration() || kind.is_type() || kind.is_pattern() => {
                self.anything(node);
                self.unknown()
            }
            _ => {
                self.each_part(node, |w, child| w.anything(child));
                self.unknown()
            }
        }
    }

    fn integer(&mut self, node: Node<'t>) -> ExpressionId {
        let text = self.builder.node_text(node).to_ascii_lowercase();
        let suffix = if text.starts_with("0x") { text.trim_end_matches(['u', 'l']).len() } else { 0 };
        let ends = if suffix > 0 {
            &text[suffix..]
        } else {
            text.trim_start_matches(|c: char| c != 'u' && c != 'l')
        };
        match ends {
            "" => self.literal(LiteralKind::Integer),
            other => {
                let name = match (other.contains('u'), other.contains('l')) {
                    (true, true) => "UInt64",
                    (false, true) => "Int64",
                    _ => "UInt32",
                };
                let class = self.standard(name);
                self.expression(Expression::Cast(class))
            }
        }
    }

    fn real(&mut self, node: Node<'t>) -> ExpressionId {
        let name = match self.builder.node_text(node).chars().next_back() {
            Some('f' | 'F') => "Single",
            Some('m' | 'M') => "Decimal",
            _ => return self.literal(LiteralKind::Float),
        };
        let class = self.standard(name);
        self.expression(Expression::Cast(class))
    }

    fn cast_to(&mut self, node: Node<'t>, field: u16) -> ExpressionId {
        match self.child(node, field) {
            Some(ty) => {
                let ty = self.type_of(ty);
                self.expression(Expression::Cast(ty))
            }
            None => self.unknown(),
        }
    }

    /// An expression whose last name plays `role`; anything else is read.
    pub(super) fn target(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::Identifier => {
                let name = self.name(node);
                if name.is_empty() || name == "_" {
                    return self.unknown();
                }
                let id = self.expression(Expression::Name(name));
                self.reference(node, role, ReferenceTarget::Value(id), call);
                id
            }
            Kind::GenericName => self.generic_value(node, None, role, call),
            Kind::MemberAccessExpression => {
                let base = match self.child(node, fields.expression) {
                    Some(base) => self.value(base, Expect::Nothing),
                    None => self.unknown(),
                };
                let name = self.child(node, fields.name);
                self.member_of(base, name, role, call)
            }
            Kind::QualifiedName => {
                let base = match self.child(node, fields.qualifier) {
                    Some(base) => self.value(base, Expect::Nothing),
                    None => self.unknown(),
                };
                let name = self.child(node, fields.name);
                self.member_of(base, name, role, call)
            }
            Kind::AliasQualifiedName => {
                let base = match self.child(node, fields.alias) {
                    Some(alias) if self.builder.node_text(alias) != "global" => {
                        self.value(alias, Expect::Nothing)
                    }
                    _ => {
                        let base = self.expression(Expression::Root(PathRoot::Global));
                        let Some(name_node) = self.child(node, fields.name) else { return base };
                        let name = self.name(name_node);
                        let id = self.expression(Expression::Path { base, name });
                        self.reference(name_node, role, ReferenceTarget::Value(id), call);
                        return id;
                    }
                };
                let name = self.child(node, fields.name);
                self.member_of(base, name, role, call)
            }
            Kind::ConditionalAccessExpression => {
                let base = match self.child(node, fields.condition) {
                    Some(base) => self.value(base, Expect::Nothing),
                    None => self.unknown(),
                };
                if let Some(binding) = self.find_child(node, Kind::MemberBindingExpression) {
                    let name = self.child(binding, fields.name);
                    return self.member_of(base, name, role, call);
                }
                match self.find_child(node, Kind::ElementBindingExpression) {
                    Some(binding) => self.indexed(base, binding),
                    None => base,
                }
            }
            Kind::ElementAccessExpression => {
                let base = match self.child(node, fields.expression) {
                    Some(base) => self.value(base, Expect::Nothing),
                    None => self.unknown(),
                };
                match self.child(node, fields.subscript) {
                    Some(subscript) => self.indexed(base, subscript),
                    None => base,
                }
            }
            Kind::ElementBindingExpression => {
                let base = self.unknown();
                self.indexed(base, node)
            }
            Kind::ParenthesizedExpression => match self.first_part(node) {
                Some(inner) => {
                    self.nested(None, |w| Some(w.target(inner, role, call))).unwrap_or_else(|| self.unknown())
                }
                None => self.unknown(),
            },
            _ => self.value(node, Expect::Nothing),
        }
    }

    pub(super) fn indexed(&mut self, base: ExpressionId, list: Node<'t>) -> ExpressionId {
        let mut index = None;
        self.each_part(list, |w, argument| {
            let id = w.value(argument, Expect::Nothing);
            index.get_or_insert(id);
        });
        let index = index.unwrap_or_else(|| self.unknown());
        self.expression(Expression::Index { base, index })
    }

    /// `base.name`, perhaps with type arguments.
    fn member_of(
        &mut self,
        base: ExpressionId,
        name: Option<Node<'t>>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        let Some(node) = name.filter(|name| !name.is_missing()) else {
            return self.unknown();
        };
        if self.kind(node) == Kind::GenericName {
            return self.generic_value(node, Some(base), role, call);
        }
        let name = self.name(node);
        let id = self.expression(Expression::Member { base, name });
        self.reference(node, role, ReferenceTarget::Value(id), call);
        id
    }

    /// `Name<A>`: a method that is called, else a type.
    fn generic_value(
        &mut self,
        node: Node<'t>,
        base: Option<ExpressionId>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        let Some(identifier) = self.find_child(node, Kind::Identifier) else { return self.unknown() };
        let list = self.find_child(node, Kind::TypeArgumentList);
        let name = match call {
            Some(_) => self.name(identifier),
            None => self.name_with_arity(identifier, list),
        };
        let id = match base {
            Some(base) => self.expression(Expression::Member { base, name }),
            None => self.expression(Expression::Name(name)),
        };
        self.reference(identifier, role, ReferenceTarget::Value(id), call);
        let arguments = list.map(|list| self.type_arguments(list)).unwrap_or_default();
        if arguments.is_empty() {
            return id;
        }
        self.expression(Expression::Generic { base: id, arguments })
    }

    /// The values of a list, each expected to be so.
    pub(super) fn elements(&mut self, node: Node<'t>, expect: Expect) -> Box<[ExpressionId]> {
        let mut elements = Vec::new();
        self.each_part(node, |w, child| {
            let is_literal =
                matches!(w.kind(child), Kind::IntegerLiteral | Kind::StringLiteral | Kind::RealLiteral);
            if elements.len() >= MAX_ELEMENTS && is_literal {
                return;
            }
            let id = match w.kind(child) {
                Kind::CollectionElement => match w.first_part(child) {
                    Some(inner) => w.element(inner, expect),
                    None => w.unknown(),
                },
                _ => w.value(child, expect),
            };
            if elements.len() < MAX_ELEMENTS {
                elements.push(id);
            }
        });
        elements.into()
    }

    fn element(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        match (self.kind(node), self.first_part(node)) {
            (Kind::SpreadElement, Some(inner)) => {
                let inner = self.value(inner, Expect::Nothing);
                self.expression(Expression::Element(inner))
            }
            _ => self.value(node, expect),
        }
    }

    /// `[a, ..b]`: what is expected, else an array.
    fn collection(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let inner = self.expected_element(expect);
        let elements = self.elements(node, inner);
        match self.expected(expect) {
            Some(expected) => expected,
            None => self.expression(Expression::List(elements)),
        }
    }

    /// `new { A = x, y.B }`.
    fn anonymous_object(&mut self, node: Node<'t>) -> ExpressionId {
        let mut fields: Vec<(Name, ExpressionId)> = Vec::new();
        let mut waiting: Option<Node<'t>> = None;
        let mut named: Option<Name> = None;
        self.each_child(node, |w, child| {
            if w.kind(child) == Kind::TokenEquals {
                named = waiting.take().map(|name| w.name(name));
                return;
            }
            let flush = |w: &mut Self, waiting: &mut Option<Node<'t>>, fields: &mut Vec<_>| {
                if let Some(node) = waiting.take() {
                    let name = w.own_name(node);
                    let id = w.value(node, Expect::Nothing);
                    fields.extend(name.map(|name| (name, id)));
                }
            };
            if !w.is_part(child) {
                flush(w, &mut waiting, &mut fields);
                return;
            }
            match named.take() {
                Some(name) => {
                    let id = w.value(child, Expect::Nothing);
                    fields.push((name, id));
                }
                None => {
                    flush(w, &mut waiting, &mut fields);
                    waiting = Some(child);
                }
            }
        });
        if let Some(node) = waiting {
            let name = self.own_name(node);
            let id = self.value(node, Expect::Nothing);
            fields.extend(name.map(|name| (name, id)));
        }
        self.expression(Expression::Object(fields.into()))
    }

    /// The name that an expression gives to a member or tuple element made of it.
    fn own_name(&self, node: Node<'t>) -> Option<Name> {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::Identifier => Some(self.name(node)),
            Kind::MemberAccessExpression => self.child(node, fields.name).map(|name| self.name(name)),
            _ => None,
        }
    }

    fn tuple(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let expected = self.expected(expect);
        let mut elements = Vec::new();
        self.each_part(node, |w, argument| {
            let Some(value) = w.last_part(argument) else { return };
            let index = elements.len();
            let name = w
                .child(argument, w.grammar.fields.name)
                .map(|name| w.name(name))
                .or_else(|| w.own_name(value))
                .unwrap_or_else(|| Name::new(&format!("Item{}", index + 1)));
            let expect = match expected {
                Some(base) => {
                    Expect::Value(w.expression(Expression::TupleField { base, index: index as u32 }))
                }
                None => Expect::Nothing,
            };
            let id = w.value(value, expect);
            elements.push((name, id));
        });
        self.expression(Expression::Object(elements.into()))
    }

    /// `T x` where a value stands: `out T x`, a part of a tuple that is assigned to.
    fn declaration_expression(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = &self.grammar.fields;
        // `f(a * b)` is read as the declaration of a pointer.
        if let Some(factor) = self.child(node, fields.ty).filter(|ty| self.kind(*ty) == Kind::PointerType) {
            let left = self.first_part(factor).map(|left| self.value(left, Expect::Nothing));
            let right = self.child(node, fields.name).map(|right| self.value(right, Expect::Nothing));
            return match (left, right) {
                (Some(left), Some(right)) => {
                    self.expression(Expression::Binary { operator: Name::new("*"), left, right })
                }
                _ => self.unknown(),
            };
        }
        let declared = match self.child(node, fields.ty) {
            Some(ty) if self.kind(ty) != Kind::ImplicitType => Some(self.type_of(ty)),
            _ => None,
        };
        let value = if declared.is_none() { self.expected(expect) } else { None };
        if let Some(name) = self.child(node, fields.name) {
            self.bind(name, declared, value);
        }
        match (declared, value) {
            (Some(declared), _) => self.expression(Expression::Cast(declared)),
            (None, Some(value)) => value,
            (None, None) => self.unknown(),
        }
    }

    fn assignment(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let Some(left) = self.child(node, fields.left) else { return self.unknown() };
        let right = self.child(node, fields.right);
        if matches!(self.kind(left), Kind::TupleExpression) {
            // What is declared on the left is not seen on the right.
            let value = self.unknown();
            self.assigned_parts(left, value);
            if let Some(right) = right {
                let right = self.value(right, Expect::Nothing);
                self.fill(value, Expression::Union(Box::new([right])));
            }
            return value;
        }
        let target = self.target(left, ReferenceRole::Write, None);
        if let Some(right) = right {
            self.value(right, Expect::Value(target));
        }
        target
    }

    /// The parts of a tuple that is assigned to, or one thing that is.
    pub(super) fn assigned_parts(&mut self, node: Node<'t>, value: ExpressionId) {
        match self.kind(node) {
            Kind::TupleExpression => self.nested((), |w| {
                let mut index = 0;
                w.each_part(node, |w, argument| {
                    let part = w.expression(Expression::TupleField { base: value, index });
                    if let Some(inner) = w.last_part(argument) {
                        w.assigned_parts(inner, part);
                    }
                    index += 1;
                });
            }),
            Kind::DeclarationExpression => {
                self.declaration_expression(node, Expect::Value(value));
            }
            _ => {
                self.target(node, ReferenceRole::Write, None);
            }
        }
    }

    fn binary(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = &self.grammar.fields;
        let operator =
            self.child(node, fields.operator).map_or("", |operator| self.builder.node_text(operator));
        let is_choice = operator == "??";
        let expect = if is_choice { expect } else { Expect::Nothing };
        let [left, right] = [fields.left, fields.right].map(|field| {
            let operand = self.child(node, field);
            operand.map(|operand| self.value(operand, expect))
        });
        let (Some(left), Some(right)) = (left, right) else { return self.unknown() };
        match operator {
            "??" => self.expression(Expression::Union(Box::new([left, right]))),
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => self.literal(LiteralKind::Boolean),
            _ => self.expression(Expression::Binary { operator: Name::new(operator), left, right }),
        }
    }

    fn unary(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let text = self.builder.node_text(node);
        let changes = ["++", "--"].iter().any(|sign| text.starts_with(sign) || text.ends_with(sign));
        let Some(inner) = self.first_part(node) else { return self.unknown() };
        if changes {
            return self.target(inner, ReferenceRole::Write, None);
        }
        let is_postfix = self.kind(node) == Kind::PostfixUnaryExpression;
        let id = self.value(inner, if is_postfix { expect } else { Expect::Nothing });
        if text.starts_with('!') && !is_postfix { self.literal(LiteralKind::Boolean) } else { id }
    }
}
