//! Expressions: the receiver trees, and a reference for each name in them.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget, TextRange,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::patterns::Mode;
use super::{Expect, This, Walker};
use crate::walk::Walk as _;

/// Elements of an array literal that become expression nodes; the rest is walked for its references alone.
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
        if node.has_error() && self.kind(node).is_walked_by_field() {
            self.each_error(node);
        }
        self.builder.leave_expression();
        self.depth -= 1;
        id
    }

    fn value_of_kind(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        match self.kind(node) {
            Kind::Identifier
            | Kind::MemberExpression
            | Kind::NestedIdentifier
            | Kind::SubscriptExpression
            | Kind::ShorthandPropertyIdentifier
            | Kind::PropertyIdentifier
            | Kind::PrivatePropertyIdentifier
            | Kind::ShorthandPropertyIdentifierPattern => self.target(node, ReferenceRole::Read, None),
            Kind::CallExpression => self.call(node, ReferenceRole::Call),
            Kind::NewExpression => self.new_expression(node),
            Kind::This => self.this(),
            Kind::Super => self.expression(Expression::Super),
            Kind::String => self.literal(LiteralKind::String),
            Kind::TemplateString => {
                self.substitutions(node);
                self.literal(LiteralKind::String)
            }
            Kind::Number => self.number(node),
            Kind::True | Kind::False => self.literal(LiteralKind::Boolean),
            Kind::Null | Kind::Undefined => self.literal(LiteralKind::Null),
            Kind::Regex => self.literal(LiteralKind::Regex),
            Kind::ArrowFunction | Kind::FunctionExpression | Kind::GeneratorFunction => {
                self.closure(node, expect)
            }
            Kind::Object => self.object(node, expect),
            Kind::Array => self.array(node, expect),
            Kind::ParenthesizedExpression => self.parenthesized(node, expect),
            Kind::SequenceExpression => self.last_of(node, expect),
            Kind::AssignmentExpression => self.assignment(node),
            Kind::AugmentedAssignmentExpression => self.augmented_assignment(node),
            Kind::BinaryExpression => self.binary(node, expect),
            Kind::UnaryExpression => self.unary(node),
            Kind::UpdateExpression => {
                if let Some(argument) = self.child(node, self.grammar.fields.argument) {
                    self.target(argument, ReferenceRole::Write, None);
                }
                self.literal(LiteralKind::Float)
            }
            Kind::TernaryExpression => self.ternary(node, expect),
            Kind::AwaitExpression => match self.first_named(node) {
                Some(inner) => {
                    let inner = self.value(inner, Expect::Nothing);
                    self.expression(Expression::Await(inner))
                }
                None => self.unknown(),
            },
            Kind::YieldExpression => self.yield_expression(node),
            Kind::Class | Kind::ClassDeclaration => self.class_expression(node),
            Kind::JsxElement | Kind::JsxSelfClosingElement | Kind::JsxOpeningElement => self.jsx(node),
            Kind::AsExpression | Kind::SatisfiesExpression | Kind::TypeAssertion => self.cast(node, expect),
            Kind::NonNullExpression => self.wrapped(node, expect),
            Kind::InstantiationExpression => self.target(node, ReferenceRole::Read, None),
            Kind::SpreadElement => match self.first_named(node) {
                Some(inner) => {
                    let inner = self.value(inner, expect);
                    self.expression(Expression::Element(inner))
                }
                None => self.unknown(),
            },
            Kind::MetaProperty | Kind::Comment => self.unknown(),
            Kind::InternalModule => {
                self.statement(node);
                self.unknown()
            }
            Kind::ObjectPattern | Kind::ArrayPattern | Kind::AssignmentPattern => {
                let base = self.unknown();
                self.pattern(node, base, Mode::Assign, None);
                base
            }
            _ => {
                self.anything_inside(node);
                self.unknown()
            }
        }
    }

    /// Something that is no expression where one should stand.
    fn anything_inside(&mut self, node: Node<'t>) {
        let kind = self.kind(node);
        if kind == Kind::Error || kind.is_statement() || kind.is_type() {
            self.nested((), |w| w.anything(node));
        } else {
            self.nested((), |w| w.statements(node));
        }
    }

    pub(super) fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        self.expression(Expression::Literal(kind))
    }

    fn number(&mut self, node: Node<'t>) -> ExpressionId {
        let text = self.builder.node_text(node);
        let is_integer = text.bytes().all(|b| b.is_ascii_digit() || b == b'_');
        self.literal(if is_integer { LiteralKind::Integer } else { LiteralKind::Float })
    }

    fn this(&mut self) -> ExpressionId {
        let this = self.context().this;
        match this {
            This::Unknown => self.unknown(),
            This::Instance => self.expression(Expression::SelfValue),
            This::Class => self.expression(Expression::SelfType),
            This::Is(id) => id,
            This::Bound => self.expression(Expression::Name("this".into())),
            This::Constructor(name) => {
                let class = self.expression(Expression::Name(name));
                self.expression(Expression::New { class, arguments: Box::default() })
            }
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
            Kind::Identifier
            | Kind::ShorthandPropertyIdentifier
            | Kind::ShorthandPropertyIdentifierPattern
            | Kind::PrivatePropertyIdentifier
            | Kind::PropertyIdentifier => self.name_target(node, role, call),
            Kind::MemberExpression | Kind::NestedIdentifier => {
                let base = match self.child(node, fields.object) {
                    Some(object) => self.value(object, Expect::Nothing),
                    None => self.unknown(),
                };
                match self.last_property(node) {
                    Some(property) => {
                        let name = self.builder.name(property);
                        let id = self.expression(Expression::Member { base, name });
                        self.reference(property, role, ReferenceTarget::Value(id), call);
                        id
                    }
                    None => self.unknown(),
                }
            }
            Kind::SubscriptExpression => self.subscript(node, role, call),
            Kind::ParenthesizedExpression | Kind::NonNullExpression => match self.first_named(node) {
                Some(inner)
                    if !matches!(self.kind(inner), Kind::SequenceExpression | Kind::AssignmentExpression) =>
                {
                    match self.nested(None, |w| Some(w.target(inner, role, call))) {
                        Some(id) => id,
                        None => self.unknown(),
                    }
                }
                _ => self.value(node, Expect::Nothing),
            },
            Kind::InstantiationExpression => {
                let base = match self.first_named(node) {
                    Some(inner) => self.target(inner, role, call),
                    None => self.unknown(),
                };
                self.with_type_arguments(node, base)
            }
            Kind::ObjectPattern | Kind::ArrayPattern if role == ReferenceRole::Write => {
                let base = self.unknown();
                self.pattern(node, base, Mode::Assign, None);
                base
            }
            _ => self.value(node, Expect::Nothing),
        }
    }

    fn name_target(&mut self, node: Node<'t>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        let text = self.builder.node_text(node);
        if text == "arguments" || text.is_empty() {
            return self.unknown();
        }
        let name = Name::new(text);
        let id = self.expression(Expression::Name(name));
        self.reference(node, role, ReferenceTarget::Value(id), call);
        id
    }

    /// The property of a member expression. In `typeof a.b.c` the grammar's field names the inner one for the outer.
    pub(super) fn last_property(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let property = self.child(node, self.grammar.fields.property)?;
        if property.end_byte() == node.end_byte() {
            return Some(property);
        }
        let mut last = None;
        self.each_named(node, |_, child| last = Some(child));
        last.filter(|last| {
            matches!(
                self.kind(*last),
                Kind::PropertyIdentifier | Kind::PrivatePropertyIdentifier | Kind::Identifier
            )
        })
    }

    /// What stands in a damaged node beside its parts.
    pub(super) fn each_error(&mut self, node: Node<'t>) {
        self.each_named(node, |w, child| {
            if w.kind(child) == Kind::Error {
                w.anything(child);
            }
        });
    }

    fn subscript(&mut self, node: Node<'t>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let base = match self.child(node, fields.object) {
            Some(object) => self.value(object, Expect::Nothing),
            None => self.unknown(),
        };
        let Some(index) = self.child(node, fields.index) else { return self.unknown() };
        match self.kind(index) {
            Kind::String => self.string_member(base, index, role, call),
            Kind::Number => match self.builder.node_text(index).parse::<u32>() {
                Ok(index) => self.expression(Expression::TupleField { base, index }),
                Err(_) => self.unknown(),
            },
            _ => {
                let index = self.value(index, Expect::Nothing);
                self.expression(Expression::Index { base, index })
            }
        }
    }

    /// `base["name"]`: the member of that name.
    pub(super) fn string_member(
        &mut self,
        base: ExpressionId,
        index: Node<'t>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        let (text, at) = self.string_content(index);
        let name = Name::new(text);
        let id = self.expression(Expression::Member { base, name });
        if !at.is_empty() {
            self.builder.reference_at(at, name, role, ReferenceTarget::Value(id), call);
        }
        id
    }

    /// A call; `role` is what it does with the name it calls (a decorator is applied).
    pub(super) fn call(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        let fields = &self.grammar.fields;
        let function = self.child(node, fields.function);
        let arguments = self.child(node, fields.arguments);
        if let (Some(function), Some(arguments)) = (function, arguments)
            && let Some(module) = self.module_call(node, function, arguments)
        {
            return module;
        }
        let shape = self.call_shape(arguments);
        let callee = match function {
            Some(function) => self.target(function, role, Some(shape)),
            None => self.unknown(),
        };
        let callee = self.with_type_arguments(node, callee);
        let id = self.unknown();
        let arguments = self.arguments(arguments, id);
        self.fill(id, Expression::Call { callee, arguments });
        id
    }

    fn new_expression(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let arguments = self.child(node, fields.arguments);
        let shape = self.call_shape(arguments);
        let class = match self.child(node, fields.constructor) {
            Some(constructor) => self.target(constructor, ReferenceRole::Call, Some(shape)),
            None => self.unknown(),
        };
        let class = self.with_type_arguments(node, class);
        let id = self.unknown();
        let arguments = self.arguments(arguments, id);
        self.fill(id, Expression::New { class, arguments });
        id
    }

    /// `base<T>` if `node` has type arguments.
    pub(super) fn with_type_arguments(&mut self, node: Node<'t>, base: ExpressionId) -> ExpressionId {
        match self.child(node, self.grammar.fields.type_arguments) {
            Some(list) => {
                let arguments = self.type_list(list);
                self.expression(Expression::Generic { base, arguments })
            }
            None => base,
        }
    }

    /// How many arguments a call has.
    pub(super) fn call_shape(&mut self, arguments: Option<Node<'t>>) -> CallShape {
        let mut shape = CallShape { arguments: 0, keywords: Box::default(), spread: false };
        let Some(arguments) = arguments else { return shape };
        let is_template = self.kind(arguments) == Kind::TemplateString;
        shape.arguments = u8::from(is_template);
        self.each_named(arguments, |w, child| match w.kind(child) {
            Kind::SpreadElement => shape.spread = true,
            Kind::TemplateSubstitution => shape.arguments = shape.arguments.saturating_add(1),
            _ if is_template => {}
            _ => shape.arguments = shape.arguments.saturating_add(1),
        });
        shape
    }

    /// The arguments of the call or construction `call`.
    fn arguments(&mut self, node: Option<Node<'t>>, call: ExpressionId) -> Box<[ExpressionId]> {
        let Some(node) = node else { return Box::default() };
        if self.kind(node) == Kind::TemplateString {
            self.substitutions(node);
            return Box::default();
        }
        let mut list = Vec::new();
        self.each_named(node, |w, child| {
            let expect = match u8::try_from(list.len()) {
                Ok(argument) => Expect::Argument { call, argument },
                Err(_) => Expect::Nothing,
            };
            let id = w.value(child, expect);
            list.push(id);
        });
        list.into()
    }

    /// The expressions in a template string.
    pub(super) fn substitutions(&mut self, node: Node<'t>) {
        self.each_named(node, |w, child| {
            if w.kind(child) == Kind::TemplateSubstitution {
                w.last_of(child, Expect::Nothing);
            }
        });
    }

    /// Walks all children; the value of the last.
    fn last_of(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let mut last = None;
        self.each_named(node, |w, child| last = Some(w.value(child, expect)));
        match last {
            Some(id) => id,
            None => self.unknown(),
        }
    }

    fn wrapped(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        match self.first_named(node) {
            Some(inner) => self.value(inner, expect),
            None => self.unknown(),
        }
    }

    fn parenthesized(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let mut value = None;
        let mut declared = None;
        self.each_named(node, |w, child| {
            if w.kind(child) == Kind::TypeAnnotation {
                declared = Some(w.type_annotation(child));
            } else if value.is_none() {
                value = Some(w.value(child, expect));
            } else {
                w.value(child, Expect::Nothing);
            }
        });
        match (declared, value) {
            (Some(declared), _) => self.expression(Expression::Cast(declared)),
            (None, Some(value)) => value,
            (None, None) => self.unknown(),
        }
    }

    fn array(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let mut elements = Vec::new();
        let mut expected = None;
        self.each_named(node, |w, child| {
            let kind = w.kind(child);
            if elements.len() >= MAX_ELEMENTS
                && matches!(kind, Kind::Number | Kind::String | Kind::True | Kind::False | Kind::Null)
            {
                return;
            }
            if expected.is_none() && (kind == Kind::Object || kind == Kind::Array || kind.is_function()) {
                expected = w.expected(expect).map(|list| w.expression(Expression::Element(list)));
            }
            let id = w.value(child, expected.map_or(Expect::Nothing, Expect::Value));
            if elements.len() < MAX_ELEMENTS {
                elements.push(id);
            }
        });
        self.expression(Expression::List(elements.into()))
    }

    fn assignment(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let left = self.child(node, fields.left);
        let right = self.child(node, fields.right);
        let Some(left) = left else { return self.wrapped(node, Expect::Nothing) };
        if matches!(self.kind(left), Kind::ObjectPattern | Kind::ArrayPattern) {
            let value = match right {
                Some(right) => self.value(right, Expect::Nothing),
                None => self.unknown(),
            };
            self.pattern(left, value, Mode::Assign, None);
            return value;
        }
        let defined = self.assigned_field(node, left);
        let target =
            if defined.is_some() { self.unknown() } else { self.target(left, ReferenceRole::Write, None) };
        let expect = if self.is_unknown(target) { Expect::Nothing } else { Expect::Value(target) };
        let value = match right {
            Some(right) => self.value(right, expect),
            None => self.unknown(),
        };
        match defined {
            Some(property) => self.define_assigned_field(node, property, value),
            None => self.assigned_local(left, value),
        }
        value
    }

    /// An assignment to a local name that has no type yet gives it one.
    fn assigned_local(&mut self, left: Node<'t>, value: ExpressionId) {
        if self.kind(left) != Kind::Identifier {
            return;
        }
        let name = self.builder.name(left);
        let item = self.builder.item();
        let informative =
            !matches!(item.expression(value), Expression::Unknown | Expression::Literal(LiteralKind::Null));
        if !informative {
            return;
        }
        let is_empty = |id: Option<ExpressionId>| {
            id.is_none_or(|id| {
                matches!(item.expression(id), Expression::Unknown | Expression::Literal(LiteralKind::Null))
            })
        };
        // The nearest binding of that name; the scan is bounded because huge functions assign often.
        let found = item.body.bindings.iter().rev().take(256).position(|binding| binding.name == name);
        let Some(found) = found else {
            self.assigned_variable(name, value);
            return;
        };
        let at = item.body.bindings.len() - 1 - found;
        let Some(binding) = item.body.bindings.get(at) else { return };
        if binding.declared.is_none() && binding.parameter.is_none() && is_empty(binding.value) {
            item.body.bindings[at].value = Some(value);
        }
    }

    /// An assignment to a variable of the module that was declared without a type gives it one, if the value means the
    /// same there as here.
    fn assigned_variable(&mut self, name: Name, value: ExpressionId) {
        let Some(slot) = self.untyped.get(&name).copied() else { return };
        let copied = self.copied(value);
        let bindings = &self.builder.item().body.bindings;
        let is_local = copied.iter().any(|expression| match expression {
            Expression::Name(name) => bindings.iter().any(|binding| binding.name == *name),
            Expression::SelfValue | Expression::SelfType | Expression::Super => true,
            _ => false,
        });
        if is_local || !self.builder.reopen(slot) {
            return;
        }
        self.untyped.remove(&name);
        let id = super::copy::paste(&mut self.builder.item().expressions, copied);
        if let Some(definition) = self.builder.definition() {
            definition.inferred.push(id);
        }
        self.builder.close();
    }

    fn augmented_assignment(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let operator =
            self.child(node, fields.operator).map(|o| self.builder.node_text(o)).unwrap_or_default();
        let target = match self.child(node, fields.left) {
            Some(left) => self.target(left, ReferenceRole::Write, None),
            None => self.unknown(),
        };
        let value = match self.child(node, fields.right) {
            Some(right) => self.value(right, Expect::Value(target)),
            None => self.unknown(),
        };
        if matches!(operator, "||=" | "??=")
            && let Some(left) = self.child(node, fields.left)
        {
            self.assigned_local(left, value);
        }
        match operator {
            "||=" | "??=" | "&&=" => self.expression(Expression::Union(Box::new([target, value]))),
            "+=" => self.expression(Expression::Binary { operator: "+".into(), left: target, right: value }),
            _ => self.literal(LiteralKind::Float),
        }
    }

    /// Chains of operators lean to the left and can be thousands long: walked as a list.
    fn binary(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = &self.grammar.fields;
        let mut chain = vec![node];
        let mut left = self.child(node, fields.left);
        while let Some(next) = left.filter(|left| self.kind(*left) == Kind::BinaryExpression) {
            chain.push(next);
            left = self.child(next, fields.left);
        }
        let passes = |operator: &str| matches!(operator, "||" | "??" | "&&");
        let innermost = chain.last().copied().unwrap_or(node);
        let operator_of = |w: &Self, node: Node<'t>| {
            w.child(node, fields.operator).map(|operator| w.builder.node_text(operator)).unwrap_or_default()
        };
        let first_expect = if passes(operator_of(self, innermost)) { expect } else { Expect::Nothing };
        let mut value = match left {
            Some(left) => self.value(left, first_expect),
            None => self.unknown(),
        };
        for node in chain.into_iter().rev() {
            let operator = operator_of(self, node);
            let right_expect = if passes(operator) { expect } else { Expect::Nothing };
            let right = match self.child(node, fields.right) {
                Some(right) => self.value(right, right_expect),
                None => self.unknown(),
            };
            value = match operator {
                "||" | "??" => self.expression(Expression::Union(Box::new([value, right]))),
                "&&" => right,
                "+" => self.expression(Expression::Binary { operator: "+".into(), left: value, right }),
                "-" | "*" | "/" | "%" | "**" | "&" | "|" | "^" | "<<" | ">>" | ">>>" => {
                    self.literal(LiteralKind::Float)
                }
                "" => self.unknown(),
                _ => self.literal(LiteralKind::Boolean),
            };
        }
        value
    }

    fn unary(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let operator =
            self.child(node, fields.operator).map(|o| self.builder.node_text(o)).unwrap_or_default();
        if let Some(argument) = self.child(node, fields.argument) {
            let role = if operator == "delete" { ReferenceRole::Write } else { ReferenceRole::Read };
            self.target(argument, role, None);
        }
        self.literal(match operator {
            "!" | "delete" => LiteralKind::Boolean,
            "typeof" => LiteralKind::String,
            "void" => LiteralKind::Null,
            _ => LiteralKind::Float,
        })
    }

    /// Chains of conditions lean to the right: walked as a list.
    fn ternary(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = &self.grammar.fields;
        let mut branches = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.take() {
            if let Some(condition) = self.child(node, fields.condition) {
                self.value(condition, Expect::Nothing);
            }
            if let Some(consequence) = self.child(node, fields.consequence) {
                branches.push(self.value(consequence, expect));
            }
            match self.child(node, fields.alternative) {
                Some(alternative) if self.kind(alternative) == Kind::TernaryExpression => {
                    next = Some(alternative);
                }
                Some(alternative) => branches.push(self.value(alternative, expect)),
                None => {}
            }
        }
        self.union(branches)
    }

    /// One of `list`.
    pub(super) fn union(&mut self, list: Vec<ExpressionId>) -> ExpressionId {
        match list.as_slice() {
            [] => self.unknown(),
            [one] => *one,
            _ => self.expression(Expression::Union(list.into())),
        }
    }

    fn yield_expression(&mut self, node: Node<'t>) -> ExpressionId {
        let is_delegated = self.find_child(node, Kind::TokenStar).is_some();
        if let Some(inner) = self.first_named(node) {
            let value = self.value(inner, Expect::Nothing);
            let value = if is_delegated { self.expression(Expression::Element(value)) } else { value };
            self.context().yields.push(value);
        }
        self.unknown()
    }

    /// `e as T`, `e satisfies T`, `<T>e`.
    fn cast(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let kind = self.kind(node);
        let is_const = self.find_child(node, Kind::TokenConst).is_some();
        let mut parts = Vec::with_capacity(2);
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Error => w.anything(child),
            _ => parts.push(child),
        });
        let (value, annotation) = match (kind, parts.as_slice()) {
            (Kind::TypeAssertion, [annotation, value, ..]) => (*value, Some(*annotation)),
            (_, [value, annotation, ..]) => (*value, Some(*annotation)),
            (_, [value]) => (*value, None),
            (_, []) => return self.unknown(),
        };
        let Some(annotation) = annotation.filter(|_| !is_const) else { return self.value(value, expect) };
        // References keep text order except that the type of a cast is walked first: what is cast may be typed by it.
        let declared = if self.kind(annotation) == Kind::TypeArguments {
            match self.type_list(annotation).first() {
                Some(first) => *first,
                None => self.unknown(),
            }
        } else {
            self.type_expression(annotation)
        };
        let cast = self.expression(Expression::Cast(declared));
        let inner = self.value(value, Expect::Value(cast));
        if kind == Kind::SatisfiesExpression { inner } else { cast }
    }

    /// A reference to member `name` of what is expected here, by a key of an object literal.
    pub(super) fn key_reference(&mut self, at: TextRange, name: Name, expected: ExpressionId) {
        if !at.is_empty() {
            let target = ReferenceTarget::Keyword { callee: expected, name };
            self.builder.reference_at(at, name, ReferenceRole::Write, target, None);
        }
    }
}
