//! Hierarchies, implementations, types, declarations, highlights, folds and selections: the protocol's form.

use std::sync::Arc;

use expect_test::expect;
use serde_json::{Value, json};

use super::client::{Editor, OneTree, World, printed};

const SHAPES: &str = "\
class Shape:
    def area(self):
        return 0

class Square(Shape):
    def area(self):
        return side(self) * side(self)

def side(shape: Square):
    return 2

square = Square()
print(square.area())
";
const APP: &str = "\
from shapes import Square as Box, side

def total(boxes):
    count = 0
    for box in boxes:
        count = count + side(box)
    return count, Box().area()

# What is asked
# from the outside.
class Round(Box):
    pass
";

fn world() -> World {
    World::new(&[("shapes.py", SHAPES), ("app.py", APP)])
}

async fn editor(world: &World) -> Editor {
    let mut editor = Editor::connect(Arc::new(OneTree::default()));
    editor.initialize(&world.root(), json!({}), Value::Null).await;
    editor.expect("lockstep/ready").await;
    editor
}

fn at(world: &World, path: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": world.uri(path) }, "position": { "line": line, "character": character } })
}

fn open(world: &World, path: &str, text: &str) -> Value {
    let document = json!({ "uri": world.uri(path), "languageId": "python", "version": 1, "text": text });
    json!({ "textDocument": document })
}

/// `name (detail) kind at line:column in lines from-to` of an item of a hierarchy.
fn item(item: &Value) -> String {
    let (range, name) = (&item["range"], &item["selectionRange"]["start"]);
    format!(
        "{} ({}) {} at {}:{} in {}-{}",
        item["name"].as_str().unwrap(),
        item["detail"].as_str().unwrap(),
        item["kind"],
        name["line"],
        name["character"],
        range["start"]["line"],
        range["end"]["line"]
    )
}

fn items(list: &Value) -> String {
    list.as_array().into_iter().flatten().map(|one| item(one) + "\n").collect()
}

fn calls(list: &Value, who: &str) -> String {
    let mut text = String::new();
    for call in list.as_array().into_iter().flatten() {
        let ranges = call["fromRanges"].as_array().unwrap().iter();
        let ranges: Vec<String> =
            ranges.map(|r| format!("{}:{}", r["start"]["line"], r["start"]["character"])).collect();
        text.push_str(&format!("{}; calls at {}\n", item(&call[who]), ranges.join(", ")));
    }
    text
}

