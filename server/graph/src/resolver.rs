//! The state of one resolution: what it looked up, which questions stand open, and the least fixpoint of recursive ones.

use std::sync::Arc;

use lockstep_facts::{Expression, ExpressionId, Item, Name, ScopeId, SymbolId, SymbolKind};
use smallvec::SmallVec;

use crate::apply::Graph;
use crate::file::{FileNode, Map, is_header};
use crate::key::Key;
use crate::memo::Cell;
use crate::rules::{Rules, rules};
use crate::types::{Type, TypeSet};
use crate::visits::Visits;

/// How deep expressions nest inside one item before they count as unknown.
pub(crate) const MAX_EXPRESSION_DEPTH: u32 = 96;
/// Open questions before the innermost is left unanswered (and nothing of it stored): bounds the stack.
const MAX_FRAMES: usize = 400;
/// Nested evaluations over all open questions, likewise: with [`MAX_FRAMES`] it keeps the stack below 64 MiB.
pub(crate) const MAX_NESTING: u32 = 1500;

/// Nested evaluations that the references of one item may take together: a thousand times what ordinary code does. Hostile
/// text would otherwise have no end.
const MAX_STEPS: u32 = 1_000_000;
/// What each reference may take in any case.
const FEW_STEPS: u32 = 2_000;
/// Rounds of a recursive question before its candidates count as many; sets of three settle far sooner.
const MAX_ROUNDS: u32 = 8;

/// The item an expression stands in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Env<'g> {
    pub(crate) node: &'g Arc<FileNode>,
    pub(crate) index: u32,
    pub(crate) item: &'g Arc<Item>,
}

impl<'g> Env<'g> {
    pub(crate) fn new(node: &'g Arc<FileNode>, index: u32) -> Option<Env<'g>> {
        Some(Env { node, index, item: node.item(index)? })
    }

    pub(crate) fn expression(self, id: ExpressionId) -> &'g Expression {
        self.item.expression(id)
    }

    /// The item's id, definition or not: what type parameters are owned by.
    pub(crate) fn anchor(self) -> SymbolId {
        SymbolId::new(self.node.path, self.item.path)
    }

    /// The item around it.
    pub(crate) fn parent(self) -> Option<(Env<'g>, Spot)> {
        let (path, scope) = self.item.lexical_parent?;
        let index = self.node.item_at(path)?;
        // Items stand after what holds them: a chain that goes on downwards would be broken facts.
        (index < self.index).then_some(())?;
        Some((Env::new(self.node, index)?, Spot { scope: Some(scope), position: u32::MAX }))
    }
}

/// A place inside an item: its scope (none: anywhere) and the number of references before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) scope: Option<ScopeId>,
    pub(crate) position: u32,
}

impl Spot {
    /// Anywhere in the item, after everything.
    pub(crate) const END: Spot = Spot { scope: None, position: u32::MAX };
    /// In the item's header: what a type's bases and bounds are written in does not see the type's members.
    pub(crate) const HEADER: Spot = Spot { scope: None, position: u32::MAX - 1 };

    /// Whether it is in the header of `item`.
    pub(crate) fn is_in_header(self, item: &Item) -> bool {
        match self.scope {
            Some(scope) => is_header(item, scope),
            None => self.position == Spot::HEADER.position,
        }
    }
}

/// A recursive question about a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Query {
    Value(SymbolId),
    Result(SymbolId),
}

struct Frame {
    query: Query,
    id: u64,
    /// The answer so far; grows from unknown.
    approximation: TypeSet,
    /// Whether somebody inside asked it again.
    used: bool,
    keys: Vec<Key>,
}

struct Provisional {
    value: TypeSet,
    lowest: usize,
    highest: usize,
    highest_id: u64,
    generation: u32,
}

/// An answer that depends on nothing open, and what it looked up.
type Known = (TypeSet, Arc<[Key]>);

/// A binding: file, item, index.
type BindingPlace = (Name, u32, u32);

/// The bindings of an item as (hash of the name, index), sorted.
type BindingIndex = Box<[(u64, u32)]>;

