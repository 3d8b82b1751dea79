//! Members of types: own, of `impl` blocks, of bases; iteration, indexing, awaiting.

use std::sync::Arc;

use lockstep_facts::{DefinitionFlags, LiteralKind, Name, SymbolId, SymbolKind};
use smallvec::{SmallVec, smallvec};

use crate::file::FileNode;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Arguments, BaseList, Substitution, Type, TypeSet};

/// Bases followed before a hierarchy counts as unknown.
const MAX_BASES: usize = 64;

pub(crate) type Symbols = SmallVec<[SymbolId; 2]>;

impl<'g> Resolver<'g> {
    /// The definitions that `receiver.name` means; none if the type has no such member as far as is known.
    pub(crate) fn members_of_type(&mut self, env: Env<'g>, receiver: &Type, name: Name) -> Option<Symbols> {
        self.members_used(env, receiver, name, Use::Any)
    }

    /// The same, of the kind that the use asks for where fields and methods have namespaces of their own.
    pub(crate) fn members_used(
        &mut self,
        env: Env<'g>,
        receiver: &Type,
        name: Name,
        used: Use,
    ) -> Option<Symbols> {
        self.nested(|r| r.members(env, receiver, name, used))
    }

    fn members(&mut self, env: Env<'g>, receiver: &Type, name: Name, used: Use) -> Option<Symbols> {
        match receiver {
            Type::Instance(class, _)
            | Type::Class(class, _)
            | Type::Receiver(class)
            | Type::ReceiverClass(class) => self.member_of_class(*class, name, false, used),
            Type::Super(class) => self.member_of_class(*class, name, true, used),
            Type::Module(symbol) => match self.export(*symbol, name, Space::Value, false) {
                Found::Symbols(symbols) => Some(symbols),
                _ => None,
            },
            Type::Callable(symbol, _) => {
                let callable = self.env(*symbol)?;
                self.record(Key::definition(callable.node.path, callable.item.path, name));
                let own = callable.node.members_named(callable.item.path, name).first();
                own.and_then(|item| callable.node.symbol(*item)).map(|symbol| smallvec![symbol])
            }
            Type::Parameter(owner, parameter) => {
                let bounds = self.bounds_in(env, *owner, *parameter);
                bounds.iter().find_map(|bound| match bound {
                    Type::Parameter(..) => None,
                    bound => self.members_used(env, bound, name, used),
                })
            }
            Type::Projection(base, associated) => {
                let known = self.associated_type(env, base, *associated);
                known.iter().find_map(|t| match t {
                    // Not known: what its declaration says of it.
                    Type::Projection(base, associated) => {
                        let declared = self.members_of_type(env, base, *associated)?;
                        declared.iter().find_map(|alias| self.member_of_class(*alias, name, false, used))
                    }
                    other => self.members_used(env, other, name, used),
                })
            }
            Type::Function(_) | Type::Tuple(_) | Type::Object(_) | Type::External => None,
        }
    }

    /// Whether the type is known so well that a missing member means: no project symbol is meant.
    pub(crate) fn is_closed(&mut self, receiver: &Type) -> bool {
        match receiver {
            Type::External | Type::Module(_) | Type::Tuple(_) => true,
            Type::Instance(class, _)
            | Type::Class(class, _)
            | Type::Receiver(class)
            | Type::ReceiverClass(class)
            | Type::Super(class) => self.has_known_bases(*class),
            _ => false,
        }
    }

    fn has_known_bases(&mut self, class: SymbolId) -> bool {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len() && seen.len() < MAX_BASES {
            let current = seen[at];
            at += 1;
            let declared =
                self.env(current).and_then(|e| e.item.definition.as_ref()).map_or(0, |d| d.bases.len());
            let bases = self.bases(current);
            if bases.iter().any(|b| !matches!(b, Type::Instance(..))) || bases.len() < declared {
                return false;
            }
            for base in &bases {
                if let Type::Instance(symbol, _) = base
                    && !seen.contains(symbol)
                {
                    seen.push(*symbol);
                }
            }
        }
        true
    }

    /// The type of `receiver.name`.
    pub(crate) fn type_of_member(&mut self, env: Env<'g>, receiver: &Type, name: Name, used: Use) -> TypeSet {
        self.nested(|r| r.member_type(env, receiver, name, used))
    }

