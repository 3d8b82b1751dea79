//! Which documents count, how they are spelled, and what two editors see.

use std::sync::Arc;

use expect_test::expect;
use serde_json::{Value, json};

use super::client::{Editor, OneTree, World, printed};

async fn editor(world: &World, opener: &Arc<OneTree>) -> Editor {
    let mut editor = Editor::connect(opener.clone());
    editor.initialize(&world.root(), json!({}), Value::Null).await;
    editor.expect("lockstep/ready").await;
    editor
}

async fn open(editor: &mut Editor, uri: &str, text: &str) {
    let document = json!({ "uri": uri, "languageId": "python", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
}

async fn close(editor: &mut Editor, uri: &str) {
    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } })).await;
}

/// The names that a file defines, as the editor sees them.
async fn names(editor: &mut Editor, uri: &str) -> String {
    let outline = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } })).await;
    let names = outline.as_array().into_iter().flatten().filter_map(|symbol| symbol["name"].as_str());
    names.collect::<Vec<_>>().join(" ")
}

async fn references(world: &World, editor: &mut Editor, uri: &str, line: u32, character: u32) -> String {
    let params = json!({
        "textDocument": { "uri": uri }, "position": { "line": line, "character": character },
        "context": { "includeDeclaration": true },
    });
    printed(world, &editor.ask("textDocument/references", params).await)
}

#[tokio::test]
async fn only_files_overlay() {
    let world = World::new(&[("a.py", "def disk(): pass\n")]);
    let mut editor = editor(&world, &Arc::default()).await;
    let path = world.root().join("a.py");
    for scheme in ["untitled", "git", "vscode-notebook-cell", "diffview"] {
        let uri = format!("{scheme}:{}", path.display());
        open(&mut editor, &uri, "def buffer(): pass\n").await;
        let document = json!({ "uri": uri, "version": 2 });
        let changes = json!([{ "text": "def other(): pass\n" }]);
        editor
            .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
            .await;
        assert_eq!(names(&mut editor, &uri).await, "");
        close(&mut editor, &uri).await;
    }
    assert_eq!(names(&mut editor, &world.uri("a.py")).await, "disk");
    editor.finish().await;
}

#[tokio::test]
async fn a_document_counts_from_opening_to_closing() {
    let world = World::new(&[("a.py", "def disk(): pass\n")]);
    let mut editor = editor(&world, &Arc::default()).await;
    let uri = world.uri("a.py");
    open(&mut editor, &uri, "def buffer(): pass\n").await;
    assert_eq!(names(&mut editor, &uri).await, "buffer");
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } })).await;
    assert_eq!(names(&mut editor, &uri).await, "buffer");
    close(&mut editor, &uri).await;
    assert_eq!(names(&mut editor, &uri).await, "disk");
    // A file that exists in the buffer alone.
    let new = world.uri("new.py");
    open(&mut editor, &new, "def fresh(): pass\n").await;
    assert_eq!(names(&mut editor, &new).await, "fresh");
    close(&mut editor, &new).await;
    assert_eq!(names(&mut editor, &new).await, "");
    editor.finish().await;
}

#[tokio::test]
async fn answers_spell_a_uri_as_its_editor_does() {
    let world = World::new(&[
        ("a b/mod ü.py", "from helper import helped\nhelped()\n"),
        ("a b/helper.py", "def helped(): pass\n"),
    ]);
    let mut editor = editor(&world, &Arc::default()).await;
    let ours = world.uri("a b/mod ü.py");
    assert!(ours.contains("a%20b/mod%20%C3%BC.py"), "{ours}");
    let theirs = ours.replace("%C3%BC", "%c3%bc").replace("/a%20b/", "/%61%20b/");
    let helper = world.uri("a b/helper.py");
    let asked = json!({
        "textDocument": { "uri": helper }, "position": { "line": 0, "character": 5 }, "context": { "includeDeclaration": false },
    });
    let uris =
        |found: Value| found.as_array().unwrap().iter().map(|one| one["uri"].clone()).collect::<Vec<_>>();
    assert_eq!(
        uris(editor.ask("textDocument/references", asked.clone()).await),
        [ours.as_str(), ours.as_str()]
    );
    open(&mut editor, &theirs, "from helper import helped\nhelped()\n").await;
    assert_eq!(uris(editor.ask("textDocument/references", asked).await), [theirs.as_str(), theirs.as_str()]);
    editor.finish().await;
}

