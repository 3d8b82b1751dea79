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

const USAGE: &str = "usage: lockstep-bench --binary LOCKSTEP --corpora FOLDER [--workspace NAME,...] [--only GROUP] [--report FILE [--write]]
workspaces: small large (without more) million five
groups: index handshakes queries typing (memory is always measured)";

/// The workspaces, and the folders of the corpora that each is laid together from: one holds all that the one before it
/// does, so a file means the same in each.
const WORKSPACES: [(&str, &[&str]); 4] = [
    ("small", &["small"]),
    ("large", &["large"]),
    ("million", &["large", "million"]),
    ("five", &["large", "million", "five"]),
];
/// What is measured if nothing is said.
const USUAL: &str = "small,large";

struct Arguments {
    binary: PathBuf,
    corpora: PathBuf,
    /// In the order of [`WORKSPACES`].
    workspaces: Vec<&'static str>,
    /// The group of figures asked for; all if none.
    only: Option<String>,
    report: Option<PathBuf>,
    write: bool,
}

impl Arguments {
    fn wants(&self, group: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == group)
    }

    fn is_long(&self) -> bool {
        self.workspaces.iter().any(|name| matches!(*name, "million" | "five"))
    }
}

fn main() -> Result<ExitCode> {
    let arguments = arguments()?;
    let started = Instant::now();
    let mut table = Table::begin();
    let mut typed = typing::Series::default();
    for (corpus, folders) in WORKSPACES.iter().filter(|(name, _)| arguments.workspaces.contains(name)) {
        let folders: Vec<PathBuf> = folders.iter().map(|folder| arguments.corpora.join(folder)).collect();
        let world = World::with_copies_of(&arguments.binary, &folders)?;
        measure(&mut table, corpus, &world, &arguments, &mut typed)
            .with_context(|| format!("the {corpus} workspace"))?;
    }
    typed.compare(&mut table);
    table.finish(started.elapsed());
    let text = table.markdown();
    std::io::stdout().lock().write_all(text.as_bytes())?;
    if arguments.write {
        let report = arguments.report.as_deref().context("--write needs --report")?;
        // The long runs are made seldom, and what they say is not thrown out by a short one.
        let name = if arguments.is_long() { "measured at scale" } else { "measured" };
        table::write_between_markers(report, name, &text)?;
    }
    Ok(if table.missed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// All figures of one workspace; the order matters, as each step leaves the host busier than it found it.
fn measure(
    table: &mut Table,
    corpus: &'static str,
    world: &World,
    arguments: &Arguments,
    typed: &mut typing::Series,
) -> Result<()> {
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
        typing::measure(table, corpus, world, typed)?;
    }
    Ok(())
}

fn say(what: &str) {
    // Progress is of no use to a report; if nobody can read it, so be it.
    let _ = writeln!(std::io::stderr(), "lockstep-bench: {what}");
}

fn arguments() -> Result<Arguments> {
    let (mut binary, mut corpora, mut only, mut report, mut write) = (None, None, None, None, false);
    let mut wanted = USUAL.to_owned();
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().map(PathBuf::from).context(USAGE);
        match argument.to_str() {
            Some("--binary") => binary = Some(value()?),
            Some("--corpora") => corpora = Some(value()?),
            Some("--workspace") => wanted = value()?.display().to_string(),
            Some("--only") => only = Some(value()?.display().to_string()),
            Some("--report") => report = Some(value()?),
            Some("--write") => write = true,
            _ => bail!(USAGE),
        }
    }
    if only.as_deref().is_some_and(|only| !["index", "handshakes", "queries", "typing"].contains(&only)) {
        bail!(USAGE);
    }
    let mut workspaces = Vec::new();
    for name in wanted.split(',') {
        let known = WORKSPACES.iter().find(|(known, _)| *known == name);
        workspaces.push(known.context(USAGE)?.0);
    }
    Ok(Arguments {
        workspaces,
        binary: binary.context(USAGE)?,
        corpora: corpora.context(USAGE)?,
        only,
        report,
        write,
    })
}
