//! What we believe the disk holds, and how that is brought up to date.
//!
//! Several threads look at files at once: the one that follows the watcher, and each question's gate. Each look is numbered
//! before the file is read; under one lock it is compared with what is believed and submitted. A look that began before
//! a newer one was submitted is not trusted but made again, so the last text submitted is the last one read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lockstep_facts::{Language, hash_text};
use lockstep_ide::{Change, DiskContent, DiskFile, Name, Revision, SkipReason, facts_of_text};
use lockstep_languages::language_of;
use lockstep_store::{CacheKey, Reader};
use rayon::prelude::*;

use crate::content::{Content, Fingerprint, is_absent, read};
use crate::core::{Core, lock};
use crate::keeper::Fresh;
use crate::platform::{STAMP_BYTES, Stamp};
use crate::walk::walk;
use crate::workers::INDEX;
use crate::writer::PARSE_BUDGET;

/// Files per event while many are read: the graph is built in bulk, edits get in between, and texts are not all in
/// memory at once.
const BATCH: usize = 2_048;
/// Looks of one file before a submission is given to whoever comes next (each round means somebody else submitted).
const LOOKS: usize = 8;
/// Fewer files than this are looked at where they are asked for.
const PARALLEL_FROM: usize = 5;

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Disk {
    belief: Mutex<BTreeMap<String, Known>>,
    looks: AtomicU64,
    /// What files were when an earlier run read them; empty once the first walk is done.
    seen: Mutex<HashMap<String, Seen>>,
    trouble: Mutex<Trouble>,
}

/// Files the engine panicked on.
#[derive(Default)]
struct Trouble {
    /// One of these: they are submitted one by one.
    suspects: BTreeSet<String>,
    /// These: they are left out.
    quarantined: BTreeSet<String>,
}

struct Known {
    stamp: Option<Stamp>,
    fingerprint: Fingerprint,
    text: Option<TextKey>,
    /// The number of the look that found it.
    look: u64,
}

/// By what the facts of a text are found: their key, and the length of the text.
type TextKey = (CacheKey, usize);

/// What a file was when its text was read: it is that text as long as the stamp is equal.
#[derive(Clone, Copy)]
struct Seen {
    stamp: [u8; STAMP_BYTES],
    hash: u64,
    length: u64,
}

impl Seen {
    fn read(bytes: &[u8]) -> Option<Seen> {
        let (stamp, rest) = bytes.split_first_chunk()?;
        let (hash, rest) = rest.split_first_chunk()?;
        let length = rest.try_into().ok()?;
        Some(Seen { stamp: *stamp, hash: u64::from_le_bytes(*hash), length: u64::from_le_bytes(length) })
    }

    fn to_bytes(self) -> Vec<u8> {
        [&self.stamp[..], &self.hash.to_le_bytes(), &self.length.to_le_bytes()].concat()
    }
}

/// What bringing files up to date came to.
#[derive(Default)]
pub(crate) struct Refreshed {
    /// The files that had changed.
    pub(crate) changed: Vec<String>,
    /// The last event submitted for them.
    pub(crate) revision: Option<Revision>,
}

/// What one look at one file found.
struct Look {
    path: String,
    number: u64,
    stamp: Option<Stamp>,
    found: Found,
}

enum Found {
    /// What was believed.
    Same,
    New(DiskContent, Fingerprint, Option<TextKey>),
    Gone,
}

impl Disk {
    /// The engine panicked while these were applied.
    pub(crate) fn suspect(&self, files: &[Name]) {
        let mut trouble = lock(&self.trouble);
        let files = files.iter().map(|name| name.as_str().to_string());
        if files.len() == 1 { trouble.quarantined.extend(files) } else { trouble.suspects.extend(files) }
    }

    /// Forgets everything: the next look at each file is the first.
    pub(crate) fn forget(&self) {
        lock(&self.belief).clear();
    }

    /// The keys of all files as they are: what the cache is to keep.
    pub(crate) fn keys(&self) -> std::collections::HashSet<CacheKey> {
        lock(&self.belief).values().filter_map(|known| Some(known.text?.0)).collect()
    }

    /// Takes what an earlier run wrote down of the files it read.
    pub(crate) fn remember(&self, seen: HashMap<String, Vec<u8>>) {
        let read = seen.into_iter().filter_map(|(path, bytes)| Some((path, Seen::read(&bytes)?)));
        *lock(&self.seen) = read.collect();
    }

