//! Mbarriers: barriers in shared memory that count arrivals and transferred bytes.
//!
//! An mbarrier completes a phase when no arrival and no byte is missing, and starts the next one at once.
//! Its 64-bit word in shared memory has an encoding of Warploom's own; PTX calls it opaque.

/// Largest number of arrivals and, up to the sign, of bytes that an mbarrier counts.
pub(crate) const MOST: u32 = (1 << 20) - 1;

/// Misuse of an mbarrier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MbarrierProblem {
    /// No `mbarrier.init` at this address, or `mbarrier.inval` since.
    #[error("it is not initialised")]
    NotInitialised,
    /// A store changed its word.
    #[error("another instruction has overwritten it")]
    Overwritten,
    /// The address is not in shared memory.
    #[error("it must be in shared memory")]
    NotShared,
    /// A number of arrivals outside 1 to 2²⁰−1.
    #[error("a count of {0} arrivals is not from 1 to {MOST}")]
    Count(u32),
    /// More arrivals than the phase expects.
    #[error("{count} more arrivals, but its phase expects only {pending} more")]
    TooManyArrivals {
        /// Arrivals of the instruction.
        count: u32,
        /// Arrivals that the phase lacks.
        pending: u32,
    },
    /// An arrival with `.noComplete` that completes the phase.
    #[error("the arrival completes its phase, which `.noComplete` excludes")]
    Completes,
    /// A number of outstanding bytes beyond ±(2²⁰−1).
    #[error("{0} outstanding bytes are not from -{MOST} to {MOST}")]
    Transactions(i64),
}

impl MbarrierProblem {
    /// Remedy, as a line of the fault's message.
    pub(crate) fn note(&self) -> &'static str {
        match self {
            MbarrierProblem::NotInitialised => {
                "\n  one thread executes `mbarrier.init`, and a barrier follows before other threads use it"
            }
            MbarrierProblem::Overwritten => {
                "\n  only mbarrier instructions may access it before `mbarrier.inval`"
            }
            MbarrierProblem::TooManyArrivals { .. } => {
                "\n  the count of `mbarrier.init` must be the number of arrivals of a phase"
            }
            _ => "",
        }
    }
}

/// State of an mbarrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mbarrier {
    /// Number of completed phases.
    pub phase: u64,
    /// Arrivals that the phase lacks.
    pub pending: u32,
    /// Arrivals that the next phase will lack.
    pub expected: u32,
    /// Bytes that the phase expects, less those that have arrived.
    pub transactions: i64,
}

impl Mbarrier {
    pub fn new(count: u32) -> Result<Mbarrier, MbarrierProblem> {
        check_count(count)?;
        Ok(Mbarrier { phase: 0, pending: count, expected: count, transactions: 0 })
    }

    /// The word in shared memory, also the state that an arrival returns:
    /// phase modulo 8, bytes (21 bits), expected and pending arrivals (20 bits each), from the top.
    pub fn word(self) -> u64 {
        (self.phase & 7) << 61
            | (self.transactions as u64 & 0x1f_ffff) << 40
            | u64::from(self.expected) << 20
            | u64::from(self.pending)
    }

    /// Whether the phase of `state` has completed.
    pub fn passed(self, state: u64) -> bool {
        state >> 61 != self.phase & 7
    }

    /// Whether the phase of this parity has completed: that of an even phase is 0.
    pub fn passed_parity(self, parity: u32) -> bool {
        u64::from(parity & 1) != self.phase & 1
    }

    /// Adds bytes that the phase expects.
    pub fn expect(&mut self, bytes: u32) -> Result<(), MbarrierProblem> {
        self.add(i64::from(bytes))
    }

    /// Counts arrived bytes. Returns true if the phase completes.
    pub fn transfer(&mut self, bytes: u32) -> Result<bool, MbarrierProblem> {
        self.add(-i64::from(bytes))?;
        Ok(self.complete())
    }

    fn add(&mut self, bytes: i64) -> Result<(), MbarrierProblem> {
        let sum = self.transactions + bytes;
        if sum.unsigned_abs() > u64::from(MOST) {
            return Err(MbarrierProblem::Transactions(sum));
        }
        self.transactions = sum;
        Ok(())
    }

