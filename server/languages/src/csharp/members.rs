//! Members of types: methods, constructors, properties, indexers, events, fields, operators; local functions.

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, Name, Parameter, ParameterKind, ReferenceRole,
    ReferenceTarget, ScopeKind, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Context, ContextKind, Expect, Modifiers, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// A member of a type.
    pub(super) fn member(&mut self, node: Node<'t>) {
        match self.kind(node) {
            Kind::MethodDeclaration => self.method(node),
            Kind::ConstructorDeclaration | Kind::DestructorDeclaration => self.constructor(node),
            Kind::OperatorDeclaration | Kind::ConversionOperatorDeclaration => self.operator(node),
            Kind::PropertyDeclaration | Kind::EventDeclaration | Kind::IndexerDeclaration => {
                self.property(node);
            }
            Kind::FieldDeclaration | Kind::EventFieldDeclaration => self.fields(node),
            _ => self.each_part(node, |w, child| w.anything(child)),
        }
    }

    fn is_in_interface(&mut self) -> bool {
        self.context().type_kind == SymbolKind::Interface
    }

    /// Where a header ends: where the body begins.
    fn header_end(&self, node: Node<'t>) -> usize {
        let fields = &self.grammar.fields;
        [fields.body, fields.accessors]
            .iter()
            .find_map(|field| self.child(node, *field))
            .map_or(node.end_byte(), |body| body.start_byte())
    }

    fn method(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let attributes = self.attributes(node);
        let modifiers = self.modifiers(node);
        let name = self.name(name_node);
        let mut definition = self.definition(SymbolKind::Method, name, modifiers);
        definition.signature =
            self.signature(self.behind_attributes(node, &attributes), self.header_end(node));
        let body = self.child(node, fields.body);
        let is_declared =
            body.is_none() && (self.is_in_interface() || modifiers.flags.has(DefinitionFlags::PARTIAL));
        definition.flags.set(
            DefinitionFlags::DECLARATION,
            is_declared || modifiers.flags.has(DefinitionFlags::DECLARATION),
        );
        self.open(node, Some(name_node), definition, ContextKind::Function, &attributes);
        self.explicit_interface(node);
        let declared = self.child(node, fields.returns).filter(|ty| self.kind(*ty) != Kind::ImplicitType);
        self.callable(node, declared, body);
        self.each_error(node);
        self.close();
    }

    /// `IFoo.` in front of a member's name: the interface it implements.
    fn explicit_interface(&mut self, node: Node<'t>) {
        let Some(specifier) = self.find_child(node, Kind::ExplicitInterfaceSpecifier) else { return };
        if let Some(interface) = self.first_part(specifier) {
            self.type_of(interface);
        }
        if let Some(definition) = self.builder.definition() {
            definition.flags.set(DefinitionFlags::TRAIT_IMPL, true);
            definition.visibility = Visibility::Public;
        }
    }

    /// Type parameters, result, parameters and body of the function being built.
    fn callable(&mut self, node: Node<'t>, result: Option<Node<'t>>, body: Option<Node<'t>>) {
        let type_parameters = self.find_child(node, Kind::TypeParameterList);
        let mut constraints = Vec::new();
        let mut is_async = false;
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::TypeParameterConstraintsClause => constraints.push(child),
            Kind::Modifier => is_async |= w.builder.node_text(child) == "async",
            _ => {}
        });
        // The text order of references: the result stands in front of the parameters.
        let declared = result.map(|ty| self.type_of(ty));
        if let Some(list) = self.child(node, self.grammar.fields.parameters) {
            self.item_parameters(list);
        }
        self.type_parameters(type_parameters, &constraints);
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
        }
        let context = self.context();
        context.kind = ContextKind::Function;
        context.is_async = is_async;
        self.expect_results(declared);
        if let Some(body) = body {
            self.function_body(body);
        }
        let context = self.context();
        let is_generator = !context.yields.is_empty();
        if let Some(definition) = self.builder.definition() {
            definition.flags.set(DefinitionFlags::GENERATOR, is_generator);
        }
    }

    /// What the function being walked returns is expected to be `declared`.
    pub(super) fn expect_results(&mut self, declared: Option<ExpressionId>) {
        let Some(declared) = declared else { return };
        let mut value = self.expression(Expression::Cast(declared));
        if self.context().is_async {
            value = self.expression(Expression::Await(value));
        }
        self.context().expected = Expect::Value(value);
    }

    /// A block, or `=> value`.
    pub(super) fn function_body(&mut self, body: Node<'t>) {
        match self.kind(body) {
            Kind::Block => self.statements(body),
            Kind::ArrowExpressionClause => {
                let expect = self.context().expected;
                if let Some(value) = self.first_part(body) {
                    let value = self.value(value, expect);
                    self.context().returns.push(value);
                }
            }
            _ => self.anything(body),
        }
    }

    /// The parameters of the function being built.
    pub(super) fn item_parameters(&mut self, list: Node<'t>) {
        let all = self.parameter_parts(list);
        let mut parameters = Vec::with_capacity(all.len());
        let mut is_extension = false;
        for (index, parts) in all.into_iter().enumerate() {
            is_extension |= parts.kind == ParameterKind::Receiver;
            for list in &parts.attributes {
                self.muted_attributes(*list);
            }
            let declared = parts.ty.map(|ty| self.type_of(ty));
            let name = parts.name.map_or_else(Name::empty, |name| self.name(name));
            parameters.push(Parameter {
                name,
                kind: parts.kind,
                declared: self.taken_by(parts.kind, declared),
                has_default: parts.default.is_some(),
            });
            if let Some(name) = parts.name {
                self.builder.parameter_binding(name, u16::try_from(index).unwrap_or(u16::MAX), declared);
                self.unverbatim(name);
            }
            if let Some(default) = parts.default {
                let expect = match declared {
                    Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
                    None => Expect::Nothing,
                };
                self.value(default, expect);
            }
        }
        if let Some(definition) = self.builder.definition() {
            definition.parameters = parameters;
            definition.flags.set(DefinitionFlags::EXTENSION, is_extension);
        }
    }

    /// What a parameter takes of each argument: `params T[]` takes values of `T`.
    pub(super) fn taken_by(
        &mut self,
        kind: ParameterKind,
        declared: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        let declared = declared?;
        match self.builder.item().expression(declared) {
            Expression::List(list) if kind == ParameterKind::Variadic => list.first().copied(),
            _ => Some(declared),
        }
    }

    /// The last binding has the name that a verbatim identifier spells.
    pub(super) fn unverbatim(&mut self, node: Node<'t>) {
        if self.builder.node_text(node).starts_with('@') {
            let name = self.name(node);
            if let Some(binding) = self.builder.item().body.bindings.last_mut() {
                binding.name = name;
            }
        }
    }

    /// Attributes of a parameter: they decorate no definition.
    fn muted_attributes(&mut self, list: Node<'t>) {
        self.attribute_list(list);
        if let Some(definition) = self.builder.definition() {
            definition.decorators.pop();
        }
    }

    /// A constructor; `~C()`.
    fn constructor(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let attributes = self.attributes(node);
        let modifiers = self.modifiers(node);
        let is_destructor = self.kind(node) == Kind::DestructorDeclaration;
        let is_static = modifiers.flags.has(DefinitionFlags::STATIC);
        let (kind, name) = match (is_destructor, is_static) {
            (true, _) => (SymbolKind::Method, Name::new(&format!("~{}", self.name(name_node)))),
            // Nobody calls it.
            (_, true) => (SymbolKind::Method, Name::new("static constructor")),
            _ => (SymbolKind::Constructor, self.name(name_node)),
        };
        let mut definition = self.definition(kind, name, modifiers);
        definition.signature =
            self.signature(self.behind_attributes(node, &attributes), self.header_end(node));
        self.open(node, Some(name_node), definition, ContextKind::Function, &attributes);
        if let Some(list) = self.child(node, fields.parameters) {
            self.item_parameters(list);
        }
        if let Some(initializer) = self.find_child(node, Kind::ConstructorInitializer)
            && let Some(list) = self.find_child(initializer, Kind::ArgumentList)
        {
            let shape = self.call_shape(Some(list));
            let word = self.find_child(initializer, Kind::TokenThis);
            let word_or_base = word.or_else(|| self.find_child(initializer, Kind::TokenBase));
            let callee = match word {
                Some(_) => self.expression(Expression::SelfValue),
                None => self.expression(Expression::Super),
            };
            if let Some(node) = word_or_base {
                self.reference(node, ReferenceRole::Call, ReferenceTarget::Value(callee), Some(shape));
            }
            let call = self.unknown();
            let arguments = self.arguments(list, call);
            self.fill(call, Expression::Call { callee, arguments });
        }
        if let Some(body) = self.child(node, fields.body) {
            self.function_body(body);
        }
        self.each_error(node);
        self.close();
    }

    fn operator(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let attributes = self.attributes(node);
        let mut modifiers = self.modifiers(node);
        modifiers.flags.set(DefinitionFlags::STATIC, true);
        let ty = self.child(node, fields.ty);
        let sign = match self.child(node, fields.operator) {
            Some(operator) => self.builder.node_text(operator),
            None => ty.map_or("", |ty| self.builder.node_text(ty)),
        };
        let name = Name::new(&format!("operator {sign}"));
        let mut definition = self.definition(SymbolKind::Method, name, modifiers);
        definition.signature =
            self.signature(self.behind_attributes(node, &attributes), self.header_end(node));
        let name_node = self.child(node, fields.operator).or(ty);
        let body = self.child(node, fields.body);
        self.open(node, name_node, definition, ContextKind::Function, &attributes);
        self.callable(node, ty, body);
        self.each_error(node);
        self.close();
    }

    /// A property, an event with accessors, an indexer.
    fn property(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let is_indexer = self.kind(node) == Kind::IndexerDeclaration;
        let name_node = match is_indexer {
            true => self.find_child(node, Kind::TokenThis),
            false => self.child(node, fields.name),
        };
        let Some(name_node) = name_node else { return };
        let name = if is_indexer { Name::new("this[]") } else { self.name(name_node) };
        let attributes = self.attributes(node);
        let modifiers = self.modifiers(node);
        let mut definition = self.definition(SymbolKind::Property, name, modifiers);
        let arrow = self.child(node, fields.value);
        let accessors = self.child(node, fields.accessors);
        let end = accessors.or(arrow).map_or(node.end_byte(), |body| body.start_byte());
        definition.signature = self.signature(self.behind_attributes(node, &attributes), end);
        let is_declared = modifiers.flags.has(DefinitionFlags::DECLARATION) || self.is_in_interface();
        definition.flags.set(DefinitionFlags::DECLARATION, is_declared);
        self.open(node, Some(name_node), definition, ContextKind::Function, &attributes);
        let declared = self.child(node, fields.ty).map(|ty| self.type_of(ty));
        self.explicit_interface(node);
        if let Some(list) = self.child(node, fields.parameters) {
            self.item_parameters(list);
        }
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
        }
        self.expect_results(declared);
        if let Some(list) = accessors {
            self.accessors(list, declared);
        }
        if let Some(value) = arrow {
            if self.kind(value) == Kind::ArrowExpressionClause {
                self.function_body(value);
            } else {
                let expect = self.context().expected;
                self.value(value, expect);
            }
        }
        self.each_error(node);
        self.close();
    }

    /// `{ get; set { } }`: in what sets, `value` is what is assigned.
    fn accessors(&mut self, list: Node<'t>, declared: Option<ExpressionId>) {
        self.each_part(list, |w, accessor| {
            if w.kind(accessor) != Kind::AccessorDeclaration {
                w.anything(accessor);
                return;
            }
            for list in w.attributes(accessor) {
                w.muted_attributes(list);
            }
            let Some(body) = w.child(accessor, w.grammar.fields.body) else { return };
            let name = w.child(accessor, w.grammar.fields.name);
            let is_getter = name.is_some_and(|name| w.builder.node_text(name) == "get");
            let expected = w.context().expected;
            w.scoped(ScopeKind::Block, |w| {
                if !is_getter {
                    let scope = w.builder.scope();
                    let value = declared.map(|declared| w.expression(Expression::Cast(declared)));
                    w.builder.named_binding(body.start_byte() as u32, Name::new("value"), scope, value);
                    w.context().expected = Expect::Nothing;
                }
                w.function_body(body);
            });
            w.context().expected = expected;
        });
    }

    /// Fields and constants, events without accessors: an item for each name.
    fn fields(&mut self, node: Node<'t>) {
        let Some(declaration) = self.find_child(node, Kind::VariableDeclaration) else { return };
        let attributes = self.attributes(node);
        let modifiers = self.modifiers(node);
        let kind = if modifiers.is_const { SymbolKind::Constant } else { SymbolKind::Field };
        let ty = self.child(declaration, self.grammar.fields.ty);
        let mut declarators = Vec::new();
        self.each_part(declaration, |w, child| {
            if w.kind(child) == Kind::VariableDeclarator {
                declarators.push(child);
            }
        });
        let start = self.behind_attributes(node, &attributes);
        let only = declarators.len() == 1;
        let comment = self.comment;
        for (index, declarator) in declarators.into_iter().enumerate() {
            let Some(name_node) = self.child(declarator, self.grammar.fields.name) else { continue };
            let name = self.name(name_node);
            let mut definition = self.definition(kind, name, modifiers);
            definition.signature = match ty {
                Some(ty) if !only => {
                    let head = self.builder.text.get(start..ty.end_byte()).unwrap_or_default();
                    crate::builder::one_line(&format!("{} {name}", head.trim()), 300)
                }
                _ => self.signature(start, name_node.end_byte()),
            };
            let is_first = index == 0;
            self.comment = comment.filter(|_| is_first);
            let text = if only { node } else { declarator };
            let of_all = if is_first { &attributes[..] } else { &[] };
            self.open(text, Some(name_node), definition, ContextKind::Other, of_all);
            if is_first {
                self.builder.extend_start(node.start_byte() as u32);
            }
            self.muted = !is_first;
            let declared = ty.map(|ty| self.type_of(ty));
            self.muted = false;
            if let Some(definition) = self.builder.definition() {
                definition.declared = declared;
            }
            if let Some(value) = self.initial_value(declarator) {
                let expect = match declared {
                    Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
                    None => Expect::Nothing,
                };
                self.value(value, expect);
            }
            self.each_error(declarator);
            if is_first {
                self.each_error(node);
            }
            self.close();
        }
    }

    /// What stands behind `=` in a declarator.
    pub(super) fn initial_value(&mut self, declarator: Node<'t>) -> Option<Node<'t>> {
        let mut behind = false;
        let mut value = None;
        self.each_child(declarator, |w, child| match w.kind(child) {
            Kind::TokenEquals => behind = true,
            Kind::Error => {}
            _ if behind && w.is_part(child) => value = Some(child),
            _ => {}
        });
        value
    }

    /// A function inside a function.
    pub(super) fn local_function(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let name = self.name(name_node);
        let attributes = self.attributes(node);
        let flags = self.modifiers(node).flags;
        let modifiers = Modifiers { visibility: Some(Visibility::Local), flags, is_const: false };
        let mut definition = self.definition(SymbolKind::Function, name, modifiers);
        definition.visibility = Visibility::Local;
        definition.signature =
            self.signature(self.behind_attributes(node, &attributes), self.header_end(node));
        self.comment = None;
        self.open(node, Some(name_node), definition, ContextKind::Function, &attributes);
        let ty = self.child(node, fields.ty);
        let body = self.child(node, fields.body);
        self.callable(node, ty, body);
        self.each_error(node);
        self.close();
    }

    /// A context of a function inside the one being walked.
    pub(super) fn function_context(is_async: bool) -> Context {
        Context { is_async, ..Context::new(ContextKind::Function) }
    }
}
