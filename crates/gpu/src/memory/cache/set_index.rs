//! Set index functions of caches, also used for cache banks.

use super::description::DescriptionError;
use serde::{Deserialize, Serialize};

/// The hash that maps an address to a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IndexFunction {
    /// The address bits above the line offset.
    Linear,
    /// Those bits, XORed with the bits above them.
    Xor,
    /// Fermi's hash as measured by Nugteren et al. (HPCA 2014), for 32 or 64 sets.
    Fermi,
    /// The line number modulo an irreducible polynomial over GF(2) (Rau, ISCA 1991), for 16, 32 or 64 sets. Accesses
    /// with a power-of-two stride visit every set before they repeat one.
    Polynomial,
}

/// An index function for a given number of sets and line size.
#[derive(Clone, Copy, Debug)]
pub struct SetIndex {
    function: IndexFunction,
    /// Base-2 logarithm of the line size.
    line: u32,
    /// Base-2 logarithm of the number of sets.
    bits: u32,
    /// By byte of the bits above the index, the value XORed into the index.
    folds: &'static [[u8; 256]; 3],
}

impl SetIndex {
    /// The index function over `sets` sets of lines of `line_bytes`.
    ///
    /// # Errors
    /// If either number is not a power of two, or the function does not support this number of sets.
    pub fn new(function: IndexFunction, sets: u32, line_bytes: u32) -> Result<SetIndex, DescriptionError> {
        let wrong = |field, value: u32, rule: &str| {
            Err(DescriptionError { field, value: value.to_string(), rule: rule.to_owned() })
        };
        if !sets.is_power_of_two() || sets > 1 << 16 {
            return wrong("sets", sets, "a power of two, at most 65536");
        }
        if !line_bytes.is_power_of_two() {
            return wrong("line_bytes", line_bytes, "a power of two");
        }
        let folds = match (function, sets) {
            (IndexFunction::Linear | IndexFunction::Xor, _) => &NOTHING,
            (IndexFunction::Fermi, 32 | 64) => &NOTHING,
            (IndexFunction::Fermi, _) => return wrong("sets", sets, "the fermi index is for 32 or 64 sets"),
            (IndexFunction::Polynomial, 16) => &OVER_16,
            (IndexFunction::Polynomial, 32) => &OVER_32,
            (IndexFunction::Polynomial, 64) => &OVER_64,
            (IndexFunction::Polynomial, _) => {
                return wrong("sets", sets, "the polynomial index is for 16, 32 or 64 sets");
            }
        };
        Ok(SetIndex { function, line: line_bytes.ilog2(), bits: sets.ilog2(), folds })
    }

    /// The set of an address.
    #[inline]
    pub fn of(&self, address: u64) -> u32 {
        let line = address >> self.line;
        let mask = (1 << self.bits) - 1;
        let (low, high) = (line & mask, line >> self.bits);
        (match self.function {
            IndexFunction::Linear => low,
            IndexFunction::Xor => low ^ high & mask,
            IndexFunction::Fermi => {
                // Bits 13, 14, 15, 17 and 19 are XORed into the five lowest; with 64 sets, bit 12 is the sixth.
                let upper = address >> 13 & 7 | address >> 14 & 8 | address >> 15 & 16;
                (line & 31 ^ upper) | address >> 7 & 32 & mask
            }
            IndexFunction::Polynomial => {
                let byte = |k: usize| self.folds[k][usize::from((high >> (8 * k)) as u8)];
                low ^ u64::from(byte(0) ^ byte(1) ^ byte(2))
            }
        }) as u32
    }
}

static NOTHING: [[u8; 256]; 3] = [[0; 256]; 3];
// The polynomials, and the number of bits above the index that take part, are GPGPU-Sim's.
static OVER_16: [[u8; 256]; 3] = folds(0b1_0011, 4, 13);
static OVER_32: [[u8; 256]; 3] = folds(0b10_0101, 5, 15);
static OVER_64: [[u8; 256]; 3] = folds(0b100_0011, 6, 19);

