//! What a symbol uses, and how one symbol leads to another: edges in their own direction.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use foldhash::fast::FixedState;
use lockstep_facts::{Confidence, ReferenceRole, SymbolId, SymbolKind};

use crate::FileId;
use crate::apply::Graph;
use crate::file::FileNode;
use crate::references::{CallerId, Site};
use crate::resolver::{Env, Resolver};
use crate::rules::rules;

/// The uses in a file, by the item that makes them.
type Uses = BTreeMap<u32, Vec<(Site, SymbolId)>>;

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What uses the next one.
    pub from: CallerId,
    /// Where it does.
    pub site: Site,
    /// What is used.
    pub to: CallerId,
}

/// Bounds of a search for a path.
#[derive(Clone, Copy, Debug)]
pub struct PathOptions {
    /// The longest way that is looked for.
    pub most_steps: usize,
    /// Symbols that are looked at before the search gives up.
    pub most_visited: usize,
}

/// The way from one symbol to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// In order; empty if there is no way.
    pub steps: Vec<Step>,
    /// Whether the search ended before everything that can be reached was looked at.
    pub given_up: bool,
    /// Whether one of the two holds the other. The way is then one between the inner and the rest of the outer.
    pub nested: bool,
    /// Every file that was looked into, by id.
    pub read: Vec<FileId>,
}

impl Graph {
    /// Each reference of `item` that means something in the workspace: who makes it, where, and what is meant.
    pub(crate) fn uses_of_item(&self, node: &FileNode, item: u32) -> Vec<(Site, SymbolId)> {
        let mut uses = Vec::new();
        let Some(env) = self.file(node.id).and_then(|node| Env::new(node, item)) else { return uses };
        if env.item.body.references.is_empty() {
            return uses;
        }
        let targets = self.targets(env);
        for (index, reference) in (0..).zip(&env.item.body.references) {
            for target in targets.value.of(index) {
                if self.is_ours(target.symbol) {
                    let (role, confidence) = (reference.role, target.confidence);
                    uses.push((
                        Site { file: node.id, item, reference: index, role, confidence },
                        target.symbol,
                    ));
                }
            }
        }
        uses
    }

    /// A symbol, or the file that it is.
    pub(crate) fn who(&self, symbol: SymbolId) -> CallerId {
        self.file_of(symbol).map_or(CallerId::Symbol(symbol), CallerId::Module)
    }

    /// Whether a symbol stands in the workspace, not in a prelude or a dependency.
    pub(crate) fn is_ours(&self, symbol: SymbolId) -> bool {
        let file = self.symbol(symbol).map(|symbol| symbol.file).or_else(|| self.file_of(symbol));
        file.and_then(|file| self.file(file)).is_some_and(|node| !node.external)
    }

    /// The shortest way along uses from `from` to `to`: of ways of one length one whose every step is certain, if there is
    /// one. `from` leads on through its members, and `to` is reached at any of its own. A type on the way leads nowhere: to name
    /// it runs none of them.
    #[must_use]
    pub fn shortest_path(&self, from: SymbolId, to: SymbolId, options: PathOptions) -> Path {
        if from == to {
            return Path::default();
        }
        let certain = self.path_along(from, to, options, true);
        let shorter = certain.steps.len().checked_sub(1).unwrap_or(options.most_steps);
        let mut path = self.path_along(from, to, PathOptions { most_steps: shorter, ..options }, false);
        path.read.extend(certain.read);
        path.read.sort_unstable();
        path.read.dedup();
        // Guesses lead to more: that search can end where the one without them did not.
        path.given_up |= certain.given_up;
        if path.steps.is_empty() {
            path.steps = certain.steps;
        }
        path
    }

