//! Keystroke → visible to MCP: a letter goes to the editor's door, and a question at the assistant's must reflect it.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
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

/// How much more a keystroke may cost in a bigger workspace.
const FLAT: f64 = 1.3;

/// What typing in the same file cost in each workspace, to be compared.
#[derive(Default)]
pub(crate) struct Series(BTreeMap<(Kind, usize), Vec<Point>>);

struct Point {
    corpus: &'static str,
    /// Milliseconds: the median without the question, and the host's CPU for the edit alone.
    median: f64,
    cpu: f64,
}

impl Series {
    /// Adds how each workspace compares with the smallest that has the file: a file of *small* is another one.
    pub(crate) fn compare(&self, table: &mut Table) {
        for ((kind, lines), points) in &self.0 {
            let mut points = points.iter().filter(|point| point.corpus != "small");
            let Some(first) = points.next() else { continue };
            let what = format!("{} lines of {}", thousands(*lines), kind.names().0);
            for point in points {
                let name = format!("an edit of {what}: CPU of the host, by that in *{}*", first.corpus);
                let more = format!("{} ms by {} ms", rounded(point.cpu), rounded(first.cpu));
                // The clock of the host's CPU ticks in hundredths of a second: over all keystrokes that is some hundredth
                // of a millisecond each.
                table.add_with(point.corpus, &name, point.cpu / first.cpu.max(0.05), FLAT, "×", &more);
                let name = format!("keystroke → MCP, {what}: p50 by that in *{}*", first.corpus);
                let more = format!("{} ms by {} ms", rounded(point.median), rounded(first.median));
                table.tell(
                    point.corpus,
                    &name,
                    format!("{} × ({more})", rounded(point.median / first.median.max(0.05))),
                );
            }
        }
    }
}

/// Adds the figures of typing. Needs a running host.
pub(crate) fn measure(
    table: &mut Table,
    corpus: &'static str,
    world: &World,
    series: &mut Series,
) -> Result<()> {
    let kinds = match corpus {
        "small" => &[Kind::Python][..],
        _ => &Kind::ALL,
    };
    let workspace = world.workspace();
    let mut editor = Client::start(world.command(&["lsp"]), Framing::ContentLength)?;
    editor.initialize_lsp(&workspace)?;
    editor.notification("lockstep/ready")?;
    let mut assistant = Client::start(world.command(&["mcp"]), Framing::Lines)?;
    assistant.initialize_mcp()?;
    let mut rpc = Client::dial(&world.socket()?, "rpc", &workspace)?;
    for kind in kinds {
        for lines in kind.lengths() {
            let targets = if *lines > 2_000 { (5.0, 40.0) } else { (2.0, 10.0) };
            let typed = type_in(*kind, corpus, *lines, world, &mut editor, &mut assistant, &mut rpc)?;
            let (net, raw) = (typed.raw.less(typed.without_edit.median()), &typed.raw);
            let what = format!("keystroke → MCP, {} lines of {}", thousands(*lines), kind.names().0);
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
            let point =
                Point { corpus, median: net.median(), cpu: (typed.cpu - typed.cpu_without_edit).max(0.0) };
            series.0.entry((*kind, *lines)).or_default().push(point);
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
    std::fs::create_dir_all(path.parent().context("no folder")?)?;
    std::fs::write(&path, &generated.text)?;
    editor.open(&path, kind.names().1, &generated.text)?;
    let symbol = json!({"symbol": format!("{relative}#{}", kind.target())});
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
