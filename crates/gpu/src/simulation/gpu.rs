//! The machine of a simulation: cores, memory partitions and network, which live through all launches of a tape.

use super::{L2Start, LaunchRecord, Options, RunError, Simulation};
use crate::abort::TapeFailed;
use crate::backoff::Backoff;
use crate::core::LaunchConfig;
use crate::core::gpu_core::Core;
use crate::counters::{Counters, InstructionCounts};
use crate::cu::{Cu, ScalarL1};
use crate::decoded::DecodedCode;
use crate::dispatch::{CtaDispatcher, StartRate};
use crate::engine::{self, End, EndReason, Task};
use crate::ids::{NEVER, SmId};
use crate::machine::{Machine, MachineError};
use crate::memory::clock::MemoryClock;
use crate::memory::dram::AddressMap;
use crate::memory::message::NetworkLatency;
use crate::memory::network::Network;
use crate::memory::partition::Partition;
use crate::occupancy::{Occupancy, occupancy_of};
use crate::placement::{CtaPolicy, RoundRobin};
use crate::policy::WarpPolicy;
use crate::probe::ProbeSet;
use crate::sm::Sm;
use crate::wave_policy::WavePolicy;
use std::sync::{Arc, Mutex};
use warploom_kernel::code::Code;
use warploom_kernel::image::Isa;
use warploom_kernel::phase::Reading;
use warploom_kernel::tape::{HostCopy, Launch, Source};

/// Constructor of the policy of each core: of warps on SMs, of waves on CUs.
pub(super) enum PolicyFactory<'a> {
    Warps(Box<dyn Fn(SmId) -> Box<dyn WarpPolicy> + 'a>),
    Waves(Box<dyn Fn(SmId) -> Box<dyn WavePolicy> + 'a>),
}

/// Cycles and CTAs that the run may still simulate.
#[derive(Clone, Copy)]
struct Budget {
    cycles: u64,
    ctas: u64,
}

/// The machine of a simulation.
pub(super) struct Gpu<'a> {
    machine: &'a Machine,
    policy: PolicyFactory<'a>,
    cta_policy: Option<&'a mut dyn CtaPolicy>,
    /// The CTA policy of a simulation without one.
    round_robin: RoundRobin,
    probes: Option<&'a mut dyn ProbeSet>,
    phases: Reading,
    options: Options,
    map: Arc<AddressMap>,
    /// Made when the first launch begins.
    cores: Vec<Core>,
    partitions: Vec<Partition>,
    network: Option<Network>,
    /// The code of each kernel launched so far, and its decoded form.
    codes: Vec<(Arc<Code>, Arc<DecodedCode>)>,
    /// Names of the unit kinds of SMs.
    units: Arc<[String]>,
    now: u64,
    window: u64,
    /// Helpers of the lead thread, from the stalls of all launches so far.
    backoff: Backoff,
}

impl<'a> Gpu<'a> {
    pub fn new<E>(simulation: Simulation<'a>) -> Result<Gpu<'a>, RunError<E>> {
        let Simulation { machine, policy, cta_policy, probes, phases, options } = simulation;
        machine.check()?;
        if machine.cu.is_some() != matches!(policy, PolicyFactory::Waves(_)) {
            return Err(RunError::WrongPolicy { machine: machine.isa() });
        }
        let longest = NetworkLatency::of(machine).max_window(MemoryClock::of(machine));
        let window = options.window.unwrap_or(longest);
        if !(1..=longest).contains(&window) {
            return Err(RunError::InvalidWindow { window, longest });
        }
        let (l2, banks) = (&machine.l2, machine.dram.channel.banks);
        let map = AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, banks)
            .map_err(|fault| MachineError::Part { part: "dram.map", fault: fault.to_string() })?;
        let map = Arc::new(map);
        Ok(Gpu {
            machine,
            policy,
            cta_policy,
            round_robin: RoundRobin::default(),
            probes,
            phases,
            options,
            partitions: (0..l2.partitions).map(|number| Partition::new(number, machine, &map)).collect(),
            network: Network::of(machine),
            map,
            cores: Vec::new(),
            codes: Vec::new(),
            units: machine.sm.iter().flat_map(|sm| sm.unit_names()).collect(),
            now: 0,
            window,
            backoff: Backoff::new(options.threads.saturating_sub(1)),
        })
    }

