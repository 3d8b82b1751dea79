//! Typing: the body of a function is deleted and typed again, character by character. Whatever is outside of that
//! function is there at every keystroke: at its place, with the callers it had.

use lockstep_fixture::World;

use super::typist::{Editor, Tally, retype};

/// Retypes each of `bodies` in a world of one file, character by character.
#[track_caller]
fn check(path: &str, text: &str, bodies: &[(&str, std::ops::Range<usize>)]) {
    let mut tally = Tally::default();
    for (edited, body) in bodies {
        let mut world = World::new(&format!("//- /{path}\n"));
        world.write(path, text);
        world.open(path);
        let editor = Editor { indents: false, closes: false };
        retype(&mut world, path, edited, body.clone(), editor, &mut tally);
    }
    tally.check(1000);
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

#[test]
fn python() {
    let text = include_str!("samples/ledger.py.txt");
    let heads = [
        ("Ledger.post", "def post("),
        ("parse_line", "def parse_line("),
        ("Ledger.balance", "def balance("),
        ("report", "def report("),
    ];
    check("ledger.py", text, &indented_bodies(text, &heads));
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
    check("src/lib.rs", text, &brace_bodies(text, &heads));
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
    check("ledger.ts", text, &brace_bodies(text, &heads));
}

#[test]
fn go() {
    let text = include_str!("samples/ledger.go.txt");
    let heads = [
        ("Ledger.Post", "func (l *Ledger) Post("),
        ("parseLine", "func parseLine("),
        ("Ledger.Balance", "func (l *Ledger) Balance("),
        ("Report", "func Report("),
    ];
    check("ledger.go", text, &brace_bodies(text, &heads));
}
