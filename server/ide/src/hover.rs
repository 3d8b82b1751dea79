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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        expect.assert_eq(&world.hover(world.snapshot().hover(world.mark(0)).value.as_ref()));
    }

    #[test]
    fn a_reference_shows_what_it_means() {
        check(
            "//- /a.py\ndef walk(far: int) -> str:\n    \"\"\"Walks.\"\"\"\n//- /b.py\nfrom a import walk\ndef run(): wal$0k(1)\n",
            expect![[r#"
                30..34 extracted
                a.py#walk function: def walk(far: int) -> str
                callers 1+0
                affected 1+0
                references 2+0
            "#]],
        );
    }

    #[test]
    fn nothing_between_words_and_for_locals() {
        check("//- /a.py\nx = 1 $0 \n", expect!["nothing\n"]);
        check("//- /a.py\ndef f(x): return x$0\n", expect!["nothing\n"]);
    }
}
