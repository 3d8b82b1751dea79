//! The queue: everything that happens to a tree, numbered in the order it is put in.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use lockstep_ide::{Change, ContentChange, ParseResult, Revision};

/// Bounds of what is taken as one event, so that a tick stays short: stretches replaced, and bytes put in their place.
const MOST_CHANGES: usize = 1_024;
const MOST_BYTES: usize = 256 << 10;

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

impl Inner {
    /// `event` with the edits of the same document that follow it, as far as the bounds allow.
    fn with_following(&mut self, mut revision: Revision, mut event: Event) -> (Revision, Event) {
        let Event::Change(Change::Edit { session, path, changes, encoding, version }) = &mut event else {
            return (revision, event);
        };
        let mut bytes = bytes_of(changes);
        while let Some((
            _,
            Event::Change(Change::Edit { session: s, path: p, changes: more, encoding: e, .. }),
        )) = self.events.front()
            && (*s, *p, *e) == (*session, *path, *encoding)
            && changes.len() + more.len() <= MOST_CHANGES
            && bytes + bytes_of(more) <= MOST_BYTES
            && let Some((number, Event::Change(Change::Edit { changes: more, version: v, .. }))) =
                self.events.pop_front()
        {
            bytes += bytes_of(&more);
            changes.extend(more);
            *version = v;
            revision = number;
        }
        (revision, event)
    }
}

fn bytes_of(changes: &[ContentChange]) -> usize {
    changes.iter().map(|change| change.text.len()).sum()
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

    /// Waits for the next event; none once the queue is closed. Edits of one document that wait in a row come as one, with
    /// the number of the last: a snapshot shows all events up to its own, and nobody can ask for one that shows less.
    pub(crate) fn take(&self) -> Option<(Revision, Event)> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            if let Some((revision, event)) = inner.events.pop_front() {
                return Some(inner.with_following(revision, event));
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

#[cfg(test)]
mod tests {
    use lockstep_ide::{Change, ContentChange, Name, PositionEncoding, Revision, SessionId};

    use super::{Event, MOST_BYTES, MOST_CHANGES, Queue};

    fn edit(session: u32, path: &str, version: i32, text: &str) -> Event {
        Event::Change(Change::Edit {
            session: SessionId(session),
            path: Name::new(path),
            changes: vec![ContentChange { range: None, text: text.into() }],
            encoding: PositionEncoding::Utf16,
            version,
        })
    }

    /// What comes out: number, version and texts of edits, number and "other" of the rest.
    fn taken(queue: &Queue) -> Vec<(u64, i32, usize)> {
        let mut taken = Vec::new();
        while queue.has_more() {
            taken.push(match queue.take() {
                Some((Revision(number), Event::Change(Change::Edit { version, changes, .. }))) => {
                    (number, version, changes.len())
                }
                Some((Revision(number), _)) => (number, 0, 0),
                None => panic!("the queue is open"),
            });
        }
        taken
    }

    #[test]
    fn edits_of_one_document_in_a_row_come_as_one_with_the_last_number() {
        let queue = Queue::default();
        for version in 1..=3 {
            assert_eq!(queue.submit(edit(1, "a", version, "x")), Revision(version as u64));
        }
        queue.submit(edit(1, "b", 1, "x"));
        queue.submit(edit(2, "b", 1, "x"));
        queue.submit(edit(1, "a", 4, "x"));
        queue.submit(Event::Change(Change::Disk(Vec::new())));
        queue.submit(edit(1, "a", 5, "x"));
        queue.submit(edit(1, "a", 6, "x"));
        assert_eq!(taken(&queue), [(3, 3, 3), (4, 1, 1), (5, 1, 1), (6, 4, 1), (7, 0, 0), (9, 6, 2)]);
    }

    #[test]
    fn what_comes_as_one_is_bounded() {
        let queue = Queue::default();
        for version in 0..2 * MOST_CHANGES as i32 + 1 {
            queue.submit(edit(1, "a", version, ""));
        }
        let parts: Vec<usize> = taken(&queue).into_iter().map(|(_, _, changes)| changes).collect();
        assert_eq!(parts, [MOST_CHANGES, MOST_CHANGES, 1]);
        let queue = Queue::default();
        for version in 0..3 {
            queue.submit(edit(1, "a", version, &"x".repeat(MOST_BYTES / 2)));
        }
        let parts: Vec<usize> = taken(&queue).into_iter().map(|(_, _, changes)| changes).collect();
        assert_eq!(parts, [2, 1]);
    }
}
