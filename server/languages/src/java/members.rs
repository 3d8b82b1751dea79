//! Members of types: fields, methods, constructors, the elements of annotation types.

use lockstep_facts::{DefinitionFlags, Expression, ExpressionId, Name, Parameter, ParameterKind, SymbolKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

/// A parameter taken apart.
pub(super) struct ParameterParts<'t> {
    pub(super) name: Option<Node<'t>>,
    pub(super) annotation: Option<Node<'t>>,
    pub(super) is_variadic: bool,
}

impl<'t> Walker<'t> {
    /// One member of a type.
    pub(super) fn member(&mut self, node: Node<'t>) {
        self.nested((), |w| match w.kind(node) {
            Kind::FieldDeclaration | Kind::ConstantDeclaration => w.field(node),
            Kind::Method | Kind::Constructor | Kind::CompactConstructor | Kind::AnnotationElement => {
                w.method(node);
            }
            Kind::EnumConstant => w.enum_constant(node),
            Kind::Block => w.initializer(node),
            Kind::StaticInitializer => {
                if let Some(block) = w.find_child(node, Kind::Block) {
                    w.initializer(block);
                }
            }
            kind if kind.is_type_declaration() => w.type_declaration(node, false),
            _ => w.anything(node),
        });
    }

    /// A field declaration: an item for each of its declarators.
    fn field(&mut self, node: Node<'t>) {
        let modifiers = self.modifiers(node);
        let is_static = modifiers.is_static || self.in_interface;
        let is_constant = (modifiers.is_static && modifiers.is_final) || self.in_interface;
        let visibility = self.visibility(modifiers);
        let annotation = self.child(node, self.fields().type_);
        let comment = self.comment;
        let mut is_first = true;
        self.each_named(node, |w, declarator| {
            if w.kind(declarator) != Kind::VariableDeclarator {
                if declarator.is_error() {
                    w.anything(declarator);
                }
                return;
            }
            let Some(name_node) = w.child(declarator, w.fields().name) else { return };
            let name = w.builder.name(name_node);
            let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
            let mut definition = w.definition(kind, name, visibility);
            definition.flags.set(DefinitionFlags::STATIC, is_static);
            let words = w.signature(modifiers.annotations_end, annotation.map_or(0, |a| a.end_byte()));
            let text = w.builder.node_text(declarator);
            let text = text.split_once('=').map_or(text, |(before, _)| before).trim_end();
            definition.signature = crate::builder::one_line(&format!("{words} {text}"), 300);
            w.comment = comment;
            let outer = if is_first { node } else { declarator };
            w.open(outer, Some(name_node), definition);
            if is_first {
                w.builder.item().ranges.full.end = declarator.end_byte() as u32;
                w.annotations(node);
            }
            let declared = annotation.map(|annotation| {
                let element = w.shared_type(annotation, is_first);
                w.with_dimensions(declarator, element)
            });
            if let Some(definition) = w.builder.definition() {
                definition.declared = declared;
            }
            if let Some(value) = w.child(declarator, w.fields().value) {
                let expect = w.expect_type(declared);
                w.value(value, expect);
            }
            w.builder.close();
            is_first = false;
        });
    }

    /// A value of this declared type.
    pub(super) fn expect_type(&mut self, declared: Option<ExpressionId>) -> Expect {
        match declared {
            Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
            None => Expect::Nothing,
        }
    }

