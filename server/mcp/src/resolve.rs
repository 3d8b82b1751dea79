//! From what a call names to one symbol: by name the way `Snapshot::find` understands it, or by position. Never picks.

use lockstep_facts::{Confidence, Language, PositionEncoding, SymbolId, SymbolKind, SymbolPath};
use lockstep_ide::{FileId, FilePosition, FileState, SymbolInfo, SymbolQuery};

use crate::answer::{Answer, Call, Form, Outcome, Row, Rows, Section, Value, after, cell};
use crate::arguments::Arguments;
use crate::context::View;
use crate::recall::{Recall, recall, supported_languages};

/// What a call names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// By name.
    Name(String),
    /// By place, from 1.
    Place {
        /// The file.
        path: String,
        /// Line.
        line: u32,
        /// Column; none for the line's own definition or name.
        column: Option<u32>,
    },
    /// A whole file.
    File(String),
}

impl Target {
    /// Reads `symbol`, or `path` with `line` and perhaps `column`.
    ///
    /// # Errors
    /// What is missing.
    pub fn read(arguments: &Arguments) -> Result<Target, String> {
        let number = |name| arguments.number(name).and_then(|number| u32::try_from(number).ok());
        match (arguments.text("symbol"), arguments.text("path"), number("line")) {
            (Some(symbol), None, _) => Ok(Target::Name(symbol.to_owned())),
            // A path beside a name says which of several is meant.
            (Some(symbol), Some(path), _) if !symbol.contains(['#', '@']) => {
                Ok(Target::Name(format!("{symbol}@{path}")))
            }
            (Some(symbol), Some(_), _) => Ok(Target::Name(symbol.to_owned())),
            (None, Some(path), Some(line)) => {
                Ok(Target::Place { path: path.to_owned(), line, column: number("column") })
            }
            (None, Some(path), None) => Ok(Target::File(path.to_owned())),
            (None, None, _) => {
                Err("symbol is missing: give a name (symbol=\"App.run\"), or path and line".into())
            }
        }
    }

    /// The file it names, if it names one: what is compared with the disk before answering.
    #[must_use]
    pub fn named(&self) -> Vec<String> {
        let path = match self {
            Target::Name(name) => {
                match name.split_once('#').map(|(file, _)| file).or_else(|| name.split_once('@').map(|x| x.1))
                {
                    Some(file) => file,
                    None if name.contains(['/', '.']) => name,
                    None => return Vec::new(),
                }
            }
            Target::Place { path, .. } | Target::File(path) => path,
        };
        vec![path.to_owned()]
    }
}

/// The one thing a call is about.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its id.
    pub id: SymbolId,
    /// Its path.
    pub path: SymbolPath,
    /// Its file.
    pub file: FileId,
    /// Line of its name, from 0.
    pub line: u32,
    /// What it is.
    pub kind: SymbolKind,
    /// The definition; none for a whole file.
    pub symbol: Option<SymbolInfo>,
    /// Whether it was named by its bare name alone.
    pub by_bare_name: bool,
}

impl Subject {
    fn of(symbol: SymbolInfo) -> Subject {
        Subject {
            id: symbol.id,
            path: symbol.path,
            file: symbol.file,
            line: symbol.line,
            kind: symbol.kind,
            symbol: Some(symbol),
            by_bare_name: false,
        }
    }

    fn of_file(view: &View<'_>, file: FileId) -> Subject {
        let path = SymbolPath::parse(view.snapshot.path(file).as_str());
        Subject {
            id: path.id(),
            path,
            file,
            line: 0,
            kind: SymbolKind::Module,
            symbol: None,
            by_bare_name: false,
        }
    }

    /// What relations to it can miss.
    #[must_use]
    pub fn recall(&self, view: &View<'_>) -> Recall {
        view.snapshot.language(self.file).map_or(Recall::LowerBound, recall)
    }

    /// The first line of an answer about it; `what` stands in front of its name. A bare name that has namesakes says so: the
    /// definition at the top of its file is meant, and may not be what was meant.
    #[must_use]
    pub fn head(&self, view: &View<'_>, what: &'static str) -> Row {
        let mut cells = view.symbol(self.path, self.line, self.kind);
        if let Some(first) = cells.first_mut() {
            first.form = Form::After(what);
        }
        if let Some(symbol) = &self.symbol {
            cells.push(cell("signature", Value::Text(symbol.signature.to_string())));
        }
        if self.by_bare_name {
            let namesakes = view.snapshot.namesakes(self.id);
            if namesakes > 0 {
                let what = "others of that name (search_symbols lists them): ";
                cells.push(after(what, "namesakes", Value::Number(namesakes as u64)));
            }
        }
        Row::new(cells)
    }

