//! Languages whose names are known and whose types are not: definitions, mentions and imports, by one walk for all of them.
//!
//! What a language's nodes are says its table ([`table`]); what no table can say, a function beside it. Conventions that
//! resolution relies on, beside those of the facts model:
//! * A name on its own is a `Name`, one behind a value a `Member`, one behind a module or type a `Path`.
//! * A local is a binding; a name that is only assigned to is one from there on, where the language says so.
//! * A definition whose container stands elsewhere (`class A::B`, `function M.f`) has it by path all the same.
//! * An import of a whole file is a wildcard, with the file's path as it is written as its one segment.

mod bash;
mod comments;
mod dart;
mod data;
mod define;
mod elixir;
mod graphql;
mod haskell;
mod hcl;
mod imports;
mod kotlin;
mod lua;
mod php;
mod proto;
mod r;
mod ruby;
mod scala;
mod sql;
mod swift;
mod table;
mod zig;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::OnceLock;

use lockstep_facts::{
    CallShape, Container, DefinitionFlags, Expression, ExpressionId, FileFacts, Language, Name,
    ReferenceRole, ReferenceTarget, ScopeKind, SymbolKind, TextRange,
};
use tree_sitter::{Node, TreeCursor};

use crate::builder::{FactsBuilder, range};
use crate::walk::Walk;
use crate::{Memory, Remember, SyntaxTree};
use table::{Grammar, Op, Place, Step, Table};

pub(crate) use data::{extract as extract_data, is_too_deep};

/// The table of a language; none where it has rules of its own.
fn table(language: Language) -> Option<&'static Table> {
    Some(match language {
        Language::Bash => &bash::TABLE,
        Language::Dart => &dart::TABLE,
        Language::Elixir => &elixir::TABLE,
        Language::GraphQl => &graphql::TABLE,
        Language::Haskell => &haskell::TABLE,
        Language::Hcl => &hcl::TABLE,
        Language::Kotlin => &kotlin::TABLE,
        Language::Lua => &lua::TABLE,
        Language::Php => &php::TABLE,
        Language::Protobuf => &proto::TABLE,
        Language::R => &r::TABLE,
        Language::Ruby => &ruby::TABLE,
        Language::Scala => &scala::TABLE,
        Language::Sql => &sql::TABLE,
        Language::Swift => &swift::TABLE,
        Language::Zig => &zig::TABLE,
        _ => return None,
    })
}

/// The grammar of a language.
pub(crate) fn grammar(language: Language) -> Option<tree_sitter::Language> {
    table(language).map(|table| (table.grammar)()).or_else(|| data::grammar(language))
}

fn numbers(language: Language) -> Option<&'static Grammar> {
    static GRAMMARS: [OnceLock<Option<Grammar>>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    GRAMMARS.get(language as usize)?.get_or_init(|| table(language).map(Grammar::of)).as_ref()
}

/// See the module's documentation. Nothing is taken over from an earlier extraction.
pub(crate) fn extract(language: Language, tree: &SyntaxTree, text: &str) -> (FileFacts, Memory) {
    let Some(grammar) = numbers(language) else { return (FileFacts::empty(language), Memory::default()) };
    let mut walker = Walker {
        builder: FactsBuilder::new(language, text, Remember::Nothing),
        grammar,
        depth: 0,
        cursors: Vec::new(),
        comments: Vec::new(),
        frames: vec![Frame { closed: true, names: Vec::new() }],
        opened: Vec::new(),
        local: 0,
        in_parameters: false,
        spelled: Vec::new(),
        assigned: HashSet::default(),
        pending_flags: DefinitionFlags::default(),
        pending_signature: None,
        pending_documentation: None,
        extended: None,
        clauses: None,
    };
    let root = tree.tree.root_node();
    walker.builder.errors(root, true);
    walker.children(root);
    walker.builder.build()
}

/// What is done with what an expression stands for.
#[derive(Clone, Copy, Debug)]
struct Use {
    role: ReferenceRole,
    /// Of a call, how many arguments it has.
    arguments: Option<u8>,
}

impl Use {
    const READ: Use = Use { role: ReferenceRole::Read, arguments: None };
    const WRITE: Use = Use { role: ReferenceRole::Write, arguments: None };
    const TYPE: Use = Use { role: ReferenceRole::Type, arguments: None };

    fn call(arguments: usize) -> Use {
        Use { role: ReferenceRole::Call, arguments: Some(arguments.min(255) as u8) }
    }

    fn shape(self) -> Option<CallShape> {
        self.arguments.map(|arguments| CallShape { arguments, keywords: Box::default(), spread: false })
    }
}

/// Local names of one scope.
struct Frame {
    /// Whether what is inside does not see the locals outside of it.
    closed: bool,
    names: Vec<Name>,
}

