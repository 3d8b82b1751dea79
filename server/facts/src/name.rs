//! Interned names: eight bytes, compared by address, hashed by text.
//!
//! Invariant: names are never freed. A half-typed identifier costs some forty bytes for the life of the process.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, PoisonError, RwLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::path::hash_text;

struct Entry {
    hash: u64,
    text: Box<str>,
}

/// An interned string. `Hash` writes a stable 64-bit hash of the text, so maps over names are the same in every
/// run; there is no `Ord`, because ordering by address would not be: sort by [`Name::as_str`].
#[derive(Clone, Copy)]
pub struct Name(&'static Entry);

struct Key(&'static Entry);

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.0.text == other.0.text
    }
}
impl Eq for Key {}
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}
impl std::borrow::Borrow<str> for Key {
    fn borrow(&self) -> &str {
        &self.0.text
    }
}

type Shard = RwLock<HashSet<Key, foldhash::fast::FixedState>>;
static SHARDS: LazyLock<[Shard; 64]> = LazyLock::new(|| std::array::from_fn(|_| RwLock::default()));

impl Name {
    /// What a file at `path` goes by where it is imported: the last segment up to its first dot.
    #[must_use]
    pub fn stem_of(path: &str) -> Name {
        let last = path.rsplit('/').next().unwrap_or(path);
        Name::new(last.split('.').find(|part| !part.is_empty()).unwrap_or(last))
    }

    /// The name spelled `text`.
    #[must_use]
    pub fn new(text: &str) -> Name {
        let hash = hash_text(text);
        let shard = &SHARDS[(hash >> 58) as usize];
        if let Some(key) = shard.read().unwrap_or_else(PoisonError::into_inner).get(text) {
            return Name(key.0);
        }
        let mut shard = shard.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = shard.get(text) {
            return Name(key.0);
        }
        let entry: &'static Entry = Box::leak(Box::new(Entry { hash, text: text.into() }));
        shard.insert(Key(entry));
        Name(entry)
    }

    /// The name spelled `text`, if anything is called so. For what is only looked for: a try leaves nothing behind.
    #[must_use]
    pub fn known(text: &str) -> Option<Name> {
        let shard = &SHARDS[(hash_text(text) >> 58) as usize];
        shard.read().unwrap_or_else(PoisonError::into_inner).get(text).map(|key| Name(key.0))
    }

    /// The empty name: the path of a file's top level.
    #[must_use]
    pub fn empty() -> Name {
        static EMPTY: LazyLock<Name> = LazyLock::new(|| Name::new(""));
        *EMPTY
    }

    /// Its text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        &self.0.text
    }

    /// A hash of the text that is the same in every process.
    #[must_use]
    pub fn hash64(self) -> u64 {
        self.0.hash
    }

    /// Whether it is [`Name::empty`].
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.text.is_empty()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Name {}
impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}
impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::new(text)
    }
}
impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = TABLE.with_borrow_mut(|table| match table {
            Table::Written(names) => Some(names.number(*self)),
            Table::None | Table::Read(_) => None,
        });
        match number {
            Some(number) => serializer.serialize_u32(number),
            None => serializer.serialize_str(self.as_str()),
        }
    }
}
impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Name;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Name, E> {
                Ok(Name::new(text))
            }
        }
        if TABLE.with_borrow(|table| matches!(table, Table::Read(_))) {
            let number = u32::deserialize(deserializer)? as usize;
            let name = TABLE.with_borrow(|table| match table {
                Table::Read(names) => names.get(number).copied(),
                Table::None | Table::Written(_) => None,
            });
            return name.ok_or_else(|| serde::de::Error::custom("no such name"));
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// How names are written by this thread: as texts, unless a table says which number each has. A file mentions few names
/// often, and finding the name of a text is most of what reading its facts costs.
enum Table {
    None,
    Written(Numbered),
    Read(Vec<Name>),
}

#[derive(Default)]
struct Numbered {
    numbers: HashMap<Name, u32, foldhash::fast::FixedState>,
    names: Vec<Name>,
}

impl Numbered {
    fn number(&mut self, name: Name) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            self.names.len() as u32 - 1
        })
    }
}

thread_local! {
    static TABLE: RefCell<Table> = const { RefCell::new(Table::None) };
}

/// Puts `table` into force while `work` runs, also if it panics; returns what it has become.
fn with_table<T>(table: Table, work: impl FnOnce() -> T) -> (T, Table) {
    struct Restored(Table);
    impl Drop for Restored {
        fn drop(&mut self) {
            TABLE.set(std::mem::replace(&mut self.0, Table::None));
        }
    }
    let before = Restored(TABLE.replace(table));
    let result = work();
    let after = TABLE.replace(Table::None);
    drop(before);
    (result, after)
}

/// Runs `write`, in which names are serialised as numbers; returns the names, in the order of their numbers.
pub fn numbering_names<T>(write: impl FnOnce() -> T) -> (T, Vec<Name>) {
    match with_table(Table::Written(Numbered::default()), write) {
        (result, Table::Written(numbered)) => (result, numbered.names),
        (result, Table::None | Table::Read(_)) => (result, Vec::new()),
    }
}

/// Runs `read`, in which numbers are deserialised as these names; a number without a name is an error.
pub fn with_numbered_names<T>(names: Vec<Name>, read: impl FnOnce() -> T) -> T {
    with_table(Table::Read(names), read).0
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn what_is_only_looked_for_is_not_kept() {
        let text = "src/what_is_only_looked_for.rs";
        assert_eq!(Name::known(text), None);
        assert_eq!(Name::known(text), None);
        let name = Name::new(text);
        assert_eq!(Name::known(text), Some(name));
    }

    #[test]
    fn equal_text_is_the_same_name() {
        assert_eq!(Name::new("walk"), Name::new(&String::from("walk")));
        assert_ne!(Name::new("walk"), Name::new("Walk"));
        assert_eq!(Name::new("walk").hash64(), crate::hash_text("walk"));
    }
}
