// The standard library as far as types flow through it: declarations only, in our own words. This file and its
// neighbours are joined into one, whose top level stands for the crates `std`, `core` and `alloc`. What every file
// sees without an import is what `prelude` passes on.

pub use crate as std;
pub use crate as core;
pub use crate as alloc;

pub mod prelude {
    pub use crate::borrow::ToOwned;
    pub use crate::boxed::Box;
    pub use crate::clone::Clone;
    pub use crate::cmp::{Eq, Ord, PartialEq, PartialOrd};
    pub use crate::convert::{AsMut, AsRef, From, Into, TryFrom, TryInto};
    pub use crate::default::Default;
    pub use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
    pub use crate::marker::{Copy, Send, Sized, Sync, Unpin};
    pub use crate::mem::drop;
    pub use crate::ops::{AsyncFn, AsyncFnMut, AsyncFnOnce, Drop, Fn, FnMut, FnOnce};
    pub use crate::option::Option::{self, None, Some};
    pub use crate::primitive::*;
    pub use crate::result::Result::{self, Err, Ok};
    pub use crate::string::{String, ToString};
    pub use crate::vec::Vec;
    pub mod v1 { pub use super::*; }
    pub mod rust_2015 { pub use super::*; }
    pub mod rust_2018 { pub use super::*; }
    pub mod rust_2021 { pub use super::*; }
    pub mod rust_2024 { pub use super::*; pub use crate::future::{Future, IntoFuture}; }
}
pub use crate::prelude::*;

pub mod marker {
    pub trait Copy: Clone {}
    pub trait Send {}
    pub trait Sized {}
    pub trait Sync {}
    pub trait Unpin {}
    pub struct PhantomData<T>;
    pub struct PhantomPinned;
}

pub mod clone {
    pub trait Clone { fn clone(&self) -> Self; fn clone_from(&mut self, source: &Self); }
}

pub mod default {
    pub trait Default { fn default() -> Self; }
}

pub mod cmp {
    pub enum Ordering { Less, Equal, Greater }
    impl Ordering {
        pub fn is_eq(self) -> bool;
        pub fn is_ne(self) -> bool;
        pub fn is_lt(self) -> bool;
        pub fn is_gt(self) -> bool;
        pub fn is_le(self) -> bool;
        pub fn is_ge(self) -> bool;
        pub fn reverse(self) -> Ordering;
        pub fn then(self, other: Ordering) -> Ordering;
        pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering;
    }
    pub trait PartialEq<Rhs = Self> { fn eq(&self, other: &Rhs) -> bool; fn ne(&self, other: &Rhs) -> bool; }
    pub trait Eq: PartialEq {}
    pub trait PartialOrd<Rhs = Self>: PartialEq<Rhs> {
        fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
        fn lt(&self, other: &Rhs) -> bool;
        fn le(&self, other: &Rhs) -> bool;
        fn gt(&self, other: &Rhs) -> bool;
        fn ge(&self, other: &Rhs) -> bool;
    }
    pub trait Ord: Eq + PartialOrd {
        fn cmp(&self, other: &Self) -> Ordering;
        fn max(self, other: Self) -> Self;
        fn min(self, other: Self) -> Self;
        fn clamp(self, min: Self, max: Self) -> Self;
    }
    pub struct Reverse<T>(pub T);
    pub fn max<T: Ord>(a: T, b: T) -> T;
    pub fn min<T: Ord>(a: T, b: T) -> T;
}

pub mod convert {
    pub trait From<T> { fn from(value: T) -> Self; }
    pub trait Into<T> { fn into(self) -> T; }
    pub trait TryFrom<T> { type Error; fn try_from(value: T) -> Result<Self, Self::Error>; }
    pub trait TryInto<T> { type Error; fn try_into(self) -> Result<T, Self::Error>; }
    pub trait AsRef<T> { fn as_ref(&self) -> &T; }
    pub trait AsMut<T> { fn as_mut(&mut self) -> &mut T; }
    pub enum Infallible {}
    pub fn identity<T>(x: T) -> T;
}

