//! How a connection ends: the reader and the writer that tower-lsp sees, and who closed them.
//!
//! tower-lsp 0.20 goes on reading after `exit`, and panics if a write fails while an answer is on its way. So its reader
//! reports the end of the stream once `exit` was seen, and its writer swallows what can no longer be delivered.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;

use crate::Ended;

/// How long answers may still be on their way after `exit`.
const GRACE_AFTER_EXIT: Duration = Duration::from_secs(1);
/// The same after the client closed its end: longer than every deadline of a request.
const GRACE_AFTER_CLOSE: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Open,
    /// No more messages will be read: the stream ended, or writing failed.
    Closed,
    /// `exit` was received.
    Exited,
}

/// The state of one connection's two directions.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    stage: watch::Sender<Stage>,
    shutdown: AtomicBool,
    reading: Mutex<Option<Waker>>,
}

impl Gate {
    /// `shutdown` was received.
    pub(crate) fn see_shutdown(&self) {
        self.shutdown.store(true, Ordering::Release);
    }

    /// `exit` was received: nothing more is read.
    pub(crate) fn see_exit(&self) {
        self.stage.send_replace(Stage::Exited);
        self.wake_reader();
    }

    /// Whether `exit` was received.
    pub(crate) fn exited(&self) -> bool {
        *self.stage.borrow() == Stage::Exited
    }

    fn close(&self) {
        self.stage.send_if_modified(|stage| {
            let open = *stage == Stage::Open;
            if open {
                *stage = Stage::Closed;
            }
            open
        });
        self.wake_reader();
    }

    fn wake_reader(&self) {
        let waker = self.reading.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// How the connection ended, once it has.
    pub(crate) fn ended(&self) -> Ended {
        match (self.exited(), self.shutdown.load(Ordering::Acquire)) {
            (true, true) => Ended::Properly,
            (true, false) => Ended::WithoutShutdown,
            (false, _) => Ended::Closed,
        }
    }

    /// Returns as soon as no more messages will be read.
    pub(crate) async fn closed(&self) -> Duration {
        let mut stage = self.stage.subscribe();
        // The sender lives as long as `self`, so the wait ends by the condition alone.
        let last = stage.wait_for(|stage| *stage != Stage::Open).await.map_or(Stage::Closed, |stage| *stage);
        if last == Stage::Exited { GRACE_AFTER_EXIT } else { GRACE_AFTER_CLOSE }
    }

    /// Returns when what is still on its way need not be waited for any longer.
    pub(crate) async fn grace_over(&self) {
        let grace = self.closed().await;
        tokio::time::sleep(grace).await;
    }

    /// `inner`, ended by [`Gate::see_exit`]. A read error is an end too.
    pub(crate) fn reader<R>(self: &Arc<Gate>, inner: R) -> GatedReader<R> {
        GatedReader { inner, gate: self.clone() }
    }

    /// `inner`, which never fails: after a failure everything is swallowed, and the reader ends.
    pub(crate) fn writer<W>(self: &Arc<Gate>, inner: W) -> GatedWriter<W> {
        GatedWriter { inner, gate: self.clone(), broken: false }
    }
}

/// See [`Gate::reader`].
pub(crate) struct GatedReader<R> {
    inner: R,
    gate: Arc<Gate>,
}

impl<R: AsyncRead + Unpin> AsyncRead for GatedReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        *self.gate.reading.lock().unwrap_or_else(PoisonError::into_inner) = Some(context.waker().clone());
        if *self.gate.stage.borrow() != Stage::Open {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        match Pin::new(&mut self.inner).poll_read(context, buffer) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Ok(())) if buffer.filled().len() > before => {}
            Poll::Ready(Ok(())) => self.gate.close(),
            Poll::Ready(Err(error)) => {
                tracing::debug!("an editor's connection broke: {error}");
                self.gate.close();
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// See [`Gate::writer`].
pub(crate) struct GatedWriter<W> {
    inner: W,
    gate: Arc<Gate>,
    broken: bool,
}

impl<W> GatedWriter<W> {
    fn or_swallow<T>(&mut self, outcome: Poll<io::Result<T>>, swallowed: T) -> Poll<io::Result<T>> {
        match outcome {
            Poll::Ready(Err(error)) => {
                tracing::debug!("an editor reads no more: {error}");
                self.broken = true;
                self.gate.close();
                Poll::Ready(Ok(swallowed))
            }
            other => other,
        }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for GatedWriter<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.broken {
            return Poll::Ready(Ok(bytes.len()));
        }
        let outcome = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.or_swallow(outcome, bytes.len())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.broken {
            return Poll::Ready(Ok(()));
        }
        let outcome = Pin::new(&mut self.inner).poll_flush(context);
        self.or_swallow(outcome, ())
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.broken {
            return Poll::Ready(Ok(()));
        }
        let outcome = Pin::new(&mut self.inner).poll_shutdown(context);
        self.or_swallow(outcome, ())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::Gate;
    use crate::Ended;

    #[tokio::test]
    async fn exit_ends_a_read_that_already_waits() {
        let gate = Arc::new(Gate::default());
        let (_open, theirs) = tokio::io::duplex(64);
        let mut reader = gate.reader(theirs);
        let waiting = tokio::spawn(async move { reader.read(&mut [0; 8]).await });
        tokio::task::yield_now().await;
        gate.see_exit();
        let read = tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("reading never ended");
        assert_eq!(read.unwrap().unwrap(), 0);
        assert_eq!(gate.ended(), Ended::WithoutShutdown);
    }

    #[tokio::test]
    async fn a_writer_whose_reader_is_gone_swallows_and_ends_the_reading() {
        let gate = Arc::new(Gate::default());
        let (ours, theirs) = tokio::io::duplex(64);
        let (_open, silent) = tokio::io::duplex(64);
        let mut writer = gate.writer(theirs);
        let mut reader = gate.reader(silent);
        drop(ours);
        for _ in 0..3 {
            writer.write_all(&[0; 500]).await.unwrap();
            writer.flush().await.unwrap();
        }
        writer.shutdown().await.unwrap();
        assert_eq!(reader.read(&mut [0; 8]).await.unwrap(), 0);
        gate.closed().await;
        assert_eq!(gate.ended(), Ended::Closed);
    }
}
