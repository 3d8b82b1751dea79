//! Files whose text others include: what a file sees through its includes, and what an include names.

use std::collections::HashSet;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{Name, PackageFacts, PathRoot};

use crate::FileId;
use crate::file::FileNode;
use crate::key::Key;
use crate::memo::Memo;
use crate::resolver::Resolver;
use crate::rules::{folder, normalize};

/// Files that one file includes, directly or not, before the rest is left out.
const MAX_INCLUDED: usize = 20_000;

impl<'g> Resolver<'g> {
    /// The files that `node` includes, directly or not, sorted by id.
    pub(crate) fn included(&mut self, node: &'g FileNode) -> Arc<Memo<Box<[u32]>>> {
        if let Some(memo) = node.included.get(self.graph) {
            self.record_all(memo.keys());
            return memo;
        }
        // Every include line and every file that comes or goes: rare enough to be one key.
        let keys = vec![Key::includes(node.facts.language.family()), Key::package()];
        let mut seen: HashSet<u32, FixedState> = HashSet::default();
        let mut work = vec![node];
        while let Some(current) = work.pop() {
            for import in current.includes() {
                let Some(path) = import.path.segments.first() else { continue };
                let Some(target) = self.include_target(current, import.path.root, path.as_str()) else {
                    continue;
                };
                if seen.len() < MAX_INCLUDED && target != node.id && seen.insert(target.0) {
                    work.extend(self.graph.file(target).map(|node| &**node));
                }
            }
        }
        let mut files: Vec<u32> = seen.into_iter().collect();
        files.sort_unstable();
        let memo = node.included.put(self.graph, keys, files.into());
        self.record_all(memo.keys());
        memo
    }

    /// The file that an include of `path` in `node` names: beside it, in a folder that a build says, else the nearest whose
    /// path ends so.
    pub(crate) fn include_target(&mut self, node: &FileNode, root: PathRoot, path: &str) -> Option<FileId> {
        self.record(Key::includes(node.facts.language.family()));
        self.record(Key::package());
        // The key stands for files of the family alone.
        let family = node.facts.language.family();
        let is_text = |found: &FileNode| !found.external && found.facts.language.family() == family;
        let at = |path: &str| {
            let file = self.graph.file_at(Name::known(path)?)?;
            self.graph.file(file).filter(|found| is_text(found)).map(|_| file)
        };
        let here = folder(node.path.as_str());
        if root == PathRoot::Plain
            && let Some(file) = normalize(here, path).and_then(|path| at(&path))
        {
            return Some(file);
        }
        for id in self.graph.packages.values() {
            let Some(PackageFacts::CompileCommands(commands)) =
                self.graph.file(*id).and_then(|node| node.facts.package.as_deref())
            else {
                continue;
            };
            for said in &commands.folders {
                // Where the tree stands on the disk is not known here: the end of the folder's path says enough.
                let mut end = said.trim_start_matches('/');
                loop {
                    if let Some(file) = normalize(end, path).and_then(|path| at(&path)) {
                        return Some(file);
                    }
                    match end.split_once('/') {
                        Some((_, rest)) => end = rest,
                        None => break,
                    }
                }
            }
        }
        let plain = path.trim_start_matches("../").trim_start_matches("./");
        let last = Name::known(plain.rsplit('/').next().unwrap_or(plain))?;
        let ends = |candidate: &str| {
            candidate == plain || candidate.strip_suffix(plain).is_some_and(|folder| folder.ends_with('/'))
        };
        // A header of the system is no file of the tree that happens to have its name, unless one has all of its path.
        if root == PathRoot::Crate && !plain.contains('/') && is_standard(plain) {
            return None;
        }
        let files = self.graph.nodes_by_path(self.graph.named.files(last)).into_iter();
        let candidates = files.filter(|found| is_text(found) && ends(found.path.as_str()));
        let near = |found: &&&Arc<FileNode>| {
            let theirs = folder(found.path.as_str());
            here.split('/').zip(theirs.split('/')).take_while(|(a, b)| a == b).count()
        };
        // Of several the nearest; of those the first by path.
        let mut best: Option<(usize, FileId)> = None;
        for found in candidates {
            let near = near(&&found);
            if best.is_none_or(|(known, _)| near > known) {
                best = Some((near, found.id));
            }
        }
        best.map(|(_, file)| file)
    }
}

/// Headers of the C library and of POSIX that projects are likely to have namesakes of.
fn is_standard(header: &str) -> bool {
    matches!(
        header,
        "assert.h"
            | "ctype.h"
            | "errno.h"
            | "fcntl.h"
            | "float.h"
            | "inttypes.h"
            | "limits.h"
            | "locale.h"
            | "malloc.h"
            | "math.h"
            | "memory.h"
            | "poll.h"
            | "pthread.h"
            | "regex.h"
            | "setjmp.h"
            | "signal.h"
            | "stdarg.h"
            | "stdbool.h"
            | "stddef.h"
            | "stdint.h"
            | "stdio.h"
            | "stdlib.h"
            | "string.h"
            | "strings.h"
            | "time.h"
            | "unistd.h"
            | "wchar.h"
            | "windows.h"
    )
}
