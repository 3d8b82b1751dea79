//! Cold and warm index of a whole workspace, in CPU seconds, against the raw parse of the same files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use lockstep_facts::Language;
use lockstep_languages::{Budget, ParseOutcome, extract, extract_package, language_of, parse_text};
use serde_json::Value;

use crate::table::{Table, rounded};
use crate::world::World;

/// Runs of each kind, taken in turns; the least CPU counts. A long run is disturbed less, and is long.
fn runs(corpus: &str) -> usize {
    match corpus {
        "five" => 1,
        "million" => 2,
        _ => 3,
    }
}

/// CPU seconds.
#[derive(Clone, Copy)]
struct Cpu {
    parse: f64,
    facts: f64,
    index: f64,
    index_and_cache: f64,
    resolve: f64,
    warm: f64,
}

/// Adds the figures of indexing.
pub(crate) fn measure(table: &mut Table, corpus: &'static str, world: &World) -> Result<()> {
    let figures = world.run(&["index", ".", "--json"])?;
    let texts = texts(&world.workspace(), &left_out(&figures))?;
    let mut least: Option<Cpu> = None;
    for run in 0..runs(corpus) {
        let cpu = once(world, &texts, run)?;
        least = Some(least.map_or(cpu, |other| other.least(cpu)));
    }
    let cpu = least.context("no run")?;
    let lines = figures["lines"].as_u64().context("no lines")?;
    table.describe(format!(
        "**{corpus}**: {} files, {lines} lines, {} symbols, {} references; parsing them all once on one thread takes {} s of CPU",
        figures["files"], figures["symbols"], figures["references"], rounded(cpu.parse),
    ));
    let mut by_parse = |name: &str, seconds: f64, target: f64| {
        table.add_with(
            corpus,
            name,
            seconds / cpu.parse,
            target,
            "× parse",
            &format!("{} s", rounded(seconds)),
        );
    };
    by_parse("cold index: facts of all files, one thread (CPU)", cpu.facts, 1.6);
    by_parse("cold index: `lockstep index`, no cache (CPU)", cpu.index, 2.2);
    by_parse("cold index: ready, graph and cache written (CPU)", cpu.index_and_cache, 2.2);
    by_parse("everything resolved, on top (CPU)", cpu.resolve, 1.5);
    // Starting a process at all takes some milliseconds.
    let target = (lines as f64 / 1e6).max(0.05);
    table.add(corpus, "warm start, all facts from the cache (CPU; 1 s for 1 M lines)", cpu.warm, target, "s");
    Ok(())
}

impl Cpu {
    fn least(self, other: Cpu) -> Cpu {
        Cpu {
            parse: self.parse.min(other.parse),
            facts: self.facts.min(other.facts),
            index: self.index.min(other.index),
            index_and_cache: self.index_and_cache.min(other.index_and_cache),
            resolve: self.resolve.min(other.resolve),
            warm: self.warm.min(other.warm),
        }
    }
}

fn once(world: &World, texts: &[(Text, Language)], run: usize) -> Result<Cpu> {
    let parse = cpu_of(|| texts.iter().filter(|(text, language)| parsed(*language, &text.text)).count());
    let facts = cpu_of(|| texts.iter().map(|(text, language)| facts(*language, text)).sum());
    let cold = world.run(&["index", ".", "--json", "--resolve"])?;
    let cache = world.path(&format!("cache-{run}.redb"));
    let cached = ["index", ".", "--json", "--cache", &cache.display().to_string()].map(str::to_owned);
    let cached: Vec<&str> = cached.iter().map(String::as_str).collect();
    let writing = world.run(&cached)?;
    let warm = world.run(&cached)?;
    let seconds = |figures: &Value, name: &str| figures[name].as_f64().with_context(|| format!("no {name}"));
    Ok(Cpu {
        parse,
        facts,
        index: seconds(&cold, "cpu_seconds")?,
        index_and_cache: seconds(&writing, "cpu_seconds")? + seconds(&writing, "closing_cpu_seconds")?,
        resolve: seconds(&cold, "resolve_cpu_seconds")?,
        warm: seconds(&warm, "cpu_seconds")?,
    })
}

/// CPU seconds of this thread that `work` takes.
fn cpu_of(work: impl FnOnce() -> usize) -> f64 {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
    };
    let before = now();
    std::hint::black_box(work());
    (now() - before).as_secs_f64()
}

fn parsed(language: Language, text: &str) -> bool {
    matches!(parse_text(language, text, Budget { time: None }), ParseOutcome::Parsed(_))
}

fn facts(language: Language, text: &Text) -> usize {
    if language == Language::Package {
        return extract_package(&text.name, &text.text).items.len();
    }
    match parse_text(language, &text.text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, &text.text).items.len(),
        ParseOutcome::OutOfTime | ParseOutcome::NoGrammar => 0,
    }
}

struct Text {
    name: String,
    text: String,
}

/// The texts of a workspace, but for files that the index leaves out.
fn texts(workspace: &Path, left_out: &HashSet<PathBuf>) -> Result<Vec<(Text, Language)>> {
    let mut texts = Vec::new();
    let mut folders = vec![workspace.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let inside = path.strip_prefix(workspace).unwrap_or(&path);
            if let Some(language) = language_of(&name, None)
                && !left_out.contains(inside)
            {
                let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
                texts.push((Text { name, text }, language));
            }
        }
    }
    Ok(texts)
}

fn left_out(figures: &Value) -> HashSet<PathBuf> {
    let skipped = figures["skipped"].as_array().map_or(&[][..], Vec::as_slice);
    skipped.iter().filter_map(|entry| entry["path"].as_str().map(PathBuf::from)).collect()
}
