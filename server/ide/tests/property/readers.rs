//! Readers beside the writer: while a script is played, threads ask what they like of the newest snapshot and of old
//! ones. All of them share memos, at revisions that differ; what one of them is told never depends on the others.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use fastrand::Rng;
use lockstep_facts::hash_text;
use lockstep_fixture::World;
use lockstep_ide::{DiskContent, DiskFile, FileId, FilePosition, LineIndex, Name, Place, Snapshot, SymbolId};

use super::check::{from_nothing, references_text, resolution_text, texts};
use super::script::OTHER;

const READERS: u64 = 3;
/// Questions that a reader asks of one snapshot at a time.
const BATCH: usize = 12;
/// Batches that the writer waits for after each step, so that old memos are met by new edits.
const BATCHES_A_STEP: usize = 2;
/// What resolution is given in production.
const STACK: usize = 16 << 20;

/// A revision that readers may ask.
struct Shown {
    revision: usize,
    live: Arc<Snapshot>,
    /// What a build from nothing is made of.
    files: Vec<DiskFile>,
    /// That build, made by the first reader who compares. One reader at a time asks it: it is what is right.
    scratch: Mutex<Option<Arc<Snapshot>>>,
}

#[derive(Default)]
struct State {
    shown: Vec<Arc<Shown>>,
    batches: usize,
    /// The writer has ended, in whatever way.
    done: bool,
    failure: Option<String>,
}

/// What the writer and the readers share.
#[derive(Default)]
pub struct Readers {
    state: Mutex<State>,
    changed: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `write` with readers beside it, whose choices come from `seed`; gives the first wrong answer.
pub fn beside(seed: u64, write: impl FnOnce(&Readers)) -> Result<(), String> {
    /// Readers end with the writer, also if it panics.
    struct End<'a>(&'a Readers);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            lock(&self.0.state).done = true;
            self.0.changed.notify_all();
        }
    }
    let readers = Readers::default();
    std::thread::scope(|scope| {
        let _end = End(&readers);
        for number in 0..READERS {
            let readers = &readers;
            let read = move || {
                let rng = Rng::with_seed(seed * READERS + number);
                let outcome = catch_unwind(AssertUnwindSafe(|| readers.read(rng)));
                if let Err(error) = outcome.unwrap_or_else(|_| Err("a reader panicked".to_owned())) {
                    lock(&readers.state).failure.get_or_insert(error);
                    readers.changed.notify_all();
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read).expect("a thread");
        }
        write(&readers);
    });
    lock(&readers.state).failure.take().map_or(Ok(()), Err)
}

impl Readers {
    /// Lets readers see the newest snapshot, and waits until they have asked some more; false if one was told wrong.
    pub fn show(&self, world: &World) -> bool {
        let live = world.snapshot();
        let mut texts = texts(world);
        let mut new = vec![(files(&texts, &live), Arc::clone(&live))];
        // What the second editor sees.
        if let Some(own) = live.seen_by(OTHER, None) {
            let documents = world.documents().iter().filter(|((session, _), _)| *session == OTHER);
            texts.extend(documents.map(|((_, path), text)| (path.clone(), text.clone())));
            new.push((files(&texts, &own), Arc::new(own)));
        }
        let mut state = lock(&self.state);
        for (files, live) in new {
            let revision = state.shown.len();
            state.shown.push(Arc::new(Shown { revision, live, files, scratch: Mutex::default() }));
        }
        self.changed.notify_all();
        let wanted = state.batches + BATCHES_A_STEP;
        while state.batches < wanted && state.failure.is_none() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.failure.is_none()
    }

    /// Asks until the writer has ended, and then once more of every snapshot there was.
    fn read(&self, mut rng: Rng) -> Result<(), String> {
        while let Some(shown) = self.choose(&mut rng) {
            shown.check(&mut rng)?;
            lock(&self.state).batches += 1;
            self.changed.notify_all();
        }
        let mut all = lock(&self.state).shown.clone();
        rng.shuffle(&mut all);
        all.iter().try_for_each(|shown| shown.check(&mut rng))
    }

