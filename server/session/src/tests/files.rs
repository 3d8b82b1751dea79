//! What is in the index, and what is left out by which rule.

use std::fs;

use lockstep_ide::{FileState, SkipReason};

use super::{World, unwatched};

#[tokio::test]
async fn files_are_left_out_by_rule_and_reported() {
    let (folder, root) = World::folder(&[
        ("a.py", "def a():\n    pass\n"),
        (".lockstep.toml", "max_file_bytes = 100000\n"),
        ("notes.txt", "no language"),
        ("one_line.js", &"x".repeat(30_000)),
        ("bom.py", "\u{feff}def bom():\n    pass\n"),
    ]);
    fs::write(root.join("latin.py"), b"caf\xe9 = 1\n").unwrap();
    fs::write(root.join("large.py"), vec![b'\n'; 100_001]).unwrap();
    #[cfg(unix)]
    {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(CWD, root.join("pipe.py"), FileType::Fifo, mode, 0).unwrap();
        std::os::unix::fs::symlink("/etc", root.join("out")).unwrap();
        std::os::unix::fs::symlink(&root, root.join("again")).unwrap();
        fs::write(root.join("new\nline.py"), "def odd():\n    pass\n").unwrap();
    }
    let world = World::over(folder, root, unwatched()).await;
    let state = |path: &str| {
        let snapshot = world.snapshot();
        snapshot.file(path).map(|file| snapshot.state(file))
    };
    assert_eq!(state("a.py"), Some(FileState::Disk));
    assert_eq!(state("bom.py"), Some(FileState::Disk));
    assert_eq!(state("notes.txt"), None);
    assert_eq!(state("one_line.js"), Some(FileState::Skipped(SkipReason::Minified)));
    assert_eq!(state("latin.py"), Some(FileState::Skipped(SkipReason::NotText)));
    assert_eq!(state("large.py"), Some(FileState::Skipped(SkipReason::TooLarge(100_001))));
    #[cfg(unix)]
    {
        assert_eq!(state("pipe.py"), Some(FileState::Skipped(SkipReason::NotAFile)));
        assert_eq!(state("new\nline.py"), Some(FileState::Disk));
        assert_eq!(world.paths().len(), 7);
    }
    let skipped: Vec<String> =
        world.session.tree().status().figures.skipped.iter().map(|(path, _)| path.to_string()).collect();
    assert!(skipped.contains(&"latin.py".into()) && !skipped.contains(&"a.py".into()), "{skipped:?}");
    // A skipped file that becomes a good one is taken in.
    world.write("latin.py", "def good():\n    pass\n");
    assert!(world.gated("good", &["latin.py"]).await.marks.complete());
    assert_eq!(state("latin.py"), Some(FileState::Disk));
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_cannot_be_read_is_reported_and_nothing_else_suffers() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, root) =
        World::folder(&[("a.py", "def a():\n    pass\n"), ("closed.py", "def closed():\n    pass\n")]);
    let closed = root.join("closed.py");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads everything.
    let readable = fs::read(&closed).is_ok();
    let world = World::over(folder, root, unwatched()).await;
    let snapshot = world.snapshot();
    let state = snapshot.state(snapshot.file("closed.py").unwrap());
    assert_eq!(matches!(state, FileState::Skipped(SkipReason::Unreadable(_))), !readable, "{state:?}");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(world.gated("closed", &["closed.py"]).await.value.is_empty());
    assert_eq!(world.snapshot().state(snapshot.file("closed.py").unwrap()), FileState::Disk);
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_becomes_a_link_out_of_the_tree_discloses_nothing() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a.py"), "def secret():\n    pass\n").unwrap();
    let world = World::new(&[("inner/a.py", "def a():\n    pass\n")], unwatched()).await;
    fs::remove_dir_all(world.path("inner")).unwrap();
    std::os::unix::fs::symlink(outside.path(), world.path("inner")).unwrap();
    assert_eq!(world.gated("secret", &["inner/a.py"]).await.value, ["unknown"]);
    assert!(world.paths().is_empty());
}
