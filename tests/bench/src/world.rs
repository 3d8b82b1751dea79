//! A copy of a corpus, and an environment of its own in which the binary runs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use lockstep_languages::language_of;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, DEADLINE};

/// How long a host may be busy after its index is ready.
const IDLE_WITHIN: Duration = Duration::from_secs(600);

/// See the module's documentation.
pub(crate) struct World {
    folder: TempDir,
    binary: PathBuf,
}

impl World {
    /// A world whose workspace holds the sources and package files of all of `corpora`, side by side.
    pub(crate) fn with_copies_of(binary: &Path, corpora: &[PathBuf]) -> Result<World> {
        // Short: the path of a socket has little room.
        let folder = tempfile::Builder::new().prefix("lsb").tempdir()?;
        let world = World { folder, binary: binary.canonicalize().context("the binary")? };
        for name in ["home", "run"] {
            std::fs::create_dir(world.path(name))?;
        }
        for corpus in corpora {
            copy(corpus, &world.workspace()).with_context(|| corpus.display().to_string())?;
        }
        Ok(world)
    }

    /// A path of this world.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        let root = self.folder.path();
        root.canonicalize().unwrap_or_else(|_| root.to_path_buf()).join(name)
    }

    /// The copy of the corpus.
    pub(crate) fn workspace(&self) -> PathBuf {
        self.path("w")
    }

    /// The binary with `arguments`, to be started in the workspace.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments).env_clear().current_dir(self.workspace());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path(""))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("XDG_RUNTIME_DIR", self.path("run"))
            .env("LOCKSTEP_IDLE_EXIT", "60s");
        command
    }

    /// Runs the binary to its end; returns the object that it prints.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<Value> {
        let output = self.command(arguments).stdin(Stdio::null()).output()?;
        serde_json::from_slice(&output.stdout).with_context(|| {
            format!("lockstep {arguments:?} prints no object: {}", String::from_utf8_lossy(&output.stderr))
        })
    }

    /// The socket of the host that runs.
    pub(crate) fn socket(&self) -> Result<PathBuf> {
        let status = self.run(&["status", "--json"])?;
        Ok(status["socket"].as_str().context("no host runs")?.into())
    }

    /// Ends the host, if there is one, and waits until it is gone.
    pub(crate) fn stop(&self) -> Result<()> {
        self.command(&["stop"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        let deadline = Instant::now() + DEADLINE;
        while !self.processes().is_empty() {
            if Instant::now() > deadline {
                bail!("the host does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Every process of this world that still runs. Needs `/proc`.
    fn processes(&self) -> Vec<i32> {
        let mark = format!("XDG_STATE_HOME={}", self.path("state").display());
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        entries
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
            .filter(|process| {
                let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
                environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
            })
            .collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        for process in self.processes() {
            if let Some(process) = Pid::from_raw(process) {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }
}

/// What the host says of itself.
pub(crate) fn host_status(rpc: &mut Client) -> Result<Value> {
    rpc.request("status", json!({}))
}

/// CPU seconds the host has used.
pub(crate) fn host_cpu(rpc: &mut Client) -> Result<f64> {
    host_status(rpc)?["cpu_seconds"].as_f64().context("no CPU seconds")
}

/// Waits until the host uses no CPU: what it does in pauses has no revision that could be waited for. Returns the CPU
/// seconds used meanwhile.
pub(crate) fn until_idle(rpc: &mut Client) -> Result<f64> {
    let deadline = Instant::now() + IDLE_WITHIN;
    let before = host_cpu(rpc)?;
    let mut last = before;
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let now = host_cpu(rpc)?;
        if now - last < 0.01 || Instant::now() > deadline {
            return Ok(now - before);
        }
        last = now;
    }
}

/// Copies what the index would read.
fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&path, &to.join(&name))?;
        } else if language_of(&name.to_string_lossy(), None).is_some() {
            std::fs::copy(&path, to.join(&name))?;
        }
    }
    Ok(())
}
