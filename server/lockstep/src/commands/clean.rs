//! `lockstep clean`: removes what was stored and can be made again.

use std::io;
use std::path::Path;

use lockstep_host::{Guard, GuardError, Places};

use super::stop::stop;
use crate::output::print;
use crate::{Code, DONE, FAILED};

pub(crate) async fn run(stop_first: bool) -> anyhow::Result<Code> {
    let places = Places::of_environment();
    if stop_first {
        stop(&places).await?;
    }
    // Held until all is gone: no host starts meanwhile.
    let _guard = match Guard::take(&places) {
        Ok(guard) => guard,
        Err(GuardError::Taken) => {
            tracing::error!(
                "a host is running; `lockstep clean --stop` stops it first (what is attached starts it again)"
            );
            return Ok(FAILED);
        }
        Err(error @ GuardError::Impossible(_)) => return Err(error.into()),
    };
    let log = places.log();
    let mut removed = 0;
    for place in [&places.cache, &places.cookies(), &log, &log.with_extension("log.1")] {
        if remove(place)? {
            print(&format!("removed {}\n", place.display()))?;
            removed += 1;
        }
    }
    if removed == 0 {
        print("nothing was stored\n")?;
    }
    Ok(DONE)
}

/// Removes a file or a folder; whether there was one.
fn remove(place: &Path) -> io::Result<bool> {
    let metadata = match place.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    if metadata.is_dir() {
        std::fs::remove_dir_all(place)?
    } else {
        std::fs::remove_file(place)?
    }
    Ok(true)
}
