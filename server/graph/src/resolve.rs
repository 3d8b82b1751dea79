//! What a reference means.

use std::sync::Arc;

use lockstep_facts::{
    Confidence, Expression, ExpressionId, Name, ParameterKind, Reference, ReferenceTarget, SymbolId,
    SymbolKind,
};
use smallvec::SmallVec;

use crate::apply::{Graph, MAX_BARE, MAX_BARE_FILES};
use crate::file::ImportPlace;
use crate::key::Key;
use crate::lookup::{Found, Space, enclosing_module};
use crate::members::Use;
use crate::memo::ReferenceTargets;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{MethodSpace, SameNamed, TypeParts, rules};
use crate::types::{Type, TypeSet};
use crate::{FileId, Resolution, Target};

pub(crate) type Targets = SmallVec<[Target; 2]>;

impl Graph {
    /// What a reference means.
    #[must_use]
    pub fn resolve(&self, file: FileId, item: u32, reference: u32) -> Resolution {
        let Some(env) = self.file(file).and_then(|node| Env::new(node, item)) else {
            return Resolution::Targets(Arc::new([]));
        };
        let targets = self.targets(env);
        let list = targets.value.of(reference);
        if list.is_empty()
            && let Some(local) = local_meaning(self, env, reference)
        {
            return local;
        }
        Resolution::Targets(list.into())
    }

    /// Computes the missing and outdated memos of `file`, item by item, as long as `go_on` says so; the idle pass calls it
    /// for each.
    pub fn fill(&self, file: FileId, go_on: &mut dyn FnMut() -> bool) {
        let Some(node) = self.file(file).filter(|node| !node.external) else { return };
        for item in 0..node.facts.items.len() as u32 {
            if !go_on() {
                return;
            }
            if let Some(env) = Env::new(node, item) {
                self.targets(env);
            }
        }
    }

    /// The targets of all references of an item, from its memo if that is valid.
    pub(crate) fn targets(&self, env: Env<'_>) -> Arc<crate::memo::Memo<ReferenceTargets>> {
        let cell = &env.node.memos[env.index as usize].references;
        if let Some(memo) = cell.get(self) {
            return memo;
        }
        let mut resolver = Resolver::new(self);
        resolver.record_missing_parents(env);
        let mut offsets = vec![0];
        let mut targets: Vec<Target> = Vec::new();
        for (index, reference) in env.item.body.references.iter().enumerate() {
            resolver.next_reference();
            let found = resolver.resolve_reference(env, index as u32, reference);
            targets.extend(resolver.settled(env, found));
            offsets.push(targets.len() as u32);
        }
        let value = ReferenceTargets { offsets: offsets.into(), targets: targets.into() };
        cell.put(self, resolver.into_keys(), value)
    }
}

/// A reference to a local name.
fn local_meaning(graph: &Graph, env: Env<'_>, index: u32) -> Option<Resolution> {
    let reference = env.item.body.references.get(index as usize)?;
    let (ReferenceTarget::Value(id) | ReferenceTarget::Type(id)) = reference.target else { return None };
    let Expression::Name(name) = env.expression(id) else { return None };
    let family = env.node.facts.language.family();
    if reference.call.is_some() && rules(family).method_space() == MethodSpace::Apart {
        return None;
    }
    let spot = Spot { scope: Some(reference.scope), position: index };
    let mut resolver = Resolver::new(graph);
    let space = if matches!(reference.target, ReferenceTarget::Type(_)) { Space::Type } else { Space::Value };
    match resolver.lookup(env, spot, *name, space) {
        Found::Binding { item, binding } => Some(Resolution::Local { item, binding }),
        _ => None,
    }
}

impl<'g> Resolver<'g> {
    fn resolve_reference(&mut self, env: Env<'g>, index: u32, reference: &'g Reference) -> Targets {
        let targets = self.meant_by_reference(env, index, reference);
        self.rules(env.node).settle(self, env, targets)
    }

    fn meant_by_reference(&mut self, env: Env<'g>, index: u32, reference: &'g Reference) -> Targets {
        let spot = Spot { scope: Some(reference.scope), position: index };
        match reference.target {
            ReferenceTarget::Value(id) => self.resolve_expression(env, spot, id, Space::Value, reference),
            ReferenceTarget::Type(id) => self.resolve_expression(env, spot, id, Space::Type, reference),
            ReferenceTarget::Macro(id) => self.resolve_expression(env, spot, id, Space::Macro, reference),
            ReferenceTarget::Imported(import) => {
                let module = enclosing_module(env);
                let place = ImportPlace { item: env.index, import };
                let mut all = Targets::new();
                for space in self.rules(env.node).import_spaces() {
                    let found = self.import_target(env.node, module, place, *space);
                    for target in self.extracted(&found) {
                        if !all.contains(&target) {
                            all.push(target);
                        }
                    }
                }
                all
            }
            ReferenceTarget::ImportSegment { import, segment } => {
                let Some(import) = env.item.body.imports.get(import as usize) else { return Targets::new() };
                let module = enclosing_module(env);
                let found = self.module_prefix(env.node, module, &import.path, usize::from(segment) + 1);
                self.extracted(&found)
            }
            ReferenceTarget::Exported(name) => {
                let module = enclosing_module(env);
                let found = self.lookup_in_module(env.node, module, name, Space::Any);
                self.extracted(&found)
            }
            ReferenceTarget::Keyword { callee, name } => self.resolve_keyword(env, spot, callee, name),
        }
    }

