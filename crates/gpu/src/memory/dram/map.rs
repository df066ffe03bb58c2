//! The mapping of addresses to partitions, banks, rows and columns.

use super::hash::Ipoly;
use super::{Bank, Partition, Row, SubPartition};
use crate::described::Kind::{self, Text, Word};
use crate::described::{described, optional, value};
use serde::{Deserialize, Serialize};

const INDEXING: Kind = Word(&["linear", "xor", "ipoly"]);

described! {
    /// The description of an address mapping.
    #[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct MapDescription {
        /// Field of each address bit, from bit 63 to 0: B bank, R row, C and S column, D partition, 0 unused. GPGPU-Sim:
        /// `-gpgpu_mem_addr_mapping`.
        ///
        /// `S` is the column within a burst; `.`, `|` and blanks are ignored. With a prefix `dramid@N;` the partition has
        /// no bits of its own: a power of two of partitions is inserted at bit N, any other number is the remainder of the
        /// address from bit N on.
        pub mapping: String = value(Text),
        /// Hash of the partition. GPGPU-Sim: `-gpgpu_memory_partition_indexing` 0, 1 or 2.
        #[serde(default)]
        pub partition_indexing: Indexing = optional(INDEXING),
        /// Hash of the bank with the row. GPGPU-Sim: `-dram_bnk_indexing_policy` 0, 1 or 2.
        #[serde(default)]
        pub bank_indexing: Indexing = optional(INDEXING),
    }
}

impl MapDescription {
    /// A mapping without hashes.
    pub fn linear(mapping: &str) -> MapDescription {
        let mapping = mapping.to_owned();
        MapDescription { mapping, partition_indexing: Indexing::Linear, bank_indexing: Indexing::Linear }
    }
}

/// The hash of a partition or bank index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indexing {
    /// None: the index bits themselves (0).
    #[default]
    Linear,
    /// XOR with as many bits from above the index (1).
    Xor,
    /// Pseudo-random interleaving by an irreducible polynomial (2).
    Ipoly,
}

/// The DRAM location of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DramAddress {
    /// The partition whose channel holds it.
    pub partition: Partition,
    /// The L2 slice in front of it.
    pub sub_partition: SubPartition,
    pub bank: Bank,
    /// The row of the bank.
    pub row: Row,
    /// The byte of the row.
    pub column: u32,
}

/// Why an address mapping is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapError {
    /// An unknown letter.
    #[error("`{0}` in the address mapping is none of B, R, C, S, D, 0")]
    Character(char),
    /// A number of bits other than 64.
    #[error("the address mapping has {0} bits, but an address has 64")]
    Length(usize),
    /// A malformed `dramid@` prefix.
    #[error("`{0}` in the address mapping should be `dramid@` and a bit from 0 to 63")]
    DramId(String),
    /// Both `dramid@` and `D` bits.
    #[error("the address mapping has `D` bits beside `dramid@`: leave one of them out")]
    Both,
    /// A number of `D` bits that does not match the number of partitions.
    #[error("{bits} `D` bits in the address mapping cannot number {partitions} partitions: {}", match partitions.is_power_of_two() {
        true => format!("give {}", partitions.trailing_zeros()),
        false => "use `dramid@`".to_owned(),
    })]
    PartitionBits { bits: u32, partitions: u32 },
    /// An invalid number of partitions or slices.
    #[error("{0} partitions of {1} slices: there can be up to 65535 slices, a power of two in a partition")]
    Partitions(u32, u32),
    /// Fields that inserting the partition would shift beyond bit 63.
    #[error("with {0} bits for the partition inserted, the address mapping's highest bits are beyond bit 63")]
    Overflow(u32),
    /// A number of `B` bits that does not match the banks or slices.
    #[error(
        "{bits} `B` bits in the address mapping, but {banks} banks, {sub_partitions} slices to share them"
    )]
    Banks { bits: u32, banks: u32, sub_partitions: u32 },
    /// A row or column of more than 32 bits.
    #[error("{bits} `{letter}` bits in the address mapping: at most 32 can be")]
    Wide { letter: char, bits: u32 },
    /// A hash that does not support the number of partitions or banks.
    #[error("`{key} = \"{indexing}\"` needs {needs}")]
    Indexing { key: &'static str, indexing: &'static str, needs: &'static str },
}

