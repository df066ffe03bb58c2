//! The port through which results of memory reach the register file.

use crate::ids::NEVER;
use std::collections::VecDeque;

/// Sources of results from memory, in the order of their turns: one bit for each.
#[derive(Clone, Copy)]
pub(super) struct ResultSources(pub u32);

impl ResultSources {
    pub const SHARED: u32 = 0;
    pub const CONSTANTS: u32 = 1;
    pub const BYPASS: u32 = 2;
    pub const COUNT: u32 = 4;

    /// The first source of a set that is not empty, counted from `turn` on.
    #[inline]
    pub fn first_from(self, turn: u32) -> u32 {
        let twice = self.0 | self.0 << Self::COUNT;
        (turn + (twice >> turn).trailing_zeros()) % Self::COUNT
    }
}

/// Port through which results of memory reach the register file: one enters per cycle, and it is written in the next cycle.
/// Hits in the L1 do not need it. Sources take turns.
pub(super) struct ResultPort {
    /// Tag of the result that is written in the next cycle.
    pub entered: Option<u32>,
    /// Source whose turn is next.
    pub turn: u32,
    /// Results of shared memory, with the cycle from which each can enter, in order.
    pub shared: VecDeque<(u64, u32)>,
    /// Result of an access that bypassed the L1.
    pub bypass: Option<u32>,
}

impl ResultPort {
    pub fn is_idle(&self) -> bool {
        self.entered.is_none() && self.bypass.is_none() && self.shared.is_empty()
    }

    /// Next cycle, from `soon` on, in which a result can enter or is written.
    pub fn next_time(&self, soon: u64) -> u64 {
        if self.entered.is_some() || self.bypass.is_some() {
            return soon;
        }
        self.shared.front().map_or(NEVER, |&(at, _)| at.max(soon))
    }
}
