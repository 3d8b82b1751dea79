//! The thread that looks after the disk: the first walk, then whatever the watcher, the clients' hints and the writer say.
//!
//! Folders are watched one by one, and only those the walk keeps. Messages are taken as many as there are and their paths
//! put together, so a burst is one parallel reading; nothing is waited for to see whether more comes. The gate's cookies
//! come through the same watcher and the same queue: when one is acknowledged, all that was written before it is submitted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use lockstep_facts::hash_text;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::core::{Core, lock};
use crate::disk::{refresh_all, refresh_paths};
use crate::event::{Event, Rebuilds};
use crate::platform::identity;
use crate::walk::steers_the_walk;

/// What the thread is told.
pub(crate) enum Message {
    /// These may have changed (absolute).
    Paths(Vec<PathBuf>),
    /// Anything may have changed.
    Everything,
    /// A cookie came through the watcher.
    Cookie(u64),
    /// The writer has an empty engine.
    Rebuild(Rebuilds),
    /// The tree is closed.
    Stop,
}

/// Runs until told to stop.
pub(crate) fn run(core: &Arc<Core>, messages: &Receiver<Message>, sender: Sender<Message>) {
    core.keeper.open(core);
    core.read_settings();
    let mut watcher = Watching::start(core, sender);
    refresh_all(core, &mut |folder| watcher.watch(core, folder));
    core.queue.submit(Event::Indexed(Rebuilds(0)));
    core.keeper.indexed();
    while let Ok(first) = messages.recv() {
        let mut paths = BTreeSet::new();
        let mut everything = false;
        let mut cookie = None;
        let mut rebuild = None;
        for message in std::iter::once(first).chain(messages.try_iter()) {
            match message {
                Message::Paths(more) => paths.extend(more),
                Message::Everything => everything = true,
                Message::Cookie(number) => cookie = cookie.max(Some(number)),
                Message::Rebuild(number) => rebuild = Some(number),
                Message::Stop => return,
            }
        }
        if rebuild.is_some() {
            core.disk.forget();
        }
        if everything || rebuild.is_some() || paths.iter().any(|path| steers_the_walk(path)) {
            core.read_settings();
            refresh_all(core, &mut |folder| watcher.watch(core, folder));
        } else if !paths.is_empty() {
            refresh_paths(core, &paths, &mut |folder| watcher.watch(core, folder));
        }
        if let Some(rebuilds) = rebuild {
            core.queue.submit(Event::Indexed(rebuilds));
        }
        if let Some(number) = cookie {
            core.cookies_seen.send_if_modified(|seen| std::mem::replace(seen, number.max(*seen)) < number);
        }
    }
}

/// The watcher, while there is one.
struct Watching {
    watcher: Option<RecommendedWatcher>,
}

impl Watching {
    fn start(core: &Arc<Core>, sender: Sender<Message>) -> Watching {
        if !core.options.watch {
            return Watching { watcher: None };
        }
        let cookies = cookie_folder(core);
        let started = notify::recommended_watcher({
            let cookies = cookies.clone();
            move |event: notify::Result<notify::Event>| {
                if let Some(message) = translate(event, cookies.as_deref()) {
                    // Fails only when the tree is being closed.
                    let _ = sender.send(message);
                }
            }
        });
        let mut watcher = match started {
            Ok(watcher) => watcher,
            Err(error) => {
                fail(core, &error);
                return Watching { watcher: None };
            }
        };
        *lock(&core.watching) = Ok(());
        if let Some(cookies) = cookies {
            let made = fs::create_dir_all(&cookies).map_err(notify::Error::io);
            match made.and_then(|()| watcher.watch(&cookies, RecursiveMode::NonRecursive)) {
                Ok(()) => core.cookies_watched.store(true, Ordering::SeqCst),
                Err(error) => fail(core, &error),
            }
        }
        Watching { watcher: Some(watcher) }
    }

    fn watch(&mut self, core: &Core, folder: &Path) {
        let Some(watcher) = &mut self.watcher else { return };
        match watcher.watch(folder, RecursiveMode::NonRecursive) {
            Ok(()) => {}
            // It went away again; its parent's event says so too.
            Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) || !folder.exists() => {}
            Err(error) => {
                // What is watched stays so; for the rest there is the gate, and each answer says that it is.
                if lock(&core.watching).is_ok() {
                    fail(core, &error);
                }
            }
        }
    }
}

fn fail(core: &Core, error: &notify::Error) {
    let why = match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the limit of watched folders is reached (Linux: raise fs.inotify.max_user_watches)".to_string()
        }
        _ => error.to_string(),
    };
    tracing::warn!("{}: not everything is watched: {why}", core.root().display());
    *lock(&core.watching) = Err(why);
}

/// What an event of the watcher means here; none for what changes nothing, such as our own reading.
fn translate(event: notify::Result<notify::Event>, cookies: Option<&Path>) -> Option<Message> {
    let Ok(event) = event else { return Some(Message::Everything) };
    if event.need_rescan() {
        return Some(Message::Everything);
    }
    if matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write)) {
        return None;
    }
    // Where the end of writing is told, its middle is not read: a file just cut to nothing has not lost its definitions.
    if cfg!(target_os = "linux") && matches!(event.kind, EventKind::Modify(ModifyKind::Data(_))) {
        return None;
    }
    let is_cookie = |path: &PathBuf| cookies.is_some() && path.parent() == cookies;
    if event.paths.iter().any(is_cookie) {
        let number = event
            .paths
            .iter()
            .find_map(|path| path.file_name()?.to_str()?.rsplit('-').next()?.parse().ok())?;
        return matches!(event.kind, EventKind::Create(_)).then_some(Message::Cookie(number));
    }
    Some(Message::Paths(event.paths))
}

/// Where this tree's cookies lie: apart from those of others, whose watchers they would only wake.
fn cookie_folder(core: &Core) -> Option<PathBuf> {
    let folder = core.options.cookies.as_ref()?;
    let folder = folder.join(format!("{:016x}", hash_text(&core.root().to_string_lossy())));
    // The watcher names paths as they were given to it.
    Some(folder)
}

/// Waits until everything written before has been submitted, as far as the watcher can tell. True if it could not within
/// the time the options give it. That not every folder is watched is told elsewhere.
pub(crate) async fn drain(core: &Core) -> bool {
    if !core.options.watch {
        return false;
    }
    // No cookie comes where its own folder could not be watched.
    if lock(&core.watching).is_err() && !core.cookies_watched.load(Ordering::SeqCst) {
        return false;
    }
    let Some(folder) = cookie_folder(core) else { return false };
    let number = core.last_cookie.fetch_add(1, Ordering::SeqCst) + 1;
    let cookie = folder.join(format!("{}-{number}", std::process::id()));
    let mut seen = core.cookies_seen.subscribe();
    if fs::write(&cookie, b"").is_err() {
        return true;
    }
    let come = wait_at_most(core.options.drain, seen.wait_for(|seen| *seen >= number)).await;
    let _ = fs::remove_file(&cookie);
    !come
}

/// Has everything walked and watched anew if another folder stands where the root was: the one that was watched is gone.
pub(crate) fn look_at_root(core: &Core) {
    let now = identity(core.root());
    let before = std::mem::replace(&mut *lock(&core.root_identity), now);
    if before != now && now.is_some() {
        core.tell_disk(Message::Everything);
    }
}

async fn wait_at_most<T, E>(limit: Duration, wait: impl Future<Output = Result<T, E>>) -> bool {
    matches!(tokio::time::timeout(limit, wait).await, Ok(Ok(_)))
}
