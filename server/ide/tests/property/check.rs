//! Questions, and the comparison with a build from nothing.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use lockstep_facts::hash_text;
use lockstep_fixture::World;
use lockstep_ide::{
    Change, DiskContent, DiskFile, Engine, EngineOptions, FileId, FilePosition, Name, Revision, Snapshot,
    SymbolId,
};

/// Builds from nothing that were made before, by their texts.
#[derive(Default)]
pub struct Memory(Option<(BTreeMap<String, String>, Arc<Snapshot>)>);

impl Memory {
    /// The snapshot of an engine that knows nothing but `texts`.
    pub fn scratch(&mut self, texts: BTreeMap<String, String>) -> Arc<Snapshot> {
        if let Some((known, snapshot)) = &self.0
            && *known == texts
        {
            return Arc::clone(snapshot);
        }
        let files = texts.iter().map(|(path, text)| DiskFile {
            path: Name::new(path),
            hash: hash_text(text),
            content: DiskContent::Text(text.as_str().into()),
        });
        let snapshot = from_nothing(files.collect());
        self.0 = Some((texts, Arc::clone(&snapshot)));
        snapshot
    }
}

/// The snapshot of an engine that is given `files` and nothing else.
pub fn from_nothing(files: Vec<DiskFile>) -> Arc<Snapshot> {
    let mut engine =
        Engine::new(EngineOptions { hold: false, inline_parse: Duration::MAX, ..EngineOptions::default() });
    engine.apply(Revision(1), Change::Disk(files));
    engine.snapshot()
}

/// The texts that count.
pub fn texts(world: &World) -> BTreeMap<String, String> {
    let snapshot = world.snapshot();
    let paths = snapshot.files().into_iter().map(|file| snapshot.path(file).to_string());
    paths.map(|path| (path.clone(), world.text(&path))).collect()
}

/// Asks some questions, so that memos are made in an order of their own.
pub fn ask(snapshot: &Snapshot, seed: usize) {
    let mut rng = Rng::with_seed(seed as u64);
    let files = snapshot.files();
    for _ in 0..4 {
        let Some(file) = rng.choice(&files).copied() else { return };
        let Some(facts) = snapshot.facts(file) else { continue };
        if facts.items.is_empty() {
            continue;
        }
        let placed = &facts.items[rng.usize(..facts.items.len())];
        let range = placed.full_range();
        let at = FilePosition { file, offset: rng.u32(range.start..=range.end) };
        let symbols = snapshot.symbols_at(at).value;
        let _ = (snapshot.definition(at), snapshot.hover(at), snapshot.local_references(at));
        if let Some((symbol, _)) = symbols.first() {
            let _ = (snapshot.references(*symbol), snapshot.affected(*symbol, 3, 100));
        }
    }
}

/// Every held name stands at its range.
pub fn check_held(world: &World) -> Result<(), String> {
    let snapshot = world.snapshot();
    for file in snapshot.files() {
        let path = snapshot.path(file);
        let text = world.text(path.as_str());
        let Some(facts) = snapshot.facts(file) else { continue };
        let mut paths = std::collections::BTreeSet::new();
        for placed in &facts.items {
            if !paths.insert(placed.item.path.as_str()) {
                return Err(format!("{path}: two items {}", placed.item.path));
            }
            let Some(definition) = placed.item.definition.as_ref().filter(|_| placed.held) else { continue };
            let range = placed.name_range();
            // A tuple's fields and what has no name of its own stand nowhere.
            if range.is_empty() && !definition.name.as_str().starts_with(char::is_alphabetic) {
                continue;
            }
            let spelt = |from: u32, to: u32| text.get(from as usize..to as usize);
            // A default export without a name stands where its statement does.
            let full = placed.full_range();
            let statement = spelt(full.start, full.end);
            if range.is_empty() && statement.is_some_and(|all| all.starts_with("export default")) {
                continue;
            }
            let word = spelt(range.start, range.end);
            // Terraform's blocks go by more than their label, SQL's names whatever the size of their letters.
            let name = definition.name.as_str();
            let spells = |word: &str| {
                word.eq_ignore_ascii_case(name)
                    || name.strip_suffix(word).is_some_and(|rest| rest.ends_with('.'))
            };
            if !word.is_some_and(spells) {
                return Err(format!("{path}: held {} but {word:?} stands at {range:?}", definition.name));
            }
        }
    }
    Ok(())
}