/// For each of three bytes and each value, the remainder of the polynomial it stands for. Remainders are linear, so
/// three lookups replace a division.
const fn folds(polynomial: u32, degree: u32, used: usize) -> [[u8; 256]; 3] {
    let mut folds = [[0; 256]; 3];
    // The remainders of x^degree, x^(degree+1), …
    let mut power = polynomial ^ 1 << degree;
    let mut bit = 0;
    while bit < used {
        let (byte, weight) = (bit / 8, 1 << (bit % 8));
        let mut value = 0;
        while value < 256 {
            if value & weight != 0 {
                folds[byte][value] ^= power as u8;
            }
            value += 1;
        }
        power <<= 1;
        if power >> degree & 1 == 1 {
            power ^= polynomial;
        }
        bit += 1;
    }
    folds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(function: IndexFunction, sets: u32) -> SetIndex {
        SetIndex::new(function, sets, 128).expect("a fine index")
    }

    #[test]
    fn linear_takes_the_bits_above_the_line() {
        let index = index(IndexFunction::Linear, 64);
        assert_eq!(index.of(127), 0);
        assert_eq!(index.of(128), 1);
        assert_eq!(index.of(63 * 128 + 5), 63);
        assert_eq!(index.of(64 * 128), 0);
        assert_eq!(SetIndex::new(IndexFunction::Linear, 4, 32).unwrap().of(0xe0), 3, "banks of sectors");
    }

    #[test]
    fn xor_folds_once() {
        let index = index(IndexFunction::Xor, 32);
        // Line 0b10110_00011: index 3, the bits above it are 22.
        assert_eq!(index.of(0b10110_00011 << 7), 3 ^ 22);
        assert_eq!(index.of(1 << 17), 0, "only as many bits as there are in an index");
    }

    #[test]
    fn fermi_takes_bits_13_14_15_17_and_19() {
        let small = index(IndexFunction::Fermi, 32);
        for (bit, set) in [
            (7, 1),
            (8, 2),
            (9, 4),
            (10, 8),
            (11, 16),
            (12, 0),
            (13, 1),
            (14, 2),
            (15, 4),
            (16, 0),
            (17, 8),
            (18, 0),
            (19, 16),
            (20, 0),
        ] {
            assert_eq!(small.of(1 << bit), set, "bit {bit}");
        }
        assert_eq!(small.of(1 << 7 | 1 << 13), 0);
        assert_eq!(index(IndexFunction::Fermi, 64).of(1 << 12 | 1 << 11), 48);
        assert!(SetIndex::new(IndexFunction::Fermi, 16, 128).is_err());
    }

    /// The rows of the H matrices: the bits above the index that are summed into each index bit.
    const ROWS_16: [&[u32]; 4] = [
        &[11, 10, 9, 8, 6, 4, 3, 0],
        &[12, 8, 7, 6, 5, 3, 1, 0],
        &[9, 8, 7, 6, 4, 2, 1],
        &[10, 9, 8, 7, 5, 3, 2],
    ];
    const ROWS_32: [&[u32]; 5] = [
        &[13, 12, 11, 10, 9, 6, 5, 3, 0],
        &[14, 13, 12, 11, 10, 7, 6, 4, 1],
        &[14, 10, 9, 8, 7, 6, 3, 2, 0],
        &[11, 10, 9, 8, 7, 4, 3, 1],
        &[12, 11, 10, 9, 8, 5, 4, 2],
    ];
    const ROWS_64: [&[u32]; 6] = [
        &[18, 17, 16, 15, 12, 10, 6, 5, 0],
        &[15, 13, 12, 11, 10, 7, 5, 1, 0],
        &[16, 14, 13, 12, 11, 8, 6, 2, 1],
        &[17, 15, 14, 13, 12, 9, 7, 3, 2],
        &[18, 16, 15, 14, 13, 10, 8, 4, 3],
        &[17, 16, 15, 14, 11, 9, 5, 4],
    ];

    #[test]
    fn the_polynomial_index_is_the_matrix_product() {
        fn by_rows(rows: &[&[u32]], line: u64) -> u32 {
            let degree = rows.len();
            let bit = |n: u32| (line >> (degree as u32 + n) & 1) as u32;
            (0..degree)
                .map(|row| {
                    let own = (line >> row & 1) as u32;
                    (rows[row].iter().fold(own, |sum, &n| sum ^ bit(n))) << row
                })
                .sum()
        }
        let mut line = 1_u64;
        for _ in 0..20_000 {
            line = line.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let line = line >> 24;
            for (sets, rows) in [(16, &ROWS_16[..]), (32, &ROWS_32), (64, &ROWS_64)] {
                assert_eq!(
                    index(IndexFunction::Polynomial, sets).of(line << 7),
                    by_rows(rows, line),
                    "{sets}"
                );
            }
        }
    }

    #[test]
    fn strides_of_powers_of_two_meet_every_set() {
        for sets in [16, 32, 64] {
            let index = index(IndexFunction::Polynomial, sets);
            for shift in 0..8 {
                let met = (0..u64::from(sets)).fold(0_u64, |met, n| met | 1 << index.of(n << (7 + shift)));
                assert_eq!(met.count_ones(), sets, "stride of {} lines", 1 << shift);
            }
        }
        assert!(SetIndex::new(IndexFunction::Polynomial, 128, 128).is_err());
    }
}
