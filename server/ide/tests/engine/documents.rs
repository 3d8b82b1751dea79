//! Documents: election, dirtiness, positions, the disk.

use expect_test::expect;
use lockstep_facts::hash_text;
use lockstep_fixture::{EDITOR, World};
use lockstep_ide::{
    Change, ContentChange, DiskContent, DiskFile, Engine, EngineOptions, FilePosition, FileState,
    LinePosition, Name, PositionEncoding, Revision, SessionId, SkipReason, facts_of_text,
};

const OTHER: SessionId = SessionId(2);

fn names(world: &World, path: &str) -> String {
    let snapshot = world.snapshot();
    let facts = snapshot.file(path).and_then(|file| snapshot.facts(file).cloned());
    let items = facts.map(|facts| facts.items.clone()).unwrap_or_default();
    let names = items.iter().filter_map(|placed| Some(placed.item.definition.as_ref()?.name.as_str()));
    names.collect::<Vec<_>>().join(" ")
}

fn state(world: &World, path: &str) -> FileState {
    world.snapshot().state(world.file(path))
}

const OPEN_CLEAN: FileState = FileState::Open { dirty: false };
const OPEN_DIRTY: FileState = FileState::Open { dirty: true };

#[test]
fn the_buffer_counts_while_it_is_open() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    assert_eq!(state(&world, "a.py"), OPEN_CLEAN);
    world.edit("a.py", "disk", "buffer");
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("buffer", OPEN_DIRTY));
    assert_eq!(world.snapshot().unsaved(), [world.file("a.py")]);
    world.close("a.py");
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("disk", FileState::Disk));
    assert!(world.snapshot().unsaved().is_empty());
}

#[test]
fn saving_makes_it_clean_and_closing_keeps_what_was_saved() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    world.edit("a.py", "disk", "saved");
    world.save("a.py");
    assert_eq!(state(&world, "a.py"), OPEN_CLEAN);
    world.close("a.py");
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("saved", FileState::Disk));
    let offset = world.snapshot().offset(
        world.file("a.py"),
        LinePosition { line: 1, column: 0 },
        PositionEncoding::Utf8,
    );
    assert_eq!(offset as usize, "def saved(): pass\n".len());
}

#[test]
fn undoing_to_the_disks_text_is_clean_again() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    world.edit("a.py", "disk", "x");
    world.edit("a.py", "x", "disk");
    assert_eq!(state(&world, "a.py"), OPEN_CLEAN);
}

#[test]
fn of_two_sessions_the_one_that_edited_last_counts() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    world.open_as(OTHER, "a.py", "def disk(): pass\n");
    world.edit("a.py", "disk", "first");
    assert_eq!(names(&world, "a.py"), "first");
    let file = world.file("a.py");
    assert!(world.snapshot().differs_for(OTHER, file) && !world.snapshot().differs_for(EDITOR, file));
    world.edit_as(OTHER, "a.py", "disk", "second");
    assert_eq!(names(&world, "a.py"), "second");
    assert!(world.snapshot().differs_for(EDITOR, file) && !world.snapshot().differs_for(OTHER, file));
    world.close_as(OTHER, "a.py");
    assert_eq!(names(&world, "a.py"), "first");
    world.apply(Change::Detach { session: EDITOR });
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("disk", FileState::Disk));
}

#[test]
fn opening_does_not_take_over_but_a_restored_text_does() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    world.edit("a.py", "disk", "edited");
    world.open_as(OTHER, "a.py", "def disk(): pass\n");
    assert_eq!(names(&world, "a.py"), "edited");
    world.open_as(OTHER, "a.py", "def restored(): pass\n");
    assert_eq!(names(&world, "a.py"), "restored");
}

