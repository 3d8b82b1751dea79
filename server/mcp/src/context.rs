//! What a tool works with: one session's tree, asked through the gate, and a view of one snapshot for the question.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use lockstep_facts::{LinePosition, Name, PositionEncoding, SymbolKind, SymbolPath};
use lockstep_ide::{Answer as Gathered, FileId, Place, Revision, Snapshot, SymbolInfo};
use lockstep_session::{AskError, IndexState, Session};

use crate::answer::{self, Answer, Cell, Form, SymbolReference, Value, after, cell};

/// How long an answer waits for files that are being parsed, and for a revision asked for.
pub const PENDING_WAIT: Duration = Duration::from_secs(5);

/// Times a question is asked again because a file's text changed under it.
const RETRIES: usize = 3;

/// One call's way to its tree.
#[derive(Clone)]
pub struct Context {
    /// The session's view of the tree.
    pub session: Arc<Session>,
    /// The member's name, printed in front of paths; none if the session has one tree.
    pub member: Option<String>,
    /// Names and folders of all members, the first being the default.
    pub members: Vec<(String, String)>,
    /// First part of a printed revision.
    pub host: String,
    /// What the answer must show at least.
    pub ticket: Revision,
    /// How long it waits for the first index.
    pub index_wait: Duration,
    /// Folders of the client that are not served, and why.
    pub left_out: Vec<String>,
}

impl Context {
    /// Asks `question` of the tree: after the files in `named` were compared with the disk, on a snapshot that shows
    /// the ticket, again if something it read turned out to have changed. The answer comes back with its marks.
    pub async fn ask(
        &self,
        named: Vec<String>,
        question: impl Fn(&View<'_>) -> Answer + Send + Sync + 'static,
    ) -> Answer {
        // Until the first index there is little to answer from; after the wait, what there is.
        let ready = tokio::time::timeout(self.index_wait, self.session.ready()).await.is_ok();
        let deadline = if ready { PENDING_WAIT } else { Duration::ZERO };
        self.ask_within(deadline, named, question).await
    }

    /// The same without waiting for the first index.
    pub async fn ask_within(
        &self,
        deadline: Duration,
        named: Vec<String>,
        question: impl Fn(&View<'_>) -> Answer + Send + Sync + 'static,
    ) -> Answer {
        let question = Arc::new(question);
        let mut ticket = self.ticket;
        let mut reread = BTreeSet::new();
        for attempt in 0..RETRIES {
            let (question, session, member) =
                (Arc::clone(&question), Arc::clone(&self.session), self.member.clone());
            let on_snapshot = move |snapshot: &Snapshot| {
                let texts = |file| session.text(snapshot, file);
                let view = View::new(snapshot, &texts, member.as_deref());
                let answer = question(&view);
                view.gathered(answer)
            };
            let asked = match self.session.ask_gated(ticket, deadline, named.clone(), on_snapshot).await {
                Ok(asked) => asked,
                Err(error) => return self.no_answer(error),
            };
            let (mut answer, changed) = asked.value;
            if !changed.is_empty() && attempt + 1 < RETRIES {
                // Reading the text submitted the change: the newest number is after it.
                ticket = self.session.ticket();
                reread.extend(changed);
                continue;
            }
            answer.host.clone_from(&self.host);
            if let IndexState::Building(percent) = asked.marks.index {
                say_building(&mut answer, percent);
            }
            let mut marks = asked.marks;
            marks.refreshed =
                reread.into_iter().chain(marks.refreshed).collect::<BTreeSet<_>>().into_iter().collect();
            answer.marks = Some(marks);
            return answer;
        }
        Answer::failed("the file changes faster than it can be read; call again")
    }

    fn no_answer(&self, error: AskError) -> Answer {
        match error {
            AskError::Building(percent) => {
                let mut answer = Answer { outcome: answer::Outcome::Unresolved, ..Answer::default() };
                answer.host.clone_from(&self.host);
                say_building(&mut answer, percent);
                answer.marks = Some(lockstep_session::Marks {
                    index: IndexState::Building(percent),
                    revision: self.session.ticket(),
                    ..Default::default()
                });
                answer
            }
            AskError::Pending(files) => Answer::failed(format!(
                "still being parsed: {}; call again in a few seconds",
                files.join(", ")
            )),
            AskError::Gone => Answer::failed("the tree is being loaded again; call again in a few seconds"),
            AskError::Panicked(what) => Answer::failed(format!(
                "internal error ({what}); other questions still work: try another tool"
            )),
        }
    }
}

/// What is not there may only not be there yet.
fn say_building(answer: &mut Answer, percent: u8) {
    if answer.why_empty.is_some() || answer.sections.iter().all(|section| section.rows.is_empty()) {
        answer.why_empty = Some(format!(
            "index: building {percent} %: what is not found yet may still come; call again in a few seconds"
        ));
    }
}

/// One snapshot, as a question sees it. Remembers what was read, so that the gate can look at it.
pub struct View<'a> {
    /// The snapshot.
    pub snapshot: &'a Snapshot,
    /// The member to print in front of paths.
    pub member: Option<&'a str>,
    texts: &'a dyn Fn(FileId) -> Option<String>,
    lines: RefCell<BTreeMap<FileId, Option<Arc<Vec<String>>>>>,
    read: RefCell<BTreeSet<FileId>>,
    names: RefCell<Vec<Name>>,
    changed: RefCell<Vec<String>>,
}

impl<'a> View<'a> {
    /// A view of `snapshot`; `texts` gives a file's text as the snapshot means it, or nothing if it has changed.
    #[must_use]
    pub fn new(
        snapshot: &'a Snapshot,
        texts: &'a dyn Fn(FileId) -> Option<String>,
        member: Option<&'a str>,
    ) -> View<'a> {
        View {
            snapshot,
            member,
            texts,
            lines: RefCell::default(),
            read: RefCell::default(),
            names: RefCell::default(),
            changed: RefCell::default(),
        }
    }

