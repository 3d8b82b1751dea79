//! The children of nodes on one stack: for walkers that look at several of them at a time, without an allocation per node.

use tree_sitter::{Node, TreeCursor};

/// What the walker tells apart.
pub(crate) trait ChildKind: Copy + PartialEq {
    fn of(node: Node<'_>) -> Self;
    fn is_comment(self) -> bool;
    fn is_token(self) -> bool;
}

/// A child with what is asked most about it.
#[derive(Clone, Copy)]
pub(crate) struct Child<'n, K> {
    pub(crate) kind: K,
    /// The field it stands in; 0 for none.
    pub(crate) field: u16,
    pub(crate) node: Node<'n>,
}

impl<'n, K: ChildKind> Child<'n, K> {
    pub(crate) fn of(node: Node<'n>) -> Child<'n, K> {
        Child { kind: K::of(node), field: 0, node }
    }
}

/// Children of one node on the stack. Frames are used like a stack: those opened later are left earlier.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    start: usize,
    pub(crate) next: usize,
    end: usize,
}

/// See the module's documentation.
pub(crate) struct Children<'n, K> {
    cursor: TreeCursor<'n>,
    stack: Vec<Child<'n, K>>,
}

impl<'n, K: ChildKind> Children<'n, K> {
    pub(crate) fn new(root: Node<'n>) -> Children<'n, K> {
        Children { cursor: root.walk(), stack: Vec::with_capacity(64) }
    }

    fn push(&mut self, node: Node<'n>, comments: bool) -> Frame {
        let start = self.stack.len();
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let node = self.cursor.node();
                let kind = K::of(node);
                if comments || !kind.is_comment() {
                    let field = self.cursor.field_id().map_or(0, std::num::NonZero::get);
                    self.stack.push(Child { kind, field, node });
                }
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        Frame { start, next: start, end: self.stack.len() }
    }

    /// A frame without children.
    pub(crate) fn empty(&self) -> Frame {
        let at = self.stack.len();
        Frame { start: at, next: at, end: at }
    }

    /// The child at `at` of the stack.
    pub(crate) fn get(&self, at: usize) -> Option<&Child<'n, K>> {
        self.stack.get(at)
    }
}

/// A walker with such a stack.
pub(crate) trait WalkChildren<'n> {
    type Kind: ChildKind;

    fn stack(&self) -> &Children<'n, Self::Kind>;
    fn stack_mut(&mut self) -> &mut Children<'n, Self::Kind>;

    /// The children of `node`, tokens included, comments left out.
    fn children(&mut self, node: Node<'n>) -> Frame {
        self.stack_mut().push(node, false)
    }

    /// The children of `node`, comments included.
    fn children_and_comments(&mut self, node: Node<'n>) -> Frame {
        self.stack_mut().push(node, true)
    }

    /// The next child of the frame; at its end the frame is left.
    fn next(&mut self, frame: &mut Frame) -> Option<Child<'n, Self::Kind>> {
        if frame.next < frame.end {
            let child = self.stack().get(frame.next).copied();
            frame.next += 1;
            child
        } else {
            self.leave(*frame);
            None
        }
    }

    /// Leaves a frame before its end.
    fn leave(&mut self, frame: Frame) {
        self.stack_mut().stack.truncate(frame.start);
    }

    fn frame(&self, frame: Frame) -> &[Child<'n, Self::Kind>] {
        self.stack().stack.get(frame.start..frame.end).unwrap_or_default()
    }

    /// The first child of the frame in `field`.
    fn field(&self, frame: Frame, field: u16) -> Option<Child<'n, Self::Kind>> {
        self.frame(frame).iter().find(|child| child.field == field).copied()
    }
}
