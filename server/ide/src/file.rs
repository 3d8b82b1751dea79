//! One file as the engine keeps it: what the disk has, what sessions have, which of them counts, and what is shown.

use std::sync::Arc;

use lockstep_facts::{FileFacts, Language, LineIndex, Name};
use lockstep_graph::FileId;
use lockstep_languages::{ByteEdit, Memory, SyntaxTree};

use crate::document::Document;
use crate::entry::{Differing, FileEntry, Lines};
use crate::hold::{Layers, settle};
use crate::parse::{Before, Cost, ParseJob, Parsed, Wanted, no_facts, run, time};
use crate::shift::changed_ranges;
use crate::words::WordSet;
use crate::{DiskContent, EngineOptions, FileState, SessionId, SkipReason};

/// What the disk has.
#[derive(Debug)]
pub(crate) enum Disk {
    Gone,
    Skipped {
        hash: u64,
        reason: SkipReason,
    },
    /// A text without facts yet; `before` is what was shown of the text before it, `job` the parse that is under way.
    Text {
        hash: u64,
        text: Arc<str>,
        before: Option<(Arc<FileFacts>, Arc<LineIndex>)>,
        job: Option<u64>,
    },
    Facts {
        hash: u64,
        facts: Arc<FileFacts>,
        index: Arc<LineIndex>,
    },
}

/// The parsing of the elected document.
#[derive(Debug)]
struct Live {
    session: SessionId,
    language: Language,
    /// None before the first parse.
    layers: Option<Layers>,
    /// What the extraction of `layers` left for the next one, and the edits from that text to the document's.
    before: Before,
    /// The parse that is under way, and how many of `edits` its text has.
    job: Option<(u64, usize)>,
    cost: Cost,
    confirmed: Confirmed,
}

/// Whether the facts of a document are those of its text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmed {
    /// As far as the parser promises.
    Yes,
    /// The text is damaged, and was parsed with the help of an older tree.
    No,
    /// The same, and it is being parsed anew.
    Soon,
}

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct FileRecord {
    pub id: FileId,
    pub path: Name,
    pub disk: Disk,
    pub documents: Vec<Document>,
    live: Option<Live>,
}

/// What a parse needs from the engine.
pub(crate) struct Parsing<'e> {
    pub options: EngineOptions,
    /// The last number given to a job.
    pub generation: &'e mut u64,
    pub jobs: &'e mut Vec<ParseJob>,
}

impl Parsing<'_> {
    fn is_inline(&self, expected: std::time::Duration) -> bool {
        expected <= self.options.inline_parse
    }

    /// Time after which a parse begun inline is left to a job after all.
    fn patience(&self) -> Option<std::time::Duration> {
        time(self.options.inline_parse.saturating_mul(2))
    }

    fn next_generation(&mut self) -> u64 {
        *self.generation += 1;
        *self.generation
    }
}

impl Disk {
    fn hash(&self) -> Option<u64> {
        match self {
            Disk::Gone => None,
            Disk::Skipped { hash, .. } | Disk::Text { hash, .. } | Disk::Facts { hash, .. } => Some(*hash),
        }
    }

    /// The newest facts of the disk, and the index of their text.
    fn facts(&self) -> Option<(&Arc<FileFacts>, &Arc<LineIndex>)> {
        match self {
            Disk::Facts { facts, index, .. } => Some((facts, index)),
            Disk::Text { before: Some((facts, index)), .. } => Some((facts, index)),
            _ => None,
        }
    }
}

impl FileRecord {
    pub(crate) fn new(id: FileId, path: Name) -> FileRecord {
        FileRecord { id, path, disk: Disk::Gone, documents: Vec::new(), live: None }
    }

    /// Whether there is anything to list.
    pub(crate) fn exists(&self) -> bool {
        !matches!(self.disk, Disk::Gone) || self.elected().is_some()
    }

    pub(crate) fn document(&mut self, session: SessionId) -> Option<&mut Document> {
        self.documents.iter_mut().find(|document| document.session == session)
    }

    /// Whether a text with this hash is what the disk has.
    pub(crate) fn is_disk(&self, hash: u64) -> bool {
        self.disk.hash() == Some(hash)
    }

