//! A served tree and the sessions attached to it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use lockstep_ide::{
    Answer, Change, ContentChange, Engine, EngineOptions, Figures, FileId, Name, PositionEncoding, Revision,
    SessionId, Snapshot,
};

use crate::core::{Core, lock};
use crate::walk::{is_left_out, relative};
use crate::watch::Message;
use crate::workers::STACK_BYTES;
use crate::{
    AskError, Asked, Focus, FocusPlace, IndexHold, TextHits, TextQuery, TreeRoot, ask, keeper, search, text,
    watch, writer,
};

/// How a tree is served.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// Where `cache.redb` of this tree lives; none to keep no cache.
    pub cache: Option<PathBuf>,
    /// Folder of ours for the watcher's cookies; none switches the cookie off.
    pub cookies: Option<PathBuf>,
    /// Whether to watch the disk. Off in tests of the gate.
    pub watch: bool,
    /// How long the gate waits for the watcher's cookie; 50 ms by default.
    pub drain: Duration,
    /// Whether no host could be had (marks every answer `not attached`).
    pub detached: bool,
    /// Holds the first index under way; none but in tests of what is said meanwhile.
    pub hold: Option<IndexHold>,
}

/// How far the first index is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexState {
    /// Being built: percent done.
    Building(u8),
    /// Complete.
    #[default]
    Ready,
}

/// Who attaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// An editor.
    Editor,
    /// An assistant.
    Assistant,
    /// A command.
    Command,
}

/// What a session says of itself when it attaches.
#[derive(Clone, Debug)]
pub struct Attach {
    /// What it is.
    pub kind: SessionKind,
    /// For `status`: the client's name and version.
    pub label: String,
    /// Its process.
    pub pid: Option<u32>,
    /// The folder it looks from, inside the tree (a sub-folder is a view of its tree).
    pub folder: PathBuf,
}

/// One attached session, for `status`.
#[derive(Clone, Debug)]
pub struct SessionStatus {
    /// Its id.
    pub id: SessionId,
    /// As it attached.
    pub attach: Attach,
}

/// Figures of a served tree, for `status`.
#[derive(Clone, Debug)]
pub struct TreeStatus {
    /// Its root.
    pub root: PathBuf,
    /// Last event.
    pub revision: Revision,
    /// First index.
    pub index: IndexState,
    /// Figures of the last snapshot.
    pub figures: Figures,
    /// Sessions.
    pub sessions: Vec<SessionStatus>,
    /// Writer ticks over 50 ms since it was loaded.
    pub slow_ticks: u64,
    /// How often the writer panicked and was rebuilt.
    pub rebuilds: u32,
    /// Size of the cache file in bytes, and how many files came from it at start.
    pub cache: Option<(u64, usize)>,
    /// Whether the disk is watched; if not, why.
    pub watching: Result<(), String>,
    /// What in `.lockstep.toml` was not understood.
    pub warnings: Vec<String>,
}

/// A tree being served: its writer thread lives as long as this does.
pub struct Tree {
    pub(crate) core: Arc<Core>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A session's view of a tree. Dropping it detaches: its documents close.
pub struct Session {
    id: SessionId,
    tree: Arc<Tree>,
    /// Open documents: the path the editor uses, and the path from the root. A document keeps its identity while it is
    /// open, whatever becomes of links on the way to it.
    documents: Mutex<HashMap<PathBuf, Name>>,
}

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions {
            cache: None,
            cookies: None,
            watch: true,
            drain: Duration::from_millis(50),
            detached: false,
            hold: None,
        }
    }
}

/// What a thread of a tree does.
type ThreadBody = Box<dyn FnOnce(&Arc<Core>) + Send>;

impl Tree {
    /// Starts serving: spawns the writer, reads the cache, walks, watches. Returns at once.
    #[must_use]
    pub fn open(root: TreeRoot, options: TreeOptions) -> Arc<Tree> {
        let (to_disk, messages) = channel();
        let engine = Engine::new(EngineOptions::default());
        let core = Arc::new(Core::new(root, options, engine.snapshot(), to_disk.clone()));
        let mut threads = Vec::new();
        let mut start = |name: &str, run: ThreadBody| {
            let core = Arc::clone(&core);
            let thread = std::thread::Builder::new().name(format!("lockstep-{name}")).stack_size(STACK_BYTES);
            match thread.spawn(move || run(&core)) {
                Ok(thread) => threads.push(thread),
                Err(error) => tracing::error!("no thread for the {name}: {error}"),
            }
        };
        start("writer", Box::new(move |core| writer::run(core, engine)));
        start("disk", Box::new(move |core| watch::run(core, &messages, to_disk)));
        start("keeper", Box::new(|core| keeper::run(core)));
        Arc::new(Tree { core, threads: Mutex::new(threads) })
    }

