//! What commands ask of the host: JSON-RPC, one message a line.
//!
//! `status` · `health_check` · `stop` · `attach {root}` (a session of its own, as long as the connection) ·
//! `progress` (of the attached tree) · `call {tool, arguments, root, options, wait}`. The host tells attached
//! connections that it stops by the notification `stopping`; one that leaves for a newer program's host says nothing.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use lockstep_session::{Attach, IndexState, Session, SessionKind, TreeStatus};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::io::BufReader;

use crate::handshake::{Hello, SessionOptions, Speak, write_line};
use crate::host::{Entry, Host, Leaving};
use crate::lines::{Line, read_line};
use crate::unix;
use crate::version::version;

/// Longest request in bytes.
const MAX_REQUEST: usize = 4 * 1024 * 1024;

/// An error of JSON-RPC.
struct Fault {
    code: i64,
    message: String,
}

/// Serves one command until it ends.
pub(crate) async fn serve(
    host: &Arc<Host>,
    hello: &Hello,
    entry: &Entry,
    mut reader: BufReader<unix::ReadHalf>,
    mut writer: unix::WriteHalf,
) -> io::Result<()> {
    let mut attached: Option<Session> = None;
    loop {
        let line = tokio::select! {
            // Dropping a half-read request is no loss: nothing is read after it.
            line = read_line(&mut reader, MAX_REQUEST) => line?,
            why = host.stopped() => {
                if why == Leaving::ForNewer {
                    return Ok(());
                }
                return write_line(&mut writer, &json!({"jsonrpc": "2.0", "method": "stopping"})).await;
            }
        };
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong | Line::End => return Ok(()),
        };
        let (id, answer) = match serde_json::from_slice::<Value>(&line) {
            Ok(request) => {
                let id = request.get("id").cloned().unwrap_or(Value::Null);
                (id, answer(host, hello, entry, &mut attached, &request).await)
            }
            Err(error) => (Value::Null, Err(Fault { code: -32700, message: error.to_string() })),
        };
        let message = match answer {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(fault) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": fault.code, "message": fault.message}})
            }
        };
        write_line(&mut writer, &message).await?;
    }
}

async fn answer(
    host: &Arc<Host>,
    hello: &Hello,
    entry: &Entry,
    attached: &mut Option<Session>,
    request: &Value,
) -> Result<Value, Fault> {
    let Some(method) = request.get("method").and_then(Value::as_str) else {
        return Err(Fault { code: -32600, message: "no method".to_owned() });
    };
    let params = request.get("params").cloned().unwrap_or_else(|| json!({}));
    match method {
        "status" => Ok(status(host)),
        "health_check" => Ok(health(host)),
        "stop" => Ok(stop(host)),
        "attach" => {
            let session = attach(host, hello, read(params)?)?;
            entry.becomes_session();
            let root = session.tree().root().display().to_string();
            *attached = Some(session);
            Ok(json!({"root": root}))
        }
        "progress" => match attached {
            Some(session) => Ok(progress(session)),
            None => Err(Fault { code: -32600, message: "nothing is attached".to_owned() }),
        },
        "call" => call(host, hello, read(params)?).await,
        _ => Err(Fault { code: -32601, message: format!("no method `{method}`") }),
    }
}

fn read<T: for<'de> Deserialize<'de>>(params: Value) -> Result<T, Fault> {
    serde_json::from_value(params).map_err(|error| Fault { code: -32602, message: error.to_string() })
}

#[derive(Deserialize)]
struct AttachParams {
    root: PathBuf,
}

fn attach(host: &Host, hello: &Hello, params: AttachParams) -> Result<Session, Fault> {
    let attach = Attach {
        kind: SessionKind::Command,
        label: format!("lockstep serve {}", hello.version),
        pid: Some(hello.pid),
        folder: hello.cwd.join(&params.root),
    };
    host.open(&hello.cwd.join(params.root), attach)
        .map_err(|error| Fault { code: -32602, message: error.to_string() })
}

/// How far the index of a session's tree is: `found`, `indexed` (files), `ready`, and then `tree`, as in `status`.
#[must_use]
pub fn progress(session: &Session) -> Value {
    let (found, indexed) = session.tree().progress();
    let ready = session.index_state() == IndexState::Ready;
    let mut progress = json!({"found": found, "indexed": indexed, "ready": ready});
    if ready {
        progress["tree"] = tree_status(&session.tree().status());
    }
    progress
}

#[derive(Deserialize)]
struct CallParams {
    tool: String,
    #[serde(default)]
    arguments: Map<String, Value>,
    root: Option<PathBuf>,
    #[serde(default)]
    options: SessionOptions,
    /// Whether to wait for the first index, however long it takes.
    #[serde(default)]
    wait: bool,
}

