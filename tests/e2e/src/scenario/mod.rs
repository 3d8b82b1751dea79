//! Scenarios: a Markdown file is a world, what happens in it, and what both doors answer.
//!
//! Prose is for the reader. What is fenced is played in order, by the words behind the fence:
//! * `python path=app/a.py`: a file, written to disk; `$0`, `$1`, … mark places in it, as in `tests/fixture`.
//! * `edit app/a.py`: an unsaved change of the buffer, as the lines of a diff without a header.
//! * `do`: steps, one a line: `open PATH`, `save PATH`, `close PATH`, `delete PATH`, `rename FROM TO`,
//!   `focus $0`: the cursor goes there.
//! * `lsp QUESTION`: a question of the editor, and the answer that is expected: `references $0`, `definition $0`,
//!   `declaration $0`, `typeDefinition $0`, `implementation $0`, `callers $0`, `callees $0`, `supertypes $0`, `subtypes $0`,
//!   `highlights $0`, `folds PATH`, `hover $0`, `lenses PATH`, `outline PATH`, `symbols WORD`. A place is a mark or
//!   `PATH:LINE:COLUMN`, from 1.
//!   A name that is no symbol (a local, something outside the project) has `local` behind it.
//! * `mcp TOOL(NAME=JSON, …)`: a question of the assistant, spelled as answers spell calls, and its answer.
//!
//! `UPDATE_EXPECT=1` writes the answers that were given into the file. Besides what is written down, the doors are held to
//! agree: each question about references, callers or callees is asked through the other door too.

mod agree;
mod ask;
mod navigate;
mod parse;
mod stage;

use parse::{Block, Part};
use stage::Stage;

use crate::repository;

/// The text of a scenario.
#[must_use]
pub fn scenario_text(name: &str) -> String {
    let path = repository().join(format!("fixtures/scenarios/{name}.md"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Plays a scenario.
///
/// # Panics
/// If an answer is not the one written down, or the doors disagree.
pub fn play(name: &str) {
    let text = scenario_text(name);
    let mut parts = parse::parse(&text);
    let mut stage = Stage::new();
    let mut wrong = Vec::new();
    let mut questions = 0;
    for part in &mut parts {
        let Part::Fence { words, body, block, .. } = part else { continue };
        match block {
            Block::File(path) => stage.write(path, body),
            Block::Edit(path) => stage.edit(path, body),
            Block::Do => body.lines().for_each(|step| stage.step(step)),
            Block::Lsp(_) | Block::Mcp(_) => {
                questions += 1;
                let answer = match &block {
                    Block::Lsp(question) => stage.ask_editor(question),
                    Block::Mcp(call) => stage.ask_assistant(call),
                    _ => unreachable!("the others are no questions"),
                };
                if *body != answer {
                    wrong.push(format!("{words}\nexpected:\n{body}answered:\n{answer}"));
                    *body = answer;
                }
            }
        }
    }
    assert!(questions > 0, "{name} asks nothing");
    if std::env::var_os("UPDATE_EXPECT").is_some() && !wrong.is_empty() {
        std::fs::write(repository().join(format!("fixtures/scenarios/{name}.md")), parse::print(&parts))
            .unwrap();
        wrong.clear();
    }
    wrong.extend(stage.disagreements());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
