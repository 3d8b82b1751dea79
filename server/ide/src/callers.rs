//! Who calls a symbol.

use lockstep_facts::{Name, SymbolId};
use lockstep_graph::{Caller, CallerId, Callers, FileId};

use crate::references::{names_of, reference_info};
use crate::symbol::file_info;
use crate::{Answer, CallerInfo, CallersInfo, Place, Snapshot, SymbolInfo};

/// The enclosing definitions of the calls of `symbol`, in order of path and place; of a call at module level the file.
pub(crate) fn callers(snapshot: &Snapshot, symbol: SymbolId) -> Answer<CallersInfo> {
    let found = snapshot.graph.callers(symbol);
    answer(snapshot, found, snapshot.file_of(symbol), snapshot.name_of(symbol))
}

/// The same, in other files, of everything that `file` defines.
pub(crate) fn callers_of_file(snapshot: &Snapshot, file: FileId) -> Answer<CallersInfo> {
    let found = snapshot.graph.callers_among(snapshot.graph.references_to_file(file));
    answer(snapshot, found, Some(file), names_of(snapshot, file))
}

fn answer(
    snapshot: &Snapshot,
    found: Callers,
    file: Option<FileId>,
    names: Vec<Name>,
) -> Answer<CallersInfo> {
    let callers: Vec<CallerInfo> =
        found.callers.iter().filter_map(|caller| caller_info(snapshot, caller)).collect();
    let sites = callers.iter().flat_map(|caller| caller.sites.iter().map(|site| site.place.file));
    let read = found.read.into_iter().chain(sites).chain(file).collect();
    Answer::new(CallersInfo { callers, unresolved_calls: found.unresolved_calls }, read, names)
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
        expect.assert_eq(&world.callers(&world.snapshot().callers(world.symbol(symbol)).value.callers));
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
    fn what_a_method_overrides_and_what_is_not_resolved_is_known() {
        let world = World::new(
            "
            //- /a.py
            class Base:
                def go(self):
                    self.step()
                def step(self): pass
            class Child(Base):
                def step(self): pass
            def run(thing, other):
                thing.step()
                other.made().step()
            ",
        );
        let snapshot = world.snapshot();
        let child = world.symbol("Child.step");
        assert!(snapshot.callers(child).value.callers.is_empty());
        let paths: Vec<String> =
            snapshot.overridden(child).iter().map(|base| base.path.to_string()).collect();
        assert_eq!(paths, ["a.py#Base.step"]);
        assert!(snapshot.overridden(world.symbol("Base.step")).is_empty());
        let base = world.symbol("Base.step");
        let found = snapshot.callers(base).value;
        let certain = found.callers.iter().filter(|c| c.confidence == lockstep_facts::Confidence::Extracted);
        // A standard type has a `step` as well, so that of an unknown receiver is not guessed: it is counted.
        assert_eq!((certain.count(), found.unresolved_calls), (1, 2));
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
