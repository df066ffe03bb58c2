//! What each value-computing instruction does to all lanes of a warp at once.
//!
//! An instruction is looked up once, when its program is prepared, and then called through a plain
//! function pointer for every warp that runs it. Each file below holds the scalar meaning of a family
//! of instructions, lifted to lanes by `lanes!`; nothing here knows of registers or activity masks.

use crate::execute::lanes::exact::Round;
use crate::execute::lanes::{AtomicOp, LaneOp};
use crate::ptx::isa::{Mod, Opcode};

mod approx;
mod atomic;
mod carry;
mod compare;
mod convert;
mod convert_float;
mod directed;
mod float;
mod half;
mod int;
mod logic;
pub(super) mod video;

/// Compiles an expression for both values of each condition: `flags!(FTZ = m.has(Mod::Ftz) => f::<FTZ>)`.
macro_rules! flags {
    (=> $body:expr) => { $body };
    ($name:ident = $flag:expr $(, $more:ident = $other:expr)* => $body:expr) => {
        if $flag {
            const $name: bool = true;
            flags!($($more = $other),* => $body)
        } else {
            const $name: bool = false;
            flags!($($more = $other),* => $body)
        }
    };
}
use flags;

/// An instruction's suffixes, to be asked about.
#[derive(Clone, Copy)]
struct Suffixes<'a>(&'a [Mod]);

impl Suffixes<'_> {
    /// Whether `m` is among them.
    fn has(self, m: Mod) -> bool {
        self.0.contains(&m)
    }

    /// The n-th type among them.
    fn ty(self, n: usize) -> Option<Mod> {
        self.0.iter().copied().filter(|m| m.is_type()).nth(n)
    }

    /// The last type among them.
    fn last(self) -> Option<Mod> {
        self.0.iter().copied().rfind(|m| m.is_type())
    }

    /// The rounding of floating-point results; nearest-even where none is written.
    fn round(self) -> Round {
        self.0
            .iter()
            .find_map(|m| match m {
                Mod::Rz | Mod::Rzi => Some(Round::Zero),
                Mod::Rm | Mod::Rmi => Some(Round::Down),
                Mod::Rp | Mod::Rpi => Some(Round::Up),
                Mod::Rna => Some(Round::Away),
                _ => None,
            })
            .unwrap_or(Round::Nearest)
    }
}

/// The lane operation of `opcode` with `mods`, or `None` if it computes no value lane by lane.
pub fn select<const W: usize>(opcode: Opcode, mods: &[Mod]) -> Option<LaneOp<W>> {
    use Opcode::*;
    let m = Suffixes(mods);
    let ty = m.last()?;
    match opcode {
        Addc | Subc | Madc => carry::select(opcode, m),
        Add | Sub | Mad if m.has(Mod::Cc) => carry::select(opcode, m),
        Cvt => convert::select(m),
        Set | Setp | Selp | Slct => compare::select(opcode, m),
        And | Or | Xor | Not | Cnot | Lop3 | Shf | Shl | Shr | Prmt | Mov => logic::select(opcode, m),
        Testp | Copysign | Rcp | Sqrt | Rsqrt | Sin | Cos | Lg2 => float::select(opcode, m),
        Add | Sub | Mul | Fma | Mad | Div | Abs | Neg | Min | Max | Ex2 | Tanh => match ty {
            Mod::F32 | Mod::F64 => float::select(opcode, m),
            Mod::F16 | Mod::F16x2 | Mod::Bf16 | Mod::Bf16x2 => half::select(opcode, m),
            _ => int::select(opcode, m),
        },
        Mul24 | Mad24 | Sad | Rem | Popc | Clz | Bfind | Fns | Brev | Bfe | Bfi | Szext | Bmsk | Dp4a
        | Dp2a => int::select(opcode, m),
        _ => video::select(opcode),
    }
}

/// The operation of an `atom` or `red` with `mods` (up to 64 bits wide).
pub fn select_atomic(mods: &[Mod]) -> Option<AtomicOp> {
    atomic::select(Suffixes(mods))
}

#[cfg(test)]
mod tests;