    fn member_type(&mut self, env: Env<'g>, receiver: &Type, name: Name, used: Use) -> TypeSet {
        match receiver {
            Type::External => return TypeSet::one(Type::External),
            Type::Object(fields) => {
                return fields.iter().find(|(n, _)| *n == name).map(|(_, t)| t.clone()).unwrap_or_default();
            }
            Type::Tuple(fields) => {
                return name
                    .as_str()
                    .parse::<usize>()
                    .ok()
                    .and_then(|i| fields.get(i).cloned())
                    .unwrap_or_default();
            }
            Type::Module(module) => {
                let found = self.export(*module, name, Space::Value, false);
                return self.type_of_found(env, &found);
            }
            _ => {}
        }
        let Some(symbols) = self.members_used(env, receiver, name, used) else {
            let through = self.rules(env.node).through(self, env, receiver);
            return through.flat_map(|inner| self.type_of_member(env, inner, name, used));
        };
        let mut all = TypeSet::unknown();
        for symbol in symbols {
            let t = self.type_of_member_symbol(symbol, receiver);
            all.join(&t);
        }
        all
    }

    /// The type of member `symbol` taken from `receiver`.
    pub(crate) fn type_of_member_symbol(&mut self, symbol: SymbolId, receiver: &Type) -> TypeSet {
        let property = self.env(symbol).and_then(|e| e.item.definition.as_ref()).is_some_and(|d| {
            d.kind.is_callable() && d.flags.has(DefinitionFlags::PROPERTY) || d.kind == SymbolKind::Property
        });
        let raw = if property {
            let result = self.result_of_symbol(symbol);
            if result.is_unknown() { self.type_of_symbol(symbol) } else { result }
        } else {
            self.type_of_symbol(symbol)
        };
        if matches!(receiver, Type::Module(_)) {
            return raw;
        }
        let map = self.receiver_substitution(symbol, receiver);
        let open = self.open_parameters(symbol, receiver);
        raw.flat_map(|t| match t {
            Type::Callable(s, None) if *s == symbol => {
                TypeSet::one(Type::Callable(symbol, Some(Box::new(receiver.clone()))))
            }
            Type::Instance(class, None) if self.is_enum_member(symbol) => {
                let arguments = match receiver {
                    Type::Class(_, arguments) => arguments.clone(),
                    _ => None,
                };
                TypeSet::one(Type::Instance(*class, arguments))
            }
            other => {
                let known = self.substituted(&TypeSet::one(other.clone()), &map);
                forget(&known, &open)
            }
        })
    }

    /// The owners of type parameters that nothing says when `member` is taken from `receiver`.
    pub(crate) fn open_parameters(&mut self, member: SymbolId, receiver: &Type) -> SmallVec<[u64; 2]> {
        let mut open = SmallVec::new();
        if let Type::Instance(class, None) | Type::Class(class, None) = receiver {
            open.push(class.0);
            let block = self.env(member).and_then(|env| env.parent());
            open.extend(block.filter(|(b, _)| b.item.implementation.is_some()).map(|(b, _)| b.anchor().0));
        }
        open
    }

    /// Replaces type parameters, the receiver, and associated types that are known by then.
    pub(crate) fn substituted(&mut self, raw: &TypeSet, map: &Substitution) -> TypeSet {
        let result = raw.substitute(map).limited();
        if result.has_projections() { self.nested(|r| r.normalized(&result)).limited() } else { result }
    }

    fn normalized(&mut self, set: &TypeSet) -> TypeSet {
        set.rewrite(&mut |t| match t {
            Type::Projection(base, name) => {
                let env = self.holder_env(base)?;
                Some(self.associated_type(env, base, *name))
            }
            _ => None,
        })
    }

