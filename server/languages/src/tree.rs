//! Parsing: the opaque tree, edits and budgets.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lockstep_facts::Language;
use tree_sitter::{InputEdit, ParseOptions, Parser, Tree};

use crate::{c, csharp, named, scripts};

/// A syntax tree. Outside this crate it can be edited and given back, and asked what folds and what stands around a place:
/// a node of it is never seen.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    pub(crate) tree: Tree,
    pub(crate) origin: Box<Origin>,
}

/// What a tree was made of. Boxed, since trees travel in messages.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) language: Language,
    /// What the parser was given in place of the text, byte for byte as long: an edit of the one says little of the other.
    stand_in: Option<Arc<[u8]>>,
    /// The language whose grammar it was parsed with: a C header can turn out to be C++.
    pub(crate) grammar: Language,
    /// What was hidden from the parser.
    pub(crate) hidden: Hidden,
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

impl Origin {
    /// Of a text that is parsed as it stands, with its own language's grammar.
    fn of(language: Language) -> Origin {
        Origin { language, stand_in: None, grammar: language, hidden: Hidden::default() }
    }
}

impl SyntaxTree {
    fn new(tree: Tree, origin: Origin) -> SyntaxTree {
        SyntaxTree { tree, origin: Box::new(origin) }
    }

    /// Moves the tree's nodes for an edit; the next [`parse`] with it reuses what the edit did not touch.
    pub fn edit(&mut self, edit: &ByteEdit) {
        if self.origin.stand_in.is_some() {
            // The next parse looks itself for what differs.
            return;
        }
        self.origin.hidden.edit(edit);
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

    /// Whether recovery had to make something of the text.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.tree.root_node().has_error()
    }

    /// The language it was parsed as.
    #[must_use]
    pub fn language(&self) -> Language {
        self.origin.language
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
        Language::C => tree_sitter_c::LANGUAGE.into(),
        Language::Cpp => tree_sitter_cpp::LANGUAGE.into(),
        // What they are parsed with says their text.
        Language::Vue | Language::Svelte | Language::Html | Language::Package => return None,
        _ => return named::grammar(language),
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
    let old = old.filter(|old| old.origin.language == language);
    let parsed = match language {
        Language::C | Language::Cpp => parse_masked(language, whole(chunk), old, budget),
        Language::CSharp => match csharp::without_directives(&whole(chunk)) {
            Some(text) => parse_stand_in(Origin::of(language), text, old, budget),
            None => parse_plainly(language, chunk, old, budget),
        },
        Language::Yaml if named::is_too_deep(&whole(chunk)) => {
            let blank = vec![b' '; whole(chunk).len()];
            parse_stand_in(Origin::of(language), blank, old, budget)
        }
        Language::Vue | Language::Svelte | Language::Html => {
            let (text, grammar) = scripts::alone(whole(chunk), language);
            parse_stand_in(Origin { grammar, ..Origin::of(language) }, text, old, budget)
        }
        _ => parse_plainly(language, chunk, old, budget),
    };
    match parsed {
        Ok(tree) => ParseOutcome::Parsed(tree),
        Err(outcome) => outcome,
    }
}

fn parse_plainly<'t>(
    language: Language,
    chunk: &mut dyn FnMut(usize) -> &'t [u8],
    old: Option<&SyntaxTree>,
    budget: Budget,
) -> Result<SyntaxTree, ParseOutcome> {
    let old = old.filter(|old| old.origin.stand_in.is_none());
    let tree = parse_with(language, chunk, old.map(|old| &old.tree), budget)?;
    Ok(SyntaxTree::new(tree, Origin::of(language)))
}

/// Parses what stands for a text, with the grammar that `origin` says.
fn parse_stand_in(
    origin: Origin,
    text: Vec<u8>,
    old: Option<&SyntaxTree>,
    budget: Budget,
) -> Result<SyntaxTree, ParseOutcome> {
    let old = old.filter(|old| old.origin.grammar == origin.grammar).and_then(|old| {
        let before = old.origin.stand_in.as_deref()?;
        let mut tree = old.tree.clone();
        if let Some(edit) = difference(before, &text) {
            tree.edit(&edit);
        }
        Some(tree)
    });
    let tree = parse_bytes(origin.grammar, &text, old.as_ref(), budget)?;
    Ok(SyntaxTree::new(tree, Origin { stand_in: Some(text.into()), ..origin }))
}

