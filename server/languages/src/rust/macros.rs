//! Macro invocations. Their tokens are parsed once more as what they most likely are, in place: the parser is shown
//! the same text with other bytes for what stands around it, so every range is right as it is.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use lockstep_facts::{Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ScopeKind};
use tree_sitter::{Node, ParseOptions, Parser, Point, Tree};

use super::paths::Mention;
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// Macros within macros' arguments that are parsed again; deeper ones are scanned.
const MAX_MACRO_DEPTH: u8 = 8;

/// Longest tokens that are parsed again, in bytes.
const MAX_REPARSED: usize = 256 * 1024;

thread_local! {
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// What a macro of the standard library (or one that everybody knows) makes of its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// Expressions, some perhaps named; this value.
    Expressions(MacroValue),
    /// A value and a pattern.
    Matches,
    /// Words that name nothing.
    Inert(LiteralKind),
    /// Code that will stand elsewhere.
    Quote,
    /// `if` and `else` with items in their braces.
    ConfigurationIf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MacroValue {
    Unit,
    OwnedString,
    Vector,
    /// The first argument itself.
    First,
    Never,
}

/// What the tokens of a group can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    List,
    Statements,
    Either,
    Neither,
}

pub(super) fn known(name: &str) -> Option<Known> {
    Some(match name {
        "println" | "print" | "eprintln" | "eprint" | "assert" | "assert_eq" | "assert_ne"
        | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" | "trace" | "debug" | "info" | "warn"
        | "error" | "log" | "ensure" => Known::Expressions(MacroValue::Unit),
        "format" => Known::Expressions(MacroValue::OwnedString),
        "vec" => Known::Expressions(MacroValue::Vector),
        "dbg" | "black_box" | "addr_of" | "addr_of_mut" | "pin" => Known::Expressions(MacroValue::First),
        "write" | "writeln" | "panic" | "todo" | "unreachable" | "unimplemented" | "format_args" | "bail"
        | "anyhow" | "eyre" => Known::Expressions(MacroValue::Never),
        "matches" | "assert_matches" | "debug_assert_matches" => Known::Matches,
        "stringify" | "concat" | "include_str" | "env" | "option_env" | "file" | "module_path" => {
            Known::Inert(LiteralKind::String)
        }
        "include_bytes" => Known::Inert(LiteralKind::Bytes),
        "line" | "column" => Known::Inert(LiteralKind::Integer),
        "cfg" => Known::Inert(LiteralKind::Boolean),
        "compile_error" | "include" | "concat_idents" => Known::Inert(LiteralKind::Null),
        "quote" | "quote_spanned" | "parse_quote" | "parse_quote_spanned" => Known::Quote,
        "cfg_if" => Known::ConfigurationIf,
        _ => return None,
    })
}

/// Parses `prefix`, the bytes of `text` in `inner`, and `tail`, as if they stood there; none if they do not read well.
fn parse_in_place(
    text: &str,
    prefix: &'static [u8],
    inner: Range<usize>,
    tail: &'static [u8],
) -> Option<Tree> {
    let start = inner.start.checked_sub(prefix.len())?;
    if inner.len() > MAX_REPARSED || !text.is_char_boundary(inner.start) || !text.is_char_boundary(inner.end)
    {
        return None;
    }
    let bytes = text.as_bytes();
    let mut chunk = |byte: usize, _: Point| -> &[u8] {
        if byte < inner.start {
            byte.checked_sub(start).and_then(|at| prefix.get(at..)).unwrap_or_default()
        } else if byte < inner.end {
            bytes.get(byte..inner.end).unwrap_or_default()
        } else {
            tail.get(byte - inner.end..).unwrap_or_default()
        }
    };
    // Counted, not timed: the same text gives the same facts on a slow machine. Healthy code needs about one step for
    // two hundred bytes.
    let mut steps = 100 + inner.len() / 10;
    let mut progress = |state: &tree_sitter::ParseState| {
        steps = steps.saturating_sub(1);
        if steps == 0 || state.has_error() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let range = tree_sitter::Range {
        start_byte: start,
        end_byte: inner.end + tail.len(),
        start_point: Point { row: 0, column: start },
        end_point: Point { row: u32::MAX as usize, column: 0 },
    };
    let tree = PARSER.with_borrow_mut(|slot| {
        let parser = match slot {
            Some(parser) => parser,
            None => {
                let mut parser = Parser::new();
                parser.set_language(&tree_sitter_rust::LANGUAGE.into()).ok()?;
                slot.insert(parser)
            }
        };
        parser.set_included_ranges(&[range]).ok()?;
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut chunk, None, Some(options));
        parser.reset();
        tree
    })?;
    (!tree.root_node().has_error()).then_some(tree)
}

