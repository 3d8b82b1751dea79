//! What differs between systems: how a file's state is stamped and how it is opened without waiting on it.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A write so shortly before the look may share its time stamp with the next one; such a stamp proves nothing.
const CLOCK_GRAIN: Duration = Duration::from_millis(100);

/// Length of a stamp that is kept.
pub(crate) const STAMP_BYTES: usize = 56;

/// What a file's metadata says of its content: equal stamps, unless racy, mean equal content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    length: u64,
    /// Nanoseconds since the epoch of the last write, and of the last change of the metadata (0 where there is none).
    modified: i128,
    changed: i128,
    /// Device and number of the file (0 where there are none).
    identity: (u64, u64),
}

impl Stamp {
    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds = |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Stamp {
            length: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            identity: (metadata.dev(), metadata.ino()),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        let modified =
            metadata.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        Stamp {
            length: metadata.len(),
            modified: modified.map_or(0, |time| time.as_nanos() as i128),
            changed: 0,
            identity: (0, 0),
        }
    }

    /// The form in which it is kept between two runs.
    pub(crate) fn to_bytes(self) -> [u8; STAMP_BYTES] {
        let mut bytes = [0; STAMP_BYTES];
        bytes[..8].copy_from_slice(&self.length.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.modified.to_le_bytes());
        bytes[24..40].copy_from_slice(&self.changed.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.identity.0.to_le_bytes());
        bytes[48..].copy_from_slice(&self.identity.1.to_le_bytes());
        bytes
    }

    /// Whether a write after a look at `now` could leave the stamp as it is.
    pub(crate) fn is_racy(&self, now: SystemTime) -> bool {
        let now = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as i128);
        now - self.modified.max(self.changed) < CLOCK_GRAIN.as_nanos() as i128
    }
}

/// Which folder stands at `path`, by its number and when it was made (numbers are used again). None where there is none.
pub(crate) type Identity = Option<((u64, u64), Option<SystemTime>)>;

/// See [`Identity`].
pub(crate) fn identity(path: &Path) -> Identity {
    let metadata = std::fs::metadata(path).ok()?;
    Some((Stamp::of(&metadata).identity, metadata.created().ok()))
}

/// Opens a file that was regular a moment ago, without waiting if it has become a pipe and without following a link.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits() as i32);
    }
    options.open(path)
}
