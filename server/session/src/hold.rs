//! Holding the first index under way, so that what is said meanwhile can be tested on an index that really is unfinished.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::core::lock;

/// How often a held index looks whether its tree was closed meanwhile.
const LOOK: Duration = Duration::from_millis(20);

/// In a tree's options: its first index stops after some files.
#[derive(Clone, Debug)]
pub struct IndexHold {
    after: usize,
    released: Arc<Mutex<Receiver<()>>>,
}

/// The index goes on when this is dropped.
#[derive(Debug)]
pub struct Release(#[expect(dead_code, reason = "dropping it is what counts")] Sender<()>);

impl IndexHold {
    /// A hold after `files` files, in the order of their paths.
    #[must_use]
    pub fn after(files: usize) -> (IndexHold, Release) {
        let (sender, receiver) = channel();
        (IndexHold { after: files, released: Arc::new(Mutex::new(receiver)) }, Release(sender))
    }

    /// How many files are indexed before it holds.
    pub(crate) fn files(&self) -> usize {
        self.after
    }

    /// Waits until it is released, or until `gone`.
    pub(crate) fn wait(&self, gone: impl Fn() -> bool) {
        let released = lock(&self.released);
        while !gone() && matches!(released.recv_timeout(LOOK), Err(RecvTimeoutError::Timeout)) {}
    }
}
