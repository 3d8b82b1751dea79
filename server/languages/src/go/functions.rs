//! Functions, methods, their parameters and results, and functions without a name.

use lockstep_facts::{
    Container, DefinitionFlags, Expression, ExpressionId, Impl, Name, Parameter, ParameterKind, ScopeKind,
    SymbolKind, TypeParameter,
};
use tree_sitter::Node;

use super::declarations::{Opening, Preamble};
use super::syntax::{FIELDS, Kind};
use super::{Child, Walker};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// What a method's receiver is written as.
struct Receiver<'n> {
    /// The receiver's own name, if it has one.
    name: Option<Node<'n>>,
    /// Its type, pointers and parentheses taken away.
    type_node: Node<'n>,
    /// What spells the type's bare name.
    head: Node<'n>,
    /// The names it gives the type's parameters.
    parameters: Vec<Node<'n>>,
}

impl<'n> Walker<'_, '_, 'n> {
    pub(super) fn function(&mut self, node: Node<'n>, preamble: &Preamble) {
        let frame = self.children(node);
        let name = self.field(frame, FIELDS.name);
        let type_parameters = self.field(frame, FIELDS.type_parameters);
        let parameters = self.field(frame, FIELDS.parameters);
        let result = self.field(frame, FIELDS.result);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        let Some(name) = name.filter(|name| !self.text(name.node).is_empty()) else {
            return self.nameless([parameters, result, body]);
        };
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::DECLARATION, body.is_none());
        flags.set(DefinitionFlags::TEST, self.is_test(name.node, parameters));
        let opening = Opening {
            kind: SymbolKind::Function,
            node,
            name: name.node,
            flags,
            header_end: body.map_or(node.end_byte(), |body| body.node.start_byte()),
        };
        self.open(&opening, preamble, true);
        let generics = type_parameters.map(|list| self.type_parameters(list.node)).unwrap_or_default();
        self.define(|definition| definition.type_parameters = generics);
        self.header_and_body(Vec::new(), parameters, result, body);
        self.pop_item();
    }

    /// What damaged text leaves without a name: only what it mentions, in a scope of its own.
    fn nameless<const N: usize>(&mut self, parts: [Option<Child<'n>>; N]) {
        self.state.builder.push_scope(ScopeKind::Block);
        for part in parts.into_iter().flatten() {
            match part.kind {
                Kind::ParameterList => {
                    self.parameters(part.node, false);
                }
                _ => self.anything(part),
            }
        }
        self.state.builder.pop_scope();
    }

    fn header_and_body(
        &mut self,
        mut list: Vec<Parameter>,
        parameters: Option<Child<'n>>,
        result: Option<Child<'n>>,
        body: Option<Child<'n>>,
    ) {
        let offset = list.len();
        if let Some(parameters) = parameters {
            list.extend(self.parameters_from(parameters.node, true, offset));
        }
        let declared = self.result(result);
        self.define(|definition| {
            definition.parameters = list;
            definition.declared = Some(declared);
        });
        if let Some(body) = body {
            self.block_contents(body.node);
        }
    }

    /// `func (r *T[P]) name(…) …`.
    pub(super) fn method(&mut self, node: Node<'n>, preamble: &Preamble) {
        let frame = self.children(node);
        let receiver = self.field(frame, FIELDS.receiver);
        let name = self.field(frame, FIELDS.name);
        let parameters = self.field(frame, FIELDS.parameters);
        let result = self.field(frame, FIELDS.result);
        let body = self.field(frame, FIELDS.body);
        self.leave(frame);
        let known = receiver.and_then(|receiver| self.receiver(receiver.node));
        let (Some(of), Some(name)) = (known, name.filter(|name| !self.text(name.node).is_empty())) else {
            return self.nameless([receiver, parameters, result, body]);
        };
        let type_name = self.name(of.head);
        let label = format!("impl {type_name}.{}", self.text(name.node));
        let block =
            Impl { self_type: ExpressionId(0), type_name, implemented: None, type_parameters: Vec::new() };
        self.state.builder.open_implementation(node, &label, block);
        if let Some(start) = preamble.start {
            self.state.builder.extend_start(start);
        }
        self.push_item(false);
        let mut type_parameters = Vec::new();
        for parameter in &of.parameters {
            let name = self.name(*parameter);
            type_parameters.push(TypeParameter { name, bounds: Box::default(), default: None });
        }
        let self_type = self.silently(|walker| walker.type_expression(of.type_node));
        if let Some(block) = self.state.builder.item().implementation.as_mut() {
            block.self_type = self_type;
            block.type_parameters = type_parameters;
        }
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::DECLARATION, body.is_none());
        let opening = Opening {
            kind: SymbolKind::Method,
            node,
            name: name.node,
            flags,
            header_end: body.map_or(node.end_byte(), |body| body.node.start_byte()),
        };
        let path = match self.state.module {
            Some(module) => Name::new(&format!("{module}.{type_name}")),
            None => type_name,
        };
        let container = Some(Container { path, name: type_name });
        let method = self.name(name.node);
        self.open_in(&opening, method, container, preamble, true);
        let mut list = Vec::new();
        let declared = self.receiver_type(&of);
        if let Some(name) = of.name {
            self.state.builder.parameter_binding(name, 0, Some(declared));
        }
        list.push(Parameter {
            name: of.name.map_or(Name::empty(), |name| self.name(name)),
            kind: ParameterKind::Receiver,
            declared: Some(declared),
            has_default: false,
        });
        self.header_and_body(list, parameters, result, body);
        self.pop_item();
        self.pop_item();
    }

    /// The receiver's type, its head mentioned; the names of its parameters are no mentions but the parameters themselves.
    fn receiver_type(&mut self, of: &Receiver<'n>) -> ExpressionId {
        if of.parameters.is_empty() {
            return self.type_expression(of.type_node);
        }
        let base = self.type_expression(of.head);
        let arguments = of.parameters.iter().map(|name| {
            let name = self.name(*name);
            self.add(Expression::Name(name))
        });
        let arguments = arguments.collect();
        self.add(Expression::Generic { base, arguments })
    }

    fn receiver(&mut self, list: Node<'n>) -> Option<Receiver<'n>> {
        let declaration = self.named(list).into_iter().find(|c| c.kind == Kind::ParameterDeclaration)?.node;
        let [name, type_node] = self.parts(declaration, [FIELDS.name, FIELDS.type_node]);
        let mut at = type_node?.node;
        for _ in 0..8 {
            match Kind::of(at) {
                Kind::PointerType | Kind::ParenthesizedType => at = self.named(at).first()?.node,
                _ => break,
            }
        }
        let name = name.map(|name| name.node).filter(|name| !matches!(self.text(*name), "_" | ""));
        if Kind::of(at) != Kind::GenericType {
            let is_name = Kind::of(at) == Kind::TypeIdentifier && at.start_byte() < at.end_byte();
            return is_name.then_some(Receiver { name, type_node: at, head: at, parameters: Vec::new() });
        }
        let [head, arguments] = self.parts(at, [FIELDS.type_node, FIELDS.type_arguments]);
        let mut parameters = Vec::new();
        for argument in arguments.map(|list| self.named(list.node)).unwrap_or_default() {
            let mut word = argument.node;
            if argument.kind == Kind::TypeElement {
                word = self.named(word).first()?.node;
            }
            parameters.push(word);
        }
        Some(Receiver { name, type_node: at, head: head?.node, parameters })
    }

    /// `func TestX(t *testing.T)` and the like.
    fn is_test(&self, name: Node<'n>, parameters: Option<Child<'n>>) -> bool {
        let name = self.text(name);
        let parameters = parameters.map_or("", |list| self.text(list.node));
        let rest = |word: &str| {
            name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_lowercase()))
        };
        (rest("Test") && parameters.contains("*testing.T") && !parameters.contains(','))
            || (rest("Benchmark") && parameters.contains("*testing.B"))
            || (rest("Fuzz") && parameters.contains("*testing.F"))
            || (rest("Example") && parameters == "()")
    }

    pub(super) fn type_parameters(&mut self, list: Node<'n>) -> Vec<TypeParameter> {
        let mut parameters = Vec::new();
        for child in self.named(list) {
            if child.kind != Kind::TypeParameter {
                continue;
            }
            let frame = self.children(child.node);
            let names = self.fields(frame, FIELDS.name);
            let bound = self.field(frame, FIELDS.type_node);
            self.leave(frame);
            let bounds: Box<[ExpressionId]> =
                bound.map(|bound| self.type_expression(bound.node)).into_iter().collect();
            for name in names.into_iter().filter(|name| Kind::of(*name) == Kind::Identifier) {
                parameters.push(TypeParameter {
                    name: self.name(name),
                    bounds: bounds.clone(),
                    default: None,
                });
            }
        }
        parameters
    }

    /// A list of parameters, bound in the current scope; `of_definition`: those of the definition being built.
    pub(super) fn parameters(&mut self, list: Node<'n>, of_definition: bool) -> Vec<Parameter> {
        self.parameters_from(list, of_definition, 0)
    }

    fn parameters_from(&mut self, list: Node<'n>, of_definition: bool, offset: usize) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for child in self.named(list) {
            if !matches!(child.kind, Kind::ParameterDeclaration | Kind::VariadicParameter) {
                self.anything(child);
                continue;
            }
            let frame = self.children(child.node);
            let names = self.fields(frame, FIELDS.name);
            let type_node = self.field(frame, FIELDS.type_node);
            self.leave(frame);
            let declared = type_node.map(|child| self.type_expression(child.node));
            let variadic = child.kind == Kind::VariadicParameter;
            let kind = if variadic { ParameterKind::Variadic } else { ParameterKind::Positional };
            let bound = match declared {
                Some(declared) if variadic => Some(self.add(Expression::List(Box::new([declared])))),
                other => other,
            };
            if names.is_empty() {
                parameters.push(Parameter { name: Name::empty(), kind, declared, has_default: false });
            }
            for name in names {
                let index = (offset + parameters.len()).min(usize::from(u16::MAX)) as u16;
                let word = self.name(name);
                parameters.push(Parameter { name: word, kind, declared, has_default: false });
                if self.state.silent || word == "_" {
                    continue;
                }
                if of_definition {
                    self.state.builder.parameter_binding(name, index, bound);
                } else {
                    let scope = self.state.builder.scope();
                    self.state.builder.binding(name, scope, true, bound, None);
                }
            }
        }
        parameters
    }

    /// What a function gives: nothing, one type, or several as a tuple. Names of results are locals.
    pub(super) fn result(&mut self, result: Option<Child<'n>>) -> ExpressionId {
        let Some(result) = result else { return self.add(Expression::Tuple(Box::default())) };
        if result.kind != Kind::ParameterList {
            return self.type_expression(result.node);
        }
        let list = self.parameters(result.node, false);
        let types: Vec<ExpressionId> = list.iter().filter_map(|parameter| parameter.declared).collect();
        match types[..] {
            [only] => only,
            _ => self.add(Expression::Tuple(types.into())),
        }
    }

    /// `func(…) … { … }` as a value.
    pub(super) fn func_literal(&mut self, node: Node<'n>) -> ExpressionId {
        let [parameters, result, body] = self.parts(node, [FIELDS.parameters, FIELDS.result, FIELDS.body]);
        self.state.builder.push_scope(ScopeKind::Closure);
        let list = parameters.map(|list| self.parameters(list.node, false)).unwrap_or_default();
        let declared = self.result(result);
        if let Some(body) = body.filter(|_| !self.state.silent) {
            self.block_contents(body.node);
        }
        self.state.builder.pop_scope();
        let result = self.add(Expression::Cast(declared));
        self.add(Expression::Function { parameters: list.into(), result: Some(result), is_async: false })
    }

    /// `func(…) …` as a type: its names are seen nowhere.
    pub(super) fn function_type(&mut self, node: Node<'n>) -> ExpressionId {
        let [parameters, result] = self.parts(node, [FIELDS.parameters, FIELDS.result]);
        self.state.builder.push_scope(ScopeKind::Block);
        let list = parameters.map(|list| self.parameters(list.node, false)).unwrap_or_default();
        let declared = self.result(result);
        self.state.builder.pop_scope();
        self.add(Expression::Function { parameters: list.into(), result: Some(declared), is_async: false })
    }
}
