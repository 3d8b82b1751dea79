// Numbers: one type for all whole numbers and one for all with a fraction.

pub mod num {
    pub struct Integer;
    impl Integer {
        pub const MIN: Self;
        pub const MAX: Self;
        pub const BITS: u32;
        pub fn from_str_radix(src: &str, radix: u32) -> Result<Self, ParseIntError>;
        pub fn count_ones(self) -> u32;
        pub fn count_zeros(self) -> u32;
        pub fn leading_zeros(self) -> u32;
        pub fn trailing_zeros(self) -> u32;
        pub fn leading_ones(self) -> u32;
        pub fn trailing_ones(self) -> u32;
        pub fn rotate_left(self, n: u32) -> Self;
        pub fn rotate_right(self, n: u32) -> Self;
        pub fn swap_bytes(self) -> Self;
        pub fn reverse_bits(self) -> Self;
        pub fn checked_add(self, rhs: Self) -> Option<Self>;
        pub fn checked_sub(self, rhs: Self) -> Option<Self>;
        pub fn checked_mul(self, rhs: Self) -> Option<Self>;
        pub fn checked_div(self, rhs: Self) -> Option<Self>;
        pub fn checked_rem(self, rhs: Self) -> Option<Self>;
        pub fn checked_neg(self) -> Option<Self>;
        pub fn checked_shl(self, rhs: u32) -> Option<Self>;
        pub fn checked_pow(self, exp: u32) -> Option<Self>;
        pub fn checked_next_power_of_two(self) -> Option<Self>;
        pub fn saturating_add(self, rhs: Self) -> Self;
        pub fn saturating_sub(self, rhs: Self) -> Self;
        pub fn saturating_mul(self, rhs: Self) -> Self;
        pub fn saturating_pow(self, exp: u32) -> Self;
        pub fn wrapping_add(self, rhs: Self) -> Self;
        pub fn wrapping_sub(self, rhs: Self) -> Self;
        pub fn wrapping_mul(self, rhs: Self) -> Self;
        pub fn wrapping_neg(self) -> Self;
        pub fn wrapping_shl(self, rhs: u32) -> Self;
        pub fn wrapping_shr(self, rhs: u32) -> Self;
        pub fn overflowing_add(self, rhs: Self) -> (Self, bool);
        pub fn overflowing_sub(self, rhs: Self) -> (Self, bool);
        pub fn overflowing_mul(self, rhs: Self) -> (Self, bool);
        pub fn pow(self, exp: u32) -> Self;
        pub fn isqrt(self) -> Self;
        pub fn div_euclid(self, rhs: Self) -> Self;
        pub fn rem_euclid(self, rhs: Self) -> Self;
        pub fn div_ceil(self, rhs: Self) -> Self;
        pub fn next_multiple_of(self, rhs: Self) -> Self;
        pub fn is_multiple_of(self, rhs: Self) -> bool;
        pub fn ilog2(self) -> u32;
        pub fn ilog10(self) -> u32;
        pub fn is_power_of_two(self) -> bool;
        pub fn next_power_of_two(self) -> Self;
        pub fn abs(self) -> Self;
        pub fn abs_diff(self, other: Self) -> Self;
        pub fn unsigned_abs(self) -> Self;
        pub fn signum(self) -> Self;
        pub fn is_positive(self) -> bool;
        pub fn is_negative(self) -> bool;
        pub fn to_be_bytes(self) -> [u8; 8];
        pub fn to_le_bytes(self) -> [u8; 8];
        pub fn to_ne_bytes(self) -> [u8; 8];
        pub fn from_be_bytes(bytes: [u8; 8]) -> Self;
        pub fn from_le_bytes(bytes: [u8; 8]) -> Self;
        pub fn from_ne_bytes(bytes: [u8; 8]) -> Self;
        pub fn to_be(self) -> Self;
        pub fn to_le(self) -> Self;
        pub fn min_value() -> Self;
        pub fn max_value() -> Self;
        pub fn is_ascii(&self) -> bool;
        pub fn to_ascii_uppercase(&self) -> u8;
        pub fn to_ascii_lowercase(&self) -> u8;
        pub fn eq_ignore_ascii_case(&self, other: &u8) -> bool;
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
        pub fn clone(&self) -> Self;
        pub fn to_string(&self) -> String;
    }
    impl Copy for Integer {}
    impl Ord for Integer {}
    impl Default for Integer { fn default() -> Integer; }
    impl crate::hash::Hash for Integer {}
    impl crate::fmt::Display for Integer {}
    impl crate::fmt::Debug for Integer {}
    impl crate::str::FromStr for Integer { type Err = ParseIntError; fn from_str(s: &str) -> Result<Integer, ParseIntError>; }
    impl TryFrom<Integer> for Integer { type Error = TryFromIntError; fn try_from(value: Integer) -> Result<Integer, TryFromIntError>; }
    impl From<Integer> for Integer { fn from(value: Integer) -> Integer; }

