//! `lockstep doctor`: looks at what Lockstep needs, and says what to do.

use std::fmt::Write;
use std::path::Path;

use lockstep_facts::Language;
use lockstep_host::{Finding, Health, Places, Start, examine};
use lockstep_languages::{Budget, ParseOutcome, parse_text};
use lockstep_session::{TreeRoot, settings_not_understood};
use serde_json::{Value, json};

use super::{Found, find_host};
use crate::figures::{list, text};
use crate::output::print;
use crate::{Code, DONE, FAILED};

/// Left-out files that are listed; the rest is counted.
const LISTED: usize = 20;

pub(crate) async fn run(folder: &Path, as_json: bool) -> anyhow::Result<Code> {
    let places = Places::of_environment();
    let mut findings = examine(&places);
    let mut left_out = Vec::new();
    let root = TreeRoot::of(folder);
    match find_host(&places, Start::Never).await {
        Ok(Found::Host(mut client)) => {
            let status = client.ask("status", json!({})).await?;
            findings.push(host(&status));
            if let Ok(root) = &root {
                let of_tree = |tree: &&Value| Path::new(text(tree, "root")) == root.path;
                if let Some(tree) = list(&status, "trees").iter().find(of_tree) {
                    findings.push(tree_finding(tree));
                    left_out.extend(list(tree, "skipped").iter().cloned());
                }
            }
        }
        Ok(Found::None(Ok(()))) => {
            findings.push(Finding::good("host", "none is running; it starts when something attaches".into()));
        }
        Ok(Found::None(Err(why))) => findings.push(Finding::bad("host", why, "see socket above")),
        Err(error) => findings.push(Finding::bad(
            "host",
            format!("{error:#}"),
            "`lockstep stop` ends it; what is attached starts a new one",
        )),
    }
    findings.push(grammars());
    if let Ok(root) = &root {
        let advice = "mend the file: `exclude`, `include` and `max_file_bytes` are what it can say";
        let faults = settings_not_understood(&root.path);
        findings.extend(faults.into_iter().map(|fault| Finding::poor("settings", fault, advice)));
    }
    findings.push(match &root {
        Ok(root) => folder_finding(&root.path),
        Err(error) => Finding::bad(
            "folder",
            error.to_string(),
            "go into a project, or name one: lockstep doctor ~/work/shop",
        ),
    });
    if as_json {
        print(&format!("{}\n", serde_json::to_string_pretty(&as_object(&findings, &left_out))?))?;
    } else {
        print(&rendered(&findings, &left_out))?;
    }
    Ok(if findings.iter().any(|finding| finding.health == Health::Bad) { FAILED } else { DONE })
}

fn host(status: &Value) -> Finding {
    let version = text(status, "version");
    let what = format!("process {}, version {version}", status["pid"]);
    if version == lockstep_host::version() {
        Finding::good("host", what)
    } else {
        let advice = "it is of another version than this command: `lockstep stop` ends it; what is attached starts a new one";
        Finding::poor("host", what, advice)
    }
}

fn tree_finding(tree: &Value) -> Finding {
    let what = format!("{}, index {}", text(tree, "root"), text(tree, "index"));
    match tree.get("watching_problem").and_then(Value::as_str) {
        Some(why) => Finding::poor(
            "project",
            format!("{what}; not watched: {why}"),
            "raise fs.inotify.max_user_watches, or leave folders out in `.lockstep.toml`; until then files are compared with the disk when a question needs them",
        ),
        None => Finding::good("project", what),
    }
}

fn grammars() -> Finding {
    let is_usable = |language: Language| {
        language == Language::Package
            || matches!(parse_text(language, "x\n", Budget { time: None }), ParseOutcome::Parsed(_))
    };
    let broken: Vec<&str> = Language::ALL
        .iter()
        .filter(|language| !is_usable(**language))
        .map(|language| language.as_str())
        .collect();
    if broken.is_empty() {
        // Package files have none, scripts in other texts that of another language.
        let has_own = |language: &&Language| **language != Language::Package && !language.is_embedded();
        Finding::good("grammars", format!("{}", Language::ALL.iter().filter(has_own).count()))
    } else {
        let advice = "this build is broken: install it again";
        Finding::bad("grammars", format!("not usable: {}", broken.join(", ")), advice)
    }
}

fn folder_finding(root: &Path) -> Finding {
    let what = root.display().to_string();
    if root.join(".git").exists() {
        Finding::good("folder", format!("{what} (git work tree)"))
    } else {
        let advice = "`git init` there would make sub-folders and other checkouts one project with it";
        Finding::poor(
            "folder",
            format!("{what} (no git work tree: this folder alone is the project)"),
            advice,
        )
    }
}

fn word(health: Health) -> &'static str {
    match health {
        Health::Good => "ok",
        Health::Poor => "warning",
        Health::Bad => "error",
    }
}

fn as_object(findings: &[Finding], left_out: &[Value]) -> Value {
    let findings: Vec<Value> = findings
        .iter()
        .map(|f| json!({"name": f.name, "health": word(f.health), "what": f.what, "advice": f.advice}))
        .collect();
    json!({"findings": findings, "left_out": left_out})
}

fn rendered(findings: &[Finding], left_out: &[Value]) -> String {
    let mut out = String::new();
    for finding in findings {
        let _ = writeln!(out, "{:<9}{:<11}{}", word(finding.health), finding.name, finding.what);
        if !finding.advice.is_empty() {
            let _ = writeln!(out, "{:<20}{}", "", finding.advice);
        }
    }
    if !left_out.is_empty() {
        let _ = writeln!(out, "\nleft out of the index: {}", left_out.len());
        for file in left_out.iter().take(LISTED) {
            let _ = writeln!(out, "  {}  {}", text(file, "path"), text(file, "why"));
        }
        if left_out.len() > LISTED {
            let _ = writeln!(out, "  … and {} more: lockstep doctor --json", left_out.len() - LISTED);
        }
    }
    out
}
