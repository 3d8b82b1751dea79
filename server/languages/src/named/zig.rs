//! Zig: files are structs, types are values that constants hold.

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, Import, ImportPath, Name, PathRoot, ReferenceRole,
    ReferenceTarget, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_zig::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("variable_declaration", Act::Do(variable)),
        ("function_declaration", Act::Do(function)),
        ("parameter", Act::Parameter("name")),
        ("container_field", Act::Do(field)),
        ("error_set_declaration", Act::Do(errors)),
        ("test_declaration", Act::Do(test)),
        ("payload", Act::Bind("")),
        ("block", Act::Block),
        ("if_statement", Act::Block),
        ("if_expression", Act::Block),
        ("while_statement", Act::Block),
        ("for_statement", Act::Block),
        ("switch_case", Act::Block),
        ("field_expression", Act::Do(member)),
        ("call_expression", Act::Call("function")),
        ("struct_initializer", Act::Do(initializer)),
        ("builtin_function", Act::Do(builtin)),
        ("identifier", Act::Name),
        ("block_label", Act::Skip),
        ("break_label", Act::Skip),
        ("assignment_expression", Act::Do(assignment)),
    ],
};

/// The file of `@import("x.zig")`.
fn imported<'t>(w: &mut Walker<'t>, node: Node<'t>) -> Option<(Node<'t>, &'t str)> {
    let name = (node.kind() == "builtin_function").then(|| node.named_child(0))??;
    (w.text(name) == "@import").then_some(())?;
    let content = w.last_string(node, &["string_content"])?;
    Some((content, w.text(content)))
}

/// Files are found from here, packages elsewhere.
fn root(path: &str) -> PathRoot {
    if path.ends_with(".zig") { PathRoot::Relative(1) } else { PathRoot::Plain }
}

fn variable<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let declared = node.child_by_field_name("type");
    let name = parts.first().copied().filter(|name| name.kind() == "identifier");
    let value = parts.last().copied().filter(|value| Some(*value) != name && Some(*value) != declared);
    let Some(name) = name else {
        w.children(node);
        return None;
    };
    let text = Name::new(w.text(name));
    if !(w.has_word(node, "const") || w.has_word(node, "var")) {
        // `_ = x`.
        for part in parts.iter().skip(1) {
            w.value(*part, Use::READ);
        }
        return None;
    }
    if let Some(value) = value {
        if let Some((content, path)) = imported(w, value) {
            w.import_file(range(content), path, root(path), Some(text));
            return None;
        }
        let object = value.child_by_field_name("object").filter(|_| value.kind() == "field_expression");
        if let Some((content, path)) = object.and_then(|object| imported(w, object))
            && let Some(member) = value.child_by_field_name("member")
        {
            let taken = Name::new(w.text(member));
            let scope = w.builder.scope();
            let import = w.builder.import(Import {
                scope,
                path: ImportPath { root: root(path), segments: Box::from([Name::new(path)]) },
                name: Some(taken),
                local: Some(text),
                exported: None,
                wildcard: false,
                re_export: false,
                own: false,
            });
            let segment = ReferenceTarget::ImportSegment { import, segment: 0 };
            w.builder.reference_at(range(content), Name::stem_of(path), ReferenceRole::Import, segment, None);
            let target = ReferenceTarget::Imported(import);
            w.builder.reference_at(range(member), taken, ReferenceRole::Import, target, None);
            return None;
        }
    }
    let kind = match value.map_or("", |value| value.kind()) {
        "struct_declaration" | "opaque_declaration" => SymbolKind::Struct,
        "union_declaration" => SymbolKind::Struct,
        "enum_declaration" | "error_set_declaration" => SymbolKind::Enum,
        _ if w.has_word(node, "const") => SymbolKind::Constant,
        _ => SymbolKind::Variable,
    };
    let is_type = kind.is_type();
    w.define(node, kind, Some(name), None, value.filter(|_| is_type));
    None
}

fn function<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = node.child_by_field_name("body");
    let Some(name) = node.child_by_field_name("name") else {
        w.children(node);
        return None;
    };
    let is_public = w.has_word(node, "pub") || w.has_word(node, "export");
    let text = Name::new(w.text(name));
    w.open(node, name, text, SymbolKind::Function, body);
    if !is_public && let Some(definition) = w.builder.definition() {
        definition.visibility = Visibility::Private;
    }
    w.spelled.push(name.id());
    let parameters = w.child(node, "parameters");
    w.definition_parts(node, parameters);
    w.spelled.pop();
    w.close();
    None
}

fn field<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let in_enum = w.opened.last().is_some_and(|open| open.kind == SymbolKind::Enum);
    let kind = if in_enum { SymbolKind::EnumMember } else { SymbolKind::Field };
    let name = node.child_by_field_name("name").filter(|_| w.in_type());
    w.define(node, kind, name, None, None);
    None
}

fn errors<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let is_defined = w.in_type();
    for name in w.named(node).into_iter().filter(|name| is_defined && name.kind() == "identifier") {
        let text = Name::new(w.text(name));
        w.open(name, name, text, SymbolKind::EnumMember, None);
        w.close();
    }
    None
}

fn test<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let (name, body) =
        (w.child(node, "string").and_then(|name| w.child(name, "string_content")), w.child(node, "block"));
    let Some(name) = name else {
        w.children(node);
        return None;
    };
    let text = Name::new(w.text(name));
    w.open(node, name, text, SymbolKind::Function, body);
    if let Some(definition) = w.builder.definition() {
        definition.flags.set(DefinitionFlags::TEST, true);
        definition.visibility = Visibility::Private;
    }
    w.maybe(body);
    w.close();
    None
}

/// `.a` alone is a field of what is made, or a value of what is expected.
fn member<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let object = node.child_by_field_name("object")?;
    let base = w.maybe_unknown(Some(object), Use::READ);
    let name = node.child_by_field_name("member").filter(|name| name.kind() == "identifier")?;
    Some(w.member_of(base, name, used, false))
}

fn initializer<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let class = w.maybe_unknown(parts.first().copied(), Use::call(0));
    for part in parts.into_iter().skip(1) {
        w.value(part, Use::READ);
    }
    Some(w.expression(Expression::New { class, arguments: Box::default() }))
}

fn builtin<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some((content, path)) = imported(w, node) {
        w.import_file(range(content), path, root(path), None);
        return None;
    }
    let name = node.named_child(0);
    let is_self = name.is_some_and(|name| w.text(name) == "@This");
    w.children_but(node, name);
    is_self.then(|| w.expression(Expression::SelfType))
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(node.child_by_field_name("right"));
    if let Some(left) = node.child_by_field_name("left") {
        w.value(left, Use::WRITE);
    }
    None
}
