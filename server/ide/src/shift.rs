//! Moves ranges, and items with all that is in them, along with edits of the text.
//!
//! Text put in just before a range moves it, text put in just behind it leaves it; what is put in inside is part of it.

use std::sync::Arc;

use lockstep_facts::{Binding, Item, PlacedItem, Ranges, Reference, TextRange};
use lockstep_languages::ByteEdit;
use ropey::Rope;

use crate::words::stands;

/// Where `range` is after `edits`, each in the bytes of the text before it.
pub(crate) fn shift_range(range: TextRange, edits: &[ByteEdit]) -> TextRange {
    edits.iter().fold(range, shift_once)
}

fn shift_once(range: TextRange, edit: &ByteEdit) -> TextRange {
    let after = |at: u32| at - edit.old_end + edit.new_end;
    let start = match range.start {
        at if at >= edit.old_end => after(at),
        at if at > edit.start => edit.new_end,
        at => at,
    };
    let end = match range.end {
        at if at <= edit.start => at,
        at if at >= edit.old_end => after(at),
        _ => edit.start,
    };
    // An empty range at the place of an insertion moves as its start does.
    TextRange::new(start, end)
}

/// Whether `edit` changes `range` or what stands directly beside it.
fn touches(range: TextRange, edit: &ByteEdit) -> bool {
    edit.start <= range.end && edit.old_end >= range.start
}