#[test]
fn a_rewrite_under_a_clean_buffer_wins_until_the_editor_speaks() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    world.write("a.py", "def rewritten(): pass\n");
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("rewritten", FileState::Disk));
    assert!(world.snapshot().differs_for(EDITOR, world.file("a.py")));
    assert_eq!(world.snapshot().open_text(world.file("a.py")), None);
    world.write("a.py", "def again(): pass\n");
    assert_eq!(names(&world, "a.py"), "again");
    world.edit("a.py", "disk", "edited");
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("edited", OPEN_DIRTY));
    world.write("a.py", "def third(): pass\n");
    assert_eq!(names(&world, "a.py"), "edited", "unsaved edits win over the disk");
}

#[test]
fn an_editor_that_reloads_is_clean() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n");
    world.open("a.py");
    world.write("a.py", "def rewritten(): pass\n");
    world.set_text("a.py", "def rewritten(): pass\n");
    assert_eq!((names(&world, "a.py").as_str(), state(&world, "a.py")), ("rewritten", OPEN_CLEAN));
}

#[test]
fn a_removed_file_is_gone_also_under_a_clean_buffer() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n//- /b.py\nx = 1\n");
    world.open("a.py");
    world.remove("a.py");
    assert_eq!(world.snapshot().file("a.py"), None);
    assert_eq!(world.snapshot().files(), [world.file("b.py")]);
    world.edit("a.py", "disk", "kept");
    assert_eq!(names(&world, "a.py"), "kept");
    world.close("a.py");
    assert_eq!(world.snapshot().file("a.py"), None);
}

#[test]
fn a_new_file_lives_in_its_buffer() {
    let mut world = World::new("//- /a.py\nfrom b import new\nnew$0()\n");
    world.open_as(EDITOR, "b.py", "def new(): pass\n");
    assert_eq!(state(&world, "b.py"), OPEN_DIRTY);
    expect!["b.py:1:5 new\n"].assert_eq(&world.places(&world.snapshot().definition(world.mark(0)).value));
    world.close("b.py");
    assert!(world.snapshot().definition(world.mark(0)).value.is_empty());
}

#[test]
fn a_language_id_counts_where_the_name_says_nothing() {
    let mut world = World::new("//- /a.py\nx = 1\n");
    let open = |path: &str, id: Option<&str>| Change::Open {
        session: EDITOR,
        path: Name::new(path),
        language_id: id.map(str::to_owned),
        text: "def f(): pass\n".to_owned(),
        version: 1,
    };
    world.apply(open("tool", Some("python")));
    assert_eq!(names(&world, "tool"), "f");
    world.apply(open("notes", Some("plaintext")));
    assert_eq!(world.snapshot().language(world.file("notes")), None);
    assert_eq!(world.snapshot().open_text(world.file("notes")).unwrap(), "def f(): pass\n");
}

#[test]
fn equal_content_changes_nothing() {
    let mut world = World::new("//- /a.py\ndef f(): pass\n");
    let before = world.snapshot();
    let file = world.file("a.py");
    world.write("a.py", "def f(): pass\n");
    assert!(std::sync::Arc::ptr_eq(before.facts(file).unwrap(), world.snapshot().facts(file).unwrap()));
}

#[test]
fn unchanged_items_keep_their_memory() {
    let mut world = World::new("//- /a.py\ndef f(): pass\ndef g(): pass\n");
    world.open("a.py");
    let file = world.file("a.py");
    let before = world.snapshot();
    world.edit("a.py", "def g(): pass", "# more\n\ndef g(): return f()");
    let after = world.snapshot();
    let item =
        |snapshot: &lockstep_ide::Snapshot, at: usize| snapshot.facts(file).unwrap().items[at].item.clone();
    assert!(std::sync::Arc::ptr_eq(&item(&before, 0), &item(&after, 0)));
    assert!(!std::sync::Arc::ptr_eq(&item(&before, 1), &item(&after, 1)));
    assert_eq!(names(&world, "a.py"), "f g");
    assert_eq!(
        before.facts(file).unwrap().items[1].name_range().start,
        18,
        "an old snapshot stays as it was"
    );
}

