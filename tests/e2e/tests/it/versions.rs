//! A newer program's host in the place of an older one's.

use lockstep_e2e::{World, eventually};
use serde_json::json;

const TEXT: &str = "def f():\n    pass\n\nf()\n";

fn world() -> World {
    let world = World::new().with("LOCKSTEP_TEST_VERSION", "0.3.0");
    world.write("work/a.py", TEXT);
    world
}

fn version(world: &World) -> String {
    let status = eventually("a host", || world.status());
    status["version"].as_str().unwrap().to_owned()
}

#[test]
fn a_newer_program_takes_over_from_a_host_without_editors() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    assert_eq!(version(&world), "0.3.0");
    let before = world.host();
    let world = world.with("LOCKSTEP_TEST_VERSION", "0.4.0");
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    assert_eq!(version(&world), "0.4.0");
    assert_ne!(world.host(), before);
    // The assistant goes on, at the new host, and sees what the editor has.
    let path = world.path("work/a.py");
    editor.open(&path, "python", &format!("{TEXT}\n\ndef g():\n    f()\n"));
    let revision = editor.request("lockstep/revision", json!({}))["revision"].clone();
    let meta = json!({"lockstep/minRevision": revision});
    let params = json!({"name": "find_callers", "arguments": {"symbol": "f"}, "_meta": meta});
    let answer = assistant.request("tools/call", params);
    let text = answer["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("callers: 2"), "{text}");
    // An older program attaches to the newer host.
    let now = world.host();
    let world = world.with("LOCKSTEP_TEST_VERSION", "0.3.0");
    let mut late = world.assistant();
    late.initialize();
    assert!(late.call("find_callers", json!({"symbol": "f"})).contains("callers: 2"));
    assert_eq!((world.host(), version(&world)), (now, "0.4.0".to_owned()));
}

#[test]
fn a_host_with_an_editor_stays() {
    let world = world();
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    let before = world.host();
    let world = world.with("LOCKSTEP_TEST_VERSION", "0.4.0");
    let mut assistant = world.assistant();
    assistant.initialize();
    assert!(assistant.call("find_callers", json!({"symbol": "f"})).contains("callers: 1"));
    assert_eq!((world.host(), version(&world)), (before, "0.3.0".to_owned()));
    // With its last editor it may go.
    drop(editor);
    eventually("the editor has left", || {
        let status = world.status()?;
        let sessions = status["connections"].as_array()?;
        sessions.iter().all(|session| session["speak"] != "lsp").then_some(())
    });
    let mut next = world.assistant();
    next.initialize();
    assert_eq!(version(&world), "0.4.0");
    assert!(assistant.call("find_callers", json!({"symbol": "f"})).contains("callers: 1"));
}

#[test]
fn what_only_asks_replaces_nothing() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    let before = world.host();
    let world = world.with("LOCKSTEP_TEST_VERSION", "0.4.0");
    assert_eq!((version(&world), world.host()), ("0.3.0".to_owned(), before));
    let ran = world.run(&["call", "find_callers", "symbol=f"]);
    assert!(ran.stdout.contains("callers: 1"), "{ran:?}");
    assert_eq!(world.host(), before);
}
