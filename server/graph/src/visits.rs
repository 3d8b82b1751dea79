//! Module look-ups: those that stand open, against re-export cycles, and those that are finished, so that a module that is
//! reached by many ways is searched once.
//!
//! An answer that met an open look-up holds while the innermost of those it met stands open: until then asking again would
//! meet the same ones. Without this a name that layers of `export *` lead to by 2ⁿ ways, and that none of them has, would be
//! looked for 2ⁿ times.

use std::sync::Arc;

use lockstep_facts::Name;

use crate::FileId;
use crate::file::{ImportPlace, Map};
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::Resolver;

/// A module look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Visit {
    /// What an import names.
    Import(FileId, ImportPlace),
    /// The module that a wildcard import names.
    Wildcard(FileId, ImportPlace),
    /// A name of a module as others see it.
    Export(FileId, Name, Name, Space),
}

/// The look-ups of one resolution.
#[derive(Default)]
pub(crate) struct Visits {
    open: Vec<(Visit, u64)>,
    /// The innermost open one that the current look-up met.
    met: Option<usize>,
    begun: u64,
    finished: Map<(Visit, bool), Finished>,
}

struct Finished {
    found: Found,
    keys: Arc<[Key]>,
    /// Place and number of the innermost look-up it met.
    met: Option<(usize, u64)>,
}

impl Visits {
    /// Nothing stands open, as for a question of its own; what is finished stays. The other half of what is returned goes
    /// back with [`Visits::resume`].
    pub(crate) fn suspend(&mut self) -> (Vec<(Visit, u64)>, Option<usize>) {
        (std::mem::take(&mut self.open), self.met.take())
    }

    pub(crate) fn resume(&mut self, (open, met): (Vec<(Visit, u64)>, Option<usize>)) {
        self.open = open;
        self.met = met;
    }

    pub(crate) fn none_open(&self) -> bool {
        self.open.is_empty()
    }

    fn meet(&mut self, place: usize) {
        self.met = Some(self.met.map_or(place, |met| met.max(place)));
    }
}

impl<'g> Resolver<'g> {
    /// Runs `look` unless it stands open already: then nothing is found.
    pub(crate) fn visit(&mut self, visit: Visit, look: impl FnOnce(&mut Resolver<'g>) -> Found) -> Found {
        if let Some(place) = self.visits.open.iter().position(|(open, _)| *open == visit) {
            self.visits.meet(place);
            return Found::Nothing;
        }
        self.visits.begun += 1;
        let place = self.visits.open.len();
        self.visits.open.push((visit, self.visits.begun));
        let outer = self.visits.met.take();
        let found = look(self);
        self.visits.open.pop();
        // That it met itself is no matter of those around it.
        let inner = self.visits.met.take().filter(|met| *met < place);
        self.visits.met = outer.max(inner);
        found
    }

    /// The same, once: `variant` tells look-ups apart that must not stand open together.
    pub(crate) fn visit_once(
        &mut self,
        visit: Visit,
        variant: bool,
        look: impl FnOnce(&mut Resolver<'g>) -> Found,
    ) -> Found {
        if let Some(finished) = self.visits.finished.get(&(visit, variant)) {
            let stands = |(place, number): (usize, u64)| {
                self.visits.open.get(place).is_some_and(|(_, open)| *open == number)
            };
            if finished.met.is_none_or(stands) {
                let (found, keys, met) = (finished.found.clone(), Arc::clone(&finished.keys), finished.met);
                self.record_all(&keys);
                if let Some((place, _)) = met {
                    self.visits.meet(place);
                }
                return found;
            }
        }
        let begun = self.visits.begun;
        let outer_met = self.visits.met.take();
        let outer_keys = self.swap_keys(Vec::new());
        let (found, is_its_own) = self.apart(|r| r.nested(|r| r.visit(visit, look)));
        let mut keys = self.swap_keys(outer_keys);
        let asked_others = self.visits.begun > begun + 1;
        if asked_others {
            // Ways that meet again bring the same keys: they double with every layer otherwise.
            keys.sort_unstable();
            keys.dedup();
        }
        self.record_all(&keys);
        let met = self.visits.met;
        self.visits.met = outer_met.max(met);
        // What asked nobody else is as cheap to ask again.
        if is_its_own && asked_others {
            let met = met.and_then(|place| Some((place, self.visits.open.get(place)?.1)));
            let finished = Finished { found: found.clone(), keys: keys.into(), met };
            self.visits.finished.insert((visit, variant), finished);
        }
        found
    }
}
