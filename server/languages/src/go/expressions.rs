//! Expressions: every mention a reference, every value a node that says where its type comes from.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget,
};
use tree_sitter::Node;

use super::declarations::{Preamble, is_exported};
use super::syntax::{FIELDS, Kind};
use super::types::is_basic;
use super::{Child, Walker};
use crate::children::ChildKind as _;

/// How the last name of an expression is mentioned.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mention {
    /// With this role.
    As(ReferenceRole),
    /// As the function called with so many arguments, the last perhaps standing for more.
    Call(u8, bool),
}

impl<'n> Walker<'_, '_, 'n> {
    /// The value of an expression; its names are mentioned on the way.
    pub(super) fn expression(&mut self, child: Child<'n>) -> ExpressionId {
        self.mentioned(child, Mention::As(ReferenceRole::Read))
    }

    /// The same, its last name mentioned as said.
    fn mentioned(&mut self, child: Child<'n>, mention: Mention) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        self.state.builder.enter_expression();
        let id = self.expression_inner(child, mention);
        self.state.builder.leave_expression();
        self.exit();
        id
    }

    fn expression_inner(&mut self, child: Child<'n>, mention: Mention) -> ExpressionId {
        let node = child.node;
        match child.kind {
            Kind::Identifier | Kind::TypeIdentifier | Kind::PackageIdentifier => {
                self.value_name(node, mention)
            }
            Kind::Iota => self.literal(LiteralKind::Integer),
            Kind::Selector => self.selector(node, mention),
            // A type where a value may stand: a method is taken from it, or a value made of it.
            Kind::QualifiedType => {
                let [package, name] = self.parts(node, [FIELDS.package, FIELDS.name]);
                self.member(package, name, mention)
            }
            Kind::Call => self.call(node),
            Kind::Parenthesized => match self.named(node).first().copied() {
                Some(inner) => self.mentioned(inner, mention),
                None => self.unknown(),
            },
            Kind::InterpretedString | Kind::RawString => self.literal(LiteralKind::String),
            Kind::Integer => self.literal(LiteralKind::Integer),
            Kind::Float | Kind::Imaginary => self.literal(LiteralKind::Float),
            Kind::Rune => self.literal(LiteralKind::Character),
            Kind::True | Kind::False => self.literal(LiteralKind::Boolean),
            Kind::Nil => self.unknown(),
            Kind::Unary => self.unary(node, mention),
            Kind::Binary => self.binary(node),
            Kind::Index => self.index(node, mention),
            Kind::Slice => self.slice(node),
            Kind::TypeAssertion => {
                let [operand, type_node] = self.parts(node, [FIELDS.operand, FIELDS.type_node]);
                if let Some(operand) = operand {
                    self.expression(operand);
                }
                self.cast(type_node)
            }
            Kind::TypeConversion => {
                let [type_node, operand] = self.parts(node, [FIELDS.type_node, FIELDS.operand]);
                if let Some(name) = type_node
                    && matches!(name.kind, Kind::GenericType | Kind::QualifiedType | Kind::TypeIdentifier)
                {
                    // `f[T](x)` reads like a type made of a value, and is a call more often than that.
                    let callee = self.mentioned(name, Mention::Call(1, false));
                    let arguments = operand.map(|operand| self.expression(operand)).into_iter().collect();
                    return self.add(Expression::Call { callee, arguments });
                }
                let id = self.cast(type_node);
                if let Some(operand) = operand {
                    self.expression(operand);
                }
                id
            }
            Kind::TypeInstantiation => self.instantiation(node, mention),
            Kind::GenericType => {
                let [base, arguments] = self.parts(node, [FIELDS.type_node, FIELDS.type_arguments]);
                self.generic(base, arguments.map(|list| list.node), mention)
            }
            Kind::CompositeLiteral => self.composite_literal(node),
            Kind::FuncLiteral => self.func_literal(node),
            Kind::VariadicArgument | Kind::LiteralElement => match self.named(node).first().copied() {
                Some(inner) => self.expression(inner),
                None => self.unknown(),
            },
            kind if kind.is_type() => {
                let id = self.type_expression(node);
                self.add(Expression::Cast(id))
            }
            _ => {
                self.anything(child);
                self.unknown()
            }
        }
    }

    fn cast(&mut self, type_node: Option<Child<'n>>) -> ExpressionId {
        match type_node {
            Some(type_node) => {
                let id = self.type_expression(type_node.node);
                self.add(Expression::Cast(id))
            }
            None => self.unknown(),
        }
    }

    /// Records that `name` at `node` is mentioned as the last name of `id`.
    pub(super) fn mention(&mut self, node: Node<'n>, id: ExpressionId, name: Name, mention: Mention) {
        let at = self.range(node);
        if self.state.silent || at.is_empty() {
            return;
        }
        let (role, call) = match mention {
            Mention::As(role) => (role, None),
            Mention::Call(arguments, spread) => {
                (ReferenceRole::Call, Some(CallShape { arguments, keywords: Box::default(), spread }))
            }
        };
        self.state.builder.reference_at(at, name, role, ReferenceTarget::Value(id), call);
    }

