//! A small editor: frames, ids, waiting with a deadline, and no message left unread.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lockstep_session::{Attach, IndexHold, Release, Session, Tree, TreeOptions, TreeRoot};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::{Ended, Opener, Waits, serve};

/// Far beyond what anything here takes; reached only by a message that never comes.
const DEADLINE: Duration = Duration::from_secs(60);

/// Opens one tree for all its connections.
#[derive(Default)]
pub(super) struct OneTree {
    tree: Mutex<Option<Arc<Tree>>>,
    /// What was attached, in order.
    pub(super) attached: Mutex<Vec<Attach>>,
    /// Holds the first index of the tree.
    hold: Mutex<Option<IndexHold>>,
    waits: Waits,
}

impl OneTree {
    /// One whose first index holds after `files` files until the second value is dropped; requests wait so long for it.
    pub(super) fn held(files: usize, index: Duration) -> (Arc<OneTree>, Release) {
        let (hold, release) = IndexHold::after(files);
        let waits = Waits { index, ..Waits::default() };
        let opener = OneTree { hold: Mutex::new(Some(hold)), waits, ..OneTree::default() };
        (Arc::new(opener), release)
    }

    /// One whose requests wait as long as it takes for what is being parsed.
    pub(super) fn patient() -> Arc<OneTree> {
        let waits = Waits { pending: DEADLINE, ..Waits::default() };
        Arc::new(OneTree { waits, ..OneTree::default() })
    }

    pub(super) fn tree(&self) -> Option<Arc<Tree>> {
        self.tree.lock().unwrap().clone()
    }
}

impl Opener for OneTree {
    fn open(&self, folder: &Path, attach: Attach) -> Result<Session, String> {
        self.attached.lock().unwrap().push(attach.clone());
        if !folder.exists() {
            return Err(format!("{}: no such folder", folder.display()));
        }
        let mut tree = self.tree.lock().unwrap();
        let tree = tree.get_or_insert_with(|| {
            let hold = self.hold.lock().unwrap().take();
            let options = TreeOptions { watch: false, hold, ..TreeOptions::default() };
            Tree::open(TreeRoot::of(folder).unwrap(), options)
        });
        Ok(tree.attach(attach))
    }

    fn waits(&self) -> Waits {
        self.waits
    }

    fn host(&self) -> String {
        "a1b2c3".to_owned()
    }
}

/// Opens a tree for each root.
#[derive(Default)]
pub(super) struct ManyTrees(Mutex<BTreeMap<PathBuf, Arc<Tree>>>);

impl ManyTrees {
    /// How many sessions the tree at `root` has; none if it was never opened.
    pub(super) fn sessions(&self, root: &Path) -> Option<usize> {
        self.0.lock().unwrap().get(root).map(|tree| tree.sessions())
    }
}

impl Opener for ManyTrees {
    fn open(&self, folder: &Path, attach: Attach) -> Result<Session, String> {
        let root = TreeRoot::of(folder).map_err(|error| error.to_string())?;
        let mut trees = self.0.lock().unwrap();
        let tree = trees
            .entry(root.path.clone())
            .or_insert_with(|| Tree::open(root, TreeOptions { watch: false, ..TreeOptions::default() }));
        Ok(tree.attach(attach))
    }
}

/// A connected editor. Dropping it asserts that every message of the server was claimed.
pub(super) struct Editor {
    output: Option<WriteHalf<DuplexStream>>,
    inbox: mpsc::UnboundedReceiver<Value>,
    unclaimed: Vec<Value>,
    next_id: i64,
    serving: Option<JoinHandle<Ended>>,
    reading: JoinHandle<()>,
}

impl Editor {
    /// Connects without a word.
    pub(super) fn connect(opener: Arc<dyn Opener>) -> Editor {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(theirs);
        let (input, output) = tokio::io::split(ours);
        let (sender, inbox) = mpsc::unbounded_channel();
        Editor {
            output: Some(output),
            inbox,
            unclaimed: Vec::new(),
            next_id: 0,
            serving: Some(tokio::spawn(serve(opener, reader, writer))),
            reading: tokio::spawn(read_messages(input, sender)),
        }
    }

