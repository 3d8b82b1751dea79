//! Kotlin: packages, members seen from inside, extensions.

use lockstep_facts::{DefinitionFlags, ExpressionId, Name, ReferenceRole, ScopeKind, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table, define};
use super::{Use, Walker};

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    nodes: &[
        ("line_comment", Act::Comment),
        ("block_comment", Act::Comment),
        ("package_header", Act::Do(package)),
        ("import", Act::Do(import)),
        ("class_declaration", Act::Do(class)),
        ("object_declaration", define(SymbolKind::Class, "name", "#class_body")),
        ("companion_object", Act::Do(companion)),
        ("enum_entry", define(SymbolKind::EnumMember, "#identifier", "")),
        ("type_alias", define(SymbolKind::TypeAlias, "type", "")),
        ("class_parameter", Act::Do(class_parameter)),
        ("delegation_specifiers", Act::Bases),
        ("delegation_specifier", Act::Through),
        ("constructor_invocation", Act::Through),
        ("explicit_delegation", Act::Through),
        ("function_declaration", Act::Do(function)),
        ("secondary_constructor", Act::Do(constructor)),
        ("constructor_delegation_call", Act::Do(delegation)),
        ("property_declaration", Act::Do(property)),
        ("multi_variable_declaration", Act::Bind("#variable_declaration")),
        ("parameter", Act::Parameter("#identifier")),
        ("function_type_parameters", Act::Skip),
        ("lambda_parameters", Act::Do(lambda_parameters)),
        ("lambda_literal", Act::Closure),
        ("anonymous_function", Act::Closure),
        ("anonymous_initializer", Act::Block),
        ("block", Act::Block),
        ("control_structure_body", Act::Block),
        ("for_statement", Act::Do(for_statement)),
        ("when_subject", Act::Do(subject)),
        ("when_expression", Act::Block),
        ("catch_block", Act::Do(catch)),
        ("type_parameter", Act::TypeParameter("#identifier")),
        ("user_type", Act::Do(user_type)),
        ("nullable_type", Act::Through),
        ("identifier", Act::Name),
        ("this_expression", Act::SelfValue),
        ("super_expression", Act::Super),
        ("navigation_expression", Act::Do(navigation)),
        ("call_expression", Act::Call("")),
        ("parenthesized_expression", Act::Through),
        ("value_argument", Act::Do(value_argument)),
        ("annotation", Act::Do(annotation)),
        ("label", Act::Skip),
        ("getter", Act::Block),
        ("setter", Act::Block),
    ],
};

fn package<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(name) = node.named_child(0) {
        let scope = Name::new(&w.text(name).split_whitespace().collect::<String>());
        w.builder.facts().scope = scope;
    }
    None
}

fn import<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let path = w.child(node, "qualified_identifier")?;
    let names = w.named(path);
    let alias = w.child(node, "identifier");
    let is_wildcard = w.text(node).trim_end().ends_with('*');
    let texts: Vec<&str> = names.iter().map(|name| w.text(*name)).collect();
    match names.split_last() {
        Some((last, outer)) if !is_wildcard => {
            let local = Name::new(w.text(alias.unwrap_or(*last)));
            w.import_name(&texts[..outer.len()], Some(*last), Some(local));
        }
        _ => w.import_name(&texts, None, None),
    }
    None
}

fn class<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let enum_body = w.child(node, "enum_class_body");
    let body = enum_body.or_else(|| w.child(node, "class_body"));
    let is_interface = w.has_word(node, "interface");
    let kind = match enum_body {
        Some(_) => SymbolKind::Enum,
        None if is_interface => SymbolKind::Interface,
        None => SymbolKind::Class,
    };
    w.define(node, kind, name, None, body);
    None
}

/// What stands in a companion are members of the class.
fn companion<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = w.child(node, "class_body");
    w.maybe(body);
    None
}

/// `val` and `var` among a class's parameters are fields.
fn class_parameter<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = w.child(node, "identifier");
    w.define(node, SymbolKind::Field, name, None, None);
    None
}

/// A function with a receiver in front of its name is found like one of its members.
fn function<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let receiver = w.child(node, "user_type").or_else(|| w.child(node, "nullable_type"));
    if let (Some(name), Some(receiver)) = (name, receiver) {
        w.pending_flags.set(DefinitionFlags::EXTENSION, receiver.end_byte() <= name.start_byte());
    }
    let (parameters, body) = (w.child(node, "function_value_parameters"), w.child(node, "function_body"));
    w.define(node, SymbolKind::Function, name, parameters, body);
    None
}

fn constructor<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let body = w.child(node, "block").or_else(|| w.child(node, "constructor_delegation_call"));
    let word = w.word(node, "constructor")?;
    let parameters = w.child(node, "function_value_parameters");
    w.open(node, word, Name::new("constructor"), SymbolKind::Constructor, body);
    w.definition_parts(node, parameters);
    w.close();
    None
}

fn delegation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(w.child(node, "value_arguments"));
    None
}

fn property<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(pattern) = w.child(node, "multi_variable_declaration") {
        w.children_but(node, Some(pattern));
        w.bind_all(pattern);
        return None;
    }
    let declared = w.child(node, "variable_declaration");
    let name = declared.and_then(|declared| w.child(declared, "identifier"));
    let is_constant = w.child(node, "modifiers").is_some_and(|modifiers| w.text(modifiers).contains("const"));
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    w.define(node, kind, name, None, None);
    None
}

fn lambda_parameters<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        w.bind_declared(child);
    }
    None
}

fn for_statement<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Block, |w| {
        let parts = w.named(node);
        if let Some((declared, rest)) = parts.split_first() {
            w.maybe(rest.first().copied());
            w.bind_declared(*declared);
            for part in rest.iter().skip(1) {
                w.value(*part, Use::READ);
            }
        }
    });
    None
}

fn subject<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let declared = w.child(node, "variable_declaration");
    w.children_but(node, declared);
    if let Some(declared) = declared {
        w.bind_declared(declared);
    }
    None
}

fn catch<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Block, |w| {
        let name = w.child(node, "identifier");
        if let Some(name) = name {
            w.bind(name);
        }
        w.children_but(node, name);
    });
    None
}

/// `a.b.C<D>`.
fn user_type<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let used = if used.role == ReferenceRole::Read { Use::TYPE } else { used };
    let mut base = None;
    for child in w.named(node) {
        if child.kind() == "identifier" {
            base = match base {
                None => w.mention(child, used),
                Some(base) => Some(w.member_of(base, child, used, true)),
            };
        } else {
            w.value(child, Use::READ);
        }
    }
    base
}

fn navigation<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let parts = w.named(node);
    let (last, first) = parts.split_last()?;
    let base = w.maybe_unknown(first.first().copied(), Use::READ);
    match last.kind() {
        "identifier" => Some(w.member_of(base, *last, used, false)),
        _ => w.maybe(Some(*last)),
    }
}

/// The name of a named argument is no mention.
fn value_argument<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let named = w.has_word(node, "=");
    let name = if named { node.named_child(0) } else { None };
    w.children_but(node, name);
    None
}

fn annotation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    for child in w.named(node) {
        let used = Use { role: ReferenceRole::Decorate, arguments: None };
        w.value(child, used);
    }
    None
}
