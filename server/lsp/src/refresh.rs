//! Telling the editor that its lenses may be outdated.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use lockstep_session::IndexState;
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
        if published.changed().await.is_err() {
            return;
        }
    } else {
        // Lenses asked for meanwhile were answered with none.
        attached.session.ready().await;
    }
    loop {
        while let Ok(changed) = tokio::time::timeout(QUIET, published.changed()).await {
            if changed.is_err() {
                return;
            }
        }
        if attached.lenses_given.swap(false, Ordering::AcqRel) && client.code_lens_refresh().await.is_err() {
            tracing::debug!("the editor refused to refresh its lenses");
        }
        if published.changed().await.is_err() {
            return;
        }
    }
}
