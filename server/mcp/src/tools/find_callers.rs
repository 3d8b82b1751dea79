//! Who calls a symbol: the enclosing definitions of its call references.

use lockstep_facts::Confidence;
use lockstep_ide::{CallerInfo, ReferenceInfo};

use crate::answer::{Answer, Cell, Row, Under, Value, after, cell};
use crate::arguments::{
    Arguments, COLUMN, LIMIT, LINE, MAX_TOKENS, OFFSET, PATH, PROJECT, SHOW_SITES, SYMBOL, VERBOSE,
};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{Subject, Target, resolve};
use crate::schema::Output;

/// Lines of calls listed for one caller.
pub const MAX_LINES: usize = 20;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "find_callers",
    title: "Find callers",
    description: "Who calls a function, method, class or macro, resolved by scope, import and receiver type (not by text), \
in unsaved buffers too. One line per calling definition: file:line, name, kind, lines of its calls; calls at module level are \
the file's. Uncertain callers are marked ~inferred or ~ambiguous and counted apart. show_sites adds each call's source line. \
Uses that are no calls: find_references. Example: find_callers(symbol=\"App.run\", show_sites=true)",
    parameters: &[SYMBOL, PATH, LINE, COLUMN, SHOW_SITES, LIMIT, OFFSET, VERBOSE, PROJECT, MAX_TOKENS],
    output: &[
        ("symbol", Output::Text),
        ("path", Output::Text),
        ("line", Output::Number),
        ("kind", Output::Text),
        ("signature", Output::Text),
        ("namesakes", Output::Number),
        ("certain", Output::Number),
        ("uncertain", Output::Number),
        ("unresolved_calls", Output::Number),
        (
            "callers",
            Output::Rows(&[
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("kind", Output::Text),
                ("calls", Output::Numbers),
                ("more_calls", Output::Number),
                ("test", Output::Flag),
                ("confidence", Output::Text),
                (
                    "sites",
                    Output::Rows(&[
                        ("path", Output::Text),
                        ("line", Output::Number),
                        ("column", Output::Number),
                        ("source", Output::Text),
                    ]),
                ),
                ("sites_total", Output::Number),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let target = match Target::read(&arguments) {
        Ok(target) => target,
        Err(what) => return Answer::failed(what),
    };
    let (page, sites) = (Page::read(&arguments, 50), arguments.flag("show_sites"));
    context.ask(target.named(), move |view| answer(view, &target, page, sites)).await
}

fn answer(view: &View<'_>, target: &Target, page: Page, show_sites: bool) -> Answer {
    let subject = match resolve(view, target) {
        Ok(subject) => subject,
        Err(answer) => return *answer,
    };
    let found = view.take(match subject.symbol {
        Some(_) => view.snapshot.callers(subject.id),
        None => view.snapshot.callers_of_file(subject.file),
    });
    let (mut callers, unresolved) = (found.callers, found.unresolved_calls);
    // What is certain first; inside, the order of path and place that they come in.
    callers.sort_by_key(|caller| caller.confidence != Confidence::Extracted);
    let certain = callers.iter().filter(|caller| caller.confidence == Confidence::Extracted).count();
    let mut again = subject.call(view, TOOL.name);
    if show_sites {
        again = again.with("show_sites", true);
    }
    let mut answer = Answer {
        head: vec![
            subject.head(view, "callers of "),
            Row::new(vec![
                after("callers: ", "certain", Value::Number(certain as u64)),
                after("uncertain: ", "uncertain", Value::Number((callers.len() - certain) as u64)),
            ]),
        ],
        sections: vec![page.section("callers", &callers, |caller| row(view, caller, show_sites))],
        again: Some(again),
        recall: Some(subject.recall(view)),
        ..Answer::default()
    };
    if unresolved > 0
        && let Some(counts) = answer.head.last_mut()
    {
        let what = "calls of that name on unknown receivers: ";
        counts.cells.push(after(what, "unresolved_calls", Value::Number(unresolved as u64)));
    }
    if callers.is_empty() {
        explain(view, &subject, &mut answer);
    } else if subject.kind.is_type() {
        answer.see_also.push(subject.call(view, "affected"));
    }
    answer
}

fn row(view: &View<'_>, caller: &CallerInfo, show_sites: bool) -> Row {
    let mut cells = view.symbol(caller.path, caller.line, caller.kind);
    if !show_sites {
        cells.extend(call_lines(&caller.sites));
    }
    cells.push(after("test", "test", Value::Flag(view.snapshot.is_test(caller.path, caller.place.file))));
    cells.push(confidence(caller.confidence));
    let mut row = Row::new(cells);
    if show_sites {
        let site = |site: &ReferenceInfo| {
            Row::new(vec![cell("path", view.place(site.place)), view.source(site.place.file, site.line)])
        };
        let rows: Vec<Row> = caller.sites.iter().map(site).collect();
        row.under = Some(Under { key: "sites", total: rows.len(), rows });
    }
    row
}

/// The lines of calls, as many as one row should hold.
pub fn call_lines(sites: &[ReferenceInfo]) -> Vec<Cell> {
    let mut lines: Vec<u64> = sites.iter().map(|site| u64::from(site.line) + 1).collect();
    lines.dedup();
    let more = lines.len().saturating_sub(MAX_LINES);
    lines.truncate(MAX_LINES);
    let mut cells = vec![after("calls at ", "calls", Value::Numbers(lines))];
    if more > 0 {
        cells.push(after("more: ", "more_calls", Value::Number(more as u64)));
    }
    cells
}

/// Marks what is not certain.
pub fn confidence(confidence: Confidence) -> Cell {
    let text = match confidence {
        Confidence::Extracted => String::new(),
        uncertain => uncertain.to_string(),
    };
    after("~", "confidence", Value::Text(text))
}

/// No callers is not no uses.
fn explain(view: &View<'_>, subject: &Subject, answer: &mut Answer) {
    let counts = view.take(view.snapshot.counts(subject.id));
    let uses = counts.references + counts.uncertain_references;
    let name = subject.path;
    answer.why_empty = Some(if uses == 0 || subject.symbol.is_none() {
        subject.unused(view)
    } else {
        answer.see_also.push(subject.call(view, "find_references"));
        format!("no call of {name} is found, but it is used otherwise (imports, reads, types: {uses})")
    });
    if subject.kind.is_type() {
        answer.see_also.push(subject.call(view, "affected"));
    }
}
