//! Statements: what they define, and the ways through them.

use lockstep_facts::{Binding, CallShape, Expression, Name, ReferenceRole, ReferenceTarget, ScopeKind};
use tree_sitter::Node;

use super::assignments::{Bind, Source};
use super::flow::{Bound, Changes};
use super::functions::Signature;
use super::kinds::{FIELD, Kind, child};
use super::{Frame, FrameKind, Walker};
use crate::builder::range;

/// Words that are names only where a damaged text was misread.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Returned values of one function that are kept to infer its result.
const MAX_RETURNS: usize = 8;

impl<'w> Walker<'w> {
    /// The statements of a block or module; whether its end is never reached.
    pub(super) fn block(&mut self, node: Node<'w>) -> bool {
        let mark = self.frame().substitutions.len();
        let mut overloads: Vec<Signature<'w>> = Vec::new();
        let mut ends = false;
        let remembers = self.builder.remembers() && (node == self.root || self.is_class_body());
        self.each_child(node, |walker, statement| {
            if remembers && overloads.is_empty() {
                ends |= walker.remembered_statement(statement, &mut overloads);
            } else if !walker.collect_overload(statement, &mut overloads) {
                ends |= walker.statement(statement);
            }
        });
        self.flush_overloads(&mut overloads);
        self.truncate_substitutions(mark);
        ends
    }

    /// Whether what is walked are the statements of a class that stands in no function, walked on every way.
    fn is_class_body(&self) -> bool {
        let is_class = |frame: &Frame<'_>| frame.kind == FrameKind::Class && frame.conditions == 0;
        self.frames.last().is_some_and(is_class)
            && self.frames.iter().all(|frame| frame.kind != FrameKind::Function)
            && self.quiet == 0
    }

    /// A statement of the module or a class, taken over from the last extraction if it can be.
    fn remembered_statement(&mut self, statement: Node<'w>, overloads: &mut Vec<Signature<'w>>) -> bool {
        let state = self.state();
        if let Some(slots) = self.builder.take_over(statement, state) {
            if let Some(frame) = self.frames.last_mut() {
                frame.has_inner = true;
                for name in self.builder.names_in(slots, frame.container.map(|container| container.path)) {
                    frame.members.entry(name).or_insert(None);
                }
            }
            return false;
        }
        if !matches!(Kind::of(statement), Kind::Function | Kind::Class | Kind::Decorated) {
            // What else defines names tells the module more about them than that they are there.
            self.builder.strays_here();
        }
        let mut ends = false;
        if self.collect_overload(statement, overloads) {
            // It is walked with what follows it.
            self.builder.strays_here();
        } else {
            ends = self.statement(statement);
        }
        let state = self.state();
        self.builder.walked(statement, state);
        ends
    }

    /// If `statement` is a function that belongs with the overloads before it, or is one: takes it.
    fn collect_overload(&mut self, statement: Node<'w>, overloads: &mut Vec<Signature<'w>>) -> bool {
        let function = match Kind::of(statement) {
            Kind::Function => Some(statement),
            Kind::Decorated => Self::decorated(statement).filter(|inner| Kind::of(*inner) == Kind::Function),
            _ => None,
        };
        let Some(function) = function else {
            self.flush_overloads(overloads);
            return false;
        };
        let signature = Signature { outer: statement, function };
        let name = |node: Node<'w>| child(node, FIELD.name).map(|name| self.text(name));
        if overloads.first().is_some_and(|first| name(first.function) != name(function)) {
            self.flush_overloads(overloads);
        }
        if self.is_overload(signature) {
            overloads.push(signature);
            return true;
        }
        if overloads.is_empty() {
            return false;
        }
        self.define_pending();
        self.deeper(|walker| walker.function(overloads, signature));
        overloads.clear();
        true
    }

    /// Overloads without an implementation.
    fn flush_overloads(&mut self, overloads: &mut Vec<Signature<'w>>) {
        if let Some(last) = overloads.pop() {
            self.define_pending();
            self.deeper(|walker| walker.function(overloads, last));
            overloads.clear();
        }
    }

    /// One statement; whether what follows is never reached.
    fn statement(&mut self, node: Node<'w>) -> bool {
        if !self.pending.is_empty() {
            self.define_pending();
        }
        self.deeper(|walker| walker.statement_inner(node))
    }