/// Extraction of a field whose bits may be scattered over the address.
///
/// Nearly all fields of real mappings have at most two runs of adjacent bits. Those are stored in place and always both
/// applied, because a loop over a list costs more than the extraction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Gather {
    first: [(u64, u32); 2],
    more: Box<[(u64, u32)]>,
}

impl Gather {
    /// One mask and shift per run of adjacent bits.
    fn new(mut mask: u64) -> Gather {
        let (mut steps, mut below) = (Vec::new(), 0);
        while mask != 0 {
            let start = mask.trailing_zeros();
            let length = (mask >> start).trailing_ones();
            let stretch = (u64::MAX >> (64 - length)) << start;
            steps.push((stretch, start - below));
            below += length;
            mask &= !stretch;
        }
        let more = steps.split_off(steps.len().min(2)).into();
        let step = |n: usize| steps.get(n).copied().unwrap_or_default();
        Gather { first: [step(0), step(1)], more }
    }

    #[inline]
    fn of(&self, address: u64) -> u64 {
        let step = |(mask, shift): (u64, u32)| (address & mask) >> shift;
        let field = step(self.first[0]) | step(self.first[1]);
        if self.more.is_empty() {
            return field;
        }
        self.more.iter().fold(field, |field, &more| field | step(more))
    }
}

/// How the partition is separated from the rest of the address.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Split {
    /// By its own bits.
    Bits(Gather),
    /// As the remainder of the bits from `at` on. `reciprocal` is 2⁶⁴ / partitions, rounded up.
    Remainder { at: u32, reciprocal: u64 },
}

/// An address whose partition is separated from the rest.
struct SplitAddress {
    partition: u32,
    /// The address without the partition, if that is a remainder.
    rest: u64,
    /// The bits above partition and slice.
    above: u64,
}

/// An address mapping, compiled to masks and shifts from a [`MapDescription`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressMap {
    partitions: u32,
    /// Slices per partition minus one: a mask.
    slice_mask: u32,
    bank_mask: u32,
    split: Split,
    /// Shift to the bits above partition and slice, which enter the hash.
    above: u32,
    bank: Gather,
    row: Gather,
    column: Gather,
    /// All bits but those of the partition and the slice.
    local: Gather,
    partition_hash: Hash,
    bank_hash: Hash,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Hash {
    None,
    Xor,
    Ipoly(Ipoly),
}

impl AddressMap {
    /// The mapping for this many partitions, with this many L2 slices and DRAM banks each.
    ///
    /// # Errors
    /// If the description is invalid or does not fit these numbers.
    pub fn new(
        description: &MapDescription,
        partitions: u32,
        slices: u32,
        banks: u32,
    ) -> Result<AddressMap, MapError> {
        if partitions == 0
            || !slices.is_power_of_two()
            || partitions.checked_mul(slices).is_none_or(|n| n > 65535)
        {
            return Err(MapError::Partitions(partitions, slices));
        }
        let (at, [mut partition, mut bank, mut row, mut column]) = parse(&description.mapping)?;
        let floor_bits = partitions.ilog2();
        let split = match at {
            None => {
                let bits = partition.count_ones();
                if !partitions.is_power_of_two() || bits != floor_bits {
                    return Err(MapError::PartitionBits { bits, partitions });
                }
                Split::Bits(Gather::new(partition))
            }
            Some(at) if partitions.is_power_of_two() => {
                let low = (1 << at) - 1;
                let lost = !(u64::MAX >> floor_bits);
                for field in [&mut bank, &mut row, &mut column] {
                    if *field & lost & !low != 0 || at + floor_bits > 63 {
                        return Err(MapError::Overflow(floor_bits));
                    }
                    *field = (*field & !low) << floor_bits | *field & low;
                }
                partition = u64::from(partitions - 1) << at;
                Split::Bits(Gather::new(partition))
            }
            Some(at) => Split::Remainder { at, reciprocal: u64::MAX / u64::from(partitions) + 1 },
        };
        let bits = bank.count_ones();
        if bits > 6 || 1 << bits > banks || slices > 1 << bits {
            return Err(MapError::Banks { bits, banks, sub_partitions: slices });
        }
        for (letter, field) in [('R', row), ('C', column)] {
            if field.count_ones() > 32 {
                return Err(MapError::Wide { letter, bits: field.count_ones() });
            }
        }
        // The lowest bank bits select the slice within the partition.
        let slice = (0..slices.trailing_zeros()).fold(0, |mask: u64, _| mask | lowest(bank & !mask));
        let hashed = partitions.next_power_of_two() * slices;
        Ok(AddressMap {
            partitions,
            slice_mask: slices - 1,
            bank_mask: banks - 1,
            split,
            above: at.unwrap_or(0) + floor_bits + slices.trailing_zeros(),
            bank: Gather::new(bank),
            row: Gather::new(row),
            column: Gather::new(column),
            local: Gather::new(!(partition | slice)),
            partition_hash: partition_hash(description.partition_indexing, at, partitions, hashed)?,
            bank_hash: bank_hash(description.bank_indexing, banks)?,
        })
    }

