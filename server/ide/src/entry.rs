//! One file as a snapshot shows it, with the indexes that questions about places and names need.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use lockstep_facts::{FileFacts, Item, Language, LineIndex, LinePosition, Name, PositionEncoding, TextRange};
use lockstep_graph::FileId;
use lockstep_languages::SyntaxTree;
use ropey::Rope;

use crate::parse::tree_of;
use crate::words::WordSet;
use crate::{FileState, SessionId, position};

/// How long a tree may take that is asked for before the engine has one.
const TREE_TIME: Duration = Duration::from_millis(500);

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct FileEntry {
    pub id: FileId,
    pub path: Name,
    /// A prelude: no file of the tree.
    pub external: bool,
    pub state: FileState,
    pub language: Option<Language>,
    pub facts: Option<Arc<FileFacts>>,
    /// The hash of the text that the facts are of.
    pub hash: u64,
    pub lines: Lines,
    /// Whether some of the facts are held.
    pub held: bool,
    /// The text is newer than the facts: the words of what was edited.
    pub pending: Option<Arc<WordSet>>,
    /// Other texts of it that sessions have.
    pub differing: Vec<Differing>,
    /// The tree of an open document's text, where the engine has it; else made when it is asked for.
    tree: OnceLock<Option<SyntaxTree>>,
    places: OnceLock<Places>,
    names: OnceLock<Vec<NamedItem>>,
    counts: OnceLock<ItemCounts>,
}

/// How much the items of a file say.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ItemCounts {
    pub symbols: usize,
    pub references: usize,
}

/// A session's text of a file that is not the one that counts.
#[derive(Clone, Debug)]
pub(crate) struct Differing {
    pub session: SessionId,
    pub language: Option<Language>,
    pub text: Rope,
    pub hash: u64,
    /// Whether it is another text than the disk's.
    pub dirty: bool,
}

/// What turns offsets into lines.
#[derive(Debug)]
pub(crate) enum Lines {
    /// The text of an open document.
    Text(Rope),
    /// Of a closed file.
    Index(Arc<LineIndex>),
    Nothing,
}

/// A definition by name, to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedItem {
    pub name: Name,
    pub item: u32,
    /// Which letters and digits the name has: a name without those of a query cannot match it.
    pub letters: u64,
}

impl FileEntry {
    pub(crate) fn new(id: FileId, path: Name) -> FileEntry {
        FileEntry {
            id,
            path,
            external: false,
            state: FileState::Disk,
            language: None,
            facts: None,
            hash: 0,
            lines: Lines::Nothing,
            held: false,
            pending: None,
            differing: Vec::new(),
            tree: OnceLock::new(),
            places: OnceLock::new(),
            names: OnceLock::new(),
            counts: OnceLock::new(),
        }
    }

    /// Whether it is an outline of a text that is no code: its keys and headings are found where their file is named.
    pub fn is_data(&self) -> bool {
        self.language.is_some_and(Language::is_data)
    }

    /// The same, with the tree of its text.
    pub(crate) fn with_tree(self, tree: &SyntaxTree) -> FileEntry {
        FileEntry { tree: OnceLock::from(Some(tree.clone())), ..self }
    }

    /// The syntax tree of an open document; none of a closed file's text, which is not at hand, nor while a parse is pending.
    pub(crate) fn tree(&self) -> Option<&SyntaxTree> {
        let Lines::Text(text) = &self.lines else { return None };
        if self.pending.is_some() {
            return None;
        }
        self.tree.get_or_init(|| tree_of(self.language?, text, TREE_TIME)).as_ref()
    }

    /// The items, empty without facts.
    pub(crate) fn items(&self) -> &[lockstep_facts::PlacedItem] {
        self.facts.as_ref().map_or(&[], |facts| &facts.items)
    }

    pub(crate) fn item(&self, index: u32) -> Option<&lockstep_facts::PlacedItem> {
        self.items().get(index as usize)
    }

    pub(crate) fn position(&self, offset: u32, encoding: PositionEncoding) -> LinePosition {
        match &self.lines {
            Lines::Text(text) => position::position(text, offset, encoding),
            Lines::Index(index) => index.position(offset, encoding),
            Lines::Nothing => LinePosition::default(),
        }
    }

    pub(crate) fn line(&self, offset: u32) -> u32 {
        match &self.lines {
            Lines::Text(text) => text.byte_to_line((offset as usize).min(text.len_bytes())) as u32,
            Lines::Index(index) => index.line(offset),
            Lines::Nothing => 0,
        }
    }