    /// Connects and initializes with `capabilities`, `initializationOptions` and a folder; returns the server's
    /// capabilities.
    pub(super) async fn initialize(&mut self, folder: &Path, capabilities: Value, options: Value) -> Value {
        let uri = uri_of(folder);
        let params = json!({
            "processId": null, "rootUri": uri, "capabilities": capabilities, "initializationOptions": options,
        });
        let result = self.ask("initialize", params).await;
        self.notify("initialized", json!({})).await;
        result["capabilities"].clone()
    }

    /// The same with several folders.
    pub(super) async fn initialize_in(&mut self, folders: &[&Path], options: Value) -> Value {
        let list: Vec<Value> =
            folders.iter().map(|folder| json!({ "uri": uri_of(folder), "name": "x" })).collect();
        let params = json!({
            "processId": null, "workspaceFolders": list, "initializationOptions": options,
            "capabilities": { "workspace": { "workspaceFolders": true, "configuration": true } },
        });
        let result = self.ask("initialize", params).await;
        self.notify("initialized", json!({})).await;
        result["capabilities"].clone()
    }

    pub(super) async fn send_raw(&mut self, bytes: &[u8]) {
        self.output.as_mut().unwrap().write_all(bytes).await.unwrap();
    }

    async fn send_message(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let body = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.send_raw(framed.as_bytes()).await;
    }

    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        self.send_message(json!({ "method": method, "params": params })).await;
    }

    /// Sends a request and returns its id.
    pub(super) async fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send_message(json!({ "id": id, "method": method, "params": params })).await;
        id
    }

    /// Answers a request of the server.
    pub(super) async fn reply(&mut self, id: &Value, result: Value) {
        self.send_message(json!({ "id": id, "result": result })).await;
    }

    /// Answers a request of the server with an error.
    pub(super) async fn refuse(&mut self, id: &Value) {
        self.send_message(json!({ "id": id, "error": { "code": -32603, "message": "no" } })).await;
    }

    /// The answer to request `id`, `result` or `error` in it.
    pub(super) async fn answer(&mut self, id: i64) -> Value {
        self.claim(&format!("the answer to {id}"), |message| {
            message.get("method").is_none() && message["id"] == json!(id)
        })
        .await
    }

    /// The result of a request that must succeed.
    #[track_caller]
    pub(super) fn ask<'a>(&'a mut self, method: &'a str, params: Value) -> impl Future<Output = Value> + 'a {
        let caller = std::panic::Location::caller();
        async move {
            let id = self.send(method, params).await;
            let answer = self.answer(id).await;
            assert!(answer.get("error").is_none(), "{caller}: {method} failed: {answer}");
            answer["result"].clone()
        }
    }

    /// The error of a request that must fail.
    pub(super) async fn ask_in_vain(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        let answer = self.answer(id).await;
        assert!(answer.get("error").is_some(), "{method} succeeded: {answer}");
        answer["error"].clone()
    }

    /// The next notification or request of the server called `method`.
    pub(super) async fn expect(&mut self, method: &str) -> Value {
        self.claim(method, |message| message["method"] == json!(method)).await
    }

    /// The code of the error that tower-lsp reports for bytes that are no message.
    pub(super) async fn claim_parse_error(&mut self) -> i64 {
        let message = self.claim("a parse error", |message| message["id"].is_null()).await;
        message["error"]["code"].as_i64().unwrap()
    }

    /// Drops all such errors; to be called after the end.
    pub(super) async fn claim_parse_errors(&mut self) {
        let _ = (&mut self.reading).await;
        while let Ok(message) = self.inbox.try_recv() {
            self.unclaimed.push(message);
        }
        self.unclaimed
            .retain(|message| !message["id"].is_null() || message["error"]["code"] != json!(-32700));
    }

    async fn claim(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.unclaimed.iter().position(&is_it) {
            return self.unclaimed.remove(at);
        }
        let waiting = async {
            while let Some(message) = self.inbox.recv().await {
                if is_it(&message) {
                    return Some(message);
                }
                self.unclaimed.push(message);
            }
            None
        };
        match tokio::time::timeout(DEADLINE, waiting).await {
            Ok(Some(message)) => message,
            Ok(None) => panic!("the connection ended before {what}; unread: {}", listed(&self.unclaimed)),
            Err(_) => panic!("{what} never came; unread: {}", listed(&self.unclaimed)),
        }
    }

    /// Closes our writing end, and keeps reading.
    pub(super) async fn close_output(&mut self) {
        if let Some(mut output) = self.output.take() {
            output.shutdown().await.unwrap();
        }
    }

    /// Goes away without a word, unread messages and all.
    pub(super) async fn vanish(&mut self) {
        self.output = None;
        self.reading.abort();
        let _ = (&mut self.reading).await;
        while self.inbox.try_recv().is_ok() {}
    }

    /// Drops what was not read: for a test that leaves requests of the server unanswered.
    pub(super) fn forget(&mut self) {
        self.unclaimed.clear();
    }

    /// Waits for the connection's end.
    pub(super) async fn ended(&mut self) -> Ended {
        let serving = self.serving.take().unwrap();
        tokio::time::timeout(DEADLINE, serving)
            .await
            .expect("the connection never ended")
            .expect("serving panicked")
    }

    /// `shutdown`, `exit`, and the end.
    pub(super) async fn finish(&mut self) {
        assert_eq!(self.ask("shutdown", Value::Null).await, Value::Null);
        self.notify("exit", Value::Null).await;
        assert_eq!(self.ended().await, Ended::Properly);
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.reading.abort();
        if std::thread::panicking() {
            return;
        }
        while let Ok(message) = self.inbox.try_recv() {
            self.unclaimed.push(message);
        }
        assert!(self.unclaimed.is_empty(), "unread messages: {}", listed(&self.unclaimed));
    }
}

