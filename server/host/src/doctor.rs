//! Looks at what this machine gives a host: places, sockets, room, limits. Says what to do where something is missing.

use std::path::Path;

use crate::places::Places;
use crate::unix;

/// Less room than this is soon used up.
const LITTLE_ROOM: u64 = 512 << 20;
/// Below this many watched folders an ordinary project can reach the limit.
const FEW_WATCHES: u64 = 32_768;

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// As it should be.
    Good,
    /// It works, but not as well as it could.
    Poor,
    /// Something does not work.
    Bad,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub health: Health,
    /// What was found.
    pub what: String,
    /// What to do about it; empty if nothing.
    pub advice: String,
}

impl Finding {
    /// All is well.
    #[must_use]
    pub fn good(name: &'static str, what: String) -> Finding {
        Finding { name, health: Health::Good, what, advice: String::new() }
    }

    /// It works, but.
    #[must_use]
    pub fn poor(name: &'static str, what: String, advice: &str) -> Finding {
        Finding { name, health: Health::Poor, what, advice: advice.to_owned() }
    }

    /// It does not work.
    #[must_use]
    pub fn bad(name: &'static str, what: String, advice: &str) -> Finding {
        Finding { name, health: Health::Bad, what, advice: advice.to_owned() }
    }
}

/// Looks at everything that does not need a running host. Makes the folders that are missing and leaves nothing in them.
#[must_use]
pub fn examine(places: &Places) -> Vec<Finding> {
    let mut findings = vec![socket(places)];
    findings.push(folder(
        "state",
        &places.state,
        "lock, log and cookies go there: make it writable, or set XDG_STATE_HOME",
    ));
    findings.push(folder(
        "cache",
        &places.cache,
        "without it every start reads all files anew: make it writable, or set XDG_CACHE_HOME; `lockstep clean` empties it",
    ));
    findings.extend(watches());
    findings
}

fn socket(places: &Places) -> Finding {
    let advice = "editors and assistants cannot meet, so unsaved edits stay invisible to assistants: in a sandbox, allow \
Unix sockets in this folder, or set XDG_RUNTIME_DIR to a folder of yours";
    let Some(folder) = places.socket.parent() else {
        return Finding::bad("socket", "there is no folder for it".into(), advice);
    };
    if let Err(error) = unix::private_folder(folder) {
        return Finding::bad("socket", error.to_string(), advice);
    }
    let trial = folder.join(format!("trial-{}.sock", std::process::id()));
    match unix::try_socket(&trial) {
        Ok(()) => Finding::good("socket", places.socket.display().to_string()),
        Err(error) => Finding::bad("socket", format!("{}: {error}", folder.display()), advice),
    }
}

fn folder(name: &'static str, folder: &Path, advice: &str) -> Finding {
    if let Err(error) = std::fs::create_dir_all(folder) {
        return Finding::bad(name, format!("{}: {error}", folder.display()), advice);
    }
    let trial = folder.join(format!(".trial-{}", std::process::id()));
    let written = std::fs::write(&trial, [0; 4096]);
    // Whatever part of it was written.
    let _ = std::fs::remove_file(&trial);
    if let Err(error) = written {
        return Finding::bad(name, format!("{}: {error}", folder.display()), advice);
    }
    match unix::free_bytes(folder) {
        Some(free) if free < LITTLE_ROOM => {
            let what = format!("{}: {} MB free", folder.display(), free >> 20);
            Finding::poor(name, what, "make room; a full disk costs the cache, never an answer")
        }
        _ => Finding::good(name, folder.display().to_string()),
    }
}

fn watches() -> Option<Finding> {
    let (folders, instances) = unix::watch_limits()?;
    let what = format!("{folders} folders, {instances} watchers for each user");
    Some(if folders < FEW_WATCHES || instances < 8 {
        let advice = "past the limit files are compared with the disk only when somebody asks; for more: \
sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512";
        Finding::poor("watching", what, advice)
    } else {
        Finding::good("watching", what)
    })
}

#[cfg(test)]
mod tests {
    use super::{Health, examine};
    use crate::places::Places;

    fn places(root: &std::path::Path) -> Places {
        Places {
            state: root.join("state"),
            cache: root.join("cache"),
            socket: root.join("run").join("x.sock"),
        }
    }

    fn health(places: &Places, name: &str) -> Health {
        examine(places).into_iter().find(|finding| finding.name == name).unwrap().health
    }

    #[test]
    fn what_is_there_is_good_and_nothing_is_left_behind() {
        let root = tempfile::tempdir().unwrap();
        let places = places(root.path());
        for name in ["socket", "state", "cache"] {
            assert_eq!(health(&places, name), Health::Good, "{name}");
        }
        for folder in ["state", "cache", "run"] {
            assert_eq!(std::fs::read_dir(root.path().join(folder)).unwrap().count(), 0, "{folder}");
        }
    }

    #[test]
    fn what_is_in_the_way_is_said() {
        let root = tempfile::tempdir().unwrap();
        let places = places(root.path());
        for file in ["state", "cache", "run"] {
            std::fs::write(root.path().join(file), "").unwrap();
        }
        for finding in examine(&places).iter().filter(|finding| finding.name != "watching") {
            assert_eq!(finding.health, Health::Bad, "{finding:?}");
            assert!(!finding.advice.is_empty(), "{finding:?}");
        }
    }
}
