//! Which symbols a request is about.

use lockstep_facts::{Confidence, SymbolId, SymbolPath};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

/// Of a name's meanings those that are known; all of them where none is.
pub(crate) fn known(meant: &[(SymbolId, Confidence)]) -> Vec<SymbolId> {
    let any = meant.iter().any(|(_, confidence)| *confidence != Confidence::Ambiguous);
    let shown = meant.iter().filter(|(_, confidence)| !any || *confidence != Confidence::Ambiguous);
    shown.map(|(symbol, _)| *symbol).collect()
}

/// What an item of a hierarchy carries.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ItemData {
    symbol: String,
}

/// What an item for `path` carries: by it the item is known again, whatever has been edited meanwhile.
pub(crate) fn data_of(path: &SymbolPath) -> Option<Value> {
    serde_json::to_value(ItemData { symbol: path.to_string() }).ok()
}

/// The symbol of an item.
///
/// # Errors
/// InvalidParams for what is no item of ours.
pub(crate) fn of_item(data: Option<&Value>) -> Result<SymbolPath> {
    let data = data.and_then(|data| ItemData::deserialize(data).ok());
    data.map(|data| SymbolPath::parse(&data.symbol))
        .ok_or_else(|| Error::invalid_params("not an item of ours"))
}
