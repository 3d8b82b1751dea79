//! What a function's local names are bound to on the way through its branches and loops.
//!
//! Facts say only that the last binding before a place counts. So wherever paths meet, or a branch begins after another
//! has changed a name, the name gets a further binding with what it really is there; only when it is used.

use std::collections::{HashMap, HashSet};

use lockstep_facts::{ExpressionId, Name, TextRange};

/// `break` and `continue` of one loop that are told apart.
const MAX_EARLY_PATHS: usize = 16;

type NameSet = HashSet<Name, foldhash::fast::FixedState>;

/// What a name is bound to: its declared type and its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    /// Type context.
    pub(super) declared: Option<ExpressionId>,
    /// Value context.
    pub(super) value: Option<ExpressionId>,
}

struct Local {
    /// On the path walked now; none if the path did not bind it.
    current: Option<Bound>,
    /// By the binding that stands last in the facts.
    latest: Bound,
    /// The range of its first binding.
    place: TextRange,
    /// Its index, if it is a parameter.
    parameter: Option<u16>,
}

/// Names changed on a path, with what they are at its end.
pub(super) type Changes = Vec<(Name, Option<Bound>)>;

/// The locals of one function.
#[derive(Default)]
pub(super) struct Locals {
    names: HashMap<Name, Local, foldhash::fast::FixedState>,
    /// What each change replaced, so that a path can be taken back.
    journal: Vec<(Name, Option<Bound>)>,
    /// One for each loop around: where its journal begins, and the paths that leave its body early.
    loops: Vec<(usize, Vec<Changes>)>,
}

impl Locals {
    /// Whether the function binds `name` (so far).
    pub(super) fn contains(&self, name: Name) -> bool {
        self.names.contains_key(&name)
    }

    /// The parameter that `name` is, if it is one.
    pub(super) fn parameter(&self, name: Name) -> Option<u16> {
        self.names.get(&name)?.parameter
    }

    /// What `name` is bound to here.
    pub(super) fn current(&self, name: Name) -> Option<Bound> {
        self.names.get(&name)?.current
    }

    /// Notes a binding that was just added to the facts.
    pub(super) fn bind(&mut self, name: Name, bound: Bound, place: TextRange, parameter: Option<u16>) {
        let local =
            self.names.entry(name).or_insert(Local { current: None, latest: bound, place, parameter });
        self.journal.push((name, local.current));
        local.current = Some(bound);
        local.latest = bound;
    }

    /// Notes what `name` is from here on without a binding in the facts.
    fn set(&mut self, name: Name, current: Option<Bound>) {
        if let Some(local) = self.names.get_mut(&name)
            && local.current != current
        {
            self.journal.push((name, local.current));
            local.current = current;
        }
    }

    /// If the last binding in the facts does not say what `name` is here: what it is, and the place of its first
    /// binding. The caller adds that binding to the facts.
    pub(super) fn stale(&mut self, name: Name) -> Option<(Bound, TextRange)> {
        let local = self.names.get_mut(&name)?;
        let current = local.current.filter(|current| *current != local.latest)?;
        local.latest = current;
        Some((current, local.place))
    }

    /// Every name that is stale at the end of the function, in no order.
    pub(super) fn stale_names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
        for (name, local) in &self.names {
            if local.current.is_some_and(|current| current != local.latest) {
                names.push(*name);
            }
        }
        names.sort_unstable_by_key(|name| name.as_str());
        names
    }

    /// Where a path begins.
    pub(super) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// What changed since `mark`.
    fn changes(&self, mark: usize) -> Changes {
        let mut known = NameSet::default();
        let journal = self.journal.get(mark..).unwrap_or_default().iter();
        journal
            .filter(|(name, _)| known.insert(*name))
            .map(|(name, _)| (*name, self.current(*name)))
            .collect()
    }

    /// Ends the path begun at `mark`: takes its changes back and returns them.
    pub(super) fn take_back(&mut self, mark: usize) -> Changes {
        let changes = self.changes(mark);
        for (name, before) in self.journal.drain(mark.min(self.journal.len())..).rev() {
            if let Some(local) = self.names.get_mut(&name) {
                local.current = before;
            }
        }
        changes
    }

    /// Lets `paths` meet: each name that any of them changed becomes what `union` makes of what it is on each.
    pub(super) fn join(&mut self, paths: &[Changes], union: &mut dyn FnMut(&[Bound]) -> Bound) {
        let by_name: Vec<HashMap<Name, Option<Bound>, foldhash::fast::FixedState>> =
            paths.iter().map(|path| path.iter().copied().collect()).collect();
        let mut done = NameSet::default();
        for (name, _) in paths.iter().flatten() {
            if !done.insert(*name) {
                continue;
            }
            let before = self.current(*name);
            let mut meanings: Vec<Bound> = Vec::new();
            for path in &by_name {
                if let Some(bound) = path.get(name).copied().unwrap_or(before)
                    && !meanings.contains(&bound)
                {
                    meanings.push(bound);
                }
            }
            match meanings[..] {
                [] => {}
                [only] => self.set(*name, Some(only)),
                _ => self.set(*name, Some(union(&meanings))),
            }
        }
    }

    /// Whether a loop's body is being walked.
    pub(super) fn in_loop(&self) -> bool {
        !self.loops.is_empty()
    }

    /// Enters a loop's body.
    pub(super) fn enter_loop(&mut self) {
        self.loops.push((self.journal.len(), Vec::new()));
    }

    /// Notes a `break` or `continue`.
    pub(super) fn leave_early(&mut self) {
        let Some((mark, paths)) = self.loops.last() else { return };
        if paths.len() < MAX_EARLY_PATHS {
            let changes = self.changes(*mark);
            if let Some((_, paths)) = self.loops.last_mut() {
                paths.push(changes);
            }
        }
    }

    /// Leaves a loop's body: the paths that left it early, and the body's own changes, taken back.
    pub(super) fn leave_loop(&mut self) -> (Vec<Changes>, Changes) {
        match self.loops.pop() {
            Some((mark, paths)) => (paths, self.take_back(mark)),
            None => (Vec::new(), Changes::new()),
        }
    }

    /// The place of the first binding of `name`.
    pub(super) fn place(&self, name: Name) -> Option<TextRange> {
        Some(self.names.get(&name)?.place)
    }
}
