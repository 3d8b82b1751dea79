//! The tree as one session has it on its screen.
//!
//! Two editors can have different texts of one file. One of them counts, for everybody; the other editor is answered from a
//! variant in which its own text does.

use std::sync::Arc;
use std::time::Duration;

use lockstep_graph::FileChange;

use crate::entry::{Differing, FileEntry, Lines};
use crate::{FileFacts, FileState, SessionId, Snapshot, facts_of_text};

/// How long the parse of such a text may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// See [`Snapshot::seen_by`].
pub(crate) fn seen_by(
    snapshot: &Snapshot,
    session: SessionId,
    before: Option<&Snapshot>,
) -> Option<Snapshot> {
    let mut own: Option<Snapshot> = None;
    let mut changes = Vec::new();
    for (path, file) in &snapshot.differing {
        let Some(entry) = snapshot.entry(*file) else { continue };
        let Some(text) = entry.differing.iter().find(|text| text.session == session) else { continue };
        let before = before.and_then(|before| before.entry(*file));
        let before = before.filter(|before| before.hash == text.hash && before.language == text.language);
        let entry = own_entry(entry, text, before.and_then(|before| before.facts.clone()));
        changes.push(FileChange {
            file: *file,
            path: entry.path,
            facts: entry.facts.clone(),
            external: false,
        });
        let own = own.get_or_insert_with(|| snapshot.clone());
        own.pending.remove(path);
        own.unconfirmed.remove(path);
        own.listed.insert(path, *file);
        match text.dirty {
            true => own.unsaved.insert(path, *file),
            false => own.unsaved.remove(path),
        };
        own.entries.set(file.0 as usize, Arc::new(entry));
    }
    let mut own = own?;
    own.graph = snapshot.graph.variant(changes);
    own.whole = Arc::default();
    Some(own)
}

fn own_entry(shown: &FileEntry, text: &Differing, known: Option<Arc<FileFacts>>) -> FileEntry {
    let mut entry = FileEntry::new(shown.id, shown.path);
    entry.state = FileState::Open { dirty: text.dirty };
    entry.language = text.language;
    entry.lines = Lines::Text(text.text.clone());
    entry.hash = text.hash;
    entry.facts = text.language.map(|language| {
        if let Some(known) = known {
            return known;
        }
        let (facts, _) = facts_of_text(shown.path.as_str(), language, &text.text.to_string(), PATIENCE);
        match &shown.facts {
            Some(old) => Arc::new(facts.share_with(old)),
            None => Arc::new(facts),
        }
    });
    entry
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lockstep_fixture::ide::{SessionId, Snapshot, SymbolPath};
    use lockstep_fixture::{EDITOR, World};

    const OTHER: SessionId = SessionId(2);

    #[test]
    fn a_session_sees_its_own_text() {
        let mut world = World::new(
            "//- /a.py\ndef helper(): pass\n//- /b.py\nfrom a import helper\ndef run():\n    helper()\n",
        );
        let text = "from a import helper\n\ndef walk():\n    helper()\n    helper()\n";
        world.open_as(OTHER, "b.py", text);
        world.open("b.py");
        world.edit("b.py", "def run", "def ran");
        let shown = world.snapshot();
        let (helper, walk) = (world.symbol("helper"), SymbolPath::parse("b.py#walk").id());
        let callers = |snapshot: &Snapshot| world.callers(&snapshot.callers(helper).value.callers);
        expect!["b.py#ran function extracted at 3\n"].assert_eq(&callers(&shown));
        assert!(shown.seen_by(EDITOR, None).is_none());
        let own = shown.seen_by(OTHER, None).unwrap();
        assert_eq!(own.revision(), shown.revision());
        assert!(own.symbol(walk).is_some() && shown.symbol(walk).is_none());
        let found = own.callers(helper).value.callers;
        assert_eq!(found.iter().map(|caller| caller.path.to_string()).collect::<Vec<_>>(), ["b.py#walk"]);
        assert_eq!(own.open_text(world.file("b.py")).as_deref(), Some(text));
        // What the one was told leaves the other as it was, in whatever order they ask.
        expect!["b.py#ran function extracted at 3\n"].assert_eq(&callers(&shown));
        assert_eq!(own.callers(helper).value.callers.len(), 1);
        assert_eq!(own.references(walk).value.len(), 0);
        world.close_as(OTHER, "b.py");
        assert!(world.snapshot().seen_by(OTHER, None).is_none());
    }
}
