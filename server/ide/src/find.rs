//! Understands a name that a person or a model gives.

use std::collections::{HashMap, HashSet};

use lockstep_facts::{Name, SymbolId, SymbolKind};
use lockstep_graph::FileId;

use crate::entry::{FileEntry, is_local, letters};
use crate::symbol::info;
use crate::{Answer, Snapshot, SymbolInfo, SymbolQuery};

/// Candidates that an answer lists.
const MAX_CANDIDATES: usize = 20;
/// Types that a member is looked for in.
const MAX_BASES: usize = 200;
/// Near names that an answer lists.
const MAX_NEAR: usize = 5;

/// An id, then a place (`file:12`), a path (`file#Container.name`), a label (`Container.name`), a bare name, each as written and
/// then without regard to case, then a member that a type inherits, a file, a part of a name. `name@file-part` keeps to files
/// whose path holds that part. Never picks among several.
pub(crate) fn find(snapshot: &Snapshot, query: &str) -> Answer<SymbolQuery> {
    let query = query.trim().trim_matches(['`', '"', '\'']).trim();
    let mut value = find_pinned(snapshot, query);
    if let (SymbolQuery::Unknown(_), Some(rest)) = (&value, without_member(query)) {
        value = find_pinned(snapshot, rest);
    }
    if let SymbolQuery::Several(symbols, total) = &value
        && *total == symbols.len()
        && let Some(one) = defined(snapshot, symbols)
    {
        value = SymbolQuery::One(one);
    }
    let read = match &value {
        SymbolQuery::One(symbol) => vec![symbol.file],
        SymbolQuery::File(file) => vec![*file],
        SymbolQuery::Several(symbols, _) => symbols.iter().map(|symbol| symbol.file).collect(),
        // That nothing is near does not depend on what the near ones say.
        SymbolQuery::Unknown(_) => Vec::new(),
    };
    let bare = query.rsplit(['#', '.', ':']).find(|part| !part.is_empty()).unwrap_or(query);
    let bare = bare.split_once('@').map_or(bare, |(name, _)| name);
    let bare = bare.split_once('~').map_or(bare, |(name, _)| name);
    Answer::new(value, read, vec![Name::new(bare)])
}

/// The one definition that all of `symbols` are or declare. A type's constructors are called as it is, and it is what is meant.
fn defined(snapshot: &Snapshot, symbols: &[SymbolInfo]) -> Option<SymbolInfo> {
    let types: HashSet<Name> = symbols.iter().filter(|s| s.kind.is_type()).map(|s| s.path.local).collect();
    let constructs = |symbol: &&SymbolInfo| {
        symbol.kind == SymbolKind::Constructor && symbol.container.is_some_and(|path| types.contains(&path))
    };
    let others = symbols.iter().filter(|symbol| !constructs(symbol));
    let mut all = others.flat_map(|symbol| snapshot.graph.definitions_of(symbol.id));
    let first = all.next()?;
    all.all(|other| other == first).then(|| snapshot.symbol(first))?
}

/// `query` without the name of a member of the session in front of it.
fn without_member(query: &str) -> Option<&str> {
    let (member, rest) = query.split_once(':')?;
    let plain = !member.is_empty() && !member.contains(['/', '#', '.']);
    (plain && !rest.is_empty() && !rest.starts_with(':')).then_some(rest)
}

fn find_pinned(snapshot: &Snapshot, query: &str) -> SymbolQuery {
    match query.rsplit_once('@') {
        Some((name, part)) if !name.is_empty() && !part.is_empty() => {
            match find_among(snapshot, name, Some(&part.to_lowercase())) {
                // It may be a name with an `@` in it after all.
                SymbolQuery::Unknown(near) => match find_among(snapshot, query, None) {
                    SymbolQuery::Unknown(_) => SymbolQuery::Unknown(near),
                    found => found,
                },
                found => found,
            }
        }
        _ => find_among(snapshot, query, None),
    }
}

/// A definition that a query may mean.
type Candidate<'s> = (&'s FileEntry, u32);

