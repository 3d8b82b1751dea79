//! The background of a tree: has damaged texts parsed anew, writes the cache and fills memos, all of it only in pauses.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use lockstep_facts::{FileFacts, LineIndex};
use lockstep_ide::{Change, Revision};
use lockstep_store::{Cache, CacheKey, encode};
use rayon::prelude::*;

use crate::core::{Core, lock};
use crate::event::Event;
use crate::workers::INDEX;

/// A pause this long, and new facts are written.
const WRITE_AFTER: Duration = Duration::from_secs(5);
/// A pause this long, and damaged texts are parsed anew.
const CONFIRM_AFTER: Duration = Duration::from_millis(500);
/// A pause this long after a change, and memos are brought up to date again.
const FILL_AFTER: Duration = Duration::from_secs(10);
/// Between two files of a pass, a pause this long lets it go on.
const PAUSE: Duration = Duration::from_millis(200);
/// Entries encoded at a time: bounds what is in memory twice.
const CHUNK: usize = 1_000;

/// Facts not yet in the cache.
pub(crate) struct Fresh {
    pub(crate) key: CacheKey,
    pub(crate) length: usize,
    pub(crate) facts: Arc<FileFacts>,
    pub(crate) lines: Arc<LineIndex>,
}

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Keeper {
    cache: Mutex<Option<Arc<Cache>>>,
    hits: AtomicUsize,
    work: Mutex<Work>,
    wake: Condvar,
    /// Whether the thread waits without a deadline, so that it must be told of a change.
    asleep: AtomicBool,
}

#[derive(Default)]
struct Work {
    fresh: Vec<Fresh>,
    /// The first index is done: write at once, and throw out what is no longer used.
    indexed: bool,
    closed: bool,
}

impl Keeper {
    /// Opens the cache; without one everything is extracted each time.
    pub(crate) fn open(&self, core: &Core) {
        let Some(path) = &core.options.cache else { return };
        match Cache::open(path) {
            Ok(opened) => {
                if let Some(why) = opened.wiped {
                    tracing::warn!("{}: {why}", path.display());
                }
                core.disk.remember(opened.cache.seen());
                *lock(&self.cache) = Some(Arc::new(opened.cache));
            }
            Err(error) => tracing::warn!("no cache: {error}"),
        }
    }

    pub(crate) fn cache(&self) -> Option<Arc<Cache>> {
        lock(&self.cache).clone()
    }

