//! The wire: newline-delimited JSON in front of the protocol library, and the answers the library leaves out.
//!
//! It answers by itself what is no message it could pass on: text that is not JSON (-32700), JSON that is not a request,
//! a batch, or a line too long (-32600), and known methods with parameters of the wrong shape (-32602).
//!
//! Invariants:
//! * A half-read line survives cancellation: the service loop drops `receive` whenever something else is ready.
//! * One task writes; a line is written whole or the connection is over.
//! * When the client has said its last word, what it asked is still answered.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

/// Bytes of the longest line taken; a call has a few hundred.
pub const LONGEST_LINE: usize = 4 * 1024 * 1024;

/// Requests being answered at once; past it nothing more is read until one is.
const MOST_IN_FLIGHT: usize = 256;

/// How long answers may take after the client has closed its end: the first index and then some.
const LAST_ANSWERS: Duration = Duration::from_secs(30);

/// Lines waiting to be written.
const WRITE_QUEUE: usize = 64;

/// The key of `_meta` that marks a request of the era without a handshake.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// Methods whose parameters are checked here: the library takes malformed ones for methods it does not know.
const CHECKED: &[&str] =
    &["initialize", "ping", "tools/list", "tools/call", "server/discover", "logging/setLevel"];

/// See the module's documentation.
pub struct Lines<R> {
    reader: BufReader<R>,
    buffer: Vec<u8>,
    /// The rest of a line that was too long is being thrown away.
    discarding: bool,
    /// Answers made here that are not yet queued for writing.
    replies: VecDeque<Json>,
    /// Whether `initialize` was seen: before it, a request without a version in `_meta` belongs to no era.
    initialized: bool,
    ended: bool,
    in_flight: Arc<InFlight>,
    /// Ids of requests to the client that it has not answered.
    asked: Arc<Mutex<HashSet<RequestId>>>,
    writer: Option<mpsc::Sender<Vec<u8>>>,
    writing: Option<JoinHandle<()>>,
}

/// Ids of requests that have no answer yet.
#[derive(Default)]
struct InFlight {
    ids: Mutex<HashSet<RequestId>>,
    answered: Notify,
}

impl InFlight {
    fn add(&self, id: RequestId) {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    fn remove(&self, id: &RequestId) {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.answered.notify_waiters();
    }

    async fn at_most(&self, most: usize) {
        loop {
            let answered = self.answered.notified();
            if self.ids.lock().unwrap_or_else(PoisonError::into_inner).len() <= most {
                return;
            }
            answered.await;
        }
    }
}

/// What was read.
enum Read {
    Line,
    TooLong,
    Ended,
}

/// What becomes of a line.
enum Parsed {
    Message(Box<ClientJsonRpcMessage>),
    Reply(Json),
    Nothing,
}

impl<R: AsyncRead + Unpin + Send> Lines<R> {
    /// A transport over `reader` and `writer`. Must be called inside a runtime.
    pub fn new<W: AsyncWrite + Unpin + Send + 'static>(reader: R, mut writer: W) -> Lines<R> {
        let (sender, mut lines) = mpsc::channel::<Vec<u8>>(WRITE_QUEUE);
        let writing = tokio::spawn(async move {
            while let Some(line) = lines.recv().await {
                let written = async {
                    writer.write_all(&line).await?;
                    writer.flush().await
                };
                if let Err(error) = written.await {
                    tracing::debug!(%error, "the assistant is gone");
                    return;
                }
            }
            let _ = writer.shutdown().await;
        });
        Lines {
            reader: BufReader::new(reader),
            buffer: Vec::new(),
            discarding: false,
            replies: VecDeque::new(),
            initialized: false,
            ended: false,
            in_flight: Arc::default(),
            asked: Arc::default(),
            writer: Some(sender),
            writing: Some(writing),
        }
    }