    fn path_along(&self, from: SymbolId, to: SymbolId, options: PathOptions, certain: bool) -> Path {
        let with_members =
            |symbol| std::iter::once(symbol).chain(self.members_below(symbol)).map(|s| self.who(s));
        let mut starts: Vec<CallerId> = with_members(from).collect();
        let mut goals: HashSet<CallerId, FixedState> = with_members(to).collect();
        let mut path = Path { nested: starts.iter().any(|start| goals.contains(start)), ..Path::default() };
        // What belongs to both leads from itself to itself, which says nothing: the rest of the outer counts.
        if goals.contains(&self.who(from)) {
            goals.retain(|goal| !starts.contains(goal));
        } else {
            starts.retain(|start| !goals.contains(start));
        }
        let mut came: HashMap<CallerId, Option<Step>, FixedState> = HashMap::default();
        let mut queue: VecDeque<(CallerId, usize)> = VecDeque::new();
        for start in starts {
            came.insert(start, None);
            queue.push_back((start, 0));
        }
        // The uses of a file's definitions are sorted by who makes them once.
        let mut by_file: HashMap<FileId, Uses, FixedState> = HashMap::default();
        'search: while let Some((current, depth)) = queue.pop_front() {
            if depth >= options.most_steps {
                continue;
            }
            if came.len() > options.most_visited {
                path.given_up = true;
                break;
            }
            let Some((node, key)) = self.place_of(current) else { continue };
            let uses = by_file.entry(node.id).or_insert_with(|| self.uses_by_definition(node));
            for (site, target) in uses.get(&key).into_iter().flatten() {
                if certain && site.confidence != Confidence::Extracted {
                    continue;
                }
                // Constructing a type runs a constructor of it.
                let constructors = self.constructors_called(site, *target);
                let reached = std::iter::once(self.who(*target)).chain(constructors);
                for to in reached {
                    if came.contains_key(&to) {
                        continue;
                    }
                    came.insert(to, Some(Step { from: current, site: *site, to }));
                    if goals.contains(&to) {
                        path.steps = steps_to(&came, to);
                        break 'search;
                    }
                    queue.push_back((to, depth + 1));
                }
            }
        }
        path.read = by_file.into_keys().collect();
        path.read.sort_unstable();
        path
    }

    /// What a use of a type calls of its constructors, as `references` takes them to be called.
    fn constructors_called(&self, site: &Site, class: SymbolId) -> Vec<CallerId> {
        let Some(env) = self.file(site.file).and_then(|node| Env::new(node, site.item)) else {
            return Vec::new();
        };
        let reference = env.item.body.references.get(site.reference as usize);
        if site.role != ReferenceRole::Call && reference.is_none_or(|reference| reference.call.is_none()) {
            return Vec::new();
        }
        let mut all = self.constructors(class);
        all.retain(|constructor| self.constructs(env, site.reference, *constructor));
        // What is only declared has no body that leads on.
        all.into_iter().flat_map(|one| self.definitions_of(one)).map(CallerId::Symbol).collect()
    }

    fn constructors(&self, of: SymbolId) -> Vec<SymbolId> {
        let Some((node, item)) = self.item_of(of) else { return Vec::new() };
        if rules(node.facts.language.family()).constructors_are_named_after_types() {
            return Resolver::new(self).constructors_of(of).into_vec();
        }
        let Some(path) = node.item(item).map(|item| item.path) else { return Vec::new() };
        let is_constructor = |item: &u32| {
            let definition = node.item(*item).and_then(|item| item.definition.as_ref());
            definition.is_some_and(|d| d.kind == SymbolKind::Constructor)
        };
        let constructors = node.members(path).into_iter().filter(is_constructor);
        constructors.filter_map(|item| node.symbol(item)).collect()
    }

    /// The file of a definition and its item there; of a file [`u32::MAX`].
    fn place_of(&self, who: CallerId) -> Option<(&FileNode, u32)> {
        match who {
            CallerId::Module(file) => Some((self.file(file)?, u32::MAX)),
            CallerId::Symbol(symbol) => {
                let symbol = self.symbol(symbol)?;
                Some((self.file(symbol.file)?, symbol.item))
            }
        }
    }

    /// All uses in a file, by the definition that makes them ([`u32::MAX`]: the file).
    fn uses_by_definition(&self, node: &FileNode) -> Uses {
        let mut uses = Uses::new();
        for item in 0..node.facts.items.len() as u32 {
            for (site, target) in self.uses_of_item(node, item) {
                let by = node.enclosing_reference(item, site.reference).unwrap_or(u32::MAX);
                uses.entry(by).or_default().push((site, target));
            }
        }
        uses
    }
}

fn steps_to(came: &HashMap<CallerId, Option<Step>, FixedState>, goal: CallerId) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = goal;
    while let Some(Some(step)) = came.get(&at) {
        steps.push(*step);
        at = step.from;
    }
    steps.reverse();
    steps
}
