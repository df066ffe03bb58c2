//! What a remedy could gain: the kernel without its limit.
//!
//! A remedy aims at a limit. The limit can be removed from the simulated machine, or from the tape, and the kernel simulated again:
//! its speedup is an upper estimate of what the remedy gains.

use super::{BoundBy, KernelProfile};
use crate::rewrite::{Access, moved, with_accesses};
use std::sync::Arc;
use warploom_gpu::machine::{ClassName, Machine};
use warploom_gpu::memory::cache::{Misses, MshrDescription};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::Space;
use warploom_kernel::tape::{Addresses, Cta, CtaLookup, Launch, Source, WarpTape};

/// A limit that is taken away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum IdealChange {
    NoBankConflicts,
    /// Lanes access neighbouring addresses.
    Coalesced,
    NoBarrierWaits,
    LargerL1,
    MoreMshrs,
    WiderNetwork,
    MoreL2Slices,
    FasterDram,
    /// Registers and slots for more warps.
    MoreWarps,
    /// Twice the execution units that a word of the profile names.
    MoreUnits(UnitWord),
    NoInstructionMisses,
    NoConstantMisses,
    NoLaunchLatency,
    /// Twice the CTAs, the second half on data of its own.
    LargerGrid,
}

/// A word for execution units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum UnitWord {
    Alu,
    Sfu,
    Fp64,
    Tensor,
}

impl UnitWord {
    const fn classes(self) -> &'static [Class] {
        match self {
            UnitWord::Alu => &[Class::Float, Class::Integer],
            UnitWord::Sfu => &[Class::Special],
            UnitWord::Fp64 => &[Class::Double],
            UnitWord::Tensor => &[Class::Tensor],
        }
    }
}

/// The factor for queues that should not limit.
const AMPLE: u32 = 16;

/// Bytes between the two halves of a grid that is twice as large: beyond what a kernel accesses, with other DRAM rows and cache sets.
const SECOND_HALF: u64 = 0x1_0155_5500;

/// Bytes of a sector, and of all banks of shared memory together.
const SECTOR: u64 = 32;
const BANKS: u64 = 128;

impl IdealChange {
    /// The change that the remedy of a kernel's limit aims at; none if no machine or tape is without it.
    pub fn of(profile: &KernelProfile) -> Option<IdealChange> {
        let has_slots = profile.efficiency.theoretical_warps < profile.efficiency.warp_slots;
        match profile.verdict.bound_by {
            BoundBy::Shared if profile.efficiency.bank_conflicts > 0 => Some(IdealChange::NoBankConflicts),
            BoundBy::Coalescing => Some(IdealChange::Coalesced),
            BoundBy::L1 => Some(IdealChange::LargerL1),
            BoundBy::Mshrs => Some(IdealChange::MoreMshrs),
            BoundBy::Network => Some(IdealChange::WiderNetwork),
            BoundBy::L2 => Some(IdealChange::MoreL2Slices),
            BoundBy::Dram => Some(IdealChange::FasterDram),
            BoundBy::Latency | BoundBy::Dependency if has_slots => Some(IdealChange::MoreWarps),
            BoundBy::Barrier => Some(IdealChange::NoBarrierWaits),
            BoundBy::Alu => Some(IdealChange::MoreUnits(UnitWord::Alu)),
            BoundBy::Sfu => Some(IdealChange::MoreUnits(UnitWord::Sfu)),
            BoundBy::Fp64 => Some(IdealChange::MoreUnits(UnitWord::Fp64)),
            BoundBy::Tensor => Some(IdealChange::MoreUnits(UnitWord::Tensor)),
            BoundBy::Fetch => Some(IdealChange::NoInstructionMisses),
            BoundBy::Constant => Some(IdealChange::NoConstantMisses),
            BoundBy::Launch => Some(IdealChange::NoLaunchLatency),
            BoundBy::Grid => Some(IdealChange::LargerGrid),
            _ => None,
        }
    }

