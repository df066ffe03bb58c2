//! Translation of virtual to physical addresses.

use super::error::Reason;
use super::words::Words;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use warploom_kernel::execute::HostCopy;

/// Bytes of a page.
pub const PAGE: u64 = 4096;

/// Physical page of each virtual page that a run touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pages(BTreeMap<u64, u64>);

impl Pages {
    /// Physical address of a virtual address. `None` if the run does not touch its page.
    pub fn physical(&self, address: u64) -> Option<u64> {
        let page = self.0.get(&(address & !(PAGE - 1)))?;
        Some(page | address & (PAGE - 1))
    }

    /// Number of pages.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the page of a `P` line.
    pub(super) fn add(&mut self, mut words: Words<'_>) -> Result<(), Reason> {
        const SPACE: &str = "0, the address space of the device";
        let space = words.decimal(SPACE)?;
        if space != 0 {
            return Err(Reason::Field { expected: SPACE, found: space.to_string() });
        }
        let (page, physical) = (aligned(&mut words)?, aligned(&mut words)?);
        words.end()?;
        match self.0.entry(page) {
            Entry::Vacant(entry) => entry.insert(physical),
            Entry::Occupied(entry) if *entry.get() == physical => return Ok(()),
            Entry::Occupied(entry) => return Err(Reason::Page { page, first: *entry.get() }),
        };
        Ok(())
    }

    /// Physical ranges of a copy to virtual addresses: the touched pages, adjacent ones joined.
    pub(super) fn physical_copies(&self, copy: HostCopy) -> Vec<HostCopy> {
        let end = copy.address.saturating_add(copy.bytes);
        let first = copy.address & !(PAGE - 1);
        let mut copies: Vec<HostCopy> = Vec::new();
        if copy.bytes == 0 {
            return copies;
        }
        for (&page, &physical) in self.0.range(first..end) {
            let start = page.max(copy.address);
            let bytes = end.min(page.saturating_add(PAGE)) - start;
            let address = physical | start & (PAGE - 1);
            match copies.last_mut() {
                Some(last) if last.address + last.bytes == address => last.bytes += bytes,
                _ => copies.push(HostCopy { address, bytes }),
            }
        }
        copies
    }
}

/// The address of a page.
fn aligned(words: &mut Words<'_>) -> Result<u64, Reason> {
    const PAGE_ADDRESS: &str = "the hexadecimal address of a page of 4096 bytes, below 2^48";
    let address = words.hexadecimal(PAGE_ADDRESS)?;
    if !address.is_multiple_of(PAGE) || address >= 1 << 48 {
        return Err(Reason::Field { expected: PAGE_ADDRESS, found: format!("{address:x}") });
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(lines: &[&str]) -> Result<Pages, Reason> {
        let mut pages = Pages::default();
        lines.iter().try_for_each(|line| pages.add(Words::new(line)))?;
        Ok(pages)
    }

    #[test]
    fn addresses_keep_their_offset_in_the_page() {
        let pages = pages(&["0 80003000 0", "0 80000000 1000"]).unwrap();
        assert_eq!(pages.physical(0x8000_3070), Some(0x70));
        assert_eq!(pages.physical(0x8000_0fff), Some(0x1fff));
        assert_eq!(pages.physical(0x8000_1000), None);
    }

    #[test]
    fn copies_are_split_where_pages_are_and_leave_out_untouched_pages() {
        let pages = pages(&["0 80000000 5000", "0 80001000 6000", "0 80003000 1000"]).unwrap();
        let copy = |address, bytes| HostCopy { address, bytes };
        assert_eq!(
            pages.physical_copies(copy(0x8000_0010, 0x3010)),
            [copy(0x5010, 0x1ff0), copy(0x1000, 0x20)]
        );
        assert_eq!(pages.physical_copies(copy(0x8000_2000, 0x1000)), []);
        assert_eq!(pages.physical_copies(copy(u64::MAX, u64::MAX)), []);
        assert_eq!(pages.physical_copies(copy(0x8000_0004, 0)), []);
    }

    #[test]
    fn wrong_pages_are_explained() {
        let error = |lines: &[&str]| pages(lines).unwrap_err().to_string();
        assert_eq!(error(&["1 0 0"]), "`1` should be 0, the address space of the device");
        assert_eq!(
            error(&["0 80 0"]),
            "`80` should be the hexadecimal address of a page of 4096 bytes, below 2^48"
        );
        assert_eq!(
            error(&["0 1000 0", "0 1000 0", "0 1000 2000"]),
            "page 1000 is at physical page 0 above; a page has one place, remove one of the lines"
        );
    }
}
