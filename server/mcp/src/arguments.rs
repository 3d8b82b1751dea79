//! Reads a call's arguments the way they were meant: `"12"` is 12, `"true"` is true, a bare string is a list of one.
//!
//! What cannot be meant is an error that says what can: the right words, the range, the nearest name.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

/// Longest text that is taken, in bytes: answers repeat what they were asked.
const MAX_TEXT: usize = 4_096;

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// A whole number from `least`; above `most` it counts as `most`.
    Number {
        /// Smallest accepted.
        least: u64,
        /// Largest that has an effect.
        most: u64,
    },
    /// Yes or no.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Some of these words.
    Choices(&'static [&'static str]),
}

/// A parameter of a tool, as it is published and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Other names that are accepted and not published.
    pub synonyms: &'static [&'static str],
    /// What it takes.
    pub kind: Kind,
    /// What it means, with its default; for the model.
    pub description: &'static str,
    /// Whether a call must have it.
    pub required: bool,
}

/// An optional parameter.
#[must_use]
pub const fn optional(name: &'static str, kind: Kind, description: &'static str) -> Parameter {
    Parameter { name, synonyms: &[], kind, description, required: false }
}

impl Parameter {
    /// The same parameter, described otherwise.
    #[must_use]
    pub const fn described(mut self, description: &'static str) -> Parameter {
        self.description = description;
        self
    }
}

/// The symbol a call is about.
pub const SYMBOL: Parameter = Parameter {
    name: "symbol",
    synonyms: &["label", "name"],
    kind: Kind::Text,
    description: "A name as you know it: run, App.run, src/app.py#App.run, or run@app.py to pin one of several.",
    required: false,
};
/// The file of a position.
pub const PATH: Parameter = Parameter {
    name: "path",
    synonyms: &["file", "file_path"],
    kind: Kind::Text,
    description: "Instead of symbol: a file, with line.",
    required: false,
};
/// The line of a position.
pub const LINE: Parameter =
    optional("line", Kind::Number { least: 1, most: u32::MAX as u64 }, "Line in path, from 1.");
/// The column of a position.
pub const COLUMN: Parameter =
    optional("column", Kind::Number { least: 1, most: u32::MAX as u64 }, "Column in line, from 1; optional.");
/// Length of a page.
pub const LIMIT: Parameter =
    optional("limit", Kind::Number { least: 1, most: 500 }, "Most entries to list; default 50.");
/// Start of a page.
pub const OFFSET: Parameter = optional(
    "offset",
    Kind::Number { least: 0, most: u32::MAX as u64 },
    "Entries to leave out in front; see next_offset.",
);
/// Everything at once.
pub const VERBOSE: Parameter =
    optional("verbose", Kind::Flag, "List everything that the budget holds; default false.");
/// Lines of source with each entry.
pub const SHOW_SITES: Parameter =
    optional("show_sites", Kind::Flag, "Show the source line of each place; default false.");
/// Which tree.
pub const PROJECT: Parameter =
    optional("project", Kind::Text, "Name or path of a tree, if the session has several; default the first.");
/// Budget of the answer.
pub const MAX_TOKENS: Parameter = optional(
    "max_tokens",
    Kind::Number { least: 1, most: crate::budget::MOST as u64 },
    "Budget of the answer in tokens, instead of the tool's own.",
);

/// An argument, read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Argument {
    Text(String),
    Number(u64),
    Flag(bool),
    Texts(Vec<String>),
}

/// The arguments of a call, checked against the tool's parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    values: BTreeMap<&'static str, Argument>,
}

impl Arguments {
    /// The text of `name`.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.values.get(name)? {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number of `name`.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.values.get(name)? {
            Argument::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether `name` is set to yes.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.values.get(name), Some(Argument::Flag(true)))
    }

    /// The words of `name`; empty if it is not there.
    #[must_use]
    pub fn texts(&self, name: &str) -> &[String] {
        match self.values.get(name) {
            Some(Argument::Texts(texts)) => texts,
            _ => &[],
        }
    }
}

