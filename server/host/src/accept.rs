//! The host as a process of its own: takes the lock, listens, serves, and leaves when nobody needs it.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::task::JoinSet;

use crate::guard::{Guard, GuardError};
use crate::handshake::{First, HANDSHAKE, Hello, Refusal, Speak, Welcome, read_first, write_line};
use crate::host::{Host, HostOptions, Leaving};
use crate::log::open_log;
use crate::places::Places;
use crate::seal::Sealed;
use crate::version::{is_newer, version};
use crate::{rpc, unix};

/// More connections at a time than this are turned away.
const MAX_CONNECTIONS: usize = 512;
/// How long connections get to end by themselves when the host stops.
const FAREWELL: Duration = Duration::from_millis(200);
/// The answer to HTTP.
const HTTP_ANSWER: &str = "HTTP/1.1 501 Not Implemented\r\ncontent-type: text/plain\r\ncontent-length: 41\r\nconnection: close\r\n\r\nthis host does not serve HTTP on a socket";

/// What a host being started tells whoever starts it: one line on its standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// It listens.
    Ready,
    /// Another host is there.
    Taken,
    /// None can run here: why.
    Impossible(String),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Ready => f.write_str("ready"),
            Report::Taken => f.write_str("taken"),
            Report::Impossible(why) => write!(f, "impossible {}", why.replace('\n', " ")),
        }
    }
}

impl Report {
    /// Reads what `Display` prints.
    pub(crate) fn parse(text: &str) -> Option<Report> {
        match text.trim() {
            "ready" => Some(Report::Ready),
            "taken" => Some(Report::Taken),
            other => other.strip_prefix("impossible ").map(|why| Report::Impossible(why.to_owned())),
        }
    }
}

/// Runs the host until it is asked to end or has been idle for long enough; at once if there is one already. `report`
/// is called once, as soon as it is known how it stands; after that, with `to_log`, everything printed goes to the log.
///
/// # Errors
/// As reported: there is no running here.
pub async fn run_host(
    places: Places,
    options: HostOptions,
    to_log: bool,
    report: impl FnOnce(&Report),
) -> anyhow::Result<()> {
    let mut guard = match Guard::take(&places) {
        Ok(guard) => guard,
        Err(GuardError::Taken) => {
            report(&Report::Taken);
            return Ok(());
        }
        Err(GuardError::Impossible(why)) => {
            report(&Report::Impossible(why.clone()));
            anyhow::bail!(why);
        }
    };
    let listening = open_log(&places).and_then(|log| Ok((log, guard.listen()?)));
    let (log, listener) = match listening {
        Ok(listening) => listening,
        Err(error) => {
            let why = format!("{}: {error}", places.socket.display());
            report(&Report::Impossible(why.clone()));
            anyhow::bail!(why);
        }
    };
    report(&Report::Ready);
    if to_log {
        unix::redirect_output(&log)?;
    }
    drop(log);
    let host = Host::new(places, options, false);
    tracing::info!(
        host = host.id,
        version = version(),
        pid = std::process::id(),
        socket = %host.places.socket.display(),
        "serving"
    );
    let why = serve(&host, &mut guard, listener).await;
    tracing::info!(why, "leaving");
    host.close().await;
    tracing::info!("left");
    // The lock last: whoever gets it finds the caches closed.
    drop(guard);
    Ok(())
}

/// Accepts connections until it is time to leave; says why it was.
async fn serve(host: &Arc<Host>, guard: &mut Guard, mut listener: unix::Listener) -> &'static str {
    let period = (host.options.idle_exit.min(host.options.tree_linger) / 5)
        .clamp(Duration::from_millis(20), Duration::from_secs(5));
    let mut housekeeping = tokio::time::interval(period);
    let mut connections = JoinSet::new();
    let mut idle_since: Option<Instant> = None;
    let mut greeting = Arc::new(());
    let interrupted = unix::interrupted();
    tokio::pin!(interrupted);
    let why = loop {
        tokio::select! {
            // Once asked to stop, nobody new: whoever asked looks next whether it is gone.
            biased;
            why = host.stopped() => break match why {
                Leaving::Asked => "asked to stop",
                Leaving::ForNewer => "giving way to a newer program",
            },
            () = &mut interrupted => break "interrupted",
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let full = connections.len() >= MAX_CONNECTIONS;
                    connections.spawn(connection(Arc::clone(host), stream, full, Arc::clone(&greeting)));
                }
                Err(error) => {
                    tracing::warn!(%error, "accepting");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            Some(ended) = connections.join_next() => if let Err(error) = ended {
                tracing::error!(%error, "a session ended in the middle");
            },
            _ = housekeeping.tick() => {
                host.unload_idle();
                // One that is still in its handshake counts: it holds a share of `greeting`.
                let idle = host.sessions() == 0 && Arc::get_mut(&mut greeting).is_some();
                idle_since = if idle { idle_since.or_else(|| Some(Instant::now())) } else { None };
                if idle_since.is_some_and(|since| since.elapsed() >= host.options.idle_exit) {
                    break "idle";
                }
                if !guard.reachable() {
                    match guard.listen() {
                        Ok(again) => {
                            tracing::warn!("the socket was gone; listening again");
                            listener = again;
                        }
                        Err(error) => tracing::error!(%error, "the socket is gone"),
                    }
                }
            }
        }
    };
    // First nobody new; whoever got in last sees the connection close before an answer, and tries again.
    guard.unlisten();
    drop(listener);
    host.stop(Leaving::Asked);
    let farewell = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    host.sealed.store(true, Ordering::Release);
    connections.shutdown().await;
    why
}