pub mod ops {
    pub trait Deref { type Target; fn deref(&self) -> &Self::Target; }
    pub trait DerefMut: Deref { fn deref_mut(&mut self) -> &mut Self::Target; }
    pub trait Drop { fn drop(&mut self); }
    pub trait Index<I> { type Output; fn index(&self, index: I) -> &Self::Output; }
    pub trait IndexMut<I>: Index<I> { fn index_mut(&mut self, index: I) -> &mut Self::Output; }
    pub trait Fn<A> {}
    pub trait FnMut<A> {}
    pub trait FnOnce<A> { type Output; }
    pub trait AsyncFn<A> {}
    pub trait AsyncFnMut<A> {}
    pub trait AsyncFnOnce<A> {}
    pub trait Add<R = Self> { type Output; fn add(self, rhs: R) -> Self::Output; }
    pub trait Sub<R = Self> { type Output; fn sub(self, rhs: R) -> Self::Output; }
    pub trait Mul<R = Self> { type Output; fn mul(self, rhs: R) -> Self::Output; }
    pub trait Div<R = Self> { type Output; fn div(self, rhs: R) -> Self::Output; }
    pub trait Rem<R = Self> { type Output; fn rem(self, rhs: R) -> Self::Output; }
    pub trait BitAnd<R = Self> { type Output; fn bitand(self, rhs: R) -> Self::Output; }
    pub trait BitOr<R = Self> { type Output; fn bitor(self, rhs: R) -> Self::Output; }
    pub trait BitXor<R = Self> { type Output; fn bitxor(self, rhs: R) -> Self::Output; }
    pub trait Shl<R = Self> { type Output; fn shl(self, rhs: R) -> Self::Output; }
    pub trait Shr<R = Self> { type Output; fn shr(self, rhs: R) -> Self::Output; }
    pub trait Neg { type Output; fn neg(self) -> Self::Output; }
    pub trait Not { type Output; fn not(self) -> Self::Output; }
    pub trait AddAssign<R = Self> { fn add_assign(&mut self, rhs: R); }
    pub trait SubAssign<R = Self> { fn sub_assign(&mut self, rhs: R); }
    pub trait MulAssign<R = Self> { fn mul_assign(&mut self, rhs: R); }
    pub trait DivAssign<R = Self> { fn div_assign(&mut self, rhs: R); }
    pub trait RemAssign<R = Self> { fn rem_assign(&mut self, rhs: R); }
    pub trait BitAndAssign<R = Self> { fn bitand_assign(&mut self, rhs: R); }
    pub trait BitOrAssign<R = Self> { fn bitor_assign(&mut self, rhs: R); }
    pub trait BitXorAssign<R = Self> { fn bitxor_assign(&mut self, rhs: R); }
    pub trait RangeBounds<T> {
        fn start_bound(&self) -> Bound<&T>;
        fn end_bound(&self) -> Bound<&T>;
        fn contains(&self, item: &T) -> bool;
    }
    pub enum Bound<T> { Included(T), Excluded(T), Unbounded }
    pub enum ControlFlow<B, C = ()> { Continue(C), Break(B) }
    impl<B, C> ControlFlow<B, C> { pub fn is_break(&self) -> bool; pub fn is_continue(&self) -> bool; pub fn break_value(self) -> Option<B>; }
    pub struct RangeFull;
    pub struct Range<T> { pub start: T, pub end: T }
    impl<T> Range<T> { pub fn contains(&self, item: &T) -> bool; pub fn is_empty(&self) -> bool; pub fn len(&self) -> usize; }
    impl<T> Iterator for Range<T> { type Item = T; }
    impl<T> RangeBounds<T> for Range<T> {}
    pub struct RangeFrom<T> { pub start: T }
    impl<T> Iterator for RangeFrom<T> { type Item = T; }
    impl<T> RangeBounds<T> for RangeFrom<T> {}
    pub struct RangeTo<T> { pub end: T }
    impl<T> RangeBounds<T> for RangeTo<T> {}
    pub struct RangeInclusive<T>;
    impl<T> RangeInclusive<T> {
        pub fn new(start: T, end: T) -> RangeInclusive<T>;
        pub fn start(&self) -> &T;
        pub fn end(&self) -> &T;
        pub fn contains(&self, item: &T) -> bool;
        pub fn is_empty(&self) -> bool;
        pub fn into_inner(self) -> (T, T);
    }
    impl<T> Iterator for RangeInclusive<T> { type Item = T; }
    impl<T> RangeBounds<T> for RangeInclusive<T> {}
    pub struct RangeToInclusive<T> { pub end: T }
    impl<T> RangeBounds<T> for RangeToInclusive<T> {}
}

pub mod hash {
    pub trait Hash { fn hash<H: Hasher>(&self, state: &mut H); }
    pub trait Hasher { fn finish(&self) -> u64; fn write(&mut self, bytes: &[u8]); fn write_u8(&mut self, i: u8); fn write_u32(&mut self, i: u32); fn write_u64(&mut self, i: u64); fn write_usize(&mut self, i: usize); }
    pub trait BuildHasher { type Hasher; fn build_hasher(&self) -> Self::Hasher; fn hash_one<T: Hash>(&self, x: T) -> u64; }
    pub struct DefaultHasher;
    impl DefaultHasher { pub fn new() -> DefaultHasher; }
    impl Hasher for DefaultHasher {}
    pub struct RandomState;
    impl RandomState { pub fn new() -> RandomState; }
    impl BuildHasher for RandomState { type Hasher = DefaultHasher; }
    pub struct BuildHasherDefault<H>;
    impl<H> BuildHasher for BuildHasherDefault<H> { type Hasher = H; }
}

