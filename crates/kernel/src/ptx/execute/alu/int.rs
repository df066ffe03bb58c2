//! Integer arithmetic and bit fields.

use super::{Suffixes, flags};
use crate::execute::lanes::scalar::halves2;
use crate::execute::lanes::{LaneOp, lanes, wide};
use crate::ptx::isa::{Mod, Opcode};

/// What the host's integers lack to be PTX's.
pub trait Whole: Copy + Ord {
    /// The upper half of the product.
    fn mul_hi(self, other: Self) -> Self;
    /// The quotient; all ones where the divisor is zero, as the hardware returns.
    fn quotient(self, other: Self) -> Self;
    /// The remainder; the dividend where the divisor is zero.
    fn remainder(self, other: Self) -> Self;
    /// The difference's magnitude, wrapped into the type.
    fn distance(self, other: Self) -> Self;
}

macro_rules! whole {
    ($($t:ident $wide:ident),*) => {$(
        impl Whole for $t {
            #[inline(always)]
            fn mul_hi(self, other: $t) -> $t {
                ((self as $wide * other as $wide) >> $t::BITS) as $t
            }
            #[inline(always)]
            fn quotient(self, other: $t) -> $t {
                if other == 0 { !0 } else { self.wrapping_div(other) }
            }
            #[inline(always)]
            fn remainder(self, other: $t) -> $t {
                if other == 0 { self } else { self.wrapping_rem(other) }
            }
            #[inline(always)]
            fn distance(self, other: $t) -> $t {
                if self < other { other.wrapping_sub(self) } else { self.wrapping_sub(other) }
            }
        }
    )*};
}
whole!(u16 u32, u32 u64, u64 u128, i16 i32, i32 i64, i64 i128);

/// Lifts one expression over the six integer types: its operands have the type the suffix names.
macro_rules! integers {
    ($t:expr, |$a:ident $(, $b:ident)*| $e:expr) => {
        match $t {
            Mod::U16 => Some(lanes!(s(s $a $(, s $b)*) => { let $a = $a as u16; $(let $b = $b as u16;)* ($e) as u32 })),
            Mod::S16 => Some(lanes!(s(s $a $(, s $b)*) => { let $a = $a as i16; $(let $b = $b as i16;)* ($e) as u32 })),
            Mod::U32 => Some(lanes!(s(s $a $(, s $b)*) => $e)),
            Mod::S32 => Some(lanes!(s(s $a $(, s $b)*) => { let $a = $a as i32; $(let $b = $b as i32;)* ($e) as u32 })),
            Mod::U64 => Some(lanes!(l(l $a $(, l $b)*) => $e)),
            Mod::S64 => Some(lanes!(l(l $a $(, l $b)*) => { let $a = $a as i64; $(let $b = $b as i64;)* ($e) as u64 })),
            _ => None,
        }
    };
}

/// The low 24 bits as the type they are read as.
#[inline(always)]
fn low24<const SIGNED: bool>(a: u32) -> i64 {
    if SIGNED { i64::from((a << 8) as i32 >> 8) } else { i64::from(a & 0xff_ffff) }
}

#[inline(always)]
fn mul24<const SIGNED: bool, const HI: bool>(a: u32, b: u32) -> u32 {
    let product = low24::<SIGNED>(a) * low24::<SIGNED>(b);
    (product >> if HI { 16 } else { 0 }) as u32
}

/// Position of the highest bit that differs from the sign; -1 if there is none.
#[inline(always)]
fn bfind<const SHIFTAMT: bool>(a: u64, top: u32) -> u32 {
    if a == 0 {
        return u32::MAX;
    }
    let position = a.ilog2();
    if SHIFTAMT { top - position } else { position }
}

/// Flips a negative number, so that its highest zero becomes the highest one.
#[inline(always)]
fn folded(a: i64) -> u64 {
    (a ^ (a >> 63)) as u64
}

