//! The folders of a client that names them, and the tools of a session that chose some.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use lockstep_mcp::{Members, Opener, ToolOptions, Trees};
use serde_json::{Value as Json, json};

use crate::protocol::{Client, assert_error};
use crate::world::World;

/// Opens worlds by their folders, and notes what it was asked for.
struct Worlds {
    /// The first is the session's own.
    worlds: Vec<World>,
    asked: Mutex<Vec<Vec<PathBuf>>>,
    asks_the_client: bool,
}

impl Opener for Worlds {
    fn open(&self, folders: &[PathBuf]) -> Result<Members, String> {
        self.asked.lock().unwrap().push(folders.to_vec());
        if folders.is_empty() {
            return Ok(self.worlds[0].members.clone());
        }
        let mut members = Members::default();
        for folder in folders {
            match self.worlds.iter().find(|world| world.tree.root() == folder) {
                Some(world) => members.members.extend(world.members.members.clone()),
                None => members.left_out.push(format!("{}: no such folder", folder.display())),
            }
        }
        if members.members.is_empty() { Err(members.left_out.remove(0)) } else { Ok(members) }
    }

    fn asks_the_client(&self) -> bool {
        self.asks_the_client
    }
}

fn worlds(asks_the_client: bool) -> Arc<Worlds> {
    let worlds = ["own", "first", "second"]
        .map(|name| World::named(name, &format!("//- /a.py\ndef in_{name}():\n    pass\n")))
        .into();
    Arc::new(Worlds { worlds, asked: Mutex::default(), asks_the_client })
}

fn connect(worlds: &Arc<Worlds>) -> Client {
    let opener: Arc<dyn Opener> = worlds.clone();
    Client::new(Trees::OfClient(opener), ToolOptions::default())
}

impl Worlds {
    /// An answer to `roots/list`.
    fn listed(&self, which: &[usize]) -> Json {
        let roots = which
            .iter()
            .map(|at| json!({"uri": format!("file://{}", self.worlds[*at].tree.root().display())}));
        json!({"roots": roots.collect::<Vec<_>>()})
    }
}

const OFFERS: &str = "io.modelcontextprotocol/clientCapabilities";

/// The names of the projects that a session sees, by a call whose answer holds them.
fn outline() -> Json {
    json!({"name": "get_file_outline", "arguments": {"path": "a.py"}})
}

#[track_caller]
fn assert_sees(answer: &Json, name: &str) {
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert!(text.contains(&format!("in_{name}")), "{text}");
}

async fn handshake(client: &mut Client, capabilities: Json) {
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": {"name": "test", "version": "1"},
    });
    let answer = client.legacy(1, "initialize", params).await;
    assert_eq!(answer["id"], json!(1), "{answer}");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
}