fn find_among(snapshot: &Snapshot, query: &str, part: Option<&str>) -> SymbolQuery {
    if query.is_empty() {
        return SymbolQuery::Unknown(Vec::new());
    }
    if let Some(symbol) = by_id(snapshot, query) {
        return SymbolQuery::One(symbol);
    }
    let search = Search { snapshot, part };
    if let Some(found) = search.by_line(query) {
        return found;
    }
    let found = match query.split_once('#') {
        Some((file, local)) if !local.is_empty() => search.by_path(file, local),
        Some((file, _)) => return search.by_file(file).unwrap_or_else(|| search.unknown(file)),
        None => search.by_name(&label(query)),
    };
    let found = if found.is_empty() { search.inherited(query) } else { found };
    if !found.is_empty() {
        return answer(found);
    }
    if let Some(found) = search.by_file(query) {
        return found;
    }
    let local = query.split_once('#').map_or(query, |(_, local)| local);
    if local == query {
        let found = search.by_part(&label(query));
        if !found.is_empty() {
            return answer(found);
        }
    }
    search.unknown(local)
}

/// `a::b` written as paths are.
fn label(query: &str) -> String {
    query.trim_end_matches("()").replace("::", ".").trim_matches('.').to_owned()
}

/// Sixteen hexadecimal digits.
fn by_id(snapshot: &Snapshot, query: &str) -> Option<SymbolInfo> {
    let id = (query.len() == 16).then(|| u64::from_str_radix(query, 16).ok())??;
    snapshot.symbol(SymbolId(id))
}

fn answer(mut found: Vec<Candidate<'_>>) -> SymbolQuery {
    // What others can name first, then by path and place.
    found.sort_by_key(|(entry, item)| {
        let placed = entry.item(*item);
        let local = placed.is_some_and(|placed| is_local(&placed.item));
        (local, entry.path.as_str(), placed.map(|placed| placed.name_range().start))
    });
    found.dedup_by_key(|(entry, item)| (entry.id, *item));
    let total = found.len();
    let mut symbols = found.iter().take(MAX_CANDIDATES).filter_map(|(entry, item)| info(entry, *item));
    if total == 1
        && let Some(symbol) = symbols.next()
    {
        return SymbolQuery::One(symbol);
    }
    SymbolQuery::Several(symbols.collect(), total)
}

struct Search<'s, 'q> {
    snapshot: &'s Snapshot,
    /// In lower case.
    part: Option<&'q str>,
}

