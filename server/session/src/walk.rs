//! The walk: which files of a tree are its sources.
//!
//! Ignore files (`.gitignore` at every level, `.ignore`, `.git/info/exclude`, the user's own) are honoured, whether or not
//! there is a repository; those above the root are not, because the root is where the repository begins. Left out besides:
//! hidden names, what links point to (a file inside the tree is found under its own name, one outside is none of ours),
//! linked worktrees of other branches, installed packages and virtual environments, tagged caches.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ignore::{Walk, WalkBuilder};
use lockstep_languages::language_of;

use crate::settings::{SETTINGS_FILE, Settings};

/// Entries after which a folder is taken for one with sources.
const MOST_LOOKED_AT: usize = 20_000;

/// Whether a change of the file at `path` can change what the walk finds elsewhere.
pub(crate) fn steers_the_walk(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == ".gitignore" || name == ".ignore" || name == SETTINGS_FILE)
}

/// The path from `root` with `/`; none if it is not inside, or not Unicode.
pub(crate) fn relative(root: &Path, absolute: &Path) -> Option<String> {
    let inside = absolute.strip_prefix(root).ok()?;
    let mut path = String::new();
    for part in inside.components() {
        let std::path::Component::Normal(part) = part else { return None };
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(part.to_str()?);
    }
    Some(path)
}

/// The sources under `root`, from the root with `/`, in order. With `only`, just those at or below these absolute paths.
/// `folder` is called with each folder kept, before what is in it is listed.
pub(crate) fn walk(
    root: &Path,
    settings: &Settings,
    only: Option<BTreeSet<PathBuf>>,
    folder: &mut dyn FnMut(&Path),
) -> Vec<String> {
    let only = only.map(|paths| Only { root: root.to_path_buf(), paths });
    let walk = entries(root, settings, only.clone());
    let mut files = Vec::new();
    for entry in walk.flatten() {
        let path = entry.path();
        let wanted = only.as_ref().is_none_or(|only| only.holds(path));
        let Some(kind) = entry.file_type().filter(|kind| wanted && !kind.is_symlink()) else { continue };
        if kind.is_dir() {
            folder(path);
        } else if let Some(relative) = relative(root, path)
            && language_of(&relative, None).is_some()
            && is_included(settings, path)
        {
            files.push(relative);
        }
    }
    files.sort_unstable();
    files
}

/// Every file under `root` that is not left out, whether or not it is a source, from the root with `/`.
pub(crate) fn texts(root: &Path, settings: &Settings) -> Vec<String> {
    let files = entries(root, settings, None).flatten().filter(|entry| {
        entry.file_type().is_some_and(|kind| kind.is_file()) && is_included(settings, entry.path())
    });
    files.filter_map(|entry| relative(root, entry.path())).collect()
}

/// Whether there is a source under `root`: found at once where there is one, and given up on in a large folder without.
pub(crate) fn has_source(root: &Path) -> bool {
    let settings = Settings::read(root);
    let mut looked = 0;
    entries(root, &settings, None).flatten().any(|entry| {
        looked += 1;
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        looked > MOST_LOOKED_AT
            || (is_file
                && relative(root, entry.path()).is_some_and(|path| is_source(&path))
                && is_included(&settings, entry.path()))
    })
}

/// Whether a file says that its folder is a project: notes and settings lie anywhere.
fn is_source(path: &str) -> bool {
    language_of(path, None).is_some_and(|language| !language.is_data())
}

