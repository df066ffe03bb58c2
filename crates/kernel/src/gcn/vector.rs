//! Vector ALU: what each instruction computes in all 64 lanes.
//!
//! Sources stand in the order of the assembly; a destination that is also read comes last. Lane masks are in `p`.
//! Every NaN that arithmetic returns is the quiet NaN without payload, because the manuals leave the payload open.

use super::LANES as W;
use super::real::{Real as _, class, div_fixup, div_fmas_scale, div_scale, greater, lesser};
use crate::execute::alu::dispatch::{Fused, Kernel, dispatch};
use crate::execute::alu::exact::{self, F16, F32, Round};
use crate::execute::alu::scalar::{flush as flushed, operand};
use crate::execute::alu::{LaneOp, Results, Sources, approx, lanes, wide};

type Op = LaneOp<W>;

/// A single-precision result: quiet NaN, denormals flushed if `FLUSH`.
#[inline(always)]
fn result<const FLUSH: bool>(x: f32) -> u32 {
    let bits = if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() };
    flushed::<FLUSH>(bits)
}

#[inline(always)]
fn result64(x: f64) -> u64 {
    if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() }
}

/// Lifts an expression in single precision to lanes; the mode decides whether denormals are flushed.
macro_rules! single {
    ($flush:expr, |$a:ident $(, $b:ident)*| $e:expr) => {
        if $flush { single!(@ true, |$a $(, $b)*| $e) } else { single!(@ false, |$a $(, $b)*| $e) }
    };
    (@ $flush:literal, |$a:ident $(, $b:ident)*| $e:expr) => {
        wide!(s(s $a $(, s $b)*) => {
            let $a = operand::<$flush>($a);
            $(let $b = operand::<$flush>($b);)*
            result::<$flush>($e)
        })
    };
}

/// Lifts an expression in double precision to lanes.
macro_rules! double {
    (|$a:ident $(, $b:ident)*| $e:expr) => {
        wide!(l(l $a $(, l $b)*) => {
            let $a = f64::from_bits($a);
            $(let $b = f64::from_bits($b);)*
            result64($e)
        })
    };
}

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

/// Lifts a sum or difference with carry: `$e` computes a value of 33 bits.
macro_rules! carry {
    (|$a:ident, $b:ident, $c:ident| $e:expr) => {{
        struct Lanes;
        impl Kernel<W> for Lanes {
            #[inline(always)]
            fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
                let mut mask = 0;
                for i in 0..W {
                    let ($a, $b) = (u64::from(x.s[0][i]), u64::from(x.s[1][i]));
                    let $c = x.p[2] >> i & 1;
                    let wide: u64 = $e;
                    r.s[i] = wide as u32;
                    mask |= (wide >> 32 & 1) << i;
                }
                r.p[0] = mask;
            }
        }
        let op: Op = dispatch::<W, Lanes>;
        op
    }};
}

/// The operation of a vector ALU instruction. `flush`: whether single-precision denormals are flushed.
pub(super) fn select(mnemonic: &str, flush: bool) -> Option<Op> {
    let name = mnemonic.strip_prefix("v_")?;
    if let Some(rest) = name.strip_prefix("cmp_").or(name.strip_prefix("cmpx_")) {
        return comparison(rest, flush);
    }
    integer(name).or_else(|| float(name, flush)).or_else(|| conversion(name, flush)).or_else(|| half(name))
}

#[inline(always)]
fn signed24(a: u32) -> i64 {
    i64::from((a << 8) as i32 >> 8)
}

#[inline(always)]
fn unsigned24(a: u32) -> u64 {
    u64::from(a & 0xff_ffff)
}

#[inline(always)]
fn median<T: PartialOrd + Copy>(a: T, b: T, c: T) -> T {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if c < low {
        low
    } else if c > high {
        high
    } else {
        c
    }
}