    /// Number of partitions.
    pub fn partitions(&self) -> u32 {
        self.partitions
    }

    /// Number of L2 slices in all partitions.
    pub fn sub_partitions(&self) -> u32 {
        self.partitions * (self.slice_mask + 1)
    }

    /// Decodes an address.
    #[inline]
    pub fn decode(&self, address: u64) -> DramAddress {
        let split = self.split(address);
        let (bank, row) = self.bank_of(split.rest);
        let sub_partition = self.sub_partition_of(&split);
        DramAddress {
            partition: Partition(sub_partition >> self.slice_mask.trailing_ones()),
            sub_partition: SubPartition(sub_partition),
            bank,
            row,
            column: self.column.of(split.rest) as u32,
        }
    }

    /// The slice of an address: the same as from [`AddressMap::decode`], for callers that need nothing else.
    #[inline]
    pub fn sub_partition(&self, address: u64) -> SubPartition {
        SubPartition(self.sub_partition_of(&self.split(address)))
    }

    /// The bank and the row of an address: the same as from [`AddressMap::decode`], for callers that need nothing else.
    #[inline]
    pub fn bank_and_row(&self, address: u64) -> (Bank, Row) {
        let rest = match &self.split {
            Split::Bits(_) => address,
            Split::Remainder { .. } => self.split(address).rest,
        };
        self.bank_of(rest)
    }

    #[inline]
    fn split(&self, address: u64) -> SplitAddress {
        match &self.split {
            Split::Bits(bits) => SplitAddress {
                partition: bits.of(address) as u32,
                rest: address,
                above: address >> self.above,
            },
            Split::Remainder { at, .. } => {
                let (quotient, remainder) = self.divide(address);
                let rest = quotient << at | address & ((1 << at) - 1);
                SplitAddress { partition: remainder, rest, above: quotient }
            }
        }
    }

    #[inline]
    fn sub_partition_of(&self, split: &SplitAddress) -> u16 {
        let slices = self.slice_mask + 1;
        // The lowest bank bits select the slice within the partition.
        let slice = if self.slice_mask == 0 { 0 } else { self.bank.of(split.rest) as u32 & self.slice_mask };
        let plain = split.partition * slices + slice;
        let sub_partition = match &self.partition_hash {
            Hash::None => plain,
            Hash::Xor => plain ^ ((split.above as u32 & (self.partitions - 1)) * slices),
            // The hash yields a power of two of indices; if there are fewer slices, the highest wrap around.
            Hash::Ipoly(hash) => {
                let index = hash.hash(split.above, plain);
                let all = self.sub_partitions();
                if index >= all { index - all } else { index }
            }
        };
        sub_partition as u16
    }

    #[inline]
    fn bank_of(&self, rest: u64) -> (Bank, Row) {
        let (mut bank, row) = (self.bank.of(rest) as u32, self.row.of(rest) as u32);
        match &self.bank_hash {
            Hash::None => {}
            Hash::Xor => bank ^= row & self.bank_mask,
            Hash::Ipoly(hash) => bank = hash.hash(row.into(), bank),
        }
        (Bank(bank as u8), Row(row))
    }

