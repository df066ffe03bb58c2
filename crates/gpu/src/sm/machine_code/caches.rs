//! Caches of instructions and of constant operands. A request returns the cycle in which its line is there, so that no event is needed.

use crate::ids::{NEVER, SCHEDULERS, SchedulerId};
use crate::machine::{InstructionCaches, OperandConstants};
use std::collections::VecDeque;

/// Lines of a cache that replaces the least recently used one. Lines are numbered from 0.
#[derive(Clone, Debug)]
struct Lines {
    /// By line, the cycle in which it is there; [`NEVER`] if it is not in the cache.
    there_at: Vec<u64>,
    /// By line, its last use.
    used_at: Vec<u64>,
    held: usize,
    capacity: usize,
}

impl Lines {
    fn new(lines: u32, capacity: u32) -> Lines {
        let lines = lines as usize;
        Lines { there_at: vec![NEVER; lines], used_at: vec![0; lines], held: 0, capacity: capacity as usize }
    }

    /// Uses a line. Returns the cycle in which it is there, if the cache has it or waits for it.
    #[inline]
    fn find(&mut self, line: u32, now: u64) -> Option<u64> {
        self.used_at[line as usize] = now;
        Some(self.there_at[line as usize]).filter(|&at| at != NEVER)
    }

    /// Adds a line that will be there in a cycle.
    fn add(&mut self, line: u32, at: u64) {
        if self.held == self.capacity {
            let held = (0..self.there_at.len()).filter(|&line| self.there_at[line] != NEVER);
            if let Some(oldest) = held.min_by_key(|&line| self.used_at[line]) {
                self.there_at[oldest] = NEVER;
            }
        } else {
            self.held += 1;
        }
        self.there_at[line as usize] = at;
    }
}

/// The L0 of a sub-core with its stream buffer.
#[derive(Clone, Debug)]
struct L0 {
    lines: Lines,
    /// Lines that follow the last miss, and the cycles in which they are there.
    stream: VecDeque<(u32, u64)>,
}

/// Instruction caches of an SM.
#[derive(Clone, Debug)]
pub(super) struct Instructions {
    l0: Vec<L0>,
    /// Lines of code that the L1 has been asked for in this launch, and the cycles in which it has them.
    l1: Lines,
    /// First cycle in which the L1 can deliver another line.
    port_at: u64,
    latency: u64,
    interval: u64,
    miss: u64,
    prefetch: u32,
    count: u32,
}

impl Instructions {
    pub fn new(description: &InstructionCaches, subcores: usize, lines: u32) -> Instructions {
        let l0 = L0 { lines: Lines::new(lines, description.l0_lines), stream: VecDeque::new() };
        Instructions {
            l0: vec![l0; subcores],
            l1: Lines::new(lines, lines),
            port_at: 0,
            latency: description.l1_latency.into(),
            interval: description.l1_interval.into(),
            miss: description.l2_latency.into(),
            prefetch: description.prefetch,
            count: lines,
        }
    }

    /// The cycle in which a sub-core has a line that it asks for now.
    pub fn request(&mut self, scheduler: SchedulerId, line: u32, now: u64) -> u64 {
        let at = scheduler.index() % self.l0.len().min(SCHEDULERS);
        if let Some(there) = self.l0[at].lines.find(line, now) {
            return there;
        }
        let streamed = self.l0[at].stream.iter().position(|&(other, _)| other == line);
        let there = match streamed {
            Some(place) => {
                let there = self.l0[at].stream[place].1;
                self.l0[at].stream.drain(..=place);
                there
            }
            None => {
                self.l0[at].stream.clear();
                // The L1 delivers what is asked for one line after the other.
                let start = self.in_l1(line, now).max(self.port_at);
                self.port_at = start + self.interval;
                start + self.latency
            }
        };
        self.l0[at].lines.add(line, there);
        // The stream goes on behind its last line, or behind the miss, and takes the port when nothing is asked for.
        let mut last = self.l0[at].stream.back().copied().unwrap_or((line, there));
        while self.l0[at].stream.len() < self.prefetch as usize && last.0 + 1 < self.count {
            let line = last.0 + 1;
            last = (line, (self.in_l1(line, now) + self.latency).max(last.1 + self.interval));
            self.l0[at].stream.push_back(last);
        }
        there
    }

    /// The cycle in which the L1 has a line.
    fn in_l1(&mut self, line: u32, now: u64) -> u64 {
        self.l1
            .find(line, now)
            .unwrap_or_else(|| {
                self.l1.add(line, now + self.miss);
                now + self.miss
            })
            .max(now)
    }
}

/// The constant cache of a sub-core.
#[derive(Clone, Debug)]
pub(super) struct Constants {
    lines: Lines,
    latency: u64,
}

impl Constants {
    pub fn new(description: &OperandConstants, lines: u32) -> Constants {
        Constants { lines: Lines::new(lines, description.lines), latency: description.latency.into() }
    }

    /// The cycle in which the cache has a line that is asked for now.
    #[inline]
    pub fn request(&mut self, line: u32, now: u64) -> u64 {
        self.lines.find(line, now).unwrap_or_else(|| {
            self.lines.add(line, now + self.latency);
            now + self.latency
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caches(prefetch: u32, l0_lines: u32) -> Instructions {
        let description = InstructionCaches {
            line_bytes: 128,
            l0_lines,
            prefetch,
            l1_latency: 20,
            l1_interval: 2,
            l2_latency: 100,
        };
        Instructions::new(&description, 2, 8)
    }

    #[test]
    fn a_line_comes_from_the_l2_then_the_l1_then_the_l0() {
        let mut caches = caches(0, 4);
        let (a, b) = (SchedulerId(0), SchedulerId(1));
        assert_eq!(caches.request(a, 0, 10), 130);
        assert_eq!(caches.request(a, 0, 50), 130, "it is on its way");
        assert_eq!(caches.request(b, 0, 50), 132, "and goes to the other sub-core behind that");
        assert_eq!(caches.request(b, 0, 500), 132, "it is there");
        assert_eq!(caches.request(a, 1, 500), 620);
        assert_eq!(caches.request(b, 1, 700), 720, "the L1 has it");
        assert_eq!(caches.request(a, 2, 900), 1020);
        assert_eq!(caches.request(b, 3, 900), 1022, "the L1 delivers a line every other cycle");
    }

    #[test]
    fn a_stream_buffer_fetches_the_lines_behind_a_miss() {
        let mut caches = caches(2, 4);
        let a = SchedulerId(0);
        assert_eq!(caches.request(a, 0, 10), 130);
        assert_eq!(caches.request(a, 1, 200), 132, "it followed the first one");
        assert_eq!(caches.request(a, 2, 201), 134);
        assert_eq!(caches.request(a, 3, 202), 320, "it was asked for when line 1 was used");
        assert_eq!(caches.request(a, 7, 1_000), 1_120, "a jump is a miss");
    }

    #[test]
    fn the_least_recently_used_line_leaves() {
        let mut caches = caches(0, 2);
        let a = SchedulerId(0);
        for (line, now) in [(0, 0), (1, 500), (0, 1_000), (2, 1_500)] {
            caches.request(a, line, now);
        }
        assert!(caches.request(a, 0, 2_000) <= 2_000, "used more recently than 1");
        assert_eq!(caches.request(a, 1, 2_000), 2_020, "the L1 still has it");
    }
}
