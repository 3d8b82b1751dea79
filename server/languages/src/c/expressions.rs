//! Expressions: every mention a reference, every value a node that says where its type comes from.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::statements::is_expression;
use super::{Child, Walker};

/// How the last name of a path is mentioned.
#[derive(Clone, Debug)]
pub(super) enum Mention {
    /// As a value.
    Value(ReferenceRole, Option<CallShape>),
    /// As a type.
    Type(ReferenceRole, Option<CallShape>),
}

/// A call with so many arguments.
pub(super) fn shape(arguments: usize) -> CallShape {
    CallShape {
        arguments: arguments.min(usize::from(u8::MAX)) as u8,
        keywords: Box::default(),
        spread: false,
    }
}

impl<'n> Walker<'_, '_, 'n> {
    /// The value of an expression; its names are mentioned on the way.
    pub(super) fn expression(&mut self, child: Child<'n>) -> ExpressionId {
        self.expression_in_role(child, ReferenceRole::Read)
    }

    fn expression_in_role(&mut self, child: Child<'n>, role: ReferenceRole) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        self.state.builder.enter_expression();
        let id = self.expression_of_kind(child.kind, child.node, role);
        self.state.builder.leave_expression();
        self.exit();
        id
    }

    fn expression_of_kind(&mut self, kind: Kind, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        match kind {
            Kind::Identifier => self.named(node, role, None),
            Kind::QualifiedIdentifier | Kind::TemplateFunction => self.path(node, Mention::Value(role, None)),
            Kind::FieldExpression => self.member(node, role, None),
            Kind::CallExpression => self.call(node),
            Kind::This => self.add(Expression::SelfValue),
            Kind::ParenthesizedExpression | Kind::PointerExpression => self.transparent(node, role),
            Kind::UpdateExpression => self.transparent(node, ReferenceRole::Write),
            Kind::AssignmentExpression => self.assignment(node),
            Kind::CastExpression | Kind::CompoundLiteral => self.cast(node),
            Kind::SubscriptExpression => self.subscript(node, role),
            Kind::ConditionalExpression => self.conditional(node),
            Kind::CommaExpression => {
                let values = self.values(node);
                match values.last() {
                    Some(last) => *last,
                    None => self.unknown(),
                }
            }
            Kind::BinaryExpression => self.binary(node),
            Kind::UnaryExpression => {
                let values = self.values(node);
                let not = node.child(0).is_some_and(|sign| self.text(sign) == "!");
                match values.last() {
                    Some(last) if !not => *last,
                    _ => self.literal(LiteralKind::Boolean),
                }
            }
            Kind::NewExpression => self.new_expression(node),
            Kind::LambdaExpression => self.lambda(node),
            Kind::InitializerList => self.initializer(Child { kind, field: 0, node }, None, 0),
            Kind::SizeofExpression | Kind::AlignofExpression => {
                self.statement_children(node);
                self.literal(LiteralKind::Integer)
            }
            Kind::OffsetofExpression => self.offset_of(node),
            Kind::String | Kind::ConcatenatedString | Kind::RawString => {
                if kind == Kind::ConcatenatedString {
                    // Macros between the parts.
                    for part in self.children(node) {
                        if part.kind == Kind::Identifier {
                            self.named(part.node, ReferenceRole::Read, None);
                        }
                    }
                }
                self.literal(LiteralKind::String)
            }
            Kind::CharLiteral => self.literal(LiteralKind::Character),
            Kind::Number => {
                let text = self.text(node);
                let float = text.contains('.') && !text.starts_with("0x");
                self.literal(if float { LiteralKind::Float } else { LiteralKind::Integer })
            }
            Kind::True | Kind::False => self.literal(LiteralKind::Boolean),
            Kind::Null => {
                if self.text(node) == "NULL" {
                    // A macro like any other, where somebody defines it.
                    self.named(node, ReferenceRole::Read, None);
                }
                self.literal(LiteralKind::Null)
            }
            Kind::FieldIdentifier => {
                // Of what, the damage has taken.
                let name = self.name(node);
                let base = self.unknown();
                let id = self.add(Expression::Member { base, name });
                self.mention(node, role, ReferenceTarget::Value(id), None);
                id
            }
            kind if kind.is_type() => {
                let id = self.type_expression(node, true);
                self.add(Expression::Cast(id))
            }
            kind if is_expression(kind) => {
                self.values(node);
                self.unknown()
            }
            _ => {
                let child = self.child(node);
                self.statement(child);
                self.unknown()
            }
        }
    }

