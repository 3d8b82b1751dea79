//! HCL as Terraform uses it: blocks go by what references call them (`var.region`, `aws_instance.web`).

use lockstep_facts::{Expression, ExpressionId, Name, SymbolKind, TextRange};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker};
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_hcl::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("block", Act::Do(block)),
        ("expression", Act::Do(expression)),
        ("object_elem", Act::Do(element)),
    ],
};

fn block<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let word = parts.first().map_or("", |word| w.text(*word));
    let labels: Vec<Node<'t>> = parts
        .iter()
        .skip(1)
        .filter(|part| matches!(part.kind(), "string_lit" | "identifier"))
        .copied()
        .collect();
    let texts: Vec<&str> = labels.iter().map(|label| w.text(*label).trim_matches('"')).collect();
    let body = w.child(node, "body");
    let is_top = w.builder.container().is_none();
    let (name, kind) = match (word, &texts[..]) {
        ("variable", [name]) => (format!("var.{name}"), SymbolKind::Variable),
        ("output", [name]) => (format!("output.{name}"), SymbolKind::Property),
        ("module", [name]) => (format!("module.{name}"), SymbolKind::Module),
        ("data", [of, name]) => (format!("data.{of}.{name}"), SymbolKind::Struct),
        ("resource", [of, name]) => (format!("{of}.{name}"), SymbolKind::Struct),
        ("locals", []) if is_top => {
            locals(w, body);
            return None;
        }
        _ => {
            w.maybe(body);
            return None;
        }
    };
    match labels.last().filter(|_| is_top) {
        Some(last) => {
            let at = inside(*last);
            w.open_in(node, at, Name::new(&name), kind, body, None);
            w.maybe(body);
            w.close();
        }
        None => {
            w.maybe(body);
        }
    }
    None
}

/// A label without its quotes.
fn inside(label: Node<'_>) -> TextRange {
    let (start, end) = (label.start_byte() as u32, label.end_byte() as u32);
    if label.kind() == "string_lit" && end >= start + 2 {
        TextRange::new(start + 1, end - 1)
    } else {
        TextRange::new(start, end)
    }
}

fn locals<'t>(w: &mut Walker<'t>, body: Option<Node<'t>>) {
    for attribute in body.map(|body| w.named(body)).unwrap_or_default() {
        let Some(name) = w.child(attribute, "identifier") else { continue };
        let text = Name::new(&format!("local.{}", w.text(name)));
        w.open_in(attribute, crate::builder::range(name), text, SymbolKind::Variable, None, None);
        w.children_but(attribute, Some(name));
        w.close();
    }
}

/// `var.region`, `data.aws_ami.ubuntu.id`: as many names as the block goes by are one mention.
fn expression<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let name_of = |w: &Walker<'t>, part: &Node<'t>| match part.kind() {
        "variable_expr" | "get_attr" => w.child(*part, "identifier"),
        _ => None,
    };
    let names: Vec<Node<'t>> = parts.iter().map_while(|part| name_of(w, part)).collect();
    let count = match names.first().map(|first| w.text(*first)) {
        Some("var" | "local" | "module") => 2,
        Some("data") => 3,
        // A resource's type begins with its provider's name.
        Some(first) if first.contains('_') => 2,
        _ => 0,
    };
    let mut id = None;
    if count > 0
        && names.len() >= count
        && let (Some(first), Some(last)) = (names.first(), names.get(count - 1))
    {
        let at = TextRange::new(first.start_byte() as u32, last.end_byte() as u32);
        let words: Vec<&str> = names[..count].iter().map(|name| w.text(*name)).collect();
        let name = Name::new(&words.join("."));
        let expression = w.expression(Expression::Name(name));
        w.refer(at, name, expression, Use::READ);
        id = Some(expression);
    }
    w.each_child(node, |w, child| {
        if child.is_named() && !matches!(child.kind(), "variable_expr" | "get_attr") {
            w.value(child, Use::READ);
        }
    });
    id
}

fn element<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let key = node.child_by_field_name("key");
    let is_word = key.is_some_and(|key| !w.text(key).starts_with('('));
    w.children_but(node, key.filter(|_| is_word));
    None
}
