//! Paths and order: held items among those of the damaged tree.

use std::collections::HashSet;
use std::sync::Arc;

use lockstep_facts::{Container, Item, Name, PlacedItem};

use super::{Held, Mark, inside};

/// Gives each held item a path that nothing else has; what is inside of a renamed one follows it.
pub(super) fn make_paths_unique(held: &mut [Held], kept: &[(PlacedItem, Mark)]) {
    let mut taken: HashSet<Name, foldhash::fast::FixedState> =
        kept.iter().map(|(placed, _)| placed.item.path).collect();
    for at in 0..held.len() {
        let Some(Held { placed, .. }) = held.get(at) else { break };
        let old = placed.item.path;
        if taken.insert(old) {
            continue;
        }
        let base = old.as_str().rsplit_once('~').map_or(old.as_str(), |(base, _)| base).to_owned();
        let mut number = 2;
        let new = loop {
            let candidate = Name::new(&format!("{base}~{number}"));
            if taken.insert(candidate) {
                break candidate;
            }
            number += 1;
        };
        let around = placed.full_range();
        for (other, Held { placed, .. }) in held.iter_mut().enumerate() {
            let mut changed = (*placed.item).clone();
            if other == at {
                changed.path = new;
            } else if inside(placed.full_range(), around) {
                follow(&mut changed, old, new);
            }
            if changed != *placed.item {
                changed.seal();
                placed.item = Arc::new(changed);
            }
        }
    }
}

/// Renames what `item` says of the item around it from `old` to `new`.
fn follow(item: &mut Item, old: Name, new: Name) {
    let renamed = |path: Name| {
        let rest = path.as_str().strip_prefix(old.as_str())?;
        (rest.is_empty() || rest.starts_with('.')).then(|| Name::new(&format!("{new}{rest}")))
    };
    if let Some((parent, _)) = &mut item.lexical_parent {
        *parent = renamed(*parent).unwrap_or(*parent);
    }
    if let Some(definition) = &mut item.definition
        && let Some(Container { path, .. }) = &mut definition.container
        && let Some(container) = renamed(*path)
    {
        *path = container;
        item.path = renamed(item.path).unwrap_or(item.path);
    }
}

/// Both lists in text order, containers before their members; the order of `kept` is not changed.
pub(super) fn merge(kept: Vec<(PlacedItem, Mark)>, held: Vec<Held>) -> Vec<(PlacedItem, Mark)> {
    let place = |placed: &PlacedItem| (placed.full_range().start, std::cmp::Reverse(placed.full_range().end));
    let mut merged = Vec::with_capacity(kept.len() + held.len());
    let mut held = held.into_iter().peekable();
    for (placed, mark) in kept {
        while let Some(Held { placed, mark, .. }) = held.next_if(|held| place(&held.placed) <= place(&placed))
        {
            merged.push((placed, mark));
        }
        merged.push((placed, mark));
    }
    merged.extend(held.map(|Held { placed, mark, .. }| (placed, mark)));
    merged
}
