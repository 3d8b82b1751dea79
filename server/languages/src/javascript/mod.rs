//! TypeScript, TSX and JavaScript to facts: one walk over the tree for the three grammars.
//!
//! Conventions that resolution relies on, beside those of the facts model:
//! * A [`Expression::Name`] with a `.` or `~` in it, or spelled `class`, is the local path of an item of this file: an
//!   anonymous class, a member of an object literal or of an object type. One that ends with `)` is the local name of an
//!   import without a binding of its own (`import("x")`, `require("x")`).
//! * A value node in a type place (`new a.B()`, `extends mixin(C)`) is an instance of the class it evaluates to.
//! * An object type or literal whose members are items maps each key to the item's path; `...` stands for what is
//!   spread in, `()` and `new` for call and construct signatures.
//! * The key of an object literal in a place that has a type is a `Keyword` reference whose callee is a value of that
//!   type (`Expected`, `Cast`, a member of such, the left side of an assignment); a JSX attribute is one whose callee is
//!   the component.
//! * The type parameters of a definition are in [`Definition::type_parameters`] alone; those of closures, function types,
//!   mapped and conditional types are bindings in scopes of kind `Types`. A type's name is never another binding.
//! * `let`, `const`, functions and classes are visible in the whole of their scope, so every binding is hoisted.
//! * A function that is the value of an annotated constant or field has the annotation as an overload.
//! * An import alias (`import a = b.c`) is a constant with that value, also where it stands for a type.
//! * A module declared by a string (`declare module "x"`) is a `GLOBAL` module item with an import of that specifier.
//! * A declared result is as written (`Promise<T>` of an async function); `ASYNC` concerns inferred results alone.
//! * `keyof T` is a `Binary` with that operator; a mapped type or index signature is a `Map` of key and value type.
//! * `this` in a method of an object literal that is no constant is the local name `this`, bound to the literal.
//! * A type named by `infer` is bound in a scope of types to the value it is taken from.
//! * `export =` and `module.exports =` pass on the name `export=`.

mod classes;
mod commonjs;
mod copy;
mod declarations;
mod expressions;
mod functions;
mod jsx;
mod kinds;
mod members;
mod modules;
mod objects;
mod patterns;
mod statements;
mod types;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use lockstep_facts::{
    CallShape, Container, Definition, DefinitionFlags, Expression, ExpressionId, FileFacts, Language, Name,
    ReferenceRole, ReferenceTarget, ScopeId, SymbolKind, TextRange, Visibility,
};
use tree_sitter::{Node, TreeCursor};

use crate::builder::{FactsBuilder, range, set_state};
use crate::walk::Walk;
use crate::{Memory, Remember, SyntaxTree};
use kinds::{Grammar, Kind, grammar};

/// See the module's documentation.
pub(crate) fn extract(
    language: Language,
    tree: &SyntaxTree,
    text: &str,
    remember: Remember<'_>,
) -> (FileFacts, Memory) {
    let mut walker = Walker {
        builder: FactsBuilder::new(language, text, remember),
        grammar: grammar(tree.origin.grammar),
        typescript: tree.origin.grammar != Language::JavaScript,
        depth: 0,
        contexts: vec![Context::new(ContextKind::Module, This::Unknown)],
        cursors: Vec::new(),
        comment: None,
        decorators: Vec::new(),
        signatures: Vec::new(),
        ambient: DefinitionFlags::default(),
        fields: Vec::new(),
        untyped: NameMap::default(),
        matched: None,
        module_names: HashSet::default(),
    };
    let root = tree.tree.root_node();
    walker.builder.errors(root, true);
    walker.program(root);
    walker.builder.build()
}

type NameMap<V> = HashMap<Name, V, foldhash::fast::FixedState>;

/// What is being walked: the file, a function or closure, or another item that stands between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContextKind {
    /// The top level of a file or namespace: its names are definitions.
    Module,
    /// A function or closure: its names are bindings.
    Function,
    /// A class, a field, a type.
    Other,
}

/// What `this` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum This {
    Unknown,
    /// An instance of the class around.
    Instance,
    /// The class around.
    Class,
    /// This value.
    Is(ExpressionId),
    /// The local name `this`: bound to the object literal around a method, which holds the method in turn.
    Bound,
    /// An instance of the constructor function of that name.
    Constructor(Name),
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
    /// What this function value gives.
    ResultOf(ExpressionId),
    /// What the function gives that is this argument of a call.
    ResultOfArgument {
        call: ExpressionId,
        argument: u8,
    },
}

