//! What stands at the top of a file, in a namespace or in a class: lists of declarations, conditions, includes.

use lockstep_facts::{
    Container, Definition, DefinitionFlags, Import, ImportPath, Name, PathRoot, ReferenceRole,
    ReferenceTarget, ScopeId, SymbolKind, TextRange, TypeParameter, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Child, Place, Walker};
use crate::builder::{one_line, range};

/// Longest signature, in bytes.
const MAX_SIGNATURE: usize = 300;
/// Longest documentation, in bytes.
const MAX_DOCUMENTATION: usize = 600;

/// What is known of a definition before it is opened.
pub(super) struct Opening<'n> {
    pub(super) kind: SymbolKind,
    pub(super) name: Name,
    /// What spells the name.
    pub(super) spelled: Option<Node<'n>>,
    /// The whole of it.
    pub(super) node: Node<'n>,
    /// Where its signature ends.
    pub(super) header_end: usize,
    pub(super) flags: DefinitionFlags,
    pub(super) visibility: Visibility,
    pub(super) container: Option<Container>,
}

/// Comments in front of a declaration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preamble {
    documentation: Option<(usize, usize)>,
    /// Where the last sibling ended.
    last: usize,
}

impl<'n> Walker<'_, '_, 'n> {
    pub(super) fn file(&mut self, root: Node<'n>) {
        self.items(root, &mut Preamble::default());
        let end = self.state.builder.text.len() as u32;
        self.mention_hidden(end + 1);
    }

    /// The declarations below `node`.
    pub(super) fn items(&mut self, node: Node<'n>, preamble: &mut Preamble) {
        if !self.enter() {
            return;
        }
        let listed = self.listed.remove(&(node.id(), node.start_byte()));
        for child in listed.unwrap_or_else(|| self.all_children(node)) {
            match child.kind {
                Kind::Comment => self.comment(child.node, preamble),
                Kind::Token => {}
                _ => {
                    self.item_or_known(child, preamble);
                    preamble.documentation = None;
                }
            }
            preamble.last = preamble.last.max(child.node.end_byte());
        }
        self.exit();
    }

    fn comment(&mut self, node: Node<'n>, preamble: &mut Preamble) {
        let between = |from: usize, to: usize| self.state.builder.text.get(from..to).unwrap_or_default();
        let (start, end) = (node.start_byte(), node.end_byte());
        if preamble.last > 0 && !between(preamble.last, start).contains('\n') {
            // Behind something on its line.
            preamble.documentation = None;
            return;
        }
        preamble.documentation = match preamble.documentation {
            Some((first, before)) if is_near(between(before, start)) => Some((first, end)),
            _ => Some((start, end)),
        };
    }

    fn item_or_known(&mut self, child: Child<'n>, preamble: &Preamble) {
        let open = matches!(
            child.kind,
            Kind::PreprocIf
                | Kind::PreprocIfdef
                | Kind::PreprocElse
                | Kind::PreprocElif
                | Kind::PreprocElifdef
        ) || (child.kind == Kind::LinkageSpecification);
        if open || self.state.depth > 60 || !self.state.builder.remembers() || self.state.in_macro {
            self.item(child, preamble);
            self.mention_hidden(child.node.end_byte() as u32);
            self.state.unknown = None;
            return;
        }
        let state = self.state.hash(child.node);
        if self.state.builder.take_over(child.node, state).is_some() {
            let end = child.node.end_byte() as u32;
            let passed = self.state.masks.partition_point(|mask| mask.start < end);
            self.state.next_mask = self.state.next_mask.max(passed);
            self.state.unknown = None;
            return;
        }
        self.item(child, preamble);
        self.mention_hidden(child.node.end_byte() as u32);
        self.state.unknown = None;
        // What was hidden before it is mentioned by now: the state is the one it began in.
        self.state.builder.walked(child.node, state);
    }

