//! Typing: the body of a function is deleted and typed again, character by character. Whatever is outside of that
//! function is there at every keystroke: at its place, with the callers it had.

use std::collections::BTreeMap;
use std::time::Duration;

use lockstep_fixture::{EDITOR, World};
use lockstep_ide::{EngineOptions, Snapshot, SymbolKind, TextRange};

/// What is seen of a symbol: its name's text, and who calls it (the edited function and module levels left out).
type Seen = BTreeMap<String, (String, Vec<String>)>;

fn see(world: &World, path: &str, edited: &str) -> Seen {
    let snapshot: std::sync::Arc<Snapshot> = world.snapshot();
    let file = world.file(path);
    let text = world.text(path);
    let mut seen = Seen::new();
    let inside = |local: &str| local == edited || local.starts_with(&format!("{edited}."));
    for placed in &snapshot.facts(file).unwrap().items {
        let Some(definition) = &placed.item.definition else { continue };
        let local = placed.item.path.to_string();
        if inside(&local) || definition.kind == SymbolKind::Field {
            continue;
        }
        let TextRange { start, end } = placed.name_range();
        let id = lockstep_ide::SymbolPath { file: snapshot.path(file), local: placed.item.path }.id();
        let callers = snapshot.callers(id).value.into_iter().map(|caller| caller.path.local.to_string());
        let callers = callers.filter(|caller| !inside(caller)).collect();
        let word = text.get(start as usize..end as usize).unwrap_or("?").to_owned();
        seen.insert(local, (word, callers));
    }
    seen
}

/// Retypes the body of each function of `text` whose braces or indentation `bodies` gives; returns how many pairs of
/// keystroke and symbol there were, and what was lost.
fn retype(path: &str, text: &str, bodies: &[(&str, std::ops::Range<usize>)]) -> (usize, Vec<String>) {
    let (mut pairs, mut lost) = (0, Vec::new());
    for (edited, body) in bodies {
        let options = EngineOptions { inline_parse: Duration::MAX, ..EngineOptions::default() };
        let mut world = World::empty(options);
        world.write(path, text);
        world.open(path);
        let before = see(&world, path, edited);
        world.replace(EDITOR, path, body.clone(), "");
        let typed = &text[body.clone()];
        let mut at = body.start;
        for character in typed.chars() {
            let mut buffer = [0; 4];
            world.replace(EDITOR, path, at..at, character.encode_utf8(&mut buffer));
            at += character.len_utf8();
            let now = see(&world, path, edited);
            let half = half_typed(&text[body.start..at]);
            for (symbol, expected) in &before {
                let bare = symbol.rsplit('.').next().unwrap_or(symbol);
                if bare == half {
                    continue;
                }
                pairs += 1;
                if now.get(symbol) != Some(expected) {
                    let found = now.get(symbol);
                    lost.push(format!(
                        "{edited}, after {:?}: {symbol} {found:?} not {expected:?}",
                        &text[body.start..at]
                    ));
                }
            }
        }
        let file = world.file(path);
        assert!(world.snapshot().held(&[file]).is_empty(), "{edited} is typed and something is held");
        assert_eq!(see(&world, path, edited), before);
    }
    (pairs, lost)
}

/// The word being typed.
fn half_typed(text: &str) -> &str {
    let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    text.get(start..).unwrap_or_default()
}

/// The bodies of functions written with braces: from behind the `{` of the line to before the `}` alone at its indentation.
fn brace_bodies<'t>(text: &'t str, heads: &[(&'t str, &str)]) -> Vec<(&'t str, std::ops::Range<usize>)> {
    heads
        .iter()
        .map(|(name, head)| {
            let line = text.find(head).unwrap_or_else(|| panic!("no {head}"));
            let start = line + text[line..].find('\n').unwrap();
            let indent: String = text[text[..line].rfind('\n').map_or(0, |at| at + 1)..]
                .chars()
                .take_while(|c| *c == ' ')
                .collect();
            let close = text[start..].find(&format!("\n{indent}}}")).unwrap();
            (*name, start..start + close)
        })
        .collect()
}

/// The bodies of Python functions: from behind the `:` of the line to the end of the last indented line.
fn indented_bodies<'t>(text: &'t str, heads: &[(&'t str, &str)]) -> Vec<(&'t str, std::ops::Range<usize>)> {
    heads
        .iter()
        .map(|(name, head)| {
            let line = text.find(head).unwrap_or_else(|| panic!("no {head}"));
            let start = line + text[line..].find('\n').unwrap();
            let indent = line - text[..line].rfind('\n').map_or(0, |at| at + 1);
            let mut end = start;
            for body in text[start + 1..].split_inclusive('\n') {
                let deep = body.len() - body.trim_start().len() > indent;
                if !deep && !body.trim().is_empty() {
                    break;
                }
                end += body.len();
            }
            (*name, start..start + text[start..end].trim_end().len())
        })
        .collect()
}

#[track_caller]
fn check(pairs: usize, lost: &[String]) {
    let allowed = pairs / 1000;
    let shown: Vec<&str> = lost.iter().take(12).map(String::as_str).collect();
    assert!(pairs > 1000, "too few pairs to say anything: {pairs}");
    assert!(lost.len() <= allowed, "{} of {pairs} lost:\n{}", lost.len(), shown.join("\n"));
}

#[test]
fn python() {
    let text = include_str!("samples/ledger.py.txt");
    let heads = [
        ("Ledger.post", "def post("),
        ("parse_line", "def parse_line("),
        ("Ledger.balance", "def balance("),
        ("report", "def report("),
    ];
    let (pairs, lost) = retype("ledger.py", text, &indented_bodies(text, &heads));
    check(pairs, &lost);
}

#[test]
fn rust() {
    let text = include_str!("samples/ledger.rs.txt");
    let heads = [
        ("Ledger.post", "pub fn post("),
        ("parse_line", "fn parse_line("),
        ("Ledger.balance", "pub fn balance("),
        ("report", "pub fn report("),
    ];
    let (pairs, lost) = retype("src/lib.rs", text, &brace_bodies(text, &heads));
    check(pairs, &lost);
}

#[test]
fn typescript() {
    let text = include_str!("samples/ledger.ts.txt");
    let heads = [
        ("Ledger.post", "post(entry"),
        ("parseLine", "function parseLine("),
        ("Ledger.balance", "balance(account"),
        ("report", "export function report("),
    ];
    let (pairs, lost) = retype("ledger.ts", text, &brace_bodies(text, &heads));
    check(pairs, &lost);
}
