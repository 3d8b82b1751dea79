//! C# to facts.
//!
//! Conventions that resolution relies on, beside those of the facts model:
//! * The first namespace of a file is its [`FileFacts::scope`]: what is declared in it stands at the file's top level. Every
//!   other namespace is a module item named as written (`A.B`).
//! * A type's name with type arguments carries their number in expressions, as the runtime spells it (``List`1``): types of
//!   one name differ by it. The definition's name does not.
//! * The name of an attribute ends with `@` in expressions: `Foo@` is `FooAttribute` or `Foo`.
//! * A predefined type other than those with literals is a path from the global root (`global::Int64`).
//! * `T?` is `T`.
//! * Both arms of an `#if` are read, one behind the other.
//! * A using directive is a wildcard import; `global using` is one that is passed on; of `using static` the path has an empty
//!   last segment. An alias of a plain name is an import by name, an alias of any other type a type alias of the file.
//! * A delegate is a type alias of a function type.
//! * A constructor has its type's name, an indexer is the property `this[]`, an operator the method `operator +`. A primary
//!   constructor's parameters are those of the type; those of a record are properties, those of a class bindings of it.
//! * The first parameter of an extension method is its receiver; the method is flagged so.
//! * An explicit implementation of an interface's member is flagged as part of an implementation.
//! * A tuple is an object of its element names (`Item1` where there is none).
//! * The value of a pattern that declares a name is cast to the pattern's type.

mod attributes;
mod calls;
mod closures;
mod declarations;
mod directives;
mod expressions;
mod kinds;
mod members;
mod namespaces;
mod patterns;
mod queries;
mod statements;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use directives::without_directives;

use lockstep_facts::{
    CallShape, Definition, DefinitionFlags, Expression, ExpressionId, FileFacts, Language, LiteralKind, Name,
    ReferenceRole, ReferenceTarget, SymbolKind, Visibility,
};
use tree_sitter::{Node, TreeCursor};

use crate::builder::{FactsBuilder, range};
use crate::walk::Walk;
use crate::{Memory, Remember, SyntaxTree};
use kinds::{Grammar, Kind, grammar};

/// See the module's documentation.
pub(crate) fn extract(tree: &SyntaxTree, text: &str, remember: Remember<'_>) -> (FileFacts, Memory) {
    let mut walker = Walker {
        builder: FactsBuilder::new(Language::CSharp, text, remember),
        grammar: grammar(),
        depth: 0,
        contexts: vec![Context::new(ContextKind::Module)],
        cursors: Vec::new(),
        comment: None,
        scope: None,
        muted: false,
        conditional: 0,
    };
    let root = tree.tree.root_node();
    walker.builder.errors(root, true);
    walker.module_list(root);
    walker.builder.build()
}

/// The prelude's source.
pub(crate) const PRELUDE: &str = concat!(
    include_str!("prelude/system.cs"),
    "\n",
    include_str!("prelude/collections.cs"),
    "\n",
    include_str!("prelude/linq.cs"),
    "\n",
    include_str!("prelude/io.cs"),
);

/// What is being walked: the file or a namespace, a type, a function or closure, or another item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContextKind {
    Module,
    Type,
    Function,
    Other,
}

/// What an expression is expected to be, where its place says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Nothing,
    /// A value like this one.
    Value(ExpressionId),
    /// What a call wants as an argument.
    Argument {
        call: ExpressionId,
        argument: u8,
    },
}

struct Context {
    kind: ContextKind,
    /// The kind of the type around.
    type_kind: SymbolKind,
    is_async: bool,
    returns: Vec<ExpressionId>,
    yields: Vec<ExpressionId>,
    /// What a returned value is expected to be.
    expected: Expect,
}

impl Context {
    fn new(kind: ContextKind) -> Context {
        Context {
            kind,
            type_kind: SymbolKind::Module,
            is_async: false,
            returns: Vec::new(),
            yields: Vec::new(),
            expected: Expect::Nothing,
        }
    }
}

