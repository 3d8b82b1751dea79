//! What a client is told once about the whole: which tool for which question, and the conventions.

use std::fmt::Write as _;

/// Most characters: some clients cut at 2,048 without a word.
pub const LONGEST: usize = 1_800;

/// Which tool for which question.
const CHOICES: &[(&str, &str)] = &[
    ("search_symbols", "half-known name"),
    ("search_text", "words in strings, comments, documents"),
    ("get_file_outline", "what is in a file"),
    ("get_source", "the code of one symbol"),
    ("find_callers", "who calls it"),
    ("find_callees", "what it calls"),
    ("find_references", "every use, before a rename or signature change"),
    ("affected", "what a change reaches, what to test"),
    ("editor_context", "what the person is editing now"),
    ("resolve_definition", "what a name on a line means"),
    ("get_enclosing_scope", "what a line is in"),
    ("shortest_path", "how one leads to another"),
    ("god_nodes", "where an unknown project turns"),
    ("graph_stats", "what is tangled"),
    ("index_status", "something missing or stale"),
];

/// The same text in every kind of handshake. `projects` are the names of the session's trees, `tools` those that it
/// offers; none means all.
#[must_use]
pub fn instructions(projects: &[&str], tools: &[&str]) -> String {
    let mut text = String::from(
        "Lockstep answers from a live graph of the code, in step with what is being typed: unsaved editor buffers and files \
you have just written are included. Prefer it to text search for who uses, calls or defines something; use text search for \
words inside strings, comments and documents.

Which tool:
",
    );
    for (tool, question) in CHOICES.iter().filter(|(tool, _)| tools.is_empty() || tools.contains(tool)) {
        let _ = writeln!(text, "- {question} -> {tool}");
    }
    text.push_str(
        "
Symbols: pass any name you know (run, App.run, run@app.py) or a place as answers print it (src/app.py:12, src/app.py#App.run). \
An ambiguous name gives candidates; a bare one means that at the top of a file, others are counted.

Reading answers: the last line says how the answer stands. complete: true = nothing cut, nothing pending. recall: \
lower_bound = dynamic uses may exist that no static reading finds, so zero is no proof of dead code. ~inferred, ~ambiguous \
and ~uncertain mark what is likely, not certain; it is counted apart. next: is the call for the rest. pending: files still \
being parsed; held: kept through a syntax error; unsaved: read from an editor's buffer; index: building = ask again soon.
",
    );
    if projects.len() > 1 {
        let shown: Vec<&str> = projects.iter().take(10).copied().collect();
        let more = if projects.len() > shown.len() { ", … (index_status lists all)" } else { "" };
        let _ = write!(
            text,
            "\nProjects (argument project; the first is the default): {}{more}.",
            shown.join(", ")
        );
        if text.chars().count() > LONGEST {
            text = instructions(&[], tools);
            text.push_str("\nSeveral projects: index_status lists them; argument project chooses.");
        }
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, instructions};
    use crate::registry::TOOLS;

    /// Words of the text that look like a tool's name.
    fn tool_words(text: &str) -> Vec<&str> {
        let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '_'));
        words.filter(|word| word.contains('_') && !["lower_bound"].contains(word)).collect()
    }

    #[test]
    fn every_tool_is_named_and_no_other() {
        let text = instructions(&["one"], &[]);
        for tool in TOOLS {
            assert!(text.contains(tool.name), "{} cannot be found", tool.name);
        }
        for word in tool_words(&text) {
            assert!(TOOLS.iter().any(|tool| tool.name == word), "{word} is no tool");
        }
        let text = instructions(&["one"], &["find_callers", "get_source"]);
        assert_eq!(tool_words(&text), ["get_source", "find_callers"], "only what the session offers");
    }

    #[test]
    fn they_are_short_however_many_projects_there_are() {
        let long = "a-rather-long-project-name-".repeat(8);
        for projects in [vec![], vec!["one"], vec!["one", "two"], vec![long.as_str(); 40]] {
            let length = instructions(&projects, &[]).chars().count();
            assert!(length <= LONGEST, "{length} for {} projects", projects.len());
        }
        assert!(instructions(&["api", "web"], &[]).ends_with("is the default): api, web."));
    }
}
