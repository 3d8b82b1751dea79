//! Where what the cursor is on stands in the same file, and what is done with it there.

use lockstep_facts::{Confidence, Name, ReferenceRole, SymbolId};

use crate::local_references::local_uses;
use crate::lookup::{local_of, word_at};
use crate::{Answer, FilePosition, Highlight, HighlightKind, Snapshot};

/// The places in this file of what the word at `at` means, a local or a symbol, its definition included, in text order.
pub(crate) fn highlights(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<Highlight>> {
    let entry = snapshot.entry(at.file);
    let Some((entry, word)) = entry.and_then(|entry| Some((entry, word_at(entry, at.offset)?))) else {
        return Answer::new(Vec::new(), vec![at.file], Vec::new());
    };
    let mut found: Vec<Highlight> = Vec::new();
    let mut read = vec![at.file];
    if let Some((item, binding)) = local_of(snapshot, at, &word) {
        found.extend(local_uses(snapshot, entry, item, binding).into_iter().map(|(range, write)| {
            let kind = if write { HighlightKind::Write } else { HighlightKind::Read };
            Highlight { range, kind }
        }));
    } else {
        let symbols = snapshot.symbols_at(at);
        read.extend(symbols.read);
        let known = symbols.value.iter().any(|(_, confidence)| *confidence != Confidence::Ambiguous);
        for (symbol, confidence) in symbols.value {
            if !known || confidence != Confidence::Ambiguous {
                add(snapshot, at, (symbol, word.name), known, &mut found);
            }
        }
    }
    found.sort_by_key(|highlight| (highlight.range, highlight.kind != HighlightKind::Write));
    found.dedup_by_key(|highlight| highlight.range);
    Answer::new(found, read, vec![word.name])
}

/// Adds the places of a symbol that the word at `at`, its name here, means.
fn add(
    snapshot: &Snapshot,
    at: FilePosition,
    (symbol, name): (SymbolId, Name),
    known: bool,
    found: &mut Vec<Highlight>,
) {
    let Some(entry) = snapshot.entry(at.file) else { return };
    for site in snapshot.graph.references_in(symbol, at.file, name).sites {
        if known && site.confidence == Confidence::Ambiguous {
            continue;
        }
        let Some(placed) = entry.item(site.item) else { continue };
        let kind = match site.role {
            ReferenceRole::Write => HighlightKind::Write,
            ReferenceRole::Call | ReferenceRole::Read | ReferenceRole::Macro => HighlightKind::Read,
            ReferenceRole::Type
            | ReferenceRole::Import
            | ReferenceRole::Inherit
            | ReferenceRole::Implement
            | ReferenceRole::Decorate => HighlightKind::Text,
        };
        found.push(Highlight { range: placed.reference_range(site.reference as usize), kind });
    }
    let Some(defined) = snapshot.graph.symbol(symbol).filter(|symbol| symbol.file == at.file) else { return };
    let Some(placed) = entry.item(defined.item) else { return };
    let ranges = &placed.item.ranges;
    for range in std::iter::once(&ranges.name).chain(&ranges.declarations) {
        found.push(Highlight { range: range.offset(placed.start), kind: HighlightKind::Write });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    use lockstep_fixture::ide::{HighlightKind, Place};

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        let at = world.mark(0);
        let mut text = String::new();
        for highlight in world.snapshot().highlights(at).value {
            let place = world.places(&[Place { file: at.file, range: highlight.range }]);
            let kind = match highlight.kind {
                HighlightKind::Text => "text",
                HighlightKind::Read => "read",
                HighlightKind::Write => "write",
            };
            text.push_str(&format!("{} {kind}\n", place.trim_end()));
        }
        expect.assert_eq(&text);
    }

    #[test]
    fn a_local_is_written_and_read() {
        check(
            "
            //- /a.py
            def f(items):
                count = 0
                for item in items:
                    count = cou$0nt + item
                return count
            ",
            expect![[r#"
                a.py:2:5 count write
                a.py:4:9 count write
                a.py:4:17 count read
                a.py:5:12 count read
            "#]],
        );
        check(
            "//- /a.ts\nfunction f(n$0: number) { n = n + 1; n += 2; return n; }\n",
            expect![[r#"
                a.ts:1:12 n write
                a.ts:1:25 n write
                a.ts:1:29 n read
                a.ts:1:36 n write
                a.ts:1:51 n read
            "#]],
        );
    }

    #[test]
    fn a_symbol_under_all_its_names_in_this_file_alone() {
        check(
            "
            //- /a.py
            def walk(): pass
            //- /b.py
            from a import walk as go
            g$0o()
            alias = go
            def other(walk): return walk
            //- /c.py
            from a import walk
            ",
            expect![[r#"
                b.py:1:15 walk text
                b.py:2:1 go read
                b.py:3:9 go read
            "#]],
        );
    }

    #[test]
    fn a_name_that_another_file_gave() {
        check(
            "
            //- /a.ts
            export function f() {}
            //- /index.ts
            export { f as g } from './a';
            //- /c.ts
            import { g } from './index';
            g$0();
            const kept = g;
            ",
            expect![[r#"
                c.ts:1:10 g text
                c.ts:2:1 g read
                c.ts:3:14 g read
            "#]],
        );
    }

    #[test]
    fn a_definition_and_its_uses() {
        check(
            "
            //- /src/lib.rs
            pub struct Cart { total: u32 }
            impl Cart { fn add(&mut self) { self.to$0tal = self.total + 1; } }
            fn f(c: &Cart) -> u32 { c.total }
            ",
            expect![[r#"
                src/lib.rs:1:19 total write
                src/lib.rs:2:38 total write
                src/lib.rs:2:51 total read
                src/lib.rs:3:27 total read
            "#]],
        );
    }
}
