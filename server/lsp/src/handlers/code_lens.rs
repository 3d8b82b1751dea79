//! `textDocument/codeLens`: ranges only; the counts come with `codeLens/resolve`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use lockstep_session::IndexState;
use lockstep_session::ide::{Answer, Revision};
use lsp_types::{CodeLens, CodeLensParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;
use crate::handlers::code_lens_resolve::LensData;

/// Where lenses stand. None while the first index is built: the client is told to ask again.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: CodeLensParams,
) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let Some(path) = from_proto::relative(attached, &uri) else { return Ok(None) };
    attached.lenses_given.store(true, Ordering::Release);
    if attached.session.index_state() != IndexState::Ready {
        return Ok(Some(Vec::new()));
    }
    let view = attached.view.clone();
    let stat = path.clone();
    let lenses = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(file) = snapshot.file(&path) else { return Answer::default() };
        let mut reading = Reading::default();
        let places = reading.take(snapshot.lenses(file));
        let lens = |place: lockstep_session::ide::LensPlace| CodeLens {
            range: view.range(snapshot, file, place.name_range),
            command: None,
            data: LensData { uri: uri.clone(), symbol: place.symbol.to_string() }.to_value(),
        };
        let lenses: Vec<_> = places.into_iter().map(lens).collect();
        reading.answer(lenses)
    })
    .await?;
    Ok(Some(lenses))
}
