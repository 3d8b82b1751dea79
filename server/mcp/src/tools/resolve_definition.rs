//! What a name used on a line means.

use lockstep_ide::{FilePosition, Place};

use crate::answer::{Answer, Row, Value, after, cell};
use crate::arguments::Arguments;
use crate::arguments::{COLUMN, Kind, LINE, MAX_TOKENS, PATH, PROJECT, Parameter, optional};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{find_file, meanings_at};
use crate::schema::Output;
use crate::tools::find_callers::confidence;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "resolve_definition",
    title: "Resolve definition",
    description: "What a name used on a line means there: its definition by scope, import and receiver type, in unsaved \
buffers too, with signature and copy-ready reference. Give path, line and the name as it stands on the line (or its column). \
Several definitions are marked ~inferred or ~ambiguous; a local name gives the line that binds it; a name from a library says \
so. Example: resolve_definition(path=\"main.py\", line=6, name=\"run\")",
    parameters: &[
        Parameter { required: true, ..PATH.described("A file.") },
        Parameter { required: true, ..LINE },
        optional("name", Kind::Text, "The name, as it stands on the line."),
        COLUMN.described("Its column, from 1, instead of name or where the name stands there twice."),
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("path", Output::Text),
        ("line", Output::Number),
        ("column", Output::Number),
        ("source", Output::Text),
        (
            "definitions",
            Output::Rows(&[
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("column", Output::Number),
                ("kind", Output::Text),
                ("signature", Output::Text),
                ("held", Output::Flag),
                ("confidence", Output::Text),
                ("source", Output::Text),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 500,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

struct Params {
    path: String,
    line: u32,
    name: Option<String>,
    column: Option<u32>,
}

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let number = |name| arguments.number(name).and_then(|number| u32::try_from(number).ok());
    let params = Params {
        path: arguments.text("path").unwrap_or_default().to_owned(),
        line: number("line").unwrap_or(1),
        name: arguments.text("name").map(str::to_owned),
        column: number("column"),
    };
    if params.name.is_none() && params.column.is_none() {
        return Answer::failed("name is missing: give the name as it stands on the line, or its column");
    }
    context.ask(vec![params.path.clone()], move |view| answer(view, &params)).await
}

fn answer(view: &View<'_>, params: &Params) -> Answer {
    let file = match find_file(view, &params.path) {
        Ok(file) => file,
        Err(answer) => return *answer,
    };
    let path = view.snapshot.path(file);
    let Some(lines) = view.lines(file) else {
        return Answer::failed(format!("{path} changed while it was read; call again"));
    };
    let Some(text) = (params.line as usize).checked_sub(1).and_then(|line| lines.get(line)) else {
        return Answer::failed(format!("{path} has only {} lines", lines.len()));
    };
    let column = match column(text, params) {
        Ok(column) => column,
        Err(why) => return Answer::failed(format!("{path}:{}: {why}", params.line)),
    };
    let offset = view.offset(file, params.line, column);
    let at = FilePosition { file, offset };
    let symbols = meanings_at(view, at);
    let here = Place { file, range: lockstep_ide::TextRange { start: offset, end: offset } };
    let mut answer = Answer {
        head: vec![Row::new(vec![
            after("definition of what stands at ", "path", view.place(here)),
            view.source(file, params.line - 1),
        ])],
        ..Answer::default()
    };
    if symbols.is_empty() {
        let places = view.take(view.snapshot.definition(at));
        if places.is_empty() {
            answer.why_empty = Some(
                "it means nothing in the project: a library's or builtin name, a literal, or on a receiver of unknown type"
                    .to_owned(),
            );
        }
        let page = Page { limit: places.len(), offset: 0 };
        answer.sections = vec![page.section("definitions", &places, |place| local(view, *place))];
    } else {
        let page = Page { limit: symbols.len(), offset: 0 };
        answer.sections = vec![page.section("definitions", &symbols, |(symbol, known)| {
            let mut cells = view.candidate(symbol);
            cells.push(confidence(*known));
            Row::new(cells)
        })];
    }
    answer
}

/// A local name's binding.
fn local(view: &View<'_>, place: Place) -> Row {
    let line =
        view.snapshot.position(place.file, place.range.start, lockstep_ide::PositionEncoding::Utf8).line;
    Row::new(vec![
        cell("path", view.place(place)),
        cell("kind", Value::Text("local".into())),
        view.source(place.file, line),
    ])
}

/// The column that is meant, from 1.
fn column(text: &str, params: &Params) -> Result<u32, String> {
    let Some(name) = params.name.as_deref() else { return Ok(params.column.unwrap_or(1)) };
    // `App.run` on a line means its last part.
    let bare = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let columns: Vec<u32> = text
        .match_indices(bare)
        .filter(|(at, _)| {
            let before = text.get(..*at).and_then(|text| text.chars().next_back());
            let behind = text.get(at + bare.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(is_word) && !behind.is_some_and(is_word)
        })
        .filter_map(|(at, _)| Some(text.get(..at)?.chars().count() as u32 + 1))
        .collect();
    let places = || columns.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let length = bare.chars().count() as u32;
    match (columns.as_slice(), params.column) {
        ([], _) => Err(format!("there is no name {bare} on that line: {}", text.trim())),
        // A column is easily counted wrong, a name is read: where it stands once, it is what is meant.
        ([only], _) => Ok(*only),
        (several, Some(column)) => {
            let there = several.iter().copied().find(|first| (*first..*first + length).contains(&column));
            there.ok_or_else(|| format!("{bare} does not stand at column {column}, but at {}", places()))
        }
        (several, None) => {
            Err(format!("{bare} stands there {} times: add column ({})", several.len(), places()))
        }
    }
}

impl Params {
    #[cfg(test)]
    fn on_line(name: &str, column: Option<u32>) -> Params {
        Params { path: String::new(), line: 1, name: Some(name.into()), column }
    }
}

#[cfg(test)]
mod tests {
    use super::{Params, column};

    #[test]
    fn a_name_is_found_as_a_whole_word() {
        let on = |text: &str, name: &str, at| column(text, &Params::on_line(name, at));
        assert_eq!(on("  größe.run(runner, 1)", "run", None), Ok(9));
        assert_eq!(on("app.run()", "App.run", None), Ok(5));
        assert_eq!(on("run(run)", "run", Some(5)), Ok(5));
        assert!(on("run(run)", "run", None).unwrap_err().contains("add column (1, 5)"));
        assert_eq!(on("run(run)", "run", Some(7)), Ok(5));
        assert!(on("runner()", "run", None).unwrap_err().contains("no name run"));
    }

    #[test]
    fn a_wrong_column_does_not_overrule_the_name() {
        let on = |text: &str, name: &str, at| column(text, &Params::on_line(name, at));
        assert_eq!(on("store.save(1)", "save", Some(1)), Ok(7));
        assert_eq!(on("store.save(1)", "save", Some(90)), Ok(7));
        assert_eq!(
            on("save(store.save)", "save", Some(7)).unwrap_err(),
            "save does not stand at column 7, but at 1, 12"
        );
    }
}