    /// What a later run is to know of the files that are believed in: only of those whose stamp proves something.
    pub(crate) fn seen(&self) -> BTreeMap<String, Vec<u8>> {
        let belief = lock(&self.belief);
        let seen = belief.iter().filter_map(|(path, known)| {
            let (Fingerprint::Text(hash), Some((_, length)), Some(stamp)) =
                (&known.fingerprint, known.text, known.stamp)
            else {
                return None;
            };
            let seen = Seen { stamp: stamp.to_bytes(), hash: *hash, length: length as u64 };
            Some((path.clone(), seen.to_bytes()))
        });
        seen.collect()
    }

    /// Which of `paths` are believed to be there.
    fn known(&self, paths: &[String]) -> BTreeSet<String> {
        let belief = lock(&self.belief);
        paths.iter().filter(|path| belief.contains_key(*path)).cloned().collect()
    }

    /// The files believed to be at `path` or below it; with an empty path all.
    fn known_under(&self, path: &str) -> Vec<String> {
        let belief = lock(&self.belief);
        if path.is_empty() {
            return belief.keys().cloned().collect();
        }
        let below = format!("{path}/");
        let inside = belief
            .range::<str, _>((Bound::Included(below.as_str()), Bound::Unbounded))
            .take_while(|(known, _)| known.starts_with(&below));
        belief.get_key_value(path).into_iter().chain(inside).map(|(known, _)| known.clone()).collect()
    }
}

/// Walks the whole tree and brings every file up to date. `folder` is called with each folder kept.
pub(crate) fn refresh_all(core: &Core, folder: &mut dyn FnMut(&std::path::Path)) {
    let mut files: BTreeSet<String> = walk(core.root(), &core.settings(), None, folder).into_iter().collect();
    core.found.store(files.len(), Ordering::Relaxed);
    core.indexed.store(0, Ordering::Relaxed);
    let gone: Vec<String> =
        core.disk.known_under("").into_iter().filter(|known| !files.contains(known)).collect();
    remove(core, &gone);
    let suspects = lock(&core.disk.trouble).suspects.clone();
    let apart: Vec<String> = files.iter().filter(|file| suspects.contains(*file)).cloned().collect();
    files.retain(|file| !suspects.contains(file));
    let mut files: Vec<String> = files.into_iter().collect();
    if let Some(hold) = &core.options.hold {
        let rest = files.split_off(hold.files().min(files.len()));
        refresh(core, std::mem::replace(&mut files, rest), true);
        hold.wait(|| core.is_gone());
    }
    refresh(core, files, true);
    for path in apart {
        refresh(core, vec![path], true);
    }
    lock(&core.disk.seen).clear();
}

/// Brings what changed at these absolute paths up to date: files, folders with all that is in them, and what is no
/// longer there.
pub(crate) fn refresh_paths(
    core: &Core,
    paths: &BTreeSet<PathBuf>,
    folder: &mut dyn FnMut(&std::path::Path),
) {
    let mut known = Vec::new();
    let mut unknown = BTreeSet::new();
    for path in paths {
        let Some(relative) = crate::walk::relative(core.root(), path) else { continue };
        let metadata = fs::symlink_metadata(path);
        let is_folder = metadata.as_ref().is_ok_and(fs::Metadata::is_dir);
        let before = core.disk.known_under(&relative);
        let is_known_file = before.len() == 1 && before.first() == Some(&relative);
        if is_folder || (!is_known_file && language_of(&relative, None).is_some() && metadata.is_ok()) {
            unknown.insert(path.clone());
        }
        known.extend(before);
    }
    bring_up(core, known, unknown, folder);
}

/// Brings these files (from the root) up to date. One that was not known is taken in only if the walk would find it.
pub(crate) fn refresh_named(core: &Core, paths: &[String]) -> Refreshed {
    let known = core.disk.known(paths);
    let unknown = paths
        .iter()
        .filter(|path| !known.contains(*path) && language_of(path, None).is_some() && is_plain(path))
        .map(|path| core.root().join(path))
        .filter(|path| fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_dir()))
        .collect();
    bring_up(core, known.into_iter().collect(), unknown, &mut |_| {})
}

