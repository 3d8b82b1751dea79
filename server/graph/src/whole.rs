//! The graph as a whole: how much of it there is, what hangs together, what goes round in circles, what everything uses.
//!
//! Of the edges only those that are certain count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use foldhash::fast::FixedState;
use lockstep_facts::{Confidence, ReferenceRole, Relation, SymbolId};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use crate::FileId;
use crate::apply::Graph;
use crate::file::FileNode;
use crate::references::CallerId;
use crate::resolver::Resolver;

/// A definition or file with what it is connected to, itself left out. A type's members count as the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hub {
    /// What.
    pub who: CallerId,
    /// How many use it.
    pub used_by: usize,
    /// How many it uses.
    pub uses: usize,
}

/// See the module's documentation.
#[derive(Clone, Debug, Default)]
pub struct WholeGraph {
    /// Definitions.
    pub symbols: usize,
    /// Files.
    pub files: usize,
    /// Certain edges by relation, places that repeat one counted once; in the order of the list of relations.
    pub relations: Vec<(Relation, usize)>,
    /// References of which only candidates are known.
    pub uncertain: usize,
    /// Calls, imports and types that mean nothing in the workspace: libraries, and what is not known.
    pub elsewhere: usize,
    /// Groups of files that use each other, directly or not.
    pub components: usize,
    /// Files in the largest of them.
    pub largest: usize,
    /// Files that use no other and are used by none.
    pub alone: usize,
    /// Files that use each other in a circle, largest circle first, then by path.
    pub file_cycles: Vec<Vec<FileId>>,
    /// Definitions that use each other in a circle, likewise; a type's members count as the type.
    pub symbol_cycles: Vec<Vec<CallerId>>,
    /// Everything that is connected, the most connected first, then by path and place.
    pub hubs: Vec<Hub>,
}

/// What is used how: one edge however often it is.
type Edges = BTreeSet<(u32, u32)>;

/// Numbers for what edges connect, in order of path and place.
#[derive(Default)]
struct Numbers {
    of: HashMap<CallerId, u32, FixedState>,
    all: Vec<CallerId>,
}

impl Numbers {
    fn number(&mut self, who: CallerId) -> u32 {
        *self.of.entry(who).or_insert_with(|| {
            self.all.push(who);
            self.all.len() as u32 - 1
        })
    }
}

impl Graph {
    /// Looks at every reference of every file.
    #[must_use]
    pub fn whole(&self) -> WholeGraph {
        let mut nodes: Vec<&FileNode> = self.files().map(|node| &**node).collect();
        nodes.sort_unstable_by_key(|node| node.path.as_str());
        nodes.retain(|node| node.facts.package.is_none());
        let mut whole = WholeGraph { files: nodes.len(), ..WholeGraph::default() };
        let mut numbers = Numbers::default();
        let mut folded: HashMap<SymbolId, CallerId, FixedState> = HashMap::default();
        let mut resolver = Resolver::new(self);
        for node in &nodes {
            let definitions = (0..node.facts.items.len() as u32).filter_map(|item| node.symbol(item));
            whole.symbols += definitions.count();
        }
        let file_numbers: HashMap<FileId, u32, FixedState> =
            nodes.iter().map(|node| node.id).zip(0..).collect();
        let mut file_edges = Edges::new();
        let mut edges = Edges::new();
        let mut relations = vec![0usize; Relation::ALL.len()];
        for node in &nodes {
            for item in 0..node.facts.items.len() as u32 {
                self.edges_of_item(node, item, &mut whole, &mut relations, |user, used, used_file| {
                    if used_file != node.id
                        && let Some(used_file) = file_numbers.get(&used_file)
                    {
                        file_edges.insert((file_numbers[&node.id], *used_file));
                    }
                    let user = self.folded(user, &mut resolver, &mut folded);
                    let used = self.folded(used, &mut resolver, &mut folded);
                    if user != used {
                        edges.insert((numbers.number(user), numbers.number(used)));
                    }
                });
            }
        }
        whole.relations =
            Relation::ALL.iter().copied().zip(relations).filter(|(_, count)| *count > 0).collect();
        let files: Vec<FileId> = nodes.iter().map(|node| node.id).collect();
        components(&mut whole, files.len(), &file_edges);
        whole.file_cycles = self.cycles(&files, &file_edges, |file| CallerId::Module(*file));
        let is_symbol = |number: &u32| matches!(numbers.all.get(*number as usize), Some(CallerId::Symbol(_)));
        let between_symbols = edges.iter().copied().filter(|(from, to)| is_symbol(from) && is_symbol(to));
        whole.symbol_cycles = self.cycles(&numbers.all, &between_symbols.collect(), |who| *who);
        whole.hubs = self.hubs(&numbers.all, &edges);
        whole
    }

