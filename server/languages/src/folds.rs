//! What of a text an editor can fold: anything in brackets, indented blocks, comments, imports, marked regions.
//!
//! Grammars agree on so much that no language needs rules of its own: what closes with a bracket, what is called a
//! comment, what is called a block.

use lockstep_facts::TextRange;
use tree_sitter::{Node, TreeCursor};

use crate::SyntaxTree;

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// Code.
    Code,
    /// A comment, or several below each other.
    Comment,
    /// Several imports below each other.
    Imports,
    /// What stands between the marks of a region.
    Region,
}

/// A stretch of several lines: the line of its first byte stays, those up to the line of its last byte go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From a byte of the line that stays to the end of the last line that goes.
    pub range: TextRange,
    /// What it is.
    pub kind: FoldKind,
}

impl SyntaxTree {
    /// The folds of `text`, whose tree this is, in text order, outer ones first.
    #[must_use]
    pub fn folds(&self, text: &str) -> Vec<Fold> {
        let mut folds = Folds { text, found: Vec::new(), comments: Vec::new(), imports: None };
        folds.walk(self.tree.walk());
        folds.end_imports();
        folds.join_comments();
        let mut found = folds.found;
        found.sort_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
        found
    }
}

/// A run of imports that stand beside each other.
struct Run {
    depth: usize,
    first: TextRange,
    last: TextRange,
}

struct Folds<'t> {
    text: &'t str,
    found: Vec<Fold>,
    comments: Vec<TextRange>,
    imports: Option<Run>,
}

