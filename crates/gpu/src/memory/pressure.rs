//! Saturation of L2 and DRAM, measured window by window.
//!
//! An SM sees only that its accesses take long, or that no more of them fit. The load of the partitions tells whether the L2 or DRAM
//! delivers all it can, so that the wait is one for bandwidth, or whether the wait is the latency of an access.

/// What limits memory in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Pressure {
    /// Neither L2 nor DRAM is saturated.
    #[default]
    None,
    /// Most partitions have a saturated L2 slice.
    L2,
    /// Most partitions have a saturated DRAM channel.
    Dram,
}

/// Percentage of its cycles in which a saturated part transfers data. A DRAM channel cannot reach 100, because it opens rows and
/// turns its bus around.
const SATURATED_PERCENT: u64 = 60;

/// Whether a part that was busy for so many of its cycles is saturated.
pub(super) fn is_saturated(busy: u64, cycles: u64) -> bool {
    cycles > 0 && busy * 100 >= cycles * SATURATED_PERCENT
}

/// Load of some partitions in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Load {
    pub partitions: u32,
    /// Partitions whose DRAM channel was saturated.
    pub dram: u32,
    /// Partitions with a saturated L2 slice.
    pub l2: u32,
}

impl Load {
    pub fn add(&mut self, other: Load) {
        self.partitions += other.partitions;
        self.dram += other.dram;
        self.l2 += other.l2;
    }

    /// What limits memory. DRAM comes first: a full channel holds up the slices before it.
    pub fn pressure(self) -> Pressure {
        let most = |count: u32| count > 0 && count * 2 >= self.partitions;
        if most(self.dram) {
            Pressure::Dram
        } else if most(self.l2) {
            Pressure::L2
        } else {
            Pressure::None
        }
    }
}

impl Pressure {
    /// Its number, for an atomic.
    pub const fn number(self) -> u8 {
        self as u8
    }

    pub const fn of(number: u8) -> Pressure {
        match number {
            1 => Pressure::L2,
            2 => Pressure::Dram,
            _ => Pressure::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_partitions_saturate_memory_and_dram_comes_first() {
        let load = |dram, l2| Load { partitions: 4, dram, l2 }.pressure();
        assert_eq!([load(0, 0), load(1, 1), load(1, 2), load(2, 4)], {
            use Pressure::*;
            [None, None, L2, Dram]
        });
        assert_eq!(Load::default().pressure(), Pressure::None);
        for pressure in [Pressure::None, Pressure::L2, Pressure::Dram] {
            assert_eq!(Pressure::of(pressure.number()), pressure);
        }
    }

    #[test]
    fn a_part_is_saturated_from_sixty_percent_on() {
        assert!(!is_saturated(59, 100) && is_saturated(60, 100) && !is_saturated(0, 0));
    }
}
