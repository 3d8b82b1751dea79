//! Panics: a question's harms nobody, the writer's is repaired, and a closed tree says that it is closed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lockstep_ide::{Answer, Snapshot};

use super::{LONG, POISON, World, callers, edit, replace, unwatched, watched};
use crate::event::Event;
use crate::{AskError, IndexState, Tree, TreeRoot};

const LIBRARY: &str = "def helper():\n    pass\n";
const USER: &str = "from library import helper\n\ndef one():\n    helper()\n";

#[tokio::test]
async fn a_question_that_panics_is_an_error_and_the_next_is_answered() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], unwatched()).await;
    let broken = |_: &Snapshot| -> Answer<()> { panic!("on purpose") };
    let answer = world.session.ask(world.session.ticket(), LONG, Vec::new(), broken).await;
    assert!(matches!(answer, Err(AskError::Panicked(why)) if why == "on purpose"));
    assert_eq!(world.ask("helper").await.unwrap().value, ["user.py#one"]);
}

#[tokio::test]
async fn a_question_may_nest_as_deep_as_code_does() {
    fn deep(levels: u32) -> u64 {
        let ballast = [u64::from(levels); 32];
        if levels == 0 { ballast[0] } else { std::hint::black_box(deep(levels - 1) + ballast[31]) }
    }
    let world = World::new(&[], unwatched()).await;
    let question = |_: &Snapshot| Answer { value: deep(40_000), ..Answer::default() };
    assert!(world.session.ask(world.session.ticket(), LONG, Vec::new(), question).await.unwrap().value > 0);
}

#[tokio::test]
async fn a_writer_that_panics_comes_back_with_the_buffers_and_the_disk() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], unwatched()).await;
    let path = world.path("user.py");
    world.session.open_document(&path, "python", 1, USER.into());
    edit(&world.session, &path, 2, replace((2, 4), (2, 7), "mine"));
    for round in 1..=3 {
        assert_eq!(world.ask("helper").await.unwrap().value, ["user.py#mine"]);
        world.session.tree().core.queue.submit(Event::Break);
        edit(&world.session, &path, 2 + round, replace((2, 4), (2, 8), "mine"));
        let asked = world.ask("helper").await.unwrap();
        assert_eq!(asked.value, ["user.py#mine"]);
        assert_eq!(asked.marks.unsaved, ["user.py"]);
        assert_eq!(asked.marks.index, IndexState::Ready);
        assert_eq!(world.session.tree().status().rebuilds, round as u32);
    }
    world.session.close_document(&path);
    assert_eq!(world.ask("helper").await.unwrap().value, ["user.py#one"]);
}

#[tokio::test]
async fn a_long_history_of_edits_survives_the_writer() {
    let world = World::new(&[("library.py", LIBRARY)], unwatched()).await;
    let path = world.path("user.py");
    world.session.open_document(&path, "python", 1, USER.into());
    // More edits than the log holds before it is replaced by the engine's own documents.
    for number in 0..1_300 {
        edit(&world.session, &path, 2 + number, replace((0, 0), (0, 0), "# "));
    }
    edit(&world.session, &path, 2_000, replace((0, 0), (0, 2_600), ""));
    world.session.tree().core.queue.submit(Event::Break);
    edit(&world.session, &path, 2_001, replace((2, 4), (2, 7), "mine"));
    assert_eq!(world.ask("helper").await.unwrap().value, ["user.py#mine"]);
}

#[tokio::test]
async fn a_file_the_engine_dies_on_is_left_out_and_a_buffer_given_up() {
    let poisoned = format!("{POISON}.py");
    let world =
        World::new(&[("library.py", LIBRARY), ("user.py", USER), (&poisoned, "x = 1\n")], unwatched()).await;
    let asked = world.gated("helper", &[&poisoned]).await;
    assert_eq!(asked.value, ["user.py#one"]);
    assert_eq!(asked.marks.failed, [poisoned]);

    let path = world.path("user.py");
    world.session.open_document(&path, "python", 1, USER.into());
    world.session.open_document(&world.path("new.py"), "python", 1, USER.replace("one", "kept"));
    edit(&world.session, &path, 2, replace((2, 4), (2, 7), POISON));
    assert_eq!(world.ask("helper").await.unwrap().value, ["new.py#kept", "user.py#one"]);
}

#[tokio::test]
async fn nothing_of_a_dropped_tree_is_left() {
    let cookies = tempfile::tempdir().unwrap();
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], watched(cookies.path())).await;
    let _ = world.gated("helper", &[]).await;
    let core = Arc::downgrade(&world.session.tree().core);
    drop(world);
    let deadline = Instant::now() + LONG;
    while core.strong_count() > 0 {
        assert!(Instant::now() < deadline, "a thread still holds the tree");
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn a_writer_that_panics_without_end_gives_up_and_says_so() {
    let world = World::new(&[("library.py", LIBRARY)], unwatched()).await;
    for _ in 0..100 {
        world.session.tree().core.queue.submit(Event::Break);
    }
    assert!(matches!(world.ask("helper").await, Err(AskError::Gone)));
}

#[tokio::test]
async fn a_closed_tree_answers_nothing_and_takes_nothing() {
    let world = World::new(&[("library.py", LIBRARY)], unwatched()).await;
    let waiting =
        world.session.ask(lockstep_ide::Revision(u64::MAX), LONG, Vec::new(), |s| callers(s, "helper"));
    let tree = Arc::clone(world.session.tree());
    let (answer, ()) =
        tokio::join!(waiting, async { tokio::task::spawn_blocking(move || tree.close()).await.unwrap() });
    assert!(matches!(answer, Err(AskError::Gone)));
    let before = world.session.ticket();
    world.session.open_document(&world.path("library.py"), "python", 1, String::new());
    assert_eq!(world.session.ticket(), before);
    assert!(matches!(world.ask("helper").await, Err(AskError::Gone)));
}

#[tokio::test]
async fn until_the_first_index_is_there_an_answer_says_that_it_is_not() {
    let (folder, root) = World::folder(&[]);
    for number in 0..400 {
        super::write(&root, &format!("f{number}.py"), &format!("def f{number}():\n    pass\n"));
    }
    let tree = Tree::open(TreeRoot { path: root }, unwatched());
    let session = super::attach(&tree, crate::SessionKind::Assistant);
    let ticket = session.ticket();
    let editor = session.ask(ticket, Duration::ZERO, Vec::new(), |s| callers(s, "f1")).await;
    let assistant =
        session.ask_gated(ticket, Duration::ZERO, Vec::new(), |s| callers(s, "f1")).await.unwrap();
    match editor {
        Err(AskError::Building(percent)) => assert!(percent < 100),
        // The machine was quick: then it is whole.
        other => assert!(other.unwrap().value.is_empty()),
    }
    assert!(matches!(assistant.marks.index, IndexState::Building(_)) || assistant.value.is_empty());
    session.ready().await;
    assert_eq!(tree.progress(), (400, 400));
    let asked = session.ask_gated(session.ticket(), LONG, Vec::new(), |s| callers(s, "f1")).await.unwrap();
    assert!(asked.marks.complete() && asked.value.is_empty());
    // Closing in the middle of the walk ends at once as well.
    drop((session, tree));
    drop(folder);
}
