//! What the system does not give: watches, devices, a clock that goes on.

use lockstep_e2e::{Assistant, Process, World, binary};
use serde_json::json;

/// A user namespace of its own has limits of its own: at most `watches` folders are watched in it.
fn with_watches(world: &World, watches: u32, arguments: &str) -> std::process::Command {
    let limit = format!("echo {watches} > /proc/sys/user/max_inotify_watches");
    let script = format!("{limit} && exec '{}' {arguments}", binary().display());
    let mut command = std::process::Command::new("unshare");
    command.args(["--user", "--map-root-user", "sh", "-c", &script]);
    world.prepared(command)
}

#[test]
fn past_the_limit_of_watches_the_gate_answers_and_it_is_said() {
    let world = World::new();
    for number in 0..12 {
        world.write(&format!("work/folder{number}/a{number}.py"), "def price():\n    return 1\n");
    }
    let mut assistant = Assistant::over(Process::start(with_watches(&world, 4, "mcp")));
    assistant.initialize();
    assistant.call("find_callers", json!({"symbol": "price"}));
    let status = assistant.call("index_status", json!({}));
    assert!(status.contains("watching: off (the limit of watched folders is reached"), "{status}");
    assert!(status.contains("files named in a call are compared with the disk"), "{status}");
    world.write("work/folder11/a11.py", "def price():\n    return 2\n\n\ndef total():\n    return price()\n");
    let text = assistant.call("find_callers", json!({"symbol": "price@folder11/a11.py"}));
    assert!(text.contains("folder11/a11.py:5  total"), "{text}");
    // A file that nothing names is found by what an answer was made from, or by looking for it.
    world.write("work/folder3/a3.py", "def renamed():\n    return 1\n");
    let text = assistant.call("get_file_outline", json!({"path": "folder3/a3.py"}));
    assert!(text.contains("renamed"), "{text}");
    let doctor = World::finish(with_watches(&world, 4, "doctor"));
    assert!(doctor.stdout.contains("not watched: the limit of watched folders is reached"), "{doctor:?}");
}

#[test]
fn the_doctor_says_what_in_the_settings_is_not_understood() {
    let world = World::new();
    world.write("work/.lockstep.toml", "exclude = \"x");
    let doctor = world.run(&["doctor"]);
    assert!(doctor.stdout.contains(".lockstep.toml is not read"), "{doctor:?}");
    world.write("work/.lockstep.toml", "exclude = [\"x/\"]\n");
    let doctor = world.run(&["doctor"]);
    assert!(!doctor.stdout.contains(".lockstep.toml"), "{doctor:?}");
}

#[test]
fn a_device_in_the_tree_is_left_out() {
    if !rustix::process::geteuid().is_root() {
        // Nobody else can make one.
        return;
    }
    let world = World::new();
    world.write("work/good.py", "def price():\n    return 1\n");
    let (mode, zero) = (rustix::fs::Mode::RUSR, rustix::fs::makedev(1, 5));
    let path = world.path("work/zero.py");
    rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::CharacterDevice, mode, zero).unwrap();
    let mut assistant = world.assistant();
    assistant.initialize();
    assistant.call("find_callers", json!({"symbol": "price"}));
    let status = assistant.call("index_status", json!({}));
    assert!(status.contains("zero.py  not a regular file"), "{status}");
    let text = assistant.call("search_text", json!({"pattern": "price"}));
    assert!(text.contains("good.py"), "{text}");
}
