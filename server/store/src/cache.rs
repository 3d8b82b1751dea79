//! `cache.redb`: from (content, language) to the facts of that text.
//!
//! Three tables. `header` holds the format of this file and the version of the extractor that made the facts; if either is
//! not ours, the file is made anew. `facts` maps a [`CacheKey`] to a postcard of (length of the text, names), one of (facts,
//! line index) in which a name is its number among those, and eight bytes of xxh3 over both, so a damaged value reads as a
//! missing one. `seen` maps a path to what its file was when it was last read: bytes that mean something to `session` alone.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_facts::{
    EXTRACTOR_VERSION, FileFacts, Language, LineIndex, Name, combine, hash_text, numbering_names,
    with_numbered_names,
};
use redb::{
    Database, DatabaseError, ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition,
};
use xxhash_rust::xxh3::xxh3_64;

/// Raise it when the shape of the file or of the shared facts model changes.
const FORMAT: u64 = 2;
const HEADER: TableDefinition<&str, u64> = TableDefinition::new("header");
const FACTS: TableDefinition<(u64, u64), &[u8]> = TableDefinition::new("facts");
const SEEN: TableDefinition<&str, &[u8]> = TableDefinition::new("seen");
/// redb's own page cache; its default of 1 GiB would count as ours.
const PAGE_CACHE: usize = 32 << 20;
/// Entries written per transaction: bounds the dirty pages held in memory.
const ENTRIES_PER_COMMIT: usize = 2_000;

/// What facts are a function of: a text and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CacheKey(u64, u64);

impl CacheKey {
    /// The key of a text with this hash, read as `language`. `path` matters for package files alone, whose name says
    /// how they are read.
    #[must_use]
    pub fn new(content_hash: u64, language: Language, path: &str) -> CacheKey {
        let name = match language {
            Language::Package => hash_text(path.rsplit('/').next().unwrap_or(path)),
            _ => 0,
        };
        CacheKey(content_hash, combine(hash_text(language.as_str()), name))
    }
}

/// An open cache. One process owns it; the file is locked while this lives.
pub struct Cache {
    database: Database,
    path: PathBuf,
    /// Set when redb panicked or found damage: nothing more is read or written, and the file is removed on drop.
    damaged: AtomicBool,
}

/// What came of opening.
pub struct Opened {
    /// The cache, perhaps empty.
    pub cache: Cache,
    /// Why an older file was thrown away, for the log.
    pub wiped: Option<String>,
}

/// Why there is no cache.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it open; it cannot even be read meanwhile.
    #[error("{0} is in use by another process")]
    Busy(String),
    /// The file or its folder cannot be made.
    #[error("{0}: {1}")]
    Unusable(String, String),
}

impl Cache {
    /// Opens the cache at `path`, makes it if it is not there, and makes it anew if it is damaged or not of this version.
    ///
    /// # Errors
    /// See [`OpenError`]; the caller goes on without a cache.
    pub fn open(path: &Path) -> Result<Opened, OpenError> {
        let shown = path.display().to_string();
        let mut wiped = None;
        if path.exists() {
            match open_existing(path) {
                Ok(database) => return Ok(Opened { cache: Cache::over(database, path), wiped: None }),
                Err(Existing::Busy) => return Err(OpenError::Busy(shown)),
                Err(Existing::Useless(why)) => wiped = Some(why),
            }
        }
        let database = create(path).map_err(|error| OpenError::Unusable(shown, error.to_string()))?;
        Ok(Opened { cache: Cache::over(database, path), wiped })
    }

    fn over(database: Database, path: &Path) -> Cache {
        Cache { database, path: path.to_path_buf(), damaged: AtomicBool::new(false) }
    }