    /// Where a type is declared.
    fn holder_env(&self, t: &Type) -> Option<Env<'g>> {
        match t {
            Type::Instance(class, _)
            | Type::Class(class, _)
            | Type::Receiver(class)
            | Type::ReceiverClass(class)
            | Type::Super(class)
            | Type::Callable(class, _) => self.env(*class),
            Type::Parameter(owner, _) => self.env(SymbolId(*owner)),
            Type::Projection(base, _) => self.holder_env(base),
            _ => None,
        }
    }

    /// `base::name` where `base` is a type: what an associated type stands for, as far as is known.
    pub(crate) fn associated_type(&mut self, env: Env<'g>, base: &Type, name: Name) -> TypeSet {
        self.nested(|r| r.project(env, base, name))
    }

    fn project(&mut self, env: Env<'g>, base: &Type, name: Name) -> TypeSet {
        let open = || TypeSet::one(Type::Projection(Box::new(base.clone()), name));
        match base {
            Type::External => return TypeSet::one(Type::External),
            Type::Function(f) if name == "Output" => return f.result.clone(),
            Type::Function(_) | Type::Tuple(_) | Type::Object(_) | Type::Module(_) => {
                return TypeSet::unknown();
            }
            Type::Instance(class, arguments) | Type::Class(class, arguments) => {
                if let Some(bound) = binding(arguments, name).or_else(|| self.bound_by_bases(*class, name)) {
                    return bound;
                }
            }
            Type::Receiver(class) => {
                if let Some(bound) = self.bound_by_bases(*class, name) {
                    return bound;
                }
            }
            Type::Parameter(owner, parameter) => {
                for bound in self.bounds_in(env, *owner, *parameter) {
                    match &bound {
                        Type::Instance(class, arguments) => {
                            let said = binding(arguments, name).or_else(|| self.bound_by_bases(*class, name));
                            if let Some(said) = said {
                                return said;
                            }
                        }
                        Type::Function(f) if name == "Output" => return f.result.clone(),
                        _ => {}
                    }
                }
                return open();
            }
            _ => {}
        }
        let Some(symbols) = self.members_of_type(env, base, name) else {
            let through = match base {
                Type::Instance(..) if name != "Target" => self.rules(env.node).through(self, env, base),
                _ => TypeSet::unknown(),
            };
            return through.flat_map(|inner| self.associated_type(env, inner, name));
        };
        let mut all = TypeSet::unknown();
        for symbol in symbols {
            let declared =
                self.env(symbol).and_then(|e| e.item.definition.as_ref()).map(|d| (d.kind, d.declared));
            match declared {
                Some((SymbolKind::TypeAlias, None)) => all.join(&open()),
                Some((SymbolKind::TypeAlias, Some(_))) => {
                    let raw = self.instance_of_symbol(symbol);
                    let map = self.receiver_substitution(symbol, base);
                    let known = self.substituted(&raw, &map);
                    all.join(&forget(&known, &self.open_parameters(symbol, base)));
                }
                _ => all.join(&self.instance_of_symbol(symbol)),
            }
        }
        all
    }

    /// An associated type that a base says: `trait Words: Iterator<Item = Word>`.
    fn bound_by_bases(&mut self, class: SymbolId, name: Name) -> Option<TypeSet> {
        let is_trait = self.env(class)?.item.definition.as_ref()?.kind == SymbolKind::Trait;
        if !is_trait {
            return None;
        }
        self.bases(class).iter().find_map(|base| match base {
            Type::Instance(_, arguments) => binding(arguments, name),
            _ => None,
        })
    }

    fn is_enum_member(&self, symbol: SymbolId) -> bool {
        self.env(symbol)
            .and_then(|e| e.item.definition.as_ref())
            .is_some_and(|d| d.kind == SymbolKind::EnumMember)
    }

    /// What the type parameters around `member` stand for when it is taken from `receiver`.
    pub(crate) fn receiver_substitution(&mut self, member: SymbolId, receiver: &Type) -> Substitution {
        let mut map = match receiver {
            Type::Instance(class, arguments) | Type::Class(class, arguments) => {
                let mut map = self.class_substitution(*class, arguments);
                self.base_substitutions(*class, &mut map);
                map
            }
            Type::Parameter(owner, name) => {
                let mut map = Substitution::default();
                for bound in self.bounds_of(*owner, *name) {
                    if let Type::Instance(class, arguments) = &bound {
                        let more = self.class_substitution(*class, arguments);
                        for ((owner, name), value) in &more.parameters {
                            map.bind(*owner, *name, value);
                        }
                    }
                }
                map
            }
            _ => Substitution::default(),
        };
        // An impl block has parameters of its own: match its self type with the receiver.
        if let Type::Instance(class, Some(arguments)) | Type::Class(class, Some(arguments)) = receiver
            && let Some(env) = self.env(member)
            && let Some((parent, _)) = env.parent()
            && let Some(block) = &parent.item.implementation
            && !block.type_parameters.is_empty()
        {
            let pattern = self.type_of_type(parent, Spot::END, block.self_type);
            let actual = TypeSet::one(Type::Instance(*class, Some(Arc::clone(arguments))));
            self.unify(parent, &pattern, &actual, &mut map, 0);
        }
        // `super().m()` and `self.m()` keep meaning the instance at hand.
        map.receiver = Some(match receiver {
            Type::Super(class) => Type::Receiver(*class),
            other => other.clone(),
        });
        map
    }

    /// A class's own parameters.
    pub(crate) fn class_substitution(&mut self, class: SymbolId, arguments: &Arguments) -> Substitution {
        let mut map = Substitution::default();
        let Some(env) = self.env(class) else { return map };
        let Some(d) = &env.item.definition else { return map };
        self.record(Key::type_of(class.0));
        for (index, parameter) in d.type_parameters.iter().enumerate() {
            let value = match arguments.as_ref().and_then(|a| a.get(index)) {
                Some(value) => value.clone(),
                None => match parameter.default {
                    Some(default) if arguments.is_some() => self.type_of_type(env, Spot::END, default),
                    _ => TypeSet::unknown(),
                },
            };
            if arguments.is_some() {
                map.bind(class.0, parameter.name, &value);
            }
        }
        map
    }

    /// The parameters of bases, as the bases' arguments say.
    fn base_substitutions(&mut self, class: SymbolId, map: &mut Substitution) {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len() && seen.len() < MAX_BASES {
            let current = seen[at];
            at += 1;
            for base in &self.bases(current) {
                let Type::Instance(symbol, arguments) = base else { continue };
                if seen.contains(symbol) {
                    continue;
                }
                seen.push(*symbol);
                if let Some(arguments) = arguments {
                    let actual: Arc<[TypeSet]> = arguments.iter().map(|a| self.substituted(a, map)).collect();
                    let more = self.class_substitution(*symbol, &Some(actual));
                    for ((owner, name), value) in &more.parameters {
                        map.bind(*owner, *name, value);
                    }
                }
            }
        }
    }

    /// Members by name along the hierarchy: the first class that has it. `bases_only`: `super`.
    fn member_of_class(
        &mut self,
        class: SymbolId,
        name: Name,
        bases_only: bool,
        used: Use,
    ) -> Option<Symbols> {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        let mut assigned = None;
        while at < seen.len() && seen.len() < MAX_BASES {
            let current = seen[at];
            at += 1;
            if !(bases_only && at == 1)
                && let Some(own) = self.own_member_used(current, name, used)
            {
                // A field that is only assigned somewhere sets what a base declares, if one does.
                if !own.iter().all(|symbol| self.is_assigned_field(*symbol)) {
                    return Some(own);
                }
                assigned.get_or_insert(own);
            }
            // Depth first, left to right, each class once: what Python's order is wherever it is not a diamond.
            let bases = self.bases(current);
            let mut insert = at;
            for base in &bases {
                if let Type::Instance(symbol, _) = base
                    && !seen.contains(symbol)
                {
                    seen.insert(insert, *symbol);
                    insert += 1;
                }
            }
        }
        assigned
    }

    /// Whether a member is a field defined by an assignment in a method's body.
    fn is_assigned_field(&self, symbol: SymbolId) -> bool {
        let Some(env) = self.env(symbol) else { return false };
        let is_field = env.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Field);
        is_field
            && env.parent().is_some_and(|(parent, _)| {
                parent.item.definition.as_ref().is_some_and(|d| d.kind.is_callable())
            })
    }

    /// What of [`Resolver::own_member`] a use can mean.
    fn own_member_used(&mut self, class: SymbolId, name: Name, used: Use) -> Option<Symbols> {
        let mut own = self.own_member(class, name)?;
        if used == Use::Any || !self.env(class).is_some_and(|e| self.rules(e.node).has_impls()) {
            return Some(own);
        }
        let inherent = own.iter().any(|s| !self.is_trait_impl(*s) && self.is_callable(*s));
        own.retain(|s| {
            let callable = self.is_callable(*s);
            callable == (used == Use::Call) && !(callable && inherent && self.is_trait_impl(*s))
        });
        (!own.is_empty()).then_some(own)
    }

    fn is_callable(&self, symbol: SymbolId) -> bool {
        let d = self.env(symbol).and_then(|e| e.item.definition.as_ref());
        d.is_some_and(|d| d.kind.is_callable() || d.kind == SymbolKind::EnumMember)
    }

    /// Members that the class itself or an `impl` of it defines.
    pub(crate) fn own_member(&mut self, class: SymbolId, name: Name) -> Option<Symbols> {
        let env = self.env(class)?;
        let d = env.item.definition.as_ref()?;
        self.record(Key::member(d.name, name));
        let mut own = Symbols::new();
        // Merged declarations: an interface and a class or namespace of one name.
        let container = d.container.map_or(Name::empty(), |c| c.path);
        for part in env.node.members_named(container, d.name) {
            let Some(part) = env.node.item(*part) else { continue };
            for item in env.node.members_named(part.path, name) {
                own.extend(env.node.symbol(*item));
            }
        }
        if own.is_empty() && env.node.members_named(container, d.name).is_empty() {
            own.extend(
                env.node.members_named(env.item.path, name).iter().filter_map(|i| env.node.symbol(*i)),
            );
        }
        if self.rules(env.node).has_impls() {
            own.retain(|symbol| {
                self.graph
                    .item_of(*symbol)
                    .is_some_and(|(node, item)| node.item(item).is_some_and(|i| !through_impl(node, i)))
            });
            own.extend(self.impl_members(class, d.name, name));
        }
        own.dedup();
        if own.len() > 1 {
            // Conditional definitions and trait impls of one name: inherent ones win.
            let inherent: Symbols = own.iter().copied().filter(|s| !self.is_trait_impl(*s)).collect();
            let callable = inherent.iter().any(|s| self.is_callable(*s));
            if !inherent.is_empty() && (callable || own.iter().all(|s| !self.is_callable(*s))) {
                own = inherent;
            }
            if !self.rules(env.node).has_impls() {
                own.truncate(1);
            }
        }
        (!own.is_empty()).then_some(own)
    }

    /// Field `index` of a tuple struct.
    pub(crate) fn tuple_field(&mut self, of: Env<'g>, index: usize) -> Option<SymbolId> {
        let name = Name::new(&index.to_string());
        self.record(Key::definition(of.node.path, of.item.path, name));
        of.node.symbol(*of.node.members_named(of.item.path, name).first()?)
    }

    /// Whether a definition stands in an `impl` of a trait.
    pub(crate) fn is_trait_impl(&self, symbol: SymbolId) -> bool {
        self.env(symbol)
            .and_then(|e| e.item.definition.as_ref())
            .is_some_and(|d| d.flags.has(DefinitionFlags::TRAIT_IMPL))
    }

    /// Members named `name` of `impl` blocks whose self type is `class`.
    fn impl_members(&mut self, class: SymbolId, type_name: Name, name: Name) -> Symbols {
        let mut found = Symbols::new();
        let defining = self.graph.defining.files(name);
        let files = self.graph.implementing.files(type_name).iter().copied();
        let files: Vec<u32> = files.filter(|file| defining.binary_search(file).is_ok()).collect();
        for node in self.graph.nodes_by_path(&files) {
            for env in by_local_path(node, node.definitions_named(name)) {
                let Some(container) = env.item.definition.as_ref().and_then(|d| d.container) else {
                    continue;
                };
                if container.name != type_name || !through_impl(node, env.item) {
                    continue;
                }
                if self.self_types(env).contains(&class) {
                    found.extend(node.symbol(env.index));
                }
            }
        }
        found
    }

    /// The bases of a type, with those that `impl` blocks add.
    pub(crate) fn bases(&mut self, class: SymbolId) -> BaseList {
        let Some(env) = self.env(class) else { return Box::default() };
        let memos = Arc::clone(&env.node.memos[env.index as usize]);
        if let Some(memo) = memos.bases.get(self.graph) {
            self.record_all(memo.keys());
            return memo.value.clone();
        }
        if self.basing.contains(&class) || self.basing.len() > MAX_BASES {
            self.tainted = true;
            return Box::default();
        }
        self.basing.push(class);
        let outer = std::mem::take(&mut self.tainted);
        let (bases, keys) = self.recorded(|r| r.compute_bases(env, class));
        let tainted = std::mem::replace(&mut self.tainted, outer);
        self.basing.pop();
        self.record_all(&keys);
        // Inside a cycle of types what was found may be less than there is: it is used, not kept.
        if !tainted && !self.depends_on_open() && self.basing.is_empty() {
            memos.bases.put(self.graph, keys, bases.clone());
        }
        bases
    }

    fn compute_bases(&mut self, env: Env<'g>, class: SymbolId) -> BaseList {
        let mut bases = Vec::new();
        let Some(d) = &env.item.definition else { return Box::default() };
        self.record(Key::bases(d.name));
        self.record(Key::type_of(class.0));
        let container = d.container.map_or(Name::empty(), |c| c.path);
        let mut parts: SmallVec<[u32; 2]> = env.node.members_named(container, d.name).into();
        if parts.is_empty() {
            parts.push(env.index);
        }
        for part in parts {
            let Some(part) = Env::new(env.node, part) else { continue };
            let Some(d) = &part.item.definition else { continue };
            for base in &d.bases {
                let set = self.type_of_type(part, Spot::END, base.expression);
                match set.first() {
                    Some(base) => bases.push(base.clone()),
                    None => bases.push(Type::External),
                }
            }
        }
        bases.extend(self.rules(env.node).more_bases(self, env));
        if self.rules(env.node).has_impls() {
            for node in self.graph.nodes_by_path(self.graph.implementing.files(d.name)) {
                for block_env in by_local_path(node, node.impls_of(d.name)) {
                    let Some(block) = &block_env.item.implementation else { continue };
                    let Some(implemented) = block.implemented else { continue };
                    if !self.self_types(block_env).contains(&class) {
                        continue;
                    }
                    let set = self.type_of_type(block_env, Spot::END, implemented);
                    bases.extend(set.first().cloned());
                }
            }
        }
        bases.retain(|base| !matches!(base, Type::Instance(symbol, _) if *symbol == class));
        bases.into()
    }

    /// A static member of a type, looked up as an export.
    pub(crate) fn static_member(&mut self, of: SymbolId, name: Name, _space: Space) -> Found {
        let instance = self.instance_of_symbol(of);
        for candidate in instance.iter() {
            if let Type::Instance(class, _) = candidate
                && let Some(symbols) = self.member_of_class(*class, name, false, Use::Any)
            {
                return Found::Symbols(symbols);
            }
        }
        Found::Nothing
    }

    /// The bounds of a type parameter.
    fn bounds_of(&mut self, owner: u64, parameter: Name) -> Bounds {
        let Some(env) = self.env(SymbolId(owner)) else { return Bounds::new() };
        self.record(Key::type_of(owner));
        let mut all = Bounds::new();
        self.add_bounds(env, parameter, &mut all);
        all
    }

    /// The same as seen from `env`: what stands around it may put further bounds on a parameter of that name.
    fn bounds_in(&mut self, env: Env<'g>, owner: u64, parameter: Name) -> Bounds {
        let mut all = self.bounds_of(owner, parameter);
        let mut at = env;
        loop {
            self.record(Key::scope(at.node.path, at.item.path));
            if at.anchor().0 != owner {
                self.add_bounds(at, parameter, &mut all);
            }
            match at.parent() {
                Some((parent, _)) => at = parent,
                None => return all,
            }
        }
    }

    fn add_bounds(&mut self, env: Env<'g>, parameter: Name, all: &mut Bounds) {
        let definition = env.item.definition.as_ref().map(|d| &d.type_parameters);
        let parameters = definition.or(env.item.implementation.as_ref().map(|b| &b.type_parameters));
        for found in parameters.into_iter().flatten().filter(|p| p.name == parameter) {
            for bound in &found.bounds {
                let set = self.type_of_type(env, Spot::END, *bound);
                all.extend(set.iter().filter(|t| !all.contains(t)).cloned().collect::<Bounds>());
            }
        }
    }

    /// The types among a type parameter's bounds that say more than their name: with associated types bound.
    pub(crate) fn binding_bounds(&mut self, owner: u64, parameter: Name) -> Bounds {
        let mut bounds = self.bounds_of(owner, parameter);
        bounds.retain(|t| matches!(t, Type::Instance(_, Some(_))));
        bounds
    }

    /// The function type among a type parameter's bounds (`F: Fn(A) -> B`).
    pub(crate) fn function_bound(&mut self, owner: u64, parameter: Name) -> Option<Type> {
        let bounds = self.bounds_of(owner, parameter);
        bounds.into_iter().find(|t| matches!(t, Type::Function(_)))
    }

    /// What iterating over a value gives.
    pub(crate) fn type_of_element(&mut self, env: Env<'g>, value: &Type) -> TypeSet {
        match value {
            Type::Tuple(fields) => {
                let mut all = TypeSet::unknown();
                fields.iter().for_each(|t| all.join(t));
                all
            }
            Type::External => TypeSet::one(Type::External),
            Type::Object(_) | Type::Module(_) | Type::Function(_) => TypeSet::unknown(),
            _ => self.rules(env.node).element(self, env, value),
        }
    }

    /// What indexing a value gives.
    pub(crate) fn type_of_index(
        &mut self,
        env: Env<'g>,
        value: &Type,
        _index: Option<LiteralKind>,
    ) -> TypeSet {
        match value {
            Type::Tuple(fields) => {
                let mut all = TypeSet::unknown();
                fields.iter().for_each(|t| all.join(t));
                all
            }
            // `list[int]` as a value is the class.
            Type::Class(..) | Type::External => TypeSet::one(value.clone()),
            _ => self.rules(env.node).index(self, env, value),
        }
    }

    /// What awaiting a value gives.
    pub(crate) fn type_of_awaited(&mut self, value: &Type) -> TypeSet {
        if let Type::Instance(class, arguments) = value
            && let Some(env) = self.env(*class)
            && self.rules(env.node).awaits_to_argument(env.item.definition.as_ref().map(|d| d.name.as_str()))
        {
            if let Some(output) = binding(arguments, Name::new("Output")) {
                return output;
            }
            return arguments.as_ref().and_then(|a| a.last().cloned()).unwrap_or_default();
        }
        TypeSet::one(value.clone())
    }

    /// What `with value as x` binds.
    pub(crate) fn type_of_entered(&mut self, env: Env<'g>, value: &Type) -> TypeSet {
        for method in ["__enter__", "__aenter__"] {
            if let Some(symbols) = self.members_of_type(env, value, Name::new(method))
                && let Some(symbol) = symbols.first()
            {
                let callable = Type::Callable(*symbol, Some(Box::new(value.clone())));
                let result = self.result_of_call(env, Spot::END, &callable, &[]);
                return result.flat_map(|t| self.type_of_awaited(t));
            }
        }
        TypeSet::one(value.clone())
    }

    /// Runs `f`, returning what it looked up instead of recording it.
    pub(crate) fn recorded<T>(&mut self, f: impl FnOnce(&mut Resolver<'g>) -> T) -> (T, Vec<Key>) {
        let before = self.swap_keys(Vec::new());
        let result = f(self);
        let keys = self.swap_keys(before);
        (result, keys)
    }
}

