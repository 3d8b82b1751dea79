//! References in small worlds of which every one is known: `fixtures/labelled/<language>`.

#![allow(clippy::panic, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeSet;
use std::path::PathBuf;

use lockstep_accuracy::World;
use lockstep_facts::Confidence;

/// A place as `references.txt` writes it.
type Written = String;

struct Label {
    definition: Written,
    name: String,
    references: BTreeSet<Written>,
    neutral: BTreeSet<Written>,
}

fn read(folder: &str) -> (PathBuf, Vec<Label>, BTreeSet<Written>) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let root = root.ancestors().nth(2).unwrap().join("fixtures/labelled").join(folder);
    let text = std::fs::read_to_string(root.join("references.txt")).unwrap();
    let (mut labels, mut open) = (Vec::new(), BTreeSet::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(places) = line.strip_prefix("~ ") {
            open.extend(places.split(' ').map(str::to_owned));
            continue;
        }
        let (head, places) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
        let (references, neutral) = places.split_once("~").unwrap_or((places, ""));
        let words: Vec<&str> = head.split(' ').collect();
        let [definition, _kind, name] = words.as_slice() else { panic!("no label: {line}") };
        let places = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        labels.push(Label {
            definition: (*definition).to_owned(),
            name: (*name).to_owned(),
            references: places(references),
            neutral: places(neutral),
        });
    }
    (root, labels, open)
}

/// Asks for the references of every definition; the shares that must be found, and that must be right, in percent.
#[track_caller]
fn check(folder: &str, recall: f64, precision: f64) {
    let (root, labels, open) = read(folder);
    let world = World::of_folder(&root).unwrap();
    let (mut expected, mut found, mut right, mut told) = (0usize, 0usize, 0usize, String::new());
    for label in &labels {
        expected += label.references.len();
        let mut place = label.definition.rsplitn(3, ':');
        let mut number = || place.next().unwrap().parse::<u32>().unwrap() - 1;
        let (column, line) = (number(), number());
        let path = label.definition.rsplitn(3, ':').nth(2).unwrap();
        let (file, offset) = world.offset(path, line, column).unwrap_or_else(|| panic!("no file {path}"));
        let Some(symbol) = world.definition(file, offset) else {
            told.push_str(&format!("{} {}: no definition\n", label.definition, label.name));
            continue;
        };
        let sites = world.graph.references(symbol.id).sites;
        let answers: BTreeSet<Written> = sites
            .iter()
            .filter(|site| site.confidence != Confidence::Ambiguous)
            .filter_map(|site| {
                let node = world.graph.file(site.file)?;
                let range =
                    node.facts.items.get(site.item as usize)?.reference_range(site.reference as usize);
                let (path, line, column) = world.place(site.file, range);
                Some(format!("{path}:{}:{}", line + 1, column + 1))
            })
            .filter(|place| !open.contains(place) && !label.neutral.contains(place))
            .filter(|place| *place != label.definition)
            .collect();
        found += answers.len();
        right += answers.intersection(&label.references).count();
        let missing: Vec<&str> = label.references.difference(&answers).map(String::as_str).collect();
        let wrong: Vec<&str> = answers.difference(&label.references).map(String::as_str).collect();
        if !missing.is_empty() || !wrong.is_empty() {
            let (missing, wrong) = (missing.join(" "), wrong.join(" "));
            told.push_str(&format!(
                "{} {}: missing {missing}; wrong {wrong}\n",
                label.definition, label.name
            ));
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    let (is_recall, is_precision) = (share(right, expected), share(right, found));
    println!(
        "{folder}: recall {is_recall:.1}, precision {is_precision:.1}, of {expected} references\n{told}"
    );
    assert!(is_recall >= recall, "{folder}: recall {is_recall:.1} of {expected} references\n{told}");
    assert!(is_precision >= precision, "{folder}: precision {is_precision:.1} of {found} answers\n{told}");
}

#[test]
fn csharp() {
    check("csharp", 93.0, 93.0);
}
