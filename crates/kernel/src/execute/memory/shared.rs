//! Shared memory of a CTA.

use super::access::AccessMode;
use crate::execute::copies::AsyncState;
use crate::execute::listener::LaneMask;

/// Shared memory of a CTA, with a record of the bytes written.
pub(crate) struct SharedMemory {
    pub data: Vec<u8>,
    /// One bit per byte: set when the byte is written.
    written: Vec<u64>,
    /// Number of bytes not yet written. At 0, reads need no check.
    unwritten: usize,
    /// Asynchronous copies in flight and mbarriers; `None` before the first. The bytes of a copy in flight count as not written.
    pub asynchronous: Option<Box<AsyncState>>,
}

impl SharedMemory {
    pub fn new(bytes: usize) -> SharedMemory {
        let written = vec![0; bytes.div_ceil(64)];
        SharedMemory { data: vec![0; bytes], written, unwritten: bytes, asynchronous: None }
    }

    pub fn reset(&mut self) {
        self.data.fill(0);
        self.written.fill(0);
        self.unwritten = self.data.len();
        self.asynchronous = None;
    }

    /// Counts the zeros from `start` on as written: the system initialises the memory that it reserves.
    pub fn initialise(&mut self, start: usize) {
        (start..self.data.len()).for_each(|at| self.mark(at, 1));
    }

    /// Counts bytes as not written.
    pub fn unmark(&mut self, range: std::ops::Range<usize>) {
        for at in range {
            let word = &mut self.written[at / 64];
            self.unwritten += (*word >> (at % 64) & 1) as usize;
            *word &= !(1 << (at % 64));
        }
    }

    pub fn mark(&mut self, start: usize, bytes: usize) {
        if self.unwritten == 0 {
            return;
        }
        // The bits of an aligned access of up to 16 bytes are in one word.
        let bits = ((1u64 << bytes) - 1) << (start % 64);
        let word = &mut self.written[start / 64];
        self.unwritten -= (bits & !*word).count_ones() as usize;
        *word |= bits;
    }

    /// Checks an access for all lanes of `mask` at once and marks written bytes.
    /// Returns false if a lane needs the slow path.
    pub fn check_all_lanes<const W: usize>(
        &mut self,
        (bytes, align): (u32, u32),
        addresses: &[u64; W],
        mask: u64,
        mode: AccessMode,
    ) -> bool {
        let (bytes, size) = (bytes as usize, self.data.len() as u64);
        let last = size.wrapping_sub(bytes as u64);
        let mut good = size >= bytes as u64;
        for (lane, &a) in addresses.iter().enumerate() {
            good &= mask >> lane & 1 == 0 || (a <= last && a & u64::from(align - 1) == 0);
        }
        if !good {
            return false;
        }
        let mut lanes = LaneMask(mask).lanes();
        match mode {
            _ if self.unwritten == 0 => true,
            AccessMode::Read => lanes.all(|lane| self.is_written(addresses[lane] as usize, bytes)),
            // A write may conflict with a copy in flight.
            _ if self.asynchronous.is_some() => false,
            _ => {
                lanes.for_each(|lane| self.mark(addresses[lane] as usize, bytes));
                true
            }
        }
    }

    pub fn is_written(&self, start: usize, bytes: usize) -> bool {
        let bits = ((1u64 << bytes) - 1) << (start % 64);
        self.unwritten == 0 || self.written[start / 64] & bits == bits
    }
}