/// A definition that is open.
struct Opened {
    kind: SymbolKind,
    /// What [`Walker::extended`] is outside of it.
    extended: Option<Container>,
    /// What [`Walker::local`] is outside of it.
    local: u32,
}

struct Walker<'t> {
    builder: FactsBuilder<'t>,
    grammar: &'static Grammar,
    depth: u32,
    cursors: Vec<TreeCursor<'t>>,
    /// Comments that stand below each other on lines of their own, as far as the last one.
    comments: Vec<Node<'t>>,
    frames: Vec<Frame>,
    opened: Vec<Opened>,
    /// Functions, closures and blocks around, up to the innermost type or module: in one, what is assigned to is a local.
    local: u32,
    /// Whether parameters are those of the definition being built.
    in_parameters: bool,
    /// Nodes that spell the names of open definitions: no mentions.
    spelled: Vec<usize>,
    /// Containers and names that are defined by assignments.
    assigned: HashSet<(Name, Name), foldhash::fast::FixedState>,
    /// Flags of the next definition.
    pending_flags: DefinitionFlags,
    /// The signature of the definition of that name, which is written apart from it.
    pending_signature: Option<(Name, Box<str>)>,
    /// What the next definition's documentation says, and where that begins.
    pending_documentation: Option<(Box<str>, u32)>,
    /// What is defined next is held by this, which stands elsewhere.
    extended: Option<Container>,
    /// Where the function stands whose clauses may go on: its slot and path.
    clauses: Option<(usize, Name)>,
}

impl<'t> Walk<'t> for Walker<'t> {
    type Kind = u16;

    fn builder(&mut self) -> &mut FactsBuilder<'t> {
        &mut self.builder
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn cursors(&mut self) -> &mut Vec<TreeCursor<'t>> {
        &mut self.cursors
    }

    fn kind(&self, node: Node<'_>) -> u16 {
        node.kind_id()
    }
}

impl<'t> Walker<'t> {
    // What a node is.

    /// Walks a node; what it stands for, if that can be said.
    fn value(&mut self, node: Node<'t>, used: Use) -> Option<ExpressionId> {
        match self.grammar.op(node) {
            Op::Skip => None,
            Op::Comment => {
                self.note_comment(node);
                None
            }
            Op::Name => self.mention(node, used),
            Op::Type => {
                let role = if used.role == ReferenceRole::Read { ReferenceRole::Type } else { used.role };
                self.mention(node, Use { role, ..used })
            }
            Op::SelfValue => Some(self.expression(Expression::SelfValue)),
            Op::Super => Some(self.expression(Expression::Super)),
            op => self.nested(None, |w| w.inner_value(node, op, used)),
        }
    }

    fn inner_value(&mut self, node: Node<'t>, op: Op, used: Use) -> Option<ExpressionId> {
        match op {
            Op::Through => return self.through(node, used),
            Op::Block => self.in_scope(ScopeKind::Block, |w| w.children(node)),
            Op::Closure => self.closure(|w| w.children(node)),
            Op::Define { kind, name, parameters, body } => {
                self.define(
                    node,
                    kind,
                    self.find(node, name),
                    self.find(node, parameters),
                    self.find(node, body),
                );
            }
            Op::Call(callee) => return self.call(node, self.find(node, callee)),
            Op::Member(base, name) | Op::Path(base, name) => {
                let is_path = matches!(op, Op::Path(..));
                let (base, name) = (self.find(node, base), self.find(node, name));
                return self.member(node, base, name, used, is_path);
            }
            Op::Bind(names) => {
                let names = self.find(node, names);
                if let Some(names) = names {
                    self.bind_all(names);
                }
                self.children_but(node, names);
            }
            Op::Parameter(name) => self.parameter(node, self.find(node, name)),
            Op::TypeParameter(name) => self.type_parameter(node, self.find(node, name)),
            Op::Bases => self.bases(node),
            Op::Do(visit) => return visit(self, node, used),
            _ => self.children(node),
        }
        None
    }

    /// Walks what stands in a node.
    fn children(&mut self, node: Node<'t>) {
        self.children_but(node, None);
    }

    fn children_but(&mut self, node: Node<'t>, but: Option<Node<'t>>) {
        self.each_child(node, |w, child| {
            if child.is_named() && Some(child) != but {
                w.value(child, Use::READ);
            }
        });
    }

    /// Walks a node, if there is one.
    fn maybe(&mut self, node: Option<Node<'t>>) -> Option<ExpressionId> {
        node.and_then(|node| self.value(node, Use::READ))
    }

    /// The same, with an expression in any case.
    fn maybe_unknown(&mut self, node: Option<Node<'t>>, used: Use) -> ExpressionId {
        let known = node.and_then(|node| self.value(node, used));
        known.unwrap_or_else(|| self.unknown())
    }