/// Reads `given` for a tool with `parameters`.
///
/// # Errors
/// What was wrong and what would be right, for the model.
pub fn read(parameters: &[Parameter], given: &Map<String, Json>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    for (key, value) in given {
        let Some(parameter) = find(parameters, key) else { return Err(unknown(parameters, key)) };
        let Some(argument) = coerce(parameter, value)? else { continue };
        if let Some(old) = arguments.values.get(parameter.name)
            && *old != argument
        {
            return Err(format!(
                "{} was given twice with different values ({key} means {})",
                parameter.name, parameter.name
            ));
        }
        arguments.values.insert(parameter.name, argument);
    }
    for parameter in parameters {
        if parameter.required && !arguments.values.contains_key(parameter.name) {
            return Err(format!("{} is missing: {}", parameter.name, parameter.description));
        }
    }
    Ok(arguments)
}

fn find<'a>(parameters: &'a [Parameter], key: &str) -> Option<&'a Parameter> {
    let key = spelled(key);
    parameters.iter().find(|parameter| parameter.name == key || parameter.synonyms.contains(&key.as_str()))
}

/// `maxTokens`, `max-tokens` and `max_tokens` are one name.
fn spelled(key: &str) -> String {
    let mut out = String::with_capacity(key.len() + 2);
    for (index, c) in key.trim().chars().enumerate() {
        if c.is_ascii_uppercase() {
            if index > 0 && !out.ends_with('_') {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        } else {
            out.push(if c == '-' || c == ' ' { '_' } else { c });
        }
    }
    out
}

fn unknown(parameters: &[Parameter], key: &str) -> String {
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    let accepted =
        parameters.iter().flat_map(|x| x.synonyms.iter().map(|s| (*s, x.name)).chain([(x.name, x.name)]));
    let near =
        nearest(&spelled(key), accepted).map_or(String::new(), |name| format!("; did you mean {name}?"));
    format!("there is no argument {key}{near} (arguments: {})", names.join(", "))
}

/// The target of the word nearest to `word`, if one is near.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    let near = |candidate: &str| {
        let distance = edit_distance(word, candidate);
        let bound = (word.len().min(candidate.len()) / 3).max(1);
        let inside =
            candidate.len() >= 3 && (word.contains(candidate) || candidate.contains(word)) && word.len() >= 3;
        (distance <= bound || inside).then_some(distance)
    };
    words.filter_map(|(word, target)| Some((near(word)?, target))).min().map(|(_, target)| target)
}

/// Insertions, removals and replacements of characters that turn `a` into `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (place, cb) in row.iter_mut().skip(1).zip(&b) {
            let above = *place;
            left = (diagonal + usize::from(ca != *cb)).min(above + 1).min(left + 1);
            diagonal = above;
            *place = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// `None` for an argument that is as good as absent.
