//! A served tree and the sessions attached to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lockstep_ide::{Answer, ContentChange, Figures, PositionEncoding, Revision, SessionId, Snapshot};

use crate::{AskError, Asked, TreeRoot};

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
    /// Size of the cache file in bytes, and how many files came from it at start.
    pub cache: Option<(u64, usize)>,
    /// Whether the disk is watched; if not, why.
    pub watching: Result<(), String>,
}

/// A tree being served: its writer thread lives as long as this does.
pub struct Tree {}

/// A session's view of a tree. Dropping it detaches: its documents close.
pub struct Session {}

#[rustfmt::skip]
#[allow(unused_variables, clippy::unused_async, clippy::todo, clippy::missing_errors_doc)]
impl Tree {
    /// Starts serving: spawns the writer, reads the cache, walks, watches. Returns at once.
    pub fn open(root: TreeRoot, options: TreeOptions) -> Arc<Tree> { todo!() }
    /// Its root.
    pub fn root(&self) -> &Path { todo!() }
    /// Attaches a session.
    pub fn attach(self: &Arc<Tree>, attach: Attach) -> Session { todo!() }
    /// For `status`.
    pub fn status(&self) -> TreeStatus { todo!() }
    /// How many sessions are attached.
    pub fn sessions(&self) -> usize { todo!() }
    /// Files found so far and files indexed so far, for a progress bar.
    pub fn progress(&self) -> (usize, usize) { todo!() }
    /// Waits until the first index is ready.
    pub async fn ready(&self) { todo!() }
    /// Writes the cache and stops the writer; called before the process ends.
    pub fn close(&self) { todo!() }
}

#[rustfmt::skip]
#[allow(unused_variables, clippy::unused_async, clippy::todo, clippy::missing_errors_doc)]
impl Session {
    /// Its id.
    pub fn id(&self) -> SessionId { todo!() }
    /// Its tree.
    pub fn tree(&self) -> &Arc<Tree> { todo!() }
    /// The path from the root of an absolute path; none if it is outside, or has no file inside the tree it can be.
    pub fn relative(&self, absolute: &Path) -> Option<String> { todo!() }
    /// The absolute path of a path from the root.
    pub fn absolute(&self, relative: &str) -> PathBuf { todo!() }

    // Submitting: synchronous, never waits; returns the event's number. A file outside the tree gives the last number.

    /// An editor opened a document.
    pub fn open_document(&self, path: &Path, language_id: &str, version: i32, text: String) -> Revision { todo!() }
    /// An editor changed a document.
    pub fn edit_document(&self, path: &Path, version: i32, changes: Vec<ContentChange>, encoding: PositionEncoding) -> Revision { todo!() }
    /// An editor saved a document.
    pub fn save_document(&self, path: &Path) -> Revision { todo!() }
    /// An editor closed a document.
    pub fn close_document(&self, path: &Path) -> Revision { todo!() }
    /// A client says these files changed on disk: a hint; they are read and compared.
    pub fn hint(&self, paths: Vec<PathBuf>) { todo!() }
    /// The last number given out: what a request arriving now must see at least.
    pub fn ticket(&self) -> Revision { todo!() }

    /// Answers `question` from a snapshot that shows at least `ticket`, waiting until the first index is ready and until nothing the answer
    /// reads is pending, at most `deadline`. LSP's way: files named in `stat` are compared with the disk first if closed.
    /// `question` may run more than once, each time on a newer snapshot, on a worker thread with a large stack.
    pub async fn ask<T: Send + 'static>(&self, ticket: Revision, deadline: Duration, stat: Vec<String>,
        question: impl Fn(&Snapshot) -> Answer<T> + Send + Sync + 'static) -> Result<Asked<T>, AskError> { todo!() }
    /// The assistant's way: the gate (cookie, stat of `named` before and of what the answer read after, at most 64; ask once more if something
    /// had changed), then as `ask`, but at the deadline it answers with `marks.pending` instead of failing, and with `marks.index` building.
    pub async fn ask_gated<T: Send + 'static>(&self, ticket: Revision, deadline: Duration, named: Vec<String>,
        question: impl Fn(&Snapshot) -> Answer<T> + Send + Sync + 'static) -> Result<Asked<T>, AskError> { todo!() }
    /// The source text of a file as `snapshot` means it: an open buffer's, else the disk's if its content is the one the facts are of; otherwise
    /// the change is submitted and `None` tells the caller to ask again on a newer snapshot.
    pub fn text(&self, snapshot: &Snapshot, file: lockstep_ide::FileId) -> Option<String> { todo!() }
    /// Notified with the newest revision after each publish.
    pub fn published(&self) -> tokio::sync::watch::Receiver<Revision> { todo!() }
    /// Waits until the first index is ready.
    pub async fn ready(&self) { todo!() }
    /// How far the first index is.
    pub fn index_state(&self) -> IndexState { todo!() }
}
