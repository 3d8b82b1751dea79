//! Expressions in value context.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget,
};
use tree_sitter::Node;

use super::flow::Bound;
use super::kinds::{FIELD, Kind, child};
use super::{FrameKind, Substitution, Walker, last_segment};
use crate::builder::range;

/// Elements of a list or set that are kept: enough to tell its types.
const KEPT_ELEMENTS: usize = 4;
/// Positions of a tuple, and arguments of a call, that are kept.
const KEPT_POSITIONS: usize = 32;

impl<'w> Walker<'w> {
    /// The value of an expression.
    pub(super) fn value(&mut self, node: Node<'_>) -> ExpressionId {
        self.value_as(node, ReferenceRole::Read)
    }

    /// The same, its last name mentioned with `role`.
    pub(super) fn value_as(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        self.builder.enter_expression();
        let value =
            self.deeper(|walker| Some(walker.value_inner(node, role))).unwrap_or_else(|| self.unknown());
        self.builder.leave_expression();
        value
    }

    fn value_inner(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        let kind = Kind::of(node);
        match kind {
            Kind::Identifier => self.identifier(node, role, None),
            Kind::Attribute => self.attribute(node, role, None),
            Kind::Call => self.call(node, role),
            Kind::Subscript => self.subscript(node),
            Kind::String => {
                let is_bytes = self.string(node);
                self.literal(if is_bytes { LiteralKind::Bytes } else { LiteralKind::String })
            }
            Kind::ConcatenatedString => {
                let mut is_bytes = false;
                self.each_child(node, |walker, part| is_bytes = walker.string(part));
                self.literal(if is_bytes { LiteralKind::Bytes } else { LiteralKind::String })
            }
            Kind::Integer => self.literal(LiteralKind::Integer),
            Kind::Float => self.literal(LiteralKind::Float),
            Kind::True | Kind::False => self.literal(LiteralKind::Boolean),
            Kind::None => self.literal(LiteralKind::Null),
            Kind::List => {
                let elements = self.elements(node, KEPT_ELEMENTS);
                self.builder.expression(Expression::List(elements))
            }
            Kind::Set => {
                let elements = self.elements(node, KEPT_ELEMENTS);
                self.builder.expression(Expression::Set(elements))
            }
            Kind::Tuple | Kind::ExpressionList | Kind::PatternList | Kind::TuplePattern => {
                let elements = self.elements(node, KEPT_POSITIONS);
                self.builder.expression(Expression::Tuple(elements))
            }
            Kind::Dictionary => self.dictionary(node),
            Kind::Parenthesized | Kind::Type => match node.named_child(0) {
                Some(inner) if node.named_child_count() == 1 => self.value_as(inner, role),
                _ => self.parts(node),
            },
            Kind::UnaryOperator => self.parts(node),
            Kind::NotOperator | Kind::Comparison => {
                self.parts(node);
                self.literal(LiteralKind::Boolean)
            }
            Kind::BinaryOperator => self.binary(node),
            Kind::BooleanOperator => self.boolean(node),
            Kind::Conditional => self.conditional(node),
            Kind::Lambda => self.lambda(node, None),
            Kind::ListComprehension
            | Kind::SetComprehension
            | Kind::GeneratorExpression
            | Kind::DictionaryComprehension => self.comprehension(node, kind),
            Kind::Await => {
                let inner = self.parts(node);
                self.builder.expression(Expression::Await(inner))
            }
            Kind::Yield => self.yielded(node),
            Kind::NamedExpression => self.named_expression(node),
            Kind::ListSplat | Kind::ListSplatPattern => {
                let inner = self.parts(node);
                self.builder.expression(Expression::Element(inner))
            }
            Kind::KeywordArgument => match child(node, FIELD.value) {
                Some(value) => self.value(value),
                None => self.unknown(),
            },
            Kind::DottedName => self.dotted_name(node, role),
            Kind::Comment | Kind::Ellipsis => self.unknown(),
            _ => {
                self.parts(node);
                self.unknown()
            }
        }
    }

