//! `lockstep call`: one question, to the host if there is one, else to a tree indexed for it alone.

use lockstep_host::{ClientError, Hello, Host, Places, SessionOptions, Speak, Start};
use lockstep_session::SessionKind;
use serde_json::{Map, Value, json};

use super::{Found, find_host};
use crate::arguments::CallOptions;
use crate::output::print;
use crate::{Code, DONE, FAILED, USAGE};

pub(crate) async fn run(options: CallOptions) -> anyhow::Result<Code> {
    let Some(tool) = options.tool else {
        let tools: String = lockstep_mcp::tools().into_iter().map(|tool| format!("{tool}\n")).collect();
        print(&tools)?;
        return Ok(DONE);
    };
    let arguments = match arguments(&options.arguments) {
        Ok(arguments) => arguments,
        Err(why) => {
            tracing::error!("{why}");
            return Ok(USAGE);
        }
    };
    let session = SessionOptions { max_tokens: options.max_tokens, ..SessionOptions::default() };
    let places = Places::of_environment();
    let called = match find_host(&places, Start::Never).await? {
        Found::Host(mut client) => {
            let params = json!({"tool": tool, "arguments": arguments, "root": options.root, "options": session, "wait": true});
            match client.ask("call", params).await {
                Ok(called) => Ok(called),
                Err(ClientError::Answered(why)) => Err(why),
                Err(error) => return Err(error.into()),
            }
        }
        Found::None(_) => {
            one_shot(places, options.root.into_iter().collect(), session, &tool, arguments).await
        }
    };
    let called = match called {
        Ok(called) => called,
        Err(why) => {
            tracing::error!("{why}");
            return Ok(USAGE);
        }
    };
    if options.json {
        print(&format!("{}\n", serde_json::to_string_pretty(&called["structured"])?))?;
    } else {
        let text = called["text"].as_str().unwrap_or_default();
        print(&format!("{}\n", text.trim_end_matches('\n')))?;
    }
    let failed = called["is_error"] == json!(true);
    let empty = called["structured"].get("why_empty").is_some_and(|why| !why.is_null());
    Ok(if failed || empty { FAILED } else { DONE })
}

async fn one_shot(
    places: Places,
    roots: Vec<std::path::PathBuf>,
    options: SessionOptions,
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<Value, String> {
    let host = Host::inside(places)?;
    let hello = Hello::here(Speak::Rpc, roots, options);
    let members =
        host.members(&hello, SessionKind::Command).map_err(|unserved| unserved.refusal.to_string())?;
    let options = host.tool_options(&hello.options).map_err(|refusal| refusal.to_string())?;
    for (_, session) in &members.members {
        session.ready().await;
    }
    let called = lockstep_mcp::call(&members, &options, tool, arguments).await;
    host.close().await;
    called.map(
        |called| json!({"text": called.text, "structured": called.structured, "is_error": called.is_error}),
    )
}

/// Reads `key=value` pairs.
fn arguments(pairs: &[String]) -> Result<Map<String, Value>, String> {
    let mut arguments = Map::new();
    for pair in pairs {
        let Some((key, text)) = pair.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(format!("`{pair}` is no argument; write key=value, for example symbol=Parser.parse"));
        };
        let value = if text.starts_with(['[', '{']) {
            serde_json::from_str(text)
                .map_err(|error| format!("`{key}` begins like JSON but is none: {error}"))?
        } else {
            Value::from(text)
        };
        match arguments.get_mut(key) {
            None => drop(arguments.insert(key.to_owned(), value)),
            Some(Value::Array(values)) => values.push(value),
            Some(one) => *one = Value::Array(vec![one.take(), value]),
        }
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[&str]) -> Result<Value, String> {
        arguments(&pairs.iter().map(|pair| (*pair).to_owned()).collect::<Vec<_>>()).map(Value::Object)
    }

    #[test]
    fn pairs_are_read() {
        assert_eq!(read(&["symbol=a=b", "limit=12"]), Ok(json!({"symbol": "a=b", "limit": "12"})));
        assert_eq!(
            read(&["kind=class", "kind=method", "kind=trait"]),
            Ok(json!({"kind": ["class", "method", "trait"]}))
        );
        assert_eq!(read(&["kinds=[\"class\"]", "x="]), Ok(json!({"kinds": ["class"], "x": ""})));
    }

    #[test]
    fn what_is_no_pair_is_an_error_that_says_how() {
        assert!(read(&["parse"]).is_err_and(|why| why.contains("key=value")));
        assert!(read(&["=x"]).is_err());
        assert!(read(&["x=[1"]).is_err_and(|why| why.contains("JSON")));
    }
}