    /// A name alone.
    fn named(&mut self, node: Node<'n>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        let name = self.name(node);
        let text = name.as_str();
        if super::types::primitive(text).is_some() || text == "void" {
            // A type among the arguments of a macro.
            let id = self.type_expression(node, false);
            return self.add(Expression::Cast(id));
        }
        let id = self.add(Expression::Name(name));
        if self.state.in_macro && self.state.macro_parameters.contains(&name) {
            return id;
        }
        let role = if call.is_some() { ReferenceRole::Call } else { role };
        self.mention(node, role, ReferenceTarget::Value(id), call);
        id
    }

    /// The values of the named children.
    fn values(&mut self, node: Node<'n>) -> Vec<ExpressionId> {
        let children = self.children(node);
        children.into_iter().map(|child| self.expression(child)).collect()
    }

    /// `(e)`, `*e`, `&e`: the value of `e`.
    fn transparent(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        let mut last = None;
        for child in self.children(node) {
            last = Some(self.expression_in_role(child, role));
        }
        match last {
            Some(last) => last,
            None => self.unknown(),
        }
    }

    /// `a::b::c`, with template arguments.
    pub(super) fn path(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let (role, call, as_type) = match mention {
            Mention::Value(role, call) => (role, call, false),
            Mention::Type(role, call) => (role, call, true),
        };
        if as_type {
            return self.type_in_role(node, Some(role), call);
        }
        let role = if call.is_some() { ReferenceRole::Call } else { role };
        let mut base = None;
        let mut at = node;
        for _ in 0..64 {
            if self.kind(at) != Kind::QualifiedIdentifier {
                break;
            }
            base = Some(match self.field(at, self.fields.scope) {
                Some(scope) => self.step_of_path(base, scope.node, Some(ReferenceRole::Type), None),
                None => self.add(Expression::Root(lockstep_facts::PathRoot::Global)),
            });
            match self.field(at, self.fields.name) {
                Some(name) => at = name.node,
                None => return self.unknown(),
            }
        }
        // The last name, as a value.
        let spelled = match self.kind(at) {
            Kind::TemplateFunction | Kind::TemplateMethod | Kind::TemplateType => {
                self.field(at, self.fields.name).map_or(at, |name| name.node)
            }
            Kind::DependentName => match self.children(at).last() {
                Some(inner) => self.field(inner.node, self.fields.name).map_or(inner.node, |name| name.node),
                None => at,
            },
            _ => at,
        };
        if base.is_none() && spelled == node {
            return self.named(node, role, call);
        }
        let name = self.declared_name(spelled);
        let mut id = match base {
            Some(base) => self.add(Expression::Path { base, name }),
            None => self.add(Expression::Name(name)),
        };
        self.mention(spelled, role, ReferenceTarget::Value(id), call);
        if spelled != at && self.kind(at) != Kind::DependentName {
            let arguments = self.template_arguments(at, true);
            id = self.add(Expression::Generic { base: id, arguments });
        }
        id
    }

    /// `e.name`, `e->name`.
    fn member(&mut self, node: Node<'n>, role: ReferenceRole, call: Option<CallShape>) -> ExpressionId {
        let base = match self.field(node, self.fields.argument) {
            Some(argument) => self.expression(argument),
            None => self.unknown(),
        };
        let Some(field) = self.field(node, self.fields.field) else { return base };
        let role = if call.is_some() { ReferenceRole::Call } else { role };
        let field = match field.kind {
            Kind::DependentName => self.children(field.node).last().copied().unwrap_or(field),
            _ => field,
        };
        if field.kind == Kind::QualifiedIdentifier {
            // `p->Base::method()`: the class says which.
            return self.path(field.node, Mention::Value(role, call));
        }
        let spelled = match field.kind {
            Kind::TemplateMethod => self.field(field.node, self.fields.name).map_or(field.node, |n| n.node),
            _ => field.node,
        };
        let name = self.declared_name(spelled);
        let mut id = self.add(Expression::Member { base, name });
        let is_parameter = self.state.in_macro && self.state.macro_parameters.contains(&name);
        if !is_parameter && !name.as_str().starts_with('~') {
            self.mention(spelled, role, ReferenceTarget::Value(id), call);
        }
        if field.kind == Kind::TemplateMethod {
            let arguments = self.template_arguments(field.node, true);
            id = self.add(Expression::Generic { base: id, arguments });
        }
        id
    }

    fn call(&mut self, node: Node<'n>) -> ExpressionId {
        let function = self.field(node, self.fields.function);
        let arguments = self.field(node, self.fields.arguments);
        // Lambdas among the arguments hold the call, so it has its place before them.
        let id = self.add(Expression::Unknown);
        let list = arguments.map(|list| self.children(list.node)).unwrap_or_default();
        let callee = match function {
            Some(function) => self.callee(function, list.len()),
            None => self.unknown(),
        };
        if let Some(cast) = self.named_cast(function, &list) {
            return self.add(Expression::Cast(cast));
        }
        let values: Box<[ExpressionId]> =
            list.into_iter().map(|argument| self.expression(argument)).collect();
        let cast = self.cast_by_parameter(function, values.len());
        if let Some(slot) = self.state.builder.item().expressions.get_mut(id.0 as usize) {
            *slot = match cast {
                Some(base) => Expression::Cast(base),
                None => Expression::Call { callee, arguments: values },
            };
        }
        id
    }