/// Takes the server's question for the folders and answers it.
async fn answer_roots(client: &mut Client, answer: Json) {
    let question = client.receive().await;
    assert_eq!(question["method"], json!("roots/list"), "{question}");
    let mut line = json!({"jsonrpc": "2.0", "id": question["id"]});
    line.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
    client.send(&line.to_string()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_older_era_is_asked_after_its_handshake() {
    let worlds = worlds(true);
    let mut client = connect(&worlds);
    handshake(&mut client, json!({"roots": {"listChanged": true}})).await;
    answer_roots(&mut client, json!({"result": worlds.listed(&[1])})).await;
    assert_sees(&client.legacy(2, "tools/call", outline()).await, "first");
    // It opens another folder.
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#).await;
    answer_roots(&mut client, json!({"result": worlds.listed(&[2, 1])})).await;
    // The answer to a ping is after it on the wire; that the folders are taken over is seen by asking.
    let sees_second = async |client: &mut Client| {
        let answer = client.legacy(3, "tools/call", outline()).await;
        answer.to_string().contains("in_second")
    };
    while !sees_second(&mut client).await {}
    let status = client.legacy(4, "tools/call", json!({"name": "index_status"})).await;
    assert!(status.to_string().contains("projects: second ("), "{status}");
    assert_eq!(client.rest().await, Vec::<Json>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_comes_before_the_folders_waits_for_them() {
    let worlds = worlds(true);
    let mut client = connect(&worlds);
    handshake(&mut client, json!({"roots": {}})).await;
    client
        .send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": outline()}).to_string())
        .await;
    answer_roots(&mut client, json!({"result": worlds.listed(&[2])})).await;
    assert_sees(&client.receive().await, "second");
    assert_eq!(worlds.asked.lock().unwrap().len(), 1, "opened once, for both that wanted it");
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_that_are_no_trees_are_left_out_and_said() {
    let worlds = worlds(true);
    let mut client = connect(&worlds);
    handshake(&mut client, json!({"roots": {}})).await;
    let mut listed = worlds.listed(&[1]);
    let roots = listed["roots"].as_array_mut().unwrap();
    roots.insert(0, json!({"uri": "file:///no/such%20folder"}));
    roots.insert(0, json!({"uri": "https://example.org/"}));
    answer_roots(&mut client, json!({"result": listed})).await;
    assert_sees(&client.legacy(2, "tools/call", outline()).await, "first");
    let status = client.legacy(3, "tools/call", json!({"name": "index_status"})).await;
    assert!(status.to_string().contains("folders left out: /no/such folder: no such folder"), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_folders_of_which_none_is_a_tree_every_call_says_why_and_looks_again() {
    let worlds = worlds(true);
    let mut client = connect(&worlds);
    handshake(&mut client, json!({"roots": {}})).await;
    answer_roots(&mut client, json!({"result": {"roots": [{"uri": "file:///no/such"}]}})).await;
    for id in 2..4 {
        let answer = client.legacy(id, "tools/call", outline()).await;
        assert_eq!(answer["result"]["isError"], json!(true), "never another folder instead: {answer}");
        assert!(answer.to_string().contains("/no/such: no such folder"), "{answer}");
    }
    assert!(worlds.asked.lock().unwrap().len() >= 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_folders_is_served_the_sessions_own() {
    for answer in [json!({"result": {"roots": []}}), json!({"error": {"code": -32601, "message": "no"}})] {
        let worlds = worlds(true);
        let mut client = connect(&worlds);
        handshake(&mut client, json!({"roots": {}})).await;
        answer_roots(&mut client, answer).await;
        assert_sees(&client.legacy(2, "tools/call", outline()).await, "own");
    }
    // One that cannot be asked is not asked.
    let mut client = connect(&worlds(true));
    handshake(&mut client, json!({})).await;
    assert_sees(&client.legacy(2, "tools/call", outline()).await, "own");
    assert_eq!(client.rest().await, Vec::<Json>::new());
    let mut client = connect(&worlds(true));
    assert_sees(&client.modern(2, "tools/call", outline()).await, "own");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_with_folders_of_its_own_does_not_ask() {
    let worlds = worlds(false);
    let mut client = connect(&worlds);
    handshake(&mut client, json!({"roots": {}})).await;
    assert_sees(&client.legacy(2, "tools/call", outline()).await, "own");
    let mut call = outline();
    call["_meta"] = json!({OFFERS: {"roots": {}}});
    assert_sees(&client.modern(3, "tools/call", call).await, "own");
    assert_eq!(client.rest().await, Vec::<Json>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_newer_era_is_asked_by_the_answer_to_its_first_call() {
    let worlds = worlds(true);
    let mut client = connect(&worlds);
    let mut call = outline();
    call["_meta"] = json!({OFFERS: {"roots": {}}});
    let question = client.modern(1, "tools/call", call.clone()).await;
    assert_eq!(question["result"]["resultType"], json!("input_required"), "{question}");
    assert_eq!(question["result"]["inputRequests"]["roots"]["method"], json!("roots/list"), "{question}");
    call["inputResponses"] = json!({"roots": worlds.listed(&[2])});
    assert_sees(&client.modern(2, "tools/call", call.clone()).await, "second");
    // Once is enough.
    call.as_object_mut().unwrap().remove("inputResponses");
    assert_sees(&client.modern(3, "tools/call", call).await, "second");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_the_folders_is_not_asked_for_again() {
    let mut client = connect(&worlds(true));
    let mut call = outline();
    call["_meta"] = json!({OFFERS: {"roots": {}}});
    call["inputResponses"] = json!({"something": 7});
    assert_sees(&client.modern(1, "tools/call", call).await, "own");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_chose_tools_has_no_others() {
    let world = World::new("//- /a.py\ndef f():\n    pass\n");
    let tools = lockstep_mcp::select(&["find_callers", " get_source"]).unwrap();
    let options = ToolOptions { tools, ..world.options.clone() };
    let mut client = Client::new(world.members.clone(), options);
    let listed = client.modern(1, "tools/list", json!({})).await;
    let names: Vec<&str> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["find_callers", "get_source"]);
    let call = |name: &str| json!({"name": name, "arguments": {"symbol": "f"}});
    let answer = client.modern(2, "tools/call", call("find_callers")).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("callers: 0") && !text.contains("see also: find_references"), "{text}");
    let answer = client.modern(3, "tools/call", call("affected")).await;
    assert_error(&answer, json!(3), -32602);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.ends_with("(tools: find_callers, get_source)"), "{message}");
    let unknown = lockstep_mcp::select(&["find_caller"]).unwrap_err();
    assert!(
        unknown.starts_with("no tool find_caller; did you mean find_callers? (tools: index_status, "),
        "{unknown}"
    );
}
