//! What is to be known of a C or C++ text before it is parsed: found once, then kept up with edits.
//!
//! An edit changes the tokens it touches, and what `masks` finds around them: from the last end of a statement well before
//! it to the first one well behind it from where all is as it was. The rest is taken over. The result is that of looking
//! through the whole text.

use std::collections::HashSet;
use std::ops::Range;

use super::masks::{Mask, Run, Scanner};
use super::tokens::{Changed, Tokens};

/// How many tokens beyond the end of a statement what is found at a token can depend on, and some more.
const MARGIN: usize = 12;

/// See the module's documentation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scan {
    /// Whether it is C++ beyond doubt.
    pub(crate) is_cpp: bool,
    /// What is hidden: in text order, apart from each other.
    pub(crate) masks: Vec<Mask>,
    /// Length of the text.
    len: usize,
    tokens: Tokens,
    /// Tokens that preprocessor lines hide.
    guarded: Vec<Range<u32>>,
    /// What hides macros, in text order of the tokens that said so.
    looked: Vec<Mask>,
    /// Parallel to the tokens.
    hidden: Vec<Run>,
}

impl Scan {
    /// Looks through `text`.
    pub(crate) fn of(text: &[u8]) -> Scan {
        let tokens = Tokens::of(text);
        let (mut scanner, directed, guarded) = scanner(text, &tokens);
        let is_cpp = (0..tokens.tokens.len()).any(|at| scanner.is_cpp_at(at));
        for at in 0..tokens.tokens.len() {
            scanner.look(at);
        }
        let Scanner { masks: looked, hidden, .. } = scanner;
        let masks = apart(directed, &looked);
        Scan { is_cpp, masks, len: text.len(), tokens, guarded, looked, hidden }
    }

    /// The same for `text`, which is the one looked through but for what changed.
    pub(crate) fn after(&self, changed: Changed, text: &[u8]) -> Scan {
        if self.len + changed.new_end as usize != text.len() + changed.old_end as usize {
            return Scan::of(text);
        }
        let (tokens, mut differs) = self.tokens.after(changed, text);
        let (mut scanner, directed, guarded) = scanner(text, &tokens);
        widen(&mut differs, &self.guarded, &guarded);
        let count = tokens.tokens.len();
        let is_cpp = if self.is_cpp {
            (0..count).any(|at| scanner.is_cpp_at(at))
        } else {
            let first = (differs.start as usize).saturating_sub(MARGIN);
            (first..count.min(differs.new_end as usize + MARGIN)).any(|at| scanner.is_cpp_at(at))
        };

        let begin = (1..=(differs.start as usize).saturating_sub(MARGIN))
            .rev()
            .find(|at| scanner.ends_statement(at - 1) && self.hidden[at - 1] == Run::NONE)
            .unwrap_or(0);
        scanner.hidden[..begin].copy_from_slice(&self.hidden[..begin]);
        let by = differs.new_end.wrapping_sub(differs.old_end);
        let old = |at: usize| (at as u32).wrapping_sub(by) as usize;
        let settled = differs.new_end as usize + MARGIN;
        let is_as_before = |scanner: &Scanner<'_>, at: usize| {
            at >= settled
                && scanner.ends_statement(at - 1)
                && scanner.hidden[at - 1] == Run::NONE
                && (at - MARGIN..at)
                    .all(|at| (scanner.hidden[at] == Run::NONE) == (self.hidden[old(at)] == Run::NONE))
        };
        let mut at = begin;
        while at < count && !is_as_before(&scanner, at) {
            scanner.look(at);
            at += 1;
        }
        if at < count {
            let rest = self.hidden[old(at)..].iter().map(|run| run.moved(by));
            scanner.hidden.truncate(at);
            scanner.hidden.extend(rest);
        }
        let Scanner { masks: found, hidden, .. } = scanner;

        let start_of =
            |tokens: &Tokens, at: usize| tokens.tokens.get(at).map_or(u32::MAX, |token| token.start);
        let (first, last) = (start_of(&self.tokens, begin), start_of(&self.tokens, old(at)));
        let mut looked: Vec<Mask> =
            self.looked.iter().take_while(|mask| mask.start < first).copied().collect();
        looked.extend(found);
        let behind = self.looked.iter().skip_while(|mask| mask.start < last);
        looked.extend(behind.map(|mask| mask.moved(|at| changed.moved(at))));
        let masks = apart(directed, &looked);
        Scan { is_cpp, masks, len: text.len(), tokens, guarded, looked, hidden }
    }
}

