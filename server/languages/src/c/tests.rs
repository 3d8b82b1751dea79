//! What each construct becomes; see `fixtures/languages/c` and `fixtures/languages/cpp` for whole files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use expect_test::expect_file;
use lockstep_facts::{DefinitionFlags, FileFacts, Language};

use crate::dump::dump;
use crate::{Budget, ParseOutcome, SyntaxTree, parse_text};

fn tree(language: Language, text: &str) -> SyntaxTree {
    match parse_text(language, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => tree,
        other => panic!("{other:?}"),
    }
}

fn facts(language: Language, text: &str) -> FileFacts {
    crate::extract(language, &tree(language, text), text)
}

/// The local paths of all definitions, those that only declare in parentheses.
fn paths(language: Language, text: &str) -> Vec<String> {
    let facts = facts(language, text);
    let definitions = facts.items.iter().filter_map(|placed| {
        let d = placed.item.definition.as_ref()?;
        let path = placed.item.path;
        Some(match d.flags.has(DefinitionFlags::DECLARATION) {
            true => format!("({path})"),
            false => path.to_string(),
        })
    });
    definitions.collect()
}

/// The mentions of all items: name and role.
fn mentions(language: Language, text: &str) -> Vec<String> {
    let facts = facts(language, text);
    let all = facts.items.iter().flat_map(|placed| &placed.item.body.references);
    all.map(|reference| format!("{} {}", reference.role, reference.name)).collect()
}

#[test]
fn the_sample_of_all_of_c() {
    let text = include_str!("../../../../fixtures/languages/c/sample.c");
    let expected = expect_file!["../../../../fixtures/languages/c/sample.facts"];
    expected.assert_eq(&dump(&facts(Language::C, text)));
}

#[test]
fn the_sample_of_all_of_cpp() {
    let text = include_str!("../../../../fixtures/languages/cpp/sample.cc");
    let expected = expect_file!["../../../../fixtures/languages/cpp/sample.facts"];
    expected.assert_eq(&dump(&facts(Language::Cpp, text)));
}

#[test]
fn the_prelude_reads_without_errors() {
    let (language, text) = crate::prelude(lockstep_facts::LanguageFamily::C).unwrap();
    assert_eq!(facts(language, text).errors, [], "damaged");
}

#[test]
fn macros_that_the_grammar_has_no_place_for_damage_nothing() {
    let cases = [
        "LUA_API int (lua_gettop) (lua_State *L);",
        "LUA_API lua_State *lua_new (int a);",
        "static l_inline int f (void) { return 1; }",
        "void WINAPI g (int a);",
        "int h (int a) ATTRIBUTE(1);",
        "int x UNUSED;",
        "void k (void) { v = cast(union GCUnion *, o)->gc; w = va_arg(ap, unsigned int); }",
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif",
        "#define F(x) g(x, /* why */ x)\nint f(void);",
        "enum kind {\n#define K(name) name,\n#include \"kinds.h\"\n#undef K\n};",
        "BEGIN_DECLS\nint f(void);\nEND_DECLS\nint g(void);",
        "#if X\n__attribute__((noreturn))\n#endif\nvoid f(void);",
    ];
    for text in cases {
        assert_eq!(facts(Language::C, text).errors, [], "{text}");
    }
    let cases = [
        "class EXPORT Slice { int x GUARDED_BY(mu); };",
        "class A { void f() LOCKS(mu) OVER(x); A(int m) TAKES(m) : m_(m) {} T* const p GUARDED_BY(mu); };",
    ];
    for text in cases {
        assert_eq!(facts(Language::Cpp, text).errors, [], "{text}");
    }
}

#[test]
fn what_is_hidden_is_mentioned_where_it_stands() {
    assert_eq!(
        mentions(Language::C, "LUA_API int f (T x) ATTRIBUTE(n);"),
        ["macro LUA_API", "type T", "macro ATTRIBUTE", "read n"]
    );
    assert_eq!(mentions(Language::C, "BEGIN\nint f(void);\n"), ["macro BEGIN"]);
    assert_eq!(mentions(Language::C, "FILE *f(DWORD x);"), ["type FILE", "type DWORD"]);
}

#[test]
fn a_definition_keeps_the_plain_path() {
    let text = "static int f(void);\nextern int x;\nstruct s;\nint f(void) { return x; }\nint x = 1;\nstruct s { int a; };";
    assert_eq!(
        paths(Language::C, text),
        ["(f~declared)", "(x~declared)", "(s~declared)", "f", "x", "s", "s.a"]
    );
    assert_eq!(paths(Language::C, "int f(void);\nstruct s;"), ["(f)", "(s)"]);
}

