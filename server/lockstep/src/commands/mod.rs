//! One file per command.

pub(crate) mod call;
pub(crate) mod clean;
pub(crate) mod doctor;
pub(crate) mod facts;
pub(crate) mod host;
pub(crate) mod index;
pub(crate) mod lsp;
pub(crate) mod mcp;
pub(crate) mod serve;
pub(crate) mod status;
pub(crate) mod stop;

use lockstep_host::{Client, Dialed, Hello, Places, SessionOptions, Speak, Start, dial};

/// What a command that asks the host finds.
pub(crate) enum Found {
    /// A host.
    Host(Client),
    /// None, and whether one could be started: else why not.
    None(Result<(), String>),
}

/// Connects to the host to ask it something.
pub(crate) async fn find_host(places: &Places, start: Start) -> anyhow::Result<Found> {
    let hello = Hello::here(Speak::Rpc, Vec::new(), SessionOptions::default());
    Ok(match dial(places, &hello, start).await? {
        Dialed::Attached(attached) => Found::Host(Client::new(*attached)),
        Dialed::NoHost => Found::None(Ok(())),
        Dialed::NoSocket(why) => Found::None(Err(why)),
    })
}
