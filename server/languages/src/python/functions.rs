//! Functions and methods, with what decorates and overloads them.

use lockstep_facts::{
    Definition, DefinitionFlags, Expression, ExpressionId, LiteralKind, Name, Parameter, ParameterKind,
    ReferenceRole, ScopeId, SymbolKind, TypeParameter,
};
use tree_sitter::Node;

use super::flow::Bound;
use super::kinds::{FIELD, Kind, child};
use super::{Frame, FrameKind, Walker, last_segment};
use crate::builder::range;

/// A function definition, with the node around it that has its decorators.
#[derive(Clone, Copy)]
pub(super) struct Signature<'w> {
    pub(super) outer: Node<'w>,
    pub(super) function: Node<'w>,
}

/// What a function's decorators say about it.
#[derive(Clone, Copy, Default)]
struct Decorations {
    is_overload: bool,
    is_property: bool,
    is_static: bool,
    is_class_method: bool,
}

/// A parameter with what is needed to bind it.
struct BoundParameter<'w> {
    parameter: Parameter,
    name: Option<Node<'w>>,
    annotation: Option<Node<'w>>,
    default: Option<ExpressionId>,
}

impl<'w> Walker<'w> {
    /// The decorated function or class in `node`.
    pub(super) fn decorated(node: Node<'w>) -> Option<Node<'w>> {
        child(node, FIELD.definition)
    }

    /// Whether `signature` is one of several to an implementation that follows.
    pub(super) fn is_overload(&mut self, signature: Signature<'w>) -> bool {
        self.decorations(signature).is_overload
    }

    fn decorations(&mut self, signature: Signature<'w>) -> Decorations {
        let mut found = Decorations::default();
        if signature.outer == signature.function {
            return found;
        }
        self.each_child(signature.outer, |walker, node| {
            let Some(decorator) = (Kind::of(node) == Kind::Decorator).then(|| node.named_child(0)).flatten()
            else {
                return;
            };
            let decorator = if Kind::of(decorator) == Kind::Call {
                child(decorator, FIELD.function).unwrap_or(decorator)
            } else {
                decorator
            };
            match last_segment(walker.text(decorator)) {
                "overload" => found.is_overload = true,
                "property" | "cached_property" | "abstractproperty" | "getter" | "setter" | "deleter" => {
                    found.is_property = true;
                }
                "staticmethod" | "abstractstaticmethod" => found.is_static = true,
                "classmethod" | "abstractclassmethod" => found.is_class_method = true,
                // `@validator` and the like make class methods too, but only for those who know the library.
                _ => {}
            }
        });
        found
    }

    /// A function. `overloads` are the signatures that stand before it and fold into it; if it is one itself, there is
    /// no implementation and the first signature stands for all.
    pub(super) fn function(&mut self, overloads: &[Signature<'w>], last: Signature<'w>) {
        let has_implementation = !self.is_overload(last);
        let first = overloads.first().copied().unwrap_or(last);
        let main = if has_implementation { last } else { first };
        let Some(name_node) =
            child(main.function, FIELD.name).filter(|name| name.end_byte() > name.start_byte())
        else {
            // `def` without a name: only what its body says is left.
            if let Some(body) = child(last.function, FIELD.body) {
                self.block(body);
            }
            return;
        };
        let name = self.name(name_node);
        let decorations = self.decorations(main);
        let in_class = self.frame().kind == FrameKind::Class;
        let mut flags = self.common_flags();
        flags.set(DefinitionFlags::PROPERTY, in_class && decorations.is_property);
        flags.set(DefinitionFlags::STATIC, in_class && (decorations.is_static || name == "__new__"));
        let is_class_method =
            decorations.is_class_method || matches!(name.as_str(), "__init_subclass__" | "__class_getitem__");
        flags.set(DefinitionFlags::CLASS_METHOD, in_class && is_class_method);
        flags.set(DefinitionFlags::ASYNC, self.text(main.function).starts_with("async"));
        flags.set(DefinitionFlags::DECLARATION, !has_implementation);
        flags.set(DefinitionFlags::TEST, name.as_str().starts_with("test_"));
        let kind = match (in_class, decorations.is_property, name.as_str()) {
            (false, ..) => SymbolKind::Function,
            (true, true, _) => SymbolKind::Property,
            (true, false, "__init__") => SymbolKind::Constructor,
            (true, false, _) => SymbolKind::Method,
        };
        let body = child(last.function, FIELD.body);
        let definition = Definition {
            kind,
            name,
            container: self.builder.container(),
            visibility: self.visibility(name.as_str()),
            flags,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: self.header_signature(main.function),
            documentation: body.and_then(|body| self.docstring(body)).unwrap_or_default(),
        };
        let receiver = match (in_class, decorations.is_static) {
            (false, _) | (_, true) => None,
            (true, false) => Some(is_class_method || name == "__new__"),
        };
        let frame = self.frame();
        frame.has_inner = true;
        frame.members.entry(name).or_insert(None);
        self.builder.open_definition(last.outer, Some(name_node), definition);
        self.builder.extend_start(first.outer.start_byte() as u32);
        self.frames.push(Frame::new(FrameKind::Function, ScopeId(0)));

        self.builder.push_header_scope();
        let mut declared = Vec::new();
        let mut parameters = Vec::new();
        for signature in overloads.iter().copied().chain([last]) {
            let is_main = signature.function == main.function;
            let (own, result) = self.signature(signature, is_main, receiver.is_some());
            if is_main {
                parameters = own;
            }
            if overloads.is_empty() || signature.function != last.function || !has_implementation {
                declared.extend(result);
            }
        }
        self.builder.pop_scope();

        let declared = (!declared.is_empty()).then(|| self.union(declared));
        if let Some(definition) = self.builder.definition() {
            definition.declared = declared;
            definition.parameters = parameters.iter().map(|p| p.parameter).collect();
        }
        self.bind_parameters(&parameters, receiver);
        let body_start = body.map_or(usize::MAX, |body| body.start_byte());
        self.damage_in(last.function, 0, body_start);
        if let Some(body) = body {
            self.block(body);
        }
        self.damage_in(last.function, body_start, usize::MAX);
        self.finish_function(declared.is_some());
        self.frames.pop();
        self.builder.close();
    }

    /// Walks one signature: its parameters and declared result.
    fn signature(
        &mut self,
        signature: Signature<'w>,
        is_main: bool,
        has_receiver: bool,
    ) -> (Vec<BoundParameter<'w>>, Option<ExpressionId>) {
        let decorators = self.decorators(signature.outer);
        let mut type_parameters: Vec<TypeParameter> = Vec::new();
        if let Some(list) = child(signature.function, FIELD.type_parameters) {
            type_parameters = self.type_parameters(list);
        }
        let before = std::mem::take(&mut self.met_type_variables);
        let mut parameters = Vec::new();
        if let Some(list) = child(signature.function, FIELD.parameters) {
            let mut kind = ParameterKind::Positional;
            self.each_child(list, |walker, node| {
                let is_receiver = has_receiver && parameters.is_empty();
                walker.parameter(node, is_receiver, &mut kind, &mut parameters);
            });
        }
        let result = child(signature.function, FIELD.return_type);
        let result = result.map(|result| self.type_expression(result, ReferenceRole::Type));
        let met = std::mem::replace(&mut self.met_type_variables, before);
        type_parameters.extend(met.into_iter().map(|name| TypeParameter {
            name,
            bounds: Box::default(),
            default: None,
        }));
        if is_main && let Some(definition) = self.builder.definition() {
            definition.decorators = decorators;
            definition.type_parameters = type_parameters;
        }
        (parameters, result)
    }

    /// The decorators in front of a function or class. Nothing if `outer` is the function itself.
    pub(super) fn decorators(&mut self, outer: Node<'w>) -> Vec<ExpressionId> {
        let mut decorators = Vec::new();
        if Kind::of(outer) != Kind::Decorated {
            return decorators;
        }
        self.each_child(outer, |walker, node| {
            if Kind::of(node) == Kind::Decorator
                && let Some(decorator) = node.named_child(0)
            {
                let value = match Kind::of(decorator) {
                    // A bare decorator is called with what it decorates.
                    Kind::Identifier | Kind::Attribute => {
                        let shape = lockstep_facts::CallShape {
                            arguments: 1,
                            keywords: Box::default(),
                            spread: false,
                        };
                        walker.callee(decorator, ReferenceRole::Decorate, shape)
                    }
                    _ => walker.value_as(decorator, ReferenceRole::Decorate),
                };
                decorators.push(value);
            }
        });
        decorators
    }

    fn parameter(
        &mut self,
        node: Node<'w>,
        is_receiver: bool,
        kind: &mut ParameterKind,
        parameters: &mut Vec<BoundParameter<'w>>,
    ) {
        let mut own_kind = if is_receiver { ParameterKind::Receiver } else { *kind };
        let (mut name, annotation, default) = match Kind::of(node) {
            Kind::Identifier | Kind::ListSplatPattern | Kind::DictionarySplatPattern => {
                (Some(node), None, None)
            }
            Kind::DefaultParameter => (child(node, FIELD.name), None, child(node, FIELD.value)),
            Kind::TypedParameter => (node.named_child(0), child(node, FIELD.annotation), None),
            Kind::TypedDefaultParameter => {
                (child(node, FIELD.name), child(node, FIELD.annotation), child(node, FIELD.value))
            }
            Kind::KeywordSeparator => {
                *kind = ParameterKind::Keyword;
                return;
            }
            Kind::PositionalSeparator => return,
            // A pattern (Python 2): an argument without a name.
            Kind::TuplePattern => (None, None, None),
            _ => {
                self.value(node);
                return;
            }
        };
        if let Some(splat) = name {
            match Kind::of(splat) {
                Kind::ListSplatPattern => {
                    own_kind = ParameterKind::Variadic;
                    *kind = ParameterKind::Keyword;
                    name = splat.named_child(0);
                }
                Kind::DictionarySplatPattern => {
                    own_kind = ParameterKind::KeywordVariadic;
                    name = splat.named_child(0);
                }
                _ => {}
            }
        }
        let name = name.filter(|name| Kind::of(*name) == Kind::Identifier);
        let declared = annotation.map(|annotation| self.type_expression(annotation, ReferenceRole::Type));
        let default = default.map(|default| self.value(default));
        let parameter = Parameter {
            name: name.map_or_else(Name::empty, |name| self.name(name)),
            kind: own_kind,
            declared,
            has_default: default.is_some(),
        };
        parameters.push(BoundParameter { parameter, name, annotation, default });
    }

    fn bind_parameters(&mut self, parameters: &[BoundParameter<'w>], receiver: Option<bool>) {
        for (index, bound) in parameters.iter().enumerate() {
            let Ok(index) = u16::try_from(index) else { return };
            self.frame().annotations.push(bound.annotation);
            let Some(name_node) = bound.name else { continue };
            let Parameter { name, kind, declared, .. } = bound.parameter;
            let cast = declared.map(|declared| self.builder.expression(Expression::Cast(declared)));
            let (declared, value) = match kind {
                ParameterKind::Receiver => {
                    let is_class = receiver == Some(true);
                    self.frame().receiver = Some((name, is_class));
                    let of_class = if is_class { Expression::SelfType } else { Expression::SelfValue };
                    (declared, Some(self.builder.expression(of_class)))
                }
                ParameterKind::Variadic => {
                    (None, Some(self.builder.expression(Expression::List(cast.into_iter().collect()))))
                }
                ParameterKind::KeywordVariadic => {
                    let key = self.literal(LiteralKind::String);
                    let pairs = cast.into_iter().map(|value| (key, value)).collect();
                    (None, Some(self.builder.expression(Expression::Map(pairs))))
                }
                ParameterKind::Positional | ParameterKind::Keyword => {
                    let null = Expression::Literal(LiteralKind::Null);
                    let default =
                        bound.default.filter(|default| *self.builder.item().expression(*default) != null);
                    (declared, default.filter(|_| declared.is_none()))
                }
            };
            self.builder.parameter_binding(name_node, index, declared);
            if let Some(binding) = self.builder.item().body.bindings.last_mut() {
                binding.value = value;
            }
            self.frame().locals.bind(name, Bound { declared, value }, range(name_node), Some(index));
        }
    }

    /// What a walked body says about the function's result, and what its last bindings are for those inside it.
    fn finish_function(&mut self, is_declared: bool) {
        if self.frame().has_inner {
            for name in self.frame().locals.stale_names() {
                self.refresh_local(name);
            }
        }
        let returns = std::mem::take(&mut self.frame().returns);
        let yields = std::mem::take(&mut self.frame().yields);
        let mut inferred = Vec::new();
        if !yields.is_empty() {
            for value in &yields {
                inferred.push(self.builder.expression(Expression::Generator(*value)));
            }
        } else {
            for value in returns {
                if !inferred.contains(&value) {
                    inferred.push(value);
                }
            }
        }
        if let Some(definition) = self.builder.definition() {
            definition.flags.set(DefinitionFlags::GENERATOR, !yields.is_empty());
            if !is_declared {
                definition.inferred = inferred;
            }
        }
    }
}
