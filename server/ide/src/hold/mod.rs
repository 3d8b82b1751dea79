//! Held definitions: what a tree with new errors lost stays while its name still stands in the text.
//!
//! Three things are told apart. An error is *standing* if it was there when the text was last whole; it holds nothing. A
//! definition is *known* if it was there when the text was last whole, as itself; only known ones are held, so what error
//! recovery makes up comes and goes. A definition is *good* while its facts are those of a whole text; of an untouched
//! good one that the damaged tree sees otherwise (other references, another container, another number among its
//! namesakes) the facts of before stand.

mod damage;
mod fresh;
mod graft;
mod paths;

use std::collections::HashSet;
use std::sync::Arc;

use lockstep_facts::{FileFacts, Item, PlacedItem, TextRange, count_lines};
use lockstep_languages::ByteEdit;
use ropey::Rope;

use crate::shift::{shift_items, shift_range};

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
    /// The hash of the text that was taken as it was when it was opened.
    opened: u64,
}

/// See the module's documentation.
#[derive(Clone, Copy, Debug)]
struct Mark {
    known: bool,
    good: bool,
    /// Of a held item, an index into [`Layers::baselines`].
    baseline: Option<u32>,
}

/// An item that is to be held.
struct Held {
    placed: PlacedItem,
    /// Its baseline is none if it is lost now.
    mark: Mark,
}

impl Layers {
    /// The layers of a text that is taken as it is: all of its errors are standing ones.
    pub(crate) fn whole(facts: Arc<FileFacts>, hash: u64) -> Layers {
        let mark = Mark { known: true, good: true, baseline: None };
        let marks = vec![mark; facts.items.len()];
        let (standing, baselines) = (facts.errors.clone(), Vec::new());
        Layers { hash, marks, standing, baselines, whole: hash, opened: hash, facts }
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
        let lines = count_lines(text.chunks());
        Arc::new(FileFacts { items, errors, lines, ..FileFacts::clone(&self.facts) })
    }
}

/// The layers of `text`, whose tree gave `fresh` (which shares with `old` what is equal); `edits` lead to it from the text
/// of `old`.
pub(crate) fn settle(old: &Layers, edits: &[ByteEdit], fresh: FileFacts, text: &Rope, hash: u64) -> Layers {
    let standing: Vec<TextRange> = old.standing.iter().map(|error| shift_range(*error, edits)).collect();
    let known = hash == old.whole || hash == old.opened;
    if known || old.facts.language != fresh.language || !any_new(&fresh.errors, &standing) {
        return Layers { opened: old.opened, ..Layers::whole(Arc::new(fresh), hash) };
    }
    damage::settle(old, edits, fresh, text, hash, standing)
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

/// Whether `item` is a run of top-level statements.
fn is_run(item: &Item) -> bool {
    item.definition.is_none() && item.implementation.is_none()
}
