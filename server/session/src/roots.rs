//! Which tree a folder belongs to.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::walk::has_source;

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
    #[error(
        "{0}: too wide to index; open the project's own folder, or name it: `lockstep serve /path/to/project`, \
         `lockstep mcp --root /path/to/project`"
    )]
    TooWide(String),
    /// No git work tree, and nothing in it that could be indexed.
    #[error(
        "{0}: no git work tree, and no file in a language that Lockstep knows; ask again when there is one, or name the \
         project's folder: `lockstep serve /path/to/project`, `lockstep mcp --root /path/to/project`"
    )]
    NothingKnown(String),
}

impl TreeRoot {
    /// The tree of `folder` (a file counts as its folder).
    ///
    /// # Errors
    /// See [`RootError`].
    pub fn of(folder: &Path) -> Result<TreeRoot, RootError> {
        let home = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok());
        tree_of(folder, home.as_deref())
    }

    /// Refuses a tree that an assistant was most likely started in by mistake: no work tree, and no file to know. An
    /// editor is not refused: what it is about to create there is the first file.
    ///
    /// # Errors
    /// [`RootError::NothingKnown`].
    pub fn holds_something(&self) -> Result<(), RootError> {
        if is_work_tree(&self.path) || has_source(&self.path) {
            return Ok(());
        }
        Err(RootError::NothingKnown(self.path.display().to_string()))
    }
}

fn tree_of(folder: &Path, home: Option<&Path>) -> Result<TreeRoot, RootError> {
    let missing = || RootError::Missing(folder.display().to_string());
    let mut path = fs::canonicalize(folder).map_err(|_| missing())?;
    if !path.is_dir() {
        path = path.parent().ok_or_else(missing)?.to_path_buf();
    }
    let too_wide = |path: &Path| path.parent().is_none() || Some(path) == home;
    if too_wide(&path) {
        return Err(RootError::TooWide(path.display().to_string()));
    }
    let root = path.ancestors().find(|above| is_work_tree(above));
    match root {
        Some(root) if root != path && !too_wide(root) && !ignores(root, &path) => {
            Ok(TreeRoot { path: root.to_path_buf() })
        }
        _ => Ok(TreeRoot { path }),
    }
}

/// Whether `folder` is the top of a git work tree: `.git` is a repository, or a file that names one.
fn is_work_tree(folder: &Path) -> bool {
    let git = folder.join(".git");
    match fs::metadata(&git) {
        Ok(metadata) if metadata.is_dir() => git.join("HEAD").exists(),
        Ok(metadata) if metadata.is_file() => fs::read(&git).is_ok_and(|bytes| bytes.starts_with(b"gitdir:")),
        _ => false,
    }
}

/// Whether the work tree at `root` ignores `folder`. Without git nothing is known to be ignored.
fn ignores(root: &Path, folder: &Path) -> bool {
    let mut git = Command::new("git");
    // An environment made for another repository (in a hook, say) must not answer for this one.
    for (variable, _) in std::env::vars_os() {
        if is_about_one_repository(&variable) {
            git.env_remove(variable);
        }
    }
    git.env("GIT_OPTIONAL_LOCKS", "0").arg("-C").arg(root).args(["check-ignore", "-q", "--"]).arg(folder);
    git.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    git.status().is_ok_and(|status| status.code() == Some(0))
}

fn is_about_one_repository(variable: &OsStr) -> bool {
    variable.to_str().is_some_and(|name| {
        ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"]
            .contains(&name)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::{RootError, TreeRoot, tree_of};

    fn git(folder: &Path, arguments: &[&str]) {
        let output = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn a_folder_belongs_to_the_nearest_work_tree_that_knows_it() {
        let folder = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(folder.path()).unwrap();
        let repository = top.join("repository");
        for path in ["src/deep", "scratch/mine", "inner", "empty/.git"] {
            fs::create_dir_all(repository.join(path)).unwrap();
        }
        fs::write(repository.join(".gitignore"), "scratch/\n").unwrap();
        fs::write(repository.join("src/a.py"), "").unwrap();
        git(&repository, &["init", "-q"]);
        git(&repository, &["add", "."]);
        git(&repository, &["commit", "-q", "-m", "first"]);
        git(&repository, &["worktree", "add", "-q", "linked"]);
        git(&repository.join("inner"), &["init", "-q"]);
        fs::create_dir_all(repository.join("linked/sub")).unwrap();

        let of = |path: &str| {
            TreeRoot::of(&top.join(path)).unwrap().path.strip_prefix(&top).unwrap().display().to_string()
        };
        assert_eq!(of("repository"), "repository");
        assert_eq!(of("repository/src/deep"), "repository");
        assert_eq!(of("repository/src/a.py"), "repository");
        assert_eq!(of("repository/scratch/mine"), "repository/scratch/mine");
        assert_eq!(of("repository/linked/sub"), "repository/linked");
        assert_eq!(of("repository/inner"), "repository/inner");
        // An empty folder of that name is no repository.
        assert_eq!(of("repository/empty"), "repository");
        assert_eq!(of(""), "");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(repository.join("src"), top.join("link")).unwrap();
            assert_eq!(of("link/deep"), "repository");
        }
    }

    #[test]
    fn a_folder_with_nothing_in_it_is_told_from_a_project_that_begins() {
        let folder = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(folder.path()).unwrap();
        let holds_something = |name: &str| tree_of(&top.join(name), None).unwrap().holds_something();
        for name in ["empty/below", "notes", "new", "packages", "code/deep/er"] {
            fs::create_dir_all(top.join(name)).unwrap();
        }
        fs::write(top.join("notes/todo.txt"), "milk").unwrap();
        fs::write(top.join("packages/package.json"), "{}").unwrap();
        fs::write(top.join("code/deep/er/a.py"), "").unwrap();
        git(&top.join("new"), &["init", "-q"]);
        for name in ["empty", "notes"] {
            let why = holds_something(name).unwrap_err().to_string();
            assert!(why.contains("no git work tree") && why.contains("`lockstep mcp --root "), "{why}");
        }
        for name in ["new", "packages", "code"] {
            assert!(holds_something(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn the_widest_folders_are_refused() {
        assert!(matches!(TreeRoot::of(Path::new("/")), Err(RootError::TooWide(_))));
        assert!(matches!(TreeRoot::of(Path::new("/no/such/folder")), Err(RootError::Missing(_))));
        let folder = tempfile::tempdir().unwrap();
        let home = fs::canonicalize(folder.path()).unwrap();
        assert!(matches!(tree_of(&home, Some(&home)), Err(RootError::TooWide(_))));
        // Dot files kept in git do not make everything at home one tree.
        git(&home, &["init", "-q"]);
        fs::create_dir_all(home.join("project/src")).unwrap();
        assert_eq!(tree_of(&home.join("project/src"), Some(&home)).unwrap().path, home.join("project/src"));
    }
}
