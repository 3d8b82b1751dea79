//! Members of types: own, of `impl` blocks, of bases.

use lockstep_facts::{DefinitionFlags, Name, SymbolId, SymbolKind};
use smallvec::{SmallVec, smallvec};

use crate::bases::{MAX_BASES, by_local_path};
use crate::file::FileNode;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::{Env, Resolver};
use crate::rules::{MethodSpace, SameNamed, TypeParts};
use crate::type_parameters::forget;
use crate::types::{Type, TypeSet};

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
            Type::Scope(scope) => {
                let found = self.rules(env.node).scope_member(self, env.node, *scope, name, Space::Value);
                match found {
                    Found::Symbols(symbols) => Some(symbols),
                    _ => None,
                }
            }
            Type::Function(_) | Type::Tuple(_) | Type::Object(_) | Type::External => None,
        }
    }

    /// Whether the type is known so well that a missing member means: no project symbol is meant.
    pub(crate) fn is_closed(&mut self, receiver: &Type) -> bool {
        match receiver {
            Type::External | Type::Module(_) | Type::Scope(_) | Type::Tuple(_) => true,
            Type::Instance(class, _)
            | Type::Class(class, _)
            | Type::Receiver(class)
            | Type::ReceiverClass(class)
            | Type::Super(class) => {
                self.env(*class).is_some_and(|env| self.rules(env.node).unknown_names_are_external())
                    || self.has_known_bases(*class)
            }
            _ => false,
        }
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
            Type::Scope(scope) => {
                let found = self.rules(env.node).scope_member(self, env.node, *scope, name, Space::Value);
                return self.type_of_found(env, &found);
            }
            _ => {}
        }
        let Some(symbols) = self.members_used(env, receiver, name, used) else {
            if let Some(known) = self.rules(env.node).missing_member(self, receiver, name) {
                return known;
            }
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

    fn is_enum_member(&self, symbol: SymbolId) -> bool {
        self.env(symbol)
            .and_then(|e| e.item.definition.as_ref())
            .is_some_and(|d| d.kind == SymbolKind::EnumMember)
    }

    /// Members by name along the hierarchy: the first class that has it. `bases_only`: `super`.
    fn member_of_class(
        &mut self,
        class: SymbolId,
        name: Name,
        bases_only: bool,
        used: Use,
    ) -> Option<Symbols> {
        if used == Use::Call
            && self.env(class).is_some_and(|e| self.rules(e.node).same_named() == SameNamed::Overloads)
        {
            return self.overloads_of_class(class, name, bases_only);
        }
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![self.defined(class)];
        let mut at = 0;
        let mut assigned = None;
        while at < seen.len().min(MAX_BASES) {
            let current = seen[at];
            at += 1;
            if !(bases_only && at == 1)
                && let Some(own) = self.own_member_used(current, name, used)
                && (at == 1 || self.is_inherited(class, &own))
            {
                // A field that is only assigned somewhere sets what a base declares, if one does.
                if !own.iter().all(|symbol| self.is_assigned_field(*symbol)) {
                    return Some(own);
                }
                assigned.get_or_insert(own);
            }
            // Depth first, left to right, each class once: what Python's order is wherever it is not a diamond.
            let bases = self.bases(current);
            let nearest = self.env(class).is_some_and(|env| self.rules(env.node).nearest_base_first());
            let mut insert = if nearest { seen.len() } else { at };
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
    pub(crate) fn own_member_used(&mut self, class: SymbolId, name: Name, used: Use) -> Option<Symbols> {
        let mut own = self.own_member(class, name)?;
        if self.env(class).is_some_and(|e| self.rules(e.node).type_parts() == TypeParts::InScope) {
            own.retain(|symbol| {
                let kind = self.env(*symbol).and_then(|e| e.item.definition.as_ref()).map(|d| d.kind);
                kind.is_some_and(|kind| {
                    kind != SymbolKind::Constructor && (used != Use::Type || kind.is_type())
                })
            });
            return (!own.is_empty()).then_some(own);
        }
        if self.env(class).is_some_and(|e| self.rules(e.node).method_space() == MethodSpace::Apart) {
            return self.meant_by(own, used);
        }
        if used == Use::Any
            || !self.env(class).is_some_and(|e| self.rules(e.node).method_space() == MethodSpace::ByUse)
        {
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
        if self.rules(env.node).type_parts() == TypeParts::InScope {
            return self.own_member_of_parts(class, name);
        }
        self.record(Key::member(d.name, name));
        let mut own = Symbols::new();
        // Merged declarations: an interface and a class or namespace of one name.
        let container = d.container.map_or(Name::empty(), |c| c.path);
        let parts = match self.rules(env.node).type_parts() == TypeParts::InFile {
            true => env.node.members_named(container, d.name),
            false => &[],
        };
        for part in parts {
            let Some(part) = env.node.item(*part) else { continue };
            for item in env.node.members_named(part.path, name) {
                own.extend(env.node.symbol(*item));
            }
        }
        if own.is_empty() && parts.is_empty() {
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
        // Constants that stand beside their enumeration.
        if own.is_empty() && d.kind == SymbolKind::Enum && self.rules(env.node).has_declarations() {
            let beside = env.node.members_named(container, name).iter().filter_map(|i| env.node.symbol(*i));
            own.extend(beside.filter(|symbol| self.is_enum_member(*symbol)));
        }
        if own.len() > 1 {
            // Conditional definitions and trait impls of one name: inherent ones win.
            let inherent: Symbols = own.iter().copied().filter(|s| !self.is_trait_impl(*s)).collect();
            let callable = inherent.iter().any(|s| self.is_callable(*s));
            if !inherent.is_empty() && (callable || own.iter().all(|s| !self.is_callable(*s))) {
                own = inherent;
            }
            let rules = self.rules(env.node);
            if rules.same_named() == SameNamed::First {
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

    /// A static member of a type, looked up as an export.
    pub(crate) fn static_member(&mut self, of: SymbolId, name: Name, space: Space) -> Found {
        let instance = self.instance_of_symbol(of);
        for candidate in instance.iter() {
            let Type::Instance(class, _) = candidate else { continue };
            let apart =
                self.env(*class).is_some_and(|e| self.rules(e.node).method_space() == MethodSpace::Apart);
            let used = if apart { Use::of(space) } else { Use::Any };
            if let Some(symbols) = self.member_of_class(*class, name, false, used) {
                return Found::Symbols(symbols);
            }
        }
        Found::Nothing
    }
}

/// How a member is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Any,
    Call,
    Read,
    /// As a type.
    Type,
}

impl Use {
    /// How what is looked up in `space` is used.
    pub(crate) fn of(space: Space) -> Use {
        match space {
            Space::Callable => Use::Call,
            Space::Type => Use::Type,
            Space::Value => Use::Read,
            Space::Any | Space::Macro => Use::Any,
        }
    }
}

/// Whether an item stands in an `impl` block.
pub(crate) fn through_impl(node: &FileNode, item: &lockstep_facts::Item) -> bool {
    item.lexical_parent
        .and_then(|(parent, _)| node.item(node.item_at(parent)?))
        .is_some_and(|parent| parent.implementation.is_some())
}
