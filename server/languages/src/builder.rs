//! Builds items while a tree is walked: open items, scopes, expressions and absolute ranges in, sealed [`FileFacts`] out.
//!
//! What is the same in every language lives here: unique paths, relative ranges, runs of top-level statements, errors.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use lockstep_facts::{
    Binding, Body, CallShape, Container, Definition, Expression, ExpressionId, FileFacts, Impl, Import,
    Invocation, Item, ItemHashes, Language, Name, PlacedItem, Ranges, Reference, ReferenceRole,
    ReferenceTarget, Scope, ScopeId, ScopeKind, TextRange,
};
use tree_sitter::Node;

mod notes;
mod reuse;

pub(crate) use reuse::set_state;
pub use reuse::{Memory, Remember};

use reuse::Reuse;

/// An item under construction. Ranges are absolute until it is closed.
pub(crate) struct OpenItem {
    item: Item,
    start: u32,
    scope: ScopeId,
    /// Index in the result: containers come before their members.
    slot: usize,
    /// The expressions it stands in.
    expressions: u32,
}

impl OpenItem {
    fn is_run(&self) -> bool {
        self.item.definition.is_none() && self.item.implementation.is_none()
    }

    /// How much it holds so far.
    fn sizes(&self) -> [usize; 6] {
        let (item, body) = (&self.item, &self.item.body);
        let lists = [body.references.len(), body.bindings.len(), body.imports.len(), body.invocations.len()];
        let [references, bindings, imports, invocations] = lists;
        [item.expressions.len(), body.scopes.len(), references, bindings, imports, invocations]
    }

    /// Whether its body says nothing, whatever expressions stand ready for it.
    fn says_nothing(&self) -> bool {
        let [_, body @ ..] = self.sizes();
        body == [1, 0, 0, 0, 0]
    }

    /// Whether nothing was added to it yet.
    fn is_empty(&self) -> bool {
        self.item.expressions.is_empty() && self.says_nothing()
    }
}

/// See the module's documentation.
pub(crate) struct FactsBuilder<'t> {
    /// The whole text.
    pub(crate) text: &'t str,
    facts: FileFacts,
    slots: Vec<Option<PlacedItem>>,
    open: Vec<OpenItem>,
    /// How often a path was given out.
    paths: HashMap<Name, u32, foldhash::fast::FixedState>,
    /// Expressions being walked, each inside the one before.
    expressions: u32,
    /// What the paths of runs are made of.
    run_base: Name,
    /// None where nothing is taken over or remembered.
    reuse: Option<Reuse<'t>>,
}

