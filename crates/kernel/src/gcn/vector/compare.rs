//! Comparisons.

use super::{Op, W};
use crate::execute::lanes::dispatch::{Fused, Kernel, dispatch};
use crate::execute::lanes::scalar::operand;
use crate::execute::lanes::{Results, Sources};
use crate::gcn::real::class;

/// Lifts a condition on two sources to a lane mask.
macro_rules! compare {
    ($c:ident, |$a:ident, $b:ident| $e:expr) => {{
        struct Lanes;
        impl Kernel<W> for Lanes {
            #[inline(always)]
            fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
                let mut mask = 0;
                for i in 0..W {
                    let ($a, $b) = (x.$c[0][i], x.$c[1][i]);
                    mask |= u64::from($e) << i;
                }
                r.p[0] = mask;
            }
        }
        let op: Op = dispatch::<W, Lanes>;
        op
    }};
}

macro_rules! compare_single {
    ($flush:expr, |$a:ident, $b:ident| $e:expr) => {
        if $flush {
            compare!(s, |a, b| {
                let ($a, $b) = (operand::<true>(a), operand::<true>(b));
                $e
            })
        } else {
            compare!(s, |a, b| {
                let ($a, $b) = (operand::<false>(a), operand::<false>(b));
                $e
            })
        }
    };
}

macro_rules! compare_double {
    (|$a:ident, $b:ident| $e:expr) => {
        compare!(l, |a, b| {
            let ($a, $b) = (f64::from_bits(a), f64::from_bits(b));
            $e
        })
    };
}

/// The comparison of a name such as `lt_f32`.
#[allow(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::double_comparisons,
    reason = "the negations and pairs are the instructions' own: a NaN makes them differ from what is shorter"
)]
pub(super) fn comparison(name: &str, flush: bool) -> Option<Op> {
    macro_rules! float {
        ($lift:ident $(, $flush:expr)?; $what:expr) => {
            match $what {
                "f" => $lift!($($flush,)? |_a, _b| false),
                "lt" => $lift!($($flush,)? |a, b| a < b),
                "eq" => $lift!($($flush,)? |a, b| a == b),
                "le" => $lift!($($flush,)? |a, b| a <= b),
                "gt" => $lift!($($flush,)? |a, b| a > b),
                "lg" => $lift!($($flush,)? |a, b| a < b || a > b),
                "ge" => $lift!($($flush,)? |a, b| a >= b),
                "o" => $lift!($($flush,)? |a, b| !(a.is_nan() || b.is_nan())),
                "u" => $lift!($($flush,)? |a, b| a.is_nan() || b.is_nan()),
                "nge" => $lift!($($flush,)? |a, b| !(a >= b)),
                "nlg" => $lift!($($flush,)? |a, b| !(a < b || a > b)),
                "ngt" => $lift!($($flush,)? |a, b| !(a > b)),
                "nle" => $lift!($($flush,)? |a, b| !(a <= b)),
                "neq" => $lift!($($flush,)? |a, b| a != b),
                "nlt" => $lift!($($flush,)? |a, b| !(a < b)),
                "tru" => $lift!($($flush,)? |_a, _b| true),
                _ => return None,
            }
        };
    }
    macro_rules! int {
        ($class:ident, $ty:ty; $what:expr) => {
            match $what {
                "f" => compare!($class, |_a, _b| false),
                "lt" => compare!($class, |a, b| (a as $ty) < b as $ty),
                "eq" => compare!($class, |a, b| a as $ty == b as $ty),
                "le" => compare!($class, |a, b| a as $ty <= b as $ty),
                "gt" => compare!($class, |a, b| a as $ty > b as $ty),
                "ne" => compare!($class, |a, b| a as $ty != b as $ty),
                "ge" => compare!($class, |a, b| a as $ty >= b as $ty),
                "t" => compare!($class, |_a, _b| true),
                _ => return None,
            }
        };
    }
    let (what, ty) = name.rsplit_once('_')?;
    Some(match (what, ty) {
        ("class", "f32") => compare!(s, |a, b| class(f32::from_bits(a)) & b != 0),
        ("class", "f64") => {
            let op: Op = |x, r| {
                let hit = |i: usize| u64::from(class(f64::from_bits(x.l[0][i])) & x.s[1][i] != 0) << i;
                r.p[0] = (0..W).fold(0, |mask, i| mask | hit(i));
            };
            op
        }
        (_, "f32") => float!(compare_single, flush; what),
        (_, "f64") => float!(compare_double; what),
        (_, "i32") => int!(s, i32; what),
        (_, "u32") => int!(s, u32; what),
        (_, "i64") => int!(l, i64; what),
        (_, "u64") => int!(l, u64; what),
        (_, "i16") => int!(s, i16; what),
        (_, "u16") => int!(s, u16; what),
        _ => return None,
    })
}
