//! Latency of questions over the socket: warm, and as the first thing after an edit of the symbol's own signature.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::client::{Client, uri};
use crate::samples::Samples;
use crate::table::{Table, rounded};
use crate::world::{World, until_idle};

const ROUNDS: usize = 8;
const ROUNDS_OF_EDITS: usize = 4;
/// Symbols asked about in each file, evenly spread.
const SYMBOLS_OF_A_FILE: usize = 8;
/// A symbol with more references is a hub.
const HUB: usize = 200;
const WARM: f64 = 5.0;
const AFTER_EDIT: f64 = 50.0;
const OF_A_HUB: f64 = 100.0;
const IMPACT: f64 = 50.0;

fn files(corpus: &str) -> &'static [(&'static str, &'static str)] {
    match corpus {
        "small" => &[
            ("flask/app.py", "python"),
            ("flask/helpers.py", "python"),
            ("flask/sansio/scaffold.py", "python"),
        ],
        "large" => &LARGE,
        _ => &BIGGER,
    }
}

const LARGE: [(&str, &str); 5] = [
    ("django/db/models/query.py", "python"),
    ("django/http/response.py", "python"),
    ("rxjs/src/internal/Observable.ts", "typescript"),
    ("rxjs/src/internal/util/lift.ts", "typescript"),
    ("clap_builder/src/builder/command.rs", "rust"),
];

/// Those, and some of what the bigger workspaces have besides.
const BIGGER: [(&str, &str); 11] = [
    LARGE[0],
    LARGE[1],
    LARGE[2],
    LARGE[3],
    LARGE[4],
    ("sqlalchemy/engine/base.py", "python"),
    ("theia-core/src/common/event.ts", "typescript"),
    ("aws-sdk-s3/src/client.rs", "rust"),
    ("react-native/ReactAndroid/src/main/java/com/facebook/react/uimanager/UIManagerModule.java", "java"),
    ("boringssl/ssl/ssl_lib.cc", "cpp"),
    ("boringssl/ssl/test/runner/handshake_client.go", "go"),
];

/// A symbol that is asked about.
struct Symbol {
    file: &'static str,
    language: &'static str,
    /// `file#Container.name`.
    path: String,
    /// Where its name ends.
    end: (u64, u64),
    /// A place that refers to it, in whichever file; its own name if there is none.
    use_site: Value,
    references: usize,
    /// Where a parameter can be put in; none if no parameter list follows its name.
    parameters: Option<(u64, u64)>,
}

/// The questions, in the order asked.
const QUESTIONS: [&str; 5] = ["definition", "references", "hover", "find_callers", "affected"];

/// Adds the figures of questions. Needs a running host that is indexed.
pub(crate) fn measure(table: &mut Table, corpus: &'static str, world: &World) -> Result<()> {
    let (workspace, socket) = (world.workspace(), world.socket()?);
    let mut editor = Client::dial(&socket, "lsp", &workspace)?;
    editor.initialize_lsp(&workspace)?;
    editor.notification("lockstep/ready")?;
    let mut assistant = Client::dial(&socket, "mcp", &workspace)?;
    assistant.initialize_mcp()?;
    let mut symbols = Vec::new();
    for (file, language) in files(corpus) {
        symbols.extend(symbols_of(&mut editor, &mut assistant, &workspace, file, language)?);
    }
    let hubs = symbols.iter().filter(|symbol| symbol.references > HUB).count();
    let most = symbols.iter().map(|symbol| symbol.references).max().unwrap_or_default();
    table.describe(format!(
        "**{corpus}**: questions are asked about {} symbols of {} files, {hubs} of them hubs (over {HUB} references, at most {most})",
        symbols.len(),
        files(corpus).len()
    ));
    until_idle(&mut Client::dial(&socket, "rpc", &workspace)?)?;
    warm(table, corpus, &symbols, &workspace, &mut editor, &mut assistant)?;
    after_edits(table, corpus, &symbols, &workspace, &mut editor, &mut assistant)
}

