//! The cache of a tree: a warm start extracts nothing, and reads only what may have changed.

use std::fs;
use std::path::Path;

use super::{World, unwatched};
use crate::TreeOptions;
use crate::platform::Stamp;

fn cached(path: &Path) -> TreeOptions {
    TreeOptions { cache: Some(path.to_path_buf()), ..unwatched() }
}

fn hits(world: &World) -> usize {
    world.session.tree().status().cache.unwrap().1
}

#[tokio::test]
async fn a_warm_start_finds_files_by_content_whatever_happened_to_them_meanwhile() {
    let state = tempfile::tempdir().unwrap();
    let cache = state.path().join("cache.redb");
    let (_folder, root) = World::folder(&[
        ("library.py", "def helper():\n    pass\n"),
        ("user.py", "from library import helper\n\ndef one():\n    helper()\n"),
        ("package.json", "{\"name\": \"p\"}"),
    ]);
    let open = async || World::over(tempfile::tempdir().unwrap(), root.clone(), cached(&cache)).await;
    let world = open().await;
    assert_eq!(hits(&world), 0);
    world.session.tree().close();

    fs::rename(root.join("user.py"), root.join("renamed.py")).unwrap();
    fs::write(root.join("other.py"), "def new():\n    pass\n").unwrap();
    let world = open().await;
    assert_eq!(world.gated("helper", &[]).await.value, ["renamed.py#one"]);
    assert_eq!(hits(&world), 3);
    // Facts of an edit that came through the disk are kept as well, and written when the tree is dropped.
    world.write("library.py", "def helper():\n    return 1\n");
    let _ = world.gated("helper", &["library.py"]).await;
    drop(world);
    let world = open().await;
    assert_eq!(world.gated("helper", &[]).await.value, ["renamed.py#one"]);
    assert_eq!(hits(&world), 4);
    assert!(world.session.tree().status().cache.unwrap().0 > 0);
}

/// Two files change their places in what is known of them: whose text is not read shows the other's facts.
#[tokio::test]
async fn a_file_that_is_what_it_was_is_not_read() {
    let state = tempfile::tempdir().unwrap();
    let cache = state.path().join("cache.redb");
    let (_folder, root) = World::folder(&[
        ("library.py", "def helper():\n    pass\n"),
        ("one.py", "from library import helper\n\ndef one():\n    helper()\n"),
        ("two.py", "from library import helper\n\ndef two():\n    helper()\n"),
    ]);
    let open = async || World::over(tempfile::tempdir().unwrap(), root.clone(), cached(&cache)).await;
    drop(open().await);
    let seen = |path: &str, text: &str| {
        let stamp = Stamp::of(&fs::symlink_metadata(root.join(path)).unwrap()).to_bytes();
        let rest = [lockstep_facts::hash_text(text), text.len() as u64].map(u64::to_le_bytes);
        (path.to_owned(), [&stamp[..], &rest[0], &rest[1]].concat())
    };
    let [one, two] = ["one.py", "two.py"].map(|path| fs::read_to_string(root.join(path)).unwrap());
    let write = |entries: &[(String, Vec<u8>)]| {
        lockstep_store::Cache::open(&cache).unwrap().cache.write_seen(entries, &[]);
    };
    write(&[seen("one.py", &two), seen("two.py", &one)]);
    let world = open().await;
    assert_eq!(world.gated("helper", &[]).await.value, ["one.py#two", "two.py#one"]);
    drop(world);
    // What has changed since is read, whatever its name.
    let swapped = [seen("one.py", &two), seen("two.py", &one)];
    fs::write(root.join("one.py"), &one).unwrap();
    fs::write(root.join("new.py"), &two).unwrap();
    fs::rename(root.join("new.py"), root.join("two.py")).unwrap();
    write(&swapped);
    let world = open().await;
    assert_eq!(world.gated("helper", &[]).await.value, ["one.py#one", "two.py#two"]);
}

#[tokio::test]
async fn without_a_usable_cache_everything_works_and_says_so() {
    let state = tempfile::tempdir().unwrap();
    let cache = state.path().join("cache.redb");
    let files = [("library.py", "def helper():\n    pass\n")];
    fs::write(&cache, "this is no cache").unwrap();
    let owner = World::new(&files, cached(&cache)).await;
    assert!(owner.gated("helper", &[]).await.marks.complete());
    assert!(owner.session.tree().status().cache.is_some(), "a damaged file is made anew");
    // Somebody else owns the file.
    let second = World::new(&files, cached(&cache)).await;
    assert!(second.gated("helper", &[]).await.marks.complete());
    assert_eq!(second.session.tree().status().cache, None);
    // It cannot be made at all.
    let third = World::new(&files, cached(&cache.join("below/a/file.redb"))).await;
    assert!(third.gated("helper", &[]).await.marks.complete());
    assert_eq!(third.session.tree().status().cache, None);
}
