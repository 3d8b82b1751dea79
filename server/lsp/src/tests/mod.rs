//! What is protocol: order, encoding, cancellation, ends, capabilities.

mod answers;
mod client;
mod contained;
mod documents;
mod encoding;
mod first_index;
mod folders;
mod left;
mod lenses;
mod lifecycle;
mod navigation;
mod order;
