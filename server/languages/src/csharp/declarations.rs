//! Types: headers, bases, bodies.

use lockstep_facts::{
    Base, DefinitionFlags, Expression, ExpressionId, Name, Parameter, ParameterKind, ReferenceRole,
    ScopeKind, SymbolKind, TypeParameter, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Context, ContextKind, Expect, Modifiers, Walker};
use crate::walk::Walk as _;

/// The parts of a type's header beside its name.
#[derive(Default)]
struct Header<'t> {
    attributes: Vec<Node<'t>>,
    type_parameters: Option<Node<'t>>,
    parameters: Option<Node<'t>>,
    bases: Option<Node<'t>>,
    constraints: Vec<Node<'t>>,
}

impl<'t> Walker<'t> {
    /// A declaration of any kind.
    pub(super) fn declaration(&mut self, node: Node<'t>) {
        match self.kind(node) {
            Kind::NamespaceDeclaration => self.namespace(node),
            Kind::FileScopedNamespaceDeclaration => {}
            Kind::UsingDirective => self.using(node),
            Kind::EnumMemberDeclaration => self.enum_member(node),
            kind if kind.is_type_declaration() => self.type_declaration(node),
            _ => self.member(node),
        }
    }

    /// The attribute lists of a declaration.
    pub(super) fn attributes(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut lists = Vec::new();
        self.each_child(node, |w, child| {
            if w.kind(child) == Kind::AttributeList {
                lists.push(child);
            }
        });
        lists
    }

