//! Held definitions: what a tree with new errors lost stays while its name still stands in the text.
//!
//! Three things are told apart. An error is *standing* if it was there when the text was last whole; it holds nothing. A
//! definition is *known* if it was there when the text was last whole, as itself; only known ones are held, so what error
//! recovery makes up comes and goes. A definition is *good* while its facts are those of a whole text; of an untouched
//! good one that the damaged tree sees otherwise (other references, another container, another number among its
//! namesakes) the facts of before stand.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lockstep_facts::{Container, FileFacts, Item, Name, PlacedItem, TextRange};
use lockstep_languages::ByteEdit;
use ropey::Rope;

use crate::shift::{changed_ranges, keep_references, shift_items, shift_range};
use crate::words::stands;

type Ranges = HashSet<TextRange, foldhash::fast::FixedState>;

/// What is shown of a text, and what is remembered to hold the next one against.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    /// The facts of the text, held items included.
    pub facts: Arc<FileFacts>,
    /// The hash of the text.
    pub hash: u64,
    /// Parallel to the items of `facts`.
    marks: Vec<Mark>,
    /// Errors that hold nothing.
    standing: Vec<TextRange>,
    /// For each occasion on which something was lost: the errors that do not keep it held.
    baselines: Vec<Vec<TextRange>>,
    /// The hash of the text that was last whole.
    whole: u64,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    known: bool,
    good: bool,
    /// Of a held item, an index into [`Layers::baselines`].
    baseline: Option<u32>,
}

impl Layers {
    /// The layers of a text that is taken as it is: all of its errors are standing ones.
    pub(crate) fn whole(facts: Arc<FileFacts>, hash: u64) -> Layers {
        let mark = Mark { known: true, good: true, baseline: None };
        let marks = vec![mark; facts.items.len()];
        Layers { hash, marks, standing: facts.errors.clone(), baselines: Vec::new(), whole: hash, facts }
    }

    /// Whether anything is held.
    pub(crate) fn holds(&self) -> bool {
        !self.baselines.is_empty()
    }

    /// The facts moved by `edits` to `text`: what is shown while a parse of it runs.
    pub(crate) fn shifted(&self, edits: &[ByteEdit], text: &Rope) -> Arc<FileFacts> {
        if edits.is_empty() {
            return Arc::clone(&self.facts);
        }
        let items = shift_items(&self.facts.items, edits, text);
        let errors = self.facts.errors.iter().map(|error| shift_range(*error, edits)).collect();
        let lines = text.len_lines() as u32;
        let FileFacts { language, skipped, package, documentation, offered, .. } =
            FileFacts::clone(&self.facts);
        Arc::new(FileFacts { language, items, errors, skipped, package, documentation, offered, lines })
    }
}

/// The layers of `text`, whose tree gave `fresh`; `edits` lead to it from the text of `old`.
pub(crate) fn settle(old: &Layers, edits: &[ByteEdit], fresh: FileFacts, text: &Rope, hash: u64) -> Layers {
    let fresh = fresh.share_with(&old.facts);
    let standing: Vec<TextRange> = old.standing.iter().map(|error| shift_range(*error, edits)).collect();
    let whole =
        hash == old.whole || old.facts.language != fresh.language || !any_new(&fresh.errors, &standing);
    if whole {
        return Layers::whole(Arc::new(fresh), hash);
    }
    Damage::new(old, edits, &fresh, text, standing).settle(fresh, hash, old.whole)
}

/// Whether one of `errors` is new: it overlaps none of `known`, or is larger than those it overlaps.
fn any_new(errors: &[TextRange], known: &[TextRange]) -> bool {
    let exact: Ranges = known.iter().copied().collect();
    errors.iter().any(|error| {
        let old = |known: &TextRange| touch(*known, *error) && error.len() <= known.len();
        !exact.contains(error) && !known.iter().any(old)
    })
}

fn touch(a: TextRange, b: TextRange) -> bool {
    a.start <= b.end && b.start <= a.end
}

fn inside(inner: TextRange, outer: TextRange) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// What others see of it and what it refers to are the same; ranges may differ.
fn same_content(a: &Item, b: &Item) -> bool {
    let (a, b) = (&a.hashes, &b.hashes);
    a.interface == b.interface && a.inference == b.inference && a.body == b.body
}

/// A text with new errors, and what was known before.
struct Damage<'a> {
    text: &'a Rope,
    /// The items of before, moved.
    moved: Vec<PlacedItem>,
    marks: &'a [Mark],
    /// Parallel to `moved`: whether an edit changed the item itself, or what may have become its end.
    touched: Vec<bool>,
    standing: Vec<TextRange>,
    /// The old baselines, moved, and whether there is still an error new to each.
    baselines: Vec<(Vec<TextRange>, bool)>,
    /// The baseline of what is lost now, and whether there is an error new to it.
    loss: (Vec<TextRange>, bool),
}

