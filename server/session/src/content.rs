//! Reading one file of the tree: what it holds, or by which rule it is left out.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

use lockstep_facts::{Language, hash_text};
use lockstep_ide::SkipReason;

use crate::platform::{Stamp, open};

/// Files larger than this are left out unless `.lockstep.toml` says otherwise.
pub(crate) const MAX_FILE_BYTES: u64 = 2 << 20;
/// A line longer than this was not written by hand.
const MAX_LINE_BYTES: usize = 20_000;
/// … and makes a minified file where there are fewer lines than this.
const FEW_LINES: usize = 50;
/// Neither was a text whose lines are longer than this on average …
const MAX_MEAN_LINE_BYTES: usize = 500;
/// … unless it is so short that the average says nothing.
const MEAN_MATTERS_FROM_BYTES: usize = 4_096;
/// How often a file that changes while it is read is read again before the last reading is taken as it is. The write
/// that goes on then is seen by the watcher or by the stamp.
const READ_TRIES: usize = 4;

/// What a path holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// A text, without its byte-order mark (editors leave it out of what they send, so positions agree).
    Text(String),
    /// Listed, but left out.
    Skipped(SkipReason),
    /// No file that could belong to the tree.
    Gone,
}

/// What is compared to tell whether a file says something new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fingerprint {
    /// The hash of its text.
    Text(u64),
    /// Why it is left out.
    Skipped(SkipReason),
}

impl Content {
    pub(crate) fn fingerprint(&self) -> Option<Fingerprint> {
        match self {
            Content::Text(text) => Some(Fingerprint::Text(hash_text(text))),
            Content::Skipped(reason) => Some(Fingerprint::Skipped(reason.clone())),
            Content::Gone => None,
        }
    }
}

/// Reads `path` (from `root`, with `/`). The stamp is of the file as it was before the first byte was read, so a write
/// after that changes it; none if it cannot be trusted to.
pub(crate) fn read(root: &Path, path: &str, language: Language, max_bytes: u64) -> (Content, Option<Stamp>) {
    let absolute = root.join(path);
    for attempt in 1..=READ_TRIES {
        match read_once(root, &absolute, language, max_bytes) {
            Ok((content, before, after)) => {
                if before == after || attempt == READ_TRIES {
                    let stamp = (before == after).then_some(before).flatten();
                    return (content, stamp.filter(|stamp| !stamp.is_racy(SystemTime::now())));
                }
            }
            Err(error) if is_absent(&error) => return (Content::Gone, None),
            Err(error) => return (Content::Skipped(SkipReason::Unreadable(error.kind().to_string())), None),
        }
    }
    (Content::Gone, None)
}

/// Whether an error says that there is no such file.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

type Reading = (Content, Option<Stamp>, Option<Stamp>);

fn read_once(root: &Path, absolute: &Path, language: Language, max_bytes: u64) -> io::Result<Reading> {
    match read_bytes(root, absolute, max_bytes)? {
        Bytes::Gone => Ok((Content::Gone, None, None)),
        Bytes::Skipped(reason, stamp) => Ok((Content::Skipped(reason), Some(stamp), Some(stamp))),
        Bytes::Read { bytes, before, after } => Ok((classify(bytes, language), Some(before), Some(after))),
    }
}

/// What a path of the tree holds, before anything is said of it as a text.
pub(crate) enum Bytes {
    /// No file that could belong to the tree.
    Gone,
    /// Left out without being read.
    Skipped(SkipReason, Stamp),
    /// All of it, and the file's stamps before and after.
    Read { bytes: Vec<u8>, before: Stamp, after: Stamp },
}

/// Reads the file at `absolute`, below `root`, if it has at most `max_bytes`.
pub(crate) fn read_bytes(root: &Path, absolute: &Path, max_bytes: u64) -> io::Result<Bytes> {
    let listed = fs::symlink_metadata(absolute)?;
    if listed.is_symlink() || listed.is_dir() {
        return Ok(Bytes::Gone);
    }
    let stamp = Stamp::of(&listed);
    // Opening a pipe or a device can wait for ever or have effects.
    if !listed.is_file() {
        return Ok(Bytes::Skipped(SkipReason::NotAFile, stamp));
    }
    if listed.len() > max_bytes {
        return Ok(Bytes::Skipped(SkipReason::TooLarge(listed.len()), stamp));
    }
    // A folder on the way may have become a link out of the tree since the walk.
    let folder = absolute.parent().unwrap_or(root);
    if fs::canonicalize(folder)? != folder {
        return Ok(Bytes::Gone);
    }
    let mut file = open(absolute)?;
    let opened = file.metadata()?;
    let before = Stamp::of(&opened);
    if !opened.is_file() {
        return Ok(Bytes::Skipped(SkipReason::NotAFile, before));
    }
    let mut bytes = Vec::with_capacity(opened.len().min(max_bytes) as usize + 1);
    file.by_ref().take(max_bytes + 1).read_to_end(&mut bytes)?;
    let after = Stamp::of(&file.metadata()?);
    if bytes.len() as u64 > max_bytes {
        return Ok(Bytes::Skipped(SkipReason::TooLarge(bytes.len() as u64), after));
    }
    Ok(Bytes::Read { bytes, before, after })
}