impl<'t> FactsBuilder<'t> {
    /// Starts with an open run of top-level statements.
    pub(crate) fn new(language: Language, text: &'t str, remember: Remember<'t>) -> FactsBuilder<'t> {
        let mut builder = FactsBuilder {
            text,
            facts: FileFacts::empty(language),
            slots: Vec::new(),
            open: Vec::new(),
            paths: HashMap::default(),
            expressions: 0,
            run_base: Name::new("<top>"),
            reuse: Reuse::new(remember),
        };
        let items = builder.reuse.as_ref().map_or(0, Reuse::expected);
        builder.paths.reserve(items);
        builder.slots.reserve(items);
        builder.facts.lines = lockstep_facts::count_lines([text]);
        builder.open_run(0);
        builder
    }

    /// The text of `node`, empty if it is not on character boundaries.
    pub(crate) fn node_text(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// The name spelled by `node`.
    pub(crate) fn name(&self, node: Node<'_>) -> Name {
        Name::new(self.node_text(node))
    }

    /// The facts of the whole file, to set what belongs to no item.
    pub(crate) fn facts(&mut self) -> &mut FileFacts {
        self.strays();
        &mut self.facts
    }

    fn top(&mut self) -> &mut OpenItem {
        if self.open.is_empty() {
            self.open_run(0);
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// How many items are open, the current run of statements included.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The definition being built, to add to it.
    pub(crate) fn definition(&mut self) -> Option<&mut Definition> {
        self.changes();
        self.top().item.definition.as_mut()
    }

    /// The item being built.
    pub(crate) fn item(&mut self) -> &mut Item {
        self.changes();
        &mut self.top().item
    }

    fn changes(&mut self) {
        if let Some(reuse) = &mut self.reuse {
            reuse.changes(self.open.len());
        }
    }

    /// The path of the item being built; empty in a run of top-level statements.
    pub(crate) fn path(&mut self) -> Name {
        let top = self.top();
        if top.is_run() { Name::empty() } else { top.item.path }
    }

    /// The innermost open definition as a container of what is opened next; none at module level.
    pub(crate) fn container(&self) -> Option<Container> {
        self.open.iter().rev().find_map(|open| {
            open.item.definition.as_ref().map(|d| Container { path: open.item.path, name: d.name })
        })
    }

    /// The same of the innermost one whose kind is so.
    pub(crate) fn holder(&self, is_holder: fn(lockstep_facts::SymbolKind) -> bool) -> Option<Container> {
        self.open.iter().rev().find_map(|open| {
            let definition = open.item.definition.as_ref().filter(|d| is_holder(d.kind))?;
            Some(Container { path: open.item.path, name: definition.name })
        })
    }

    /// Whether a definition has that local path already.
    pub(crate) fn defines(&self, path: Name) -> bool {
        self.paths.contains_key(&path)
    }

    fn unique(&mut self, name: Name) -> Name {
        let count = self.paths.entry(name).or_insert(0);
        *count += 1;
        if *count == 1 {
            return name;
        }
        // `f~2` could itself be taken by hand-written facts only; count on until it is free.
        loop {
            let count = *self.paths.get(&name).unwrap_or(&2);
            let candidate = Name::new(&format!("{name}~{count}"));
            if let Entry::Vacant(free) = self.paths.entry(candidate) {
                free.insert(1);
                return candidate;
            }
            *self.paths.entry(name).or_insert(0) += 1;
        }
    }

    fn push(&mut self, base: Name, start: u32, definition: Option<Definition>, implementation: Option<Impl>) {
        if self.open.last().is_some_and(|open| open.is_run() && open.scope != ScopeId(0)) {
            self.name_run();
        }
        // A run gets its path when something is in it: those that nothing is in number nothing.
        let is_run = definition.is_none() && implementation.is_none();
        let path = if is_run { Name::empty() } else { self.unique(base) };
        if let Some(reuse) = &mut self.reuse {
            reuse.bases.push(base);
        }
        let lexical_parent = self.open.last().and_then(|open| {
            (!open.is_run() || open.scope != ScopeId(0)).then_some((open.item.path, open.scope))
        });
        let slot = self.slots.len();
        self.slots.push(None);
        self.open.push(OpenItem {
            item: Item {
                path,
                lexical_parent,
                definition,
                implementation,
                overloads: Vec::new(),
                expressions: Vec::new(),
                body: Body { scopes: vec![Scope { parent: None, kind: ScopeKind::Item }], ..Body::default() },
                ranges: Ranges::default(),
                hashes: ItemHashes::default(),
            },
            start,
            scope: ScopeId(0),
            slot,
            expressions: self.expressions,
        });
    }

    fn open_run(&mut self, start: u32) {
        let base = self.run_base;
        self.push(base, start, None, None);
    }

    /// Gives the innermost open item, a run, its path.
    fn name_run(&mut self) {
        if self.open.last().is_some_and(|open| open.item.path.is_empty()) {
            let path = self.unique(self.run_base);
            self.item().path = path;
        }
    }

    /// Opens the item of a definition that begins at `node`; its local path is made of the definition's container and
    /// name. Expressions of the definition are added after opening, through [`FactsBuilder::definition`]. At module
    /// level the current run of statements ends before it; [`FactsBuilder::close`] starts the next.
    ///
    /// `name` is the node that spells the name, if any does.
    pub(crate) fn open_definition(&mut self, node: Node<'_>, name: Option<Node<'_>>, definition: Definition) {
        self.open_definition_as(node, name, definition, "");
    }

    /// The same with `suffix` behind its local path: for what must leave the plain path to another definition.
    pub(crate) fn open_definition_as(
        &mut self,
        node: Node<'_>,
        name: Option<Node<'_>>,
        definition: Definition,
        suffix: &str,
    ) {
        self.open_definition_at(range(node), name.map(range), definition, suffix);
    }

    /// The same for a definition that no node of the tree stands for.
    pub(crate) fn open_definition_at(
        &mut self,
        full: TextRange,
        name: Option<TextRange>,
        definition: Definition,
        suffix: &str,
    ) {
        let mut local = match &definition.container {
            Some(container) if !container.path.is_empty() => {
                format!("{}.{}", container.path, definition.name)
            }
            _ => definition.name.to_string(),
        };
        local.push_str(suffix);
        self.end_run();
        // The empty path is the file's own: what damaged text leaves without a name must not take it.
        let base = Name::new(if local.is_empty() { "<unnamed>" } else { &local });
        self.push(base, full.start, Some(definition), None);
        let top = self.top();
        top.item.ranges.full = full;
        top.item.ranges.name = name.unwrap_or(TextRange::new(full.start, full.start));
    }

    /// Opens the head of an `impl` block; `label` is what stands between `<` and `>` in its path.
    pub(crate) fn open_implementation(&mut self, node: Node<'_>, label: &str, implementation: Impl) {
        self.end_run();
        self.push(Name::new(&format!("<{label}>")), node.start_byte() as u32, None, Some(implementation));
        self.top().item.ranges.full = range(node);
    }

    /// Starts the item's range (and text) at an earlier byte: a decorator, an attribute, a doc comment.
    pub(crate) fn extend_start(&mut self, start: u32) {
        let top = self.top();
        if start < top.start {
            top.start = start;
            top.item.ranges.full.start = start;
        }
    }

    /// Begins an expression. What is defined in the middle of one (a class that is an argument) ends no run of statements: the
    /// rest of the expression stands on the same arena.
    pub(crate) fn enter_expression(&mut self) {
        self.expressions += 1;
    }

    /// Ends what [`FactsBuilder::enter_expression`] began.
    pub(crate) fn leave_expression(&mut self) {
        self.expressions -= 1;
    }

    /// Whether statements of the module are being walked, between two expressions and in no scope of their own.
    fn is_in_run(&self) -> bool {
        self.expressions == 0 && matches!(&self.open[..], [only] if only.is_run() && only.scope == ScopeId(0))
    }

    /// Ends the run of statements in front of a definition at module level.
    fn end_run(&mut self) {
        if self.is_in_run()
            && let Some(run) = self.open.pop()
        {
            if let Some(reuse) = &mut self.reuse {
                reuse.run_ends(run.sizes());
            }
            self.finish(run);
        }
    }

    /// Closes the innermost item.
    pub(crate) fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            let end = open.item.ranges.full.end;
            self.finish(open);
            if self.open.is_empty() {
                self.open_run(end);
            }
        }
    }

    /// Where the item being built will stand in the result: what [`FactsBuilder::reopen`] takes.
    pub(crate) fn slot(&mut self) -> usize {
        self.top().slot
    }

    /// Opens a closed item again, to add to its definition; [`FactsBuilder::close`] closes it as before. False if there
    /// is none.
    pub(crate) fn reopen(&mut self, slot: usize) -> bool {
        let Some(placed) = self.slots.get_mut(slot).and_then(Option::take) else { return false };
        if let Some(reuse) = &mut self.reuse {
            reuse.reopens(slot);
        }
        let PlacedItem { start, item, .. } = placed;
        let mut item = Arc::unwrap_or_clone(item);
        let absolute = |r: &mut TextRange| *r = r.offset(start);
        absolute(&mut item.ranges.full);
        absolute(&mut item.ranges.name);
        item.ranges.declarations.iter_mut().for_each(absolute);
        item.ranges.references.iter_mut().for_each(absolute);
        item.ranges.bindings.iter_mut().for_each(absolute);
        let expressions = self.expressions;
        self.open.push(OpenItem { item, start, scope: ScopeId(0), slot, expressions });
        true
    }

    fn finish(&mut self, open: OpenItem) {
        let is_run = open.is_run();
        if is_run && open.says_nothing() {
            return;
        }
        let OpenItem { mut item, mut start, slot, .. } = open;
        if is_run {
            if item.path.is_empty() {
                item.path = self.unique(self.run_base);
            }
            // A run starts at its first mention: text before it (comments, blank lines) is no part of it.
            let all = item.ranges.references.iter().chain(&item.ranges.bindings);
            let (first, last) = all.fold((u32::MAX, start), |(a, b), r| (a.min(r.start), b.max(r.end)));
            if first != u32::MAX {
                start = first;
                item.ranges.full = TextRange::new(first, last);
            } else {
                item.ranges.full = TextRange::new(start, start);
            }
        }
        let relative = |r: &mut TextRange| {
            r.start = r.start.saturating_sub(start);
            r.end = r.end.saturating_sub(start);
        };
        relative(&mut item.ranges.full);
        relative(&mut item.ranges.name);
        item.ranges.declarations.iter_mut().for_each(relative);
        item.ranges.references.iter_mut().for_each(relative);
        item.ranges.bindings.iter_mut().for_each(relative);
        item.expressions.shrink_to_fit();
        item.body.references.shrink_to_fit();
        item.body.bindings.shrink_to_fit();
        item.ranges.references.shrink_to_fit();
        item.ranges.bindings.shrink_to_fit();
        item.seal();
        self.slots[slot] = Some(PlacedItem { start, held: false, item: Arc::new(item) });
    }

    /// Closes everything and returns the facts, and what the next extraction may take over.
    pub(crate) fn build(mut self) -> (FileFacts, Memory) {
        while let Some(open) = self.open.pop() {
            self.finish(open);
        }
        let memory = self.reuse.map(|reuse| reuse.into_memory(&self.slots)).unwrap_or_default();
        self.facts.items = self.slots.into_iter().flatten().collect();
        (self.facts, memory)
    }

    /// Records a syntax error.
    pub(crate) fn error(&mut self, node: Node<'_>) {
        self.facts.errors.push(range(node));
    }

    /// Records the errors under `root`: the outermost ones, or with `inside` what is wrong in them too, as far as extraction
    /// follows. Only damaged parts are looked into.
    pub(crate) fn errors(&mut self, root: Node<'_>, inside: bool) {
        if !root.has_error() {
            return;
        }
        let mut cursor = root.walk();
        let mut depth = 0;
        loop {
            let node = cursor.node();
            let wrong = node.is_error() || node.is_missing();
            if wrong {
                self.error(node);
            }
            if node.has_error() && (inside || !wrong) {
                if inside && depth >= crate::MAX_DEPTH {
                    self.too_deep();
                } else if cursor.goto_first_child() {
                    depth += 1;
                    continue;
                }
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                depth -= 1;
            }
        }
    }

    /// Says that something was left out for being nested too deeply.
    pub(crate) fn too_deep(&mut self) {
        self.strays();
        let why = || "nested too deeply: what is deeper is left out".into();
        self.facts.skipped.get_or_insert_with(why);
    }

    /// Replaces a node that was made before what it holds.
    pub(crate) fn fill(&mut self, id: ExpressionId, expression: Expression) {
        if let Some(node) = self.item().expressions.get_mut(id.0 as usize) {
            *node = expression;
        }
    }

    /// Adds a node to the current item's arena.
    pub(crate) fn expression(&mut self, expression: Expression) -> ExpressionId {
        let expressions = &mut self.top().item.expressions;
        expressions.push(expression);
        ExpressionId(expressions.len() as u32 - 1)
    }

    /// The current scope of the current item.
    pub(crate) fn scope(&mut self) -> ScopeId {
        self.top().scope
    }

    /// Enters a new scope of the current item.
    pub(crate) fn push_scope(&mut self, kind: ScopeKind) -> ScopeId {
        let top = self.top();
        // Past 65,535 scopes in one item everything shares the last one: names then resolve a little too widely.
        if top.item.body.scopes.len() < usize::from(u16::MAX) {
            top.item.body.scopes.push(Scope { parent: Some(top.scope), kind });
            top.scope = ScopeId(top.item.body.scopes.len() as u16 - 1);
        }
        top.scope
    }

    /// Enters a new scope of the current item whose outside is the item's lexical parent, not its scope 0: a function's
    /// header, whose names do not see the parameters. Leaving it leads back to scope 0.
    pub(crate) fn push_header_scope(&mut self) -> ScopeId {
        let top = self.top();
        if top.item.body.scopes.len() < usize::from(u16::MAX) {
            top.item.body.scopes.push(Scope { parent: None, kind: ScopeKind::Block });
            top.scope = ScopeId(top.item.body.scopes.len() as u16 - 1);
        }
        top.scope
    }

    /// Leaves the current scope.
    pub(crate) fn pop_scope(&mut self) {
        let top = self.top();
        top.scope = top.item.body.scopes[usize::from(top.scope.0)].parent.unwrap_or_default();
    }

    /// Adds a reference whose name stands at `node`, in the current scope.
    pub(crate) fn reference(
        &mut self,
        node: Node<'_>,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        let name = self.name(node);
        self.reference_at(range(node), name, role, target, call);
    }

    /// The same with the range and name given: for words inside strings and macros.
    pub(crate) fn reference_at(
        &mut self,
        at: TextRange,
        name: Name,
        role: ReferenceRole,
        target: ReferenceTarget,
        call: Option<CallShape>,
    ) {
        let top = self.top();
        let reference = Reference { name, role, target, scope: top.scope, call: call.map(Box::new) };
        top.item.body.references.push(reference);
        top.item.ranges.references.push(at);
    }

    /// Adds a local name that becomes visible now (`hoisted`: from the start of its scope).
    pub(crate) fn binding(
        &mut self,
        node: Node<'_>,
        scope: ScopeId,
        hoisted: bool,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        let name = self.name(node);
        let at = range(node);
        let top = self.top();
        let visible_from = if hoisted { 0 } else { top.item.body.references.len() as u32 };
        top.item.body.bindings.push(Binding { name, scope, visible_from, parameter: None, declared, value });
        top.item.ranges.bindings.push(at);
    }

    /// Adds a local name that no text spells (`this`), at `at`.
    pub(crate) fn named_binding(&mut self, at: u32, name: Name, scope: ScopeId, value: Option<ExpressionId>) {
        let top = self.top();
        top.item.body.bindings.push(Binding {
            name,
            scope,
            visible_from: 0,
            parameter: None,
            declared: None,
            value,
        });
        top.item.ranges.bindings.push(TextRange::new(at, at));
    }

    /// Adds a local name that stands at `at` and is seen in all of its scope.
    pub(crate) fn binding_named(&mut self, at: TextRange, name: Name, scope: ScopeId) {
        let top = self.top();
        let hoisted = Binding { name, scope, visible_from: 0, parameter: None, declared: None, value: None };
        top.item.body.bindings.push(hoisted);
        top.item.ranges.bindings.push(at);
    }

    /// Adds a parameter's local name: `index` is its place in [`Definition::parameters`].
    pub(crate) fn parameter_binding(&mut self, node: Node<'_>, index: u16, declared: Option<ExpressionId>) {
        let name = self.name(node);
        let at = range(node);
        let top = self.top();
        let scope = top.scope;
        top.item.body.bindings.push(Binding {
            name,
            scope,
            visible_from: 0,
            parameter: Some(index),
            declared,
            value: None,
        });
        top.item.ranges.bindings.push(at);
    }

    /// Adds an import to the current item; returns its index for [`ReferenceTarget::Imported`].
    pub(crate) fn import(&mut self, import: Import) -> u32 {
        let imports = &mut self.top().item.body.imports;
        imports.push(import);
        imports.len() as u32 - 1
    }

    /// Adds a macro invocation.
    pub(crate) fn invocation(&mut self, name: Name, tokens: &str) {
        let mut end = tokens.len().min(4096);
        while !tokens.is_char_boundary(end) {
            end -= 1;
        }
        self.top().item.body.invocations.push(Invocation { name, tokens: tokens[..end].into() });
    }
}

/// The range of `node` in the file.
pub(crate) fn range(node: Node<'_>) -> TextRange {
    TextRange::new(node.start_byte() as u32, node.end_byte() as u32)
}

/// `text` on one line, runs of white space folded, cut at `limit` bytes.
pub(crate) fn one_line(text: &str, limit: usize) -> Box<str> {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.len() + word.len() + 1 > limit {
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line.into()
}
