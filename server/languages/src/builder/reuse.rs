//! Extraction after an edit: what a top-level statement or a member says depends on its own text and on little else, so the
//! items of one that no edit touched are taken over instead of walked again.
//!
//! A walk is remembered only if it stayed inside its statement: it opened and closed items of its own, reopened none from
//! before, and left the item around it (the run of statements, the type, the module) as it was. It is taken over where the
//! text from the end of the statement before to its own end is untouched, the item around it and what else the walker knows
//! are the same, and its items get the paths that they had. Walks nest: of a statement that an edit touched, members are
//! taken over one by one.

use std::hash::{BuildHasher, Hash};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{FileFacts, Name, PlacedItem};
use tree_sitter::Node;

use super::FactsBuilder;
use super::notes::{Looking, Notes};
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
    pub(super) notes: Notes,
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

/// The walk of one statement or member.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// Where the text begins that the walk may have looked at: the end of the statement before, or where what is around it
    /// begins.
    from: u32,
    start: u32,
    end: u32,
    kind: u16,
    /// What is around it, and what else the walker knew.
    state: u64,
    /// Its items: slots of the builder first, indexes in the facts when they are built.
    first: u32,
    count: u32,
    /// Of one at top level, where the run of statements behind it may begin.
    next_run: Option<u32>,
}

impl Walk {
    /// Where it is after `edits`, and how far that is moved; none if one of them touches it.
    fn moved(self, edits: &[ByteEdit]) -> Option<(Walk, u32)> {
        let by = displacement(self.from, self.end, edits)?;
        let [from, start, end] = [self.from, self.start, self.end].map(|at| at.wrapping_add(by));
        let next_run = self.next_run.map(|at| at.wrapping_add(by));
        Some((Walk { from, start, end, next_run, ..self }, by))
    }
}

/// How far `edits` move the text from `from` to `end`, backwards by wrapping around; none if one of them touches it.
pub(super) fn displacement(from: u32, end: u32, edits: &[ByteEdit]) -> Option<u32> {
    let mut by = 0u32;
    for edit in edits {
        if edit.start > end.wrapping_add(by) {
            continue;
        }
        if edit.old_end >= from.wrapping_add(by) {
            return None;
        }
        by = by.wrapping_sub(edit.old_end).wrapping_add(edit.new_end);
    }
    Some(by)
}

/// The part of a builder that remembers.
#[derive(Debug, Default)]
pub(super) struct Reuse<'m> {
    pub(super) before: Option<&'m Memory>,
    pub(super) looking: Looking,
    /// Walks of `before` that can be taken over, moved to this text, with what they are moved by; in text order, outer ones
    /// before what is in them.
    known: Vec<(Walk, u32)>,
    walks: Vec<Walk>,
    /// Parallel to the builder's slots.
    pub(super) bases: Vec<Name>,
    /// Slots that were opened again after their walk.
    reopened: Vec<usize>,
    /// The end of the last top-level statement.
    last_end: u32,
    /// The statements being walked, each inside the one before.
    active: Vec<Active>,
}

