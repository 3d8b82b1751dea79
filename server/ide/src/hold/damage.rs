//! A text with new errors: which items of before are held.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{FileFacts, Name, PlacedItem, TextRange};
use lockstep_languages::ByteEdit;
use ropey::Rope;

use super::fresh::Fresh;
use super::paths::{make_paths_unique, merge};
use super::{Held, Layers, Mark, Ranges, any_new, inside, is_run, same_content, touch};
use crate::shift::{changed_ranges, keep_references, shift_items, shift_range};
use crate::words::stands;

/// The layers of a text whose tree gave `fresh`, with errors that are new beside `standing`.
pub(super) fn settle(
    old: &Layers,
    edits: &[ByteEdit],
    mut fresh: FileFacts,
    text: &Rope,
    hash: u64,
    standing: Vec<TextRange>,
) -> Layers {
    let damage = Damage::new(old, edits, &fresh, text, standing);
    let (mut held, zones) = damage.held(&fresh);
    let items = std::mem::take(&mut fresh.items);
    let kept = Fresh::new(&damage.moved, zones, &mut held).sift(items, |placed| damage.mark_of(placed));
    make_paths_unique(&mut held, &kept);

    let mut standing = damage.standing;
    standing.retain(|known| fresh.errors.iter().any(|error| touch(*known, *error)));
    let mut baselines: Vec<Vec<TextRange>> = Vec::new();
    let mut numbers: HashMap<Option<u32>, u32, FixedState> = HashMap::default();
    for Held { mark, .. } in &mut held {
        let from = mark.baseline;
        let number = *numbers.entry(from).or_insert_with(|| {
            let old = from.and_then(|number| damage.baselines.get(number as usize)).unwrap_or(&damage.loss);
            baselines.push(old.0.clone());
            baselines.len() as u32 - 1
        });
        mark.baseline = Some(number);
    }
    if !held.is_empty() && fresh.scope.is_empty() {
        // What is held was said in that package.
        fresh.scope = old.facts.scope;
    }
    let marks;
    (fresh.items, marks) = merge(kept, held).into_iter().unzip();
    let facts = Arc::new(fresh);
    Layers { facts, hash, marks, standing, baselines, whole: old.whole, opened: old.opened }
}

/// Whose word counts for the text of an item of before, outside of the items inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    /// The damaged tree's.
    Fresh,
    /// The held item's alone: nothing was typed in it.
    Exact,
    /// Held item number so and so, to which what was typed in it is added.
    Loose(usize),
}

/// A text with new errors, and what was known before.
struct Damage<'a> {
    text: &'a Rope,
    /// The items of before, moved.
    moved: Vec<PlacedItem>,
    marks: &'a [Mark],
    /// Parallel to `moved`: whether an edit changed the item itself, or what may have become its end.
    touched: Vec<bool>,
    by_path: HashMap<Name, usize, FixedState>,
    /// Runs of top-level statements, by where they begin.
    runs: HashMap<u32, usize, FixedState>,
    /// The lines that were edited.
    lines: Vec<TextRange>,
    standing: Vec<TextRange>,
    /// The old baselines, moved, and whether there is still an error new to each.
    baselines: Vec<(Vec<TextRange>, bool)>,
    /// The baseline of what is lost now, and whether there is an error new to it.
    loss: (Vec<TextRange>, bool),
}

