//! Measures the `lockstep` binary from outside and prints one table: figure, measured, target, ratio.
//!
//! Invariants:
//! * Nothing of the user is touched: corpora are copied, and home, state, cache and runtime folders are temporary.
//! * Nothing waits for ever: each answer has a deadline, and nothing is slept for that can be waited for.
//! * CPU is compared within one run: what is indexed is parsed by this process too, on the same machine in the same minute.

mod client;
mod generated;
mod handshakes;
mod index;
mod memory;
mod queries;
mod samples;
mod table;
mod typing;
mod world;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::table::Table;
use crate::world::World;

const USAGE: &str =
    "usage: lockstep-bench --binary LOCKSTEP --corpora FOLDER [--only GROUP] [--report FILE [--write]]
groups: index handshakes queries typing (memory is always measured)";

struct Arguments {
    binary: PathBuf,
    corpora: PathBuf,
    /// The group of figures asked for; all if none.
    only: Option<String>,
    report: Option<PathBuf>,
    write: bool,
}

impl Arguments {
    fn wants(&self, group: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == group)
    }
}

fn main() -> Result<ExitCode> {
    let arguments = arguments()?;
    let started = Instant::now();
    let mut table = Table::begin();
    for corpus in ["small", "large"] {
        let world = World::with_copy_of(&arguments.binary, &arguments.corpora.join(corpus))?;
        measure(&mut table, corpus, &world, &arguments).with_context(|| format!("the {corpus} workspace"))?;
    }
    table.finish(started.elapsed());
    let text = table.markdown();
    std::io::stdout().lock().write_all(text.as_bytes())?;
    if arguments.write {
        let report = arguments.report.context("--write needs --report")?;
        table::write_between_markers(&report, &text)?;
    }
    Ok(if table.missed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// All figures of one workspace; the order matters, as each step leaves the host busier than it found it.
fn measure(table: &mut Table, corpus: &'static str, world: &World, arguments: &Arguments) -> Result<()> {
    if arguments.wants("index") {
        say(&format!("{corpus}: indexing"));
        index::measure(table, corpus, world)?;
    }
    if corpus == "small" && arguments.wants("handshakes") {
        say(&format!("{corpus}: handshakes"));
        handshakes::measure(table, corpus, world)?;
    }
    say(&format!("{corpus}: memory"));
    memory::measure(table, corpus, world)?;
    if arguments.wants("queries") {
        say(&format!("{corpus}: queries"));
        queries::measure(table, corpus, world)?;
    }
    if arguments.wants("typing") {
        say(&format!("{corpus}: typing"));
        typing::measure(table, corpus, world)?;
    }
    Ok(())
}

fn say(what: &str) {
    // Progress is of no use to a report; if nobody can read it, so be it.
    let _ = writeln!(std::io::stderr(), "lockstep-bench: {what}");
}

fn arguments() -> Result<Arguments> {
    let (mut binary, mut corpora, mut only, mut report, mut write) = (None, None, None, None, false);
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().map(PathBuf::from).context(USAGE);
        match argument.to_str() {
            Some("--binary") => binary = Some(value()?),
            Some("--corpora") => corpora = Some(value()?),
            Some("--only") => only = Some(value()?.display().to_string()),
            Some("--report") => report = Some(value()?),
            Some("--write") => write = true,
            _ => bail!(USAGE),
        }
    }
    if only.as_deref().is_some_and(|only| !["index", "handshakes", "queries", "typing"].contains(&only)) {
        bail!(USAGE);
    }
    Ok(Arguments { binary: binary.context(USAGE)?, corpora: corpora.context(USAGE)?, only, report, write })
}