    /// A consistent view for look-ups, shareable between threads. None if the cache turned out damaged.
    #[must_use]
    pub fn reader(&self) -> Option<Reader<'_>> {
        let table = self.guarded(|| Ok(self.database.begin_read()?.open_table(FACTS)?))?;
        Some(Reader { cache: self, table })
    }

    /// Writes entries (made by [`encode`]), replacing those of equal keys.
    pub fn write(&self, entries: &[(CacheKey, Vec<u8>)]) {
        for chunk in entries.chunks(ENTRIES_PER_COMMIT) {
            let done = self.guarded(|| {
                let transaction = self.database.begin_write()?;
                {
                    let mut table = transaction.open_table(FACTS)?;
                    for (key, value) in chunk {
                        table.insert((key.0, key.1), value.as_slice())?;
                    }
                }
                transaction.commit()?;
                Ok(())
            });
            if done.is_none() {
                return;
            }
        }
    }

    /// Removes the entries that are not in `used`; returns how many went.
    pub fn keep_only(&self, used: &HashSet<CacheKey>) -> usize {
        self.guarded(|| {
            let transaction = self.database.begin_write()?;
            let mut gone = 0;
            {
                let mut table = transaction.open_table(FACTS)?;
                table.retain(|(content, reading), _| {
                    let keep = used.contains(&CacheKey(content, reading));
                    gone += usize::from(!keep);
                    keep
                })?;
            }
            transaction.commit()?;
            Ok(gone)
        })
        .unwrap_or(0)
    }

    /// What each file was when it was last read, by path.
    #[must_use]
    pub fn seen(&self) -> HashMap<String, Vec<u8>> {
        let read = || {
            let table = self.database.begin_read()?.open_table(SEEN)?;
            let mut seen = HashMap::new();
            for entry in table.iter()? {
                let (path, value) = entry?;
                seen.insert(path.value().to_owned(), value.value().to_vec());
            }
            Ok(seen)
        };
        self.guarded(read).unwrap_or_default()
    }

    /// Writes down what files were when they were read, and forgets those that are gone.
    pub fn write_seen(&self, changed: &[(String, Vec<u8>)], gone: &[String]) {
        if changed.is_empty() && gone.is_empty() {
            return;
        }
        let _ = self.guarded(|| {
            let transaction = self.database.begin_write()?;
            {
                let mut table = transaction.open_table(SEEN)?;
                for (path, value) in changed {
                    table.insert(path.as_str(), value.as_slice())?;
                }
                for path in gone {
                    table.remove(path.as_str())?;
                }
            }
            transaction.commit()?;
            Ok(())
        });
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.guarded(|| Ok(self.database.begin_read()?.open_table(FACTS)?.len()?)).unwrap_or(0) as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |metadata| metadata.len())
    }

    /// Whether the file turned out damaged while in use: it gives nothing, takes nothing and goes when this is dropped.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// Runs `work` on the database. redb asserts on pages that make no sense, so a panic is damage like any error.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, redb::Error>) -> Option<T> {
        if self.is_damaged() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(value)) => Some(value),
            Ok(Err(_)) | Err(_) => {
                self.damaged.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        if self.is_damaged() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// See [`Cache::reader`].
pub struct Reader<'c> {
    cache: &'c Cache,
    table: ReadOnlyTable<(u64, u64), &'static [u8]>,
}

impl Reader<'_> {
    /// The facts of the text of `length` bytes that `key` was made of.
    #[must_use]
    pub fn get(&self, key: CacheKey, length: usize) -> Option<(FileFacts, LineIndex)> {
        let value = self.cache.guarded(|| Ok(self.table.get((key.0, key.1))?))??;
        decode(value.value(), length)
    }
}

/// The stored form of the facts of a text of `length` bytes; none if they cannot be stored.
#[must_use]
pub fn encode(length: usize, facts: &FileFacts, lines: &LineIndex) -> Option<Vec<u8>> {
    let (body, names) = numbering_names(|| postcard::to_stdvec(&(facts, lines)));
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let mut bytes = postcard::to_stdvec(&(length as u64, names)).ok()?;
    bytes.extend_from_slice(&body.ok()?);
    let check = xxh3_64(&bytes);
    bytes.extend_from_slice(&check.to_le_bytes());
    Some(bytes)
}

/// What [`encode`] was given; none if the bytes are damaged or of a text of another length.
#[must_use]
pub fn decode(bytes: &[u8], length: usize) -> Option<(FileFacts, LineIndex)> {
    let (value, check) = bytes.split_last_chunk::<8>()?;
    if xxh3_64(value) != u64::from_le_bytes(*check) {
        return None;
    }
    let ((stored, names), body): ((u64, Vec<&str>), &[u8]) = postcard::take_from_bytes(value).ok()?;
    if stored != length as u64 {
        return None;
    }
    let names = names.into_iter().map(Name::new).collect();
    with_numbered_names(names, || postcard::from_bytes(body)).ok()
}

enum Existing {
    Busy,
    Useless(String),
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(PAGE_CACHE);
    builder
}