fn classify(bytes: Vec<u8>, language: Language) -> Content {
    let Ok(mut text) = String::from_utf8(bytes) else { return Content::Skipped(SkipReason::NotText) };
    if text.as_bytes().contains(&0) {
        return Content::Skipped(SkipReason::NotText);
    }
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    // Package files are data, and written by machines as often as by hand.
    if language != Language::Package && is_minified(&text) {
        return Content::Skipped(SkipReason::Minified);
    }
    Content::Text(text)
}

fn is_minified(text: &str) -> bool {
    let (mut lines, mut long) = (0, 0);
    for line in text.as_bytes().split(|byte| matches!(byte, b'\n' | b'\r')) {
        long += if line.len() > MAX_LINE_BYTES { line.len() } else { 0 };
        lines += 1;
    }
    // One long literal among ordinary lines makes no minified file.
    if long > 0 && (long * 10 > text.len() * 9 || lines < FEW_LINES) {
        return true;
    }
    text.len() >= MEAN_MATTERS_FROM_BYTES && text.len() / lines > MAX_MEAN_LINE_BYTES
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lockstep_facts::Language;
    use lockstep_ide::SkipReason;

    use super::{Content, read};

    fn content(bytes: &[u8]) -> Content {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::write(root.join("a.py"), bytes).unwrap();
        read(&root, "a.py", Language::Python, 100_000).0
    }

    fn skipped(bytes: &[u8]) -> Option<SkipReason> {
        match content(bytes) {
            Content::Skipped(reason) => Some(reason),
            _ => None,
        }
    }

    #[test]
    fn texts_are_told_from_what_is_left_out() {
        assert!(matches!(content("a = '°'\r\n".as_bytes()), Content::Text(text) if text == "a = '°'\r\n"));
        assert!(matches!(content(b"\xef\xbb\xbfa = 1\n"), Content::Text(text) if text == "a = 1\n"));
        assert!(matches!(content(b""), Content::Text(text) if text.is_empty()));
        assert_eq!(skipped(b"caf\xe9 = 1"), Some(SkipReason::NotText));
        assert_eq!(skipped(b"a = 1\0"), Some(SkipReason::NotText));
        assert_eq!(skipped(&[b'x'; 100_001]), Some(SkipReason::TooLarge(100_001)));
        assert_eq!(skipped(&[b'x'; 20_001]), Some(SkipReason::Minified));
        let literal = format!("{}x = '{}'\n", "y = 1\n".repeat(900), "z".repeat(30_000));
        assert_eq!(skipped(literal.as_bytes()), None, "one long literal among ordinary lines");
        assert_eq!(skipped(&[[b'y'; 600].as_slice(), b"\n"].concat().repeat(8)), Some(SkipReason::Minified));
        assert_eq!(skipped(&[b'y'; 600]), None);
    }

    #[test]
    fn what_is_no_file_of_the_tree_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(root.join("inside.py")).unwrap();
        assert!(matches!(read(&root, "inside.py", Language::Python, 100).0, Content::Gone));
        assert!(matches!(read(&root, "absent/a.py", Language::Python, 100).0, Content::Gone));
        #[cfg(unix)]
        {
            let outside = tempfile::tempdir().unwrap();
            fs::write(outside.path().join("secret.py"), "token = 1\n").unwrap();
            std::os::unix::fs::symlink(outside.path(), root.join("link")).unwrap();
            std::os::unix::fs::symlink(outside.path().join("secret.py"), root.join("leak.py")).unwrap();
            assert!(matches!(read(&root, "link/secret.py", Language::Python, 100).0, Content::Gone));
            assert!(matches!(read(&root, "leak.py", Language::Python, 100).0, Content::Gone));
        }
    }
}