/// What the edits put in, in the text after all of them, in order.
pub(crate) fn changed_ranges(edits: &[ByteEdit]) -> Vec<TextRange> {
    let mut changed: Vec<TextRange> = Vec::new();
    for edit in edits {
        for range in &mut changed {
            *range = shift_once(*range, edit);
        }
        changed.push(TextRange::new(edit.start, edit.new_end));
    }
    changed.sort_unstable();
    let mut merged: Vec<TextRange> = Vec::new();
    for range in changed {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// `items` moved by `edits`; `text` is the text after them. Items that an edit lies inside of get new ranges, and lose
/// those of their references whose word was edited away.
pub(crate) fn shift_items(items: &[PlacedItem], edits: &[ByteEdit], text: &Rope) -> Vec<PlacedItem> {
    items.iter().map(|placed| shift_item(placed, edits, text)).collect()
}

fn shift_item(placed: &PlacedItem, edits: &[ByteEdit], text: &Rope) -> PlacedItem {
    let mut whole = placed.full_range();
    for (index, edit) in edits.iter().enumerate() {
        if touches(whole, edit) {
            let moved = whole.start - placed.item.ranges.full.start;
            return shift_inside(placed, moved, &edits[index..], text);
        }
        whole = shift_once(whole, edit);
    }
    PlacedItem {
        start: whole.start - placed.item.ranges.full.start,
        held: placed.held,
        item: Arc::clone(&placed.item),
    }
}

/// One of an item's ranges on its way, and whether an edit touched it.
#[derive(Clone, Copy)]
struct Moving(TextRange, bool);

impl Moving {
    fn through(range: TextRange, edits: &[ByteEdit]) -> Moving {
        edits.iter().fold(Moving(range, false), |Moving(range, touched), edit| {
            Moving(shift_once(range, edit), touched || touches(range, edit))
        })
    }
}

fn shift_inside(placed: &PlacedItem, start: u32, edits: &[ByteEdit], text: &Rope) -> PlacedItem {
    let old = &placed.item.ranges;
    let through = |range: &TextRange| Moving::through(range.offset(start), edits);
    let full = through(&old.full).0;
    let references: Vec<Moving> = old.references.iter().map(through).collect();
    let kept: Vec<bool> = references
        .iter()
        .zip(&placed.item.body.references)
        .map(|(Moving(range, touched), reference)| !touched || stands(text, *range, reference.name.as_str()))
        .collect();
    let mut item = Item::clone(&placed.item);
    let base = full.start;
    let relative = |range: TextRange| TextRange {
        start: range.start.saturating_sub(base),
        end: range.end.saturating_sub(base).max(range.start.saturating_sub(base)),
    };
    item.ranges = Ranges {
        full: relative(full),
        name: relative(through(&old.name).0),
        declarations: old.declarations.iter().map(|range| relative(through(range).0)).collect(),
        references: references.iter().map(|Moving(range, _)| relative(*range)).collect(),
        bindings: old.bindings.iter().map(|range| relative(through(range).0)).collect(),
    };
    keep_references(&mut item, &kept);
    item.seal();
    PlacedItem { start: base, held: placed.held, item: Arc::new(item) }
}

/// Drops the references of `item` for which `kept` (parallel to them) is false. The item is to be sealed afterwards.
pub(crate) fn keep_references(item: &mut Item, kept: &[bool]) {
    if kept.iter().all(|kept| *kept) {
        return;
    }
    for Binding { visible_from, .. } in &mut item.body.bindings {
        let before = kept.iter().take(*visible_from as usize).filter(|kept| **kept).count();
        *visible_from = before as u32;
    }
    let mut flags = kept.iter();
    item.body.references.retain(|_: &Reference| flags.next().copied().unwrap_or(true));
    let mut flags = kept.iter();
    item.ranges.references.retain(|_| flags.next().copied().unwrap_or(true));
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use lockstep_facts::{
        Body, Definition, DefinitionFlags, Expression, ExpressionId, ItemHashes, Name, ReferenceRole,
        ReferenceTarget, ScopeId, SymbolKind, Visibility,
    };
    use lockstep_languages::Point;

    pub(crate) fn edit(start: u32, old_end: u32, new_end: u32) -> ByteEdit {
        let point = Point::default();
        ByteEdit { start, old_end, new_end, start_point: point, old_end_point: point, new_end_point: point }
    }

    /// A function called `name` at `full`, its name at `at`, which calls what `references` say.
    pub(crate) fn item(name: &str, full: (u32, u32), at: u32, references: &[(&str, u32)]) -> PlacedItem {
        let range = |start: u32, len: usize| TextRange::new(start - full.0, start - full.0 + len as u32);
        let mut item = Item {
            path: Name::new(name),
            lexical_parent: None,
            definition: Some(Definition {
                kind: SymbolKind::Function,
                name: Name::new(name),
                container: None,
                visibility: Visibility::Public,
                flags: DefinitionFlags::default(),
                type_parameters: Vec::new(),
                parameters: Vec::new(),
                declared: None,
                inferred: Vec::new(),
                bases: Vec::new(),
                decorators: Vec::new(),
                signature: Box::default(),
                documentation: Box::default(),
            }),
            implementation: None,
            overloads: Vec::new(),
            expressions: Vec::new(),
            body: Body::default(),
            ranges: Ranges {
                full: TextRange::new(0, full.1 - full.0),
                name: range(at, name.len()),
                ..Ranges::default()
            },
            hashes: ItemHashes::default(),
        };
        for (name, at) in references {
            item.expressions.push(Expression::Name(Name::new(name)));
            item.body.references.push(Reference {
                name: Name::new(name),
                role: ReferenceRole::Call,
                target: ReferenceTarget::Value(ExpressionId(item.expressions.len() as u32 - 1)),
                scope: ScopeId(0),
                call: None,
            });
            item.ranges.references.push(range(*at, name.len()));
        }
        item.seal();
        PlacedItem { start: full.0, held: false, item: Arc::new(item) }
    }

    #[test]
    fn ranges_move_with_the_text() {
        let shift = |range: (u32, u32), e: (u32, u32, u32)| {
            let moved = shift_range(TextRange::new(range.0, range.1), &[edit(e.0, e.1, e.2)]);
            (moved.start, moved.end)
        };
        assert_eq!(shift((10, 20), (0, 0, 3)), (13, 23));
        assert_eq!(shift((10, 20), (10, 10, 13)), (13, 23), "just before");
        assert_eq!(shift((10, 20), (20, 20, 23)), (10, 20), "just behind");
        assert_eq!(shift((10, 20), (15, 15, 18)), (10, 23), "inside");
        assert_eq!(shift((10, 20), (12, 15, 12)), (10, 17));
        assert_eq!(shift((10, 20), (5, 15, 6)), (6, 11), "its start is gone");
        assert_eq!(shift((10, 20), (15, 25, 16)), (10, 15), "its end is gone");
        assert_eq!(shift((10, 20), (5, 25, 5)), (5, 5), "all of it is gone");
        assert_eq!(shift((10, 20), (10, 20, 14)), (10, 14), "replaced");
        assert_eq!(shift((10, 10), (10, 10, 14)), (14, 14), "empty");
    }

    #[test]
    fn changed_ranges_are_in_the_last_text() {
        let ranges = |edits: &[(u32, u32, u32)]| {
            let edits: Vec<ByteEdit> = edits.iter().map(|e| edit(e.0, e.1, e.2)).collect();
            changed_ranges(&edits).iter().map(|r| (r.start, r.end)).collect::<Vec<_>>()
        };
        assert_eq!(ranges(&[(5, 5, 6), (6, 6, 7), (7, 7, 8)]), [(5, 6), (6, 7), (7, 8)].map(|_| (5, 8))[..1]);
        assert_eq!(ranges(&[(50, 50, 60), (10, 20, 10)]), [(10, 10), (40, 50)]);
        assert_eq!(ranges(&[(50, 50, 60), (40, 70, 40)]), [(40, 40)]);
    }

    #[test]
    fn an_item_keeps_the_references_that_stand() {
        let before = item("f", (0, 23), 4, &[("ab", 9), ("cd", 14), ("ef", 19)]);
        let text = Rope::from_str("def f(): ab(),xd(), ef()");
        // `c` of `cd` is replaced; a space is put in before `ef`.
        let after = shift_item(&before, &[edit(14, 15, 15), edit(19, 19, 20)], &text);
        let names: Vec<&str> = after.item.body.references.iter().map(|r| r.name.as_str()).collect();
        assert_eq!(names, ["ab", "ef"]);
        assert_eq!(after.reference_range(1), TextRange::new(20, 22));
        // An edit before it moves it as it is.
        let moved = shift_item(&before, &[edit(0, 0, 0)], &text);
        assert!(moved.item.ranges == before.item.ranges);
        let behind = item("g", (30, 40), 34, &[]);
        let moved = shift_item(&behind, &[edit(3, 5, 9)], &text);
        assert!(Arc::ptr_eq(&moved.item, &behind.item));
        assert_eq!(moved.name_range(), TextRange::new(38, 39));
    }

    #[test]
    fn dropping_references_moves_what_bindings_see() {
        let mut placed = item("f", (0, 24), 4, &[("ab", 8), ("cd", 13), ("ef", 18)]);
        let changed = Arc::make_mut(&mut placed.item);
        for visible_from in 0..4 {
            changed.body.bindings.push(Binding {
                name: Name::new("x"),
                scope: ScopeId(0),
                visible_from,
                parameter: None,
                declared: None,
                value: None,
            });
        }
        keep_references(changed, &[true, false, true]);
        let seen: Vec<u32> = changed.body.bindings.iter().map(|b| b.visible_from).collect();
        assert_eq!(seen, [0, 1, 1, 2]);
    }
}
