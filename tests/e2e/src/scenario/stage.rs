//! What a scenario is played on: a host, an editor and an assistant over one folder.

use std::collections::BTreeMap;

use lockstep_fixture::Fixture;
use serde_json::{Value, json};

use crate::{Assistant, Editor, World};

/// See the module's documentation.
pub(super) struct Stage {
    pub(super) world: World,
    doors: Option<(Editor, Assistant)>,
    /// What the disk has.
    disk: BTreeMap<String, String>,
    /// What the editor has open, and the version it last sent.
    open: BTreeMap<String, (String, i32)>,
    marks: BTreeMap<u32, (String, usize)>,
    /// What the doors said differently.
    pub(super) disagreements: Vec<String>,
}

impl Stage {
    pub(super) fn new() -> Stage {
        Stage {
            // The gate waits for the watcher, so what was written to disk before a question is in its answer.
            world: World::new().with("LOCKSTEP_DRAIN", "30s"),
            doors: None,
            disk: BTreeMap::new(),
            open: BTreeMap::new(),
            marks: BTreeMap::new(),
            disagreements: Vec::new(),
        }
    }

    pub(super) fn disagreements(self) -> Vec<String> {
        self.disagreements
    }

    /// Both doors; the first to ask for them opens them.
    pub(super) fn doors(&mut self) -> &mut (Editor, Assistant) {
        self.doors.get_or_insert_with(|| self.world.both())
    }

    /// Writes a file to disk: before the first question a part of the world, later as another process would.
    pub(super) fn write(&mut self, path: &str, marked: &str) {
        let fixture = Fixture::parse(&format!("//- /{path}\n{marked}"));
        let (_, text) = fixture.files.into_iter().next().unwrap();
        self.marks.retain(|_, (marked, _)| marked != path);
        for mark in fixture.marks {
            let before = self.marks.insert(mark.number, (mark.path, mark.offset as usize));
            assert!(before.is_none(), "${} is marked twice", mark.number);
        }
        self.world.write(&format!("work/{path}"), &text);
        self.disk.insert(path.to_owned(), text);
        self.wait_for_the_disk();
    }

    /// One step of a `do` block.
    pub(super) fn step(&mut self, step: &str) {
        let words: Vec<&str> = step.split_whitespace().collect();
        match words.as_slice() {
            ["open", path] => self.open(path),
            ["save", path] => {
                let text = self.open.get(*path).unwrap_or_else(|| panic!("{path} is not open")).0.clone();
                self.disk.insert((*path).to_owned(), text.clone());
                let absolute = self.world.write(&format!("work/{path}"), &text);
                let document = json!({"textDocument": {"uri": format!("file://{}", absolute.display())}});
                self.doors().0.notify("textDocument/didSave", document);
                self.wait_for_the_disk();
            }
            ["close", path] => {
                self.open.remove(*path).unwrap_or_else(|| panic!("{path} is not open"));
                let absolute = self.world.path(&format!("work/{path}"));
                self.doors().0.close(&absolute);
            }
            ["focus", place] => {
                let params = self.document_position(place);
                self.doors().0.notify("lockstep/didChangeFocus", params);
            }
            ["delete", path] => {
                self.disk.remove(*path);
                std::fs::remove_file(self.world.path(&format!("work/{path}"))).unwrap();
                self.wait_for_the_disk();
            }
            ["rename", from, to] => {
                let text = self.disk.remove(*from).unwrap_or_else(|| panic!("no {from}"));
                self.disk.insert((*to).to_owned(), text);
                for (path, _) in self.marks.values_mut().filter(|(path, _)| path == from) {
                    (*to).clone_into(path);
                }
                let at = |path: &str| self.world.path(&format!("work/{path}"));
                std::fs::rename(at(from), at(to)).unwrap();
                self.wait_for_the_disk();
            }
            _ => panic!("no step: {step}"),
        }
    }

    fn open(&mut self, path: &str) {
        let text = self.disk.get(path).unwrap_or_else(|| panic!("no {path}")).clone();
        let absolute = self.world.path(&format!("work/{path}"));
        let language = match path.rsplit('.').next() {
            Some("py") => "python",
            Some("rs") => "rust",
            Some("cs") => "csharp",
            Some("c" | "h") => "c",
            Some("cc" | "cpp" | "hpp") => "cpp",
            Some("ts") => "typescript",
            Some("tsx") => "typescriptreact",
            Some("js" | "mjs" | "cjs") => "javascript",
            Some("jsx") => "javascriptreact",
            _ => "plaintext",
        };
        self.doors().0.open(&absolute, language, &text);
        self.open.insert(path.to_owned(), (text, 1));
    }