/// Ready to look at tokens, with what preprocessor lines hide: parts of the text, and tokens.
fn scanner<'s>(text: &'s [u8], tokens: &'s Tokens) -> (Scanner<'s>, Vec<Mask>, Vec<Range<u32>>) {
    let mut scanner = Scanner::new(text, &tokens.tokens);
    scanner.hide_guarded(&tokens.directives);
    scanner.hide_directives(&tokens.directives);
    let directed = std::mem::take(&mut scanner.masks);
    let guarded = std::mem::take(&mut scanner.marked);
    (scanner, directed, guarded)
}

/// Widens `differs` over what is hidden now and was not, or the other way round.
fn widen(differs: &mut Changed, before: &[Range<u32>], now: &[Range<u32>]) {
    let run = |run: &Range<u32>| (run.start, run.end);
    let (mut gone, mut wide) = (HashSet::new(), *differs);
    for (start, end) in before.iter().map(run) {
        if end <= differs.start {
            gone.insert((start, end));
        } else if start >= differs.old_end {
            gone.insert((differs.moved(start), differs.moved(end)));
        } else {
            wide = wide.with(start, differs.moved(end.max(differs.old_end)));
        }
    }
    let come: Vec<_> = now.iter().map(run).filter(|run| !gone.remove(run)).collect();
    for (start, end) in gone.into_iter().chain(come) {
        wide = wide.with(start, end);
    }
    *differs = wide;
}

/// All of them in text order, those that begin in another one left out.
fn apart(mut masks: Vec<Mask>, more: &[Mask]) -> Vec<Mask> {
    masks.extend_from_slice(more);
    masks.sort_by_key(|mask| (mask.start, std::cmp::Reverse(mask.end)));
    let mut end = 0;
    masks.retain(|mask| {
        let apart = mask.start >= end;
        if apart {
            end = mask.end;
        }
        apart
    });
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is put in: parts of what is hidden, and what ends, opens and comments out.
    const PIECES: &[&str] = &[
        "API ",
        "FOO(x) ",
        "FOO(x)\n",
        "int f(void) ATTR;\n",
        "class EXPORT A {\n",
        "f(struct node *, x);\n",
        "extern \"C\" {\n",
        "#ifdef __cplusplus\n",
        "#endif\n",
        "#if X\n__attribute__((x))\n#endif\n",
        "#define A 1 /* c */ 2\n",
        "enum {\n",
        "namespace a {\n",
        "a::b ",
        "R\"x(",
        ")x\"",
        "R\"",
        "(",
        ")",
        "[",
        "{",
        "}",
        ";",
        ",",
        ":",
        "/*",
        "*/",
        "//",
        "\"",
        "'",
        "\\",
        "\n",
        " ",
        "#",
        "R",
        "u8",
        "1",
        "é",
    ];

    fn char_boundary(text: &str, at: usize) -> usize {
        (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    }

    #[test]
    fn a_scan_kept_up_with_edits_is_that_of_the_whole_text() {
        let samples = [
            include_str!("../../../../fixtures/languages/c/sample.c"),
            include_str!("../../../../fixtures/languages/cpp/sample.cc"),
            "",
        ];
        let pieces: String = PIECES.concat();
        let scripts = std::env::var("LOCKSTEP_SCRIPTS").map_or(30, |n| n.parse().unwrap_or(30));
        for seed in 0..scripts {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut text = samples[random.usize(..samples.len())].to_owned();
            for _ in 0..random.usize(..6) {
                let at = char_boundary(&text, random.usize(..=text.len()));
                text.insert_str(at, &pieces);
            }
            let mut scan = Scan::of(text.as_bytes());
            let mut last = text.len() / 2;
            for step in 0..60 {
                let mut changed: Option<Changed> = None;
                for _ in 0..random.usize(1..4) {
                    // Close to the last edit, or anywhere.
                    let near =
                        if random.bool() { random.usize(..=text.len()) } else { last + random.usize(..40) };
                    let start = char_boundary(&text, near);
                    let longest = if random.u8(..9) == 0 { 400 } else { 12 };
                    let old_end = char_boundary(&text, start + random.usize(..longest)).max(start);
                    let new = if random.bool() { PIECES[random.usize(..PIECES.len())] } else { "" };
                    text.replace_range(start..old_end, new);
                    last = start;
                    let [start, old_end, new_end] = [start, old_end, start + new.len()].map(|at| at as u32);
                    let edit = Changed { start, old_end, new_end };
                    changed = Some(changed.map_or(edit, |before| before.and(edit)));
                }
                let before = scan;
                scan = before.after(changed.unwrap_or_default(), text.as_bytes());
                let whole = Scan::of(text.as_bytes());
                assert_eq!(scan.tokens, whole.tokens, "seed {seed}, step {step}, {changed:?}\n{text}");
                assert_eq!(scan, whole, "seed {seed}, step {step}, {changed:?}\n{text}");
            }
        }
    }
}
