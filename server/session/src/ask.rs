//! Asking: wait for the ticket, answer from a snapshot, look whether what was read is still so, ask again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lockstep_ide::{Answer, FileId, FileState, Revision, Snapshot};
use tokio::sync::{oneshot, watch};

use crate::IndexState;
use crate::core::{Core, Published, lock};
use crate::disk::{Refreshed, refresh_named};
use crate::watch::{drain, look_at_root};
use crate::workers::{QUESTIONS, panic_message};

/// Files of an answer that are compared with the disk after it is made.
const MAX_STATS: usize = 64;
/// A deadline for callers who have none.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);
/// An assistant's answer is not older than its ticket, so it waits this much longer for a writer that is behind.
const WRITER_GRACE: Duration = Duration::from_secs(10);

/// An answer with everything a reader must know about it.
#[derive(Clone, Debug)]
pub struct Asked<T> {
    /// The answer.
    pub value: T,
    /// How it stands.
    pub marks: Marks,
}

/// How an answer stands. Paths are relative to the tree's root.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The revision it was answered from.
    pub revision: Revision,
    /// Whether the index was complete.
    pub index: IndexState,
    /// Files that had changed on disk unnoticed and were read again for this answer.
    pub refreshed: Vec<String>,
    /// Files whose newest text was not parsed in time.
    pub pending: Vec<String>,
    /// Files read in which definitions are held.
    pub held: Vec<String>,
    /// Files read that are open with unsaved edits.
    pub unsaved: Vec<String>,
    /// Files read that were left out of the index or could not be read.
    pub failed: Vec<String>,
    /// The watcher did not confirm in time that it had delivered everything.
    pub watcher_late: bool,
    /// Not every folder is watched: a file that came there since, and that nothing names, is not known.
    pub unwatched: bool,
    /// There is no host: no editor's unsaved edits can be seen.
    pub not_attached: bool,
}

impl Marks {
    /// Whether nothing is missing: index ready, everything watched, nothing pending, held or failed.
    #[must_use]
    pub fn complete(&self) -> bool {
        matches!(self.index, IndexState::Ready)
            && self.pending.is_empty()
            && self.held.is_empty()
            && self.failed.is_empty()
            && !self.unwatched
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Files read are still being parsed at the deadline (LSP: ContentModified).
    #[error("still being parsed: {0:?}")]
    Pending(Vec<String>),
    /// The first index is not ready at the deadline; percent done.
    #[error("the index is being built ({0} %)")]
    Building(u8),
    /// The tree was unloaded or its writer is being rebuilt.
    #[error("the tree is not served any more; ask again")]
    Gone,
    /// The feature panicked; the snapshot is unharmed.
    #[error("internal error: {0}")]
    Panicked(String),
}

/// A question, asked as often as it takes.
pub(crate) type Question<T> = Arc<dyn Fn(&Snapshot) -> Answer<T> + Send + Sync>;

/// The editor's way: what is not ready at the deadline is an error.
pub(crate) async fn ask<T: Send + 'static>(
    core: &Arc<Core>,
    ticket: Revision,
    deadline: Duration,
    stat: Vec<String>,
    question: Question<T>,
) -> Result<Asked<T>, AskError> {
    let _busy = core.question();
    let wait = Wait::until(core, deadline);
    look_at_root(core);
    let refreshed = look(core, closed(core, stat)).await?;
    let ticket = refreshed.revision.map_or(ticket, |revision| revision.max(ticket));
    let state = wait.for_state(|published| published.ready).await?;
    if !state.ready {
        return Err(AskError::Building(core.percent()));
    }
    let told = wait.tell(ticket, &question).await?;
    if !told.pending.is_empty() {
        return Err(AskError::Pending(told.pending));
    }
    Ok(told.asked(core, refreshed.changed, false))
}

/// The assistant's way: the gate, and an answer that says what is not ready.
pub(crate) async fn ask_gated<T: Send + 'static>(
    core: &Arc<Core>,
    ticket: Revision,
    deadline: Duration,
    named: Vec<String>,
    question: Question<T>,
) -> Result<Asked<T>, AskError> {
    let _busy = core.question();
    let wait = Wait::until(core, deadline);
    // While the first index is built everything is being read anyway.
    wait.for_state(|published| published.ready).await?;
    look_at_root(core);
    let late = core.published.load().ready && drain(core).await;
    let mut refreshed = look(core, named.clone()).await?;
    let mut ticket = refreshed.revision.unwrap_or_default().max(ticket).max(core.queue.last());
    let wait = wait.and(WRITER_GRACE);
    let mut told = wait.tell(ticket, &question).await?;
    if told.published.ready {
        let after = look(core, told.paths(&told.answer.read, MAX_STATS)).await?;
        if let Some(revision) = after.revision {
            refreshed.changed.extend(after.changed);
            ticket = ticket.max(revision);
            told = wait.tell(ticket, &question).await?;
        }
    }
    // A file that was named and is left out is why the answer says nothing about it.
    let snapshot = Arc::clone(&told.published.snapshot);
    told.answer.read.extend(named.iter().filter_map(|path| snapshot.file(path)));
    told.answer.read.sort_unstable();
    told.answer.read.dedup();
    Ok(told.asked(core, refreshed.changed, late))
}

/// The files that no editor has open.
fn closed(core: &Core, mut files: Vec<String>) -> Vec<String> {
    let snapshot = Arc::clone(&core.published.load().snapshot);
    files.retain(|path| {
        snapshot.file(path).is_none_or(|file| !matches!(snapshot.state(file), FileState::Open { .. }))
    });
    files
}