    fn statement_inner(&mut self, node: Node<'w>) -> bool {
        let is_condition =
            matches!(Kind::of(node), Kind::If | Kind::For | Kind::While | Kind::Try | Kind::Match);
        self.frame().conditions += u32::from(is_condition);
        let ends = self.whole_statement(node);
        self.frame().conditions -= u32::from(is_condition);
        if node.has_error() {
            self.damaged_parts(node);
        }
        ends
    }

    /// Damage right below a compound statement that is walked by its fields. Functions and classes see to their own.
    fn damaged_parts(&mut self, node: Node<'w>) {
        if matches!(Kind::of(node), Kind::For | Kind::If | Kind::Match | Kind::While | Kind::With) {
            self.damage_in(node, 0, usize::MAX);
        }
    }

    /// Walks the damage right below `node` that begins from byte `start` up to `end`.
    pub(super) fn damage_in(&mut self, node: Node<'w>, start: usize, end: usize) {
        if !node.has_error() {
            return;
        }
        self.each_child(node, |walker, part| {
            if Kind::of(part) == Kind::Error && (start..end).contains(&part.start_byte()) {
                walker.deeper(|walker| walker.damaged(part));
            }
        });
    }

    fn whole_statement(&mut self, node: Node<'w>) -> bool {
        match Kind::of(node) {
            Kind::ExpressionStatement => self.each_child(node, |walker, part| match Kind::of(part) {
                Kind::Assignment => walker.assignment(part),
                Kind::AugmentedAssignment => walker.augmented_assignment(part),
                _ => {
                    walker.value(part);
                }
            }),
            Kind::Assignment => self.assignment(node),
            Kind::AugmentedAssignment => self.augmented_assignment(node),
            Kind::Return => {
                self.return_statement(node);
                return true;
            }
            Kind::Raise => {
                self.walk_parts(node);
                return true;
            }
            Kind::Break | Kind::Continue => {
                self.frame().locals.leave_early();
                return true;
            }
            Kind::Assert => {
                let mut is_first = true;
                self.each_child(node, |walker, part| {
                    walker.value(part);
                    if std::mem::take(&mut is_first) {
                        walker.narrow_here(part, true);
                    }
                });
            }
            Kind::Delete => self.each_child(node, |walker, part| {
                if Kind::of(part) == Kind::ExpressionList {
                    walker.each_child(part, |walker, part| {
                        walker.value_as(part, ReferenceRole::Write);
                    });
                } else {
                    walker.value_as(part, ReferenceRole::Write);
                }
            }),
            Kind::Global | Kind::Nonlocal => self.outside_names(node),
            Kind::Import => self.import(node),
            Kind::ImportFrom | Kind::FutureImport => self.import_from(node),
            Kind::Function => self.function(&[], Signature { outer: node, function: node }),
            Kind::Class => self.class(node, node),
            Kind::Decorated => match Self::decorated(node) {
                Some(inner) if Kind::of(inner) == Kind::Function => {
                    self.function(&[], Signature { outer: node, function: inner });
                }
                Some(inner) if Kind::of(inner) == Kind::Class => self.class(node, inner),
                // Decorators of something half typed.
                _ => {
                    self.decorators(node);
                }
            },
            Kind::If => return self.if_statement(node),
            Kind::For => self.for_statement(node),
            Kind::While => self.while_statement(node),
            Kind::Try => return self.try_statement(node),
            Kind::With => return self.with_statement(node),
            Kind::Match => return self.match_statement(node),
            Kind::TypeAlias => self.type_alias(node),
            Kind::Block => return self.block(node),
            Kind::Error => self.damaged(node),
            Kind::ElifClause
            | Kind::ElseClause
            | Kind::FinallyClause
            | Kind::ExceptClause
            | Kind::CaseClause => {
                self.damaged(node);
            }
            _ => {
                self.value(node);
            }
        }
        false
    }

    fn walk_parts(&mut self, node: Node<'w>) {
        self.each_child(node, |walker, part| {
            walker.value(part);
        });
    }

