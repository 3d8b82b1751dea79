//! `textDocument/documentSymbol`.

use std::sync::Arc;

use lockstep_session::ide::{Answer, FileId, OutlineNode, Place, Revision, Snapshot};
use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolInformation};
use tower_lsp::jsonrpc::Result;

use crate::ask::{Reading, ask};
use crate::connection::Attached;
use crate::from_proto;
use crate::to_proto::{View, around, shown_name, symbol_kind};

/// The outline of a file: a tree, or a list for clients that know no trees.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>> {
    let Some(path) = from_proto::relative(attached, &params.text_document.uri) else { return Ok(None) };
    let view = attached.view.clone();
    let hierarchical = attached.client.hierarchical_symbols;
    let stat = path.clone();
    ask(attached, ticket, Some(&stat), move |snapshot| {
        let Some(file) = snapshot.file(&path) else { return Answer::default() };
        let mut reading = Reading::default();
        let nodes = reading.take(snapshot.outline(file));
        let response = if hierarchical {
            DocumentSymbolResponse::Nested(tree(snapshot, &view, file, &nodes))
        } else {
            let mut list = Vec::new();
            flatten(snapshot, &view, file, &nodes, None, &mut list);
            DocumentSymbolResponse::Flat(list)
        };
        reading.answer(Some(response))
    })
    .await
}

fn tree(snapshot: &Snapshot, view: &View, file: FileId, nodes: &[OutlineNode]) -> Vec<DocumentSymbol> {
    let symbol = |node: &OutlineNode| {
        let name_range = view.range(snapshot, file, node.symbol.name_range);
        let full_range = view.range(snapshot, file, node.symbol.full_range);
        let children = tree(snapshot, view, file, &node.children);
        #[allow(deprecated)] // The field has no default to leave it out by.
        DocumentSymbol {
            name: shown_name(&node.symbol),
            detail: Some(node.symbol.signature.to_string()).filter(|detail| !detail.is_empty()),
            kind: symbol_kind(node.symbol.kind),
            tags: None,
            deprecated: None,
            // Clients refuse the whole outline if one name stands outside of its symbol.
            range: around(full_range, name_range),
            selection_range: name_range,
            children: (!children.is_empty()).then_some(children),
        }
    };
    nodes.iter().map(symbol).collect()
}

fn flatten(
    snapshot: &Snapshot,
    view: &View,
    file: FileId,
    nodes: &[OutlineNode],
    container: Option<&str>,
    list: &mut Vec<SymbolInformation>,
) {
    for node in nodes {
        let name = shown_name(&node.symbol);
        let place = Place { file, range: node.symbol.full_range };
        if let Some(location) = view.location(snapshot, place) {
            #[allow(deprecated)] // As above.
            list.push(SymbolInformation {
                name: name.clone(),
                kind: symbol_kind(node.symbol.kind),
                tags: None,
                deprecated: None,
                location,
                container_name: container.map(str::to_owned),
            });
        }
        flatten(snapshot, view, file, &node.children, Some(&name), list);
    }
}
