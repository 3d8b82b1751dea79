//! The notation of a scenario: prose and fences.

/// A piece of the file, in order.
#[derive(Debug)]
pub(super) enum Part {
    /// A line of prose.
    Prose(String),
    /// A fence.
    Fence {
        /// What opens and closes it.
        fence: String,
        /// What stands behind the opening.
        words: String,
        /// What is in it, each line with its end.
        body: String,
        /// What that means.
        block: Block,
    },
}

/// What a fence means.
#[derive(Debug)]
pub(super) enum Block {
    File(String),
    Edit(String),
    Do,
    Lsp(String),
    Mcp(String),
}

impl Block {
    fn read(words: &str) -> Block {
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.trim().to_owned();
        match first {
            "edit" => Block::Edit(rest),
            "do" => Block::Do,
            "lsp" => Block::Lsp(rest),
            "mcp" => Block::Mcp(rest),
            _ => match rest.strip_prefix("path=") {
                Some(path) => Block::File(path.to_owned()),
                None => panic!("a fence that means nothing: {words}"),
            },
        }
    }
}

pub(super) fn parse(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        if ticks < 3 {
            parts.push(Part::Prose(line.to_owned()));
            continue;
        }
        let fence = line[..ticks].to_owned();
        let words = line[ticks..].trim().to_owned();
        let mut body = String::new();
        loop {
            match lines.next() {
                None => panic!("a fence without an end: {words}"),
                Some(line) if line == fence => break,
                Some(line) => {
                    body.push_str(line);
                    body.push('\n');
                }
            }
        }
        parts.push(Part::Fence { block: Block::read(&words), fence, words, body });
    }
    parts
}

pub(super) fn print(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Prose(line) => text.push_str(line),
            Part::Fence { fence, words, body, .. } => {
                text.push_str(&format!("{fence}{words}\n{body}{fence}"));
            }
        }
        text.push('\n');
    }
    text
}

/// The tool and arguments of `tool(name=json, …)`.
pub(super) fn call(text: &str) -> (String, serde_json::Value) {
    let inside = text.trim().strip_suffix(')').and_then(|text| text.split_once('('));
    let (tool, mut rest) = inside.unwrap_or_else(|| panic!("no call: {text}"));
    let mut arguments = serde_json::Map::new();
    while !rest.trim().is_empty() {
        let (name, value) = rest.split_once('=').unwrap_or_else(|| panic!("no argument: {rest}"));
        let mut values = serde_json::Deserializer::from_str(value).into_iter();
        let read = values.next().and_then(Result::ok).unwrap_or_else(|| panic!("no value: {value}"));
        arguments.insert(name.trim().to_owned(), read);
        rest = value[values.byte_offset()..].trim_start().trim_start_matches(',');
    }
    (tool.to_owned(), arguments.into())
}

#[cfg(test)]
mod tests {
    use super::{call, parse, print};

    #[test]
    fn what_is_read_is_what_is_written() {
        let text = "# A\n\n```python path=a.py\nx = 1\n\n```\nwords\n````lsp hover $0\n```\n````\n";
        assert_eq!(print(&parse(text)), text);
    }

    #[test]
    fn a_call_is_spelled_as_answers_spell_it() {
        let (tool, arguments) = call("find(symbol=\"a, b=(c)\", roles=[\"x\", \"y\"], n=2, all=true)");
        assert_eq!(tool, "find");
        let expected = serde_json::json!({"symbol": "a, b=(c)", "roles": ["x", "y"], "n": 2, "all": true});
        assert_eq!(arguments, expected);
        assert_eq!(call("index_status()").1, serde_json::json!({}));
    }
}
