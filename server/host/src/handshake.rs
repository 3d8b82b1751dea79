//! The first line each way on a connection.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt};

use crate::lines::{Line, read_line};
use crate::version::version;

/// The number of this handshake: a client attaches to any host that speaks the same one, whatever its version.
pub const HANDSHAKE: u32 = 1;

/// Longest first line in bytes, either way.
const MAX_LINE: usize = 64 * 1024;
/// How long the host waits for a client's first line.
const HELLO_TIME: Duration = Duration::from_secs(5);
/// How long a client waits for the host's answer, which includes finding the trees of the roots.
const WELCOME_TIME: Duration = Duration::from_secs(10);

/// Variables that a client hands over, for the session that needs them to find toolchains and environments.
const ENVIRONMENT: [&str; 12] = [
    "PATH",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "PYTHONPATH",
    "GOPATH",
    "GOROOT",
    "GOFLAGS",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "JAVA_HOME",
    "NODE_PATH",
    "LANG",
];

/// What is spoken after the handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speak {
    /// The language server protocol.
    Lsp,
    /// The model context protocol, one message a line.
    Mcp,
    /// JSON-RPC, one message a line: `status`, `stop`, `call`, `attach`, `progress`, `health_check`.
    Rpc,
}

/// How results are rendered for a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Text only.
    #[default]
    Text,
    /// Structured content with output schemas.
    Structured,
}

/// How a session wants its answers. What it may do besides reading will be said here too; options unknown to the reader are
/// ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionOptions {
    /// The tools that are listed and can be called; none for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
    /// How results are rendered.
    pub format: Format,
    /// Budget in tokens for every answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// The member that is meant where a call names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

/// A client's first line. Fields unknown to the reader are ignored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// [`HANDSHAKE`].
    pub lockstep: u32,
    /// What it will speak.
    pub speak: Speak,
    /// Its version.
    pub version: String,
    /// Its process.
    pub pid: u32,
    /// Its working directory.
    pub cwd: PathBuf,
    /// The folders it is about, the default one first; none to use `cwd`.
    #[serde(default)]
    pub roots: Vec<PathBuf>,
    /// A few variables of its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Its options.
    #[serde(default)]
    pub options: SessionOptions,
}

impl Hello {
    /// This process's own.
    #[must_use]
    pub fn here(speak: Speak, roots: Vec<PathBuf>, options: SessionOptions) -> Hello {
        Hello {
            lockstep: HANDSHAKE,
            speak,
            version: version(),
            pid: std::process::id(),
            cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            roots,
            env: ENVIRONMENT
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)))
                .collect(),
            options,
        }
    }
}

/// The host's answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// Always true.
    pub ok: bool,
    /// A name of this run of the host; in front of revision numbers.
    pub host: String,
    /// Its version.
    pub version: String,
    /// Tools that only read: calling one twice does no harm.
    #[serde(default)]
    pub read_only: Vec<String>,
}

/// The host's answer to a client that it does not serve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// What is wrong.
    pub error: String,
    /// What to do about it.
    #[serde(rename = "do")]
    pub remedy: String,
    /// Whether connecting once more is what to do: the host is about to leave for the client's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

impl Refusal {
    /// What is wrong, and what to do about it.
    pub(crate) fn new(error: impl Into<String>, remedy: impl Into<String>) -> Refusal {
        Refusal { error: error.into(), remedy: remedy.into(), again: false }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.remedy.is_empty() {
            f.write_str(&self.error)
        } else {
            write!(f, "{}: {}", self.error, self.remedy)
        }
    }
}

/// A first line as the host understands it.
#[derive(Debug)]
pub(crate) enum First {
    /// A client of ours.
    Hello(Box<Hello>),
    /// A request by HTTP.
    Http,
    /// Something else, with the answer to it.
    Bad(Refusal),
    /// Nothing.
    Closed,
}