struct Context {
    kind: ContextKind,
    this: This,
    /// Where `var` goes.
    var_scope: ScopeId,
    is_async: bool,
    returns: Vec<ExpressionId>,
    yields: Vec<ExpressionId>,
    /// What a returned value is expected to be.
    expected: Expect,
}

impl Context {
    fn new(kind: ContextKind, this: This) -> Context {
        Context {
            kind,
            this,
            var_scope: ScopeId(0),
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
    is_block: bool,
}

/// A signature that waits for its implementation.
struct Signature<'t> {
    /// The statement or member around it.
    outer: Node<'t>,
    node: Node<'t>,
    name: Name,
    is_static: bool,
    flags: DefinitionFlags,
    comment: Option<Comment>,
    decorators: Vec<Node<'t>>,
}

/// The class or constructor function around, with the fields it defines by assigning to `this` (JavaScript).
struct AssignedFields {
    container: Container,
    /// Field name to the id of the assignment that defines it.
    by_name: NameMap<usize>,
    /// Property name (`static` in front of it, if it is) to the place of its item.
    accessors: NameMap<usize>,
}

struct Walker<'t> {
    builder: FactsBuilder<'t>,
    grammar: &'static Grammar,
    typescript: bool,
    depth: u32,
    contexts: Vec<Context>,
    /// Cursors to use again: a new one allocates.
    cursors: Vec<TreeCursor<'t>>,
    comment: Option<Comment>,
    /// Decorators that stand in front of what is walked next.
    decorators: Vec<Node<'t>>,
    /// Overload signatures in front of the function that is walked next.
    signatures: Vec<Signature<'t>>,
    /// Flags of everything declared here: in `declare …`, `declare global`, and in files that are no modules.
    ambient: DefinitionFlags,
    fields: Vec<AssignedFields>,
    /// Variables of the module that nothing has given a type yet, and the places of their items.
    untyped: NameMap<usize>,
    /// The value that the type being walked is matched with: what `infer` in it takes its type from.
    matched: Option<ExpressionId>,
    module_names: HashSet<Name, foldhash::fast::FixedState>,
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

