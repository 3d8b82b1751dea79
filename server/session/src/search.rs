//! Text search: every text file of the tree that the walk keeps, of whatever language, and of open files the editors' texts.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, Instant};

use grep_matcher::Matcher as _;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::sinks::Lossy;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use lockstep_ide::{SkipReason, Snapshot};
use rayon::prelude::*;

use crate::content::{Bytes, is_absent, read_bytes};
use crate::core::Core;
use crate::platform::open as open_file;
use crate::walk::texts;
use crate::workers::INDEX;

/// Larger files are left out, and counted.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// Hits looked for, however many are asked for.
const MOST_HITS: usize = 5_000;
/// Characters of a line that are shown …
const MAX_LINE_CHARACTERS: usize = 200;
/// … of which at most so many stand in front of the match, where the line is longer.
const CHARACTERS_BEFORE: usize = 60;
/// Bytes of a file too large to be searched in which it is looked whether it is a text at all.
const LOOKED_INTO: u64 = 8 << 10;
/// Files searched before it is looked whether there are enough hits.
const CHUNK: usize = 512;
/// When a search ends with what it has.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether case counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// If the pattern has a capital letter.
    #[default]
    Smart,
    /// Yes.
    Sensitive,
    /// No.
    Insensitive,
}

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct TextQuery {
    /// The text, or the pattern.
    pub pattern: String,
    /// Whether it is a regular expression.
    pub regex: bool,
    /// Whether case counts.
    pub case: Case,
    /// Whether only whole words match.
    pub word: bool,
    /// Only files whose path contains this.
    pub within: Option<String>,
    /// Enough hits.
    pub limit: usize,
}

/// A line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextHit {
    /// The file, from the root.
    pub path: String,
    /// Zero-based line.
    pub line: u32,
    /// Bytes in front of the first match in the line.
    pub column: u32,
    /// The same in characters.
    pub characters: u32,
    /// The line; of a very long one the part around the match, cuts marked with `…`.
    pub text: String,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct TextHits {
    /// In order of path and line.
    pub hits: Vec<TextHit>,
    /// Files searched.
    pub files: usize,
    /// Texts left out because they are too large.
    pub too_large: usize,
    /// Files that could not be read.
    pub unreadable: usize,
    /// Whether the search ended before all files were searched.
    pub more: bool,
    /// Whether it ended for a limit of its own, so that no larger [`TextQuery::limit`] finds more.
    pub stopped: bool,
}

/// Searches the tree as `snapshot` shows it.
///
/// # Errors
/// Why the pattern is none.
pub(crate) fn search(core: &Core, snapshot: &Snapshot, query: &TextQuery) -> Result<TextHits, String> {
    let matcher = matcher(query)?;
    let open: BTreeMap<String, String> = snapshot
        .open()
        .into_iter()
        .filter_map(|file| Some((snapshot.path(file).to_string(), snapshot.open_text(file)?)))
        .collect();
    let mut paths = texts(core.root(), &core.settings());
    paths.extend(open.keys().cloned());
    if let Some(within) = &query.within {
        paths.retain(|path| path.contains(within.as_str()));
    }
    paths.sort_unstable();
    paths.dedup();
    let (limit, until) = (query.limit.min(MOST_HITS), Instant::now() + PATIENCE);
    let mut found = TextHits::default();
    for chunk in paths.chunks(CHUNK) {
        found.stopped = Instant::now() >= until || core.is_gone();
        if found.hits.len() >= limit || found.stopped {
            found.more = true;
            break;
        }
        let one = |path: &String| search_one(core.root(), path, open.get(path), &matcher, limit);
        let searched: Vec<Searched> = INDEX.run(|| chunk.par_iter().map(one).collect());
        for outcome in searched {
            match outcome {
                Searched::Text(hits) => {
                    found.files += 1;
                    found.hits.extend(hits);
                }
                Searched::TooLarge => found.too_large += 1,
                Searched::Unreadable => found.unreadable += 1,
                Searched::NoText => {}
            }
        }
    }
    if found.hits.len() > limit {
        found.hits.truncate(limit);
        found.more = true;
    }
    found.stopped |= found.more && found.hits.len() >= MOST_HITS;
    Ok(found)
}

