//! The table: what was measured, against what we hold ourselves to.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// A figure beyond its target by more than this is missed.
const MISSED: f64 = 3.0;

/// One line.
#[derive(Clone, Debug)]
struct Figure {
    workspace: &'static str,
    name: String,
    measured: String,
    target: String,
    /// Measured by target; none for what is only told.
    ratio: Option<f64>,
}

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Table {
    load_before: String,
    took: Duration,
    /// What each workspace is, said once.
    workspaces: Vec<String>,
    figures: Vec<Figure>,
}

impl Table {
    /// An empty table; notes the machine's load.
    pub(crate) fn begin() -> Table {
        Table { load_before: load(), took: Duration::ZERO, workspaces: Vec::new(), figures: Vec::new() }
    }

    /// Notes how long it all took.
    pub(crate) fn finish(&mut self, took: Duration) {
        self.took = took;
    }

    /// Says what a workspace is.
    pub(crate) fn describe(&mut self, text: String) {
        self.workspaces.push(text);
    }

    /// A figure with a target in the same unit.
    pub(crate) fn add(
        &mut self,
        workspace: &'static str,
        name: &str,
        measured: f64,
        target: f64,
        unit: &str,
    ) {
        self.add_with(workspace, name, measured, target, unit, "");
    }

    /// The same, with something more to say about what was measured.
    pub(crate) fn add_with(
        &mut self,
        workspace: &'static str,
        name: &str,
        measured: f64,
        target: f64,
        unit: &str,
        more: &str,
    ) {
        let more = if more.is_empty() { String::new() } else { format!(" ({more})") };
        self.figures.push(Figure {
            workspace,
            name: name.to_owned(),
            measured: format!("{} {unit}{more}", rounded(measured)),
            target: format!("≤ {} {unit}", rounded(target)),
            ratio: Some(measured / target),
        });
    }

    /// A figure without a target.
    pub(crate) fn tell(&mut self, workspace: &'static str, name: &str, measured: String) {
        self.figures.push(Figure {
            workspace,
            name: name.to_owned(),
            measured,
            target: "–".to_owned(),
            ratio: None,
        });
    }

    /// Whether a figure is missed.
    pub(crate) fn missed(&self) -> bool {
        self.figures.iter().any(|figure| figure.ratio.is_some_and(|ratio| ratio > MISSED))
    }

    /// The whole, as text.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!(
            "{}; {}; load average {} before, {} after; {:.0} s in all.\n\n",
            date(),
            machine(),
            self.load_before,
            load(),
            self.took.as_secs_f64()
        );
        for workspace in &self.workspaces {
            let _ = writeln!(out, "* {workspace}");
        }
        out.push_str("\n| workspace | figure | measured | target | ratio | |\n|---|---|---|---|---|---|\n");
        for figure in &self.figures {
            let (ratio, verdict) = match figure.ratio {
                None => ("–".to_owned(), ""),
                Some(ratio) => (format!("{ratio:.2}"), verdict(ratio)),
            };
            let Figure { workspace, name, measured, target, .. } = figure;
            let _ = writeln!(out, "| {workspace} | {name} | {measured} | {target} | {ratio} | {verdict} |");
        }
        out
    }
}

fn verdict(ratio: f64) -> &'static str {
    if ratio <= 1.0 {
        "ok"
    } else if ratio <= MISSED {
        "short"
    } else {
        "**missed**"
    }
}

/// Three digits that matter, as far as there are any.
pub(crate) fn rounded(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => {
            let text = format!("{value:.2}");
            text.strip_suffix(".00").unwrap_or(&text).to_owned()
        }
    }
}

/// Puts `table` between the markers `name` of the file at `path`; a file that has none gets them at its end.
///
/// # Errors
/// The file cannot be read (one that is missing is made) or written.
pub(crate) fn write_between_markers(path: &Path, name: &str, table: &str) -> Result<()> {
    let before = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).context(path.display().to_string()),
    };
    std::fs::write(path, placed(&before, name, table)).context(path.display().to_string())
}

fn placed(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- {name}: begin -->"), format!("<!-- {name}: end -->"));
    let block = format!("{begin}\n{}\n{end}", table.trim_end());
    let between = text.split_once(&begin).and_then(|(head, rest)| Some((head, rest.split_once(&end)?.1)));
    match between {
        Some((head, tail)) => format!("{head}{block}{tail}"),
        None if text.is_empty() => format!("# Benches\n\n{block}\n"),
        None => format!("{}\n\n{block}\n", text.trim_end()),
    }
}

fn date() -> String {
    let output = std::process::Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]).output();
    output.map_or_else(
        |_| "no date".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, model)| model.trim()))
        .unwrap_or(std::env::consts::ARCH);
    format!("{}, {model}, {cores} cores", std::env::consts::OS)
}

/// The load average of the last minute; `?` where there is none.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("?").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_replaced_where_it_stands() {
        let marked = |table: &str| format!("<!-- a: begin -->\n{table}\n<!-- a: end -->");
        assert_eq!(placed("", "a", "one\n"), format!("# Benches\n\n{}\n", marked("one")));
        let framed = |table: &str| format!("# Ours\n\nWords.\n\n{}\n\nMore.\n", marked(table));
        assert_eq!(placed(&framed("one"), "a", "two\n"), framed("two"));
        assert_eq!(placed("# Ours\n", "a", "one"), format!("# Ours\n\n{}\n", marked("one")));
        let both = placed(&framed("one"), "b", "two");
        assert!(both.starts_with(&framed("one")) && both.contains("<!-- b: begin -->\ntwo\n"));
    }

    #[test]
    fn only_what_is_missed_threefold_fails() {
        let mut table = Table::begin();
        table.add("small", "a", 2.9, 1.0, "ms");
        assert!(!table.missed());
        table.add("small", "b", 3.1, 1.0, "ms");
        assert!(table.missed());
        assert!(table.markdown().contains("| small | b | 3.10 ms | ≤ 1 ms | 3.10 | **missed** |"));
    }
}