    pub(super) fn item(&mut self, child: Child<'n>, preamble: &Preamble) {
        let node = child.node;
        match child.kind {
            Kind::FunctionDefinition => self.function_definition(node, preamble),
            Kind::Declaration | Kind::FieldDeclaration | Kind::TypeDefinition => {
                self.declaration(child, preamble);
            }
            kind if kind.is_specifier() => self.specifier_item(child, preamble),
            Kind::AliasDeclaration => self.alias(node, preamble),
            Kind::NamespaceDefinition => self.namespace(node, preamble),
            Kind::LinkageSpecification => {
                if let Some(body) = self.field(node, self.fields.body) {
                    match body.kind {
                        Kind::DeclarationList => self.items(body.node, &mut Preamble::default()),
                        _ => self.item(body, preamble),
                    }
                }
            }
            Kind::TemplateDeclaration => self.template(node, preamble),
            Kind::TemplateInstantiation => self.statement_children(node),
            Kind::UsingDeclaration => self.using(node),
            Kind::NamespaceAlias => self.namespace_alias(node),
            Kind::FriendDeclaration => self.friend(node, preamble),
            Kind::PreprocInclude => self.include(node),
            Kind::PreprocDef | Kind::PreprocFunctionDef => self.macro_definition(child, preamble),
            Kind::PreprocCall => self.directive(node),
            Kind::PreprocIf
            | Kind::PreprocIfdef
            | Kind::PreprocElse
            | Kind::PreprocElif
            | Kind::PreprocElifdef => self.condition(child),
            Kind::AccessSpecifier => {
                self.state.access = match self.text(node) {
                    "public" => Visibility::Public,
                    "protected" => Visibility::Protected,
                    "private" => Visibility::Private,
                    _ => self.state.access,
                };
            }
            // What stands in a damaged part is most likely what would stand here.
            Kind::Error | Kind::DeclarationList | Kind::FieldDeclarationList => {
                self.items(node, &mut Preamble::default());
            }
            Kind::ConceptDefinition => self.statement_children(node),
            _ => self.statement(child),
        }
    }

    /// Opens a definition; [`Walker::close`] closes it.
    pub(super) fn open(&mut self, opening: &Opening<'n>, preamble: &Preamble) {
        let node = opening.node;
        // Macros hidden in front of it are its own, if nothing else is between.
        let mut start = node.start_byte();
        let mut first = None;
        if !self.state.in_macro {
            while let Some(mask) = self.state.masks.get(self.state.next_mask).copied() {
                if mask.start as usize >= node.start_byte() {
                    break;
                }
                let end = mask.end as usize;
                let rest = self.state.builder.text.get(end..node.start_byte()).unwrap_or_default();
                if is_near(rest) || self.is_hidden_between(end, node.start_byte()) {
                    first = Some(mask.start);
                    start = mask.start as usize;
                    break;
                }
                self.mention_hidden(mask.start + 1);
            }
        }
        let declares = opening.flags.has(DefinitionFlags::DECLARATION);
        let container_path = opening.container.map_or(Name::empty(), |c| c.path);
        let elsewhere = declares && self.state.defined.contains(&(container_path, opening.name));
        let mut flags = opening.flags;
        flags.set(DefinitionFlags::EXPORTED, opening.visibility == Visibility::Public);
        flags.set(DefinitionFlags::CONDITIONAL, self.state.conditional > 0);
        let text = self.state.builder.text;
        let header = text.get(node.start_byte()..opening.header_end).unwrap_or_default();
        let documentation = preamble
            .documentation
            .filter(|(_, end)| is_near(text.get(*end..start).unwrap_or_default()))
            .unwrap_or_default();
        let definition = Definition {
            kind: opening.kind,
            name: opening.name,
            container: opening.container,
            visibility: opening.visibility,
            flags,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: one_line(header.trim_end(), MAX_SIGNATURE),
            documentation: documentation_of(text.get(documentation.0..documentation.1).unwrap_or_default()),
        };
        let suffix = if elsewhere { "~declared" } else { "" };
        self.state.builder.open_definition_as(node, opening.spelled, definition, suffix);
        if let Some(first) = first {
            self.state.builder.extend_start(first);
        }
        if documentation.1 > 0 {
            self.state.builder.extend_start(documentation.0 as u32);
        }
        if let Some(parameters) = self.template.take() {
            self.template_parameters(parameters);
        }
    }

