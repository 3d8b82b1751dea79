//! What is sent is as small as was asked, and says how to get the rest.

use expect_test::expect;
use lockstep_session::ide::{ContentChange, LinePosition, PositionEncoding};
use serde_json::{Value as Json, json};

use crate::world::World;

/// A function that many call, from several files.
fn hub() -> String {
    let mut fixture = String::from("//- /hub.py\ndef hub(value):\n    return value\n");
    for file in 0..8 {
        fixture.push_str(&format!("//- /users/user_{file}.py\nfrom hub import hub\n\n\n"));
        for function in 0..25 {
            fixture.push_str(&format!(
                "def uses_the_hub_number_{function}():\n    return hub({function})\n\n\n"
            ));
        }
    }
    fixture.push_str("//- /long.py\ndef long():\n");
    for line in 0..400 {
        fixture.push_str(&format!("    value_{line} = {line} + {line}\n"));
    }
    fixture
}

fn tokens(text: &str) -> usize {
    tiktoken_rs::cl100k_base_singleton().count_ordinary(text)
}

const QUESTIONS: &[(&str, &str, usize)] = &[
    ("find_callers", r#"{"symbol": "hub", "verbose": true, "show_sites": true}"#, 1_000),
    ("find_references", r#"{"symbol": "hub", "verbose": true}"#, 1_500),
    ("affected", r#"{"symbol": "hub", "limit": 500}"#, 1_000),
    ("search_symbols", r#"{"query": "uses", "limit": 500}"#, 1_500),
    ("get_file_outline", r#"{"path": "long.py"}"#, 2_000),
    ("get_source", r#"{"symbol": "long", "limit": 500}"#, 1_000),
    ("index_status", "{}", 1_000),
];

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_is_larger_than_its_budget() {
    let mut world = World::new(&hub());
    for structured in [false, true] {
        world.options.structured = structured;
        for (tool, arguments, budget) in QUESTIONS {
            for asked in [None, Some(150), Some(400), Some(3_000)] {
                let mut arguments: Json = serde_json::from_str(arguments).unwrap();
                if let Some(asked) = asked {
                    arguments["max_tokens"] = json!(asked);
                }
                let called = world.call(tool, arguments.clone()).await;
                let (size, most) = (tokens(&called.text), asked.unwrap_or(*budget));
                assert!(size <= most, "{tool} {arguments}: {size} > {most}\n{}", called.text);
                assert!(!called.is_error, "{}", called.text);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_entry_is_on_exactly_one_page() {
    let world = World::new(&hub());
    let mut seen = Vec::new();
    let mut arguments = json!({"symbol": "hub", "limit": 500});
    let mut pages = 0;
    loop {
        let called = world.call("find_callers", arguments.clone()).await;
        let page = called.structured;
        seen.extend(
            page["callers"].as_array().unwrap().iter().map(|x| x["symbol"].as_str().unwrap().to_owned()),
        );
        assert_eq!(page["total"], json!(200));
        pages += 1;
        match page.get("next_offset") {
            Some(next) => {
                assert_eq!(page["complete"], json!(false));
                assert_eq!(
                    page["next"],
                    json!(format!("find_callers(symbol=\"hub.py#hub\", offset={next})"))
                );
                arguments["offset"] = next.clone();
            }
            None => {
                assert_eq!(page["complete"], json!(true));
                break;
            }
        }
    }
    assert!(pages > 2, "{pages}");
    let unique: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!((seen.len(), unique.len()), (200, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_s_budget_stands_between_the_call_s_and_the_tool_s() {
    let mut world = World::new(&hub());
    world.options.max_tokens = Some(300);
    let arguments = json!({"symbol": "hub", "limit": 500});
    let of_session = tokens(&world.call("find_callers", arguments).await.text);
    assert!((200..=300).contains(&of_session), "{of_session}");
    let arguments = json!({"symbol": "hub", "limit": 500, "max_tokens": 2_000});
    let of_call = tokens(&world.call("find_callers", arguments).await.text);
    assert!((1_700..=2_000).contains(&of_call), "{of_call}");
}

/// Where looking ends at a limit, no call is offered that would get nothing but itself.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_page_that_can_be_had_offers_no_next_one() {
    let mut fixture = String::from("//- /hub.py\ndef hub():\n    pass\n//- /users.py\nfrom hub import hub\n");
    for user in 0..2_100 {
        fixture.push_str(&format!("def use_{user}(): hub()\n"));
    }
    fixture.push_str("//- /lines.txt\n");
    fixture.push_str(&"many lines\n".repeat(5_100));
    let world = World::new(&fixture);
    let pages = [
        ("affected", json!({"symbol": "hub.py#hub"}), "affected", 2_000, "only the nearest 2000"),
        ("search_text", json!({"query": "many lines"}), "lines", 5_000, "stopped after 5000 lines"),
    ];
    for (tool, mut arguments, rows, most, why) in pages {
        for (offset, shown, next) in [(0, 5, Some(5)), (most - 5, 5, None), (most, 0, None)] {
            arguments["offset"] = json!(offset);
            arguments["limit"] = json!(5);
            let page = world.call(tool, arguments.clone()).await.structured;
            assert_eq!(page[rows].as_array().unwrap().len(), shown, "{page}");
            assert_eq!(page.get("next_offset"), next.map(|next| json!(next)).as_ref(), "{page}");
            assert_eq!(page.get("next").is_some(), next.is_some(), "{page}");
            assert_eq!(page["complete"], json!(false), "{page}");
            assert_eq!(page["total_or_more"], json!(true), "{page}");
            let said = page.get("why_empty").map(|why| why.as_str().unwrap());
            assert_eq!(said.is_some_and(|said| said.contains(why)), shown == 0, "{page}");
        }
    }
}

/// The definitions that were edited are the list that is paged, and what is forgotten of them is not passed over.
#[tokio::test(flavor = "multi_thread")]
async fn edited_definitions_are_paged_until_some_are_forgotten() {
    let mut fixture = String::from("//- /many.py\n");
    for function in 0..300 {
        fixture.push_str(&format!("def f_{function}(): return 1\n"));
    }
    let world = World::new(&fixture);
    world.tree.ready().await;
    let editor = world.editor();
    let path = world.path("many.py");
    editor.open_document(&path, "python", 1, std::fs::read_to_string(&path).unwrap());
    let edit = |version, lines: std::ops::Range<u32>| {
        let typed = |line| {
            let column = format!("def f_{line}(): return ").len() as u32;
            let at = |column| LinePosition { line, column };
            ContentChange { range: Some((at(column), at(column + 1))), text: "2".into() }
        };
        editor.edit_document(&path, version, lines.map(typed).collect(), PositionEncoding::Utf16);
    };
    edit(2, 0..30);
    let text = world.text("editor_context", json!({"limit": 2, "offset": 20})).await;
    expect![[r#"
        editors: test
        open:
          many.py  unsaved
        edited, newest first:
          many.py#f_9  :10  function  def f_9()  0 min ago
          many.py#f_8  :9  function  def f_8()  0 min ago
        next: editor_context(minutes=10, offset=22)
        revision h.N · complete: false · shown: 2 · total: 30 · offset: 20 · next_offset: 22 · unsaved: many.py
    "#]]
    .assert_eq(&text);
    let all = world.call("editor_context", json!({"limit": 300, "max_tokens": 20_000})).await.structured;
    assert_eq!((&all["complete"], &all["total"]), (&json!(true), &json!(30)), "{all}");
    for (version, first) in (3..).zip((30..300).step_by(30)) {
        edit(version, first..first + 30);
        // Edits that wait in a row are taken as one, of which no more than a few are looked at.
        world.call("editor_context", json!({})).await;
    }
    let all = world.call("editor_context", json!({"limit": 300, "max_tokens": 20_000})).await.structured;
    assert_eq!((&all["complete"], &all["total"]), (&json!(false), &json!(256)), "{all}");
    assert_eq!((&all["total_or_more"], all.get("next")), (&json!(true), None), "{all}");
}
