//! `lockstep index`: indexes a folder in this process and prints figures, for people and scripts.

use std::time::{Duration, Instant};

use lockstep_host::{cpu_seconds, peak_resident_bytes, progress, resident_bytes};
use lockstep_session::ide::Answer;
use lockstep_session::{Attach, Session, SessionKind, Tree, TreeOptions, TreeRoot};
use serde_json::{Value, json};

use crate::arguments::IndexOptions;
use crate::figures::{bytes, field, languages, list, text};
use crate::output::print;
use crate::{Code, DONE};

/// How long resolving everything may take.
const PATIENCE: Duration = Duration::from_secs(3600);

pub(crate) async fn run(options: &IndexOptions) -> anyhow::Result<Code> {
    let root = TreeRoot::of(&options.path)?;
    let started = Instant::now();
    let tree_options = TreeOptions {
        cache: options.cache.clone(),
        watch: false,
        drain: Duration::ZERO,
        detached: true,
        ..TreeOptions::default()
    };
    let tree = Tree::open(root, tree_options);
    let attach = Attach {
        kind: SessionKind::Command,
        label: "lockstep index".to_owned(),
        pid: Some(std::process::id()),
        folder: tree.root().to_path_buf(),
    };
    let session = tree.attach(attach);
    session.ready().await;
    let (seconds, cpu) = (started.elapsed(), cpu_seconds());
    let mut figures = progress(&session)["tree"].take();
    figures["seconds"] = json!(seconds.as_secs_f64());
    figures["cpu_seconds"] = json!(cpu);
    figures["memory_bytes"] = json!(resident_bytes());
    if options.resolve {
        let (started, cpu) = (Instant::now(), cpu_seconds());
        resolve(&session).await?;
        figures["resolve_seconds"] = json!(started.elapsed().as_secs_f64());
        figures["resolve_cpu_seconds"] = json!(cpu_seconds() - cpu);
    }
    drop(session);
    let (closing, cpu) = (Instant::now(), cpu_seconds());
    tokio::task::spawn_blocking(move || tree.close()).await?;
    figures["closing_seconds"] = json!(closing.elapsed().as_secs_f64());
    figures["closing_cpu_seconds"] = json!(cpu_seconds() - cpu);
    figures["peak_memory_bytes"] = json!(peak_resident_bytes());
    if options.json {
        print(&format!("{}\n", serde_json::to_string_pretty(&figures)?))?;
    } else {
        print(&rendered(&figures))?;
    }
    Ok(DONE)
}

/// Computes what the idle pass would.
async fn resolve(session: &Session) -> anyhow::Result<()> {
    let question = |snapshot: &lockstep_session::ide::Snapshot| {
        for file in snapshot.files() {
            snapshot.fill(file, &mut || true);
        }
        Answer::<()>::default()
    };
    session.ask(session.ticket(), PATIENCE, Vec::new(), question).await?;
    Ok(())
}

fn rendered(figures: &Value) -> String {
    let number = |name: &str| figures.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    let memory =
        figures.get("peak_memory_bytes").and_then(Value::as_u64).map_or_else(|| "unknown".to_owned(), bytes);
    format!(
        "{}\n  files       {} ({}), {} skipped\n  lines       {}\n  symbols     {}\n  references  {}\n  time        {:.2} s, {:.2} s of CPU\n  memory      {memory} at most\n",
        text(figures, "root"),
        field(figures, "files"),
        languages(figures),
        list(figures, "skipped").len(),
        field(figures, "lines"),
        field(figures, "symbols"),
        field(figures, "references"),
        number("seconds"),
        number("cpu_seconds"),
    )
}
