package net

import (
	"context"
	"time"
)

var ErrClosed error

type Addr interface {
	Network() string
	String() string
}
type Conn interface {
	Read(b []byte) (n int, err error)
	Write(b []byte) (n int, err error)
	Close() error
	LocalAddr() Addr
	RemoteAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}
type Dialer struct {
	Timeout   time.Duration
	KeepAlive time.Duration
	LocalAddr Addr
}

func (d *Dialer) Dial(network, address string) (Conn, error)
func (d *Dialer) DialContext(ctx context.Context, network, address string) (Conn, error)

type Error interface {
	error
	Timeout() bool
	Temporary() bool
}
type IP []byte

func IPv4(a, b, c, d byte) IP
func LookupIP(host string) ([]IP, error)
func ParseCIDR(s string) (IP, *IPNet, error)
func ParseIP(s string) IP
func (ip IP) Equal(x IP) bool
func (ip IP) IsLoopback() bool
func (ip IP) String() string
func (ip IP) To16() IP
func (ip IP) To4() IP

type IPMask []byte

func CIDRMask(ones, bits int) IPMask
func IPv4Mask(a, b, c, d byte) IPMask
func (m IPMask) Size() (ones, bits int)
func (m IPMask) String() string

type IPNet struct {
	IP   IP
	Mask IPMask
}

func (n *IPNet) Contains(ip IP) bool
func (n *IPNet) String() string

type Listener interface {
	Accept() (Conn, error)
	Close() error
	Addr() Addr
}
type OpError struct {
	Op  string
	Net string
	Err error
}
type TCPAddr struct {
	IP   IP
	Port int
	Zone string
}

func (a *TCPAddr) String() string

func Dial(network, address string) (Conn, error)
func DialTimeout(network, address string, timeout time.Duration) (Conn, error)
func JoinHostPort(host, port string) string
func Listen(network, address string) (Listener, error)
func LookupHost(host string) (addrs []string, err error)
func Pipe() (Conn, Conn)
func SplitHostPort(hostport string) (host, port string, err error)

package net_url

type Error struct {
	Op  string
	URL string
	Err error
}
type URL struct {
	Scheme   string
	Opaque   string
	User     *Userinfo
	Host     string
	Path     string
	RawPath  string
	RawQuery string
	Fragment string
}

func Parse(rawURL string) (*URL, error)
func ParseRequestURI(rawURL string) (*URL, error)
func (u *URL) EscapedPath() string
func (u *URL) Hostname() string
func (u *URL) IsAbs() bool
func (u *URL) JoinPath(elem ...string) *URL
func (u *URL) Parse(ref string) (*URL, error)
func (u *URL) Port() string
func (u *URL) Query() Values
func (u *URL) RequestURI() string
func (u *URL) ResolveReference(ref *URL) *URL
func (u *URL) String() string

type Userinfo struct{}

func User(username string) *Userinfo
func UserPassword(username, password string) *Userinfo
func (u *Userinfo) Password() (string, bool)
func (u *Userinfo) String() string
func (u *Userinfo) Username() string

type Values map[string][]string

func ParseQuery(query string) (Values, error)
func (v Values) Add(key, value string)
func (v Values) Del(key string)
func (v Values) Encode() string
func (v Values) Get(key string) string
func (v Values) Has(key string) bool
func (v Values) Set(key, value string)

func PathEscape(s string) string
func PathUnescape(s string) (string, error)
func QueryEscape(s string) string
func QueryUnescape(s string) (string, error)

package net_http

import (
	"context"
	"io"
	"net"
	"net/url"
	"time"
)

const MethodDelete = ""
const MethodGet = ""
const MethodHead = ""
const MethodOptions = ""
const MethodPatch = ""
const MethodPost = ""
const MethodPut = ""
const StatusAccepted = 202
const StatusBadGateway = 502
const StatusBadRequest = 400
const StatusConflict = 409
const StatusCreated = 201
const StatusForbidden = 403
const StatusFound = 302
const StatusInternalServerError = 500
const StatusMethodNotAllowed = 405
const StatusMovedPermanently = 301
const StatusNoContent = 204
const StatusNotFound = 404
const StatusNotImplemented = 501
const StatusNotModified = 304
const StatusOK = 200
const StatusServiceUnavailable = 503
const StatusTooManyRequests = 429
const StatusUnauthorized = 401

