//! Lambdas and anonymous methods.

use lockstep_facts::{Expression, ExpressionId, Name, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// `x => e`, `(T x, y) => { … }`, `delegate (T x) { … }`.
    pub(super) fn closure(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let before = self.builder.scope();
        let inside = self.builder.push_scope(ScopeKind::Closure);
        let id = self.closure_inside(node, expect);
        if inside != before {
            self.builder.pop_scope();
        }
        id
    }

    fn closure_inside(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let fields = &self.grammar.fields;
        let mut is_async = false;
        self.each_child(node, |w, child| {
            is_async |= w.kind(child) == Kind::Modifier && w.builder.node_text(child) == "async";
        });
        let declared = self.child(node, fields.ty).map(|ty| self.type_of(ty));
        let mut parameters = Vec::new();
        match self.child(node, fields.parameters) {
            Some(list) if self.kind(list) == Kind::ParameterList => {
                for (index, parts) in self.parameter_parts(list).into_iter().enumerate() {
                    for list in &parts.attributes {
                        self.attribute_list(*list);
                    }
                    let declared = match parts.ty {
                        Some(ty) if self.kind(ty) != Kind::ImplicitType => Some(self.type_of(ty)),
                        _ => None,
                    };
                    let parameter = self.closure_parameter(parts.name, declared, expect, index);
                    parameters.push(parameter);
                    if let Some(default) = parts.default {
                        self.value(default, Expect::Nothing);
                    }
                }
            }
            Some(name) => {
                let parameter = self.closure_parameter(Some(name), None, expect, 0);
                parameters.push(parameter);
            }
            None => {}
        }
        let mut context = Self::function_context(is_async);
        context.expected = match (declared, expect) {
            (Some(declared), _) => Expect::Value(self.expression(Expression::Cast(declared))),
            (None, Expect::Nothing) => Expect::Nothing,
            (None, expect) => match self.expected(expect) {
                Some(callee) => {
                    Expect::Value(self.expression(Expression::Call { callee, arguments: Box::default() }))
                }
                None => Expect::Nothing,
            },
        };
        let expected = context.expected;
        let body = self.child(node, fields.body).or_else(|| self.find_child(node, Kind::Block));
        let (value, context) = self.in_context(context, |w| match body {
            Some(body) if w.kind(body) == Kind::Block => {
                w.statements(body);
                None
            }
            Some(body) => Some(w.value(body, expected)),
            None => None,
        });
        let mut result = match (declared, value) {
            (Some(declared), _) => Some(self.expression(Expression::Cast(declared))),
            (None, Some(value)) => Some(value),
            (None, None) if context.returns.is_empty() => None,
            (None, None) => Some(self.expression(Expression::Union(context.returns.into()))),
        };
        if is_async && declared.is_none() {
            let base = self.standard(if result.is_some() { "Task`1" } else { "Task" });
            let task = match result {
                Some(value) => {
                    let value = self.expression(Expression::TypeOf(value));
                    self.expression(Expression::Generic { base, arguments: Box::new([value]) })
                }
                None => base,
            };
            result = Some(self.expression(Expression::Cast(task)));
        }
        self.expression(Expression::Function { parameters: parameters.into(), result, is_async: false })
    }

    /// A parameter of a closure: of its declared type, else of what the closure is expected to take.
    fn closure_parameter(
        &mut self,
        name_node: Option<Node<'t>>,
        declared: Option<ExpressionId>,
        expect: Expect,
        index: usize,
    ) -> Parameter {
        let name = name_node.map_or_else(Name::empty, |name| self.name(name));
        let value = match declared {
            Some(_) => None,
            None => self.passed(expect, index),
        };
        if let Some(node) = name_node {
            self.bind(node, declared, value);
            if name != "_" {
                self.unverbatim(node);
            }
        }
        Parameter { name, kind: ParameterKind::Positional, declared, has_default: false }
    }

    /// What a call passes for parameter `index` of a function that is expected to be so.
    fn passed(&mut self, expect: Expect, index: usize) -> Option<ExpressionId> {
        let parameter = u8::try_from(index).ok()?;
        match expect {
            Expect::Nothing => None,
            Expect::Argument { call, argument } => {
                Some(self.expression(Expression::ClosureParameter { call, argument, parameter }))
            }
            Expect::Value(callee) => {
                let call = self.expression(Expression::Call { callee, arguments: Box::default() });
                Some(self.expression(Expression::Expected { call, argument: parameter }))
            }
        }
    }
}
