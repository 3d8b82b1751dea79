//! Lambdas and comprehensions.

use lockstep_facts::{Expression, ExpressionId, Name, Parameter, ParameterKind, ScopeId, ScopeKind};
use tree_sitter::Node;

use super::kinds::{FIELD, Kind, child};
use super::{Substitution, Walker};

impl<'w> Walker<'w> {
    /// A lambda; `passed` says which argument of which call it is.
    pub(super) fn lambda(&mut self, node: Node<'_>, passed: Option<(ExpressionId, u8)>) -> ExpressionId {
        let mark = self.frame().substitutions.len();
        let scope = self.push_scope(ScopeKind::Closure);
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut kind = ParameterKind::Positional;
        if let Some(list) = child(node, FIELD.parameters) {
            self.each_child(list, |walker, parameter| {
                let default = child(parameter, FIELD.value).map(|value| walker.value(value));
                let (name, own_kind) = match Kind::of(parameter) {
                    Kind::Identifier => (Some(parameter), kind),
                    Kind::DefaultParameter => (child(parameter, FIELD.name), kind),
                    Kind::ListSplatPattern => {
                        kind = ParameterKind::Keyword;
                        (parameter.named_child(0), ParameterKind::Variadic)
                    }
                    Kind::DictionarySplatPattern => {
                        (parameter.named_child(0), ParameterKind::KeywordVariadic)
                    }
                    Kind::KeywordSeparator => {
                        kind = ParameterKind::Keyword;
                        return;
                    }
                    _ => return,
                };
                let Some(name_node) = name else { return };
                let value = match (passed, u8::try_from(parameters.len())) {
                    (Some((call, argument)), Ok(parameter)) if own_kind == ParameterKind::Positional => {
                        Some(walker.builder.expression(Expression::ClosureParameter {
                            call,
                            argument,
                            parameter,
                        }))
                    }
                    _ => default,
                };
                walker.bind_inner(name_node, scope, value);
                let has_default = default.is_some();
                let name = walker.builder.name(name_node);
                parameters.push(Parameter { name, kind: own_kind, declared: None, has_default });
            });
        }
        let result = child(node, FIELD.body).map(|body| self.value(body));
        self.pop_scope();
        self.truncate_inner(mark);
        self.builder.expression(Expression::Function {
            parameters: parameters.into(),
            result,
            is_async: false,
        })
    }

    /// A comprehension or generator expression.
    pub(super) fn comprehension(&mut self, node: Node<'_>, kind: Kind) -> ExpressionId {
        let mark = self.frame().substitutions.len();
        let Some(body) = child(node, FIELD.body) else { return self.unknown() };
        let mut scope = None;
        let result = self.reordered(
            |walker| {
                walker.each_child(node, |walker, clause| match Kind::of(clause) {
                    Kind::ForInClause => walker.comprehension_clause(clause, &mut scope),
                    Kind::IfClause => walker.each_child(clause, |walker, condition| {
                        walker.value(condition);
                        walker.narrow(condition, true);
                    }),
                    _ => {}
                });
            },
            |walker| {
                if kind == Kind::DictionaryComprehension
                    && let (Some(key), Some(value)) = (child(body, FIELD.key), child(body, FIELD.value))
                {
                    let pair = (walker.value(key), walker.value(value));
                    return walker.builder.expression(Expression::Map([pair].into()));
                }
                let element = walker.value(body);
                walker.builder.expression(match kind {
                    Kind::ListComprehension => Expression::List([element].into()),
                    Kind::SetComprehension => Expression::Set([element].into()),
                    _ => Expression::Generator(element),
                })
            },
        );
        if scope.is_some() {
            self.pop_scope();
        }
        self.truncate_inner(mark);
        result
    }

    /// `for targets in iterable`. The first iterable stands outside of the comprehension's scope.
    fn comprehension_clause(&mut self, clause: Node<'_>, scope: &mut Option<ScopeId>) {
        let iterable = match child(clause, FIELD.right) {
            Some(right) => self.value(right),
            None => self.unknown(),
        };
        let scope = *scope.get_or_insert_with(|| self.push_scope(ScopeKind::Comprehension));
        let element = self.builder.expression(Expression::Element(iterable));
        if let Some(left) = child(clause, FIELD.left) {
            self.bind_inner_target(left, scope, element);
        }
    }

    fn bind_inner_target(&mut self, target: Node<'_>, scope: ScopeId, value: ExpressionId) {
        self.deeper(|walker| match Kind::of(target) {
            Kind::Identifier => walker.bind_inner(target, scope, Some(value)),
            Kind::PatternList | Kind::TuplePattern | Kind::ListPattern | Kind::Tuple | Kind::List => {
                let mut index = 0;
                walker.each_child(target, |walker, part| {
                    let field = walker.tuple_field(value, index);
                    walker.bind_inner_target(part, scope, field);
                    index += 1;
                });
            }
            Kind::ListSplatPattern | Kind::ListSplat => {
                if let Some(inner) = target.named_child(0) {
                    let rest = walker.builder.expression(Expression::List(Box::default()));
                    walker.bind_inner_target(inner, scope, rest);
                }
            }
            Kind::Parenthesized => {
                walker.each_child(target, |w, part| w.bind_inner_target(part, scope, value))
            }
            _ => {
                walker.value(target);
            }
        });
    }

    /// Binds a name in a scope inside the item, hiding what was known about it.
    fn bind_inner(&mut self, name: Node<'_>, scope: ScopeId, value: Option<ExpressionId>) {
        let text = self.text(name);
        if text.is_empty() || Kind::of(name) != Kind::Identifier {
            return;
        }
        if self.quiet == 0 {
            self.builder.binding(name, scope, true, None, value);
        }
        let substitution = value.map_or(Substitution::Hidden, Substitution::Known);
        self.frame().substitutions.push((text, substitution));
    }

    /// Forgets the names of an inner scope; unlike after a branch, nothing of them matters outside.
    fn truncate_inner(&mut self, mark: usize) {
        self.frame().substitutions.truncate(mark);
    }

    fn push_scope(&mut self, kind: ScopeKind) -> ScopeId {
        if self.quiet > 0 { self.builder.scope() } else { self.builder.push_scope(kind) }
    }

    fn pop_scope(&mut self) {
        if self.quiet == 0 {
            self.builder.pop_scope();
        }
    }

    /// Position `index` of a tuple.
    pub(super) fn tuple_field(&mut self, base: ExpressionId, index: u32) -> ExpressionId {
        if let Expression::Tuple(parts) = self.builder.item().expression(base)
            && let Some(part) = parts.get(index as usize)
        {
            return *part;
        }
        self.builder.expression(Expression::TupleField { base, index })
    }

    /// The name spelled by `node`.
    pub(super) fn name(&self, node: Node<'_>) -> Name {
        self.builder.name(node)
    }
}