/// The byte of `b:a` that a selector of `v_perm_b32` names.
#[inline(always)]
fn permuted(a: u32, b: u32, selector: u32) -> u32 {
    let both = u64::from(a) << 32 | u64::from(b);
    match selector {
        0..=7 => (both >> (8 * selector)) as u32 & 0xff,
        8 => ((both >> 15) as u32 & 1) * 0xff,
        9 => ((both >> 31) as u32 & 1) * 0xff,
        10 => ((both >> 47) as u32 & 1) * 0xff,
        11 => ((both >> 63) as u32 & 1) * 0xff,
        12 => 0,
        _ => 0xff,
    }
}

fn integer(name: &str) -> Option<Op> {
    Some(match name {
        "mov_b32" => lanes!(s(s a) => a),
        "not_b32" => lanes!(s(s a) => !a),
        "bfrev_b32" => lanes!(s(s a) => a.reverse_bits()),
        "cndmask_b32" => {
            let op: Op = |x, r| {
                for i in 0..W {
                    r.s[i] = if x.p[2] >> i & 1 == 1 { x.s[1][i] } else { x.s[0][i] };
                }
            };
            op
        }
        "and_b32" => wide!(s(s a, s b) => a & b),
        "or_b32" => wide!(s(s a, s b) => a | b),
        "xor_b32" => wide!(s(s a, s b) => a ^ b),
        "add_i32" | "add_u32" => carry!(|a, b, _c| a + b),
        "sub_i32" | "sub_u32" => carry!(|a, b, _c| a.wrapping_sub(b)),
        "subrev_i32" | "subrev_u32" => carry!(|a, b, _c| b.wrapping_sub(a)),
        "addc_u32" => carry!(|a, b, c| a + b + c),
        "subb_u32" => carry!(|a, b, c| a.wrapping_sub(b).wrapping_sub(c)),
        "subbrev_u32" => carry!(|a, b, c| b.wrapping_sub(a).wrapping_sub(c)),
        "mul_i32_i24" => wide!(s(s a, s b) => (signed24(a) * signed24(b)) as u32),
        "mul_hi_i32_i24" => wide!(s(s a, s b) => ((signed24(a) * signed24(b)) >> 32) as u32),
        "mul_u32_u24" => wide!(s(s a, s b) => (unsigned24(a) * unsigned24(b)) as u32),
        "mul_hi_u32_u24" => wide!(s(s a, s b) => ((unsigned24(a) * unsigned24(b)) >> 32) as u32),
        "mad_i32_i24" => wide!(s(s a, s b, s c) => ((signed24(a) * signed24(b)) as u32).wrapping_add(c)),
        "mad_u32_u24" => wide!(s(s a, s b, s c) => ((unsigned24(a) * unsigned24(b)) as u32).wrapping_add(c)),
        "mul_lo_u32" | "mul_lo_i32" => wide!(s(s a, s b) => a.wrapping_mul(b)),
        "mul_hi_u32" => wide!(s(s a, s b) => ((u64::from(a) * u64::from(b)) >> 32) as u32),
        "mul_hi_i32" => {
            wide!(s(s a, s b) => ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32)
        }
        "mad_u64_u32" => {
            let op: Op = |x, r| {
                r.p[0] = 0;
                for i in 0..W {
                    let product = u64::from(x.s[0][i]) * u64::from(x.s[1][i]);
                    let (sum, carry) = product.overflowing_add(x.l[2][i]);
                    r.l[i] = sum;
                    r.p[0] |= u64::from(carry) << i;
                }
            };
            op
        }
        "mad_i64_i32" => {
            let op: Op = |x, r| {
                r.p[0] = 0;
                for i in 0..W {
                    let product = i64::from(x.s[0][i] as i32) * i64::from(x.s[1][i] as i32);
                    let (sum, overflow) = product.overflowing_add(x.l[2][i] as i64);
                    r.l[i] = sum as u64;
                    r.p[0] |= u64::from(overflow) << i;
                }
            };
            op
        }
        "min_i32" => wide!(s(s a, s b) => (a as i32).min(b as i32) as u32),
        "max_i32" => wide!(s(s a, s b) => (a as i32).max(b as i32) as u32),
        "min_u32" => wide!(s(s a, s b) => a.min(b)),
        "max_u32" => wide!(s(s a, s b) => a.max(b)),
        "min3_i32" => wide!(s(s a, s b, s c) => (a as i32).min(b as i32).min(c as i32) as u32),
        "max3_i32" => wide!(s(s a, s b, s c) => (a as i32).max(b as i32).max(c as i32) as u32),
        "med3_i32" => wide!(s(s a, s b, s c) => median(a as i32, b as i32, c as i32) as u32),
        "min3_u32" => wide!(s(s a, s b, s c) => a.min(b).min(c)),
        "max3_u32" => wide!(s(s a, s b, s c) => a.max(b).max(c)),
        "med3_u32" => wide!(s(s a, s b, s c) => median(a, b, c)),
        "lshlrev_b32" => wide!(s(s a, s b) => b << (a & 31)),
        "lshrrev_b32" => wide!(s(s a, s b) => b >> (a & 31)),
        "ashrrev_i32" => wide!(s(s a, s b) => (b as i32 >> (a & 31)) as u32),
        "lshl_b32" => wide!(s(s a, s b) => a << (b & 31)),
        "lshr_b32" => wide!(s(s a, s b) => a >> (b & 31)),
        "ashr_i32" => wide!(s(s a, s b) => (a as i32 >> (b & 31)) as u32),
        "lshl_b64" => wide!(l(l a, s b) => a << (b & 63)),
        "lshr_b64" => wide!(l(l a, s b) => a >> (b & 63)),
        "ashr_i64" => wide!(l(l a, s b) => (a as i64 >> (b & 63)) as u64),
        "lshlrev_b64" => wide!(l(s a, l b) => b << (a & 63)),
        "lshrrev_b64" => wide!(l(s a, l b) => b >> (a & 63)),
        "ashrrev_i64" => wide!(l(s a, l b) => (b as i64 >> (a & 63)) as u64),
        "bfm_b32" => lanes!(s(s a, s b) => ((1u32 << (a & 31)) - 1) << (b & 31)),
        "bfe_u32" => lanes!(s(s a, s b, s c) => {
            let width = c & 31;
            (a >> (b & 31)) & ((1u32 << width) - 1)
        }),
        "bfe_i32" => lanes!(s(s a, s b, s c) => {
            let (offset, width) = (b & 31, c & 31);
            if width == 0 {
                0
            } else if offset + width < 32 {
                ((a << (32 - offset - width)) as i32 >> (32 - width)) as u32
            } else {
                (a as i32 >> offset) as u32
            }
        }),
        "bfi_b32" => wide!(s(s a, s b, s c) => (a & b) | (!a & c)),
        "alignbit_b32" => {
            lanes!(s(s a, s b, s c) => ((u64::from(a) << 32 | u64::from(b)) >> (c & 31)) as u32)
        }
        "alignbyte_b32" => {
            lanes!(s(s a, s b, s c) => ((u64::from(a) << 32 | u64::from(b)) >> (8 * (c & 3))) as u32)
        }
        "perm_b32" => lanes!(s(s a, s b, s c) => {
            (0..4).fold(0, |word, byte| word | permuted(a, b, c >> (8 * byte) & 0xff) << (8 * byte))
        }),
        "sad_u32" => wide!(s(s a, s b, s c) => a.abs_diff(b).wrapping_add(c)),
        "sad_u16" => lanes!(s(s a, s b, s c) => {
            let part = |shift: u32| u32::from(((a >> shift) as u16).abs_diff((b >> shift) as u16));
            c.wrapping_add(part(0) + part(16))
        }),
        "sad_u8" => lanes!(s(s a, s b, s c) => {
            let part = |shift: u32| u32::from(((a >> shift) as u8).abs_diff((b >> shift) as u8));
            c.wrapping_add(part(0) + part(8) + part(16) + part(24))
        }),
        "bcnt_u32_b32" => lanes!(s(s a, s b) => a.count_ones().wrapping_add(b)),
        "mbcnt_lo_u32_b32" => {
            let op: Op = |x, r| {
                for i in 0..W {
                    let below = if i < 32 { (1u32 << i) - 1 } else { u32::MAX };
                    r.s[i] = (x.s[0][i] & below).count_ones().wrapping_add(x.s[1][i]);
                }
            };
            op
        }
        "mbcnt_hi_u32_b32" => {
            let op: Op = |x, r| {
                for i in 0..W {
                    let below = if i < 32 { 0 } else { (1u32 << (i - 32)) - 1 };
                    r.s[i] = (x.s[0][i] & below).count_ones().wrapping_add(x.s[1][i]);
                }
            };
            op
        }
        "ffbh_u32" => lanes!(s(s a) => if a == 0 { u32::MAX } else { a.leading_zeros() }),
        "ffbl_b32" => lanes!(s(s a) => if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        "ffbh_i32" => lanes!(s(s a) => {
            let different = if (a as i32) < 0 { !a } else { a };
            if different == 0 { u32::MAX } else { different.leading_zeros() }
        }),
        // Results of 16 bits: Volcanic Islands clears the upper half.
        "add_u16" => wide!(s(s a, s b) => a.wrapping_add(b) & 0xffff),
        "sub_u16" => wide!(s(s a, s b) => a.wrapping_sub(b) & 0xffff),
        "subrev_u16" => wide!(s(s a, s b) => b.wrapping_sub(a) & 0xffff),
        "mul_lo_u16" => wide!(s(s a, s b) => a.wrapping_mul(b) & 0xffff),
        "mad_u16" | "mad_i16" => wide!(s(s a, s b, s c) => a.wrapping_mul(b).wrapping_add(c) & 0xffff),
        "min_u16" => lanes!(s(s a, s b) => (a as u16).min(b as u16).into()),
        "max_u16" => lanes!(s(s a, s b) => (a as u16).max(b as u16).into()),
        "min_i16" => lanes!(s(s a, s b) => ((a as i16).min(b as i16) as u16).into()),
        "max_i16" => lanes!(s(s a, s b) => ((a as i16).max(b as i16) as u16).into()),
        "lshlrev_b16" => lanes!(s(s a, s b) => ((b as u16) << (a & 15)).into()),
        "lshrrev_b16" => lanes!(s(s a, s b) => ((b as u16) >> (a & 15)).into()),
        "ashrrev_i16" => lanes!(s(s a, s b) => ((b as i16 >> (a & 15)) as u16).into()),
        _ => return None,
    })
}

/// What remains of three numbers without the greatest and the least; with a NaN, the least number.
#[inline(always)]
fn median32(a: f32, b: f32, c: f32) -> f32 {
    let most = greater(greater(a, b), c);
    if a.is_nan() || b.is_nan() || c.is_nan() {
        lesser(lesser(a, b), c)
    } else if most == a {
        greater(b, c)
    } else if most == b {
        greater(a, c)
    } else {
        greater(a, b)
    }
}

/// The product that is 0 if a factor is 0, whatever the other.
#[inline(always)]
fn legacy_product(a: f32, b: f32) -> f32 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

/// `a · b + c` with the product rounded, and flushed if it is a denormal.
#[inline(always)]
fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(flushed::<true>((a * b).to_bits())) + c
}

