//! The gate: what an assistant wrote with its own tools is in the answer, with the watcher off or late.

use std::fs;
use std::time::Duration;

use super::{LONG, World, callers, unwatched, watched};
use crate::TreeOptions;
use crate::core::lock;

const LIBRARY: &str = "def helper():\n    pass\n";
const USER: &str = "from library import helper\n\ndef one():\n    helper()\n";

#[tokio::test]
async fn a_named_file_is_compared_with_the_disk_before_the_answer() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", "")], unwatched()).await;
    assert!(world.gated("helper", &["user.py"]).await.marks.complete());
    for round in 0..20 {
        // Sizes and, on a coarse clock, times repeat; the content is what counts.
        let text = if round % 2 == 0 { USER.to_string() } else { USER.replace("helper()", "halper()") };
        world.write("user.py", &text);
        let asked = world.gated("helper", &["user.py"]).await;
        assert_eq!(asked.value.is_empty(), round % 2 == 1, "round {round}: {asked:?}");
        assert_eq!(asked.marks.refreshed, ["user.py"]);
        assert!(world.gated("helper", &["user.py"]).await.marks.refreshed.is_empty());
    }
}

#[tokio::test]
async fn a_file_of_the_answer_is_compared_after_it_and_the_question_asked_again() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], unwatched()).await;
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py#one"]);
    world.write("user.py", &USER.replace("one", "renamed"));
    let asked = world.gated("helper", &[]).await;
    assert_eq!(asked.value, ["user.py#renamed"]);
    assert_eq!(asked.marks.refreshed, ["user.py"]);
    assert!(!asked.marks.watcher_late, "a watcher that is switched off is not late");
}

#[tokio::test]
async fn a_named_file_may_be_new_or_gone_or_none_of_ours() {
    let world = World::new(&[("library.py", LIBRARY), (".gitignore", "ignored/\n")], unwatched()).await;
    world.write("deep/er/new.py", USER);
    assert_eq!(world.gated("helper", &["deep/er/new.py"]).await.value, ["deep/er/new.py#one"]);
    world.write("ignored/new.py", USER);
    let named = ["ignored/new.py", "../escape.py", "/etc/passwd", "deep", "", "absent.py", "x/../library.py"];
    let asked = world.gated("helper", &named).await;
    assert_eq!(asked.value, ["deep/er/new.py#one"]);
    assert!(asked.marks.refreshed.is_empty());
    fs::remove_dir_all(world.path("deep")).unwrap();
    let asked = world.gated("helper", &["deep/er/new.py"]).await;
    assert!(asked.value.is_empty());
    assert_eq!(asked.marks.refreshed, ["deep/er/new.py"]);
    assert_eq!(world.paths(), ["library.py"]);
}

#[tokio::test]
async fn an_editor_compares_the_file_it_asks_about_unless_it_has_it_open() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], unwatched()).await;
    let ask =
        || world.session.ask(world.session.ticket(), LONG, vec!["user.py".into()], |s| callers(s, "helper"));
    world.write("user.py", &USER.replace("one", "two"));
    assert_eq!(ask().await.unwrap().value, ["user.py#two"]);
    world.session.open_document(&world.path("user.py"), "python", 1, USER.replace("one", "mine"));
    world.write("user.py", &USER.replace("one", "theirs"));
    assert_eq!(ask().await.unwrap().value, ["user.py#mine"]);
}

#[tokio::test]
async fn a_watcher_that_does_not_confirm_in_time_is_said_to_be_late() {
    let cookies = tempfile::tempdir().unwrap();
    let options = TreeOptions { drain: Duration::from_millis(5), ..watched(cookies.path()) };
    let world = World::new(&[("library.py", LIBRARY)], options).await;
    assert_eq!(world.session.tree().status().watching, Ok(()));
    // A folder that replaces the watched one is not watched: the cookie is written and nothing comes of it.
    let folder = fs::read_dir(cookies.path()).unwrap().flatten().next().unwrap().path();
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    assert!(world.gated("helper", &[]).await.marks.watcher_late);
    fs::remove_dir_all(&folder).unwrap();
    assert!(world.gated("helper", &[]).await.marks.watcher_late, "nor is there one");
    // At the limit of watches the gate is all there is, and each answer says so.
    *lock(&world.session.tree().core.watching) = Err("the limit is reached".into());
    world.write("library.py", &LIBRARY.replace("helper", "helped"));
    let asked = world.gated("helped", &["library.py"]).await;
    assert!(asked.marks.watcher_late && asked.marks.unwatched && asked.value.is_empty());
}

#[tokio::test]
async fn a_watcher_that_watches_in_part_is_not_late_for_that() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY)], watched(cookies.path())).await;
    *lock(&world.session.tree().core.watching) = Err("the limit is reached".into());
    let marks = world.gated("helper", &[]).await.marks;
    assert!(marks.unwatched && !marks.complete() && !marks.watcher_late);
    // Nor where no cookie could come: there is none to wait for.
    world.session.tree().core.cookies_watched.store(false, std::sync::atomic::Ordering::SeqCst);
    let marks = world.gated("helper", &[]).await.marks;
    assert!(marks.unwatched && !marks.complete() && !marks.watcher_late);
}

#[tokio::test]
async fn gate_and_watcher_together_never_leave_an_older_text_behind() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], watched(cookies.path())).await;
    let texts = [USER.to_string(), USER.replace("one", "two"), USER.replace("one", "six")];
    for round in 0..200 {
        let text = &texts[round % 3];
        world.write("user.py", text);
        // Both look at the file at the same time, and the hint makes a third.
        world.session.hint(vec![world.path("user.py")]);
        let expected = ["user.py#one", "user.py#two", "user.py#six"][round % 3];
        let named: &[&str] = if round % 2 == 0 { &["user.py"] } else { &[] };
        assert_eq!(world.gated("helper", named).await.value, [expected], "round {round}");
    }
}

/// Clocks jump, and tools set the times of files: what was written last counts, whatever its time says.
#[tokio::test]
async fn a_file_of_any_time_is_seen_to_change() {
    let world = World::new(&[("a.py", "def helper(): pass\n"), ("b.py", "")], unwatched()).await;
    let path = world.path("b.py");
    let epoch = std::time::SystemTime::UNIX_EPOCH;
    for (seconds, name) in [(0, "one"), (4_000_000_000, "two"), (1_000, "six"), (4_000_000_000, "ten")] {
        // Each as long as the one before.
        world.write("b.py", &format!("from a import helper\ndef {name}(): helper()\n"));
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(epoch + Duration::from_secs(seconds)).unwrap();
        drop(file);
        let asked = world.gated("helper", &["b.py"]).await;
        assert_eq!(asked.value, [format!("b.py#{name}")]);
    }
}
