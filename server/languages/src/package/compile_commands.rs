//! `compile_commands.json`: where a build looks for headers.

use lockstep_facts::CompileCommands;
use serde_json::Value;

/// More folders than this say nothing more.
const MAX_FOLDERS: usize = 200;

/// The folders that the commands name by `-I`, `-isystem` and `-iquote`, each once; none if the text is not readable.
pub(super) fn folders(text: &str) -> Option<CompileCommands> {
    let commands: Vec<Value> = serde_json::from_str(text).ok()?;
    let mut found = CompileCommands::default();
    for command in &commands {
        let directory = command.get("directory").and_then(Value::as_str).unwrap_or_default();
        let words: Vec<&str> = match (command.get("arguments"), command.get("command")) {
            (Some(Value::Array(list)), _) => list.iter().filter_map(Value::as_str).collect(),
            (_, Some(Value::String(line))) => line.split_whitespace().collect(),
            _ => continue,
        };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let folder =
                ["-I", "-isystem", "-iquote"].iter().find_map(|flag| match word.strip_prefix(flag) {
                    Some("") => words.next(),
                    rest => rest,
                });
            let Some(folder) = folder.map(|folder| folder.trim_matches('"')) else { continue };
            let folder =
                if folder.starts_with('/') { folder.to_owned() } else { format!("{directory}/{folder}") };
            let folder = plain(&folder);
            if found.folders.len() < MAX_FOLDERS && !found.folders.contains(&folder) {
                found.folders.push(folder);
            }
        }
    }
    Some(found)
}

/// A path without `.` and `..`.
fn plain(path: &str) -> Box<str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/").into()
}

#[cfg(test)]
mod tests {
    use super::folders;

    #[test]
    fn folders_are_joined_with_the_directory_and_named_once() {
        let text = r#"[
            {"directory": "/p/build", "file": "a.c", "command": "cc -I../include -I /p/src -isystem/opt/x -c a.c"},
            {"directory": "/p/build", "file": "b.c", "arguments": ["cc", "-I../include", "-iquote", "gen", "b.c"]}
        ]"#;
        let found = folders(text).unwrap().folders;
        assert_eq!(
            found.iter().map(|f| &**f).collect::<Vec<_>>(),
            ["/p/include", "/p/src", "/opt/x", "/p/build/gen"]
        );
        assert_eq!(folders("{"), None);
    }
}
