//! Facts of small Rust sources.