    /// What can be told of a stretch that does not parse: statements as such, words as mentions; but no name that follows
    /// `def` or `class`, and no keyword that recovery took for a name.
    fn damaged(&mut self, node: Node<'w>) {
        self.each_child(node, |walker, part| {
            let kind = Kind::of(part);
            if kind.is_statement() || kind == Kind::Error {
                walker.statement(part);
                return;
            }
            let before = walker.builder.text.get(..part.start_byte()).unwrap_or_default().trim_end();
            let is_declared = ["def", "class", "as"].into_iter().any(|word| before.ends_with(word));
            let is_keyword = kind == Kind::Identifier && KEYWORDS.contains(&walker.text(part));
            if is_keyword || is_declared && matches!(kind, Kind::Identifier | Kind::Call) {
                if before.ends_with("class")
                    && let Some(bases) = child(part, FIELD.arguments)
                {
                    walker.value(bases);
                }
                return;
            }
            let after =
                walker.builder.text.get(part.end_byte()..).unwrap_or_default().trim_start_matches(' ');
            if after.starts_with('(') && matches!(kind, Kind::Identifier | Kind::Attribute) {
                // A call whose arguments are not complete yet.
                let shape = CallShape { arguments: 0, keywords: Box::default(), spread: true };
                walker.callee(part, ReferenceRole::Call, shape);
            } else {
                walker.value(part);
            }
        });
    }

    fn return_statement(&mut self, node: Node<'w>) {
        let mut value = None;
        self.each_child(node, |walker, part| {
            let part = walker.value(part);
            value.get_or_insert(part);
        });
        if let Some(value) = value
            && self.frame().kind == FrameKind::Function
            && self.frame().returns.len() < MAX_RETURNS
        {
            let frozen = self.frozen(value);
            self.frame().returns.push(frozen);
        }
    }

    fn outside_names(&mut self, node: Node<'w>) {
        let is_global = Kind::of(node) == Kind::Global;
        self.each_child(node, |walker, part| {
            let name = walker.name(part);
            if name.is_empty() {
                return;
            }
            let plain = walker.builder.expression(Expression::Name(name));
            walker.mention(part, ReferenceRole::Read, ReferenceTarget::Value(plain), None);
            walker.frame().outside.push((name, is_global));
        });
    }

    /// Like `narrow`, for statements: only functions keep what a condition says for the statements that follow.
    fn narrow_here(&mut self, condition: Node<'w>, positive: bool) {
        if self.frame().kind == FrameKind::Function {
            self.narrow(condition, positive);
        }
    }

    /// Lets paths meet.
    fn join(&mut self, paths: &[Changes]) {
        let Some(frame) = self.frames.last_mut() else { return };
        let builder = &mut self.builder;
        frame.locals.join(paths, &mut |meanings| Self::union_bound(builder, meanings));
    }

    /// Walks one path, from what holds now, and takes its changes back; none if its end is never reached.
    fn path(&mut self, walk: impl FnOnce(&mut Self) -> bool) -> Option<Changes> {
        let mark = self.frame().locals.mark();
        let narrowed = self.frame().substitutions.len();
        let ends = walk(self);
        self.truncate_substitutions(narrowed);
        let changes = self.frame().locals.take_back(mark);
        (!ends).then_some(changes)
    }