    pub fn run<S: Source>(&mut self, source: &mut S) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
        let Options { max_cycles, max_ctas, .. } = self.options;
        let mut records = Vec::new();
        let mut budget = Budget { cycles: max_cycles.unwrap_or(NEVER), ctas: max_ctas.unwrap_or(NEVER) };
        while let Some(launch) = source.launch().map_err(RunError::Tape)? {
            let record = self.launch(source, launch, budget)?;
            budget.cycles -= record.cycles;
            budget.ctas -= record.ctas;
            let end_reason = record.end_reason;
            records.push(record);
            if end_reason != EndReason::Complete || budget.cycles == 0 || budget.ctas == 0 {
                break;
            }
        }
        Ok(records)
    }

    /// Returns the probes to their set, at the end of the run.
    pub fn detach_probes(self) {
        let Some(probes) = self.probes else { return };
        let attached = self.cores.into_iter().filter_map(|core| Some((core.base().id, core.into_probe()?)));
        attached.for_each(|(sm, probe)| probes.detach(sm, probe));
    }

    fn launch<S: Source>(
        &mut self,
        source: &mut S,
        launch: Arc<Launch>,
        budget: Budget,
    ) -> Result<LaunchRecord, RunError<S::Error>> {
        if (launch.isa() == Isa::Gcn) != self.machine.cu.is_some() {
            let (kernel, machine) = (launch.kernel.clone(), self.machine.isa());
            return Err(RunError::WrongCode { kernel, machine });
        }
        let occupancy = occupancy_of(self.machine, &launch);
        if occupancy.ctas == 0 {
            let (kernel, limiter) = (launch.kernel.clone(), occupancy.limiter);
            return Err(RunError::CtaTooLarge { kernel, limiter });
        }
        self.configure(&launch, occupancy);
        let start = self.now;
        let latency_end = start + u64::from(self.machine.launch_latency);
        self.cores.iter_mut().for_each(|core| core.launch_begins(&launch, start, latency_end));
        let cu = self.machine.cu.as_ref();
        let task = Task {
            start,
            // The dispatcher sends CTAs at the end of a cycle; an SM starts them in the next, a CU at once.
            first_cta: latency_end + u64::from(cu.is_none()),
            window: self.window,
            memory_clock: MemoryClock::of(self.machine),
            cores_together: cu.map_or(1, |cu| cu.scalar_l1_cus as usize),
            stop: start.saturating_add(budget.cycles),
            threads: self.options.threads,
            interrupt: self.options.interrupt,
            cta_counter: self.options.cta_counter,
        };
        let cta_policy: &mut dyn CtaPolicy = match &mut self.cta_policy {
            Some(policy) => &mut **policy,
            None => &mut self.round_robin,
        };
        let slots = (self.cores.len(), occupancy.ctas);
        let start_rate = StartRate::of(self.machine);
        let mut tape_error = None;
        let mut tape = source.map_err(|error| {
            tape_error = Some(error);
            TapeFailed
        });
        let mut dispatcher = CtaDispatcher::new(
            &mut tape,
            cta_policy,
            Arc::clone(&launch),
            slots,
            budget.ctas,
            start_rate,
            start,
        )
        .by_halves(cu.is_some_and(|cu| cu.dispatch_halves));
        let ended = engine::run(
            &task,
            &mut self.backoff,
            &mut self.cores,
            &mut self.partitions,
            self.machine.l2.slices as usize,
            self.network.as_mut(),
            &mut dispatcher,
        );
        let end = ended.map_err(|abort| RunError::of(abort, tape_error, &launch, &self.cores))?;
        Ok(self.record(launch, occupancy, end))
    }

    /// Configures cores and memory for a launch. The first one makes the cores.
    fn configure(&mut self, launch: &Launch, occupancy: Occupancy) {
        let (code_id, code) = self.decoded(launch);
        let sm = self.machine.sm.as_ref();
        let per_core = launch.ctas().div_ceil(self.machine.cores().into()).min(occupancy.ctas.into()) as u32;
        let config = LaunchConfig {
            code,
            code_base: sm.map_or(0, |sm| sm.fetch.code_base(code_id)),
            warps_per_cta: occupancy.warps,
            cores: self.machine.cores(),
            cta_slots: occupancy.ctas,
            shared_bytes: sm.map_or(0, |sm| launch.shared.next_multiple_of(sm.shared_unit) * per_core.max(1)),
            windows: launch.windows.clone(),
            by_instruction: self.options.by_instruction,
        };
        if self.cores.is_empty() {
            self.make_cores(&config);
        }
        self.cores.iter_mut().for_each(|core| core.configure(self.machine, config.clone()));
        if !self.machine.l2.keep {
            self.partitions.iter_mut().for_each(Partition::invalidate);
        }
        if self.options.l2_start == L2Start::Warm {
            launch.copies.iter().for_each(|copy| self.install(copy));
        }
    }

    fn make_cores(&mut self, config: &LaunchConfig) {
        let scalar_l1s = self.scalar_l1s();
        let core = |id| {
            let (id, config) = (SmId(id), config.clone());
            let probe = self.probes.as_mut().and_then(|probes| probes.attach(id));
            match &self.policy {
                PolicyFactory::Warps(policy) => {
                    Core::Sm(Box::new(Sm::new(id, self.machine, &self.map, policy(id), probe, config)))
                }
                PolicyFactory::Waves(policy) => {
                    let shared = self.machine.cu().scalar_l1_cus;
                    let scalar = Arc::clone(&scalar_l1s[(id.0 / shared) as usize]);
                    Core::Cu(Box::new(Cu::new(
                        id,
                        self.machine,
                        &self.map,
                        scalar,
                        policy(id),
                        probe,
                        config,
                    )))
                }
            }
        };
        self.cores = (0..self.machine.cores()).map(core).collect();
    }

    /// The record of a launch that has ended.
    fn record(&mut self, launch: Arc<Launch>, occupancy: Occupancy, ended: End) -> LaunchRecord {
        let End { end, ctas, reason: end_reason } = ended;
        let start = self.now;
        let mut counters = Counters::default();
        let obeys = self.decoded(&launch).1.machine_code.is_some();
        let obeyed = self.machine.sm.as_ref().map(|sm| sm.dependences).filter(|_| obeys);
        let mut by_instruction = Vec::new();
        let mut by_cu = Vec::new();
        for core in &mut self.cores {
            core.rewind(end);
            self.now = self.now.max(core.base().clock);
            let own = core.take_counters();
            counters += &own;
            sum(&mut by_instruction, &core.base().by_instruction);
            if let Core::Cu(_) = core {
                by_cu.push(own);
            }
        }
        self.flush_written();
        for partition in &mut self.partitions {
            let (l2, dram) = partition.take_counters();
            counters.l2 += &l2;
            counters.dram += &dram;
        }
        LaunchRecord {
            launch,
            cycles: end - start,
            ctas,
            end_reason,
            counters,
            by_instruction,
            by_cu,
            occupancy,
            units: Arc::clone(&self.units),
            dependences: obeyed.unwrap_or_default(),
            clock_mhz: self.machine.clock.sm,
        }
    }

    /// The scalar L1s that CUs share.
    fn scalar_l1s(&self) -> Vec<Arc<Mutex<ScalarL1>>> {
        let Some(cu) = &self.machine.cu else { return Vec::new() };
        let shared = cu.scalar_l1_cus;
        let one = |_| Arc::new(Mutex::new(ScalarL1::new(&cu.scalar_l1, shared as usize)));
        (0..cu.count.div_ceil(shared)).map(one).collect()
    }

    /// Removes the lines that the launch wrote from the L2 and the L1s, if the machine does.
    fn flush_written(&mut self) {
        if !self.machine.l2.flush_written {
            return;
        }
        let mut pages = Vec::new();
        for core in &mut self.cores {
            if let Core::Cu(cu) = core {
                pages.extend(cu.take_written_pages());
            }
        }
        pages.sort_unstable();
        pages.dedup();
        let mut removed = Vec::new();
        self.partitions.iter_mut().for_each(|partition| partition.flush(&pages, &mut removed));
        for core in &mut self.cores {
            if let Core::Cu(cu) = core {
                cu.remove_lines(&removed);
            }
        }
    }

    /// The launch's code decoded for this machine, and its number.
    fn decoded(&mut self, launch: &Launch) -> (u64, Arc<DecodedCode>) {
        let known = self.codes.iter().position(|(code, _)| Arc::ptr_eq(code, &launch.code));
        let number = known.unwrap_or_else(|| {
            let decoded = Arc::new(DecodedCode::new(&launch.code, self.machine, launch.width, self.phases));
            self.codes.push((Arc::clone(&launch.code), decoded));
            self.codes.len() - 1
        });
        (number as u64, Arc::clone(&self.codes[number].1))
    }

    /// Installs the lines of a host-to-device copy in the L2. Of a copy larger than the L2, only the last lines stay.
    fn install(&mut self, copy: &HostCopy) {
        let l2 = &self.machine.l2;
        for (start, end) in l2.copies.filled(copy.address, copy.bytes) {
            let from = start.max(end.saturating_sub(l2.bytes())) & !31;
            for address in (from..end).step_by(32) {
                let slice = self.map.decode(address).sub_partition.0;
                self.partitions[usize::from(slice) / l2.slices as usize].install(address, slice, self.now);
            }
        }
    }
}

fn sum(into: &mut Vec<InstructionCounts>, more: &[InstructionCounts]) {
    into.resize(more.len(), InstructionCounts::default());
    into.iter_mut().zip(more).for_each(|(sums, more)| *sums += more);
}
