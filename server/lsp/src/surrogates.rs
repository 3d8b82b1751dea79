//! Half a pair of surrogates in what an editor sends becomes U+FFFD.
//!
//! Editors count UTF-16 units, and some can cut a character in two and send one half as an escape: `"\ud83d"`. As JSON that
//! is well-formed, but no text of ours can hold it, and a message that is not understood ends the connection. U+FFFD is one
//! unit too, so every position behind it stays what the editor means; its escape has as many bytes, so the length in the
//! header holds. A back-slash stands in strings alone, so headers and the rest of JSON need not be understood.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// Bytes read at a time.
const PIECE: usize = 64 * 1024;
/// Bytes of `\uXXXX`.
const ESCAPE: usize = 6;

/// See the module's documentation.
pub(crate) struct Whole<R> {
    inner: R,
    bytes: Vec<u8>,
    /// How many of them were given out, and how many can be.
    given: usize,
    ready: usize,
    ended: bool,
}

impl<R> Whole<R> {
    pub(crate) fn new(inner: R) -> Whole<R> {
        Whole { inner, bytes: Vec::new(), given: 0, ready: 0, ended: false }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Whole<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.given == this.ready && !this.ended {
            this.bytes.drain(..this.given);
            this.given = 0;
            let kept = this.bytes.len();
            this.bytes.resize(kept + PIECE, 0);
            let mut piece = ReadBuf::new(this.bytes.get_mut(kept..).unwrap_or_default());
            let polled = Pin::new(&mut this.inner).poll_read(context, &mut piece);
            let read = piece.filled().len();
            this.bytes.truncate(kept + read);
            // What is kept begins with an escape that is not whole: it can be looked at again.
            this.ready = 0;
            ready!(polled)?;
            this.ended = read == 0;
            this.ready = if this.ended { kept } else { make_whole(&mut this.bytes) };
        }
        let bytes = this.bytes.get(this.given..this.ready).unwrap_or_default();
        let bytes = bytes.get(..buffer.remaining()).unwrap_or(bytes);
        buffer.put_slice(bytes);
        this.given += bytes.len();
        Poll::Ready(Ok(()))
    }
}

/// Replaces lone halves; returns how many bytes are decided. What is left begins with a back-slash.
fn make_whole(bytes: &mut [u8]) -> usize {
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\\')) {
        at += next;
        match bytes.get(at + 1) {
            None => return at,
            Some(b'u') => {}
            Some(_) => {
                at += 2;
                continue;
            }
        }
        let Some(unit) = bytes.get(at..at + ESCAPE).map(unit) else { return at };
        let lone = match unit {
            Some(0xD800..=0xDBFF) => match second_half(bytes.get(at + ESCAPE..).unwrap_or_default()) {
                None => return at,
                Some(true) => {
                    at += 2 * ESCAPE;
                    continue;
                }
                Some(false) => true,
            },
            Some(0xDC00..=0xDFFF) => true,
            _ => false,
        };
        if lone && let Some(escape) = bytes.get_mut(at..at + ESCAPE) {
            escape.copy_from_slice(b"\\ufffd");
        }
        at += ESCAPE;
    }
    bytes.len()
}

/// Whether `bytes` begin with the escape of a second half; none if there are too few to tell.
fn second_half(bytes: &[u8]) -> Option<bool> {
    let opening = bytes.get(..2).unwrap_or(bytes);
    if !b"\\u".starts_with(opening) {
        return Some(false);
    }
    bytes.get(..ESCAPE).map(|escape| matches!(unit(escape), Some(0xDC00..=0xDFFF)))
}

/// The UTF-16 unit of an escape; none if its digits are none.
fn unit(escape: &[u8]) -> Option<u16> {
    let digits = std::str::from_utf8(escape.get(2..)?).ok()?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    /// Gives its bytes one by one.
    struct OneByOne<'a>(&'a [u8]);

    impl AsyncRead for OneByOne<'_> {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            let Some((first, rest)) = self.0.split_first() else { return Poll::Ready(Ok(())) };
            buffer.put_slice(&[*first]);
            self.0 = rest;
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test]
    async fn only_lone_halves_are_replaced_however_the_bytes_are_cut() {
        for (sent, expected) in [
            (r#""\ud83d\ude00 \u00b0""#, r#""\ud83d\ude00 \u00b0""#),
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\uDE00\uD83D\uD83D\uDE00""#, r#""\ufffd\ufffd\uD83D\uDE00""#),
            (r#""\ud83d\n\\ud83d\\""#, r#""\ufffd\n\\ud83d\\""#),
            (r#""\ud83d\u0041""#, r#""\ufffd\u0041""#),
            (r"\ud83d\", r"\ud83d\"),
            (r#""\ud83""#, r#""\ud83""#),
        ] {
            let (mut whole, mut pieces) = (String::new(), String::new());
            Whole::new(sent.as_bytes()).read_to_string(&mut whole).await.unwrap();
            Whole::new(OneByOne(sent.as_bytes())).read_to_string(&mut pieces).await.unwrap();
            assert_eq!((whole.as_str(), pieces.as_str()), (expected, expected));
        }
    }
}
