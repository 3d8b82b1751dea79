//! Tables: what the kinds of nodes of a grammar are, written by name and looked up by number.

use std::collections::HashMap;

use lockstep_facts::{ExpressionId, SymbolKind};
use tree_sitter::Node;

use super::{Use, Walker};
use crate::grammar::field_id;

/// What a kind of nodes is. Places inside a node are written as the field's name, or as `#` and the kind of a child; several,
/// with spaces between, lead from child to child. Empty: the first named child.
#[derive(Clone, Copy)]
pub(super) enum Act {
    /// Nothing of it is a name.
    Skip,
    /// A comment, which may document what follows it.
    Comment,
    /// A mention of a name.
    Name,
    /// A mention of a type's name.
    Type,
    /// It stands for what its first named child stands for.
    Through,
    /// The instance around.
    SelfValue,
    /// The instance around, seen as its bases.
    Super,
    /// Names bound in it end with it.
    Block,
    /// The same, of a function without a name.
    Closure,
    /// A definition.
    Define(Define),
    /// A call: where what is called stands.
    Call(&'static str),
    /// A member of a value: where the value and the member's name stand.
    Member(&'static str, &'static str),
    /// The same, of a module or type.
    Path(&'static str, &'static str),
    /// Binds the names that stand at that place, for what follows.
    Bind(&'static str),
    /// A parameter: where its name stands.
    Parameter(&'static str),
    /// A type parameter: where its name stands.
    TypeParameter(&'static str),
    /// The children are bases of the type around.
    Bases,
    /// What no other act says.
    Do(Visit),
}

/// Walks a node, and says what it stands for.
pub(super) type Visit = for<'w, 't> fn(&'w mut Walker<'t>, Node<'t>, Use) -> Option<ExpressionId>;

/// How a kind of nodes defines something.
#[derive(Clone, Copy)]
pub(super) struct Define {
    /// A function in a type is a method, a variable a field, a variable in a function a local.
    pub(super) kind: SymbolKind,
    /// Where its name stands.
    pub(super) name: &'static str,
    /// Where its parameters stand; empty where the nodes of parameters say so themselves.
    pub(super) parameters: &'static str,
    /// Where its signature ends.
    pub(super) body: &'static str,
}

/// A definition without parameters.
pub(super) const fn define(kind: SymbolKind, name: &'static str, body: &'static str) -> Act {
    Act::Define(Define { kind, name, parameters: "", body })
}

/// A definition of something that is called.
pub(super) const fn function(name: &'static str, parameters: &'static str, body: &'static str) -> Act {
    Act::Define(Define { kind: SymbolKind::Function, name, parameters, body })
}

/// One language: its grammar and what its nodes are. Kinds that are not listed are walked through.
pub(super) struct Table {
    pub(super) grammar: fn() -> tree_sitter::Language,
    pub(super) nodes: &'static [(&'static str, Act)],
}

/// A step from a node to one below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    First,
    Field(u16),
    /// The kind's numbers.
    Kind(Box<[u16]>),
}

/// The number of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u16);

/// [`Act`] in numbers.
#[derive(Clone, Copy)]
pub(super) enum Op {
    Walk,
    Skip,
    Comment,
    Name,
    Type,
    Through,
    SelfValue,
    Super,
    Block,
    Closure,
    Define { kind: SymbolKind, name: Place, parameters: Place, body: Place },
    Call(Place),
    Member(Place, Place),
    Path(Place, Place),
    Bind(Place),
    Parameter(Place),
    TypeParameter(Place),
    Bases,
    Do(Visit),
}

/// A table in numbers.
pub(super) struct Grammar {
    language: tree_sitter::Language,
    ops: Box<[Op]>,
    places: Vec<Box<[Step]>>,
}

impl Grammar {
    pub(super) fn of(table: &Table) -> Grammar {
        let language = (table.grammar)();
        let mut compiler = Compiler { language: &language, places: Vec::new(), known: HashMap::new() };
        let acts: HashMap<&str, Op> =
            table.nodes.iter().map(|(kind, act)| (*kind, compiler.op(*act))).collect();
        let op = |id| match language.node_kind_for_id(id) {
            Some(kind) if language.node_kind_is_named(id) => acts.get(kind).copied().unwrap_or(Op::Walk),
            _ => Op::Walk,
        };
        let ops = (0..language.node_kind_count() as u16).map(op).collect();
        let places = compiler.places;
        Grammar { language, ops, places }
    }

    /// What `node` is. What could not be parsed has a number behind all others: it is walked through.
    pub(super) fn op(&self, node: Node<'_>) -> Op {
        self.ops.get(usize::from(node.kind_id())).copied().unwrap_or(Op::Walk)
    }

    /// The number of a field.
    pub(super) fn field(&self, name: &str) -> u16 {
        field_id(&self.language, name)
    }

    pub(super) fn steps(&self, place: Place) -> &[Step] {
        self.places.get(usize::from(place.0)).map_or(&[], |steps| steps)
    }
}

struct Compiler<'l> {
    language: &'l tree_sitter::Language,
    places: Vec<Box<[Step]>>,
    known: HashMap<&'static str, Place>,
}

impl Compiler<'_> {
    fn place(&mut self, text: &'static str) -> Place {
        if let Some(place) = self.known.get(text) {
            return *place;
        }
        let steps = if text.is_empty() {
            Box::from([Step::First])
        } else {
            text.split(' ').map(|step| self.step(step)).collect()
        };
        self.places.push(steps);
        let place = Place(self.places.len() as u16 - 1);
        self.known.insert(text, place);
        place
    }

    fn step(&self, text: &str) -> Step {
        let Some(kind) = text.strip_prefix('#') else { return Step::Field(field_id(self.language, text)) };
        let ids = (0..self.language.node_kind_count() as u16).filter(|id| {
            self.language.node_kind_is_named(*id) && self.language.node_kind_for_id(*id) == Some(kind)
        });
        Step::Kind(ids.collect())
    }

    fn op(&mut self, act: Act) -> Op {
        match act {
            Act::Skip => Op::Skip,
            Act::Comment => Op::Comment,
            Act::Name => Op::Name,
            Act::Type => Op::Type,
            Act::Through => Op::Through,
            Act::SelfValue => Op::SelfValue,
            Act::Super => Op::Super,
            Act::Block => Op::Block,
            Act::Closure => Op::Closure,
            Act::Define(Define { kind, name, parameters, body }) => Op::Define {
                kind,
                name: self.place(name),
                parameters: self.place(if parameters.is_empty() { "no parameters" } else { parameters }),
                body: self.place(if body.is_empty() { "no body" } else { body }),
            },
            Act::Call(callee) => Op::Call(self.place(callee)),
            Act::Member(base, name) => Op::Member(self.place(base), self.place(name)),
            Act::Path(base, name) => Op::Path(self.place(base), self.place(name)),
            Act::Bind(names) => Op::Bind(self.place(names)),
            Act::Parameter(name) => Op::Parameter(self.place(name)),
            Act::TypeParameter(name) => Op::TypeParameter(self.place(name)),
            Act::Bases => Op::Bases,
            Act::Do(visit) => Op::Do(visit),
        }
    }
}
