//! Keystroke → visible to MCP: a letter goes to the editor's door, and a question at the assistant's must reflect it.

use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::client::{Client, Framing};
use crate::generated::{CALLER, Kind, TARGET, generate};
use crate::samples::Samples;
use crate::table::{Table, rounded};
use crate::world::{World, host_cpu};

const KEYSTROKES: usize = 300;
const WITHOUT_EDIT: usize = 100;
/// Not measured: the first ones find nothing warm.
const WARM_UP: usize = 6;

/// Adds the figures of typing. Needs a running host.
pub(crate) fn measure(table: &mut Table, corpus: &'static str, world: &World) -> Result<()> {
    let kinds = match corpus {
        "small" => &[Kind::Python][..],
        _ => &[Kind::Python, Kind::TypeScript, Kind::Rust],
    };
    let workspace = world.workspace();
    let mut editor = Client::start(world.command(&["lsp"]), Framing::ContentLength)?;
    editor.initialize_lsp(&workspace)?;
    editor.notification("lockstep/ready")?;
    let mut assistant = Client::start(world.command(&["mcp"]), Framing::Lines)?;
    assistant.initialize_mcp()?;
    let mut rpc = Client::dial(&world.socket()?, "rpc", &workspace)?;
    for kind in kinds {
        for (lines, targets) in [(1_000, (2.0, 10.0)), (10_000, (5.0, 40.0))] {
            let typed = type_in(*kind, corpus, lines, world, &mut editor, &mut assistant, &mut rpc)?;
            let (net, raw) = (typed.raw.less(typed.without_edit.median()), &typed.raw);
            let what = format!("keystroke → MCP, {} lines of {}", thousands(lines), kind.names().0);
            for (percent, target) in [(50, targets.0), (99, targets.1)] {
                let more = format!("raw {}", rounded(raw.percentile(percent)));
                let name = format!("{what}: p{percent}");
                table.add_with(corpus, &name, net.percentile(percent), target, "ms", &more);
            }
            table.tell(
                corpus,
                &format!("{what}: CPU of the host"),
                format!(
                    "{} ms a keystroke with its questions, {} ms the questions alone",
                    rounded(typed.cpu),
                    rounded(typed.cpu_without_edit)
                ),
            );
        }
    }
    Ok(())
}

struct Typed {
    raw: Samples,
    without_edit: Samples,
    /// Milliseconds of CPU for each.
    cpu: f64,
    cpu_without_edit: f64,
}

fn type_in(
    kind: Kind,
    corpus: &str,
    lines: usize,
    world: &World,
    editor: &mut Client,
    assistant: &mut Client,
    rpc: &mut Client,
) -> Result<Typed> {
    let relative = kind.path(corpus, lines);
    let path = world.workspace().join(&relative);
    let generated = generate(kind, corpus, lines);
    std::fs::write(&path, &generated.text)?;
    editor.open(&path, kind.names().1, &generated.text)?;
    let symbol = json!({"symbol": format!("{relative}#{TARGET}")});
    let mut ask = |editor: &mut Client| -> Result<bool> {
        let revision = editor.revision()?;
        let (text, failed) = assistant.call("find_callers", symbol.clone(), &revision)?;
        ensure!(!failed, "{relative}: {text}");
        Ok(text.contains(CALLER))
    };
    ensure!(ask(editor)?, "{relative}: the call is not seen");
    let mut without_edit = Samples::default();
    let cpu = host_cpu(rpc)?;
    for _ in 0..WITHOUT_EDIT {
        let started = Instant::now();
        ask(editor)?;
        without_edit.add(started.elapsed());
    }
    let cpu_without_edit = (host_cpu(rpc)? - cpu) * 1000.0 / WITHOUT_EDIT as f64;
    let (line, end) = (generated.line, generated.column);
    let last = &TARGET[TARGET.len() - 1..];
    let (mut raw, mut whole, mut cpu) = (Samples::default(), true, 0.0);
    for keystroke in 0..WARM_UP + KEYSTROKES {
        if keystroke == WARM_UP {
            cpu = host_cpu(rpc)?;
        }
        let version = keystroke as u64 + 2;
        let started = Instant::now();
        if whole {
            editor.edit(&path, version, line, (end - 1, end), "")?;
        } else {
            editor.edit(&path, version, line, (end - 1, end - 1), last)?;
        }
        whole = !whole;
        let seen = ask(editor)?;
        if keystroke >= WARM_UP {
            raw.add(started.elapsed());
        }
        ensure!(seen == whole, "{relative}: keystroke {keystroke} is not reflected");
    }
    let cpu = (host_cpu(rpc)? - cpu) * 1000.0 / KEYSTROKES as f64;
    let document: Value = json!({"textDocument": {"uri": crate::client::uri(&path)}});
    editor.notify("textDocument/didClose", document)?;
    Ok(Typed { raw, without_edit, cpu, cpu_without_edit })
}

fn thousands(lines: usize) -> String {
    format!("{},{:03}", lines / 1000, lines % 1000)
}
