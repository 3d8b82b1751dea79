//! Each language's sample, and what hostile texts must not do.

use expect_test::expect_file;
use lockstep_facts::{FileFacts, Language};

use crate::dump::dump;
use crate::{Budget, LANGUAGES, ParseOutcome, Tier, extract, language_of, parse_text};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages");

fn facts(language: Language, text: &str) -> FileFacts {
    match parse_text(language, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, text),
        outcome => unreachable!("{outcome:?}"),
    }
}

/// Languages without types, and scripts in other texts.
fn languages() -> impl Iterator<Item = Language> {
    let listed = LANGUAGES.iter().filter(|x| x.tier != Tier::Types || x.language.is_embedded());
    listed.map(|listed| listed.language)
}

fn sample(language: Language) -> (String, String) {
    let folder = format!("{SAMPLES}/{language}");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .filter(|path| language_of(path, None) == Some(language))
        .collect();
    files.sort();
    let path = files.pop().unwrap();
    (std::fs::read_to_string(path).unwrap(), format!("{folder}/sample.facts"))
}

/// Facts hold no range that is out of bounds.
#[track_caller]
fn check_bounds(facts: &FileFacts, length: usize) {
    for placed in &facts.items {
        let item = &*placed.item;
        let full = placed.full_range();
        assert!(full.end as usize <= length, "{} ends behind the text", item.path);
        assert_eq!(item.body.references.len(), item.ranges.references.len());
        assert_eq!(item.body.bindings.len(), item.ranges.bindings.len());
        for range in item.ranges.references.iter().chain(&item.ranges.bindings) {
            assert!(range.offset(placed.start).end <= full.end, "{}: {range:?} is outside of it", item.path);
        }
        for reference in &item.body.references {
            assert!(usize::from(reference.scope.0) < item.body.scopes.len());
        }
        for binding in &item.body.bindings {
            assert!(usize::from(binding.scope.0) < item.body.scopes.len());
        }
    }
}

#[test]
fn samples() {
    for language in languages() {
        let (text, expected) = sample(language);
        let facts = facts(language, &text);
        check_bounds(&facts, text.len());
        assert_eq!(facts.errors, [], "{language}");
        expect_file![expected].assert_eq(&dump(&facts));
    }
}

#[test]
fn every_prefix_is_walked() {
    for language in languages() {
        let (text, _) = sample(language);
        for end in (0..text.len()).step_by(23).filter(|end| text.is_char_boundary(*end)) {
            check_bounds(&facts(language, &text[..end]), end);
        }
    }
}

/// Deep nesting and brackets that nothing closes cost no more than time, and not much of that.
#[test]
fn hostile_texts_end() {
    // How deep; few enough for every run, where nothing says more.
    let depth = std::env::var("LOCKSTEP_HOSTILE_DEPTH").map_or(2_000, |depth| depth.parse().unwrap());
    let deep = |open: &str, close: &str| open.repeat(depth) + &close.repeat(depth);
    let texts = [
        deep("(", ")"),
        deep("[", "]"),
        deep("{", "}"),
        "{".repeat(depth),
        "(".repeat(depth),
        "a(".repeat(depth / 2),
        "a.b".to_owned() + &".c".repeat(depth / 2),
        "a = b\n".repeat(depth / 20),
        "\"".repeat(depth / 10 + 1),
        "if x then\n".repeat(depth / 10),
        "def f\n".repeat(depth / 10),
        "- ".repeat(depth / 5),
        "#".repeat(depth / 5),
        "<script>".repeat(depth / 10),
    ];
    let run = move || {
        for language in languages() {
            for text in &texts {
                // What takes too long is given up, as the host does.
                let budget = Budget { time: Some(std::time::Duration::from_millis(100)) };
                if let ParseOutcome::Parsed(tree) = parse_text(language, text, budget) {
                    check_bounds(&extract(language, &tree, text), text.len());
                }
            }
        }
    };
    std::thread::Builder::new().stack_size(16 << 20).spawn(run).unwrap().join().unwrap();
}
