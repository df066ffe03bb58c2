//! Who listens to an execution: the interface tapes are made through.

use crate::program::{Pc, Space};

/// A CTA's place in the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CtaId(pub u64);

/// A warp's number in its CTA.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct WarpId(pub u32);

/// A bit per lane, lane 0 lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// How many lanes are set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lanes set, ascending.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(lane)
        })
    }
}

impl std::fmt::Debug for LaneMask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// Memory touched by an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// The memory, with `Generic` resolved unless lanes differ.
    pub space: Space,
    /// Bytes per lane.
    pub bytes: u32,
    /// An address per lane; those of inactive lanes are unspecified.
    pub addresses: &'a [u64],
}

/// An instruction a warp executed.
#[derive(Clone, Copy, Debug)]
pub struct ExecutedInstruction<'a> {
    /// The warp.
    pub warp: WarpId,
    /// The instruction.
    pub pc: Pc,
    /// Lanes for which it had effect: none if its guard was false everywhere.
    pub active: LaneMask,
    /// The memory it touched.
    pub access: Option<Access<'a>>,
}

/// Hears of each instruction as it is executed.
///
/// With [`ENABLED`](Listener::ENABLED) false (as for `()`), the executor is compiled without the calls.
pub trait Listener {
    /// Whether anybody listens.
    const ENABLED: bool = true;
    /// A CTA begins.
    fn cta_started(&mut self, _cta: CtaId) {}
    /// A warp executed an instruction.
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>);
    /// The CTA has ended. The launch goes on with the next if it says so.
    fn cta_ended(&mut self) -> bool {
        true
    }
}

impl Listener for () {
    const ENABLED: bool = false;
    fn instruction_executed(&mut self, _: ExecutedInstruction<'_>) {}
}