fn warm(
    table: &mut Table,
    corpus: &'static str,
    symbols: &[Symbol],
    workspace: &Path,
    editor: &mut Client,
    assistant: &mut Client,
) -> Result<()> {
    let mut samples: BTreeMap<(bool, usize), Samples> = BTreeMap::new();
    // The first round is not counted: it warms up what the idle pass does not.
    for round in 0..=ROUNDS {
        for symbol in symbols {
            for (question, name) in QUESTIONS.iter().enumerate() {
                let started = Instant::now();
                ask(name, symbol, workspace, editor, assistant, &Value::Null)?;
                if round > 0 {
                    samples.entry((symbol.references > HUB, question)).or_default().add(started.elapsed());
                }
            }
        }
    }
    // The least that an assistant's question can take: the gate and the wire.
    let mut bare = Samples::default();
    for _ in 0..100 {
        let started = Instant::now();
        assistant.call(
            "search_symbols",
            json!({"query": "no_such_name_anywhere", "limit": 1}),
            &Value::Null,
        )?;
        bare.add(started.elapsed());
    }
    let told = |samples: &Samples| {
        format!("p50 {} ms, p99 {} ms", rounded(samples.median()), rounded(samples.percentile(99)))
    };
    table.tell(corpus, "an MCP question with nothing to find (the gate and the wire)", told(&bare));
    for (tool, arguments) in [
        ("index_status", json!({})),
        ("editor_context", json!({})),
        ("resolve_definition", json!({"symbol": "Observable"})),
        ("search_symbols", json!({"query": "command"})),
    ] {
        let mut samples = Samples::default();
        for round in 0..=20 {
            let started = Instant::now();
            assistant.call(tool, arguments.clone(), &Value::Null)?;
            if round > 0 {
                samples.add(started.elapsed());
            }
        }
        table.tell(corpus, &format!("`{tool}` {arguments}"), told(&samples));
    }
    let started = Instant::now();
    assistant.call("graph_stats", json!({}), &Value::Null)?;
    table.tell(
        corpus,
        "`graph_stats`, once",
        format!("{} ms", rounded(started.elapsed().as_secs_f64() * 1e3)),
    );
    for ((hub, question), samples) in &samples {
        let name = QUESTIONS.get(*question).copied().unwrap_or_default();
        let target = match (name, hub) {
            ("affected", _) => IMPACT,
            (_, true) => OF_A_HUB,
            (_, false) => WARM,
        };
        let of = if *hub { "hubs" } else { "≤ 200 references" };
        add(table, corpus, &format!("{name}, {of}, warm"), samples, target);
    }
    Ok(())
}

fn after_edits(
    table: &mut Table,
    corpus: &'static str,
    symbols: &[Symbol],
    workspace: &Path,
    editor: &mut Client,
    assistant: &mut Client,
) -> Result<()> {
    let mut samples: BTreeMap<(bool, usize), Samples> = BTreeMap::new();
    let mut version = 1;
    for (file, language) in files(corpus) {
        let path = workspace.join(file);
        editor.open(&path, language, &std::fs::read_to_string(&path)?)?;
    }
    for round in 0..ROUNDS_OF_EDITS {
        for symbol in symbols {
            let Some((line, column)) = symbol.parameters else { continue };
            let parameter = match symbol.language {
                "python" => "added, ",
                "typescript" => "added: string, ",
                "java" | "cpp" => "int added, ",
                "go" => "added int, ",
                _ => "added: u8, ",
            };
            let path = workspace.join(symbol.file);
            for (question, name) in QUESTIONS.iter().enumerate() {
                version += 1;
                let started = Instant::now();
                // In and out in turns, so that each question comes after both.
                editor.edit(&path, version, line, (column, column), parameter)?;
                let revision = if question < 3 { Value::Null } else { editor.revision()? };
                ask(name, symbol, workspace, editor, assistant, &revision)?;
                if round % 2 == 0 {
                    samples.entry((symbol.references > HUB, question)).or_default().add(started.elapsed());
                }
                version += 1;
                let started = Instant::now();
                editor.edit(&path, version, line, (column, column + parameter.len() as u64), "")?;
                let revision = if question < 3 { Value::Null } else { editor.revision()? };
                ask(name, symbol, workspace, editor, assistant, &revision)?;
                if round % 2 == 1 {
                    samples.entry((symbol.references > HUB, question)).or_default().add(started.elapsed());
                }
            }
        }
    }
    for ((hub, question), samples) in &samples {
        let name = QUESTIONS.get(*question).copied().unwrap_or_default();
        let (of, target) = if *hub { ("hubs", OF_A_HUB) } else { ("≤ 200 references", AFTER_EDIT) };
        add(table, corpus, &format!("{name}, {of}, from an edit of its signature"), samples, target);
    }
    for (file, _) in files(corpus) {
        editor
            .notify("textDocument/didClose", json!({"textDocument": {"uri": uri(&workspace.join(file))}}))?;
    }
    Ok(())
}

