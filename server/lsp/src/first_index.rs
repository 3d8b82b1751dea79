//! What an editor is told while a tree is indexed for the first time.

use std::sync::Arc;
use std::time::Duration;

use lockstep_session::IndexState;
use lsp_types::notification::{Notification, Progress};
use lsp_types::request::WorkDoneProgressCreate;
use lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use serde::{Deserialize, Serialize};
use tower_lsp::Client;

use crate::connection::Attached;

/// Followed by the root: an editor's trees have a token each.
const TOKEN: &str = "lockstep/index";
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// `lockstep/ready`: the first index is complete.
pub(crate) enum Ready {}

/// See [`Ready`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ReadyParams {
    /// The tree's root: an editor with several folders is told of each.
    pub(crate) root: String,
    /// Files with facts.
    pub(crate) files: usize,
    /// Definitions.
    pub(crate) symbols: usize,
    /// References.
    pub(crate) references: usize,
    /// From `initialize` until ready.
    pub(crate) seconds: f64,
}

impl Notification for Ready {
    type Params = ReadyParams;
    const METHOD: &'static str = "lockstep/ready";
}

/// Sends `lockstep/ready` when it is so.
pub(crate) async fn announce(attached: Arc<Attached>, client: Client) {
    tokio::select! {
        () = attached.session.ready() => {}
        () = attached.removed() => return,
    }
    let seconds = (attached.since.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    let figures = attached.session.tree().status().figures;
    let (files, symbols, references) = (figures.files, figures.symbols, figures.references);
    let root = attached.session.tree().root().display().to_string();
    client.send_notification::<Ready>(ReadyParams { root, files, symbols, references, seconds }).await;
}

/// Shows the first index as work in progress. The client is asked for leave first; one that never answers sees nothing.
pub(crate) async fn show_progress(attached: Arc<Attached>, client: Client) {
    if attached.session.index_state() == IndexState::Ready {
        return;
    }
    let token = NumberOrString::String(format!("{TOKEN}:{}", attached.session.tree().root().display()));
    let create = WorkDoneProgressCreateParams { token: token.clone() };
    if client.send_request::<WorkDoneProgressCreate>(create).await.is_err() {
        return;
    }
    let send = |value| {
        let value = ProgressParamsValue::WorkDone(value);
        client.send_notification::<Progress>(ProgressParams { token: token.clone(), value })
    };
    send(WorkDoneProgress::Begin(WorkDoneProgressBegin {
        title: "Lockstep: indexing".to_owned(),
        cancellable: Some(false),
        percentage: Some(0),
        ..WorkDoneProgressBegin::default()
    }))
    .await;
    let ready = async {
        tokio::select! {
            () = attached.session.ready() => {}
            () = attached.removed() => {}
        }
    };
    tokio::pin!(ready);
    let mut shown = 0;
    while tokio::time::timeout(REPORT_EVERY, &mut ready).await.is_err() {
        if let IndexState::Building(percent) = attached.session.index_state()
            && percent > shown
        {
            shown = percent;
            let (found, indexed) = attached.session.tree().progress();
            send(WorkDoneProgress::Report(WorkDoneProgressReport {
                message: Some(format!("{indexed} of {found} files")),
                percentage: Some(u32::from(percent)),
                ..WorkDoneProgressReport::default()
            }))
            .await;
        }
    }
    send(WorkDoneProgress::End(WorkDoneProgressEnd { message: None })).await;
}
