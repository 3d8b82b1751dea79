//! `lockstep/revision`: waits until a revision is published, and says which one is. One that was not given out yet is waited
//! for too: what another process is about to do.

use std::sync::Arc;
use std::time::Duration;

use lockstep_session::ide::Revision;
use lsp_types::Url;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use crate::ask::content_modified;
use crate::connection::Attached;
use crate::from_proto;
use crate::gate::Gate;
use crate::members::Tickets;

/// Publishing takes milliseconds, so this is for what does not happen.
const DEADLINE: Duration = Duration::from_secs(10);

/// The parameters.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RevisionParams {
    /// `<host>.<n>`, as printed by any answer of this host; without it, everything sent before this request.
    pub(crate) min_revision: Option<String>,
    /// Whose tree is meant, where the editor has several; without it, that of the first folder.
    pub(crate) uri: Option<Url>,
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RevisionResult {
    /// The newest published revision, at least the one asked for.
    pub(crate) revision: String,
}

/// Answers `lockstep/revision`.
///
/// # Errors
/// InvalidParams for what is no revision of this host, ContentModified when it was not published in time.
pub(crate) async fn handle(
    tickets: &Tickets,
    gate: &Gate,
    params: RevisionParams,
) -> Result<Option<RevisionResult>> {
    let named = params.uri.as_ref().and_then(from_proto::path);
    let meant = match &named {
        Some(path) => tickets.of(path),
        None => tickets.first(),
    };
    let Some((attached, ticket)) = meant else { return Ok(None) };
    // What was sent is published in every tree before the answer, whichever is meant.
    for (other, ticket) in tickets.all().iter().filter(|(other, _)| !Arc::ptr_eq(other, attached)) {
        reach(other, gate, *ticket).await?;
    }
    let wanted = match &params.min_revision {
        Some(text) => parse(text, &attached.host).ok_or_else(|| of_another_host(text))?.max(ticket),
        None => ticket,
    };
    let reached = reach(attached, gate, wanted).await?;
    Ok(Some(RevisionResult { revision: print(reached, &attached.host) }))
}

/// Waits until `wanted` is published.
async fn reach(attached: &Attached, gate: &Gate, wanted: Revision) -> Result<Revision> {
    let mut published = attached.session.published();
    let reached = async {
        // The sender lives as long as the tree, and a tree that is gone publishes nothing more.
        published.wait_for(|published| *published >= wanted).await.ok().map(|published| *published)
    };
    let reached = tokio::select! {
        reached = reached => reached,
        _ = gate.closed() => None,
        () = tokio::time::sleep(DEADLINE) => None,
    };
    reached.ok_or_else(|| {
        content_modified(format!("revision {} is not published yet", print(wanted, &attached.host)))
    })
}

fn of_another_host(text: &str) -> Error {
    Error::invalid_params(format!("`{text}` is no revision of this host"))
}

fn print(revision: Revision, host: &str) -> String {
    if host.is_empty() { revision.0.to_string() } else { format!("{host}.{}", revision.0) }
}

fn parse(text: &str, host: &str) -> Option<Revision> {
    let number = match text.rsplit_once('.') {
        Some((named, number)) => (named == host).then_some(number)?,
        None => host.is_empty().then_some(text)?,
    };
    number.parse().ok().map(Revision)
}

#[cfg(test)]
mod tests {
    use lockstep_session::ide::Revision;

    use super::{parse, print};

    #[test]
    fn revisions_of_other_hosts_are_not_compared() {
        for host in ["", "a1b2c3"] {
            assert_eq!(parse(&print(Revision(17), host), host), Some(Revision(17)));
        }
        for (text, host) in
            [("17", "a1b2c3"), ("a1b2c3.17", ""), ("ffffff.17", "a1b2c3"), ("a1b2c3.", "a1b2c3"), ("", "")]
        {
            assert_eq!(parse(text, host), None, "{text} for {host}");
        }
    }
}