    pub(crate) fn offset(&self, at: LinePosition, encoding: PositionEncoding) -> u32 {
        match &self.lines {
            Lines::Text(text) => position::offset(text, at, encoding),
            Lines::Index(index) => {
                let offset = index.offset(at, encoding);
                // Past the end of a line is its end, not the start of the next.
                let next = at.line.saturating_add(1);
                let past =
                    next < index.lines() && offset == index.start(next) && offset > index.start(at.line);
                if past { offset - 1 } else { offset }
            }
            Lines::Nothing => 0,
        }
    }

    /// The items around `offset` (a cursor behind a word is on it), innermost first.
    pub(crate) fn items_around(&self, offset: u32) -> Vec<u32> {
        self.places.get_or_init(|| Places::new(self.items())).around(offset)
    }

    /// Counted once: whoever asks for figures asks for those of all files.
    pub(crate) fn counts(&self) -> ItemCounts {
        *self.counts.get_or_init(|| {
            self.items().iter().fold(ItemCounts::default(), |counts, placed| ItemCounts {
                symbols: counts.symbols + usize::from(placed.item.definition.is_some()),
                references: counts.references + placed.item.body.references.len(),
            })
        })
    }

    /// Definitions by name, in the order of the items.
    pub(crate) fn named(&self) -> &[NamedItem] {
        self.names.get_or_init(|| {
            let named = self.items().iter().enumerate().filter_map(|(index, placed)| {
                let name = placed.item.definition.as_ref()?.name;
                Some(NamedItem { name, item: index as u32, letters: letters(name.as_str()) })
            });
            named.collect()
        })
    }
}

/// Whether `item` can be named in an answer.
pub(crate) fn is_local(item: &Item) -> bool {
    item.definition.as_ref().is_some_and(|d| d.visibility == lockstep_facts::Visibility::Local)
}

/// A bit for each letter (case folded) and digit of `text`.
pub(crate) fn letters(text: &str) -> u64 {
    text.bytes().fold(0, |letters, byte| {
        letters
            | match byte.to_ascii_lowercase() {
                letter @ b'a'..=b'z' => 1 << (letter - b'a'),
                digit @ b'0'..=b'9' => 1 << (26 + digit - b'0'),
                b'_' => 1 << 36,
                _ => 0,
            }
    })
}

/// Items by place. Sorted by start, longer ones first, so that what is around an item stands before it.
#[derive(Debug)]
pub(crate) struct Places(Vec<Placed>);

#[derive(Debug)]
struct Placed {
    range: TextRange,
    item: u32,
    /// The nearest entry before it that reaches as far as it begins.
    around: Option<u32>,
}

impl Places {
    pub(crate) fn new(items: &[lockstep_facts::PlacedItem]) -> Places {
        let mut sorted: Vec<(TextRange, u32)> =
            items.iter().zip(0..).map(|(placed, index)| (placed.full_range(), index)).collect();
        sorted.sort_by_key(|(range, index)| (range.start, std::cmp::Reverse(range.end), *index));
        let mut places: Vec<Placed> = Vec::with_capacity(sorted.len());
        let mut open: Vec<u32> = Vec::new();
        for (range, item) in sorted {
            while let Some(last) = open.last()
                && places.get(*last as usize).is_some_and(|last| last.range.end < range.start)
            {
                open.pop();
            }
            // Ranges that overlap without one being inside the other are made by hand only; they chain all the same.
            places.push(Placed { range, item, around: open.last().copied() });
            open.push(places.len() as u32 - 1);
        }
        Places(places)
    }

    pub(crate) fn around(&self, offset: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut next = self.0.partition_point(|placed| placed.range.start <= offset).checked_sub(1);
        while let Some(placed) = next.and_then(|index| self.0.get(index)) {
            if placed.range.touches(offset) {
                found.push(placed.item);
            }
            next = placed.around.map(|index| index as usize);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::tests::item;

    #[test]
    fn items_around_a_place_are_innermost_first() {
        let items = [
            item("C", (0, 50), 6, &[]),
            item("m", (10, 20), 14, &[]),
            item("n", (20, 30), 24, &[]),
            item("f", (60, 70), 64, &[]),
        ];
        let places = Places::new(&items);
        assert_eq!(places.around(5), [0]);
        assert_eq!(places.around(15), [1, 0]);
        assert_eq!(places.around(20), [2, 1, 0]);
        assert_eq!(places.around(40), [0]);
        assert_eq!(places.around(55), [0; 0]);
        assert_eq!(places.around(70), [3]);
    }
}
