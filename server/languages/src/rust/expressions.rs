//! Expressions: every mention a reference, every value a node that says where its type comes from.

use lockstep_facts::{Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::paths::Mention;
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    /// The value of an expression; its names are mentioned on the way.
    pub(super) fn expression(&mut self, child: Child<'n>) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        self.state.builder.enter_expression();
        let id = self.expression_inner(child.kind, child.node);
        self.state.builder.leave_expression();
        self.exit();
        id
    }

    fn expression_inner(&mut self, kind: Kind, node: Node<'n>) -> ExpressionId {
        match kind {
            Kind::Identifier | Kind::ScopedIdentifier | Kind::GenericFunction => {
                self.path(node, Mention::Value(ReferenceRole::Read))
            }
            Kind::SelfKeyword => self.self_value(),
            Kind::Call => self.call(node),
            Kind::FieldExpression => self.member(node, Mention::Value(ReferenceRole::Read)),
            Kind::String | Kind::RawString => {
                let bytes = self.text(node).starts_with(['b']);
                self.literal(if bytes { LiteralKind::Bytes } else { LiteralKind::String })
            }
            Kind::Char => self.literal(LiteralKind::Character),
            Kind::Integer => self.literal(LiteralKind::Integer),
            Kind::Float => self.literal(LiteralKind::Float),
            Kind::Boolean => self.literal(LiteralKind::Boolean),
            Kind::UnitExpression => self.literal(LiteralKind::Null),
            Kind::NegativeLiteral
            | Kind::Unary
            | Kind::Parenthesized
            | Kind::ReferenceExpression
            | Kind::UnsafeBlock
            | Kind::ConstBlock
            | Kind::ExpressionStatement => self.transparent(node),
            Kind::MacroInvocation => self.macro_invocation(node),
            Kind::StructExpression => self.struct_expression(node),
            Kind::Try => {
                let value = self.only_operand(node);
                self.add(Expression::Try(value))
            }
            Kind::Await => {
                let value = self.only_operand(node);
                self.add(Expression::Await(value))
            }
            Kind::Binary => self.binary(node),
            Kind::Assignment | Kind::CompoundAssignment => self.assignment(node),
            Kind::TypeCast => self.type_cast(node),
            Kind::Index => self.index(node),
            Kind::Range => self.range_expression(node),
            Kind::ArrayExpression => {
                let values = self.operands(node);
                self.add(Expression::List(values))
            }
            Kind::TupleExpression => {
                let values = self.operands(node);
                self.add(Expression::Tuple(values))
            }
            Kind::Return => self.return_expression(node),
            Kind::Break | Kind::Yield | Kind::TryBlock | Kind::GenBlock => {
                self.operands(node);
                self.unknown()
            }
            Kind::Continue => self.unknown(),
            _ => self.block_like(kind, node),
        }
    }

    /// Whatever is found where nothing is expected: in damaged text, or where the grammar allows more than we know.
    pub(super) fn anything(&mut self, child: Child<'n>) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let id = if child.kind.is_token() || child.kind.is_comment() {
            self.unknown()
        } else if child.kind.is_item() || child.kind == Kind::Let {
            self.statement(child);
            self.unknown()
        } else if child.kind.is_type() {
            self.type_expression(child.node)
        } else if child.kind.is_pattern() {
            self.mention_pattern(child.node);
            self.bind_pattern(child.node, None, None);
            self.unknown()
        } else {
            self.damaged(child)
        };
        self.exit();
        id
    }

    fn damaged(&mut self, child: Child<'n>) -> ExpressionId {
        match child.kind {
            Kind::TokenTree | Kind::TokenRepetition => self.token_tree(child.node, false),
            Kind::FieldIdentifier => {
                let name = self.name(child.node);
                let base = self.unknown();
                let id = self.add(Expression::Member { base, name });
                self.mention(child.node, id, name, Mention::Value(ReferenceRole::Read));
                return id;
            }
            Kind::LetCondition | Kind::LetChain => self.condition(child),
            Kind::AttributeItem => self.attribute(child.node),
            Kind::VisibilityModifier
            | Kind::MutableSpecifier
            | Kind::Lifetime
            | Kind::Label
            | Kind::ShorthandFieldIdentifier
            | Kind::InnerAttribute
            | Kind::EmptyStatement
            | Kind::Metavariable
            | Kind::FunctionModifiers
            | Kind::ExternModifier
            | Kind::Super
            | Kind::Crate => {}
            kind if kind.is_expression() => return self.expression(child),
            _ => self.damaged_children(child.node),
        }
        self.unknown()
    }

    fn damaged_children(&mut self, node: Node<'n>) {
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if !child.kind.is_token() {
                self.anything(child);
            }
        }
    }

    /// The values of the named children.
    fn operands(&mut self, node: Node<'n>) -> Box<[ExpressionId]> {
        let mut values = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::AttributeItem => self.attribute(child.node),
                Kind::Label => {}
                kind if kind.is_token() => {}
                _ => values.push(self.expression(child)),
            }
        }
        values.into()
    }

    fn only_operand(&mut self, node: Node<'n>) -> ExpressionId {
        match self.operands(node).last() {
            Some(value) => *value,
            None => self.unknown(),
        }
    }

    /// `(e)`, `&e`, `*e`, `-e`, `unsafe { e }`: the value of `e`.
    fn transparent(&mut self, node: Node<'n>) -> ExpressionId {
        let mut frame = self.children(node);
        let mut value = None;
        while let Some(child) = self.next(&mut frame) {
            if !child.kind.is_token() && child.kind != Kind::MutableSpecifier {
                value = Some(self.expression(child));
            }
        }
        match value {
            Some(value) => value,
            None => self.unknown(),
        }
    }

    fn call(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let function = self.field(frame, FIELDS.function);
        let arguments = self.field(frame, FIELDS.arguments);
        self.leave(frame);
        // Closures among the arguments hold the call, so it has its place before them.
        let id = self.reserve();
        let mut list = match arguments {
            Some(arguments) => self.children(arguments.node),
            None => self.children.empty(),
        };
        let count = self.frame(list).iter().filter(|child| is_argument(child.kind)).count();
        let mention = Mention::Call(count.min(usize::from(u8::MAX)) as u8);
        let callee = match function {
            Some(function) => match function.kind {
                Kind::Identifier | Kind::ScopedIdentifier | Kind::GenericFunction => {
                    self.path(function.node, mention)
                }
                Kind::FieldExpression => self.member(function.node, mention),
                _ => self.expression(function),
            },
            None => self.unknown(),
        };
        let mut values = Vec::with_capacity(count);
        while let Some(child) = self.next(&mut list) {
            match child.kind {
                Kind::AttributeItem => self.attribute(child.node),
                kind if is_argument(kind) => {
                    let index = u8::try_from(values.len()).ok();
                    values.push(self.argument(child, index.map(|index| (id, index))));
                }
                _ => {}
            }
        }
        self.fill(id, Expression::Call { callee, arguments: values.into() });
        id
    }

    /// An argument: a closure's parameters get their types from the call.
    pub(super) fn argument(&mut self, child: Child<'n>, place: Option<(ExpressionId, u8)>) -> ExpressionId {
        let mut inner = child;
        // `&|x| ..`, `&mut (|x| ..)`.
        for _ in 0..4 {
            if !matches!(inner.kind, Kind::ReferenceExpression | Kind::Parenthesized) {
                break;
            }
            let count = inner.node.named_child_count();
            match inner.node.named_child(count.saturating_sub(1) as u32) {
                Some(node) => inner = Child::of(node),
                None => break,
            }
        }
        if inner.kind == Kind::Closure { self.closure(inner.node, place) } else { self.expression(child) }
    }

    /// `base.name`; `mention` says how the name is used.
    pub(super) fn member(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let frame = self.children(node);
        let value = self.field(frame, FIELDS.value);
        let field = self.field(frame, FIELDS.field);
        self.leave(frame);
        let base = match value {
            Some(value) => self.expression(value),
            None => self.unknown(),
        };
        let id = match field {
            Some(field) => {
                let name = self.name(field.node);
                let id = self.add(Expression::Member { base, name });
                self.mention(field.node, id, name, mention);
                id
            }
            None => base,
        };
        self.exit();
        id
    }

    fn binary(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let left = self.field(frame, FIELDS.left);
        let right = self.field(frame, FIELDS.right);
        let operator = self.field(frame, FIELDS.operator);
        self.leave(frame);
        let mut sides = [None; 2];
        for (side, child) in sides.iter_mut().zip([left, right]) {
            *side = child.map(|child| self.expression(child));
        }
        let operator = operator.map_or("", |child| self.text(child.node));
        match (operator, sides) {
            ("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", _) => self.literal(LiteralKind::Boolean),
            (_, [Some(left), Some(right)]) => {
                self.add(Expression::Binary { operator: Name::new(operator), left, right })
            }
            _ => self.unknown(),
        }
    }

    fn assignment(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let left = self.field(frame, FIELDS.left);
        let right = self.field(frame, FIELDS.right);
        self.leave(frame);
        if let Some(left) = left {
            self.assigned(left);
        }
        if let Some(right) = right {
            self.expression(right);
        }
        self.literal(LiteralKind::Null)
    }

    /// The left side of an assignment: the last name is written, the others are read. What is written through a
    /// pointer or an index is not the name itself.
    fn assigned(&mut self, child: Child<'n>) {
        match child.kind {
            Kind::Identifier | Kind::ScopedIdentifier => {
                self.path(child.node, Mention::Value(ReferenceRole::Write));
            }
            Kind::FieldExpression => {
                self.member(child.node, Mention::Value(ReferenceRole::Write));
            }
            Kind::TupleExpression | Kind::ArrayExpression | Kind::Parenthesized => {
                if !self.enter() {
                    return;
                }
                let mut frame = self.children(child.node);
                while let Some(child) = self.next(&mut frame) {
                    if !child.kind.is_token() {
                        self.assigned(child);
                    }
                }
                self.exit();
            }
            _ => {
                self.expression(child);
            }
        }
    }

    fn type_cast(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let value = self.field(frame, FIELDS.value);
        let type_node = self.field(frame, FIELDS.type_node);
        self.leave(frame);
        if let Some(value) = value {
            self.expression(value);
        }
        match type_node {
            Some(type_node) => {
                let id = self.type_expression(type_node.node);
                self.add(Expression::Cast(id))
            }
            None => self.unknown(),
        }
    }

    fn index(&mut self, node: Node<'n>) -> ExpressionId {
        match *self.operands(node) {
            [base, index] => self.add(Expression::Index { base, index }),
            [base, ..] => base,
            [] => self.unknown(),
        }
    }

    /// A range of its first bound's type.
    fn range_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let bounds = self.operands(node);
        let base = self.global_path(&["std", "ops", "Range"]);
        let arguments = match bounds.first() {
            Some(bound) => Box::from([self.add(Expression::TypeOf(*bound))]),
            None => Box::default(),
        };
        let class = self.add(Expression::Generic { base, arguments });
        self.add(Expression::Cast(class))
    }

    fn return_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let value = self.operands(node).first().copied();
        if let (Some(value), Some(returns)) = (value, &mut self.state.frame.returns) {
            returns.push(value);
        }
        self.unknown()
    }

    fn struct_expression(&mut self, node: Node<'n>) -> ExpressionId {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        let class = match name {
            Some(name) => self.path(name.node, Mention::Type(ReferenceRole::Type)),
            None => self.unknown(),
        };
        if let Some(body) = body {
            let mut frame = self.children(body.node);
            while let Some(child) = self.next(&mut frame) {
                match child.kind {
                    Kind::FieldInitializer => self.field_initializer(child.node, class),
                    Kind::ShorthandFieldInitializer => self.shorthand_field(child.node, class),
                    Kind::BaseFieldInitializer => {
                        self.operands(child.node);
                    }
                    kind if kind.is_token() => {}
                    _ => {
                        self.anything(child);
                    }
                }
            }
        }
        self.add(Expression::New { class, arguments: Box::default() })
    }

    /// Mentions field `name` at `node` of what `class` makes.
    pub(super) fn keyword(&mut self, node: Node<'n>, class: ExpressionId) {
        let name = self.name(node);
        let at = self.range(node);
        if !at.is_empty() {
            let target = ReferenceTarget::Keyword { callee: class, name };
            self.state.builder.reference_at(at, name, ReferenceRole::Write, target, None);
        }
    }

    fn field_initializer(&mut self, node: Node<'n>, class: ExpressionId) {
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::AttributeItem => self.attribute(child.node),
                kind if kind.is_token() => {}
                _ if child.field == FIELDS.field => self.keyword(child.node, class),
                _ => {
                    self.expression(child);
                }
            }
        }
    }

    /// `S { x }` mentions the field `x` and the local `x` with one word.
    fn shorthand_field(&mut self, node: Node<'n>, class: ExpressionId) {
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::AttributeItem => self.attribute(child.node),
                Kind::Identifier => {
                    self.keyword(child.node, class);
                    self.path(child.node, Mention::Value(ReferenceRole::Read));
                }
                _ => {}
            }
        }
    }
}

fn is_argument(kind: Kind) -> bool {
    !kind.is_token() && kind != Kind::AttributeItem
}
