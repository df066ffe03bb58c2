//! Scalar L1, which several CUs share.
//!
//! The CUs that share it are always simulated by one thread, one after another in each window. Their accesses are therefore in the
//! order of CUs within a window, and not of cycles; `--window 1` shows what that changes.

use crate::ids::{Cycle, NEVER};
use crate::machine::CuL1;
use crate::memory::cache::{Access, Cache, Counters, MshrId, Outcome, Response, Sectors, Waiter};
use crate::memory::message::{Reply, Requester, insert_ordered};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A fetch that a lookup needs.
pub(crate) struct Fetch {
    pub address: u64,
    pub sectors: Sectors,
    pub mshr: MshrId,
}

/// A scalar L1.
pub(crate) struct ScalarL1 {
    cache: Cache,
    latency: u64,
    flush: bool,
    /// Latest cycle of an access, for the order of replacement: CUs access it one after another, each for a whole window.
    latest: u64,
    /// Replies in flight, in order of arrival.
    inbox: VecDeque<Reply>,
    /// By CU that shares it, accesses that are done, with the cycle.
    done: Vec<VecDeque<(u64, u32)>>,
}

/// Locks a scalar L1. Only one thread uses it at a time.
pub(super) fn lock(l1: &Mutex<ScalarL1>) -> MutexGuard<'_, ScalarL1> {
    // A thread that panics while holding the lock ends the run anyway.
    l1.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bits of a waiter for the CU: an instruction in flight has a number below 2^26.
const CU_SHIFT: u32 = 26;

impl ScalarL1 {
    /// An empty scalar L1 of this many CUs.
    pub fn new(description: &CuL1, cus: usize) -> ScalarL1 {
        ScalarL1 {
            cache: Cache::new(&description.cache).expect("the machine was checked"),
            latency: description.latency.into(),
            flush: description.flush,
            latest: 0,
            inbox: VecDeque::new(),
            done: vec![VecDeque::new(); cus],
        }
    }

    pub fn begin_launch(&mut self) {
        if self.flush {
            self.cache.invalidate();
        }
    }

    pub fn take_counters(&mut self) -> Counters {
        self.cache.take_counters()
    }

    pub fn is_idle(&self) -> bool {
        self.cache.is_idle() && self.inbox.is_empty()
    }

    /// Looks up the block of a load of a CU. Returns the fetch that it needs.
    pub fn access(&mut self, now: u64, cu: usize, tag: u32, address: u64) -> Option<Fetch> {
        let access = Access::read(address, 64, Waiter((cu as u32) << CU_SHIFT | tag));
        self.latest = self.latest.max(now);
        match self.cache.access(&access, Cycle(self.latest)) {
            Outcome::Accepted { response: Response::Immediate, .. } => {
                self.done[cu].push_back((now + self.latency, tag));
            }
            Outcome::Accepted { .. } => {}
            // Every CU has at most as many loads in flight as its scalar unit holds, and there are MSHRs for all of them.
            Outcome::Rejected(_) => self.done[cu].push_back((now + self.latency, tag)),
        }
        let (request, mshr) = self.cache.pop_request_of_mshr()?;
        let sectors = Sectors(request.sectors.0 << self.cache.first_sector(request.address));
        Some(Fetch { address: request.address, sectors, mshr })
    }

    pub fn deliver(&mut self, reply: Reply) {
        insert_ordered(&mut self.inbox, reply, |reply| (reply.at, reply.slice));
    }

    /// Cycle of the next event of a CU.
    pub fn next_event(&self, cu: usize) -> u64 {
        let done = self.done[cu].front().map_or(NEVER, |done| done.0);
        self.inbox.front().map_or(done, |reply| done.min(reply.at))
    }

    /// Takes the replies that have arrived by `now`, and an access of a CU that is done by then.
    pub fn pop_done(&mut self, now: u64, cu: usize) -> Option<u32> {
        while let Some(reply) = self.inbox.pop_front_if(|reply| reply.at <= now) {
            let Requester::Constants(mshr) = reply.requester else { continue };
            let sectors = Sectors(reply.sectors.0 >> self.cache.first_sector(reply.address));
            self.latest = self.latest.max(reply.at);
            self.cache.fill_mshr(mshr, sectors, Cycle(self.latest));
            while let Some(Waiter(waiter)) = self.cache.pop_ready() {
                let (owner, tag) = ((waiter >> CU_SHIFT) as usize, waiter & ((1 << CU_SHIFT) - 1));
                self.done[owner].push_back((reply.at + self.latency, tag));
            }
        }
        self.done[cu].pop_front_if(|(at, _)| *at <= now).map(|(_, tag)| tag)
    }
}
