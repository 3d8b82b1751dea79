// Slices, vectors and the other collections.

pub mod slice {
    pub struct Slice<T>;
    impl<T> Slice<T> {
        pub fn len(&self) -> usize;
        pub fn is_empty(&self) -> bool;
        pub fn first(&self) -> Option<&T>;
        pub fn first_mut(&mut self) -> Option<&mut T>;
        pub fn last(&self) -> Option<&T>;
        pub fn last_mut(&mut self) -> Option<&mut T>;
        pub fn split_first(&self) -> Option<(&T, &[T])>;
        pub fn split_last(&self) -> Option<(&T, &[T])>;
        pub fn first_chunk(&self) -> Option<&[T]>;
        pub fn get(&self, index: usize) -> Option<&T>;
        pub fn get_mut(&mut self, index: usize) -> Option<&mut T>;
        pub fn get_unchecked(&self, index: usize) -> &T;
        pub fn as_ptr(&self) -> *const T;
        pub fn as_mut_ptr(&mut self) -> *mut T;
        pub fn as_slice(&self) -> &[T];
        pub fn as_mut_slice(&mut self) -> &mut [T];
        pub fn swap(&mut self, a: usize, b: usize);
        pub fn reverse(&mut self);
        pub fn iter(&self) -> Iter<T>;
        pub fn iter_mut(&mut self) -> IterMut<T>;
        pub fn windows(&self, size: usize) -> impl Iterator<Item = &[T]>;
        pub fn chunks(&self, chunk_size: usize) -> impl Iterator<Item = &[T]>;
        pub fn chunks_mut(&mut self, chunk_size: usize) -> impl Iterator<Item = &mut [T]>;
        pub fn chunks_exact(&self, chunk_size: usize) -> impl Iterator<Item = &[T]>;
        pub fn rchunks(&self, chunk_size: usize) -> impl Iterator<Item = &[T]>;
        pub fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, pred: F) -> impl Iterator<Item = &[T]>;
        pub fn split_at(&self, mid: usize) -> (&[T], &[T]);
        pub fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]);
        pub fn split<F: FnMut(&T) -> bool>(&self, pred: F) -> impl Iterator<Item = &[T]>;
        pub fn splitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> impl Iterator<Item = &[T]>;
        pub fn contains(&self, x: &T) -> bool;
        pub fn starts_with(&self, needle: &[T]) -> bool;
        pub fn ends_with(&self, needle: &[T]) -> bool;
        pub fn strip_prefix(&self, prefix: &[T]) -> Option<&[T]>;
        pub fn strip_suffix(&self, suffix: &[T]) -> Option<&[T]>;
        pub fn binary_search(&self, x: &T) -> Result<usize, usize>;
        pub fn binary_search_by<F: FnMut(&T) -> crate::cmp::Ordering>(&self, f: F) -> Result<usize, usize>;
        pub fn binary_search_by_key<B, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize>;
        pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize;
        pub fn sort(&mut self);
        pub fn sort_by<F: FnMut(&T, &T) -> crate::cmp::Ordering>(&mut self, compare: F);
        pub fn sort_by_key<K, F: FnMut(&T) -> K>(&mut self, f: F);
        pub fn sort_by_cached_key<K, F: FnMut(&T) -> K>(&mut self, f: F);
        pub fn sort_unstable(&mut self);
        pub fn sort_unstable_by<F: FnMut(&T, &T) -> crate::cmp::Ordering>(&mut self, compare: F);
        pub fn sort_unstable_by_key<K, F: FnMut(&T) -> K>(&mut self, f: F);
        pub fn is_sorted(&self) -> bool;
        pub fn rotate_left(&mut self, mid: usize);
        pub fn rotate_right(&mut self, k: usize);
        pub fn fill(&mut self, value: T);
        pub fn copy_from_slice(&mut self, src: &[T]);
        pub fn clone_from_slice(&mut self, src: &[T]);
        pub fn copy_within<R>(&mut self, src: R, dest: usize);
        pub fn to_vec(&self) -> Vec<T>;
        pub fn into_vec(self) -> Vec<T>;
        pub fn to_owned(&self) -> Vec<T>;
        pub fn repeat(&self, n: usize) -> Vec<T>;
        pub fn concat<R>(&self) -> R;
        pub fn join<S, R>(&self, sep: S) -> R;
        pub fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U; 1];
        pub fn is_ascii(&self) -> bool;
        pub fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool;
        pub fn to_ascii_lowercase(&self) -> Vec<u8>;
        pub fn to_ascii_uppercase(&self) -> Vec<u8>;
        pub fn trim_ascii(&self) -> &[u8];
        pub fn escape_ascii(&self) -> impl Iterator<Item = u8>;
        pub fn utf8_chunks(&self) -> impl Iterator<Item = &[u8]>;
    }
    impl<T> IntoIterator for Slice<T> { type Item = T; fn into_iter(self) -> Iter<T>; }
    impl<T> Clone for Slice<T> {}
    impl<T> crate::io::Read for Slice<T> {}
    pub struct Iter<T>;
    impl<T> Iter<T> { pub fn as_slice(&self) -> &[T]; }
    impl<T> Iterator for Iter<T> { type Item = T; }
    impl<T> DoubleEndedIterator for Iter<T> {}
    impl<T> ExactSizeIterator for Iter<T> {}
    impl<T> Clone for Iter<T> {}
    pub struct IterMut<T>;
    impl<T> Iterator for IterMut<T> { type Item = T; }
    impl<T> DoubleEndedIterator for IterMut<T> {}
    pub fn from_ref<T>(s: &T) -> &[T];
    pub fn from_raw_parts<T>(data: *const T, len: usize) -> &[T];
}