    /// In a macro's body `(t)(e)` is a cast where `t` is a parameter: that parameter.
    fn cast_by_parameter(&mut self, function: Option<Child<'n>>, arguments: usize) -> Option<ExpressionId> {
        let function = function.filter(|f| f.kind == Kind::ParenthesizedExpression)?;
        if !self.state.in_macro || arguments != 1 {
            return None;
        }
        let name = self.children(function.node).into_iter().next()?;
        let spelled = self.name(name.node);
        (name.kind == Kind::Identifier && self.state.macro_parameters.contains(&spelled))
            .then(|| self.add(Expression::Name(spelled)))
    }

    /// What a call calls.
    fn callee(&mut self, function: Child<'n>, arguments: usize) -> ExpressionId {
        let mut function = function;
        // `(f)(x)`, `(*p->f)(x)`.
        for _ in 0..8 {
            if !matches!(function.kind, Kind::ParenthesizedExpression | Kind::PointerExpression) {
                break;
            }
            match self.children(function.node)[..] {
                [only] => function = only,
                _ => break,
            }
        }
        let call = Some(shape(arguments));
        match function.kind {
            Kind::Identifier => self.named(function.node, ReferenceRole::Call, call),
            Kind::QualifiedIdentifier | Kind::TemplateFunction => {
                self.path(function.node, Mention::Value(ReferenceRole::Call, call))
            }
            Kind::FieldExpression => self.member(function.node, ReferenceRole::Call, call),
            _ => self.expression(function),
        }
    }