    /// Where a declaration begins behind its attributes.
    pub(super) fn behind_attributes(&self, node: Node<'t>, attributes: &[Node<'t>]) -> usize {
        attributes.last().map_or(node.start_byte(), |last| last.end_byte())
    }

    /// What the modifiers of a declaration say.
    pub(super) fn modifiers(&mut self, node: Node<'t>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let (mut is_protected, mut is_internal, mut is_private) = (false, false, false);
        self.each_child(node, |w, child| {
            if w.kind(child) != Kind::Modifier {
                return;
            }
            let flags = &mut modifiers.flags;
            match w.builder.node_text(child) {
                "public" => modifiers.visibility = Some(Visibility::Public),
                "protected" => is_protected = true,
                "internal" => is_internal = true,
                "private" | "file" => is_private = true,
                "static" => flags.set(DefinitionFlags::STATIC, true),
                "const" => {
                    modifiers.is_const = true;
                    flags.set(DefinitionFlags::STATIC, true);
                }
                "async" => flags.set(DefinitionFlags::ASYNC, true),
                "abstract" | "extern" => flags.set(DefinitionFlags::DECLARATION, true),
                "partial" => flags.set(DefinitionFlags::PARTIAL, true),
                "override" => flags.set(DefinitionFlags::OVERRIDE, true),
                _ => {}
            }
        });
        if modifiers.visibility.is_none() {
            modifiers.visibility = match (is_protected, is_internal, is_private) {
                (true, ..) => Some(Visibility::Protected),
                (_, true, _) => Some(Visibility::Package),
                (.., true) => Some(Visibility::Private),
                _ => None,
            };
        }
        modifiers
    }

    fn header(&mut self, node: Node<'t>) -> Header<'t> {
        let mut header = Header::default();
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::AttributeList => header.attributes.push(child),
            Kind::TypeParameterList => header.type_parameters = Some(child),
            Kind::ParameterList => header.parameters = Some(child),
            Kind::BaseList => header.bases = Some(child),
            Kind::TypeParameterConstraintsClause => header.constraints.push(child),
            _ => {}
        });
        header
    }

    /// A class, struct, interface, record, enum or delegate.
    pub(super) fn type_declaration(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let kind = match self.kind(node) {
            Kind::StructDeclaration => SymbolKind::Struct,
            Kind::InterfaceDeclaration => SymbolKind::Interface,
            Kind::EnumDeclaration => SymbolKind::Enum,
            Kind::DelegateDeclaration => SymbolKind::TypeAlias,
            Kind::RecordDeclaration if self.has_token(node, "struct") => SymbolKind::Struct,
            _ => SymbolKind::Class,
        };
        let name_node = self.child(node, fields.name);
        let name = name_node.map_or_else(Name::empty, |name| self.name(name));
        let body = self.child(node, fields.body);
        let header = self.header(node);
        let modifiers = self.modifiers(node);
        let mut definition = self.definition(kind, name, modifiers);
        if definition.visibility == Visibility::Local && self.is_in_type() {
            definition.visibility = Visibility::Private;
        }
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        definition.signature = self.signature(self.behind_attributes(node, &header.attributes), end);
        self.open(node, name_node, definition, ContextKind::Type, &header.attributes);
        self.type_parameters(header.type_parameters, &header.constraints);
        if kind == SymbolKind::TypeAlias {
            self.delegate(node, header.parameters);
        } else {
            let is_record = self.kind(node) == Kind::RecordDeclaration;
            if let Some(list) = header.parameters {
                self.primary_parameters(list, is_record);
            }
            if let Some(bases) = header.bases
                && kind != SymbolKind::Enum
            {
                let parameters = header.parameters.filter(|_| is_record);
                self.bases(bases, kind == SymbolKind::Interface, parameters);
            }
            if let Some(body) = body {
                self.members(body);
            }
        }
        self.each_error(node);
        self.close();
    }

    fn is_in_type(&mut self) -> bool {
        self.context().kind == ContextKind::Type
    }

    /// Whether a word stands among a node's tokens.
    pub(super) fn has_token(&mut self, node: Node<'t>, word: &str) -> bool {
        let mut found = false;
        self.each_child(node, |_, child| found |= !child.is_named() && child.kind() == word);
        found
    }

    /// The type parameters of the definition being built, with what constrains them.
    pub(super) fn type_parameters(&mut self, list: Option<Node<'t>>, constraints: &[Node<'t>]) {
        let mut parameters: Vec<TypeParameter> = Vec::new();
        if let Some(list) = list {
            self.each_part(list, |w, child| {
                if let Some(name) = w.child(child, w.grammar.fields.name) {
                    let name = w.name(name);
                    parameters.push(TypeParameter { name, bounds: Box::default(), default: None });
                }
            });
        }
        for clause in constraints {
            let mut constrained = None;
            let mut bounds = Vec::new();
            self.each_part(*clause, |w, child| match w.kind(child) {
                Kind::Identifier if constrained.is_none() => constrained = Some(w.name(child)),
                Kind::TypeParameterConstraint => {
                    if let Some(bound) = w.child(child, w.grammar.fields.ty) {
                        let bound = w.type_of(bound);
                        bounds.push(bound);
                    }
                }
                _ => {}
            });
            if let Some(parameter) = parameters.iter_mut().find(|p| Some(p.name) == constrained) {
                parameter.bounds = bounds.into();
            }
        }
        if let Some(definition) = self.builder.definition() {
            definition.type_parameters = parameters;
        }
    }

    /// `delegate T Name(A a);`: an alias of a function type.
    fn delegate(&mut self, node: Node<'t>, parameters: Option<Node<'t>>) {
        let result = self.child(node, self.grammar.fields.ty).map(|ty| self.type_of(ty));
        let parameters = parameters.map(|list| self.signature_parameters(list)).unwrap_or_default();
        let declared =
            self.expression(Expression::Function { parameters: parameters.into(), result, is_async: false });
        if let Some(definition) = self.builder.definition() {
            definition.declared = Some(declared);
        }
    }

    /// The parameters of a function type.
    pub(super) fn signature_parameters(&mut self, list: Node<'t>) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for parts in self.parameter_parts(list) {
            let declared = parts.ty.map(|ty| self.type_of(ty));
            let name = parts.name.map_or_else(Name::empty, |name| self.name(name));
            parameters.push(Parameter {
                name,
                kind: parts.kind,
                declared: self.taken_by(parts.kind, declared),
                has_default: parts.default.is_some(),
            });
        }
        parameters
    }

    /// `class C(int a)`, `record R(int A)`: parameters of the type, bound in it or properties of it.
    fn primary_parameters(&mut self, list: Node<'t>, is_record: bool) {
        let all = self.parameter_parts(list);
        let mut parameters = Vec::new();
        for (index, parts) in all.iter().enumerate() {
            self.muted = is_record;
            let declared = parts.ty.map(|ty| self.type_of(ty));
            self.muted = false;
            let name = parts.name.map_or_else(Name::empty, |name| self.name(name));
            parameters.push(Parameter {
                name,
                kind: parts.kind,
                declared: self.taken_by(parts.kind, declared),
                has_default: parts.default.is_some(),
            });
            if !is_record {
                for list in &parts.attributes {
                    self.attribute_list(*list);
                }
                if let Some(name) = parts.name {
                    self.builder.parameter_binding(name, u16::try_from(index).unwrap_or(u16::MAX), declared);
                }
                if let Some(default) = parts.default {
                    self.value(default, Expect::Nothing);
                }
            }
        }
        if let Some(definition) = self.builder.definition() {
            definition.parameters = parameters;
        }
        if !is_record {
            return;
        }
        for parts in all {
            let Some(name_node) = parts.name else { continue };
            let name = self.name(name_node);
            let modifiers = Modifiers {
                visibility: Some(Visibility::Public),
                flags: DefinitionFlags::FROM_HEADER,
                ..Modifiers::default()
            };
            let mut definition = self.definition(SymbolKind::Property, name, modifiers);
            let start = self.behind_attributes(parts.node, &parts.attributes);
            definition.signature = self.signature(start, name_node.end_byte());
            self.comment = None;
            self.open(parts.node, Some(name_node), definition, ContextKind::Other, &parts.attributes);
            let declared = parts.ty.map(|ty| self.type_of(ty));
            if let Some(default) = parts.default {
                self.value(default, Expect::Nothing);
            }
            if let Some(definition) = self.builder.definition() {
                definition.declared = declared;
            }
            self.close();
        }
    }

    /// The base list of the type being built.
    ///
    /// `parameters`: those of a record, which only what is passed to its base sees.
    fn bases(&mut self, list: Node<'t>, is_interface: bool, parameters: Option<Node<'t>>) {
        let mut bases: Vec<Base> = Vec::new();
        self.each_part(list, |w, child| match w.kind(child) {
            Kind::ArgumentList => {
                let class = bases.last().map(|base| base.expression);
                w.base_arguments(child, class, parameters);
            }
            Kind::PrimaryConstructorBaseType => {
                let ty = w.child(child, w.grammar.fields.ty).or_else(|| w.first_part(child));
                let Some(ty) = ty else { return };
                let expression = w.type_as(ty, ReferenceRole::Inherit, None);
                bases.push(Base { expression, implements: false });
                if let Some(arguments) = w.find_child(child, Kind::ArgumentList) {
                    w.base_arguments(arguments, Some(expression), parameters);
                }
            }
            Kind::Error => w.anything(child),
            _ => {
                // The only sign of an interface in a base list is how it is named.
                let text = w.builder.node_text(child);
                let last = text.split('<').next().unwrap_or_default().rsplit('.').next().unwrap_or_default();
                let mut letters = last.chars();
                let implements = !is_interface
                    && letters.next() == Some('I')
                    && letters.next().is_some_and(char::is_uppercase);
                let role = if implements { ReferenceRole::Implement } else { ReferenceRole::Inherit };
                let expression = w.type_as(child, role, None);
                bases.push(Base { expression, implements });
            }
        });
        if let Some(definition) = self.builder.definition() {
            definition.bases = bases;
        }
    }

    fn base_arguments(&mut self, list: Node<'t>, class: Option<ExpressionId>, parameters: Option<Node<'t>>) {
        self.scoped(ScopeKind::Block, |w| {
            if let Some(parameters) = parameters {
                for parts in w.parameter_parts(parameters) {
                    if let Some(name) = parts.name {
                        w.muted = true;
                        let declared = parts.ty.map(|ty| w.type_of(ty));
                        w.muted = false;
                        w.bind(name, declared, None);
                    }
                }
            }
            let call = w.unknown();
            let arguments = w.arguments(list, call);
            if let Some(class) = class {
                w.fill(call, Expression::New { class, arguments });
            }
        });
    }

    /// The members between the braces of a type.
    pub(super) fn members(&mut self, body: Node<'t>) {
        self.nested((), |w| {
            w.each_commented(body, |w, child| match w.kind(child) {
                Kind::PreprocIf | Kind::PreprocElif | Kind::PreprocElse => {
                    w.conditional += 1;
                    w.members(child);
                    w.conditional -= 1;
                }
                Kind::Error => w.members(child),
                kind if kind.is_declaration() => {
                    if w.builder.take_over(child, w.member_state()).is_none() {
                        w.declaration(child);
                        w.builder.walked(child, w.member_state());
                    }
                }
                // The condition of an `#if`.
                Kind::Identifier | Kind::BooleanLiteral | Kind::Other | Kind::Modifier => {}
                Kind::AttributeList => w.attribute_list(child),
                _ => w.anything(child),
            });
        });
    }

    fn enum_member(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let name = self.name(name_node);
        let attributes = self.attributes(node);
        let modifiers = Modifiers {
            visibility: Some(Visibility::Public),
            flags: DefinitionFlags::STATIC,
            ..Modifiers::default()
        };
        let mut definition = self.definition(SymbolKind::EnumMember, name, modifiers);
        definition.signature = self.signature(self.behind_attributes(node, &attributes), node.end_byte());
        self.open(node, Some(name_node), definition, ContextKind::Other, &attributes);
        if let Some(value) = self.child(node, fields.value) {
            self.value(value, Expect::Nothing);
        }
        self.close();
    }

    /// A context for what is no item of its own.
    pub(super) fn in_context<R>(
        &mut self,
        context: Context,
        walk: impl FnOnce(&mut Self) -> R,
    ) -> (R, Context) {
        let type_kind = self.context().type_kind;
        self.contexts.push(Context { type_kind, ..context });
        let result = walk(self);
        let context = self.contexts.pop().unwrap_or_else(|| Context::new(ContextKind::Other));
        (result, context)
    }

    /// A parameter list taken apart.
    pub(super) fn parameter_parts(&mut self, list: Node<'t>) -> Vec<ParameterParts<'t>> {
        let mut all: Vec<ParameterParts<'t>> = Vec::new();
        // `params T[] a` stands among the tokens of the list itself.
        let mut rest: Option<ParameterParts<'t>> = None;
        let mut lists = Vec::new();
        self.each_field(list, |w, child, field| {
            let fields = &w.grammar.fields;
            match w.kind(child) {
                Kind::Parameter => {
                    let parts = w.one_parameter(child);
                    all.push(parts);
                }
                Kind::AttributeList => lists.push(child),
                Kind::TokenParams => {
                    let mut parts = ParameterParts::new(child, ParameterKind::Variadic);
                    parts.attributes = std::mem::take(&mut lists);
                    rest = Some(parts);
                }
                Kind::Error => w.anything(child),
                _ => {
                    if let Some(parts) = &mut rest {
                        if field == fields.ty {
                            parts.ty = Some(child);
                        } else if field == fields.name {
                            parts.name = Some(child);
                        }
                    }
                }
            }
        });
        all.extend(rest);
        all
    }

    fn one_parameter(&mut self, node: Node<'t>) -> ParameterParts<'t> {
        let mut parts = ParameterParts::new(node, ParameterKind::Positional);
        parts.ty = self.child(node, self.grammar.fields.ty);
        parts.name = self.child(node, self.grammar.fields.name);
        let mut behind_equals = false;
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::AttributeList => parts.attributes.push(child),
            Kind::Modifier if w.builder.node_text(child) == "this" => parts.kind = ParameterKind::Receiver,
            Kind::TokenEquals => behind_equals = true,
            _ if behind_equals && w.is_part(child) => parts.default = Some(child),
            _ => {}
        });
        parts
    }
}

/// One parameter taken apart.
pub(super) struct ParameterParts<'t> {
    pub(super) node: Node<'t>,
    pub(super) attributes: Vec<Node<'t>>,
    pub(super) ty: Option<Node<'t>>,
    pub(super) name: Option<Node<'t>>,
    pub(super) default: Option<Node<'t>>,
    pub(super) kind: ParameterKind,
}

impl<'t> ParameterParts<'t> {
    fn new(node: Node<'t>, kind: ParameterKind) -> ParameterParts<'t> {
        ParameterParts { node, attributes: Vec::new(), ty: None, name: None, default: None, kind }
    }
}
