//! What each tool says, on worlds small enough to check by eye.

use expect_test::{Expect, expect};
use lockstep_session::ide::{ContentChange, LinePosition, PositionEncoding};
use serde_json::{Value as Json, json};

use crate::world::World;

const APP: &str = r#"
//- /app/core.py
class App:
    """An application."""

    def run(self, host):
        return self.serve(host)

    def serve(self, host):
        return host


def make_app():
    return App()
//- /app/main.py
from app.core import App, make_app


def main():
    app = App()
    app.run("a")
    app.run("b")


make_app().run("c")
//- /app/other.py
class Job:
    def run(self):
        return 1


def drive(job: Job):
    return job.run()


def guess(thing):
    return thing.serve("x")
"#;

#[track_caller]
fn check(fixture: &str, tool: &str, arguments: Json, expect: Expect) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let text = runtime.block_on(async { World::new(fixture).text(tool, arguments).await });
    expect.assert_eq(&text);
}

#[test]
fn callers_are_definitions_and_files() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "App.run"}),
        expect![[r#"
            callers of app/core.py:4  App.run  method  def run(self, host)
            callers: 2  uncertain: 0
            app/main.py:4  main  function  calls at 6, 7
            app/main.py:1  module  calls at 10
            revision h.N · complete: true · recall: lower_bound · total: 2
        "#]],
    );
}

#[test]
fn callers_show_the_lines_of_their_calls() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "App.run", "show_sites": "true"}),
        expect![[r#"
            callers of app/core.py:4  App.run  method  def run(self, host)
            callers: 2  uncertain: 0
            app/main.py:4  main  function
              app/main.py:6:9  | app.run("a")
              app/main.py:7:9  | app.run("b")
            app/main.py:1  module
              app/main.py:10:12  | make_app().run("c")
            revision h.N · complete: true · recall: lower_bound · total: 2
        "#]],
    );
}

#[test]
fn uncertain_callers_are_marked_and_counted_apart() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "App.serve"}),
        expect![[r#"
            callers of app/core.py:7  App.serve  method  def serve(self, host)
            callers: 1  uncertain: 1
            app/core.py:4  App.run  method  calls at 5
            app/other.py:10  guess  function  calls at 11  ~inferred
            revision h.N · complete: true · recall: lower_bound · total: 2
        "#]],
    );
}

#[test]
fn no_callers_is_not_no_uses() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "main"}),
        expect![[r#"
            callers of app/main.py:4  main  function  def main()
            callers: 0  uncertain: 0
            no use of app/main.py#main is found: unused, an entry point, or reached dynamically
            revision h.N · complete: true · recall: lower_bound · total: 0
        "#]],
    );
}

#[test]
fn an_ambiguous_name_gives_candidates() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "run"}),
        expect![[r#"
        app/core.py#App.run  :4  method  def run(self, host)
        app/other.py#Job.run  :2  method  def run(self)
        ambiguous: run means 2 definitions; call again with one of these as symbol
        revision h.N · complete: false
    "#]],
    );
}

#[test]
fn a_name_is_pinned_by_its_file() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "run@other"}),
        expect![[r#"
            callers of app/other.py:2  Job.run  method  def run(self)
            callers: 1  uncertain: 0
            app/other.py:6  drive  function  calls at 7
            revision h.N · complete: true · recall: lower_bound · total: 1
        "#]],
    );
}

