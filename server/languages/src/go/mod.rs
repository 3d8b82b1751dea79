//! Go: text to facts.
//!
//! * The package clause is the file's scope; what stands at the top level of the files of one folder and scope is one package.
//! * A method is a definition of its receiver's type (`Type.method`) whose lexical parent is an `impl` head of its own.
//! * Pointers leave no trace. An embedded type is a base and a field of its name.
//! * A struct or interface type without a name is a definition called `struct` or `interface` inside what it stands in.
//! * Several results are a tuple; ranging over a value gives tuples of what it yields; receiving is indexing.
//! * Build constraints are not evaluated: everything is there.
//! * In a file of package `builtin` each further package clause begins a module: the prelude declares packages so.

mod declarations;
mod expressions;
mod functions;
mod imports;
mod literals;
mod statements;
mod switches;
mod syntax;
#[cfg(test)]
mod tests;
mod types;

use std::hash::BuildHasher;

use lockstep_facts::{Expression, ExpressionId, FileFacts, Language, LiteralKind, Name, TextRange};
use tree_sitter::Node;

use crate::builder::{FactsBuilder, range};
use crate::children::{self, ChildKind as _, Children, Frame, WalkChildren};
use crate::{MAX_DEPTH, Memory, Remember, SyntaxTree};

use syntax::Kind;

/// The universe, and the commonest declarations of the standard library: a package clause begins each package.
pub(crate) const PRELUDE: &str = concat!(
    include_str!("prelude/universe.go"),
    include_str!("prelude/text.go"),
    include_str!("prelude/io.go"),
    include_str!("prelude/system.go"),
    include_str!("prelude/values.go"),
    include_str!("prelude/net.go"),
);

/// The package whose file declares the universe.
const BUILTIN: &str = "builtin";

/// The facts of a Go file.
pub(crate) fn extract(tree: &SyntaxTree, text: &str, remember: Remember<'_>) -> (FileFacts, Memory) {
    let root = tree.tree.root_node();
    let mut state = State {
        builder: FactsBuilder::new(Language::Go, text, remember),
        depth: 0,
        frame: ItemFrame::default(),
        outer: Vec::new(),
        silent: false,
        loose: false,
        package: None,
        module: None,
    };
    state.builder.errors(root, false);
    Walker { children: Children::new(root), state: &mut state }.file(root);
    state.builder.build()
}

/// Per open item: nodes of its arena that are made once, and what it is.
#[derive(Debug, Default)]
struct ItemFrame {
    unknown: Option<ExpressionId>,
    literals: [Option<ExpressionId>; 8],
    /// How many types without a name it holds so far.
    anonymous: u32,
    /// Whether the item is, or stands in, a function.
    in_function: bool,
}

struct State<'t> {
    builder: FactsBuilder<'t>,
    depth: u32,
    frame: ItemFrame,
    outer: Vec<ItemFrame>,
    /// Whether what is walked was mentioned before and only its expression is wanted.
    silent: bool,
    /// Whether statements without a function around them are walked: what they declare is most likely a local of one that is
    /// damaged.
    loose: bool,
    /// What the first package clause says.
    package: Option<Name>,
    /// The package of the prelude that is being walked.
    module: Option<Name>,
}

impl State<'_> {
    /// A hash of what a top-level declaration may depend on beside its text and what stands before it.
    fn hash(&self) -> u64 {
        foldhash::fast::FixedState::with_seed(5).hash_one(self.package.is_some_and(|name| name == *BUILTIN))
    }
}

type Child<'n> = children::Child<'n, Kind>;

/// Walks the tree.
struct Walker<'s, 't, 'n> {
    state: &'s mut State<'t>,
    children: Children<'n, Kind>,
}

impl<'n> WalkChildren<'n> for Walker<'_, '_, 'n> {
    type Kind = Kind;

    fn stack(&self) -> &Children<'n, Kind> {
        &self.children
    }

    fn stack_mut(&mut self) -> &mut Children<'n, Kind> {
        &mut self.children
    }
}

impl<'t, 'n> Walker<'_, 't, 'n> {
    /// The named children in `field` (a list with its commas has one field name).
    fn fields(&self, frame: Frame, field: u16) -> Vec<Node<'n>> {
        let children = self.frame(frame).iter();
        children.filter(|child| child.field == field && !child.kind.is_token()).map(|c| c.node).collect()
    }

    /// The children in these fields.
    fn parts<const N: usize>(&mut self, node: Node<'n>, fields: [u16; N]) -> [Option<Child<'n>>; N] {
        let frame = self.children(node);
        let parts = fields.map(|field| self.field(frame, field));
        self.leave(frame);
        parts
    }

    /// The named children of `node`.
    fn named(&mut self, node: Node<'n>) -> Vec<Child<'n>> {
        let frame = self.children(node);
        let named = self.frame(frame).iter().filter(|child| !child.kind.is_token()).copied().collect();
        self.leave(frame);
        named
    }

    /// Counts one level of nesting; false past the limit, and then nothing is to be done.
    fn enter(&mut self) -> bool {
        if self.state.depth >= MAX_DEPTH {
            self.state.builder.too_deep();
            return false;
        }
        self.state.depth += 1;
        true
    }

    fn exit(&mut self) {
        self.state.depth -= 1;
    }

    fn text(&self, node: Node<'n>) -> &'t str {
        self.state.builder.node_text(node)
    }

    fn name(&self, node: Node<'n>) -> Name {
        Name::new(self.text(node))
    }

    fn add(&mut self, expression: Expression) -> ExpressionId {
        self.state.builder.expression(expression)
    }

    fn unknown(&mut self) -> ExpressionId {
        if let Some(id) = self.state.frame.unknown {
            return id;
        }
        let id = self.add(Expression::Unknown);
        self.state.frame.unknown = Some(id);
        id
    }

    fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        let slot = kind as usize;
        if let Some(Some(id)) = self.state.frame.literals.get(slot) {
            return *id;
        }
        let id = self.add(Expression::Literal(kind));
        if let Some(cell) = self.state.frame.literals.get_mut(slot) {
            *cell = Some(id);
        }
        id
    }

    fn range(&self, node: Node<'n>) -> TextRange {
        range(node)
    }

    /// Runs `walk` for expressions alone: nothing is mentioned, bound or defined.
    fn silently<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.state.silent, true);
        let result = walk(self);
        self.state.silent = outer;
        result
    }

    /// Opens an item's frame; [`Walker::pop_item`] leaves it and closes the item.
    fn push_item(&mut self, in_function: bool) {
        let in_function = in_function || self.state.frame.in_function;
        let frame = ItemFrame { in_function, ..ItemFrame::default() };
        self.state.outer.push(std::mem::replace(&mut self.state.frame, frame));
    }

    fn pop_item(&mut self) {
        self.state.builder.close();
        let at_top = self.state.outer.len() == 1;
        self.state.frame = self.state.outer.pop().unwrap_or_default();
        if at_top {
            self.new_run();
        }
    }

    /// The builder began a new run of statements, with an arena of its own.
    fn new_run(&mut self) {
        self.state.frame = ItemFrame::default();
    }
}