/// The one edit that makes `after` of `before`; none if they are the same.
fn difference(before: &[u8], after: &[u8]) -> Option<InputEdit> {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let start = before.iter().zip(after).take_while(same).count();
    let (old, new) = (&before[start..], &after[start..]);
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old_end, new_end) = (before.len() - behind, after.len() - behind);
    let point = |text: &[u8], at: usize| {
        let text = &text[..at];
        let line = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let row = text.iter().filter(|byte| **byte == b'\n').count();
        tree_sitter::Point { row, column: at - line }
    };
    (start < old_end || start < new_end).then(|| InputEdit {
        start_byte: start,
        old_end_byte: old_end,
        new_end_byte: new_end,
        start_position: point(before, start),
        old_end_position: point(before, old_end),
        new_end_position: point(after, new_end),
    })
}

/// Parses C or C++, what the grammar has no place for hidden.
fn parse_masked(
    language: Language,
    mut text: Vec<u8>,
    old: Option<&SyntaxTree>,
    budget: Budget,
) -> Result<SyntaxTree, ParseOutcome> {
    let scan = match old.map(|old| &old.origin.hidden) {
        Some(Hidden { scan, changed, .. }) => scan.after(changed.unwrap_or_default(), &text),
        None => c::Scan::of(&text),
    };
    let grammar = if scan.is_cpp { Language::Cpp } else { language };
    let old = old.filter(|old| old.origin.grammar == grammar).map(|old| {
        let mut tree = old.tree.clone();
        for edit in old.origin.hidden.edits(&scan.masks, &text) {
            tree.edit(&edit);
        }
        tree
    });
    c::hide(&mut text, &scan.masks);
    let tree = parse_bytes(grammar, &text, old.as_ref(), budget)?;
    let masks = scan.masks.as_slice().into();
    let hidden = Hidden { masks, stale: Vec::new(), scan: Arc::new(scan), changed: None };
    Ok(SyntaxTree::new(tree, Origin { grammar, hidden, ..Origin::of(language) }))
}

/// The text that `chunk` gives.
fn whole<'t>(chunk: &mut dyn FnMut(usize) -> &'t [u8]) -> Vec<u8> {
    let mut text = Vec::new();
    loop {
        let more = chunk(text.len());
        if more.is_empty() {
            return text;
        }
        text.extend_from_slice(more);
    }
}

fn parse_bytes(
    grammar: Language,
    text: &[u8],
    old: Option<&Tree>,
    budget: Budget,
) -> Result<Tree, ParseOutcome> {
    parse_with(grammar, &mut |byte| text.get(byte..).unwrap_or_default(), old, budget)
}

/// Parses with the grammar of `language`.
fn parse_with<'t>(
    language: Language,
    chunk: &mut dyn FnMut(usize) -> &'t [u8],
    old: Option<&Tree>,
    budget: Budget,
) -> Result<Tree, ParseOutcome> {
    let Some(grammar) = grammar(language) else { return Err(ParseOutcome::NoGrammar) };
    PARSER.with_borrow_mut(|parser| {
        if parser.set_language(&grammar).is_err() {
            return Err(ParseOutcome::NoGrammar);
        }
        let deadline = budget.time.map(|time| Instant::now() + time);
        let mut progress = |_: &tree_sitter::ParseState| match deadline {
            Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut |byte, _| chunk(byte), old, Some(options));
        // Without this a cancelled parse would be resumed by the next one, on another text.
        parser.reset();
        tree.ok_or(ParseOutcome::OutOfTime)
    })
}

/// What was hidden from the parser (see `c`), kept up with edits, so that the next parse sees what it sees anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hidden {
    pub(crate) masks: Arc<[c::Mask]>,
    /// Parts of the text that held a mask which an edit touched.
    stale: Vec<(u32, u32)>,
    /// What said so, and what changed since.
    scan: Arc<c::Scan>,
    changed: Option<c::Changed>,
}

impl Hidden {
    fn edit(&mut self, edit: &ByteEdit) {
        let changed = c::Changed { start: edit.start, old_end: edit.old_end, new_end: edit.new_end };
        self.changed = Some(self.changed.map_or(changed, |before| before.and(changed)));
        let (masks, stale) = (&self.masks, &mut self.stale);
        let moved = |at: u32| at - edit.old_end + edit.new_end;
        for (start, end) in stale.iter_mut() {
            if *start >= edit.old_end {
                (*start, *end) = (moved(*start), moved(*end));
            } else if *end > edit.start {
                (*start, *end) = ((*start).min(edit.start), moved((*end).max(edit.old_end)));
            }
        }
        if masks.last().is_none_or(|last| last.end <= edit.start) {
            return;
        }
        let mut kept = Vec::with_capacity(masks.len());
        for mask in masks.iter() {
            if mask.end <= edit.start {
                kept.push(*mask);
            } else if mask.start >= edit.old_end {
                kept.push(mask.moved(moved));
            } else {
                stale.push((mask.start.min(edit.start), moved(mask.end.max(edit.old_end))));
            }
        }
        self.masks = kept.into();
    }

