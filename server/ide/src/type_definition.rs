//! Where the types of a word are defined.

use crate::lookup::{What, local_of, word_at};
use crate::{Answer, FilePosition, Place, Snapshot, SymbolPath};

/// The names of the types that the word at `at` has: a local's, a field's, a parameter's; of a function, the type of what it
/// gives; of a type, itself. Of a type from outside the workspace (`Vec<T>`) its arguments stand instead. Likeliest first.
pub(crate) fn type_definition(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<Place>> {
    let entry = snapshot.entry(at.file);
    let Some((entry, word)) = entry.and_then(|entry| Some((entry, word_at(entry, at.offset)?))) else {
        return Answer::new(Vec::new(), vec![at.file], Vec::new());
    };
    let graph = &snapshot.graph;
    let types = match (local_of(snapshot, at, &word), word.what) {
        // The value at this very place may be known better than the name is.
        (Some((item, binding)), What::Reference(reference)) => {
            let here = graph.types_of_reference(at.file, word.item, reference);
            if here.is_empty() { graph.types_of_binding(at.file, item, binding) } else { here }
        }
        (Some((item, binding)), _) => graph.types_of_binding(at.file, item, binding),
        (None, What::Reference(reference)) => graph.types_of_reference(at.file, word.item, reference),
        (None, What::Binding(binding)) => graph.types_of_binding(at.file, word.item, binding),
        (None, What::Definition) => {
            let local = entry.item(word.item).map(|placed| placed.item.path);
            let path = local.map(|local| SymbolPath { file: entry.path, local });
            path.map(|path| graph.types_of_symbol(path.id())).unwrap_or_default()
        }
    };
    let places: Vec<Place> = types
        .into_iter()
        .filter_map(|symbol| snapshot.symbol(symbol))
        .map(|symbol| Place { file: symbol.file, range: symbol.name_range })
        .collect();
    let read = places.iter().map(|place| place.file).chain([at.file]).collect();
    Answer::new(places, read, vec![word.name])
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        let snapshot = world.snapshot();
        let mut text = String::new();
        let marks = fixture.matches('$').count() as u32;
        for mark in 0..marks {
            let found = world.places(&snapshot.type_definition(world.mark(mark)).value);
            text.push_str(&format!("{mark}: {}", if found.is_empty() { "nothing\n" } else { &found }));
        }
        expect.assert_eq(&text);
    }

    #[test]
    fn locals_parameters_fields_and_calls() {
        check(
            "
            //- /a.py
            class Cart:
                owner: 'User'
            class User: pass
            def make() -> Cart: return Cart()
            //- /b.py
            from a import make, Cart
            def f(car$0t: Cart, other):
                found = make$1()
                print(foun$2d.owner$3, othe$4r)
            ",
            expect![[r#"
                0: a.py:1:7 Cart
                1: a.py:1:7 Cart
                2: a.py:1:7 Cart
                3: a.py:3:7 User
                4: nothing
            "#]],
        );
    }

    #[test]
    fn of_foreign_types_their_arguments() {
        check(
            "
            //- /src/lib.rs
            pub struct User { name: String }
            pub fn all() -> Option<Vec<User>> { None }
            pub fn f<T: Named>(na$0med: T) { let us$1ers = all$2(); let us$3er = users.unwrap(); }
            pub trait Named {}
            ",
            expect![[r#"
                0: src/lib.rs:4:11 Named
                1: src/lib.rs:1:12 User
                2: src/lib.rs:1:12 User
                3: src/lib.rs:1:12 User
            "#]],
        );
    }

    #[test]
    fn definitions_and_types() {
        check(
            "
            //- /a.ts
            export class T$0 {}
            export function ma$1ke() { return new T$2(); }
            export const thi$3ng = make();
            let other: T$4;
            ",
            expect![[r#"
                0: a.ts:1:14 T
                1: a.ts:1:14 T
                2: a.ts:1:14 T
                3: a.ts:1:14 T
                4: a.ts:1:14 T
            "#]],
        );
    }
}
