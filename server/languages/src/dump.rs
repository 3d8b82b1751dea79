//! Facts as readable text: what `lockstep facts` prints and what the extractors' tests compare.

use std::fmt::Write;

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, FileFacts, Import, Item, LiteralKind, Parameter,
    ParameterKind, PathRoot, PlacedItem, Reference, ReferenceTarget, ScopeKind, TextRange, TypeParameter,
};

/// Nesting of an expression that is printed; what is deeper is `…`.
const MAX_PRINTED_DEPTH: u32 = 24;

/// Prints `facts`, one line for each fact, items indented under nothing: the path says where they belong. Ranges are
/// bytes of the file.
#[must_use]
pub fn dump(facts: &FileFacts) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} file, {} lines, {} items", facts.language, facts.lines, facts.items.len());
    if !facts.scope.is_empty() {
        let _ = writeln!(out, "  scope {}", facts.scope);
    }
    if !facts.documentation.is_empty() {
        let _ = writeln!(out, "  doc {:?}", facts.documentation);
    }
    if let Some(offered) = &facts.offered {
        let _ = writeln!(out, "  offers {}", join(offered.iter().map(|name| name.as_str().to_owned())));
    }
    if let Some(why) = &facts.skipped {
        let _ = writeln!(out, "  skipped: {why}");
    }
    for error in &facts.errors {
        let _ = writeln!(out, "  error {}", at(*error));
    }
    if let Some(package) = &facts.package {
        let _ = writeln!(out, "{package:#?}");
    }
    for placed in &facts.items {
        item(&mut out, placed);
    }
    out
}

/// Prints one expression of `item`, in a notation of its own: `a.b` a member, `a::b` a path, `new C()` a construction,
/// `<string>` a literal, `each(e)` an element, `e#0` a position of a tuple.
#[must_use]
pub fn expression_text(item: &Item, id: ExpressionId) -> String {
    let mut out = String::new();
    expression(&mut out, item, id, 0);
    out
}

