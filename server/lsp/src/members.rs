//! The trees of one editor: one for each of its folders, as they come and go.
//!
//! Invariants:
//! * Folders and documents change synchronously, in wire order; a request sees the trees, and their last numbers, of its
//!   place on the wire.
//! * An open document belongs to the tree it was opened in until it is closed: the tree that has its text answers for it.
//! * No text that an editor has open is lost: of a document outside of every folder it is kept, and a folder that is removed
//!   is kept as long as something of it is open, answering nothing.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use lockstep_session::ide::Revision;

use crate::connection::Attached;
use crate::strays::Strays;

/// The trees that a request can be about, each with the number of its last event when the request arrived.
#[derive(Clone, Default)]
pub(crate) struct Tickets(Arc<[(Arc<Attached>, Revision)]>);

impl Tickets {
    /// The tree that answers for `path`: the one that has it open, else the innermost around it.
    pub(crate) fn of(&self, path: &Path) -> Option<(&Arc<Attached>, Revision)> {
        let found = owner(self.0.iter().map(|(attached, _)| attached), path)?;
        self.0
            .iter()
            .find(|(attached, _)| Arc::ptr_eq(attached, found))
            .map(|(attached, ticket)| (attached, *ticket))
    }

    /// The tree that is meant where nothing says which.
    pub(crate) fn first(&self) -> Option<(&Arc<Attached>, Revision)> {
        self.0.first().map(|(attached, ticket)| (attached, *ticket))
    }

    /// All of them, in the order of the folders.
    pub(crate) fn all(&self) -> &[(Arc<Attached>, Revision)] {
        &self.0
    }
}

fn owner<'a>(
    members: impl Iterator<Item = &'a Arc<Attached>> + Clone,
    path: &Path,
) -> Option<&'a Arc<Attached>> {
    let opened = members.clone().find(|attached| attached.session.has_open(path));
    let around = |attached: &&Arc<Attached>| attached.session.relative(path).is_some();
    let depth = |attached: &&Arc<Attached>| attached.session.tree().root().components().count();
    opened.or_else(|| members.filter(around).max_by_key(depth))
}

#[derive(Default)]
struct Held {
    /// Each with the folders it was opened for.
    served: Vec<(Arc<Attached>, Vec<PathBuf>)>,
    /// Of folders that were removed.
    parked: Vec<Arc<Attached>>,
}

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Members {
    held: Mutex<Held>,
    /// Documents outside of every folder.
    pub(crate) strays: Mutex<Strays>,
}

impl Members {
    fn lock(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a request that arrives now can be about.
    pub(crate) fn tickets(&self) -> Tickets {
        let held = self.lock();
        let with_ticket =
            |(attached, _): &(Arc<Attached>, Vec<PathBuf>)| (Arc::clone(attached), attached.session.ticket());
        Tickets(held.served.iter().map(with_ticket).collect())
    }

    /// The trees that are served.
    pub(crate) fn served(&self) -> Vec<Arc<Attached>> {
        self.lock().served.iter().map(|(attached, _)| Arc::clone(attached)).collect()
    }

    /// The tree that `path` belongs to, one of a removed folder included if it has it open.
    pub(crate) fn of(&self, path: &Path) -> Option<Arc<Attached>> {
        let held = self.lock();
        let parked = held.parked.iter().find(|attached| attached.session.has_open(path));
        parked.or_else(|| owner(held.served.iter().map(|(attached, _)| attached), path)).cloned()
    }

    /// Adds the tree that was opened for `folder`, and gives it the documents that are its; false if it is served already.
    pub(crate) fn add(&self, attached: Arc<Attached>, folder: PathBuf) -> bool {
        let mut held = self.lock();
        let root = attached.session.tree().root().to_path_buf();
        let same = |other: &Arc<Attached>| other.session.tree().root() == root;
        if let Some((_, folders)) = held.served.iter_mut().find(|(other, _)| same(other)) {
            folders.push(folder);
            return false;
        }
        let back = held.parked.iter().position(same).map(|at| held.parked.remove(at));
        let is_new = back.is_none();
        let attached = back.unwrap_or(attached);
        held.served.push((Arc::clone(&attached), vec![folder]));
        drop(held);
        self.strays.lock().unwrap_or_else(PoisonError::into_inner).adopt(&attached);
        is_new
    }

    /// Whether a tree is served for `folder`.
    pub(crate) fn has(&self, folder: &Path) -> bool {
        self.lock().served.iter().any(|(_, folders)| folders.iter().any(|other| other == folder))
    }

    /// `folder` is the editor's no more: a tree without any is served no more.
    pub(crate) fn remove(&self, folder: &Path) {
        let mut held = self.lock();
        let Held { served, parked } = &mut *held;
        served.retain_mut(|(attached, folders)| {
            folders.retain(|other| other != folder);
            if folders.is_empty() && attached.session.open_documents() > 0 {
                parked.push(Arc::clone(attached));
            } else if folders.is_empty() {
                attached.remove();
            }
            !folders.is_empty()
        });
    }

    /// A document was closed: what was kept for it alone can go.
    pub(crate) fn closed(&self) {
        self.lock().parked.retain(|attached| {
            let used = attached.session.open_documents() > 0;
            if !used {
                attached.remove();
            }
            used
        });
    }
}
