//! Which version this is, and which of two is newer.

/// Tests let one build stand for two of different versions; nothing else sets it.
const TEST_VARIABLE: &str = "LOCKSTEP_TEST_VERSION";

/// This program's version, as it says it to others.
pub fn version() -> String {
    std::env::var(TEST_VARIABLE).unwrap_or_else(|_| env!("CARGO_PKG_VERSION").to_owned())
}

/// Whether `one` is a newer version than `other`; what is no version is never newer. A pre-release (`1.2.0-rc.1`) is older than
/// what it precedes, and is not told apart from its like.
pub(crate) fn is_newer(one: &str, other: &str) -> bool {
    match (parts(one), parts(other)) {
        (Some(one), Some(other)) => one > other,
        _ => false,
    }
}

/// Major, minor, patch, and whether it is a release.
fn parts(version: &str) -> Option<([u64; 3], bool)> {
    let version = version.split('+').next()?;
    let (numbers, release) = match version.split_once('-') {
        Some((numbers, _)) => (numbers, false),
        None => (version, true),
    };
    let mut found = numbers.split('.').map(|number| number.parse::<u64>().ok());
    let parts = [found.next()??, found.next()??, found.next()??];
    found.next().is_none().then_some((parts, release))
}

#[cfg(test)]
mod tests {
    use super::is_newer;

    #[test]
    fn versions_are_compared_by_number() {
        for (one, other) in
            [("0.2.0", "0.1.9"), ("0.10.0", "0.9.0"), ("1.0.0", "1.0.0-rc.1"), ("1.0.1-rc.1", "1.0.0")]
        {
            assert!(is_newer(one, other) && !is_newer(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("0.1.0", "0.1.0"),
            ("1.0.0-rc.2", "1.0.0-rc.1"),
            ("1.0.0+build", "1.0.0"),
            ("newest", "0.1.0"),
            ("1.0", "0.1.0"),
            ("2.0.0", "old"),
            ("1.0.0.0", "0.1.0"),
        ] {
            assert!(!is_newer(one, other), "{one} {other}");
        }
    }
}