impl<'t> Folds<'t> {
    fn walk(&mut self, mut cursor: TreeCursor<'_>) {
        // By depth: where the sibling before ends.
        let mut before = vec![0];
        loop {
            let node = cursor.node();
            let depth = before.len();
            self.see(node, before.last().copied().unwrap_or(0), depth);
            // What stands on one line holds no fold.
            let several = node.start_position().row != node.end_position().row;
            if several && cursor.goto_first_child() {
                before.push(node.start_byte());
                continue;
            }
            loop {
                if let Some(end) = before.last_mut() {
                    *end = cursor.node().end_byte();
                }
                if cursor.goto_next_sibling() {
                    break;
                }
                before.pop();
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn see(&mut self, node: Node<'_>, before: usize, depth: usize) {
        let kind = node.kind();
        if is_comment(kind) {
            self.comments.push(self.trimmed(node.start_byte(), node.end_byte()));
            return;
        }
        if is_import(kind) {
            self.import(node, depth);
        } else if node.is_named() && self.imports.as_ref().is_some_and(|run| depth <= run.depth) {
            self.end_imports();
        }
        // An indented block may be of one line: its header stands above it.
        if !node.is_named() || node.start_position().row == node.end_position().row && kind != "block" {
            return;
        }
        if kind.contains("string") && !kind.contains("content") {
            self.add(node.start_byte(), self.trimmed(node.start_byte(), node.end_byte()).end, FoldKind::Code);
        } else if let Some((opens, closes)) = brackets(node) {
            let end = if self.closes_its_line(closes) { self.line_start(closes) } else { closes as u32 };
            self.add(opens, self.trimmed(opens, end as usize).end, FoldKind::Code);
        } else if kind == "block" {
            // Indented: what stands before it, on the line of its header, stays.
            let header = before.saturating_sub(1);
            self.add(header, self.trimmed(node.start_byte(), node.end_byte()).end, FoldKind::Code);
        }
    }

    fn import(&mut self, node: Node<'_>, depth: usize) {
        let range = self.trimmed(node.start_byte(), node.end_byte());
        match &mut self.imports {
            Some(run) if run.depth == depth => run.last = range,
            _ => {
                self.end_imports();
                self.imports = Some(Run { depth, first: range, last: range });
            }
        }
    }

    fn end_imports(&mut self) {
        let Some(run) = self.imports.take() else { return };
        if run.first != run.last {
            self.add(run.first.start as usize, run.last.end, FoldKind::Imports);
        }
    }

    /// Comments below each other are one; marks of regions are none, and fold what stands between them.
    fn join_comments(&mut self) {
        let mut regions: Vec<u32> = Vec::new();
        let mut joined: Option<TextRange> = None;
        for comment in std::mem::take(&mut self.comments) {
            let text = self.slice(comment);
            let mark = region_mark(text);
            let own_lines = self.is_first_on_its_line(comment.start as usize);
            let below = joined.is_some_and(|above| {
                let between = self.text.get(above.end as usize..comment.start as usize).unwrap_or_default();
                between.trim().is_empty() && between.matches('\n').count() == 1
            });
            match (joined, mark) {
                (Some(above), None) if below && own_lines => {
                    joined = Some(TextRange::new(above.start, comment.end));
                }
                _ => {
                    self.add_comment(joined);
                    joined = (mark.is_none() && (own_lines || text.contains('\n'))).then_some(comment);
                }
            }
            match mark {
                Some(Mark::Begins) => regions.push(comment.start),
                Some(Mark::Ends) => {
                    if let Some(start) = regions.pop() {
                        self.add(start as usize, comment.end, FoldKind::Region);
                    }
                }
                None => {}
            }
        }
        self.add_comment(joined);
    }

    fn add_comment(&mut self, comment: Option<TextRange>) {
        if let Some(comment) = comment {
            self.add(comment.start as usize, comment.end, FoldKind::Comment);
        }
    }

    /// Adds a fold, if it has several lines.
    fn add(&mut self, start: usize, end: u32, kind: FoldKind) {
        let range = TextRange::new(start as u32, end);
        if self.slice(range).contains('\n') {
            self.found.push(Fold { range, kind });
        }
    }

    fn slice(&self, range: TextRange) -> &'t str {
        let text: &'t str = self.text;
        text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// From `start` to the last byte before `end` that is no white space.
    fn trimmed(&self, start: usize, end: usize) -> TextRange {
        let text = self.text.get(start..end).unwrap_or_default();
        TextRange::new(start as u32, (start + text.trim_end().len()) as u32)
    }

    fn line_start(&self, at: usize) -> u32 {
        let before = self.text.get(..at).unwrap_or_default();
        before.rfind('\n').map_or(0, |end| end as u32 + 1)
    }

    /// Whether nothing but closing brackets stands before `at` on its line.
    fn closes_its_line(&self, at: usize) -> bool {
        let start = self.line_start(at) as usize;
        let before = self.text.get(start..at).unwrap_or_default();
        before.trim_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ')' | ']')).is_empty()
    }

    fn is_first_on_its_line(&self, at: usize) -> bool {
        let start = self.line_start(at) as usize;
        self.text.get(start..at).unwrap_or_default().trim().is_empty()
    }
}

fn is_comment(kind: &str) -> bool {
    matches!(kind, "comment" | "line_comment" | "block_comment" | "html_comment" | "multiline_comment")
        || matches!(kind, "preproc_region" | "preproc_endregion")
}

fn is_import(kind: &str) -> bool {
    matches!(
        kind,
        "import_statement"
            | "import_from_statement"
            | "future_import_statement"
            | "use_declaration"
            | "extern_crate_declaration"
            | "import_declaration"
            | "using_directive"
            | "using_declaration"
            | "preproc_include"
    )
}

/// Where what a node holds opens and closes.
fn brackets(node: Node<'_>) -> Option<(usize, usize)> {
    let last = node.child(node.child_count().checked_sub(1)?)?;
    let opens = match last.kind() {
        "}" => "{",
        ")" => "(",
        "]" => "[",
        // Keywords and tags close what began with the node.
        "end" | "fi" | "done" | "esac" | "jsx_closing_element" => {
            return Some((node.start_byte(), last.start_byte()));
        }
        _ => return None,
    };
    let mut cursor = node.walk();
    let open = node.children(&mut cursor).find(|child| child.kind() == opens)?;
    Some((open.start_byte(), last.start_byte()))
}

#[derive(Clone, Copy)]
enum Mark {
    Begins,
    Ends,
}

/// `#region` and `#endregion`, in any comment and with or without the `#`.
fn region_mark(comment: &str) -> Option<Mark> {
    let text = comment.trim_start_matches(['/', '#', '*', '-', '<', '!', ' ', '\t']);
    let word = text.split(|c: char| !c.is_alphanumeric()).next()?;
    match word {
        "region" => Some(Mark::Begins),
        "endregion" => Some(Mark::Ends),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_facts::Language;

    use crate::{Budget, ParseOutcome, parse_text};

    /// `from-to kind` of each fold, lines from 1.
    #[track_caller]
    fn check(language: Language, text: &str, expect: Expect) {
        let ParseOutcome::Parsed(tree) = parse_text(language, text, Budget { time: None }) else {
            panic!("not parsed");
        };
        let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
        let mut lines = String::new();
        for fold in tree.folds(text) {
            let (from, to) = (line(fold.range.start), line(fold.range.end));
            lines.push_str(&format!("{from}-{to} {:?}\n", fold.kind));
        }
        expect.assert_eq(&lines);
    }

    #[test]
    fn indented_blocks_fold_under_their_headers() {
        check(
            Language::Python,
            "import a\nimport b\n\n# one\n# two\nclass C:\n    '''Doc\n    more.'''\n    def f(self,\n          x):\n        if x:\n            return [\n                1,\n            ]\n        else:\n            pass\n\n\ndef g(): pass\n",
            expect![[r#"
                1-2 Imports
                4-5 Comment
                6-16 Code
                7-8 Code
                9-10 Code
                10-16 Code
                11-14 Code
                12-13 Code
                15-16 Code
            "#]],
        );
    }

    #[test]
    fn the_line_of_a_closing_bracket_stays() {
        check(
            Language::Rust,
            "use a;\nuse b::{\n    c,\n};\n\n/// Doc.\n/// More.\nfn f() {\n    if x {\n        g(|| {\n            1\n        });\n    } else {\n        h(1,\n          2)\n    }\n}\n",
            expect![[r#"
                1-4 Imports
                2-3 Code
                6-7 Comment
                8-16 Code
                9-12 Code
                10-11 Code
                10-11 Code
                13-15 Code
                14-15 Code
            "#]],
        );
    }

    #[test]
    fn regions_comments_and_elements_fold() {
        check(
            Language::Tsx,
            "// #region one\n/* a\n   b */\nconst v = <div>\n  <p/>\n</div>;\n// #endregion\nx(); // beside\n// alone\n",
            expect![[r#"
                1-7 Region
                2-3 Comment
                4-5 Code
            "#]],
        );
    }

    #[test]
    fn damaged_text_folds_as_far_as_it_goes() {
        check(Language::JavaScript, "function f() {\n  if (x) {\n    y(\n", expect![""]);
    }
}
