//! Extraction after an edit: what a top-level statement says depends on its own text and on little else, so the items of
//! one that no edit touched are taken over instead of walked again.
//!
//! A walk is remembered only if it stayed inside its statement: it opened and closed items of its own, reopened none from
//! before, and left the run of statements around it as it was. It is taken over where the text from the end of the
//! statement before to its own end is untouched, what else the walker knows is the same, and its items get the paths that
//! they had.

use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{FileFacts, Name, PlacedItem};
use tree_sitter::Node;

use super::FactsBuilder;
use crate::ByteEdit;

/// More edits than this since the last extraction, and everything is walked.
const MAX_EDITS: usize = 64;

/// What one extraction found, for the next one of the same file. Holds no text and no tree.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The items of the facts it came with.
    items: Vec<PlacedItem>,
    /// Parallel to the items: the path each asked for.
    bases: Vec<Name>,
    /// In text order.
    walks: Vec<Walk>,
}

impl Memory {
    /// Takes the `Arc`s of `facts`, which are of the same text, where its own items are equal to them.
    pub fn share_with(&mut self, facts: &FileFacts) {
        for (mine, theirs) in self.items.iter_mut().zip(&facts.items) {
            if mine.item.is_same(&theirs.item) {
                mine.item = Arc::clone(&theirs.item);
            }
        }
    }
}

/// What an extraction may take over, and whether it is to be remembered.
#[derive(Clone, Copy, Debug)]
pub enum Remember<'m> {
    /// Nothing is taken over or remembered.
    Nothing,
    /// The first extraction of a text that will be edited.
    First,
    /// The text is the one of this memory after these edits, each in the bytes of the text before it.
    After(&'m Memory, &'m [ByteEdit]),
}

/// The walk of one top-level statement.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// Where the text begins that the walk may have looked at: the end of the statement before.
    from: u32,
    start: u32,
    end: u32,
    kind: u16,
    /// What else the walker knew.
    state: u64,
    /// Its items: slots of the builder first, indexes in the facts when they are built.
    first: u32,
    count: u32,
    /// Where the run of statements behind it may begin.
    next_run: u32,
}

impl Walk {
    /// Where it is after `edits`; none if one of them touches it.
    fn moved(mut self, edits: &[ByteEdit]) -> Option<Walk> {
        for edit in edits {
            if edit.start > self.end {
                continue;
            }
            if edit.old_end >= self.from {
                return None;
            }
            for at in [&mut self.from, &mut self.start, &mut self.end, &mut self.next_run] {
                *at = *at - edit.old_end + edit.new_end;
            }
        }
        Some(self)
    }
}

/// The part of a builder that remembers.
#[derive(Debug, Default)]
pub(super) struct Reuse<'m> {
    before: Option<&'m Memory>,
    /// Walks of `before` that can be taken over, moved to this text, with what they are moved by.
    known: Vec<(Walk, u32)>,
    walks: Vec<Walk>,
    /// Parallel to the builder's slots.
    pub(super) bases: Vec<Name>,
    /// Slots that were opened again after their walk.
    reopened: Vec<usize>,
    /// The end of the last top-level statement.
    last_end: u32,
    /// The statement being walked.
    active: Option<Active>,
}

#[derive(Clone, Copy, Debug)]
struct Active {
    walk: Walk,
    /// Sizes of the run of statements around it.
    run: [usize; 6],
    /// Whether the walk looked or reached outside its statement.
    strayed: bool,
}

impl<'m> Reuse<'m> {
    pub(super) fn new(remember: Remember<'m>) -> Option<Reuse<'m>> {
        match remember {
            Remember::Nothing => None,
            Remember::First => Some(Reuse::default()),
            Remember::After(_, edits) if edits.len() > MAX_EDITS => Some(Reuse::default()),
            Remember::After(memory, edits) => {
                let moved = |walk: &Walk| {
                    let moved = walk.moved(edits)?;
                    Some((moved, moved.start.wrapping_sub(walk.start)))
                };
                let known = memory.walks.iter().filter_map(moved).collect();
                Some(Reuse { before: Some(memory), known, ..Reuse::default() })
            }
        }
    }

    /// How many items there were last time.
    pub(super) fn expected(&self) -> usize {
        self.before.map_or(0, |memory| memory.items.len() * 5 / 4)
    }

    /// Notes that a closed item is opened again.
    pub(super) fn reopens(&mut self, slot: usize) {
        self.reopened.push(slot);
        if let Some(active) = &mut self.active
            && slot < active.walk.first as usize
        {
            active.strayed = true;
        }
    }

    /// Notes that the run around the statement ends, with these sizes.
    pub(super) fn run_ends(&mut self, run: [usize; 6]) {
        if let Some(active) = &mut self.active {
            active.strayed |= active.run != run;
        }
    }

    fn find(&self, node: Node<'_>, state: u64) -> Option<(Walk, u32)> {
        let start = node.start_byte() as u32;
        let at = self.known.binary_search_by_key(&start, |(walk, _)| walk.start).ok()?;
        let (walk, by) = *self.known.get(at)?;
        let same = walk.end == node.end_byte() as u32
            && walk.from == self.last_end
            && walk.kind == node.kind_id()
            && walk.state == state;
        same.then_some((walk, by))
    }

    /// What the next extraction needs, once `facts` are built from `slots`.
    pub(super) fn into_memory(mut self, slots: &[Option<PlacedItem>]) -> Memory {
        self.reopened.sort_unstable();
        let mut before = Vec::with_capacity(slots.len() + 1);
        let mut count = 0u32;
        for slot in slots {
            before.push(count);
            count += u32::from(slot.is_some());
        }
        before.push(count);
        let at = |slot: u32| before.get(slot as usize).copied().unwrap_or(count);
        self.walks.retain_mut(|walk| {
            let slots = walk.first as usize..(walk.first + walk.count) as usize;
            let opened = self.reopened.partition_point(|slot| *slot < slots.start);
            let again = self.reopened.get(opened).is_some_and(|slot| *slot < slots.end);
            walk.first = at(walk.first);
            !again
        });
        let all = self.bases.iter().zip(slots);
        let bases = all.filter(|(_, slot)| slot.is_some()).map(|(base, _)| *base).collect();
        Memory { items: slots.iter().flatten().cloned().collect(), bases, walks: self.walks }
    }
}

impl<'t> FactsBuilder<'t> {
    /// Notes that what is being walked depends on more than its own text.
    pub(crate) fn strays(&mut self) {
        if let Some(active) = self.reuse.as_mut().and_then(|reuse| reuse.active.as_mut()) {
            active.strayed = true;
        }
    }