/// A number kept below 1.
#[inline(always)]
fn fraction(a: f32) -> f32 {
    let part = a - a.floor();
    if part >= 1.0 { f32::from_bits(0x3f7f_ffff) } else { part }
}

/// `sin(2πa)`, or the cosine.
fn circular(a: f32, cosine: bool) -> f32 {
    if a.is_infinite() || a.is_nan() {
        return f32::NAN;
    }
    let turns = f64::from(a) - f64::from(a).floor();
    let angle = turns * std::f64::consts::TAU;
    (if cosine { libm::cos(angle) } else { libm::sin(angle) }) as f32
}

fn finite_max(x: f32) -> f32 {
    if x.is_infinite() { f32::MAX.copysign(x) } else { x }
}

struct Fma<const FLUSH: bool>;
impl<const FLUSH: bool> Kernel<W> for Fma<FLUSH> {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.s;
        for i in 0..W {
            let sum = F::single(operand::<FLUSH>(a[i]), operand::<FLUSH>(b[i]), operand::<FLUSH>(c[i]));
            r.s[i] = result::<FLUSH>(sum);
        }
    }
}

struct Fma64;
impl Kernel<W> for Fma64 {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.l;
        for i in 0..W {
            r.l[i] = result64(F::double(f64::from_bits(a[i]), f64::from_bits(b[i]), f64::from_bits(c[i])));
        }
    }
}

