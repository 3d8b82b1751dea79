//! Definitions: what is opened and closed, parameters, bases, the clauses of a function.

use lockstep_facts::{
    Base, Container, Definition, DefinitionFlags, Name, Parameter, ParameterKind, ReferenceRole, ScopeKind,
    SymbolKind, TextRange, TypeParameter, Visibility,
};
use tree_sitter::Node;

use super::comments::documentation;
use super::table::Op;
use super::{Frame, Opened, Use, Walker, is_holder};
use crate::builder::{one_line, range};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    pub(super) fn define(
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
    pub(super) fn definition_parts(&mut self, node: Node<'t>, parameters: Option<Node<'t>>) {
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

    pub(super) fn parameters(&mut self, node: Node<'t>) {
        let outer = std::mem::replace(&mut self.in_parameters, true);
        self.value(node, Use::READ);
        self.in_parameters = outer;
    }

    /// Opens the definition of `name` in what is being built.
    pub(super) fn open(
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
    pub(super) fn extending(&mut self, container: Container, walk: impl FnOnce(&mut Self)) {
        let outer = self.extended.replace(container);
        let local = std::mem::take(&mut self.local);
        walk(self);
        self.local = local;
        self.extended = outer;
    }

    /// Walks what stands in `node` beside `but`, however deep that is.
    pub(super) fn each_part(&mut self, node: Node<'t>, but: Node<'t>) {
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

    pub(super) fn open_in(
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
        let end = self.comment_in(node, at.end as usize, end).unwrap_or(end);
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
            flags: std::mem::take(&mut self.pending_flags),
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

    pub(super) fn entered(&mut self, kind: SymbolKind) {
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
    pub(super) fn open_clause(
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
    pub(super) fn close_clause(&mut self) {
        self.builder.pop_scope();
        let slot = self.builder.slot();
        let path = self.builder.path();
        let path = Name::new(path.as_str().split('~').next().unwrap_or_default());
        self.close();
        self.clauses = Some((slot, path));
    }

    /// What names in front of a definition's own make its container.
    pub(super) fn container_of(&self, outer: &[&str]) -> Option<Container> {
        let around = self.builder.container();
        let Some(own) = outer.last() else { return around };
        let path = around.iter().map(|around| around.path.as_str()).chain(outer.iter().copied());
        let path: Vec<&str> = path.collect();
        Some(Container { path: Name::new(&path.join(".")), name: Name::new(own) })
    }

    /// Opens a definition called `A::B`: `outer` are the names in front of its own.
    pub(super) fn open_qualified(
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
    pub(super) fn qualified(&mut self, node: Node<'t>, separator: &str) -> (Vec<&'t str>, Node<'t>) {
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
    pub(super) fn close(&mut self) {
        if let Some(open) = self.opened.pop() {
            self.local = open.local;
            self.extended = open.extended;
        }
        self.frames.pop();
        self.builder.close();
    }

    /// Where a comment begins among the children of `node` that stand between `start` and `end`.
    fn comment_in(&mut self, node: Node<'t>, start: usize, end: usize) -> Option<usize> {
        let mut found = None;
        self.each_child(node, |w, child| {
            let at = child.start_byte();
            if found.is_none() && start <= at && at < end && matches!(w.grammar.op(child), Op::Comment) {
                found = Some(at);
            }
        });
        found
    }

    /// The text from `start` to `end`, as a signature.
    pub(super) fn signature(&self, start: usize, end: usize) -> Box<str> {
        let text = self.builder.text.get(start..end).unwrap_or_default().trim();
        one_line(text.trim_end_matches(['{', ';', ',', '=', ':']).trim_end(), 300)
    }

    /// A parameter whose name stands at `name`; its type and default are walked.
    pub(super) fn parameter(&mut self, node: Node<'t>, name: Option<Node<'t>>) {
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

    pub(super) fn bind_parameter(&mut self, node: Node<'t>) {
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

    pub(super) fn type_parameter(&mut self, node: Node<'t>, name: Option<Node<'t>>) {
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
    pub(super) fn bases(&mut self, node: Node<'t>) {
        self.builder.push_header_scope();
        self.each_child(node, |w, child| {
            if child.is_named() && !matches!(w.grammar.op(child), Op::Comment) {
                w.base(child);
            }
        });
        self.builder.pop_scope();
    }

    pub(super) fn base(&mut self, node: Node<'t>) {
        let used = Use { role: ReferenceRole::Inherit, arguments: None };
        let Some(expression) = self.value(node, used) else { return };
        if let Some(definition) = self.builder.definition().filter(|definition| definition.kind.is_type()) {
            definition.bases.push(Base { expression, implements: false });
        }
    }
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
