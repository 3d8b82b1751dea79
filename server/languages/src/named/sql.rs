//! SQL: what is created, and the tables and functions that statements name. Columns are members of tables; where they are used
//! is not followed.

use lockstep_facts::{ExpressionId, Name, ReferenceRole, ScopeKind, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker, argument_count};
use crate::builder::range;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_sequel::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("marginalia", Act::Comment),
        ("statement", Act::Do(statement)),
        ("subquery", Act::Block),
        ("create_query", Act::Block),
        ("create_table", Act::Do(create_table)),
        ("create_view", Act::Do(create_table)),
        ("create_materialized_view", Act::Do(create_table)),
        ("create_function", Act::Do(create_function)),
        ("create_procedure", Act::Do(create_function)),
        ("create_trigger", Act::Do(create_trigger)),
        ("create_type", Act::Do(create_type)),
        ("create_sequence", Act::Do(create_sequence)),
        ("create_index", Act::Do(create_index)),
        ("column_definition", Act::Do(column)),
        ("cte", Act::Do(cte)),
        ("relation", Act::Do(relation)),
        ("object_reference", Act::Do(object)),
        ("field", Act::Do(field)),
        ("all_fields", Act::Do(field)),
        ("invocation", Act::Do(invocation)),
        ("function_argument", Act::Skip),
        ("function_language", Act::Skip),
    ],
};

/// What a name is called: letters fold to small ones unless they are quoted.
fn folded(text: &str) -> Name {
    let quoted = text.strip_prefix(['"', '`', '[']).and_then(|text| text.strip_suffix(['"', '`', ']']));
    match quoted {
        Some(inner) => Name::new(inner),
        None => Name::new(&text.to_lowercase()),
    }
}

/// Comments stand in front of statements, not of what they create.
fn statement<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let creates = node.named_child(0).is_some_and(|first| first.kind().starts_with("create_"));
    match creates {
        true => w.children(node),
        false => w.in_scope(ScopeKind::Block, |w| w.children(node)),
    }
    None
}

fn create<'t>(w: &mut Walker<'t>, node: Node<'t>, kind: SymbolKind, body: Option<Node<'t>>) {
    let object = w.child(node, "object_reference");
    let Some(name) = object.and_then(|object| object.child_by_field_name("name")) else {
        w.children(node);
        return;
    };
    w.open_in(node, range(name), folded(w.text(name)), kind, body, None);
    w.children_but(node, object);
    w.close();
}

fn create_table<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = w.child(node, "column_definitions").or_else(|| w.child(node, "create_query"));
    create(w, node, SymbolKind::Struct, body);
    None
}

fn create_function<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = w.child(node, "function_body");
    create(w, node, SymbolKind::Function, body);
    None
}

fn create_trigger<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    create(w, node, SymbolKind::Function, None);
    None
}

fn create_type<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    create(w, node, SymbolKind::TypeAlias, None);
    None
}

fn create_sequence<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    create(w, node, SymbolKind::Variable, None);
    None
}

fn create_index<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("column");
    if let Some(name) = name.filter(|name| name.kind() == "identifier") {
        w.open_in(node, range(name), folded(w.text(name)), SymbolKind::Variable, None, None);
        w.children_but(node, Some(name));
        w.close();
    } else {
        w.children(node);
    }
    None
}

fn column<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    match name.filter(|_| w.in_type()) {
        Some(name) => {
            let container = w.builder.container();
            w.open_in(node, range(name), folded(w.text(name)), SymbolKind::Field, None, container);
            w.children_but(node, Some(name));
            w.close();
        }
        None => w.children(node),
    }
    None
}

/// A name that the whole of the statement sees.
fn bind<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    let name = folded(w.text(node));
    let scope = w.builder.scope();
    w.builder.binding_named(range(node), name, scope);
}

fn cte<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "identifier");
    if let Some(name) = name {
        bind(w, name);
    }
    w.children_but(node, name);
    None
}

fn relation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(alias) = node.child_by_field_name("alias") {
        bind(w, alias);
    }
    w.children(node);
    None
}

fn object<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name")?;
    w.mention_as(range(name), folded(w.text(name)), used)
}

/// `o.id`: the table is named, the column is not followed.
fn field<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(w.child(node, "object_reference"));
    None
}

fn invocation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let called = w.child(node, "object_reference");
    let parameters = w.named(node).len().saturating_sub(1).max(argument_count(node));
    if let Some(called) = called {
        w.value(called, Use { role: ReferenceRole::Call, ..Use::call(parameters) });
    }
    w.children_but(node, called);
    None
}
