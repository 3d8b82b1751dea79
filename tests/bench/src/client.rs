//! A JSON-RPC client over a process's pipes or a host's socket: LSP and MCP, as small as can be.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

/// How long any answer may take; the longest wait is for the index of five million lines.
pub(crate) const DEADLINE: Duration = Duration::from_secs(300);
/// How long a process may take to end once its input is closed.
const LEAVE: Duration = Duration::from_secs(5);

/// How messages are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// One a line (MCP, the handshake, the host's own protocol).
    Lines,
    /// Behind a `Content-Length` header (LSP).
    ContentLength,
}

/// One end of a connection. What the other end asks is answered with null.
pub(crate) struct Client {
    writer: Option<Box<dyn Write>>,
    messages: Receiver<Value>,
    framing: Framing,
    next: u64,
    early: Vec<Value>,
    notifications: VecDeque<Value>,
    child: Option<Child>,
}

impl Client {
    /// Over the pipes of a process to be started.
    pub(crate) fn start(mut command: Command, framing: Framing) -> Result<Client> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let writer = child.stdin.take().context("no input")?;
        let reader = BufReader::new(child.stdout.take().context("no output")?);
        Ok(Client::over(Box::new(writer), reader, framing, Some(child)))
    }

    /// Over a host's socket, after the handshake; `speak` is `lsp`, `mcp` or `rpc`.
    pub(crate) fn dial(socket: &Path, speak: &str, folder: &Path) -> Result<Client> {
        let mut writer = UnixStream::connect(socket)?;
        writer.set_write_timeout(Some(DEADLINE))?;
        let mut reader = BufReader::new(writer.try_clone()?);
        let hello = json!({
            "lockstep": 1, "speak": speak, "version": "bench", "pid": std::process::id(), "cwd": folder, "roots": [folder],
        });
        writeln!(writer, "{hello}")?;
        let welcome = read_message(&mut reader, Framing::Lines).context("the host closes")?;
        if welcome.get("ok") != Some(&json!(true)) {
            bail!("the host refuses: {welcome}");
        }
        let framing = if speak == "lsp" { Framing::ContentLength } else { Framing::Lines };
        Ok(Client::over(Box::new(writer), reader, framing, None))
    }

    fn over(
        writer: Box<dyn Write>,
        mut reader: impl BufRead + Send + 'static,
        framing: Framing,
        child: Option<Child>,
    ) -> Client {
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut reader, framing) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (early, notifications) = (Vec::new(), VecDeque::new());
        Client { writer: Some(writer), messages, framing, next: 1, early, notifications, child }
    }

    /// Asks; returns the result.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value> {
        let id = self.send_request(method, params)?;
        self.answer(id).with_context(|| method.to_owned())
    }

    /// Asks without waiting; returns the request's id.
    pub(crate) fn send_request(&mut self, method: &str, params: Value) -> Result<u64> {
        let id = self.next;
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// Notifies.
    pub(crate) fn notify(&mut self, method: &str, params: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Waits for a request's result; an error is one.
    pub(crate) fn answer(&mut self, id: u64) -> Result<Value> {
        let mut answer = match self.early.iter().position(|message| message["id"] == id) {
            Some(at) => self.early.swap_remove(at),
            None => loop {
                let message = self.message()?;
                if message.get("method").is_none() {
                    if message["id"] == id {
                        break message;
                    }
                    self.early.push(message);
                }
            },
        };
        match answer.get("error") {
            Some(error) => bail!("{error}"),
            None => Ok(answer["result"].take()),
        }
    }

    /// Waits for a notification; returns its parameters.
    pub(crate) fn notification(&mut self, method: &str) -> Result<Value> {
        loop {
            let kept = self.notifications.iter().position(|message| message["method"] == method);
            if let Some(mut found) = kept.and_then(|at| self.notifications.remove(at)) {
                return Ok(found["params"].take());
            }
            self.message().with_context(|| method.to_owned())?;
        }
    }

    /// The older protocols' handshake of an assistant.
    pub(crate) fn initialize_mcp(&mut self) -> Result<()> {
        let client = json!({"name": "bench", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        self.request("initialize", params)?;
        self.notify("notifications/initialized", json!({}))
    }

    /// Calls a tool; returns its text, and whether it is an error.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value, revision: &Value) -> Result<(String, bool)> {
        let mut params = json!({"name": tool, "arguments": arguments});
        if !revision.is_null() {
            params["_meta"] = json!({"lockstep/minRevision": revision});
        }
        let result = self.request("tools/call", params)?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        Ok((text, result["isError"] == true))
    }

    /// An editor's handshake for one folder.
    pub(crate) fn initialize_lsp(&mut self, folder: &Path) -> Result<()> {
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}},
        });
        let folders = json!([{"uri": uri(folder), "name": "bench"}]);
        let params = json!({
            "processId": std::process::id(), "rootUri": uri(folder), "workspaceFolders": folders,
            "capabilities": capabilities,
        });
        self.request("initialize", params)?;
        self.notify("initialized", json!({}))
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, path: &Path, language: &str, text: &str) -> Result<()> {
        let document = json!({"uri": uri(path), "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}))
    }

    /// Replaces characters `from..to` of a line of a document.
    pub(crate) fn edit(
        &mut self,
        path: &Path,
        version: u64,
        line: u64,
        (from, to): (u64, u64),
        text: &str,
    ) -> Result<()> {
        let range =
            json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
        let document = json!({"uri": uri(path), "version": version});
        let changes = json!([{"range": range, "text": text}]);
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}))
    }

    /// The revision that shows everything sent so far, as soon as it is published.
    pub(crate) fn revision(&mut self) -> Result<Value> {
        Ok(self.request("lockstep/revision", json!({}))?["revision"].take())
    }

    fn message(&mut self) -> Result<Value> {
        let message = self.messages.recv_timeout(DEADLINE).context("no message")?;
        if message.get("method").is_some() {
            match message.get("id") {
                Some(id) => self.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}))?,
                None => self.notifications.push_back(message.clone()),
            }
        }
        Ok(message)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let writer = self.writer.as_mut().context("closed")?;
        let bytes = match self.framing {
            Framing::Lines => format!("{message}\n"),
            Framing::ContentLength => {
                let body = message.to_string();
                format!("Content-Length: {}\r\n\r\n{body}", body.len())
            }
        };
        writer.write_all(bytes.as_bytes())?;
        writer.flush()?;
        Ok(())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.writer = None;
        let Some(child) = &mut self.child else { return };
        let deadline = Instant::now() + LEAVE;
        while let Ok(None) = child.try_wait() {
            if Instant::now() > deadline {
                let _ = child.kill();
                let _ = child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// A path as a URI.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// One message; none at the end, or if it is no message.
fn read_message(reader: &mut impl BufRead, framing: Framing) -> Option<Value> {
    let mut line = String::new();
    if framing == Framing::Lines {
        reader.read_line(&mut line).ok()?;
        return serde_json::from_str(&line).ok();
    }
    let mut length = 0;
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let header = line.trim_end();
        if header.is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