pub mod array {
    pub fn from_fn<T, F: FnMut(usize) -> T>(f: F) -> [T; 1];
    pub struct TryFromSliceError;
    pub struct IntoIter<T>;
    impl<T> Iterator for IntoIter<T> { type Item = T; }
}

pub mod vec {
    pub struct Vec<T>;
    impl<T> Vec<T> {
        pub const fn new() -> Vec<T>;
        pub fn with_capacity(capacity: usize) -> Vec<T>;
        pub fn capacity(&self) -> usize;
        pub fn reserve(&mut self, additional: usize);
        pub fn reserve_exact(&mut self, additional: usize);
        pub fn shrink_to_fit(&mut self);
        pub fn into_boxed_slice(self) -> Box<[T]>;
        pub fn truncate(&mut self, len: usize);
        pub fn as_slice(&self) -> &[T];
        pub fn as_mut_slice(&mut self) -> &mut [T];
        pub fn swap_remove(&mut self, index: usize) -> T;
        pub fn insert(&mut self, index: usize, element: T);
        pub fn remove(&mut self, index: usize) -> T;
        pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
        pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F);
        pub fn dedup(&mut self);
        pub fn dedup_by<F: FnMut(&mut T, &mut T) -> bool>(&mut self, same_bucket: F);
        pub fn dedup_by_key<K, F: FnMut(&mut T) -> K>(&mut self, key: F);
        pub fn push(&mut self, value: T);
        pub fn pop(&mut self) -> Option<T>;
        pub fn pop_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T>;
        pub fn append(&mut self, other: &mut Vec<T>);
        pub fn drain<R>(&mut self, range: R) -> Drain<T>;
        pub fn clear(&mut self);
        pub fn len(&self) -> usize;
        pub fn is_empty(&self) -> bool;
        pub fn split_off(&mut self, at: usize) -> Vec<T>;
        pub fn resize(&mut self, new_len: usize, value: T);
        pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, f: F);
        pub fn leak(self) -> &'static mut [T];
        pub fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
        pub fn extend_from_slice(&mut self, other: &[T]);
        pub fn extend_from_within<R>(&mut self, src: R);
        pub fn splice<R, I>(&mut self, range: R, replace_with: I) -> impl Iterator<Item = T>;
        pub fn set_len(&mut self, new_len: usize);
    }
    impl<T> crate::ops::Deref for Vec<T> { type Target = [T]; }
    impl<T> IntoIterator for Vec<T> { type Item = T; fn into_iter(self) -> IntoIter<T>; }
    impl<T> FromIterator<T> for Vec<T> { fn from_iter<I>(iter: I) -> Vec<T>; }
    impl<T> Clone for Vec<T> { fn clone(&self) -> Vec<T>; }
    impl<T> Default for Vec<T> { fn default() -> Vec<T>; }
    impl<T> From<&[T]> for Vec<T> { fn from(s: &[T]) -> Vec<T>; }
    impl<T> Extend<T> for Vec<T> {}
    impl<T> crate::fmt::Debug for Vec<T> {}
    impl<T> crate::io::Write for Vec<T> {}
    pub struct IntoIter<T>;
    impl<T> IntoIter<T> { pub fn as_slice(&self) -> &[T]; }
    impl<T> Iterator for IntoIter<T> { type Item = T; }
    impl<T> DoubleEndedIterator for IntoIter<T> {}
    impl<T> ExactSizeIterator for IntoIter<T> {}
    pub struct Drain<T>;
    impl<T> Iterator for Drain<T> { type Item = T; }
}

