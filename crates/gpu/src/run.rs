//! A run: launches of a tape on a machine.

use crate::counters::{Cause, Counters};
use crate::decoded::DecodedCode;
use crate::dispatch::CtaDispatcher;
use crate::engine::{self, End, LaunchAbort, Task};
use crate::ids::{NEVER, SmId};
use crate::machine::{Machine, MachineError};
use crate::memory::dram::AddressMap;
use crate::memory::message::Hops;
use crate::memory::partition::Partition;
use crate::occupancy::{Occupancy, occupancy};
use crate::placement::{CtaPolicy, Misplacement, RoundRobin};
use crate::policy::WarpPolicy;
use crate::probe::ProbeOf;
use crate::sm::{Blocked, IllegalPick, Shape, Sm};
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{HostCopy, Launch, Source};

/// How a run is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Ends the run after so many cycles of all its launches.
    pub max_cycles: Option<u64>,
    /// Ends the run after so many CTAs of all its launches.
    pub max_ctas: Option<u64>,
    /// Threads of the host that simulate. The result is the same for any number.
    pub threads: usize,
    /// Cycles that every part of the GPU is simulated by itself before it hears from the others; at most what the machine
    /// allows, which is the default.
    pub window: Option<u64>,
    /// Whether scheduler-cycles are charged to instructions too.
    pub by_instruction: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_cycles: None, max_ctas: None, threads: 1, window: None, by_instruction: false }
    }
}

/// How a launch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All its CTAs ended.
    Complete,
    /// It was ended after [`Options::max_cycles`].
    MaxCycles,
    /// It was ended after [`Options::max_ctas`].
    MaxCtas,
}

/// What became of a launch.
#[derive(Clone, Debug)]
pub struct LaunchRecord {
    /// The launch.
    pub launch: Arc<Launch>,
    /// Cycles from its start to the end of its last CTA.
    pub cycles: u64,
    /// CTAs that ended.
    pub ctas: u64,
    /// How it ended.
    pub ended: Ended,
    /// What was counted.
    pub counters: Counters,
    /// Scheduler-cycles by instruction of the code and by [`Cause`], if that was asked for: an instruction's issues, and the
    /// cycles in which it was what a scheduler waited for.
    pub by_instruction: Vec<[u64; Cause::ALL.len()]>,
    /// How many CTAs an SM held.
    pub occupancy: Occupancy,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// The tape ended in an error.
    #[error(transparent)]
    Tape(E),
    /// There is no such machine.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The window is too long, or 0.
    #[error(
        "a window of {0} cycles: on this machine it may be 1 to {1}, so that nothing that is sent arrives in it"
    )]
    Window(u64, u64),
    /// A CTA needs more than an SM has.
    #[error("a CTA of `{kernel}` does not fit on an SM: {limiter} are too few")]
    TooLarge {
        /// The kernel.
        kernel: String,
        /// What there is too little of.
        limiter: &'static str,
    },
    /// The policy picked a warp that cannot issue.
    #[error(
        "the policy picked slot {picked} for scheduler {scheduler} of SM {sm}, which cannot issue in cycle {cycle}: it may pick one of {issuable}"
    )]
    Illegal {
        /// The SM.
        sm: u32,
        /// The scheduler.
        scheduler: u8,
        /// What was picked.
        picked: u8,
        /// When.
        cycle: u64,
        /// What could have been.
        issuable: String,
    },
    /// The CTA policy placed what cannot be placed.
    #[error("the CTA policy {mistake}, in cycle {cycle}")]
    Misplaced {
        /// When.
        cycle: u64,
        /// What it did.
        mistake: Misplacement,
    },
    /// The CTA policy asks for CTAs by number, and the work is no tape file.
    #[error(
        "the CTA policy asks for CTA {cta} by its number, but the work only goes forward: put it on a tape first"
    )]
    OnlyForward {
        /// The CTA.
        cta: u64,
    },
    /// Nothing will ever happen again.
    #[error("`{kernel}` does not go on after cycle {cycle}: {}{}", why(*.declined, *.forgotten), list(.waiting))]
    Stuck {
        /// The kernel.
        kernel: String,
        /// When.
        cycle: u64,
        /// Whether warps could have issued and the policy did not pick them.
        declined: bool,
        /// CTAs that are left, if none is under way and the CTA policy places none of them.
        forgotten: u64,
        /// Each warp that waits, its instruction in words, and what for.
        waiting: Vec<(Blocked, String)>,
    },
}

fn why(declined: bool, forgotten: u64) -> String {
    match (declined, forgotten) {
        (true, _) => "the policy declines to pick any of the warps that could issue".to_owned(),
        (_, 0) => "every warp waits".to_owned(),
        (_, left) => {
            format!("the SMs are empty, and the CTA policy places none of the {left} CTAs that are left")
        }
    }
}

