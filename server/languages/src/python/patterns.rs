//! `match`: what patterns mention and bind.

use lockstep_facts::{Expression, ExpressionId, LiteralKind, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::assignments::{Bind, Source};
use super::kinds::{FIELD, Kind, child};
use super::{FrameKind, Substitution, Walker};
use crate::builder::range;

impl<'w> Walker<'w> {
    /// A pattern matched against `subject`; gives what the value is once it matched, if the pattern says so.
    pub(super) fn pattern(&mut self, node: Node<'w>, subject: Option<ExpressionId>) -> Option<ExpressionId> {
        self.deeper(|walker| walker.pattern_inner(node, subject))
    }

    fn pattern_inner(&mut self, node: Node<'w>, subject: Option<ExpressionId>) -> Option<ExpressionId> {
        match Kind::of(node) {
            Kind::CasePattern => {
                let mut narrowed = None;
                self.each_child(node, |walker, inner| narrowed = walker.pattern(inner, subject));
                narrowed
            }
            Kind::DottedName => {
                if node.named_child_count() == 1
                    && let Some(name) = node.named_child(0)
                {
                    self.capture(name, subject);
                } else {
                    self.dotted_name(node, ReferenceRole::Read);
                }
                None
            }
            // `case x` inside a keyword pattern or behind `as`.
            Kind::Identifier => {
                self.capture(node, subject);
                None
            }
            Kind::SplatPattern => {
                let rest = subject.map(|subject| {
                    let element = self.builder.expression(Expression::Element(subject));
                    self.builder.expression(Expression::List([element].into()))
                });
                if let Some(name) = node.named_child(0) {
                    self.capture(name, rest);
                }
                None
            }
            Kind::AsPattern => {
                let narrowed = node.named_child(0).and_then(|inner| self.pattern(inner, subject));
                let last = node.named_child_count().checked_sub(1).filter(|last| *last > 0);
                if let Some(name) = last.and_then(|last| node.named_child(last as u32)) {
                    self.capture(name, narrowed.or(subject));
                }
                narrowed
            }
            Kind::UnionPattern => {
                let mut all = Vec::new();
                let mut count = 0;
                self.each_child(node, |walker, inner| {
                    count += 1;
                    all.extend(walker.pattern(inner, subject));
                });
                (count == all.len() && count > 0).then(|| self.union(all))
            }
            Kind::ListPattern | Kind::TuplePattern => {
                let mut index = 0;
                self.each_child(node, |walker, inner| {
                    let is_rest =
                        inner.named_child(0).is_some_and(|inner| Kind::of(inner) == Kind::SplatPattern);
                    let part = subject
                        .map(|subject| if is_rest { subject } else { walker.tuple_field(subject, index) });
                    walker.pattern(inner, part);
                    index += 1;
                });
                None
            }
            Kind::DictionaryPattern => {
                let value = subject.map(|base| {
                    let index = self.literal(LiteralKind::String);
                    self.builder.expression(Expression::Index { base, index })
                });
                self.each_child(node, |walker, part| match Kind::of(part) {
                    Kind::CasePattern => {
                        walker.pattern(part, value);
                    }
                    Kind::SplatPattern => {
                        if let Some(name) = part.named_child(0) {
                            walker.capture(name, subject);
                        }
                    }
                    _ => {
                        walker.value(part);
                    }
                });
                None
            }
            Kind::ClassPattern => self.class_pattern(node, subject),
            _ => {
                self.value(node);
                None
            }
        }
    }

    /// `C(a, key=b)`.
    fn class_pattern(&mut self, node: Node<'w>, subject: Option<ExpressionId>) -> Option<ExpressionId> {
        let name = node.named_child(0).filter(|name| Kind::of(*name) == Kind::DottedName)?;
        let class = self.dotted_name(name, ReferenceRole::Read);
        let declared = self.as_type(class);
        let narrowed = self.builder.expression(Expression::Cast(declared));
        let is_builtin = matches!(
            self.text(name),
            "bool"
                | "bytearray"
                | "bytes"
                | "dict"
                | "float"
                | "frozenset"
                | "int"
                | "list"
                | "set"
                | "str"
                | "tuple"
        );
        self.each_child(node, |walker, part| {
            let keyword = part.named_child(0).filter(|inner| Kind::of(*inner) == Kind::KeywordPattern);
            if Kind::of(part) == Kind::DottedName {
                return;
            }
            let Some(keyword) = keyword else {
                // `str(s)` binds the whole; other classes say what their positions are only when run.
                let whole = is_builtin.then_some(narrowed);
                walker.pattern(part, whole);
                return;
            };
            let Some(key) = keyword.named_child(0) else { return };
            let name = walker.name(key);
            let target = ReferenceTarget::Keyword { callee: class, name };
            walker.mention(key, ReferenceRole::Read, target, None);
            let member = walker.builder.expression(Expression::Member { base: narrowed, name });
            if let Some(inner) = keyword.named_child(1) {
                walker.pattern(inner, Some(member));
            }
        });
        let _ = subject;
        Some(narrowed)
    }

    /// A chain of names in value context as one in type context.
    fn as_type(&mut self, value: ExpressionId) -> ExpressionId {
        match *self.builder.item().expression(value) {
            Expression::Member { base, name } => {
                let base = self.deeper(|walker| Some(walker.as_type(base))).unwrap_or(base);
                self.builder.expression(Expression::Path { base, name })
            }
            _ => value,
        }
    }

    fn capture(&mut self, name: Node<'w>, value: Option<ExpressionId>) {
        if self.text(name) == "_" || Kind::of(name) != Kind::Identifier {
            return;
        }
        self.target_mentions(name);
        if self.frame().kind == FrameKind::Function {
            self.bind_target(name, Bind::new(Source::Nothing, value), &mut Vec::new());
        } else {
            self.pending.push((range(name), None));
        }
    }

    /// Notes what `subject` is in the body of a case whose pattern said so.
    pub(super) fn narrow_subject(&mut self, subject: Option<Node<'_>>, narrowed: Option<ExpressionId>) {
        if let (Some(subject), Some(narrowed)) = (subject, narrowed)
            && self.frame().kind == FrameKind::Function
            && matches!(Kind::of(subject), Kind::Identifier | Kind::Attribute)
        {
            let key = self.text(subject);
            self.frame().substitutions.push((key, Substitution::Known(narrowed)));
        }
    }

    /// The patterns, guard and body of a `case`; whether its end is never reached, and whether it matches everything.
    pub(super) fn case(
        &mut self,
        node: Node<'w>,
        subject: Option<Node<'w>>,
        value: Option<ExpressionId>,
    ) -> (bool, bool) {
        let mark = self.frame().substitutions.len();
        let mut narrowed = None;
        let mut patterns = 0;
        let mut matches_all = false;
        self.each_child(node, |walker, part| {
            if Kind::of(part) == Kind::CasePattern {
                patterns += 1;
                matches_all = match part.named_child(0) {
                    Some(inner) => Kind::of(inner) == Kind::DottedName && inner.named_child_count() == 1,
                    None => walker.text(part) == "_",
                };
                narrowed = walker.pattern(part, value);
            }
        });
        if patterns == 1 {
            self.narrow_subject(subject, narrowed);
        }
        if let Some(guard) = child(node, FIELD.guard) {
            matches_all = false;
            self.each_child(guard, |walker, condition| {
                walker.value(condition);
                if walker.frame().kind == FrameKind::Function {
                    walker.narrow(condition, true);
                }
            });
        }
        let ends = child(node, FIELD.consequence).is_some_and(|body| self.block(body));
        self.truncate_substitutions(mark);
        (ends, matches_all && patterns == 1)
    }
}