/// `v_div_fmas`: a fused multiply-add whose result VCC scales back.
struct DivFmas<const FLUSH: bool>;
impl<const FLUSH: bool> Kernel<W> for DivFmas<FLUSH> {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.s;
        for i in 0..W {
            let sum = F::single(operand::<FLUSH>(a[i]), operand::<FLUSH>(b[i]), operand::<FLUSH>(c[i]));
            let by = if x.p[3] >> i & 1 == 0 { 0 } else { div_fmas_scale(f32::from_bits(c[i])) };
            r.s[i] = result::<FLUSH>(sum.scaled(by));
        }
    }
}

struct DivFmas64;
impl Kernel<W> for DivFmas64 {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.l;
        for i in 0..W {
            let sum = F::double(f64::from_bits(a[i]), f64::from_bits(b[i]), f64::from_bits(c[i]));
            let by = if x.p[3] >> i & 1 == 0 { 0 } else { div_fmas_scale(f64::from_bits(c[i])) };
            r.l[i] = result64(sum.scaled(by));
        }
    }
}

/// Mantissa in [0.5, 1) and exponent; `None` for zero, infinity and NaN.
fn split(x: f64) -> Option<(f64, i32)> {
    (x != 0.0 && x.is_finite()).then(|| libm::frexp(x))
}