/// Whether a path has no empty part and none that climbs.
fn is_plain(path: &str) -> bool {
    !path.starts_with('/') && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

fn bring_up(
    core: &Core,
    known: Vec<String>,
    unknown: BTreeSet<PathBuf>,
    folder: &mut dyn FnMut(&std::path::Path),
) -> Refreshed {
    let mut files: BTreeSet<String> = known.into_iter().collect();
    if !unknown.is_empty() {
        files.extend(walk(core.root(), &core.settings(), Some(unknown), folder));
    }
    refresh(core, files.into_iter().collect(), false)
}

/// Submits that these files are gone.
fn remove(core: &Core, paths: &[String]) -> Option<Revision> {
    if paths.is_empty() {
        return None;
    }
    let mut belief = lock(&core.disk.belief);
    let gone: Vec<DiskFile> =
        paths.iter().filter(|path| belief.remove(*path).is_some()).map(|path| gone(path)).collect();
    (!gone.is_empty()).then(|| core.submit(Change::Disk(gone)))
}

fn gone(path: &str) -> DiskFile {
    DiskFile { path: Name::new(path), hash: 0, content: DiskContent::Gone }
}

/// Looks at the files and submits what is new.
fn refresh(core: &Core, paths: Vec<String>, counted: bool) -> Refreshed {
    let mut refreshed = Refreshed::default();
    for batch in paths.chunks(BATCH) {
        if core.is_gone() {
            break;
        }
        let mut left = batch.to_vec();
        for _ in 0..LOOKS {
            let looks = look_at(core, left, counted);
            left = submit(core, looks, &mut refreshed);
            if left.is_empty() {
                break;
            }
        }
    }
    refreshed
}

fn look_at(core: &Core, paths: Vec<String>, counted: bool) -> Vec<Look> {
    let cache = core.keeper.cache();
    let reader = cache.as_ref().and_then(|cache| cache.reader());
    let max_bytes = core.settings().max_file_bytes;
    let look = |path: String| {
        // The tree is closed: nothing that is submitted now is applied.
        if core.is_gone() {
            return Look { path, number: 0, stamp: None, found: Found::Gone };
        }
        let look = look_at_one(core, path, reader.as_ref(), max_bytes);
        if counted {
            core.indexed.fetch_add(1, Ordering::Relaxed);
        }
        look
    };
    if paths.len() < PARALLEL_FROM {
        return paths.into_iter().map(look).collect();
    }
    INDEX.run(|| paths.into_par_iter().map(look).collect())
}

fn look_at_one(core: &Core, path: String, cache: Option<&Reader<'_>>, max_bytes: u64) -> Look {
    let number = core.disk.looks.fetch_add(1, Ordering::SeqCst) + 1;
    let (believed, stamp) = match lock(&core.disk.belief).get(&path) {
        Some(known) => (Some(known.fingerprint.clone()), known.stamp),
        None => (None, None),
    };
    let absolute = core.root().join(&path);
    let metadata = fs::symlink_metadata(&absolute);
    match &metadata {
        Ok(metadata) if stamp == Some(Stamp::of(metadata)) => {
            return Look { path, number, stamp, found: Found::Same };
        }
        Err(error) if is_absent(error) => return Look { path, number, stamp: None, found: Found::Gone },
        _ => {}
    }
    let Some(language) = language_of(&path, None) else {
        return Look { path, number, stamp: None, found: Found::Gone };
    };
    if believed.is_none()
        && let Ok(metadata) = &metadata
        && metadata.is_file()
        && metadata.len() <= max_bytes
        && let Some(found) = unread(core, &path, language, Stamp::of(metadata), cache)
    {
        return Look { path, number, stamp: Some(Stamp::of(metadata)), found };
    }
    let (content, stamp) = read(core.root(), &path, language, max_bytes);
    let Some(fingerprint) = content.fingerprint() else {
        return Look { path, number, stamp: None, found: Found::Gone };
    };
    if believed.as_ref() == Some(&fingerprint) {
        return Look { path, number, stamp, found: Found::Same };
    }
    let found = match (content, &fingerprint) {
        (Content::Text(text), Fingerprint::Text(hash)) => facts(core, &path, *hash, &text, cache),
        (Content::Skipped(reason), _) => Found::New(DiskContent::Skipped(reason), fingerprint, None),
        _ => Found::Gone,
    };
    Look { path, number, stamp, found }
}

/// The facts of a file that is what it was when an earlier run read it: whose text need not be read again to know them.
fn unread(
    core: &Core,
    path: &str,
    language: Language,
    stamp: Stamp,
    cache: Option<&Reader<'_>>,
) -> Option<Found> {
    let seen = lock(&core.disk.seen).get(path).copied().filter(|seen| seen.stamp == stamp.to_bytes())?;
    if lock(&core.disk.trouble).quarantined.contains(path) {
        return None;
    }
    let (key, length) = (CacheKey::new(seen.hash, language, path), usize::try_from(seen.length).ok()?);
    let (facts, lines) = cache?.get(key, length)?;
    core.keeper.count_hit();
    let content = DiskContent::Facts(Arc::new(facts), Arc::new(lines));
    Some(Found::New(content, Fingerprint::Text(seen.hash), Some((key, length))))
}

/// The facts of a text, from the cache if it was seen before.
fn facts(core: &Core, path: &str, hash: u64, text: &str, cache: Option<&Reader<'_>>) -> Found {
    let left_out = |why: &str| {
        Found::New(DiskContent::Skipped(SkipReason::Unreadable(why.into())), Fingerprint::Text(hash), None)
    };
    if lock(&core.disk.trouble).quarantined.contains(path) {
        return left_out("indexing it failed");
    }
    let Some(language) = language_of(path, None) else { return Found::Gone };
    let key = CacheKey::new(hash, language, path);
    if let Some((facts, lines)) = cache.and_then(|cache| cache.get(key, text.len())) {
        core.keeper.count_hit();
        return Found::New(
            DiskContent::Facts(Arc::new(facts), Arc::new(lines)),
            Fingerprint::Text(hash),
            Some((key, text.len())),
        );
    }
    let extracted = catch_unwind(AssertUnwindSafe(|| facts_of_text(path, language, text, PARSE_BUDGET)));
    let Ok((facts, lines)) = extracted else {
        tracing::error!("{path}: extracting facts panicked; it is left out");
        return left_out("extracting its facts failed");
    };
    let (facts, lines) = (Arc::new(facts), Arc::new(lines));
    // What was cut may have been cut by the clock, and is not to be kept.
    if facts.skipped.is_none() {
        core.keeper.keep(Fresh {
            key,
            length: text.len(),
            facts: Arc::clone(&facts),
            lines: Arc::clone(&lines),
        });
    }
    Found::New(DiskContent::Facts(facts, lines), Fingerprint::Text(hash), Some((key, text.len())))
}

/// Submits what the looks found, as one event; gives back the paths that must be looked at again.
fn submit(core: &Core, looks: Vec<Look>, refreshed: &mut Refreshed) -> Vec<String> {
    let mut again = Vec::new();
    let mut files = Vec::new();
    let mut belief = lock(&core.disk.belief);
    for look in looks {
        let known = belief.get_mut(&look.path);
        let overtaken = known.as_ref().is_some_and(|known| known.look > look.number);
        match (look.found, known) {
            (Found::Same, Some(known)) if !overtaken => {
                known.stamp = look.stamp;
                known.look = look.number;
            }
            // Somebody forgot or removed it meanwhile, or saw something newer.
            (Found::Same, _) => again.push(look.path),
            (Found::Gone, None) => {}
            (Found::New(_, fingerprint, _), Some(known)) if known.fingerprint == fingerprint => {}
            (_, Some(_)) if overtaken => again.push(look.path),
            (Found::Gone, Some(_)) => {
                belief.remove(&look.path);
                files.push(gone(&look.path));
            }
            // Perhaps somebody saw it go after this look; that leaves no trace here but the disk.
            (Found::New(..), None) if fs::symlink_metadata(core.root().join(&look.path)).is_err() => {
                again.push(look.path)
            }
            (Found::New(content, fingerprint, text), _) => {
                let hash = match &fingerprint {
                    Fingerprint::Text(hash) => *hash,
                    Fingerprint::Skipped(reason) => hash_text(&format!("{reason:?}")),
                };
                files.push(DiskFile { path: Name::new(&look.path), hash, content });
                let known = Known { stamp: look.stamp, fingerprint, text, look: look.number };
                belief.insert(look.path, known);
            }
        }
    }
    if !files.is_empty() {
        refreshed.changed.extend(files.iter().map(|file| file.path.as_str().to_string()));
        refreshed.revision = Some(core.submit(Change::Disk(files)));
    }
    again
}