impl<'s> Search<'s, '_> {
    /// The files that are looked into, by path.
    fn entries(&self) -> impl Iterator<Item = &'s FileEntry> {
        self.snapshot.listed_entries().map(|entry| &**entry).filter(|entry| self.holds(entry))
    }

    fn holds(&self, entry: &FileEntry) -> bool {
        self.part.is_none_or(|part| entry.path.as_str().to_lowercase().contains(part))
    }

    /// The file of this path.
    fn whole_path(&self, path: &str) -> Option<&'s FileEntry> {
        let entry = self.snapshot.entry(self.snapshot.file(path)?)?;
        Some(&**entry).filter(|entry| self.holds(entry))
    }

    /// The files whose paths end with this one.
    fn ending_with(&self, path: &str) -> Vec<&'s FileEntry> {
        self.entries().filter(|entry| ends_with_path(entry.path.as_str(), path)).collect()
    }

    /// `file` is a path or its end, `local` a local path. Files are told apart before their names are looked at, and a whole
    /// path is no search at all.
    fn by_path(&self, file: &str, local: &str) -> Vec<Candidate<'s>> {
        let local = label(local);
        let found = all_of(self.whole_path(file).into_iter(), |_, _, path, _| path == local);
        if !found.is_empty() {
            return found;
        }
        let ends = self.ending_with(file);
        let found = all_of(ends.iter().copied(), |_, _, path, _| path == local);
        if !found.is_empty() {
            return found;
        }
        let found = all_of(ends.into_iter(), |_, _, path, _| is_path(path, &local));
        if !found.is_empty() {
            return found;
        }
        let lower = (file.to_lowercase(), local.to_lowercase());
        let ends =
            self.entries().filter(|entry| ends_with_path(&entry.path.as_str().to_lowercase(), &lower.0));
        all_of(ends, |_, _, path, _| path.to_lowercase() == lower.1)
    }

    /// `file:12`, as answers say where a definition is; its name may stand behind it.
    fn by_line(&self, query: &str) -> Option<SymbolQuery> {
        let (place, name) = query.split_once(char::is_whitespace).unwrap_or((query, ""));
        let (file, line) = place.rsplit_once(':')?;
        let line = line.parse::<u32>().ok()?.checked_sub(1)?;
        let name = label(name.trim());
        let entries = self.whole_path(file).map_or_else(|| self.ending_with(file), |entry| vec![entry]);
        let mut found = Vec::new();
        for entry in entries {
            for named in entry.named() {
                let Some(placed) = entry.item(named.item) else { continue };
                let is_called = name.is_empty() || ends_with_label(placed.item.path.as_str(), &name);
                if is_called
                    && placed.item.definition.is_some()
                    && entry.line(placed.name_range().start) == line
                {
                    found.push((entry, named.item));
                }
            }
        }
        (!found.is_empty()).then(|| answer(found))
    }

    /// The member that a type has from the nearest of its bases, for `Type.member` and `file#Type.member`.
    fn inherited(&self, query: &str) -> Vec<Candidate<'s>> {
        let (file, local) = query.split_once('#').map_or((None, query), |(file, local)| (Some(file), local));
        let local = label(local);
        let Some((class, member)) = local.rsplit_once('.') else { return Vec::new() };
        let holders = match file {
            Some(file) => self.by_path(file, class),
            None => self.by_written_name(class, class.rsplit('.').next().unwrap_or(class)),
        };
        let is_type = |(entry, item): &Candidate<'s>| {
            let definition = entry.item(*item).and_then(|placed| placed.item.definition.as_ref());
            definition.is_some_and(|definition| definition.kind.is_type())
        };
        let mut seen: Vec<SymbolId> = holders
            .iter()
            .filter(|holder| is_type(holder))
            .filter_map(|(entry, item)| Some(info(entry, *item)?.id))
            .take(MAX_CANDIDATES)
            .collect();
        let mut level = seen.clone();
        while !level.is_empty() && seen.len() < MAX_BASES {
            let bases = level.iter().flat_map(|class| self.snapshot.graph.supertypes(*class));
            level = bases.filter(|base| !seen.contains(base)).collect();
            seen.extend(&level);
            let mut found = Vec::new();
            for base in level.iter().filter_map(|base| self.snapshot.symbol(*base)) {
                let path = format!("{}.{member}", base.path.local);
                let entry = self.snapshot.entry(base.file).map(|entry| &**entry);
                found.extend(all_of(entry.into_iter(), |_, _, own, _| own == path));
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// `name` of `module.name`, where the module is a file, or a folder that has it at the top of a file in it.
    fn by_module(&self, label: &str) -> Vec<Candidate<'s>> {
        let Some((module, name)) = label.rsplit_once('.') else { return Vec::new() };
        let folder = module.replace('.', "/");
        let is_in = |path: &str, exactly: bool| {
            let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
            let (parent, last) = stem.rsplit_once('/').unwrap_or(("", stem));
            let stem = if matches!(last, "__init__" | "mod" | "index" | "lib") { parent } else { stem };
            if exactly {
                return ends_with_path(stem, &folder);
            }
            let mut parent = parent;
            loop {
                match parent {
                    "" => return false,
                    parent if ends_with_path(parent, &folder) => return true,
                    _ => parent = parent.rsplit_once('/').map_or("", |(above, _)| above),
                }
            }
        };
        let entries = self.defining(name);
        let found = |exactly: bool| {
            let entries = entries.iter().filter(|entry| !entry.is_data());
            let inside = entries.filter(|entry| is_in(entry.path.as_str(), exactly));
            all_of(inside.copied(), |_, _, path, _| path == name)
        };
        let in_file = found(true);
        if in_file.is_empty() { found(false) } else { in_file }
    }

    /// Labels, then bare names, as written; then names of a module; then the first two without regard to case. One pass over
    /// all names but for those of modules, and none for what is written as it is defined.
    fn by_name(&self, label: &str) -> Vec<Candidate<'s>> {
        let bare = label.rsplit('.').next().unwrap_or(label);
        let found = self.by_written_name(label, bare);
        if !found.is_empty() {
            return found;
        }
        let [mut labels, mut names, mut folded_labels, mut folded_names] = [(); 4].map(|()| Vec::new());
        let asked = letters(bare);
        let folded = label.to_lowercase();
        for entry in self.entries().filter(|entry| !entry.is_data()) {
            for named in entry.named() {
                if asked & !named.letters != 0 {
                    continue;
                }
                let Some(placed) = entry.item(named.item) else { continue };
                let (path, name) = (placed.item.path.as_str(), named.name.as_str());
                let step = if path == label {
                    &mut labels
                } else if ends_with_label(path, label) {
                    &mut names
                } else if path.eq_ignore_ascii_case(label) {
                    &mut folded_labels
                } else if ends_with_label(&path.to_lowercase(), &folded) || name.to_lowercase() == folded {
                    &mut folded_names
                } else {
                    continue;
                };
                step.push((entry, named.item));
            }
        }
        let first = |steps: [Vec<Candidate<'s>>; 2]| steps.into_iter().find(|found| !found.is_empty());
        let in_module = || Some(self.by_module(label)).filter(|found| !found.is_empty());
        first([labels, names])
            .or_else(in_module)
            .or_else(|| first([folded_labels, folded_names]))
            .unwrap_or_default()
    }

    /// The definitions whose name is `bare`, of which `label` is all of the path; else those of which it is the end.
    fn by_written_name(&self, label: &str, bare: &str) -> Vec<Candidate<'s>> {
        let entries = self.defining(bare);
        let labels = all_of(entries.iter().copied(), |_, _, path, own| own == bare && path == label);
        if !labels.is_empty() {
            return labels;
        }
        all_of(entries.into_iter(), |_, _, path, own| own == bare && ends_with_label(path, label))
    }

    /// The files that define something called `name`, by path.
    fn defining(&self, name: &str) -> Vec<&'s FileEntry> {
        let files = Name::known(name).map(|name| self.snapshot.graph.files_defining(name));
        let mut files = files.unwrap_or_default();
        files.sort_unstable_by_key(|file| self.snapshot.path(*file).as_str());
        let entries = files.into_iter().filter_map(|file| self.snapshot.entry(file));
        entries.map(|entry| &**entry).filter(|entry| !entry.external && self.holds(entry)).collect()
    }

    /// Names that hold `part`; with a `.` in it, those that begin with its last name, in paths that hold it.
    fn by_part(&self, part: &str) -> Vec<Candidate<'s>> {
        let part = part.to_lowercase();
        let asked = part.rsplit_once('.').map_or(letters(&part), |(_, last)| letters(last));
        let mut found = Vec::new();
        for entry in self.entries().filter(|entry| !entry.is_data()) {
            for named in entry.named().iter().filter(|named| asked & !named.letters == 0) {
                let name = named.name.as_str().to_lowercase();
                let holds = match part.rsplit_once('.') {
                    None => name.contains(&part),
                    Some((_, last)) => {
                        name.starts_with(last)
                            && entry.item(named.item).is_some_and(|placed| {
                                placed.item.path.as_str().to_lowercase().contains(&part)
                            })
                    }
                };
                if holds {
                    found.push((entry, named.item));
                }
            }
        }
        found
    }

    /// A file by its path, the end of it, or its name, with or without its ending.
    fn by_file(&self, query: &str) -> Option<SymbolQuery> {
        let query = query.trim_start_matches("./").trim_end_matches('/');
        let folded = query.to_lowercase();
        let tests: [&dyn Fn(&str) -> bool; 4] = [
            &|path| path == query,
            &|path| ends_with_path(path, query),
            &|path| ends_with_path(&path.to_lowercase(), &folded),
            &|path| {
                path.rsplit_once('.').is_some_and(|(stem, _)| ends_with_path(&stem.to_lowercase(), &folded))
            },
        ];
        for matches in tests {
            let found: Vec<FileId> =
                self.entries().filter(|e| matches(e.path.as_str())).map(|e| e.id).collect();
            match found.as_slice() {
                [] => {}
                [file] => return Some(SymbolQuery::File(*file)),
                several => {
                    let infos =
                        several.iter().take(MAX_CANDIDATES).filter_map(|file| self.snapshot.entry(*file));
                    let infos = infos.map(|entry| crate::symbol::file_info(entry)).collect();
                    return Some(SymbolQuery::Several(infos, several.len()));
                }
            }
        }
        None
    }

    /// The nearest names, by how many of their neighbouring letters they share with the query.
    fn unknown(&self, query: &str) -> SymbolQuery {
        let query = label(query);
        let asked = Pairs::of(query.rsplit('.').next().unwrap_or(&query));
        let mut known: HashMap<Name, u32, foldhash::fast::FixedState> = HashMap::default();
        let mut near: Vec<(u32, bool, &str, Candidate<'s>)> = Vec::new();
        for entry in self.entries().filter(|entry| !entry.is_data()) {
            for named in entry.named() {
                let name = named.name.as_str();
                let likeness = *known.entry(named.name).or_insert_with(|| asked.likeness(name));
                if likeness >= 40
                    && let Some(placed) = entry.item(named.item)
                {
                    near.push((100 - likeness, is_local(&placed.item), name, (entry, named.item)));
                }
            }
        }
        near.sort_by_key(|(unlike, local, name, (entry, item))| {
            (*unlike, *local, *name, entry.path.as_str(), *item)
        });
        let near = near.iter().take(MAX_NEAR).filter_map(|(.., (entry, item))| info(entry, *item));
        SymbolQuery::Unknown(near.collect())
    }
}

