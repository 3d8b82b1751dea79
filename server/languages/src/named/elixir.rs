//! Elixir: everything is a call, definitions too; functions of several clauses; modules with dots in their names.

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, Import, ImportPath, Name, PathRoot, ReferenceRole,
    ReferenceTarget, ScopeKind, SymbolKind, TextRange, Visibility,
};
use tree_sitter::Node;

use super::comments::documentation;
use super::table::{Act, Table};
use super::{Use, Walker, argument_count};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_elixir::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Skip),
        ("call", Act::Do(call)),
        ("unary_operator", Act::Do(unary)),
        ("binary_operator", Act::Do(binary)),
        ("identifier", Act::Do(identifier)),
        ("alias", Act::Do(alias)),
        ("dot", Act::Do(dot)),
        ("stab_clause", Act::Do(clause)),
        ("do_block", Act::Block),
        ("else_block", Act::Block),
        ("rescue_block", Act::Block),
        ("after_block", Act::Block),
        ("catch_block", Act::Block),
        ("keyword", Act::Skip),
        ("atom", Act::Skip),
        ("charlist", Act::Skip),
        ("block", Act::Through),
    ],
};

fn call<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let target = node.child_by_field_name("target");
    let word = target.filter(|target| target.kind() == "identifier").map_or("", |target| w.text(target));
    let arguments = w.child(node, "arguments");
    let parts = arguments.map(|arguments| w.named(arguments)).unwrap_or_default();
    match (word, parts.first().copied()) {
        ("defmodule" | "defprotocol", Some(name)) if name.kind() == "alias" => {
            let kind = if word == "defprotocol" { SymbolKind::Interface } else { SymbolKind::Module };
            module(w, node, name, kind, &[]);
            return None;
        }
        ("defimpl", Some(protocol)) if protocol.kind() == "alias" => {
            w.value(protocol, Use { role: ReferenceRole::Implement, arguments: None });
            let subject = parts.get(1).and_then(|keywords| w.last_string(*keywords, &["alias"]));
            let outer: Vec<&str> = w.text(protocol).split('.').collect();
            match subject {
                Some(subject) => {
                    w.value(subject, Use::READ);
                    module(w, node, subject, SymbolKind::Module, &outer);
                }
                None => w.children(node),
            }
            return None;
        }
        (
            "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate",
            Some(head),
        ) => {
            function(w, node, word, head);
            return None;
        }
        ("test", Some(name)) if name.kind() == "string" => {
            test(w, node, name);
            return None;
        }
        ("alias" | "import" | "require" | "use", Some(path)) if matches!(path.kind(), "alias" | "dot") => {
            import(w, word, path, &parts);
            return None;
        }
        ("defstruct", Some(_)) if w.in_holder() => {
            fields(w, arguments?);
            return None;
        }
        _ => {}
    }
    let callee = match target {
        Some(target) if target.kind() == "identifier" => w.mention(target, Use::call(argument_count(node))),
        Some(target) => w.value(target, Use::call(argument_count(node))),
        None => None,
    };
    w.children_but(node, target);
    let callee = callee.unwrap_or_else(|| w.unknown());
    Some(w.expression(Expression::Call { callee, arguments: Box::default() }))
}

/// Where the last part of `A.B` stands.
fn last_part(w: &Walker<'_>, node: Node<'_>) -> TextRange {
    let at = range(node);
    let own = w.text(node).rsplit('.').next().map_or(0, str::len) as u32;
    TextRange::new(at.end - own, at.end)
}

fn module<'t>(w: &mut Walker<'t>, node: Node<'t>, name: Node<'t>, kind: SymbolKind, outer: &[&str]) {
    let written: Vec<&str> = outer.iter().copied().chain(w.text(name).split('.')).collect();
    let Some((last, before)) = written.split_last() else { return };
    let body = w.child(node, "do_block");
    let container = w.container_of(before);
    let at = last_part(w, name);
    w.open_in(node, at, Name::new(last), kind, body, container);
    if let Some(body) = body {
        w.children(body);
    }
    w.close();
}

