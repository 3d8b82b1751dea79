//! What each construct becomes, and that no text makes the walk fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::collections::HashSet;

use expect_test::{Expect, expect, expect_file};
use lockstep_facts::{
    Expression, ExpressionId, FileFacts, Item, Language, LanguageFamily, ReferenceTarget, TextRange,
};

use crate::dump::dump;
use crate::{Budget, ParseOutcome, SyntaxTree, parse_text};

const SAMPLE: &str = include_str!("../../../../fixtures/languages/python/sample.py");

fn tree(text: &str) -> SyntaxTree {
    match parse_text(Language::Python, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => tree,
        other => panic!("{other:?}"),
    }
}

fn facts(text: &str) -> FileFacts {
    crate::extract(Language::Python, &tree(text), text)
}

/// Compares what `lockstep facts` prints, without its first line and the ranges.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let printed = dump(&facts(text));
    let mut lines = String::new();
    for line in printed.lines().skip(1) {
        let line = match line.rfind(" at ") {
            Some(at) if line.ends_with(']') => format!("{}]", &line[..at]),
            _ => line.to_owned(),
        };
        lines.push_str(&line);
        lines.push('\n');
    }
    expected.assert_eq(&lines);
}

#[test]
fn the_sample_of_everything() {
    expect_file!["../../../../fixtures/languages/python/sample.facts"].assert_eq(&dump(&facts(SAMPLE)));
}

/// Words that are neither a mention nor a local nor a definition's name, with what they are in the tree.
fn unaccounted(text: &str) -> Vec<String> {
    let tree = tree(text);
    let facts = crate::extract(Language::Python, &tree, text);
    let mut known: HashSet<TextRange> = HashSet::new();
    for placed in &facts.items {
        known.insert(placed.name_range());
        known.extend(placed.item.ranges.references.iter().map(|range| range.offset(placed.start)));
        known.extend(placed.item.ranges.bindings.iter().map(|range| range.offset(placed.start)));
    }
    let mut words = Vec::new();
    let mut stack = vec![(tree.tree.root_node(), "")];
    while let Some((node, around)) = stack.pop() {
        let range = crate::builder::range(node);
        if node.kind() == "identifier" && !range.is_empty() && !known.contains(&range) {
            words.push(format!("{around}: {}", &text[node.byte_range()]));
        }
        let kind = node.kind();
        stack.extend((0..node.child_count()).rev().filter_map(|i| Some((node.child(i)?, kind))));
    }
    words
}

