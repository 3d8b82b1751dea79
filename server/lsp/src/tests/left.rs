//! What is left to other servers: the setting, and what the client says.

use std::sync::Arc;

use serde_json::{Value, json};

use super::client::{Editor, ManyTrees, World};

const TEXT: &str = "def f():\n    pass\n\nf()\n";

async fn editor(world: &World, options: Value) -> Editor {
    let mut editor = Editor::connect(Arc::new(ManyTrees::default()));
    editor.initialize_in(&[&world.root()], options).await;
    editor.expect("lockstep/ready").await;
    editor
}

fn at(world: &World) -> Value {
    json!({ "textDocument": { "uri": world.uri("a.py") }, "position": { "line": 3, "character": 0 } })
}

/// Which of definition, hover, lenses and workspace symbols are answered.
async fn answered(editor: &mut Editor, world: &World) -> [bool; 4] {
    let document = json!({ "textDocument": { "uri": world.uri("a.py") } });
    let definition = editor.ask("textDocument/definition", at(world)).await;
    let hover = editor.ask("textDocument/hover", at(world)).await;
    let lenses = editor.ask("textDocument/codeLens", document).await;
    let symbols = editor.ask("workspace/symbol", json!({ "query": "f" })).await;
    [definition, hover, lenses, symbols].map(|answer| !answer.is_null())
}

async fn tell(editor: &mut Editor, uri: Value, others: Value) {
    editor.notify("lockstep/navigation", json!({ "uri": uri, "others": others })).await;
}

#[tokio::test]
async fn what_others_answer_is_left_to_them_while_they_do() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut editor = editor(&world, Value::Null).await;
    assert_eq!(answered(&mut editor, &world).await, [true; 4]);
    tell(&mut editor, json!(world.uri("a.py")), json!(["textDocument/definition", "textDocument/hover"]))
        .await;
    assert_eq!(answered(&mut editor, &world).await, [false, true, true, true]);
    let mut always = at(&world);
    always["lockstep/always"] = json!(true);
    assert!(editor.ask("textDocument/definition", always).await.is_array());
    tell(&mut editor, Value::Null, json!(["workspace/symbol"])).await;
    assert_eq!(answered(&mut editor, &world).await, [false, true, true, false]);
    tell(&mut editor, json!(world.uri("a.py")), json!([])).await;
    assert_eq!(answered(&mut editor, &world).await, [true, true, true, false]);
    // What cannot be read changes nothing.
    editor.notify("lockstep/navigation", json!({ "others": 7 })).await;
    assert_eq!(answered(&mut editor, &world).await, [true, true, true, false]);
    editor.finish().await;
}

#[tokio::test]
async fn with_on_nothing_is_left() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut editor = editor(&world, json!({ "navigation": "on" })).await;
    tell(&mut editor, json!(world.uri("a.py")), json!(["textDocument/definition"])).await;
    assert_eq!(answered(&mut editor, &world).await, [true; 4]);
    editor.finish().await;
}

#[tokio::test]
async fn the_setting_changes_while_it_runs() {
    let world = World::new(&[("a.py", TEXT)]);
    let mut editor = editor(&world, Value::Null).await;
    let settings = |navigation: &str| json!({ "settings": { "lockstep": { "navigation": navigation } } });
    editor.notify("workspace/didChangeConfiguration", settings("off")).await;
    assert_eq!(answered(&mut editor, &world).await, [false, false, true, false]);
    editor.notify("workspace/didChangeConfiguration", settings("sometimes")).await;
    assert_eq!(answered(&mut editor, &world).await, [false, false, true, false]);
    editor.notify("workspace/didChangeConfiguration", settings("on")).await;
    assert_eq!(answered(&mut editor, &world).await, [true; 4]);
    // A client that says only that something has changed is asked what.
    editor.notify("workspace/didChangeConfiguration", json!({ "settings": null })).await;
    let asked = editor.expect("workspace/configuration").await;
    assert_eq!(asked["params"]["items"], json!([{ "section": "lockstep" }]));
    editor.reply(&asked["id"], json!([{ "navigation": "off" }])).await;
    while answered(&mut editor, &world).await[0] {
        tokio::task::yield_now().await;
    }
    editor.finish().await;
}
