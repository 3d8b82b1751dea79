//! What is protocol: order, encoding, cancellation, ends, capabilities.

mod client;
mod contained;
mod lifecycle;
