//! Logic, shifts, permutations of bytes, and copies.

use super::Suffixes;
use crate::execute::lanes::dispatch::{Fused, Kernel, dispatch};
use crate::execute::lanes::{LaneOp, Results, Sources, lanes, wide};
use crate::ptx::isa::{Mod, Opcode, TypeKind};

/// Lifts one expression over the three widths of bits.
macro_rules! bits {
    ($t:expr, |$a:ident $(, $b:ident)*| $e:expr) => {
        match $t {
            Mod::B16 => Some(lanes!(s(s $a $(, s $b)*) => { let $a = $a as u16; $(let $b = $b as u16;)* { let e: u16 = $e; u32::from(e) } })),
            Mod::B32 => Some(lanes!(s(s $a $(, s $b)*) => $e)),
            Mod::B64 => Some(lanes!(l(l $a $(, l $b)*) => $e)),
            _ => None,
        }
    };
}

macro_rules! predicates {
    (|$p:ident| $e:expr) => {{
        let op: LaneOp<W> = |x, r| {
            let $p = &x.p;
            r.p[0] = $e;
        };
        Some(op)
    }};
}

/// The operation of an instruction of this family.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    match opcode {
        Opcode::And if t == Mod::Pred => predicates!(|p| p[0] & p[1]),
        Opcode::Or if t == Mod::Pred => predicates!(|p| p[0] | p[1]),
        Opcode::Xor if t == Mod::Pred => predicates!(|p| p[0] ^ p[1]),
        Opcode::Not if t == Mod::Pred => predicates!(|p| !p[0] & u64::MAX >> (64 - W)),
        Opcode::Mov if t == Mod::Pred => predicates!(|p| p[0]),
        Opcode::And => bits!(t, |a, b| a & b),
        Opcode::Or => bits!(t, |a, b| a | b),
        Opcode::Xor => bits!(t, |a, b| a ^ b),
        Opcode::Not => bits!(t, |a| !a),
        Opcode::Cnot => bits!(t, |a| if a == 0 { 1 } else { 0 }),
        Opcode::Lop3 => lop3(m),
        Opcode::Shf => shf(m),
        Opcode::Shl => Some(match t.bits() {
            16 => wide!(s(s a, s b) => (a << b.min(31)) & 0xffff & in_range(b, 16)),
            32 => wide!(s(s a, s b) => (a << (b & 31)) & in_range(b, 32)),
            64 => wide!(l(l a, s b) => if b < 64 { a << b } else { 0 }),
            _ => return None,
        }),
        Opcode::Shr => Some(match (t.bits(), t.kind()? == TypeKind::Signed) {
            (16, false) => lanes!(s(s a, s b) => (a & 0xffff) >> b.min(31)),
            (16, true) => lanes!(s(s a, s b) => (i32::from(a as i16) >> b.min(31)) as u32),
            (32, false) => wide!(s(s a, s b) => (a >> (b & 31)) & in_range(b, 32)),
            (32, true) => wide!(s(s a, s b) => (a as i32 >> b.min(31)) as u32),
            (64, false) => wide!(l(l a, s b) => if b < 64 { a >> b } else { 0 }),
            (64, true) => wide!(l(l a, s b) => (a as i64 >> b.min(63)) as u64),
            _ => return None,
        }),
        Opcode::Prmt => Some(prmt(m)),
        Opcode::Mov => match t {
            Mod::S16 => Some(lanes!(s(s a) => a as i16 as u32)),
            _ => match t.bits() {
                16 => Some(lanes!(s(s a) => a & 0xffff)),
                32 => Some(lanes!(s(s a) => a)),
                64 => Some(lanes!(l(l a) => a)),
                _ => None,
            },
        },
        _ => None,
    }
}

/// All ones if a shift by `amount` leaves anything of `width` bits.
#[inline(always)]
fn in_range(amount: u32, width: u32) -> u32 {
    if amount < width { u32::MAX } else { 0 }
}

/// Any function of three bits, its truth table in the immediate: bit `4a + 2b + c`.
#[inline(always)]
fn lop3_bits(table: u32, a: u32, b: u32, c: u32) -> u32 {
    let row = |n: u32| 0u32.wrapping_sub(table >> n & 1);
    let of_c = |n: u32| (row(n) & !c) | (row(n + 1) & c);
    let of_bc = |n: u32| (of_c(n) & !b) | (of_c(n + 2) & b);
    (of_bc(0) & !a) | (of_bc(4) & a)
}

fn lop3<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    /// Returns the lanes whose result is not zero.
    fn compute<const W: usize>(x: &Sources<'_, W>, r: &mut Results<W>) -> u64 {
        dispatch::<W, Lop3>(x, r);
        let mut any = 0;
        for i in 0..W {
            any |= u64::from(r.s[i] != 0) << i;
        }
        any
    }
    struct Lop3;
    impl<const W: usize> Kernel<W> for Lop3 {
        #[inline(always)]
        fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
            let ([a, b, c, ..], table) = (x.s, x.s[3][0]);
            for i in 0..W {
                r.s[i] = lop3_bits(table, a[i], b[i], c[i]);
            }
        }
    }
    let op: LaneOp<W> = if m.has(Mod::Or) {
        |x, r| r.p[1] = compute(x, r) | x.p[4]
    } else if m.has(Mod::And) {
        |x, r| r.p[1] = compute(x, r) & x.p[4]
    } else {
        dispatch::<W, Lop3>
    };
    Some(op)
}