/// A comment that may document what follows it.
#[derive(Clone, Copy)]
struct Comment {
    start: usize,
    end: usize,
    end_row: usize,
}

struct Walker<'t> {
    builder: FactsBuilder<'t>,
    grammar: &'static Grammar,
    depth: u32,
    contexts: Vec<Context>,
    /// Cursors to use again: a new one allocates.
    cursors: Vec<TreeCursor<'t>>,
    comment: Option<Comment>,
    /// The file's own namespace, once it is known: empty if a type stands outside of any.
    scope: Option<Name>,
    /// Nothing that is walked now is a reference: it is walked a second time.
    muted: bool,
    /// How many `#if` are around.
    conditional: u32,
}

impl<'t> Walk<'t> for Walker<'t> {
    type Kind = Kind;

    fn builder(&mut self) -> &mut FactsBuilder<'t> {
        &mut self.builder
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn cursors(&mut self) -> &mut Vec<TreeCursor<'t>> {
        &mut self.cursors
    }

    fn kind(&self, node: Node<'_>) -> Kind {
        self.grammar.kind(node)
    }
}

impl<'t> Walker<'t> {
    fn child(&self, node: Node<'t>, field: u16) -> Option<Node<'t>> {
        node.child_by_field_id(field)
    }

    /// Whether a child is a part of what is around it: named and no comment, or `this` or `base`.
    fn is_part(&self, child: Node<'t>) -> bool {
        let kind = self.kind(child);
        (child.is_named() && !kind.is_trivia()) || matches!(kind, Kind::TokenThis | Kind::TokenBase)
    }

    /// Visits the children that are parts.
    fn each_part(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        self.each_child(node, |w, child| {
            if w.is_part(child) {
                visit(w, child);
            }
        });
    }

    /// The parts of `node`.
    fn parts(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut parts = Vec::new();
        self.each_part(node, |_, child| parts.push(child));
        parts
    }

    /// The first part.
    fn first_part(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let mut found = None;
        self.each_child(node, |w, child| {
            if found.is_none() && w.is_part(child) {
                found = Some(child);
            }
        });
        found
    }

    /// The last part.
    fn last_part(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let mut found = None;
        self.each_part(node, |_, child| found = Some(child));
        found
    }

    /// What a top-level statement may depend on beside its text and the comments before it.
    fn state(&self) -> u64 {
        u64::from(self.scope.is_some()) | u64::from(self.conditional) << 1
    }

    /// The same of a member, beside the path of the type around it.
    fn member_state(&self) -> u64 {
        let around =
            self.contexts.last().map_or(0, |context| context.kind as u64 | (context.type_kind as u64) << 8);
        self.state().wrapping_mul(1 << 16) | around
    }

    /// Whatever stands in a damaged node.
    fn anything(&mut self, node: Node<'t>) {
        let kind = self.kind(node);
        if kind.is_trivia() {
            return;
        }
        if kind == Kind::Error {
            self.nested((), |w| w.each_part(node, |w, child| w.anything(child)));
        } else if kind.is_declaration() {
            self.nested((), |w| w.declaration(node));
        } else if kind.is_statement() {
            self.nested((), |w| w.statement(node));
        } else if kind.is_pattern() {
            let value = self.unknown();
            self.pattern(node, value);
        } else if kind.is_type() {
            self.type_of(node);
        } else {
            self.value(node, Expect::Nothing);
        }
    }

    /// What stands in a damaged node beside its parts.
    fn each_error(&mut self, node: Node<'t>) {
        if node.has_error() {
            self.each_part(node, |w, child| {
                if w.kind(child) == Kind::Error {
                    w.anything(child);
                }
            });
        }
    }

    fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        self.expression(Expression::Literal(kind))
    }

    /// A type of the prelude, by its name there.
    fn standard(&mut self, name: &str) -> ExpressionId {
        let base = self.expression(Expression::Root(lockstep_facts::PathRoot::Global));
        self.expression(Expression::Path { base, name: Name::new(name) })
    }

