//! Keeps a host that ends from saying more: what it cuts off is repeated elsewhere, and must not be answered by an error too.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// A writer that breaks once `sealed` is set.
pub(crate) struct Sealed<W> {
    inner: W,
    sealed: Arc<AtomicBool>,
}

impl<W> Sealed<W> {
    pub(crate) fn new(inner: W, sealed: Arc<AtomicBool>) -> Sealed<W> {
        Sealed { inner, sealed }
    }

    fn check(&self) -> io::Result<()> {
        if self.sealed.load(Ordering::Acquire) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Sealed<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    #[tokio::test]
    async fn nothing_is_said_after_the_seal() {
        let sealed = Arc::new(AtomicBool::new(false));
        let mut writer = Sealed::new(Vec::new(), Arc::clone(&sealed));
        writer.write_all(b"before").await.unwrap();
        sealed.store(true, Ordering::Release);
        assert!(writer.write_all(b"after").await.is_err());
        assert_eq!(writer.inner, b"before");
    }
}