pub mod mem {
    pub fn drop<T>(x: T);
    pub fn forget<T>(x: T);
    pub fn replace<T>(dest: &mut T, src: T) -> T;
    pub fn take<T: Default>(dest: &mut T) -> T;
    pub fn swap<T>(x: &mut T, y: &mut T);
    pub fn size_of<T>() -> usize;
    pub fn size_of_val<T>(value: &T) -> usize;
    pub fn align_of<T>() -> usize;
    pub fn discriminant<T>(value: &T) -> Discriminant<T>;
    pub fn needs_drop<T>() -> bool;
    pub fn zeroed<T>() -> T;
    pub fn transmute<A, B>(src: A) -> B;
    pub struct Discriminant<T>;
    pub struct ManuallyDrop<T>;
    impl<T> ManuallyDrop<T> { pub fn new(value: T) -> ManuallyDrop<T>; pub fn into_inner(slot: ManuallyDrop<T>) -> T; }
    impl<T> crate::ops::Deref for ManuallyDrop<T> { type Target = T; }
    pub struct MaybeUninit<T>;
    impl<T> MaybeUninit<T> { pub fn new(value: T) -> MaybeUninit<T>; pub fn uninit() -> MaybeUninit<T>; pub fn assume_init(self) -> T; pub fn write(&mut self, value: T) -> &mut T; pub fn as_ptr(&self) -> *const T; pub fn as_mut_ptr(&mut self) -> *mut T; }
}

pub mod any {
    pub trait Any { fn type_id(&self) -> TypeId; }
    impl dyn Any {
        pub fn is<T: Any>(&self) -> bool;
        pub fn downcast_ref<T: Any>(&self) -> Option<&T>;
        pub fn downcast_mut<T: Any>(&mut self) -> Option<&mut T>;
        pub fn downcast<T: Any>(self) -> Result<Box<T>, Self>;
    }
    pub struct TypeId;
    impl TypeId { pub fn of<T>() -> TypeId; }
    pub fn type_name<T>() -> &'static str;
    pub fn type_name_of_val<T>(value: &T) -> &'static str;
}

pub mod future {
    pub trait Future { type Output; fn poll(self, cx: &mut crate::task::Context) -> crate::task::Poll<Self::Output>; }
    pub trait IntoFuture { type Output; fn into_future(self) -> impl Future<Output = Self::Output>; }
    pub fn ready<T>(t: T) -> impl Future<Output = T>;
    pub fn pending<T>() -> impl Future<Output = T>;
    pub fn poll_fn<T, F: FnMut(&mut crate::task::Context) -> crate::task::Poll<T>>(f: F) -> impl Future<Output = T>;
}

pub mod task {
    pub enum Poll<T> { Ready(T), Pending }
    impl<T> Poll<T> { pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>; pub fn is_ready(&self) -> bool; pub fn is_pending(&self) -> bool; }
    pub struct Context;
    impl Context { pub fn from_waker(waker: &Waker) -> Context; pub fn waker(&self) -> &Waker; }
    pub struct Waker;
    impl Waker { pub fn wake(self); pub fn wake_by_ref(&self); pub fn will_wake(&self, other: &Waker) -> bool; pub fn noop() -> &'static Waker; }
    impl Clone for Waker {}
    pub trait Wake { fn wake(self); fn wake_by_ref(&self); }
}

pub mod pin {
    pub struct Pin<P>;
    impl<P> Pin<P> {
        pub fn new(pointer: P) -> Pin<P>;
        pub fn as_mut(&mut self) -> Pin<&mut P>;
        pub fn as_ref(&self) -> Pin<&P>;
        pub fn get_mut(self) -> &mut P;
        pub fn get_ref(self) -> &P;
        pub fn get_unchecked_mut(self) -> &mut P;
        pub fn new_unchecked(pointer: P) -> Pin<P>;
        pub fn set(&mut self, value: P);
        pub fn into_inner(pin: Pin<P>) -> P;
    }
    impl<P> crate::ops::Deref for Pin<P> { type Target = P; }
}

pub mod panic {
    pub fn catch_unwind<R, F: FnOnce() -> R>(f: F) -> Result<R, Box<dyn crate::any::Any + Send>>;
    pub fn resume_unwind(payload: Box<dyn crate::any::Any + Send>) -> !;
    pub fn set_hook(hook: Box<dyn Fn(&PanicHookInfo)>);
    pub fn take_hook() -> Box<dyn Fn(&PanicHookInfo)>;
    pub struct PanicHookInfo;
    impl PanicHookInfo { pub fn payload(&self) -> &dyn crate::any::Any; pub fn location(&self) -> Option<&Location>; }
    pub struct Location;
    impl Location { pub fn caller() -> &'static Location; pub fn file(&self) -> &str; pub fn line(&self) -> u32; pub fn column(&self) -> u32; }
    pub struct AssertUnwindSafe<T>(pub T);
    pub trait UnwindSafe {}
    pub trait RefUnwindSafe {}
}

pub mod hint {
    pub fn black_box<T>(x: T) -> T;
    pub fn spin_loop();
    pub fn unreachable_unchecked() -> !;
}
