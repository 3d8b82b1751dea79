//! Lua: tables are modules and classes; what is not declared local is global.

use lockstep_facts::{Container, Expression, ExpressionId, Name, PathRoot, SymbolKind, Visibility};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("hash_bang_line", Act::Skip),
        ("function_declaration", Act::Do(declared_function)),
        ("function_definition", Act::Closure),
        ("parameters", Act::Do(parameters)),
        ("variable_declaration", Act::Do(local)),
        ("assignment_statement", Act::Do(assignment)),
        ("for_numeric_clause", Act::Bind("name")),
        ("for_generic_clause", Act::Bind("#variable_list")),
        ("for_statement", Act::Block),
        ("block", Act::Block),
        ("return_statement", Act::Do(returned)),
        ("identifier", Act::Name),
        ("dot_index_expression", Act::Member("table", "field")),
        ("method_index_expression", Act::Member("table", "method")),
        ("function_call", Act::Do(call)),
        ("field", Act::Do(field)),
        ("parenthesized_expression", Act::Through),
        ("goto_statement", Act::Skip),
        ("label_statement", Act::Skip),
    ],
};

/// The names of `a.b.c`.
fn names<'t>(w: &Walker<'t>, node: Node<'t>) -> Option<Vec<Node<'t>>> {
    let mut names = Vec::new();
    let mut at = node;
    while matches!(at.kind(), "dot_index_expression" | "method_index_expression") {
        names.push(at.child_by_field_name("field").or_else(|| at.child_by_field_name("method"))?);
        at = at.child_by_field_name("table")?;
        if names.len() > 8 {
            return None;
        }
    }
    (at.kind() == "identifier" && w.text(at) != "self").then(|| names.push(at))?;
    names.reverse();
    Some(names)
}

fn declared_function<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let is_local = node.child(0).is_some_and(|first| first.kind() == "local");
    let Some(name) = node.child_by_field_name("name") else {
        w.children(node);
        return None;
    };
    let has_self = name.kind() == "method_index_expression";
    function(w, node, name, node, is_local, has_self);
    None
}

/// A function that goes by `name` from here on: `whole` is its text, `node` what has its parameters and body.
fn function<'t>(
    w: &mut Walker<'t>,
    whole: Node<'t>,
    name: Node<'t>,
    node: Node<'t>,
    is_local: bool,
    has_self: bool,
) {
    let body = node.child_by_field_name("body");
    let parts = names(w, name);
    let Some((last, outer)) = parts.as_ref().and_then(|parts| parts.split_last()) else {
        w.value(name, Use::WRITE);
        w.maybe(Some(node).filter(|node| *node != whole));
        return;
    };
    let text = Name::new(w.text(*last));
    let table = outer.first().map(|first| w.text(*first));
    let container = match table {
        Some(_) => {
            let path: Vec<&str> = outer.iter().map(|part| w.text(*part)).collect();
            let own = path.last().copied().unwrap_or_default();
            Some(Container { path: Name::new(&path.join(".")), name: Name::new(own) })
        }
        None if is_local && w.is_local() => w.builder.container(),
        None => None,
    };
    let kind = if container.is_some() && table.is_some() { SymbolKind::Method } else { SymbolKind::Function };
    w.open_in(whole, range(*last), text, kind, body, container);
    if let Some(first) = outer.first() {
        w.mention(*first, Use::READ);
    }
    if is_local
        && container.is_none()
        && let Some(definition) = w.builder.definition()
    {
        definition.visibility = Visibility::Private;
    }
    if has_self && let Some(table) = table {
        // The receiver is the table, as far as its name shows.
        let value = w.expression(Expression::Name(Name::new(table)));
        let (at, scope) = (whole.start_byte() as u32, w.builder.scope());
        w.builder.named_binding(at, Name::new("self"), scope, Some(value));
        w.bound(Name::new("self"));
    }
    if let Some(parameters) = node.child_by_field_name("parameters") {
        w.parameters(parameters);
    }
    w.maybe(body);
    w.close();
}

fn parameters<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.each_child(node, |w, child| {
        if child.kind() == "identifier" {
            w.bind_parameter(child);
        }
    });
    None
}

/// The parts of `a, b = x, y`.
fn sides<'t>(w: &mut Walker<'t>, node: Node<'t>) -> (Vec<Node<'t>>, Vec<Node<'t>>) {
    let [left, right] = ["variable_list", "expression_list"].map(|kind| w.child(node, kind));
    let mut all = |side: Option<Node<'t>>| side.map(|side| w.named(side)).unwrap_or_default();
    (all(left), all(right))
}

