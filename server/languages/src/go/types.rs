//! Type declarations and type expressions. Pointers leave no trace.

use lockstep_facts::{
    Base, DefinitionFlags, Expression, ExpressionId, LiteralKind, Name, ReferenceRole, ReferenceTarget,
    SymbolKind,
};
use tree_sitter::Node;

use super::declarations::{Opening, Preamble};
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

impl<'n> Walker<'_, '_, 'n> {
    /// `name type` or `name = type` in a type declaration.
    pub(super) fn type_spec(&mut self, node: Node<'n>, whole: Node<'n>, preamble: &Preamble) {
        let alias = Kind::of(node) == Kind::TypeAlias;
        let [name, type_parameters, type_node] =
            self.parts(node, [FIELDS.name, FIELDS.type_parameters, FIELDS.type_node]);
        let Some(name) = name.filter(|name| !matches!(self.text(name.node), "_" | "")) else {
            if let Some(type_node) = type_node {
                self.type_expression(type_node.node);
            }
            return;
        };
        let is_own = |kind| type_node.is_some_and(|child| child.kind == kind);
        let kind = match alias {
            _ if is_own(Kind::StructType) => SymbolKind::Struct,
            _ if is_own(Kind::InterfaceType) => SymbolKind::Interface,
            true => SymbolKind::TypeAlias,
            false => SymbolKind::Class,
        };
        let header_end = match type_node {
            Some(child) if matches!(kind, SymbolKind::Struct | SymbolKind::Interface) => {
                let text = self.text(child.node);
                child.node.start_byte() + text.find('{').unwrap_or(text.len())
            }
            _ => whole.end_byte(),
        };
        let flags = DefinitionFlags::default();
        let opening = Opening { kind, node: whole, name: name.node, flags, header_end };
        self.open(&opening, preamble, false);
        let generics = type_parameters.map(|list| self.type_parameters(list.node)).unwrap_or_default();
        self.define(|definition| definition.type_parameters = generics);
        match (kind, type_node) {
            (SymbolKind::Struct, Some(body)) => self.structure(body.node),
            (SymbolKind::Interface, Some(body)) => self.interface(body.node),
            (_, Some(type_node)) => {
                let declared = self.type_expression(type_node.node);
                self.define(|definition| definition.declared = Some(declared));
            }
            (_, None) => {}
        }
        self.pop_item();
    }

