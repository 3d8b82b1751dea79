//! The shell around the pure core: one writer thread per tree, tickets, the walk, the watcher, the gate, texts, settings.
//!
//! Invariants:
//! * No protocol type. A door hands over plain changes and questions, and gets plain answers back.
//! * Everything that happens to a tree is one [`ide::Change`] through one queue; its number is given out under the lock
//!   that enqueues it, so numbers are in queue order.
//! * Submitting never waits; asking waits only for what the answer reads.
//! * No detached task touches state.

mod activity;
mod ask;
mod content;
mod core;
mod disk;
mod event;
mod hold;
mod keeper;
mod platform;
mod roots;
mod search;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod walk;
mod watch;
mod workers;
mod writer;

pub use lockstep_ide as ide;

pub use activity::{Focus, FocusPlace};
pub use ask::{AskError, Asked, Marks};
pub use hold::{IndexHold, Release};
pub use roots::{RootError, TreeRoot};
pub use search::{Case, TextHit, TextHits, TextQuery};
pub use settings::settings_not_understood;
pub use tree::{Attach, IndexState, Session, SessionKind, SessionStatus, Tree, TreeOptions, TreeStatus};
