//! The graph as a whole, with what stands out in it as symbols.

use lockstep_graph::{CallerId, FileId, WholeGraph};

use crate::callers::caller_symbol;
use crate::{Snapshot, SymbolInfo};

impl Snapshot {
    /// Who uses whom, as one graph: the first to ask looks at every reference of every file, and others at the same time wait.
    #[must_use]
    pub fn whole(&self) -> &WholeGraph {
        self.whole.get_or_init(|| self.graph.whole())
    }

    /// The file in which a definition of that graph stands, or that it is.
    #[must_use]
    pub fn file_of_who(&self, who: CallerId) -> Option<FileId> {
        match who {
            CallerId::Module(file) => Some(file),
            CallerId::Symbol(symbol) => self.file_of(symbol),
        }
    }

    /// A definition or file of that graph.
    #[must_use]
    pub fn who(&self, who: CallerId) -> Option<SymbolInfo> {
        caller_symbol(self, who)
    }
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[test]
    fn circles_hubs_and_components_are_found() {
        let world = World::new(
            "
            //- /a.py
            from b import odd
            def even(n): return odd(n - 1)
            class Store:
                def save(self): self.flush()
                def flush(self): pass
            //- /b.py
            from a import even, Store
            def odd(n): return even(n - 1)
            def run(): Store().save()
            //- /c.py
            def alone(): print(1)
            //- /d.py
            import e
            //- /e.py
            def e(): pass
            ",
        );
        let snapshot = world.snapshot();
        let whole = snapshot.whole();
        assert_eq!((whole.files, whole.components, whole.largest, whole.alone), (5, 2, 2, 1));
        let name = |file: &_| snapshot.path(*file).to_string();
        let circles: Vec<Vec<String>> =
            whole.file_cycles.iter().map(|cycle| cycle.iter().map(name).collect()).collect();
        assert_eq!(circles, [["a.py", "b.py"]]);
        let path = |who: &_| snapshot.who(*who).unwrap().path.to_string();
        let circles: Vec<Vec<String>> =
            whole.symbol_cycles.iter().map(|cycle| cycle.iter().map(path).collect()).collect();
        assert_eq!(circles, [["a.py#even", "b.py#odd"]]);
        let store = whole.hubs.iter().find(|hub| path(&hub.who) == "a.py#Store").unwrap();
        // The file that imports it, and `run`; its members' use of each other is its own.
        assert_eq!((store.used_by, store.uses), (2, 0));
        let relations: Vec<String> =
            whole.relations.iter().map(|(relation, count)| format!("{relation} {count}")).collect();
        assert_eq!(relations, ["calls 4", "imports 6", "instantiates 1"]);
        assert_eq!((whole.uncertain, whole.elsewhere), (0, 1));
    }
}
