//! Python: one walk over the tree, statements for what they define, expressions for what they mention.
//!
//! Conventions that the rules of resolution rely on:
//! * Scope 0 of a function is its body, with the parameters. Decorators, defaults and annotations stand in a scope of
//!   their own without a parent (the header): they are looked up, and belong, around the function. A class does the
//!   same with its decorators and bases.
//! * Names bound by comprehensions and lambdas, and names narrowed by `isinstance`, are put into the expressions that
//!   use them (`each(xs).run`, `cast(T).run`), so an expression means the same in any scope of its item.
//! * Of two bindings with the same `visible_from` the later one counts.
//! * A field's or module variable's later values are put into its definition's `inferred` too; names that only the other
//!   function knows are left unknown there.

mod assignments;
mod classes;
mod closures;
mod flow;
mod functions;
mod imports;
mod kinds;
mod patterns;
mod statements;
mod strings;
#[cfg(test)]
mod tests;
mod types;
mod values;

use std::collections::{HashMap, HashSet};

use lockstep_facts::{
    Binding, Container, DefinitionFlags, Expression, ExpressionId, FileFacts, Language, Name, ReferenceRole,
    ReferenceTarget, ScopeId, SymbolKind, TextRange, Visibility,
};
use tree_sitter::Node;

use self::flow::{Bound, Locals};
use self::kinds::Kind;
use crate::builder::{FactsBuilder, set_state};
use crate::{MAX_DEPTH, Memory, Remember, SyntaxTree};

type NameMap<V> = HashMap<Name, V, foldhash::fast::FixedState>;

/// The facts of `text`.
pub(crate) fn extract(tree: &SyntaxTree, text: &str, remember: Remember<'_>) -> (FileFacts, Memory) {
    let root = tree.tree.root_node();
    let mut walker = Walker::new(text, root, remember);
    walker.builder.errors(root, false);
    walker.module(root);
    walker.builder.build()
}

/// What stands for a dotted name in expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Substitution {
    /// This expression of the current item.
    Known(ExpressionId),
    /// Nothing: a lambda's parameter or the like hides what was known.
    Hidden,
    /// Nothing any more: it was assigned to.
    Dropped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    Module,
    Class,
    Function,
}

/// A module, class or function being walked.
struct Frame<'w> {
    kind: FrameKind,
    /// Where names assigned here are bound, and imports made.
    scope: ScopeId,
    /// Innermost last.
    substitutions: Vec<(&'w str, Substitution)>,
    /// The first parameter of a method, and whether it is the class.
    receiver: Option<(Name, bool)>,
    /// Names that `global` and `nonlocal` put outside; true for `global`.
    outside: Vec<(Name, bool)>,
    /// What a module or class defines by name: the slot of its item, if later values may be added to it.
    members: NameMap<Option<usize>>,
    /// The class, as what holds its members.
    container: Option<Container>,
    /// Whether the class is an enumeration.
    is_enum: bool,
    locals: Locals,
    /// Annotations of parameters, by parameter.
    annotations: Vec<Option<Node<'w>>>,
    returns: Vec<ExpressionId>,
    yields: Vec<ExpressionId>,
    /// How many compound statements of it are open that are not walked on every way.
    conditions: u32,
    /// Whether items inside look names up here: the last bindings must then say what the names are at the end.
    has_inner: bool,
}

impl Frame<'_> {
    fn new(kind: FrameKind, scope: ScopeId) -> Self {
        Frame {
            kind,
            scope,
            substitutions: Vec::new(),
            receiver: None,
            outside: Vec::new(),
            members: NameMap::default(),
            container: None,
            is_enum: false,
            locals: Locals::default(),
            annotations: Vec::new(),
            returns: Vec::new(),
            yields: Vec::new(),
            conditions: 0,
            has_inner: false,
        }
    }
}

/// The state of the walk.
struct Walker<'w> {
    builder: FactsBuilder<'w>,
    root: Node<'w>,
    frames: Vec<Frame<'w>>,
    depth: u32,
    /// While not 0, expressions are built and nothing else is recorded: their words are mentioned elsewhere.
    quiet: u32,
    /// An expression is being built for an item that does not see this function's locals.
    foreign: bool,
    /// The number of references before the construct whose parts are walked out of text order, if any.
    reordered_from: Option<u32>,
    /// Names of type variables seen in this file.
    type_variables: HashSet<Name, foldhash::fast::FixedState>,
    /// Type variables met in the annotations of the signature being walked.
    met_type_variables: Vec<Name>,
    /// `name := value` and captures of patterns at module or class level, as (name, value) ranges: defined before the next
    /// statement, for a definition in the middle of an expression would take its arena away.
    pending: Vec<(TextRange, Option<TextRange>)>,
}

