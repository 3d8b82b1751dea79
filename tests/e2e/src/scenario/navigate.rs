//! Questions about hierarchies and about one file, and what the assistant says of the same.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Value, json};

use super::ask::place_arguments;
use super::stage::Stage;

impl Stage {
    /// A question that is answered by a list of places.
    pub(super) fn located(&mut self, method: &str, place: &str) -> String {
        let params = self.document_position(place);
        let answer = self.doors().0.request(method, params);
        let locations = match answer {
            Value::Array(locations) => locations,
            Value::Null => Vec::new(),
            one => vec![one],
        };
        let places = self.places(&locations);
        self.with_source(&places)
    }

    /// Who calls what stands at `place`, or what it calls.
    pub(super) fn calls(&mut self, place: &str, incoming: bool) -> String {
        let (method, who, tool, opening) = if incoming {
            ("callHierarchy/incomingCalls", "from", "find_callers", "callers of ")
        } else {
            ("callHierarchy/outgoingCalls", "to", "find_callees", "callees of ")
        };
        let params = self.document_position(place);
        let prepared = self.doors().0.request("textDocument/prepareCallHierarchy", params);
        let mut text = String::new();
        let mut told = BTreeSet::new();
        for item in prepared.as_array().cloned().unwrap_or_default() {
            let answer = self.doors().0.request(method, json!({"item": item}));
            for call in answer.as_array().into_iter().flatten() {
                let ranges = call["fromRanges"].as_array().unwrap();
                let lines: BTreeSet<u64> =
                    ranges.iter().map(|range| range["start"]["line"].as_u64().unwrap() + 1).collect();
                let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
                let (place, name) = self.item(&call[who]);
                let _ = writeln!(text, "{place}  {name}  calls at {}", lines.join(", "));
                let file = place.split(':').next().unwrap_or_default();
                told.insert(format!("{file} {}", lines.join(", ")));
            }
        }
        let (path, line, column) = self.place(place);
        let answer = self.tool(tool, place_arguments(self, &path, line, column));
        if answer.starts_with(opening) {
            let rows = answer.lines().filter(|row| !row.contains("~ambiguous"));
            let answered: BTreeSet<String> = rows
                .filter_map(|row| {
                    let at = row.split("  ").find_map(|cell| cell.strip_prefix("calls at "))?;
                    let file = row.split(['\u{20}', ':']).next()?;
                    Some(format!("{file} {at}"))
                })
                .collect();
            if told != answered {
                self.disagreements
                    .push(format!("{method} {place}: the editor is told {told:?}, the assistant {answer}"));
            }
        }
        text
    }

    /// The types above what stands at `place`, or below.
    pub(super) fn types(&mut self, place: &str, method: &str) -> String {
        let params = self.document_position(place);
        let prepared = self.doors().0.request("textDocument/prepareTypeHierarchy", params);
        let mut text = String::new();
        for item in prepared.as_array().cloned().unwrap_or_default() {
            let answer = self.doors().0.request(method, json!({"item": item}));
            for one in answer.as_array().into_iter().flatten() {
                let (place, name) = self.item(one);
                let _ = writeln!(text, "{place}  {name}");
            }
        }
        text
    }

    /// Where what stands at `place` stands in its file, and what is done there.
    pub(super) fn highlights(&mut self, place: &str) -> String {
        let (path, ..) = self.place(place);
        let params = self.document_position(place);
        let answer = self.doors().0.request("textDocument/documentHighlight", params);
        let mut text = String::new();
        for one in answer.as_array().into_iter().flatten() {
            let kind = match one["kind"].as_u64() {
                Some(2) => "read",
                Some(3) => "write",
                _ => "text",
            };
            let _ = writeln!(text, "{} {kind}", self.place_text(&path, &one["range"]["start"]));
        }
        text
    }

    /// The folds of an open file, lines from 1.
    pub(super) fn folds(&mut self, path: &str) -> String {
        let params = json!({"textDocument": {"uri": self.uri(path)}});
        let answer = self.doors().0.request("textDocument/foldingRange", params);
        let mut text = String::new();
        for fold in answer.as_array().into_iter().flatten() {
            let lines = (fold["startLine"].as_u64().unwrap() + 1, fold["endLine"].as_u64().unwrap() + 1);
            let _ = writeln!(text, "{}-{} {}", lines.0, lines.1, fold["kind"].as_str().unwrap_or("code"));
        }
        text
    }

    /// The place of an item of a hierarchy, and its name.
    fn item(&self, item: &Value) -> (String, String) {
        let location = json!({"uri": item["uri"], "range": item["selectionRange"]});
        let place = self.places(std::slice::from_ref(&location)).concat();
        (place, item["name"].as_str().unwrap().to_owned())
    }
}
