//! Symbol search: a few letters to definitions.

use lockstep_facts::Name;

use crate::entry::{FileEntry, is_local, letters};
use crate::symbol::info;
use crate::{Answer, SearchOptions, Snapshot, SymbolInfo};

/// Definitions whose name holds the letters of `query` in order, case ignored, best first, and how many there are in
/// all. A query with a `.` or `::` in it is compared with the whole local path. An empty query matches everything. Keys of data and
/// headings count in the files that `options` narrow the search to alone.
pub(crate) fn search_symbols(
    snapshot: &Snapshot,
    query: &str,
    options: &SearchOptions,
) -> Answer<(Vec<SymbolInfo>, usize)> {
    let query = query.trim().replace("::", ".");
    let asked = letters(&query);
    let with_container = query.contains('.');
    let pattern: Vec<char> = query.chars().flat_map(char::to_lowercase).collect();
    let part = options.path.as_deref().map(str::to_lowercase);
    let mut found: Vec<Match<'_>> = Vec::new();
    for entry in snapshot.listed_entries() {
        if let Some(part) = &part
            && !entry.path.as_str().to_lowercase().contains(part.as_str())
        {
            continue;
        }
        if part.is_none() && entry.is_data() {
            continue;
        }
        for named in entry.named() {
            // Most names lack a letter of the query; they cost one comparison.
            if !with_container && asked & !named.letters != 0 {
                continue;
            }
            let Some(placed) = entry.item(named.item) else { continue };
            let text = if with_container { placed.item.path } else { named.name };
            let Some(quality) = quality(&pattern, text.as_str()) else { continue };
            let Some(definition) = &placed.item.definition else { continue };
            if !options.kinds.is_empty() && !options.kinds.contains(&definition.kind) {
                continue;
            }
            let rank = (quality, is_local(&placed.item), text.as_str().len());
            found.push(Match { rank, entry, item: named.item, start: placed.name_range().start });
        }
    }
    let total = found.len();
    let place = |m: &Match<'_>| (m.entry.path.as_str(), m.start);
    found.sort_by(|a, b| a.rank.cmp(&b.rank).then_with(|| place(a).cmp(&place(b))));
    let page = found.iter().skip(options.offset).take(options.limit);
    let symbols: Vec<SymbolInfo> = page.filter_map(|found| info(found.entry, found.item)).collect();
    let read = symbols.iter().map(|symbol| symbol.file).collect();
    let names = if query.is_empty() { Vec::new() } else { vec![Name::new(&query)] };
    Answer::new((symbols, total), read, names)
}

struct Match<'s> {
    rank: (Quality, bool, usize),
    entry: &'s FileEntry,
    item: u32,
    start: u32,
}

/// How well a name matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Quality {
    /// The same.
    Exact,
    /// The same but for case.
    Folded,
    /// It begins with the query.
    Prefix,
    /// A word in it begins with the query.
    Word,
    /// The query is somewhere in it.
    Inside,
    /// The letters of the query begin words in it, in order.
    Initials,
    /// The letters of the query are in it in order.
    Scattered,
}

/// `pattern` is in lower case.
fn quality(pattern: &[char], name: &str) -> Option<Quality> {
    let written: Vec<char> = name.chars().collect();
    let folded: Vec<char> = written.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect();
    if pattern.is_empty() {
        return Some(Quality::Scattered);
    }
    if folded == pattern {
        return Some(if written == pattern { Quality::Exact } else { Quality::Folded });
    }
    let begins_word = |at: usize| match (at.checked_sub(1).and_then(|at| written.get(at)), written.get(at)) {
        (None, _) => true,
        (Some(before), Some(here)) => {
            (!before.is_alphanumeric() && here.is_alphanumeric())
                || (before.is_lowercase() && here.is_uppercase())
        }
        (Some(_), None) => false,
    };
    let places: Vec<usize> = folded
        .windows(pattern.len())
        .zip(0..)
        .filter(|(window, _)| *window == pattern)
        .map(|(_, at)| at)
        .collect();
    match places.first() {
        Some(0) => return Some(Quality::Prefix),
        Some(_) if places.iter().any(|at| begins_word(*at)) => return Some(Quality::Word),
        Some(_) => return Some(Quality::Inside),
        None => {}
    }
    let in_order = |usable: &dyn Fn(usize) -> bool| {
        let mut wanted = pattern.iter().peekable();
        for (at, letter) in folded.iter().enumerate() {
            if usable(at) {
                wanted.next_if_eq(&letter);
            }
        }
        wanted.peek().is_none()
    };
    if in_order(&begins_word) {
        return Some(Quality::Initials);
    }
    in_order(&|_| true).then_some(Quality::Scattered)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;
    use lockstep_fixture::ide::{SearchOptions, SymbolKind};

    use super::{Quality, quality};

    #[track_caller]
    fn check(query: &str, options: SearchOptions, expect: Expect) {
        let world = World::new(
            "
            //- /src/a.py
            class Walker:
                def run_all(self): pass
            def walk(): pass
            //- /lib/b.py
            def sidewalk(): pass
            def walk_far():
                def walk(): pass
            ",
        );
        let (symbols, total) = world.snapshot().search_symbols(query, options).value;
        expect.assert_eq(&format!("{total}\n{}", world.symbols(&symbols)));
    }

    #[test]
    fn best_first_locals_last_of_their_kind() {
        let all = SearchOptions { limit: 10, ..SearchOptions::default() };
        check(
            "walk",
            all.clone(),
            expect![[r#"
            5
            src/a.py#walk function:3
            lib/b.py#walk_far.walk function:3
            src/a.py#Walker class:1
            lib/b.py#walk_far function:2
            lib/b.py#sidewalk function:1
        "#]],
        );
        check(
            "walker::r",
            all,
            expect![[r#"
            1
            src/a.py#Walker.run_all method:2
        "#]],
        );
    }

    #[test]
    fn narrowed_and_paged() {
        let kinds = vec![SymbolKind::Class, SymbolKind::Method];
        check(
            "",
            SearchOptions { kinds, limit: 10, ..SearchOptions::default() },
            expect![[r#"
            2
            src/a.py#Walker class:1
            src/a.py#Walker.run_all method:2
        "#]],
        );
        let path = Some("LIB/".to_owned());
        check(
            "walk",
            SearchOptions { path, limit: 1, offset: 1, ..SearchOptions::default() },
            expect![[r#"
            3
            lib/b.py#walk_far function:2
        "#]],
        );
    }

    #[test]
    fn names_match_better_and_worse() {
        let quality =
            |query: &str, name: &str| quality(&query.to_lowercase().chars().collect::<Vec<_>>(), name);
        assert_eq!(quality("run", "run"), Some(Quality::Exact));
        assert_eq!(quality("run", "Run"), Some(Quality::Folded));
        assert_eq!(quality("run", "runAll"), Some(Quality::Prefix));
        assert_eq!(quality("all", "runAll"), Some(Quality::Word));
        assert_eq!(quality("all", "run_all"), Some(Quality::Word));
        assert_eq!(quality("una", "runAll"), Some(Quality::Inside));
        assert_eq!(quality("ra", "runAll"), Some(Quality::Initials));
        assert_eq!(quality("rll", "runAll"), Some(Quality::Scattered));
        assert_eq!(quality("lar", "runAll"), None);
    }
}