    /// The change in words: "1.8 times as fast …".
    pub const fn name(self) -> &'static str {
        match self {
            IdealChange::NoBankConflicts => "without bank conflicts",
            IdealChange::Coalesced => "if lanes accessed neighbouring addresses",
            IdealChange::NoBarrierWaits => "without waits at barriers",
            IdealChange::LargerL1 => "with an L1 twice as large",
            IdealChange::MoreMshrs => "with 16 times the MSHRs",
            IdealChange::WiderNetwork => "with network ports twice as wide",
            IdealChange::MoreL2Slices => "with twice the L2 slices",
            IdealChange::FasterDram => "with DRAM twice as fast",
            IdealChange::MoreWarps => "with registers and slots for twice the warps",
            IdealChange::MoreUnits(UnitWord::Alu) => "with twice the arithmetic units",
            IdealChange::MoreUnits(UnitWord::Sfu) => "with twice the special-function units",
            IdealChange::MoreUnits(UnitWord::Fp64) => "with twice the double-precision units",
            IdealChange::MoreUnits(UnitWord::Tensor) => "with twice the tensor cores",
            IdealChange::NoInstructionMisses => "if instructions never missed",
            IdealChange::NoConstantMisses => "if constants never missed",
            IdealChange::NoLaunchLatency => "if launches and CTAs started at once",
            IdealChange::LargerGrid => "per CTA with a grid twice as large",
        }
    }

    /// The machine without the limit: the same machine if the tape changes, and none if there is no such machine.
    pub fn machine(self, machine: &Machine) -> Option<Machine> {
        let mut ideal = machine.clone();
        let sm = ideal.sm_mut();
        match self {
            IdealChange::NoBankConflicts
            | IdealChange::Coalesced
            | IdealChange::NoBarrierWaits
            | IdealChange::LargerGrid => return Some(ideal),
            IdealChange::LargerL1 => {
                let cache = &mut sm.l1.as_mut()?.cache;
                cache.ways *= 2;
                cache.most_ways = cache.most_ways.map(|ways| 2 * ways);
            }
            IdealChange::MoreMshrs => {
                let misses = &mut sm.l1.as_mut()?.cache.misses;
                let Misses::Mshrs(MshrDescription { entries, merges, queue }) = misses else { return None };
                [entries, merges, queue].into_iter().for_each(|count| *count = count.saturating_mul(AMPLE));
            }
            IdealChange::WiderNetwork => {
                ideal.network.flit *= 2;
                ideal.network.buffer *= 2;
            }
            IdealChange::MoreL2Slices => ideal.l2.slices *= 2,
            IdealChange::FasterDram => ideal.clock.dram *= 2.0,
            IdealChange::MoreWarps => {
                sm.registers *= 2;
                sm.warps = (2 * sm.warps).min(64);
                sm.ctas = (2 * sm.ctas).min(64);
                sm.threads = (2 * sm.threads).min(4096);
            }
            IdealChange::MoreUnits(word) => {
                for unit in sm.units.values_mut() {
                    if word.classes().iter().any(|&class| unit.work.contains_key(&ClassName(class))) {
                        unit.count *= 2;
                    }
                }
            }
            IdealChange::NoInstructionMisses => sm.fetch.cache = None,
            IdealChange::NoConstantMisses => sm.constants = None,
            IdealChange::NoLaunchLatency => {
                ideal.launch_latency = 0;
                ideal.cta_interval = None;
            }
        }
        // A machine at the edge of what can be described has no ideal.
        (ideal != *machine && ideal.check().is_ok()).then_some(ideal)
    }

    /// The tape without the limit: the same if the machine changes. A larger grid needs a source with access to CTAs by number.
    pub fn source<S: Source>(self, source: S) -> IdealSource<S> {
        IdealSource { source, change: self, launch: None, ids: Vec::new(), repeated: 0 }
    }
}

/// A source without a limit: see [`IdealChange::source`].
pub struct IdealSource<S> {
    source: S,
    change: IdealChange,
    launch: Option<Arc<Launch>>,
    /// CTAs that were returned, for the second half of a larger grid.
    ids: Vec<CtaId>,
    /// CTAs of the second half that were returned.
    repeated: usize,
}

impl<S: Source> IdealSource<S> {
    /// CTAs of the launch in the source.
    fn ctas(&self) -> u64 {
        let doubled = self.launch.as_ref().map_or(0, |launch| launch.ctas());
        if self.change == IdealChange::LargerGrid { doubled / 2 } else { doubled }
    }

    fn changed(&self, cta: Cta) -> Cta {
        let Some(launch) = &self.launch else { return cta };
        match self.change {
            IdealChange::NoBankConflicts => with_accesses(&cta, &launch.code, |access, tape| {
                put_without_conflicts(access, launch, tape);
            }),
            IdealChange::Coalesced => with_accesses(&cta, &launch.code, |access, tape| {
                put_coalesced(access, launch, tape);
            }),
            _ => cta,
        }
    }

