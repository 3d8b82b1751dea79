//! Lines that match a text or a pattern, each with the definition around it.

use std::sync::Arc;

use lockstep_ide::{FilePosition, LinePosition, PositionEncoding};
use lockstep_session::{Case, Session, TextHit, TextQuery};

use crate::answer::{Answer, Call, Place, Row, Rows, Section, Value, after, cell};
use crate::arguments::{Arguments, Kind, LIMIT, MAX_TOKENS, OFFSET, PROJECT, Parameter, VERBOSE, optional};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::schema::Output;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "search_text",
    title: "Search text",
    description: "Lines that hold a text, in every text file that is not ignored (any language, documents and settings too), \
unsaved buffers as they are on the screen. Each line with the function or class around it. For strings, comments, messages, \
settings; for who uses or calls a symbol ask find_references or find_callers, which know what names mean. regex, word and case \
narrow the pattern, within the files. Example: search_text(query=\"open(path)\", within=\"src/\")",
    parameters: &[
        Parameter {
            name: "query",
            synonyms: &["pattern", "text", "q"],
            kind: Kind::Text,
            description: "The text to look for; with regex a regular expression.",
            required: true,
        },
        optional("regex", Kind::Flag, "Whether query is a regular expression; default false."),
        optional("word", Kind::Flag, "Only whole words; default false."),
        optional(
            "case",
            Kind::Choice(&["smart", "sensitive", "insensitive"]),
            "Whether case counts; default smart: only if query has a capital letter.",
        ),
        optional("within", Kind::Text, "Only files whose path contains this."),
        LIMIT,
        OFFSET,
        VERBOSE,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("query", Output::Text),
        ("searched", Output::Number),
        ("too_large", Output::Number),
        ("unreadable", Output::Number),
        ("stopped", Output::Flag),
        (
            "lines",
            Output::Rows(&[
                ("path", Output::Text),
                ("line", Output::Number),
                ("column", Output::Number),
                ("in", Output::Text),
                ("source", Output::Text),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_500,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let page = Page::read(&arguments, 50);
    let query = TextQuery {
        pattern: arguments.text("query").unwrap_or_default().to_owned(),
        regex: arguments.flag("regex"),
        word: arguments.flag("word"),
        case: match arguments.text("case") {
            Some("sensitive") => Case::Sensitive,
            Some("insensitive") => Case::Insensitive,
            _ => Case::Smart,
        },
        within: arguments.text("within").map(str::to_owned),
        limit: page.offset.saturating_add(page.limit).saturating_add(1),
    };
    let session = Arc::clone(&context.session);
    context.ask(Vec::new(), move |view| answer(view, &session, &query, page)).await
}

fn answer(view: &View<'_>, session: &Session, query: &TextQuery, page: Page) -> Answer {
    let found = match session.search_text(view.snapshot, query) {
        Ok(found) => found,
        Err(why) => {
            return Answer::failed(format!(
                "query is no regular expression: {why}; leave out regex to find it as it stands"
            ));
        }
    };
    let rows: Vec<Row> =
        found.hits.iter().skip(page.offset).take(page.limit).map(|hit| row(view, hit)).collect();
    let why_empty = rows.is_empty().then(|| {
        if found.stopped && page.offset >= found.hits.len() {
            let (lines, files) = (found.hits.len(), found.files);
            format!("the search stopped after {lines} lines of {files} files: narrow it by within or a longer query")
        } else if page.offset > 0 {
            format!("only {} lines match", found.hits.len())
        } else if let Some(within) = &query.within
            && found.files == 0
        {
            format!("no text file's path contains {within}")
        } else {
            format!("no line of {} files holds it", found.files)
        }
    });
    let mut again = Call::new(TOOL.name).with("query", query.pattern.as_str());
    if query.regex {
        again = again.with("regex", true);
    }
    if query.word {
        again = again.with("word", true);
    }
    match query.case {
        Case::Smart => {}
        Case::Sensitive => again = again.with("case", "sensitive"),
        Case::Insensitive => again = again.with("case", "insensitive"),
    }
    if let Some(within) = &query.within {
        again = again.with("within", within.as_str());
    }
    let mut head = vec![
        after("lines with ", "query", Value::Text(query.pattern.clone())),
        after("files searched: ", "searched", Value::Number(found.files as u64)),
        after("left out as too large: ", "too_large", Value::Number(found.too_large as u64)),
    ];
    if found.unreadable > 0 {
        head.push(after("unreadable: ", "unreadable", Value::Number(found.unreadable as u64)));
    }
    head.push(after("stopped before the end: narrow it by within", "stopped", Value::Flag(found.stopped)));
    Answer {
        head: vec![Row::new(head)],
        sections: vec![Section {
            key: "lines",
            heading: "",
            rows: Rows::Items(rows),
            offset: page.offset.min(found.hits.len()),
            total: found.hits.len(),
            or_more: found.more && !found.stopped,
        }],
        partial: found.stopped || found.too_large + found.unreadable > 0,
        why_empty,
        again: Some(again),
        ..Answer::default()
    }
}

fn row(view: &View<'_>, hit: &TextHit) -> Row {
    let place = Place {
        member: view.member.map(str::to_owned),
        path: hit.path.clone(),
        line: u64::from(hit.line) + 1,
        column: u64::from(hit.characters) + 1,
    };
    let mut cells = vec![cell("path", Value::Place(place))];
    if let Some(file) = view.snapshot.file(&hit.path) {
        let at = LinePosition { line: hit.line, column: hit.column };
        let offset = view.snapshot.offset(file, at, PositionEncoding::Utf8);
        // Files that are not indexed have no definitions, and nothing that could be out of date.
        if view.snapshot.facts(file).is_some() {
            let around = view.take(view.snapshot.enclosing(FilePosition { file, offset }));
            let name = around.first().map(|symbol| symbol.path.local.to_string());
            cells.push(after("in ", "in", Value::Text(name.unwrap_or_default())));
        }
    }
    cells.push(after("| ", "source", Value::Source(hit.text.clone())));
    Row::new(cells)
}
