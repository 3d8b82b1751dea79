// Strings, characters, formatting.

pub mod string {
    pub trait ToString { fn to_string(&self) -> String; }
    pub struct String;
    impl String {
        pub const fn new() -> String;
        pub fn with_capacity(capacity: usize) -> String;
        pub fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error>;
        pub fn from_utf8_lossy(v: &[u8]) -> crate::borrow::Cow<str>;
        pub fn from_utf8_unchecked(bytes: Vec<u8>) -> String;
        pub fn from_utf16(v: &[u16]) -> Result<String, FromUtf16Error>;
        pub fn into_bytes(self) -> Vec<u8>;
        pub fn as_str(&self) -> &str;
        pub fn as_mut_str(&mut self) -> &mut str;
        pub fn push_str(&mut self, string: &str);
        pub fn capacity(&self) -> usize;
        pub fn reserve(&mut self, additional: usize);
        pub fn shrink_to_fit(&mut self);
        pub fn push(&mut self, ch: char);
        pub fn truncate(&mut self, new_len: usize);
        pub fn pop(&mut self) -> Option<char>;
        pub fn remove(&mut self, idx: usize) -> char;
        pub fn retain<F: FnMut(char) -> bool>(&mut self, f: F);
        pub fn insert(&mut self, idx: usize, ch: char);
        pub fn insert_str(&mut self, idx: usize, string: &str);
        pub fn as_mut_vec(&mut self) -> &mut Vec<u8>;
        pub fn split_off(&mut self, at: usize) -> String;
        pub fn clear(&mut self);
        pub fn drain<R>(&mut self, range: R) -> impl Iterator<Item = char>;
        pub fn replace_range<R>(&mut self, range: R, replace_with: &str);
        pub fn into_boxed_str(self) -> Box<str>;
        pub fn leak(self) -> &'static mut str;
        pub fn extend<I>(&mut self, iter: I);
    }
    impl crate::ops::Deref for String { type Target = str; }
    impl Clone for String { fn clone(&self) -> String; }
    impl Default for String { fn default() -> String; }
    impl From<&str> for String { fn from(s: &str) -> String; }
    impl crate::str::FromStr for String { type Err = crate::convert::Infallible; fn from_str(s: &str) -> Result<String, crate::convert::Infallible>; }
    impl FromIterator<char> for String { fn from_iter<I>(iter: I) -> String; }
    impl crate::fmt::Write for String {}
    impl crate::fmt::Display for String {}
    impl crate::fmt::Debug for String {}
    impl Ord for String {}
    impl crate::hash::Hash for String {}
    impl crate::ops::Add<&str> for String { type Output = String; }
    pub struct FromUtf8Error;
    impl FromUtf8Error { pub fn into_bytes(self) -> Vec<u8>; pub fn as_bytes(&self) -> &[u8]; pub fn utf8_error(&self) -> crate::str::Utf8Error; }
    impl crate::error::Error for FromUtf8Error {}
    pub struct FromUtf16Error;
}

pub mod str {
    pub use crate::primitive::str;
    pub trait FromStr { type Err; fn from_str(s: &str) -> Result<Self, Self::Err>; }
    pub fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error>;
    pub fn from_utf8_unchecked(v: &[u8]) -> &str;
    pub struct Utf8Error;
    impl Utf8Error { pub fn valid_up_to(&self) -> usize; pub fn error_len(&self) -> Option<usize>; }
    impl crate::error::Error for Utf8Error {}
    pub struct Chars;
    impl Chars { pub fn as_str(&self) -> &str; }
    impl Iterator for Chars { type Item = char; }
    impl Clone for Chars {}
    pub struct CharIndices;
    impl CharIndices { pub fn as_str(&self) -> &str; pub fn offset(&self) -> usize; }
    impl Iterator for CharIndices { type Item = (usize, char); }
    impl Clone for CharIndices {}
    pub struct Bytes;
    impl Iterator for Bytes { type Item = u8; }
    pub struct Lines;
    impl Iterator for Lines { type Item = &str; }
    pub struct Split<P>;
    impl<P> Iterator for Split<P> { type Item = &str; }
    pub struct SplitWhitespace;
    impl Iterator for SplitWhitespace { type Item = &str; }
    pub struct ParseBoolError;
}