#[derive(Clone, Copy, Debug)]
struct Active {
    /// Of the tree being walked.
    node: usize,
    walk: Walk,
    /// How many items were open, and sizes of the innermost.
    depth: usize,
    around: [usize; 6],
    /// The end of the last member.
    last_end: u32,
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
                let known = memory.walks.iter().filter_map(|walk| walk.moved(edits)).collect();
                let looking = Looking::after(&memory.notes, edits);
                Some(Reuse { before: Some(memory), known, looking, ..Reuse::default() })
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
        for active in &mut self.active {
            active.strayed |= slot < active.walk.first as usize;
        }
    }

    /// Notes that the run around a statement ends, with these sizes.
    pub(super) fn run_ends(&mut self, run: [usize; 6]) {
        for active in &mut self.active {
            active.strayed |= active.walk.next_run.is_some() && active.around != run;
        }
    }

    /// Notes that the innermost of `depth` open items is changed.
    pub(super) fn changes(&mut self, depth: usize) {
        for active in self.active.iter_mut().rev().take_while(|active| active.depth >= depth) {
            active.strayed |= active.depth == depth && active.walk.next_run.is_none();
        }
    }

    /// Where the text begins that the next statement may look at.
    fn from(&self) -> u32 {
        self.active.last().map_or(self.last_end, |around| around.last_end)
    }

    fn passed(&mut self, end: u32) {
        match self.active.last_mut() {
            Some(around) => around.last_end = end,
            None => self.last_end = end,
        }
    }

    /// The walk of a statement like this one, and its place in `known`.
    fn find(&self, node: Node<'_>, state: u64) -> Option<usize> {
        let (start, end, from) = (node.start_byte() as u32, node.end_byte() as u32, self.from());
        let first = self.known.partition_point(|(walk, _)| walk.start < start);
        let here = self.known.iter().enumerate().skip(first).take_while(|(_, (walk, _))| walk.start == start);
        let same = |walk: &Walk| {
            walk.end == end && walk.from == from && walk.kind == node.kind_id() && walk.state == state
        };
        here.filter(|(_, (walk, _))| same(walk)).map(|(at, _)| at).next()
    }

    /// Remembers the walk at `at` of `known`, whose items stand from slot `first` on now, and those in it.
    fn keep(&mut self, at: usize, first: u32) {
        let Some((outer, _)) = self.known.get(at).copied() else { return };
        let inside = self.known.iter().skip(at).map(|(walk, _)| *walk);
        let inside = inside.take_while(|walk| walk.start < outer.end || walk.start == outer.start);
        self.walks.extend(inside.map(|walk| Walk { first: walk.first - outer.first + first, ..walk }));
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
        self.walks.sort_unstable_by_key(|walk| (walk.start, std::cmp::Reverse(walk.end)));
        let all = self.bases.iter().zip(slots);
        let bases = all.filter(|(_, slot)| slot.is_some()).map(|(base, _)| *base).collect();
        let items = slots.iter().flatten().cloned().collect();
        Memory { items, bases, walks: self.walks, notes: self.looking.into_notes() }
    }
}

impl<'t> FactsBuilder<'t> {
    /// Notes that what is being walked depends on more than its own text.
    pub(crate) fn strays(&mut self) {
        if let Some(reuse) = &mut self.reuse {
            reuse.active.iter_mut().for_each(|active| active.strayed = true);
        }
    }

    /// The same of the innermost statement or member alone: what is around it says the same all the same.
    pub(crate) fn strays_here(&mut self) {
        if let Some(active) = self.reuse.as_mut().and_then(|reuse| reuse.active.last_mut()) {
            active.strayed = true;
        }
    }

    /// Whether statements are remembered at all: if not, nobody needs to know what state the walker is in.
    pub(crate) fn remembers(&self) -> bool {
        self.reuse.is_some()
    }

    /// Hashes what is around a statement; none where nothing is taken over. A member is of a statement that is being walked.
    fn around(&self, state: u64) -> Option<(u64, bool)> {
        if self.is_in_run() {
            return self.reuse.as_ref()?.active.is_empty().then_some((state, true));
        }
        let top = self.open.last().filter(|top| !top.is_run() && self.expressions == top.expressions)?;
        if self.reuse.as_ref()?.active.is_empty() {
            return None;
        }
        let container = self.container().map(|container| (container.path, container.name));
        let around = (top.item.path, top.scope, container, state);
        Some((FixedState::with_seed(7).hash_one(around), false))
    }

