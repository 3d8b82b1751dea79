//! The wire, line by line: both eras on one connection, and what is answered to lines that are no messages.

use std::time::Duration;

use lockstep_mcp::{Members, ToolOptions, Trees};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

use crate::world::World;

/// An assistant's end of a connection.
pub(crate) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    /// None once the end is closed for writing.
    writer: Option<WriteHalf<DuplexStream>>,
    served: JoinHandle<anyhow::Result<()>>,
}

impl Client {
    pub(crate) fn new(trees: impl Into<Trees>, options: ToolOptions) -> Client {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(theirs);
        let served = tokio::spawn(lockstep_mcp::serve(trees.into(), options, reader, writer));
        let (reader, writer) = tokio::io::split(ours);
        Client { lines: BufReader::new(reader).lines(), writer: Some(writer), served }
    }

    /// A connection to a session without trees: enough for all that is protocol.
    pub(crate) fn bare() -> Client {
        Client::new(Members::default(), ToolOptions::default())
    }

    pub(crate) async fn send(&mut self, line: &str) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// Sends a request of the era without a handshake.
    pub(crate) async fn send_modern(&mut self, id: u32, method: &str, params: Json) {
        self.send(&modern_line(id, method, params, "2026-07-28")).await;
    }

    pub(crate) async fn receive(&mut self) -> Json {
        let line = tokio::time::timeout(Duration::from_secs(60), self.lines.next_line());
        let line = line.await.expect("an answer").unwrap().expect("an open connection");
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a line and takes the next answer.
    pub(crate) async fn ask(&mut self, line: &str) -> Json {
        self.send(line).await;
        self.receive().await
    }

    /// A request of the era without a handshake.
    pub(crate) async fn modern(&mut self, id: u32, method: &str, params: Json) -> Json {
        let line = modern_line(id, method, params, "2026-07-28");
        self.ask(&line).await
    }

    /// A request of the era with a handshake.
    pub(crate) async fn legacy(&mut self, id: u32, method: &str, params: Json) -> Json {
        let line = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.ask(&line.to_string()).await
    }

    pub(crate) async fn initialize(&mut self, version: &str) -> Json {
        let info = json!({"name": "test", "version": "1"});
        let answer = self
            .legacy(
                90,
                "initialize",
                json!({"protocolVersion": version, "capabilities": {}, "clientInfo": info}),
            )
            .await;
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        answer
    }

    /// Closes the writing end and takes what still comes.
    pub(crate) async fn rest(mut self) -> Vec<Json> {
        if let Some(mut writer) = self.writer.take() {
            writer.shutdown().await.unwrap();
        }
        let mut rest = Vec::new();
        while let Some(line) = self.lines.next_line().await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        self.served.await.unwrap().unwrap();
        rest
    }
}

pub(crate) fn modern_line(id: u32, method: &str, mut params: Json, version: &str) -> String {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(version);
    let capabilities = &mut params["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    if capabilities.is_null() {
        *capabilities = json!({});
    }
    params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1"});
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

#[track_caller]
pub(crate) fn assert_error(answer: &Json, id: Json, code: i32) {
    assert_eq!(answer["error"]["code"], json!(code), "{answer}");
    assert_eq!(answer["id"], id, "{answer}");
    assert!(answer.get("result").is_none(), "{answer}");
}

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

#[tokio::test]
async fn discover_says_what_initialize_says() {
    let mut client = Client::bare();
    let discovered = client.modern(1, "server/discover", json!({})).await;
    let result = &discovered["result"];
    assert_eq!(discovered["id"], json!(1));
    assert_eq!(result["resultType"], json!("complete"));
    assert_eq!(result["capabilities"], json!({"tools": {}}));
    assert!(result["ttlMs"].as_u64().unwrap() > 0);
    assert_eq!(result["cacheScope"], json!("private"));
    assert_eq!(result["_meta"][SERVER_INFO]["name"], json!("lockstep"));
    let versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
    assert_eq!(result["supportedVersions"], json!(versions));

    // The client gave up waiting and falls back on the same pipe.
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    let initialized = client.initialize("2025-11-25").await;
    assert_eq!(initialized["result"]["protocolVersion"], json!("2025-11-25"));
    assert_eq!(initialized["result"]["instructions"], result["instructions"]);
    assert_eq!(initialized["result"]["serverInfo"]["name"], json!("lockstep"));
    assert_eq!(initialized["result"]["capabilities"], json!({"tools": {}, "logging": {}}));
    assert!(initialized["result"].get("resultType").is_none());
    assert_eq!(client.rest().await, Vec::<Json>::new());
}

#[tokio::test]
async fn every_older_version_is_agreed_to() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::bare();
        assert_eq!(client.initialize(version).await["result"]["protocolVersion"], json!(version));
    }
    for unknown in ["1999-01-01", "2026-07-28", "2099-01-01"] {
        let mut client = Client::bare();
        assert_eq!(
            client.initialize(unknown).await["result"]["protocolVersion"],
            json!("2025-11-25"),
            "{unknown}"
        );
        // Later requests are of the version agreed on.
        assert_eq!(client.legacy(2, "ping", json!({})).await["result"], json!({}));
    }
}