async fn call(host: &Arc<Host>, hello: &Hello, params: CallParams) -> Result<Value, Fault> {
    let hello = Hello {
        roots: params.root.map_or_else(|| hello.roots.clone(), |root| vec![root]),
        options: params.options,
        ..hello.clone()
    };
    let members = host
        .members(&hello, SessionKind::Command)
        .map_err(|unserved| Fault { code: -32602, message: unserved.refusal.to_string() })?;
    if params.wait {
        for (_, session) in &members.members {
            session.ready().await;
        }
    }
    let options = host
        .tool_options(&hello.options)
        .map_err(|refusal| Fault { code: -32602, message: refusal.to_string() })?;
    match lockstep_mcp::call(&members, &options, &params.tool, params.arguments).await {
        Ok(called) => {
            Ok(json!({"text": called.text, "structured": called.structured, "is_error": called.is_error}))
        }
        Err(message) => Err(Fault { code: -32602, message }),
    }
}

fn stop(host: &Host) -> Value {
    let speaking = |speak| host.connections.iter().filter(|connected| connected.hello.speak == speak).count();
    let answer = json!({"stopping": true, "pid": std::process::id(), "editors": speaking(Speak::Lsp), "assistants": speaking(Speak::Mcp)});
    host.stop(Leaving::Asked);
    answer
}

fn health(host: &Host) -> Value {
    let trees: Vec<Value> = host
        .trees()
        .iter()
        .map(|tree| {
            let status = tree.status();
            json!({"root": status.root.display().to_string(), "index": index(status.index)})
        })
        .collect();
    json!({
        "status": "healthy",
        "version": version(),
        "host": host.id,
        "uptime_seconds": host.started.elapsed().as_secs(),
        "trees": trees,
    })
}

fn status(host: &Host) -> Value {
    let mut connections: Vec<(u64, Value)> = host
        .connections
        .iter()
        .filter(|connected| connected.session)
        .map(|connected| {
            let hello = &connected.hello;
            let since = connected.since.elapsed().as_secs();
            let roots: Vec<String> = hello.roots.iter().map(|root| root.display().to_string()).collect();
            let value = json!({
                "id": connected.key(), "speak": hello.speak, "pid": hello.pid, "version": hello.version,
                "cwd": hello.cwd.display().to_string(), "roots": roots, "seconds": since,
            });
            (*connected.key(), value)
        })
        .collect();
    connections.sort_by_key(|(id, _)| *id);
    json!({
        "running": true,
        "host": host.id,
        "version": version(),
        "pid": std::process::id(),
        "uptime_seconds": host.started.elapsed().as_secs(),
        "cpu_seconds": unix::cpu_seconds(),
        "memory_bytes": unix::resident_bytes(),
        "idle_exit_seconds": host.options.idle_exit.as_secs_f64(),
        "socket": host.places.socket.display().to_string(),
        "log": host.places.log().display().to_string(),
        "connections": connections.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
        "trees": host.trees().iter().map(|tree| tree_status(&tree.status())).collect::<Vec<_>>(),
    })
}

fn index(state: IndexState) -> String {
    match state {
        IndexState::Ready => "ready".to_owned(),
        IndexState::Building(percent) => format!("building {percent} %"),
    }
}

/// A tree's status as commands print it.
fn tree_status(status: &TreeStatus) -> Value {
    let sessions: Vec<Value> = status
        .sessions
        .iter()
        .map(|session| {
            let kind = match session.attach.kind {
                SessionKind::Editor => "editor",
                SessionKind::Assistant => "assistant",
                SessionKind::Command => "command",
            };
            json!({
                "id": session.id.0, "kind": kind, "label": session.attach.label, "pid": session.attach.pid,
                "folder": session.attach.folder.display().to_string(),
            })
        })
        .collect();
    let languages: Map<String, Value> = status
        .figures
        .languages
        .iter()
        .map(|(language, files)| (language.to_string(), json!(files)))
        .collect();
    let skipped: Vec<Value> =
        status.figures.skipped.iter().map(|(path, why)| json!({"path": path.as_str(), "why": why})).collect();
    json!({
        "root": status.root.display().to_string(),
        "revision": status.revision.0,
        "index": index(status.index),
        "files": status.figures.files,
        "symbols": status.figures.symbols,
        "references": status.figures.references,
        "lines": status.figures.lines,
        "languages": languages,
        "skipped": skipped,
        "damaged": status.figures.damaged,
        "sessions": sessions,
        "slow_ticks": status.slow_ticks,
        "rebuilds": status.rebuilds,
        "warnings": status.warnings,
        "cache": status.cache.map(|(bytes, files)| json!({"bytes": bytes, "files_at_start": files})),
        "watching": status.watching.is_ok(),
        "watching_problem": status.watching.as_ref().err(),
    })
}
