//! Several folders in one editor.

use std::sync::Arc;

use expect_test::expect;
use serde_json::{Value, json};

use super::client::{Editor, ManyTrees, World, printed, uri_of};

const LEFT: &str = "def left():\n    pass\n\ndef shared():\n    left()\n";
const RIGHT: &str = "def right():\n    pass\n\ndef shared():\n    right()\n";

fn worlds() -> (World, World) {
    (World::new(&[("a.py", LEFT)]), World::new(&[("b.py", RIGHT)]))
}

fn at(world: &World, path: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": world.uri(path) }, "position": { "line": line, "character": character } })
}

fn document(world: &World, path: &str, text: &str) -> Value {
    let document = json!({ "uri": world.uri(path), "languageId": "python", "version": 1, "text": text });
    json!({ "textDocument": document })
}

fn changed(added: &[&World], removed: &[&World]) -> Value {
    let list = |worlds: &[&World]| -> Vec<Value> {
        worlds.iter().map(|world| json!({ "uri": uri_of(&world.root()), "name": "x" })).collect()
    };
    json!({ "event": { "added": list(added), "removed": list(removed) } })
}

async fn references(editor: &mut Editor, world: &World, path: &str, line: u32, character: u32) -> String {
    let mut params = at(world, path, line, character);
    params["context"] = json!({ "includeDeclaration": false });
    printed(world, &editor.ask("textDocument/references", params).await)
}

