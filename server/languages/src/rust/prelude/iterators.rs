// Iterators. Adapters are written as what they yield.

pub mod iter {
    pub trait Iterator {
        type Item;
        fn next(&mut self) -> Option<Self::Item>;
        fn size_hint(&self) -> (usize, Option<usize>);
        fn count(self) -> usize;
        fn last(self) -> Option<Self::Item>;
        fn nth(&mut self, n: usize) -> Option<Self::Item>;
        fn advance_by(&mut self, n: usize) -> Result<(), usize>;
        fn step_by(self, step: usize) -> impl Iterator<Item = Self::Item>;
        fn chain<U: IntoIterator<Item = Self::Item>>(self, other: U) -> impl Iterator<Item = Self::Item>;
        fn zip<U: IntoIterator>(self, other: U) -> impl Iterator<Item = (Self::Item, U::Item)>;
        fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> impl Iterator<Item = B>;
        fn for_each<F: FnMut(Self::Item)>(self, f: F);
        fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> impl Iterator<Item = Self::Item>;
        fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> impl Iterator<Item = B>;
        fn enumerate(self) -> impl Iterator<Item = (usize, Self::Item)>;
        fn peekable(self) -> Peekable<Self>;
        fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> impl Iterator<Item = Self::Item>;
        fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> impl Iterator<Item = Self::Item>;
        fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, predicate: P) -> impl Iterator<Item = B>;
        fn skip(self, n: usize) -> impl Iterator<Item = Self::Item>;
        fn take(self, n: usize) -> impl Iterator<Item = Self::Item>;
        fn scan<S, B, F: FnMut(&mut S, Self::Item) -> Option<B>>(self, initial: S, f: F) -> impl Iterator<Item = B>;
        fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> impl Iterator<Item = U::Item>;
        fn flatten(self) -> impl Iterator<Item = <Self::Item as IntoIterator>::Item>;
        fn fuse(self) -> impl Iterator<Item = Self::Item>;
        fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> impl Iterator<Item = Self::Item>;
        fn by_ref(&mut self) -> &mut Self;
        fn into_iter(self) -> Self;
        fn collect<B: FromIterator<Self::Item>>(self) -> B;
        fn partition<B, F: FnMut(&Self::Item) -> bool>(self, f: F) -> (B, B);
        fn is_partitioned<P: FnMut(Self::Item) -> bool>(self, predicate: P) -> bool;
        fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B;
        fn try_fold<B, R, F: FnMut(B, Self::Item) -> R>(&mut self, init: B, f: F) -> R;
        fn try_for_each<R, F: FnMut(Self::Item) -> R>(&mut self, f: F) -> R;
        fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>;
        fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool;
        fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool;
        fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>;
        fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>;
        fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>;
        fn max(self) -> Option<Self::Item>;
        fn min(self) -> Option<Self::Item>;
        fn max_by_key<B, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>;
        fn max_by<F: FnMut(&Self::Item, &Self::Item) -> crate::cmp::Ordering>(self, compare: F) -> Option<Self::Item>;
        fn min_by_key<B, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>;
        fn min_by<F: FnMut(&Self::Item, &Self::Item) -> crate::cmp::Ordering>(self, compare: F) -> Option<Self::Item>;
        fn unzip<A, B>(self) -> (A, B);
        fn copied(self) -> impl Iterator<Item = Self::Item>;
        fn cloned(self) -> impl Iterator<Item = Self::Item>;
        fn cycle(self) -> impl Iterator<Item = Self::Item>;
        fn sum<S>(self) -> S;
        fn product<P>(self) -> P;
        fn cmp<I: IntoIterator>(self, other: I) -> crate::cmp::Ordering;
        fn eq<I: IntoIterator>(self, other: I) -> bool;
        fn ne<I: IntoIterator>(self, other: I) -> bool;
        fn lt<I: IntoIterator>(self, other: I) -> bool;
        fn is_sorted(self) -> bool;
        fn rev(self) -> impl Iterator<Item = Self::Item>;
    }
    pub trait DoubleEndedIterator: Iterator {
        fn next_back(&mut self) -> Option<Self::Item>;
        fn nth_back(&mut self, n: usize) -> Option<Self::Item>;
        fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B;
        fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>;
    }
    pub trait ExactSizeIterator: Iterator { fn len(&self) -> usize; }
    pub trait FusedIterator: Iterator {}
    pub trait IntoIterator { type Item; type IntoIter: Iterator; fn into_iter(self) -> impl Iterator<Item = Self::Item>; }
    pub trait FromIterator<A> { fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self; }
    pub trait Extend<A> { fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T); }
    pub trait Sum<A = Self> { fn sum<I: Iterator<Item = A>>(iter: I) -> Self; }
    pub trait Product<A = Self> { fn product<I: Iterator<Item = A>>(iter: I) -> Self; }
    pub struct Peekable<I>;
    impl<I: Iterator> Peekable<I> {
        pub fn peek(&mut self) -> Option<&I::Item>;
        pub fn peek_mut(&mut self) -> Option<&mut I::Item>;
        pub fn next_if<F: FnOnce(&I::Item) -> bool>(&mut self, f: F) -> Option<I::Item>;
        pub fn next_if_eq<T>(&mut self, expected: &T) -> Option<I::Item>;
    }
    impl<I: Iterator> Iterator for Peekable<I> { type Item = I::Item; }
    pub struct Map<I, F>;
    pub struct Filter<I, P>;
    impl<I: Iterator, P> Iterator for Filter<I, P> { type Item = I::Item; }
    pub struct FilterMap<I, F>;
    pub struct FlatMap<I, U, F>;
    impl<I, U: IntoIterator, F> Iterator for FlatMap<I, U, F> { type Item = U::Item; }
    pub struct Chain<A, B>;
    impl<A: Iterator, B> Iterator for Chain<A, B> { type Item = A::Item; }
    pub struct Cloned<I>;
    impl<I: Iterator> Iterator for Cloned<I> { type Item = I::Item; }
    pub struct Copied<I>;
    impl<I: Iterator> Iterator for Copied<I> { type Item = I::Item; }
    pub struct Enumerate<I>;
    impl<I: Iterator> Iterator for Enumerate<I> { type Item = (usize, I::Item); }
    pub struct Rev<I>;
    impl<I: Iterator> Iterator for Rev<I> { type Item = I::Item; }
    pub struct Skip<I>;
    impl<I: Iterator> Iterator for Skip<I> { type Item = I::Item; }
    pub struct Take<I>;
    impl<I: Iterator> Iterator for Take<I> { type Item = I::Item; }
    pub struct Zip<A, B>;
    impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> { type Item = (A::Item, B::Item); }
    pub struct Once<T>;
    impl<T> Iterator for Once<T> { type Item = T; }
    pub struct Empty<T>;
    impl<T> Iterator for Empty<T> { type Item = T; }
    pub struct Repeat<T>;
    impl<T> Iterator for Repeat<T> { type Item = T; }
    pub fn once<T>(value: T) -> Once<T>;
    pub fn empty<T>() -> Empty<T>;
    pub fn repeat<T>(elt: T) -> Repeat<T>;
    pub fn repeat_n<T>(elt: T, count: usize) -> impl Iterator<Item = T>;
    pub fn repeat_with<T, F: FnMut() -> T>(repeater: F) -> impl Iterator<Item = T>;
    pub fn once_with<T, F: FnOnce() -> T>(make: F) -> impl Iterator<Item = T>;
    pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> impl Iterator<Item = T>;
    pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, succ: F) -> impl Iterator<Item = T>;
    pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> impl Iterator<Item = (A::Item, B::Item)>;
}
