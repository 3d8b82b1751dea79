//! The top level, and declarations: constants, variables, and what stands before each.

use lockstep_facts::{
    Definition, DefinitionFlags, Expression, ExpressionId, Name, ScopeId, ScopeKind, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::builder::one_line;
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// Longest documentation kept, in bytes.
const MAX_DOCUMENTATION: usize = 600;
/// Longest signature, in bytes.
const MAX_SIGNATURE: usize = 300;

/// The comment right before a declaration.
#[derive(Debug, Default)]
pub(super) struct Preamble {
    pub(super) start: Option<u32>,
    pub(super) documentation: String,
    /// The line after the last comment.
    next_line: usize,
    /// The line on which what stood before ends.
    taken_line: Option<usize>,
}

impl Preamble {
    /// What belongs to the declaration at `node`; nothing if an empty line is between.
    pub(super) fn take(&mut self, node: Node<'_>) -> Preamble {
        let line = node.start_position().row;
        let taken = std::mem::replace(
            self,
            Preamble { taken_line: Some(node.end_position().row), ..Preamble::default() },
        );
        if taken.start.is_some() && taken.next_line != line { Preamble::default() } else { taken }
    }

    /// Adds a comment. One behind a declaration on its line is no documentation.
    pub(super) fn comment(&mut self, node: Node<'_>, text: &str) {
        let line = node.start_position().row;
        if self.taken_line == Some(line) {
            return;
        }
        if self.start.is_some() && self.next_line != line {
            self.start = None;
            self.documentation.clear();
        }
        self.next_line = node.end_position().row + 1;
        self.start.get_or_insert(node.start_byte() as u32);
        let text = match text.strip_prefix("//") {
            // A directive (`//go:build`) is not for people.
            Some(line) if !line.starts_with([' ', '\t']) && line.contains(':') => return,
            Some(line) => line,
            None => text.strip_prefix("/*").and_then(|text| text.strip_suffix("*/")).unwrap_or(text),
        };
        for line in text.trim_matches('\n').lines() {
            self.line(line);
        }
    }

    fn line(&mut self, line: &str) {
        let line = line.trim_end();
        let line = line.strip_prefix(' ').unwrap_or(line);
        let left = MAX_DOCUMENTATION.saturating_sub(self.documentation.len());
        if left == 0 || (self.documentation.is_empty() && line.is_empty()) {
            return;
        }
        if !self.documentation.is_empty() {
            self.documentation.push('\n');
        }
        let mut end = line.len().min(left);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        self.documentation.push_str(&line[..end]);
    }
}

/// What is known of a definition before it is opened.
pub(super) struct Opening<'n> {
    pub(super) kind: SymbolKind,
    /// The whole item.
    pub(super) node: Node<'n>,
    /// What spells its name.
    pub(super) name: Node<'n>,
    pub(super) flags: DefinitionFlags,
    /// Where its signature ends.
    pub(super) header_end: usize,
}

/// A constant's type and values, for those after it that say none.
#[derive(Clone, Copy, Default)]
struct Repeated<'n> {
    type_node: Option<Node<'n>>,
    values: Option<Node<'n>>,
}

/// Whether a name is seen by other packages.
pub(super) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

impl<'n> Walker<'_, '_, 'n> {
    /// The whole file.
    pub(super) fn file(&mut self, root: Node<'n>) {
        self.top_level(root);
        self.end_module();
    }

    /// The declarations below `node`: the file, or a damaged part of it.
    fn top_level(&mut self, node: Node<'n>) {
        if !self.enter() {
            return;
        }
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(node);
        while let Some(child) = self.next(&mut frame) {
            if child.kind == Kind::Comment {
                preamble.comment(child.node, self.text(child.node));
            } else if !child.kind.is_token() {
                self.remembered(child, &mut preamble);
            }
        }
        self.exit();
    }

    fn remembered(&mut self, child: Child<'n>, preamble: &mut Preamble) {
        let preamble = preamble.take(child.node);
        let is_top = self.state.outer.is_empty();
        if !is_top || !self.state.builder.remembers() {
            return self.top_level_part(child, &preamble);
        }
        let state = self.state.hash();
        if self.state.builder.take_over(child.node, state).is_some() {
            self.new_run();
            return;
        }
        self.top_level_part(child, &preamble);
        let state = self.state.hash();
        self.state.builder.walked(child.node, state);
    }

    fn top_level_part(&mut self, child: Child<'n>, preamble: &Preamble) {
        match child.kind {
            kind if kind.is_declaration() => self.declaration(child, preamble),
            // What stands in a damaged part is most likely what would stand here.
            Kind::Error => self.top_level(child.node),
            _ => {
                // Statements are nothing of a package's own: what they bind is seen in them alone.
                self.state.builder.push_scope(ScopeKind::Block);
                let outer = std::mem::replace(&mut self.state.loose, true);
                self.anything(child);
                self.state.loose = outer;
                self.state.builder.pop_scope();
            }
        }
    }

