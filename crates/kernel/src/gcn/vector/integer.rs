//! Integer arithmetic and logic.

use super::{Op, W};
use crate::execute::lanes::dispatch::{Fused, Kernel, dispatch};
use crate::execute::lanes::{Results, Sources, lanes, wide};

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

/// The operation of an integer instruction. One list, a line per instruction.
pub(super) fn integer(name: &str) -> Option<Op> {
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
