//! What is protocol: order, encoding, cancellation, ends, capabilities.