    /// The newest snapshot, one a few revisions back, or any; none when the writer has ended.
    fn choose(&self, rng: &mut Rng) -> Option<Arc<Shown>> {
        let mut state = lock(&self.state);
        loop {
            if state.done || state.failure.is_some() {
                return None;
            }
            let back = match rng.u8(..4) {
                0 | 1 => 1,
                2 => 6,
                _ => state.shown.len(),
            };
            let from = state.shown.len().saturating_sub(back);
            if let Some(shown) = rng.choice(&state.shown[from..]) {
                return Some(Arc::clone(shown));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What an engine that knows nothing is given to answer as `live` does: the texts, or the facts where these are more
/// than what the texts say (something is pending, held or unconfirmed).
fn files(texts: &BTreeMap<String, String>, live: &Snapshot) -> Vec<DiskFile> {
    let whole =
        live.pending().is_empty() && live.held(&live.files()).is_empty() && live.unconfirmed().is_empty();
    let file = |(path, text): (&String, &String)| {
        let content = match live.file(path).and_then(|file| live.facts(file)) {
            _ if whole => DiskContent::Text(text.as_str().into()),
            Some(facts) => DiskContent::Facts(Arc::clone(facts), Arc::new(LineIndex::new(text))),
            None => return None,
        };
        Some(DiskFile { path: Name::new(path), hash: hash_text(text), content })
    };
    texts.iter().filter_map(file).collect()
}

/// One question, in words that mean the same in each snapshot of the same texts.
#[derive(Clone, Debug)]
enum Question {
    Meaning { path: Name, item: u32, reference: u32 },
    References(SymbolId),
    Callers(SymbolId),
    Affected(SymbolId),
    Definition { path: Name, offset: u32 },
    Hover { path: Name, offset: u32 },
}

impl Shown {
    fn check(&self, rng: &mut Rng) -> Result<(), String> {
        let questions: Vec<Question> = (0..BATCH).filter_map(|_| question(&self.live, rng)).collect();
        let found: Vec<String> = questions.iter().map(|question| answer(&self.live, question)).collect();
        let mut scratch = lock(&self.scratch);
        let scratch = scratch.get_or_insert_with(|| from_nothing(self.files.clone()));
        for (question, found) in questions.iter().zip(found) {
            let expected = answer(scratch, question);
            if found != expected {
                return Err(format!(
                    "snapshot {}, {question:?}:\n{found}from nothing\n{expected}",
                    self.revision
                ));
            }
        }
        Ok(())
    }
}

fn question(snapshot: &Snapshot, rng: &mut Rng) -> Option<Question> {
    let file = *rng.choice(&snapshot.files())?;
    let path = snapshot.path(file);
    let items = &snapshot.facts(file)?.items;
    let number = rng.usize(..items.len().max(1));
    let placed = items.get(number)?;
    let references = &placed.item.ranges.references;
    let at = rng.usize(..references.len().max(1));
    let offset = references.get(at).map_or(placed.name_range(), |_| placed.reference_range(at)).start;
    let symbol = SymbolId::new(path, placed.item.path);
    Some(match rng.u8(..10) {
        0 => Question::References(symbol),
        1 => Question::Callers(symbol),
        2 => Question::Affected(symbol),
        3 => Question::Definition { path, offset },
        4 => Question::Hover { path, offset },
        _ => {
            references.get(at)?;
            Question::Meaning { path, item: number as u32, reference: at as u32 }
        }
    })
}

fn answer(snapshot: &Snapshot, question: &Question) -> String {
    let mut out = String::new();
    let file = |path: &Name| snapshot.file(path.as_str()).unwrap_or(FileId(u32::MAX));
    let at = |path: &Name, offset: u32| FilePosition { file: file(path), offset };
    match question {
        Question::Meaning { path, item, reference } => {
            let meaning = snapshot.graph().resolve(file(path), *item, *reference);
            let _ = writeln!(out, "  {}", resolution_text(snapshot, &meaning));
        }
        Question::References(symbol) => out.push_str(&references_text(snapshot, *symbol)),
        Question::Callers(symbol) => {
            for caller in snapshot.callers(*symbol).value.callers {
                let _ = write!(out, "  {} {} {}", caller.path, caller.kind, caller.confidence);
                caller.sites.iter().for_each(|site| out.push_str(&place_text(snapshot, site.place)));
                out.push('\n');
            }
        }
        Question::Affected(symbol) => {
            for affected in snapshot.affected(*symbol, 3, 100).value.symbols {
                let _ = writeln!(out, "  {} {} {}", affected.path, affected.depth, affected.uncertain);
            }
        }
        Question::Definition { path, offset } => {
            for place in snapshot.definition(at(path, *offset)).value {
                let _ = writeln!(out, " {}", place_text(snapshot, place));
            }
        }
        Question::Hover { path, offset } => {
            if let Some(hover) = snapshot.hover(at(path, *offset)).value {
                for symbol in hover.symbols {
                    let _ = writeln!(out, "  {} {} {:?}", symbol.path, symbol.kind, symbol.name_range);
                }
                let _ = writeln!(out, "  {} {:?}", hover.confidence, hover.counts);
            }
        }
    }
    out
}

fn place_text(snapshot: &Snapshot, place: Place) -> String {
    format!(" {}:{}..{}", snapshot.path(place.file), place.range.start, place.range.end)
}