    pub struct Float;
    impl Float {
        pub const MIN: Self;
        pub const MAX: Self;
        pub const EPSILON: Self;
        pub const INFINITY: Self;
        pub const NEG_INFINITY: Self;
        pub const NAN: Self;
        pub fn floor(self) -> Self;
        pub fn ceil(self) -> Self;
        pub fn round(self) -> Self;
        pub fn trunc(self) -> Self;
        pub fn fract(self) -> Self;
        pub fn abs(self) -> Self;
        pub fn signum(self) -> Self;
        pub fn copysign(self, sign: Self) -> Self;
        pub fn mul_add(self, a: Self, b: Self) -> Self;
        pub fn powi(self, n: i32) -> Self;
        pub fn powf(self, n: Self) -> Self;
        pub fn sqrt(self) -> Self;
        pub fn cbrt(self) -> Self;
        pub fn exp(self) -> Self;
        pub fn ln(self) -> Self;
        pub fn log(self, base: Self) -> Self;
        pub fn log2(self) -> Self;
        pub fn log10(self) -> Self;
        pub fn hypot(self, other: Self) -> Self;
        pub fn sin(self) -> Self;
        pub fn cos(self) -> Self;
        pub fn tan(self) -> Self;
        pub fn asin(self) -> Self;
        pub fn acos(self) -> Self;
        pub fn atan(self) -> Self;
        pub fn atan2(self, other: Self) -> Self;
        pub fn sin_cos(self) -> (Self, Self);
        pub fn is_nan(self) -> bool;
        pub fn is_infinite(self) -> bool;
        pub fn is_finite(self) -> bool;
        pub fn is_sign_negative(self) -> bool;
        pub fn is_sign_positive(self) -> bool;
        pub fn recip(self) -> Self;
        pub fn to_degrees(self) -> Self;
        pub fn to_radians(self) -> Self;
        pub fn max(self, other: Self) -> Self;
        pub fn min(self, other: Self) -> Self;
        pub fn clamp(self, min: Self, max: Self) -> Self;
        pub fn rem_euclid(self, rhs: Self) -> Self;
        pub fn total_cmp(&self, other: &Self) -> crate::cmp::Ordering;
        pub fn to_bits(self) -> u64;
        pub fn from_bits(v: u64) -> Self;
        pub fn clone(&self) -> Self;
        pub fn to_string(&self) -> String;
    }
    impl Copy for Float {}
    impl PartialOrd for Float {}
    impl Default for Float { fn default() -> Float; }
    impl crate::fmt::Display for Float {}
    impl crate::fmt::Debug for Float {}
    impl crate::str::FromStr for Float { type Err = ParseFloatError; }
    impl From<Integer> for Float { fn from(value: Integer) -> Float; }

    pub struct ParseIntError;
    impl ParseIntError { pub fn kind(&self) -> &IntErrorKind; }
    impl crate::error::Error for ParseIntError {}
    pub enum IntErrorKind { Empty, InvalidDigit, PosOverflow, NegOverflow, Zero }
    pub struct ParseFloatError;
    impl crate::error::Error for ParseFloatError {}
    pub struct TryFromIntError;
    impl crate::error::Error for TryFromIntError {}
    pub struct NonZero<T>;
    impl<T> NonZero<T> { pub fn new(n: T) -> Option<NonZero<T>>; pub fn get(self) -> T; pub fn new_unchecked(n: T) -> NonZero<T>; }
    impl<T> Copy for NonZero<T> {}
    pub type NonZeroU8 = NonZero<u8>;
    pub type NonZeroU16 = NonZero<u16>;
    pub type NonZeroU32 = NonZero<u32>;
    pub type NonZeroU64 = NonZero<u64>;
    pub type NonZeroUsize = NonZero<usize>;
    pub type NonZeroI32 = NonZero<i32>;
    pub type NonZeroI64 = NonZero<i64>;
    pub struct Wrapping<T>(pub T);
    pub struct Saturating<T>(pub T);
}

pub mod u8 { pub use crate::primitive::u8; pub const MAX: u8; pub const MIN: u8; }
pub mod u16 { pub use crate::primitive::u16; pub const MAX: u16; pub const MIN: u16; }
pub mod u32 { pub use crate::primitive::u32; pub const MAX: u32; pub const MIN: u32; }
pub mod u64 { pub use crate::primitive::u64; pub const MAX: u64; pub const MIN: u64; }
pub mod usize { pub use crate::primitive::usize; pub const MAX: usize; pub const MIN: usize; }
pub mod i32 { pub use crate::primitive::i32; pub const MAX: i32; pub const MIN: i32; }
pub mod i64 { pub use crate::primitive::i64; pub const MAX: i64; pub const MIN: i64; }
pub mod f32 { pub use crate::primitive::f32; pub const MAX: f32; pub const EPSILON: f32; pub mod consts { pub const PI: f32; pub const E: f32; pub const TAU: f32; } }
pub mod f64 { pub use crate::primitive::f64; pub const MAX: f64; pub const EPSILON: f64; pub mod consts { pub const PI: f64; pub const E: f64; pub const TAU: f64; pub const SQRT_2: f64; pub const LN_2: f64; } }