pub mod collections {
    pub use self::hash_map::HashMap;
    pub use self::hash_set::HashSet;
    pub use self::btree_map::BTreeMap;
    pub use self::btree_set::BTreeSet;
    pub use self::vec_deque::VecDeque;
    pub use self::binary_heap::BinaryHeap;
    pub use self::linked_list::LinkedList;

    pub mod hash_map {
        pub use crate::hash::{DefaultHasher, RandomState};
        pub struct HashMap<K, V, S = RandomState>;
        impl<K, V, S> HashMap<K, V, S> {
            pub fn new() -> HashMap<K, V, S>;
            pub fn with_capacity(capacity: usize) -> HashMap<K, V, S>;
            pub fn with_hasher(hash_builder: S) -> HashMap<K, V, S>;
            pub fn with_capacity_and_hasher(capacity: usize, hasher: S) -> HashMap<K, V, S>;
            pub fn capacity(&self) -> usize;
            pub fn keys(&self) -> impl Iterator<Item = &K>;
            pub fn values(&self) -> impl Iterator<Item = &V>;
            pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V>;
            pub fn into_keys(self) -> impl Iterator<Item = K>;
            pub fn into_values(self) -> impl Iterator<Item = V>;
            pub fn iter(&self) -> impl Iterator<Item = (&K, &V)>;
            pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)>;
            pub fn len(&self) -> usize;
            pub fn is_empty(&self) -> bool;
            pub fn drain(&mut self) -> impl Iterator<Item = (K, V)>;
            pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F);
            pub fn clear(&mut self);
            pub fn hasher(&self) -> &S;
            pub fn reserve(&mut self, additional: usize);
            pub fn shrink_to_fit(&mut self);
            pub fn entry(&mut self, key: K) -> Entry<K, V>;
            pub fn get<Q>(&self, k: &Q) -> Option<&V>;
            pub fn get_key_value<Q>(&self, k: &Q) -> Option<(&K, &V)>;
            pub fn contains_key<Q>(&self, k: &Q) -> bool;
            pub fn get_mut<Q>(&mut self, k: &Q) -> Option<&mut V>;
            pub fn insert(&mut self, k: K, v: V) -> Option<V>;
            pub fn remove<Q>(&mut self, k: &Q) -> Option<V>;
            pub fn remove_entry<Q>(&mut self, k: &Q) -> Option<(K, V)>;
            pub fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, iter: I);
        }
        impl<K, V, S> IntoIterator for HashMap<K, V, S> { type Item = (K, V); }
        impl<K, V, S> FromIterator<(K, V)> for HashMap<K, V, S> {}
        impl<K, V, S> crate::ops::Index<K> for HashMap<K, V, S> { type Output = V; }
        impl<K, V, S> Clone for HashMap<K, V, S> {}
        impl<K, V, S> Default for HashMap<K, V, S> { fn default() -> HashMap<K, V, S>; }
        impl<K, V, S> From<[(K, V); 1]> for HashMap<K, V, S> { fn from(list: [(K, V); 1]) -> HashMap<K, V, S>; }
        pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
        impl<K, V> Entry<K, V> {
            pub fn or_insert(self, default: V) -> &mut V;
            pub fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &mut V;
            pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, default: F) -> &mut V;
            pub fn or_default(self) -> &mut V;
            pub fn key(&self) -> &K;
            pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Entry<K, V>;
            pub fn insert_entry(self, value: V) -> OccupiedEntry<K, V>;
        }
        pub struct OccupiedEntry<K, V>;
        impl<K, V> OccupiedEntry<K, V> { pub fn key(&self) -> &K; pub fn get(&self) -> &V; pub fn get_mut(&mut self) -> &mut V; pub fn into_mut(self) -> &mut V; pub fn insert(&mut self, value: V) -> V; pub fn remove(self) -> V; pub fn remove_entry(self) -> (K, V); }
        pub struct VacantEntry<K, V>;
        impl<K, V> VacantEntry<K, V> { pub fn key(&self) -> &K; pub fn into_key(self) -> K; pub fn insert(self, value: V) -> &mut V; }
        pub struct Iter<K, V>;
        impl<K, V> Iterator for Iter<K, V> { type Item = (K, V); }
        pub struct IntoIter<K, V>;
        impl<K, V> Iterator for IntoIter<K, V> { type Item = (K, V); }
        pub struct Keys<K, V>;
        impl<K, V> Iterator for Keys<K, V> { type Item = K; }
        pub struct Values<K, V>;
        impl<K, V> Iterator for Values<K, V> { type Item = V; }
    }

    pub mod btree_map {
        pub struct BTreeMap<K, V>;
        impl<K, V> BTreeMap<K, V> {
            pub const fn new() -> BTreeMap<K, V>;
            pub fn clear(&mut self);
            pub fn get<Q>(&self, key: &Q) -> Option<&V>;
            pub fn get_key_value<Q>(&self, k: &Q) -> Option<(&K, &V)>;
            pub fn first_key_value(&self) -> Option<(&K, &V)>;
            pub fn last_key_value(&self) -> Option<(&K, &V)>;
            pub fn pop_first(&mut self) -> Option<(K, V)>;
            pub fn pop_last(&mut self) -> Option<(K, V)>;
            pub fn contains_key<Q>(&self, key: &Q) -> bool;
            pub fn get_mut<Q>(&mut self, key: &Q) -> Option<&mut V>;
            pub fn insert(&mut self, key: K, value: V) -> Option<V>;
            pub fn remove<Q>(&mut self, key: &Q) -> Option<V>;
            pub fn remove_entry<Q>(&mut self, key: &Q) -> Option<(K, V)>;
            pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F);
            pub fn append(&mut self, other: &mut BTreeMap<K, V>);
            pub fn range<T, R>(&self, range: R) -> impl Iterator<Item = (&K, &V)>;
            pub fn range_mut<T, R>(&mut self, range: R) -> impl Iterator<Item = (&K, &mut V)>;
            pub fn entry(&mut self, key: K) -> Entry<K, V>;
            pub fn split_off<Q>(&mut self, key: &Q) -> BTreeMap<K, V>;
            pub fn into_keys(self) -> impl Iterator<Item = K>;
            pub fn into_values(self) -> impl Iterator<Item = V>;
            pub fn iter(&self) -> impl Iterator<Item = (&K, &V)>;
            pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)>;
            pub fn keys(&self) -> impl Iterator<Item = &K>;
            pub fn values(&self) -> impl Iterator<Item = &V>;
            pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V>;
            pub fn len(&self) -> usize;
            pub fn is_empty(&self) -> bool;
            pub fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, iter: I);
        }
        impl<K, V> IntoIterator for BTreeMap<K, V> { type Item = (K, V); }
        impl<K, V> FromIterator<(K, V)> for BTreeMap<K, V> {}
        impl<K, V> crate::ops::Index<K> for BTreeMap<K, V> { type Output = V; }
        impl<K, V> Clone for BTreeMap<K, V> {}
        impl<K, V> Default for BTreeMap<K, V> { fn default() -> BTreeMap<K, V>; }
        impl<K, V> From<[(K, V); 1]> for BTreeMap<K, V> { fn from(list: [(K, V); 1]) -> BTreeMap<K, V>; }
        pub use super::hash_map::{Entry, OccupiedEntry, VacantEntry};
    }

    pub mod hash_set {
        pub struct HashSet<T, S = crate::hash::RandomState>;
        impl<T, S> HashSet<T, S> {
            pub fn new() -> HashSet<T, S>;
            pub fn with_capacity(capacity: usize) -> HashSet<T, S>;
            pub fn with_hasher(hasher: S) -> HashSet<T, S>;
            pub fn with_capacity_and_hasher(capacity: usize, hasher: S) -> HashSet<T, S>;
            pub fn iter(&self) -> impl Iterator<Item = &T>;
            pub fn len(&self) -> usize;
            pub fn is_empty(&self) -> bool;
            pub fn drain(&mut self) -> impl Iterator<Item = T>;
            pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
            pub fn clear(&mut self);
            pub fn reserve(&mut self, additional: usize);
            pub fn difference(&self, other: &HashSet<T, S>) -> impl Iterator<Item = &T>;
            pub fn symmetric_difference(&self, other: &HashSet<T, S>) -> impl Iterator<Item = &T>;
            pub fn intersection(&self, other: &HashSet<T, S>) -> impl Iterator<Item = &T>;
            pub fn union(&self, other: &HashSet<T, S>) -> impl Iterator<Item = &T>;
            pub fn contains<Q>(&self, value: &Q) -> bool;
            pub fn get<Q>(&self, value: &Q) -> Option<&T>;
            pub fn is_disjoint(&self, other: &HashSet<T, S>) -> bool;
            pub fn is_subset(&self, other: &HashSet<T, S>) -> bool;
            pub fn is_superset(&self, other: &HashSet<T, S>) -> bool;
            pub fn insert(&mut self, value: T) -> bool;
            pub fn replace(&mut self, value: T) -> Option<T>;
            pub fn remove<Q>(&mut self, value: &Q) -> bool;
            pub fn take<Q>(&mut self, value: &Q) -> Option<T>;
            pub fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
        }
        impl<T, S> IntoIterator for HashSet<T, S> { type Item = T; }
        impl<T, S> FromIterator<T> for HashSet<T, S> {}
        impl<T, S> Clone for HashSet<T, S> {}
        impl<T, S> Default for HashSet<T, S> { fn default() -> HashSet<T, S>; }
        impl<T, S> From<[T; 1]> for HashSet<T, S> { fn from(list: [T; 1]) -> HashSet<T, S>; }
    }

    pub mod btree_set {
        pub struct BTreeSet<T>;
        impl<T> BTreeSet<T> {
            pub const fn new() -> BTreeSet<T>;
            pub fn range<K, R>(&self, range: R) -> impl Iterator<Item = &T>;
            pub fn difference(&self, other: &BTreeSet<T>) -> impl Iterator<Item = &T>;
            pub fn symmetric_difference(&self, other: &BTreeSet<T>) -> impl Iterator<Item = &T>;
            pub fn intersection(&self, other: &BTreeSet<T>) -> impl Iterator<Item = &T>;
            pub fn union(&self, other: &BTreeSet<T>) -> impl Iterator<Item = &T>;
            pub fn clear(&mut self);
            pub fn contains<Q>(&self, value: &Q) -> bool;
            pub fn get<Q>(&self, value: &Q) -> Option<&T>;
            pub fn is_disjoint(&self, other: &BTreeSet<T>) -> bool;
            pub fn is_subset(&self, other: &BTreeSet<T>) -> bool;
            pub fn is_superset(&self, other: &BTreeSet<T>) -> bool;
            pub fn first(&self) -> Option<&T>;
            pub fn last(&self) -> Option<&T>;
            pub fn pop_first(&mut self) -> Option<T>;
            pub fn pop_last(&mut self) -> Option<T>;
            pub fn insert(&mut self, value: T) -> bool;
            pub fn replace(&mut self, value: T) -> Option<T>;
            pub fn remove<Q>(&mut self, value: &Q) -> bool;
            pub fn take<Q>(&mut self, value: &Q) -> Option<T>;
            pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
            pub fn append(&mut self, other: &mut BTreeSet<T>);
            pub fn iter(&self) -> impl Iterator<Item = &T>;
            pub fn len(&self) -> usize;
            pub fn is_empty(&self) -> bool;
            pub fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
        }
        impl<T> IntoIterator for BTreeSet<T> { type Item = T; }
        impl<T> FromIterator<T> for BTreeSet<T> {}
        impl<T> Clone for BTreeSet<T> {}
        impl<T> Default for BTreeSet<T> { fn default() -> BTreeSet<T>; }
        impl<T> From<[T; 1]> for BTreeSet<T> { fn from(list: [T; 1]) -> BTreeSet<T>; }
    }

    pub mod vec_deque {
        pub struct VecDeque<T>;
        impl<T> VecDeque<T> {
            pub const fn new() -> VecDeque<T>;
            pub fn with_capacity(capacity: usize) -> VecDeque<T>;
            pub fn get(&self, index: usize) -> Option<&T>;
            pub fn get_mut(&mut self, index: usize) -> Option<&mut T>;
            pub fn swap(&mut self, i: usize, j: usize);
            pub fn capacity(&self) -> usize;
            pub fn reserve(&mut self, additional: usize);
            pub fn truncate(&mut self, len: usize);
            pub fn iter(&self) -> impl Iterator<Item = &T>;
            pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T>;
            pub fn len(&self) -> usize;
            pub fn is_empty(&self) -> bool;
            pub fn drain<R>(&mut self, range: R) -> impl Iterator<Item = T>;
            pub fn clear(&mut self);
            pub fn contains(&self, x: &T) -> bool;
            pub fn front(&self) -> Option<&T>;
            pub fn front_mut(&mut self) -> Option<&mut T>;
            pub fn back(&self) -> Option<&T>;
            pub fn back_mut(&mut self) -> Option<&mut T>;
            pub fn pop_front(&mut self) -> Option<T>;
            pub fn pop_back(&mut self) -> Option<T>;
            pub fn push_front(&mut self, value: T);
            pub fn push_back(&mut self, value: T);
            pub fn insert(&mut self, index: usize, value: T);
            pub fn remove(&mut self, index: usize) -> Option<T>;
            pub fn split_off(&mut self, at: usize) -> VecDeque<T>;
            pub fn append(&mut self, other: &mut VecDeque<T>);
            pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
            pub fn make_contiguous(&mut self) -> &mut [T];
            pub fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
        }
        impl<T> IntoIterator for VecDeque<T> { type Item = T; }
        impl<T> FromIterator<T> for VecDeque<T> {}
        impl<T> crate::ops::Index<usize> for VecDeque<T> { type Output = T; }
        impl<T> Clone for VecDeque<T> {}
        impl<T> Default for VecDeque<T> { fn default() -> VecDeque<T>; }
    }

    pub mod binary_heap {
        pub struct BinaryHeap<T>;
        impl<T> BinaryHeap<T> { pub fn new() -> BinaryHeap<T>; pub fn with_capacity(capacity: usize) -> BinaryHeap<T>; pub fn peek(&self) -> Option<&T>; pub fn pop(&mut self) -> Option<T>; pub fn push(&mut self, item: T); pub fn into_sorted_vec(self) -> Vec<T>; pub fn into_vec(self) -> Vec<T>; pub fn iter(&self) -> impl Iterator<Item = &T>; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn clear(&mut self); pub fn drain(&mut self) -> impl Iterator<Item = T>; }
        impl<T> IntoIterator for BinaryHeap<T> { type Item = T; }
    }

    pub mod linked_list {
        pub struct LinkedList<T>;
        impl<T> LinkedList<T> { pub fn new() -> LinkedList<T>; pub fn push_back(&mut self, elt: T); pub fn push_front(&mut self, elt: T); pub fn pop_back(&mut self) -> Option<T>; pub fn pop_front(&mut self) -> Option<T>; pub fn front(&self) -> Option<&T>; pub fn back(&self) -> Option<&T>; pub fn iter(&self) -> impl Iterator<Item = &T>; pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T>; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn append(&mut self, other: &mut LinkedList<T>); pub fn clear(&mut self); }
        impl<T> IntoIterator for LinkedList<T> { type Item = T; }
    }
}
