//! Lenses, their counts, and when the editor is told to ask again.

use std::sync::Arc;

use expect_test::expect;
use serde_json::{Value, json};

use super::client::{Editor, OneTree, World};

const TEXT: &str = "def used():\n    pass\n\ndef user():\n    used()\n";

async fn editor(world: &World, refresh: bool) -> Editor {
    let mut editor = Editor::connect(Arc::new(OneTree::default()));
    let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": refresh } } });
    editor.initialize(&world.root(), capabilities, Value::Null).await;
    editor.expect("lockstep/ready").await;
    editor
}

async fn lenses(world: &World, editor: &mut Editor) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": world.uri("a.py") } });
    editor.ask("textDocument/codeLens", params).await.as_array().unwrap().clone()
}

async fn open(world: &World, editor: &mut Editor) {
    let document = json!({ "uri": world.uri("a.py"), "languageId": "python", "version": 1, "text": TEXT });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
}

async fn append(world: &World, editor: &mut Editor, version: i32, text: &str) {
    let end = json!({ "line": 9999, "character": 0 });
    let change = json!({ "range": { "start": end, "end": end }, "text": text });
    let document = json!({ "uri": world.uri("a.py"), "version": version });
    editor
        .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }))
        .await;
}

#[tokio::test]
async fn a_lens_is_counted_when_it_is_resolved() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut editor = editor(&world, false).await;
    let mut lines = String::new();
    for lens in lenses(&world, &mut editor).await {
        assert!(lens.get("command").is_none(), "counting is for codeLens/resolve");
        let resolved = editor.ask("codeLens/resolve", lens).await;
        lines.push_str(&resolved.to_string().replace(&world.uri(""), "file://"));
        lines.push('\n');
    }
    expect![[r#"
        {"command":{"arguments":["file:///a.py",{"character":4,"line":0},[{"range":{"end":{"character":8,"line":4},"start":{"character":4,"line":4}},"uri":"file:///a.py"}]],"command":"lockstep.showReferences","title":"1 caller · 1 affected"},"data":{"symbol":"a.py#used","uri":"file:///a.py"},"range":{"end":{"character":8,"line":0},"start":{"character":4,"line":0}}}
        {"command":{"arguments":["file:///a.py",{"character":4,"line":3},[]],"command":"lockstep.showReferences","title":"0 callers · 0 affected"},"data":{"symbol":"a.py#user","uri":"file:///a.py"},"range":{"end":{"character":8,"line":3},"start":{"character":4,"line":3}}}
    "#]].assert_eq(&lines);
    editor.finish().await;
}

#[tokio::test]
async fn a_lens_of_what_is_gone_is_an_error() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut editor = editor(&world, false).await;
    open(&world, &mut editor).await;
    let lens = lenses(&world, &mut editor).await.remove(0);
    let document = json!({ "uri": world.uri("a.py"), "version": 2 });
    let changes = json!([{ "text": "def other():\n    pass\n" }]);
    editor
        .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
        .await;
    let error = editor.ask_in_vain("codeLens/resolve", lens).await;
    assert_eq!(error["code"], -32801, "{error}");
    let error = editor.ask_in_vain("codeLens/resolve", json!({ "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }, "data": 7 })).await;
    assert_eq!(error["code"], -32602, "{error}");
    editor.finish().await;
}

#[tokio::test]
async fn the_editor_is_told_once_that_its_lenses_are_outdated() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut editor = editor(&world, true).await;
    open(&world, &mut editor).await;
    lenses(&world, &mut editor).await;
    for version in 2..20 {
        append(&world, &mut editor, version, "used()\n").await;
    }
    let refresh = editor.expect("workspace/codeLens/refresh").await;
    // As long as it is not answered there is no other, however much is typed and asked; and all goes on.
    for version in 20..40 {
        append(&world, &mut editor, version, "used()\n").await;
        lenses(&world, &mut editor).await;
    }
    editor.reply(&refresh["id"], Value::Null).await;
    let refresh = editor.expect("workspace/codeLens/refresh").await;
    // A late answer after the end is no trouble either.
    editor.ask("shutdown", Value::Null).await;
    editor.reply(&refresh["id"], Value::Null).await;
    editor.notify("exit", Value::Null).await;
    assert_eq!(editor.ended().await, crate::Ended::Properly);
}

#[tokio::test]
async fn an_editor_that_cannot_refresh_is_not_told() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut quiet = editor(&world, false).await;
    open(&world, &mut quiet).await;
    lenses(&world, &mut quiet).await;
    append(&world, &mut quiet, 2, "used()\n").await;
    // Longer than a refresh waits for quiet; the client asserts at its end that nothing came.
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(10)).await;
    tokio::time::resume();
    quiet.ask("lockstep/revision", json!({})).await;
    quiet.finish().await;
}
