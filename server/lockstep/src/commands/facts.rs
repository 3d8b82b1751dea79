//! `lockstep facts`: what the extractor sees in one file.

use std::path::Path;

use anyhow::Context;
use lockstep_facts::{FileFacts, Language};
use lockstep_languages::{Budget, ParseOutcome, dump, extract, extract_package, language_of, parse_text};

use crate::output::print;
use crate::{Code, DONE, FAILED};

/// Stack for the parser, which recurses on hostile input.
const STACK: usize = 64 * 1024 * 1024;

pub(crate) fn run(file: &Path) -> anyhow::Result<Code> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let name = file.to_string_lossy().into_owned();
    let Some(language) = language_of(&name, None) else {
        tracing::error!("{name}: no language that is known here");
        return Ok(FAILED);
    };
    let worker =
        std::thread::Builder::new().stack_size(STACK).spawn(move || facts(&name, language, &text))?;
    let facts = worker.join().map_err(|_| anyhow::anyhow!("the extractor panicked"))?;
    print(&dump::dump(&facts))?;
    Ok(DONE)
}

fn facts(path: &str, language: Language, text: &str) -> FileFacts {
    match parse_text(language, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, text),
        ParseOutcome::NoGrammar => extract_package(path.rsplit('/').next().unwrap_or(path), text),
        ParseOutcome::OutOfTime => FileFacts::empty(language),
    }
}