    /// The first named child stands for the whole; the others are walked.
    fn through(&mut self, node: Node<'t>, used: Use) -> Option<ExpressionId> {
        let mut found = None;
        let mut first = true;
        self.each_child(node, |w, child| {
            if !child.is_named() || matches!(w.grammar.op(child), Op::Comment) {
                return;
            }
            let value = w.value(child, if first { used } else { Use::READ });
            if std::mem::take(&mut first) {
                found = value;
            }
        });
        found
    }

    // Places in a node.

    fn find(&self, node: Node<'t>, place: Place) -> Option<Node<'t>> {
        let mut at = node;
        for step in self.grammar.steps(place) {
            at = match step {
                Step::First => first_named(at)?,
                Step::Field(field) => at.child_by_field_id(*field)?,
                Step::Kind(kinds) => {
                    let mut cursor = at.walk();
                    at.children(&mut cursor).find(|child| kinds.contains(&child.kind_id()))?
                }
            };
        }
        Some(at)
    }

    fn text(&self, node: Node<'_>) -> &'t str {
        self.builder.node_text(node)
    }

    /// The named children, comments left out.
    fn named(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut all = Vec::new();
        self.each_child(node, |w, child| {
            if child.is_named() && !matches!(w.grammar.op(child), Op::Comment) {
                all.push(child);
            }
        });
        all
    }

    /// The first child of that kind.
    fn child(&self, node: Node<'t>, kind: &str) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        node.children(&mut cursor).find(|child| child.kind() == kind)
    }

    /// Whether one of the tokens of `node` is `word`.
    fn has_word(&self, node: Node<'t>, word: &str) -> bool {
        self.word(node, word).is_some()
    }

    /// The token `word` of `node`.
    fn word(&self, node: Node<'t>, word: &str) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        node.children(&mut cursor).find(|child| !child.is_named() && child.kind() == word)
    }

    /// The last node of these kinds in `node`, a few levels down.
    fn last_string(&mut self, node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
        let mut at = node;
        for _ in 0..8 {
            let children = self.named(at);
            if let Some(found) = children.iter().rev().find(|child| kinds.contains(&child.kind())) {
                return Some(*found);
            }
            at = *children.last()?;
        }
        None
    }

    /// The last named child, where that is what a qualified name ends with.
    fn last_name(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        self.named(node).last().copied()
    }

    // Mentions.

    /// Whether a node spells the name of what is being built.
    fn is_spelled(&self, node: Node<'_>) -> bool {
        self.spelled.last() == Some(&node.id())
    }

    /// A mention of the name that `node` spells.
    fn mention(&mut self, node: Node<'t>, used: Use) -> Option<ExpressionId> {
        if self.is_spelled(node) {
            return None;
        }
        let name = Name::new(self.text(node));
        self.mention_as(range(node), name, used)
    }

    fn mention_as(&mut self, at: TextRange, name: Name, used: Use) -> Option<ExpressionId> {
        if name.is_empty() || name == "_" {
            return None;
        }
        let id = self.expression(Expression::Name(name));
        self.refer(at, name, id, used);
        Some(id)
    }

    /// Writes down that the last name of `expression` stands at `at`.
    fn refer(&mut self, at: TextRange, name: Name, expression: ExpressionId, used: Use) {
        let target = match used.role {
            ReferenceRole::Type | ReferenceRole::Inherit | ReferenceRole::Implement => {
                ReferenceTarget::Type(expression)
            }
            _ => ReferenceTarget::Value(expression),
        };
        if !name.is_empty() && !at.is_empty() {
            self.builder.reference_at(at, name, used.role, target, used.shape());
        }
    }

    /// A call of what stands at `callee`.
    fn call(&mut self, node: Node<'t>, callee: Option<Node<'t>>) -> Option<ExpressionId> {
        let arguments = argument_count(node);
        let callee_id = self.maybe_unknown(callee, Use::call(arguments));
        self.children_but(node, callee);
        Some(self.expression(Expression::Call { callee: callee_id, arguments: Box::default() }))
    }

    /// `base.name`; what else stands in the node is walked.
    fn member(
        &mut self,
        node: Node<'t>,
        base: Option<Node<'t>>,
        name: Option<Node<'t>>,
        used: Use,
        is_path: bool,
    ) -> Option<ExpressionId> {
        let base_id = self.maybe_unknown(base, Use::READ);
        let id = name.map(|name| self.member_of(base_id, name, used, is_path));
        self.each_child(node, |w, child| {
            if child.is_named() && Some(child) != base && Some(child) != name {
                w.value(child, Use::READ);
            }
        });
        id
    }

    fn member_of(&mut self, base: ExpressionId, name: Node<'t>, used: Use, is_path: bool) -> ExpressionId {
        let (at, name) = (range(name), Name::new(self.text(name)));
        let id = match is_path {
            true => self.expression(Expression::Path { base, name }),
            false => self.expression(Expression::Member { base, name }),
        };
        self.refer(at, name, id, used);
        id
    }

    // Scopes and locals.

    fn in_scope(&mut self, kind: ScopeKind, walk: impl FnOnce(&mut Self)) {
        self.builder.push_scope(kind);
        self.frames.push(Frame { closed: false, names: Vec::new() });
        self.local += 1;
        walk(self);
        self.local -= 1;
        self.frames.pop();
        self.builder.pop_scope();
    }

    /// A function without a name.
    fn closure(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.in_parameters);
        self.in_scope(ScopeKind::Closure, walk);
        self.in_parameters = outer;
    }

    fn is_bound(&self, name: Name) -> bool {
        for frame in self.frames.iter().rev() {
            if frame.names.contains(&name) {
                return true;
            }
            if frame.closed {
                return false;
            }
        }
        false
    }

    fn is_local(&self) -> bool {
        self.local > 0
    }

    /// Whether what is defined here is a member of a type.
    fn in_type(&self) -> bool {
        self.extended.is_some() || self.opened.last().is_some_and(|open| open.kind.is_type())
    }

    /// Whether what is defined here is a member of a type or module.
    fn in_holder(&self) -> bool {
        self.opened.last().is_some_and(|open| is_holder(open.kind))
    }

    /// The type or module around the function that is being built.
    fn type_around(&mut self) -> Option<Container> {
        self.builder.holder(is_holder)
    }

    /// Binds the name that a declaration inside a function, `name: Type`, begins with; the type is walked.
    fn bind_declared(&mut self, node: Node<'t>) {
        if matches!(self.grammar.op(node), Op::Name) {
            self.bind(node);
            return;
        }
        let name = self.named(node).into_iter().find(|child| matches!(self.grammar.op(*child), Op::Name));
        match name {
            Some(name) => {
                self.children_but(node, Some(name));
                self.bind(name);
            }
            None => self.bind_all(node),
        }
    }

    fn bound(&mut self, name: Name) {
        if let Some(frame) = self.frames.last_mut() {
            frame.names.push(name);
        }
    }

    /// A local that is visible from here on; outside of functions a variable of the file.
    fn bind(&mut self, node: Node<'t>) {
        let name = Name::new(self.text(node));
        if name.is_empty() || name == "_" {
            return;
        }
        if !self.is_local() && !self.in_parameters {
            let kind = if self.in_type() { SymbolKind::Field } else { SymbolKind::Variable };
            self.open(node, node, name, kind, None);
            self.close();
            return;
        }
        let scope = self.builder.scope();
        self.builder.binding(node, scope, false, None, None);
        self.bound(name);
    }

    /// Binds the names that a pattern consists of; the rest of it is walked.
    fn bind_all(&mut self, node: Node<'t>) {
        match self.grammar.op(node) {
            Op::Name => self.bind(node),
            Op::Walk | Op::Through | Op::Bind(_) => {
                self.nested((), |w| {
                    w.each_child(node, |w, child| {
                        if child.is_named() {
                            w.bind_all(child);
                        }
                    });
                });
            }
            _ => {
                self.value(node, Use::READ);
            }
        }
    }

    /// An assignment to a name that is a local from here on, unless it is one already.
    fn assign(&mut self, node: Node<'t>, whole: Node<'t>, kind: SymbolKind) {
        let name = Name::new(self.text(node));
        if self.is_local() {
            if self.is_bound(name) {
                self.mention(node, Use::WRITE);
            } else {
                self.bind(node);
            }
        } else {
            let container = self.builder.container();
            self.define_once(node, whole, name, kind, container);
        }
    }

    /// Defines `name` in `container` where it is assigned to for the first time, else mentions it.
    fn define_once(
        &mut self,
        node: Node<'t>,
        whole: Node<'t>,
        name: Name,
        kind: SymbolKind,
        container: Option<Container>,
    ) {
        let path = container.map_or(Name::empty(), |container| container.path);
        if self.assigned.insert((path, name)) {
            self.open_in(whole, range(node), name, kind, None, container);
            self.close();
        } else {
            self.mention_as(range(node), name, Use::WRITE);
        }
    }
}

fn first_named(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(0)
}

/// Whether what is defined in it is seen by its name or from inside, as in a file.
fn is_holder(kind: SymbolKind) -> bool {
    kind.is_type() || kind == SymbolKind::Module
}

/// How many arguments a call has, as far as its form shows.
fn argument_count(node: Node<'_>) -> usize {
    let mut cursor = node.walk();
    let holders = |child: &Node<'_>| child.is_named() && child.kind().contains("argument");
    let holder = node.children(&mut cursor).find(holders);
    holder.map_or(0, |arguments| arguments.named_child_count())
}