/// The n-th set bit of `mask` counted from `base`, upward or downward; -1 if there is none.
fn fns(mask: u32, base: u32, offset: i32) -> u32 {
    if base > 31 {
        return u32::MAX;
    }
    let set = |pos: u32| mask >> pos & 1 == 1;
    let nth = (offset.unsigned_abs().max(1) - 1) as usize;
    let found = match offset {
        0 => set(base).then_some(base),
        1.. => (base..32).filter(|&pos| set(pos)).nth(nth),
        _ => (0..=base).rev().filter(|&pos| set(pos)).nth(nth),
    };
    found.unwrap_or(u32::MAX)
}

/// The field of `len` bits at `pos` of a number sign- or zero-extended to 64 from `width` bits.
#[inline(always)]
fn bfe<const SIGNED: bool>(a: u64, pos: u32, len: u32, width: u32) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if len == 0 {
        return 0;
    }
    // Beyond the top of a signed number stands its sign, beyond an unsigned one zeros.
    let shifted = match (SIGNED, pos < width) {
        (true, _) => ((a as i64) >> pos.min(63)) as u64,
        (false, true) => a >> pos,
        (false, false) => 0,
    };
    if len >= 64 {
        return shifted;
    }
    let up = 64 - len;
    if SIGNED { ((shifted << up) as i64 >> up) as u64 } else { shifted << up >> up }
}

/// `b` with the low `len` bits of `a` put at `pos`.
#[inline(always)]
fn bfi(a: u64, b: u64, pos: u32, len: u32) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if pos > 63 {
        return b;
    }
    let ones = if len > 63 { !0 } else { (1 << len) - 1 };
    let field = ones << pos;
    (b & !field) | (a << pos & field)
}

#[inline(always)]
fn szext<const SIGNED: bool, const CLAMP: bool>(a: u32, b: u32) -> u32 {
    let width = b & 31;
    if CLAMP && b > 31 {
        return a;
    }
    let above = u32::MAX << width;
    let sign = SIGNED && width > 0 && a >> (width.wrapping_sub(1) & 31) & 1 == 1;
    (a & !above) | if sign { above } else { 0 }
}

#[inline(always)]
fn bmsk<const CLAMP: bool>(a: u32, b: u32) -> u32 {
    if CLAMP && a > 31 {
        return 0;
    }
    let (start, width) = (a & 31, b & 31);
    let from = u32::MAX << start;
    let beyond = if start + width > 31 || (CLAMP && b > 31) { 0 } else { u32::MAX << (start + width) };
    from & !beyond
}

/// Byte `n` of `a`, extended.
#[inline(always)]
fn byte<const SIGNED: bool>(a: u32, n: u32) -> i32 {
    let byte = (a >> (8 * n)) as u8;
    if SIGNED { i32::from(byte as i8) } else { i32::from(byte) }
}

#[inline(always)]
fn dp4a<const A: bool, const B: bool>(a: u32, b: u32, c: u32) -> u32 {
    (0..4).fold(c, |sum, n| sum.wrapping_add((byte::<A>(a, n) * byte::<B>(b, n)) as u32))
}

#[inline(always)]
fn dp2a<const A: bool, const B: bool, const HI: bool>(a: u32, b: u32, c: u32) -> u32 {
    let at = if HI { 2 } else { 0 };
    let half = |n: u32| {
        let half = (a >> (16 * n)) as u16;
        if A { i32::from(half as i16) } else { i32::from(half) }
    };
    (0..2).fold(c, |sum, n| sum.wrapping_add(half(n).wrapping_mul(byte::<B>(b, at + n)) as u32))
}

