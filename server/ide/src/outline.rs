//! The outline of a file.

use std::collections::HashMap;

use lockstep_facts::Name;
use lockstep_graph::FileId;

use crate::symbol::info;
use crate::{Answer, OutlineNode, Snapshot};

/// The definitions of a file, members under what holds them, each list in text order. A member of a type that stands
/// elsewhere is at the top.
pub(crate) fn outline(snapshot: &Snapshot, file: FileId) -> Answer<Vec<OutlineNode>> {
    let Some(entry) = snapshot.entry(file) else { return Answer::new(Vec::new(), Vec::new(), Vec::new()) };
    let mut children: HashMap<Name, Vec<u32>, foldhash::fast::FixedState> = HashMap::default();
    let paths: std::collections::HashSet<Name> =
        entry.items().iter().map(|placed| placed.item.path).collect();
    let mut top = Vec::new();
    for (placed, index) in entry.items().iter().zip(0..) {
        let Some(definition) = &placed.item.definition else { continue };
        let container = definition.container.map(|container| container.path);
        match container.filter(|path| paths.contains(path) && *path != placed.item.path) {
            Some(path) => children.entry(path).or_default().push(index),
            None => top.push(index),
        }
    }
    let mut build = Build { entry, children };
    let nodes = build.nodes(top, 0);
    Answer::new(nodes, vec![file], Vec::new())
}

/// Nesting that an outline shows.
const MAX_DEPTH: u32 = 64;

struct Build<'s> {
    entry: &'s crate::entry::FileEntry,
    /// Members by the path of what holds them; taken out when used, so that a ring of containers ends.
    children: HashMap<Name, Vec<u32>, foldhash::fast::FixedState>,
}

impl Build<'_> {
    fn nodes(&mut self, mut items: Vec<u32>, depth: u32) -> Vec<OutlineNode> {
        items.sort_by_key(|item| self.entry.item(*item).map(|placed| placed.name_range().start));
        let mut nodes = Vec::with_capacity(items.len());
        for item in items {
            let Some(symbol) = info(self.entry, item) else { continue };
            let members = self.children.remove(&symbol.path.local).filter(|_| depth < MAX_DEPTH);
            let children = members.map(|members| self.nodes(members, depth + 1)).unwrap_or_default();
            nodes.push(OutlineNode { symbol, children });
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::{World, outline_text};

    #[track_caller]
    fn check(fixture: &str, expect: Expect) {
        let world = World::new(fixture);
        let snapshot = world.snapshot();
        let file = snapshot.files()[0];
        expect.assert_eq(&outline_text(&snapshot.outline(file).value));
    }

    #[test]
    fn members_stand_under_what_holds_them() {
        check(
            "
            //- /a.py
            LIMIT = 3
            class C:
                field: int
                def run(self):
                    def inner(): pass
            def f(): pass
            ",
            expect![[r#"
                constant LIMIT:1
                class C:2
                  field field:3
                  method run:4
                    function inner:5
                function f:6
            "#]],
        );
    }

    #[test]
    fn impl_blocks_merge_under_their_type() {
        check(
            "
            //- /src/lib.rs
            impl S { fn early(&self) {} }
            struct S { x: u32 }
            impl S { fn late(&self) {} }
            impl Other { fn foreign(&self) {} }
            ",
            expect![[r#"
                struct S:2
                  method early:1
                  field x:2
                  method late:3
                method foreign:4
            "#]],
        );
    }
}
