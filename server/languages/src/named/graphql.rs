//! GraphQL: types of a schema, fragments of documents. Fields of queries are not followed.

use lockstep_facts::{Container, ExpressionId, Name, ReferenceRole, SymbolKind};
use tree_sitter::Node;

use super::comments::documentation;
use super::table::{Act, Table};
use super::{Use, Walker};
use crate::builder::range;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_graphql::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("description", Act::Skip),
        ("object_type_definition", Act::Do(class)),
        ("input_object_type_definition", Act::Do(structure)),
        ("interface_type_definition", Act::Do(interface)),
        ("enum_type_definition", Act::Do(enumeration)),
        ("union_type_definition", Act::Do(alias)),
        ("scalar_type_definition", Act::Do(alias)),
        ("directive_definition", Act::Do(function)),
        ("object_type_extension", Act::Do(extension)),
        ("interface_type_extension", Act::Do(extension)),
        ("input_object_type_extension", Act::Do(extension)),
        ("enum_type_extension", Act::Do(extension)),
        ("field_definition", Act::Do(field)),
        ("input_fields_definition", Act::Do(input_fields)),
        ("arguments_definition", Act::Do(arguments)),
        ("enum_value_definition", Act::Do(enum_value)),
        ("implements_interfaces", Act::Do(implements)),
        ("operation_definition", Act::Do(function)),
        ("fragment_definition", Act::Do(fragment)),
        ("fragment_spread", Act::Do(spread)),
        ("directive", Act::Do(directive)),
        ("named_type", Act::Do(named_type)),
        ("value", Act::Skip),
    ],
};

fn defined<'t>(
    w: &mut Walker<'t>,
    node: Node<'t>,
    name: Option<Node<'t>>,
    kind: SymbolKind,
    body: Option<Node<'t>>,
) {
    let Some(name) = name else {
        w.children(node);
        return;
    };
    if let Some(description) = w.child(node, "description") {
        let text = w.text(description).trim_matches('"');
        w.pending_documentation = Some((documentation(text.lines()), node.start_byte() as u32));
    }
    let text = Name::new(w.text(name));
    if let Some(description) = w.child(node, "description") {
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        w.pending_signature = Some((text, w.signature(description.end_byte(), end)));
    }
    w.open(node, name, text, kind, body);
    w.children_but(node, Some(name));
    w.close();
}

fn holder<'t>(w: &mut Walker<'t>, node: Node<'t>, kind: SymbolKind) -> Option<ExpressionId> {
    let bodies = ["fields_definition", "input_fields_definition", "enum_values_definition", "selection_set"];
    let body = bodies.iter().find_map(|body| w.child(node, body));
    let name = w.child(node, "name");
    defined(w, node, name, kind, body);
    None
}

fn class<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Class)
}

fn structure<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Struct)
}

fn interface<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Interface)
}

fn enumeration<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Enum)
}

fn alias<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::TypeAlias)
}

fn function<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Function)
}

/// What an extension adds is the type's, wherever that stands.
fn extension<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "name")?;
    w.mention(name, Use::TYPE);
    let own = Name::new(w.text(name));
    w.extending(Container { path: own, name: own }, |w| w.children_but(node, Some(name)));
    None
}

fn field<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "name");
    defined(w, node, name, SymbolKind::Field, None);
    None
}

fn input_fields<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        if child.kind() == "input_value_definition" {
            let name = w.child(child, "name");
            defined(w, child, name, SymbolKind::Field, None);
        }
    }
    None
}

/// Arguments are no definitions; their types are mentions.
fn arguments<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        w.children(child);
    }
    None
}

fn enum_value<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "enum_value");
    defined(w, node, name, SymbolKind::EnumMember, None);
    None
}

fn implements<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        match child.kind() {
            "named_type" => w.base(child),
            _ => {
                w.value(child, Use::READ);
            }
        }
    }
    None
}

fn fragment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "fragment_name").and_then(|name| w.child(name, "name"));
    let body = w.child(node, "selection_set");
    defined(w, node, name, SymbolKind::Function, body);
    None
}

fn spread<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "fragment_name").and_then(|name| w.child(name, "name"))?;
    w.mention(name, Use::call(0));
    w.maybe(w.child(node, "directives"));
    None
}

fn directive<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "name")?;
    w.mention(name, Use { role: ReferenceRole::Decorate, arguments: None });
    None
}

fn named_type<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let name = w.child(node, "name")?;
    let role = if used.role == ReferenceRole::Read { ReferenceRole::Type } else { used.role };
    let text = Name::new(w.text(name));
    w.mention_as(range(name), text, Use { role, arguments: None })
}
