//! Which parts of memory the lanes of an access touch.

use std::collections::VecDeque;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::tape::Addresses;

/// A part of memory that an access touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    /// Where it begins.
    pub address: u64,
    /// The bytes of its line that are touched: told for accesses that write.
    pub bytes: u128,
}

/// What is to be known of the lanes' bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Nothing: they are read.
    Read,
    /// Which they are: they are written.
    Write,
    /// Which they are, and none may be touched twice by an access: they are changed.
    Atomic,
}

/// The segments of `size` bytes that the lanes touch, each once, in the order in which lanes first touch them.
pub(crate) fn segments(
    addresses: Addresses<'_>,
    lanes: LaneMask,
    bytes: u32,
    size: u64,
    detail: Detail,
    into: &mut VecDeque<Segment>,
) {
    let bytes = u64::from(bytes.max(1));
    // Lanes side by side that go upwards without gaps: the segments are those from the first to the last.
    if let Addresses::Affine { base, stride } = addresses
        && let Ok(stride) = u64::try_from(stride)
        && match detail {
            Detail::Read => stride <= size,
            Detail::Write => stride <= bytes,
            Detail::Atomic => stride == bytes,
        }
        && side_by_side(lanes)
    {
        let last = base.saturating_add(stride * u64::from(lanes.count() - 1)).saturating_add(bytes - 1);
        for segment in base / size..=last / size {
            let address = segment * size;
            let mask = match detail {
                Detail::Read => 0,
                _ => bytes_of_line(base.max(address), last.min(address + (size - 1))),
            };
            into.push_back(Segment { address, bytes: mask });
        }
        return;
    }
    let start = into.len();
    for address in addresses.of(lanes) {
        let last = address.saturating_add(bytes - 1);
        for segment in address / size..=last / size {
            let segment = segment * size;
            let mask = match detail {
                Detail::Read => 0,
                _ => bytes_of_line(address.max(segment), last.min(segment + (size - 1))),
            };
            let fits = |seen: &&mut Segment| {
                seen.address == segment && (detail != Detail::Atomic || seen.bytes & mask == 0)
            };
            match into.iter_mut().skip(start).rev().find(fits) {
                Some(seen) => seen.bytes |= mask,
                None => into.push_back(Segment { address: segment, bytes: mask }),
            }
        }
    }
}

/// A bit for each byte of a line of 128, from one address to another of it.
fn bytes_of_line(first: u64, last: u64) -> u128 {
    let count = (last - first + 1).min(128) as u32;
    (u128::MAX >> (128 - count)) << (first % 128)
}

/// The segments that lanes touch which access local memory at these addresses: words of neighbouring lanes are neighbours in
/// memory. `base` is where the warp's local memory is.
pub(crate) fn local_segments(
    addresses: Addresses<'_>,
    lanes: LaneMask,
    bytes: u32,
    size: u64,
    base: u64,
    into: &mut VecDeque<Segment>,
) {
    let start = into.len();
    for (lane, address) in lanes.lanes().zip(addresses.of(lanes)) {
        for word in address / 4..=address.saturating_add(u64::from(bytes.max(1)) - 1) / 4 {
            let place = base + word % LOCAL_WORDS * 128 + lane as u64 % 32 * 4;
            let segment = place / size * size;
            let mask = bytes_of_line(place, place + 3);
            match into.iter_mut().skip(start).rev().find(|seen| seen.address == segment) {
                Some(seen) => seen.bytes |= mask,
                None => into.push_back(Segment { address: segment, bytes: mask }),
            }
        }
    }
}

/// Words of local memory that a thread has at most: 512 KiB.
pub(crate) const LOCAL_WORDS: u64 = 1 << 17;

fn side_by_side(lanes: LaneMask) -> bool {
    let shifted = lanes.0 >> lanes.0.trailing_zeros();
    shifted & shifted.wrapping_add(1) == 0
}

