//! The handshake, and what commands ask over the socket.

use lockstep_e2e::{Editor, World, eventually};
use serde_json::{Value, json};

/// A world with a host, and the editor that keeps it.
fn hosted() -> (World, Editor) {
    let world = World::new();
    let editor = world.editor();
    eventually("a host", || world.status());
    (world, editor)
}

#[test]
fn the_answer_names_the_host_and_the_tools_that_only_read() {
    let (world, _editor) = hosted();
    let welcome = world.wire().greet();
    assert_eq!(welcome["ok"], true, "{welcome}");
    assert_eq!(welcome["host"], world.status().unwrap()["host"]);
    assert!(welcome["version"].is_string());
    let tools = world.run(&["call"]).stdout;
    let read_only: Vec<&str> =
        welcome["read_only"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(tools.lines().collect::<Vec<_>>(), read_only);
}

#[test]
fn what_is_no_handshake_is_answered_with_what_to_do() {
    let (world, _editor) = hosted();
    let long = "x".repeat(70_000);
    for line in ["{}", "hello", r#"{"lockstep":2,"speak":"mcp"}"#, r#"{"lockstep":1,"speak":"morse"}"#, &long]
    {
        let answer = world.wire().line(line);
        assert!(answer["error"].is_string() && answer["do"].is_string(), "{answer}");
    }
    assert!(world.status().is_some(), "the host is none the worse for it");
}

#[test]
fn http_is_answered_as_http() {
    let (world, _editor) = hosted();
    let answer = world.wire().raw(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 501 "), "{answer}");
}

#[test]
fn an_assistant_is_refused_with_the_handshake() {
    let (world, _editor) = hosted();
    let hello = json!({"lockstep": 1, "speak": "mcp", "version": "x", "pid": 1, "cwd": "/", "roots": ["/no/such/folder"]});
    let answer = world.wire().line(&hello.to_string());
    assert!(answer["error"].as_str().unwrap().contains("/no/such/folder"), "{answer}");
}

#[test]
fn requests_that_cannot_be_answered_are_errors() {
    let (world, _editor) = hosted();
    let mut wire = world.wire();
    wire.greet();
    assert_eq!(wire.line("{")["error"]["code"], -32700);
    assert_eq!(wire.line("{\"id\":1}")["error"]["code"], -32600);
    assert_eq!(wire.ask("make_coffee", json!({}))["error"]["code"], -32601);
    assert_eq!(wire.ask("attach", json!({}))["error"]["code"], -32602);
    assert_eq!(wire.ask("progress", json!({}))["error"]["code"], -32600);
    assert_eq!(wire.ask("health_check", json!({}))["result"]["status"], "healthy");
}
