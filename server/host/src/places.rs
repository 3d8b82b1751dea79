//! Where the host keeps things: lock, log, cookies, caches, socket.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::unix;

/// The folders and files of one user's host. Absolute paths; nothing is made before it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Holds lock, log and cookies (and later what was written down on purpose).
    pub state: PathBuf,
    /// Holds a folder with `cache.redb` for each tree; disposable.
    pub cache: PathBuf,
    /// The socket of a host started from this environment. A running host may listen elsewhere: see [`Places::sockets`].
    pub socket: PathBuf,
}

impl Places {
    /// The places that this process's environment gives: `XDG_STATE_HOME`, `XDG_CACHE_HOME`, `XDG_RUNTIME_DIR`, `HOME`.
    #[must_use]
    pub fn of_environment() -> Places {
        Places::of(|name| std::env::var_os(name))
    }

    fn of(variable: impl Fn(&str) -> Option<OsString>) -> Places {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let temporary = std::env::temp_dir().join(format!("lockstep-{}", unix::user_id()));
        let home = absolute("HOME").unwrap_or_else(|| temporary.clone());
        let (state, cache) = unix::default_folders(&home);
        let state = absolute("XDG_STATE_HOME").unwrap_or(state).join("lockstep");
        let cache = absolute("XDG_CACHE_HOME").unwrap_or(cache).join("lockstep");
        // Several state folders (tests, containers that share a temporary folder) have several hosts.
        let name = format!("{:08x}.sock", xxh3_64(state.as_os_str().as_encoded_bytes()) as u32);
        let socket = absolute("XDG_RUNTIME_DIR")
            // A variable that outlived its folder (`su`, containers) says nothing; what is there but is no folder is an error later.
            .filter(|folder| folder.symlink_metadata().is_ok())
            .map(|folder| folder.join("lockstep").join(&name))
            .filter(|path| path.as_os_str().len() <= unix::MAX_SOCKET_PATH)
            .unwrap_or_else(|| temporary.join(&name));
        Places { state, cache, socket }
    }

    /// The lock; its content is the path of the socket that its holder listens on, and a newline.
    #[must_use]
    pub fn lock(&self) -> PathBuf {
        self.state.join("host.lock")
    }

    /// The log of hosts.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.state.join("host.log")
    }

    /// Holds the watchers' cookies, a folder for each tree.
    #[must_use]
    pub fn cookies(&self) -> PathBuf {
        self.state.join("cookies")
    }

    /// The cookie folder of the tree at `root`.
    #[must_use]
    pub fn tree_cookies(&self, root: &Path) -> PathBuf {
        self.cookies().join(tree_hash(root))
    }

    /// The cache file of the tree at `root`.
    #[must_use]
    pub fn tree_cache(&self, root: &Path) -> PathBuf {
        self.cache.join(tree_hash(root)).join("cache.redb")
    }

    /// Where a host may be listening, best first: where the lock's holder says, and where one started from here would.
    pub(crate) fn sockets(&self) -> Vec<PathBuf> {
        let mut sockets = Vec::new();
        if let Ok(text) = std::fs::read_to_string(self.lock())
            && let Some(path) = text.strip_suffix('\n').map(PathBuf::from)
            && path.is_absolute()
            && path != self.socket
        {
            sockets.push(path);
        }
        sockets.push(self.socket.clone());
        sockets
    }

    /// Makes the state folder and the socket's, or checks them.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        unix::private_folder(&self.state)?;
        self.socket.parent().map_or(Ok(()), unix::private_folder)
    }
}

/// A tree's folder name among caches and cookies.
fn tree_hash(root: &Path) -> String {
    format!("{:016x}", xxh3_64(root.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(variables: &[(&str, &str)]) -> Places {
        Places::of(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn the_environment_says_where() {
        let places = places(&[
            ("XDG_STATE_HOME", "/s"),
            ("XDG_CACHE_HOME", "/c"),
            ("XDG_RUNTIME_DIR", "/"),
            ("HOME", "/h"),
        ]);
        assert_eq!(places.state, Path::new("/s/lockstep"));
        assert_eq!(places.cache, Path::new("/c/lockstep"));
        assert!(places.socket.starts_with("/lockstep"), "{}", places.socket.display());
    }

    #[test]
    fn a_relative_or_missing_runtime_folder_counts_as_none() {
        for runtime in ["relative", "/no/such/folder"] {
            let places = places(&[("XDG_RUNTIME_DIR", runtime), ("HOME", "/h")]);
            assert!(places.socket.starts_with(std::env::temp_dir()), "{}", places.socket.display());
        }
    }

    #[test]
    fn each_state_folder_has_its_own_socket() {
        let socket = |state| places(&[("XDG_STATE_HOME", state), ("XDG_RUNTIME_DIR", "/")]).socket;
        assert_ne!(socket("/a"), socket("/b"));
        assert_eq!(socket("/a"), socket("/a"));
    }

    #[test]
    fn a_socket_path_too_long_for_the_system_is_not_used() {
        let long = tempfile::tempdir().unwrap();
        let folder = long.path().join("x".repeat(100));
        std::fs::create_dir(&folder).unwrap();
        let places = places(&[("XDG_RUNTIME_DIR", folder.to_str().unwrap())]);
        assert!(!places.socket.starts_with(&folder));
    }
}
