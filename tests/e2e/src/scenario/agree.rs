//! The doors agree: what one was asked, the other is asked too.
//!
//! An editor shows no shades: it is told what is certain and what is inferred, and nothing ambiguous.

use std::collections::BTreeSet;

use serde_json::json;

use super::ask::place_arguments;
use super::stage::Stage;

/// The editor was told these references of the name at `place`; the assistant is asked by the same place.
pub(super) fn check_references(stage: &mut Stage, place: &str, told: &[String]) {
    let (path, line, column) = stage.place(place);
    let answer = stage.tool("find_references", place_arguments(stage, &path, line, column));
    compare(stage, place, told, &answer);
}

/// The assistant was answered about a name; the editor is asked on its definition.
pub(super) fn check_named(stage: &mut Stage, answer: &str) {
    let Some(place) = definition(stage, answer, "references to ") else { return };
    let told = stage.references(&place);
    compare(stage, &place, &told, answer);
}

/// The assistant was answered about callers; the editor's hover and lens on the definition have the same number.
pub(super) fn check_callers(stage: &mut Stage, answer: &str) {
    let Some(place) = definition(stage, answer, "callers of ") else { return };
    let number = |name: &str| {
        let rest = answer.split_once(name).unwrap_or_else(|| panic!("no {name}: {answer}")).1;
        rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().to_owned()
    };
    let (certain, uncertain) = (number("callers: "), number("uncertain: "));
    let plural = if certain == "1" { "caller" } else { "callers" };
    let mut expected = format!("{certain} {plural}");
    let params = stage.document_position(&place);
    let hover = stage.doors().0.request("textDocument/hover", params);
    let hover = hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    let (path, line, _) = stage.place(&place);
    let uri = stage.uri(&path);
    let lenses = stage.doors().0.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    for lens in lenses.as_array().cloned().unwrap_or_default() {
        if lens["range"]["start"]["line"] == line {
            let lens = stage.doors().0.request("codeLens/resolve", lens);
            let title = lens["command"]["title"].as_str().unwrap_or_default();
            if !title.starts_with(&format!("{expected} ·")) {
                stage.disagreements.push(format!("{place}: the lens says {title}, the assistant {answer}"));
            }
        }
    }
    if uncertain != "0" {
        expected.push_str(&format!(" (+{uncertain} uncertain)"));
    }
    if !hover.lines().any(|line| line.starts_with(&format!("{expected} ·"))) {
        stage.disagreements.push(format!("{place}: hover says {hover}\nthe assistant {answer}"));
    }
}

fn compare(stage: &mut Stage, what: &str, told: &[String], answer: &str) {
    let told: BTreeSet<&str> = told.iter().map(String::as_str).collect();
    let rows = answer.lines().skip(1).filter(|line| !line.contains("~ambiguous"));
    let answered: BTreeSet<&str> = rows
        .filter_map(|line| line.split("  ").next())
        .filter(|place| place.split(':').count() == 3 && !place.contains(' '))
        .collect();
    if told != answered {
        stage
            .disagreements
            .push(format!("{what}: the editor is told {told:?}, the assistant {answered:?}: {answer}"));
    }
}

/// `path:line:column` of the definition that an answer opens with; none if it is about no symbol, or about a whole file,
/// which an editor cannot point at.
fn definition(stage: &Stage, answer: &str, opening: &str) -> Option<String> {
    let head = answer.lines().next()?.strip_prefix(opening)?;
    let mut cells = head.split("  ");
    let place = cells.next()?;
    let symbol = cells.next()?;
    if symbol == "module" {
        return None;
    }
    let (path, line) = place.rsplit_once(':')?;
    let name = symbol.rsplit(['.', '#']).next()?.split('~').next()?;
    let line: usize = line.parse().ok()?;
    let text = stage.line(path, line - 1);
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let at = text
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word));
    let at = at.unwrap_or_else(|| panic!("{name} is not in {path}:{line}: {text}"));
    Some(format!("{path}:{line}:{}", text[..at].chars().count() + 1))
}