fn open_existing(path: &Path) -> Result<Database, Existing> {
    let useless = |why: &dyn std::fmt::Display| Existing::Useless(format!("the cache was made anew: {why}"));
    let opened = catch_unwind(AssertUnwindSafe(|| builder().open(path)));
    let database = match opened {
        Ok(Ok(database)) => database,
        Ok(Err(DatabaseError::DatabaseAlreadyOpen)) => return Err(Existing::Busy),
        Ok(Err(error)) => return Err(useless(&error)),
        Err(_) => return Err(useless(&"it is damaged")),
    };
    let header = catch_unwind(AssertUnwindSafe(|| -> Result<(Option<u64>, Option<u64>), redb::Error> {
        let transaction = database.begin_read()?;
        let header = transaction.open_table(HEADER)?;
        transaction.open_table(FACTS)?;
        transaction.open_table(SEEN)?;
        Ok((
            header.get("format")?.map(|value| value.value()),
            header.get("extractor")?.map(|value| value.value()),
        ))
    }));
    match header {
        Ok(Ok((Some(FORMAT), Some(extractor)))) if extractor == u64::from(EXTRACTOR_VERSION) => Ok(database),
        Ok(Ok((format, extractor))) => {
            let part = |number: Option<u64>| number.map_or("none".to_string(), |number| number.to_string());
            Err(useless(&format_args!(
                "it has format {} and extractor {}, this is format {FORMAT} and extractor {EXTRACTOR_VERSION}",
                part(format),
                part(extractor)
            )))
        }
        Ok(Err(error)) => Err(useless(&error)),
        Err(_) => Err(useless(&"it is damaged")),
    }
}

/// Makes an empty cache under a name of its own and renames it: a process killed half-way leaves no file that looks
/// like a cache. The lock belongs to the file, not to its name, so it holds throughout.
fn create(path: &Path) -> anyhow::Result<Database> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    remove_leftovers(folder, &name);
    let temporary = folder.join(format!("{name}.new-{}", std::process::id()));
    let _ = fs::remove_file(&temporary);
    let database = builder().create(&temporary)?;
    let transaction = database.begin_write()?;
    {
        let mut header = transaction.open_table(HEADER)?;
        header.insert("format", FORMAT)?;
        header.insert("extractor", u64::from(EXTRACTOR_VERSION))?;
        transaction.open_table(FACTS)?;
        transaction.open_table(SEEN)?;
    }
    transaction.commit()?;
    fs::rename(&temporary, path)?;
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(database)
}

