//! Types as written, and what a declarator makes of them.

use lockstep_facts::{Expression, ExpressionId, LiteralKind, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::Walker;
use super::declarators::Declarator;
use super::kinds::Kind;

impl<'n> Walker<'_, '_, 'n> {
    /// A type, in type context; its names are mentioned if `mention`.
    pub(super) fn type_expression(&mut self, node: Node<'n>, mention: bool) -> ExpressionId {
        let role = mention.then_some(ReferenceRole::Type);
        self.type_in_role(node, role, None)
    }

    /// The same with the role in which its last name is mentioned, and how it is called.
    pub(super) fn type_in_role(
        &mut self,
        node: Node<'n>,
        role: Option<ReferenceRole>,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        if !self.enter() {
            return self.unknown();
        }
        let id = self.type_of_kind(node, role, call);
        self.exit();
        id
    }

    fn type_of_kind(
        &mut self,
        node: Node<'n>,
        role: Option<ReferenceRole>,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        match self.kind(node) {
            Kind::PrimitiveType | Kind::SizedType => {
                let text = self.text(node);
                match primitive(text) {
                    Some(kind) => self.literal(kind),
                    // `size_t`, `uint32_t`: types that the grammar takes for built-in.
                    None if self.kind(node) == Kind::PrimitiveType && text != "void" => {
                        self.named_type(node, role, call)
                    }
                    None => self.unknown(),
                }
            }
            Kind::TypeIdentifier | Kind::Identifier | Kind::NamespaceIdentifier | Kind::FieldIdentifier => {
                match primitive(self.text(node)) {
                    Some(kind) => self.literal(kind),
                    None if self.text(node) == "void" => self.unknown(),
                    None => self.named_type(node, role, call),
                }
            }
            Kind::StructSpecifier | Kind::ClassSpecifier | Kind::UnionSpecifier | Kind::EnumSpecifier => {
                match self.field(node, self.fields.name) {
                    Some(name) => {
                        let spelled = match name.kind {
                            Kind::TemplateType => {
                                self.field(name.node, self.fields.name).map_or(name.node, |n| n.node)
                            }
                            _ => name.node,
                        };
                        if self.field(node, self.fields.body).is_some() {
                            // Defined right here: the name is the definition's own.
                            let name = self.name(spelled);
                            return self.add(Expression::Name(name));
                        }
                        self.type_in_role(name.node, role, call)
                    }
                    None => self.unknown(),
                }
            }
            Kind::TypeDescriptor => {
                let children = self.children(node);
                let mut id = None;
                for child in children {
                    if child.field == self.fields.type_node {
                        id = Some(self.type_in_role(child.node, role, call.clone()));
                    } else if child.field == self.fields.declarator {
                        let declarator = self.declarator(child.node);
                        if let Some(base) = id {
                            id = Some(self.declared_type(base, &declarator, role.is_some()));
                        }
                        if role.is_some() {
                            self.sizes(&declarator.sizes);
                        }
                    }
                }
                match id {
                    Some(id) => id,
                    None => self.unknown(),
                }
            }
            Kind::TemplateType => {
                let Some(name) = self.field(node, self.fields.name) else { return self.unknown() };
                let base = self.type_in_role(name.node, role, call);
                let arguments = self.template_arguments(node, role.is_some());
                self.add(Expression::Generic { base, arguments })
            }
            Kind::QualifiedIdentifier => self.qualified_type(node, role, call),
            Kind::DependentType | Kind::ParameterPack => match self.children(node).last() {
                Some(inner) => self.type_in_role(inner.node, role, call),
                None => self.unknown(),
            },
            Kind::Decltype => match self.children(node).last().copied() {
                Some(inner) if role.is_some() && inner.kind != Kind::Other => {
                    let value = self.expression(inner);
                    self.add(Expression::TypeOf(value))
                }
                _ => self.unknown(),
            },
            _ => self.unknown(),
        }
    }

    fn named_type(
        &mut self,
        node: Node<'n>,
        role: Option<ReferenceRole>,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let name = self.name(node);
        let id = self.add(Expression::Name(name));
        if let Some(role) = role {
            self.mention(node, role, ReferenceTarget::Type(id), call);
        }
        id
    }

    fn qualified_type(
        &mut self,
        node: Node<'n>,
        role: Option<ReferenceRole>,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let mut base = None;
        let mut at = node;
        for _ in 0..64 {
            base = Some(match self.field(at, self.fields.scope) {
                Some(scope) => self.step_of_path(base, scope.node, role.map(|_| ReferenceRole::Type), None),
                None => self.add(Expression::Root(lockstep_facts::PathRoot::Global)),
            });
            let Some(name) = self.field(at, self.fields.name) else { break };
            if name.kind != Kind::QualifiedIdentifier {
                return self.step_of_path(base, name.node, role, call);
            }
            at = name.node;
        }
        match base {
            Some(base) => base,
            None => self.unknown(),
        }
    }

    /// One name of a path of types and namespaces, with its template arguments.
    pub(super) fn step_of_path(
        &mut self,
        base: Option<ExpressionId>,
        node: Node<'n>,
        role: Option<ReferenceRole>,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let kind = self.kind(node);
        let spelled = match kind {
            Kind::TemplateType | Kind::TemplateFunction | Kind::TemplateMethod => {
                self.field(node, self.fields.name).map_or(node, |name| name.node)
            }
            Kind::DependentName | Kind::DependentType => match self.children(node).last() {
                Some(inner) if inner.node != node => {
                    let inner = inner.node;
                    return self.step_of_path(base, inner, role, call);
                }
                _ => node,
            },
            _ => node,
        };
        let name = self.declared_name(spelled);
        let mut id = match base {
            Some(base) => self.add(Expression::Path { base, name }),
            None => self.add(Expression::Name(name)),
        };
        if let Some(role) = role {
            self.mention(spelled, role, ReferenceTarget::Type(id), call);
        }
        if spelled != node {
            let arguments = self.template_arguments(node, role.is_some());
            id = self.add(Expression::Generic { base: id, arguments });
        }
        id
    }

    /// The template arguments of `node`, types as types; a value is nothing that is followed.
    pub(super) fn template_arguments(&mut self, node: Node<'n>, mention: bool) -> Box<[ExpressionId]> {
        let Some(list) = self.field(node, self.fields.arguments) else { return Box::default() };
        let mut arguments = Vec::new();
        for child in self.children(list.node) {
            if child.kind.is_type() || child.kind == Kind::QualifiedIdentifier {
                arguments.push(self.type_expression(child.node, mention));
            } else {
                if mention {
                    self.expression(child);
                }
                arguments.push(self.unknown());
            }
        }
        arguments.into()
    }

    /// The type of what `declarator` declares with a type that is `base`.
    pub(super) fn declared_type(
        &mut self,
        base: ExpressionId,
        declarator: &Declarator<'n>,
        mention: bool,
    ) -> ExpressionId {
        match declarator.pointed {
            Some(function) => {
                let parameters = self.parameters(function, mention, false);
                self.add(Expression::Function {
                    parameters: parameters.into(),
                    result: Some(base),
                    is_async: false,
                })
            }
            None => base,
        }
    }

    /// Mentions the types that a declaration of something that is no definition names.
    pub(super) fn types_below(&mut self, node: Node<'n>) {
        if !self.enter() {
            return;
        }
        for child in self.children(node) {
            if child.kind.is_type()
                || child.kind == Kind::QualifiedIdentifier && child.field == self.fields.type_node
            {
                self.type_expression(child.node, true);
            } else if !matches!(child.kind, Kind::Identifier | Kind::FieldIdentifier) {
                self.types_below(child.node);
            }
        }
        self.exit();
    }
}

/// What a built-in type's values are like; none for `void` and for names that a library defines.
pub(super) fn primitive(text: &str) -> Option<LiteralKind> {
    let word = text.split_whitespace().last().unwrap_or(text);
    Some(match word {
        "char" | "char8_t" | "char16_t" | "char32_t" | "wchar_t" => LiteralKind::Character,
        "bool" | "_Bool" => LiteralKind::Boolean,
        "float" | "double" => LiteralKind::Float,
        "int" | "long" | "short" | "unsigned" | "signed" => LiteralKind::Integer,
        _ => return None,
    })
}
