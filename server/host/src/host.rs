//! The host itself: which trees are open, who is connected, and how each connection is served.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dashmap::DashMap;
use lockstep_lsp::{Ended, Opener};
use lockstep_mcp::{Members, ToolOptions, Trees};
use lockstep_session::{Attach, RootError, Session, SessionKind, Tree, TreeOptions, TreeRoot};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use crate::durations::parse_duration;
use crate::handshake::{Format, Hello, Refusal, SessionOptions, Speak};
use crate::places::Places;
use crate::unix;

/// How long the writing of caches may hold up the end of a process.
const CLOSING: Duration = Duration::from_secs(10);

/// How long a host stays after its last session, unless told otherwise.
pub const IDLE_EXIT: Duration = Duration::from_secs(600);
/// How long a tree stays loaded after its last session, unless told otherwise.
pub const TREE_LINGER: Duration = Duration::from_secs(600);
/// The variable that a host being started reads [`HostOptions::idle_exit`] from.
pub const IDLE_EXIT_VARIABLE: &str = "LOCKSTEP_IDLE_EXIT";
/// The variable that a host being started reads [`HostOptions::tree_linger`] from.
pub const TREE_LINGER_VARIABLE: &str = "LOCKSTEP_TREE_LINGER";

/// How long the gate waits for the watcher's cookie, unless told otherwise.
const DRAIN: Duration = Duration::from_millis(50);
/// The variable that a host being started reads [`HostOptions::drain`] from: slow disks and tests raise it.
const DRAIN_VARIABLE: &str = "LOCKSTEP_DRAIN";
/// `off` leaves the disk unwatched: the gate alone then finds what changed.
const WATCH_VARIABLE: &str = "LOCKSTEP_WATCH";

/// What holds for a whole host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostOptions {
    /// How long the host stays after its last session.
    pub idle_exit: Duration,
    /// How long a tree stays after its last session.
    pub tree_linger: Duration,
    /// How long the gate waits for the watcher's cookie.
    pub drain: Duration,
    /// Whether the disk is watched.
    pub watch: bool,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions { idle_exit: IDLE_EXIT, tree_linger: TREE_LINGER, drain: DRAIN, watch: true }
    }
}

impl HostOptions {
    /// As the environment says.
    ///
    /// # Errors
    /// A variable holds no length of time.
    pub fn of_environment() -> Result<HostOptions, String> {
        let read = |name: &str, default| match std::env::var(name) {
            Ok(text) => parse_duration(&text).map_err(|error| format!("{name}: {error}")),
            Err(_) => Ok(default),
        };
        let default = HostOptions::default();
        Ok(HostOptions {
            idle_exit: read(IDLE_EXIT_VARIABLE, default.idle_exit)?,
            tree_linger: read(TREE_LINGER_VARIABLE, default.tree_linger)?,
            drain: read(DRAIN_VARIABLE, default.drain)?,
            watch: std::env::var(WATCH_VARIABLE).map_or(default.watch, |value| value != "off"),
        })
    }
}

/// A process's trees and connections. The same inside a command as in a process of its own.
pub struct Host {
    /// Six hexadecimal digits, others for each run.
    pub(crate) id: String,
    pub(crate) places: Places,
    pub(crate) options: HostOptions,
    /// Whether editors and assistants of other processes cannot reach it.
    detached: bool,
    trees: DashMap<PathBuf, Served>,
    pub(crate) connections: DashMap<u64, Connected>,
    next_connection: AtomicU64,
    pub(crate) started: Instant,
    stopping: watch::Sender<Option<Leaving>>,
    /// Set when connections are cut off: from then on no session says anything.
    pub(crate) sealed: Arc<AtomicBool>,
    /// Whether `cookies` and `cache` may be written to: not known to fail.
    writable: AtomicBool,
}

/// Why a host ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// Somebody said so: whoever is attached leaves as well.
    Asked,
    /// For the host of a newer program: whoever is attached goes on there.
    ForNewer,
}

/// A tree and since when nobody has been attached to it.
struct Served {
    tree: Arc<Tree>,
    idle_since: Option<Instant>,
}

/// A connection whose handshake is done, for `status`.
#[derive(Clone, Debug)]
pub(crate) struct Connected {
    pub(crate) hello: Hello,
    pub(crate) since: Instant,
    /// Whether the host stays for it: all but commands that only ask.
    pub(crate) session: bool,
}

