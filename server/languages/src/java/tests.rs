//! What the extractor sees, construct by construct.

use expect_test::{Expect, expect, expect_file};
use lockstep_facts::{FileFacts, Language};

use crate::dump::dump;
use crate::{Budget, ParseOutcome, extract, parse_text};

const SAMPLE: &str = include_str!("../../../../fixtures/languages/java/sample.java");

fn facts(text: &str) -> FileFacts {
    match parse_text(Language::Java, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(Language::Java, &tree, text),
        outcome => unreachable!("{outcome:?}"),
    }
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&dump(&facts(text)));
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
    }
}

#[test]
fn sample() {
    let facts = facts(SAMPLE);
    check_bounds(&facts, SAMPLE.len());
    expect_file!["../../../../fixtures/languages/java/sample.facts"].assert_eq(&dump(&facts));
}

#[test]
fn prelude_is_whole() {
    let facts = facts(super::PRELUDE);
    assert_eq!(facts.errors, []);
    assert_eq!(facts.skipped, None);
}

#[test]
fn a_name_can_be_a_field_and_methods() {
    check(
        "class A { int size; int size() { return size; } int size(int of) { return size(of + 1); } }",
        expect![[r#"
            java file, 1 lines, 4 items
            A 0..91
              package class A at 6..7
              signature class A
              scope 1 block outside of 0
            A.size 10..18 in A/0
              package field size of A at 14..18
              signature int size
              declared <global>::int
            A.size~2 20..47 in A/0
              package method size of A at 24..28
              signature int size()
              declared <global>::int
              read size = size [scope 0 at 40..44]
            A.size~3 48..89 in A/0
              package method size of A at 52..56
              signature int size(int of)
              parameters (of: <global>::int)
              declared <global>::int
              bind of parameter 0: <global>::int [scope 0 from 0 at 61..63]
              call size = size called with 1 [scope 0 at 74..78]
              read of = of [scope 0 at 79..81]
        "#]],
    );
}

#[test]
fn half_written_lines_keep_what_is_around() {
    check(
        "package p;\nimport p.q.\nclass A {\n  B b;\n  void f() {\n    b.\n  }\n  void g() { b.run(1, }\n  int h\n}\n",
        expect![[r#"
            java file, 10 lines, 3 items
              scope p
              error 18..36
              error 57..59
              error 66..97
              error 86..87
            <top> 18..36
              read p = p [scope 0 at 18..19]
              read q = q [scope 0 at 20..21]
              read A = A [scope 0 at 29..30]
              read B = B [scope 0 at 35..36]
            f 42..63
              package function f at 47..48
              signature void f()
              read b = b [scope 0 at 57..58]
            <top>~2 71..95
              read g = g [scope 0 at 71..72]
              read b = b [scope 0 at 77..78]
              read run = run [scope 0 at 79..82]
              read h = h [scope 0 at 94..95]
        "#]],
    );
}

#[test]
fn names_with_their_package_are_imports() {
    check(
        "class A { java.util.List<String> a; void f(Map.Entry<A, B> e) { org.x.Y.z(); foo.bar.BAZ.go(); a.B.c(); } }",
        expect![[r#"
            java file, 1 lines, 3 items
            A 0..107
              package class A at 6..7
              signature class A
              scope 1 block outside of 0
            A.a 10..34 in A/0
              package field a of A at 33..34
              signature java.util.List<String> a
              declared java.util.List<String>
              import java:util name List as java.util.List [scope 0]
              type List = type java.util.List [scope 0 at 20..24]
              type String = type String [scope 0 at 25..31]
            A.f 36..105 in A/0
              package method f of A at 41..42
              signature void f(Map.Entry<A, B> e)
              parameters (e: Map::Entry<A, B>)
              bind e parameter 0: Map::Entry<A, B> [scope 0 from 0 at 59..60]
              type Map = type Map [scope 0 at 43..46]
              type Entry = type Map::Entry [scope 0 at 47..52]
              type A = type A [scope 0 at 53..54]
              type B = type B [scope 0 at 56..57]
              read org = org [scope 0 at 64..67]
              read x = org.x [scope 0 at 68..69]
              read Y = org.x.Y [scope 0 at 70..71]
              call z = org.x.Y.z called with 0 [scope 0 at 72..73]
              read foo = foo [scope 0 at 77..80]
              read bar = foo.bar [scope 0 at 81..84]
              read BAZ = foo.bar.BAZ [scope 0 at 85..88]
              call go = foo.bar.BAZ.go called with 0 [scope 0 at 89..91]
              read a = a [scope 0 at 95..96]
              read B = a.B [scope 0 at 97..98]
              call c = a.B.c called with 0 [scope 0 at 99..100]
        "#]],
    );
}

#[test]
fn every_prefix_is_walked() {
    for end in (0..SAMPLE.len()).step_by(37).filter(|end| SAMPLE.is_char_boundary(*end)) {
        check_bounds(&facts(&SAMPLE[..end]), end);
    }
}

#[test]
fn a_package_has_documentation_and_annotations() {
    check(
        "/**\n All of it.\n */\n@Quiet(of = A.class)\npackage org.x;\n\nimport org.y.Quiet;\n",
        expect![[r#"
            java file, 7 lines, 1 items
              scope org.x
              doc "All of it."
            <top> 21..75
              import org:y name Quiet as Quiet [scope 0]
              decorate Quiet = type Quiet [scope 0 at 21..26]
              read of = cast(Quiet).of called with 0 [scope 0 at 27..29]
              type A = type A [scope 0 at 32..33]
              import Quiet = import 0 [scope 0 at 70..75]
        "#]],
    );
}
