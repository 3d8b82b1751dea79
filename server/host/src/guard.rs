//! Who is the host: a file lock held for life, and the socket of its holder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};

use crate::places::Places;
use crate::unix;

/// Held by the one host of a user (or by a command that must be sure that there is none). The system gives the lock up
/// when the process ends, however it ends.
#[derive(Debug)]
pub struct Guard {
    lock: File,
    places: Places,
    /// The socket file as bound: what stands at its path may be somebody else's by now.
    bound: Option<(u64, u64)>,
}

/// Why there is no guard.
#[derive(Debug, thiserror::Error)]
pub enum GuardError {
    /// Somebody else has it.
    #[error("a host is running")]
    Taken,
    /// It cannot be had here at all.
    #[error("{0}")]
    Impossible(String),
}

impl Guard {
    /// Takes the lock, if nobody has it.
    ///
    /// # Errors
    /// See [`GuardError`].
    pub fn take(places: &Places) -> Result<Guard, GuardError> {
        let impossible =
            |error: io::Error| GuardError::Impossible(format!("{}: {error}", places.state.display()));
        unix::private_folder(&places.state).map_err(impossible)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(places.lock())
            .map_err(impossible)?;
        match lock.try_lock() {
            Ok(()) => Ok(Guard { lock, places: places.clone(), bound: None }),
            Err(TryLockError::WouldBlock) => Err(GuardError::Taken),
            Err(TryLockError::Error(error)) => Err(impossible(error)),
        }
    }

    /// Listens, and writes into the lock file where.
    pub(crate) fn listen(&mut self) -> io::Result<unix::Listener> {
        self.places.prepare()?;
        let listener = unix::bind(&self.places.socket)?;
        self.bound = unix::identity(&self.places.socket);
        self.lock.set_len(0)?;
        io::Seek::rewind(&mut self.lock)?;
        let mut line = self.places.socket.as_os_str().as_encoded_bytes().to_vec();
        line.push(b'\n');
        self.lock.write_all(&line)?;
        Ok(listener)
    }

    /// Whether the socket can still be found by clients; sweepers of temporary folders remove sockets too.
    pub(crate) fn reachable(&self) -> bool {
        self.bound.is_some() && unix::identity(&self.places.socket) == self.bound
    }

    /// Removes the socket, if it is ours: nobody can connect from now on.
    pub(crate) fn unlisten(&mut self) {
        if self.reachable() {
            let _ = std::fs::remove_file(&self.places.socket);
        }
        self.bound = None;
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.unlisten();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(folder: &std::path::Path) -> Places {
        Places {
            state: folder.join("state"),
            cache: folder.join("cache"),
            socket: folder.join("run/host.sock"),
        }
    }

    #[tokio::test]
    async fn one_holds_it_and_a_stale_socket_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let mut guard = Guard::take(&places).unwrap();
        assert!(matches!(Guard::take(&places), Err(GuardError::Taken)));
        std::fs::create_dir(folder.path().join("run")).unwrap();
        std::fs::write(&places.socket, "stale").unwrap();
        let _listener = guard.listen().unwrap();
        assert!(guard.reachable());
        assert_eq!(places.sockets(), std::slice::from_ref(&places.socket));
        assert!(unix::connect(&places.socket).await.is_ok());
        drop(guard);
        assert!(!places.socket.exists());
        assert!(Guard::take(&places).is_ok());
    }

    #[tokio::test]
    async fn the_lock_says_where_its_holder_listens() {
        let folder = tempfile::tempdir().unwrap();
        let there = places(folder.path());
        let here = Places { socket: folder.path().join("elsewhere/host.sock"), ..there.clone() };
        let mut guard = Guard::take(&there).unwrap();
        let _listener = guard.listen().unwrap();
        assert_eq!(here.sockets(), [there.socket.clone(), here.socket.clone()]);
    }

    #[tokio::test]
    async fn a_socket_that_was_swept_away_is_noticed_and_not_removed_twice() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let mut guard = Guard::take(&places).unwrap();
        let first = guard.listen().unwrap();
        std::fs::remove_file(&places.socket).unwrap();
        assert!(!guard.reachable());
        std::fs::write(&places.socket, "somebody else's").unwrap();
        guard.unlisten();
        assert!(places.socket.exists());
        drop(first);
        let _second = guard.listen().unwrap();
        assert!(unix::connect(&places.socket).await.is_ok());
    }

    #[test]
    fn a_folder_open_to_others_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        std::fs::create_dir(&places.state).unwrap();
        std::fs::set_permissions(&places.state, std::fs::Permissions::from_mode(0o777)).unwrap();
        assert!(matches!(Guard::take(&places), Err(GuardError::Impossible(why)) if why.contains("others")));
    }
}