fn coerce(parameter: &Parameter, value: &Json) -> Result<Option<Argument>, String> {
    let name = parameter.name;
    let one = match value {
        Json::Null => return Ok(None),
        // A list of one where one is asked for.
        Json::Array(values) if !matches!(parameter.kind, Kind::Choices(_)) => match values.as_slice() {
            [] => return Ok(None),
            [one] => one,
            _ => return Err(format!("{name} takes one value, not a list")),
        },
        value => value,
    };
    if let Some(length) = one.as_str().map(str::len).filter(|length| *length > MAX_TEXT) {
        return Err(format!("{name} is too long: {length} bytes, at most {MAX_TEXT}"));
    }
    Ok(Some(match parameter.kind {
        Kind::Text => match scalar(one).ok_or_else(|| format!("{name} takes a text"))? {
            text if text.is_empty() => return Ok(None),
            text => Argument::Text(text),
        },
        Kind::Number { least, most } => match number(one) {
            Some(number) if number >= least => Argument::Number(number.min(most)),
            Some(_) => return Err(format!("{name} starts at {least}")),
            None if scalar(one).is_some_and(|text| text.is_empty()) => return Ok(None),
            None => return Err(format!("{name} takes a whole number from {least}, not {one}")),
        },
        Kind::Flag => match scalar(one).map(|text| text.to_ascii_lowercase()).as_deref() {
            Some("true" | "yes" | "1" | "on") => Argument::Flag(true),
            Some("false" | "no" | "0" | "off" | "") => Argument::Flag(false),
            _ => return Err(format!("{name} takes true or false, not {one}")),
        },
        Kind::Choice(words) => match scalar(one).as_deref() {
            Some("") => return Ok(None),
            text => Argument::Text(choice(name, words, text.unwrap_or_default(), one)?.to_owned()),
        },
        Kind::Choices(words) => {
            let mut chosen = Vec::new();
            for (text, shown) in several(one) {
                let word = choice(name, words, &text, &shown)?;
                if !chosen.iter().any(|known| known == word) {
                    chosen.push(word.to_owned());
                }
            }
            if chosen.is_empty() {
                return Ok(None);
            }
            Argument::Texts(chosen)
        }
    }))
}

/// The text of a text, number or flag, without space around it.
fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn number(value: &Json) -> Option<u64> {
    let whole =
        |number: f64| (number.fract() == 0.0 && (0.0..1e15).contains(&number)).then_some(number as u64);
    match value {
        Json::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
        Json::String(text) => {
            let text = text.trim();
            text.parse().ok().or_else(|| text.parse().ok().and_then(whole))
        }
        _ => None,
    }
}

/// The texts of a list, of a list written as a text (`["a"]`), of `a, b`, or of one bare text; with what to show of each.
fn several(value: &Json) -> Vec<(String, Json)> {
    let texts = |values: &[Json]| -> Vec<(String, Json)> {
        values.iter().filter(|x| !x.is_null()).map(|x| (scalar(x).unwrap_or_default(), x.clone())).collect()
    };
    match value {
        Json::Array(values) => texts(values),
        Json::String(text) => match serde_json::from_str::<Json>(text) {
            Ok(Json::Array(values)) => texts(&values),
            _ => text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(|part| (part.to_owned(), Json::from(part)))
                .collect(),
        },
        other => vec![(scalar(other).unwrap_or_default(), other.clone())],
    }
}

