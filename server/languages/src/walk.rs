//! What walkers that look at nodes one by one have in common: children, nesting, expressions.

use lockstep_facts::{Expression, ExpressionId};
use tree_sitter::{Node, TreeCursor};

use crate::MAX_DEPTH;
use crate::builder::FactsBuilder;

/// See the module's documentation.
pub(crate) trait Walk<'t>: Sized {
    /// What it tells apart.
    type Kind: PartialEq;

    fn builder(&mut self) -> &mut FactsBuilder<'t>;

    /// Levels of nesting around what is walked.
    fn depth(&mut self) -> &mut u32;

    /// Cursors to use again: a new one allocates.
    fn cursors(&mut self) -> &mut Vec<TreeCursor<'t>>;

    fn kind(&self, node: Node<'_>) -> Self::Kind;

    /// Puts a cursor on each child of `node`, anonymous ones too.
    fn each_cursor(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, &TreeCursor<'t>)) {
        let mut cursor = match self.cursors().pop() {
            Some(mut cursor) => {
                cursor.reset(node);
                cursor
            }
            None => node.walk(),
        };
        if cursor.goto_first_child() {
            loop {
                visit(self, &cursor);
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        self.cursors().push(cursor);
    }

    /// Visits the children of `node`, anonymous ones too.
    fn each_child(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        self.each_cursor(node, |w, cursor| visit(w, cursor.node()));
    }

    /// The same, with the field each child stands in; 0 for none.
    fn each_field(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, Node<'t>, u16)) {
        self.each_cursor(node, |w, cursor| {
            visit(w, cursor.node(), cursor.field_id().map_or(0, std::num::NonZero::get));
        });
    }

    /// The first child of that kind.
    fn find_child(&mut self, node: Node<'t>, kind: Self::Kind) -> Option<Node<'t>> {
        let mut found = None;
        self.each_child(node, |w, child| {
            if found.is_none() && w.kind(child) == kind {
                found = Some(child);
            }
        });
        found
    }

    /// Runs `walk` one level deeper, unless that is too deep.
    fn nested<R>(&mut self, otherwise: R, walk: impl FnOnce(&mut Self) -> R) -> R {
        if *self.depth() >= MAX_DEPTH {
            self.builder().too_deep();
            return otherwise;
        }
        *self.depth() += 1;
        let result = walk(self);
        *self.depth() -= 1;
        result
    }

    fn expression(&mut self, expression: Expression) -> ExpressionId {
        self.builder().expression(expression)
    }

    fn unknown(&mut self) -> ExpressionId {
        self.expression(Expression::Unknown)
    }

    /// Replaces a node that was made before what it holds.
    fn fill(&mut self, id: ExpressionId, expression: Expression) {
        self.builder().fill(id, expression);
    }
}