/// An item that is to be held.
struct Held {
    placed: PlacedItem,
    /// Its baseline is none if it is lost now.
    mark: Mark,
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
        let touched = touched_items(&moved, &changed_ranges(edits));
        let baselines = old.baselines.iter().map(|baseline| {
            let moved: Vec<TextRange> = baseline.iter().map(|error| shift_range(*error, edits)).collect();
            let open = any_new(&fresh.errors, &moved);
            (moved, open)
        });
        // An error that stayed exactly as it was did not cause what is lost now.
        let before: Ranges = old.facts.errors.iter().map(|error| shift_range(*error, edits)).collect();
        let mut loss = standing.clone();
        loss.extend(fresh.errors.iter().filter(|error| before.contains(error)));
        let open = any_new(&fresh.errors, &loss);
        let baselines = baselines.collect();
        Damage { text, moved, marks: &old.marks, touched, standing, baselines, loss: (loss, open) }
    }

    fn settle(self, fresh: FileFacts, hash: u64, whole: u64) -> Layers {
        let mut held = self.held(&fresh);
        let owned = Owned::of(&held);
        let FileFacts { language, items, errors, skipped, package, documentation, offered, lines } = fresh;
        let by_path: HashMap<Name, usize, foldhash::fast::FixedState> =
            self.moved.iter().enumerate().map(|(index, old)| (old.item.path, index)).collect();
        let mut kept: Vec<(PlacedItem, Mark)> = Vec::with_capacity(items.len());
        for placed in items {
            let mark = self.mark_of(&placed, by_path.get(&placed.item.path).copied());
            let before = Arc::as_ptr(&placed.item);
            if let Some(placed) = owned.without(placed) {
                let mark = Mark { good: mark.good && Arc::as_ptr(&placed.item) == before, ..mark };
                kept.push((placed, mark));
            }
        }
        make_paths_unique(&mut held, &kept);
        let mut standing = self.standing;
        standing.retain(|known| errors.iter().any(|error| touch(*known, *error)));

        let mut baselines: Vec<Vec<TextRange>> = Vec::new();
        let mut numbers: HashMap<Option<u32>, u32, foldhash::fast::FixedState> = HashMap::default();
        for Held { mark, .. } in &mut held {
            let from = mark.baseline;
            let number = *numbers.entry(from).or_insert_with(|| {
                let old = from.and_then(|number| self.baselines.get(number as usize)).unwrap_or(&self.loss);
                baselines.push(old.0.clone());
                baselines.len() as u32 - 1
            });
            mark.baseline = Some(number);
        }
        let (items, marks) = merge(kept, held).into_iter().unzip();
        let facts = FileFacts { language, items, errors, skipped, package, documentation, offered, lines };
        Layers { facts: Arc::new(facts), hash, marks, standing, baselines, whole }
    }

    /// What is to be held, in the order of before.
    fn held(&self, fresh: &FileFacts) -> Vec<Held> {
        let mut names: HashMap<TextRange, &PlacedItem, foldhash::fast::FixedState> = HashMap::default();
        let mut others: HashMap<u32, &PlacedItem, foldhash::fast::FixedState> = HashMap::default();
        for placed in &fresh.items {
            match &placed.item.definition {
                Some(_) => names.insert(placed.name_range(), placed),
                None => others.insert(placed.full_range().start, placed),
            };
        }
        let mut held = Vec::new();
        for ((placed, mark), touched) in self.moved.iter().zip(self.marks).zip(&self.touched) {
            let open = match mark.baseline {
                Some(number) => self.baselines.get(number as usize).is_some_and(|(_, open)| *open),
                None => mark.known && self.loss.1,
            };
            if !open {
                continue;
            }
            let item = &placed.item;
            let stays = if let Some(definition) = &item.definition {
                let stands = !*touched || stands(self.text, placed.name_range(), definition.name.as_str());
                let seen = names.get(&placed.name_range()).filter(|seen| seen.item.path == item.path);
                stands && seen.is_none_or(|seen| mark.good && !*touched && !same_content(&seen.item, item))
            } else if item.implementation.is_some() {
                let mut references = item.body.references.iter().enumerate();
                let stands = !*touched
                    || references
                        .all(|(at, r)| stands(self.text, placed.reference_range(at), r.name.as_str()));
                let seen = others.get(&placed.full_range().start);
                let seen = seen.filter(|seen| seen.item.path == item.path);
                stands && seen.is_none_or(|seen| mark.good && !*touched && !same_content(&seen.item, item))
            } else {
                let seen = others.get(&placed.full_range().start);
                mark.good && !*touched && !seen.is_some_and(|seen| seen.item.hashes.body == item.hashes.body)
            };
            if stays {
                let mark = Mark { good: mark.good && !*touched, ..*mark };
                let placed = PlacedItem { held: true, ..placed.clone() };
                held.push(Held { placed, mark });
            }
        }
        held
    }

    /// The mark of an item of the damaged tree: `old` is the item that had its path before.
    fn mark_of(&self, placed: &PlacedItem, old: Option<usize>) -> Mark {
        let unknown = Mark { known: false, good: false, baseline: None };
        let Some((old, mark)) = old.and_then(|index| Some((self.moved.get(index)?, self.marks.get(index)?)))
        else {
            return unknown;
        };
        if old.name_range() != placed.name_range() {
            return unknown;
        }
        Mark { known: mark.known, good: mark.good && same_content(&old.item, &placed.item), baseline: None }
    }
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

