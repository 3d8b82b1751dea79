//! Ruby: modules and classes that are opened again, names that are called unless they were assigned to, accessors that calls
//! make.

use lockstep_facts::{Expression, ExpressionId, Name, PathRoot, ReferenceRole, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker, argument_count};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("module", Act::Do(module)),
        ("class", Act::Do(class)),
        ("superclass", Act::Bases),
        ("method", Act::Do(method)),
        ("singleton_method", Act::Do(method)),
        ("method_parameters", Act::Do(parameters)),
        ("block_parameters", Act::Do(parameters)),
        ("lambda_parameters", Act::Do(parameters)),
        ("destructured_parameter", Act::Do(parameters)),
        ("lambda", Act::Closure),
        ("do_block", Act::Closure),
        ("block", Act::Closure),
        ("call", Act::Do(call)),
        ("assignment", Act::Do(assignment)),
        ("operator_assignment", Act::Do(assignment)),
        ("exception_variable", Act::Do(bound)),
        ("for", Act::Bind("pattern")),
        ("identifier", Act::Do(identifier)),
        ("constant", Act::Name),
        ("scope_resolution", Act::Path("scope", "name")),
        ("instance_variable", Act::Do(variable_of_self)),
        ("class_variable", Act::Do(variable_of_self)),
        ("self", Act::SelfValue),
        ("super", Act::Super),
        ("alias", Act::Skip),
        ("undef", Act::Skip),
        ("parenthesized_statements", Act::Through),
    ],
};

fn module<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Module)
}

fn class<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    holder(w, node, SymbolKind::Class)
}

fn holder<'t>(w: &mut Walker<'t>, node: Node<'t>, kind: SymbolKind) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let body = node.child_by_field_name("body");
    let Some(name_node) = name else {
        w.children(node);
        return None;
    };
    let (outer, last) = w.qualified(name_node, "::");
    // What the head says ends where the body or a line begins.
    w.open_qualified(node, last, kind, body.or(node.child_by_field_name("superclass")), &outer);
    w.children_but(node, Some(name_node));
    w.close();
    None
}

fn method<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let kind = match name.map(|name| w.text(name)) {
        Some("initialize") => SymbolKind::Constructor,
        // In a class a method, in a module a function that classes may take over.
        _ => SymbolKind::Function,
    };
    w.define(node, kind, name, node.child_by_field_name("parameters"), node.child_by_field_name("body"));
    None
}

fn parameters<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.each_child(node, |w, child| match child.kind() {
        "identifier" => w.bind_parameter(child),
        "optional_parameter"
        | "keyword_parameter"
        | "splat_parameter"
        | "hash_splat_parameter"
        | "block_parameter" => w.parameter(child, child.child_by_field_name("name")),
        _ if child.is_named() => {
            w.value(child, Use::READ);
        }
        _ => {}
    });
    None
}

fn bound<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(name) = node.named_child(0).filter(|name| name.kind() == "identifier") {
        w.assign(name, node, SymbolKind::Variable);
    }
    None
}

/// A name that nothing was assigned to is a call.
fn identifier<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let name = Name::new(w.text(node));
    let is_variable = w.is_bound(name) || w.assigned.contains(&(Name::empty(), name)) && !w.is_local();
    let used = if used.role == ReferenceRole::Read && !is_variable { Use::call(0) } else { used };
    w.mention(node, used)
}

fn variable_of_self<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let base = w.expression(Expression::SelfValue);
    Some(w.member_of(base, node, used, false))
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let (left, right) = (node.child_by_field_name("left"), node.child_by_field_name("right"));
    let is_class = right.is_some_and(|right| {
        right.kind() == "call"
            && matches!(w.text(right).split_once(".new"), Some(("Class" | "Struct" | "Data", _)))
            || right.kind() == "call" && w.text(right).starts_with("Data.define")
    });
    w.maybe(right);
    if let Some(left) = left {
        target(w, left, node, if is_class { SymbolKind::Class } else { SymbolKind::Constant });
    }
    None
}

fn target<'t>(w: &mut Walker<'t>, node: Node<'t>, whole: Node<'t>, constant: SymbolKind) {
    match node.kind() {
        "identifier" => w.assign(node, whole, SymbolKind::Variable),
        "constant" if !w.is_local() => {
            let (name, container) = (Name::new(w.text(node)), w.builder.container());
            w.define_once(node, whole, name, constant, container);
        }
        "instance_variable" | "class_variable" => {
            let name = Name::new(w.text(node));
            match w.type_around() {
                Some(container) => w.define_once(node, node, name, SymbolKind::Field, Some(container)),
                None => {
                    w.value(node, Use::WRITE);
                }
            }
        }
        "left_assignment_list" | "destructured_left_assignment" | "rest_assignment" => {
            w.nested((), |w| {
                w.each_child(node, |w, child| {
                    if child.is_named() {
                        target(w, child, whole, constant);
                    }
                });
            });
        }
        _ => {
            w.value(node, Use::WRITE);
        }
    }
}

fn call<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let receiver = node.child_by_field_name("receiver");
    let method = node.child_by_field_name("method");
    let arguments = node.child_by_field_name("arguments");
    let block = node.child_by_field_name("block");
    let name = method.map_or("", |method| w.text(method));
    let used = Use::call(argument_count(node));
    let Some(receiver) = receiver else {
        if let Some(arguments) = arguments
            && declares(w, name, arguments)
        {
            return None;
        }
        let callee = w.maybe_unknown(method, used);
        w.maybe(arguments);
        w.maybe(block);
        return Some(w.expression(Expression::Call { callee, arguments: Box::default() }));
    };
    // `C.new` calls the class.
    let makes = name == "new" && matches!(receiver.kind(), "constant" | "scope_resolution");
    let base = w.maybe_unknown(Some(receiver), if makes { used } else { Use::READ });
    let callee = match method {
        Some(method) if !makes => w.member_of(base, method, used, false),
        _ => base,
    };
    w.maybe(arguments);
    w.maybe(block);
    Some(match makes {
        true => w.expression(Expression::New { class: base, arguments: Box::default() }),
        false => w.expression(Expression::Call { callee, arguments: Box::default() }),
    })
}

/// Calls that say something of the file or the class around; whether this is one.
fn declares<'t>(w: &mut Walker<'t>, name: &str, arguments: Node<'t>) -> bool {
    match name {
        "require" | "require_relative" | "load" | "autoload" => {
            let strings = w.named(arguments);
            let Some(content) = strings.iter().rev().find_map(|string| w.child(*string, "string_content"))
            else {
                return false;
            };
            let root = if name == "require_relative" { PathRoot::Relative(1) } else { PathRoot::Plain };
            let path = w.text(content);
            w.import_file(range(content), path, root, None);
            true
        }
        "attr_accessor" | "attr_reader" | "attr_writer" | "cattr_accessor" | "mattr_accessor"
            if w.in_holder() =>
        {
            for symbol in w.named(arguments) {
                let text = w.text(symbol);
                let Some(name) = text.strip_prefix(':').filter(|_| symbol.kind() == "simple_symbol") else {
                    w.value(symbol, Use::READ);
                    continue;
                };
                let at = range(symbol);
                let at = lockstep_facts::TextRange::new(at.start + 1, at.end);
                let container = w.builder.container();
                w.open_in(symbol, at, Name::new(name), SymbolKind::Property, None, container);
                w.close();
            }
            true
        }
        "include" | "extend" | "prepend" if w.in_holder() => {
            w.bases(arguments);
            true
        }
        _ => false,
    }
}
