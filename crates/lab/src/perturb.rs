//! Perturbed runs: the same work and machine with small changes that no scheduler should depend on.
//!
//! A difference between two policies that such a change removes is chance. Perturbation number 1 changes nothing.

use crate::rewrite::moved;
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_suite::Random;

/// Changes of the network's latency by seed, in cycles, from seed 1 on; then from the start.
pub const LATENCY_CHANGES: [i32; 5] = [0, 1, -1, 2, -2];

/// The alignment of allocations, which a distance keeps.
const ALIGN: u64 = 256;
/// Distances are below this many allocations' alignments: 1 MiB, as the suite's.
const DISTANCES: u32 = 4096;
/// The random stream of distances. The suite's inputs and addresses have others.
const STREAM: u64 = 3;

/// The machine of a perturbed run: the network's latency changes by [`LATENCY_CHANGES`], and is at least 1 cycle.
pub fn perturbed(mut machine: Machine, seed: u64) -> Machine {
    let change = LATENCY_CHANGES[(seed.saturating_sub(1) % LATENCY_CHANGES.len() as u64) as usize];
    machine.network.latency = machine.network.latency.saturating_add_signed(change).max(1);
    machine
}

/// Bytes by which a perturbed run moves the device memory of work that has no seed of its own; 0 for seed 1.
pub fn distance(seed: u64) -> u64 {
    // One more than a number below: a seed other than 1 always moves the memory.
    if seed <= 1 { 0 } else { (u64::from(Random::new(seed, STREAM).below(DISTANCES)) + 1) * ALIGN }
}

/// A source whose accesses and host copies to global memory are moved by a distance. Caches, memory partitions and DRAM banks see
/// other addresses; shared, local, constant and parameter memory do not change.
pub struct MovedSource<S> {
    source: S,
    distance: u64,
    launch: Option<Arc<Launch>>,
}

impl<S: Source> MovedSource<S> {
    /// The source, moved by so many bytes.
    pub fn new(source: S, distance: u64) -> MovedSource<S> {
        MovedSource { source, distance, launch: None }
    }

    fn moved(&self, cta: Cta) -> Cta {
        match &self.launch {
            Some(launch) => moved(&cta, &launch.code, &launch.windows, self.distance),
            None => cta,
        }
    }
}

impl<S: Source> Source for MovedSource<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        self.launch = self.source.launch()?;
        if let Some(launch) = self.launch.as_mut().filter(|launch| !launch.copies.is_empty()) {
            let copies = &mut Arc::make_mut(launch).copies;
            copies.iter_mut().for_each(|copy| copy.address = copy.address.wrapping_add(self.distance));
        }
        Ok(self.launch.clone())
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        Ok(self.source.cta()?.map(|cta| self.moved(cta)))
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        Ok(match self.source.cta_at(id)? {
            CtaLookup::Cta(cta) => CtaLookup::Cta(self.moved(cta)),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use warploom_kernel::class::Class;
    use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
    use warploom_kernel::execute::LaneMask;
    use warploom_kernel::program::{Pc, Space};
    use warploom_kernel::tape::{GenericWindows, HostCopy, WarpTape, produce};

    #[test]
    fn the_first_seed_changes_nothing_and_others_keep_the_alignment() {
        let machine = warploom_gpu::machine::named("gtx480").unwrap().machine();
        assert_eq!(perturbed(machine.clone(), 1), machine);
        let latency = i64::from(machine.network.latency);
        let changes =
            (1..=6).map(|seed| i64::from(perturbed(machine.clone(), seed).network.latency) - latency);
        assert_eq!(changes.collect::<Vec<_>>(), [0, 1, -1, 2, -2, 0]);
        assert_eq!((distance(0), distance(1)), (0, 0));
        let distances: Vec<u64> = (2..10).map(distance).collect();
        assert!(distances.iter().all(|&by| by > 0 && by % ALIGN == 0 && by <= 1 << 20), "{distances:?}");
        assert!(distances.windows(2).all(|pair| pair[0] != pair[1]), "{distances:?}");
    }

    #[test]
    fn only_global_addresses_and_host_copies_move() {
        let access = |space| Instruction {
            effect: Effect::Memory { space, kind: AccessKind::Load, bytes: 4 },
            ..Instruction::new("ld", Class::Global)
        };
        let instructions = vec![access(Space::Global), access(Space::Shared), access(Space::Generic)];
        let code = Arc::new(Code { instructions, ..Code::default() });
        let launch = Launch {
            windows: GenericWindows { shared: 0x1000..0x2000, ..GenericWindows::default() },
            copies: vec![HostCopy { address: 0x8000, bytes: 64 }],
            ..Launch::synthetic("k", Arc::clone(&code), 1, 1)
        };
        let lanes = LaneMask(0b11);
        let mut warp = WarpTape::default();
        (0..3).for_each(|pc| warp.step(Pc(pc), lanes));
        warp.affine(0x8000, 4);
        warp.affine(0x10, 4);
        warp.list([0x1004, 0x9000]);
        let mut cta = Cta::new(CtaId(0));
        cta.push(&warp);
        cta.push(&warp);
        let source = produce::<Infallible>(4, move |sink| {
            let _ = sink.launch(launch).and_then(|()| sink.cta(cta));
            Ok(())
        });
        let mut source = MovedSource::new(source, 0x300);
        let launch = source.launch().unwrap().unwrap();
        assert_eq!(launch.copies, [HostCopy { address: 0x8300, bytes: 64 }]);
        let cta = source.cta().unwrap().unwrap();
        for warp in 0..2 {
            let addresses = |step: warploom_kernel::tape::Step<'_>| -> Vec<u64> {
                step.access.unwrap().of(lanes).collect()
            };
            let found: Vec<Vec<u64>> = cta.warp(warp).steps(&code).map(addresses).collect();
            assert_eq!(found, [[0x8300, 0x8304], [0x10, 0x14], [0x1004, 0x9300]]);
        }
        assert_eq!(cta.same_runs_as(1), Some(0));
    }
}