/// Compares files with the disk, on a thread that may read and extract.
async fn look(core: &Arc<Core>, paths: Vec<String>) -> Result<Refreshed, AskError> {
    if paths.is_empty() {
        return Ok(Refreshed::default());
    }
    let core = Arc::clone(core);
    on_worker(move || refresh_named(&core, &paths)).await
}

/// Runs `work` with a large stack. A panic in it is an error and nothing else.
async fn on_worker<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, AskError> {
    let (sender, receiver) = oneshot::channel();
    QUESTIONS.spawn(move || {
        // The asker may have gone away, before or meanwhile.
        if sender.is_closed() {
            return;
        }
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    match receiver.await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(panic)) => Err(AskError::Panicked(panic_message(&*panic))),
        Err(_) => Err(AskError::Gone),
    }
}

/// Waits for states of a tree, all until one deadline.
struct Wait<'c> {
    core: &'c Arc<Core>,
    until: Instant,
    grace: Duration,
}

/// An answer, with what it was made from.
struct Told<T> {
    published: Arc<Published>,
    answer: Answer<T>,
    /// What it would have to wait for still.
    pending: Vec<String>,
}

impl<'c> Wait<'c> {
    fn until(core: &'c Arc<Core>, deadline: Duration) -> Wait<'c> {
        Wait { core, until: Instant::now() + deadline.min(FOREVER), grace: Duration::ZERO }
    }

    /// The same, but waiting for a ticket may take so much longer.
    fn and(self, grace: Duration) -> Wait<'c> {
        Wait { grace, ..self }
    }

    /// The newest state as soon as it is as wanted, or as it is at the deadline.
    async fn for_state(&self, wanted: impl Fn(&Published) -> bool) -> Result<Arc<Published>, AskError> {
        let mut published = self.core.publish.subscribe();
        loop {
            let newest = self.core.published.load_full();
            if self.core.is_gone() {
                return Err(AskError::Gone);
            }
            if wanted(&newest) || !self.next(&mut published).await {
                return Ok(newest);
            }
        }
    }

    /// Waits for the next publish. False at the deadline.
    async fn next(&self, published: &mut watch::Receiver<Revision>) -> bool {
        matches!(tokio::time::timeout_at(self.until.into(), published.changed()).await, Ok(Ok(())))
    }

    /// Asks once everything up to `ticket` is shown, and again until nothing the answer reads is pending.
    async fn tell<T: Send + 'static>(
        &self,
        ticket: Revision,
        question: &Question<T>,
    ) -> Result<Told<T>, AskError> {
        let mut state = self.for_state(|published| published.ready && published.revision >= ticket).await?;
        if state.ready && state.revision < ticket {
            let longer = Wait { until: self.until + self.grace, ..*self };
            state = longer.for_state(|published| published.revision >= ticket).await?;
        }
        // While the index is built, an answer says so whatever it shows; after that, older than the ticket is no answer.
        if state.ready && state.revision < ticket {
            return Err(AskError::Pending(Vec::new()));
        }
        loop {
            let answer = {
                let (snapshot, question) = (Arc::clone(&state.snapshot), Arc::clone(question));
                on_worker(move || question(&snapshot)).await?
            };
            let told = |answer: Answer<T>, state: Arc<Published>| {
                let pending = paths(&state.snapshot, &state.snapshot.waits_for(&answer.read, &answer.names));
                Told { published: state, answer, pending }
            };
            if !state.ready || state.snapshot.waits_for(&answer.read, &answer.names).is_empty() {
                return Ok(told(answer, state));
            }
            let revision = state.revision;
            let newer = self
                .for_state(|published| {
                    published.revision > revision
                        && published.snapshot.waits_for(&answer.read, &answer.names).is_empty()
                })
                .await?;
            let still = !newer.snapshot.waits_for(&answer.read, &answer.names).is_empty();
            if newer.revision <= revision || still {
                return Ok(told(answer, state));
            }
            state = newer;
        }
    }
}

fn paths(snapshot: &Snapshot, files: &[FileId]) -> Vec<String> {
    files.iter().map(|file| snapshot.path(*file).as_str().to_string()).collect()
}

impl<T> Told<T> {
    fn paths(&self, files: &[FileId], limit: usize) -> Vec<String> {
        paths(&self.published.snapshot, files.get(..limit).unwrap_or(files))
    }

    fn asked(self, core: &Core, mut refreshed: Vec<String>, watcher_late: bool) -> Asked<T> {
        refreshed.sort_unstable();
        refreshed.dedup();
        let snapshot = &self.published.snapshot;
        let read = &self.answer.read;
        let chosen = |wanted: &dyn Fn(FileId) -> bool| -> Vec<String> {
            let files: Vec<FileId> = read.iter().copied().filter(|file| wanted(*file)).collect();
            let mut chosen = paths(snapshot, &files);
            chosen.sort_unstable();
            chosen
        };
        let failed = |file| {
            matches!(snapshot.state(file), FileState::Skipped(_))
                || snapshot.facts(file).is_some_and(|facts| facts.skipped.is_some())
        };
        let marks = Marks {
            revision: self.published.revision,
            index: if self.published.ready {
                IndexState::Ready
            } else {
                IndexState::Building(core.percent())
            },
            refreshed,
            held: paths(snapshot, &snapshot.held(read)),
            unsaved: chosen(&|file| snapshot.state(file) == FileState::Open { dirty: true }),
            failed: chosen(&failed),
            pending: self.pending,
            watcher_late,
            unwatched: core.options.watch && lock(&core.watching).is_err(),
            not_attached: core.options.detached,
        };
        Asked { value: self.answer.value, marks }
    }
}
