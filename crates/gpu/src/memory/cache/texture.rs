//! A texture cache with in-order replies (Igehy et al., Prefetching in a Texture Cache Architecture, 1998).
//!
//! A miss updates the tags at once, as if the data had arrived. Every access, hit or miss, then waits in one FIFO, and
//! its data are present when it reaches the head.

use super::counters::{Counters, ReservationFailure, TagStatus};
use super::description::{Description, DescriptionError, Misses, Replacement, SECTOR_BYTES};
use super::set_index::SetIndex;
use super::tag_array::{Probe, TagArray};
use super::{Access, Bytes, LowerRequest, LowerRequestKind, Outcome, Response, Sectors, Waiter};
use crate::ids::Cycle;
use std::collections::VecDeque;

/// A texture cache.
pub struct Texture {
    index: SetIndex,
    lines: TagArray,
    line_shift: u32,
    limits: [usize; 4],
    fragments: VecDeque<(Waiter, TagStatus)>,
    requests: VecDeque<LowerRequest>,
    reorder: VecDeque<Fetch>,
    results: VecDeque<Waiter>,
    counters: Counters,
}

struct Fetch {
    line: u64,
    missing: u8,
}

impl Texture {
    /// An empty texture cache with unsectored lines.
    ///
    /// # Errors
    /// If the description is invalid or describes another kind of cache.
    pub fn new(description: &Description) -> Result<Texture, DescriptionError> {
        description.check()?;
        let d = description;
        let Misses::Fifo { fragments, requests, reorder, results } = d.misses else {
            let rule = "a texture cache replies in order: describe `misses.fifo`".to_owned();
            return Err(DescriptionError { field: "misses", value: "mshrs".to_owned(), rule });
        };
        Ok(Texture {
            index: SetIndex::new(d.index, d.sets, d.line_bytes)?,
            lines: TagArray::new(d.sets, d.ways, d.max_ways(), d.replacement == Replacement::Fifo, false),
            line_shift: d.line_bytes.ilog2(),
            limits: [fragments, requests, reorder, results].map(|limit| limit as usize),
            fragments: VecDeque::with_capacity(fragments as usize),
            requests: VecDeque::with_capacity(requests as usize),
            reorder: VecDeque::with_capacity(reorder as usize),
            results: VecDeque::with_capacity(results as usize),
            counters: Counters::default(),
        })
    }

    /// Performs a read. The response always comes from [`Texture::pop_ready`]; a tag hit counts as pending.
    pub fn access(&mut self, access: &Access, now: Cycle) -> Outcome {
        let full = [
            (self.fragments.len() >= self.limits[0], ReservationFailure::MergesFull),
            (self.requests.len() >= self.limits[1], ReservationFailure::QueueFull),
            (self.reorder.len() >= self.limits[2], ReservationFailure::MshrsFull),
        ];
        if let Some(&(_, cause)) = full.iter().find(|(full, _)| *full) {
            self.counters.reads.reservation_fails[cause as usize] += 1;
            return Outcome::Rejected(cause);
        }
        let line = access.address >> self.line_shift;
        let tag = match self.lines.probe(line, 1, false) {
            Probe::Hit(at) => {
                self.lines.touch(at, now.0);
                TagStatus::Pending
            }
            _ => {
                let set = self.index.of(access.index);
                let at = self.lines.victim(set, false).expect("no line waits for data");
                self.lines.allocate(at, set, line, 1, now.0);
                self.lines.fill(at, 1);
                let missing = ((1_u16 << ((1 << self.line_shift) / SECTOR_BYTES)) - 1) as u8;
                self.reorder.push_back(Fetch { line, missing });
                self.counters.fetches += 1;
                self.requests.push_back(LowerRequest {
                    kind: LowerRequestKind::Fetch,
                    address: line << self.line_shift,
                    sectors: Sectors(missing),
                    bytes: Bytes(0),
                    waiter: access.waiter,
                });
                TagStatus::Miss
            }
        };
        self.counters.reads.count(tag, false);
        self.fragments.push_back((access.waiter, tag));
        Outcome::Accepted { tag, response: Response::OnFill }
    }

    /// Removes the request to the next level that is sent next.
    pub fn pop_request(&mut self) -> Option<LowerRequest> {
        self.requests.pop_front()
    }