fn at(range: TextRange) -> String {
    format!("{}..{}", range.start, range.end)
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn item(out: &mut String, placed: &PlacedItem) {
    let item = &*placed.item;
    let _ = write!(out, "{} {}", item.path, at(placed.full_range()));
    if let Some((parent, scope)) = &item.lexical_parent {
        let _ = write!(out, " in {parent}/{}", scope.0);
    }
    if placed.held {
        out.push_str(" held");
    }
    out.push('\n');
    if let Some(d) = &item.definition {
        let _ = write!(out, "  {} {} {}", d.visibility, d.kind, d.name);
        if let Some(container) = &d.container {
            let _ = write!(out, " of {}", container.path);
        }
        let name = placed.name_range();
        let _ = write!(out, " at {}", at(name));
        for other in &item.ranges.declarations {
            let _ = write!(out, " and {}", at(other.offset(placed.start)));
        }
        for (flag, word) in FLAGS {
            if d.flags.has(*flag) {
                let _ = write!(out, " {word}");
            }
        }
        out.push('\n');
        if !d.signature.is_empty() {
            let _ = writeln!(out, "  signature {}", d.signature);
        }
        if !d.documentation.is_empty() {
            let _ = writeln!(out, "  doc {:?}", d.documentation);
        }
        type_parameters(out, item, &d.type_parameters);
        if !d.parameters.is_empty() {
            let _ = writeln!(out, "  parameters ({})", parameters(item, &d.parameters, 0));
        }
        for id in &item.overloads {
            let _ = writeln!(out, "  overload {}", expression_text(item, *id));
        }
        if let Some(id) = d.declared {
            let _ = writeln!(out, "  declared {}", expression_text(item, id));
        }
        for id in &d.inferred {
            let _ = writeln!(out, "  inferred {}", expression_text(item, *id));
        }
        for base in &d.bases {
            let word = if base.implements { "implements" } else { "base" };
            let _ = writeln!(out, "  {word} {}", expression_text(item, base.expression));
        }
        for id in &d.decorators {
            let _ = writeln!(out, "  decorator {}", expression_text(item, *id));
        }
    }
    if let Some(block) = &item.implementation {
        let _ = write!(out, "  impl of {:?} for {}", block.type_name, expression_text(item, block.self_type));
        if let Some(id) = block.implemented {
            let _ = write!(out, " implements {}", expression_text(item, id));
        }
        out.push('\n');
        type_parameters(out, item, &block.type_parameters);
    }
    body(out, placed);
}

fn body(out: &mut String, placed: &PlacedItem) {
    let item = &*placed.item;
    for (index, scope) in item.body.scopes.iter().enumerate().skip(1) {
        let kind = match scope.kind {
            ScopeKind::Item => "item",
            ScopeKind::Block => "block",
            ScopeKind::Closure => "closure",
            ScopeKind::Comprehension => "comprehension",
            ScopeKind::Types => "types",
        };
        let _ = match scope.parent {
            Some(parent) => writeln!(out, "  scope {index} {kind} in {}", parent.0),
            None => writeln!(out, "  scope {index} {kind} outside of 0"),
        };
    }
    for entry in &item.body.imports {
        import(out, entry);
    }
    for invocation in &item.body.invocations {
        let _ = writeln!(out, "  invocation {}!{:?}", invocation.name, invocation.tokens);
    }
    for (index, binding) in item.body.bindings.iter().enumerate() {
        let _ = write!(out, "  bind {}", binding.name);
        if let Some(parameter) = binding.parameter {
            let _ = write!(out, " parameter {parameter}");
        }
        if let Some(id) = binding.declared {
            let _ = write!(out, ": {}", expression_text(item, id));
        }
        if let Some(id) = binding.value {
            let _ = write!(out, " = {}", expression_text(item, id));
        }
        let range = item.ranges.bindings.get(index).copied().unwrap_or_default().offset(placed.start);
        let _ = writeln!(out, " [scope {} from {} at {}]", binding.scope.0, binding.visible_from, at(range));
    }
    for (index, entry) in item.body.references.iter().enumerate() {
        reference(out, item, entry);
        let _ = writeln!(out, " [scope {} at {}]", entry.scope.0, at(placed.reference_range(index)));
    }
}

fn reference(out: &mut String, item: &Item, reference: &Reference) {
    let _ = write!(out, "  {} {}", reference.role, reference.name);
    let _ = match reference.target {
        ReferenceTarget::Value(id) => write!(out, " = {}", expression_text(item, id)),
        ReferenceTarget::Type(id) => write!(out, " = type {}", expression_text(item, id)),
        ReferenceTarget::Macro(id) => write!(out, " = macro {}", expression_text(item, id)),
        ReferenceTarget::Imported(import) => write!(out, " = import {import}"),
        ReferenceTarget::ImportSegment { import, segment } => {
            write!(out, " = import {import} segment {segment}")
        }
        ReferenceTarget::Exported(name) => write!(out, " = own {name}"),
        ReferenceTarget::Keyword { callee, name } => {
            write!(out, " = keyword {name} of {}", expression_text(item, callee))
        }
    };
    if let Some(call) = &reference.call {
        let mut arguments = vec![call.arguments.to_string()];
        arguments.extend(call.keywords.iter().map(|name| format!("{name}=")));
        if call.spread {
            arguments.push("...".to_owned());
        }
        let _ = write!(out, " called with {}", arguments.join(" "));
    }
}

fn import(out: &mut String, import: &Import) {
    out.push_str("  import ");
    if import.own {
        out.push_str("own");
    } else {
        let root = match import.path.root {
            PathRoot::Plain => "",
            PathRoot::Relative(level) => &".".repeat(usize::from(level)),
            PathRoot::Crate => "crate:",
            PathRoot::Global => "global:",
        };
        let segments: Vec<&str> = import.path.segments.iter().map(|name| name.as_str()).collect();
        let _ = write!(out, "{root}{}", segments.join(":"));
    }
    if let Some(name) = import.name {
        let _ = write!(out, " name {name}");
    }
    if import.wildcard {
        out.push_str(" everything");
    }
    if let Some(name) = import.local {
        let _ = write!(out, " as {name}");
    }
    if let Some(name) = import.exported {
        let _ = write!(out, " exported {name}");
    }
    if import.re_export {
        out.push_str(" passed on");
    }
    let _ = writeln!(out, " [scope {}]", import.scope.0);
}

fn type_parameters(out: &mut String, item: &Item, list: &[TypeParameter]) {
    for parameter in list {
        let _ = write!(out, "  type parameter {}", parameter.name);
        if !parameter.bounds.is_empty() {
            let _ = write!(out, ": {}", join(parameter.bounds.iter().map(|id| expression_text(item, *id))));
        }
        if let Some(id) = parameter.default {
            let _ = write!(out, " = {}", expression_text(item, id));
        }
        out.push('\n');
    }
}

fn parameters(item: &Item, list: &[Parameter], depth: u32) -> String {
    join(list.iter().map(|parameter| {
        let mut text = match parameter.kind {
            ParameterKind::Receiver => "receiver ",
            ParameterKind::Positional => "",
            ParameterKind::Keyword => "keyword ",
            ParameterKind::Variadic => "*",
            ParameterKind::KeywordVariadic => "**",
        }
        .to_owned();
        text.push_str(if parameter.name.is_empty() { "_" } else { parameter.name.as_str() });
        if let Some(id) = parameter.declared {
            text.push_str(": ");
            expression(&mut text, item, id, depth + 1);
        }
        if parameter.has_default {
            text.push_str(" = …");
        }
        text
    }))
}

fn expressions(out: &mut String, item: &Item, list: &[ExpressionId], separator: &str, depth: u32) {
    for (index, id) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        expression(out, item, *id, depth + 1);
    }
}

