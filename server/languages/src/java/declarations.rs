//! Types: classes, interfaces, enums, records, annotation types, anonymous classes.

use lockstep_facts::{
    Base, DefinitionFlags, Expression, ExpressionId, Name, ReferenceRole, ScopeKind, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

/// The words in front of a declaration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Modifiers {
    pub(super) is_static: bool,
    pub(super) is_final: bool,
    pub(super) is_abstract: bool,
    pub(super) visibility: Option<Visibility>,
    /// Where the last annotation ends.
    pub(super) annotations_end: usize,
}

impl<'t> Walker<'t> {
    /// The modifiers of a declaration; annotations are walked by [`Walker::annotations`].
    pub(super) fn modifiers(&mut self, node: Node<'t>) -> Modifiers {
        let mut found = Modifiers { annotations_end: node.start_byte(), ..Modifiers::default() };
        let Some(modifiers) = self.find_child(node, Kind::Modifiers) else { return found };
        self.each_child(modifiers, |w, child| {
            if child.is_named() {
                if matches!(w.kind(child), Kind::Annotation | Kind::MarkerAnnotation) {
                    found.annotations_end = child.end_byte();
                }
                return;
            }
            match child.kind() {
                "static" => found.is_static = true,
                "final" => found.is_final = true,
                "abstract" => found.is_abstract = true,
                "public" => found.visibility = Some(Visibility::Public),
                "protected" => found.visibility = Some(Visibility::Protected),
                "private" => found.visibility = Some(Visibility::Private),
                _ => {}
            }
        });
        found
    }

    /// The annotations of the item being built: they belong to what is around it.
    pub(super) fn annotations(&mut self, node: Node<'t>) {
        let Some(modifiers) = self.find_child(node, Kind::Modifiers) else { return };
        if self.first_named(modifiers).is_none() {
            return;
        }
        self.builder.push_header_scope();
        let mut is_test = false;
        self.each_named(modifiers, |w, child| {
            if !matches!(w.kind(child), Kind::Annotation | Kind::MarkerAnnotation) {
                w.anything(child);
                return;
            }
            let name = w.child(child, w.fields().name).map(|name| w.builder.node_text(name));
            let last = name.and_then(|name| name.rsplit('.').next());
            is_test |= matches!(last, Some("Test" | "ParameterizedTest" | "RepeatedTest"));
            let id = w.annotation(child);
            if let Some(definition) = w.builder.definition() {
                definition.decorators.push(id);
            }
        });
        self.builder.pop_scope();
        if is_test
            && let Some(definition) = self.builder.definition()
            && definition.kind == SymbolKind::Method
        {
            definition.flags.set(DefinitionFlags::TEST, true);
        }
    }

    /// Who sees a member of what is being built, by its modifiers.
    pub(super) fn visibility(&mut self, modifiers: Modifiers) -> Visibility {
        match modifiers.visibility {
            Some(visibility) => visibility,
            None if self.in_interface => Visibility::Public,
            None => Visibility::Package,
        }
    }

