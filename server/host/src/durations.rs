//! Lengths of time as people write them: `10m`, `30s`, `500ms`.

use std::time::Duration;

/// Reads `10m`, `1.5h`, `30s`, `500ms`; a bare number is seconds.
///
/// # Errors
/// What to write instead.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits =
        text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds_in_unit = match unit.trim() {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let seconds = number.parse::<f64>().unwrap_or(f64::NAN) * seconds_in_unit;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("`{text}` is no length of time; write for example 10m, 30s or 500ms"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(parse_duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(parse_duration("30 s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("7"), Ok(Duration::from_secs(7)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5h"), Ok(Duration::from_secs(5400)));
    }

    #[test]
    fn anything_else_is_an_error_that_says_how() {
        for text in ["", "m", "ten", "-1", "5 days", "1e400s", "9999999999999999999999h"] {
            assert!(parse_duration(text).is_err_and(|error| error.contains("10m")), "{text}");
        }
    }
}
