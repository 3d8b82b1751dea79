//! Each request on a small world: what the protocol's form is, not how right the analysis is.

use std::sync::Arc;

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::client::{Editor, OneTree, World, printed};

const BILLING: &str = "\
class Cart:
    def total(self, items):
        \"\"\"Adds the prices up.\"\"\"
        amount = sum(items)
        return amount

def receipt(cart: Cart):
    return cart.total([])
";
const APP: &str = "\
from billing import receipt

def checkout(cart):
    return receipt(cart)
";

fn world() -> World {
    World::new(&[("billing.py", BILLING), ("app.py", APP)])
}

async fn editor(world: &World, capabilities: Value) -> Editor {
    let mut editor = Editor::connect(Arc::new(OneTree::default()));
    editor.initialize(&world.root(), capabilities, Value::Null).await;
    editor.expect("lockstep/ready").await;
    editor
}

fn at(world: &World, path: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": world.uri(path) }, "position": { "line": line, "character": character } })
}

async fn check_references(world: &World, editor: &mut Editor, place: Value, expect: Expect) {
    let mut lines = String::new();
    for declaration in [false, true] {
        let mut params = place.clone();
        params["context"] = json!({ "includeDeclaration": declaration });
        let found = editor.ask("textDocument/references", params).await;
        lines.push_str(if declaration { "with its declaration\n" } else { "references\n" });
        lines.push_str(&printed(world, &found));
    }
    expect.assert_eq(&lines);
}

