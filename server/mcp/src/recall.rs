//! What is known of how much an answer can miss, by language: one table.

use lockstep_facts::{Language, LanguageFamily};

/// The measured recall of a language's resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recall {
    /// Measured as finding everything that the language's reference engine finds.
    #[expect(dead_code, reason = "no language is measured to be there yet; the word is part of the contract")]
    Exhaustive,
    /// There may be more: dynamic code, or resolution that is not measured that well.
    LowerBound,
}

impl Recall {
    /// The word that is printed for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Recall::Exhaustive => "exhaustive",
            Recall::LowerBound => "lower_bound",
        }
    }
}

/// The table. A row becomes `Exhaustive` when `server/graph/ACCURACY.md` shows it.
const RECALL: &[(LanguageFamily, Recall)] = &[
    (LanguageFamily::Python, Recall::LowerBound),
    (LanguageFamily::Rust, Recall::LowerBound),
    (LanguageFamily::TypeScript, Recall::LowerBound),
    (LanguageFamily::Go, Recall::LowerBound),
    (LanguageFamily::Java, Recall::LowerBound),
    (LanguageFamily::CSharp, Recall::LowerBound),
    (LanguageFamily::C, Recall::LowerBound),
];

/// The recall of relations in `language`.
#[must_use]
pub fn recall(language: Language) -> Recall {
    let family = language.family();
    RECALL.iter().find(|(of, _)| *of == family).map_or(Recall::LowerBound, |(_, recall)| *recall)
}

/// The languages with symbols, for people.
#[must_use]
pub fn supported_languages() -> String {
    let names: Vec<&str> =
        Language::ALL.iter().filter(|x| **x != Language::Package).map(|x| x.as_str()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Recall, recall, supported_languages};
    use lockstep_facts::Language;

    #[test]
    fn no_language_claims_more_than_is_measured() {
        for language in Language::ALL {
            assert_eq!(recall(*language), Recall::LowerBound, "{language}");
        }
        assert!(supported_languages().starts_with("python, rust, typescript, tsx, javascript, go, "));
        assert!(!supported_languages().contains("package"));
    }
}
