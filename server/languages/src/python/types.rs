//! Expressions in type context: annotations, also those inside strings, and what conditions say about types.

use std::cell::RefCell;

use lockstep_facts::{
    Expression, ExpressionId, LiteralKind, Name, Parameter, ParameterKind, ReferenceRole, ReferenceTarget,
    TextRange, TypeParameter,
};
use tree_sitter::{Node, Parser, Tree};

use super::kinds::{FIELD, Kind, child};
use super::{Substitution, Walker, last_segment};

thread_local! {
    // Annotations in strings are parsed one by one, while the file's own tree is walked.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Classes that say what a value can do rather than what it is: `isinstance` with one of them takes nothing away from
/// what is known.
const ABSTRACT_CLASSES: &[&str] = &[
    "Awaitable",
    "Callable",
    "Collection",
    "Container",
    "Coroutine",
    "Hashable",
    "Iterable",
    "Iterator",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "Reversible",
    "Sequence",
    "Sized",
    "object",
];

impl<'w> Walker<'w> {
    /// The type an annotation names; its last name is mentioned with `role`.
    pub(super) fn type_expression(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        self.deeper(|walker| Some(walker.type_inner(node, role))).unwrap_or_else(|| self.unknown())
    }

    fn type_inner(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        match Kind::of(node) {
            Kind::Identifier => {
                let name = self.name(node);
                self.type_name(name, |walker, target| walker.mention(node, role, target, None))
            }
            Kind::Attribute => {
                let base =
                    child(node, FIELD.object).map(|object| self.type_expression(object, ReferenceRole::Read));
                self.type_member(base, child(node, FIELD.attribute), role)
            }
            Kind::MemberType => {
                let base =
                    node.named_child(0).map(|object| self.type_expression(object, ReferenceRole::Read));
                self.type_member(base, node.named_child(1), role)
            }
            Kind::Subscript | Kind::GenericType => self.generic(node, role),
            Kind::None => self.literal(LiteralKind::Null),
            Kind::String => self.string_annotation(node, role),
            Kind::BinaryOperator | Kind::UnionType => {
                let parts = self.type_parts(node, role);
                self.union(parts)
            }
            Kind::List => {
                let parts = self.type_parts(node, ReferenceRole::Type);
                self.builder.expression(Expression::List(parts.into()))
            }
            Kind::Tuple | Kind::ExpressionList => {
                let parts = self.type_parts(node, role);
                self.builder.expression(Expression::Tuple(parts.into()))
            }
            Kind::Type | Kind::Parenthesized | Kind::ListSplat | Kind::SplatType | Kind::ConstrainedType => {
                let mut first = None;
                self.each_child(node, |walker, part| {
                    let part = walker.type_expression(part, role);
                    first.get_or_insert(part);
                });
                first.unwrap_or_else(|| self.unknown())
            }
            Kind::Integer | Kind::True | Kind::False | Kind::Float => self.value(node),
            _ => {
                self.value(node);
                self.unknown()
            }
        }
    }

    fn type_parts(&mut self, node: Node<'_>, role: ReferenceRole) -> Vec<ExpressionId> {
        let mut parts = Vec::new();
        self.each_child(node, |walker, part| {
            let part = walker.type_expression(part, role);
            // `A | B | C` nests to the left: one union.
            match walker.builder.item().expression(part) {
                Expression::Union(inner) => parts.extend(inner.to_vec()),
                _ => parts.push(part),
            }
        });
        parts
    }

    fn type_name(&mut self, name: Name, mention: impl FnOnce(&mut Self, ReferenceTarget)) -> ExpressionId {
        if name.is_empty() {
            return self.unknown();
        }
        if self.type_variables.contains(&name) && !self.met_type_variables.contains(&name) {
            self.met_type_variables.push(name);
        }
        let plain = self.builder.expression(Expression::Name(name));
        mention(self, ReferenceTarget::Type(plain));
        if name == "Self" { self.builder.expression(Expression::SelfType) } else { plain }
    }

    fn type_member(
        &mut self,
        base: Option<ExpressionId>,
        name: Option<Node<'_>>,
        role: ReferenceRole,
    ) -> ExpressionId {
        let (Some(base), Some(name_node)) = (base, name) else { return self.unknown() };
        let name = self.name(name_node);
        if name.is_empty() {
            return self.unknown();
        }
        let path = self.builder.expression(Expression::Path { base, name });
        self.mention(name_node, role, ReferenceTarget::Type(path), None);
        if name == "Self" { self.builder.expression(Expression::SelfType) } else { path }
    }

    /// `base[arguments]`.
    fn generic(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        let Some(head) = node.named_child(0) else { return self.unknown() };
        let base = self.type_expression(head, role);
        let head = last_segment(self.text(head));
        let mut arguments: Vec<ExpressionId> = Vec::new();
        let mut is_open = false;
        let mut is_first = true;
        self.each_child(node, |walker, argument| {
            if std::mem::take(&mut is_first) {
                return;
            }
            let mut add = |walker: &mut Self, argument: Node<'_>| {
                is_open |= walker.text(argument) == "...";
                let position = arguments.len();
                arguments.push(match head {
                    "Literal" => walker.value(argument),
                    "Annotated" if position > 0 => walker.value(argument),
                    _ => walker.type_expression(argument, ReferenceRole::Type),
                });
            };
            match Kind::of(argument) {
                Kind::TypeParameter => walker.each_child(argument, add),
                // `Dict[(K, V)]` and `Tuple[()]` mean what they say without the parentheses.
                Kind::Tuple => walker.each_child(argument, add),
                _ => add(walker, argument),
            }
        });
        let first = arguments.first().copied();
        match head {
            "Optional" => {
                let null = self.literal(LiteralKind::Null);
                arguments.push(null);
                self.union(arguments)
            }
            "Union" => self.union(arguments),
            "Annotated" | "ClassVar" | "Final" | "Required" | "NotRequired" | "ReadOnly" | "InitVar"
            | "Unpack" | "TypeGuard" | "TypeIs" => match (head, first) {
                ("TypeGuard" | "TypeIs", _) => self.literal(LiteralKind::Boolean),
                (_, Some(first)) => first,
                (_, None) => base,
            },
            "Literal" => self.union(arguments),
            "Callable" => {
                let parameters = first.map(|first| self.callable_parameters(first)).unwrap_or_default();
                let result = arguments.get(1).copied();
                self.builder.expression(Expression::Function { parameters, result, is_async: false })
            }
            "Tuple" | "tuple" if !is_open => self.builder.expression(Expression::Tuple(arguments.into())),
            _ => {
                if is_open {
                    arguments.truncate(1);
                }
                self.builder.expression(Expression::Generic { base, arguments: arguments.into() })
            }
        }
    }

    /// The parameters of `Callable[[A, B], R]`.
    fn callable_parameters(&mut self, list: ExpressionId) -> Box<[Parameter]> {
        let Expression::List(types) = self.builder.item().expression(list) else { return Box::default() };
        let name = Name::empty();
        let kind = ParameterKind::Positional;
        let each = |id: &ExpressionId| Parameter { name, kind, declared: Some(*id), has_default: false };
        types.iter().map(each).collect()
    }

    /// An annotation inside a string.
    fn string_annotation(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        let Some(content) = self.plain_content(node) else {
            self.value(node);
            return self.unknown();
        };
        let text = self.text(content);
        let trimmed = text.trim_start();
        let start = content.start_byte() + (text.len() - trimmed.len());
        let trimmed = trimmed.trim_end();
        if trimmed.is_empty() || trimmed.contains(['\n', '\r']) {
            return self.unknown();
        }
        if trimmed.split('.').all(is_identifier) {
            return self.dotted_annotation(trimmed, start as u32, role);
        }
        let column = content.start_position().column + (start - content.start_byte());
        let Some(tree) = self.parse_annotation(start, trimmed.len(), content.start_position().row, column)
        else {
            return self.unknown();
        };
        let root = tree.root_node();
        let statement = root.named_child(0).filter(|_| !root.has_error() && root.named_child_count() == 1);
        match statement.filter(|s| Kind::of(*s) == Kind::ExpressionStatement).and_then(|s| s.named_child(0)) {
            Some(inner) => self.type_expression(inner, role),
            None => self.unknown(),
        }
    }

    /// Parses part of the text, its nodes placed in the whole.
    fn parse_annotation(&mut self, start: usize, len: usize, row: usize, column: usize) -> Option<Tree> {
        let text = self.builder.text;
        PARSER.with_borrow_mut(|parser| {
            parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
            let range = tree_sitter::Range {
                start_byte: start,
                end_byte: start + len,
                start_point: tree_sitter::Point { row, column },
                end_point: tree_sitter::Point { row, column: column + len },
            };
            parser.set_included_ranges(&[range]).ok()?;
            parser.parse(text, None)
        })
    }

    /// `a.b.C` at byte `start`.
    fn dotted_annotation(&mut self, text: &str, start: u32, role: ReferenceRole) -> ExpressionId {
        if text == "None" {
            return self.literal(LiteralKind::Null);
        }
        let mut at = start;
        let mut base: Option<ExpressionId> = None;
        for segment in text.split('.') {
            let name = Name::new(segment);
            let range = TextRange::new(at, at + segment.len() as u32);
            at = range.end + 1;
            let is_last = range.end - start == text.len() as u32;
            let role = if is_last { role } else { ReferenceRole::Read };
            let mention = |walker: &mut Self, target: ReferenceTarget| {
                if walker.quiet == 0 {
                    walker.builder.reference_at(range, name, role, target, None);
                }
            };
            base = Some(match base {
                None => self.type_name(name, mention),
                Some(base) => {
                    let path = self.builder.expression(Expression::Path { base, name });
                    mention(self, ReferenceTarget::Type(path));
                    path
                }
            });
        }
        base.unwrap_or_else(|| self.unknown())
    }

    /// `[T: Bound, *Ts, **P]` of a class, function or type alias.
    pub(super) fn type_parameters(&mut self, list: Node<'_>) -> Vec<TypeParameter> {
        let mut parameters = Vec::new();
        self.each_child(list, |walker, parameter| {
            let mut node = parameter;
            while matches!(Kind::of(node), Kind::Type | Kind::SplatType)
                && let Some(inner) = node.named_child(0)
            {
                node = inner;
            }
            let mut bounds = Vec::new();
            if Kind::of(node) == Kind::ConstrainedType {
                if let Some(bound) = node.named_child(1) {
                    let bound = walker.type_expression(bound, ReferenceRole::Type);
                    bounds = match walker.builder.item().expression(bound) {
                        Expression::Tuple(parts) => parts.to_vec(),
                        _ => vec![bound],
                    };
                }
                let mut inner = node.named_child(0);
                while let Some(wrapper) = inner.filter(|inner| Kind::of(*inner) == Kind::Type) {
                    inner = wrapper.named_child(0);
                }
                node = inner.unwrap_or(node);
            }
            if Kind::of(node) == Kind::Identifier {
                parameters.push(TypeParameter {
                    name: walker.name(node),
                    bounds: bounds.into(),
                    default: None,
                });
            }
        });
        parameters
    }

    /// Adds what is known where `condition` holds (or, if not `positive`, where it does not): `isinstance(x, T)`.
    pub(super) fn narrow(&mut self, condition: Node<'_>, positive: bool) {
        self.deeper(|walker| match Kind::of(condition) {
            Kind::Parenthesized => {
                walker.each_child(condition, |walker, inner| walker.narrow(inner, positive))
            }
            Kind::NotOperator => {
                walker.each_child(condition, |walker, inner| walker.narrow(inner, !positive))
            }
            Kind::BooleanOperator => {
                let operator = child(condition, FIELD.operator).map_or("", |operator| walker.text(operator));
                if (operator == "and") == positive {
                    walker.each_child(condition, |walker, inner| walker.narrow(inner, positive));
                }
            }
            Kind::Call if positive => walker.narrow_by_call(condition),
            _ => {}
        });
    }

    fn narrow_by_call(&mut self, call: Node<'_>) {
        let (Some(function), Some(arguments)) = (child(call, FIELD.function), child(call, FIELD.arguments))
        else {
            return;
        };
        if self.text(function) != "isinstance" || arguments.named_child_count() != 2 {
            return;
        }
        let (Some(subject), Some(class)) = (arguments.named_child(0), arguments.named_child(1)) else {
            return;
        };
        if !matches!(Kind::of(subject), Kind::Identifier | Kind::Attribute)
            || ABSTRACT_CLASSES.contains(&last_segment(self.text(class)))
        {
            return;
        }
        let narrowed = self.quietly(|walker| walker.class_or_classes(class));
        let cast = self.builder.expression(Expression::Cast(narrowed));
        let key = self.text(subject);
        self.frame().substitutions.push((key, Substitution::Known(cast)));
    }

    /// `C` or `(C, D)`, as an instance of one of them.
    pub(super) fn class_or_classes(&mut self, node: Node<'_>) -> ExpressionId {
        let declared = self.type_expression(node, ReferenceRole::Type);
        match self.builder.item().expression(declared) {
            Expression::Tuple(classes) => {
                let classes = classes.to_vec();
                self.union(classes)
            }
            _ => declared,
        }
    }
}

fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|c| c.is_alphanumeric() || c == '_')
}