#[tokio::test]
async fn no_era_ends_the_other() {
    let mut client = Client::bare();
    let modern = client.modern(1, "tools/list", json!({})).await;
    assert_eq!(modern["result"]["resultType"], json!("complete"));
    assert!(modern["result"]["ttlMs"].as_u64().unwrap() > 0);
    assert_eq!(modern["result"]["cacheScope"], json!("private"));
    assert_eq!(modern["result"]["_meta"][SERVER_INFO]["name"], json!("lockstep"));

    client.initialize("2025-06-18").await;
    let legacy = client.legacy(2, "tools/list", json!({})).await;
    assert_eq!(legacy["result"]["tools"], modern["result"]["tools"]);
    for modern_only in ["resultType", "ttlMs", "cacheScope", "_meta"] {
        assert!(legacy["result"].get(modern_only).is_none(), "{legacy}");
    }

    let again = client.modern(3, "tools/list", json!({})).await;
    assert_eq!(again["result"], modern["result"]);
    let legacy = client.legacy(4, "tools/list", json!({})).await;
    assert!(legacy["result"].get("resultType").is_none(), "{legacy}");
}

#[tokio::test]
async fn metadata_must_be_whole_and_of_a_known_version() {
    let mut client = Client::bare();
    // No era at all.
    assert_error(&client.legacy(1, "tools/list", json!({})).await, json!(1), -32602);
    assert_error(&client.legacy(2, "server/discover", json!({})).await, json!(2), -32602);
    // An object that never was part of the protocol.
    let connection =
        json!({"_meta": {"io.modelcontextprotocol/connection": {"protocolVersion": "2026-07-28"}}});
    assert_error(&client.legacy(3, "tools/list", connection.clone()).await, json!(3), -32602);
    assert_error(&client.legacy(4, "server/discover", connection).await, json!(4), -32602);
    let half = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}});
    assert_error(&client.legacy(5, "tools/list", half).await, json!(5), -32602);
    let line = modern_line(6, "tools/list", json!({}), "2099-01-01");
    let unsupported = client.ask(&line).await;
    assert_error(&unsupported, json!(6), -32022);
    assert_eq!(unsupported["error"]["data"]["requested"], json!("2099-01-01"));
    assert!(unsupported["error"]["data"]["supported"].as_array().unwrap().contains(&json!("2026-07-28")));
    // None of this has hurt the connection.
    assert!(client.modern(7, "tools/list", json!({})).await["result"]["tools"].is_array());
}

#[tokio::test]
async fn methods_belong_to_their_era() {
    let mut client = Client::bare();
    assert_eq!(client.legacy(1, "ping", json!({})).await["result"], json!({}));
    assert_error(&client.modern(2, "ping", json!({})).await, json!(2), -32601);
    assert_error(&client.modern(3, "logging/setLevel", json!({"level": "info"})).await, json!(3), -32601);
    assert_error(&client.modern(4, "logging/setLevel", json!({})).await, json!(4), -32601);
    assert_error(&client.modern(5, "no/such", json!({})).await, json!(5), -32601);
    assert_error(&client.modern(6, "prompts/list", json!({})).await, json!(6), -32601);
    client.initialize("2025-11-25").await;
    assert_eq!(client.legacy(7, "logging/setLevel", json!({"level": "info"})).await["result"], json!({}));
    assert_error(&client.legacy(8, "logging/setLevel", json!({"level": "loud"})).await, json!(8), -32602);
    assert_error(&client.legacy(9, "no/such", json!({})).await, json!(9), -32601);
    assert_error(
        &client.legacy(10, "subscriptions/listen", json!({"notifications": {}})).await,
        json!(10),
        -32601,
    );
}

