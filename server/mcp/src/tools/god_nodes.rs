//! What everything hangs on: the most connected symbols.

use lockstep_ide::Hub;

use crate::answer::{Answer, Row, Value, after};
use crate::arguments::{Arguments, Kind, LIMIT, MAX_TOKENS, OFFSET, PROJECT, VERBOSE, optional};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::schema::Output;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "god_nodes",
    title: "Most connected symbols",
    description: "The hubs of the project: the types, functions and files with the most connections, most first, each with how \
many use it and how many it uses (a type's members count as the type; only certain edges count). Where to start reading an \
unknown project, what is risky to change, what has grown too large. within narrows to files whose path contains it. Who they \
are: find_references, affected. Example: god_nodes(limit=10)",
    parameters: &[
        optional("within", Kind::Text, "Only symbols of files whose path contains this."),
        LIMIT.described("Most entries to list; default 20."),
        OFFSET,
        VERBOSE,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("connected", Output::Number),
        (
            "hubs",
            Output::Rows(&[
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("kind", Output::Text),
                ("used_by", Output::Number),
                ("uses", Output::Number),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let page = Page::read(&arguments, 20);
    let within = arguments.text("within").map(str::to_owned);
    context.ask(Vec::new(), move |view| answer(view, within.as_deref(), page)).await
}

fn answer(view: &View<'_>, within: Option<&str>, page: Page) -> Answer {
    let whole = view.snapshot.whole();
    view.snapshot.pending().into_iter().for_each(|file| view.reads(file));
    let is_within = |hub: &Hub| {
        let path = || view.snapshot.file_of_who(hub.who).map(|file| view.snapshot.path(file));
        within.is_none_or(|within| path().is_some_and(|path| path.as_str().contains(within)))
    };
    let all = whole.hubs.len();
    let hubs: Vec<Hub> = whole.hubs.iter().copied().filter(is_within).collect();
    let why_empty = hubs.is_empty().then(|| match within {
        Some(within) if all > 0 => {
            format!("nothing in files whose path contains {within}, but {all} elsewhere: leave out within")
        }
        _ => "no symbol is known for certain to use another".to_owned(),
    });
    let mut again = crate::answer::Call::new(TOOL.name);
    if let Some(within) = within {
        again = again.with("within", within);
    }
    Answer {
        head: vec![Row::new(vec![after(
            "most connected of ",
            "connected",
            Value::Number(hubs.len() as u64),
        )])],
        sections: vec![page.section("hubs", &hubs, |hub| row(view, hub))],
        why_empty,
        again: Some(again),
        ..Answer::default()
    }
}

fn row(view: &View<'_>, hub: &Hub) -> Row {
    let Some(symbol) = view.snapshot.who(hub.who) else { return Row::default() };
    view.reads(symbol.file);
    let mut cells = view.symbol(symbol.path, symbol.line, symbol.kind);
    cells.push(after("used by ", "used_by", Value::Number(hub.used_by as u64)));
    cells.push(after("uses ", "uses", Value::Number(hub.uses as u64)));
    Row::new(cells)
}