    /// Reads into `buffer` up to the end of a line. Nothing is lost if the future is dropped: what was taken from the
    /// reader is in `buffer` before the next await.
    async fn read_line(&mut self) -> io::Result<Read> {
        loop {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                // A last line without a break is a line.
                let rest = !self.buffer.is_empty() && !self.discarding;
                return Ok(if rest { Read::Line } else { Read::Ended });
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |end| end + 1);
            let too_long = !self.discarding && self.buffer.len() + taken > LONGEST_LINE;
            if too_long {
                self.buffer.clear();
            } else if !self.discarding {
                self.buffer.extend_from_slice(available.get(..taken).unwrap_or_default());
            }
            self.reader.consume(taken);
            let was_discarding = self.discarding;
            self.discarding = (was_discarding || too_long) && end.is_none();
            if too_long {
                return Ok(Read::TooLong);
            }
            if end.is_some() && !was_discarding {
                return Ok(Read::Line);
            }
        }
    }

    fn parse(&mut self, line: &[u8]) -> Parsed {
        let line = line.trim_ascii();
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if line.is_empty() {
            return Parsed::Nothing;
        }
        let value: Json = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(error) => {
                return Parsed::Reply(error_reply(&Json::Null, -32700, &format!("not JSON: {error}")));
            }
        };
        if value.is_array() {
            let text = "batches are not part of the protocol: send one message per line";
            return Parsed::Reply(error_reply(&Json::Null, -32600, text));
        }
        let id = match value.get("id") {
            Some(id @ (Json::String(_) | Json::Number(_))) => id.clone(),
            _ => Json::Null,
        };
        let Some(method) = value.get("method").and_then(Json::as_str).map(str::to_owned) else {
            let is_answer = value.get("result").is_some() || value.get("error").is_some();
            // An answer to nothing that was asked is dropped.
            return if !is_answer {
                Parsed::Reply(error_reply(&id, -32600, "no method"))
            } else if self.was_asked(&id) {
                serde_json::from_value(value)
                    .map_or(Parsed::Nothing, |answer| Parsed::Message(Box::new(answer)))
            } else {
                Parsed::Nothing
            };
        };
        if value.get("jsonrpc").and_then(Json::as_str) != Some("2.0") {
            return Parsed::Reply(error_reply(&id, -32600, "jsonrpc must be \"2.0\""));
        }
        let modern = is_modern(value.get("params"));
        let is_request = value.get("id").is_some_and(|id| !id.is_null());
        if is_request {
            if let Some(what) = self.refused(&method, value.get("params")) {
                return Parsed::Reply(error_reply(&id, -32602, &what));
            }
            self.initialized |= method == "initialize";
        }
        match serde_json::from_value::<ClientJsonRpcMessage>(value) {
            Ok(JsonRpcMessage::Request(request)) if malformed(&request.request, modern) => {
                Parsed::Reply(error_reply(&id, -32602, &format!("the parameters of {method} are malformed")))
            }
            Ok(message) => Parsed::Message(Box::new(message)),
            Err(_) if !is_request => Parsed::Nothing,
            Err(_) => Parsed::Reply(error_reply(&id, -32600, "not a request of this protocol")),
        }
    }

    /// Whether the client was asked under this id, and had not answered yet.
    fn was_asked(&self, id: &Json) -> bool {
        let id: Result<RequestId, _> = serde_json::from_value(id.clone());
        id.is_ok_and(|id| self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(&id))
    }

    /// Why a request's parameters cannot be taken, if they cannot.
    fn refused(&self, method: &str, params: Option<&Json>) -> Option<String> {
        if !matches!(params, None | Some(Json::Object(_) | Json::Null)) {
            return Some("params must be an object".into());
        }
        let field = |name: &str| params.and_then(|params| params.get(name));
        if !is_modern(params)
            && !self.initialized
            && !matches!(method, "initialize" | "ping" | "server/discover")
        {
            return Some(format!(
                "{method} needs _meta with {VERSION_KEY} and clientCapabilities, or initialize first"
            ));
        }
        if method == "tools/list" && !matches!(field("cursor"), None | Some(Json::String(_) | Json::Null)) {
            return Some("cursor must be a string".into());
        }
        if method == "tools/call" {
            if !field("name").is_some_and(Json::is_string) {
                return Some("tools/call needs name, a string".into());
            }
            if !matches!(field("arguments"), None | Some(Json::Object(_) | Json::Null)) {
                return Some("arguments must be an object".into());
            }
        }
        None
    }
}

