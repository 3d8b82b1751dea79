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
        for placed in &facts.items {
            figures.symbols += usize::from(placed.item.definition.is_some());
            figures.references += placed.item.body.references.len();
        }
    }
    figures.languages =
        Language::ALL.iter().copied().zip(languages).filter(|(_, count)| *count > 0).collect();
    figures
}
