//! Memos: stamped, checked on use, never swept.
//!
//! A memo is valid in snapshot S if `S.floor ≤ computed_at ≤ S`, and `S ≤ verified_at` or none of its keys changed in
//! `(verified_at, S]`. A success advances `verified_at`; a reader that finds none computes one, and stores it only if no
//! newer one is there.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::apply::Graph;
use crate::key::Key;
use crate::types::{BaseList, TypeSet};

/// A value computed from what its keys name.
#[derive(Debug)]
pub(crate) struct Memo<T> {
    computed_at: u64,
    verified_at: AtomicU64,
    /// Sorted, without doubles.
    keys: Box<[Key]>,
    pub(crate) value: T,
}

/// A cell for the newest memo of one question.
#[derive(Debug)]
pub(crate) struct Cell<T>(Mutex<Option<Arc<Memo<T>>>>);

impl<T> Default for Cell<T> {
    fn default() -> Cell<T> {
        Cell(Mutex::new(None))
    }
}

impl<T> Cell<T> {
    /// The memo, if it is valid in `graph`.
    pub(crate) fn get(&self, graph: &Graph) -> Option<Arc<Memo<T>>> {
        let memo = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        graph.is_valid(memo.computed_at, &memo.verified_at, &memo.keys).then_some(memo)
    }

    /// Stores `value` as computed in `graph`, unless a newer one is there.
    pub(crate) fn put(&self, graph: &Graph, mut keys: Vec<Key>, value: T) -> Arc<Memo<T>> {
        keys.sort_unstable();
        keys.dedup();
        let revision = graph.revision().0;
        let memo = Arc::new(Memo {
            computed_at: revision,
            verified_at: AtomicU64::new(revision),
            keys: keys.into(),
            value,
        });
        let mut cell = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cell.as_ref().is_none_or(|newest| newest.computed_at <= revision) {
            *cell = Some(Arc::clone(&memo));
        }
        memo
    }
}

impl<T> Memo<T> {
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// The memo cells of one item.
#[derive(Debug, Default)]
pub(crate) struct ItemMemos {
    /// What each reference means.
    pub(crate) references: Cell<ReferenceTargets>,
    /// The type of the definition as a value.
    pub(crate) value: Cell<TypeSet>,
    /// What calling it gives.
    pub(crate) result: Cell<TypeSet>,
    /// The types it derives from.
    pub(crate) bases: Cell<BaseList>,
    /// What defines it, if it only declares.
    pub(crate) definitions: Cell<crate::members::Symbols>,
}

/// The targets of all references of an item, flat.
#[derive(Debug, Default)]
pub(crate) struct ReferenceTargets {
    /// `offsets[i]..offsets[i + 1]` are the targets of reference `i`.
    pub(crate) offsets: Box<[u32]>,
    pub(crate) targets: Box<[crate::Target]>,
}

impl ReferenceTargets {
    pub(crate) fn of(&self, reference: u32) -> &[crate::Target] {
        let at = reference as usize;
        match (self.offsets.get(at), self.offsets.get(at + 1)) {
            (Some(from), Some(to)) => self.targets.get(*from as usize..*to as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

impl Graph {
    fn is_valid(&self, computed_at: u64, verified_at: &AtomicU64, keys: &[Key]) -> bool {
        let now = self.revision.0;
        if computed_at < self.floor || computed_at > now {
            return false;
        }
        let verified = verified_at.load(Ordering::Acquire);
        if verified >= self.last_change {
            return true;
        }
        for (revision, changed) in self.log.iter().rev() {
            if *revision <= verified {
                break;
            }
            if changed.iter().any(|key| keys.binary_search(key).is_ok()) {
                return false;
            }
        }
        verified_at.fetch_max(now, Ordering::AcqRel);
        true
    }
}
