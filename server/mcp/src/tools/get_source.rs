//! The source text of a symbol, or of a file: from the buffer if it is open, else from the disk.

use crate::answer::{Answer, Row, Rows, Section};
use crate::arguments::{Arguments, COLUMN, LIMIT, LINE, MAX_TOKENS, OFFSET, PATH, PROJECT, SYMBOL};
use crate::context::{Context, View, held};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{Target, resolve};
use crate::schema::Output;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "get_source",
    title: "Get source",
    description: "The source text of one symbol as it is now, unsaved edits included, with line numbers: shorter than reading \
the file. Give symbol, or path and line for the definition around a line, or path alone for the whole file. Long bodies are \
cut at a line; offset goes on from there. Never another symbol's body: an ambiguous name gives the candidates. \
Example: get_source(symbol=\"src/app.py#App.run\")",
    parameters: &[
        SYMBOL,
        PATH.described("Instead of symbol: a file, alone or with line."),
        LINE,
        COLUMN,
        LIMIT.described("Most lines to show; default 200."),
        OFFSET.described("Lines of the text to leave out in front; see next_offset."),
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("symbol", Output::Text),
        ("path", Output::Text),
        ("line", Output::Number),
        ("kind", Output::Text),
        ("first_line", Output::Number),
        ("last_line", Output::Number),
        ("source", Output::Text),
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
    let page = Page::read(&arguments, 200);
    context.ask(target.named(), move |view| answer(view, &target, page)).await
}

fn answer(view: &View<'_>, target: &Target, page: Page) -> Answer {
    let subject = match resolve(view, target) {
        Ok(subject) => subject,
        Err(answer) => return *answer,
    };
    let Some(lines) = view.lines(subject.file) else {
        return Answer::failed(format!(
            "{} changed while it was read; call again",
            view.snapshot.path(subject.file)
        ));
    };
    let (first, end) = match &subject.symbol {
        None => (0, lines.len()),
        Some(symbol) => {
            let line = |offset| {
                let encoding = lockstep_facts::PositionEncoding::Utf8;
                view.snapshot.position(symbol.file, offset, encoding)
            };
            let (start, end) = (line(symbol.full_range.start), line(symbol.full_range.end));
            // A range that ends at the start of a line does not reach into it.
            let last = if end.column == 0 && end.line > start.line { end.line - 1 } else { end.line };
            (start.line as usize, (last as usize + 1).min(lines.len()))
        }
    };
    let body = lines.get(first..end).unwrap_or_default();
    let shown: Vec<String> = body.iter().skip(page.offset).take(page.limit).cloned().collect();
    let mut cells = view.symbol(subject.path, subject.line, subject.kind);
    if let Some(symbol) = &subject.symbol
        && symbol.held
    {
        cells.push(held(true));
    }
    let why_empty = shown.is_empty().then(|| {
        if body.is_empty() {
            "the text is empty".to_owned()
        } else {
            format!("it has only {} lines", body.len())
        }
    });
    Answer {
        head: vec![Row::new(cells)],
        sections: vec![Section {
            key: "source",
            heading: "",
            offset: page.offset.min(body.len()),
            total: body.len(),
            or_more: false,
            rows: Rows::Lines { first: (first + page.offset + 1) as u64, lines: shown },
        }],
        why_empty,
        again: Some(subject.call(view, TOOL.name)),
        ..Answer::default()
    }
}
