//! What editors and assistants start: how it survives its host, and how it ends.

use std::process::Command;

use lockstep_e2e::{Assistant, Process, Signal, World, binary, eventually, signal};
use serde_json::{Value, json};

/// A world with a few lines of Python.
fn world() -> World {
    let world = World::new();
    world.write("work/shop.py", "def price():\n    return 1\n\n\ndef checkout():\n    return price()\n");
    world
}

#[test]
fn an_assistant_outlives_its_host() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    assert!(assistant.call("find_callers", json!({"symbol": "price"})).contains("checkout"));
    for _ in 0..2 {
        world.kill_host();
        // Without a second handshake: the pump has replayed the first.
        assert!(assistant.call("find_callers", json!({"symbol": "price"})).contains("checkout"));
    }
    let tools = assistant.request("tools/list", json!({}));
    assert!(!tools["tools"].as_array().unwrap().is_empty());
}

#[test]
fn a_stateless_assistant_outlives_its_host() {
    let world = world();
    let mut assistant = world.assistant();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let call = json!({"name": "find_callers", "arguments": {"symbol": "price"}, "_meta": meta});
    assistant.request("server/discover", json!({"_meta": meta}));
    world.kill_host();
    assert!(
        assistant.request("tools/call", call)["content"][0]["text"].as_str().unwrap().contains("checkout")
    );
}

#[test]
fn calls_in_flight_when_the_host_dies_are_answered() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    let host = world.host();
    // Stopped, it takes the calls in but cannot answer them.
    signal(host, Signal::STOP);
    let call = json!({"name": "find_callers", "arguments": {"symbol": "price"}});
    let ids: Vec<u64> = (0..3).map(|_| assistant.send_request("tools/call", call.clone())).collect();
    signal(host, Signal::KILL);
    for id in ids {
        let answer = assistant.answer(id);
        assert!(
            answer["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("checkout")),
            "{answer}"
        );
    }
}

#[test]
fn a_stopped_host_stays_stopped_until_the_next_call() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    let stopped = world.run(&["stop"]);
    assert!(stopped.stdout.contains("1 attached assistant"), "{}", stopped.stdout);
    assert!(world.status().is_none());
    assistant.call("find_callers", json!({"symbol": "price"}));
    assert!(world.status().is_some());
}

#[test]
fn an_editor_is_told_at_once_that_its_host_is_gone() {
    let world = world();
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    world.kill_host();
    let ended = editor.wait();
    assert_eq!(ended.code, Some(1));
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("host is gone"), "{}", ended.stderr);
}

#[test]
fn an_editor_that_says_goodbye_ends_well() {
    let world = world();
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    editor.request("shutdown", Value::Null);
    editor.notify("exit", Value::Null);
    let ended = editor.wait();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    editor.notify("exit", Value::Null);
    assert_eq!(editor.wait().code, Some(1), "exit without shutdown");
    assert!(world.status().is_some(), "the host is not ended by its sessions");
}

#[test]
fn pumps_end_when_their_input_does() {
    let world = world();
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    let mut assistant = world.assistant();
    assistant.initialize();
    let host = world.host();
    editor.process().close_input();
    assistant.process().close_input();
    assert_eq!(editor.wait().code, Some(0));
    assert_eq!(assistant.wait().code, Some(0));
    world.wait_until_only(&[host]);
    eventually("the host knows", || {
        world.status().filter(|status| status["connections"].as_array().is_some_and(Vec::is_empty))
    });
}

#[test]
fn what_was_asked_before_the_input_ended_is_answered() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    let id = assistant.send_request("tools/list", json!({}));
    assistant.process().close_input();
    assert!(assistant.answer(id)["result"]["tools"].is_array());
    assert_eq!(assistant.wait().code, Some(0));
}

#[test]
fn pumps_end_when_their_parent_dies_though_their_input_is_open() {
    for kind in ["lsp", "mcp"] {
        let world = world();
        // A shell that is not replaced by what it starts, because something comes after it.
        let mut command = world.prepared(Command::new("sh"));
        command.args(["-c", "\"$@\" <&0; echo over", "sh"]).arg(binary()).arg(kind);
        let mut shell = Process::start(command);
        eventually("a host", || world.status());
        assert!(world.processes().len() >= 3, "shell, pump and host");
        shell.signal(Signal::KILL);
        // Its output is closed by its end; our end of its input is still open.
        assert_eq!(shell.line(), None);
        world.wait_until_only(&[world.host(), shell.id()]);
    }
}

#[test]
fn two_assistants_with_two_handshakes_do_not_mix() {
    let world = world();
    let mut assistants: Vec<Assistant> = (0..2).map(|_| world.assistant()).collect();
    for assistant in &mut assistants {
        assistant.initialize();
    }
    let call = json!({"name": "find_callers", "arguments": {"symbol": "price"}});
    let ids: Vec<u64> =
        assistants.iter_mut().map(|assistant| assistant.send_request("tools/call", call.clone())).collect();
    for (assistant, id) in assistants.iter_mut().zip(ids) {
        assert!(assistant.answer(id)["result"].is_object());
    }
}
