//! Functions: parameters, results, bodies; closures; overload signatures.

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, LiteralKind, Name, Parameter, ParameterKind, ReferenceRole,
    ScopeKind, SymbolKind, TypeParameter,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::patterns::Mode;
use super::{AssignedFields, Context, ContextKind, Expect, Signature, This, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

/// What becomes of parameters.
#[derive(Clone, Copy)]
pub(super) enum Sink {
    /// They are the parameters of the item being built, which is expected to be so.
    Item(Expect),
    /// They are bound in the scope of a closure, which is expected to be so.
    Closure(Expect),
    /// They are the parameters of a function type: bound nowhere.
    Signature,
}

/// One parameter taken apart.
struct ParameterParts<'t> {
    pattern: Option<Node<'t>>,
    annotation: Option<Node<'t>>,
    default: Option<Node<'t>>,
    kind: ParameterKind,
    is_optional: bool,
    /// `constructor(private a: T)`: a field as well.
    is_property: bool,
}

impl<'t> Walker<'t> {
    /// Where the header of a function ends: where its body begins.
    pub(super) fn header_end(&self, node: Node<'t>) -> usize {
        self.child(node, self.grammar.fields.body).map_or(node.end_byte(), |body| body.start_byte())
    }

    /// `function f() {}`, with the overload signatures in front of it; `outer` is the statement around.
    pub(super) fn function_declaration(&mut self, node: Node<'t>, outer: Node<'t>, flags: DefinitionFlags) {
        let signatures = std::mem::take(&mut self.signatures);
        let name_node = self.child(node, self.grammar.fields.name);
        let name = name_node.map_or_else(|| "default".into(), |name| self.builder.name(name));
        let mut definition = self.definition(SymbolKind::Function, name, flags);
        definition.signature = self.signature(node.start_byte(), self.header_end(node));
        let starts_upper = name.as_str().starts_with(char::is_uppercase);
        let is_constructor = !self.typescript && starts_upper;
        let this = if is_constructor { This::Constructor(name) } else { This::Unknown };
        if let Some(first) = signatures.first()
            && first.comment.is_some()
        {
            self.comment = first.comment;
        }
        let start = signatures.first().map_or(outer, |first| first.outer);
        self.open(start, name_node, definition, ContextKind::Function, this);
        self.extend_end(outer);
        for signature in &signatures {
            self.overload(signature);
        }
        if is_constructor {
            self.enter_constructor_function(node, name);
        }
        self.function_parts(node, Expect::Nothing);
        if is_constructor {
            self.fields.pop();
        }
        self.close();
    }

    fn enter_constructor_function(&mut self, node: Node<'t>, name: Name) {
        let path = self.builder.path();
        let mut fields = AssignedFields::new(lockstep_facts::Container { path, name });
        if let Some(body) = self.child(node, self.grammar.fields.body) {
            self.find_assigned_fields(body, &mut fields);
        }
        self.fields.push(fields);
    }

    /// Signatures without an implementation: the first is the definition, the others its overloads.
    pub(super) fn signature_function(&mut self, signatures: Vec<Signature<'t>>) {
        let Some(first) = signatures.first() else { return };
        let mut flags = first.flags;
        flags.set(DefinitionFlags::DECLARATION, true);
        let name_node = self.child(first.node, self.grammar.fields.name);
        let mut definition = self.definition(SymbolKind::Function, first.name, flags);
        definition.signature = self.signature(first.node.start_byte(), first.node.end_byte());
        self.comment = first.comment;
        self.open(first.outer, name_node, definition, ContextKind::Function, This::Unknown);
        self.function_parts(first.node, Expect::Nothing);
        for signature in signatures.iter().skip(1) {
            self.extend_end(signature.outer);
            self.overload(signature);
        }
        self.close();
    }