impl<'a> Damage<'a> {
    fn new(
        old: &'a Layers,
        edits: &[ByteEdit],
        fresh: &FileFacts,
        text: &'a Rope,
        standing: Vec<TextRange>,
    ) -> Damage<'a> {
        let moved = shift_items(&old.facts.items, edits, text);
        let changed = changed_ranges(edits);
        let touched = touched_items(&moved, &changed);
        let by_path = moved.iter().enumerate().map(|(index, old)| (old.item.path, index)).collect();
        let runs = moved.iter().enumerate().filter(|(_, old)| is_run(&old.item));
        let runs = runs.map(|(index, old)| (old.full_range().start, index)).collect();
        let baselines = old.baselines.iter().map(|baseline| {
            let moved: Vec<TextRange> = baseline.iter().map(|error| shift_range(*error, edits)).collect();
            let open = any_new(&fresh.errors, &moved);
            (moved, open)
        });
        let baselines = baselines.collect();
        // An error away from the edits that stayed exactly as it was did not cause what is lost now.
        let before: Ranges = old.facts.errors.iter().map(|error| shift_range(*error, edits)).collect();
        let stayed = |error: &&TextRange| {
            before.contains(error) && !changed.iter().any(|changed| touch(**error, *changed))
        };
        let mut loss = standing.clone();
        loss.extend(fresh.errors.iter().filter(stayed));
        let open = any_new(&fresh.errors, &loss);
        let lines = changed.iter().map(|changed| lines_of(text, *changed)).collect();
        let loss = (loss, open);
        Damage { text, moved, marks: &old.marks, touched, by_path, runs, lines, standing, baselines, loss }
    }

    /// What is to be held, in the order of before; and the zones of the items of before.
    fn held(&self, fresh: &FileFacts) -> (Vec<Held>, Vec<Zone>) {
        let mut names: HashMap<TextRange, &PlacedItem, FixedState> = HashMap::default();
        let mut others: HashMap<u32, &PlacedItem, FixedState> = HashMap::default();
        for placed in &fresh.items {
            match &placed.item.definition {
                Some(_) => names.insert(placed.name_range(), placed),
                None => others.insert(placed.full_range().start, placed),
            };
        }
        let mut held = Vec::new();
        let mut zones = vec![Zone::Fresh; self.moved.len()];
        let all = self.moved.iter().zip(self.marks).zip(&self.touched).zip(&mut zones);
        for (((placed, mark), touched), zone) in all {
            let item = &placed.item;
            let seen = match &item.definition {
                Some(_) => names.get(&placed.name_range()),
                None => others.get(&placed.full_range().start),
            };
            if self.is_open(mark) && self.stays(placed, *mark, *touched, seen.copied()) {
                let mark = Mark { good: mark.good && !*touched, ..*mark };
                *zone = if mark.good { Zone::Exact } else { Zone::Loose(held.len()) };
                let mut placed = PlacedItem { held: true, ..placed.clone() };
                if *touched {
                    self.forget_edited_lines(&mut placed);
                }
                held.push(Held { placed, mark });
            }
        }
        (held, zones)
    }

    /// Whether there is an error for whose sake the item can be held.
    fn is_open(&self, mark: &Mark) -> bool {
        match mark.baseline {
            Some(number) => self.baselines.get(number as usize).is_some_and(|(_, open)| *open),
            None => mark.known && self.loss.1,
        }
    }

    /// Whether the item of before is to be held; `seen` is what the damaged tree has at its place.
    fn stays(&self, placed: &PlacedItem, mark: Mark, touched: bool, seen: Option<&PlacedItem>) -> bool {
        let item = &placed.item;
        if is_run(item) {
            let same =
                seen.is_some_and(|seen| is_run(&seen.item) && seen.item.hashes.body == item.hashes.body);
            return mark.good && !touched && !same;
        }
        let stands = !touched
            || match &item.definition {
                Some(definition) => stands(self.text, placed.name_range(), definition.name.as_str()),
                None => {
                    let mut references = item.body.references.iter().enumerate();
                    references.all(|(at, r)| stands(self.text, placed.reference_range(at), r.name.as_str()))
                }
            };
        let seen = seen.filter(|seen| seen.item.path == item.path);
        stands && seen.is_none_or(|seen| mark.good && !touched && !same_content(&seen.item, item))
    }

    /// Of the lines being edited the damaged tree knows more.
    fn forget_edited_lines(&self, placed: &mut PlacedItem) {
        let edited = |range: TextRange| self.lines.iter().any(|line| inside(range, *line));
        let references = 0..placed.item.body.references.len();
        let kept: Vec<bool> = references.map(|at| !edited(placed.reference_range(at))).collect();
        if placed.item.definition.is_some() && !kept.iter().all(|kept| *kept) {
            let item = Arc::make_mut(&mut placed.item);
            keep_references(item, &kept);
            item.seal();
        }
    }

    /// The mark of an item of the damaged tree: what the item that had its path before was, at that place. Runs of
    /// statements go by their place alone: their numbers change with every definition between them.
    fn mark_of(&self, placed: &PlacedItem) -> Mark {
        let old = if is_run(&placed.item) {
            self.runs.get(&placed.full_range().start)
        } else {
            self.by_path.get(&placed.item.path)
        };
        let same = |a: &PlacedItem, b: &PlacedItem| match is_run(&a.item) {
            true => is_run(&b.item) && a.item.hashes.body == b.item.hashes.body,
            false => same_content(&a.item, &b.item),
        };
        match old.and_then(|index| Some((self.moved.get(*index)?, self.marks.get(*index)?))) {
            Some((old, mark)) if is_run(&placed.item) || old.name_range() == placed.name_range() => {
                Mark { known: mark.known, good: mark.good && same(old, placed), baseline: None }
            }
            _ => Mark { known: false, good: false, baseline: None },
        }
    }
}

/// The lines of `text` that `range` touches.
fn lines_of(text: &Rope, range: TextRange) -> TextRange {
    let line = |at: u32| text.byte_to_line((at as usize).min(text.len_bytes()));
    let end = (line(range.end) + 1).min(text.len_lines());
    TextRange::new(text.line_to_byte(line(range.start)) as u32, text.line_to_byte(end) as u32)
}

/// Parallel to `items`: whether one of `changed` lies in the item itself (not in an item inside of it), overlaps its
/// border, or lies behind it with nothing between: what is typed below a body may belong to it.
fn touched_items(items: &[PlacedItem], changed: &[TextRange]) -> Vec<bool> {
    let mut touched = vec![false; items.len()];
    for change in changed {
        let starts = items.iter().map(|placed| placed.full_range().start);
        let last_start = starts.filter(|start| *start < change.start).max().unwrap_or(0);
        let around: Vec<TextRange> =
            items.iter().map(PlacedItem::full_range).filter(|full| inside(*change, *full)).collect();
        for (placed, touched) in items.iter().zip(&mut touched) {
            let full = placed.full_range();
            // An item inside of it that begins before the change has it, not what is around; one that was edited away
            // altogether has nothing.
            let has = |other: &TextRange| {
                other.start < change.start && inside(*other, full) && other.len() < full.len()
            };
            *touched |= if inside(*change, full) {
                !around.iter().any(has)
            } else {
                touch(full, *change) || (full.end <= change.start && full.end > last_start)
            };
        }
    }
    touched
}
