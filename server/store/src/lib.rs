//! The disk: `cache.redb`, the facts of texts seen before.
//!
//! Invariants:
//! * A cache is disposable: whatever is wrong with it, it is thrown away and made again. Nothing in it is the only copy of anything.
//! * Facts are found by content, never by path or time: renaming a file or switching branches finds what is there. What a path
//!   held when it was last read is kept apart, and says no more than which content that was.
//! * A file at the cache's path is whole: it is made under another name and renamed.
//! * No graph and no protocol; redb and postcard do not show in this crate's surface.

mod cache;

pub use cache::{Cache, CacheKey, OpenError, Opened, Reader, decode, encode};