    /// The address within a slice: without the bits that select partition and slice before hashing. L2 slices compute
    /// their set index from it, as GPGPU-Sim does from its `partition_address`.
    #[inline]
    pub fn local(&self, address: u64) -> u64 {
        match &self.split {
            Split::Bits(_) => self.local.of(address),
            Split::Remainder { at, .. } => {
                let (quotient, _) = self.divide(address);
                self.local.of(quotient << at | address & ((1 << at) - 1))
            }
        }
    }

    /// Quotient and remainder of the bits above the split, divided by the number of partitions.
    #[inline]
    fn divide(&self, address: u64) -> (u64, u32) {
        let Split::Remainder { at, reciprocal } = self.split else { return (0, 0) };
        let (high, n) = (address >> at, u64::from(self.partitions));
        // The relative error of the reciprocal is less than n / 2⁶⁴, so the product errs by less than 1/n.
        let quotient = match high.checked_mul(n) {
            Some(_) => ((u128::from(high) * u128::from(reciprocal)) >> 64) as u64,
            None => high / n,
        };
        (quotient, (high - quotient * n) as u32)
    }
}

fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// The bit of `dramid@`, and the masks of partition, bank, row and column.
fn parse(mapping: &str) -> Result<(Option<u32>, [u64; 4]), MapError> {
    let (at, letters) = match mapping.split_once(';') {
        Some((id, letters)) => {
            let bit =
                id.trim().strip_prefix("dramid@").and_then(|n| n.trim().parse().ok()).filter(|n| *n < 64);
            (Some(bit.ok_or_else(|| MapError::DramId(id.trim().to_owned()))?), letters)
        }
        None => (None, mapping),
    };
    let mut masks = [0; 4];
    let mut length = 0;
    for letter in letters.chars() {
        let field = match letter {
            'D' | 'd' => Some(0),
            'B' | 'b' => Some(1),
            'R' | 'r' => Some(2),
            // The column within a burst has no effect on timing.
            'C' | 'c' | 'S' | 's' => Some(3),
            '0' => None,
            '.' | '|' => continue,
            _ if letter.is_whitespace() => continue,
            _ => return Err(MapError::Character(letter)),
        };
        if let (Some(field), 0..64) = (field, length) {
            masks[field] |= 1 << (63 - length);
        }
        length += 1;
    }
    if length != 64 {
        return Err(MapError::Length(length));
    }
    if at.is_some() && masks[0] != 0 {
        return Err(MapError::Both);
    }
    Ok((at, masks))
}

fn partition_hash(
    indexing: Indexing,
    at: Option<u32>,
    partitions: u32,
    hashed: u32,
) -> Result<Hash, MapError> {
    let fault = |indexing, needs| MapError::Indexing { key: "partition_indexing", indexing, needs };
    match indexing {
        Indexing::Linear => Ok(Hash::None),
        Indexing::Xor if !partitions.is_power_of_two() => Err(fault("xor", "a power of two of partitions")),
        Indexing::Xor if at.is_none() => Err(fault("xor", "`dramid@` in the address mapping")),
        Indexing::Xor => Ok(Hash::Xor),
        Indexing::Ipoly if at.is_none() => Err(fault("ipoly", "`dramid@` in the address mapping")),
        Indexing::Ipoly => Ipoly::new(hashed)
            .map(Hash::Ipoly)
            .ok_or_else(|| fault("ipoly", "from 2 to 512 slices in all partitions")),
    }
}

fn bank_hash(indexing: Indexing, banks: u32) -> Result<Hash, MapError> {
    let fault = |indexing, needs| MapError::Indexing { key: "bank_indexing", indexing, needs };
    match indexing {
        Indexing::Linear => Ok(Hash::None),
        Indexing::Xor if !banks.is_power_of_two() => Err(fault("xor", "a power of two of banks")),
        Indexing::Xor => Ok(Hash::Xor),
        Indexing::Ipoly => {
            Ipoly::new(banks).map(Hash::Ipoly).ok_or_else(|| fault("ipoly", "2, 4, 8, 16, 32 or 64 banks"))
        }
    }
}
