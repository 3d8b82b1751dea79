//! An assistant, as small as can be.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Ended, Process};

/// Speaks MCP over a process's pipes, one message a line.
#[derive(Debug)]
pub struct Assistant {
    process: Process,
    next: u64,
    /// Answers that came before they were waited for.
    early: Vec<Value>,
    /// The folders that it offers, if it offers any.
    roots: Option<Vec<String>>,
}

impl Assistant {
    /// Over a started process.
    #[must_use]
    pub fn over(process: Process) -> Assistant {
        Assistant { process, next: 1, early: Vec::new(), roots: None }
    }

    /// From now on it offers these folders, and lists them whenever it is asked.
    pub fn offer_roots(&mut self, folders: &[&Path]) {
        self.roots = Some(folders.iter().map(|folder| format!("file://{}", folder.display())).collect());
    }

    /// What it can do, as it says in its requests.
    #[must_use]
    pub fn capabilities(&self) -> Value {
        if self.roots.is_some() { json!({"roots": {"listChanged": true}}) } else { json!({}) }
    }

    /// Its answer to `roots/list`.
    #[must_use]
    pub fn listed_roots(&self) -> Value {
        let roots = self.roots.iter().flatten().map(|uri| json!({"uri": uri}));
        json!({"roots": roots.collect::<Vec<_>>()})
    }

    /// The older protocols' handshake; returns the answer's result.
    #[track_caller]
    pub fn initialize(&mut self) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": self.capabilities(), "clientInfo": client});
        let answer = self.request("initialize", params);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    /// Asks; returns the result.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send_request(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Calls a tool; returns its text.
    #[track_caller]
    pub fn call(&mut self, tool: &str, arguments: Value) -> String {
        text_of(&self.request("tools/call", json!({"name": tool, "arguments": arguments})))
    }

    /// Sends a request without waiting; returns its id.
    pub fn send_request(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Waits for the answer to a request: all of it, error or result.
    #[track_caller]
    pub fn answer(&mut self, id: u64) -> Value {
        if let Some(at) = self.early.iter().position(|message| message["id"] == id) {
            return self.early.remove(at);
        }
        loop {
            let line =
                self.process.line().unwrap_or_else(|| panic!("the server closed before it answered {id}"));
            let message: Value = serde_json::from_slice(&line).expect("messages are JSON");
            if message["method"] == "roots/list" {
                let listed = json!({"jsonrpc": "2.0", "id": message["id"], "result": self.listed_roots()});
                self.send(&listed);
            } else if message.get("method").is_none() {
                if message["id"] == id {
                    return message;
                }
                self.early.push(message);
            }
        }
    }

    /// Sends a message as it is.
    pub fn send(&mut self, message: &Value) {
        self.process.write(format!("{message}\n").as_bytes());
    }

    /// The process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Waits until the process ends by itself.
    #[track_caller]
    pub fn wait(self) -> Ended {
        self.process.wait()
    }
}

/// The text blocks of a tool's result.
fn text_of(result: &Value) -> String {
    let blocks = result["content"].as_array().cloned().unwrap_or_default();
    blocks.iter().filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n")
}
