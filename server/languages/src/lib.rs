//! Text to facts: one folder per language, and the only user of tree-sitter.
//!
//! Invariants:
//! * Facts depend on the text alone: no path, no other file, no clock, no IO.
//! * A syntax node never leaves this crate; a whole tree does, as the opaque [`SyntaxTree`].
//! * Trees are walked with a cursor and a scope stack of our own, never with queries or `Node::parent`, which are
//!   quadratic on damaged files; the walk is cut at [`MAX_DEPTH`].

mod around;
mod builder;
mod c;
mod children;
mod csharp;
pub mod dump;
mod folds;
mod go;
mod grammar;
mod java;
mod javascript;
mod list;
mod named;
mod package;
mod python;
mod rust;
mod scripts;
mod tree;
mod walk;

use lockstep_facts::{FileFacts, Language, LanguageFamily};

pub use builder::{Memory, Remember};
pub use folds::{Fold, FoldKind};
pub use list::{LANGUAGES, Listed, Tier, filetypes, language_of, table as language_table};
pub use tree::{Budget, ByteEdit, ParseOutcome, Point, SyntaxTree, parse, parse_text};

/// Nesting of syntax nodes that extraction follows; what is deeper is left out and said in [`FileFacts::skipped`].
pub const MAX_DEPTH: u32 = 400;

/// The facts of `text`, whose tree is `tree`.
#[must_use]
pub fn extract(language: Language, tree: &SyntaxTree, text: &str) -> FileFacts {
    extract_again(language, tree, text, Remember::Nothing).0
}

/// The same, taking over from an earlier extraction what would come out the same; with what the next one may take over.
#[must_use]
pub fn extract_again(
    language: Language,
    tree: &SyntaxTree,
    text: &str,
    remember: Remember<'_>,
) -> (FileFacts, Memory) {
    match language {
        Language::Python => python::extract(tree, text, remember),
        Language::Rust => rust::extract(tree, text, remember),
        Language::TypeScript | Language::Tsx | Language::JavaScript => {
            javascript::extract(language, tree, text, remember)
        }
        Language::Go => go::extract(tree, text, remember),
        Language::Java => java::extract(tree, text, remember),
        Language::CSharp => csharp::extract(tree, text, remember),
        Language::C | Language::Cpp => c::extract(tree, text, remember),
        // What stands between the scripts is no part of a statement: nothing is taken over.
        Language::Vue | Language::Svelte | Language::Html => {
            javascript::extract(language, tree, text, Remember::Nothing)
        }
        Language::Markdown | Language::Json | Language::Yaml | Language::Toml => {
            (named::extract_data(language, tree, text), Memory::default())
        }
        Language::Package => (FileFacts::empty(language), Memory::default()),
        _ => named::extract(language, tree, text),
    }
}

/// The facts of a package file (`Cargo.toml`, `package.json`, …). `name` is its file name.
#[must_use]
pub fn extract_package(name: &str, text: &str) -> FileFacts {
    package::extract(name, text)
}

/// A source text, written by us, that declares the commonest built-in and standard-library types of a language; it is
/// indexed as a file apart, whose symbols are never answers.
#[must_use]
pub fn prelude(family: LanguageFamily) -> Option<(Language, &'static str)> {
    match family {
        LanguageFamily::Python => Some((
            Language::Python,
            concat!(include_str!("python/prelude.pyi"), "\n", include_str!("python/prelude_modules.pyi")),
        )),
        LanguageFamily::Rust => Some((Language::Rust, rust::PRELUDE)),
        LanguageFamily::TypeScript => Some((Language::TypeScript, include_str!("javascript/prelude.d.ts"))),
        LanguageFamily::Go => Some((Language::Go, go::PRELUDE)),
        LanguageFamily::Java => Some((Language::Java, java::PRELUDE)),
        LanguageFamily::CSharp => Some((Language::CSharp, csharp::PRELUDE)),
        LanguageFamily::C => Some((Language::Cpp, include_str!("c/prelude.hpp"))),
        _ => None,
    }
}
