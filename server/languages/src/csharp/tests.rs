//! Facts of C# sources.

use std::time::Duration;

use expect_test::expect_file;
use lockstep_facts::{FileFacts, Language};

use crate::dump::dump;
use crate::{Budget, ParseOutcome, extract, parse_text};

const SAMPLE: &str = include_str!("../../../../fixtures/languages/csharp/sample.cs");

fn facts(text: &str) -> FileFacts {
    match parse_text(Language::CSharp, text, Budget { time: Some(Duration::from_secs(10)) }) {
        ParseOutcome::Parsed(tree) => extract(Language::CSharp, &tree, text),
        outcome => panic!("no tree: {outcome:?}"),
    }
}

#[test]
fn the_sample_gives_these_facts() {
    expect_file!["../../../../fixtures/languages/csharp/sample.facts"].assert_eq(&dump(&facts(SAMPLE)));
}

/// The lines of the dump that begin with one of `starts`, without their ranges.
#[track_caller]
fn check(text: &str, starts: &[&str], expected: expect_test::Expect) {
    let mut lines = String::new();
    for line in dump(&facts(text)).lines() {
        let trimmed = line.trim_start();
        if starts.iter().any(|start| trimmed.starts_with(start)) {
            let end = trimmed.find(" [scope").unwrap_or(trimmed.len());
            lines.push_str(&trimmed[..end]);
            lines.push('\n');
        }
    }
    expected.assert_eq(&lines);
}

#[test]
fn the_first_namespace_is_the_files_own() {
    check(
        "using A; namespace B.C { class X {} namespace D { class Y { class Z {} } } } namespace E { class X {} }",
        &["scope ", "public", "internal", "package", "private", "import"],
        expect_test::expect![[r#"
            scope B.C
            import A everything
            package class X at 31..32
            public module D at 46..47
            package class Y of D at 56..57
            private class Z of D.Y at 66..67
            public module E at 87..88
            package class X of E at 97..98
        "#]],
    );
}

#[test]
fn usings_say_what_they_are() {
    check(
        "global using A.B; using static C.D; using E = F.G; using H = I<int>; using global::J;",
        &["import", "declared"],
        expect_test::expect![[r#"
            import A:B everything passed on
            import C:D: everything
            import F name G as E
            import C = import 1 segment 0
            import D = import 1 segment 1
            import F = import 2 segment 0
            import G = import 2
            declared I`1<<integer>>
            import global:J everything
        "#]],
    );
}

#[test]
fn both_arms_of_a_directive_are_read() {
    check(
        "class A : B\n#if X\n , IC\n#endif\n{\n  void M(int t)\n  {\n    switch (t)\n    {\n#if Y\n      case K.L: f(); break;\n#else\n      case K.M: g(); break;\n#endif\n    }\n  }\n}\n",
        &["read", "call", "inherit", "implement ", "error"],
        expect_test::expect![[r#"
            inherit B = type B
            implement IC = type IC
            read t = t
            read K = K
            read L = K.L
            call f = f called with 0
            read K = K
            read M = K.M
            call g = g called with 0
        "#]],
    );
}

#[test]
fn a_line_that_is_being_written_leaves_the_others() {
    for half in
        ["order.", "order.Run(", "var x = new ", "if (order is ", "foreach (var y in ", "x => ", "[Fl"]
    {
        let text = format!(
            "namespace N;\nclass A\n{{\n  int One() {{ return Two(); }}\n  void Half()\n  {{\n    {half}\n  }}\n  int Two() {{ return One(); }}\n}}\n"
        );
        let facts = facts(&text);
        let names: Vec<&str> = facts.items.iter().map(|placed| placed.item.path.as_str()).collect();
        for name in ["A", "A.One"] {
            assert!(names.contains(&name), "{half}: {names:?}");
        }
        assert_eq!(facts.scope.as_str(), "N", "{half}");
    }
}

#[test]
fn nothing_is_too_deep_or_too_broken() {
    let deep = format!("class A {{ int F() => {}1{}; }}", "(".repeat(2000), ")".repeat(2000));
    let broken = [
        "class",
        "namespace A.",
        "using",
        "[",
        "record R(",
        "a?.b?[",
        "#if",
        "x is { A: ",
        "@",
        "\"",
        "$\"{",
    ];
    for text in broken.iter().map(|text| (*text).to_owned()).chain([deep]) {
        let facts = facts(&text);
        for placed in &facts.items {
            assert!(placed.full_range().end as usize <= text.len(), "{}", placed.item.path);
        }
    }
}
