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

#[cfg(test)]
mod tests {
    use super::{fit, largest, tokens};
    use crate::answer::{Answer, Call, Row, Rows, Section, Under, Value, cell};
    use crate::render::text;

    fn rows(count: usize) -> Vec<Row> {
        (0..count)
            .map(|index| Row::new(vec![cell("name", Value::Text(format!("some_rather_long_name_{index}")))]))
            .collect()
    }

    fn section(rows: Vec<Row>) -> Section {
        let total = rows.len();
        Section { key: "names", heading: "", rows: Rows::Items(rows), offset: 0, total, or_more: false }
    }

    #[test]
    fn the_largest_part_that_fits_is_kept() {
        for budget in [60, 100, 500, 1_000] {
            let again = Some(Call::new("list"));
            let mut answer = Answer { sections: vec![section(rows(1_000))], again, ..Answer::default() };
            let sent = fit(&mut answer, budget, text);
            assert_eq!(sent, text(&answer));
            assert!(tokens(&sent) <= budget, "{sent}");
            let kept = answer.sections[0].rows.len();
            assert!(sent.contains(&format!("next: list(offset={kept})")), "{sent}");
            // One more would be too much.
            answer.sections = vec![section(rows(1_000))];
            answer.sections[0].rows.truncate(kept + 1);
            assert!(tokens(&text(&answer)) > budget, "{kept} are too few for {budget}");
        }
    }

    #[test]
    fn the_last_list_is_cut_first() {
        let mut answer =
            Answer { sections: vec![section(rows(20)), section(rows(200))], ..Answer::default() };
        fit(&mut answer, 400, text);
        assert_eq!(answer.sections[0].rows.len(), 20);
        assert!((1..200).contains(&answer.sections[1].rows.len()));
    }

    #[test]
    fn an_entry_too_large_is_shortened_from_within() {
        let mut row = rows(1).remove(0);
        row.under = Some(Under { key: "sites", rows: rows(500), total: 500 });
        let again = Some(Call::new("list"));
        let mut answer =
            Answer { sections: vec![section(vec![row, rows(1).remove(0)])], again, ..Answer::default() };
        let sent = fit(&mut answer, 300, text);
        assert!(tokens(&sent) <= 300, "{sent}");
        assert!(sent.contains("more sites"), "{sent}");
        assert!(sent.contains("complete: false"), "{sent}");
    }

    #[test]
    fn what_fits_is_not_touched() {
        let mut answer = Answer { sections: vec![section(rows(3))], ..Answer::default() };
        assert!(fit(&mut answer, 1_000, text).contains("some_rather_long_name_2"));
        assert!(answer.complete());
    }

    #[test]
    fn bisection_finds_the_border() {
        for border in 0..20 {
            assert_eq!(largest(17, |count| count <= border), border.min(17));
        }
    }
}
