//! An editor types while an assistant reads: no answer is older than the revision it was asked for.

use lockstep_facts::{LinePosition, PositionEncoding};
use lockstep_ide::ContentChange;
use serde_json::{Value as Json, json};

use crate::protocol::{Client, modern_line};
use crate::world::World;

/// Changes and questions together.
const MESSAGES: u32 = 10_000;
/// One in so many is a question.
const QUESTION_EVERY: u32 = 5;
/// Questions under way: the server reads no further than 256.
const BUNCH: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_read_through_one_door_is_never_older_than_what_was_typed_through_the_other() {
    let world = World::new("//- /a.py\ndef v00000():\n    pass\n");
    world.tree.ready().await;
    let editor = world.editor();
    let path = world.path("a.py");
    editor.open_document(&path, "python", 0, "def v00000():\n    pass\n".to_owned());
    let mut client = Client::new(world.members.clone(), world.options.clone());
    let (mut version, mut asked) = (0, Vec::new());
    for message in 1..=MESSAGES {
        if message % QUESTION_EVERY != 0 {
            version += 1;
            let at = |column| LinePosition { line: 0, column };
            let change = ContentChange { range: Some((at(5), at(10))), text: format!("{version:05}") };
            editor.edit_document(&path, version, vec![change], PositionEncoding::Utf16);
            continue;
        }
        let revision = editor.ticket();
        let params = json!({
            "name": "get_file_outline",
            "arguments": {"path": "a.py"},
            "_meta": {"lockstep/minRevision": format!("h.{}", revision.0)},
        });
        client.send(&modern_line(message, "tools/call", params, "2026-07-28")).await;
        asked.push((message, version, revision.0));
        if asked.len() == BUNCH {
            judge(&mut client, &mut asked).await;
        }
    }
    judge(&mut client, &mut asked).await;
    assert_eq!(client.rest().await, Vec::<Json>::new());
}

/// Takes as many answers as were asked for.
async fn judge(client: &mut Client, asked: &mut Vec<(u32, i32, u64)>) {
    for _ in 0..asked.len() {
        let answer = client.receive().await;
        let id = answer["id"].as_u64().unwrap();
        let at =
            asked.iter().position(|(asked, ..)| u64::from(*asked) == id).expect("an answer to a question");
        let (_, version, revision) = asked.swap_remove(at);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let number = |mark: &str| -> Option<u64> {
            let digits = text.split_once(mark)?.1;
            digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        assert!(number("v").is_some_and(|seen| seen >= version as u64), "asked after {version}: {text}");
        assert!(number("revision h.").is_some_and(|seen| seen >= revision), "asked at {revision}: {text}");
    }
}