#[test]
fn a_tag_and_its_type_name_are_one() {
    assert_eq!(paths(Language::C, "typedef struct node { int x; } node;"), ["node", "node.x"]);
    assert_eq!(paths(Language::C, "typedef struct node node;"), ["(node)"]);
    assert_eq!(paths(Language::C, "typedef struct { int x; } node, *link;"), ["node", "node.x", "link"]);
    assert_eq!(paths(Language::C, "struct { int x; } one;"), ["one", "one.x"]);
}

#[test]
fn a_header_is_cpp_where_its_text_is() {
    let is_cpp = |text: &str| super::Scan::of(text.as_bytes()).is_cpp;
    for text in [
        "namespace a {}",
        "class A;",
        "template <class T> T f();",
        "int f(std::string s);",
        "struct A { virtual void f(); };",
    ] {
        assert!(is_cpp(text), "{text}");
    }
    for text in [
        "int class;",
        "x = p->class;",
        "/* class A; */",
        "int f(int new, int this);",
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n",
    ] {
        assert!(!is_cpp(text), "{text}");
    }
}

#[test]
fn namespaces_and_members_have_paths() {
    let text = "namespace a::b { class C { void f(); int x; }; }\nnamespace a { namespace b { void C::f() {} } }\nvoid a::b::g() {}";
    assert_eq!(
        paths(Language::Cpp, text),
        ["a", "a.b", "a.b.C", "(a.b.C.f~declared)", "a.b.C.x", "a~2", "a.b~2", "a.b.C.f", "a.b.g"]
    );
    let text = "namespace { int x; }\ninline namespace v1 { int y; }\nenum class E { A };\nenum F { B };";
    assert_eq!(paths(Language::Cpp, text), ["x", "y", "E", "E.A", "F", "B"]);
}

#[test]
fn both_arms_of_a_condition_are_there() {
    let text = "#ifndef A_H\n#define A_H\n#if X\nint f(void);\n#else\nint f(void);\n#endif\n#endif";
    let facts = facts(Language::C, text);
    let conditional = facts.items.iter().filter_map(|placed| placed.item.definition.as_ref());
    let conditional: Vec<bool> = conditional.map(|d| d.flags.has(DefinitionFlags::CONDITIONAL)).collect();
    assert_eq!(conditional, [false, true, true]);
}

#[test]
fn the_body_of_a_macro_is_mentioned_by_the_macro() {
    assert_eq!(
        mentions(Language::C, "#define CHECK(o) check_exp((o)->tt == LIMIT, cast_u(o)->ts)"),
        ["call check_exp", "read tt", "read LIMIT", "call cast_u", "read ts"]
    );
    assert_eq!(mentions(Language::C, "#define BEGIN do { lock(x) \\\n  ; "), ["call lock", "read x"]);
}

#[test]
fn a_tree_that_is_kept_up_with_edits_is_the_tree_of_the_text() {
    let text = "LUA_API int f (void);\nint g (int a) { return MAX(a, 1); }\nclass EXPORT Slice { int x; };\n";
    let edits = [
        (3, 4, ""),
        (8, 8, "I"),
        (8, 9, "i"),
        (20, 20, "\nX"),
        (0, 3, "lua"),
        (60, 60, "UNUSED"),
        (60, 66, ""),
    ];
    crate::tree::tests::check_edits(Language::Cpp, text, &edits);
}

/// What is hidden before a word is not walked through again for each word behind it.
#[test]
fn a_long_list_of_macros_is_read() {
    let text = "ENTRY(name)\n".repeat(30_000) + "int after(void);\n";
    assert_eq!(paths(Language::C, &text).last().map(String::as_str), Some("(after)"));
}

#[test]
fn what_is_asserted_before_anything_runs_is_mentioned() {
    let text = "static_assert(sizeof(Item) >= kLimit, \"x\");\nvoid f() { static_assert(check(kLimit)); }";
    assert_eq!(facts(Language::Cpp, text).skipped, None);
    let expected = ["read Item", "read kLimit", "call check", "read kLimit"];
    assert_eq!(mentions(Language::Cpp, text), expected);
}

#[test]
fn a_macro_that_is_asked_about_is_not_expanded() {
    let text = "#define A 1\n#ifdef A\n#undef A\n#endif\nint b = A;\n";
    assert_eq!(mentions(Language::C, text), ["read A", "read A", "read A"]);
    let facts = facts(Language::C, text);
    let all = facts.items.iter().flat_map(|placed| &placed.item.body.references);
    let asked = all.filter(|r| matches!(r.target, lockstep_facts::ReferenceTarget::Macro(_)));
    assert_eq!(asked.count(), 2);
}
