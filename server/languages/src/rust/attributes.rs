//! Attributes and doc comments: what stands before an item and belongs to it.

use lockstep_facts::{Expression, ExpressionId, Name, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::paths::Mention;
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// Longest documentation kept, in bytes.
const MAX_DOCUMENTATION: usize = 600;

/// Attributes of the language itself: they name no definition.
const BUILT_IN: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "cold",
    "crate_name",
    "crate_type",
    "default",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "naked",
    "no_implicit_prelude",
    "no_main",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "repr",
    "rustfmt",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "type_length_limit",
    "unsafe",
    "used",
    "warn",
    "windows_subsystem",
];

/// What stands before an item: its attributes, its documentation, and where the first of them begins.
#[derive(Default)]
pub(super) struct Preamble<'n> {
    pub(super) start: Option<u32>,
    pub(super) attributes: Vec<Node<'n>>,
    pub(super) documentation: String,
}

/// What the attributes of an item say about it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) test: bool,
    pub(super) macro_export: bool,
}

impl<'n> Preamble<'n> {
    /// Takes what is there, leaving nothing.
    pub(super) fn take(&mut self) -> Preamble<'n> {
        std::mem::take(self)
    }

    fn begin(&mut self, start: usize) {
        self.start.get_or_insert(start as u32);
    }
}

/// The text of a doc comment of this form (`///` and `/**`, or `//!` and `/*!`), without the marks.
fn doc_text(comment: &str, inner: bool) -> Option<&str> {
    let (line, block) = if inner { ("//!", "/*!") } else { ("///", "/**") };
    if let Some(text) = comment.strip_prefix(line) {
        return (inner || !text.starts_with('/')).then_some(text);
    }
    let text = comment.strip_prefix(block)?.strip_suffix("*/")?;
    (inner || !text.starts_with('*')).then_some(text)
}

/// Appends the lines of a doc comment, up to [`MAX_DOCUMENTATION`].
fn append_documentation(documentation: &mut String, text: &str) {
    for line in text.lines() {
        let line = line.trim_end();
        let line = line.strip_prefix(' ').unwrap_or(line);
        if documentation.len() >= MAX_DOCUMENTATION {
            return;
        }
        if !documentation.is_empty() {
            documentation.push('\n');
        }
        let mut end = line.len().min(MAX_DOCUMENTATION.saturating_sub(documentation.len()));
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        documentation.push_str(&line[..end]);
    }
}

impl<'n> Walker<'_, '_, 'n> {
    /// Takes `child` into the preamble if it is an attribute or a comment; returns whether it was.
    pub(super) fn gather(&mut self, child: Child<'n>, preamble: &mut Preamble<'n>) -> bool {
        match child.kind {
            Kind::AttributeItem => {
                preamble.begin(child.node.start_byte());
                preamble.attributes.push(child.node);
                true
            }
            Kind::LineComment | Kind::BlockComment => {
                if let Some(text) = doc_text(self.text(child.node), false) {
                    preamble.begin(child.node.start_byte());
                    append_documentation(&mut preamble.documentation, text);
                }
                true
            }
            _ => false,
        }
    }

    /// Appends the comment to `documentation` if it documents what it stands in.
    pub(super) fn inner_documentation(&self, comment: Node<'n>, documentation: &mut String) {
        if let Some(text) = doc_text(self.text(comment), true) {
            append_documentation(documentation, text);
        }
    }

    /// What the attributes say, before the item is opened.
    pub(super) fn marks(&self, preamble: &Preamble<'n>) -> Marks {
        let mut marks = Marks::default();
        for item in &preamble.attributes {
            let name = self.attribute_name(*item);
            marks.test |=
                matches!(name, "test" | "rstest" | "test_case" | "quickcheck" | "wasm_bindgen_test");
            marks.macro_export |= name == "macro_export";
        }
        marks
    }

    /// The last name of an attribute's path.
    fn attribute_name(&self, item: Node<'n>) -> &str {
        let attribute = item.named_child(0).filter(|node| Kind::of(*node) == Kind::Attribute);
        let Some(mut path) = attribute.and_then(|node| node.named_child(0)) else { return "" };
        if let Some(name) = path.child_by_field_id(FIELDS.name) {
            path = name;
        }
        self.text(path)
    }

    /// The string of `#[path = ".."]`, if there is one.
    pub(super) fn path_attribute(&self, preamble: &Preamble<'n>) -> Option<String> {
        let item = preamble.attributes.iter().find(|item| self.attribute_name(**item) == "path")?;
        let value = item.named_child(0)?.child_by_field_id(FIELDS.value)?;
        let text = self.text(value);
        let text = text.trim_start_matches(['r', '#']).trim_end_matches('#');
        Some(text.trim_matches('"').to_owned())
    }

