//! What damaged text loses is held while its name stands.

use expect_test::{Expect, expect};
use lockstep_fixture::World;

/// A world with the only file open.
#[track_caller]
fn open(fixture: &str) -> (World, String) {
    let mut world = World::new(fixture);
    let path = world.disk().keys().next().cloned().unwrap();
    world.open(&path);
    (world, path)
}

fn held(world: &World) -> Vec<String> {
    let snapshot = world.snapshot();
    let mut names = Vec::new();
    for file in snapshot.files() {
        let items = snapshot.facts(file).map(|facts| facts.items.clone()).unwrap_or_default();
        names.extend(items.iter().filter(|placed| placed.held).map(|placed| placed.item.path.to_string()));
        assert_eq!(snapshot.held(&[file]).is_empty(), !items.iter().any(|placed| placed.held));
    }
    names
}

#[track_caller]
fn check(world: &World, path: &str, expect: Expect) {
    expect.assert_eq(&world.definitions(path));
}

const PYTHON: &str = r#"
    //- /a.py
    import os

    def first():
        return 1

    def second():
        return first()

    class C:
        def run(self):
            """Runs."""
            return second()
    "#;

#[test]
fn an_open_string_does_not_swallow_what_follows() {
    let (mut world, path) = open(PYTHON);
    let before = world.definitions(&path);
    world.type_behind(&path, "return 1", "\n    \"\"\"");
    let shown = world.definitions(&path).replace(" held", "");
    assert_eq!(
        shown,
        before.replace("6:", "7:").replace("9:", "10:").replace("10:9", "11:9"),
        "all names stand"
    );
    assert!(held(&world).contains(&"second".to_owned()));
    let callers = world.snapshot().callers(world.symbol("a.py#first")).value.callers;
    expect!["a.py#second function extracted at 8\n"].assert_eq(&world.callers(&callers));
    // Closed again, nothing is held.
    world.type_behind(&path, "    \"\"\"", "\"\"\"");
    assert_eq!(held(&world), [""; 0]);
}

#[test]
fn a_name_that_is_gone_is_not_held() {
    let (mut world, path) = open(PYTHON);
    world.edit(&path, "return 1", "return \"\"\"");
    assert!(held(&world).contains(&"second".to_owned()));
    world.edit(&path, "def second():\n    return first()\n\n", "");
    assert!(!world.definitions(&path).contains("second"), "deleted in a damaged file, it does disappear");
    world.edit(&path, "class C", "class Other");
    assert!(!held(&world).contains(&"C".to_owned()), "renamed, it goes");
}

#[test]
fn closing_holds_nothing() {
    let (mut world, path) = open(PYTHON);
    world.edit(&path, "return 1", "return \"\"\"");
    assert!(!held(&world).is_empty());
    world.close(&path);
    assert_eq!(held(&world), [""; 0]);
    world.open_as(lockstep_fixture::EDITOR, &path, "def first():\n    return (\n\ndef second():\n    pass\n");
    assert_eq!(held(&world), [""; 0], "what a text had in it when it was opened is standing");
}