/// How a member is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Any,
    Call,
    Read,
}

/// Bounds of a type parameter.
pub(crate) type Bounds = SmallVec<[Type; 4]>;

/// The associated type `name` as type arguments bind it: `Iterator<Item = T>`.
pub(crate) fn binding(arguments: &Arguments, name: Name) -> Option<TypeSet> {
    arguments.as_ref()?.iter().rev().find_map(|argument| match argument.first() {
        Some(Type::Object(fields)) => fields.iter().find(|(n, _)| *n == name).map(|(_, t)| t.clone()),
        _ => None,
    })
}

/// Makes the type parameters of these owners unknown.
pub(crate) fn forget(set: &TypeSet, owners: &[u64]) -> TypeSet {
    if owners.is_empty() || !set.has_parameters() {
        return set.clone();
    }
    set.rewrite(&mut |t| match t {
        Type::Parameter(owner, _) if owners.contains(owner) => Some(TypeSet::unknown()),
        Type::Projection(base, _) => match &**base {
            Type::Parameter(owner, _) if owners.contains(owner) => Some(TypeSet::unknown()),
            _ => None,
        },
        _ => None,
    })
}

/// Items of one file in order of their paths: their order in the text can change without any key changing.
fn by_local_path<'g>(node: &'g Arc<FileNode>, items: &[u32]) -> SmallVec<[Env<'g>; 2]> {
    let mut envs: SmallVec<[Env<'g>; 2]> = items.iter().filter_map(|item| Env::new(node, *item)).collect();
    envs.sort_unstable_by_key(|env| env.item.path.as_str());
    envs
}

/// Whether an item stands in an `impl` block.
fn through_impl(node: &FileNode, item: &lockstep_facts::Item) -> bool {
    item.lexical_parent
        .and_then(|(parent, _)| node.item(node.item_at(parent)?))
        .is_some_and(|parent| parent.implementation.is_some())
}