/// The definitions of these files that match.
fn all_of<'s>(
    entries: impl Iterator<Item = &'s FileEntry>,
    mut matches: impl FnMut(&FileEntry, u32, &str, &str) -> bool,
) -> Vec<Candidate<'s>> {
    let mut found = Vec::new();
    for entry in entries {
        for named in entry.named() {
            let Some(placed) = entry.item(named.item) else { continue };
            if matches(entry, named.item, placed.item.path.as_str(), named.name.as_str()) {
                found.push((entry, named.item));
            }
        }
    }
    found
}

/// The neighbouring letters of a word, its ends included, without regard to case. Those of a word too long are its first.
struct Pairs {
    /// By what a pair is hashed to, the next places being looked at as well; each has a number.
    table: [Option<((char, char), u8)>; PLACES],
    count: u8,
}

/// Four times as many as there are pairs at most.
const PLACES: usize = 256;

impl Pairs {
    fn of(word: &str) -> Pairs {
        let mut all = Pairs { table: [None; PLACES], count: 0 };
        for pair in pairs(word).take(PLACES / 4) {
            let place = all.place(pair);
            if all.table[place].is_none() {
                all.table[place] = Some((pair, all.count));
                all.count += 1;
            }
        }
        all
    }

    /// Where `pair` stands, or would.
    fn place(&self, pair: (char, char)) -> usize {
        let hash = (pair.0 as usize).wrapping_mul(31) ^ (pair.1 as usize);
        let mut place = hash % PLACES;
        while self.table[place].is_some_and(|(other, _)| other != pair) {
            place = (place + 1) % PLACES;
        }
        place
    }

