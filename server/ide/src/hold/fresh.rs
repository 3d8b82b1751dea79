//! What of a damaged tree is shown beside what is held: nothing is said twice, and what error recovery makes up inside of
//! an untouched held item is not said at all.

use std::collections::HashSet;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{Name, PlacedItem, ReferenceTarget, SymbolKind, TextRange};

use super::damage::Zone;
use super::graft::graft;
use super::{Held, Mark, Ranges, inside, is_run};
use crate::entry::Places;
use crate::shift::keep_references;

/// The items of a damaged tree on their way.
pub(super) struct Fresh<'a> {
    moved: &'a [PlacedItem],
    /// Parallel to `moved`.
    zones: Vec<Zone>,
    places: Places,
    /// Places that held items speak for.
    owned: Ranges,
    /// Names of held items that stand nowhere, and where their items begin.
    nameless: HashSet<(Name, u32), FixedState>,
    held: &'a mut Vec<Held>,
}

impl<'a> Fresh<'a> {
    pub(super) fn new(moved: &'a [PlacedItem], zones: Vec<Zone>, held: &'a mut Vec<Held>) -> Fresh<'a> {
        let (mut owned, mut nameless) = (Ranges::default(), HashSet::default());
        for Held { placed, .. } in held.iter() {
            let ranges = &placed.item.ranges;
            let lists = [&ranges.references, &ranges.bindings, &ranges.declarations];
            let all = lists.into_iter().flatten().chain([&ranges.name]).filter(|range| !range.is_empty());
            owned.extend(all.map(|range| range.offset(placed.start)));
            if ranges.name.is_empty() {
                nameless.insert((placed.item.path, placed.full_range().start));
            }
        }
        Fresh { moved, zones, places: Places::new(moved), owned, nameless, held }
    }

    /// What is left of `items`, with their marks; references that were typed into held items go to those.
    pub(super) fn sift(
        mut self,
        items: Vec<PlacedItem>,
        mark_of: impl Fn(&PlacedItem) -> Mark,
    ) -> Vec<(PlacedItem, Mark)> {
        let nothing_held = self.held.is_empty();
        let mut kept = Vec::with_capacity(items.len());
        for mut placed in items {
            let mut mark = mark_of(&placed);
            let stays = nothing_held || self.stays(&placed, mark);
            let whole = nothing_held || self.take_references(&mut placed);
            mark.good &= whole;
            let says = &placed.item.body;
            let silent = says.references.is_empty() && says.imports.is_empty() && says.invocations.is_empty();
            if stays && (whole || !silent || !is_run(&placed.item)) {
                kept.push((placed, mark));
            }
        }
        kept
    }

    /// Whether an item is shown: it is not held itself, and not made up.
    fn stays(&self, placed: &PlacedItem, mark: Mark) -> bool {
        let item = &placed.item;
        if is_run(item) {
            return true;
        }
        let name = placed.name_range();
        if self.owned.contains(&name) || self.nameless.contains(&(item.path, placed.full_range().start)) {
            return false;
        }
        if mark.known || item.definition.is_none() {
            return true;
        }
        match self.zone(name) {
            Zone::Fresh => true,
            Zone::Exact => false,
            // What is defined inside of a function is nobody else's business; inside of a type it may be a new member.
            Zone::Loose(number) => self.held.get(number).is_some_and(|held| {
                let kind = held.placed.item.definition.as_ref().map(|definition| definition.kind);
                kind.is_none_or(|kind| kind.is_type() || kind == SymbolKind::Module)
            }),
        }
    }

    /// Whose word counts at `range`.
    fn zone(&self, range: TextRange) -> Zone {
        let around = self.places.around(range.start).into_iter();
        let mut holding = around.filter(|index| {
            self.moved.get(*index as usize).is_some_and(|old| inside(range, old.full_range()))
        });
        holding.next().and_then(|index| self.zones.get(index as usize)).copied().unwrap_or(Zone::Fresh)
    }

    /// Takes away the references that held items have or get; false if there were any.
    fn take_references(&mut self, placed: &mut PlacedItem) -> bool {
        let mut kept = vec![true; placed.item.body.references.len()];
        let mut moving: Vec<(usize, usize)> = Vec::new();
        for (at, (kept, reference)) in kept.iter_mut().zip(&placed.item.body.references).enumerate() {
            let range = placed.reference_range(at);
            if self.owned.contains(&range) {
                *kept = false;
                continue;
            }
            match self.zone(range) {
                Zone::Fresh => {}
                Zone::Exact => *kept = false,
                Zone::Loose(number) => {
                    let imports = matches!(
                        reference.target,
                        ReferenceTarget::Imported(_)
                            | ReferenceTarget::ImportSegment { .. }
                            | ReferenceTarget::Exported(_)
                    );
                    if !imports {
                        *kept = false;
                        moving.push((number, at));
                    }
                }
            }
        }
        if kept.iter().all(|kept| *kept) {
            return true;
        }
        moving.sort_unstable();
        for group in moving.chunk_by(|a, b| a.0 == b.0) {
            let references: Vec<usize> = group.iter().map(|(_, at)| *at).collect();
            if let Some(held) = group.first().and_then(|(number, _)| self.held.get_mut(*number)) {
                graft(&mut held.placed, placed, &references);
            }
        }
        let item = Arc::make_mut(&mut placed.item);
        keep_references(item, &kept);
        item.seal();
        false
    }
}
