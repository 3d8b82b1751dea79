//! Where lenses stand in a file: ranges only, no question is asked of the graph.

use lockstep_facts::{SymbolKind, SymbolPath};
use lockstep_graph::FileId;

use crate::entry::is_local;
use crate::{Answer, LensPlace, Snapshot};

/// A lens for each function and each type, in text order; none for data, and none inside of functions.
pub(crate) fn lenses(snapshot: &Snapshot, file: FileId) -> Answer<Vec<LensPlace>> {
    let Some(entry) = snapshot.entry(file) else { return Answer::new(Vec::new(), Vec::new(), Vec::new()) };
    let mut lenses: Vec<LensPlace> = Vec::new();
    for placed in entry.items() {
        if placed.item.definition.as_ref().is_some_and(|d| has_lens(d.kind)) && !is_local(&placed.item) {
            let symbol = SymbolPath { file: entry.path, local: placed.item.path };
            lenses.push(LensPlace { symbol, name_range: placed.name_range() });
        }
    }
    lenses.sort_by_key(|lens| lens.name_range);
    Answer::new(lenses, vec![file], Vec::new())
}

fn has_lens(kind: SymbolKind) -> bool {
    match kind {
        SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Enum
        | SymbolKind::Interface
        | SymbolKind::Trait
        | SymbolKind::Function
        | SymbolKind::Method
        | SymbolKind::Constructor
        | SymbolKind::Macro => true,
        SymbolKind::Module
        | SymbolKind::EnumMember
        | SymbolKind::TypeAlias
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Constant
        | SymbolKind::Variable => false,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lockstep_fixture::World;

    #[test]
    fn functions_and_types_have_lenses() {
        let world = World::new(
            "
            //- /a.ts
            export const LIMIT = 3;
            type Id = string;
            export class C {
              field = 1;
              run() { function inner() {} }
            }
            export const arrow = () => 1;
            interface I { x: number; m(): void }
            ",
        );
        let lenses = world.snapshot().lenses(world.file("a.ts")).value;
        expect![[r#"
            a.ts#C
            a.ts#C.run
            a.ts#arrow
            a.ts#I
            a.ts#I.m
        "#]]
        .assert_eq(&world.lenses(&lenses));
    }
}
