//! While a tree is indexed for the first time: what is asked too early, and what the editor is told.

use std::sync::Arc;
use std::time::Duration;

use lockstep_session::Release;
use serde_json::{Value, json};

use super::client::{Editor, OneTree, World};

/// Far longer than an index of five files takes.
const LONG: Duration = Duration::from_secs(600);

fn five_files() -> World {
    let text = "def used():\n    pass\n\ndef user():\n    used()\n";
    World::new(&[
        ("a.py", text),
        ("b.py", ""),
        ("c.py", ""),
        ("d.py", ""),
        ("e.py", "def late():\n    pass\n"),
    ])
}

fn in_a(world: &World) -> Value {
    json!({ "textDocument": { "uri": world.uri("a.py") } })
}

/// An editor whose first index holds after two files, and which waits for it as long as it takes.
async fn held(world: &World, capabilities: Value) -> (Editor, Release) {
    let (opener, release) = OneTree::held(2, LONG);
    let mut editor = Editor::connect(opener);
    editor.initialize(&world.root(), capabilities, Value::Null).await;
    (editor, release)
}

/// The numbers of `lockstep/ready` that do not depend on the clock.
async fn ready(editor: &mut Editor) -> (Value, Value) {
    let ready = editor.expect("lockstep/ready").await["params"].clone();
    assert!(ready["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{ready}");
    (ready["files"].clone(), ready["symbols"].clone())
}

#[tokio::test]
async fn what_is_asked_too_early_is_refused_in_time_and_answered_when_ready() {
    let world = five_files();
    let (opener, release) = OneTree::held(2, Duration::from_millis(1));
    let mut editor = Editor::connect(opener.clone());
    editor.initialize(&world.root(), json!({}), Value::Null).await;
    // Files are read: the index is under way, not merely not begun.
    while opener.tree().unwrap().progress() != (5, 2) {
        tokio::task::yield_now().await;
    }
    let position = json!({ "line": 4, "character": 5 });
    let at = json!({ "textDocument": { "uri": world.uri("a.py") }, "position": position, "context": { "includeDeclaration": true } });
    for (method, params) in [
        ("textDocument/definition", &at),
        ("textDocument/references", &at),
        ("textDocument/hover", &at),
        ("textDocument/documentSymbol", &in_a(&world)),
        ("workspace/symbol", &json!({ "query": "late" })),
    ] {
        let error = editor.ask_in_vain(method, params.clone()).await;
        assert_eq!(error["code"], -32801, "{method}: {error}");
        assert_eq!(error["message"], "the index is being built (40 %)", "{method}");
    }
    drop(release);
    assert_eq!(ready(&mut editor).await, (json!(5), json!(3)));
    let found = editor.ask("textDocument/definition", at).await;
    assert_eq!(found[0]["range"]["start"]["line"], 0, "{found}");
    assert_eq!(editor.ask("workspace/symbol", json!({ "query": "late" })).await[0]["name"], "late");
    editor.finish().await;
}

#[tokio::test]
async fn what_is_asked_a_little_early_is_answered_as_soon_as_the_index_is_ready() {
    let world = five_files();
    let (mut editor, release) = held(&world, json!({})).await;
    let early = editor.send("workspace/symbol", json!({ "query": "late" })).await;
    // Answered at once, by a server that holds the other answer back.
    editor.ask("lockstep/revision", json!({})).await;
    drop(release);
    assert_eq!(editor.answer(early).await["result"][0]["name"], "late");
    ready(&mut editor).await;
    editor.finish().await;
}

#[tokio::test]
async fn there_are_no_lenses_until_the_index_is_ready_and_then_the_editor_is_told() {
    let world = five_files();
    let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let (mut editor, release) = held(&world, capabilities).await;
    assert_eq!(editor.ask("textDocument/codeLens", in_a(&world)).await, json!([]));
    drop(release);
    let refresh = editor.expect("workspace/codeLens/refresh").await;
    editor.reply(&refresh["id"], Value::Null).await;
    assert_eq!(editor.ask("textDocument/codeLens", in_a(&world)).await.as_array().unwrap().len(), 2);
    ready(&mut editor).await;
    editor.finish().await;
}

fn progress<'m>(message: &'m Value, token: &Value) -> &'m Value {
    assert_eq!(&message["params"]["token"], token, "{message}");
    &message["params"]["value"]
}

#[tokio::test]
async fn an_editor_that_shows_progress_is_shown_it_from_begin_to_end() {
    let world = five_files();
    let (mut editor, release) = held(&world, json!({ "window": { "workDoneProgress": true } })).await;
    let create = editor.expect("window/workDoneProgress/create").await;
    let token = create["params"]["token"].clone();
    assert_eq!(token, format!("lockstep/index:{}", world.root().display()));
    editor.reply(&create["id"], Value::Null).await;
    let begin = editor.expect("$/progress").await;
    assert_eq!(
        progress(&begin, &token),
        &json!({ "kind": "begin", "title": "Lockstep: indexing", "cancellable": false, "percentage": 0 })
    );
    let report = editor.expect("$/progress").await;
    assert_eq!(
        progress(&report, &token),
        &json!({ "kind": "report", "message": "2 of 5 files", "percentage": 40 })
    );
    // It says that it cannot be cancelled; an editor that tries all the same does no harm.
    editor.notify("window/workDoneProgress/cancel", json!({ "token": token })).await;
    drop(release);
    let end = editor.expect("$/progress").await;
    assert_eq!(progress(&end, &token), &json!({ "kind": "end" }));
    ready(&mut editor).await;
    editor.finish().await;
}

#[tokio::test]
async fn an_editor_that_refuses_the_token_is_shown_nothing() {
    let world = five_files();
    let (mut editor, release) = held(&world, json!({ "window": { "workDoneProgress": true } })).await;
    let create = editor.expect("window/workDoneProgress/create").await;
    editor.refuse(&create["id"]).await;
    drop(release);
    ready(&mut editor).await;
    // The editor asserts at its end that nothing else came, here and below.
    editor.finish().await;
}

#[tokio::test]
async fn an_editor_that_cannot_show_progress_is_not_asked() {
    let world = five_files();
    let (mut editor, release) = held(&world, json!({})).await;
    editor.ask("lockstep/revision", json!({})).await;
    drop(release);
    ready(&mut editor).await;
    editor.finish().await;
}

#[tokio::test]
async fn an_index_that_is_ready_already_is_announced_without_progress() {
    let world = five_files();
    let opener = Arc::new(OneTree::default());
    let mut first = Editor::connect(opener.clone());
    first.initialize(&world.root(), json!({}), Value::Null).await;
    ready(&mut first).await;
    let mut second = Editor::connect(opener);
    second.initialize(&world.root(), json!({ "window": { "workDoneProgress": true } }), Value::Null).await;
    ready(&mut second).await;
    second.finish().await;
    first.finish().await;
}
