//! The files written by us that declare built-in types: extracted once in a process, in every engine.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use lockstep_facts::{FileFacts, LanguageFamily, LineIndex, Name};

use crate::facts_of_text;

/// One prelude.
#[derive(Debug)]
pub(crate) struct Prelude {
    /// `<prelude>/python`.
    pub path: Name,
    pub facts: Arc<FileFacts>,
    pub index: Arc<LineIndex>,
}

/// All preludes, in the order of the families.
pub(crate) fn preludes() -> &'static [Prelude] {
    static PRELUDES: OnceLock<Vec<Prelude>> = OnceLock::new();
    PRELUDES.get_or_init(|| {
        let families = LanguageFamily::ALL.iter();
        let preludes = families.filter_map(|family| {
            let (language, text) = lockstep_languages::prelude(*family)?;
            let path = family.prelude_path();
            let (facts, index) = facts_of_text(path.as_str(), language, text, Duration::MAX);
            Some(Prelude { path, facts: Arc::new(facts), index: Arc::new(index) })
        });
        preludes.collect()
    })
}
