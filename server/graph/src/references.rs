//! Who refers to a symbol, who calls it, what a change of it reaches.
use lockstep_facts::{Confidence, ReferenceRole, SymbolId};
use crate::FileId;

/// One place that refers to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The file.
    pub file: FileId,
    /// Index into its items.
    pub item: u32,
    /// Index into the item's references.
    pub reference: u32,
    /// What it does with the symbol.
    pub role: ReferenceRole,
    /// How that is known.
    pub confidence: Confidence,
}

/// All places that refer to a symbol.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// In order of path and place.
    pub sites: Vec<Site>,
    /// Every file that was looked into.
    pub read: Vec<FileId>,
}

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallerId {
    /// A function, method or other definition.
    Symbol(SymbolId),
    /// The top level of a file.
    Module(FileId),
}

/// A caller and its calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Who.
    pub caller: CallerId,
    /// Where, in text order; never empty.
    pub sites: Vec<Site>,
    /// The best confidence among the sites.
    pub confidence: Confidence,
}

/// Bounds of an impact question.
#[derive(Clone, Copy, Debug)]
pub struct AffectedOptions {
    /// Hops.
    pub depth: u32,
    /// Stop when this many are found.
    pub limit: usize,
}

/// What a change reaches.
#[derive(Clone, Debug, Default)]
pub struct Affected {
    /// (who, hops, known through certain edges only), nearest first, then by path and place.
    pub symbols: Vec<(CallerId, u32, bool)>,
    /// Whether the limit cut it.
    pub truncated: bool,
    /// Every file that was looked into.
    pub read: Vec<FileId>,
}
impl Default for CallerId { fn default() -> Self { CallerId::Module(FileId(0)) } }
