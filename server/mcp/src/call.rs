//! One call of a tool, from arguments as they came to an answer as it is sent.

use std::path::PathBuf;

use lockstep_ide::Revision;
use serde_json::{Map, Value as Json};

use crate::answer::Answer;
use crate::context::{Context, PENDING_WAIT};
use crate::members::{self, Members};
use crate::registry::{self, Tool};
use crate::{ToolOptions, arguments, budget, render};

/// The key of a request's `_meta` that names the revision an answer must show.
pub const MIN_REVISION_KEY: &str = "lockstep/minRevision";

/// What a tool answered.
#[derive(Clone, Debug)]
pub struct Called {
    /// What a model reads.
    pub text: String,
    /// The same facts and marks as an object.
    pub structured: Json,
    /// Whether the tool says it failed.
    pub is_error: bool,
}

/// One call outside of any connection: the CLI's way. Returns the rendered text, the structured form, and whether it is an error.
///
/// # Errors
/// Unknown tool or arguments: what to say to the user.
pub async fn call(
    members: &Members,
    options: &ToolOptions,
    tool: &str,
    arguments: Map<String, Json>,
) -> Result<Called, String> {
    let tool = find(tool, options)?;
    let (context, read) = prepare(members, options, tool, arguments)?;
    let budget = budget_of(tool, options, &read);
    Ok(finish((tool.run)(&context, read).await, budget, options).await)
}

/// A call on a connection: wrong arguments are an answer too.
pub async fn answer(
    members: &Members,
    options: &ToolOptions,
    tool: &Tool,
    arguments: Map<String, Json>,
    min_revision: Option<&Json>,
) -> Called {
    let (mut context, read) = match prepare(members, options, tool, arguments) {
        Ok(prepared) => prepared,
        Err(what) => {
            return finish(Answer::failed(format!("{}: {what}", tool.name)), tool.budget, options).await;
        }
    };
    let budget = budget_of(tool, options, &read);
    if let Some(revision) = min_revision
        && let Err(what) = reach(&mut context, revision).await
    {
        return finish(Answer::failed(what), budget, options).await;
    }
    finish((tool.run)(&context, read).await, budget, options).await
}

/// An answer that says why the session has no tree to ask.
pub async fn unserved(why: String, options: &ToolOptions) -> Called {
    finish(Answer::failed(why), budget::MOST, options).await
}

/// The tool called `name`, if this session offers it.
///
/// # Errors
/// What to say to somebody who calls a tool that is not there.
pub fn find(name: &str, options: &ToolOptions) -> Result<&'static Tool, String> {
    registry::offered(&options.tools)
        .find(|tool| tool.name == name)
        .ok_or_else(|| unknown_tool(name, &options.tools))
}

/// What to say about a name that is none of the tools offered, which are those chosen, or all.
pub fn unknown_tool(name: &str, chosen: &[&str]) -> String {
    let names: Vec<&str> = registry::offered(chosen).map(|tool| tool.name).collect();
    let near = arguments::nearest(name, names.iter().map(|name| (*name, *name)));
    let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    format!("no tool {name}{near} (tools: {})", names.join(", "))
}

fn prepare(
    members: &Members,
    options: &ToolOptions,
    tool: &Tool,
    mut given: Map<String, Json>,
) -> Result<(Context, arguments::Arguments), String> {
    // Arguments are checked first: a misspelled one is the likelier mistake.
    arguments::read(tool.parameters, &given)?;
    let roots = roots(members);
    let chosen = members::choose(&roots, &mut given)?;
    let (name, session) = members.members.get(chosen).ok_or("this session has no tree")?;
    let context = Context {
        session: session.clone(),
        member: (members.members.len() > 1).then(|| name.clone()),
        members: roots.into_iter().map(|(name, root)| (name, root.display().to_string())).collect(),
        host: options.host.clone(),
        ticket: session.ticket(),
        index_wait: options.index_wait,
        left_out: members.left_out.clone(),
    };
    Ok((context, arguments::read(tool.parameters, &given)?))
}