    /// Counts a file whose facts came from the cache.
    pub(crate) fn count_hit(&self) {
        self.hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Size of the cache, and how many files came from it.
    pub(crate) fn status(&self) -> Option<(u64, usize)> {
        self.cache().map(|cache| (cache.bytes(), self.hits.load(Ordering::Relaxed)))
    }

    /// Facts to be written some time.
    pub(crate) fn keep(&self, fresh: Fresh) {
        if lock(&self.cache).is_some() {
            let first = {
                let mut work = lock(&self.work);
                work.fresh.push(fresh);
                work.fresh.len() == 1
            };
            if first {
                self.wake();
            }
        }
    }

    /// The first index is done.
    pub(crate) fn indexed(&self) {
        lock(&self.work).indexed = true;
        self.wake.notify_all();
    }

    /// Something changed that may be work for a later pause.
    pub(crate) fn wake(&self) {
        if self.asleep.swap(false, Ordering::SeqCst) {
            drop(lock(&self.work));
            self.wake.notify_all();
        }
    }

    /// What is not written is written, then [`run`] returns.
    pub(crate) fn close(&self) {
        lock(&self.work).closed = true;
        self.wake.notify_all();
    }
}

/// The thread: runs until closed, then writes what is left and lets the cache go.
pub(crate) fn run(core: &Core) {
    let keeper = &core.keeper;
    let mut filled = None;
    let mut confirmed = Revision(0);
    loop {
        confirm(core, &mut confirmed);
        let mut work = lock(&keeper.work);
        if work.closed {
            break;
        }
        let ready = core.published.load().ready;
        let idle = core.idle();
        if !work.fresh.is_empty() && (work.indexed || (ready && idle >= WRITE_AFTER)) {
            let prune = std::mem::take(&mut work.indexed);
            let fresh = std::mem::take(&mut work.fresh);
            drop(work);
            write(core, &fresh);
            if prune {
                self::prune(core);
            }
            continue;
        }
        if std::mem::take(&mut work.indexed) {
            drop(work);
            prune(core);
            continue;
        }
        let outdated = ready && filled != Some(core.published.load().revision);
        let pause = if filled.is_none() { Duration::ZERO } else { FILL_AFTER };
        if outdated && idle >= pause && core.published.load().ready {
            drop(work);
            filled = Some(fill(core, &mut confirmed));
            continue;
        }
        let due = match (ready && !work.fresh.is_empty(), outdated) {
            (true, _) => Some(WRITE_AFTER),
            (false, true) => Some(FILL_AFTER),
            (false, false) => None,
        };
        match due {
            Some(due) => {
                let wait = due.saturating_sub(idle).clamp(PAUSE, CONFIRM_AFTER);
                drop(keeper.wake.wait_timeout(work, wait).unwrap_or_else(PoisonError::into_inner));
            }
            None => {
                keeper.asleep.store(true, Ordering::SeqCst);
                // Looked at again before waiting: a publish that came first found nobody asleep.
                if core.published.load().ready && filled != Some(core.published.load().revision) {
                    continue;
                }
                drop(keeper.wake.wait(work).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }
    let fresh = std::mem::take(&mut lock(&keeper.work).fresh);
    write(core, &fresh);
    if core.published.load().ready {
        write_seen(core, false);
    }
    lock(&keeper.cache).take();
}

/// Has damaged texts parsed anew in a pause; `last` is the revision at which that was asked for.
fn confirm(core: &Core, last: &mut Revision) {
    let published = core.published.load();
    let unconfirmed = published.revision > *last && published.snapshot.is_unconfirmed();
    if unconfirmed && core.idle() >= CONFIRM_AFTER {
        *last = core.queue.submit(Event::Change(Change::Pause));
    }
}

fn write(core: &Core, fresh: &[Fresh]) {
    let Some(cache) = core.keeper.cache() else { return };
    for chunk in fresh.chunks(CHUNK) {
        let entries: Vec<(CacheKey, Vec<u8>)> = INDEX.run(|| {
            chunk
                .par_iter()
                .filter_map(|fresh| Some((fresh.key, encode(fresh.length, &fresh.facts, &fresh.lines)?)))
                .collect()
        });
        cache.write(&entries);
    }
    if cache.is_damaged() && lock(&core.keeper.cache).take().is_some() {
        tracing::warn!("the cache failed and is given up; it is made anew at the next start");
    }
}

/// Throws out what no file has any more, once that is more than what files have: a branch left for an hour is found again.
fn prune(core: &Core) {
    let Some(cache) = core.keeper.cache() else { return };
    write_seen(core, true);
    let used = core.disk.keys();
    if cache.len() > used.len() * 2 + CHUNK {
        let gone = cache.keep_only(&used);
        tracing::debug!("{gone} unused entries left the cache");
    }
}

/// Writes down what the files were whose texts are known. `all`: every file is known, so what is not is gone.
fn write_seen(core: &Core, all: bool) {
    let Some(cache) = core.keeper.cache() else { return };
    let (before, now) = (cache.seen(), core.disk.seen());
    let gone: Vec<String> = match all {
        true => before.keys().filter(|path| !now.contains_key(*path)).cloned().collect(),
        false => Vec::new(),
    };
    let changed: Vec<(String, Vec<u8>)> =
        now.into_iter().filter(|(path, value)| before.get(path) != Some(value)).collect();
    cache.write_seen(&changed, &gone);
}

/// Computes outstanding memos, file by file, as long as nothing else happens; returns the revision that was filled, or
/// the one at which it stopped.
fn fill(core: &Core, confirmed: &mut Revision) -> Revision {
    let published = core.published.load_full();
    for file in published.snapshot.files() {
        confirm(core, confirmed);
        // Newer snapshots are filled in the next pause; what was computed for this one serves them too.
        let is_over = || core.is_gone() || lock(&core.keeper.work).closed;
        if is_over() {
            break;
        }
        while core.idle() < PAUSE && !is_over() {
            let work = lock(&core.keeper.work);
            drop(core.keeper.wake.wait_timeout(work, PAUSE).unwrap_or_else(PoisonError::into_inner));
        }
        let filled = catch_unwind(AssertUnwindSafe(|| published.snapshot.fill(file, &mut || !is_over())));
        if filled.is_err() {
            tracing::error!("{}: resolving ahead of questions panicked", published.snapshot.path(file));
        }
    }
    published.revision
}
