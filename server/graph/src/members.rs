//! Members of types: own, of `impl` blocks, of bases; iteration, indexing, awaiting.

use std::sync::Arc;

use lockstep_facts::{DefinitionFlags, LiteralKind, Name, SymbolId, SymbolKind};
use smallvec::{SmallVec, smallvec};

use crate::FileId;
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
        self.nested(|r| r.members(env, receiver, name))
    }

    fn members(&mut self, env: Env<'g>, receiver: &Type, name: Name) -> Option<Symbols> {
        match receiver {
            Type::Instance(class, _) | Type::Class(class, _) | Type::Receiver(class) | Type::ReceiverClass(class) => {
                self.member_of_class(*class, name, false)
            }
            Type::Super(class) => self.member_of_class(*class, name, true),
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
                let bounds = self.bounds_of(*owner, *parameter);
                bounds.iter().find_map(|bound| match bound {
                    Type::Parameter(..) => None,
                    bound => self.members_of_type(env, bound, name),
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
            let declared = self
                .env(current)
                .and_then(|e| e.item.definition.as_ref())
                .map_or(0, |d| d.bases.len());
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
    pub(crate) fn type_of_member(&mut self, env: Env<'g>, receiver: &Type, name: Name) -> TypeSet {
        self.nested(|r| r.member_type(env, receiver, name))
    }

    fn member_type(&mut self, env: Env<'g>, receiver: &Type, name: Name) -> TypeSet {
        match receiver {
            Type::External => return TypeSet::one(Type::External),
            Type::Object(fields) => {
                return fields.iter().find(|(n, _)| *n == name).map(|(_, t)| t.clone()).unwrap_or_default();
            }
            Type::Tuple(fields) => {
                return name.as_str().parse::<usize>().ok().and_then(|i| fields.get(i).cloned()).unwrap_or_default();
            }
            Type::Module(module) => {
                let found = self.export(*module, name, Space::Value, false);
                return self.type_of_found(env, &found);
            }
            _ => {}
        }
        let Some(symbols) = self.members_of_type(env, receiver, name) else {
            let through = self.rules(env.node).through(self, env, receiver);
            return through.flat_map(|inner| self.type_of_member(env, inner, name));
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
        let property = self
            .env(symbol)
            .and_then(|e| e.item.definition.as_ref())
            .is_some_and(|d| d.kind.is_callable() && d.flags.has(DefinitionFlags::PROPERTY) || d.kind == SymbolKind::Property);
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
            other => TypeSet::one(other.clone()).substitute(&map),
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
                    let actual: Arc<[TypeSet]> = arguments.iter().map(|a| a.substitute(map)).collect();
                    let more = self.class_substitution(*symbol, &Some(actual));
                    for ((owner, name), value) in &more.parameters {
                        map.bind(*owner, *name, value);
                    }
                }
            }
        }
    }

    /// Members by name along the hierarchy: the first class that has it. `bases_only`: `super`.
    fn member_of_class(&mut self, class: SymbolId, name: Name, bases_only: bool) -> Option<Symbols> {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len() && seen.len() < MAX_BASES {
            let current = seen[at];
            at += 1;
            if !(bases_only && at == 1)
                && let Some(own) = self.own_member(current, name)
            {
                return Some(own);
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
        None
    }

    /// Members that the class itself or an `impl` of it defines.
    pub(crate) fn own_member(&mut self, class: SymbolId, name: Name) -> Option<Symbols> {
        let env = self.env(class)?;
        let d = env.item.definition.as_ref()?;
        self.record(Key::member(d.name, name));
        let mut own = Symbols::new();
        // Merged declarations: an interface and a class or namespace of one name.
        let container = d.container.map_or(Name::new(""), |c| c.path);
        for part in env.node.members_named(container, d.name) {
            let Some(part) = env.node.item(*part) else { continue };
            for item in env.node.members_named(part.path, name) {
                own.extend(env.node.symbol(*item));
            }
        }
        if own.is_empty() && env.node.members_named(container, d.name).is_empty() {
            own.extend(env.node.members_named(env.item.path, name).iter().filter_map(|i| env.node.symbol(*i)));
        }
        if self.rules(env.node).has_impls() {
            own.retain(|symbol| self.graph.item_of(*symbol).is_some_and(|(node, item)| {
                node.item(item).is_some_and(|i| !through_impl(node, i))
            }));
            own.extend(self.impl_members(class, d.name, name));
        }
        own.dedup();
        if own.len() > 1 {
            // Conditional definitions and trait impls of one name: an inherent one wins, else the first.
            let inherent = own.iter().find(|s| {
                self.env(**s).and_then(|e| e.item.definition.as_ref()).is_some_and(|d| !d.flags.has(DefinitionFlags::TRAIT_IMPL))
            });
            let chosen = inherent.copied().unwrap_or(own[0]);
            own = smallvec![chosen];
        }
        (!own.is_empty()).then_some(own)
    }

    /// Members named `name` of `impl` blocks whose self type is `class`.
    fn impl_members(&mut self, class: SymbolId, type_name: Name, name: Name) -> Symbols {
        let mut found = Symbols::new();
        let files: SmallVec<[u32; 8]> = self
            .graph
            .implementing
            .files(type_name)
            .iter()
            .filter(|file| self.graph.defining.files(name).binary_search(file).is_ok())
            .copied()
            .collect();
        for file in files {
            let Some(node) = self.graph.file(FileId(file)) else { continue };
            for item in node.definitions_named(name) {
                let Some(env) = Env::new(node, *item) else { continue };
                let Some(container) = env.item.definition.as_ref().and_then(|d| d.container) else { continue };
                if container.name != type_name || !through_impl(node, env.item) {
                    continue;
                }
                if self.self_type(env) == Some(class) {
                    found.extend(node.symbol(*item));
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
        let container = d.container.map_or(Name::new(""), |c| c.path);
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
        if self.rules(env.node).has_impls() {
            let files: SmallVec<[u32; 8]> = self.graph.implementing.files(d.name).into();
            for file in files {
                let Some(node) = self.graph.file(FileId(file)) else { continue };
                for item in node.impls_of(d.name) {
                    let Some(block_env) = Env::new(node, *item) else { continue };
                    let Some(block) = &block_env.item.implementation else { continue };
                    let Some(implemented) = block.implemented else { continue };
                    if self.self_type(block_env) != Some(class) {
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
                && let Some(symbols) = self.member_of_class(*class, name, false)
            {
                return Found::Symbols(symbols);
            }
        }
        Found::Nothing
    }

    /// The bounds of a type parameter.
    fn bounds_of(&mut self, owner: u64, parameter: Name) -> TypeSet {
        let Some(env) = self.env(SymbolId(owner)) else { return TypeSet::unknown() };
        self.record(Key::type_of(owner));
        let definition = env.item.definition.as_ref().map(|d| &d.type_parameters);
        let parameters = definition.or(env.item.implementation.as_ref().map(|b| &b.type_parameters));
        let Some(found) = parameters.and_then(|list| list.iter().find(|p| p.name == parameter)) else {
            return TypeSet::unknown();
        };
        let mut all = TypeSet::unknown();
        for bound in &found.bounds {
            let t = self.type_of_type(env, Spot::END, *bound);
            all.join(&t);
        }
        all
    }

    /// The function type among a type parameter's bounds (`F: Fn(A) -> B`).
    pub(crate) fn function_bound(&mut self, owner: u64, parameter: Name) -> Option<Type> {
        let bounds = self.bounds_of(owner, parameter);
        bounds.iter().find(|t| matches!(t, Type::Function(_))).cloned()
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
    pub(crate) fn type_of_index(&mut self, env: Env<'g>, value: &Type, _index: Option<LiteralKind>) -> TypeSet {
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
    fn recorded<T>(&mut self, f: impl FnOnce(&mut Resolver<'g>) -> T) -> (T, Vec<Key>) {
        let before = self.swap_keys(Vec::new());
        let result = f(self);
        let keys = self.swap_keys(before);
        (result, keys)
    }
}

/// Whether an item stands in an `impl` block.
fn through_impl(node: &crate::file::FileNode, item: &lockstep_facts::Item) -> bool {
    item.lexical_parent
        .and_then(|(parent, _)| node.item(node.item_at(parent)?))
        .is_some_and(|parent| parent.implementation.is_some())
}
