//! Protocol buffers: packages, messages in each other, types by paths.

use lockstep_facts::{Expression, ExpressionId, Name, PathRoot, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table, define};
use super::{Use, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_proto::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("package", Act::Do(package)),
        ("import", Act::Do(import)),
        ("message", define(SymbolKind::Struct, "#message_name #identifier", "#message_body")),
        ("enum", define(SymbolKind::Enum, "#enum_name #identifier", "#enum_body")),
        ("service", define(SymbolKind::Interface, "#service_name #identifier", "")),
        ("rpc", define(SymbolKind::Method, "#rpc_name #identifier", "")),
        ("field", define(SymbolKind::Field, "#identifier", "")),
        ("map_field", define(SymbolKind::Field, "#identifier", "")),
        ("oneof_field", define(SymbolKind::Field, "#identifier", "")),
        ("enum_field", define(SymbolKind::EnumMember, "#identifier", "")),
        ("message_or_enum_type", Act::Do(type_path)),
        ("option", Act::Skip),
        ("field_options", Act::Skip),
        ("reserved", Act::Skip),
    ],
};

fn package<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(name) = w.child(node, "full_ident") {
        let scope = Name::new(w.text(name));
        w.builder.facts().scope = scope;
    }
    None
}

fn import<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let path = node.child_by_field_name("path")?;
    let text = w.text(path).trim_matches(['"', '\'']);
    let at = range(path);
    w.import_file(
        lockstep_facts::TextRange::new(at.start + 1, at.end.max(at.start + 2) - 1),
        text,
        PathRoot::Plain,
        None,
    );
    None
}

fn type_path<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let (last, outer) = parts.split_last()?;
    let mut base = None;
    for part in outer {
        let name = Name::new(w.text(*part));
        base = Some(match base {
            None => w.expression(Expression::Name(name)),
            Some(base) => w.expression(Expression::Path { base, name }),
        });
    }
    match base {
        Some(base) => Some(w.member_of(base, *last, Use::TYPE, true)),
        None => w.mention(*last, Use::TYPE),
    }
}