/// Warps that are named in an error.
const NAMED: usize = 16;

fn list(waiting: &[(Blocked, String)]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for (warp, instruction) in waiting.iter().take(NAMED) {
        let Blocked { sm, slot, cta, warp, wait, .. } = warp;
        let _ = write!(text, "\n  SM {sm}, slot {slot}: warp {warp} of CTA {cta} {wait}");
        if !instruction.is_empty() {
            let _ = write!(text, ", before {instruction}");
        }
    }
    if waiting.len() > NAMED {
        let _ = write!(text, "\n  and {} more", waiting.len() - NAMED);
    }
    text
}

/// Runs all launches of a tape; a policy is made for each SM, and a probe, if there is to be one. CTAs go to SMs in turn.
///
/// # Errors
/// See [`RunError`]: the run up to there is lost.
pub fn run<S: Source>(
    source: &mut S,
    machine: &Machine,
    policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>,
    probe: Option<ProbeOf<'_>>,
    options: Options,
) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
    run_placed(source, machine, policy, &mut RoundRobin::default(), probe, options)
}

/// The same, where `cta_policy` says which CTA goes to which SM.
///
/// # Errors
/// See [`RunError`]: the run up to there is lost.
pub fn run_placed<S: Source>(
    source: &mut S,
    machine: &Machine,
    policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>,
    cta_policy: &mut dyn CtaPolicy,
    probe: Option<ProbeOf<'_>>,
    options: Options,
) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
    machine.check()?;
    let longest = Hops::of(machine).window();
    let window = options.window.unwrap_or(longest);
    if !(1..=longest).contains(&window) {
        return Err(RunError::Window(window, longest));
    }
    let (l2, banks) = (&machine.l2, machine.dram.channel.banks);
    let map = AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, banks)
        .map_err(|fault| MachineError::Part { part: "dram.map", fault: fault.to_string() })?;
    let map = Arc::new(map);
    let mut gpu = Gpu {
        machine,
        partitions: (0..l2.partitions).map(|number| Partition::new(number, machine, &map)).collect(),
        map,
        sms: Vec::new(),
        codes: Vec::new(),
        now: 0,
        window,
        options,
    };
    let mut records = Vec::new();
    let mut left =
        Left { cycles: options.max_cycles.unwrap_or(NEVER), ctas: options.max_ctas.unwrap_or(NEVER) };
    while let Some(launch) = source.launch().map_err(RunError::Tape)? {
        let record = gpu.launch(source, launch, cta_policy, (policy, probe), left)?;
        left.cycles -= record.cycles;
        left.ctas -= record.ctas;
        let ended = record.ended;
        records.push(record);
        if ended != Ended::Complete || left.cycles == 0 || left.ctas == 0 {
            break;
        }
    }
    Ok(records)
}

/// What a run may still take.
#[derive(Clone, Copy)]
struct Left {
    cycles: u64,
    ctas: u64,
}

type Makers<'a> = (&'a dyn Fn(SmId) -> Box<dyn WarpPolicy>, Option<ProbeOf<'a>>);

struct Gpu<'a> {
    machine: &'a Machine,
    map: Arc<AddressMap>,
    sms: Vec<Sm>,
    partitions: Vec<Partition>,
    /// Code that has been run, and timed.
    codes: Vec<(Arc<Code>, Arc<DecodedCode>)>,
    now: u64,
    window: u64,
    options: Options,
}

