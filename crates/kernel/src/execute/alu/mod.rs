//! What each value-computing instruction does to all lanes of a warp at once.

use crate::ptx::isa::{Mod, Opcode};

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

/// The lane operation of `opcode` with `mods`, or `None` if it computes no value lane by lane.
pub fn select<const W: usize>(opcode: Opcode, mods: &[Mod]) -> Option<LaneOp<W>> {
    let _ = (opcode, mods);
    None
}

/// The operation of an `atom` or `red` with `mods` (up to 64 bits wide).
pub fn select_atomic(mods: &[Mod]) -> Option<AtomicOp> {
    let _ = mods;
    None
}