    /// Whether statements are remembered at all: if not, nobody needs to know what state the walker is in.
    pub(crate) fn remembers(&self) -> bool {
        self.reuse.is_some()
    }

    /// Takes over the items of the top-level statement `node` from the last extraction, if it would give the same again;
    /// returns their slots. If not, the statement is to be walked, between this and [`FactsBuilder::walked`].
    ///
    /// `state` is a hash of what the walker knows beside the text of the statement and the comments and the like before it.
    pub(crate) fn take_over(&mut self, node: Node<'_>, state: u64) -> Option<Range<usize>> {
        if !self.is_in_run() {
            return None;
        }
        let first = self.slots.len();
        let run = self.open.first().map(super::OpenItem::sizes).unwrap_or_default();
        let reuse = self.reuse.as_mut().filter(|reuse| reuse.active.is_none())?;
        let known = if node.has_error() { None } else { reuse.find(node, state) };
        if let Some((walk, by)) = known
            && let Some(memory) = reuse.before
            && self.place(memory, walk, by)
        {
            return Some(first..first + walk.count as usize);
        }
        let reuse = self.reuse.as_mut()?;
        let walk = Walk {
            from: reuse.last_end,
            start: node.start_byte() as u32,
            end: node.end_byte() as u32,
            kind: node.kind_id(),
            state,
            first: first as u32,
            count: 0,
            next_run: 0,
        };
        reuse.active = Some(Active { walk, run, strayed: node.has_error() });
        None
    }

    /// Ends what [`FactsBuilder::take_over`] began without success; `state` is the walker's now.
    pub(crate) fn walked(&mut self, node: Node<'_>, state: u64) {
        let is_in_run = self.is_in_run();
        let Some(reuse) = &mut self.reuse else { return };
        let end = node.end_byte() as u32;
        // A statement inside the one that is being walked: that one is remembered.
        let Some(active) = reuse
            .active
            .take_if(|active| active.walk.start == node.start_byte() as u32 && active.walk.end == end)
        else {
            return;
        };
        reuse.last_end = end;
        let run = self.open.first().filter(|open| open.is_empty()).map(|open| (open.slot, open.start));
        let Some((slot, next_run)) = run.filter(|_| is_in_run) else { return };
        let first = active.walk.first as usize;
        let whole = self
            .slots
            .get(first..slot)
            .is_some_and(|slots| !slots.is_empty() && slots.iter().all(Option::is_some));
        if whole && slot + 1 == self.slots.len() && !active.strayed && active.walk.state == state {
            reuse.walks.push(Walk { count: (slot - first) as u32, next_run, ..active.walk });
        }
    }

    /// The names that the items in `slots` give the module.
    pub(crate) fn module_names(&self, slots: Range<usize>) -> impl Iterator<Item = Name> {
        let items = self.slots.get(slots).unwrap_or_default().iter().flatten();
        items
            .filter_map(|placed| placed.item.definition.as_ref())
            .filter(|d| d.container.is_none())
            .map(|d| d.name)
    }

    /// Puts the items of a walk where the walk would put them; false, and nothing done, if they would get other paths.
    fn place(&mut self, memory: &Memory, walk: Walk, by: u32) -> bool {
        let range = walk.first as usize..(walk.first + walk.count) as usize;
        let (Some(items), Some(bases)) = (memory.items.get(range.clone()), memory.bases.get(range)) else {
            return false;
        };
        let mut asked: Vec<(Name, Option<u32>)> = Vec::with_capacity(items.len());
        for (base, placed) in bases.iter().zip(items) {
            asked.push((*base, self.paths.get(base).copied()));
            let path = self.unique(*base);
            if path != *base {
                asked.push((path, None));
            }
            if path != placed.item.path {
                for (name, count) in asked.into_iter().rev() {
                    match count {
                        Some(count) => self.paths.insert(name, count),
                        None => self.paths.remove(&name),
                    };
                }
                return false;
            }
        }
        if let Some(run) = self.open.pop() {
            self.finish(run);
        }
        let first = self.slots.len() as u32;
        let moved =
            items.iter().map(|placed| PlacedItem { start: placed.start.wrapping_add(by), ..placed.clone() });
        self.slots.extend(moved.map(Some));
        if let Some(reuse) = &mut self.reuse {
            reuse.bases.extend_from_slice(bases);
            reuse.walks.push(Walk { first, ..walk });
            reuse.last_end = walk.end;
        }
        self.open_run(walk.next_run);
        true
    }
}

/// A hash of a set, whatever its order.
pub(crate) fn set_state<'n>(names: impl IntoIterator<Item = &'n Name>) -> u64 {
    use std::hash::BuildHasher;
    names.into_iter().fold(0, |sum: u64, name| sum.wrapping_add(FixedState::with_seed(5).hash_one(name)))
}
