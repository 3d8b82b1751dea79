//! Lines of bounded length.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// What reading a line came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, without its newline.
    Text(Vec<u8>),
    /// More than the limit came without a newline. The rest of the line is still to be read.
    TooLong,
    /// The other side closed; a last line without a newline counts as none.
    End,
}

/// Reads to the next newline, at most `limit` bytes.
pub(crate) async fn read_line<R: AsyncBufRead + Unpin>(reader: &mut R, limit: usize) -> io::Result<Line> {
    let mut line = Vec::new();
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() {
            return Ok(Line::End);
        }
        let newline = available.iter().position(|byte| *byte == b'\n');
        let taken = newline.unwrap_or(available.len());
        if line.len() + taken > limit {
            return Ok(Line::TooLong);
        }
        line.extend(available.iter().take(taken));
        reader.consume(newline.map_or(taken, |at| at + 1));
        if newline.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(Line::Text(line));
        }
    }
}

/// Skips to behind the next newline; false at the end.
pub(crate) async fn skip_line<R: AsyncBufRead + Unpin>(reader: &mut R) -> io::Result<bool> {
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() {
            return Ok(false);
        }
        let newline = available.iter().position(|byte| *byte == b'\n');
        let taken = newline.map_or(available.len(), |at| at + 1);
        reader.consume(taken);
        if newline.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_cut_at_newlines_and_bounded() {
        let mut reader = tokio::io::BufReader::with_capacity(3, &b"one\r\n\ntoo long a line\nlast"[..]);
        assert_eq!(read_line(&mut reader, 8).await.unwrap(), Line::Text(b"one".to_vec()));
        assert_eq!(read_line(&mut reader, 8).await.unwrap(), Line::Text(Vec::new()));
        assert_eq!(read_line(&mut reader, 8).await.unwrap(), Line::TooLong);
        assert!(skip_line(&mut reader).await.unwrap());
        assert_eq!(read_line(&mut reader, 8).await.unwrap(), Line::End);
    }
}
