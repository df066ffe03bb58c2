//! Warps that wait for others: what their loads and atomics return does not change.

use super::LaneMask;
use crate::program::Pc;

/// Polling instructions that a warp remembers.
const MOST: usize = 8;

/// What the last polls of a warp returned: instruction and fingerprint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polls(Vec<(Pc, u64)>);

impl Polls {
    /// Whether a poll by the lanes of `mask` returned these values at its last execution, too, and the warp wrote nothing since: the
    /// warp waits for another one.
    pub fn again(&mut self, pc: Pc, mask: LaneMask, values: impl Iterator<Item = u64>) -> bool {
        let mix = |all: u64, value: u64| (all ^ value).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        let fingerprint = values.fold(mask.0, mix);
        match self.0.iter().position(|&(at, _)| at == pc) {
            Some(at) if self.0[at].1 == fingerprint => return true,
            // Something has changed, for this warp too.
            Some(_) => self.0.clear(),
            None if self.0.len() == MOST => self.0.clear(),
            None => {}
        }
        self.0.push((pc, fingerprint));
        false
    }

    /// Forgets them, since the warp wrote memory that others see: what it polls may change by its own doing.
    #[inline]
    pub fn clear(&mut self) {
        if !self.0.is_empty() {
            self.0.clear();
        }
    }
}
