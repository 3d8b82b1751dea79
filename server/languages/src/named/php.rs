//! PHP: namespaces, variables with a mark of their own, members behind arrows and colons.

use lockstep_facts::{Expression, ExpressionId, Name, PathRoot, SymbolKind, TextRange};
use tree_sitter::Node;

use super::table::{Act, Table, define, function};
use super::{Use, Walker, argument_count};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("namespace_definition", Act::Do(namespace)),
        ("namespace_use_declaration", Act::Do(use_declaration)),
        ("const_element", define(SymbolKind::Constant, "#name", "")),
        ("interface_declaration", define(SymbolKind::Interface, "name", "body")),
        ("trait_declaration", define(SymbolKind::Trait, "name", "body")),
        ("class_declaration", define(SymbolKind::Class, "name", "body")),
        ("enum_declaration", define(SymbolKind::Enum, "name", "body")),
        ("enum_case", define(SymbolKind::EnumMember, "name", "")),
        ("base_clause", Act::Bases),
        ("class_interface_clause", Act::Bases),
        ("use_declaration", Act::Bases),
        ("property_element", Act::Do(property)),
        ("property_promotion_parameter", Act::Do(promoted)),
        ("method_declaration", Act::Do(method)),
        ("function_definition", function("name", "parameters", "body")),
        ("simple_parameter", Act::Parameter("name")),
        ("variadic_parameter", Act::Parameter("name")),
        ("anonymous_function", Act::Closure),
        ("arrow_function", Act::Closure),
        ("assignment_expression", Act::Do(assignment)),
        ("augmented_assignment_expression", Act::Do(assignment)),
        ("foreach_statement", Act::Do(foreach)),
        ("catch_clause", Act::Do(catch)),
        ("static_variable_declaration", Act::Bind("name")),
        ("variable_name", Act::Do(variable)),
        ("name", Act::Name),
        ("qualified_name", Act::Do(qualified)),
        ("named_type", Act::Do(named_type)),
        ("relative_scope", Act::SelfValue),
        ("member_access_expression", Act::Member("object", "name")),
        ("nullsafe_member_access_expression", Act::Member("object", "name")),
        ("member_call_expression", Act::Do(member_call)),
        ("nullsafe_member_call_expression", Act::Do(member_call)),
        ("scoped_call_expression", Act::Do(member_call)),
        ("class_constant_access_expression", Act::Do(class_constant)),
        ("scoped_property_access_expression", Act::Do(static_property)),
        ("function_call_expression", Act::Call("function")),
        ("object_creation_expression", Act::Do(creation)),
        ("parenthesized_expression", Act::Through),
        ("require_expression", Act::Do(require)),
        ("require_once_expression", Act::Do(require)),
        ("include_expression", Act::Do(require)),
        ("include_once_expression", Act::Do(require)),
        ("argument", Act::Do(argument)),
        ("primitive_type", Act::Skip),
        ("text", Act::Skip),
        ("goto_statement", Act::Skip),
        ("declare_directive", Act::Skip),
    ],
};

fn namespace<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    if let Some(name) = name {
        let scope = Name::new(&w.text(name).replace('\\', "."));
        w.builder.facts().scope = scope;
    }
    w.maybe(node.child_by_field_name("body"));
    None
}

fn use_declaration<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let prefix = w.child(node, "namespace_name").map(|prefix| w.text(prefix)).unwrap_or_default();
    let holder = node.child_by_field_name("body").unwrap_or(node);
    for clause in w.named(holder) {
        if clause.kind() != "namespace_use_clause" {
            continue;
        }
        let alias = clause.child_by_field_name("alias");
        let Some(path) = w.named(clause).into_iter().find(|child| Some(*child) != alias) else { continue };
        let (own, last) = match path.kind() {
            "qualified_name" => {
                (path.child_by_field_name("prefix").map(|own| w.text(own)), w.last_name(path))
            }
            _ => (None, Some(path)),
        };
        let Some(last) = last else { continue };
        let segments: Vec<&str> = prefix
            .split('\\')
            .chain(own.unwrap_or_default().split('\\'))
            .filter(|part| !part.is_empty())
            .collect();
        let local = Name::new(w.text(alias.unwrap_or(last)));
        w.import_name(&segments, Some(last), Some(local));
    }
    None
}

/// `require __DIR__ . '/a.php'`: what is known of the path is its end.
fn require<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    match w.last_string(node, &["string_content"]) {
        Some(content) => {
            let text = w.text(content);
            let from_here = w.text(node).contains("__DIR__") || text.starts_with('.');
            let root = if from_here { PathRoot::Relative(1) } else { PathRoot::Plain };
            w.import_file(range(content), text.trim_start_matches('/'), root, None);
        }
        None => w.children(node),
    }
    None
}

fn method<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let is_constructor = name.is_some_and(|name| w.text(name) == "__construct");
    let kind = if is_constructor { SymbolKind::Constructor } else { SymbolKind::Method };
    w.define(node, kind, name, node.child_by_field_name("parameters"), node.child_by_field_name("body"));
    None
}

