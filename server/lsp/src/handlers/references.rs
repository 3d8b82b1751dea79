//! `textDocument/references`.

use std::sync::Arc;

use lockstep_facts::{Confidence, SymbolId};
use lockstep_session::ide::{Place, Revision};
use lsp_types::{Location, ReferenceParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::Reading;
use crate::connection::Attached;
use crate::cursor::{Cursor, ask_at};
use crate::meant::known;

/// Every place that refers to what the cursor is on. An editor shows no shades: inferred references are among them,
/// ambiguous ones are not.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>> {
    let asked = params.text_document_position;
    let declaration = params.context.include_declaration;
    let locations = ask_at(attached, ticket, &asked, move |cursor, reading| {
        let meant = reading.take(cursor.snapshot.symbols_at(cursor.at));
        let places = match meant.is_empty() {
            true => of_local(cursor, declaration, reading),
            false => of_symbols(cursor, &meant, declaration, reading),
        };
        Some(cursor.view.locations(cursor.snapshot, places))
    });
    locations.await
}

fn of_local(cursor: Cursor<'_>, declaration: bool, reading: &mut Reading) -> Vec<Place> {
    let bindings = reading.take(cursor.snapshot.definition(cursor.at));
    let mut places = reading.take(cursor.snapshot.local_references(cursor.at));
    places.retain(|place| !bindings.contains(place));
    if declaration {
        places.extend(bindings);
    }
    places
}

fn of_symbols(
    cursor: Cursor<'_>,
    meant: &[(SymbolId, Confidence)],
    declaration: bool,
    reading: &mut Reading,
) -> Vec<Place> {
    let mut places = Vec::new();
    for symbol in known(meant) {
        for reference in reading.take(cursor.snapshot.references(symbol)) {
            if reference.confidence != Confidence::Ambiguous {
                places.push(reference.place);
            }
        }
        if declaration && let Some(symbol) = cursor.snapshot.symbol(symbol) {
            places.push(Place { file: symbol.file, range: symbol.name_range });
        }
    }
    places
}
