//! `workspace/didChangeConfiguration` and `lockstep/navigation`. Synchronous: `watch` calls [`submit`] while it reads the
//! message, so that requests that follow are answered accordingly.

use std::sync::Arc;

use lsp_types::ConfigurationItem;
use lsp_types::notification::{DidChangeConfiguration, Notification};
use serde_json::Value;

use crate::connection::Connection;
use crate::navigation::{Navigation, OthersParams};

/// What other servers answer.
const OTHERS: &str = "lockstep/navigation";
/// What of a client's settings is ours.
const SECTION: &str = "lockstep";

/// Whether `method` is one of the module's notifications.
pub(crate) fn is_one(method: &str) -> bool {
    matches!(method, DidChangeConfiguration::METHOD | OTHERS)
}

/// Takes over what the notification says.
pub(crate) fn submit(connection: &Arc<Connection>, method: &str, params: &Value) {
    if method == OTHERS {
        match serde_json::from_value::<OthersParams>(params.clone()) {
            Ok(params) => connection.left.told(params),
            Err(error) => tracing::warn!("{method}: {error}"),
        }
        return;
    }
    let settings = params.get("settings").filter(|settings| !settings.is_null());
    match settings {
        Some(settings) => take(connection, settings.get(SECTION).unwrap_or(settings)),
        None if connection.editor().is_some_and(|editor| editor.support.configuration) => {
            connection.detach(ask(Arc::clone(connection)));
        }
        None => {}
    }
}

fn take(connection: &Connection, section: &Value) {
    if let Some(navigation) = Navigation::read(section.get("navigation")) {
        connection.left.set(navigation);
    }
}

/// Some clients say only that something has changed.
async fn ask(connection: Arc<Connection>) {
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    match connection.client.configuration(vec![item]).await {
        Ok(sections) => sections.iter().for_each(|section| take(&connection, section)),
        Err(error) => tracing::debug!("the editor did not say its settings: {error}"),
    }
}
