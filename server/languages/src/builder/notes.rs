//! A first look through a text, for names that the walk has to know in advance: what it found in statements that no edit
//! touched is taken over.

use lockstep_facts::Name;
use tree_sitter::Node;

use super::FactsBuilder;
use super::reuse::{Reuse, displacement};
use crate::ByteEdit;

/// What one look found, for the next one: (container, name) by statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// In text order.
    statements: Vec<Noted>,
    names: Vec<(Name, Name)>,
}

#[derive(Clone, Copy, Debug)]
struct Noted {
    start: u32,
    end: u32,
    kind: u16,
    /// What else the look knew.
    state: u64,
    /// Its names.
    first: u32,
    count: u32,
}

impl Noted {
    /// Where it is after `edits`; none if one of them touches it.
    fn moved(self, edits: &[ByteEdit]) -> Option<Noted> {
        let by = displacement(self.start, self.end, edits)?;
        Some(Noted { start: self.start.wrapping_add(by), end: self.end.wrapping_add(by), ..self })
    }
}

/// One look under way.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// Statements of the last look that can be taken over.
    known: Vec<Noted>,
    /// How many of them are passed.
    passed: usize,
    found: Notes,
}

impl Looking {
    /// After a look that found `before`.
    pub(super) fn after(before: &Notes, edits: &[ByteEdit]) -> Looking {
        let known = before.statements.iter().filter_map(|noted| noted.moved(edits)).collect();
        Looking { known, ..Looking::default() }
    }

    /// What was found.
    pub(super) fn into_notes(self) -> Notes {
        self.found
    }
}

impl<'t> FactsBuilder<'t> {
    /// What the last look found in `node`, if this one would find the same. `state` is a hash of what it knows beside the
    /// text of the statement. Statements are asked for in text order.
    pub(crate) fn noted(&mut self, node: Node<'_>, state: u64) -> Option<&'t [(Name, Name)]> {
        let Reuse { looking, before, .. } = self.reuse.as_mut()?;
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        while looking.known.get(looking.passed).is_some_and(|noted| noted.start < start) {
            looking.passed += 1;
        }
        let noted = looking.known.get(looking.passed).copied()?;
        let here = (start, end, node.kind_id(), state);
        if (noted.start, noted.end, noted.kind, noted.state) != here || node.has_error() {
            return None;
        }
        looking.passed += 1;
        let names: &'t [(Name, Name)] = before.map_or(&[], |memory| &memory.notes.names);
        let names = names.get(noted.first as usize..(noted.first + noted.count) as usize)?;
        let first = looking.found.names.len() as u32;
        looking.found.names.extend_from_slice(names);
        looking.found.statements.push(Noted { first, ..noted });
        Some(names)
    }

    /// Notes what a look found in `node`.
    pub(crate) fn note(&mut self, node: Node<'_>, state: u64, names: &[(Name, Name)]) {
        let Some(reuse) = self.reuse.as_mut().filter(|_| !node.has_error()) else { return };
        let Notes { statements, names: all } = &mut reuse.looking.found;
        statements.push(Noted {
            start: node.start_byte() as u32,
            end: node.end_byte() as u32,
            kind: node.kind_id(),
            state,
            first: all.len() as u32,
            count: names.len() as u32,
        });
        all.extend_from_slice(names);
    }
}
