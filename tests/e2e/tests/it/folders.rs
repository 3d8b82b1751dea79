//! Which folder an assistant is answered about: `--root`, its environment, the roots its client names, where it was
//! started; and which are refused.

use std::path::Path;

use lockstep_e2e::{Assistant, Process, World};
use serde_json::{Value, json};

/// A world with three projects: where things are started, and two others.
fn world() -> World {
    let world = World::new();
    for name in ["work", "first", "second"] {
        world.write(&format!("{name}/a.py"), &format!("def in_{name}():\n    pass\n"));
    }
    world
}

/// An assistant started in `folder`, with more arguments for its command.
fn started_in(world: &World, folder: &str, arguments: &[&str]) -> Assistant {
    let mut command = world.command(&[&["mcp"], arguments].concat());
    command.current_dir(world.path(folder));
    Assistant::over(Process::start(command))
}

#[track_caller]
fn assert_sees(assistant: &mut Assistant, name: &str) {
    let text = assistant.call("get_file_outline", json!({"path": "a.py"}));
    assert!(text.contains(&format!("in_{name}")), "{text}");
}

#[test]
fn named_folders_go_before_the_environment_before_the_clients_before_the_working_directory() {
    let world = world().with("CLAUDE_PROJECT_DIR", "");
    let (first, second) = (world.path("first"), world.path("second"));
    let named = ["--root", first.to_str().unwrap()];
    for (arguments, environment, offered, seen) in [
        (&named[..], Some(&second), Some(&second), "first"),
        (&[], Some(&second), Some(&first), "second"),
        (&[], None, Some(&first), "first"),
        (&[], None, None, "work"),
    ] {
        let mut command = world.command(&[&["mcp"], arguments].concat());
        if let Some(folder) = environment {
            command.env("CLAUDE_PROJECT_DIR", folder);
        }
        let mut assistant = Assistant::over(Process::start(command));
        if let Some(folder) = offered {
            assistant.offer_roots(&[folder]);
        }
        assistant.initialize();
        assert_sees(&mut assistant, seen);
    }
}

#[test]
fn a_clients_folders_are_asked_for_again_when_its_host_is_gone() {
    let world = world();
    // Where it is started no folder could be served: all there is are the roots.
    let mut assistant = started_in(&world, "home", &[]);
    assistant.offer_roots(&[&world.path("first")]);
    assistant.initialize();
    assert_sees(&mut assistant, "first");
    world.kill_host();
    assert_sees(&mut assistant, "first");
    assistant.offer_roots(&[&world.path("second")]);
    assistant.send(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    lockstep_e2e::eventually("the new folder", || {
        let text = assistant.call("get_file_outline", json!({"path": "a.py"}));
        text.contains("in_second").then_some(())
    });
}

#[test]
fn a_client_of_the_newer_era_names_its_folders_with_its_second_try() {
    let world = world();
    for arguments in [&[][..], &["--in-process"]] {
        let mut assistant = started_in(&world, "home", arguments);
        assistant.offer_roots(&[&world.path("home/no_such_project"), &world.path("first")]);
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": assistant.capabilities(),
        });
        let mut call = json!({"name": "get_file_outline", "arguments": {"path": "a.py"}, "_meta": meta});
        let question = assistant.request("tools/call", call.clone());
        assert_eq!(question["inputRequests"]["roots"]["method"], "roots/list", "{question}");
        call["inputResponses"] = json!({"roots": assistant.listed_roots()});
        let answer = assistant.request("tools/call", call);
        assert!(answer.to_string().contains("in_first"), "{answer}");
    }
}

