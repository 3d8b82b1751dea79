//! Items: modules, functions, macros, constants, aliases, and the lists they stand in. Types and their members are in
//! `members`.

use lockstep_facts::{
    Definition, DefinitionFlags, ExpressionId, Name, Parameter, ParameterKind, SymbolKind, TypeParameter,
    Visibility,
};
use tree_sitter::Node;

use super::attributes::Preamble;
use super::syntax::{FIELDS, Kind};
use super::{Child, Level, Member, Walker};
use crate::builder::one_line;
use crate::children::ChildKind as _;
use crate::children::Frame;
use crate::children::WalkChildren as _;

/// Longest signature, in bytes.
const MAX_SIGNATURE: usize = 300;

/// What is known of a definition before it is opened.
pub(super) struct Opening<'n> {
    pub(super) kind: SymbolKind,
    /// The whole item.
    pub(super) node: Node<'n>,
    /// What spells its name.
    pub(super) name: Node<'n>,
    pub(super) visibility: Visibility,
    pub(super) flags: DefinitionFlags,
    /// Where its signature ends.
    pub(super) header_end: usize,
    /// What items inside it are.
    pub(super) inside: Member,
}

impl<'n> Walker<'_, '_, 'n> {
    /// The whole file.
    pub(super) fn file(&mut self, root: Node<'n>) {
        let mut documentation = String::new();
        self.declarations(root, Some(&mut documentation));
        self.state.builder.facts().documentation = documentation.into();
    }

    /// The declarations (and, at a file's top, statements) below `node`. Inner documentation goes to `documentation`.
    pub(super) fn declarations(&mut self, node: Node<'n>, mut documentation: Option<&mut String>) {
        if !self.enter() {
            return;
        }
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(node);
        while let Some(child) = self.next(&mut frame) {
            if child.kind.is_comment()
                && let Some(documentation) = documentation.as_deref_mut()
            {
                self.inner_documentation(child.node, documentation);
            }
            if self.gather(child, &mut preamble) || child.kind.is_token() {
                continue;
            }
            self.declaration(child, &mut preamble);
        }
        self.exit();
    }

    fn declaration(&mut self, child: Child<'n>, preamble: &mut Preamble<'n>) {
        let preamble = preamble.take();
        if self.state.macro_depth > 0 || !self.state.builder.remembers() {
            return self.declaration_of_kind(child, preamble);
        }
        let state = self.state.hash();
        if self.state.builder.take_over(child.node, state).is_some() {
            if self.state.outer.is_empty() {
                self.new_run();
            }
            return;
        }
        self.declaration_of_kind(child, preamble);
        let state = self.state.hash();
        self.state.builder.walked(child.node, state);
    }

    fn declaration_of_kind(&mut self, child: Child<'n>, preamble: Preamble<'n>) {
        match child.kind {
            kind if kind.is_item() => self.item(child, &preamble),
            Kind::MacroInvocation => self.item_macro(child.node, &preamble),
            Kind::ExpressionStatement => match self.first_named(child.node) {
                Some(inner) if inner.kind == Kind::MacroInvocation => self.item_macro(inner.node, &preamble),
                Some(inner) => {
                    self.loose_attributes(&preamble);
                    self.expression(inner);
                }
                None => {}
            },
            Kind::Error => {
                self.loose_attributes(&preamble);
                // What stands in a damaged part is most likely what would stand here.
                self.declarations(child.node, None);
            }
            Kind::InnerAttribute | Kind::EmptyStatement => {}
            Kind::VisibilityModifier | Kind::FunctionModifiers => {}
            _ => {
                self.loose_attributes(&preamble);
                self.anything(child);
            }
        }
    }

    pub(super) fn loose_attributes(&mut self, preamble: &Preamble<'n>) {
        for attribute in &preamble.attributes {
            self.attribute(*attribute);
        }
    }

