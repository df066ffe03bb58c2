//! Launches that change nothing.
//!
//! Programs that measure themselves launch a kernel hundreds of times with the same arguments, and it computes the same result each
//! time. Execution is deterministic: if a launch has left all memory as it found it, the same launch will do so again, and need
//! not be executed. This is exact: all bytes that kernels can access are compared, by their digest.

use super::kernels::ReadyKernel;
use std::collections::BTreeMap;
use warploom_kernel::execute::{Arg, Counts, Launch, Memory};
use xxhash_rust::xxh3::Xxh3;

/// Kernels and arguments that are remembered.
const MOST: usize = 4096;
/// Bytes that are hashed in the time in which a warp instruction is executed, roughly. It decides when to compare memory, never what is
/// computed.
const BYTES_PER_INSTRUCTION: u64 = 256;

/// What makes two launches the same, beside memory: file and symbol of the kernel, grid, block, shared memory, whether all CTAs
/// run at once, arguments.
type Key = (String, String, [u32; 3], [u32; 3], u32, bool, Vec<Vec<u8>>);

/// The last execution of a launch.
#[derive(Clone, Debug)]
pub struct Last {
    /// Its instructions.
    pub counts: Counts,
    /// Its simulated cycles.
    pub cycles: Option<u64>,
    /// The file of its tape.
    pub tape: Option<String>,
    /// Digest of the memory before and after it, if it was the same.
    unchanged: Option<u128>,
}

/// Launches that were executed.
#[derive(Debug, Default)]
pub struct Repeats {
    known: BTreeMap<Key, Last>,
}

/// A launch before it is executed.
#[derive(Debug)]
pub struct Before {
    key: Key,
    digest: Option<u128>,
}

impl Repeats {
    /// Looks a launch up. The result has what [`Repeats::executed`] needs, and the earlier execution if this one would leave memory as
    /// it is.
    pub fn look_up(&self, kernel: &ReadyKernel, launch: &Launch, memory: &Memory) -> (Before, Option<&Last>) {
        let arguments = launch.args.iter().map(|Arg(bytes)| bytes.clone()).collect();
        let (file, symbol) = (kernel.file.clone(), kernel.program.entry().name().to_owned());
        let key = (file, symbol, launch.grid, launch.block, launch.shared, launch.cooperative, arguments);
        let known = self.known.get(&key);
        let worth = |last: &&Last| {
            last.counts.warp_instructions.saturating_mul(BYTES_PER_INSTRUCTION) > memory.usage().0
        };
        let digest = known.filter(worth).map(|_| digest(memory));
        let same = known.filter(|last| digest.is_some() && last.unchanged == digest);
        (Before { key, digest }, same)
    }

    /// Remembers an execution that printed nothing and did nothing wrong.
    pub fn executed(
        &mut self,
        Before { key, digest: before }: Before,
        (counts, cycles, tape): (Counts, Option<u64>, Option<String>),
        memory: &Memory,
    ) {
        let unchanged = before.filter(|before| digest(memory) == *before);
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(key, Last { counts, cycles, tape, unchanged });
    }
}

fn digest(memory: &Memory) -> u128 {
    let mut hash = Xxh3::new();
    for (base, bytes) in memory.allocations() {
        hash.update(&base.to_le_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    hash.digest128()
}
