//! Which requests are left to others: the setting `navigation`, and what the client says of the other servers it has.
//!
//! `on` answers all, `off` nothing but lenses. `auto` answers hovers and lenses, and of the rest what nobody else answers:
//! a client that knows its other servers says for each document by `lockstep/navigation` which requests they answer. A
//! request that is left to others is answered with null.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use lsp_types::Url;
use serde::Deserialize;
use serde_json::Value;

/// The setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Navigation {
    /// What nobody else answers.
    #[default]
    Auto,
    /// Everything.
    On,
    /// Lenses alone.
    Off,
}

impl Navigation {
    /// The setting as clients write it; none for what is missing or misspelled.
    pub(crate) fn read(value: Option<&Value>) -> Option<Navigation> {
        match value? {
            Value::String(word) if word == "auto" => Some(Navigation::Auto),
            Value::String(word) if word == "on" => Some(Navigation::On),
            Value::String(word) if word == "off" => Some(Navigation::Off),
            Value::Bool(true) => Some(Navigation::On),
            Value::Bool(false) => Some(Navigation::Off),
            _ => None,
        }
    }
}

/// What is asked for in `auto` only where nobody else answers it. The requests of a hierarchy go with its first.
const NAVIGATION: [(&str, &str); 18] = [
    ("textDocument/declaration", ""),
    ("textDocument/definition", ""),
    ("textDocument/typeDefinition", ""),
    ("textDocument/implementation", ""),
    ("textDocument/references", ""),
    ("textDocument/documentHighlight", ""),
    ("textDocument/documentSymbol", ""),
    ("textDocument/foldingRange", ""),
    ("textDocument/selectionRange", ""),
    ("textDocument/prepareCallHierarchy", ""),
    ("callHierarchy/incomingCalls", "textDocument/prepareCallHierarchy"),
    ("callHierarchy/outgoingCalls", "textDocument/prepareCallHierarchy"),
    ("textDocument/prepareTypeHierarchy", ""),
    ("typeHierarchy/supertypes", "textDocument/prepareTypeHierarchy"),
    ("typeHierarchy/subtypes", "textDocument/prepareTypeHierarchy"),
    ("workspace/symbol", ""),
    // Whoever else knows a file's definitions mends its imports as well.
    ("workspace/willRenameFiles", "textDocument/definition"),
    // Not left to others in `auto`: what it shows nobody else has.
    ("textDocument/hover", HOVER),
];
const HOVER: &str = "-";
/// A field of a request's parameters: true for one that is not to be left to others, whatever the setting.
const ALWAYS: &str = "lockstep/always";

/// `lockstep/navigation`: what other servers answer for a document.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OthersParams {
    /// The document; none for the requests of the whole workspace.
    uri: Option<Url>,
    /// The requests, by method.
    others: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct State {
    setting: Navigation,
    /// By document; under none those of the whole workspace.
    others: HashMap<Option<Url>, BTreeSet<String>>,
}

/// See the module's documentation.
#[derive(Debug, Default)]
pub(crate) struct Left(Mutex<State>);

impl Left {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The setting is this now.
    pub(crate) fn set(&self, setting: Navigation) {
        self.lock().setting = setting;
    }

    /// The client says what its other servers answer.
    pub(crate) fn told(&self, params: OthersParams) {
        let mut state = self.lock();
        if params.others.is_empty() {
            state.others.remove(&params.uri);
        } else {
            state.others.insert(params.uri, params.others);
        }
    }

    /// A document was closed.
    pub(crate) fn forget(&self, uri: &Url) {
        self.lock().others.remove(&Some(uri.clone()));
    }

    /// Whether a request is left to others.
    pub(crate) fn leaves(&self, method: &str, params: Option<&Value>) -> bool {
        let Some((_, first)) = NAVIGATION.iter().find(|(name, _)| *name == method) else { return false };
        // A command of the client's own that wants this server's answer.
        if params.is_some_and(|params| params.get(ALWAYS) == Some(&Value::Bool(true))) {
            return false;
        }
        let state = self.lock();
        match state.setting {
            Navigation::On => false,
            Navigation::Off => true,
            Navigation::Auto if *first == HOVER || state.others.is_empty() => false,
            Navigation::Auto => {
                let method = if first.is_empty() { method } else { first };
                let uri = params.and_then(|params| {
                    let uri = ["/textDocument/uri", "/item/uri", "/files/0/oldUri"]
                        .iter()
                        .find_map(|at| params.pointer(at))?;
                    Url::parse(uri.as_str()?).ok()
                });
                state.others.get(&uri).is_some_and(|others| others.contains(method))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Left, Navigation};

    #[test]
    fn what_is_misspelled_is_no_setting() {
        for (value, setting) in [
            (json!("auto"), Some(Navigation::Auto)),
            (json!("on"), Some(Navigation::On)),
            (json!("off"), Some(Navigation::Off)),
            (json!(true), Some(Navigation::On)),
            (json!(false), Some(Navigation::Off)),
            (json!("Off"), None),
            (json!(1), None),
            (json!(null), None),
        ] {
            assert_eq!(Navigation::read(Some(&value)), setting, "{value}");
        }
        assert_eq!(Navigation::read(None), None);
    }

    #[test]
    fn auto_leaves_what_others_answer_and_no_more() {
        let left = Left::default();
        let of = |uri: &str| json!({ "textDocument": { "uri": uri } });
        let others = json!({
            "uri": "file:///a.py",
            "others": ["textDocument/definition", "textDocument/prepareCallHierarchy", "textDocument/hover"],
        });
        left.told(serde_json::from_value(others).unwrap());
        let asked = |method: &str, uri: &str| left.leaves(method, Some(&of(uri)));
        assert!(asked("textDocument/definition", "file:///a.py"));
        assert!(!asked("textDocument/definition", "file:///b.py"));
        let mut always = of("file:///a.py");
        always["lockstep/always"] = json!(true);
        assert!(!left.leaves("textDocument/definition", Some(&always)));
        assert!(!asked("textDocument/references", "file:///a.py"));
        assert!(!asked("textDocument/hover", "file:///a.py"));
        assert!(!asked("textDocument/codeLens", "file:///a.py"));
        let item = json!({ "item": { "uri": "file:///a.py" } });
        assert!(left.leaves("callHierarchy/incomingCalls", Some(&item)));
        assert!(!left.leaves("workspace/symbol", Some(&json!({ "query": "" }))));
        left.told(serde_json::from_value(json!({ "uri": null, "others": ["workspace/symbol"] })).unwrap());
        assert!(left.leaves("workspace/symbol", Some(&json!({ "query": "" }))));
        let renames = |uri: &str| json!({ "files": [{ "oldUri": uri, "newUri": "file:///c.py" }] });
        assert!(left.leaves("workspace/willRenameFiles", Some(&renames("file:///a.py"))));
        assert!(!left.leaves("workspace/willRenameFiles", Some(&renames("file:///b.py"))));
        left.set(Navigation::On);
        assert!(!asked("textDocument/definition", "file:///a.py"));
        left.set(Navigation::Off);
        assert!(
            asked("textDocument/hover", "file:///b.py") && !asked("textDocument/codeLens", "file:///b.py")
        );
    }
}
