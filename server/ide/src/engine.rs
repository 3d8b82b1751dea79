//! The engine: the only `&mut`. Takes changes, gives snapshots and parse jobs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use imbl::{OrdMap, Vector};
use lockstep_facts::{FileFacts, LanguageFamily, Name, PositionEncoding};
use lockstep_graph::{FileChange, FileId, Graph, GraphOptions, Revision};
use lockstep_languages::ByteEdit;

use crate::document::Document;
use crate::edited::remember;
use crate::entry::{FileEntry, Lines};
use crate::file::{FileRecord, Parsing};
use crate::parse::ParseJob;
use crate::prelude::prelude;
use crate::{Change, ContentChange, DiskFile, EngineOptions, FileState, SessionId, Snapshot};

/// See the crate's documentation.
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    /// By [`FileId`]. A path keeps its id for good, also while nothing is there.
    records: Vec<FileRecord>,
    ids: HashMap<&'static str, FileId>,
    /// Those whose preludes are in.
    families: HashSet<LanguageFamily>,
    /// The last number given to a parse job.
    generation: u64,
    /// What the next snapshot shows; all of it persistent, so that publishing costs what changed.
    next: Snapshot,
    published: Arc<Snapshot>,
}

impl Engine {
    /// An engine with no files.
    #[must_use]
    pub fn new(options: EngineOptions) -> Engine {
        let next = Snapshot {
            revision: Revision(0),
            graph: Graph::new(GraphOptions { mask: options.mask }),
            whole: Arc::default(),
            entries: Vector::new(),
            listed: OrdMap::new(),
            pending: OrdMap::new(),
            unconfirmed: OrdMap::new(),
            open: OrdMap::new(),
            unsaved: OrdMap::new(),
            differing: OrdMap::new(),
            edited: Vector::new(),
        };
        let published = Arc::new(next.clone());
        Engine {
            options,
            records: Vec::new(),
            ids: HashMap::new(),
            families: HashSet::new(),
            generation: 0,
            next,
            published,
        }
    }

    /// Applies one event, numbered `revision`; returns what is to be parsed elsewhere. Numbers go up.
    pub fn apply(&mut self, revision: Revision, change: Change) -> Vec<ParseJob> {
        let mut jobs = Vec::new();
        let mut changed = Vec::new();
        let mut typed = Vec::new();
        match change {
            Change::Open { session, path, language_id, text, version } => {
                let file = self.id(path);
                let language = lockstep_languages::language_of(path.as_str(), language_id.as_deref());
                let document = Document::new(session, language, language_id, &text, version, revision);
                if let Some(record) = self.record(file) {
                    record.open(document);
                    changed.push(file);
                }
            }
            Change::Edit { session, path, changes, encoding, version } => {
                if let Some((file, edits)) = self.edit(revision, session, path, &changes, encoding, version) {
                    changed.push(file);
                    typed = edits;
                }
            }
            Change::Save { session, path } => {
                if let Some((file, document)) = self.document(session, path) {
                    document.overtaken = false;
                    changed.push(file);
                }
            }
            Change::Close { session, path } => {
                if let Some((file, _)) = self.document(session, path) {
                    self.close(file, session);
                    changed.push(file);
                }
            }
            Change::Detach { session } => {
                let has = |record: &&FileRecord| record.documents.iter().any(|d| d.session == session);
                changed.extend(self.records.iter().filter(has).map(|record| record.id));
                for file in &changed {
                    self.close(*file, session);
                }
            }
            Change::Disk(files) => changed.extend(self.disk(files)),
            Change::Parsed(result) => {
                let hold = self.options.hold;
                if let Some(record) = self.record(result.file) {
                    record.finished(result.generation, &result.text, result.parsed, hold);
                    changed.push(result.file);
                }
            }
            Change::Pause => {
                changed.extend(self.next.unconfirmed.values());
                changed.iter().for_each(|file| {
                    if let Some(record) = self.records.get_mut(file.0 as usize) {
                        record.doubt();
                    }
                });
            }
        }
        for file in &changed {
            let mut parsing =
                Parsing { options: self.options, generation: &mut self.generation, jobs: &mut jobs };
            if let Some(record) = self.records.get_mut(file.0 as usize) {
                record.advance(&mut parsing);
            }
        }
        self.publish(revision, &changed, &typed);
        jobs
    }

