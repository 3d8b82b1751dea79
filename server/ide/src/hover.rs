//! What hovering shows.

use lockstep_facts::Confidence;

use crate::lookup::word_at;
use crate::{Answer, Counts, FilePosition, HoverInfo, Snapshot, SymbolInfo};

/// What the word at `at` means, with the counts of the first meaning; none for locals and unknown words.
pub(crate) fn hover(snapshot: &Snapshot, at: FilePosition) -> Answer<Option<HoverInfo>> {
    let Answer { value, mut read, mut names } = snapshot.symbols_at(at);
    let word = snapshot.entry(at.file).and_then(|entry| word_at(entry, at.offset));
    let symbols: Vec<SymbolInfo> = value.iter().filter_map(|(id, _)| snapshot.symbol(*id)).collect();
    let hover = word.zip(symbols.first().map(|first| first.id)).map(|(word, first)| {
        let counts: Answer<Counts> = snapshot.counts(first);
        read.extend(counts.read);
        names.extend(counts.names);
        let confidence = value.first().map_or(Confidence::Ambiguous, |(_, confidence)| *confidence);
        HoverInfo { range: word.range, symbols, counts: counts.value, confidence }
    });
    Answer::new(hover, read, names)
}
