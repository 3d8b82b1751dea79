//! Functions: definitions and prototypes, inside of classes and out.

use lockstep_facts::{
    Container, DefinitionFlags, Expression, ExpressionId, Impl, Name, Parameter, ReferenceRole,
    ReferenceTarget, ScopeKind, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::declarators::Declarator;
use super::items::{Opening, Preamble};
use super::kinds::Kind;
use super::{Child, Place, Walker};

impl<'n> Walker<'_, '_, 'n> {
    pub(super) fn function_definition(&mut self, node: Node<'n>, preamble: &Preamble) {
        if !self.enter() {
            return;
        }
        self.function_of(node, preamble);
        self.exit();
    }

    fn function_of(&mut self, node: Node<'n>, preamble: &Preamble) {
        let children = self.children(node);
        let type_node = children.iter().find(|part| part.field == self.fields.type_node).copied();
        let declarator = children
            .iter()
            .find(|part| part.field == self.fields.declarator)
            .map(|d| self.declarator(d.node));
        let body = children.iter().find(|part| part.field == self.fields.body).copied();
        let is_static =
            children.iter().any(|part| part.kind == Kind::StorageClass && self.text(part.node) == "static");
        let Some(declarator) = declarator else { return self.statement_children(node) };
        let (Some(name_node), Some(function)) = (declarator.name, declarator.function) else {
            return self.statement_children(node);
        };
        if let Some(specifier) = type_node.filter(|part| part.kind.is_specifier())
            && self.field(specifier.node, self.fields.body).is_some()
        {
            self.specifier_item(specifier, preamble);
        }
        if self.state.place == Place::Module
            && type_node.is_none()
            && declarator.qualifier.is_empty()
            && self.is_macro_call(name_node, function)
        {
            return self.macro_function(node, name_node, function, body, preamble);
        }
        let name = self.declared_name(name_node);
        let (container, has_owner) = self.container_of(&declarator);
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::STATIC, is_static && matches!(self.state.place, Place::Class(_)));
        let opening = Opening {
            kind: self.function_kind(name, name_node, &declarator),
            name,
            spelled: Some(name_node),
            node,
            header_end: self.header(node, body.map(|body| body.node)).end,
            flags,
            visibility: self.visibility(is_static),
            container,
        };
        self.open(&opening, preamble);
        let declared = self.result(type_node, &declarator, function, true);
        let owner = has_owner.then(|| self.owner(&declarator));
        self.set_owner(owner);
        let parameters = self.parameters(function, true, true);
        let trailing = self.trailing(function);
        if let Some(definition) = self.state.builder.definition() {
            definition.parameters = parameters;
            definition.declared = trailing.or(declared);
        }
        let infers = trailing.is_none() && declared.is_none();
        self.inside(children, function, infers);
        self.close(node);
    }

    /// What stands in a function behind its header.
    fn inside(&mut self, children: Vec<Child<'n>>, function: Node<'n>, infers: bool) {
        let place = std::mem::replace(&mut self.state.place, Place::Function);
        let returns = self.state.returns.replace(Vec::new());
        for part in children {
            match part.kind {
                Kind::FieldInitializerList => self.member_initializers(part.node),
                // Parameters in the old style.
                Kind::Declaration => self.declaration(part, &Preamble::default()),
                Kind::CompoundStatement => self.block_contents(part.node),
                Kind::Error => self.statement(part),
                Kind::Other => self.statement_children(part.node),
                _ => {}
            }
        }
        // Attributes behind the parameters.
        for part in self.children(function) {
            if matches!(part.kind, Kind::AttributeSpecifier | Kind::Error) {
                self.statement_children(part.node);
            }
        }
        let returned = std::mem::replace(&mut self.state.returns, returns).unwrap_or_default();
        if infers && let Some(definition) = self.state.builder.definition() {
            definition.inferred = returned;
        }
        self.state.place = place;
    }

    fn function_kind(&self, name: Name, name_node: Node<'n>, declarator: &Declarator<'n>) -> SymbolKind {
        let class = match (declarator.qualifier.last(), self.state.place) {
            (Some(last), _) => Some(self.name(*last)),
            (None, Place::Class(class)) => Some(class),
            _ => None,
        };
        match class {
            Some(class) if class == name && self.kind(name_node) != Kind::DestructorName => {
                SymbolKind::Constructor
            }
            Some(_) => SymbolKind::Method,
            None => SymbolKind::Function,
        }
    }

    /// The result that a function declares before its name; none for `auto`.
    fn result(
        &mut self,
        type_node: Option<Child<'n>>,
        declarator: &Declarator<'n>,
        _function: Node<'n>,
        mention: bool,
    ) -> Option<ExpressionId> {
        let part = type_node?;
        let base = self.type_expression(part.node, mention);
        if part.kind == Kind::Placeholder {
            return None;
        }
        Some(self.declared_type(base, declarator, mention))
    }

    /// `-> type` behind the parameters.
    fn trailing(&mut self, function: Node<'n>) -> Option<ExpressionId> {
        let trailing = self.children(function).into_iter().find(|part| part.kind == Kind::TrailingReturn)?;
        let inner = self.children(trailing.node).into_iter().next()?;
        Some(self.type_expression(inner.node, true))
    }

    /// A function without a body.
    #[allow(clippy::too_many_arguments, reason = "the parts of one declaration")]
    pub(super) fn prototype(
        &mut self,
        node: Node<'n>,
        type_node: Option<Child<'n>>,
        is_static: bool,
        declarator: &Declarator<'n>,
        function: Node<'n>,
        is_first: bool,
        is_pure: bool,
        preamble: &Preamble,
    ) {
        let Some(name_node) = declarator.name else { return };
        let name = self.declared_name(name_node);
        let in_class = matches!(self.state.place, Place::Class(_));
        let (container, has_owner) = self.container_of(declarator);
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::STATIC, is_static && in_class);
        // A pure function has no definition elsewhere, as a rule.
        flags.set(DefinitionFlags::DECLARATION, !is_pure);
        let opening = Opening {
            kind: self.function_kind(name, name_node, declarator),
            name,
            spelled: Some(name_node),
            node,
            header_end: node.end_byte(),
            flags,
            visibility: self.visibility(is_static),
            container,
        };
        self.open(&opening, preamble);
        let declared = self.result(type_node, declarator, function, is_first);
        let owner = has_owner.then(|| self.owner(declarator));
        self.set_owner(owner);
        let parameters = self.parameters(function, true, false);
        let trailing = self.trailing(function);
        if let Some(definition) = self.state.builder.definition() {
            definition.parameters = parameters;
            definition.declared = trailing.or(declared);
        }
        for part in self.children(function) {
            if matches!(part.kind, Kind::AttributeSpecifier | Kind::Error) {
                self.statement_children(part.node);
            }
        }
        self.close(node);
    }

    /// `x_(1), Base(y)`.
    fn member_initializers(&mut self, node: Node<'n>) {
        for initializer in self.children(node) {
            for part in self.children(initializer.node) {
                match part.kind {
                    Kind::FieldIdentifier | Kind::Identifier => {
                        let name = self.name(part.node);
                        let base = self.add(Expression::SelfValue);
                        let id = self.add(Expression::Member { base, name });
                        let call = Some(super::expressions::shape(0));
                        // A base's constructor reads the same.
                        self.mention(part.node, ReferenceRole::Write, ReferenceTarget::Value(id), call);
                    }
                    Kind::TemplateMethod | Kind::QualifiedIdentifier | Kind::TemplateType => {
                        self.path(part.node, super::expressions::Mention::Type(ReferenceRole::Call, None));
                    }
                    Kind::ArgumentList | Kind::InitializerList => self.statement_children(part.node),
                    _ => self.statement(part),
                }
            }
        }
    }

    /// Whether `NAME(a, b) { … }` is a macro that makes a function, and not a constructor or an old function.
    fn is_macro_call(&mut self, name: Node<'n>, function: Node<'n>) -> bool {
        let text = self.text(name);
        let loud = text.len() > 1
            && text.bytes().any(|byte| byte.is_ascii_uppercase())
            && !text.bytes().any(|byte| byte.is_ascii_lowercase());
        loud && self.field(function, self.fields.parameters).is_some()
    }

    /// `TEST_F(Fixture, Name) { … }`: a function named by its arguments; the first may name the class around it.
    fn macro_function(
        &mut self,
        node: Node<'n>,
        macro_name: Node<'n>,
        function: Node<'n>,
        body: Option<Child<'n>>,
        preamble: &Preamble,
    ) {
        let mut words = Vec::new();
        if let Some(list) = self.field(function, self.fields.parameters) {
            for parameter in self.children(list.node) {
                let parts = self.children(parameter.node);
                match parts.first() {
                    Some(part) if parts.len() == 1 => words.push(part.node),
                    _ => words.push(parameter.node),
                }
            }
        }
        let spelled: Vec<&str> = words.iter().map(|word| self.text(*word)).collect();
        let plain = |word: &&&str| word.bytes().all(super::tokens::is_word);
        let name = spelled.iter().filter(plain).copied().collect::<Vec<_>>().join("_");
        let name = if name.is_empty() { self.name(macro_name) } else { Name::new(&name) };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::TEST, self.text(macro_name).starts_with("TEST"));
        let opening = Opening {
            kind: SymbolKind::Function,
            name,
            spelled: words.last().copied(),
            node,
            header_end: self.header(node, body.map(|body| body.node)).end,
            flags,
            visibility: Visibility::Private,
            container: self.container(),
        };
        self.open(&opening, preamble);
        let id = self.name(macro_name);
        let id = self.add(Expression::Name(id));
        self.mention(macro_name, ReferenceRole::Macro, ReferenceTarget::Macro(id), None);
        if let Some(fixture) = words.first().filter(|_| words.len() > 1) {
            let type_name = self.name(*fixture);
            let self_type = self.type_expression(*fixture, true);
            self.state.builder.item().implementation =
                Some(Impl { self_type, type_name, implemented: None, type_parameters: Vec::new() });
        }
        self.inside(body.into_iter().collect(), function, false);
        self.close(node);
    }

    /// A lambda: its parameters and its body in a scope of their own.
    pub(super) fn lambda(&mut self, node: Node<'n>) -> ExpressionId {
        let children = self.children(node);
        for part in children.iter().filter(|part| part.kind == Kind::LambdaCapture) {
            for capture in self.children(part.node) {
                self.expression(capture);
            }
        }
        self.state.builder.push_scope(ScopeKind::Closure);
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut result = None;
        for part in &children {
            if part.kind == Kind::AbstractFunctionDeclarator || part.kind == Kind::FunctionDeclarator {
                parameters = self.lambda_parameters(part.node);
                result = self.trailing(part.node).map(|declared| self.add(Expression::Cast(declared)));
            }
        }
        let returns = self.state.returns.replace(Vec::new());
        if let Some(body) = self.field(node, self.fields.body) {
            let place = std::mem::replace(&mut self.state.place, Place::Function);
            self.block_contents(body.node);
            self.state.place = place;
        }
        let returned = std::mem::replace(&mut self.state.returns, returns).unwrap_or_default();
        self.state.builder.pop_scope();
        let result = result.or_else(|| match returned.len() {
            0 => None,
            1 => returned.first().copied(),
            _ => Some(self.add(Expression::Union(returned.into()))),
        });
        self.add(Expression::Function { parameters: parameters.into(), result, is_async: false })
    }

    /// Parameters of a lambda are locals of its scope, not parameters of the definition around.
    fn lambda_parameters(&mut self, function: Node<'n>) -> Vec<Parameter> {
        let parameters = self.parameters(function, true, false);
        let Some(list) = self.field(function, self.fields.parameters) else { return parameters };
        let scope = self.state.builder.scope();
        let mut at = 0;
        for child in self.children(list.node) {
            if !matches!(child.kind, Kind::ParameterDeclaration | Kind::OptionalParameter) {
                continue;
            }
            let declared = parameters.get(at).and_then(|parameter| parameter.declared);
            at += 1;
            let Some(declarator) = self.field(child.node, self.fields.declarator) else { continue };
            if let Some(name) = self.declarator(declarator.node).name {
                self.state.builder.binding(name, scope, false, declared, None);
            }
        }
        parameters
    }

    /// The container of members of the class that is open, whose local path the builder gave it.
    pub(super) fn class_container(&mut self, name: Name) -> Container {
        Container { path: self.state.builder.path(), name }
    }

    /// A call's argument that is a name alone: what a function pointer is set to is mentioned like any other.
    pub(super) fn read(&mut self, node: Node<'n>, id: ExpressionId) {
        self.mention(node, ReferenceRole::Read, ReferenceTarget::Value(id), None);
    }
}
