//! An editor, as small as can be.

use std::collections::VecDeque;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Ended, Framing, Process};

/// Speaks LSP over a process's pipes. What the server asks is answered with null; what it notifies is kept.
#[derive(Debug)]
pub struct Editor {
    process: Process,
    next: u64,
    notifications: VecDeque<Value>,
    /// Answers that came before they were waited for.
    early: Vec<Value>,
}

impl Editor {
    /// Over `command`.
    #[must_use]
    pub fn start(command: Command) -> Editor {
        Editor {
            process: Process::framed(command, Framing::ContentLength),
            next: 1,
            notifications: VecDeque::new(),
            early: Vec::new(),
        }
    }

    /// Sends `initialize` for one folder, and `initialized`; returns the answer's result.
    #[track_caller]
    pub fn initialize(&mut self, folder: &Path) -> Value {
        let answer = self.request("initialize", initialize(folder));
        self.notify("initialized", json!({}));
        answer
    }

    /// Asks; returns the whole answer's result.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send_request(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Sends a request without waiting; returns its id.
    pub fn send_request(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        if message["params"].is_null() {
            message.as_object_mut().unwrap().remove("params");
        }
        self.send(&message);
        id
    }

    /// Waits for the answer to a request.
    #[track_caller]
    pub fn answer(&mut self, id: u64) -> Value {
        if let Some(at) = self.early.iter().position(|message| message["id"] == id) {
            return self.early.remove(at);
        }
        loop {
            let message =
                self.message().unwrap_or_else(|| panic!("the server closed before it answered {id}"));
            if message.get("method").is_none() {
                if message["id"] == id {
                    return message;
                }
                self.early.push(message);
            }
        }
    }

    /// Notifies.
    pub fn notify(&mut self, method: &str, params: Value) {
        let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        if message["params"].is_null() {
            message.as_object_mut().unwrap().remove("params");
        }
        self.send(&message);
    }

    /// Opens a document.
    pub fn open(&mut self, path: &Path, language: &str, text: &str) {
        let document = json!({"uri": uri(path), "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces a stretch of a document: from (line, column) to (line, column).
    pub fn edit(&mut self, path: &Path, version: i32, from: (u32, u32), to: (u32, u32), text: &str) {
        let position = |(line, character)| json!({"line": line, "character": character});
        let change = json!({"range": {"start": position(from), "end": position(to)}, "text": text});
        let document = json!({"uri": uri(path), "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// Closes a document.
    pub fn close(&mut self, path: &Path) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(path)}}));
    }

    /// Waits for a notification.
    #[track_caller]
    pub fn notification(&mut self, method: &str) -> Value {
        if let Some(at) = self.notifications.iter().position(|message| message["method"] == method) {
            return self.notifications.remove(at).unwrap();
        }
        loop {
            let message = self.message().unwrap_or_else(|| panic!("the server closed before {method}"));
            if message["method"] == method && message.get("id").is_none() {
                self.notifications.pop_back();
                return message;
            }
        }
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

    /// The next message; none at the end.
    #[track_caller]
    fn message(&mut self) -> Option<Value> {
        let message: Value = serde_json::from_slice(&self.process.line()?).expect("messages are JSON");
        if message.get("method").is_some() {
            match message.get("id") {
                Some(id) => {
                    let answer = json!({"jsonrpc": "2.0", "id": id, "result": null});
                    self.send(&answer);
                }
                None => self.notifications.push_back(message.clone()),
            }
        }
        Some(message)
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.process.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }
}

/// Parameters of `initialize` for one folder.
fn initialize(folder: &Path) -> Value {
    json!({
        "processId": std::process::id(),
        "rootUri": uri(folder),
        "workspaceFolders": [{"uri": uri(folder), "name": "work"}],
        "capabilities": {"general": {"positionEncodings": ["utf-16"]}},
        "clientInfo": {"name": "test", "version": "1"},
    })
}

/// The URI of a path without special characters.
fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
