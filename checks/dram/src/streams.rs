//! The requests both sides are given.

/// Requests for blocks of one burst each; a block's number is its address divided by the size of a burst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Consecutive addresses.
    Streaming,
    /// Every block once, in no order.
    Random,
    /// One bank, another row each time.
    Thrashing,
    /// Eight walks at once, each through four neighbouring blocks of a random row: only a scheduler that serves open rows
    /// first finds them open.
    Pages,
    /// The same through sixteen blocks: more than a row may be hit before DRAMsim3 closes it for an older request.
    Walks,
}

/// Blocks of a channel: 2 bits of bank group, 6 of column, 2 of bank, 14 of row, from the lowest.
pub const BLOCK_BITS: u32 = 24;
pub const GROUP_BITS: u32 = 2;
pub const COLUMN_BITS: u32 = 6;
pub const BANK_BITS: u32 = 2;
pub const ROW_BITS: u32 = 14;
const ROW_SHIFT: u32 = GROUP_BITS + COLUMN_BITS + BANK_BITS;
const MASK: u64 = (1 << BLOCK_BITS) - 1;

/// A permutation of numbers of so many bits: both sides see each block once, since DRAMsim3 merges requests for the same one.
fn permute(i: u64, bits: u32) -> u64 {
    let mask = (1 << bits) - 1;
    let mut x = i & mask;
    for (odd, shift) in [(0x9e_3779, 13), (0xb5_297b, 11), (0x68_e31d, 12)] {
        x = x.wrapping_mul(odd) & mask;
        x ^= x >> shift;
    }
    x
}

/// Eight walks at once, of `2^bits` steps.
fn walks(i: u64, bits: u32) -> u64 {
    let (walk, step, round) = (i % 8, (i / 8) & ((1 << bits) - 1), (i / 8) >> bits);
    let page = permute(round * 8 + walk, BLOCK_BITS - bits);
    let (above, group) = (page >> GROUP_BITS, page & ((1 << GROUP_BITS) - 1));
    ((above << bits) | step) << GROUP_BITS | group
}

impl Stream {
    /// The block of the stream's request `i`.
    pub fn block(self, i: u64) -> u64 {
        match self {
            Stream::Streaming => i & MASK,
            Stream::Random => permute(i, BLOCK_BITS),
            Stream::Thrashing => {
                let (row, column) = (i & ((1 << ROW_BITS) - 1), i >> ROW_BITS);
                row << ROW_SHIFT | column << GROUP_BITS
            }
            Stream::Pages => walks(i, 2),
            Stream::Walks => walks(i, 4),
        }
    }
}

/// Which requests are writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mix {
    Reads,
    /// One in three, at random.
    OneInThreeWrites,
}

impl Mix {
    pub fn write(self, i: u64) -> bool {
        self == Mix::OneInThreeWrites && permute(i ^ 0x5a_5a5a, BLOCK_BITS).is_multiple_of(3)
    }
}

/// When requests come.
#[derive(Clone, Copy, Debug)]
pub enum Load {
    /// One a cycle while there is room, and while fewer than so many are under way.
    Full { in_flight: usize },
    /// One in so many cycles on average, at random.
    Every { cycles: f64 },
}

impl Load {
    /// The cycle in which request `i` comes, if there is room.
    pub fn arrivals(self, requests: u64) -> Vec<u64> {
        let mut at = 0.;
        (0..requests)
            .map(|i| match self {
                Load::Full { .. } => 0,
                Load::Every { cycles } => {
                    // Exponential gaps: a memory's requests come in no rhythm.
                    let uniform =
                        (permute(i.wrapping_mul(7) + 3, BLOCK_BITS) as f64 + 0.5) / (MASK + 1) as f64;
                    at += -cycles * uniform.ln();
                    at as u64
                }
            })
            .collect()
    }
}
