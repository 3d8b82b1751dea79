//! What each construct becomes, and that no text makes the walk fail.

use lockstep_facts::{FileFacts, Language};

use crate::{Budget, ParseOutcome, parse_text};

fn facts(text: &str) -> FileFacts {
    match parse_text(Language::Python, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => crate::extract(Language::Python, &tree, text),
        other => panic!("{other:?}"),
    }
}

#[test]
fn scratch() {
    if let Ok(path) = std::env::var("SCRATCH") {
        eprintln!("{}", crate::dump::dump(&facts(&std::fs::read_to_string(path).unwrap())));
    }
}
