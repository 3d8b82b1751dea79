//! The host's log file, kept small.

use std::fs::{File, OpenOptions};
use std::io;

use crate::places::Places;

/// A log larger than this, in bytes, is put aside when a host starts; one old one is kept.
const MAX_LOG: u64 = 4 * 1024 * 1024;

/// Opens the log to append to. To be called by the holder of the lock alone.
pub(crate) fn open_log(places: &Places) -> io::Result<File> {
    let log = places.log();
    if log.metadata().is_ok_and(|metadata| metadata.len() > MAX_LOG) {
        std::fs::rename(&log, log.with_extension("log.1"))?;
    }
    OpenOptions::new().create(true).append(true).open(log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_log_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().to_path_buf();
        let places = Places { state: state.clone(), cache: state.clone(), socket: state.clone() };
        open_log(&places).unwrap().set_len(MAX_LOG + 1).unwrap();
        assert_eq!(open_log(&places).unwrap().metadata().unwrap().len(), 0);
        assert_eq!(state.join("host.log.1").metadata().unwrap().len(), MAX_LOG + 1);
    }
}