/// See the module's documentation.
pub(crate) struct Resolver<'g> {
    pub(crate) graph: &'g Graph,
    /// Looked up outside of any frame.
    keys: Vec<Key>,
    frames: Vec<Frame>,
    /// The open frames that the current question turned out to depend on: lowest and highest index.
    open: Option<(usize, usize)>,
    provisional: Map<Query, Provisional>,
    /// Raised whenever an approximation grows: provisional answers made before are void.
    generation: u32,
    next_frame: u64,
    pub(crate) depth: u32,
    /// Nested evaluations over all open questions.
    pub(crate) nesting: u32,
    /// Nested evaluations that are left.
    steps: u32,
    /// Module look-ups.
    pub(crate) visits: Visits,
    /// Members defined outside of their types whose type is being looked up: its own name is not one of its members.
    pub(crate) owning: Vec<SymbolId>,
    /// What such members belong to, by file and item, where that depends on nothing open.
    pub(crate) owner_types: Map<(Name, u32), Known>,
    /// Types whose bases are being looked up, against inheritance cycles.
    pub(crate) basing: Vec<SymbolId>,
    /// How often that cut something.
    pub(crate) base_cuts: u64,
    /// Bindings being evaluated, against loops like `x = x.next`.
    pub(crate) binding_stack: Vec<BindingPlace>,
    /// The lowest place in that stack that was asked for again.
    pub(crate) binding_low: usize,
    /// Types of bindings that depend on nothing open.
    pub(crate) bindings: Map<BindingPlace, Known>,
    /// By file and item; none where only one binding has been looked up.
    pub(crate) bindings_by_name: Map<(Name, u32), Option<BindingIndex>>,
    /// Set when a limit cut something: the answers around it are given, not stored.
    pub(crate) tainted: bool,
}

