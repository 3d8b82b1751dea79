//! A tree on disk made of a fixture, and the ways to ask it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lockstep_fixture::Fixture;
use lockstep_mcp::{Called, Members, ToolOptions};
use lockstep_session::{Attach, IndexHold, Release, Session, SessionKind, Tree, TreeOptions, TreeRoot};
use serde_json::Value as Json;

/// A served tree. Nothing watches the disk: what is asked about is compared when it is asked about.
pub struct World {
    /// Its folder, which goes when this does.
    _folder: tempfile::TempDir,
    /// The tree.
    pub tree: Arc<Tree>,
    /// The assistant's view.
    pub members: Members,
    /// The assistant's options.
    pub options: ToolOptions,
}

impl World {
    /// A world with the files of `fixture`.
    pub fn new(fixture: &str) -> World {
        World::with("app", fixture, None)
    }

    /// One whose tree is called otherwise than `app`.
    pub fn named(name: &str, fixture: &str) -> World {
        World::with(name, fixture, None)
    }

    /// One whose first index holds after `files` files until the second value is dropped; answers do not wait for it.
    pub fn held(fixture: &str, files: usize) -> (World, Release) {
        let (hold, release) = IndexHold::after(files);
        let mut world = World::with("app", fixture, Some(hold));
        world.options.index_wait = Duration::ZERO;
        while world.tree.progress().1 < files {
            std::thread::yield_now();
        }
        (world, release)
    }

    fn with(name: &str, fixture: &str, hold: Option<IndexHold>) -> World {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in Fixture::parse(fixture).files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let root = TreeRoot { path: folder.path().canonicalize().unwrap() };
        let tree = Tree::open(root, TreeOptions { watch: false, hold, ..TreeOptions::default() });
        let session = Arc::new(attach(&tree, SessionKind::Assistant));
        let members = Members { members: vec![(name.into(), session)], ..Members::default() };
        let options = ToolOptions { host: "h".into(), ..ToolOptions::default() };
        World { _folder: folder, tree, members, options }
    }

    /// An editor.
    pub fn editor(&self) -> Session {
        attach(&self.tree, SessionKind::Editor)
    }

    /// A path in it.
    pub fn path(&self, path: &str) -> PathBuf {
        self.tree.root().join(path)
    }

    /// Calls a tool.
    pub async fn call(&self, tool: &str, arguments: Json) -> Called {
        let arguments = arguments.as_object().cloned().unwrap();
        lockstep_mcp::call(&self.members, &self.options, tool, arguments).await.unwrap()
    }

    /// Calls a tool and shows what a model reads, without what differs from run to run.
    pub async fn text(&self, tool: &str, arguments: Json) -> String {
        self.plain(&self.call(tool, arguments).await.text)
    }

    /// `text` without the number of the revision and the folder.
    pub fn plain(&self, text: &str) -> String {
        let root = self.tree.root().display().to_string();
        let mut plain = String::new();
        for line in text.replace(&root, "ROOT").lines() {
            let line = match line.split_once("revision h.") {
                Some((before, after)) => {
                    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
                    format!("{before}revision h.N{rest}")
                }
                None => line.to_owned(),
            };
            plain.push_str(line.trim_end());
            plain.push('\n');
        }
        plain
    }
}

fn attach(tree: &Arc<Tree>, kind: SessionKind) -> Session {
    let folder = tree.root().to_path_buf();
    tree.attach(Attach { kind, label: "test".into(), pid: None, folder })
}
