//! What a tool answers: one tree of facts and marks, from which both renderings are made.
//!
//! Invariant: nothing is said in one rendering that the other leaves out. A tool builds this tree and never a text.

use std::fmt;

use lockstep_session::Marks;

use crate::recall::Recall;

/// One value in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word, name, path or sentence. Empty is left out.
    Text(String),
    /// A line of source; shown as it stands.
    Source(String),
    /// A count, a line, a size.
    Number(u64),
    /// Said only when true.
    Flag(bool),
    /// Several texts. Empty is left out.
    Texts(Vec<String>),
    /// Several numbers. Empty is left out.
    Numbers(Vec<u64>),
    /// A symbol and where it stands.
    Symbol(SymbolReference),
    /// A place without a symbol of its own.
    Place(Place),
}

/// A symbol as answers address it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolReference {
    /// The member, printed in front where a session has several.
    pub member: Option<String>,
    /// The file, from the tree's root.
    pub path: String,
    /// The path inside the file; empty for the file itself.
    pub local: String,
    /// Line of its name, from 1.
    pub line: u64,
}

impl fmt::Display for SymbolReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(member) = &self.member {
            write!(f, "{member}:")?;
        }
        f.write_str(&self.path)?;
        if self.local.is_empty() { Ok(()) } else { write!(f, "#{}", self.local) }
    }
}

/// A line in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The member, printed in front where a session has several.
    pub member: Option<String>,
    /// The file, from the tree's root.
    pub path: String,
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

/// How a cell looks in text; the structured form shows its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The value alone.
    Bare,
    /// Words, then the value; of a flag, the words alone.
    After(&'static str),
    /// The value, then words.
    Before(&'static str),
    /// Words, the value, words.
    Between(&'static str, &'static str),
    /// Of a symbol: its copy-ready reference first, then its line.
    Reference,
}

/// One fact of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name in the structured form.
    pub key: &'static str,
    /// The fact.
    pub value: Value,
    /// How it looks in text.
    pub form: Form,
}

/// A fact without words around it.
#[must_use]
pub fn cell(key: &'static str, value: Value) -> Cell {
    Cell { key, value, form: Form::Bare }
}

/// A fact with words in front of it.
#[must_use]
pub fn after(words: &'static str, key: &'static str, value: Value) -> Cell {
    Cell { key, value, form: Form::After(words) }
}

/// A fact with words behind it.
#[must_use]
pub fn before(key: &'static str, value: Value, words: &'static str) -> Cell {
    Cell { key, value, form: Form::Before(words) }
}

/// Facts that stand on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Steps of indentation; `depth` in the structured form where not 0.
    pub depth: u64,
    /// Its facts, in order.
    pub cells: Vec<Cell>,
    /// Rows that belong to this one.
    pub under: Option<Under>,
}

/// Rows under a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Under {
    /// Their name in the structured form.
    pub key: &'static str,
    /// The rows shown.
    pub rows: Vec<Row>,
    /// How many there are.
    pub total: usize,
}

impl Row {
    /// A row of these facts.
    #[must_use]
    pub fn new(cells: Vec<Cell>) -> Row {
        Row { depth: 0, cells, under: None }
    }
}

/// A list of an answer, in the order of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name in the structured form.
    pub key: &'static str,
    /// Its heading in text; empty for none.
    pub heading: &'static str,
    /// What it lists.
    pub rows: Rows,
    /// How many were left out in front.
    pub offset: usize,
    /// How many there are in all.
    pub total: usize,
    /// `total` is where counting stopped, not where things end.
    pub or_more: bool,
}

impl Section {
    /// Index of the first entry that is not shown, if there is one.
    #[must_use]
    pub fn next_offset(&self) -> Option<usize> {
        let end = self.offset + self.rows.len();
        (end < self.total || self.or_more).then_some(end)
    }
}

/// What a section lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Facts, row by row.
    Items(Vec<Row>),
    /// Source text.
    Lines {
        /// The number of the first line, from 1.
        first: u64,
        /// The lines, without their breaks.
        lines: Vec<String>,
    },
}

impl Rows {
    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Rows::Items(rows) => rows.len(),
            Rows::Lines { lines, .. } => lines.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Leaves the first `count`.
    pub fn truncate(&mut self, count: usize) {
        match self {
            Rows::Items(rows) => rows.truncate(count),
            Rows::Lines { lines, .. } => lines.truncate(count),
        }
    }
}

/// A call to make, as an assistant writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Vec<(&'static str, serde_json::Value)>,
}

impl Call {
    /// A call of `tool`.
    #[must_use]
    pub fn new(tool: &'static str) -> Call {
        Call { tool, arguments: Vec::new() }
    }

    /// The same call with `key` set to `value`.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<serde_json::Value>) -> Call {
        let value = value.into();
        match self.arguments.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.arguments.push((key, value)),
        }
        self
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.tool)?;
        for (index, (key, value)) in self.arguments.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { "" } else { ", " })?;
        }
        f.write_str(")")
    }
}

/// How far the question was understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It was, and this is the answer.
    #[default]
    Answered,
    /// It was not (unknown or ambiguous name): what is said helps to ask again, and is never complete.
    Unresolved,
    /// The call failed: `why_empty` says what to do.
    Failed,
}

/// See the module's documentation.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Whether there is an answer.
    pub outcome: Outcome,
    /// Facts about the whole.
    pub head: Vec<Row>,
    /// Lists. At most the last one is paged.
    pub sections: Vec<Section>,
    /// Why there is nothing, if there is nothing; of a failure, what happened.
    pub why_empty: Option<String>,
    /// Calls that go on from here.
    pub see_also: Vec<Call>,
    /// There may be more, and no further call gets it: looking ended at a limit, or something could not be looked at.
    pub partial: bool,
    /// This very call, to be repeated with another `offset`.
    pub again: Option<Call>,
    /// What relations in this language can miss; none where the answer has no relations.
    pub recall: Option<Recall>,
    /// How it stands.
    pub marks: Option<Marks>,
    /// First part of a printed revision.
    pub host: String,
}

impl Answer {
    /// A call that failed: `what` says what happened and what to do next.
    #[must_use]
    pub fn failed(what: impl Into<String>) -> Answer {
        Answer { outcome: Outcome::Failed, why_empty: Some(what.into()), ..Answer::default() }
    }

    /// The paged list, if there is one.
    #[must_use]
    pub fn paged(&self) -> Option<&Section> {
        self.again.as_ref().and(self.sections.last())
    }

    /// Nothing cut or left unlooked at, index ready, nothing it reads failed, pending or held.
    #[must_use]
    pub fn complete(&self) -> bool {
        let cut = |section: &Section| {
            section.next_offset().is_some()
                || matches!(&section.rows, Rows::Items(rows) if rows.iter().any(Row::cut))
        };
        self.outcome == Outcome::Answered
            && !self.partial
            && self.marks.as_ref().is_none_or(Marks::complete)
            && !self.sections.iter().any(cut)
    }
}

impl Row {
    fn cut(&self) -> bool {
        self.under
            .as_ref()
            .is_some_and(|under| under.rows.len() < under.total || under.rows.iter().any(Row::cut))
    }
}
