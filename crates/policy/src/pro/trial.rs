//! Whether barriers are better handled or not: found out by trying (the paper's future work, end of IV).
//!
//! Time is cut into epochs. In one, the instructions that the SM issues are counted as it is; in the next, with the other
//! setting; and then as it was again. The other is chosen if it issued more, by a margin, than the two around it on average: what changes
//! steadily while the kernel goes on falls out of that. Then the setting is kept for some epochs. So the worse setting is in force in
//! one epoch of eight. Nothing is tried while no warp comes to a barrier.

use crate::Cost;

/// Epochs between trials.
const KEPT: u8 = 5;
/// The other setting has to be better by one in so many.
const MARGIN: u64 = 32;

/// What an epoch is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Counts as it is.
    Before,
    /// Counts with the other setting.
    Other,
    /// Counts as it is again.
    After,
    /// Counts nothing, for so many epochs more.
    Kept(u8),
}

/// Finds out whether to handle barriers.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// Cycles of an epoch.
    sample: u64,
    /// The first cycle after this epoch.
    end: u64,
    stage: Stage,
    /// The setting that is kept.
    chosen: bool,
    /// Instructions issued in this epoch.
    issued: u64,
    /// Whether a warp came to a barrier in it.
    barrier: bool,
    /// Instructions issued in the first and in the second epoch of the trial.
    before: u64,
    other: u64,
}

impl Trial {
    /// What it needs: counts of three epochs, what is left of this one, and stage, choice and whether a barrier was seen.
    pub(super) const COST: [Cost; 3] = [
        Cost::sm("instructions issued in an epoch of barrier=auto", 3, 32),
        Cost::sm("rest of the epoch of barrier=auto", 1, 20),
        Cost::sm("state of barrier=auto", 1, 5),
    ];

    /// It begins as the paper has it: handling them.
    pub(super) fn new(sample: u64) -> Trial {
        let stage = Stage::Before;
        Trial { sample, end: sample, stage, chosen: true, issued: 0, barrier: false, before: 0, other: 0 }
    }

    /// Whether barriers are handled now.
    pub(super) fn handles(&self) -> bool {
        self.chosen ^ (self.stage == Stage::Other)
    }

    /// When it is to be told the time.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// An instruction is issued.
    #[inline]
    pub(super) fn issued(&mut self) {
        self.issued += 1;
    }

    /// A warp comes to a barrier.
    pub(super) fn at_barrier(&mut self) {
        self.barrier = true;
    }

    /// It is this cycle now: epochs that are over end.
    pub(super) fn pass(&mut self, now: u64) {
        while now >= self.end {
            self.stage = self.after_epoch();
            self.end += self.sample;
            self.issued = 0;
            self.barrier = false;
        }
    }

    fn after_epoch(&mut self) -> Stage {
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
                Stage::Kept(KEPT)
            }
            Stage::Kept(1) => Stage::Before,
            Stage::Kept(left) => Stage::Kept(left - 1),
        }
    }

    /// What was counted does not compare with what comes: a trial that is under way begins anew, with the setting that is kept.
    pub(super) fn restart(&mut self, now: u64) {
        self.end = now + self.sample;
        self.issued = 0;
        self.barrier = false;
        if !matches!(self.stage, Stage::Kept(_)) {
            self.stage = Stage::Before;
        }
    }
}
