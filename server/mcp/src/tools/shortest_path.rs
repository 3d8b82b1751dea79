//! How one symbol leads to another.

use lockstep_ide::{PathInfo, PathOptions, PathStep};

use crate::answer::{Answer, Row, Value, after, cell};
use crate::arguments::{Arguments, Kind, MAX_TOKENS, PROJECT, Parameter, optional};
use crate::context::{Context, View};
use crate::page::Page;
use crate::registry::{Effect, Tool};
use crate::resolve::{Target, resolve};
use crate::schema::Output;
use crate::tools::find_callers::confidence;

/// Symbols that a search looks at before it gives up.
const MOST_VISITED: usize = 200_000;

/// See the module's documentation.
pub const TOOL: Tool = Tool {
    name: "shortest_path",
    title: "Shortest path",
    description: "How one symbol leads to another: the shortest chain of uses (calls, types, imports, bases) from one to the \
other, in unsaved buffers too, one step a line: file:line of the use, who uses, its role, what is used. Of equally short ways \
one without guesses. A class asked about stands for its members as well; one on \
the way is a type that is named, and leads nowhere. No way found: also ask the other way round. \
Example: shortest_path(from=\"main\", to=\"parse_config\")",
    parameters: &[
        Parameter {
            name: "from",
            synonyms: &["source", "symbol", "start"],
            kind: Kind::Text,
            description: "The symbol that uses, as in symbol of the other tools.",
            required: true,
        },
        Parameter {
            name: "to",
            synonyms: &["target", "end"],
            kind: Kind::Text,
            description: "The symbol that is used in the end.",
            required: true,
        },
        optional("max_steps", Kind::Number { least: 1, most: 64 }, "Longest way to look for; default 16."),
        PROJECT,
        MAX_TOKENS,
    ],
    output: &[
        ("from", Output::Text),
        ("to", Output::Text),
        ("step_count", Output::Number),
        ("both_ways", Output::Flag),
        (
            "steps",
            Output::Rows(&[
                ("path", Output::Text),
                ("line", Output::Number),
                ("column", Output::Number),
                ("user", Output::Text),
                ("role", Output::Text),
                ("used", Output::Text),
                ("kind", Output::Text),
                ("confidence", Output::Text),
            ]),
        ),
    ],
    effect: Effect::Reads,
    budget: 1_000,
    run: |context, arguments| Box::pin(run(context, arguments)),
};

async fn run(context: &Context, arguments: Arguments) -> Answer {
    let target = |name| Target::Name(arguments.text(name).unwrap_or_default().to_owned());
    let (from, to) = (target("from"), target("to"));
    let most = arguments.number("max_steps").and_then(|steps| usize::try_from(steps).ok()).unwrap_or(16);
    let named = from.named().into_iter().chain(to.named()).collect();
    context.ask(named, move |view| answer(view, &from, &to, most)).await
}

fn answer(view: &View<'_>, from: &Target, to: &Target, most: usize) -> Answer {
    let (from, to) = match (resolve(view, from), resolve(view, to)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(answer), _) | (_, Err(answer)) => return *answer,
    };
    let options = PathOptions { most_steps: most, most_visited: MOST_VISITED };
    let path = view.take(view.snapshot.shortest_path(from.id, to.id, options));
    let name = |subject: &crate::resolve::Subject| view.reference(subject.path, subject.line).to_string();
    let (from_name, to_name) = (name(&from), name(&to));
    let mut head = vec![Row::new(vec![
        after("from ", "from", Value::Text(from_name.clone())),
        after("to ", "to", Value::Text(to_name.clone())),
        after("steps: ", "step_count", Value::Number(path.steps.len() as u64)),
    ])];
    let mut answer = Answer { recall: Some(from.recall(view)), partial: path.given_up, ..Answer::default() };
    if path.steps.is_empty() {
        let back = view.take(view.snapshot.shortest_path(to.id, from.id, options));
        let other_way = !back.steps.is_empty();
        answer.partial |= back.given_up;
        answer.why_empty = Some(if from.id == to.id {
            "both are the same symbol".to_owned()
        } else {
            why_none((&from_name, &to_name), &path, &back, most)
        });
        if other_way {
            head.push(Row::new(vec![after(
                "the other way round there is one",
                "both_ways",
                Value::Flag(true),
            )]));
            let call = crate::answer::Call::new(TOOL.name).with("from", to_name).with("to", from_name);
            answer.see_also.push(call);
        }
    }
    let page = Page { limit: path.steps.len(), offset: 0 };
    answer.sections = vec![page.section("steps", &path.steps, |step| row(view, step))];
    answer.head = head;
    answer
}

/// Why there is no way, with what the search the other way round found.
fn why_none((from, to): (&str, &str), path: &PathInfo, back: &PathInfo, most: usize) -> String {
    if path.given_up {
        format!("no way found among the nearest {MOST_VISITED} symbols; ask between two that are nearer")
    } else if !back.steps.is_empty() {
        format!("{from} does not lead to {to} in {most} steps, but the other way round there is one")
    } else if back.given_up {
        format!(
            "no way of at most {most} steps is found; the other way round none among the nearest {MOST_VISITED} symbols"
        )
    } else if path.nested {
        format!("one holds the other, and no way of at most {most} steps is found between it and the rest")
    } else {
        format!(
            "no way of at most {most} steps is found in either direction; libraries and dynamic calls are not followed"
        )
    }
}

fn row(view: &View<'_>, step: &PathStep) -> Row {
    let name = |symbol: &lockstep_ide::SymbolInfo| {
        view.reads(symbol.file);
        Value::Text(view.reference(symbol.path, symbol.line).to_string())
    };
    Row::new(vec![
        cell("path", view.place(step.site.place)),
        cell("user", name(&step.from)),
        cell("role", Value::Text(format!("{}s", step.site.role))),
        cell("used", name(&step.to)),
        cell("kind", Value::Text(step.to.kind.to_string())),
        confidence(step.site.confidence),
    ])
}

#[cfg(test)]
mod tests {
    use lockstep_ide::PathInfo;

    use super::why_none;

    #[test]
    fn nothing_is_said_of_what_was_not_searched_to_its_end() {
        let none = PathInfo::default();
        let given_up = PathInfo { given_up: true, ..PathInfo::default() };
        let why = |path: &PathInfo, back: &PathInfo| why_none(("a", "b"), path, back, 16);
        assert!(why(&none, &none).contains("in either direction"));
        for (path, back) in [(&given_up, &none), (&none, &given_up), (&given_up, &given_up)] {
            let why = why(path, back);
            assert!(why.contains("200000 symbols") && !why.contains("either direction"), "{why}");
        }
        let nested = PathInfo { nested: true, ..PathInfo::default() };
        assert!(why(&nested, &nested).starts_with("one holds the other"));
    }
}
