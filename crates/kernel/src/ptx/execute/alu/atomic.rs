//! What atomics and reductions make of the value in memory.

use super::Suffixes;
use crate::execute::lanes::AtomicOp;
use crate::execute::lanes::scalar::{Brain, Half, NAN16, Small, halves2, operand, result, result64};
use crate::ptx::isa::Mod;

/// The sum of two 16-bit floats, rounded to nearest; subnormals stay, as `.noftz` says.
fn add16<H: Small>(a: u16, b: u16) -> u16 {
    // The exponents of bfloat16 span more than a double can hold, but a double has so many bits more
    // that rounding twice is rounding once.
    let sum = f64::from(H::widen(a)) + f64::from(H::widen(b));
    if sum.is_nan() { NAN16 } else { H::narrow(sum) }
}

fn add32<const FTZ: bool>(a: u64, b: u64) -> u64 {
    result::<FTZ, false>(operand::<FTZ>(a as u32) + operand::<FTZ>(b as u32)).into()
}

/// The operation, by the suffixes that name it and its type.
pub fn select(m: Suffixes<'_>) -> Option<AtomicOp> {
    use Mod::*;
    let t = m.last()?;
    let name =
        m.0.iter()
            .copied()
            .find(|m| matches!(m, And | Or | Xor | Exch | Cas | Add | Inc | Dec | Min | Max))?;
    if t == B128 {
        return None;
    }
    Some(match (name, t) {
        (And, _) => |old, b, _| old & b,
        (Or, _) => |old, b, _| old | b,
        (Xor, _) => |old, b, _| old ^ b,
        (Exch, _) => |_, b, _| b,
        (Cas, B16) => |old, b, c| if old as u16 == b as u16 { c & 0xffff } else { old },
        (Cas, B32) => |old, b, c| if old as u32 == b as u32 { c & 0xffff_ffff } else { old },
        (Cas, _) => |old, b, c| if old == b { c } else { old },
        (Add, U32 | S32) => |old, b, _| (old as u32).wrapping_add(b as u32).into(),
        (Add, U64) => |old, b, _| old.wrapping_add(b),
        // The manual: in global memory subnormals are flushed, in shared memory they are not.
        (Add, F32) if m.has(Global) => |old, b, _| add32::<true>(old, b),
        (Add, F32) => |old, b, _| add32::<false>(old, b),
        (Add, F64) => |old, b, _| result64(f64::from_bits(old) + f64::from_bits(b)),
        (Add, F16) => |old, b, _| add16::<Half>(old as u16, b as u16).into(),
        (Add, Bf16) => |old, b, _| add16::<Brain>(old as u16, b as u16).into(),
        (Add, F16x2) => |old, b, _| halves2(old as u32, b as u32, add16::<Half>).into(),
        (Add, Bf16x2) => |old, b, _| halves2(old as u32, b as u32, add16::<Brain>).into(),
        (Inc, U32) => |old, b, _| if old as u32 >= b as u32 { 0 } else { u64::from(old as u32 + 1) },
        (Dec, U32) => |old, b, _| {
            let (old, b) = (old as u32, b as u32);
            u64::from(if old == 0 || old > b { b } else { old - 1 })
        },
        (Min, U32) => |old, b, _| (old as u32).min(b as u32).into(),
        (Max, U32) => |old, b, _| (old as u32).max(b as u32).into(),
        (Min, S32) => |old, b, _| u64::from((old as i32).min(b as i32) as u32),
        (Max, S32) => |old, b, _| u64::from((old as i32).max(b as i32) as u32),
        (Min, U64) => |old, b, _| old.min(b),
        (Max, U64) => |old, b, _| old.max(b),
        (Min, S64) => |old, b, _| (old as i64).min(b as i64) as u64,
        (Max, S64) => |old, b, _| (old as i64).max(b as i64) as u64,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(mods: &[Mod], old: u64, b: u64, c: u64) -> u64 {
        select(Suffixes(mods)).expect("an atomic")(old, b, c)
    }

    #[test]
    fn counters_wrap_at_their_limit() {
        assert_eq!(run(&[Mod::Inc, Mod::U32], 7, 7, 0), 0);
        assert_eq!(run(&[Mod::Inc, Mod::U32], 6, 7, 0), 7);
        assert_eq!(run(&[Mod::Inc, Mod::U32], 0xffff_ffff, 0xffff_ffff, 0), 0);
        assert_eq!(run(&[Mod::Dec, Mod::U32], 0, 7, 0), 7);
        assert_eq!(run(&[Mod::Dec, Mod::U32], 9, 7, 0), 7);
        assert_eq!(run(&[Mod::Dec, Mod::U32], 3, 7, 0), 2);
    }

    #[test]
    fn order_follows_the_sign() {
        assert_eq!(run(&[Mod::Min, Mod::S32], 0xffff_ffff, 1, 0), 0xffff_ffff);
        assert_eq!(run(&[Mod::Min, Mod::U32], 0xffff_ffff, 1, 0), 1);
        assert_eq!(run(&[Mod::Cas, Mod::B16], 0x1234, 0x1234, 0x5678), 0x5678);
    }

    #[test]
    fn only_global_memory_flushes() {
        let tiny = 0x0000_0001;
        assert_eq!(run(&[Mod::Global, Mod::Add, Mod::F32], tiny, tiny, 0), 0);
        assert_eq!(run(&[Mod::Shared, Mod::Add, Mod::F32], tiny, tiny, 0), 2);
        assert_eq!(run(&[Mod::Add, Mod::Noftz, Mod::F16x2], 0x3c00_0001, 0x3c00_0001, 0), 0x4000_0002);
    }
}