    /// Takes what the disk has now; false if that is nothing new.
    pub(crate) fn set_disk(&mut self, hash: u64, content: DiskContent) -> bool {
        let old = self.disk.hash();
        let before = self.disk.facts().map(|(facts, index)| (Arc::clone(facts), Arc::clone(index)));
        let disk = match content {
            DiskContent::Gone => Disk::Gone,
            DiskContent::Skipped(reason) => Disk::Skipped { hash, reason },
            DiskContent::Text(text) => Disk::Text { hash, text, before, job: None },
            DiskContent::Facts(facts, index) => {
                let facts = match before {
                    // What did not change keeps its memos.
                    Some((old, _)) => Arc::new(Arc::unwrap_or_clone(facts).share_with(&old)),
                    None => facts,
                };
                Disk::Facts { hash, facts, index }
            }
        };
        let same = match (&self.disk, &disk) {
            (Disk::Gone, Disk::Gone) => true,
            (Disk::Skipped { reason: old, .. }, Disk::Skipped { reason, .. }) => {
                old == reason && self.is_disk(hash)
            }
            (Disk::Text { .. } | Disk::Facts { .. }, Disk::Text { .. }) => self.is_disk(hash),
            (Disk::Facts { .. }, Disk::Facts { .. }) => self.is_disk(hash),
            _ => false,
        };
        if same {
            return false;
        }
        let new = disk.hash();
        self.disk = disk;
        for document in &mut self.documents {
            let clean = old == Some(document.hash);
            document.overtaken = new != Some(document.hash) && (clean || document.overtaken);
        }
        true
    }

    /// Adds a document; one that the session had open is replaced.
    pub(crate) fn open(&mut self, mut document: Document) {
        self.close(document.session);
        // A text restored by the editor was edited before it was opened.
        document.edited = (!self.is_disk(document.hash)).then_some(document.opened);
        self.documents.push(document);
    }

    /// Removes a document.
    pub(crate) fn close(&mut self, session: SessionId) {
        self.documents.retain(|document| document.session != session);
        let Some(live) = self.live.take_if(|live| live.session == session) else { return };
        // What was parsed of the buffer is what the disk has, where they are the same text.
        if let (Some(layers), Disk::Text { hash, text, .. }) = (live.layers, &self.disk)
            && live.before.edits.is_empty()
            && layers.hash == *hash
            && !layers.holds()
        {
            let index = Arc::new(LineIndex::new(text));
            self.disk = Disk::Facts { hash: *hash, facts: layers.facts, index };
        }
    }

    /// Notes edits that were applied to the document of `session`.
    pub(crate) fn edited(&mut self, session: SessionId, edits: &[ByteEdit]) {
        if let Some(live) = self.live.as_mut().filter(|live| live.session == session) {
            live.before.edits.extend_from_slice(edits);
        }
    }

    /// The document that counts; none if the disk does.
    fn elected(&self) -> Option<&Document> {
        let candidates = self.documents.iter().filter(|document| !document.overtaken);
        candidates.max_by_key(|document| document.rank())
    }

    /// Why the file is left out although a document of it is open: its text is no better than the disk's.
    fn left_out(&self) -> Option<&SkipReason> {
        match &self.disk {
            Disk::Skipped { reason, .. } => {
                let same =
                    matches!(reason, SkipReason::TooLarge(_) | SkipReason::Minified | SkipReason::TooSlow);
                same.then_some(reason)
            }
            _ => None,
        }
    }

    /// Whether the facts shown are those of a damaged text that was parsed with the help of an older tree.
    pub(crate) fn is_unconfirmed(&self) -> bool {
        self.live.as_ref().is_some_and(|live| {
            live.confirmed == Confirmed::No && live.job.is_none() && live.before.edits.is_empty()
        })
    }

    /// Has such a text parsed anew.
    pub(crate) fn doubt(&mut self) {
        if self.is_unconfirmed()
            && let Some(live) = &mut self.live
        {
            live.confirmed = Confirmed::Soon;
        }
    }

    /// Brings facts up to the text that counts, or starts a job that will.
    pub(crate) fn advance(&mut self, parsing: &mut Parsing<'_>) {
        let left_out = self.left_out().is_some();
        let Some((session, hash, language)) = self.elected().map(|d| (d.session, d.hash, d.language)) else {
            self.live = None;
            self.advance_disk(parsing);
            return;
        };
        if self.live.as_ref().is_none_or(|live| live.session != session) {
            self.live = language.filter(|_| !left_out).map(|language| {
                let known = match &self.disk {
                    Disk::Facts { hash: disk, facts, .. } if *disk == hash && facts.language == language => {
                        Some(facts)
                    }
                    _ => None,
                };
                let layers = known.map(|facts| Layers::whole(Arc::clone(facts), hash));
                Live {
                    session,
                    language,
                    layers,
                    before: Before::default(),
                    job: None,
                    cost: Cost::default(),
                    confirmed: Confirmed::Yes,
                }
            });
            self.parse(parsing, true);
        } else {
            self.parse(parsing, false);
        }
    }