    /// The fields of the open definition.
    fn structure(&mut self, node: Node<'n>) {
        let Some(list) = self.named(node).into_iter().find(|c| c.kind == Kind::FieldDeclarationList) else {
            return;
        };
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(list.node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comment => preamble.comment(child.node, self.text(child.node)),
                Kind::FieldDeclaration => {
                    let before = preamble.take(child.node);
                    self.fields_of(child.node, &before);
                }
                kind if kind.is_token() => {}
                _ => {
                    self.anything(child);
                }
            }
        }
    }

    fn fields_of(&mut self, node: Node<'n>, preamble: &Preamble) {
        let frame = self.children(node);
        let names = self.fields(frame, FIELDS.name);
        let type_node = self.field(frame, FIELDS.type_node);
        self.leave(frame);
        let Some(type_node) = type_node else { return };
        if names.is_empty() {
            return self.embedded(node, type_node.node, preamble);
        }
        let mut mentioned = false;
        for name in names.into_iter().filter(|name| Kind::of(*name) == Kind::FieldIdentifier) {
            if matches!(self.text(name), "_" | "") {
                continue;
            }
            let whole = if mentioned { name } else { node };
            self.open_field(whole, name, type_node.node.end_byte(), preamble);
            let outer = self.state.silent;
            self.state.silent |= mentioned;
            let declared = self.type_expression(type_node.node);
            self.state.silent = outer;
            self.define(|definition| definition.declared = Some(declared));
            self.pop_item();
            mentioned = true;
        }
        if !mentioned {
            self.type_expression(type_node.node);
        }
    }

    fn open_field(&mut self, whole: Node<'n>, name: Node<'n>, header_end: usize, preamble: &Preamble) {
        let opening = Opening {
            kind: SymbolKind::Field,
            node: whole,
            name,
            flags: DefinitionFlags::default(),
            header_end: header_end.min(whole.end_byte()),
        };
        self.open(&opening, preamble, false);
    }

    /// An embedded type: a base, and a field called like it.
    fn embedded(&mut self, node: Node<'n>, type_node: Node<'n>, preamble: &Preamble) {
        let expression = self.type_with_role(type_node, ReferenceRole::Inherit);
        self.define(|definition| definition.bases.push(Base { expression, implements: false }));
        let Some(name) = self.bare_name(type_node) else { return };
        self.open_field(node, name, type_node.end_byte(), preamble);
        let declared = self.silently(|walker| walker.type_expression(type_node));
        self.define(|definition| definition.declared = Some(declared));
        self.pop_item();
    }

    /// What spells the last name of a type.
    fn bare_name(&mut self, node: Node<'n>) -> Option<Node<'n>> {
        match Kind::of(node) {
            Kind::TypeIdentifier => Some(node),
            Kind::QualifiedType => self.parts(node, [FIELDS.name])[0].map(|child| child.node),
            Kind::GenericType => {
                let head = self.parts(node, [FIELDS.type_node])[0]?.node;
                self.bare_name(head)
            }
            _ => None,
        }
    }

    /// The methods and embedded interfaces of the open definition.
    fn interface(&mut self, node: Node<'n>) {
        let mut preamble = Preamble::default();
        let mut frame = self.children_and_comments(node);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comment => preamble.comment(child.node, self.text(child.node)),
                Kind::MethodElement => {
                    let before = preamble.take(child.node);
                    self.interface_method(child.node, &before);
                }
                Kind::TypeElement => {
                    preamble.take(child.node);
                    let types = self.named(child.node);
                    match types[..] {
                        [only] if self.bare_name(only.node).is_some() => {
                            let expression = self.type_with_role(only.node, ReferenceRole::Inherit);
                            self.define(|d| d.bases.push(Base { expression, implements: true }));
                        }
                        _ => {
                            for part in types {
                                self.type_expression(part.node);
                            }
                        }
                    }
                }
                kind if kind.is_token() => {}
                _ => {
                    self.anything(child);
                }
            }
        }
    }

    fn interface_method(&mut self, node: Node<'n>, preamble: &Preamble) {
        let [name, parameters, result] = self.parts(node, [FIELDS.name, FIELDS.parameters, FIELDS.result]);
        let Some(name) = name.filter(|name| !self.text(name.node).is_empty()) else { return };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::DECLARATION, true);
        let opening =
            Opening { kind: SymbolKind::Method, node, name: name.node, flags, header_end: node.end_byte() };
        self.open(&opening, preamble, false);
        let parameters = parameters.map(|list| self.parameters(list.node, true)).unwrap_or_default();
        let declared = self.result(result);
        self.define(|definition| {
            definition.parameters = parameters;
            definition.declared = Some(declared);
        });
        self.pop_item();
    }

    /// The expression of a type (type context); its names are mentioned as types.
    pub(super) fn type_expression(&mut self, node: Node<'n>) -> ExpressionId {
        self.type_with_role(node, ReferenceRole::Type)
    }

    /// The same, the last name of the head mentioned with `role`.
    pub(super) fn type_with_role(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let id = self.type_inner(node, role);
        self.exit();
        id
    }

    fn type_inner(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        match Kind::of(node) {
            Kind::TypeIdentifier | Kind::Identifier => self.type_name(node, role),
            Kind::QualifiedType => self.qualified_type(node, role),
            Kind::GenericType => {
                let [base, arguments] = self.parts(node, [FIELDS.type_node, FIELDS.type_arguments]);
                let base = match base {
                    Some(base) => self.type_with_role(base.node, role),
                    None => self.unknown(),
                };
                let arguments = arguments.map(|list| self.type_list(list.node)).unwrap_or_default();
                self.add(Expression::Generic { base, arguments })
            }
            Kind::ArrayType => {
                let [length, element] = self.parts(node, [FIELDS.length, FIELDS.element]);
                if let Some(length) = length {
                    self.expression(length);
                }
                self.list_type(element)
            }
            Kind::SliceType | Kind::ImplicitLengthArrayType => {
                let [element] = self.parts(node, [FIELDS.element]);
                self.list_type(element)
            }
            Kind::ChannelType => {
                let [value] = self.parts(node, [FIELDS.value]);
                let element = value.map(|child| self.type_expression(child.node));
                self.add(Expression::Set(element.into_iter().collect()))
            }
            Kind::MapType => {
                let [key, value] = self.parts(node, [FIELDS.key, FIELDS.value]);
                let key = self.optional_type(key);
                let value = self.optional_type(value);
                self.add(Expression::Map(Box::new([(key, value)])))
            }
            Kind::FunctionType => self.function_type(node),
            Kind::StructType | Kind::InterfaceType => self.anonymous(node),
            Kind::TypeElement | Kind::TypeConstraint => {
                let list = self.type_list(node);
                match *list {
                    [only] => only,
                    _ => self.add(Expression::Union(list)),
                }
            }
            Kind::PointerType | Kind::ParenthesizedType | Kind::NegatedType => {
                match self.named(node).first().copied() {
                    Some(inner) => self.type_with_role(inner.node, role),
                    None => self.unknown(),
                }
            }
            _ => self.expression(Child::of(node)),
        }
    }

    fn optional_type(&mut self, child: Option<Child<'n>>) -> ExpressionId {
        match child {
            Some(child) => self.type_expression(child.node),
            None => self.unknown(),
        }
    }

    fn list_type(&mut self, element: Option<Child<'n>>) -> ExpressionId {
        let element = element.map(|child| self.type_expression(child.node));
        self.add(Expression::List(element.into_iter().collect()))
    }

    /// The types among the children of `node`.
    pub(super) fn type_list(&mut self, node: Node<'n>) -> Box<[ExpressionId]> {
        let children = self.named(node);
        children.into_iter().map(|child| self.type_expression(child.node)).collect()
    }

    fn type_name(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        let name = self.name(node);
        // What the universe calls so nobody calls anything else.
        let literal = match name.as_str() {
            "string" => LiteralKind::String,
            "int" => LiteralKind::Integer,
            "float64" => LiteralKind::Float,
            "bool" => LiteralKind::Boolean,
            "rune" => LiteralKind::Character,
            "" | "_" => return self.unknown(),
            text => {
                let id = self.add(Expression::Name(name));
                if !is_basic(text) {
                    self.mention_type(node, id, name, role);
                }
                return id;
            }
        };
        self.literal(literal)
    }

    fn qualified_type(&mut self, node: Node<'n>, role: ReferenceRole) -> ExpressionId {
        let [package, name] = self.parts(node, [FIELDS.package, FIELDS.name]);
        let base = match package {
            Some(package) => {
                let word = self.name(package.node);
                let id = self.add(Expression::Name(word));
                self.mention_type(package.node, id, word, ReferenceRole::Read);
                id
            }
            None => self.unknown(),
        };
        let Some(name) = name.map(|child| child.node) else { return base };
        let word = self.name(name);
        let id = self.add(Expression::Path { base, name: word });
        self.mention_type(name, id, word, role);
        id
    }

    fn mention_type(&mut self, node: Node<'n>, id: ExpressionId, name: Name, role: ReferenceRole) {
        let at = self.range(node);
        if !self.state.silent && !at.is_empty() {
            self.state.builder.reference_at(at, name, role, ReferenceTarget::Type(id), None);
        }
    }

    /// A struct or interface type without a name: a definition inside what it stands in, where there is such.
    fn anonymous(&mut self, node: Node<'n>) -> ExpressionId {
        let is_struct = Kind::of(node) == Kind::StructType;
        let children = self.named(node);
        let nothing = match children[..] {
            [only] if only.kind == Kind::FieldDeclarationList => only.node.named_child_count() == 0,
            _ => children.is_empty(),
        };
        let around = self.state.builder.definition().map(|definition| definition.kind);
        let hides = around.is_none() || around == Some(SymbolKind::TypeAlias);
        if nothing || self.state.silent || hides {
            return self.object(children);
        }
        self.state.frame.anonymous += 1;
        let word = if is_struct { "struct" } else { "interface" };
        let name = match self.state.frame.anonymous {
            1 => Name::new(word),
            count => Name::new(&format!("{word}-{count}")),
        };
        let kind = if is_struct { SymbolKind::Struct } else { SymbolKind::Interface };
        let keyword = node.child(0).unwrap_or(node);
        let opening = Opening {
            kind,
            node,
            name: keyword,
            flags: DefinitionFlags::default(),
            header_end: keyword.end_byte(),
        };
        let container = self.state.builder.container();
        self.open_in(&opening, name, container, &Preamble::default(), false);
        if is_struct {
            self.structure(node);
        } else {
            self.interface(node);
        }
        self.pop_item();
        // A type does not see its members by their names.
        if around.is_some_and(SymbolKind::is_type) {
            let base = self.add(Expression::SelfType);
            return self.add(Expression::Path { base, name });
        }
        self.add(Expression::Name(name))
    }

    /// The same as an object type: the types of its fields, nothing defined.
    fn object(&mut self, children: Vec<Child<'n>>) -> ExpressionId {
        let mut fields = Vec::new();
        for list in children {
            for child in self.named(list.node) {
                if child.kind != Kind::FieldDeclaration {
                    continue;
                }
                let frame = self.children(child.node);
                let names = self.fields(frame, FIELDS.name);
                let type_node = self.field(frame, FIELDS.type_node);
                self.leave(frame);
                let Some(type_node) = type_node else { continue };
                let declared = self.type_expression(type_node.node);
                for name in names.into_iter().filter(|name| Kind::of(*name) == Kind::FieldIdentifier) {
                    fields.push((self.name(name), declared));
                }
            }
        }
        self.add(Expression::Object(fields.into()))
    }
}

/// Types of the universe that nobody calls anything else.
pub(super) fn is_basic(name: &str) -> bool {
    matches!(
        name,
        "byte"
            | "complex64"
            | "complex128"
            | "float32"
            | "int8"
            | "int16"
            | "int32"
            | "int64"
            | "uint"
            | "uint8"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uintptr"
    )
}
