//! C and C++: text to facts. One walk for both grammars.
//!
//! Conventions that resolution relies on, beside those of the facts model:
//! * Pointers, references and arrays are not told from what they lead to: `struct node *p` is a `node`.
//! * A tag and a type name are one name: `typedef struct X {} X` is one definition, at the tag; `typedef struct X X` and
//!   `struct X;` declare it.
//! * A declaration without a body or a value is an item with `DECLARATION`; where its own file defines the same name in the
//!   same place its local path has `~declared` behind it, so that the definition keeps the plain one.
//! * A member defined outside of its class (`A::f`) is a definition in the container `A` that has an
//!   [`lockstep_facts::Impl`] head as well, for the type that its qualifier names.
//! * What only its own file sees (`static`, an anonymous namespace) is `Private`; an anonymous or inline namespace is no
//!   container. The second block of a namespace is an item of its own whose members have the container of the first.
//! * The constants of an unscoped enumeration stand beside it, those of `enum class` in it.
//! * An `#include` is a wildcard import that is passed on, its path one segment as written: `Crate` in angle brackets, else
//!   `Plain`. `using namespace` is one that is not.
//! * A macro is a definition whose body is read as an expression where it reads as one, its parameters being type
//!   parameters of that name; else its tokens are mentioned one by one.
//! * Both arms of `#if` are there; what stands in one is `CONDITIONAL`.
//! * What is hidden from the parser (see `masks`) is mentioned from the text.

mod classes;
mod declarations;
mod declarators;
mod defined;
mod expressions;
mod functions;
mod items;
mod kinds;
mod macros;
mod masks;
mod scan;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;
mod types;
mod words;

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use lockstep_facts::{
    CallShape, Container, Expression, ExpressionId, FileFacts, Language, LiteralKind, Name, ReferenceRole,
    ReferenceTarget, TextRange, Visibility,
};
use tree_sitter::{Node, TreeCursor};

use crate::builder::{FactsBuilder, range, set_state};
use crate::{MAX_DEPTH, Memory, Remember, SyntaxTree};

use kinds::{Grammar, Kind, grammar};
use masks::MaskKind;
pub(crate) use masks::{Mask, apply as hide};
pub(crate) use scan::Scan;
pub(crate) use tokens::Changed;

/// The facts of a C or C++ file.
pub(crate) fn extract(tree: &SyntaxTree, text: &str, remember: Remember<'_>) -> (FileFacts, Memory) {
    let root = tree.tree.root_node();
    let mut state = State {
        builder: FactsBuilder::new(tree.origin.language, text, remember),
        grammar: grammar(tree.origin.grammar),
        language: tree.origin.grammar,
        depth: 0,
        in_macro: false,
        masks: Arc::clone(&tree.origin.hidden.masks),
        next_mask: 0,
        defined: HashSet::default(),
        declared_state: 0,
        noting: false,
        noted: Vec::new(),
        containers: Vec::new(),
        place: Place::Module,
        access: Visibility::Public,
        hidden: false,
        conditional: 0,
        unknown: None,
        returns: None,
        macro_parameters: Vec::new(),
    };
    state.builder.errors(root, false);
    let mut walker = Walker::new(&mut state, root);
    walker.find_defined(root, "");
    walker.state.declared_state = set_state(&walker.state.defined);
    walker.file(root);
    state.builder.build()
}

/// What is being walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// The top level of a file or namespace.
    Module,
    /// The class of this name.
    Class(Name),
    /// A function.
    Function,
}

type NameSet = HashSet<(Name, Name), foldhash::fast::FixedState>;

/// What is shared by the walk of the file and those of macro bodies.
struct State<'t> {
    builder: FactsBuilder<'t>,
    grammar: &'static Grammar,
    /// The language of the grammar.
    language: Language,
    depth: u32,
    /// Whether the body of a macro is being walked.
    in_macro: bool,
    masks: Arc<[Mask]>,
    /// The first one that is not mentioned yet.
    next_mask: usize,
    /// (container path, name) of what the file defines, not only declares.
    defined: NameSet,
    /// A hash of that.
    declared_state: u64,
    /// Whether a first look through the file is inside a statement, and what it found there.
    noting: bool,
    noted: Vec<(Name, Name)>,
    /// Namespaces and classes around, outermost first.
    containers: Vec<Container>,
    place: Place,
    /// What members of the class are, from the last access specifier on.
    access: Visibility,
    /// Whether an anonymous namespace is around.
    hidden: bool,
    /// How many `#if` are around, include guards left out.
    conditional: u32,
    /// The slot of the item it is in, and the node of its arena that is unknown.
    unknown: Option<(usize, ExpressionId)>,
    /// Values returned by the innermost function; none outside of one.
    returns: Option<Vec<ExpressionId>>,
    /// The parameters of the macro whose body is being walked.
    macro_parameters: Vec<Name>,
}

