//! How long hosts and trees stay.

use lockstep_e2e::{Signal, World, eventually, signal};
use serde_json::{Value, json};

#[test]
fn a_host_leaves_after_its_last_session_and_leaves_nothing_behind() {
    let world = World::new().with("LOCKSTEP_IDLE_EXIT", "300ms");
    let editor = world.editor();
    eventually("a host", || world.status());
    let socket = world.socket();
    drop(editor);
    world.wait_until_only(&[]);
    assert!(!socket.exists());
    let log = std::fs::read_to_string(world.path("state/lockstep/host.log")).unwrap();
    assert!(log.contains("idle"), "{log}");
}

#[test]
fn a_host_stays_as_long_as_somebody_is_attached() {
    let world = World::new().with("LOCKSTEP_IDLE_EXIT", "50ms");
    world.write("work/a.py", "");
    let mut assistant = world.assistant();
    assistant.initialize();
    let host = world.host();
    // Many times the idle time, measured in answers and not in sleep.
    for _ in 0..50 {
        assistant.request("tools/list", json!({}));
        assert_eq!(world.host(), host);
    }
    drop(assistant);
    world.wait_until_only(&[]);
}

#[test]
fn a_tree_is_unloaded_after_its_last_session() {
    let world = World::new().with("LOCKSTEP_TREE_LINGER", "100ms");
    world.write("work/a.py", "");
    world.write("other/b.py", "");
    let roots = || -> Vec<Value> {
        let status = world.status().unwrap();
        status["trees"].as_array().unwrap().iter().map(|tree| tree["root"].clone()).collect()
    };
    let mut assistant = world.assistant();
    assistant.initialize();
    let mut other = world.assistant_about(&world.path("other"));
    other.initialize();
    assert_eq!(roots(), [json!(world.path("other")), json!(world.path("work"))]);
    drop(other);
    eventually("the other tree is unloaded", || (roots() == [json!(world.path("work"))]).then_some(()));
    // And loaded again.
    let mut other = world.assistant_about(&world.path("other"));
    other.initialize();
    assert_eq!(roots().len(), 2);
}

#[test]
fn a_terminated_host_ends_as_if_it_were_stopped() {
    let world = World::new();
    let editor = world.editor();
    eventually("a host", || world.status());
    let (host, socket) = (world.host(), world.socket());
    signal(host, Signal::TERM);
    assert_eq!(editor.wait().code, Some(1));
    world.wait_until_only(&[]);
    assert!(!socket.exists());
}
