//! Outlines of texts that are no code: headings, and keys of the two uppermost levels.

use lockstep_facts::{
    Definition, DefinitionFlags, FileFacts, Language, Name, SymbolKind, TextRange, Visibility,
};
use tree_sitter::Node;

use crate::builder::{FactsBuilder, one_line, range};
use crate::{Remember, SyntaxTree};

/// Keys that are told of one text: of more, a list of them says nothing.
const MAX_KEYS: usize = 500;
/// Nodes around a key that are none themselves.
const MAX_WRAPPERS: u32 = 32;
/// Levels of keys.
const LEVELS: u32 = 2;

/// The grammar of a language of data.
pub(super) fn grammar(language: Language) -> Option<tree_sitter::Language> {
    Some(match language {
        Language::Json => tree_sitter_json::LANGUAGE.into(),
        Language::Markdown => tree_sitter_md::LANGUAGE.into(),
        Language::Toml => tree_sitter_toml_ng::LANGUAGE.into(),
        Language::Yaml => tree_sitter_yaml::LANGUAGE.into(),
        _ => return None,
    })
}

/// Whether YAML nests so deeply that what the grammar's scanner keeps of it has no room in the parser's buffer. What stands
/// open in a line are at most as many blocks as it is indented by columns, and those that begin in it.
pub(crate) fn is_too_deep(text: &[u8]) -> bool {
    const MAX_OPEN: usize = 200;
    text.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| {
        let indentation = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let begins = |at: usize| {
            matches!(line[at], b'-' | b'?' | b':') && line.get(at + 1).is_none_or(u8::is_ascii_whitespace)
        };
        indentation.min(line.len()) + (indentation..line.len()).filter(|at| begins(*at)).count() > MAX_OPEN
    })
}

/// See the module's documentation.
pub(crate) fn extract(language: Language, tree: &SyntaxTree, text: &str) -> FileFacts {
    let mut outline = Outline { builder: FactsBuilder::new(language, text, Remember::Nothing), keys: 0 };
    let root = tree.tree.root_node();
    outline.builder.errors(root, false);
    match language {
        Language::Markdown => outline.headings(root),
        Language::Toml => outline.tables(root),
        _ => outline.pairs(root, 0, 0),
    }
    outline.builder.build().0
}

struct Outline<'t> {
    builder: FactsBuilder<'t>,
    keys: usize,
}

impl<'t> Outline<'t> {
    fn open(&mut self, full: TextRange, at: TextRange, name: &str, kind: SymbolKind, line: &str) {
        let definition = Definition {
            kind,
            name: if name.len() > 120 || name.contains('\n') {
                Name::new(&one_line(name, 120))
            } else {
                Name::new(name)
            },
            container: self.builder.container(),
            visibility: Visibility::Public,
            flags: DefinitionFlags::default(),
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: one_line(line.lines().next().unwrap_or_default(), 120),
            documentation: Box::default(),
        };
        self.builder.open_definition_at(full, Some(at), definition, "");
    }

