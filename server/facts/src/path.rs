//! Symbol paths and the ids made of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Name;

/// A hash of `text` that is the same in every process and on every machine.
#[must_use]
pub fn hash_text(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

/// Folds `next` into `hash`; order matters. The finaliser of splitmix64: every input bit reaches every output bit.
#[must_use]
pub fn combine(hash: u64, next: u64) -> u64 {
    let mut z = hash.rotate_left(23) ^ next.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A symbol: the hash of its member and [`SymbolPath`], so it is the same across edits, restarts and scratch builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SymbolId(pub u64);

impl SymbolId {
    /// The id of `local` (`Container.name~2`) in the file at `file`, both as in [`SymbolPath`].
    #[must_use]
    pub fn new(file: Name, local: Name) -> SymbolId {
        SymbolId(combine(file.hash64(), local.hash64()))
    }
}

/// Where a symbol is found: `path/from/tree.rs#Container.name~2`. A whole file is the path with an empty `local`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SymbolPath {
    /// The file, from the tree's root, with `/`.
    pub file: Name,
    /// The path inside the file; empty for the file itself.
    pub local: Name,
}

impl SymbolPath {
    /// Its id.
    #[must_use]
    pub fn id(self) -> SymbolId {
        SymbolId::new(self.file, self.local)
    }

    /// Parses what `Display` prints. A text without `#` is a file.
    #[must_use]
    pub fn parse(text: &str) -> SymbolPath {
        let (file, local) = text.split_once('#').unwrap_or((text, ""));
        SymbolPath { file: Name::new(file), local: Name::new(local) }
    }
}

impl fmt::Display for SymbolPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.local.is_empty() {
            write!(f, "{}", self.file)
        } else {
            write!(f, "{}#{}", self.file, self.local)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymbolPath;

    #[test]
    fn paths_round_trip() {
        for text in ["src/a.rs#T.m~2", "src/a.rs", "a b/ü.py#f"] {
            assert_eq!(SymbolPath::parse(text).to_string(), text);
        }
    }
}
