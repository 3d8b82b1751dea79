//! The tokens of a C or C++ text: what is to be known of it before it is parsed.

use super::words::WordClass;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// A literal.
    Literal,
    /// One byte of punctuation.
    Sign(u8),
}

/// A token. Comments and preprocessor lines are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: TokenKind,
    /// What word it is.
    pub(super) class: WordClass,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

/// A preprocessor line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) start: u32,
    pub(super) end: u32,
    /// How many tokens stand before it.
    pub(super) tokens: u32,
}

/// Where a line of `text` that begins at `at` ends, its continuations included.
fn end_of_line(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        match text[at] {
            b'\n' => return at,
            b'\\' if text.get(at + 1) == Some(&b'\n') => at += 2,
            b'\\' if text.get(at + 1) == Some(&b'\r') && text.get(at + 2) == Some(&b'\n') => at += 3,
            // A comment may go on over lines.
            b'/' if text.get(at + 1) == Some(&b'*') => at = end_of_comment(text, at),
            b'/' if text.get(at + 1) == Some(&b'/') => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1 + usize::from(text[at] == b'\\');
                }
                return at.min(text.len());
            }
            b'"' | b'\'' => at = end_of_literal(text, at),
            _ => at += 1,
        }
    }
    text.len()
}

/// Where the block comment that begins at `at` ends.
pub(super) fn end_of_comment(text: &[u8], at: usize) -> usize {
    let rest = text.get(at + 2..).unwrap_or_default();
    rest.windows(2).position(|pair| pair == b"*/").map_or(text.len(), |found| at + 2 + found + 2)
}

/// Where the string or character that begins at `at` ends: at its quote, or with the line.
pub(super) fn end_of_literal(text: &[u8], at: usize) -> usize {
    let quote = text[at];
    let mut at = at + 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Where the raw string whose quote stands at `at` ends.
fn end_of_raw(text: &[u8], at: usize) -> usize {
    let rest = text.get(at + 1..).unwrap_or_default();
    let Some(open) = rest.iter().take(17).position(|byte| *byte == b'(') else {
        return end_of_literal(text, at);
    };
    let mut close = vec![b')'];
    close.extend_from_slice(&rest[..open]);
    close.push(b'"');
    let found = rest.windows(close.len()).position(|window| window == close);
    found.map_or(text.len(), |found| at + 1 + found + close.len())
}

/// Whether a byte can stand in a name.
pub(super) fn is_word(byte: u8) -> bool {
    matches!(BYTES[byte as usize], ByteKind::Letter | ByteKind::Digit)
}

/// What a byte begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteKind {
    Blank,
    Line,
    Letter,
    Digit,
    Quote,
    Slash,
    Hash,
    Sign,
}

/// By byte: a text is looked through at every edit.
static BYTES: [ByteKind; 256] = {
    let mut kinds = [ByteKind::Sign; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'\n' => ByteKind::Line,
            b' ' | b'\t' | b'\r' | b'\\' | 0x0b | 0x0c => ByteKind::Blank,
            b'0'..=b'9' => ByteKind::Digit,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => ByteKind::Letter,
            b'"' | b'\'' => ByteKind::Quote,
            b'/' => ByteKind::Slash,
            b'#' => ByteKind::Hash,
            _ => ByteKind::Sign,
        };
        byte += 1;
    }
    kinds
};

/// The tokens and preprocessor lines of a text, both in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) tokens: Vec<Token>,
    pub(super) directives: Vec<Directive>,
}

/// How many bytes behind it can say what a token is: those in which a raw string has its parenthesis, and some more.
const LOOKAHEAD: u32 = 20;

/// What edits changed in a text, as one stretch: where it begins, and where it ends before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) start: u32,
    pub(crate) old_end: u32,
    pub(crate) new_end: u32,
}

impl Changed {
    /// The stretch of this one and of an edit after it.
    pub(crate) fn and(self, edit: Changed) -> Changed {
        let start = self.start.min(edit.start);
        let (old_end, new_end) = if edit.old_end >= self.new_end {
            (self.old_end + (edit.old_end - self.new_end), edit.new_end)
        } else {
            (self.old_end, self.new_end - edit.old_end + edit.new_end)
        };
        Changed { start, old_end, new_end }
    }

    /// The same made so wide that it goes from `start` to `end` of what is afterwards.
    pub(super) fn with(self, start: u32, end: u32) -> Changed {
        let more = end.saturating_sub(self.new_end);
        Changed { start: self.start.min(start), old_end: self.old_end + more, new_end: self.new_end + more }
    }

    /// Where a place behind it is afterwards.
    pub(super) fn moved(self, at: u32) -> u32 {
        at - self.old_end + self.new_end
    }
}

impl Tokens {
    /// Those of `text`.
    pub(super) fn of(text: &[u8]) -> Tokens {
        let tokens = Tokens { tokens: Vec::with_capacity(text.len() / 4), directives: Vec::new() };
        let mut lexer = Lexer { text, at: 0, first: true, found: tokens };
        while lexer.step().is_some() {}
        lexer.found
    }