    pub(super) fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(kind))
    }

    /// Walks all parts; the value of the first.
    fn parts(&mut self, node: Node<'_>) -> ExpressionId {
        let mut first = None;
        self.each_child(node, |walker, part| {
            let value = walker.value(part);
            first.get_or_insert(value);
        });
        first.unwrap_or_else(|| self.unknown())
    }

    /// A name. Gives what is known about it, else the name.
    pub(super) fn identifier(
        &mut self,
        node: Node<'_>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        let text = self.text(node);
        if text.is_empty() {
            return self.unknown();
        }
        let name = Name::new(text);
        let substitution = self.substitution(text);
        if self.foreign
            && substitution.is_none()
            && self.frame().receiver.is_none_or(|(known, _)| known != name)
            && let Some(value) = self.foreign_local(name)
        {
            return value;
        }
        if !matches!(substitution, Some(Substitution::Known(_) | Substitution::Hidden)) {
            self.refresh_local(name);
        }
        let plain = self.builder.expression(Expression::Name(name));
        self.mention(node, role, ReferenceTarget::Value(plain), call);
        match substitution {
            Some(Substitution::Known(known)) => known,
            Some(_) => plain,
            None => match self.frame().receiver {
                Some((receiver, false)) if receiver == name => self.builder.expression(Expression::SelfValue),
                Some((receiver, true)) if receiver == name => self.builder.expression(Expression::SelfType),
                _ => plain,
            },
        }
    }

    /// A local of the function being walked, in an expression for an item that does not see it: what its annotation
    /// says.
    fn foreign_local(&mut self, name: Name) -> Option<ExpressionId> {
        if !self.frame().locals.contains(name) {
            return None;
        }
        let parameter = self.frame().locals.parameter(name);
        let annotation = parameter.and_then(|index| *self.frame().annotations.get(usize::from(index))?);
        match annotation {
            Some(annotation) => {
                let declared = self.type_expression(annotation, ReferenceRole::Type);
                Some(self.builder.expression(Expression::Cast(declared)))
            }
            None => Some(self.unknown()),
        }
    }

    /// `object.name`.
    pub(super) fn attribute(
        &mut self,
        node: Node<'_>,
        role: ReferenceRole,
        call: Option<CallShape>,
    ) -> ExpressionId {
        let base = match child(node, FIELD.object) {
            Some(object) => self.value(without_splat(object)),
            None => self.unknown(),
        };
        let Some(attribute) = child(node, FIELD.attribute) else { return base };
        let name = self.builder.name(attribute);
        if name.is_empty() {
            // `a.` half typed: nothing is named yet.
            return self.unknown();
        }
        if self.is_split(node) {
            return self.identifier(attribute, role, call);
        }
        let member = self.builder.expression(Expression::Member { base, name });
        self.mention(attribute, role, ReferenceTarget::Value(member), call);
        if name == "__class__" && *self.builder.item().expression(base) == Expression::SelfValue {
            return self.builder.expression(Expression::SelfType);
        }
        match self.dotted_substitution(node) {
            Some(Substitution::Known(known)) => known,
            _ => member,
        }
    }

    /// Whether an attribute is really `a.` half typed, before a line that begins a statement of its own: the name stands
    /// on a later line than the dot, and no deeper than the line of the dot.
    pub(super) fn is_split(&mut self, attribute: Node<'_>) -> bool {
        let (Some(object), Some(name)) = (child(attribute, FIELD.object), child(attribute, FIELD.attribute))
        else {
            return false;
        };
        if object.end_position().row == name.start_position().row {
            return false;
        }
        let text = self.builder.text;
        let between = text.get(object.end_byte()..name.start_byte()).unwrap_or_default();
        let line =
            text.get(..object.end_byte()).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
        between.trim_start().starts_with('.')
            && between.find('.') < between.find('\n')
            && line.len() - line.trim_start().len() >= name.start_position().column
    }

    /// What stands for an attribute chain; looked for only where any chain is known.
    fn dotted_substitution(&mut self, node: Node<'_>) -> Option<Substitution> {
        if !self.frame().substitutions.iter().any(|(key, _)| key.contains('.')) {
            return None;
        }
        let text = self.text(node);
        self.substitution(text)
    }

    /// The value that the last name of `node` is called as.
    pub(super) fn callee(&mut self, node: Node<'_>, role: ReferenceRole, shape: CallShape) -> ExpressionId {
        let node = without_splat(node);
        match Kind::of(node) {
            Kind::Identifier => self.identifier(node, role, Some(shape)),
            Kind::Attribute => {
                let value = self.deeper(|walker| Some(walker.attribute(node, role, Some(shape))));
                value.unwrap_or_else(|| self.unknown())
            }
            _ => self.value(node),
        }
    }

    /// `callee(arguments)`.
    fn call(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        let role = if role == ReferenceRole::Decorate { role } else { ReferenceRole::Call };
        let Some(function) = child(node, FIELD.function) else { return self.parts(node) };
        let Some(arguments) = child(node, FIELD.arguments) else { return self.parts(node) };
        let shape = self.call_shape(arguments);
        let callee = self.callee(function, role, shape);
        let head = last_segment(self.text(function));
        match head {
            "super" if Kind::of(function) == Kind::Identifier => {
                self.arguments(arguments, callee, None);
                return self.builder.expression(Expression::Super);
            }
            "cast" => {
                if let Some(value) = self.cast(arguments) {
                    return value;
                }
            }
            "type" if Kind::of(function) == Kind::Identifier => {
                let call = self.builder.expression(Expression::Call { callee, arguments: Box::default() });
                let values = self.arguments(arguments, callee, Some(call));
                if let [only] = values[..]
                    && *self.builder.item().expression(only) == Expression::SelfValue
                {
                    return self.builder.expression(Expression::SelfType);
                }
                self.fill_call(call, callee, values);
                return call;
            }
            _ => {}
        }
        let call = self.builder.expression(Expression::Call { callee, arguments: Box::default() });
        let values = self.arguments(arguments, callee, Some(call));
        self.fill_call(call, callee, values);
        call
    }

    fn fill_call(&mut self, call: ExpressionId, callee: ExpressionId, arguments: Vec<ExpressionId>) {
        if let Some(slot) = self.builder.item().expressions.get_mut(call.0 as usize) {
            *slot = Expression::Call { callee, arguments: arguments.into() };
        }
    }

    /// `cast(T, value)`: the type; none if it is not of that form.
    fn cast(&mut self, arguments: Node<'_>) -> Option<ExpressionId> {
        if Kind::of(arguments) != Kind::ArgumentList {
            return None;
        }
        let mut list = Vec::new();
        self.each_child(arguments, |_, argument| {
            if list.len() < 3 {
                list.push(argument);
            }
        });
        let [target, value] = list[..] else { return None };
        if [target, value]
            .into_iter()
            .any(|node| matches!(Kind::of(node), Kind::KeywordArgument | Kind::ListSplat))
        {
            return None;
        }
        let declared = self.type_expression(target, ReferenceRole::Type);
        self.value(value);
        Some(self.builder.expression(Expression::Cast(declared)))
    }

    /// How a call is written.
    pub(super) fn call_shape(&mut self, arguments: Node<'_>) -> CallShape {
        let mut shape = CallShape { arguments: 0, keywords: Box::default(), spread: false };
        if self.quiet > 0 {
            return shape;
        }
        if Kind::of(arguments) == Kind::GeneratorExpression {
            shape.arguments = 1;
            return shape;
        }
        let mut keywords = Vec::new();
        self.each_child(arguments, |walker, argument| match Kind::of(argument) {
            Kind::KeywordArgument => {
                if let Some(name) = child(argument, FIELD.name)
                    && keywords.len() < KEPT_POSITIONS
                {
                    keywords.push(walker.builder.name(name));
                }
            }
            Kind::DictionarySplat | Kind::ParenthesizedSplat => shape.spread = true,
            _ if walker.text(argument).starts_with('*') => shape.spread = true,
            _ => shape.arguments = shape.arguments.saturating_add(1),
        });
        shape.keywords = keywords.into();
        shape
    }

    /// Walks the arguments of a call; the positional ones.
    fn arguments(
        &mut self,
        arguments: Node<'_>,
        callee: ExpressionId,
        call: Option<ExpressionId>,
    ) -> Vec<ExpressionId> {
        if Kind::of(arguments) == Kind::GeneratorExpression {
            return vec![self.value(arguments)];
        }
        let mut values = Vec::new();
        self.each_child(arguments, |walker, argument| match Kind::of(argument) {
            Kind::KeywordArgument => walker.keyword_argument(argument, callee),
            Kind::Lambda => {
                let position = u8::try_from(values.len()).ok();
                let value = walker.deeper(|w| Some(w.lambda(argument, call.zip(position))));
                let value = value.unwrap_or_else(|| walker.unknown());
                values.push(value);
            }
            _ if values.len() >= KEPT_POSITIONS => {
                walker.value(argument);
            }
            _ => {
                let value = walker.value(argument);
                values.push(value);
            }
        });
        values
    }

    /// `name=value` in a call of `callee`.
    pub(super) fn keyword_argument(&mut self, argument: Node<'_>, callee: ExpressionId) {
        if let Some(keyword) = child(argument, FIELD.name) {
            let name = self.builder.name(keyword);
            self.mention(keyword, ReferenceRole::Read, ReferenceTarget::Keyword { callee, name }, None);
        }
        if let Some(value) = child(argument, FIELD.value) {
            self.value(value);
        }
    }

    fn subscript(&mut self, node: Node<'_>) -> ExpressionId {
        let mut base = None;
        let mut is_slice = false;
        let mut indices = Vec::new();
        self.each_child(node, |walker, part| {
            let value = walker.value(without_splat(part));
            if base.is_none() {
                base = Some(value);
            } else if indices.len() < KEPT_POSITIONS {
                is_slice |= Kind::of(part) == Kind::Slice;
                indices.push(value);
            }
        });
        let base = base.unwrap_or_else(|| self.unknown());
        match indices[..] {
            [] => base,
            // Part of a sequence is a sequence of the same type.
            [_] if is_slice => base,
            [index] => self.builder.expression(Expression::Index { base, index }),
            _ => {
                let index = self.builder.expression(Expression::Tuple(indices.into()));
                self.builder.expression(Expression::Index { base, index })
            }
        }
    }

    /// Walks all elements; the first `kept` of them.
    fn elements(&mut self, node: Node<'_>, kept: usize) -> Box<[ExpressionId]> {
        let mut elements = Vec::new();
        self.each_child(node, |walker, element| {
            if elements.len() < kept {
                let value = walker.value(element);
                elements.push(value);
            } else if !walker.says_nothing(element) {
                walker.value(element);
            }
        });
        elements.into()
    }

    /// Whether a node is a literal without mentions: long tables of them are passed over.
    fn says_nothing(&mut self, node: Node<'_>) -> bool {
        match Kind::of(node) {
            Kind::Integer | Kind::Float | Kind::True | Kind::False | Kind::None | Kind::Ellipsis => true,
            Kind::String => !self.is_interpolated(node),
            _ => false,
        }
    }

    fn dictionary(&mut self, node: Node<'_>) -> ExpressionId {
        let mut pairs = Vec::new();
        self.each_child(node, |walker, pair| {
            let (Some(key), Some(value)) = (child(pair, FIELD.key), child(pair, FIELD.value)) else {
                walker.value(pair);
                return;
            };
            if pairs.len() < KEPT_ELEMENTS {
                let key = walker.value(key);
                let value = walker.value(value);
                pairs.push((key, value));
            } else {
                for part in [key, value] {
                    if !walker.says_nothing(part) {
                        walker.value(part);
                    }
                }
            }
        });
        self.builder.expression(Expression::Map(pairs.into()))
    }

    /// The operands of a chain that nests to the left (`a + b + c`), with the operator before each but the first.
    fn operands<'n>(&mut self, node: Node<'n>, kind: Kind) -> Vec<(Node<'n>, &'w str)> {
        let mut operands = Vec::new();
        let mut node = node;
        while Kind::of(node) == kind
            && let (Some(left), Some(right)) = (child(node, FIELD.left), child(node, FIELD.right))
        {
            let operator = child(node, FIELD.operator).map_or("", |operator| self.text(operator));
            operands.push((right, operator));
            node = left;
        }
        operands.push((node, ""));
        operands.reverse();
        operands
    }

    fn binary(&mut self, node: Node<'_>) -> ExpressionId {
        let mut result: Option<ExpressionId> = None;
        let operands = self.operands(node, Kind::BinaryOperator);
        if operands.len() == 1 {
            return self.parts(node);
        }
        for (index, (operand, operator)) in operands.into_iter().enumerate() {
            let right = self.value(operand);
            result = Some(match result {
                // A long chain has the type of its beginning: more would only nest.
                Some(left) if index <= KEPT_POSITIONS => {
                    self.builder.expression(Expression::Binary { operator: Name::new(operator), left, right })
                }
                Some(left) => left,
                None => right,
            });
        }
        result.unwrap_or_else(|| self.unknown())
    }

    /// `a or b`: one of them. `a and b`: `b`, for a falsy `a` has no members of interest.
    fn boolean(&mut self, node: Node<'_>) -> ExpressionId {
        let operands = self.operands(node, Kind::BooleanOperator);
        if operands.len() == 1 {
            return self.parts(node);
        }
        let mark = self.frame().substitutions.len();
        let mut values: Vec<ExpressionId> = Vec::new();
        let mut before: Option<Node<'_>> = None;
        for (operand, operator) in operands {
            if let Some(before) = before {
                self.narrow(before, operator == "and");
            }
            let value = self.value(operand);
            if operator == "and" {
                values.pop();
            }
            if values.len() < KEPT_POSITIONS {
                values.push(value);
            }
            before = Some(operand);
        }
        self.truncate_substitutions(mark);
        self.union(values)
    }

    /// One of `values`.
    pub(super) fn union(&mut self, values: Vec<ExpressionId>) -> ExpressionId {
        match values[..] {
            [] => self.unknown(),
            [only] => only,
            _ => self.builder.expression(Expression::Union(values.into())),
        }
    }

    /// `a if condition else b`.
    fn conditional(&mut self, node: Node<'_>) -> ExpressionId {
        let mut list = Vec::new();
        self.each_child(node, |_, part| list.push(part));
        let [body, condition, other] = list[..] else { return self.parts(node) };
        let values = self.reordered(
            |walker| {
                walker.value(condition);
            },
            |walker| {
                let mark = walker.frame().substitutions.len();
                walker.narrow(condition, true);
                let value = walker.value(body);
                walker.truncate_substitutions(mark);
                value
            },
        );
        let mark = self.frame().substitutions.len();
        self.narrow(condition, false);
        let other = self.value(other);
        self.truncate_substitutions(mark);
        self.union(vec![values, other])
    }

    /// Walks `second` before `first`, which stands before it in the text, and puts their mentions into text order.
    pub(super) fn reordered<T>(
        &mut self,
        second: impl FnOnce(&mut Self),
        first: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let start = self.builder.item().body.references.len();
        let outer = self.reordered_from;
        self.reordered_from = Some(outer.unwrap_or(start as u32));
        second(self);
        let middle = self.builder.item().body.references.len();
        let result = first(self);
        self.reordered_from = outer;
        let item = self.builder.item();
        if let Some(references) = item.body.references.get_mut(start..) {
            references.rotate_left(middle.saturating_sub(start).min(references.len()));
        }
        if let Some(ranges) = item.ranges.references.get_mut(start..) {
            ranges.rotate_left(middle.saturating_sub(start).min(ranges.len()));
        }
        result
    }

    fn yielded(&mut self, node: Node<'_>) -> ExpressionId {
        let is_from = node.child(1).is_some_and(|child| child.kind() == "from");
        let mut value = match node.named_child(0) {
            Some(_) => self.parts(node),
            None => self.literal(LiteralKind::Null),
        };
        if is_from {
            value = self.builder.expression(Expression::Element(value));
        }
        if self.quiet == 0 && self.frame().yields.len() < KEPT_ELEMENTS {
            let frozen = self.frozen(value);
            self.frame().yields.push(frozen);
        }
        self.unknown()
    }

    /// `name := value`.
    fn named_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let (Some(name), Some(value_node)) = (child(node, FIELD.name), child(node, FIELD.value)) else {
            return self.parts(node);
        };
        let text = self.text(name);
        let is_local = self.frame().kind == FrameKind::Function;
        let is_outside = is_local && self.write_outside(name, None);
        let value = self.value(value_node);
        if self.quiet > 0 || is_outside {
            return value;
        }
        if is_local {
            self.drop_substitutions(text);
            let declared = self.frame().locals.current(Name::new(text)).and_then(|bound| bound.declared);
            self.bind_local(Name::new(text), Bound { declared, value: Some(value) }, range(name));
        } else {
            self.pending.push((range(name), Some(range(value_node))));
        }
        value
    }

    /// `a.b.c` as a chain of names.
    pub(super) fn dotted_name(&mut self, node: Node<'_>, role: ReferenceRole) -> ExpressionId {
        let last = node.named_child_count().saturating_sub(1);
        let mut position = 0;
        let mut base: Option<ExpressionId> = None;
        self.each_child(node, |walker, segment| {
            let role = if position == last { role } else { ReferenceRole::Read };
            position += 1;
            base = Some(match base {
                None => walker.identifier(segment, role, None),
                Some(base) => {
                    let name = walker.builder.name(segment);
                    let member = walker.builder.expression(Expression::Member { base, name });
                    walker.mention(segment, role, ReferenceTarget::Value(member), None);
                    member
                }
            });
        });
        base.unwrap_or_else(|| self.unknown())
    }

    /// The same value with local names replaced by what they are bound to here, as far as the shape of member accesses
    /// and calls goes: for places that are read without knowing where they stand.
    pub(super) fn frozen(&mut self, id: ExpressionId) -> ExpressionId {
        self.deeper(|walker| Some(walker.frozen_inner(id))).unwrap_or(id)
    }

    fn frozen_inner(&mut self, id: ExpressionId) -> ExpressionId {
        if self.frame().kind != FrameKind::Function {
            return id;
        }
        match self.builder.item().expression(id).clone() {
            Expression::Name(name) => match self.frame().locals.current(name) {
                Some(Bound { declared: None, value: Some(value) }) => value,
                Some(Bound { declared: Some(declared), value: None }) => {
                    self.builder.expression(Expression::Cast(declared))
                }
                _ => id,
            },
            Expression::Member { base, name } => {
                let frozen = self.frozen(base);
                if frozen == base {
                    id
                } else {
                    self.builder.expression(Expression::Member { base: frozen, name })
                }
            }
            Expression::Call { callee, arguments } => {
                let frozen = self.frozen(callee);
                if frozen == callee {
                    id
                } else {
                    self.builder.expression(Expression::Call { callee: frozen, arguments })
                }
            }
            Expression::Index { base, index } => {
                let frozen = self.frozen(base);
                if frozen == base {
                    id
                } else {
                    self.builder.expression(Expression::Index { base: frozen, index })
                }
            }
            Expression::Await(inner) => {
                let frozen = self.frozen(inner);
                if frozen == inner { id } else { self.builder.expression(Expression::Await(frozen)) }
            }
            Expression::Element(inner) => {
                let frozen = self.frozen(inner);
                if frozen == inner { id } else { self.builder.expression(Expression::Element(frozen)) }
            }
            Expression::Tuple(list) => {
                let frozen: Box<[ExpressionId]> = list.iter().map(|part| self.frozen(*part)).collect();
                if frozen == list { id } else { self.builder.expression(Expression::Tuple(frozen)) }
            }
            Expression::Union(list) => {
                let frozen: Box<[ExpressionId]> = list.iter().map(|part| self.frozen(*part)).collect();
                if frozen == list { id } else { self.builder.expression(Expression::Union(frozen)) }
            }
            _ => id,
        }
    }
}

/// In some lists the grammar reads `*a.b()` as a call of `*a.b`: what is called, without its star.
fn without_splat(node: Node<'_>) -> Node<'_> {
    if Kind::of(node) == Kind::ListSplat { node.named_child(0).unwrap_or(node) } else { node }
}
