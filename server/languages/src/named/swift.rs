//! Swift: types and their extensions, members seen from inside, labels of arguments.

use lockstep_facts::{Container, Expression, ExpressionId, Name, ReferenceRole, ScopeKind, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table, define, function};
use super::{Use, Walker};
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_swift::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("multiline_comment", Act::Comment),
        ("import_declaration", Act::Skip),
        ("class_declaration", Act::Do(class)),
        ("protocol_declaration", define(SymbolKind::Interface, "name", "body")),
        ("inheritance_specifier", Act::Bases),
        ("function_declaration", function("name", "", "body")),
        ("protocol_function_declaration", function("name", "", "")),
        ("init_declaration", Act::Do(constructor)),
        ("property_declaration", Act::Do(property)),
        ("protocol_property_declaration", Act::Do(property)),
        ("enum_entry", Act::Do(enum_entry)),
        ("typealias_declaration", define(SymbolKind::TypeAlias, "name", "")),
        ("associatedtype_declaration", define(SymbolKind::TypeAlias, "name", "")),
        ("parameter", Act::Do(parameter)),
        ("lambda_parameter", Act::Parameter("name")),
        ("lambda_literal", Act::Closure),
        ("value_argument_label", Act::Skip),
        ("if_statement", Act::Do(conditional)),
        ("while_statement", Act::Do(conditional)),
        ("guard_statement", Act::Do(guard)),
        ("for_statement", Act::Do(for_statement)),
        ("switch_entry", Act::Block),
        ("catch_block", Act::Block),
        ("do_statement", Act::Block),
        ("computed_property", Act::Block),
        ("pattern", Act::Do(pattern)),
        ("type_parameter", Act::TypeParameter("#type_identifier")),
        ("user_type", Act::Do(user_type)),
        ("type_identifier", Act::Type),
        ("simple_identifier", Act::Do(identifier)),
        ("self_expression", Act::SelfValue),
        ("super_expression", Act::Super),
        ("navigation_expression", Act::Do(navigation)),
        ("prefix_expression", Act::Do(prefix)),
        ("call_expression", Act::Call("")),
        ("attribute", Act::Skip),
        ("directly_assignable_expression", Act::Through),
        ("try_expression", Act::Do(last)),
        ("await_expression", Act::Do(last)),
        ("assignment", Act::Do(assignment)),
    ],
};

fn class<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let word = node.child_by_field_name("declaration_kind").map_or("class", |word| w.text(word));
    let (name, body) = (node.child_by_field_name("name"), node.child_by_field_name("body"));
    let kind = match word {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "extension" => {
            // Its members are the type's, wherever that stands.
            let name = name?;
            w.value(name, Use::TYPE);
            let text = w.text(name).split('<').next().unwrap_or_default();
            let own = Name::new(text.rsplit('.').next().unwrap_or(text));
            let container = Container { path: Name::new(text), name: own };
            w.extending(container, |w| w.children_but(node, Some(name)));
            return None;
        }
        _ => SymbolKind::Class,
    };
    w.define(node, kind, name, None, body);
    None
}

fn constructor<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name")?;
    w.open(node, name, Name::new("init"), SymbolKind::Constructor, node.child_by_field_name("body"));
    w.definition_parts(node, None);
    w.close();
    None
}

fn parameter<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let label = node.child_by_field_name("external_name");
    w.each_child(node, |w, child| {
        if child.is_named() && Some(child) != name && Some(child) != label {
            w.value(child, Use::READ);
        }
    });
    if let Some(name) = name {
        let outer = std::mem::replace(&mut w.in_parameters, true);
        w.bind_parameter(name);
        w.in_parameters = outer;
    }
    None
}

fn property<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let bound = node.child_by_field_name("name");
    let name = bound.and_then(|pattern| pattern.child_by_field_name("bound_identifier"));
    match (bound, name) {
        (_, Some(name)) => {
            let body = node.child_by_field_name("computed_value");
            w.define(node, SymbolKind::Variable, Some(name), None, body);
        }
        (Some(bound), None) => {
            w.children_but(node, Some(bound));
            w.bind_all(bound);
        }
        (None, None) => w.children(node),
    }
    None
}