    /// The type of `static_cast<T>(e)` and its like, whose operand is mentioned.
    fn named_cast(&mut self, function: Option<Child<'n>>, arguments: &[Child<'n>]) -> Option<ExpressionId> {
        let function = function.filter(|f| f.kind == Kind::TemplateFunction)?;
        let name = self.field(function.node, self.fields.name)?;
        if !matches!(
            self.text(name.node),
            "static_cast" | "dynamic_cast" | "reinterpret_cast" | "const_cast" | "down_cast"
        ) {
            return None;
        }
        let list = self.field(function.node, self.fields.arguments)?;
        let target = self.children(list.node).into_iter().next()?;
        for argument in arguments {
            self.expression(*argument);
        }
        // Its names were mentioned with the callee.
        Some(self.type_expression(target.node, false))
    }

    fn assignment(&mut self, node: Node<'n>) -> ExpressionId {
        let left = self.field(node, self.fields.left);
        let left = left.map(|left| self.expression_in_role(left, ReferenceRole::Write));
        let right = self.field(node, self.fields.right).map(|right| match right.kind {
            Kind::InitializerList => self.initializer_of(right, left),
            _ => self.expression(right),
        });
        match left.or(right) {
            Some(id) => id,
            None => self.unknown(),
        }
    }

    fn cast(&mut self, node: Node<'n>) -> ExpressionId {
        let target = self.field(node, self.fields.type_node);
        let target = target.map(|target| self.type_expression(target.node, true));
        if let Some(value) = self.field(node, self.fields.value) {
            self.initializer(value, target, 0);
        }
        match target {
            Some(target) => self.add(Expression::Cast(target)),
            None => self.unknown(),
        }
    }

    fn subscript(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        let mut parts = self.children(node).into_iter();
        let base = match parts.next() {
            Some(base) => self.expression_in_role(base, role),
            None => self.unknown(),
        };
        let mut index = None;
        for part in parts {
            index = Some(match part.kind {
                Kind::SubscriptArguments => match self.values(part.node).last() {
                    Some(last) => *last,
                    None => self.unknown(),
                },
                _ => self.expression(part),
            });
        }
        let index = match index {
            Some(index) => index,
            None => self.unknown(),
        };
        self.add(Expression::Index { base, index })
    }

    fn conditional(&mut self, node: Node<'n>) -> ExpressionId {
        if let Some(condition) = self.field(node, self.fields.condition) {
            self.expression(condition);
        }
        let arms = [self.fields.consequence, self.fields.alternative];
        let arms: Vec<Child<'n>> = arms.iter().filter_map(|arm| self.field(node, *arm)).collect();
        let values: Vec<ExpressionId> = arms.into_iter().map(|arm| self.expression(arm)).collect();
        match values[..] {
            [] => self.unknown(),
            [only] => only,
            _ => self.add(Expression::Union(values.into())),
        }
    }

    fn binary(&mut self, node: Node<'n>) -> ExpressionId {
        let operator = self.field(node, self.fields.operator).map_or("", |o| self.text(o.node));
        let left = self.field(node, self.fields.left).map(|left| self.expression(left));
        let right = self.field(node, self.fields.right).map(|right| self.expression(right));
        match (left, right) {
            (Some(left), Some(right)) => {
                self.add(Expression::Binary { operator: Name::new(operator), left, right })
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.unknown(),
        }
    }

    fn new_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let type_node = self.field(node, self.fields.type_node);
        let list = self.field(node, self.fields.arguments);
        let placement = self
            .children(node)
            .into_iter()
            .find(|part| part.kind == Kind::ArgumentList && list.is_none_or(|list| list.node != part.node));
        if let Some(placement) = placement {
            self.values(placement.node);
        }
        let arguments = list.map(|list| self.children(list.node)).unwrap_or_default();
        let call = Some(shape(arguments.len()));
        let class = match type_node {
            Some(node) => self.type_in_role(node.node, Some(ReferenceRole::Call), call),
            None => self.unknown(),
        };
        if let Some(declarator) = self.field(node, self.fields.declarator) {
            self.statement_children(declarator.node);
        }
        let arguments = arguments.into_iter().map(|argument| self.expression(argument)).collect();
        self.add(Expression::New { class, arguments })
    }

    fn offset_of(&mut self, node: Node<'n>) -> ExpressionId {
        let target = self.field(node, self.fields.type_node);
        let target = target.map(|target| self.type_expression(target.node, true));
        if let (Some(member), Some(target)) = (self.field(node, self.fields.member), target) {
            let base = self.add(Expression::Cast(target));
            let name = self.name(member.node);
            let id = self.add(Expression::Member { base, name });
            self.read(member.node, id);
        }
        self.literal(LiteralKind::Integer)
    }

    /// The value that something of type `expected` (type context) begins with; lists are read by that type. `arrays`: how
    /// many dimensions are around it.
    pub(super) fn initializer(
        &mut self,
        child: Child<'n>,
        expected: Option<ExpressionId>,
        arrays: u8,
    ) -> ExpressionId {
        match child.kind {
            Kind::InitializerList => {
                let of = expected.map(|expected| self.add(Expression::Cast(expected)));
                if !self.enter() {
                    return self.unknown();
                }
                self.initializer_list(child.node, of, arrays);
                self.exit();
                match of {
                    Some(of) => of,
                    None => self.unknown(),
                }
            }
            Kind::ArgumentList => {
                self.values(child.node);
                self.unknown()
            }
            _ => self.expression(child),
        }
    }

    /// The same where a value like it is known.
    fn initializer_of(&mut self, child: Child<'n>, like: Option<ExpressionId>) -> ExpressionId {
        self.initializer_list(child.node, like, 0);
        match like {
            Some(like) => like,
            None => self.unknown(),
        }
    }

    fn initializer_list(&mut self, node: Node<'n>, of: Option<ExpressionId>, arrays: u8) {
        for part in self.children(node) {
            match part.kind {
                Kind::InitializerList => {
                    let inner = of.filter(|_| arrays > 0);
                    if self.enter() {
                        self.initializer_list(part.node, inner, arrays.saturating_sub(1));
                        self.exit();
                    }
                }
                Kind::InitializerPair => self.initializer_pair(part.node, of, arrays),
                Kind::PreprocIf | Kind::PreprocIfdef | Kind::PreprocElse | Kind::PreprocElif => {
                    if self.enter() {
                        for inner in self.children(part.node) {
                            if inner.field == self.fields.condition || inner.field == self.fields.name {
                                self.macro_condition(inner);
                            }
                        }
                        self.initializer_list(part.node, of, arrays);
                        self.exit();
                    }
                }
                _ => {
                    self.expression(part);
                }
            }
        }
    }

    fn initializer_pair(&mut self, node: Node<'n>, of: Option<ExpressionId>, arrays: u8) {
        let mut of = of;
        let mut arrays = arrays;
        for part in self.children(node) {
            match part.kind {
                Kind::FieldDesignator => {
                    for name in self.children(part.node) {
                        let base = match of {
                            Some(of) => of,
                            None => self.unknown(),
                        };
                        let field = self.name(name.node);
                        let id = self.add(Expression::Member { base, name: field });
                        self.mention(name.node, ReferenceRole::Write, ReferenceTarget::Value(id), None);
                        of = Some(id);
                    }
                }
                Kind::SubscriptDesignator => {
                    self.values(part.node);
                    arrays = arrays.saturating_sub(1);
                }
                Kind::FieldIdentifier => {}
                Kind::InitializerList => {
                    if self.enter() {
                        self.initializer_list(part.node, of, arrays);
                        self.exit();
                    }
                }
                _ => {
                    self.expression(part);
                }
            }
        }
    }
}