    fn resolve_expression(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        id: ExpressionId,
        space: Space,
        reference: &'g Reference,
    ) -> Targets {
        if let Some(targets) = self.rules(env.node).resolve(self, env, spot, id, space, reference) {
            return targets;
        }
        if let Some(shape) = reference.call.as_deref()
            && self.rules(env.node).same_named() == SameNamed::Overloads
            && let Some(targets) = self.resolve_overloaded(env, spot, id, space, shape)
        {
            return targets;
        }
        let mut targets = self.resolve_plainly(env, spot, id, space, reference);
        let rules = self.rules(env.node);
        if targets.len() > 1
            && reference.call.is_none()
            && rules.same_named() == SameNamed::Overloads
            && targets.iter().all(|t| self.definition_of(t.symbol).is_some_and(|d| d.kind.is_callable()))
        {
            // A method that is passed on: which one is meant is for the place to say.
            return targets
                .into_iter()
                .map(|target| Target { confidence: Confidence::Ambiguous, ..target })
                .collect();
        }
        // A macro replaces what reads as a member.
        if let Expression::Member { name, .. } = env.expression(id)
            && self.rules(env.node).macros_are_names()
            && targets.iter().all(|target| target.confidence != Confidence::Extracted)
        {
            let found = self.lookup(env, spot, *name, Space::Macro);
            let mut macros = self.extracted(&found);
            macros.retain(|target| {
                let d = self.env(target.symbol).and_then(|env| env.item.definition.as_ref());
                d.is_some_and(|d| d.parameters.is_empty() || reference.call.is_some())
            });
            if !macros.is_empty() {
                targets = macros;
            }
        }
        if targets.len() > 1
            && let Some(shape) = reference.call.as_deref()
        {
            targets = self.rules(env.node).choose(self, env, spot, id, shape, targets);
        }
        if targets.len() > 1
            && reference.call.is_some()
            && self.rules(env.node).same_named() == SameNamed::ByTraitArgument
        {
            return self.choose_by_arguments(env, spot, id, targets);
        }
        targets
    }

    fn resolve_plainly(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        id: ExpressionId,
        space: Space,
        reference: &'g Reference,
    ) -> Targets {
        match env.expression(id) {
            Expression::Name(name) => {
                let mut found = self.lookup(env, spot, *name, space);
                if matches!(found, Found::Parameter(..))
                    && self.rules(env.node).type_parameters_are_definitions()
                {
                    found = self.lookup_in_module(env.node, Name::empty(), *name, Space::Any);
                }
                if space == Space::Value && self.rules(env.node).type_parts() == TypeParts::InScope {
                    found = self.type_or_member(env, spot, id, *name, found);
                }
                self.extracted(&found)
            }
            Expression::SelfType | Expression::SelfValue => match self.self_type(env) {
                Some(symbol) => self.extracted(&Found::symbol(symbol)),
                None => Targets::new(),
            },
            Expression::Member { base, name } if space != Space::Type => {
                let used = if reference.call.is_some() { Use::Call } else { Use::Read };
                self.resolve_member(env, spot, *base, *name, used)
            }
            Expression::Path { .. } | Expression::Member { .. } => {
                let meaning = self.resolve_path(env, spot, id, space);
                let found = if space == Space::Type {
                    self.declared_associated(meaning.found)
                } else {
                    meaning.found
                };
                if found.is_nothing()
                    && space == Space::Value
                    && let Expression::Path { base, name } = env.expression(id)
                {
                    // `x::m` where x is a value held in a variable, or a type we know by its value only.
                    let known = self.type_of_type(env, spot, *base);
                    if known.is_unknown() {
                        return Targets::new();
                    }
                    let mut all = Targets::new();
                    for t in known.iter() {
                        if let Some(symbols) = self.members_of_type(env, t, *name) {
                            all.extend(self.extracted(&Found::Symbols(symbols)));
                        }
                    }
                    return all;
                }
                self.extracted(&found)
            }
            Expression::Generic { base, .. } => self.resolve_plainly(env, spot, *base, space, reference),
            // One of several readings: the first that leads somewhere.
            Expression::Union(readings) => {
                let mut found =
                    readings.iter().map(|r| self.resolve_plainly(env, spot, *r, space, reference));
                found.find(|targets| !targets.is_empty()).unwrap_or_default()
            }
            _ => Targets::new(),
        }
    }