    /// Visits the named children that are no comments.
    fn each_named(&mut self, node: Node<'t>, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        self.each_child(node, |w, child| {
            if child.is_named() && w.kind(child) != Kind::Comment {
                visit(w, child);
            }
        });
    }

    /// The first named child that is no comment.
    fn first_named(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let mut found = None;
        self.each_child(node, |w, child| {
            if found.is_none() && child.is_named() && w.kind(child) != Kind::Comment {
                found = Some(child);
            }
        });
        found
    }

    /// A hash of what a top-level statement may depend on beside its text and the comments before it.
    fn state(&self) -> u64 {
        let waits = !self.decorators.is_empty() || !self.fields.is_empty();
        set_state(self.untyped.keys())
            .wrapping_add(u64::from(self.ambient.0) << 1)
            .wrapping_add(u64::from(waits))
    }

    fn is_unknown(&mut self, id: ExpressionId) -> bool {
        matches!(self.builder.item().expression(id), Expression::Unknown)
    }

    fn reference(
        &mut self,
        node: Node<'t>,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        if node.start_byte() < node.end_byte() {
            self.builder.reference(node, role, target, call);
        }
    }

    fn bind(
        &mut self,
        node: Node<'t>,
        scope: ScopeId,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        if node.start_byte() < node.end_byte() {
            self.builder.binding(node, scope, true, declared, value);
        }
    }

    fn context(&mut self) -> &mut Context {
        if self.contexts.is_empty() {
            self.contexts.push(Context::new(ContextKind::Module, This::Unknown));
        }
        let last = self.contexts.len() - 1;
        &mut self.contexts[last]
    }

    /// Whether what is declared here is a definition of the file or namespace.
    fn is_module_level(&mut self) -> bool {
        self.context().kind == ContextKind::Module && self.builder.scope() == ScopeId(0)
    }

    /// The node of an expectation; none where nothing is expected.
    fn expected(&mut self, expect: Expect) -> Option<ExpressionId> {
        match expect {
            Expect::Nothing => None,
            Expect::Value(id) => Some(id),
            Expect::Argument { call, argument } => {
                Some(self.expression(Expression::Expected { call, argument }))
            }
            Expect::ResultOf(callee) => {
                Some(self.expression(Expression::Call { callee, arguments: Box::default() }))
            }
            Expect::ResultOfArgument { call, argument } => {
                let callee = self.expression(Expression::Expected { call, argument });
                Some(self.expression(Expression::Call { callee, arguments: Box::default() }))
            }
        }
    }

    /// Opens the item of `definition`, whose text is `node`: with the comment and the decorators in front.
    fn open(
        &mut self,
        node: Node<'t>,
        name: Option<Node<'t>>,
        definition: Definition,
        kind: ContextKind,
        this: This,
    ) {
        let comment = self.comment.take();
        if definition.container.is_none() {
            self.module_names.insert(definition.name);
        }
        self.builder.open_definition(node, name, definition);
        self.contexts.push(Context::new(kind, this));
        if let Some(comment) = comment {
            self.document(comment);
        }
        for decorator in std::mem::take(&mut self.decorators) {
            self.builder.extend_start(decorator.start_byte() as u32);
            self.decorator(decorator);
        }
    }

    fn document(&mut self, comment: Comment) {
        self.builder.extend_start(comment.start as u32);
        let text = self.builder.text.get(comment.start..comment.end).unwrap_or_default();
        let documentation = documentation(text);
        if let Some(definition) = self.builder.definition() {
            definition.documentation = documentation;
        }
    }

    /// Closes the innermost item; gives its context.
    fn close(&mut self) -> Option<Context> {
        self.builder.close();
        self.contexts.pop()
    }

    /// The item being built ends where `node` ends.
    fn extend_end(&mut self, node: Node<'_>) {
        let end = node.end_byte() as u32;
        let full = &mut self.builder.item().ranges.full;
        full.end = full.end.max(end);
    }

    /// A definition with what its place says about it.
    fn definition(&mut self, kind: SymbolKind, name: Name, flags: DefinitionFlags) -> Definition {
        let mut flags = flags;
        let container = self.builder.container();
        let visibility = if !self.is_module_level() {
            Visibility::Local
        } else {
            flags.set(self.ambient, true);
            if flags.has(DefinitionFlags::EXPORTED)
                || flags.has(DefinitionFlags::DEFAULT_EXPORT)
                || flags.has(DefinitionFlags::DECLARATION)
                || flags.has(DefinitionFlags::GLOBAL)
            {
                Visibility::Public
            } else {
                Visibility::Private
            }
        };
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
        // `= /*@__PURE__*/ value` is cut in front of the value.
        let text = if text.ends_with("*/") { text.rfind("/*").map_or(text, |at| &text[..at]) } else { text };
        let text = text.trim_end();
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
            self.comment = Some(Comment { start, end, end_row, is_block: true });
        } else if text.starts_with("//") && previous_row != Some(start_row) {
            self.comment = match self.comment {
                Some(before) if !before.is_block && before.end_row + 1 == start_row => {
                    Some(Comment { end, end_row, ..before })
                }
                _ => Some(Comment { start, end, end_row, is_block: false }),
            };
        } else {
            self.comment = None;
        }
    }

    /// Drops the noted comment if `node` does not stand right behind it.
    fn check_comment(&mut self, node: Node<'t>) {
        if let Some(comment) = self.comment
            && !comment.is_block
            && comment.end_row + 1 < node.start_position().row
        {
            self.comment = None;
        }
    }

    /// The text between the quotes of a string, and its range.
    fn string_content(&self, node: Node<'_>) -> (&'t str, TextRange) {
        let text = self.builder.node_text(node);
        let full = range(node);
        if text.len() >= 2 && text.starts_with(['"', '\'', '`']) {
            let end = if text.ends_with(['"', '\'', '`']) { text.len() - 1 } else { text.len() };
            let inner = text.get(1..end).unwrap_or_default();
            (inner, TextRange::new(full.start + 1, full.start + end as u32))
        } else {
            (text, full)
        }
    }
}

/// The first lines of what a comment says, without its marks; tags (`@param`) end it.
fn documentation(comment: &str) -> Box<str> {
    let body = comment.strip_prefix("/**").unwrap_or(comment);
    let body = body.strip_suffix("*/").unwrap_or(body);
    let mut text = String::new();
    for line in body.lines() {
        let line = line.trim();
        let line = line.strip_prefix("//").map_or(line, |rest| rest.trim_start_matches('/'));
        let line = line.trim_start_matches('*').trim();
        if line.starts_with('@') && !text.is_empty() {
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