    /// Parses the elected document if it needs to be; `first` when it has just become that.
    fn parse(&mut self, parsing: &mut Parsing<'_>, first: bool) {
        let Some(live) = self.live.as_mut() else { return };
        if live.confirmed == Confirmed::Soon && !live.before.edits.is_empty() {
            // What was to be parsed anew is no longer the text.
            (live.confirmed, live.job) = (Confirmed::No, None);
        }
        if live.job.is_some() {
            return;
        }
        let anew = live.confirmed == Confirmed::Soon;
        let Some(document) = self.documents.iter_mut().find(|d| d.session == live.session) else { return };
        let wanted = if live.layers.is_none() || !live.before.edits.is_empty() || anew {
            Wanted::Document
        } else if first && document.tree.is_none() && live.language != Language::Package {
            // The facts are the disk's; the tree is what makes the first keystroke quick.
            Wanted::Tree
        } else {
            return;
        };
        let (old, before) = match anew {
            true => (None, Before::default()),
            false => (document.tree.clone(), live.before.clone()),
        };
        let expected = live.cost.expected(document.text.len_bytes(), old.is_some());
        let path = self.path;
        if parsing.is_inline(expected) {
            let text = &document.text;
            let parsed =
                run(path.as_str(), live.language, text, old.as_ref(), &before, wanted, parsing.patience());
            if let Some(parsed) = parsed {
                let hash = document.hash;
                let disk = self.disk.facts().map(|(facts, _)| facts);
                let text = document.text.clone();
                live.accept(
                    document,
                    parsed,
                    live.before.edits.len(),
                    &text,
                    hash,
                    disk,
                    parsing.options.hold,
                );
                return;
            }
        }
        let generation = parsing.next_generation();
        live.job = Some((generation, live.before.edits.len()));
        parsing.jobs.push(ParseJob {
            file: self.id,
            generation,
            path,
            language: live.language,
            text: document.text.clone(),
            old,
            before,
            wanted,
        });
    }

    fn advance_disk(&mut self, parsing: &mut Parsing<'_>) {
        let Disk::Text { hash, text, before, job: job @ None } = &mut self.disk else { return };
        let (hash, path) = (*hash, self.path);
        let Some(language) = lockstep_languages::language_of(path.as_str(), None) else { return };
        let rope = ropey::Rope::from_str(text);
        if parsing.is_inline(Cost::default().expected(text.len(), false))
            && let Some(parsed) = run(
                path.as_str(),
                language,
                &rope,
                None,
                &Before::default(),
                Wanted::Disk,
                parsing.patience(),
            )
        {
            let before = before.take();
            self.accept_disk(hash, parsed, before.map(|(facts, _)| facts));
            return;
        }
        let generation = parsing.next_generation();
        *job = Some(generation);
        let wanted = Wanted::Disk;
        parsing.jobs.push(ParseJob {
            file: self.id,
            generation,
            path,
            language,
            text: rope,
            old: None,
            before: Before::default(),
            wanted,
        });
    }

    fn accept_disk(&mut self, hash: u64, parsed: Parsed, before: Option<Arc<FileFacts>>) {
        let (Some(facts), Some(index)) = (parsed.facts, parsed.index) else { return };
        let facts = match before {
            Some(old) => facts.share_with(&old),
            None => facts,
        };
        self.disk = Disk::Facts { hash, facts: Arc::new(facts), index: Arc::new(index) };
    }

    /// Takes the result of the job numbered `generation`, if it is still the one waited for.
    pub(crate) fn finished(&mut self, generation: u64, text: &ropey::Rope, parsed: Parsed, hold: bool) {
        if let Disk::Text { hash, before, job, .. } = &mut self.disk
            && *job == Some(generation)
        {
            let (hash, before) = (*hash, before.take());
            self.accept_disk(hash, parsed, before.map(|(facts, _)| facts));
            return;
        }
        let Some(live) = self.live.as_mut() else { return };
        let Some((_, covered)) = live.job.take_if(|(number, _)| *number == generation) else { return };
        let Some(document) = self.documents.iter_mut().find(|d| d.session == live.session) else { return };
        let is_newest = covered == live.before.edits.len();
        let hash =
            if is_newest { document.hash } else { lockstep_facts::hash_text(&std::borrow::Cow::from(text)) };
        let disk = self.disk.facts().map(|(facts, _)| facts);
        live.accept(document, parsed, covered, text, hash, disk, hold);
    }

