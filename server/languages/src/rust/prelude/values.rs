// Option, Result, errors, smart pointers, cells.

pub mod option {
    pub enum Option<T> { None, Some(T) }
    impl<T> Option<T> {
        pub fn is_some(&self) -> bool;
        pub fn is_none(&self) -> bool;
        pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
        pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool;
        pub fn as_ref(&self) -> Option<&T>;
        pub fn as_mut(&mut self) -> Option<&mut T>;
        pub fn as_slice(&self) -> &[T];
        pub fn expect(self, msg: &str) -> T;
        pub fn unwrap(self) -> T;
        pub fn unwrap_or(self, default: T) -> T;
        pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
        pub fn unwrap_or_default(self) -> T;
        pub fn unwrap_unchecked(self) -> T;
        pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
        pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T>;
        pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
        pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
        pub fn ok_or<E>(self, err: E) -> Result<T, E>;
        pub fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E>;
        pub fn as_deref(&self) -> Option<&<T as crate::ops::Deref>::Target>;
        pub fn as_deref_mut(&mut self) -> Option<&mut <T as crate::ops::Deref>::Target>;
        pub fn iter(&self) -> impl Iterator<Item = &T>;
        pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T>;
        pub fn and<U>(self, other: Option<U>) -> Option<U>;
        pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
        pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T>;
        pub fn or(self, other: Option<T>) -> Option<T>;
        pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
        pub fn xor(self, other: Option<T>) -> Option<T>;
        pub fn insert(&mut self, value: T) -> &mut T;
        pub fn get_or_insert(&mut self, value: T) -> &mut T;
        pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T;
        pub fn get_or_insert_default(&mut self) -> &mut T;
        pub fn take(&mut self) -> Option<T>;
        pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T>;
        pub fn replace(&mut self, value: T) -> Option<T>;
        pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
        pub fn copied(self) -> Option<T>;
        pub fn cloned(self) -> Option<T>;
        pub fn flatten(self) -> T;
        pub fn transpose(self) -> Result<Option<T>, T>;
    }
    impl<T> IntoIterator for Option<T> { type Item = T; }
    impl<T> Clone for Option<T> {}
    impl<T> Default for Option<T> { fn default() -> Option<T>; }
}

pub mod result {
    pub enum Result<T, E> { Ok(T), Err(E) }
    impl<T, E> Result<T, E> {
        pub fn is_ok(&self) -> bool;
        pub fn is_err(&self) -> bool;
        pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
        pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
        pub fn ok(self) -> Option<T>;
        pub fn err(self) -> Option<E>;
        pub fn as_ref(&self) -> Result<&T, &E>;
        pub fn as_mut(&mut self) -> Result<&mut T, &mut E>;
        pub fn map<U, F: FnOnce(T) -> U>(self, op: F) -> Result<U, E>;
        pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
        pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
        pub fn map_err<F, O: FnOnce(E) -> F>(self, op: O) -> Result<T, F>;
        pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Result<T, E>;
        pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Result<T, E>;
        pub fn as_deref(&self) -> Result<&<T as crate::ops::Deref>::Target, &E>;
        pub fn iter(&self) -> impl Iterator<Item = &T>;
        pub fn expect(self, msg: &str) -> T;
        pub fn unwrap(self) -> T;
        pub fn unwrap_or_default(self) -> T;
        pub fn expect_err(self, msg: &str) -> E;
        pub fn unwrap_err(self) -> E;
        pub fn and<U>(self, other: Result<U, E>) -> Result<U, E>;
        pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, op: F) -> Result<U, E>;
        pub fn or<F>(self, other: Result<T, F>) -> Result<T, F>;
        pub fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, op: O) -> Result<T, F>;
        pub fn unwrap_or(self, default: T) -> T;
        pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, op: F) -> T;
        pub fn copied(self) -> Result<T, E>;
        pub fn cloned(self) -> Result<T, E>;
        pub fn transpose(self) -> Option<Result<T, E>>;
        pub fn flatten(self) -> T;
    }
    impl<T, E> IntoIterator for Result<T, E> { type Item = T; }
    impl<T, E> Clone for Result<T, E> {}
}

