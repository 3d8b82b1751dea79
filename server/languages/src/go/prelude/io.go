package io

const SeekStart = 0
const SeekCurrent = 1
const SeekEnd = 2

var EOF error
var ErrClosedPipe error
var ErrShortWrite error
var ErrUnexpectedEOF error
var Discard Writer

type ByteReader interface {
	ReadByte() (byte, error)
}
type ByteScanner interface {
	ByteReader
	UnreadByte() error
}
type ByteWriter interface {
	WriteByte(c byte) error
}
type Closer interface {
	Close() error
}
type LimitedReader struct {
	R Reader
	N int64
}

func (l *LimitedReader) Read(p []byte) (n int, err error)

type PipeReader struct{}

func (r *PipeReader) Close() error
func (r *PipeReader) CloseWithError(err error) error
func (r *PipeReader) Read(data []byte) (n int, err error)

type PipeWriter struct{}

func (w *PipeWriter) Close() error
func (w *PipeWriter) CloseWithError(err error) error
func (w *PipeWriter) Write(data []byte) (n int, err error)

type ReadCloser interface {
	Reader
	Closer
}
type ReadSeeker interface {
	Reader
	Seeker
}
type ReadSeekCloser interface {
	Reader
	Seeker
	Closer
}
type ReadWriteCloser interface {
	Reader
	Writer
	Closer
}
type ReadWriteSeeker interface {
	Reader
	Writer
	Seeker
}
type ReadWriter interface {
	Reader
	Writer
}
type Reader interface {
	Read(p []byte) (n int, err error)
}
type ReaderAt interface {
	ReadAt(p []byte, off int64) (n int, err error)
}
type ReaderFrom interface {
	ReadFrom(r Reader) (n int64, err error)
}
type RuneReader interface {
	ReadRune() (r rune, size int, err error)
}
type RuneScanner interface {
	RuneReader
	UnreadRune() error
}
type SectionReader struct{}

func (s *SectionReader) Read(p []byte) (n int, err error)
func (s *SectionReader) Size() int64

type Seeker interface {
	Seek(offset int64, whence int) (int64, error)
}
type StringWriter interface {
	WriteString(s string) (n int, err error)
}
type WriteCloser interface {
	Writer
	Closer
}
type WriteSeeker interface {
	Writer
	Seeker
}
type Writer interface {
	Write(p []byte) (n int, err error)
}
type WriterAt interface {
	WriteAt(p []byte, off int64) (n int, err error)
}
type WriterTo interface {
	WriteTo(w Writer) (n int64, err error)
}

func Copy(dst Writer, src Reader) (written int64, err error)
func CopyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error)
func CopyN(dst Writer, src Reader, n int64) (written int64, err error)
func LimitReader(r Reader, n int64) Reader
func MultiReader(readers ...Reader) Reader
func MultiWriter(writers ...Writer) Writer
func NewSectionReader(r ReaderAt, off int64, n int64) *SectionReader
func NopCloser(r Reader) ReadCloser
func Pipe() (*PipeReader, *PipeWriter)
func ReadAll(r Reader) ([]byte, error)
func ReadAtLeast(r Reader, buf []byte, min int) (n int, err error)
func ReadFull(r Reader, buf []byte) (n int, err error)
func TeeReader(r Reader, w Writer) Reader
func WriteString(w Writer, s string) (n int, err error)

package io_fs

import "time"

const ModeDir FileMode = 0
const ModePerm FileMode = 511
const ModeSymlink FileMode = 0

var ErrExist error
var ErrInvalid error
var ErrNotExist error
var ErrPermission error
var SkipAll error
var SkipDir error

type DirEntry interface {
	Name() string
	IsDir() bool
	Type() FileMode
	Info() (FileInfo, error)
}
type FS interface {
	Open(name string) (File, error)
}
type File interface {
	Stat() (FileInfo, error)
	Read([]byte) (int, error)
	Close() error
}
type FileInfo interface {
	Name() string
	Size() int64
	Mode() FileMode
	ModTime() time.Time
	IsDir() bool
	Sys() any
}
type FileMode uint32

func (m FileMode) IsDir() bool
func (m FileMode) IsRegular() bool
func (m FileMode) Perm() FileMode
func (m FileMode) String() string
func (m FileMode) Type() FileMode

type PathError struct {
	Op   string
	Path string
	Err  error
}

func (e *PathError) Error() string
func (e *PathError) Unwrap() error

type WalkDirFunc func(path string, d DirEntry, err error) error

func Glob(fsys FS, pattern string) (matches []string, err error)
func ReadDir(fsys FS, name string) ([]DirEntry, error)
func ReadFile(fsys FS, name string) ([]byte, error)
func Stat(fsys FS, name string) (FileInfo, error)
func Sub(fsys FS, dir string) (FS, error)
func ValidPath(name string) bool
func WalkDir(fsys FS, root string, fn WalkDirFunc) error

package io_ioutil

import (
	"io"
	"io/fs"
)

var Discard io.Writer

func NopCloser(r io.Reader) io.ReadCloser
func ReadAll(r io.Reader) ([]byte, error)
func ReadDir(dirname string) ([]fs.FileInfo, error)
func ReadFile(filename string) ([]byte, error)
func TempDir(dir, pattern string) (name string, err error)
func WriteFile(filename string, data []byte, perm fs.FileMode) error

