//! Every way a connection begins and ends. Most need no tree: an editor without a folder is served nothing.

use std::sync::Arc;

use expect_test::expect;
use serde_json::{Value, json};

use super::client::{Editor, OneTree, World};
use crate::Ended;

fn connect() -> Editor {
    Editor::connect(Arc::new(OneTree::default()))
}

async fn without_folder() -> Editor {
    let mut editor = connect();
    editor.ask("initialize", json!({ "capabilities": {} })).await;
    editor.notify("initialized", json!({})).await;
    editor
}

#[tokio::test]
async fn shutdown_and_exit_end_it_though_the_client_keeps_its_end_open() {
    let mut editor = without_folder().await;
    editor.finish().await;
}

#[tokio::test]
async fn the_answer_to_shutdown_is_written_though_exit_follows_at_once() {
    let mut editor = without_folder().await;
    let id = editor.send("shutdown", Value::Null).await;
    editor.notify("exit", Value::Null).await;
    assert_eq!(editor.ended().await, Ended::Properly);
    assert_eq!(editor.answer(id).await, json!({ "jsonrpc": "2.0", "id": id, "result": null }));
}

#[tokio::test]
async fn exit_without_shutdown_is_told_apart() {
    let mut editor = without_folder().await;
    editor.notify("exit", Value::Null).await;
    assert_eq!(editor.ended().await, Ended::WithoutShutdown);
    let mut editor = connect();
    editor.notify("exit", Value::Null).await;
    assert_eq!(editor.ended().await, Ended::WithoutShutdown);
}

#[tokio::test]
async fn what_follows_exit_is_not_read() {
    let mut editor = without_folder().await;
    let body = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let late = r#"{"jsonrpc":"2.0","id":77,"method":"workspace/symbol","params":{"query":""}}"#;
    let reply = r#"{"jsonrpc":"2.0","id":78,"result":null}"#;
    let mut bytes = String::new();
    for message in [body, late, reply, body] {
        bytes.push_str(&format!("Content-Length: {}\r\n\r\n{message}", message.len()));
    }
    editor.send_raw(bytes.as_bytes()).await;
    assert_eq!(editor.ended().await, Ended::WithoutShutdown);
}

#[tokio::test]
async fn a_client_that_closes_its_end_is_gone() {
    let mut editor = connect();
    editor.close_output().await;
    assert_eq!(editor.ended().await, Ended::Closed);
    let mut editor = without_folder().await;
    editor.close_output().await;
    assert_eq!(editor.ended().await, Ended::Closed);
    let mut editor = without_folder().await;
    editor.ask("shutdown", Value::Null).await;
    editor.close_output().await;
    assert_eq!(editor.ended().await, Ended::Closed);
}

#[tokio::test]
async fn a_client_that_vanishes_with_answers_on_their_way_is_gone() {
    let mut editor = without_folder().await;
    for _ in 0..200 {
        editor.send("workspace/symbol", json!({ "query": "a" })).await;
    }
    editor.vanish().await;
    assert_eq!(editor.ended().await, Ended::Closed);
}

#[tokio::test]
async fn the_end_in_the_middle_of_a_message_is_an_end() {
    let mut editor = without_folder().await;
    editor.send_raw(b"Content-Length: 4000\r\n\r\n{\"jsonrpc\":\"2.0\",").await;
    editor.close_output().await;
    assert_eq!(editor.ended().await, Ended::Closed);
    assert_eq!(editor.claim_parse_error().await, -32700);
}

#[tokio::test]
async fn garbage_ends_this_connection_and_no_other() {
    let opener = Arc::new(OneTree::default());
    let mut other = Editor::connect(opener.clone());
    other.ask("initialize", json!({ "capabilities": {} })).await;
    for garbage in [
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "Content-Length: none\r\n\r\n{}",
        "\u{0}\u{1}\r\n\r\n",
        "Content-Length: 2\r\n\r\n[}",
    ] {
        let mut editor = Editor::connect(opener.clone());
        editor.ask("initialize", json!({ "capabilities": {} })).await;
        editor.send_raw(garbage.as_bytes()).await;
        assert_eq!(editor.ended().await, Ended::Closed, "{garbage:?}");
        editor.claim_parse_errors().await;
    }
    assert_eq!(other.ask("workspace/symbol", json!({ "query": "" })).await, Value::Null);
    other.finish().await;
}

