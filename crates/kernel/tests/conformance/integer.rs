//! Integer instructions, carries and atomics, on unbounded integers or bit by bit.

use super::cases::{format_of, is_packed};
use super::exact::{self, Mode, decode, round};
use super::reference::{Expect, Instruction, Outcome, as_integer, by_halves, limits, wrap};
use warploom_kernel::ptx::isa::{Mod, Opcode as O, TypeKind};

/// The product's upper or lower part, as the manual slices it: bits `from` and up.
fn slice(product: i128, from: u32) -> i128 {
    product.div_euclid(1 << from)
}

fn clamp(value: i128, ty: Mod) -> i128 {
    let (least, greatest) = limits(ty);
    value.clamp(least, greatest)
}

fn bit(value: u64, at: i64) -> bool {
    (0..64).contains(&at) && value >> at & 1 == 1
}

/// Builds a word of `width` bits from a rule for each.
fn from_bits(width: i64, rule: impl Fn(i64) -> bool) -> u64 {
    (0..width).fold(0, |word, i| word | u64::from(rule(i)) << i)
}

pub fn integer(i: &Instruction<'_>) -> Expect {
    let ty = i.ty();
    if is_packed(ty) {
        let lane = if ty == Mod::U16x2 { Mod::U16 } else { Mod::S16 };
        return by_halves(i.sources, |halves| {
            let mods: Vec<Mod> = i.mods.iter().map(|&m| if m == ty { lane } else { m }).collect();
            integer(&Instruction { opcode: i.opcode, mods: &mods, types: vec![lane], sources: halves })
        });
    }
    Expect::Bits(match i.opcode {
        O::Popc | O::Clz | O::Bfind | O::Fns | O::Brev | O::Bfe | O::Bfi | O::Szext | O::Bmsk => bits(i),
        O::Dp4a | O::Dp2a => dot(i),
        _ => arithmetic(i),
    })
}

fn arithmetic(i: &Instruction<'_>) -> u64 {
    let ty = i.ty();
    let width = ty.bits();
    let n = |k: usize| i.integer(k, ty);
    let (low, high) = limits(ty);
    let finish = |value: i128| wrap(if i.has(Mod::Sat) { clamp(value, ty) } else { value }, ty);
    match i.opcode {
        O::Add => finish(n(0) + n(1)),
        O::Sub => finish(n(0) - n(1)),
        O::Mul | O::Mad if i.has(Mod::Wide) => {
            let wide = match (ty.kind(), width) {
                (Some(TypeKind::Signed), 16) => Mod::S32,
                (Some(TypeKind::Signed), _) => Mod::S64,
                (_, 16) => Mod::U32,
                _ => Mod::U64,
            };
            let addend = if i.opcode == O::Mad { i.integer(2, wide) } else { 0 };
            wrap(n(0) * n(1) + addend, wide)
        }
        O::Mul | O::Mad => {
            // i128 holds a signed product of 64 bits; an unsigned one needs the halves apart.
            let part = if i.has(Mod::Hi) { high_product(n(0), n(1), width) } else { low_product(n(0), n(1)) };
            let addend = if i.opcode == O::Mad { n(2) } else { 0 };
            finish(part + addend)
        }
        O::Mul24 | O::Mad24 => {
            let narrow = |k: usize| {
                let raw = i.sources[k] & 0xff_ffff;
                let negative = ty == Mod::S32 && raw >> 23 == 1;
                i128::from(raw) - if negative { 1 << 24 } else { 0 }
            };
            let part = slice(narrow(0) * narrow(1), if i.has(Mod::Hi) { 16 } else { 0 });
            let addend = if i.opcode == O::Mad24 { n(2) } else { 0 };
            // The slice is 32 bits wide before anything is added to it.
            finish(as_integer(part.rem_euclid(1 << 32) as u64, ty) + addend)
        }
        O::Sad => wrap(n(2) + (n(0) - n(1)).abs(), ty),
        O::Div if n(1) == 0 => wrap(-1, ty),
        O::Div => wrap((n(0).abs() / n(1).abs()) * n(0).signum() * n(1).signum(), ty),
        O::Rem if n(1) == 0 => wrap(n(0), ty),
        O::Rem => wrap((n(0).abs() % n(1).abs()) * if n(0) < 0 { -1 } else { 1 }, ty),
        O::Abs => wrap(n(0).abs(), ty),
        O::Neg => wrap(-n(0), ty),
        O::Min | O::Max => {
            let smaller_first = n(0) <= n(1);
            let chosen = if smaller_first == (i.opcode == O::Min) { n(0) } else { n(1) };
            wrap(if i.has(Mod::Relu) { chosen.clamp(low.max(0), high) } else { chosen }, ty)
        }
        other => panic!("no reference for {other}"),
    }
}

