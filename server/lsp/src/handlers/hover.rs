//! `textDocument/hover`.

use std::sync::Arc;

use lockstep_facts::{Confidence, Language};
use lockstep_session::ide::{HoverInfo, Revision, Snapshot, SymbolInfo};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use tower_lsp::jsonrpc::Result;

use crate::connection::Attached;
use crate::counts;
use crate::cursor::ask_at;

/// Of a name with more meanings than this, the rest is counted only.
const MEANINGS_SHOWN: usize = 5;

/// What the cursor is on: signature, documentation, where it stands, and the counts.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    params: HoverParams,
) -> Result<Option<Hover>> {
    let asked = params.text_document_position_params;
    let markdown = attached.client.markdown;
    ask_at(attached, ticket, &asked, move |cursor, reading| {
        let snapshot = cursor.snapshot;
        let info = reading.take(snapshot.hover(cursor.at)).filter(|info| !info.symbols.is_empty())?;
        let value = if markdown { as_markdown(snapshot, &info) } else { as_text(snapshot, &info) };
        let kind = if markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let range = cursor.view.range(snapshot, cursor.at.file, info.range);
        Some(Hover { contents: HoverContents::Markup(MarkupContent { kind, value }), range: Some(range) })
    })
    .await
}

fn as_markdown(snapshot: &Snapshot, info: &HoverInfo) -> String {
    let mut blocks = Vec::new();
    for symbol in info.symbols.iter().take(MEANINGS_SHOWN) {
        blocks.push(fenced(fence_language(snapshot, symbol), &symbol.signature));
        if info.symbols.len() > 1 {
            blocks.push(where_it_stands(snapshot, symbol, "`"));
        }
    }
    if let [symbol] = info.symbols.as_slice() {
        if !symbol.documentation.is_empty() {
            blocks.push(symbol.documentation.to_string());
        }
        blocks.push("---".to_owned());
        blocks.push(where_it_stands(snapshot, symbol, "`"));
        blocks.push(counts::hover_line(&info.counts));
    }
    blocks.extend(how_it_is_known(info).map(|how| format!("*{how}*")));
    blocks.join("\n\n")
}

fn as_text(snapshot: &Snapshot, info: &HoverInfo) -> String {
    let mut lines = Vec::new();
    for symbol in info.symbols.iter().take(MEANINGS_SHOWN) {
        lines.push(symbol.signature.to_string());
        if info.symbols.len() == 1 && !symbol.documentation.is_empty() {
            lines.push(symbol.documentation.to_string());
        }
        lines.push(where_it_stands(snapshot, symbol, ""));
    }
    if info.symbols.len() == 1 {
        lines.push(counts::hover_line(&info.counts));
    }
    lines.extend(how_it_is_known(info));
    lines.join("\n")
}

/// `signature` in a fence longer than any run of back-ticks inside it.
fn fenced(language: &str, signature: &str) -> String {
    let longest = signature.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{signature}\n{fence}")
}

/// The name that editors highlight by.
fn fence_language(snapshot: &Snapshot, symbol: &SymbolInfo) -> &'static str {
    match snapshot.language(symbol.file) {
        Some(Language::Package) | None => "",
        Some(language) => language.as_str(),
    }
}

fn where_it_stands(snapshot: &Snapshot, symbol: &SymbolInfo, quote: &str) -> String {
    let path = snapshot.path(symbol.file);
    let held = if symbol.held { ", as it was before the file was damaged" } else { "" };
    format!("{} in {quote}{path}:{}{quote}{held}", symbol.kind.as_str().replace('_', " "), symbol.line + 1)
}

fn how_it_is_known(info: &HoverInfo) -> Option<String> {
    let hidden = info.symbols.len().saturating_sub(MEANINGS_SHOWN);
    let hidden = if hidden > 0 { format!(", {hidden} more not shown") } else { String::new() };
    match info.confidence {
        Confidence::Extracted => None,
        Confidence::Inferred => Some("inferred: the only definition of this name".to_owned()),
        Confidence::Ambiguous => {
            Some(format!("ambiguous: one of {} definitions{hidden}", info.symbols.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn a_fence_is_longer_than_what_it_fences() {
        assert_eq!(fenced("rust", "fn f()"), "```rust\nfn f()\n```");
        assert_eq!(fenced("", "a ``` b"), "````\na ``` b\n````");
    }
}