#[test]
fn every_word_of_the_sample_is_accounted_for() {
    // New names of imports, type parameters, what overloads repeat, the keywords of a class: declared there or named
    // nowhere.
    expect![[r#"
        aliased_import: t
        aliased_import: Mixed
        type: A
        type: B
        keyword_argument: metaclass
        function_definition: find
        parameters: self
        typed_parameter: key
        function_definition: find
        parameters: self
        typed_parameter: key"#]]
    .assert_eq(&unaccounted(SAMPLE).join("\n"));
}

#[track_caller]
fn assert_in_bounds(text: &str) {
    let facts = facts(text);
    let end = text.len() as u32;
    for placed in &facts.items {
        let item: &Item = &placed.item;
        let full = placed.full_range();
        assert!(full.end <= end, "{} ends at {} of {end}", item.path, full.end);
        let check_id = |id: ExpressionId| {
            assert!((id.0 as usize) < item.expressions.len(), "{}: expression {}", item.path, id.0);
        };
        if let Some(definition) = &item.definition {
            let name = placed.name_range();
            assert_eq!(&text[name.start as usize..name.end as usize], definition.name.as_str());
            definition.declared.into_iter().chain(definition.inferred.iter().copied()).for_each(check_id);
            definition.bases.iter().for_each(|base| check_id(base.expression));
            definition.decorators.iter().copied().for_each(check_id);
            definition.parameters.iter().filter_map(|parameter| parameter.declared).for_each(check_id);
        }
        assert_eq!(item.body.references.len(), item.ranges.references.len());
        assert_eq!(item.body.bindings.len(), item.ranges.bindings.len());
        for (index, reference) in item.body.references.iter().enumerate() {
            let range = placed.reference_range(index);
            assert_eq!(&text[range.start as usize..range.end as usize], reference.name.as_str());
            assert!(usize::from(reference.scope.0) < item.body.scopes.len());
            match reference.target {
                ReferenceTarget::Value(id) | ReferenceTarget::Type(id) | ReferenceTarget::Macro(id) => {
                    check_id(id)
                }
                ReferenceTarget::Keyword { callee, .. } => check_id(callee),
                ReferenceTarget::Imported(import) | ReferenceTarget::ImportSegment { import, .. } => {
                    assert!((import as usize) < item.body.imports.len());
                }
                ReferenceTarget::Exported(_) => {}
            }
        }
        for binding in &item.body.bindings {
            binding.declared.into_iter().chain(binding.value).for_each(check_id);
            assert!(usize::from(binding.scope.0) < item.body.scopes.len());
            assert!(binding.visible_from as usize <= item.body.references.len());
        }
        for expression in &item.expressions {
            match expression {
                Expression::Member { base, .. } | Expression::Path { base, .. } => check_id(*base),
                Expression::Call { callee, arguments } => {
                    check_id(*callee);
                    arguments.iter().copied().for_each(check_id);
                }
                Expression::Union(list) | Expression::Tuple(list) => list.iter().copied().for_each(check_id),
                _ => {}
            }
        }
    }
}

#[test]
fn half_typed_texts_stay_in_bounds() {
    for end in (0..SAMPLE.len()).step_by(7).filter(|end| SAMPLE.is_char_boundary(*end)) {
        assert_in_bounds(&SAMPLE[..end]);
        assert_in_bounds(&SAMPLE[end..]);
    }
}

#[test]
fn mentions_stand_in_text_order() {
    for placed in &facts(SAMPLE).items {
        if placed.item.definition.is_some() {
            assert!(placed.item.ranges.references.is_sorted(), "{}", placed.item.path);
        }
    }
}

#[test]
fn deep_nesting_is_cut_and_said() {
    let walk = || {
        let deep = format!("x = {}a.b{}\n", "[".repeat(3000), "]".repeat(3000));
        assert!(facts(&deep).skipped.is_some());
        let deep = format!("x = {}a{}\n", "[b for b in ".repeat(1000), "]".repeat(1000));
        assert!(facts(&deep).skipped.is_some());
        let long = format!("x = a{}\ny = a{}\n", " + b.c".repeat(3000), " or b".repeat(3000));
        assert_eq!(facts(&long).skipped, None);
        assert_in_bounds(&format!("def f():\n return {}{}", "lambda: (".repeat(500), "if x:\n ".repeat(500)));
    };
    // As deep as the host's parse workers go.
    std::thread::Builder::new().stack_size(16 << 20).spawn(walk).unwrap().join().unwrap();
}

#[test]
fn the_prelude_is_well_formed() {
    let (language, text) = crate::prelude(LanguageFamily::Python).unwrap();
    assert_eq!(language, Language::Python);
    let facts = facts(text);
    assert_eq!(facts.errors, []);
    let paths: HashSet<&str> = facts.items.iter().map(|placed| placed.item.path.as_str()).collect();
    for path in
        ["str.strip", "dict.items", "re.compile", "os.path.join", "pathlib.Path.open", "collections.abc.Set"]
    {
        assert!(paths.contains(path), "{path}");
    }
    assert!(!paths.iter().any(|path| path.contains('~')), "a name is declared twice");
}

#[test]
fn names_have_what_they_are_on_each_path() {
    check(
        "def f(a, c):\n    x = None\n    if c:\n        x = A()\n    elif a:\n        return x.no\n    else:\n        x = B()\n    return x.run()\n",
        expect![[r#"
            f 0..128
              public function f at 4..5 exported
              signature def f(a, c)
              parameters (a, c)
              inferred <null>.no
              inferred (A() | B()).run()
              scope 1 block outside of 0
              bind a parameter 0 [scope 0 from 0]
              bind c parameter 1 [scope 0 from 0]
              bind x = <null> [scope 0 from 0]
              bind x = A() [scope 0 from 2]
              bind x = <null> [scope 0 from 3]
              bind x = B() [scope 0 from 6]
              bind x = (A() | B()) [scope 0 from 6]
              read c = c [scope 0]
              call A = A called with 0 [scope 0]
              read a = a [scope 0]
              read x = x [scope 0]
              read no = x.no [scope 0]
              call B = B called with 0 [scope 0]
              read x = x [scope 0]
              call run = x.run called with 0 [scope 0]
        "#]],
    );
}

#[test]
fn loops_bind_both_meanings_from_their_head() {
    check(
        "def f(start: Node):\n    node = start\n    while node:\n        node.visit()\n        node = node.next\n    return node\n",
        expect![[r#"
            f 0..114
              public function f at 4..5 exported
              signature def f(start: Node)
              parameters (start: Node)
              inferred (cast(Node) | cast(Node).next)
              scope 1 block outside of 0
              bind start parameter 0: Node [scope 0 from 0]
              bind node = cast(Node) [scope 0 from 2]
              bind node = (cast(Node) | cast(Node).next) [scope 0 from 2]
              bind node = cast(Node).next [scope 0 from 7]
              bind node = (cast(Node) | cast(Node).next) [scope 0 from 7]
              type Node = type Node [scope 1]
              read start = start [scope 0]
              read node = node [scope 0]
              read node = node [scope 0]
              call visit = node.visit called with 0 [scope 0]
              read node = node [scope 0]
              read next = node.next [scope 0]
              read node = node [scope 0]
        "#]],
    );
}

#[test]
fn isinstance_narrows_names_and_chains() {
    check(
        "class C:\n    def f(self, x):\n        if not isinstance(x, (A, B)):\n            return\n        x.run()\n        if isinstance(self.y, D):\n            self.y.go()\n        x = 1\n        x.real\n",
        expect![[r#"
            C 0..188
              public class C at 6..7 exported
              signature class C
              scope 1 block outside of 0
            C.f 13..188 in C/0
              public method f of C at 17..18
              signature def f(self, x)
              parameters (receiver self, x)
              scope 1 block outside of 0
              bind self parameter 0 = <self> [scope 0 from 0]
              bind x parameter 1 [scope 0 from 0]
              bind x = <integer> [scope 0 from 13]
              call isinstance = isinstance called with 2 [scope 0]
              read x = x [scope 0]
              read A = A [scope 0]
              read B = B [scope 0]
              read x = x [scope 0]
              call run = cast((A | B)).run called with 0 [scope 0]
              call isinstance = isinstance called with 2 [scope 0]
              read self = self [scope 0]
              read y = <self>.y [scope 0]
              read D = D [scope 0]
              read self = self [scope 0]
              read y = <self>.y [scope 0]
              call go = cast(D).go called with 0 [scope 0]
              read x = x [scope 0]
              read real = x.real [scope 0]
        "#]],
    );
}

#[test]
fn fields_collect_the_values_of_all_methods() {
    check(
        "class C:\n    size = 0\n    def a(self, n: int, m):\n        self.x = None\n        self.size = n\n    def b(self, k: Key, m):\n        self.x = make(k, m)\n        self.x.y = 3\n        with open(k) as self.f, m: pass\n",
        expect![[r#"
            C 0..210
              public class C at 6..7 exported
              signature class C
              scope 1 block outside of 0
            C.size 13..21 in C/0
              public field size of C at 13..17
              signature size = 0
              inferred <integer>
              inferred cast(int)
            C.a 26..93 in C/0
              public method a of C at 30..31
              signature def a(self, n: int, m)
              parameters (receiver self, n: int, m)
              scope 1 block outside of 0
              bind self parameter 0 = <self> [scope 0 from 0]
              bind n parameter 1: int [scope 0 from 0]
              bind m parameter 2 [scope 0 from 0]
              type int = type int [scope 1]
              read self = self [scope 0]
              read self = self [scope 0]
              write size = <self>.size [scope 0]
              read n = n [scope 0]
            C.x 58..71 in C.a/0
              public field x of C at 63..64
              signature x = None
              inferred <null>
              inferred make(cast(Key), ?)
            C.b 98..210 in C/0
              public method b of C at 102..103
              signature def b(self, k: Key, m)
              parameters (receiver self, k: Key, m)
              scope 1 block outside of 0
              bind self parameter 0 = <self> [scope 0 from 0]
              bind k parameter 1: Key [scope 0 from 0]
              bind m parameter 2 [scope 0 from 0]
              type Key = type Key [scope 1]
              read self = self [scope 0]
              write x = <self>.x [scope 0]
              call make = make called with 2 [scope 0]
              read k = k [scope 0]
              read m = m [scope 0]
              read self = self [scope 0]
              read x = <self>.x [scope 0]
              write y = <self>.x.y [scope 0]
              call open = open called with 1 [scope 0]
              read k = k [scope 0]
              read self = self [scope 0]
              read m = m [scope 0]
            C.f 195..201 in C.b/0
              public field f of C at 200..201
              signature f
              inferred enter(open(k))
        "#]],
    );
}

#[test]
fn annotations_in_strings_are_mentions_in_place() {
    check(
        "def f(a: \"m.A\", b: 'list[\"B\"] | None', c: t.Callable[[int], 'C'] = None, d: t.Literal['D'] = 'D'): ...\n",
        expect![[r#"
            f 0..102
              public function f at 4..5 exported
              signature def f(a: "m.A", b: 'list["B"] | None', c: t.Callable[[int], 'C'] = None, d: t.Literal['D'] = 'D')
              parameters (a: m::A, b: (list<B> | <null>), c: fn(_: int) -> C = …, d: <string> = …)
              scope 1 block outside of 0
              bind a parameter 0: m::A [scope 0 from 0]
              bind b parameter 1: (list<B> | <null>) [scope 0 from 0]
              bind c parameter 2: fn(_: int) -> C [scope 0 from 0]
              bind d parameter 3: <string> [scope 0 from 0]
              read m = type m [scope 1]
              type A = type m::A [scope 1]
              type list = type list [scope 1]
              type B = type B [scope 1]
              read t = type t [scope 1]
              type Callable = type t::Callable [scope 1]
              type int = type int [scope 1]
              type C = type C [scope 1]
              read t = type t [scope 1]
              type Literal = type t::Literal [scope 1]
        "#]],
    );
    let text = "x: 'list[\"B\"] | None' = 1\n";
    let facts = facts(text);
    let b = facts.items.iter().find_map(|placed| {
        let index = placed.item.body.references.iter().position(|reference| reference.name == "B")?;
        Some(placed.reference_range(index))
    });
    assert_eq!(b.map(|range| range.start as usize), text.find('B'));
}

#[test]
fn overloads_without_implementation_fold_into_the_first() {
    check(
        "@overload\ndef f(a: int) -> A: ...\n@overload\ndef f(a: str) -> B: ...\ndef g(): ...\n",
        expect![[r#"
            f 0..67
              public function f at 14..15 exported declaration
              signature def f(a: int) -> A
              parameters (a: int)
              declared (A | B)
              decorator overload
              scope 1 block outside of 0
              bind a parameter 0: int [scope 0 from 0]
              decorate overload = overload called with 1 [scope 1]
              type int = type int [scope 1]
              type A = type A [scope 1]
              decorate overload = overload called with 1 [scope 1]
              type str = type str [scope 1]
              type B = type B [scope 1]
            g 68..80
              public function g at 72..73 exported
              signature def g()
              scope 1 block outside of 0
        "#]],
    );
}

#[test]
fn damaged_code_keeps_what_stands_around() {
    check(
        "import a.\nclass A:\n    x = \n    def g(self):\n        self.h(1, \n    def h(self): pass\ndef \ndef f():\n    foo(a.b\n    bar()\n\ndef i(): pass\n",
        expect![[r#"
              error 0..9
              error 23..26
              error 53..80
              error 86..89
              error 104..131
            <top> 7..8
              read a = a [scope 0]
            A 10..85
              public class A at 16..17 exported
              signature class A
              scope 1 block outside of 0
              read x = x [scope 0]
            A.g 32..85 in A/0
              public method g of A at 36..37
              signature def g(self)
              parameters (receiver self)
              scope 1 block outside of 0
              bind self parameter 0 = <self> [scope 0 from 0]
              read self = self [scope 0]
              call h = <self>.h called with 0 ... [scope 0]
            f 91..136
              public function f at 95..96 exported
              signature def f()
              scope 1 block outside of 0
              call foo = foo called with 0 ... [scope 0]
              read a = a [scope 0]
              read b = a.b [scope 0]
              call bar = bar called with 0 [scope 0]
        "#]],
    );
}

#[test]
fn a_dot_typed_before_a_statement_takes_nothing_from_it() {
    check(
        "def f(self):\n    self.\n    y = 1\n    x = self.\n    g(y)\n    return (self.\n        h)\n",
        expect![[r#"
            f 0..84
              public function f at 4..5 exported
              signature def f(self)
              parameters (self)
              inferred self.h
              scope 1 block outside of 0
              bind self parameter 0 [scope 0 from 0]
              bind y = <integer> [scope 0 from 1]
              bind x = g(y) [scope 0 from 4]
              read self = self [scope 0]
              read self = self [scope 0]
              call g = g called with 1 [scope 0]
              read y = y [scope 0]
              read self = self [scope 0]
              read h = self.h [scope 0]
        "#]],
    );
}

#[test]
fn imports_of_every_form() {
    check(
        "import a.b.c, d.e as f\nfrom . import g\nfrom ..h.i import j as k, l\nfrom m import *\ndef f():\n    from n import o\nclass C:\n    import p\n",
        expect![[r#"
            <top> 7..73
              import a:b:c [scope 0]
              import a as a exported a [scope 0]
              import d:e as f exported f [scope 0]
              import . name g as g exported g [scope 0]
              import ..h:i name j as k exported k [scope 0]
              import ..h:i name l as l exported l [scope 0]
              import m everything passed on [scope 0]
              import a = import 0 segment 0 [scope 0]
              import b = import 0 segment 1 [scope 0]
              import c = import 0 segment 2 [scope 0]
              import d = import 2 segment 0 [scope 0]
              import e = import 2 segment 1 [scope 0]
              import g = import 3 [scope 0]
              import h = import 4 segment 0 [scope 0]
              import i = import 4 segment 1 [scope 0]
              import j = import 4 [scope 0]
              import l = import 5 [scope 0]
              import m = import 6 segment 0 [scope 0]
            f 83..111
              public function f at 87..88 exported
              signature def f()
              scope 1 block outside of 0
              import n name o as o [scope 0]
              import n = import 0 segment 0 [scope 0]
              import o = import 0 [scope 0]
            C 112..133
              public class C at 118..119 exported
              signature class C
              scope 1 block outside of 0
              import p as p [scope 0]
              import p = import 0 segment 0 [scope 0]
        "#]],
    );
}

#[test]
fn what_conditional_expressions_and_comprehensions_know() {
    check(
        "y = x.a if isinstance(x, A) and x.b else x.c\nz = {k.n: v for k, v in p.items() for w in v if isinstance(w, W) and w.t}\n",
        expect![[r#"
            y 0..44
              public variable y at 0..1 exported
              signature y = x.a if isinstance(x, A) and x.b else x.c
              inferred (cast(A).a | x.c)
              read x = x [scope 0]
              read a = cast(A).a [scope 0]
              call isinstance = isinstance called with 2 [scope 0]
              read x = x [scope 0]
              read A = A [scope 0]
              read x = x [scope 0]
              read b = cast(A).b [scope 0]
              read x = x [scope 0]
              read c = x.c [scope 0]
            z 45..118
              public variable z at 45..46 exported
              signature z = {k.n: v for k, v in p.items() for w in v if isinstance(w, W) and w.t}
              inferred map{each(p.items())#0.n: each(p.items())#1}
              scope 1 comprehension in 0
              bind k = each(p.items())#0 [scope 1 from 0]
              bind v = each(p.items())#1 [scope 1 from 0]
              bind w = each(each(p.items())#1) [scope 1 from 0]
              read k = k [scope 1]
              read n = each(p.items())#0.n [scope 1]
              read v = v [scope 1]
              read p = p [scope 0]
              call items = p.items called with 0 [scope 0]
              read v = v [scope 1]
              call isinstance = isinstance called with 2 [scope 1]
              read w = w [scope 1]
              read W = W [scope 1]
              read w = w [scope 1]
              read t = cast(W).t [scope 1]
        "#]],
    );
}