fn matcher(query: &TextQuery) -> Result<RegexMatcher, String> {
    if query.pattern.is_empty() {
        return Err("the pattern is empty".into());
    }
    let mut builder = RegexMatcherBuilder::new();
    builder
        .fixed_strings(!query.regex)
        .case_smart(query.case == Case::Smart)
        .case_insensitive(query.case == Case::Insensitive)
        .word(query.word)
        .line_terminator(Some(b'\n'));
    let built = builder.build(&query.pattern);
    built.map_err(|error| error.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

enum Searched {
    Text(Vec<TextHit>),
    TooLarge,
    Unreadable,
    NoText,
}

fn search_one(
    root: &Path,
    path: &str,
    open: Option<&String>,
    matcher: &RegexMatcher,
    limit: usize,
) -> Searched {
    match open {
        Some(text) => hits(path, text.as_bytes(), matcher, limit),
        None => match read_bytes(root, &root.join(path), MAX_FILE_BYTES) {
            Ok(Bytes::Read { bytes, .. }) => hits(path, &bytes, matcher, limit),
            Ok(Bytes::Skipped(SkipReason::TooLarge(_), _)) => too_large(&root.join(path)),
            Ok(Bytes::Skipped(..) | Bytes::Gone) => Searched::NoText,
            Err(error) => unread(&error),
        },
    }
}

/// A file that is too large to be searched; one that is no text leaves nothing out.
fn too_large(path: &Path) -> Searched {
    let mut head = Vec::new();
    match open_file(path).and_then(|file| file.take(LOOKED_INTO).read_to_end(&mut head)) {
        Ok(_) if head.contains(&0) => Searched::NoText,
        Ok(_) => Searched::TooLarge,
        Err(error) => unread(&error),
    }
}

/// A file that could not be read; one that went away since the walk holds nothing.
fn unread(error: &io::Error) -> Searched {
    if is_absent(error) { Searched::NoText } else { Searched::Unreadable }
}

fn hits(path: &str, bytes: &[u8], matcher: &RegexMatcher, limit: usize) -> Searched {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // As indexing sees it: what holds a NUL is no text.
    if bytes.contains(&0) {
        return Searched::NoText;
    }
    let mut searcher: Searcher =
        SearcherBuilder::new().line_number(true).binary_detection(BinaryDetection::none()).build();
    let mut found = Vec::new();
    let sink = Lossy(|number, line| {
        let column = matcher.find(line.as_bytes()).ok().flatten().map_or(0, |m| m.start());
        let characters = line.get(..column).map_or(0, |before| before.chars().count());
        let text = around(line.trim_end_matches(['\n', '\r']), characters);
        let (column, characters) = (column as u32, characters as u32);
        let line = u32::try_from(number.saturating_sub(1)).unwrap_or(u32::MAX);
        found.push(TextHit { path: path.to_owned(), line, column, characters, text });
        Ok(found.len() <= limit)
    });
    if let Err(error) = searcher.search_slice(matcher, bytes, sink) {
        tracing::debug!("{path}: {error}");
    }
    Searched::Text(found)
}

/// `line`, or as much of it as is shown around its character number `at`.
fn around(line: &str, at: usize) -> String {
    if line.char_indices().nth(MAX_LINE_CHARACTERS).is_none() {
        return line.to_owned();
    }
    // A match near the beginning is shown with the beginning.
    let first = if at < MAX_LINE_CHARACTERS / 2 { 0 } else { at - CHARACTERS_BEFORE };
    let mut rest = line.chars().skip(first);
    // Both marks are counted in.
    let shown: String = rest.by_ref().take(MAX_LINE_CHARACTERS - 2).collect();
    let mark = |cut: bool| if cut { "…" } else { "" };
    format!("{}{shown}{}", mark(first > 0), mark(rest.next().is_some()))
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Case, Searched, TextHit, TextQuery, around, hits, matcher, too_large, unread};

    fn lines(pattern: &str, query: &TextQuery, text: &[u8]) -> Vec<(u32, u32)> {
        let query = TextQuery { pattern: pattern.into(), ..query.clone() };
        match hits("a", text, &matcher(&query).unwrap(), 100) {
            Searched::Text(hits) => hits.iter().map(|hit| (hit.line, hit.column)).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn patterns_are_texts_unless_said_otherwise() {
        let plain = TextQuery::default();
        assert_eq!(lines("a.b", &plain, b"axb\na.b\r\n"), [(1, 0)]);
        assert_eq!(lines("note", &plain, b"x NOTE\nnote"), [(0, 2), (1, 0)]);
        assert_eq!(lines("Note", &plain, b"x NOTE\nNote"), [(1, 0)]);
        let sensitive = TextQuery { case: Case::Sensitive, ..TextQuery::default() };
        assert_eq!(lines("note", &sensitive, b"x NOTE\nnote"), [(1, 0)]);
        let regex = TextQuery { regex: true, ..TextQuery::default() };
        assert_eq!(lines("^a.b$", &regex, b"axb\nxa.b\n"), [(0, 0)]);
        let word = TextQuery { word: true, ..TextQuery::default() };
        assert_eq!(lines("run", &word, b"runner\nre run\n"), [(1, 3)]);
        assert!(lines("run", &word, b"run\0").is_empty());
        let broken = TextQuery { pattern: "(".into(), regex: true, ..TextQuery::default() };
        assert!(matcher(&broken).unwrap_err().contains("unclosed group"));
    }

    #[test]
    fn a_long_line_is_shown_where_it_matches() {
        let line = format!("{}größe{}", "ö".repeat(1_000), "x".repeat(1_000));
        let query = TextQuery { pattern: "größe".into(), ..TextQuery::default() };
        let Searched::Text(found) = hits("a", line.as_bytes(), &matcher(&query).unwrap(), 9) else {
            panic!()
        };
        let [TextHit { column, characters, text, .. }] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((*column, *characters), (2_000, 1_000));
        assert!(text.starts_with("…ö") && text.contains("ögrößex") && text.ends_with("x…"), "{text}");
        assert_eq!(text.chars().count(), 200);
        let short = "x".repeat(200);
        assert_eq!(around(&short, 199), short);
        assert!(around(&"x".repeat(201), 50).starts_with('x'));
        assert!(around(&"x".repeat(201), 200).ends_with('x'));
    }

    #[test]
    fn what_is_not_searched_is_told_from_what_holds_no_text() {
        assert!(matches!(unread(&io::ErrorKind::PermissionDenied.into()), Searched::Unreadable));
        assert!(matches!(unread(&io::ErrorKind::NotFound.into()), Searched::NoText));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        assert!(matches!(too_large(&path), Searched::NoText));
        std::fs::write(&path, "text").unwrap();
        assert!(matches!(too_large(&path), Searched::TooLarge));
        std::fs::write(&path, "no\0text").unwrap();
        assert!(matches!(too_large(&path), Searched::NoText));
    }
}