#[tokio::test]
async fn each_folder_is_served_and_symbols_are_of_all() {
    let (left, right) = worlds();
    let mut editor = Editor::connect(Arc::new(ManyTrees::default()));
    let capabilities = editor.initialize_in(&[&left.root(), &right.root()], Value::Null).await;
    assert_eq!(
        capabilities["workspace"]["workspaceFolders"],
        json!({ "supported": true, "changeNotifications": true })
    );
    let mut roots = Vec::new();
    for _ in 0..2 {
        let ready = editor.expect("lockstep/ready").await;
        assert_eq!(ready["params"]["files"], 1);
        roots.push(ready["params"]["root"].as_str().unwrap().to_owned());
    }
    roots.sort();
    let mut expected = [left.root().display().to_string(), right.root().display().to_string()];
    expected.sort();
    assert_eq!(roots, expected);
    assert_eq!(references(&mut editor, &left, "a.py", 0, 5).await, "a.py 4:4-4:8\n");
    assert_eq!(references(&mut editor, &right, "b.py", 0, 5).await, "b.py 4:4-4:9\n");
    let found = editor.ask("workspace/symbol", json!({ "query": "shared" })).await;
    let uris: Vec<&str> =
        found.as_array().unwrap().iter().map(|s| s["location"]["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, [left.uri("a.py"), right.uri("b.py")], "in the order of the folders");
    let outside = World::new(&[("c.py", LEFT)]);
    assert_eq!(references(&mut editor, &outside, "c.py", 0, 5).await, "");
    // An edit in each, and one wait for both.
    editor.notify("textDocument/didOpen", document(&left, "a.py", &format!("{LEFT}left()\n"))).await;
    editor.notify("textDocument/didOpen", document(&right, "b.py", &format!("{RIGHT}right()\n"))).await;
    let revision = editor.ask("lockstep/revision", json!({ "uri": right.uri("b.py") })).await;
    assert!(revision["revision"].is_string(), "{revision}");
    assert_eq!(references(&mut editor, &left, "a.py", 0, 5).await, "a.py 4:4-4:8\na.py 5:0-5:4\n");
    let prepared = editor.ask("textDocument/prepareCallHierarchy", at(&right, "b.py", 0, 5)).await;
    let incoming = editor.ask("callHierarchy/incomingCalls", json!({ "item": prepared[0] })).await;
    let names: Vec<&str> =
        incoming.as_array().unwrap().iter().map(|call| call["from"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["shared", "b"]);
    editor.finish().await;
}

#[tokio::test]
async fn folders_come_and_go_and_no_open_text_is_lost() {
    let (left, right) = worlds();
    let trees = Arc::new(ManyTrees::default());
    let mut editor = Editor::connect(trees.clone());
    editor.initialize_in(&[&left.root()], Value::Null).await;
    editor.expect("lockstep/ready").await;
    // Opened and edited before its folder is one of the editor's.
    editor.notify("textDocument/didOpen", document(&right, "b.py", RIGHT)).await;
    let change = json!({
        "textDocument": { "uri": right.uri("b.py"), "version": 2 },
        "contentChanges": [
            { "range": { "start": { "line": 5, "character": 0 }, "end": { "line": 5, "character": 0 } }, "text": "\nright()\n" },
            { "range": { "start": { "line": 5, "character": 0 }, "end": { "line": 6, "character": 0 } }, "text": "" },
        ],
    });
    editor.notify("textDocument/didChange", change).await;
    assert_eq!(references(&mut editor, &right, "b.py", 0, 5).await, "");
    editor.notify("workspace/didChangeWorkspaceFolders", changed(&[&right], &[])).await;
    editor.expect("lockstep/ready").await;
    let with_edit = "b.py 4:4-4:9\nb.py 5:0-5:5\n";
    assert_eq!(references(&mut editor, &right, "b.py", 0, 5).await, with_edit);
    // Removed, its document is still open; added again, its text is what it was made meanwhile.
    editor.notify("workspace/didChangeWorkspaceFolders", changed(&[], &[&right])).await;
    assert_eq!(references(&mut editor, &right, "b.py", 0, 5).await, "");
    let found = editor.ask("workspace/symbol", json!({ "query": "shared" })).await;
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    let change = json!({
        "textDocument": { "uri": right.uri("b.py"), "version": 3 },
        "contentChanges": [{ "text": format!("{RIGHT}\nright()\n") }],
    });
    editor.notify("textDocument/didChange", change).await;
    editor.notify("workspace/didChangeWorkspaceFolders", changed(&[&right], &[])).await;
    assert_eq!(references(&mut editor, &right, "b.py", 0, 5).await, "b.py 4:4-4:9\nb.py 6:0-6:5\n");
    // Without a document nothing keeps it.
    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": right.uri("b.py") } })).await;
    editor.notify("workspace/didChangeWorkspaceFolders", changed(&[], &[&right])).await;
    assert_eq!(references(&mut editor, &left, "a.py", 0, 5).await, "a.py 4:4-4:8\n");
    editor.finish().await;
    assert_eq!(trees.sessions(&right.root()), Some(0));
    assert_eq!(trees.sessions(&left.root()), Some(0));
}

#[tokio::test]
async fn a_repository_inside_another_answers_for_its_own_files() {
    let outer = World::new(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        ("a.py", LEFT),
        ("inner/.git/HEAD", "ref: refs/heads/main\n"),
        ("inner/b.py", RIGHT),
        ("inner/use.py", "from b import right\nright()\n"),
    ]);
    let mut editor = Editor::connect(Arc::new(ManyTrees::default()));
    editor.initialize_in(&[&outer.root(), &outer.root().join("inner")], Value::Null).await;
    editor.expect("lockstep/ready").await;
    editor.expect("lockstep/ready").await;
    expect![[r#"
        inner/b.py 4:4-4:9
        inner/use.py 0:14-0:19
        inner/use.py 1:0-1:5
    "#]]
    .assert_eq(&references(&mut editor, &outer, "inner/b.py", 0, 5).await);
    assert_eq!(references(&mut editor, &outer, "a.py", 0, 5).await, "a.py 4:4-4:8\n");
    editor.finish().await;
}

#[tokio::test]
async fn a_folder_that_cannot_be_served_is_said_and_the_others_are() {
    let (left, right) = worlds();
    let missing = left.root().join("missing");
    let mut editor = Editor::connect(Arc::new(ManyTrees::default()));
    editor.initialize_in(&[&missing, &left.root()], Value::Null).await;
    editor.expect("lockstep/ready").await;
    assert_eq!(references(&mut editor, &left, "a.py", 0, 5).await, "a.py 4:4-4:8\n");
    let added = json!([
        { "uri": uri_of(&missing), "name": "x" },
        { "uri": "ssh://elsewhere/x", "name": "y" },
        { "uri": uri_of(&right.root()), "name": "z" },
    ]);
    let event = json!({ "event": { "added": added, "removed": [] } });
    editor.notify("workspace/didChangeWorkspaceFolders", event).await;
    for part in ["no such folder", "only folders on this machine"] {
        let said =
            editor.expect("window/showMessage").await["params"]["message"].as_str().unwrap().to_owned();
        assert!(said.starts_with("Lockstep: ") && said.contains(part), "{said}");
    }
    editor.expect("lockstep/ready").await;
    assert_eq!(references(&mut editor, &right, "b.py", 0, 5).await, "b.py 4:4-4:9\n");
    editor.finish().await;
}
