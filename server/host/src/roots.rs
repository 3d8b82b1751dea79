//! Which folders an assistant's session is about.

use std::ffi::OsString;
use std::path::PathBuf;

/// Variables in which assistants say what project they work on, in the order they are believed.
const PROJECT_VARIABLES: [&str; 4] =
    ["LOCKSTEP_ROOT", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR"];

/// The folders named on the command line, else the one that the assistant's environment names, else none (the host then
/// takes the working directory).
#[must_use]
pub fn assistant_folders(named: Vec<PathBuf>) -> Vec<PathBuf> {
    folders(named, |name| std::env::var_os(name))
}

fn folders(named: Vec<PathBuf>, variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    if !named.is_empty() {
        return named;
    }
    let of_environment = PROJECT_VARIABLES.iter().filter_map(|name| variable(name).map(PathBuf::from));
    of_environment.filter(|folder| folder.is_absolute()).take(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_then_environment_then_none() {
        let claude = |name: &str| (name == "CLAUDE_PROJECT_DIR").then(|| OsString::from("/p"));
        assert_eq!(folders(vec!["/n".into()], claude), [PathBuf::from("/n")]);
        assert_eq!(folders(Vec::new(), claude), [PathBuf::from("/p")]);
        assert!(folders(Vec::new(), |_| None).is_empty());
        assert!(folders(Vec::new(), |_| Some("".into())).is_empty(), "an empty variable is none");
    }
}
