//! Extended-precision arithmetic: sums and differences chained through the carry flag.
//!
//! After a subtraction the flag holds the borrow, as the manual has it, and `subc` subtracts it.

use super::Suffixes;
use super::int::Whole;
use crate::execute::lanes::{CARRY, LaneOp};
use crate::ptx::isa::{Mod, Opcode};

/// Lifts `(flag, operands) -> (value, flag)` to lanes.
macro_rules! chained {
    ($class:ident, |$flag:ident, $a:ident, $b:ident, $c:ident| $e:expr) => {{
        let op: LaneOp<W> = |x, r| {
            let mut out = 0;
            for i in 0..W {
                let $flag = x.p[CARRY] >> i & 1 == 1;
                let ($a, $b, $c) = (x.$class[0][i], x.$class[1][i], x.$class[2][i]);
                let (value, carry) = $e;
                r.$class[i] = value;
                out |= u64::from(carry) << i;
            }
            r.p[1] = out;
        };
        op
    }};
}

macro_rules! by_width {
    ($t:expr, |$flag:ident, $a:ident, $b:ident, $c:ident| $e:expr) => {
        match $t {
            Mod::U32 | Mod::S32 => Some(chained!(s, |$flag, $a, $b, $c| $e)),
            Mod::U64 | Mod::S64 => Some(chained!(l, |$flag, $a, $b, $c| $e)),
            _ => None,
        }
    };
}

/// The operation of an instruction of this family.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    match (opcode, m.has(Mod::Hi)) {
        (Opcode::Add, _) => by_width!(t, |_f, a, b, _c| a.overflowing_add(b)),
        (Opcode::Addc, _) => by_width!(t, |f, a, b, _c| a.carrying_add(b, f)),
        (Opcode::Sub, _) => by_width!(t, |_f, a, b, _c| a.overflowing_sub(b)),
        (Opcode::Subc, _) => by_width!(t, |f, a, b, _c| a.borrowing_sub(b, f)),
        (Opcode::Mad, false) => by_width!(t, |_f, a, b, c| a.wrapping_mul(b).overflowing_add(c)),
        (Opcode::Madc, false) => by_width!(t, |f, a, b, c| a.wrapping_mul(b).carrying_add(c, f)),
        (Opcode::Mad | Opcode::Madc, true) => upper(opcode == Opcode::Madc, t),
        _ => None,
    }
}

/// `mad.hi.cc` and `madc.hi`: the sign matters to the upper half of a product.
fn upper<const W: usize>(with_carry: bool, t: Mod) -> Option<LaneOp<W>> {
    Some(match (t, with_carry) {
        (Mod::U32, false) => chained!(s, |_f, a, b, c| a.mul_hi(b).overflowing_add(c)),
        (Mod::S32, false) => {
            chained!(s, |_f, a, b, c| ((a as i32).mul_hi(b as i32) as u32).overflowing_add(c))
        }
        (Mod::U64, false) => chained!(l, |_f, a, b, c| a.mul_hi(b).overflowing_add(c)),
        (Mod::S64, false) => {
            chained!(l, |_f, a, b, c| ((a as i64).mul_hi(b as i64) as u64).overflowing_add(c))
        }
        (Mod::U32, true) => chained!(s, |f, a, b, c| a.mul_hi(b).carrying_add(c, f)),
        (Mod::S32, true) => chained!(s, |f, a, b, c| ((a as i32).mul_hi(b as i32) as u32).carrying_add(c, f)),
        (Mod::U64, true) => chained!(l, |f, a, b, c| a.mul_hi(b).carrying_add(c, f)),
        (Mod::S64, true) => chained!(l, |f, a, b, c| ((a as i64).mul_hi(b as i64) as u64).carrying_add(c, f)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;

    fn chain(low: Opcode, high: Opcode, a: u64, b: u64) -> u64 {
        let (lo, flag) = one(low, &[Mod::Cc, Mod::U32], &[a as u32 as u64, b as u32 as u64], 0);
        let (hi, _) = one(high, &[Mod::U32], &[a >> 32, b >> 32], flag);
        hi << 32 | lo
    }

    #[test]
    fn chains_are_wide_arithmetic() {
        for (a, b) in [(0, 1), (1 << 32, 1), (u64::MAX, 1), (5 << 32, 7), (0x1_0000_0000, 0xffff_ffff)] {
            assert_eq!(chain(Opcode::Add, Opcode::Addc, a, b), a.wrapping_add(b));
            assert_eq!(chain(Opcode::Sub, Opcode::Subc, a, b), a.wrapping_sub(b));
        }
    }

    #[test]
    fn a_carry_into_all_ones_comes_out() {
        let (value, flag) = one(Opcode::Addc, &[Mod::Cc, Mod::U32], &[0xffff_ffff, 0], 1);
        assert_eq!((value, flag & 1), (0, 1));
        let (value, flag) = one(Opcode::Subc, &[Mod::Cc, Mod::U64], &[0, u64::MAX], 1);
        assert_eq!((value, flag & 1), (0, 1));
    }
}