    /// What a snapshot shows of the file.
    pub(crate) fn entry(&self) -> FileEntry {
        let elected = self.elected();
        let mut entry = match (elected, &self.live) {
            (Some(document), Some(live)) => self.live_entry(document, live),
            (Some(document), None) => {
                let mut entry = FileEntry::new(self.id, self.path);
                entry.state = match self.left_out() {
                    Some(reason) => FileState::Skipped(reason.clone()),
                    None => self.open_state(document),
                };
                entry.lines = Lines::Text(document.text.clone());
                entry.hash = document.hash;
                entry
            }
            (None, _) => self.disk_entry(),
        };
        let shown = elected.map(|document| document.hash).or(self.disk.hash());
        let differs = |document: &Document| {
            Some(document.hash) != shown
                || elected.is_some_and(|elected| elected.language != document.language)
        };
        let differing = self.documents.iter().filter(|document| differs(document));
        let differing = differing.map(|document| Differing {
            session: document.session,
            language: document.language,
            text: document.text.clone(),
            hash: document.hash,
            dirty: !self.is_disk(document.hash),
        });
        entry.differing = differing.collect();
        entry
    }

    fn open_state(&self, document: &Document) -> FileState {
        FileState::Open { dirty: !self.is_disk(document.hash) }
    }

    fn live_entry(&self, document: &Document, live: &Live) -> FileEntry {
        let mut entry = FileEntry::new(self.id, self.path);
        entry.state = self.open_state(document);
        entry.language = Some(live.language);
        entry.lines = Lines::Text(document.text.clone());
        match &live.layers {
            Some(layers) => {
                entry.facts = Some(layers.shifted(&live.before.edits, &document.text));
                entry.hash = layers.hash;
                entry.held = layers.holds();
                if !live.before.edits.is_empty() {
                    let mut words = WordSet::default();
                    for range in changed_ranges(&live.before.edits) {
                        words.add_lines(&document.text, range);
                    }
                    entry.pending = Some(Arc::new(words));
                } else if let Some(tree) = &document.tree {
                    entry = entry.with_tree(tree);
                }
            }
            None => {
                let disk = self.disk.facts().map(|(facts, _)| facts).filter(|f| f.language == live.language);
                entry.facts = Some(disk.cloned().unwrap_or_else(|| no_facts(live.language, &document.text)));
                entry.hash = self.disk.hash().unwrap_or_default();
                entry.pending = Some(Arc::new(WordSet::of(&std::borrow::Cow::from(&document.text))));
            }
        }
        entry
    }

    fn disk_entry(&self) -> FileEntry {
        let mut entry = FileEntry::new(self.id, self.path);
        entry.hash = self.disk.hash().unwrap_or_default();
        match &self.disk {
            Disk::Gone => {}
            Disk::Skipped { reason, .. } => entry.state = FileState::Skipped(reason.clone()),
            Disk::Facts { facts, index, .. } => {
                entry.language = Some(facts.language);
                entry.facts = Some(Arc::clone(facts));
                entry.lines = Lines::Index(Arc::clone(index));
            }
            Disk::Text { text, before, job, .. } => {
                if let Some((facts, index)) = before {
                    entry.language = Some(facts.language);
                    entry.facts = Some(Arc::clone(facts));
                    entry.lines = Lines::Index(Arc::clone(index));
                }
                entry.pending = job.map(|_| Arc::new(WordSet::of(text)));
            }
        }
        entry
    }
}

impl Live {
    /// Takes what came of a parse of `text`, which has the first `covered` of the edits.
    #[allow(clippy::too_many_arguments)]
    fn accept(
        &mut self,
        document: &mut Document,
        parsed: Parsed,
        covered: usize,
        text: &ropey::Rope,
        hash: u64,
        disk: Option<&Arc<FileFacts>>,
        hold: bool,
    ) {
        let with_tree = document.tree.is_some() && self.confirmed != Confirmed::Soon;
        self.cost = self.cost.and(parsed.cost, with_tree);
        let doubtful = with_tree && parsed.tree.as_ref().is_some_and(SyntaxTree::is_damaged);
        self.confirmed = if doubtful { Confirmed::No } else { Confirmed::Yes };
        if let Some(facts) = parsed.facts {
            let edits: Vec<ByteEdit> = self.before.edits.drain(..covered).collect();
            let facts = match self.layers.as_ref().map(|old| &old.facts).or(disk) {
                Some(old) => facts.share_with(old),
                None => facts,
            };
            self.before.memory = memory(parsed.memory, &facts);
            self.layers = Some(match &self.layers {
                Some(old) if hold => settle(old, &edits, facts, text, hash),
                _ => Layers::whole(Arc::new(facts), hash),
            });
        } else if let Some(layers) = &self.layers {
            self.before.memory = memory(parsed.memory, &layers.facts);
        }
        document.tree = parsed.tree.map(|mut tree| {
            self.before.edits.iter().for_each(|edit| tree.edit(edit));
            tree
        });
    }
}

/// What an extraction left, its items shared with the facts of the same text.
fn memory(memory: Option<Box<Memory>>, facts: &FileFacts) -> Option<Arc<Memory>> {
    let mut memory = memory?;
    memory.share_with(facts);
    Some(Arc::from(memory))
}
