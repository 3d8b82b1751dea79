//! The writer: one thread per tree, the only one that holds the engine.
//!
//! It takes events in order, applies each, and publishes. If applying panics, it makes a new engine, replays the open
//! documents from its log, and has the disk walked again; until that is done nothing newer is published.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use lockstep_ide::{Change, Engine, EngineOptions, Name, ParseJob, Revision, SessionId};

use crate::core::Core;
use crate::event::{Event, Rebuilds};
use crate::watch::Message;
use crate::workers::{PARSES, panic_message};

/// A tick longer than this is counted and logged.
const SLOW_TICK: Duration = Duration::from_millis(50);
/// While events wait, publishing waits for them, but no longer than this.
const PUBLISH_EVERY: Duration = Duration::from_millis(2);
/// A parse on the pool that takes longer is given up.
pub(crate) const PARSE_BUDGET: Duration = Duration::from_secs(10);
/// An engine that dies more often than this is not tried again.
const MAX_REBUILDS: u32 = 8;
/// The log is replaced by the engine's own documents when it is longer, in changes or in bytes of text.
const LOG_CHANGES: usize = 512;
const LOG_BYTES: usize = 4 << 20;

/// Runs until the queue is closed.
pub(crate) fn run(core: &Arc<Core>, engine: Engine) {
    let mut writer = Writer {
        core,
        engine,
        log: DocumentLog::default(),
        ready: false,
        rebuilds: Rebuilds(0),
        published: Instant::now(),
    };
    while let Some((revision, event)) = core.queue.take() {
        if !writer.tick(revision, event) {
            tracing::error!("{}: the writer failed too often and is given up", core.root().display());
            core.queue.close();
            core.give_up();
            return;
        }
    }
    core.give_up();
}

struct Writer<'c> {
    core: &'c Arc<Core>,
    engine: Engine,
    log: DocumentLog,
    ready: bool,
    rebuilds: Rebuilds,
    published: Instant,
}

impl Writer<'_> {
    /// Applies one event. False when the engine cannot be had any more.
    fn tick(&mut self, revision: Revision, event: Event) -> bool {
        let started = Instant::now();
        let change = match event {
            Event::Change(change) => change,
            // An engine gives its parses numbers of its own; those of an earlier one mean nothing to this one.
            Event::Parsed(rebuilds, result) if rebuilds == self.rebuilds => Change::Parsed(result),
            Event::Parsed(..) => Change::Disk(Vec::new()),
            Event::Indexed(rebuilds) => {
                self.ready |= rebuilds == self.rebuilds;
                Change::Disk(Vec::new())
            }
            #[cfg(test)]
            Event::Break => return self.rebuild(revision, "broken by a test", Vec::new()),
        };
        self.log.record(&change);
        let files: Vec<Name> = match &change {
            Change::Disk(files) => files.iter().map(|file| file.path).collect(),
            _ => Vec::new(),
        };
        let what = kind(&change);
        let applied = catch_unwind(AssertUnwindSafe(|| {
            let jobs = apply(&mut self.engine, revision, change);
            self.log.compact(&self.engine);
            jobs
        }));
        match applied {
            Ok(jobs) => self.start(jobs),
            Err(panic) => {
                let message = panic_message(&*panic);
                return self.rebuild(revision, &message, files);
            }
        }
        // An engine being rebuilt has not seen the whole disk yet: what it shows is less than what was shown before.
        let rebuilding = !self.ready && self.rebuilds != Rebuilds(0);
        if !rebuilding && (!self.core.queue.has_more() || self.published.elapsed() >= PUBLISH_EVERY) {
            self.core.publish(self.engine.snapshot(), revision, self.ready);
            self.published = Instant::now();
        }
        let took = started.elapsed();
        if took > SLOW_TICK {
            self.core.slow_ticks.fetch_add(1, Ordering::Relaxed);
            tracing::info!("slow tick: {what} of {} files took {} ms", files.len(), took.as_millis());
        }
        true
    }

    fn start(&self, jobs: Vec<ParseJob>) {
        for job in jobs {
            let core = Arc::clone(self.core);
            let rebuilds = self.rebuilds;
            PARSES.spawn(move || {
                let fallback = job.fallback();
                let result =
                    catch_unwind(AssertUnwindSafe(|| job.run(PARSE_BUDGET))).unwrap_or_else(|panic| {
                        tracing::error!("a parse panicked: {}", panic_message(&*panic));
                        fallback
                    });
                core.queue.submit(Event::Parsed(rebuilds, result));
            });
        }
    }

    /// Makes a new engine after a panic while `files` were applied.
    fn rebuild(&mut self, revision: Revision, message: &str, files: Vec<Name>) -> bool {
        tracing::error!("{}: the writer panicked and is rebuilt: {message}", self.core.root().display());
        self.rebuilds = Rebuilds(self.rebuilds.0 + 1);
        self.core.rebuilds.store(self.rebuilds.0, Ordering::SeqCst);
        if self.rebuilds.0 > MAX_REBUILDS {
            return false;
        }
        self.ready = false;
        let shown = self.core.published.load_full();
        self.core.publish(Arc::clone(&shown.snapshot), shown.revision, false);
        self.core.disk.suspect(&files);
        loop {
            self.engine = Engine::new(EngineOptions::default());
            let mut failed = None;
            let mut jobs = Vec::new();
            for change in &self.log.changes {
                let applied =
                    catch_unwind(AssertUnwindSafe(|| apply(&mut self.engine, revision, change.clone())));
                match applied {
                    Ok(more) => jobs.extend(more),
                    Err(_) => {
                        failed = document(change);
                        break;
                    }
                }
            }
            match failed {
                // A document that breaks every engine is left out: the disk's text stands until it is opened again.
                Some((session, path)) => {
                    tracing::error!("{path}: its buffer is left out, applying it failed twice");
                    self.log.forget(session, path);
                }
                None => {
                    self.start(jobs);
                    break;
                }
            }
        }
        self.core.tell_disk(Message::Rebuild(self.rebuilds));
        true
    }
}

