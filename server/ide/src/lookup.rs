//! What stands at a place: a definition's name, a local's binding, or a reference.

use lockstep_facts::{Name, TextRange};
use lockstep_graph::Resolution;

use crate::entry::FileEntry;
use crate::{FilePosition, Snapshot};

/// The word at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub range: TextRange,
    pub name: Name,
    /// The item it belongs to.
    pub item: u32,
    pub what: What,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The name of the item's definition.
    Definition,
    /// Binding number so and so of the item.
    Binding(u32),
    /// Reference number so and so of the item.
    Reference(u32),
}

/// The word at `at`: of several items around it the innermost that has a word there; a word that holds `at` before one
/// that ends there.
pub(crate) fn word_at(entry: &FileEntry, at: u32) -> Option<Word> {
    let mut behind = None;
    for item in entry.items_around(at) {
        for word in words_of(entry, item, at) {
            if at < word.range.end {
                return Some(word);
            }
            behind = behind.or(Some(word));
        }
    }
    behind
}

/// The words of one item that touch `at`: its name first, then references, then bindings.
fn words_of(entry: &FileEntry, item: u32, at: u32) -> impl Iterator<Item = Word> {
    let placed = entry.item(item);
    let start = placed.map_or(0, |placed| placed.start);
    let item_ref = placed.map(|placed| &placed.item);
    let names = item_ref.into_iter().flat_map(move |i| {
        let name = i.definition.as_ref().map(|d| d.name);
        let ranges = [&i.ranges.name].into_iter().chain(&i.ranges.declarations);
        ranges
            .zip(std::iter::repeat(name))
            .filter_map(|(range, name)| Some((*range, name?, What::Definition)))
    });
    let references = item_ref.into_iter().flat_map(|i| {
        let numbered = i.ranges.references.iter().zip(&i.body.references).zip(0..);
        numbered.map(|((range, reference), index)| (*range, reference.name, What::Reference(index)))
    });
    let bindings = item_ref.into_iter().flat_map(|i| {
        let numbered = i.ranges.bindings.iter().zip(&i.body.bindings).zip(0..);
        numbered.map(|((range, binding), index)| (*range, binding.name, What::Binding(index)))
    });
    names.chain(references).chain(bindings).filter_map(move |(range, name, what)| {
        let range = range.offset(start);
        (range.touches(at) && !range.is_empty()).then_some(Word { range, name, item, what })
    })
}

/// The local name that a word is: the item and the binding.
pub(crate) fn local_of(snapshot: &Snapshot, at: FilePosition, word: &Word) -> Option<(u32, u32)> {
    match word.what {
        What::Binding(binding) => Some((word.item, binding)),
        What::Reference(reference) => match snapshot.graph.resolve(at.file, word.item, reference) {
            Resolution::Local { item, binding } => Some((item, binding)),
            Resolution::Targets(_) => None,
        },
        What::Definition => None,
    }
}
