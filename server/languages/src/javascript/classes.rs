//! Classes: heritage, members, accessors that fold into one property, fields that are only assigned.

use lockstep_facts::{
    Base, Container, DefinitionFlags, Expression, ExpressionId, Name, ReferenceRole, ScopeId, ScopeKind,
    SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::patterns::Mode;
use super::{AssignedFields, Context, ContextKind, Expect, NameMap, Signature, This, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

/// The words in front of a member.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Modifiers {
    pub(super) is_static: bool,
    pub(super) is_abstract: bool,
    pub(super) is_accessor: bool,
    pub(super) is_setter: bool,
    pub(super) is_optional: bool,
    visibility: Option<Visibility>,
}

impl AssignedFields {
    pub(super) fn new(container: Container) -> AssignedFields {
        AssignedFields { container, by_name: NameMap::default(), accessors: NameMap::default() }
    }
}

impl<'t> Walker<'t> {
    /// The modifiers of a class member, an interface's member, a parameter property.
    pub(super) fn modifiers(&mut self, node: Node<'t>) -> Modifiers {
        let mut found = Modifiers::default();
        let body = self.child(node, self.grammar.fields.body).map(|body| body.id());
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::TokenStatic => found.is_static = true,
            Kind::TokenStaticGet => (found.is_static, found.is_accessor) = (true, true),
            Kind::TokenAbstract => found.is_abstract = true,
            Kind::TokenGet => found.is_accessor = true,
            Kind::TokenSet => (found.is_accessor, found.is_setter) = (true, true),
            Kind::TokenQuestion => found.is_optional = true,
            Kind::AccessibilityModifier if Some(child.id()) != body => {
                found.visibility = Some(match w.builder.node_text(child) {
                    "private" => Visibility::Private,
                    "protected" => Visibility::Protected,
                    _ => Visibility::Public,
                });
            }
            Kind::PrivatePropertyIdentifier => found.visibility = Some(Visibility::Private),
            _ => {}
        });
        found
    }

    pub(super) fn is_accessor(&mut self, node: Node<'t>) -> bool {
        self.modifiers(node).is_accessor
    }

    /// A class that is a value: an item named by itself, else `class`.
    pub(super) fn class_expression(&mut self, node: Node<'t>) -> ExpressionId {
        let name_node = self.child(node, self.grammar.fields.name);
        let name = name_node.map_or_else(|| "class".into(), |name| self.builder.name(name));
        let path = self
            .nested(None, |w| Some(w.class(node, node, name_node, name, DefinitionFlags::default(), true)));
        match path {
            Some(path) => self.expression(Expression::Name(path)),
            None => self.unknown(),
        }
    }

    /// A class; `outer` is the statement around. Gives its local path.
    pub(super) fn class(
        &mut self,
        node: Node<'t>,
        outer: Node<'t>,
        name_node: Option<Node<'t>>,
        name: Name,
        flags: DefinitionFlags,
        is_expression: bool,
    ) -> Name {
        let fields = &self.grammar.fields;
        let mut definition = self.definition(SymbolKind::Class, name, flags);
        if is_expression && self.context().kind != ContextKind::Module {
            definition.visibility = Visibility::Local;
        }
        let mut start = node.start_byte();
        let mut decorators = Vec::new();
        self.each_child(node, |w, child| {
            if w.kind(child) == Kind::Decorator {
                decorators.push(child);
                start = child.end_byte();
            }
        });
        definition.signature = self.signature(start, self.header_end(node));
        self.decorators.extend(decorators);
        self.open(outer, name_node, definition, ContextKind::Other, This::Class);
        self.extend_end(outer);
        let path = self.builder.path();
        // A class expression sees its own name, whatever it is called outside.
        if is_expression
            && let Some(own) = self.child(node, fields.name)
            && Some(own) != name_node
        {
            let value = self.expression(Expression::Name(path));
            self.bind(own, ScopeId(0), None, Some(value));
        }
        if let Some(list) = self.child(node, fields.type_parameters) {
            let type_parameters = self.type_parameters(list);
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters = type_parameters;
            }
        }
        if let Some(heritage) = self.find_child(node, Kind::ClassHeritage) {
            self.heritage(heritage);
        }
        let mut assigned = AssignedFields::new(Container { path, name });
        if let Some(body) = self.child(node, fields.body) {
            if !self.typescript {
                self.find_assigned_fields(body, &mut assigned);
            }
            self.fields.push(assigned);
            self.class_body(body);
            self.fields.pop();
        }
        self.close();
        path
    }

    fn heritage(&mut self, node: Node<'t>) {
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::ExtendsClause => w.extends(child),
            Kind::ImplementsClause => w.each_named(child, |w, interface| {
                let expression = w.type_as(interface, ReferenceRole::Implement);
                w.base(expression, true);
            }),
            _ => w.extends_value(child, None),
        });
    }

    fn extends(&mut self, node: Node<'t>) {
        let mut value = None;
        self.each_named(node, |w, child| {
            let is_arguments = w.kind(child) == Kind::TypeArguments;
            if let Some(value) = value.take() {
                w.extends_value(value, Some(child).filter(|_| is_arguments));
            }
            if !is_arguments {
                value = Some(child);
            }
        });
        if let Some(value) = value {
            self.extends_value(value, None);
        }
    }

    fn extends_value(&mut self, node: Node<'t>, arguments: Option<Node<'t>>) {
        let mut expression = self.target(node, ReferenceRole::Inherit, None);
        if let Some(arguments) = arguments {
            let arguments = self.type_list(arguments);
            expression = self.expression(Expression::Generic { base: expression, arguments });
        }
        self.base(expression, false);
    }

    pub(super) fn base(&mut self, expression: ExpressionId, implements: bool) {
        if let Some(definition) = self.builder.definition() {
            definition.bases.push(Base { expression, implements });
        }
    }

    fn class_body(&mut self, body: Node<'t>) {
        let remembers = self.builder.remembers();
        let mut pending = Vec::new();
        let mut row = None;
        self.each_child(body, |w, child| {
            if !child.is_named() {
                return;
            }
            match w.kind(child) {
                Kind::Comment => w.note_comment(child, row),
                Kind::Decorator => w.decorators.push(child),
                _ => {
                    if w.decorators.is_empty() {
                        w.check_comment(child);
                    }
                    if remembers && pending.is_empty() && w.decorators.is_empty() {
                        w.remembered_member(child, &mut pending);
                    } else {
                        w.class_member(child, &mut pending);
                    }
                    w.comment = None;
                    w.decorators.clear();
                }
            }
            row = Some(child.end_position().row);
        });
        self.flush_methods(&mut pending);
    }

    /// One member, taken over from the last extraction if it can be.
    fn remembered_member(&mut self, node: Node<'t>, pending: &mut Vec<Signature<'t>>) {
        if self.builder.take_over(node, self.state()).is_some() {
            return;
        }
        self.class_member(node, pending);
        if !pending.is_empty() {
            // It is walked with what follows it.
            self.builder.strays_here();
        }
        self.builder.walked(node, self.state());
    }

    /// One member; signatures wait in `pending` for their implementation.
    pub(super) fn class_member(&mut self, node: Node<'t>, pending: &mut Vec<Signature<'t>>) {
        let kind = self.kind(node);
        let is_signature = matches!(kind, Kind::MethodSignature | Kind::AbstractMethodSignature);
        let is_method = is_signature || kind == Kind::MethodDefinition;
        let name = self.child(node, self.grammar.fields.name).map(|name| self.property_name(name));
        let modifiers = if is_method { self.modifiers(node) } else { Modifiers::default() };
        let follows = is_method
            && pending
                .first()
                .is_some_and(|first| Some(first.name) == name && first.is_static == modifiers.is_static);
        if !follows {
            self.flush_methods(pending);
        }
        if is_signature
            && !modifiers.is_accessor
            && let Some(name) = name
        {
            pending.push(Signature {
                outer: node,
                node,
                name,
                is_static: modifiers.is_static,
                flags: DefinitionFlags::DECLARATION,
                comment: self.comment.take(),
                decorators: std::mem::take(&mut self.decorators),
            });
            return;
        }
        self.nested((), |w| match kind {
            Kind::MethodDefinition | Kind::MethodSignature | Kind::AbstractMethodSignature => {
                w.method(node, modifiers, std::mem::take(pending));
            }
            Kind::PublicFieldDefinition | Kind::FieldDefinition => w.field(node),
            Kind::ClassStaticBlock => w.static_block(node),
            Kind::IndexSignature => {
                w.index_signature(node);
            }
            _ => w.anything(node),
        });
    }

    fn static_block(&mut self, node: Node<'t>) {
        let scope = self.builder.push_scope(ScopeKind::Block);
        let mut context = Context::new(ContextKind::Function, This::Class);
        context.var_scope = scope;
        self.contexts.push(context);
        if let Some(body) = self.child(node, self.grammar.fields.body) {
            self.statements(body);
        }
        self.contexts.pop();
        self.builder.pop_scope();
    }

    /// Method signatures that no implementation followed: abstract ones, those of ambient classes.
    pub(super) fn flush_methods(&mut self, pending: &mut Vec<Signature<'t>>) {
        let mut signatures = std::mem::take(pending);
        if signatures.is_empty() {
            return;
        }
        let first = signatures.remove(0);
        let comment = std::mem::replace(&mut self.comment, first.comment);
        let decorators = std::mem::replace(&mut self.decorators, first.decorators.clone());
        let modifiers = self.modifiers(first.node);
        self.nested((), |w| w.method(first.node, modifiers, signatures));
        self.comment = comment;
        self.decorators = decorators;
    }

    /// A method with its other signatures, or an accessor.
    fn method(&mut self, node: Node<'t>, modifiers: Modifiers, signatures: Vec<Signature<'t>>) {
        let Some(name_node) = self.child(node, self.grammar.fields.name) else { return };
        let name = self.property_name(name_node);
        if modifiers.is_accessor {
            self.accessor(node, name_node, name, modifiers);
            return;
        }
        let mut own_decorators = Vec::new();
        self.each_child(node, |w, child| {
            if w.kind(child) == Kind::Decorator {
                own_decorators.push(child);
            }
        });
        self.decorators.extend(own_decorators);
        let is_constructor = name == "constructor" && !modifiers.is_static && !self.fields.is_empty();
        let kind = if is_constructor { SymbolKind::Constructor } else { SymbolKind::Method };
        let mut definition = self.member_definition(kind, name, modifiers);
        let is_declaration = self.kind(node) != Kind::MethodDefinition;
        definition.flags.set(DefinitionFlags::DECLARATION, is_declaration);
        let start =
            self.decorators.last().map_or(node.start_byte(), |last| last.end_byte().max(node.start_byte()));
        definition.signature = self.signature(start, self.header_end(node));
        // A declaration comes first; an implementation last.
        let first = if is_declaration { node } else { signatures.first().map_or(node, |first| first.outer) };
        if let Some(signature) = signatures.first()
            && !is_declaration
            && signature.comment.is_some()
        {
            self.comment = signature.comment;
        }
        let this = if modifiers.is_static { This::Class } else { This::Instance };
        self.open(first, Some(name_node), definition, ContextKind::Function, this);
        self.extend_end(node);
        self.computed_name(name_node);
        if is_declaration {
            self.function_parts(node, Expect::Nothing);
        }
        for signature in &signatures {
            self.extend_end(signature.outer);
            self.overload(signature);
        }
        if !is_declaration {
            self.function_parts(node, Expect::Nothing);
        }
        self.close();
    }

    fn member_definition(
        &mut self,
        kind: SymbolKind,
        name: Name,
        modifiers: Modifiers,
    ) -> lockstep_facts::Definition {
        let mut definition = self.definition(kind, name, DefinitionFlags::default());
        definition.visibility = modifiers.visibility.unwrap_or(Visibility::Public);
        definition.flags.set(DefinitionFlags::STATIC, modifiers.is_static);
        definition.flags.set(DefinitionFlags::DECLARATION, modifiers.is_abstract);
        definition.flags.set(DefinitionFlags::OPTIONAL, modifiers.is_optional);
        definition
    }

    /// A getter or setter: the second of a name goes into the definition of the first.
    fn accessor(&mut self, node: Node<'t>, name_node: Node<'t>, name: Name, modifiers: Modifiers) {
        // The other one of a pair goes into the same definition.
        self.builder.strays_here();
        let key = if modifiers.is_static { Name::new(&format!("static {name}")) } else { name };
        let known = self.fields.last().and_then(|fields| fields.accessors.get(&key).copied());
        let this = if modifiers.is_static { This::Class } else { This::Instance };
        if let Some(slot) = known
            && self.builder.reopen(slot)
        {
            self.contexts.push(Context::new(ContextKind::Function, this));
            self.extend_end(node);
            self.builder.item().ranges.declarations.push(range(name_node));
            self.comment = None;
        } else {
            let mut definition = self.member_definition(SymbolKind::Property, name, modifiers);
            definition.flags.set(DefinitionFlags::PROPERTY, true);
            definition.signature = self.signature(node.start_byte(), self.header_end(node));
            self.open(node, Some(name_node), definition, ContextKind::Function, this);
            let slot = self.builder.slot();
            if let Some(fields) = self.fields.last_mut() {
                fields.accessors.insert(key, slot);
            }
        }
        self.computed_name(name_node);
        self.accessor_body(node);
        self.close();
    }

    /// Getter: its result is the property's type. Setter: its parameter is.
    pub(super) fn accessor_body(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let scope = self.builder.push_scope(ScopeKind::Block);
        let context = self.context();
        context.kind = ContextKind::Function;
        context.var_scope = scope;
        let parameters = match self.child(node, fields.parameters) {
            Some(list) => self.parameters(list, super::functions::Sink::Closure(Expect::Nothing)),
            None => Vec::new(),
        };
        let declared = self
            .child(node, fields.return_type)
            .map(|annotation| self.type_annotation(annotation))
            .or_else(|| parameters.first().and_then(|parameter| parameter.declared));
        if let Some(declared) = declared {
            self.context().expected = Expect::Value(declared);
            let cast = self.expression(Expression::Cast(declared));
            self.context().expected = Expect::Value(cast);
        }
        if let Some(body) = self.child(node, fields.body) {
            self.statements(body);
        }
        self.builder.pop_scope();
        let returns = std::mem::take(&mut self.context().returns);
        if let Some(definition) = self.builder.definition() {
            definition.declared = definition.declared.or(declared);
            definition.inferred.extend(returns);
        }
    }

    fn field(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name).or_else(|| self.child(node, fields.property))
        else {
            return;
        };
        let name = self.property_name(name_node);
        let mut own_decorators = Vec::new();
        self.each_child(node, |w, child| {
            if w.kind(child) == Kind::Decorator {
                own_decorators.push(child);
            }
        });
        self.decorators.extend(own_decorators);
        let modifiers = self.modifiers(node);
        let value = self.child(node, fields.value);
        let function = value.filter(|value| self.kind(*value).is_function());
        let kind = if function.is_some() { SymbolKind::Method } else { SymbolKind::Field };
        let mut definition = self.member_definition(kind, name, modifiers);
        let start =
            self.decorators.last().map_or(node.start_byte(), |last| last.end_byte().max(node.start_byte()));
        let end = match (function, value) {
            (Some(function), _) => self.header_end(function),
            (None, Some(value)) => value.start_byte(),
            (None, None) => node.end_byte(),
        };
        definition.signature = self.signature(start, end);
        let this = if modifiers.is_static { This::Class } else { This::Instance };
        self.open(node, Some(name_node), definition, ContextKind::Other, this);
        self.computed_name(name_node);
        let annotation = self.child(node, fields.annotation);
        self.annotated_value(annotation, value);
        self.close();
    }

    /// The type and the value of the field, constant or variable being built.
    pub(super) fn annotated_value(&mut self, annotation: Option<Node<'t>>, value: Option<Node<'t>>) {
        let declared = annotation.map(|annotation| self.type_annotation(annotation));
        let expect = match declared {
            Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
            None => Expect::Nothing,
        };
        if let Some(function) = value.filter(|value| self.kind(*value).is_function()) {
            // The annotation is the type of the whole function, not of its result.
            if let Some(declared) = declared {
                self.builder.item().overloads.push(declared);
            }
            self.function_parts(function, expect);
            return;
        }
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
        }
        if let Some(value) = value {
            let id = self.value(value, expect);
            if let Some(definition) = self.builder.definition() {
                definition.inferred.push(id);
            }
        }
    }

    /// `constructor(private a: T)` defines a field of the class.
    pub(super) fn parameter_property(
        &mut self,
        node: Node<'t>,
        name_node: Node<'t>,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        let Some(container) = self.fields.last().map(|fields| fields.container) else { return };
        let name = self.builder.name(name_node);
        let modifiers = self.modifiers(node);
        let mut definition = self.member_definition(SymbolKind::Field, name, modifiers);
        definition.container = Some(container);
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        let declared = declared.map(|id| self.copied(id));
        let value = value.map(|id| self.copied(id));
        self.open(node, Some(name_node), definition, ContextKind::Other, This::Instance);
        let arena = &mut self.builder.item().expressions;
        let declared = declared.map(|copied| super::copy::paste(arena, copied));
        let value = value.map(|copied| super::copy::paste(arena, copied));
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
            definition.inferred.extend(value);
        }
        self.close();
    }

    /// The assignments to `this` below `body` that define fields which nothing declares: of each name the first whose
    /// value says something.
    pub(super) fn find_assigned_fields(&mut self, body: Node<'t>, fields: &mut AssignedFields) {
        let mut declared: Vec<Name> = Vec::new();
        if self.kind(body) == Kind::ClassBody {
            self.each_named(body, |w, member| {
                let f = &w.grammar.fields;
                let name = w.child(member, f.name).or_else(|| w.child(member, f.property));
                if let Some(name) = name {
                    let name = w.property_name(name);
                    declared.push(name);
                }
            });
        }
        let mut vague: NameMap<usize> = NameMap::default();
        let mut order = Vec::new();
        let mut cursor = body.walk();
        let mut depth = 0u32;
        let mut enter = true;
        loop {
            let node = cursor.node();
            let mut skip = false;
            if enter {
                match self.kind(node) {
                    Kind::AssignmentExpression => {
                        if let Some((name, says_something)) = self.this_assignment(node) {
                            if says_something {
                                fields.by_name.entry(name).or_insert(node.id());
                            } else {
                                vague.entry(name).or_insert(node.id());
                            }
                            order.push(name);
                        }
                    }
                    // `this` is another one in there.
                    Kind::Class
                    | Kind::ClassDeclaration
                    | Kind::FunctionDeclaration
                    | Kind::FunctionExpression
                    | Kind::GeneratorFunction
                    | Kind::GeneratorFunctionDeclaration => skip = depth > 0,
                    Kind::MethodDefinition => {
                        skip = depth > 1 || self.find_child(node, Kind::TokenStatic).is_some();
                    }
                    _ => {}
                }
            }
            if enter && !skip && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            if cursor.node().id() == body.id() {
                break;
            }
            if cursor.goto_next_sibling() {
                enter = true;
            } else if cursor.goto_parent() {
                depth = depth.saturating_sub(1);
                enter = false;
                if depth == 0 {
                    break;
                }
            } else {
                break;
            }
        }
        for name in order {
            if let Some(id) = vague.get(&name) {
                fields.by_name.entry(name).or_insert(*id);
            }
        }
        for name in declared {
            fields.by_name.remove(&name);
        }
    }

    /// The field of `this.field = value`, and whether the value says what it is.
    fn this_assignment(&mut self, node: Node<'t>) -> Option<(Name, bool)> {
        let fields = &self.grammar.fields;
        let left = self.child(node, fields.left)?;
        let property = self.this_property(left)?;
        let right = self.child(node, fields.right)?;
        let vague = matches!(self.kind(right), Kind::Null | Kind::Undefined);
        Some((self.builder.name(property), !vague))
    }

    fn this_property(&mut self, left: Node<'t>) -> Option<Node<'t>> {
        let fields = &self.grammar.fields;
        if self.kind(left) != Kind::MemberExpression {
            return None;
        }
        let object = self.child(left, fields.object)?;
        if self.kind(object) != Kind::This { None } else { self.child(left, fields.property) }
    }

    /// The property node of an assignment that defines a field.
    pub(super) fn assigned_field(&mut self, node: Node<'t>, left: Node<'t>) -> Option<Node<'t>> {
        if self.typescript || self.fields.is_empty() {
            return None;
        }
        let property = self.this_property(left)?;
        // Which assignment is the one that defines the field, other members say.
        self.builder.strays_here();
        let name = self.builder.name(property);
        let this = self.context().this;
        let fields = self.fields.last()?;
        let is_own = match this {
            This::Instance => true,
            This::Constructor(name) => fields.container.name == name,
            _ => false,
        };
        (is_own && fields.by_name.get(&name) == Some(&node.id())).then_some(property)
    }

    pub(super) fn define_assigned_field(&mut self, node: Node<'t>, property: Node<'t>, value: ExpressionId) {
        let Some(container) = self.fields.last().map(|fields| fields.container) else { return };
        let name = self.builder.name(property);
        let modifiers = Modifiers {
            visibility: (self.kind(property) == Kind::PrivatePropertyIdentifier)
                .then_some(Visibility::Private),
            ..Modifiers::default()
        };
        let mut definition = self.member_definition(SymbolKind::Field, name, modifiers);
        definition.container = Some(container);
        definition.signature = self.signature(property.start_byte(), property.end_byte());
        let copied = self.copied(value);
        self.comment = None;
        self.open(node, Some(property), definition, ContextKind::Other, This::Instance);
        let id = super::copy::paste(&mut self.builder.item().expressions, copied);
        if let Some(definition) = self.builder.definition() {
            definition.inferred.push(id);
        }
        self.close();
    }

    /// The variable of a `for` loop at module level that is declared with `var`.
    pub(super) fn variable_of_loop(&mut self, name: Node<'t>, value: ExpressionId) {
        let scope = self.context().var_scope;
        self.pattern(name, value, Mode::Bind { scope }, None);
    }
}