#[test]
fn an_unknown_name_gives_the_nearest() {
    check(
        APP,
        "find_callers",
        json!({"symbol": "mkae_app"}),
        expect![[r#"
            nearest:
              app/core.py#make_app  :11  function  def make_app()
              app/core.py#App  :1  class  class App
            unknown: nothing in the project is called mkae_app
            revision h.N · complete: false
        "#]],
    );
    check(
        APP,
        "find_references",
        json!({"symbol": "src/lib.f90#Run"}),
        expect![[r#"
            nearest:
              app/core.py#App.run  :4  method  def run(self, host)
              app/other.py#Job.run  :2  method  def run(self)
            no indexed file src/lib.f90: no .f90 file is indexed here (languages: python, rust, typescript, tsx, javascript, go, java, csharp, c, cpp, ruby, php, kotlin, swift, scala, lua, bash, sql, dart, elixir, zig, haskell, r, hcl, protobuf, graphql, vue, svelte, html, markdown, json, yaml, toml)
            see also: index_status()
            revision h.N · complete: false
        "#]],
    );
}

#[test]
fn a_position_means_the_definition_or_the_name_there() {
    check(
        APP,
        "find_callers",
        json!({"path": "app/core.py", "line": 4}),
        expect![[r#"
            callers of app/core.py:4  App.run  method  def run(self, host)
            callers: 2  uncertain: 0
            app/main.py:4  main  function  calls at 6, 7
            app/main.py:1  module  calls at 10
            revision h.N · complete: true · recall: lower_bound · total: 2
        "#]],
    );
    check(
        APP,
        "get_source",
        json!({"path": "app/core.py", "line": 5}),
        expect![[r#"
            app/core.py:4  App.run  method
            4      def run(self, host):
            5          return self.serve(host)
            revision h.N · complete: true · total: 2
        "#]],
    );
    check(
        APP,
        "find_callers",
        json!({"path": "app/main.py", "line": "6", "column": 9}),
        expect![[r#"
            callers of app/core.py:4  App.run  method  def run(self, host)
            callers: 2  uncertain: 0
            app/main.py:4  main  function  calls at 6, 7
            app/main.py:1  module  calls at 10
            revision h.N · complete: true · recall: lower_bound · total: 2
        "#]],
    );
}

#[test]
fn references_have_roles() {
    check(
        APP,
        "find_references",
        json!({"symbol": "App"}),
        expect![[r#"
            references to app/core.py:1  App  class  class App
            references: 3  uncertain: 0  files: 2  call 2, import 1
            app/core.py:12:12  call  in make_app
            app/main.py:1:22  import
            app/main.py:5:11  call  in main
            revision h.N · complete: true · recall: lower_bound · total: 3
        "#]],
    );
}

#[test]
fn references_are_narrowed_and_grouped() {
    check(
        APP,
        "find_references",
        json!({"symbol": "App", "role": "import"}),
        expect![[r#"
            references to app/core.py:1  App  class  class App
            references: 1  uncertain: 0  files: 1  import 1
            app/main.py:1:22  import
            revision h.N · complete: true · recall: lower_bound · total: 1
        "#]],
    );
    check(
        APP,
        "find_references",
        json!({"symbol": "App", "view": "files", "within": "main"}),
        expect![[r#"
            references to app/core.py:1  App  class  class App
            references: 2  uncertain: 0  files: 1  call 1, import 1
            app/main.py  2×  lines 1, 5
            revision h.N · complete: true · recall: lower_bound · total: 1
        "#]],
    );
    check(
        APP,
        "find_references",
        json!({"symbol": "App", "role": "write"}),
        expect![[r#"
            references to app/core.py:1  App  class  class App
            references: 0  uncertain: 0  files: 0
            app/core.py#App has 3 uses, but none of this role or in these files
            revision h.N · complete: true · recall: lower_bound · total: 0
        "#]],
    );
}

#[test]
fn affected_goes_on_from_user_to_user() {
    check(
        APP,
        "affected",
        json!({"symbol": "App.serve"}),
        expect![[r#"
            affected by app/core.py:7  App.serve  method  def serve(self, host)
            affected: 3  uncertain: 1  tests: 0  depth: 3  by depth: 1: 2, 2: 2
            app/core.py:4  App.run  method  depth 1
            app/other.py:10  guess  function  depth 1  ~uncertain
            app/main.py:4  main  function  depth 2
            app/main.py:1  module  depth 2
            revision h.N · complete: true · recall: lower_bound · total: 4
        "#]],
    );
}

#[test]
fn source_is_the_body_alone() {
    check(
        APP,
        "get_source",
        json!({"symbol": "App.run"}),
        expect![[r#"
            app/core.py:4  App.run  method
            4      def run(self, host):
            5          return self.serve(host)
            revision h.N · complete: true · total: 2
        "#]],
    );
    check(
        APP,
        "get_source",
        json!({"path": "app/other.py", "limit": 3}),
        expect![[r#"
        app/other.py:1  module
        1  class Job:
        2      def run(self):
        3          return 1
        next: get_source(symbol="app/other.py", offset=3)
        revision h.N · complete: false · shown: 3 · total: 11 · next_offset: 3
    "#]],
    );
    check(
        APP,
        "get_source",
        json!({"symbol": "App", "offset": 100}),
        expect![[r#"
        app/core.py:1  App  class
        it has only 8 lines
        revision h.N · complete: true · shown: 0 · total: 8 · offset: 8
    "#]],
    );
}

#[test]
fn outlines_are_trees() {
    check(
        APP,
        "get_file_outline",
        json!({"path": "core.py", "verbose": true}),
        expect![[r#"
            outline of app/core.py  python  12 lines
            1-8  App  class  class App  — An application.
              4-5  App.run  method  def run(self, host)
              7-8  App.serve  method  def serve(self, host)
            11-12  make_app  function  def make_app()
            revision h.N · complete: true · total: 4
        "#]],
    );
    check(
        APP,
        "get_file_outline",
        json!({"path": "nowhere.py"}),
        expect![[r#"
            no indexed file nowhere.py: it is not there, ignored, or left out
            see also: index_status()
            revision h.N · complete: false
        "#]],
    );
}

#[test]
fn symbols_are_found_by_a_part_of_their_name() {
    check(
        APP,
        "search_symbols",
        json!({"query": "serv"}),
        expect![[r#"
            definitions matching serv
            app/core.py#App.serve  :7  method  def serve(self, host)
            revision h.N · complete: true · total: 1
        "#]],
    );
    check(
        APP,
        "search_symbols",
        json!({"query": "serv", "kind": "class"}),
        expect![[r#"
            definitions matching serv
            no match of this kind or in these files, but 1 elsewhere: leave out kind or within
            revision h.N · complete: true · total: 0
        "#]],
    );
    check(
        APP,
        "search_symbols",
        json!({"query": "zzz"}),
        expect![[r#"
            definitions matching zzz
            unknown: no definition's name matches zzz (names only, no text inside bodies)
            revision h.N · complete: true · total: 0
        "#]],
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_says_what_is_indexed() {
    let world = World::new(APP);
    // It answers at once, while the index is being built too: that is what it is asked for.
    world.tree.ready().await;
    expect![[r#"
        project app  at ROOT
        3 files  9 symbols  21 references  33 lines  with syntax errors: 0
        languages: python 3
        assistants: 1  watching: off (switched off): files named in a call are compared with the disk
        revision h.N · complete: true
    "#]]
    .assert_eq(&world.text("index_status", json!({})).await);
}

#[test]
fn names_from_a_workspace_cannot_pose_as_marks() {
    let hostile = "//- /a.py\ndef f(x=\"\\u202e\"):\n    return x\n\n\ndef g():\n    return f(\"\u{202e}\u{1b}[31m\")\n";
    check(
        hostile,
        "find_callers",
        json!({"symbol": "f", "show_sites": true}),
        expect![[r#"
            callers of a.py:1  f  function  def f(x="\u202e")
            callers: 1  uncertain: 0
            a.py:5  g  function
              a.py:6:12  | return f("\u{202e}\u{1b}[31m")
            revision h.N · complete: true · recall: lower_bound · total: 1
        "#]],
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsaved_call_is_a_call() {
    let world = World::new(APP);
    world.tree.ready().await;
    let editor = world.editor();
    let path = world.path("app/other.py");
    let text = std::fs::read_to_string(&path).unwrap();
    editor.open_document(&path, "python", 1, text);
    let behind = LinePosition { line: 11, column: 0 };
    let typed = "\n\nfrom app.core import make_app\n\n\ndef late():\n    make_app().run(\"d\")\n";
    let change = ContentChange { range: Some((behind, behind)), text: typed.into() };
    editor.edit_document(&path, 2, vec![change], PositionEncoding::Utf16);
    let text = world.text("find_callers", json!({"symbol": "App.run"})).await;
    expect![[r#"
        callers of app/core.py:4  App.run  method  def run(self, host)
        callers: 3  uncertain: 0
        app/main.py:4  main  function  calls at 6, 7
        app/main.py:1  module  calls at 10
        app/other.py:17  late  function  calls at 18
        revision h.N · complete: true · recall: lower_bound · total: 3 · unsaved: app/other.py
    "#]]
    .assert_eq(&text);
    let source = world.text("get_source", json!({"symbol": "late"})).await;
    expect![[r#"
        app/other.py:17  late  function
        17  def late():
        18      make_app().run("d")
        revision h.N · complete: true · total: 2 · unsaved: app/other.py
    "#]]
    .assert_eq(&source);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_written_just_now_is_read_again() {
    let world = World::new(APP);
    world.tree.ready().await;
    std::fs::write(
        world.path("app/new.py"),
        "from app.core import App\n\n\ndef fresh():\n    App().run(1)\n",
    )
    .unwrap();
    let text = world.text("get_file_outline", json!({"path": "app/new.py"})).await;
    expect![[r#"
        outline of app/new.py  python  5 lines
        4-5  fresh  function  def fresh()
        revision h.N · complete: true · total: 1 · refreshed: app/new.py
    "#]]
    .assert_eq(&text);
    std::fs::write(world.path("app/main.py"), "def main():\n    return 1\n").unwrap();
    let text = world.text("find_callers", json!({"symbol": "App.run"})).await;
    expect![[r#"
        callers of app/core.py:4  App.run  method  def run(self, host)
        callers: 1  uncertain: 0
        app/new.py:4  fresh  function  calls at 5
        revision h.N · complete: true · recall: lower_bound · total: 1 · refreshed: app/main.py
    "#]]
    .assert_eq(&text);
}

#[tokio::test(flavor = "multi_thread")]
async fn source_is_never_another_text_than_the_snapshot_means() {
    let world = World::new(APP);
    world.tree.ready().await;
    let shifted = format!("# a line more\n{}", std::fs::read_to_string(world.path("app/core.py")).unwrap());
    std::fs::write(world.path("app/core.py"), shifted).unwrap();
    let text = world.text("get_source", json!({"symbol": "App.run"})).await;
    expect![[r#"
        app/core.py:5  App.run  method
        5      def run(self, host):
        6          return self.serve(host)
        revision h.N · complete: true · total: 2 · refreshed: app/core.py
    "#]]
    .assert_eq(&text);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_renderings_say_the_same() {
    let world = World::new(APP);
    let questions = [
        ("find_callers", json!({"symbol": "App.run", "show_sites": true})),
        ("find_callers", json!({"symbol": "App.serve"})),
        ("find_callers", json!({"symbol": "run"})),
        ("find_callers", json!({"symbol": "mkae_app"})),
        ("find_references", json!({"symbol": "App", "limit": 2})),
        ("find_references", json!({"symbol": "App", "view": "files"})),
        ("affected", json!({"symbol": "App.serve"})),
        ("get_source", json!({"symbol": "App", "limit": 2})),
        ("get_file_outline", json!({"path": "app/core.py", "verbose": true})),
        ("search_symbols", json!({"query": "r"})),
        ("index_status", json!({})),
    ];
    for (tool, arguments) in questions {
        let called = world.call(tool, arguments.clone()).await;
        missing(&called.structured, &called.text, &mut |key, value| {
            // Said by a mark's words, or by the absence of its line.
            let said_otherwise =
                matches!(key, "index" | "resolved" | "depth" | "uncertain" | "is_error" | "last_line");
            assert!(said_otherwise, "{tool} {arguments}: {key} = {value} is not in\n{}", called.text);
        });
    }
}

/// Calls `report` for each scalar of `value` whose text is not in `text`.
fn missing(value: &Json, text: &str, report: &mut impl FnMut(&str, &Json)) {
    let Json::Object(object) = value else { return };
    for (key, value) in object {
        let shown = |value: &Json| match value {
            Json::String(part) if key == "symbol" => part.split('#').all(|part| text.contains(part)),
            Json::String(part) => part.lines().all(|line| text.contains(line.trim_end())),
            Json::Number(number) => text.contains(&number.to_string()),
            _ => true,
        };
        match value {
            Json::Array(values) => values.iter().for_each(|value| {
                if value.is_object() {
                    missing(value, text, report);
                } else if !shown(value) {
                    report(key, value);
                }
            }),
            value if shown(value) => {}
            value => report(key, value),
        }
    }
}
