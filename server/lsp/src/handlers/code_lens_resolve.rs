//! `codeLens/resolve`.

use std::sync::Arc;

use lockstep_facts::{Confidence, SymbolPath};
use lockstep_session::ide::{Answer, Revision};
use lsp_types::{CodeLens, Command, Url};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use crate::ask::{Reading, ask, content_modified};
use crate::connection::Attached;
use crate::counts;

/// The client's command behind a lens. Its arguments are plain JSON, `[uri, position, locations]`: an editor's own commands
/// want objects of their own, which only its plugin can make.
const SHOW_REFERENCES: &str = "lockstep.showReferences";

/// What a lens carries until it is resolved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LensData {
    /// The file, as the editor spells it.
    pub(crate) uri: Url,
    /// The symbol's path.
    pub(crate) symbol: String,
}

impl LensData {
    /// What a lens carries.
    ///
    /// # Errors
    /// InvalidParams for a lens that is not ours.
    pub(crate) fn of(lens: &CodeLens) -> Result<LensData> {
        let data = lens.data.as_ref().and_then(|data| LensData::deserialize(data).ok());
        data.ok_or_else(|| Error::invalid_params("not a lens of ours"))
    }

    /// As the protocol carries it.
    pub(crate) fn to_value(&self) -> Option<Value> {
        serde_json::to_value(self).ok()
    }
}

/// The counts of the lens's symbol, and where it is called.
///
/// # Errors
/// ContentModified when the symbol is gone: a lens with made-up counts would be worse than none.
pub(crate) async fn handle(
    attached: &Arc<Attached>,
    ticket: Revision,
    lens: CodeLens,
    data: LensData,
) -> Result<CodeLens> {
    let symbol = SymbolPath::parse(&data.symbol).id();
    let view = attached.view.clone();
    let found = ask(attached, ticket, None, move |snapshot| {
        let Some(info) = snapshot.symbol(symbol) else { return Answer::default() };
        let mut reading = Reading::default();
        let counts = reading.take(snapshot.counts(symbol));
        let callers = reading.take(snapshot.callers(symbol)).callers;
        let sites = callers.iter().flat_map(|caller| &caller.sites);
        let calls =
            sites.filter(|site| site.confidence != Confidence::Ambiguous).map(|site| site.place).collect();
        let locations = view.locations(snapshot, calls);
        let range = view.range(snapshot, info.file, info.name_range);
        reading.answer(Some((counts, locations, range)))
    })
    .await?;
    let Some((counts, locations, range)) = found else {
        return Err(content_modified(format!("{} is not there any more", data.symbol)));
    };
    let command = Command {
        title: counts::lens_title(&counts),
        command: SHOW_REFERENCES.to_owned(),
        arguments: Some(vec![json!(data.uri), json!(range.start), json!(locations)]),
    };
    Ok(CodeLens { range: lens.range, command: Some(command), data: lens.data })
}