fn apply(engine: &mut Engine, revision: Revision, change: Change) -> Vec<ParseJob> {
    #[cfg(test)]
    crate::tests::provoke(&change);
    engine.apply(revision, change)
}

fn kind(change: &Change) -> &'static str {
    match change {
        Change::Open { .. } => "open",
        Change::Edit { .. } => "edit",
        Change::Save { .. } => "save",
        Change::Close { .. } => "close",
        Change::Detach { .. } => "detach",
        Change::Disk(_) => "disk",
        Change::Parsed(_) => "parsed",
        Change::Pause => "pause",
    }
}

/// The document a change is about.
fn document(change: &Change) -> Option<(SessionId, Name)> {
    match change {
        Change::Open { session, path, .. }
        | Change::Edit { session, path, .. }
        | Change::Save { session, path }
        | Change::Close { session, path } => Some((*session, *path)),
        Change::Detach { .. } | Change::Disk(_) | Change::Parsed(_) | Change::Pause => None,
    }
}

/// What brings a new engine's documents to where the old one's were.
#[derive(Default)]
struct DocumentLog {
    changes: Vec<Change>,
    bytes: usize,
    /// Bytes after the last compaction: text that is open and cannot be dropped.
    base: usize,
}

impl DocumentLog {
    fn record(&mut self, change: &Change) {
        match change {
            Change::Disk(_) | Change::Parsed(_) | Change::Pause => return,
            Change::Close { session, path } => self.forget(*session, *path),
            Change::Detach { session } => {
                self.changes.retain(|kept| document(kept).is_none_or(|(owner, _)| owner != *session));
            }
            Change::Open { .. } | Change::Edit { .. } | Change::Save { .. } => {
                self.changes.push(change.clone())
            }
        }
        self.bytes += size(change);
    }

    fn forget(&mut self, session: SessionId, path: Name) {
        self.changes.retain(|kept| document(kept) != Some((session, path)));
    }

    /// Keeps the log short: the engine has just shown that it is well.
    fn compact(&mut self, engine: &Engine) {
        if self.changes.len() > LOG_CHANGES || self.bytes > self.base + LOG_BYTES {
            self.changes = engine.documents();
            self.bytes = self.changes.iter().map(size).sum();
            self.base = self.bytes;
        }
    }
}

fn size(change: &Change) -> usize {
    match change {
        Change::Open { text, .. } => text.len(),
        Change::Edit { changes, .. } => changes.iter().map(|change| change.text.len()).sum(),
        _ => 0,
    }
}
