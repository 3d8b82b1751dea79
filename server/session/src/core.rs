//! What the threads of one tree share.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use arc_swap::ArcSwap;
use lockstep_ide::{Change, Revision, Snapshot};
use tokio::sync::watch;

use crate::activity::Activity;
use crate::disk::Disk;
use crate::event::{Event, Queue};
use crate::keeper::Keeper;
use crate::platform::{Identity, identity};
use crate::settings::Settings;
use crate::watch::Message;
use crate::{IndexState, SessionStatus, TreeOptions, TreeRoot};

/// The newest state, as readers see it.
pub(crate) struct Published {
    pub(crate) snapshot: Arc<Snapshot>,
    /// The last event it shows.
    pub(crate) revision: Revision,
    /// Whether every file the walk found is in it.
    pub(crate) ready: bool,
}

/// See the module's documentation. Locks are taken in the order `disk` before `queue`, and no other two together.
pub(crate) struct Core {
    pub(crate) root: TreeRoot,
    pub(crate) options: TreeOptions,
    pub(crate) queue: Queue,
    pub(crate) published: ArcSwap<Published>,
    pub(crate) publish: watch::Sender<Revision>,
    pub(crate) disk: Disk,
    pub(crate) keeper: Keeper,
    settings: Mutex<Arc<Settings>>,
    pub(crate) sessions: Mutex<Vec<SessionStatus>>,
    pub(crate) last_session: AtomicU32,
    pub(crate) activity: Activity,
    /// To the thread that looks after the disk.
    pub(crate) to_disk: Mutex<Sender<Message>>,
    pub(crate) watching: Mutex<Result<(), String>>,
    /// Whether cookies come through the watcher, whatever else does not.
    pub(crate) cookies_watched: AtomicBool,
    /// Which folder the root was when the tree was last walked.
    pub(crate) root_identity: Mutex<Identity>,
    /// Cookies up to this one have come through the watcher, and everything before them.
    pub(crate) cookies_seen: watch::Sender<u64>,
    pub(crate) last_cookie: AtomicU64,
    /// Files the walk found, and those of them that have facts or a reason not to.
    pub(crate) found: AtomicUsize,
    pub(crate) indexed: AtomicUsize,
    pub(crate) slow_ticks: AtomicU64,
    pub(crate) rebuilds: AtomicU32,
    /// Nothing is answered any more.
    pub(crate) gone: AtomicBool,
    started: Instant,
    /// When something last happened, in milliseconds from `started`, and how many questions are being answered.
    last_activity: AtomicU64,
    questions: AtomicUsize,
}

impl Core {
    pub(crate) fn new(
        root: TreeRoot,
        options: TreeOptions,
        snapshot: Arc<Snapshot>,
        to_disk: Sender<Message>,
    ) -> Core {
        let published = Published { snapshot, revision: Revision(0), ready: false };
        let watching =
            if options.watch { Err("the watcher is starting".into()) } else { Err("switched off".into()) };
        Core {
            settings: Mutex::new(Arc::new(Settings::read(&root.path))),
            root_identity: Mutex::new(identity(&root.path)),
            root,
            options,
            queue: Queue::default(),
            published: ArcSwap::from_pointee(published),
            publish: watch::Sender::new(Revision(0)),
            disk: Disk::default(),
            keeper: Keeper::default(),
            sessions: Mutex::default(),
            last_session: AtomicU32::new(0),
            activity: Activity::default(),
            to_disk: Mutex::new(to_disk),
            watching: Mutex::new(watching),
            cookies_watched: AtomicBool::new(false),
            cookies_seen: watch::Sender::new(0),
            last_cookie: AtomicU64::new(0),
            found: AtomicUsize::new(0),
            indexed: AtomicUsize::new(0),
            slow_ticks: AtomicU64::new(0),
            rebuilds: AtomicU32::new(0),
            gone: AtomicBool::new(false),
            started: Instant::now(),
            last_activity: AtomicU64::new(0),
            questions: AtomicUsize::new(0),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root.path
    }

    pub(crate) fn submit(&self, change: Change) -> Revision {
        self.touch();
        self.queue.submit(Event::Change(change))
    }

    /// Makes `snapshot` the newest and wakes whoever waits for it.
    pub(crate) fn publish(&self, snapshot: Arc<Snapshot>, revision: Revision, ready: bool) {
        self.published.store(Arc::new(Published { snapshot, revision, ready }));
        self.publish.send_replace(revision);
        self.keeper.wake();
    }

    /// From now on nothing is answered.
    pub(crate) fn give_up(&self) {
        self.gone.store(true, Ordering::SeqCst);
        self.publish.send_modify(|_| {});
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::SeqCst)
    }

    pub(crate) fn index_state(&self) -> IndexState {
        if self.published.load().ready { IndexState::Ready } else { IndexState::Building(self.percent()) }
    }

    pub(crate) fn percent(&self) -> u8 {
        let found = self.found.load(Ordering::Relaxed);
        let indexed = self.indexed.load(Ordering::Relaxed);
        (indexed * 100).checked_div(found).unwrap_or(0).min(99) as u8
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        Arc::clone(&lock(&self.settings))
    }

    pub(crate) fn read_settings(&self) {
        let settings = Settings::read(self.root());
        for warning in &settings.warnings {
            tracing::warn!("{warning}");
        }
        *lock(&self.settings) = Arc::new(settings);
    }

    pub(crate) fn tell_disk(&self, message: Message) {
        // It fails only when the tree is being closed.
        let _ = lock(&self.to_disk).send(message);
    }

    /// Notes that something happened; background work waits for a pause.
    pub(crate) fn touch(&self) {
        self.last_activity.store(self.started.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// How long nothing has happened; zero while a question is being answered or an event waits.
    pub(crate) fn idle(&self) -> std::time::Duration {
        if self.questions.load(Ordering::Relaxed) > 0 || self.queue.has_more() {
            return std::time::Duration::ZERO;
        }
        let last = std::time::Duration::from_millis(self.last_activity.load(Ordering::Relaxed));
        self.started.elapsed().saturating_sub(last)
    }

    /// Counts a question until the guard is dropped.
    pub(crate) fn question(self: &Arc<Core>) -> QuestionGuard {
        self.questions.fetch_add(1, Ordering::Relaxed);
        self.touch();
        QuestionGuard(Arc::clone(self))
    }
}

pub(crate) struct QuestionGuard(Arc<Core>);

impl Drop for QuestionGuard {
    fn drop(&mut self) {
        self.0.questions.fetch_sub(1, Ordering::Relaxed);
        self.0.touch();
    }
}

/// Locks; what a panicking holder left is used as it is (each lock guards single assignments).
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