fn float(name: &str, flush: bool) -> Option<Op> {
    Some(match name {
        "add_f32" => single!(flush, |a, b| a + b),
        "sub_f32" => single!(flush, |a, b| a - b),
        "subrev_f32" => single!(flush, |a, b| b - a),
        "mul_f32" => single!(flush, |a, b| a * b),
        "mul_legacy_f32" => single!(flush, |a, b| legacy_product(a, b)),
        // Before GFX9, minima and maxima do not flush denormals.
        "min_f32" => single!(@ false, |a, b| lesser(a, b)),
        "max_f32" => single!(@ false, |a, b| greater(a, b)),
        "min_legacy_f32" => single!(@ false, |a, b| if a < b { a } else { b }),
        "max_legacy_f32" => single!(@ false, |a, b| if a >= b { a } else { b }),
        // These flush denormals in every mode.
        "mac_f32" | "mad_f32" | "madmk_f32" | "madak_f32" => single!(@ true, |a, b, c| multiply_add(a, b, c)),
        "mac_legacy_f32" | "mad_legacy_f32" => single!(@ true, |a, b, c| {
            multiply_add(legacy_product(a, b), 1.0, c)
        }),
        "fma_f32" if flush => dispatch::<W, Fma<true>>,
        "fma_f32" => dispatch::<W, Fma<false>>,
        "min3_f32" => single!(@ false, |a, b, c| lesser(lesser(a, b), c)),
        "max3_f32" => single!(@ false, |a, b, c| greater(greater(a, b), c)),
        "med3_f32" => single!(@ false, |a, b, c| median32(a, b, c)),
        "add_f64" => double!(|a, b| a + b),
        "mul_f64" => double!(|a, b| a * b),
        "min_f64" => double!(|a, b| lesser(a, b)),
        "max_f64" => double!(|a, b| greater(a, b)),
        "fma_f64" => dispatch::<W, Fma64>,
        "fract_f32" => single!(flush, |a| fraction(a)),
        "trunc_f32" => single!(flush, |a| a.trunc()),
        "ceil_f32" => single!(flush, |a| a.ceil()),
        "floor_f32" => single!(flush, |a| a.floor()),
        "rndne_f32" => single!(flush, |a| a.round_ties_even()),
        "fract_f64" => double!(|a| {
            let part = a - a.floor();
            if part >= 1.0 { f64::from_bits(0x3fef_ffff_ffff_ffff) } else { part }
        }),
        "trunc_f64" => double!(|a| a.trunc()),
        "ceil_f64" => double!(|a| a.ceil()),
        "floor_f64" => double!(|a| a.floor()),
        "rndne_f64" => double!(|a| a.round_ties_even()),
        "exp_f32" => single!(@ true, |a| approx::ex2(a)),
        "log_f32" => single!(@ true, |a| approx::lg2(a)),
        "log_clamp_f32" => single!(@ true, |a| finite_max(approx::lg2(a))),
        "rcp_f32" | "rcp_iflag_f32" => single!(@ true, |a| 1.0 / a),
        "rcp_clamp_f32" => single!(@ true, |a| finite_max(1.0 / a)),
        "rsq_f32" => single!(@ true, |a| approx::rsqrt(a)),
        "rsq_clamp_f32" => single!(@ true, |a| finite_max(approx::rsqrt(a))),
        "sqrt_f32" => single!(@ true, |a| a.sqrt()),
        "sin_f32" => lanes!(s(s a) => result::<true>(circular(operand::<true>(a), false))),
        "cos_f32" => lanes!(s(s a) => result::<true>(circular(operand::<true>(a), true))),
        "rcp_f64" => double!(|a| 1.0 / a),
        "rsq_f64" => double!(|a| 1.0 / a.sqrt()),
        "sqrt_f64" => double!(|a| a.sqrt()),
        "ldexp_f32" if flush => {
            lanes!(s(s a, s b) => result::<true>(operand::<true>(a).scaled(b as i32)))
        }
        "ldexp_f32" => lanes!(s(s a, s b) => result::<false>(operand::<false>(a).scaled(b as i32))),
        "ldexp_f64" => {
            lanes!(l(l a, s b) => result64(f64::from_bits(a).scaled(b as i32)))
        }
        "frexp_mant_f32" => lanes!(s(s a) => {
            let x = f32::from_bits(a);
            result::<false>(split(x.into()).map_or(x, |(mantissa, _)| mantissa as f32))
        }),
        "frexp_exp_i32_f32" => lanes!(s(s a) => split(f32::from_bits(a).into()).map_or(0, |(_, e)| e as u32)),
        "frexp_mant_f64" => lanes!(l(l a) => {
            let x = f64::from_bits(a);
            result64(split(x).map_or(x, |(mantissa, _)| mantissa))
        }),
        "frexp_exp_i32_f64" => lanes!(s(l a) => split(f64::from_bits(a)).map_or(0, |(_, e)| e as u32)),
        "div_fixup_f32" => lanes!(s(s a, s b, s c) => {
            result::<false>(div_fixup(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)))
        }),
        "div_fixup_f64" => lanes!(l(l a, l b, l c) => {
            result64(div_fixup(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c)))
        }),
        "div_fmas_f32" if flush => dispatch::<W, DivFmas<true>>,
        "div_fmas_f32" => dispatch::<W, DivFmas<false>>,
        "div_fmas_f64" => dispatch::<W, DivFmas64>,
        "div_scale_f32" => {
            let op: Op = |x, r| {
                r.p[0] = 0;
                for i in 0..W {
                    let [a, b, c] = [0, 1, 2].map(|s| f32::from_bits(x.s[s][i]));
                    let (value, flag) = div_scale(a, b, c);
                    r.s[i] = result::<false>(value);
                    r.p[0] |= u64::from(flag) << i;
                }
            };
            op
        }
        "div_scale_f64" => {
            let op: Op = |x, r| {
                r.p[0] = 0;
                for i in 0..W {
                    let [a, b, c] = [0, 1, 2].map(|s| f64::from_bits(x.l[s][i]));
                    let (value, flag) = div_scale(a, b, c);
                    r.l[i] = result64(value);
                    r.p[0] |= u64::from(flag) << i;
                }
            };
            op
        }
        _ => return None,
    })
}

