//! The process that serves: one host per user, what editors and assistants attach to, and the pumps between them.
//!
//! Invariants:
//! * One lock held for life decides who is the host; nothing asks whether a process id is alive.
//! * A connection is nobody until its first line has been read and answered; being connected is not being served.
//! * Options belong to the session that brought them, never to the host.
//! * No feature: what is asked and answered passes through as bytes or lines, or goes to `lsp` or `mcp`.
//! * What only Unix has stands in `unix`, and nowhere else.

mod accept;
mod client;
mod dial;
mod doctor;
mod durations;
mod guard;
mod handshake;
mod host;
mod lines;
mod log;
mod places;
mod pump;
mod roots;
mod rpc;
mod seal;
mod unix;
mod version;

pub use accept::{Report, run_host};
pub use client::{Client, ClientError};
pub use dial::{Attached, DialError, Dialed, Start, dial};
pub use doctor::{Finding, Health, examine};
pub use durations::parse_duration;
pub use guard::{Guard, GuardError};
pub use handshake::{Format, HANDSHAKE, Hello, Refusal, SessionOptions, Speak, Welcome};
pub use host::{
    Host, HostOptions, IDLE_EXIT, IDLE_EXIT_VARIABLE, TREE_LINGER, TREE_LINGER_VARIABLE, Unserved,
};
pub use places::Places;
pub use pump::{lsp_command, mcp_command};
pub use roots::assistant_folders;
pub use rpc::progress;
pub use version::version;

pub use unix::{cpu_seconds, detach_and_spawn, interrupted, peak_resident_bytes, resident_bytes};
