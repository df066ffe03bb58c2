use super::super::{AddressMap, Indexing, MapDescription, MapError};
use proptest::prelude::*;

const GTX480: &str = "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS";
const V100: &str = "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS";
const RTX3070: &str = "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS";
const BITS: &str = "00000000.00000000.00000000.00000000.RRRRRRRR.RRRRRDDD.BBBBCCCC.CCCSSSSS";

fn map(mapping: &str, partitions: u32, slices: u32, indexing: Indexing) -> Result<AddressMap, MapError> {
    let description = MapDescription { partition_indexing: indexing, ..MapDescription::linear(mapping) };
    AddressMap::new(&description, partitions, slices, 16)
}

/// Partition, slice, bank, row, column and local address.
fn all(map: &AddressMap, address: u64) -> [u64; 6] {
    let place = map.decode(address);
    [
        place.partition.0.into(),
        place.sub_partition.0.into(),
        place.bank.0.into(),
        place.row.0.into(),
        place.column.into(),
        map.local(address),
    ]
}

/// Against what GPGPU-Sim's `addrdec_tlx` and `partition_address` said: one address, and a digest over 100,000.
/// It is long because of the table of cases.
#[test]
fn equals_gpgpu_sim() {
    use Indexing::*;
    let cases: [(_, _, _, _, [u64; 6], [u64; 6]); 7] = [
        (
            GTX480,
            6,
            2,
            Linear,
            [0, 1, 11, 3431, 696, 0xa959eb3d2b8],
            [
                0x605005b73b6f376f,
                0x8f61b1e8ec46a4b0,
                0x78f103f9ac61ab88,
                0x94b252cca1d3b259,
                0x445a56b851543048,
                0x3cb9b8d9e3f58048,
            ],
        ),
        (
            V100,
            32,
            2,
            Ipoly,
            [13, 27, 12, 5894, 1976, 0x1fc0dc1b7b8],
            [
                0xaf94612d8d9955b4,
                0xc95d33c3f87f7dae,
                0x4060e437367404c5,
                0x738fa685a4eb4862,
                0xed55abd2a16d2c48,
                0x22a7b6e0a1a5b448,
            ],
        ),
        (
            V100,
            24,
            2,
            Ipoly,
            [3, 6, 13, 7859, 1208, 0x2a567acf4b8],
            [
                0xd017d96bf629b5e2,
                0x501283410f05b0d8,
                0x508dbede07aee660,
                0x3246241f7f66ec8a,
                0x95448fd9c4be3648,
                0x412384e543c32e48,
            ],
        ),
        (
            V100,
            32,
            2,
            Xor,
            [9, 18, 12, 5894, 1976, 0x1fc0dc1b7b8],
            [
                0xc36ff8a477b28695,
                0x9069288bb5b045c1,
                0x4060e437367404c5,
                0x738fa685a4eb4862,
                0xed55abd2a16d2c48,
                0x22a7b6e0a1a5b448,
            ],
        ),
        (
            RTX3070,
            16,
            2,
            Ipoly,
            [12, 25, 11, 3597, 1720, 0x3f81b836eb8],
            [
                0x20ca8f01242bb3d1,
                0xe87ea8672606e782,
                0x3990139d184a32d8,
                0xa49e0450bd2f8f95,
                0x14fd199220e31cc8,
                0x4bf524897af3bcc8,
            ],
        ),
        (
            RTX3070,
            8,
            2,
            Ipoly,
            [0, 1, 7, 7195, 1464, 0x7f03706ddb8],
            [
                0x74429ccf1bbd2cb1,
                0x8ca6c02ed1d148f3,
                0x1452e3bf79969dda,
                0xed6db761c71e452,
                0x5a4a6a52dab2bac8,
                0xd45a2fd5a1222c8,
            ],
        ),
        (
            BITS,
            8,
            4,
            Linear,
            [5, 21, 13, 3597, 3768, 0x3f81b837eb8],
            [
                0xdb98416371312354,
                0x27ddad0228433fed,
                0x7ff24adc64d5f995,
                0xa49e0450bd2f8f95,
                0xe8cbd59a66b81348,
                0x2a27a72af8c9348,
            ],
        ),
    ];
    for (mapping, partitions, slices, indexing, one, digests) in cases {
        let map = map(mapping, partitions, slices, indexing).unwrap();
        assert_eq!(all(&map, 0x7f03_706d_deb8), one, "{mapping} {partitions}");
        let (mut x, mut ours) = (0x9E37_79B9_7F4A_7C15u64, [0u64; 6]);
        for i in 0..100_000 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let address = if i % 2 == 1 { x & 0xff_ffff_ffff } else { 0x7f00_0000_0000 + (x >> 30) };
            for (digest, value) in ours.iter_mut().zip(all(&map, address)) {
                *digest = digest.wrapping_mul(0x100_0000_01b3) ^ value;
            }
        }
        assert_eq!(ours, digests, "{mapping} {partitions} {indexing:?}");
    }
}

#[test]
fn banks_are_hashed_with_the_row() {
    let of = |bank_indexing, address| {
        let description = MapDescription { bank_indexing, ..MapDescription::linear(V100) };
        AddressMap::new(&description, 32, 2, 16).unwrap().decode(address)
    };
    for address in (0..1 << 32).step_by(12_345_678) {
        let plain = of(Indexing::Linear, address);
        assert_eq!(u32::from(of(Indexing::Xor, address).bank.0), u32::from(plain.bank.0) ^ plain.row.0 & 15);
        assert_eq!(of(Indexing::Ipoly, address).sub_partition, plain.sub_partition, "slices keep theirs");
    }
    // Rows one apart: the remainder of x⁴ is x + 1.
    let next_row = 1 << 20;
    assert_eq!(of(Indexing::Ipoly, next_row).bank.0, 0b11);
}

