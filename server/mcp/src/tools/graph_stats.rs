//! The graph as a whole: how large, what hangs together, what goes round in circles.

use lockstep_ide::{CallerId, FileId};

use crate::answer::{Answer, Row, Rows, Section, Value, after, before, cell};
use crate::arguments::{Arguments, LIMIT, MAX_TOKENS, OFFSET, PROJECT};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::schema::Output;

/// Members of a circle that are listed; the rest is counted.
const LISTED: usize = 8;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "graph_stats",
    title: "Graph statistics",
    description: "The project's graph as a whole: files, symbols, edges by relation (calls, imports, inherits …), how much is \
uncertain or leads out of the project, connected groups of files, files alone, import circles between files and circles of \
definitions that use each other, largest first. For judging structure: what is tangled, what stands alone. Only certain edges \
count. The most connected symbols: god_nodes. Example: graph_stats()",
    parameters: &[LIMIT.described("Most circles to list; default 10."), OFFSET, PROJECT, MAX_TOKENS],
    output: &[
        ("files", Output::Number),
        ("symbols", Output::Number),
        ("relations", Output::Texts),
        ("uncertain", Output::Number),
        ("elsewhere", Output::Number),
        ("components", Output::Number),
        ("largest", Output::Number),
        ("alone", Output::Number),
        (
            "cycles",
            Output::Rows(&[
                ("of", Output::Text),
                ("size", Output::Number),
                ("members", Output::Texts),
                ("more", Output::Number),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let page = Page::read(&arguments, 10);
    context.ask(Vec::new(), move |view| answer(view, page)).await
}

enum Circle<'a> {
    Files(&'a [FileId]),
    Symbols(&'a [CallerId]),
}

fn answer(view: &View<'_>, page: Page) -> Answer {
    let whole = view.snapshot.whole();
    view.snapshot.pending().into_iter().for_each(|file| view.reads(file));
    let relations = whole.relations.iter().map(|(relation, count)| format!("{relation} {count}")).collect();
    let head = vec![
        Row::new(vec![
            before("files", Value::Number(whole.files as u64), " files"),
            before("symbols", Value::Number(whole.symbols as u64), " symbols"),
            after("edges: ", "relations", Value::Texts(relations)),
        ]),
        Row::new(vec![
            after("uncertain references: ", "uncertain", Value::Number(whole.uncertain as u64)),
            after(
                "calls, types, imports of libraries or not known: ",
                "elsewhere",
                Value::Number(whole.elsewhere as u64),
            ),
        ]),
        Row::new(vec![
            after("groups of connected files: ", "components", Value::Number(whole.components as u64)),
            after("the largest has ", "largest", Value::Number(whole.largest as u64)),
            after("files alone: ", "alone", Value::Number(whole.alone as u64)),
        ]),
    ];
    let files = whole.file_cycles.iter().map(|files| Circle::Files(files));
    let circles: Vec<Circle<'_>> =
        files.chain(whole.symbol_cycles.iter().map(|symbols| Circle::Symbols(symbols))).collect();
    let rows = circles.iter().skip(page.offset).take(page.limit).map(|circle| row(view, circle)).collect();
    Answer {
        head,
        sections: vec![Section {
            key: "cycles",
            heading: "circles:",
            rows: Rows::Items(rows),
            offset: page.offset.min(circles.len()),
            total: circles.len(),
            or_more: false,
        }],
        again: Some(crate::answer::Call::new(TOOL.name)),
        ..Answer::default()
    }
}

fn row(view: &View<'_>, circle: &Circle<'_>) -> Row {
    let (of, size, members): (_, _, Vec<String>) = match circle {
        Circle::Files(files) => {
            let shown = files.iter().take(LISTED);
            ("files", files.len(), shown.map(|file| view.snapshot.path(*file).to_string()).collect())
        }
        Circle::Symbols(symbols) => {
            let shown = symbols.iter().take(LISTED).filter_map(|who| view.snapshot.who(*who));
            let names = shown.map(|symbol| view.reference(symbol.path, symbol.line).to_string());
            ("definitions", symbols.len(), names.collect())
        }
    };
    let mut cells = vec![
        before("size", Value::Number(size as u64), ""),
        cell("of", Value::Text(of.into())),
        after("", "members", Value::Texts(members)),
    ];
    if size > LISTED {
        cells.push(after("more: ", "more", Value::Number((size - LISTED) as u64)));
    }
    Row::new(cells)
}
