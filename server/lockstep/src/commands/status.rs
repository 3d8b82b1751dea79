//! `lockstep status`: who is attached, and what is loaded.

use std::fmt::Write;

use lockstep_host::{Places, Start};
use serde_json::{Value, json};

use super::{Found, find_host};
use crate::figures::{bytes, field, languages, list, seconds, text};
use crate::output::print;
use crate::{Code, DONE, FAILED};

pub(crate) async fn run(as_json: bool) -> anyhow::Result<Code> {
    let places = Places::of_environment();
    let status = match find_host(&places, Start::Never).await? {
        Found::Host(mut client) => client.ask("status", json!({})).await?,
        Found::None(reachable) => {
            if as_json {
                print(&format!("{}\n", json!({"running": false, "problem": reachable.err()})))?;
            } else {
                match reachable {
                    Ok(()) => print("no host is running\n")?,
                    Err(why) => print(&format!("no host can be reached: {why}\n"))?,
                }
            }
            return Ok(FAILED);
        }
    };
    if as_json {
        print(&format!("{}\n", serde_json::to_string_pretty(&status)?))?;
    } else {
        print(&rendered(&status))?;
    }
    Ok(DONE)
}

fn rendered(status: &Value) -> String {
    let whole = |name: &str| status.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    let mut out = String::new();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let idle_exit = whole("idle_exit_seconds") as u64;
    let memory =
        status.get("memory_bytes").and_then(Value::as_u64).map_or_else(|| "unknown".to_owned(), bytes);
    let _ = writeln!(
        out,
        "host        {} (version {}, process {})",
        text(status, "host"),
        text(status, "version"),
        status["pid"]
    );
    let _ = writeln!(
        out,
        "running     {}, {:.1} s of CPU, {memory} of memory",
        seconds(status.get("uptime_seconds").and_then(Value::as_u64).unwrap_or(0)),
        whole("cpu_seconds"),
    );
    let _ = writeln!(out, "leaves      {} after its last session", seconds(idle_exit));
    let _ = writeln!(out, "socket      {}", text(status, "socket"));
    let _ = writeln!(out, "log         {}", text(status, "log"));
    let connections = list(status, "connections");
    let _ = writeln!(out, "sessions    {}", connections.len());
    for connection in connections {
        let kind = match text(connection, "speak") {
            "lsp" => "editor",
            "mcp" => "assistant",
            _ => "command",
        };
        let _ = writeln!(
            out,
            "  {kind:<10}process {}, from {}, for {}",
            connection["pid"],
            text(connection, "cwd"),
            seconds(connection.get("seconds").and_then(Value::as_u64).unwrap_or(0)),
        );
    }
    let trees = list(status, "trees");
    let _ = writeln!(out, "trees       {}", trees.len());
    for tree in trees {
        let _ = writeln!(out, "\n{}", text(tree, "root"));
        let _ = writeln!(out, "  revision    {}.{}", text(status, "host"), tree["revision"]);
        let _ = writeln!(out, "  index       {}", text(tree, "index"));
        let _ = writeln!(
            out,
            "  files       {} ({}), {} skipped",
            field(tree, "files"),
            languages(tree),
            list(tree, "skipped").len()
        );
        let _ = writeln!(out, "  symbols     {}", field(tree, "symbols"));
        let _ = writeln!(out, "  references  {}", field(tree, "references"));
        let _ = writeln!(out, "  sessions    {}", list(tree, "sessions").len());
        let _ = writeln!(out, "  slow ticks  {}", field(tree, "slow_ticks"));
        for warning in list(tree, "warnings").iter().filter_map(Value::as_str) {
            let _ = writeln!(out, "  warning     {warning}");
        }
        let cache = match tree.get("cache").filter(|cache| !cache.is_null()) {
            Some(cache) => format!(
                "{}, {} files came from it",
                bytes(cache.get("bytes").and_then(Value::as_u64).unwrap_or(0)),
                field(cache, "files_at_start")
            ),
            None => "none".to_owned(),
        };
        let _ = writeln!(out, "  cache       {cache}");
        match tree.get("watching_problem").and_then(Value::as_str) {
            Some(why) => drop(writeln!(out, "  watching    no: {why}")),
            None => drop(writeln!(out, "  watching    yes")),
        }
    }
    out
}
