//! Interfaces, which types satisfy without naming them: by the names of all methods and how many parameters each takes.

use lockstep_facts::{Definition, Name, ParameterKind, ReferenceRole, SymbolId, SymbolKind};
use smallvec::SmallVec;

use crate::resolver::{Env, Resolver};
use crate::rules::folder;
use crate::types::Type;

/// How many interfaces with a method of one name are compared with a type.
const MAX_INTERFACES: usize = 64;
/// How many types are compared with an interface, and interfaces with a type.
const MAX_TYPES: usize = 1024;

/// The types that satisfy an interface: those with all of its methods, their own or promoted, in order of path and place. None
/// for an interface without methods, which all types satisfy.
pub(super) fn implementers<'g>(r: &mut Resolver<'g>, interface: Env<'g>) -> Vec<SymbolId> {
    let (Some(symbol), true) = (interface.node.symbol(interface.index), is_interface(interface)) else {
        return Vec::new();
    };
    // Whoever satisfies it declares one of its methods, or is made of somebody who does.
    let mut candidates: Vec<SymbolId> = Vec::new();
    for method in methods_asked_for(r, symbol) {
        for node in r.graph.nodes_by_path(r.graph.defining.files(method)) {
            if node.external || node.facts.language.family() != interface.node.facts.language.family() {
                continue;
            }
            let methods = node.definitions_named(method).iter().filter_map(|item| Env::new(node, *item));
            for env in methods.filter(|env| is_of_type(*env)) {
                let class = r.self_types(env).first().copied();
                candidates.extend(class.filter(|class| !candidates.contains(class)));
            }
        }
    }
    let mut at = 0;
    while let Some(candidate) = candidates.get(at).copied().filter(|_| candidates.len() < MAX_TYPES) {
        at += 1;
        let made_of_it = derived(r, candidate, SymbolKind::Struct);
        candidates.extend(made_of_it.into_iter().filter(|one| !candidates.contains(one)).collect::<Vec<_>>());
    }
    candidates.retain(|class| satisfies(r, *class, symbol));
    candidates
}

/// The interfaces that a type satisfies, in order of path and place.
pub(super) fn interfaces_of<'g>(r: &mut Resolver<'g>, class: Env<'g>) -> Vec<SymbolId> {
    let Some(symbol) = class.node.symbol(class.index).filter(|_| !is_interface(class)) else {
        return Vec::new();
    };
    let mut candidates: Vec<SymbolId> = Vec::new();
    for name in method_names(r, symbol) {
        for (interface, _) in interfaces_with(r, class, name) {
            if !candidates.contains(&interface) {
                candidates.push(interface);
            }
        }
    }
    let mut found: Vec<SymbolId> = Vec::new();
    let mut at = 0;
    while let Some(candidate) = candidates.get(at).copied().filter(|_| candidates.len() < MAX_TYPES) {
        at += 1;
        if satisfies(r, symbol, candidate) {
            found.push(candidate);
            // One that is made of others alone has no method of its own to be found by.
            let made_of_it = derived(r, candidate, SymbolKind::Interface);
            candidates
                .extend(made_of_it.into_iter().filter(|one| !candidates.contains(one)).collect::<Vec<_>>());
        }
    }
    found
}

/// The types of this kind that embed a type.
fn derived(r: &Resolver<'_>, of: SymbolId, kind: SymbolKind) -> Vec<SymbolId> {
    let references = r.graph.references(of);
    let embeds = references.sites.into_iter().filter(|site| site.role == ReferenceRole::Inherit);
    let types = embeds.filter_map(|site| Env::new(r.graph.file(site.file)?, site.item));
    let types = types.filter(|env| env.item.definition.as_ref().is_some_and(|d| d.kind == kind));
    types.filter_map(|env| env.node.symbol(env.index)).collect()
}

/// The names of the methods of a type, its own and those of what it embeds.
fn method_names<'g>(r: &mut Resolver<'g>, class: SymbolId) -> Vec<Name> {
    let mut names = Vec::new();
    for class in with_bases(r, class) {
        let methods = r.graph.members_outside(r, class);
        names.extend(methods.into_iter().filter_map(|method| Some(r.definition_of(method)?.name)));
    }
    names.sort_unstable_by_key(|name| name.as_str());
    names.dedup();
    names
}