impl Gpu<'_> {
    fn launch<S: Source>(
        &mut self,
        source: &mut S,
        launch: Arc<Launch>,
        cta_policy: &mut dyn CtaPolicy,
        (policy, probe): Makers<'_>,
        left: Left,
    ) -> Result<LaunchRecord, RunError<S::Error>> {
        let fits = occupancy(&self.machine.sm, &launch);
        if fits.ctas == 0 {
            let (kernel, limiter) = (launch.kernel.clone(), fits.limiter.name());
            return Err(RunError::TooLarge { kernel, limiter });
        }
        let (code_number, code) = self.timed(&launch);
        let per_sm = launch.ctas().div_ceil(self.machine.sm.count.into()).min(fits.ctas.into()) as u32;
        let shape = Shape {
            code,
            code_number,
            warps_per_cta: fits.warps,
            ctas: fits.ctas,
            shared: launch.shared.next_multiple_of(self.machine.sm.shared_unit) * per_sm.max(1),
            windows: launch.windows.clone(),
            by_instruction: self.options.by_instruction,
        };
        if self.sms.is_empty() {
            let sm = |id| {
                Sm::new(
                    SmId(id),
                    self.machine,
                    &self.map,
                    policy(SmId(id)),
                    probe.and_then(|make| make(SmId(id))),
                    shape.clone(),
                )
            };
            self.sms = (0..self.machine.sm.count).map(sm).collect();
        }
        self.sms.iter_mut().for_each(|sm| sm.launch(self.machine, shape.clone()));
        if !self.machine.l2.keep {
            self.partitions.iter_mut().for_each(Partition::forget);
        }
        launch.copies.iter().for_each(|copy| self.install(copy));
        let start = self.now;
        self.sms.iter_mut().for_each(|sm| sm.announce(&launch, start));
        let task = Task {
            start,
            first_cta: start + u64::from(self.machine.launch_latency),
            window: self.window,
            stop: start.saturating_add(left.cycles),
            threads: self.options.threads,
        };
        let room = (self.sms.len(), fits.ctas);
        let mut dealer = CtaDispatcher::new(source, cta_policy, Arc::clone(&launch), room, left.ctas, start);
        let slices = self.machine.l2.slices as usize;
        let ended = engine::run(&task, &mut self.sms, &mut self.partitions, slices, &mut dealer);
        let End { end, ctas, cut_short, out_of_cycles } =
            ended.map_err(|halt| self.explain(halt, &launch))?;
        let mut counters = Counters::default();
        let mut by_instruction = Vec::new();
        for sm in &mut self.sms {
            sm.rewind(end);
            self.now = self.now.max(sm.clock());
            counters.add(&sm.take_counters());
            sum(&mut by_instruction, &sm.by_instruction);
        }
        for partition in &mut self.partitions {
            let (l2, dram) = partition.take_counters();
            counters.l2 += l2;
            counters.dram += dram;
        }
        let ended = match (cut_short, out_of_cycles) {
            (_, true) => Ended::MaxCycles,
            (true, _) => Ended::MaxCtas,
            _ => Ended::Complete,
        };
        Ok(LaunchRecord {
            launch,
            cycles: end - start,
            ctas,
            ended,
            counters,
            by_instruction,
            occupancy: fits,
        })
    }

    /// The launch's code, timed, and its number.
    fn timed(&mut self, launch: &Launch) -> (u64, Arc<DecodedCode>) {
        let known = self.codes.iter().position(|(code, _)| Arc::ptr_eq(code, &launch.code));
        let number = known.unwrap_or_else(|| {
            let timed = Arc::new(DecodedCode::new(&launch.code, self.machine, launch.width));
            self.codes.push((Arc::clone(&launch.code), timed));
            self.codes.len() - 1
        });
        (number as u64, Arc::clone(&self.codes[number].1))
    }

    /// What the host copies passes through the L2 and stays there, as far as there is room.
    fn install(&mut self, copy: &HostCopy) {
        let l2 = &self.machine.l2;
        let room = u64::from(l2.cache.bytes()) * u64::from(l2.slices * l2.partitions);
        let end = copy.address.saturating_add(copy.bytes);
        let from = copy.address.max(end.saturating_sub(room)) & !31;
        for address in (from..end).step_by(32) {
            let slice = self.map.place(address).sub_partition.0;
            self.partitions[usize::from(slice) / l2.slices as usize].install(address, slice, self.now);
        }
    }

    /// Says why it does not go on.
    fn explain<E>(&self, halt: LaunchAbort<E>, launch: &Launch) -> RunError<E> {
        match halt {
            LaunchAbort::Tape(error) => RunError::Tape(error),
            LaunchAbort::IllegalPick {
                sm,
                cycle,
                misdeed: IllegalPick::Illegal { scheduler, picked, issuable },
            } => RunError::Illegal {
                sm,
                scheduler: scheduler.0,
                picked: picked.0,
                cycle,
                issuable: format!("{issuable:?}"),
            },
            LaunchAbort::Misplaced { cycle, mistake } => RunError::Misplaced { cycle, mistake },
            LaunchAbort::OnlyForward { cta } => RunError::OnlyForward { cta: cta.0 },
            LaunchAbort::Stuck { cycle, declined, forgotten } => {
                let named = |warp: Blocked| {
                    let instruction = warp.pc.and_then(|pc| launch.code.instructions.get(pc.index()));
                    let words = instruction
                        .map(|i| format!("`{}` (instruction {})", i.opcode, warp.pc.unwrap_or_default().0));
                    (warp, words.unwrap_or_default())
                };
                // If a policy holds warps back, the SM where it does is what is to be looked at.
                let sms = self.sms.iter().filter(|sm| !declined || sm.declined > 0);
                let waiting = sms.flat_map(Sm::blocked).map(named).collect();
                RunError::Stuck { kernel: launch.kernel.clone(), cycle, declined, forgotten, waiting }
            }
        }
    }
}

fn sum(into: &mut Vec<[u64; Cause::ALL.len()]>, more: &[[u64; Cause::ALL.len()]]) {
    into.resize(more.len(), [0; Cause::ALL.len()]);
    for (sums, more) in into.iter_mut().zip(more) {
        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}