/// Reads a client's first line.
pub(crate) async fn read_first<R: AsyncBufRead + Unpin>(reader: &mut R) -> io::Result<First> {
    let bad = |error: &str, remedy: &str| Ok(First::Bad(Refusal::new(error, remedy)));
    let line = match tokio::time::timeout(HELLO_TIME, read_line(reader, MAX_LINE)).await {
        Err(_) => return bad("no first line in time", "send the handshake at once"),
        Ok(Err(error)) => return Err(error),
        Ok(Ok(Line::End)) => return Ok(First::Closed),
        Ok(Ok(Line::TooLong)) => {
            return bad("the first line is too long", "send the handshake in one line of at most 64 KiB");
        }
        Ok(Ok(Line::Text(line))) => line,
    };
    if is_http(&line) {
        return Ok(First::Http);
    }
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(&line) else {
        return bad("the first line is no JSON", "speak through `lockstep lsp` or `lockstep mcp`");
    };
    match value.get("lockstep").and_then(serde_json::Value::as_u64) {
        Some(number) if number == u64::from(HANDSHAKE) => {}
        Some(number) => {
            let error = format!("this host speaks handshake {HANDSHAKE}, not {number}");
            return bad(&error, "run `lockstep stop`, so that the newer one is started");
        }
        None => {
            return bad("the first line is no handshake", "speak through `lockstep lsp` or `lockstep mcp`");
        }
    }
    match serde_json::from_value(value) {
        Ok(hello) => Ok(First::Hello(Box::new(hello))),
        Err(error) => {
            bad(&format!("the handshake is damaged ({error})"), "use a `lockstep` of the host's version")
        }
    }
}

/// Whether a line begins as HTTP requests do.
fn is_http(line: &[u8]) -> bool {
    let method = line.split(|byte| *byte == b' ').next().unwrap_or_default();
    matches!(
        method,
        b"GET" | b"HEAD" | b"POST" | b"PUT" | b"DELETE" | b"OPTIONS" | b"PATCH" | b"CONNECT" | b"TRACE"
    ) && line.len() > method.len()
}

/// Writes one line of JSON.
pub(crate) async fn write_line<W: AsyncWrite + Unpin>(
    writer: &mut W,
    value: &impl Serialize,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    writer.write_all(&line).await?;
    writer.flush().await
}

/// A client's side: says `hello`, reads the answer.
///
/// # Errors
/// Outer: the connection broke or timed out before there was an answer; the host may be leaving. Inner: it refused.
pub(crate) async fn greet<R, W>(
    reader: &mut R,
    writer: &mut W,
    hello: &Hello,
) -> io::Result<Result<Welcome, Refusal>>
where
    R: AsyncBufRead + Unpin,
    W: AsyncWrite + Unpin,
{
    write_line(writer, hello).await?;
    let answer = tokio::time::timeout(WELCOME_TIME, read_line(reader, MAX_LINE))
        .await
        .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "the host does not answer"))??;
    let Line::Text(line) = answer else {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the host closed the connection"));
    };
    if let Ok(welcome) = serde_json::from_slice::<Welcome>(&line) {
        return Ok(Ok(welcome));
    }
    Ok(Err(serde_json::from_slice(&line).unwrap_or_else(|_| {
        let remedy = "run `lockstep stop`, so that this version's host is started";
        Refusal::new("the host's answer cannot be understood", remedy)
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn first(line: &str) -> First {
        read_first(&mut line.as_bytes()).await.unwrap()
    }

    #[tokio::test]
    async fn a_hello_is_read_and_unknown_fields_are_ignored() {
        let hello = Hello::here(Speak::Mcp, vec!["/x".into()], SessionOptions::default());
        let mut value = serde_json::to_value(&hello).unwrap();
        value["later"] = 1.into();
        value["options"]["allow_something"] = true.into();
        let First::Hello(read) = first(&format!("{value}\nmore")).await else { panic!() };
        assert_eq!((read.speak, read.roots, read.options), (Speak::Mcp, hello.roots, hello.options));
    }

    #[tokio::test]
    async fn a_short_hello_is_enough() {
        let line = r#"{"lockstep":1,"speak":"rpc","version":"9","pid":1,"cwd":"/"}"#;
        assert!(matches!(first(&format!("{line}\n")).await, First::Hello(_)));
    }

    #[tokio::test]
    async fn what_is_no_hello_is_answered_with_what_to_do() {
        let long = format!("{}\n", "x".repeat(MAX_LINE + 1));
        for line in [
            "{}\n",
            "hello\n",
            "{\"lockstep\":2}\n",
            "{\"lockstep\":1}\n",
            "GETTING started\n",
            "GET\n",
            &long,
        ] {
            let First::Bad(refusal) = first(line).await else { panic!("{line}") };
            assert!(!refusal.error.is_empty() && !refusal.remedy.is_empty());
        }
    }

    #[tokio::test]
    async fn http_is_seen() {
        assert!(matches!(first("GET / HTTP/1.1\r\n").await, First::Http));
        assert!(matches!(first("POST /mcp HTTP/1.1\r\n").await, First::Http));
        assert!(matches!(first("").await, First::Closed));
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_client_is_not_waited_for() {
        let (mut host, _client) = tokio::io::duplex(64);
        let read = read_first(&mut tokio::io::BufReader::new(&mut host)).await.unwrap();
        assert!(matches!(read, First::Bad(_)));
    }
}
