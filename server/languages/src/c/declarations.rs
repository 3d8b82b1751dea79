//! Declarations: variables, prototypes, type names, fields and locals.

use lockstep_facts::{
    CallShape, Container, DefinitionFlags, Expression, ExpressionId, Impl, Name, ReferenceRole, SymbolKind,
};
use tree_sitter::Node;

use super::declarators::Declarator;
use super::expressions::shape;
use super::items::{Opening, Preamble};
use super::kinds::Kind;
use super::{Child, Place, Walker};

/// What a declaration says before its first name.
struct Head<'n> {
    type_node: Option<Child<'n>>,
    is_static: bool,
    is_extern: bool,
    is_const: bool,
    is_typedef: bool,
    is_pure: bool,
}

impl<'n> Walker<'_, '_, 'n> {
    fn head(&mut self, child: Child<'n>, children: &[Child<'n>]) -> Head<'n> {
        let mut head = Head {
            type_node: None,
            is_static: false,
            is_extern: false,
            is_const: false,
            is_typedef: child.kind == Kind::TypeDefinition,
            is_pure: false,
        };
        for part in children {
            match part.kind {
                Kind::StorageClass => match self.text(part.node) {
                    "static" => head.is_static = true,
                    "extern" => head.is_extern = true,
                    _ => {}
                },
                Kind::TypeQualifier => {
                    head.is_const |= matches!(self.text(part.node), "const" | "constexpr");
                }
                _ if part.field == self.fields.type_node && head.type_node.is_none() => {
                    head.type_node = Some(*part);
                }
                _ => {}
            }
        }
        head
    }

    /// A declaration, a field or a typedef with all its names.
    pub(super) fn declaration(&mut self, child: Child<'n>, preamble: &Preamble) {
        if !self.enter() {
            return;
        }
        let children = self.children(child.node);
        let head = self.head(child, &children);
        let mut declarators: Vec<Declarator<'n>> = children
            .iter()
            .filter(|part| part.field == self.fields.declarator && self.fields.declarator != 0)
            .map(|part| self.declarator(part.node))
            .collect();
        // `if (auto name = value)`: what is declared in a condition has its value beside it.
        let value = children.iter().find(|part| part.field == self.fields.value && self.fields.value != 0);
        if let (Some(value), [declarator]) = (value, &mut *declarators)
            && declarator.value.is_none()
        {
            declarator.value = Some(value.node);
        }
        // What the type defines comes first.
        let mut anonymous = None;
        if let Some(specifier) = head.type_node.filter(|part| part.kind.is_specifier()) {
            anonymous = self.defined_by_type(specifier, &head, &declarators, preamble);
        }
        let template = self.template.take();
        let mut is_first = true;
        for (at, declarator) in declarators.iter().enumerate() {
            self.template = template;
            let typedef_of_itself = head.is_typedef && anonymous.is_some_and(|a| Some(a) == declarator.name);
            if !typedef_of_itself {
                self.declared(child, &head, declarator, is_first, anonymous, &children, at, preamble);
                is_first = false;
            }
            self.template = None;
        }
        if declarators.is_empty() {
            let mentions = head.type_node.filter(|part| !part.kind.is_specifier());
            if let Some(part) = mentions {
                self.type_expression(part.node, true);
            }
        }
        for part in &children {
            match part.kind {
                Kind::Error => self.damaged(part.node),
                Kind::AttributeSpecifier | Kind::AttributeDeclaration | Kind::Other => {
                    self.statement_children(part.node)
                }
                _ => {}
            }
        }
        self.exit();
    }

    /// Identifiers in a damaged part of a declaration are most likely macros or types.
    fn damaged(&mut self, node: Node<'n>) {
        for child in self.children(node) {
            self.statement(child);
        }
    }

    /// Defines or declares the type that stands in a declaration. Returns the declarator that names it, if it has no name of
    /// its own, or if it goes by the same name.
    fn defined_by_type(
        &mut self,
        specifier: Child<'n>,
        head: &Head<'n>,
        declarators: &[Declarator<'n>],
        preamble: &Preamble,
    ) -> Option<Node<'n>> {
        let body = self.field(specifier.node, self.fields.body);
        let name = self.field(specifier.node, self.fields.name);
        let first = declarators.first().filter(|d| d.function.is_none() && d.pointed.is_none());
        match (name, body) {
            (Some(name), Some(_)) => {
                self.specifier_item(specifier, preamble);
                let same = declarators.iter().find(|declarator| {
                    declarator.name.is_some_and(|other| self.text(other) == self.text(name.node))
                });
                head.is_typedef.then(|| same.and_then(|declarator| declarator.name))?
            }
            (Some(name), None) => {
                // `typedef struct X X;` declares `X`; so does `struct X;`.
                let same = declarators.iter().find(|declarator| {
                    head.is_typedef
                        && declarator.name.is_some_and(|other| self.text(other) == self.text(name.node))
                });
                if let Some(same) = same {
                    self.declare_type(specifier, same.name, preamble);
                    return same.name;
                }
                if declarators.is_empty() {
                    self.declare_type(specifier, Some(name.node), preamble);
                }
                None
            }
            (None, Some(body)) => {
                if head.is_typedef {
                    let named = declarators.iter().find(|d| d.name.is_some())?.name?;
                    self.type_definition(specifier, Some(named), preamble);
                    return Some(named);
                }
                let is_enum = specifier.kind == Kind::EnumSpecifier;
                if is_enum || first.is_none() {
                    // Its members belong to what is around.
                    self.members_in_place(specifier.kind, body.node);
                    return None;
                }
                first.and_then(|declarator| declarator.name)
            }
            (None, None) => None,
        }
    }

    /// One name of a declaration.
    #[allow(clippy::too_many_arguments, reason = "the parts of one declaration")]
    fn declared(
        &mut self,
        child: Child<'n>,
        head: &Head<'n>,
        declarator: &Declarator<'n>,
        is_first: bool,
        anonymous: Option<Node<'n>>,
        children: &[Child<'n>],
        at: usize,
        preamble: &Preamble,
    ) {
        if !declarator.bindings.is_empty() || self.state.place == Place::Function && !head.is_typedef {
            return self.local(head, declarator, is_first);
        }
        let Some(name_node) = declarator.name else {
            // A nameless bit field, or a type alone.
            if let Some(part) = head.type_node.filter(|_| is_first) {
                self.type_expression(part.node, true);
            }
            return;
        };
        let is_last = at + 1 == children.iter().filter(|c| c.field == self.fields.declarator).count();
        let default = children.iter().find(|c| c.field == self.fields.default_value && is_last);
        let value = declarator.value.or(default.map(|c| c.node)).filter(|_| declarator.function.is_none());
        let name = self.declared_name(name_node);
        if head.is_typedef {
            return self.type_name(child, head, declarator, name_node, anonymous, is_first, preamble);
        }
        if let Some(function) = declarator.function {
            let is_pure = default.is_some() || head.is_pure;
            return self.prototype(
                child.node,
                head.type_node,
                head.is_static,
                declarator,
                function,
                is_first,
                is_pure,
                preamble,
            );
        }
        let in_class = matches!(self.state.place, Place::Class(_));
        let (container, owner) = self.container_of(declarator);
        let is_member = in_class || owner;
        let constant = head.is_const && !declarator.pointer;
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::STATIC, is_member && (head.is_static || owner));
        let declares = head.is_extern && value.is_none() || in_class && head.is_static && value.is_none();
        flags.set(DefinitionFlags::DECLARATION, declares);
        let kind = match (is_member, constant) {
            (true, _) => SymbolKind::Field,
            (false, true) => SymbolKind::Constant,
            (false, false) => SymbolKind::Variable,
        };
        let opening = Opening {
            kind,
            name,
            spelled: Some(name_node),
            node: child.node,
            header_end: self.header(child.node, value).end,
            flags,
            visibility: self.visibility(head.is_static && !in_class),
            container,
        };
        self.open(&opening, preamble);
        let base = head.type_node.map(|part| match anonymous == Some(name_node) {
            true => self.add(Expression::Object(Box::default())),
            false => self.type_expression(part.node, is_first),
        });
        let is_anonymous = anonymous == Some(name_node);
        let owner = owner.then(|| self.owner(declarator));
        self.set_owner(owner);
        let declared = base.map(|base| self.declared_type(base, declarator, true));
        self.sizes(&declarator.sizes);
        let automatic = head.type_node.is_some_and(|part| part.kind == Kind::Placeholder);
        if let Some(definition) = self.state.builder.definition() {
            if is_anonymous {
                definition.inferred.extend(base);
            } else if !automatic {
                definition.declared = declared;
            }
        }
        let value = value.map(|value| {
            let value = self.child(value);
            self.initializer(value, declared.filter(|_| !is_anonymous && !automatic), declarator.arrays)
        });
        if automatic && let (Some(value), Some(definition)) = (value, self.state.builder.definition()) {
            definition.inferred.push(value);
        }
        for part in children {
            if part.kind == Kind::Other && is_last {
                self.statement_children(part.node);
            }
        }
        if is_anonymous && let Some(body) = head.type_node.and_then(|t| self.field(t.node, self.fields.body))
        {
            let path = self.state.builder.path();
            self.members_of(Container { path, name }, body.node, lockstep_facts::Visibility::Public);
        }
        self.close(child.node);
    }

    /// `typedef … name;`
    #[allow(clippy::too_many_arguments, reason = "the parts of one declaration")]
    fn type_name(
        &mut self,
        child: Child<'n>,
        head: &Head<'n>,
        declarator: &Declarator<'n>,
        name_node: Node<'n>,
        anonymous: Option<Node<'n>>,
        is_first: bool,
        preamble: &Preamble,
    ) {
        let opening = Opening {
            kind: SymbolKind::TypeAlias,
            name: self.name(name_node),
            spelled: Some(name_node),
            node: child.node,
            header_end: child.node.end_byte(),
            flags: DefinitionFlags::default(),
            visibility: self.visibility(false),
            container: self.container(),
        };
        self.open(&opening, preamble);
        let declared = match (anonymous, head.type_node) {
            // A second name of a structure without one of its own.
            (Some(first), Some(part)) if self.field(part.node, self.fields.name).is_none() => {
                let name = self.name(first);
                Some(self.add(Expression::Name(name)))
            }
            (_, Some(part)) => Some(self.type_expression(part.node, is_first)),
            _ => None,
        };
        let declared = declared.map(|base| match declarator.function.or(declarator.pointed) {
            Some(function) => {
                let parameters = self.parameters(function, true, false);
                self.add(Expression::Function {
                    parameters: parameters.into(),
                    result: Some(base),
                    is_async: false,
                })
            }
            None => base,
        });
        self.sizes(&declarator.sizes);
        if let Some(definition) = self.state.builder.definition() {
            definition.declared = declared;
        }
        self.close(child.node);
    }

    /// `using name = type;`
    pub(super) fn alias(&mut self, node: Node<'n>, preamble: &Preamble) {
        let Some(name_node) = self.field(node, self.fields.name) else { return };
        let opening = Opening {
            kind: SymbolKind::TypeAlias,
            name: self.name(name_node.node),
            spelled: Some(name_node.node),
            node,
            header_end: node.end_byte(),
            flags: DefinitionFlags::default(),
            visibility: self.visibility(false),
            container: self.container(),
        };
        self.open(&opening, preamble);
        let declared = self.field(node, self.fields.type_node).map(|t| self.type_expression(t.node, true));
        if let Some(definition) = self.state.builder.definition() {
            definition.declared = declared;
        }
        self.close(node);
    }

    /// The container of what is declared, and whether it is that of a type named by a qualifier.
    pub(super) fn container_of(&self, declarator: &Declarator<'n>) -> (Option<Container>, bool) {
        let around = self.container();
        let Some(last) = declarator.qualifier.last() else { return (around, false) };
        let mut path = around.filter(|_| !declarator.global).map_or(String::new(), |c| c.path.to_string());
        for part in &declarator.qualifier {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(self.text(*part));
        }
        (Some(Container { path: Name::new(&path), name: self.name(*last) }), true)
    }

    /// The type that a qualifier names, mentioned; to be set with [`Walker::set_owner`] once the item is open.
    pub(super) fn owner(&mut self, declarator: &Declarator<'n>) -> (ExpressionId, Name) {
        let mut base =
            declarator.global.then(|| self.add(Expression::Root(lockstep_facts::PathRoot::Global)));
        let mut name = Name::empty();
        for part in &declarator.qualifier {
            name = self.name(*part);
            base = Some(self.step_of_path(base, *part, Some(ReferenceRole::Type), None));
        }
        (base.unwrap_or(ExpressionId(0)), name)
    }

    pub(super) fn set_owner(&mut self, owner: Option<(ExpressionId, Name)>) {
        if let Some((self_type, type_name)) = owner {
            self.state.builder.item().implementation =
                Some(Impl { self_type, type_name, implemented: None, type_parameters: Vec::new() });
        }
    }

    /// A local variable.
    fn local(&mut self, head: &Head<'n>, declarator: &Declarator<'n>, is_first: bool) {
        let Some(part) = head.type_node else {
            self.sizes(&declarator.sizes);
            return;
        };
        let automatic = part.kind == Kind::Placeholder;
        let construction = self.construction(declarator).filter(|_| is_first && !automatic);
        let base = match construction {
            Some(call) => self.type_in_role(part.node, Some(ReferenceRole::Call), Some(call)),
            None => self.type_expression(part.node, is_first),
        };
        if let Some(function) = declarator.function {
            // `Foo foo(bar);` reads as a function but makes a variable; a prototype binds nothing.
            if let Some(name) = declarator.name.filter(|_| self.takes_values(function)) {
                self.values_of_parameters(function);
                let scope = self.state.builder.scope();
                self.state.builder.binding(name, scope, false, Some(base), None);
            } else {
                self.parameters(function, true, false);
            }
            return;
        }
        let declared = self.declared_type(base, declarator, true);
        self.sizes(&declarator.sizes);
        let value = declarator.value.map(|value| {
            let value = self.child(value);
            self.initializer(value, (!automatic).then_some(declared), declarator.arrays)
        });
        let scope = self.state.builder.scope();
        for (at, name) in declarator.bindings.iter().enumerate() {
            let field = value.map(|base| self.add(Expression::TupleField { base, index: at as u32 }));
            self.state.builder.binding(*name, scope, false, None, field);
        }
        if let Some(name) = declarator.name {
            let declared = (!automatic).then_some(declared);
            self.state.builder.binding(name, scope, false, declared, value.filter(|_| automatic));
        }
    }

    /// How `Foo foo(1);` and `Foo foo{1};` call a constructor.
    fn construction(&mut self, declarator: &Declarator<'n>) -> Option<CallShape> {
        let is_value = !declarator.pointer && !declarator.reference && declarator.arrays == 0;
        if self.state.language != lockstep_facts::Language::Cpp
            || !is_value
            || !declarator.bindings.is_empty()
        {
            return None;
        }
        let arguments = match (declarator.function, declarator.value) {
            (Some(function), _) if self.takes_values(function) => {
                self.field(function, self.fields.parameters)?.node
            }
            (None, Some(value)) => {
                let is_direct = match self.kind(value) {
                    Kind::ArgumentList => true,
                    Kind::InitializerList => value.prev_sibling().is_some_and(|before| before.kind() != "="),
                    _ => false,
                };
                is_direct.then_some(value)?
            }
            _ => return None,
        };
        Some(shape(self.children(arguments).len()))
    }

    /// Whether what reads as the parameters of a local function is more likely arguments: `Foo foo(bar);`, `Foo foo(bar());`.
    fn takes_values(&mut self, function: Node<'n>) -> bool {
        let Some(list) = self.field(function, self.fields.parameters) else { return false };
        let parameters = self.children(list.node);
        self.state.language == lockstep_facts::Language::Cpp
            && !parameters.is_empty()
            && parameters.iter().all(|parameter| self.as_value(parameter.node, 0).is_some())
    }

    /// What stands for a parameter without a name: what it names and, if that is called, with what.
    fn as_value(&mut self, parameter: Node<'n>, depth: u32) -> Option<(Node<'n>, Option<Node<'n>>)> {
        let parts = self.children(parameter);
        let is_path =
            |part: &Child<'n>| matches!(part.kind, Kind::TypeIdentifier | Kind::QualifiedIdentifier);
        match parts[..] {
            [path] if is_path(&path) => Some((path.node, None)),
            [path, called]
                if is_path(&path) && called.kind == Kind::AbstractFunctionDeclarator && depth < 8 =>
            {
                let list = self.field(called.node, self.fields.parameters)?.node;
                let arguments = self.children(list);
                let all = arguments.iter().all(|argument| self.as_value(argument.node, depth + 1).is_some());
                all.then_some((path.node, Some(list)))
            }
            _ => None,
        }
    }

    fn values_of_parameters(&mut self, function: Node<'n>) {
        if let Some(list) = self.field(function, self.fields.parameters) {
            self.values_in(list.node);
        }
    }

    fn values_in(&mut self, list: Node<'n>) {
        for parameter in self.children(list) {
            let Some((path, arguments)) = self.as_value(parameter.node, 0) else { continue };
            let mention = match arguments {
                Some(list) => {
                    let call = shape(self.children(list).len());
                    super::expressions::Mention::Value(ReferenceRole::Call, Some(call))
                }
                None => super::expressions::Mention::Value(ReferenceRole::Read, None),
            };
            self.path(path, mention);
            if let Some(list) = arguments {
                self.values_in(list);
            }
        }
    }
}