/// How many turns an access to shared memory takes: the most different words that one bank has to deliver.
pub(crate) fn conflicts(addresses: Addresses<'_>, lanes: LaneMask, banks: u32) -> u32 {
    if let Addresses::Affine { stride, .. } = addresses
        && stride % 4 == 0
        && side_by_side(lanes)
        && banks.is_power_of_two()
    {
        let words = (stride / 4).unsigned_abs();
        // Every so many lanes come to the same bank.
        let period =
            if words == 0 { return 1 } else { banks >> words.trailing_zeros().min(banks.trailing_zeros()) };
        return lanes.count().div_ceil(period);
    }
    // The words of each bank, as lists: a word is compared with those of its bank only.
    const END: u8 = u8::MAX;
    let mut words = [0_u64; 64];
    let mut before = [END; 64];
    let mut last = [END; 64];
    let mut count = 0_u8;
    let mut most = 0;
    let mut take = |address: u64| {
        let word = address / 4;
        let bank = (word % u64::from(banks)) as usize % 64;
        let (mut at, mut length) = (last[bank], 1);
        while at != END && words[usize::from(at)] != word {
            at = before[usize::from(at)];
            length += 1;
        }
        if at == END {
            words[usize::from(count)] = word;
            before[usize::from(count)] = std::mem::replace(&mut last[bank], count);
            count += 1;
            most = most.max(length);
        }
    };
    // A list is of active lanes already.
    match addresses {
        Addresses::Listed(list) => list.iter().for_each(|&address| take(address)),
        Addresses::Affine { .. } => addresses.of(lanes).for_each(take),
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FULL: LaneMask = LaneMask(0xffff_ffff);

    fn affine(base: u64, stride: i32) -> Addresses<'static> {
        Addresses::Affine { base, stride }
    }

    fn of(addresses: Addresses<'_>, lanes: LaneMask, bytes: u32, size: u64) -> Vec<u64> {
        with(addresses, lanes, bytes, size, Detail::Read).into_iter().map(|s| s.address).collect()
    }

    fn with(a: Addresses<'_>, lanes: LaneMask, bytes: u32, size: u64, detail: Detail) -> Vec<Segment> {
        let mut list = VecDeque::new();
        segments(a, lanes, bytes, size, detail, &mut list);
        list.into()
    }

    #[test]
    fn bytes_written_are_told() {
        let one = |address, bytes| Segment { address, bytes };
        assert_eq!(with(affine(0, 4), FULL, 4, 128, Detail::Write), [one(0, u128::MAX)]);
        assert_eq!(
            with(affine(256 + 126, 0), LaneMask(1), 4, 128, Detail::Write),
            [one(256, 3 << 126), one(384, 3)]
        );
        assert_eq!(with(affine(64, 8), LaneMask(3), 4, 32, Detail::Write), [one(64, 0xf0f << 64)]);
    }

    #[test]
    fn atomics_on_one_word_go_one_by_one() {
        let one = Segment { address: 32, bytes: 0xf << 36 };
        assert_eq!(with(affine(36, 0), LaneMask(7), 4, 32, Detail::Atomic), [one; 3]);
        assert_eq!(with(affine(0, 4), LaneMask(0xff), 4, 32, Detail::Atomic).len(), 1);
    }

    #[test]
    fn local_words_of_lanes_are_neighbours() {
        let mut list = VecDeque::new();
        local_segments(affine(8, 0), FULL, 4, 128, 1 << 40, &mut list);
        assert_eq!(list, [Segment { address: (1 << 40) + 256, bytes: u128::MAX }]);
        list.clear();
        local_segments(affine(8, 0), LaneMask(0xff), 8, 32, 1 << 40, &mut list);
        assert_eq!(list.len(), 2, "two words");
    }

    #[test]
    fn segments_at_their_edges() {
        assert_eq!(of(affine(0, 4), FULL, 4, 128), [0]);
        assert_eq!(of(affine(4, 4), FULL, 4, 128), [0, 128]);
        assert_eq!(of(affine(0, 0), FULL, 4, 32), [0]);
        assert_eq!(of(affine(30, 0), FULL, 4, 32), [0, 32], "over the edge");
        assert_eq!(of(affine(0, 128), LaneMask(7), 4, 128), [0, 128, 256]);
        assert_eq!(of(affine(256, -128), LaneMask(7), 4, 128), [256, 128, 0]);
        assert_eq!(of(affine(0, 8), LaneMask(0b101), 4, 32), [0]);
    }

    #[test]
    fn conflicts_by_hand() {
        assert_eq!(conflicts(affine(0, 4), FULL, 32), 1);
        assert_eq!(conflicts(affine(0, 0), FULL, 32), 1, "all lanes read one word");
        for n in [1, 2, 4, 8, 16, 32] {
            assert_eq!(conflicts(affine(64, 4 * n), FULL, 32), n as u32, "{n}-way");
        }
        assert_eq!(conflicts(affine(0, 12), FULL, 32), 1, "odd strides have none");
        assert_eq!(conflicts(affine(0, 128), LaneMask(0xff), 32), 8);
        assert_eq!(conflicts(affine(0, 1), FULL, 32), 1, "bytes of 8 words");
    }

    proptest! {
        #[test]
        fn affine_addresses_are_as_if_listed(
            base in 0..10_000_u64, stride in -300..300_i32, lanes in 1..=u64::from(u32::MAX), bytes in 1..=16_u32,
        ) {
            let base = base + 10_000;
            let lanes = LaneMask(lanes);
            let listed: Vec<u64> = affine(base, stride).of(lanes).collect();
            for size in [32, 128] {
                let mut ours = of(affine(base, stride), lanes, bytes, size);
                let mut all = of(Addresses::Listed(&listed), lanes, bytes, size);
                ours.sort_unstable();
                all.sort_unstable();
                prop_assert_eq!(ours, all);
                for detail in [Detail::Write, Detail::Atomic] {
                    let ours = with(affine(base, stride), lanes, bytes, size, detail);
                    let all = with(Addresses::Listed(&listed), lanes, bytes, size, detail);
                    let sum = |list: &[Segment]| -> u32 { list.iter().map(|s| s.bytes.count_ones()).sum() };
                    prop_assert_eq!(sum(&ours), sum(&all));
                    prop_assert_eq!(ours.len(), all.len());
                }
            }
            let ours = conflicts(affine(base, stride), lanes, 32);
            prop_assert_eq!(ours, conflicts(Addresses::Listed(&listed), lanes, 32));
        }
    }
}
