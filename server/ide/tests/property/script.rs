//! Scripts: steps as plain numbers, taken modulo what is there, so that any of them can be left out.

use std::time::Duration;

use fastrand::Rng;
use lockstep_fixture::{EDITOR, World};
use lockstep_ide::{EngineOptions, SessionId};

use super::worlds::Sample;

/// A second editor.
pub const OTHER: SessionId = SessionId(2);

/// One step; what the numbers mean depends on the kind.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub kind: Kind,
    pub numbers: [usize; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Open,
    OpenOther,
    EditOther,
    Close,
    CloseOther,
    DeleteWord,
    ReplaceWord,
    InsertWord,
    DeleteLine,
    CopyLine,
    InsertLine,
    RenameWord,
    Damage,
    Repair,
    Undo,
    Save,
    Write,
    WriteOriginal,
    RenameFile,
    RemoveFile,
    Package,
    RunJob,
    Ask,
    Check,
}

use Kind::*;

/// How often each kind comes up.
const WEIGHTS: &[(Kind, usize)] = &[
    (Open, 6),
    (OpenOther, 1),
    (EditOther, 2),
    (Close, 2),
    (CloseOther, 1),
    (DeleteWord, 8),
    (ReplaceWord, 8),
    (InsertWord, 6),
    (DeleteLine, 5),
    (CopyLine, 3),
    (InsertLine, 6),
    (RenameWord, 8),
    (Damage, 7),
    (Repair, 5),
    (Undo, 5),
    (Save, 3),
    (Write, 3),
    (WriteOriginal, 3),
    (RenameFile, 2),
    (RemoveFile, 2),
    (Package, 3),
    (RunJob, 4),
    (Ask, 8),
];

/// A script: some thirty-five steps, a check after every seventh and at the end.
pub fn generate(seed: u64) -> Vec<Step> {
    let mut rng = Rng::with_seed(seed);
    let total: usize = WEIGHTS.iter().map(|(_, weight)| weight).sum();
    let mut steps = Vec::new();
    for number in 1..=35 {
        let mut left = rng.usize(..total);
        let kind = WEIGHTS.iter().find(|(_, weight)| {
            let found = left < *weight;
            left = left.saturating_sub(*weight);
            found
        });
        let kind = kind.map_or(Ask, |(kind, _)| *kind);
        steps.push(Step { kind, numbers: std::array::from_fn(|_| rng.usize(..1 << 20)) });
        if number % 7 == 0 {
            steps.push(Step { kind: Check, numbers: std::array::from_fn(|_| rng.usize(..1 << 20)) });
        }
    }
    steps
}

/// A world being edited by a script.
pub struct Run<'s> {
    pub world: World,
    sample: &'s Sample,
    originals: Vec<(String, String)>,
    /// Earlier texts of documents.
    undo: Vec<(String, String)>,
}

