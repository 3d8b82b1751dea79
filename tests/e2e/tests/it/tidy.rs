//! What is asserted of the sources themselves.

use std::path::{Path, PathBuf};

use lockstep_e2e::repository;

/// Lines of a source file, at most.
const MAX_LINES: usize = 900;

/// Texts that are indexed, not compiled.
const DATA: &[&str] = &["server/languages/src/rust/prelude"];

/// Where what only Unix has may stand; in tests, anywhere.
const UNIX: &[&str] = &["server/host/src/unix.rs", "server/session/src/platform.rs"];

/// Every source file of ours: its path from the root and its text.
fn sources() -> Vec<(String, String)> {
    let root = repository();
    let mut files = Vec::new();
    for folder in ["server", "tests"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let relative = |path: &Path| path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
    let sources: Vec<(String, String)> =
        files.iter().map(|path| (relative(path), std::fs::read_to_string(path).unwrap())).collect();
    assert!(sources.len() > 50, "the sources are not where they should be");
    sources.into_iter().filter(|(path, _)| !DATA.iter().any(|data| path.starts_with(data))).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                collect(&path, files);
            }
        } else if name.ends_with(".rs") {
            files.push(path);
        }
    }
}

/// The part of a source file before its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap()
}

/// Panics with every complaint about a source file.
fn check(complaint: impl Fn(&str, &str) -> Option<String>) {
    let complaints: Vec<String> = sources().iter().filter_map(|(path, text)| complaint(path, text)).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_file_opens_with_what_it_is() {
    check(|path, text| {
        (!text.starts_with("//! ")).then(|| format!("{path} does not open with a `//!` sentence"))
    });
}

#[test]
fn no_file_is_long() {
    check(|path, text| {
        let lines = text.lines().count();
        (lines > MAX_LINES).then(|| format!("{path} has {lines} lines: split it by topic"))
    });
}

#[test]
fn nothing_prints_beside_the_protocol() {
    check(|path, text| {
        let prints =
            ["println!(", "print!(", "dbg!("].into_iter().find(|word| without_tests(text).contains(word));
        let ours = path.starts_with("server/") && !path.contains("/tests/") && !path.ends_with("/tests.rs");
        prints.filter(|_| ours).map(|word| format!("{path} has `{word}`"))
    });
}

#[test]
fn what_only_unix_has_stands_in_its_modules() {
    check(|path, text| {
        let words =
            ["std::os::unix", "std::os::fd", "rustix::", "cfg(unix)", "tokio::net::unix", "signal::unix"];
        let word = words.into_iter().find(|word| without_tests(text).contains(word));
        let ours = path.starts_with("server/") && !UNIX.contains(&path) && !path.contains("/tests");
        word.filter(|_| ours).map(|word| format!("{path} has `{word}`"))
    });
}

#[test]
fn nothing_is_ignored_and_nothing_is_left_to_do() {
    check(|path, text| {
        let words = ["#[ignore", concat!("TO", "DO"), concat!("unimplemented", "!("), concat!("todo", "!(")];
        words
            .into_iter()
            .find(|word| text.contains(word) && !path.ends_with("tidy.rs"))
            .map(|word| format!("{path} has `{word}`"))
    });
}
