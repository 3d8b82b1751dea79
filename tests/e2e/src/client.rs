//! A started process whose output is read in threads.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use rustix::process::Signal;

use crate::DEADLINE;
use crate::world::signal;

/// A child process with pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Vec<u8>>,
    stderr: Option<JoinHandle<String>>,
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; none if it was killed.
    pub code: Option<i32>,
    /// What it said on standard error.
    pub stderr: String,
}

/// How its output is cut into messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Framing {
    Lines,
    ContentLength,
}

impl Process {
    /// Starts `command`; its output is lines.
    #[must_use]
    pub fn start(command: Command) -> Process {
        Process::framed(command, Framing::Lines)
    }

    /// Starts `command`; its output has `Content-Length` headers.
    #[must_use]
    pub(crate) fn framed(mut command: Command, framing: Framing) -> Process {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout, framing) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut stderr = child.stderr.take().unwrap();
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Process { stdin: child.stdin.take(), child, messages, stderr: Some(stderr) }
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> i32 {
        i32::try_from(self.child.id()).unwrap()
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("its input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("it reads its input");
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Its next line or message; none when it has closed its output.
    #[track_caller]
    pub fn line(&mut self) -> Option<Vec<u8>> {
        match self.messages.recv_timeout(DEADLINE) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("it says nothing"),
        }
    }

    /// Sends it a signal.
    pub fn signal(&self, which: Signal) {
        signal(self.id(), which);
    }

    /// Waits for its end.
    #[track_caller]
    pub fn wait(mut self) -> Ended {
        let deadline = Instant::now() + DEADLINE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end");
            std::thread::sleep(std::time::Duration::from_millis(2));
        };
        let stderr = self.stderr.take().map(|thread| thread.join().unwrap()).unwrap_or_default();
        Ended { code: status.code(), stderr }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One message; none at the end.
fn read_message(reader: &mut impl BufRead, framing: Framing) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    match framing {
        Framing::Lines => {
            if reader.read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            Some(line)
        }
        Framing::ContentLength => {
            let mut length = None;
            loop {
                let mut header = String::new();
                if reader.read_line(&mut header).ok()? == 0 {
                    return None;
                }
                let header = header.trim_end();
                if header.is_empty() {
                    break;
                }
                let (name, value) = header.split_once(':').unwrap_or_else(|| panic!("no header: {header:?}"));
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse::<usize>().ok();
                }
            }
            let mut body = vec![0; length.expect("a message has a length")];
            reader.read_exact(&mut body).ok()?;
            Some(body)
        }
    }
}
