//! Parsing and extraction, here or elsewhere: jobs are plain values.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lockstep_facts::{FileFacts, Language, LineIndex, Name, count_lines};
use lockstep_graph::FileId;
use lockstep_languages::{
    Budget, ByteEdit, Memory, ParseOutcome, Remember, SyntaxTree, extract, extract_again, extract_package,
    parse, parse_text,
};
use ropey::Rope;

/// Nanoseconds that a byte takes to parse from nothing and to extract: a guess for texts not parsed before.
const PARSE_BYTE: u64 = 110;
const EXTRACT_BYTE: u64 = 50;

/// A parse too long for the writer. A plain value: run it anywhere, on a stack of 16 MiB or more, and give the result
/// back as [`crate::Change::Parsed`]. A job whose file moved on or closed gives a result that changes nothing.
#[derive(Debug)]
pub struct ParseJob {
    /// Which file.
    pub file: FileId,
    pub(crate) generation: u64,
    pub(crate) path: Name,
    pub(crate) language: Language,
    pub(crate) text: Rope,
    /// The tree of an earlier text, moved by the edits since.
    pub(crate) old: Option<SyntaxTree>,
    pub(crate) before: Before,
    pub(crate) wanted: Wanted,
}

/// What the last extraction of a document left, and the edits since.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    pub memory: Option<Arc<Memory>>,
    pub edits: Vec<ByteEdit>,
}

impl Before {
    fn remember(&self, wanted: Wanted) -> Remember<'_> {
        match &self.memory {
            _ if wanted == Wanted::Disk => Remember::Nothing,
            Some(memory) => Remember::After(memory, &self.edits),
            None => Remember::First,
        }
    }
}

/// What a parse is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The facts and the tree of an open document.
    Document,
    /// The tree, and what makes the next extraction quick: the facts are known.
    Tree,
    /// The facts and the line index of a text on disk.
    Disk,
}

/// What came of a [`ParseJob`].
#[derive(Clone, Debug)]
pub struct ParseResult {
    /// Which file.
    pub file: FileId,
    pub(crate) generation: u64,
    /// The text that was parsed.
    pub(crate) text: Rope,
    pub(crate) parsed: Parsed,
}

/// Tree and facts of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parsed {
    /// None if the parser gave up, or has no grammar.
    pub tree: Option<SyntaxTree>,
    /// None if they were not wanted.
    pub facts: Option<FileFacts>,
    pub index: Option<LineIndex>,
    /// For the next extraction of a document.
    pub memory: Option<Box<Memory>>,
    pub cost: Cost,
}

/// How long the last parse and the last extraction of a text took. It decides where the next one runs, nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    parse: Option<Duration>,
    extract: Option<Duration>,
}

impl Cost {
    /// How long the next parse of a text of `len` bytes is expected to take, with an old tree or without.
    pub(crate) fn expected(self, len: usize, with_tree: bool) -> Duration {
        let guess = |per_byte: u64| Duration::from_nanos(1 + len as u64 * per_byte);
        // Reparsing after a small edit takes a thirtieth of a whole parse, and in damaged text much more.
        let parse =
            if with_tree { self.parse.unwrap_or_else(|| guess(PARSE_BYTE / 8)) } else { guess(PARSE_BYTE) };
        parse + self.extract.unwrap_or_else(|| guess(EXTRACT_BYTE))
    }

    /// What is known after one more parse.
    pub(crate) fn and(self, last: Cost, with_tree: bool) -> Cost {
        let parse = if with_tree { last.parse } else { self.parse };
        Cost { parse: parse.or(self.parse), extract: last.extract.or(self.extract) }
    }
}

impl ParseJob {
    /// Parses and extracts. `budget` bounds the parse; a text that takes longer has facts that say so, and no items.
    #[must_use]
    pub fn run(self, budget: Duration) -> ParseResult {
        let (path, text, old) = (self.path.as_str(), &self.text, self.old.as_ref());
        let parsed = run(path, self.language, text, old, &self.before, self.wanted, time(budget));
        let parsed = parsed.unwrap_or_else(|| given_up(self.language, &self.text, self.wanted));
        ParseResult { file: self.file, generation: self.generation, text: self.text, parsed }
    }

