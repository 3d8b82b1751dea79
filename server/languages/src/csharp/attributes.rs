//! Attributes: what they name, what they are given.

use lockstep_facts::{
    CallShape, DefinitionFlags, Expression, ExpressionId, Name, ReferenceRole, ReferenceTarget,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// `[A, B(1)]` in front of the definition being built, or of the assembly.
    pub(super) fn attribute_list(&mut self, node: Node<'t>) {
        let before = self.builder.scope();
        let inside = match before.0 {
            0 => self.builder.push_header_scope(),
            _ => before,
        };
        self.each_part(node, |w, child| match w.kind(child) {
            Kind::Attribute => w.attribute(child),
            Kind::Error => w.anything(child),
            _ => {}
        });
        if inside != before {
            self.builder.pop_scope();
        }
    }

    fn attribute(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let list = self.find_child(node, Kind::AttributeArgumentList);
        let arguments = list.map(|list| self.parts(list)).unwrap_or_default();
        let named = |w: &Self, argument: Node<'t>| w.child(argument, w.grammar.fields.name);
        let positional = arguments.iter().filter(|argument| named(self, **argument).is_none()).count();
        let keywords = arguments.iter().filter_map(|a| Some(self.name(named(self, *a)?))).collect();
        let shape =
            CallShape { arguments: u8::try_from(positional).unwrap_or(u8::MAX), keywords, spread: false };
        let class = self.attribute_name(name_node, shape);
        let call = self.unknown();
        let mut values: Vec<ExpressionId> = Vec::new();
        for argument in arguments {
            let value = self.last_part(argument);
            match named(self, argument) {
                Some(name) => {
                    let key = self.name(name);
                    let target = ReferenceTarget::Keyword { callee: call, name: key };
                    self.reference(name, ReferenceRole::Write, target, None);
                    if let Some(value) = value.filter(|value| *value != name) {
                        self.value(value, Expect::Nothing);
                    }
                }
                None => {
                    if let Some(value) = value {
                        let id = self.value(value, Expect::Nothing);
                        values.push(id);
                    }
                }
            }
        }
        self.fill(call, Expression::New { class, arguments: values.into() });
        let last = self.builder.node_text(name_node).rsplit('.').next().unwrap_or_default();
        let is_test = matches!(
            last,
            "Test" | "TestCase" | "TestCaseSource" | "Fact" | "Theory" | "TestMethod" | "DataTestMethod"
        );
        if let Some(definition) = self.builder.definition() {
            definition.decorators.push(call);
            if is_test && definition.kind.is_callable() {
                definition.flags.set(DefinitionFlags::TEST, true);
            }
        }
    }

    fn attribute_name(&mut self, node: Node<'t>, shape: CallShape) -> ExpressionId {
        let fields = &self.grammar.fields;
        let (base, last) = match self.kind(node) {
            Kind::QualifiedName => (self.child(node, fields.qualifier), self.child(node, fields.name)),
            Kind::AliasQualifiedName => (None, self.child(node, fields.name)),
            _ => (None, Some(node)),
        };
        let base = base.map(|base| self.type_of(base));
        let Some(last) = last else { return self.unknown() };
        let identifier = match self.kind(last) {
            Kind::GenericName => self.find_child(last, Kind::Identifier).unwrap_or(last),
            _ => last,
        };
        let name = Name::new(&format!("{}@", self.name(identifier)));
        let id = match base {
            Some(base) => self.expression(Expression::Path { base, name }),
            None => self.expression(Expression::Name(name)),
        };
        self.reference(identifier, ReferenceRole::Decorate, ReferenceTarget::Type(id), Some(shape));
        if let Some(arguments) = self.find_child(last, Kind::TypeArgumentList) {
            let arguments = self.type_arguments(arguments);
            return self.expression(Expression::Generic { base: id, arguments });
        }
        id
    }
}