fn roots(members: &Members) -> Vec<(String, PathBuf)> {
    members
        .members
        .iter()
        .map(|(name, session)| (name.clone(), session.tree().root().to_path_buf()))
        .collect()
}

fn budget_of(tool: &Tool, options: &ToolOptions, arguments: &arguments::Arguments) -> usize {
    let of_call = arguments.number("max_tokens").and_then(|tokens| usize::try_from(tokens).ok());
    of_call.or(options.max_tokens).unwrap_or(tool.budget).clamp(budget::LEAST, budget::MOST)
}

/// Waits until the revision that the caller names is published, and asks for it.
async fn reach(context: &mut Context, revision: &Json) -> Result<(), String> {
    let Some(number) = min_revision(&context.host, revision)
        .map_err(|()| format!("{MIN_REVISION_KEY} is a revision as answers print it, not {revision}"))?
    else {
        return Ok(());
    };
    let mut published = context.session.published();
    let reached = published.wait_for(|revision| revision.0 >= number);
    match tokio::time::timeout(PENDING_WAIT, reached).await {
        Ok(Ok(_)) => {}
        Ok(Err(_)) => return Err("the tree is being loaded again; call again in a few seconds".into()),
        Err(_) => {
            let now = context.session.ticket().0;
            let now = render::revision(&context.host, now);
            return Err(format!(
                "revision {revision} was not reached in {} s (now: {now})",
                PENDING_WAIT.as_secs()
            ));
        }
    }
    context.ticket = context.ticket.max(Revision(number));
    Ok(())
}

/// The number of a revision; none if it is another host's, whose numbers say nothing here: this host has read everything
/// again since.
fn min_revision(host: &str, revision: &Json) -> Result<Option<u64>, ()> {
    match revision {
        Json::Null => Ok(None),
        Json::Number(number) => number.as_u64().map(Some).ok_or(()),
        Json::String(text) => {
            let (of, number) = text.trim().rsplit_once('.').unwrap_or((host, text.trim()));
            let number = number.parse().map_err(|_| ())?;
            Ok((of == host || host.is_empty()).then_some(number))
        }
        _ => Err(()),
    }
}

async fn finish(mut answer: Answer, budget: usize, options: &ToolOptions) -> Called {
    let structured = options.structured;
    // A call that this session does not offer leads nowhere.
    answer.see_also.retain(|call| options.tools.is_empty() || options.tools.contains(&call.tool));
    let fitted = tokio::task::spawn_blocking(move || {
        let text = if structured {
            budget::fit(&mut answer, budget, |answer| render::structured(answer).to_string())
        } else {
            budget::fit(&mut answer, budget, render::text)
        };
        let is_error = answer.outcome == crate::answer::Outcome::Failed;
        Called { text, structured: render::structured(&answer), is_error }
    });
    fitted.await.unwrap_or_else(|error| {
        tracing::error!(%error, "an answer could not be rendered");
        let text = "internal error while writing the answer; try another tool".to_owned();
        Called { structured: serde_json::json!({"error": text}), text, is_error: true }
    })
}

#[cfg(test)]
mod tests {
    use super::min_revision;
    use serde_json::json;

    #[test]
    fn revisions_are_read_as_they_are_printed() {
        assert_eq!(min_revision("7f3a", &json!("7f3a.42")), Ok(Some(42)));
        assert_eq!(min_revision("7f3a", &json!("42")), Ok(Some(42)));
        assert_eq!(min_revision("7f3a", &json!(42)), Ok(Some(42)));
        assert_eq!(min_revision("7f3a", &json!("9999.42")), Ok(None));
        assert_eq!(min_revision("", &json!("9999.42")), Ok(Some(42)));
        assert_eq!(min_revision("7f3a", &json!(null)), Ok(None));
        assert_eq!(min_revision("7f3a", &json!("soon")), Err(()));
        assert_eq!(min_revision("7f3a", &json!([1])), Err(()));
    }
}
