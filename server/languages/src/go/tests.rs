//! Facts of small Go sources.

use expect_test::{Expect, expect, expect_file};
use lockstep_facts::{FileFacts, Language};

use super::imports::called_by_path;
use crate::dump::dump;
use crate::{Budget, ParseOutcome, SyntaxTree, extract, parse_text};

const SAMPLE: &str = include_str!("../../../../fixtures/languages/go/sample.go");

fn parse(text: &str) -> SyntaxTree {
    let ParseOutcome::Parsed(tree) = parse_text(Language::Go, text, Budget { time: None }) else {
        unreachable!("nothing limits the time");
    };
    tree
}

fn facts(text: &str) -> FileFacts {
    extract(Language::Go, &parse(text), text)
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&dump(&facts(text)));
}

#[test]
fn sample() {
    expect_file!["../../../../fixtures/languages/go/sample.facts"].assert_eq(&dump(&facts(SAMPLE)));
}

/// What the sample and the prelude hold is all understood by the grammar.
#[test]
fn the_sample_and_the_prelude_are_whole() {
    for text in [SAMPLE, super::PRELUDE] {
        let facts = facts(text);
        let damage: Vec<&str> =
            facts.errors.iter().map(|e| &text[e.start as usize..e.end as usize]).collect();
        assert!(damage.is_empty(), "{damage:?}");
        assert_eq!(facts.skipped, None);
    }
}

#[test]
fn packages_are_called_by_their_paths() {
    let called = [
        "fmt",
        "net/http",
        "a.com/b/v2",
        "gopkg.in/yaml.v3",
        "a.com/go-redis",
        "a.com/x-y",
        "a.com/nats.go",
        "v2",
    ];
    let names = called.map(called_by_path);
    assert_eq!(names, ["fmt", "http", "b", "yaml", "redis", "y", "nats", "v2"]);
}

#[test]
fn values_of_one_call_are_positions() {
    check("package p\n\nvar a, b = f()\n", expect![[r#""#]]);
}

#[test]
fn constants_repeat_the_one_before() {
    check("package p\n\nconst (\n\tA T = iota\n\tB\n)\n", expect![[r#""#]]);
}

/// `a[b.c](d)` reads like a function with a type argument, and may be a table of functions.
#[test]
fn brackets_hold_types_or_values() {
    check("package p\n\nfunc f() { a[b.c](d); g[T](d); list[i](d) }\n", expect![[r#""#]]);
}

#[test]
fn types_without_a_name_stand_in_what_holds_them() {
    check(
        "package p\n\ntype List []struct{ a int }\n\nvar _ = struct{ b int }{b: 1}\n\nfunc f(x interface{ M() }) {}\n",
        expect![[r#""#]],
    );
}

#[test]
fn comments_belong_to_what_follows_at_once() {
    check(
        "package p\n\n// gone\n\n//go:noinline\n// f does.\nfunc f() {}\n\nvar x = 1 // of x\nvar y = 2\n",
        expect![[r#""#]],
    );
}

#[test]
fn damaged_code_keeps_what_stands_around() {
    check(
        "package p\n\nfunc f(a *A) {\n\ta.\n}\n\nfunc (b *B) g() { b.h(a. }\n\nfunc () k() { f() }\n\nvar = 1\n",
        expect![[r#""#]],
    );
}

#[test]
fn deep_nesting_is_cut_and_said() {
    let text = format!("package p\n\nvar x = {}1{}\n", "(".repeat(2000), ")".repeat(2000));
    let facts = facts(&text);
    assert_eq!(facts.skipped.as_deref(), Some("nested too deep"));
    assert_eq!(facts.items.len(), 1);
}

#[test]
fn packages_of_the_prelude_are_modules() {
    check(
        "package builtin\n\nfunc len() int\n\npackage io\n\ntype R struct{}\n\nfunc (r *R) Read() error\n",
        expect![[r#""#]],
    );
}
