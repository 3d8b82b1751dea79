//! The tokens of a C or C++ text: what is to be known of it before it is parsed.

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: TokenKind,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

/// A preprocessor line.
#[derive(Clone, Copy, Debug)]
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
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The tokens and preprocessor lines of `text`.
pub(super) fn tokens(text: &[u8]) -> (Vec<Token>, Vec<Directive>) {
    let (mut tokens, mut directives) = (Vec::with_capacity(text.len() / 5), Vec::new());
    let (mut at, mut first) = (0, true);
    while at < text.len() {
        let byte = text[at];
        let start = at;
        let kind = match byte {
            b'\n' => {
                (at, first) = (at + 1, true);
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\\' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            b'/' if text.get(at + 1) == Some(&b'/') => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1 + usize::from(text[at] == b'\\' && text.get(at + 1) == Some(&b'\n'));
                }
                continue;
            }
            b'/' if text.get(at + 1) == Some(&b'*') => {
                at = end_of_comment(text, at);
                continue;
            }
            b'#' if first => {
                at = end_of_line(text, at);
                directives.push(Directive {
                    start: start as u32,
                    end: at as u32,
                    tokens: tokens.len() as u32,
                });
                continue;
            }
            b'"' | b'\'' => {
                let raw = byte == b'"'
                    && text[..at].last() == Some(&b'R')
                    && tokens.last().is_some_and(|t: &Token| t.end as usize == at && t.end - t.start <= 3);
                at = if raw { end_of_raw(text, at) } else { end_of_literal(text, at) };
                TokenKind::Literal
            }
            byte if byte.is_ascii_digit() => {
                while at < text.len() && (is_word(text[at]) || matches!(text[at], b'.' | b'\'')) {
                    at += 1;
                }
                TokenKind::Literal
            }
            byte if is_word(byte) => {
                while at < text.len() && is_word(text[at]) {
                    at += 1;
                }
                TokenKind::Word
            }
            sign => {
                at += 1;
                TokenKind::Sign(sign)
            }
        };
        at = at.min(text.len());
        tokens.push(Token { start: start as u32, end: at as u32, kind, first });
        first = false;
    }
    (tokens, directives)
}