#[test]
fn errors_name_the_fault_in_a_mapping() {
    let fault =
        |mapping: &str, partitions, indexing| map(mapping, partitions, 2, indexing).unwrap_err().to_string();
    let zeros = |n| "0".repeat(n);
    assert_eq!(
        fault(&zeros(63), 1, Indexing::Linear),
        "the address mapping has 63 bits, but an address has 64"
    );
    assert_eq!(
        fault(&zeros(65), 1, Indexing::Linear),
        "the address mapping has 65 bits, but an address has 64"
    );
    assert_eq!(
        fault("dramid@8;000X", 1, Indexing::Linear),
        "`X` in the address mapping is none of B, R, C, S, D, 0"
    );
    assert_eq!(
        fault("dramid@64;0", 1, Indexing::Linear),
        "`dramid@64` in the address mapping should be `dramid@` and a bit from 0 to 63"
    );
    assert_eq!(
        fault(&format!("dramid@8;{BITS}"), 8, Indexing::Linear),
        "the address mapping has `D` bits beside `dramid@`: leave one of them out"
    );
    assert_eq!(
        fault(BITS, 6, Indexing::Linear),
        "3 `D` bits in the address mapping cannot number 6 partitions: use `dramid@`"
    );
    assert_eq!(
        fault(BITS, 16, Indexing::Linear),
        "3 `D` bits in the address mapping cannot number 16 partitions: give 4"
    );
}

#[test]
fn impossible_mappings_are_errors() {
    use Indexing::*;
    assert_eq!(map(V100, 0, 2, Linear), Err(MapError::Partitions(0, 2)));
    assert_eq!(map(V100, 32, 3, Linear), Err(MapError::Partitions(32, 3)));
    assert_eq!(map(V100, 1 << 31, 2, Linear), Err(MapError::Partitions(1 << 31, 2)));
    let top = format!("dramid@8;R{}", &V100["dramid@8;0".len()..]);
    assert_eq!(map(&top, 2, 2, Linear), Err(MapError::Overflow(1)));
    assert!(map(&top, 1, 2, Linear).is_ok() && map(&top, 3, 2, Linear).is_ok());
    assert_eq!(map(V100, 32, 32, Linear), Err(MapError::Banks { bits: 4, banks: 16, sub_partitions: 32 }));
    let few = AddressMap::new(&MapDescription::linear(V100), 32, 2, 8);
    assert_eq!(few, Err(MapError::Banks { bits: 4, banks: 8, sub_partitions: 2 }));
    let wide = format!("{}{}BBBCCCBCCCSSSSS", "R".repeat(33), "0".repeat(16));
    assert!(matches!(map(&wide, 1, 2, Linear), Err(MapError::Wide { letter: 'R', .. })));
    assert!(matches!(map(V100, 24, 2, Xor), Err(MapError::Indexing { .. })));
    assert!(matches!(map(BITS, 8, 2, Xor), Err(MapError::Indexing { .. })));
    assert!(matches!(map(BITS, 8, 2, Ipoly), Err(MapError::Indexing { .. })));
    assert!(matches!(map(V100, 1, 1, Ipoly), Err(MapError::Indexing { .. })));
    assert!(map(V100, 1, 1, Linear).is_ok());
}

proptest! {
    /// Addresses that differ in what is mapped are in different places, for any number of partitions.
    #[test]
    fn no_two_addresses_share_a_place(
        partitions in 1u32..100, at in 5u32..20, a in 0u64..1 << 26, b in 0u64..1 << 26, ipoly: bool,
    ) {
        let letters = format!("{}{}", "0".repeat(64 - 32), "RRRRRRRRRRRRRRRRRBBBCCCBCCCSSSSS");
        let indexing = if ipoly { Indexing::Ipoly } else { Indexing::Linear };
        let map = map(&format!("dramid@{at};{letters}"), partitions, 2, indexing).unwrap();
        let (x, y) = (map.decode(a), map.decode(b));
        prop_assert!(u32::from(x.partition.0) < partitions);
        prop_assert_eq!(x.sub_partition.0 / 2, x.partition.0);
        prop_assert!(ipoly || x.sub_partition.0 % 2 == u16::from(x.bank.0 & 1));
        // Several partitions hash to one if they are no power of two: that is GPGPU-Sim's way too.
        if !ipoly || partitions.is_power_of_two() {
            prop_assert_eq!(x == y, a == b);
        }
        if !ipoly {
            prop_assert_eq!((x.sub_partition, map.local(a)) == (y.sub_partition, map.local(b)), a == b);
        }
    }

    /// The division by multiplication is one.
    #[test]
    fn partitions_are_remainders(partitions in 3u32..30_000, at in 0u32..64, address: u64) {
        prop_assume!(!partitions.is_power_of_two());
        let map = map(&format!("dramid@{at};{}", &V100["dramid@8;".len()..]), partitions, 2, Indexing::Linear).unwrap();
        prop_assert_eq!(u64::from(map.decode(address).partition.0), (address >> at) % u64::from(partitions));
    }
}
