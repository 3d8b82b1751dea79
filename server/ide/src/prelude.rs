//! The files written by us that declare built-in types: extracted once in a process, when the first file of their language
//! comes up in any engine.

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

/// The prelude of a family; none where a language has no types.
pub(crate) fn prelude(family: LanguageFamily) -> Option<&'static Prelude> {
    static PRELUDES: [OnceLock<Option<Prelude>>; LanguageFamily::ALL.len()] =
        [const { OnceLock::new() }; LanguageFamily::ALL.len()];
    let place = LanguageFamily::ALL.iter().position(|other| *other == family)?;
    let make = || {
        let (language, text) = lockstep_languages::prelude(family)?;
        let path = family.prelude_path();
        let (facts, index) = facts_of_text(path.as_str(), language, text, Duration::MAX);
        Some(Prelude { path, facts: Arc::new(facts), index: Arc::new(index) })
    };
    PRELUDES.get(place)?.get_or_init(make).as_ref()
}
