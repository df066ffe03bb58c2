//! Small kernels written by hand, and machines to run them on.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::probe::{Probe, Probes};
use warploom_gpu::simulation::{LaunchRecord, Options, RunError, Simulation};
use warploom_gpu::{SchedulerId, Slot, SmId};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, GenericWindows, Launch, Source, WarpTape};

pub fn gtx480() -> Machine {
    Machine::read(include_str!("../../machines/gtx480.toml")).expect("a machine")
}

pub fn v100() -> Machine {
    Machine::read(include_str!("../../machines/v100.toml")).expect("a machine")
}

pub fn both() -> [Machine; 2] {
    [gtx480(), v100()]
}

/// The machine with one SM, instructions at hand and no wait for the launch: what is left is what a test is about.
pub fn bare(mut machine: Machine) -> Machine {
    machine.sm_mut().count = 1;
    machine.sm_mut().fetch.cache = None;
    machine.launch_latency = 0;
    machine
}

pub const ALL: LaneMask = LaneMask(0xffff_ffff);
pub const ONE: LaneMask = LaneMask(1);

pub fn r(index: u32) -> Register {
    Register { file: RegisterFile::General, index }
}

fn registers(list: &[u32]) -> Vec<Register> {
    list.iter().copied().map(r).collect()
}

/// An instruction that computes.
pub fn alu(class: Class, writes: &[u32], reads: &[u32]) -> Instruction {
    Instruction {
        writes: registers(writes),
        reads: registers(reads),
        ..Instruction::new(class.name().to_uppercase(), class)
    }
}

pub fn access(space: Space, kind: AccessKind, bytes: u32, writes: &[u32], reads: &[u32]) -> Instruction {
    let class = match (space, kind) {
        (Space::Shared, _) => Class::Shared,
        (Space::Const | Space::Param, _) => Class::Constant,
        (Space::Local, _) => Class::Local,
        (Space::Texture, _) => Class::Texture,
        (_, AccessKind::Atomic | AccessKind::Reduce) => Class::Atomic,
        _ => Class::Global,
    };
    let opcode = match kind {
        AccessKind::Load | AccessKind::LoadBypass => "LD",
        AccessKind::Store => "ST",
        AccessKind::Atomic => "ATOM",
        AccessKind::Reduce => "RED",
        AccessKind::Prefetch => "PREFETCH",
        AccessKind::Copy | AccessKind::CopyBypass => "LDGSTS",
        AccessKind::CopyArrive => "ARRIVES",
        AccessKind::TestMbarrier => "SYNCS",
    };
    Instruction {
        effect: Effect::Memory { space, kind, bytes },
        opcode: opcode.to_owned(),
        ..alu(class, writes, reads)
    }
}

/// A load of global memory.
pub fn load(to: u32, from: u32) -> Instruction {
    access(Space::Global, AccessKind::Load, 4, &[to], &[from])
}

pub fn store(what: u32, to: u32) -> Instruction {
    access(Space::Global, AccessKind::Store, 4, &[], &[what, to])
}

pub fn barrier(id: u8, threads: Option<u32>, waits: bool) -> Instruction {
    let effect = Effect::Barrier { id, threads, waits };
    Instruction { effect, ..Instruction::new("BAR", Class::Barrier) }
}

pub fn fence() -> Instruction {
    Instruction { effect: Effect::Fence, ..Instruction::new("MEMBAR", Class::Barrier) }
}

pub fn exit() -> Instruction {
    Instruction::new("EXIT", Class::Control)
}

/// Where an access goes.
#[derive(Clone, Debug)]
pub enum At {
    Affine(u64, i32),
    List(Vec<u64>),
}

/// What a warp executes.
#[derive(Clone, Default)]
pub struct Warp(pub WarpTape);

impl Warp {
    /// An instruction in all lanes, without an access.
    pub fn step(self, pc: u32) -> Warp {
        self.by(ALL, pc)
    }

    pub fn steps(self, pcs: impl IntoIterator<Item = u32>) -> Warp {
        pcs.into_iter().fold(self, Warp::step)
    }

    /// An instruction in some lanes.
    pub fn by(mut self, lanes: LaneMask, pc: u32) -> Warp {
        self.0.step(Pc(pc), lanes);
        self
    }

    /// An access by all lanes.
    pub fn access(self, pc: u32, at: At) -> Warp {
        self.access_by(ALL, pc, at)
    }

    pub fn access_by(mut self, lanes: LaneMask, pc: u32, at: At) -> Warp {
        self.0.step(Pc(pc), lanes);
        match at {
            At::Affine(base, stride) => self.0.affine(base, stride),
            At::List(list) => self.0.list(list),
        }
        self
    }
}

/// A launch with its CTAs.
#[derive(Clone)]
pub struct Kernel {
    pub launch: Arc<Launch>,
    pub ctas: Vec<Vec<Warp>>,
}

/// A launch of as many CTAs as there are lists of warps.
pub fn kernel(code: Vec<Instruction>, ctas: Vec<Vec<Warp>>) -> Kernel {
    let code = Arc::new(Code { instructions: code, ..Code::default() });
    let warps = ctas.iter().map(Vec::len).max().unwrap_or(1) as u32;
    let launch = Launch {
        kernel: "k".to_owned(),
        code,
        grid: [ctas.len() as u32, 1, 1],
        block: [32 * warps, 1, 1],
        shared: 0,
        registers: 16,
        scalar_registers: 0,
        width: 32,
        windows: GenericWindows::default(),
        copies: Vec::new(),
        number: None,
    };
    Kernel { launch: Arc::new(launch), ctas }
}

