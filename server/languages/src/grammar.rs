//! What grammars call things, as numbers: node kinds and fields are looked up once and compared as integers.

use tree_sitter::{Language, Node};

/// The id of a field that a grammar does not have: no child stands in it. 0 would be any child outside of fields.
pub(crate) const NO_FIELD: u16 = u16::MAX;

/// The number of a field of a grammar.
pub(crate) fn field_id(language: &Language, name: &str) -> u16 {
    language.field_id_for_name(name).map_or(NO_FIELD, std::num::NonZero::get)
}

/// The kinds of nodes that an extractor tells apart; see [`kinds`].
pub(crate) trait NodeKind: Copy {
    /// A part of the text that could not be parsed.
    const ERROR: Self;
    /// A kind that needs no treatment of its own.
    const OTHER: Self;

    /// The kind that the grammar calls `text`; tokens are not named.
    fn parse(text: &str, named: bool) -> Self;
}

/// The fields of a grammar that an extractor uses; see [`fields`].
pub(crate) trait NodeFields {
    fn of(language: &Language) -> Self;
}

/// The numbers of one grammar.
pub(crate) struct Grammar<K, F> {
    kinds: Box<[K]>,
    /// Field ids.
    pub(crate) fields: F,
}

impl<K: NodeKind, F: NodeFields> Grammar<K, F> {
    pub(crate) fn of(language: impl Into<Language>) -> Grammar<K, F> {
        let language = language.into();
        let kind = |id| match language.node_kind_for_id(id) {
            Some(text) => K::parse(text, language.node_kind_is_named(id)),
            None => K::OTHER,
        };
        let kinds = (0..language.node_kind_count() as u16).map(kind).collect();
        Grammar { kinds, fields: F::of(&language) }
    }

    /// The kind of `node`.
    pub(crate) fn kind(&self, node: Node<'_>) -> K {
        match self.kinds.get(usize::from(node.kind_id())) {
            Some(kind) => *kind,
            // What could not be parsed has a number behind all others.
            None if node.is_error() => K::ERROR,
            None => K::OTHER,
        }
    }
}

/// Declares `Kind`: what the grammar calls `named` nodes, and those of its `tokens` that matter; `or Token` gives the others a
/// kind of their own, in front of those.
macro_rules! kinds {
    (named { $($named:tt)* }) => {
        $crate::grammar::kinds! { @Other [] { $($named)* } {} }
    };
    (named { $($named:tt)* } tokens { $($tokens:tt)* }) => {
        $crate::grammar::kinds! { @Other [] { $($named)* } { $($tokens)* } }
    };
    (named { $($named:tt)* } tokens or Token { $($tokens:tt)* }) => {
        $crate::grammar::kinds! { @Token [Token] { $($named)* } { $($tokens)* } }
    };
    (
        @$rest:ident [$($other_token:ident)?]
        { $($named:ident = $named_text:literal,)* } { $($token:ident = $token_text:literal,)* }
    ) => {
        /// What a node is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Kind {
            /// A kind that needs no treatment of its own.
            Other,
            /// A part of the text that could not be parsed.
            Error,
            $($named,)*
            $(
                /// A token without a kind of its own.
                $other_token,
            )?
            $($token,)*
        }

        impl $crate::grammar::NodeKind for Kind {
            const ERROR: Kind = Kind::Error;
            const OTHER: Kind = Kind::Other;

            fn parse(text: &str, named: bool) -> Kind {
                if named {
                    match text { $($named_text => Kind::$named,)* _ => Kind::Other }
                } else {
                    match text { $($token_text => Kind::$token,)* _ => Kind::$rest }
                }
            }
        }
    };
}

/// Declares `Fields`: the numbers of the fields that are used. One that the grammar does not have is no child's.
macro_rules! fields {
    ($($name:ident = $text:literal,)*) => {
        /// The grammar's field ids.
        pub(super) struct Fields {
            $(pub(super) $name: u16,)*
        }

        impl $crate::grammar::NodeFields for Fields {
            fn of(language: &tree_sitter::Language) -> Fields {
                Fields { $($name: $crate::grammar::field_id(language, $text),)* }
            }
        }
    };
}

pub(crate) use {fields, kinds};
