//! The one integration binary: what is seen from outside, through pipes and sockets; and what is asserted of the sources.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod commands;
mod dependencies;
mod folders;
mod hostile;
mod identity;
mod in_process;
mod lifetime;
mod limits;
mod live;
mod pumps;
mod scenarios;
mod starts;
mod tidy;
mod versions;
mod wire;