pub mod primitive {
    pub struct str;
    impl str {
        pub fn len(&self) -> usize;
        pub fn is_empty(&self) -> bool;
        pub fn is_char_boundary(&self, index: usize) -> bool;
        pub fn as_bytes(&self) -> &[u8];
        pub fn as_ptr(&self) -> *const u8;
        pub fn get<I>(&self, i: I) -> Option<&str>;
        pub fn get_mut<I>(&mut self, i: I) -> Option<&mut str>;
        pub fn get_unchecked<I>(&self, i: I) -> &str;
        pub fn split_at(&self, mid: usize) -> (&str, &str);
        pub fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)>;
        pub fn chars(&self) -> crate::str::Chars;
        pub fn char_indices(&self) -> crate::str::CharIndices;
        pub fn bytes(&self) -> crate::str::Bytes;
        pub fn split_whitespace(&self) -> crate::str::SplitWhitespace;
        pub fn split_ascii_whitespace(&self) -> impl Iterator<Item = &str>;
        pub fn lines(&self) -> crate::str::Lines;
        pub fn contains<P>(&self, pat: P) -> bool;
        pub fn starts_with<P>(&self, pat: P) -> bool;
        pub fn ends_with<P>(&self, pat: P) -> bool;
        pub fn find<P>(&self, pat: P) -> Option<usize>;
        pub fn rfind<P>(&self, pat: P) -> Option<usize>;
        pub fn split<P>(&self, pat: P) -> crate::str::Split<P>;
        pub fn split_inclusive<P>(&self, pat: P) -> impl Iterator<Item = &str>;
        pub fn rsplit<P>(&self, pat: P) -> impl Iterator<Item = &str>;
        pub fn split_terminator<P>(&self, pat: P) -> impl Iterator<Item = &str>;
        pub fn splitn<P>(&self, n: usize, pat: P) -> impl Iterator<Item = &str>;
        pub fn rsplitn<P>(&self, n: usize, pat: P) -> impl Iterator<Item = &str>;
        pub fn split_once<P>(&self, delimiter: P) -> Option<(&str, &str)>;
        pub fn rsplit_once<P>(&self, delimiter: P) -> Option<(&str, &str)>;
        pub fn matches<P>(&self, pat: P) -> impl Iterator<Item = &str>;
        pub fn match_indices<P>(&self, pat: P) -> impl Iterator<Item = (usize, &str)>;
        pub fn rmatch_indices<P>(&self, pat: P) -> impl Iterator<Item = (usize, &str)>;
        pub fn trim(&self) -> &str;
        pub fn trim_start(&self) -> &str;
        pub fn trim_end(&self) -> &str;
        pub fn trim_matches<P>(&self, pat: P) -> &str;
        pub fn trim_start_matches<P>(&self, pat: P) -> &str;
        pub fn trim_end_matches<P>(&self, pat: P) -> &str;
        pub fn strip_prefix<P>(&self, prefix: P) -> Option<&str>;
        pub fn strip_suffix<P>(&self, suffix: P) -> Option<&str>;
        pub fn parse<F: crate::str::FromStr>(&self) -> Result<F, F::Err>;
        pub fn is_ascii(&self) -> bool;
        pub fn eq_ignore_ascii_case(&self, other: &str) -> bool;
        pub fn make_ascii_lowercase(&mut self);
        pub fn make_ascii_uppercase(&mut self);
        pub fn replace<P>(&self, from: P, to: &str) -> String;
        pub fn replacen<P>(&self, pat: P, to: &str, count: usize) -> String;
        pub fn to_lowercase(&self) -> String;
        pub fn to_uppercase(&self) -> String;
        pub fn to_ascii_lowercase(&self) -> String;
        pub fn to_ascii_uppercase(&self) -> String;
        pub fn repeat(&self, n: usize) -> String;
        pub fn into_string(self) -> String;
        pub fn into_boxed_bytes(self) -> Box<[u8]>;
        pub fn encode_utf16(&self) -> impl Iterator<Item = u16>;
        pub fn escape_debug(&self) -> impl Iterator<Item = char>;
        pub fn escape_default(&self) -> impl Iterator<Item = char>;
        pub fn to_string(&self) -> String;
        pub fn to_owned(&self) -> String;
        pub fn from_utf8(v: &[u8]) -> Result<&str, crate::str::Utf8Error>;
    }
    impl ToOwned for str { type Owned = String; fn to_owned(&self) -> String; }
    impl crate::fmt::Display for str {}
    impl crate::fmt::Debug for str {}
    impl Ord for str {}
    impl crate::hash::Hash for str {}

    pub struct char;
    impl char {
        pub const MAX: char;
        pub const REPLACEMENT_CHARACTER: char;
        pub fn from_u32(i: u32) -> Option<char>;
        pub fn from_digit(num: u32, radix: u32) -> Option<char>;
        pub fn is_digit(self, radix: u32) -> bool;
        pub fn to_digit(self, radix: u32) -> Option<u32>;
        pub fn len_utf8(self) -> usize;
        pub fn len_utf16(self) -> usize;
        pub fn encode_utf8(self, dst: &mut [u8]) -> &mut str;
        pub fn is_alphabetic(self) -> bool;
        pub fn is_lowercase(self) -> bool;
        pub fn is_uppercase(self) -> bool;
        pub fn is_whitespace(self) -> bool;
        pub fn is_alphanumeric(self) -> bool;
        pub fn is_control(self) -> bool;
        pub fn is_numeric(self) -> bool;
        pub fn to_lowercase(self) -> impl Iterator<Item = char>;
        pub fn to_uppercase(self) -> impl Iterator<Item = char>;
        pub fn is_ascii(&self) -> bool;
        pub fn to_ascii_uppercase(&self) -> char;
        pub fn to_ascii_lowercase(&self) -> char;
        pub fn eq_ignore_ascii_case(&self, other: &char) -> bool;
        pub fn is_ascii_alphabetic(&self) -> bool;
        pub fn is_ascii_uppercase(&self) -> bool;
        pub fn is_ascii_lowercase(&self) -> bool;
        pub fn is_ascii_alphanumeric(&self) -> bool;
        pub fn is_ascii_digit(&self) -> bool;
        pub fn is_ascii_hexdigit(&self) -> bool;
        pub fn is_ascii_punctuation(&self) -> bool;
        pub fn is_ascii_graphic(&self) -> bool;
        pub fn is_ascii_whitespace(&self) -> bool;
        pub fn is_ascii_control(&self) -> bool;
        pub fn escape_default(self) -> impl Iterator<Item = char>;
        pub fn to_string(&self) -> String;
        pub fn clone(&self) -> char;
    }
    impl Copy for char {}
    impl Ord for char {}
    impl crate::fmt::Display for char {}

    pub struct bool;
    impl bool {
        pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T>;
        pub fn then_some<T>(self, t: T) -> Option<T>;
        pub fn clone(&self) -> bool;
        pub fn to_string(&self) -> String;
    }
    impl Copy for bool {}
    impl Default for bool { fn default() -> bool; }
    impl crate::str::FromStr for bool { type Err = crate::str::ParseBoolError; }

    pub use crate::num::{Float as f32, Float as f64};
    pub use crate::num::{Integer as i8, Integer as i16, Integer as i32, Integer as i64, Integer as i128, Integer as isize};
    pub use crate::num::{Integer as u8, Integer as u16, Integer as u32, Integer as u64, Integer as u128, Integer as usize};
}

