//! Local data share of a CU: the time that an instruction's accesses take.
//!
//! Without banks it is the scratchpad of Multi2Sim: accesses to blocks of 64 bytes, two at a time. Reads of a block in flight merge
//! as long as only reads came after it. A write merges into the access before it if that is a write to the same block that has not
//! begun; it begins when all accesses before it have ended. With banks, an instruction takes passes, as in hardware.

use crate::counters::LdsCounters;
use crate::machine;

/// Bytes of a block.
const BLOCK: u64 = 64;
/// Blocks of addresses that are told apart. An LDS has fewer.
const BLOCKS: usize = 1024;

/// Access of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LaneAccess {
    pub address: u64,
    pub write: bool,
}

/// A read in flight, by block.
#[derive(Clone, Copy, Default)]
struct BlockRead {
    /// Number of writes before it: later reads merge only if there was none since.
    after_writes: u64,
    end: u64,
}

/// Local data share.
pub(super) struct Lds {
    latency: u64,
    banks: Option<u64>,
    /// By port, the cycle in which it is free.
    ports: [u64; 2],
    /// Cycles in which the last access, and the last write, end.
    last_end: u64,
    last_write_end: u64,
    writes: u64,
    /// The last access, if it was a write: its block and the cycle in which it begins.
    last_write: Option<(u64, u64)>,
    reads: Box<[BlockRead; BLOCKS]>,
    pub counters: LdsCounters,
}

impl Lds {
    pub fn new(description: &machine::Lds) -> Lds {
        Lds {
            latency: u64::from(description.latency),
            banks: description.banks.map(u64::from),
            // A port that is never free does not exist.
            ports: [0, if description.ports > 1 { 0 } else { u64::MAX }],
            last_end: 0,
            last_write_end: 0,
            writes: 0,
            last_write: None,
            reads: Box::new([BlockRead::default(); BLOCKS]),
            counters: LdsCounters::default(),
        }
    }

    /// Starts the accesses of an instruction in a memory cycle. Returns the memory cycle in which the last of them is done: a read
    /// has its data, a write has begun.
    pub fn access(&mut self, now: u64, accesses: &[LaneAccess]) -> u64 {
        let writes = accesses.iter().filter(|access| access.write).count() as u64;
        self.counters.writes += writes;
        self.counters.reads += accesses.len() as u64 - writes;
        match self.banks {
            Some(banks) => self.access_banks(now, accesses, banks),
            None => accesses.iter().map(|access| self.access_block(now, *access)).max().unwrap_or(now),
        }
    }

    fn access_block(&mut self, now: u64, LaneAccess { address, write }: LaneAccess) -> u64 {
        let block = address / BLOCK;
        if write { self.write_block(now, block) } else { self.read_block(now, block) }
    }

    fn read_block(&mut self, now: u64, block: u64) -> u64 {
        self.last_write = None;
        let read = self.reads[block as usize % BLOCKS];
        if read.after_writes == self.writes && read.end > now {
            return read.end;
        }
        let port = usize::from(self.ports[1] < self.ports[0]);
        let start = now.max(self.last_write_end).max(self.ports[port]);
        let end = start + self.latency;
        self.ports[port] = end;
        self.last_end = self.last_end.max(end);
        self.reads[block as usize % BLOCKS] = BlockRead { after_writes: self.writes, end };
        self.counters.unmerged_reads += 1;
        end
    }

    fn write_block(&mut self, now: u64, block: u64) -> u64 {
        if let Some((last, begins)) = self.last_write
            && last == block
            && begins >= now
        {
            return now;
        }
        let start = now.max(self.last_end);
        let end = start + self.latency;
        // Nothing else is in flight, and what comes after it waits for it.
        self.ports[0] = end;
        (self.last_end, self.last_write_end) = (end, end);
        self.writes += 1;
        self.last_write = Some((block, start));
        self.counters.unmerged_writes += 1;
        start
    }

    /// Half of the lanes at a time, each in as many passes as the most words in one bank.
    fn access_banks(&mut self, now: u64, accesses: &[LaneAccess], banks: u64) -> u64 {
        let mut passes = 0;
        for half in accesses.chunks(32) {
            let mut words = [0; 32];
            words.iter_mut().zip(half).for_each(|(word, access)| *word = access.address / 4);
            let words = &mut words[..half.len()];
            words.sort_unstable();
            let mut uses = [0_u64; 64];
            for (at, word) in words.iter().enumerate() {
                // Lanes that access the same word are served at once.
                uses[(word % banks) as usize % 64] += u64::from(at == 0 || words[at - 1] != *word);
            }
            passes += uses.into_iter().max().unwrap_or(0);
        }
        let start = now.max(self.ports[0]);
        self.ports[0] = start + passes;
        start + passes.saturating_sub(1) + self.latency
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::named;

    fn lds() -> Lds {
        Lds::new(&named("hd7970-thesis").expect("it is built in").machine().cu().lds)
    }

    fn blocks(count: u64, write: bool) -> Vec<LaneAccess> {
        (0..64).map(|lane| LaneAccess { address: lane * count / 64 * 64 + lane % 16 * 4, write }).collect()
    }

    #[test]
    fn two_blocks_are_read_at_a_time_and_one_is_written() {
        for (count, read, written) in [(1, 2, 0), (2, 2, 2), (4, 4, 6), (16, 16, 30), (64, 64, 126)] {
            assert_eq!(lds().access(100, &blocks(count, false)), 100 + read, "{count} blocks read");
            let mut lds = lds();
            assert_eq!(lds.access(100, &blocks(count, true)), 100 + written, "{count} blocks written");
            assert_eq!((lds.counters.writes, lds.counters.unmerged_writes), (64, count));
        }
    }

    #[test]
    fn reads_wait_for_writes_and_writes_for_everything() {
        let mut lds = lds();
        assert_eq!(lds.access(10, &blocks(1, true)), 10);
        assert_eq!(lds.access(11, &blocks(1, false)), 14, "the write ends in 12");
        assert_eq!(lds.access(12, &blocks(1, false)), 14, "it merges");
        assert_eq!(lds.access(13, &blocks(1, true)), 14);
        assert_eq!(lds.access(14, &blocks(1, false)), 18, "no read merges over a write");
    }

    #[test]
    fn banks_take_a_pass_for_each_word() {
        let machine = named("hd7970").expect("it is built in").machine();
        let stride = |words: u64| -> Vec<LaneAccess> {
            (0..64).map(|lane| LaneAccess { address: lane * words * 4, write: false }).collect()
        };
        let latency = u64::from(machine.cu().lds.latency);
        for (words, passes) in [(0, 2), (1, 2), (2, 4), (16, 32), (32, 64), (33, 2)] {
            assert_eq!(
                Lds::new(&machine.cu().lds).access(5, &stride(words)),
                5 + passes - 1 + latency,
                "{words}"
            );
        }
    }
}