    fn is_hidden_between(&self, from: usize, to: usize) -> bool {
        let mut at = from;
        let first = self.state.masks.partition_point(|mask| (mask.start as usize) < from);
        for mask in self.state.masks[first..].iter().take_while(|mask| (mask.start as usize) < to) {
            if !is_near(self.state.builder.text.get(at..mask.start as usize).unwrap_or_default()) {
                return false;
            }
            at = mask.end as usize;
        }
        is_near(self.state.builder.text.get(at..to).unwrap_or_default())
    }

    pub(super) fn close(&mut self, node: Node<'n>) {
        self.mention_hidden(node.end_byte() as u32);
        self.state.builder.close();
    }

    fn template(&mut self, node: Node<'n>, preamble: &Preamble) {
        let mut parameters = None;
        for child in self.children(node) {
            match child.kind {
                Kind::TemplateParameters => parameters = Some(child.node),
                _ => {
                    self.template = parameters;
                    // The declaration stands for the whole.
                    self.item(child, preamble);
                    self.template = None;
                }
            }
        }
    }

    fn template_parameters(&mut self, node: Node<'n>) {
        for child in self.children(node) {
            let inner = self.children(child.node);
            let is_type = matches!(
                child.kind,
                Kind::TypeParameter
                    | Kind::OptionalTypeParameter
                    | Kind::VariadicTypeParameter
                    | Kind::TemplateTemplateParameter
            );
            let mut default = None;
            let mut name = None;
            if is_type {
                for part in &inner {
                    if part.field == self.fields.default_type {
                        default = Some(self.type_expression(part.node, true));
                    } else if part.kind == Kind::TypeIdentifier {
                        name = Some(part.node);
                    }
                }
            } else {
                for part in &inner {
                    if part.field == self.fields.declarator {
                        name = self.declarator(part.node).name;
                    } else if part.kind.is_type() || part.kind == Kind::QualifiedIdentifier {
                        self.type_expression(part.node, true);
                    }
                }
            }
            let Some(name) = name else { continue };
            let name = self.name(name);
            if let Some(definition) = self.state.builder.definition() {
                definition.type_parameters.push(TypeParameter { name, bounds: Box::default(), default });
            }
        }
    }

    fn namespace(&mut self, node: Node<'n>, preamble: &Preamble) {
        let name = self.field(node, self.fields.name);
        let body = self.field(node, self.fields.body);
        let inline = self
            .all_children(node)
            .iter()
            .any(|child| child.kind == Kind::Token && self.text(child.node) == "inline");
        let Some(name) = name.filter(|_| !inline) else {
            let hidden = self.state.hidden;
            self.state.hidden |= !inline;
            if let Some(body) = body {
                self.items(body.node, &mut Preamble::default());
            }
            self.state.hidden = hidden;
            return;
        };
        let mut names = Vec::new();
        self.namespace_names(name.node, &mut names);
        let depth = names.len();
        for part in names {
            let container = self.container();
            let opening = Opening {
                kind: SymbolKind::Module,
                name: self.name(part),
                spelled: Some(part),
                node,
                header_end: body.map_or(node.end_byte(), |body| body.node.start_byte()),
                flags: DefinitionFlags::default(),
                visibility: self.visibility(false),
                container,
            };
            self.open(&opening, preamble);
            let path = match container {
                Some(container) => Name::new(&format!("{}.{}", container.path, opening.name)),
                None => opening.name,
            };
            self.state.containers.push(Container { path, name: opening.name });
        }
        if let Some(body) = body {
            self.items(body.node, &mut Preamble::default());
        }
        for _ in 0..depth {
            self.state.containers.pop();
            self.close(node);
        }
    }

