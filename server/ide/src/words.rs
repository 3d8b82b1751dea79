//! Words of a text: what a name is made of, whether one still stands at its place, and which ones edited lines hold.

use std::collections::HashSet;

use lockstep_facts::{Name, TextRange, hash_text};
use ropey::Rope;

/// Whether `character` can be part of a name in any of the languages.
pub(crate) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// Whether the whole word at `range` is `name`. False for a range that is not in the text.
pub(crate) fn stands(text: &Rope, range: TextRange, name: &str) -> bool {
    let (start, end) = (range.start as usize, range.end as usize);
    let Some(slice) = text.get_byte_slice(start..end) else { return false };
    if slice != name || name.is_empty() {
        return false;
    }
    let before = text.byte_to_char(start).checked_sub(1).and_then(|at| text.get_char(at));
    let after = text.get_char(text.byte_to_char(end));
    let begins = name.starts_with(is_word) && before.is_some_and(is_word);
    let ends = name.ends_with(is_word) && after.is_some_and(is_word);
    !begins && !ends
}

/// A set of words, by the hash that [`Name::hash64`] gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordSet(HashSet<u64, foldhash::fast::FixedState>);

impl WordSet {
    /// Whether `name`, or a word in it (`type` of `r#type`), is among them.
    pub(crate) fn contains(&self, name: Name) -> bool {
        let mut words = name.as_str().split(|c| !is_word(c)).filter(|word| !word.is_empty());
        self.0.contains(&name.hash64()) || words.any(|word| self.0.contains(&hash_text(word)))
    }

    /// Every word of `text`.
    pub(crate) fn of(text: &str) -> WordSet {
        let mut words = WordSet::default();
        words.add(text);
        words
    }

    /// Adds every word of `text`.
    pub(crate) fn add(&mut self, text: &str) {
        for word in text.split(|c| !is_word(c)).filter(|word| !word.is_empty()) {
            self.0.insert(hash_text(word));
        }
    }

    /// Adds every word of the lines of `text` that `range` touches.
    pub(crate) fn add_lines(&mut self, text: &Rope, range: TextRange) {
        let line = |at: u32| text.byte_to_line((at as usize).min(text.len_bytes()));
        for line in line(range.start)..=line(range.end) {
            self.add(&std::borrow::Cow::from(text.line(line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_as_a_whole_word() {
        let text = Rope::from_str("é foo, foobar;");
        let at = |start, end, name| stands(&text, TextRange::new(start, end), name);
        assert!(at(3, 6, "foo"));
        assert!(!at(8, 11, "foo"));
        assert!(at(8, 14, "foobar"));
        assert!(!at(3, 6, "bar"));
        assert!(!at(20, 23, "foo"), "past the end");
        assert!(!at(1, 2, "x"), "inside a character");
        assert!(!at(6, 6, ""));
    }

    #[test]
    fn words_of_edited_lines() {
        let text = Rope::from_str("a b\nc_1 = d.é(\"e\")\nf");
        let mut words = WordSet::default();
        words.add_lines(&text, TextRange::new(6, 8));
        let has = |word: &str| words.contains(Name::new(word));
        assert!(has("c_1") && has("d") && has("é") && has("e"));
        assert!(!has("a") && !has("f") && !has("c"));
    }
}
