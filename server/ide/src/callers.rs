//! Who calls a symbol.

use lockstep_facts::SymbolId;
use lockstep_graph::{Caller, CallerId};

use crate::references::reference_info;
use crate::symbol::file_info;
use crate::{Answer, CallerInfo, Place, Snapshot, SymbolInfo};

/// The enclosing definitions of the calls of `symbol`, in order of path and place; of a call at module level the file.
pub(crate) fn callers(snapshot: &Snapshot, symbol: SymbolId) -> Answer<Vec<CallerInfo>> {
    let (callers, read) = snapshot.graph.callers(symbol);
    let callers: Vec<CallerInfo> =
        callers.iter().filter_map(|caller| caller_info(snapshot, caller)).collect();
    let sites = callers.iter().flat_map(|caller| caller.sites.iter().map(|site| site.place.file));
    let read = read.into_iter().chain(sites).chain(snapshot.file_of(symbol)).collect();
    Answer::new(callers, read, snapshot.name_of(symbol))
}

fn caller_info(snapshot: &Snapshot, caller: &Caller) -> Option<CallerInfo> {
    let symbol = caller_symbol(snapshot, caller.caller)?;
    Some(CallerInfo {
        path: symbol.path,
        kind: symbol.kind,
        place: Place { file: symbol.file, range: symbol.name_range },
        line: symbol.line,
        signature: symbol.signature,
        sites: caller.sites.iter().filter_map(|site| reference_info(snapshot, site)).collect(),
        confidence: caller.confidence,
    })
}

/// A caller as a symbol: a definition, or a whole file.
pub(crate) fn caller_symbol(snapshot: &Snapshot, caller: CallerId) -> Option<SymbolInfo> {
    match caller {
        CallerId::Symbol(symbol) => snapshot.symbol(symbol),
        CallerId::Module(file) => Some(file_info(snapshot.entry(file)?)),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, symbol: &str, expect: Expect) {
        let world = World::new(fixture);
        expect.assert_eq(&world.callers(&world.snapshot().callers(world.symbol(symbol)).value));
    }

    #[test]
    fn a_call_at_module_level_is_the_modules_and_an_import_is_none() {
        check(
            "
            //- /a.py
            def walk(): pass
            //- /b.py
            from a import walk
            class C:
                def run(self):
                    walk()
                    return walk(walk())
            handler = walk
            walk()
            ",
            "a.py#walk",
            expect![[r#"
                b.py#C.run method extracted at 4, 5, 5
                b.py module extracted at 7
            "#]],
        );
    }

    #[test]
    fn calls_in_templates_count() {
        check(
            "
            //- /a.tsx
            function name() { return \"x\"; }
            export const label = () => `${name()}`;
            export function View() { return <div>{name()}</div>; }
            ",
            "name",
            expect![[r#"
                a.tsx#label function extracted at 2
                a.tsx#View function extracted at 3
            "#]],
        );
    }
}