    /// The state after the last event. Cheap.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.published)
    }

    /// Documents open in any session, for a rebuilt writer: changes that bring a new engine to the same state once the
    /// disk is known to it.
    #[must_use]
    pub fn documents(&self) -> Vec<Change> {
        let all =
            self.records.iter().flat_map(|record| record.documents.iter().map(move |d| (record.path, d)));
        let mut documents: Vec<(Name, &Document)> = all.collect();
        documents.sort_by_key(|(_, document)| document.rank());
        let open = |(path, document): (Name, &Document)| Change::Open {
            session: document.session,
            path,
            language_id: document.language_id.clone(),
            text: document.whole_text(),
            version: document.version,
        };
        documents.into_iter().map(open).collect()
    }

    /// The id of `path`, given out for good.
    fn id(&mut self, path: Name) -> FileId {
        if let Some(file) = self.ids.get(path.as_str()) {
            return *file;
        }
        let file = FileId(self.records.len() as u32);
        self.ids.insert(path.as_str(), file);
        self.records.push(FileRecord::new(file, path));
        self.next.entries.push_back(Arc::new(FileEntry::new(file, path)));
        file
    }

    fn record(&mut self, file: FileId) -> Option<&mut FileRecord> {
        self.records.get_mut(file.0 as usize)
    }

    fn document(&mut self, session: SessionId, path: Name) -> Option<(FileId, &mut Document)> {
        let file = *self.ids.get(path.as_str())?;
        Some((file, self.record(file)?.document(session)?))
    }

    fn edit(
        &mut self,
        revision: Revision,
        session: SessionId,
        path: Name,
        changes: &[ContentChange],
        encoding: PositionEncoding,
        version: i32,
    ) -> Option<(FileId, Vec<ByteEdit>)> {
        let (file, document) = self.document(session, path)?;
        let edits = document.apply(changes, encoding);
        document.version = version;
        document.edited = Some(revision);
        document.overtaken = false;
        self.record(file)?.edited(session, &edits);
        Some((file, edits))
    }

    fn close(&mut self, file: FileId, session: SessionId) {
        if let Some(record) = self.record(file) {
            record.close(session);
        }
    }

    fn disk(&mut self, files: Vec<DiskFile>) -> Vec<FileId> {
        let mut changed = Vec::new();
        for DiskFile { path, hash, content } in files {
            let file = self.id(path);
            if self.record(file).is_some_and(|record| record.set_disk(hash, content)) {
                changed.push(file);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The prelude of a family of which a file came up for the first time.
    fn add_prelude(&mut self, family: LanguageFamily) -> Option<FileChange> {
        if !self.families.insert(family) {
            return None;
        }
        let prelude = prelude(family)?;
        let file = self.id(prelude.path);
        let mut entry = FileEntry::new(file, prelude.path);
        entry.external = true;
        entry.language = Some(prelude.facts.language);
        entry.facts = Some(Arc::clone(&prelude.facts));
        entry.lines = Lines::Index(Arc::clone(&prelude.index));
        self.next.entries.set(file.0 as usize, Arc::new(entry));
        let facts = Some(Arc::clone(&prelude.facts));
        Some(FileChange { file, path: prelude.path, facts, external: true })
    }

    /// Shows the new state of `changed`, in which an editor made the edits `typed`; the graph hears of it at once.
    fn publish(&mut self, revision: Revision, changed: &[FileId], typed: &[ByteEdit]) {
        let mut graph_changes = Vec::new();
        for file in changed {
            let Some(record) = self.records.get(file.0 as usize) else { continue };
            let entry = record.entry();
            let (path, exists, unconfirmed) = (record.path, record.exists(), record.is_unconfirmed());
            let languages =
                entry.language.into_iter().chain(entry.differing.iter().filter_map(|d| d.language));
            for language in languages {
                graph_changes.extend(self.add_prelude(language.family()));
            }
            let key = path.as_str();
            set(&mut self.next.listed, key, *file, exists);
            set(&mut self.next.pending, key, *file, entry.pending.is_some());
            set(&mut self.next.unconfirmed, key, *file, unconfirmed);
            let open = exists && matches!(entry.state, FileState::Open { .. });
            set(&mut self.next.open, key, *file, open);
            set(&mut self.next.unsaved, key, *file, entry.state == FileState::Open { dirty: true });
            set(&mut self.next.differing, key, *file, !entry.differing.is_empty());
            let old = self.next.entries.get(file.0 as usize).and_then(|entry| entry.facts.as_ref());
            if let Some(facts) = entry.facts.as_ref().filter(|_| !typed.is_empty()) {
                remember(&mut self.next.edited, (*file, path), revision, typed, facts);
            }
            if !same_facts(old, entry.facts.as_ref()) {
                let facts = entry.facts.clone();
                graph_changes.push(FileChange { file: *file, path, facts, external: false });
            }
            self.next.entries.set(file.0 as usize, Arc::new(entry));
        }
        if !graph_changes.is_empty() {
            self.next.graph.apply(revision, graph_changes);
            self.next.whole = Arc::default();
        }
        self.next.revision = revision;
        self.published = Arc::new(self.next.clone());
    }
}

fn set(map: &mut OrdMap<&'static str, FileId>, path: &'static str, file: FileId, present: bool) {
    if present {
        map.insert(path, file);
    } else {
        map.remove(path);
    }
}

fn same_facts(old: Option<&Arc<FileFacts>>, new: Option<&Arc<FileFacts>>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => Arc::ptr_eq(old, new),
        (None, None) => true,
        _ => false,
    }
}
