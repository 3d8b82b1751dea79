//! What stands around a place, from the word outwards.

use lockstep_facts::TextRange;
use tree_sitter::TreeCursor;

use crate::SyntaxTree;
use crate::builder::range;

/// So many are told: of more that nest, the innermost and the whole.
const MAX_AROUND: usize = 96;

impl SyntaxTree {
    /// The ranges around the byte `at`, innermost first, each larger than the one before; the whole text last. A word that
    /// ends there counts before punctuation that begins there.
    #[must_use]
    pub fn around(&self, at: u32) -> Vec<TextRange> {
        let at = at as usize;
        let mut around = descend(self.tree.walk(), at);
        let on_a_word = around.last().is_some_and(|(_, word)| *word);
        if !on_a_word && at > 0 {
            let before = descend(self.tree.walk(), at - 1);
            if before.last().is_some_and(|(range, word)| *word && range.end as usize == at) {
                around = before;
            }
        }
        let mut ranges: Vec<TextRange> = around.into_iter().rev().map(|(range, _)| range).collect();
        ranges.dedup();
        if ranges.len() > MAX_AROUND {
            ranges.drain(MAX_AROUND - 1..ranges.len() - 1);
        }
        ranges
    }
}

/// The nodes that hold the byte `at`, outermost first, and whether each is a word.
fn descend(mut cursor: TreeCursor<'_>, at: usize) -> Vec<(TextRange, bool)> {
    let mut around = Vec::new();
    loop {
        let node = cursor.node();
        around.push((range(node), node.is_named() && node.child_count() == 0));
        if cursor.goto_first_child_for_byte(at).is_none() || cursor.node().start_byte() > at {
            return around;
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_facts::Language;

    use crate::{Budget, ParseOutcome, parse_text};

    #[track_caller]
    fn check(marked: &str, expect: Expect) {
        let at = marked.find('|').unwrap();
        let text = marked.replace('|', "");
        let ParseOutcome::Parsed(tree) = parse_text(Language::TypeScript, &text, Budget { time: None })
        else {
            panic!("not parsed");
        };
        let mut lines = String::new();
        for range in tree.around(at as u32) {
            lines.push_str(&format!("{:?}\n", &text[range.start as usize..range.end as usize]));
        }
        expect.assert_eq(&lines);
    }

    #[test]
    fn from_the_word_outwards() {
        check(
            "function f() { return a.le|n + 1; }",
            expect![[r#"
                "len"
                "a.len"
                "a.len + 1"
                "return a.len + 1;"
                "{ return a.len + 1; }"
                "function f() { return a.len + 1; }"
            "#]],
        );
    }

    #[test]
    fn a_word_that_ends_here_counts_before_what_begins_here() {
        check(
            "f(abc|);",
            expect![[r#"
                "abc"
                "(abc)"
                "f(abc)"
                "f(abc);"
            "#]],
        );
        check(
            "f(); | g();",
            expect![[r#"
            "f();  g();"
        "#]],
        );
    }

    #[test]
    fn deep_nesting_is_cut_in_the_middle() {
        let text = format!("{}|x{}", "(".repeat(500), ")".repeat(500));
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let ParseOutcome::Parsed(tree) = parse_text(Language::TypeScript, &text, Budget { time: None })
        else {
            panic!("not parsed");
        };
        let around = tree.around(at as u32);
        assert_eq!(around.len(), super::MAX_AROUND);
        assert_eq!(around.last().map(|range| range.len() as usize), Some(text.len()));
    }
}
