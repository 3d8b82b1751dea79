//! The queue: everything that happens to a tree, numbered in the order it is put in.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use lockstep_ide::{Change, ParseResult, Revision};

/// Everything that can happen to a tree.
#[derive(Debug)]
pub(crate) enum Event {
    /// Something the engine applies.
    Change(Change),
    /// A parse that left the writer is done; it belongs to the engine of that many [`Rebuilds`].
    Parsed(Rebuilds, ParseResult),
    /// Every file the walk found has been submitted before this; of which [`Rebuilds`].
    Indexed(Rebuilds),
    /// Makes the writer panic.
    #[cfg(test)]
    Break,
}

/// How often the writer has been rebuilt: tells the walk for this engine from one for an earlier engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rebuilds(pub(crate) u32);

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Queue {
    inner: Mutex<Inner>,
    wake: Condvar,
}

#[derive(Default)]
struct Inner {
    /// The number of the event put in last.
    last: u64,
    events: VecDeque<(Revision, Event)>,
    closed: bool,
}

impl Queue {
    /// Puts an event in and gives its number. Never waits for the writer.
    pub(crate) fn submit(&self, event: Event) -> Revision {
        let mut inner = self.lock();
        if inner.closed {
            return Revision(inner.last);
        }
        inner.last += 1;
        let revision = Revision(inner.last);
        inner.events.push_back((revision, event));
        self.wake.notify_one();
        revision
    }

    /// The last number given out.
    pub(crate) fn last(&self) -> Revision {
        Revision(self.lock().last)
    }

    /// Waits for the next event; none once the queue is closed.
    pub(crate) fn take(&self) -> Option<(Revision, Event)> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            if let Some(event) = inner.events.pop_front() {
                return Some(event);
            }
            inner = self.wake.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether an event waits.
    pub(crate) fn has_more(&self) -> bool {
        !self.lock().events.is_empty()
    }

    /// Ends it: what waits is dropped, what comes is refused.
    pub(crate) fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.events.clear();
        self.wake.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
