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
    /// The first lines of the module's own documentation.
    pub documentation: Box<str>,
    /// The names the file says it offers to wildcard imports (`__all__`), if it says so.
    pub offered: Option<Vec<Name>>,
    /// Lines in the text.
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
            documentation: Box::default(),
            offered: None,
            lines: 0,
        }
    }

    /// The same facts, with the `Arc`s of `old` wherever an item is equal to the one of that path: what did not change
    /// keeps its memos.
    #[must_use]
    pub fn share_with(mut self, old: &FileFacts) -> FileFacts {
        let known: HashMap<Name, &Arc<Item>, foldhash::fast::FixedState> =
            old.items.iter().map(|placed| (placed.item.path, &placed.item)).collect();
        for placed in &mut self.items {
            if let Some(item) = known.get(&placed.item.path)
                && item.hashes == placed.item.hashes
            {
                placed.item = Arc::clone(item);
            }
        }
        self
    }
}

/// Byte offsets of line starts: turns offsets into lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Lines end with `\n` (a `\r` before it belongs to the line).
    #[must_use]
    pub fn new(text: &str) -> LineIndex {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        LineIndex { starts }
    }

    /// The zero-based line that holds `offset`.
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        (self.starts.partition_point(|start| *start <= offset) - 1) as u32
    }

    /// The first byte of `line`, or of the last one if there are fewer.
    #[must_use]
    pub fn start(&self, line: u32) -> u32 {
        self.starts.get(line as usize).or(self.starts.last()).copied().unwrap_or(0)
    }
}
