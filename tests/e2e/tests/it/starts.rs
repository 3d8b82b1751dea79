//! One host, however it is started.

use lockstep_e2e::{Editor, World, eventually};

/// Editors attached to the host.
fn attached(world: &World) -> usize {
    let status = world.status().expect("a host runs");
    status["connections"].as_array().unwrap().iter().filter(|connection| connection["speak"] == "lsp").count()
}

#[test]
fn ten_at_once_find_one_host() {
    let world = World::new();
    let editors: Vec<Editor> = (0..10).map(|_| world.editor()).collect();
    // All ten at one host: there is no second one to be attached to.
    eventually("ten editors at one host", || {
        world.run(&["status"]).stdout.contains("sessions    10").then_some(())
    });
    assert_eq!(attached(&world), 10);
    let host = world.host();
    let mut expected: Vec<i32> = editors.into_iter().map(|mut editor| editor.process().id()).collect();
    expected.push(host);
    // Losers of the race have ended, and so have the processes that started them.
    world.wait_until_only(&expected);
    world.wait_until_only(&[host]);
}

#[test]
fn what_a_killed_host_left_behind_is_in_nobodys_way() {
    let world = World::new();
    let first = world.editor();
    let host = eventually("a host", || world.status()).get("pid").unwrap().as_i64();
    let socket = world.socket();
    world.kill_host();
    assert!(socket.exists(), "a killed host leaves its socket");
    assert!(world.path("state/lockstep/host.lock").exists(), "and its lock file");
    assert_eq!(first.wait().code, Some(1));
    let _second = world.editor();
    let next = eventually("another host", || world.status()).get("pid").unwrap().as_i64();
    assert_ne!(host, next);
    assert_eq!(world.socket(), socket);
}

#[test]
fn nonsense_in_the_lock_file_and_at_the_sockets_path_is_in_nobodys_way() {
    let world = World::new();
    let editor = world.editor();
    eventually("a host", || world.status());
    let socket = world.socket();
    assert_eq!(world.run(&["stop"]).code, Some(0));
    drop(editor);
    std::fs::write(world.path("state/lockstep/host.lock"), "/no/such/place\n").unwrap();
    std::fs::write(&socket, "no socket").unwrap();
    let _editor = world.editor();
    eventually("a host", || world.status());
}

#[test]
fn a_socket_that_was_swept_away_comes_back() {
    let world = World::new().with("LOCKSTEP_TREE_LINGER", "100ms");
    let _editor = world.editor();
    eventually("a host", || world.status());
    let (host, socket) = (world.host(), world.socket());
    std::fs::remove_file(&socket).unwrap();
    eventually("the same host again", || world.status().filter(|status| status["pid"] == host));
}

#[test]
fn a_host_is_found_without_the_runtime_folder_it_was_started_with() {
    let world = World::new();
    let _editor = world.editor();
    eventually("a host", || world.status());
    let mut command = world.command(&["status"]);
    command.env_remove("XDG_RUNTIME_DIR");
    assert_eq!(World::finish(command).code, Some(0));
}

#[test]
fn a_host_is_nobodys_child_and_has_nothing_of_who_started_it() {
    let world = World::new().with("SECRET_OF_A_SESSION", "x");
    let mut editor = world.editor();
    eventually("a host", || world.status());
    let host = world.host();
    let proc = std::path::PathBuf::from(format!("/proc/{host}"));
    let status = std::fs::read_to_string(proc.join("stat")).unwrap();
    // After the name in brackets: state, parent, group, session.
    let numbers: Vec<i32> = status
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .skip(1)
        .take(3)
        .map(|n| n.parse().unwrap())
        .collect();
    assert_ne!(numbers[0], editor.process().id(), "its parent");
    assert!(numbers[2] != 0 && numbers[2] != i32::try_from(std::process::id()).unwrap(), "its session");
    assert_eq!(std::fs::read_link(proc.join("cwd")).unwrap(), std::path::Path::new("/"));
    let environment = std::fs::read(proc.join("environ")).unwrap();
    assert!(!String::from_utf8_lossy(&environment).contains("SECRET_OF_A_SESSION"));
    let log = world.path("state/lockstep/host.log");
    for descriptor in ["1", "2"] {
        assert_eq!(std::fs::read_link(proc.join("fd").join(descriptor)).unwrap(), log);
    }
    assert_eq!(std::fs::read_link(proc.join("fd/0")).unwrap(), std::path::Path::new("/dev/null"));
}

#[test]
fn a_descriptor_left_open_by_an_editor_is_not_inherited() {
    let world = World::new();
    let leak = world.write("leak", "");
    // The shell's descriptor 9 is open in all that it starts.
    let mut command = world.prepared(std::process::Command::new("sh"));
    command
        .args(["-c", "exec 9<\"$1\"; shift; exec \"$@\"", "sh"])
        .arg(&leak)
        .arg(lockstep_e2e::binary())
        .arg("lsp");
    let mut editor = Editor::start(command);
    eventually("a host", || world.status());
    let open = |process: i32| {
        let entries = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
        entries.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok()).any(|target| target == leak)
    };
    assert!(open(editor.process().id()), "the editor's end has it, else this tests nothing");
    assert!(!open(world.host()));
}

#[test]
fn the_log_says_what_happened() {
    let world = World::new();
    let editor = world.editor();
    eventually("a host", || world.status());
    drop(editor);
    assert_eq!(world.run(&["stop"]).code, Some(0));
    let log = std::fs::read_to_string(world.path("state/lockstep/host.log")).unwrap();
    for word in ["serving", "asked to stop", "left"] {
        assert!(log.contains(word), "{word}: {log}");
    }
}
