//! A person who types: the body of a function is deleted and typed again, one keystroke an edit, and after each of them
//! all that is outside of the function is looked at.

use std::ops::Range;

use lockstep_fixture::{EDITOR, World};
use lockstep_graph::CallerId;
use lockstep_ide::{FileId, Name, Snapshot, SymbolId, TextRange};

/// What the editor does by itself.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    /// A new line comes with its indentation.
    pub indents: bool,
    /// An opened bracket comes with the one that closes it, which is typed over.
    pub closes: bool,
}

/// One edit: `removed` bytes at `at` make place for `put`, both counted from the start of the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keystroke {
    pub at: usize,
    pub removed: usize,
    pub put: String,
    /// Bytes of the body that are typed after it.
    pub typed: usize,
}

/// The keystrokes that type `body`.
pub fn keystrokes(body: &str, editor: Editor) -> Vec<Keystroke> {
    let mut strokes = Vec::new();
    // What the editor has put behind the cursor.
    let mut behind = String::new();
    let mut at = 0;
    while let Some(character) = body[at..].chars().next() {
        let rest = &body[at..];
        let closer = match character {
            '(' => Some(')'),
            '[' => Some(']'),
            '{' => Some('}'),
            _ => None,
        };
        let mut len = character.len_utf8();
        let mut removed = 0;
        if character == '\n' && editor.indents {
            len += rest[1..].len() - rest[1..].trim_start_matches(' ').len();
        }
        let mut put = rest[..len].to_owned();
        let closes = rest[len..].chars().next().is_some_and(|next| ")]}".contains(next));
        if character == '\n' && closes && behind.starts_with(&rest[..len + 1]) {
            // The cursor is moved over the line break that came with the brackets.
            behind.drain(..len);
            at += len;
            continue;
        } else if editor.closes && character == '\n' && body[..at].ends_with(['(', '[', '{']) {
            let line = body[..at].rfind('\n').map_or("", |start| &body[start + 1..at]);
            let indent = line.len() - line.trim_start_matches(' ').len();
            let below = format!("\n{}", " ".repeat(indent));
            if behind.starts_with([')', ']', '}']) {
                put.push_str(&below);
                behind.insert_str(0, &below);
            }
        } else if editor.closes
            && let Some(closer) = closer
        {
            put.push(closer);
            behind.insert(0, closer);
        } else if ")]}".contains(character) && behind.trim_start().starts_with(character) {
            removed = behind.len() - behind.trim_start().len() + 1;
            behind.drain(..removed);
            if removed == 1 {
                at += 1;
                continue;
            }
        }
        strokes.push(Keystroke { at, removed, put, typed: at + len });
        at += len;
    }
    if !behind.is_empty() {
        strokes.push(Keystroke { at, removed: behind.len(), put: String::new(), typed: at });
    }
    strokes
}

/// What was seen of the symbols around an item before it was edited.
pub struct Watched {
    file: FileId,
    edited: String,
    symbols: Vec<(Name, Name, Vec<CallerId>)>,
}

/// What became of the pairs of keystroke and symbol.
#[derive(Debug, Default)]
pub struct Tally {
    pub pairs: usize,
    pub lost: Vec<String>,
}

impl Tally {
    /// Of a thousand pairs, one may be lost.
    #[track_caller]
    pub fn check(&self, least: usize) {
        let Tally { pairs, lost } = self;
        assert!(*pairs >= least, "too few pairs to say anything: {pairs}");
        let shown: Vec<&str> = lost.iter().take(12).map(String::as_str).collect();
        assert!(lost.len() * 1000 <= *pairs, "{} of {pairs} lost:\n{}", lost.len(), shown.join("\n"));
    }
}

impl Watched {
    /// The symbols of the file that stand outside of `edited`.
    pub fn new(world: &World, path: &str, edited: &str) -> Watched {
        let (snapshot, file) = (world.snapshot(), world.file(path));
        let mut watched = Watched { file, edited: edited.to_owned(), symbols: Vec::new() };
        let items = &snapshot.facts(file).unwrap().items;
        let item = items.iter().find(|placed| placed.item.path == edited).unwrap();
        let around = item.full_range();
        let within = |range: TextRange| around.start <= range.start && range.end <= around.end;
        for placed in items {
            let Some(definition) = &placed.item.definition else { continue };
            let declared = placed.item.ranges.declarations.iter().any(|at| within(at.offset(placed.start)));
            if declared || within(placed.name_range()) {
                continue;
            }
            let callers = watched.callers(&snapshot, placed.item.path);
            watched.symbols.push((placed.item.path, definition.name, callers));
        }
        watched
    }

