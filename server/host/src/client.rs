//! A command's connection to the host.

use std::io;

use serde_json::{Value, json};

use crate::dial::Attached;
use crate::handshake::write_line;
use crate::lines::{Line, read_line};

/// Longest answer in bytes.
const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// Asks the host, one question at a time.
#[derive(Debug)]
pub struct Client {
    attached: Attached,
    next: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The host answered with an error.
    #[error("{0}")]
    Answered(String),
    /// The host is being stopped on purpose.
    #[error("the host was stopped")]
    Stopped,
    /// The connection broke.
    #[error("the host is gone ({0})")]
    Lost(#[from] io::Error),
}

impl Client {
    /// Over a connection that speaks rpc.
    #[must_use]
    pub fn new(attached: Attached) -> Client {
        Client { attached, next: 1 }
    }

    /// The name of the host's run.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.attached.welcome.host
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn ask(&mut self, method: &str, params: Value) -> Result<Value, ClientError> {
        let id = self.next;
        self.next += 1;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        if write_line(&mut self.attached.writer, &request).await.is_err() {
            // What the host said last says why.
            return Err(self.ended().await);
        }
        loop {
            let mut message = self.read().await?;
            if message.get("id").and_then(Value::as_u64) != Some(id) {
                continue;
            }
            if let Some(error) = message.get("error") {
                let text =
                    error.get("message").and_then(Value::as_str).unwrap_or("an error without a message");
                return Err(ClientError::Answered(text.to_owned()));
            }
            return Ok(message.get_mut("result").map_or(Value::Null, Value::take));
        }
    }

    /// Waits until the host ends: returns why.
    pub async fn ended(&mut self) -> ClientError {
        loop {
            if let Err(error) = self.read().await {
                return error;
            }
        }
    }

    async fn read(&mut self) -> Result<Value, ClientError> {
        match read_line(&mut self.attached.reader, MAX_ANSWER).await? {
            Line::Text(line) => {
                let message: Value = serde_json::from_slice(&line).map_err(io::Error::from)?;
                if message.get("method").and_then(Value::as_str) == Some("stopping") {
                    return Err(ClientError::Stopped);
                }
                Ok(message)
            }
            Line::TooLong => Err(ClientError::Lost(io::Error::other("an answer of more than 64 MiB"))),
            Line::End => Err(ClientError::Lost(io::ErrorKind::UnexpectedEof.into())),
        }
    }
}