    /// Counts arrivals. Returns true if the phase completes.
    pub fn arrive(&mut self, count: u32) -> Result<bool, MbarrierProblem> {
        check_count(count)?;
        let pending = self.pending;
        self.pending =
            pending.checked_sub(count).ok_or(MbarrierProblem::TooManyArrivals { count, pending })?;
        Ok(self.complete())
    }

    /// Counts arrivals with the bytes that they expect; for good if it `drops`. Returns true if the phase completes.
    pub fn arrive_expecting(&mut self, count: u32, bytes: u32, drops: bool) -> Result<bool, MbarrierProblem> {
        self.expect(bytes)?;
        if drops {
            self.drop_expected(count)?;
        }
        self.arrive(count)
    }

    /// Lowers the arrivals that the next phases expect.
    pub fn drop_expected(&mut self, count: u32) -> Result<(), MbarrierProblem> {
        check_count(count)?;
        let pending = self.expected;
        self.expected =
            pending.checked_sub(count).ok_or(MbarrierProblem::TooManyArrivals { count, pending })?;
        Ok(())
    }

    /// Adds an arrival to the phase.
    pub fn increment(&mut self) -> Result<(), MbarrierProblem> {
        check_count(self.pending + 1)?;
        self.pending += 1;
        Ok(())
    }

    /// Starts the next phase if nothing is missing.
    fn complete(&mut self) -> bool {
        let complete = self.pending == 0 && self.transactions == 0;
        if complete {
            self.phase += 1;
            self.pending = self.expected;
        }
        complete
    }
}

fn check_count(count: u32) -> Result<(), MbarrierProblem> {
    if (1..=MOST).contains(&count) { Ok(()) } else { Err(MbarrierProblem::Count(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_ends_with_its_last_arrival_and_byte() {
        let mut barrier = Mbarrier::new(2).unwrap();
        let state = barrier.word();
        assert_eq!(barrier.arrive(1), Ok(false));
        barrier.expect(32).unwrap();
        assert_eq!(barrier.arrive(1), Ok(false));
        assert!(!barrier.passed(state) && !barrier.passed_parity(0) && barrier.passed_parity(1));
        assert_eq!(barrier.transfer(16), Ok(false));
        assert_eq!(barrier.transfer(16), Ok(true));
        assert!(barrier.passed(state) && barrier.passed_parity(0) && !barrier.passed_parity(1));
        assert_eq!((barrier.phase, barrier.pending, barrier.transactions), (1, 2, 0));
    }

    #[test]
    fn bytes_may_arrive_before_they_are_expected() {
        let mut barrier = Mbarrier::new(1).unwrap();
        assert_eq!(barrier.transfer(64), Ok(false));
        barrier.expect(64).unwrap();
        assert_eq!(barrier.arrive(1), Ok(true));
    }

    #[test]
    fn a_dropped_arrival_is_missing_in_the_next_phases_only() {
        let mut barrier = Mbarrier::new(3).unwrap();
        barrier.drop_expected(1).unwrap();
        assert_eq!(barrier.arrive(1), Ok(false));
        assert_eq!(barrier.arrive(2), Ok(true));
        assert_eq!(barrier.pending, 2);
    }

    #[test]
    fn the_edges_of_the_counts() {
        assert_eq!(Mbarrier::new(0), Err(MbarrierProblem::Count(0)));
        assert_eq!(Mbarrier::new(MOST + 1), Err(MbarrierProblem::Count(MOST + 1)));
        let mut barrier = Mbarrier::new(MOST).unwrap();
        assert_eq!(barrier.increment(), Err(MbarrierProblem::Count(MOST + 1)));
        barrier.expect(MOST).unwrap();
        assert_eq!(barrier.expect(1), Err(MbarrierProblem::Transactions(i64::from(MOST) + 1)));
        assert_eq!(barrier.transfer(MOST), Ok(false));
        assert_eq!(barrier.transfer(MOST), Ok(false));
        assert_eq!(barrier.transfer(1), Err(MbarrierProblem::Transactions(-i64::from(MOST) - 1)));
    }
}
