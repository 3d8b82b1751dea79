package os

import (
	"io/fs"
	"time"
)

const DevNull = "/dev/null"
const O_APPEND = 1024
const O_CREATE = 64
const O_EXCL = 128
const O_RDONLY = 0
const O_RDWR = 2
const O_TRUNC = 512
const O_WRONLY = 1
const PathListSeparator = ':'
const PathSeparator = '/'
const ModeDir fs.FileMode = 0
const ModePerm fs.FileMode = 511
const ModeSymlink fs.FileMode = 0

var Args []string
var ErrExist error
var ErrInvalid error
var ErrNotExist error
var ErrPermission error
var Interrupt Signal
var Kill Signal
var Stderr *File
var Stdin *File
var Stdout *File

type DirEntry = fs.DirEntry
type File struct{}

func Create(name string) (*File, error)
func CreateTemp(dir, pattern string) (*File, error)
func NewFile(fd uintptr, name string) *File
func Open(name string) (*File, error)
func OpenFile(name string, flag int, perm FileMode) (*File, error)
func Pipe() (r *File, w *File, err error)
func (f *File) Chmod(mode FileMode) error
func (f *File) Close() error
func (f *File) Fd() uintptr
func (f *File) Name() string
func (f *File) Read(b []byte) (n int, err error)
func (f *File) ReadAt(b []byte, off int64) (n int, err error)
func (f *File) ReadDir(n int) ([]DirEntry, error)
func (f *File) Readdir(n int) ([]FileInfo, error)
func (f *File) Readdirnames(n int) (names []string, err error)
func (f *File) Seek(offset int64, whence int) (ret int64, err error)
func (f *File) Stat() (FileInfo, error)
func (f *File) Sync() error
func (f *File) Truncate(size int64) error
func (f *File) Write(b []byte) (n int, err error)
func (f *File) WriteAt(b []byte, off int64) (n int, err error)
func (f *File) WriteString(s string) (n int, err error)

type FileInfo = fs.FileInfo
type FileMode = fs.FileMode
type LinkError struct {
	Op  string
	Old string
	New string
	Err error
}
type PathError = fs.PathError
type Process struct {
	Pid int
}

func FindProcess(pid int) (*Process, error)
func (p *Process) Kill() error
func (p *Process) Release() error
func (p *Process) Signal(sig Signal) error
func (p *Process) Wait() (*ProcessState, error)

type ProcessState struct{}

func (p *ProcessState) ExitCode() int
func (p *ProcessState) Pid() int
func (p *ProcessState) String() string
func (p *ProcessState) Success() bool

type Signal interface {
	String() string
	Signal()
}

func Chdir(dir string) error
func Chmod(name string, mode FileMode) error
func Chown(name string, uid, gid int) error
func Chtimes(name string, atime time.Time, mtime time.Time) error
func Clearenv()
func DirFS(dir string) fs.FS
func Environ() []string
func Executable() (string, error)
func Exit(code int)
func Expand(s string, mapping func(string) string) string
func ExpandEnv(s string) string
func Getenv(key string) string
func Getpid() int
func Getuid() int
func Getwd() (dir string, err error)
func Hostname() (name string, err error)
func IsExist(err error) bool
func IsNotExist(err error) bool
func IsPermission(err error) bool
func Link(oldname, newname string) error
func LookupEnv(key string) (string, bool)
func Lstat(name string) (FileInfo, error)
func Mkdir(name string, perm FileMode) error
func MkdirAll(path string, perm FileMode) error
func MkdirTemp(dir, pattern string) (string, error)
func ReadDir(name string) ([]DirEntry, error)
func ReadFile(name string) ([]byte, error)
func Readlink(name string) (string, error)
func Remove(name string) error
func RemoveAll(path string) error
func Rename(oldpath, newpath string) error
func SameFile(fi1, fi2 FileInfo) bool
func Setenv(key, value string) error
func Stat(name string) (FileInfo, error)
func Symlink(oldname, newname string) error
func TempDir() string
func Unsetenv(key string) error
func UserCacheDir() (string, error)
func UserConfigDir() (string, error)
func UserHomeDir() (string, error)
func WriteFile(name string, data []byte, perm FileMode) error

package os_exec

import (
	"context"
	"io"
	"os"
)

var ErrNotFound error

type Cmd struct {
	Path         string
	Args         []string
	Env          []string
	Dir          string
	Stdin        io.Reader
	Stdout       io.Writer
	Stderr       io.Writer
	ExtraFiles   []*os.File
	Process      *os.Process
	ProcessState *os.ProcessState
	Err          error
}