    /// Takes over the items of the top-level statement or the member `node` from the last extraction, if it would give the
    /// same again; returns their slots. If not, it is to be walked, between this and [`FactsBuilder::walked`].
    ///
    /// `state` is a hash of what the walker knows beside the text of the statement, the comments and the like before it, and
    /// the path of the item around it.
    pub(crate) fn take_over(&mut self, node: Node<'_>, state: u64) -> Option<Range<usize>> {
        let (state, is_top) = self.around(state)?;
        let first = self.slots.len();
        let (depth, around) = (self.open.len(), self.open.last().map(super::OpenItem::sizes)?);
        let reuse = self.reuse.as_mut()?;
        let known = if node.has_error() { None } else { reuse.find(node, state) };
        if let Some(at) = known
            && let Some((walk, by)) = reuse.known.get(at).copied()
            && let Some(memory) = reuse.before
            && self.place(memory, walk, by)
        {
            if let Some(reuse) = &mut self.reuse {
                reuse.passed(walk.end);
                reuse.keep(at, first as u32);
            }
            return Some(first..first + walk.count as usize);
        }
        let reuse = self.reuse.as_mut()?;
        let start = node.start_byte() as u32;
        let walk = Walk {
            from: reuse.from(),
            start,
            end: node.end_byte() as u32,
            kind: node.kind_id(),
            state,
            first: first as u32,
            count: 0,
            next_run: is_top.then_some(0),
        };
        let strayed = node.has_error();
        reuse.active.push(Active { node: node.id(), walk, depth, around, last_end: start, strayed });
        None
    }

    /// Ends what [`FactsBuilder::take_over`] began without success; `state` is the walker's now.
    pub(crate) fn walked(&mut self, node: Node<'_>, state: u64) {
        let Some(reuse) = &mut self.reuse else { return };
        let Some(Active { walk, depth, around, strayed, .. }) =
            reuse.active.pop_if(|active| active.node == node.id() && active.walk.kind == node.kind_id())
        else {
            return;
        };
        reuse.passed(walk.end);
        let first = walk.first as usize;
        let is_top = walk.next_run.is_some();
        let Some(open) = self.open.last().filter(|_| self.open.len() == depth) else { return };
        let (end, next_run) = match is_top {
            true if open.is_empty() => (open.slot, Some(open.start)),
            false if open.sizes() == around => (self.slots.len(), None),
            _ => return,
        };
        if strayed || self.around(state).is_none_or(|(now, _)| now != walk.state) {
            return;
        }
        let all = self.slots.get(first..end).is_some_and(|s| !s.is_empty() && s.iter().all(Option::is_some));
        let is_last = end + usize::from(is_top) == self.slots.len();
        if all
            && is_last
            && let Some(reuse) = &mut self.reuse
        {
            reuse.walks.push(Walk { count: (end - first) as u32, next_run, ..walk });
        }
    }

    /// The names that the items in `slots` give the module, or the container of this path.
    pub(crate) fn names_in(
        &self,
        slots: Range<usize>,
        container: Option<Name>,
    ) -> impl Iterator<Item = Name> {
        let items = self.slots.get(slots).unwrap_or_default().iter().flatten();
        items
            .filter_map(|placed| placed.item.definition.as_ref())
            .filter(move |d| d.container.map(|container| container.path) == container)
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
        if walk.next_run.is_some()
            && let Some(run) = self.open.pop()
        {
            self.finish(run);
        }
        let moved =
            items.iter().map(|placed| PlacedItem { start: placed.start.wrapping_add(by), ..placed.clone() });
        self.slots.extend(moved.map(Some));
        if let Some(reuse) = &mut self.reuse {
            reuse.bases.extend_from_slice(bases);
        }
        if let Some(start) = walk.next_run {
            self.open_run(start);
        }
        true
    }
}

/// A hash of a set, whatever its order.
pub(crate) fn set_state<'n, T: Hash + 'n>(names: impl IntoIterator<Item = &'n T>) -> u64 {
    names.into_iter().fold(0, |sum: u64, name| sum.wrapping_add(FixedState::with_seed(5).hash_one(name)))
}
