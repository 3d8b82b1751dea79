//! Which tree a folder belongs to.

use std::path::Path;

use lockstep_e2e::{Editor, Wire, World, eventually};
use serde_json::json;

/// A world with a host, the editor that keeps it, and a repository `work` with a file, a sub-folder and an ignored one.
fn hosted() -> (World, Editor) {
    let world = World::new();
    world.write("work/a.py", "def a():\n    pass\n");
    world.write("work/sub/b.py", "");
    world.write("work/ignored/c.py", "");
    world.write("work/.gitignore", "/ignored\n");
    world.git("work", &["init", "-q"]);
    world.git("work", &["add", "-A"]);
    world.git("work", &["commit", "-q", "-m", "x"]);
    let editor = world.editor();
    eventually("a host", || world.status());
    (world, editor)
}

/// The root of the tree that a session about `folder` gets, or why it gets none.
fn root(world: &World, folder: &Path) -> Result<String, String> {
    let mut wire: Wire = world.wire();
    wire.greet();
    let answer = wire.ask("attach", json!({"root": folder}));
    match answer["result"]["root"].as_str() {
        Some(root) => Ok(root.to_owned()),
        None => Err(answer["error"]["message"].as_str().unwrap().to_owned()),
    }
}

#[track_caller]
fn check(world: &World, folder: &Path, expected: &Path) {
    assert_eq!(root(world, folder).as_deref(), Ok(expected.to_str().unwrap()));
}

#[test]
fn a_folder_and_its_sub_folder_are_one_tree() {
    let (world, _editor) = hosted();
    for folder in ["work", "work/sub", "work/a.py", "work/sub/../sub"] {
        check(&world, &world.path(folder), &world.path("work"));
    }
}

#[test]
fn a_symbolic_link_to_a_folder_is_the_folder() {
    let (world, _editor) = hosted();
    std::os::unix::fs::symlink(world.path("work"), world.path("link")).unwrap();
    check(&world, &world.path("").join("link"), &world.path("work"));
    check(&world, &world.path("").join("link/sub"), &world.path("work"));
}

#[test]
fn a_linked_worktree_is_a_tree_of_its_own() {
    let (world, _editor) = hosted();
    world.git("work", &["worktree", "add", "-q", "../other"]);
    world.git("work", &["worktree", "add", "-q", "inside"]);
    for worktree in ["other", "work/inside"] {
        check(&world, &world.path(worktree).join("sub"), &world.path(worktree));
    }
}

#[test]
fn an_ignored_folder_is_a_tree_of_its_own() {
    let (world, _editor) = hosted();
    check(&world, &world.path("work/ignored"), &world.path("work/ignored"));
}

#[test]
fn a_folder_without_a_repository_is_itself() {
    let (world, _editor) = hosted();
    world.write("plain/sub/x.py", "");
    check(&world, &world.path("plain/sub"), &world.path("plain/sub"));
}

#[test]
fn a_repository_in_the_home_folder_is_no_tree_for_what_lies_in_it() {
    let (world, _editor) = hosted();
    world.write("home/project/x.py", "");
    world.git("home", &["init", "-q"]);
    check(&world, &world.path("home/project"), &world.path("home/project"));
}

#[test]
fn the_root_and_the_home_folder_are_refused_with_what_to_do() {
    let (world, _editor) = hosted();
    for folder in [Path::new("/"), &world.path("home")] {
        let why = root(&world, folder).unwrap_err();
        assert!(why.contains("too wide") && why.contains("lockstep"), "{why}");
    }
    let why = root(&world, Path::new("/no/such/folder")).unwrap_err();
    assert!(why.contains("no such folder"), "{why}");
}

#[test]
fn an_assistant_in_the_home_folder_is_told_so_by_every_answer() {
    let world = World::new();
    let mut assistant = world.assistant_about(&world.path("home"));
    for method in ["server/discover", "initialize"] {
        let id = assistant.send_request(method, json!({}));
        let answer = assistant.answer(id);
        assert!(answer["error"]["message"].as_str().unwrap().contains("too wide"), "{answer}");
    }
}

#[test]
fn sessions_in_one_tree_share_it_and_sessions_in_two_do_not() {
    let (world, _editor) = hosted();
    world.write("plain/x.py", "");
    let mut wires = Vec::new();
    for folder in ["work", "work/sub", "plain"] {
        let mut wire = world.wire();
        wire.greet();
        wire.ask("attach", json!({"root": world.path(folder)}));
        wires.push(wire);
    }
    let status = world.status().unwrap();
    let trees = status["trees"].as_array().unwrap();
    let roots: Vec<(&str, usize)> = trees
        .iter()
        .map(|tree| (tree["root"].as_str().unwrap(), tree["sessions"].as_array().unwrap().len()))
        .collect();
    let (plain, work) = (world.path("plain"), world.path("work"));
    assert_eq!(roots, [(plain.to_str().unwrap(), 1), (work.to_str().unwrap(), 2)]);
}