    /// A CTA of the second half.
    fn second(&mut self, first: CtaId) -> Result<CtaLookup, S::Error> {
        let Some(launch) = self.launch.clone() else { return Ok(CtaLookup::Missing) };
        let found = self.source.cta_at(first)?;
        Ok(match found {
            CtaLookup::Cta(cta) => {
                let cta = moved(&cta, &launch.code, &launch.windows, SECOND_HALF);
                CtaLookup::Cta(cta.at(CtaId(first.0 + self.ctas())))
            }
            other => other,
        })
    }
}

impl<S: Source> Source for IdealSource<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        self.launch = self.source.launch()?;
        self.ids.clear();
        self.repeated = 0;
        if let Some(launch) = &mut self.launch {
            match self.change {
                IdealChange::LargerGrid => {
                    let launch = Arc::make_mut(launch);
                    launch.grid[2] = launch.grid[2].saturating_mul(2);
                    let copies = launch.copies.clone();
                    launch.copies.extend(copies.into_iter().map(|mut copy| {
                        copy.address = copy.address.wrapping_add(SECOND_HALF);
                        copy
                    }));
                }
                IdealChange::NoBarrierWaits => {
                    let code = Arc::new(without_barriers(&launch.code));
                    Arc::make_mut(launch).code = code;
                }
                _ => {}
            }
        }
        Ok(self.launch.clone())
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        if self.change != IdealChange::LargerGrid {
            return Ok(self.source.cta()?.map(|cta| self.changed(cta)));
        }
        if let Some(cta) = self.source.cta()? {
            self.ids.push(cta.id());
            return Ok(Some(cta));
        }
        let Some(&id) = self.ids.get(self.repeated) else { return Ok(None) };
        self.repeated += 1;
        match self.second(id)? {
            CtaLookup::Cta(cta) => Ok(Some(cta)),
            _ => Ok(None),
        }
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        if self.change == IdealChange::LargerGrid && id.0 >= self.ctas() {
            return self.second(CtaId(id.0 - self.ctas()));
        }
        Ok(match self.source.cta_at(id)? {
            CtaLookup::Cta(cta) => CtaLookup::Cta(self.changed(cta)),
            other => other,
        })
    }
}

/// Code whose barriers complete at once.
fn without_barriers(code: &Code) -> Code {
    let instruction = |instruction: &Instruction| match instruction.effect {
        Effect::Barrier { .. } => Instruction { effect: Effect::None, ..instruction.clone() },
        _ => instruction.clone(),
    };
    Code { instructions: code.instructions.iter().map(instruction).collect(), ..code.clone() }
}

/// Whether an access only reads or writes: atomics and copies depend on their addresses.
fn is_plain(kind: AccessKind) -> bool {
    matches!(kind, AccessKind::Load | AccessKind::LoadBypass | AccessKind::Store)
}

/// An access whose lanes are at most a word apart, if it is one of shared memory.
fn put_without_conflicts(access: Access<'_>, launch: &Launch, tape: &mut WarpTape) {
    let first = access.addresses.of(access.lanes).next().unwrap_or(0);
    if is_plain(access.kind) && access.space_of(&launch.windows, first) == Space::Shared {
        tape.affine(first / BANKS * BANKS, 4);
    } else {
        access.put_changed(tape, |address| address);
    }
}

/// An access whose active lanes follow each other, if it is one of global memory and then touches fewer sectors.
fn put_coalesced(access: Access<'_>, launch: &Launch, tape: &mut WarpTape) {
    let Access { lanes, bytes, .. } = access;
    let first = access.addresses.of(lanes).next().unwrap_or(0);
    let base = first / SECTOR * SECTOR;
    let needed = (u64::from(lanes.count()) * u64::from(bytes)).div_ceil(SECTOR);
    let is_global = access.space_of(&launch.windows, first) == Space::Global;
    if is_plain(access.kind) && is_global && sectors(access.addresses, lanes, bytes) > needed {
        tape.list((0..u64::from(lanes.count())).map(|lane| base + lane * u64::from(bytes)));
    } else {
        access.put_changed(tape, |address| address);
    }
}

