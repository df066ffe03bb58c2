//! What each value-computing instruction does to all lanes of a warp at once.
//!
//! An instruction is looked up once, when its program is prepared, and then called through a plain
//! function pointer for every warp that runs it. Each file below holds the scalar meaning of a family
//! of instructions, lifted to lanes by `lanes!`; nothing here knows of registers or activity masks.

use crate::ptx::isa::{Mod, Opcode};

pub(crate) mod approx;
mod atomic;
mod carry;
mod compare;
mod convert;
mod convert_float;
mod directed;
pub(crate) mod dispatch;
pub(crate) mod exact;
mod float;
mod half;
mod int;
mod logic;
pub(crate) mod scalar;
pub(super) mod video;

/// The operands of a lane operation, by their position among the instruction's sources.
///
/// A source's class decides where it stands: 16- and 32-bit values in `s`, 64-bit values in `l`,
/// predicates (a bit per lane) in `p`. Entries of other classes at that position are unspecified.
/// A value narrower than 32 bits arrives with unspecified upper bits.
pub struct Sources<'a, const W: usize> {
    /// Values of up to 32 bits.
    pub s: [&'a [u32; W]; 5],
    /// Values of 64 bits.
    pub l: [&'a [u64; W]; 5],
    /// Predicates, a bit per lane; at [`CARRY`] the carry flag.
    pub p: [u64; 5],
}

/// Where the carry flag stands in [`Sources::p`]; it is returned in `p[1]` of [`Results`].
pub const CARRY: usize = 4;

/// What a lane operation computed: in `s`, `l` or `p[0]`, by the class of its destination.
///
/// A value of a type narrower than 32 bits is extended to 32 by its type's sign. Every lane is
/// computed, whether it is active or not; the caller merges.
pub struct Results<const W: usize> {
    /// Values of up to 32 bits.
    pub s: [u32; W],
    /// Values of 64 bits.
    pub l: [u64; W],
    /// Predicates: the result, and a second one (carry out, or the second predicate of packed compares).
    pub p: [u64; 2],
}

/// Computes all lanes of one instruction.
pub type LaneOp<const W: usize> = fn(&Sources<'_, W>, &mut Results<W>);

/// Computes an atomic's new value from the old value and its one or two operands.
pub type AtomicOp = fn(old: u64, b: u64, c: u64) -> u64;

/// Lifts a scalar expression to lanes: `lanes!(s(s a, l b) => e)` reads source 0 as `a` from class
/// `s` and source 1 as `b` from class `l`, and stores `e` in class `s`.
macro_rules! lanes {
    ($o:ident($($c:ident $a:ident),+) => $e:expr) => {{
        let op: crate::execute::alu::LaneOp<W> = |x, r| lanes!(@loop x, r, $o($($c $a),+) => $e);
        op
    }};
    (@loop $x:ident, $r:ident, $o:ident($ca:ident $a:ident) => $e:expr) => {
        for i in 0..W {
            let $a = $x.$ca[0][i];
            $r.$o[i] = $e;
        }
    };
    (@loop $x:ident, $r:ident, $o:ident($ca:ident $a:ident, $cb:ident $b:ident) => $e:expr) => {
        for i in 0..W {
            let ($a, $b) = ($x.$ca[0][i], $x.$cb[1][i]);
            $r.$o[i] = $e;
        }
    };
    (@loop $x:ident, $r:ident, $o:ident($ca:ident $a:ident, $cb:ident $b:ident, $cc:ident $c:ident) => $e:expr) => {
        for i in 0..W {
            let ($a, $b, $c) = ($x.$ca[0][i], $x.$cb[1][i], $x.$cc[2][i]);
            $r.$o[i] = $e;
        }
    };
    (@loop $x:ident, $r:ident,
        $o:ident($ca:ident $a:ident, $cb:ident $b:ident, $cc:ident $c:ident, $cd:ident $d:ident) => $e:expr
    ) => {
        for i in 0..W {
            let ($a, $b, $c, $d) = ($x.$ca[0][i], $x.$cb[1][i], $x.$cc[2][i], $x.$cd[3][i]);
            $r.$o[i] = $e;
        }
    };
}
pub(crate) use lanes;

/// Like [`lanes!`], compiled once more for hosts with wider vectors: for what is executed most.
macro_rules! wide {
    ($o:ident($($c:ident $a:ident),+) => $e:expr) => {{
        struct Lanes;
        impl<const W: usize> crate::execute::alu::dispatch::Kernel<W> for Lanes {
            #[inline(always)]
            fn run<F: crate::execute::alu::dispatch::Fused>(
                x: &crate::execute::alu::Sources<'_, W>,
                r: &mut crate::execute::alu::Results<W>,
            ) {
                crate::execute::alu::lanes!(@loop x, r, $o($($c $a),+) => $e);
            }
        }
        let op: crate::execute::alu::LaneOp<W> = crate::execute::alu::dispatch::dispatch::<W, Lanes>;
        op
    }};
}
pub(crate) use wide;

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
    fn round(self) -> exact::Round {
        use exact::Round;
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