#[tokio::test]
async fn requests_before_initialize_are_refused() {
    let mut editor = connect();
    let error = editor.ask_in_vain("workspace/symbol", json!({ "query": "" })).await;
    assert_eq!(error["code"], -32002);
    // A document that is opened too early is no reason to fall over either.
    editor.notify("textDocument/didOpen", json!({ "textDocument": 7 })).await;
    editor.ask("initialize", json!({ "capabilities": {} })).await;
    let error = editor.ask_in_vain("initialize", json!({ "capabilities": {} })).await;
    assert_eq!(error["code"], -32600);
    editor.finish().await;
}

#[tokio::test]
async fn after_shutdown_nothing_is_answered() {
    let mut editor = without_folder().await;
    editor.ask("shutdown", Value::Null).await;
    let error = editor.ask_in_vain("workspace/symbol", json!({ "query": "" })).await;
    assert_eq!(error["code"], -32600);
    editor.notify("exit", Value::Null).await;
    assert_eq!(editor.ended().await, Ended::Properly);
}

#[tokio::test]
async fn messages_that_follow_initialize_without_waiting_find_it_done() {
    let mut editor = connect();
    let initialize = r#"{"jsonrpc":"2.0","id":101,"method":"initialize","params":{"capabilities":{}}}"#;
    let asked = r#"{"jsonrpc":"2.0","id":102,"method":"workspace/symbol","params":{"query":""}}"#;
    let framed = |message: &str| format!("Content-Length: {}\r\n\r\n{message}", message.len());
    editor.send_raw((framed(initialize) + &framed(asked)).as_bytes()).await;
    assert!(editor.answer(101).await.get("error").is_none());
    assert_eq!(editor.answer(102).await, json!({ "jsonrpc": "2.0", "id": 102, "result": null }));
    editor.finish().await;
}

#[tokio::test]
async fn an_editor_without_a_folder_is_offered_nothing() {
    let mut editor = connect();
    let result = editor
        .ask("initialize", json!({ "capabilities": {}, "rootUri": null, "workspaceFolders": [] }))
        .await;
    assert_eq!(result["capabilities"], json!({}));
    editor.finish().await;
}

#[tokio::test]
async fn folders_that_cannot_be_served_are_refused_with_a_line() {
    let world = World::new(&[]);
    let folder = |name: &str| json!({ "uri": world.uri(name), "name": name });
    let refusals = [
        json!({ "workspaceFolders": [folder("one"), folder("two")] }),
        json!({ "rootUri": world.uri("missing") }),
        json!({ "rootPath": world.root().join("missing") }),
        json!({ "rootUri": "vscode-remote://ssh/home/me/project" }),
    ];
    let mut lines = String::new();
    for mut params in refusals {
        let mut editor = connect();
        params["capabilities"] = json!({});
        let error = editor.ask_in_vain("initialize", params).await;
        assert_eq!(error["code"], -32803);
        lines.push_str(
            &error["message"].as_str().unwrap().replace(&world.root().display().to_string(), "/world"),
        );
        lines.push('\n');
        // The client may try again, or go.
        editor.ask("initialize", json!({ "capabilities": {} })).await;
        editor.finish().await;
    }
    expect![[r#"
        /world/one: no such folder
        /world/missing: no such folder
        /world/missing: no such folder
        vscode-remote://ssh/home/me/project: only folders on this machine (`file:` URIs) can be served
    "#]]
    .assert_eq(&lines);
}

#[tokio::test]
async fn unknown_messages_are_answered_or_ignored_as_the_protocol_says() {
    let mut editor = without_folder().await;
    editor.notify("$/setTrace", json!({ "value": "off" })).await;
    editor.notify("window/workDoneProgress/cancel", json!({ "token": 1 })).await;
    editor.notify("workspace/didChangeConfiguration", json!({ "settings": {} })).await;
    editor.notify("$/cancelRequest", json!({ "id": 4711 })).await;
    let error = editor.ask_in_vain("textDocument/unheardOf", json!({})).await;
    assert_eq!(error["code"], -32601);
    let error = editor.ask_in_vain("$/unheardOf", json!({})).await;
    assert_eq!(error["code"], -32601);
    // An answer to nothing we asked, and twice.
    for _ in 0..2 {
        editor.reply(&json!(4712), json!({})).await;
    }
    editor.finish().await;
}
