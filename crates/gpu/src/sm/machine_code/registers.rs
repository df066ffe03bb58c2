//! Register file of a sub-core: banks with a read port each, and the reuse cache.

use crate::ids::Slot;
use crate::machine::RegisterPorts;
use crate::machine_code::{PLACES, PortRead};

/// Most banks of a sub-core.
const BANKS: usize = 16;

/// The warp and the register whose value an entry of the reuse cache has.
type Kept = Option<(Slot, u8)>;

/// Register file of a sub-core.
#[derive(Clone, Debug)]
pub(super) struct RegisterFile {
    /// By bank, the end of the last window in which an instruction reads it.
    free_at: [u64; BANKS],
    /// Cycles in which an instruction reads its operands.
    window: u64,
    banks: usize,
    /// By bank and place of the operand, what the reuse cache has.
    kept: Option<[[Kept; PLACES]; BANKS]>,
}

impl RegisterFile {
    pub fn new(description: &RegisterPorts) -> RegisterFile {
        RegisterFile {
            free_at: [0; BANKS],
            window: description.window.into(),
            banks: description.banks as usize,
            kept: description.reuse.then_some([[None; PLACES]; BANKS]),
        }
    }

    /// Reads an instruction's registers in the first window, not before cycle `earliest`, at whose end enough cycles of each bank are
    /// free. Returns the first cycle of the window. An instruction has the banks that it reads to the end of its window.
    #[inline]
    pub fn read(&mut self, slot: Slot, reads: &[PortRead], earliest: u64) -> u64 {
        let mut wanted = [0u64; BANKS];
        for read in reads {
            let bank = usize::from(read.bank) % BANKS;
            let hit = self.kept.as_mut().is_some_and(|kept| {
                let own = (slot, read.register);
                let kept = &mut kept[bank][usize::from(read.place) % PLACES];
                // A value is kept until the next read of its bank and place, whatever that reads.
                std::mem::replace(kept, read.reuse.then_some(own)) == Some(own)
            });
            wanted[bank] += u64::from(!hit && !read.again);
        }
        let window = wanted[..self.banks].iter().fold(self.window, |window, &wanted| window.max(wanted));
        let free = self.free_at[..self.banks].iter().zip(wanted).filter(|(_, wanted)| *wanted > 0);
        let start = free
            .fold(earliest, |start, (free_at, wanted)| start.max((free_at + wanted).saturating_sub(window)));
        for (free_at, wanted) in self.free_at[..self.banks].iter_mut().zip(wanted) {
            if wanted > 0 {
                *free_at = start + window;
            }
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(reuse: bool) -> RegisterFile {
        RegisterFile::new(&RegisterPorts { banks: 2, window: 3, reuse })
    }

    fn reads(registers: &[u8]) -> Vec<PortRead> {
        let read =
            |(place, &register)| PortRead { register, bank: register % 2, place, reuse: false, again: false };
        (0..).zip(registers).map(read).collect()
    }

    /// However many even registers the first instruction reads, the second has only the end of its window for its own.
    #[test]
    fn operands_of_one_bank_delay_the_next_instruction_that_needs_it() {
        for first in [[10, 12, 14], [10, 5, 7]] {
            for (second, expected) in [([16, 5, 7], 11), ([16, 6, 7], 12), ([16, 6, 8], 13)] {
                let mut file = file(false);
                assert_eq!(file.read(Slot(0), &reads(&first), 10), 10);
                let odd = if first[1] == 5 && second[1] == 5 { 1 } else { 0 };
                assert_eq!(file.read(Slot(0), &reads(&second), 11), expected + odd, "{first:?} {second:?}");
            }
        }
        let mut late = file(false);
        late.read(Slot(0), &reads(&[10, 12, 14]), 10);
        assert_eq!(late.read(Slot(0), &reads(&[16, 6, 8]), 13), 13, "the ports are free again");
        assert_eq!(late.read(Slot(0), &[], 14), 14, "an instruction without registers waits for no port");
        assert_eq!(late.read(Slot(0), &reads(&[4, 6, 8]), 15), 16, "and the one before it still has them");
    }

    #[test]
    fn a_kept_operand_takes_no_port_until_its_bank_and_place_are_read_again() {
        let kept = |registers: &[u8], reuse: usize| -> Vec<PortRead> {
            let mut reads = reads(registers);
            reads[reuse].reuse = true;
            reads
        };
        let all = [16, 6, 8];
        let mut file = file(true);
        file.read(Slot(0), &kept(&all, 1), 10);
        assert_eq!(file.read(Slot(0), &reads(&all), 11), 12, "two of the three are read");
        assert_eq!(file.read(Slot(0), &reads(&all), 13), 15, "what was kept is used up");
        file.read(Slot(0), &kept(&all, 1), 100);
        assert_eq!(file.read(Slot(1), &reads(&all), 101), 103, "it is another warp's");
        file.read(Slot(0), &kept(&all, 1), 200);
        assert_eq!(file.read(Slot(0), &reads(&[6, 16, 8]), 201), 203, "it is in another place");
        file.read(Slot(0), &kept(&all, 1), 300);
        assert_eq!(file.read(Slot(0), &reads(&[5, 7, 9]), 301), 301, "the other bank");
        assert_eq!(file.read(Slot(0), &reads(&all), 302), 302, "does not take it away");
        let mut without = RegisterFile { kept: None, ..file.clone() };
        without.read(Slot(0), &kept(&all, 1), 400);
        assert_eq!(without.read(Slot(0), &reads(&all), 401), 403);
    }
}
