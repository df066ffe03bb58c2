//! Numbers from a seed.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// A stream of numbers (PCG64) that depends on the seed alone, on every host.
pub struct Random(Pcg64);

impl Random {
    /// The stream `stream` of a seed. Streams of one seed have nothing in common.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random(Pcg64::new(seed.into(), stream.into()))
    }

    /// Any 32 bits.
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(bound)) >> 32) as u32
    }

    /// A number in `low..high`.
    pub fn float(&mut self, low: f32, high: f32) -> f32 {
        // 24 bits: each is exact in a float.
        low + (high - low) * ((self.bits() >> 8) as f32 / (1 << 24) as f32)
    }

    /// `count` numbers in `low..high`.
    pub fn floats(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        (0..count).map(|_| self.float(low, high)).collect()
    }

    /// `count` numbers below `bound`.
    pub fn integers(&mut self, count: usize, bound: u32) -> Vec<u32> {
        (0..count).map(|_| self.below(bound)).collect()
    }

    /// The numbers below `count` in some order.
    pub fn permutation(&mut self, count: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i as usize, self.below(i + 1) as usize);
        }
        order
    }
}
