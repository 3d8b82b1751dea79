package math

const MaxFloat64 = 1.0
const MaxInt = 1
const MaxInt16 = 1
const MaxInt32 = 1
const MaxInt64 = 1
const MaxInt8 = 1
const MaxUint16 = 1
const MaxUint32 = 1
const MaxUint64 = 1
const MaxUint8 = 1
const MinInt = 1
const MinInt32 = 1
const MinInt64 = 1
const Pi = 3.14

func Abs(x float64) float64
func Ceil(x float64) float64
func Cos(x float64) float64
func Exp(x float64) float64
func Floor(x float64) float64
func Inf(sign int) float64
func IsInf(f float64, sign int) bool
func IsNaN(f float64) (is bool)
func Log(x float64) float64
func Log10(x float64) float64
func Log2(x float64) float64
func Max(x, y float64) float64
func Min(x, y float64) float64
func Mod(x, y float64) float64
func NaN() float64
func Pow(x, y float64) float64
func Round(x float64) float64
func Sin(x float64) float64
func Sqrt(x float64) float64
func Trunc(x float64) float64

package math_rand

type Rand struct{}

func New(src Source) *Rand
func (r *Rand) Float64() float64
func (r *Rand) Int() int
func (r *Rand) Int63() int64
func (r *Rand) Intn(n int) int
func (r *Rand) Perm(n int) []int
func (r *Rand) Shuffle(n int, swap func(i, j int))

type Source interface {
	Int63() int64
	Seed(seed int64)
}

func Float64() float64
func Int() int
func Int63() int64
func Intn(n int) int
func NewSource(seed int64) Source
func Perm(n int) []int
func Seed(seed int64)
func Shuffle(n int, swap func(i, j int))

package reflect

type Kind uint

func (k Kind) String() string

type Method struct {
	Name string
	Type Type
	Func Value
}
type StructField struct {
	Name      string
	PkgPath   string
	Type      Type
	Tag       StructTag
	Index     []int
	Anonymous bool
}
type StructTag string

func (tag StructTag) Get(key string) string
func (tag StructTag) Lookup(key string) (value string, ok bool)

type Type interface {
	Align() int
	AssignableTo(u Type) bool
	Bits() int
	Comparable() bool
	ConvertibleTo(u Type) bool
	Elem() Type
	Field(i int) StructField
	FieldByName(name string) (StructField, bool)
	Implements(u Type) bool
	In(i int) Type
	Key() Type
	Kind() Kind
	Len() int
	Method(int) Method
	MethodByName(string) (Method, bool)
	Name() string
	NumField() int
	NumIn() int
	NumMethod() int
	NumOut() int
	Out(i int) Type
	PkgPath() string
	Size() uintptr
	String() string
}

func TypeOf(i any) Type

type Value struct{}

func Indirect(v Value) Value
func MakeSlice(typ Type, len, cap int) Value
func New(typ Type) Value
func ValueOf(i any) Value
func Zero(typ Type) Value
func (v Value) Addr() Value
func (v Value) Bool() bool
func (v Value) Call(in []Value) []Value
func (v Value) CanAddr() bool
func (v Value) CanInterface() bool
func (v Value) CanSet() bool
func (v Value) Convert(t Type) Value
func (v Value) Elem() Value
func (v Value) Field(i int) Value
func (v Value) FieldByName(name string) Value
func (v Value) Float() float64
func (v Value) Index(i int) Value
func (v Value) Int() int64
func (v Value) Interface() (i any)
func (v Value) IsNil() bool
func (v Value) IsValid() bool
func (v Value) IsZero() bool
func (v Value) Kind() Kind
func (v Value) Len() int
func (v Value) MapIndex(key Value) Value
func (v Value) MapKeys() []Value
func (v Value) Method(i int) Value
func (v Value) MethodByName(name string) Value
func (v Value) NumField() int
func (v Value) NumMethod() int
func (v Value) Pointer() uintptr
func (v Value) Set(x Value)
func (v Value) SetBool(x bool)
func (v Value) SetFloat(x float64)
func (v Value) SetInt(x int64)
func (v Value) SetString(x string)
func (v Value) SetUint(x uint64)
func (v Value) String() string
func (v Value) Type() Type
func (v Value) Uint() uint64

