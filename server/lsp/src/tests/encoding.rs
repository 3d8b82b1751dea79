//! Positions: both encodings, wide characters, CRLF, edits past the end; against a text that the test edits itself.

use std::sync::Arc;

use serde_json::{Value, json};

use super::client::{Editor, OneTree, World};

const PIECES: [&str; 8] = ["a", "°", "名", "😀", "👩‍👧", "e\u{301}", "\r\n# ", "\n# "];

#[derive(Clone, Copy)]
enum Columns {
    Utf8,
    Utf16,
}

/// Line and column of a byte, counted the slow way.
fn position(text: &str, offset: usize, columns: Columns) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count();
    let column = match columns {
        Columns::Utf8 => offset - start,
        Columns::Utf16 => before[start..].encode_utf16().count(),
    };
    json!({ "line": line, "character": column })
}

async fn editor(world: &World, columns: Columns) -> Editor {
    let mut editor = Editor::connect(Arc::new(OneTree::default()));
    let offered = match columns {
        Columns::Utf8 => json!(["utf-8", "utf-16"]),
        Columns::Utf16 => json!(["utf-16"]),
    };
    let capabilities = json!({
        "general": { "positionEncodings": offered },
        "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } },
    });
    let negotiated = editor.initialize(&world.root(), capabilities, Value::Null).await;
    let expected = match columns {
        Columns::Utf8 => "utf-8",
        Columns::Utf16 => "utf-16",
    };
    assert_eq!(negotiated["positionEncoding"], expected);
    editor.expect("lockstep/ready").await;
    editor
}

