//! A test's own home, folders and host.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::client::Process;
use crate::{Assistant, Editor, Wire, binary, eventually};

/// Set in everything that a test starts, so that a host whose test was killed does not stay long.
const IDLE_EXIT: &str = "120s";

/// See the module's documentation.
#[derive(Debug)]
pub struct World {
    folder: TempDir,
    variables: Vec<(String, String)>,
}

/// What a command that has ended left behind.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code; none if it was killed.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said.
    pub stderr: String,
}

impl Default for World {
    fn default() -> World {
        World::new()
    }
}

impl World {
    /// An empty world; its project is the folder `work`.
    #[must_use]
    pub fn new() -> World {
        // Short: the path of a socket has little room.
        let folder = tempfile::Builder::new().prefix("ls").tempdir().expect("a temporary folder");
        let world = World { folder, variables: Vec::new() };
        for name in ["home", "run", "work"] {
            std::fs::create_dir(world.path(name)).unwrap();
        }
        world
    }

    /// The same with one more environment variable for everything started here.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> World {
        self.variables.retain(|(other, _)| other != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A path of this world, symbolic links resolved up to the world itself.
    #[must_use]
    pub fn path(&self, relative: &str) -> PathBuf {
        let world = self.folder.path().canonicalize().unwrap();
        if relative.is_empty() { world } else { world.join(relative) }
    }

    /// Writes a file, its folders too.
    pub fn write(&self, relative: &str, text: &str) -> PathBuf {
        let path = self.path(relative);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Runs git in a folder.
    pub fn git(&self, folder: &str, arguments: &[&str]) {
        let output = self
            .prepared(Command::new("git"))
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"])
            .args(arguments)
            .current_dir(self.path(folder))
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// The binary with `arguments`, to be started in `work`.
    #[must_use]
    pub fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = self.prepared(Command::new(binary()));
        command.args(arguments);
        command
    }

    /// `command` with this world's environment, to be started in `work`.
    #[must_use]
    pub fn prepared(&self, mut command: Command) -> Command {
        command.env_clear().current_dir(self.path("work"));
        for name in ["PATH", "LLVM_PROFILE_FILE", "RUST_BACKTRACE", "LOCKSTEP_LOG"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path(""))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("XDG_RUNTIME_DIR", self.path("run"))
            .env("LOCKSTEP_IDLE_EXIT", IDLE_EXIT)
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Waits until nothing of this world runs any more but `left`.
    #[track_caller]
    pub fn wait_until_only(&self, left: &[i32]) {
        eventually("every other process has ended", || {
            self.processes().iter().all(|process| left.contains(process)).then_some(())
        });
    }

    /// Runs the binary in `work` to its end, with nothing on its standard input.
    pub fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Ran {
        World::finish(self.command(arguments))
    }

    /// Runs a command to its end, with nothing on its standard input.
    #[must_use]
    pub fn finish(command: Command) -> Ran {
        let mut process = Process::start(command);
        process.close_input();
        let mut stdout = Vec::new();
        while let Some(line) = process.line() {
            stdout.extend(line);
            stdout.push(b'\n');
        }
        let ended = process.wait();
        Ran { code: ended.code, stdout: String::from_utf8_lossy(&stdout).into_owned(), stderr: ended.stderr }
    }

    /// Starts an editor's end, in `work`.
    pub fn editor(&self) -> Editor {
        Editor::start(self.command(&["lsp"]))
    }

    /// Starts an assistant's end, in `work`.
    pub fn assistant(&self) -> Assistant {
        Assistant::over(Process::start(self.command(&["mcp"])))
    }

    /// An editor and an assistant on the folder `work`, ready.
    pub fn both(&self) -> (Editor, Assistant) {
        let mut editor = self.editor();
        editor.initialize(&self.path("work"));
        editor.notification("lockstep/ready");
        let mut assistant = self.assistant();
        assistant.initialize();
        (editor, assistant)
    }

    /// Starts an assistant's end about a folder of this world.
    pub fn assistant_about(&self, folder: &Path) -> Assistant {
        Assistant::over(Process::start(self.command(&[
            OsStr::new("mcp"),
            OsStr::new("--root"),
            folder.as_os_str(),
        ])))
    }

    /// What `status --json` says; none if no host runs.
    pub fn status(&self) -> Option<Value> {
        let ran = self.run(&["status", "--json"]);
        let status: Value = serde_json::from_str(&ran.stdout)
            .unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr));
        assert_eq!(status.get("problem").unwrap_or(&Value::Null), &Value::Null, "{}", ran.stderr);
        (status["running"] == true).then_some(status)
    }

    /// The running host's process.
    pub fn host(&self) -> i32 {
        let status = self.status().expect("a host runs");
        i32::try_from(status["pid"].as_i64().unwrap()).unwrap()
    }

    /// The path of the running host's socket.
    pub fn socket(&self) -> PathBuf {
        PathBuf::from(self.status().expect("a host runs")["socket"].as_str().unwrap())
    }

    /// A bare connection to the running host.
    pub fn wire(&self) -> Wire {
        Wire::to(&self.socket())
    }

    /// Ends the running host as a crash would, and waits until it is gone.
    pub fn kill_host(&self) {
        let host = self.host();
        signal(host, rustix::process::Signal::KILL);
        eventually("the host is gone", || (!self.processes().contains(&host)).then_some(()));
    }

    /// Every process started in this world that still runs, whoever its parent is. Needs `/proc`.
    #[must_use]
    pub fn processes(&self) -> Vec<i32> {
        let mark = format!("XDG_STATE_HOME={}", self.path("state").display());
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        entries
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
            .filter(|process| {
                // A process that is gone but not waited for has an empty environment.
                let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
                environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
            })
            .collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        for process in self.processes() {
            signal(process, rustix::process::Signal::KILL);
        }
    }
}

/// Sends a signal; a process that is gone already is fine.
pub fn signal(process: i32, signal: rustix::process::Signal) {
    if let Some(process) = rustix::process::Pid::from_raw(process) {
        let _ = rustix::process::kill_process(process, signal);
    }
}
