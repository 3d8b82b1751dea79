//! What a symbol calls.

use lockstep_facts::SymbolId;
use lockstep_graph::CallerId;

use crate::callers::caller_symbol;
use crate::references::reference_info;
use crate::{Answer, CalleeInfo, CalleesInfo, Snapshot};

/// What `symbol` calls in its own text, in the order of the first calls; how many calls lead elsewhere.
pub(crate) fn callees(snapshot: &Snapshot, symbol: SymbolId) -> Answer<CalleesInfo> {
    let found = snapshot.graph.callees(symbol);
    let mut callees = Vec::with_capacity(found.callees.len());
    for callee in found.callees {
        let whole_file = snapshot.graph.file_of(callee.callee).map(CallerId::Module);
        let who = whole_file.unwrap_or(CallerId::Symbol(callee.callee));
        let Some(symbol) = caller_symbol(snapshot, who) else { continue };
        let sites = callee.sites.iter().filter_map(|site| reference_info(snapshot, site)).collect();
        callees.push(CalleeInfo { symbol, sites, confidence: callee.confidence });
    }
    let files = callees.iter().map(|callee| callee.symbol.file);
    let read = files.chain(found.read).chain(snapshot.file_of(symbol)).collect();
    // A pending file that defines what is called changes the answer.
    let names = callees.iter().map(|callee| callee.symbol.name).chain(snapshot.name_of(symbol)).collect();
    Answer::new(CalleesInfo { callees, elsewhere: found.elsewhere }, read, names)
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;
    use lockstep_fixture::ide::CalleeInfo;

    #[track_caller]
    fn check(fixture: &str, symbol: &str, expected: &[&str], elsewhere: usize) {
        let world = World::new(fixture);
        let found = world.snapshot().callees(world.symbol(symbol)).value;
        let line = |callee: &CalleeInfo| {
            let lines: Vec<String> = callee.sites.iter().map(|site| (site.line + 1).to_string()).collect();
            format!("{} {} at {}", callee.symbol.path, callee.confidence, lines.join(", "))
        };
        let lines: Vec<String> = found.callees.iter().map(line).collect();
        assert_eq!(lines, expected);
        assert_eq!(found.elsewhere, elsewhere);
    }

    const WORLD: &str = "
        //- /a.py
        def walk(): pass
        class Store:
            def save(self): pass
            def sync(self):
                self.save()
        //- /b.py
        from a import Store, walk
        def run(callback):
            store = Store()
            walk()
            store.save()
            def inner():
                walk()
            print(len(callback()))
            walk()
        run(walk)
        ";

    #[test]
    fn calls_are_those_of_its_own_text() {
        let expected =
            ["a.py#Store extracted at 3", "a.py#walk extracted at 4, 9", "a.py#Store.save extracted at 5"];
        check(WORLD, "run", &expected, 3);
        check(WORLD, "inner", &["a.py#walk extracted at 7"], 0);
    }

    #[test]
    fn a_type_calls_what_its_members_call_and_a_file_what_its_top_level_does() {
        check(WORLD, "Store", &["a.py#Store.save extracted at 5"], 0);
        let world = World::new(WORLD);
        let snapshot = world.snapshot();
        let file = lockstep_facts::SymbolPath::parse("b.py").id();
        let callees = snapshot.callees(file).value.callees;
        let paths: Vec<String> = callees.iter().map(|callee| callee.symbol.path.to_string()).collect();
        assert_eq!(paths, ["b.py#run"]);
    }
}
