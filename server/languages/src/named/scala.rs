//! Scala: packages, members seen from inside, patterns that bind what begins with a small letter.

use lockstep_facts::{Expression, ExpressionId, Name, ReferenceRole, ScopeKind, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table, define, function};
use super::{Use, Walker, argument_count};
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_scala::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("block_comment", Act::Comment),
        ("package_clause", Act::Do(package)),
        ("import_declaration", Act::Do(import)),
        ("class_definition", define(SymbolKind::Class, "name", "body")),
        ("trait_definition", define(SymbolKind::Trait, "name", "body")),
        ("object_definition", define(SymbolKind::Class, "name", "body")),
        ("package_object", define(SymbolKind::Class, "name", "body")),
        ("enum_definition", define(SymbolKind::Enum, "name", "body")),
        ("simple_enum_case", define(SymbolKind::EnumMember, "name", "")),
        ("full_enum_case", define(SymbolKind::EnumMember, "name", "")),
        ("class_parameter", define(SymbolKind::Field, "name", "")),
        ("extends_clause", Act::Do(extends)),
        ("function_definition", function("name", "parameters", "body")),
        ("function_declaration", function("name", "parameters", "")),
        ("val_definition", Act::Do(value)),
        ("var_definition", Act::Do(value)),
        ("val_declaration", Act::Do(value)),
        ("var_declaration", Act::Do(value)),
        ("given_definition", define(SymbolKind::Variable, "name", "body")),
        ("type_definition", define(SymbolKind::TypeAlias, "name", "")),
        ("parameter", Act::Parameter("name")),
        ("binding", Act::Parameter("name")),
        ("lambda_expression", Act::Do(lambda)),
        ("block", Act::Block),
        ("indented_block", Act::Block),
        ("for_expression", Act::Block),
        ("enumerator", Act::Do(enumerator)),
        ("case_clause", Act::Do(case)),
        ("catch_clause", Act::Block),
        ("infix_expression", Act::Do(infix)),
        ("operator_identifier", Act::Skip),
        ("identifier", Act::Do(identifier)),
        ("type_identifier", Act::Type),
        ("type_parameters", Act::Do(type_parameters)),
        ("generic_type", Act::Through),
        ("generic_function", Act::Through),
        ("stable_type_identifier", Act::Do(stable_type)),
        ("field_expression", Act::Member("value", "field")),
        ("call_expression", Act::Call("function")),
        ("instance_expression", Act::Do(instance)),
        ("parenthesized_expression", Act::Through),
        ("arguments", Act::Do(arguments)),
        ("assignment_expression", Act::Do(assignment)),
        ("annotation", Act::Skip),
        ("modifiers", Act::Skip),
        ("access_modifier", Act::Skip),
    ],
};

fn package<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = node.child_by_field_name("body");
    if let Some(name) = node.child_by_field_name("name") {
        let outer = w.builder.facts().scope;
        let own = w.text(name);
        w.builder.facts().scope =
            Name::new(&if outer.is_empty() { own.to_owned() } else { format!("{outer}.{own}") });
    }
    w.maybe(body);
    None
}

fn import<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let mut path: Vec<Node<'t>> = Vec::new();
    let mut selectors = Vec::new();
    let mut wildcard = false;
    for child in w.named(node) {
        match child.kind() {
            "identifier" | "operator_identifier" => path.push(child),
            "namespace_selectors" => selectors = w.named(child),
            "namespace_wildcard" => wildcard = true,
            _ => {}
        }
    }
    let texts: Vec<&str> = path.iter().map(|part| w.text(*part)).collect();
    if wildcard {
        w.import_name(&texts, None, None);
    } else if !selectors.is_empty() {
        for selector in selectors {
            let name = selector.child_by_field_name("name").unwrap_or(selector);
            let alias = selector.child_by_field_name("alias").unwrap_or(name);
            match selector.kind() {
                "namespace_wildcard" => w.import_name(&texts, None, None),
                _ => w.import_name(&texts, Some(name), Some(Name::new(w.text(alias)))),
            }
        }
    } else if let Some((last, outer)) = path.split_last() {
        w.import_name(&texts[..outer.len()], Some(*last), Some(Name::new(w.text(*last))));
    }
    None
}

