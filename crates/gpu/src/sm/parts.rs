//! The parts an SM is in: one for each scheduler, or one for all.

use crate::ids::SchedulerId;
use crate::machine::SmDescription;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts(u32);

impl Parts {
    pub fn of(sm: &SmDescription) -> Parts {
        Parts(if sm.subcores { sm.schedulers } else { 1 })
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> usize {
        self.0 as usize
    }

    /// What each has of so many in the whole SM.
    pub fn share(self, count: u32) -> u32 {
        count.div_ceil(self.0)
    }

    /// That of a scheduler.
    #[inline]
    pub fn index(self, scheduler: SchedulerId) -> usize {
        if self.0 == 1 { 0 } else { scheduler.index() }
    }
}
