// Processes, threads, time, synchronisation, the network.

pub mod env {
    pub fn args() -> Args;
    pub fn args_os() -> ArgsOs;
    pub fn var<K>(key: K) -> Result<String, VarError>;
    pub fn var_os<K>(key: K) -> Option<crate::ffi::OsString>;
    pub fn vars() -> impl Iterator<Item = (String, String)>;
    pub fn vars_os() -> impl Iterator<Item = (crate::ffi::OsString, crate::ffi::OsString)>;
    pub fn set_var<K, V>(key: K, value: V);
    pub fn remove_var<K>(key: K);
    pub fn current_dir() -> crate::io::Result<crate::path::PathBuf>;
    pub fn set_current_dir<P>(path: P) -> crate::io::Result<()>;
    pub fn current_exe() -> crate::io::Result<crate::path::PathBuf>;
    pub fn temp_dir() -> crate::path::PathBuf;
    pub fn home_dir() -> Option<crate::path::PathBuf>;
    pub fn split_paths<T>(unparsed: &T) -> impl Iterator<Item = crate::path::PathBuf>;
    pub fn join_paths<I, T>(paths: I) -> Result<crate::ffi::OsString, JoinPathsError>;
    pub struct JoinPathsError;
    pub struct Args;
    impl Iterator for Args { type Item = String; }
    pub struct ArgsOs;
    impl Iterator for ArgsOs { type Item = crate::ffi::OsString; }
    pub enum VarError { NotPresent, NotUnicode(crate::ffi::OsString) }
    impl crate::error::Error for VarError {}
    pub mod consts { pub const OS: &str; pub const ARCH: &str; pub const FAMILY: &str; pub const EXE_SUFFIX: &str; pub const EXE_EXTENSION: &str; pub const DLL_SUFFIX: &str; }
}

pub mod process {
    pub struct Command;
    impl Command {
        pub fn new<S>(program: S) -> Command;
        pub fn arg<S>(&mut self, arg: S) -> &mut Command;
        pub fn args<I>(&mut self, args: I) -> &mut Command;
        pub fn env<K, V>(&mut self, key: K, val: V) -> &mut Command;
        pub fn envs<I>(&mut self, vars: I) -> &mut Command;
        pub fn env_remove<K>(&mut self, key: K) -> &mut Command;
        pub fn env_clear(&mut self) -> &mut Command;
        pub fn current_dir<P>(&mut self, dir: P) -> &mut Command;
        pub fn stdin<T>(&mut self, cfg: T) -> &mut Command;
        pub fn stdout<T>(&mut self, cfg: T) -> &mut Command;
        pub fn stderr<T>(&mut self, cfg: T) -> &mut Command;
        pub fn spawn(&mut self) -> crate::io::Result<Child>;
        pub fn output(&mut self) -> crate::io::Result<Output>;
        pub fn status(&mut self) -> crate::io::Result<ExitStatus>;
        pub fn get_program(&self) -> &crate::ffi::OsStr;
        pub fn get_args(&self) -> impl Iterator<Item = &crate::ffi::OsStr>;
        pub fn exec(&mut self) -> crate::io::Error;
    }
    impl crate::fmt::Debug for Command {}
    pub struct Child { pub stdin: Option<ChildStdin>, pub stdout: Option<ChildStdout>, pub stderr: Option<ChildStderr> }
    impl Child { pub fn kill(&mut self) -> crate::io::Result<()>; pub fn id(&self) -> u32; pub fn wait(&mut self) -> crate::io::Result<ExitStatus>; pub fn try_wait(&mut self) -> crate::io::Result<Option<ExitStatus>>; pub fn wait_with_output(self) -> crate::io::Result<Output>; }
    pub struct ChildStdin;
    impl crate::io::Write for ChildStdin {}
    pub struct ChildStdout;
    impl crate::io::Read for ChildStdout {}
    pub struct ChildStderr;
    impl crate::io::Read for ChildStderr {}
    pub struct Output { pub status: ExitStatus, pub stdout: Vec<u8>, pub stderr: Vec<u8> }
    pub struct ExitStatus;
    impl ExitStatus { pub fn success(&self) -> bool; pub fn code(&self) -> Option<i32>; pub fn signal(&self) -> Option<i32>; }
    pub struct ExitCode;
    impl ExitCode { pub const SUCCESS: ExitCode; pub const FAILURE: ExitCode; }
    impl From<u8> for ExitCode { fn from(code: u8) -> ExitCode; }
    pub struct Stdio;
    impl Stdio { pub fn piped() -> Stdio; pub fn inherit() -> Stdio; pub fn null() -> Stdio; }
    pub trait Termination { fn report(self) -> ExitCode; }
    pub fn exit(code: i32) -> !;
    pub fn abort() -> !;
    pub fn id() -> u32;
}

