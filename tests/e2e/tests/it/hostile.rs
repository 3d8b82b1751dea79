//! No input makes the host panic, hang or grow without bound; what is left out is reported, and the rest is answered.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use expect_test::expect;
use lockstep_e2e::{Assistant, Editor, Nested, World, indented, mazes, nested, repository};
use serde_json::{Value, json};

/// What is asked about in the middle of it all.
const GOOD: &str = "def price():\n    return 1\n\n\ndef total():\n    return price()\n";

/// Nesting in the tests that always run; `LOCKSTEP_HOSTILE_DEPTH` says otherwise.
const DEPTH: usize = 2_000;

fn assistant(world: &World) -> Assistant {
    let mut assistant = world.assistant();
    assistant.initialize();
    assistant
}

/// Nothing panicked, the host that was there at first is there still, and the good file is answered.
#[track_caller]
fn check_unharmed(world: &World, assistant: &mut Assistant, host: i32) {
    let text = assistant.call("find_callers", json!({"symbol": "price"}));
    assert!(text.contains("total  function  calls at 6"), "{text}");
    assert_eq!(world.host(), host, "another host runs");
    let log = std::fs::read_to_string(world.path("state/lockstep/host.log")).unwrap();
    assert!(!log.contains("panic"), "{log}");
}

