//! One file per tool.

pub mod affected;
pub mod editor_context;
pub mod find_callees;
pub mod find_callers;
pub mod find_references;
pub mod get_enclosing_scope;
pub mod get_file_outline;
pub mod get_source;
pub mod god_nodes;
pub mod graph_stats;
pub mod index_status;
pub mod resolve_definition;
pub mod search_symbols;
pub mod search_text;
pub mod shortest_path;