/// What is under `root` and not left out.
fn entries(root: &Path, settings: &Settings, scope: Option<Only>) -> Walk {
    let exclude = settings.exclude.clone();
    // Where there is a repository, a nested one keeps to its own ignore files; where there is none, they all count.
    let is_repository = root.join(".git").exists();
    let rules = !has_unreadable_rules(root);
    WalkBuilder::new(root)
        .ignore(rules)
        .git_ignore(rules)
        .git_exclude(rules)
        .parents(false)
        .require_git(is_repository)
        .follow_links(false)
        .filter_entry(move |entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            if entry.depth() == 0 {
                return true;
            }
            scope.as_ref().is_none_or(|scope| scope.leads_to(entry.path()))
                && !exclude.matched(entry.path(), is_folder).is_ignore()
                && !(is_folder && is_left_out(entry.path()))
        })
        .build()
}

fn is_included(settings: &Settings, path: &Path) -> bool {
    settings
        .include
        .as_ref()
        .is_none_or(|include| include.matched_path_or_any_parents(path, false).is_ignore())
}

/// A part of the tree.
#[derive(Clone)]
struct Only {
    root: PathBuf,
    paths: BTreeSet<PathBuf>,
}

impl Only {
    /// Whether `path` is in the part.
    fn holds(&self, path: &Path) -> bool {
        path.ancestors()
            .take_while(|above| above.starts_with(&self.root))
            .any(|above| self.paths.contains(above))
    }

    /// Whether `path` is in the part or on the way to it. Paths are ordered by components, so those below `path` follow it.
    fn leads_to(&self, path: &Path) -> bool {
        let next =
            self.paths.range::<Path, _>((std::ops::Bound::Included(path), std::ops::Bound::Unbounded)).next();
        next.is_some_and(|next| next.starts_with(path)) || self.holds(path)
    }
}

/// Folders left out whatever ignore files say.
pub(crate) fn is_left_out(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "node_modules")
        || folder.join("pyvenv.cfg").is_file()
        || folder.join("CACHEDIR.TAG").is_file()
        || is_linked_worktree(folder)
        || has_unreadable_rules(folder)
}

/// Whether an ignore file of `folder` is a pipe or a device: whoever opens it may wait for ever.
fn has_unreadable_rules(folder: &Path) -> bool {
    [".gitignore", ".ignore", ".git/info/exclude"].iter().any(|name| {
        fs::metadata(folder.join(name)).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    })
}

