//! Answers the questions of a truth file straight from the graph, in the scorer's format: the quick way to see what a
//! change of an extractor or a rule does to recall and precision.
//!
//! `lockstep-accuracy TRUTH.jsonl ROOT ANSWERS.jsonl`: TRUTH has one definition a line (`{"def": {"file", "line",
//! "col"}, "refs": [..]}`, lines and UTF-16 columns from 0); ANSWERS gets references, callers and the definitions at up to
//! five references each.

use std::collections::HashMap;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use lockstep_facts::{FileFacts, Language, LanguageFamily, LineIndex, LinePosition, Name, PositionEncoding, TextRange};
use lockstep_graph::{CallerId, FileChange, FileId, Graph, GraphOptions, Resolution, Revision};
use lockstep_languages::{Budget, ParseOutcome, extract, extract_package, language_of, parse_text, prelude};
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

struct World {
    graph: Graph,
    lines: HashMap<FileId, LineIndex>,
}

fn run(truth: &Path, root: &Path, answers: &Path) -> Result<()> {
    let world = load(root)?;
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

fn load(root: &Path) -> Result<World> {
    let mut paths = Vec::new();
    for entry in ignore::WalkBuilder::new(root).standard_filters(false).build() {
        let entry = entry?;
        if entry.file_type().is_some_and(|t| t.is_file()) {
            let relative = entry.path().strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            if let Some(language) = language_of(&relative, None) {
                paths.push((relative, language));
            }
        }
    }
    paths.sort();
    let parsed: Vec<(Name, FileFacts, LineIndex)> = paths
        .par_iter()
        .filter_map(|(path, language)| {
            let text = std::fs::read_to_string(root.join(path)).ok()?;
            let facts = facts_of(path, *language, &text);
            Some((Name::new(path), facts, LineIndex::new(&text)))
        })
        .collect();
    let mut changes = Vec::new();
    let mut lines = HashMap::new();
    for (index, family) in [LanguageFamily::Python, LanguageFamily::Rust, LanguageFamily::TypeScript].iter().enumerate() {
        if let Some((language, text)) = prelude(*family) {
            changes.push(FileChange {
                file: FileId(index as u32),
                path: Name::new(&format!("<prelude>/{family}")),
                facts: Some(Arc::new(facts_of("prelude", language, text))),
                external: true,
            });
        }
    }
    for (index, (path, facts, line_index)) in parsed.into_iter().enumerate() {
        let file = FileId(index as u32 + 8);
        lines.insert(file, line_index);
        changes.push(FileChange { file, path, facts: Some(Arc::new(facts)), external: false });
    }
    let mut graph = Graph::new(GraphOptions::default());
    graph.apply(Revision(1), changes);
    Ok(World { graph, lines })
}

fn facts_of(path: &str, language: Language, text: &str) -> FileFacts {
    if language == Language::Package {
        return extract_package(path.rsplit('/').next().unwrap_or(path), text);
    }
    match parse_text(language, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, text),
        ParseOutcome::OutOfTime | ParseOutcome::NoGrammar => FileFacts::empty(language),
    }
}

fn answer(world: &World, definition: &Value) -> Value {
    let place = &definition["def"];
    let mut result = json!({ "def": place });
    let Some((file, offset)) = position(world, &place["file"], &place["line"], &place["col"]) else {
        result["error"] = json!("no such file");
        return result;
    };
    let Some(node) = world.graph.file(file) else { return result };
    let item = node.facts.items.iter().position(|placed| {
        placed.name_range().start == offset && placed.item.definition.is_some()
            || placed.item.ranges.declarations.iter().any(|r| r.offset(placed.start).start == offset)
    });
    let Some(symbol) = item.and_then(|item| node.symbol(item as u32)) else {
        result["error"] = json!("no definition there");
        return result;
    };
    let references = world.graph.references(symbol);
    let sites = references.sites.iter().filter(|s| s.confidence != lockstep_facts::Confidence::Ambiguous);
    result["refs"] = sites
        .map(|site| {
            let placed = &world.graph.file(site.file).map(|n| n.facts.items[site.item as usize].clone());
            let range = placed.as_ref().map(|p| p.reference_range(site.reference as usize)).unwrap_or_default();
            location(world, site.file, range)
        })
        .collect();
    result["callers"] = world
        .graph
        .callers(symbol)
        .0
        .iter()
        .filter(|c| c.confidence != lockstep_facts::Confidence::Ambiguous)
        .filter_map(|caller| match caller.caller {
            CallerId::Symbol(id) => {
                let symbol = world.graph.symbol(id)?;
                let node = world.graph.file(symbol.file)?;
                Some(location(world, symbol.file, node.facts.items[symbol.item as usize].name_range()))
            }
            CallerId::Module(_) => None,
        })
        .collect();
    let asked = definition["refs"].as_array().map(Vec::as_slice).unwrap_or_default();
    result["defs_at"] = asked
        .iter()
        .take(5)
        .filter_map(|r| {
            let (file, offset) = position(world, &r["file"], &r["line"], &r["col"])?;
            Some(json!({ "at": [r["file"], r["line"], r["col"]], "to": definitions_at(world, file, offset) }))
        })
        .collect();
    result
}

fn definitions_at(world: &World, file: FileId, offset: u32) -> Vec<Value> {
    let Some(node) = world.graph.file(file) else { return Vec::new() };
    let mut found = Vec::new();
    for (item, placed) in node.facts.items.iter().enumerate() {
        for reference in 0..placed.item.body.references.len() {
            if placed.reference_range(reference).start != offset {
                continue;
            }
            let Resolution::Targets(targets) = world.graph.resolve(file, item as u32, reference as u32) else { continue };
            for target in targets.iter() {
                if let Some(symbol) = world.graph.symbol(target.symbol)
                    && let Some(node) = world.graph.file(symbol.file)
                {
                    found.push(location(world, symbol.file, node.facts.items[symbol.item as usize].name_range()));
                }
            }
        }
    }
    found
}

fn position(world: &World, file: &Value, line: &Value, column: &Value) -> Option<(FileId, u32)> {
    let file = world.graph.file_at(Name::new(file.as_str()?))?;
    let at = LinePosition { line: line.as_u64()? as u32, column: column.as_u64()? as u32 };
    Some((file, world.lines.get(&file)?.offset(at, PositionEncoding::Utf16)))
}

fn location(world: &World, file: FileId, range: TextRange) -> Value {
    let at = world.lines.get(&file).map(|lines| lines.position(range.start, PositionEncoding::Utf16)).unwrap_or_default();
    json!([world.graph.file(file).map(|n| n.path.as_str()), at.line, at.column])
}
