//! Answers the questions of a truth file straight from the graph, in the scorer's format: the quick way to see what a
//! change of an extractor or a rule does to recall and precision.
//!
//! `lockstep-accuracy TRUTH.jsonl ROOT ANSWERS.jsonl`: TRUTH has one definition a line (`{"def": {"file", "line",
//! "col"}, "refs": [..]}`, lines and UTF-16 columns from 0); ANSWERS gets references, callers and the definitions at up to
//! five references each.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use lockstep_accuracy::World;
use lockstep_facts::Confidence;
use lockstep_graph::{CallerId, FileId};
use rayon::prelude::*;
use serde_json::{Value, json};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, truth, root, answers] = &arguments[..] else {
        anyhow::bail!("usage: lockstep-accuracy TRUTH.jsonl ROOT ANSWERS.jsonl");
    };
    // Resolution recurses; its depth is bounded, but not by the default stack.
    let pool = rayon::ThreadPoolBuilder::new().stack_size(256 << 20).build()?;
    pool.install(|| run(Path::new(truth), Path::new(root), Path::new(answers)))
}

fn run(truth: &Path, root: &Path, answers: &Path) -> Result<()> {
    let world = World::of_folder(root)?;
    let text = std::fs::read_to_string(truth).with_context(|| truth.display().to_string())?;
    let definitions: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|value| value.get("def").is_some())
        .collect();
    let lines: Vec<String> = definitions.par_iter().map(|d| answer(&world, d).to_string()).collect();
    let mut out = BufWriter::new(std::fs::File::create(answers)?);
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn answer(world: &World, definition: &Value) -> Value {
    let place = &definition["def"];
    let mut result = json!({ "def": place });
    let Some((file, offset)) = position(world, place) else {
        result["error"] = json!("no such file");
        return result;
    };
    let Some(symbol) = world.definition(file, offset) else {
        result["error"] = json!("no definition there");
        return result;
    };
    let references = world.graph.references(symbol.id);
    let sites = references.sites.iter().filter(|s| s.confidence != Confidence::Ambiguous);
    result["refs"] = sites
        .map(|site| {
            let placed = world.graph.file(site.file).map(|n| n.facts.items[site.item as usize].clone());
            let range = placed.map(|p| p.reference_range(site.reference as usize)).unwrap_or_default();
            json!(world.place(site.file, range))
        })
        .collect();
    result["callers"] = world
        .graph
        .callers(symbol.id)
        .callers
        .iter()
        .filter(|c| c.confidence != Confidence::Ambiguous)
        .filter_map(|caller| match caller.caller {
            CallerId::Symbol(id) => Some(json!(world.place_of(world.graph.symbol(id)?)?)),
            CallerId::Module(_) => None,
        })
        .collect();
    let asked = definition["refs"].as_array().map(Vec::as_slice).unwrap_or_default();
    result["defs_at"] = asked
        .iter()
        .take(5)
        .filter_map(|r| {
            let (file, offset) = position(world, r)?;
            let found: Vec<Value> =
                world.definitions_at(file, offset).iter().map(|(place, _)| json!(place)).collect();
            Some(json!({ "at": [r["file"], r["line"], r["col"]], "to": found }))
        })
        .collect();
    result
}

fn position(world: &World, place: &Value) -> Option<(FileId, u32)> {
    let number = |name: &str| place[name].as_u64().map(|n| n as u32);
    world.offset(place["file"].as_str()?, number("line")?, number("col")?)
}