fn enum_entry<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        if child.kind() == "simple_identifier" {
            let name = Name::new(w.text(child));
            w.open(child, child, name, SymbolKind::EnumMember, None);
            w.close();
        } else {
            w.value(child, Use::READ);
        }
    }
    None
}

/// Conditions may bind names: `if let x = y`, `if case .a(let x) = y`.
fn conditions<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    let bound = w.grammar.field("bound_identifier");
    let mut late = Vec::new();
    let mut behind_dot = false;
    w.each_field(node, |w, child, field| {
        if !child.is_named() {
            behind_dot = child.kind() == ".";
            return;
        }
        if field == bound {
            late.push(child);
            return;
        }
        if std::mem::take(&mut behind_dot) && child.kind() == "simple_identifier" {
            let base = w.unknown();
            w.member_of(base, child, Use::READ, false);
            return;
        }
        if child.kind() == "statements" {
            for name in late.drain(..) {
                w.bind(name);
            }
        }
        w.value(child, Use::READ);
    });
    for name in late {
        w.bind(name);
    }
}

fn conditional<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Block, |w| conditions(w, node));
    None
}

/// What a guard binds is seen by what follows it.
fn guard<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    conditions(w, node);
    None
}

fn for_statement<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Block, |w| {
        let (item, collection) = (node.child_by_field_name("item"), node.child_by_field_name("collection"));
        w.maybe(collection);
        w.maybe(item);
        w.each_child(node, |w, child| {
            if child.is_named() && Some(child) != item && Some(child) != collection {
                w.value(child, Use::READ);
            }
        });
    });
    None
}

fn pattern<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let bound = w.grammar.field("bound_identifier");
    let mut behind_dot = false;
    w.each_field(node, |w, child, field| {
        if !child.is_named() {
            behind_dot = child.kind() == ".";
        } else if field == bound {
            if !w.is_spelled(child) {
                w.bind(child);
            }
        } else if std::mem::take(&mut behind_dot) && child.kind() == "simple_identifier" {
            let base = w.unknown();
            w.member_of(base, child, Use::READ, false);
        } else {
            w.value(child, Use::READ);
        }
    });
    None
}

fn user_type<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let used = if used.role == ReferenceRole::Read { Use::TYPE } else { used };
    let mut base = None;
    for child in w.named(node) {
        if child.kind() == "type_identifier" {
            base = match base {
                None if w.text(child) == "Self" => Some(w.expression(Expression::SelfType)),
                None => w.mention(child, used),
                Some(base) => Some(w.member_of(base, child, used, true)),
            };
        } else {
            w.value(child, Use::READ);
        }
    }
    base
}

fn identifier<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    match w.text(node) {
        "Self" => Some(w.expression(Expression::SelfType)),
        text if text.starts_with('$') => None,
        _ => w.mention(node, used),
    }
}

fn navigation<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let base = w.maybe_unknown(node.child_by_field_name("target"), Use::READ);
    let suffix = node.child_by_field_name("suffix")?;
    let name = suffix.child_by_field_name("suffix").filter(|name| name.kind() == "simple_identifier")?;
    Some(w.member_of(base, name, used, false))
}

/// `.small`: a member of what is expected.
fn prefix<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let is_member = node.child_by_field_name("operation").is_some_and(|operation| operation.kind() == ".");
    let target = node.child_by_field_name("target");
    match target.filter(|target| is_member && target.kind() == "simple_identifier") {
        Some(name) => {
            let base = w.unknown();
            Some(w.member_of(base, name, used, false))
        }
        None => w.maybe(target),
    }
}

fn last<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let inner = w.named(node).last().copied()?;
    w.value(inner, used)
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(node.child_by_field_name("result"));
    if let Some(target) = node.child_by_field_name("target") {
        w.value(target, Use::WRITE);
    }
    None
}
