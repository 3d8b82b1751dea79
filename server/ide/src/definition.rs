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
    // What is only declared leads to what defines it.
    let defined = symbols.value.iter().flat_map(|(id, _)| snapshot.graph.definitions_of(*id));
    let mut places: Vec<Place> = Vec::new();
    for symbol in defined.filter_map(|id| snapshot.symbol(id)) {
        let place = Place { file: symbol.file, range: symbol.name_range };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let read = symbols.read.into_iter().chain(places.iter().map(|place| place.file)).collect();
    Answer::new(places, read, symbols.names)
}

fn binding_place(snapshot: &Snapshot, at: FilePosition, item: u32, binding: u32) -> Option<Place> {
    let placed = snapshot.entry(at.file)?.item(item)?;
    let range: TextRange = *placed.item.ranges.bindings.get(binding as usize)?;
    Some(Place { file: at.file, range: range.offset(placed.start) })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        expect.assert_eq(&world.places(&world.snapshot().definition(world.mark(0)).value));
    }

    #[test]
    fn through_an_import_and_its_alias() {
        check(
            "
            //- /a.py
            def walk():
                pass
            //- /b.py
            from a import walk as go
            g$0o()
            ",
            expect!["a.py:1:5 walk\n"],
        );
    }

    #[test]
    fn a_definition_is_its_own() {
        check("//- /a.rs\npub fn wal$0k() {}\n", expect!["a.rs:1:8 walk\n"]);
        check("//- /a.ts\nexport class Walk$0 {}\n", expect!["a.ts:1:14 Walk\n"]);
    }

    #[test]
    fn a_local_is_its_binding() {
        check("//- /a.py\ndef f(deep):\n    return deep$0\n", expect!["a.py:1:7 deep\n"]);
        check("//- /a.py\ndef f(dee$0p):\n    return deep\n", expect!["a.py:1:7 deep\n"]);
        check("//- /src/lib.rs\nfn f() { let x = 1; let y = $0x; }\n", expect!["src/lib.rs:1:14 x\n"]);
    }

    #[test]
    fn a_cursor_behind_a_word_is_on_it() {
        check("//- /a.ts\nfunction f() {}\nf$0();\n", expect!["a.ts:1:10 f\n"]);
        check("//- /a.ts\nfunction f() {}\nf() $0;\n", expect![""]);
    }

    #[test]
    fn a_module_is_the_start_of_its_file() {
        check(
            "//- /pkg/__init__.py\n//- /pkg/a.py\nx = 1\n//- /b.py\nfrom pkg import $0a\n",
            expect!["pkg/a.py:1:1 \n"],
        );
    }
}
