//! Facts of small Rust sources.

use std::collections::HashSet;

use expect_test::{Expect, expect, expect_file};
use lockstep_facts::{Expression, ExpressionId, FileFacts, Language};
use tree_sitter::Node;

use super::syntax::Kind;
use crate::children::ChildKind as _;
use crate::dump::dump;
use crate::{Budget, ParseOutcome, SyntaxTree, extract, parse_text};

const SAMPLE: &str = include_str!("../../../../fixtures/languages/rust/sample.rs");

fn parse(text: &str) -> SyntaxTree {
    let ParseOutcome::Parsed(tree) = parse_text(Language::Rust, text, Budget { time: None }) else {
        unreachable!("nothing limits the time");
    };
    tree
}

fn facts(text: &str) -> FileFacts {
    extract(Language::Rust, &parse(text), text)
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&dump(&facts(text)));
}

/// Names at their places: `name` or `role name = target`, in the order of the text, of all items.
#[track_caller]
fn check_references(text: &str, expected: Expect) {
    let printed = dump(&facts(text));
    let words = [
        "call ",
        "read ",
        "write ",
        "type ",
        "import ",
        "inherit ",
        "implement ",
        "decorate ",
        "macro ",
        "bind ",
    ];
    let mut lines = String::new();
    for line in printed.lines().filter_map(|line| line.strip_prefix("  ")) {
        if words.iter().any(|word| line.starts_with(word)) && line.contains(" [") {
            let end = line.rfind(" [").unwrap_or(line.len());
            lines.push_str(&line[..end]);
            lines.push('\n');
        }
    }
    expected.assert_eq(&lines);
}

#[test]
fn sample() {
    expect_file!["../../../../fixtures/languages/rust/sample.facts"].assert_eq(&dump(&facts(SAMPLE)));
}