/// The operation of an instruction of this family.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    match opcode {
        Opcode::Min | Opcode::Max => return extreme(opcode == Opcode::Max, m),
        Opcode::Mul | Opcode::Mad => return product(opcode == Opcode::Mad, m),
        Opcode::Add | Opcode::Sub if m.has(Mod::Sat) => {
            return Some(if opcode == Opcode::Add {
                lanes!(s(s a, s b) => (a as i32).saturating_add(b as i32) as u32)
            } else {
                lanes!(s(s a, s b) => (a as i32).saturating_sub(b as i32) as u32)
            });
        }
        _ => {}
    }
    match opcode {
        Opcode::Add if matches!(t, Mod::U16x2 | Mod::S16x2) => {
            Some(lanes!(s(s a, s b) => halves2(a, b, u16::wrapping_add)))
        }
        Opcode::Add => integers!(t, |a, b| a.wrapping_add(b)),
        Opcode::Sub => integers!(t, |a, b| a.wrapping_sub(b)),
        Opcode::Sad => integers!(t, |a, b, c| c.wrapping_add(a.distance(b))),
        Opcode::Div => integers!(t, |a, b| a.quotient(b)),
        Opcode::Rem => integers!(t, |a, b| a.remainder(b)),
        Opcode::Abs => match t {
            Mod::S16 => Some(lanes!(s(s a) => (a as i16).wrapping_abs() as u32)),
            Mod::S32 => Some(lanes!(s(s a) => (a as i32).wrapping_abs() as u32)),
            Mod::S64 => Some(lanes!(l(l a) => (a as i64).wrapping_abs() as u64)),
            _ => None,
        },
        Opcode::Neg => match t {
            Mod::S16 => Some(lanes!(s(s a) => (a as i16).wrapping_neg() as u32)),
            Mod::S32 => Some(lanes!(s(s a) => a.wrapping_neg())),
            Mod::S64 => Some(lanes!(l(l a) => a.wrapping_neg())),
            _ => None,
        },
        Opcode::Mul24 | Opcode::Mad24 => by24(opcode == Opcode::Mad24, m),
        _ => bits(opcode, m),
    }
}

fn extreme<const W: usize>(max: bool, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    fn pair(a: u16, b: u16, of: impl Fn(i16, i16) -> i16) -> u16 {
        of(a as i16, b as i16) as u16
    }
    let t = m.last()?;
    Some(match (t, m.has(Mod::Relu), max) {
        (Mod::S32, true, false) => lanes!(s(s a, s b) => (a as i32).min(b as i32).max(0) as u32),
        (Mod::S32, true, true) => lanes!(s(s a, s b) => (a as i32).max(b as i32).max(0) as u32),
        (Mod::S16x2, true, false) => {
            lanes!(s(s a, s b) => halves2(a, b, |a, b| pair(a, b, |a, b| a.min(b).max(0))))
        }
        (Mod::S16x2, true, true) => {
            lanes!(s(s a, s b) => halves2(a, b, |a, b| pair(a, b, |a, b| a.max(b).max(0))))
        }
        (Mod::S16x2, false, false) => lanes!(s(s a, s b) => halves2(a, b, |a, b| pair(a, b, Ord::min))),
        (Mod::S16x2, false, true) => lanes!(s(s a, s b) => halves2(a, b, |a, b| pair(a, b, Ord::max))),
        (Mod::U16x2, false, false) => lanes!(s(s a, s b) => halves2(a, b, Ord::min)),
        (Mod::U16x2, false, true) => lanes!(s(s a, s b) => halves2(a, b, Ord::max)),
        (_, false, false) => return integers!(t, |a, b| a.min(b)),
        (_, false, true) => return integers!(t, |a, b| a.max(b)),
        _ => return None,
    })
}

