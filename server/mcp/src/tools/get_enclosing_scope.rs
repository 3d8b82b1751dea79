//! The definitions around a line.

use lockstep_ide::{FilePosition, PositionEncoding, SymbolInfo};

use crate::answer::{Answer, Row, Value, cell};
use crate::arguments::{Arguments, COLUMN, LINE, MAX_TOKENS, PATH, PROJECT, Parameter};
use crate::context::{Context, View, held};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::find_file;
use crate::schema::Output;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "get_enclosing_scope",
    title: "Enclosing scope",
    description: "Which function, method or class a line of a file is in, unsaved edits included: the definitions around it, \
innermost first, each with its first and last line, signature and copy-ready reference. For a line from a stack trace, a diff \
or a text search. Nothing around it: the line is at the top level of the file. The text of one: get_source. \
Example: get_enclosing_scope(path=\"src/app.py\", line=9)",
    parameters: &[
        Parameter { required: true, ..PATH.described("A file.") },
        Parameter { required: true, ..LINE },
        COLUMN,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("path", Output::Text),
        ("line", Output::Number),
        ("column", Output::Number),
        (
            "scopes",
            Output::Rows(&[
                ("lines", Output::Text),
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("kind", Output::Text),
                ("signature", Output::Text),
                ("held", Output::Flag),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 500,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let path = arguments.text("path").unwrap_or_default().to_owned();
    let number = |name| arguments.number(name).and_then(|number| u32::try_from(number).ok());
    let (line, column) = (number("line").unwrap_or(1), number("column"));
    context.ask(vec![path.clone()], move |view| answer(view, &path, line, column)).await
}

fn answer(view: &View<'_>, path: &str, line: u32, column: Option<u32>) -> Answer {
    let file = match find_file(view, path) {
        Ok(file) => file,
        Err(answer) => return *answer,
    };
    let Some(lines) = view.lines(file) else {
        return Answer::failed(format!("{} changed while it was read; call again", view.snapshot.path(file)));
    };
    let Some(text) = (line as usize).checked_sub(1).and_then(|line| lines.get(line)) else {
        return Answer::failed(format!("{} has only {} lines", view.snapshot.path(file), lines.len()));
    };
    // Of a line without a column its code is meant, not the space in front.
    let first = text.chars().take_while(|c| c.is_whitespace()).count() as u32 + 1;
    let offset = view.offset(file, line, column.unwrap_or(first));
    let around = view.take(view.snapshot.enclosing(FilePosition { file, offset }));
    let place = lockstep_ide::Place { file, range: lockstep_ide::TextRange { start: offset, end: offset } };
    let page = Page { limit: around.len(), offset: 0 };
    Answer {
        head: vec![Row::new(vec![crate::answer::after("scopes around ", "path", view.place(place))])],
        sections: vec![page.section("scopes", &around, |symbol| row(view, symbol))],
        why_empty: around.is_empty().then(|| "the line is at the top level of the file".to_owned()),
        ..Answer::default()
    }
}

fn row(view: &View<'_>, symbol: &SymbolInfo) -> Row {
    let line = |offset| view.snapshot.position(symbol.file, offset, PositionEncoding::Utf8).line + 1;
    let lines = format!("{}-{}", line(symbol.full_range.start), line(symbol.full_range.end));
    let mut cells = vec![cell("lines", Value::Text(lines))];
    cells.extend(view.symbol(symbol.path, symbol.line, symbol.kind));
    cells.push(cell("signature", Value::Text(symbol.signature.to_string())));
    cells.push(held(symbol.held));
    Row::new(cells)
}
