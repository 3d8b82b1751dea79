//! One session's text of one file, and which of several is the elected one.

use std::borrow::Cow;

use lockstep_facts::{Language, PositionEncoding, hash_text};
use lockstep_graph::Revision;
use lockstep_languages::{ByteEdit, SyntaxTree};
use ropey::Rope;

use crate::position::{offset, point};
use crate::{ContentChange, SessionId};

/// A text belonging to a session and a path.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub session: SessionId,
    /// The editor's version.
    pub version: i32,
    /// The id the editor gave the language.
    pub language_id: Option<String>,
    /// The language, if it is one of ours.
    pub language: Option<Language>,
    pub text: Rope,
    /// The hash of `text`.
    pub hash: u64,
    /// When it was opened.
    pub opened: Revision,
    /// When it was edited last; none while it is as it was opened, and was opened as the disk had it.
    pub edited: Option<Revision>,
    /// The disk was rewritten under it while it was clean: the disk wins until the editor says otherwise.
    pub overtaken: bool,
    /// The tree of an earlier text, moved by every edit since.
    pub tree: Option<SyntaxTree>,
    /// Whether the text may hold a `\r`.
    returns: bool,
}

impl Document {
    pub(crate) fn new(
        session: SessionId,
        language: Option<Language>,
        language_id: Option<String>,
        text: &str,
        version: i32,
        opened: Revision,
    ) -> Document {
        Document {
            session,
            version,
            language_id,
            language,
            text: Rope::from_str(text),
            hash: hash_text(text),
            opened,
            edited: None,
            overtaken: false,
            tree: None,
            returns: text.contains('\r'),
        }
    }

    /// What decides among several: the one edited last, then the one opened last.
    pub(crate) fn rank(&self) -> (Option<Revision>, Revision) {
        (self.edited, self.opened)
    }

    /// Applies the editor's changes in order; returns what really changed, each in the bytes of the text before it.
    pub(crate) fn apply(&mut self, changes: &[ContentChange], encoding: PositionEncoding) -> Vec<ByteEdit> {
        let edits: Vec<ByteEdit> =
            changes.iter().filter_map(|change| self.apply_one(change, encoding)).collect();
        if !edits.is_empty() {
            self.hash = hash_text(&Cow::from(&self.text));
        }
        edits
    }

    fn apply_one(&mut self, change: &ContentChange, encoding: PositionEncoding) -> Option<ByteEdit> {
        let (start, end) = match change.range {
            Some((from, to)) => {
                let start = offset(&self.text, from, encoding) as usize;
                (start, (offset(&self.text, to, encoding) as usize).max(start))
            }
            None => (0, self.text.len_bytes()),
        };
        // What an editor replaces by itself (a whole text, a formatted range) has not changed: definitions in it keep
        // their places, and the tree its nodes.
        let old: Cow<'_, str> = self.text.byte_slice(start..end).into();
        let (prefix, suffix) = common_ends(&old, &change.text);
        let (start, old_end) = (start + prefix, end - suffix);
        drop(old);
        let new = change.text.get(prefix..change.text.len() - suffix).unwrap_or_default();
        if start == old_end && new.is_empty() {
            return None;
        }
        self.returns |= new.contains('\r');
        let start_point = point(&self.text, start as u32, self.returns);
        let old_end_point = point(&self.text, old_end as u32, self.returns);
        let (from, to) = (self.text.byte_to_char(start), self.text.byte_to_char(old_end));
        self.text.remove(from..to);
        self.text.insert(from, new);
        let new_end = start + new.len();
        let edit = ByteEdit {
            start: start as u32,
            old_end: old_end as u32,
            new_end: new_end as u32,
            start_point,
            old_end_point,
            new_end_point: point(&self.text, new_end as u32, self.returns),
        };
        if let Some(tree) = &mut self.tree {
            tree.edit(&edit);
        }
        Some(edit)
    }

    /// The changes that bring an empty document to this one's text.
    pub(crate) fn whole_text(&self) -> String {
        self.text.to_string()
    }
}

/// The lengths of the longest common prefix and suffix of `old` and `new` that do not overlap, at character boundaries.
fn common_ends(old: &str, new: &str) -> (usize, usize) {
    let mut prefix = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(prefix) {
        prefix -= 1;
    }
    let room = old.len().min(new.len()) - prefix;
    let same = |(a, b): &(u8, u8)| a == b;
    let mut suffix = old.bytes().rev().zip(new.bytes().rev()).take(room).take_while(same).count();
    while !old.is_char_boundary(old.len() - suffix) {
        suffix -= 1;
    }
    (prefix, suffix)
}

/// A replaced stretch, from (line, column) to (line, column).
#[cfg(test)]
pub(crate) fn replacement(from: (u32, u32), to: (u32, u32), text: &str) -> ContentChange {
    let at = |(line, column)| lockstep_facts::LinePosition { line, column };
    ContentChange { range: Some((at(from), at(to))), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::new(SessionId(1), None, None, text, 1, Revision(1))
    }

    #[track_caller]
    fn check(before: &str, changes: &[ContentChange], after: &str) -> Vec<(u32, u32, u32)> {
        let mut document = document(before);
        let edits = document.apply(changes, PositionEncoding::Utf16);
        assert_eq!(document.text.to_string(), after);
        assert_eq!(document.hash, hash_text(after));
        edits.iter().map(|e| (e.start, e.old_end, e.new_end)).collect()
    }

    #[test]
    fn changes_apply_in_order_in_utf16() {
        let changes = [replacement((0, 2), (0, 3), "x"), replacement((1, 0), (1, 0), "é")];
        assert_eq!(check("😀ab\nc", &changes, "😀xb\néc"), [(4, 5, 5), (7, 7, 9)]);
    }

    #[test]
    fn ends_past_the_text_are_clamped() {
        assert_eq!(check("ab\r\ncd", &[replacement((0, 9), (7, 7), "!")], "ab!"), [(2, 6, 3)]);
        assert_eq!(check("ab", &[replacement((5, 0), (5, 0), "c")], "abc"), [(2, 2, 3)]);
        // A range the wrong way round is empty.
        assert_eq!(check("abc", &[replacement((0, 2), (0, 1), "-")], "ab-c"), [(2, 2, 3)]);
    }

    #[test]
    fn a_whole_text_is_an_edit_of_what_differs() {
        let whole = |text: &str| ContentChange { range: None, text: text.to_owned() };
        assert_eq!(check("a é b", &[whole("a è b")], "a è b"), [(2, 4, 4)]);
        assert_eq!(check("aaa", &[whole("aa")], "aa"), [(2, 3, 2)]);
        assert_eq!(check("same", &[whole("same")], "same"), []);
        assert_eq!(check("", &[whole("new")], "new"), [(0, 0, 3)]);
    }

    #[test]
    fn a_byte_order_mark_is_a_character() {
        assert_eq!(check("\u{feff}ab", &[replacement((0, 1), (0, 2), "x")], "\u{feff}xb"), [(3, 4, 4)]);
    }

    #[test]
    fn halves_of_a_line_break_come_and_go() {
        assert_eq!(check("a\nb", &[replacement((0, 1), (0, 1), "\r")], "a\r\nb"), [(1, 1, 2)]);
        assert_eq!(check("a\r\nb", &[replacement((0, 1), (1, 0), "\r")], "a\rb"), [(2, 3, 2)]);
        let changes = [replacement((0, 1), (0, 1), "\r"), replacement((1, 0), (1, 1), "c")];
        assert_eq!(check("a\rb", &changes, "a\rc\rb"), [(1, 1, 2), (2, 2, 3)]);
    }
}
