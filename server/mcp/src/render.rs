//! The two renderings of an [`Answer`]: lean text for a model, and an object with the same facts and marks.

use std::fmt::Write as _;

use lockstep_session::{IndexState, Marks};
use serde_json::{Map, Value as Json, json};

use crate::answer::{Answer, Cell, Form, Outcome, Row, Rows, Section, Value};
use crate::sanitize;

/// Names in a mark's list; the rest is counted.
const NAMES_IN_A_MARK: usize = 8;

/// Longest shown line of source inside a list; a body is shown as it stands.
const QUOTED_LINE: usize = 200;

/// What a model reads: facts, lists with one row per line, how to go on, and the marks on the last line.
#[must_use]
pub fn text(answer: &Answer) -> String {
    let mut out = String::new();
    for row in &answer.head {
        text_row(&mut out, row, 0);
    }
    for (index, section) in answer.sections.iter().enumerate() {
        text_section(&mut out, section);
        if let Some(more) = left_out(answer, index) {
            line(&mut out, &format!("… {more} more {}", section.key));
        }
    }
    if let Some(why) = &answer.why_empty {
        line(&mut out, &sanitize::label(why));
    }
    if let Some(next) = next_call(answer) {
        line(&mut out, &format!("next: {}", sanitize::label(&next)));
    }
    for call in &answer.see_also {
        line(&mut out, &format!("see also: {}", sanitize::label(&call.to_string())));
    }
    let marks: Vec<String> = marks(answer).into_iter().filter_map(|mark| mark.text()).collect();
    if !marks.is_empty() {
        line(&mut out, &marks.join(" · "));
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// The same as an object. Keys of the head, then the lists, then the marks.
#[must_use]
pub fn structured(answer: &Answer) -> Json {
    let mut object = Map::new();
    for row in &answer.head {
        for cell in &row.cells {
            structured_cell(&mut object, cell);
        }
    }
    for (index, section) in answer.sections.iter().enumerate() {
        if left_out(answer, index).is_some() {
            object.insert(format!("{}_total", section.key), json!(section.total));
        }
        match &section.rows {
            Rows::Items(rows) => {
                object.insert(section.key.into(), rows.iter().map(structured_row).collect());
            }
            Rows::Lines { first, lines } => {
                let lines: Vec<_> = lines.iter().map(|line| sanitize::source(line)).collect();
                object.insert("first_line".into(), json!(first));
                object.insert("last_line".into(), json!((first + lines.len() as u64).saturating_sub(1)));
                object.insert(section.key.into(), json!(lines.join("\n")));
            }
        }
    }
    match answer.outcome {
        Outcome::Answered => {}
        Outcome::Unresolved => drop(object.insert("resolved".into(), json!(false))),
        Outcome::Failed => {}
    }
    if let Some(why) = &answer.why_empty {
        let key = if answer.outcome == Outcome::Failed { "error" } else { "why_empty" };
        object.insert(key.into(), json!(sanitize::label(why)));
    }
    if let Some(next) = next_call(answer) {
        object.insert("next".into(), json!(sanitize::label(&next)));
    }
    if !answer.see_also.is_empty() {
        let calls: Vec<String> =
            answer.see_also.iter().map(|call| sanitize::label(&call.to_string()).into_owned()).collect();
        object.insert("see_also".into(), json!(calls));
    }
    for mark in marks(answer) {
        object.insert(mark.key.into(), mark.value);
    }
    Json::Object(object)
}

/// How many entries of a list that is not paged are not shown.
fn left_out(answer: &Answer, index: usize) -> Option<usize> {
    let section = answer.sections.get(index)?;
    let paged = answer.again.is_some() && index + 1 == answer.sections.len();
    (!paged && section.rows.len() < section.total).then(|| section.total - section.rows.len())
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn text_section(out: &mut String, section: &Section) {
    if !section.heading.is_empty() && !section.rows.is_empty() {
        line(out, section.heading);
    }
    match &section.rows {
        Rows::Items(rows) => {
            let indent = u64::from(!section.heading.is_empty());
            for row in rows {
                text_row(out, row, indent);
            }
        }
        Rows::Lines { first, lines } => {
            let width = (first + lines.len() as u64).to_string().len();
            for (number, source) in (*first..).zip(lines) {
                let numbered = format!("{number:>width$}  {}", sanitize::source(source));
                line(out, numbered.trim_end());
            }
        }
    }
}

fn text_row(out: &mut String, row: &Row, indent: u64) {
    let cells: Vec<String> = row.cells.iter().filter_map(text_cell).collect();
    if cells.is_empty() {
        return;
    }
    for _ in 0..row.depth + indent {
        out.push_str("  ");
    }
    line(out, &cells.join("  "));
    if let Some(under) = &row.under {
        for below in &under.rows {
            text_row(out, below, row.depth + indent + 1);
        }
        if under.rows.len() < under.total {
            for _ in 0..=row.depth + indent {
                out.push_str("  ");
            }
            line(out, &format!("… {} more {}", under.total - under.rows.len(), under.key));
        }
    }
}

fn text_cell(cell: &Cell) -> Option<String> {
    let value = match &cell.value {
        Value::Text(text) => sanitize::label(text).into_owned(),
        Value::Source(text) => sanitize::shorten(&sanitize::source(text.trim()), QUOTED_LINE).into_owned(),
        Value::Number(number) => number.to_string(),
        Value::Flag(set) => return words(cell.form).filter(|_| *set).map(|words| words.trim().to_owned()),
        Value::Texts(texts) => texts.iter().map(|text| sanitize::label(text)).collect::<Vec<_>>().join(", "),
        Value::Numbers(numbers) => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
        Value::Symbol(symbol) => {
            if cell.form == Form::Reference {
                format!("{}  :{}", sanitize::label(&symbol.to_string()), symbol.line)
            } else {
                let place = in_member(symbol.member.as_deref(), &symbol.path);
                let place = format!("{}:{}", sanitize::label(&place), symbol.line);
                if symbol.local.is_empty() {
                    place
                } else {
                    format!("{place}  {}", sanitize::label(&symbol.local))
                }
            }
        }
        Value::Place(place) => {
            let path = in_member(place.member.as_deref(), &place.path);
            format!("{}:{}:{}", sanitize::label(&path), place.line, place.column)
        }
    };
    if value.is_empty() {
        return None;
    }
    Some(match cell.form {
        Form::Bare | Form::Reference => value,
        Form::After(words) => format!("{words}{value}"),
        Form::Before(words) => format!("{value}{words}"),
    })
}

fn words(form: Form) -> Option<&'static str> {
    match form {
        Form::After(words) | Form::Before(words) => Some(words),
        Form::Bare | Form::Reference => None,
    }
}

fn in_member(member: Option<&str>, path: &str) -> String {
    member.map_or_else(|| path.to_owned(), |member| format!("{member}:{path}"))
}

fn structured_row(row: &Row) -> Json {
    let mut object = Map::new();
    if row.depth > 0 {
        object.insert("depth".into(), json!(row.depth));
    }
    for cell in &row.cells {
        structured_cell(&mut object, cell);
    }
    if let Some(under) = &row.under {
        object.insert(under.key.into(), under.rows.iter().map(structured_row).collect());
        if under.rows.len() < under.total {
            object.insert(format!("{}_total", under.key), json!(under.total));
        }
    }
    Json::Object(object)
}

fn structured_cell(object: &mut Map<String, Json>, cell: &Cell) {
    let value = match &cell.value {
        Value::Text(text) if text.is_empty() => return,
        Value::Text(text) => json!(sanitize::label(text)),
        Value::Source(text) => json!(sanitize::shorten(&sanitize::source(text.trim()), QUOTED_LINE)),
        Value::Number(number) => json!(number),
        Value::Flag(false) => return,
        Value::Flag(true) => json!(true),
        Value::Texts(texts) if texts.is_empty() => return,
        Value::Texts(texts) => json!(texts.iter().map(|text| sanitize::label(text)).collect::<Vec<_>>()),
        Value::Numbers(numbers) if numbers.is_empty() => return,
        Value::Numbers(numbers) => json!(numbers),
        Value::Symbol(symbol) => {
            object.insert(
                "path".into(),
                json!(sanitize::label(&in_member(symbol.member.as_deref(), &symbol.path))),
            );
            object.insert("line".into(), json!(symbol.line));
            json!(sanitize::label(&symbol.to_string()))
        }
        Value::Place(place) => {
            object.insert("line".into(), json!(place.line));
            object.insert("column".into(), json!(place.column));
            json!(sanitize::label(&in_member(place.member.as_deref(), &place.path)))
        }
    };
    object.insert(cell.key.into(), value);
}

/// The call that gets what was cut; of a list cut to nothing, this call with room for more.
fn next_call(answer: &Answer) -> Option<String> {
    let section = answer.paged()?;
    let next = section.next_offset()?;
    let again = answer.again.clone()?;
    Some(if section.rows.is_empty() && next < section.total {
        again.with("offset", next).with("max_tokens", crate::budget::MOST).to_string()
    } else {
        again.with("offset", next).to_string()
    })
}

struct Mark {
    key: &'static str,
    value: Json,
    /// Said in text even when it says that all is well.
    always: bool,
}

impl Mark {
    fn text(self) -> Option<String> {
        match (self.key, &self.value) {
            ("revision", Json::String(revision)) => Some(format!("revision {revision}")),
            ("index", Json::String(state)) if state == "ready" => None,
            ("not_attached", _) => Some("not attached: unsaved edits are invisible".into()),
            ("shown", shown) => Some(format!("shown: {shown}")),
            (_, Json::Bool(value)) if *value || self.always => Some(format!("{}: {value}", self.key)),
            (_, Json::Bool(_)) => None,
            (key, Json::String(text)) => Some(format!("{key}: {text}")),
            (key, Json::Array(names)) => {
                let names: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
                Some(format!("{key}: {}", names.join(", ")))
            }
            (key, value) => Some(format!("{key}: {value}")),
        }
    }
}

fn marks(answer: &Answer) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut mark = |key, value| marks.push(Mark { key, value, always: key == "complete" });
    if answer.outcome == Outcome::Failed && answer.marks.is_none() {
        return Vec::new();
    }
    let default = Marks::default();
    let standing = answer.marks.as_ref().unwrap_or(&default);
    mark("revision", json!(revision(&answer.host, standing.revision.0)));
    mark(
        "index",
        match standing.index {
            IndexState::Ready => json!("ready"),
            IndexState::Building(percent) => json!(format!("building {percent} %")),
        },
    );
    mark("complete", json!(answer.complete()));
    if let Some(recall) = answer.recall {
        mark("recall", json!(recall.as_str()));
    }
    if let Some(section) = answer.paged() {
        mark("shown", json!(section.rows.len()));
        mark("total", json!(section.total));
        if section.or_more {
            mark("total_or_more", json!(true));
        }
        if section.offset > 0 {
            mark("offset", json!(section.offset));
        }
        if let Some(next) = section.next_offset() {
            mark("next_offset", json!(next));
        }
    }
    for (key, files) in [
        ("refreshed", &standing.refreshed),
        ("pending", &standing.pending),
        ("held", &standing.held),
        ("unsaved", &standing.unsaved),
        ("failed", &standing.failed),
    ] {
        if !files.is_empty() {
            mark(key, names(files));
        }
    }
    if standing.watcher_late {
        mark("watcher", json!("late"));
    }
    if standing.not_attached {
        mark("not_attached", json!(true));
    }
    marks
}

/// A revision as it is printed and accepted everywhere.
#[must_use]
pub fn revision(host: &str, number: u64) -> String {
    if host.is_empty() { number.to_string() } else { format!("{host}.{number}") }
}

fn names(files: &[String]) -> Json {
    let mut names: Vec<String> =
        files.iter().take(NAMES_IN_A_MARK).map(|file| sanitize::label(file).into_owned()).collect();
    if files.len() > NAMES_IN_A_MARK {
        let mut rest = String::new();
        let _ = write!(rest, "+{} more", files.len() - NAMES_IN_A_MARK);
        names.push(rest);
    }
    json!(names)
}