    /// The names of `a::b::c`, in order.
    pub(super) fn namespace_names(&mut self, node: Node<'n>, names: &mut Vec<Node<'n>>) {
        if !matches!(self.kind(node), Kind::NestedNamespaceSpecifier | Kind::QualifiedIdentifier) {
            names.push(node);
            return;
        }
        if !self.enter() {
            return;
        }
        for child in self.children(node) {
            self.namespace_names(child.node, names);
        }
        self.exit();
    }

    /// Who sees what is declared here.
    pub(super) fn visibility(&self, is_static: bool) -> Visibility {
        match self.state.place {
            Place::Class(_) => self.state.access,
            Place::Function => Visibility::Local,
            Place::Module if is_static || self.state.hidden => Visibility::Private,
            Place::Module => Visibility::Public,
        }
    }

    /// `#if`, `#ifdef` and their other arms.
    pub(super) fn condition(&mut self, child: Child<'n>) {
        let children = self.all_children(child.node);
        let name = self.field(child.node, self.fields.name);
        let is_guard = child.kind == Kind::PreprocIfdef
            && name.is_some_and(|name| {
                let first = children
                    .iter()
                    .find(|c| !matches!(c.kind, Kind::Token | Kind::Comment) && c.node != name.node);
                first.is_some_and(|first| {
                    first.kind == Kind::PreprocDef
                        && self
                            .field(first.node, self.fields.name)
                            .is_some_and(|defined| self.text(defined.node) == self.text(name.node))
                })
            });
        let before = self.state.conditional;
        self.state.conditional += u32::from(!is_guard && before == 0);
        let mut preamble = Preamble::default();
        for part in children {
            if part.field == self.fields.condition || part.field == self.fields.name && self.fields.name != 0
            {
                self.macro_condition(part);
                preamble.last = part.node.end_byte();
                continue;
            }
            match part.kind {
                Kind::Comment => self.comment(part.node, &mut preamble),
                Kind::Token => {}
                _ => {
                    if self.state.place == Place::Function {
                        self.statement(part);
                    } else {
                        self.item_or_known(part, &preamble);
                    }
                    preamble.documentation = None;
                }
            }
            preamble.last = preamble.last.max(part.node.end_byte());
        }
        self.state.conditional = before;
    }

    /// The names in the condition of an `#if` are macros.
    pub(super) fn macro_condition(&mut self, child: Child<'n>) {
        if child.kind == Kind::Identifier {
            if !range(child.node).is_empty() {
                let name = self.name(child.node);
                self.asks_about(range(child.node), name);
            }
            return;
        }
        if !self.enter() {
            return;
        }
        for part in self.children(child.node) {
            self.macro_condition(part);
        }
        self.exit();
    }

    fn include(&mut self, node: Node<'n>) {
        let Some(path) = self.field(node, self.fields.path) else { return };
        if !matches!(path.kind, Kind::String | Kind::SystemString)
            || path.node.end_byte() < path.node.start_byte() + 3
        {
            return self.statement(path);
        }
        self.mention_hidden(path.node.start_byte() as u32);
        self.include_of(range(path.node));
    }

    /// `#include` where it is hidden from the parser.
    pub(super) fn hidden_include(&mut self, mask: super::Mask) {
        let line = self.state.builder.text.get(mask.start as usize..mask.end as usize).unwrap_or_default();
        let Some(open) = line.find(['"', '<']) else { return };
        let Some(length) = line.get(open + 1..).and_then(|rest| rest.find(['"', '>'])) else { return };
        let start = mask.start + open as u32;
        if length > 0 {
            self.include_of(TextRange::new(start, start + length as u32 + 2));
        }
    }

