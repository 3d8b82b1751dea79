//! Where the definition of a word stands.

use lockstep_facts::TextRange;

use crate::lookup::{local_of, word_at};
use crate::{Answer, FilePosition, Place, Snapshot};

/// The names of the definitions that the word at `at` means, best first; the binding of a local; the start of a file.
pub(crate) fn definition(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<Place>> {
    let word = snapshot.entry(at.file).and_then(|entry| word_at(entry, at.offset));
    if let Some(word) = word
        && let Some((item, binding)) = local_of(snapshot, at, &word)
    {
        let places = binding_place(snapshot, at, item, binding).into_iter().collect();
        return Answer::new(places, vec![at.file], vec![word.name]);
    }
    let symbols = snapshot.symbols_at(at);
    let places = symbols.value.iter().filter_map(|(id, _)| {
        let symbol = snapshot.symbol(*id)?;
        Some(Place { file: symbol.file, range: symbol.name_range })
    });
    Answer { value: places.collect(), read: symbols.read, names: symbols.names }
}

fn binding_place(snapshot: &Snapshot, at: FilePosition, item: u32, binding: u32) -> Option<Place> {
    let placed = snapshot.entry(at.file)?.item(item)?;
    let range: TextRange = *placed.item.ranges.bindings.get(binding as usize)?;
    Some(Place { file: at.file, range: range.offset(placed.start) })
}
