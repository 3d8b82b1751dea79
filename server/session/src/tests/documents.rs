//! Buffers: seen at once, in order, and gone with their session.

use std::fs;

use lockstep_ide::{Answer, Revision};

use super::{LONG, World, attach, callers, edit, replace, unwatched};
use crate::{AskError, SessionKind};

const LIBRARY: &str = "def helper():\n    pass\n";
const USER: &str = "from library import helper\n\ndef one():\n    helper()\n";

#[tokio::test]
async fn an_unsaved_edit_is_seen_by_the_next_question_through_either_door() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], unwatched()).await;
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py#one"]);
    let user = world.path("user.py");
    world.session.open_document(&user, "python", 1, USER.into());
    let revision = edit(&world.session, &user, 2, replace((4, 0), (4, 0), "def two():\n    helper()\n"));

    let asked = world.ask("helper").await.unwrap();
    assert_eq!(asked.value, ["user.py#one", "user.py#two"]);
    assert!(asked.marks.revision >= revision);
    assert_eq!(asked.marks.unsaved, ["user.py"]);
    let assistant = attach(world.session.tree(), SessionKind::Assistant);
    let ticket = assistant.ticket();
    let asked = assistant.ask_gated(ticket, LONG, Vec::new(), |s| callers(s, "helper")).await.unwrap();
    assert_eq!(asked.value, ["user.py#one", "user.py#two"]);

    edit(&world.session, &user, 3, replace((4, 0), (6, 0), ""));
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py#one"]);
    edit(&world.session, &user, 4, replace((3, 4), (3, 10), "other"));
    assert!(world.gated("helper", &[]).await.value.is_empty());
    // Closed without saving: the disk's text is the truth again.
    world.session.close_document(&user);
    let asked = world.gated("helper", &[]).await;
    assert_eq!(asked.value, ["user.py#one"]);
    assert!(asked.marks.unsaved.is_empty() && asked.marks.complete());
}

#[tokio::test]
async fn a_session_that_ends_takes_its_buffers_along() {
    let world = World::new(&[("library.py", LIBRARY), ("user.py", USER)], unwatched()).await;
    let other = attach(world.session.tree(), SessionKind::Editor);
    other.open_document(&world.path("user.py"), "python", 1, "x = 1\n".into());
    other.open_document(&world.path("new.py"), "python", 1, USER.into());
    assert_eq!(world.gated("helper", &[]).await.value, ["new.py#one"]);
    assert_eq!(world.session.tree().sessions(), 2);
    drop(other);
    assert_eq!(world.gated("helper", &[]).await.value, ["user.py#one"]);
    assert_eq!(world.session.tree().sessions(), 1);
}

