//! Sub-cores of an SM: the partition of its units, queues and register banks among schedulers.

use crate::ids::SchedulerId;
use crate::machine::SmDescription;

/// Number of sub-cores: one per scheduler, or one that all schedulers share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subcores(u32);

impl Subcores {
    pub fn of(sm: &SmDescription) -> Subcores {
        Subcores(if sm.subcores { sm.schedulers } else { 1 })
    }

    #[inline]
    pub fn count(self) -> usize {
        self.0 as usize
    }

    /// Share of each sub-core in `total` resources of the SM, rounded up.
    pub fn share(self, total: u32) -> u32 {
        total.div_ceil(self.0)
    }

    /// Sub-core of a scheduler.
    #[inline]
    pub fn index(self, scheduler: SchedulerId) -> usize {
        if self.0 == 1 { 0 } else { scheduler.index() }
    }
}