/// The rows of `index_status` about what is left out.
fn left_out(status: &str) -> String {
    let (_, rows) = status.split_once("left out:\n").unwrap_or_else(|| panic!("nothing left out: {status}"));
    rows.lines().take_while(|line| !line.starts_with("revision ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_is_no_text_or_no_file_is_left_out_and_said() {
    let world = World::new();
    world.write("work/good.py", GOOD);
    let samples = repository().join("fixtures/hostile");
    for entry in std::fs::read_dir(&samples).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), world.path("work").join(entry.file_name())).unwrap();
    }
    let at = |name: &str| world.path("work").join(name);
    std::fs::write(at("one_line.js"), "f(1);".repeat(1 << 20)).unwrap();
    std::fs::write(at("one_short_line.js"), "f(1);".repeat(1 << 16)).unwrap();
    std::fs::File::create(at("sparse.ts")).unwrap().set_len(200 << 20).unwrap();
    std::fs::write(at("secret.py"), "def secret(): pass\n").unwrap();
    std::fs::set_permissions(at("secret.py"), std::fs::Permissions::from_mode(0o000)).unwrap();
    let fifo = rustix::fs::FileType::Fifo;
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, at("pipe.py"), fifo, mode, 0).unwrap();
    let _socket = UnixListener::bind(at("socket.py")).unwrap();
    symlink(at(""), at("around")).unwrap();
    symlink(at("itself.py"), at("itself.py")).unwrap();
    world.write("outside/leak.py", "def leaked(): pass\n");
    symlink(world.path("outside"), at("leads_out")).unwrap();
    symlink(world.path("outside/leak.py"), at("leak.py")).unwrap();
    let deep = "d/".repeat(1_000);
    world.write(&format!("work/{deep}deep.py"), "def at_the_bottom(): pass\n");
    world.write("work/line\nbreak 😀/new\nline.py", "def behind_a_line_break(): pass\n");
    let long = "n".repeat(250);
    world.write(&format!("work/{long}.py"), "def long_name(): pass\n");
    let mut assistant = assistant(&world);
    let host = world.host();
    check_unharmed(&world, &mut assistant, host);
    let status = assistant.call("index_status", json!({"max_tokens": 20_000}));
    let readable = rustix::process::geteuid().is_root();
    let told: String = left_out(&status)
        .lines()
        .filter(|line| !line.starts_with("secret.py"))
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    expect![[r#"
          not_utf8.py  not UTF-8
          nul.py  not UTF-8
          one_line.js  too large (5242880 bytes)
          one_short_line.js  minified or generated
          pipe.py  not a regular file
          socket.py  not a regular file
          sparse.ts  too large (209715200 bytes)
          surrogate.py  not UTF-8
          utf16_be.rs  not UTF-8
          utf16_le.ts  not UTF-8
    "#]]
    .assert_eq(&told);
    assert!(readable || status.contains("secret.py  unreadable: permission denied"), "{status}");
    for (name, found) in [
        ("secret", readable),
        ("leaked", false),
        ("at_the_bottom", true),
        ("behind_a_line_break", true),
        ("long_name", true),
        ("behind_a_mark", true),
        ("behind_carriage_returns", true),
        ("behind_both", true),
    ] {
        let text = assistant.call("search_symbols", json!({"query": name}));
        assert_eq!(text.lines().any(|line| line.contains("  function  ")), found, "{name}: {text}");
        let lines = text.lines().count();
        assert!(lines < 8, "a name makes no lines of its own: {text}");
    }
    check_unharmed(&world, &mut assistant, host);
}

/// Every file of a world with deep texts is indexed or reported, and can be opened, typed in and asked about.
fn deep_texts(depth: usize) {
    let world = World::new();
    world.write("work/good.py", GOOD);
    let mut texts = nested(depth);
    texts.push(indented(depth.min(900)));
    for text in &texts {
        world.write(&format!("work/{}", text.name), &text.text);
    }
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    editor.notification("lockstep/ready");
    let mut assistant = assistant(&world);
    let host = world.host();
    for text in &texts {
        let answer = assistant.call("get_file_outline", json!({"path": text.name}));
        assert!(answer.starts_with(&format!("outline of {} ", text.name)), "{}: {answer}", text.name);
    }
    // What is deeper than is looked at is left out, and that is said; the rest of the list is counted.
    let status = assistant.call("index_status", json!({"max_tokens": 20_000}));
    let told = left_out(&status);
    assert!(told.contains("nested too deeply: what is deeper is left out"), "{status}");
    check_unharmed(&world, &mut assistant, host);
    for text in &texts {
        type_in(&world, &mut editor, text);
    }
    check_unharmed(&world, &mut assistant, host);
}

/// One character in the middle, one at the end, and the questions an editor asks by itself; then it is closed.
fn type_in(world: &World, editor: &mut Editor, text: &Nested) {
    let path = world.path("work").join(&text.name);
    editor.open(&path, text.language, &text.text);
    let lines = text.text.lines().count() as u32;
    for (version, line) in [(2, lines / 2), (3, lines.saturating_sub(1))] {
        editor.edit(&path, version, (line, 0), (line, 0), "z");
        let document = json!({"uri": format!("file://{}", path.display())});
        let at = json!({"textDocument": document, "position": {"line": line, "character": 0}});
        for (method, params) in [
            ("textDocument/hover", at.clone()),
            ("textDocument/definition", at),
            ("textDocument/documentSymbol", json!({"textDocument": document})),
            ("textDocument/codeLens", json!({"textDocument": document})),
        ] {
            let id = editor.send_request(method, params);
            let answer = editor.answer(id);
            // A slow parse may be said to be one.
            let code = answer["error"]["code"].as_i64();
            assert!(matches!(code, None | Some(-32801)), "{} {method}: {answer}", text.name);
        }
    }
    editor.close(&path);
}

#[test]
fn deep_texts_are_indexed_and_typed_in() {
    let depth = std::env::var("LOCKSTEP_HOSTILE_DEPTH").ok().and_then(|depth| depth.parse().ok());
    deep_texts(depth.unwrap_or(DEPTH));
}

/// What leads nowhere by very many ways, or by one that is very long, is left as soon as every module was looked into.
#[test]
fn wildcards_that_lead_nowhere_end() {
    let world = World::new();
    world.write("work/good.py", GOOD);
    for (path, text) in mazes(40, 14, 3_000) {
        world.write(&format!("work/{path}"), &text);
    }
    let mut assistant = assistant(&world);
    let host = world.host();
    for file in ["far.py", "far.ts", "src/far.rs"] {
        let text = assistant.call("find_references", json!({"symbol": format!("{file}#lost")}));
        assert!(text.contains("references: 0  uncertain: 0"), "{text}");
    }
    check_unharmed(&world, &mut assistant, host);
}

#[test]
fn edits_that_no_editor_should_send_change_what_they_can() {
    let world = World::new();
    let good = world.write("work/good.py", GOOD);
    let mut assistant = assistant(&world);
    let host = world.host();
    let mut editor = world.editor();
    editor.initialize(&world.path("work"));
    editor.notification("lockstep/ready");
    editor.open(&good, "python", GOOD);
    let uri = format!("file://{}", good.display());
    let mut version = 1;
    let mut change = |editor: &mut Editor, changes: Value| {
        version += 1;
        let document = json!({"uri": uri, "version": version});
        editor.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    };
    let at = |line: u32, character: u32| json!({"line": line, "character": character});
    let far = u32::MAX;
    // Behind the end, before the beginning, backwards, and in the middle of a pair of surrogates.
    change(&mut editor, json!([{"range": {"start": at(far, far), "end": at(far, far)}, "text": "\n# 😀😀"}]));
    change(&mut editor, json!([{"range": {"start": at(7, 3), "end": at(7, 5)}, "text": ""}]));
    change(&mut editor, json!([{"range": {"start": at(7, 2), "end": at(6, 0)}, "text": "#"}]));
    change(&mut editor, json!([]));
    change(
        &mut editor,
        json!([{"range": {"start": at(0, 0), "end": at(0, 0)}, "text": "# \u{0}\u{feff}\u{202e}\r\r\n"}]),
    );
    let symbols = json!({"textDocument": {"uri": uri}});
    let answer = editor.request("textDocument/documentSymbol", symbols.clone());
    assert_eq!(answer[0]["name"], "price", "{answer}");
    // Half a pair of surrogates is no character, but is counted as one: what is typed behind it stands where it should.
    change(&mut editor, json!([{"text": GOOD}]));
    version += 1;
    let half = format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{{\"textDocument\":{{\"uri\":\"{uri}\",\
         \"version\":{version}}},\"contentChanges\":[{{\"range\":{{\"start\":{{\"line\":0,\"character\":0}},\"end\":{{\"line\":0,\
         \"character\":0}}}},\"text\":\"'\\ud83d'\\n\"}}]}}}}"
    );
    editor.process().write(format!("Content-Length: {}\r\n\r\n{half}", half.len()).as_bytes());
    editor.edit(&good, version + 1, (1, 4), (1, 9), "cost");
    let answer = editor.request("textDocument/documentSymbol", symbols);
    assert_eq!(answer[0]["name"], "cost", "{answer}");
    assert_eq!(answer[0]["location"]["range"]["start"], at(1, 0), "{answer}");
    editor.close(&good);
    editor.request("lockstep/revision", json!({}));
    check_unharmed(&world, &mut assistant, host);
}

/// Files in one folder; ten times as many with `LOCKSTEP_HOSTILE_DEPTH`.
const FILES: usize = 2_000;

#[test]
fn very_many_files_in_one_folder_are_indexed() {
    let deep = std::env::var("LOCKSTEP_HOSTILE_DEPTH").is_ok();
    let count = if deep { 10 * FILES } else { FILES };
    let world = World::new();
    world.write("work/good.py", GOOD);
    for number in 0..count {
        std::fs::write(world.path(&format!("work/f{number}.py")), format!("def made_{number}(): pass\n"))
            .unwrap();
    }
    let mut assistant = assistant(&world);
    let host = world.host();
    // The first index may take longer than an answer waits; until then each answer says how far it is.
    let last = json!({"symbol": format!("made_{}", count - 1)});
    lockstep_e2e::eventually("the last file is indexed", || {
        assistant.call("find_references", last.clone()).starts_with("references to ").then_some(())
    });
    let status = assistant.call("index_status", json!({}));
    assert!(status.contains(&format!("{} files", count + 1)), "{status}");
    check_unharmed(&world, &mut assistant, host);
}

/// Somebody's build writes a file again and again while questions are asked; in the end the last text counts.
#[test]
fn a_file_that_changes_all_the_time_delays_nobody() {
    let world = World::new();
    world.write("work/good.py", GOOD);
    let busy = world.write("work/busy.py", "def version_0(): pass\n");
    let mut assistant = assistant(&world);
    let host = world.host();
    let done = std::sync::atomic::AtomicBool::new(false);
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut version = 0;
            while !done.load(std::sync::atomic::Ordering::SeqCst) {
                version += 1;
                std::fs::write(&busy, format!("def version_{version}(): pass\n").repeat(1 + version % 7))
                    .unwrap();
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            version
        });
        for _ in 0..50 {
            check_unharmed(&world, &mut assistant, host);
            assistant.call("get_file_outline", json!({"path": "busy.py"}));
        }
        done.store(true, std::sync::atomic::Ordering::SeqCst);
        writer.join().unwrap()
    });
    let outline = assistant.call("get_file_outline", json!({"path": "busy.py"}));
    assert!(outline.contains(&format!("version_{written} ")), "{written}: {outline}");
    check_unharmed(&world, &mut assistant, host);
}

/// A disk that takes no more costs the cache and the log, never an answer.
#[test]
fn a_full_disk_costs_the_cache_alone() {
    let world = World::new();
    world.write("work/good.py", GOOD);
    for number in 0..200 {
        world.write(&format!("work/f{number}.py"), &format!("def made_{number}(): pass\n").repeat(20));
    }
    // No file may grow past 16 kB, and who tries is told so instead of being killed.
    let binary = lockstep_e2e::binary();
    let script = format!("trap '' XFSZ; ulimit -f 16; exec '{}' mcp", binary.display());
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &script]).current_dir(world.path("work"));
    let mut assistant = Assistant::over(lockstep_e2e::Process::start(world.prepared(command)));
    assistant.initialize();
    let host = world.host();
    let text = assistant.call("find_references", json!({"symbol": "made_199"}));
    assert!(text.starts_with("references to f199.py"), "{text}");
    world.write("work/later.py", "from good import price\n\ndef later():\n    return price()\n");
    let text = assistant.call("find_callers", json!({"symbol": "price"}));
    assert!(text.contains("later.py:3  later"), "{text}");
    check_unharmed(&world, &mut assistant, host);
}