/// Takes a connection off the table when it ends, however it ends.
pub(crate) struct Entry {
    host: Arc<Host>,
    id: u64,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.host.connections.remove(&self.id);
    }
}

impl Entry {
    /// From now on the host stays for this connection.
    pub(crate) fn becomes_session(&self) {
        if let Some(mut connected) = self.host.connections.get_mut(&self.id) {
            connected.session = true;
        }
    }
}

impl Host {
    /// A host that serves a command from inside it: others cannot reach it, so unsaved edits elsewhere are invisible.
    ///
    /// # Errors
    /// See [`HostOptions::of_environment`].
    pub fn inside(places: Places) -> Result<Arc<Host>, String> {
        Ok(Host::new(places, HostOptions::of_environment()?, true))
    }

    pub(crate) fn new(places: Places, options: HostOptions, detached: bool) -> Arc<Host> {
        Arc::new(Host {
            id: format!("{:06x}", fresh_number() & 0x00ff_ffff),
            places,
            options,
            detached,
            trees: DashMap::new(),
            connections: DashMap::new(),
            next_connection: AtomicU64::new(1),
            started: Instant::now(),
            stopping: watch::Sender::new(None),
            sealed: Arc::new(AtomicBool::new(false)),
            writable: AtomicBool::new(true),
        })
    }

    /// The tree of `folder`, loaded if it is not yet, with a session attached to it.
    ///
    /// # Errors
    /// The folder has no tree that can be served; what to do about it.
    pub fn open(&self, folder: &Path, attach: Attach) -> Result<Session, RootError> {
        let root = TreeRoot::of(folder)?;
        // Where an editor is, there is something to know, if only in its buffers.
        if attach.kind != SessionKind::Editor && !self.trees.contains_key(&root.path) {
            root.holds_something()?;
        }
        // Attached while the table's entry is held: a tree with a session is never unloaded.
        let mut served = self.trees.entry(root.path.clone()).or_insert_with(|| {
            tracing::info!(root = %root.path.display(), "loading");
            Served { tree: Tree::open(root.clone(), self.tree_options(&root.path)), idle_since: None }
        });
        served.idle_since = None;
        Ok(served.tree.attach(attach))
    }

    fn tree_options(&self, root: &Path) -> TreeOptions {
        let (cookies, cache) = (self.places.tree_cookies(root), self.places.tree_cache(root));
        let made = |path: &Path, folder: Option<&Path>| match folder.map_or(Ok(()), unix::private_folder) {
            Ok(()) => Some(path.to_path_buf()),
            Err(error) => {
                if self.writable.swap(false, Ordering::Relaxed) {
                    tracing::warn!(%error, "nothing can be kept; going on without");
                }
                None
            }
        };
        TreeOptions {
            cookies: made(&cookies, Some(&cookies)),
            cache: made(&cache, cache.parent()),
            watch: self.options.watch,
            drain: self.options.drain,
            detached: self.detached,
            hold: None,
        }
    }