/// The text of a call that must fail.
#[track_caller]
fn refused(assistant: &mut Assistant) -> String {
    let answer = assistant.request("tools/call", json!({"name": "index_status", "arguments": {}}));
    assert_eq!(answer["isError"], Value::Bool(true), "{answer}");
    answer["content"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn an_assistant_started_where_nothing_is_known_keeps_its_tools_and_is_told_what_to_add() {
    let world = World::new();
    world.write("work/notes/todo.txt", "milk");
    let named = world.path("work");
    for arguments in [&[][..], &["--root", named.to_str().unwrap()], &["--in-process"]] {
        let mut assistant = started_in(&world, "work", arguments);
        assistant.initialize();
        assert!(!assistant.request("tools/list", json!({}))["tools"].as_array().unwrap().is_empty());
        let why = refused(&mut assistant);
        assert!(why.contains("no git work tree") && why.contains("lockstep mcp --root "), "{why}");
        // The first file is enough.
        let file = world.write("work/a.py", "def in_work():\n    pass\n");
        assert_sees(&mut assistant, "work");
        drop(assistant);
        std::fs::remove_file(file).unwrap();
        if let Some(host) = world.status() {
            assert!(host["pid"].is_i64());
            world.run(&["stop"]);
        }
    }
}

#[test]
fn the_home_folder_as_working_directory_is_refused_by_each_call() {
    let world = world();
    let mut assistant = started_in(&world, "home", &[]);
    assistant.initialize();
    let why = refused(&mut assistant);
    assert!(why.contains("too wide") && why.contains("lockstep mcp --root "), "{why}");
}

#[test]
fn an_empty_work_tree_is_served() {
    let world = World::new();
    world.git("work", &["init", "-q"]);
    let mut assistant = world.assistant();
    assistant.initialize();
    assert!(assistant.call("index_status", json!({})).contains("0 files"));
}

#[test]
fn an_editor_may_open_an_empty_folder_and_the_assistant_sees_what_it_types_there() {
    let world = World::new();
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    editor.notification("lockstep/ready");
    let new: &Path = &world.path("work/new.py");
    editor.open(new, "python", "def typed():\n    pass\n");
    let document = json!({"textDocument": {"uri": format!("file://{}", new.display())}});
    assert_eq!(editor.request("textDocument/documentSymbol", document)[0]["name"], "typed");
    let mut assistant = world.assistant();
    assistant.initialize();
    let text = assistant.call("get_file_outline", json!({"path": "new.py"}));
    assert!(text.contains("typed"), "{text}");
}

#[test]
fn an_assistant_is_offered_the_tools_it_was_started_with() {
    let world = world();
    for arguments in
        [&["--tools", "find_callers,get_source"][..], &["--tools", "find_callers,get_source", "--in-process"]]
    {
        let mut assistant = started_in(&world, "work", arguments);
        assistant.initialize();
        let listed = assistant.request("tools/list", json!({}));
        let names: Vec<&str> =
            listed["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["find_callers", "get_source"]);
        let id = assistant
            .send_request("tools/call", json!({"name": "affected", "arguments": {"symbol": "in_work"}}));
        let answer = assistant.answer(id);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(assistant.call("get_source", json!({"symbol": "in_work"})).contains("def in_work"));
    }
    let wrong = world.run(&["mcp", "--tools", "find_callers,get_sauce"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    let said = &wrong.stderr;
    assert!(said.contains("no tool get_sauce; did you mean get_source? (tools: index_status, "), "{said}");
    // A host refuses what its own list does not have, too: it may be of another version.
    let mut wire = world.wire();
    let hello = json!({
        "lockstep": 1, "speak": "mcp", "version": "9", "pid": 1, "cwd": world.path("work"),
        "options": {"tools": ["time_travel"], "allow_time_travel": true},
    });
    let refusal = wire.line(&hello.to_string());
    assert!(
        refusal["error"].as_str().is_some_and(|error| error.contains("no tool time_travel")),
        "{refusal}"
    );
}

#[test]
fn structured_answers_carry_the_marks_of_text_ones() {
    let world = world();
    let mut text = started_in(&world, "work", &[]);
    text.initialize();
    let mut structured = started_in(&world, "work", &["--format", "structured"]);
    structured.initialize();
    let tools = |assistant: &mut Assistant| assistant.request("tools/list", json!({}))["tools"].clone();
    assert!(tools(&mut text).as_array().unwrap().iter().all(|tool| tool.get("outputSchema").is_none()));
    assert!(tools(&mut structured).as_array().unwrap().iter().all(|tool| tool["outputSchema"].is_object()));
    let call = json!({"name": "find_callers", "arguments": {"symbol": "in_work"}});
    let plain = text.request("tools/call", call.clone());
    assert!(plain.get("structuredContent").is_none(), "{plain}");
    let plain = plain["content"][0]["text"].as_str().unwrap().to_owned();
    let object = structured.request("tools/call", call)["structuredContent"].clone();
    assert!(plain.contains("complete: true") && object["complete"] == json!(true), "{plain} {object}");
    assert!(
        plain.contains(&format!("revision {}", object["revision"].as_str().unwrap())),
        "{plain} {object}"
    );
    assert_eq!(object["index"], json!("ready"), "{object}");
}