func Command(name string, arg ...string) *Cmd
func CommandContext(ctx context.Context, name string, arg ...string) *Cmd
func LookPath(file string) (string, error)
func (c *Cmd) CombinedOutput() ([]byte, error)
func (c *Cmd) Environ() []string
func (c *Cmd) Output() ([]byte, error)
func (c *Cmd) Run() error
func (c *Cmd) Start() error
func (c *Cmd) StderrPipe() (io.ReadCloser, error)
func (c *Cmd) StdinPipe() (io.WriteCloser, error)
func (c *Cmd) StdoutPipe() (io.ReadCloser, error)
func (c *Cmd) String() string
func (c *Cmd) Wait() error

type Error struct {
	Name string
	Err  error
}
type ExitError struct {
	*os.ProcessState
	Stderr []byte
}

func (e *ExitError) Error() string

package os_signal

import (
	"context"
	"os"
)

func Ignore(sig ...os.Signal)
func Notify(c chan<- os.Signal, sig ...os.Signal)
func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop context.CancelFunc)
func Reset(sig ...os.Signal)
func Stop(c chan<- os.Signal)

package syscall

type Errno uintptr

func (e Errno) Error() string

type Signal int

func (s Signal) Signal()
func (s Signal) String() string

const SIGHUP Signal = 1
const SIGINT Signal = 2
const SIGKILL Signal = 9
const SIGTERM Signal = 15

package time

const Nanosecond Duration = 1
const Microsecond Duration = 1000
const Millisecond Duration = 1000000
const Second Duration = 1000000000
const Minute Duration = 60000000000
const Hour Duration = 3600000000000
const ANSIC = ""
const DateOnly = ""
const DateTime = ""
const Kitchen = ""
const Layout = ""
const RFC1123 = ""
const RFC1123Z = ""
const RFC3339 = ""
const RFC3339Nano = ""
const RFC822 = ""
const RFC850 = ""
const Stamp = ""
const TimeOnly = ""
const UnixDate = ""

var Local *Location
var UTC *Location

type Duration int64

func ParseDuration(s string) (Duration, error)
func Since(t Time) Duration
func Until(t Time) Duration
func (d Duration) Abs() Duration
func (d Duration) Hours() float64
func (d Duration) Microseconds() int64
func (d Duration) Milliseconds() int64
func (d Duration) Minutes() float64
func (d Duration) Nanoseconds() int64
func (d Duration) Round(m Duration) Duration
func (d Duration) Seconds() float64
func (d Duration) String() string
func (d Duration) Truncate(m Duration) Duration

type Location struct{}

func FixedZone(name string, offset int) *Location
func LoadLocation(name string) (*Location, error)
func (l *Location) String() string

type Month int

const January Month = 1
const February Month = 2
const March Month = 3
const April Month = 4
const May Month = 5
const June Month = 6
const July Month = 7
const August Month = 8
const September Month = 9
const October Month = 10
const November Month = 11
const December Month = 12

func (m Month) String() string

type ParseError struct {
	Layout string
	Value  string
}
type Ticker struct {
	C <-chan Time
}

func NewTicker(d Duration) *Ticker
func (t *Ticker) Reset(d Duration)
func (t *Ticker) Stop()

type Time struct{}

func Date(year int, month Month, day, hour, min, sec, nsec int, loc *Location) Time
func Now() Time
func Parse(layout, value string) (Time, error)
func ParseInLocation(layout, value string, loc *Location) (Time, error)
func Unix(sec int64, nsec int64) Time
func UnixMilli(msec int64) Time
func (t Time) Add(d Duration) Time
func (t Time) AddDate(years int, months int, days int) Time
func (t Time) After(u Time) bool
func (t Time) AppendFormat(b []byte, layout string) []byte
func (t Time) Before(u Time) bool
func (t Time) Clock() (hour, min, sec int)
func (t Time) Compare(u Time) int
func (t Time) Date() (year int, month Month, day int)
func (t Time) Day() int
func (t Time) Equal(u Time) bool
func (t Time) Format(layout string) string
func (t Time) Hour() int
func (t Time) In(loc *Location) Time
func (t Time) IsZero() bool
func (t Time) Local() Time
func (t Time) Location() *Location
func (t Time) Minute() int
func (t Time) Month() Month
func (t Time) Nanosecond() int
func (t Time) Round(d Duration) Time
func (t Time) Second() int
func (t Time) String() string
func (t Time) Sub(u Time) Duration
func (t Time) Truncate(d Duration) Time
func (t Time) UTC() Time
func (t Time) Unix() int64
func (t Time) UnixMilli() int64
func (t Time) UnixNano() int64
func (t Time) Weekday() Weekday
func (t Time) Year() int
func (t Time) YearDay() int

type Timer struct {
	C <-chan Time
}

func AfterFunc(d Duration, f func()) *Timer
func NewTimer(d Duration) *Timer
func (t *Timer) Reset(d Duration) bool
func (t *Timer) Stop() bool

type Weekday int

const Sunday Weekday = 0
const Monday Weekday = 1
const Saturday Weekday = 6

func (d Weekday) String() string

func After(d Duration) <-chan Time
func Sleep(d Duration)
func Tick(d Duration) <-chan Time

