//! The counts that lens, hover and tools print, each by its one definition.

use lockstep_facts::{Confidence, SymbolId};

use crate::{Answer, Counts, Snapshot};

/// Hops that *affected* follows where nobody says otherwise.
const DEPTH: u32 = 3;
/// Where *affected* stops counting.
const LIMIT: usize = 100;

/// Whether an edge is shown as known: by a scope, an import or a type, not by a name alone.
pub(crate) fn is_certain(confidence: Confidence) -> bool {
    confidence == Confidence::Extracted
}

/// The counts of `symbol`: certain ones, and uncertain ones apart.
pub(crate) fn counts(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Counts> {
    let references = snapshot.references(symbol);
    let callers = snapshot.callers(symbol);
    let affected = snapshot.affected(symbol, DEPTH, LIMIT);
    let mut counts = Counts::default();
    for reference in &references.value {
        *(if is_certain(reference.confidence) {
            &mut counts.references
        } else {
            &mut counts.uncertain_references
        }) += 1;
    }
    for caller in &callers.value.callers {
        *(if is_certain(caller.confidence) { &mut counts.callers } else { &mut counts.uncertain_callers }) +=
            1;
    }
    for symbol in &affected.value.symbols {
        *(if symbol.uncertain { &mut counts.uncertain_affected } else { &mut counts.affected }) += 1;
        counts.tests += usize::from(symbol.test);
    }
    let read = [references.read, callers.read, affected.read].concat();
    Answer::new(counts, read, [references.names, callers.names, affected.names].concat())
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[test]
    fn each_count_is_what_its_question_answers() {
        let world = World::new(
            "
            //- /a.py
            def walk(): pass
            //- /b.py
            from a import walk
            def run():
                walk()
                walk()
            def far():
                run()
            ",
        );
        let counts = world.snapshot().counts(world.symbol("walk")).value;
        assert_eq!((counts.references, counts.callers, counts.affected), (3, 1, 2));
        assert_eq!(
            (counts.uncertain_references, counts.uncertain_callers, counts.uncertain_affected),
            (0, 0, 0)
        );
    }

    #[test]
    fn what_a_name_alone_says_is_counted_apart() {
        let world = World::new(
            "//- /a.py\nclass C:\n    def walk_far(self): pass\n//- /b.py\ndef run(x):\n    x.walk_far()\n",
        );
        let counts = world.snapshot().counts(world.symbol("C.walk_far")).value;
        assert_eq!((counts.references, counts.callers, counts.affected), (0, 0, 0));
        assert_eq!(
            (counts.uncertain_references, counts.uncertain_callers, counts.uncertain_affected),
            (1, 1, 1)
        );
    }
}
