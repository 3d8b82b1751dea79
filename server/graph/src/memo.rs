//! Memos: stamped, checked on use, never swept.
//!
//! A memo is valid in snapshot S if `S.floor ≤ computed_at ≤ S`, and `S ≤ verified_at` or none of its keys changed in
//! `(verified_at, S]`. A success advances `verified_at`; a reader that finds none computes one, and stores it only if no
//! newer one is there.
//!
//! A variant of S ([`Graph::variant`]) shares the cells of S: a memo of theirs is valid in it if it is valid in S and none of
//! its keys is one the variant changed. What is computed in a variant stays in it.

use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::FixedState;

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

/// What a variant of a graph does not share with the graph it was made of.
#[derive(Debug)]
pub(crate) struct Apart {
    /// What it changed, sorted.
    keys: Box<[Key]>,
    /// By the place of their cell: cells live as long as the items of the graph.
    memos: Mutex<HashMap<usize, Arc<dyn Any + Send + Sync>, FixedState>>,
}

impl Apart {
    pub(crate) fn new(keys: Vec<Key>) -> Apart {
        Apart { keys: keys.into(), memos: Mutex::default() }
    }

    fn get<T: Send + Sync + 'static>(&self, cell: usize) -> Option<Arc<Memo<T>>> {
        let memos = self.memos.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(memos.get(&cell)?).downcast().ok()
    }

    fn put<T: Send + Sync + 'static>(&self, cell: usize, memo: &Arc<Memo<T>>) {
        let mut memos = self.memos.lock().unwrap_or_else(PoisonError::into_inner);
        memos.insert(cell, Arc::clone(memo) as Arc<dyn Any + Send + Sync>);
    }
}

impl<T: Send + Sync + 'static> Cell<T> {
    fn place(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// The memo, if it is valid in `graph`.
    pub(crate) fn get(&self, graph: &Graph) -> Option<Arc<Memo<T>>> {
        if let Some(own) = graph.apart.as_ref().and_then(|apart| apart.get(self.place())) {
            return Some(own);
        }
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
        if let Some(apart) = &graph.apart {
            apart.put(self.place(), &memo);
            return memo;
        }
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
        if let Some(apart) = &self.apart
            && apart.keys.iter().any(|key| keys.binary_search(key).is_ok())
        {
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