    /// Dice's coefficient in percent.
    fn likeness(&self, name: &str) -> u32 {
        let (mut shared, mut count) = (0u64, 0);
        for pair in pairs(name) {
            count += 1;
            if let Some((_, number)) = self.table[self.place(pair)] {
                shared |= 1 << number;
            }
        }
        200 * shared.count_ones() / (u32::from(self.count) + count).max(1)
    }
}

fn pairs(word: &str) -> impl Iterator<Item = (char, char)> {
    let mut last = ' ';
    let lower = |letter: char| match letter.is_ascii() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_lowercase().next().unwrap_or(letter),
    };
    let letters = word.chars().map(lower).chain([' ']);
    letters.map(move |letter| (std::mem::replace(&mut last, letter), letter))
}

/// Whether `path` is `end`, or ends with it at a folder's border.
fn ends_with_path(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Whether `path` ends with the whole names of `label`. What tells namesakes apart (`~2`) can be left out.
fn ends_with_label(path: &str, label: &str) -> bool {
    if path.strip_suffix(label).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')) {
        return true;
    }
    path.contains('~') && {
        let mut names = path.rsplit('.');
        label.rsplit('.').all(|asked| names.next().is_some_and(|name| is_called(name, asked)))
    }
}

/// Whether `path` is `label`, but for what tells namesakes apart.
fn is_path(path: &str, label: &str) -> bool {
    path.matches('.').count() == label.matches('.').count() && ends_with_label(path, label)
}

