//! The questions, and their answers as readable text.

use std::fmt::Write;

use serde_json::{Value, json};

use super::agree::{check_callers, check_references};
use super::parse::call;
use super::stage::Stage;

/// What is written where nothing was answered.
const NOTHING: &str = "nothing\n";

impl Stage {
    pub(super) fn ask_editor(&mut self, question: &str) -> String {
        let words: Vec<&str> = question.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["references", place] => {
                let places = self.references(place);
                check_references(self, place, &places);
                self.with_source(&places)
            }
            ["references", place, "local"] => {
                let places = self.references(place);
                let (path, line, column) = self.place(place);
                let said = self.tool("find_references", place_arguments(self, &path, line, column));
                if !said.starts_with("no symbol is named") {
                    self.disagreements.push(format!("{question}: the assistant knows it: {said}"));
                }
                self.with_source(&places)
            }
            [method @ ("definition" | "declaration" | "typeDefinition" | "implementation"), place] => {
                self.located(&format!("textDocument/{method}"), place)
            }
            ["callers", place] => self.calls(place, true),
            ["callees", place] => self.calls(place, false),
            [method @ ("supertypes" | "subtypes"), place] => {
                self.types(place, &format!("typeHierarchy/{method}"))
            }
            ["highlights", place] => self.highlights(place),
            ["folds", path] => self.folds(path),
            ["hover", place] => {
                let params = self.document_position(place);
                let answer = self.doors().0.request("textDocument/hover", params);
                let text = answer["contents"]["value"].as_str().unwrap_or_default();
                text.lines().map(|line| format!("{line}\n")).collect()
            }
            ["lenses", path] => self.lenses(path),
            ["outline", path] => {
                let params = json!({"textDocument": {"uri": self.uri(path)}});
                let answer = self.doors().0.request("textDocument/documentSymbol", params);
                let mut text = String::new();
                for symbol in answer.as_array().into_iter().flatten() {
                    let line = symbol["location"]["range"]["start"]["line"].as_u64().unwrap() + 1;
                    let _ = writeln!(text, "{line}: {}", symbol["name"].as_str().unwrap());
                }
                text
            }
            ["symbols", word] => {
                let answer = self.doors().0.request("workspace/symbol", json!({"query": word}));
                let symbols = answer.as_array().cloned().unwrap_or_default();
                let mut text = String::new();
                for symbol in symbols {
                    let place = self.places(std::slice::from_ref(&symbol["location"]));
                    let _ = writeln!(text, "{}  {}", place.join(" "), symbol["name"].as_str().unwrap());
                }
                text
            }
            _ => panic!("no question: lsp {question}"),
        };
        if answer.is_empty() { NOTHING.to_owned() } else { answer }
    }

    pub(super) fn ask_assistant(&mut self, question: &str) -> String {
        let (tool, arguments) = call(question);
        let named =
            arguments.as_object().is_some_and(|all| all.len() == 1) && arguments["symbol"].is_string();
        let answer = self.tool(&tool, arguments);
        match tool.as_str() {
            "find_references" if named => super::agree::check_named(self, &answer),
            "find_callers" if named => check_callers(self, &answer),
            _ => {}
        }
        answer
    }

    /// Calls a tool so that it sees all that the editor has sent; what differs between runs is left out of the answer.
    pub(super) fn tool(&mut self, tool: &str, arguments: Value) -> String {
        let (editor, assistant) = self.doors();
        let revision = editor.request("lockstep/revision", json!({}))["revision"].clone();
        let meta = json!({"lockstep/minRevision": revision});
        let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
        let result = assistant.request("tools/call", params);
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        let folder = self.world.path("work").display().to_string();
        let mut lines = String::new();
        for line in text.lines() {
            let line = match line.strip_prefix("revision ").and_then(|line| line.split_once(" · ")) {
                Some((_, marks)) => marks,
                None => line,
            };
            let _ = writeln!(lines, "{}", line.replace(&folder, "WORK").trim_end());
        }
        lines
    }

    pub(super) fn uri(&self, path: &str) -> String {
        format!("file://{}", self.world.path(&format!("work/{path}")).display())
    }

    pub(super) fn document_position(&self, place: &str) -> Value {
        let (path, line, character) = self.place(place);
        json!({"textDocument": {"uri": self.uri(&path)}, "position": {"line": line, "character": character}})
    }

    /// `path:line:column` of each reference that the editor is told, in order; the declaration is not one.
    pub(super) fn references(&mut self, place: &str) -> Vec<String> {
        let mut params = self.document_position(place);
        params["context"] = json!({"includeDeclaration": false});
        let answer = self.doors().0.request("textDocument/references", params);
        self.places(&answer.as_array().cloned().unwrap_or_default())
    }

    pub(super) fn places(&self, locations: &[Value]) -> Vec<String> {
        let root = self.uri("");
        let mut places: Vec<(String, Value)> = Vec::new();
        for location in locations {
            let uri = location["uri"].as_str().unwrap();
            let path = uri.strip_prefix(&root).unwrap_or(uri).trim_start_matches('/').to_owned();
            places.push((path, location["range"]["start"].clone()));
        }
        places
            .sort_by_key(|(path, start)| (path.clone(), start["line"].as_u64(), start["character"].as_u64()));
        places.iter().map(|(path, start)| self.place_text(path, start)).collect()
    }

    pub(super) fn with_source(&self, places: &[String]) -> String {
        let mut text = String::new();
        for place in places {
            let (path, line, _) = self.place(place);
            let _ = writeln!(text, "{place}  {}", self.line(&path, line as usize).trim());
        }
        text
    }

    fn lenses(&mut self, path: &str) -> String {
        let uri = self.uri(path);
        let editor = &mut self.doors().0;
        let lenses = editor.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
        let mut text = String::new();
        for lens in lenses.as_array().cloned().unwrap_or_default() {
            let lens = self.doors().0.request("codeLens/resolve", lens);
            let line = lens["range"]["start"]["line"].as_u64().unwrap() as usize;
            let source = self.line(path, line).trim().to_owned();
            let _ = writeln!(text, "{}: {}  {source}", line + 1, lens["command"]["title"].as_str().unwrap());
        }
        text
    }
}

/// Arguments that name a place the way an assistant does: from 1, columns in characters.
pub(super) fn place_arguments(stage: &Stage, path: &str, line: u32, column: u32) -> Value {
    let text = stage.place_text(path, &json!({"line": line, "character": column}));
    let column: u32 = text.rsplit(':').next().and_then(|column| column.parse().ok()).unwrap();
    json!({"path": path, "line": line + 1, "column": column, "limit": 500, "max_tokens": 20_000})
}