fn function<'t>(w: &mut Walker<'t>, node: Node<'t>, word: &str, head: Node<'t>) {
    let body = w.child(node, "do_block");
    let is_guarded = head.kind() == "binary_operator"
        && head.child_by_field_name("operator").is_some_and(|operator| w.text(operator) == "when");
    let signature = if is_guarded { head.child_by_field_name("left").unwrap_or(head) } else { head };
    let name = match signature.kind() {
        "identifier" => Some(signature),
        "call" => signature.child_by_field_name("target").filter(|name| name.kind() == "identifier"),
        _ => None,
    };
    let Some(name) = name else {
        w.children_but(node, None);
        return;
    };
    let text = Name::new(w.text(name));
    let kind = if word.starts_with("defmacro") { SymbolKind::Macro } else { SymbolKind::Function };
    let is_first = w.open_clause(node, name, text, kind, body);
    if matches!(word, "defp" | "defmacrop" | "defguardp")
        && let Some(definition) = w.builder.definition()
    {
        definition.visibility = Visibility::Private;
    }
    // The macros of this language are called like functions.
    w.local += u32::from(!kind.is_callable());
    let arguments = w.child(signature, "arguments").filter(|_| signature.kind() == "call");
    if let Some(arguments) = arguments {
        let outer = std::mem::replace(&mut w.in_parameters, is_first);
        for argument in w.named(arguments) {
            match argument.kind() {
                "identifier" => w.bind_parameter(argument),
                _ => pattern(w, argument),
            }
        }
        w.in_parameters = outer;
    }
    if is_guarded {
        w.maybe(head.child_by_field_name("right"));
    }
    let holder = w.child(node, "arguments");
    for part in holder.map(|holder| w.named(holder)).unwrap_or_default().into_iter().skip(1) {
        w.value(part, Use::READ);
    }
    w.maybe(body);
    w.close_clause();
}

fn test<'t>(w: &mut Walker<'t>, node: Node<'t>, name: Node<'t>) {
    let body = w.child(node, "do_block");
    let content = w.child(name, "quoted_content").unwrap_or(name);
    let text = Name::new(w.text(content));
    w.open(node, content, text, SymbolKind::Function, body);
    if let Some(definition) = w.builder.definition() {
        definition.flags.set(DefinitionFlags::TEST, true);
        definition.visibility = Visibility::Private;
    }
    let arguments = w.child(node, "arguments");
    for part in arguments.map(|arguments| w.named(arguments)).unwrap_or_default().into_iter().skip(1) {
        pattern(w, part);
    }
    w.maybe(body);
    w.close();
}

fn fields<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    w.nested((), |w| {
        for child in w.named(node) {
            let (name, value) = match child.kind() {
                "atom" => (child, None),
                "pair" => match child.child_by_field_name("key") {
                    Some(key) => (key, child.child_by_field_name("value")),
                    None => continue,
                },
                _ => {
                    fields(w, child);
                    continue;
                }
            };
            let text = w.text(name).trim().trim_matches(':');
            let at = TextRange::new(
                name.start_byte() as u32 + u32::from(w.text(name).starts_with(':')),
                name.start_byte() as u32 + u32::from(w.text(name).starts_with(':')) + text.len() as u32,
            );
            let container = w.builder.container();
            w.open_in(child, at, Name::new(text), SymbolKind::Field, None, container);
            w.maybe(value);
            w.close();
        }
    });
}

