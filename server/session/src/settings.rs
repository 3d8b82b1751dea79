//! `.lockstep.toml` in the root of a tree: what to analyse. Endpoints and permissions never come from here.
//!
//! ```toml
//! exclude = ["generated/", "*_pb2.py"]   # left out; patterns as in .gitignore
//! include = ["src/", "tests/"]           # if given, only these
//! max_file_bytes = 4194304               # larger files are left out
//! ```

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use lockstep_facts::Language;

use crate::content::{Content, MAX_FILE_BYTES, read};

/// The file's name.
pub(crate) const SETTINGS_FILE: &str = ".lockstep.toml";
const KEYS: [&str; 3] = ["exclude", "include", "max_file_bytes"];

/// Settings of one tree. What could not be understood is in `warnings`, and the default stands.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) exclude: Gitignore,
    pub(crate) include: Option<Gitignore>,
    pub(crate) max_file_bytes: u64,
    pub(crate) warnings: Vec<String>,
}

/// What in the settings of the tree at `root` is not understood.
#[must_use]
pub fn settings_not_understood(root: &Path) -> Vec<String> {
    Settings::read(root).warnings
}

impl Settings {
    /// Reads the settings of the tree at `root`.
    pub(crate) fn read(root: &Path) -> Settings {
        match read(root, SETTINGS_FILE, Language::Package, 1 << 20).0 {
            Content::Text(text) => Settings::parse(root, &text),
            Content::Skipped(_) => {
                let mut settings = Settings::parse(root, "");
                settings.warnings.push(format!("{SETTINGS_FILE} could not be read"));
                settings
            }
            Content::Gone => Settings::parse(root, ""),
        }
    }

    fn parse(root: &Path, text: &str) -> Settings {
        let mut settings = Settings {
            exclude: Gitignore::empty(),
            include: None,
            max_file_bytes: MAX_FILE_BYTES,
            warnings: Vec::new(),
        };
        let warnings = &mut settings.warnings;
        let table = match text.parse::<toml::Table>() {
            Ok(table) => table,
            Err(error) => {
                warnings.push(format!("{SETTINGS_FILE} is not read: {}", error.message()));
                return settings;
            }
        };
        for (key, value) in &table {
            match key.as_str() {
                "exclude" => {
                    settings.exclude = patterns(root, key, value, warnings).unwrap_or(Gitignore::empty())
                }
                "include" => settings.include = patterns(root, key, value, warnings),
                "max_file_bytes" => match value.as_integer().map(u64::try_from) {
                    Some(Ok(bytes)) => settings.max_file_bytes = bytes,
                    _ => warnings.push(format!("{SETTINGS_FILE}: {key} is to be a number of bytes")),
                },
                _ => warnings
                    .push(format!("{SETTINGS_FILE}: unknown key {key}; there are {}", KEYS.join(", "))),
            }
        }
        settings
    }
}

/// The matcher of a list of patterns; none if none of them can be used.
fn patterns(root: &Path, key: &str, value: &toml::Value, warnings: &mut Vec<String>) -> Option<Gitignore> {
    let Some(list) = value.as_array() else {
        warnings.push(format!("{SETTINGS_FILE}: {key} is to be a list of patterns"));
        return None;
    };
    let mut builder = GitignoreBuilder::new(root);
    for pattern in list {
        let error = match pattern.as_str() {
            Some(pattern) => builder.add_line(None, pattern).err().map(|error| error.to_string()),
            None => Some("a pattern is a string".into()),
        };
        warnings.extend(error.map(|error| format!("{SETTINGS_FILE}: {key}: {error}")));
    }
    match builder.build() {
        Ok(matcher) => (!matcher.is_empty()).then_some(matcher),
        Err(error) => {
            warnings.push(format!("{SETTINGS_FILE}: {key}: {error}"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Settings;

    #[test]
    fn what_is_wrong_is_said_and_the_rest_stands() {
        let text = "exclude = ['gen/', 3]\nmax_file_bytes = -1\ncolour = 'red'\ninclude = 'src'\n";
        let settings = Settings::parse(Path::new("/tree"), text);
        assert!(settings.exclude.matched("/tree/a/gen", true).is_ignore());
        assert!(settings.include.is_none());
        assert_eq!(settings.max_file_bytes, 2 << 20);
        assert_eq!(settings.warnings.len(), 4, "{:?}", settings.warnings);
        assert_eq!(Settings::parse(Path::new("/tree"), "exclude = [").warnings.len(), 1);
        assert!(Settings::parse(Path::new("/tree"), "").warnings.is_empty());
    }
}
