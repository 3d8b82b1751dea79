//! Lambdas and method references.

use lockstep_facts::{
    CallShape, Expression, ExpressionId, Parameter, ParameterKind, ReferenceRole, ReferenceTarget, ScopeKind,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    pub(super) fn lambda(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = self.fields();
        let scope = self.builder.push_scope(ScopeKind::Closure);
        let mut parameters: Vec<Parameter> = Vec::new();
        if let Some(list) = self.child(node, fields.parameters) {
            match self.kind(list) {
                Kind::FormalParameters | Kind::InferredParameters => self.each_named(list, |w, child| {
                    let index = parameters.len();
                    match w.kind(child) {
                        Kind::FormalParameter | Kind::Spread | Kind::Identifier => {
                            parameters.push(w.lambda_parameter(child, index, expect));
                        }
                        _ => w.anything(child),
                    }
                }),
                _ => parameters.push(self.lambda_parameter(list, 0, expect)),
            }
        }
        debug_assert_eq!(scope, self.builder.scope());
        let mut result = None;
        if let Some(body) = self.child(node, fields.body) {
            let returns = std::mem::take(&mut self.returns);
            let expected = std::mem::replace(&mut self.expected_result, Expect::Nothing);
            if self.kind(body) == Kind::Block {
                self.statements(body);
                let returned = std::mem::take(&mut self.returns);
                result = (!returned.is_empty()).then(|| self.union(returned));
            } else {
                result = Some(self.value(body, Expect::Nothing));
            }
            self.expected_result = expected;
            self.returns = returns;
        }
        self.builder.pop_scope();
        self.errors_of(node);
        self.expression(Expression::Function { parameters: parameters.into(), result, is_async: false })
    }

    fn lambda_parameter(&mut self, node: Node<'t>, index: usize, expect: Expect) -> Parameter {
        let parameter = u8::try_from(index).unwrap_or(u8::MAX);
        let (name, mut declared) = if self.kind(node) == Kind::Identifier {
            (Some(node), None)
        } else {
            let parts = self.parameter_parts(node);
            self.parameter_annotations(node);
            let annotation = parts.annotation.filter(|annotation| !self.is_var(*annotation));
            let declared = annotation.map(|annotation| self.type_expression(annotation));
            (parts.name, declared.map(|declared| self.with_dimensions(node, declared)))
        };
        if self.kind(node) == Kind::Spread {
            declared = declared.map(|declared| self.array_of(declared, 1));
        }
        let value = match expect {
            _ if declared.is_some() => None,
            Expect::Nothing => None,
            Expect::Argument { call, argument } => {
                Some(self.expression(Expression::ClosureParameter { call, argument, parameter }))
            }
            Expect::Value(callee) => {
                let call = self.expression(Expression::Call { callee, arguments: Box::default() });
                Some(self.expression(Expression::Expected { call, argument: parameter }))
            }
        };
        let scope = self.builder.scope();
        if let Some(name) = name {
            self.bind(name, scope, declared, value);
        }
        let name = name.map_or_else(|| "".into(), |name| self.builder.name(name));
        Parameter { name, kind: ParameterKind::Positional, declared, has_default: false }
    }

    /// Whether a declared type is `var`.
    pub(super) fn is_var(&self, annotation: Node<'_>) -> bool {
        self.kind(annotation) == Kind::TypeIdentifier && self.builder.node_text(annotation) == "var"
    }

    /// `T::m`, `e::m`, `T::new`: a closure that calls it.
    pub(super) fn method_reference(&mut self, node: Node<'t>) -> ExpressionId {
        let mut parts = Vec::new();
        let mut makes = false;
        self.each_child(node, |w, child| {
            if child.is_named() && !w.kind(child).is_comment() {
                parts.push(child);
            } else {
                makes |= child.kind() == "new";
            }
        });
        let shape = CallShape { arguments: 0, keywords: Box::default(), spread: true };
        let result = match parts.split_first() {
            Some((class, rest)) if makes => {
                let class = self.constructed(*class);
                rest.iter().for_each(|part| self.anything(*part));
                self.expression(Expression::New { class, arguments: Box::default() })
            }
            Some((base, rest)) => {
                let base = match self.kind(*base) {
                    kind if kind.is_type() && kind != Kind::TypeIdentifier => {
                        let named = self.type_expression(*base);
                        self.expression(Expression::Cast(named))
                    }
                    Kind::TypeIdentifier => self.named_value(*base),
                    _ => self.value(*base, Expect::Nothing),
                };
                let mut callee = None;
                for part in rest {
                    if self.kind(*part) == Kind::Identifier {
                        let name = self.builder.name(*part);
                        let id = self.expression(Expression::Member { base, name });
                        self.reference(
                            *part,
                            ReferenceRole::Read,
                            ReferenceTarget::Value(id),
                            Some(shape.clone()),
                        );
                        callee = Some(id);
                    } else {
                        self.anything(*part);
                    }
                }
                let Some(callee) = callee else { return self.unknown() };
                let callee = self.expression(Expression::Generic { base: callee, arguments: Box::default() });
                self.expression(Expression::Call { callee, arguments: Box::default() })
            }
            None => return self.unknown(),
        };
        self.expression(Expression::Function {
            parameters: Box::default(),
            result: Some(result),
            is_async: false,
        })
    }

    /// A name before `::` may be a type's or a value's.
    fn named_value(&mut self, node: Node<'t>) -> ExpressionId {
        let name = self.builder.name(node);
        let id = self.expression(Expression::Name(name));
        self.reference(node, ReferenceRole::Read, ReferenceTarget::Value(id), None);
        id
    }

    /// What `T::new` makes: read, since nothing is called here.
    fn constructed(&mut self, node: Node<'t>) -> ExpressionId {
        if self.kind(node).is_type() {
            return self.type_as(node, ReferenceRole::Read, None);
        }
        match self.kind(node) {
            Kind::Identifier => self.type_as(node, ReferenceRole::Read, None),
            _ => {
                let value = self.instance_of_type(node);
                match self.builder.item().expression(value) {
                    Expression::Cast(named) => *named,
                    _ => value,
                }
            }
        }
    }
}
