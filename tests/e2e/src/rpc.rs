//! A bare connection to a host's socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use serde_json::{Value, json};

use crate::DEADLINE;

/// See the module's documentation.
#[derive(Debug)]
pub struct Wire {
    stream: BufReader<UnixStream>,
    next: u64,
}

impl Wire {
    /// To the host at `socket`, without a handshake.
    #[must_use]
    pub fn to(socket: &Path) -> Wire {
        let stream = UnixStream::connect(socket).expect("a host listens");
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.set_write_timeout(Some(DEADLINE)).unwrap();
        Wire { stream: BufReader::new(stream), next: 1 }
    }

    /// The handshake of commands; returns the host's answer.
    pub fn greet(&mut self) -> Value {
        self.line(
            &json!({"lockstep": 1, "speak": "rpc", "version": "test", "pid": std::process::id(), "cwd": "/"})
                .to_string(),
        )
    }

    /// Sends a line, returns the one that comes back; null if the host closes.
    #[track_caller]
    pub fn line(&mut self, line: &str) -> Value {
        self.stream.get_mut().write_all(format!("{line}\n").as_bytes()).expect("the host reads");
        self.read()
    }

    /// The next line; null if the host closes.
    #[track_caller]
    pub fn read(&mut self) -> Value {
        let mut answer = String::new();
        self.stream.read_line(&mut answer).expect("the host answers");
        if answer.is_empty() { Value::Null } else { serde_json::from_str(&answer).expect("answers are JSON") }
    }

    /// Sends bytes, returns everything until the host closes.
    #[track_caller]
    pub fn raw(&mut self, bytes: &[u8]) -> String {
        self.stream.get_mut().write_all(bytes).expect("the host reads");
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).expect("the host closes");
        answer
    }

    /// Asks; returns the whole answer.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.line(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string())
    }
}
