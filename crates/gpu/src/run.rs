//! Simulation of a tape's kernel launches on a machine.

use crate::abort::LaunchAbort;
use crate::backoff::Backoff;
use crate::core::gpu_core::{Core, Illegal};
use crate::core::{BlockedWarp, LaunchConfig};
use crate::counters::{Counters, InstructionCounts};
use crate::cta_counter::CtaCounter;
use crate::cu::{Cu, IllegalWave, ScalarL1};
use crate::decoded::{DecodedCode, WaveUnit};
use crate::dispatch::{CtaDispatcher, StartRate};
use crate::engine::{self, End, Task};
use crate::ids::{Cycle, NEVER, SchedulerId, Slot, SmId, WarpSet};
use crate::interrupt::Interrupt;
use crate::machine::{Machine, MachineError};
use crate::memory::clock::MemoryClock;
use crate::memory::dram::AddressMap;
use crate::memory::message::NetworkLatency;
use crate::memory::network::Network;
use crate::memory::partition::Partition;
use crate::occupancy::{Limiter, Occupancy, occupancy_of};
use crate::placement::{CtaPolicy, PlacementError, RoundRobin};
use crate::policy::WarpPolicy;
use crate::probe::ProbeSet;
use crate::sm::{IllegalPick, Sm};
use crate::wave_policy::WavePolicy;
use std::sync::{Arc, Mutex};
use warploom_kernel::code::Code;
use warploom_kernel::execute::CtaId;
use warploom_kernel::image::Isa;
use warploom_kernel::phase::Reading;
use warploom_kernel::tape::{HostCopy, Launch, Source};

pub use crate::engine::EndReason;

/// Options of a run: limits, host threads and simulation window.
///
/// ```
/// use warploom_gpu::run::Options;
/// let options = Options::default().with_threads(2).with_max_cycles(1_000_000);
/// assert_eq!((options.threads, options.max_cycles, options.max_ctas), (2, Some(1_000_000), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Cycle limit, summed over all launches.
    pub max_cycles: Option<u64>,
    /// CTA limit, summed over all launches.
    pub max_ctas: Option<u64>,
    /// Host threads that simulate. The result does not depend on it.
    pub threads: usize,
    /// Window in cycles: SMs and memory partitions simulate one window independently, then exchange messages. The default is the
    /// longest window that the machine allows.
    pub window: Option<u64>,
    /// Whether the L2 contains the data that the host copied to the device before a launch.
    pub l2_start: L2Start,
    /// How phases of the code are defined, for policies that use them.
    pub phases: Reading,
    /// True to attribute scheduler-cycles to instructions as well, see [`LaunchRecord::by_instruction`].
    pub by_instruction: bool,
    /// The flag that ends the run early, checked after every window.
    pub interrupt: Option<Interrupt>,
    /// The counter of completed CTAs, updated after every window.
    pub cta_counter: Option<CtaCounter>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_cycles: None,
            max_ctas: None,
            threads: 1,
            window: None,
            l2_start: L2Start::Warm,
            phases: Reading::default(),
            by_instruction: false,
            interrupt: None,
            cta_counter: None,
        }
    }
}

/// State of the L2 at the start of a launch, with regard to data that the host copied to the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum L2Start {
    /// The L2 contains the copied data, as far as the machine lets copies enter it ([`L2::copies`](crate::machine::L2::copies)).
    #[default]
    Warm,
    /// Copies bypass the L2: it contains only lines that kernels accessed.
    Cold,
}

impl L2Start {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            L2Start::Warm => "warm",
            L2Start::Cold => "cold",
        }
    }
}

impl Options {
    /// The same options with a cycle limit, or none.
    #[must_use]
    pub fn with_max_cycles(self, max_cycles: impl Into<Option<u64>>) -> Options {
        Options { max_cycles: max_cycles.into(), ..self }
    }

    /// The same options with a CTA limit, or none.
    #[must_use]
    pub fn with_max_ctas(self, max_ctas: impl Into<Option<u64>>) -> Options {
        Options { max_ctas: max_ctas.into(), ..self }
    }

