//! The assistant's door from outside: real trees on disk, real lines on a pipe.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod answers;
mod budgets;
mod first_index;
mod order;
mod protocol;
mod roots;
mod world;