/// The names of the methods that an interface asks for.
fn methods_asked_for<'g>(r: &mut Resolver<'g>, interface: SymbolId) -> Vec<Name> {
    let mut names = Vec::new();
    for interface in with_bases(r, interface) {
        let Some(of) = r.env(interface) else { continue };
        let members = of.node.members(of.item.path).into_iter();
        names.extend(members.filter_map(|item| Some(of.node.item(item)?.definition.as_ref()?.name)));
    }
    names
}

/// A type and what it embeds, to any depth.
fn with_bases<'g>(r: &mut Resolver<'g>, of: SymbolId) -> SmallVec<[SymbolId; 4]> {
    let mut all: SmallVec<[SymbolId; 4]> = SmallVec::from_slice(&[of]);
    let mut at = 0;
    while let Some(current) = all.get(at).copied() {
        at += 1;
        for base in &r.bases(current) {
            if let Type::Instance(base, _) = base
                && all.len() < MAX_INTERFACES
                && !all.contains(base)
            {
                all.push(*base);
            }
        }
    }
    all
}

/// The interfaces that have a method of this name, each with that method.
fn interfaces_with<'g>(r: &Resolver<'g>, of: Env<'g>, method: Name) -> Vec<(SymbolId, SymbolId)> {
    let mut found = Vec::new();
    for node in r.graph.nodes_by_path(r.graph.defining.files(method)) {
        if node.external || node.facts.language.family() != of.node.facts.language.family() {
            continue;
        }
        for item in node.definitions_named(method) {
            let container = node.item(*item).and_then(|item| item.definition.as_ref()?.container);
            let container = container.and_then(|container| Env::new(node, node.item_at(container.path)?));
            let interface = container.filter(|env| is_interface(*env)).and_then(|env| node.symbol(env.index));
            found.extend(interface.zip(node.symbol(*item)));
        }
    }
    found.truncate(MAX_INTERFACES);
    found
}

fn is_interface(env: Env<'_>) -> bool {
    env.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Interface)
}

/// Whether a definition is a method with a receiver.
fn is_of_type(env: Env<'_>) -> bool {
    env.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Method)
        && env.parent().is_some_and(|(parent, _)| parent.item.implementation.is_some())
}

/// The methods of interfaces that a type satisfies through this method.
pub(super) fn satisfied<'g>(r: &mut Resolver<'g>, method: Env<'g>) -> Vec<SymbolId> {
    let Some(d) = method.item.definition.as_ref().filter(|_| is_of_type(method)) else { return Vec::new() };
    let Some(class) = r.self_types(method).first().copied() else { return Vec::new() };
    let mut candidates = interfaces_with(r, method, d.name);
    candidates.retain(|(interface, _)| satisfies(r, class, *interface));
    candidates.into_iter().map(|(_, member)| member).collect()
}

/// Whether a type has the methods of an interface, by their names and how many parameters each has. What is not exported is
/// nobody's in another package.
fn satisfies(r: &mut Resolver<'_>, class: SymbolId, interface: SymbolId) -> bool {
    let Some(env) = r.env(class) else { return false };
    let receiver = Type::Instance(class, None);
    let asked = with_bases(r, interface);
    for current in &asked {
        let Some(of) = r.env(*current) else { return false };
        for item in of.node.members(of.item.path) {
            let Some(wanted) = of.node.item(item).and_then(|item| item.definition.as_ref()) else { continue };
            let own = r.members_of_type(env, &receiver, wanted.name).unwrap_or_default();
            let is_exported = wanted.name.as_str().starts_with(char::is_uppercase);
            let fits = own.iter().filter_map(|symbol| r.env(*symbol)).any(|own| {
                let same_package = folder(own.node.path.as_str()) == folder(of.node.path.as_str());
                own.item.definition.as_ref().is_some_and(|d| {
                    d.kind == SymbolKind::Method && arity(d) == arity(wanted) && (is_exported || same_package)
                })
            });
            if !fits {
                return false;
            }
        }
        // What it embeds and is not known may ask for more.
        if r.bases(*current).iter().any(|base| !matches!(base, Type::Instance(..))) {
            return false;
        }
    }
    true
}

fn arity(d: &Definition) -> usize {
    d.parameters.iter().filter(|parameter| parameter.kind != ParameterKind::Receiver).count()
}
