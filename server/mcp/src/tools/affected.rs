//! What a change of a symbol reaches: its users, their users, and so on.

use lockstep_ide::AffectedSymbol;

use crate::answer::{Answer, Cell, Form, Row, Value, after};
use crate::arguments::{
    Arguments, COLUMN, Kind, LIMIT, LINE, MAX_TOKENS, OFFSET, PATH, PROJECT, SYMBOL, VERBOSE, optional,
};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{Target, resolve};
use crate::schema::Output;

/// Everywhere the number is shown, counting stops here and `+` is printed.
const COUNTED: usize = 100;

/// However many are asked for, no more are looked for.
const LISTED: usize = 2_000;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "affected",
    title: "Affected by a change",
    description: "What a change of a symbol reaches: who uses it, who uses those, up to depth hops (default 3), nearest \
first; a class stands for its members too. One line per definition: file:line, name, kind, depth; tests are marked test, what \
uncertain edges alone reach ~uncertain. Counting stops at 100 unless limit is larger. Ask before editing something shared, to \
see what to check and which tests to run afterwards. Example: affected(symbol=\"parse_config\", depth=2)",
    parameters: &[
        SYMBOL,
        PATH,
        LINE,
        COLUMN,
        optional("depth", Kind::Number { least: 1, most: 16 }, "Most hops to follow; default 3."),
        LIMIT,
        OFFSET,
        VERBOSE,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("symbol", Output::Text),
        ("path", Output::Text),
        ("line", Output::Number),
        ("kind", Output::Text),
        ("signature", Output::Text),
        ("namesakes", Output::Number),
        ("depth", Output::Number),
        ("certain", Output::Number),
        ("uncertain", Output::Number),
        ("tests", Output::Number),
        ("by_depth", Output::Texts),
        (
            "affected",
            Output::Rows(&[
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("kind", Output::Text),
                ("hops", Output::Number),
                ("test", Output::Flag),
                ("uncertain", Output::Flag),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let target = match Target::read(&arguments) {
        Ok(target) => target,
        Err(what) => return Answer::failed(what),
    };
    let page = Page::read(&arguments, 50);
    let depth = arguments.number("depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(3);
    context.ask(target.named(), move |view| answer(view, &target, depth, page)).await
}

fn answer(view: &View<'_>, target: &Target, depth: u32, page: Page) -> Answer {
    let subject = match resolve(view, target) {
        Ok(subject) => subject,
        Err(answer) => return *answer,
    };
    let limit = page.offset.saturating_add(page.limit).clamp(COUNTED, LISTED);
    let affected = view.take(view.snapshot.affected(subject.id, depth, limit));
    // No offset gets what is behind the last that is looked for.
    let stopped = affected.truncated && limit == LISTED;
    let certain = affected.symbols.iter().filter(|symbol| !symbol.uncertain).count();
    let tests = affected.symbols.iter().filter(|symbol| symbol.test).count();
    let counts = vec![
        Cell {
            key: "certain",
            value: Value::Number(certain as u64),
            form: Form::Between("affected: ", if affected.truncated { "+" } else { "" }),
        },
        after("uncertain: ", "uncertain", Value::Number((affected.symbols.len() - certain) as u64)),
        after("tests: ", "tests", Value::Number(tests as u64)),
        after("depth: ", "depth", Value::Number(u64::from(depth))),
        after("by depth: ", "by_depth", Value::Texts(by_depth(&affected.symbols))),
    ];
    let mut section = page.section("affected", &affected.symbols, |symbol| row(view, symbol));
    section.or_more = affected.truncated && !stopped;
    let why_empty = if affected.symbols.is_empty() {
        let counts = view.take(view.snapshot.counts(subject.id));
        Some(match counts.references + counts.uncertain_references {
            0 => subject.unused(view),
            _ if subject.symbol.is_none() => subject.unused(view),
            uses => format!(
                "nothing else in the project is affected, but {} is mentioned (imports, re-exports, itself: {uses})",
                subject.path
            ),
        })
    } else if stopped && page.offset >= affected.symbols.len() {
        Some(format!(
            "only the nearest {LISTED} are looked for: ask with a smaller depth, or about one of them"
        ))
    } else {
        None
    };
    Answer {
        head: vec![subject.head(view, "affected by "), Row::new(counts)],
        sections: vec![section],
        why_empty,
        partial: stopped,
        again: Some(subject.call(view, TOOL.name).with("depth", depth)),
        recall: Some(subject.recall(view)),
        ..Answer::default()
    }
}

fn row(view: &View<'_>, symbol: &AffectedSymbol) -> Row {
    let mut cells = view.symbol(symbol.path, symbol.line, symbol.kind);
    cells.push(after("depth ", "hops", Value::Number(u64::from(symbol.depth))));
    cells.push(after("test", "test", Value::Flag(symbol.test)));
    cells.push(after("~uncertain", "uncertain", Value::Flag(symbol.uncertain)));
    Row::new(cells)
}

/// `1: 4` for four at one hop.
fn by_depth(symbols: &[AffectedSymbol]) -> Vec<String> {
    let deepest = symbols.iter().map(|symbol| symbol.depth).max().unwrap_or(0);
    (1..=deepest)
        .map(|depth| (depth, symbols.iter().filter(|symbol| symbol.depth == depth).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(depth, count)| format!("{depth}: {count}"))
        .collect()
}
