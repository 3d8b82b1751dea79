//! What is hidden from the parser: macros where the grammar has no place for one.
//!
//! `LUA_API int (f) (void);`, `class EXPORT Slice {`, `int x GUARDED_BY(mutex);`, `cast(struct node *, x)` and the C++ half
//! of a header for both languages would each damage the tree around them. Such words are replaced by as many blanks before
//! the text is parsed; the extractor mentions them from the text itself. What is hidden is a function of the text alone.

use std::num::NonZero;
use std::ops::Range;

use super::tokens::{Directive, Token, TokenKind};
use super::words::WordClass;

/// A word that is hidden, and what stands in parentheses behind it and is hidden with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    /// First byte.
    pub(crate) start: u32,
    /// One past the last byte of the word.
    pub(crate) word_end: u32,
    /// One past the last byte hidden.
    pub(crate) end: u32,
    /// What it is.
    pub(crate) kind: MaskKind,
}

impl Mask {
    /// The same elsewhere.
    pub(crate) fn moved(self, to: impl Fn(u32) -> u32) -> Mask {
        Mask { start: to(self.start), word_end: to(self.word_end), end: to(self.end), kind: self.kind }
    }
}

/// Why something is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MaskKind {
    /// A macro: it is mentioned.
    Macro,
    /// A word or sign that says nothing here.
    Silent,
    /// `#define` where the grammar knows no directives.
    Definition,
    /// `#include`, likewise.
    Include,
    /// The keyword of a type where the grammar wants an expression: it stays, spelled as no keyword.
    Keyword,
}

/// Hides the masks in `text`.
pub(crate) fn apply(text: &mut [u8], masks: &[Mask]) {
    for mask in masks {
        let Some(hidden) = text.get_mut(mask.start as usize..mask.end as usize) else { continue };
        if mask.kind == MaskKind::Keyword {
            hidden.iter_mut().for_each(u8::make_ascii_uppercase);
            continue;
        }
        for byte in hidden.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
}

/// Looks through the tokens of a text. What it finds at a token depends on what stands around it, up to the next `;`, `{` or
/// `}` but for a few tokens, and hides nothing behind that; see `scan`.
pub(super) struct Scanner<'s> {
    text: &'s [u8],
    tokens: &'s [Token],
    /// What was found since they were taken.
    pub(super) masks: Vec<Mask>,
    /// Runs of tokens that were hidden since they were taken.
    pub(super) marked: Vec<Range<u32>>,
    /// Parallel to `tokens`.
    pub(super) hidden: Vec<Run>,
}

/// Of a hidden token where the run of hidden ones begins, as far as that was known; of another one nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run(Option<NonZero<u32>>);

impl Run {
    /// Nothing is hidden.
    pub(super) const NONE: Run = Run(None);

    fn from(begin: usize) -> Run {
        Run(NonZero::new(begin as u32 + 1))
    }

    fn begin(self) -> Option<usize> {
        self.0.map(|begin| begin.get() as usize - 1)
    }

    /// The same with so many more tokens before it.
    pub(super) fn moved(self, by: u32) -> Run {
        Run(self.0.and_then(|begin| NonZero::new(begin.get().wrapping_add(by))))
    }
}