/// Whether a request stands for itself, by its `_meta`.
fn is_modern(params: Option<&Json>) -> bool {
    params.and_then(|params| params.get("_meta")).is_some_and(|meta| meta.get(VERSION_KEY).is_some())
}

/// Whether the library did not recognise a method that it knows.
fn malformed(request: &ClientRequest, modern: bool) -> bool {
    let ClientRequest::CustomRequest(custom) = request else { return false };
    let method = custom.method.as_str();
    // What is gone in the newer era is unknown there, whatever its parameters.
    CHECKED.contains(&method) && !(modern && matches!(method, "logging/setLevel" | "ping"))
}

fn error_reply(id: &Json, code: i32, message: &str) -> Json {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

fn to_line(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

fn gone() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "the assistant is gone")
}

impl<R: AsyncRead + Unpin + Send> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let writer = self.writer.clone();
        let in_flight = Arc::clone(&self.in_flight);
        if let JsonRpcMessage::Request(request) = &message {
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(request.id.clone());
        }
        async move {
            let id = match &message {
                JsonRpcMessage::Response(response) => Some(response.id.clone()),
                JsonRpcMessage::Error(error) => error.id.clone(),
                _ => None,
            };
            let sent = match writer {
                Some(writer) => writer.send(to_line(&message)?).await.map_err(|_| gone()),
                None => Err(gone()),
            };
            if let Some(id) = id {
                in_flight.remove(&id);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let writer = self.writer.clone()?;
        loop {
            while !self.replies.is_empty() {
                let place = writer.reserve().await.ok()?;
                if let Some(line) = self.replies.pop_front().and_then(|reply| to_line(&reply).ok()) {
                    place.send(line);
                }
            }
            if self.ended {
                let in_flight = Arc::clone(&self.in_flight);
                tokio::select! {
                    _ = tokio::time::timeout(LAST_ANSWERS, in_flight.at_most(0)) => {}
                    () = writer.closed() => {}
                }
                return None;
            }
            let in_flight = Arc::clone(&self.in_flight);
            in_flight.at_most(MOST_IN_FLIGHT - 1).await;
            let read = tokio::select! {
                read = self.read_line() => read,
                // Nobody reads the answers: nobody waits for them either.
                () = writer.closed() => return None,
            };
            match read {
                Ok(Read::Line) => {}
                Ok(Read::TooLong) => {
                    let text = format!("a line has at most {LONGEST_LINE} bytes");
                    self.replies.push_back(error_reply(&Json::Null, -32600, &text));
                    continue;
                }
                Ok(Read::Ended) => {
                    self.ended = true;
                    continue;
                }
                Err(error) => {
                    tracing::debug!(%error, "the assistant's end broke");
                    self.ended = true;
                    continue;
                }
            }
            let line = std::mem::take(&mut self.buffer);
            match self.parse(&line) {
                Parsed::Nothing => {}
                Parsed::Reply(reply) => self.replies.push_back(reply),
                Parsed::Message(message) => {
                    match message.as_ref() {
                        JsonRpcMessage::Request(request) => self.in_flight.add(request.id.clone()),
                        JsonRpcMessage::Notification(notification) => {
                            if let ClientNotification::CancelledNotification(cancelled) =
                                &notification.notification
                                && let Some(id) = &cancelled.params.request_id
                            {
                                // A cancelled request gets no answer.
                                self.in_flight.remove(id);
                            }
                        }
                        _ => {}
                    }
                    return Some(*message);
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.writer = None;
        if let Some(writing) = self.writing.take() {
            // A client that stopped reading must not keep the connection alive.
            let _ = tokio::time::timeout(Duration::from_secs(2), writing).await;
        }
        Ok(())
    }
}
