//! While a tree is indexed for the first time: what waits for nothing, and what an answer says that cannot wait any longer.

use std::time::Duration;

use serde_json::json;

use crate::protocol::Client;
use crate::world::World;

const FIVE: &str = "//- /a.py\ndef f():\n    return 1\n\n\ndef g():\n    return f()\n//- /b.py\n//- /c.py\n//- /d.py\n\
                    //- /e.py\nfrom a import f\n\n\ndef late():\n    return f()\n";

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_the_meantime_says_so_and_is_complete_only_when_the_index_is() {
    let (world, release) = World::held(FIVE, 2);
    let asked = json!({"symbol": "f"});
    let early = world.text("find_callers", asked.clone()).await;
    assert!(early.contains("index: building 40 %"), "{early}");
    assert!(early.contains("complete: false") && !early.contains("late"), "{early}");
    let structured = world.call("find_callers", asked.clone()).await.structured;
    assert_eq!(structured["index"], json!("building 40 %"), "{structured}");
    assert_eq!(structured["complete"], json!(false), "{structured}");
    // What is not there may only not be there yet.
    let unknown = world.text("find_callers", json!({"symbol": "late"})).await;
    assert!(unknown.contains("index: building 40 %: what is not found yet may still come"), "{unknown}");
    assert!(!unknown.contains("complete: true"), "{unknown}");
    let status = world.text("index_status", json!({})).await;
    assert!(status.contains("index: building 40 %"), "{status}");

    drop(release);
    world.tree.ready().await;
    let text = world.text("find_callers", asked).await;
    assert!(text.contains("complete: true") && text.contains("e.py:4  late"), "{text}");
    assert!(!text.contains("building"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_no_index_waits_for_none() {
    let (mut world, release) = World::held(FIVE, 2);
    world.options.index_wait = Duration::from_secs(600);
    let mut client = Client::new(world.members.clone(), world.options.clone());
    // Asked first, answered last: `ask` would take the wrong answer if anything waited for the index.
    let call = json!({"name": "find_callers", "arguments": {"symbol": "f"}});
    client.send_modern(1, "tools/call", call).await;
    assert_eq!(client.modern(2, "server/discover", json!({})).await["id"], json!(2));
    assert_eq!(client.initialize("2025-11-25").await["id"], json!(90));
    assert_eq!(client.modern(3, "tools/list", json!({})).await["id"], json!(3));
    assert_eq!(client.legacy(4, "tools/list", json!({})).await["id"], json!(4));
    let status = client.modern(5, "tools/call", json!({"name": "index_status"})).await;
    assert_eq!(status["id"], json!(5));
    assert!(status.to_string().contains("index: building 40 %"), "{status}");
    drop(release);
    let answer = client.receive().await;
    assert_eq!(answer["id"], json!(1));
    assert!(answer.to_string().contains("complete: true"), "{answer}");
}