    /// Adds an overload signature to the item being built.
    pub(super) fn overload(&mut self, signature: &Signature<'t>) {
        if let Some(name) = self.child(signature.node, self.grammar.fields.name) {
            self.builder.item().ranges.declarations.push(range(name));
        }
        let id = self.function_type(signature.node);
        self.builder.item().overloads.push(id);
    }

    /// Type parameters, parameters, result and body of the function whose item is being built.
    pub(super) fn function_parts(&mut self, node: Node<'t>, expect: Expect) {
        let fields = &self.grammar.fields;
        let (is_async, is_generator) = self.function_marks(node);
        let context = self.context();
        context.kind = ContextKind::Function;
        context.is_async = is_async;
        if let Some(list) = self.child(node, fields.type_parameters) {
            let type_parameters = self.type_parameters(list);
            if let Some(definition) = self.builder.definition() {
                definition.type_parameters = type_parameters;
            }
        }
        let parameters = self.all_parameters(node, Sink::Item(expect));
        let declared =
            self.child(node, fields.return_type).map(|annotation| self.type_annotation(annotation));
        if let Some(definition) = self.builder.definition() {
            definition.parameters = parameters;
            definition.declared = declared;
            definition.flags.set(DefinitionFlags::ASYNC, is_async);
            definition.flags.set(DefinitionFlags::GENERATOR, is_generator);
        }
        // A named function expression sees its own name.
        if self.kind(node).is_function()
            && let Some(name) = self.child(node, fields.name)
        {
            let path = self.builder.path();
            let own = self.expression(Expression::Name(path));
            let scope = self.builder.scope();
            self.bind(name, scope, None, Some(own));
        }
        let expected = self.expected_result(declared, expect, is_async, is_generator);
        self.context().expected = expected;
        if let Some(body) = self.child(node, fields.body) {
            self.function_body(body);
        }
        let context = self.context();
        let inferred = std::mem::take(if is_generator { &mut context.yields } else { &mut context.returns });
        if declared.is_none()
            && let Some(definition) = self.builder.definition()
        {
            definition.inferred = inferred;
        }
    }

    fn function_body(&mut self, body: Node<'t>) {
        if self.kind(body) == Kind::StatementBlock {
            self.statements(body);
        } else {
            let expect = self.context().expected;
            let value = self.value(body, expect);
            self.context().returns.push(value);
        }
    }

    /// What the values that a function returns are expected to be.
    fn expected_result(
        &mut self,
        declared: Option<ExpressionId>,
        expect: Expect,
        is_async: bool,
        is_generator: bool,
    ) -> Expect {
        if is_generator {
            return Expect::Nothing;
        }
        let Some(declared) = declared else {
            return match expect {
                Expect::Value(function) => Expect::ResultOf(function),
                Expect::Argument { call, argument } => Expect::ResultOfArgument { call, argument },
                _ => Expect::Nothing,
            };
        };
        let value = self.expression(Expression::Cast(declared));
        Expect::Value(if is_async { self.expression(Expression::Await(value)) } else { value })
    }