fn extends<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let arguments = node.child_by_field_name("arguments");
    w.builder.push_header_scope();
    for child in w.named(node) {
        if Some(child) != arguments && child.kind() != "arguments" {
            w.base(child);
        }
    }
    w.builder.pop_scope();
    w.maybe(arguments);
    None
}

fn value<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let pattern = node.child_by_field_name("pattern").or_else(|| node.child_by_field_name("name"));
    match pattern {
        Some(name) if name.kind() == "identifier" => {
            w.define(node, SymbolKind::Variable, Some(name), None, node.child_by_field_name("value"));
        }
        Some(pattern) => {
            w.children_but(node, Some(pattern));
            bind_pattern(w, pattern);
        }
        None => w.children(node),
    }
    None
}

/// In a pattern a name in small letters is bound, and any other one is compared with.
fn bind_pattern<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    match node.kind() {
        "identifier" if w.text(node).starts_with(|c: char| c.is_lowercase() || c == '_') => w.bind(node),
        "identifier"
        | "type_identifier"
        | "stable_identifier"
        | "field_expression"
        | "generic_type"
        | "stable_type_identifier" => {
            w.value(node, Use::READ);
        }
        _ => w.nested((), |w| {
            w.each_child(node, |w, child| {
                if child.is_named() {
                    bind_pattern(w, child);
                }
            });
        }),
    }
}

fn lambda<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.closure(|w| {
        let parameters = node.child_by_field_name("parameters");
        if let Some(parameters) = parameters {
            match parameters.kind() {
                "identifier" => w.bind(parameters),
                _ => w.children(parameters),
            }
        }
        w.children_but(node, parameters);
    });
    None
}

fn enumerator<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    for part in parts.iter().skip(1) {
        w.value(*part, Use::READ);
    }
    if let Some(pattern) = parts.first() {
        match parts.len() {
            1 => {
                w.value(*pattern, Use::READ);
            }
            _ => bind_pattern(w, *pattern),
        }
    }
    None
}

fn case<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Block, |w| {
        let pattern = node.child_by_field_name("pattern");
        if let Some(pattern) = pattern {
            bind_pattern(w, pattern);
        }
        w.children_but(node, pattern);
    });
    None
}

fn infix<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let base = w.maybe_unknown(node.child_by_field_name("left"), Use::READ);
    if let Some(name) = node.child_by_field_name("operator").filter(|name| name.kind() == "identifier") {
        w.member_of(base, name, Use::call(1), false);
    }
    w.maybe(node.child_by_field_name("right"));
    None
}

fn identifier<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    match w.text(node) {
        "this" => Some(w.expression(Expression::SelfValue)),
        "super" => Some(w.expression(Expression::Super)),
        _ => w.mention(node, used),
    }
}

fn type_parameters<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.each_child(node, |w, child| match child.kind() {
        "identifier" | "type_identifier" => w.type_parameter(child, Some(child)),
        _ if child.is_named() => {
            let name = child.child_by_field_name("name");
            w.type_parameter(child, name);
        }
        _ => {}
    });
    None
}

fn stable_type<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let used = if used.role == ReferenceRole::Read { Use::TYPE } else { used };
    let parts = w.named(node);
    let (last, outer) = parts.split_last()?;
    let mut base: Option<ExpressionId> = None;
    for part in outer {
        base = match base {
            None => w.value(*part, Use::READ),
            Some(base) => Some(w.member_of(base, *part, Use::READ, true)),
        };
    }
    match base {
        Some(base) => Some(w.member_of(base, *last, used, true)),
        None => w.mention(*last, used),
    }
}

fn instance<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let class = w.maybe_unknown(parts.first().copied(), Use::call(argument_count(node)));
    for part in parts.into_iter().skip(1) {
        w.value(part, Use::READ);
    }
    Some(w.expression(Expression::New { class, arguments: Box::default() }))
}

/// The name of a named argument is no mention.
fn arguments<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for argument in w.named(node) {
        match argument.kind() {
            "assignment_expression" => {
                w.maybe(argument.child_by_field_name("right"));
            }
            _ => {
                w.value(argument, Use::READ);
            }
        }
    }
    None
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(node.child_by_field_name("right"));
    if let Some(left) = node.child_by_field_name("left") {
        w.value(left, Use::WRITE);
    }
    None
}
