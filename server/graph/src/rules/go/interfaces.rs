//! Interfaces, which types satisfy without naming them: by the names of all methods and how many parameters each takes.

use lockstep_facts::{Definition, ParameterKind, SymbolId, SymbolKind};
use smallvec::SmallVec;

use crate::resolver::{Env, Resolver};
use crate::types::Type;

/// How many interfaces with a method of one name are compared with a type.
const MAX_INTERFACES: usize = 64;
/// How many types with a method of one name are compared with an interface.
const MAX_TYPES: usize = 1024;

/// The types that satisfy an interface: those with all of its methods, in order of path and place. None for an interface
/// without methods, which all types satisfy.
pub(super) fn implementers<'g>(r: &mut Resolver<'g>, interface: Env<'g>) -> Vec<SymbolId> {
    let (Some(symbol), true) = (interface.node.symbol(interface.index), is_interface(interface)) else {
        return Vec::new();
    };
    let Some(method) = some_method(r, symbol) else { return Vec::new() };
    let mut found = Vec::new();
    let mut compared = 0;
    for node in r.graph.nodes_by_path(r.graph.defining.files(method)) {
        if node.external || node.facts.language.family() != interface.node.facts.language.family() {
            continue;
        }
        for item in node.definitions_named(method) {
            let Some(env) = Env::new(node, *item).filter(|env| is_of_type(*env)) else { continue };
            let Some(class) = r.self_types(env).first().copied() else { continue };
            compared += 1;
            if compared <= MAX_TYPES && !found.contains(&class) && satisfies(r, env, class, symbol) {
                found.push(class);
            }
        }
    }
    found
}

/// The interfaces that a type satisfies, in order of path and place.
pub(super) fn interfaces_of<'g>(r: &mut Resolver<'g>, class: Env<'g>) -> Vec<SymbolId> {
    let Some((symbol, d)) = class.node.symbol(class.index).zip(class.item.definition.as_ref()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for node in r.graph.nodes_by_path(r.graph.implementing.files(d.name)) {
        for env in (0..node.facts.items.len() as u32).filter_map(|item| Env::new(node, item)) {
            let is_of_it = env.parent().is_some_and(|(block, _)| {
                block.item.implementation.as_ref().is_some_and(|block| block.type_name == d.name)
            });
            if !is_of_it || !r.self_types(env).contains(&symbol) {
                continue;
            }
            for member in satisfied(r, env) {
                let holder = r.env(member).and_then(|member| {
                    let container = member.item.definition.as_ref()?.container?;
                    member.node.symbol(member.node.item_at(container.path)?)
                });
                found.extend(holder.filter(|holder| !found.contains(holder)));
            }
        }
    }
    found
}

/// The name of one of the methods that an interface asks for.
fn some_method(r: &mut Resolver<'_>, interface: SymbolId) -> Option<lockstep_facts::Name> {
    let mut work: SmallVec<[SymbolId; 4]> = SmallVec::from_slice(&[interface]);
    let mut at = 0;
    while let Some(current) = work.get(at).copied() {
        at += 1;
        let of = r.env(current)?;
        let members = of.node.members(of.item.path).into_iter();
        let mut names = members.filter_map(|item| Some(of.node.item(item)?.definition.as_ref()?.name));
        if let Some(name) = names.next() {
            return Some(name);
        }
        for base in &r.bases(current) {
            if let Type::Instance(base, _) = base
                && work.len() < MAX_INTERFACES
                && !work.contains(base)
            {
                work.push(*base);
            }
        }
    }
    None
}

fn is_interface(env: Env<'_>) -> bool {
    env.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Interface)
}

/// Whether a definition is a method with a receiver.
fn is_of_type(env: Env<'_>) -> bool {
    env.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Method)
        && env.parent().is_some_and(|(parent, _)| parent.item.implementation.is_some())
}

/// The methods of interfaces that a type satisfies through this method, by the names of all their methods and how many
/// parameters each has.
pub(super) fn satisfied<'g>(r: &mut Resolver<'g>, method: Env<'g>) -> Vec<SymbolId> {
    let Some(d) = &method.item.definition else { return Vec::new() };
    if !is_of_type(method) {
        return Vec::new();
    }
    let Some(class) = r.self_types(method).first().copied() else { return Vec::new() };
    let mut candidates: Vec<(Env<'g>, SymbolId, SymbolId)> = Vec::new();
    for node in r.graph.nodes_by_path(r.graph.defining.files(d.name)) {
        if node.external || node.facts.language.family() != method.node.facts.language.family() {
            continue;
        }
        for item in node.definitions_named(d.name) {
            let Some(env) = Env::new(node, *item) else { continue };
            let container = env.item.definition.as_ref().and_then(|d| node.item_at(d.container?.path));
            let of_interface = container.and_then(|at| Env::new(node, at)).is_some_and(is_interface);
            let symbols = container.and_then(|at| node.symbol(at)).zip(node.symbol(*item));
            if let (true, Some((interface, member))) = (of_interface, symbols) {
                candidates.push((env, interface, member));
            }
        }
    }
    candidates.truncate(MAX_INTERFACES);
    let satisfies = |(env, interface, member): (Env<'g>, SymbolId, SymbolId)| {
        satisfies(r, env, class, interface).then_some(member)
    };
    candidates.into_iter().filter_map(satisfies).collect()
}

fn satisfies<'g>(r: &mut Resolver<'g>, env: Env<'g>, class: SymbolId, interface: SymbolId) -> bool {
    let receiver = Type::Instance(class, None);
    let mut work: SmallVec<[SymbolId; 4]> = SmallVec::from_slice(&[interface]);
    let mut at = 0;
    while let Some(current) = work.get(at).copied() {
        at += 1;
        let Some(of) = r.env(current) else { return false };
        for item in of.node.members(of.item.path) {
            let Some(wanted) = of.node.item(item).and_then(|item| item.definition.as_ref()) else { continue };
            let own = r.members_of_type(env, &receiver, wanted.name).unwrap_or_default();
            let fits = own.iter().any(|symbol| {
                let definition = r.env(*symbol).and_then(|env| env.item.definition.as_ref());
                definition.is_some_and(|d| d.kind == SymbolKind::Method && arity(d) == arity(wanted))
            });
            if !fits {
                return false;
            }
        }
        for base in &r.bases(current) {
            match base {
                Type::Instance(base, _) if work.len() < MAX_INTERFACES => {
                    if !work.contains(base) {
                        work.push(*base);
                    }
                }
                _ => return false,
            }
        }
    }
    true
}

fn arity(d: &Definition) -> usize {
    d.parameters.iter().filter(|parameter| parameter.kind != ParameterKind::Receiver).count()
}
