//! What is indexed, how far, and what is open.

use std::time::Duration;

use lockstep_session::{IndexState, SessionKind, TreeStatus};

use crate::answer::{Answer, Outcome, Row, Rows, Section, Value, after, before, cell};
use crate::arguments::{Arguments, MAX_TOKENS, PROJECT};
use crate::context::{Context, PENDING_WAIT, View};
use crate::registry::{Effect, Tool};
use crate::schema::Output;

/// Left-out files that are listed; the rest is counted.
const LISTED: usize = 20;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "index_status",
    title: "Index status",
    description: "What is indexed and how current it is: root, files, symbols, references, languages, files left out and why, \
attached editors, files with unsaved edits, files being parsed, definitions held through a syntax error. Answers at once, \
also while the first index is being built (index: building 62 %). Ask when another answer is incomplete or empty for no \
reason you can see. Example: index_status()",
    parameters: &[PROJECT, MAX_TOKENS],
    output: &[
        ("project", Output::Text),
        ("projects", Output::Texts),
        ("folders_left_out", Output::Texts),
        ("root", Output::Text),
        ("files", Output::Number),
        ("symbols", Output::Number),
        ("references", Output::Number),
        ("line_count", Output::Number),
        ("damaged", Output::Number),
        ("languages", Output::Texts),
        ("editors", Output::Texts),
        ("assistants", Output::Number),
        ("watching", Output::Text),
        ("warnings", Output::Texts),
        ("skipped", Output::Rows(&[("path", Output::Text), ("why", Output::Text)])),
        ("skipped_total", Output::Number),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, _arguments: Arguments) -> Answer {
    let status = context.session.tree().status();
    let deadline = if matches!(status.index, IndexState::Ready) { PENDING_WAIT } else { Duration::ZERO };
    let (name, names): (String, Vec<String>) = (
        context.member.clone().or_else(|| context.members.first().map(|x| x.0.clone())).unwrap_or_default(),
        context.members.iter().map(|(name, folder)| format!("{name} ({folder})")).collect(),
    );
    let left_out = context.left_out.clone();
    let question = move |view: &View<'_>| {
        let mut answer = answer(view, &status, &name);
        if names.len() > 1 {
            answer.head.push(Row::new(vec![after("projects: ", "projects", Value::Texts(names.clone()))]));
        }
        if !left_out.is_empty() {
            let left_out = Value::Texts(left_out.clone());
            answer.head.push(Row::new(vec![after("folders left out: ", "folders_left_out", left_out)]));
        }
        answer
    };
    let mut answer = context.ask_within(deadline, Vec::new(), question).await;
    if answer.outcome == Outcome::Answered {
        // The state of the index is the answer here, not a reason for its being empty.
        answer.why_empty = None;
    }
    answer
}

fn answer(view: &View<'_>, status: &TreeStatus, name: &str) -> Answer {
    // Reading them puts them into the marks.
    let noteworthy = view.snapshot.unsaved().into_iter().chain(view.snapshot.pending());
    noteworthy.chain(view.snapshot.held(&view.snapshot.files())).for_each(|file| view.reads(file));
    let figures = view.snapshot.figures();
    let languages = figures
        .languages
        .iter()
        .filter(|x| x.1 > 0)
        .map(|(language, files)| format!("{language} {files}"))
        .collect();
    let of_kind = |kind| status.sessions.iter().filter(move |session| session.attach.kind == kind);
    let editors: Vec<String> =
        of_kind(SessionKind::Editor).map(|session| session.attach.label.clone()).collect();
    let watching = status
        .watching
        .as_ref()
        .err()
        .map(|why| format!("off ({why}): files named in a call are compared with the disk"));
    let head = vec![
        Row::new(vec![
            after("project ", "project", Value::Text(name.to_owned())),
            after("at ", "root", Value::Text(status.root.display().to_string())),
        ]),
        Row::new(vec![
            before("files", Value::Number(figures.files as u64), " files"),
            before("symbols", Value::Number(figures.symbols as u64), " symbols"),
            before("references", Value::Number(figures.references as u64), " references"),
            before("line_count", Value::Number(figures.lines), " lines"),
            after("with syntax errors: ", "damaged", Value::Number(figures.damaged as u64)),
        ]),
        Row::new(vec![after("languages: ", "languages", Value::Texts(languages))]),
        Row::new(vec![after("settings not understood: ", "warnings", Value::Texts(status.warnings.clone()))]),
        Row::new(vec![
            after("editors: ", "editors", Value::Texts(editors)),
            after(
                "assistants: ",
                "assistants",
                Value::Number(of_kind(SessionKind::Assistant).count() as u64),
            ),
            after("watching: ", "watching", Value::Text(watching.unwrap_or_else(|| "on".into()))),
        ]),
    ];
    let skipped: Vec<Row> = figures
        .skipped
        .iter()
        .take(LISTED)
        .map(|(path, why)| {
            Row::new(vec![cell("path", Value::Text(path.to_string())), cell("why", Value::Text(why.clone()))])
        })
        .collect();
    Answer {
        head,
        sections: vec![Section {
            key: "skipped",
            heading: "left out:",
            rows: Rows::Items(skipped),
            offset: 0,
            total: figures.skipped.len(),
            or_more: false,
        }],
        ..Answer::default()
    }
}
