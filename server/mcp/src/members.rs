//! The trees a session sees, and which of them a call means.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lockstep_session::Session;
use serde_json::{Map, Value as Json};

/// The trees a session sees; the first is the default. Opened before serving, indexed while serving.
#[derive(Clone, Default)]
pub struct Members {
    /// Name (`project` in tool arguments) and session.
    pub members: Vec<(String, Arc<Session>)>,
    /// Folders of the client that are not served, and why.
    pub left_out: Vec<String>,
}

/// Arguments that can hold a path, or begin with one.
const PATHS: &[&str] = &["path", "file", "file_path", "symbol", "label", "name"];

/// The index of the member that a call means: by `project` (name or path), by an absolute path among the arguments, by a
/// member's name in front of one (`member:path`), else the first. Paths in the arguments are left relative to its tree.
///
/// # Errors
/// What was meant by nothing, with what there is.
pub fn choose(roots: &[(String, PathBuf)], arguments: &mut Map<String, Json>) -> Result<usize, String> {
    let known = || {
        roots.iter().map(|(name, root)| format!("{name} ({})", root.display())).collect::<Vec<_>>().join(", ")
    };
    if roots.is_empty() {
        return Err(
            "no tree is served to this session; start the server inside a project, or with --root".into()
        );
    }
    let mut chosen = None;
    if let Some(project) = arguments.remove("project").as_ref().and_then(Json::as_str).map(str::trim)
        && !project.is_empty()
    {
        let by_name = roots.iter().position(|(name, _)| name == project);
        let found =
            by_name.or_else(|| longest(roots, Path::new(project))).or_else(|| folder_name(roots, project));
        chosen = Some(found.ok_or_else(|| format!("no project {project}; there are: {}", known()))?);
    }
    for key in PATHS {
        let Some(text) = arguments.get(*key).and_then(Json::as_str).map(str::to_owned) else { continue };
        let mut text = text.trim().to_owned();
        if roots.len() > 1
            && let Some((member, rest)) = text.split_once(':')
            && !rest.starts_with(':')
            && let Some(index) = roots.iter().position(|(name, _)| name == member)
        {
            chosen = chosen.or(Some(index));
            text = rest.to_owned();
        }
        let (path, rest) =
            text.split_once('#').map_or((text.as_str(), None), |(path, rest)| (path, Some(rest)));
        let relative = if Path::new(path).is_absolute() {
            let Some(index) = longest(roots, Path::new(path)) else {
                return Err(format!("{path} is outside of what is served: {}", known()));
            };
            if chosen.is_some_and(|chosen| chosen != index) {
                return Err(format!("{path} is not in the project named; there are: {}", known()));
            }
            chosen = Some(index);
            let root = roots.get(index).map(|(_, root)| root.as_path()).unwrap_or(Path::new("/"));
            Path::new(path).strip_prefix(root).unwrap_or(Path::new(path)).to_string_lossy().into_owned()
        } else {
            path.strip_prefix("./").unwrap_or(path).to_owned()
        };
        let text = rest.map_or(relative.clone(), |rest| format!("{relative}#{rest}"));
        arguments.insert((*key).to_owned(), Json::String(text));
    }
    Ok(chosen.unwrap_or(0))
}

/// The member whose root is the longest that holds `path`.
fn longest(roots: &[(String, PathBuf)], path: &Path) -> Option<usize> {
    if !path.is_absolute() {
        return None;
    }
    // A symbolic link on the way is followed, as the roots were.
    let real = path.canonicalize();
    let inside =
        |root: &Path| path.starts_with(root) || real.as_ref().is_ok_and(|real| real.starts_with(root));
    let holding = roots.iter().enumerate().filter(|(_, (_, root))| inside(root));
    holding.max_by_key(|(_, (_, root))| root.components().count()).map(|(index, _)| index)
}

fn folder_name(roots: &[(String, PathBuf)], project: &str) -> Option<usize> {
    let mut named = roots.iter().enumerate().filter(|(_, (_, root))| root.ends_with(project));
    let (first, second) = (named.next(), named.next());
    second.is_none().then_some(first).flatten().map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::choose;
    use serde_json::json;
    use std::path::PathBuf;

    fn roots() -> Vec<(String, PathBuf)> {
        [("api", "/srv/api"), ("web", "/srv/web"), ("inner", "/srv/api/vendor/inner")]
            .map(|(name, root)| (name.to_owned(), PathBuf::from(root)))
            .to_vec()
    }

    #[track_caller]
    fn check(given: serde_json::Value, index: usize, left: serde_json::Value) {
        let mut arguments = given.as_object().cloned().unwrap();
        assert_eq!(choose(&roots(), &mut arguments).unwrap(), index, "{given}");
        assert_eq!(serde_json::Value::Object(arguments), left, "{given}");
    }

    #[test]
    fn name_path_or_prefix_choose_and_the_longest_wins() {
        check(json!({"symbol": "run"}), 0, json!({"symbol": "run"}));
        check(json!({"symbol": "run", "project": "web"}), 1, json!({"symbol": "run"}));
        check(json!({"symbol": "run", "project": "/srv/api/vendor/inner/src"}), 2, json!({"symbol": "run"}));
        check(json!({"path": "/srv/api/vendor/inner/a.py"}), 2, json!({"path": "a.py"}));
        check(json!({"symbol": "/srv/web/a.py#f"}), 1, json!({"symbol": "a.py#f"}));
        check(json!({"symbol": "web:a.py#f"}), 1, json!({"symbol": "a.py#f"}));
        check(json!({"symbol": "api::run"}), 0, json!({"symbol": "api::run"}));
        check(json!({"path": "./src/a.py"}), 0, json!({"path": "src/a.py"}));
    }

    #[test]
    fn what_is_not_served_is_said_with_what_is() {
        let error = |given: serde_json::Value| {
            choose(&roots(), &mut given.as_object().cloned().unwrap()).unwrap_err()
        };
        let outside = error(json!({"path": "/etc/passwd"}));
        assert!(
            outside.starts_with("/etc/passwd is outside of what is served: api (/srv/api), "),
            "{outside}"
        );
        assert!(error(json!({"project": "apo"})).starts_with("no project apo; there are: api "));
        assert!(
            error(json!({"project": "web", "path": "/srv/api/a.py"})).contains("not in the project named")
        );
        assert!(choose(&[], &mut serde_json::Map::new()).unwrap_err().starts_with("no tree is served"));
    }
}
