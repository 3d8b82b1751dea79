//! Methods that are found like members of their first parameter's type.

use lockstep_facts::{Definition, DefinitionFlags, Name, ParameterKind, SymbolId};

use crate::file::FileNode;
use crate::fits::Fit;
use crate::key::Key;
use crate::members::Symbols;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::{Substitution, Type, TypeSet};

/// An extension method that a value can be given to.
struct Extension {
    symbol: SymbolId,
    /// What it extends.
    declared: TypeSet,
    /// How many parameters it has.
    takes: usize,
}

impl<'g> Resolver<'g> {
    /// The extension methods named `name` that `receiver` can be given to; those of the workspace hide those of the prelude.
    /// `is_visible` says whether what stands in a shared scope is.
    pub(crate) fn extension_methods(
        &mut self,
        env: Env<'g>,
        receiver: &Type,
        name: Name,
        is_visible: &dyn Fn(Name) -> bool,
    ) -> Option<Symbols> {
        if matches!(receiver, Type::External | Type::Scope(_) | Type::Module(_) | Type::Class(..)) {
            return None;
        }
        self.record(Key::global(name));
        let family = env.node.facts.language.family();
        let passed = TypeSet::one(receiver.clone());
        let (mut own, mut standard): (Vec<Extension>, Vec<Extension>) = (Vec::new(), Vec::new());
        for node in self.graph.nodes_by_path(self.graph.defining.files(name)) {
            if node.facts.language.family() != family {
                continue;
            }
            for item in node.definitions_named(name) {
                let Some(at) = Env::new(node, *item) else { continue };
                let Some(d) = at.item.definition.as_ref().filter(|d| d.flags.has(DefinitionFlags::EXTENSION))
                else {
                    continue;
                };
                // Which scope it stands in changes with the file's wildcards.
                self.record(Key::wildcard(node.path));
                if !node.external && !is_visible(scope_of(node, d)) {
                    continue;
                }
                let Some(declared) = d.parameters.first().and_then(|p| p.declared) else { continue };
                let declared = self.type_of_type(at, Spot::END, declared);
                if self.type_fits(&declared, &passed) > Fit::No {
                    let takes = d.parameters.len();
                    let found = Extension { symbol: at.anchor(), declared, takes };
                    if node.external { &mut standard } else { &mut own }.push(found);
                }
            }
        }
        let found = if own.is_empty() { standard } else { own };
        // Of those that take as much the one for the nearer type.
        let mut nearest = Symbols::new();
        for (at, one) in found.iter().enumerate() {
            let is_hidden = found.iter().enumerate().any(|(other_at, other)| {
                at != other_at
                    && one.takes == other.takes
                    && self.type_fits(&one.declared, &other.declared) > Fit::Converted
                    && self.type_fits(&other.declared, &one.declared) == Fit::No
            });
            if !is_hidden {
                nearest.push(one.symbol);
            }
        }
        (!nearest.is_empty()).then_some(nearest)
    }

    /// Whether `callable` is an extension method that is called on a value, and not with it as its first argument.
    pub(crate) fn is_called_on(&mut self, callable: SymbolId, receiver: Option<&Type>) -> bool {
        let Some(env) = self.env(callable) else { return false };
        let Some(d) = &env.item.definition else { return false };
        if !d.flags.has(DefinitionFlags::EXTENSION) {
            return false;
        }
        let container = d.container.and_then(|c| env.node.symbol(env.node.item_at(c.path)?));
        match receiver {
            None | Some(Type::Class(..) | Type::ReceiverClass(_)) => false,
            Some(Type::Instance(class, _) | Type::Receiver(class)) => {
                container.map(|container| self.whole(container)) != Some(*class)
            }
            Some(_) => true,
        }
    }

    /// Whether an extension method is called with the value it extends as its first argument.
    pub(crate) fn is_passed_first(&mut self, callable: SymbolId, receiver: Option<&Type>) -> bool {
        let is_extension =
            self.definition_of(callable).is_some_and(|d| d.flags.has(DefinitionFlags::EXTENSION));
        is_extension && !self.is_called_on(callable, receiver)
    }

    /// The type whose values an extension method is called on.
    pub(crate) fn extended_type(&mut self, callable: SymbolId) -> TypeSet {
        let Some(env) = self.env(callable) else { return TypeSet::unknown() };
        self.record(Key::type_of(callable.0));
        match env.item.definition.as_ref().and_then(|d| d.parameters.first()?.declared) {
            Some(declared) => self.type_of_type(env, Spot::END, declared),
            None => TypeSet::unknown(),
        }
    }

    /// Binds the type parameters of an extension method by the value it is called on.
    pub(crate) fn bind_called_on(&mut self, callable: SymbolId, receiver: &Type, map: &mut Substitution) {
        let Some(callee) = self.env(callable) else { return };
        let first = callee.item.definition.as_ref().and_then(|d| d.parameters.first());
        let Some(declared) = first.filter(|p| p.kind == ParameterKind::Receiver).and_then(|p| p.declared)
        else {
            return;
        };
        let pattern = self.type_of_type(callee, Spot::END, declared);
        self.unify(callee, &pattern, &TypeSet::one(receiver.clone()), map, 0);
    }
}

/// The shared scope that the type around an extension method stands in.
fn scope_of(node: &FileNode, method: &Definition) -> Name {
    let mut container = method.container.map_or(Name::empty(), |c| c.path);
    loop {
        if let Some(scope) = node.shared_scope(container) {
            return scope;
        }
        let outer = node.item_at(container).and_then(|item| node.item(item)?.definition.as_ref());
        match outer {
            Some(outer) => container = outer.container.map_or(Name::empty(), |c| c.path),
            None => return Name::empty(),
        }
    }
}
