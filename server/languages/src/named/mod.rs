//! Languages whose names are known and whose types are not: definitions, mentions and imports, by one walk for all of them.
//!
//! What a language's nodes are says its table ([`table`]); what no table can say, a function beside it. Conventions that
//! resolution relies on, beside those of the facts model:
//! * A name on its own is a `Name`, one behind a value a `Member`, one behind a module or type a `Path`.
//! * A local is a binding; a name that is only assigned to is one from there on, where the language says so.
//! * A definition whose container stands elsewhere (`class A::B`, `function M.f`) has it by path all the same.
//! * An import of a whole file is a wildcard, with the file's path as it is written as its one segment.

mod bash;
mod dart;
mod data;
mod elixir;
mod graphql;
mod haskell;
mod hcl;
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
use std::sync::LazyLock;

use lockstep_facts::{
    Base, CallShape, Container, Definition, DefinitionFlags, Expression, ExpressionId, FileFacts, Import,
    ImportPath, Language, Name, Parameter, ParameterKind, PathRoot, ReferenceRole, ReferenceTarget, ScopeId,
    ScopeKind, SymbolKind, TextRange, TypeParameter, Visibility,
};
use tree_sitter::{Node, TreeCursor};

use crate::builder::{FactsBuilder, one_line, range};
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
    static GRAMMARS: LazyLock<Vec<LazyLock<Option<Grammar>, Box<dyn Fn() -> Option<Grammar> + Send>>>> =
        LazyLock::new(|| {
            let lazy = |language: &Language| {
                let language = *language;
                let make: Box<dyn Fn() -> Option<Grammar> + Send> =
                    Box::new(move || table(language).map(Grammar::of));
                LazyLock::new(make)
            };
            Language::ALL.iter().map(lazy).collect()
        });
    GRAMMARS.get(language as usize)?.as_ref()
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

    /// Whether a file's own variable of that name is assigned to somewhere before.
    fn builder_knows(&mut self, name: Name) -> bool {
        self.builder.defines(name)
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

    // Definitions.

    fn define(
        &mut self,
        node: Node<'t>,
        kind: SymbolKind,
        name: Option<Node<'t>>,
        parameters: Option<Node<'t>>,
        body: Option<Node<'t>>,
    ) {
        let Some(name_node) = name else {
            self.children(node);
            return;
        };
        let name = Name::new(self.text(name_node));
        let is_value = matches!(kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Property);
        if is_value && self.is_local() {
            self.spelled.push(name_node.id());
            self.children(node);
            self.spelled.pop();
            self.bind(name_node);
            return;
        }
        self.spelled.push(name_node.id());
        self.open(node, name_node, name, kind, body);
        self.definition_parts(node, parameters);
        self.close();
        self.spelled.pop();
    }

    /// Walks what stands in a definition that is open.
    fn definition_parts(&mut self, node: Node<'t>, parameters: Option<Node<'t>>) {
        self.each_child(node, |w, child| {
            if !child.is_named() {
                return;
            }
            if Some(child) == parameters {
                w.parameters(child);
            } else {
                w.value(child, Use::READ);
            }
        });
    }

    fn parameters(&mut self, node: Node<'t>) {
        let outer = std::mem::replace(&mut self.in_parameters, true);
        self.value(node, Use::READ);
        self.in_parameters = outer;
    }

    /// Opens the definition of `name` in what is being built.
    fn open(
        &mut self,
        node: Node<'t>,
        name_node: Node<'t>,
        name: Name,
        kind: SymbolKind,
        body: Option<Node<'t>>,
    ) {
        let container = self.extended.or_else(|| self.builder.container());
        self.open_in(node, range(name_node), name, kind, body, container);
    }

    /// What `walk` defines is held by `container`, which stands elsewhere.
    fn extending(&mut self, container: Container, walk: impl FnOnce(&mut Self)) {
        let outer = self.extended.replace(container);
        let local = std::mem::take(&mut self.local);
        walk(self);
        self.local = local;
        self.extended = outer;
    }

    /// Walks what stands in `node` beside `but`, however deep that is.
    fn each_part(&mut self, node: Node<'t>, but: Node<'t>) {
        self.each_child(node, |w, child| {
            if !child.is_named() || child == but {
                return;
            }
            let holds = child.start_byte() <= but.start_byte() && but.end_byte() <= child.end_byte();
            match holds {
                true => w.nested((), |w| w.each_part(child, but)),
                false => {
                    w.value(child, Use::READ);
                }
            }
        });
    }

    fn open_in(
        &mut self,
        node: Node<'t>,
        at: TextRange,
        name: Name,
        kind: SymbolKind,
        body: Option<Node<'t>>,
        container: Option<Container>,
    ) {
        let kind = match kind {
            SymbolKind::Function if self.in_type() => SymbolKind::Method,
            SymbolKind::Variable if self.in_type() => SymbolKind::Field,
            kind => kind,
        };
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let mut signature = self.signature(node.start_byte(), end);
        if body.is_none()
            && is_holder(kind)
            && let Some((head, _)) = signature.split_once(" {")
        {
            signature = head.into();
        }
        let is_inside = container.is_some() && container == self.builder.container();
        let visibility =
            if self.is_local() && is_inside { Visibility::Local } else { visibility(&signature) };
        let signature = match self.pending_signature.take() {
            Some((of, pending)) if of == name => pending,
            _ => signature,
        };
        let mut definition = Definition {
            kind,
            name,
            container,
            visibility,
            flags: DefinitionFlags::default(),
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature,
            documentation: Box::default(),
        };
        let comments = self.comments_above(node);
        let pending = self.pending_documentation.take();
        if !comments.is_empty() {
            definition.documentation = documentation(comments.iter().map(|comment| self.text(*comment)));
        }
        if let Some((text, _)) = &pending {
            definition.documentation = text.clone();
        }
        let is_test = definition.signature.split(['(', ' ', '\n']).any(|word| word == "@Test");
        definition.flags.set(DefinitionFlags::TEST, is_test);
        self.builder.open_definition_at(range(node), Some(at), definition, "");
        if let Some(first) = comments.first() {
            self.builder.extend_start(first.start_byte() as u32);
        }
        if let Some((_, start)) = pending {
            self.builder.extend_start(start);
        }
        self.entered(kind);
    }

    fn entered(&mut self, kind: SymbolKind) {
        self.clauses = None;
        self.opened.push(Opened { kind, extended: self.extended.take(), local: self.local });
        self.frames.push(Frame { closed: true, names: Vec::new() });
        // What is inside a function is local; types and modules begin anew.
        if kind.is_callable() {
            self.local += 1;
        } else if is_holder(kind) {
            self.local = 0;
        }
    }

    /// Opens a function, or goes on with the one before if this is another clause of it; whether it is the first.
    fn open_clause(
        &mut self,
        node: Node<'t>,
        name_node: Node<'t>,
        name: Name,
        kind: SymbolKind,
        body: Option<Node<'t>>,
    ) -> bool {
        let around = self.extended.or_else(|| self.builder.container());
        let path = match around {
            Some(around) => Name::new(&format!("{}.{name}", around.path)),
            None => name,
        };
        let before = self.clauses.take().filter(|(_, of)| *of == path);
        let goes_on = before.is_some_and(|(slot, _)| self.builder.reopen(slot));
        if goes_on {
            self.pending_documentation = None;
            self.builder.item().ranges.full.end = node.end_byte() as u32;
            let kind = self.builder.definition().map_or(kind, |definition| definition.kind);
            self.entered(kind);
        } else {
            self.open(node, name_node, name, kind, body);
        }
        self.builder.push_scope(ScopeKind::Block);
        !goes_on
    }

    /// Closes what [`Walker::open_clause`] opened.
    fn close_clause(&mut self) {
        self.builder.pop_scope();
        let slot = self.builder.slot();
        let path = self.builder.path();
        let path = Name::new(path.as_str().split('~').next().unwrap_or_default());
        self.close();
        self.clauses = Some((slot, path));
    }

    /// What names in front of a definition's own make its container.
    fn container_of(&self, outer: &[&str]) -> Option<Container> {
        let around = self.builder.container();
        let Some(own) = outer.last() else { return around };
        let path = around.iter().map(|around| around.path.as_str()).chain(outer.iter().copied());
        let path: Vec<&str> = path.collect();
        Some(Container { path: Name::new(&path.join(".")), name: Name::new(own) })
    }

    /// Opens a definition called `A::B`: `outer` are the names in front of its own.
    fn open_qualified(
        &mut self,
        node: Node<'t>,
        last: Node<'t>,
        kind: SymbolKind,
        body: Option<Node<'t>>,
        outer: &[&str],
    ) {
        let container = self.container_of(outer);
        let name = Name::new(self.text(last));
        self.open_in(node, range(last), name, kind, body, container);
    }

    /// The names in front of the last one of a qualified name, and the node of that one.
    fn qualified(&mut self, node: Node<'t>, separator: &str) -> (Vec<&'t str>, Node<'t>) {
        let mut parts: Vec<&str> = self.text(node).split(separator).filter(|part| !part.is_empty()).collect();
        parts.pop();
        let last = if parts.is_empty() && node.named_child_count() == 0 {
            node
        } else {
            self.last_name(node).unwrap_or(node)
        };
        (parts, last)
    }

    /// Closes what was opened last.
    fn close(&mut self) {
        if let Some(open) = self.opened.pop() {
            self.local = open.local;
            self.extended = open.extended;
        }
        self.frames.pop();
        self.builder.close();
    }

    /// The text from `start` to `end`, as a signature.
    fn signature(&self, start: usize, end: usize) -> Box<str> {
        let text = self.builder.text.get(start..end).unwrap_or_default().trim();
        one_line(text.trim_end_matches(['{', ';', ',', '=', ':']).trim_end(), 300)
    }

    /// A parameter whose name stands at `name`; its type and default are walked.
    fn parameter(&mut self, node: Node<'t>, name: Option<Node<'t>>) {
        let Some(name) = name else {
            self.children(node);
            return;
        };
        if node != name {
            self.spelled.push(name.id());
            self.children(node);
            self.spelled.pop();
        }
        self.bind_parameter(name);
    }

    fn bind_parameter(&mut self, node: Node<'t>) {
        let name = Name::new(self.text(node));
        if name.is_empty() {
            return;
        }
        let is_own = self.in_parameters && self.opened.last().is_some_and(|open| open.kind.is_callable());
        let Some(definition) = self.builder.definition().filter(|_| is_own) else {
            self.bind(node);
            return;
        };
        let index = definition.parameters.len() as u16;
        definition.parameters.push(Parameter {
            name,
            kind: ParameterKind::Positional,
            declared: None,
            has_default: false,
        });
        self.builder.parameter_binding(node, index, None);
        self.bound(name);
    }

    fn type_parameter(&mut self, node: Node<'t>, name: Option<Node<'t>>) {
        if let Some(name) = name {
            let parameter =
                TypeParameter { name: Name::new(self.text(name)), bounds: Box::default(), default: None };
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters.push(parameter);
            }
        }
        if name != Some(node) {
            self.children_but(node, name);
        }
    }

    /// The children are bases: they do not see the type's members.
    fn bases(&mut self, node: Node<'t>) {
        self.builder.push_header_scope();
        self.each_child(node, |w, child| {
            if child.is_named() && !matches!(w.grammar.op(child), Op::Comment) {
                w.base(child);
            }
        });
        self.builder.pop_scope();
    }

    fn base(&mut self, node: Node<'t>) {
        let used = Use { role: ReferenceRole::Inherit, arguments: None };
        let Some(expression) = self.value(node, used) else { return };
        if let Some(definition) = self.builder.definition().filter(|definition| definition.kind.is_type()) {
            definition.bases.push(Base { expression, implements: false });
        }
    }

    // Comments.

    fn note_comment(&mut self, node: Node<'t>) {
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
    fn comments_above(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
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

    // Imports.

    /// A whole file: what it defines is seen here, or goes by `local`.
    fn import_file(&mut self, at: TextRange, path: &str, root: PathRoot, local: Option<Name>) {
        if path.is_empty() {
            return;
        }
        let import = Import {
            scope: ScopeId(0),
            path: ImportPath { root, segments: Box::from([Name::new(path)]) },
            name: None,
            local,
            exported: None,
            wildcard: local.is_none(),
            re_export: false,
            own: false,
        };
        let scope = self.builder.scope();
        let import = self.builder.import(Import { scope, ..import });
        let target = ReferenceTarget::ImportSegment { import, segment: 0 };
        self.builder.reference_at(at, stem(path), ReferenceRole::Import, target, None);
    }

    /// `name` of the module `path`, which goes by `local` here; everything of it, if there is no name.
    fn import_name(&mut self, path: &[&str], name: Option<Node<'t>>, local: Option<Name>) {
        let taken = name.map(|name| Name::new(self.text(name)));
        let scope = self.builder.scope();
        let import = self.builder.import(Import {
            scope,
            path: ImportPath {
                root: PathRoot::Plain,
                segments: path.iter().map(|segment| Name::new(segment)).collect(),
            },
            name: taken,
            local,
            exported: None,
            wildcard: taken.is_none(),
            re_export: false,
            own: false,
        });
        if let (Some(name), Some(taken)) = (name, taken) {
            let target = ReferenceTarget::Imported(import);
            self.builder.reference_at(range(name), taken, ReferenceRole::Import, target, None);
        }
    }
}

/// What a file goes by: its name up to the first dot.
fn stem(path: &str) -> Name {
    let last = path.rsplit('/').next().unwrap_or(path);
    Name::new(last.split('.').next().unwrap_or(last))
}

fn first_named(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(0)
}

/// The last line that a node has text on.
fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
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

fn visibility(signature: &str) -> Visibility {
    let words = signature.split([' ', '(']).take_while(|word| {
        !matches!(*word, "fun" | "func" | "def" | "class" | "val" | "var" | "let" | "function")
    });
    for word in words.take(6) {
        match word {
            "private" | "fileprivate" | "local" => return Visibility::Private,
            "protected" => return Visibility::Protected,
            _ => {}
        }
    }
    Visibility::Public
}

/// The first lines of what comments say, without their marks; tags (`@param`) end it.
fn documentation<'t>(comments: impl Iterator<Item = &'t str>) -> Box<str> {
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
