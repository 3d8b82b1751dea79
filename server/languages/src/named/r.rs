//! R: functions are values that names are assigned to.

use lockstep_facts::{Expression, ExpressionId, Name, PathRoot, ReferenceRole, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker, argument_count};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_r::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("binary_operator", Act::Do(binary)),
        ("function_definition", Act::Closure),
        ("parameter", Act::Parameter("name")),
        ("for_statement", Act::Do(for_statement)),
        ("call", Act::Do(call)),
        ("argument", Act::Do(argument)),
        ("extract_operator", Act::Do(extract)),
        ("namespace_operator", Act::Skip),
        ("identifier", Act::Name),
        ("parenthesized_expression", Act::Through),
    ],
};

fn binary<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let operator = node.child_by_field_name("operator").map_or("", |operator| w.text(operator));
    let (left, right) = (node.child_by_field_name("lhs"), node.child_by_field_name("rhs"));
    let (target, value) = match operator {
        "<-" | "=" | "<<-" | ":=" => (left, right),
        "->" | "->>" => (right, left),
        _ => {
            w.children(node);
            return None;
        }
    };
    let Some(name) = target.filter(|target| target.kind() == "identifier") else {
        w.maybe(value);
        if let Some(target) = target {
            w.value(target, Use::WRITE);
        }
        return None;
    };
    if let Some(function) = value.filter(|value| value.kind() == "function_definition") {
        let text = Name::new(w.text(name));
        w.open(node, name, text, SymbolKind::Function, function.child_by_field_name("body"));
        if let Some(parameters) = function.child_by_field_name("parameters") {
            w.parameters(parameters);
        }
        w.maybe(function.child_by_field_name("body"));
        w.close();
        return None;
    }
    w.maybe(value);
    let outer = operator == "<<-" || operator == "->>";
    if outer {
        w.mention(name, Use::WRITE);
    } else {
        w.assign(name, node, SymbolKind::Variable);
    }
    None
}

fn for_statement<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let variable = node.child_by_field_name("variable");
    if let Some(variable) = variable {
        w.assign(variable, variable, SymbolKind::Variable);
    }
    w.children_but(node, variable);
    None
}

fn call<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let function = node.child_by_field_name("function");
    let arguments = node.child_by_field_name("arguments");
    match function.map(|function| w.text(function)) {
        Some("library" | "require" | "requireNamespace") => return None,
        Some("source" | "sys.source") => {
            if let Some(content) =
                arguments.and_then(|arguments| w.last_string(arguments, &["string_content"]))
            {
                let text = w.text(content);
                w.import_file(range(content), text, PathRoot::Plain, None);
                return None;
            }
        }
        // Classes and generics that calls make.
        Some("setClass" | "setRefClass" | "R6Class" | "setGeneric" | "setValidity") if !w.is_local() => {
            let first = arguments.map(|arguments| w.named(arguments)).unwrap_or_default();
            let name = first.first().and_then(|argument| w.last_string(*argument, &["string_content"]));
            let is_class = function.is_some_and(|function| w.text(function).contains("Class"));
            if let Some(name) = name {
                let text = Name::new(w.text(name));
                let kind = if is_class { SymbolKind::Class } else { SymbolKind::Function };
                let container = w.builder.container();
                w.define_once(name, node, text, kind, container);
            }
        }
        _ => {}
    }
    let callee = w.maybe_unknown(function, Use::call(argument_count(node)));
    w.children_but(node, function);
    Some(w.expression(Expression::Call { callee, arguments: Box::default() }))
}

fn argument<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    w.children_but(node, name);
    None
}

/// `items$price`: what is in a value is seldom a definition of the project's, so it is not followed.
fn extract<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let base = w.maybe_unknown(node.child_by_field_name("lhs"), Use::READ);
    let name = node.child_by_field_name("rhs").filter(|name| name.kind() == "identifier")?;
    match used.role {
        ReferenceRole::Call => Some(w.member_of(base, name, used, false)),
        _ => None,
    }
}
