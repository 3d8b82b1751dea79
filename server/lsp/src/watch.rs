//! What sees every message in the order it arrived, before any handler runs.
//!
//! tower-lsp runs handlers concurrently and, when all its slots are taken, late. So what depends on the order of the wire
//! is done here, while the message is being read: documents are submitted, a request gets its ticket, a cancellation is
//! carried out, `exit` ends the reading.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_service::Service;

use crate::connection::Connection;
use crate::gate::Gate;
use crate::handlers::{configuration, documents, folders, initialize};
use crate::members::Tickets;

tokio::task_local! {
    /// The trees, and the last numbers given out in them, when the request that this task answers arrived.
    static TICKETS: Tickets;
}

/// The tickets of the request being handled; none outside of one.
pub(crate) fn tickets() -> Option<Tickets> {
    TICKETS.try_with(Tickets::clone).ok()
}

/// See the module's documentation.
pub(crate) struct Watch<S> {
    inner: S,
    connection: Arc<Connection>,
    gate: Arc<Gate>,
}

impl<S> Watch<S> {
    pub(crate) fn new(inner: S, connection: Arc<Connection>, gate: Arc<Gate>) -> Watch<S> {
        Watch { inner, connection, gate }
    }
}

impl<S> Service<Request> for Watch<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Error: Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        // After `exit` the inner service fails, upon which tower-lsp would wait for ever.
        if self.gate.exited() { Poll::Ready(Ok(())) } else { self.inner.poll_ready(context) }
    }

    fn call(&mut self, request: Request) -> Self::Future {
        if self.gate.exited() {
            return Box::pin(std::future::ready(Ok(None)));
        }
        let request = lenient(request);
        let mut at_once = false;
        let initializing = request.method() == "initialize";
        match request.method() {
            "shutdown" => {
                self.gate.see_shutdown();
                at_once = true;
            }
            "exit" => self.gate.see_exit(),
            "initialized" => self.connection.start_tasks(),
            // These await nothing, and may not wait for a slot either: messages that follow `initialize` on the wire
            // find the session open, a cancellation takes effect though every slot is taken, and `exit`, which cancels
            // what is under way, finds `shutdown` answered.
            "initialize" | "$/cancelRequest" => at_once = true,
            method if request.id().is_none() && is_submitted(method) => {
                let (method, _, params) = request.into_parts();
                let params = params.unwrap_or_default();
                let submit = || match &*method {
                    folders::METHOD => folders::submit(&self.connection, params),
                    method if configuration::is_one(method) => {
                        configuration::submit(&self.connection, method, &params);
                    }
                    method => documents::submit(&self.connection, method, params),
                };
                if let Err(panic) = catch_unwind(AssertUnwindSafe(submit)) {
                    tracing::error!("{method}: internal error: {}", panic_text(panic.as_ref()));
                }
                return Box::pin(std::future::ready(Ok(None)));
            }
            method if self.connection.left.leaves(method, request.params()) => {
                if let Some(id) = request.id() {
                    let nothing = Response::from_ok(id.clone(), Value::Null);
                    return Box::pin(std::future::ready(Ok(Some(nothing))));
                }
            }
            // The inner service answers no request by such a name.
            method if method.starts_with("$/") => {
                if let Some(id) = request.id() {
                    let unknown = Response::from_error(id.clone(), Error::method_not_found());
                    return Box::pin(std::future::ready(Ok(Some(unknown))));
                }
            }
            _ => {}
        }
        let id = request.id().cloned();
        let tickets = self.connection.members.tickets();
        let handled = Contained::new(TICKETS.scope(tickets, self.inner.call(request)));
        let mut answered: Self::Future = Box::pin(async move {
            match handled.await {
                Ok(outcome) if initializing => {
                    outcome.map(|response| response.map(initialize::with_type_hierarchy))
                }
                Ok(outcome) => outcome,
                Err(panic) => Ok(id.map(|id| internal_error(id, &panic))),
            }
        });
        if at_once
            && let Poll::Ready(outcome) = answered.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        {
            return Box::pin(std::future::ready(outcome));
        }
        answered
    }
}

/// Whether a notification is submitted while it is read.
fn is_submitted(method: &str) -> bool {
    documents::is_one(method) || configuration::is_one(method) || method == folders::METHOD
}

/// `request` as tower-lsp accepts it: some clients send `null` where nothing is expected, and nothing where an empty
/// object is.
fn lenient(request: Request) -> Request {
    let without = matches!(request.method(), "shutdown" | "exit");
    let empty = request.method() == "initialized" && request.params().is_none_or(Value::is_null);
    let superfluous = without && request.params().is_some();
    if !superfluous && !empty {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let mut builder = Request::build(method);
    if empty {
        builder = builder.params(Value::Object(serde_json::Map::new()));
    }
    match id {
        Some(id) => builder.id(id).finish(),
        None => builder.finish(),
    }
}

fn internal_error(id: Id, panic: &str) -> Response {
    tracing::error!("a request was ended by an internal error: {panic}");
    let mut error = Error::new(ErrorCode::InternalError);
    error.message = format!("internal error: {panic}").into();
    Response::from_error(id, error)
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panicked").to_owned()
}

/// A future whose panic is an error with the panic's text, and goes no further.
pub(crate) struct Contained<F> {
    // None after a panic: what panicked is never polled again.
    inner: Option<Pin<Box<F>>>,
}

impl<F> Contained<F> {
    pub(crate) fn new(inner: F) -> Contained<F> {
        Contained { inner: Some(Box::pin(inner)) }
    }
}

impl<F: Future> Future for Contained<F> {
    type Output = Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(inner) = self.inner.as_mut() else {
            return Poll::Ready(Err("polled after it had ended".to_owned()));
        };
        match catch_unwind(AssertUnwindSafe(|| inner.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => {
                self.inner = None;
                Poll::Ready(Err(panic_text(panic.as_ref())))
            }
        }
    }
}
