//! Who refers to a symbol.

use lockstep_facts::{SymbolId, SymbolPath};
use lockstep_graph::Site;

use crate::{Answer, Place, ReferenceInfo, Snapshot};

/// Every reference to `symbol`, import lines included, in order of path and place.
pub(crate) fn references(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<ReferenceInfo>> {
    let found = snapshot.graph.references(symbol);
    let references: Vec<ReferenceInfo> =
        found.sites.iter().filter_map(|site| reference_info(snapshot, site)).collect();
    let sites = references.iter().map(|reference| reference.place.file);
    let read = found.read.into_iter().chain(sites).chain(snapshot.file_of(symbol)).collect();
    Answer::new(references, read, snapshot.name_of(symbol))
}

/// One place as answers show it.
pub(crate) fn reference_info(snapshot: &Snapshot, site: &Site) -> Option<ReferenceInfo> {
    let entry = snapshot.entry(site.file)?;
    let range = entry.item(site.item)?.reference_range(site.reference as usize);
    Some(ReferenceInfo {
        place: Place { file: site.file, range },
        line: entry.line(range.start),
        role: site.role,
        confidence: site.confidence,
        enclosing: enclosing(snapshot, site),
    })
}

fn enclosing(snapshot: &Snapshot, site: &Site) -> Option<SymbolPath> {
    let node = snapshot.graph.file(site.file)?;
    let placed = node.facts.items.get(node.enclosing_reference(site.item, site.reference)? as usize)?;
    Some(SymbolPath { file: node.path, local: placed.item.path })
}

impl Snapshot {
    /// The bare name of a symbol, as the names that a question asked for.
    pub(crate) fn name_of(&self, symbol: SymbolId) -> Vec<lockstep_facts::Name> {
        self.symbol(symbol).map(|symbol| symbol.name).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, symbol: &str, expect: Expect) {
        let world = World::new(fixture);
        let answer = world.snapshot().references(world.symbol(symbol));
        expect.assert_eq(&world.references(&answer.value));
        for reference in &answer.value {
            assert!(answer.read.contains(&reference.place.file), "a site's file is read");
        }
    }

    #[test]
    fn imports_aliases_and_calls() {
        check(
            "
            //- /a.py
            def walk():
                walk()
            //- /b.py
            from a import walk as go
            def run():
                return go
            go()
            //- /c.py
            def walk(): pass
            walk()
            ",
            "a.py#walk",
            expect![[r#"
                a.py:2:5 walk call extracted in walk
                b.py:1:15 walk import extracted in top
                b.py:3:12 go read extracted in run
                b.py:4:1 go call extracted in top
            "#]],
        );
    }

    #[test]
    fn members_by_the_receivers_type() {
        check(
            "
            //- /src/lib.rs
            pub struct A;
            impl A { pub fn run(&self) {} }
            pub struct B;
            impl B { pub fn run(&self) {} }
            pub fn f(a: &A, b: B) { a.run(); b.run(); }
            ",
            "B.run",
            expect!["src/lib.rs:5:36 run call extracted in f\n"],
        );
    }
}
