//! Python.
use lockstep_facts::{FileFacts, Language};
use crate::SyntaxTree;
use crate::builder::FactsBuilder;
pub(crate) fn extract(_tree: &SyntaxTree, text: &str) -> FileFacts { FactsBuilder::new(Language::Python, text).build() }