    /// Headings, those of deeper levels in those above.
    fn headings(&mut self, root: Node<'t>) {
        let mut found: Vec<(u32, Node<'t>, Node<'t>)> = Vec::new();
        let mut cursor = root.walk();
        'walk: loop {
            let node = cursor.node();
            let mut descend = matches!(node.kind(), "document" | "section");
            if let "atx_heading" | "setext_heading" = node.kind() {
                let mark = node.child(0).map_or("", |mark| mark.kind());
                let last = node.child(node.child_count().saturating_sub(1)).map_or("", |mark| mark.kind());
                let level = match (mark, last) {
                    (_, "setext_h1_underline") => 1,
                    (_, "setext_h2_underline") => 2,
                    (mark, _) => {
                        mark.bytes().find(u8::is_ascii_digit).map_or(1, |digit| u32::from(digit - b'0'))
                    }
                };
                if let Some(content) = node.child_by_field_name("heading_content") {
                    found.push((level, node, content));
                }
                descend = false;
            }
            if descend && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'walk;
                }
            }
        }
        let end = self.builder.text.len() as u32;
        let mut open: Vec<u32> = Vec::new();
        for (index, (level, node, content)) in found.iter().enumerate().take(MAX_KEYS) {
            while open.last().is_some_and(|outer| outer >= level) {
                open.pop();
                self.builder.close();
            }
            let next = found[index + 1..].iter().find(|(other, ..)| other <= level);
            let start = node.start_byte() as u32;
            let full = TextRange::new(start, next.map_or(end, |(_, next, _)| next.start_byte() as u32));
            let name = self.builder.node_text(*content).trim();
            let at = range(*content);
            let at =
                TextRange::new(at.start, at.start + self.builder.node_text(*content).trim_end().len() as u32);
            let line = self.builder.node_text(*node);
            self.open(full, at, name, SymbolKind::Module, line);
            open.push(*level);
        }
        for _ in open {
            self.builder.close();
        }
    }

    /// Keys of JSON and YAML.
    fn pairs(&mut self, node: Node<'t>, level: u32, depth: u32) {
        if depth > MAX_WRAPPERS {
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "pair" | "block_mapping_pair" | "flow_pair" => {
                    let key = child.child_by_field_name("key");
                    let Some(key) = key else { continue };
                    if self.keys >= MAX_KEYS {
                        return;
                    }
                    self.keys += 1;
                    let text = self.builder.node_text(key);
                    let name = unquoted(text);
                    let at = trimmed(range(key), text);
                    let line = self.builder.node_text(child);
                    self.open(range(child), at, name, SymbolKind::Property, line);
                    if level + 1 < LEVELS
                        && let Some(value) = child.child_by_field_name("value")
                    {
                        self.pairs(value, level + 1, depth + 1);
                    }
                    self.builder.close();
                }
                // What holds keys without being one.
                "object" | "document" | "block_node" | "block_mapping" | "flow_node" | "flow_mapping" => {
                    self.pairs(child, level, depth + 1);
                }
                _ => {}
            }
        }
    }

    /// Tables and keys of TOML.
    fn tables(&mut self, root: Node<'t>) {
        let mut cursor = root.walk();
        for child in root.named_children(&mut cursor) {
            if self.keys >= MAX_KEYS {
                return;
            }
            let key = child.named_child(0);
            let Some(key) = key.filter(|_| matches!(child.kind(), "pair" | "table" | "table_array_element"))
            else {
                continue;
            };
            self.keys += 1;
            let is_pair = child.kind() == "pair";
            let text = self.builder.node_text(key);
            let (name, at) = (unquoted(text), trimmed(range(key), text));
            let kind = if is_pair { SymbolKind::Property } else { SymbolKind::Module };
            let line = self.builder.node_text(child);
            self.open(range(child), at, name, kind, line);
            if !is_pair {
                self.tables_keys(child);
            }
            self.builder.close();
        }
    }

    fn tables_keys(&mut self, table: Node<'t>) {
        let mut cursor = table.walk();
        for pair in table.named_children(&mut cursor).filter(|child| child.kind() == "pair") {
            let Some(key) = pair.named_child(0).filter(|_| self.keys < MAX_KEYS) else { continue };
            self.keys += 1;
            let text = self.builder.node_text(key);
            let (name, at) = (unquoted(text), trimmed(range(key), text));
            let line = self.builder.node_text(pair);
            self.open(range(pair), at, name, SymbolKind::Property, line);
            self.builder.close();
        }
    }
}

/// A range without the white space and the quotes around its text.
fn trimmed(at: TextRange, text: &str) -> TextRange {
    let inner = unquoted(text);
    let before = text.find(inner).unwrap_or(0) as u32;
    TextRange::new(at.start + before, at.start + before + inner.len() as u32)
}

/// A key without white space and quotes.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.unwrap_or(text)
}