    fn value_name(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let name = self.name(node);
        if name == "_" || name.is_empty() {
            return self.unknown();
        }
        let id = self.add(Expression::Name(name));
        self.mention(node, id, name, mention);
        id
    }

    /// `operand.field`.
    fn selector(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let [operand, field] = self.parts(node, [FIELDS.operand, FIELDS.field]);
        self.member(operand, field, mention)
    }

    fn member(
        &mut self,
        operand: Option<Child<'n>>,
        field: Option<Child<'n>>,
        mention: Mention,
    ) -> ExpressionId {
        let base = match operand {
            Some(operand) => self.expression(operand),
            None => self.unknown(),
        };
        let Some(field) = field.map(|child| child.node) else { return base };
        let name = self.name(field);
        if name.is_empty() {
            return base;
        }
        let id = self.add(Expression::Member { base, name });
        self.mention(field, id, name, mention);
        id
    }

    fn call(&mut self, node: Node<'n>) -> ExpressionId {
        let [function, type_arguments, arguments] =
            self.parts(node, [FIELDS.function, FIELDS.type_arguments, FIELDS.arguments]);
        let list = arguments.map(|list| self.named(list.node)).unwrap_or_default();
        let spread = list.last().is_some_and(|last| last.kind == Kind::VariadicArgument);
        let count = list.len().min(usize::from(u8::MAX)) as u8;
        // `new(T)` and `make(T, …)` take a type and give a value of it.
        let made = function.filter(|function| {
            function.kind == Kind::Identifier && matches!(self.text(function.node), "new" | "make")
        });
        if made.is_some() {
            let mut list = list.into_iter();
            let id = self.cast(list.next());
            for argument in list {
                self.expression(argument);
            }
            return id;
        }
        let mention = Mention::Call(count, spread);
        let callee = match (function, type_arguments) {
            (Some(function), None) => self.called(function, mention),
            (function, Some(arguments)) => self.generic(function, Some(arguments.node), mention),
            (None, None) => self.unknown(),
        };
        let values: Vec<ExpressionId> = list.into_iter().map(|argument| self.expression(argument)).collect();
        self.add(Expression::Call { callee, arguments: values.into() })
    }

    /// What stands before the parentheses of a call. In parentheses itself, it is a type or a value and no name called.
    fn called(&mut self, function: Child<'n>, mention: Mention) -> ExpressionId {
        match function.kind {
            Kind::Parenthesized | Kind::Unary => self.expression(function),
            _ => self.mentioned(function, mention),
        }
    }

    fn generic(
        &mut self,
        base: Option<Child<'n>>,
        arguments: Option<Node<'n>>,
        mention: Mention,
    ) -> ExpressionId {
        let arguments = arguments.map(|list| self.named(list)).unwrap_or_default();
        let is_called = matches!(mention, Mention::Call(..))
            && arguments.iter().all(|argument| match (argument.kind, &self.named(argument.node)[..]) {
                (Kind::TypeElement, [only]) => self.reads_as_type(*only),
                _ => self.reads_as_type(*argument),
            });
        let base = match base {
            Some(base) if is_called => self.mentioned(base, mention),
            Some(base) => self.expression(base),
            None => self.unknown(),
        };
        let arguments = arguments.into_iter().map(|argument| self.in_brackets(argument)).collect();
        self.add(Expression::Generic { base, arguments })
    }

    /// What stands in brackets behind a value: a type argument, or an index that reads like one (`table[key.part](x)`). As
    /// a value it is found in either case.
    fn in_brackets(&mut self, argument: Child<'n>) -> ExpressionId {
        let inner = match argument.kind {
            Kind::TypeElement => match self.named(argument.node)[..] {
                [only] => only,
                _ => return self.type_expression(argument.node),
            },
            _ => argument,
        };
        match inner.kind {
            Kind::QualifiedType | Kind::TypeIdentifier if !is_basic(self.text(inner.node)) => {
                self.expression(inner)
            }
            _ => self.type_expression(inner.node),
        }
    }

    /// `f[A, B]` as a value.
    fn instantiation(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let mut parts = self.named(node).into_iter();
        let base = match parts.next() {
            Some(base) => self.mentioned(base, mention),
            None => self.unknown(),
        };
        let arguments = parts.map(|part| self.in_brackets(part)).collect();
        self.add(Expression::Generic { base, arguments })
    }

    /// `&x`, `*x`, `-x` are what `x` is.
    fn unary(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let [operator, operand] = self.parts(node, [FIELDS.operator, FIELDS.operand]);
        let operator = operator.map_or("", |child| self.text(child.node));
        let mention = if operator == "*" { mention } else { Mention::As(ReferenceRole::Read) };
        let value = match operand {
            Some(operand) => self.mentioned(operand, mention),
            None => self.unknown(),
        };
        match operator {
            "!" => self.literal(LiteralKind::Boolean),
            "<-" => {
                let index = self.unknown();
                self.add(Expression::Index { base: value, index })
            }
            _ => value,
        }
    }

