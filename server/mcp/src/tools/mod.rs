//! One file per tool.

pub mod affected;
pub mod find_callees;
pub mod find_callers;
pub mod find_references;
pub mod get_file_outline;
pub mod get_source;
pub mod index_status;
pub mod search_symbols;