#[tokio::test]
async fn a_path_belongs_to_the_tree_by_where_it_leads() {
    let world = World::new(&[("src/a.py", "")], unwatched()).await;
    let relative = |path: &str| world.session.relative(&world.path(path));
    assert_eq!(relative("src/a.py").as_deref(), Some("src/a.py"));
    assert_eq!(relative("src/not/yet.py").as_deref(), Some("src/not/yet.py"));
    assert_eq!(relative(""), None);
    assert_eq!(relative("../beside.py"), None);
    // Another checkout inside the tree, and installed packages, are found by nobody and taken from nobody.
    world.write("copy/.git", "gitdir: /elsewhere/.git/worktrees/copy\n");
    assert_eq!(relative("copy/src/a.py"), None);
    assert_eq!(relative("node_modules/p/index.js"), None);
    let before = world.session.ticket();
    assert_eq!(world.session.open_document(&world.path("../beside.py"), "python", 1, String::new()), before);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(world.path("src"), world.path("link")).unwrap();
        std::os::unix::fs::symlink("/", world.path("out")).unwrap();
        assert_eq!(relative("link/a.py").as_deref(), Some("src/a.py"));
        assert_eq!(relative("out/etc/passwd"), None);
        // The same file by two names is one document.
        world.session.open_document(&world.path("link/a.py"), "python", 1, "def seen(): pass\n".into());
        assert!(world.gated("seen", &[]).await.value.is_empty());
        assert_eq!(world.paths(), ["src/a.py"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_edits_and_questions_never_answer_from_an_older_text_than_their_ticket() {
    let world = World::new(&[("a.py", "x0 = 1\n")], unwatched()).await;
    let path = world.path("a.py");
    world.session.open_document(&path, "python", 0, "x0 = 1\n".into());
    let mut asked = Vec::new();
    for number in 1..=5_000_i32 {
        let length = format!("x{} = 1", number - 1).len() as u32;
        let revision =
            edit(&world.session, &path, number, replace((0, 0), (0, length), &format!("x{number} = 1")));
        let ticket = world.session.ticket();
        assert!(ticket >= revision);
        let question = world.session.ask(ticket, LONG, Vec::new(), move |snapshot| {
            let file = snapshot.file("a.py").unwrap();
            let text = snapshot.open_text(file).unwrap();
            let value = (snapshot.revision(), text.trim_end().to_string());
            Answer { value, read: vec![file], names: Vec::new() }
        });
        asked.push(async move {
            let (shown, text) = question.await.unwrap().value;
            let seen: i32 = text.trim_start_matches('x').split(' ').next().unwrap().parse().unwrap();
            assert!(
                shown >= ticket && seen >= number,
                "asked at {ticket:?} for x{number}, saw {shown:?} {text}"
            );
        });
    }
    for question in asked {
        question.await;
    }
    let last = world.session.ticket();
    assert!(last > Revision(5_000));
}

#[tokio::test]
async fn a_parse_that_left_the_writer_is_waited_for_by_whoever_reads_the_file() {
    let big: String =
        (0..4_000).map(|number| format!("def f{number}(a, b):\n    return g{number}(a)\n")).collect();
    let world = World::new(&[("small.py", USER), ("library.py", LIBRARY)], unwatched()).await;
    let path = world.path("big.py");
    world.session.open_document(&path, "python", 1, format!("{big}def last():\n    f3999(1, 2)\n"));
    let ticket = world.session.ticket();
    let asked = world.session.ask(ticket, LONG, Vec::new(), |s| callers(s, "f3999")).await.unwrap();
    assert_eq!(asked.value, ["big.py#last"]);
    // Now one that cannot be ready: the editor is told so, the assistant gets an answer that says it.
    edit(&world.session, &path, 2, replace((0, 0), (0, 0), "def first():\n    f3999(1, 2)\n"));
    let ticket = world.session.ticket();
    let nothing = std::time::Duration::ZERO;
    let (editor, assistant) = tokio::join!(
        world.session.ask(ticket, nothing, Vec::new(), |s| callers(s, "f3999")),
        world.session.ask_gated(ticket, nothing, Vec::new(), |s| callers(s, "f3999")),
    );
    // Which of the two happens is up to the machine; neither is ever a wrong answer.
    match editor {
        Err(AskError::Pending(_)) => {}
        other => assert_eq!(other.unwrap().value, ["big.py#first", "big.py#last"]),
    }
    let assistant = assistant.unwrap();
    assert!(assistant.marks.pending == ["big.py"] || assistant.value == ["big.py#first", "big.py#last"]);
    assert_eq!(world.gated("f3999", &[]).await.value, ["big.py#first", "big.py#last"]);
    // A file nobody asks about delays nobody.
    assert_eq!(world.gated("helper", &[]).await.value, ["small.py#one"]);
}

#[tokio::test]
async fn text_is_of_the_version_the_facts_are_of_or_none() {
    let world = World::new(&[("library.py", LIBRARY)], unwatched()).await;
    let snapshot = world.snapshot();
    let file = snapshot.file("library.py").unwrap();
    assert_eq!(world.session.text(&snapshot, file).as_deref(), Some(LIBRARY));
    let newer = format!("# a line more\n{LIBRARY}");
    world.write("library.py", &newer);
    let before = world.session.ticket();
    assert_eq!(world.session.text(&snapshot, file), None);
    assert!(world.session.ticket() > before, "the change is submitted");
    let asked = world.session.ask(world.session.ticket(), LONG, vec![], |s| Answer {
        value: s.file("library.py"),
        ..Answer::default()
    });
    let file = asked.await.unwrap().value.unwrap();
    assert_eq!(world.session.text(&world.snapshot(), file), Some(newer));
    fs::remove_file(world.path("library.py")).unwrap();
    assert_eq!(world.session.text(&world.snapshot(), file), None);
    world.session.open_document(&world.path("library.py"), "python", 1, "open = 1\n".into());
    let _ = world.gated("open", &[]).await;
    let snapshot = world.snapshot();
    let file = snapshot.file("library.py").unwrap();
    assert_eq!(world.session.text(&snapshot, file).as_deref(), Some("open = 1\n"));
}
