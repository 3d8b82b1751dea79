//! `textDocument/references`.

use std::sync::Arc;

use lockstep_facts::{Confidence, SymbolId};
use lockstep_session::ide::{Answer, FilePosition, Place, Revision, Snapshot};
use lsp_types::{Location, ReferenceParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;
use crate::meant::known;

/// Every place that refers to what the cursor is on. An editor shows no shades: inferred references are among them,
/// ambiguous ones are not.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>> {
    let asked = params.text_document_position;
    let Some(path) = from_proto::relative(attached, &asked.text_document.uri) else { return Ok(None) };
    let position = from_proto::position(asked.position);
    let declaration = params.context.include_declaration;
    let view = attached.view.clone();
    let stat = path.clone();
    let locations = ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(at) = view.at(snapshot, &path, position) else { return Answer::default() };
        let mut reading = Reading::default();
        let meant = reading.take(snapshot.symbols_at(at));
        let places = if meant.is_empty() {
            of_local(snapshot, at, declaration, &mut reading)
        } else {
            of_symbols(snapshot, &meant, declaration, &mut reading)
        };
        let locations = view.locations(snapshot, places);
        reading.answer(locations)
    })
    .await?;
    Ok(Some(locations))
}

fn of_local(snapshot: &Snapshot, at: FilePosition, declaration: bool, reading: &mut Reading) -> Vec<Place> {
    let bindings = reading.take(snapshot.definition(at));
    let mut places = reading.take(snapshot.local_references(at));
    places.retain(|place| !bindings.contains(place));
    if declaration {
        places.extend(bindings);
    }
    places
}

fn of_symbols(
    snapshot: &Snapshot,
    meant: &[(SymbolId, Confidence)],
    declaration: bool,
    reading: &mut Reading,
) -> Vec<Place> {
    let mut places = Vec::new();
    for symbol in known(meant) {
        for reference in reading.take(snapshot.references(symbol)) {
            if reference.confidence != Confidence::Ambiguous {
                places.push(reference.place);
            }
        }
        if declaration && let Some(symbol) = snapshot.symbol(symbol) {
            places.push(Place { file: symbol.file, range: symbol.name_range });
        }
    }
    places
}
