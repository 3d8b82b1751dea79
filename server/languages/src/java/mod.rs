//! Java to facts: one walk over the tree.
//!
//! Conventions that resolution relies on, beside those of the facts model:
//! * The package clause is [`FileFacts::scope`]; imports stand in the run of top-level statements.
//! * A method, a field and a type may share a name: a call without a receiver is a `Name` with a call, a field a `Name`
//!   without. Overloads are items of their own (`m`, `m~2`).
//! * A primitive type is a `Path` from the global root (`::int`); `void` and `?` are unknown; an array is a `List`.
//! * A variadic parameter's declared type is that of one argument; its binding is the array.
//! * A type written with its package (`java.util.List`) is an import of its own in the item it stands in, whose local name
//!   is the whole of it.
//! * The header of a type (bases, bounds, annotations) stands in a header scope: it does not see the type's members.
//! * A method reference is a closure whose result is a call of a callee with empty type arguments: of any arity.
//! * A constant in a `case` is a `Union`: a member of what is switched over, else the name.
//! * `this(…)` and `super(…)` are references named so, whose expression is the instance or its bases.
//! * A record's component is a `PROPERTY` field: what its accessor is called by.
//! * An anonymous class, and an enum constant's body, are items in what they stand in; the first is named `$` and its base.

mod declarations;
mod expressions;
mod imports;
mod kinds;
mod lambdas;
mod members;
mod statements;
mod types;

#[cfg(test)]
mod tests;

use lockstep_facts::{
    CallShape, Definition, DefinitionFlags, ExpressionId, FileFacts, Language, Name, ReferenceRole,
    ReferenceTarget, ScopeId, SymbolKind, Visibility,
};
use tree_sitter::{Node, TreeCursor};

use crate::builder::{FactsBuilder, one_line};
use crate::walk::Walk;
use crate::{Memory, Remember, SyntaxTree};
use kinds::{Fields, GRAMMAR, Grammar, Kind};

/// The commonest standard types, in Java.
pub(crate) const PRELUDE: &str = concat!(
    include_str!("prelude/lang.java"),
    include_str!("prelude/util.java"),
    include_str!("prelude/function.java"),
    include_str!("prelude/stream.java"),
    include_str!("prelude/io.java"),
);

/// See the module's documentation.
pub(crate) fn extract(tree: &SyntaxTree, text: &str, remember: Remember<'_>) -> (FileFacts, Memory) {
    let mut walker = Walker {
        builder: FactsBuilder::new(Language::Java, text, remember),
        grammar: &GRAMMAR,
        depth: 0,
        cursors: Vec::new(),
        comment: None,
        silent: false,
        in_interface: false,
        returns: Vec::new(),
        expected_result: Expect::Nothing,
    };
    let root = tree.tree.root_node();
    walker.builder.errors(root, true);
    walker.program(root);
    walker.builder.build()
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

struct Walker<'t> {
    builder: FactsBuilder<'t>,
    grammar: &'static Grammar,
    depth: u32,
    /// Cursors to use again: a new one allocates.
    cursors: Vec<TreeCursor<'t>>,
    /// The comment that may document what follows it.
    comment: Option<Node<'t>>,
    /// Expressions are made, references are not: for a type that several declarators share.
    silent: bool,
    /// Whether the members being walked are an interface's: public, fields constant.
    in_interface: bool,
    /// Values returned by the closure being walked.
    returns: Vec<ExpressionId>,
    /// What a returned value is expected to be.
    expected_result: Expect,
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
    fn fields(&self) -> &'static Fields {
        &self.grammar.fields
    }

    fn child(&self, node: Node<'t>, field: u16) -> Option<Node<'t>> {
        node.child_by_field_id(field)
    }

    /// Visits the named children that are no comments.
    fn each_named(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        self.each_child(node, |w, child| {
            if child.is_named() && !w.kind(child).is_comment() {
                visit(w, child);
            }
        });
    }

    /// The first named child that is no comment.
    fn first_named(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let mut found = None;
        self.each_named(node, |_, child| {
            found.get_or_insert(child);
        });
        found
    }

    /// Whether `node` has an anonymous child spelled `token`.
    fn has_token(&mut self, node: Node<'t>, token: &str) -> bool {
        let mut found = false;
        self.each_child(node, |_, child| found |= !child.is_named() && child.kind() == token);
        found
    }

    fn reference(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        if !self.silent && node.start_byte() < node.end_byte() {
            self.builder.reference(node, role, target, call);
        }
    }

    /// A local that is visible from here on.
    fn bind(
        &mut self,
        node: Node<'t>,
        scope: ScopeId,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        if node.start_byte() < node.end_byte() && self.kind(node) != Kind::Underscore {
            self.builder.binding(node, scope, false, declared, value);
        }
    }

    /// Whether what is declared here is a definition of the file.
    fn is_module_level(&mut self) -> bool {
        self.builder.container().is_none()
    }

    /// Opens the item of `definition`, whose text is `node`, with the comment in front.
    fn open(&mut self, node: Node<'t>, name: Option<Node<'t>>, definition: Definition) {
        let comment = self.comment.take();
        self.builder.open_definition(node, name, definition);
        if let Some(comment) = comment {
            self.builder.extend_start(comment.start_byte() as u32);
            let documentation = documentation(self.builder.node_text(comment));
            if let Some(definition) = self.builder.definition() {
                definition.documentation = documentation;
            }
        }
    }

    /// A definition of this kind and name in what is being built, with nothing else said of it.
    fn definition(&mut self, kind: SymbolKind, name: Name, visibility: Visibility) -> Definition {
        Definition {
            kind,
            name,
            container: self.builder.container(),
            visibility,
            flags: DefinitionFlags::default(),
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
        one_line(text.trim_end_matches(['{', ';', ',']).trim_end(), 300)
    }

    /// Notes a comment; only one that is meant as documentation counts.
    fn note_comment(&mut self, node: Node<'t>) {
        if self.builder.node_text(node).starts_with("/**") {
            self.comment = Some(node);
        }
    }
}

/// The first lines of what a documentation comment says, without its marks; tags (`@param`) end it.
fn documentation(comment: &str) -> Box<str> {
    let body = comment.strip_prefix("/**").unwrap_or(comment);
    let body = body.strip_suffix("*/").unwrap_or(body);
    let mut text = String::new();
    for line in body.lines() {
        let line = line.trim().trim_start_matches('*').trim();
        if line.starts_with('@') {
            break;
        }
        if (line.is_empty() || line == "<p>") && text.is_empty() {
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
