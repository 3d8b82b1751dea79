//! What a symbol calls: the other end of the edges that `callers` shows.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{Confidence, SymbolId};

use crate::FileId;
use crate::apply::Graph;
use crate::file::FileNode;
use crate::references::{CallerId, Site, is_call};
use crate::resolver::Env;

/// A symbol that is called, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callee {
    /// What is called: a symbol, or a file as a whole.
    pub callee: SymbolId,
    /// The calls, in text order; never empty.
    pub sites: Vec<Site>,
    /// The best confidence among the calls.
    pub confidence: Confidence,
}

/// All that a symbol calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callees {
    /// In the order of their first calls.
    pub callees: Vec<Callee>,
    /// Calls of what the workspace does not define, or of what is not known.
    pub elsewhere: usize,
    /// Every file that was looked into.
    pub read: Vec<FileId>,
}

impl Graph {
    /// What `symbol` calls in its own text. The calls of a type's members count as the type's, wherever they stand, those of a
    /// definition inside a function as that definition's own; of a file, those at module level.
    #[must_use]
    pub fn callees(&self, symbol: SymbolId) -> Callees {
        let mut found = Callees::default();
        let file = self.symbol(symbol).map(|symbol| symbol.file);
        let Some(node) = file.or_else(|| self.file_of(symbol)).and_then(|file| self.file(file)) else {
            return found;
        };
        // Its own file comes first, then those in which its members stand.
        let mut nodes: Vec<&Arc<FileNode>> = Vec::new();
        let callers: HashSet<CallerId, FixedState> = match file {
            None => [CallerId::Module(node.id)].into_iter().collect(),
            Some(_) => {
                let all =
                    std::iter::once(symbol).chain(self.members_below(symbol)).filter(|s| self.is_ours(*s));
                let all: Vec<SymbolId> = all.collect();
                let files = all.iter().filter_map(|symbol| self.item_of(*symbol));
                nodes = files.map(|(node, _)| node).collect();
                all.into_iter().map(CallerId::Symbol).collect()
            }
        };
        nodes.push(node);
        nodes.sort_by_key(|other| (other.id != node.id, other.path.as_str()));
        nodes.dedup_by_key(|node| node.id);
        let mut calls: Vec<(usize, u32, Site, SymbolId)> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            for item in 0..node.facts.items.len() as u32 {
                let Some(env) = Env::new(node, item) else { continue };
                let is_ours_to_tell = |index: u32| {
                    let role = env.item.body.references.get(index as usize).map(|reference| reference.role);
                    role.is_some_and(is_call) && callers.contains(&self.enclosing_of(node, item, index))
                };
                let wanted: Vec<u32> = (0..env.item.body.references.len() as u32)
                    .filter(|index| is_ours_to_tell(*index))
                    .collect();
                if wanted.is_empty() {
                    continue;
                }
                let placed = node.facts.items.get(item as usize);
                let uses = self.uses_of_item(node, item);
                for index in wanted {
                    let start = placed.map_or(0, |placed| placed.reference_range(index as usize).start);
                    let before = calls.len();
                    let meant = uses.iter().filter(|(site, _)| site.reference == index);
                    calls.extend(meant.map(|(site, target)| (number, start, *site, *target)));
                    found.elsewhere += usize::from(calls.len() == before);
                }
            }
        }
        found.read = nodes.iter().map(|node| node.id).collect();
        calls.sort_by_key(|(number, start, ..)| (*number, *start));
        let mut places: HashMap<SymbolId, usize, FixedState> = HashMap::default();
        for (_, _, site, callee) in calls {
            let place = *places.entry(callee).or_insert(found.callees.len());
            match found.callees.get_mut(place) {
                Some(known) => {
                    known.confidence = known.confidence.min(site.confidence);
                    known.sites.push(site);
                }
                None => {
                    found.callees.push(Callee { callee, sites: vec![site], confidence: site.confidence });
                }
            }
        }
        found
    }
}
