//! As much of a JSON-RPC message as the assistant's pump must know.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// What a message is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Message {
    /// Waits for an answer.
    Request {
        id: Value,
        method: String,
        /// Of `tools/call`.
        tool: Option<String>,
    },
    /// An answer to what the other side asked.
    Response { id: Value, failed: bool },
    /// Waits for nothing.
    Notification {
        method: String,
        /// Of `notifications/cancelled`.
        cancels: Option<Value>,
    },
    /// No message, or a batch of them: passes unseen.
    Other,
}

#[derive(Deserialize)]
struct Envelope {
    id: Option<Value>,
    method: Option<String>,
    #[serde(default)]
    params: Option<Params>,
    error: Option<IgnoredAny>,
}

/// The parts of parameters that matter here, whatever else they are.
#[derive(Deserialize)]
#[serde(untagged)]
enum Params {
    Named {
        #[serde(default)]
        name: Value,
        #[serde(default, rename = "requestId")]
        request_id: Value,
    },
    Other(IgnoredAny),
}

impl Message {
    pub(super) fn read(line: &[u8]) -> Message {
        let Ok(envelope) = serde_json::from_slice::<Envelope>(line) else { return Message::Other };
        let (name, request_id) = match envelope.params {
            Some(Params::Named { name, request_id }) => (name, request_id),
            Some(Params::Other(_)) | None => (Value::Null, Value::Null),
        };
        match (envelope.id, envelope.method) {
            (Some(id), Some(method)) => {
                let tool = (method == "tools/call").then(|| name.as_str().unwrap_or_default().to_owned());
                Message::Request { id, method, tool }
            }
            (Some(id), None) => Message::Response { id, failed: envelope.error.is_some() },
            (None, Some(method)) => {
                let cancels =
                    (method == "notifications/cancelled" && !request_id.is_null()).then_some(request_id);
                Message::Notification { method, cancels }
            }
            (None, None) => Message::Other,
        }
    }
}

/// The same request under another id.
pub(super) fn with_id(line: &[u8], id: &str) -> Option<Vec<u8>> {
    let mut message: Value = serde_json::from_slice(line).ok()?;
    message.as_object_mut()?.insert("id".to_owned(), json!(id));
    serde_json::to_vec(&message).ok()
}

/// An answer that says that there is none. The code is JSON-RPC's "internal error".
pub(super) fn error_answer(id: &Value, text: &str) -> Vec<u8> {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": text}}).to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_messages() {
        let read = |text: &str| Message::read(text.as_bytes());
        let request = |id: Value, method: &str, tool: Option<&str>| Message::Request {
            id,
            method: method.to_owned(),
            tool: tool.map(str::to_owned),
        };
        assert_eq!(read(r#"{"id":1,"method":"ping"}"#), request(json!(1), "ping", None));
        assert_eq!(
            read(r#"{"id":"a","method":"tools/call","params":{"name":"affected","arguments":{"name":"x"}}}"#),
            request(json!("a"), "tools/call", Some("affected"))
        );
        assert_eq!(
            read(r#"{"id":2,"method":"tools/call","params":[1]}"#),
            request(json!(2), "tools/call", Some(""))
        );
        assert_eq!(
            read(r#"{"id":2,"method":"tools/call","params":{"name":7}}"#),
            request(json!(2), "tools/call", Some(""))
        );
        assert_eq!(read(r#"{"id":1,"result":{}}"#), Message::Response { id: json!(1), failed: false });
        assert_eq!(read(r#"{"id":1,"error":{"code":1}}"#), Message::Response { id: json!(1), failed: true });
        assert_eq!(
            read(r#"{"method":"notifications/cancelled","params":{"requestId":9}}"#),
            Message::Notification { method: "notifications/cancelled".into(), cancels: Some(json!(9)) }
        );
        for other in ["", "[]", "1", "{}", r#"[{"id":1,"method":"ping"}]"#, "{\"id\":1,"] {
            assert_eq!(read(other), Message::Other, "{other}");
        }
    }

    #[test]
    fn the_id_alone_is_changed() {
        let changed = with_id(br#"{"id":0,"method":"initialize","params":{"id":0}}"#, "again").unwrap();
        assert_eq!(
            serde_json::from_slice::<Value>(&changed).unwrap(),
            json!({"id": "again", "method": "initialize", "params": {"id": 0}})
        );
    }
}
