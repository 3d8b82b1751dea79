//! The definitions of one file, as a tree.

use lockstep_ide::{OutlineNode, PositionEncoding, SymbolInfo};

use crate::answer::{Answer, Call, Row, Value, after, before, cell};
use crate::arguments::{Arguments, Kind, LIMIT, MAX_TOKENS, OFFSET, PROJECT, Parameter, VERBOSE};
use crate::context::{Context, View, held};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::find_file;
use crate::schema::Output;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "get_file_outline",
    title: "Get file outline",
    description: "The definitions of one file in text order, members indented: lines, name, kind, signature; as the buffer is \
now, unsaved edits included. Shorter than reading the file, and each name can be asked about as file#Name. verbose adds the \
first line of each documentation. Example: get_file_outline(path=\"src/app.py\")",
    parameters: &[
        Parameter {
            name: "path",
            synonyms: &["file", "file_path", "symbol", "label", "name"],
            kind: Kind::Text,
            description: "The file: from the tree's root, absolute, or an end that only it has.",
            required: true,
        },
        VERBOSE.described("Documentation too, and all that the budget holds; default false."),
        LIMIT.described("Most entries to list; default 200."),
        OFFSET,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("path", Output::Text),
        ("language", Output::Text),
        ("line_count", Output::Number),
        ("errors", Output::Number),
        (
            "outline",
            Output::Rows(&[
                ("depth", Output::Number),
                ("lines", Output::Text),
                ("name", Output::Text),
                ("kind", Output::Text),
                ("signature", Output::Text),
                ("documentation", Output::Text),
                ("held", Output::Flag),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 2_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let path = arguments.text("path").unwrap_or_default().to_owned();
    let (page, verbose) = (Page::read(&arguments, 200), arguments.flag("verbose"));
    context.ask(vec![path.clone()], move |view| answer(view, &path, page, verbose)).await
}

fn answer(view: &View<'_>, path: &str, page: Page, verbose: bool) -> Answer {
    let file = match find_file(view, path) {
        Ok(file) => file,
        Err(answer) => return *answer,
    };
    let mut nodes = Vec::new();
    preorder(view.take(view.snapshot.outline(file)), 0, &mut nodes);
    let path = view.snapshot.path(file);
    let path = view.member.map_or_else(|| path.to_string(), |member| format!("{member}:{path}"));
    let facts = view.snapshot.facts(file);
    let language = view.snapshot.language(file).map(|language| language.to_string()).unwrap_or_default();
    let errors = facts.map_or(0, |facts| facts.errors.len());
    let mut head = vec![
        after("outline of ", "path", Value::Text(path.clone())),
        cell("language", Value::Text(language)),
        before("line_count", Value::Number(facts.map_or(0, |facts| u64::from(facts.lines))), " lines"),
    ];
    if errors > 0 {
        head.push(after("syntax errors: ", "errors", Value::Number(errors as u64)));
    }
    let mut again = Call::new(TOOL.name).with("path", path.as_str());
    if verbose {
        again = again.with("verbose", true);
    }
    let why_empty = nodes.is_empty().then(|| match facts.and_then(|facts| facts.skipped.as_ref()) {
        Some(why) => format!("nothing could be extracted: {why}"),
        None => "the file has no definitions: only statements, imports, or nothing".to_owned(),
    });
    Answer {
        head: vec![Row::new(head)],
        sections: vec![page.section("outline", &nodes, |(depth, symbol)| row(view, *depth, symbol, verbose))],
        why_empty,
        again: Some(again),
        ..Answer::default()
    }
}

fn preorder(nodes: Vec<OutlineNode>, depth: u64, all: &mut Vec<(u64, SymbolInfo)>) {
    for node in nodes {
        all.push((depth, node.symbol));
        preorder(node.children, depth + 1, all);
    }
}

fn row(view: &View<'_>, depth: u64, symbol: &SymbolInfo, verbose: bool) -> Row {
    let line = |offset| view.snapshot.position(symbol.file, offset, PositionEncoding::Utf8).line + 1;
    let (first, last) = (line(symbol.full_range.start), line(symbol.full_range.end));
    let lines = if first == last { first.to_string() } else { format!("{first}-{last}") };
    let documentation = symbol.documentation.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut cells = vec![
        cell("lines", Value::Text(lines)),
        cell("name", Value::Text(symbol.path.local.to_string())),
        cell("kind", Value::Text(symbol.kind.to_string())),
        cell("signature", Value::Text(symbol.signature.to_string())),
        held(symbol.held),
    ];
    if verbose {
        cells.push(after("— ", "documentation", Value::Text(documentation.trim().to_owned())));
    }
    Row { depth, cells, under: None }
}