fn expression(out: &mut String, item: &Item, id: ExpressionId, depth: u32) {
    if depth > MAX_PRINTED_DEPTH {
        out.push('…');
        return;
    }
    let next = depth + 1;
    let wrap = |out: &mut String, word: &str, inner: ExpressionId| {
        let _ = write!(out, "{word}(");
        expression(out, item, inner, next);
        out.push(')');
    };
    match item.expression(id) {
        Expression::Unknown => out.push('?'),
        Expression::Name(name) => out.push_str(name.as_str()),
        Expression::SelfValue => out.push_str("<self>"),
        Expression::SelfType => out.push_str("<Self>"),
        Expression::Super => out.push_str("<super>"),
        Expression::Root(PathRoot::Plain) => out.push_str("<plain>"),
        Expression::Root(PathRoot::Relative(level)) => {
            let _ = write!(out, "<up {level}>");
        }
        Expression::Root(PathRoot::Crate) => out.push_str("<crate>"),
        Expression::Root(PathRoot::Global) => out.push_str("<global>"),
        Expression::Member { base, name } => {
            expression(out, item, *base, next);
            let _ = write!(out, ".{name}");
        }
        Expression::Path { base, name } => {
            expression(out, item, *base, next);
            let _ = write!(out, "::{name}");
        }
        Expression::Call { callee, arguments } => {
            expression(out, item, *callee, next);
            out.push('(');
            expressions(out, item, arguments, ", ", depth);
            out.push(')');
        }
        Expression::New { class, arguments } => {
            out.push_str("new ");
            expression(out, item, *class, next);
            out.push('(');
            expressions(out, item, arguments, ", ", depth);
            out.push(')');
        }
        Expression::Index { base, index } => {
            expression(out, item, *base, next);
            out.push('[');
            expression(out, item, *index, next);
            out.push(']');
        }
        Expression::Element(inner) => wrap(out, "each", *inner),
        Expression::Await(inner) => wrap(out, "await", *inner),
        Expression::Try(inner) => wrap(out, "try", *inner),
        Expression::Enter(inner) => wrap(out, "enter", *inner),
        Expression::Cast(inner) => wrap(out, "cast", *inner),
        Expression::TypeOf(inner) => wrap(out, "typeof", *inner),
        Expression::Generator(inner) => wrap(out, "generator", *inner),
        Expression::Generic { base, arguments } => {
            expression(out, item, *base, next);
            out.push('<');
            expressions(out, item, arguments, ", ", depth);
            out.push('>');
        }
        Expression::Union(list) => {
            out.push('(');
            expressions(out, item, list, " | ", depth);
            out.push(')');
        }
        Expression::Intersection(list) => {
            out.push('(');
            expressions(out, item, list, " & ", depth);
            out.push(')');
        }
        Expression::Tuple(list) => {
            out.push_str("tuple(");
            expressions(out, item, list, ", ", depth);
            out.push(')');
        }
        Expression::TupleField { base, index } => {
            expression(out, item, *base, next);
            let _ = write!(out, "#{index}");
        }
        Expression::List(list) => {
            out.push('[');
            expressions(out, item, list, ", ", depth);
            out.push(']');
        }
        Expression::Set(list) => {
            out.push_str("set{");
            expressions(out, item, list, ", ", depth);
            out.push('}');
        }
        Expression::Map(pairs) => {
            out.push_str("map{");
            for (index, (key, value)) in pairs.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                expression(out, item, *key, next);
                out.push_str(": ");
                expression(out, item, *value, next);
            }
            out.push('}');
        }
        Expression::Object(fields) => {
            out.push_str("object{");
            for (index, (name, value)) in fields.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                let _ = write!(out, "{name}: ");
                expression(out, item, *value, next);
            }
            out.push('}');
        }
        Expression::Literal(kind) => {
            let word = match kind {
                LiteralKind::String => "<string>",
                LiteralKind::Bytes => "<bytes>",
                LiteralKind::Character => "<character>",
                LiteralKind::Integer => "<integer>",
                LiteralKind::Float => "<float>",
                LiteralKind::Boolean => "<boolean>",
                LiteralKind::Null => "<null>",
                LiteralKind::Regex => "<regex>",
            };
            out.push_str(word);
        }
        Expression::Function { parameters: list, result, is_async } => {
            let word = if *is_async { "async fn" } else { "fn" };
            let _ = write!(out, "{word}({})", parameters(item, list, depth));
            if let Some(id) = result {
                out.push_str(" -> ");
                expression(out, item, *id, next);
            }
        }
        // The call holds the closure that this is a parameter of: only its callee is printed.
        Expression::ClosureParameter { call, argument, parameter } => {
            out.push_str("passed(");
            match item.expression(*call) {
                Expression::Call { callee: head, .. } | Expression::New { class: head, .. } => {
                    expression(out, item, *head, next);
                }
                _ => out.push('?'),
            }
            let _ = write!(out, ", argument {argument}, parameter {parameter})");
        }
        Expression::Expected { call, argument } => {
            out.push_str("expected(");
            match item.expression(*call) {
                Expression::Call { callee: head, .. } | Expression::New { class: head, .. } => {
                    expression(out, item, *head, next);
                }
                _ => out.push('?'),
            }
            let _ = write!(out, ", argument {argument})");
        }
        Expression::Binary { operator, left, right } => {
            out.push('(');
            expression(out, item, *left, next);
            let _ = write!(out, " {operator} ");
            expression(out, item, *right, next);
            out.push(')');
        }
        Expression::VariantField { variant, value, index } => {
            out.push_str("variant(");
            expression(out, item, *variant, next);
            out.push_str(", ");
            expression(out, item, *value, next);
            let _ = write!(out, ")#{index}");
        }
    }
}

const FLAGS: &[(DefinitionFlags, &str)] = &[
    (DefinitionFlags::STATIC, "static"),
    (DefinitionFlags::ASYNC, "async"),
    (DefinitionFlags::GENERATOR, "generator"),
    (DefinitionFlags::PROPERTY, "property"),
    (DefinitionFlags::CLASS_METHOD, "class-method"),
    (DefinitionFlags::EXPORTED, "exported"),
    (DefinitionFlags::DEFAULT_EXPORT, "default-export"),
    (DefinitionFlags::DECLARATION, "declaration"),
    (DefinitionFlags::TYPE_ONLY, "type-only"),
    (DefinitionFlags::TEST, "test"),
    (DefinitionFlags::FILE_MODULE, "file-module"),
    (DefinitionFlags::MACRO_EXPORT, "macro-export"),
    (DefinitionFlags::GLOBAL, "global"),
    (DefinitionFlags::OPTIONAL, "optional"),
    (DefinitionFlags::TRAIT_IMPL, "trait-impl"),
    (DefinitionFlags::PARTIAL, "partial"),
    (DefinitionFlags::EXTENSION, "extension"),
    (DefinitionFlags::OVERRIDE, "override"),
    (DefinitionFlags::FROM_HEADER, "from-header"),
];
