//! Parsing: the opaque tree, edits and budgets.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lockstep_facts::Language;
use tree_sitter::{InputEdit, ParseOptions, Parser, Tree};

/// A syntax tree. Outside this crate it can be edited and given back, and asked what folds and what stands around a place:
/// a node of it is never seen.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    pub(crate) tree: Tree,
    pub(crate) language: Language,
    /// Whether the parser was given another text, byte for byte as long.
    masked: bool,
}

/// Line and byte column, zero-based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Line.
    pub line: u32,
    /// Bytes from the start of the line.
    pub column: u32,
}

/// One replaced stretch of text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteEdit {
    /// First byte replaced.
    pub start: u32,
    /// One past the last byte replaced, in the text before.
    pub old_end: u32,
    /// One past the last byte put in, in the text after.
    pub new_end: u32,
    /// `start` as a point.
    pub start_point: Point,
    /// `old_end` as a point in the text before.
    pub old_end_point: Point,
    /// `new_end` as a point in the text after.
    pub new_end_point: Point,
}

impl SyntaxTree {
    /// Moves the tree's nodes for an edit; the next [`parse`] with it reuses what the edit did not touch.
    pub fn edit(&mut self, edit: &ByteEdit) {
        let point = |p: Point| tree_sitter::Point { row: p.line as usize, column: p.column as usize };
        self.tree.edit(&InputEdit {
            start_byte: edit.start as usize,
            old_end_byte: edit.old_end as usize,
            new_end_byte: edit.new_end as usize,
            start_position: point(edit.start_point),
            old_end_position: point(edit.old_end_point),
            new_end_position: point(edit.new_end_point),
        });
    }

    /// The language it was parsed as.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }
}

/// How long a parse may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Wall time after which the parse is given up; none for no limit.
    pub time: Option<Duration>,
}

/// What came of a parse.
#[derive(Debug)]
pub enum ParseOutcome {
    /// The tree.
    Parsed(SyntaxTree),
    /// The budget was used up.
    OutOfTime,
    /// The language has no grammar (package files).
    NoGrammar,
}

thread_local! {
    // A parser keeps buffers worth reusing; one per thread, language set anew each time (cheap).
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

fn grammar(language: Language) -> Option<tree_sitter::Language> {
    Some(match language {
        Language::Python => tree_sitter_python::LANGUAGE.into(),
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
        Language::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
        Language::Go => tree_sitter_go::LANGUAGE.into(),
        Language::Java => tree_sitter_java::LANGUAGE.into(),
        Language::CSharp => tree_sitter_c_sharp::LANGUAGE.into(),
        Language::Package => return None,
    })
}

/// Parses a text given by chunks: `chunk(byte)` returns the text from `byte` to the end of the chunk that holds it, empty
/// at the end. `old` is the tree before, already edited. Needs a stack of 16 MiB for hostile input.
pub fn parse<'t>(
    language: Language,
    chunk: &mut dyn FnMut(usize) -> &'t [u8],
    old: Option<&SyntaxTree>,
    budget: Budget,
) -> ParseOutcome {
    let Some(grammar) = grammar(language) else { return ParseOutcome::NoGrammar };
    PARSER.with_borrow_mut(|parser| {
        if parser.set_language(&grammar).is_err() {
            return ParseOutcome::NoGrammar;
        }
        let deadline = budget.time.map(|time| Instant::now() + time);
        let mut progress = |_: &tree_sitter::ParseState| match deadline {
            Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        // What an edit of a text does to the one that the parser is given instead can be anywhere in it.
        let old = old.filter(|old| old.language == language && !old.masked).map(|old| &old.tree);
        let masked = masked(language, chunk);
        let tree = match &masked {
            Some(text) => {
                let mut chunk = |byte: usize, _| text.get(byte..).unwrap_or_default();
                parser.parse_with_options(&mut chunk, None, Some(options))
            }
            None => parser.parse_with_options(&mut |byte, _| chunk(byte), old, Some(options)),
        };
        // Without this a cancelled parse would be resumed by the next one, on another text.
        parser.reset();
        match tree {
            Some(tree) => ParseOutcome::Parsed(SyntaxTree { tree, language, masked: masked.is_some() }),
            None => ParseOutcome::OutOfTime,
        }
    })
}

/// The text that the parser is given in place of the one that `chunk` gives, if it is another.
fn masked<'t>(language: Language, chunk: &mut dyn FnMut(usize) -> &'t [u8]) -> Option<Vec<u8>> {
    if language != Language::CSharp {
        return None;
    }
    let mut text = Vec::new();
    loop {
        let more = chunk(text.len());
        if more.is_empty() {
            return crate::csharp::without_directives(&text);
        }
        text.extend_from_slice(more);
    }
}

/// Parses a whole text.
pub fn parse_text(language: Language, text: &str, budget: Budget) -> ParseOutcome {
    let bytes = text.as_bytes();
    parse(language, &mut |byte| bytes.get(byte..).unwrap_or_default(), None, budget)
}
