//! Bytes between an editor and the host. A host that is gone cannot be replaced behind the editor's back, because nobody
//! but the editor has its unsaved texts: the pump ends at once, and the editor starts it anew.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::dial::Attached;

/// How long the host gets to close the connection after the editor said `exit` or went away.
const FAREWELL: Duration = Duration::from_secs(2);
/// Bytes moved at a time.
const CHUNK: usize = 64 * 1024;

/// Moves bytes until either side ends; returns the exit code: 0 after `shutdown` and `exit` or when the editor has gone
/// away, 1 after `exit` alone and when the host is lost.
pub(super) async fn pump<R, W>(attached: Attached, mut input: R, mut output: W) -> u8
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let Attached { mut reader, mut writer, .. } = attached;
    let mut watch = ExitWatch::default();
    let to_host = async {
        let mut buffer = vec![0; CHUNK];
        loop {
            match input.read(&mut buffer).await {
                Ok(0) | Err(_) => break Ending::EditorGone,
                Ok(length) => {
                    let bytes = buffer.get(..length).unwrap_or_default();
                    watch.see(bytes);
                    if writer.write_all(bytes).await.is_err() && !watch.exit {
                        break Ending::HostGone;
                    }
                    if watch.exit {
                        break Ending::Exit;
                    }
                }
            }
        }
    };
    let to_editor = async {
        let moved = copy(&mut reader, &mut output).await;
        if moved.is_ok() { Ending::HostGone } else { Ending::EditorGone }
    };
    tokio::pin!(to_editor);
    let ending = tokio::select! {
        ending = to_host => ending,
        ending = &mut to_editor => ending,
    };
    match ending {
        Ending::HostGone if !watch.exit => {
            tracing::error!(
                "the host is gone, and the texts of open buffers with it: start this language server again"
            );
            return 1;
        }
        Ending::Exit | Ending::HostGone => {
            let _ = tokio::time::timeout(FAREWELL, to_editor).await;
            return u8::from(!watch.shutdown);
        }
        Ending::EditorGone => {}
    }
    let _ = writer.shutdown().await;
    let _ = tokio::time::timeout(FAREWELL, to_editor).await;
    0
}

/// How a pump's one direction ended.
enum Ending {
    /// The editor said `exit`.
    Exit,
    /// The editor closed its pipe.
    EditorGone,
    /// The host closed the connection.
    HostGone,
}

/// Moves bytes until the reader ends; an error is the writer's (a reader that breaks has ended).
async fn copy<R, W>(reader: &mut R, writer: &mut W) -> io::Result<()>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut buffer = vec![0; CHUNK];
    loop {
        match reader.read(&mut buffer).await {
            Ok(0) | Err(_) => return Ok(()),
            Ok(length) => {
                writer.write_all(buffer.get(..length).unwrap_or_default()).await?;
                writer.flush().await?;
            }
        }
    }
}

/// Watches an editor's messages go by for `shutdown` and `exit`: that tells a session that ended from a host that is gone.
#[derive(Debug, Default)]
struct ExitWatch {
    shutdown: bool,
    exit: bool,
    header: Vec<u8>,
    /// The body so far, where it is short enough to be one of the two.
    body: Vec<u8>,
    /// Bytes of the body still to come; none inside a header.
    remaining: Option<usize>,
}

/// A body longer than this is neither `shutdown` nor `exit`.
const SHORT: usize = 512;
/// A header longer than this is none; what comes then is not understood, and not watched.
const MAX_HEADER: usize = 8 * 1024;

impl ExitWatch {
    fn see(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match self.remaining {
                None => {
                    // Byte by byte, but headers are short.
                    let Some((first, rest)) = bytes.split_first() else { return };
                    bytes = rest;
                    if self.header.len() < MAX_HEADER {
                        self.header.push(*first);
                    }
                    if self.header.ends_with(b"\r\n\r\n") {
                        self.remaining = Some(content_length(&self.header));
                        self.header.clear();
                        self.body.clear();
                        self.finish();
                    }
                }
                Some(remaining) => {
                    let (now, rest) = bytes.split_at(remaining.min(bytes.len()));
                    bytes = rest;
                    let room = SHORT.saturating_sub(self.body.len());
                    self.body.extend(now.iter().take(room));
                    self.remaining = Some(remaining - now.len());
                    self.finish();
                }
            }
        }
    }

    /// Looks at a body that is complete.
    fn finish(&mut self) {
        if self.remaining != Some(0) {
            return;
        }
        self.remaining = None;
        if self.body.len() < SHORT
            && let Ok(message) = serde_json::from_slice::<serde_json::Value>(&self.body)
        {
            match message.get("method").and_then(serde_json::Value::as_str) {
                Some("shutdown") => self.shutdown = true,
                Some("exit") => self.exit = true,
                _ => {}
            }
        }
    }
}

fn content_length(header: &[u8]) -> usize {
    let header = String::from_utf8_lossy(header);
    let mut lengths = header.lines().filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    lengths.next_back().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn shutdown_and_exit_are_seen_however_the_bytes_are_cut() {
        let long = format!(r#"{{"method":"exit","text":"{}"}}"#, "x".repeat(2 * SHORT));
        let inner = framed(r#"{"method":"exit"}"#);
        let quoted = format!(
            r#"{{"method":"textDocument/didOpen","text":{}}}"#,
            serde_json::to_string(&inner).unwrap()
        );
        let before =
            [framed(&quoted), framed(&long), framed(""), framed(r#"{"id":7,"method":"shutdown"}"#)].concat();
        for size in [1, 2, 3, 7, 64, 100_000] {
            let mut watch = ExitWatch::default();
            before.as_bytes().chunks(size).for_each(|chunk| watch.see(chunk));
            assert!(watch.shutdown && !watch.exit, "pieces of {size}");
            framed(r#"{"method":"exit"}"#).as_bytes().chunks(size).for_each(|chunk| watch.see(chunk));
            assert!(watch.exit, "pieces of {size}");
        }
    }

    #[test]
    fn other_headers_and_other_spellings_are_fine() {
        let mut watch = ExitWatch::default();
        watch.see(b"content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:17\r\n\r\n{\"method\":\"exit\"}");
        assert!(watch.exit);
    }

    #[test]
    fn what_is_no_protocol_grows_nothing() {
        let mut watch = ExitWatch::default();
        watch.see(&vec![b'x'; 10 * MAX_HEADER]);
        assert!(watch.header.len() <= MAX_HEADER && !watch.exit);
    }
}