/// The first few messages, one a line.
fn listed(messages: &[Value]) -> String {
    let first: Vec<String> = messages.iter().take(5).map(Value::to_string).collect();
    format!("{}\n{}", messages.len(), first.join("\n"))
}

async fn read_messages(input: ReadHalf<DuplexStream>, inbox: mpsc::UnboundedSender<Value>) {
    let mut input = BufReader::new(input);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        if input.read_exact(&mut body).await.is_err() {
            return;
        }
        let message: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        if inbox.send(message).is_err() {
            return;
        }
    }
}

/// A folder with files in it.
pub(super) struct World {
    folder: tempfile::TempDir,
}

impl World {
    /// Writes `files`, path and text.
    pub(super) fn new(files: &[(&str, &str)]) -> World {
        let folder = tempfile::tempdir().unwrap();
        let world = World { folder };
        for (path, text) in files {
            world.write(path, text);
        }
        world
    }

    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(super) fn uri(&self, path: &str) -> String {
        uri_of(&self.root().join(path))
    }
}

/// As we spell it.
pub(super) fn uri_of(path: &Path) -> String {
    lsp_types::Url::from_file_path(path).unwrap().to_string()
}

/// `path line:column-line:column` of each location, paths from the world's root.
pub(super) fn printed(world: &World, locations: &Value) -> String {
    let root = world.uri("") + "/";
    let mut lines = String::new();
    for location in locations.as_array().into_iter().flatten() {
        let uri = location["uri"].as_str().unwrap();
        let (start, end) = (&location["range"]["start"], &location["range"]["end"]);
        lines.push_str(&format!(
            "{} {}:{}-{}:{}\n",
            uri.strip_prefix(&root).unwrap_or(uri),
            start["line"],
            start["character"],
            end["line"],
            end["character"]
        ));
    }
    lines
}
