//! Dart: libraries of files, constructors with names, members seen from inside.

use lockstep_facts::{
    Expression, ExpressionId, Import, ImportPath, Name, PathRoot, ReferenceRole, SymbolKind,
};
use tree_sitter::Node;

use super::table::{Act, Table, define};
use super::{Use, Walker, argument_count};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_dart::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("documentation_comment", Act::Comment),
        ("library_import", Act::Do(import)),
        ("library_export", Act::Do(export)),
        ("part_directive", Act::Do(part)),
        ("part_of_directive", Act::Do(part)),
        ("library_name", Act::Skip),
        ("class_declaration", define(SymbolKind::Class, "name", "body")),
        ("mixin_declaration", define(SymbolKind::Class, "name", "body")),
        ("extension_declaration", define(SymbolKind::Class, "name", "body")),
        ("extension_type_declaration", define(SymbolKind::Class, "name", "body")),
        ("enum_declaration", define(SymbolKind::Enum, "name", "body")),
        ("enum_entry", define(SymbolKind::EnumMember, "name", "")),
        ("type_alias", define(SymbolKind::TypeAlias, "#type_identifier", "")),
        ("superclass", Act::Bases),
        ("interfaces", Act::Bases),
        ("mixins", Act::Bases),
        ("member_declaration", Act::Do(member)),
        ("function_declaration", Act::Do(member)),
        ("getter_declaration", Act::Do(member)),
        ("setter_declaration", Act::Do(member)),
        ("external_function_declaration", Act::Do(member)),
        ("local_function_declaration", Act::Do(member)),
        ("initialized_identifier", define(SymbolKind::Variable, "name", "value")),
        ("static_final_declaration", define(SymbolKind::Variable, "name", "value")),
        ("initialized_variable_declaration", define(SymbolKind::Variable, "name", "value")),
        ("formal_parameter", Act::Do(parameter)),
        ("field_formal_parameter", Act::Skip),
        ("super_formal_parameter", Act::Skip),
        ("parameter_type_list", Act::Skip),
        ("field_initializer", Act::Do(field_initializer)),
        ("function_expression", Act::Closure),
        ("block", Act::Block),
        ("for_statement", Act::Do(for_statement)),
        ("catch_clause", Act::Do(catch)),
        ("type_parameter", Act::TypeParameter("#type_identifier")),
        ("type", Act::Through),
        ("type_identifier", Act::Type),
        ("identifier", Act::Name),
        ("this", Act::SelfValue),
        ("super", Act::Super),
        ("member_expression", Act::Member("object", "property")),
        ("call_expression", Act::Call("function")),
        ("new_expression", Act::Do(creation)),
        ("const_object_expression", Act::Do(creation)),
        ("label", Act::Skip),
        ("annotation", Act::Do(annotation)),
        ("parenthesized_expression", Act::Through),
        ("assignment_expression", Act::Do(assignment)),
    ],
};

const SIGNATURES: &[&str] = &[
    "function_signature",
    "getter_signature",
    "setter_signature",
    "operator_signature",
    "constructor_signature",
    "constant_constructor_signature",
    "factory_constructor_signature",
    "redirecting_factory_constructor_signature",
];

/// What holds a signature and perhaps a body.
fn member<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let mut at = node;
    let mut holders = vec![node];
    let mut signature = None;
    for _ in 0..4 {
        let parts = w.named(at);
        signature = parts.iter().copied().find(|part| SIGNATURES.contains(&part.kind()));
        let below = parts
            .iter()
            .copied()
            .find(|part| matches!(part.kind(), "declaration" | "method_declaration" | "method_signature"));
        match below {
            Some(below) if signature.is_none() => {
                at = below;
                holders.push(below);
            }
            _ => break,
        }
    }
    let Some(signature) = signature else {
        w.children(node);
        return None;
    };
    let is_constructor = signature.kind().contains("constructor");
    let mut cursor = signature.walk();
    let names: Vec<Node<'t>> =
        signature.children_by_field_name("name", &mut cursor).filter(|name| name.is_named()).collect();
    let name = if is_constructor { names.last() } else { names.first() };
    let Some(name) = name.copied() else {
        w.children(node);
        return None;
    };
    let kind = match signature.kind() {
        "getter_signature" | "setter_signature" if w.in_type() => SymbolKind::Property,
        _ if is_constructor => SymbolKind::Constructor,
        _ => SymbolKind::Function,
    };
    let body = holders.iter().find_map(|holder| {
        let holder = *holder;
        holder.child_by_field_name("body").or_else(|| w.child(holder, "function_body"))
    });
    let body = body.or_else(|| w.child(at, "initializers"));
    let text = Name::new(w.text(name));
    w.open(node, name, text, kind, body);
    // What a property does is local, too.
    w.local += u32::from(!kind.is_callable());
    w.spelled.push(name.id());
    let parameters = signature.child_by_field_name("parameters");
    for part in w.named(signature) {
        if Some(part) == parameters {
            w.parameters(part);
        } else if !names.contains(&part) {
            w.value(part, Use::READ);
        }
    }
    w.each_part(node, signature);
    w.spelled.pop();
    w.close();
    None
}

