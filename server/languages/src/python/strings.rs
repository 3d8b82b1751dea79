//! Texts: strings and what is interpolated into them, documentation, signatures.

use tree_sitter::Node;

use super::Walker;
use super::kinds::{FIELD, Kind, child};
use crate::builder::one_line;

const MAX_SIGNATURE: usize = 296;
const MAX_DOCUMENTATION: usize = 600;

impl<'w> Walker<'w> {
    /// Walks what is interpolated into a string; whether it is one of bytes.
    pub(super) fn string(&mut self, node: Node<'_>) -> bool {
        if self.is_interpolated(node) {
            self.each_child(node, |walker, part| {
                if Kind::of(part) == Kind::Interpolation {
                    walker.each_child(part, |walker, inner| {
                        walker.value(inner);
                    });
                }
            });
            return false;
        }
        self.prefix(node).bytes().any(|b| matches!(b, b'b' | b'B'))
    }

    /// What stands before the quotes.
    fn prefix(&self, node: Node<'_>) -> &'w str {
        let text = self.text(node);
        text.split(['"', '\'']).next().unwrap_or_default()
    }

    pub(super) fn is_interpolated(&self, node: Node<'_>) -> bool {
        self.prefix(node).bytes().any(|b| matches!(b, b'f' | b'F' | b't' | b'T'))
    }

    /// The contents of a plain string as written; none for bytes, interpolated and escaped ones.
    pub(super) fn plain_content<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let prefix = self.prefix(node);
        if Kind::of(node) != Kind::String || !prefix.bytes().all(|b| matches!(b, b'r' | b'R' | b'u' | b'U')) {
            return None;
        }
        let content = node.named_child(1).filter(|content| Kind::of(*content) == Kind::StringContent)?;
        (content.named_child_count() == 0).then_some(content)
    }

    /// The names in a list, tuple or sum of plain strings; none if there is anything else in it.
    pub(super) fn string_list(&mut self, node: Node<'_>) -> Option<Vec<lockstep_facts::Name>> {
        match Kind::of(node) {
            Kind::List | Kind::Tuple | Kind::Set | Kind::Parenthesized => {
                let mut names = Some(Vec::new());
                self.each_child(node, |walker, element| {
                    let name = walker.plain_content(element).map(|content| walker.builder.name(content));
                    match (&mut names, name) {
                        (Some(names), Some(name)) => names.push(name),
                        _ => names = None,
                    }
                });
                names
            }
            _ => None,
        }
    }

    /// The documentation at the beginning of a block or module.
    pub(super) fn docstring(&self, block: Node<'_>) -> Option<Box<str>> {
        let mut index = 0;
        let mut statement = block.named_child(index)?;
        while Kind::of(statement) == Kind::Comment {
            index += 1;
            statement = block.named_child(index)?;
        }
        if Kind::of(statement) != Kind::ExpressionStatement {
            return None;
        }
        let string = statement.named_child(0).filter(|string| Kind::of(*string) == Kind::String)?;
        if self.is_interpolated(string) {
            return None;
        }
        let text = self.text(string).get(self.prefix(string).len()..)?;
        let text = text.trim_matches(['"', '\'']).trim();
        Some(first_lines(text))
    }

    /// The header of a function or class on one line, without its colon.
    pub(super) fn header_signature(&self, node: Node<'_>) -> Box<str> {
        let fields =
            [FIELD.name, FIELD.type_parameters, FIELD.parameters, FIELD.superclasses, FIELD.return_type];
        let end = fields.into_iter().filter_map(|field| child(node, field)).map(|part| part.end_byte()).max();
        let text = end.and_then(|end| self.builder.text.get(node.start_byte()..end)).unwrap_or_default();
        tidy(text)
    }

    /// An assignment on one line; a value of several lines is left out.
    pub(super) fn variable_signature(
        &self,
        name: &str,
        annotation: Option<Node<'_>>,
        value: Option<Node<'_>>,
    ) -> Box<str> {
        let mut text = name.to_owned();
        if let Some(annotation) = annotation {
            text.push_str(": ");
            text.push_str(self.text(annotation));
        }
        if let Some(value) = value.map(|value| self.text(value)).filter(|value| !value.is_empty()) {
            text.push_str(" = ");
            let is_long = value.len() > 80 || value.contains('\n');
            text.push_str(if is_long { "…" } else { value });
        }
        tidy(&text)
    }
}

/// One line without comments, and without the spaces that broken lines leave inside brackets.
fn tidy(text: &str) -> Box<str> {
    let mut folded = String::with_capacity(text.len());
    for line in text.lines() {
        let end = line.find(" #").or_else(|| line.trim_start().starts_with('#').then_some(0));
        folded.push_str(line.get(..end.unwrap_or(line.len())).unwrap_or(line));
        folded.push('\n');
    }
    let line = one_line(&folded, MAX_SIGNATURE);
    if text.contains('\n') {
        line.replace("( ", "(")
            .replace("[ ", "[")
            .replace(", )", ")")
            .replace(" )", ")")
            .replace(" ]", "]")
            .into()
    } else {
        line
    }
}

/// Trimmed lines up to the limit, cut at a character.
fn first_lines(text: &str) -> Box<str> {
    let mut lines = String::new();
    for line in text.lines() {
        if lines.len() + line.len() > MAX_DOCUMENTATION {
            let mut end = MAX_DOCUMENTATION.saturating_sub(lines.len() + 4).min(line.trim().len());
            while !line.trim().is_char_boundary(end) {
                end -= 1;
            }
            lines.push_str(line.trim().get(..end).unwrap_or_default());
            lines.push('…');
            break;
        }
        lines.push_str(line.trim());
        lines.push('\n');
    }
    lines.truncate(lines.trim_end().len());
    lines.into()
}
