//! What one file says.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Item, Language, Name, PackageFacts, TextRange};

/// An item at its place. Items with equal layers share one `Arc` across versions of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedItem {
    /// The byte in the file that the item's ranges count from.
    pub start: u32,
    /// Not in the last parse: kept from before, because the tree around it was damaged (`ide` decides, and says so).
    #[serde(skip)]
    pub held: bool,
    /// The item.
    pub item: Arc<Item>,
}

impl PlacedItem {
    /// Where its name stands in the file.
    #[must_use]
    pub fn name_range(&self) -> TextRange {
        self.item.ranges.name.offset(self.start)
    }

    /// Where the whole of it stands in the file.
    #[must_use]
    pub fn full_range(&self) -> TextRange {
        self.item.ranges.full.offset(self.start)
    }

    /// Where reference `index` of it stands in the file.
    #[must_use]
    pub fn reference_range(&self, index: usize) -> TextRange {
        self.item.ranges.references.get(index).copied().unwrap_or_default().offset(self.start)
    }
}

/// The facts of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// The language it was parsed as.
    pub language: Language,
    /// In text order, containers before their members. Paths are unique.
    pub items: Vec<PlacedItem>,
    /// Syntax errors and missing tokens, in the file, in order.
    pub errors: Vec<TextRange>,
    /// Why nothing or not everything was extracted (too deep, too large), for people.
    pub skipped: Option<Box<str>>,
    /// What a package file says.
    pub package: Option<Box<PackageFacts>>,
    /// The package or namespace that the text says its top level belongs to; empty if it says none.
    pub scope: Name,
    /// The first lines of the module's own documentation.
    pub documentation: Box<str>,
    /// The names the file says it offers to wildcard imports (`__all__`), if it says so.
    pub offered: Option<Vec<Name>>,
    /// Lines in the text, as [`count_lines`] counts them.
    pub lines: u32,
}

impl FileFacts {
    /// Facts of a file that says nothing.
    #[must_use]
    pub fn empty(language: Language) -> FileFacts {
        FileFacts {
            language,
            items: Vec::new(),
            errors: Vec::new(),
            skipped: None,
            package: None,
            scope: Name::empty(),
            documentation: Box::default(),
            offered: None,
            lines: 0,
        }
    }

    /// The same facts, with the `Arc`s of `old` wherever an item is equal to the one of that path: what did not change
    /// keeps its memos.
    #[must_use]
    pub fn share_with(mut self, old: &FileFacts) -> FileFacts {
        // After most edits an item stands where it stood, in the order of items.
        let mut others: Vec<&mut Arc<Item>> = Vec::new();
        for (at, placed) in self.items.iter_mut().enumerate() {
            match old.items.get(at).map(|before| &before.item) {
                Some(before) if Arc::ptr_eq(before, &placed.item) => {}
                Some(before) if before.is_same(&placed.item) => placed.item = Arc::clone(before),
                _ => others.push(&mut placed.item),
            }
        }
        if others.is_empty() {
            return self;
        }
        let known: HashMap<Name, &Arc<Item>, foldhash::fast::FixedState> =
            old.items.iter().map(|placed| (placed.item.path, &placed.item)).collect();
        for item in others {
            if let Some(before) = known.get(&item.path).filter(|before| before.is_same(item)) {
                *item = Arc::clone(before);
            }
        }
        self
    }
}

/// Lines as people count them: what follows the last line break is one only if there is anything.
#[must_use]
pub fn count_lines<'t>(chunks: impl IntoIterator<Item = &'t str>) -> u32 {
    let (mut lines, mut ended) = (0, true);
    for chunk in chunks.into_iter().filter(|chunk| !chunk.is_empty()) {
        // Sums that fit a byte are made many at a time: this is run at every edit.
        let parts = chunk.as_bytes().chunks(usize::from(u8::MAX));
        lines +=
            parts.map(|part| u32::from(part.iter().map(|b| u8::from(*b == b'\n')).sum::<u8>())).sum::<u32>();
        ended = chunk.ends_with('\n');
    }
    lines + u32::from(!ended)
}

/// Line starts and the characters that are longer in UTF-8 than in UTF-16: turns byte offsets into positions and back
/// without the text. A pure function of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineIndex {
    /// The first byte of each line. Lines end with `\n`, `\r\n` or a lone `\r`, as the protocol says.
    starts: Vec<u32>,
    /// Characters outside ASCII: (first byte, length in UTF-8), in order.
    wide: Vec<(u32, u8)>,
    /// Length of the text in bytes.
    len: u32,
}

