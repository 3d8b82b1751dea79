//! Lines between an assistant and the host. The pump outlives its host: it dials again, tells the new one what a legacy
//! handshake told the old one, and repeats what can be repeated, so that an assistant never loses its tools.
//!
//! Invariants:
//! * Every request gets exactly one answer: the host's, or one of ours that says what happened.
//! * A request is sent at most twice, and the second time only if writing it failed or it only reads. Subscriptions, which are
//!   never answered, are the exception.
//! * Without a request there is no dialling: a host that was stopped stays stopped until it is needed.

use std::collections::HashSet;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use super::messages::{Message, error_answer, with_id};
use crate::dial::{DialError, Dialed, Start, dial};
use crate::handshake::Hello;
use crate::lines::{Line, read_line, skip_line};
use crate::places::Places;

/// Longest message in bytes.
const MAX_LINE: usize = 16 * 1024 * 1024;
/// Messages of the assistant that are read ahead.
const READ_AHEAD: usize = 64;
/// How long answers are still waited for after the assistant has closed its pipe.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long is listened to a host that cannot be written to any more.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How long a new host may take to answer a replayed `initialize`.
const REPLAY_TIME: Duration = Duration::from_secs(10);
/// How many new hosts in a row may be lost while requests are being repeated.
const MAX_LOSSES: usize = 3;
/// The id of a replayed `initialize`; no assistant uses it.
const REPLAY_ID: &str = "lockstep-replay";
/// Waits for as long as the session lasts.
const LISTEN: &str = "subscriptions/listen";

/// One connection to a host.
pub(super) struct Link {
    pub(super) reader: Pin<Box<dyn AsyncBufRead + Send>>,
    pub(super) writer: Pin<Box<dyn AsyncWrite + Send>>,
    /// Tools that only read.
    pub(super) read_only: Vec<String>,
}

/// Finds a host.
pub(super) trait Dialer: Send {
    /// The error is for the assistant.
    fn dial(&mut self) -> Pin<Box<dyn Future<Output = Result<Link, String>> + Send + '_>>;
}

/// Finds the host of `places`.
struct SocketDialer {
    places: Places,
    hello: Hello,
}

impl Dialer for SocketDialer {
    fn dial(&mut self) -> Pin<Box<dyn Future<Output = Result<Link, String>> + Send + '_>> {
        Box::pin(async {
            let dialed = dial(&self.places, &self.hello, Start::IfNeeded(None)).await;
            link(dialed).inspect_err(|why| tracing::error!("{why}"))
        })
    }
}