#[tokio::test]
async fn lines_that_are_no_messages_are_answered() {
    let mut client = Client::bare();
    assert_error(&client.ask("{not json").await, Json::Null, -32700);
    assert_error(&client.ask("\u{1}\u{2}").await, Json::Null, -32700);
    assert_error(&client.ask("[]").await, Json::Null, -32600);
    let batch = format!("[{}]", modern_line(1, "tools/list", json!({}), "2026-07-28"));
    assert_error(&client.ask(&batch).await, Json::Null, -32600);
    assert_error(&client.ask("7").await, Json::Null, -32600);
    assert_error(&client.ask(r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#).await, json!("a"), -32600);
    assert_error(&client.ask(r#"{"jsonrpc":"2.0","id":8}"#).await, json!(8), -32600);
    // Neither a blank line, nor an answer, nor a notification is answered.
    client.send("").await;
    client.send("  \r").await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/unheard_of","params":{"a":1}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#).await;
    assert_eq!(client.legacy(9, "ping", json!({})).await["id"], json!(9));
    assert_eq!(client.rest().await, Vec::<Json>::new());
}

#[tokio::test]
async fn a_line_too_long_is_refused_and_the_next_one_read() {
    let mut client = Client::bare();
    let long =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"a":"{}"}}}}"#, "x".repeat(5_000_000));
    assert_error(&client.ask(&long).await, Json::Null, -32600);
    assert_eq!(client.legacy(2, "ping", json!({})).await["id"], json!(2));
}

#[tokio::test]
async fn malformed_calls_are_invalid_parameters() {
    let mut client = Client::bare();
    assert_error(&client.modern(1, "tools/call", json!({})).await, json!(1), -32602);
    assert_error(&client.modern(2, "tools/call", json!({"name": 5})).await, json!(2), -32602);
    assert_error(
        &client.modern(3, "tools/call", json!({"name": "affected", "arguments": [1]})).await,
        json!(3),
        -32602,
    );
    let unknown = client.modern(4, "tools/call", json!({"name": "find_caller", "arguments": {}})).await;
    assert_error(&unknown, json!(4), -32602);
    assert!(
        unknown["error"]["message"].as_str().unwrap().contains("did you mean find_callers?"),
        "{unknown}"
    );
    assert_error(&client.modern(5, "tools/list", json!({"cursor": "2"})).await, json!(5), -32602);
    assert_error(&client.modern(6, "tools/list", json!({"cursor": 2})).await, json!(6), -32602);
    assert_error(
        &client.ask(r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}"#).await,
        json!(7),
        -32602,
    );
    assert_error(&client.legacy(8, "initialize", json!({"protocolVersion": 1})).await, json!(8), -32602);
    assert_error(&client.legacy(9, "resources/read", json!({"uri": "x:y"})).await, json!(9), -32601);
}

#[tokio::test]
async fn wrong_arguments_are_an_answer_that_says_what_to_do() {
    let mut client = Client::bare();
    let call = json!({"name": "find_callers", "arguments": {"symbl": "x"}});
    let answer = client.modern(1, "tools/call", call).await;
    assert_eq!(answer["result"]["isError"], json!(true));
    assert_eq!(answer["result"]["_meta"][SERVER_INFO]["name"], json!("lockstep"));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("find_callers: there is no argument symbl; did you mean symbol?"), "{text}");
    let answer = client.modern(2, "tools/call", json!({"name": "index_status"})).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("no tree is served to this session"), "{text}");
}

const WORLD: &str = "//- /a.py\ndef f():\n    return 1\n\n\ndef g():\n    return f()\n";

