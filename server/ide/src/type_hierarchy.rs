//! Which types a type derives from, and which derive from it.

use lockstep_facts::SymbolId;

use crate::{Answer, Snapshot, SymbolInfo};

/// The types of the workspace that `symbol` derives from directly, in the order they are written.
pub(crate) fn supertypes(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<SymbolInfo>> {
    let found = snapshot.graph.supertypes(symbol).into_iter();
    let types: Vec<SymbolInfo> = found.filter_map(|base| snapshot.symbol(base)).collect();
    let read = types.iter().map(|base| base.file).chain(snapshot.file_of(symbol)).collect();
    let names = snapshot.name_of(symbol).into_iter().chain(types.iter().map(|base| base.name)).collect();
    Answer::new(types, read, names)
}

/// The types that derive from `symbol` directly, in order of path and place.
pub(crate) fn subtypes(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<SymbolInfo>> {
    let found = snapshot.graph.subtypes(symbol);
    let derived = found.found.iter().filter_map(|subtype| snapshot.symbol(subtype.symbol?));
    let mut types: Vec<SymbolInfo> = derived.collect();
    types.sort_by_key(|derived| (derived.path.file.as_str(), derived.name_range));
    types.dedup_by_key(|derived| derived.id);
    let read = found.read.into_iter().chain(types.iter().map(|derived| derived.file));
    let read = read.chain(snapshot.file_of(symbol)).collect();
    Answer::new(types, read, snapshot.name_of(symbol))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, symbol: &str, expect: Expect) {
        let world = World::new(fixture);
        let snapshot = world.snapshot();
        let symbol = world.symbol(symbol);
        let above = world.symbols(&snapshot.supertypes(symbol).value);
        let below = world.symbols(&snapshot.subtypes(symbol).value);
        expect.assert_eq(&format!("above\n{above}below\n{below}"));
    }

    #[test]
    fn through_imports_and_their_aliases() {
        check(
            "
            //- /a.py
            class Base: pass
            class Other: pass
            class Middle(Base, Other): pass
            //- /b.py
            from a import Middle as M
            class Leaf(M): pass
            class Far(Leaf): pass
            def f(m: M): pass
            ",
            "Middle",
            expect![[r#"
                above
                a.py#Base class:1
                a.py#Other class:2
                below
                b.py#Leaf class:2
            "#]],
        );
    }

    #[test]
    fn blocks_make_a_type_derive_from_a_trait() {
        check(
            "
            //- /src/lib.rs
            pub trait Sound {}
            pub trait Loud: Sound {}
            pub struct Cat;
            pub struct Dog<T>(T);
            impl Sound for Cat {}
            impl<T> Sound for Dog<T> {}
            pub fn hear(_: &dyn Sound) {}
            ",
            "Sound",
            expect![[r#"
                above
                below
                src/lib.rs#Loud trait:2
                src/lib.rs#Cat struct:3
                src/lib.rs#Dog struct:4
            "#]],
        );
    }

    #[test]
    fn interfaces_and_classes() {
        check(
            "
            //- /a.ts
            export interface Loader { load(): void }
            export interface Cached extends Loader {}
            //- /b.ts
            import { Loader } from './a';
            export class Disk implements Loader { load() {} }
            ",
            "Loader",
            expect![[r#"
                above
                below
                a.ts#Cached interface:2
                b.ts#Disk class:2
            "#]],
        );
    }

    #[test]
    fn interfaces_that_a_type_satisfies() {
        check(
            "
            //- /a.go
            package a
            type Shape interface { Area() int }
            type Named interface { Name() string }
            type Base struct{}
            func (b Base) Name() string { return \"\" }
            type Square struct { Base }
            func (s Square) Area() int { return 1 }
            ",
            "Square",
            expect![[r#"
                above
                a.go#Base struct:4
                a.go#Shape interface:2
                a.go#Named interface:3
                below
            "#]],
        );
    }
}