    /// Its root.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.core.root()
    }

    /// Attaches a session.
    #[must_use]
    pub fn attach(self: &Arc<Tree>, attach: Attach) -> Session {
        let id = SessionId(self.core.last_session.fetch_add(1, Ordering::SeqCst) + 1);
        lock(&self.core.sessions).push(SessionStatus { id, attach });
        Session { id, tree: Arc::clone(self), documents: Mutex::default() }
    }

    /// For `status`.
    #[must_use]
    pub fn status(&self) -> TreeStatus {
        let published = self.core.published.load_full();
        TreeStatus {
            root: self.core.root().to_path_buf(),
            revision: published.revision,
            index: self.core.index_state(),
            figures: published.snapshot.figures(),
            sessions: lock(&self.core.sessions).clone(),
            slow_ticks: self.core.slow_ticks.load(Ordering::Relaxed),
            rebuilds: self.core.rebuilds.load(Ordering::SeqCst),
            cache: self.core.keeper.status(),
            watching: lock(&self.core.watching).clone(),
            warnings: self.core.settings().warnings.clone(),
        }
    }

    /// The sessions attached: what [`Tree::status`] says of them, without figures of all files.
    #[must_use]
    pub fn attached(&self) -> Vec<SessionStatus> {
        lock(&self.core.sessions).clone()
    }

    /// How many sessions are attached.
    #[must_use]
    pub fn sessions(&self) -> usize {
        lock(&self.core.sessions).len()
    }

    /// Files found so far and files indexed so far, for a progress bar.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.core.found.load(Ordering::Relaxed), self.core.indexed.load(Ordering::Relaxed))
    }

    /// Waits until the first index is ready (or the tree is closed).
    pub async fn ready(&self) {
        let mut published = self.core.publish.subscribe();
        while !self.core.published.load().ready && !self.core.is_gone() {
            if published.changed().await.is_err() {
                return;
            }
        }
    }

    /// Writes the cache and stops the threads; called before the process ends, and when the tree is dropped.
    pub fn close(&self) {
        self.core.give_up();
        self.core.tell_disk(Message::Stop);
        self.core.queue.close();
        self.core.keeper.close();
        let this = std::thread::current().id();
        for thread in std::mem::take(&mut *lock(&self.threads)) {
            if thread.thread().id() != this {
                // A thread that panicked has said so.
                let _ = thread.join();
            }
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.close();
    }
}

impl Session {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> SessionId {
        self.id
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn core(&self) -> &Arc<Core> {
        &self.tree.core
    }

    /// The path from the root of an absolute path; none if it is outside, or has no file inside the tree it can be.
    #[must_use]
    pub fn relative(&self, absolute: &Path) -> Option<String> {
        if let Some(path) = lock(&self.documents).get(absolute) {
            return Some(path.as_str().to_string());
        }
        let root = self.core().root();
        let resolved = resolve(absolute)?;
        let path = relative(root, &resolved)?;
        // A file of another checkout inside the tree, or of an installed package, is none of the tree's.
        let mut folders = resolved.ancestors().skip(1).take_while(|folder| *folder != root);
        (!path.is_empty() && !folders.any(is_left_out)).then_some(path)
    }

    /// The absolute path of a path from the root.
    #[must_use]
    pub fn absolute(&self, relative: &str) -> PathBuf {
        self.core().root().join(relative)
    }

    // Submitting: synchronous, never waits; returns the event's number. A file outside the tree gives the last number.

    /// An editor opened a document.
    pub fn open_document(&self, path: &Path, language_id: &str, version: i32, text: String) -> Revision {
        let Some(relative) = self.relative(path) else { return self.ticket() };
        let name = Name::new(&relative);
        lock(&self.documents).insert(path.to_path_buf(), name);
        let language_id = Some(language_id.to_string());
        self.core().submit(Change::Open { session: self.id, path: name, language_id, text, version })
    }

    /// An editor changed a document.
    pub fn edit_document(
        &self,
        path: &Path,
        version: i32,
        changes: Vec<ContentChange>,
        encoding: PositionEncoding,
    ) -> Revision {
        let Some(path) = self.document(path) else { return self.ticket() };
        let revision =
            self.core().submit(Change::Edit { session: self.id, path, changes, encoding, version });
        self.core().activity.edited(revision);
        revision
    }

    /// An editor says where its cursor is.
    pub fn focus_document(&self, path: &Path, place: FocusPlace) {
        if let Some(path) = self.document(path) {
            self.core().activity.focused(self.id, path, place);
        }
    }

    /// Where the cursors of the tree's editors are, the one that moved last first.
    #[must_use]
    pub fn focuses(&self) -> Vec<Focus> {
        self.core().activity.focuses()
    }

    /// How long ago the edit numbered `revision` came in; none if that is forgotten.
    #[must_use]
    pub fn age_of_edit(&self, revision: Revision) -> Option<Duration> {
        self.core().activity.age(revision)
    }