#[tokio::test(flavor = "multi_thread")]
async fn both_eras_get_the_same_answer() {
    let world = World::new(WORLD);
    let mut client = Client::new(world.members.clone(), world.options.clone());
    let call = json!({"name": "find_callers", "arguments": {"symbol": "f"}});
    let modern = client.modern(1, "tools/call", call.clone()).await;
    assert_eq!(modern["result"]["resultType"], json!("complete"));
    assert_eq!(modern["result"]["_meta"][SERVER_INFO]["name"], json!("lockstep"));
    assert!(modern["result"].get("structuredContent").is_none());
    let text = modern["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("a.py:5  g  function  calls at 6"), "{text}");
    client.initialize("2025-11-25").await;
    let legacy = client.legacy(2, "tools/call", call).await;
    assert_eq!(legacy["result"]["content"], modern["result"]["content"]);
    assert_eq!(legacy["result"]["isError"], json!(false));
    for modern_only in ["resultType", "_meta"] {
        assert!(legacy["result"].get(modern_only).is_none(), "{legacy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn structured_answers_conform_to_their_schema() {
    let mut world = World::new(WORLD);
    world.options.structured = true;
    let mut client = Client::new(world.members.clone(), world.options.clone());
    let listed = client.modern(1, "tools/list", json!({})).await;
    let calls = [
        json!({"name": "find_callers", "arguments": {"symbol": "f", "show_sites": true}}),
        json!({"name": "find_callers", "arguments": {"symbol": "nowhere"}}),
        json!({"name": "find_references", "arguments": {"symbol": "f"}}),
        json!({"name": "find_references", "arguments": {"symbol": "f", "view": "files"}}),
        json!({"name": "affected", "arguments": {"symbol": "f"}}),
        json!({"name": "get_source", "arguments": {"symbol": "f"}}),
        json!({"name": "get_file_outline", "arguments": {"path": "a.py", "verbose": true}}),
        json!({"name": "search_symbols", "arguments": {"query": "f"}}),
        json!({"name": "index_status", "arguments": {}}),
    ];
    for call in calls {
        let answer = client.modern(2, "tools/call", call.clone()).await;
        let tools = listed["result"]["tools"].as_array().unwrap();
        let schema = &tools.iter().find(|tool| tool["name"] == call["name"]).unwrap()["outputSchema"];
        let content = &answer["result"]["structuredContent"];
        conforms(content, schema, &call.to_string());
        for required in schema["required"].as_array().unwrap() {
            assert!(content.get(required.as_str().unwrap()).is_some(), "{call}: no {required} in {content}");
        }
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(&serde_json::from_str::<Json>(text).unwrap(), content);
    }
    let answer = client.modern(3, "tools/call", json!({"name": "affected", "arguments": {}})).await;
    assert_eq!(answer["result"]["isError"], json!(true));
    assert!(answer["result"].get("structuredContent").is_none());
}

/// Every property is declared, with its type.
#[track_caller]
fn conforms(value: &Json, schema: &Json, at: &str) {
    let fits = match schema["type"].as_str().unwrap() {
        "object" => value.as_object().is_some_and(|object| {
            for (key, value) in object {
                let property = &schema["properties"][key];
                assert!(property.is_object(), "{at}: {key} is not declared");
                conforms(value, property, &format!("{at}.{key}"));
            }
            true
        }),
        "array" => value.as_array().is_some_and(|values| {
            values.iter().for_each(|value| conforms(value, &schema["items"], at));
            true
        }),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "boolean" => value.is_boolean(),
        other => panic!("{at}: {other}"),
    };
    assert!(fits, "{at}: {value} is no {}", schema["type"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_shows_at_least_the_revision_asked_for() {
    let world = World::new(WORLD);
    world.tree.ready().await;
    let editor = world.editor();
    let mut client = Client::new(world.members.clone(), world.options.clone());
    let path = world.path("a.py");
    let text = "def f():\n    return 1\n\n\ndef h():\n    return f()\n".to_owned();
    let revision = editor.open_document(&path, "python", 1, text);
    for asked in [json!(format!("h.{}", revision.0)), json!(revision.0), json!(revision.0.to_string())] {
        let params = json!({"name": "find_callers", "arguments": {"symbol": "f"}, "_meta": {"lockstep/minRevision": asked}});
        let answer = client.modern(1, "tools/call", params).await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("a.py:5  h  function"), "{text}");
        let shown = text.rsplit_once("revision h.").unwrap().1;
        let shown: u64 = shown.split(' ').next().unwrap().parse().unwrap();
        assert!(shown >= revision.0, "{text}");
    }
    // Another host's numbers say nothing here, and a number that never comes is an error that says where things are.
    let of = |asked: &str| json!({"name": "find_callers", "arguments": {"symbol": "f"}, "_meta": {"lockstep/minRevision": asked}});
    let answer = client.modern(2, "tools/call", of("other.9999999")).await;
    assert_eq!(answer["result"]["isError"], json!(false), "{answer}");
    let answer = client.modern(3, "tools/call", of("h.9999999")).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("was not reached in 5 s (now: h."), "{text}");
    let answer = client.modern(4, "tools/call", of("tomorrow")).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("lockstep/minRevision is a revision as answers print it"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_call_is_not_answered() {
    let world = World::new(WORLD);
    let mut client = Client::new(world.members.clone(), world.options.clone());
    let params = json!({
        "name": "find_callers",
        "arguments": {"symbol": "f"},
        "_meta": {"lockstep/minRevision": "h.9999999"},
    });
    client.send(&modern_line(1, "tools/call", params, "2026-07-28")).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    let next =
        client.modern(2, "tools/call", json!({"name": "find_callers", "arguments": {"symbol": "f"}})).await;
    assert_eq!(next["id"], json!(2));
    assert_eq!(client.rest().await, Vec::<Json>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_asked_before_the_end_is_answered() {
    let world = World::new(WORLD);
    let mut client = Client::new(world.members.clone(), world.options.clone());
    for id in 1..=40 {
        let params = json!({"name": "find_callers", "arguments": {"symbol": "f"}});
        client.send(&modern_line(id, "tools/call", params, "2026-07-28")).await;
    }
    let mut ids: Vec<u64> = client.rest().await.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=40).collect::<Vec<u64>>());
}

#[tokio::test]
async fn tools_are_described_in_few_words_and_plain_schemas() {
    let mut client =
        Client::new(Members::default(), ToolOptions { structured: true, ..ToolOptions::default() });
    let listed = client.modern(1, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, lockstep_mcp::tools());
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert!(name.len() <= 40 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
        let description = tool["description"].as_str().unwrap();
        let length = description.chars().count();
        assert!((100..=600).contains(&length), "{name}: {length}");
        assert!(description.contains(&format!("Example: {name}(")), "{name} has no example");
        let annotations = &tool["annotations"];
        assert_eq!(annotations["readOnlyHint"], json!(true), "{name}");
        assert_eq!(annotations["destructiveHint"], json!(false), "{name}");
        assert_eq!(annotations["openWorldHint"], json!(false), "{name}");
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], json!("object"), "{name}");
            lint(&tool[schema], &format!("{name}.{schema}"));
        }
        for (parameter, schema) in tool["inputSchema"]["properties"].as_object().unwrap() {
            assert!(schema["description"].as_str().is_some_and(|text| text.len() > 5), "{name}.{parameter}");
        }
    }
    let size = tiktoken_rs::cl100k_base_singleton().count_ordinary(&tools_without_output(tools));
    // Every session pays for all of them before its first question.
    assert!(size <= 310 * tools.len(), "all {} definitions take {size} tokens", tools.len());
}

fn tools_without_output(tools: &[Json]) -> String {
    let mut tools = tools.to_vec();
    for tool in &mut tools {
        tool.as_object_mut().unwrap().remove("outputSchema");
    }
    json!(tools).to_string()
}

/// What some client refuses.
fn lint(schema: &Json, at: &str) {
    let object = schema.as_object().unwrap_or_else(|| panic!("{at} is no object"));
    for key in object.keys() {
        let known =
            ["type", "properties", "required", "description", "enum", "items"].contains(&key.as_str());
        assert!(known, "{at} has {key}");
    }
    let kind = schema["type"].as_str().unwrap_or_else(|| panic!("{at} has no single type"));
    assert_eq!(kind == "object", object.contains_key("properties"), "{at}");
    assert_eq!(kind == "array", object.contains_key("items"), "{at}");
    assert!(!object.contains_key("required") || kind == "object", "{at}");
    if let Some(words) = schema.get("enum") {
        assert!(kind == "string" && words.as_array().unwrap().iter().all(Json::is_string), "{at}");
    }
    if kind == "array" {
        lint(&schema["items"], &format!("{at}[]"));
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        lint(property, &format!("{at}.{name}"));
    }
}
