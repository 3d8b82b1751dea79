//! Where no socket is to be had.

use lockstep_e2e::{Assistant, Editor, Process, World};
use serde_json::json;

/// A world with a few lines of Python, and a file where the runtime folder should be.
fn world() -> World {
    let world = World::new();
    world.write("work/shop.py", "def price():\n    return 1\n\n\ndef checkout():\n    return price()\n");
    let file = world.write("no-folder", "");
    world.with("XDG_RUNTIME_DIR", file.to_str().unwrap())
}

/// What every answer says then.
const MARK: &str = "not attached";

#[test]
fn an_assistant_is_served_and_told() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    let answer = assistant.call("find_callers", json!({"symbol": "price"}));
    assert!(answer.contains("checkout") && answer.contains(MARK), "{answer}");
    assert_eq!(world.processes(), [assistant.process().id()], "there is no host");
    assistant.process().close_input();
    let ended = assistant.wait();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains(MARK), "{}", ended.stderr);
}

#[test]
fn an_editor_is_served() {
    let world = world();
    let mut editor = world.editor();
    let answer = editor.initialize(&world.path("work"));
    assert!(answer["capabilities"].is_object());
    editor.request("shutdown", json!(null));
    editor.notify("exit", json!(null));
    let ended = editor.wait();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
}

#[test]
fn a_state_folder_that_cannot_be_made_is_the_same() {
    let world = World::new();
    let file = world.write("no-folder", "");
    let world = world.with("XDG_STATE_HOME", file.to_str().unwrap());
    world.write("work/shop.py", "def price():\n    return 1\n");
    let mut assistant = world.assistant();
    assistant.initialize();
    let answer = assistant.call("find_callers", json!({"symbol": "price"}));
    assert!(answer.contains(MARK), "{answer}");
}

#[test]
fn it_can_be_asked_for() {
    let world = World::new();
    world.write("work/shop.py", "def price():\n    return 1\n");
    let mut assistant = Assistant::over(Process::start(world.command(&["mcp", "--in-process"])));
    assistant.initialize();
    assert!(assistant.call("find_callers", json!({"symbol": "price"})).contains(MARK));
    let mut editor = Editor::start(world.command(&["lsp", "--in-process"]));
    editor.initialize(&world.path("work"));
    assert!(world.status().is_none(), "there is no host");
}

#[test]
fn refusals_are_answers_too() {
    let world = world();
    let mut assistant = world.assistant_about(std::path::Path::new("/"));
    let id = assistant.send_request("initialize", json!({}));
    let answer = assistant.answer(id);
    assert!(answer["error"]["message"].as_str().unwrap().contains("too wide"), "{answer}");
}
