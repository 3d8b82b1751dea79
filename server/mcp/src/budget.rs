//! Keeps answers small: tokens are counted on what is sent, and lists are cut between entries.
//!
//! Invariant: the tokenizer is loaded on a thread of its own, started when a connection is; a text of fewer bytes than
//! its budget has tokens is let through without it, because no token is shorter than a byte.

use std::sync::Once;

use crate::answer::{Answer, Rows, Section};

/// The largest budget a call can ask for, in tokens: what the common assistants accept before they cut by themselves.
pub const MOST: usize = 20_000;

/// The smallest budget a call can ask for, in tokens: below it the marks alone do not fit.
pub const LEAST: usize = 100;

/// More bytes than this in one token are not met in text worth sending: longer texts are cut before they are counted.
const BYTES_PER_TOKEN: usize = 32;

/// Starts loading the tokenizer, once per process.
pub fn warm_up() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let loading = std::thread::Builder::new().name("tokenizer".into());
        if let Err(error) = loading.spawn(|| tokens(" ")) {
            tracing::warn!(%error, "the tokenizer is loaded by the first answer that needs it");
        }
    });
}

/// Tokens of `text` as cl100k counts them.
#[must_use]
pub fn tokens(text: &str) -> usize {
    tiktoken_rs::cl100k_base_singleton().count_ordinary(text)
}

/// Cuts `answer` until what `render` makes of it has at most `budget` tokens, and returns that. The last list is cut
/// first; facts about the whole and marks are never cut.
pub fn fit(answer: &mut Answer, budget: usize, render: impl Fn(&Answer) -> String) -> String {
    let fits = |text: &str| {
        text.len() <= budget || (text.len() <= budget * BYTES_PER_TOKEN && tokens(text) <= budget)
    };
    for index in (0..answer.sections.len()).rev() {
        let rendered = render(answer);
        if fits(&rendered) {
            return rendered;
        }
        let Some(section) = answer.sections.get(index).cloned() else { break };
        // Every entry is at least a token: more than `budget` of them never fit.
        let kept = largest(section.rows.len().min(budget), |count| {
            let mut cut = section.clone();
            cut.rows.truncate(count);
            replace(answer, index, cut);
            fits(&render(answer))
        });
        let mut cut = section;
        if kept == 0 {
            cut.rows.truncate(1);
            replace(answer, index, cut.clone());
            cut = shorten_first(answer, index, cut, &render, &fits);
        } else {
            cut.rows.truncate(kept);
        }
        replace(answer, index, cut);
    }
    render(answer)
}

/// Leaves the one entry of `section` if it fits with fewer rows under it, else leaves nothing.
fn shorten_first(
    answer: &mut Answer,
    index: usize,
    mut section: Section,
    render: &impl Fn(&Answer) -> String,
    fits: &impl Fn(&str) -> bool,
) -> Section {
    let under = |section: &Section| match &section.rows {
        Rows::Items(rows) => {
            rows.first().and_then(|row| row.under.as_ref()).map_or(0, |under| under.rows.len())
        }
        Rows::Lines { .. } => 0,
    };
    let keep = |section: &Section, count: usize| {
        let mut cut = section.clone();
        if let Rows::Items(rows) = &mut cut.rows
            && let Some(under) = rows.first_mut().and_then(|row| row.under.as_mut())
        {
            under.rows.truncate(count);
        }
        cut
    };
    let kept = largest(under(&section), |count| {
        replace(answer, index, keep(&section, count));
        fits(&render(answer))
    });
    if kept > 0 {
        return keep(&section, kept);
    }
    section.rows.truncate(0);
    section
}

fn replace(answer: &mut Answer, index: usize, section: Section) {
    if let Some(place) = answer.sections.get_mut(index) {
        *place = section;
    }
}

/// The largest number up to `most` for which `fits` holds, if it holds for all smaller ones; 0 if for none.
fn largest(most: usize, mut fits: impl FnMut(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
