//! What names mean in Rust. A fixture marks references with `$`; each answer is the line of the definition it leads to.

#![allow(clippy::panic)]

use expect_test::{Expect, expect};
use lockstep_accuracy::World;
use lockstep_facts::Confidence;

/// Reads `//- path` sections, takes the `$` out, and prints where each marked name leads.
#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut marked: Vec<(String, u32, u32, String)> = Vec::new();
    for line in fixture.trim_start_matches('\n').lines() {
        if let Some(path) = line.trim().strip_prefix("//- ") {
            files.push((path.to_owned(), String::new()));
            continue;
        }
        if files.is_empty() {
            files.push(("src/lib.rs".to_owned(), String::new()));
        }
        let Some((path, text)) = files.last_mut() else { continue };
        let row = text.matches('\n').count() as u32;
        let mut pieces = line.split('$');
        let mut clean = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let name: String = piece.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            marked.push((path.clone(), row, clean.encode_utf16().count() as u32, name));
            clean.push_str(piece);
        }
        text.push_str(&clean);
        text.push('\n');
    }
    if !files.iter().any(|(path, _)| path.ends_with("Cargo.toml")) {
        files
            .push(("Cargo.toml".to_owned(), "[package]\nname = \"sample\"\nedition = \"2024\"\n".to_owned()));
    }
    let line_of = |path: &str, row: u32| {
        let text =
            files.iter().find(|(other, _)| other == path).map(|(_, text)| text.as_str()).unwrap_or_default();
        text.lines().nth(row as usize).unwrap_or_default().trim().to_owned()
    };
    let world = World::of_texts(&files);
    let mut answers = String::new();
    for (path, row, column, name) in marked {
        let (file, offset) = world.offset(&path, row, column).unwrap_or_else(|| panic!("no file {path}"));
        let found = world.definitions_at(file, offset);
        let found: Vec<String> = found
            .iter()
            .map(|((other, line, _), confidence)| {
                let mark = match confidence {
                    Confidence::Extracted => "",
                    Confidence::Inferred => "probably ",
                    Confidence::Ambiguous => "perhaps ",
                };
                let other_file = if *other == path { String::new() } else { format!("{other}:") };
                format!("{mark}{other_file}{}: {}", line + 1, line_of(other, *line))
            })
            .collect();
        let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" | ") };
        answers.push_str(&format!("{} {name} -> {found}\n", row + 1));
    }
    expected.assert_eq(&answers);
}

#[test]
fn trait_objects_in_a_constant_slice() {
    check(
        r#"
//- src/lib.rs
mod flags;
use crate::flags::FLAGS;
fn all() {
    for flag in FLAGS.iter() {
        flag.$name_long();
    }
}
//- src/flags.rs
pub trait Flag: std::fmt::Debug + Send + Sync + std::panic::UnwindSafe + 'static {
    fn name_long(&self) -> &'static str;
}
pub const FLAGS: &[&dyn Flag] = &[&Regexp];
#[derive(Debug)]
struct Regexp;
impl Flag for Regexp {
    fn name_long(&self) -> &'static str { "regexp" }
}
"#,
        expect![[r#"
            5 name_long -> src/flags.rs:2: fn name_long(&self) -> &'static str;
        "#]],
    );
}
