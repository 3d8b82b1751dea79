//! Everything that only Unix has: private folders, sockets and who is at their other end, detaching, watching the parent.
//!
//! The paths for macOS are written after its manual and have not been run there. Windows has none of this yet.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

#[cfg(not(unix))]
compile_error!(
    "Lockstep runs on Unix only for now: there is no socket, lock and detaching for this system yet."
);

/// A connection to the host.
pub(crate) type Stream = tokio::net::UnixStream;
/// Its reading half.
pub(crate) type ReadHalf = tokio::net::unix::OwnedReadHalf;
/// Its writing half.
pub(crate) type WriteHalf = tokio::net::unix::OwnedWriteHalf;
/// What the host listens on.
pub(crate) type Listener = tokio::net::UnixListener;

/// Longest path of a socket in bytes, the same everywhere: macOS has 104 with the closing zero.
pub(crate) const MAX_SOCKET_PATH: usize = 103;

/// How often a parent is looked for where it cannot be waited for.
const PARENT_POLL: Duration = Duration::from_secs(1);

/// The user's number.
pub(crate) fn user_id() -> u32 {
    rustix::process::getuid().as_raw()
}

/// Where folders of ours go when the environment does not say: (state, cache), below `home`.
pub(crate) fn default_folders(home: &Path) -> (PathBuf, PathBuf) {
    if cfg!(target_os = "macos") {
        (home.join("Library/Application Support"), home.join("Library/Caches"))
    } else {
        (home.join(".local/state"), home.join(".cache"))
    }
}

/// Makes `folder` (its parents too) for this user alone, or checks that it is so: a folder, no link, ours, closed to
/// everybody else.
///
/// # Errors
/// What could not be made, or what is wrong with what is there.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let metadata = std::fs::symlink_metadata(folder)?;
    let wrong = |what: &str| {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, format!("{} {what}", folder.display())))
    };
    if !metadata.is_dir() {
        return wrong("is no folder");
    }
    if metadata.uid() != user_id() {
        return wrong("belongs to somebody else");
    }
    if metadata.mode() & 0o022 != 0 {
        return wrong("can be written by others");
    }
    Ok(())
}

/// Listens on `path`, which nobody else may be using: the caller holds the lock. What stood there is removed.
pub(crate) fn bind(path: &Path) -> io::Result<Listener> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Listener::bind(path),
    }
}

/// Connects to the host of this user at `path`.
///
/// # Errors
/// As the system says; `PermissionDenied` if somebody else listens there.
pub(crate) async fn connect(path: &Path) -> io::Result<Stream> {
    let stream = Stream::connect(path).await?;
    if same_user(&stream)? {
        Ok(stream)
    } else {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, "somebody else listens there"))
    }
}

/// Whether the other end is a process of this user.
pub(crate) fn same_user(stream: &Stream) -> io::Result<bool> {
    Ok(stream.peer_cred()?.uid() == user_id())
}

/// What tells one file from another of the same name; none if there is none.
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    std::fs::symlink_metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Sends what is printed from now on, panics included, to `log`.
pub(crate) fn redirect_output(log: &File) -> io::Result<()> {
    rustix::stdio::dup2_stdout(log)?;
    rustix::stdio::dup2_stderr(log)?;
    Ok(())
}

/// Starts `program arguments…` in a session of its own, away from everything of the caller: no terminal, no descriptor
/// but a pipe from its standard output, `/` as its folder, and not as a child of the process that asked (an editor that
/// ends a whole tree of processes does not end it). To be called by a process that lives for nothing else, before it has
/// opened anything; returns the first line the new process prints.
///
/// # Errors
/// The process could not be started, or printed no line.
pub fn detach_and_spawn(program: &Path, arguments: &[&str]) -> io::Result<String> {
    close_on_exec();
    // It fails for the leader of a process group, which then has its own group already.
    let _ = rustix::process::setsid();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut line = String::new();
    if let Some(output) = child.stdout.take() {
        io::BufRead::read_line(&mut io::BufReader::new(output), &mut line)?;
    }
    if line.is_empty() {
        return Err(io::Error::other("the host ended before it was ready"));
    }
    Ok(line)
}

/// Marks every descriptor but the standard three to be closed in programs started from here: also those that our own
/// parent left open by mistake.
#[allow(unsafe_code)]
fn close_on_exec() {
    let folder = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let numbers: Vec<i32> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|number| *number > 2)
        .collect();
    for number in numbers {
        // SAFETY: the descriptor is borrowed for one call that neither reads, writes nor closes it; if it is closed by
        // now (the listing's own is), the call fails and nothing has happened.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        let _ = rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::CLOEXEC);
    }
}

/// Returns when the process that started this one is gone.
pub(crate) async fn parent_gone() {
    let parent = rustix::process::getppid();
    #[cfg(target_os = "linux")]
    if let Some(process) = parent
        && let Ok(descriptor) = rustix::process::pidfd_open(process, rustix::process::PidfdFlags::empty())
        // Else the number may already be somebody else's.
        && rustix::process::getppid() == parent
    {
        let (sender, gone) = tokio::sync::oneshot::channel();
        // A thread that only sleeps; it ends with the process.
        std::thread::spawn(move || {
            use rustix::event::{PollFd, PollFlags, poll};
            let mut descriptors = [PollFd::new(&descriptor, PollFlags::IN)];
            while poll(&mut descriptors, None) == Err(rustix::io::Errno::INTR) {}
            let _ = sender.send(());
        });
        if gone.await.is_ok() {
            return;
        }
    }
    // No waiting for a process that is not one's child: look now and then.
    while rustix::process::getppid() == parent {
        tokio::time::sleep(PARENT_POLL).await;
    }
}

/// Returns when the process is asked to end: interrupted, terminated, or its terminal is gone.
pub async fn interrupted() {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    async fn received(signal: io::Result<Signal>) {
        match signal {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    }
    tokio::select! {
        () = received(signal(SignalKind::interrupt())) => (),
        () = received(signal(SignalKind::terminate())) => (),
        () = received(signal(SignalKind::hangup())) => (),
    }
}

/// Whether a socket can be listened on at `path`, where nothing may be yet; it is removed.
pub(crate) fn try_socket(path: &Path) -> io::Result<()> {
    let listening = std::os::unix::net::UnixListener::bind(path);
    if listening.is_ok() {
        std::fs::remove_file(path)?;
    }
    listening.map(drop)
}

/// Bytes that this user may still write to the disk of `folder`.
pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let room = rustix::fs::statvfs(folder).ok()?;
    Some(room.f_bavail.saturating_mul(room.f_frsize))
}

/// How many folders and by how many watchers one user may watch; none where there is no such limit.
pub(crate) fn watch_limits() -> Option<(u64, u64)> {
    let limit = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/proc/sys/fs/inotify/{name}")).ok()?.trim().parse().ok()
    };
    Some((limit("max_user_watches")?, limit("max_user_instances")?))
}

/// CPU time this process has used, in seconds, all threads.
#[must_use]
pub fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss)]
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    seconds
}

/// Memory resident now, in bytes; none where the system does not say (macOS).
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    status_line("VmRSS:")
}

/// The most memory that was ever resident, in bytes; none where the system does not say (macOS).
#[must_use]
pub fn peak_resident_bytes() -> Option<u64> {
    status_line("VmHWM:")
}

/// A figure in kB of Linux's description of this process, in bytes.
fn status_line(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