    /// An item with what stands before it.
    pub(super) fn item(&mut self, child: Child<'n>, preamble: &Preamble<'n>) {
        if !self.enter() {
            return;
        }
        let node = child.node;
        match child.kind {
            Kind::FunctionItem | Kind::FunctionSignature => self.function(node, preamble),
            Kind::StructItem | Kind::UnionItem => self.structure(node, preamble),
            Kind::EnumItem => self.enumeration(node, preamble),
            Kind::TraitItem => self.trait_item(node, preamble),
            Kind::ImplItem => self.implementation(node, preamble),
            Kind::ModItem => self.module(node, preamble),
            Kind::ForeignMod => {
                self.loose_attributes(preamble);
                if let Some(body) = node.child_by_field_id(FIELDS.body) {
                    self.declarations(body, None);
                }
            }
            Kind::ConstItem => self.constant(node, preamble, SymbolKind::Constant),
            Kind::StaticItem => self.constant(node, preamble, SymbolKind::Variable),
            Kind::TypeItem | Kind::AssociatedType => self.type_alias(node, preamble),
            Kind::MacroDefinition => self.macro_definition(node, preamble),
            Kind::UseDeclaration => {
                self.loose_attributes(preamble);
                self.use_declaration(node);
            }
            Kind::ExternCrate => {
                self.loose_attributes(preamble);
                self.extern_crate(node);
            }
            _ => {}
        }
        self.exit();
    }

    /// The visibility that the modifier in `frame` gives; without one, what the place gives.
    pub(super) fn visibility(&self, frame: Frame) -> Visibility {
        if self.state.frame.in_function {
            return Visibility::Local;
        }
        if let Some(modifier) = self.child_of_kind(frame, Kind::VisibilityModifier) {
            return match self.text(modifier.node) {
                "pub" => Visibility::Public,
                "pub(self)" => Visibility::Private,
                _ => Visibility::Package,
            };
        }
        match self.state.frame.member {
            Member::Trait | Member::Impl { of_trait: true, .. } => Visibility::Public,
            _ => Visibility::Private,
        }
    }

    /// Opens a definition; [`Walker::pop_item`] closes it. Its attributes are mentioned in it.
    pub(super) fn open(&mut self, opening: &Opening<'n>, preamble: &Preamble<'n>) {
        let name = self.name(opening.name);
        self.open_as(opening, Some(opening.name), name, preamble);
    }

    /// The same for a definition whose name nothing spells.
    pub(super) fn open_named(&mut self, opening: &Opening<'n>, name: Name, preamble: &Preamble<'n>) {
        self.open_as(opening, None, name, preamble);
    }

    fn open_as(
        &mut self,
        opening: &Opening<'n>,
        spelled: Option<Node<'n>>,
        name: Name,
        preamble: &Preamble<'n>,
    ) {
        let container = match self.state.frame.member {
            Member::Impl { container, .. } => Some(container),
            _ => self.state.builder.container(),
        };
        let header =
            self.state.builder.text.get(opening.node.start_byte()..opening.header_end).unwrap_or_default();
        let mut flags = opening.flags;
        flags.set(
            DefinitionFlags::EXPORTED,
            matches!(opening.visibility, Visibility::Public | Visibility::Package),
        );
        flags.set(
            DefinitionFlags::TRAIT_IMPL,
            matches!(self.state.frame.member, Member::Impl { of_trait: true, .. }),
        );
        let definition = Definition {
            kind: opening.kind,
            name,
            container,
            visibility: opening.visibility,
            flags,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: one_line(header.trim_end_matches(['=', ' ', ',', ';']), MAX_SIGNATURE),
            documentation: preamble.documentation.as_str().into(),
        };
        self.state.builder.open_definition(opening.node, spelled, definition);
        if let Some(start) = preamble.start {
            self.state.builder.extend_start(start);
        }
        let function = matches!(opening.kind, SymbolKind::Function | SymbolKind::Method);
        self.push_item(opening.inside, function);
        self.attributes(preamble);
    }

    /// The definition that was opened last.
    pub(super) fn define(&mut self, set: impl FnOnce(&mut Definition)) {
        if let Some(definition) = self.state.builder.definition() {
            set(definition);
        }
    }

