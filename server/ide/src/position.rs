//! Lines and columns of a rope, as the protocol counts them, to bytes and back.

use lockstep_facts::{LinePosition, PositionEncoding};
use lockstep_languages::Point;
use ropey::{Rope, RopeSlice};

/// The byte at `position`. A line past the end is the end of the text, a column past the end of its line is the line's
/// end before its line break, a column inside a character (or between its surrogates) is the character's start.
pub(crate) fn offset(text: &Rope, position: LinePosition, encoding: PositionEncoding) -> u32 {
    let line = position.line as usize;
    if line >= text.len_lines() {
        return text.len_bytes() as u32;
    }
    let start = text.line_to_byte(line);
    let content = line_content(text, line);
    let column = position.column as usize;
    let inside = match encoding {
        PositionEncoding::Utf8 => content.char_to_byte(content.byte_to_char(column.min(content.len_bytes()))),
        PositionEncoding::Utf16 => {
            content.char_to_byte(content.utf16_cu_to_char(column.min(content.len_utf16_cu())))
        }
        PositionEncoding::Utf32 => content.char_to_byte(column.min(content.len_chars())),
    };
    (start + inside) as u32
}

/// The position of byte `offset`, clamped to the text; one inside a character counts as the character's start.
pub(crate) fn position(text: &Rope, offset: u32, encoding: PositionEncoding) -> LinePosition {
    let character = text.byte_to_char((offset as usize).min(text.len_bytes()));
    let line = text.char_to_line(character);
    let start = text.line_to_char(line);
    let column = match encoding {
        PositionEncoding::Utf8 => text.char_to_byte(character) - text.char_to_byte(start),
        PositionEncoding::Utf16 => text.char_to_utf16_cu(character) - text.char_to_utf16_cu(start),
        PositionEncoding::Utf32 => character - start,
    };
    LinePosition { line: line as u32, column: column as u32 }
}

/// Line `line` without its line break.
fn line_content(text: &Rope, line: usize) -> RopeSlice<'_> {
    let content = text.line(line);
    let mut chars = content.len_chars();
    let last = |chars: usize| chars.checked_sub(1).map(|at| content.char(at));
    if last(chars) == Some('\n') {
        chars -= 1;
        if last(chars) == Some('\r') {
            chars -= 1;
        }
    } else if last(chars) == Some('\r') {
        chars -= 1;
    }
    content.slice(..chars)
}

/// The parser's point of byte `offset`, a character boundary: its lines end at `\n` alone. `returns` says whether the
/// text may hold a `\r`, where the rope's lines are not the parser's.
pub(crate) fn point(text: &Rope, offset: u32, returns: bool) -> Point {
    let offset = offset as usize;
    if !returns {
        let line = text.byte_to_line(offset);
        return Point { line: line as u32, column: (offset - text.line_to_byte(line)) as u32 };
    }
    let mut line = 0;
    let mut start = 0;
    let mut seen = 0;
    for chunk in text.byte_slice(..offset).chunks() {
        for (at, byte) in chunk.bytes().enumerate() {
            if byte == b'\n' {
                line += 1;
                start = seen + at + 1;
            }
        }
        seen += chunk.len();
    }
    Point { line, column: (offset - start) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_facts::LineIndex;

    const ENCODINGS: [PositionEncoding; 3] =
        [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32];

    #[test]
    fn a_rope_counts_as_a_line_index_does() {
        for text in ["", "\n", "a°b\r\n😀c\rd\n\r\n\u{2028}e\u{c}f\n", "\u{feff}x\r\r\ny"] {
            let rope = Rope::from_str(text);
            let index = LineIndex::new(text);
            assert_eq!(index.lines() as usize, rope.len_lines(), "{text:?}");
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                for encoding in ENCODINGS {
                    let here = position(&rope, at as u32, encoding);
                    assert_eq!(here, index.position(at as u32, encoding), "{text:?} {at} {encoding:?}");
                    // Between `\r` and `\n` there is no column: it is clamped to the line's end.
                    if !(text[..at].ends_with('\r') && text[at..].starts_with('\n')) {
                        assert_eq!(offset(&rope, here, encoding), at as u32, "{text:?} {at} {encoding:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn positions_past_the_end_are_clamped() {
        let rope = Rope::from_str("ab\r\n😀c\rd");
        let at = |line, column, encoding| offset(&rope, LinePosition { line, column }, encoding);
        for encoding in ENCODINGS {
            assert_eq!(at(0, 99, encoding), 2);
            assert_eq!(at(1, 99, encoding), 9);
            assert_eq!(at(2, 99, encoding), 11);
            assert_eq!(at(3, 0, encoding), 11);
            assert_eq!(at(u32::MAX, u32::MAX, encoding), 11);
        }
        // Between the surrogates, and inside the character's bytes: the character's start.
        assert_eq!(at(1, 1, PositionEncoding::Utf16), 4);
        assert_eq!(at(1, 2, PositionEncoding::Utf16), 8);
        assert_eq!(at(1, 3, PositionEncoding::Utf8), 4);
    }

    #[test]
    fn the_parsers_lines_end_at_line_feeds() {
        for text in ["a\nbc\n", "a\rb\r\nc\n\r", ""] {
            let rope = Rope::from_str(text);
            for at in 0..=text.len() {
                let line = text[..at].matches('\n').count() as u32;
                let column = (at - text[..at].rfind('\n').map_or(0, |at| at + 1)) as u32;
                assert_eq!(point(&rope, at as u32, true), Point { line, column });
                if !text.contains('\r') {
                    assert_eq!(point(&rope, at as u32, false), Point { line, column });
                }
            }
        }
    }
}