    /// An include of the path at `at`, quotes included.
    fn include_of(&mut self, mut at: TextRange) {
        let text = self.state.builder.text.get(at.start as usize..at.end as usize).unwrap_or_default();
        let inner = text.trim_matches(|c| matches!(c, '"' | '<' | '>'));
        let root = if text.starts_with('<') { PathRoot::Crate } else { PathRoot::Plain };
        let import = self.state.builder.import(Import {
            scope: ScopeId(0),
            path: ImportPath { root, segments: Box::new([Name::new(inner)]) },
            name: None,
            local: None,
            exported: None,
            wildcard: true,
            re_export: true,
            own: false,
        });
        at.start += 1;
        at.end = at.start + inner.len() as u32;
        let target = ReferenceTarget::ImportSegment { import, segment: 0 };
        self.state.builder.reference_at(at, Name::stem_of(inner), ReferenceRole::Import, target, None);
    }

    fn using(&mut self, node: Node<'n>) {
        let children = self.all_children(node);
        let is_namespace = children.iter().any(|c| c.kind == Kind::Token && self.text(c.node) == "namespace");
        let Some(path) = children.iter().rfind(|c| !matches!(c.kind, Kind::Token | Kind::Comment)) else {
            return;
        };
        let mut names = Vec::new();
        self.namespace_names(path.node, &mut names);
        if matches!(self.state.place, Place::Class(_)) {
            // A base's member made visible: mentioned, found through the base as it is.
            self.path(path.node, super::expressions::Mention::Value(ReferenceRole::Import, None));
            return;
        }
        let spelled: Vec<Name> = names.iter().map(|name| self.name(*name)).collect();
        let scope = self.state.builder.scope();
        let Some((last, outer)) = spelled.split_last() else { return };
        let (segments, name) = if is_namespace { (&spelled[..], None) } else { (outer, Some(*last)) };
        let import = self.state.builder.import(Import {
            scope,
            path: ImportPath { root: PathRoot::Plain, segments: segments.into() },
            name,
            local: name,
            exported: None,
            wildcard: is_namespace,
            re_export: false,
            own: false,
        });
        for (at, name) in names.iter().enumerate() {
            let target = if at < segments.len() {
                ReferenceTarget::ImportSegment { import, segment: at as u16 }
            } else {
                ReferenceTarget::Imported(import)
            };
            self.mention(*name, ReferenceRole::Import, target, None);
        }
    }

    fn namespace_alias(&mut self, node: Node<'n>) {
        let Some(name) = self.field(node, self.fields.name) else { return };
        let mut names = Vec::new();
        for child in self.children(node) {
            if child.node != name.node {
                self.namespace_names(child.node, &mut names);
            }
        }
        let segments: Box<[Name]> = names.iter().map(|name| self.name(*name)).collect();
        let scope = self.state.builder.scope();
        let local = Some(self.name(name.node));
        let import = self.state.builder.import(Import {
            scope,
            path: ImportPath { root: PathRoot::Plain, segments },
            name: None,
            local,
            exported: None,
            wildcard: false,
            re_export: false,
            own: false,
        });
        for (at, name) in names.iter().enumerate() {
            let target = ReferenceTarget::ImportSegment { import, segment: at as u16 };
            self.mention(*name, ReferenceRole::Import, target, None);
        }
    }

    fn friend(&mut self, node: Node<'n>, preamble: &Preamble) {
        for child in self.children(node) {
            match child.kind {
                Kind::TypeIdentifier | Kind::QualifiedIdentifier | Kind::TemplateType => {
                    self.type_expression(child.node, true);
                }
                // A friend defined here belongs to the namespace around; its names are mentioned by the class.
                Kind::FunctionDefinition => self.function_definition(child.node, preamble),
                _ => self.types_below(child.node),
            }
        }
    }
}

/// Whether only blanks stand between two things, and no empty line.
fn is_near(between: &str) -> bool {
    between.trim().is_empty() && between.bytes().filter(|byte| *byte == b'\n').count() < 2
}

/// A comment without its signs.
fn documentation_of(comment: &str) -> Box<str> {
    let mut text = String::new();
    for line in comment.lines() {
        let line = line.trim();
        let line = line.strip_suffix("*/").unwrap_or(line);
        let line = line.trim_start_matches('/').trim_start_matches(['*', '!']).trim();
        if line.len() + text.len() > MAX_DOCUMENTATION {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text.trim().into()
}