    fn binary(&mut self, node: Node<'n>) -> ExpressionId {
        let [left, operator, right] = self.parts(node, [FIELDS.left, FIELDS.operator, FIELDS.right]);
        let left = left.map(|child| self.expression(child));
        let right = right.map(|child| self.expression(child));
        let operator = operator.map_or("", |child| self.text(child.node));
        match (operator, left, right) {
            ("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", ..) => self.literal(LiteralKind::Boolean),
            ("<<" | ">>", Some(left), _) => left,
            (_, Some(left), Some(right)) => {
                self.add(Expression::Binary { operator: Name::new(operator), left, right })
            }
            (_, Some(one), None) | (_, None, Some(one)) => one,
            _ => self.unknown(),
        }
    }

    fn index(&mut self, node: Node<'n>, mention: Mention) -> ExpressionId {
        let [operand, index] = self.parts(node, [FIELDS.operand, FIELDS.index]);
        // Called, it is a function with a type argument or a function kept in a list.
        let mention = match (mention, index) {
            (Mention::Call(..), Some(index)) if self.reads_as_type(index) => mention,
            _ => Mention::As(ReferenceRole::Read),
        };
        let base = match operand {
            Some(operand) => self.mentioned(operand, mention),
            None => self.unknown(),
        };
        let index = match index {
            Some(index) => self.expression(index),
            None => self.unknown(),
        };
        self.add(Expression::Index { base, index })
    }

    /// Whether what stands in brackets is most likely a type.
    fn reads_as_type(&mut self, index: Child<'n>) -> bool {
        let (first, last) = match index.kind {
            Kind::Identifier | Kind::TypeIdentifier => (index.node, index.node),
            Kind::Selector => match self.parts(index.node, [FIELDS.operand, FIELDS.field]) {
                [Some(package), Some(name)] => (package.node, name.node),
                _ => return false,
            },
            Kind::QualifiedType => match self.parts(index.node, [FIELDS.package, FIELDS.name]) {
                [Some(package), Some(name)] => (package.node, name.node),
                _ => return false,
            },
            kind => return kind.is_type(),
        };
        let (first, word) = (self.name(first), self.name(last));
        let item = self.state.builder.item();
        if item.body.bindings.iter().any(|binding| binding.name == first) {
            return false;
        }
        let mut own = item.definition.iter().flat_map(|definition| &definition.type_parameters);
        is_exported(word.as_str())
            || is_basic(word.as_str())
            || matches!(word.as_str(), "string" | "int" | "float64" | "bool" | "rune" | "any" | "error")
            || own.any(|parameter| parameter.name == word)
    }

    fn slice(&mut self, node: Node<'n>) -> ExpressionId {
        let mut parts = self.named(node).into_iter();
        let value = match parts.next() {
            Some(operand) => self.expression(operand),
            None => self.unknown(),
        };
        for bound in parts {
            self.expression(bound);
        }
        value
    }

    /// The left side of an assignment: the last name is written, the others are read.
    pub(super) fn assigned(&mut self, child: Child<'n>) -> ExpressionId {
        match child.kind {
            Kind::Identifier | Kind::Selector | Kind::Parenthesized => {
                self.mentioned(child, Mention::As(ReferenceRole::Write))
            }
            _ => self.expression(child),
        }
    }

    /// Whatever is found where nothing is expected: in damaged text, or where the grammar allows more than we know.
    pub(super) fn anything(&mut self, child: Child<'n>) {
        if child.kind.is_token() || !self.enter() {
            return;
        }
        match child.kind {
            Kind::Comment | Kind::LabelName | Kind::Dot | Kind::BlankIdentifier => {}
            kind if kind.is_declaration() => self.declaration(child, &Preamble::default()),
            kind if kind.is_statement() => self.statement(child),
            Kind::FieldIdentifier => {
                let name = self.name(child.node);
                let base = self.unknown();
                let id = self.add(Expression::Member { base, name });
                self.mention(child.node, id, name, Mention::As(ReferenceRole::Read));
            }
            kind if kind.is_type() => {
                self.type_expression(child.node);
            }
            kind if is_value(kind) => {
                self.expression(child);
            }
            _ => {
                for part in self.named(child.node) {
                    self.anything(part);
                }
            }
        }
        self.exit();
    }
}

/// Whether it is an expression by its kind alone.
fn is_value(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Binary
            | Kind::Call
            | Kind::CompositeLiteral
            | Kind::False
            | Kind::Float
            | Kind::FuncLiteral
            | Kind::Identifier
            | Kind::Imaginary
            | Kind::Index
            | Kind::Integer
            | Kind::InterpretedString
            | Kind::Iota
            | Kind::LiteralElement
            | Kind::Nil
            | Kind::PackageIdentifier
            | Kind::Parenthesized
            | Kind::RawString
            | Kind::Rune
            | Kind::Selector
            | Kind::Slice
            | Kind::True
            | Kind::TypeAssertion
            | Kind::TypeConversion
            | Kind::TypeInstantiation
            | Kind::Unary
            | Kind::VariadicArgument
    )
}
