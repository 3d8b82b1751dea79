//! One file per request; the document notifications share one.

pub(crate) mod code_lens;
pub(crate) mod code_lens_resolve;
pub(crate) mod configuration;
pub(crate) mod declaration;
pub(crate) mod definition;
pub(crate) mod document_highlight;
pub(crate) mod document_symbol;
pub(crate) mod documents;
pub(crate) mod folders;
pub(crate) mod folding_range;
pub(crate) mod hover;
pub(crate) mod implementation;
pub(crate) mod incoming_calls;
pub(crate) mod initialize;
pub(crate) mod outgoing_calls;
pub(crate) mod prepare_call_hierarchy;
pub(crate) mod prepare_type_hierarchy;
pub(crate) mod references;
pub(crate) mod revision;
pub(crate) mod selection_range;
pub(crate) mod subtypes;
pub(crate) mod supertypes;
pub(crate) mod type_definition;
pub(crate) mod will_rename_files;
pub(crate) mod workspace_symbol;
