//! Operands that collectors wait for, and their order at the register banks.

use super::COLLECTORS;

/// Operands that collectors wait for.
///
/// A bank serves its requests in order. All requests of an instruction are made when it gets its collector, so this is the order
/// in which collectors were allocated: a list of collectors and a mask of banks for each replace a queue for each bank.
#[derive(Clone, Debug)]
pub(super) struct OperandReads {
    /// Collectors with missing operands, in the order of their allocation.
    order: [u8; COLLECTORS],
    count: usize,
    /// For each collector, the banks that it waits for.
    banks: [u64; COLLECTORS],
    /// Mask of collectors that wait for several operands of a bank.
    repeated: u64,
    /// For these, the number of operands of each bank beyond the first: the bits of each number are spread over four masks.
    further: Box<[[u64; 4]; COLLECTORS]>,
}

impl OperandReads {
    pub fn new() -> OperandReads {
        OperandReads {
            order: [0; COLLECTORS],
            count: 0,
            banks: [0; COLLECTORS],
            repeated: 0,
            further: Box::new([[0; 4]; COLLECTORS]),
        }
    }

    /// Whether no collector waits for an operand.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Requests operands of these banks for a collector.
    #[inline]
    pub fn request(&mut self, collector: u32, banks: u64) {
        self.order[self.count % COLLECTORS] = collector as u8;
        self.count += 1;
        self.banks[collector as usize % COLLECTORS] = banks;
    }

    /// Requests another operand of a bank that is already requested.
    pub fn request_further(&mut self, collector: u32, bank: u64) {
        let mut carry = bank;
        for digit in &mut self.further[collector as usize % COLLECTORS] {
            let sum = *digit ^ carry;
            carry &= *digit;
            *digit = sum;
        }
        self.repeated |= 1 << collector;
    }

    /// Reads one operand from each of these banks, for the first collector that waits for it. Calls `ready` with each collector
    /// that has all its operands.
    #[inline]
    pub fn read(&mut self, mut available: u64, mut ready: impl FnMut(u8)) {
        let mut kept = 0;
        for at in 0..self.count {
            let collector = self.order[at % COLLECTORS];
            let banks = &mut self.banks[usize::from(collector) % COLLECTORS];
            let mut read = *banks & available;
            available &= !read;
            if self.repeated >> collector & 1 == 1 {
                read = self.count_down(collector, read);
            }
            let banks = &mut self.banks[usize::from(collector) % COLLECTORS];
            *banks &= !read;
            if *banks == 0 {
                ready(collector);
            } else {
                self.order[kept % COLLECTORS] = collector;
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Counts an operand read from each of these banks. Returns the banks of which no operand is left.
    fn count_down(&mut self, collector: u8, read: u64) -> u64 {
        let further = &mut self.further[usize::from(collector) % COLLECTORS];
        let more = further.iter().fold(0, |more, digit| more | digit);
        let mut borrow = read & more;
        for digit in &mut *further {
            let difference = *digit ^ borrow;
            borrow &= !*digit;
            *digit = difference;
        }
        if *further == [0; 4] {
            self.repeated &= !(1 << collector);
        }
        read & !more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    /// One queue of collectors for each bank, as the hardware has it.
    struct Queues {
        banks: [VecDeque<u8>; 8],
        missing: [u32; COLLECTORS],
    }

    impl Queues {
        fn read(&mut self, available: u64) -> Vec<u8> {
            let mut ready = Vec::new();
            for (bank, queue) in self.banks.iter_mut().enumerate() {
                if available >> bank & 1 == 1
                    && let Some(collector) = queue.pop_front()
                {
                    let missing = &mut self.missing[usize::from(collector)];
                    *missing -= 1;
                    ready.extend((*missing == 0).then_some(collector));
                }
            }
            ready.sort_unstable();
            ready
        }
    }

    proptest! {
        #[test]
        fn reads_are_those_of_a_queue_for_each_bank(
            steps in prop::collection::vec((prop::collection::vec(0..8_u32, 0..6), any::<u8>()), 1..200),
        ) {
            let (mut reads, mut queues) = (OperandReads::new(), Queues { banks: Default::default(), missing: [0; COLLECTORS] });
            let mut free: VecDeque<u8> = (0..6).collect();
            for (banks, available) in steps {
                if !banks.is_empty() && let Some(collector) = free.pop_front() {
                    queues.missing[usize::from(collector)] = banks.len() as u32;
                    let mut requested = 0;
                    reads.request(collector.into(), banks.iter().fold(0, |mask, bank| mask | 1 << bank));
                    for bank in banks {
                        queues.banks[bank as usize].push_back(collector);
                        if requested >> bank & 1 == 1 {
                            reads.request_further(collector.into(), 1 << bank);
                        }
                        requested |= 1 << bank;
                    }
                }
                let mut ready = Vec::new();
                reads.read(available.into(), |collector| ready.push(collector));
                ready.sort_unstable();
                prop_assert_eq!(&ready, &queues.read(available.into()));
                free.extend(ready);
                prop_assert_eq!(reads.is_empty(), queues.missing.iter().all(|missing| *missing == 0));
            }
        }
    }
}
