//! What stands around a place: what a growing selection takes, step by step.

use lockstep_facts::TextRange;

use crate::entry::FileEntry;
use crate::lookup::word_at;
use crate::{Answer, FilePosition, Snapshot};

/// The ranges around `at`, innermost first, each larger than the one before. Of an open file by its tree; of a closed one the
/// word and the definitions around it.
pub(crate) fn selection(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<TextRange>> {
    let ranges = snapshot.entry(at.file).map(|entry| around(entry, at.offset)).unwrap_or_default();
    Answer::new(ranges, vec![at.file], Vec::new())
}

fn around(entry: &FileEntry, at: u32) -> Vec<TextRange> {
    if let Some(tree) = entry.tree() {
        return tree.around(at);
    }
    let word = word_at(entry, at).map(|word| word.range);
    let items = entry.items_around(at).into_iter().filter_map(|item| Some(entry.item(item)?.full_range()));
    let mut ranges: Vec<TextRange> = Vec::new();
    for range in word.into_iter().chain(items) {
        if ranges
            .last()
            .is_none_or(|inner| range.start <= inner.start && inner.end <= range.end && range != *inner)
        {
            ranges.push(range);
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lockstep_fixture::World;

    #[test]
    fn an_open_file_by_its_tree_a_closed_one_by_definitions() {
        let text = "class C:\n    def f(self):\n        return self.x + 1\n";
        let mut world = World::new(&format!("//- /a.py\n{text}"));
        let printed = |world: &World| {
            let ranges = world.snapshot().selection(world.at("a.py", "x +")).value;
            let texts = ranges.iter().map(|r| format!("{:?}\n", &text[r.start as usize..r.end as usize]));
            texts.collect::<String>()
        };
        expect![[r#"
            "x"
            "def f(self):\n        return self.x + 1"
            "class C:\n    def f(self):\n        return self.x + 1"
        "#]]
        .assert_eq(&printed(&world));
        world.open("a.py");
        expect![[r#"
            "x"
            "self.x"
            "self.x + 1"
            "return self.x + 1"
            "def f(self):\n        return self.x + 1"
            "class C:\n    def f(self):\n        return self.x + 1"
            "class C:\n    def f(self):\n        return self.x + 1\n"
        "#]]
        .assert_eq(&printed(&world));
    }
}
