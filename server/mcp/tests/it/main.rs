//! The assistant's door from outside: real trees on disk, real lines on a pipe.

mod answers;
mod budgets;
mod protocol;
mod world;