package sync

type Cond struct {
	L Locker
}

func NewCond(l Locker) *Cond
func (c *Cond) Broadcast()
func (c *Cond) Signal()
func (c *Cond) Wait()

type Locker interface {
	Lock()
	Unlock()
}
type Map struct{}

func (m *Map) Delete(key any)
func (m *Map) Load(key any) (value any, ok bool)
func (m *Map) LoadAndDelete(key any) (value any, loaded bool)
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool)
func (m *Map) Range(f func(key, value any) bool)
func (m *Map) Store(key, value any)

type Mutex struct{}

func (m *Mutex) Lock()
func (m *Mutex) TryLock() bool
func (m *Mutex) Unlock()

type Once struct{}

func (o *Once) Do(f func())
func OnceFunc(f func()) func()
func OnceValue[T any](f func() T) func() T

type Pool struct {
	New func() any
}

func (p *Pool) Get() any
func (p *Pool) Put(x any)

type RWMutex struct{}

func (rw *RWMutex) Lock()
func (rw *RWMutex) RLock()
func (rw *RWMutex) RLocker() Locker
func (rw *RWMutex) RUnlock()
func (rw *RWMutex) TryLock() bool
func (rw *RWMutex) Unlock()

type WaitGroup struct{}

func (wg *WaitGroup) Add(delta int)
func (wg *WaitGroup) Done()
func (wg *WaitGroup) Go(f func())
func (wg *WaitGroup) Wait()

package sync_atomic

type Bool struct{}

func (x *Bool) CompareAndSwap(old, new bool) (swapped bool)
func (x *Bool) Load() bool
func (x *Bool) Store(val bool)
func (x *Bool) Swap(new bool) (old bool)

type Int32 struct{}

func (x *Int32) Add(delta int32) (new int32)
func (x *Int32) CompareAndSwap(old, new int32) (swapped bool)
func (x *Int32) Load() int32
func (x *Int32) Store(val int32)
func (x *Int32) Swap(new int32) (old int32)

type Int64 struct{}

func (x *Int64) Add(delta int64) (new int64)
func (x *Int64) CompareAndSwap(old, new int64) (swapped bool)
func (x *Int64) Load() int64
func (x *Int64) Store(val int64)
func (x *Int64) Swap(new int64) (old int64)

type Pointer[T any] struct{}

func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool)
func (x *Pointer[T]) Load() *T
func (x *Pointer[T]) Store(val *T)
func (x *Pointer[T]) Swap(new *T) (old *T)

type Uint32 struct{}

func (x *Uint32) Add(delta uint32) (new uint32)
func (x *Uint32) Load() uint32
func (x *Uint32) Store(val uint32)

type Uint64 struct{}

func (x *Uint64) Add(delta uint64) (new uint64)
func (x *Uint64) Load() uint64
func (x *Uint64) Store(val uint64)

type Value struct{}

func (v *Value) Load() (val any)
func (v *Value) Store(val any)

func AddInt32(addr *int32, delta int32) (new int32)
func AddInt64(addr *int64, delta int64) (new int64)
func AddUint64(addr *uint64, delta uint64) (new uint64)
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool)
func LoadInt32(addr *int32) (val int32)
func LoadInt64(addr *int64) (val int64)
func StoreInt32(addr *int32, val int32)
func StoreInt64(addr *int64, val int64)

package context

import "time"

var Canceled error
var DeadlineExceeded error

type CancelCauseFunc func(cause error)
type CancelFunc func()
type Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

func Background() Context
func Cause(c Context) error
func TODO() Context
func WithCancel(parent Context) (ctx Context, cancel CancelFunc)
func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc)
func WithDeadline(parent Context, d time.Time) (Context, CancelFunc)
func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc)
func WithValue(parent Context, key, val any) Context
func WithoutCancel(parent Context) Context

package runtime

const GOARCH = ""
const GOOS = ""

type Frame struct {
	PC       uintptr
	Func     *Func
	Function string
	File     string
	Line     int
}
type Frames struct{}

func CallersFrames(callers []uintptr) *Frames
func (ci *Frames) Next() (frame Frame, more bool)

type Func struct{}

func FuncForPC(pc uintptr) *Func
func (f *Func) Name() string

type MemStats struct {
	Alloc      uint64
	TotalAlloc uint64
	Sys        uint64
	HeapAlloc  uint64
	NumGC      uint32
}

func Caller(skip int) (pc uintptr, file string, line int, ok bool)
func Callers(skip int, pc []uintptr) int
func GC()
func GOMAXPROCS(n int) int
func Gosched()
func KeepAlive(x any)
func NumCPU() int
func NumGoroutine() int
func ReadMemStats(m *MemStats)
func Stack(buf []byte, all bool) int
func Version() string

package runtime_debug

func PrintStack()
func SetGCPercent(percent int) int
func Stack() []byte

