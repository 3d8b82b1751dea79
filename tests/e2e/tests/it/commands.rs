//! The command line.

use std::process::{Command, Stdio};

use lockstep_e2e::{Process, Ran, Signal, World, eventually};
use serde_json::{Value, json};

/// A world with a few lines of Python.
fn world() -> World {
    let world = World::new();
    world.write("work/shop.py", "def price():\n    return 1\n\n\ndef checkout():\n    return price()\n");
    world
}

#[track_caller]
fn check(ran: &Ran, code: i32, stdout: &str, stderr: &str) {
    let fine = ran.code == Some(code) && ran.stdout.contains(stdout) && ran.stderr.contains(stderr);
    assert!(fine, "wanted {code}, {stdout:?}, {stderr:?}; got {ran:#?}");
}

#[test]
fn help_has_examples_and_wrong_usage_is_2() {
    let world = World::new();
    for command in ["lsp", "mcp", "serve", "status", "stop", "call", "index", "facts", "clean"] {
        check(&world.run(&[command, "--help"]), 0, "Example", "");
    }
    check(&world.run(&["--help"]), 0, "lockstep serve", "");
    check(&world.run(&["--version"]), 0, "lockstep 0.", "");
    for wrong in [
        &["fly"][..],
        &["mcp", "--fly"],
        &["serve", "--idle-exit", "soon"],
        &["facts"],
        &["call", "x", "y"],
        &[],
    ] {
        check(&world.run(wrong), 2, "", "");
    }
}

#[test]
fn without_a_host_there_is_nothing_to_tell_and_to_stop() {
    let world = World::new();
    check(&world.run(&["status"]), 1, "no host is running", "");
    check(&world.run(&["stop"]), 1, "no host is running", "");
    assert_eq!(world.run(&["status", "--json"]).stdout.trim(), r#"{"problem":null,"running":false}"#);
    assert_eq!(world.processes(), [0; 0], "and none is started by asking");
}

#[test]
fn a_call_is_answered_without_a_host_and_with_one() {
    let world = world();
    let call = ["call", "find_callers", "symbol=price"];
    let alone = world.run(&call);
    check(&alone, 0, "checkout", "");
    assert!(alone.stdout.contains("not attached"), "{}", alone.stdout);
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    let attached = world.run(&call);
    check(&attached, 0, "checkout", "");
    assert!(!attached.stdout.contains("not attached"), "{}", attached.stdout);
    // What the editor has typed and not saved.
    let shop = world.path("work/shop.py");
    editor.open(&shop, "python", "def price():\n    return 1\n\n\ndef everything():\n    return price()\n");
    let everything = eventually("the unsaved caller", || {
        Some(world.run(&call)).filter(|ran| ran.stdout.contains("everything"))
    });
    assert!(!everything.stdout.contains("checkout"), "{}", everything.stdout);
    let object: Value =
        serde_json::from_str(&world.run(&["call", "find_callers", "symbol=price", "--json"]).stdout).unwrap();
    assert!(object.to_string().contains("everything"), "{object}");
}

#[test]
fn a_call_that_finds_nothing_is_1_and_a_wrong_one_2() {
    let world = world();
    check(&world.run(&["call", "find_callers", "symbol=no_such_name"]), 1, "", "");
    check(&world.run(&["call", "no_such_tool"]), 2, "", "");
    check(&world.run(&["call", "find_callers", "symbol"]), 2, "", "key=value");
    check(&world.run(&["call", "find_callers", "symbol=price", "--root", "/"]), 2, "", "too wide");
}

#[test]
fn figures_of_an_index() {
    let world = world();
    let figures: Value = serde_json::from_str(&world.run(&["index", ".", "--json"]).stdout).unwrap();
    assert_eq!((&figures["files"], &figures["symbols"]), (&json!(1), &json!(2)), "{figures}");
    assert!(figures["lines"].as_u64().is_some_and(|lines| lines >= 6), "{figures}");
    for figure in ["seconds", "cpu_seconds"] {
        assert!(figures[figure].as_f64().is_some_and(|seconds| seconds > 0.0), "{figures}");
    }
    check(&world.run(&["index", "/no/such/folder"]), 1, "", "no such folder");
    assert!(world.status().is_none());
}

#[test]
fn facts_of_a_file() {
    let world = world();
    check(&world.run(&["facts", "shop.py"]), 0, "price", "");
    check(&world.run(&["facts", "no-such-file.py"]), 1, "", "no-such-file.py");
    world.write("work/picture.png", "");
    check(&world.run(&["facts", "picture.png"]), 1, "", "no language");
}

#[test]
fn serving_says_how_to_attach_and_ends_at_ctrl_c() {
    let world = world();
    let mut serve = Process::start(world.command(&["serve"]));
    let mut text = String::new();
    while !text.contains("Serving.") {
        text.push_str(&String::from_utf8(serve.line().expect("a ready block")).unwrap());
        text.push('\n');
    }
    for part in [
        "files       1",
        "symbols     2",
        "python 1",
        "claude mcp add lockstep",
        ".vscode/mcp.json",
        "vim.lsp.config",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let status = world.status().unwrap();
    assert_eq!(status["trees"][0]["root"], json!(world.path("work")));
    assert_eq!(status["connections"].as_array().unwrap().len(), 1, "it counts as a session: {status}");
    serve.signal(Signal::INT);
    let ended = serve.wait();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(world.status().is_some(), "the host stays for a while");
}

#[test]
fn serving_goes_on_with_another_host() {
    let world = world();
    let mut serve = Process::start(world.command(&["serve"]));
    while !String::from_utf8(serve.line().unwrap()).unwrap().starts_with("Serving.") {}
    let first = world.host();
    world.kill_host();
    eventually("another host with the tree", || {
        let status = world.status()?;
        (status["pid"] != first && status["trees"][0]["root"] == json!(world.path("work"))).then_some(())
    });
    check(&world.run(&["stop"]), 0, "stopped", "");
    let ended = serve.wait();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("the host was stopped"), "{}", ended.stderr);
}

#[test]
fn cleaning_waits_for_no_host_and_removes_what_was_stored() {
    let world = world();
    let mut assistant = world.assistant();
    assistant.initialize();
    assistant.call("find_callers", json!({"symbol": "price"}));
    check(&world.run(&["clean"]), 1, "", "clean --stop");
    drop(assistant);
    check(&world.run(&["clean", "--stop"]), 0, "removed", "");
    assert!(!world.path("cache/lockstep").exists());
    assert!(!world.path("state/lockstep/host.log").exists());
    check(&world.run(&["clean"]), 0, "nothing was stored", "");
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let world = world();
    let mut command: Command = world.command(&["call"]);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