pub mod char {
    pub use crate::primitive::char;
    pub fn from_u32(i: u32) -> Option<char>;
    pub fn from_digit(num: u32, radix: u32) -> Option<char>;
}

pub mod fmt {
    pub type Result = crate::result::Result<(), Error>;
    pub struct Error;
    impl crate::error::Error for Error {}
    pub trait Write {
        fn write_str(&mut self, s: &str) -> Result;
        fn write_char(&mut self, c: char) -> Result;
        fn write_fmt(&mut self, args: Arguments) -> Result;
    }
    pub struct Arguments;
    impl Arguments { pub fn as_str(&self) -> Option<&'static str>; }
    impl Display for Arguments {}
    pub struct Formatter;
    impl Formatter {
        pub fn pad(&mut self, s: &str) -> Result;
        pub fn pad_integral(&mut self, is_nonnegative: bool, prefix: &str, buf: &str) -> Result;
        pub fn write_str(&mut self, data: &str) -> Result;
        pub fn write_char(&mut self, c: char) -> Result;
        pub fn write_fmt(&mut self, fmt: Arguments) -> Result;
        pub fn fill(&self) -> char;
        pub fn align(&self) -> Option<Alignment>;
        pub fn width(&self) -> Option<usize>;
        pub fn precision(&self) -> Option<usize>;
        pub fn alternate(&self) -> bool;
        pub fn sign_plus(&self) -> bool;
        pub fn debug_struct(&mut self, name: &str) -> DebugStruct;
        pub fn debug_tuple(&mut self, name: &str) -> DebugTuple;
        pub fn debug_list(&mut self) -> DebugList;
        pub fn debug_set(&mut self) -> DebugSet;
        pub fn debug_map(&mut self) -> DebugMap;
    }
    impl Write for Formatter {}
    pub enum Alignment { Left, Right, Center }
    pub struct DebugStruct;
    impl DebugStruct { pub fn field(&mut self, name: &str, value: &dyn Debug) -> &mut DebugStruct; pub fn finish_non_exhaustive(&mut self) -> Result; pub fn finish(&mut self) -> Result; }
    pub struct DebugTuple;
    impl DebugTuple { pub fn field(&mut self, value: &dyn Debug) -> &mut DebugTuple; pub fn finish(&mut self) -> Result; }
    pub struct DebugList;
    impl DebugList { pub fn entry(&mut self, entry: &dyn Debug) -> &mut DebugList; pub fn entries<I>(&mut self, entries: I) -> &mut DebugList; pub fn finish(&mut self) -> Result; }
    pub struct DebugSet;
    impl DebugSet { pub fn entry(&mut self, entry: &dyn Debug) -> &mut DebugSet; pub fn entries<I>(&mut self, entries: I) -> &mut DebugSet; pub fn finish(&mut self) -> Result; }
    pub struct DebugMap;
    impl DebugMap { pub fn entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> &mut DebugMap; pub fn key(&mut self, key: &dyn Debug) -> &mut DebugMap; pub fn value(&mut self, value: &dyn Debug) -> &mut DebugMap; pub fn entries<I>(&mut self, entries: I) -> &mut DebugMap; pub fn finish(&mut self) -> Result; }
    pub trait Debug { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub trait Display { fn fmt(&self, f: &mut Formatter) -> Result; fn to_string(&self) -> String; }
    pub trait Binary { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub trait Octal { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub trait LowerHex { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub trait UpperHex { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub trait LowerExp { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub trait Pointer { fn fmt(&self, f: &mut Formatter) -> Result; }
    pub fn format(args: Arguments) -> String;
    pub fn write(output: &mut dyn Write, args: Arguments) -> Result;
}

pub mod ascii { pub trait AsciiExt {} }
