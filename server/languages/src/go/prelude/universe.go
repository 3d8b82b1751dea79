// The universe and the standard library as far as they type other code, written for this tool: signatures, no bodies.
// The names with a dot in the middle are what the language's own syntax stands for.
package builtin

type bool struct{}
type string struct{}
type int struct{}
type int8 struct{}
type int16 struct{}
type int32 struct{}
type int64 struct{}
type uint struct{}
type uint8 struct{}
type uint16 struct{}
type uint32 struct{}
type uint64 struct{}
type uintptr struct{}
type float32 struct{}
type float64 struct{}
type complex64 struct{}
type complex128 struct{}
type rune struct{}
type byte = uint8
type any interface{}
type comparable interface{}

type slice·[T any] struct{}
type map·[K comparable, V any] struct{}
type chan·[T any] struct{}

type error interface {
	Error() string
}

func append[S any, T any](slice S, elems ...T) S
func cap(v any) int
func clear(v any)
func close(c any)
func complex(r, i float64) complex128
func copy(dst, src any) int
func delete(m any, key any)
func imag(c complex128) float64
func len(v any) int
func make(t any, size ...int) any
func max[T any](x T, y ...T) T
func min[T any](x T, y ...T) T
func new(t any) any
func panic(v any)
func print(args ...any)
func println(args ...any)
func real(c complex128) float64
func recover() any

package unsafe

type Pointer struct{}

func Sizeof(x any) uintptr

package iter

type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)

func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func())

package cmp

type Ordered interface{}

func Compare[T any](x, y T) int
func Less[T any](x, y T) bool
func Or[T any](vals ...T) T

package slices

import "iter"

func All[E any](s []E) iter.Seq2[int, E]
func Backward[E any](s []E) iter.Seq2[int, E]
func BinarySearch[E any](x []E, target E) (int, bool)
func BinarySearchFunc[E, T any](x []E, target T, cmp func(E, T) int) (int, bool)
func Clip[S any](s S) S
func Clone[S any](s S) S
func Collect[E any](seq iter.Seq[E]) []E
func Compact[S any](s S) S
func CompactFunc[S any, E any](s S, eq func(E, E) bool) S
func Concat[S any](slices ...S) S
func Contains[E any](s []E, v E) bool
func ContainsFunc[E any](s []E, f func(E) bool) bool
func Delete[S any](s S, i, j int) S
func DeleteFunc[S any, E any](s S, del func(E) bool) S
func Equal[S any](s1, s2 S) bool
func EqualFunc[E1, E2 any](s1 []E1, s2 []E2, eq func(E1, E2) bool) bool
func Grow[S any](s S, n int) S
func Index[E any](s []E, v E) int
func IndexFunc[E any](s []E, f func(E) bool) int
func Insert[S any, E any](s S, i int, v ...E) S
func Max[E any](x []E) E
func MaxFunc[E any](x []E, cmp func(a, b E) int) E
func Min[E any](x []E) E
func MinFunc[E any](x []E, cmp func(a, b E) int) E
func Reverse[E any](s []E)
func Sort[E any](x []E)
func SortFunc[E any](x []E, cmp func(a, b E) int)
func SortStableFunc[E any](x []E, cmp func(a, b E) int)
func Sorted[E any](seq iter.Seq[E]) []E
func Values[E any](s []E) iter.Seq[E]

package maps

import "iter"

func All[K, V any](m map[K]V) iter.Seq2[K, V]
func Clone[M any](m M) M
func Collect[K, V any](seq iter.Seq2[K, V]) map[K]V
func Copy[M any](dst, src M)
func DeleteFunc[K, V any](m map[K]V, del func(K, V) bool)
func Equal[M any](m1, m2 M) bool
func Keys[K, V any](m map[K]V) iter.Seq[K]
func Values[K, V any](m map[K]V) iter.Seq[V]