fn choice(name: &str, words: &[&'static str], text: &str, shown: &Json) -> Result<&'static str, String> {
    let wanted = spelled(&text.to_ascii_lowercase());
    words
        .iter()
        .find(|word| **word == wanted || wanted.strip_suffix('s').is_some_and(|one| one == **word))
        .copied()
        .ok_or_else(|| format!("{name} is one of {}, not {shown}", words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PARAMETERS: &[Parameter] = &[
        Parameter { required: true, ..SYMBOL },
        LINE,
        LIMIT,
        VERBOSE,
        MAX_TOKENS,
        optional("view", Kind::Choice(&["sites", "files"]), "How."),
        optional("role", Kind::Choices(&["call", "type"]), "Which."),
    ];

    fn read_json(given: Json) -> Result<Arguments, String> {
        let mut object = given.as_object().cloned().unwrap_or_default();
        if !object.keys().any(|key| ["symbol", "label", "name"].contains(&key.as_str())) {
            object.insert("symbol".into(), json!("f"));
        }
        read(PARAMETERS, &object)
    }

    #[track_caller]
    fn check(given: Json, key: &'static str, expected: Option<Argument>) {
        assert_eq!(read_json(given.clone()).unwrap().values.get(key).cloned(), expected, "{given}");
    }

    #[track_caller]
    fn check_error(given: Json, expected: &str) {
        assert_eq!(read_json(given.clone()).unwrap_err(), expected, "{given}");
    }

    #[test]
    fn what_was_meant_is_understood() {
        let number = |n| Some(Argument::Number(n));
        check(json!({"limit": 12}), "limit", number(12));
        check(json!({"limit": "12"}), "limit", number(12));
        check(json!({"limit": " 12 "}), "limit", number(12));
        check(json!({"limit": 12.0}), "limit", number(12));
        check(json!({"limit": "12.0"}), "limit", number(12));
        check(json!({"limit": [12]}), "limit", number(12));
        check(json!({"limit": 100_000}), "limit", number(500));
        check(json!({"limit": null}), "limit", None);
        check(json!({"limit": ""}), "limit", None);
        check(json!({"maxTokens": 300}), "max_tokens", number(300));
        check(json!({"max-tokens": 300}), "max_tokens", number(300));
        let flag = |f| Some(Argument::Flag(f));
        check(json!({"verbose": true}), "verbose", flag(true));
        check(json!({"verbose": "true"}), "verbose", flag(true));
        check(json!({"verbose": "False"}), "verbose", flag(false));
        check(json!({"verbose": 1}), "verbose", flag(true));
        let text = |t: &str| Some(Argument::Text(t.into()));
        check(json!({"label": "run"}), "symbol", text("run"));
        check(json!({"name": "run", "symbol": "run"}), "symbol", text("run"));
        check(json!({"symbol": ["run"]}), "symbol", text("run"));
        check(json!({"symbol": 404}), "symbol", text("404"));
        check(json!({"view": "FILES"}), "view", text("files"));
        let texts = |t: &[&str]| Some(Argument::Texts(t.iter().map(|x| (*x).to_owned()).collect()));
        check(json!({"role": ["call", "type"]}), "role", texts(&["call", "type"]));
        check(json!({"role": "call"}), "role", texts(&["call"]));
        check(json!({"role": "calls"}), "role", texts(&["call"]));
        check(json!({"role": "call, type"}), "role", texts(&["call", "type"]));
        check(json!({"role": "[\"call\"]"}), "role", texts(&["call"]));
        check(json!({"role": []}), "role", None);
    }

    #[test]
    fn what_cannot_be_meant_is_an_error_that_helps() {
        check_error(json!({"limit": "many"}), "limit takes a whole number from 1, not \"many\"");
        check_error(json!({"limit": 1.5}), "limit takes a whole number from 1, not 1.5");
        check_error(json!({"line": 0}), "line starts at 1");
        check_error(json!({"symbol": "x".repeat(5_000)}), "symbol is too long: 5000 bytes, at most 4096");
        check_error(json!({"limit": "9".repeat(5_000)}), "limit is too long: 5000 bytes, at most 4096");
        check_error(json!({"verbose": "perhaps"}), "verbose takes true or false, not \"perhaps\"");
        check_error(json!({"view": "tree"}), "view is one of sites, files, not \"tree\"");
        check_error(json!({"role": ["call", "paint"]}), "role is one of call, type, not \"paint\"");
        check_error(json!({"role": {}}), "role is one of call, type, not {}");
        check_error(json!({"symbol": {"a": 1}}), "symbol takes a text");
        check_error(json!({"symbol": ["a", "b"]}), "symbol takes one value, not a list");
        check_error(
            json!({"symbol": "a", "label": "b"}),
            "symbol was given twice with different values (symbol means symbol)",
        );
        check_error(
            json!({"symbl": "a"}),
            "there is no argument symbl; did you mean symbol? \
             (arguments: symbol, line, limit, verbose, max_tokens, view, role)",
        );
        check_error(
            json!({"page": 2}),
            "there is no argument page (arguments: symbol, line, limit, verbose, max_tokens, view, role)",
        );
        let missing = read(PARAMETERS, &Map::new()).unwrap_err();
        assert!(missing.starts_with("symbol is missing: "), "{missing}");
    }

    #[test]
    fn distances_are_counted_in_characters() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("limt", "limit"), 1);
        assert_eq!(edit_distance("größe", "große"), 1);
    }
}