var DefaultClient *Client
var DefaultServeMux *ServeMux
var DefaultTransport RoundTripper
var ErrServerClosed error
var NoBody io.ReadCloser

type Client struct {
	Transport     RoundTripper
	CheckRedirect func(req *Request, via []*Request) error
	Jar           CookieJar
	Timeout       time.Duration
}

func (c *Client) CloseIdleConnections()
func (c *Client) Do(req *Request) (*Response, error)
func (c *Client) Get(url string) (resp *Response, err error)
func (c *Client) Head(url string) (resp *Response, err error)
func (c *Client) Post(url, contentType string, body io.Reader) (resp *Response, err error)
func (c *Client) PostForm(url string, data url.Values) (resp *Response, err error)

type Cookie struct {
	Name     string
	Value    string
	Path     string
	Domain   string
	Expires  time.Time
	MaxAge   int
	Secure   bool
	HttpOnly bool
}

func (c *Cookie) String() string

type CookieJar interface {
	SetCookies(u *url.URL, cookies []*Cookie)
	Cookies(u *url.URL) []*Cookie
}
type FileSystem interface{}
type Flusher interface {
	Flush()
}
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}
type HandlerFunc func(ResponseWriter, *Request)

func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request)

type Header map[string][]string

func (h Header) Add(key, value string)
func (h Header) Clone() Header
func (h Header) Del(key string)
func (h Header) Get(key string) string
func (h Header) Set(key, value string)
func (h Header) Values(key string) []string

type Hijacker interface{}
type Request struct {
	Method        string
	URL           *url.URL
	Proto         string
	Header        Header
	Body          io.ReadCloser
	ContentLength int64
	Close         bool
	Host          string
	Form          url.Values
	PostForm      url.Values
	RemoteAddr    string
	RequestURI    string
	Response      *Response
	Pattern       string
}

func NewRequest(method, url string, body io.Reader) (*Request, error)
func NewRequestWithContext(ctx context.Context, method, url string, body io.Reader) (*Request, error)
func (r *Request) AddCookie(c *Cookie)
func (r *Request) BasicAuth() (username, password string, ok bool)
func (r *Request) Clone(ctx context.Context) *Request
func (r *Request) Context() context.Context
func (r *Request) Cookie(name string) (*Cookie, error)
func (r *Request) Cookies() []*Cookie
func (r *Request) FormValue(key string) string
func (r *Request) ParseForm() error
func (r *Request) ParseMultipartForm(maxMemory int64) error
func (r *Request) PathValue(name string) string
func (r *Request) Referer() string
func (r *Request) SetBasicAuth(username, password string)
func (r *Request) UserAgent() string
func (r *Request) WithContext(ctx context.Context) *Request
func (r *Request) Write(w io.Writer) error

type Response struct {
	Status        string
	StatusCode    int
	Proto         string
	Header        Header
	Body          io.ReadCloser
	ContentLength int64
	Request       *Request
}

func Get(url string) (resp *Response, err error)
func Head(url string) (resp *Response, err error)
func Post(url, contentType string, body io.Reader) (resp *Response, err error)
func PostForm(url string, data url.Values) (resp *Response, err error)
func (r *Response) Cookies() []*Cookie
func (r *Response) Location() (*url.URL, error)
func (r *Response) Write(w io.Writer) error

type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(statusCode int)
}
type RoundTripper interface {
	RoundTrip(*Request) (*Response, error)
}
type ServeMux struct{}

func NewServeMux() *ServeMux
func (mux *ServeMux) Handle(pattern string, handler Handler)
func (mux *ServeMux) HandleFunc(pattern string, handler func(ResponseWriter, *Request))
func (mux *ServeMux) ServeHTTP(w ResponseWriter, r *Request)

type Server struct {
	Addr              string
	Handler           Handler
	ReadTimeout       time.Duration
	ReadHeaderTimeout time.Duration
	WriteTimeout      time.Duration
	IdleTimeout       time.Duration
	MaxHeaderBytes    int
	BaseContext       func(net.Listener) context.Context
}

func (srv *Server) Close() error
func (srv *Server) ListenAndServe() error
func (srv *Server) ListenAndServeTLS(certFile, keyFile string) error
func (srv *Server) Serve(l net.Listener) error
func (srv *Server) Shutdown(ctx context.Context) error