    /// The parts of `text` that are hidden now and were not, or the other way round, as edits.
    fn edits(&self, now: &[c::Mask], text: &[u8]) -> Vec<InputEdit> {
        let mut ranges = self.stale.clone();
        let (mut old, mut new) = (self.masks.iter().peekable(), now.iter().peekable());
        loop {
            let changed = match (old.peek(), new.peek()) {
                (None, None) => break,
                (Some(a), Some(b)) if a == b => {
                    old.next();
                    new.next();
                    continue;
                }
                (Some(a), Some(b)) if a.start <= b.start => old.next(),
                (Some(_), None) => old.next(),
                _ => new.next(),
            };
            ranges.extend(changed.map(|mask| (mask.start, mask.end)));
        }
        ranges.sort_unstable();
        let (mut at, mut point) = (0, tree_sitter::Point { row: 0, column: 0 });
        let mut point_of = |to: usize| {
            for byte in text.get(at..to).unwrap_or_default() {
                point.column += 1;
                if *byte == b'\n' {
                    point = tree_sitter::Point { row: point.row + 1, column: 0 };
                }
            }
            at = at.max(to);
            point
        };
        let mut edits: Vec<InputEdit> = Vec::new();
        let mut done = 0;
        for (start, end) in ranges {
            let (start, end) = ((start as usize).max(done), (end as usize).min(text.len()));
            if start >= end {
                continue;
            }
            let (start_position, end_position) = (point_of(start), point_of(end));
            edits.push(InputEdit {
                start_byte: start,
                old_end_byte: end,
                new_end_byte: end,
                start_position,
                old_end_position: end_position,
                new_end_position: end_position,
            });
            done = end;
        }
        edits
    }
}

/// Parses a whole text.
pub fn parse_text(language: Language, text: &str, budget: Budget) -> ParseOutcome {
    let bytes = text.as_bytes();
    parse(language, &mut |byte| bytes.get(byte..).unwrap_or_default(), None, budget)
}

#[cfg(test)]
pub(crate) mod tests {
    use lockstep_facts::Language;

    use super::{Budget, ByteEdit, ParseOutcome, Point, SyntaxTree, parse, parse_text};

    fn tree(outcome: ParseOutcome) -> SyntaxTree {
        match outcome {
            ParseOutcome::Parsed(tree) => tree,
            other => panic!("{other:?}"),
        }
    }

    /// After each of the edits (from, to, text) the tree is the one of the text alone.
    #[track_caller]
    pub(crate) fn check_edits(language: Language, text: &str, edits: &[(usize, usize, &str)]) {
        let budget = Budget { time: None };
        let mut now = text.to_owned();
        let mut edited = tree(parse_text(language, text, budget));
        for (start, end, new) in edits {
            // Nothing that is compared here looks at them.
            let point = Point::default();
            let edit = ByteEdit {
                start: *start as u32,
                old_end: *end as u32,
                new_end: (start + new.len()) as u32,
                start_point: point,
                old_end_point: point,
                new_end_point: point,
            };
            now.replace_range(*start..*end, new);
            edited.edit(&edit);
            let bytes = now.as_bytes();
            let mut chunk = |at: usize| bytes.get(at..).unwrap_or_default();
            edited = tree(parse(language, &mut chunk, Some(&edited), budget));
            let scratch = tree(parse_text(language, &now, budget));
            assert_eq!(edited.tree.root_node().to_sexp(), scratch.tree.root_node().to_sexp(), "{now}");
            let (facts, expected) =
                (crate::extract(language, &edited, &now), crate::extract(language, &scratch, &now));
            assert_eq!(facts, expected, "{now}");
        }
    }

    #[test]
    fn what_stands_for_a_text_follows_its_edits() {
        let text = "class C {\n#if A\n  void One() { F(); }\n#else\n  void One() { G(); }\n#endif\n  int x = 1;\n}\n";
        let at = |needle: &str| text.find(needle).unwrap_or_default();
        let edits = [
            (at("F()"), at("F()"), "H"),
            (at("x = 1") + 1, at("x = 1") + 1, "yz"),
            (at("#if"), at("#if") + 5, ""),
            (at("#if"), at("#if"), "#if A && B"),
            (0, 0, "#if Z\nusing System;\n#endif\n"),
            (0, 27, ""),
            (at("class"), at("class") + 5, "struct"),
        ];
        check_edits(Language::CSharp, text, &edits);
    }
}
