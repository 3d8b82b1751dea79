//! Bash: commands call functions, variables are global unless they are declared local.

use lockstep_facts::{Expression, ExpressionId, Name, PathRoot, ReferenceRole, SymbolKind};
use tree_sitter::Node;

use super::table::{Act, Table, function};
use super::{Use, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("function_definition", function("name", "", "body")),
        ("command", Act::Do(command)),
        ("declaration_command", Act::Do(declaration)),
        ("variable_assignment", Act::Do(assignment)),
        ("for_statement", Act::Do(for_statement)),
        ("variable_name", Act::Do(variable)),
        ("regex", Act::Skip),
        ("heredoc_start", Act::Skip),
        ("word", Act::Skip),
    ],
};

fn variable<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let text = w.text(node);
    // Positions and the shell's own.
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    w.mention(node, used)
}

fn command<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let word = name.and_then(|name| name.named_child(0)).filter(|word| word.kind() == "word");
    let arguments: Vec<Node<'t>> = w.named(node).into_iter().filter(|child| Some(*child) != name).collect();
    let text = word.map_or("", |word| w.text(word));
    match (text, arguments.first()) {
        ("source" | ".", Some(path)) => {
            sourced(w, *path);
            return None;
        }
        ("trap", Some(handler)) if handler.kind() == "word" => {
            w.mention(*handler, Use { role: ReferenceRole::Read, arguments: None });
        }
        ("read", _) => {
            for argument in &arguments {
                if argument.kind() == "word" && !w.text(*argument).starts_with('-') {
                    assign(w, *argument, node, false);
                }
            }
        }
        _ => {}
    }
    let callee = match word {
        // Paths and options are no functions.
        Some(word) if is_name(text) => w.mention(word, Use::call(arguments.len())),
        Some(_) => None,
        None => w.maybe(name),
    };
    for argument in arguments {
        w.value(argument, Use::READ);
    }
    let callee = callee?;
    Some(w.expression(Expression::Call { callee, arguments: Box::default() }))
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    first && characters.all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '+'))
}

/// `source "$dir/lib/util.sh"`: what is known of the path is its end.
fn sourced<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    let content = match node.kind() {
        "word" | "raw_string" => Some(node),
        _ => w.last_string(node, &["string_content", "word"]),
    };
    if let Some(content) = content {
        let text = w.text(content).trim_matches('\'');
        let is_whole = node == content || text.len() + 2 == w.text(node).len();
        let root = if is_whole { PathRoot::Relative(1) } else { PathRoot::Plain };
        w.import_file(range(content), text.trim_start_matches('/'), root, None);
    }
    w.value(node, Use::READ);
}

fn declaration<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let keyword = node.child(0).map(|first| first.kind());
    let is_local =
        matches!(keyword, Some("local")) || matches!(keyword, Some("declare" | "typeset")) && w.is_local();
    for child in w.named(node) {
        match child.kind() {
            "variable_assignment" => {
                w.maybe(child.child_by_field_name("value"));
                if let Some(name) = child.child_by_field_name("name").filter(|n| n.kind() == "variable_name")
                {
                    assign(w, name, node, is_local);
                }
            }
            "variable_name" => assign(w, child, node, is_local),
            _ => {
                w.value(child, Use::READ);
            }
        }
    }
    None
}

fn assignment<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.maybe(node.child_by_field_name("value"));
    match node.child_by_field_name("name") {
        Some(name) if name.kind() == "variable_name" => assign(w, name, node, false),
        name => {
            w.maybe(name);
        }
    }
    None
}

fn assign<'t>(w: &mut Walker<'t>, name: Node<'t>, whole: Node<'t>, is_local: bool) {
    let text = Name::new(w.text(name));
    if is_local && w.is_local() {
        w.bind(name);
    } else if w.is_bound(text) {
        w.mention(name, Use::WRITE);
    } else {
        w.define_once(name, whole, text, SymbolKind::Variable, None);
    }
}

fn for_statement<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let variable = node.child_by_field_name("variable");
    if let Some(variable) = variable {
        assign(w, variable, variable, false);
    }
    w.children_but(node, variable);
    None
}
