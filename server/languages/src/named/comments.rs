//! Comments, and which of them document what follows.

use tree_sitter::Node;

use super::Walker;

impl<'t> Walker<'t> {
    pub(super) fn note_comment(&mut self, node: Node<'t>) {
        let start = node.start_byte();
        let before = self.builder.text.get(..start).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if !before[line..].trim().is_empty() {
            return;
        }
        let below = self.comments.last().is_some_and(|last| last_row(*last) + 1 == node.start_position().row);
        if !below {
            self.comments.clear();
        }
        self.comments.push(node);
    }

    /// The comments directly above a definition.
    pub(super) fn comments_above(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let row = node.start_position().row;
        let touches = self
            .comments
            .last()
            .is_some_and(|last| last_row(*last) + 1 == row && last.end_byte() <= node.start_byte());
        let mut above = std::mem::take(&mut self.comments);
        if !touches {
            above.clear();
        }
        // A line that says what runs a script documents nothing.
        // Nor does one that is about the whole of a file.
        above.retain(|comment| {
            !self.builder.node_text(*comment).starts_with("#!")
                && !self.builder.node_text(*comment).starts_with("//!")
        });
        above
    }
}

/// The last line that a node has text on.
fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

/// The first lines of what comments say, without their marks; tags (`@param`) end it.
pub(super) fn documentation<'t>(comments: impl Iterator<Item = &'t str>) -> Box<str> {
    let mut text = String::new();
    let lines = comments.flat_map(|comment| {
        let comment = comment.trim();
        let inner = comment.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/"));
        let inner = inner.or_else(|| comment.strip_prefix("{-")?.strip_suffix("-}"));
        inner.unwrap_or(comment).lines()
    });
    for line in lines {
        let line = line.trim().trim_start_matches(['/', '#', '*', '-', ';', '!', '\'']).trim();
        let line = line.trim_start_matches(['|', '^']).trim();
        if line.starts_with('@') {
            break;
        }
        if line.is_empty() && text.is_empty() {
            continue;
        }
        if text.len() + line.len() + 1 > 600 {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text.truncate(text.trim_end().len());
    text.into()
}
