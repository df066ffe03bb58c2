//! CTA barriers.

/// Number of barriers per CTA.
pub(crate) const BARRIERS: usize = 16;

/// Reduction over the predicates of all threads that arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BarrierReduction {
    pub count: u32,
    pub all: bool,
    pub any: bool,
}

#[derive(Clone, Debug, Default)]
struct Barrier {
    /// Number of threads that arrived.
    threads: u32,
    /// Number of threads that complete the barrier; `None` for all live threads.
    expected: Option<u32>,
    waiting: Vec<usize>,
    holds: u32,
    lanes: u32,
}

/// An arrival at a barrier.
pub(crate) struct Arrival {
    /// Index of the warp, or of the thread in the one-thread-at-a-time mode.
    pub waiter: usize,
    /// Number of threads that arrive.
    pub threads: u32,
    /// Number of threads that complete the barrier, if the instruction has a count.
    pub expected: Option<u32>,
    pub waits: bool,
    /// Number of arriving lanes, and of those whose predicate is true.
    pub lanes: u32,
    pub holds: u32,
}

/// The barriers of a CTA, for SIMT execution and for the one-thread-at-a-time mode.
#[derive(Default)]
pub(crate) struct Barriers {
    all: [Barrier; BARRIERS],
    /// Number of completed phases of the cluster's barrier.
    phase: u64,
    /// Arrivals of each warp (or thread) at the cluster's barrier.
    arrivals: Vec<u64>,
}

impl Barriers {
    pub fn arrive(&mut self, id: usize, arrival: Arrival) {
        let b = &mut self.all[id];
        b.threads += arrival.threads;
        b.expected = b.expected.or(arrival.expected);
        b.lanes += arrival.lanes;
        b.holds += arrival.holds;
        if arrival.waits {
            b.waiting.push(arrival.waiter);
        }
    }

    /// Resets barrier `id` if it is complete, and returns the waiting warps (or threads).
    /// `alive` warps (or threads) have not finished.
    pub fn complete(&mut self, id: usize, alive: usize) -> Option<(Vec<usize>, BarrierReduction)> {
        let b = &mut self.all[id];
        let full = match b.expected {
            Some(threads) => b.threads >= threads,
            None => !b.waiting.is_empty() && b.waiting.len() == alive,
        };
        if !full {
            return None;
        }
        let b = std::mem::take(b);
        Some((b.waiting, BarrierReduction { count: b.holds, all: b.holds == b.lanes, any: b.holds > 0 }))
    }

    /// Counts the arrival of a warp (or thread) at the cluster's barrier.
    pub fn arrive_cluster(&mut self, waiter: usize) {
        if self.arrivals.len() <= waiter {
            self.arrivals.resize(waiter + 1, 0);
        }
        self.arrivals[waiter] += 1;
    }

    /// Whether the phase at which a warp (or thread) arrived last at the cluster's barrier is complete.
    /// `alive` yields the warps (or threads) that have not finished.
    pub fn cluster_complete(&mut self, waiter: usize, alive: impl Iterator<Item = usize>) -> bool {
        let arrivals = |w: usize| self.arrivals.get(w).copied().unwrap_or(0);
        // A phase is complete when every live one has arrived: the least number of arrivals counts the phases.
        let phases = alive.map(arrivals).min().unwrap_or(0);
        self.phase = self.phase.max(phases);
        arrivals(waiter) <= self.phase
    }

    /// Text of the open barriers: arrived and expected threads of each.
    pub fn describe(&self) -> String {
        let open = self.all.iter().enumerate().filter(|(_, b)| b.threads > 0);
        let open = open.map(|(id, b)| {
            let of = b.expected.map_or("all live".to_owned(), |n| n.to_string());
            format!("{} of {of} threads are at barrier {id}", b.threads)
        });
        let cluster = self.arrivals.iter().any(|&n| n > self.phase);
        let cluster = cluster.then(|| "not all live threads arrive at the barrier of the cluster".to_owned());
        open.chain(cluster).collect::<Vec<_>>().join(", ")
    }
}