#[tokio::test]
async fn an_editor_is_answered_on_its_own_text_of_a_file_that_another_one_has_differently() {
    let world = World::new(&[("a.py", "def f(): pass\n"), ("b.py", "from a import f\nf()\n")]);
    let opener = Arc::new(OneTree::default());
    let (mut one, mut two) = (editor(&world, &opener).await, editor(&world, &opener).await);
    let (a, b) = (world.uri("a.py"), world.uri("b.py"));
    open(&mut one, &b, "from a import f\n\nf()\n").await;
    one.ask("lockstep/revision", json!({})).await;
    open(&mut two, &b, "from a import f\n\n\n\nf()\n").await;
    two.ask("lockstep/revision", json!({})).await;
    let mut lines = String::new();
    for (name, editor) in [("one", &mut one), ("two", &mut two)] {
        lines.push_str(&format!("{name}:\n{}", references(&world, editor, &a, 0, 4).await));
    }
    // The first one types: its text is the elected one now.
    let document = json!({ "uri": b, "version": 2 });
    let changes = json!([{ "text": "from a import f\nf(); f()\n" }]);
    one.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
        .await;
    one.ask("lockstep/revision", json!({})).await;
    for (name, editor) in [("one", &mut one), ("two", &mut two)] {
        lines.push_str(&format!("after one typed, {name}:\n{}", references(&world, editor, &a, 0, 4).await));
    }
    lines.push_str(&format!("from its own line, two:\n{}", references(&world, &mut two, &b, 4, 0).await));
    close(&mut one, &b).await;
    one.ask("lockstep/revision", json!({})).await;
    lines.push_str(&format!("after one closed, two:\n{}", references(&world, &mut two, &a, 0, 4).await));
    expect![[r#"
        one:
        a.py 0:4-0:5
        b.py 0:14-0:15
        b.py 2:0-2:1
        two:
        a.py 0:4-0:5
        b.py 0:14-0:15
        b.py 4:0-4:1
        after one typed, one:
        a.py 0:4-0:5
        b.py 0:14-0:15
        b.py 1:0-1:1
        b.py 1:5-1:6
        after one typed, two:
        a.py 0:4-0:5
        b.py 0:14-0:15
        b.py 4:0-4:1
        from its own line, two:
        a.py 0:4-0:5
        b.py 0:14-0:15
        b.py 4:0-4:1
        after one closed, two:
        a.py 0:4-0:5
        b.py 0:14-0:15
        b.py 4:0-4:1
    "#]]
    .assert_eq(&lines);
    one.finish().await;
    two.finish().await;
}

#[tokio::test]
async fn documents_close_with_their_editor() {
    let world = World::new(&[("a.py", "def disk(): pass\n")]);
    let opener = Arc::new(OneTree::default());
    let (mut one, mut two) = (editor(&world, &opener).await, editor(&world, &opener).await);
    open(&mut one, &world.uri("a.py"), "def buffer(): pass\n").await;
    one.ask("lockstep/revision", json!({})).await;
    assert_eq!(names(&mut two, &world.uri("a.py")).await, "buffer");
    one.vanish().await;
    assert_eq!(one.ended().await, crate::Ended::Closed);
    assert_eq!(names(&mut two, &world.uri("a.py")).await, "disk");
    two.finish().await;
}

#[tokio::test]
async fn the_disk_is_looked_at_for_the_file_asked_about_and_for_hints() {
    let world = World::new(&[("a.py", "def old(): pass\n")]);
    let mut editor = editor(&world, &Arc::default()).await;
    let uri = world.uri("a.py");
    assert_eq!(names(&mut editor, &uri).await, "old");
    world.write("a.py", "def newer_by_name(): pass\n");
    assert_eq!(names(&mut editor, &uri).await, "newer_by_name");
    let now = editor.ask("lockstep/revision", json!({})).await["revision"].as_str().unwrap().to_owned();
    let (host, number) = now.rsplit_once('.').unwrap();
    let next = format!("{host}.{}", number.parse::<u64>().unwrap() + 1);
    world.write("b.py", "def hinted(): pass\n");
    let changes = json!([{ "uri": world.uri("b.py"), "type": 1 }, { "uri": "git:/b.py", "type": 1 }]);
    editor.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes })).await;
    editor.ask("lockstep/revision", json!({ "minRevision": next })).await;
    let found = editor.ask("workspace/symbol", json!({ "query": "hinted" })).await;
    assert_eq!(found[0]["name"], "hinted", "{found}");
    editor.finish().await;
}
