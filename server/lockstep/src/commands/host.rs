//! `lockstep host`: the host itself; started by whoever needs it, never by hand.

use lockstep_host::{HostOptions, Places, Report, detach_and_spawn, run_host};

use crate::output::print;
use crate::{Code, DONE, FAILED};

/// In the foreground. With `report`, standard output gets one line and after that everything goes to the log.
pub(crate) async fn run(report: bool) -> anyhow::Result<Code> {
    let options = HostOptions::of_environment().map_err(anyhow::Error::msg)?;
    let mut standing = Report::Taken;
    run_host(Places::of_environment(), options, report, |known| {
        standing = known.clone();
        if report {
            // Whoever started us may have lost patience; the host is wanted all the same.
            let _ = print(&format!("{known}\n"));
        }
    })
    .await?;
    if standing == Report::Taken && !report {
        tracing::warn!("a host is running already");
    }
    Ok(DONE)
}

/// In the background: passes on the report.
pub(crate) fn detach() -> Code {
    let started =
        std::env::current_exe().and_then(|program| detach_and_spawn(&program, &["host", "--report"]));
    match started {
        Ok(report) => u8::from(print(&report).is_err()),
        Err(error) => {
            tracing::error!("{error}");
            FAILED
        }
    }
}
