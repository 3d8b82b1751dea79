//! Conditional compilation: what the parser is given in place of a text with `#if`.
//!
//! The grammar knows `#if` between declarations and between statements alone, and people write it anywhere. So the lines of
//! directives are blanked, and both arms are read one behind the other; where one arm opens or closes what the other does
//! too, the first is read alone. Every byte keeps its place.

/// The text without its conditional directives; none if it has none.
pub(crate) fn without_directives(text: &[u8]) -> Option<Vec<u8>> {
    if !text.contains(&b'#') {
        return None;
    }
    let mut masked: Option<Vec<u8>> = None;
    let mut groups: Vec<Group> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |len| at + len);
        let line = &text[at..end];
        match directive(line) {
            Some(word) => {
                let copy = masked.get_or_insert_with(|| text.to_vec());
                blank(copy, at, end);
                match word {
                    Directive::If => groups.push(Group::new(end)),
                    Directive::Else => {
                        if let Some(group) = groups.last_mut() {
                            group.end_arm(at, end);
                        }
                    }
                    Directive::End => {
                        if let Some(mut group) = groups.pop() {
                            group.end_arm(at, end);
                            if let Some(outer) = groups.last_mut() {
                                outer.balance += group.arms.first().map_or(0, |arm| arm.2);
                            }
                            if group.arms.len() > 1 && group.arms.iter().any(|arm| arm.2 != 0) {
                                group.arms.iter().skip(1).for_each(|arm| blank(copy, arm.0, arm.1));
                            }
                        }
                    }
                }
            }
            None => {
                if let Some(group) = groups.last_mut() {
                    group.balance += balance(line);
                }
            }
        }
        at = end + 1;
    }
    masked
}

enum Directive {
    If,
    Else,
    End,
}

/// An `#if` and what follows it.
struct Group {
    /// Where the arm being read begins.
    start: usize,
    /// Brackets opened and not closed in it.
    balance: i32,
    /// The arms before it: from, to, balance.
    arms: Vec<(usize, usize, i32)>,
}

impl Group {
    fn new(start: usize) -> Group {
        Group { start, balance: 0, arms: Vec::new() }
    }

    fn end_arm(&mut self, end: usize, next: usize) {
        self.arms.push((self.start, end, self.balance));
        self.start = next;
        self.balance = 0;
    }
}

fn directive(line: &[u8]) -> Option<Directive> {
    let line = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
    let len = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match &line[..len] {
        b"if" => Some(Directive::If),
        b"elif" | b"else" => Some(Directive::Else),
        b"endif" => Some(Directive::End),
        _ => None,
    }
}

/// Brackets of a line that are opened and not closed, those in texts and comments left out.
fn balance(line: &[u8]) -> i32 {
    let mut open = 0;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open -= 1,
            b'/' if line.get(at + 1) == Some(&b'/') => break,
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < line.len() && line[at] != quote {
                    at += if line[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    open
}

fn blank(text: &mut [u8], from: usize, to: usize) {
    for byte in text.get_mut(from..to).unwrap_or_default() {
        if !matches!(*byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_directives;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let masked = without_directives(text.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(masked.as_deref(), expected);
    }

    #[test]
    fn both_arms_stay_unless_one_cannot_stand_behind_the_other() {
        check("a\nb", None);
        check("#region x\n", None);
        check("#if A\nx;\n #else\ny;\n#endif\nz", Some("     \nx;\n      \ny;\n      \nz"));
        check("#if A\nf({\n#else\ng({\n#endif\n});", Some("     \nf({\n     \n   \n      \n});"));
        check(
            "#if A\n#if B\n{\n#endif\nö(\n#elif C\n\"{\"\n#endif",
            Some("     \n     \n{\n      \nö(\n       \n   \n      "),
        );
    }
}
