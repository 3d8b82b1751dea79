//! Asking: wait for the ticket, answer from a snapshot, look whether what was read is still so, ask again.

use lockstep_ide::Revision;

use crate::IndexState;

/// An answer with everything a reader must know about it.
#[derive(Clone, Debug)]
pub struct Asked<T> {
    /// The answer.
    pub value: T,
    /// How it stands.
    pub marks: Marks,
}

/// How an answer stands. Paths are relative to the tree's root.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The revision it was answered from.
    pub revision: Revision,
    /// Whether the index was complete.
    pub index: IndexState,
    /// Files that had changed on disk unnoticed and were read again for this answer.
    pub refreshed: Vec<String>,
    /// Files whose newest text was not parsed in time.
    pub pending: Vec<String>,
    /// Files read in which definitions are held.
    pub held: Vec<String>,
    /// Files read that are open with unsaved edits.
    pub unsaved: Vec<String>,
    /// Files read that were left out of the index or could not be read.
    pub failed: Vec<String>,
    /// The watcher did not confirm in time that it had delivered everything.
    pub watcher_late: bool,
    /// There is no host: no editor's unsaved edits can be seen.
    pub not_attached: bool,
}

impl Marks {
    /// Whether nothing is missing: index ready, nothing pending, held or failed.
    #[must_use]
    pub fn complete(&self) -> bool {
        matches!(self.index, IndexState::Ready) && self.pending.is_empty() && self.held.is_empty() && self.failed.is_empty()
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Files read are still being parsed at the deadline (LSP: ContentModified).
    #[error("still being parsed: {0:?}")]
    Pending(Vec<String>),
    /// The first index is not ready at the deadline; percent done.
    #[error("the index is being built ({0} %)")]
    Building(u8),
    /// The tree was unloaded or its writer is being rebuilt.
    #[error("the tree is not served any more; ask again")]
    Gone,
    /// The feature panicked; the snapshot is unharmed.
    #[error("internal error: {0}")]
    Panicked(String),
}
