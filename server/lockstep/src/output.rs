//! Standard output, of which the reader may have had enough.

use std::io::{self, Write};

/// Prints `text`, which brings its own newlines.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// Whether `error` is that nobody reads any more: no failure.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