#[test]
fn skipped_files_are_listed_with_the_reason() {
    let mut world = World::new("//- /a.py\nx = 1\n");
    let skip = |path: &str, reason| DiskFile {
        path: Name::new(path),
        hash: 1,
        content: DiskContent::Skipped(reason),
    };
    world.apply(Change::Disk(vec![
        skip("big.py", SkipReason::TooLarge(9)),
        skip("raw.py", SkipReason::NotText),
    ]));
    assert_eq!(state(&world, "big.py"), FileState::Skipped(SkipReason::TooLarge(9)));
    assert_eq!(world.snapshot().language(world.file("big.py")), None);
    // A minified file stays one when it is opened; what could not be read can be read from the buffer.
    world.open_as(EDITOR, "big.py", "def f(): pass\n");
    assert_eq!(state(&world, "big.py"), FileState::Skipped(SkipReason::TooLarge(9)));
    world.open_as(EDITOR, "raw.py", "def f(): pass\n");
    assert_eq!((names(&world, "raw.py").as_str(), state(&world, "raw.py")), ("f", OPEN_DIRTY));
    world.write("big.py", "def small(): pass\n");
    world.close("big.py");
    assert_eq!((names(&world, "big.py").as_str(), state(&world, "big.py")), ("small", FileState::Disk));
}

#[test]
fn a_file_keeps_its_id_over_death_and_birth() {
    let mut world = World::new("//- /a.py\nx = 1\n");
    let id = world.file("a.py");
    world.rename("a.py", "b.py");
    assert_ne!(world.file("b.py"), id);
    world.rename("b.py", "a.py");
    assert_eq!(world.file("a.py"), id);
    assert_eq!(world.snapshot().path(id).as_str(), "a.py");
}

#[test]
fn positions_of_open_and_closed_files_agree() {
    let text = "\u{feff}# é😀\r\ndef f(): pass\r\n";
    let mut world = World::empty(EngineOptions::default());
    world.write("a.py", text);
    let ask = |world: &World| {
        let (snapshot, file) = (world.snapshot(), world.file("a.py"));
        let mut out = Vec::new();
        for encoding in [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32] {
            for (at, _) in text.char_indices().filter(|(at, _)| !text[..*at].ends_with('\r')) {
                let position = snapshot.position(file, at as u32, encoding);
                assert_eq!(snapshot.offset(file, position, encoding), at as u32);
                out.push(position);
            }
            out.push(snapshot.position(file, u32::MAX, encoding));
            let past = snapshot.offset(file, LinePosition { line: 0, column: 99 }, encoding) as usize;
            assert!(text[..past].contains('😀') && !text[..past].contains('\n'));
            assert_eq!(
                snapshot.offset(file, LinePosition { line: 9, column: 9 }, encoding) as usize,
                text.len()
            );
        }
        out
    };
    let closed = ask(&world);
    world.open("a.py");
    assert_eq!(ask(&world), closed);
    assert_eq!(names(&world, "a.py"), "f", "a byte-order mark is no code");
}

#[test]
fn edits_count_in_the_encoding_they_say() {
    for (encoding, column) in
        [(PositionEncoding::Utf8, 8), (PositionEncoding::Utf16, 5), (PositionEncoding::Utf32, 4)]
    {
        let mut world = World::new("//- /a.py\n# é😀x\ndef f(): pass\n");
        world.open("a.py");
        let at = LinePosition { line: 0, column };
        let changes = vec![
            ContentChange { range: Some((at, at)), text: "\n".to_owned() },
            ContentChange {
                range: Some((LinePosition { line: 2, column: 4 }, LinePosition { line: 2, column: 5 })),
                text: "renamed".to_owned(),
            },
        ];
        world.apply(Change::Edit { session: EDITOR, path: Name::new("a.py"), changes, encoding, version: 2 });
        assert_eq!(world.text("a.py"), "# é😀\nx\ndef renamed(): pass\n", "{encoding:?}");
        assert_eq!(names(&world, "a.py"), "renamed");
    }
}

