//! What people do in their editors: when they typed, where their cursors are.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use lockstep_ide::{LinePosition, Name, PositionEncoding, Revision, SessionId};

use crate::core::lock;

/// Edits whose times are remembered.
const REMEMBERED: usize = 4_096;

/// A cursor and what is selected, as the editor says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FocusPlace {
    /// The cursor.
    pub cursor: LinePosition,
    /// First and last place of what is selected; none if nothing is.
    pub selection: Option<(LinePosition, LinePosition)>,
    /// How columns are counted.
    pub encoding: PositionEncoding,
}

/// Where a session's cursor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// Whose.
    pub session: SessionId,
    /// The file, from the root.
    pub path: Name,
    /// The place.
    pub place: FocusPlace,
    /// How long ago it was said.
    pub age: Duration,
}

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Activity {
    edits: Mutex<VecDeque<(Revision, Instant)>>,
    /// One for each session, the newest last.
    focuses: Mutex<Vec<(SessionId, Name, FocusPlace, Instant)>>,
}

impl Activity {
    pub(crate) fn edited(&self, revision: Revision) {
        let mut edits = lock(&self.edits);
        edits.push_back((revision, Instant::now()));
        if edits.len() > REMEMBERED {
            edits.pop_front();
        }
    }

    /// Edits that were taken as one have the number of the last.
    pub(crate) fn age(&self, revision: Revision) -> Option<Duration> {
        let edits = lock(&self.edits);
        edits.iter().rev().find(|(edit, _)| *edit <= revision).map(|(_, when)| when.elapsed())
    }

    /// Of the oldest edit that is remembered, if older ones may be forgotten.
    pub(crate) fn oldest_age(&self) -> Option<Duration> {
        let edits = lock(&self.edits);
        edits.front().filter(|_| edits.len() >= REMEMBERED).map(|(_, when)| when.elapsed())
    }

    pub(crate) fn focused(&self, session: SessionId, path: Name, place: FocusPlace) {
        let mut focuses = lock(&self.focuses);
        focuses.retain(|focus| focus.0 != session);
        focuses.push((session, path, place, Instant::now()));
    }

    /// `session` closed `path`, or ended.
    pub(crate) fn left(&self, session: SessionId, path: Option<Name>) {
        lock(&self.focuses).retain(|focus| focus.0 != session || path.is_some_and(|path| path != focus.1));
    }

    pub(crate) fn focuses(&self) -> Vec<Focus> {
        let focuses = lock(&self.focuses);
        let newest_first = focuses.iter().rev();
        newest_first
            .map(|(session, path, place, when)| Focus {
                session: *session,
                path: *path,
                place: *place,
                age: when.elapsed(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use lockstep_ide::Revision;

    use super::{Activity, REMEMBERED};

    #[test]
    fn what_is_forgotten_is_known_to_be() {
        let activity = Activity::default();
        activity.edited(Revision(1));
        assert!(activity.age(Revision(1)).is_some() && activity.oldest_age().is_none());
        for edit in 0..REMEMBERED as u64 {
            activity.edited(Revision(edit + 2));
        }
        assert!(activity.age(Revision(1)).is_none() && activity.age(Revision(2)).is_some());
        assert!(activity.oldest_age().is_some());
    }
}