/// Whether `folder` is a linked worktree: another checkout, so a copy of what is indexed. Its `.git` is a file that names
/// `…/worktrees/<name>`; a submodule's names `…/modules/<name>`.
fn is_linked_worktree(folder: &Path) -> bool {
    let git = folder.join(".git");
    // Reading a pipe of that name would never end.
    if !git.is_file() {
        return false;
    }
    let Ok(text) = fs::read_to_string(git) else { return false };
    let Some(target) = text.strip_prefix("gitdir:") else { return false };
    Path::new(target.trim()).parent().and_then(Path::file_name).is_some_and(|name| name == "worktrees")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::walk;
    use crate::settings::Settings;

    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        (folder, root)
    }

    fn found(root: &Path) -> Vec<String> {
        walk(root, &Settings::read(root), None, &mut |_| {})
    }

    #[test]
    fn ignore_files_are_honoured_at_every_level() {
        let (_folder, root) = tree(&[
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".gitignore", "/build\n*.gen.py\nvendored/\n"),
            ("a.py", ""),
            ("b.txt", ""),
            ("build/out.py", ""),
            ("deep/build/kept.py", ""),
            ("deep/x.gen.py", ""),
            ("deep/.gitignore", "!y.gen.py\nz.py\n"),
            ("deep/y.gen.py", ""),
            ("deep/z.py", ""),
            ("other/z.py", ""),
            ("other/.ignore", "w.py\n"),
            ("other/w.py", ""),
            (".hidden/h.py", ""),
            ("vendored/.git/HEAD", "ref: refs/heads/main\n"),
            ("vendored/v.py", ""),
            ("nested/.git/HEAD", "ref: refs/heads/main\n"),
            ("nested/n.gen.py", ""),
        ]);
        let plain = ["a.py", "deep/build/kept.py", "deep/y.gen.py", "other/z.py"];
        // The nested repository is its own: the ignore files around it do not reach into it.
        assert_eq!(found(&root), [&plain[..3], &["nested/n.gen.py"], &plain[3..]].concat());
        // Without a repository around them ignore files mean the same.
        fs::remove_dir_all(root.join(".git")).unwrap();
        assert_eq!(found(&root), plain);
    }

    #[test]
    fn copies_installed_packages_and_caches_stay_out() {
        let (_folder, root) = tree(&[
            ("a.py", ""),
            ("copy/.git", "gitdir: /elsewhere/.git/worktrees/copy\n"),
            ("copy/a.py", ""),
            ("module/.git", "gitdir: ../.git/modules/module\n"),
            ("module/m.py", ""),
            ("node_modules/p/index.js", ""),
            ("environment/pyvenv.cfg", ""),
            ("environment/lib/site.py", ""),
            ("out/CACHEDIR.TAG", ""),
            ("out/o.rs", ""),
        ]);
        assert_eq!(found(&root), ["a.py", "module/m.py"]);
        // The worktree asked for by itself is a tree like any other.
        assert_eq!(found(&root.join("copy")), ["a.py"]);
    }

    #[test]
    fn settings_narrow_the_walk() {
        let (_folder, root) = tree(&[
            (".lockstep.toml", "include = ['src/']\nexclude = ['generated/', '*_pb2.py']\n"),
            ("a.py", ""),
            ("src/a.py", ""),
            ("src/a_pb2.py", ""),
            ("src/generated/g.py", ""),
        ]);
        assert_eq!(found(&root), ["src/a.py"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_never_followed() {
        let (_folder, root) = tree(&[("a/a.py", "")]);
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.py"), "").unwrap();
        for (target, link) in [(outside.path(), "out"), (&*root, "a/loop"), (&*root.join("a"), "again")] {
            std::os::unix::fs::symlink(target, root.join(link)).unwrap();
        }
        std::os::unix::fs::symlink(outside.path().join("secret.py"), root.join("leak.py")).unwrap();
        assert_eq!(found(&root), ["a/a.py"]);
    }

    #[cfg(unix)]
    #[test]
    fn ignore_files_that_are_pipes_hang_nothing() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let (_folder, root) = tree(&[
            ("a.py", ""),
            ("b/b.py", ""),
            ("c/c.py", ""),
            ("d/.git/info/x", ""),
            ("d/d.py", ""),
            ("e/e.py", ""),
        ]);
        let pipes = [".gitignore", "b/.gitignore", "c/.ignore", "d/.git/info/exclude", "e/.git"];
        for pipe in pipes {
            mknodat(CWD, root.join(pipe), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        }
        assert_eq!(found(&root), ["a.py", "e/e.py"]);
    }

    #[test]
    fn a_part_is_walked_by_the_same_rules() {
        let (_folder, root) = tree(&[
            (".gitignore", "x/no/\n"),
            ("x/a.py", ""),
            ("x/no/b.py", ""),
            ("x/y/c.py", ""),
            ("z.py", ""),
            ("xx.py", ""),
        ]);
        let part = |paths: &[&str]| {
            let mut folders = Vec::new();
            let only: BTreeSet<PathBuf> = paths.iter().map(|path| root.join(path)).collect();
            let files = walk(&root, &Settings::read(&root), Some(only), &mut |folder| {
                folders.push(folder.strip_prefix(&root).unwrap().to_string_lossy().into_owned());
            });
            (files, folders)
        };
        assert_eq!(part(&["x"]), (vec!["x/a.py".into(), "x/y/c.py".into()], vec!["x".into(), "x/y".into()]));
        assert_eq!(part(&["x/no/b.py", "x/no"]), (vec![], vec![]));
        assert_eq!(part(&["x/a.py", "z.py", "absent.py"]), (vec!["x/a.py".into(), "z.py".into()], vec![]));
    }
}