pub mod error {
    pub trait Error: crate::fmt::Debug + crate::fmt::Display {
        fn source(&self) -> Option<&(dyn Error + 'static)>;
        fn description(&self) -> &str;
        fn cause(&self) -> Option<&dyn Error>;
    }
    impl dyn Error {
        pub fn is<T: Error>(&self) -> bool;
        pub fn downcast_ref<T: Error>(&self) -> Option<&T>;
        pub fn downcast_mut<T: Error>(&mut self) -> Option<&mut T>;
        pub fn downcast<T: Error>(self) -> Result<Box<T>, Box<dyn Error>>;
    }
}

pub mod borrow {
    pub trait ToOwned { type Owned; fn to_owned(&self) -> Self::Owned; fn clone_into(&self, target: &mut Self::Owned); }
    pub trait Borrow<T> { fn borrow(&self) -> &T; }
    pub trait BorrowMut<T>: Borrow<T> { fn borrow_mut(&mut self) -> &mut T; }
    pub enum Cow<B> { Borrowed(&B), Owned(<B as ToOwned>::Owned) }
    impl<B> Cow<B> {
        pub fn is_borrowed(&self) -> bool;
        pub fn is_owned(&self) -> bool;
        pub fn to_mut(&mut self) -> &mut <B as ToOwned>::Owned;
        pub fn into_owned(self) -> <B as ToOwned>::Owned;
    }
    impl<B> crate::ops::Deref for Cow<B> { type Target = B; }
    impl<B> Clone for Cow<B> {}
}

pub mod boxed {
    pub struct Box<T>;
    impl<T> Box<T> {
        pub fn new(x: T) -> Box<T>;
        pub fn pin(x: T) -> crate::pin::Pin<Box<T>>;
        pub fn leak(b: Box<T>) -> &'static mut T;
        pub fn into_raw(b: Box<T>) -> *mut T;
        pub fn from_raw(raw: *mut T) -> Box<T>;
        pub fn into_inner(b: Box<T>) -> T;
        pub fn into_pin(b: Box<T>) -> crate::pin::Pin<Box<T>>;
    }
    impl<T> crate::ops::Deref for Box<T> { type Target = T; }
    impl<T> Clone for Box<T> {}
    impl<T> From<T> for Box<T> { fn from(value: T) -> Box<T>; }
    impl<T> Default for Box<T> { fn default() -> Box<T>; }
}

pub mod rc {
    pub struct Rc<T>;
    impl<T> Rc<T> {
        pub fn new(value: T) -> Rc<T>;
        pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(f: F) -> Rc<T>;
        pub fn try_unwrap(this: Rc<T>) -> Result<T, Rc<T>>;
        pub fn into_inner(this: Rc<T>) -> Option<T>;
        pub fn unwrap_or_clone(this: Rc<T>) -> T;
        pub fn downgrade(this: &Rc<T>) -> Weak<T>;
        pub fn strong_count(this: &Rc<T>) -> usize;
        pub fn weak_count(this: &Rc<T>) -> usize;
        pub fn get_mut(this: &mut Rc<T>) -> Option<&mut T>;
        pub fn make_mut(this: &mut Rc<T>) -> &mut T;
        pub fn ptr_eq(this: &Rc<T>, other: &Rc<T>) -> bool;
        pub fn as_ptr(this: &Rc<T>) -> *const T;
    }
    impl<T> crate::ops::Deref for Rc<T> { type Target = T; }
    impl<T> Clone for Rc<T> { fn clone(&self) -> Rc<T>; }
    impl<T> From<T> for Rc<T> { fn from(value: T) -> Rc<T>; }
    impl<T> Default for Rc<T> { fn default() -> Rc<T>; }
    pub struct Weak<T>;
    impl<T> Weak<T> { pub fn new() -> Weak<T>; pub fn upgrade(&self) -> Option<Rc<T>>; pub fn strong_count(&self) -> usize; pub fn ptr_eq(&self, other: &Weak<T>) -> bool; }
    impl<T> Clone for Weak<T> { fn clone(&self) -> Weak<T>; }
}

pub mod cell {
    pub struct Cell<T>;
    impl<T> Cell<T> {
        pub fn new(value: T) -> Cell<T>;
        pub fn set(&self, value: T);
        pub fn get(&self) -> T;
        pub fn take(&self) -> T;
        pub fn replace(&self, value: T) -> T;
        pub fn swap(&self, other: &Cell<T>);
        pub fn get_mut(&mut self) -> &mut T;
        pub fn into_inner(self) -> T;
        pub fn update<F: FnOnce(T) -> T>(&self, f: F);
    }
    pub struct RefCell<T>;
    impl<T> RefCell<T> {
        pub fn new(value: T) -> RefCell<T>;
        pub fn borrow(&self) -> Ref<T>;
        pub fn borrow_mut(&self) -> RefMut<T>;
        pub fn try_borrow(&self) -> Result<Ref<T>, BorrowError>;
        pub fn try_borrow_mut(&self) -> Result<RefMut<T>, BorrowMutError>;
        pub fn get_mut(&mut self) -> &mut T;
        pub fn into_inner(self) -> T;
        pub fn replace(&self, value: T) -> T;
        pub fn take(&self) -> T;
        pub fn swap(&self, other: &RefCell<T>);
    }
    pub struct BorrowError;
    pub struct BorrowMutError;
    pub struct Ref<T>;
    impl<T> Ref<T> { pub fn map<U, F: FnOnce(&T) -> &U>(orig: Ref<T>, f: F) -> Ref<U>; pub fn clone(orig: &Ref<T>) -> Ref<T>; }
    impl<T> crate::ops::Deref for Ref<T> { type Target = T; }
    pub struct RefMut<T>;
    impl<T> RefMut<T> { pub fn map<U, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<T>, f: F) -> RefMut<U>; }
    impl<T> crate::ops::Deref for RefMut<T> { type Target = T; }
    pub struct UnsafeCell<T>;
    impl<T> UnsafeCell<T> { pub fn new(value: T) -> UnsafeCell<T>; pub fn get(&self) -> *mut T; pub fn get_mut(&mut self) -> &mut T; pub fn into_inner(self) -> T; }
    pub struct OnceCell<T>;
    impl<T> OnceCell<T> { pub fn new() -> OnceCell<T>; pub fn get(&self) -> Option<&T>; pub fn get_mut(&mut self) -> Option<&mut T>; pub fn set(&self, value: T) -> Result<(), T>; pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T; pub fn into_inner(self) -> Option<T>; pub fn take(&mut self) -> Option<T>; }
    pub struct LazyCell<T>;
    impl<T> LazyCell<T> { pub fn new<F: FnOnce() -> T>(f: F) -> LazyCell<T>; pub fn force(this: &LazyCell<T>) -> &T; }
    impl<T> crate::ops::Deref for LazyCell<T> { type Target = T; }
}

pub mod ptr {
    pub struct NonNull<T>;
    impl<T> NonNull<T> { pub fn new(ptr: *mut T) -> Option<NonNull<T>>; pub fn dangling() -> NonNull<T>; pub fn as_ptr(self) -> *mut T; pub fn as_ref(&self) -> &T; pub fn as_mut(&mut self) -> &mut T; pub fn cast<U>(self) -> NonNull<U>; }
    pub fn null<T>() -> *const T;
    pub fn null_mut<T>() -> *mut T;
    pub fn eq<T>(a: *const T, b: *const T) -> bool;
    pub fn read<T>(src: *const T) -> T;
    pub fn write<T>(dst: *mut T, src: T);
    pub fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize);
}