    /// Why nothing is found that uses it.
    #[must_use]
    pub fn unused(&self, view: &View<'_>) -> String {
        let overridden = view.snapshot.overridden(self.id);
        if let Some(base) = overridden.first() {
            view.reads(base.file);
            let callers = view.take(view.snapshot.callers(base.id)).callers.len();
            let base = view.reference(base.path, base.line);
            return format!(
                "no use of {} itself is found, but it overrides {base}: whoever calls that may reach it (callers: {callers})",
                self.path
            );
        }
        format!("no use of {} is found: unused, an entry point, or reached dynamically", self.path)
    }

    /// A call of `tool` about it.
    #[must_use]
    pub fn call(&self, view: &View<'_>, tool: &'static str) -> Call {
        Call::new(tool).with("symbol", view.reference(self.path, self.line).to_string())
    }
}

/// The subject of a call, or the answer that helps to name it.
///
/// # Errors
/// Candidates of an ambiguous name; of an unknown one, the nearest and why it may be unknown.
pub fn resolve(view: &View<'_>, target: &Target) -> Result<Subject, Box<Answer>> {
    match target {
        Target::Name(name) => match view.take(view.snapshot.find(name)) {
            SymbolQuery::One(symbol) => {
                view.reads(symbol.file);
                let by_bare_name = !name.contains(['#', '@', '.', ':']);
                Ok(Subject { by_bare_name, ..Subject::of(symbol) })
            }
            SymbolQuery::File(file) => indexed(view, file).map(|()| Subject::of_file(view, file)),
            SymbolQuery::Several(symbols, total) => {
                Err(candidates(view, &ambiguous(name, total), &symbols, total))
            }
            SymbolQuery::Unknown(nearest) => Err(unknown(view, name, &nearest)),
        },
        Target::File(path) => {
            let file = find_file(view, path)?;
            Ok(Subject::of_file(view, file))
        }
        Target::Place { path, line, column } => {
            let file = find_file(view, path)?;
            at_place(view, file, *line, *column)
        }
    }
}

/// The indexed file that `path` names: exactly, or as the only one that ends so.
///
/// # Errors
/// See [`resolve`].
pub fn find_file(view: &View<'_>, path: &str) -> Result<FileId, Box<Answer>> {
    if let Some(file) = view.snapshot.file(path) {
        return indexed(view, file).map(|()| file);
    }
    match view.take(view.snapshot.find(path)) {
        SymbolQuery::File(file) => indexed(view, file).map(|()| file),
        SymbolQuery::One(symbol) => Ok(symbol.file),
        SymbolQuery::Several(symbols, total) => {
            Err(candidates(view, &ambiguous(path, total), &symbols, total))
        }
        SymbolQuery::Unknown(_) => Err(no_file(view, path)),
    }
}

fn indexed(view: &View<'_>, file: FileId) -> Result<(), Box<Answer>> {
    view.reads(file);
    let why = match view.snapshot.state(file) {
        FileState::Skipped(reason) => reason.to_string(),
        _ if view.snapshot.language(file) == Some(Language::Package) => {
            "a package file has no symbols".to_owned()
        }
        _ => return Ok(()),
    };
    Err(unresolved(format!("{} is not indexed: {why}; read it as text", view.snapshot.path(file))))
}

/// The symbols that what stands there means: what is known for certain hides what is only possible.
pub(crate) fn meanings_at(view: &View<'_>, at: FilePosition) -> Vec<(SymbolInfo, Confidence)> {
    let mut meanings = view.take(view.snapshot.symbols_at(at));
    if meanings.iter().any(|(_, confidence)| *confidence == Confidence::Extracted) {
        meanings.retain(|(_, confidence)| *confidence == Confidence::Extracted);
    }
    let symbols = meanings.into_iter();
    symbols.filter_map(|(id, confidence)| Some((view.snapshot.symbol(id)?, confidence))).collect()
}

