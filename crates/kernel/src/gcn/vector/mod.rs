//! Vector ALU: what each instruction computes in all 64 lanes.
//!
//! Sources stand in the order of the assembly; a destination that is also read comes last. Lane masks are in `p`.
//! Every NaN that arithmetic returns is the quiet NaN without payload, because the manuals leave the payload open.

mod compare;
mod integer;

use super::LANES as W;
use super::real::{Real as _, div_fixup, div_fmas_scale, div_scale, greater, lesser};
use crate::execute::lanes::dispatch::{Fused, Kernel, dispatch};
use crate::execute::lanes::exact::{self, F16, F32, Round};
use crate::execute::lanes::scalar::{flush as flushed, operand};
use crate::execute::lanes::{LaneOp, Results, Sources, approx, lanes, wide};

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

/// The operation of a vector ALU instruction. `flush`: whether single-precision denormals are flushed.
pub(super) fn select(mnemonic: &str, flush: bool) -> Option<Op> {
    let name = mnemonic.strip_prefix("v_")?;
    if let Some(rest) = name.strip_prefix("cmp_").or(name.strip_prefix("cmpx_")) {
        return compare::comparison(rest, flush);
    }
    integer::integer(name)
        .or_else(|| float(name, flush))
        .or_else(|| conversion(name, flush))
        .or_else(|| half(name))
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

/// The operation of a floating-point instruction. One list, a line per instruction.
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