/// The product modulo 2^64, by parts so that nothing overflows.
fn low_product(a: i128, b: i128) -> i128 {
    let (a, b) = (a.rem_euclid(1 << 64), b.rem_euclid(1 << 64));
    let (lower, upper) = (a % (1 << 32) * b, (a >> 32) * (b % (1 << 32)));
    (lower % (1 << 64) + ((upper % (1 << 32)) << 32)) % (1 << 64)
}

/// The product's bits from `width` up, by 32-bit parts so that nothing overflows.
fn high_product(a: i128, b: i128, width: u32) -> i128 {
    use num_bigint::BigInt;
    let product: BigInt = BigInt::from(a) * BigInt::from(b);
    // A shift of a BigInt rounds down, as two's complement does.
    i128::try_from(product >> width).expect("the upper half fits")
}

fn bits(i: &Instruction<'_>) -> u64 {
    let ty = i.ty();
    let width = i64::from(ty.bits());
    let a = i.sources[0];
    let missing = 0xffff_ffff;
    let (word, other) = (|k: usize| i64::from(i.word(k)), |k: usize| (i.word(k) & 0xff) as i64);
    match i.opcode {
        O::Popc => (0..width).filter(|&k| bit(a, k)).count() as u64,
        O::Clz => (0..width).rev().take_while(|&k| !bit(a, k)).count() as u64,
        O::Brev => from_bits(width, |k| bit(a, width - 1 - k)),
        O::Bfind => {
            let sign = ty.kind() == Some(TypeKind::Signed) && bit(a, width - 1);
            match (0..width).rev().find(|&k| bit(a, k) != sign) {
                None => missing,
                Some(at) if i.has(Mod::Shiftamt) => (width - 1 - at) as u64,
                Some(at) => at as u64,
            }
        }
        O::Fns => {
            let (base, offset) = (word(1), i64::from(i.word(2) as i32));
            let found = match offset {
                0 => Some(base).filter(|&k| bit(a, k)),
                1.. => (base..32).filter(|&k| bit(a, k)).nth(offset as usize - 1),
                _ => (0..=base).rev().filter(|&k| bit(a, k)).nth(offset.unsigned_abs() as usize - 1),
            };
            found.map_or(missing, |k| k as u64)
        }
        O::Bfe => {
            let (position, length) = (other(1), other(2));
            let signed = ty.kind() == Some(TypeKind::Signed) && length > 0;
            let filler = signed && bit(a, (position + length - 1).min(width - 1));
            let inside = |k: i64| k < length && position + k < width;
            let field = from_bits(width, |k| if inside(k) { bit(a, position + k) } else { filler });
            wrap(i128::from(field), ty)
        }
        O::Bfi => {
            let (position, length) = (other(2), other(3));
            let inserted = |k: i64| k >= position && k - position < length;
            from_bits(width, |k| if inserted(k) { bit(a, k - position) } else { bit(i.sources[1], k) })
        }
        O::Szext => {
            let n = if i.has(Mod::Clamp) { word(1).min(32) } else { word(1) % 32 };
            let sign = ty == Mod::S32 && n > 0 && bit(a, n - 1);
            wrap(i128::from(from_bits(32, |k| if k < n { bit(a, k) } else { sign })), ty)
        }
        O::Bmsk => {
            let (start, count) = if i.has(Mod::Clamp) {
                (word(0).min(32), word(1).min(32))
            } else {
                (word(0) % 32, word(1) % 32)
            };
            from_bits(32, |k| k >= start && k < start + count)
        }
        other => panic!("no reference for {other}"),
    }
}