async fn open(world: &World, editor: &mut Editor, text: &str) {
    let document = json!({ "uri": world.uri("a.py"), "languageId": "python", "version": 0, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
}

async fn change(world: &World, editor: &mut Editor, version: usize, changes: Value) {
    let document = json!({ "uri": world.uri("a.py"), "version": version });
    editor
        .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
        .await;
}

/// `name` and the range of each definition in the outline.
async fn outline(world: &World, editor: &mut Editor) -> Vec<(String, Value)> {
    let params = json!({ "textDocument": { "uri": world.uri("a.py") } });
    let outline = editor.ask("textDocument/documentSymbol", params).await;
    let symbol =
        |symbol: &Value| (symbol["name"].as_str().unwrap().to_owned(), symbol["selectionRange"].clone());
    outline.as_array().unwrap().iter().map(symbol).collect()
}

/// Where the definitions stand in `text`, found by their mark: names are `d`, a number, `_`.
fn expected(text: &str, columns: Columns) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for number in 0..4 {
        let name = format!("d{number}_");
        let start = text.find(&name).unwrap();
        let range = json!({ "start": position(text, start, columns), "end": position(text, start + name.len(), columns) });
        found.push((name, range));
    }
    found
}

async fn edit_at_random(columns: Columns, seed: u64) {
    let world = World::new(&[("a.py", "")]);
    let mut editor = editor(&world, columns).await;
    let mut text = String::from(
        "# \u{1F600}\r\ns0 = \"\"; d0_ = 0\r\n# °\ns1 = \"\"; d1_ = 1\n# 名\r\ns2 = \"\"; d2_ = 2\n\nd3_ = 3",
    );
    open(&world, &mut editor, &text).await;
    let mut random = fastrand::Rng::with_seed(seed);
    for version in 1..=200 {
        // Inside a string or at a comment's end, so that the definitions stay what they are; one message holds several
        // edits, each on the text that the one before left.
        let mut changes = Vec::new();
        for _ in 0..random.usize(1..4) {
            let string = random.bool();
            let mark = if string { "= \"" } else { "# " };
            let places: Vec<usize> = text.match_indices(mark).map(|(at, _)| at + mark.len()).collect();
            let at = places[random.usize(..places.len())];
            let stop = text[at..].find(['"', '\r', '\n']).map_or(text.len(), |length| at + length);
            let boundaries: Vec<usize> =
                (at..=stop).filter(|offset| text.is_char_boundary(*offset)).collect();
            let mut ends =
                [boundaries[random.usize(..boundaries.len())], boundaries[random.usize(..boundaries.len())]];
            ends.sort_unstable();
            let pieces = if string { 6 } else { 8 };
            let inserted: String = (0..random.usize(..4)).map(|_| PIECES[random.usize(..pieces)]).collect();
            let range = json!({ "start": position(&text, ends[0], columns), "end": position(&text, ends[1], columns) });
            changes.push(json!({ "range": range, "text": inserted }));
            text.replace_range(ends[0]..ends[1], &inserted);
        }
        change(&world, &mut editor, version, Value::Array(changes)).await;
        if version % 10 == 0 {
            let outline = outline(&world, &mut editor).await;
            let found: Vec<_> = outline.into_iter().filter(|(name, _)| name.starts_with('d')).collect();
            assert_eq!(found, expected(&text, columns), "seed {seed}, after edit {version}: {text:?}");
        }
    }
    editor.finish().await;
}

#[tokio::test]
async fn utf_16_positions_follow_edits() {
    for seed in 1..=3 {
        edit_at_random(Columns::Utf16, seed).await;
    }
}

#[tokio::test]
async fn utf_8_positions_follow_edits() {
    for seed in 1..=3 {
        edit_at_random(Columns::Utf8, seed).await;
    }
}

#[tokio::test]
async fn edits_past_the_end_are_clamped() {
    let world = World::new(&[("a.py", "")]);
    let mut editor = editor(&world, Columns::Utf16).await;
    open(&world, &mut editor, "# 😀\r\na = 1").await;
    let range = |start: (u32, u32), end: (u32, u32)| {
        let position = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
        json!({ "start": position(start), "end": position(end) })
    };
    let names = |outline: Vec<(String, Value)>| {
        outline.into_iter().map(|(name, range)| format!("{name} {}", range["start"])).collect::<Vec<_>>()
    };
    // Behind the last line; behind a line's end, which is before its line break; the wrong way round.
    change(&world, &mut editor, 1, json!([{ "range": range((99, 7), (100, 0)), "text": "\r\nb = 2" }])).await;
    assert_eq!(
        names(outline(&world, &mut editor).await),
        [r#"a {"character":0,"line":1}"#, r#"b {"character":0,"line":2}"#]
    );
    change(&world, &mut editor, 2, json!([{ "range": range((0, 99), (0, 200)), "text": "\r\nc = 3" }])).await;
    assert_eq!(
        names(outline(&world, &mut editor).await),
        [r#"c {"character":0,"line":1}"#, r#"a {"character":0,"line":2}"#, r#"b {"character":0,"line":3}"#]
    );
    change(&world, &mut editor, 3, json!([{ "range": range((2, 0), (1, 0)), "text": "" }])).await;
    assert_eq!(
        names(outline(&world, &mut editor).await),
        [r#"a {"character":0,"line":1}"#, r#"b {"character":0,"line":2}"#]
    );
    change(
        &world,
        &mut editor,
        4,
        json!([{ "range": range((0, 0), (4_000_000_000, 4_000_000_000)), "text": "d = 4" }]),
    )
    .await;
    assert_eq!(names(outline(&world, &mut editor).await), [r#"d {"character":0,"line":0}"#]);
    // The whole text at once, as clients do that know no ranges.
    change(&world, &mut editor, 5, json!([{ "text": "e = 5\n" }])).await;
    assert_eq!(names(outline(&world, &mut editor).await), [r#"e {"character":0,"line":0}"#]);
    editor.finish().await;
}

#[tokio::test]
async fn asking_inside_a_surrogate_pair_or_behind_the_end_finds_nothing_and_hurts_nobody() {
    let world = World::new(&[("a.py", "")]);
    let mut editor = editor(&world, Columns::Utf16).await;
    open(&world, &mut editor, "s = \"😀😀\"; t = s\n").await;
    for (line, character) in [(0, 6), (0, 8), (0, 99), (7, 0), (4_000_000_000_u32, 4_000_000_000_u32)] {
        let params = json!({ "textDocument": { "uri": world.uri("a.py") }, "position": { "line": line, "character": character } });
        editor.ask("textDocument/hover", params.clone()).await;
        editor.ask("textDocument/definition", params).await;
    }
    let params =
        json!({ "textDocument": { "uri": world.uri("a.py") }, "position": { "line": 0, "character": 16 } });
    let found = editor.ask("textDocument/definition", params).await;
    assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": 0 }), "{found}");
    editor.finish().await;
}