/// The world's snapshot answers as a build from nothing of the same texts, asked in an order given by `seed`. Says
/// nothing while something is held.
pub fn check_equal(world: &World, memory: &mut Memory, seed: usize) -> Result<(), String> {
    let live = world.snapshot();
    if !live.held(&live.files()).is_empty() {
        return Ok(());
    }
    if !live.pending().is_empty() || !live.unconfirmed().is_empty() {
        return Err(format!("pending {:?}, unconfirmed {:?} and no job", live.pending(), live.unconfirmed()));
    }
    compare(&live, &memory.scratch(texts(world)), seed)
}

/// Compares two snapshots of the same texts.
pub fn compare(live: &Snapshot, scratch: &Snapshot, seed: usize) -> Result<(), String> {
    let mut rng = Rng::with_seed(seed as u64);
    let paths =
        |snapshot: &Snapshot| -> Vec<Name> { snapshot.files().iter().map(|f| snapshot.path(*f)).collect() };
    if paths(live) != paths(scratch) {
        return Err(format!("files {:?}, from nothing {:?}", paths(live), paths(scratch)));
    }
    let mut questions: Vec<(FileId, FileId, u32, u32)> = Vec::new();
    let mut symbols: Vec<SymbolId> = Vec::new();
    for path in paths(live) {
        let (Some(here), Some(there)) = (live.file(path.as_str()), scratch.file(path.as_str())) else {
            continue;
        };
        let (facts, other) = (live.facts(here), scratch.facts(there));
        if facts != other {
            let difference = facts.zip(other).map_or(String::new(), |(a, b)| facts_difference(a, b));
            return Err(format!("facts of {path} differ:\n{difference}"));
        }
        let Some(facts) = facts else { continue };
        for (placed, item) in facts.items.iter().zip(0..) {
            questions.extend((0..placed.item.body.references.len() as u32).map(|r| (here, there, item, r)));
            if placed.item.definition.is_some() {
                symbols.push(SymbolId::new(path, placed.item.path));
            }
        }
        symbols.push(SymbolId::new(path, Name::empty()));
    }
    rng.shuffle(&mut questions);
    for (here, there, item, reference) in questions {
        let found = live.graph().resolve(here, item, reference);
        let expected = scratch.graph().resolve(there, item, reference);
        if found != expected {
            let place = live.facts(here).map(|f| f.items[item as usize].reference_range(reference as usize));
            let name = live
                .facts(here)
                .map(|f| f.items[item as usize].item.body.references[reference as usize].name);
            return Err(format!(
                "{} {place:?} {name:?} means\n  {}\nfrom nothing\n  {}",
                live.path(here),
                resolution_text(live, &found),
                resolution_text(scratch, &expected)
            ));
        }
    }
    rng.shuffle(&mut symbols);
    symbols.truncate(60);
    for symbol in symbols {
        let (found, expected) = (references_text(live, symbol), references_text(scratch, symbol));
        if found != expected {
            let path = live.symbol(symbol).map(|symbol| symbol.path.to_string());
            return Err(format!("references of {path:?}:\n{found}from nothing:\n{expected}"));
        }
    }
    Ok(())
}

/// The references to `symbol`, one a line.
pub fn references_text(snapshot: &Snapshot, symbol: SymbolId) -> String {
    let mut out = String::new();
    for site in snapshot.graph().references(symbol).sites {
        let path = snapshot.path(site.file);
        let _ = writeln!(out, "  {path} {} {} {} {}", site.item, site.reference, site.role, site.confidence);
    }
    out
}

/// A meaning in words.
pub fn resolution_text(snapshot: &Snapshot, resolution: &lockstep_graph::Resolution) -> String {
    match resolution {
        lockstep_graph::Resolution::Targets(targets) => {
            let name = |id| snapshot.symbol(id).map_or("?".to_owned(), |symbol| symbol.path.to_string());
            let texts: Vec<String> = targets
                .iter()
                .map(|target| format!("{} {}", name(target.symbol), target.confidence))
                .collect();
            format!("[{}]", texts.join(", "))
        }
        local => format!("{local:?}"),
    }
}

fn facts_difference(first: &lockstep_facts::FileFacts, second: &lockstep_facts::FileFacts) -> String {
    let mut out = String::new();
    for text in [lockstep_languages::dump::dump, |facts: &lockstep_facts::FileFacts| format!("{facts:#?}")] {
        let (a, b) = (text(first), text(second));
        for line in a.lines().filter(|line| !b.lines().any(|other| other == *line)).take(40) {
            let _ = writeln!(out, "  - {line}");
        }
        for line in b.lines().filter(|line| !a.lines().any(|other| other == *line)).take(40) {
            let _ = writeln!(out, "  + {line}");
        }
        if !out.is_empty() {
            break;
        }
    }
    out
}