/// Half-made files of processes that were killed. One still being made is locked, and its maker only loses its name.
fn remove_leftovers(folder: &Path, name: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let file = entry.file_name();
        let Some(pid) = file.to_string_lossy().strip_prefix(&format!("{name}.new-")).map(str::to_string)
        else {
            continue;
        };
        if pid != std::process::id().to_string() && older_than_a_minute(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn older_than_a_minute(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age.as_secs() > 60))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use lockstep_facts::{FileFacts, Language, LineIndex, Name, hash_text};

    use super::{Cache, CacheKey, FORMAT, HEADER, OpenError, builder, decode, encode};

    fn entry(text: &str) -> (CacheKey, Vec<u8>) {
        let mut facts = FileFacts::empty(Language::Python);
        facts.lines = text.lines().count() as u32;
        facts.documentation = text.into();
        let key = CacheKey::new(hash_text(text), Language::Python, "a.py");
        (key, encode(text.len(), &facts, &LineIndex::new(text)).unwrap())
    }

    fn get(cache: &Cache, text: &str) -> Option<String> {
        let key = CacheKey::new(hash_text(text), Language::Python, "elsewhere/b.py");
        let (facts, lines) = cache.reader()?.get(key, text.len())?;
        assert_eq!(lines, LineIndex::new(text));
        Some(facts.documentation.into())
    }

    #[test]
    fn entries_survive_reopening_and_unused_ones_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/cache.redb");
        let opened = Cache::open(&path).unwrap();
        assert_eq!(opened.wiped, None);
        opened.cache.write(&[entry("one"), entry("two\nlines")]);
        drop(opened);

        let opened = Cache::open(&path).unwrap();
        assert_eq!(opened.wiped, None);
        assert_eq!(get(&opened.cache, "two\nlines").as_deref(), Some("two\nlines"));
        assert_eq!(get(&opened.cache, "three"), None);
        assert_eq!(opened.cache.len(), 2);
        assert_eq!(opened.cache.keep_only(&HashSet::from([entry("one").0])), 1);
        assert_eq!(get(&opened.cache, "one").as_deref(), Some("one"));
        assert_eq!(get(&opened.cache, "two\nlines"), None);
    }

    #[test]
    fn what_files_were_is_kept_by_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.redb");
        let entry = |path: &str, value: &[u8]| (path.to_owned(), value.to_vec());
        let cache = Cache::open(&path).unwrap().cache;
        cache.write_seen(&[entry("a.py", b"one"), entry("b.py", b"two")], &[]);
        cache.write_seen(&[entry("a.py", b"three")], &["b.py".to_owned(), "never.py".to_owned()]);
        drop(cache);
        let seen = Cache::open(&path).unwrap().cache.seen();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [entry("a.py", b"three")]);
    }

    #[test]
    fn names_are_written_once() {
        let name = Name::new("a_name_that_is_long_enough_to_be_counted");
        let size = |times: usize| {
            let mut facts = FileFacts::empty(Language::Python);
            facts.offered = Some(vec![name; times]);
            let bytes = encode(3, &facts, &LineIndex::new("one")).unwrap();
            assert_eq!(decode(&bytes, 3).unwrap().0, facts);
            bytes.len()
        };
        assert_eq!(size(101) - size(100), 1);
    }

    #[test]
    fn one_owner_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.redb");
        let first = Cache::open(&path).unwrap();
        assert!(matches!(Cache::open(&path), Err(OpenError::Busy(_))));
        drop(first);
        assert!(Cache::open(&path).is_ok());
    }

    #[test]
    fn another_version_is_made_anew_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.redb");
        Cache::open(&path).unwrap().cache.write(&[entry("one")]);
        let database = builder().open(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.open_table(HEADER).unwrap().insert("format", FORMAT + 1).unwrap();
        transaction.commit().unwrap();
        drop(database);

        let opened = Cache::open(&path).unwrap();
        assert!(opened.wiped.unwrap().contains(&format!("it has format {}", FORMAT + 1)));
        assert!(opened.cache.is_empty());
        drop(opened.cache);
        assert_eq!(Cache::open(&path).unwrap().wiped, None);
    }

    #[test]
    fn damage_anywhere_never_gives_wrong_facts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.redb");
        let texts: Vec<String> = (0..200).map(|number| format!("text number {number} ").repeat(20)).collect();
        let entries: Vec<_> = texts.iter().map(|text| entry(text)).collect();
        Cache::open(&path).unwrap().cache.write(&entries);
        let whole = fs::read(&path).unwrap();
        let mut wiped = 0;
        for round in 0..60_usize {
            let mut bytes = whole.clone();
            match round % 3 {
                0 => bytes.truncate(whole.len() * round / 60),
                1 => bytes[whole.len() * round / 60..][..64].fill(0x5a),
                _ => bytes[(round / 3) * 16..][..16].fill(0xff),
            }
            fs::write(&path, &bytes).unwrap();
            let opened = Cache::open(&path).unwrap();
            wiped += usize::from(opened.wiped.is_some());
            for text in &texts {
                let found = get(&opened.cache, text);
                assert!(found.is_none() || found.as_deref() == Some(text));
            }
            opened.cache.write(&entries[..5]);
            drop(opened);
            let opened = Cache::open(&path).unwrap();
            assert_eq!(opened.cache.reader().is_some(), !opened.cache.is_damaged());
        }
        assert!(wiped > 10, "{wiped}");
    }

    #[test]
    fn a_process_killed_while_making_it_leaves_nothing_in_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.redb");
        fs::write(folder.path().join("cache.redb.new-1"), b"half").unwrap();
        let opened = Cache::open(&path).unwrap();
        assert_eq!(opened.wiped, None);
        assert!(opened.cache.is_empty());
    }

    /// Run again as a child process with the variable set, this test writes until it is killed.
    #[test]
    fn a_process_killed_while_writing_leaves_a_cache_that_opens() {
        const CHILD: &str = "LOCKSTEP_TEST_CACHE_WRITER";
        if let Some(path) = std::env::var_os(CHILD) {
            let cache = Cache::open(path.as_ref()).unwrap().cache;
            for number in 0_u64.. {
                cache.write(&[entry("one"), entry(&format!("text {number}").repeat(100))]);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.redb");
        for round in 0..8_usize {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "cache::tests::a_process_killed_while_writing_leaves_a_cache_that_opens"])
                .env(CHILD, &path)
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap();
            let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
            // The file is locked while the child lives, so its growth is all there is to see; round by round a bit later.
            let before = fs::metadata(&path).map_or(0, |metadata| metadata.len());
            let mut looked = 0;
            while looked < round * 2_000 || (round == 0 && !path.exists()) {
                assert!(std::time::Instant::now() < deadline, "the child never wrote");
                looked += usize::from(fs::metadata(&path).map_or(0, |metadata| metadata.len()) >= before);
                std::thread::yield_now();
            }
            child.kill().unwrap();
            child.wait().unwrap();
            let opened = Cache::open(&path).unwrap();
            assert_eq!(opened.wiped, None, "round {round}");
            let found = get(&opened.cache, "one");
            assert!(found.is_none() || found.as_deref() == Some("one"));
        }
    }

    #[test]
    fn a_value_of_another_text_is_no_value() {
        let (_, mut bytes) = entry("one");
        assert!(decode(&bytes, 3).is_some());
        assert!(decode(&bytes, 4).is_none());
        bytes[0] ^= 1;
        assert!(decode(&bytes, 3).is_none());
        assert!(decode(&[], 0).is_none());
    }
}