fn dot(i: &Instruction<'_>) -> u64 {
    let lane = |source: usize, width: u32, at: u32, ty: Mod| {
        let narrow = match (ty, width) {
            (Mod::S32, 8) => Mod::S8,
            (Mod::S32, _) => Mod::S16,
            (_, 8) => Mod::U8,
            _ => Mod::U16,
        };
        as_integer(i.sources[source] >> (width * at), narrow)
    };
    let (ta, tb) = (i.types[0], i.types[1]);
    // The accumulator is signed if either factor is; modulo 2^32 that is the same.
    let accumulator = i.integer(2, Mod::U32);
    let sum: i128 = if i.opcode == O::Dp4a {
        (0..4).map(|k| lane(0, 8, k, ta) * lane(1, 8, k, tb)).sum()
    } else {
        let first = if i.has(Mod::Hi) { 2 } else { 0 };
        (0..2).map(|k| lane(0, 16, k, ta) * lane(1, 8, first + k, tb)).sum()
    };
    wrap(accumulator + sum, Mod::U32)
}

/// Carry out is of the unsigned sum; of a difference, the borrow.
pub fn carry(i: &Instruction<'_>) -> Outcome {
    let ty = i.ty();
    let modulus = 1i128 << ty.bits();
    let unsigned = |value: i128| value.rem_euclid(modulus);
    let takes = matches!(i.opcode, O::Addc | O::Subc | O::Madc);
    let carry_in = if takes { i.sources[i.sources.len() - 1] as i128 } else { 0 };
    let n = |k: usize| i.integer(k, ty);
    let total = match i.opcode {
        O::Add | O::Addc => unsigned(n(0)) + unsigned(n(1)) + carry_in,
        O::Sub | O::Subc => unsigned(n(0)) - unsigned(n(1)) - carry_in,
        _ => {
            let part =
                if i.has(Mod::Hi) { high_product(n(0), n(1), ty.bits()) } else { low_product(n(0), n(1)) };
            unsigned(part) + unsigned(n(2)) + carry_in
        }
    };
    let second = i.has(Mod::Cc).then_some(u64::from(!(0..modulus).contains(&total)));
    Outcome { first: Expect::Bits(wrap(total, ty)), second }
}

/// An atomic: sources are the old value and the operands; the outcome is the new value.
pub fn atomic(i: &Instruction<'_>) -> Outcome {
    let ty = i.ty();
    let (old, b) = (i.sources[0], i.sources[1]);
    if let Some(format) = format_of(ty) {
        let add = |x: u64, y: u64| {
            let sum = exact::add(&decode(x, format), &decode(y, format), Mode::NearestEven);
            round(&sum, format, Mode::NearestEven)
        };
        if is_packed(ty) {
            return by_halves(&[old, b], |h| Expect::Bits(add(h[0], h[1]))).into();
        }
        // "The current implementation" flushes f32 subnormals in global memory and not in shared.
        if ty == Mod::F32 {
            let flushed = format.flush(add(format.flush(old), format.flush(b)));
            return Expect::Either(add(old, b), flushed).into();
        }
        return add(old, b).into();
    }
    let (x, y) = (as_integer(old, ty), as_integer(b, ty));
    let operation =
        i.mods.iter().rev().find(|m| !m.is_type()).expect("an atomic names its operation last but its type");
    let new = match operation {
        Mod::And => from_bits(64, |k| bit(old, k) && bit(b, k)) as i128,
        Mod::Or => from_bits(64, |k| bit(old, k) || bit(b, k)) as i128,
        Mod::Xor => from_bits(64, |k| bit(old, k) != bit(b, k)) as i128,
        Mod::Exch => y,
        Mod::Cas => {
            if x == y {
                as_integer(i.sources[2], ty)
            } else {
                x
            }
        }
        Mod::Add => x + y,
        Mod::Inc => {
            if x >= y {
                0
            } else {
                x + 1
            }
        }
        Mod::Dec => {
            if x == 0 || x > y {
                y
            } else {
                x - 1
            }
        }
        Mod::Min => x.min(y),
        Mod::Max => x.max(y),
        other => panic!("no reference for atomic {other}"),
    };
    wrap(new, ty).into()
}
