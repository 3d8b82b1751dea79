//! The counts of a symbol, as lens and hover print them.

use lockstep_session::ide::Counts;

/// Past this many, affected symbols are not counted.
const AFFECTED_LIMIT: usize = 100;

/// `3 callers · 7 affected`, with ` · 2 tests` if tests are among the affected, and ` · +2 uncertain` behind it if some are
/// known through uncertain edges only.
pub(crate) fn lens_title(counts: &Counts) -> String {
    let mut title = format!("{} · {}", callers(counts.callers), affected(counts.affected));
    if counts.tests > 0 {
        title.push_str(&format!(" · {}", plural(counts.tests, "test")));
    }
    // Who calls by uncertain edges alone is affected by them too: the larger number counts both.
    let uncertain = counts.uncertain_affected.max(counts.uncertain_callers);
    if uncertain > 0 {
        title.push_str(&format!(" · +{} uncertain", capped(uncertain)));
    }
    title
}

/// `3 callers · 7 affected (+2 uncertain) · 12 references`.
pub(crate) fn hover_line(counts: &Counts) -> String {
    let tests =
        if counts.tests > 0 { format!(" · {}", plural(counts.tests, "test")) } else { String::new() };
    format!(
        "{}{} · {}{}{tests} · {}{}",
        callers(counts.callers),
        uncertain(counts.uncertain_callers),
        affected(counts.affected),
        uncertain(counts.uncertain_affected),
        plural(counts.references, "reference"),
        uncertain(counts.uncertain_references),
    )
}

fn callers(count: usize) -> String {
    plural(count, "caller")
}

fn affected(count: usize) -> String {
    format!("{} affected", capped(count))
}

fn capped(count: usize) -> String {
    if count >= AFFECTED_LIMIT { format!("{AFFECTED_LIMIT}+") } else { count.to_string() }
}

fn uncertain(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" (+{} uncertain)", capped(count)) }
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lockstep_session::ide::Counts;

    use super::{hover_line, lens_title};

    #[test]
    fn uncertain_ones_are_counted_apart() {
        let counts = |callers, affected, uncertain_affected, references| Counts {
            callers,
            affected,
            uncertain_affected,
            references,
            tests: affected / 3,
            ..Counts::default()
        };
        let mut printed = String::new();
        for counts in [counts(0, 0, 0, 0), counts(1, 1, 0, 1), counts(3, 7, 2, 12), counts(4, 100, 100, 250)]
        {
            printed.push_str(&format!("{}\n    {}\n", lens_title(&counts), hover_line(&counts)));
        }
        expect![[r#"
            0 callers · 0 affected
                0 callers · 0 affected · 0 references
            1 caller · 1 affected
                1 caller · 1 affected · 1 reference
            3 callers · 7 affected · 2 tests · +2 uncertain
                3 callers · 7 affected (+2 uncertain) · 2 tests · 12 references
            4 callers · 100+ affected · 33 tests · +100+ uncertain
                4 callers · 100+ affected (+100+ uncertain) · 33 tests · 250 references
        "#]]
        .assert_eq(&printed);
    }
}
