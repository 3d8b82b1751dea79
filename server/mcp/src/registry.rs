//! The tools: one line each, in the order they are listed.

use std::future::Future;
use std::pin::Pin;

use crate::answer::Answer;
use crate::arguments::{Arguments, Parameter};
use crate::context::Context;
use crate::schema::Output;
use crate::tools::{
    affected, editor_context, find_callees, find_callers, find_references, get_enclosing_scope,
    get_file_outline, get_source, god_nodes, graph_stats, index_status, resolve_definition, search_symbols,
    search_text, shortest_path,
};

/// All tools. Orientation first, then questions by how often they are asked.
pub const TOOLS: &[Tool] = &[
    index_status::TOOL,
    editor_context::TOOL,
    search_symbols::TOOL,
    search_text::TOOL,
    get_file_outline::TOOL,
    find_references::TOOL,
    find_callers::TOOL,
    find_callees::TOOL,
    affected::TOOL,
    get_source::TOOL,
    resolve_definition::TOOL,
    get_enclosing_scope::TOOL,
    shortest_path::TOOL,
    god_nodes::TOOL,
    graph_stats::TOOL,
];

/// A running tool.
pub type Running<'a> = Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;

/// What a tool may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only reads.
    Reads,
}

/// A tool.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What it answers, with an example call; at most 600 characters.
    pub description: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What its structured form has, the marks apart.
    pub output: &'static [(&'static str, Output)],
    /// What it may do.
    pub effect: Effect,
    /// Budget of an answer in tokens, if the call and the session say nothing.
    pub budget: usize,
    /// Answers a call.
    pub run: for<'a> fn(&'a Context, Arguments) -> Running<'a>,
}

/// The tool called `name`.
#[must_use]
pub fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The tools that a session offers of those there are, in their order: the ones chosen, or all if none is.
pub fn offered(chosen: &[&str]) -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().filter(move |tool| chosen.is_empty() || chosen.contains(&tool.name))
}

/// The tools of these names, for a session that is to offer no others.
///
/// # Errors
/// A name that is no tool's, with the ones that are.
pub fn select<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static str>, String> {
    names
        .iter()
        .map(|name| {
            let name = name.as_ref().trim();
            tool(name).map(|tool| tool.name).ok_or_else(|| crate::call::unknown_tool(name, &[]))
        })
        .collect()
}