type Transport struct {
	Proxy               func(*Request) (*url.URL, error)
	MaxIdleConns        int
	IdleConnTimeout     time.Duration
	TLSHandshakeTimeout time.Duration
}

func (t *Transport) Clone() *Transport
func (t *Transport) CloseIdleConnections()
func (t *Transport) RoundTrip(req *Request) (*Response, error)

func Error(w ResponseWriter, error string, code int)
func FileServer(root FileSystem) Handler
func Handle(pattern string, handler Handler)
func HandleFunc(pattern string, handler func(ResponseWriter, *Request))
func ListenAndServe(addr string, handler Handler) error
func MaxBytesReader(w ResponseWriter, r io.ReadCloser, n int64) io.ReadCloser
func NotFound(w ResponseWriter, r *Request)
func NotFoundHandler() Handler
func Redirect(w ResponseWriter, r *Request, url string, code int)
func ServeFile(w ResponseWriter, r *Request, name string)
func SetCookie(w ResponseWriter, cookie *Cookie)
func StatusText(code int) string
func StripPrefix(prefix string, h Handler) Handler
func TimeoutHandler(h Handler, dt time.Duration, msg string) Handler

package net_http_httptest

import (
	"bytes"
	"io"
	"net/http"
)

type ResponseRecorder struct {
	Code int
	Body *bytes.Buffer
}

func NewRecorder() *ResponseRecorder
func NewRequest(method, target string, body io.Reader) *http.Request
func (rw *ResponseRecorder) Header() http.Header
func (rw *ResponseRecorder) Result() *http.Response
func (rw *ResponseRecorder) Write(buf []byte) (int, error)
func (rw *ResponseRecorder) WriteHeader(code int)

type Server struct {
	URL    string
	Config *http.Server
}

func NewServer(handler http.Handler) *Server
func NewTLSServer(handler http.Handler) *Server
func (s *Server) Client() *http.Client
func (s *Server) Close()

package database_sql

import (
	"context"
	"time"
)

var ErrNoRows error

type DB struct{}

func Open(driverName, dataSourceName string) (*DB, error)
func (db *DB) Begin() (*Tx, error)
func (db *DB) BeginTx(ctx context.Context, opts *TxOptions) (*Tx, error)
func (db *DB) Close() error
func (db *DB) Exec(query string, args ...any) (Result, error)
func (db *DB) ExecContext(ctx context.Context, query string, args ...any) (Result, error)
func (db *DB) Ping() error
func (db *DB) PingContext(ctx context.Context) error
func (db *DB) Prepare(query string) (*Stmt, error)
func (db *DB) Query(query string, args ...any) (*Rows, error)
func (db *DB) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error)
func (db *DB) QueryRow(query string, args ...any) *Row
func (db *DB) QueryRowContext(ctx context.Context, query string, args ...any) *Row
func (db *DB) SetConnMaxLifetime(d time.Duration)
func (db *DB) SetMaxIdleConns(n int)
func (db *DB) SetMaxOpenConns(n int)

type NullInt64 struct {
	Int64 int64
	Valid bool
}
type NullString struct {
	String string
	Valid  bool
}
type NullTime struct {
	Time  time.Time
	Valid bool
}
type Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}
type Row struct{}

func (r *Row) Err() error
func (r *Row) Scan(dest ...any) error

type Rows struct{}

func (rs *Rows) Close() error
func (rs *Rows) Columns() ([]string, error)
func (rs *Rows) Err() error
func (rs *Rows) Next() bool
func (rs *Rows) Scan(dest ...any) error

type Stmt struct{}

func (s *Stmt) Close() error
func (s *Stmt) Exec(args ...any) (Result, error)
func (s *Stmt) Query(args ...any) (*Rows, error)
func (s *Stmt) QueryRow(args ...any) *Row

type Tx struct{}

func (tx *Tx) Commit() error
func (tx *Tx) Exec(query string, args ...any) (Result, error)
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (Result, error)
func (tx *Tx) Query(query string, args ...any) (*Rows, error)
func (tx *Tx) QueryRow(query string, args ...any) *Row
func (tx *Tx) Rollback() error

type TxOptions struct {
	ReadOnly bool
}
