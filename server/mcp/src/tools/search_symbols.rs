//! Definitions by a part of their name.

use lockstep_facts::SymbolKind;
use lockstep_ide::SearchOptions;

use crate::answer::{Answer, Row, Rows, Section, Value, after};
use crate::arguments::{Arguments, Kind, LIMIT, MAX_TOKENS, OFFSET, PROJECT, Parameter, VERBOSE, optional};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::schema::Output;

const KINDS: &[&str] = &[
    "module",
    "class",
    "struct",
    "enum",
    "enum_member",
    "interface",
    "trait",
    "type_alias",
    "function",
    "method",
    "constructor",
    "field",
    "property",
    "constant",
    "variable",
    "macro",
];

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "search_symbols",
    title: "Search symbols",
    description: "Definitions whose name matches, best first: any case, any part (a subsequence is enough), in unsaved buffers \
too. One line per definition: its copy-ready reference file#Name, line, kind, signature. The start when a name is only half \
known; the references go into every other tool. kind and within narrow. Names only: for text inside bodies use a text search. \
Example: search_symbols(query=\"parseconf\", kind=[\"function\",\"method\"])",
    parameters: &[
        Parameter {
            name: "query",
            synonyms: &["symbol", "label", "name", "pattern", "q"],
            kind: Kind::Text,
            description: "A name or a part of one.",
            required: true,
        },
        optional("kind", Kind::Choices(KINDS), "Only these kinds; default all."),
        optional("within", Kind::Text, "Only files whose path contains this."),
        LIMIT.described("Most entries to list; default 20."),
        OFFSET,
        VERBOSE,
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[("query", Output::Text), ("symbols", Output::Rows(crate::schema::SYMBOL_ROW))],
    effect: Effect::Reads,
    budget: 1_500,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

struct Params {
    query: String,
    kinds: Vec<SymbolKind>,
    within: Option<String>,
    page: Page,
}

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let params = Params {
        query: arguments.text("query").unwrap_or_default().to_owned(),
        kinds: arguments.texts("kind").iter().filter_map(|kind| SymbolKind::parse(kind)).collect(),
        within: arguments.text("within").map(str::to_owned),
        page: Page::read(&arguments, 20),
    };
    context.ask(Vec::new(), move |view| answer(view, &params)).await
}

fn answer(view: &View<'_>, params: &Params) -> Answer {
    let options = |kinds: &[SymbolKind], within: &Option<String>| SearchOptions {
        kinds: kinds.to_vec(),
        path: within.clone(),
        limit: params.page.limit,
        offset: params.page.offset,
    };
    let (found, total) =
        view.take(view.snapshot.search_symbols(&params.query, options(&params.kinds, &params.within)));
    let mut why_empty = None;
    if found.is_empty() {
        let narrowed = !params.kinds.is_empty() || params.within.is_some();
        let elsewhere = if narrowed {
            view.take(view.snapshot.search_symbols(&params.query, options(&[], &None))).1
        } else {
            0
        };
        why_empty = Some(if total > 0 {
            format!("only {total} definitions match")
        } else if elsewhere > 0 {
            format!(
                "no match of this kind or in these files, but {elsewhere} elsewhere: leave out kind or within"
            )
        } else {
            format!(
                "unknown: no definition's name matches {} (names only, no text inside bodies)",
                params.query
            )
        });
    }
    let mut again = crate::answer::Call::new(TOOL.name).with("query", params.query.as_str());
    if !params.kinds.is_empty() {
        again = again.with("kind", params.kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>());
    }
    if let Some(within) = &params.within {
        again = again.with("within", within.as_str());
    }
    Answer {
        head: vec![Row::new(vec![after(
            "definitions matching ",
            "query",
            Value::Text(params.query.clone()),
        )])],
        sections: vec![Section {
            key: "symbols",
            heading: "",
            rows: Rows::Items(found.iter().map(|symbol| Row::new(view.candidate(symbol))).collect()),
            offset: params.page.offset.min(total),
            total,
            or_more: false,
        }],
        why_empty,
        again: Some(again),
        ..Answer::default()
    }
}

#[cfg(test)]
mod tests {
    use super::KINDS;
    use lockstep_facts::SymbolKind;

    #[test]
    fn every_kind_can_be_asked_for() {
        assert_eq!(KINDS, SymbolKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>());
    }
}