/// `mul` and `mad`, whichever part of the product they keep.
fn product<const W: usize>(mad: bool, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    if m.has(Mod::Wide) {
        return Some(match (t, mad) {
            (Mod::U16, false) => lanes!(s(s a, s b) => (a & 0xffff) * (b & 0xffff)),
            (Mod::S16, false) => lanes!(s(s a, s b) => (i32::from(a as i16) * i32::from(b as i16)) as u32),
            (Mod::U32, false) => wide!(l(s a, s b) => u64::from(a) * u64::from(b)),
            (Mod::S32, false) => wide!(l(s a, s b) => (i64::from(a as i32) * i64::from(b as i32)) as u64),
            (Mod::U16, true) => {
                lanes!(s(s a, s b, s c) => ((a & 0xffff) * (b & 0xffff)).wrapping_add(c))
            }
            (Mod::S16, true) => {
                lanes!(s(s a, s b, s c) => ((i32::from(a as i16) * i32::from(b as i16)) as u32).wrapping_add(c))
            }
            (Mod::U32, true) => wide!(l(s a, s b, l c) => (u64::from(a) * u64::from(b)).wrapping_add(c)),
            (Mod::S32, true) => {
                wide!(l(s a, s b, l c) => ((i64::from(a as i32) * i64::from(b as i32)) as u64).wrapping_add(c))
            }
            _ => return None,
        });
    }
    match (m.has(Mod::Hi), mad) {
        _ if m.has(Mod::Sat) => {
            Some(lanes!(s(s a, s b, s c) => (a as i32).mul_hi(b as i32).saturating_add(c as i32) as u32))
        }
        (false, false) => integers!(t, |a, b| a.wrapping_mul(b)),
        (true, false) => integers!(t, |a, b| a.mul_hi(b)),
        (false, true) => integers!(t, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        (true, true) => integers!(t, |a, b, c| a.mul_hi(b).wrapping_add(c)),
    }
}

fn by24<const W: usize>(mad: bool, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    if m.has(Mod::Sat) {
        return Some(lanes!(s(s a, s b, s c) => {
            (mul24::<true, true>(a, b) as i32).saturating_add(c as i32) as u32
        }));
    }
    Some(flags!(SIGNED = m.last()? == Mod::S32, HI = m.has(Mod::Hi) => match mad {
        false => lanes!(s(s a, s b) => mul24::<SIGNED, HI>(a, b)),
        true => lanes!(s(s a, s b, s c) => mul24::<SIGNED, HI>(a, b).wrapping_add(c)),
    }))
}

/// Bit fields and dot products.
fn bits<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    Some(match (opcode, t) {
        (Opcode::Popc, Mod::B32) => lanes!(s(s a) => a.count_ones()),
        (Opcode::Popc, Mod::B64) => lanes!(s(l a) => a.count_ones()),
        (Opcode::Clz, Mod::B32) => lanes!(s(s a) => a.leading_zeros()),
        (Opcode::Clz, Mod::B64) => lanes!(s(l a) => a.leading_zeros()),
        (Opcode::Brev, Mod::B32) => lanes!(s(s a) => a.reverse_bits()),
        (Opcode::Brev, Mod::B64) => lanes!(l(l a) => a.reverse_bits()),
        (Opcode::Bfind, _) => flags!(AMOUNT = m.has(Mod::Shiftamt) => match t {
            Mod::U32 => lanes!(s(s a) => bfind::<AMOUNT>(a.into(), 31)),
            Mod::U64 => lanes!(s(l a) => bfind::<AMOUNT>(a, 63)),
            Mod::S32 => lanes!(s(s a) => bfind::<AMOUNT>(folded((a as i32).into()), 31)),
            _ => lanes!(s(l a) => bfind::<AMOUNT>(folded(a as i64), 63)),
        }),
        (Opcode::Fns, Mod::B32) => lanes!(s(s a, s b, s c) => fns(a, b, c as i32)),
        (Opcode::Bfe, Mod::U32) => wide!(s(s a, s b, s c) => bfe::<false>(a.into(), b, c, 32) as u32),
        (Opcode::Bfe, Mod::U64) => lanes!(l(l a, s b, s c) => bfe::<false>(a, b, c, 64)),
        (Opcode::Bfe, Mod::S32) => {
            wide!(s(s a, s b, s c) => bfe::<true>(i64::from(a as i32) as u64, b, c, 32) as u32)
        }
        (Opcode::Bfe, Mod::S64) => lanes!(l(l a, s b, s c) => bfe::<true>(a, b, c, 64)),
        (Opcode::Bfi, Mod::B32) => wide!(s(s a, s b, s c, s e) => bfi(a.into(), b.into(), c, e) as u32),
        (Opcode::Bfi, Mod::B64) => lanes!(l(l a, l b, s c, s e) => bfi(a, b, c, e)),
        (Opcode::Szext, _) => flags!(SIGNED = t == Mod::S32, CLAMP = m.has(Mod::Clamp) => {
            lanes!(s(s a, s b) => szext::<SIGNED, CLAMP>(a, b))
        }),
        (Opcode::Bmsk, _) => flags!(CLAMP = m.has(Mod::Clamp) => lanes!(s(s a, s b) => bmsk::<CLAMP>(a, b))),
        (Opcode::Dp4a, _) => flags!(A = m.ty(0)? != Mod::U32, B = t != Mod::U32 => {
            lanes!(s(s a, s b, s c) => dp4a::<A, B>(a, b, c))
        }),
        (Opcode::Dp2a, _) => flags!(A = m.ty(0)? != Mod::U32, B = t != Mod::U32, HI = m.has(Mod::Hi) => {
            lanes!(s(s a, s b, s c) => dp2a::<A, B, HI>(a, b, c))
        }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_never_traps() {
        assert_eq!(7u32.quotient(0), u32::MAX);
        assert_eq!((-7i32).quotient(0), -1);
        assert_eq!((-7i32).remainder(0), -7);
        assert_eq!(i32::MIN.quotient(-1), i32::MIN);
        assert_eq!(i64::MIN.remainder(-1), 0);
    }

    #[test]
    fn fields_end_at_the_top() {
        assert_eq!(bfe::<false>(0xf000_0000, 28, 8, 32), 0xf);
        assert_eq!(bfe::<true>(i64::from(0x8000_0000u32 as i32) as u64, 40, 4, 32) as u32, u32::MAX);
        assert_eq!(bfe::<true>(0x80, 0, 0, 32), 0);
        assert_eq!(bfe::<true>(u64::MAX, 3, 0, 64), 0);
        assert_eq!(bfe::<false>(u64::MAX, 64, 4, 64), 0);
        assert_eq!(bfi(0xff, 0, 28, 8) as u32, 0xf000_0000);
        assert_eq!(bfi(0xff, 5, 200, 8), 5);
        assert_eq!(bfi(u64::MAX, 0, 1, 255), u64::MAX << 1);
    }

    #[test]
    fn found_bits() {
        assert_eq!(bfind::<false>(0, 31), u32::MAX);
        assert_eq!(bfind::<true>(1, 31), 31);
        assert_eq!(bfind::<false>(folded(-1), 31), u32::MAX);
        assert_eq!(bfind::<false>(folded(-5), 31), 2);
        assert_eq!(fns(0b1011_0000, 4, 2), 5);
        assert_eq!(fns(0b1011_0000, 7, -3), 4);
        assert_eq!(fns(0b1011_0000, 6, 0), u32::MAX);
        assert_eq!(fns(1, 40, 1), u32::MAX);
        assert_eq!(fns(u32::MAX, 31, i32::MIN), u32::MAX);
    }

    #[test]
    fn masks_and_extensions() {
        assert_eq!(bmsk::<false>(4, 8), 0xff0);
        assert_eq!(bmsk::<false>(4, 0), 0);
        assert_eq!(bmsk::<false>(28, 8), 0xf000_0000);
        assert_eq!(bmsk::<true>(4, 32), 0xffff_fff0);
        assert_eq!(bmsk::<false>(36, 40), 0xff0);
        assert_eq!(bmsk::<true>(32, 1), 0);
        assert_eq!(szext::<true, false>(0x80, 8), 0xffff_ff80);
        assert_eq!(szext::<true, false>(0x80, 32), 0);
        assert_eq!(szext::<true, true>(0x80, 32), 0x80);
        assert_eq!(szext::<false, true>(0x1ff, 8), 0xff);
    }

    #[test]
    fn dot_products_mix_signs() {
        assert_eq!(dp4a::<true, false>(0xffff_ffff, 0x0101_01ff, 0), (-258i32) as u32);
        assert_eq!(dp2a::<true, true, true>(0xffff_8000, 0x80ff_0000, 1) as i32, 1 + 32768 + 128);
        assert_eq!(mul24::<true, false>(0x00ff_ffff, 2), (-2i32) as u32);
        assert_eq!(mul24::<false, true>(0xffff_ffff, 0x0100_0000 - 1), 0xffff_fe00);
    }

    #[test]
    fn halves_stay_apart() {
        assert_eq!(halves2(0x0001_ffff, 0x0001_0001, u16::wrapping_add), 0x0002_0000);
    }
}