pub mod thread {
    pub fn spawn<T, F: FnOnce() -> T>(f: F) -> JoinHandle<T>;
    pub fn scope<T, F: FnOnce(&Scope) -> T>(f: F) -> T;
    pub fn current() -> Thread;
    pub fn sleep(dur: crate::time::Duration);
    pub fn yield_now();
    pub fn park();
    pub fn panicking() -> bool;
    pub fn available_parallelism() -> crate::io::Result<crate::num::NonZeroUsize>;
    pub struct JoinHandle<T>;
    impl<T> JoinHandle<T> { pub fn join(self) -> Result<T>; pub fn thread(&self) -> &Thread; pub fn is_finished(&self) -> bool; }
    pub type Result<T> = crate::result::Result<T, Box<dyn crate::any::Any + Send>>;
    pub struct Thread;
    impl Thread { pub fn id(&self) -> ThreadId; pub fn name(&self) -> Option<&str>; pub fn unpark(&self); }
    pub struct ThreadId;
    pub struct Scope;
    impl Scope { pub fn spawn<T, F: FnOnce() -> T>(&self, f: F) -> ScopedJoinHandle<T>; }
    pub struct ScopedJoinHandle<T>;
    impl<T> ScopedJoinHandle<T> { pub fn join(self) -> Result<T>; }
    pub struct Builder;
    impl Builder { pub fn new() -> Builder; pub fn name(self, name: String) -> Builder; pub fn stack_size(self, size: usize) -> Builder; pub fn spawn<T, F: FnOnce() -> T>(self, f: F) -> crate::io::Result<JoinHandle<T>>; }
    pub struct LocalKey<T>;
    impl<T> LocalKey<T> {
        pub fn with<R, F: FnOnce(&T) -> R>(&'static self, f: F) -> R;
        pub fn try_with<R, F: FnOnce(&T) -> R>(&'static self, f: F) -> crate::result::Result<R, AccessError>;
        pub fn set(&'static self, value: T);
        pub fn get(&'static self) -> T;
        pub fn take(&'static self) -> T;
        pub fn with_borrow<R, F: FnOnce(&T) -> R>(&'static self, f: F) -> R;
        pub fn with_borrow_mut<R, F: FnOnce(&mut T) -> R>(&'static self, f: F) -> R;
    }
    pub struct AccessError;
}

pub mod time {
    pub struct Duration;
    impl Duration {
        pub const ZERO: Duration;
        pub const MAX: Duration;
        pub fn new(secs: u64, nanos: u32) -> Duration;
        pub fn from_secs(secs: u64) -> Duration;
        pub fn from_millis(millis: u64) -> Duration;
        pub fn from_micros(micros: u64) -> Duration;
        pub fn from_nanos(nanos: u64) -> Duration;
        pub fn from_secs_f64(secs: f64) -> Duration;
        pub fn from_secs_f32(secs: f32) -> Duration;
        pub fn is_zero(&self) -> bool;
        pub fn as_secs(&self) -> u64;
        pub fn as_millis(&self) -> u128;
        pub fn as_micros(&self) -> u128;
        pub fn as_nanos(&self) -> u128;
        pub fn as_secs_f64(&self) -> f64;
        pub fn as_secs_f32(&self) -> f32;
        pub fn subsec_millis(&self) -> u32;
        pub fn subsec_micros(&self) -> u32;
        pub fn subsec_nanos(&self) -> u32;
        pub fn checked_add(self, rhs: Duration) -> Option<Duration>;
        pub fn checked_sub(self, rhs: Duration) -> Option<Duration>;
        pub fn saturating_sub(self, rhs: Duration) -> Duration;
        pub fn mul_f64(self, rhs: f64) -> Duration;
    }
    impl Copy for Duration {}
    impl Ord for Duration {}
    impl Default for Duration { fn default() -> Duration; }
    pub struct Instant;
    impl Instant { pub fn now() -> Instant; pub fn duration_since(&self, earlier: Instant) -> Duration; pub fn saturating_duration_since(&self, earlier: Instant) -> Duration; pub fn elapsed(&self) -> Duration; pub fn checked_add(&self, duration: Duration) -> Option<Instant>; pub fn checked_sub(&self, duration: Duration) -> Option<Instant>; }
    impl Copy for Instant {}
    impl Ord for Instant {}
    pub struct SystemTime;
    impl SystemTime { pub const UNIX_EPOCH: SystemTime; pub fn now() -> SystemTime; pub fn duration_since(&self, earlier: SystemTime) -> Result<Duration, SystemTimeError>; pub fn elapsed(&self) -> Result<Duration, SystemTimeError>; pub fn checked_add(&self, duration: Duration) -> Option<SystemTime>; }
    impl Copy for SystemTime {}
    impl Ord for SystemTime {}
    pub struct SystemTimeError;
    impl SystemTimeError { pub fn duration(&self) -> Duration; }
    pub const UNIX_EPOCH: SystemTime;
}

pub mod sync {
    pub struct Arc<T>;
    impl<T> Arc<T> {
        pub fn new(data: T) -> Arc<T>;
        pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(data_fn: F) -> Arc<T>;
        pub fn pin(data: T) -> crate::pin::Pin<Arc<T>>;
        pub fn try_unwrap(this: Arc<T>) -> Result<T, Arc<T>>;
        pub fn into_inner(this: Arc<T>) -> Option<T>;
        pub fn unwrap_or_clone(this: Arc<T>) -> T;
        pub fn downgrade(this: &Arc<T>) -> Weak<T>;
        pub fn strong_count(this: &Arc<T>) -> usize;
        pub fn weak_count(this: &Arc<T>) -> usize;
        pub fn ptr_eq(this: &Arc<T>, other: &Arc<T>) -> bool;
        pub fn as_ptr(this: &Arc<T>) -> *const T;
        pub fn make_mut(this: &mut Arc<T>) -> &mut T;
        pub fn get_mut(this: &mut Arc<T>) -> Option<&mut T>;
    }
    impl<T> crate::ops::Deref for Arc<T> { type Target = T; }
    impl<T> Clone for Arc<T> { fn clone(&self) -> Arc<T>; }
    impl<T> From<T> for Arc<T> { fn from(value: T) -> Arc<T>; }
    impl<T> Default for Arc<T> { fn default() -> Arc<T>; }
    pub struct Weak<T>;
    impl<T> Weak<T> { pub fn new() -> Weak<T>; pub fn upgrade(&self) -> Option<Arc<T>>; pub fn strong_count(&self) -> usize; pub fn ptr_eq(&self, other: &Weak<T>) -> bool; }
    impl<T> Clone for Weak<T> { fn clone(&self) -> Weak<T>; }
    pub type LockResult<T> = Result<T, PoisonError<T>>;
    pub type TryLockResult<T> = Result<T, TryLockError<T>>;
    pub struct PoisonError<T>;
    impl<T> PoisonError<T> { pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; }
    pub enum TryLockError<T> { Poisoned(PoisonError<T>), WouldBlock }
    pub struct Mutex<T>;
    impl<T> Mutex<T> { pub const fn new(t: T) -> Mutex<T>; pub fn lock(&self) -> LockResult<MutexGuard<T>>; pub fn try_lock(&self) -> TryLockResult<MutexGuard<T>>; pub fn is_poisoned(&self) -> bool; pub fn into_inner(self) -> LockResult<T>; pub fn get_mut(&mut self) -> LockResult<&mut T>; }
    impl<T> Default for Mutex<T> { fn default() -> Mutex<T>; }
    pub struct MutexGuard<T>;
    impl<T> crate::ops::Deref for MutexGuard<T> { type Target = T; }
    pub struct RwLock<T>;
    impl<T> RwLock<T> { pub const fn new(t: T) -> RwLock<T>; pub fn read(&self) -> LockResult<RwLockReadGuard<T>>; pub fn write(&self) -> LockResult<RwLockWriteGuard<T>>; pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<T>>; pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<T>>; pub fn into_inner(self) -> LockResult<T>; pub fn get_mut(&mut self) -> LockResult<&mut T>; }
    impl<T> Default for RwLock<T> { fn default() -> RwLock<T>; }
    pub struct RwLockReadGuard<T>;
    impl<T> crate::ops::Deref for RwLockReadGuard<T> { type Target = T; }
    pub struct RwLockWriteGuard<T>;
    impl<T> crate::ops::Deref for RwLockWriteGuard<T> { type Target = T; }
    pub struct OnceLock<T>;
    impl<T> OnceLock<T> { pub const fn new() -> OnceLock<T>; pub fn get(&self) -> Option<&T>; pub fn get_mut(&mut self) -> Option<&mut T>; pub fn set(&self, value: T) -> Result<(), T>; pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T; pub fn into_inner(self) -> Option<T>; pub fn take(&mut self) -> Option<T>; }
    pub struct LazyLock<T>;
    impl<T> LazyLock<T> { pub const fn new<F: FnOnce() -> T>(f: F) -> LazyLock<T>; pub fn force(this: &LazyLock<T>) -> &T; }
    impl<T> crate::ops::Deref for LazyLock<T> { type Target = T; }
    pub struct Once;
    impl Once { pub const fn new() -> Once; pub fn call_once<F: FnOnce()>(&self, f: F); pub fn is_completed(&self) -> bool; }
    pub struct Condvar;
    impl Condvar { pub const fn new() -> Condvar; pub fn wait<T>(&self, guard: MutexGuard<T>) -> LockResult<MutexGuard<T>>; pub fn wait_while<T, F: FnMut(&mut T) -> bool>(&self, guard: MutexGuard<T>, condition: F) -> LockResult<MutexGuard<T>>; pub fn wait_timeout<T>(&self, guard: MutexGuard<T>, dur: crate::time::Duration) -> LockResult<(MutexGuard<T>, WaitTimeoutResult)>; pub fn notify_one(&self); pub fn notify_all(&self); }
    pub struct WaitTimeoutResult;
    impl WaitTimeoutResult { pub fn timed_out(&self) -> bool; }
    pub struct Barrier;
    impl Barrier { pub fn new(n: usize) -> Barrier; pub fn wait(&self) -> BarrierWaitResult; }
    pub struct BarrierWaitResult;
    impl BarrierWaitResult { pub fn is_leader(&self) -> bool; }

    pub mod mpsc {
        pub fn channel<T>() -> (Sender<T>, Receiver<T>);
        pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>);
        pub struct Sender<T>;
        impl<T> Sender<T> { pub fn send(&self, t: T) -> Result<(), SendError<T>>; }
        impl<T> Clone for Sender<T> { fn clone(&self) -> Sender<T>; }
        pub struct SyncSender<T>;
        impl<T> SyncSender<T> { pub fn send(&self, t: T) -> Result<(), SendError<T>>; pub fn try_send(&self, t: T) -> Result<(), TrySendError<T>>; }
        impl<T> Clone for SyncSender<T> { fn clone(&self) -> SyncSender<T>; }
        pub struct Receiver<T>;
        impl<T> Receiver<T> { pub fn recv(&self) -> Result<T, RecvError>; pub fn try_recv(&self) -> Result<T, TryRecvError>; pub fn recv_timeout(&self, timeout: crate::time::Duration) -> Result<T, RecvTimeoutError>; pub fn iter(&self) -> impl Iterator<Item = T>; pub fn try_iter(&self) -> impl Iterator<Item = T>; }
        impl<T> IntoIterator for Receiver<T> { type Item = T; }
        pub struct SendError<T>(pub T);
        pub enum TrySendError<T> { Full(T), Disconnected(T) }
        pub struct RecvError;
        pub enum TryRecvError { Empty, Disconnected }
        pub enum RecvTimeoutError { Timeout, Disconnected }
    }

    pub mod atomic {
        pub enum Ordering { Relaxed, Release, Acquire, AcqRel, SeqCst }
        pub fn fence(order: Ordering);
        pub struct Atomic<T>;
        impl<T> Atomic<T> {
            pub const fn new(v: T) -> Atomic<T>;
            pub fn load(&self, order: Ordering) -> T;
            pub fn store(&self, val: T, order: Ordering);
            pub fn swap(&self, val: T, order: Ordering) -> T;
            pub fn compare_exchange(&self, current: T, new: T, success: Ordering, failure: Ordering) -> Result<T, T>;
            pub fn compare_exchange_weak(&self, current: T, new: T, success: Ordering, failure: Ordering) -> Result<T, T>;
            pub fn fetch_add(&self, val: T, order: Ordering) -> T;
            pub fn fetch_sub(&self, val: T, order: Ordering) -> T;
            pub fn fetch_and(&self, val: T, order: Ordering) -> T;
            pub fn fetch_or(&self, val: T, order: Ordering) -> T;
            pub fn fetch_xor(&self, val: T, order: Ordering) -> T;
            pub fn fetch_max(&self, val: T, order: Ordering) -> T;
            pub fn fetch_min(&self, val: T, order: Ordering) -> T;
            pub fn fetch_update<F: FnMut(T) -> Option<T>>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> Result<T, T>;
            pub fn get_mut(&mut self) -> &mut T;
            pub fn into_inner(self) -> T;
        }
        impl<T> Default for Atomic<T> { fn default() -> Atomic<T>; }
        pub type AtomicBool = Atomic<bool>;
        pub type AtomicU8 = Atomic<u8>;
        pub type AtomicU16 = Atomic<u16>;
        pub type AtomicU32 = Atomic<u32>;
        pub type AtomicU64 = Atomic<u64>;
        pub type AtomicUsize = Atomic<usize>;
        pub type AtomicI32 = Atomic<i32>;
        pub type AtomicI64 = Atomic<i64>;
        pub type AtomicIsize = Atomic<isize>;
        pub type AtomicPtr<T> = Atomic<*mut T>;
    }
}

pub mod net {
    pub struct TcpStream;
    impl TcpStream { pub fn connect<A>(addr: A) -> crate::io::Result<TcpStream>; pub fn peer_addr(&self) -> crate::io::Result<SocketAddr>; pub fn local_addr(&self) -> crate::io::Result<SocketAddr>; pub fn try_clone(&self) -> crate::io::Result<TcpStream>; pub fn set_nodelay(&self, nodelay: bool) -> crate::io::Result<()>; pub fn set_nonblocking(&self, nonblocking: bool) -> crate::io::Result<()>; }
    impl crate::io::Read for TcpStream {}
    impl crate::io::Write for TcpStream {}
    pub struct TcpListener;
    impl TcpListener { pub fn bind<A>(addr: A) -> crate::io::Result<TcpListener>; pub fn local_addr(&self) -> crate::io::Result<SocketAddr>; pub fn accept(&self) -> crate::io::Result<(TcpStream, SocketAddr)>; pub fn incoming(&self) -> impl Iterator<Item = crate::io::Result<TcpStream>>; }
    pub struct UdpSocket;
    impl UdpSocket { pub fn bind<A>(addr: A) -> crate::io::Result<UdpSocket>; pub fn recv_from(&self, buf: &mut [u8]) -> crate::io::Result<(usize, SocketAddr)>; pub fn send_to<A>(&self, buf: &[u8], addr: A) -> crate::io::Result<usize>; }
    pub enum SocketAddr { V4(SocketAddrV4), V6(SocketAddrV6) }
    impl SocketAddr { pub fn new(ip: IpAddr, port: u16) -> SocketAddr; pub fn ip(&self) -> IpAddr; pub fn port(&self) -> u16; }
    pub struct SocketAddrV4;
    pub struct SocketAddrV6;
    pub enum IpAddr { V4(Ipv4Addr), V6(Ipv6Addr) }
    pub struct Ipv4Addr;
    impl Ipv4Addr { pub const LOCALHOST: Ipv4Addr; pub const UNSPECIFIED: Ipv4Addr; pub fn new(a: u8, b: u8, c: u8, d: u8) -> Ipv4Addr; pub fn octets(&self) -> [u8; 4]; }
    pub struct Ipv6Addr;
    pub trait ToSocketAddrs { fn to_socket_addrs(&self) -> crate::io::Result<impl Iterator<Item = SocketAddr>>; }
    pub enum Shutdown { Read, Write, Both }
}

pub mod os {
    pub mod unix {
        pub mod ffi { pub trait OsStrExt { fn as_bytes(&self) -> &[u8]; fn from_bytes(slice: &[u8]) -> &Self; } pub trait OsStringExt { fn from_vec(vec: Vec<u8>) -> Self; fn into_vec(self) -> Vec<u8>; } }
        pub mod fs { pub trait MetadataExt { fn ino(&self) -> u64; fn dev(&self) -> u64; fn mode(&self) -> u32; fn uid(&self) -> u32; fn size(&self) -> u64; } pub trait PermissionsExt { fn mode(&self) -> u32; fn set_mode(&mut self, mode: u32); fn from_mode(mode: u32) -> Self; } pub trait FileTypeExt { fn is_fifo(&self) -> bool; fn is_socket(&self) -> bool; } pub fn symlink<P, Q>(original: P, link: Q) -> crate::io::Result<()>; }
        pub mod process { pub trait CommandExt { fn exec(&mut self) -> crate::io::Error; } pub trait ExitStatusExt { fn signal(&self) -> Option<i32>; } }
        pub mod io { pub type RawFd = i32; pub trait AsRawFd { fn as_raw_fd(&self) -> RawFd; } }
        pub mod net { pub struct UnixStream; impl UnixStream { pub fn connect<P>(path: P) -> crate::io::Result<UnixStream>; pub fn pair() -> crate::io::Result<(UnixStream, UnixStream)>; } pub struct UnixListener; impl UnixListener { pub fn bind<P>(path: P) -> crate::io::Result<UnixListener>; } }
    }
    pub mod fd { pub type RawFd = i32; pub trait AsRawFd { fn as_raw_fd(&self) -> RawFd; } pub trait AsFd {} pub struct OwnedFd; pub struct BorrowedFd; }
    pub mod windows {}
    pub mod raw { pub use crate::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void}; }
}
