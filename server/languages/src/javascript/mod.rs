//! TypeScript and JavaScript.
use lockstep_facts::{FileFacts, Language};
use crate::SyntaxTree;
use crate::builder::FactsBuilder;
pub(crate) fn extract(language: Language, _tree: &SyntaxTree, text: &str) -> FileFacts { FactsBuilder::new(language, text).build() }
