//! What implements a symbol.

use lockstep_facts::SymbolId;
use lockstep_graph::Implementation;

use crate::{Answer, Place, Snapshot};

/// The names of what implements `symbol`, in order of path and place: of a type, what derives from it, and the `impl` blocks
/// for it and of it (by the name of their type); of a member, what stands in for it in types below; what has a body of its
/// own is its own.
pub(crate) fn implementations(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<Place>> {
    let (found, mut read) = snapshot.graph.implementations(symbol);
    let mut places: Vec<Place> = found.into_iter().filter_map(|one| place(snapshot, one)).collect();
    places.sort_by_key(|place| (snapshot.path(place.file).as_str(), place.range));
    places.dedup();
    read.extend(places.iter().map(|place| place.file));
    read.extend(snapshot.file_of(symbol));
    Answer::new(places, read, snapshot.name_of(symbol))
}

fn place(snapshot: &Snapshot, one: Implementation) -> Option<Place> {
    match one {
        Implementation::Symbol(symbol) => {
            let symbol = snapshot.symbol(symbol)?;
            Some(Place { file: symbol.file, range: symbol.name_range })
        }
        Implementation::Block { file, item } => {
            let head = snapshot.graph.head_of_block(file, item)?;
            let placed = snapshot.entry(file)?.item(item)?;
            Some(Place { file, range: placed.reference_range(head as usize) })
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, symbol: &str, expect: Expect) {
        let world = World::new(fixture);
        let answer = world.snapshot().implementations(world.symbol(symbol));
        expect.assert_eq(&world.places(&answer.value));
        assert!(answer.value.iter().all(|place| answer.read.contains(&place.file)));
    }

    const CLASSES: &str = "
        //- /a.py
        class Base:
            def go(self): pass
            def stay(self): pass
        class Middle(Base): pass
        //- /b.py
        from a import Middle
        class Leaf(Middle):
            def go(self): pass
        class Apart:
            def go(self): pass
        ";

    #[test]
    fn a_method_and_what_overrides_it() {
        check(
            CLASSES,
            "Base.go",
            expect![[r#"
                a.py:2:9 go
                b.py:3:9 go
            "#]],
        );
        check(CLASSES, "Base.stay", expect!["a.py:3:9 stay\n"]);
    }

    const OUTSIDE: &str = "
        //- /base.hpp
        class Base { public: virtual void run(); virtual ~Base(); };
        //- /base.cc
        #include \"base.hpp\"
        void Base::run() {}
        //- /leaf.hpp
        #include \"base.hpp\"
        class Leaf : public Base { public: void run() override; };
        //- /leaf.cc
        #include \"leaf.hpp\"
        void Leaf::run() {}
        ";

    #[test]
    fn members_that_are_defined_outside_of_their_classes() {
        let world = World::new(OUTSIDE);
        let snapshot = world.snapshot();
        let of = |path: &str| lockstep_facts::SymbolPath::parse(path).id();
        let found = snapshot.implementations(of("base.cc#Base.run")).value;
        expect![[r#"
            base.cc:2:12 run
            leaf.cc:2:12 run
        "#]]
        .assert_eq(&world.places(&found));
        let overridden = snapshot.overridden(of("leaf.cc#Leaf.run"));
        let paths: Vec<String> = overridden.iter().map(|base| base.path.to_string()).collect();
        assert_eq!(paths, ["base.cc#Base.run"]);
    }

    #[test]
    fn what_derives_to_any_depth() {
        check(
            CLASSES,
            "Base",
            expect![[r#"
                a.py:4:7 Middle
                b.py:2:7 Leaf
            "#]],
        );
        check(CLASSES, "Apart", expect!["b.py:4:7 Apart\n"]);
    }

    const TRAITS: &str = "
        //- /src/lib.rs
        pub trait Sound { fn make(&self); fn twice(&self) { self.make() } }
        pub struct Cat;
        impl Cat { fn make(&self) {} }
        //- /src/dog.rs
        use crate::{Cat, Sound};
        pub struct Dog<T>(T);
        impl<T> Sound for Dog<T> { fn make(&self) {} fn twice(&self) {} }
        impl Sound for Cat { fn make(&self) {} }
        impl<T: Clone> Sound for &T { fn make(&self) {} }
        ";

    #[test]
    fn a_traits_methods_are_implemented_in_blocks() {
        check(
            TRAITS,
            "Sound.make",
            expect![[r#"
                src/dog.rs:3:31 make
                src/dog.rs:4:25 make
                src/dog.rs:5:34 make
            "#]],
        );
        check(
            TRAITS,
            "Sound.twice",
            expect![[r#"
                src/dog.rs:3:49 twice
                src/lib.rs:1:38 twice
            "#]],
        );
    }

    #[test]
    fn the_blocks_of_a_trait_and_of_a_type() {
        check(
            TRAITS,
            "Sound",
            expect![[r#"
                src/dog.rs:3:19 Dog
                src/dog.rs:4:16 Cat
                src/dog.rs:5:27 T
            "#]],
        );
        check(
            TRAITS,
            "Cat",
            expect![[r#"
                src/dog.rs:4:16 Cat
                src/lib.rs:3:6 Cat
            "#]],
        );
    }

    #[test]
    fn an_interface_is_implemented_by_classes_alone() {
        check(
            "
            //- /a.ts
            export interface Loader { load(): void }
            export class Disk implements Loader { load() {} }
            ",
            "Loader.load",
            expect!["a.ts:2:39 load\n"],
        );
    }

    const GO: &str = "
        //- /go.mod
        module example.com/a
        //- /shape/shape.go
        package shape
        type Shape interface {
            Area() int
            Scale(by int) Shape
        }
        type Named interface { Name() string }
        type Both interface { Shape; Named }
        type Anything interface{}
        //- /shape/square.go
        package shape
        type Square struct { side int }
        func (s *Square) Area() int { return s.side * s.side }
        //- /shape/scale.go
        package shape
        func (s *Square) Scale(by int) Shape { return s }
        func (s *Square) Name() string { return \"\" }
        type Half struct{}
        func (h Half) Area() int { return 1 }
        //- /other/circle.go
        package other
        import \"example.com/a/shape\"
        type Circle struct{}
        func (c Circle) Area() int { return 3 }
        func (c Circle) Scale(by int) shape.Shape { return c }
        //- /shape/made.go
        package shape
        type Made struct { Half }
        func (m Made) Scale(by int) Shape { return m }
        type hidden interface { own() }
        func (h Half) own() {}
        //- /other/hidden.go
        package other
        type Apart struct{}
        func (a Apart) own() {}
        ";

    #[test]
    fn interfaces_are_satisfied_without_being_named() {
        check(
            GO,
            "Shape",
            expect![[r#"
                other/circle.go:3:6 Circle
                shape/made.go:2:6 Made
                shape/shape.go:7:6 Both
                shape/square.go:2:6 Square
            "#]],
        );
        check(
            GO,
            "Both",
            expect![[r#"
            shape/square.go:2:6 Square
        "#]],
        );
        check(
            GO,
            "hidden",
            expect![[r#"
            shape/made.go:2:6 Made
            shape/scale.go:4:6 Half
        "#]],
        );
        check(GO, "Anything", expect![[r#""#]]);
        check(
            GO,
            "Shape.Scale",
            expect![[r#"
                other/circle.go:5:17 Scale
                shape/made.go:3:15 Scale
                shape/scale.go:2:18 Scale
            "#]],
        );
    }
}