    /// A class, interface, enum, record or annotation type; `is_local` says that it stands among statements.
    pub(super) fn type_declaration(&mut self, node: Node<'t>, is_local: bool) {
        let Some(name_node) = self.child(node, self.fields().name) else {
            self.comment = None;
            self.each_named(node, |w, child| w.anything(child));
            return;
        };
        let kind = self.kind(node);
        let modifiers = self.modifiers(node);
        let visibility = if is_local { Visibility::Local } else { self.visibility(modifiers) };
        let symbol = match kind {
            Kind::Interface | Kind::AnnotationType => SymbolKind::Interface,
            Kind::Enum => SymbolKind::Enum,
            _ => SymbolKind::Class,
        };
        let name = self.builder.name(name_node);
        let mut definition = self.definition(symbol, name, visibility);
        let is_static = modifiers.is_static || kind != Kind::Class || self.in_interface;
        definition.flags.set(DefinitionFlags::STATIC, is_static && definition.container.is_some());
        definition.flags.set(DefinitionFlags::DECLARATION, modifiers.is_abstract);
        let end = self.child(node, self.fields().body).map_or(node.end_byte(), |body| body.start_byte());
        definition.signature = self.signature(modifiers.annotations_end, end);
        self.open(node, Some(name_node), definition);
        self.annotations(node);
        self.builder.push_header_scope();
        if let Some(list) = self.child(node, self.fields().type_parameters) {
            let type_parameters = self.type_parameters(list);
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters = type_parameters;
            }
        }
        self.bases(node);
        self.builder.pop_scope();
        let outer = std::mem::replace(&mut self.in_interface, symbol == SymbolKind::Interface);
        if kind == Kind::Record
            && let Some(list) = self.child(node, self.fields().parameters)
        {
            self.components(list);
        }
        if let Some(body) = self.child(node, self.fields().body) {
            self.nested((), |w| w.body(body));
        }
        self.in_interface = outer;
        self.errors_of(node);
        self.builder.close();
    }

    /// What stands damaged between the parts of a declaration.
    pub(super) fn errors_of(&mut self, node: Node<'t>) {
        if node.has_error() {
            self.each_named(node, |w, child| {
                if child.is_error() {
                    w.anything(child);
                }
            });
        }
    }

    fn bases(&mut self, node: Node<'t>) {
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Superclass => w.each_named(child, |w, base| w.base(base, ReferenceRole::Inherit)),
            Kind::SuperInterfaces => w.base_list(child, ReferenceRole::Implement),
            Kind::ExtendsInterfaces => w.base_list(child, ReferenceRole::Inherit),
            Kind::Permits => w.each_named(child, |w, list| {
                w.each_named(list, |w, one| {
                    w.type_expression(one);
                });
            }),
            _ => {}
        });
    }

    fn base_list(&mut self, node: Node<'t>, role: ReferenceRole) {
        self.each_named(node, |w, list| match w.kind(list) {
            Kind::TypeList => w.each_named(list, |w, base| w.base(base, role)),
            _ => w.base(list, role),
        });
    }

    fn base(&mut self, node: Node<'t>, role: ReferenceRole) {
        let expression = self.type_as(node, role, None);
        if let Some(definition) = self.builder.definition() {
            definition.bases.push(Base { expression, implements: role == ReferenceRole::Implement });
        }
    }

    /// What stands between the braces of a type.
    pub(super) fn body(&mut self, body: Node<'t>) {
        self.each_child(body, |w, child| {
            if !child.is_named() {
                return;
            }
            match w.kind(child) {
                Kind::LineComment => {}
                Kind::BlockComment => w.note_comment(child),
                Kind::EnumBodyDeclarations => {
                    w.comment = None;
                    w.body(child);
                }
                _ => {
                    let state = u64::from(w.in_interface);
                    if w.builder.take_over(child, state).is_none() {
                        w.member(child);
                        w.builder.walked(child, u64::from(w.in_interface));
                    }
                    w.comment = None;
                }
            }
        });
    }

    /// The components of a record: fields, called by their names.
    fn components(&mut self, list: Node<'t>) {
        self.comment = None;
        self.each_named(list, |w, child| {
            let (Kind::FormalParameter | Kind::Spread) = w.kind(child) else {
                w.anything(child);
                return;
            };
            let parts = w.parameter_parts(child);
            let Some(name_node) = parts.name else { return };
            let name = w.builder.name(name_node);
            let mut definition = w.definition(SymbolKind::Field, name, Visibility::Public);
            definition.flags = DefinitionFlags::PROPERTY;
            definition.signature = w.signature(child.start_byte(), child.end_byte());
            w.open(child, Some(name_node), definition);
            w.annotations(child);
            let declared = parts.annotation.map(|annotation| {
                let element = w.type_expression(annotation);
                if parts.is_variadic { w.array_of(element, 1) } else { w.with_dimensions(child, element) }
            });
            if let Some(definition) = w.builder.definition() {
                definition.declared = declared;
            }
            w.builder.close();
        });
    }

    /// A constant of an enum, with the members of its body.
    pub(super) fn enum_constant(&mut self, node: Node<'t>) {
        let Some(name_node) = self.child(node, self.fields().name) else { return };
        let name = self.builder.name(name_node);
        let mut definition = self.definition(SymbolKind::EnumMember, name, Visibility::Public);
        definition.flags = DefinitionFlags::STATIC;
        definition.signature = self.signature(name_node.start_byte(), name_node.end_byte());
        self.open(node, Some(name_node), definition);
        self.annotations(node);
        if let Some(arguments) = self.child(node, self.fields().arguments) {
            let call = self.unknown();
            let class = self.expression(Expression::SelfType);
            let arguments = self.arguments(arguments, call);
            self.fill(call, Expression::New { class, arguments });
        }
        if let Some(body) = self.child(node, self.fields().body) {
            let outer = std::mem::take(&mut self.in_interface);
            self.nested((), |w| w.body(body));
            self.in_interface = outer;
        }
        self.builder.close();
    }

    /// The body of an anonymous class that derives from `base`.
    pub(super) fn anonymous_class(&mut self, body: Node<'t>, base: Option<Node<'t>>) {
        let base_text = base.map(|base| self.builder.node_text(base)).unwrap_or_default();
        // It has no name of its own: the text spells its base's, which it is not.
        let word = base_text.split(['<', ' ', '\n']).next().unwrap_or_default();
        let name = Name::new(&format!("${}", word.rsplit('.').next().unwrap_or_default()));
        let mut definition = self.definition(SymbolKind::Class, name, Visibility::Local);
        definition.signature = crate::builder::one_line(&format!("new {base_text}()"), 300);
        self.comment = None;
        self.open(body, None, definition);
        if let Some(base) = base {
            let silent = std::mem::replace(&mut self.silent, true);
            self.builder.push_header_scope();
            self.base(base, ReferenceRole::Inherit);
            self.builder.pop_scope();
            self.silent = silent;
        }
        let outer = std::mem::take(&mut self.in_interface);
        let returns = std::mem::take(&mut self.returns);
        let expected = std::mem::replace(&mut self.expected_result, Expect::Nothing);
        self.nested((), |w| w.body(body));
        self.in_interface = outer;
        self.returns = returns;
        self.expected_result = expected;
        self.builder.close();
    }

    /// `{ … }` or `static { … }` in a type: what it says belongs to the type.
    pub(super) fn initializer(&mut self, node: Node<'t>) {
        self.builder.push_scope(ScopeKind::Block);
        self.statements(node);
        self.builder.pop_scope();
    }

    /// The declared type of several declarators: references are made for the first alone.
    pub(super) fn shared_type(&mut self, node: Node<'t>, is_first: bool) -> ExpressionId {
        let silent = self.silent;
        self.silent |= !is_first;
        let declared = self.type_expression(node);
        self.silent = silent;
        declared
    }
}