    /// Type parameters and where clause of the frame's item; returns the bounds put on `Self` as well.
    pub(super) fn generics(
        &mut self,
        type_parameters: Option<Child<'n>>,
        where_clause: Option<Child<'n>>,
    ) -> (Vec<TypeParameter>, Vec<ExpressionId>) {
        let mut list = match type_parameters {
            Some(child) => self.type_parameters(child.node),
            None => Vec::new(),
        };
        let of_self = match where_clause {
            Some(child) => self.where_clause(child.node, &mut list),
            None => Vec::new(),
        };
        (list, of_self)
    }

    fn function(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_parameters = self.field(frame, FIELDS.type_parameters);
        let parameters = self.field(frame, FIELDS.parameters);
        let return_type = self.field(frame, FIELDS.return_type);
        let where_clause = self.child_of_kind(frame, Kind::WhereClause);
        let body = self.field(frame, FIELDS.body);
        let modifiers = self.child_of_kind(frame, Kind::FunctionModifiers);
        let visibility = self.visibility(frame);
        self.leave(frame);
        let Some(name) = name.filter(|name| name.kind == Kind::Identifier) else {
            self.nameless([type_parameters, parameters, return_type, where_clause, body]);
            return;
        };
        let receiver = parameters.is_some_and(|child| has_receiver(child.node));
        let mut flags = DefinitionFlags::default();
        let is_method = !matches!(self.state.frame.member, Member::Module);
        flags.set(DefinitionFlags::STATIC, is_method && !receiver);
        flags.set(DefinitionFlags::DECLARATION, body.is_none());
        flags.set(
            DefinitionFlags::ASYNC,
            modifiers
                .is_some_and(|child| self.text(child.node).split_whitespace().any(|word| word == "async")),
        );
        flags.set(DefinitionFlags::TEST, self.marks(preamble).test);
        let opening = Opening {
            kind: if is_method { SymbolKind::Method } else { SymbolKind::Function },
            node,
            name: name.node,
            visibility,
            flags,
            header_end: body.map_or(node.end_byte(), |body| body.node.start_byte()),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        let mut generics = match type_parameters {
            Some(child) => self.type_parameters(child.node),
            None => Vec::new(),
        };
        let parameters = match parameters {
            Some(child) => self.parameters(child.node),
            None => Vec::new(),
        };
        let declared = match return_type {
            Some(child) => self.type_expression(child.node),
            None => self.unit_type(),
        };
        if let Some(where_clause) = where_clause {
            self.where_clause(where_clause.node, &mut generics);
        }
        self.define(|definition| {
            definition.type_parameters = generics;
            definition.parameters = parameters;
            definition.declared = Some(declared);
        });
        if let Some(body) = body {
            self.block_contents(body.node);
        }
        self.pop_item();
    }

    /// An item whose name is missing or a macro's variable: only what it mentions.
    fn nameless<const N: usize>(&mut self, parts: [Option<Child<'n>>; N]) {
        for part in parts.into_iter().flatten() {
            self.anything(part);
        }
    }

    fn parameters(&mut self, node: Node<'n>) -> Vec<Parameter> {
        let mut list = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            let index = list.len().min(usize::from(u16::MAX)) as u16;
            match child.kind {
                Kind::SelfParameter => list.push(self.receiver(child.node, index)),
                Kind::Parameter => list.push(self.parameter(child.node, index)),
                Kind::VariadicParameter => list.push(Parameter {
                    name: Name::empty(),
                    kind: ParameterKind::Variadic,
                    declared: None,
                    has_default: false,
                }),
                Kind::AttributeItem => self.attribute(child.node),
                Kind::Error => {
                    self.anything(child);
                }
                Kind::Token if self.text(child.node) == "_" => list.push(unnamed(None)),
                kind if kind.is_token() => {}
                // A type alone, as traits of old had them.
                _ => {
                    let declared = self.type_expression(child.node);
                    list.push(unnamed(Some(declared)));
                }
            }
        }
        list
    }

    fn receiver(&mut self, node: Node<'n>, index: u16) -> Parameter {
        let keyword = {
            let frame = self.children(node);
            let keyword = self.child_of_kind(frame, Kind::SelfKeyword);
            self.leave(frame);
            keyword
        };
        if let Some(keyword) = keyword {
            self.bind_receiver(keyword.node, index, None);
        }
        Parameter {
            name: Name::new("self"),
            kind: ParameterKind::Receiver,
            declared: None,
            has_default: false,
        }
    }

    fn bind_receiver(&mut self, keyword: Node<'n>, index: u16, declared: Option<ExpressionId>) {
        let value = self.self_value();
        let scope = self.state.builder.scope();
        self.bind(keyword, scope, true, declared, Some(value));
        if let Some(binding) = self.state.builder.item().body.bindings.last_mut() {
            binding.parameter = Some(index);
        }
    }

    fn parameter(&mut self, node: Node<'n>, index: u16) -> Parameter {
        let frame = self.children(node);
        let pattern = self.field(frame, FIELDS.pattern);
        let type_node = self.field(frame, FIELDS.type_node);
        self.leave(frame);
        let is_receiver = pattern.is_some_and(|pattern| pattern.kind == Kind::SelfKeyword);
        if let Some(pattern) = pattern.filter(|_| !is_receiver) {
            self.mention_pattern(pattern.node);
        }
        let declared = type_node.map(|child| self.type_expression(child.node));
        if is_receiver {
            // `self: Box<Self>`: members are found through the smart pointer, so it is the plain receiver.
            if let Some(pattern) = pattern {
                self.bind_receiver(pattern.node, index, None);
            }
            return Parameter {
                name: Name::new("self"),
                kind: ParameterKind::Receiver,
                declared,
                has_default: false,
            };
        }
        let mut name = Name::empty();
        if let Some(pattern) = pattern {
            name = self.parameter_name(pattern.node);
            if pattern.kind == Kind::Identifier {
                self.state.builder.parameter_binding(pattern.node, index, declared);
                if let Some(binding) = self.state.builder.item().body.bindings.last_mut() {
                    binding.name = name;
                }
            } else {
                self.bind_hoisted(pattern.node, declared);
            }
        }
        Parameter { name, kind: ParameterKind::Positional, declared, has_default: false }
    }

    fn module(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let body = self.field(frame, FIELDS.body);
        let visibility = self.visibility(frame);
        self.leave(frame);
        let Some(name) = name.filter(|name| name.node.start_byte() < name.node.end_byte()) else {
            self.nameless([body]);
            return;
        };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::FILE_MODULE, body.is_none());
        let opening = Opening {
            kind: SymbolKind::Module,
            node,
            name: name.node,
            visibility,
            flags,
            header_end: body.map_or(node.end_byte(), |body| body.node.start_byte()),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        if let Some(path) = self.path_attribute(preamble) {
            // People see in the signature which file it is, the graph by the invocation.
            self.define(|definition| {
                definition.signature = format!("#[path = \"{path}\"] {}", definition.signature).into();
            });
            self.state.builder.invocation(Name::new("#[path]"), &path);
        }
        if let Some(body) = body {
            let mut documentation = String::new();
            self.push_level(body.node);
            self.declarations(body.node, Some(&mut documentation));
            self.state.levels.pop();
            if !documentation.is_empty() {
                self.define(|definition| {
                    if definition.documentation.is_empty() {
                        definition.documentation = documentation.into();
                    }
                });
            }
        }
        self.pop_item();
    }

    /// Notes the types that the open definition's body defines, for the `impl`s in it.
    fn push_level(&mut self, body: Node<'n>) {
        let frame = self.children(body);
        let types = self.types_of_frame(frame);
        self.leave(frame);
        let path = self.state.builder.container().map_or(Name::empty(), |container| container.path);
        self.state.levels.push(Level::new(path, types));
    }

    /// The same for a block, if an `impl` stands in it; returns whether a level was added.
    pub(super) fn push_level_of_block(&mut self, frame: Frame) -> bool {
        if self.child_of_kind(frame, Kind::ImplItem).is_none() {
            return false;
        }
        let types = self.types_of_frame(frame);
        let path = self.state.builder.container().map_or(Name::empty(), |container| container.path);
        self.state.levels.push(Level::new(path, types));
        true
    }

    fn types_of_frame(&self, frame: Frame) -> Vec<Name> {
        let is_type = |kind| {
            matches!(
                kind,
                Kind::StructItem | Kind::EnumItem | Kind::UnionItem | Kind::TraitItem | Kind::TypeItem
            )
        };
        let named = self.frame(frame).iter().filter(|child| is_type(child.kind));
        named
            .filter_map(|child| child.node.child_by_field_id(FIELDS.name))
            .map(|name| self.name(name))
            .collect()
    }

    fn constant(&mut self, node: Node<'n>, preamble: &Preamble<'n>, kind: SymbolKind) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_node = self.field(frame, FIELDS.type_node);
        let value = self.field(frame, FIELDS.value);
        let visibility = self.visibility(frame);
        self.leave(frame);
        let Some(name) = name.filter(|name| !matches!(self.text(name.node), "_" | "")) else {
            self.loose_attributes(preamble);
            self.nameless([type_node, value]);
            return;
        };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::STATIC, !matches!(self.state.frame.member, Member::Module));
        let opening = Opening {
            kind,
            node,
            name: name.node,
            visibility,
            flags,
            header_end: value.map_or(node.end_byte(), |value| value.node.start_byte()),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        let declared = type_node.map(|child| self.type_expression(child.node));
        self.define(|definition| definition.declared = declared);
        if let Some(value) = value {
            self.expression(value);
        }
        self.pop_item();
    }

