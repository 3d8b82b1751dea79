//! Classes, structures, unions and enumerations, and their members.

use lockstep_facts::{
    Base, Container, DefinitionFlags, Language, Name, ReferenceRole, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::items::{Opening, Preamble};
use super::kinds::Kind;
use super::{Child, Place, Walker};

impl<'n> Walker<'_, '_, 'n> {
    /// A type that stands on its own or before the names of a declaration.
    pub(super) fn specifier_item(&mut self, specifier: Child<'n>, preamble: &Preamble) {
        let name = self.field(specifier.node, self.fields.name);
        let has_body = self.field(specifier.node, self.fields.body).is_some();
        let spelled = name.map(|name| match name.kind {
            Kind::TemplateType => self.field(name.node, self.fields.name).map_or(name.node, |n| n.node),
            _ => name.node,
        });
        match (spelled, has_body) {
            (Some(_), true) => self.type_definition(specifier, spelled, preamble),
            (Some(spelled), false) => self.declare_type(specifier, Some(spelled), preamble),
            (None, true) => {
                if let Some(body) = self.field(specifier.node, self.fields.body) {
                    self.members_in_place(specifier.kind, body.node);
                }
            }
            (None, false) => {}
        }
    }

    /// `struct X;`
    pub(super) fn declare_type(&mut self, specifier: Child<'n>, name: Option<Node<'n>>, preamble: &Preamble) {
        let Some(name) = name else { return };
        if self.kind(name) == Kind::QualifiedIdentifier {
            self.type_expression(name, true);
            return;
        }
        let mut flags = DefinitionFlags::DECLARATION;
        flags.set(DefinitionFlags::TYPE_ONLY, true);
        let opening = Opening {
            kind: kind_of(specifier.kind),
            name: self.name(name),
            spelled: Some(name),
            node: specifier.node,
            header_end: specifier.node.end_byte(),
            flags,
            visibility: self.visibility(false),
            container: self.container(),
        };
        self.open(&opening, preamble);
        if let Some(tag) = self.field(specifier.node, self.fields.name).filter(|tag| tag.node != name) {
            self.type_expression(tag.node, true);
        }
        self.close(specifier.node);
    }

    /// A type with its members. `spelled` is what names it.
    pub(super) fn type_definition(
        &mut self,
        specifier: Child<'n>,
        spelled: Option<Node<'n>>,
        preamble: &Preamble,
    ) {
        if !self.enter() {
            return;
        }
        let node = specifier.node;
        let body = self.field(node, self.fields.body);
        let declarator = spelled.map(|spelled| self.declarator(spelled)).unwrap_or_default();
        let name_node = declarator.name.or(spelled);
        let name = name_node.map_or(Name::empty(), |name| self.name(name));
        let (container, has_owner) = self.container_of(&declarator);
        let opening = Opening {
            kind: kind_of(specifier.kind),
            name,
            spelled: name_node,
            node,
            header_end: self.header(node, body.map(|body| body.node)).end,
            flags: DefinitionFlags::TYPE_ONLY,
            visibility: self.visibility(false),
            container,
        };
        self.open(&opening, preamble);
        let owner = has_owner.then(|| self.owner(&declarator));
        self.set_owner(owner);
        for part in self.children(node) {
            match part.kind {
                Kind::BaseClassClause => self.bases(part.node),
                Kind::AttributeSpecifier | Kind::AttributeDeclaration => self.statement_children(part.node),
                _ => {}
            }
        }
        if let Some(base) = node.child_by_field_name("base") {
            self.type_expression(base, true);
        }
        if let Some(body) = body {
            if specifier.kind == Kind::EnumSpecifier {
                let scoped = self
                    .all_children(node)
                    .iter()
                    .any(|c| c.kind == Kind::Token && matches!(self.text(c.node), "class" | "struct"));
                if scoped {
                    let container = self.class_container(name);
                    self.state.containers.push(container);
                    self.enumerators(body.node);
                    self.state.containers.pop();
                }
                self.close(node);
                if !scoped {
                    self.enumerators(body.node);
                }
                self.exit();
                return;
            }
            let visibility = match specifier.kind {
                Kind::ClassSpecifier => Visibility::Private,
                _ => Visibility::Public,
            };
            let container = self.class_container(name);
            self.members_of(container, body.node, visibility);
        }
        self.close(node);
        self.exit();
    }

    /// Members of what is open.
    pub(super) fn members_of(&mut self, container: Container, body: Node<'n>, visibility: Visibility) {
        let access = std::mem::replace(&mut self.state.access, visibility);
        let place = std::mem::replace(&mut self.state.place, Place::Class(container.name));
        let hidden = std::mem::replace(&mut self.state.hidden, false);
        self.state.containers.push(container);
        self.items(body, &mut Preamble::default());
        self.state.containers.pop();
        (self.state.access, self.state.place, self.state.hidden) = (access, place, hidden);
    }

    /// Members of a type without a name, which belong to what is around.
    pub(super) fn members_in_place(&mut self, kind: Kind, body: Node<'n>) {
        if kind == Kind::EnumSpecifier {
            return self.enumerators(body);
        }
        if matches!(self.state.place, Place::Class(_)) {
            self.items(body, &mut Preamble::default());
        } else {
            self.types_below(body);
        }
    }

    /// The constants of an enumeration. In C they belong to no structure, wherever they stand.
    fn enumerators(&mut self, body: Node<'n>) {
        if self.state.language == Language::C && !self.state.containers.is_empty() {
            let containers = std::mem::take(&mut self.state.containers);
            let place = std::mem::replace(&mut self.state.place, Place::Module);
            self.enumerators_here(body);
            (self.state.containers, self.state.place) = (containers, place);
            return;
        }
        self.enumerators_here(body);
    }

    fn enumerators_here(&mut self, body: Node<'n>) {
        let mut preamble = Preamble::default();
        for child in self.children(body) {
            match child.kind {
                Kind::Enumerator => self.enumerator(child.node, &preamble),
                Kind::PreprocIf
                | Kind::PreprocIfdef
                | Kind::PreprocElse
                | Kind::PreprocElif
                | Kind::PreprocElifdef => {
                    if self.enter() {
                        let before = self.state.conditional;
                        self.state.conditional += 1;
                        self.enumerators(child.node);
                        self.state.conditional = before;
                        self.exit();
                    }
                }
                Kind::Identifier => self.macro_condition(child),
                _ => self.item(child, &preamble),
            }
            preamble = Preamble::default();
        }
    }

    fn enumerator(&mut self, node: Node<'n>, preamble: &Preamble) {
        let Some(name) = self.field(node, self.fields.name) else { return };
        let opening = Opening {
            kind: SymbolKind::EnumMember,
            name: self.name(name.node),
            spelled: Some(name.node),
            node,
            header_end: node.end_byte(),
            flags: DefinitionFlags::default(),
            visibility: self.visibility(false),
            container: self.container(),
        };
        self.open(&opening, preamble);
        if let Some(value) = self.field(node, self.fields.value) {
            self.expression(value);
        }
        self.close(node);
    }

    fn bases(&mut self, node: Node<'n>) {
        for child in self.children(node) {
            if child.kind.is_type() || child.kind == Kind::QualifiedIdentifier {
                let expression = self.type_in_role(child.node, Some(ReferenceRole::Inherit), None);
                if let Some(definition) = self.state.builder.definition() {
                    definition.bases.push(Base { expression, implements: false });
                }
            }
        }
    }
}

fn kind_of(kind: Kind) -> SymbolKind {
    match kind {
        Kind::ClassSpecifier => SymbolKind::Class,
        Kind::EnumSpecifier => SymbolKind::Enum,
        _ => SymbolKind::Struct,
    }
}