#[test]
fn a_half_typed_call_keeps_its_neighbours() {
    for (text, path, typed) in [
        ("function f() {\n  x;\n}\nfunction g() { f(); }\nclass C { m() { g(); } }\n", "a.ts", "\n  if (f({"),
        (
            "fn f() {\n    x;\n}\nfn g() { f(); }\nstruct C;\nimpl C { fn m(&self) { g(); } }\n",
            "src/lib.rs",
            "\n  if f({",
        ),
        (
            "def f():\n    x;\ndef g():\n    f()\nclass C:\n    def m(self):\n        g()\n",
            "a.py",
            "\n    if f([(",
        ),
    ] {
        let mut world = World::empty(lockstep_ide::EngineOptions {
            inline_parse: std::time::Duration::MAX,
            ..lockstep_ide::EngineOptions::default()
        });
        world.write(path, text);
        world.open(path);
        let callers = |world: &World| {
            let callers = world.snapshot().callers(world.symbol(&format!("{path}#g"))).value.callers;
            callers.iter().map(|caller| caller.path.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(callers(&world), [format!("{path}#C.m")]);
        for (at, _) in typed.char_indices() {
            let mut at_once = World::empty(lockstep_ide::EngineOptions {
                inline_parse: std::time::Duration::MAX,
                ..lockstep_ide::EngineOptions::default()
            });
            at_once.write(path, text);
            at_once.open(path);
            at_once.type_behind(path, "x;", &typed[..=at]);
            assert_eq!(callers(&at_once), [format!("{path}#C.m")], "{path} {:?}", &typed[..=at]);
            for name in ["f", "g", "C", "C.m"] {
                let _ = at_once.symbol(&format!("{path}#{name}"));
            }
        }
    }
}

#[test]
fn standing_errors_hold_nothing() {
    let (mut world, path) = open("//- /a.py\ndef first():\n    return (1\n\ndef second():\n    return 2\n");
    let before = held(&world);
    assert_eq!(before, [""; 0]);
    world.edit(&path, "def second", "# a comment\ndef second");
    assert_eq!(held(&world), [""; 0]);
    world.edit(&path, "def second():\n    return 2\n", "");
    assert_eq!(held(&world), [""; 0]);
    assert!(!world.definitions(&path).contains("second"));
}

/// What recovery makes of the standing errors of a text that is edited and put back can be new, and is no damage.
#[test]
fn the_text_that_was_opened_holds_nothing() {
    let text = "#include \"list.h\"\nstruct list { item *first; };\nAPI struct list *list_new(void) {\n  return 0;\n}\nint walk(struct list *list) {\n  item *node;\n  EACH(node, list) { total += run(node); }\n  return 1;\n}\n";
    let (mut world, path) = open(&format!("//- /list.c\n{text}"));
    world.edit(&path, "struct list {", "#include \"list.h\"\nstruct list {");
    world.edit(&path, "struct list {", "struct namespace {");
    world.set_text(&path, text);
    assert_eq!(held(&world), [""; 0]);
}

#[test]
fn a_namesake_keeps_its_number() {
    let (mut world, path) = open(
        "
        //- /src/lib.rs
        struct A;
        impl Clone for A { fn run(&self) -> u8 { 1 } }
        impl Copy for A { fn run(&self) -> u8 { 2 } }
        impl Drop for A { fn run(&self) -> u8 { 3 } }
        ",
    );
    let before = world.definitions(&path);
    world.edit(&path, "{ 1 }", "{ \" }");
    let shown = world.definitions(&path).replace(" held", "");
    assert_eq!(shown, before);
}

#[test]
fn a_definition_commented_out_goes_also_beside_other_damage() {
    let (mut world, path) = open(
        "
        //- /a.ts
        function first() { return 1; }
        function second() { return 2; }
        const third = 3;
        ",
    );
    world.edit(&path, "return 1;", "return (;");
    world.edit(&path, "const third", "// const third");
    assert!(!world.definitions(&path).contains("third"), "{}", world.definitions(&path));
    check(
        &world,
        &path,
        expect![[r#"
            first 1:10 first
            second 2:10 second
        "#]],
    );
}

#[test]
fn references_of_what_is_held_are_counted_once() {
    let (mut world, path) = open(
        "
        //- /a.ts
        function f() { g(); }
        function g() { h(); h(); }
        function h() {}
        ",
    );
    world.edit(&path, "g(); }", "g(); { if (");
    let references = world.snapshot().references(world.symbol("a.ts#h")).value;
    expect![[r#"
        a.ts:2:16 h call extracted in g
        a.ts:2:21 h call extracted in g
    "#]]
    .assert_eq(&world.references(&references));
}

#[test]
fn holding_can_be_switched_off() {
    let mut world = World::with_options(
        PYTHON,
        lockstep_ide::EngineOptions {
            hold: false,
            inline_parse: std::time::Duration::MAX,
            ..lockstep_ide::EngineOptions::default()
        },
    );
    world.open("a.py");
    world.edit("a.py", "return 1", "return \"\"\"");
    assert_eq!(held(&world), [""; 0]);
    assert!(!world.definitions("a.py").contains("second"));
}

#[test]
fn undoing_the_damage_holds_nothing() {
    let (mut world, path) = open(PYTHON);
    let before = world.definitions(&path);
    world.edit(&path, "return 1", "return (((\"\"\"");
    assert!(!held(&world).is_empty());
    world.edit(&path, "return (((\"\"\"", "return 1");
    assert_eq!(held(&world), [""; 0]);
    assert_eq!(world.definitions(&path), before);
}

/// Recovery may give up on the whole text: then all of it is one error, and not none.
#[test]
fn a_text_that_is_one_error_holds_what_it_lost() {
    let text = "class A {\n  run() {}\n  public sort(): void {\n    return;\n  }\n}\n";
    let (mut world, path) = open(&format!("//- /a.ts\n{text}"));
    let names = |world: &World| world.definitions("a.ts").replace(" held", "");
    let before = names(&world);
    world.edit(&path, "\n    return;\n  }\n}\n", "\n");
    assert_eq!(names(&world), before);
}
