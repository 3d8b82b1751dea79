//! Assignments and whatever else binds names: variables, fields, type aliases.

use lockstep_facts::{
    Definition, DefinitionFlags, Expression, ExpressionId, Name, ReferenceRole, ReferenceTarget, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

use super::flow::Bound;
use super::kinds::{FIELD, Kind, child};
use super::{FrameKind, Walker, last_segment, variable_kind};
use crate::builder::range;

/// Values of one variable or field that are kept to infer its type.
const MAX_INFERRED: usize = 6;
/// In a path of tuple positions: the list that `*rest` takes.
const REST: u32 = u32::MAX;

/// What a target is bound to, as syntax: for items that build the value in an arena of their own.
#[derive(Clone, Copy)]
pub(super) enum Source<'n> {
    Nothing,
    Value(Node<'n>),
    /// What iterating over it gives.
    Element(Node<'n>),
    /// What `with` makes of it.
    Enter(Node<'n>),
}

/// A target's value in both forms, with its annotation.
#[derive(Clone, Copy)]
pub(super) struct Bind<'w> {
    pub(super) source: Source<'w>,
    /// The value in the arena of the item being walked; used for locals.
    pub(super) value: Option<ExpressionId>,
    pub(super) annotation: Option<Node<'w>>,
    /// The annotation's type in the arena of the item being walked.
    pub(super) declared: Option<ExpressionId>,
    /// The statement, if it binds nothing else.
    pub(super) statement: Option<Node<'w>>,
}

impl<'w> Bind<'w> {
    pub(super) fn new(source: Source<'w>, value: Option<ExpressionId>) -> Bind<'w> {
        Bind { source, value, annotation: None, declared: None, statement: None }
    }
}

impl<'w> Walker<'w> {
    /// `a = b = value`, `a: T = value`, `a: T`.
    pub(super) fn assignment(&mut self, node: Node<'w>) {
        let mut targets = Vec::new();
        let mut annotation = None;
        let mut value = None;
        let mut at = Some(node);
        while let Some(assignment) = at.take() {
            targets.extend(child(assignment, FIELD.left));
            annotation = annotation.or(child(assignment, FIELD.annotation));
            match child(assignment, FIELD.right) {
                Some(right) if Kind::of(right) == Kind::Assignment => at = Some(right),
                right => value = right,
            }
        }
        if let [target] = targets[..]
            && Kind::of(target) == Kind::Identifier
            && self.frame().kind != FrameKind::Function
        {
            self.assign_variable(node, target, annotation, value);
            return;
        }
        for target in &targets {
            self.target_mentions(*target);
        }
        let declared = annotation.map(|annotation| self.type_expression(annotation, ReferenceRole::Type));
        let source = value.map_or(Source::Nothing, Source::Value);
        let statement = (targets.len() == 1).then_some(node);
        let mut bind = Bind { source, value: None, annotation, declared, statement };
        let in_function = self.frame().kind == FrameKind::Function;
        if in_function {
            bind.value = value.map(|value| self.value(value));
        }
        for target in &targets {
            self.bind_target(*target, bind, &mut Vec::new());
        }
        if !in_function && let Some(value) = value {
            self.value(value);
        }
    }

    /// `a += value`.
    pub(super) fn augmented_assignment(&mut self, node: Node<'w>) {
        let (left, right) = (child(node, FIELD.left), child(node, FIELD.right));
        if let Some(left) = left {
            self.value_as(left, ReferenceRole::Write);
        }
        if let Some(right) = right {
            self.value(right);
        }
        if self.frame().kind == FrameKind::Module && left.is_some_and(|left| self.text(left) == "__all__") {
            let more = right.and_then(|right| self.string_list(right));
            let offered = &mut self.builder.facts().offered;
            match (offered.as_mut(), more) {
                (Some(names), Some(more)) => names.extend(more),
                _ => *offered = None,
            }
        }
    }

    /// A module's or class's `name = value` or `name: T = value`.
    fn assign_variable(
        &mut self,
        statement: Node<'w>,
        target: Node<'w>,
        annotation: Option<Node<'w>>,
        value: Option<Node<'w>>,
    ) {
        let name = self.name(target);
        let source = value.map_or(Source::Nothing, Source::Value);
        if let Some(slot) = self.frame().members.get(&name).copied() {
            self.target_mentions(target);
            if let Some(annotation) = annotation {
                self.type_expression(annotation, ReferenceRole::Type);
            }
            if let Some(value) = value {
                self.value(value);
            }
            self.add_value(slot, source, &[]);
            return;
        }
        if name.is_empty() {
            return;
        }
        self.open_variable(target, statement, annotation, value);
        let substitutions = std::mem::take(&mut self.frame().substitutions);
        let declared = annotation.map(|annotation| self.type_expression(annotation, ReferenceRole::Type));
        let is_alias = self.frame().kind == FrameKind::Module
            && match annotation {
                Some(annotation) => last_segment(self.text(annotation)) == "TypeAlias",
                None => value.is_some_and(|value| self.is_type_alias(value)),
            };
        if is_alias {
            let target = value.and_then(|value| self.alias_target(name, value));
            if let Some(definition) = self.builder.definition() {
                definition.kind = SymbolKind::TypeAlias;
                definition.declared = target;
            }
        } else {
            let value = value.map(|value| self.value(value));
            if let Some(definition) = self.builder.definition() {
                definition.declared = declared;
                definition.inferred.extend(value);
            }
        }
        if name == "__all__" && self.frame().kind == FrameKind::Module {
            let offered = value.and_then(|value| self.string_list(value));
            self.builder.facts().offered = offered;
        }
        self.frame().substitutions = substitutions;
        self.close_variable(name);
    }

    /// Opens the item of a variable of the module or class being walked.
    fn open_variable(
        &mut self,
        name_node: Node<'_>,
        full: Node<'_>,
        annotation: Option<Node<'_>>,
        value: Option<Node<'_>>,
    ) {
        let text = self.text(name_node);
        let (frame_kind, is_enum) = (self.frame().kind, self.frame().is_enum);
        let kind = match frame_kind {
            FrameKind::Class if is_enum && annotation.is_none() && !text.starts_with('_') => {
                SymbolKind::EnumMember
            }
            FrameKind::Class => SymbolKind::Field,
            _ if annotation.is_some_and(|a| last_segment(self.text(a)).starts_with("Final")) => {
                SymbolKind::Constant
            }
            _ => variable_kind(text),
        };
        let definition = Definition {
            kind,
            name: Name::new(text),
            container: self.builder.container(),
            visibility: self.visibility(text),
            flags: self.common_flags(),
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: self.variable_signature(text, annotation, value),
            documentation: self.comment_before(full),
        };
        self.builder.open_definition(full, Some(name_node), definition);
    }

    fn close_variable(&mut self, name: Name) {
        let slot = self.builder.slot();
        self.builder.close();
        self.frame().members.insert(name, Some(slot));
    }

    /// Defines what expressions and patterns bound at module or class level.
    pub(super) fn define_pending(&mut self) {
        for (name, value) in std::mem::take(&mut self.pending) {
            let node_at = |range: lockstep_facts::TextRange| {
                self.root.named_descendant_for_byte_range(range.start as usize, range.end as usize)
            };
            let source = value.and_then(node_at).map_or(Source::Nothing, Source::Value);
            if let Some(name) = node_at(name).filter(|name| Kind::of(*name) == Kind::Identifier) {
                self.bind_target(name, Bind::new(source, None), &mut Vec::new());
            }
        }
    }

    /// Walks what a target mentions: the objects whose attributes and elements it sets, and names that were there
    /// before.
    pub(super) fn target_mentions(&mut self, target: Node<'w>) {
        self.deeper(|walker| match Kind::of(target) {
            Kind::Identifier => {
                let name = walker.name(target);
                let frame = walker.frame();
                let is_known = match frame.kind {
                    FrameKind::Function => frame.outside.iter().any(|(outside, _)| *outside == name),
                    _ => frame.members.contains_key(&name),
                };
                if is_known && !name.is_empty() {
                    let plain = walker.builder.expression(Expression::Name(name));
                    walker.mention(target, ReferenceRole::Write, ReferenceTarget::Value(plain), None);
                }
            }
            Kind::Attribute if walker.is_split(target) => walker.each_child(target, |walker, part| {
                if Some(part) == child(target, FIELD.attribute) {
                    walker.target_mentions(part);
                } else {
                    walker.value(part);
                }
            }),
            Kind::Attribute if walker.new_field(target).is_some() => {
                if let Some(object) = child(target, FIELD.object) {
                    walker.value(object);
                }
            }
            Kind::PatternList
            | Kind::TuplePattern
            | Kind::ListPattern
            | Kind::Tuple
            | Kind::List
            | Kind::ListSplatPattern
            | Kind::ListSplat
            | Kind::Parenthesized
            | Kind::ExpressionList
            | Kind::AsPatternTarget => walker.each_child(target, |walker, part| walker.target_mentions(part)),
            _ => {
                walker.value_as(target, ReferenceRole::Write);
            }
        });
    }

    /// The name of the field that `self.name` defines, if it is the first mention of one as a target.
    fn new_field(&mut self, target: Node<'_>) -> Option<Name> {
        let name = self.receiver_field(target)?;
        let class = self.class_of_method()?;
        (!class.members.contains_key(&name)).then_some(name)
    }

    /// `name` of `self.name` in a method.
    fn receiver_field(&mut self, target: Node<'_>) -> Option<Name> {
        if Kind::of(target) != Kind::Attribute {
            return None;
        }
        let object = child(target, FIELD.object).filter(|object| Kind::of(*object) == Kind::Identifier)?;
        let (receiver, _) = self.frame().receiver?;
        self.class_of_method()?;
        let name = self.name(child(target, FIELD.attribute)?);
        (self.text(object) == receiver.as_str() && !name.is_empty()).then_some(name)
    }

    /// Binds the names of a target. `path` says which position of the value this is, outermost first.
    pub(super) fn bind_target(&mut self, target: Node<'w>, bind: Bind<'w>, path: &mut Vec<u32>) {
        self.deeper(|walker| match Kind::of(target) {
            Kind::Identifier => walker.bind_name(target, bind, path),
            Kind::Attribute if walker.is_split(target) => {
                if let Some(name) = child(target, FIELD.attribute) {
                    walker.bind_target(name, bind, path);
                }
            }
            Kind::Attribute => walker.bind_field(target, bind, path),
            Kind::PatternList
            | Kind::TuplePattern
            | Kind::ListPattern
            | Kind::Tuple
            | Kind::List
            | Kind::ExpressionList => {
                let mut index = 0;
                walker.each_child(target, |walker, part| {
                    let is_rest = matches!(Kind::of(part), Kind::ListSplatPattern | Kind::ListSplat);
                    let mut part_bind = Bind { annotation: None, declared: None, statement: None, ..bind };
                    part_bind.value = bind.value.map(|value| {
                        if is_rest { walker.rest(value) } else { walker.tuple_field(value, index) }
                    });
                    path.push(if is_rest { REST } else { index });
                    let inner = if is_rest { part.named_child(0) } else { Some(part) };
                    if let Some(inner) = inner {
                        walker.bind_target(inner, part_bind, path);
                    }
                    path.pop();
                    index += 1;
                });
            }
            Kind::Parenthesized | Kind::AsPatternTarget => {
                walker.each_child(target, |walker, part| walker.bind_target(part, bind, path));
            }
            _ => {}
        });
    }

    /// What `*rest` takes of `value`.
    fn rest(&mut self, value: ExpressionId) -> ExpressionId {
        let element = self.builder.expression(Expression::Element(value));
        self.builder.expression(Expression::List([element].into()))
    }

    fn bind_name(&mut self, target: Node<'w>, bind: Bind<'w>, path: &[u32]) {
        let text = self.text(target);
        if text.is_empty() {
            return;
        }
        let name = Name::new(text);
        if self.frame().kind == FrameKind::Function {
            if self.write_outside(target, Some((bind.source, path))) {
                return;
            }
            self.drop_substitutions(text);
            let before = self.frame().locals.current(name).and_then(|bound| bound.declared);
            let bound = Bound { declared: bind.declared.or(before), value: bind.value };
            self.bind_local(name, bound, range(target));
        } else if let Some(slot) = self.frame().members.get(&name).copied() {
            self.add_value(slot, bind.source, path);
        } else {
            self.open_variable(target, bind.statement.unwrap_or(target), bind.annotation, None);
            self.for_other_item(false, |walker| walker.fill_variable(bind, path));
            self.close_variable(name);
        }
    }

    /// If `global` or `nonlocal` put the name of `target` outside: true, and `value` is noted there.
    pub(super) fn write_outside(&mut self, target: Node<'_>, value: Option<(Source<'_>, &[u32])>) -> bool {
        let name = self.name(target);
        let Some((_, is_global)) = self.frame().outside.iter().find(|(outside, _)| *outside == name).copied()
        else {
            return false;
        };
        match value {
            Some((source, path)) if is_global => {
                self.builder.strays();
                let slot = self.frames.first().and_then(|module| module.members.get(&name).copied());
                self.add_value(slot.flatten(), source, path);
            }
            Some(_) => {}
            // `name := …`: its target was not walked before.
            None => {
                let plain = self.builder.expression(Expression::Name(name));
                self.mention(target, ReferenceRole::Write, ReferenceTarget::Value(plain), None);
            }
        }
        true
    }

    fn bind_field(&mut self, target: Node<'w>, bind: Bind<'w>, path: &[u32]) {
        let text = self.text(target);
        self.drop_substitutions(text);
        let Some(name) = self.receiver_field(target) else { return };
        let is_static = self.frame().receiver.is_some_and(|(_, is_class)| is_class);
        // Whether it is the first to define the field, other methods say.
        self.builder.strays_here();
        let Some(class) = self.class_of_method() else { return };
        let container = class.container;
        if let Some(slot) = class.members.get(&name).copied() {
            self.add_value(slot, bind.source, path);
            return;
        }
        let Some(attribute) = child(target, FIELD.attribute) else { return };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::STATIC, is_static);
        let value = match bind.source {
            Source::Value(value) if path.is_empty() => Some(value),
            _ => None,
        };
        let is_private = name.as_str().starts_with("__") && !name.as_str().ends_with("__");
        let is_protected = name.as_str().starts_with('_');
        let full = bind.statement.unwrap_or(target);
        let definition = Definition {
            kind: SymbolKind::Field,
            name,
            container,
            visibility: match (is_private, is_protected) {
                (true, _) => Visibility::Private,
                (false, true) => Visibility::Protected,
                (false, false) => Visibility::Public,
            },
            flags,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: self.variable_signature(name.as_str(), bind.annotation, value),
            documentation: self.comment_before(full),
        };
        self.builder.open_definition(full, Some(attribute), definition);
        self.for_other_item(false, |walker| walker.fill_variable(bind, path));
        let slot = self.builder.slot();
        self.builder.close();
        self.frame().has_inner = true;
        if let Some(class) = self.class_of_method() {
            class.members.insert(name, Some(slot));
        }
    }

    fn fill_variable(&mut self, bind: Bind<'_>, path: &[u32]) {
        let declared =
            bind.annotation.map(|annotation| self.type_expression(annotation, ReferenceRole::Type));
        let value = self.build(bind.source, path);
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
            definition.inferred.extend(value);
        }
    }

    /// Builds the value of a target in the arena of the item just opened.
    fn build(&mut self, source: Source<'_>, path: &[u32]) -> Option<ExpressionId> {
        let mut value = match source {
            Source::Nothing => return None,
            Source::Value(node) => self.value(node),
            Source::Element(node) => {
                let inner = self.value(node);
                self.builder.expression(Expression::Element(inner))
            }
            Source::Enter(node) => {
                let inner = self.value(node);
                self.builder.expression(Expression::Enter(inner))
            }
        };
        for position in path {
            value = if *position == REST { self.rest(value) } else { self.tuple_field(value, *position) };
        }
        Some(value)
    }

    /// Adds a later value to the definition of a variable or field that declares no type.
    fn add_value(&mut self, slot: Option<usize>, source: Source<'_>, path: &[u32]) {
        let says_nothing = match source {
            Source::Nothing => true,
            Source::Value(node) => matches!(Kind::of(node), Kind::None | Kind::Ellipsis),
            _ => false,
        };
        if says_nothing || self.quiet > 0 {
            return;
        }
        if !slot.is_some_and(|slot| self.builder.reopen(slot)) {
            return;
        }
        let is_open = self.builder.definition().is_some_and(|definition| {
            definition.declared.is_none() && definition.inferred.len() < MAX_INFERRED
        });
        if is_open && let Some(value) = self.for_other_item(true, |walker| walker.build(source, path)) {
            let item = self.builder.item();
            let new = item.expression(value).clone();
            let is_literal = matches!(new, Expression::Literal(_) | Expression::Unknown);
            if let Some(mut definition) = item.definition.take() {
                let is_known =
                    is_literal && definition.inferred.iter().any(|old| *item.expression(*old) == new);
                if !is_known && new != Expression::Unknown {
                    definition.inferred.push(value);
                }
                item.definition = Some(definition);
            }
        }
        self.builder.close();
    }

    /// The `#:` comments right before a statement: documentation of the variable it defines.
    fn comment_before(&mut self, node: Node<'_>) -> Box<str> {
        let before = self.builder.text.get(..node.start_byte()).unwrap_or_default();
        let mut lines: Vec<&str> = Vec::new();
        for line in before.lines().rev().skip(usize::from(!before.ends_with('\n'))).take(8) {
            match line.trim().strip_prefix("#:") {
                Some(text) => lines.push(text.trim()),
                None => break,
            }
        }
        lines.reverse();
        let text = lines.join("\n");
        let mut end = text.len().min(600);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.get(..end).unwrap_or_default().into()
    }

    /// Whether a module-level value is written like a type: `Union[A, B]`, `A | None`, `dict[str, A]`, `TypeVar("T")`.
    fn is_type_alias(&mut self, value: Node<'_>) -> bool {
        self.deeper(|walker| match Kind::of(value) {
            Kind::Subscript => child(value, FIELD.value).is_some_and(|head| {
                matches!(Kind::of(head), Kind::Identifier | Kind::Attribute)
                    && is_type_name(walker.text(head))
            }),
            Kind::BinaryOperator => {
                let is_union =
                    child(value, FIELD.operator).is_some_and(|operator| walker.text(operator) == "|");
                let mut parts = [FIELD.left, FIELD.right].into_iter().map(|field| child(value, field));
                is_union
                    && parts.all(|part| {
                        part.is_some_and(|part| match Kind::of(part) {
                            Kind::Identifier | Kind::Attribute => is_type_name(walker.text(part)),
                            Kind::None => true,
                            _ => walker.is_type_alias(part),
                        })
                    })
            }
            Kind::Call => child(value, FIELD.function).is_some_and(|function| {
                matches!(
                    last_segment(walker.text(function)),
                    "TypeVar" | "ParamSpec" | "TypeVarTuple" | "NewType"
                )
            }),
            _ => false,
        })
    }

    /// The type that an alias stands for; of a type variable, its bound or constraints.
    fn alias_target(&mut self, name: Name, value: Node<'_>) -> Option<ExpressionId> {
        if Kind::of(value) != Kind::Call {
            return Some(self.type_expression(value, ReferenceRole::Type));
        }
        let (function, arguments) = (child(value, FIELD.function)?, child(value, FIELD.arguments)?);
        if last_segment(self.text(function)) != "NewType" {
            self.type_variables.insert(name);
        }
        let shape = self.call_shape(arguments);
        let callee = self.callee(function, ReferenceRole::Call, shape);
        let mut types = Vec::new();
        let mut is_first = true;
        self.each_child(arguments, |walker, argument| {
            if std::mem::take(&mut is_first) {
                return;
            }
            if Kind::of(argument) != Kind::KeywordArgument {
                types.push(walker.type_expression(argument, ReferenceRole::Type));
                return;
            }
            let keyword = child(argument, FIELD.name).map_or("", |name| walker.text(name));
            match child(argument, FIELD.value) {
                Some(bound) if matches!(keyword, "bound" | "default") => {
                    if let Some(word) = child(argument, FIELD.name) {
                        let target = ReferenceTarget::Keyword { callee, name: Name::new(keyword) };
                        walker.mention(word, ReferenceRole::Read, target, None);
                    }
                    let bound = walker.type_expression(bound, ReferenceRole::Type);
                    if keyword == "bound" {
                        types.push(bound);
                    }
                }
                _ => walker.keyword_argument(argument, callee),
            }
        });
        (!types.is_empty()).then(|| self.union(types))
    }

    /// `type X[T] = value`.
    pub(super) fn type_alias(&mut self, node: Node<'w>) {
        let mut left = child(node, FIELD.left);
        let mut list = None;
        while let Some(inner) = left.filter(|left| matches!(Kind::of(*left), Kind::Type | Kind::GenericType))
        {
            if Kind::of(inner) == Kind::GenericType {
                list = inner.named_child(1);
            }
            left = inner.named_child(0);
        }
        let Some(name_node) = left.filter(|left| Kind::of(*left) == Kind::Identifier) else {
            // `type(x).name = value` is parsed as one, too.
            self.each_child(node, |walker, part| {
                walker.value(part);
            });
            return;
        };
        let right = child(node, FIELD.right);
        self.open_variable(name_node, node, None, right);
        let substitutions = std::mem::take(&mut self.frame().substitutions);
        let type_parameters = list.map(|list| self.type_parameters(list)).unwrap_or_default();
        let target = right.map(|right| self.type_expression(right, ReferenceRole::Type));
        if let Some(definition) = self.builder.definition() {
            definition.kind = SymbolKind::TypeAlias;
            definition.declared = target;
            definition.type_parameters = type_parameters;
        }
        self.frame().substitutions = substitutions;
        let name = self.name(name_node);
        self.close_variable(name);
    }
}

/// Whether a (dotted) name is spelled like a type: a built-in one, or in capitals and small letters.
fn is_type_name(text: &str) -> bool {
    let name = last_segment(text);
    matches!(
        name,
        "list" | "dict" | "tuple" | "set" | "frozenset" | "type" | "str" | "int" | "float" | "bool" | "bytes"
    ) || (name.starts_with(|c: char| c.is_uppercase()) && name.chars().any(char::is_lowercase))
}
