//! The use of hardware resources that the view exposes.

use crate::ids::SchedulerId;

/// Use of a hardware resource with a fixed number of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ResourceUse {
    /// Entries in use.
    pub used: u32,
    /// Entries in total.
    pub capacity: u32,
}

impl ResourceUse {
    pub(crate) const fn new(used: u32, capacity: u32) -> ResourceUse {
        ResourceUse { used, capacity }
    }

    /// Whether no entry is free.
    #[inline]
    pub const fn is_full(self) -> bool {
        self.used >= self.capacity
    }

    /// Free entries.
    #[inline]
    pub const fn free(self) -> u32 {
        self.capacity.saturating_sub(self.used)
    }
}

/// Memory-side resources that the view exposes. They are read on demand, so an SM whose policy ignores them pays nothing.
pub(crate) trait Resources: Sync {
    fn lsu_queue(&self, scheduler: SchedulerId) -> ResourceUse;
    fn l1_mshrs(&self) -> ResourceUse;
}