/// A half with a quiet NaN.
fn half_result(bits: u64) -> u32 {
    if bits & 0x7fff > 0x7c00 { 0x7e00 } else { bits as u32 }
}

fn half_of(a: u32, round: Round) -> u32 {
    half_result(exact::convert(F32, F16, a.into(), round))
}

fn from_half(a: u32) -> f32 {
    f32::from_bits(exact::convert(F16, F32, u64::from(a & 0xffff), Round::Nearest) as u32)
}

fn conversion(name: &str, flush: bool) -> Option<Op> {
    Some(match name {
        "cvt_f32_i32" => wide!(s(s a) => (a as i32 as f32).to_bits()),
        "cvt_f32_u32" => wide!(s(s a) => (a as f32).to_bits()),
        // A cast saturates, and turns NaN into 0.
        "cvt_u32_f32" => lanes!(s(s a) => f32::from_bits(a) as u32),
        "cvt_i32_f32" => lanes!(s(s a) => f32::from_bits(a) as i32 as u32),
        "cvt_rpi_i32_f32" => lanes!(s(s a) => (f64::from(f32::from_bits(a)) + 0.5).floor() as i32 as u32),
        "cvt_flr_i32_f32" if flush => lanes!(s(s a) => operand::<true>(a).floor() as i32 as u32),
        "cvt_flr_i32_f32" => lanes!(s(s a) => f32::from_bits(a).floor() as i32 as u32),
        "cvt_i32_f64" => lanes!(s(l a) => f64::from_bits(a) as i32 as u32),
        "cvt_u32_f64" => lanes!(s(l a) => f64::from_bits(a) as u32),
        "cvt_f64_i32" => lanes!(l(s a) => f64::from(a as i32).to_bits()),
        "cvt_f64_u32" => lanes!(l(s a) => f64::from(a).to_bits()),
        "cvt_f64_f32" if flush => lanes!(l(s a) => result64(operand::<true>(a).into())),
        "cvt_f64_f32" => lanes!(l(s a) => result64(operand::<false>(a).into())),
        "cvt_f32_f64" if flush => lanes!(s(l a) => result::<true>(f64::from_bits(a) as f32)),
        "cvt_f32_f64" => lanes!(s(l a) => result::<false>(f64::from_bits(a) as f32)),
        "cvt_f32_f16" => lanes!(s(s a) => result::<false>(from_half(a))),
        "cvt_f16_f32" if flush => lanes!(s(s a) => half_of(flushed::<true>(a), Round::Nearest)),
        "cvt_f16_f32" => lanes!(s(s a) => half_of(a, Round::Nearest)),
        "cvt_pkrtz_f16_f32" => {
            lanes!(s(s a, s b) => half_of(a, Round::Zero) | half_of(b, Round::Zero) << 16)
        }
        "cvt_f32_ubyte0" => lanes!(s(s a) => ((a & 0xff) as f32).to_bits()),
        "cvt_f32_ubyte1" => lanes!(s(s a) => ((a >> 8 & 0xff) as f32).to_bits()),
        "cvt_f32_ubyte2" => lanes!(s(s a) => ((a >> 16 & 0xff) as f32).to_bits()),
        "cvt_f32_ubyte3" => lanes!(s(s a) => ((a >> 24) as f32).to_bits()),
        _ => return None,
    })
}