#[tokio::test]
async fn incoming_calls_are_grouped_by_caller() {
    let world = world();
    let mut editor = editor(&world).await;
    let prepared = editor.ask("textDocument/prepareCallHierarchy", at(&world, "app.py", 5, 26)).await;
    expect!["side (shapes.py) 12 at 8:4 in 8-9\n"].assert_eq(&items(&prepared));
    let incoming = editor.ask("callHierarchy/incomingCalls", json!({ "item": prepared[0] })).await;
    expect![[r#"
        total (app.py) 12 at 2:4 in 2-6; calls at 5:24
        area (Square in shapes.py) 6 at 5:8 in 5-6; calls at 6:15, 6:28
    "#]]
    .assert_eq(&calls(&incoming, "from"));
    let area = json!({ "item": incoming[1]["from"] });
    let callers = editor.ask("callHierarchy/incomingCalls", area).await;
    expect![[r#"
        total (app.py) 12 at 2:4 in 2-6; calls at 6:24
        shapes (shapes.py) 2 at 0:0 in 0-0; calls at 12:13
    "#]]
    .assert_eq(&calls(&callers, "from"));
    let nobody = json!({ "item": callers[1]["from"] });
    assert_eq!(editor.ask("callHierarchy/incomingCalls", nobody).await, json!([]));
    assert_eq!(
        editor.ask("textDocument/prepareCallHierarchy", at(&world, "app.py", 1, 0)).await,
        Value::Null
    );
    editor.finish().await;
}

#[tokio::test]
async fn outgoing_calls_are_in_the_order_of_the_text() {
    let world = world();
    let mut editor = editor(&world).await;
    let prepared = editor.ask("textDocument/prepareCallHierarchy", at(&world, "app.py", 2, 6)).await;
    let outgoing = editor.ask("callHierarchy/outgoingCalls", json!({ "item": prepared[0] })).await;
    expect![[r#"
        side (shapes.py) 12 at 8:4 in 8-9; calls at 5:24
        Square (shapes.py) 5 at 4:6 in 4-6; calls at 6:18
        area (Square in shapes.py) 6 at 5:8 in 5-6; calls at 6:24
    "#]]
    .assert_eq(&calls(&outgoing, "to"));
    editor.finish().await;
}

#[tokio::test]
async fn an_item_is_known_again_after_edits_and_refused_if_it_is_another_servers() {
    let world = world();
    let mut editor = editor(&world).await;
    let prepared = editor.ask("textDocument/prepareCallHierarchy", at(&world, "shapes.py", 8, 5)).await;
    editor.notify("textDocument/didOpen", open(&world, "app.py", &format!("\n\n{APP}"))).await;
    let incoming = editor.ask("callHierarchy/incomingCalls", json!({ "item": prepared[0] })).await;
    expect!["total (app.py) 12 at 4:4 in 4-8; calls at 7:24\n"]
        .assert_eq(calls(&incoming, "from").split_inclusive('\n').next().unwrap());
    let mut foreign = prepared[0].clone();
    foreign["data"] = json!([1]);
    for method in ["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "typeHierarchy/subtypes"] {
        let error = editor.ask_in_vain(method, json!({ "item": foreign })).await;
        assert_eq!(error["code"], -32602, "{error}");
    }
    editor.finish().await;
}

#[tokio::test]
async fn types_have_supertypes_and_subtypes() {
    let world = world();
    let mut editor = Editor::connect(Arc::new(OneTree::default()));
    let capabilities = editor.initialize(&world.root(), json!({}), Value::Null).await;
    editor.expect("lockstep/ready").await;
    assert_eq!(capabilities["typeHierarchyProvider"], json!(true));
    let prepared = editor.ask("textDocument/prepareTypeHierarchy", at(&world, "app.py", 0, 21)).await;
    let above = editor.ask("typeHierarchy/supertypes", json!({ "item": prepared[0] })).await;
    let below = editor.ask("typeHierarchy/subtypes", json!({ "item": prepared[0] })).await;
    expect![[r#"
        Square (shapes.py) 5 at 4:6 in 4-6
        above
        Shape (shapes.py) 5 at 0:6 in 0-2
        below
        Round (app.py) 5 at 10:6 in 10-11
    "#]]
    .assert_eq(&format!("{}above\n{}below\n{}", items(&prepared), items(&above), items(&below)));
    let function = editor.ask("textDocument/prepareTypeHierarchy", at(&world, "app.py", 2, 6)).await;
    assert_eq!(function, Value::Null, "a function is no type");
    editor.finish().await;
}

#[tokio::test]
async fn implementations_types_and_declarations_are_lists_of_places() {
    let world = world();
    let mut editor = editor(&world).await;
    let mut text = String::new();
    for (method, path, line, character) in [
        ("implementation", "shapes.py", 1, 9),
        ("implementation", "shapes.py", 0, 7),
        ("typeDefinition", "shapes.py", 12, 8),
        ("typeDefinition", "shapes.py", 8, 10),
        ("declaration", "app.py", 5, 26),
        ("declaration", "app.py", 0, 21),
    ] {
        let method = format!("textDocument/{method}");
        let found = editor.ask(&method, at(&world, path, line, character)).await;
        text.push_str(&format!("{method} {path} {line}:{character}\n{}", printed(&world, &found)));
        let nothing = editor.ask(&method, at(&world, "app.py", 1, 0)).await;
        assert_eq!(nothing, Value::Null);
    }
    expect![[r#"
        textDocument/implementation shapes.py 1:9
        shapes.py 1:8-1:12
        shapes.py 5:8-5:12
        textDocument/implementation shapes.py 0:7
        app.py 10:6-10:11
        shapes.py 4:6-4:12
        textDocument/typeDefinition shapes.py 12:8
        shapes.py 4:6-4:12
        textDocument/typeDefinition shapes.py 8:10
        shapes.py 4:6-4:12
        textDocument/declaration app.py 5:26
        app.py 0:34-0:38
        textDocument/declaration app.py 0:21
        shapes.py 4:6-4:12
    "#]]
    .assert_eq(&text);
    editor.finish().await;
}

#[tokio::test]
async fn highlights_have_kinds() {
    let world = world();
    let mut editor = editor(&world).await;
    let mut text = String::new();
    for (line, character) in [(5, 9), (0, 20), (1, 0)] {
        let found = editor.ask("textDocument/documentHighlight", at(&world, "app.py", line, character)).await;
        let found = found.as_array().cloned().unwrap_or_default();
        let one = |h: &Value| {
            let start = &h["range"]["start"];
            format!("{}:{} {}", start["line"], start["character"], h["kind"])
        };
        let found: Vec<String> = found.iter().map(one).collect();
        text.push_str(&format!("{line}:{character}: {}\n", found.join(", ")));
    }
    expect![[r#"
        5:9: 3:4 3, 5:8 3, 5:16 2, 6:11 2
        0:20: 0:19 1, 6:18 2, 10:12 1
        1:0: 
    "#]]
    .assert_eq(&text);
    editor.finish().await;
}

#[tokio::test]
async fn folds_are_whole_lines_and_as_many_as_the_client_takes() {
    let world = world();
    let mut text = String::new();
    for limit in [Value::Null, json!(2)] {
        let mut editor = Editor::connect(Arc::new(OneTree::default()));
        let capabilities = json!({ "textDocument": { "foldingRange": { "rangeLimit": limit } } });
        editor.initialize(&world.root(), capabilities, Value::Null).await;
        editor.expect("lockstep/ready").await;
        editor.notify("textDocument/didOpen", open(&world, "app.py", APP)).await;
        let params = json!({ "textDocument": { "uri": world.uri("app.py") } });
        let folds = editor.ask("textDocument/foldingRange", params).await;
        for fold in folds.as_array().unwrap() {
            text.push_str(&format!("{fold}\n"));
        }
        text.push_str("--\n");
        editor.finish().await;
    }
    expect![[r#"
        {"endLine":6,"startLine":2}
        {"endLine":5,"startLine":4}
        {"endLine":9,"kind":"comment","startLine":8}
        {"endLine":11,"startLine":10}
        --
        {"endLine":6,"startLine":2}
        {"endLine":9,"kind":"comment","startLine":8}
        --
    "#]]
    .assert_eq(&text);
}

#[tokio::test]
async fn each_position_has_its_selection() {
    let world = world();
    let mut editor = editor(&world).await;
    editor.notify("textDocument/didOpen", open(&world, "app.py", APP)).await;
    let positions = json!([{ "line": 5, "character": 30 }, { "line": 99, "character": 0 }]);
    let params = json!({ "textDocument": { "uri": world.uri("app.py") }, "positions": positions });
    let found = editor.ask("textDocument/selectionRange", params).await;
    let mut text = String::new();
    for one in found.as_array().unwrap() {
        let mut at = one;
        while at.is_object() {
            let (start, end) = (&at["range"]["start"], &at["range"]["end"]);
            let numbers = [&start["line"], &start["character"], &end["line"], &end["character"]];
            let numbers: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
            text.push_str(&format!("{} ", numbers.join(":")));
            at = &at["parent"];
        }
        text.push('\n');
    }
    expect![[r#"
        5:29:5:32 5:28:5:33 5:24:5:33 5:16:5:33 5:8:5:33 4:4:5:33 3:4:6:30 2:0:6:30 0:0:12:0 
        0:0:12:0 
    "#]]
    .assert_eq(&text);
    editor.finish().await;
}

#[tokio::test]
async fn who_imports_a_file_is_told_before_it_moves() {
    let world = world();
    let mut editor = editor(&world).await;
    let rename =
        |path: &str| json!({ "files": [{ "oldUri": world.uri(path), "newUri": world.uri("moved.py") }] });
    let edit = editor.ask("workspace/willRenameFiles", rename("shapes.py")).await;
    assert_eq!(edit, Value::Null);
    let told = editor.expect("window/showMessage").await;
    expect!["Lockstep: shapes.py is imported by 1 other file: app.py:1"]
        .assert_eq(told["params"]["message"].as_str().unwrap());
    // Nobody imports this one, and a file of no folder is nobody's.
    assert_eq!(editor.ask("workspace/willRenameFiles", rename("app.py")).await, Value::Null);
    let outside = json!({ "files": [{ "oldUri": "file:///nowhere/a.py", "newUri": "not a uri" }] });
    assert_eq!(editor.ask("workspace/willRenameFiles", outside).await, Value::Null);
    editor.finish().await;
}