impl State<'_> {
    /// A hash of what a declaration may depend on beside its text, what stands before it and the path of what is around it.
    fn hash(&self, node: Node<'_>) -> u64 {
        let first = self.masks.partition_point(|mask| mask.start < node.start_byte() as u32);
        // Masks before it belong to it as well.
        let pending = self.next_mask < first;
        let declared =
            if self.grammar.kind(node) == Kind::FunctionDefinition { 0 } else { self.declared_state };
        let around = (&self.containers, self.place, self.access);
        let known = (self.language, self.conditional, self.hidden, pending, declared, around);
        self.hash_hidden(node, foldhash::fast::FixedState::with_seed(5).hash_one(known))
    }

    /// `known` with what is hidden in `node`.
    fn hash_hidden(&self, node: Node<'_>, known: u64) -> u64 {
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        let first = self.masks.partition_point(|mask| mask.start < start);
        let inside = self.masks.iter().skip(first).take_while(|mask| mask.start < end);
        let hashed = |known, mask: &Mask| {
            let known = (known, mask.start - start, mask.end - start);
            foldhash::fast::FixedState::with_seed(5).hash_one(known)
        };
        inside.fold(known, hashed)
    }
}

/// A child with what is asked most about it.
#[derive(Clone, Copy)]
struct Child<'n> {
    kind: Kind,
    field: u16,
    node: Node<'n>,
}

/// Walks one tree.
struct Walker<'s, 't, 'n> {
    state: &'s mut State<'t>,
    cursor: TreeCursor<'n>,
    fields: &'static kinds::Fields,
    /// The parameters of a template whose declaration is walked next.
    template: Option<Node<'n>>,
    /// Children that a first look listed, by their parent's id and start.
    listed: HashMap<(usize, usize), Vec<Child<'n>>>,
}

impl<'s, 't, 'n> Walker<'s, 't, 'n> {
    fn new(state: &'s mut State<'t>, root: Node<'n>) -> Walker<'s, 't, 'n> {
        let fields = &state.grammar.fields;
        Walker { state, cursor: root.walk(), fields, template: None, listed: HashMap::new() }
    }

    fn kind(&self, node: Node<'n>) -> Kind {
        self.state.grammar.kind(node)
    }

    fn child(&self, node: Node<'n>) -> Child<'n> {
        Child { kind: self.kind(node), field: 0, node }
    }

    /// The children of `node`, tokens and comments included.
    fn all_children(&mut self, node: Node<'n>) -> Vec<Child<'n>> {
        let mut children = Vec::new();
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let node = self.cursor.node();
                let field = self.cursor.field_id().map_or(0, std::num::NonZero::get);
                children.push(Child { kind: self.state.grammar.kind(node), field, node });
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        children
    }

    /// The named children of `node`, comments left out.
    fn children(&mut self, node: Node<'n>) -> Vec<Child<'n>> {
        let mut children = Vec::new();
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let node = self.cursor.node();
                let kind = self.state.grammar.kind(node);
                if !matches!(kind, Kind::Token | Kind::Comment) {
                    let field = self.cursor.field_id().map_or(0, std::num::NonZero::get);
                    children.push(Child { kind, field, node });
                }
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        children
    }

    /// The child of `node` in `field`.
    fn field(&self, node: Node<'n>, field: u16) -> Option<Child<'n>> {
        node.child_by_field_id(field).map(|node| self.child(node))
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
        self.state.builder.name(node)
    }

    fn add(&mut self, expression: Expression) -> ExpressionId {
        self.state.builder.expression(expression)
    }

    fn unknown(&mut self) -> ExpressionId {
        let slot = self.state.builder.slot();
        if let Some((at, id)) = self.state.unknown
            && at == slot
        {
            return id;
        }
        let id = self.add(Expression::Unknown);
        self.state.unknown = Some((slot, id));
        id
    }

    fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        self.add(Expression::Literal(kind))
    }

    /// Mentions the name at `node`, after what is hidden before it.
    fn mention(
        &mut self,
        node: Node<'n>,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        let at = range(node);
        if at.is_empty() {
            return;
        }
        let name = self.name(node);
        self.mention_at(at, name, role, target, call);
    }

    fn mention_at(
        &mut self,
        at: TextRange,
        name: Name,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        self.mention_hidden(at.start);
        self.state.builder.reference_at(at, name, role, target, call);
    }

    /// Mentions the macros that are hidden before `end` and not mentioned yet.
    fn mention_hidden(&mut self, end: u32) {
        if self.state.in_macro {
            return;
        }
        while let Some(mask) = self.state.masks.get(self.state.next_mask).copied().filter(|m| m.start < end) {
            self.state.next_mask += 1;
            match mask.kind {
                MaskKind::Macro => self.mention_macro(mask),
                MaskKind::Definition => self.hidden_definition(mask),
                MaskKind::Include => self.hidden_include(mask),
                MaskKind::Silent | MaskKind::Keyword => {}
            }
        }
    }

    fn mention_macro(&mut self, mask: Mask) {
        let at = TextRange::new(mask.start, mask.word_end);
        let Some(text) = self.state.builder.text.get(at.start as usize..at.end as usize) else { return };
        let name = Name::new(text);
        let id = self.add(Expression::Name(name));
        self.state.builder.reference_at(at, name, ReferenceRole::Macro, ReferenceTarget::Macro(id), None);
        if mask.end > mask.word_end {
            self.mention_tokens(mask.word_end as usize..mask.end as usize);
        }
    }

    /// What is around, as a container of what is defined next.
    fn container(&self) -> Option<Container> {
        match self.state.place {
            Place::Function => self.state.builder.container(),
            _ => self.state.containers.last().copied(),
        }
    }
}
