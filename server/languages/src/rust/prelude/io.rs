// Input, output, paths, files.

pub mod io {
    pub type Result<T> = crate::result::Result<T, Error>;
    pub struct Error;
    impl Error {
        pub fn new<E>(kind: ErrorKind, error: E) -> Error;
        pub fn other<E>(error: E) -> Error;
        pub fn last_os_error() -> Error;
        pub fn from_raw_os_error(code: i32) -> Error;
        pub fn raw_os_error(&self) -> Option<i32>;
        pub fn get_ref(&self) -> Option<&(dyn crate::error::Error + Send + Sync)>;
        pub fn into_inner(self) -> Option<Box<dyn crate::error::Error + Send + Sync>>;
        pub fn kind(&self) -> ErrorKind;
    }
    impl crate::error::Error for Error {}
    impl crate::fmt::Display for Error {}
    impl crate::fmt::Debug for Error {}
    impl From<ErrorKind> for Error { fn from(kind: ErrorKind) -> Error; }
    pub enum ErrorKind {
        NotFound, PermissionDenied, ConnectionRefused, ConnectionReset, ConnectionAborted, NotConnected, AddrInUse,
        AddrNotAvailable, BrokenPipe, AlreadyExists, WouldBlock, NotADirectory, IsADirectory, DirectoryNotEmpty,
        InvalidInput, InvalidData, TimedOut, WriteZero, Interrupted, Unsupported, UnexpectedEof, OutOfMemory, Other,
        StorageFull, ResourceBusy, Deadlock, ReadOnlyFilesystem,
    }
    pub trait Read {
        fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
        fn read_to_end(&mut self, buf: &mut Vec<u8>) -> Result<usize>;
        fn read_to_string(&mut self, buf: &mut String) -> Result<usize>;
        fn read_exact(&mut self, buf: &mut [u8]) -> Result<()>;
        fn by_ref(&mut self) -> &mut Self;
        fn bytes(self) -> impl Iterator<Item = Result<u8>>;
        fn chain<R: Read>(self, next: R) -> impl Read;
        fn take(self, limit: u64) -> Take<Self>;
    }
    pub trait Write {
        fn write(&mut self, buf: &[u8]) -> Result<usize>;
        fn flush(&mut self) -> Result<()>;
        fn write_all(&mut self, buf: &[u8]) -> Result<()>;
        fn write_fmt(&mut self, args: crate::fmt::Arguments) -> Result<()>;
        fn write_vectored(&mut self, bufs: &[IoSlice]) -> Result<usize>;
        fn by_ref(&mut self) -> &mut Self;
    }
    pub trait Seek {
        fn seek(&mut self, pos: SeekFrom) -> Result<u64>;
        fn rewind(&mut self) -> Result<()>;
        fn stream_position(&mut self) -> Result<u64>;
    }
    pub trait BufRead: Read {
        fn fill_buf(&mut self) -> Result<&[u8]>;
        fn consume(&mut self, amount: usize);
        fn read_until(&mut self, byte: u8, buf: &mut Vec<u8>) -> Result<usize>;
        fn read_line(&mut self, buf: &mut String) -> Result<usize>;
        fn split(self, byte: u8) -> impl Iterator<Item = Result<Vec<u8>>>;
        fn lines(self) -> Lines<Self>;
    }
    pub trait IsTerminal { fn is_terminal(&self) -> bool; }
    pub struct Lines<B>;
    impl<B> Iterator for Lines<B> { type Item = Result<String>; }
    pub struct Take<T>;
    impl<T> Take<T> { pub fn limit(&self) -> u64; pub fn into_inner(self) -> T; }
    impl<T> Read for Take<T> {}
    pub struct IoSlice;
    impl IoSlice { pub fn new(buf: &[u8]) -> IoSlice; }
    pub enum SeekFrom { Start(u64), End(i64), Current(i64) }
    pub struct BufReader<R>;
    impl<R> BufReader<R> { pub fn new(inner: R) -> BufReader<R>; pub fn with_capacity(capacity: usize, inner: R) -> BufReader<R>; pub fn get_ref(&self) -> &R; pub fn get_mut(&mut self) -> &mut R; pub fn into_inner(self) -> R; pub fn buffer(&self) -> &[u8]; }
    impl<R> Read for BufReader<R> {}
    impl<R> BufRead for BufReader<R> {}
    pub struct BufWriter<W>;
    impl<W> BufWriter<W> { pub fn new(inner: W) -> BufWriter<W>; pub fn with_capacity(capacity: usize, inner: W) -> BufWriter<W>; pub fn get_ref(&self) -> &W; pub fn get_mut(&mut self) -> &mut W; pub fn into_inner(self) -> crate::result::Result<W, Error>; }
    impl<W> Write for BufWriter<W> {}
    pub struct LineWriter<W>;
    impl<W> LineWriter<W> { pub fn new(inner: W) -> LineWriter<W>; pub fn get_ref(&self) -> &W; pub fn get_mut(&mut self) -> &mut W; }
    impl<W> Write for LineWriter<W> {}
    pub struct Cursor<T>;
    impl<T> Cursor<T> { pub fn new(inner: T) -> Cursor<T>; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; pub fn position(&self) -> u64; pub fn set_position(&mut self, pos: u64); }
    impl<T> Read for Cursor<T> {}
    impl<T> BufRead for Cursor<T> {}
    impl<T> Write for Cursor<T> {}
    impl<T> Seek for Cursor<T> {}
    pub struct Stdin;
    impl Stdin { pub fn lock(&self) -> StdinLock; pub fn read_line(&self, buf: &mut String) -> Result<usize>; pub fn lines(self) -> Lines<StdinLock>; }
    impl Read for Stdin {}
    impl IsTerminal for Stdin {}
    pub struct StdinLock;
    impl Read for StdinLock {}
    impl BufRead for StdinLock {}
    pub struct Stdout;
    impl Stdout { pub fn lock(&self) -> StdoutLock; }
    impl Write for Stdout {}
    impl IsTerminal for Stdout {}
    pub struct StdoutLock;
    impl Write for StdoutLock {}
    impl IsTerminal for StdoutLock {}
    pub struct Stderr;
    impl Stderr { pub fn lock(&self) -> StderrLock; }
    impl Write for Stderr {}
    impl IsTerminal for Stderr {}
    pub struct StderrLock;
    impl Write for StderrLock {}
    pub struct Empty;
    impl Read for Empty {}
    pub struct Sink;
    impl Write for Sink {}
    pub fn stdin() -> Stdin;
    pub fn stdout() -> Stdout;
    pub fn stderr() -> Stderr;
    pub fn empty() -> Empty;
    pub fn sink() -> Sink;
    pub fn copy<R: Read, W: Write>(reader: &mut R, writer: &mut W) -> Result<u64>;
    pub fn read_to_string<R: Read>(reader: R) -> Result<String>;
    pub mod prelude { pub use super::{BufRead, Read, Seek, Write}; }
}

