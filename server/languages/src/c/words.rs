//! The words of C and C++, classed once: what looks through a text asks for the class of a word many times.

use std::ops::BitOr;

/// What a word can be to a declaration. A set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordClass(u8);

impl WordClass {
    /// No word, or a keyword of no other class.
    pub(super) const NOTHING: WordClass = WordClass(0);
    /// No keyword.
    pub(super) const NAME: WordClass = WordClass(1);
    /// A name written as macros are.
    pub(super) const LOUD: WordClass = WordClass(1 << 1);
    /// A keyword that a declaration can begin with, or a type goes on with.
    pub(super) const DECLARING: WordClass = WordClass(1 << 2);
    /// One of these that is a type in itself.
    pub(super) const PRIMITIVE: WordClass = WordClass(1 << 3);
    /// A keyword after which a type may follow that is no type itself.
    pub(super) const STORAGE: WordClass = WordClass(1 << 4);

    /// Whether it is any of `classes`.
    pub(super) fn is(self, classes: WordClass) -> bool {
        self.0 & classes.0 != 0
    }

    /// That of a word.
    pub(super) fn of(word: &[u8]) -> WordClass {
        match word {
            b"int" | b"void" | b"char" | b"unsigned" | b"signed" | b"long" | b"short" | b"double"
            | b"float" | b"bool" | b"_Bool" => WordClass::DECLARING | WordClass::PRIMITIVE,
            b"struct" | b"union" | b"enum" | b"class" | b"typename" | b"auto" => WordClass::DECLARING,
            b"static" | b"extern" | b"inline" | b"typedef" | b"virtual" | b"explicit" | b"constexpr" => {
                WordClass::DECLARING | WordClass::STORAGE
            }
            b"friend" | b"mutable" | b"__inline" | b"__inline__" | b"__extension__" => WordClass::STORAGE,
            b"const" | b"volatile" | b"return" | b"if" | b"else" | b"for" | b"while" | b"do" | b"switch"
            | b"case" | b"default" | b"break" | b"continue" | b"goto" | b"sizeof" | b"new" | b"delete"
            | b"throw" | b"try" | b"catch" | b"operator" | b"template" | b"namespace" | b"using"
            | b"public" | b"private" | b"protected" | b"this" | b"override" | b"final" | b"noexcept"
            | b"register" | b"restrict" | b"static_cast" | b"const_cast" | b"dynamic_cast"
            | b"reinterpret_cast" | b"decltype" | b"alignof" | b"alignas" | b"static_assert"
            | b"_Static_assert" | b"__attribute__" | b"__declspec" | b"typeof" | b"asm" | b"__asm__"
            | b"co_await" | b"co_return" | b"co_yield" | b"and" | b"or" | b"not" | b"true" | b"false"
            | b"nullptr" | b"concept" | b"requires" => WordClass::NOTHING,
            _ if is_loud(word) => WordClass::NAME | WordClass::LOUD,
            _ => WordClass::NAME,
        }
    }
}

impl BitOr for WordClass {
    type Output = WordClass;

    fn bitor(self, other: WordClass) -> WordClass {
        WordClass(self.0 | other.0)
    }
}

fn is_loud(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().any(u8::is_ascii_uppercase) && !word.iter().any(u8::is_ascii_lowercase)
}
