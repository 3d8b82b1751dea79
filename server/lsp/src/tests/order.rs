//! Order on the wire: the guards against tower-lsp's concurrency.

use std::sync::Arc;

use serde_json::{Value, json};

use super::client::{Editor, OneTree, World};
use crate::{CONCURRENCY, Ended};

async fn opened(world: &World, capabilities: Value) -> Editor {
    opened_by(Arc::new(OneTree::default()), world, capabilities).await
}

async fn opened_by(opener: Arc<OneTree>, world: &World, capabilities: Value) -> Editor {
    let mut editor = Editor::connect(opener);
    editor.initialize(&world.root(), capabilities, Value::Null).await;
    editor.expect("lockstep/ready").await;
    let text = "def v00000(): pass\n";
    let document = json!({ "uri": world.uri("a.py"), "languageId": "python", "version": 0, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    editor
}

/// Renames the one function of `a.py` to `v<version>`.
async fn rename(world: &World, editor: &mut Editor, version: usize) {
    let range = json!({ "start": { "line": 0, "character": 5 }, "end": { "line": 0, "character": 10 } });
    let change = json!({ "range": range, "text": format!("{version:05}") });
    let document = json!({ "uri": world.uri("a.py"), "version": version });
    editor
        .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }))
        .await;
}

async fn ask_for_name(world: &World, editor: &mut Editor) -> i64 {
    editor.send("textDocument/documentSymbol", json!({ "textDocument": { "uri": world.uri("a.py") } })).await
}

/// The version that was answered from; none if the file was still being parsed when time was up.
async fn answered(editor: &mut Editor, id: i64) -> Option<usize> {
    let answer = editor.answer(id).await;
    if answer["error"]["code"] == json!(-32801) {
        return None;
    }
    let name = answer["result"][0]["name"].as_str().unwrap_or_else(|| panic!("{answer}"));
    Some(name[1..].parse().unwrap())
}

/// Asks as an editor does that is told its question came too early.
async fn name_now(world: &World, editor: &mut Editor) -> usize {
    for _ in 0..300 {
        let id = ask_for_name(world, editor).await;
        if let Some(version) = answered(editor, id).await {
            return version;
        }
    }
    panic!("never parsed");
}

#[tokio::test]
async fn no_answer_is_older_than_its_ticket() {
    let world = World::new(&[("a.py", "")]);
    // As patient as it takes: every question is to be answered, so that every answer can be judged.
    let mut editor = opened_by(OneTree::patient(), &world, json!({})).await;
    let mut random = fastrand::Rng::with_seed(7);
    let (mut version, mut asked) = (0, Vec::new());
    for _ in 0..10_000 {
        if random.bool() {
            version += 1;
            rename(&world, &mut editor, version).await;
        } else {
            asked.push((version, ask_for_name(&world, &mut editor).await));
        }
    }
    for (version, id) in asked {
        let answered = answered(&mut editor, id).await.expect("an answer");
        assert!(answered >= version, "answered from text {answered}, asked after {version}");
    }
    assert_eq!(name_now(&world, &mut editor).await, version);
    editor.finish().await;
}

#[tokio::test]
async fn with_all_slots_taken_edits_are_submitted_and_cancellations_work() {
    let world = World::new(&[("a.py", "")]);
    let mut editor = opened(&world, json!({})).await;
    let never = json!({ "minRevision": "a1b2c3.1000000000" });
    let mut waiting = Vec::new();
    for _ in 0..CONCURRENCY {
        waiting.push(editor.send("lockstep/revision", never.clone()).await);
    }
    // Asked between two edits, and run only once a slot is free: its ticket is that of its place on the wire.
    rename(&world, &mut editor, 1).await;
    let asked = ask_for_name(&world, &mut editor).await;
    rename(&world, &mut editor, 2).await;
    for id in &waiting {
        editor.notify("$/cancelRequest", json!({ "id": id })).await;
    }
    for id in waiting {
        assert_eq!(editor.answer(id).await["error"]["code"], -32800);
    }
    assert!(answered(&mut editor, asked).await.is_none_or(|version| version >= 1));
    assert_eq!(name_now(&world, &mut editor).await, 2);
    editor.finish().await;
}

#[tokio::test]
async fn a_client_that_answers_nothing_blocks_nothing() {
    let world = World::new(&[("a.py", "")]);
    let capabilities = json!({ "window": { "workDoneProgress": true }, "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut editor = opened(&world, capabilities).await;
    let mut asked = Vec::new();
    for version in 1..=500 {
        rename(&world, &mut editor, version).await;
        let params = json!({ "textDocument": { "uri": world.uri("a.py") } });
        asked.push(editor.send("textDocument/codeLens", params).await);
    }
    let refresh = editor.expect("workspace/codeLens/refresh").await;
    assert_eq!(name_now(&world, &mut editor).await, 500);
    for id in asked {
        editor.answer(id).await;
    }
    // Cancelling what we ask does not touch what the server asks; its late answer is taken.
    let cancelled = ask_for_name(&world, &mut editor).await;
    editor.notify("$/cancelRequest", json!({ "id": cancelled })).await;
    editor.answer(cancelled).await;
    editor.reply(&refresh["id"], Value::Null).await;
    assert_eq!(name_now(&world, &mut editor).await, 500);
    editor.vanish().await;
    assert_eq!(editor.ended().await, Ended::Closed);
    editor.forget();
}

#[tokio::test]
async fn what_is_asked_before_the_end_of_the_stream_is_answered() {
    let world = World::new(&[("a.py", "")]);
    let mut editor = opened(&world, json!({})).await;
    rename(&world, &mut editor, 1).await;
    let asked = ask_for_name(&world, &mut editor).await;
    let waiting = editor.send("lockstep/revision", json!({ "minRevision": "a1b2c3.1000000000" })).await;
    editor.close_output().await;
    assert_eq!(editor.ended().await, Ended::Closed);
    assert_eq!(answered(&mut editor, asked).await, Some(1));
    assert_eq!(editor.answer(waiting).await["error"]["code"], -32801, "no longer waited for");
}

#[tokio::test]
async fn messages_without_sense_change_nothing() {
    let world = World::new(&[("a.py", "")]);
    let mut editor = opened(&world, json!({})).await;
    for params in [json!(null), json!({}), json!({ "textDocument": { "uri": "nowhere" } }), json!([1, 2])] {
        for method in ["didOpen", "didChange", "didSave", "didClose"] {
            editor.notify(&format!("textDocument/{method}"), params.clone()).await;
        }
        editor.notify("workspace/didChangeWatchedFiles", params.clone()).await;
        assert_eq!(editor.ask_in_vain("textDocument/hover", params).await["code"], -32602);
    }
    assert_eq!(name_now(&world, &mut editor).await, 0);
    editor.finish().await;
}