impl<'t, 'n> Walker<'_, 't, 'n> {
    /// Walks `inner` read as if it stood between `prefix` and `tail`; none if it does not read well so.
    pub(super) fn reparsed<R>(
        &mut self,
        prefix: &'static [u8],
        inner: Range<usize>,
        tail: &'static [u8],
        walk: impl for<'a, 'm> FnOnce(&mut Walker<'a, 't, 'm>, Node<'m>) -> Option<R>,
    ) -> Option<R> {
        if self.state.macro_depth >= MAX_MACRO_DEPTH {
            return None;
        }
        let tree = parse_in_place(self.state.builder.text, prefix, inner, tail)?;
        self.state.macro_depth += 1;
        let result = walk(&mut Walker::new(self.state, tree.root_node()), tree.root_node());
        self.state.macro_depth -= 1;
        result
    }

    /// A macro invocation where an expression, a type, a pattern or a statement stands.
    pub(super) fn macro_invocation(&mut self, node: Node<'n>) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let id = match self.macro_head(node) {
            Some((name, tree)) => self.macro_value(name, tree),
            None => self.unknown(),
        };
        self.exit();
        id
    }

    /// Mentions the macro; its last name and its tokens.
    pub(super) fn macro_head(&mut self, node: Node<'n>) -> Option<(&'t str, Node<'n>)> {
        let frame = self.children(node);
        let path = self.field(frame, FIELDS.macro_name);
        let tree = self.child_of_kind(frame, Kind::TokenTree);
        self.leave(frame);
        let path = path?;
        self.path(path.node, Mention::Macro(ReferenceRole::Macro));
        let name = path.node.child_by_field_id(FIELDS.name).unwrap_or(path.node);
        Some((self.text(name), tree?.node))
    }

    /// The bytes between the delimiters.
    pub(super) fn inside_range(tree: Node<'n>) -> Range<usize> {
        let (start, end) = (tree.start_byte() + 1, tree.end_byte().saturating_sub(1));
        start..end.max(start)
    }

    pub(super) fn inside(&self, tree: Node<'n>) -> &'t str {
        self.state.builder.text.get(Self::inside_range(tree)).unwrap_or_default()
    }

    pub(super) fn macro_value(&mut self, name: &'t str, tree: Node<'n>) -> ExpressionId {
        match known(name) {
            Some(Known::Expressions(value)) => {
                let values = self.macro_arguments(tree);
                self.value_of_macro(value, &values)
            }
            Some(Known::Matches) => {
                self.matches_macro(tree);
                self.literal(LiteralKind::Boolean)
            }
            Some(Known::Inert(kind)) => self.literal(kind),
            Some(Known::Quote) => {
                self.token_tree(tree, false);
                self.unknown()
            }
            Some(Known::ConfigurationIf) | None => {
                self.state.builder.invocation(Name::new(name), self.inside(tree));
                if !self.group_as_code(tree) {
                    self.token_tree(tree, true);
                }
                self.unknown()
            }
        }
    }

    fn value_of_macro(&mut self, value: MacroValue, arguments: &[ExpressionId]) -> ExpressionId {
        match value {
            MacroValue::Unit => self.literal(LiteralKind::Null),
            MacroValue::Never => self.unknown(),
            MacroValue::First => match arguments {
                [first, ..] => *first,
                [] => self.unknown(),
            },
            MacroValue::OwnedString => {
                let string = self.global_path(&["std", "string", "String"]);
                self.add(Expression::Cast(string))
            }
            MacroValue::Vector => {
                let base = self.global_path(&["std", "vec", "Vec"]);
                let element = arguments.first().map(|first| self.add(Expression::TypeOf(*first)));
                let arguments = element.into_iter().collect();
                let class = self.add(Expression::Generic { base, arguments });
                self.add(Expression::Cast(class))
            }
        }
    }

    /// The values of comma-separated arguments; a named argument of a format string is its value.
    fn macro_arguments(&mut self, tree: Node<'n>) -> Vec<ExpressionId> {
        if !self.has_words(tree) {
            return Vec::new();
        }
        match self.reparsed(b"[", Self::inside_range(tree), b"];", |walker, root| walker.array_values(root)) {
            Some(values) => values,
            None => {
                self.token_tree(tree, true);
                Vec::new()
            }
        }
    }

    /// Whether the group holds anything but literals and punctuation.
    fn has_words(&mut self, tree: Node<'n>) -> bool {
        let frame = self.children(tree);
        let literal = |kind| {
            matches!(
                kind,
                Kind::String | Kind::RawString | Kind::Integer | Kind::Float | Kind::Char | Kind::Boolean
            )
        };
        let found = self.frame(frame).iter().any(|child| !child.kind.is_token() && !literal(child.kind));
        self.leave(frame);
        found
    }

    /// The values of the array that is the only statement of `root`.
    fn array_values(&mut self, root: Node<'n>) -> Option<Vec<ExpressionId>> {
        let statement = self.first_named(root).filter(|child| child.kind == Kind::ExpressionStatement)?;
        let array = self.first_named(statement.node).filter(|child| child.kind == Kind::ArrayExpression)?;
        let mut values = Vec::new();
        let mut frame = self.children(array.node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                kind if kind.is_token() => {}
                Kind::AttributeItem => self.attribute(child.node),
                Kind::Assignment => values.push(self.named_argument(child)),
                _ => values.push(self.argument(child, None)),
            }
        }
        Some(values)
    }

    fn named_argument(&mut self, child: Child<'n>) -> ExpressionId {
        let frame = self.children(child.node);
        let left = self.field(frame, FIELDS.left);
        let right = self.field(frame, FIELDS.right);
        self.leave(frame);
        match (left, right) {
            (Some(left), Some(right)) if left.kind == Kind::Identifier => self.expression(right),
            _ => self.expression(child),
        }
    }

    /// `matches!(value, pattern if guard)`.
    fn matches_macro(&mut self, tree: Node<'n>) {
        let frame = self.children(tree);
        let comma = self.child_of_kind(frame, Kind::Comma);
        self.leave(frame);
        let inside = Self::inside_range(tree);
        let Some(comma) = comma.map(|child| child.node) else {
            self.macro_arguments(tree);
            return;
        };
        let before = inside.start..comma.start_byte();
        let mut behind = comma.end_byte()..inside.end;
        // A comma at the end would stand before the arrow.
        let text = self.state.builder.text.get(behind.clone()).unwrap_or_default();
        let trimmed = text.trim_end().trim_end_matches(',');
        behind.end = behind.start + trimmed.len();
        let value = self.reparsed(b"[", before, b"];", |walker, root| walker.array_values(root));
        let value = value.and_then(|values| values.first().copied());
        let arm = self.reparsed(b"match 0{", behind, b"=>0}", |walker, root| walker.only_arm(root, value));
        if value.is_none() || arm.is_none() {
            self.token_tree(tree, true);
        }
    }

    fn only_arm(&mut self, root: Node<'n>, value: Option<ExpressionId>) -> Option<()> {
        let statement = self.first_named(root)?;
        let found = if statement.kind == Kind::ExpressionStatement {
            self.first_named(statement.node)?
        } else {
            statement
        };
        let body = found.node.child_by_field_id(FIELDS.body).filter(|_| found.kind == Kind::Match)?;
        let arm = self.first_named(body).filter(|child| child.kind == Kind::MatchArm)?;
        self.match_arm(arm.node, value);
        Some(())
    }

    /// Takes a group as expressions or statements if it reads as such; returns whether it did.
    pub(super) fn group_as_code(&mut self, tree: Node<'n>) -> bool {
        if !self.has_words(tree) {
            return true;
        }
        let inside = Self::inside_range(tree);
        match self.shape(tree) {
            Shape::List => self.as_array(inside),
            Shape::Statements => self.as_statements(inside),
            Shape::Either => self.as_array(inside.clone()) || self.as_statements(inside),
            Shape::Neither => false,
        }
    }

    /// What a group can be by its own tokens: most attempts that would fail are not made.
    pub(super) fn shape(&mut self, tree: Node<'n>) -> Shape {
        let frame = self.children(tree);
        let tokens = self.frame(frame);
        let mut shape = Shape::Either;
        for token in tokens {
            match token.kind {
                Kind::FatArrow => {
                    shape = Shape::Neither;
                    break;
                }
                Kind::Semicolon
                | Kind::LetToken
                | Kind::FnToken
                | Kind::StructToken
                | Kind::EnumToken
                | Kind::ModToken
                | Kind::TraitToken
                | Kind::TypeToken
                | Kind::StaticToken
                | Kind::UseToken
                | Kind::ImplToken => {
                    shape = Shape::Statements;
                    break;
                }
                // Commas stand in generics too, so what comes later may still say more.
                Kind::Comma => shape = Shape::List,
                _ => {}
            }
        }
        if shape == Shape::Either && self.text(tree).starts_with('{') {
            shape = Shape::Statements;
        }
        self.leave(frame);
        shape
    }

    pub(super) fn as_array(&mut self, inside: Range<usize>) -> bool {
        self.reparsed(b"[", inside, b"];", |walker, root| walker.array_values(root)).is_some()
    }

    fn as_statements(&mut self, inside: Range<usize>) -> bool {
        // The semicolon lets a last item go without its own.
        let walked = self.reparsed(b"{", inside, b";}", |walker, root| {
            let block = walker.only_block(root)?;
            walker.state.builder.push_scope(ScopeKind::Block);
            walker.block_contents(block);
            walker.state.builder.pop_scope();
            Some(())
        });
        walked.is_some()
    }

    pub(super) fn only_block(&mut self, root: Node<'n>) -> Option<Node<'n>> {
        let statement = self.first_named(root).filter(|child| child.kind == Kind::ExpressionStatement)?;
        self.first_named(statement.node).filter(|child| child.kind == Kind::Block).map(|child| child.node)
    }
}
