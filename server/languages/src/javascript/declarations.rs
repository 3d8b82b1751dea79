//! Declarations: variables, enums, interfaces, type aliases, namespaces, ambient ones.

use lockstep_facts::{DefinitionFlags, Expression, Name, ReferenceRole, ScopeId, SymbolKind, Visibility};
use tree_sitter::Node;

use super::kinds::Kind;
use super::modules::{plain_import, specifier};
use super::patterns::{Leaves, Mode};
use super::{ContextKind, Expect, Signature, This, Walker};
use crate::walk::Walk as _;

/// A declarator with what its statement says.
#[derive(Clone, Copy)]
struct Variable<'t> {
    declarator: Node<'t>,
    /// The statement around, `export` included.
    outer: Node<'t>,
    keyword: &'static str,
    is_var: bool,
    is_first: bool,
    is_last: bool,
    flags: DefinitionFlags,
}

impl<'t> Walker<'t> {
    /// A declaration; `outer` is the statement around it (`export`, `declare`).
    pub(super) fn declaration(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::FunctionDeclaration | Kind::GeneratorFunctionDeclaration => {
                self.function_declaration(node, outer, flags);
            }
            Kind::FunctionSignature => {
                let name = self.child(node, fields.name).map_or_else(|| "".into(), |n| self.builder.name(n));
                let comment = self.comment.take();
                let signature =
                    Signature { outer, node, name, is_static: false, flags, comment, decorators: Vec::new() };
                self.signature_function(vec![signature]);
            }
            Kind::ClassDeclaration | Kind::AbstractClassDeclaration | Kind::Class => {
                let name_node = self.child(node, fields.name);
                let name = name_node.map_or_else(|| "default".into(), |name| self.builder.name(name));
                self.class(node, outer, name_node, name, flags, false);
            }
            Kind::LexicalDeclaration | Kind::VariableDeclaration | Kind::UsingDeclaration => {
                self.variables(node, outer, flags);
            }
            Kind::EnumDeclaration => self.enumeration(node, outer, flags),
            Kind::InterfaceDeclaration => self.interface(node, outer, flags),
            Kind::TypeAliasDeclaration => self.type_alias(node, outer, flags),
            Kind::Module | Kind::InternalModule => self.namespace_declaration(node, outer, flags),
            Kind::ImportAlias => self.import_alias(node, outer, flags),
            Kind::AmbientDeclaration => self.ambient_declaration(node, outer, flags),
            _ => self.statements(node),
        }
    }

    fn ambient_declaration(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let mut flags = flags;
        flags.set(DefinitionFlags::DECLARATION, true);
        let is_global = self.find_child(node, Kind::TokenGlobal).is_some();
        let before = self.ambient;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::StatementBlock => {
                w.ambient.set(DefinitionFlags::DECLARATION, true);
                w.ambient.set(DefinitionFlags::GLOBAL, is_global);
                w.statements(child);
                w.ambient = before;
            }
            kind if kind.is_statement() => w.declaration(child, outer, flags),
            Kind::PropertyIdentifier => {}
            _ => {
                w.type_expression(child);
            }
        });
    }

    fn variables(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let is_var = self.kind(node) == Kind::VariableDeclaration;
        let is_const = self.find_child(node, Kind::TokenConst).is_some();
        let keyword = match (is_var, is_const) {
            (true, _) => "var",
            (_, true) => "const",
            _ => "let",
        };
        let mut declarators = Vec::new();
        self.each_named(node, |w, child| {
            if w.kind(child) == Kind::VariableDeclarator {
                declarators.push(child);
            } else {
                w.anything(child);
            }
        });
        let count = declarators.len();
        for (index, declarator) in declarators.into_iter().enumerate() {
            self.variable(Variable {
                declarator,
                outer,
                keyword,
                is_var,
                is_first: index == 0,
                is_last: index + 1 == count,
                flags,
            });
        }
    }

    fn variable(&mut self, variable: Variable<'t>) {
        let fields = &self.grammar.fields;
        let Some(name) = self.child(variable.declarator, fields.name) else { return };
        let annotation = self.child(variable.declarator, fields.annotation);
        let value = self.child(variable.declarator, fields.value);
        if !variable.flags.has(DefinitionFlags::EXPORTED)
            && let Some(value) = value
            && self.required_variable(name, value)
        {
            return;
        }
        let is_plain = self.kind(name) == Kind::Identifier;
        let at_module = self.context().kind == ContextKind::Module
            && (variable.is_var || self.builder.scope() == ScopeId(0));
        match (at_module, is_plain) {
            (true, true) => self.module_variable(variable, name, annotation, value),
            (true, false) => self.module_pattern(variable, name, annotation, value),
            (false, _) => self.local_variable(variable, name, annotation, value),
        }
    }

    fn local_variable(
        &mut self,
        variable: Variable<'t>,
        name: Node<'t>,
        annotation: Option<Node<'t>>,
        value: Option<Node<'t>>,
    ) {
        let declared = annotation.map(|annotation| self.type_annotation(annotation));
        let expect = match declared {
            Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
            None => Expect::Nothing,
        };
        let value = value.map(|value| self.value(value, expect));
        let scope = if variable.is_var { self.context().var_scope } else { self.builder.scope() };
        if self.kind(name) == Kind::Identifier {
            self.bind(name, scope, declared, value);
        } else {
            let base = match value {
                Some(value) => value,
                None => self.unknown(),
            };
            self.pattern(name, base, Mode::Bind { scope }, declared);
        }
    }

    /// Whether a value is worth showing in a signature: on one line and not long.
    fn is_short(&self, value: Node<'t>) -> bool {
        value.end_byte() - value.start_byte() <= 80
            && value.start_position().row == value.end_position().row
            && !matches!(self.kind(value), Kind::Object | Kind::Array)
    }

    /// The value inside `as const`, `satisfies T` and parentheses, and the type it must satisfy.
    fn peeled(&mut self, value: Node<'t>) -> (Node<'t>, Option<Node<'t>>) {
        let mut value = value;
        let mut satisfied = None;
        for _ in 0..8 {
            let mut parts = Vec::with_capacity(2);
            match self.kind(value) {
                Kind::ParenthesizedExpression => self.each_named(value, |_, child| parts.push(child)),
                Kind::AsExpression if self.find_child(value, Kind::TokenConst).is_some() => {
                    self.each_named(value, |_, child| parts.push(child));
                }
                Kind::SatisfiesExpression => {
                    self.each_named(value, |_, child| parts.push(child));
                    satisfied = parts.get(1).copied().or(satisfied);
                    parts.truncate(1);
                }
                _ => break,
            }
            match parts.as_slice() {
                [one] => value = *one,
                _ => break,
            }
        }
        (value, satisfied)
    }

    fn module_variable(
        &mut self,
        variable: Variable<'t>,
        name_node: Node<'t>,
        annotation: Option<Node<'t>>,
        value: Option<Node<'t>>,
    ) {
        let name = self.builder.name(name_node);
        let value = value.and_then(|value| self.exported_chain(value, name));
        let outer = if variable.is_first && variable.is_last { variable.outer } else { variable.declarator };
        self.value_definition(variable, outer, name_node, name, annotation, value);
    }

    fn value_definition(
        &mut self,
        variable: Variable<'t>,
        outer: Node<'t>,
        name_node: Node<'t>,
        name: Name,
        annotation: Option<Node<'t>>,
        value: Option<Node<'t>>,
    ) {
        let peeled = value.map(|value| self.peeled(value));
        let inner = peeled.map(|(inner, _)| inner);
        let inner_kind = inner.map_or(Kind::Other, |inner| self.kind(inner));
        if let (Kind::Class, Some(class), None) = (inner_kind, inner, annotation) {
            self.class(class, outer, Some(name_node), name, variable.flags, true);
            return;
        }
        let kind = match (inner_kind.is_function(), variable.keyword) {
            (true, _) => SymbolKind::Function,
            (false, "const") => SymbolKind::Constant,
            _ => SymbolKind::Variable,
        };
        let mut definition = self.definition(kind, name, variable.flags);
        if definition.visibility == Visibility::Local {
            definition.visibility = Visibility::Private;
        }
        let end = match (inner, value) {
            (Some(inner), _) if inner_kind.is_function() => self.header_end(inner),
            (Some(_), Some(value)) if !self.is_short(value) => value.start_byte(),
            _ => variable.declarator.end_byte(),
        };
        let header = self.signature(variable.declarator.start_byte(), end);
        definition.signature = crate::builder::one_line(&format!("{} {header}", variable.keyword), 300);
        let context = if inner_kind.is_function() { ContextKind::Function } else { ContextKind::Other };
        self.open(outer, Some(name_node), definition, context, This::Unknown);
        if variable.is_first {
            self.builder.extend_start(variable.outer.start_byte() as u32);
        }
        if variable.is_last {
            self.extend_end(variable.outer);
        }
        self.definition_value(annotation, peeled);
        let slot = self.builder.slot();
        let is_vague = kind == SymbolKind::Variable
            && annotation.is_none()
            && matches!(inner_kind, Kind::Other | Kind::Null | Kind::Undefined);
        self.close();
        if is_vague && self.builder.container().is_none() {
            self.untyped.insert(name, slot);
        }
    }

    /// The type and the value of the constant being built; the keys of an object literal become members.
    pub(super) fn definition_value(
        &mut self,
        annotation: Option<Node<'t>>,
        peeled: Option<(Node<'t>, Option<Node<'t>>)>,
    ) {
        let Some((inner, satisfied)) = peeled else {
            self.annotated_value(annotation, None);
            return;
        };
        if !self.has_members(inner) {
            // The walk over a satisfied type is the value's; a function peeled out of it is walked itself.
            if let Some(satisfied) = satisfied {
                let declared = self.type_expression(satisfied);
                let cast = self.expression(Expression::Cast(declared));
                if self.kind(inner).is_function() {
                    self.builder.item().overloads.push(declared);
                    self.function_parts(inner, Expect::Value(cast));
                    return;
                }
                let annotated = annotation.map(|annotation| self.type_annotation(annotation));
                let id = self.value(inner, Expect::Value(cast));
                if let Some(definition) = self.builder.definition() {
                    definition.declared = annotated;
                    definition.inferred.push(id);
                }
                return;
            }
            self.annotated_value(annotation, Some(inner));
            return;
        }
        let declared = annotation.map(|annotation| self.type_annotation(annotation));
        let satisfied = satisfied.map(|satisfied| self.type_expression(satisfied));
        let expect = match declared.or(satisfied) {
            Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
            None => Expect::Nothing,
        };
        let id = self.object_with_members(inner, expect);
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
            definition.inferred.push(id);
        }
    }

    /// `const { a, b: [c] } = value` at module level: each name is a definition.
    fn module_pattern(
        &mut self,
        variable: Variable<'t>,
        pattern: Node<'t>,
        annotation: Option<Node<'t>>,
        value: Option<Node<'t>>,
    ) {
        let declared = annotation.map(|annotation| self.type_annotation(annotation));
        let value = match value {
            Some(value) => self.value(value, Expect::Nothing),
            None => self.unknown(),
        };
        let mut leaves: Leaves<'t> = Vec::new();
        self.pattern_into(pattern, value, Mode::Collect, declared, &mut leaves);
        let copies: Vec<_> = leaves.into_iter().map(|(name, id)| (name, self.copied(id))).collect();
        let kind = if variable.keyword == "const" { SymbolKind::Constant } else { SymbolKind::Variable };
        for (name_node, copied) in copies {
            let name = self.builder.name(name_node);
            let mut definition = self.definition(kind, name, variable.flags);
            definition.signature = format!("{} {name}", variable.keyword).into();
            self.open(name_node, Some(name_node), definition, ContextKind::Other, This::Unknown);
            let id = super::copy::paste(&mut self.builder.item().expressions, copied);
            if let Some(definition) = self.builder.definition() {
                definition.inferred.push(id);
            }
            self.close();
        }
    }

    fn enumeration(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let name = self.builder.name(name_node);
        let mut definition = self.definition(SymbolKind::Enum, name, flags);
        definition.signature = self.signature(node.start_byte(), self.header_end(node));
        self.open(outer, Some(name_node), definition, ContextKind::Other, This::Unknown);
        if let Some(body) = self.child(node, fields.body) {
            let mut row = None;
            self.each_child(body, |w, child| {
                if !child.is_named() {
                    return;
                }
                match w.kind(child) {
                    Kind::Comment => w.note_comment(child, row),
                    Kind::Error => w.anything(child),
                    _ => {
                        w.check_comment(child);
                        w.enum_member(child);
                        w.comment = None;
                    }
                }
                row = Some(child.end_position().row);
            });
        }
        self.close();
    }

    fn enum_member(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let (name_node, value) = match self.kind(node) {
            Kind::EnumAssignment => (self.child(node, fields.name), self.child(node, fields.value)),
            _ => (Some(node), None),
        };
        let Some(name_node) = name_node else { return };
        let name = self.property_name(name_node);
        let mut definition = self.definition(SymbolKind::EnumMember, name, DefinitionFlags::default());
        definition.visibility = Visibility::Public;
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        self.open(node, Some(name_node), definition, ContextKind::Other, This::Unknown);
        if let Some(value) = value {
            let id = self.value(value, Expect::Nothing);
            if let Some(definition) = self.builder.definition() {
                definition.inferred.push(id);
            }
        }
        self.close();
    }

    fn interface(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let name = self.builder.name(name_node);
        let mut flags = flags;
        flags.set(DefinitionFlags::TYPE_ONLY, true);
        let mut definition = self.definition(SymbolKind::Interface, name, flags);
        definition.signature = self.signature(node.start_byte(), self.header_end(node));
        self.open(outer, Some(name_node), definition, ContextKind::Other, This::Instance);
        if let Some(list) = self.child(node, fields.type_parameters) {
            let type_parameters = self.type_parameters(list);
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters = type_parameters;
            }
        }
        if let Some(clause) = self.find_child(node, Kind::ExtendsTypeClause) {
            self.each_named(clause, |w, base| {
                let expression = w.type_as(base, ReferenceRole::Inherit);
                w.base(expression, false);
            });
        }
        if let Some(body) = self.child(node, fields.body) {
            self.interface_body(body);
        }
        self.close();
    }

    fn type_alias(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let name = self.builder.name(name_node);
        let mut flags = flags;
        flags.set(DefinitionFlags::TYPE_ONLY, true);
        let mut definition = self.definition(SymbolKind::TypeAlias, name, flags);
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        self.open(outer, Some(name_node), definition, ContextKind::Other, This::Instance);
        if let Some(list) = self.child(node, fields.type_parameters) {
            let type_parameters = self.type_parameters(list);
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters = type_parameters;
            }
        }
        if let Some(value) = self.child(node, fields.value) {
            let declared = self.type_expression(value);
            if let Some(definition) = self.builder.definition() {
                definition.declared = Some(declared);
            }
        }
        self.close();
    }

    /// `namespace a.b {}`, `module a {}`, `declare module "a" {}`.
    fn namespace_declaration(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let mut parts = Vec::new();
        let mut next = Some(name_node);
        while let Some(part) = next.take() {
            if matches!(self.kind(part), Kind::NestedIdentifier | Kind::MemberExpression) {
                parts.extend(self.child(part, fields.property));
                next = self.child(part, fields.object);
            } else {
                parts.push(part);
            }
        }
        let signature = self.signature(node.start_byte(), self.header_end(node));
        let mut flags = flags;
        let opened = parts.len();
        for part in parts.into_iter().rev() {
            let is_string = self.kind(part) == Kind::String;
            let name = self.property_name(part);
            let mut own_flags = flags;
            own_flags.set(DefinitionFlags::GLOBAL, is_string);
            let mut definition = self.definition(SymbolKind::Module, name, own_flags);
            definition.signature = signature.clone();
            self.open(outer, Some(part), definition, ContextKind::Module, This::Unknown);
            if is_string {
                self.augmented_module(part, name);
            }
            flags.set(DefinitionFlags::EXPORTED, true);
        }
        let before = self.ambient;
        self.ambient = DefinitionFlags::default();
        self.ambient.set(DefinitionFlags::DECLARATION, flags.has(DefinitionFlags::DECLARATION));
        self.ambient.set(DefinitionFlags::DECLARATION, before.has(DefinitionFlags::DECLARATION));
        if let Some(body) = self.child(node, fields.body) {
            self.statements(body);
        }
        self.ambient = before;
        for _ in 0..opened {
            self.close();
        }
    }

    /// `declare module "x"` mentions that module.
    fn augmented_module(&mut self, node: Node<'t>, name: Name) {
        let import = plain_import(ScopeId(0), specifier(name), None);
        let import = self.builder.import(import);
        self.module_reference(node, import);
    }

    /// `import a = b.c`: a constant that is what it stands for, types too.
    fn import_alias(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let mut parts = Vec::with_capacity(2);
        self.each_named(node, |_, child| parts.push(child));
        let [name_node, target, ..] = parts.as_slice() else { return };
        let name = self.builder.name(*name_node);
        let mut definition = self.definition(SymbolKind::Constant, name, flags);
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        self.open(outer, Some(*name_node), definition, ContextKind::Other, This::Unknown);
        let id = self.value(*target, Expect::Nothing);
        if let Some(definition) = self.builder.definition() {
            definition.inferred.push(id);
        }
        self.close();
    }

    /// A function, class, object or other value that is given a name by its place: an export, a prototype's member.
    /// `name_node` is what spells the name, if anything does. Gives the local path.
    pub(super) fn named_value(
        &mut self,
        value: Node<'t>,
        outer: Node<'t>,
        name_node: Option<Node<'t>>,
        name: Name,
        flags: DefinitionFlags,
    ) -> Name {
        let (inner, satisfied) = self.peeled(value);
        let inner_kind = self.kind(inner);
        if matches!(inner_kind, Kind::Class | Kind::ClassDeclaration) {
            return self.class(inner, outer, name_node, name, flags, true);
        }
        let is_function = inner_kind.is_function();
        let kind = if is_function { SymbolKind::Function } else { SymbolKind::Constant };
        let mut definition = self.definition(kind, name, flags);
        let end = if is_function {
            self.header_end(inner)
        } else if self.is_short(value) {
            outer.end_byte()
        } else {
            value.start_byte()
        };
        definition.signature = self.signature(outer.start_byte(), end);
        let context = if is_function { ContextKind::Function } else { ContextKind::Other };
        self.open(outer, name_node, definition, context, This::Unknown);
        let path = self.builder.path();
        self.definition_value(None, Some((inner, satisfied)));
        self.close();
        path
    }
}