impl Kernel {
    /// The same with something about the launch changed.
    pub fn with(mut self, change: impl FnOnce(&mut Launch)) -> Kernel {
        change(Arc::make_mut(&mut self.launch));
        self
    }
}

/// A tape of some launches.
pub struct Tape {
    launches: VecDeque<Kernel>,
    ctas: VecDeque<Cta>,
}

impl Tape {
    pub fn new(kernels: impl IntoIterator<Item = Kernel>) -> Tape {
        Tape { launches: kernels.into_iter().collect(), ctas: VecDeque::new() }
    }
}

impl Source for Tape {
    type Error = Infallible;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
        let Some(Kernel { launch, ctas }) = self.launches.pop_front() else { return Ok(None) };
        let cta = |(id, warps): (usize, &Vec<Warp>)| {
            let mut cta = Cta::new(CtaId(id as u64));
            warps.iter().for_each(|warp| cta.push(&warp.0));
            cta
        };
        self.ctas = ctas.iter().enumerate().map(cta).collect();
        Ok(Some(launch))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
        Ok(self.ctas.pop_front())
    }
}

/// Loose round robin.
pub struct Lrr;

impl WarpPolicy for Lrr {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let last = view.last_issued(scheduler).unwrap_or(Slot(63));
        view.issuable(scheduler).next_after(last)
    }
}

/// Greedy, then the oldest.
pub struct Gto;

impl WarpPolicy for Gto {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        let last = view.last_issued(scheduler).filter(|&slot| issuable.contains(slot));
        last.or_else(|| view.oldest(issuable))
    }
}

/// A policy that is a function.
pub struct Picks<F>(pub F);

impl<F: FnMut(SchedulerId, &SmView<'_>) -> Option<Slot> + Send> WarpPolicy for Picks<F> {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        (self.0)(scheduler, view)
    }
}

pub type Ran = Result<Vec<LaunchRecord>, RunError<Infallible>>;

/// Runs some launches, policy `lrr`.
pub fn try_all(machine: &Machine, kernels: &[Kernel], options: Options) -> Ran {
    Simulation::new(machine, |_| Box::new(Lrr)).options(options).run(&mut Tape::new(kernels.iter().cloned()))
}

pub fn try_policy(machine: &Machine, kernel: &Kernel, policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>) -> Ran {
    Simulation::new(machine, policy).run(&mut Tape::new([kernel.clone()]))
}

/// Runs a launch.
pub fn record(machine: &Machine, kernel: &Kernel) -> LaunchRecord {
    let records = try_all(machine, std::slice::from_ref(kernel), Options::default());
    records.expect("it runs").pop().expect("a launch")
}

/// What a probe saw: SM, cycle and event.
pub type Events = Vec<(SmId, u64, WarpEvent)>;

#[derive(Default)]
struct Watch(Vec<(u64, WarpEvent)>);

impl Probe for Watch {
    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.0.push((view.now().0, event));
    }
}

/// Runs launches and says what happened when.
pub fn watch(machine: &Machine, kernels: &[Kernel], options: Options) -> (Vec<LaunchRecord>, Events) {
    watch_policy(machine, kernels, &|_| Box::new(Lrr), options)
}

/// The same under another policy.
pub fn watch_policy(
    machine: &Machine,
    kernels: &[Kernel],
    policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>,
    options: Options,
) -> (Vec<LaunchRecord>, Events) {
    let mut probes = Probes::new(|_| Some(Watch::default()));
    let mut tape = Tape::new(kernels.iter().cloned());
    let records = Simulation::new(machine, policy)
        .probes(&mut probes)
        .options(options)
        .run(&mut tape)
        .expect("it runs");
    let of_sm = |(sm, Watch(events))| events.into_iter().map(move |(cycle, event)| (sm, cycle, event));
    (records, probes.into_inner().into_iter().flat_map(of_sm).collect())
}

/// The cycles in which each warp of SM 0 issued, by slot.
pub fn issues(machine: &Machine, kernel: &Kernel) -> Vec<Vec<u64>> {
    let (_, events) = watch(machine, std::slice::from_ref(kernel), Options::default());
    let mut issues = vec![Vec::new(); 64];
    for (sm, cycle, event) in events {
        if let (SmId(0), WarpEvent::Issued { slot, .. }) = (sm, event) {
            issues[slot.index()].push(cycle);
        }
    }
    issues
}

/// Runs one warp that executes an instruction after the other, as one lane; says when each issued.
pub fn alone(machine: &Machine, code: Vec<Instruction>, warp: Warp) -> Vec<u64> {
    issues(machine, &kernel(code, vec![vec![warp]])).swap_remove(0)
}

/// The same machine, but operands are read in a fixed time.
pub fn without_collectors(mut machine: Machine) -> Machine {
    machine.sm_mut().operands = None;
    for unit in machine.sm_mut().units.values_mut() {
        (unit.queue, unit.collectors) = (0, 0);
    }
    machine.sm_mut().load_store.collectors = 0;
    machine.check().expect("such a machine can be");
    machine
}

/// Cycles from the issue of an instruction with operands in different banks to where it leaves its collector: the collector is
/// given in the next cycle, and goes in steps, of which a cycle has as many as a bank has reads. The first step is the look at
/// the operands, the second reads them.
pub fn collected(machine: &Machine, operands: bool) -> u64 {
    let Some(described) = &machine.sm().operands else { return 0 };
    let steps = u64::from(described.reads);
    (steps + 1 + u64::from(operands)) / steps
}

/// Cycles from an access's issue to its offer to the L1, or to shared memory: its operands are collected, it moves to the unit,
/// and is at the front of it.
pub fn to_unit(machine: &Machine) -> u64 {
    collected(machine, true) + 2
}
