//! The definitions around a place.

use crate::symbol::info;
use crate::{Answer, FilePosition, Snapshot, SymbolInfo};

/// The definitions around `at`, innermost first; none at the top level of the file.
pub(crate) fn enclosing(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<SymbolInfo>> {
    let Some(entry) = snapshot.entry(at.file) else {
        return Answer::new(Vec::new(), vec![at.file], Vec::new());
    };
    let holds = |index: &u32| {
        entry.item(*index).is_some_and(|placed| {
            let range = placed.full_range();
            placed.item.definition.is_some() && range.start <= at.offset && at.offset <= range.end
        })
    };
    let items = (0..entry.items().len() as u32).filter(holds);
    let mut around: Vec<SymbolInfo> = items.filter_map(|item| info(entry, item)).collect();
    // Where one ends another may begin: the one that goes on is meant.
    let ends_here = |symbol: &SymbolInfo| symbol.full_range.end == at.offset;
    if around.iter().any(|symbol| !ends_here(symbol) && symbol.full_range.start == at.offset) {
        around.retain(|symbol| !ends_here(symbol));
    }
    // Of equal ranges (a field declared by a parameter) the later one is inside.
    around.reverse();
    around.sort_by_key(|symbol| symbol.full_range.len());
    Answer::new(around, vec![at.file], Vec::new())
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expected: &[&str]) {
        let world = World::new(fixture);
        let around = world.snapshot().enclosing(world.mark(0)).value;
        let paths: Vec<&str> = around.iter().map(|symbol| symbol.path.local.as_str()).collect();
        assert_eq!(paths, expected);
    }

    #[test]
    fn innermost_comes_first() {
        let text = "//- /a.py\nclass A:\n    def run(self):\n        def inner():\n            re$0turn 1\n";
        check(text, &["A.run.inner", "A.run", "A"]);
        check("//- /a.py\nx = 1\n$0\ndef f(): pass\n", &[]);
        check("//- /a.rs\nfn a() {}$0fn b() {}\n", &["b"]);
    }
}
