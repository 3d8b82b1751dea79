//! `lockstep stop`: ends the host.

use std::time::Duration;

use lockstep_host::{ClientError, Guard, GuardError, Places, Start};
use serde_json::{Value, json};

use super::{Found, find_host};
use crate::output::print;
use crate::{Code, DONE, FAILED};

/// How long the host may take to write its caches.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause between two looks at the lock.
const PAUSE: Duration = Duration::from_millis(5);

pub(crate) async fn run() -> anyhow::Result<Code> {
    let places = Places::of_environment();
    match stop(&places).await? {
        None => {
            print("no host is running\n")?;
            Ok(FAILED)
        }
        Some(stopped) => {
            let count = |name: &str| stopped.get(name).and_then(Value::as_u64).unwrap_or(0);
            let (editors, assistants) = (count("editors"), count("assistants"));
            print("stopped\n")?;
            if editors > 0 {
                print(&format!(
                    "{editors} attached editor(s): the Neovim plugin starts the host again, others when their language server is restarted\n"
                ))?;
            }
            if assistants > 0 {
                print(&format!(
                    "{assistants} attached assistant(s) will start the host again with their next call\n"
                ))?;
            }
            Ok(DONE)
        }
    }
}

/// Stops the host and waits until it is gone; none if there was none.
pub(super) async fn stop(places: &Places) -> anyhow::Result<Option<Value>> {
    let Found::Host(mut client) = find_host(places, Start::Never).await? else { return Ok(None) };
    let stopped = match client.ask("stop", json!({})).await {
        Ok(stopped) => stopped,
        // Somebody else was faster.
        Err(ClientError::Stopped) => json!({}),
        Err(error) => return Err(error.into()),
    };
    client.ended().await;
    let deadline = tokio::time::Instant::now() + PATIENCE;
    // The lock goes last. An editor may have started the next host by now: then it is held again, by a host that answers.
    while matches!(Guard::take(places), Err(GuardError::Taken)) {
        // A question that finds nobody, or somebody who is leaving, finds out nothing.
        if let Ok(Found::Host(next)) = find_host(places, Start::Never).await
            && next.host() != client.host()
        {
            break;
        }
        anyhow::ensure!(
            tokio::time::Instant::now() < deadline,
            "the host has not ended within {} s",
            PATIENCE.as_secs()
        );
        tokio::time::sleep(PAUSE).await;
    }
    Ok(Some(stopped))
}
