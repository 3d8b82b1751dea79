//! A workspace loaded straight into the graph: texts in, resolved references out. What `ide` and the doors add is left
//! out, so that a fixture shows what extractors and rules do.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use lockstep_facts::{
    Confidence, FileFacts, Language, LanguageFamily, LineIndex, LinePosition, Name, PositionEncoding,
    TextRange,
};
use lockstep_graph::{FileChange, FileId, Graph, GraphOptions, Resolution, Revision, Symbol};
use lockstep_languages::{Budget, ParseOutcome, extract, extract_package, language_of, parse_text, prelude};
use rayon::prelude::*;

/// A graph of some files, and their lines.
pub struct World {
    /// Preludes included.
    pub graph: Graph,
    lines: HashMap<FileId, LineIndex>,
}

/// A line and a column, from 0, in UTF-16 units, of a file given by its path.
pub type Place = (&'static str, u32, u32);

impl World {
    /// Every file below `root` whose language is known.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    pub fn of_folder(root: &Path) -> Result<World> {
        let mut paths = Vec::new();
        for entry in ignore::WalkBuilder::new(root).standard_filters(false).build() {
            let entry = entry?;
            if entry.file_type().is_some_and(|t| t.is_file()) {
                let relative = entry.path().strip_prefix(root)?.to_string_lossy().replace('\\', "/");
                if language_of(&relative, None).is_some() {
                    paths.push(relative);
                }
            }
        }
        paths.sort();
        let files = paths.into_par_iter().filter_map(|path| {
            let text = std::fs::read_to_string(root.join(&path)).ok()?;
            Some((path, text))
        });
        Ok(World::of_texts(&files.collect::<Vec<_>>()))
    }

    /// These texts by path; those whose language is not known are left out.
    #[must_use]
    pub fn of_texts(files: &[(String, String)]) -> World {
        let parsed: Vec<(Name, FileFacts, LineIndex)> = files
            .par_iter()
            .filter_map(|(path, text)| {
                let facts = facts_of(path, language_of(path, None)?, text);
                Some((Name::new(path), facts, LineIndex::new(text)))
            })
            .collect();
        let mut changes = Vec::new();
        for (index, family) in LanguageFamily::ALL.iter().enumerate() {
            if let Some((language, text)) = prelude(*family) {
                changes.push(FileChange {
                    file: FileId(index as u32),
                    path: family.prelude_path(),
                    facts: Some(Arc::new(facts_of("prelude", language, text))),
                    external: true,
                });
            }
        }
        let mut lines = HashMap::new();
        for (index, (path, facts, line_index)) in parsed.into_iter().enumerate() {
            let file = FileId((index + LanguageFamily::ALL.len()) as u32);
            lines.insert(file, line_index);
            changes.push(FileChange { file, path, facts: Some(Arc::new(facts)), external: false });
        }
        let mut graph = Graph::new(GraphOptions::default());
        graph.apply(Revision(1), changes);
        World { graph, lines }
    }

    /// The definition whose name, or one of whose declarations, begins there.
    #[must_use]
    pub fn definition(&self, file: FileId, offset: u32) -> Option<Symbol> {
        let node = self.graph.file(file)?;
        let item = node.facts.items.iter().position(|placed| {
            placed.name_range().start == offset && placed.item.definition.is_some()
                || placed.item.ranges.declarations.iter().any(|r| r.offset(placed.start).start == offset)
        })?;
        self.graph.symbol(node.symbol(item as u32)?)
    }

    /// The definitions that references beginning there lead to, and how that is known. A local is no definition.
    #[must_use]
    pub fn definitions_at(&self, file: FileId, offset: u32) -> Vec<(Place, Confidence)> {
        let Some(node) = self.graph.file(file) else { return Vec::new() };
        let mut found = Vec::new();
        for (item, placed) in node.facts.items.iter().enumerate() {
            for reference in 0..placed.item.body.references.len() {
                if placed.reference_range(reference).start != offset {
                    continue;
                }
                let Resolution::Targets(targets) = self.graph.resolve(file, item as u32, reference as u32)
                else {
                    continue;
                };
                for target in targets.iter() {
                    let place = self.graph.symbol(target.symbol).and_then(|symbol| self.place_of(symbol));
                    found.extend(place.map(|place| (place, target.confidence)));
                }
            }
        }
        found
    }

    /// Where a definition's name stands.
    #[must_use]
    pub fn place_of(&self, symbol: Symbol) -> Option<Place> {
        let node = self.graph.file(symbol.file)?;
        Some(self.place(symbol.file, node.facts.items.get(symbol.item as usize)?.name_range()))
    }

    /// Where a range begins.
    #[must_use]
    pub fn place(&self, file: FileId, range: TextRange) -> Place {
        let at = self.lines.get(&file).map(|lines| lines.position(range.start, PositionEncoding::Utf16));
        let at = at.unwrap_or_default();
        (self.graph.file(file).map_or("", |n| n.path.as_str()), at.line, at.column)
    }

    /// The file and the offset of a place.
    #[must_use]
    pub fn offset(&self, path: &str, line: u32, column: u32) -> Option<(FileId, u32)> {
        let file = self.graph.file_at(Name::new(path))?;
        let at = LinePosition { line, column };
        Some((file, self.lines.get(&file)?.offset(at, PositionEncoding::Utf16)))
    }
}

fn facts_of(path: &str, language: Language, text: &str) -> FileFacts {
    if language == Language::Package {
        return extract_package(path.rsplit('/').next().unwrap_or(path), text);
    }
    match parse_text(language, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, text),
        ParseOutcome::OutOfTime | ParseOutcome::NoGrammar => FileFacts::empty(language),
    }
}