    /// Takes a feature's value and remembers what it read.
    pub fn take<T>(&self, gathered: Gathered<T>) -> T {
        self.read.borrow_mut().extend(gathered.read);
        self.names.borrow_mut().extend(gathered.names);
        gathered.value
    }

    /// Remembers that `file` was read.
    pub fn reads(&self, file: FileId) {
        self.read.borrow_mut().insert(file);
    }

    /// The answer with everything it was made from, and the files whose text was not the snapshot's any more.
    fn gathered(self, answer: Answer) -> Gathered<(Answer, Vec<String>)> {
        Gathered {
            value: (answer, self.changed.into_inner()),
            read: self.read.into_inner().into_iter().collect(),
            names: self.names.into_inner(),
        }
    }

    /// The lines of `file`, without their breaks; none if its text is not the snapshot's any more.
    #[must_use]
    pub fn lines(&self, file: FileId) -> Option<Arc<Vec<String>>> {
        if let Some(known) = self.lines.borrow().get(&file) {
            return known.clone();
        }
        self.reads(file);
        let lines = (self.texts)(file).map(|text| Arc::new(split_lines(&text)));
        if lines.is_none() {
            self.changed.borrow_mut().push(self.snapshot.path(file).to_string());
        }
        self.lines.borrow_mut().insert(file, lines.clone());
        lines
    }

    /// Line `line` (from 0) of `file` as a cell; empty if it cannot be read.
    #[must_use]
    pub fn source(&self, file: FileId, line: u32) -> Cell {
        let text = self.lines(file).and_then(|lines| lines.get(line as usize).cloned());
        after("| ", "source", Value::Source(text.unwrap_or_default()))
    }

    /// A place's line and column.
    #[must_use]
    pub fn place(&self, place: Place) -> Value {
        let at = self.snapshot.position(place.file, place.range.start, PositionEncoding::Utf32);
        Value::Place(answer::Place {
            member: self.member.map(str::to_owned),
            path: self.snapshot.path(place.file).to_string(),
            line: u64::from(at.line) + 1,
            column: u64::from(at.column) + 1,
        })
    }

    /// The byte at a position, both counted from 1.
    #[must_use]
    pub fn offset(&self, file: FileId, line: u32, column: u32) -> u32 {
        let at = LinePosition { line: line.saturating_sub(1), column: column.saturating_sub(1) };
        self.snapshot.offset(file, at, PositionEncoding::Utf32)
    }

    /// A symbol's address; `line` from 0.
    #[must_use]
    pub fn reference(&self, path: SymbolPath, line: u32) -> SymbolReference {
        SymbolReference {
            member: self.member.map(str::to_owned),
            path: path.file.to_string(),
            local: path.local.to_string(),
            line: u64::from(line) + 1,
        }
    }

    /// Where a symbol stands and what it is.
    #[must_use]
    pub fn symbol(&self, path: SymbolPath, line: u32, kind: SymbolKind) -> Vec<Cell> {
        vec![
            cell("symbol", Value::Symbol(self.reference(path, line))),
            cell("kind", Value::Text(kind.to_string())),
        ]
    }

    /// A definition as a row of a list of choices: its copy-ready reference first.
    #[must_use]
    pub fn candidate(&self, symbol: &SymbolInfo) -> Vec<Cell> {
        self.reads(symbol.file);
        vec![
            Cell {
                key: "symbol",
                value: Value::Symbol(self.reference(symbol.path, symbol.line)),
                form: Form::Reference,
            },
            cell("kind", Value::Text(symbol.kind.to_string())),
            cell("signature", Value::Text(symbol.signature.to_string())),
            held(symbol.held),
        ]
    }
}

/// Marks a definition that damaged text lost.
#[must_use]
pub fn held(held: bool) -> Cell {
    after("~held", "held", Value::Flag(held))
}

/// Splits at `\n`, `\r\n` and lone `\r`, as positions count lines.
fn split_lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['\n', '\r']) {
        let (line, tail) = rest.split_at(end);
        lines.push(line.to_owned());
        rest = tail.strip_prefix("\r\n").or_else(|| tail.get(1..)).unwrap_or_default();
    }
    if !rest.is_empty() {
        lines.push(rest.to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::split_lines;

    #[test]
    fn lines_end_where_positions_say() {
        assert_eq!(split_lines("a\nb\r\nc\rd"), ["a", "b", "c", "d"]);
        assert_eq!(split_lines("a\n\nb\n"), ["a", "", "b"]);
        assert!(split_lines("").is_empty());
    }
}
