//! Expressions: the receiver trees, and a reference for each name in them.

use lockstep_facts::{CallShape, Expression, ExpressionId, LiteralKind, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

/// Elements of an array that become expression nodes; the rest is walked for its references alone.
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
        self.builder.leave_expression();
        self.depth -= 1;
        id
    }

    fn value_of_kind(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        match self.kind(node) {
            Kind::Identifier | Kind::FieldAccess | Kind::ArrayAccess => {
                self.target(node, ReferenceRole::Read)
            }
            Kind::MethodInvocation => self.call(node),
            Kind::Creation => self.creation(node),
            Kind::This => self.expression(Expression::SelfValue),
            Kind::Super => self.expression(Expression::Super),
            Kind::String => {
                self.interpolations(node);
                self.expression(Expression::Literal(LiteralKind::String))
            }
            Kind::DecimalInteger | Kind::HexInteger | Kind::OctalInteger | Kind::BinaryInteger => {
                self.integer(node)
            }
            Kind::DecimalFloat | Kind::HexFloat => self.float(node),
            Kind::Character => self.expression(Expression::Literal(LiteralKind::Character)),
            Kind::True | Kind::False => self.expression(Expression::Literal(LiteralKind::Boolean)),
            Kind::Null => self.expression(Expression::Literal(LiteralKind::Null)),
            Kind::Lambda => self.lambda(node, expect),
            Kind::MethodReference => self.method_reference(node),
            Kind::Parenthesized => self.parenthesized(node, expect),
            Kind::Assignment => self.assignment(node),
            Kind::BinaryExpression => self.binary(node),
            Kind::InstanceOf => self.instance_of(node),
            Kind::Unary => self.unary(node),
            Kind::Update => match self.first_named(node) {
                Some(operand) => self.target(operand, ReferenceRole::Write),
                None => self.unknown(),
            },
            Kind::Ternary => self.ternary(node, expect),
            Kind::Cast => self.cast(node),
            Kind::Switch => self.switch(node, expect),
            Kind::ArrayCreation => self.array_creation(node),
            Kind::ArrayInitializer => self.array_initializer(node, expect),
            Kind::ClassLiteral => self.class_literal(node),
            Kind::Template => {
                if let Some(processor) = self.child(node, self.fields().processor) {
                    self.value(processor, Expect::Nothing);
                }
                if let Some(argument) = self.child(node, self.fields().template_argument) {
                    self.value(argument, Expect::Nothing);
                }
                self.expression(Expression::Literal(LiteralKind::String))
            }
            Kind::LineComment | Kind::BlockComment => self.unknown(),
            _ => {
                self.nested((), |w| w.anything(node));
                self.unknown()
            }
        }
    }

    fn interpolations(&mut self, node: Node<'t>) {
        self.each_named(node, |w, child| {
            if w.kind(child) == Kind::Interpolation {
                w.each_named(child, |w, inner| {
                    w.value(inner, Expect::Nothing);
                });
            }
        });
    }

    fn integer(&mut self, node: Node<'t>) -> ExpressionId {
        if self.builder.node_text(node).ends_with(['l', 'L']) {
            let long = self.primitive_named("long");
            return self.expression(Expression::Cast(long));
        }
        self.expression(Expression::Literal(LiteralKind::Integer))
    }

    fn float(&mut self, node: Node<'t>) -> ExpressionId {
        if self.builder.node_text(node).ends_with(['f', 'F']) {
            let float = self.primitive_named("float");
            return self.expression(Expression::Cast(float));
        }
        self.expression(Expression::Literal(LiteralKind::Float))
    }

    /// An expression whose last name plays `role`; anything else is read.
    pub(super) fn target(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        match self.kind(node) {
            Kind::Identifier => {
                let name = self.builder.name(node);
                // Damaged text makes names of reserved words.
                if name.is_empty() || is_reserved(name.as_str()) {
                    return self.unknown();
                }
                let id = self.expression(Expression::Name(name));
                self.reference(node, role, ReferenceTarget::Value(id), None);
                id
            }
            Kind::FieldAccess => self.field_access(node, role),
            Kind::ArrayAccess => {
                let base = match self.child(node, self.fields().array) {
                    Some(array) => self.value(array, Expect::Nothing),
                    None => self.unknown(),
                };
                let index = match self.child(node, self.fields().index) {
                    Some(index) => self.value(index, Expect::Nothing),
                    None => self.unknown(),
                };
                self.errors_of(node);
                self.expression(Expression::Index { base, index })
            }
            Kind::Parenthesized => match self.first_named(node) {
                Some(inner) => match self.nested(None, |w| Some(w.target(inner, role))) {
                    Some(id) => id,
                    None => self.unknown(),
                },
                None => self.unknown(),
            },
            _ => self.value(node, Expect::Nothing),
        }
    }

    fn field_access(&mut self, node: Node<'t>, role: ReferenceRole) -> ExpressionId {
        if let Some(packaged) = self.packaged_value(node, role) {
            return packaged;
        }
        let field = self.child(node, self.fields().field);
        let object = self.child(node, self.fields().object);
        // `Outer.this`, and `Outer.super.field`.
        let of_outer = field.is_some_and(|field| self.kind(field) == Kind::This);
        let base = match object {
            Some(object) if of_outer => self.instance_of_type(object),
            Some(object)
                if self.kind(object) != Kind::Super && self.find_child(node, Kind::Super).is_some() =>
            {
                self.instance_of_type(object)
            }
            Some(object) => self.value(object, Expect::Nothing),
            None => self.unknown(),
        };
        self.errors_of(node);
        let Some(field) = field.filter(|_| !of_outer) else { return base };
        if field.start_byte() == field.end_byte() {
            return self.unknown();
        }
        let name = self.builder.name(field);
        let id = self.expression(Expression::Member { base, name });
        self.reference(field, role, ReferenceTarget::Value(id), None);
        id
    }

    /// A value of the type that `node` names, written as a value.
    pub(super) fn instance_of_type(&mut self, node: Node<'t>) -> ExpressionId {
        let named = self.type_of_value_node(node);
        self.expression(Expression::Cast(named))
    }

    /// A type written where the grammar sees a value: `Outer.Inner` in `Outer.Inner.this`.
    fn type_of_value_node(&mut self, node: Node<'t>) -> ExpressionId {
        match self.dotted(node) {
            Some(segments) => {
                let packaged = self.packaged_prefix(&segments, 1).unwrap_or(1);
                let mut id = if packaged > 1 {
                    self.packaged(&segments[..packaged], ReferenceRole::Type, true, None)
                } else {
                    self.type_expression(segments[0])
                };
                for segment in segments.iter().skip(packaged) {
                    let name = self.builder.name(*segment);
                    id = self.expression(Expression::Path { base: id, name });
                    self.reference(*segment, ReferenceRole::Type, ReferenceTarget::Type(id), None);
                }
                id
            }
            None => self.type_expression(node),
        }
    }

    /// The identifiers of `a.b.c`, if it is nothing else.
    fn dotted(&mut self, node: Node<'t>) -> Option<Vec<Node<'t>>> {
        let mut segments = Vec::new();
        let mut at = node;
        loop {
            match self.kind(at) {
                Kind::Identifier => {
                    segments.push(at);
                    break;
                }
                Kind::FieldAccess if !at.has_error() && segments.len() < 32 => {
                    let field = self.child(at, self.fields().field)?;
                    if self.kind(field) != Kind::Identifier || self.find_child(at, Kind::Super).is_some() {
                        return None;
                    }
                    segments.push(field);
                    at = self.child(at, self.fields().object)?;
                }
                _ => return None,
            }
        }
        segments.reverse();
        Some(segments)
    }

    /// A chain that begins with a type written with its package: `a.b.C.field`.
    fn packaged_value(&mut self, node: Node<'t>, role: ReferenceRole) -> Option<ExpressionId> {
        let segments = self.dotted(node)?;
        let packaged = self.packaged_prefix(&segments, 2)?;
        let is_last = packaged == segments.len();
        let own = if is_last { role } else { ReferenceRole::Read };
        let mut id = self.packaged(&segments[..packaged], own, false, None);
        for (index, segment) in segments.iter().enumerate().skip(packaged) {
            let role = if index + 1 == segments.len() { role } else { ReferenceRole::Read };
            let name = self.builder.name(*segment);
            id = self.expression(Expression::Member { base: id, name });
            self.reference(*segment, role, ReferenceTarget::Value(id), None);
        }
        Some(id)
    }

    /// How many arguments a call has.
    pub(super) fn call_shape(&mut self, arguments: Option<Node<'t>>) -> CallShape {
        let mut shape = CallShape { arguments: 0, keywords: Box::default(), spread: false };
        if let Some(arguments) = arguments {
            self.each_named(arguments, |_, child| {
                if child.is_error() {
                    shape.spread = true;
                } else {
                    shape.arguments = shape.arguments.saturating_add(1);
                }
            });
        }
        shape
    }

    fn call(&mut self, node: Node<'t>) -> ExpressionId {
        let arguments = self.child(node, self.fields().arguments);
        let shape = self.call_shape(arguments);
        let object = self.child(node, self.fields().object);
        let base = match object {
            // `Base.super.m()`: the method of that interface.
            Some(object)
                if self.kind(object) != Kind::Super && self.find_child(node, Kind::Super).is_some() =>
            {
                Some(self.instance_of_type(object))
            }
            Some(object) => Some(self.value(object, Expect::Nothing)),
            None => None,
        };
        let mut explicit = Box::<[ExpressionId]>::default();
        if let Some(list) = self.child(node, self.fields().type_arguments) {
            explicit = self.type_arguments(list);
        }
        let mut callee = self.unknown();
        if let Some(name_node) = self.child(node, self.fields().name)
            && name_node.start_byte() < name_node.end_byte()
        {
            let name = self.builder.name(name_node);
            let expression = match base {
                Some(base) => Expression::Member { base, name },
                None => Expression::Name(name),
            };
            self.fill(callee, expression);
            self.reference(name_node, ReferenceRole::Call, ReferenceTarget::Value(callee), Some(shape));
        }
        if !explicit.is_empty() {
            callee = self.expression(Expression::Generic { base: callee, arguments: explicit });
        }
        let id = self.unknown();
        let arguments = match arguments {
            Some(arguments) => self.arguments(arguments, id),
            None => Box::default(),
        };
        self.fill(id, Expression::Call { callee, arguments });
        self.errors_of(node);
        id
    }

    /// The arguments of the call or construction `call`.
    pub(super) fn arguments(&mut self, node: Node<'t>, call: ExpressionId) -> Box<[ExpressionId]> {
        let mut list = Vec::new();
        self.each_named(node, |w, child| {
            if child.is_error() {
                w.anything(child);
                return;
            }
            let expect = match u8::try_from(list.len()) {
                Ok(argument) => Expect::Argument { call, argument },
                Err(_) => Expect::Nothing,
            };
            let id = w.value(child, expect);
            list.push(id);
        });
        list.into()
    }

    /// `new C(…)`, `outer.new Inner(…)`, with the body of an anonymous class.
    fn creation(&mut self, node: Node<'t>) -> ExpressionId {
        let type_node = self.child(node, self.fields().type_);
        let arguments = self.child(node, self.fields().arguments);
        let shape = self.call_shape(arguments);
        let mut outer = None;
        let mut body = None;
        self.each_named(node, |w, child| {
            let kind = w.kind(child);
            if kind == Kind::ClassBody {
                body = Some(child);
            } else if matches!(kind, Kind::Annotation | Kind::MarkerAnnotation) {
                w.annotation(child);
            } else if kind.is_expression() && outer.is_none() && type_node != Some(child) {
                outer = Some(w.value(child, Expect::Nothing));
            } else if child.is_error() {
                w.anything(child);
            }
        });
        if let Some(list) = self.child(node, self.fields().type_arguments) {
            self.type_arguments(list);
        }
        let class = match (type_node, outer) {
            // The inner type is a member of what the outer instance is.
            (Some(type_node), Some(outer)) if self.kind(type_node) == Kind::TypeIdentifier => {
                let base = self.expression(Expression::TypeOf(outer));
                let name = self.builder.name(type_node);
                let id = self.expression(Expression::Path { base, name });
                self.reference(type_node, ReferenceRole::Call, ReferenceTarget::Type(id), Some(shape));
                id
            }
            (Some(type_node), _) => self.type_as(type_node, ReferenceRole::Call, Some(shape)),
            (None, _) => self.unknown(),
        };
        let id = self.unknown();
        let arguments = match arguments {
            Some(arguments) => self.arguments(arguments, id),
            None => Box::default(),
        };
        self.fill(id, Expression::New { class, arguments });
        if let Some(body) = body {
            self.nested((), |w| w.anonymous_class(body, type_node));
        }
        id
    }

    fn parenthesized(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let mut value = None;
        self.each_named(node, |w, child| {
            if child.is_error() {
                w.anything(child);
            } else {
                value = Some(w.value(child, expect));
            }
        });
        match value {
            Some(value) => value,
            None => self.unknown(),
        }
    }

    fn assignment(&mut self, node: Node<'t>) -> ExpressionId {
        let target = match self.child(node, self.fields().left) {
            Some(left) => self.target(left, ReferenceRole::Write),
            None => self.unknown(),
        };
        if let Some(right) = self.child(node, self.fields().right) {
            self.value(right, Expect::Value(target));
        }
        self.errors_of(node);
        target
    }

    /// Chains of operators lean to the left and can be thousands long: walked as a list.
    fn binary(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = self.fields();
        let mut chain = vec![node];
        let mut left = self.child(node, fields.left);
        while let Some(next) = left.filter(|left| self.kind(*left) == Kind::BinaryExpression) {
            chain.push(next);
            left = self.child(next, fields.left);
        }
        let mut value = match left {
            Some(left) => self.value(left, Expect::Nothing),
            None => self.unknown(),
        };
        for node in chain.into_iter().rev() {
            let operator = self.child(node, fields.operator).map(|o| self.builder.node_text(o));
            let right = match self.child(node, fields.right) {
                Some(right) => self.value(right, Expect::Nothing),
                None => self.unknown(),
            };
            self.errors_of(node);
            value = match operator.unwrap_or_default() {
                "" => self.unknown(),
                operator @ ("+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | ">>>") => {
                    let operator = operator.into();
                    self.expression(Expression::Binary { operator, left: value, right })
                }
                _ => self.expression(Expression::Literal(LiteralKind::Boolean)),
            };
        }
        value
    }

    /// `e instanceof T t`, `e instanceof R(var a)`: what it binds is visible from here on.
    fn instance_of(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = self.fields();
        let value = match self.child(node, fields.left) {
            Some(left) => self.value(left, Expect::Nothing),
            None => self.unknown(),
        };
        if let Some(right) = self.child(node, fields.right) {
            let declared = self.type_expression(right);
            if let Some(name) = self.child(node, fields.name) {
                let scope = self.builder.scope();
                self.bind(name, scope, Some(declared), None);
            }
        }
        if let Some(pattern) = self.child(node, fields.pattern) {
            self.pattern(pattern, value);
        }
        self.errors_of(node);
        self.expression(Expression::Literal(LiteralKind::Boolean))
    }

    fn unary(&mut self, node: Node<'t>) -> ExpressionId {
        let operator =
            self.child(node, self.fields().operator).map(|o| self.builder.node_text(o)).unwrap_or_default();
        let operand = match self.child(node, self.fields().operand) {
            Some(operand) => self.value(operand, Expect::Nothing),
            None => self.unknown(),
        };
        self.errors_of(node);
        if operator == "!" { self.expression(Expression::Literal(LiteralKind::Boolean)) } else { operand }
    }

    /// Chains of conditions lean to the right: walked as a list.
    fn ternary(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = self.fields();
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
                Some(alternative) if self.kind(alternative) == Kind::Ternary => next = Some(alternative),
                Some(alternative) => branches.push(self.value(alternative, expect)),
                None => {}
            }
            self.errors_of(node);
        }
        self.union(branches)
    }

    /// One of `list`; what is null says nothing beside others.
    pub(super) fn union(&mut self, mut list: Vec<ExpressionId>) -> ExpressionId {
        let item = self.builder.item();
        let is_null =
            |id: &ExpressionId| matches!(item.expression(*id), Expression::Literal(LiteralKind::Null));
        if !list.iter().all(is_null) {
            list.retain(|id| !is_null(id));
        }
        match list.as_slice() {
            [] => self.unknown(),
            [one] => *one,
            _ => self.expression(Expression::Union(list.into())),
        }
    }

    fn cast(&mut self, node: Node<'t>) -> ExpressionId {
        let mut types = Vec::new();
        let value = self.child(node, self.fields().value);
        self.each_named(node, |w, child| {
            if child.is_error() {
                w.anything(child);
            } else if Some(child) != value {
                types.push(w.type_expression(child));
            }
        });
        let declared = match types.as_slice() {
            [] => self.unknown(),
            [one] => *one,
            _ => self.expression(Expression::Intersection(types.into())),
        };
        let cast = self.expression(Expression::Cast(declared));
        if let Some(value) = value {
            self.value(value, Expect::Value(cast));
        }
        cast
    }

    fn array_creation(&mut self, node: Node<'t>) -> ExpressionId {
        let mut count = 0;
        let mut initializer = None;
        let mut element = None;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::DimensionsExpression => {
                count += 1;
                w.each_named(child, |w, inner| {
                    w.value(inner, Expect::Nothing);
                });
            }
            Kind::Dimensions => w.each_child(child, |_, token| count += usize::from(token.kind() == "[")),
            Kind::ArrayInitializer => initializer = Some(child),
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(child);
            }
            _ if element.is_none() => element = Some(w.type_expression(child)),
            _ => w.anything(child),
        });
        let element = match element {
            Some(element) => element,
            None => self.unknown(),
        };
        let array = self.array_of(element, count);
        let cast = self.expression(Expression::Cast(array));
        if let Some(initializer) = initializer {
            self.value(initializer, Expect::Value(cast));
        }
        cast
    }

    fn array_initializer(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let mut elements = Vec::new();
        let element = match expect {
            Expect::Value(array) => Expect::Value(self.expression(Expression::Element(array))),
            _ => Expect::Nothing,
        };
        self.each_named(node, |w, child| {
            let kind = w.kind(child);
            let is_plain = kind.is_expression() && child.named_child_count() == 0 && kind != Kind::Identifier;
            if elements.len() >= MAX_ELEMENTS && is_plain {
                return;
            }
            let id = w.value(child, element);
            if elements.len() < MAX_ELEMENTS {
                elements.push(id);
            }
        });
        self.expression(Expression::List(elements.into()))
    }

    /// `T.class`.
    fn class_literal(&mut self, node: Node<'t>) -> ExpressionId {
        let named = match self.first_named(node) {
            Some(inner) => self.type_expression(inner),
            None => self.unknown(),
        };
        let base = self.expression(Expression::Name("Class".into()));
        let class = self.expression(Expression::Generic { base, arguments: Box::new([named]) });
        self.expression(Expression::Cast(class))
    }
}

/// Whether no name is spelled so.
fn is_reserved(text: &str) -> bool {
    matches!(
        text,
        "abstract"
            | "case"
            | "catch"
            | "class"
            | "else"
            | "enum"
            | "extends"
            | "final"
            | "finally"
            | "for"
            | "if"
            | "implements"
            | "import"
            | "interface"
            | "new"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "return"
            | "static"
            | "switch"
            | "throw"
            | "throws"
            | "try"
            | "void"
            | "while"
    )
}