pub mod ffi {
    pub struct OsStr;
    impl OsStr {
        pub fn new<S>(s: &S) -> &OsStr;
        pub fn to_str(&self) -> Option<&str>;
        pub fn to_string_lossy(&self) -> crate::borrow::Cow<str>;
        pub fn to_os_string(&self) -> OsString;
        pub fn to_owned(&self) -> OsString;
        pub fn is_empty(&self) -> bool;
        pub fn len(&self) -> usize;
        pub fn into_os_string(self) -> OsString;
        pub fn as_encoded_bytes(&self) -> &[u8];
        pub fn from_encoded_bytes_unchecked(bytes: &[u8]) -> &OsStr;
        pub fn to_ascii_lowercase(&self) -> OsString;
        pub fn eq_ignore_ascii_case<S>(&self, other: S) -> bool;
        pub fn display(&self) -> impl crate::fmt::Display;
        pub fn as_bytes(&self) -> &[u8];
        pub fn from_bytes(slice: &[u8]) -> &OsStr;
    }
    impl ToOwned for OsStr { type Owned = OsString; }
    impl Ord for OsStr {}
    pub struct OsString;
    impl OsString {
        pub fn new() -> OsString;
        pub fn with_capacity(capacity: usize) -> OsString;
        pub fn as_os_str(&self) -> &OsStr;
        pub fn into_string(self) -> Result<String, OsString>;
        pub fn push<T>(&mut self, s: T);
        pub fn clear(&mut self);
        pub fn into_boxed_os_str(self) -> Box<OsStr>;
        pub fn into_encoded_bytes(self) -> Vec<u8>;
        pub fn from_encoded_bytes_unchecked(bytes: Vec<u8>) -> OsString;
        pub fn from_vec(vec: Vec<u8>) -> OsString;
        pub fn into_vec(self) -> Vec<u8>;
    }
    impl crate::ops::Deref for OsString { type Target = OsStr; }
    impl Clone for OsString {}
    impl Default for OsString { fn default() -> OsString; }
    impl From<&str> for OsString { fn from(s: &str) -> OsString; }
    impl crate::str::FromStr for OsString { type Err = crate::convert::Infallible; }
    pub struct CStr;
    impl CStr { pub fn from_ptr(ptr: *const c_char) -> &CStr; pub fn as_ptr(&self) -> *const c_char; pub fn to_bytes(&self) -> &[u8]; pub fn to_str(&self) -> Result<&str, crate::str::Utf8Error>; pub fn to_string_lossy(&self) -> crate::borrow::Cow<str>; }
    pub struct CString;
    impl CString { pub fn new<T>(t: T) -> Result<CString, NulError>; pub fn as_c_str(&self) -> &CStr; pub fn into_raw(self) -> *mut c_char; }
    impl crate::ops::Deref for CString { type Target = CStr; }
    pub struct NulError;
    pub type c_char = i8;
    pub type c_int = i32;
    pub type c_uint = u32;
    pub type c_long = i64;
    pub type c_ulong = u64;
    pub enum c_void {}
}