    /// Serves one editor until it ends.
    pub async fn serve_lsp<R, W>(self: &Arc<Host>, reader: R, writer: W) -> Ended
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        lockstep_lsp::serve(Arc::new(EditorOpener(Arc::clone(self))), reader, writer).await
    }

    /// Serves one assistant until it ends.
    ///
    /// # Errors
    /// When the connection breaks in the middle of a message.
    pub async fn serve_mcp<R, W>(
        self: &Arc<Host>,
        trees: Trees,
        options: ToolOptions,
        reader: R,
        writer: W,
    ) -> anyhow::Result<()>
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        lockstep_mcp::serve(trees, options, reader, writer).await
    }

    /// What the tools must know of a session's options.
    ///
    /// # Errors
    /// A tool is chosen that there is not.
    pub fn tool_options(&self, options: &SessionOptions) -> Result<ToolOptions, Refusal> {
        let tools = lockstep_mcp::select(&options.tools)
            .map_err(|error| Refusal::new(error, "choose among these, or leave `--tools` out for all"))?;
        Ok(ToolOptions {
            max_tokens: options.max_tokens,
            structured: options.format == Format::Structured,
            host: self.id.clone(),
            tools,
            ..ToolOptions::default()
        })
    }

    /// What an assistant is served: the trees of its roots, or what its client says later.
    ///
    /// # Errors
    /// A root that cannot be served whatever becomes of it, or a `project` that is none of them.
    pub(crate) fn assistant_trees(self: &Arc<Host>, hello: &Hello) -> Result<Trees, Refusal> {
        let later =
            || Trees::OfClient(Arc::new(AssistantOpener { host: Arc::clone(self), hello: hello.clone() }));
        if hello.roots.is_empty() {
            return Ok(later());
        }
        match self.members(hello, SessionKind::Assistant) {
            Ok(members) => Ok(members.into()),
            // The assistant keeps its tools, and each call looks again: the first file may be there by then.
            Err(Unserved { error: Some(RootError::NothingKnown(_)), .. }) => Ok(later()),
            Err(unserved) => Err(unserved.refusal),
        }
    }

    /// The trees that a session sees: those of its roots, else that of its working directory; the one meant by default
    /// first.
    ///
    /// # Errors
    /// A root that cannot be served, or a `project` that is none of them.
    pub fn members(&self, hello: &Hello, kind: SessionKind) -> Result<Members, Unserved> {
        let folders = if hello.roots.is_empty() { std::slice::from_ref(&hello.cwd) } else { &hello.roots };
        let mut members = Members::default();
        for folder in folders {
            self.add_member(&mut members, hello, kind, folder)?;
        }
        choose_project(members, hello)
    }

    /// The trees of these folders. Those that are none are left out, as long as one is.
    fn members_of(&self, hello: &Hello, folders: &[PathBuf]) -> Result<Members, Unserved> {
        let mut members = Members::default();
        let mut first = None;
        for folder in folders {
            if let Err(unserved) = self.add_member(&mut members, hello, SessionKind::Assistant, folder) {
                members.left_out.push(unserved.refusal.error.clone());
                first = first.or(Some(unserved));
            }
        }
        match first {
            Some(unserved) if members.members.is_empty() => Err(unserved),
            _ => choose_project(members, hello),
        }
    }

    fn add_member(
        &self,
        members: &mut Members,
        hello: &Hello,
        kind: SessionKind,
        folder: &Path,
    ) -> Result<(), Unserved> {
        let folder = hello.cwd.join(folder);
        let label = format!("lockstep {}", hello.version);
        let attach = Attach { kind, label, pid: Some(hello.pid), folder: folder.clone() };
        let session = self.open(&folder, attach)?;
        if !members.members.iter().any(|(_, other)| Arc::ptr_eq(other.tree(), session.tree())) {
            let name = member_name(session.tree().root(), &members.members);
            members.members.push((name, Arc::new(session)));
        }
        Ok(())
    }

    /// The trees that are loaded, by root.
    pub(crate) fn trees(&self) -> Vec<Arc<Tree>> {
        let mut trees: Vec<Arc<Tree>> = self.trees.iter().map(|served| Arc::clone(&served.tree)).collect();
        trees.sort_by(|left, right| left.root().cmp(right.root()));
        trees
    }

    /// Adds a connection to the table.
    pub(crate) fn connected(self: &Arc<Host>, hello: Hello) -> Entry {
        let id = self.next_connection.fetch_add(1, Ordering::Relaxed);
        let session = hello.speak != Speak::Rpc;
        self.connections.insert(id, Connected { hello, since: Instant::now(), session });
        Entry { host: Arc::clone(self), id }
    }

    /// How many connections the host stays for.
    pub(crate) fn sessions(&self) -> usize {
        self.connections.iter().filter(|connected| connected.session).count()
    }

    /// Unloads the trees that nobody has been attached to for the time they linger.
    pub(crate) fn unload_idle(&self) {
        let now = Instant::now();
        let mut due = BTreeSet::new();
        for mut served in self.trees.iter_mut() {
            if served.tree.sessions() > 0 {
                served.idle_since = None;
            } else if now.duration_since(*served.idle_since.get_or_insert(now)) >= self.options.tree_linger {
                due.insert(served.key().clone());
            }
        }
        for root in due {
            if let Some((root, served)) = self.trees.remove_if(&root, |_, served| served.tree.sessions() == 0)
            {
                tracing::info!(root = %root.display(), "unloading");
                // Closing writes the cache; the tree may meanwhile be loaded anew.
                tokio::task::spawn_blocking(move || served.tree.close());
            }
        }
    }

    /// Writes every tree's cache and stops its writer. What takes too long is left behind: the caches are disposable, and
    /// the process is about to end.
    pub async fn close(&self) {
        if tokio::time::timeout(CLOSING, self.close_trees()).await.is_err() {
            tracing::warn!("a tree was not closed in time");
        }
    }

    async fn close_trees(&self) {
        let trees = self.trees();
        self.trees.clear();
        for closing in trees
            .into_iter()
            .map(|tree| tokio::task::spawn_blocking(move || tree.close()))
            .collect::<Vec<_>>()
        {
            if let Err(error) = closing.await {
                tracing::error!(%error, "closing a tree");
            }
        }
    }

    /// Asks the host to end.
    pub(crate) fn stop(&self, why: Leaving) {
        self.stopping.send_if_modified(|stopping| {
            let first = stopping.is_none();
            *stopping = stopping.or(Some(why));
            first
        });
    }

    /// Returns when the host has been asked to end: why.
    pub(crate) async fn stopped(&self) -> Leaving {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as `self`, so the wait ends by the condition alone.
        let why = stopping.wait_for(Option::is_some).await.map_or(None, |why| *why);
        why.unwrap_or(Leaving::Asked)
    }

    /// Whether an editor is attached: its process would end with the host.
    pub(crate) fn has_editor(&self) -> bool {
        self.connections.iter().any(|connected| connected.hello.speak == Speak::Lsp)
    }
}