    /// Whether it is `async`, whether it yields.
    fn function_marks(&mut self, node: Node<'t>) -> (bool, bool) {
        let mut is_async = false;
        let mut is_generator = false;
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::TokenAsync => is_async = true,
            Kind::TokenStar => is_generator = true,
            _ => {}
        });
        (is_async, is_generator)
    }

    /// A function that is a value among others.
    pub(super) fn closure(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        self.closure_with(node, expect, None, false)
    }

    /// A method of an object literal that is a value among others; a getter is what it gives.
    pub(super) fn object_method(
        &mut self,
        node: Node<'t>,
        object: ExpressionId,
        expect: Expect,
    ) -> ExpressionId {
        let is_getter = self.is_accessor(node);
        self.closure_with(node, expect, Some(object), is_getter)
    }

    /// `object` is the object literal that it is a method of.
    fn closure_with(
        &mut self,
        node: Node<'t>,
        expect: Expect,
        object: Option<ExpressionId>,
        is_accessor: bool,
    ) -> ExpressionId {
        // An arrow function has the `this` of what is around it.
        let this = match object {
            Some(_) => This::Bound,
            None if self.kind(node) == Kind::ArrowFunction => self.context().this,
            None => This::Unknown,
        };
        let fields = &self.grammar.fields;
        let (is_async, is_generator) = self.function_marks(node);
        let type_parameters = self.child(node, fields.type_parameters);
        if let Some(list) = type_parameters {
            self.builder.push_scope(ScopeKind::Types);
            self.type_parameter_bindings(list);
        }
        let scope = self.builder.push_scope(ScopeKind::Closure);
        let mut context = Context::new(ContextKind::Function, this);
        context.var_scope = scope;
        context.is_async = is_async;
        self.contexts.push(context);
        if object.is_some() {
            self.builder.named_binding(range(node).start, "this".into(), scope, object);
        }
        let own_name = self.child(node, fields.name).filter(|_| self.kind(node).is_function());
        if let Some(name) = own_name {
            self.bind(name, scope, None, None);
        }
        let parameters = self.all_parameters(node, Sink::Closure(expect));
        let declared =
            self.child(node, fields.return_type).map(|annotation| self.type_annotation(annotation));
        let expected = self.expected_result(declared, expect, is_async, is_generator);
        self.context().expected = expected;
        if let Some(body) = self.child(node, fields.body) {
            self.function_body(body);
        }
        let context = self.contexts.pop();
        let (returns, yields) = context.map(|c| (c.returns, c.yields)).unwrap_or_default();
        let result = match declared {
            Some(declared) => self.expression(Expression::Cast(declared)),
            None if is_generator => {
                let yielded = self.union(yields);
                self.expression(Expression::Generator(yielded))
            }
            None if returns.is_empty() => self.literal(LiteralKind::Null),
            None => self.union(returns),
        };
        self.builder.pop_scope();
        if type_parameters.is_some() {
            self.builder.pop_scope();
        }
        if is_accessor {
            return result;
        }
        self.expression(Expression::Function {
            parameters: parameters.into(),
            result: Some(result),
            is_async: is_async && declared.is_none(),
        })
    }

    /// A signature, as a function type.
    pub(super) fn function_type(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        let type_parameters = self.child(node, fields.type_parameters);
        if let Some(list) = type_parameters {
            self.builder.push_scope(ScopeKind::Types);
            self.type_parameter_bindings(list);
        }
        let parameters = self.all_parameters(node, Sink::Signature);
        let result = self
            .child(node, fields.return_type)
            .or_else(|| self.child(node, fields.annotation))
            .map(|result| self.type_annotation(result));
        if type_parameters.is_some() {
            self.builder.pop_scope();
        }
        self.expression(Expression::Function { parameters: parameters.into(), result, is_async: false })
    }

    fn all_parameters(&mut self, node: Node<'t>, sink: Sink) -> Vec<Parameter> {
        let fields = &self.grammar.fields;
        if let Some(list) = self.child(node, fields.parameters) {
            self.parameters(list, sink)
        } else if let Some(one) = self.child(node, fields.parameter) {
            vec![self.parameter(one, 0, sink)]
        } else {
            Vec::new()
        }
    }

    /// The parameters in parentheses.
    pub(super) fn parameters(&mut self, list: Node<'t>, sink: Sink) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let mut index = 0;
        self.each_named(list, |w, child| {
            if w.kind(child) == Kind::Error {
                w.anything(child);
                return;
            }
            let parameter = w.parameter(child, index, sink);
            if parameter.kind != ParameterKind::Receiver {
                index = index.saturating_add(1);
            }
            parameters.push(parameter);
        });
        parameters
    }

    fn take_apart(&mut self, node: Node<'t>) -> ParameterParts<'t> {
        let fields = &self.grammar.fields;
        let mut parts = ParameterParts {
            pattern: Some(node),
            annotation: None,
            default: None,
            kind: ParameterKind::Positional,
            is_optional: false,
            is_property: false,
        };
        match self.kind(node) {
            Kind::RequiredParameter | Kind::OptionalParameter => {
                parts.is_optional = self.kind(node) == Kind::OptionalParameter;
                parts.pattern = self.child(node, fields.pattern).or_else(|| self.child(node, fields.name));
                parts.annotation = self.child(node, fields.annotation);
                parts.default = self.child(node, fields.value);
                let mut decorators = Vec::new();
                self.each_child(node, |w, child| match w.kind(child) {
                    Kind::AccessibilityModifier | Kind::OverrideModifier | Kind::TokenReadonly => {
                        parts.is_property = true;
                    }
                    Kind::Decorator => decorators.push(child),
                    _ => {}
                });
                for decorator in decorators {
                    self.parameter_decorator(decorator);
                }
            }
            Kind::AssignmentPattern => {
                parts.pattern = self.child(node, fields.left);
                parts.default = self.child(node, fields.right);
            }
            _ => {}
        }
        if let Some(pattern) = parts.pattern {
            match self.kind(pattern) {
                Kind::RestPattern => {
                    parts.kind = ParameterKind::Variadic;
                    parts.pattern = self.first_named(pattern);
                }
                Kind::This => parts.kind = ParameterKind::Receiver,
                _ => {}
            }
        }
        parts
    }

    fn parameter_decorator(&mut self, node: Node<'t>) {
        let Some(expression) = self.first_named(node) else { return };
        if self.kind(expression) == Kind::CallExpression {
            self.call(expression, ReferenceRole::Decorate);
        } else {
            self.target(expression, ReferenceRole::Decorate, None);
        }
    }

    /// One parameter; `index` counts those before it that take arguments.
    fn parameter(&mut self, node: Node<'t>, index: u16, sink: Sink) -> Parameter {
        let parts = self.take_apart(node);
        let declared = parts.annotation.map(|annotation| self.type_annotation(annotation));
        let is_name = parts.pattern.is_some_and(|p| matches!(self.kind(p), Kind::Identifier | Kind::This));
        let name = match parts.pattern {
            Some(pattern) if is_name => self.builder.name(pattern),
            _ => "".into(),
        };
        let mut value = match (declared, sink) {
            (None, Sink::Item(expect) | Sink::Closure(expect)) if parts.kind != ParameterKind::Receiver => {
                let passed = self.passed(expect, index);
                match passed {
                    Some(passed) if parts.kind == ParameterKind::Variadic => {
                        Some(self.expression(Expression::List(Box::new([passed]))))
                    }
                    passed => passed,
                }
            }
            _ => None,
        };
        if let Some(default) = parts.default {
            let expect = match declared {
                Some(declared) => Expect::Value(self.expression(Expression::Cast(declared))),
                None => value.map_or(Expect::Nothing, Expect::Value),
            };
            let default = self.value(default, expect);
            value = value.or(Some(default));
        }
        if parts.kind == ParameterKind::Receiver {
            if let Some(declared) = declared
                && !matches!(sink, Sink::Signature)
            {
                let this = self.expression(Expression::Cast(declared));
                self.context().this = This::Is(this);
            }
        } else if let Some(pattern) = parts.pattern {
            self.bind_parameter(node, pattern, index, sink, declared, value, parts.is_property);
        }
        Parameter {
            name,
            kind: parts.kind,
            declared,
            has_default: parts.default.is_some() || parts.is_optional,
        }
    }

    /// What a call passes for parameter `index` of a function that is expected to be so.
    fn passed(&mut self, expect: Expect, index: u16) -> Option<ExpressionId> {
        let parameter = u8::try_from(index).ok()?;
        match expect {
            Expect::Nothing => None,
            Expect::Argument { call, argument } => {
                Some(self.expression(Expression::ClosureParameter { call, argument, parameter }))
            }
            expect => {
                let callee = self.expected(expect)?;
                let call = self.expression(Expression::Call { callee, arguments: Box::default() });
                Some(self.expression(Expression::Expected { call, argument: parameter }))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn bind_parameter(
        &mut self,
        node: Node<'t>,
        pattern: Node<'t>,
        index: u16,
        sink: Sink,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
        is_property: bool,
    ) {
        let is_name = self.kind(pattern) == Kind::Identifier;
        let scope = self.builder.scope();
        match sink {
            Sink::Signature => {}
            Sink::Item(_) if is_name => {
                self.builder.parameter_binding(pattern, index, declared);
                if let Some(binding) = self.builder.item().body.bindings.last_mut() {
                    binding.value = value;
                }
                if is_property {
                    self.parameter_property(node, pattern, declared, value);
                }
            }
            Sink::Closure(_) if is_name => self.bind(pattern, scope, declared, value),
            Sink::Item(_) | Sink::Closure(_) => {
                let base = match value {
                    Some(value) => value,
                    None => self.unknown(),
                };
                self.pattern(pattern, base, Mode::Bind { scope }, declared);
            }
        }
    }

    /// Type parameters of a definition.
    pub(super) fn type_parameters(&mut self, list: Node<'t>) -> Vec<TypeParameter> {
        let parts = self.type_parameter_parts(list);
        let parameter = |part: TypeParameterParts<'t>| TypeParameter {
            name: self.builder.name(part.name),
            bounds: part.bound.into_iter().collect(),
            default: part.default,
        };
        parts.into_iter().map(parameter).collect()
    }

    /// Type parameters of a closure or function type, bound in the current scope.
    pub(super) fn type_parameter_bindings(&mut self, list: Node<'t>) {
        let scope = self.builder.scope();
        for part in self.type_parameter_parts(list) {
            self.bind(part.name, scope, part.bound.or(part.default), None);
        }
    }

    fn type_parameter_parts(&mut self, list: Node<'t>) -> Vec<TypeParameterParts<'t>> {
        let mut parts: Vec<TypeParameterParts<'t>> = Vec::new();
        self.each_named(list, |w, child| match w.kind(child) {
            Kind::TypeParameter => {
                let Some(name) = w.child(child, w.grammar.fields.name) else { return };
                let name = if w.is_variance(name) { w.name_behind_variance(child, name) } else { name };
                let part = |w: &mut Self, field| {
                    let inner = w.child(child, field).and_then(|part| w.first_named(part))?;
                    Some(w.type_expression(inner))
                };
                let bound = part(w, w.grammar.fields.constraint);
                let default = part(w, w.grammar.fields.value);
                parts.push(TypeParameterParts { name, bound, default });
            }
            Kind::Error => match parts.last_mut() {
                Some(last) if w.is_variance(last.name) => {
                    let mut name = last.name;
                    w.each_named(child, |w, inner| {
                        if w.kind(inner) == Kind::Identifier {
                            name = inner;
                        }
                    });
                    last.name = name;
                }
                _ => w.anything(child),
            },
            _ => w.anything(child),
        });
        parts
    }

    /// The grammar does not know variance: `in out T` is a parameter `in` with errors in it or behind it.
    fn is_variance(&self, name: Node<'t>) -> bool {
        matches!(self.builder.node_text(name), "in" | "out")
    }

    fn name_behind_variance(&mut self, parameter: Node<'t>, otherwise: Node<'t>) -> Node<'t> {
        let mut name = otherwise;
        self.each_named(parameter, |w, child| {
            if w.kind(child) == Kind::Error {
                w.each_named(child, |w, inner| {
                    if w.kind(inner) == Kind::Identifier {
                        name = inner;
                    }
                });
            }
        });
        name
    }
}

/// A type parameter taken apart.
struct TypeParameterParts<'t> {
    name: Node<'t>,
    bound: Option<ExpressionId>,
    default: Option<ExpressionId>,
}