    /// Those of `text`, and which tokens may be other ones than before; these are those of the text before it.
    pub(super) fn after(&self, changed: Changed, text: &[u8]) -> (Tokens, Changed) {
        let kept = self.tokens.partition_point(|token| token.end + LOOKAHEAD < changed.start);
        let lines = self.directives.partition_point(|line| line.end + LOOKAHEAD < changed.start);
        let token_end = self.tokens[..kept].last().map_or(0, |token| token.end);
        let line_end = self.directives[..lines].last().map_or(0, |line| line.end);
        let mut tokens = Vec::with_capacity(self.tokens.len() + self.tokens.len() / 8);
        tokens.extend_from_slice(&self.tokens[..kept]);
        let mut lexer = Lexer {
            text,
            at: token_end.max(line_end) as usize,
            first: kept == 0 || line_end >= token_end,
            found: Tokens { tokens, directives: self.directives[..lines].to_vec() },
        };
        // From where both texts have the same at the same distance, all is the same.
        let (mut token, mut line) = (kept, lines);
        loop {
            match lexer.step() {
                None => {
                    let all = (self.tokens.len() as u32, lexer.found.tokens.len() as u32);
                    return (lexer.found, Changed { start: kept as u32, old_end: all.0, new_end: all.1 });
                }
                Some(Step::Token) => {
                    let Some(new) = lexer.found.tokens.last().filter(|new| new.start >= changed.new_end)
                    else {
                        continue;
                    };
                    let same = |old: &Token| old.start >= changed.old_end && old.moved(changed) == *new;
                    let is_before =
                        |old: &Token| old.start < changed.old_end || changed.moved(old.start) < new.start;
                    while self.tokens.get(token).is_some_and(is_before) {
                        token += 1;
                    }
                    if self.tokens.get(token).is_some_and(same) {
                        token += 1;
                        line = self.directives.partition_point(|line| line.tokens < token as u32);
                        break;
                    }
                }
                Some(Step::Directive) => {
                    let Some(new) = lexer.found.directives.last().filter(|new| new.start >= changed.new_end)
                    else {
                        continue;
                    };
                    let is_before =
                        |old: &Directive| old.start < changed.old_end || changed.moved(old.start) < new.start;
                    while self.directives.get(line).is_some_and(is_before) {
                        line += 1;
                    }
                    let at = |old: &Directive| (changed.moved(old.start), changed.moved(old.end));
                    if let Some(old) = self.directives.get(line).filter(|old| at(old) == (new.start, new.end))
                    {
                        token = old.tokens as usize;
                        line += 1;
                        break;
                    }
                }
            }
        }
        let found = &mut lexer.found;
        let count = found.tokens.len() as u32;
        found.tokens.extend(self.tokens[token..].iter().map(|old| old.moved(changed)));
        found.directives.extend(self.directives[line..].iter().map(|old| Directive {
            start: changed.moved(old.start),
            end: changed.moved(old.end),
            tokens: old.tokens - token as u32 + count,
        }));
        (lexer.found, Changed { start: kept as u32, old_end: token as u32, new_end: count })
    }
}

impl Token {
    fn moved(self, changed: Changed) -> Token {
        Token { start: changed.moved(self.start), end: changed.moved(self.end), ..self }
    }
}

/// What was found last.
enum Step {
    Token,
    Directive,
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    /// Whether nothing but blanks and comments stands between the beginning of the line and `at`.
    first: bool,
    found: Tokens,
}

impl Lexer<'_> {
    /// Finds the next token or preprocessor line; none at the end.
    fn step(&mut self) -> Option<Step> {
        let text = self.text;
        let mut at = self.at;
        let mut class = WordClass::NOTHING;
        let (start, kind) = loop {
            let byte = *text.get(at)?;
            let start = at;
            let kind = match BYTES[byte as usize] {
                ByteKind::Line => {
                    (at, self.first) = (at + 1, true);
                    continue;
                }
                ByteKind::Blank => {
                    at += 1;
                    continue;
                }
                ByteKind::Letter => {
                    at += text[at..].iter().position(|byte| !is_word(*byte)).unwrap_or(text.len() - at);
                    class = WordClass::of(&text[start..at]);
                    TokenKind::Word
                }
                ByteKind::Digit => {
                    while at < text.len() && (is_word(text[at]) || matches!(text[at], b'.' | b'\'')) {
                        at += 1;
                    }
                    TokenKind::Literal
                }
                ByteKind::Slash if text.get(at + 1) == Some(&b'/') => {
                    while at < text.len() && text[at] != b'\n' {
                        at += 1 + usize::from(text[at] == b'\\' && text.get(at + 1) == Some(&b'\n'));
                    }
                    continue;
                }
                ByteKind::Slash if text.get(at + 1) == Some(&b'*') => {
                    at = end_of_comment(text, at);
                    continue;
                }
                ByteKind::Hash if self.first => {
                    self.at = end_of_line(text, at);
                    let tokens = self.found.tokens.len() as u32;
                    let line = Directive { start: start as u32, end: self.at as u32, tokens };
                    self.found.directives.push(line);
                    return Some(Step::Directive);
                }
                ByteKind::Quote => {
                    let adjoins = |t: &Token| t.end as usize == at && t.end - t.start <= 3;
                    let raw = byte == b'"'
                        && text[..at].last() == Some(&b'R')
                        && self.found.tokens.last().is_some_and(adjoins);
                    at = if raw { end_of_raw(text, at) } else { end_of_literal(text, at) };
                    TokenKind::Literal
                }
                ByteKind::Slash | ByteKind::Hash | ByteKind::Sign => {
                    at += 1;
                    TokenKind::Sign(byte)
                }
            };
            break (start, kind);
        };
        self.at = at.min(text.len());
        let (start, end) = (start as u32, self.at as u32);
        self.found.tokens.push(Token { start, end, kind, class, first: self.first });
        self.first = false;
        Some(Step::Token)
    }
}