    fn type_alias(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_parameters = self.field(frame, FIELDS.type_parameters);
        let bounds = self.field(frame, FIELDS.bounds);
        let type_node = self.field(frame, FIELDS.type_node);
        let where_clause = self.child_of_kind(frame, Kind::WhereClause);
        let visibility = self.visibility(frame);
        self.leave(frame);
        let Some(name) = name else {
            self.nameless([type_parameters, type_node]);
            return;
        };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::DECLARATION, type_node.is_none());
        let opening = Opening {
            kind: SymbolKind::TypeAlias,
            node,
            name: name.node,
            visibility,
            flags,
            header_end: node.end_byte(),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        let (generics, _) = self.generics(type_parameters, None);
        // Bounds of an associated type are what its values can do: its bases.
        let bases = bounds.map(|child| self.bases(child.node)).unwrap_or_default();
        let declared = type_node.map(|child| self.type_expression(child.node));
        if let Some(where_clause) = where_clause {
            self.where_clause(where_clause.node, &mut Vec::new());
        }
        self.define(|definition| {
            definition.type_parameters = generics;
            definition.bases = bases;
            definition.declared = declared;
        });
        self.pop_item();
    }

    fn macro_definition(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        self.leave(frame);
        let Some(name) = name else { return };
        let export = self.marks(preamble).macro_export;
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::MACRO_EXPORT, export);
        let opening = Opening {
            kind: SymbolKind::Macro,
            node,
            name: name.node,
            visibility: if self.state.frame.in_function {
                Visibility::Local
            } else if export {
                Visibility::Public
            } else {
                Visibility::Private
            },
            flags,
            header_end: name.node.end_byte(),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        self.note_maker(name.node, node);
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if child.kind == Kind::MacroRule
                && let Some(right) = child.node.child_by_field_id(FIELDS.right)
            {
                self.token_tree(right, false);
            }
        }
        self.pop_item();
    }
}

fn unnamed(declared: Option<ExpressionId>) -> Parameter {
    Parameter { name: Name::empty(), kind: ParameterKind::Positional, declared, has_default: false }
}

/// Whether a parameter list begins with `self`.
fn has_receiver(parameters: Node<'_>) -> bool {
    // An attribute may stand before it.
    (0..2).filter_map(|index| parameters.named_child(index)).any(|node| match Kind::of(node) {
        Kind::SelfParameter => true,
        Kind::Parameter => node
            .child_by_field_id(FIELDS.pattern)
            .is_some_and(|pattern| Kind::of(pattern) == Kind::SelfKeyword),
        _ => false,
    })
}