fn add(table: &mut Table, corpus: &'static str, name: &str, samples: &Samples, target: f64) {
    let more = format!("p50 {}, n = {}", rounded(samples.median()), samples.len());
    table.add_with(corpus, &format!("{name}: p99"), samples.percentile(99), target, "ms", &more);
}

fn ask(
    question: &str,
    symbol: &Symbol,
    workspace: &Path,
    editor: &mut Client,
    assistant: &mut Client,
    revision: &Value,
) -> Result<Value> {
    let (line, column) = symbol.end;
    let at = json!({
        "textDocument": {"uri": uri(&workspace.join(symbol.file))},
        "position": {"line": line, "character": column},
    });
    match question {
        "definition" => editor.request("textDocument/definition", symbol.use_site.clone()),
        "references" => {
            let mut params = at;
            params["context"] = json!({"includeDeclaration": true});
            editor.request("textDocument/references", params)
        }
        "hover" => editor.request("textDocument/hover", at),
        tool => {
            let (text, failed) = assistant.call(tool, json!({"symbol": symbol.path}), revision)?;
            anyhow::ensure!(!failed, "{tool}: {text}");
            Ok(Value::Null)
        }
    }
}

/// Some symbols of a file: those that both doors know by the same name.
fn symbols_of(
    editor: &mut Client,
    assistant: &mut Client,
    workspace: &Path,
    file: &'static str,
    language: &'static str,
) -> Result<Vec<Symbol>> {
    let path = workspace.join(file);
    let text = std::fs::read_to_string(&path).with_context(|| file.to_owned())?;
    let lines: Vec<&str> = text.lines().collect();
    let outline =
        editor.request("textDocument/documentSymbol", json!({"textDocument": {"uri": uri(&path)}}))?;
    let mut named = Vec::new();
    collect(&outline, "", &mut named);
    let step = named.len().div_ceil(SYMBOLS_OF_A_FILE).max(1);
    let mut symbols: Vec<Symbol> = Vec::new();
    for (name, selection) in named.iter().step_by(step) {
        let end = &selection["end"];
        let (Some(line), Some(column)) = (end["line"].as_u64(), end["character"].as_u64()) else { continue };
        let after = lines.get(line as usize).and_then(|text| text.get(column as usize..)).unwrap_or_default();
        let at = json!({"line": line, "character": column});
        let mut symbol = Symbol {
            file,
            language,
            path: format!("{file}#{name}"),
            end: (line, column),
            use_site: json!({"textDocument": {"uri": uri(&path)}, "position": at}),
            references: 0,
            parameters: after.starts_with('(').then_some((line, column + 1)),
        };
        let (_, failed) = assistant.call("find_callers", json!({"symbol": symbol.path}), &Value::Null)?;
        if failed {
            continue;
        }
        let found = ask("references", &symbol, workspace, editor, assistant, &Value::Null)?;
        let found = found.as_array().map_or(&[][..], Vec::as_slice);
        symbol.references = found.len();
        // The last one elsewhere: an edit of the signature must not move it.
        let elsewhere =
            |place: &&Value| place["uri"] != uri(&path) || place["range"]["start"]["line"] != line;
        if let Some(place) = found.iter().rev().find(elsewhere) {
            symbol.use_site =
                json!({"textDocument": {"uri": place["uri"]}, "position": place["range"]["start"]});
        }
        symbols.push(symbol);
    }
    Ok(symbols)
}

/// Classes, functions and methods of an outline, two levels deep, with the ranges of their names.
fn collect(outline: &Value, container: &str, into: &mut Vec<(String, Value)>) {
    const WANTED: [u64; 7] = [5, 6, 9, 10, 11, 12, 23];
    for node in outline.as_array().map_or(&[][..], Vec::as_slice) {
        let Some(name) = node["name"].as_str() else { continue };
        let path = if container.is_empty() { name.to_owned() } else { format!("{container}.{name}") };
        if node["kind"].as_u64().is_some_and(|kind| WANTED.contains(&kind)) {
            into.push((path.clone(), node["selectionRange"].clone()));
        }
        if container.is_empty() {
            collect(&node["children"], &path, into);
        }
    }
}
