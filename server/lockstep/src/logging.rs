//! Where our own words go: standard error, which is the log in a host.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// The variable that says how much is logged.
const VARIABLE: &str = "LOCKSTEP_LOG";

/// Starts logging: in a host with times, in a command as single lines.
pub(crate) fn start(host: bool) {
    // The library tells every message at its "info".
    let default = if host { "info,rmcp=warn" } else { "warn" };
    let filter = EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new(default));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if host {
        builder.with_ansi(false).init();
    } else {
        builder.with_ansi(std::io::stderr().is_terminal()).without_time().with_target(false).init();
    }
}