/// The number of sectors that an access touches.
fn sectors(addresses: Addresses<'_>, lanes: LaneMask, bytes: u32) -> u64 {
    let last = u64::from(bytes.max(1)) - 1;
    let touched = |address: u64| address / SECTOR..=address.saturating_add(last) / SECTOR;
    let mut touched: Vec<u64> = addresses.of(lanes).flat_map(touched).collect();
    touched.sort_unstable();
    touched.dedup();
    touched.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::program::Pc;
    use warploom_kernel::tape::{GenericWindows, HostCopy};

    const LANES: LaneMask = LaneMask(0b1111);

    /// One launch of two CTAs, each with a scattered load, a shared access with conflicts and a barrier.
    struct Tape {
        launched: bool,
        next: u64,
    }

    fn launch() -> Launch {
        let access = |space| Instruction {
            effect: Effect::Memory { space, kind: AccessKind::Load, bytes: 4 },
            ..Instruction::new("ld", Class::Global)
        };
        let barrier = Instruction {
            effect: Effect::Barrier { id: 0, threads: None, waits: true },
            ..Instruction::new("bar.sync", Class::Barrier)
        };
        let instructions = vec![access(Space::Global), access(Space::Shared), barrier];
        let code = Arc::new(Code { instructions, ..Code::default() });
        let copies = vec![HostCopy { address: 0x8000, bytes: 64 }];
        Launch { windows: GenericWindows::default(), copies, ..Launch::synthetic("k", code, 2, 1) }
    }

    fn cta(id: u64) -> Cta {
        let mut warp = WarpTape::default();
        (0..3).for_each(|pc| warp.step(Pc(pc), LANES));
        warp.affine(0x8000 + 0x1000 * id, 256);
        warp.affine(0x80, 128);
        let mut cta = Cta::new(CtaId(id));
        cta.push(&warp);
        cta
    }

    impl Source for Tape {
        type Error = std::convert::Infallible;

        fn launch(&mut self) -> Result<Option<Arc<Launch>>, Self::Error> {
            Ok((!std::mem::replace(&mut self.launched, true)).then(|| Arc::new(launch())))
        }

        fn cta(&mut self) -> Result<Option<Cta>, Self::Error> {
            self.next += 1;
            Ok((self.next <= 2).then(|| cta(self.next - 1)))
        }

        fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Self::Error> {
            Ok(if id.0 < 2 { CtaLookup::Cta(cta(id.0)) } else { CtaLookup::Missing })
        }
    }

    type Read = (Arc<Launch>, Vec<(u64, Vec<Vec<u64>>)>);

    /// The launch, and for each CTA its number and the addresses of its accesses.
    fn read(change: IdealChange) -> Read {
        let mut source = change.source(Tape { launched: false, next: 0 });
        let launch = source.launch().unwrap().unwrap();
        let mut ctas = Vec::new();
        while let Some(cta) = source.cta().unwrap() {
            let steps = cta.warp(0);
            let steps = steps.steps(&launch.code).filter_map(|step| step.access);
            let addresses = steps.map(|access| access.of(LANES).collect()).collect();
            assert_eq!(source.cta_at(cta.id()).unwrap(), CtaLookup::Cta(cta.clone()), "by number, too");
            ctas.push((cta.id().0, addresses));
        }
        (launch, ctas)
    }

    #[test]
    fn a_tape_without_its_limit_has_other_addresses() {
        let (_, plain) = read(IdealChange::FasterDram);
        assert_eq!(plain[1].1, [[0x9000, 0x9100, 0x9200, 0x9300], [0x80, 0x100, 0x180, 0x200]]);
        let (_, coalesced) = read(IdealChange::Coalesced);
        assert_eq!(coalesced[1].1, [[0x9000, 0x9004, 0x9008, 0x900c], [0x80, 0x100, 0x180, 0x200]]);
        let (_, free) = read(IdealChange::NoBankConflicts);
        assert_eq!(free[1].1, [[0x9000, 0x9100, 0x9200, 0x9300], [0x80, 0x84, 0x88, 0x8c]]);
        let (launch, _) = read(IdealChange::NoBarrierWaits);
        assert!(launch.code.instructions.iter().all(|i| !matches!(i.effect, Effect::Barrier { .. })));
    }

    #[test]
    fn a_larger_grid_has_every_cta_twice_on_data_of_its_own() {
        let (launch, ctas) = read(IdealChange::LargerGrid);
        assert_eq!((launch.ctas(), launch.copies.len()), (4, 2));
        assert_eq!(ctas.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let (first, second) = (&ctas[1].1, &ctas[3].1);
        assert_eq!(second[0][0], first[0][0] + SECOND_HALF);
        assert_eq!(second[1], first[1], "shared memory does not move");
    }

    #[test]
    fn every_machine_without_a_limit_is_valid() {
        for name in ["gtx480", "v100", "h100"] {
            let machine = warploom_gpu::machine::named(name).unwrap().machine();
            for change in [IdealChange::LargerL1, IdealChange::MoreMshrs, IdealChange::FasterDram] {
                let ideal = change.machine(&machine).unwrap_or_else(|| panic!("{name} {change:?}"));
                assert_ne!(ideal, machine);
            }
            assert_eq!(IdealChange::Coalesced.machine(&machine), Some(machine));
        }
    }
}