    /// The name an identifier spells, without a verbatim mark.
    fn name(&self, node: Node<'_>) -> Name {
        let text = self.builder.node_text(node);
        Name::new(text.strip_prefix('@').unwrap_or(text))
    }

    fn reference(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        if node.start_byte() < node.end_byte() && !self.muted {
            let name = self.name(node);
            let mut at = range(node);
            at.start += u32::from(self.builder.node_text(node).starts_with('@'));
            self.builder.reference_at(at, name, role, target, call);
        }
    }

    /// Adds a local that is visible from here on.
    fn bind(&mut self, node: Node<'t>, declared: Option<ExpressionId>, value: Option<ExpressionId>) {
        if node.start_byte() < node.end_byte() && self.builder.node_text(node) != "_" {
            let scope = self.builder.scope();
            self.builder.binding(node, scope, false, declared, value);
        }
    }

    fn context(&mut self) -> &mut Context {
        if self.contexts.is_empty() {
            self.contexts.push(Context::new(ContextKind::Module));
        }
        let last = self.contexts.len() - 1;
        &mut self.contexts[last]
    }

    /// The node of an expectation; none where nothing is expected.
    fn expected(&mut self, expect: Expect) -> Option<ExpressionId> {
        match expect {
            Expect::Nothing => None,
            Expect::Value(id) => Some(id),
            Expect::Argument { call, argument } => {
                Some(self.expression(Expression::Expected { call, argument }))
            }
        }
    }

    /// What the elements of something expected are expected to be.
    fn expected_element(&mut self, expect: Expect) -> Expect {
        match self.expected(expect) {
            Some(id) => Expect::Value(self.expression(Expression::Element(id))),
            None => Expect::Nothing,
        }
    }