    /// The same options with this number of host threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Options {
        Options { threads, ..self }
    }

    /// The same options with another definition of phases.
    #[must_use]
    pub fn with_phases(self, phases: Reading) -> Options {
        Options { phases, ..self }
    }

    /// The same options with this window in cycles, or the machine's longest.
    #[must_use]
    pub fn with_window(self, window: impl Into<Option<u64>>) -> Options {
        Options { window: window.into(), ..self }
    }

    /// The same options with this state of the L2 at the start of a launch.
    #[must_use]
    pub fn with_l2_start(self, l2_start: L2Start) -> Options {
        Options { l2_start, ..self }
    }

    /// The options that change the result: the cycle limit, the CTA limit and the window, and the state of the L2.
    pub fn limits(&self) -> ([Option<u64>; 3], L2Start) {
        // Listed one by one, so that a new option cannot be forgotten here.
        let Options {
            max_cycles,
            max_ctas,
            window,
            l2_start,
            // The policy's parameters, which a digest has.
            phases: _,
            threads: _,
            by_instruction: _,
            interrupt: _,
            cta_counter: _,
        } = *self;
        ([max_cycles, max_ctas, window], l2_start)
    }

    /// The same options, with or without scheduler-cycles by instruction.
    #[must_use]
    pub fn with_by_instruction(self, by_instruction: bool) -> Options {
        Options { by_instruction, ..self }
    }

    /// The same options with a flag that ends the run early, or without one.
    #[must_use]
    pub fn with_interrupt(self, interrupt: impl Into<Option<Interrupt>>) -> Options {
        Options { interrupt: interrupt.into(), ..self }
    }

    /// The same options with a counter of completed CTAs, or without one.
    #[must_use]
    pub fn with_cta_counter(self, cta_counter: impl Into<Option<CtaCounter>>) -> Options {
        Options { cta_counter: cta_counter.into(), ..self }
    }
}

/// The result of one kernel launch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LaunchRecord {
    /// The launch.
    pub launch: Arc<Launch>,
    /// Cycles from the start of the launch to the end of its last CTA.
    pub cycles: u64,
    /// Number of CTAs that completed.
    pub ctas: u64,
    /// Why the launch ended.
    pub end_reason: EndReason,
    /// Counters of all SMs and memory partitions, summed.
    pub counters: Counters,
    /// Counters by instruction, empty unless [`Options::by_instruction`]: its issues, its accesses, and the stalls that it is
    /// charged with.
    pub by_instruction: Vec<InstructionCounts>,
    /// Counters of each CU; empty on a machine of SMs.
    pub by_cu: Vec<Counters>,
    /// Resident CTAs per SM, and the resource that limits them.
    pub occupancy: Occupancy,
    /// Names of the machine's unit kinds, by [`UnitId`](crate::UnitId); the load-store unit is the last. Empty on a machine of CUs.
    pub units: Arc<[String]>,
    /// Clock of SMs or CUs in MHz.
    pub clock_mhz: f64,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError<E> {
    /// The tape could not be read.
    #[error(transparent)]
    Tape(E),
    /// The machine description is invalid.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The window is 0 or longer than the machine allows.
    #[error(
        "a window of {window} cycles is not possible: choose 1 to {longest}, the shortest delay of a message on this machine"
    )]
    InvalidWindow {
        /// The window asked for, in cycles.
        window: u64,
        /// The longest window of this machine, in cycles.
        longest: u64,
    },
    /// The launch has code that the cores of the machine do not execute.
    #[error("{}", match machine {
        Isa::Gcn => format!("`{kernel}` is not GCN code, and the CUs of this machine execute nothing else"),
        _ => format!("`{kernel}` is GCN code, which the SMs of this machine do not execute"),
    })]
    WrongCode {
        /// The kernel.
        kernel: String,
        /// What the machine executes.
        machine: Isa,
    },
    /// The policy decides for the other kind of cores.
    #[error("{}", match machine {
        Isa::Gcn => "this machine has CUs, for which a wave policy decides, and not a warp policy",
        _ => "this machine has SMs, for which a warp policy decides, and not a wave policy",
    })]
    WrongPolicy {
        /// What the machine executes.
        machine: Isa,
    },
    /// The wave policy picked a wave that cannot issue.
    #[error(
        "the policy picked slot {picked} for the {} unit of CU {}, which cannot issue in cycle {cycle}: pick one of {issuable:?}",
        .unit.name(), .cu.0
    )]
    IllegalWave {
        /// The CU.
        cu: SmId,
        /// The unit.
        unit: WaveUnit,
        /// The slot that the policy picked.
        picked: Slot,
        /// The cycle of the pick.
        cycle: Cycle,
        /// The waves that could issue.
        issuable: WarpSet,
    },
    /// A CTA needs more than an SM has.
    #[error("a CTA of `{kernel}` does not fit on an SM, which has {}", .limiter.shortage())]
    CtaTooLarge {
        /// The kernel.
        kernel: String,
        /// The resource that an SM has too little of.
        limiter: Limiter,
    },
    /// The warp policy picked a warp that cannot issue.
    #[error(
        "the policy picked slot {picked} for scheduler {} of SM {}, which cannot issue in cycle {cycle}: pick one of {issuable:?}",
        .scheduler.0, .sm.0
    )]
    IllegalPick {
        /// The SM.
        sm: SmId,
        /// The scheduler.
        scheduler: SchedulerId,
        /// The slot that the policy picked.
        picked: Slot,
        /// The cycle of the pick.
        cycle: Cycle,
        /// The warps that could issue.
        issuable: WarpSet,
    },
    /// The CTA policy returned an illegal placement.
    #[error("the CTA policy {error}, in cycle {cycle}")]
    IllegalPlacement {
        /// The cycle of the placement.
        cycle: Cycle,
        /// Why it is illegal.
        error: PlacementError,
    },
    /// The CTA policy places CTAs by id, and the work has no random access.
    #[error(
        "the CTA policy places CTA {} by its id, but this work has no random access: record it on a tape first",
        .cta.0
    )]
    ForwardOnly {
        /// The CTA.
        cta: CtaId,
    },
    /// The launch makes no progress: no warp will ever issue again.
    #[error("`{kernel}` makes no progress after cycle {cycle}: {}{}", why(*.declined, *.undispatched), list(.blocked))]
    Deadlock {
        /// The kernel.
        kernel: String,
        /// The last simulated cycle.
        cycle: Cycle,
        /// True if warps could issue and the policy picked none of them.
        declined: bool,
        /// Number of undispatched CTAs, if none is in flight and the CTA policy places none of them; else 0.
        undispatched: u64,
        /// The blocked warps, each with its next instruction as text.
        blocked: Vec<(BlockedWarp, String)>,
    },
}