    /// Mentions the attributes' names in the item just opened, as its decorators.
    pub(super) fn attributes(&mut self, preamble: &Preamble<'n>) {
        for item in &preamble.attributes {
            if let Some(decorator) = self.attribute_expression(*item)
                && let Some(definition) = self.state.builder.definition()
            {
                definition.decorators.push(decorator);
            }
        }
    }

    /// Mentions an attribute's names where they decorate no item.
    pub(super) fn attribute(&mut self, item: Node<'n>) {
        self.attribute_expression(item);
    }

    fn attribute_expression(&mut self, item: Node<'n>) -> Option<ExpressionId> {
        let attribute = self.first_named(item).filter(|child| child.kind == Kind::Attribute)?;
        let frame = self.children(attribute.node);
        let path = self.frame(frame).iter().find(|child| !child.kind.is_token()).copied();
        let arguments = self.field(frame, FIELDS.arguments);
        let value = self.field(frame, FIELDS.value);
        self.leave(frame);
        let path = path?;
        let text = self.text(path.node);
        if text == "derive" {
            return Some(self.derive(arguments?.node));
        }
        if text == "cfg_attr" {
            return self.conditional_attribute(arguments?.node);
        }
        let tool =
            text.starts_with("rustfmt::") || text.starts_with("clippy::") || text.starts_with("diagnostic::");
        if tool {
            return None;
        }
        if BUILT_IN.contains(&text) {
            let name = self.name(path.node);
            return Some(self.add(Expression::Name(name)));
        }
        let callee = self.path(path.node, Mention::Macro(ReferenceRole::Decorate));
        if let Some(value) = value.filter(|value| !matches!(value.kind, Kind::String | Kind::RawString)) {
            self.expression(value);
        }
        if let Some(arguments) = arguments {
            self.attribute_arguments(arguments.node);
        }
        Some(callee)
    }

    /// `derive(A, b::C)`: a call of `derive` with what is derived.
    fn derive(&mut self, arguments: Node<'n>) -> ExpressionId {
        let mut derived = Vec::new();
        let mut path: Option<ExpressionId> = None;
        let mut frame = self.children(arguments);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Identifier => {
                    let name = self.name(child.node);
                    let next = self.children.get(frame.next).map(|child| child.kind);
                    let id = match path {
                        Some(base) => self.add(Expression::Path { base, name }),
                        None => self.add(Expression::Name(name)),
                    };
                    if next == Some(Kind::ColonColon) {
                        self.mention(child.node, id, name, Mention::Qualifier);
                        path = Some(id);
                    } else {
                        let at = self.range(child.node);
                        let target = ReferenceTarget::Macro(id);
                        self.state.builder.reference_at(at, name, ReferenceRole::Decorate, target, None);
                        derived.push(id);
                        path = None;
                    }
                }
                Kind::Crate => path = Some(self.path(child.node, Mention::Qualifier)),
                Kind::ColonColon if path.is_none() => {
                    path = Some(self.add(Expression::Root(lockstep_facts::PathRoot::Global)));
                }
                _ => {}
            }
        }
        let callee = self.add(Expression::Name(Name::new("derive")));
        self.add(Expression::Call { callee, arguments: derived.into() })
    }

    /// `cfg_attr(condition, derive(A))`: the derive counts, whatever the condition is.
    fn conditional_attribute(&mut self, arguments: Node<'n>) -> Option<ExpressionId> {
        let frame = self.children(arguments);
        let place = self.frame(frame).windows(2).find_map(|pair| match pair {
            [name, list] if name.kind == Kind::Identifier && list.kind == Kind::TokenTree => {
                Some((name.node, list.node))
            }
            _ => None,
        });
        let derive = place.filter(|(name, _)| self.text(*name) == "derive");
        self.leave(frame);
        derive.map(|(_, list)| self.derive(list))
    }

    /// Arguments of somebody's attribute: paths with `::` and what stands behind `=` or in a call's parentheses there
    /// are mentions, single words are the attribute's own.
    fn attribute_arguments(&mut self, tree: Node<'n>) {
        if !self.enter() {
            return;
        }
        let mut value = false;
        let mut frame = self.children(tree);
        let mut run: Vec<Child<'n>> = Vec::new();
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comma => {
                    self.attribute_run(&mut run, value);
                    value = false;
                }
                Kind::Equals if !value => {
                    run.clear();
                    value = true;
                }
                Kind::TokenTree if !value => {
                    run.clear();
                    self.attribute_arguments(child.node);
                }
                _ => run.push(child),
            }
        }
        self.attribute_run(&mut run, value);
        self.exit();
    }

    fn attribute_run(&mut self, run: &mut Vec<Child<'n>>, value: bool) {
        if value || run.iter().any(|child| child.kind == Kind::ColonColon) {
            self.token_run(run);
        }
        run.clear();
    }
}