fn at_place(view: &View<'_>, file: FileId, line: u32, column: Option<u32>) -> Result<Subject, Box<Answer>> {
    view.reads(file);
    let path = view.snapshot.path(file);
    let starts_here = |symbol: &SymbolInfo| symbol.line + 1 == line;
    let definitions = || -> Vec<SymbolInfo> {
        let mut all = Vec::new();
        flatten(view.take(view.snapshot.outline(file)), &mut all);
        all
    };
    if let Some(column) = column {
        let offset = view.offset(file, line, column);
        let meanings = meanings_at(view, FilePosition { file, offset });
        let symbols: Vec<SymbolInfo> = meanings.into_iter().map(|(symbol, _)| symbol).collect();
        return match symbols.as_slice() {
            [one] => Ok(Subject::of(one.clone())),
            [] => {
                let mut answer = unresolved(format!(
                    "no symbol is named at {path}:{line}:{column}: a local name, a literal, or something from outside the project"
                ));
                answer.see_also.push(Call::new("get_file_outline").with("path", path.as_str()));
                Err(answer)
            }
            several => Err(candidates(
                view,
                &ambiguous(&format!("{path}:{line}:{column}"), several.len()),
                several,
                several.len(),
            )),
        };
    }
    let all = definitions();
    let here: Vec<SymbolInfo> = all.iter().filter(|symbol| starts_here(symbol)).cloned().collect();
    match here.as_slice() {
        [one] => Ok(Subject::of(one.clone())),
        [] => {
            let line_of = |offset| view.snapshot.position(file, offset, PositionEncoding::Utf8).line + 1;
            let around = |symbol: &&SymbolInfo| {
                (line_of(symbol.full_range.start)..=line_of(symbol.full_range.end)).contains(&line)
            };
            match all.iter().filter(around).min_by_key(|symbol| symbol.full_range.len()) {
                Some(innermost) => Ok(Subject::of(innermost.clone())),
                None => {
                    let mut answer = unresolved(format!(
                        "no definition at {path}:{line}; add column to mean a name used there"
                    ));
                    answer.see_also.push(Call::new("get_file_outline").with("path", path.as_str()));
                    Err(answer)
                }
            }
        }
        several => Err(candidates(
            view,
            &ambiguous(&format!("{path}:{line}"), several.len()),
            several,
            several.len(),
        )),
    }
}

/// All definitions of an outline in text order.
pub fn flatten(nodes: Vec<lockstep_ide::OutlineNode>, all: &mut Vec<SymbolInfo>) {
    for node in nodes {
        all.push(node.symbol);
        flatten(node.children, all);
    }
}

fn ambiguous(name: &str, total: usize) -> String {
    format!("ambiguous: {name} means {total} definitions; call again with one of these as symbol")
}

fn candidates(view: &View<'_>, why: &str, symbols: &[SymbolInfo], total: usize) -> Box<Answer> {
    let mut answer = unresolved(why.to_owned());
    answer.sections.push(choices(view, "candidates", "", symbols, total));
    answer
}

fn unknown(view: &View<'_>, name: &str, nearest: &[SymbolInfo]) -> Box<Answer> {
    let file = name.split_once('#').map_or(name, |(file, _)| file);
    let mut answer = if file.contains('/') && ending(file).is_some_and(|ending| !is_indexed(view, ending)) {
        no_file(view, file)
    } else {
        unresolved(match view.member {
            None => format!("unknown: nothing in the project is called {name}"),
            Some(member) => {
                format!("unknown: nothing in project {member} is called {name}; project= asks about another")
            }
        })
    };
    if nearest.is_empty() {
        let bare = name.rsplit(['#', '.', '/', ':']).next().unwrap_or(name);
        answer.see_also.push(Call::new("search_symbols").with("query", bare));
    } else {
        answer.sections.push(choices(view, "nearest", "nearest:", nearest, nearest.len()));
    }
    answer
}

/// Not there is not the same as of a language that is not understood.
fn no_file(view: &View<'_>, path: &str) -> Box<Answer> {
    let mut answer = match ending(path) {
        Some(ending) if !is_indexed(view, ending) => unresolved(format!(
            "no indexed file {path}: no .{ending} file is indexed here (languages: {})",
            supported_languages()
        )),
        _ => unresolved(format!("no indexed file {path}: it is not there, ignored, or left out")),
    };
    answer.see_also.push(Call::new("index_status"));
    answer
}

fn ending(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map(|(_, ending)| ending).filter(|ending| !ending.is_empty() && ending.len() <= 5)
}

fn is_indexed(view: &View<'_>, ending: &str) -> bool {
    let ending = format!(".{ending}");
    view.snapshot.files().into_iter().any(|file| view.snapshot.path(file).as_str().ends_with(&ending))
}

fn choices(
    view: &View<'_>,
    key: &'static str,
    heading: &'static str,
    symbols: &[SymbolInfo],
    total: usize,
) -> Section {
    let rows = symbols.iter().map(|symbol| Row::new(view.candidate(symbol))).collect();
    Section { key, heading, rows: Rows::Items(rows), offset: 0, total, or_more: false }
}

fn unresolved(why: String) -> Box<Answer> {
    Box::new(Answer { outcome: Outcome::Unresolved, why_empty: Some(why), ..Answer::default() })
}