fn local<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let assignment = w.child(node, "assignment_statement").unwrap_or(node);
    let (left, right) = sides(w, assignment);
    for (at, name) in left.iter().enumerate() {
        let value = right.get(at).copied();
        let name_text = Name::new(w.text(*name));
        match value.map(|value| (value, value.kind())) {
            Some((value, "function_call")) if required(w, value).is_some() && left.len() == 1 => {
                if let Some((content, path)) = required(w, value) {
                    w.import_file(range(content), &path, PathRoot::Plain, Some(name_text));
                }
            }
            Some((value, "function_definition")) => function(w, node, *name, value, true, false),
            Some((value, "table_constructor")) if !w.is_local() => {
                w.open(node, *name, name_text, SymbolKind::Variable, None);
                private(w);
                w.value(value, Use::READ);
                w.close();
            }
            value => {
                w.maybe(value.map(|(value, _)| value));
                if w.is_local() {
                    w.bind(*name);
                } else {
                    w.open(node, *name, name_text, SymbolKind::Variable, None);
                    private(w);
                    w.close();
                }
            }
        }
    }
    for value in right.iter().skip(left.len()) {
        w.value(*value, Use::READ);
    }
    None
}

fn private(w: &mut Walker<'_>) {
    if let Some(definition) = w.builder.definition() {
        definition.visibility = Visibility::Private;
    }
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let (left, right) = sides(w, node);
    for (at, name) in left.iter().enumerate() {
        let value = right.get(at).copied();
        if let Some(function_value) = value.filter(|value| value.kind() == "function_definition") {
            function(w, node, *name, function_value, false, false);
            continue;
        }
        w.maybe(value);
        match names(w, *name).as_deref() {
            // What nothing declared is global.
            Some([only]) => {
                let text = Name::new(w.text(*only));
                let is_known = w.is_bound(text) || w.builder.defines(text);
                match is_known {
                    true => {
                        w.mention(*only, Use::WRITE);
                    }
                    false => w.define_once(*only, node, text, SymbolKind::Variable, None),
                }
            }
            Some([table, field]) if !w.is_local() => {
                let owner = Name::new(w.text(*table));
                w.mention(*table, Use::READ);
                let text = Name::new(w.text(*field));
                w.define_once(
                    *field,
                    node,
                    text,
                    SymbolKind::Field,
                    Some(Container { path: owner, name: owner }),
                );
            }
            _ => {
                w.value(*name, Use::WRITE);
            }
        }
    }
    for value in right.iter().skip(left.len()) {
        w.value(*value, Use::READ);
    }
    None
}

/// `return M` at the end of a file: what it offers are the members of that table.
fn returned<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let value = w.child(node, "expression_list").and_then(|list| list.named_child(0));
    if w.builder.container().is_none()
        && !w.is_local()
        && let Some(value) = value.filter(|value| value.kind() == "identifier")
    {
        let name = Name::new(w.text(value));
        w.builder.facts().offered = Some(vec![name]);
    }
    w.children(node);
    None
}

/// The path of `require "a.b"`.
fn required<'t>(w: &mut Walker<'t>, node: Node<'t>) -> Option<(Node<'t>, String)> {
    let name = node.child_by_field_name("name")?;
    let is_path = match w.text(name) {
        "require" => false,
        "dofile" | "loadfile" => true,
        _ => return None,
    };
    let content = w.last_string(node.child_by_field_name("arguments")?, &["string_content"])?;
    let text = w.text(content);
    Some((content, if is_path { text.to_owned() } else { text.replace('.', "/") }))
}

fn call<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some((content, path)) = required(w, node) {
        w.import_file(range(content), &path, PathRoot::Plain, None);
        return None;
    }
    w.call(node, node.child_by_field_name("name"))
}

/// `name = value` in a table: a member of the variable that the table is, if it is one.
fn field<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let (name, value) = (node.child_by_field_name("name"), node.child_by_field_name("value"));
    let function_value = value.filter(|value| value.kind() == "function_definition");
    let Some(name) = name.filter(|name| name.kind() == "identifier") else {
        w.children(node);
        return None;
    };
    let Some(function_value) = function_value.filter(|_| !w.is_local()) else {
        w.maybe(value);
        return None;
    };
    let text = Name::new(w.text(name));
    let kind = if w.builder.container().is_some() { SymbolKind::Method } else { SymbolKind::Function };
    w.open(node, name, text, kind, function_value.child_by_field_name("body"));
    if let Some(parameters) = function_value.child_by_field_name("parameters") {
        w.parameters(parameters);
    }
    w.maybe(function_value.child_by_field_name("body"));
    w.close();
    None
}