#[test]
fn members_are_filed_under_the_type_where_it_stands() {
    check(
        "mod inner { pub struct S; impl S { pub fn new() -> Self { S } } impl super::S { fn far(self) {} } }\nimpl dyn T {}",
        expect![[r#"
            rust file, 2 lines, 7 items
            inner 0..99
              private module inner at 4..9
              signature mod inner
            inner.S 12..25 in inner/0
              public struct S of inner at 23..24 exported
              signature pub struct S
            <impl S> 26..63 in inner/0
              impl of "S" for S
              type S = type S [scope 0 at 31..32]
            inner.S.new 35..61 in <impl S>/0
              public method new of inner.S at 42..45 static exported
              signature pub fn new() -> Self
              declared <Self>
              type Self = type <Self> [scope 0 at 51..55]
              read S = S [scope 0 at 58..59]
            <impl super::S> 64..97 in inner/0
              impl of "S" for <up 2>::S
              type S = type <up 2>::S [scope 0 at 76..77]
            S.far 80..95 in <impl super::S>/0
              private method far of S at 83..86
              signature fn far(self)
              parameters (receiver self)
              declared tuple()
              bind self parameter 0 = <self> [scope 0 from 0 at 87..91]
            <impl dyn T> 100..113
              impl of "T" for T
              type T = type T [scope 0 at 109..110]
        "#]],
    );
}

#[test]
fn use_trees() {
    check(
        "pub use a::b::{self, c as d, e::*, f as _};\nuse {crate::x, super::super::y, self::z};\nuse ::g;\nuse h::{};",
        expect![[r#"
            rust file, 4 lines, 1 items
            <top> 8..100
              import a name b as b exported b [scope 0]
              import a:b name c as d exported d [scope 0]
              import a:b:e everything passed on [scope 0]
              import a:b name f [scope 0]
              import crate: name x as x [scope 0]
              import ... name y as y [scope 0]
              import . name z as z [scope 0]
              import global: name g as g [scope 0]
              import h [scope 0]
              import a = import 0 segment 0 [scope 0 at 8..9]
              import b = import 0 [scope 0 at 11..12]
              import c = import 1 [scope 0 at 21..22]
              import e = import 2 segment 2 [scope 0 at 29..30]
              import f = import 3 [scope 0 at 35..36]
              import x = import 4 [scope 0 at 56..57]
              import y = import 5 [scope 0 at 73..74]
              import z = import 6 [scope 0 at 82..83]
              import g = import 7 [scope 0 at 92..93]
              import h = import 8 segment 0 [scope 0 at 99..100]
        "#]],
    );
}

#[test]
fn paths_begin_at_their_roots() {
    check_references(
        "fn f() { crate::a::b(); self::c(); super::super::d(); ::e::g(); Self::h(); <T as U>::i(); <[u8]>::j(); Vec::<u8>::new(); k::<L>(); }",
        expect![[r#"
            read a = type <crate>::a
            call b = <crate>::a::b called with 0
            call c = <up 1>::c called with 0
            call d = <up 3>::d called with 0
            read e = type <global>::e
            call g = <global>::e::g called with 0
            type Self = type <Self>
            call h = <Self>::h called with 0
            type T = type T
            type U = type U
            call i = (T & U)::i called with 0
            call j = [u8]::j called with 0
            type Vec = type Vec
            call new = Vec<u8>::new called with 0
            call k = k called with 0
            type L = type L
        "#]],
    );
}

#[test]
fn shadowing_counts_references() {
    check_references(
        "fn f(x: u8) -> u8 { let x = x + 1; { let x = g(x); h(x); } x }",
        expect![[r#"
        bind x parameter 0: u8
        bind x = (x + <integer>)
        bind x = g(x)
        read x = x
        call g = g called with 1
        read x = x
        call h = h called with 1
        read x = x
        read x = x
    "#]],
    );
}

#[test]
fn closures_take_their_parameters_from_the_call() {
    check_references(
        "fn f(v: Vec<S>) { v.iter().map(|(a, b)| a.c(b)).fold(0, |n, &x| n); let late = |y: S| y.d(); g(&|z| z.e()); }",
        expect![[r#"
            bind v parameter 0: Vec<S>
            bind a = passed(v.iter().map, argument 0, parameter 0)#0
            bind b = passed(v.iter().map, argument 0, parameter 0)#1
            bind n = passed(v.iter().map(fn(_) -> a.c(b)).fold, argument 1, parameter 0)
            bind x = passed(v.iter().map(fn(_) -> a.c(b)).fold, argument 1, parameter 1)
            bind y: S
            bind late = fn(y: S) -> y.d()
            bind z = passed(g, argument 0, parameter 0)
            type Vec = type Vec
            type S = type S
            read v = v
            call iter = v.iter called with 0
            call map = v.iter().map called with 1
            read a = a
            call c = a.c called with 1
            read b = b
            call fold = v.iter().map(fn(_) -> a.c(b)).fold called with 2
            read n = n
            type S = type S
            read y = y
            call d = y.d called with 0
            call g = g called with 1
            read z = z
            call e = z.e called with 0
        "#]],
    );
}

#[test]
fn patterns_bind_parts_and_mention_names() {
    check_references(
        "fn f(v: V) { match v { V::A(Some(x), .., y) => {} V::B { p, q: Q { r }, .. } if p => {} [first, rest @ ..] => {} n @ (MAX | V::C) => {} 1..=LIMIT => {} _ => {} } }",
        expect![[r#"
            bind v parameter 0: V
            bind x = variant(Some, variant(V::A, v)#0)#0
            bind y
            bind p = cast(V::B).p
            bind r = cast(Q).r
            bind first = each(v)
            bind rest = v
            bind n = v
            type V = type V
            read v = v
            type V = type V
            read A = V::A
            read Some = Some
            type V = type V
            type B = type V::B
            read p = cast(V::B).p
            read q = cast(V::B).q
            type Q = type Q
            read r = cast(Q).r
            read p = p
            read MAX = MAX
            type V = type V
            read C = V::C
            read LIMIT = LIMIT
        "#]],
    );
}

#[test]
fn writes_reach_the_last_name_only() {
    check_references(
        "fn f(s: &mut S) { s.a.b = c; *s.d = 1; s.e[i] = 2; (x, s.g) = h(); N += 1; }",
        expect![[r#"
        bind s parameter 0: S
        type S = type S
        read s = s
        read a = s.a
        write b = s.a.b
        read c = c
        read s = s
        read d = s.d
        read s = s
        read e = s.e
        read i = i
        write x = x
        read s = s
        write g = s.g
        call h = h called with 0
        write N = N
    "#]],
    );
}

#[test]
fn macro_arguments_are_code_where_they_read_as_code() {
    check_references(
        "fn f(a: A) { println!(\"{x} {}\", a.b(|c| c.d()), x = y.z()); assert!(matches!(a.e(), E::F(g) if g > 1)); vec![h(); 3]; unknown!(a.i(), j => { let k = l(); k.m() }, N { o: p, q }, r::S::t(u), 'life); }",
        expect![[r#"
            bind a parameter 0: A
            bind c = passed(a.b, argument 0, parameter 0)
            bind g = variant(E::F, a.e())#0
            bind k = l()
            type A = type A
            macro println = macro println
            read a = a
            call b = a.b called with 1
            read c = c
            call d = c.d called with 0
            read y = y
            call z = y.z called with 0
            macro assert = macro assert
            macro matches = macro matches
            read a = a
            call e = a.e called with 0
            type E = type E
            read F = E::F
            read g = g
            macro vec = macro vec
            call h = h called with 0
            macro unknown = macro unknown
            read a = a
            call i = a.i called with 0
            read j = j
            call l = l called with 0
            read k = k
            call m = k.m called with 0
            type N = type N
            write o = keyword o of N
            read p = p
            write q = keyword q of N
            read q = q
            read r = type r
            type S = type r::S
            call t = r::S::t called with 1
            read u = u
        "#]],
    );
}

#[test]
fn items_in_macros_are_items() {
    check(
        "cfg_if! { if #[cfg(unix)] { pub fn a() {} } else { pub fn b() {} } }\nlazy_static! { static ref RE: Regex = Regex::new(\"x\"); }\nfn q() { quote! { struct Not; impl S { fn g() { h() } } } }",
        expect![[r#"
            rust file, 3 lines, 6 items
            <top> 0..6
              invocation cfg_if!" if #[cfg(unix)] { pub fn a() {} } else { pub fn b() {} } "
              macro cfg_if = macro cfg_if [scope 0 at 0..6]
            a 28..41
              public function a at 35..36 exported
              signature pub fn a()
              declared tuple()
            b 51..64
              public function b at 58..59 exported
              signature pub fn b()
              declared tuple()
            <top>~2 69..80
              invocation lazy_static!" static ref RE: Regex = Regex::new(\"x\"); "
              macro lazy_static = macro lazy_static [scope 0 at 69..80]
            RE 84..123
              private variable RE at 95..97
              signature static ref RE: Regex
              declared Regex
              type Regex = type Regex [scope 0 at 99..104]
              type Regex = type Regex [scope 0 at 107..112]
              call new = Regex::new called with 1 [scope 0 at 114..117]
            q 126..185
              private function q at 129..130
              signature fn q()
              declared tuple()
              macro quote = macro quote [scope 0 at 135..140]
              type S = type S [scope 0 at 161..162]
              call h = h called with 0 [scope 0 at 174..175]
        "#]],
    );
}

#[test]
fn macros_make_items_of_the_words_they_are_given() {
    check(
        "macro_rules! pair { ($a:ident, $b:ident, $e:expr) => { #[test] fn $a() { $e } pub struct $b; }; }\npair!(one, Two, f(g));\nelsewhere!(three, |x: X| { x.h(); });\nnothing!(four, five());",
        expect![[r#"
            rust file, 4 lines, 5 items
            pair 0..97
              private macro pair at 13..17
              signature macro_rules! pair
            one 98..119
              private function one at 104..107 test
              signature pair!(one)
              invocation pair!"one, Two, f(g)"
              macro pair = macro pair [scope 0 at 98..102]
              call f = f called with 1 [scope 0 at 114..115]
              read g = g [scope 0 at 116..117]
            Two 109..112
              public struct Two at 109..112 exported
              signature Two
            three 121..157
              private function three at 132..137
              signature elsewhere!(three)
              scope 1 closure in 0
              scope 2 block in 1
              invocation elsewhere!"three, |x: X| { x.h(); }"
              bind x: X [scope 1 from 2 at 140..141]
              macro elsewhere = macro elsewhere [scope 0 at 121..130]
              type X = type X [scope 1 at 143..144]
              read x = x [scope 2 at 148..149]
              call h = x.h called with 0 [scope 2 at 150..151]
            <top> 159..178
              invocation nothing!"four, five()"
              macro nothing = macro nothing [scope 0 at 159..166]
              read four = four [scope 0 at 168..172]
              call five = five called with 0 [scope 0 at 174..178]
        "#]],
    );
}

#[test]
fn values_say_where_their_types_come_from() {
    check_references(
        "async fn f(a: A) { let b = if c { a.d()? } else { return }; let e = async { g().await }; let h = a as B; let i = &a[1..]; let j = loop { break; }; let k = unsafe { *l }; }",
        expect![[r#"
            bind a parameter 0: A
            bind b = try(a.d())
            bind e = async fn() -> await(g())()
            bind h = cast(B)
            bind i = a[cast(<global>::std::ops::Range<typeof(<integer>)>)]
            bind j = ?
            bind k = l
            type A = type A
            read c = c
            read a = a
            call d = a.d called with 0
            call g = g called with 0
            read a = a
            type B = type B
            read a = a
            read l = l
        "#]],
    );
}

#[test]
fn generics_and_bounds() {
    check(
        "impl<T: A + ?Sized, const N: usize> B<T> where T: C<D = E> { fn f<F>(&self, g: F) where F: Fn(T) -> Box<dyn H>, T: I, Self: J {} }",
        expect![[r#"
            rust file, 1 lines, 2 items
            <impl B<T>> 0..130
              impl of "B" for B<T>
              type parameter T: A, C<object{D: E}>
              type parameter N
              bind N: usize [scope 0 from 0 at 26..27]
              type A = type A [scope 0 at 8..9]
              type Sized = type Sized [scope 0 at 13..18]
              type B = type B [scope 0 at 36..37]
              type T = type T [scope 0 at 38..39]
              type T = type T [scope 0 at 47..48]
              type C = type C [scope 0 at 50..51]
              type D = type C::D [scope 0 at 52..53]
              type E = type E [scope 0 at 56..57]
            B.f 61..128 in <impl B<T>>/0
              private method f of B at 64..65
              signature fn f<F>(&self, g: F) where F: Fn(T) -> Box<dyn H>, T: I, Self: J
              type parameter F: fn(_: T) -> Box<H>
              type parameter T: I
              parameters (receiver self, g: F)
              declared tuple()
              bind self parameter 0 = <self> [scope 0 from 0 at 70..74]
              bind g parameter 1: F [scope 0 from 0 at 76..77]
              type F = type F [scope 0 at 79..80]
              type F = type F [scope 0 at 88..89]
              type Fn = type Fn [scope 0 at 91..93]
              type T = type T [scope 0 at 94..95]
              type Box = type Box [scope 0 at 100..103]
              type H = type H [scope 0 at 108..109]
              type T = type T [scope 0 at 112..113]
              type I = type I [scope 0 at 115..116]
              type Self = type <Self> [scope 0 at 118..122]
              type J = type J [scope 0 at 124..125]
        "#]],
    );
}

#[test]
fn attributes_of_others_are_mentions() {
    check_references(
        "#[derive(Clone, a::B)]\n#[command(name = c(), long, about = \"x\", d::E)]\n#[cfg(feature = \"f\")]\n#[cfg_attr(test, derive(G))]\nstruct S;",
        expect![[r#"
            decorate Clone = macro Clone
            read a = type a
            decorate B = macro a::B
            decorate command = macro command
            call c = c called with 0
            read d = type d
            type E = type d::E
            decorate G = macro G
        "#]],
    );
}

#[test]
fn damaged_text_keeps_what_can_be_read() {
    check_references(
        "fn a() { b(c.; d.e() }\nfn g( { h(); }\nstruct I { j: J, k }\nfn l() { m(",
        expect![[r#"
        call b = b called with 1
        read c = c
        read d = c.d
        call e = c.d.e called with 0
        call h = h called with 0
        read k = k
        type J = type J
        read l = l
        read m = m
    "#]],
    );
}

#[test]
fn comments_before_an_item_belong_to_it() {
    check(
        "// not this\n\n/// One.\n/// Two.\n#[inline]\n// between\nfn f() {}\n/** Block. */ struct S; //// no doc\nmod m { //! Inside.\n}",
        expect![[r#"
            rust file, 10 lines, 3 items
            f 13..61
              private function f at 55..56
              signature fn f()
              doc "One.\nTwo."
              declared tuple()
              decorator inline
            S 62..85
              private struct S at 83..84
              signature struct S
              doc "Block."
            m 98..119
              private module m at 102..103
              signature mod m
              doc "Inside."
        "#]],
    );
}

#[test]
fn prelude_reads_without_errors() {
    let facts = facts(super::PRELUDE);
    assert_eq!(facts.errors, []);
    assert_eq!(facts.skipped, None);
    for path in [
        "option.Option.map",
        "primitive.str.trim",
        "vec.Vec.push",
        "iter.Iterator.map",
        "any.Any.is",
        "fmt.Result",
    ] {
        assert!(facts.items.iter().any(|placed| placed.item.path == path), "{path}");
    }
    check_bounds(super::PRELUDE);
}

/// What a node points to, of those that hold more than one other.
fn operands(expression: &Expression) -> Vec<ExpressionId> {
    match expression {
        Expression::Member { base, .. }
        | Expression::Path { base, .. }
        | Expression::TupleField { base, .. } => vec![*base],
        Expression::Call { callee: head, arguments }
        | Expression::Generic { base: head, arguments }
        | Expression::New { class: head, arguments } => arguments.iter().copied().chain([*head]).collect(),
        Expression::Union(list) | Expression::Tuple(list) | Expression::List(list) => list.to_vec(),
        Expression::VariantField { variant, value, .. } => vec![*variant, *value],
        Expression::Index { base, index } => vec![*base, *index],
        _ => Vec::new(),
    }
}

#[track_caller]
fn check_bounds(text: &str) {
    let facts = facts(text);
    let mut paths = HashSet::new();
    for placed in &facts.items {
        let item = &placed.item;
        assert!(paths.insert(item.path), "{} twice", item.path);
        assert_eq!(item.body.references.len(), item.ranges.references.len());
        assert_eq!(item.body.bindings.len(), item.ranges.bindings.len());
        assert!(placed.full_range().end as usize <= text.len(), "{}", item.path);
        for expression in &item.expressions {
            for operand in operands(expression) {
                assert!((operand.0 as usize) < item.expressions.len(), "{} in {}", operand.0, item.path);
            }
        }
        let mut before = 0;
        for (reference, range) in item.body.references.iter().zip(&item.ranges.references) {
            let range = range.offset(placed.start);
            let spelled = text.get(range.start as usize..range.end as usize);
            let spelled = spelled.map(|name| name.strip_prefix("r#").unwrap_or(name));
            assert_eq!(spelled, Some(reference.name.as_str()), "in {}", item.path);
            assert!(before <= range.start, "{} out of order in {}", reference.name, item.path);
            before = range.start;
            assert!(usize::from(reference.scope.0) < item.body.scopes.len());
        }
        for (binding, range) in item.body.bindings.iter().zip(&item.ranges.bindings) {
            let range = range.offset(placed.start);
            let spelled = text.get(range.start as usize..range.end as usize);
            let spelled = spelled.map(|name| name.strip_prefix("r#").unwrap_or(name));
            assert_eq!(spelled, Some(binding.name.as_str()), "in {}", item.path);
            assert!(binding.visible_from as usize <= item.body.references.len());
        }
    }
}

#[test]
fn prefixes_stay_in_bounds() {
    for end in (0..SAMPLE.len()).step_by(7).filter(|end| SAMPLE.is_char_boundary(*end)) {
        check_bounds(&SAMPLE[..end]);
    }
    check_bounds(SAMPLE);
}

#[test]
fn holes_stay_in_bounds() {
    for start in (0..SAMPLE.len()).step_by(61) {
        let mut text = String::from(&SAMPLE[..start]);
        text.push_str(&SAMPLE[(start + 19).min(SAMPLE.len())..]);
        check_bounds(&text);
    }
}

#[test]
fn deep_nesting_is_cut_and_said() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("if x {", "}"), ("a(", ")"), ("&", ""), ("|x| ", ""), ("m!(", ")")]
    {
        let text = format!("fn f() {{ {} 1 {} }} fn g() {{}}", open.repeat(3000), close.repeat(3000));
        let facts = facts(&text);
        assert!(facts.items.iter().any(|placed| placed.item.path == "g"), "{open}");
        assert!(facts.skipped.is_some() || open == "m!(", "{open}");
    }
    let chain = format!("fn f() {{ a{} }}", ".b()".repeat(3000));
    assert!(facts(&chain).skipped.is_some());
}

/// Every identifier outside of comments, strings and macro definitions is a reference, a binding or a name, but for
/// lifetimes, labels, type parameters, aliases of imports, attributes and names of arguments.
#[test]
fn no_identifier_is_forgotten() {
    let facts = facts(SAMPLE);
    let mut known = HashSet::new();
    for placed in &facts.items {
        known.insert(placed.name_range().start);
        known.extend(
            (0..placed.item.ranges.references.len()).map(|index| placed.reference_range(index).start),
        );
        known.extend(placed.item.ranges.bindings.iter().map(|range| range.offset(placed.start).start));
    }
    let tree = parse(SAMPLE);
    let mut forgotten = Vec::new();
    identifiers(tree.tree.root_node(), &mut |node| {
        if !known.contains(&(node.start_byte() as u32)) {
            forgotten.push(&SAMPLE[node.byte_range()]);
        }
    });
    // The alias of an argument of `println!`, and of an import.
    expect!["name _ value"].assert_eq(&forgotten.join(" "));
}

fn identifiers<'t>(node: Node<'t>, found: &mut dyn FnMut(Node<'t>)) {
    let skipped = ["lifetime", "label", "attribute_item", "macro_definition"];
    if skipped.contains(&node.kind()) {
        return;
    }
    for index in 0..node.child_count() {
        let Some(child) = node.child(index) else { continue };
        let named_here = matches!(
            node.kind(),
            "type_parameter" | "const_parameter" | "use_as_clause" | "extern_crate_declaration"
        ) && matches!(node.field_name_for_child(index), Some("name" | "alias"));
        let kind = Kind::of(child);
        let identifier = matches!(
            kind,
            Kind::Identifier | Kind::TypeIdentifier | Kind::FieldIdentifier | Kind::ShorthandFieldIdentifier
        );
        if identifier && !named_here {
            found(child);
        } else {
            identifiers(child, found);
        }
    }
}