fn link(dialed: Result<Dialed, DialError>) -> Result<Link, String> {
    match dialed {
        Ok(Dialed::Attached(attached)) => Ok(Link {
            reader: Box::pin(attached.reader),
            writer: Box::pin(attached.writer),
            read_only: attached.welcome.read_only,
        }),
        Ok(Dialed::NoSocket(why)) => Err(format!("no Lockstep host can be reached: {why}")),
        Ok(Dialed::NoHost) => Err("no Lockstep host is running".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What the first dialling came to, and who dials from then on.
pub(super) fn first(
    dialed: Result<Dialed, DialError>,
    places: Places,
    hello: Hello,
) -> (Option<Link>, Box<dyn Dialer>) {
    let first = link(dialed).inspect_err(|why| tracing::error!("{why}")).ok();
    (first, Box::new(SocketDialer { places, hello }))
}

/// Never finds a host: why.
pub(super) struct Refused(pub(super) String);

impl Dialer for Refused {
    fn dial(&mut self) -> Pin<Box<dyn Future<Output = Result<Link, String>> + Send + '_>> {
        Box::pin(std::future::ready(Err(self.0.clone())))
    }
}

/// A request without an answer so far.
struct Waiting {
    id: Value,
    method: String,
    tool: Option<String>,
    line: Vec<u8>,
    /// How often sending it was tried.
    tries: u8,
    /// Whether the last try wrote all of it.
    written: bool,
}

/// An open connection, its reading half in a task of its own.
struct Open {
    lines: mpsc::UnboundedReceiver<Vec<u8>>,
    writer: Pin<Box<dyn AsyncWrite + Send>>,
    read_only: HashSet<String>,
    /// Requests of this host that the assistant has not answered.
    asked: HashSet<String>,
}

struct Pump<W> {
    dialer: Box<dyn Dialer>,
    output: W,
    open: Option<Open>,
    waiting: Vec<Waiting>,
    /// The assistant's `initialize` and whether it was answered.
    initialize: Option<(Vec<u8>, Value, bool)>,
    /// The assistant's `notifications/initialized`.
    initialized: Option<Vec<u8>>,
}

/// Moves messages until the assistant's pipe closes; returns the exit code.
pub(super) async fn pump<R, W>(first: Option<Link>, dialer: Box<dyn Dialer>, input: R, output: W) -> u8
where
    R: AsyncBufRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send,
{
    let mut pump = Pump {
        dialer,
        output,
        open: first.map(Open::new),
        waiting: Vec::new(),
        initialize: None,
        initialized: None,
    };
    // An error is that of our own output: nobody listens any more.
    let ended = pump.run(input).await;
    u8::from(ended.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe))
}

impl Open {
    fn new(link: Link) -> Open {
        let (sender, lines) = mpsc::unbounded_channel();
        let mut reader = link.reader;
        tokio::spawn(async move {
            while let Ok(Line::Text(line)) = read_line(&mut reader, 4 * MAX_LINE).await {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Open {
            lines,
            writer: link.writer,
            read_only: link.read_only.into_iter().collect(),
            asked: HashSet::new(),
        }
    }

    async fn send(&mut self, line: &[u8]) -> io::Result<()> {
        self.writer.write_all(line).await?;
        self.writer.write_all(b"\n").await?;
        self.writer.flush().await
    }
}

/// The next line of a host; none when it is lost. Never, without one.
async fn next_line(open: &mut Option<Open>) -> Option<Vec<u8>> {
    match open {
        Some(open) => open.lines.recv().await,
        None => std::future::pending().await,
    }
}

/// Reads the assistant's lines in a task of its own: what has begun to be read is read to its end.
fn read_input<R: AsyncBufRead + Unpin + Send + 'static>(mut input: R) -> mpsc::Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::channel(READ_AHEAD);
    tokio::spawn(async move {
        loop {
            match read_line(&mut input, MAX_LINE).await {
                Ok(Line::Text(line)) if line.is_empty() => {}
                Ok(Line::Text(line)) => {
                    if sender.send(line).await.is_err() {
                        return;
                    }
                }
                Ok(Line::TooLong) => {
                    tracing::error!("a message of more than 16 MiB was left out");
                    if !skip_line(&mut input).await.unwrap_or(false) {
                        return;
                    }
                }
                Ok(Line::End) | Err(_) => return,
            }
        }
    });
    lines
}

impl<W: AsyncWrite + Unpin + Send> Pump<W> {
    async fn run<R>(&mut self, input: R) -> io::Result<()>
    where
        R: AsyncBufRead + Unpin + Send + 'static,
    {
        let mut input = read_input(input);
        loop {
            tokio::select! {
                line = input.recv() => match line {
                    Some(line) => self.assistant_said(line).await?,
                    None => break,
                },
                line = next_line(&mut self.open) => self.host_said(line).await?,
            }
        }
        let answers = async {
            while self.waiting.iter().any(|waiting| waiting.method != LISTEN) && self.open.is_some() {
                let line = next_line(&mut self.open).await;
                self.host_said(line).await?;
            }
            Ok(())
        };
        tokio::time::timeout(FAREWELL, answers).await.unwrap_or(Ok(()))
    }

    async fn assistant_said(&mut self, line: Vec<u8>) -> io::Result<()> {
        match Message::read(&line) {
            Message::Request { id, method, tool } => {
                if method == "initialize" {
                    self.initialize = Some((line.clone(), id.clone(), false));
                    self.initialized = None;
                }
                self.waiting.push(Waiting { id, method, tool, line, tries: 0, written: false });
                if self.open.is_none() { self.connect().await } else { self.send_last().await }
            }
            Message::Response { id, .. } => {
                // An answer to a host that is gone would puzzle the new one.
                let asked = self.open.as_mut().is_some_and(|open| open.asked.remove(&id.to_string()));
                if asked { self.send(&line).await } else { Ok(()) }
            }
            Message::Notification { method, cancels } => {
                if method == "notifications/initialized" {
                    self.initialized = Some(line.clone());
                }
                if let Some(id) = cancels {
                    self.waiting.retain(|waiting| waiting.id != id);
                }
                self.send(&line).await
            }
            Message::Other => self.send(&line).await,
        }
    }

    /// Sends what nobody waits for; without a host, not at all.
    async fn send(&mut self, line: &[u8]) -> io::Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        if open.send(line).await.is_ok() { Ok(()) } else { self.lost().await }
    }

    /// Sends the request that came last.
    async fn send_last(&mut self) -> io::Result<()> {
        let (Some(open), Some(waiting)) = (&mut self.open, self.waiting.last_mut()) else { return Ok(()) };
        waiting.tries += 1;
        waiting.written = open.send(&waiting.line).await.is_ok();
        if waiting.written { Ok(()) } else { self.lost().await }
    }

    async fn host_said(&mut self, line: Option<Vec<u8>>) -> io::Result<()> {
        let Some(line) = line else { return self.lost().await };
        match Message::read(&line) {
            Message::Request { id, .. } => {
                if let Some(open) = &mut self.open {
                    open.asked.insert(id.to_string());
                }
            }
            Message::Response { id, failed } => {
                if let Some(at) = self.waiting.iter().position(|waiting| waiting.id == id) {
                    self.waiting.remove(at);
                }
                if let Some((_, initialize, answered)) = &mut self.initialize
                    && *initialize == id
                {
                    *answered = !failed;
                }
            }
            Message::Notification { .. } | Message::Other => {}
        }
        self.answer(&line).await
    }

    /// Writes a line to the assistant.
    async fn answer(&mut self, line: &[u8]) -> io::Result<()> {
        self.output.write_all(line).await?;
        self.output.write_all(b"\n").await?;
        self.output.flush().await
    }

    /// The host is gone.
    async fn lost(&mut self) -> io::Result<()> {
        // What it managed to say before still counts.
        if let Some(mut open) = self.open.take() {
            tracing::warn!("the host is gone");
            while let Ok(Some(line)) = tokio::time::timeout(LAST_WORDS, open.lines.recv()).await {
                Box::pin(self.host_said(Some(line))).await?;
            }
            self.give_up_unrepeatable(&open.read_only).await?;
        }
        self.connect().await
    }

    /// Answers the requests that must not be repeated.
    async fn give_up_unrepeatable(&mut self, read_only: &HashSet<String>) -> io::Result<()> {
        let (repeat, fail): (Vec<Waiting>, Vec<Waiting>) = self.waiting.drain(..).partition(|waiting| {
            let reads = waiting.tool.as_ref().is_none_or(|tool| read_only.contains(tool));
            waiting.method == LISTEN
                || waiting.tries == 0
                || (waiting.tries == 1 && (reads || !waiting.written))
        });
        self.waiting = repeat;
        for waiting in fail {
            let what = waiting.tool.unwrap_or(waiting.method);
            let text = if waiting.tries > 1 {
                format!("the Lockstep host was lost twice while `{what}` ran; it was not asked a third time")
            } else {
                format!(
                    "the Lockstep host was lost while `{what}` ran; whether it was done is not known, so it was not repeated"
                )
            };
            self.answer(&error_answer(&waiting.id, &text)).await?;
        }
        Ok(())
    }

    /// Finds a host and asks it everything that waits for an answer; without such, does nothing.
    async fn connect(&mut self) -> io::Result<()> {
        let mut losses = 0;
        while !self.waiting.is_empty() {
            let dialed = if losses < MAX_LOSSES {
                self.dialer.dial().await
            } else {
                Err("every Lockstep host was lost at once; see `lockstep status` and the log it names"
                    .to_owned())
            };
            let link = match dialed {
                Ok(link) => link,
                Err(why) => {
                    for waiting in std::mem::take(&mut self.waiting) {
                        self.answer(&error_answer(&waiting.id, &why)).await?;
                    }
                    return Ok(());
                }
            };
            let mut open = Open::new(link);
            if self.replay(&mut open).await.is_ok() && self.repeat(&mut open).await {
                self.open = Some(open);
                return Ok(());
            }
            losses += 1;
            self.give_up_unrepeatable(&open.read_only).await?;
        }
        Ok(())
    }

    /// Tells a new host what a legacy assistant told the old one.
    async fn replay(&mut self, open: &mut Open) -> io::Result<()> {
        let Some((line, _, true)) = &self.initialize else { return Ok(()) };
        let Some(line) = with_id(line, REPLAY_ID) else { return Ok(()) };
        open.send(&line).await?;
        let answered = async {
            while let Some(line) = open.lines.recv().await {
                // The assistant has its answer already; whatever else comes before this one is of no session of its.
                if matches!(Message::read(&line), Message::Response { id, .. } if id == REPLAY_ID) {
                    return true;
                }
            }
            false
        };
        if !tokio::time::timeout(REPLAY_TIME, answered).await.unwrap_or(false) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match &self.initialized {
            Some(line) => open.send(line).await,
            None => Ok(()),
        }
    }

    /// Sends every request that waits; false if the host was lost over it.
    async fn repeat(&mut self, open: &mut Open) -> bool {
        for waiting in &mut self.waiting {
            waiting.tries = waiting.tries.saturating_add(1);
            waiting.written = open.send(&waiting.line).await.is_ok();
            if !waiting.written {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use serde_json::json;
    use tokio::io::{AsyncBufReadExt, BufReader, DuplexStream};

    use super::*;

    /// A host's end of a connection.
    struct FakeHost {
        reader: BufReader<tokio::io::ReadHalf<DuplexStream>>,
        writer: tokio::io::WriteHalf<DuplexStream>,
    }

    impl FakeHost {
        async fn read(&mut self) -> Value {
            let mut line = String::new();
            self.reader.read_line(&mut line).await.unwrap();
            serde_json::from_str(&line).unwrap_or(Value::Null)
        }

        async fn write(&mut self, message: Value) {
            self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        }
    }

    /// Hands out links prepared before; then says that there is none.
    struct FakeDialer(Arc<Mutex<Vec<Link>>>);

    impl Dialer for FakeDialer {
        fn dial(&mut self) -> Pin<Box<dyn Future<Output = Result<Link, String>> + Send + '_>> {
            let link = self.0.lock().unwrap().pop();
            Box::pin(std::future::ready(link.ok_or_else(|| "no host: start one".to_owned())))
        }
    }

    fn fake_host(read_only: &[&str]) -> (Link, FakeHost) {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(ours);
        let read_only = read_only.iter().map(|name| (*name).to_owned()).collect();
        let link = Link { reader: Box::pin(BufReader::new(reader)), writer: Box::pin(writer), read_only };
        let (reader, writer) = tokio::io::split(theirs);
        (link, FakeHost { reader: BufReader::new(reader), writer })
    }

    /// An assistant whose pump finds `hosts` hosts one after the other.
    fn world(hosts: usize, read_only: &[&str]) -> (FakeHost, Vec<FakeHost>) {
        let (mut links, mut fakes) = (Vec::new(), Vec::new());
        for _ in 0..hosts {
            let (link, fake) = fake_host(read_only);
            links.insert(0, link);
            fakes.push(fake);
        }
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(ours);
        let dialer = FakeDialer(Arc::new(Mutex::new(links)));
        tokio::spawn(async move { pump(None, Box::new(dialer), BufReader::new(input), output).await });
        let (reader, writer) = tokio::io::split(theirs);
        (FakeHost { reader: BufReader::new(reader), writer }, fakes)
    }

    fn call(id: u64, tool: &str) -> Value {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
    }

    fn result(id: Value) -> Value {
        json!({"jsonrpc": "2.0", "id": id, "result": {}})
    }

    #[tokio::test]
    async fn a_call_that_only_reads_is_repeated_once() {
        let (mut assistant, mut hosts) = world(3, &["find"]);
        assistant.write(call(1, "find")).await;
        assert_eq!(hosts[0].read().await, call(1, "find"));
        drop(hosts.remove(0));
        assert_eq!(hosts[0].read().await, call(1, "find"));
        drop(hosts.remove(0));
        let answer = assistant.read().await;
        assert!(answer["error"]["message"].as_str().unwrap().contains("twice"), "{answer}");
        // The pump is as good as new.
        assistant.write(call(2, "find")).await;
        assert_eq!(hosts[0].read().await, call(2, "find"));
        hosts[0].write(result(json!(2))).await;
        assert_eq!(assistant.read().await, result(json!(2)));
    }

    #[tokio::test]
    async fn a_call_that_may_write_is_answered_with_what_is_known() {
        let (mut assistant, mut hosts) = world(2, &["find"]);
        assistant.write(call(1, "write_down")).await;
        hosts[0].read().await;
        drop(hosts.remove(0));
        let answer = assistant.read().await;
        assert_eq!(answer["id"], 1);
        assert!(answer["error"]["message"].as_str().unwrap().contains("not known"), "{answer}");
        assistant.write(call(2, "write_down")).await;
        assert_eq!(hosts[0].read().await, call(2, "write_down"));
    }

    #[tokio::test]
    async fn a_legacy_handshake_is_replayed_and_its_second_answer_kept_back() {
        let (mut assistant, mut hosts) = world(2, &["find"]);
        let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}});
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assistant.write(initialize.clone()).await;
        assert_eq!(hosts[0].read().await, initialize);
        hosts[0].write(result(json!(0))).await;
        assert_eq!(assistant.read().await, result(json!(0)));
        assistant.write(initialized.clone()).await;
        assert_eq!(hosts[0].read().await, initialized);
        assistant.write(call(1, "find")).await;
        hosts[0].read().await;
        drop(hosts.remove(0));
        let replayed = hosts[0].read().await;
        assert_eq!(
            (&replayed["method"], &replayed["params"]),
            (&initialize["method"], &initialize["params"])
        );
        hosts[0].write(result(replayed["id"].clone())).await;
        assert_eq!(hosts[0].read().await, initialized);
        assert_eq!(hosts[0].read().await, call(1, "find"));
        hosts[0].write(result(json!(1))).await;
        assert_eq!(assistant.read().await, result(json!(1)));
    }

    #[tokio::test]
    async fn an_initialize_in_flight_is_repeated_as_it_was() {
        let (mut assistant, mut hosts) = world(2, &[]);
        let initialize = json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {}});
        assistant.write(initialize.clone()).await;
        hosts[0].read().await;
        drop(hosts.remove(0));
        assert_eq!(hosts[0].read().await, initialize);
        hosts[0].write(result(json!("i"))).await;
        assert_eq!(assistant.read().await, result(json!("i")));
    }

    #[tokio::test]
    async fn without_a_host_every_request_is_answered_and_the_next_one_tries_again() {
        let (mut assistant, _) = world(0, &[]);
        for id in 1..3 {
            assistant.write(call(id, "find")).await;
            let answer = assistant.read().await;
            assert_eq!(
                (&answer["id"], &answer["error"]["message"]),
                (&json!(id), &json!("no host: start one"))
            );
        }
    }

    #[tokio::test]
    async fn a_cancelled_call_is_neither_repeated_nor_answered() {
        let (mut assistant, mut hosts) = world(2, &["find"]);
        assistant.write(call(1, "find")).await;
        hosts[0].read().await;
        assistant.write(json!({"method": "notifications/cancelled", "params": {"requestId": 1}})).await;
        hosts[0].read().await;
        drop(hosts.remove(0));
        assistant.write(call(2, "find")).await;
        assert_eq!(hosts[0].read().await, call(2, "find"));
        hosts[0].write(result(json!(2))).await;
        assert_eq!(assistant.read().await, result(json!(2)));
    }

    #[tokio::test]
    async fn an_answer_to_a_host_that_is_gone_is_not_passed_on() {
        let (mut assistant, mut hosts) = world(2, &["find"]);
        assistant.write(call(1, "find")).await;
        hosts[0].read().await;
        hosts[0].write(json!({"id": "roots", "method": "roots/list"})).await;
        assert_eq!(assistant.read().await["id"], "roots");
        drop(hosts.remove(0));
        assert_eq!(hosts[0].read().await, call(1, "find"));
        assistant.write(result(json!("roots"))).await;
        assistant.write(call(2, "find")).await;
        assert_eq!(hosts[0].read().await, call(2, "find"));
    }

    #[tokio::test]
    async fn answers_are_waited_for_when_the_assistant_closes_its_pipe() {
        let (mut assistant, mut hosts) = world(1, &["find"]);
        assistant.write(call(1, "find")).await;
        assistant.writer.shutdown().await.unwrap();
        hosts[0].read().await;
        hosts[0].write(result(json!(1))).await;
        assert_eq!(assistant.read().await, result(json!(1)));
        assert_eq!(assistant.read().await, Value::Null, "and then it ends");
    }
}
