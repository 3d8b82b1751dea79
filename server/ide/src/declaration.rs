//! Where a word gets its meaning from in its own file: the import it came by.

use lockstep_facts::{Item, ReferenceTarget, SymbolId, TextRange};
use lockstep_graph::{FileId, Resolution};

use crate::lookup::{What, word_at};
use crate::{Answer, FilePosition, Place, Snapshot};

/// The import lines of this file that bring in what the word at `at` means; on an import line the line by which the module
/// passes on what it has imported itself; else the definition.
pub(crate) fn declaration(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<Place>> {
    let symbols = snapshot.symbols_at(at);
    let meant: Vec<SymbolId> = symbols.value.iter().map(|(symbol, _)| *symbol).collect();
    let word = snapshot.entry(at.file).and_then(|entry| word_at(entry, at.offset));
    let places = match word {
        Some(word) if !meant.is_empty() => {
            match (word.what, import_of(snapshot, at.file, word.item, word.what)) {
                (_, Some(import)) => passed_on(snapshot, at.file, word.item, import, &meant),
                (What::Reference(_), None) => imports(
                    snapshot,
                    at.file,
                    |item, import| {
                        item.body.imports.get(import).is_some_and(|import| import.local == Some(word.name))
                    },
                    &meant,
                ),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    if places.is_empty() {
        return snapshot.definition(at);
    }
    let read = places.iter().map(|place| place.file).chain(symbols.read).collect();
    Answer::new(places, read, symbols.names)
}

/// The import whose name a word is.
fn import_of(snapshot: &Snapshot, file: FileId, item: u32, what: What) -> Option<usize> {
    let What::Reference(reference) = what else { return None };
    match snapshot.entry(file)?.item(item)?.item.body.references.get(reference as usize)?.target {
        ReferenceTarget::Imported(import) => Some(import as usize),
        _ => None,
    }
}

/// Where the module that an import takes from passes on what it does not define itself.
fn passed_on(snapshot: &Snapshot, file: FileId, item: u32, import: usize, meant: &[SymbolId]) -> Vec<Place> {
    let found = snapshot.entry(file).and_then(|entry| {
        let body = &entry.item(item)?.item.body;
        let name = body.imports.get(import)?.name?;
        let last = |target: &ReferenceTarget| match target {
            ReferenceTarget::ImportSegment { import: of, segment } if *of as usize == import => {
                Some(*segment)
            }
            _ => None,
        };
        let segments = body.references.iter().zip(0..).filter_map(|(r, at)| Some((last(&r.target)?, at)));
        let (_, reference) = segments.max()?;
        let Resolution::Targets(targets) = snapshot.graph.resolve(file, item, reference) else { return None };
        let module = targets.iter().find_map(|target| snapshot.graph.file_of(target.symbol))?;
        Some((module, name))
    });
    let Some((module, name)) = found.filter(|(module, _)| *module != file) else { return Vec::new() };
    let exports = |item: &Item, import: usize| {
        item.body.imports.get(import).is_some_and(|import| import.exported == Some(name) && !import.own)
    };
    imports(snapshot, module, exports, meant)
}

/// The places in `file` where an import that `wanted` accepts names one of `meant`.
fn imports(
    snapshot: &Snapshot,
    file: FileId,
    wanted: impl Fn(&Item, usize) -> bool,
    meant: &[SymbolId],
) -> Vec<Place> {
    let Some(entry) = snapshot.entry(file) else { return Vec::new() };
    let mut ranges: Vec<TextRange> = Vec::new();
    for (placed, item) in entry.items().iter().zip(0..) {
        for (reference, number) in placed.item.body.references.iter().zip(0..) {
            let ReferenceTarget::Imported(import) = reference.target else { continue };
            if wanted(&placed.item, import as usize)
                && let Resolution::Targets(targets) = snapshot.graph.resolve(file, item, number)
                && targets.iter().any(|target| meant.contains(&target.symbol))
            {
                ranges.push(placed.reference_range(number as usize));
            }
        }
    }
    ranges.sort_unstable();
    ranges.dedup();
    ranges.into_iter().map(|range| Place { file, range }).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        let answer = world.snapshot().declaration(world.mark(0));
        expect.assert_eq(&world.places(&answer.value));
        assert!(answer.value.iter().all(|place| answer.read.contains(&place.file)));
    }

    #[test]
    fn a_use_is_declared_by_its_import() {
        check(
            "//- /a.py\ndef walk(): pass\n//- /b.py\nfrom a import walk as go\ndef f(): g$0o()\n",
            expect!["b.py:1:15 walk\n"],
        );
        check(
            "//- /src/lib.rs\nmod a;\nuse a::Thing;\nfn f(_: Thin$0g) {}\n//- /src/a.rs\npub struct Thing;\n",
            expect!["src/lib.rs:2:8 Thing\n"],
        );
    }

    #[test]
    fn an_import_is_declared_where_its_module_passes_it_on() {
        check(
            "//- /pkg/a.py\ndef walk(): pass\n//- /pkg/__init__.py\nfrom .a import walk\n//- /b.py\nfrom pkg import wal$0k\n",
            expect!["pkg/__init__.py:1:16 walk\n"],
        );
        check(
            "//- /a.ts\nexport class T {}\n//- /index.ts\nexport { T as U } from './a';\n//- /b.ts\nimport { U$0 } from './index';\n",
            expect!["index.ts:1:10 T\n"],
        );
    }

    #[test]
    fn all_else_is_declared_where_it_is_defined() {
        check("//- /a.py\ndef walk(): pass\nwal$0k()\n", expect!["a.py:1:5 walk\n"]);
        check("//- /a.py\ndef f(x):\n    return x$0\n", expect!["a.py:1:7 x\n"]);
        check("//- /a.py\ndef walk(): pass\n//- /b.py\nfrom a import wal$0k\n", expect!["a.py:1:5 walk\n"]);
        check("//- /a.py\nimport os\nos.pat$0h\n", expect![""]);
    }
}
