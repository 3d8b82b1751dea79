//! `workspace/didChangeWorkspaceFolders`. Synchronous: `watch` calls [`submit`] while it reads the message, so that documents
//! that follow find their folder.

use std::sync::Arc;

use lsp_types::notification::{DidChangeWorkspaceFolders, Notification};
use lsp_types::{DidChangeWorkspaceFoldersParams, MessageType};
use serde_json::Value;

use crate::connection::Connection;
use crate::from_proto;

/// The notification's name.
pub(crate) const METHOD: &str = DidChangeWorkspaceFolders::METHOD;

/// Opens what is added and lets go of what is removed. What cannot be served is said to the user: a notification has no
/// answer.
pub(crate) fn submit(connection: &Arc<Connection>, params: Value) {
    let event = match serde_json::from_value::<DidChangeWorkspaceFoldersParams>(params) {
        Ok(params) => params.event,
        Err(error) => return tracing::warn!("{METHOD}: {error}"),
    };
    for folder in event.removed {
        if let Some(path) = from_proto::path(&folder.uri) {
            connection.members.remove(&path);
        }
    }
    for folder in event.added {
        let opened = match from_proto::path(&folder.uri) {
            Some(path) => connection.open(path),
            None => Err(from_proto::no_folder(&folder.uri)),
        };
        if let Err(why) = opened {
            let client = connection.client.clone();
            connection.detach(async move {
                client.show_message(MessageType::WARNING, format!("Lockstep: {why}")).await;
            });
        }
    }
}
