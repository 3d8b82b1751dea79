//! Whole trees on a real disk. Each test waits for a condition or a revision, up to a deadline.

mod cache;
mod documents;
mod faults;
mod files;
mod gate;
mod watching;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lockstep_ide::{
    Answer, Change, ContentChange, DiskContent, DiskFile, LinePosition, PositionEncoding, Revision, Snapshot,
    SymbolQuery,
};

use crate::{AskError, Asked, Attach, Session, SessionKind, Tree, TreeOptions, TreeRoot};

/// Long enough for a loaded machine; a test that needs it fails.
const LONG: Duration = Duration::from_secs(60);

/// A tree in a folder of its own, and one session.
struct World {
    session: Session,
    root: PathBuf,
    // Last: removed when nobody looks at it any more.
    _folder: tempfile::TempDir,
}

/// Without a watcher, so that only the gate sees the disk.
fn unwatched() -> TreeOptions {
    TreeOptions { watch: false, ..TreeOptions::default() }
}

/// With a watcher, and all the time it wants.
fn watched(cookies: &Path) -> TreeOptions {
    TreeOptions { cookies: Some(cookies.to_path_buf()), drain: LONG, ..TreeOptions::default() }
}

impl World {
    fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap().join("tree");
        fs::create_dir(&root).unwrap();
        for (path, text) in files {
            write(&root, path, text);
        }
        (folder, root)
    }

    /// A served tree, its first index ready.
    async fn new(files: &[(&str, &str)], options: TreeOptions) -> World {
        let (folder, root) = World::folder(files);
        World::over(folder, root, options).await
    }

    async fn over(folder: tempfile::TempDir, root: PathBuf, options: TreeOptions) -> World {
        let tree = Tree::open(TreeRoot { path: root.clone() }, options);
        let session = attach(&tree, SessionKind::Editor);
        tokio::time::timeout(LONG, session.ready()).await.unwrap();
        World { session, root, _folder: folder }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        write(&self.root, path, text);
    }

    /// The assistant's way.
    async fn gated(&self, query: &'static str, named: &[&str]) -> Asked<Vec<String>> {
        let named = named.iter().map(ToString::to_string).collect();
        self.session.ask_gated(self.session.ticket(), LONG, named, move |s| callers(s, query)).await.unwrap()
    }

    /// The editor's way.
    async fn ask(&self, query: &'static str) -> Result<Asked<Vec<String>>, AskError> {
        self.session.ask(self.session.ticket(), LONG, Vec::new(), move |s| callers(s, query)).await
    }

    /// Waits until the newest snapshot is as wanted, without asking anything of the tree.
    #[track_caller]
    fn until(&self, what: &str, wanted: impl Fn(&Snapshot) -> bool) {
        let deadline = Instant::now() + LONG;
        while !wanted(&self.snapshot()) {
            assert!(Instant::now() < deadline, "{what} never came");
            std::thread::yield_now();
        }
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.session.tree().core.published.load().snapshot)
    }

    fn paths(&self) -> Vec<String> {
        let snapshot = self.snapshot();
        snapshot.files().into_iter().map(|file| snapshot.path(file).to_string()).collect()
    }
}

/// A path or a text with this in it makes the writer panic.
const POISON: &str = "panic_on_purpose";

/// Called by the writer before it applies a change.
pub(crate) fn provoke(change: &Change) {
    let is_left_out = |file: &DiskFile| matches!(file.content, DiskContent::Skipped(_) | DiskContent::Gone);
    let poisoned = match change {
        Change::Disk(files) => {
            files.iter().any(|file| file.path.as_str().contains(POISON) && !is_left_out(file))
        }
        Change::Edit { changes, .. } => changes.iter().any(|change| change.text.contains(POISON)),
        _ => false,
    };
    assert!(!poisoned, "provoked");
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn attach(tree: &Arc<Tree>, kind: SessionKind) -> Session {
    tree.attach(Attach { kind, label: "test".into(), pid: None, folder: tree.root().to_path_buf() })
}

/// Who calls what `query` names, printed; what it names is in doubt otherwise.
fn callers(snapshot: &Snapshot, query: &str) -> Answer<Vec<String>> {
    let found = snapshot.find(query);
    let mut answer = Answer { value: Vec::new(), read: found.read, names: found.names };
    match found.value {
        SymbolQuery::One(symbol) => {
            let callers = snapshot.callers(symbol.id);
            answer.value = callers.value.callers.iter().map(|caller| caller.path.to_string()).collect();
            answer.read.extend(callers.read);
            answer.names.extend(callers.names);
        }
        SymbolQuery::File(_) => answer.value.push("a file".into()),
        SymbolQuery::Several(..) => answer.value.push("several".into()),
        SymbolQuery::Unknown(_) => answer.value.push("unknown".into()),
    }
    answer
}

/// Replaces from (line, column) to (line, column).
fn replace(from: (u32, u32), to: (u32, u32), text: &str) -> Vec<ContentChange> {
    let at = |(line, column)| LinePosition { line, column };
    vec![ContentChange { range: Some((at(from), at(to))), text: text.into() }]
}

fn edit(session: &Session, path: &Path, version: i32, changes: Vec<ContentChange>) -> Revision {
    session.edit_document(path, version, changes, PositionEncoding::Utf16)
}
