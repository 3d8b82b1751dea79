//! The definitions that editors have changed, newest last.

use imbl::Vector;
use lockstep_facts::{FileFacts, Name, PlacedItem, SymbolPath, TextRange};
use lockstep_graph::{FileId, Revision};
use lockstep_languages::ByteEdit;

use crate::shift::shift_range;

/// Edited definitions that are remembered.
const REMEMBERED: usize = 256;

/// A definition that was edited in an open file; a whole file for what stands at its top level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edited {
    /// Which.
    pub path: SymbolPath,
    /// Its file.
    pub file: FileId,
    /// The edit that changed it last.
    pub revision: Revision,
}

/// Whether so many definitions were edited that the oldest may be forgotten.
pub(crate) fn forgets(edited: &Vector<Edited>) -> bool {
    edited.len() >= REMEMBERED
}

/// Edits of one event that are looked at; more are no typing.
const LOOKED_AT: usize = 64;

/// Adds the definitions around `edits` of a file that now has these facts.
pub(crate) fn remember(
    edited: &mut Vector<Edited>,
    (file, path): (FileId, Name),
    revision: Revision,
    edits: &[ByteEdit],
    facts: &FileFacts,
) {
    let mut known: Vec<Name> = Vec::new();
    for (at, edit) in edits.iter().enumerate().take(LOOKED_AT) {
        // Later edits of the same event moved it.
        let typed = TextRange { start: edit.start, end: edit.new_end };
        let typed = edits.get(at + 1..).map_or(typed, |later| shift_range(typed, later));
        let local = innermost(facts, typed).unwrap_or_else(Name::empty);
        if !known.contains(&local) {
            known.push(local);
        }
    }
    for local in known {
        let path = SymbolPath { file: path, local };
        edited.retain(|edited| edited.path != path);
        edited.push_back(Edited { path, file, revision });
        if edited.len() > REMEMBERED {
            edited.pop_front();
        }
    }
}

/// The local path of the smallest definition around `range`.
fn innermost(facts: &FileFacts, range: TextRange) -> Option<Name> {
    // Items stand in text order, what holds them before them.
    let end = facts.items.partition_point(|placed| placed.full_range().start <= range.start);
    let holds =
        |placed: &&PlacedItem| placed.item.definition.is_some() && placed.full_range().end >= range.end;
    facts.items.get(..end)?.iter().rev().find(holds).map(|placed| placed.item.path)
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[test]
    fn what_was_typed_in_last_comes_last_and_what_moved_was_not_edited() {
        let mut world = World::new("//- /a.py\ndef one():\n    return 1\ndef two():\n    return 2\nx = 3\n");
        let edited = |world: &World| -> Vec<String> {
            world.snapshot().edited().iter().map(|edited| edited.path.to_string()).collect()
        };
        world.open("a.py");
        assert!(edited(&world).is_empty(), "opening is no edit");
        world.edit("a.py", "return 2", "return one()");
        world.edit("a.py", "return 1", "return 10");
        assert_eq!(edited(&world), ["a.py#two", "a.py#one"]);
        world.edit("a.py", "x = 3", "x = 4");
        world.edit("a.py", "one()\n", "one() + 1\n");
        assert_eq!(edited(&world), ["a.py#one", "a.py#x", "a.py#two"]);
        world.edit("a.py", "def one", "# above everything\n\ndef one");
        assert_eq!(edited(&world), ["a.py#one", "a.py#x", "a.py#two", "a.py"]);
    }
}
