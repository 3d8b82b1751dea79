//! Proof that it is live: what an editor types is what an assistant is answered, and what another process writes too.

use std::path::Path;

use lockstep_e2e::{Assistant, Editor, World, eventually};
use serde_json::{Value, json};

/// The revision that shows everything the editor has sent so far.
fn revision(editor: &mut Editor) -> Value {
    editor.request("lockstep/revision", json!({}))["revision"].clone()
}

/// Calls a tool so that the answer shows at least what the editor has sent.
fn call_after(editor: &mut Editor, assistant: &mut Assistant, tool: &str, arguments: Value) -> String {
    let meta = json!({"lockstep/minRevision": revision(editor)});
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    let result = assistant.request("tools/call", params);
    result["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

fn callers(editor: &mut Editor, assistant: &mut Assistant, symbol: &str) -> String {
    call_after(editor, assistant, "find_callers", json!({"symbol": symbol}))
}

const SHOP: &str = "def price():\n    return 1\n\n\ndef total():\n    return price()\n";
const CART: &str = "from shop import price\n\n\ndef checkout():\n    pass\n";

#[test]
fn a_call_typed_and_not_saved_is_a_caller_until_it_is_undone() {
    let world = World::new();
    world.write("work/shop.py", SHOP);
    let cart = world.write("work/cart.py", CART);
    let (mut editor, mut assistant) = world.both();
    assert!(!callers(&mut editor, &mut assistant, "price").contains("checkout"));
    editor.open(&cart, "python", CART);
    editor.edit(&cart, 2, (4, 4), (4, 8), "return price()");
    let text = callers(&mut editor, &mut assistant, "price");
    assert!(text.contains("cart.py:4") && text.contains("checkout"), "{text}");
    assert!(text.contains("unsaved"), "{text}");
    assert_eq!(std::fs::read_to_string(&cart).unwrap(), CART, "nothing was saved");
    // Undo.
    editor.edit(&cart, 3, (4, 4), (4, 18), "pass");
    assert!(!callers(&mut editor, &mut assistant, "price").contains("checkout"));
    // Again, then closed without saving: the disk's text is the truth.
    editor.edit(&cart, 4, (4, 4), (4, 8), "return price()");
    assert!(callers(&mut editor, &mut assistant, "price").contains("checkout"));
    editor.close(&cart);
    let text = callers(&mut editor, &mut assistant, "price");
    assert!(!text.contains("checkout") && text.contains("total"), "{text}");
}

#[test]
fn a_definition_renamed_in_a_buffer_is_known_by_its_new_name() {
    let world = World::new();
    let shop = world.write("work/shop.py", SHOP);
    world.write("work/cart.py", &CART.replace("pass", "return price()"));
    let (mut editor, mut assistant) = world.both();
    assert!(callers(&mut editor, &mut assistant, "price").contains("checkout"));
    editor.open(&shop, "python", SHOP);
    editor.edit(&shop, 2, (0, 4), (0, 9), "cost");
    let text = callers(&mut editor, &mut assistant, "cost");
    assert!(text.contains("callers: 0 "), "nobody says cost yet: {text}");
    let text = callers(&mut editor, &mut assistant, "price");
    assert!(!text.contains("checkout"), "price is gone: {text}");
    editor.edit(&shop, 3, (5, 11), (5, 16), "cost");
    let text = callers(&mut editor, &mut assistant, "cost");
    assert!(text.contains("total"), "{text}");
}

/// Two types with `run`, one of them called.
fn same_named(file: &str, text: &str, called: &str, other: &str, caller: &str) {
    let world = World::new();
    world.write("work/Cargo.toml", "[package]\nname = \"work\"\n");
    world.write(&format!("work/{file}"), text);
    let (mut editor, mut assistant) = world.both();
    let found = callers(&mut editor, &mut assistant, called);
    assert!(found.contains(caller) && found.contains("callers: 1 "), "{called}: {found}");
    let found = callers(&mut editor, &mut assistant, other);
    assert!(!found.contains(caller) && found.contains("callers: 0 "), "{other}: {found}");
}

#[test]
fn the_same_name_on_another_type_is_not_counted_in_python() {
    let text = "class Motor:\n    def run(self):\n        pass\n\n\nclass Report:\n    def run(self):\n        pass\n\n\n\
                def start():\n    engine = Motor()\n    engine.run()\n";
    same_named("a.py", text, "Motor.run", "Report.run", "start");
}

#[test]
fn the_same_name_on_another_type_is_not_counted_in_rust() {
    let text = "pub struct Motor;\nimpl Motor {\n    pub fn run(&self) {}\n}\npub struct Report;\nimpl Report {\n    pub fn run(&self) \
                {}\n}\npub fn start(engine: &Motor) {\n    engine.run();\n}\n";
    same_named("src/lib.rs", text, "Motor.run", "Report.run", "start");
}

#[test]
fn the_same_name_on_another_type_is_not_counted_in_typescript() {
    let text = "export class Motor {\n  run() {}\n}\nexport class Report {\n  run() {}\n}\nexport function start(engine: Motor) \
                {\n  engine.run();\n}\n";
    same_named("a.ts", text, "Motor.run", "Report.run", "start");
}

#[test]
fn a_file_written_by_another_process_and_named_is_seen_without_a_watcher() {
    let world = World::new().with("LOCKSTEP_WATCH", "off");
    world.write("work/shop.py", SHOP);
    let mut assistant = world.assistant();
    assistant.initialize();
    assert!(assistant.call("find_callers", json!({"symbol": "price"})).contains("total"));
    world.write("work/shop.py", &SHOP.replace("total", "sum_up"));
    let text = assistant.call("find_callers", json!({"symbol": "shop.py#price"}));
    assert!(text.contains("sum_up") && !text.contains("total()"), "{text}");
    assert!(text.contains("refreshed") && text.contains("shop.py"), "{text}");
}

#[test]
fn a_file_written_by_another_process_and_not_named_is_seen_by_the_watcher() {
    // The gate waits for the watcher's own cookie: with time enough, whatever was written before the question is in.
    let world = World::new().with("LOCKSTEP_DRAIN", "30s");
    world.write("work/shop.py", SHOP);
    let mut assistant = world.assistant();
    assistant.initialize();
    assert!(assistant.call("find_callers", json!({"symbol": "price"})).contains("total"));
    world.write("work/new/cart.py", &CART.replace("pass", "return price()"));
    let text = eventually("the new file's caller", || {
        let text = assistant.call("find_callers", json!({"symbol": "price"}));
        text.contains("checkout").then_some(text)
    });
    assert!(!text.contains("watcher: late"), "{text}");
    world.write("work/cart.py", "from shop import price\n\n\ndef pay():\n    return price()\n");
    let text = assistant.call("find_callers", json!({"symbol": "price"}));
    assert!(text.contains("pay"), "a file in a watched folder is in before the answer: {text}");
}

#[test]
fn of_two_editors_the_last_to_edit_decides() {
    let world = World::new();
    world.write("work/shop.py", SHOP);
    let cart = world.write("work/cart.py", CART);
    let (mut first, mut assistant) = world.both();
    let mut second = world.editor();
    second.initialize(&world.path("work"));
    second.notification("lockstep/ready");
    let open = |editor: &mut Editor, path: &Path| editor.open(path, "python", CART);
    open(&mut first, &cart);
    open(&mut second, &cart);
    first.edit(&cart, 2, (4, 4), (4, 8), "return price()");
    assert!(callers(&mut first, &mut assistant, "price").contains("checkout"));
    // The second types something else into its own copy.
    second.edit(&cart, 2, (3, 4), (3, 12), "leave");
    let text = callers(&mut second, &mut assistant, "price");
    assert!(!text.contains("checkout") && !text.contains("leave"), "{text}");
    second.close(&cart);
    revision(&mut second);
    let text = callers(&mut first, &mut assistant, "price");
    assert!(text.contains("checkout"), "the first editor's text is the one that is left: {text}");
}

#[test]
fn a_host_killed_under_both_is_found_again() {
    let world = World::new();
    world.write("work/shop.py", SHOP);
    let (editor, mut assistant) = world.both();
    world.kill_host();
    let ended = editor.wait();
    assert!(ended.code.is_some_and(|code| code != 0), "the editor's end says so: {ended:?}");
    assert!(assistant.call("find_callers", json!({"symbol": "price"})).contains("total"));
    // What an editor does then: start again, open its buffers again.
    let (mut editor, _other) = world.both();
    let shop = world.path("work/shop.py");
    editor.open(&shop, "python", &SHOP.replace("total", "sum_up"));
    assert!(callers(&mut editor, &mut assistant, "price").contains("sum_up"));
}

#[test]
fn ten_thousand_edits_and_questions_in_one_pipe_are_answered_in_order() {
    let world = World::new();
    let shop = world.write("work/shop.py", SHOP);
    let (mut editor, mut assistant) = world.both();
    editor.open(&shop, "python", SHOP);
    let document = json!({"textDocument": {"uri": format!("file://{}", shop.display())}});
    let mut asked = Vec::new();
    let mut length = 5u32;
    for round in 0..5_000u32 {
        let name = format!("price{round}");
        editor.edit(&shop, round as i32 + 2, (0, 4), (0, 4 + length), &name);
        length = name.len() as u32;
        asked.push((editor.send_request("textDocument/documentSymbol", document.clone()), round));
    }
    // Unpaced: what comes too late for its deadline is refused, and whatever is answered is no older than its question.
    for (id, round) in asked {
        let answer = editor.answer(id);
        if answer["error"]["code"] == -32801 {
            continue;
        }
        let name = answer["result"][0]["name"].as_str().unwrap_or_default();
        let seen: u32 = name.trim_start_matches("price").parse().unwrap_or_default();
        assert!(seen >= round, "asked after edit {round}, answered {answer}");
    }
    let text = call_after(&mut editor, &mut assistant, "get_file_outline", json!({"path": "shop.py"}));
    assert!(text.contains("price4999"), "{text}");
}

#[test]
fn what_an_assistant_reads_while_an_editor_types_is_no_older_than_it_asked_for() {
    let world = World::new();
    let shop = world.write("work/shop.py", SHOP);
    let (mut editor, mut assistant) = world.both();
    editor.open(&shop, "python", SHOP);
    let mut revisions = Vec::new();
    let mut length = 5u32;
    for round in 0..2_000u32 {
        let name = format!("price{round}");
        editor.edit(&shop, round as i32 + 2, (0, 4), (0, 4 + length), &name);
        length = name.len() as u32;
        if round % 10 == 0 {
            revisions.push((editor.send_request("lockstep/revision", json!({})), round));
        }
    }
    // Each is asked for as soon as the editor knows its number, while the edits after it are still on their way.
    let mut asked = Vec::new();
    for (id, round) in revisions {
        let revision = editor.answer(id)["result"]["revision"].clone();
        let meta = json!({"lockstep/minRevision": revision});
        let params = json!({"name": "get_file_outline", "arguments": {"path": "shop.py"}, "_meta": meta});
        asked.push((assistant.send_request("tools/call", params), round));
    }
    for (id, round) in asked {
        let answer = assistant.answer(id);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        let seen = text
            .split_once("price")
            .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok());
        assert!(seen.is_some_and(|seen| seen >= round), "asked for edit {round}, answered {text}");
    }
}
