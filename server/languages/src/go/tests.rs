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
    check(
        "package p\n\nvar a, b = f()\n",
        expect![[r#"
        go file, 3 lines, 2 items
          scope p
        a 11..25
          package variable a at 15..16
          signature var a, b
          inferred f()#0
          call f = f called with 0 [scope 0 at 22..23]
        b 18..19
          package variable b at 18..19
          signature var a, b
          inferred f()#1
    "#]],
    );
}

#[test]
fn constants_repeat_the_one_before() {
    check(
        "package p\n\nconst (\n\tA T = iota\n\tB\n)\n",
        expect![[r#"
        go file, 6 lines, 2 items
          scope p
        A 20..30
          public constant A at 20..21 exported
          signature A T
          declared T
          inferred <integer>
          type T = type T [scope 0 at 22..23]
        B 32..33
          public constant B at 32..33 exported
          signature B
          declared T
          inferred <integer>
    "#]],
    );
}

/// `a[b.c](d)` reads like a function with a type argument, and may be a table of functions.
#[test]
fn brackets_hold_types_or_values() {
    check(
        "package p\n\nfunc f() { a[b.c](d); g[T](d); list[i](d) }\n",
        expect![[r#"
            go file, 3 lines, 1 items
              scope p
            f 11..54
              package function f at 16..17
              signature func f()
              declared tuple()
              read a = a [scope 0 at 22..23]
              read b = b [scope 0 at 24..25]
              read c = b.c [scope 0 at 26..27]
              read d = d [scope 0 at 29..30]
              call g = g called with 1 [scope 0 at 33..34]
              read T = T [scope 0 at 35..36]
              read d = d [scope 0 at 38..39]
              read list = list [scope 0 at 42..46]
              read i = i [scope 0 at 47..48]
              read d = d [scope 0 at 50..51]
        "#]],
    );
}

#[test]
fn types_without_a_name_stand_in_what_holds_them() {
    check(
        "package p\n\ntype List []struct{ a int }\n\nvar _ = struct{ b int }{b: 1}\n\nfunc f(x interface{ M() }) {}\n",
        expect![[r#"
            go file, 7 lines, 7 items
              scope p
            List 11..38
              public class List at 16..20 exported
              signature type List []struct{ a int }
              declared [<Self>::struct]
            List.struct 23..38 in List/0
              package struct struct of List at 23..29
              signature struct
            List.struct.a 31..36 in List.struct/0
              package field a of List.struct at 31..32
              signature a int
              declared <integer>
            <top> 64..65
              write b = keyword b of new object{b: <integer>}() [scope 0 at 64..65]
            f 71..100
              package function f at 76..77
              signature func f(x interface{ M() })
              parameters (x: interface)
              declared tuple()
              bind x parameter 0: interface [scope 0 from 0 at 78..79]
            f.interface 80..96 in f/0
              local interface interface of f at 80..89
              signature interface
            f.interface.M 91..94 in f.interface/0
              local method M of f.interface at 91..92 declaration
              signature M()
              declared tuple()
        "#]],
    );
}

#[test]
fn comments_belong_to_what_follows_at_once() {
    check(
        "package p\n\n// gone\n\n//go:noinline\n// f does.\nfunc f() {}\n\nvar x = 1 // of x\nvar y = 2\n",
        expect![[r#"
            go file, 10 lines, 3 items
              scope p
            f 20..56
              package function f at 50..51
              signature func f()
              doc "f does."
              declared tuple()
            x 58..67
              package variable x at 62..63
              signature var x
              inferred <integer>
            y 76..85
              package variable y at 80..81
              signature var y
              inferred <integer>
        "#]],
    );
}

#[test]
fn damaged_code_keeps_what_stands_around() {
    check(
        "package p\n\nfunc f(a *A) {\n\ta.\n}\n\nfunc (b *B) g() { b.h(a. }\n\nfunc () k() { f() }\n\nvar = 1\n",
        expect![[r#"
            go file, 11 lines, 4 items
              scope p
              error 28..29
              error 54..57
              error 82..87
            f 11..31
              package function f at 16..17
              signature func f(a *A)
              parameters (a: A)
              declared tuple()
              bind a parameter 0: A [scope 0 from 0 at 18..19]
              type A = type A [scope 0 at 21..22]
              read a = a [scope 0 at 27..28]
            <impl B.g> 33..59
              impl of "B" for B
            B.g 33..59 in <impl B.g>/0
              package method g of B at 45..46
              signature func (b *B) g()
              parameters (receiver b: B)
              declared tuple()
              bind b parameter 0: B [scope 0 from 0 at 39..40]
              type B = type B [scope 0 at 42..43]
              read b = b [scope 0 at 51..52]
              read h = b.h [scope 0 at 53..54]
              read a = a [scope 0 at 55..56]
            <top> 75..76
              scope 1 block in 0
              scope 2 block in 1
              scope 3 block in 0
              call f = f called with 0 [scope 2 at 75..76]
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_and_said() {
    let text = format!("package p\n\nvar x = {}1{}\n", "(".repeat(2000), ")".repeat(2000));
    let facts = facts(&text);
    assert_eq!(facts.skipped.as_deref(), Some("nested too deeply: what is deeper is left out"));
    assert_eq!(facts.items.len(), 1);
}

#[test]
fn packages_of_the_prelude_are_modules() {
    check(
        "package builtin\n\nfunc len() int\n\npackage io\n\ntype R struct{}\n\nfunc (r *R) Read() error\n",
        expect![[r#"
            go file, 9 lines, 5 items
              scope builtin
            len 17..31
              package function len at 22..25 declaration
              signature func len() int
              declared <integer>
            io 33..43
              package module io at 41..43
              signature package io
            io.R 45..60 in io/0
              public struct R of io at 50..51 exported
              signature type R struct
            <impl R.Read> 62..86 in io/0
              impl of "R" for R
            io.R.Read 62..86 in <impl R.Read>/0
              public method Read of io.R at 74..78 exported declaration
              signature func (r *R) Read() error
              parameters (receiver r: R)
              declared error
              bind r parameter 0: R [scope 0 from 0 at 68..69]
              type R = type R [scope 0 at 71..72]
              type error = type error [scope 0 at 81..86]
        "#]],
    );
}
