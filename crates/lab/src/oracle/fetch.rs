//! The earliest cycle in which an instruction of cold code can issue.
//!
//! The first warp that reaches an uncached code line waits for its fill, and so do all other warps. The schedule decides which warp is
//! first, but every warp reaches the line along a path of earlier lines. A line therefore arrives no earlier than along the shortest
//! of all paths that warps take.

use std::collections::BTreeMap;
use warploom_gpu::lower_bound::MinLatency;
use warploom_kernel::tape::Warp;

/// The paths of a launch's warps over the lines of its code.
#[derive(Clone, Debug)]
pub(super) struct FetchPaths {
    /// The line of each instruction, counted from 0.
    lines: Vec<usize>,
    buffer: u64,
    refill: u64,
    /// Whether a warp starts at the line.
    first: Vec<bool>,
    /// By a line and the next line that a warp reaches for the first time: the minimum cycles from the first issue in the former to
    /// the fetch of the latter.
    paths: BTreeMap<(u32, u32), u64>,
    /// The last warp that reached each line.
    seen: Vec<u64>,
    warps: u64,
}

impl FetchPaths {
    /// No paths yet, over the lines of instructions at these ascending addresses. A fill brings `unit` bytes.
    pub fn new(addresses: impl Iterator<Item = u64>, unit: u32, min_latency: &MinLatency) -> FetchPaths {
        let units: Vec<u64> = addresses.map(|address| address / u64::from(unit)).collect();
        let mut count = 0;
        let mut lines = Vec::with_capacity(units.len());
        for (at, line) in units.iter().enumerate() {
            count += usize::from(at == 0 || units[at - 1] != *line);
            lines.push(count - 1);
        }
        FetchPaths {
            lines,
            buffer: min_latency.buffer,
            refill: min_latency.refill,
            first: vec![false; count],
            paths: BTreeMap::new(),
            seen: vec![0; count],
            warps: 0,
        }
    }

    /// Adds a warp's path. Instructions are fetched when the instruction buffer is empty.
    pub fn add_warp(&mut self, warp: Warp<'_>) {
        self.warps += 1;
        let mut issued = 0_u64;
        // The last line that the warp reached for the first time, and the number of the instruction there.
        let mut last: Option<(usize, u64)> = None;
        for run in warp.runs() {
            let count = u64::from(run.count);
            let mut at = issued.next_multiple_of(self.buffer);
            while at < issued + count {
                let line = self.lines[run.first.index() + (at - issued) as usize];
                if self.seen[line] != self.warps {
                    self.seen[line] = self.warps;
                    match last {
                        None => self.first[line] = true,
                        Some((from, began)) => {
                            let refills = (at / self.buffer - began / self.buffer - 1) * self.refill;
                            let takes = at - 1 - began + refills;
                            let way = self.paths.entry((from as u32, line as u32)).or_insert(u64::MAX);
                            *way = takes.min(*way);
                        }
                    }
                    last = Some((line, at));
                }
                at += self.buffer;
            }
            issued += count;
        }
    }

    /// The earliest issue cycle of each instruction, relative to the first CTA, if a line takes `fetching` cycles to arrive.
    pub fn issuable(&self, fetching: u64) -> Vec<u64> {
        let begin = |&first: &bool| if first { fetching } else { u64::MAX };
        let mut lines: Vec<u64> = self.first.iter().map(begin).collect();
        loop {
            let mut moved = false;
            for (&(from, to), &takes) in &self.paths {
                let at = lines[from as usize].saturating_add(takes).saturating_add(fetching);
                if at < lines[to as usize] {
                    lines[to as usize] = at;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        let of = |&line: &usize| Some(lines[line]).filter(|&at| at != u64::MAX).unwrap_or(0);
        self.lines.iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::machine::named;
    use warploom_kernel::execute::{CtaId, LaneMask};
    use warploom_kernel::program::Pc;
    use warploom_kernel::tape::{Cta, InstructionRun, WarpTape};

    /// An M2090 fetches two instructions of 8 bytes for one warp in a cycle; lines have 16 instructions.
    fn issuable(warps: &[&[(u32, u32)]]) -> Vec<u64> {
        let machine = named("m2090").expect("a machine").machine();
        let mut paths = FetchPaths::new((0..64).map(|pc| 8 * pc), 128, &MinLatency::of(&machine));
        let mut cta = Cta::new(CtaId(0));
        for runs in warps {
            let mut tape = WarpTape::default();
            runs.iter().for_each(|&(first, count)| {
                tape.run(InstructionRun { first: Pc(first), count, lanes: LaneMask(1) })
            });
            cta.push(&tape);
        }
        (0..cta.warps()).for_each(|warp| paths.add_warp(cta.warp(warp)));
        let all = paths.issuable(100);
        [0, 16, 32, 48].map(|pc| all[pc]).to_vec()
    }

    #[test]
    fn code_lines_arrive_one_after_another() {
        // 16 instructions from one to the next, of which the fetch is at the issue of the last, after seven pauses.
        let next = 15 + 7 + 100;
        assert_eq!(issuable(&[&[(0, 64)]]), [100, 100 + next, 100 + 2 * next, 100 + 3 * next]);
    }

    #[test]
    fn lines_of_code_follow_the_addresses_of_its_instructions() {
        let machine = named("m2090").expect("a machine").machine();
        let addresses = [0, 8, 120, 1 << 31, (1 << 31) + 8];
        let mut paths = FetchPaths::new(addresses.into_iter(), 128, &MinLatency::of(&machine));
        assert_eq!(paths.lines, [0, 0, 0, 1, 1]);
        let mut tape = WarpTape::default();
        tape.run(InstructionRun { first: Pc(0), count: 5, lanes: LaneMask(1) });
        let mut cta = Cta::new(CtaId(0));
        cta.push(&tape);
        paths.add_warp(cta.warp(0));
        // The second line is fetched with the fifth instruction, at the issue of the fourth, after one pause.
        assert_eq!(paths.issuable(100), [100, 100, 100, 204, 204]);
    }

    #[test]
    fn the_shortest_fetch_path_counts() {
        // One warp goes through all, the other leaves the first line for the last after two instructions.
        let all = issuable(&[&[(0, 64)], &[(0, 2), (48, 16)]]);
        assert_eq!((all[0], all[1], all[3]), (100, 222, 100 + 1 + 100));
        assert_eq!(issuable(&[&[(48, 4)]]), [0, 0, 0, 100], "where nobody goes, nothing is said");
    }
}