fn is_called(name: &str, asked: &str) -> bool {
    name == asked || name.rsplit_once('~').is_some_and(|(plain, _)| plain == asked)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    const FILES: &str = "
        //- /src/a.py
        class Walker:
            def run(self): pass
            def Walk(self): pass
        def walk(): pass
        def lonely_name(): pass
        //- /src/b.py
        class Runner:
            def run(self): pass
        def walk(): pass
        def helper(): pass
        //- /lib/c.py
        def Helper(): pass
        def f(): pass
        def f(): pass
        ";

    #[track_caller]
    fn check(query: &str, expect: Expect) {
        let world = World::new(FILES);
        expect.assert_eq(&world.query(&world.snapshot().find(query).value));
    }

    #[test]
    fn names_of_a_module() {
        check(
            "a.walk",
            expect![[r#"
            one src/a.py#walk
        "#]],
        );
        check(
            "src.b.walk",
            expect![[r#"
            one src/b.py#walk
        "#]],
        );
        check(
            "src.helper",
            expect![[r#"
            one src/b.py#helper
        "#]],
        );
        check(
            "src.walk",
            expect![[r#"
            2:
            src/a.py#walk function:4
            src/b.py#walk function:3
        "#]],
        );
        check(
            "lib.walk",
            expect![[r#"
            unknown, near:
            src/a.py#Walker.Walk method:3
            src/a.py#walk function:4
            src/b.py#walk function:3
            src/a.py#Walker class:1
        "#]],
        );
    }

    #[test]
    fn paths() {
        check("src/a.py#Walker.run", expect!["one src/a.py#Walker.run\n"]);
        check("a.py#Walker.run", expect!["one src/a.py#Walker.run\n"]);
        check(
            "SRC/A.py#walker.RUN",
            expect![
                "one src/a.py#Walker.run
"
            ],
        );
        check("src/a.py#walker.RUN", expect!["one src/a.py#Walker.run\n"]);
        check("here:src/a.py#walk", expect!["one src/a.py#walk\n"]);
        check("`src/a.py#walk`", expect!["one src/a.py#walk\n"]);
        check("lib/c.py#f~2", expect!["one lib/c.py#f~2\n"]);
    }

    #[test]
    fn members_of_one_of_several_namesakes() {
        let files = "
            //- /event.ts
            export interface Event { fire(): void }
            export namespace Event { export function once() {} }
            ";
        for query in ["event.ts#Event.once", "Event.once", "event.once"] {
            let world = World::new(files);
            let found = world.query(&world.snapshot().find(query).value);
            assert_eq!(found, "one event.ts#Event~2.once\n", "{query}");
        }
    }

    #[test]
    fn places_as_answers_print_them() {
        check("src/a.py:2", expect!["one src/a.py#Walker.run\n"]);
        check("a.py:2", expect!["one src/a.py#Walker.run\n"]);
        check("src/a.py:2  Walker.run", expect!["one src/a.py#Walker.run\n"]);
        check("src/a.py:99", expect!["unknown, near:\n"]);
    }

    #[test]
    fn members_by_the_type_that_inherits_them() {
        let world = World::new(
            "
            //- /base.py
            class Base:
                def route(self): pass
            class Middle(Base): pass
            //- /app.py
            from base import Middle
            class App(Middle):
                def own(self): pass
            ",
        );
        let found = |query: &str| world.query(&world.snapshot().find(query).value);
        assert_eq!(found("App.route"), "one base.py#Base.route\n");
        assert_eq!(found("app.py#App.route"), "one base.py#Base.route\n");
        assert_eq!(found("App.own"), "one app.py#App.own\n");
        assert!(found("App.other").starts_with("unknown"));
    }

    #[test]
    fn a_type_before_its_constructors() {
        let world = World::new(
            "
            //- /batch.h
            namespace db {
            class Batch { public: Batch(); explicit Batch(int size); };
            }
            //- /batch.cc
            #include \"batch.h\"
            namespace db {
            class Batch;
            Batch::Batch() {}
            Batch::Batch(int size) {}
            }
            ",
        );
        assert_eq!(world.query(&world.snapshot().find("Batch").value), "one batch.h#db.Batch\n");
        assert!(world.query(&world.snapshot().find("Batch.Batch").value).contains("constructor"));
    }

    #[test]
    fn labels_before_bare_names() {
        check("Walker.run", expect!["one src/a.py#Walker.run\n"]);
        check("Walker::run()", expect!["one src/a.py#Walker.run\n"]);
        check("walker.run", expect!["one src/a.py#Walker.run\n"]);
        check("Walk", expect!["one src/a.py#Walker.Walk\n"]);
        check(
            "run",
            expect![[r#"
            2:
            src/a.py#Walker.run method:2
            src/b.py#Runner.run method:2
        "#]],
        );
    }

    #[test]
    fn case_counts_where_it_finds_something() {
        check("helper", expect!["one src/b.py#helper\n"]);
        check("Helper", expect!["one lib/c.py#Helper\n"]);
        check(
            "HELPER",
            expect![[r#"
            2:
            lib/c.py#Helper function:1
            src/b.py#helper function:4
        "#]],
        );
    }

    #[test]
    fn a_part_of_the_path_pins_one() {
        check("walk@b.py", expect!["one src/b.py#walk\n"]);
        check(
            "walk@src",
            expect![[r#"
            2:
            src/a.py#walk function:4
            src/b.py#walk function:3
        "#]],
        );
    }

    #[test]
    fn files() {
        check("src/a.py", expect!["file src/a.py\n"]);
        check("b.py", expect!["file src/b.py\n"]);
        check("c", expect!["file lib/c.py\n"]);
        check("src/a.py#", expect!["file src/a.py\n"]);
    }

    #[test]
    fn parts_of_names_and_unknown_ones() {
        check("lonely", expect!["one src/a.py#lonely_name\n"]);
        check(
            "alk",
            expect![[r#"
            4:
            src/a.py#Walker class:1
            src/a.py#Walker.Walk method:3
            src/a.py#walk function:4
            src/b.py#walk function:3
        "#]],
        );
        check("runn", expect!["one src/b.py#Runner\n"]);
        check(
            "wlak",
            expect![[r#"
            unknown, near:
            src/a.py#Walker.Walk method:3
            src/a.py#walk function:4
            src/b.py#walk function:3
        "#]],
        );
        check("zzz", expect!["unknown, near:\n"]);
    }

    #[test]
    fn ids_and_the_empty_query() {
        let world = World::new(FILES);
        let id = format!("{:016x}", world.symbol("Walker.run").0);
        assert_eq!(world.query(&world.snapshot().find(&id).value), "one src/a.py#Walker.run\n");
        assert_eq!(world.query(&world.snapshot().find("  ").value), "unknown, near:\n");
    }
}
