//! Haskell: functions of several equations, types with constructors, imports that say which names they take.

use lockstep_facts::{
    Expression, ExpressionId, Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget, ScopeKind,
    SymbolKind,
};
use tree_sitter::Node;

use super::table::{Act, Table};
use super::{Use, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

pub(super) static TABLE: Table = Table {
    grammar: || tree_sitter_haskell::LANGUAGE.into(),
    nodes: &[
        ("comment", Act::Comment),
        ("haddock", Act::Comment),
        ("pragma", Act::Skip),
        ("header", Act::Do(header)),
        ("import", Act::Do(import)),
        ("data_type", Act::Do(data)),
        ("newtype", Act::Do(data)),
        ("type_synomym", Act::Do(synonym)),
        ("type_synonym", Act::Do(synonym)),
        ("class", Act::Do(class)),
        ("instance", Act::Do(instance)),
        ("data_constructor", Act::Do(constructor)),
        ("newtype_constructor", Act::Do(constructor)),
        ("gadt_constructor", Act::Do(constructor)),
        ("field", Act::Do(field)),
        ("signature", Act::Do(signature)),
        ("function", Act::Do(equation)),
        ("bind", Act::Do(equation)),
        ("let_in", Act::Block),
        ("do", Act::Block),
        ("lambda", Act::Do(lambda)),
        ("alternative", Act::Do(alternative)),
        ("generator", Act::Do(generator)),
        ("variable", Act::Name),
        ("constructor", Act::Name),
        ("name", Act::Type),
        ("qualified", Act::Do(qualified)),
        ("apply", Act::Call("function")),
        ("operator", Act::Skip),
        ("field_name", Act::Skip),
        ("type_params", Act::Skip),
        ("forall", Act::Skip),
        ("parens", Act::Through),
    ],
};

fn header<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    if let Some(module) = node.child_by_field_name("module") {
        let scope = Name::new(w.text(module));
        w.builder.facts().scope = scope;
    }
    w.comments.clear();
    None
}

fn import<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let module = node.child_by_field_name("module")?;
    let segments: Vec<&str> = w.text(module).split('.').collect();
    let alias = node.child_by_field_name("alias").map(|alias| w.text(alias));
    let is_qualified = w.has_word(node, "qualified");
    let is_hiding = w.has_word(node, "hiding");
    let names = node.child_by_field_name("names").filter(|_| !is_hiding && !is_qualified);
    for name in names.map(|names| w.named(names)).unwrap_or_default() {
        let Some(taken) = name.child_by_field_name("variable").or_else(|| name.child_by_field_name("type"))
        else {
            continue;
        };
        let local = Name::new(w.text(taken));
        w.import_name(&segments, Some(taken), Some(local));
        // What stands behind a type: its constructors, most often all of them.
        if let Some(children) = name.child_by_field_name("children")
            && w.text(children).contains("..")
        {
            w.import_name(&segments, None, None);
        }
    }
    if names.is_none() && !is_qualified {
        w.import_name(&segments, None, None);
    }
    let local = alias.or(is_qualified.then(|| w.text(module)));
    if let Some(local) = local {
        let scope = w.builder.scope();
        let segment = (segments.len() - 1).min(usize::from(u16::MAX)) as u16;
        let path = ImportPath {
            root: PathRoot::Plain,
            segments: segments.iter().map(|segment| Name::new(segment)).collect(),
        };
        let import = w.builder.import(Import {
            scope,
            path,
            name: None,
            local: Some(Name::new(local)),
            exported: None,
            wildcard: false,
            re_export: false,
            own: false,
        });
        let target = ReferenceTarget::ImportSegment { import, segment };
        let own = Name::new(segments.last().copied().unwrap_or_default());
        let end = range(module).end;
        let at = lockstep_facts::TextRange::new(end - own.as_str().len() as u32, end);
        w.builder.reference_at(at, own, ReferenceRole::Import, target, None);
    }
    None
}

fn data<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    let body = node.child_by_field_name("constructors").or_else(|| node.child_by_field_name("constructor"));
    w.define(node, SymbolKind::Enum, name, None, body);
    None
}

fn synonym<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name");
    w.define(node, SymbolKind::TypeAlias, name, None, None);
    None
}

fn class<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let (name, body) = (node.child_by_field_name("name"), node.child_by_field_name("declarations"));
    let name_text = name.map(|name| Name::new(w.text(name)))?;
    w.open(node, name?, name_text, SymbolKind::Interface, body);
    for declaration in body.map(|body| w.named(body)).unwrap_or_default() {
        match (declaration.kind(), declaration.child_by_field_name("name")) {
            ("signature", Some(method)) => {
                let text = Name::new(w.text(method));
                w.open(declaration, method, text, SymbolKind::Method, None);
                if let Some(declared) = declaration.child_by_field_name("type") {
                    types(w, declared);
                }
                w.close();
            }
            _ => {
                w.value(declaration, Use::READ);
            }
        }
    }
    w.close();
    None
}

/// The methods of an instance are definitions of their own, held by class and type.
fn instance<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name")?;
    w.value(name, Use { role: ReferenceRole::Implement, arguments: None });
    let patterns = node.child_by_field_name("patterns");
    w.maybe(patterns);
    let own = Name::new(w.text(name));
    let of = patterns.map_or("", |patterns| w.text(patterns));
    let path = Name::new(&format!("<{own} {of}>"));
    let body = node.child_by_field_name("declarations");
    w.extending(lockstep_facts::Container { path, name: own }, |w| {
        if let Some(body) = body {
            w.children(body);
        }
    });
    None
}