func DeepEqual(x, y any) bool

package testing

import "context"

type B struct {
	common
	N int
}

func (b *B) Loop() bool
func (b *B) ReportAllocs()
func (b *B) ResetTimer()
func (b *B) Run(name string, f func(b *B)) bool
func (b *B) RunParallel(body func(*PB))
func (b *B) SetBytes(n int64)
func (b *B) StartTimer()
func (b *B) StopTimer()

type F struct{ common }

func (f *F) Add(args ...any)
func (f *F) Fuzz(ff any)

type M struct{}

func (m *M) Run() (code int)

type PB struct{}

func (pb *PB) Next() bool

type T struct{ common }

func (t *T) Parallel()
func (t *T) Run(name string, f func(t *T)) bool

type TB interface {
	Cleanup(func())
	Error(args ...any)
	Errorf(format string, args ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Log(args ...any)
	Logf(format string, args ...any)
	Name() string
	Setenv(key, value string)
	Skip(args ...any)
	SkipNow()
	Skipf(format string, args ...any)
	Skipped() bool
	TempDir() string
	Context() context.Context
}
type common struct{}

func (c *common) Chdir(dir string)
func (c *common) Cleanup(f func())
func (c *common) Context() context.Context
func (c *common) Error(args ...any)
func (c *common) Errorf(format string, args ...any)
func (c *common) Fail()
func (c *common) FailNow()
func (c *common) Failed() bool
func (c *common) Fatal(args ...any)
func (c *common) Fatalf(format string, args ...any)
func (c *common) Helper()
func (c *common) Log(args ...any)
func (c *common) Logf(format string, args ...any)
func (c *common) Name() string
func (c *common) Setenv(key, value string)
func (c *common) Skip(args ...any)
func (c *common) SkipNow()
func (c *common) Skipf(format string, args ...any)
func (c *common) Skipped() bool
func (c *common) TempDir() string

func AllocsPerRun(runs int, f func()) (avg float64)
func Short() bool
func Verbose() bool

package log

import "io"

const LstdFlags = 3
const Lshortfile = 16

type Logger struct{}

func Default() *Logger
func New(out io.Writer, prefix string, flag int) *Logger
func (l *Logger) Fatal(v ...any)
func (l *Logger) Fatalf(format string, v ...any)
func (l *Logger) Fatalln(v ...any)
func (l *Logger) Flags() int
func (l *Logger) Output(calldepth int, s string) error
func (l *Logger) Panic(v ...any)
func (l *Logger) Panicf(format string, v ...any)
func (l *Logger) Prefix() string
func (l *Logger) Print(v ...any)
func (l *Logger) Printf(format string, v ...any)
func (l *Logger) Println(v ...any)
func (l *Logger) SetFlags(flag int)
func (l *Logger) SetOutput(w io.Writer)
func (l *Logger) SetPrefix(prefix string)
func (l *Logger) Writer() io.Writer

func Fatal(v ...any)
func Fatalf(format string, v ...any)
func Fatalln(v ...any)
func Panic(v ...any)
func Panicf(format string, v ...any)
func Print(v ...any)
func Printf(format string, v ...any)
func Println(v ...any)
func SetFlags(flag int)
func SetOutput(w io.Writer)
func SetPrefix(prefix string)

package log_slog

import (
	"context"
	"io"
)

type Attr struct {
	Key   string
	Value Value
}

func Any(key string, value any) Attr
func Bool(key string, v bool) Attr
func Int(key string, value int) Attr
func String(key, value string) Attr

type Handler interface {
	Enabled(context.Context, Level) bool
	Handle(context.Context, Record) error
	WithAttrs(attrs []Attr) Handler
	WithGroup(name string) Handler
}
type HandlerOptions struct {
	AddSource bool
	Level     Leveler
}
type JSONHandler struct{}

func NewJSONHandler(w io.Writer, opts *HandlerOptions) *JSONHandler

type Level int

func (l Level) Level() Level
func (l Level) String() string

const LevelDebug Level = 0
const LevelError Level = 8
const LevelInfo Level = 0
const LevelWarn Level = 4

type Leveler interface {
	Level() Level
}
type Logger struct{}

func Default() *Logger
func New(h Handler) *Logger
func With(args ...any) *Logger
func (l *Logger) Debug(msg string, args ...any)
func (l *Logger) DebugContext(ctx context.Context, msg string, args ...any)
func (l *Logger) Enabled(ctx context.Context, level Level) bool
func (l *Logger) Error(msg string, args ...any)
func (l *Logger) ErrorContext(ctx context.Context, msg string, args ...any)
func (l *Logger) Handler() Handler
func (l *Logger) Info(msg string, args ...any)
func (l *Logger) InfoContext(ctx context.Context, msg string, args ...any)
func (l *Logger) Log(ctx context.Context, level Level, msg string, args ...any)
func (l *Logger) Warn(msg string, args ...any)
func (l *Logger) WarnContext(ctx context.Context, msg string, args ...any)
func (l *Logger) With(args ...any) *Logger
func (l *Logger) WithGroup(name string) *Logger

type Record struct {
	Message string
	Level   Level
}
type TextHandler struct{}

func NewTextHandler(w io.Writer, opts *HandlerOptions) *TextHandler

type Value struct{}

func (v Value) Any() any
func (v Value) String() string

func Debug(msg string, args ...any)
func Error(msg string, args ...any)
func Info(msg string, args ...any)
func SetDefault(l *Logger)
func Warn(msg string, args ...any)

package flag

import (
	"io"
	"time"
)

const ContinueOnError ErrorHandling = 0
const ExitOnError ErrorHandling = 1
const PanicOnError ErrorHandling = 2

var CommandLine *FlagSet
var ErrHelp error
var Usage func()

type ErrorHandling int
type Flag struct {
	Name     string
	Usage    string
	Value    Value
	DefValue string
}
type FlagSet struct {
	Usage func()
}

func NewFlagSet(name string, errorHandling ErrorHandling) *FlagSet
func (f *FlagSet) Arg(i int) string
func (f *FlagSet) Args() []string
func (f *FlagSet) Bool(name string, value bool, usage string) *bool
func (f *FlagSet) BoolVar(p *bool, name string, value bool, usage string)
func (f *FlagSet) Duration(name string, value time.Duration, usage string) *time.Duration
func (f *FlagSet) Init(name string, errorHandling ErrorHandling)
func (f *FlagSet) Int(name string, value int, usage string) *int
func (f *FlagSet) IntVar(p *int, name string, value int, usage string)
func (f *FlagSet) Lookup(name string) *Flag
func (f *FlagSet) NArg() int
func (f *FlagSet) NFlag() int
func (f *FlagSet) Name() string
func (f *FlagSet) Output() io.Writer
func (f *FlagSet) Parse(arguments []string) error
func (f *FlagSet) Parsed() bool
func (f *FlagSet) PrintDefaults()
func (f *FlagSet) Set(name, value string) error
func (f *FlagSet) SetOutput(output io.Writer)
func (f *FlagSet) String(name string, value string, usage string) *string
func (f *FlagSet) StringVar(p *string, name string, value string, usage string)
func (f *FlagSet) Var(value Value, name string, usage string)
func (f *FlagSet) Visit(fn func(*Flag))
func (f *FlagSet) VisitAll(fn func(*Flag))

type Getter interface {
	Value
	Get() any
}
type Value interface {
	String() string
	Set(string) error
}

func Arg(i int) string
func Args() []string
func Bool(name string, value bool, usage string) *bool
func BoolVar(p *bool, name string, value bool, usage string)
func Duration(name string, value time.Duration, usage string) *time.Duration
func DurationVar(p *time.Duration, name string, value time.Duration, usage string)
func Int(name string, value int, usage string) *int
func IntVar(p *int, name string, value int, usage string)
func Lookup(name string) *Flag
func NArg() int
func Parse()
func Parsed() bool
func PrintDefaults()
func String(name string, value string, usage string) *string
func StringVar(p *string, name string, value string, usage string)
func Var(value Value, name string, usage string)
func VisitAll(fn func(*Flag))