impl<'w> Walker<'w> {
    fn new(text: &'w str, root: Node<'w>, remember: Remember<'w>) -> Walker<'w> {
        Walker {
            builder: FactsBuilder::new(Language::Python, text, remember),
            root,
            frames: vec![Frame::new(FrameKind::Module, ScopeId(0))],
            depth: 0,
            quiet: 0,
            foreign: false,
            reordered_from: None,
            type_variables: HashSet::default(),
            met_type_variables: Vec::new(),
            pending: Vec::new(),
        }
    }

    fn module(&mut self, root: Node<'w>) {
        if let Some(text) = self.docstring(root) {
            self.builder.facts().documentation = text;
        }
        self.block(root);
        self.define_pending();
    }

    /// A hash of what a top-level statement may depend on beside its text.
    fn state(&mut self) -> u64 {
        let waits = !self.pending.is_empty() || !self.frame().substitutions.is_empty();
        let is_enum = self.frame().is_enum;
        set_state(&self.type_variables).wrapping_add(u64::from(waits) | u64::from(is_enum) << 1)
    }

    /// Runs `walk` one level deeper, unless that is too deep.
    fn deeper<T: Default>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= MAX_DEPTH {
            self.builder.too_deep();
            return T::default();
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        result
    }

    /// The frame being walked. There is always one: the module's is never popped.
    fn frame(&mut self) -> &mut Frame<'w> {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(FrameKind::Module, ScopeId(0)));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The class whose method is being walked, nested functions not included.
    fn class_of_method(&mut self) -> Option<&mut Frame<'w>> {
        let index = self.frames.len().checked_sub(2)?;
        self.frames.get_mut(index).filter(|frame| frame.kind == FrameKind::Class)
    }

    fn text(&self, node: Node<'_>) -> &'w str {
        self.builder.node_text(node)
    }

    fn unknown(&mut self) -> ExpressionId {
        self.builder.expression(Expression::Unknown)
    }

    /// Records a mention, unless the walk is quiet or the name is not really there.
    fn mention(
        &mut self,
        node: Node<'_>,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<lockstep_facts::CallShape>,
    ) {
        if self.quiet == 0 && node.end_byte() > node.start_byte() {
            self.builder.reference(node, role, target, call);
        }
    }

    /// Runs `walk` without recording mentions and bindings.
    fn quietly<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.quiet += 1;
        let result = walk(self);
        self.quiet -= 1;
        result
    }

    /// Builds an expression for another item than the one being walked, which has just been opened: what is known about
    /// names here does not hold there. `foreign` says that it does not even see this function's locals.
    fn for_other_item<T>(&mut self, foreign: bool, build: impl FnOnce(&mut Self) -> T) -> T {
        let substitutions = std::mem::take(&mut self.frame().substitutions);
        let before = std::mem::replace(&mut self.foreign, foreign);
        let result = self.quietly(build);
        self.foreign = before;
        self.frame().substitutions = substitutions;
        result
    }

    /// What stands for `text` here.
    fn substitution(&mut self, text: &str) -> Option<Substitution> {
        let entries = &self.frame().substitutions;
        entries.iter().rev().find(|(key, _)| *key == text).map(|(_, substitution)| *substitution)
    }

    /// Forgets the substitutions made since there were `count`; but what was assigned to stays forgotten.
    fn truncate_substitutions(&mut self, count: usize) {
        let entries = &mut self.frame().substitutions;
        if entries.len() <= count {
            return;
        }
        let ended = entries.split_off(count);
        for (key, substitution) in ended {
            if substitution == Substitution::Dropped && entries.iter().any(|(known, _)| *known == key) {
                entries.push((key, Substitution::Dropped));
            }
        }
    }

    /// Notes that `text` is assigned to: what was known about it and its members no longer holds.
    fn drop_substitutions(&mut self, text: &'w str) {
        let entries = &mut self.frame().substitutions;
        if entries.is_empty() {
            return;
        }
        let is_part =
            |key: &str| key.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let mut dropped: Vec<&'w str> = Vec::new();
        for (key, substitution) in entries.iter() {
            if matches!(substitution, Substitution::Known(_)) && is_part(key) && !dropped.contains(key) {
                dropped.push(key);
            }
        }
        entries.extend(dropped.into_iter().map(|key| (key, Substitution::Dropped)));
    }