fn import<'t>(w: &mut Walker<'t>, word: &str, path: Node<'t>, parts: &[Node<'t>]) {
    let mut modules: Vec<(Vec<&'t str>, TextRange)> = Vec::new();
    match path.kind() {
        "alias" => modules.push((w.text(path).split('.').collect(), last_part(w, path))),
        // `alias A.{B, C}`.
        _ => {
            let left = path.child_by_field_name("left").map_or("", |left| w.text(left));
            let right = path.child_by_field_name("right").map(|right| w.named(right)).unwrap_or_default();
            for name in right {
                let segments = left.split('.').chain(w.text(name).split('.')).collect();
                modules.push((segments, last_part(w, name)));
            }
        }
    }
    let renamed =
        parts.get(1).filter(|_| word == "alias").and_then(|keywords| w.last_string(*keywords, &["alias"]));
    for (segments, at) in modules {
        let Some(own) = segments.last().copied() else { continue };
        let local = match (word, renamed) {
            ("alias", Some(renamed)) => Some(Name::new(w.text(renamed))),
            ("alias", None) => Some(Name::new(own)),
            _ => None,
        };
        let scope = w.builder.scope();
        let segment = (segments.len() - 1).min(usize::from(u16::MAX)) as u16;
        let import = w.builder.import(Import {
            scope,
            path: ImportPath {
                root: PathRoot::Plain,
                segments: segments.iter().map(|segment| Name::new(segment)).collect(),
            },
            name: None,
            local,
            exported: None,
            wildcard: matches!(word, "import" | "use"),
            re_export: false,
            own: false,
        });
        let target = ReferenceTarget::ImportSegment { import, segment };
        w.builder.reference_at(at, Name::new(own), ReferenceRole::Import, target, None);
    }
}

/// `@name value` defines an attribute of the module, `@name` reads it; some say something of what follows.
fn unary<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let is_attribute = node.child_by_field_name("operator").is_some_and(|operator| w.text(operator) == "@");
    let operand = node.child_by_field_name("operand");
    let Some(operand) = operand.filter(|_| is_attribute) else {
        w.children(node);
        return None;
    };
    let name_node = match operand.kind() {
        "call" => operand.child_by_field_name("target")?,
        _ => operand,
    };
    let at = TextRange::new(node.start_byte() as u32, name_node.end_byte() as u32);
    let name = Name::new(&format!("@{}", w.text(name_node)));
    let value = w.child(operand, "arguments").filter(|_| operand.kind() == "call");
    match (w.text(name_node), value) {
        ("doc" | "moduledoc" | "typedoc", Some(value)) => {
            let content = w.last_string(value, &["quoted_content"]);
            let text = content.map(|content| documentation(w.text(content).lines())).unwrap_or_default();
            if w.text(name_node) == "moduledoc" {
                if let Some(definition) = w.builder.definition() {
                    definition.documentation = text;
                }
            } else {
                w.pending_documentation = Some((text, node.start_byte() as u32));
            }
        }
        ("spec" | "callback" | "impl" | "dialyzer" | "behaviour" | "opaque", Some(value)) => {
            if w.text(name_node) == "behaviour" {
                w.value(value, Use::READ);
            }
        }
        ("type" | "typep", Some(value)) => {
            let left = w.named(value).first().and_then(|all| all.child_by_field_name("left"));
            let named = left.map(|left| left.child_by_field_name("target").unwrap_or(left));
            if let Some(named) = named.filter(|named| named.kind() == "identifier") {
                let text = Name::new(w.text(named));
                w.open(node, named, text, SymbolKind::TypeAlias, None);
                w.close();
            }
        }
        (_, Some(value)) => {
            w.value(value, Use::READ);
            let container = w.builder.container();
            let path = container.map_or(Name::empty(), |container| container.path);
            if w.assigned.insert((path, name)) {
                w.open_in(node, at, name, SymbolKind::Constant, None, container);
                w.close();
            } else {
                w.mention_as(at, name, Use::WRITE);
            }
        }
        (_, None) => return w.mention_as(at, name, Use::READ),
    }
    None
}

fn binary<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let operator = node.child_by_field_name("operator").map_or("", |operator| w.text(operator));
    let (left, right) = (node.child_by_field_name("left"), node.child_by_field_name("right"));
    if matches!(operator, "=" | "<-") {
        w.maybe(right);
        if let Some(left) = left {
            pattern(w, left);
        }
    } else {
        w.maybe(left);
        w.maybe(right);
    }
    None
}

/// Names in a pattern are bound.
fn pattern<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    match node.kind() {
        "identifier" => {
            let text = w.text(node);
            if !text.starts_with("__") && w.is_local() {
                w.bind(node);
            }
        }
        "unary_operator" | "call" | "dot" | "alias" | "struct" => {
            w.value(node, Use::READ);
        }
        _ => w.nested((), |w| {
            w.each_child(node, |w, child| {
                if child.is_named() {
                    pattern(w, child);
                }
            });
        }),
    }
}

fn clause<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Closure, |w| {
        let left = node.child_by_field_name("left");
        if let Some(left) = left {
            pattern(w, left);
        }
        w.children_but(node, left);
    });
    None
}

fn identifier<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let text = w.text(node);
    if text.starts_with("__") {
        return None;
    }
    let is_call = used.role == ReferenceRole::Read && !w.is_bound(Name::new(text));
    w.mention(node, if is_call { Use::call(0) } else { used })
}

/// `A.B`: the last part is mentioned.
fn alias<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let at = last_part(w, node);
    let mut id = None;
    let text = w.text(node);
    for part in text.split('.') {
        let name = Name::new(part.trim());
        id = Some(match id {
            None => w.expression(Expression::Name(name)),
            Some(base) => w.expression(Expression::Path { base, name }),
        });
    }
    let name = Name::new(text.rsplit('.').next().unwrap_or(text));
    w.refer(at, name, id?, used);
    id
}

fn dot<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right"));
    let is_module = left.kind() == "alias";
    let base = w.maybe_unknown(Some(left), Use::READ);
    let name = right.filter(|name| name.kind() == "identifier")?;
    Some(w.member_of(base, name, used, is_module))
}
