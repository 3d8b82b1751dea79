//! Who refers to a symbol.

use lockstep_facts::{Name, SymbolId, SymbolPath};
use lockstep_graph::{FileId, References, Site};

use crate::{Answer, Place, ReferenceInfo, Snapshot};

/// Every reference to `symbol`, import lines included, in order of path and place.
pub(crate) fn references(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<ReferenceInfo>> {
    let found = snapshot.graph.references(symbol);
    answer(snapshot, found, snapshot.file_of(symbol), snapshot.name_of(symbol))
}

/// Everything in other files that refers to what `file` defines, or to the file as a module.
pub(crate) fn references_to_file(snapshot: &Snapshot, file: FileId) -> Answer<Vec<ReferenceInfo>> {
    let found = snapshot.graph.references_to_file(file);
    answer(snapshot, found, Some(file), names_of(snapshot, file))
}

fn answer(
    snapshot: &Snapshot,
    found: References,
    file: Option<FileId>,
    names: Vec<Name>,
) -> Answer<Vec<ReferenceInfo>> {
    let references: Vec<ReferenceInfo> =
        found.sites.iter().filter_map(|site| reference_info(snapshot, site)).collect();
    let sites = references.iter().map(|reference| reference.place.file);
    let read = found.read.into_iter().chain(sites).chain(file).collect();
    Answer::new(references, read, names)
}

/// The names that a pending file would have to mention to use something of `file`.
pub(crate) fn names_of(snapshot: &Snapshot, file: FileId) -> Vec<Name> {
    let Some(node) = snapshot.graph.file(file) else { return Vec::new() };
    let definitions = node.facts.items.iter().filter_map(|placed| placed.item.definition.as_ref());
    definitions.filter(|d| d.container.is_none()).map(|d| d.name).collect()
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
    pub(crate) fn name_of(&self, symbol: SymbolId) -> Vec<Name> {
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
    fn a_file_is_used_by_who_uses_what_it_defines() {
        let world = World::new(
            "
            //- /src/types.ts
            export class T { run() {} }
            export const made = new T();
            //- /src/use.ts
            import { T } from './types';
            new T().run();
            ",
        );
        let answer = world.snapshot().references_to_file(world.file("src/types.ts"));
        expect![[r#"
            src/use.ts:1:10 T import extracted in top
            src/use.ts:1:20 ./types import extracted in top
            src/use.ts:2:5 T call extracted in top
        "#]]
        .assert_eq(&world.references(&answer.value));
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
