//! Finding the host, or starting one.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::io::BufReader;
use tokio::time::Instant;

use crate::accept::Report;
use crate::handshake::{Hello, Refusal, Welcome, greet};
use crate::host::IDLE_EXIT_VARIABLE;
use crate::places::Places;
use crate::unix;

/// How long a host is looked for and started in all.
const DEADLINE: Duration = Duration::from_secs(20);
/// How long a starting process may take to report.
const REPORT_TIME: Duration = Duration::from_secs(10);
/// Pause between two looks while somebody else's host is coming up; doubled each time up to the second.
const PAUSE: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(50));
/// After so long without a host that can be reached, another is started: the one that held the lock may have left.
const START_AGAIN: Duration = Duration::from_millis(300);

/// Variables that a host is started with; the rest is the business of sessions.
const HOST_ENVIRONMENT: [&str; 14] = [
    "HOME",
    "USER",
    "LOGNAME",
    "PATH",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_RUNTIME_DIR",
    "RUST_BACKTRACE",
    "LLVM_PROFILE_FILE",
    "MALLOC_ARENA_MAX",
];

/// Whether a host may be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// If there is none; it stays so long after its last session, or as long as hosts do.
    IfNeeded(Option<Duration>),
    /// No: only one that runs will do.
    Never,
}

/// A connection whose handshake is done.
#[derive(Debug)]
pub struct Attached {
    /// What the host sends.
    pub reader: BufReader<unix::ReadHalf>,
    /// To the host.
    pub writer: unix::WriteHalf,
    /// Its answer.
    pub welcome: Welcome,
}

/// What dialling came to.
#[derive(Debug)]
pub enum Dialed {
    /// Attached.
    Attached(Box<Attached>),
    /// No host runs ([`Start::Never`]).
    NoHost,
    /// There is no socket to be had here: why.
    NoSocket(String),
}

/// Why there is no connection, though sockets work.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DialError {
    /// The host does not serve this client.
    #[error("{0}")]
    Refused(Refusal),
    /// No host came up, or none answered.
    #[error("{0}")]
    Failed(String),
}

/// Attaches to the host as `hello` says, starting one if `start` allows it. Being connected is not enough: done when the
/// host has answered.
///
/// # Errors
/// See [`DialError`].
pub async fn dial(places: &Places, hello: &Hello, start: Start) -> Result<Dialed, DialError> {
    let deadline = Instant::now() + DEADLINE;
    let mut pause = PAUSE.0;
    let mut started: Option<Instant> = None;
    let mut last = String::from("no host came up");
    while Instant::now() < deadline {
        match attempt(places, hello).await {
            Attempt::Attached(attached) => return Ok(Dialed::Attached(attached)),
            Attempt::Refused(refusal) => return Err(DialError::Refused(refusal)),
            Attempt::NoSocket(why) => return Ok(Dialed::NoSocket(why)),
            Attempt::Again(why) => last = why,
            Attempt::Nobody if start == Start::Never => return Ok(Dialed::NoHost),
            Attempt::Nobody if started.is_none_or(|at| at.elapsed() >= START_AGAIN) => {
                started = Some(Instant::now());
                match start_host(places, start).await {
                    Ok(Report::Ready) => continue,
                    Ok(Report::Taken) => last = "a host holds the lock but cannot be reached".to_owned(),
                    Ok(Report::Impossible(why)) | Err(why) => return Ok(Dialed::NoSocket(why)),
                }
            }
            Attempt::Nobody => {}
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE.1);
    }
    Err(DialError::Failed(format!(
        "{last} within {} s; the log is {}",
        DEADLINE.as_secs(),
        places.log().display()
    )))
}

enum Attempt {
    Attached(Box<Attached>),
    Refused(Refusal),
    /// Nobody listens.
    Nobody,
    /// Somebody listens who does not answer (yet, or any more).
    Again(String),
    NoSocket(String),
}

async fn attempt(places: &Places, hello: &Hello) -> Attempt {
    if let Err(error) = places.prepare() {
        // A host that listens elsewhere will do, if there is one.
        return match connect_to_any(places).await {
            Ok(stream) => handshake(stream, hello).await,
            Err(_) => Attempt::NoSocket(error.to_string()),
        };
    }
    match connect_to_any(places).await {
        Ok(stream) => handshake(stream, hello).await,
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => Attempt::Nobody,
            // The last four: a host that ended between the connection and the look at who it is.
            io::ErrorKind::WouldBlock
            | io::ErrorKind::Interrupted
            | io::ErrorKind::TimedOut
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::NotConnected => Attempt::Again(error.to_string()),
            _ => Attempt::NoSocket(format!("{}: {error}", places.socket.display())),
        },
    }
}

/// The error is that of the socket that a host of ours would have.
async fn connect_to_any(places: &Places) -> io::Result<unix::Stream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for socket in places.sockets() {
        match unix::connect(&socket).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn handshake(stream: unix::Stream, hello: &Hello) -> Attempt {
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::with_capacity(64 * 1024, reader);
    match greet(&mut reader, &mut writer, hello).await {
        Ok(Ok(welcome)) => Attempt::Attached(Box::new(Attached { reader, writer, welcome })),
        Ok(Err(refusal)) if refusal.again => Attempt::Again(refusal.error),
        Ok(Err(refusal)) => Attempt::Refused(refusal),
        Err(error) => Attempt::Again(error.to_string()),
    }
}

/// Starts a host in the background and waits for its report.
async fn start_host(places: &Places, start: Start) -> Result<Report, String> {
    let program =
        std::env::current_exe().map_err(|error| format!("this program's own file is not known: {error}"))?;
    let (state, socket) = (places.state.display().to_string(), places.socket.display().to_string());
    tracing::debug!(state, socket, "starting a host");
    let spawned = tokio::task::spawn_blocking(move || spawn(&program, start));
    match tokio::time::timeout(REPORT_TIME, spawned).await {
        Ok(Ok(Ok(report))) => Ok(report),
        Ok(Ok(Err(error))) => Err(format!("no host can be started: {error}")),
        Ok(Err(error)) => Err(format!("no host can be started: {error}")),
        // It may still come up; the caller goes on looking.
        Err(_) => Ok(Report::Taken),
    }
}

/// Runs the process that starts the host and ends; its output is the host's report.
fn spawn(program: &Path, start: Start) -> io::Result<Report> {
    let ours = std::env::vars_os().filter(|(name, _)| {
        name.to_str().is_some_and(|name| HOST_ENVIRONMENT.contains(&name) || name.starts_with("LOCKSTEP_"))
    });
    let idle_exit = match start {
        Start::IfNeeded(Some(time)) => Some((IDLE_EXIT_VARIABLE, format!("{}ms", time.as_millis()))),
        Start::IfNeeded(None) | Start::Never => None,
    };
    let output = Command::new(program)
        .args(["host", "--detach"])
        .env_clear()
        .envs(ours)
        .envs(idle_exit)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()?;
    Report::parse(&String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}
