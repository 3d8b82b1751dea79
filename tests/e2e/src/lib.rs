//! Drives the binary from outside: a world of its own for each test, an editor, an assistant and a command over pipes.
//!
//! Invariants:
//! * Nothing of the user is touched: home, state, cache and runtime folders are the world's.
//! * Nothing outlives its world: whatever host was started in it is ended with it.
//! * Nothing waits for ever: each wait has [`DEADLINE`], and panics with what it waited for.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::missing_panics_doc)]

mod binary;
mod client;
mod hostile;
mod lsp;
mod mcp;
mod rpc;
mod scenario;
mod world;

use std::time::{Duration, Instant};

pub use binary::{binary, repository};
pub use client::{Ended, Process};
pub use hostile::{Nested, indented, mazes, nested};
pub use lsp::Editor;
pub use mcp::Assistant;
pub use rpc::Wire;
pub use rustix::process::Signal;
pub use scenario::{play, scenario_text};
pub use world::{Ran, World, signal};

/// How long anything is waited for. Generous: it is only reached when something is broken.
pub const DEADLINE: Duration = Duration::from_secs(180);

/// Looks until `look` finds something; panics with `what` at the deadline.
#[track_caller]
pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + DEADLINE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
