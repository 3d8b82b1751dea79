//! Rust: text to facts.
//!
//! * A qualifier (`a` in `a::b`) is a reference of its own, looked up in the namespace of types and modules.
//! * `impl` members are definitions of the type (`Type.method`) whose lexical parent is the block.
//! * The arguments of macros are parsed again as expressions, statements or items where they read as such, else their
//!   tokens are scanned; what `macro_rules!` would define is not extracted.
//! * `#[cfg]` is not evaluated: everything is there.

mod attributes;
mod blocks;
mod expressions;
mod imports;
mod items;
mod macro_items;
mod macros;
mod members;
mod paths;
mod patterns;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use lockstep_facts::{
    Container, Expression, ExpressionId, FileFacts, Language, LiteralKind, Name, TextRange,
};
use tree_sitter::Node;

use crate::builder::{FactsBuilder, range};
use crate::children::{self, ChildKind as _, Children, Frame, WalkChildren};
use crate::{MAX_DEPTH, Memory, Remember, SyntaxTree};

use syntax::Kind;

/// Declarations of the standard library: one text, whose top level is that of `std`, `core` and `alloc` alike.
pub(crate) const PRELUDE: &str = concat!(
    include_str!("prelude/root.rs"),
    include_str!("prelude/values.rs"),
    include_str!("prelude/iterators.rs"),
    include_str!("prelude/text.rs"),
    include_str!("prelude/numbers.rs"),
    include_str!("prelude/collections.rs"),
    include_str!("prelude/io.rs"),
    include_str!("prelude/system.rs"),
);

/// The facts of a Rust file.
pub(crate) fn extract(tree: &SyntaxTree, text: &str, remember: Remember<'_>) -> (FileFacts, Memory) {
    let root = tree.tree.root_node();
    let mut state = State {
        builder: FactsBuilder::new(Language::Rust, text, remember),
        depth: 0,
        macro_depth: 0,
        frame: ItemFrame::default(),
        outer: Vec::new(),
        levels: Vec::new(),
        makers: Vec::new(),
        declared: Vec::new(),
        outer_parameters: Vec::new(),
    };
    state.builder.errors(root, false);
    Walker::new(&mut state, root).file(root);
    state.builder.build()
}

/// What the items being built belong to, beside their container.
#[derive(Clone, Copy, Debug, Default, Hash)]
enum Member {
    /// A module or a block.
    #[default]
    Module,
    /// A trait.
    Trait,
    /// An `impl` block for the type of this path and name.
    Impl { container: Container, of_trait: bool },
}

/// Per open item: nodes of its arena that are made once, and what its innermost closure returns.
#[derive(Debug, Default)]
struct ItemFrame {
    unknown: Option<ExpressionId>,
    self_value: Option<ExpressionId>,
    literals: [Option<ExpressionId>; 8],
    /// Values of `return` in the innermost closure or async block; none outside of one.
    returns: Option<Vec<ExpressionId>>,
    member: Member,
    /// Whether the item is, or stands in, a function.
    in_function: bool,
}

/// The types that a module or block defines, by name, to find what an `impl` is for.
struct Level {
    path: Name,
    types: Vec<Name>,
    hash: u64,
}

impl Level {
    fn new(path: Name, types: Vec<Name>) -> Level {
        let hash = FixedState::with_seed(5).hash_one((path, &types));
        Level { path, types, hash }
    }
}

/// What is shared by the walk of the file and those of macro arguments.
struct State<'t> {
    builder: FactsBuilder<'t>,
    depth: u32,
    macro_depth: u8,
    frame: ItemFrame,
    outer: Vec<ItemFrame>,
    levels: Vec<Level>,
    /// The macros of this file that make items of names they are given.
    makers: Vec<macro_items::Maker>,
    /// Where words stand that declare a name although they read as mentions.
    declared: Vec<u32>,
    /// The type parameters of the trait or `impl` around.
    outer_parameters: Vec<Name>,
}

impl State<'_> {
    /// A hash of what an item may depend on beside its text, what stands before it and the path of what is around it.
    fn hash(&self) -> u64 {
        let seed = FixedState::with_seed(5);
        if self.outer.is_empty() {
            return seed.hash_one(&self.makers);
        }
        let levels: Vec<u64> = self.levels.iter().map(|level| level.hash).collect();
        let frame = (self.frame.member, self.frame.in_function);
        seed.hash_one((&self.makers, levels, frame, &self.outer_parameters))
    }
}

type Child<'n> = children::Child<'n, Kind>;

/// Walks one tree.
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

impl<'s, 't, 'n> Walker<'s, 't, 'n> {
    fn new(state: &'s mut State<'t>, root: Node<'n>) -> Walker<'s, 't, 'n> {
        Walker { state, children: Children::new(root) }
    }

    /// The first child of the frame of this kind.
    fn child_of_kind(&self, frame: Frame, kind: Kind) -> Option<Child<'n>> {
        self.frame(frame).iter().find(|child| child.kind == kind).copied()
    }

    /// The first named child that is no comment.
    fn first_named(&mut self, node: Node<'n>) -> Option<Child<'n>> {
        let frame = self.children(node);
        let child = self.frame(frame).iter().find(|child| !child.kind.is_token()).copied();
        self.leave(frame);
        child
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

    /// The name spelled by `node`, without `r#`.
    fn name(&self, node: Node<'n>) -> Name {
        let text = self.text(node);
        Name::new(text.strip_prefix("r#").unwrap_or(text))
    }

    fn add(&mut self, expression: Expression) -> ExpressionId {
        self.state.builder.expression(expression)
    }

    /// A node to be filled in by [`Walker::fill`].
    fn reserve(&mut self) -> ExpressionId {
        self.add(Expression::Unknown)
    }

    fn fill(&mut self, id: ExpressionId, expression: Expression) {
        self.state.builder.fill(id, expression);
    }

    fn unknown(&mut self) -> ExpressionId {
        if let Some(id) = self.state.frame.unknown {
            return id;
        }
        let id = self.add(Expression::Unknown);
        self.state.frame.unknown = Some(id);
        id
    }

    fn self_value(&mut self) -> ExpressionId {
        if let Some(id) = self.state.frame.self_value {
            return id;
        }
        let id = self.add(Expression::SelfValue);
        self.state.frame.self_value = Some(id);
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

    /// Opens an item's frame; [`Walker::pop_item`] leaves it.
    fn push_item(&mut self, member: Member, in_function: bool) {
        let in_function = in_function || self.state.frame.in_function;
        let frame = ItemFrame { member, in_function, ..ItemFrame::default() };
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
        self.state.frame = ItemFrame { member: self.state.frame.member, ..ItemFrame::default() };
    }
}
