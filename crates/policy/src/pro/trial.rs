//! The trial of `barrier=auto`: measures whether CTAs with warps at a barrier should go first (the paper's future work, end of IV).
//!
//! Time is divided into epochs. The SM's issued instructions are counted in three of them: with the present setting, with the other,
//! and with the present one again. The other setting is chosen if it issued more, by a margin, than the average of the two epochs
//! around it, so a steady trend in the kernel has no effect. The setting then holds for some epochs. The worse setting is active in at
//! most one epoch of eight. No trial starts while no warp arrives at a barrier.

use crate::declaration::Cost;

/// Epochs between trials.
const HOLD_EPOCHS: u8 = 5;
/// The other setting must issue more by one part in this many.
const MARGIN: u64 = 32;

/// The purpose of an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Counts with the present setting.
    Before,
    /// Counts with the other setting.
    Other,
    /// Counts with the present setting again.
    After,
    /// Counts nothing, for this many more epochs.
    Hold(u8),
}

/// A trial of the two settings.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// Cycles of an epoch.
    sample: u64,
    /// The first cycle after this epoch.
    epoch_end: u64,
    stage: Stage,
    /// The present setting.
    chosen: bool,
    /// Instructions issued in this epoch.
    issued: u64,
    /// Whether a warp arrived at a barrier in this epoch.
    barrier: bool,
    /// Instructions issued in the first and the second epoch of the trial.
    before: u64,
    other: u64,
}

impl Trial {
    /// Hardware state: counts of three epochs, the cycles left in the epoch, and the stage, the setting and the barrier flag.
    pub(super) const COST: [Cost; 3] = [
        Cost::sm("instructions issued in an epoch of barrier=auto", 3, 32),
        Cost::sm("remaining cycles of the epoch of barrier=auto", 1, 20),
        Cost::sm("state of barrier=auto", 1, 5),
    ];

    /// A trial that starts with the paper's setting, `on`.
    pub(super) fn new(sample: u64) -> Trial {
        let stage = Stage::Before;
        Trial {
            sample,
            epoch_end: sample,
            stage,
            chosen: true,
            issued: 0,
            barrier: false,
            before: 0,
            other: 0,
        }
    }

    /// Whether CTAs with warps at a barrier go first in this epoch.
    pub(super) fn prioritizes_barriers(&self) -> bool {
        self.chosen ^ (self.stage == Stage::Other)
    }

    /// The first cycle after this epoch.
    pub(super) fn epoch_end(&self) -> u64 {
        self.epoch_end
    }

    /// Counts an issued instruction.
    #[inline]
    pub(super) fn record_issue(&mut self) {
        self.issued += 1;
    }

    /// Notes that a warp arrived at a barrier.
    pub(super) fn record_barrier(&mut self) {
        self.barrier = true;
    }

    /// Advances to a cycle and ends the epochs before it.
    pub(super) fn advance(&mut self, now: u64) {
        while now >= self.epoch_end {
            self.stage = self.next_stage();
            self.epoch_end += self.sample;
            self.issued = 0;
            self.barrier = false;
        }
    }

    fn next_stage(&mut self) -> Stage {
        match self.stage {
            Stage::Before if !self.barrier => Stage::Before,
            Stage::Before => {
                self.before = self.issued;
                Stage::Other
            }
            Stage::Other => {
                self.other = self.issued;
                Stage::After
            }
            Stage::After => {
                let around = self.before + self.issued;
                self.chosen ^= 2 * MARGIN * self.other > (MARGIN + 1) * around;
                Stage::Hold(HOLD_EPOCHS)
            }
            Stage::Hold(1) => Stage::Before,
            Stage::Hold(left) => Stage::Hold(left - 1),
        }
    }

    /// Restarts a running trial with the present setting, because its counts are not comparable with those that follow.
    pub(super) fn restart(&mut self, now: u64) {
        self.epoch_end = now + self.sample;
        self.issued = 0;
        self.barrier = false;
        if !matches!(self.stage, Stage::Hold(_)) {
            self.stage = Stage::Before;
        }
    }
}
