//! Where a local name is bound and used.

use lockstep_facts::{Binding, ReferenceRole, TextRange};
use lockstep_graph::Resolution;

use crate::entry::FileEntry;
use crate::lookup::{local_of, word_at};
use crate::{Answer, FilePosition, Place, Snapshot};

/// The bindings and references of the local name at `at`, in text order; empty if it is no local.
pub(crate) fn local_references(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<Place>> {
    let found = snapshot.entry(at.file).and_then(|entry| {
        let word = word_at(entry, at.offset)?;
        let (item, binding) = local_of(snapshot, at, &word)?;
        Some((entry, word.name, item, binding))
    });
    let Some((entry, name, item, binding)) = found else {
        return Answer::new(Vec::new(), vec![at.file], Vec::new());
    };
    let uses = local_uses(snapshot, entry, item, binding);
    let places = uses.into_iter().map(|(range, _)| Place { file: at.file, range }).collect();
    Answer::new(places, vec![at.file], vec![name])
}

/// The places of a local name, and whether it is given a value there; in text order, each place once.
pub(crate) fn local_uses(
    snapshot: &Snapshot,
    entry: &FileEntry,
    owner: u32,
    binding: u32,
) -> Vec<(TextRange, bool)> {
    let Some(placed) = entry.item(owner) else { return Vec::new() };
    let bindings = &placed.item.body.bindings;
    let Some(asked) = bindings.get(binding as usize) else { return Vec::new() };
    // A variable assigned again is a binding again: one name in one scope is one variable.
    let same = |other: &Binding| other.name == asked.name && other.scope == asked.scope;
    let bound = bindings.iter().zip(&placed.item.ranges.bindings).filter(|(binding, _)| same(binding));
    let mut found: Vec<(TextRange, bool)> =
        bound.map(|(_, range)| (range.offset(placed.start), true)).collect();
    let around = placed.full_range();
    for (inner, index) in entry.items().iter().zip(0..) {
        let full = inner.full_range();
        if full.start < around.start || full.end > around.end {
            continue;
        }
        for (reference, number) in inner.item.body.references.iter().zip(0..) {
            if reference.name == asked.name
                && let Resolution::Local { item, binding } = snapshot.graph.resolve(entry.id, index, number)
                && item == owner
                && bindings.get(binding as usize).is_some_and(same)
            {
                let write = reference.role == ReferenceRole::Write;
                found.push((inner.reference_range(number as usize), write));
            }
        }
    }
    // Where it is bound as well as mentioned it is written.
    found.sort_unstable_by_key(|(range, write)| (*range, !write));
    found.dedup_by_key(|(range, _)| *range);
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        expect.assert_eq(&world.places(&world.snapshot().local_references(world.mark(0)).value));
    }

    #[test]
    fn bindings_and_uses_of_one_variable() {
        check(
            "
            //- /a.py
            def f(items):
                count = 0
                for item in items:
                    cou$0nt = count + item
                return count
            def g():
                count = 1
            ",
            expect![[r#"
                a.py:2:5 count
                a.py:4:9 count
                a.py:4:17 count
                a.py:5:12 count
            "#]],
        );
    }

    #[test]
    fn a_shadowing_name_is_another() {
        check(
            "//- /src/lib.rs\nfn f(x: u32) -> u32 { { let x$0 = 2; g(x); } x }\nfn g(_: u32) {}\n",
            expect![[r#"
                src/lib.rs:1:29 x
                src/lib.rs:1:38 x
            "#]],
        );
    }

    #[test]
    fn a_symbol_is_no_local() {
        check("//- /a.py\ndef f():\n    f$0()\n", expect![""]);
    }
}