    /// A method, constructor or element of an annotation type.
    fn method(&mut self, node: Node<'t>) {
        let kind = self.kind(node);
        let Some(name_node) = self.child(node, self.fields().name) else { return };
        let name = self.builder.name(name_node);
        let modifiers = self.modifiers(node);
        let is_constructor = matches!(kind, Kind::Constructor | Kind::CompactConstructor);
        let symbol = match kind {
            _ if is_constructor => SymbolKind::Constructor,
            // A damaged type leaves its methods at the top level.
            _ if self.is_module_level() => SymbolKind::Function,
            _ => SymbolKind::Method,
        };
        let visibility = self.visibility(modifiers);
        let mut definition = self.definition(symbol, name, visibility);
        let body = self.child(node, self.fields().body);
        definition.flags.set(DefinitionFlags::STATIC, modifiers.is_static);
        definition.flags.set(DefinitionFlags::DECLARATION, body.is_none());
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        definition.signature = self.signature(modifiers.annotations_end, end);
        self.open(node, Some(name_node), definition);
        self.annotations(node);
        if let Some(list) = self.child(node, self.fields().type_parameters) {
            let type_parameters = self.type_parameters(list);
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters = type_parameters;
            }
        }
        let declared = self.child(node, self.fields().type_).and_then(|result| {
            let is_void = self.kind(result) == Kind::VoidType;
            let element = self.type_expression(result);
            let declared = self.with_dimensions(node, element);
            (!is_void).then_some(declared)
        });
        let parameters = match self.child(node, self.fields().parameters) {
            Some(list) => self.parameters(list),
            None => Vec::new(),
        };
        if let Some(definition) = self.builder.definition() {
            definition.parameters = parameters;
            definition.declared = declared;
        }
        if let Some(throws) = self.find_child(node, Kind::Throws) {
            self.each_named(throws, |w, one| {
                w.type_expression(one);
            });
        }
        if let Some(value) = self.child(node, self.fields().value) {
            self.element_value(value);
        }
        if let Some(body) = body {
            let returns = std::mem::take(&mut self.returns);
            let expect = self.expect_type(declared);
            let expected = std::mem::replace(&mut self.expected_result, expect);
            let outer = std::mem::take(&mut self.in_interface);
            self.statements(body);
            self.in_interface = outer;
            self.expected_result = expected;
            self.returns = returns;
        }
        self.errors_of(node);
        self.builder.close();
    }

    pub(super) fn parameter_parts(&mut self, node: Node<'t>) -> ParameterParts<'t> {
        let is_variadic = self.kind(node) == Kind::Spread;
        if !is_variadic {
            let name = self.child(node, self.fields().name);
            return ParameterParts { name, annotation: self.child(node, self.fields().type_), is_variadic };
        }
        let mut parts = ParameterParts { name: None, annotation: None, is_variadic };
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::VariableDeclarator => parts.name = w.child(child, w.fields().name),
            kind if kind.is_type() => parts.annotation = Some(child),
            _ => {}
        });
        parts
    }

    /// The parameters of the item being built.
    fn parameters(&mut self, list: Node<'t>) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        self.each_named(list, |w, child| match w.kind(child) {
            Kind::FormalParameter | Kind::Spread => {
                let index = parameters.len() as u16;
                parameters.push(w.parameter(child, index));
            }
            Kind::ReceiverParameter => w.each_named(child, |w, part| {
                if w.kind(part).is_type() {
                    w.type_expression(part);
                }
            }),
            _ => w.anything(child),
        });
        parameters
    }

    fn parameter(&mut self, node: Node<'t>, index: u16) -> Parameter {
        let parts = self.parameter_parts(node);
        self.parameter_annotations(node);
        let element = parts.annotation.map(|annotation| {
            let element = self.type_expression(annotation);
            self.with_dimensions(node, element)
        });
        let local = match element {
            Some(element) if parts.is_variadic => Some(self.array_of(element, 1)),
            element => element,
        };
        if let Some(name) = parts.name
            && name.start_byte() < name.end_byte()
        {
            self.builder.parameter_binding(name, index, local);
        }
        let kind = if parts.is_variadic { ParameterKind::Variadic } else { ParameterKind::Positional };
        let name = parts.name.map_or(Name::empty(), |name| self.builder.name(name));
        Parameter { name, kind, declared: element, has_default: false }
    }

    /// The annotations of a parameter or local.
    pub(super) fn parameter_annotations(&mut self, node: Node<'t>) {
        let Some(modifiers) = self.find_child(node, Kind::Modifiers) else { return };
        self.each_named(modifiers, |w, child| match w.kind(child) {
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(child);
            }
            _ => w.anything(child),
        });
    }
}