    /// Opens the item of `definition`, whose text is `node`: with the comment and the attributes in front.
    fn open(
        &mut self,
        node: Node<'t>,
        name: Option<Node<'t>>,
        definition: Definition,
        kind: ContextKind,
        attributes: &[Node<'t>],
    ) {
        let comment = self.comment.take();
        let type_kind = match definition.kind.is_type() {
            true => definition.kind,
            false => self.context().type_kind,
        };
        self.builder.open_definition(node, name, definition);
        self.contexts.push(Context { type_kind, ..Context::new(kind) });
        if let Some(comment) = comment {
            self.builder.extend_start(comment.start as u32);
            let text = self.builder.text.get(comment.start..comment.end).unwrap_or_default();
            let documentation = documentation(text);
            if let Some(definition) = self.builder.definition() {
                definition.documentation = documentation;
            }
        }
        for list in attributes {
            self.attribute_list(*list);
        }
    }

    /// Closes the innermost item; gives its context.
    fn close(&mut self) -> Option<Context> {
        self.builder.close();
        self.contexts.pop()
    }

    /// A definition with what its place says about it.
    fn definition(&mut self, kind: SymbolKind, name: Name, modifiers: Modifiers) -> Definition {
        let container = self.builder.container();
        let context = self.context();
        let visibility = match (modifiers.visibility, context.kind) {
            (_, ContextKind::Function | ContextKind::Other) => Visibility::Local,
            (Some(visibility), _) => visibility,
            (None, ContextKind::Module) => Visibility::Package,
            (None, ContextKind::Type) => match context.type_kind {
                SymbolKind::Interface | SymbolKind::Enum => Visibility::Public,
                _ => Visibility::Private,
            },
        };
        let mut flags = modifiers.flags;
        flags.set(DefinitionFlags::CONDITIONAL, self.conditional > 0);
        Definition {
            kind,
            name,
            container,
            visibility,
            flags,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: Box::default(),
            documentation: Box::default(),
        }
    }

    /// The text from `start` to `end`, as a signature.
    fn signature(&self, start: usize, end: usize) -> Box<str> {
        let text = self.builder.text.get(start..end).unwrap_or_default().trim();
        let text = text.trim_end_matches(['{', ';', ',']).trim_end();
        let text = text.strip_suffix("=>").unwrap_or(text).trim_end();
        let text = text.strip_suffix('=').unwrap_or(text).trim_end();
        crate::builder::one_line(text, 300)
    }

    /// Notes a comment that may document what comes next.
    fn note_comment(&mut self, node: Node<'t>, previous_row: Option<usize>) {
        let text = self.builder.node_text(node);
        let (start, end) = (node.start_byte(), node.end_byte());
        let (start_row, end_row) = (node.start_position().row, node.end_position().row);
        if text.starts_with("/**") {
            self.comment = Some(Comment { start, end, end_row });
        } else if text.starts_with("//") && previous_row != Some(start_row) {
            self.comment = match self.comment {
                Some(before) if before.end_row + 1 == start_row => Some(Comment { end, end_row, ..before }),
                _ => Some(Comment { start, end, end_row }),
            };
        } else {
            self.comment = None;
        }
    }

    /// Drops the noted comment if `node` does not stand right behind it.
    fn check_comment(&mut self, node: Node<'t>) {
        if let Some(comment) = self.comment
            && comment.end_row + 1 < node.start_position().row
        {
            self.comment = None;
        }
    }

    /// Walks what stands in a list of declarations, each with the comment in front of it.
    fn each_commented(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        let mut row = None;
        self.each_child(node, |w, child| {
            let kind = w.kind(child);
            if kind == Kind::Comment {
                w.note_comment(child, row);
            } else if child.is_named() && !kind.is_trivia() {
                w.check_comment(child);
                visit(w, child);
                w.comment = None;
            }
            row = Some(child.end_position().row);
        });
    }

    /// Enters a scope, walks, and leaves it.
    fn scoped(&mut self, kind: lockstep_facts::ScopeKind, walk: impl FnOnce(&mut Self)) {
        let before = self.builder.scope();
        let inside = self.builder.push_scope(kind);
        walk(self);
        // Past the limit of scopes there is none to leave.
        if inside != before {
            self.builder.pop_scope();
        }
    }
}

/// What the modifiers in front of a declaration say.
#[derive(Clone, Copy, Debug, Default)]
struct Modifiers {
    visibility: Option<Visibility>,
    flags: DefinitionFlags,
    is_const: bool,
}

/// The first lines of what a comment says, without its marks; of an XML comment, its summary.
fn documentation(comment: &str) -> Box<str> {
    let body = comment.strip_prefix("/**").unwrap_or(comment);
    let body = body.strip_suffix("*/").unwrap_or(body);
    let mut text = String::new();
    for line in body.lines() {
        let line = line.trim();
        let line = line.strip_prefix("//").map_or(line, |rest| rest.trim_start_matches('/'));
        let line = without_tags(line.trim_start_matches('*').trim());
        let is_end = ["<param", "<returns", "<typeparam", "<exception", "<remarks", "<example"]
            .iter()
            .any(|tag| line.starts_with(tag));
        if is_end && !text.is_empty() {
            break;
        }
        let line = line.trim();
        if line.is_empty() {
            if text.is_empty() {
                continue;
            }
            break;
        }
        if text.len() + line.len() + 1 > 600 {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text.into()
}

/// A line of an XML comment with `<summary>` and `<para>` taken away and `<see cref="X"/>` replaced by `X`.
fn without_tags(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('<') {
        let Some(close) = rest[open..].find('>') else { break };
        let tag = &rest[open + 1..open + close];
        out.push_str(&rest[..open]);
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        match name {
            "summary" | "para" | "c" | "code" | "b" | "i" | "br" => {}
            "see" | "seealso" | "paramref" | "typeparamref" => {
                let named = tag.split('"').nth(1).unwrap_or_default();
                out.push_str(named.rsplit_once(':').map_or(named, |(_, name)| name));
            }
            _ => {
                out.push('<');
                out.push_str(tag);
                out.push('>');
            }
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}
