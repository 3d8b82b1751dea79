//! One file per request; the document notifications share one.

pub(crate) mod code_lens;
pub(crate) mod code_lens_resolve;
pub(crate) mod definition;
pub(crate) mod document_symbol;
pub(crate) mod documents;
pub(crate) mod hover;
pub(crate) mod initialize;
pub(crate) mod references;
pub(crate) mod revision;
pub(crate) mod workspace_symbol;
