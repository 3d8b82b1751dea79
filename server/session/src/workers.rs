//! Threads that compute: shared by all trees of the process, with stacks for deeply nested code.

use std::any::Any;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::thread::available_parallelism;

/// Resolution and the parser recurse with the nesting of the code; only address space is reserved, not memory.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// Questions: never behind indexing or a slow parse.
pub(crate) static QUESTIONS: LazyLock<Workers> = LazyLock::new(|| Workers::start("question", cores().max(4)));
/// Parses that left the writer.
pub(crate) static PARSES: LazyLock<Workers> = LazyLock::new(|| Workers::start("parse", 2));
/// Facts of files on disk.
pub(crate) static INDEX: LazyLock<Workers> = LazyLock::new(|| Workers::start("index", cores()));

fn cores() -> usize {
    available_parallelism().map_or(2, NonZero::get)
}

/// Some threads. If the system gives none, work runs where it is asked for.
pub(crate) struct Workers {
    pool: Option<rayon::ThreadPool>,
}

impl Workers {
    fn start(name: &'static str, threads: usize) -> Workers {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .thread_name(move |index| format!("lockstep-{name}-{index}"))
            .build();
        if let Err(error) = &pool {
            tracing::error!("no threads for {name}: {error}");
        }
        Workers { pool: pool.ok() }
    }

    /// Runs `work` some time, in the order asked. A panic in it ends it alone.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        let work = move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                tracing::error!("a worker panicked: {}", panic_message(&*panic));
            }
        };
        match &self.pool {
            Some(pool) => pool.spawn_fifo(work),
            None => work(),
        }
    }

    /// Runs `work` on these threads, so that parallel iterators in it use them, and waits for it.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("unknown panic").to_string()
}
