//! The memory footprint of launches: lines that any launch touched, and blocks with the warps that touch them.
//!
//! Both are trees of 64 KiB pages, so that memory use grows with the footprint and not with the number of accesses.

use std::collections::BTreeMap;

/// The logarithm of a page's bytes.
const PAGE: u32 = 16;
/// The logarithm of a line's bytes.
const LINE: u32 = 7;
const WORDS: usize = 1 << (PAGE - LINE - 6);

/// A set of lines of 128 bytes: a bit for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pages: BTreeMap<u64, [u64; WORDS]>,
}

impl Lines {
    fn bit(address: u64) -> (u64, usize, u64) {
        let line = address >> LINE;
        (address >> PAGE, (line >> 6) as usize % WORDS, 1 << (line & 63))
    }

    pub fn insert(&mut self, address: u64) {
        let (page, word, bit) = Lines::bit(address);
        self.pages.entry(page).or_insert([0; WORDS])[word] |= bit;
    }

    /// All lines from one address up to another.
    pub fn insert_range(&mut self, start: u64, end: u64) {
        let mut at = start >> LINE << LINE;
        while at < end {
            if at.is_multiple_of(1 << PAGE) && end - at >= 1 << PAGE {
                self.pages.insert(at >> PAGE, [u64::MAX; WORDS]);
                at = at.saturating_add(1 << PAGE);
            } else {
                self.insert(at);
                at = at.saturating_add(1 << LINE);
            }
        }
    }

    pub fn contains(&self, address: u64) -> bool {
        let (page, word, bit) = Lines::bit(address);
        self.pages.get(&page).is_some_and(|words| words[word] & bit != 0)
    }

    pub fn clear(&mut self) {
        self.pages.clear();
    }
}

/// The kind of an access to a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockAccess {
    /// Read through the L1.
    Cached,
    /// Read past the L1, or changed by an atomic: the L2 needs its data.
    Direct,
    Written,
}

/// One of two walks over the same CTA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WalkPass {
    First,
    Second,
}

/// The accesses to a block: the warp that touches it in the lowest bits, and flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block(u32);

const OWNER: u32 = (1 << 26) - 1;
const CACHED: u32 = 1 << 26;
const DIRECT: u32 = 1 << 27;
const WRITTEN: u32 = 1 << 28;
const FIRST_READ: u32 = 1 << 29;
/// Seen on the first walk; the next bit is for the second.
const SEEN: u32 = 1 << 30;

impl Block {
    /// Whether several warps touch it.
    fn is_shared(self) -> bool {
        self.0 & OWNER == OWNER
    }

    pub fn is_cached(self) -> bool {
        self.0 & CACHED != 0
    }

    pub fn is_written(self) -> bool {
        self.0 & WRITTEN != 0
    }

    /// Whether its data are read before the launch writes any of them, under every schedule. `ordered`: accesses of a warp reach the
    /// caches in program order.
    pub fn needs_data(self, ordered: bool) -> bool {
        self.0 & (CACHED | DIRECT) != 0
            && (!self.is_written() || ordered && !self.is_shared() && self.0 & FIRST_READ != 0)
    }
}

/// The blocks of a launch.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// The logarithm of a block's bytes.
    shift: u32,
    pages: BTreeMap<u64, Vec<u32>>,
}

impl Blocks {
    /// No blocks yet. `bytes` per block is a power of two, at most a page.
    pub fn new(bytes: u32) -> Blocks {
        Blocks { shift: bytes.ilog2(), pages: BTreeMap::new() }
    }

    fn entry(&mut self, address: u64) -> &mut u32 {
        let blocks = 1 << (PAGE - self.shift);
        let page = self.pages.entry(address >> PAGE).or_insert_with(|| vec![0; blocks]);
        &mut page[(address >> self.shift) as usize % blocks]
    }

    /// Records an access of a warp, by its number in the launch, to the block of an address.
    pub fn touch(&mut self, address: u64, warp: u32, how: BlockAccess) {
        let owner = (warp + 1).min(OWNER);
        let block = self.entry(address);
        let bit = match how {
            BlockAccess::Cached => CACHED,
            BlockAccess::Direct => DIRECT,
            BlockAccess::Written => WRITTEN,
        };
        if *block == 0 {
            *block = owner | if how == BlockAccess::Written { 0 } else { FIRST_READ };
        } else if *block & OWNER != owner {
            *block |= OWNER;
        }
        *block |= bit;
    }

    /// Whether this is the first access of the walk to a block that only one warp touches.
    pub fn is_first_private_touch(&mut self, address: u64, walk: WalkPass) -> bool {
        let bit = SEEN << walk as u32;
        let block = self.entry(address);
        let seen = *block & bit != 0;
        *block |= bit;
        !seen && *block & OWNER != OWNER
    }

    /// Every touched block, in order of address.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Block)> {
        let of_page = |(&page, blocks): (&u64, &'_ Vec<u32>)| (page, blocks.clone());
        let shift = self.shift;
        self.pages.iter().map(of_page).flat_map(move |(page, blocks)| {
            let touched = blocks.into_iter().zip(0_u64..).filter(|(block, _)| *block != 0);
            touched.map(move |(block, at)| ((page << PAGE) + (at << shift), Block(block)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_set_contains_inserted_lines() {
        let mut lines = Lines::default();
        lines.insert(0x1_0080);
        assert!(lines.contains(0x1_00ff) && !lines.contains(0x1_0100) && !lines.contains(0x80));
        lines.insert_range(0x2_ff90, 0x4_0001);
        let there: Vec<bool> = [0x2_ff7f, 0x2_ff80, 0x3_0000, 0x3_ffff, 0x4_0000, 0x4_007f, 0x4_0080]
            .map(|a| lines.contains(a))
            .into();
        assert_eq!(there, [false, true, true, true, true, true, false]);
    }

    #[test]
    fn a_block_needs_data_unless_the_launch_writes_it_first() {
        use BlockAccess::{Cached, Direct, Written};
        let needed = |touches: &[(u32, BlockAccess)], ordered: bool| {
            let mut blocks = Blocks::new(32);
            touches.iter().for_each(|&(warp, how)| blocks.touch(0x40, warp, how));
            let [(address, block)] = blocks.iter().collect::<Vec<_>>()[..] else { panic!("one block") };
            assert_eq!(address, 0x40);
            block.needs_data(ordered)
        };
        assert!(needed(&[(0, Cached), (7, Cached)], true));
        assert!(needed(&[(0, Direct)], false));
        assert!(!needed(&[(0, Written)], true), "who only writes needs none");
        assert!(needed(&[(3, Cached), (3, Written)], true), "a warp reads what it then writes");
        assert!(!needed(&[(3, Cached), (3, Written)], false));
        assert!(!needed(&[(3, Written), (3, Cached)], true));
        assert!(!needed(&[(3, Cached), (4, Written)], true), "who is first depends on the schedule");
    }

    #[test]
    fn the_first_private_touch_of_a_block_is_reported_once() {
        let mut blocks = Blocks::new(128);
        blocks.touch(0, 5, BlockAccess::Cached);
        blocks.touch(128, 5, BlockAccess::Cached);
        blocks.touch(128, 6, BlockAccess::Cached);
        assert!(blocks.is_first_private_touch(0x7f, WalkPass::First));
        assert!(!blocks.is_first_private_touch(0, WalkPass::First));
        assert!(!blocks.is_first_private_touch(128, WalkPass::First));
        assert!(blocks.is_first_private_touch(0, WalkPass::Second));
    }
}
