//! Figures as people read them.

use serde_json::Value;

/// `1234567` as `1,234,567`.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Bytes in the unit that suits.
pub(crate) fn bytes(value: u64) -> String {
    match value {
        0..1024 => format!("{value} B"),
        1024..1_048_576 => format!("{} kB", value / 1024),
        _ => format!("{} MB", value / 1_048_576),
    }
}

/// Seconds in the unit that suits.
pub(crate) fn seconds(value: u64) -> String {
    match value {
        0..120 => format!("{value} s"),
        120..7200 => format!("{} min", value / 60),
        _ => format!("{} h", value / 3600),
    }
}

/// A number of an object, printed; `?` where there is none.
pub(crate) fn field(object: &Value, name: &str) -> String {
    object.get(name).and_then(Value::as_u64).map_or_else(|| "?".to_owned(), number)
}

/// A text of an object.
pub(crate) fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or("?")
}

/// A list of an object.
pub(crate) fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The languages of a tree, the commonest first: `Python 80, Rust 3`.
pub(crate) fn languages(tree: &Value) -> String {
    let mut languages: Vec<(&String, u64)> = match tree.get("languages").and_then(Value::as_object) {
        Some(languages) => {
            languages.iter().map(|(name, files)| (name, files.as_u64().unwrap_or(0))).collect()
        }
        None => Vec::new(),
    };
    languages.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(right.0)));
    let languages: Vec<String> =
        languages.into_iter().map(|(name, files)| format!("{name} {}", number(files))).collect();
    if languages.is_empty() { "none".to_owned() } else { languages.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures() {
        assert_eq!([0, 999, 1000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([5, 2048, 5_000_000].map(bytes), ["5 B", "2 kB", "4 MB"]);
        assert_eq!([5, 600, 7200].map(seconds), ["5 s", "10 min", "2 h"]);
        let tree = serde_json::json!({"languages": {"rust": 3, "python": 1800, "go": 3}});
        assert_eq!(languages(&tree), "python 1,800, go 3, rust 3");
    }
}
