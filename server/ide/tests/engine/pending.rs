//! What is shown, and who waits, while a parse is under way.

use std::time::Duration;

use expect_test::expect;
use lockstep_fixture::World;
use lockstep_ide::{Change, EngineOptions, FileState, Name};

fn world(fixture: &str) -> World {
    let mut world = World::with_options(
        fixture,
        EngineOptions { inline_parse: Duration::ZERO, ..EngineOptions::default() },
    );
    world.run_jobs();
    world
}

fn pending(world: &World) -> Vec<String> {
    let snapshot = world.snapshot();
    snapshot.pending().into_iter().map(|file| snapshot.path(file).to_string()).collect()
}

const TWO: &str = "
    //- /a.py
    def first():
        pass

    def second():
        first()
    //- /b.py
    from a import second
    second()
    ";

#[test]
fn opening_what_the_disk_has_is_not_pending() {
    let mut world = world(TWO);
    world.open("a.py");
    assert!(pending(&world).is_empty());
    assert_eq!(world.jobs.len(), 1, "the tree is made meanwhile");
    world.run_jobs();
    assert!(world.jobs.is_empty());
}

#[test]
fn facts_move_along_until_the_parse_is_done() {
    let mut world = world(TWO);
    world.open("a.py");
    world.run_jobs();
    world.edit("a.py", "def first", "def zero():\n    pass\n\ndef first");
    assert_eq!(pending(&world), ["a.py"]);
    expect![[r#"
        first 4:5 first
        second 7:5 second
    "#]]
    .assert_eq(&world.definitions("a.py"));
    world.run_jobs();
    assert!(pending(&world).is_empty());
    expect![[r#"
        zero 1:5 zero
        first 4:5 first
        second 7:5 second
    "#]]
    .assert_eq(&world.definitions("a.py"));
}

#[test]
fn only_questions_about_the_edited_words_wait() {
    let mut world = world(TWO);
    world.open("a.py");
    world.run_jobs();
    world.edit("a.py", "    pass", "    third(1)");
    let (snapshot, a, b) = (world.snapshot(), world.file("a.py"), world.file("b.py"));
    assert_eq!(snapshot.waits_for(&[a, b], &[]), [a], "it was read");
    assert_eq!(snapshot.waits_for(&[b], &[Name::new("third")]), [a], "it may define it now");
    assert!(snapshot.waits_for(&[b], &[Name::new("second")]).is_empty());
    world.run_jobs();
    assert!(world.snapshot().waits_for(&[a, b], &[Name::new("third")]).is_empty());
}

#[test]
fn edits_made_meanwhile_are_not_lost() {
    let mut world = world(TWO);
    world.open("a.py");
    world.run_jobs();
    world.edit("a.py", "first", "renamed");
    let job = world.jobs.pop().unwrap();
    world.edit("a.py", "def renamed", "def zero(): pass\ndef renamed");
    assert!(world.jobs.is_empty(), "one parse at a time");
    world.apply(Change::Parsed(job.run(Duration::MAX)));
    // What was parsed is shown at its new place, and the newest text is being parsed.
    assert_eq!(pending(&world), ["a.py"]);
    expect![[r#"
        renamed 2:5 renamed
        second 5:5 second
    "#]]
    .assert_eq(&world.definitions("a.py"));
    world.run_jobs();
    expect![[r#"
        zero 1:5 zero
        renamed 2:5 renamed
        second 5:5 second
    "#]]
    .assert_eq(&world.definitions("a.py"));
    assert!(pending(&world).is_empty());
}

#[test]
fn a_result_nobody_waits_for_changes_nothing() {
    let mut world = world(TWO);
    world.open("a.py");
    world.run_jobs();
    world.edit("a.py", "first", "renamed");
    let job = world.jobs.pop().unwrap();
    world.close("a.py");
    let before = world.definitions("a.py");
    world.apply(Change::Parsed(job.run(Duration::MAX)));
    assert_eq!(world.definitions("a.py"), before);
    assert!(pending(&world).is_empty());
    assert_eq!(world.snapshot().state(world.file("a.py")), FileState::Disk);
}

#[test]
fn a_new_document_waits_for_all_of_its_words() {
    let mut world = world(TWO);
    world.open_as(lockstep_fixture::EDITOR, "c.py", "def third(): pass\n");
    let c = world.file("c.py");
    assert_eq!(world.snapshot().waits_for(&[], &[Name::new("third")]), [c]);
    assert!(world.snapshot().waits_for(&[], &[Name::new("second")]).is_empty());
    world.run_jobs();
    expect!["third 1:5 third\n"].assert_eq(&world.definitions("c.py"));
}

#[test]
fn a_text_on_disk_waits_as_well() {
    let mut world = world(TWO);
    world.write("a.py", "def rewritten(): pass\n");
    let a = world.file("a.py");
    assert_eq!(world.snapshot().waits_for(&[], &[Name::new("rewritten")]), [a]);
    world.write("a.py", "def again(): pass\n");
    assert_eq!(world.jobs.len(), 2);
    let (newer, older) = (world.jobs.pop().unwrap(), world.jobs.pop().unwrap());
    world.apply(Change::Parsed(newer.run(Duration::MAX)));
    world.apply(Change::Parsed(older.run(Duration::MAX)));
    expect!["again 1:5 again\n"].assert_eq(&world.definitions("a.py"));
    assert!(pending(&world).is_empty());
}

#[test]
fn a_parse_that_is_given_up_is_not_waited_for() {
    let mut world = world(TWO);
    world.open("a.py");
    world.run_jobs();
    world.edit("a.py", "first", "renamed");
    let job = world.jobs.pop().unwrap();
    world.apply(Change::Parsed(job.fallback()));
    assert!(pending(&world).is_empty());
    let snapshot = world.snapshot();
    assert!(snapshot.facts(world.file("a.py")).unwrap().skipped.is_some());
    assert_eq!(snapshot.figures().skipped.len(), 1);
    // The next edit tries again.
    world.edit("a.py", "renamed", "first");
    world.run_jobs();
    assert!(world.definitions("a.py").starts_with("first"));
}

#[test]
fn a_lost_reference_is_not_shown_while_pending() {
    let mut world = world(TWO);
    world.open("a.py");
    world.run_jobs();
    world.edit("a.py", "    first()", "    f()");
    let callers = world.snapshot().callers(world.symbol("a.py#first")).value.callers;
    assert!(callers.is_empty());
}
