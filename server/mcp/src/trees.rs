//! The trees of one connection. They may be known only once the client has said what its folders are: a client of the
//! older era is asked by `roots/list` after its handshake, one of the newer era with its first call.
//!
//! Invariants:
//! * A client that names folders is answered about those, or told why not; never about others instead.
//! * What cannot be opened is tried again with the next call: the folder may have its first file by then.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::members::Members;

/// How long a call waits for a client to say what its folders are.
const ROOTS_WAIT: Duration = Duration::from_secs(5);

/// Opens a connection's trees when its folders are known. Called on a thread that may block.
pub trait Opener: Send + Sync + 'static {
    /// The trees of the client's `folders`; without any, those the session is about by itself.
    ///
    /// # Errors
    /// What to tell the assistant, with what to do.
    fn open(&self, folders: &[PathBuf]) -> Result<Members, String>;

    /// Whether the client's folders count: not where the session was started with its own.
    fn asks_the_client(&self) -> bool;
}

/// What a connection is served.
pub enum Trees {
    /// Trees that are open.
    Open(Members),
    /// The trees of the client's folders, where it names any.
    OfClient(Arc<dyn Opener>),
}

impl From<Members> for Trees {
    fn from(members: Members) -> Trees {
        Trees::Open(members)
    }
}

/// What a client has said of its folders.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Folders {
    /// Nothing, and it was not asked.
    Unasked,
    /// It was asked, or will be as soon as its handshake is over.
    Awaited,
    /// These; none if it has none, or does not say.
    Told(Vec<PathBuf>),
}

/// Trees, and the client's folders that they were opened for.
struct Open {
    folders: Vec<PathBuf>,
    members: Arc<Members>,
}

/// See the module's documentation.
pub struct Connection {
    opener: Option<Arc<dyn Opener>>,
    folders: watch::Sender<Folders>,
    open: Arc<Mutex<Option<Open>>>,
}

impl Connection {
    /// A connection that nobody has asked anything yet.
    pub fn new(trees: Trees) -> Connection {
        let (opener, open) = match trees {
            Trees::Open(members) => (None, Some(Open { folders: Vec::new(), members: Arc::new(members) })),
            Trees::OfClient(opener) => (Some(opener), None),
        };
        Connection { opener, folders: watch::Sender::new(Folders::Unasked), open: Arc::new(Mutex::new(open)) }
    }

    /// Names of the trees that are open by now.
    pub fn names(&self) -> Vec<String> {
        let Ok(open) = self.open.try_lock() else { return Vec::new() };
        open.iter().flat_map(|open| &open.members.members).map(|(name, _)| name.clone()).collect()
    }

    /// Whether the client's folders count.
    pub fn asks_the_client(&self) -> bool {
        self.opener.as_ref().is_some_and(|opener| opener.asks_the_client())
    }

    /// Whether the client's folders count, and nothing is known of them.
    pub fn is_unasked(&self) -> bool {
        self.asks_the_client() && *self.folders.borrow() == Folders::Unasked
    }

    /// The client will be asked.
    pub fn expect_folders(&self) {
        self.folders.send_replace(Folders::Awaited);
    }

    /// The client has these folders.
    pub fn told(&self, folders: Vec<PathBuf>) {
        self.folders.send_replace(Folders::Told(folders));
    }

    /// Begins to open the trees, so that they are indexed while nobody asks yet.
    pub fn begin(self: &Arc<Connection>) {
        let connection = Arc::clone(self);
        // An error is said to whoever asks.
        tokio::spawn(async move { drop(connection.members().await) });
    }

    /// The trees.
    ///
    /// # Errors
    /// What to tell the assistant, with what to do.
    pub async fn members(&self) -> Result<Arc<Members>, String> {
        let Some(opener) = self.opener.clone() else {
            let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            return Ok(open.as_ref().map(|open| Arc::clone(&open.members)).unwrap_or_default());
        };
        let folders = self.client_folders().await;
        let open = Arc::clone(&self.open);
        let opened = tokio::task::spawn_blocking(move || {
            // Held while they are opened, so that two calls do not open them twice.
            let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(open) = open.as_ref().filter(|open| open.folders == folders) {
                return Ok(Arc::clone(&open.members));
            }
            let members = Arc::new(opener.open(&folders)?);
            *open = Some(Open { folders, members: Arc::clone(&members) });
            Ok(members)
        });
        opened.await.unwrap_or_else(|error| {
            tracing::error!(%error, "opening trees panicked");
            Err("internal error while opening the folder; call again".to_owned())
        })
    }

    /// The client's folders. One that is asked and does not answer has none.
    async fn client_folders(&self) -> Vec<PathBuf> {
        let mut folders = self.folders.subscribe();
        let told = folders.wait_for(|folders| *folders != Folders::Awaited);
        match tokio::time::timeout(ROOTS_WAIT, told).await {
            Ok(Ok(folders)) => match &*folders {
                Folders::Told(told) => told.clone(),
                Folders::Unasked | Folders::Awaited => Vec::new(),
            },
            Ok(Err(_)) | Err(_) => Vec::new(),
        }
    }
}

/// The folder of a root's URI; none for what is no folder of this machine.
pub fn folder_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.trim().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decoded(rest)?;
    path.starts_with('/').then(|| PathBuf::from(path))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::folder_of;

    #[test]
    fn uris_of_folders_are_read() {
        for (uri, folder) in [
            ("file:///srv/app", Some("/srv/app")),
            ("file://localhost/srv/app", Some("/srv/app")),
            ("file:///srv/my%20app/%C3%A9", Some("/srv/my app/é")),
            ("file://elsewhere/srv/app", None),
            ("https://example.org/app", None),
            ("file:///srv/%f", None),
            ("file:///srv/%ff", None),
            ("/srv/app", None),
        ] {
            assert_eq!(folder_of(uri), folder.map(PathBuf::from), "{uri}");
        }
    }
}