impl<'s> Scanner<'s> {
    /// Nothing is looked at yet.
    pub(super) fn new(text: &'s [u8], tokens: &'s [Token]) -> Scanner<'s> {
        let hidden = vec![Run::NONE; tokens.len()];
        Scanner { text, tokens, masks: Vec::new(), marked: Vec::new(), hidden }
    }

    fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    /// The text of the word at `at`; empty if there is none.
    fn word(&self, at: usize) -> &'s [u8] {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => {
                self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
            }
            _ => b"",
        }
    }

    fn is(&self, at: usize, sign: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Sign(sign))
    }

    /// Whether `::` begins at `at`.
    fn is_path(&self, at: usize) -> bool {
        self.is(at, b':')
            && self.is(at + 1, b':')
            && matches!((self.token(at), self.token(at + 1)), (Some(a), Some(b)) if a.end == b.start)
    }

    /// What the word at `at` is; nothing if there is none.
    fn class(&self, at: usize) -> WordClass {
        self.tokens.get(at).map_or(WordClass::NOTHING, |token| token.class)
    }

    fn is_name(&self, at: usize) -> bool {
        self.class(at).is(WordClass::NAME)
    }

    fn is_primitive(&self, at: usize) -> bool {
        self.class(at).is(WordClass::PRIMITIVE)
    }

    /// Whether the name at `at` is written as macros are.
    fn is_loud(&self, at: usize) -> bool {
        self.class(at).is(WordClass::LOUD)
    }

    /// Whether `;`, `{` or `}` stands at `at`.
    pub(super) fn ends_statement(&self, at: usize) -> bool {
        matches!(self.tokens.get(at).map(|t| t.kind), Some(TokenKind::Sign(b';' | b'{' | b'}')))
    }

    /// One past the parenthesis that closes the one at `at`.
    fn closing(&self, at: usize) -> Option<usize> {
        if !self.is(at, b'(') {
            return None;
        }
        let mut depth = 0u32;
        for (index, token) in self.tokens.iter().enumerate().skip(at).take(400) {
            match token.kind {
                TokenKind::Sign(b'(') => depth += 1,
                TokenKind::Sign(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(index + 1);
                    }
                }
                TokenKind::Sign(b'{' | b'}' | b';') => return None,
                _ => {}
            }
        }
        None
    }

    /// The parenthesis that the one at `at` closes.
    fn opening(&self, at: usize) -> Option<usize> {
        let mut depth = 0u32;
        for index in (at.saturating_sub(400)..=at).rev() {
            match self.tokens.get(index)?.kind {
                TokenKind::Sign(b')') => depth += 1,
                TokenKind::Sign(b'(') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                TokenKind::Sign(b'{' | b'}' | b';') => return None,
                _ => {}
            }
        }
        None
    }

    /// What stands before `at`, hidden words left out.
    fn before(&self, at: usize) -> Option<usize> {
        let mut end = at;
        while let Some(begin) = end.checked_sub(1).and_then(|last| self.hidden.get(last)?.begin()) {
            end = begin;
        }
        end.checked_sub(1)
    }

    /// Whether a declaration or statement may begin at `at`.
    fn begins(&self, at: usize) -> bool {
        let Some(before) = self.before(at) else { return true };
        matches!(self.tokens.get(before).map(|t| t.kind), Some(TokenKind::Sign(b';' | b'{' | b'}' | b':')))
            && !(before > 0 && self.is_path(before - 1))
            || self.class(before).is(WordClass::STORAGE)
            || (self.is(before, b'>') && self.token(at).is_some_and(|token| token.first))
            // `extern "C" API int f(void);`
            || (self.tokens.get(before).is_some_and(|t| t.kind == TokenKind::Literal)
                && before > 0
                && self.word(before - 1) == b"extern")
    }

    /// Whether what stands at `at` can end a type.
    fn ends_type(&self, at: usize) -> bool {
        self.is_name(at)
            || self.is_primitive(at)
            || self.is(at, b'*')
            || self.is(at, b'&')
            || self.is(at, b'>')
            || self.word(at) == b"const"
    }

    fn hide(&mut self, from: usize, to: usize, kind: MaskKind) {
        let (Some(first), Some(last)) = (self.token(from), to.checked_sub(1).and_then(|at| self.token(at)))
        else {
            return;
        };
        self.masks.push(Mask { start: first.start, word_end: first.end, end: last.end, kind });
        if kind != MaskKind::Keyword {
            self.mark_hidden(from, to);
        }
    }

    /// A list of thousands of macros is one run: what stands before it is found in one step.
    fn mark_hidden(&mut self, from: usize, to: usize) {
        let run = from.checked_sub(1).and_then(|last| self.hidden.get(last)?.begin()).unwrap_or(from);
        self.hidden[from..to].fill(Run::from(run));
        self.marked.push(from as u32..to as u32);
    }

    fn is_hidden(&self, at: usize) -> bool {
        self.hidden.get(at).is_some_and(|run| *run != Run::NONE)
    }

    pub(super) fn is_cpp_at(&self, at: usize) -> bool {
        let next = at + 1;
        if self.is_name(at) && !self.is_path(next) {
            return false;
        }
        let member =
            at > 0 && (self.is(at - 1, b'.') || (at > 1 && self.is(at - 1, b'>') && self.is(at - 2, b'-')));
        if member || self.is_hidden(at) {
            return false;
        }
        match self.word(at) {
            b"namespace" => self.is_name(next) || self.is(next, b'{'),
            b"template" => self.is(next, b'<'),
            b"class" => {
                let tagged = at > 0 && matches!(self.word(at - 1), b"struct" | b"union" | b"enum");
                !tagged
                    && self.is_name(next)
                    && (self.is_name(next + 1)
                        || self.is(next + 1, b'{')
                        || self.is(next + 1, b':')
                        || self.is(next + 1, b';'))
            }
            b"typename" | b"using" => self.is_name(next),
            b"virtual" => !self.word(next).is_empty() || self.is(next, b'~'),
            b"public" | b"private" | b"protected" => self.is(next, b':') || self.is_name(next),
            b"static_cast" | b"reinterpret_cast" | b"const_cast" => self.is(next, b'<'),
            b"operator" => {
                matches!(self.tokens.get(next).map(|t| t.kind), Some(TokenKind::Sign(sign)) if !matches!(sign, b';' | b',' | b')' ))
            }
            _ => self.is_name(at) && !self.word(at + 3).is_empty(),
        }
    }

    /// `#ifdef __cplusplus`, `extern "C" {`, `#endif`, and the same with `}`.
    pub(super) fn hide_guarded(&mut self, directives: &[Directive]) {
        for pair in directives.windows(2) {
            let [from, to] = pair else { continue };
            let line = self.text.get(from.start as usize..from.end as usize).unwrap_or_default();
            let close = self.text.get(to.start as usize..to.end as usize).unwrap_or_default();
            if !contains(line, b"__cplusplus") || !contains(close, b"endif") && !contains(close, b"else") {
                continue;
            }
            let (first, last) = (from.tokens as usize, to.tokens as usize);
            let opens = self.word(first) == b"extern"
                && (last - first == 2 || last - first == 3 && self.is(last - 1, b'{'));
            let closes = (1..=2).contains(&(last - first)) && self.is(first, b'}');
            if opens || closes {
                self.hide(first, last, MaskKind::Silent);
            }
        }
    }

    fn hide_bytes(&mut self, start: u32, end: u32) {
        self.masks.push(Mask { start, word_end: end, end, kind: MaskKind::Silent });
    }

    /// Lines that say nothing, lines in the middle of an enumeration, and comments in the middle of a macro's body.
    pub(super) fn hide_directives(&mut self, directives: &[Directive]) {
        let mut braces: Vec<bool> = Vec::new();
        let mut token = 0;
        for (at, directive) in directives.iter().enumerate() {
            while token < (directive.tokens as usize).min(self.tokens.len()) {
                match self.tokens[token].kind {
                    TokenKind::Sign(b'{') => {
                        let of_enum = (1..6).any(|back| {
                            token.checked_sub(back).is_some_and(|before| self.word(before) == b"enum")
                        });
                        braces.push(of_enum);
                    }
                    TokenKind::Sign(b'}') => {
                        braces.pop();
                    }
                    _ => {}
                }
                token += 1;
            }
            let line = self.text.get(directive.start as usize..directive.end as usize).unwrap_or_default();
            let word = line.get(1..).unwrap_or_default().trim_ascii_start();
            let is = |name: &[u8]| {
                word.starts_with(name) && !word.get(name.len()).is_some_and(|b| super::tokens::is_word(*b))
            };
            let silent =
                [&b"line"[..], b"error", b"warning", b"pragma", b"ident"].iter().any(|name| is(name))
                    || word.first().is_some_and(u8::is_ascii_digit);
            let in_enum = braces.last().copied().unwrap_or(false)
                && [&b"define"[..], b"include", b"undef"].iter().any(|name| is(name));
            if in_enum && is(b"define") {
                let (start, end) = (directive.start, directive.end);
                self.masks.push(Mask { start, word_end: end, end, kind: MaskKind::Definition });
            } else if in_enum && is(b"include") {
                let (start, end) = (directive.start, directive.end);
                self.masks.push(Mask { start, word_end: end, end, kind: MaskKind::Include });
            } else if silent || in_enum {
                self.hide_bytes(directive.start, directive.end);
            } else if is(b"define") {
                self.hide_comments(*directive);
            } else if word.starts_with(b"if")
                && let Some(next) = directives.get(at + 1)
            {
                self.hide_attribute(*directive, *next);
            }
        }
    }

    /// A comment with more of the macro's body behind it ends the body for the parser.
    fn hide_comments(&mut self, directive: Directive) {
        let (mut at, end) = (directive.start as usize, directive.end as usize);
        while at + 1 < end {
            match (self.text[at], self.text[at + 1]) {
                (b'"' | b'\'', _) => at = super::tokens::end_of_literal(self.text, at),
                (b'/', b'*') => {
                    let close = super::tokens::end_of_comment(self.text, at).min(end);
                    let comment = &self.text[at..close];
                    let rest = self.text[close..end].iter().any(|b| !b.is_ascii_whitespace() && *b != b'\\');
                    if rest && !comment.contains(&b'\n') {
                        self.hide_bytes(at as u32, close as u32);
                    }
                    at = close;
                }
                (b'/', b'/') => return,
                _ => at += 1,
            }
        }
    }

    /// `#if …`, `__attribute__((…))`, `#endif` in the middle of a declaration.
    fn hide_attribute(&mut self, from: Directive, to: Directive) {
        let (first, last) = (from.tokens as usize, to.tokens as usize);
        let line = self.text.get(to.start as usize..to.end as usize).unwrap_or_default();
        let attribute = self.word(first) == b"__attribute__" && self.closing(first + 1) == Some(last);
        if attribute && last > first && contains(line, b"endif") {
            self.hide_bytes(from.start, to.end);
            self.mark_hidden(first, last);
        }
    }

    pub(super) fn look(&mut self, at: usize) {
        let class = self.class(at);
        if !class.is(WordClass::NAME | WordClass::DECLARING) || self.is_hidden(at) {
            return;
        }
        if class.is(WordClass::DECLARING) {
            if matches!(self.word(at), b"class" | b"struct" | b"union") {
                self.look_at_class(at);
            }
            return;
        }
        let loud = self.is_loud(at);
        if self.begins(at) && self.look_at_beginning(at, loud) {
            return;
        }
        if loud && self.look_at_suffix(at) {
            return;
        }
        if self.is(at + 1, b'(') {
            self.look_at_arguments(at);
        }
    }

    /// `class EXPORT Name {`.
    fn look_at_class(&mut self, at: usize) {
        let mut name = at + 1;
        if !self.is_loud(name) {
            return;
        }
        let mut end = name + 1;
        if let Some(closing) = self.closing(end) {
            end = closing;
        }
        if !self.is_name(end) {
            return;
        }
        let mut after = end + 1;
        while self.is_path(after) && self.is_name(after + 2) {
            after += 3;
        }
        let defines = self.is(after, b'{')
            || (self.is(after, b':') && !self.is_path(after))
            || self.word(after) == b"final"
            || self.is(after, b'<')
            || self.is(after, b';');
        if defines {
            self.hide(name, end, MaskKind::Macro);
            name = end;
            // Two of them.
            if self.is_loud(name) && self.is_name(name + 1) {
                self.hide(name, name + 1, MaskKind::Macro);
            }
        }
    }

    /// A macro before a declaration, or alone.
    fn look_at_beginning(&mut self, at: usize, loud: bool) -> bool {
        let mut next = at + 1;
        if loud && let Some(closing) = self.closing(next) {
            next = closing;
        }
        let with_arguments = next > at + 1;
        let word = self.word(next);
        if self.class(next).is(WordClass::DECLARING | WordClass::STORAGE) || (loud && word == b"const") {
            // A statement macro in a function reads the same; its arguments are mentioned all the same.
            if !with_arguments || loud {
                self.hide(at, next, MaskKind::Macro);
                return true;
            }
            return false;
        }
        let first = |at: usize| self.token(at).is_some_and(|token| token.first);
        let alone = loud && first(at) && first(next);
        if !self.is_name(next) {
            let template = loud
                && alone
                && (matches!(
                    word,
                    b"template" | b"return" | b"if" | b"for" | b"while" | b"case" | b"default" | b"switch" | b"goto" | b"break"
                )
                    // A macro before a block.
                    || !with_arguments && self.is(next, b'{') && self.before(at).is_some());
            if template {
                self.hide(at, next, MaskKind::Macro);
            }
            return template;
        }
        if with_arguments {
            // `FOO(x)` on a line of its own.
            let another = alone && self.before(at).is_none_or(|b| !self.is(b, b':'));
            if another {
                self.hide(at, next, MaskKind::Macro);
            }
            return another;
        }
        let mut after = next + 1;
        let qualified = self.is_path(after);
        while self.is_path(after) && self.is_name(after + 2) {
            after += 3;
        }
        let declares = if qualified {
            loud && (self.is_name(after) || self.is(after, b'*') || self.is(after, b'&'))
        } else {
            let another = self.is_name(after) && (loud || !self.is_loud(after));
            another
                || self.is(after, b'*')
                || (loud && (self.is(after, b'<') || self.is(after, b'&')))
                || (loud
                    && self.is(after, b'(')
                    && self.is_name(after + 1)
                    && self.is(after + 2, b')')
                    && self.is(after + 3, b'('))
        };
        if declares {
            self.hide(at, next, MaskKind::Macro);
        }
        declares
    }

    /// A macro behind what is declared, or between its type and its name.
    fn look_at_suffix(&mut self, at: usize) -> bool {
        let Some(before) = self.before(at) else { return false };
        let mut next = at + 1;
        if let Some(closing) = self.closing(next) {
            next = closing;
        }
        let behind = if self.is(before, b')') {
            self.opening(before).is_some_and(|open| {
                open > 1 && {
                    let head = open - 1;
                    let type_end = self.before(head).unwrap_or(0);
                    // `void (*f)(int) ATTRIBUTE`, `int f(void) ATTRIBUTE`.
                    let constructs = self.is_name(head) && self.begins(head) && self.is(next, b':');
                    constructs
                        || (self.is_name(head) || self.is(head, b')'))
                            && (self.ends_type(type_end) || self.is(type_end, b'~') || self.is(head, b')'))
                }
            })
        } else if self.is_name(before) || self.is(before, b']') {
            let name = if self.is(before, b']') {
                (before.saturating_sub(400)..before)
                    .rev()
                    .take_while(|at| !self.ends_statement(*at))
                    .find(|at| self.is(*at, b'['))
                    .map_or(before, |open| open.saturating_sub(1))
            } else {
                before
            };
            name > 0 && self.before(name).is_some_and(|type_end| self.ends_type(type_end))
        } else {
            matches!(self.word(before), b"const" | b"override" | b"noexcept" | b"final")
                && before > 0
                && (self.is(before - 1, b')')
                    || matches!(self.word(before - 1), b"const" | b"override" | b"noexcept"))
        };
        if behind {
            let ends = [b';', b'{', b'=', b',', b':'].iter().any(|sign| self.is(next, *sign));
            if ends || (self.is_loud(next) && self.look_ahead(next)) {
                self.hide(at, next, MaskKind::Macro);
                return true;
            }
        }
        // `int CALL f(`
        if next == at + 1
            && (self.is_primitive(before) || self.is(before, b'*') || self.is_name(before))
            && self.is_name(next)
            && (self.is(next + 1, b'(') || self.is(next + 1, b'=') || self.is(next + 1, b';'))
        {
            let declares = self.is_primitive(before)
                || before > 0
                    && (self.begins(before) || self.before(before).is_some_and(|b| self.ends_type(b)));
            if declares {
                self.hide(at, next, MaskKind::Macro);
            }
            return declares;
        }
        false
    }

    /// Whether a chain of macros that begins at `at` ends a declaration.
    fn look_ahead(&self, at: usize) -> bool {
        let mut at = at;
        for _ in 0..4 {
            if !self.is_loud(at) {
                break;
            }
            at = self.closing(at + 1).unwrap_or(at + 1);
        }
        [b';', b'{', b'='].iter().any(|sign| self.is(at, *sign))
    }

    /// Types among the arguments of what is called at `at`.
    fn look_at_arguments(&mut self, at: usize) {
        let expression = match self.before(at) {
            None => true,
            Some(before) => {
                !self.is(before, b'*')
                    && !self.is(before, b'&')
                    && !self.is(before, b'>')
                    && (self.word(before).is_empty()
                        || matches!(self.word(before), b"return" | b"case" | b"else" | b"do" | b"sizeof"))
            }
        };
        let Some(end) = self.closing(at + 1).filter(|_| expression) else { return };
        // A function type or declaration: `f(int, char *) {` is none, so what follows decides nothing.
        let mut argument: Range<usize> = at + 2..at + 2;
        let mut depth = 0u32;
        for index in at + 2..end {
            match self.tokens[index].kind {
                TokenKind::Sign(b'(' | b'[') => depth += 1,
                TokenKind::Sign(b']') => depth = depth.saturating_sub(1),
                TokenKind::Sign(b')') if depth > 0 => depth -= 1,
                TokenKind::Sign(b',' | b')') if depth == 0 => {
                    argument.end = index;
                    self.look_at_argument(argument.clone());
                    argument = index + 1..index + 1;
                }
                _ => {}
            }
        }
    }

    /// `struct node *`, `unsigned int`, `const char *` where an expression should stand.
    fn look_at_argument(&mut self, argument: Range<usize>) {
        let stars = argument.clone().rev().take_while(|at| self.is(*at, b'*')).count();
        let words = argument.start..argument.end - stars;
        let Some(last) = words.clone().last() else { return };
        if !self.is_type(words.clone()) || (stars == 0 && words.len() == 1 && self.is_name(last)) {
            return;
        }
        for at in words {
            if at != last {
                self.hide(at, at + 1, MaskKind::Silent);
            } else if self.is_primitive(at) {
                self.hide(at, at + 1, MaskKind::Keyword);
            }
        }
        for at in argument.end - stars..argument.end {
            self.hide(at, at + 1, MaskKind::Silent);
        }
    }
}

impl Scanner<'_> {
    /// Whether these words are a type and nothing else.
    fn is_type(&self, words: Range<usize>) -> bool {
        let qualifies = |at: &usize| matches!(self.word(*at), b"const" | b"volatile");
        let rest: Vec<usize> = words.filter(|at| !qualifies(at)).collect();
        match rest[..] {
            [] => false,
            [only] => self.is_name(only) || self.is_primitive(only),
            [tag, name] if matches!(self.word(tag), b"struct" | b"union" | b"enum") => self.is_name(name),
            _ => rest.iter().all(|at| self.is_primitive(*at)),
        }
    }
}

fn contains(line: &[u8], word: &[u8]) -> bool {
    line.windows(word.len()).any(|window| window == word)
}