    /// A declaration with what stands before it.
    pub(super) fn declaration(&mut self, child: Child<'n>, preamble: &Preamble) {
        if !self.enter() {
            return;
        }
        let node = child.node;
        match child.kind {
            Kind::PackageClause => self.package_clause(node, preamble),
            Kind::ImportDeclaration => self.imports(node),
            Kind::FunctionDeclaration => self.function(node, preamble),
            Kind::MethodDeclaration => self.method(node, preamble),
            Kind::TypeDeclaration | Kind::ConstDeclaration | Kind::VarDeclaration => {
                self.specs(node, preamble)
            }
            _ => {}
        }
        self.exit();
    }

    /// The parts of a declaration of types, constants or variables. What stands alone is the whole of it.
    fn specs(&mut self, node: Node<'n>, preamble: &Preamble) {
        let mut own = Preamble::default();
        let mut repeated = Repeated::default();
        let mut frame = self.children_and_comments(node);
        let grouped = self.frame(frame).iter().any(|child| child.kind == Kind::VarSpecList)
            || self.frame(frame).iter().any(|child| child.kind.is_token() && self.text(child.node) == "(");
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comment => own.comment(child.node, self.text(child.node)),
                Kind::VarSpecList => self.specs(child.node, preamble),
                Kind::TypeSpec | Kind::TypeAlias | Kind::ConstSpec | Kind::VarSpec => {
                    let mut before = own.take(child.node);
                    let mut whole = child.node;
                    if !grouped && node.kind() != "var_spec_list" {
                        whole = node;
                        before =
                            Preamble { documentation: preamble.documentation.clone(), ..Preamble::default() };
                        before.start = preamble.start;
                    }
                    self.spec(child, whole, &before, &mut repeated);
                }
                kind if kind.is_token() => {}
                _ => {
                    self.anything(child);
                }
            }
        }
    }

    fn spec(&mut self, child: Child<'n>, whole: Node<'n>, preamble: &Preamble, repeated: &mut Repeated<'n>) {
        match child.kind {
            Kind::TypeSpec | Kind::TypeAlias => self.type_spec(child.node, whole, preamble),
            Kind::ConstSpec | Kind::VarSpec if self.state.frame.in_function || self.state.loose => {
                self.local_values(child.node);
            }
            Kind::ConstSpec => {
                let frame = self.children(child.node);
                let type_node = self.field(frame, FIELDS.type_node).map(|child| child.node);
                let values = self.field(frame, FIELDS.value).map(|child| child.node);
                self.leave(frame);
                let own = values.is_some();
                if own {
                    *repeated = Repeated { type_node, values };
                }
                self.values(child.node, whole, preamble, SymbolKind::Constant, *repeated, own);
            }
            _ => {
                let [type_node, values] = self.parts(child.node, [FIELDS.type_node, FIELDS.value]);
                let said = Repeated {
                    type_node: type_node.map(|child| child.node),
                    values: values.map(|child| child.node),
                };
                self.values(child.node, whole, preamble, SymbolKind::Variable, said, true);
            }
        }
    }

    /// Constants or variables of a package: each a definition. `own`: whether the type and values stand in this spec.
    fn values(
        &mut self,
        spec: Node<'n>,
        whole: Node<'n>,
        preamble: &Preamble,
        kind: SymbolKind,
        said: Repeated<'n>,
        own: bool,
    ) {
        let frame = self.children(spec);
        let mut names = self.fields(frame, FIELDS.name);
        self.leave(frame);
        names.retain(|name| Kind::of(*name) == Kind::Identifier);
        let values: Vec<Child<'n>> = said.values.map(|list| self.named(list)).unwrap_or_default();
        // `var _ = f()`: mentions without a definition.
        if names.iter().all(|name| self.text(*name) == "_") {
            if own {
                if let Some(type_node) = said.type_node {
                    self.type_expression(type_node);
                }
                for value in values {
                    self.expression(value);
                }
            }
            return;
        }
        let mut mentioned = !own;
        let header_end =
            values.first().map_or(whole.end_byte(), |v| v.node.start_byte().max(whole.start_byte()));
        for (index, name) in names.iter().enumerate() {
            if matches!(self.text(*name), "_" | "") {
                if own
                    && values.len() == names.len()
                    && let Some(value) = values.get(index)
                {
                    self.expression(*value);
                }
                continue;
            }
            let first = index == 0;
            let opening = Opening {
                kind,
                node: if first { whole } else { *name },
                name: *name,
                flags: DefinitionFlags::default(),
                header_end: if own { header_end } else { whole.end_byte() },
            };
            self.open(&opening, preamble, false);
            if !first {
                let text = self.state.builder.text.get(whole.start_byte()..header_end).unwrap_or_default();
                let signature = one_line(text.trim_end_matches(['=', ' ']), MAX_SIGNATURE);
                self.define(|definition| definition.signature = signature);
            }
            let outer = std::mem::replace(&mut self.state.silent, mentioned);
            let declared = said.type_node.map(|node| self.type_expression(node));
            self.state.silent = outer;
            let mut inferred = None;
            if values.len() == names.len() {
                inferred = values.get(index).map(|value| {
                    let outer = std::mem::replace(&mut self.state.silent, !own);
                    let id = self.expression(*value);
                    self.state.silent = outer;
                    id
                });
            } else if let Some(value) = values.first() {
                let outer = std::mem::replace(&mut self.state.silent, mentioned);
                let base = self.expression(*value);
                self.state.silent = outer;
                inferred = Some(self.result_of(base, value.kind, index, names.len()));
            }
            mentioned = true;
            self.define(|definition| {
                definition.declared = declared;
                definition.inferred = inferred.into_iter().collect();
            });
            self.pop_item();
        }
    }

    /// Value `index` of `count` that one expression gives: a call's results; a value and whether it is there.
    pub(super) fn result_of(
        &mut self,
        value: ExpressionId,
        kind: Kind,
        index: usize,
        count: usize,
    ) -> ExpressionId {
        if count == 1 {
            return value;
        }
        if kind != Kind::Call {
            // `v, ok := m[k]`, `x.(T)`, `<-c`.
            return match index {
                0 => value,
                _ => self.literal(lockstep_facts::LiteralKind::Boolean),
            };
        }
        self.add(Expression::TupleField { base: value, index: index as u32 })
    }

    /// Constants or variables of a function: locals.
    fn local_values(&mut self, spec: Node<'n>) {
        let frame = self.children(spec);
        let names = self.fields(frame, FIELDS.name);
        let type_node = self.field(frame, FIELDS.type_node);
        let values = self.field(frame, FIELDS.value);
        self.leave(frame);
        let declared = type_node.map(|child| self.type_expression(child.node));
        let nodes: Vec<Child<'n>> = values.map(|list| self.named(list.node)).unwrap_or_default();
        let values: Vec<ExpressionId> = nodes.iter().map(|value| self.expression(*value)).collect();
        for (index, name) in names.iter().enumerate() {
            let value = match (values.get(index), values.first(), nodes.first()) {
                (Some(value), ..) if values.len() == names.len() => Some(*value),
                (_, Some(first), Some(node)) => Some(self.result_of(*first, node.kind, index, names.len())),
                _ => None,
            };
            self.bind(*name, declared, value);
        }
    }

    /// Binds the local name at `node`, visible from now on in the current scope.
    pub(super) fn bind(
        &mut self,
        node: Node<'n>,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        if self.state.silent || matches!(self.text(node), "_" | "") {
            return;
        }
        let scope: ScopeId = self.state.builder.scope();
        self.state.builder.binding(node, scope, false, declared, value);
    }

    /// Opens a definition; [`Walker::pop_item`] closes it.
    pub(super) fn open(&mut self, opening: &Opening<'n>, preamble: &Preamble, function: bool) {
        let name = self.name(opening.name);
        let container = self.state.builder.container();
        self.open_in(opening, name, container, preamble, function);
    }

    /// The same with the name and the container given.
    pub(super) fn open_in(
        &mut self,
        opening: &Opening<'n>,
        name: Name,
        container: Option<lockstep_facts::Container>,
        preamble: &Preamble,
        function: bool,
    ) {
        let visibility = match is_exported(name.as_str()) {
            _ if self.state.frame.in_function => Visibility::Local,
            true => Visibility::Public,
            false => Visibility::Package,
        };
        let mut flags = opening.flags;
        flags.set(DefinitionFlags::EXPORTED, visibility == Visibility::Public);
        let text = self.state.builder.text;
        let header = text.get(opening.node.start_byte()..opening.header_end).unwrap_or_default();
        let definition = Definition {
            kind: opening.kind,
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
            signature: one_line(header.trim_end_matches(['=', ' ', ',', ';', '{']), MAX_SIGNATURE),
            documentation: preamble.documentation.as_str().into(),
        };
        self.state.builder.open_definition(opening.node, Some(opening.name), definition);
        if let Some(start) = preamble.start {
            self.state.builder.extend_start(start);
        }
        self.push_item(function);
    }

    /// The definition that was opened last.
    pub(super) fn define(&mut self, set: impl FnOnce(&mut Definition)) {
        if let Some(definition) = self.state.builder.definition() {
            set(definition);
        }
    }
}