    /// What to give back if [`ParseJob::run`] does not return (it panicked, its thread was lost): the file is then as if
    /// the parser had given up.
    #[must_use]
    pub fn fallback(&self) -> ParseResult {
        let parsed = given_up(self.language, &self.text, self.wanted);
        ParseResult { file: self.file, generation: self.generation, text: self.text.clone(), parsed }
    }
}

/// No limit for what cannot be added to a point in time.
pub(crate) fn time(budget: Duration) -> Option<Duration> {
    (budget < Duration::from_secs(1 << 30)).then_some(budget)
}

/// Parses and extracts `text`; none if the time was used up.
pub(crate) fn run(
    path: &str,
    language: Language,
    text: &Rope,
    old: Option<&SyntaxTree>,
    before: &Before,
    wanted: Wanted,
    time: Option<Duration>,
) -> Option<Parsed> {
    let started = Instant::now();
    let index = |text: &str| (wanted == Wanted::Disk).then(|| LineIndex::new(text));
    let mut chunk = |at: usize| chunk(text, at);
    let tree = match parse(language, &mut chunk, old, Budget { time }) {
        ParseOutcome::Parsed(tree) => tree,
        ParseOutcome::OutOfTime => return None,
        ParseOutcome::NoGrammar => {
            let text = Cow::from(text);
            let facts = Some(extract_package(file_name(path), &text));
            return Some(Parsed { facts, index: index(&text), ..Parsed::default() });
        }
    };
    let mut cost = Cost { parse: Some(started.elapsed()), extract: None };
    let started = Instant::now();
    let text = Cow::from(text);
    let (facts, memory) = extract_again(language, &tree, &text, before.remember(wanted));
    cost.extract = Some(started.elapsed());
    let facts = (wanted != Wanted::Tree).then_some(facts);
    let memory = (wanted != Wanted::Disk).then(|| Box::new(memory));
    Some(Parsed { tree: Some(tree), facts, index: index(&text), memory, cost })
}

/// The tree of `text`; none if it takes longer than `budget`, or has no grammar.
pub(crate) fn tree_of(language: Language, text: &Rope, budget: Duration) -> Option<SyntaxTree> {
    match parse(language, &mut |at| chunk(text, at), None, Budget { time: time(budget) }) {
        ParseOutcome::Parsed(tree) => Some(tree),
        ParseOutcome::OutOfTime | ParseOutcome::NoGrammar => None,
    }
}

fn given_up(language: Language, text: &Rope, wanted: Wanted) -> Parsed {
    let facts = (wanted != Wanted::Tree).then(|| too_slow(language, count_lines(text.chunks())));
    let index = (wanted == Wanted::Disk).then(|| LineIndex::new(&Cow::from(text)));
    Parsed { facts, index, ..Parsed::default() }
}

fn too_slow(language: Language, lines: u32) -> FileFacts {
    let skipped = Some("the parser gave up: too slow".into());
    FileFacts { skipped, lines, ..FileFacts::empty(language) }
}

fn chunk(text: &Rope, at: usize) -> &[u8] {
    if at >= text.len_bytes() {
        return &[];
    }
    let (chunk, start, _, _) = text.chunk_at_byte(at);
    chunk.as_bytes().get(at - start..).unwrap_or_default()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Parses and extracts a text outside of any engine: what the walk's workers and the cache use. `budget` bounds the
/// parse; a text that takes longer has facts that say so in [`FileFacts::skipped`], and no items.
#[must_use]
pub fn facts_of_text(path: &str, language: Language, text: &str, budget: Duration) -> (FileFacts, LineIndex) {
    let index = LineIndex::new(text);
    let facts = match parse_text(language, text, Budget { time: time(budget) }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, text),
        ParseOutcome::OutOfTime => too_slow(language, count_lines([text])),
        ParseOutcome::NoGrammar => extract_package(file_name(path), text),
    };
    (facts, index)
}

/// The facts of a document that has none yet because nothing of it was parsed.
pub(crate) fn no_facts(language: Language, text: &Rope) -> Arc<FileFacts> {
    Arc::new(FileFacts { lines: count_lines(text.chunks()), ..FileFacts::empty(language) })
}
