//! `workspace/symbol`.

use lockstep_session::ide::{Place, Revision, SearchOptions};
use lsp_types::{SymbolInformation, WorkspaceSymbolParams};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::members::Tickets;
use crate::to_proto::symbol_kind;

/// Editors filter the answer again as the query grows, so it is larger than a screen.
const LIMIT: usize = 256;

/// Definitions whose name matches the query, best first: of several trees the best of each, then the next.
pub(crate) async fn handle(
    tickets: &Tickets,
    params: WorkspaceSymbolParams,
) -> Result<Option<Vec<SymbolInformation>>> {
    if tickets.all().is_empty() {
        return Ok(None);
    }
    let mut lists = Vec::new();
    for (attached, ticket) in tickets.all() {
        lists.push(of_tree(attached, *ticket, &params.query).await?.into_iter());
    }
    let mut symbols = Vec::new();
    while !lists.is_empty() && symbols.len() < LIMIT {
        lists.retain_mut(|list| {
            let next = list.next();
            let any = next.is_some();
            symbols.extend(next);
            any
        });
    }
    symbols.truncate(LIMIT);
    Ok(Some(symbols))
}

async fn of_tree(attached: &Attached, ticket: Revision, query: &str) -> Result<Vec<SymbolInformation>> {
    let view = attached.view.clone();
    let query = query.to_owned();
    ask(attached, ticket, None, move |snapshot| {
        let mut reading = Reading::default();
        let options = SearchOptions { limit: LIMIT, ..SearchOptions::default() };
        let (found, _) = reading.take(snapshot.search_symbols(&query, options));
        let symbols: Vec<_> = found
            .into_iter()
            .filter_map(|symbol| {
                let location =
                    view.location(snapshot, Place { file: symbol.file, range: symbol.name_range })?;
                #[allow(deprecated)] // The field has no default to leave it out by.
                let information = SymbolInformation {
                    name: symbol.name.to_string(),
                    kind: symbol_kind(symbol.kind),
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: symbol.container.map(|container| container.to_string()),
                };
                Some(information)
            })
            .collect();
        reading.answer(symbols)
    })
    .await
}