    fn if_statement(&mut self, node: Node<'w>) -> bool {
        let mut paths: Vec<Changes> = Vec::new();
        let mut conditions: Vec<(Node<'w>, bool)> = Vec::new();
        let mut has_else = false;
        let mut else_ends = false;
        let mark = self.frame().substitutions.len();
        let mut clause = |walker: &mut Self, condition: Option<Node<'w>>, body: Option<Node<'w>>| {
            if let Some(condition) = condition {
                walker.value(condition);
            }
            let path = walker.path(|walker| {
                if let Some(condition) = condition {
                    walker.narrow_here(condition, true);
                }
                body.is_some_and(|body| walker.block(body))
            });
            match condition {
                Some(condition) => {
                    conditions.push((condition, path.is_none()));
                    walker.narrow_here(condition, false);
                }
                None => {
                    has_else = true;
                    else_ends = path.is_none();
                }
            }
            paths.extend(path);
        };
        clause(self, child(node, FIELD.condition), child(node, FIELD.consequence));
        self.each_child(node, |walker, part| match Kind::of(part) {
            Kind::ElifClause => clause(walker, child(part, FIELD.condition), child(part, FIELD.consequence)),
            Kind::ElseClause => clause(walker, None, child(part, FIELD.body)),
            _ => {}
        });
        self.truncate_substitutions(mark);
        if !has_else {
            paths.push(Changes::new());
        }
        self.join(&paths);
        // What holds after: the conditions of branches that are left were false; of the only way on, true.
        match conditions[..] {
            [(condition, false)] if else_ends => self.narrow_here(condition, true),
            _ => {
                for (condition, ends) in conditions {
                    if !ends {
                        break;
                    }
                    self.narrow_here(condition, false);
                }
            }
        }
        paths.is_empty()
    }

    fn for_statement(&mut self, node: Node<'w>) {
        let (Some(left), Some(right)) = (child(node, FIELD.left), child(node, FIELD.right)) else {
            self.damaged(node);
            return;
        };
        self.target_mentions(left);
        if self.frame().kind == FrameKind::Function {
            let iterable = self.value(right);
            let element = self.builder.expression(Expression::Element(iterable));
            self.loop_body(node, |walker| {
                walker.bind_target(left, Bind::new(Source::Element(right), Some(element)), &mut Vec::new());
            });
        } else {
            self.bind_target(left, Bind::new(Source::Element(right), None), &mut Vec::new());
            self.value(right);
            self.loop_body(node, |_| {});
        }
    }

    fn while_statement(&mut self, node: Node<'w>) {
        let condition = child(node, FIELD.condition);
        self.loop_body(node, |walker| {
            if let Some(condition) = condition {
                walker.value(condition);
                walker.narrow_here(condition, true);
            }
        });
    }

    /// The body and `else` of a loop. Names that it binds again have both meanings from its beginning.
    fn loop_body(&mut self, node: Node<'w>, begin: impl FnOnce(&mut Self)) {
        let first_binding = self.builder.item().body.bindings.len();
        let visible_from = self.visible_from();
        let narrowed = self.frame().substitutions.len();
        self.frame().locals.enter_loop();
        begin(self);
        let ends = child(node, FIELD.body).is_some_and(|body| self.block(body));
        self.truncate_substitutions(narrowed);
        let (early, body) = self.frame().locals.leave_loop();
        let mut paths = early;
        if !ends {
            paths.push(body.clone());
        }
        self.bind_at_loop_head(&paths, first_binding, visible_from);
        match child(node, FIELD.alternative).and_then(|clause| child(clause, FIELD.body)) {
            // After `break` the `else` is not run.
            Some(other) => {
                let other = self.path(|walker| {
                    walker.join(&[body, Changes::new()]);
                    walker.block(other)
                });
                if !ends {
                    paths.pop();
                }
                paths.extend(other);
            }
            None => paths.push(Changes::new()),
        }
        self.join(&paths);
    }

    fn bind_at_loop_head(&mut self, paths: &[Changes], first_binding: usize, visible_from: u32) {
        let mut done: Vec<Name> = Vec::new();
        for (name, _) in paths.iter().flatten() {
            if done.contains(name) || done.len() >= 64 {
                continue;
            }
            done.push(*name);
            let locals = &self.frame().locals;
            let (Some(before), Some(place)) = (locals.current(*name), locals.place(*name)) else { continue };
            let mut meanings = vec![before];
            for (_, bound) in paths.iter().flatten().filter(|(changed, _)| changed == name) {
                meanings.extend(bound.filter(|bound| !meanings.contains(bound)));
            }
            let Bound { declared, value } = Self::union_bound(&mut self.builder, &meanings);
            if meanings.len() < 2 || value == before.value {
                continue;
            }
            let scope = self.frame().scope;
            let item = self.builder.item();
            let at = first_binding.min(item.body.bindings.len()).min(item.ranges.bindings.len());
            let binding = Binding { name: *name, scope, visible_from, parameter: None, declared, value };
            item.body.bindings.insert(at, binding);
            item.ranges.bindings.insert(at, place);
        }
    }

    fn try_statement(&mut self, node: Node<'w>) -> bool {
        let mut paths: Vec<Changes> = Vec::new();
        let mut body_ends = true;
        let mut body: Option<Changes> = None;
        let mut finally = None;
        if let Some(block) = child(node, FIELD.body) {
            body = self.path(|walker| walker.block(block));
            body_ends = body.is_none();
        }
        self.each_child(node, |walker, part| match Kind::of(part) {
            Kind::ExceptClause => {
                let path = walker.path(|walker| walker.except_clause(part));
                paths.extend(path);
            }
            Kind::ElseClause => {
                let before = body.take();
                let block = child(part, FIELD.body);
                body = walker.path(|walker| {
                    if let Some(before) = before {
                        walker.join(&[before]);
                    }
                    block.is_some_and(|block| walker.block(block)) || body_ends
                });
            }
            Kind::FinallyClause => finally = Some(part),
            Kind::Error => walker.damaged(part),
            _ => {}
        });
        paths.extend(body);
        self.join(&paths);
        let mut ends = paths.is_empty();
        if let Some(finally) = finally {
            self.each_child(finally, |walker, block| ends |= walker.statement(block));
        }
        ends
    }

    fn except_clause(&mut self, node: Node<'w>) -> bool {
        let mut ends = false;
        let in_function = self.frame().kind == FrameKind::Function;
        if !in_function {
            self.builder.push_scope(ScopeKind::Block);
        }
        self.each_child(node, |walker, part| match Kind::of(part) {
            Kind::Block => ends |= walker.block(part),
            Kind::AsPattern => walker.except_as(part),
            _ => {
                walker.value(part);
            }
        });
        if !in_function {
            self.builder.pop_scope();
        }
        ends
    }

    /// `E as e`, `(E, F) as e`.
    fn except_as(&mut self, node: Node<'w>) {
        let Some(classes) = node.named_child(0) else { return };
        self.value(classes);
        let class = self.quietly(|walker| walker.class_or_classes(classes));
        let value = self.builder.expression(Expression::New { class, arguments: Box::default() });
        let target = child(node, FIELD.alias).and_then(|target| target.named_child(0));
        let Some(target) = target.filter(|target| Kind::of(*target) == Kind::Identifier) else { return };
        if self.frame().kind == FrameKind::Function {
            self.target_mentions(target);
            self.bind_target(target, Bind::new(Source::Nothing, Some(value)), &mut Vec::new());
        } else if !range(target).is_empty() {
            let scope = self.builder.scope();
            self.builder.binding(target, scope, false, None, Some(value));
        }
    }

    fn with_statement(&mut self, node: Node<'w>) -> bool {
        self.each_child(node, |walker, clause| {
            if Kind::of(clause) == Kind::WithClause {
                walker.each_child(clause, |walker, item| {
                    if let Some(value) = child(item, FIELD.value) {
                        walker.with_item(value);
                    }
                });
            }
        });
        child(node, FIELD.body).is_some_and(|body| self.block(body))
    }

    fn with_item(&mut self, node: Node<'w>) {
        let target = (Kind::of(node) == Kind::AsPattern).then(|| child(node, FIELD.alias)).flatten();
        let (Some(target), Some(manager)) = (target, node.named_child(0)) else {
            self.value(node);
            return;
        };
        let value = self.value(manager);
        let entered = self.builder.expression(Expression::Enter(value));
        self.target_mentions(target);
        self.bind_target(target, Bind::new(Source::Enter(manager), Some(entered)), &mut Vec::new());
    }

    fn match_statement(&mut self, node: Node<'w>) -> bool {
        let body = child(node, FIELD.body);
        let mut subjects = Vec::new();
        let mut values = Vec::new();
        self.each_child(node, |walker, part| {
            if Some(part) != body {
                subjects.push(part);
                values.push(walker.value(part));
            }
        });
        let subject = subjects.first().copied().filter(|_| subjects.len() == 1);
        let value = match values[..] {
            [only] => Some(only),
            _ => Some(self.builder.expression(Expression::Tuple(values.into()))),
        };
        // Later cases are walked in items of their own if an earlier one defined something at module level.
        let value = value.filter(|_| self.frame().kind == FrameKind::Function);
        let mut paths: Vec<Changes> = Vec::new();
        let mut matches_all = false;
        if let Some(body) = body {
            self.each_child(body, |walker, clause| {
                if Kind::of(clause) != Kind::CaseClause {
                    walker.statement(clause);
                    return;
                }
                let path = walker.path(|walker| {
                    let (ends, all) = walker.case(clause, subject, value);
                    matches_all |= all;
                    ends
                });
                paths.extend(path);
            });
        }
        if !matches_all {
            paths.push(Changes::new());
        }
        self.join(&paths);
        paths.is_empty()
    }
}