    /// Accepts sectors of a line from the next level.
    ///
    /// # Panics
    /// If no fetch of the line is in flight.
    pub fn fill(&mut self, address: u64, sectors: Sectors) {
        let line = address >> self.line_shift;
        // A line can be in flight twice if it was evicted in between; the older fetch takes its missing sectors first.
        let mut fetches = self.reorder.iter_mut();
        let fetch = fetches.find(|fetch| fetch.line == line && fetch.missing & sectors.0 != 0);
        fetch.expect("only what was fetched comes").missing &= !sectors.0;
    }

    /// Completes the oldest access if its data are present. Returns whether it did: at most one access per cycle
    /// completes.
    pub fn step(&mut self) -> bool {
        let Some(&(waiter, tag)) = self.fragments.front() else { return false };
        let missed = tag == TagStatus::Miss;
        if self.results.len() >= self.limits[3] || missed && self.reorder[0].missing != 0 {
            return false;
        }
        if missed {
            self.reorder.pop_front();
        }
        self.fragments.pop_front();
        self.results.push_back(waiter);
        true
    }

    /// Removes a response, in the order of the accesses.
    pub fn pop_ready(&mut self) -> Option<Waiter> {
        self.results.pop_front()
    }

    /// Whether the oldest access can complete in the next [`Texture::step`], or a response waits.
    pub fn is_ready(&self) -> bool {
        let front = self.fragments.front().is_some_and(|&(_, tag)| {
            tag != TagStatus::Miss || self.reorder.front().is_some_and(|fetch| fetch.missing == 0)
        });
        !self.results.is_empty() || front
    }

    /// Whether a request to the next level waits.
    pub fn has_request(&self) -> bool {
        !self.requests.is_empty()
    }

    pub fn line_bytes(&self) -> u64 {
        1 << self.line_shift
    }

    /// Whether no access is in flight.
    pub fn is_idle(&self) -> bool {
        self.fragments.is_empty() && self.requests.is_empty() && self.results.is_empty()
    }

    /// Invalidates all lines.
    pub fn invalidate(&mut self) {
        self.lines.invalidate();
    }

    /// Counters since creation.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_in_order() {
        let d = Description::from_gpgpusim("N:4:128:24,L:R:m:N:L,T:3:2,2:2").unwrap().unwrap();
        let mut cache = Texture::new(&d).unwrap();
        let read = |address, n| Access::read(address, 32, Waiter(n));
        let taken = |tag| Outcome::Accepted { tag, response: Response::OnFill };
        assert_eq!(cache.access(&read(0, 0), Cycle(0)), taken(TagStatus::Miss));
        assert_eq!(cache.access(&read(128, 1), Cycle(1)), taken(TagStatus::Miss));
        assert_eq!(cache.access(&read(32, 2), Cycle(2)), Outcome::Rejected(ReservationFailure::QueueFull));
        assert_eq!(cache.pop_request().map(|send| (send.address, send.sectors)), Some((0, Sectors(15))));
        assert_eq!(
            cache.access(&read(32, 2), Cycle(2)),
            Outcome::Rejected(ReservationFailure::MshrsFull),
            "even a hit"
        );
        cache.fill(128, Sectors(15));
        assert!(!cache.step(), "the second waits for the first");
        cache.fill(0, Sectors(7));
        assert!(!cache.step(), "a sector is still missing");
        cache.fill(96, Sectors(8));
        assert!(cache.step());
        assert_eq!(cache.access(&read(32, 2), Cycle(3)), taken(TagStatus::Pending));
        assert!(cache.step());
        assert!(!cache.step(), "two results wait");
        assert_eq!(cache.pop_ready(), Some(Waiter(0)));
        assert!(cache.step() && !cache.step());
        assert_eq!((cache.pop_ready(), cache.pop_ready()), (Some(Waiter(1)), Some(Waiter(2))));
        cache.pop_request();
        assert!(cache.is_idle());
        for n in 3..6 {
            assert_eq!(cache.access(&read(0, n), Cycle(4)), taken(TagStatus::Pending), "{n}");
        }
        assert_eq!(
            cache.access(&read(0, 6), Cycle(4)),
            Outcome::Rejected(ReservationFailure::MergesFull),
            "three under way"
        );
    }
}
