//! Which part of a list a call wants.

use crate::answer::{Row, Rows, Section};
use crate::arguments::Arguments;

/// `verbose` lists as much as the largest budget can hold: an entry has some eight tokens at least.
const VERBOSE_LIMIT: usize = crate::budget::MOST / 8;

/// A part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// At most so many.
    pub limit: usize,
    /// Without so many in front.
    pub offset: usize,
}

impl Page {
    /// Reads `limit` (else `default`), `offset` and `verbose`.
    #[must_use]
    pub fn read(arguments: &Arguments, default: usize) -> Page {
        let number = |name| arguments.number(name).and_then(|number| usize::try_from(number).ok());
        let limit =
            if arguments.flag("verbose") { VERBOSE_LIMIT } else { number("limit").unwrap_or(default) };
        Page { limit, offset: number("offset").unwrap_or(0) }
    }

    /// This part of `all`, each entry as the row that `row` makes of it.
    pub fn section<T>(self, key: &'static str, all: &[T], row: impl FnMut(&T) -> Row) -> Section {
        let rows = all.iter().skip(self.offset).take(self.limit).map(row).collect();
        Section {
            key,
            heading: "",
            rows: Rows::Items(rows),
            offset: self.offset.min(all.len()),
            total: all.len(),
            or_more: false,
        }
    }
}
