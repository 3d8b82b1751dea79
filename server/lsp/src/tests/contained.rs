//! What `watch` does with messages, over a service that misbehaves.

use std::panic::panic_any;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use serde_json::json;
use tower_lsp::LspService;
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

use super::client::OneTree;
use crate::backend::Backend;
use crate::gate::Gate;
use crate::watch::Watch;

/// Panics when its answer is polled, or when it is called.
struct Misbehaving {
    calls: Arc<AtomicUsize>,
}

impl Service<Request> for Misbehaving {
    type Response = Option<Response>;
    type Error = String;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, String>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Err("exited".to_owned()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            if request.id().is_some() { panic_any("out of order") } else { panic!("at {}", request.method()) }
        })
    }
}

fn watched() -> (Watch<Misbehaving>, Arc<Gate>, Arc<AtomicUsize>) {
    let gate = Arc::new(Gate::default());
    let (service, _socket) =
        LspService::new(|client| Backend::new(client, Arc::new(OneTree::default()), gate.clone()));
    let calls = Arc::new(AtomicUsize::new(0));
    let watch =
        Watch::new(Misbehaving { calls: calls.clone() }, service.inner().connection.clone(), gate.clone());
    (watch, gate, calls)
}

#[tokio::test]
async fn a_panic_in_a_handler_is_an_answer() {
    let (mut watch, _, _) = watched();
    for method in ["textDocument/hover", "initialize"] {
        let answer = watch.call(Request::build(method).id(7).finish()).await.unwrap().unwrap();
        let answer = serde_json::to_value(answer).unwrap();
        let error = json!({ "code": -32603, "message": "internal error: out of order" });
        assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": 7, "error": error }));
    }
    assert_eq!(watch.call(Request::build("initialized").finish()).await, Ok(None));
}

#[tokio::test]
async fn after_exit_nothing_is_handled_and_nothing_fails() {
    let (mut watch, gate, calls) = watched();
    drop(watch.call(Request::build("exit").finish()));
    assert!(gate.exited());
    let before = calls.load(Ordering::Relaxed);
    std::future::poll_fn(|context| watch.poll_ready(context)).await.unwrap();
    assert_eq!(watch.call(Request::build("textDocument/hover").id(1).finish()).await, Ok(None));
    assert_eq!(calls.load(Ordering::Relaxed), before);
}