/// The places that held items speak for: nothing else is said about them.
struct Owned {
    places: Ranges,
    /// Names of held items without a place of their own, and where their items begin.
    others: HashSet<(Name, u32), foldhash::fast::FixedState>,
}

impl Owned {
    fn of(held: &[Held]) -> Owned {
        let mut owned = Owned { places: Ranges::default(), others: HashSet::default() };
        for Held { placed, .. } in held {
            let ranges = &placed.item.ranges;
            let lists = [&ranges.references, &ranges.bindings, &ranges.declarations];
            let all = lists.into_iter().flatten().chain([&ranges.name]).filter(|range| !range.is_empty());
            owned.places.extend(all.map(|range| range.offset(placed.start)));
            if ranges.name.is_empty() {
                owned.others.insert((placed.item.path, placed.full_range().start));
            }
        }
        owned
    }

    /// `placed` without the references that held items have; none if it is itself spoken for.
    fn without(&self, mut placed: PlacedItem) -> Option<PlacedItem> {
        let item = &placed.item;
        if self.places.is_empty() && self.others.is_empty() {
            return Some(placed);
        }
        let is_run = item.definition.is_none() && item.implementation.is_none();
        if !is_run
            && (self.places.contains(&placed.name_range())
                || self.others.contains(&(item.path, placed.full_range().start)))
        {
            return None;
        }
        let kept: Vec<bool> = (0..item.body.references.len())
            .map(|at| !self.places.contains(&placed.reference_range(at)))
            .collect();
        if kept.iter().all(|kept| *kept) {
            return Some(placed);
        }
        let item = Arc::make_mut(&mut placed.item);
        keep_references(item, &kept);
        item.seal();
        let says = &item.body;
        let silent = says.references.is_empty() && says.imports.is_empty() && says.invocations.is_empty();
        (!is_run || !silent).then_some(placed)
    }
}

/// Gives each held item a path that nothing else has; what is inside of a renamed one follows it.
fn make_paths_unique(held: &mut [Held], kept: &[(PlacedItem, Mark)]) {
    let mut taken: HashSet<Name, foldhash::fast::FixedState> =
        kept.iter().map(|(placed, _)| placed.item.path).collect();
    for at in 0..held.len() {
        let Some(Held { placed, .. }) = held.get(at) else { break };
        let old = placed.item.path;
        if taken.insert(old) {
            continue;
        }
        let base = old.as_str().rsplit_once('~').map_or(old.as_str(), |(base, _)| base).to_owned();
        let mut number = 2;
        let new = loop {
            let candidate = Name::new(&format!("{base}~{number}"));
            if taken.insert(candidate) {
                break candidate;
            }
            number += 1;
        };
        let around = placed.full_range();
        for (other, Held { placed, .. }) in held.iter_mut().enumerate() {
            let mut changed = (*placed.item).clone();
            if other == at {
                changed.path = new;
            } else if inside(placed.full_range(), around) {
                follow(&mut changed, old, new);
            }
            if changed != *placed.item {
                changed.seal();
                placed.item = Arc::new(changed);
            }
        }
    }
}

/// Renames what `item` says of the item around it from `old` to `new`.
fn follow(item: &mut Item, old: Name, new: Name) {
    let renamed = |path: Name| {
        let rest = path.as_str().strip_prefix(old.as_str())?;
        (rest.is_empty() || rest.starts_with('.')).then(|| Name::new(&format!("{new}{rest}")))
    };
    if let Some((parent, _)) = &mut item.lexical_parent {
        *parent = renamed(*parent).unwrap_or(*parent);
    }
    if let Some(definition) = &mut item.definition
        && let Some(Container { path, .. }) = &mut definition.container
        && let Some(container) = renamed(*path)
    {
        *path = container;
        item.path = renamed(item.path).unwrap_or(item.path);
    }
}

/// Both lists in text order, containers before their members; the order of `kept` is not changed.
fn merge(kept: Vec<(PlacedItem, Mark)>, held: Vec<Held>) -> Vec<(PlacedItem, Mark)> {
    let place = |placed: &PlacedItem| (placed.full_range().start, std::cmp::Reverse(placed.full_range().end));
    let mut merged = Vec::with_capacity(kept.len() + held.len());
    let mut held = held.into_iter().peekable();
    for (placed, mark) in kept {
        while let Some(Held { placed, mark, .. }) = held.next_if(|held| place(&held.placed) <= place(&placed))
        {
            merged.push((placed, mark));
        }
        merged.push((placed, mark));
    }
    merged.extend(held.map(|Held { placed, mark, .. }| (placed, mark)));
    merged
}