    fn is_edited(&self, local: &str) -> bool {
        local.strip_prefix(&self.edited).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Who calls a symbol of the file, the edited item left out.
    fn callers(&self, snapshot: &Snapshot, local: Name) -> Vec<CallerId> {
        let symbol = SymbolId::new(snapshot.path(self.file), local);
        let mut callers: Vec<CallerId> =
            snapshot.graph().callers(symbol).callers.into_iter().map(|caller| caller.caller).collect();
        callers.retain(|caller| match caller {
            CallerId::Symbol(id) => {
                let info = snapshot.symbol(*id);
                !info.is_some_and(|info| info.file == self.file && self.is_edited(info.path.local.as_str()))
            }
            CallerId::Module(_) => true,
        });
        callers.sort_unstable_by_key(|caller| match caller {
            CallerId::Symbol(id) => (0, id.0),
            CallerId::Module(file) => (1, u64::from(file.0)),
        });
        callers
    }

    /// Looks again. `when` says which keystroke it was, `half` is the word that is being typed.
    pub fn look(&self, world: &World, text: &str, half: &str, when: &str, tally: &mut Tally) {
        let snapshot = world.snapshot();
        let facts = snapshot.facts(self.file).unwrap();
        let node = snapshot.graph().file(self.file).unwrap();
        for (path, name, callers) in &self.symbols {
            if *name == half {
                continue;
            }
            tally.pairs += 1;
            let mut lost = |what: String| {
                tally.lost.push(format!("{} {when}: {path} {what}", self.edited));
            };
            let Some(placed) = node.item_at(*path).and_then(|item| facts.items.get(item as usize)) else {
                lost("is gone".to_owned());
                continue;
            };
            let range = placed.name_range();
            let word = text.get(range.start as usize..range.end as usize).unwrap_or("?");
            // A tuple's fields and what has no name of its own stand nowhere.
            if !range.is_empty() && word != name.as_str() {
                lost(format!("stands at {word:?}"));
                continue;
            }
            let found = self.callers(&snapshot, *path);
            if found != *callers {
                let names = |list: &[CallerId], other: &[CallerId]| -> Vec<String> {
                    let missing = list.iter().filter(|caller| !other.contains(caller));
                    missing
                        .map(|caller| match caller {
                            CallerId::Symbol(id) => snapshot
                                .symbol(*id)
                                .map_or("a symbol".to_owned(), |symbol| symbol.path.to_string()),
                            CallerId::Module(file) => snapshot.path(*file).to_string(),
                        })
                        .collect()
                };
                let (less, more) = (names(callers, &found), names(&found, callers));
                lost(format!("is no more called by {less:?}, but by {more:?}"));
            }
        }
    }
}

/// Deletes the bytes `body` of the open file, types them again, and looks at what is around `edited` all the time.
pub fn retype(
    world: &mut World,
    path: &str,
    edited: &str,
    body: Range<usize>,
    editor: Editor,
    tally: &mut Tally,
) {
    let whole = world.document_text(EDITOR, path);
    let typed = &whole[body.clone()];
    let watched = Watched::new(world, path, edited);
    world.replace(EDITOR, path, body.clone(), "");
    for stroke in keystrokes(typed, editor) {
        let at = body.start + stroke.at;
        world.replace(EDITOR, path, at..at + stroke.removed, &stroke.put);
        let text = world.document_text(EDITOR, path);
        let so_far = &typed[..stroke.typed];
        let line = so_far.rfind('\n').map_or(0, |at| at + 1);
        let when = || format!("in {path} after {:?}", &so_far[line..]);
        watched.look(world, &text, half_typed(so_far), &when(), tally);
    }
    assert_eq!(world.document_text(EDITOR, path), whole);
    let file = world.file(path);
    assert!(world.snapshot().held(&[file]).is_empty(), "{path}: {edited} is typed and something is held");
    let mut after = Tally::default();
    watched.look(world, &whole, "", "at the end", &mut after);
    assert_eq!(after.lost, [""; 0]);
}

/// The word being typed.
fn half_typed(text: &str) -> &str {
    let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| {
        let len = text[at..].chars().next().map_or(1, char::len_utf8);
        at + len
    });
    text.get(start..).unwrap_or_default()
}

#[test]
fn brackets_that_come_by_themselves_are_typed_over() {
    let body = "\n  f(a[0], {\n    b,\n  });\n  g(\n  h)";
    for (indents, closes) in [(false, false), (true, false), (true, true)] {
        let mut text = String::new();
        for stroke in keystrokes(body, Editor { indents, closes }) {
            text.replace_range(stroke.at..stroke.at + stroke.removed, &stroke.put);
            if closes && stroke.typed == 5 {
                assert_eq!(text, "\n  f()");
            }
            if closes && body[..stroke.typed].ends_with("b") {
                assert_eq!(text, "\n  f(a[0], {\n    b\n  })");
            }
        }
        assert_eq!(text, body, "{indents} {closes}");
    }
}