    /// Of several members that differ in what they take, those that take these arguments; if that is not known, all,
    /// as candidates.
    fn choose_by_arguments(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        targets: Targets,
    ) -> Targets {
        if !targets.iter().all(|t| self.is_trait_impl(t.symbol)) {
            return targets;
        }
        let arguments = env.item.expressions.iter().find_map(|expression| match expression {
            Expression::Call { callee: called, arguments } => {
                let same = *called == callee
                    || matches!(env.expression(*called), Expression::Generic { base, .. } if *base == callee);
                same.then_some(&arguments[..])
            }
            _ => None,
        });
        let passed: Vec<TypeSet> =
            arguments.unwrap_or_default().iter().map(|a| self.type_of_value(env, spot, *a)).collect();
        let mut fitting = Targets::new();
        for target in &targets {
            if self.takes(target.symbol, &passed) {
                fitting.push(*target);
            }
        }
        if !fitting.is_empty() && passed.iter().any(|t| !t.is_unknown()) {
            return fitting;
        }
        targets.into_iter().map(|t| Target { confidence: Confidence::Ambiguous, ..t }).collect()
    }

    /// Whether a function's declared parameters can be what is passed.
    fn takes(&mut self, function: SymbolId, passed: &[TypeSet]) -> bool {
        let Some(callee) = self.env(function) else { return false };
        let Some(d) = &callee.item.definition else { return false };
        self.record(Key::type_of(function.0));
        let positional = d.parameters.iter().filter(|p| p.kind == ParameterKind::Positional);
        positional.zip(passed).all(|(parameter, passed)| {
            let Some(declared) = parameter.declared else { return true };
            let declared = self.type_of_type(callee, Spot::END, declared);
            declared.is_unknown()
                || passed.is_unknown()
                || declared.iter().any(|d| passed.iter().any(|p| may_be(d, p)))
        })
    }

    /// What a type's own associated type is declared as: `Self::Item` names the trait's, whatever it stands for here.
    fn declared_associated(&mut self, found: Found) -> Found {
        let Found::Symbols(symbols) = &found else { return found };
        let mut declared: SmallVec<[SymbolId; 2]> = SmallVec::new();
        for symbol in symbols {
            let of_trait = self.env(*symbol).and_then(|env| {
                let d = env.item.definition.as_ref()?;
                let (block, _) = env.parent()?;
                let implemented = block.item.implementation.as_ref()?.implemented?;
                (d.kind == SymbolKind::TypeAlias).then_some((d.name, block, implemented))
            });
            let Some((name, block, implemented)) = of_trait else {
                declared.push(*symbol);
                continue;
            };
            let implemented = self.type_of_type(block, Spot::END, implemented);
            let member = implemented.iter().find_map(|t| self.members_of_type(block, t, name));
            match member {
                Some(member) => declared.extend(member),
                None => declared.push(*symbol),
            }
        }
        Found::Symbols(declared)
    }

    fn resolve_member(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        base: ExpressionId,
        name: Name,
        used: Use,
    ) -> Targets {
        let receivers = self.type_of_value(env, spot, base);
        let mut all = Targets::new();
        let mut closed = !receivers.is_unknown();
        for receiver in receivers.iter() {
            let mut current = vec![receiver.clone()];
            let mut found = None;
            // Smart pointers and the like: the member is the inner type's unless the outer has one.
            for _ in 0..4 {
                found = current.iter().find_map(|t| self.members_used(env, t, name, used));
                if found.is_some() {
                    break;
                }
                let next: Vec<Type> = current
                    .iter()
                    .flat_map(|t| {
                        self.rules(env.node).through(self, env, t).iter().cloned().collect::<Vec<_>>()
                    })
                    .collect();
                if next.is_empty() {
                    break;
                }
                current = next;
            }
            match found {
                Some(symbols) => {
                    for target in self.extracted(&Found::Symbols(symbols)) {
                        if !all.contains(&target) {
                            all.push(target);
                        }
                    }
                }
                None => closed &= current.iter().all(|t| self.is_closed(t)),
            }
        }
        if !all.is_empty() || (closed && receivers.first().is_some()) {
            return all;
        }
        self.by_bare_name(env, name, used)
    }