fn constructor<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let inner = node.child_by_field_name("constructor").unwrap_or(node);
    let name = inner.child_by_field_name("name").or_else(|| node.child_by_field_name("name"));
    let Some(name) = name else {
        w.children(node);
        return None;
    };
    // Constructors are called by their name alone, wherever their type is seen.
    let text = Name::new(w.text(name));
    w.open_in(node, range(name), text, SymbolKind::EnumMember, None, None);
    w.spelled.push(name.id());
    w.children(node);
    w.spelled.pop();
    w.close();
    None
}

/// A field is a function that takes the whole.
fn field<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name").and_then(|name| name.named_child(0));
    match name {
        Some(name) if name.kind() == "variable" => {
            let text = Name::new(w.text(name));
            w.open_in(node, range(name), text, SymbolKind::Field, None, None);
            if let Some(declared) = node.child_by_field_name("type") {
                types(w, declared);
            }
            w.close();
        }
        _ => w.children(node),
    }
    None
}

/// What is declared is defined below.
fn signature<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let comments = std::mem::take(&mut w.comments);
    if let (Some(first), false) = (comments.first(), w.is_local()) {
        let texts: Vec<&str> = comments.iter().map(|comment| w.text(*comment)).collect();
        let text = super::comments::documentation(texts.into_iter());
        w.pending_documentation = Some((text, first.start_byte() as u32));
    }
    if let Some(name) = node.child_by_field_name("name").filter(|_| !w.is_local()) {
        let text = Name::new(w.text(name));
        w.pending_signature = Some((text, w.signature(node.start_byte(), node.end_byte())));
    }
    if let Some(declared) = node.child_by_field_name("type") {
        types(w, declared);
    }
    None
}

/// The types that a type names; what stands in small letters is a variable.
fn types<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    match node.kind() {
        "name" | "qualified" => {
            w.value(node, Use::TYPE);
        }
        "variable" => {}
        _ => w.nested((), |w| {
            w.each_child(node, |w, child| {
                if child.is_named() {
                    types(w, child);
                }
            });
        }),
    }
}

fn equation<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let name = node.child_by_field_name("name").filter(|name| name.kind() == "variable");
    let Some(name) = name else {
        // A pattern on the left.
        let pattern = node.child_by_field_name("pattern");
        w.children_but(node, pattern);
        if let Some(pattern) = pattern {
            w.bind_all(pattern);
        }
        return None;
    };
    let text = Name::new(w.text(name));
    let patterns = node.child_by_field_name("patterns");
    let parts = w.named(node).into_iter().filter(|part| *part != name && Some(*part) != patterns);
    let mut parts: Vec<Node<'t>> = parts.collect();
    // What stands behind `where` is seen in front of it.
    parts.sort_by_key(|part| part.kind() != "local_binds");
    if w.is_local() {
        w.bind(name);
        w.closure(|w| {
            if let Some(patterns) = patterns {
                w.bind_all(patterns);
            }
            for part in parts {
                w.value(part, Use::READ);
            }
        });
        return None;
    }
    let kind = if patterns.is_some() { SymbolKind::Function } else { SymbolKind::Constant };
    let body = node.child_by_field_name("match");
    let is_first = w.open_clause(node, name, text, kind, body);
    w.local += u32::from(!kind.is_callable());
    for pattern in patterns.map(|patterns| w.named(patterns)).unwrap_or_default() {
        match pattern.kind() {
            "variable" => {
                let outer = std::mem::replace(&mut w.in_parameters, is_first);
                w.bind_parameter(pattern);
                w.in_parameters = outer;
            }
            _ => bind_pattern(w, pattern),
        }
    }
    for part in parts {
        w.value(part, Use::READ);
    }
    w.close_clause();
    None
}

/// Names in small letters are bound.
fn bind_pattern<'t>(w: &mut Walker<'t>, node: Node<'t>) {
    match node.kind() {
        "variable" => w.bind(node),
        "constructor" | "qualified" => {
            w.value(node, Use::READ);
        }
        _ => w.nested((), |w| {
            w.each_child(node, |w, child| {
                if child.is_named() {
                    bind_pattern(w, child);
                }
            });
        }),
    }
}

fn lambda<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.closure(|w| {
        let patterns = node.child_by_field_name("patterns");
        if let Some(patterns) = patterns {
            bind_pattern(w, patterns);
        }
        w.children_but(node, patterns);
    });
    None
}

fn alternative<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    w.in_scope(ScopeKind::Block, |w| {
        let pattern = node.child_by_field_name("pattern");
        if let Some(pattern) = pattern {
            bind_pattern(w, pattern);
        }
        w.children_but(node, pattern);
    });
    None
}

fn generator<'t>(w: &mut Walker<'t>, node: Node<'t>, _: Use) -> Option<ExpressionId> {
    let pattern = node.child_by_field_name("pattern");
    w.children_but(node, pattern);
    if let Some(pattern) = pattern {
        bind_pattern(w, pattern);
    }
    None
}

/// `Map.size`.
fn qualified<'t>(w: &mut Walker<'t>, node: Node<'t>, used: Use) -> Option<ExpressionId> {
    let (module, id) = (node.child_by_field_name("module")?, node.child_by_field_name("id")?);
    let text = Name::new(w.text(module).trim_end_matches('.'));
    let base = w.expression(Expression::Name(text));
    Some(w.member_of(base, id, used, true))
}