impl<'g> Resolver<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Resolver<'g> {
        Resolver {
            graph,
            keys: Vec::new(),
            frames: Vec::new(),
            open: None,
            provisional: Map::default(),
            generation: 0,
            next_frame: 0,
            depth: 0,
            nesting: 0,
            steps: MAX_STEPS,
            visits: Visits::default(),
            owning: Vec::new(),
            owner_types: Map::default(),
            basing: Vec::new(),
            base_cuts: 0,
            binding_stack: Vec::new(),
            binding_low: usize::MAX,
            bindings: Map::default(),
            bindings_by_name: Map::default(),
            tainted: false,
        }
    }

    pub(crate) fn rules(&self, node: &FileNode) -> &'static dyn Rules {
        rules(node.facts.language.family())
    }

    /// Writes down that `key` was looked up.
    pub(crate) fn record(&mut self, key: Key) {
        let keys = self.collected();
        if keys.last() != Some(&key) {
            make_room(keys, 1);
            keys.push(key);
        }
    }

    pub(crate) fn record_all(&mut self, more: &[Key]) {
        let keys = self.collected();
        make_room(keys, more.len());
        keys.extend_from_slice(more);
    }

    /// The keys of the innermost question.
    fn collected(&mut self) -> &mut Vec<Key> {
        match self.frames.last_mut() {
            Some(frame) => &mut frame.keys,
            None => &mut self.keys,
        }
    }

    /// Replaces the keys being collected.
    pub(crate) fn swap_keys(&mut self, with: Vec<Key>) -> Vec<Key> {
        std::mem::replace(self.collected(), with)
    }

    /// Runs `f`, returning what it looked up instead of recording it.
    pub(crate) fn recorded<T>(&mut self, f: impl FnOnce(&mut Resolver<'g>) -> T) -> (T, Vec<Key>) {
        let before = self.swap_keys(Vec::new());
        let result = f(self);
        let keys = self.swap_keys(before);
        (result, keys)
    }

    /// Everything looked up outside of frames; ends the resolution.
    pub(crate) fn into_keys(self) -> Vec<Key> {
        self.keys
    }

    /// Whether a question stands open that the answer just made depends on.
    pub(crate) fn depends_on_open(&self) -> bool {
        self.open.is_some()
    }

    fn depend(&mut self, lowest: usize, highest: usize) {
        self.open = Some(match self.open {
            Some((low, high)) => (low.min(lowest), high.max(highest)),
            None => (lowest, highest),
        });
    }

    /// The next reference of the item: each is asked on its own, so a limit met by one says nothing of the next.
    pub(crate) fn next_reference(&mut self) {
        self.tainted = false;
        self.steps = self.steps.max(FEW_STEPS);
    }

    /// Runs `f` one level deeper, unless that is too deep or the question has taken too many steps: then the answer is the default, and nothing around it is kept.
    pub(crate) fn nested<T: Default>(&mut self, f: impl FnOnce(&mut Resolver<'g>) -> T) -> T {
        if self.nesting >= MAX_NESTING || self.steps == 0 {
            self.tainted = true;
            return T::default();
        }
        self.steps -= 1;
        self.nesting += 1;
        let result = f(self);
        self.nesting -= 1;
        result
    }

    /// Runs `f`, and says whether what it found is its own: it depends on no question, base or binding that stands open, and
    /// no limit cut it.
    pub(crate) fn apart<T>(&mut self, f: impl FnOnce(&mut Resolver<'g>) -> T) -> (T, bool) {
        let outer_open = self.open.take();
        let outer_tainted = std::mem::take(&mut self.tainted);
        let outer_low = std::mem::replace(&mut self.binding_low, usize::MAX);
        let cuts = self.base_cuts;
        let result = f(self);
        let is_its_own =
            self.open.is_none() && !self.tainted && self.base_cuts == cuts && self.binding_low == usize::MAX;
        self.open = match (outer_open, self.open) {
            (Some(outer), Some(inner)) => Some((outer.0.min(inner.0), outer.1.max(inner.1))),
            (outer, inner) => outer.or(inner),
        };
        self.tainted |= outer_tainted;
        self.binding_low = self.binding_low.min(outer_low);
        (result, is_its_own)
    }

    /// Answers a recursive question with its least fixpoint, from the memo `cell` if it is valid.
    pub(crate) fn query(
        &mut self,
        query: Query,
        cell: &Cell<TypeSet>,
        mut compute: impl FnMut(&mut Resolver<'g>) -> TypeSet,
    ) -> TypeSet {
        if let Some(memo) = cell.get(self.graph) {
            self.record_all(memo.keys());
            return memo.value.clone();
        }
        if let Some(index) = self.frames.iter().position(|frame| frame.query == query) {
            self.frames[index].used = true;
            self.depend(index, index);
            return self.frames[index].approximation.clone();
        }
        if let Some(known) = self.provisional.get(&query) {
            let open = self.frames.get(known.highest).is_some_and(|frame| frame.id == known.highest_id);
            if open && known.generation == self.generation {
                let (value, lowest, highest) = (known.value.clone(), known.lowest, known.highest);
                self.depend(lowest, highest);
                return value;
            }
        }
        if self.frames.len() >= MAX_FRAMES {
            self.tainted = true;
            return TypeSet::unknown();
        }
        let index = self.frames.len();
        let outer_open = self.open.take();
        let outer_depth = std::mem::take(&mut self.depth);
        let outer_tainted = std::mem::take(&mut self.tainted);
        // A cycle guard must not see what stands open around this question: its answer is its own.
        let outer_visits = self.visits.suspend();
        let outer_binding_stack = std::mem::take(&mut self.binding_stack);
        let outer_binding_low = std::mem::replace(&mut self.binding_low, usize::MAX);
        self.next_frame += 1;
        self.frames.push(Frame {
            query,
            id: self.next_frame,
            approximation: TypeSet::unknown(),
            used: false,
            keys: Vec::new(),
        });
        let mut rounds = 0;
        let value = loop {
            self.open = None;
            self.frames[index].used = false;
            let mut value = compute(self).bounded();
            rounds += 1;
            let frame = &mut self.frames[index];
            if !frame.used || value == frame.approximation {
                break value;
            }
            let mut grown = frame.approximation.clone();
            grown.join(&value);
            if grown == frame.approximation {
                break grown;
            }
            if rounds >= MAX_ROUNDS {
                grown = TypeSet::many();
            }
            frame.approximation = grown;
            self.generation += 1;
            value = TypeSet::many();
            if rounds > MAX_ROUNDS {
                break value;
            }
        };
        let frame = self.frames.pop();
        let keys = frame.map(|frame| frame.keys).unwrap_or_default();
        // What it depends on besides itself.
        let open = self.open.take().and_then(|(low, high)| (low < index).then(|| (low, high.min(index - 1))));
        let tainted = std::mem::replace(&mut self.tainted, outer_tainted);
        self.depth = outer_depth;
        self.visits.resume(outer_visits);
        self.binding_stack = outer_binding_stack;
        self.binding_low = outer_binding_low;
        self.open = outer_open;
        match open {
            None if !tainted => {
                let memo = cell.put(self.graph, keys, value.clone());
                self.record_all(memo.keys());
            }
            None => {
                self.record_all(&keys);
                self.tainted = true;
            }
            Some((lowest, highest)) => {
                self.record_all(&keys);
                self.depend(lowest, highest);
                self.tainted |= tainted;
                if let Some(frame) = self.frames.get(highest) {
                    let provisional = Provisional {
                        value: value.clone(),
                        lowest,
                        highest,
                        highest_id: frame.id,
                        generation: self.generation,
                    };
                    self.provisional.insert(query, provisional);
                }
            }
        }
        value
    }

    /// The environment of a symbol.
    pub(crate) fn env(&self, symbol: SymbolId) -> Option<Env<'g>> {
        let (node, item) = self.graph.item_of(symbol)?;
        Env::new(node, item)
    }

    /// The item around another. One whose line is damaged is not there, and is looked up all the same.
    pub(crate) fn parent(&mut self, env: Env<'g>) -> Option<(Env<'g>, Spot)> {
        let (path, _) = env.item.lexical_parent?;
        self.record(Key::scope(env.node.path, path));
        env.parent()
    }

    /// Writes down what is around an item and not there: members of a class whose own line is damaged are held without it.
    pub(crate) fn record_missing_parents(&mut self, env: Env<'g>) {
        let mut at = env;
        while let Some((parent, _)) = at.parent() {
            at = parent;
        }
        if let Some((path, _)) = at.item.lexical_parent {
            self.record(Key::scope(at.node.path, path));
        }
    }

    /// Whether `self` inside an item is an instance of it. An associated type is no type of its own.
    pub(crate) fn is_self_type(&self, env: Env<'g>) -> bool {
        env.item.definition.as_ref().is_some_and(|d| {
            d.kind.is_type() && !(d.kind == SymbolKind::TypeAlias && self.rules(env.node).has_impls())
        })
    }

    /// The types around an item: several where the self type of an `impl` is defined under several conditions.
    pub(crate) fn self_types(&mut self, env: Env<'g>) -> SmallVec<[SymbolId; 2]> {
        let mut at = env;
        loop {
            if let Some(block) = &at.item.implementation {
                self.record(Key::scope(at.node.path, at.item.path));
                let set = self.type_of_type(at, Spot::END, block.self_type);
                return set
                    .iter()
                    .filter_map(|t| match t {
                        Type::Instance(symbol, _) => Some(*symbol),
                        _ => None,
                    })
                    .collect();
            }
            match self.parent(at) {
                Some((parent, _)) if !self.is_self_type(at) => at = parent,
                _ => return self.self_type(env).into_iter().collect(),
            }
        }
    }

    /// Whether a definition of this kind in item `container` is a member of it: of a type, or of a function whose prototype it
    /// is assigned to.
    fn holds_members(&self, node: &FileNode, container: u32, kind: SymbolKind) -> bool {
        let holder = node.item(container).and_then(|item| item.definition.as_ref()).map(|d| d.kind);
        holder.is_some_and(|holder| {
            let constructs = holder == SymbolKind::Function && self.rules(node).functions_are_classes();
            holder.is_type() || (constructs && kind == SymbolKind::Method)
        })
    }

    /// The type around an item: the class of a method, the self type of an `impl`, the item itself if it is a type.
    pub(crate) fn self_type(&mut self, env: Env<'g>) -> Option<SymbolId> {
        let mut at = env;
        loop {
            if let Some(d) = &at.item.definition {
                if self.is_self_type(at) {
                    return Some(self.whole(at.anchor()));
                }
                let in_impl = self.parent(at).is_some_and(|(parent, _)| parent.item.implementation.is_some());
                if let Some(container) = d.container
                    && !in_impl
                {
                    self.record(Key::scope(at.node.path, container.path));
                    if let Some(index) = at.node.item_at(container.path)
                        && index < at.index
                        && self.holds_members(at.node, index, d.kind)
                    {
                        return at.node.symbol(index).map(|symbol| self.whole(symbol));
                    }
                }
            }
            self.record(Key::scope(at.node.path, at.item.path));
            if let Some(block) = &at.item.implementation {
                let set = self.type_of_type(at, Spot::END, block.self_type);
                return set.iter().find_map(|t| match t {
                    Type::Instance(symbol, _) => Some(*symbol),
                    _ => None,
                });
            }
            at = self.parent(at)?.0;
        }
    }
}

/// Room for `count` more keys, by taking doubles away where there are any: an answer's keys are taken over as often as it
/// is used. What was sorted fills at most half of the list, so that no key is sorted over and over.
fn make_room(keys: &mut Vec<Key>, count: usize) {
    if keys.len() < 4096 || keys.len() + count <= keys.capacity() {
        return;
    }
    keys.sort_unstable();
    keys.dedup();
    if keys.len() + count > keys.capacity() / 2 {
        keys.reserve(keys.capacity());
    }
}
