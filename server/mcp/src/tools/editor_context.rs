//! What the people at the editors are doing: open and unsaved files, cursors, what was edited last.

use std::sync::Arc;
use std::time::Duration;

use lockstep_ide::{Edited, FileId, FileState, LinePosition, PositionEncoding};
use lockstep_session::{Focus, Session, SessionKind};

use crate::answer::{self, Answer, Row, Rows, Section, Value, after, cell};
use crate::arguments::{Arguments, Kind, LIMIT, MAX_TOKENS, OFFSET, PROJECT, optional};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::schema::Output;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "editor_context",
    title: "Editor context",
    description: "What the person is working on in the editor right now: cursor and selection, files open, which of them are \
unsaved, and the functions, methods and classes edited in the last minutes, newest first. Ask first when a request says this, \
here, what I just changed, or names nothing. Not every editor tells its cursor. The code of one: get_source; what the edits \
reach: affected. Example: editor_context(minutes=15)",
    parameters: &[
        optional(
            "minutes",
            Kind::Number { least: 1, most: 1_440 },
            "How far back edits are listed; default 10.",
        ),
        LIMIT.described("Most edited definitions to list; default 20."),
        OFFSET,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("editors", Output::Texts),
        (
            "cursors",
            Output::Rows(&[
                ("path", Output::Text),
                ("line", Output::Number),
                ("column", Output::Number),
                ("editor", Output::Text),
                ("in", Output::Text),
                ("selected", Output::Text),
                ("source", Output::Text),
                ("minutes_ago", Output::Number),
            ]),
        ),
        (
            "edited",
            Output::Rows(&[
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("kind", Output::Text),
                ("signature", Output::Text),
                ("held", Output::Flag),
                ("minutes_ago", Output::Number),
            ]),
        ),
        ("open", Output::Rows(&[("path", Output::Text), ("unsaved", Output::Flag)])),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let page = Page::read(&arguments, 20);
    let back = Duration::from_secs(60 * arguments.number("minutes").unwrap_or(10));
    let session = Arc::clone(&context.session);
    context.ask(Vec::new(), move |view| answer(view, &session, back, page)).await
}

fn answer(view: &View<'_>, session: &Session, back: Duration, page: Page) -> Answer {
    let sessions = session.tree().attached();
    let editors = sessions.iter().filter(|session| session.attach.kind == SessionKind::Editor);
    let labels: Vec<String> = editors.map(|session| session.attach.label.clone()).collect();
    let label = |of| sessions.iter().find(|session| session.id == of).map(|s| s.attach.label.clone());
    let cursors: Vec<Row> = session
        .focuses()
        .iter()
        .filter_map(|focus| cursor(view, focus, label(focus.session).unwrap_or_default()))
        .collect();
    let newest_first = view.snapshot.edited().iter().rev();
    let ages: Vec<(Edited, Option<Duration>)> =
        newest_first.map(|edited| (*edited, session.age_of_edit(edited.revision))).collect();
    let within = |age: Option<Duration>| age.is_some_and(|age| age <= back);
    // What was forgotten is older than what is known, which may still be younger than what is asked for.
    let forgotten = (view.snapshot.forgets_edited() && within(ages.last().and_then(|(_, age)| *age)))
        || (ages.iter().any(|(_, age)| age.is_none()) && within(session.oldest_age_of_edit()));
    let edited: Vec<(Edited, Duration)> = ages
        .into_iter()
        .filter_map(|(edited, age)| Some((edited, age?)))
        .filter(|(edited, age)| *age <= back && view.snapshot.symbol(edited.path.id()).is_some())
        .collect();
    let open = view.snapshot.open();
    let why_empty = (open.is_empty() && edited.is_empty() && cursors.is_empty()).then(|| {
        if labels.is_empty() {
            "no editor is attached to this project: what is on disk is all there is".to_owned()
        } else {
            "no file of this project is open in the editor, and nothing was edited".to_owned()
        }
    });
    let list = |key, heading, rows: Vec<Row>| Section {
        key,
        heading,
        offset: 0,
        total: rows.len(),
        rows: Rows::Items(rows),
        or_more: false,
    };
    let files: Vec<Row> = open.iter().map(|file| file_row(view, *file)).collect();
    let mut listed = page.section("edited", &edited, |(edited, age)| edited_row(view, edited, *age));
    listed.heading = "edited, newest first:";
    // The last list is the one that is paged.
    let sections = vec![list("cursors", "cursors:", cursors), list("open", "open:", files), listed];
    Answer {
        head: vec![Row::new(vec![after("editors: ", "editors", Value::Texts(labels))])],
        sections,
        why_empty,
        partial: forgotten,
        again: Some(answer::Call::new(TOOL.name).with("minutes", back.as_secs() / 60)),
        ..Answer::default()
    }
}

fn cursor(view: &View<'_>, focus: &Focus, label: String) -> Option<Row> {
    let file = view.snapshot.file(focus.path.as_str())?;
    view.reads(file);
    let offset = |at: LinePosition| view.snapshot.offset(file, at, focus.place.encoding);
    let at = offset(focus.place.cursor);
    let place = lockstep_ide::Place { file, range: lockstep_ide::TextRange { start: at, end: at } };
    if view.snapshot.differs_for(focus.session, file) {
        // A place in another text than the one that answers are made from: what stands there is not known here.
        let cursor = focus.place.cursor;
        let place = format!("{}:{}", focus.path, cursor.line + 1);
        let what = Value::Text("its own unsaved text, which another editor's has overtaken".to_owned());
        return Some(Row::new(vec![
            cell("path", Value::Text(place)),
            cell("editor", Value::Text(label)),
            after("in ", "in", what),
            ago(focus.age),
        ]));
    }
    let around = view.take(view.snapshot.enclosing(lockstep_ide::FilePosition { file, offset: at }));
    let mut cells = vec![cell("path", view.place(place)), cell("editor", Value::Text(label))];
    if let Some(innermost) = around.first() {
        let name = view.reference(innermost.path, innermost.line).to_string();
        cells.push(after("in ", "in", Value::Text(name)));
    }
    if let Some((first, last)) = focus.place.selection {
        let line = |at| view.snapshot.position(file, offset(at), PositionEncoding::Utf32);
        let (first, last) = (line(first), line(last));
        let selected =
            format!("{}:{}-{}:{}", first.line + 1, first.column + 1, last.line + 1, last.column + 1);
        cells.push(after("selected ", "selected", Value::Text(selected)));
    }
    cells.push(ago(focus.age));
    cells.push(view.source(file, focus.place.cursor.line));
    Some(Row::new(cells))
}

fn ago(age: Duration) -> answer::Cell {
    answer::before("minutes_ago", Value::Number(age.as_secs() / 60), " min ago")
}

fn edited_row(view: &View<'_>, edited: &Edited, age: Duration) -> Row {
    let mut cells = match view.snapshot.symbol(edited.path.id()) {
        Some(symbol) => view.candidate(&symbol),
        None => Vec::new(),
    };
    cells.push(ago(age));
    Row::new(cells)
}

fn file_row(view: &View<'_>, file: FileId) -> Row {
    view.reads(file);
    let unsaved = view.snapshot.state(file) == FileState::Open { dirty: true };
    Row::new(vec![
        cell("path", Value::Text(view.snapshot.path(file).to_string())),
        after("unsaved", "unsaved", Value::Flag(unsaved)),
    ])
}