fn why(declined: bool, undispatched: u64) -> String {
    match (declined, undispatched) {
        (true, _) => "the policy picks none of the warps that can issue".to_owned(),
        (_, 0) => "every warp is blocked".to_owned(),
        (_, ctas) => {
            format!("the SMs are empty, and the CTA policy places none of the {ctas} undispatched CTAs")
        }
    }
}

/// Number of blocked warps that an error message lists.
const LISTED_WARPS: usize = 16;

fn list(blocked: &[(BlockedWarp, String)]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for (warp, instruction) in blocked.iter().take(LISTED_WARPS) {
        let BlockedWarp { sm, slot, cta, warp, reason, .. } = warp;
        let _ = write!(text, "\n  SM {sm}, slot {slot}: warp {warp} of CTA {cta} {reason}");
        if !instruction.is_empty() {
            let _ = write!(text, ", before {instruction}");
        }
    }
    if blocked.len() > LISTED_WARPS {
        let _ = write!(text, "\n  and {} more", blocked.len() - LISTED_WARPS);
    }
    text
}

/// Simulates all launches of a tape, with round-robin CTA dispatch.
///
/// `policy` creates the warp policy of each SM; `probes` attaches a probe to each SM that is to be
/// observed, and holds them after the run.
///
/// ```
/// use std::convert::Infallible;
/// use std::sync::Arc;
/// use warploom_gpu::machine::named;
/// use warploom_gpu::policy::{SmView, WarpPolicy};
/// use warploom_gpu::run::{Options, run};
/// use warploom_gpu::{SchedulerId, Slot};
/// use warploom_kernel::class::Class;
/// use warploom_kernel::code::{Code, Instruction};
/// use warploom_kernel::execute::{CtaId, LaneMask};
/// use warploom_kernel::program::Pc;
/// use warploom_kernel::tape::{Cta, Launch, WarpTape, produce};
///
/// /// Issues the warp in the lowest slot.
/// struct LowestSlot;
///
/// impl WarpPolicy for LowestSlot {
///     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
///         view.issuable(scheduler).first()
///     }
/// }
///
/// // A kernel of two instructions, launched as 30 CTAs of one warp.
/// let instructions = vec![Instruction::new("FADD", Class::Float), Instruction::new("EXIT", Class::Control)];
/// let code = Arc::new(Code { instructions, ..Code::default() });
/// let launch = Launch::synthetic("kernel", code, 30, 1);
/// let mut tape = produce::<Infallible>(4, move |sink| {
///     let mut warp = WarpTape::default();
///     (0..2).for_each(|pc| warp.step(Pc(pc), LaneMask(0xffff_ffff)));
///     let ctas = (0..30).map(|id| {
///         let mut cta = Cta::new(CtaId(id));
///         cta.push(&warp);
///         cta
///     });
///     let _ = sink.launch(launch).and_then(|()| ctas.into_iter().try_for_each(|cta| sink.cta(cta)));
///     Ok(())
/// });
///
/// let machine = named("gtx480").unwrap().machine();
/// let records = run(&mut tape, &machine, &|_| Box::new(LowestSlot), None, Options::default())?;
/// assert_eq!((records[0].ctas, records[0].counters.warp_instructions), (30, 60));
/// # Ok::<(), warploom_gpu::run::RunError<Infallible>>(())
/// ```
///
/// # Errors
/// See [`RunError`]. No records are returned for the launches before the error.
pub fn run<S: Source>(
    source: &mut S,
    machine: &Machine,
    policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>,
    probes: Option<&mut dyn ProbeSet>,
    options: Options,
) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
    run_with_cta_policy(source, machine, policy, &mut RoundRobin::default(), probes, options)
}

