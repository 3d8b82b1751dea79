//! Every place that mentions a symbol, import lines included.

use std::collections::BTreeMap;

use lockstep_facts::{Confidence, ReferenceRole};
use lockstep_ide::{FileId, ReferenceInfo};

use crate::answer::{Answer, Row, Section, Value, after, before, cell};
use crate::arguments::{
    Arguments, COLUMN, Kind, LIMIT, LINE, MAX_TOKENS, OFFSET, PATH, PROJECT, SHOW_SITES, SYMBOL, VERBOSE,
    optional,
};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{Target, resolve};
use crate::schema::Output;
use crate::tools::find_callers::confidence;

const ROLES: &[&str] =
    &["call", "read", "write", "type", "import", "inherit", "implement", "decorate", "macro"];

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "find_references",
    title: "Find references",
    description: "Every place that uses a symbol (calls, reads, writes, types, imports, inheritance, decorators), resolved, \
not matched by text: a same-named symbol elsewhere is not counted. One line per use: file:line:column, role, enclosing \
definition; uncertain ones are marked ~inferred or ~ambiguous and counted apart. view=\"files\" gives one line per file; \
role, within and show_sites narrow or enrich. Before a rename or a signature change, look here. \
Example: find_references(symbol=\"src/app.py#App.run\", role=[\"call\",\"import\"])",
    parameters: &[
        SYMBOL,
        PATH,
        LINE,
        COLUMN,
        optional("role", Kind::Choices(ROLES), "Only uses of these roles; default all."),
        optional(
            "view",
            Kind::Choice(&["sites", "files"]),
            "sites: every use (default); files: one line per file.",
        ),
        optional("within", Kind::Text, "Only files whose path contains this."),
        SHOW_SITES,
        LIMIT,
        OFFSET,
        VERBOSE,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("symbol", Output::Text),
        ("path", Output::Text),
        ("line", Output::Number),
        ("kind", Output::Text),
        ("signature", Output::Text),
        ("namesakes", Output::Number),
        ("certain", Output::Number),
        ("uncertain", Output::Number),
        ("file_count", Output::Number),
        ("roles", Output::Texts),
        (
            "references",
            Output::Rows(&[
                ("path", Output::Text),
                ("line", Output::Number),
                ("column", Output::Number),
                ("role", Output::Text),
                ("enclosing", Output::Text),
                ("confidence", Output::Text),
                ("source", Output::Text),
            ]),
        ),
        (
            "files",
            Output::Rows(&[
                ("path", Output::Text),
                ("count", Output::Number),
                ("uncertain", Output::Number),
                ("lines", Output::Numbers),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_500,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

struct Params {
    target: Target,
    roles: Vec<ReferenceRole>,
    files: bool,
    within: Option<String>,
    show_sites: bool,
    page: Page,
}

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let target = match Target::read(&arguments) {
        Ok(target) => target,
        Err(what) => return Answer::failed(what),
    };
    let params = Params {
        roles: arguments.texts("role").iter().filter_map(|role| ReferenceRole::parse(role)).collect(),
        files: arguments.text("view") == Some("files"),
        within: arguments.text("within").map(str::to_owned),
        show_sites: arguments.flag("show_sites"),
        page: Page::read(&arguments, 50),
        target,
    };
    context.ask(params.target.named(), move |view| answer(view, &params)).await
}

fn answer(view: &View<'_>, params: &Params) -> Answer {
    let subject = match resolve(view, &params.target) {
        Ok(subject) => subject,
        Err(answer) => return *answer,
    };
    let all = view.take(match subject.symbol {
        Some(_) => view.snapshot.references(subject.id),
        None => view.snapshot.references_to_file(subject.file),
    });
    let wanted = |reference: &&ReferenceInfo| {
        (params.roles.is_empty() || params.roles.contains(&reference.role))
            && params
                .within
                .as_ref()
                .is_none_or(|part| view.snapshot.path(reference.place.file).as_str().contains(part))
    };
    let mut references: Vec<&ReferenceInfo> = all.iter().filter(wanted).collect();
    // What is certain first; inside, the order of path and place that they come in.
    references.sort_by_key(|reference| reference.confidence != Confidence::Extracted);
    let certain = references.iter().filter(|x| x.confidence == Confidence::Extracted).count();
    let by_file = by_file(&references);

    let counts = vec![
        after("references: ", "certain", Value::Number(certain as u64)),
        after("uncertain: ", "uncertain", Value::Number((references.len() - certain) as u64)),
        after("files: ", "file_count", Value::Number(by_file.len() as u64)),
        cell("roles", Value::Texts(roles(&references))),
    ];
    let mut again = subject.call(view, TOOL.name);
    if !params.roles.is_empty() {
        again = again.with("role", params.roles.iter().map(|role| role.as_str()).collect::<Vec<_>>());
    }
    if let Some(within) = &params.within {
        again = again.with("within", within.as_str());
    }
    if params.files {
        again = again.with("view", "files");
    }
    if params.show_sites {
        again = again.with("show_sites", true);
    }
    let why_empty = references.is_empty().then(|| {
        if all.is_empty() {
            subject.unused(view)
        } else {
            format!("{} has {} uses, but none of this role or in these files", subject.path, all.len())
        }
    });
    Answer {
        head: vec![subject.head(view, "references to "), Row::new(counts)],
        sections: vec![if params.files {
            file_rows(view, params.page, &by_file)
        } else {
            params
                .page
                .section("references", &references, |reference| row(view, reference, params.show_sites))
        }],
        why_empty,
        again: Some(again),
        recall: Some(subject.recall(view)),
        ..Answer::default()
    }
}

fn row(view: &View<'_>, reference: &ReferenceInfo, show_sites: bool) -> Row {
    let enclosing = reference.enclosing.map(|path| path.local.to_string()).unwrap_or_default();
    let mut cells = vec![
        cell("path", view.place(reference.place)),
        cell("role", Value::Text(reference.role.to_string())),
        after("in ", "enclosing", Value::Text(enclosing)),
        confidence(reference.confidence),
    ];
    if show_sites {
        cells.push(view.source(reference.place.file, reference.line));
    }
    Row::new(cells)
}

fn by_file<'a>(references: &[&'a ReferenceInfo]) -> Vec<(FileId, Vec<&'a ReferenceInfo>)> {
    let mut places: BTreeMap<FileId, usize> = BTreeMap::new();
    let mut files: Vec<(FileId, Vec<&ReferenceInfo>)> = Vec::new();
    for reference in references {
        let index = *places.entry(reference.place.file).or_insert_with(|| {
            files.push((reference.place.file, Vec::new()));
            files.len() - 1
        });
        if let Some((_, list)) = files.get_mut(index) {
            list.push(reference);
        }
    }
    files
}

fn file_rows(view: &View<'_>, page: Page, files: &[(FileId, Vec<&ReferenceInfo>)]) -> Section {
    page.section("files", files, |(file, references)| {
        let uncertain = references.iter().filter(|x| x.confidence != Confidence::Extracted).count();
        let mut lines: Vec<u64> = references.iter().map(|x| u64::from(x.line) + 1).collect();
        lines.sort_unstable();
        lines.dedup();
        let path = view.snapshot.path(*file);
        let path = view.member.map_or_else(|| path.to_string(), |member| format!("{member}:{path}"));
        let mut cells = vec![
            cell("path", Value::Text(path)),
            before("count", Value::Number(references.len() as u64), "×"),
            after("lines ", "lines", Value::Numbers(lines)),
        ];
        if uncertain > 0 {
            cells.push(after("uncertain: ", "uncertain", Value::Number(uncertain as u64)));
        }
        Row::new(cells)
    })
}

/// `call 3`, in the order of the closed list.
fn roles(references: &[&ReferenceInfo]) -> Vec<String> {
    let count = |role| references.iter().filter(|x| x.role == role).count();
    ReferenceRole::ALL
        .iter()
        .map(|role| (role, count(*role)))
        .filter(|x| x.1 > 0)
        .map(|x| format!("{} {}", x.0, x.1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::ROLES;
    use lockstep_facts::ReferenceRole;

    #[test]
    fn every_role_can_be_asked_for() {
        assert_eq!(ROLES, ReferenceRole::ALL.iter().map(|role| role.as_str()).collect::<Vec<_>>());
    }
}
