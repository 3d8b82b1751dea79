//! The cache of a tree: a warm start reads contents and extracts nothing.

use std::fs;
use std::path::Path;

use super::{World, unwatched};
use crate::TreeOptions;

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