    /// How long ago the oldest edit came in whose time is known, if those of older ones are forgotten.
    #[must_use]
    pub fn oldest_age_of_edit(&self) -> Option<Duration> {
        self.core().activity.oldest_age()
    }

    /// An editor saved a document.
    pub fn save_document(&self, path: &Path) -> Revision {
        let Some(name) = self.document(path) else { return self.ticket() };
        let revision = self.core().submit(Change::Save { session: self.id, path: name });
        self.hint(vec![self.absolute(name.as_str())]);
        revision
    }

    /// An editor closed a document.
    pub fn close_document(&self, path: &Path) -> Revision {
        let Some(name) = lock(&self.documents).remove(path) else { return self.ticket() };
        self.core().activity.left(self.id, Some(name));
        let revision = self.core().submit(Change::Close { session: self.id, path: name });
        self.hint(vec![self.absolute(name.as_str())]);
        revision
    }

    /// Whether the session has `path` open.
    #[must_use]
    pub fn has_open(&self, path: &Path) -> bool {
        self.document(path).is_some()
    }

    /// How many documents the session has open.
    #[must_use]
    pub fn open_documents(&self) -> usize {
        lock(&self.documents).len()
    }

    fn document(&self, path: &Path) -> Option<Name> {
        lock(&self.documents).get(path).copied()
    }

    /// A client says these files changed on disk: a hint; they are read and compared.
    pub fn hint(&self, paths: Vec<PathBuf>) {
        let paths = paths.iter().filter_map(|path| resolve(path)).collect();
        self.core().tell_disk(Message::Paths(paths));
    }

    /// The last number given out: what a request arriving now must see at least.
    #[must_use]
    pub fn ticket(&self) -> Revision {
        self.core().queue.last()
    }

    /// Answers `question` from a snapshot that shows at least `ticket`, waiting until the first index is ready and until nothing the answer
    /// reads is pending, at most `deadline`. LSP's way: files named in `stat` are compared with the disk first if closed.
    /// `question` may run more than once, each time on a newer snapshot, on a worker thread with a large stack.
    ///
    /// # Errors
    /// See [`AskError`].
    pub async fn ask<T: Send + 'static>(
        &self,
        ticket: Revision,
        deadline: Duration,
        stat: Vec<String>,
        question: impl Fn(&Snapshot) -> Answer<T> + Send + Sync + 'static,
    ) -> Result<Asked<T>, AskError> {
        ask::ask(self.core(), ticket, deadline, stat, Arc::new(question)).await
    }

    /// The assistant's way: the gate (cookie, stat of `named` before and of what the answer read after, at most 64; ask once more if something
    /// had changed), then as `ask`, but at the deadline it answers with `marks.pending` instead of failing, and with `marks.index` building.
    ///
    /// # Errors
    /// See [`AskError`].
    pub async fn ask_gated<T: Send + 'static>(
        &self,
        ticket: Revision,
        deadline: Duration,
        named: Vec<String>,
        question: impl Fn(&Snapshot) -> Answer<T> + Send + Sync + 'static,
    ) -> Result<Asked<T>, AskError> {
        ask::ask_gated(self.core(), ticket, deadline, named, Arc::new(question)).await
    }

    /// The source text of a file as `snapshot` means it: an open buffer's, else the disk's if its content is the one the facts are of; otherwise
    /// the change is submitted and `None` tells the caller to ask again on a newer snapshot.
    #[must_use]
    pub fn text(&self, snapshot: &Snapshot, file: FileId) -> Option<String> {
        text::text(self.core(), snapshot, file)
    }

    /// Lines of the tree's text files that match, open files as the editors have them.
    ///
    /// # Errors
    /// Why the pattern is none.
    pub fn search_text(&self, snapshot: &Snapshot, query: &TextQuery) -> Result<TextHits, String> {
        search::search(self.core(), snapshot, query)
    }

    /// Notified with the newest revision after each publish.
    #[must_use]
    pub fn published(&self) -> tokio::sync::watch::Receiver<Revision> {
        self.core().publish.subscribe()
    }

    /// Waits until the first index is ready.
    pub async fn ready(&self) {
        self.tree.ready().await;
    }

    /// How far the first index is.
    #[must_use]
    pub fn index_state(&self) -> IndexState {
        self.core().index_state()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.core().activity.left(self.id, None);
        self.core().submit(Change::Detach { session: self.id });
        lock(&self.core().sessions).retain(|session| session.id != self.id);
    }
}

/// `path` with links resolved. Of a file that is not there yet, those of the folders that are.
fn resolve(path: &Path) -> Option<PathBuf> {
    if let Ok(path) = std::fs::canonicalize(path) {
        return Some(path);
    }
    let name = path.file_name()?;
    Some(resolve(path.parent()?)?.join(name))
}
