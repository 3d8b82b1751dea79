//! Figures of a snapshot.

use lockstep_facts::Language;

use crate::{Figures, FileState, Snapshot};

/// Counts over all files of the tree.
pub(crate) fn figures(snapshot: &Snapshot) -> Figures {
    let mut figures = Figures::default();
    let mut languages = vec![0; Language::ALL.len()];
    for entry in snapshot.listed_entries() {
        if let FileState::Skipped(reason) = &entry.state {
            figures.skipped.push((entry.path, reason.to_string()));
        }
        let Some(facts) = &entry.facts else { continue };
        figures.files += 1;
        figures.lines += u64::from(facts.lines);
        figures.damaged += usize::from(!facts.errors.is_empty());
        if let Some(why) = &facts.skipped {
            figures.skipped.push((entry.path, why.to_string()));
        }
        if let Some(count) =
            Language::ALL.iter().position(|l| *l == facts.language).and_then(|at| languages.get_mut(at))
        {
            *count += 1;
        }
        let counts = entry.counts();
        figures.symbols += counts.symbols;
        figures.references += counts.references;
    }
    figures.languages =
        Language::ALL.iter().copied().zip(languages).filter(|(_, count)| *count > 0).collect();
    figures
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;
    use lockstep_fixture::ide::{Change, DiskContent, DiskFile, Language, Name, SkipReason};

    #[test]
    fn figures_count_files_of_the_tree_alone() {
        let mut world = World::new(
            "//- /a.py\ndef f():\n    g()\n//- /b.rs\nfn f( {\n//- /Cargo.toml\n[package]\nname = \"x\"\n",
        );
        let (path, content) = (Name::new("big.py"), DiskContent::Skipped(SkipReason::TooLarge(9)));
        world.apply(Change::Disk(vec![DiskFile { path, hash: 1, content }]));
        let figures = world.snapshot().figures();
        assert_eq!((figures.files, figures.damaged), (3, 1));
        assert!(figures.symbols >= 1 && figures.references >= 1 && figures.lines == 5);
        assert_eq!(figures.languages, [(Language::Python, 1), (Language::Rust, 1), (Language::Package, 1)]);
        assert_eq!(figures.skipped, [(path, "too large (9 bytes)".to_owned())]);
        assert_eq!(world.snapshot().files().len(), 4);
    }
}