pub mod path {
    pub struct Path;
    impl Path {
        pub fn new<S>(s: &S) -> &Path;
        pub fn as_os_str(&self) -> &crate::ffi::OsStr;
        pub fn to_str(&self) -> Option<&str>;
        pub fn to_string_lossy(&self) -> crate::borrow::Cow<str>;
        pub fn to_path_buf(&self) -> PathBuf;
        pub fn to_owned(&self) -> PathBuf;
        pub fn is_absolute(&self) -> bool;
        pub fn is_relative(&self) -> bool;
        pub fn has_root(&self) -> bool;
        pub fn parent(&self) -> Option<&Path>;
        pub fn ancestors(&self) -> impl Iterator<Item = &Path>;
        pub fn file_name(&self) -> Option<&crate::ffi::OsStr>;
        pub fn strip_prefix<P>(&self, base: P) -> Result<&Path, StripPrefixError>;
        pub fn starts_with<P>(&self, base: P) -> bool;
        pub fn ends_with<P>(&self, child: P) -> bool;
        pub fn file_stem(&self) -> Option<&crate::ffi::OsStr>;
        pub fn extension(&self) -> Option<&crate::ffi::OsStr>;
        pub fn join<P>(&self, path: P) -> PathBuf;
        pub fn with_file_name<S>(&self, file_name: S) -> PathBuf;
        pub fn with_extension<S>(&self, extension: S) -> PathBuf;
        pub fn components(&self) -> Components;
        pub fn iter(&self) -> impl Iterator<Item = &crate::ffi::OsStr>;
        pub fn display(&self) -> Display;
        pub fn metadata(&self) -> crate::io::Result<crate::fs::Metadata>;
        pub fn symlink_metadata(&self) -> crate::io::Result<crate::fs::Metadata>;
        pub fn canonicalize(&self) -> crate::io::Result<PathBuf>;
        pub fn read_link(&self) -> crate::io::Result<PathBuf>;
        pub fn read_dir(&self) -> crate::io::Result<crate::fs::ReadDir>;
        pub fn exists(&self) -> bool;
        pub fn try_exists(&self) -> crate::io::Result<bool>;
        pub fn is_file(&self) -> bool;
        pub fn is_dir(&self) -> bool;
        pub fn is_symlink(&self) -> bool;
        pub fn into_path_buf(self) -> PathBuf;
    }
    impl ToOwned for Path { type Owned = PathBuf; }
    impl Ord for Path {}
    pub struct PathBuf;
    impl PathBuf {
        pub fn new() -> PathBuf;
        pub fn as_path(&self) -> &Path;
        pub fn push<P>(&mut self, path: P);
        pub fn pop(&mut self) -> bool;
        pub fn set_file_name<S>(&mut self, file_name: S);
        pub fn set_extension<S>(&mut self, extension: S) -> bool;
        pub fn into_os_string(self) -> crate::ffi::OsString;
        pub fn into_boxed_path(self) -> Box<Path>;
    }
    impl crate::ops::Deref for PathBuf { type Target = Path; }
    impl Clone for PathBuf {}
    impl Default for PathBuf { fn default() -> PathBuf; }
    impl From<&str> for PathBuf { fn from(s: &str) -> PathBuf; }
    impl crate::str::FromStr for PathBuf { type Err = crate::convert::Infallible; }
    impl FromIterator<&Path> for PathBuf {}
    pub struct Display;
    impl crate::fmt::Display for Display {}
    pub struct StripPrefixError;
    pub struct Components;
    impl Components { pub fn as_path(&self) -> &Path; }
    impl Iterator for Components { type Item = Component; }
    pub enum Component { Prefix(PrefixComponent), RootDir, CurDir, ParentDir, Normal(crate::ffi::OsStr) }
    impl Component { pub fn as_os_str(self) -> &crate::ffi::OsStr; }
    pub struct PrefixComponent;
    pub const MAIN_SEPARATOR: char;
    pub const MAIN_SEPARATOR_STR: &str;
    pub fn is_separator(c: char) -> bool;
    pub fn absolute<P>(path: P) -> crate::io::Result<PathBuf>;
}

