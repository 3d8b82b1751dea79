//! Types and their members: structs, enums, traits, `impl` blocks.

use lockstep_facts::{
    Base, Container, DefinitionFlags, Impl, Name, Parameter, ParameterKind, ReferenceRole, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

use super::attributes::Preamble;
use super::items::Opening;
use super::syntax::{FIELDS, Kind};
use super::{Child, Member, Walker};
use crate::builder::one_line;
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// Longest label of an `impl` block, in bytes.
const MAX_LABEL: usize = 120;

/// A struct, enum or trait but for what is inside.
struct Head<'n> {
    node: Node<'n>,
    name: Node<'n>,
    type_parameters: Option<Child<'n>>,
    bounds: Option<Child<'n>>,
    where_clause: Option<Child<'n>>,
    body: Option<Child<'n>>,
    visibility: Visibility,
}

impl<'n> Walker<'_, '_, 'n> {
    /// A struct or union.
    pub(super) fn structure(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let Some(head) = self.head(node) else { return };
        let braces = head.body.filter(|body| body.kind == Kind::FieldDeclarationList);
        self.open_type(&head, SymbolKind::Struct, braces, Member::Module, preamble);
        let (generics, _) = self.generics(head.type_parameters, head.where_clause);
        self.define(|definition| definition.type_parameters = generics);
        if let Some(body) = head.body {
            self.fields(body, None);
        }
        self.pop_item();
    }

