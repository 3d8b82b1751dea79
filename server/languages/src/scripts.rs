//! Scripts in other texts: the parser is given a text of the same length in which everything else is blank.

use lockstep_facts::Language;

/// The scripts of `text` alone, and the language they are written in.
pub(crate) fn alone(text: Vec<u8>, language: Language) -> (Vec<u8>, Language) {
    let mut blank: Vec<u8> =
        text.iter().map(|byte| if matches!(byte, b'\n' | b'\r') { *byte } else { b' ' }).collect();
    let mut grammar = Language::JavaScript;
    for script in scripts(&text) {
        let tag = &text[script.tag.0..script.tag.1];
        if !is_code(tag) {
            continue;
        }
        match attribute(tag, b"lang").as_deref() {
            Some("ts" | "typescript") if grammar != Language::Tsx => grammar = Language::TypeScript,
            Some("tsx") => grammar = Language::Tsx,
            _ => {}
        }
        blank[script.body.0..script.body.1].copy_from_slice(&text[script.body.0..script.body.1]);
        // Two scripts on one line are two statements all the same.
        if language == Language::Html && script.body.1 < blank.len() {
            blank[script.body.1] = b';';
        }
    }
    (blank, grammar)
}

struct Script {
    /// Of the opening tag, between its angle brackets.
    tag: (usize, usize),
    body: (usize, usize),
}

/// The script elements of a text, comments left out.
fn scripts(text: &[u8]) -> Vec<Script> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = find(text, at, b"<") {
        if text[open..].starts_with(b"<!--") {
            at = find(text, open + 4, b"-->").map_or(text.len(), |end| end + 3);
            continue;
        }
        let is_script = starts_with_word(&text[open + 1..], b"script");
        if !is_script {
            at = open + 1;
            continue;
        }
        let Some(end) = tag_end(text, open) else { return found };
        let body = end + 1;
        if text[end - 1] == b'/' {
            at = body;
            continue;
        }
        let close = closing(text, body);
        found.push(Script { tag: (open + 1, end), body: (body, close) });
        at = close;
    }
    found
}

/// Where the tag that begins at `open` has its closing bracket; those in quotes are none.
fn tag_end(text: &[u8], open: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.iter().enumerate().skip(open + 1) {
        match (quote, *byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    None
}

/// Where the script that begins at `from` ends.
fn closing(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(found) = find(text, at, b"</") {
        if starts_with_word(&text[found + 2..], b"script") {
            return found;
        }
        at = found + 2;
    }
    text.len()
}

fn starts_with_word(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len()
        && text[..word.len()].eq_ignore_ascii_case(word)
        && text.get(word.len()).is_none_or(|after| !after.is_ascii_alphanumeric() && *after != b'-')
}

fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let first = *what.first()?;
    let mut at = from;
    while at < text.len() {
        at += text[at..].iter().position(|byte| *byte == first)?;
        if text[at..].starts_with(what) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether a script tag holds code, and not data or a template.
fn is_code(tag: &[u8]) -> bool {
    match attribute(tag, b"type").as_deref() {
        None | Some("" | "module" | "text/babel" | "text/jsx") => true,
        Some(other) => other.ends_with("javascript") || other.ends_with("ecmascript"),
    }
}

/// The value of an attribute of a tag, in small letters.
fn attribute(tag: &[u8], name: &[u8]) -> Option<String> {
    let mut at = 0;
    while let Some(found) = tag[at..].windows(name.len()).position(|part| part.eq_ignore_ascii_case(name)) {
        let start = at + found;
        at = start + name.len();
        let is_word = start.checked_sub(1).is_some_and(|before| tag[before].is_ascii_whitespace());
        let rest = tag[at..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=").filter(|_| is_word) else { continue };
        let value = value.trim_ascii_start();
        let value = match value.first() {
            Some(quote @ (b'"' | b'\'')) => value[1..].split(|byte| byte == quote).next(),
            _ => value.split(|byte| byte.is_ascii_whitespace() || *byte == b'/').next(),
        };
        return value.map(|value| String::from_utf8_lossy(value).to_ascii_lowercase());
    }
    None
}

#[cfg(test)]
mod tests {
    use lockstep_facts::Language;

    use super::alone;

    #[track_caller]
    fn check(text: &str, expected: &str, grammar: Language) {
        let (alone, language) = alone(text.as_bytes().to_vec(), Language::Vue);
        assert_eq!(String::from_utf8(alone).unwrap(), expected);
        assert_eq!(language, grammar);
    }

    #[test]
    fn scripts_stay_where_they_are() {
        check("<p>ä</p>\n<script>a()</script>\n", "         \n        a()         \n", Language::JavaScript);
        check(
            "<script lang=\"ts\" a='>'>\nx\n</script>",
            "                        \nx\n         ",
            Language::TypeScript,
        );
        check(
            "<!-- <script>a</script> --><SCRIPT>b",
            "                                   b",
            Language::JavaScript,
        );
        check("<script type=application/json>{}</script>", &" ".repeat(41), Language::JavaScript);
        check("<script src=a.js /><scripted>a", &" ".repeat(30), Language::JavaScript);
        check("<script", "       ", Language::JavaScript);
    }
}
