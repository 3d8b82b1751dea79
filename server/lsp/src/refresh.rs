//! Telling the editor that its lenses may be outdated.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use lockstep_session::IndexState;
use lockstep_session::ide::Revision;
use tokio::sync::watch;
use tower_lsp::Client;

use crate::connection::Attached;

/// A refresh waits until nothing was published for so long: while somebody types, the editor asks on its own for what it
/// edits.
const QUIET: Duration = Duration::from_millis(400);

/// Sends `workspace/codeLens/refresh` after something was published since lenses were given. At most one is outstanding: a
/// client that does not answer is not told again.
pub(crate) async fn refresh_lenses(attached: Arc<Attached>, client: Client) {
    let mut published = attached.session.published();
    if attached.session.index_state() == IndexState::Ready {
        if !next(&attached, &mut published).await {
            return;
        }
    } else {
        // Lenses asked for meanwhile were answered with none.
        tokio::select! {
            () = attached.session.ready() => {}
            () = attached.removed() => return,
        }
    }
    loop {
        while let Ok(changed) = tokio::time::timeout(QUIET, next(&attached, &mut published)).await {
            if !changed {
                return;
            }
        }
        if attached.lenses_given.swap(false, Ordering::AcqRel) && client.code_lens_refresh().await.is_err() {
            tracing::debug!("the editor refused to refresh its lenses");
        }
        if !next(&attached, &mut published).await {
            return;
        }
    }
}

/// Waits for something to be published; false if nothing will be, or the folder is the editor's no more.
async fn next(attached: &Attached, published: &mut watch::Receiver<Revision>) -> bool {
    tokio::select! {
        changed = published.changed() => changed.is_ok(),
        () = attached.removed() => false,
    }
}
