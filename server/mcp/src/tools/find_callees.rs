//! What a symbol calls, with what its calls lead to.

use lockstep_facts::Confidence;
use lockstep_ide::{CalleeInfo, FileId, ReferenceInfo};

use crate::answer::{Answer, Row, Value, after, cell};
use crate::arguments::{Arguments, COLUMN, LIMIT, LINE, MAX_TOKENS, OFFSET, PATH, PROJECT, SYMBOL, VERBOSE};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{Target, resolve};
use crate::schema::Output;
use crate::tools::find_callers::{MAX_LINES, call_lines, confidence};

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "find_callees",
    title: "Find callees",
    description: "What a function, method or class calls in the workspace, resolved by scope, import and receiver type, in \
unsaved buffers too. One line per definition called: file:line, name, kind, signature, lines of the calls (file:line where a \
member stands in another file). Calls of libraries, of parameters and of what is not known are \
counted as elsewhere. A class gives what its methods call, a file what its top level calls. Who calls it: find_callers. Example: find_callees(symbol=\"App\")",
    parameters: &[SYMBOL, PATH, LINE, COLUMN, LIMIT, OFFSET, VERBOSE, PROJECT, MAX_TOKENS],
    output: &[
        ("symbol", Output::Text),
        ("path", Output::Text),
        ("line", Output::Number),
        ("kind", Output::Text),
        ("signature", Output::Text),
        ("namesakes", Output::Number),
        ("certain", Output::Number),
        ("uncertain", Output::Number),
        ("elsewhere", Output::Number),
        (
            "callees",
            Output::Rows(&[
                ("symbol", Output::Text),
                ("path", Output::Text),
                ("line", Output::Number),
                ("kind", Output::Text),
                ("signature", Output::Text),
                ("calls", Output::Numbers),
                ("more_calls", Output::Number),
                ("calls_in_files", Output::Texts),
                ("confidence", Output::Text),
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
    let page = Page::read(&arguments, 50);
    context.ask(target.named(), move |view| answer(view, &target, page)).await
}

fn answer(view: &View<'_>, target: &Target, page: Page) -> Answer {
    let subject = match resolve(view, target) {
        Ok(subject) => subject,
        Err(answer) => return *answer,
    };
    let found = view.take(view.snapshot.callees(subject.id));
    let certain = found.callees.iter().filter(|callee| callee.confidence == Confidence::Extracted).count();
    let why_empty = found.callees.is_empty().then(|| match found.elsewhere {
        0 => format!("{} calls nothing", subject.path),
        calls => format!("all {calls} calls of {} lead out of the workspace or are not known", subject.path),
    });
    Answer {
        head: vec![
            subject.head(view, "callees of "),
            Row::new(vec![
                after("callees: ", "certain", Value::Number(certain as u64)),
                after("uncertain: ", "uncertain", Value::Number((found.callees.len() - certain) as u64)),
                after("calls elsewhere: ", "elsewhere", Value::Number(found.elsewhere as u64)),
            ]),
        ],
        sections: vec![page.section("callees", &found.callees, |callee| row(view, subject.file, callee))],
        why_empty,
        again: Some(subject.call(view, TOOL.name)),
        recall: Some(subject.recall(view)),
        ..Answer::default()
    }
}

/// A line alone is one of the subject's own file; its members may call in others.
fn row(view: &View<'_>, file: FileId, callee: &CalleeInfo) -> Row {
    let symbol = &callee.symbol;
    let mut cells = view.symbol(symbol.path, symbol.line, symbol.kind);
    cells.push(cell("signature", Value::Text(symbol.signature.to_string())));
    let (own, others): (Vec<_>, Vec<_>) =
        callee.sites.iter().cloned().partition(|site| site.place.file == file);
    cells.extend(call_lines(&own));
    let place = |site: &ReferenceInfo| format!("{}:{}", view.snapshot.path(site.place.file), site.line + 1);
    let mut places: Vec<String> = others.iter().map(place).collect();
    places.dedup();
    let more = places.len().saturating_sub(MAX_LINES);
    places.truncate(MAX_LINES);
    places.extend((more > 0).then(|| format!("and {more} more")));
    cells.push(after("calls at ", "calls_in_files", Value::Texts(places)));
    cells.push(confidence(callee.confidence));
    Row::new(cells)
}