/// Lifts an exact operation on halves to lanes.
macro_rules! half_op {
    ($op:ident($($a:ident),+), $($s:ident),+) => {
        lanes!(s($(s $s),+) => half_result(exact::$op(F16, $(u64::from($a & 0xffff),)+ Round::Nearest)))
    };
}

/// Half precision. Denormals are kept: no target flushes them by default.
fn half(name: &str) -> Option<Op> {
    Some(match name {
        "add_f16" => half_op!(add(a, b), a, b),
        "sub_f16" => half_op!(sub(a, b), a, b),
        "subrev_f16" => half_op!(sub(b, a), a, b),
        "mul_f16" => half_op!(mul(a, b), a, b),
        "mac_f16" => lanes!(s(s a, s b, s c) => {
            let product = exact::mul(F16, u64::from(a & 0xffff), u64::from(b & 0xffff), Round::Nearest);
            half_result(exact::add(F16, product, u64::from(c & 0xffff), Round::Nearest))
        }),
        "min_f16" => {
            lanes!(s(s a, s b) => half_of(lesser(from_half(a), from_half(b)).to_bits(), Round::Nearest))
        }
        "max_f16" => {
            lanes!(s(s a, s b) => half_of(greater(from_half(a), from_half(b)).to_bits(), Round::Nearest))
        }
        _ => return None,
    })
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
fn comparison(name: &str, flush: bool) -> Option<Op> {
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
