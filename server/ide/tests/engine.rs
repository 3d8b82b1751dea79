//! The engine as its callers see it: which text counts, what is shown while a parse runs, what is held and for how long.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod engine {
    mod documents;
    mod held;
    mod pending;
    mod typing;
    mod typist;
}