package bufio

import "io"

const MaxScanTokenSize = 65536

type ReadWriter struct {
	*Reader
	*Writer
}
type Reader struct{}

func NewReader(rd io.Reader) *Reader
func NewReaderSize(rd io.Reader, size int) *Reader
func (b *Reader) Buffered() int
func (b *Reader) Discard(n int) (discarded int, err error)
func (b *Reader) Peek(n int) ([]byte, error)
func (b *Reader) Read(p []byte) (n int, err error)
func (b *Reader) ReadByte() (byte, error)
func (b *Reader) ReadBytes(delim byte) ([]byte, error)
func (b *Reader) ReadLine() (line []byte, isPrefix bool, err error)
func (b *Reader) ReadRune() (r rune, size int, err error)
func (b *Reader) ReadSlice(delim byte) (line []byte, err error)
func (b *Reader) ReadString(delim byte) (string, error)
func (b *Reader) Reset(r io.Reader)
func (b *Reader) UnreadByte() error
func (b *Reader) UnreadRune() error

type Scanner struct{}

func NewScanner(r io.Reader) *Scanner
func (s *Scanner) Buffer(buf []byte, max int)
func (s *Scanner) Bytes() []byte
func (s *Scanner) Err() error
func (s *Scanner) Scan() bool
func (s *Scanner) Split(split SplitFunc)
func (s *Scanner) Text() string

type SplitFunc func(data []byte, atEOF bool) (advance int, token []byte, err error)

func ScanBytes(data []byte, atEOF bool) (advance int, token []byte, err error)
func ScanLines(data []byte, atEOF bool) (advance int, token []byte, err error)
func ScanRunes(data []byte, atEOF bool) (advance int, token []byte, err error)
func ScanWords(data []byte, atEOF bool) (advance int, token []byte, err error)

type Writer struct{}

func NewWriter(w io.Writer) *Writer
func NewWriterSize(w io.Writer, size int) *Writer
func (b *Writer) Available() int
func (b *Writer) Buffered() int
func (b *Writer) Flush() error
func (b *Writer) Reset(w io.Writer)
func (b *Writer) Write(p []byte) (nn int, err error)
func (b *Writer) WriteByte(c byte) error
func (b *Writer) WriteRune(r rune) (size int, err error)
func (b *Writer) WriteString(s string) (int, error)

package text_tabwriter

import "io"

type Writer struct{}

func NewWriter(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer
func (b *Writer) Flush() error
func (b *Writer) Init(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer
func (b *Writer) Write(buf []byte) (n int, err error)

package embed

import "io/fs"

type FS struct{}

func (f FS) Open(name string) (fs.File, error)
func (f FS) ReadDir(name string) ([]fs.DirEntry, error)
func (f FS) ReadFile(name string) ([]byte, error)

package path

func Base(path string) string
func Clean(path string) string
func Dir(path string) string
func Ext(path string) string
func IsAbs(path string) bool
func Join(elem ...string) string
func Match(pattern, name string) (matched bool, err error)
func Split(path string) (dir, file string)

package path_filepath

import "io/fs"

const ListSeparator = ':'
const Separator = '/'

var SkipAll error
var SkipDir error

type WalkFunc func(path string, info fs.FileInfo, err error) error

func Abs(path string) (string, error)
func Base(path string) string
func Clean(path string) string
func Dir(path string) string
func EvalSymlinks(path string) (string, error)
func Ext(path string) string
func FromSlash(path string) string
func Glob(pattern string) (matches []string, err error)
func IsAbs(path string) bool
func Join(elem ...string) string
func Match(pattern, name string) (matched bool, err error)
func Rel(basepath, targpath string) (string, error)
func Split(path string) (dir, file string)
func SplitList(path string) []string
func ToSlash(path string) string
func VolumeName(path string) string
func Walk(root string, fn WalkFunc) error
func WalkDir(root string, fn fs.WalkDirFunc) error

package hash

type Hash interface {
	Write(p []byte) (n int, err error)
	Sum(b []byte) []byte
	Reset()
	Size() int
	BlockSize() int
}
type Hash32 interface {
	Hash
	Sum32() uint32
}
type Hash64 interface {
	Hash
	Sum64() uint64
}

package crypto_sha256

import "hash"

const Size = 32

func New() hash.Hash
func Sum256(data []byte) [32]byte

package crypto_sha1

import "hash"

func New() hash.Hash
func Sum(data []byte) [20]byte

package crypto_md5

import "hash"

func New() hash.Hash
func Sum(data []byte) [16]byte

package container_list

type Element struct {
	Value any
}

func (e *Element) Next() *Element
func (e *Element) Prev() *Element

type List struct{}

func New() *List
func (l *List) Back() *Element
func (l *List) Front() *Element
func (l *List) Init() *List
func (l *List) InsertAfter(v any, mark *Element) *Element
func (l *List) InsertBefore(v any, mark *Element) *Element
func (l *List) Len() int
func (l *List) MoveToBack(e *Element)
func (l *List) MoveToFront(e *Element)
func (l *List) PushBack(v any) *Element
func (l *List) PushFront(v any) *Element
func (l *List) Remove(e *Element) any