/// One connection, from its first line to its end.
async fn connection(host: Arc<Host>, stream: unix::Stream, full: bool, greeting: Arc<()>) {
    match unix::same_user(&stream) {
        Ok(true) => {}
        Ok(false) => return tracing::warn!("somebody else's process was turned away"),
        Err(error) => return tracing::warn!(%error, "a process that cannot be known was turned away"),
    }
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::with_capacity(64 * 1024, reader);
    let hello = match read_first(&mut reader).await {
        Ok(First::Hello(_)) if full => {
            Err(Refusal::new("the host has too many connections", "end some sessions and try again"))
        }
        Ok(First::Hello(hello)) => Ok(*hello),
        Ok(First::Http) => {
            let _ = writer.write_all(HTTP_ANSWER.as_bytes()).await;
            return;
        }
        Ok(First::Bad(refusal)) => Err(refusal),
        Ok(First::Closed) => return,
        Err(error) => return tracing::debug!(%error, "before the first line"),
    };
    let answered = match hello {
        Ok(hello) => serve_connection(&host, hello, reader, writer, greeting).await,
        Err(refusal) => write_line(&mut writer, &refusal).await,
    };
    if let Err(error) = answered {
        tracing::debug!(%error, "a connection broke");
    }
}

async fn serve_connection(
    host: &Arc<Host>,
    hello: Hello,
    reader: BufReader<unix::ReadHalf>,
    mut writer: unix::WriteHalf,
    greeting: Arc<()>,
) -> io::Result<()> {
    let welcome = Welcome {
        ok: true,
        host: host.id.clone(),
        version: version(),
        read_only: lockstep_mcp::tools().into_iter().map(str::to_owned).collect(),
    };
    tracing::debug!(speak = ?hello.speak, pid = hello.pid, handshake = HANDSHAKE, "attached");
    // A program that only asks needs no host of its own; an editor's process would end with the host.
    if hello.speak != Speak::Rpc && is_newer(&hello.version, &welcome.version) && !host.has_editor() {
        tracing::info!(version = hello.version, pid = hello.pid, "a newer program is there");
        let error = format!("this host is of version {} and gives way to {}", welcome.version, hello.version);
        host.stop(Leaving::ForNewer);
        return write_line(&mut writer, &Refusal { again: true, ..Refusal::new(error, "connect again") })
            .await;
    }
    let entry = host.connected(hello.clone());
    drop(greeting);
    match hello.speak {
        Speak::Lsp => {
            write_line(&mut writer, &welcome).await?;
            let ended = host.serve_lsp(reader, Sealed::new(writer, Arc::clone(&host.sealed))).await;
            tracing::debug!(?ended, pid = hello.pid, "an editor left");
        }
        Speak::Mcp => {
            // The roots are looked at before the answer: a refusal is part of the handshake.
            let served = host
                .tool_options(&hello.options)
                .and_then(|options| Ok((host.assistant_trees(&hello)?, options)));
            let (trees, options) = match served {
                Ok(served) => served,
                Err(refusal) => return write_line(&mut writer, &refusal).await,
            };
            write_line(&mut writer, &welcome).await?;
            let ended =
                host.serve_mcp(trees, options, reader, Sealed::new(writer, Arc::clone(&host.sealed))).await;
            tracing::debug!(?ended, pid = hello.pid, "an assistant left");
        }
        Speak::Rpc => {
            write_line(&mut writer, &welcome).await?;
            rpc::serve(host, &hello, &entry, reader, writer).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_back() {
        for report in [Report::Ready, Report::Taken, Report::Impossible("/x: no such device".into())] {
            assert_eq!(Report::parse(&format!("{report}\n")), Some(report));
        }
        assert_eq!(Report::parse(""), None);
    }

    #[test]
    fn the_http_answer_has_the_length_it_says() {
        let body = HTTP_ANSWER.split("\r\n\r\n").nth(1).unwrap();
        assert!(HTTP_ANSWER.contains(&format!("content-length: {}\r\n", body.len())));
    }
}
