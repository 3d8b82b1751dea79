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
    let all_shown =
        answer.paged().is_some_and(|section| section.rows.len() == section.total && !section.or_more);
    let marks = marks(answer).into_iter().filter(|mark| !(all_shown && mark.key == "shown"));
    let marks: Vec<String> = marks.filter_map(Mark::text).collect();
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
    let shown = section.offset + section.rows.len();
    (!paged && shown < section.total).then(|| section.total - shown)
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
        Form::Between(before, after) => format!("{before}{value}{after}"),
    })
}

fn words(form: Form) -> Option<&'static str> {
    match form {
        Form::After(words) | Form::Before(words) => Some(words),
        Form::Bare | Form::Reference | Form::Between(..) => None,
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
        if section.or_more || answer.partial {
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
    if standing.unwatched {
        mark("watched", json!("partly"));
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_session::{IndexState, Marks};
    use serde_json::json;

    use super::{structured, text};
    use crate::answer::{
        Answer, Call, Outcome, Place, Row, Rows, Section, SymbolReference, Under, Value, after, cell,
    };
    use crate::recall::Recall;

    fn symbol(local: &str, line: u64) -> Value {
        let member = Some("web".into());
        Value::Symbol(SymbolReference { member, path: "src/a.ts".into(), local: local.into(), line })
    }

    fn everything() -> Answer {
        let site = |line| {
            let place = Place { member: None, path: "src/b.ts".into(), line, column: 5 };
            Row::new(vec![
                cell("path", Value::Place(place)),
                after("| ", "source", Value::Source("  f()".into())),
            ])
        };
        let mut caller = Row::new(vec![
            cell("symbol", symbol("g~2", 9)),
            after("~", "confidence", Value::Text("inferred".into())),
        ]);
        caller.under = Some(Under { key: "sites", rows: vec![site(10), site(11)], total: 3 });
        let plain = Row::new(vec![cell("symbol", symbol("", 1)), after("~held", "held", Value::Flag(true))]);
        let files = |count: usize| (0..count).map(|index| format!("f{index}.ts")).collect::<Vec<_>>();
        Answer {
            head: vec![Row::new(vec![after("callers of ", "symbol", symbol("A.f", 3))])],
            sections: vec![Section {
                key: "callers",
                heading: "",
                rows: Rows::Items(vec![caller, plain]),
                offset: 10,
                total: 40,
                or_more: true,
            }],
            see_also: vec![Call::new("affected").with("symbol", "web:src/a.ts#A.f")],
            again: Some(Call::new("find_callers").with("symbol", "web:src/a.ts#A.f").with("offset", 10)),
            recall: Some(Recall::LowerBound),
            marks: Some(Marks {
                revision: lockstep_session::ide::Revision(42),
                index: IndexState::Building(62),
                refreshed: files(1),
                pending: files(2),
                held: files(1),
                unsaved: files(11),
                failed: files(1),
                unwatched: true,
                watcher_late: true,
                not_attached: true,
            }),
            host: "7f3a".into(),
            ..Answer::default()
        }
    }

    #[track_caller]
    fn check(answer: &Answer, as_text: Expect, as_object: Expect) {
        as_text.assert_eq(&text(answer));
        as_object.assert_eq(&serde_json::to_string_pretty(&structured(answer)).unwrap());
    }

    #[test]
    fn every_mark_is_in_both_renderings() {
        check(
            &everything(),
            expect![[r#"
            callers of web:src/a.ts:3  A.f
            web:src/a.ts:9  g~2  ~inferred
              src/b.ts:10:5  | f()
              src/b.ts:11:5  | f()
              … 1 more sites
            web:src/a.ts:1  ~held
            next: find_callers(symbol="web:src/a.ts#A.f", offset=12)
            see also: affected(symbol="web:src/a.ts#A.f")
            revision 7f3a.42 · index: building 62 % · complete: false · recall: lower_bound · shown: 2 · total: 40 · total_or_more: true · offset: 10 · next_offset: 12 · refreshed: f0.ts · pending: f0.ts, f1.ts · held: f0.ts · unsaved: f0.ts, f1.ts, f2.ts, f3.ts, f4.ts, f5.ts, f6.ts, f7.ts, +3 more · failed: f0.ts · watcher: late · watched: partly · not attached: unsaved edits are invisible"#]],
            expect![[r#"
            {
              "callers": [
                {
                  "confidence": "inferred",
                  "line": 9,
                  "path": "web:src/a.ts",
                  "sites": [
                    {
                      "column": 5,
                      "line": 10,
                      "path": "src/b.ts",
                      "source": "f()"
                    },
                    {
                      "column": 5,
                      "line": 11,
                      "path": "src/b.ts",
                      "source": "f()"
                    }
                  ],
                  "sites_total": 3,
                  "symbol": "web:src/a.ts#g~2"
                },
                {
                  "held": true,
                  "line": 1,
                  "path": "web:src/a.ts",
                  "symbol": "web:src/a.ts"
                }
              ],
              "complete": false,
              "failed": [
                "f0.ts"
              ],
              "held": [
                "f0.ts"
              ],
              "index": "building 62 %",
              "line": 3,
              "next": "find_callers(symbol=\"web:src/a.ts#A.f\", offset=12)",
              "next_offset": 12,
              "not_attached": true,
              "offset": 10,
              "path": "web:src/a.ts",
              "pending": [
                "f0.ts",
                "f1.ts"
              ],
              "recall": "lower_bound",
              "refreshed": [
                "f0.ts"
              ],
              "revision": "7f3a.42",
              "see_also": [
                "affected(symbol=\"web:src/a.ts#A.f\")"
              ],
              "shown": 2,
              "symbol": "web:src/a.ts#A.f",
              "total": 40,
              "total_or_more": true,
              "unsaved": [
                "f0.ts",
                "f1.ts",
                "f2.ts",
                "f3.ts",
                "f4.ts",
                "f5.ts",
                "f6.ts",
                "f7.ts",
                "+3 more"
              ],
              "watched": "partly",
              "watcher": "late"
            }"#]],
        );
    }

    #[test]
    fn a_failure_is_its_message() {
        check(
            &Answer::failed("symbol is missing"),
            expect!["symbol is missing"],
            expect![[r#"
            {
              "error": "symbol is missing"
            }"#]],
        );
    }

    #[test]
    fn completeness_is_lost_by_any_of_its_conditions() {
        let whole = || {
            let mut answer = everything();
            answer.marks = Some(Marks::default());
            answer.sections.clear();
            answer
        };
        assert!(whole().complete());
        let lost = |change: fn(&mut Answer)| {
            let mut answer = whole();
            change(&mut answer);
            assert_eq!(structured(&answer)["complete"], json!(answer.complete()));
            !answer.complete()
        };
        let marks = |answer: &mut Answer| answer.marks.clone().unwrap_or_default();
        assert!(lost(|answer| answer.outcome = Outcome::Unresolved));
        assert!(lost(|answer| answer.partial = true));
        assert!(lost(|answer| answer.sections = everything().sections));
        for change in [
            |marks: &mut Marks| marks.index = IndexState::Building(99),
            |marks: &mut Marks| marks.pending = vec!["a".into()],
            |marks: &mut Marks| marks.held = vec!["a".into()],
            |marks: &mut Marks| marks.failed = vec!["a".into()],
            |marks: &mut Marks| marks.unwatched = true,
        ] {
            let mut answer = whole();
            let mut changed = marks(&mut answer);
            change(&mut changed);
            answer.marks = Some(changed);
            assert!(!answer.complete());
        }
        // What was read again, or from a buffer, is no less complete.
        assert!(!lost(|answer| {
            answer.marks =
                Some(Marks { refreshed: vec!["a".into()], unsaved: vec!["b".into()], ..Marks::default() });
        }));
    }
}