    /// Changes the editor's buffer and does not save it. `hunk` has the lines of a diff without a header.
    pub(super) fn edit(&mut self, path: &str, hunk: &str) {
        if !self.open.contains_key(path) {
            self.open(path);
        }
        let side = |left_out: char| -> String {
            let lines = hunk.lines().filter(|line| !line.starts_with(left_out));
            lines.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
        };
        let (before, after) = (side('+'), side('-'));
        let absolute = self.world.path(&format!("work/{path}"));
        let (text, version) = self.open.get_mut(path).unwrap();
        let mut places = text.match_indices(&before).map(|(at, _)| at);
        let at = places.next().unwrap_or_else(|| panic!("not in {path}:\n{before}in:\n{text}"));
        assert_eq!(places.next(), None, "several times in {path}:\n{before}");
        // Only what differs is sent, as an editor does.
        let same = before.chars().zip(after.chars()).take_while(|(a, b)| a == b);
        let start: usize = same.map(|(a, _)| a.len_utf8()).sum();
        let same =
            before[start..].chars().rev().zip(after[start..].chars().rev()).take_while(|(a, b)| a == b);
        let end: usize = same.map(|(a, _)| a.len_utf8()).sum();
        let range = at + start..at + before.len() - end;
        let replacement = &after[start..after.len() - end];
        let (from, to) = (position(text, range.start), position(text, range.end));
        for (_, offset) in self.marks.values_mut().filter(|(marked, _)| marked == path) {
            if *offset >= range.end {
                *offset = *offset - range.len() + replacement.len();
            } else if *offset > range.start {
                *offset = range.start;
            }
        }
        text.replace_range(range, replacement);
        *version += 1;
        let version = *version;
        self.doors().0.edit(&absolute, version, from, to, replacement);
    }

    /// Both doors have seen what the disk has. The assistant's gate waits for it; the editor's next question comes later.
    fn wait_for_the_disk(&mut self) {
        if let Some((_, assistant)) = &mut self.doors {
            let answer = assistant.call("index_status", json!({}));
            assert!(!answer.contains("watcher: late"), "{answer}");
        }
    }

    /// The text of a file that counts: the buffer's, else the disk's.
    pub(super) fn text(&self, path: &str) -> &str {
        let open = self.open.get(path).map(|(text, _)| text);
        open.or_else(|| self.disk.get(path)).unwrap_or_else(|| panic!("no {path}"))
    }

    /// The line of a file, from 0.
    pub(super) fn line(&self, path: &str, line: usize) -> &str {
        self.text(path).lines().nth(line).unwrap_or_default()
    }

    /// The place that `word` names: a mark, or `path:line:column` from 1.
    pub(super) fn place(&self, word: &str) -> (String, u32, u32) {
        if let Some(number) = word.strip_prefix('$').and_then(|number| number.parse::<u32>().ok()) {
            let mark = self.marks.get(&number).unwrap_or_else(|| panic!("no mark {word}"));
            let (line, column) = position(self.text(&mark.0), mark.1);
            return (mark.0.clone(), line, column);
        }
        let mut parts = word.rsplitn(3, ':');
        let column = parts.next().and_then(|part| part.parse::<u32>().ok());
        let line = parts.next().and_then(|part| part.parse::<u32>().ok());
        match (parts.next(), line, column) {
            (Some(path), Some(line), Some(column)) => {
                let before: String =
                    self.line(path, line as usize - 1).chars().take(column as usize - 1).collect();
                (path.to_owned(), line - 1, before.encode_utf16().count() as u32)
            }
            _ => panic!("no place: {word}"),
        }
    }

    /// `path:line:column` from 1, columns in characters, of a place that the editor was told.
    pub(super) fn place_text(&self, path: &str, start: &Value) -> String {
        let line = start["line"].as_u64().unwrap() as usize;
        let units = start["character"].as_u64().unwrap() as usize;
        let text = self.line(path, line);
        let mut column = 1;
        let mut seen = 0;
        for character in text.chars() {
            if seen >= units {
                break;
            }
            seen += character.len_utf16();
            column += 1;
        }
        format!("{path}:{}:{column}", line + 1)
    }
}

/// Line and UTF-16 column of a byte.
fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = &text[..offset];
    let line = before.matches('\n').count() as u32;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].encode_utf16().count() as u32)
}