    /// Candidates by bare name, where the receiver says nothing: members of the workspace alone, few, and none that shares
    /// its name with a built-in's member.
    pub(crate) fn by_bare_name(&mut self, env: Env<'g>, name: Name, used: Use) -> Targets {
        self.record(Key::bare(name));
        let apart = self.rules(env.node).method_space() == MethodSpace::Apart;
        if self.prelude(env.node).is_some_and(|prelude| !prelude.definitions_named(name).is_empty()) {
            return Targets::new();
        }
        let files = self.graph.defining.files(name);
        if files.len() > MAX_BARE_FILES {
            return Targets::new();
        }
        let family = env.node.facts.language.family();
        // In order of path and name: the order of text changes without any key changing.
        let mut candidates: Vec<(&'static str, &'static str, SymbolId)> = Vec::new();
        for file in files {
            let Some(node) = self.graph.file(FileId(*file)) else { continue };
            if node.external || node.facts.language.family() != family {
                continue;
            }
            for item in node.definitions_named(name) {
                let Some(candidate) = node.item(*item) else { continue };
                let Some(d) = &candidate.definition else { continue };
                let member = d.container.is_some()
                    && matches!(
                        d.kind,
                        SymbolKind::Method | SymbolKind::Field | SymbolKind::Property | SymbolKind::Function
                    );
                let fits = !apart || used == Use::Any || d.kind.is_callable() == (used == Use::Call);
                if member && fits && d.visibility != lockstep_facts::Visibility::Local {
                    candidates
                        .extend(node.symbol(*item).map(|s| (node.path.as_str(), candidate.path.as_str(), s)));
                }
            }
        }
        if candidates.len() > MAX_BARE {
            return Targets::new();
        }
        candidates.sort_unstable();
        let confidence = if candidates.len() == 1 { Confidence::Inferred } else { Confidence::Ambiguous };
        candidates.into_iter().map(|(_, _, symbol)| Target { symbol, confidence }).collect()
    }

    fn resolve_keyword(&mut self, env: Env<'g>, spot: Spot, callee: ExpressionId, name: Name) -> Targets {
        let callees = match env.expression(callee) {
            Expression::New { class, .. } => self.type_of_type(env, spot, *class),
            _ => self.type_of_value(env, spot, callee),
        };
        let mut all = Targets::new();
        for t in callees.iter() {
            let holder = match t {
                Type::Callable(symbol, _) => {
                    // A component's attributes are members of what its first parameter is.
                    let Some(component) = self.env(*symbol) else { continue };
                    let declared =
                        component.item.definition.as_ref().and_then(|d| d.parameters.first()?.declared);
                    let Some(declared) = declared else { continue };
                    if !self.rules(env.node).keywords_are_members() {
                        continue;
                    }
                    self.type_of_type(component, Spot::END, declared)
                }
                other => TypeSet::one(other.clone()),
            };
            for holder in holder.iter() {
                let members = self.members_used(env, holder, name, Use::Read).or_else(|| {
                    let through = self.rules(env.node).through(self, env, holder);
                    through.iter().find_map(|inner| self.members_used(env, inner, name, Use::Read))
                });
                if let Some(symbols) = members {
                    for target in self.extracted(&Found::Symbols(symbols)) {
                        if !all.contains(&target) {
                            all.push(target);
                        }
                    }
                } else if self.rules(env.node).keys_are_values(self, env, holder) {
                    let found = self.lookup(env, spot, name, Space::Value);
                    return self.extracted(&found);
                }
            }
        }
        all
    }

    /// Symbols as targets; those of preludes are left out.
    pub(crate) fn extracted(&self, found: &Found) -> Targets {
        let Found::Symbols(symbols) = found else { return Targets::new() };
        symbols
            .iter()
            .flat_map(|symbol| self.all_parts(*symbol))
            .filter(|symbol| {
                let file = self.graph.item_of(*symbol).map(|(node, _)| node.external);
                !file.unwrap_or_else(|| self.graph.file_of(*symbol).is_none())
            })
            .map(|symbol| Target { symbol, confidence: Confidence::Extracted })
            .collect()
    }
}

/// Whether a value of type `passed` can be given where `declared` is asked for, as far as the outermost types show.
fn may_be(declared: &Type, passed: &Type) -> bool {
    match (declared, passed) {
        (Type::Instance(a, x), Type::Instance(b, y)) => {
            let inner = match (x, y) {
                (Some(x), Some(y)) => x.iter().zip(y.iter()).all(|(x, y)| {
                    x.is_unknown() || y.is_unknown() || x.iter().any(|x| y.iter().any(|y| may_be(x, y)))
                }),
                _ => true,
            };
            a == b && inner
        }
        (Type::Tuple(a), Type::Tuple(b)) => a.len() == b.len(),
        (Type::Instance(..), Type::Tuple(_)) | (Type::Tuple(_), Type::Instance(..)) => false,
        (Type::External, Type::Instance(..)) | (Type::Instance(..), Type::External) => false,
        _ => true,
    }
}