pub mod fs {
    use crate::io::Result;
    use crate::path::{Path, PathBuf};
    pub struct File;
    impl File {
        pub fn open<P>(path: P) -> Result<File>;
        pub fn create<P>(path: P) -> Result<File>;
        pub fn create_new<P>(path: P) -> Result<File>;
        pub fn options() -> OpenOptions;
        pub fn sync_all(&self) -> Result<()>;
        pub fn sync_data(&self) -> Result<()>;
        pub fn set_len(&self, size: u64) -> Result<()>;
        pub fn metadata(&self) -> Result<Metadata>;
        pub fn try_clone(&self) -> Result<File>;
        pub fn set_permissions(&self, perm: Permissions) -> Result<()>;
    }
    impl crate::io::Read for File {}
    impl crate::io::Write for File {}
    impl crate::io::Seek for File {}
    pub struct OpenOptions;
    impl OpenOptions { pub fn new() -> OpenOptions; pub fn read(&mut self, read: bool) -> &mut OpenOptions; pub fn write(&mut self, write: bool) -> &mut OpenOptions; pub fn append(&mut self, append: bool) -> &mut OpenOptions; pub fn truncate(&mut self, truncate: bool) -> &mut OpenOptions; pub fn create(&mut self, create: bool) -> &mut OpenOptions; pub fn create_new(&mut self, create_new: bool) -> &mut OpenOptions; pub fn open<P>(&self, path: P) -> Result<File>; }
    pub struct Metadata;
    impl Metadata { pub fn file_type(&self) -> FileType; pub fn is_dir(&self) -> bool; pub fn is_file(&self) -> bool; pub fn is_symlink(&self) -> bool; pub fn len(&self) -> u64; pub fn permissions(&self) -> Permissions; pub fn modified(&self) -> Result<crate::time::SystemTime>; pub fn accessed(&self) -> Result<crate::time::SystemTime>; pub fn created(&self) -> Result<crate::time::SystemTime>; }
    pub struct FileType;
    impl FileType { pub fn is_dir(&self) -> bool; pub fn is_file(&self) -> bool; pub fn is_symlink(&self) -> bool; }
    pub struct Permissions;
    impl Permissions { pub fn readonly(&self) -> bool; pub fn set_readonly(&mut self, readonly: bool); }
    pub struct DirEntry;
    impl DirEntry { pub fn path(&self) -> PathBuf; pub fn metadata(&self) -> Result<Metadata>; pub fn file_type(&self) -> Result<FileType>; pub fn file_name(&self) -> crate::ffi::OsString; }
    pub struct ReadDir;
    impl Iterator for ReadDir { type Item = Result<DirEntry>; }
    pub fn read<P>(path: P) -> Result<Vec<u8>>;
    pub fn read_to_string<P>(path: P) -> Result<String>;
    pub fn write<P, C>(path: P, contents: C) -> Result<()>;
    pub fn remove_file<P>(path: P) -> Result<()>;
    pub fn metadata<P>(path: P) -> Result<Metadata>;
    pub fn symlink_metadata<P>(path: P) -> Result<Metadata>;
    pub fn rename<P, Q>(from: P, to: Q) -> Result<()>;
    pub fn copy<P, Q>(from: P, to: Q) -> Result<u64>;
    pub fn hard_link<P, Q>(original: P, link: Q) -> Result<()>;
    pub fn read_link<P>(path: P) -> Result<PathBuf>;
    pub fn canonicalize<P>(path: P) -> Result<PathBuf>;
    pub fn create_dir<P>(path: P) -> Result<()>;
    pub fn create_dir_all<P>(path: P) -> Result<()>;
    pub fn remove_dir<P>(path: P) -> Result<()>;
    pub fn remove_dir_all<P>(path: P) -> Result<()>;
    pub fn read_dir<P>(path: P) -> Result<ReadDir>;
    pub fn set_permissions<P>(path: P, perm: Permissions) -> Result<()>;
    pub fn exists<P>(path: P) -> Result<bool>;
}
