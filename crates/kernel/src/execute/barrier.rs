//! Barriers of a CTA.

/// How many barriers a CTA has.
pub(super) const BARRIERS: usize = 16;

/// What the predicates of all who arrived come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduced {
    pub count: u32,
    pub all: bool,
    pub any: bool,
}

#[derive(Clone, Debug, Default)]
struct Barrier {
    /// Threads that arrived.
    threads: u32,
    /// Threads expected; all that live if none.
    expected: Option<u32>,
    waiting: Vec<usize>,
    holds: u32,
    lanes: u32,
}

/// An arrival at a barrier.
pub(super) struct Arrival {
    /// Who: a warp, or a thread where threads are executed alone.
    pub who: usize,
    /// Threads it counts for.
    pub threads: u32,
    /// Threads expected, if the instruction says.
    pub expected: Option<u32>,
    pub waits: bool,
    /// Lanes taking part, and those whose predicate holds.
    pub lanes: u32,
    pub holds: u32,
}

/// The barriers of a CTA. They serve warps as well as threads executed alone.
#[derive(Default)]
pub(super) struct Barriers {
    all: [Barrier; BARRIERS],
}

impl Barriers {
    pub fn arrive(&mut self, id: usize, arrival: Arrival) {
        let b = &mut self.all[id];
        b.threads += arrival.threads;
        b.expected = b.expected.or(arrival.expected);
        b.lanes += arrival.lanes;
        b.holds += arrival.holds;
        if arrival.waits {
            b.waiting.push(arrival.who);
        }
    }

    /// If barrier `id` is complete while `alive` warps (or threads) have not finished: resets it and
    /// returns those that waited.
    pub fn complete(&mut self, id: usize, alive: usize) -> Option<(Vec<usize>, Reduced)> {
        let b = &mut self.all[id];
        let full = match b.expected {
            Some(threads) => b.threads >= threads,
            None => !b.waiting.is_empty() && b.waiting.len() == alive,
        };
        if !full {
            return None;
        }
        let b = std::mem::take(b);
        Some((b.waiting, Reduced { count: b.holds, all: b.holds == b.lanes, any: b.holds > 0 }))
    }

    /// Who waits where: barrier, and the threads it still expects.
    pub fn describe(&self) -> String {
        let open = self.all.iter().enumerate().filter(|(_, b)| b.threads > 0);
        open.map(|(id, b)| {
            let of = b.expected.map_or("all that live".to_owned(), |n| n.to_string());
            format!("at barrier {id} are {} threads of {of}", b.threads)
        })
        .collect::<Vec<_>>()
        .join(", ")
    }
}