fn parameter<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let own = w.child(node, "field_formal_parameter").or_else(|| w.child(node, "super_formal_parameter"));
    let name = own.unwrap_or(node).child_by_field_name("name").or_else(|| w.child(node, "identifier"));
    w.parameter(node, name);
    None
}

/// The text of a library's address.
fn address<'t>(w: &mut Walker<'t>, node: Node<'t>) -> Option<(Node<'t>, &'t str)> {
    let uri = node.child_by_field_name("uri").or_else(|| w.child(node, "uri")).unwrap_or(node);
    let text = w.text(uri).trim_matches(|c| matches!(c, '\'' | '"' | ';' | ' '));
    (!text.is_empty()).then_some((uri, text))
}

fn library<'t>(w: &mut Walker<'t>, node: Node<'t>, local: Option<Name>, re_export: bool) {
    let Some((uri, text)) = address(w, node) else { return };
    if text.starts_with("dart:") {
        return;
    }
    let (path, root) = match text.strip_prefix("package:") {
        Some(rest) => (rest.split_once('/').map_or(rest, |(_, rest)| rest), PathRoot::Plain),
        None => (text, PathRoot::Relative(1)),
    };
    let before = w.builder.item().body.imports.len();
    w.import_file(range(uri), path, root, local);
    if let Some(import) = w.builder.item().body.imports.get_mut(before) {
        import.re_export = re_export;
    }
}

fn import<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let specification = w.child(node, "import_specification").unwrap_or(node);
    let alias = specification.child_by_field_name("alias").map(|alias| Name::new(w.text(alias)));
    let shown: Vec<Node<'t>> = w
        .named(specification)
        .into_iter()
        .filter(|part| part.kind() == "combinator" && w.text(*part).starts_with("show"))
        .collect();
    if shown.is_empty() || alias.is_some() {
        library(w, specification, alias, false);
        return None;
    }
    let (uri, text) = address(w, specification)?;
    let text =
        text.strip_prefix("package:").and_then(|rest| rest.split_once('/')).map_or(text, |(_, rest)| rest);
    let is_plain = w.text(uri).contains("package:");
    for combinator in shown {
        for name in w.named(combinator) {
            let taken = Name::new(w.text(name));
            let scope = w.builder.scope();
            let import = w.builder.import(Import {
                scope,
                path: ImportPath {
                    root: if is_plain { PathRoot::Plain } else { PathRoot::Relative(1) },
                    segments: Box::from([Name::new(text)]),
                },
                name: Some(taken),
                local: Some(taken),
                exported: None,
                wildcard: false,
                re_export: false,
                own: false,
            });
            let target = lockstep_facts::ReferenceTarget::Imported(import);
            w.builder.reference_at(range(name), taken, ReferenceRole::Import, target, None);
        }
    }
    None
}

fn export<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    library(w, node, None, true);
    None
}

/// The parts of a library see each other.
fn part<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if w.text(node).contains(['\'', '"']) {
        library(w, node, None, true);
    }
    None
}

fn field_initializer<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(name) = node.child_by_field_name("name") {
        let base = w.expression(Expression::SelfValue);
        w.member_of(base, name, Use::WRITE, false);
    }
    w.maybe(node.child_by_field_name("value"));
    None
}

fn for_statement<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(lockstep_facts::ScopeKind::Block, |w| {
        let (name, value) = (node.child_by_field_name("name"), node.child_by_field_name("value"));
        w.maybe(value);
        if let Some(name) = name {
            w.bind_all(name);
        }
        w.each_child(node, |w, child| {
            if child.is_named() && Some(child) != name && Some(child) != value {
                w.value(child, Use::READ);
            }
        });
    });
    None
}

fn catch<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        w.bind_all(child);
    }
    None
}

fn creation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let class = w.maybe_unknown(parts.first().copied(), Use::call(argument_count(node)));
    for part in parts.into_iter().skip(1) {
        w.value(part, Use::READ);
    }
    Some(w.expression(Expression::New { class, arguments: Box::default() }))
}

fn annotation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for part in w.named(node) {
        match part.kind() {
            "identifier" => {
                w.mention(part, Use { role: ReferenceRole::Decorate, arguments: None });
            }
            _ => {
                w.value(part, Use::READ);
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