impl<'s> Run<'s> {
    pub fn new(sample: &'s Sample, hold: bool, jobs: bool) -> Run<'s> {
        let inline_parse = if jobs { Duration::ZERO } else { Duration::MAX };
        let mut world = World::with_options(
            sample.fixture,
            EngineOptions { hold, inline_parse, ..EngineOptions::default() },
        );
        world.run_jobs();
        let originals = world.disk().clone().into_iter().collect();
        Run { world, sample, originals, undo: Vec::new() }
    }

    fn pick<T>(list: &[T], number: usize) -> Option<&T> {
        list.get(number % list.len().max(1))
    }

    /// An open document of the editor; one is opened if there is none.
    fn document(&mut self, number: usize) -> Option<String> {
        let open: Vec<String> = self
            .world
            .documents()
            .keys()
            .filter(|(session, _)| *session == EDITOR)
            .map(|(_, p)| p.clone())
            .collect();
        if let Some(path) = Self::pick(&open, number) {
            return Some(path.clone());
        }
        let paths: Vec<String> = self.world.disk().keys().cloned().collect();
        let path = Self::pick(&paths, number)?.clone();
        self.world.open(&path);
        Some(path)
    }

    /// Applies one step; `Ask` and `Check` do nothing here.
    pub fn step(&mut self, step: &Step) {
        let [a, b, c, d] = step.numbers;
        let disk: Vec<String> = self.world.disk().keys().cloned().collect();
        match step.kind {
            Open => {
                if let Some(path) = Self::pick(&disk, a) {
                    self.world.open(&path.clone());
                }
            }
            OpenOther => {
                if let Some(path) = Self::pick(&disk, a) {
                    let text = self.world.disk().get(path).cloned().unwrap_or_default();
                    self.world.open_as(OTHER, path, &text);
                }
            }
            EditOther => {
                let open = self.world.documents().keys().find(|(session, _)| *session == OTHER).cloned();
                if let Some((_, path)) = open {
                    let len = self.world.document_text(OTHER, &path).len();
                    let at = self.boundary(OTHER, &path, a % (len + 1));
                    let word = Self::pick(self.sample.words, b).copied().unwrap_or_default();
                    self.world.replace(OTHER, &path, at..at, word);
                }
            }
            Close | CloseOther => {
                let session = if step.kind == Close { EDITOR } else { OTHER };
                let open: Vec<String> = self
                    .world
                    .documents()
                    .keys()
                    .filter(|(owner, _)| *owner == session)
                    .map(|(_, path)| path.clone())
                    .collect();
                if let Some(path) = Self::pick(&open, a) {
                    self.world.close_as(session, path);
                }
            }
            DeleteWord | ReplaceWord | InsertWord | DeleteLine | CopyLine | InsertLine | RenameWord
            | Damage | Repair | Undo => {
                if let Some(path) = self.document(a) {
                    self.edit(step.kind, &path, b, c, d);
                }
            }
            Save => {
                if let Some(path) = self.document(a) {
                    self.world.save(&path);
                }
            }
            Write => {
                if let Some(path) = Self::pick(&disk, a) {
                    let text = self.world.disk().get(path).cloned().unwrap_or_default();
                    let mut lines: Vec<&str> = text.lines().collect();
                    let line = Self::pick(self.sample.lines, b).copied().unwrap_or_default();
                    lines.insert(c % (lines.len() + 1), line);
                    if d % 2 == 0 && lines.len() > 1 {
                        lines.remove(d % lines.len());
                    }
                    self.world.write(path, &(lines.join("\n") + "\n"));
                }
            }
            WriteOriginal => {
                if let Some((path, text)) = Self::pick(&self.originals, a).cloned() {
                    self.world.write(&path, &text);
                }
            }
            RenameFile => {
                let to = Self::pick(self.sample.paths, b).copied().unwrap_or_default();
                if let Some(path) = Self::pick(&disk, a).filter(|path| *path != to) {
                    self.world.rename(path, to);
                }
            }
            RemoveFile => {
                if let Some(path) = Self::pick(&disk, a) {
                    self.world.remove(path);
                }
            }
            Package => {
                if let Some((path, text)) = Self::pick(self.sample.packages, a) {
                    self.world.write(path, text);
                }
            }
            RunJob => {
                if !self.world.jobs.is_empty() {
                    let job = self.world.jobs.remove(a % self.world.jobs.len());
                    self.world.apply(lockstep_ide::Change::Parsed(job.run(Duration::MAX)));
                }
            }
            Ask | Check => {}
        }
    }

    fn boundary(&self, session: SessionId, path: &str, mut at: usize) -> usize {
        let text = self.world.document_text(session, path);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn edit(&mut self, kind: Kind, path: &str, b: usize, c: usize, d: usize) {
        let text = self.world.document_text(EDITOR, path);
        let words = words(&text);
        let word = Self::pick(&words, b).cloned();
        let other = Self::pick(self.sample.words, c).copied().unwrap_or_default();
        let lines: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let start = Self::pick(&lines, b).copied().unwrap_or_default();
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
        let (range, replacement) = match kind {
            DeleteWord => (word.unwrap_or(0..0), String::new()),
            ReplaceWord => (word.unwrap_or(0..0), other.to_owned()),
            InsertWord => {
                let at = word.map_or(0, |word| word.start);
                (at..at, format!("{other} "))
            }
            DeleteLine => (start..end, String::new()),
            CopyLine => (end..end, text[start..end].to_owned()),
            InsertLine => {
                let line = Self::pick(self.sample.lines, c).copied().unwrap_or_default();
                (start..start, format!("{line}\n"))
            }
            RenameWord => {
                let names: Vec<_> = words.iter().filter(|w| text[(*w).clone()].len() > 2).cloned().collect();
                (Self::pick(&names, b).cloned().unwrap_or(0..0), other.to_owned())
            }
            Damage => {
                let damage = Self::pick(self.sample.damage, c).copied().unwrap_or_default();
                let at = match (d % 3, word) {
                    (0, Some(word)) => word.end,
                    (1, Some(word)) => word.start,
                    _ => text.floor_char_boundary(end.saturating_sub(1).max(start)),
                };
                (at..at, damage.to_owned())
            }
            Repair => {
                let original = self.originals.iter().find(|(known, _)| known == path);
                (0..text.len(), original.map(|(_, text)| text.clone()).unwrap_or_default())
            }
            Undo => {
                let known = self.undo.iter().rposition(|(known, _)| known == path);
                let before = known.map(|at| self.undo.remove(at).1);
                (0..text.len(), before.unwrap_or_else(|| text.clone()))
            }
            _ => return,
        };
        if kind != Undo {
            self.undo.push((path.to_owned(), text));
        }
        self.world.replace(EDITOR, path, range, &replacement);
    }

    /// Gives every open document its original text, and closes those that never had one.
    pub fn repair_all(&mut self) {
        let open: Vec<(SessionId, String)> = self.world.documents().keys().cloned().collect();
        for (session, path) in open {
            match self.originals.iter().find(|(known, _)| *known == path).cloned() {
                Some((_, text)) => {
                    let old = self.world.document_text(session, &path).len();
                    self.world.replace(session, &path, 0..old, &text);
                }
                None => self.world.close_as(session, &path),
            }
        }
        self.world.pause();
    }
}

/// Names and signs.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut words: Vec<std::ops::Range<usize>> = Vec::new();
    let mut in_name = false;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let name = character.is_alphanumeric() || character == '_';
        match words.last_mut() {
            Some(last) if name && in_name => last.end = end,
            _ if !character.is_whitespace() => words.push(at..end),
            _ => {}
        }
        in_name = name;
    }
    words
}
