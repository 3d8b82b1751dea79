//! Typing in real code: functions of packages that people use are retyped as an editor's user types them.
//!
//! `tests/run typing` fetches the packages, names their folder in `LOCKSTEP_CORPORA`, and asks for these tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lockstep_facts::{Name, PlacedItem};
use lockstep_fixture::{EDITOR, World};
use lockstep_ide::{EngineOptions, SymbolKind};

use typist::{Editor, Tally, retype};

#[path = "engine/typist.rs"]
mod typist;

/// How many files of a corpus are typed in, and how many functions in each.
const FILES: usize = 6;
const FUNCTIONS: usize = 3;
/// Bytes of a body: long enough to damage something, short enough to be typed in a few seconds.
const BODY: Range<usize> = 120..600;
/// A file with fewer definitions has little to lose.
const DEFINITIONS: usize = 10;

/// Paths of functions, and where their bodies stand.
type Bodies = Vec<(String, Range<usize>)>;

/// The texts below `folder` whose names end in one of `endings`, by path.
fn texts(folder: &Path, endings: &[&str]) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut work: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(at) = work.pop() {
        for entry in std::fs::read_dir(&at).unwrap_or_else(|error| panic!("{}: {error}", at.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                work.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                texts.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    texts
}

/// So many of `list`, evenly spread.
fn spread<T: Clone>(list: &[T], count: usize) -> Vec<T> {
    let count = count.min(list.len());
    (0..count).map(|number| list[(2 * number + 1) * list.len() / (2 * count)].clone()).collect()
}

/// The body of a function, if it is written in the ordinary way: between the first braces behind its head, or the
/// indented lines below its head's colon.
fn body(path: &str, text: &str, placed: &PlacedItem) -> Option<Range<usize>> {
    let definition = placed.item.definition.as_ref()?;
    let (name, full) = (placed.name_range(), placed.full_range());
    let end = text.floor_char_boundary(full.end as usize);
    let opens = if path.ends_with(".py") { ':' } else { '{' };
    let mut depth = 0;
    let head = text.get(name.end as usize..end)?;
    let (at, _) = head.char_indices().find(|(_, character)| {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0 && *character == opens
    })?;
    let start = name.end as usize + at + 1;
    let end = if opens == ':' {
        end
    } else {
        let end = start + text[start..end].trim_end().strip_suffix('}')?.len();
        start + text[start..end].trim_end().len()
    };
    let several_lines = text[start..end].starts_with('\n');
    (definition.kind.is_callable() && several_lines && BODY.contains(&(end - start))).then_some(start..end)
}

/// The functions of a file that are typed, in text order.
fn functions(world: &World, path: &str) -> Bodies {
    let (snapshot, text) = (world.snapshot(), world.text(path));
    let Some(facts) = snapshot.facts(world.file(path)) else { return Vec::new() };
    let damaged = !facts.errors.is_empty();
    let items = facts.items.iter().filter(|placed| placed.item.definition.is_some());
    if damaged || items.clone().count() < DEFINITIONS {
        return Vec::new();
    }
    // Fields that a body defines go with it, and with them what others know by their types: such bodies are left out.
    let fields: Vec<usize> = items
        .clone()
        .filter(|placed| placed.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Field))
        .map(|placed| placed.name_range().start as usize)
        .collect();
    let chosen = items.filter_map(|placed| Some((placed.item.path.to_string(), body(path, &text, placed)?)));
    chosen.filter(|(_, body)| !fields.iter().any(|field| body.contains(field))).collect()
}

/// In a file with a half-typed function, the definition behind it is deleted: it is gone, though others are held.
fn delete_beside(world: &mut World, path: &str, edited: &str, body: &Range<usize>) -> Option<()> {
    let whole = world.document_text(EDITOR, path);
    let file = world.file(path);
    let facts = std::sync::Arc::clone(world.snapshot().facts(file)?);
    let victim = facts.items.iter().find(|placed| {
        placed.item.definition.as_ref().is_some_and(|definition| definition.kind.is_callable())
            && placed.full_range().start as usize > body.end
    })?;
    let local = victim.item.path;
    let full = victim.full_range();
    let middle = whole.floor_char_boundary(body.start + body.len() / 2);
    world.replace(EDITOR, path, middle..body.end, " ((");
    let moved = |at: u32| at as usize + " ((".len() - (body.end - middle);
    world.replace(EDITOR, path, moved(full.start)..moved(full.end), "");
    let name = victim.item.definition.as_ref()?.name;
    let left = std::sync::Arc::clone(world.snapshot().facts(file)?);
    let namesakes = |items: &[PlacedItem]| items.iter().filter(|placed| same_name(placed, name)).count();
    assert_eq!(
        namesakes(&left.items),
        namesakes(&facts.items) - 1,
        "{path}: {local} was deleted beside {edited}"
    );
    world.set_text(path, &whole);
    assert!(world.snapshot().held(&[file]).is_empty(), "{path} is whole and something is held");
    Some(())
}

fn same_name(placed: &PlacedItem, name: Name) -> bool {
    placed.item.definition.as_ref().is_some_and(|definition| definition.name == name)
}

#[allow(clippy::print_stdout, reason = "the figures are what is asked for")]
fn say(line: &str) {
    println!("{line}");
}

fn check(corpus: &str, endings: &[&str]) {
    let folder = std::env::var("LOCKSTEP_CORPORA").expect("LOCKSTEP_CORPORA names the folder of the corpora");
    let texts = texts(&Path::new(&folder).join(corpus), endings);
    let options = EngineOptions { inline_parse: std::time::Duration::MAX, ..EngineOptions::default() };
    let mut world = World::empty(options);
    world.write_all(texts.clone());
    let files: Vec<(String, Bodies)> = texts
        .keys()
        .map(|path| (path.clone(), functions(&world, path)))
        .filter(|(_, functions)| functions.len() >= FUNCTIONS)
        .collect();
    let mut tally = Tally::default();
    let mut deleted = 0;
    for (path, functions) in spread(&files, FILES) {
        world.open(&path);
        for (edited, body) in spread(&functions, FUNCTIONS) {
            for closes in [false, true] {
                let editor = Editor { indents: true, closes };
                retype(&mut world, &path, &edited, body.clone(), editor, &mut tally);
            }
            deleted += usize::from(delete_beside(&mut world, &path, &edited, &body).is_some());
        }
        world.close(&path);
    }
    let kept = 100.0 * (1.0 - tally.lost.len() as f64 / tally.pairs.max(1) as f64);
    say(&format!("{corpus}: {kept:.3} % of {} pairs untouched, {deleted} deleted", tally.pairs));
    tally.lost.iter().take(20).for_each(|lost| say(&format!("  lost: {lost}")));
    assert!(deleted >= FILES, "too few deletions to say anything: {deleted}");
    tally.check(10_000);
}

#[test]
fn flask() {
    check("small/flask", &[".py"]);
}

#[test]
fn rxjs() {
    check("large/rxjs", &[".ts", "package.json"]);
}

#[test]
fn clap_builder() {
    check("large/clap_builder", &[".rs", "Cargo.toml"]);
}
