//! What of a file can be folded.

use lockstep_graph::FileId;
use lockstep_languages::FoldKind;

use crate::entry::{FileEntry, Lines};
use crate::{Answer, FoldInfo, Snapshot};

/// The folds of a file, in text order, outer ones first, at most one that begins on a line. Of an open file all that its tree
/// shows; of a closed one its definitions.
pub(crate) fn folds(snapshot: &Snapshot, file: FileId) -> Answer<Vec<FoldInfo>> {
    let Some(entry) = snapshot.entry(file) else { return Answer::new(Vec::new(), Vec::new(), Vec::new()) };
    Answer::new(of_entry(entry), vec![file], Vec::new())
}

fn of_entry(entry: &FileEntry) -> Vec<FoldInfo> {
    let mut folds: Vec<FoldInfo> = match (entry.tree(), &entry.lines) {
        (Some(tree), Lines::Text(text)) => {
            let found = tree.folds(&std::borrow::Cow::from(text));
            let lines = |start, end| (entry.line(start), entry.line(end));
            let info = |fold: lockstep_languages::Fold| {
                let (first, last) = lines(fold.range.start, fold.range.end);
                FoldInfo { first, last, kind: fold.kind }
            };
            found.into_iter().map(info).collect()
        }
        _ => {
            let definitions = entry.items().iter().filter(|placed| placed.item.definition.is_some());
            let info = |placed: &lockstep_facts::PlacedItem| FoldInfo {
                first: entry.line(placed.name_range().start),
                last: entry.line(placed.full_range().end),
                kind: FoldKind::Code,
            };
            definitions.map(info).collect()
        }
    };
    folds.retain(|fold| fold.first < fold.last);
    folds.sort_by_key(|fold| (fold.first, std::cmp::Reverse(fold.last)));
    folds.dedup_by_key(|fold| fold.first);
    folds
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    fn printed(world: &World) -> String {
        let folds = world.snapshot().folds(world.file("a.py")).value;
        folds.iter().map(|fold| format!("{}-{} {:?}\n", fold.first, fold.last, fold.kind)).collect()
    }

    #[track_caller]
    fn check(world: &World, expect: Expect) {
        expect.assert_eq(&printed(world));
    }

    #[test]
    fn an_open_file_folds_by_its_tree() {
        let text = "import a\nimport b\ndef f(x):\n    if x:\n        pass\n\n# one\n# two\n";
        let mut world = World::new(&format!("//- /a.py\n{text}"));
        check(
            &world,
            expect![[r#"
                2-4 Code
            "#]],
        );
        world.open("a.py");
        check(
            &world,
            expect![[r#"
                0-1 Imports
                2-4 Code
                3-4 Code
                6-7 Comment
            "#]],
        );
        world.edit("a.py", "if x", "while x and\\\n  x");
        check(
            &world,
            expect![[r#"
                0-1 Imports
                2-5 Code
                4-5 Code
                7-8 Comment
            "#]],
        );
    }
}