/// Simulates all launches of a tape, with CTAs dispatched by `cta_policy`; else as [`run`].
///
/// # Errors
/// See [`RunError`]. No records are returned for the launches before the error.
pub fn run_with_cta_policy<S: Source>(
    source: &mut S,
    machine: &Machine,
    policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>,
    cta_policy: &mut dyn CtaPolicy,
    probes: Option<&mut dyn ProbeSet>,
    options: Options,
) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
    run_cores(source, machine, CorePolicy::Warps(policy), cta_policy, probes, options)
}

/// Constructor of the policy of each core: of warps on SMs, of waves on CUs.
#[derive(Clone, Copy)]
pub enum CorePolicy<'a> {
    /// The warp policy of an SM.
    Warps(&'a dyn Fn(SmId) -> Box<dyn WarpPolicy>),
    /// The wave policy of a CU.
    Waves(&'a dyn Fn(SmId) -> Box<dyn WavePolicy>),
}

/// Simulates all launches of a tape on SMs or CUs, with CTAs dispatched by `cta_policy`; else as [`run`].
///
/// # Errors
/// See [`RunError`]. No records are returned for the launches before the error.
pub fn run_cores<S: Source>(
    source: &mut S,
    machine: &Machine,
    policy: CorePolicy<'_>,
    cta_policy: &mut dyn CtaPolicy,
    mut probes: Option<&mut dyn ProbeSet>,
    options: Options,
) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
    machine.check()?;
    if machine.cu.is_some() != matches!(policy, CorePolicy::Waves(_)) {
        return Err(RunError::WrongPolicy { machine: machine.isa() });
    }
    let memory_clock = MemoryClock::of(machine);
    let longest = NetworkLatency::of(machine).max_window(memory_clock);
    let window = options.window.unwrap_or(longest);
    if !(1..=longest).contains(&window) {
        return Err(RunError::InvalidWindow { window, longest });
    }
    let (l2, banks) = (&machine.l2, machine.dram.channel.banks);
    let map = AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, banks)
        .map_err(|fault| MachineError::Part { part: "dram.map", fault: fault.to_string() })?;
    let map = Arc::new(map);
    let mut gpu = Gpu {
        machine,
        partitions: (0..l2.partitions).map(|number| Partition::new(number, machine, &map)).collect(),
        network: Network::of(machine),
        map,
        cores: Vec::new(),
        codes: Vec::new(),
        units: machine.sm.iter().flat_map(|sm| sm.unit_names()).collect(),
        now: 0,
        window,
        backoff: Backoff::new(options.threads.saturating_sub(1)),
        options,
    };
    let records = gpu.run(source, cta_policy, SmFactories { policy, probes: &mut probes });
    if let Some(probes) = probes {
        let attached = gpu.cores.into_iter().filter_map(|core| Some((core.base().id, core.into_probe()?)));
        attached.for_each(|(sm, probe)| probes.detach(sm, probe));
    }
    records
}