    /// Counts the references of one item and tells each certain use: who, what, and in which file that is.
    fn edges_of_item(
        &self,
        node: &FileNode,
        item: u32,
        whole: &mut WholeGraph,
        relations: &mut [usize],
        mut tell: impl FnMut(CallerId, CallerId, FileId),
    ) {
        let Some(body) = node.item(item).map(|item| &item.body) else { return };
        let uses = self.uses_of_item(node, item);
        let mut seen: BTreeSet<(CallerOrder, CallerOrder, u8)> = BTreeSet::new();
        let mut at = 0;
        for index in 0..body.references.len() as u32 {
            let meant = uses.get(at..).unwrap_or_default();
            let count = meant.iter().take_while(|(site, _)| site.reference == index).count();
            let meant = meant.get(..count).unwrap_or_default();
            at += count;
            let certain = meant.iter().filter(|(site, _)| site.confidence == Confidence::Extracted);
            if meant.is_empty() {
                // What is read or written is most often a local name.
                let role = body.references.get(index as usize).map(|reference| reference.role);
                let reads = matches!(role, Some(ReferenceRole::Read | ReferenceRole::Write));
                whole.elsewhere += usize::from(!reads);
            } else if certain.clone().next().is_none() {
                whole.uncertain += 1;
            }
            for (site, target) in certain {
                let (user, used) = (self.enclosing_of(node, item, index), self.who(*target));
                let used_file = match used {
                    CallerId::Module(file) => file,
                    CallerId::Symbol(symbol) => match self.symbol(symbol) {
                        Some(symbol) => symbol.file,
                        None => continue,
                    },
                };
                let relation = self.relation(site.role, *target);
                if seen.insert((order(user), order(used), relation as u8))
                    && let Some(count) = relations.get_mut(relation as usize)
                {
                    *count += 1;
                }
                tell(user, used, used_file);
            }
        }
    }

    fn relation(&self, role: ReferenceRole, target: SymbolId) -> Relation {
        let is_type = || {
            let definition =
                self.item_of(target).and_then(|(node, item)| node.item(item)?.definition.as_ref());
            definition.is_some_and(|d| d.kind.is_type())
        };
        match role {
            ReferenceRole::Call if is_type() => Relation::Instantiates,
            ReferenceRole::Call | ReferenceRole::Macro => Relation::Calls,
            ReferenceRole::Read => Relation::Reads,
            ReferenceRole::Write => Relation::Writes,
            ReferenceRole::Type => Relation::UsesType,
            ReferenceRole::Import => Relation::Imports,
            ReferenceRole::Inherit => Relation::Inherits,
            ReferenceRole::Implement => Relation::Implements,
            ReferenceRole::Decorate => Relation::Decorates,
        }
    }

    /// The outermost type around a symbol, or itself.
    fn folded<'g>(
        &'g self,
        who: CallerId,
        resolver: &mut Resolver<'g>,
        known: &mut HashMap<SymbolId, CallerId, FixedState>,
    ) -> CallerId {
        let CallerId::Symbol(symbol) = who else { return who };
        if let Some(known) = known.get(&symbol) {
            return *known;
        }
        let (mut outermost, mut at) = (symbol, symbol);
        for _ in 0..64 {
            let Some(owner) = self.owner(resolver, at) else { break };
            if resolver.definition_of(owner).is_some_and(|d| d.kind.is_type()) {
                outermost = owner;
            }
            at = owner;
        }
        known.insert(symbol, CallerId::Symbol(outermost));
        CallerId::Symbol(outermost)
    }

    /// Path and place, for lists that people read.
    fn sort_key(&self, who: CallerId) -> (&'static str, u32) {
        let path = |file| self.file(file).map_or("", |node| node.path.as_str());
        match who {
            CallerId::Module(file) => (path(file), 0),
            CallerId::Symbol(symbol) => {
                self.symbol(symbol).map_or(("", 0), |symbol| (path(symbol.file), symbol.item + 1))
            }
        }
    }

    fn cycles<T: Copy>(&self, all: &[T], edges: &Edges, who: impl Fn(&T) -> CallerId) -> Vec<Vec<T>> {
        let mut graph: DiGraph<(), (), u32> = DiGraph::with_capacity(all.len(), edges.len());
        for _ in all {
            graph.add_node(());
        }
        for (from, to) in edges {
            graph.add_edge(NodeIndex::new(*from as usize), NodeIndex::new(*to as usize), ());
        }
        let mut cycles: Vec<Vec<T>> = petgraph::algo::tarjan_scc(&graph)
            .into_iter()
            .filter(|component| component.len() > 1)
            .map(|component| component.iter().filter_map(|at| all.get(at.index()).copied()).collect())
            .collect();
        for cycle in &mut cycles {
            cycle.sort_by_key(|at| self.sort_key(who(at)));
        }
        cycles.sort_by_key(|cycle| {
            (std::cmp::Reverse(cycle.len()), cycle.first().map(|at| self.sort_key(who(at))))
        });
        cycles
    }

    fn hubs(&self, all: &[CallerId], edges: &Edges) -> Vec<Hub> {
        let mut hubs: Vec<Hub> = all.iter().map(|who| Hub { who: *who, used_by: 0, uses: 0 }).collect();
        for (from, to) in edges {
            if let Some(hub) = hubs.get_mut(*from as usize) {
                hub.uses += 1;
            }
            if let Some(hub) = hubs.get_mut(*to as usize) {
                hub.used_by += 1;
            }
        }
        hubs.sort_by_key(|hub| (std::cmp::Reverse(hub.used_by + hub.uses), self.sort_key(hub.who)));
        hubs
    }
}

/// Any total order of callers.
type CallerOrder = (u8, u64);

fn order(who: CallerId) -> CallerOrder {
    match who {
        CallerId::Module(file) => (0, u64::from(file.0)),
        CallerId::Symbol(symbol) => (1, symbol.0),
    }
}

/// What of `count` files hangs together.
fn components(whole: &mut WholeGraph, count: usize, edges: &Edges) {
    let mut union: UnionFind<u32> = UnionFind::new(count);
    for (from, to) in edges {
        union.union(*from, *to);
    }
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for file in 0..count as u32 {
        *sizes.entry(union.find(file)).or_default() += 1;
    }
    whole.alone = sizes.values().filter(|size| **size == 1).count();
    whole.components = sizes.len() - whole.alone;
    whole.largest = sizes.values().copied().filter(|size| *size > 1).max().unwrap_or(0);
}