/// How the columns of a [`LinePosition`] are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionEncoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
    /// Characters.
    Utf32,
}

/// A line and a column, zero-based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinePosition {
    /// Line.
    pub line: u32,
    /// Column, counted as some [`PositionEncoding`] says.
    pub column: u32,
}

impl LineIndex {
    /// The index of `text`.
    #[must_use]
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut index = LineIndex { starts: vec![0], wide: Vec::new(), len: bytes.len() as u32 };
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b'\n' => index.starts.push(at as u32 + 1),
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => index.starts.push(at as u32 + 1),
                byte if byte >= 0xc0 => {
                    let len = if byte >= 0xf0 {
                        4
                    } else if byte >= 0xe0 {
                        3
                    } else {
                        2
                    };
                    index.wide.push((at as u32, len));
                    at += usize::from(len) - 1;
                }
                _ => {}
            }
            at += 1;
        }
        index
    }

    /// How many lines there are; at least 1.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The zero-based line that holds `offset`.
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        (self.starts.partition_point(|start| *start <= offset).max(1) - 1) as u32
    }

    /// The first byte of `line`, or the end of the text if there are fewer.
    #[must_use]
    pub fn start(&self, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(self.len)
    }

    /// The position of `offset`; one inside a character counts as the character's start.
    #[must_use]
    pub fn position(&self, offset: u32, encoding: PositionEncoding) -> LinePosition {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        let start = self.start(line);
        let mut column = offset - start;
        if encoding != PositionEncoding::Utf8 {
            let first = self.wide.partition_point(|(at, _)| *at < start);
            for (at, len) in &self.wide[first..] {
                if *at >= offset {
                    break;
                }
                let inside = (offset - at).min(u32::from(*len));
                let units = if inside < u32::from(*len) { 0 } else { encoding.units(*len) };
                column -= inside - units;
            }
        }
        LinePosition { line, column }
    }

    /// The byte at `position`; a column past the end of its line is the line's end (before its line break is up to the
    /// caller: here it is the next line's start at most), a line past the end is the text's end.
    #[must_use]
    pub fn offset(&self, position: LinePosition, encoding: PositionEncoding) -> u32 {
        let start = self.start(position.line);
        let end = self.start(position.line.saturating_add(1));
        let mut offset = start.saturating_add(position.column);
        if encoding != PositionEncoding::Utf8 {
            let first = self.wide.partition_point(|(at, _)| *at < start);
            for (at, len) in &self.wide[first..] {
                if *at >= offset {
                    break;
                }
                offset += u32::from(*len) - encoding.units(*len);
            }
        }
        offset.min(end)
    }
}

impl PositionEncoding {
    /// Units of a character that takes `len` bytes.
    fn units(self, len: u8) -> u32 {
        match self {
            PositionEncoding::Utf8 => u32::from(len),
            PositionEncoding::Utf16 => {
                if len == 4 {
                    2
                } else {
                    1
                }
            }
            PositionEncoding::Utf32 => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineIndex, LinePosition, PositionEncoding, count_lines};

    #[test]
    fn lines_are_counted_as_people_do() {
        let count = |chunks: &[&str]| count_lines(chunks.iter().copied());
        assert_eq!([count(&[]), count(&["a"]), count(&["a\n"]), count(&["a\nb"])], [0, 1, 1, 2]);
        assert_eq!([count(&["a\n", "b", "\n"]), count(&["a\n", ""]), count(&["\n\n"])], [2, 1, 2]);
    }

    #[test]
    fn columns_count_in_the_encoding_asked_for() {
        let text = "a°b\r\n😀c\rd\ne";
        let index = LineIndex::new(text);
        for (offset, _) in text.char_indices() {
            for encoding in [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32] {
                let position = index.position(offset as u32, encoding);
                assert_eq!(index.offset(position, encoding), offset as u32, "{offset} {encoding:?}");
            }
        }
        let c = text.find('c').unwrap() as u32;
        assert_eq!(index.position(c, PositionEncoding::Utf16), LinePosition { line: 1, column: 2 });
        assert_eq!(index.position(c, PositionEncoding::Utf32), LinePosition { line: 1, column: 1 });
        assert_eq!(index.lines(), 4);
    }
}
