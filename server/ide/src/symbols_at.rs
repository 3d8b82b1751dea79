//! The symbols that a word means.

use lockstep_facts::{Confidence, SymbolId, SymbolPath};
use lockstep_graph::Resolution;

use crate::lookup::{What, word_at};
use crate::{Answer, FilePosition, Snapshot};

/// The symbols that the word at `at` means, best first; a definition's own name means itself, a local name none.
pub(crate) fn symbols_at(snapshot: &Snapshot, at: FilePosition) -> Answer<Vec<(SymbolId, Confidence)>> {
    let entry = snapshot.entry(at.file);
    let Some((entry, word)) = entry.and_then(|entry| Some((entry, word_at(entry, at.offset)?))) else {
        return Answer::new(Vec::new(), vec![at.file], Vec::new());
    };
    let symbols = match word.what {
        What::Binding(_) => Vec::new(),
        What::Definition => {
            let local = entry.item(word.item).map(|placed| placed.item.path);
            let path = local.map(|local| SymbolPath { file: entry.path, local });
            path.into_iter().map(|path| (path.id(), Confidence::Extracted)).collect()
        }
        What::Reference(reference) => match snapshot.graph.resolve(at.file, word.item, reference) {
            Resolution::Local { .. } => Vec::new(),
            Resolution::Targets(targets) => {
                targets.iter().map(|target| (target.symbol, target.confidence)).collect()
            }
        },
    };
    let files = symbols.iter().filter_map(|(symbol, _)| snapshot.file_of(*symbol));
    let read = files.chain([at.file]).collect();
    Answer::new(symbols, read, vec![word.name])
}

impl Snapshot {
    /// The file that a symbol stands in, or that it is.
    pub(crate) fn file_of(&self, symbol: SymbolId) -> Option<lockstep_graph::FileId> {
        let in_graph = self.graph.symbol(symbol).map(|symbol| symbol.file);
        in_graph.or_else(|| self.graph.file_of(symbol))
    }
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[test]
    fn an_answer_says_what_it_read_and_asked_for() {
        let world = World::new(
            "//- /a.py\ndef walk(): pass\n//- /b.py\nfrom a import walk\nwalk$0()\n//- /c.py\nwalk()\n",
        );
        let answer = world.snapshot().symbols_at(world.mark(0));
        assert_eq!(answer.read, [world.file("a.py"), world.file("b.py")]);
        assert_eq!(answer.names.iter().map(|name| name.as_str()).collect::<Vec<_>>(), ["walk"]);
        assert_eq!(answer.value[0].0, world.symbol("a.py#walk"));
    }

    #[test]
    fn between_words_nothing_is_meant() {
        let world = World::new("//- /a.py\ndef walk(): $0 pass\n");
        let answer = world.snapshot().symbols_at(world.mark(0));
        assert!(answer.value.is_empty());
        assert_eq!(answer.read, [world.file("a.py")]);
    }
}