    /// What stands around the body of a struct, enum or trait; none without a name.
    fn head(&mut self, node: Node<'n>) -> Option<Head<'n>> {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_parameters = self.field(frame, FIELDS.type_parameters);
        let bounds = self.field(frame, FIELDS.bounds);
        let where_clause = self.child_of_kind(frame, Kind::WhereClause);
        let body = self.field(frame, FIELDS.body);
        let visibility = self.visibility(frame);
        self.leave(frame);
        Some(Head { node, name: name?.node, type_parameters, bounds, where_clause, body, visibility })
    }

    /// Opens the item of a type; its header ends where `body` begins, if it has one.
    fn open_type(
        &mut self,
        head: &Head<'n>,
        kind: SymbolKind,
        body: Option<Child<'n>>,
        inside: Member,
        preamble: &Preamble<'n>,
    ) {
        let opening = Opening {
            kind,
            node: head.node,
            name: head.name,
            visibility: head.visibility,
            flags: DefinitionFlags::default(),
            header_end: body.map_or(head.node.end_byte(), |body| body.node.start_byte()),
            inside,
        };
        self.open(&opening, preamble);
    }

    /// The fields of a struct or of a variant with braces; those of a variant are as visible as it is.
    fn fields(&mut self, body: Child<'n>, of_variant: Option<Visibility>) {
        if body.kind == Kind::OrderedFieldDeclarationList {
            self.tuple_fields(body.node);
            return;
        }
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(body.node);
        while let Some(child) = self.next(&mut frame) {
            if self.gather(child, &mut preamble) || child.kind.is_token() {
                continue;
            }
            let preamble = preamble.take();
            if child.kind == Kind::FieldDeclaration {
                self.field_declaration(child.node, &preamble, of_variant);
            } else {
                self.anything(child);
            }
        }
    }

    fn field_declaration(&mut self, node: Node<'n>, preamble: &Preamble<'n>, of_variant: Option<Visibility>) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_node = self.field(frame, FIELDS.type_node);
        let visibility = of_variant.unwrap_or_else(|| self.visibility(frame));
        self.leave(frame);
        let Some(name) = name else { return };
        let opening = Opening {
            kind: SymbolKind::Field,
            node,
            name: name.node,
            visibility,
            flags: DefinitionFlags::default(),
            header_end: node.end_byte(),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        let declared = type_node.map(|child| self.type_expression(child.node));
        self.define(|definition| definition.declared = declared);
        self.pop_item();
    }

    /// The fields `0`, `1`, … of a tuple struct. Nothing spells their names: an empty range at the type stands for it.
    fn tuple_fields(&mut self, node: Node<'n>) {
        let mut index = 0u32;
        let mut visibility = self.place_visibility();
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(node);
        while let Some(child) = self.next(&mut frame) {
            if self.gather(child, &mut preamble) {
                continue;
            }
            match child.kind {
                Kind::VisibilityModifier => {
                    if visibility != Visibility::Local {
                        let public = self.text(child.node) == "pub";
                        visibility = if public { Visibility::Public } else { Visibility::Package };
                    }
                }
                kind if kind.is_token() => {}
                _ => {
                    let preamble = preamble.take();
                    self.tuple_field(child, index, visibility, &preamble);
                    index += 1;
                    visibility = self.place_visibility();
                }
            }
        }
    }

    fn place_visibility(&self) -> Visibility {
        if self.state.frame.in_function { Visibility::Local } else { Visibility::Private }
    }

    fn tuple_field(&mut self, child: Child<'n>, index: u32, visibility: Visibility, preamble: &Preamble<'n>) {
        let opening = Opening {
            kind: SymbolKind::Field,
            node: child.node,
            name: child.node,
            visibility,
            flags: DefinitionFlags::default(),
            header_end: child.node.end_byte(),
            inside: Member::Module,
        };
        self.open_named(&opening, Name::new(&index.to_string()), preamble);
        let declared = self.type_expression(child.node);
        self.define(|definition| definition.declared = Some(declared));
        self.pop_item();
    }

    /// An enum.
    pub(super) fn enumeration(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let Some(head) = self.head(node) else { return };
        self.open_type(&head, SymbolKind::Enum, head.body, Member::Module, preamble);
        let (generics, _) = self.generics(head.type_parameters, head.where_clause);
        self.define(|definition| definition.type_parameters = generics);
        if let Some(body) = head.body {
            let mut preamble = Preamble::default();
            let mut frame = self.children_and_comments(body.node);
            while let Some(child) = self.next(&mut frame) {
                if self.gather(child, &mut preamble) || child.kind.is_token() {
                    continue;
                }
                let preamble = preamble.take();
                if child.kind == Kind::EnumVariant {
                    self.variant(child.node, head.visibility, &preamble);
                } else {
                    self.anything(child);
                }
            }
        }
        self.pop_item();
    }

    fn variant(&mut self, node: Node<'n>, visibility: Visibility, preamble: &Preamble<'n>) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let body = self.field(frame, FIELDS.body);
        let value = self.field(frame, FIELDS.value);
        self.leave(frame);
        let Some(name) = name else { return };
        let opening = Opening {
            kind: SymbolKind::EnumMember,
            node,
            name: name.node,
            visibility,
            flags: DefinitionFlags::STATIC,
            header_end: node.end_byte(),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        match body {
            Some(body) if body.kind == Kind::OrderedFieldDeclarationList => {
                let parameters = self.variant_parameters(body.node);
                self.define(|definition| definition.parameters = parameters);
            }
            Some(body) => self.fields(body, Some(visibility)),
            None => {}
        }
        if let Some(value) = value {
            self.expression(value);
        }
        self.pop_item();
    }

    fn variant_parameters(&mut self, node: Node<'n>) -> Vec<Parameter> {
        let mut list = Vec::new();
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::AttributeItem => self.attribute(child.node),
                Kind::VisibilityModifier => {}
                kind if kind.is_token() => {}
                _ => {
                    let declared = Some(self.type_expression(child.node));
                    let name = Name::empty();
                    list.push(Parameter {
                        name,
                        kind: ParameterKind::Positional,
                        declared,
                        has_default: false,
                    });
                }
            }
        }
        list
    }

    /// The bounds of a trait or an associated type as bases.
    pub(super) fn bases(&mut self, bounds: Node<'n>) -> Vec<Base> {
        let list = self.bounds(bounds, ReferenceRole::Inherit);
        list.into_iter().map(|expression| Base { expression, implements: false }).collect()
    }

    /// A trait.
    pub(super) fn trait_item(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let Some(head) = self.head(node) else { return };
        self.open_type(&head, SymbolKind::Trait, head.body, Member::Trait, preamble);
        let (mut generics, _) = self.generics(head.type_parameters, None);
        let mut bases = head.bounds.map(|child| self.bases(child.node)).unwrap_or_default();
        if let Some(where_clause) = head.where_clause {
            let of_self = self.where_clause(where_clause.node, &mut generics);
            bases.extend(of_self.into_iter().map(|expression| Base { expression, implements: false }));
        }
        let names: Vec<Name> = generics.iter().map(|parameter| parameter.name).collect();
        self.define(|definition| {
            definition.type_parameters = generics;
            definition.bases = bases;
        });
        if let Some(body) = head.body {
            self.members(body.node, names);
        }
        self.pop_item();
    }

    /// An `impl` block: its head is an item, its members are definitions of the type.
    pub(super) fn implementation(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        let frame = self.children(node);
        let type_parameters = self.field(frame, FIELDS.type_parameters);
        let trait_name = self.field(frame, FIELDS.trait_name);
        let type_node = self.field(frame, FIELDS.type_node);
        let where_clause = self.child_of_kind(frame, Kind::WhereClause);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        let Some(type_node) = type_node else {
            if let Some(body) = body {
                self.declarations(body.node, None);
            }
            return;
        };
        let label = match trait_name {
            Some(name) => format!("impl {} for {}", self.text(name.node), self.text(type_node.node)),
            None => format!("impl {}", self.text(type_node.node)),
        };
        let label = one_line(&label, MAX_LABEL);
        let type_name = self.implemented_name(type_node.node, type_parameters);
        let container = self.member_container(type_node, type_name, &label);
        // The block is opened before its expressions can be made; nothing looks at these two until they are set.
        let placeholder = lockstep_facts::ExpressionId(0);
        let head = Impl { self_type: placeholder, type_name, implemented: None, type_parameters: Vec::new() };
        self.state.builder.open_implementation(node, &label, head);
        if let Some(start) = preamble.start {
            self.state.builder.extend_start(start);
        }
        self.push_item(Member::Impl { container, of_trait: trait_name.is_some() }, false);
        for attribute in &preamble.attributes {
            self.attribute(*attribute);
        }
        let mut generics = match type_parameters {
            Some(child) => self.type_parameters(child.node),
            None => Vec::new(),
        };
        let implemented = trait_name.map(|child| self.type_with_role(child.node, ReferenceRole::Implement));
        let self_type = self.type_expression(type_node.node);
        if let Some(where_clause) = where_clause {
            self.where_clause(where_clause.node, &mut generics);
        }
        let names: Vec<Name> = generics.iter().map(|parameter| parameter.name).collect();
        self.state.builder.item().implementation =
            Some(Impl { self_type, type_name, implemented, type_parameters: generics });
        if let Some(body) = body {
            self.members(body.node, names);
        }
        self.pop_item();
    }

    /// The members of a trait or block with these type parameters, whose where clauses may say more of them.
    fn members(&mut self, body: Node<'n>, parameters: Vec<Name>) {
        let outer = std::mem::replace(&mut self.state.outer_parameters, parameters);
        self.declarations(body, None);
        self.state.outer_parameters = outer;
    }

    /// The bare name of the type that a block is for; empty for a blanket implementation and for types without one.
    fn implemented_name(&self, node: Node<'n>, type_parameters: Option<Child<'n>>) -> Name {
        let Some(head) = self.head_name(node) else { return Name::empty() };
        if head.kind == Kind::ArrayType {
            return Name::new("Slice");
        }
        let name = self.name(head.node);
        let parameter = type_parameters.is_some_and(|list| {
            let count = list.node.named_child_count();
            (0..count).filter_map(|index| list.node.named_child(index as u32)).any(|parameter| {
                parameter.child_by_field_id(FIELDS.name).is_some_and(|node| self.name(node) == name)
            })
        });
        if parameter { Name::empty() } else { name }
    }

    /// Where a block's members are filed: the type's path in this file if it can be seen from here, else its bare
    /// name; for a blanket implementation, the block.
    fn member_container(&self, type_node: Child<'n>, name: Name, label: &str) -> Container {
        if name.is_empty() {
            return Container { path: Name::new(&format!("<{label}>")), name };
        }
        let scoped = self.head_name(type_node.node).is_some_and(|head| {
            let before = self.state.builder.text.get(type_node.node.start_byte()..head.node.start_byte());
            before.is_some_and(|before| before.contains("::"))
        });
        let level = self.state.levels.iter().rev().find(|level| level.types.contains(&name));
        let path = match level {
            Some(level) if !scoped && !level.path.is_empty() => Name::new(&format!("{}.{name}", level.path)),
            _ => name,
        };
        Container { path, name }
    }
}