#[test]
fn a_whole_text_keeps_what_did_not_change() {
    let mut world = World::new("//- /a.py\ndef f(): pass\ndef g(): pass\n");
    world.open("a.py");
    let file = world.file("a.py");
    let before = world.snapshot().facts(file).unwrap().items[0].item.clone();
    let changes = vec![ContentChange { range: None, text: "def f(): pass\ndef h(): pass\n".to_owned() }];
    let encoding = PositionEncoding::Utf16;
    world.apply(Change::Edit { session: EDITOR, path: Name::new("a.py"), changes, encoding, version: 2 });
    assert_eq!(names(&world, "a.py"), "f h");
    assert!(std::sync::Arc::ptr_eq(&before, &world.snapshot().facts(file).unwrap().items[0].item));
}

#[test]
fn documents_bring_a_new_engine_to_the_same_state() {
    let mut world = World::new("//- /a.py\ndef disk(): pass\n//- /b.py\nx = 1\n");
    world.open_as(OTHER, "a.py", "def other(): pass\n");
    world.open("a.py");
    world.edit("a.py", "disk", "edited");
    world.open("b.py");
    world.edit_as(OTHER, "a.py", "other", "last");
    let mut rebuilt = World::empty(EngineOptions::default());
    rebuilt.write_all(world.disk().clone());
    for change in world.engine.documents() {
        rebuilt.apply(change);
    }
    for path in ["a.py", "b.py"] {
        assert_eq!(names(&rebuilt, path), names(&world, path));
        assert_eq!(state(&rebuilt, path), state(&world, path));
        let (old, new) = (world.snapshot(), rebuilt.snapshot());
        let (old_file, new_file) = (world.file(path), rebuilt.file(path));
        assert_eq!(new.text_hash(new_file), old.text_hash(old_file));
        assert_eq!(new.differs_for(EDITOR, new_file), old.differs_for(EDITOR, old_file));
    }
}

#[test]
fn a_burst_of_files_is_one_event() {
    let mut engine = Engine::new(EngineOptions::default());
    let files = (0..3000).map(|number| {
        let text = format!("from m{} import f\ndef f(): pass\n", number + 1);
        let path = format!("m{number}.py");
        let (facts, index) =
            facts_of_text(&path, lockstep_ide::Language::Python, &text, std::time::Duration::MAX);
        let content = DiskContent::Facts(facts.into(), index.into());
        DiskFile { path: Name::new(&path), hash: hash_text(&text), content }
    });
    let jobs = engine.apply(Revision(7), Change::Disk(files.collect()));
    let snapshot = engine.snapshot();
    assert!(jobs.is_empty());
    assert_eq!((snapshot.files().len(), snapshot.revision()), (3000, Revision(7)));
    let file = snapshot.file("m8.py").unwrap();
    let found = snapshot.definition(FilePosition { file, offset: 15 }).value;
    assert_eq!(found.iter().map(|place| snapshot.path(place.file).as_str()).collect::<Vec<_>>(), ["m9.py"]);
}

#[test]
fn changes_of_nothing_open_do_nothing() {
    let mut world = World::new("//- /a.py\nx = 1\n");
    let (session, path) = (EDITOR, Name::new("nowhere.py"));
    world.apply(Change::Close { session, path });
    world.apply(Change::Save { session, path });
    let encoding = PositionEncoding::Utf16;
    world.apply(Change::Edit { session, path, changes: Vec::new(), encoding, version: 3 });
    world.apply(Change::Disk(vec![DiskFile { path, hash: 0, content: DiskContent::Gone }]));
    assert_eq!(world.snapshot().files(), [world.file("a.py")]);
    assert_eq!(world.snapshot().revision(), Revision(world.revision));
}

#[test]
fn the_parser_giving_up_is_said() {
    let text = "def f(): pass\n".repeat(20_000);
    let (facts, index) =
        facts_of_text("a.py", lockstep_ide::Language::Python, &text, std::time::Duration::from_nanos(1));
    assert!(facts.items.is_empty() && facts.skipped.is_some());
    assert_eq!((facts.lines, index.lines()), (20_000, 20_001));
}