/// Why a session has no trees.
#[derive(Debug)]
pub struct Unserved {
    /// What to say.
    pub refusal: Refusal,
    /// What is wrong with a root, if it is that.
    error: Option<RootError>,
}

impl From<RootError> for Unserved {
    fn from(error: RootError) -> Unserved {
        let text = error.to_string();
        let (what, remedy) = text.split_once("; ").unwrap_or((&text, ""));
        Unserved { refusal: Refusal::new(what, remedy), error: Some(error) }
    }
}

/// Puts the project that is meant by default first.
fn choose_project(mut members: Members, hello: &Hello) -> Result<Members, Unserved> {
    let Some(project) = &hello.options.project else { return Ok(members) };
    let Some(at) = members.members.iter().position(|(name, _)| name == project) else {
        let names: Vec<&str> = members.members.iter().map(|(name, _)| name.as_str()).collect();
        let error = format!("no project `{project}` among this session's folders");
        let remedy = format!("the projects are: {}", names.join(", "));
        return Err(Unserved { refusal: Refusal::new(error, remedy), error: None });
    };
    members.members.swap(0, at);
    Ok(members)
}

/// Opens an assistant's trees when its client has said what its folders are.
struct AssistantOpener {
    host: Arc<Host>,
    hello: Hello,
}

impl lockstep_mcp::Opener for AssistantOpener {
    fn open(&self, folders: &[PathBuf]) -> Result<Members, String> {
        // The session's own roots go before the client's, and only where neither are does it stay where it is.
        let opened = match (self.hello.roots.as_slice(), folders) {
            ([], []) => self.host.members(&self.hello, SessionKind::Assistant),
            ([], folders) | (folders, _) => self.host.members_of(&self.hello, folders),
        };
        opened.map_err(|unserved| unserved.refusal.to_string())
    }

    fn asks_the_client(&self) -> bool {
        self.hello.roots.is_empty()
    }
}

/// Opens an editor's folders.
struct EditorOpener(Arc<Host>);

impl Opener for EditorOpener {
    fn open(&self, folder: &Path, attach: Attach) -> Result<Session, String> {
        self.0.open(folder, attach).map_err(|error| error.to_string())
    }

    fn host(&self) -> String {
        self.0.id.clone()
    }
}

/// A short name for the tree at `root` that no other of `members` has.
fn member_name(root: &Path, members: &[(String, Arc<Session>)]) -> String {
    let name = root.file_name().map_or_else(|| "root".to_owned(), |name| name.to_string_lossy().into_owned());
    let taken = |name: &str| members.iter().any(|(other, _)| other == name);
    if !taken(&name) {
        return name;
    }
    (2..).map(|number| format!("{name}-{number}")).find(|name| !taken(name)).unwrap_or(name)
}

/// A number that differs from run to run.
fn fresh_number() -> u64 {
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut bytes = since_epoch.as_nanos().to_le_bytes().to_vec();
    bytes.extend(std::process::id().to_le_bytes());
    xxhash_rust::xxh3::xxh3_64(&bytes)
}