/// Cycles and CTAs that the run may still simulate.
#[derive(Clone, Copy)]
struct Budget {
    cycles: u64,
    ctas: u64,
}

/// Constructors of the objects that each SM owns.
struct SmFactories<'a, 'p> {
    policy: CorePolicy<'a>,
    probes: &'a mut Option<&'p mut dyn ProbeSet>,
}

struct Gpu<'a> {
    machine: &'a Machine,
    map: Arc<AddressMap>,
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
    options: Options,
}

impl Gpu<'_> {
    fn run<S: Source>(
        &mut self,
        source: &mut S,
        cta_policy: &mut dyn CtaPolicy,
        mut factories: SmFactories<'_, '_>,
    ) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
        let Options { max_cycles, max_ctas, .. } = self.options;
        let mut records = Vec::new();
        let mut budget = Budget { cycles: max_cycles.unwrap_or(NEVER), ctas: max_ctas.unwrap_or(NEVER) };
        while let Some(launch) = source.launch().map_err(RunError::Tape)? {
            let record = self.launch(source, launch, cta_policy, &mut factories, budget)?;
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

    fn launch<S: Source>(
        &mut self,
        source: &mut S,
        launch: Arc<Launch>,
        cta_policy: &mut dyn CtaPolicy,
        SmFactories { policy, probes }: &mut SmFactories<'_, '_>,
        budget: Budget,
    ) -> Result<LaunchRecord, RunError<S::Error>> {
        if (launch.isa() == Isa::Gcn) != self.machine.cu.is_some() {
            let (kernel, machine) = (launch.kernel.clone(), self.machine.isa());
            return Err(RunError::WrongCode { kernel, machine });
        }
        let fits = occupancy_of(self.machine, &launch);
        if fits.ctas == 0 {
            let (kernel, limiter) = (launch.kernel.clone(), fits.limiter);
            return Err(RunError::CtaTooLarge { kernel, limiter });
        }
        let (code_id, code) = self.decoded(&launch);
        let per_sm = launch.ctas().div_ceil(self.machine.cores().into()).min(fits.ctas.into()) as u32;
        let config = LaunchConfig {
            code,
            code_base: self.machine.sm.as_ref().map_or(0, |sm| sm.fetch.code_base(code_id)),
            warps_per_cta: fits.warps,
            cores: self.machine.cores(),
            cta_slots: fits.ctas,
            shared_bytes: self
                .machine
                .sm
                .as_ref()
                .map_or(0, |sm| launch.shared.next_multiple_of(sm.shared_unit) * per_sm.max(1)),
            windows: launch.windows.clone(),
            by_instruction: self.options.by_instruction,
        };
        if self.cores.is_empty() {
            let scalar_l1s = self.scalar_l1s();
            let core = |id| {
                let (id, config) = (SmId(id), config.clone());
                let probe = probes.as_mut().and_then(|probes| probes.attach(id));
                match policy {
                    CorePolicy::Warps(policy) => {
                        let sm = Sm::new(id, self.machine, &self.map, policy(id), probe, config);
                        Core::Sm(Box::new(sm))
                    }
                    CorePolicy::Waves(policy) => {
                        let shared = self.machine.cu().scalar_l1_cus;
                        let scalar = Arc::clone(&scalar_l1s[(id.0 / shared) as usize]);
                        let cu = Cu::new(id, self.machine, &self.map, scalar, policy(id), probe, config);
                        Core::Cu(Box::new(cu))
                    }
                }
            };
            self.cores = (0..self.machine.cores()).map(core).collect();
        }
        self.cores.iter_mut().for_each(|core| core.configure(self.machine, config.clone()));
        if !self.machine.l2.keep {
            self.partitions.iter_mut().for_each(Partition::invalidate);
        }
        if self.options.l2_start == L2Start::Warm {
            launch.copies.iter().for_each(|copy| self.install(copy));
        }
        let start = self.now;
        let latency_end = start + u64::from(self.machine.launch_latency);
        self.cores.iter_mut().for_each(|core| core.launch_begins(&launch, start, latency_end));
        let task = Task {
            start,
            // The dispatcher sends CTAs at the end of a cycle; an SM starts them in the next, a CU at once.
            first_cta: latency_end + u64::from(self.machine.cu.is_none()),
            window: self.window,
            memory_clock: MemoryClock::of(self.machine),
            cores_together: self.machine.cu.as_ref().map_or(1, |cu| cu.scalar_l1_cus as usize),
            stop: start.saturating_add(budget.cycles),
            threads: self.options.threads,
            interrupt: self.options.interrupt,
            cta_counter: self.options.cta_counter,
        };
        let slots = (self.cores.len(), fits.ctas);
        let start_rate = StartRate::of(self.machine);
        let mut dispatcher = CtaDispatcher::new(
            source,
            cta_policy,
            Arc::clone(&launch),
            slots,
            budget.ctas,
            start_rate,
            start,
        )
        .by_halves(self.machine.cu.as_ref().is_some_and(|cu| cu.dispatch_halves));
        let slices = self.machine.l2.slices as usize;
        let ended = engine::run(
            &task,
            &mut self.backoff,
            &mut self.cores,
            &mut self.partitions,
            slices,
            self.network.as_mut(),
            &mut dispatcher,
        );
        let End { end, ctas, reason: end_reason } = ended.map_err(|abort| self.explain(abort, &launch))?;
        let mut counters = Counters::default();
        let mut by_instruction = Vec::new();
        let mut by_cu = Vec::new();
        for core in &mut self.cores {
            core.rewind(end);
            self.now = self.now.max(core.base().clock);
            let own = core.take_counters();
            counters.add(&own);
            sum(&mut by_instruction, &core.base().by_instruction);
            if let Core::Cu(_) = core {
                by_cu.push(own);
            }
        }
        self.flush_written();
        for partition in &mut self.partitions {
            let (l2, dram) = partition.take_counters();
            counters.l2 += l2;
            counters.dram += dram;
        }
        Ok(LaunchRecord {
            launch,
            cycles: end - start,
            ctas,
            end_reason,
            counters,
            by_instruction,
            by_cu,
            occupancy: fits,
            units: Arc::clone(&self.units),
            clock_mhz: self.machine.clock.sm,
        })
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
            let decoded =
                Arc::new(DecodedCode::new(&launch.code, self.machine, launch.width, self.options.phases));
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

    /// The error of an aborted launch.
    fn explain<E>(&self, abort: LaunchAbort<E>, launch: &Launch) -> RunError<E> {
        match abort {
            LaunchAbort::Tape(error) => RunError::Tape(error),
            LaunchAbort::IllegalPick { sm, cycle, pick: Illegal::Warp(pick) } => {
                let IllegalPick { scheduler, picked, issuable } = pick;
                RunError::IllegalPick { sm, scheduler, picked, cycle, issuable }
            }
            LaunchAbort::IllegalPick { sm, cycle, pick: Illegal::Wave(pick) } => {
                let IllegalWave { unit, picked, issuable } = pick;
                RunError::IllegalWave { cu: sm, unit, picked, cycle, issuable }
            }
            LaunchAbort::IllegalPlacement { cycle, error } => RunError::IllegalPlacement { cycle, error },
            LaunchAbort::ForwardOnly { cta } => RunError::ForwardOnly { cta },
            LaunchAbort::Deadlock { cycle, declined, undispatched } => {
                let named = |warp: BlockedWarp| {
                    let instruction = warp.pc.and_then(|pc| launch.code.instructions.get(pc.index()));
                    let words = instruction
                        .map(|i| format!("`{}` (instruction {})", i.opcode, warp.pc.unwrap_or_default().0));
                    (warp, words.unwrap_or_default())
                };
                // If the policy declines, only the SMs where it does so explain the deadlock.
                let cores = self.cores.iter().filter(|core| !declined || core.base().declined > 0);
                let blocked = cores.flat_map(Core::blocked_warps).map(named).collect();
                RunError::Deadlock { kernel: launch.kernel.clone(), cycle, declined, undispatched, blocked }
            }
        }
    }
}

fn sum(into: &mut Vec<InstructionCounts>, more: &[InstructionCounts]) {
    into.resize(more.len(), InstructionCounts::default());
    into.iter_mut().zip(more).for_each(|(sums, more)| sums.add(more));
}
