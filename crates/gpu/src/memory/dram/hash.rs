//! Pseudo-random interleaving of partitions and banks.

/// A hash of an index with higher address bits: the remainder of the whole as a polynomial over GF(2), modulo an
/// irreducible polynomial (Rau, ISCA 1991). No power-of-two stride stays on one index.
///
/// Remainders are linear, so they are tabulated by byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ipoly {
    remainders: Box<[[u16; 256]; BYTES]>,
}

/// Bytes of the higher bits that take part.
const BYTES: usize = 3;

/// By degree from 1 on, the polynomial and the number of higher bits that take part.
///
/// Degrees 4, 5 and 6 are those of GPGPU-Sim's `ipoly_hash_function`, which has no others. The other degrees use its
/// largest number of bits and the polynomials with the fewest terms of Peterson's table.
const POLYNOMIALS: [(u32, u32); 9] = [
    (0b11, 19),
    (0b111, 19),
    (0b1011, 19),
    (0b1_0011, 13),
    (0b10_0101, 15),
    (0b100_0011, 19),
    (0b1000_0011, 19),
    (0b1_0001_1101, 19),
    (0b10_0001_0001, 19),
];

impl Ipoly {
    /// The hash over this many indices: a power of two from 2 to [`Ipoly::MOST`].
    pub fn new(indices: u32) -> Option<Ipoly> {
        if !indices.is_power_of_two() || !(2..=Ipoly::MOST).contains(&indices) {
            return None;
        }
        let degree = indices.trailing_zeros();
        let (polynomial, bits) = POLYNOMIALS[degree as usize - 1];
        let mut remainders = Box::new([[0; 256]; BYTES]);
        // The remainder of x^(degree + bit): multiply by x and reduce.
        let mut power = polynomial ^ indices;
        for bit in 0..bits as usize {
            let column = power as u16;
            let table = &mut remainders[bit / 8];
            (0..256).filter(|byte| byte >> (bit % 8) & 1 == 1).for_each(|byte| table[byte] ^= column);
            power <<= 1;
            if power & indices != 0 {
                power ^= polynomial;
            }
        }
        Some(Ipoly { remainders })
    }

    /// The largest number of indices.
    pub const MOST: u32 = 1 << POLYNOMIALS.len();

    #[inline]
    pub fn hash(&self, higher: u64, index: u32) -> u32 {
        let bytes = higher.to_le_bytes();
        (0..BYTES).fold(index, |hash, i| hash ^ u32::from(self.remainders[i][bytes[i] as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_as_strides_reach_every_index() {
        for indices in (1..=9).map(|degree| 1u32 << degree) {
            let hash = Ipoly::new(indices).unwrap();
            let degree = indices.trailing_zeros();
            // As many bits as take part, and the index itself.
            for shift in 0..=13 {
                let mut seen = vec![false; indices as usize];
                for i in 0..u64::from(indices) {
                    let address = i << shift;
                    let index = address as u32 & (indices - 1);
                    seen[hash.hash(address >> degree, index) as usize] = true;
                }
                let reached = seen.iter().filter(|s| **s).count();
                // Degree 4 uses 13 bits above its own 4; larger strides repeat.
                assert!(reached == indices as usize || shift + degree > 17, "{indices} {shift}: {reached}");
            }
        }
        assert!(Ipoly::new(24).is_none() && Ipoly::new(1).is_none() && Ipoly::new(1024).is_none());
    }

    #[test]
    fn equals_gpgpu_sim() {
        // A digest of the results of GPGPU-Sim's function for the same arguments.
        for (indices, digest) in
            [(16, 0x3409_1194_00e5_08cb), (32, 0xaa4e_af60_7766_67f1), (64, 0x069c_2e05_8b8c_21b7)]
        {
            let hash = Ipoly::new(indices).unwrap();
            let ours = (0..200_000).fold(0u64, |digest, i| {
                digest.wrapping_mul(0x100_0000_01b3) ^ u64::from(hash.hash(u64::from(i * 7), i % indices))
            });
            assert_eq!(ours, digest, "{indices}");
        }
    }
}
