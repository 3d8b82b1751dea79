//! The watcher: what nobody names is seen too.

use std::fs;

use lockstep_ide::SymbolQuery;

use super::{World, unwatched, watched, write};
use crate::watch::Message;

const LIBRARY: &str = "def helper():\n    pass\n";
const USER: &str = "from library import helper\n\ndef one():\n    helper()\n";

#[tokio::test]
async fn a_file_written_by_another_process_is_in_the_next_answer() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY)], watched(cookies.path())).await;
    assert!(world.gated("helper", &[]).await.value.is_empty());
    for round in 0..10 {
        let path = format!("new{round}/deep/user.py");
        world.write(&path, USER);
        let asked = world.gated("helper", &[]).await;
        assert_eq!(asked.value, [format!("{path}#one")], "{:?}", asked.marks);
        assert!(!asked.marks.watcher_late);
        fs::remove_dir_all(world.path(&format!("new{round}"))).unwrap();
        assert!(world.gated("helper", &[]).await.value.is_empty());
    }
    let left: Vec<_> = fs::read_dir(cookies.path()).unwrap().flatten().collect();
    let cookies = left.iter().flat_map(|folder| fs::read_dir(folder.path()).unwrap()).count();
    assert_eq!(cookies, 0);
}

#[tokio::test]
async fn renamed_files_and_folders_are_found_where_they_are() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY), ("a/b/user.py", USER)], watched(cookies.path())).await;
    let moves = [
        ("a", "z"),
        ("z/b", "z/c"),
        ("z/c/user.py", "z/other.py"),
        ("z", "tree.py"),
        ("tree.py/other.py", "x.py"),
    ];
    let expected =
        ["z/b/user.py#one", "z/c/user.py#one", "z/other.py#one", "tree.py/other.py#one", "x.py#one"];
    for ((from, to), expected) in moves.into_iter().zip(expected) {
        fs::rename(world.path(from), world.path(to)).unwrap();
        assert_eq!(world.gated("helper", &[]).await.value, [expected]);
    }
    // A folder that was moved is watched under its new name.
    fs::create_dir(world.path("inner")).unwrap();
    fs::rename(world.path("inner"), world.path("moved")).unwrap();
    let _ = world.gated("helper", &[]).await;
    world.write("moved/user.py", USER);
    assert_eq!(world.gated("helper", &[]).await.value, ["moved/user.py#one", "x.py#one"]);
}

#[tokio::test]
async fn five_thousand_files_at_once_are_all_there() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY)], watched(cookies.path())).await;
    for number in 0..5_000 {
        world.write(&format!("many/{}/f{number}.py", number % 50), &format!("def f{number}():\n    pass\n"));
    }
    world.write("user.py", USER);
    world.until("the last of many files", |snapshot| snapshot.files().len() == 5_002);
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py#one"]);
    assert!(matches!(world.snapshot().find("f4999").value, SymbolQuery::One(_)));
    fs::remove_dir_all(world.path("many")).unwrap();
    world.until("the removal of many files", |snapshot| snapshot.files().len() == 2);
    assert!(matches!(world.snapshot().find("f4999").value, SymbolQuery::Unknown(_)));
}

#[tokio::test]
async fn ignore_files_and_settings_take_effect_when_they_change() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("a.py", ""), ("gen/b.py", "")], watched(cookies.path())).await;
    let paths = async || {
        let _ = world.gated("x", &[]).await;
        world.paths()
    };
    assert_eq!(paths().await, ["a.py", "gen/b.py"]);
    world.write(".gitignore", "gen/\n");
    assert_eq!(paths().await, ["a.py"]);
    world.write("gen/c.py", "");
    assert_eq!(paths().await, ["a.py"]);
    world.write(".gitignore", "");
    assert_eq!(paths().await, ["a.py", "gen/b.py", "gen/c.py"]);
    world.write(".lockstep.toml", "exclude = ['a.py']\nanswer = 42\n");
    assert_eq!(paths().await, ["gen/b.py", "gen/c.py"]);
    let warnings = world.session.tree().status().warnings;
    assert!(warnings.len() == 1 && warnings[0].contains("unknown key answer"), "{warnings:?}");
}

#[tokio::test]
async fn equal_content_and_our_own_reading_change_nothing() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], watched(cookies.path())).await;
    let _ = world.gated("helper", &[]).await;
    let before = world.session.ticket();
    // Written elsewhere and moved here, as editors do: the file is another one, its text is not.
    world.write("../user.py", USER);
    fs::rename(world.path("../user.py"), world.path("user.py")).unwrap();
    let asked = world.gated("helper", &["user.py", "library.py"]).await;
    assert_eq!(asked.value, ["user.py#one"]);
    assert!(asked.marks.refreshed.is_empty());
    assert_eq!(world.session.ticket(), before);
}

#[tokio::test]
async fn hints_and_walks_on_request_do_without_a_watcher() {
    let world = World::new(&[("library.py", LIBRARY)], unwatched()).await;
    world.write("a/user.py", USER);
    world.session.hint(vec![world.path("a/user.py")]);
    world.until("the hinted file", |snapshot| snapshot.file("a/user.py").is_some());
    write(&world.root, "b/user.py", USER);
    fs::remove_dir_all(world.path("a")).unwrap();
    // What an overflow of the watcher's queue leads to.
    world.session.tree().core.tell_disk(Message::Everything);
    world.until("the walk", |snapshot| {
        snapshot.file("a/user.py").is_none() && snapshot.file("b/user.py").is_some()
    });
    assert_eq!(world.session.tree().status().watching, Err("switched off".into()));
}

/// `rm -rf` and a new checkout in its place: the folder that was watched is gone, and another one stands there.
#[tokio::test]
async fn a_root_that_is_made_again_is_watched_again() {
    let cookies = tempfile::tempdir().unwrap();
    let files =
        [("library.py", "def helper(): pass\n"), ("user.py", "from library import helper\nhelper()\n")];
    let world = World::new(&files, watched(cookies.path())).await;
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py"]);
    fs::remove_dir_all(&world.root).unwrap();
    assert!(world.gated("helper", &[]).await.value != ["user.py"]);
    fs::create_dir(&world.root).unwrap();
    for (path, text) in files {
        world.write(path, text);
    }
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py"]);
    world.write("later.py", "from library import helper\ndef later(): helper()\n");
    assert_eq!(world.gated("helper", &[]).await.value, ["later.py#later", "user.py"]);
}