#[tokio::test]
async fn capabilities_follow_the_options() {
    let world = world();
    let mut lines = String::new();
    for options in [json!(null), json!({ "navigation": "off" }), json!({ "lens": false })] {
        let mut editor = Editor::connect(Arc::new(OneTree::default()));
        let offers = json!({ "general": { "positionEncodings": ["utf-32", "utf-8", "utf-16"] } });
        let capabilities = editor.initialize(&world.root(), offers, options.clone()).await;
        editor.expect("lockstep/ready").await;
        lines.push_str(&format!("{options}: {capabilities}\n"));
        editor.finish().await;
    }
    expect![[r#"
        null: {"callHierarchyProvider":true,"codeLensProvider":{"resolveProvider":true},"declarationProvider":true,"definitionProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"foldingRangeProvider":true,"hoverProvider":true,"implementationProvider":true,"positionEncoding":"utf-8","referencesProvider":true,"selectionRangeProvider":true,"textDocumentSync":{"change":2,"openClose":true,"save":{"includeText":false}},"typeDefinitionProvider":true,"typeHierarchyProvider":true,"workspace":{"fileOperations":{"willRename":{"filters":[{"pattern":{"glob":"**/*","matches":"file"},"scheme":"file"}]}},"workspaceFolders":{"changeNotifications":true,"supported":true}},"workspaceSymbolProvider":true}
        {"navigation":"off"}: {"codeLensProvider":{"resolveProvider":true},"positionEncoding":"utf-8","textDocumentSync":{"change":2,"openClose":true,"save":{"includeText":false}},"workspace":{"workspaceFolders":{"changeNotifications":true,"supported":true}}}
        {"lens":false}: {"callHierarchyProvider":true,"declarationProvider":true,"definitionProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"foldingRangeProvider":true,"hoverProvider":true,"implementationProvider":true,"positionEncoding":"utf-8","referencesProvider":true,"selectionRangeProvider":true,"textDocumentSync":{"change":2,"openClose":true,"save":{"includeText":false}},"typeDefinitionProvider":true,"typeHierarchyProvider":true,"workspace":{"fileOperations":{"willRename":{"filters":[{"pattern":{"glob":"**/*","matches":"file"},"scheme":"file"}]}},"workspaceFolders":{"changeNotifications":true,"supported":true}},"workspaceSymbolProvider":true}
    "#]]
    .assert_eq(&lines);
}

#[tokio::test]
async fn the_editor_is_attached_as_it_says_who_it_is() {
    let world = world();
    let opener = Arc::new(OneTree::default());
    let mut editor = Editor::connect(opener.clone());
    let folders = json!([{ "uri": world.uri(""), "name": "world" }]);
    let params = json!({
        "processId": 4711, "clientInfo": { "name": "Ed", "version": "1.2" }, "rootUri": "file:///elsewhere",
        "workspaceFolders": folders, "capabilities": {},
    });
    editor.ask("initialize", params).await;
    editor.notify("initialized", Value::Null).await;
    let ready = editor.expect("lockstep/ready").await;
    assert_eq!(ready["params"]["files"], 2);
    assert!(ready["params"]["symbols"].as_u64().unwrap() >= 4, "{ready}");
    assert!(ready["params"]["seconds"].is_f64(), "{ready}");
    {
        let attached = opener.attached.lock().unwrap();
        assert_eq!(attached[0].label, "Ed 1.2");
        assert_eq!(attached[0].pid, Some(4711));
        assert_eq!(attached[0].folder.canonicalize().unwrap(), world.root());
    }
    assert_eq!(opener.tree().unwrap().sessions(), 1);
    editor.finish().await;
    assert_eq!(opener.tree().unwrap().sessions(), 0, "the session ends with its connection");
}

#[tokio::test]
async fn definition_is_a_list_of_places() {
    let world = world();
    let mut editor = editor(&world, json!({})).await;
    let found = editor.ask("textDocument/definition", at(&world, "app.py", 3, 13)).await;
    expect![[r#"
        billing.py 6:4-6:11
    "#]]
    .assert_eq(&printed(&world, &found));
    let nothing = editor.ask("textDocument/definition", at(&world, "app.py", 1, 0)).await;
    assert_eq!(nothing, Value::Null);
    let unknown = editor.ask("textDocument/definition", at(&world, "missing.py", 1, 0)).await;
    assert_eq!(unknown, Value::Null);
    editor.finish().await;
}

#[tokio::test]
async fn references_honour_the_declaration() {
    let world = world();
    let mut editor = editor(&world, json!({})).await;
    check_references(
        &world,
        &mut editor,
        at(&world, "app.py", 3, 13),
        expect![[r#"
            references
            app.py 0:20-0:27
            app.py 3:11-3:18
            with its declaration
            app.py 0:20-0:27
            app.py 3:11-3:18
            billing.py 6:4-6:11
        "#]],
    )
    .await;
    editor.finish().await;
}

#[tokio::test]
async fn locals_have_references_too() {
    let world = world();
    let mut editor = editor(&world, json!({})).await;
    check_references(
        &world,
        &mut editor,
        at(&world, "billing.py", 4, 17),
        expect![[r#"
            references
            billing.py 4:15-4:21
            with its declaration
            billing.py 3:8-3:14
            billing.py 4:15-4:21
        "#]],
    )
    .await;
    editor.finish().await;
}

#[tokio::test]
async fn hover_shows_signature_documentation_place_and_counts() {
    let world = world();
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] } } });
    let mut lines = String::new();
    for capabilities in [markdown, json!({})] {
        let mut editor = editor(&world, capabilities).await;
        let hover = editor.ask("textDocument/hover", at(&world, "billing.py", 7, 18)).await;
        lines.push_str(&format!("{} {}\n", hover["contents"]["kind"], hover["range"]));
        lines.push_str(hover["contents"]["value"].as_str().unwrap());
        lines.push_str("\n\n");
        assert_eq!(editor.ask("textDocument/hover", at(&world, "app.py", 1, 0)).await, Value::Null);
        editor.finish().await;
    }
    expect![[r#"
        "markdown" {"end":{"character":21,"line":7},"start":{"character":16,"line":7}}
        ```python
        def total(self, items)
        ```

        Adds the prices up.

        ---

        method in `billing.py:2`

        1 caller · 2 affected · 1 reference

        "plaintext" {"end":{"character":21,"line":7},"start":{"character":16,"line":7}}
        def total(self, items)
        Adds the prices up.
        method in billing.py:2
        1 caller · 2 affected · 1 reference

    "#]]
    .assert_eq(&lines);
}

#[tokio::test]
async fn an_outline_is_a_tree_for_those_who_know_trees() {
    let world = world();
    let trees =
        json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let params = json!({ "textDocument": { "uri": world.uri("billing.py") } });
    let mut lines = String::new();
    for capabilities in [trees, json!({})] {
        let mut editor = editor(&world, capabilities).await;
        let outline = editor.ask("textDocument/documentSymbol", params.clone()).await;
        for symbol in outline.as_array().unwrap() {
            lines.push_str(&symbol.to_string().replace(&world.uri(""), "file://"));
            lines.push('\n');
        }
        editor.finish().await;
    }
    expect![[r#"
        {"children":[{"detail":"def total(self, items)","kind":6,"name":"total","range":{"end":{"character":21,"line":4},"start":{"character":4,"line":1}},"selectionRange":{"end":{"character":13,"line":1},"start":{"character":8,"line":1}}}],"detail":"class Cart","kind":5,"name":"Cart","range":{"end":{"character":21,"line":4},"start":{"character":0,"line":0}},"selectionRange":{"end":{"character":10,"line":0},"start":{"character":6,"line":0}}}
        {"detail":"def receipt(cart: Cart)","kind":12,"name":"receipt","range":{"end":{"character":25,"line":7},"start":{"character":0,"line":6}},"selectionRange":{"end":{"character":11,"line":6},"start":{"character":4,"line":6}}}
        {"kind":5,"location":{"range":{"end":{"character":21,"line":4},"start":{"character":0,"line":0}},"uri":"file:///billing.py"},"name":"Cart"}
        {"containerName":"Cart","kind":6,"location":{"range":{"end":{"character":21,"line":4},"start":{"character":4,"line":1}},"uri":"file:///billing.py"},"name":"total"}
        {"kind":12,"location":{"range":{"end":{"character":25,"line":7},"start":{"character":0,"line":6}},"uri":"file:///billing.py"},"name":"receipt"}
    "#]]
    .assert_eq(&lines);
}

#[tokio::test]
async fn workspace_symbols_have_a_place_and_a_container() {
    let world = world();
    let mut editor = editor(&world, json!({})).await;
    let found = editor.ask("workspace/symbol", json!({ "query": "total" })).await;
    let found = found.to_string().replace(&world.uri(""), "file://");
    expect![[r#"[{"containerName":"Cart","kind":6,"location":{"range":{"end":{"character":13,"line":1},"start":{"character":8,"line":1}},"uri":"file:///billing.py"},"name":"total"}]"#]].assert_eq(&found);
    assert_eq!(editor.ask("workspace/symbol", json!({ "query": "unheard" })).await, json!([]));
    editor.finish().await;
}

#[tokio::test]
async fn a_revision_is_waited_for() {
    let world = world();
    let mut editor = editor(&world, json!({})).await;
    let now = editor.ask("lockstep/revision", json!({})).await["revision"].as_str().unwrap().to_owned();
    let (host, number) = now.rsplit_once('.').unwrap();
    assert_eq!(host, "a1b2c3");
    let next = format!("{host}.{}", number.parse::<u64>().unwrap() + 1);
    let waiting = editor.send("lockstep/revision", json!({ "minRevision": next })).await;
    let document = json!({ "uri": world.uri("app.py"), "languageId": "python", "version": 1, "text": APP });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    let reached = editor.answer(waiting).await["result"]["revision"].as_str().unwrap().to_owned();
    let reached: u64 = reached.rsplit_once('.').unwrap().1.parse().unwrap();
    assert!(reached > number.parse().unwrap());
    for foreign in ["17", "ffffff.1", "a1b2c3.x"] {
        let error = editor.ask_in_vain("lockstep/revision", json!({ "minRevision": foreign })).await;
        assert_eq!(error["code"], -32602, "{error}");
    }
    editor.finish().await;
}
