//! Makes names, paths and source lines from a workspace safe to show: they are data, whatever they spell.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A name, path or signature on one line: control characters, line breaks and characters that reorder or hide text are
/// written as escapes.
#[must_use]
pub fn label(text: &str) -> Cow<'_, str> {
    escape(text, false)
}

/// A line of source text: as it stands, tabs included, but for what could act on a terminal or hide code from a reader.
#[must_use]
pub fn source(line: &str) -> Cow<'_, str> {
    escape(line, true)
}

fn escape(text: &str, tabs: bool) -> Cow<'_, str> {
    let harmless = |c: char| (tabs && c == '\t') || !needs_escape(c);
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            c if harmless(c) => escaped.push(c),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            c => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    Cow::Owned(escaped)
}

/// Controls, line and paragraph separators, bidirectional overrides, and characters without width.
fn needs_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// At most `limit` characters, the cut marked with `…`.
#[must_use]
pub fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    match text.char_indices().nth(limit) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::{label, shorten, source};

    #[test]
    fn what_could_act_or_hide_is_escaped() {
        assert_eq!(label("src/ünï code.py"), "src/ünï code.py");
        assert_eq!(label("a\nrevision 1 · complete: true"), "a\\nrevision 1 · complete: true");
        assert_eq!(label("\u{1b}[31mred\u{7}"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(label("x\u{202e}y\u{200b}z"), "x\\u{202e}y\\u{200b}z");
        assert_eq!(label("a\tb"), "a\\tb");
        assert_eq!(source("\tif x:\u{1b}"), "\tif x:\\u{1b}");
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        assert_eq!(shorten("äöü", 3), "äöü");
        assert_eq!(shorten("äöüß", 3), "äöü…");
    }
}