/// The pair `high:low` shifted left; its upper word.
#[inline(always)]
fn funnel_left(low: u32, high: u32, n: u32) -> u32 {
    let pair = u64::from(high) << 32 | u64::from(low);
    (pair << n >> 32) as u32
}

/// The pair `high:low` shifted right; its lower word.
#[inline(always)]
fn funnel_right(low: u32, high: u32, n: u32) -> u32 {
    let pair = u64::from(high) << 32 | u64::from(low);
    (pair >> n) as u32
}

fn shf<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match (m.has(Mod::L), m.has(Mod::Clamp)) {
        (true, true) => wide!(s(s a, s b, s c) => funnel_left(a, b, c.min(32))),
        (true, false) => wide!(s(s a, s b, s c) => funnel_left(a, b, c & 31)),
        (false, true) => wide!(s(s a, s b, s c) => funnel_right(a, b, c.min(32))),
        (false, false) => wide!(s(s a, s b, s c) => funnel_right(a, b, c & 31)),
    })
}

/// Four bytes picked from the eight of `b:a`, by a nibble each; its top bit spreads the byte's sign.
#[inline(always)]
fn pick_bytes(a: u32, b: u32, selector: u32) -> u32 {
    let pair = u64::from(b) << 32 | u64::from(a);
    (0..4).fold(0, |word, n| {
        let nibble = selector >> (4 * n) & 15;
        let byte = (pair >> (8 * (nibble & 7))) as u8;
        let byte = if nibble & 8 != 0 { (byte as i8 >> 7) as u8 } else { byte };
        word | u32::from(byte) << (8 * n)
    })
}

fn prmt<const W: usize>(m: Suffixes<'_>) -> LaneOp<W> {
    /// Selectors of the named modes, by the two low bits of `c`.
    const F4E: [u32; 4] = [0x3210, 0x4321, 0x5432, 0x6543];
    const B4E: [u32; 4] = [0x5670, 0x6701, 0x7012, 0x0123];
    const RC8: [u32; 4] = [0x0000, 0x1111, 0x2222, 0x3333];
    const ECL: [u32; 4] = [0x3210, 0x3211, 0x3222, 0x3333];
    const ECR: [u32; 4] = [0x0000, 0x1110, 0x2210, 0x3210];
    const RC16: [u32; 4] = [0x1010, 0x3232, 0x1010, 0x3232];
    if m.has(Mod::F4e) {
        lanes!(s(s a, s b, s c) => pick_bytes(a, b, F4E[c as usize & 3]))
    } else if m.has(Mod::B4e) {
        lanes!(s(s a, s b, s c) => pick_bytes(a, b, B4E[c as usize & 3]))
    } else if m.has(Mod::Rc8) {
        lanes!(s(s a, s b, s c) => pick_bytes(a, b, RC8[c as usize & 3]))
    } else if m.has(Mod::Ecl) {
        lanes!(s(s a, s b, s c) => pick_bytes(a, b, ECL[c as usize & 3]))
    } else if m.has(Mod::Ecr) {
        lanes!(s(s a, s b, s c) => pick_bytes(a, b, ECR[c as usize & 3]))
    } else if m.has(Mod::Rc16) {
        lanes!(s(s a, s b, s c) => pick_bytes(a, b, RC16[c as usize & 3]))
    } else {
        wide!(s(s a, s b, s c) => pick_bytes(a, b, c))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;

    #[test]
    fn truth_tables() {
        let (a, b, c) = (0xf0, 0xcc, 0xaa);
        for table in 0..256 {
            assert_eq!(lop3_bits(table, a, b, c) & 0xff, table);
        }
    }

    #[test]
    fn shifts_past_the_width_leave_nothing_but_the_sign() {
        let shift = |op, t, a, b| one(op, &[t], &[a, b], 0).0;
        assert_eq!(shift(Opcode::Shl, Mod::B16, 0x1_8001, 1), 2);
        assert_eq!(shift(Opcode::Shl, Mod::B16, 0x8001, 16), 0);
        assert_eq!(shift(Opcode::Shl, Mod::B32, 1, 32), 0);
        assert_eq!(shift(Opcode::Shl, Mod::B64, 1, 64), 0);
        assert_eq!(shift(Opcode::Shr, Mod::U16, 0xf_8000, 15), 1);
        assert_eq!(shift(Opcode::Shr, Mod::S16, 0x8000, 400), 0xffff_ffff);
        assert_eq!(shift(Opcode::Shr, Mod::S64, 1 << 63, 400), u64::MAX);
        assert_eq!(shift(Opcode::Shr, Mod::B32, 1 << 31, 0xffff_ffff), 0);
    }

    #[test]
    fn funnels() {
        assert_eq!(funnel_left(0x8000_0000, 1, 1), 3);
        assert_eq!(funnel_left(0x1234, 1, 32), 0x1234);
        assert_eq!(funnel_right(1, 0x1234, 32), 0x1234);
    }

    #[test]
    fn bytes() {
        assert_eq!(pick_bytes(0x4433_2211, 0x8877_6655, 0x7531), 0x8866_4422);
        assert_eq!(pick_bytes(0x4433_2211, 0x8877_6655, 0xff80), 0xffff_0011);
        assert_eq!(
            one(Opcode::Prmt, &[Mod::B32, Mod::B4e], &[0x4433_2211, 0x8877_6655, 2], 0).0,
            0x8811_2233
        );
    }
}
