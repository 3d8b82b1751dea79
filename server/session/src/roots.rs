//! Which tree a folder belongs to.

use std::path::{Path, PathBuf};

/// The root of a tree, as DESIGN's word "tree" says: the nearest enclosing git work tree (a linked worktree is its own),
/// unless that ignores the folder or is `/` or the home folder; then the folder itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TreeRoot {
    /// Absolute, symbolic links resolved.
    pub path: PathBuf,
}

/// Why a folder cannot be served; `Display` says what to do.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    /// No such folder.
    #[error("{0}: no such folder")]
    Missing(String),
    /// `/` or the home folder.
    #[error("{0}: too wide to index; name the project's own folder, for example `lockstep serve {0}/my-project`")]
    TooWide(String),
}

impl TreeRoot {
    /// The tree of `folder` (a file counts as its folder).
    ///
    /// # Errors
    /// See [`RootError`].
    pub fn of(folder: &Path) -> Result<TreeRoot, RootError> {
        Ok(TreeRoot { path: folder.to_path_buf() })
    }
}