/// A property goes by its name without the mark.
fn property<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name")?;
    let container = w.builder.container();
    w.open_in(
        node,
        without_mark(name),
        Name::new(w.text(name).trim_start_matches('$')),
        SymbolKind::Field,
        None,
        container,
    );
    w.children_but(node, Some(name));
    w.close();
    None
}

/// Where a variable's name stands without its mark.
fn without_mark(name: Node<'_>) -> TextRange {
    let at = range(name);
    TextRange::new((at.start + 1).min(at.end), at.end)
}

fn promoted<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    w.parameter(node, name);
    if let (Some(name), Some(container)) = (name, w.type_around()) {
        let text = Name::new(w.text(name).trim_start_matches('$'));
        w.open_in(node, without_mark(name), text, SymbolKind::Field, None, Some(container));
        w.close();
    }
    None
}

fn named_type<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let name = node.named_child(0)?;
    if matches!(w.text(name), "self" | "static" | "parent" | "mixed" | "iterable" | "object" | "never") {
        return None;
    }
    let used = if used.role == lockstep_facts::ReferenceRole::Read { Use::TYPE } else { used };
    w.value(name, used)
}

/// `A\B`: a path from a namespace.
fn qualified<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let last = w.last_name(node)?;
    let prefix = node.child_by_field_name("prefix").map(|prefix| w.text(prefix)).unwrap_or_default();
    let mut base = None;
    for part in prefix.split('\\').filter(|part| !part.is_empty()) {
        let name = Name::new(part);
        base = Some(match base {
            None => w.expression(Expression::Name(name)),
            Some(base) => w.expression(Expression::Path { base, name }),
        });
    }
    match base {
        Some(base) => Some(w.member_of(base, last, used, true)),
        None => w.mention(last, used),
    }
}

fn variable<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    match w.text(node) {
        "$this" => Some(w.expression(Expression::SelfValue)),
        _ => w.mention(node, used),
    }
}

fn argument<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    w.children_but(node, name);
    None
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(node.child_by_field_name("right"));
    if let Some(left) = node.child_by_field_name("left") {
        target(w, left, node);
    }
    None
}

fn target<'t>(w: &mut Walker<'t>, node: Node<'t>, whole: Node<'t>) {
    match node.kind() {
        "variable_name" if w.text(node) != "$this" => w.assign(node, whole, SymbolKind::Variable),
        "list_literal" | "pair" | "array_creation_expression" | "array_element_initializer" | "by_ref" => {
            w.nested((), |w| {
                w.each_child(node, |w, child| {
                    if child.is_named() {
                        target(w, child, whole);
                    }
                });
            });
        }
        _ => {
            w.value(node, Use::WRITE);
        }
    }
}

fn foreach<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = node.child_by_field_name("body");
    let mut parts = w.named(node).into_iter().filter(|child| Some(*child) != body);
    w.maybe(parts.next());
    for part in parts {
        target(w, part, part);
    }
    w.maybe(body);
    None
}

fn catch<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    w.maybe(node.child_by_field_name("type"));
    if let Some(name) = name {
        w.assign(name, name, SymbolKind::Variable);
    }
    w.maybe(node.child_by_field_name("body"));
    None
}

fn member_call<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let object = node.child_by_field_name("object").or_else(|| node.child_by_field_name("scope"));
    let is_parent = object.is_some_and(|object| w.text(object) == "parent");
    let base = match is_parent {
        true => w.expression(Expression::Super),
        false => w.maybe_unknown(object, Use::READ),
    };
    let name = node.child_by_field_name("name");
    let used = Use::call(argument_count(node));
    let callee = match name.filter(|name| name.kind() == "name") {
        Some(name) => w.member_of(base, name, used, false),
        None => {
            w.maybe(name);
            w.unknown()
        }
    };
    w.maybe(node.child_by_field_name("arguments"));
    Some(w.expression(Expression::Call { callee, arguments: Box::default() }))
}

fn class_constant<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let base = w.maybe_unknown(parts.first().copied(), Use::READ);
    let name = parts.get(1).filter(|name| name.kind() == "name" && w.text(**name) != "class")?;
    Some(w.member_of(base, *name, used, false))
}

fn static_property<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let base = w.maybe_unknown(node.child_by_field_name("scope"), Use::READ);
    let name = node.child_by_field_name("name").and_then(|name| name.named_child(0))?;
    Some(w.member_of(base, name, used, false))
}

fn creation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let used = Use::call(argument_count(node));
    let parts = w.named(node);
    let class = match parts.first().filter(|class| !matches!(w.text(**class), "static" | "self" | "parent")) {
        Some(class) => w.maybe_unknown(Some(*class), used),
        None => w.expression(Expression::SelfType),
    };
    for part in parts.into_iter().skip(1) {
        w.value(part, Use::READ);
    }
    Some(w.expression(Expression::New { class, arguments: Box::default() }))
}