    /// The number of references that stand before what is bound now.
    fn visible_from(&mut self) -> u32 {
        let now = self.builder.item().body.references.len() as u32;
        self.reordered_from.map_or(now, |start| start.min(now))
    }

    /// Adds a binding of the function being walked.
    fn bind_local(&mut self, name: Name, mut bound: Bound, place: TextRange) {
        if self.quiet > 0 {
            return;
        }
        // Where paths meet, a value is looked at from elsewhere: it must not depend on what its names are by then.
        bound.value = bound.value.map(|value| {
            let is_alias = matches!(self.builder.item().expression(value), Expression::Name(_));
            if is_alias || self.frame().locals.in_loop() { self.frozen(value) } else { value }
        });
        self.push_binding(name, bound, place);
        self.frame().locals.bind(name, bound, place, None);
    }

    fn push_binding(&mut self, name: Name, bound: Bound, place: TextRange) {
        let visible_from = self.visible_from();
        let scope = self.frame().scope;
        let Bound { declared, value } = bound;
        let item = self.builder.item();
        item.body.bindings.push(Binding { name, scope, visible_from, parameter: None, declared, value });
        item.ranges.bindings.push(place);
    }

    /// Makes the last binding of `name` say what it is here.
    fn refresh_local(&mut self, name: Name) {
        if self.quiet == 0
            && self.frame().kind == FrameKind::Function
            && let Some((bound, place)) = self.frame().locals.stale(name)
        {
            self.push_binding(name, bound, place);
        }
    }

    /// Several meanings of a name as one.
    fn union_bound(builder: &mut FactsBuilder<'_>, meanings: &[Bound]) -> Bound {
        let mut parts: Vec<ExpressionId> = Vec::new();
        for bound in meanings {
            let part = match (bound.value, bound.declared) {
                (Some(value), _) => value,
                (None, Some(declared)) => builder.expression(Expression::Cast(declared)),
                (None, None) => continue,
            };
            let known = builder.item().expression(part);
            match known {
                Expression::Union(inner) => parts.extend(inner.iter().copied()),
                _ => parts.push(part),
            }
        }
        parts.sort_unstable_by_key(|id| id.0);
        parts.dedup();
        parts.truncate(8);
        let declared = meanings.first().and_then(|first| first.declared);
        let declared = declared.filter(|_| meanings.iter().all(|bound| bound.declared == declared));
        let value = match parts[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(builder.expression(Expression::Union(parts.into()))),
        };
        Bound { declared, value }
    }

    /// Who may name something called `name` here, by Python's conventions.
    fn visibility(&mut self, name: &str) -> Visibility {
        let is_dunder = name.len() > 4 && name.starts_with("__") && name.ends_with("__");
        match self.frame().kind {
            FrameKind::Function => Visibility::Local,
            _ if is_dunder || !name.starts_with('_') => Visibility::Public,
            FrameKind::Module => Visibility::Package,
            FrameKind::Class if name.starts_with("__") => Visibility::Private,
            FrameKind::Class => Visibility::Protected,
        }
    }

    /// Flags of every definition made here.
    fn common_flags(&mut self) -> DefinitionFlags {
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::EXPORTED, self.frame().kind == FrameKind::Module);
        flags.set(DefinitionFlags::CONDITIONAL, self.frame().conditions > 0);
        flags
    }

    /// Calls `each` for every named child that is no comment.
    fn each_child<'n>(&mut self, node: Node<'n>, mut each: impl FnMut(&mut Self, Node<'n>)) {
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let child = cursor.node();
            if child.is_named() && Kind::of(child) != Kind::Comment {
                each(self, child);
            }
            if !cursor.goto_next_sibling() {
                return;
            }
        }
    }
}

/// The last part of a dotted name.
fn last_segment(text: &str) -> &str {
    text.rsplit('.').next().unwrap_or(text).trim()
}

/// The kind of a module-level variable by its spelling.
fn variable_kind(name: &str) -> SymbolKind {
    let is_constant =
        name.bytes().any(|b| b.is_ascii_uppercase()) && !name.bytes().any(|b| b.is_ascii_lowercase());
    if is_constant { SymbolKind::Constant } else { SymbolKind::Variable }
}
